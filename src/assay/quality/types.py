"""Python types by mypy, an extra: one call for the whole batch, deaf to `type: ignore` and inline configuration."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Mapping

from assay.errors import MissingExtra
from assay.quality.findings import Collector, Finding, FindingKind
from assay.quality.tools import folder, in_parts, output_of, position_of

EXTRA = "types"
_COMMENT = re.compile(r"#[^\n]*+")
_DIRECTIVE = re.compile(r"\btype:\s*+ignore|\bmypy:")
_LINE = re.compile(r"s(\d{6})\.py:(\d+): error: (.*?)(?:  \[([\w-]+)\])?$")


def check(sources: Mapping[int, str]) -> Collector:
    """Return what mypy says about each source, by its number; modules that are not installed are no finding."""
    if sources and importlib.util.find_spec("mypy") is None:
        raise MissingExtra("Checking types", "mypy", EXTRA)
    return in_parts(sources, _check, tool="mypy") if sources else Collector()


def _check(sources: Mapping[int, str]) -> Collector:
    found = Collector()
    files = {f"s{number:06d}.py": deafened(text).encode("utf-8", "replace") for number, text in sources.items()}
    with folder({**files, "empty.ini": b"[mypy]\n"}) as path:
        output = output_of(_command(sorted(files)), cwd=path, files=len(files) * 10, good=(0, 1))
        for line in output.read_text("utf-8", "replace").split("\n"):
            match = _LINE.match(line)
            if match:
                rule = match[4] or "misc"
                finding = Finding("mypy", rule, FindingKind.TYPE, int(match[2]), match[3][:300])
                found.add(position_of(f"s{match[1]}.py"), finding)
    return found


def deafened(text: str) -> str:
    """Return the text with comments that would silence the checker broken, at the same length.

    >>> deafened("x = f()  # type: ignore")
    'x = f()  # type_ ignore'
    """
    return _COMMENT.sub(lambda comment: _DIRECTIVE.sub(_broken, comment[0]), text)


def _broken(directive: re.Match[str]) -> str:
    return directive[0].replace(":", "_")


def _command(files: list[str]) -> list[str]:
    return [
        sys.executable, "-I", "-m", "mypy", "--config-file", "empty.ini", "--no-incremental", "--cache-dir=/dev/null",
        "--ignore-missing-imports", "--follow-imports=silent", "--no-site-packages", "--check-untyped-defs",
        "--show-error-codes", "--no-error-summary", "--no-pretty", "--hide-error-context", "--no-color-output",
        "--scripts-are-modules", "--", *files,
    ]  # fmt: skip
