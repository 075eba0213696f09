"""The `lite` profile: the four short formulas of the metrics document, for Python only."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from assay.errors import InvalidValue, UnknownNameError, require, require_number
from assay.languages.base import Language
from assay.syntax import UNREADABLE, parse_foreign
from assay.weights import Weights, code_bleu_weights

FIELDS = ("ngram", "weighted_ngram", "syntax", "dataflow", "pairs")
"""What one pair adds to a corpus: its scores, so that a corpus has their means."""
ORDER_WEIGHTS: Mapping[int, float] = MappingProxyType({1: 0.1, 2: 0.2, 3: 0.3, 4: 0.4})
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class SemanticClosenessMetrics:
    """The scores of one pair under the names of the metrics document."""

    code_bleu: float
    ngram_match: float
    weighted_ngram_match: float
    ast_match: float
    dataflow_match: float


def calculate_code_bleu(candidate: str, reference: str, weights: Weights = None) -> SemanticClosenessMetrics:
    """Return the four scores of a pair of Python texts and their weighted sum.

    >>> round(calculate_code_bleu("df.groupby('state').size()", "df.groupby('state').count()").code_bleu, 6)
    0.724659
    """
    scores = (
        calculate_ngram_match(candidate, reference),
        calculate_weighted_ngram_match(candidate, reference),
        calculate_ast_match(candidate, reference),
        calculate_dataflow_match(candidate, reference),
    )
    total = sum(weight * score for weight, score in zip(code_bleu_weights(weights), scores, strict=True))
    return SemanticClosenessMetrics(total, *scores)


def tokenize_code(code: str) -> list[str]:
    """Return the words of a text, and every other sign by itself.

    >>> tokenize_code("a[0] += 1")
    ['a', '[', '0', ']', '+', '=', '1']
    """
    _require_texts(code=code)
    return _TOKEN.findall(code)


def calculate_ngram_match(candidate: str, reference: str, n: int = 4) -> float:
    """Return the share of the candidate's n-grams that the reference has; 0 where a side is shorter than n."""
    _require_texts(candidate=candidate, reference=reference)
    require_number("n", n, 1, whole=True)
    return _ngram_match(tokenize_code(candidate), tokenize_code(reference), n)


def calculate_weighted_ngram_match(
    candidate: str, reference: str, weights: Mapping[int, float] = ORDER_WEIGHTS
) -> float:
    """Return the n-gram matches of several orders, weighted."""
    _require_texts(candidate=candidate, reference=reference)
    require("weights", weights, (Mapping,), "a weight for each n")
    if not weights:
        raise InvalidValue(f"weights: must be a weight for each n, got {weights!r}")
    for order, weight in weights.items():
        require_number("weights: each n", order, 1, whole=True)
        require_number(f"weights[{order}]", weight, 0)
    ours, theirs = tokenize_code(candidate), tokenize_code(reference)
    return sum(weight * _ngram_match(ours, theirs, order) for order, weight in weights.items())


def calculate_ast_match(candidate: str, reference: str) -> float:
    """Return the Jaccard similarity of the sets of node types; 0 where a side does not parse."""
    _require_texts(candidate=candidate, reference=reference)
    ours, theirs = _tree(candidate), _tree(reference)
    return _jaccard(extract_node_types(ours), extract_node_types(theirs)) if ours and theirs else 0.0


def calculate_dataflow_match(candidate: str, reference: str) -> float:
    """Return the Jaccard similarity of the sets of uses, assignments and calls; 0 where a side does not parse."""
    _require_texts(candidate=candidate, reference=reference)
    ours, theirs = _tree(candidate), _tree(reference)
    return _jaccard(extract_dataflows(ours), extract_dataflows(theirs)) if ours and theirs else 0.0


def extract_node_types(tree: ast.AST) -> set[str]:
    """Return the names of the node types in a tree."""
    require("tree", tree, (ast.AST,), "a tree of ast.parse")
    return {type(node).__name__ for node in ast.walk(tree)}


def extract_dataflows(tree: ast.AST) -> set[tuple[str, str]]:
    """Return every name as a use, plain assignment targets as assignments, called attributes as calls."""
    require("tree", tree, (ast.AST,), "a tree of ast.parse")
    flows: set[tuple[str, str]] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets):
                flows.update((target.id, "assign") for target in targets if isinstance(target, ast.Name))
            case ast.Name(id=name):
                flows.add((name, "use"))
            case ast.Call(func=ast.Attribute(attr=name)):
                flows.add((name, "call"))
    return flows


def statistics(prediction: str, reference: str, language: Language) -> tuple[float, ...]:
    """Return what one pair adds to a corpus."""
    if language.name != "python":
        raise UnknownNameError("language of the lite profile", language.name, ["python"])
    scores = calculate_code_bleu(prediction, reference)
    return (scores.ngram_match, scores.weighted_ngram_match, scores.ast_match, scores.dataflow_match, 1)


def components(sums: Sequence[float]) -> dict[str, float]:
    """Return the mean scores of a corpus."""
    return {name: total / sums[4] for name, total in zip(FIELDS[:4], sums, strict=False)}


def parses(code: str) -> bool:
    """Say whether a text is Python to the interpreter that runs Assay."""
    return _tree(code) is not None


def _require_texts(**texts: object) -> None:
    for name, text in texts.items():
        require(name, text, (str,), "a text")


def _tree(code: str) -> ast.Module | None:
    try:
        return parse_foreign(code)
    except UNREADABLE:
        return None


def _ngram_match(ours: Sequence[str], theirs: Sequence[str], n: int) -> float:
    if len(ours) < n or len(theirs) < n:
        return 0.0
    first, second = (Counter(zip(*(side[start:] for start in range(n)), strict=False)) for side in (ours, theirs))
    return (first & second).total() / first.total()


def _jaccard(first: set[str] | set[tuple[str, str]], second: set[str] | set[tuple[str, str]]) -> float:
    together = len(first | second)
    return len(first & second) / together if together else 0.0
