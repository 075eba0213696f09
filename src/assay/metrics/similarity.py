"""Relatives of CodeBLEU: exact match, edit similarity, chrF, BLEU, CrystalBLEU and tree similarity.

None of them measures correctness. Each says which of the definitions that share its name it is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from assay import __version__
from assay.errors import InvalidValue, UnknownNameError
from assay.hashing import content_digest
from assay.languages.base import Language
from assay.languages.known import language as find_language
from assay.languages.parsing import CodeTooLarge, parse
from assay.languages.tokens import tokens
from assay.metrics import matching
from assay.records import Score
from assay.signature import build_signature

LONGEST_EDIT = 400_000
"""Characters or tokens of a side: the time grows with the product of the two lengths."""
ORDERS = 4
T = TypeVar("T", bound=StrEnum)
Pair = tuple[str, str | Sequence[str]]
"""A prediction with its reference, or several."""


class _Metric(Protocol):
    """What is used of a metric of sacrebleu."""

    def corpus_score(self, hypotheses: Sequence[str], references: Any) -> Any: ...  # Any: its types have no None

    def get_signature(self) -> object: ...


class MatchLevel(StrEnum):
    """What must be equal for an exact match."""

    RAW = "raw"
    """Every character."""
    NORMALISED = "normalised"
    """The text after `assay.metrics.matching.normalize`, as the metric `exact-match` of a run compares it."""
    TOKEN = "token"
    """The tokens of the language's grammar, without comments."""


class Edits(StrEnum):
    """Which edit distance."""

    INDEL = "indel"
    """Insertions and deletions; 1 − d / (both lengths)."""
    LEVENSHTEIN = "levenshtein"
    """Substitutions as well; 1 − d / (the greater length)."""


def exact_match(prediction: str, reference: str, *, level: str = "raw", language: str | Language | None = None) -> bool:
    """Say whether two texts are equal at a level; `token` needs the language.

    >>> exact_match("x = 1  # one", "x=1", level="token", language="python")
    True
    """
    match _named(MatchLevel, "level of exact match", level):
        case MatchLevel.RAW:
            return prediction == reference
        case MatchLevel.NORMALISED:
            return matching.exact_match(prediction, reference)
        case MatchLevel.TOKEN:
            return _tokens(prediction, language) == _tokens(reference, language)


def edit_similarity(
    prediction: str,
    reference: str,
    *,
    edits: str = "indel",
    language: str | Language | None = None,
) -> float:
    """Return one minus the edit distance over the length, in characters, or in tokens of a given language.

    >>> [round(edit_similarity("kitten", "sitting", edits=edits), 4) for edits in ("indel", "levenshtein")]
    [0.6154, 0.5714]
    """
    from rapidfuzz.distance import Indel, Levenshtein

    kind = _named(Edits, "edit distance", edits)
    first: Sequence[str] = prediction if language is None else _tokens(prediction, language)
    second: Sequence[str] = reference if language is None else _tokens(reference, language)
    for name, side in (("prediction", first), ("reference", second)):
        if len(side) > LONGEST_EDIT:
            raise CodeTooLarge(f"{name} must be at most {LONGEST_EDIT} long for edit similarity, got {len(side)}")
    measure = Indel if kind is Edits.INDEL else Levenshtein
    return float(measure.normalized_similarity(first, second))


def bleu(pairs: Iterable[Pair], *, tokenizer: str = "13a") -> Score:
    """Return BLEU of a corpus as sacrebleu computes it, from 0 to 1, with its signature.

    >>> bleu([("x = f ( 1 )", "x = f ( 1 )")]).value
    1.0
    """
    from sacrebleu.metrics.bleu import BLEU

    known = sorted(BLEU.TOKENIZERS)
    if tokenizer not in known:
        raise UnknownNameError("sacrebleu tokenizer", tokenizer, known)
    return _by_sacrebleu("bleu", BLEU(tokenize=tokenizer), pairs)


def chrf(pairs: Iterable[Pair], *, word_order: int = 0) -> Score:
    """Return chrF of a corpus as sacrebleu computes it (chrF++ with a `word_order` of 2), from 0 to 1.

    >>> chrf([("return a", "return a")]).value
    1.0
    """
    from sacrebleu.metrics.chrf import CHRF

    if word_order not in (0, 1, 2):
        raise InvalidValue(f"word_order must be 0, 1 or 2, got {word_order!r}")
    return _by_sacrebleu("chrf", CHRF(word_order=word_order), pairs)


