"""CodeBLEU of one prediction and of a corpus, under three named profiles, as sums of small vectors."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from functools import partial
from types import NoneType
from typing import Any, Generic, TypeVar

from assay import __version__
from assay.errors import InvalidValue, UnknownNameError, require, require_each
from assay.hashing import content_digest
from assay.languages.base import Language
from assay.languages.detection import detect_language
from assay.languages.known import UNKNOWN
from assay.languages.known import language as find_language
from assay.languages.parsing import CodeTooLarge, grammar_version
from assay.metrics.codebleu import compat, lite, strict
from assay.signature import build_signature
from assay.weights import COMPONENTS, Weights, code_bleu_weights

CACHED_SIDES = 512
T = TypeVar("T")


class Profile(StrEnum):
    """How CodeBLEU is computed."""

    STRICT = "strict"
    """The default: repaired, deterministic, an exact match scores 1."""
    COMPAT = "compat"
    """Equal to PyPI codebleu 0.7.0, for comparing with papers."""
    LITE = "lite"
    """The formulas of the metrics document, Python only."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What comparing one prediction with its references came to."""

    codebleu: float | None
    """`None`: the texts could not be compared, see `missing`."""
    components: Mapping[str, float | None]
    """`ngram`, `weighted_ngram`, `syntax`, `dataflow`; `None`: see `missing`."""
    statistics: tuple[float, ...]
    """What it adds to a corpus, in the order of the profile's fields; empty: nothing."""
    profile: Profile
    language: str
    parse_ok: bool = True
    """Both sides parse without error."""
    prediction_errors: int = 0
    """Error nodes in the prediction's tree."""
    reference_errors: int = 0
    reference: int = 0
    """Which reference it was compared with: the best one, under `strict`."""
    missing: Mapping[str, str] = field(default_factory=dict)
    """Component, or `codebleu` for all, → why there is no score, or why it is not what it seems."""

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the record as plain data."""
        return {**asdict(self), "profile": self.profile.value, "statistics": list(self.statistics)}


@dataclass(frozen=True, slots=True)
class Corpus:
    """The score of many samples, from the sum of their statistics."""

    codebleu: float | None
    """`None`: no sample could be compared."""
    components: Mapping[str, float | None]
    statistics: tuple[float, ...]
    n: int
    """How many samples are in it."""
    profile: Profile
    unparsed: int = 0
    """How many have a side that does not parse cleanly."""
    missing: Mapping[str, int] = field(default_factory=dict)
    """Component → how many samples lack it."""
    signature: str = ""

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the record as plain data."""
        return {**asdict(self), "profile": self.profile.value, "statistics": list(self.statistics)}


def evaluate_codebleu(
    prediction: str,
    reference: str | Sequence[str],
    language: str | None = None,
    profile: str = "strict",
    weights: Weights = None,
) -> dict[str, Any]:  # Any: JSON
    """Return CodeBLEU of one prediction with its components and how they came about.

    Unless it is given, the language is that of the reference, or of both where the reference is too short to show it.
    A prediction that is plainly written in another language is refused.

    >>> evaluate_codebleu("x = 1", "x = 1", "python")["codebleu"]
    1.0
    """
    require("reference", reference, (str, Sequence), "a text, or several")
    scorer = CodeBleu(language, profile=profile, weights=weights)
    sample = scorer.sample(prediction, reference)
    if sample.language == UNKNOWN:
        raise InvalidValue(f"language: it cannot be told from the reference {_shown(reference)!r}, so name it")
    if not sample.statistics and language is None:
        raise InvalidValue(
            f"prediction: {sample.missing['codebleu']}; language={sample.language!r} compares them anyway"
        )
    match = {f"{name}_match": value for name, value in sample.components.items()}
    facts = {key: value for key, value in sample.as_dict().items() if key != "components"}
    return {"codebleu": sample.codebleu, **match, **facts, "signature": scorer.signature(sample.language)}


