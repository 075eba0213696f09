"""What people see at 80 and at 160 columns: no line is wider than the terminal, and no word is broken."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

STYLE = re.compile("\x1b\\[[0-9;]*m")
DRAWN = re.compile("[^\n]*\r(?!\n)(?:\x1b\\[K)?|\x1b\\[K")
"""Progress: drawn over by what follows."""
WHOLE = re.compile(r"(?:signature )?\S+")
"""A signature, which is copied as one word: it may be wider than a narrow terminal."""
PROBLEM = """
entry_point = "clamp"
prompt = "def clamp(x, low, high): ..."
reference = "def clamp(x, low, high): return max(low, min(x, high))"
[[cases]]
call = "clamp(5, 0, 10)"
returns = "5"
[[cases]]
call = "clamp(-7, 0, 10)"
returns = "0"
[[wrong]]
name = "unclamped"
source = "def clamp(x, low, high): return x"
"""
CLAMP = '''def clamp(x, low, high):
    """Return x, but not below low nor above high."""
    if x < low:
        return low
    if x > high:
        return high
    return x
'''
NAME = "computational_accuracy_of_programs_and_functions.py"
WORDS = ("correctness", "completeness", "documentation", "computational", "exception", "dataflow", "interval",
         "ZeroDivisionError", "candidates", "language", "dimension", "problems", "properties", "estimated", NAME,
         "suspicions", "descriptors", "capabilities")  # fmt: skip
COMMANDS = {
    "ca": ("ca", "truth", "new", "--no-keep", "--quiet"),
    "calibration": ("calibration",),
    "check": ("check", "mine"),
    "codebleu": ("codebleu", "truth", "new"),
    "doctor": ("doctor",),
    "equiv": ("equiv", "clamp.py", "other.py", "--inputs", "50"),
    "list-benchmarks": ("list", "benchmarks"),
    "list-metrics": ("list", "metrics"),
    "list-runs": ("list", "runs"),
    "list-strategies": ("list", "strategies"),
    "mutate": ("mutate", "clamp.py", "--tests", "test_clamp.py", "--sample", "4", "--quiet"),
    "properties": ("properties", "clamp.py", "--property", "bounded(0, 10)", "--examples", "20"),
    "quality-dir": ("quality", "new"),
    "quality-file": ("quality", f"new/deeply/nested/folder_with_a_long_name/{NAME}"),
    "rate": ("rate", "latest", "--report"),
    "run": ("run", "mine", "-c", "answers.jsonl"),
    "show": ("show", "latest"),
    "show-failed": ("show", "latest", "--failed"),
    "show-problem": ("show", "latest", "--problem", "clamp"),
    "store": ("store", "size"),
}
FAST = ("codebleu", "quality-dir")
NEED_A_RUN = ("calibration", "list-runs", "rate", "show", "show-failed", "show-problem", "store")
BADLY = {"properties": 1}
"""Commands that end with another status than 0."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with long paths, and a run of two candidates."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "mine" / "problems").mkdir(parents=True)
    (folder / "mine" / "benchmark.toml").write_text('name = "mine"\nversion = "7"\n')
    (folder / "mine" / "problems" / "clamp.toml").write_text(PROBLEM)
    (folder / "answers.jsonl").write_text(
        '{"task_id": "clamp", "solution": "def clamp(x, low, high): return x"}\n'
        '{"task_id": "clamp", "solution": "def clamp(x, low, high): return x / 0"}\n'
    )
    (folder / "clamp.py").write_text(CLAMP)
    (folder / "other.py").write_text("def clamp(x, low, high):\n    return min(high, max(x, low)) + 0.0\n")
    (folder / "test_clamp.py").write_text("from clamp import clamp\ndef test(): assert clamp(5, 0, 10) == 5\n")
    for name, text in (("truth", "print(int('0') and 1)\n"), ("new", "print(1 // int('0'))\n")):
        deep = folder / name / "deeply" / "nested" / "folder_with_a_long_name"
        deep.mkdir(parents=True)
        (deep / NAME).write_text(text)
        (folder / name / "short.py").write_text("print(14)\n" if name == "truth" else "print(20)\n")
    return folder


@pytest.fixture(scope="module")
def kept(folder: Path) -> Path:
    """The project, with a run in its store."""
    on_terminal(folder, "160", "run", "mine", "-c", "answers.jsonl", "--quiet")
    return folder


def on_terminal(folder: Path, columns: str, *arguments: str, code: int = 0) -> list[str]:
    """The lines that are left on a terminal so wide, standard error included."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "assay", *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": columns, "LANG": "C.UTF-8"},
    )  # fmt: skip
    os.close(theirs)
    data = b""
    while part := _read(ours):
        data += part
    os.close(ours)
    shown = data.decode("utf-8", "replace").replace("\r\n", "\n")
    assert child.wait(timeout=60) == code, shown
    return DRAWN.sub("", STYLE.sub("", shown)).splitlines()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # the other end is closed
        return b""


def broken_words(lines: list[str]) -> list[str]:
    """The words that end at the end of a line or cell before they are complete, and go on in the next one."""
    text = re.sub(r"[│|]", " ", "\n".join(lines))
    found = []
    for word in WORDS:
        halves = "|".join(
            rf"(?<![\w.]){re.escape(word[:cut])}\s*\n\s*{re.escape(word[cut:])}(?![\w.])" for cut in range(3, len(word))
        )
        found += [word] if re.search(halves, text) else []
    return found


@pytest.mark.parametrize("columns", ["80", pytest.param("160", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "name", [name if name in FAST else pytest.param(name, marks=pytest.mark.slow) for name in COMMANDS]
)
def test_no_line_is_wider_than_the_terminal_and_no_word_is_broken(
    request: pytest.FixtureRequest, folder: Path, name: str, columns: str
) -> None:
    if (name, columns) == ("list-runs", "80"):
        pytest.skip("a row of the list of runs has eight columns, which take more")
    if name in NEED_A_RUN:
        request.getfixturevalue("kept")
    lines = on_terminal(folder, columns, *COMMANDS[name], code=BADLY.get(name, 0))

    assert lines
    assert [line for line in lines if len(line) > int(columns) and not WHOLE.fullmatch(line)] == []
    assert broken_words(lines) == []


def test_a_broken_word_is_found() -> None:
    assert broken_words(["│ correc │", "│ tness │"]) == ["correctness"]
    assert broken_words(["computational", "accuracy", "the correctness"]) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ca", "codebleu", "quality-dir", "mutate"])
def test_a_pipe_gets_paths_and_texts_whole(folder: Path, name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "assay", *COMMANDS[name]], cwd=folder, capture_output=True, timeout=60, check=True,
        env={**os.environ, "COLUMNS": "40", "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    lines = done.stdout.decode().splitlines()

    assert not any("\x1b" in line for line in lines)
    assert name == "mutate" or any(f"folder_with_a_long_name/{NAME}".removesuffix(".py") in line for line in lines)
    assert not any(line.startswith("      ") and name != "codebleu" for line in lines)
