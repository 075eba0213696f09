"""Inputs of programs: standard input, arguments and files; one or many, in the forms that users have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from assay.distinct import distinct_json
from assay.errors import InvalidValue
from assay.files import Folder, read_bytes, read_text
from assay.records import ProgramInput

InputData = object
"""Text or bytes for standard input, a `ProgramInput`, a mapping or a list of these,
a folder of `.in` files, a JSON file."""
_FIELDS = {"stdin", "arguments", "files", "name"}
MAX_INPUTS = 10_000
MAX_INPUT_BYTES = 512 * 2**20
"""Of one file of inputs."""
MAX_DEPTH = 200
"""Lists and mappings of inputs inside of each other."""


def read_inputs(data: InputData, *, where: str = "input_data") -> list[ProgramInput]:
    """The inputs that somebody gave; nothing is one empty input.

    >>> [given.name for given in read_inputs({"small": "1\\n", "large": {"stdin": "9\\n", "arguments": ["-v"]}})]
    ['small', 'large']
    """
    inputs = _read(data, where, MAX_DEPTH)
    if not inputs:
        raise InvalidValue(f"{where}: there is no input in {_shown(data)}; leave it out for programs that read none")
    if len(inputs) > MAX_INPUTS:
        raise InvalidValue(f"{where}: at most {MAX_INPUTS} inputs, got {len(inputs)}")
    if len(inputs) == 1:
        return inputs
    return [given if given.name else replace(given, name=str(i)) for i, given in enumerate(inputs, start=1)]


def _read(data: InputData, where: str, depth: int) -> list[ProgramInput]:
    if not depth:
        raise InvalidValue(f"{where:.80}...: lists and mappings may be nested at most {MAX_DEPTH} deep")
    match data:
        case None:
            return [ProgramInput()]
        case ProgramInput():
            return [data]
        case str() | bytes():
            return [ProgramInput(given_bytes(data, where))]
        case Path():
            return _read_path(data, where, depth)
        case Mapping() if data and _FIELDS.issuperset(data):
            return [_read_fields(data, where)]
        case Mapping():
            named = [(name, _read(value, f"{where}[{name!r}]", depth - 1)) for name, value in data.items()]
            return [_named(given, str(name), len(group)) for name, group in named for given in group]
        case Sequence():
            return [given for i, value in enumerate(data) for given in _read(value, f"{where}[{i}]", depth - 1)]
    raise InvalidValue(f"{where}: must be text, bytes, a list, a mapping or a path, got {_shown(data)}")


def _named(given: ProgramInput, name: str, of: int) -> ProgramInput:
    return replace(given, name=f"{name}/{given.name}" if of > 1 and given.name else name)


def _read_fields(data: Mapping[str, object], where: str) -> ProgramInput:
    stdin = data.get("stdin", "")
    arguments = data.get("arguments", ())
    files = data.get("files", {})
    if not isinstance(arguments, Sequence) or isinstance(arguments, str | bytes):
        raise InvalidValue(f"{where}.arguments: must be a list of texts, got {_shown(arguments)}")
    if not isinstance(files, Mapping):
        raise InvalidValue(f"{where}.files: must map paths to contents, got {_shown(files)}")
    for argument in arguments:
        if not isinstance(argument, str):
            raise InvalidValue(f"{where}.arguments: must be a list of texts, got {_shown(argument)}")
    contents = {str(path): given_bytes(content, f"{where}.files[{path!r}]") for path, content in files.items()}
    return ProgramInput(given_bytes(stdin, f"{where}.stdin"), tuple(arguments), contents, str(data.get("name", "")))


def given_bytes(value: object, where: str) -> bytes:
    """Return what a program can be given: bytes, or text that has them; half of a character has none."""
    if isinstance(value, str):
        try:
            return value.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError as error:
            raise InvalidValue(f"{where}: has a character that UTF-8 cannot write: {error}") from None
    if isinstance(value, bytes):
        return value
    raise InvalidValue(f"{where}: must be text or bytes, got {_shown(value)}")


def _read_path(path: Path, where: str, depth: int) -> list[ProgramInput]:
    if path.is_dir():
        return [read_file(file) for file in Folder(path).entries() if file.suffix == ".in"]
    if path.suffix == ".json":
        return _read(read_json(path), where, depth)
    return [read_file(path)]


def read_file(path: Path) -> ProgramInput:
    """A file is standard input; one of the same name that ends in `.args` holds the arguments, one on each line."""
    stdin = read_bytes(path, MAX_INPUT_BYTES, wrong=_wrong)
    beside = path.with_suffix(".args")
    arguments = tuple(read_text(beside, MAX_INPUT_BYTES, wrong=_wrong).splitlines()) if beside.exists() else ()
    return ProgramInput(stdin, arguments, name=path.stem)


def read_json(path: Path) -> object:
    """The content of a JSON file; a mistake names the line."""
    text = read_text(path, MAX_INPUT_BYTES, wrong=_wrong)
    try:
        return distinct_json(text)
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"input file {str(path)!r} is not JSON: {error}") from error


def inputs_by_name(path: Path, names: Sequence[str]) -> dict[str, list[ProgramInput]]:
    """The inputs of each program: from a JSON map by name, or from `NAME.in`, `NAME.1.in` and `NAME/1.in` in a folder.

    One that belongs to no program is an error: it would have been left out without a word.
    """
    if not path.is_dir():
        found = read_json(path)
        if not isinstance(found, Mapping):
            raise InvalidValue(
                f"input file {str(path)!r} must map the names of programs to inputs, got {_shown(found)}"
            )
        return check_names({str(name): read_inputs(data, where=str(name)) for name, data in found.items()}, names)
    inputs: dict[str, list[ProgramInput]] = {}
    for file in sorted(file for file in Folder(path).files() if file.suffix == ".in"):
        owner = _owner(file.relative_to(path).with_suffix("").as_posix(), names)
        if owner is None:
            raise InvalidValue(f"input file {str(file)!r} belongs to none of the programs, such as {names[:3]!r}")
        inputs.setdefault(owner, []).append(read_file(file))
    return inputs


def check_names(inputs: dict[str, list[ProgramInput]], names: Sequence[str]) -> dict[str, list[ProgramInput]]:
    """The inputs as they are, when each belongs to a program."""
    unknown = sorted(set(inputs).difference(names))
    if unknown:
        raise InvalidValue(
            f"input data is given for {unknown[0]!r}, and no program has that name; known: {names[:10]!r}"
        )
    return inputs


def _owner(place: str, names: Sequence[str]) -> str | None:
    known = set(names)
    if place in known:
        return place
    folder = place.rpartition("/")[0]
    if folder in known:
        return folder
    for mark in (".", "-", "_"):
        front, found, _ = place.rpartition(mark)
        if found and front in known:
            return front
    return None


def _wrong(why: str) -> InvalidValue:
    return InvalidValue(f"input file {why}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
