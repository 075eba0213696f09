"""Python by ruff: one call for the whole batch, deaf to the candidates' own comments and configuration."""

from __future__ import annotations

import json
from collections.abc import Mapping

from assay.errors import Fault
from assay.quality.findings import Collector, Finding, FindingKind
from assay.quality.tools import folder, in_parts, output_of, position_of

SELECTED = ("F", "E", "W", "B", "S", "A", "C4", "ERA", "PLE", "PLW", "RET", "SIM", "N")
IGNORED = ("S101", "W292", "W391")
"""Assertions are wanted here; the end of a file means nothing in a snippet."""
TARGET = "py311"

_CRASH = ("E9", "F82", "F70", "F63", "PLE", "invalid-syntax")
_BUG = ("F", "B", "PLW")


def version() -> str:
    """Return the installed ruff's version, for signatures."""
    from importlib.metadata import version as installed

    return installed("ruff")


def lint(sources: Mapping[int, str], *, binary: str | None = None) -> Collector:
    """Return what ruff says about each source, by its number; `binary` is another ruff than the installed one."""
    if not sources:
        return Collector()
    program = binary or _program()
    return in_parts(sources, lambda part: _lint(part, program), tool="ruff")


def _lint(sources: Mapping[int, str], binary: str) -> Collector:
    found = Collector()
    files = {f"s{number:06d}.py": text.encode("utf-8", "replace") for number, text in sources.items()}
    with folder(files) as path:
        lines = output_of(_command(binary), cwd=path, files=len(files))
        with lines.open(encoding="utf-8") as output:
            for line in output:
                _collect(json.loads(line), found)
    return found


def _program() -> str:
    from ruff import find_ruff_bin  # type: ignore[import-untyped]  # ruff has no types

    try:
        return str(find_ruff_bin())
    except FileNotFoundError as error:
        raise Fault(f"ruff is installed without its program: {error}") from None


def _command(binary: str) -> list[str]:
    return [
        binary, "check", "--isolated", "--no-cache", "--ignore-noqa", "--no-fix", "--exit-zero", "--quiet",
        "--no-respect-gitignore", "--output-format", "json-lines", "--target-version", TARGET, "--line-length", "99",
        "--select", ",".join(SELECTED), "--ignore", ",".join(IGNORED), ".",
    ]  # fmt: skip


def _collect(row: dict[str, object], found: Collector) -> None:
    code = str(row.get("code") or "invalid-syntax")
    place = row.get("location")
    line = place.get("row", 1) if isinstance(place, dict) else 1
    finding = Finding("ruff", code, kind_of(code), int(line), str(row.get("message", ""))[:300])
    found.add(position_of(str(row["filename"])), finding)


def kind_of(code: str) -> FindingKind:
    """Return how much a rule of ruff matters.

    >>> [str(kind_of(code)) for code in ("F821", "F401", "S307", "E501")]
    ['crash', 'bug', 'security', 'style']
    """
    if code.startswith(_CRASH):
        return FindingKind.CRASH
    if code.startswith("S") and code[1:2].isdigit():
        return FindingKind.SECURITY
    return FindingKind.BUG if code.startswith(_BUG) else FindingKind.STYLE