class CrystalBleu:
    """BLEU without the n-grams that any two programs of a language share (Eghbali and Pradel, ASE 2022).

    >>> crystal = CrystalBleu.learn(["a = 1 ; b = 2 ;"], "c", most=3)
    >>> crystal.score([("a = 1 ;", "a = 1 ;")]).value
    1.0
    """

    def __init__(self, language: str | Language, ignored: Iterable[tuple[str, ...]]) -> None:
        self.language = find_language(language) if isinstance(language, str) else language
        self.ignored = frozenset(ignored)

    @classmethod
    def learn(cls, corpus: Iterable[str], language: str | Language, *, most: int = 500) -> CrystalBleu:
        """Learn the most frequent n-grams of orders one to four from programs."""
        if most < 0:
            raise InvalidValue(f"most must not be negative, got {most!r}")
        counts: Counter[tuple[str, ...]] = Counter()
        for program in corpus:
            found = _tokens(program, language)
            for order in range(1, ORDERS + 1):
                counts.update(_ngrams(found, order))
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))  # ties by text: the same set every time
        return cls(language, [ngram for ngram, _ in ranked[:most]])

    def score(self, pairs: Iterable[Pair]) -> Score:
        """Return CrystalBLEU of a corpus; 0 where an order has no match at all."""
        sums = [0] * (2 * ORDERS + 2)
        count = 0
        for prediction, reference in pairs:
            found = self._statistics(prediction, [reference] if isinstance(reference, str) else reference)
            sums = [total + one for total, one in zip(sums, found, strict=True)]
            count += 1
        return Score("crystalbleu", _crystal(sums) if count else None, count, signature=self.signature)

    @property
    def signature(self) -> str:
        """What pins the score: with a digest of the ignored n-grams."""
        listed = "\n".join(sorted("\t".join(ngram) for ngram in self.ignored))
        digest = content_digest(listed).hex()[:12]
        facts = {"crystalbleu": len(self.ignored), "ignored": digest, "lang": self.language.name, "tok": "grammar"}
        return build_signature({**facts, "smooth": "none", "assay": __version__})

    def _statistics(self, prediction: str, references: Sequence[str]) -> list[int]:
        ours, theirs = _tokens(prediction, self.language), [_tokens(one, self.language) for one in references]
        if not theirs:
            raise InvalidValue("a prediction needs at least one reference, got none")
        matches, totals = [], []
        for order in range(1, ORDERS + 1):
            counts = Counter(ngram for ngram in _ngrams(ours, order) if ngram not in self.ignored)
            best: Counter[tuple[str, ...]] = Counter()
            for reference in theirs:
                best |= Counter(ngram for ngram in _ngrams(reference, order) if ngram not in self.ignored)
            matches.append((counts & best).total())
            totals.append(counts.total())
        length = min((len(one) for one in theirs), key=lambda one: (abs(one - len(ours)), one))
        return [*matches, *totals, len(ours), length]


@dataclass(frozen=True, slots=True)
class TreeSimilarity:
    """How alike two syntax trees are."""

    value: float | None
    """One minus the edit distance over the greater number of nodes, at least 0; `None`: see `reason`."""
    nodes: tuple[int, int]
    reason: str = ""


def tree_similarity(
    prediction: str, reference: str, language: str | Language, *, steps: int = 3_000_000
) -> TreeSimilarity:
    """Return the similarity of two trees by the edit distance of Zhang and Shasha, within a number of steps.

    Names count by kind; operators and literals as they are written.

    >>> tree_similarity("a + b", "x + y", "python").value, tree_similarity("a + b", "a - 1", "python").nodes
    (1.0, (6, 6))
    """
    first, second = (_labelled(text, language) for text in (prediction, reference))
    nodes = (len(first.labels), len(second.labels))
    needed = first.work * second.work
    if needed > steps:
        return TreeSimilarity(None, nodes, f"it takes {needed} steps, more than {steps}")
    return TreeSimilarity(max(0.0, 1 - _distance(first, second) / max(nodes)), nodes)


def _named(kind: type[T], what: str, name: str) -> T:
    known = [one.value for one in kind]
    if name not in known:
        raise UnknownNameError(what, name, known)
    return kind(name)