class CodeBleu:
    """A scorer: one profile, one set of weights, references read once.

    >>> scorer = CodeBleu("python")
    >>> samples = [scorer.sample("x = 1", "x = 1"), scorer.sample("y = f(2)", "y = f(3)")]
    >>> round(scorer.corpus(samples).codebleu, 3)
    0.642
    """

    def __init__(self, language: str | None = None, *, profile: str = "strict", weights: Weights = None) -> None:
        known = [one.value for one in Profile]
        if profile not in known:
            raise UnknownNameError("CodeBLEU profile", profile, known)
        self.profile = Profile(profile)
        self.weights = code_bleu_weights(weights)
        require("language", language, (str, NoneType), "the name of a language")
        self._language = find_language(language) if language is not None else None
        self._strict: _Cache[strict.StrictSide] = _Cache()
        self._compat: _Cache[compat.CompatSide] = _Cache()

    def sample(self, prediction: str, reference: str | Sequence[str]) -> Sample:
        """Compare one prediction with its reference, or with several."""
        references = [reference] if isinstance(reference, str) else list(reference)
        _check(prediction, references)
        known = self._language or self._detected(prediction, references)
        if known is None:
            return self._incomparable(UNKNOWN, "the language is not known: name it")
        compare = {Profile.STRICT: self._by_strict, Profile.COMPAT: self._by_compat, Profile.LITE: self._by_lite}
        try:
            found = compare[self.profile](prediction, references, known)
        except CodeTooLarge as error:
            return self._incomparable(known.name, str(error))
        other = _other_language(prediction, known) if found.prediction_errors else ""
        if not other:
            return found
        why = f"it is written in {other}, and the reference in {known.name}"
        if self._language is None:
            return self._incomparable(known.name, why)
        return replace(found, missing={**found.missing, "codebleu": why})

    def samples(self, pairs: Iterable[tuple[str, str | Sequence[str]]]) -> list[Sample]:
        """Compare many predictions, each with its reference or references."""
        return [self.sample(prediction, reference) for prediction, reference in pairs]

    def corpus(self, samples: Iterable[Sample]) -> Corpus:
        """Return the score of samples together; the vectors may come from several runs or shards."""
        found = list(samples)
        for sample in found:
            if sample.profile is not self.profile:
                raise InvalidValue(f"a sample of profile {sample.profile.value!r} is not one of {self.profile.value!r}")
        vectors = [sample.statistics for sample in found if sample.statistics]
        sums = tuple(map(sum, zip(*vectors, strict=True)))
        components, score = self.score(sums) if sums else (dict.fromkeys(COMPONENTS), None)
        lacking = [name for sample in found for name in sample.missing]
        languages = sorted({sample.language for sample in found})
        return Corpus(
            score,
            components,
            sums,
            len(found),
            self.profile,
            unparsed=len([1 for sample in found if not sample.parse_ok]),
            missing={name: lacking.count(name) for name in dict.fromkeys(lacking)},
            signature=self.signature(*languages),
        )

    def score(self, sums: Sequence[float]) -> tuple[dict[str, float | None], float]:
        """Return the components and CodeBLEU of summed statistics."""
        components: dict[str, float | None]
        match self.profile:
            case Profile.STRICT:
                components = strict.components(sums)
            case Profile.COMPAT:
                components = {**compat.components(sums)}
            case Profile.LITE:
                components = {**lite.components(sums)}
        values = dict(components)
        if self.profile is Profile.COMPAT:
            values["dataflow"] = values["dataflow"] or 1.0  # as the published package has it
        return components, _weighted(values, self.weights)

    def signature(self, *languages: str) -> str:
        """Return the one line that pins what moves the score."""
        facts: dict[str, object] = {"codebleu": self.profile.value}
        facts["weights"] = ",".join(f"{weight:g}" for weight in self.weights)
        known = [find_language(name) for name in languages if name != UNKNOWN]
        if known:
            facts["lang"] = ",".join(one.name for one in known)
        if known and self.profile is not Profile.LITE:
            facts["grammar"] = ",".join(
                f"{one.package.removeprefix('tree-sitter-')}-{grammar_version(one)}" for one in known
            )
        if self.profile is Profile.STRICT:
            facts |= {"refs": "best", "smooth": "0.1", "noflow": "shared"}
        if self.profile is Profile.COMPAT:
            facts |= {"refs": "all", "smooth": "0.1", "noflow": "1", "like": "codebleu-0.7.0"}
        return build_signature({**facts, "assay": __version__})

    def _detected(self, prediction: str, references: Sequence[str]) -> Language | None:
        if self.profile is Profile.LITE:
            return find_language("python")
        name = detect_language(references[0])
        if name == UNKNOWN and lite.parses(prediction) and lite.parses(references[0]):
            name = "python"  # what is too short to show its language and is Python, such as `print(1)`
        if name == UNKNOWN:
            name = detect_language(f"{references[0]}\n{prediction}")
        return None if name == UNKNOWN else find_language(name)

    def _by_strict(self, prediction: str, references: Sequence[str], language: Language) -> Sample:
        ours = strict.read(prediction, language)
        best: Sample | None = None
        for number, reference in enumerate(references):
            theirs = self._strict.get((language.name, reference), partial(strict.read, reference, language))
            vector = tuple(map(float, strict.statistics(ours, theirs, language)))
            components, score = self.score(vector)
            if best is None or best.codebleu is None or score > best.codebleu:
                best = Sample(
                    score,
                    components,
                    vector,
                    self.profile,
                    language.name,
                    not ours.has_error and not theirs.has_error,
                    ours.error_nodes,
                    theirs.error_nodes,
                    number,
                    {name: f"the reference has no {name}" for name, value in components.items() if value is None},
                )
        assert best is not None
        return best

    def _by_compat(self, prediction: str, references: Sequence[str], language: Language) -> Sample:
        ours = compat.read(prediction, language)
        theirs = [
            self._compat.get((language.name, reference), partial(compat.read, reference, language))
            for reference in references
        ]
        vector = tuple(map(float, compat.statistics(ours, theirs, language)))
        components, score = self.score(vector)
        lost = next((side.flow_lost for side in (ours, *theirs) if side.flow_lost), "")
        if not lost and not components["dataflow"]:
            lost = (
                "no flow is shared, which counts as 1"
                if vector[21]
                else "the reference has no dataflow, which counts as 1"
            )
        return Sample(
            score,
            components,
            vector,
            self.profile,
            language.name,
            not any(side.has_error for side in (ours, *theirs)),
            ours.error_nodes,
            sum(side.error_nodes for side in theirs),
            missing={"dataflow": lost} if lost else {},
        )

    def _by_lite(self, prediction: str, references: Sequence[str], language: Language) -> Sample:
        vectors = [lite.statistics(prediction, reference, language) for reference in references]
        scored = [(self.score(vector)[1], -number) for number, vector in enumerate(vectors)]
        number = -max(scored)[1]
        broken = [not lite.parses(text) for text in (prediction, references[number])]
        missing = {name: "a side does not parse" for name in ("syntax", "dataflow")} if any(broken) else {}
        components, score = self.score(vectors[number])
        return Sample(
            score,
            components,
            vectors[number],
            self.profile,
            language.name,
            not any(broken),
            int(broken[0]),
            int(broken[1]),
            number,
            missing,
        )

    def _incomparable(self, language: str, reason: str) -> Sample:
        return Sample(
            None, dict.fromkeys(COMPONENTS), (), self.profile, language, parse_ok=False, missing={"codebleu": reason}
        )


