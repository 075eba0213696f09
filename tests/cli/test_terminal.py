"""Text of candidates and models on a terminal: shown by every command, obeyed by none."""

from __future__ import annotations

import json
import os
import pty
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.typed import typed

HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b5m\x08\u202e\x1b[8m[red]x[/red][link=a]"
STYLE = re.compile("\x1b\\[[0-9;]*m")
OBEYED = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\r(?!\r?\n)")
PROBLEM = """
entry_point = "double"
reference = "def double(x): return 2 * x"
[[cases]]
call = "double(2)"
returns = "4"
"""
SOURCES = (
    f"def double(x): raise ValueError({HOSTILE!r})",
    f"def double(x): return {HOSTILE!r}",
    f"import sys\ndef double(x):\n    print({HOSTILE!r}, file=sys.stderr)\n    return x  # {HOSTILE}",
    f"class {{}}\n# {HOSTILE}\n",
    f"raise type({HOSTILE!r}, (Exception,), {{}})",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in which everything that a model can name or say is hostile."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "mine" / "problems").mkdir(parents=True)
    (folder / "mine" / "benchmark.toml").write_text('name = "mine"\nversion = "7"\n')
    (folder / "mine" / "problems" / "double.toml").write_text(PROBLEM)
    rows = [{"task_id": "double", "solution": source} for source in SOURCES]
    rows.append({"task_id": f"unknown {HOSTILE}", "solution": "x"})
    (folder / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name, text in (("truth", "print(1)\n"), ("new", f"import sys\nsys.exit({HOSTILE!r})\n")):
        (folder / name).mkdir()
        for file in ("a", f"b{HOSTILE}".replace("/", "")):
            (folder / name / f"{file}.py").write_text(text)
    flags = ("--model", f"m {HOSTILE}", "--name", f"n {HOSTILE}", "--quiet")
    on_terminal(folder, "run", "mine", "-c", "c.jsonl", *flags)
    return folder


def on_terminal(folder: Path, *arguments: str, code: int = 0) -> str:
    """What the command writes to a terminal, standard error included, when it ends with that status."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "assay", *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "200", "ASSAY_WORKERS": "1"},
    )  # fmt: skip
    os.close(theirs)
    data = b""
    while part := _read(ours):
        data += part
    os.close(ours)
    shown = data.decode("utf-8", "replace")
    assert child.wait(timeout=60) == code, shown
    return shown


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # the other end is closed
        return b""


def piped(folder: Path, *arguments: str) -> str:
    done = typed(folder, *arguments)
    return done.stdout + done.stderr


COMMANDS = [
    ("list", "runs"),
    ("list", "runs", "--json"),
    ("show", "latest"),
    ("show", "latest", "--failed"),
    ("show", "latest", "--problem", "double"),
    ("show", "latest", "--problem", "double", "--json"),
    ("report", "latest", "--format", "csv"),
    ("report", "latest", "--format", "markdown"),
    ("export", "latest", "--format", "jsonl"),
    ("export", "latest", "--format", "humaneval"),
    ("rescore", "latest"),
    ("replay", "latest", "double"),
    ("ca", "truth", "new", "--no-keep", "--quiet"),
    ("ca", "truth", "new", "--no-keep", "--json"),
    ("quality", "new"),
    ("quality", f"new/b{HOSTILE}.py".replace("[/", "[")),
    ("codebleu", "truth", "new"),
    ("codebleu", "truth", "new", "--json"),
]
REFUSED = [
    ("run", "mine", "-c", f"no such {HOSTILE}"),
    ("show", f"no such {HOSTILE}"),
    ("check", f"no such {HOSTILE}"),
]


def _marked(command: tuple[str, ...]) -> object:
    marks = (pytest.mark.slow,) if {"--json", "jsonl", "humaneval", "rescore"} & set(command) else ()
    return pytest.param(command, marks=marks)


@pytest.mark.parametrize(
    "command", list(map(_marked, [*COMMANDS, *REFUSED])), ids=lambda command: ascii(" ".join(command)[:40])
)
def test_a_terminal_gets_nothing_to_obey(folder: Path, command: tuple[str, ...]) -> None:
    shown = STYLE.sub("", on_terminal(folder, *command, code=2 if command in REFUSED else 0))

    assert OBEYED.findall(shown) == []
    assert shown.strip()


@pytest.mark.parametrize("command", [("show", "latest", "--problem", "double"), ("ca", "truth", "new", "--no-keep"),
                                     ("codebleu", "truth", "new"), ("quality", "new"), ("list", "runs", "--json"),
                                     ("run", "mine", "-c", f"no such {HOSTILE}")])  # fmt: skip
def test_a_page_for_people_is_as_harmless_in_a_pipe(folder: Path, command: tuple[str, ...]) -> None:
    shown = piped(folder, *command)

    assert OBEYED.findall(shown) == []
    assert "x1b" in shown or "u001b" in shown


def test_markup_is_shown_as_it_is(folder: Path) -> None:
    assert "[red]x[/red][link=a]" in on_terminal(folder, "show", "latest", "--problem", "double")


def test_a_file_keeps_what_the_candidate_wrote_but_csv_which_people_print(folder: Path) -> None:
    piped(folder, "report", "latest", "--output", "out.csv")
    rows = piped(folder, "export", "latest", "--format", "jsonl").splitlines()
    table = (folder / "out.csv").read_bytes().decode()

    assert "owned" in table
    assert not set(HOSTILE) & set(table) - set(string.printable)
    assert json.loads(rows[2])["candidate"]["source"] == SOURCES[2]
