"""The `strict` profile: CodeBLEU without the faults of the published package (see docs/codebleu.md)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from assay.languages.base import Language
from assay.languages.parsing import parse
from assay.metrics.codebleu.ngrams import ORDERS, NGrams, collection_paused, count_ngrams, matches, shared
from assay.metrics.codebleu.strict_flow import flow_items
from assay.metrics.codebleu.strict_tree import walk

FIELDS = (
    *(f"ngram_match_{order}" for order in range(1, ORDERS + 1)),
    *(f"ngram_total_{order}" for order in range(1, ORDERS + 1)),
    "weighted_match_1",
    "weighted_total_1",
    "prediction_tokens",
    "reference_tokens",
    "syntax_match",
    "syntax_prediction",
    "syntax_reference",
    "dataflow_match",
    "dataflow_prediction",
    "dataflow_reference",
    "no_syntax",
    "no_dataflow",
    "pairs",
)
"""What one pair adds to a corpus; every score is a function of the sums."""
SMOOTHING = 0.1
KEYWORD, OTHER = 5, 1
"""How much a keyword and any other token weigh among single tokens."""


@dataclass(frozen=True, slots=True)
class StrictSide:
    """One text, read once."""

    ngrams: NGrams
    keys: Counter[int]
    flow: Counter[Hashable]
    has_error: bool
    error_nodes: int


def read(text: str, language: Language) -> StrictSide:
    """Return all that a comparison needs of one text."""
    with collection_paused():
        parsed = parse(text, language)
        tree = walk(parsed)
        ngrams = count_ngrams(tree.tokens)
        keys = Counter(tree.keys) if tree.tokens else Counter[int]()
        return StrictSide(ngrams, keys, flow_items(tree.occurrences), parsed.has_error, parsed.error_nodes)


def statistics(prediction: StrictSide, reference: StrictSide, language: Language) -> tuple[float, ...]:
    """Return what one pair adds to a corpus."""
    ours, theirs = prediction.ngrams, reference.ngrams
    common = matches(ours, theirs)
    totals = [ours.total(order) for order in range(1, ORDERS + 1)]
    weighted = _weighted(common[0], ours, theirs, language)
    syntax = _overlap(prediction.keys, reference.keys)
    flow = _overlap(prediction.flow, reference.flow)
    lengths = (ours.length, theirs.length)
    return (*common, *totals, *weighted, *lengths, *syntax, *flow, not syntax[2], not flow[2], 1)


def components(sums: Sequence[float]) -> dict[str, float | None]:
    """Return the four scores from the sums over a corpus; `None`: no reference has what the score compares."""
    found, totals, lengths = sums[0:4], sums[4:8], sums[10:12]
    if not lengths[1]:
        exact = 0.0 if lengths[0] else 1.0
        return {"ngram": exact, "weighted_ngram": exact, "syntax": None, "dataflow": None}
    brevity = min(1.0, math.exp(1 - lengths[1] / lengths[0])) if lengths[0] else 0.0
    return {
        "ngram": _score(found, totals, brevity),
        "weighted_ngram": _score((sums[8], *found[1:]), (sums[9], *totals[1:]), brevity),
        "syntax": _f1(*sums[12:15]),
        "dataflow": _f1(*sums[15:18]),
    }


def _weighted(common: int, ours: NGrams, theirs: NGrams, language: Language) -> tuple[int, int]:
    words, wanted = ours.words, theirs.words
    extra = KEYWORD - OTHER
    match, total = OTHER * common, OTHER * ours.length
    for word in _keywords(language) & words.keys():
        total += extra * words[word]
        match += extra * min(words[word], wanted[word])
    return match, total


@lru_cache(maxsize=32)
def _keywords(language: Language) -> frozenset[Hashable]:
    return frozenset(word.encode() for word in language.keywords)


def _overlap(ours: Counter[int] | Counter[Hashable], theirs: Counter[int] | Counter[Hashable]) -> tuple[int, int, int]:
    if not theirs:
        return 0, 0, 0
    common = shared(ours, theirs)  # type: ignore[arg-type]  # a Counter is invariant in its keys
    return common, ours.total(), theirs.total()


def _score(matches: Sequence[float], totals: Sequence[float], brevity: float) -> float:
    """Return the geometric mean over the orders that the predictions have; one without a match counts a tenth."""
    if not matches[0]:
        return 0.0
    parts = [(match or SMOOTHING) / total for match, total in zip(matches, totals, strict=True) if total]
    return brevity * math.exp(math.fsum(math.log(part) for part in parts) / len(parts))


def _f1(match: float, ours: float, theirs: float) -> float | None:
    return 2 * match / (ours + theirs) if theirs else None
