"""Hostile patches as data: one file each, with what it does and what must come of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assay.records import Verdict
from assay.repositories.recipes import Runner
from tests.repositories.small import BASE, Small, patch

FOLDER = Path(__file__).parent / "patch_files"


@dataclass(frozen=True, slots=True)
class HostilePatch:
    """One hostile patch."""

    name: str
    text: str
    verdicts: tuple[Verdict, ...]
    runner: Runner
    suspicion: str
    """A kind of suspicion that the trial must have; empty: it need have none."""


def load() -> list[HostilePatch]:
    """All of them, by name."""
    return [_read(path) for path in sorted(FOLDER.iterdir()) if path.suffix in (".py", ".diff")]


def _read(path: Path) -> HostilePatch:
    said, body = dict[str, str](), list[str]()
    for line in path.read_text().splitlines(keepends=True):
        key, colon, value = line.removeprefix("# ").partition(": ")
        if not body and colon and key in ("what", "file", "runner", "verdict", "suspicion"):
            said[key] = value.strip()
        else:
            body.append(line)
    text, runner = "".join(body), Runner(said.get("runner", "pytest"))
    if path.suffix == ".py":
        text = _placed(text, said["file"], runner)
    verdicts = tuple(Verdict(one) for one in said["verdict"].split(","))
    return HostilePatch(path.stem, text, verdicts, runner, said.get("suspicion", ""))


def _placed(code: str, file: str, runner: Runner) -> str:
    """The patch that puts code into a file: behind what is there, except in files of tests."""
    files = Small.of(runner).files
    before = files.get(file, "") if file.endswith(("__init__.py", "conftest.py", ".cfg")) else ""
    return patch(files or BASE, {file: before + code})
