"""The `compat` profile: equal to PyPI codebleu 0.7.0 on every result that the package itself repeats."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from assay.languages.base import Language
from assay.languages.parsing import parse
from assay.metrics.codebleu.compat_flow import Item, flow_items
from assay.metrics.codebleu.compat_tree import compat_rules, walk
from assay.metrics.codebleu.ngrams import ORDERS, NGram, NGrams, collection_paused, count_ngrams, matches, shared
from assay.metrics.codebleu.stripping import strip_comments

FIELDS = (
    *(f"ngram_match_{order}" for order in range(1, ORDERS + 1)),
    *(f"ngram_total_{order}" for order in range(1, ORDERS + 1)),
    "prediction_tokens",
    "reference_tokens",
    *(f"weighted_match_{order}" for order in range(1, ORDERS + 1)),
    *(f"weighted_total_{order}" for order in range(1, ORDERS + 1)),
    "syntax_match",
    "syntax_total",
    "dataflow_match",
    "dataflow_total",
    "pairs",
)
"""What one pair adds to a corpus; every score is a function of the sums."""
SMOOTHING = 0.1
KEYWORD, OTHER = 5, 1
"""Weights of words as whole numbers, so that sums are exact; the package's are 1 and 0.2."""


@dataclass(frozen=True, slots=True)
class CompatSide:
    """One text, read once."""

    text: str
    ngrams: NGrams
    code: str
    """Without comments."""
    keys: Counter[int]
    flow: Counter[Item]
    flow_lost: str
    has_error: bool
    error_nodes: int


def read(text: str, language: Language) -> CompatSide:
    """Return all that a comparison needs of one text."""
    text, style = text.strip(), compat_rules(language).comments
    with collection_paused():
        return _with_tree(text, count_ngrams(text.split()), strip_comments(text, style), language)


def stripped_again(side: CompatSide, language: Language) -> CompatSide:
    """Return the same text with comments removed once more, as the package does before each further reference."""
    code = strip_comments(side.code, compat_rules(language).comments)
    return side if code == side.code else _with_tree(side.text, side.ngrams, code, language)


def _with_tree(text: str, ngrams: NGrams, code: str, language: Language) -> CompatSide:
    parsed = parse(code, language, fragment=False)
    tree = walk(parsed, code)
    flow, lost = flow_items(tree, language)
    return CompatSide(text, ngrams, code, Counter(tree.keys), flow, lost, parsed.has_error, parsed.error_nodes)


def statistics(prediction: CompatSide, references: Sequence[CompatSide], language: Language) -> tuple[float, ...]:
    """Return what one prediction adds to a corpus."""
    each = [matches(prediction.ngrams, reference.ngrams) for reference in references]
    ngrams = each[0] if len(each) == 1 else _best_matches(prediction.ngrams, [one.ngrams for one in references])
    totals = [max(1, prediction.ngrams.total(order)) for order in range(1, ORDERS + 1)]
    length = prediction.ngrams.length
    closest = min((reference.ngrams.length for reference in references), key=lambda one: (abs(one - length), one))
    weighted = [0.0] * (2 * ORDERS)
    syntax = syntax_total = flow = flow_total = 0
    keywords = compat_rules(language).keywords
    for position, reference in enumerate(references):
        _add_weighted(weighted, each[position], prediction.ngrams, reference.ngrams, keywords)
        if position:
            prediction = stripped_again(prediction, language)
        syntax += sum(count for key, count in reference.keys.items() if key in prediction.keys)
        syntax_total += reference.keys.total()
        flow += shared(reference.flow, prediction.flow)  # type: ignore[arg-type]  # a Counter is invariant in its keys
        flow_total += reference.flow.total()
    return (*ngrams, *totals, length, closest, *weighted, syntax, syntax_total, flow, flow_total, 1)


def components(sums: Sequence[float]) -> dict[str, float]:
    """Return the four scores from the sums over a corpus."""
    ngram = _score(sums[0:4], sums[4:8], _brevity(sums[8], sums[9]))
    weighted = _score(sums[10:14], sums[14:18], _brevity(sums[8], 2 * sums[22]))
    return {
        "ngram": ngram,
        "weighted_ngram": weighted,
        "syntax": sums[18] / sums[19],
        "dataflow": sums[20] / sums[21] if sums[21] else 0.0,
    }


def _best_matches(prediction: NGrams, references: Sequence[NGrams]) -> list[int]:
    """Return the n-grams of the prediction that some reference has, as often as the one that has it most."""
    found = []
    for order in range(1, ORDERS + 1):
        best: Counter[NGram] = Counter()
        for reference in references:
            best |= reference.counts(order)
        found.append((prediction.counts(order) & best).total())
    return found


def _add_weighted(
    sums: list[float], common: list[int], prediction: NGrams, reference: NGrams, keywords: frozenset[str]
) -> None:
    words, wanted = prediction.words, reference.words
    match = total = 0
    for word in keywords & wanted.keys():
        total += wanted[word]
        match += min(wanted[word], words[word])
    sums[0] += OTHER * common[0] + (KEYWORD - OTHER) * match
    sums[ORDERS] += max(KEYWORD, OTHER * reference.length + (KEYWORD - OTHER) * total)
    for order in range(1, ORDERS):
        sums[order] += common[order]
        sums[ORDERS + order] += max(1, reference.total(order + 1))


def _score(matches: Sequence[float], totals: Sequence[float], brevity: float) -> float:
    if not matches[0]:
        return 0.0
    parts = [(match or SMOOTHING) / total for match, total in zip(matches, totals, strict=True)]
    return brevity * math.exp(math.fsum(math.log(part) / ORDERS for part in parts))


def _brevity(length: float, reference: float) -> float:
    if length > reference:
        return 1.0
    return math.exp(1 - reference / length) if length else 0.0