class _Cache(Generic[T]):
    """The last sides that were read, by the digest of their text."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, T] = OrderedDict()

    def get(self, key: tuple[str, str], read: Callable[[], T]) -> T:
        digest = content_digest(*key)
        side = self._known.pop(digest, None)
        if side is None:
            side = read()
        self._known[digest] = side
        if len(self._known) > CACHED_SIDES:
            self._known.popitem(last=False)
        return side


def _weighted(values: Mapping[str, float | None], weights: Sequence[float]) -> float:
    """Return the weighted mean of what exists; the weight of what does not is shared out."""
    there = [(weight, value) for weight, value in zip(weights, values.values(), strict=True) if value is not None]
    whole = sum(weight for weight, _ in there)
    if not whole:  # all the weight is on what the reference lacks: the others count alike
        return sum(value for _, value in there) / len(there)
    return min(1.0, sum(weight * value for weight, value in there) / whole)


def _other_language(code: str, known: Language) -> str:
    """Return the name of the language that code is plainly written in, if it is of another family than a known one."""
    name = detect_language(code)
    if name == UNKNOWN:
        return ""
    found = find_language(name)
    return "" if (found.family or found.name) == (known.family or known.name) else found.name


def _shown(reference: str | Sequence[str]) -> str:
    return (reference if isinstance(reference, str) else reference[0])[:60]


def _check(prediction: object, references: Sequence[object]) -> None:
    require("prediction", prediction, (str,), "a text")
    if not references:
        raise InvalidValue(f"reference: must be a text or at least one of several, got {references!r}")
    require_each("reference", references, (str,), "a text, or several")