def _tokens(text: str, language: str | Language | None) -> list[str]:
    if language is None:
        raise InvalidValue("language must be given to compare tokens, got None")
    return tokens(parse(text, language))


def _ngrams(found: Sequence[str], order: int) -> Iterable[tuple[str, ...]]:
    return zip(*(found[start:] for start in range(order)), strict=False)


def _crystal(sums: Sequence[int]) -> float:
    matches, totals, (length, reference) = sums[:ORDERS], sums[ORDERS : 2 * ORDERS], sums[2 * ORDERS :]
    parts = [match / total for match, total in zip(matches, totals, strict=True) if total]
    if not parts or not all(parts):
        return 0.0
    brevity = min(1.0, math.exp(1 - reference / length)) if length else 0.0
    return brevity * math.exp(math.fsum(map(math.log, parts)) / len(parts))


def _by_sacrebleu(name: str, metric: _Metric, pairs: Iterable[Pair]) -> Score:
    found = [(ours, [theirs] if isinstance(theirs, str) else list(theirs)) for ours, theirs in pairs]
    if not found:
        return Score(name, None, 0, note="there is nothing to compare")
    width = max(len(theirs) for _, theirs in found)
    if not min(len(theirs) for _, theirs in found):
        raise InvalidValue("a prediction needs at least one reference, got none")
    streams = [[theirs[place] if place < len(theirs) else None for _, theirs in found] for place in range(width)]
    score = metric.corpus_score([ours for ours, _ in found], streams)
    return Score(name, min(1.0, score.score / 100), len(found), signature=f"{name}:sacrebleu|{metric.get_signature()}")


@dataclass(frozen=True, slots=True)
class _Tree:
    """A tree in postorder."""

    labels: list[object]
    leftmost: list[int]
    """The first leaf under each node."""
    roots: list[int]
    """Nodes with a left sibling, and the root: where the distance is computed from."""

    @property
    def work(self) -> int:
        return sum(root - self.leftmost[root] + 1 for root in self.roots)


_PUNCTUATION = frozenset("()[]{},;:.")


def _labelled(text: str, language: str | Language) -> _Tree:
    parsed = parse(text, language)
    rules = parsed.language
    skipped, literal = {*rules.comments, *rules.ignored}, {*rules.literals, *rules.strings}
    labels: list[object] = []
    leftmost: list[int] = []
    cursor = parsed.tree.walk()
    starts: list[int] = []
    while True:
        node = cursor.node
        assert node is not None
        kind = node.type
        if kind not in skipped and kind not in literal and cursor.goto_first_child():
            starts.append(len(labels))
            continue
        if kind not in skipped and kind not in _PUNCTUATION:
            leftmost.append(len(labels))
            labels.append((kind, parsed.text(node)) if kind in literal else kind)
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return _Tree(labels, leftmost, _key_roots(leftmost))
            parent = cursor.node
            start = starts.pop()
            leftmost.append(min(start, len(labels)))
            labels.append(parent.type if parent is not None else "")


def _key_roots(leftmost: Sequence[int]) -> list[int]:
    return sorted({first: node for node, first in enumerate(leftmost)}.values())


def _distance(first: _Tree, second: _Tree) -> int:
    trees = [[0] * len(second.labels) for _ in first.labels]
    for one in first.roots:
        for other in second.roots:
            _forests(first, second, one, other, trees)
    return trees[-1][-1]


def _forests(first: _Tree, second: _Tree, one: int, other: int, trees: list[list[int]]) -> None:
    """Fill in the distances of all subtrees that share their first leaves with two key roots."""
    left, right = first.leftmost[one], second.leftmost[other]
    previous = list(range(other - right + 2))
    rows = [previous]
    for i in range(left, one + 1):
        row = [previous[0] + 1]
        whole = first.leftmost[i] == left
        label, before = first.labels[i], rows[first.leftmost[i] - left]
        for place, j in enumerate(range(right, other + 1)):
            cost = min(previous[place + 1], row[place]) + 1
            if whole and second.leftmost[j] == right:
                cost = min(cost, previous[place] + (label != second.labels[j]))
                trees[i][j] = cost
            else:
                cost = min(cost, before[second.leftmost[j] - right] + trees[i][j])
            row.append(cost)
        rows.append(row)
        previous = row
