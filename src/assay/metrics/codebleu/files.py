"""CodeBLEU of two files, two folders or two JSON Lines files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from assay.distinct import distinct_json
from assay.errors import InvalidValue
from assay.files import Folder, is_hidden, read_bytes
from assay.languages.known import UNKNOWN, language_of_path
from assay.metrics.codebleu.scoring import CodeBleu, Corpus, Sample
from assay.weights import Weights

LARGEST_BYTES = 64 * 2**20
"""Of one input file."""
KEYS = ("task_id", "id", "name", "path")
"""Fields that identify a row, in order of preference; without any the line number does."""
TRUTHS = ("reference", "references", "groundtruth", "ground_truth", "canonical_solution", "target")
PREDICTIONS = ("prediction", "completion", "code", "solution", "candidate", "output")
NOTE = "Similarity is not correctness: code may be alike and wrong, or unlike and right."


@dataclass(frozen=True, slots=True)
class FileScore:
    """One pair by its name."""

    name: str
    sample: Sample


@dataclass(frozen=True, slots=True)
class PathComparison:
    """What two inputs came to: every pair, the whole by language, and what had no partner."""

    files: tuple[FileScore, ...]
    corpora: Mapping[str, Corpus]
    """By language."""
    mean: float | None
    """Of the pairs' scores; `None`: none could be compared."""
    only_in_groundtruth: tuple[str, ...] = ()
    only_in_prediction: tuple[str, ...] = ()
    note: str = NOTE

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the comparison as plain data, for `--json`."""
        rest = {key: value for key, value in asdict(self).items() if key not in ("files", "corpora")}
        files = [{"name": one.name, **one.sample.as_dict()} for one in self.files]
        return {"corpora": {name: one.as_dict() for name, one in self.corpora.items()}, **rest, "files": files}


@dataclass(slots=True)
class _TextPairs:
    """What is to be compared."""

    pairs: list[tuple[str, str | list[str], str, str]] = field(default_factory=list)
    """Name, reference, prediction, language or `unknown`."""
    only_truth: list[str] = field(default_factory=list)
    only_prediction: list[str] = field(default_factory=list)


def compare_paths(
    prediction: str | Path,
    groundtruth: str | Path,
    *,
    language: str | None = None,
    profile: str = "strict",
    weights: Weights = None,
) -> PathComparison:
    """Compare two files, two folders (by relative path) or two JSON Lines files (by their keys).

    One JSON Lines file with both texts in each row may be given as both.
    """
    scorers: dict[str, CodeBleu] = {}

    def scorer(name: str) -> CodeBleu:
        wanted = language or (None if name == UNKNOWN else name)
        return scorers.setdefault(wanted or "", CodeBleu(wanted, profile=profile, weights=weights))

    scorer(UNKNOWN)  # a wrong name is told before anything is read
    found = _pairs(Path(groundtruth), Path(prediction))
    scores = [FileScore(name, scorer(code).sample(ours, theirs)) for name, theirs, ours, code in found.pairs]
    by_language: dict[str, list[Sample]] = {}
    for one in scores:
        by_language.setdefault(one.sample.language, []).append(one.sample)
    any_scorer = next(iter(scorers.values()))
    values = [one.sample.codebleu for one in scores if one.sample.codebleu is not None]
    return PathComparison(
        tuple(scores),
        {name: any_scorer.corpus(samples) for name, samples in sorted(by_language.items())},
        sum(values) / len(values) if values else None,
        tuple(found.only_truth),
        tuple(found.only_prediction),
    )


def _pairs(truth: Path, prediction: Path) -> _TextPairs:
    for role, path in (("groundtruth", truth), ("prediction", prediction)):
        if not path.exists():
            raise InvalidValue(f"{role}: there is no file or folder {str(path)!r}")
    if truth.is_dir() != prediction.is_dir():
        raise InvalidValue(f"give two files or two folders, got {str(truth)!r} and {str(prediction)!r}")
    if truth.is_dir():
        return _from_folders(truth, prediction)
    rows = [path.suffix.lower() in (".jsonl", ".ndjson") for path in (truth, prediction)]
    if all(rows):
        return _from_rows(truth, prediction)
    if any(rows):
        raise InvalidValue(f"give two JSON Lines files or two programs, got {str(truth)!r} and {str(prediction)!r}")
    return _TextPairs([(truth.name, _text(truth), _text(prediction), language_of_path(truth))])


def _from_folders(truth: Path, prediction: Path) -> _TextPairs:
    ours, theirs = _programs(prediction), _programs(truth)
    if not theirs:
        raise InvalidValue(f"groundtruth: {str(truth)!r} holds no file of a known language")
    found = _TextPairs()
    partners = _partners(theirs, ours)
    for name, path in theirs.items():
        if name in partners:
            answer = _text(ours[partners[name]], prediction)
            found.pairs.append((name, _text(path, truth), answer, language_of_path(name)))
        else:
            found.only_truth.append(name)
    taken = set(partners.values())
    found.only_prediction = [name for name in ours if name not in taken]
    return found


def _partners(theirs: Iterable[str], ours: Iterable[str]) -> dict[str, str]:
    """Return which of our files belongs to which of theirs: by name, else by the one name with another suffix."""
    theirs, ours = set(theirs), set(ours)
    stems: dict[str, list[str]] = {}
    for name in ours - theirs:
        stems.setdefault(str(Path(name).with_suffix("")), []).append(name)
    found = {name: name for name in theirs & ours}
    for name in theirs - ours:
        same = stems.get(str(Path(name).with_suffix("")), [])
        if len(same) == 1 and language_of_path(same[0]) == language_of_path(name):
            found[name] = same[0]
    return found


def _programs(folder: Path) -> dict[str, Path]:
    paths = (path for path in Folder(folder).files(is_hidden) if path.is_file() and language_of_path(path) != UNKNOWN)
    named = {path.relative_to(folder).as_posix(): path for path in paths}
    return {name: named[name] for name in sorted(named)}


def _from_rows(truth: Path, prediction: Path) -> _TextPairs:
    theirs, ours = dict(_rows(truth)), dict(_rows(prediction))
    found = _TextPairs()
    for key, row in theirs.items():
        if key not in ours:
            found.only_truth.append(key)
            continue
        reference = _value(row, TRUTHS if truth == prediction else (*TRUTHS, *PREDICTIONS), truth, key)
        answer = _value(ours[key], PREDICTIONS, prediction, key)
        if not isinstance(answer, str):
            raise InvalidValue(f"{prediction}: row {key!r}: the prediction must be text, got {answer!r}")
        found.pairs.append((key, reference, answer, str(row.get("language", row.get("lang", UNKNOWN)))))
    found.only_prediction = [key for key in ours if key not in theirs]
    return found


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:  # Any: JSON
    seen = set()
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = distinct_json(line)
        except (ValueError, RecursionError) as error:
            raise InvalidValue(f"{path}: line {number} is not JSON: {error}") from None
        if not isinstance(row, dict):
            raise InvalidValue(f"{path}: line {number} must be an object, got {line[:80]!r}")
        key = str(next((row[name] for name in KEYS if name in row), number))
        if key in seen:
            raise InvalidValue(f"{path}: line {number}: {key!r} stands there twice")
        seen.add(key)
        yield key, row


def _value(row: Mapping[str, Any], names: tuple[str, ...], path: Path, key: str) -> str | list[str]:  # Any: JSON
    name = next((name for name in names if name in row), None)
    if name is None:
        raise InvalidValue(f"{path}: row {key!r} has none of the fields {', '.join(names)}")
    value = row[name]
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return value
    if not isinstance(value, str):
        raise InvalidValue(f"{path}: row {key!r}: {name} must be text or a list of texts, got {value!r}")
    return value


def _text(path: Path, within: Path | None = None) -> str:
    return read_bytes(path, LARGEST_BYTES, within=within).decode("utf-8", "replace")
