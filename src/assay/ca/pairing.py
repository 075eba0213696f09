"""Two folders of programs (or two files) become pairs by the names of the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.ca.evaluating import ProgramPair, with_common
from assay.ca.inputs import check_names, inputs_by_name, read_inputs
from assay.ca.sources import AUTO, linked_out, listed_source
from assay.errors import InvalidValue
from assay.files import Folder
from assay.records import ProgramInput, ProgramSource
from assay.sandbox.recipes import language_of, runnable

_HIDDEN = (".", "__pycache__")
_NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Pairing:
    """What there is to judge, and what has no partner."""

    pairs: tuple[ProgramPair, ...]
    missing: tuple[str, ...]
    """Names of ground truths without a prediction."""
    extra: tuple[str, ...]
    """Names of predictions without a ground truth."""


def pair_up(
    groundtruth: Path,
    prediction: Path,
    *,
    inputs: Mapping[str, object] | Path | None = None,
    language: str | None = None,
    prediction_language: str | None = None,
    common: ProgramInput | None = None,
) -> Pairing:
    """Pairs by path without suffix: `a/b.java` belongs to `a/b.py`.

    A file that cannot be read is a `ProgramSource` with an error. So is a prediction in two files of one name, because
    nobody could say which one is meant; of ground truths that is the caller's mistake, and so are two folders that
    have no name in common. A prediction in a folder that is a link is read only where the link stays in that folder: it
    could lead to the ground truth.
    """
    truths = {name: paths[0] for name, paths in _programs(groundtruth, language).items() if _is_one(paths)}
    predictions = _programs(prediction, prediction_language or language)
    if groundtruth.is_file() and prediction.is_file():
        predictions = dict(zip(truths, predictions.values(), strict=True))
    names = sorted(truths)
    given = _inputs(inputs, names)
    pairs = tuple(
        ProgramPair(
            name,
            listed_source(truths[name], language),
            _prediction(predictions[name], prediction_language or language, prediction),
            with_common(given.get(name, [ProgramInput()]), common or ProgramInput()),
        )
        for name in names
        if name in predictions
    )
    if not pairs:
        raise InvalidValue(
            f"no prediction has the name of a ground truth, by path without suffix: {_shown(groundtruth, truths)}, "
            f"and {_shown(prediction, predictions)}"
        )
    missing = tuple(name for name in names if name not in predictions)
    return Pairing(pairs, missing, tuple(sorted(set(predictions).difference(names))))


def _inputs(inputs: Mapping[str, object] | Path | None, names: Sequence[str]) -> dict[str, list[ProgramInput]]:
    if inputs is None:
        return {}
    if isinstance(inputs, Path):
        if not inputs.exists():
            raise InvalidValue(f"inputs: {str(inputs)!r} does not exist")
        if len(names) == 1 and not (inputs.suffix == ".json" or _names_programs(inputs, names)):
            return {names[0]: read_inputs(inputs, where="inputs")}
        return inputs_by_name(inputs, names)
    return check_names(
        {name: read_inputs(data, where=f"input_data_map[{name!r}]") for name, data in inputs.items()}, names
    )


def _names_programs(folder: Path, names: Sequence[str]) -> bool:
    return folder.is_dir() and (folder / names[0]).is_dir()


def _is_one(paths: Sequence[Path]) -> bool:
    if len(paths) > 1:
        raise InvalidValue(_same_name(paths))
    return True


def _prediction(paths: Sequence[Path], language: str | None, place: Path) -> ProgramSource:
    error = _same_name(paths) if len(paths) > 1 else linked_out(paths[0], place) if place.is_dir() else ""
    return listed_source(paths[0], language, error=error)


def _same_name(paths: Sequence[Path]) -> str:
    return f"{str(paths[1])!r} and {str(paths[0])!r} have the same name; say which language is meant"


def _shown(place: Path, names: Mapping[str, object]) -> str:
    """Where the programs lie and what some of them are called."""
    some = ", ".join(repr(name) for name in sorted(names)[:_NAMES_SHOWN])
    more = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
    return f"{str(place)!r} holds {some}{more}"


def _programs(place: Path, language: str | None) -> dict[str, list[Path]]:
    """Return source files by path without suffix."""
    if place.is_file():
        return {place.stem: [place]}
    if not place.is_dir():
        raise InvalidValue(f"{str(place)!r} is neither a file nor a folder")
    wanted = runnable(language).name if language and language != AUTO else None
    found: dict[str, list[Path]] = {}
    for path in sorted(Folder(place).files(lambda path: path.name.startswith(_HIDDEN))):
        known = language_of(path)
        if known is None or (wanted is not None and known != wanted):
            continue
        name = path.relative_to(place).with_suffix("").as_posix()
        found.setdefault(name, []).append(path)
    if not found:
        raise InvalidValue(f"{str(place)!r} holds no program{f' in {wanted}' if wanted else ''}")
    return found
