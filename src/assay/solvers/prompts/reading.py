"""Templates read from their files: a head of `key: value` lines, then a section for each message."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path

from assay.errors import InvalidValue, UnknownNameError, require
from assay.files import read_bytes
from assay.hashing import content_digest
from assay.solvers.prompts.template import MARK, STRATEGY_FIELDS, Section, Template, known_fields

MAX_BYTES = 64 * 1024
"""Of a file: the prompt itself is a few hundred words."""
MAX_SECTIONS = 40
HEAD_KEYS = ("name", "version", "summary", "fields")
SUFFIX = ".txt"
_SECTION = re.compile(r"--- ?(\S*)[ \t]*")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def load_template(name: str | Path, *, fields: Collection[str] | None = None) -> Template:
    """Return the built-in template of that name, or the one in a file; a name with a `/` or a `.` is a path.

    `fields` are those that a strategy will give; a template that needs another is refused.

    >>> load_template("plain").signature
    'plain@1'
    """
    require("name", name, (str, os.PathLike), "the name of a template or a path")
    builtin = builtin_templates()
    if isinstance(name, str) and name in builtin:
        found = builtin[name]
    elif isinstance(name, str) and not {"/", "."} & set(name):
        raise UnknownNameError("prompt", name, builtin)
    else:
        found = _read_file(name)
    missing = [one for one in found.fields if fields is not None and one not in fields]
    if missing:
        given = ", ".join(sorted(fields or ())) or "no field"
        raise InvalidValue(f"prompt {str(name)!r} needs {', '.join(missing)}; here it is given {given}")
    return found


@cache
def builtin_templates() -> Mapping[str, Template]:
    """Return the templates that come with Assay, by name."""
    folder = resources.files("assay.solvers.prompts") / "builtin"
    files = sorted((one for one in folder.iterdir() if one.name.endswith(SUFFIX)), key=lambda one: one.name)
    made = (read_template(one.read_bytes(), one.name, builtin=True) for one in files)
    return {one.name: one for one in made}


def read_template(data: bytes, file: str, *, builtin: bool = False) -> Template:
    """Return the template that a file holds; an error names the file, the line and the field.

    >>> made = read_template(b"--- user\\n{{task}}\\n", "mine.txt")
    >>> made.name, [section.role for section in made.sections]
    ('mine', ['user'])
    """
    lines = _text(data, file).split("\n")
    begins = [at for at, line in enumerate(lines) if _SECTION.fullmatch(line)]
    head = _head(lines[: begins[0] if begins else len(lines)], file)
    parts = pairwise([*begins, len(lines)])
    sections = tuple(_section(lines[begin:end], begin, file) for begin, end in parts)
    _check_order(sections, file)
    used = _used(sections, file)
    stated = tuple(one.strip() for one in head["fields"].split(",")) if head.get("fields") else ()
    _check_fields(stated, used, file)
    name = _name(head, file)
    version = _version(head, file) if builtin else f"sha256-{content_digest(data).hex()[:8]}"
    return Template(name, f"{name}@{version}", head.get("summary", ""), stated, sections)


def _read_file(path: str | Path) -> Template:
    data = read_bytes(os.path.expanduser(path), MAX_BYTES, wrong=lambda why: InvalidValue(f"prompt {why}"))
    return read_template(data, str(path))


def _text(data: bytes, file: str) -> str:
    if len(data) > MAX_BYTES:
        raise InvalidValue(f"{file}: holds more than {MAX_BYTES:,} bytes, which no prompt template needs")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidValue(f"{file}, line {line}: not UTF-8: {error.reason}") from None


def _head(lines: list[str], file: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not line.strip():
            continue
        if not colon or key not in HEAD_KEYS:
            known = ", ".join(HEAD_KEYS)
            raise InvalidValue(
                f"{file}, line {number}: before the first section (--- user) stand 'key: value' lines; "
                f"the keys are {known}, got {line[:80]!r}"
            )
        if key in found:
            raise InvalidValue(f"{file}, line {number}: {key} is given twice")
        found[key] = value
    return found


def _section(lines: list[str], at: int, file: str) -> Section:
    found = _SECTION.fullmatch(lines[0])
    role = found[1] if found else ""
    if role not in ("system", "user", "assistant"):
        raise InvalidValue(f"{file}, line {at + 1}: a section is system, user or assistant, got {role[:40]!r}")
    text = "\n".join(lines[1:])
    line = at + 2 + len(text) - len(text.lstrip("\n"))
    if not text.strip():
        raise InvalidValue(f"{file}, line {at + 1}: the section {role!r} is empty")
    return Section(role, text.strip("\n"), line)


def _check_order(sections: tuple[Section, ...], file: str) -> None:
    """Accept one system message at most, at the beginning, then user and assistant in turn, a user's at the end."""
    if not any(one.role == "user" for one in sections):
        raise InvalidValue(f"{file}: has no section for the user's message: a line '--- user', then its text")
    if len(sections) > MAX_SECTIONS:
        raise InvalidValue(f"{file}: has more than {MAX_SECTIONS} sections")
    turns = [one for number, one in enumerate(sections) if number or one.role != "system"]
    for number, one in enumerate(turns):
        expected = "user" if number % 2 == 0 else "assistant"
        if one.role != expected:
            raise InvalidValue(f"{file}, line {one.line}: the section {one.role!r} stands where {expected!r} belongs")
    if len(turns) % 2 == 0:
        raise InvalidValue(f"{file}, line {turns[-1].line}: the last section must be the user's")


def _used(sections: tuple[Section, ...], file: str) -> dict[str, int]:
    """Return the fields of all sections with the line where each first stands."""
    known, used = known_fields(), dict[str, int]()
    for name, line in _marks(sections):
        if name not in known:
            hint = "" if name else " ('{{{{' stands for two braces)"
            raise InvalidValue(
                f"{file}, line {line}: there is no field {name!r}{hint}; the fields are {', '.join(sorted(known))}"
            )
        used.setdefault(name, line)
    if not {"task", "prompt"} & used.keys():
        raise InvalidValue(f"{file}: the problem is nowhere in it: put {{{{task}}}} into the user's message")
    return used


def _marks(sections: tuple[Section, ...]) -> Iterator[tuple[str, int]]:
    """Yield the name of each field and its line; an empty name for braces that begin no field."""
    for section in sections:
        for found in MARK.finditer(section.text):
            if found[0] != "{{{{":
                yield found[1] or "", section.line + section.text.count("\n", 0, found.start())


def _check_fields(stated: tuple[str, ...], used: Mapping[str, int], file: str) -> None:
    for one in stated:
        if one not in STRATEGY_FIELDS:
            raise InvalidValue(f"{file}: fields: no strategy gives {one!r}; they give {', '.join(STRATEGY_FIELDS)}")
        if one not in used:
            raise InvalidValue(f"{file}: fields: {one!r} is stated, but {{{{{one}}}}} stands nowhere")
    for one, line in used.items():
        if one in STRATEGY_FIELDS and one not in stated:
            raise InvalidValue(
                f"{file}, line {line}: {{{{{one}}}}} is given by strategies: state it in the head, as 'fields: {one}'"
            )


def _name(head: Mapping[str, str], file: str) -> str:
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", Path(file).stem).strip("-._")[:64] or "prompt"
    name = head.get("name", "") or stem
    if not _NAME.fullmatch(name):
        raise InvalidValue(f"{file}: name must be of letters, digits, '.', '_' and '-', got {name[:80]!r}")
    return name


def _version(head: Mapping[str, str], file: str) -> int:
    version = head.get("version", "")
    if not version.isdecimal() or len(version) > 6 or not int(version):
        raise InvalidValue(f"{file}: version must be a whole number from 1 to 999999, got {version[:40]!r}")
    return int(version)
