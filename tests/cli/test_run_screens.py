"""What people see of a run: at 80 and at 160 columns, without colours, and in a pipe."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.typed import typed

PROBLEM = """
entry_point = "double"
reference = "def double(x): return 2 * x"
[[cases]]
call = "double({number})"
returns = "{twice}"
[[cases]]
call = "double('{text}')"
returns = "'{text}{text}'"
"""
COUNT = 24
TEXT = "ab" * 45
STYLE = re.compile("\x1b\\[[0-9;]*m")
WHOLE = re.compile(
    r"^(mine:7\||    |\s*(again|next|traceback|reference|difference)? {2,}|\s*\d+  |case \d|python -m|.* show )"
)
"""Lines that may be longer than the terminal: signatures, code, values in full, and commands to copy."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a benchmark, a weak run, and a good and a cheating one after it."""
    folder = tmp_path_factory.mktemp("screens")
    (folder / "mine" / "problems").mkdir(parents=True)
    (folder / "mine" / "benchmark.toml").write_text('name = "mine"\nversion = "7"\n')
    for number in range(COUNT):
        text = PROBLEM.format(number=number, twice=2 * number, text=TEXT)
        (folder / "mine" / "problems" / f"p{number:02}.toml").write_text(text)
    sources = {
        "weak": "def double(x):\n    return x + 1\n",
        "good": "def double(x):\n    y = x + x\n    return 1 / 0 if x == 3 else y\n",
        "cheat": "def double(x): raise SystemExit\n",
    }
    for name, source in sources.items():
        rows = [{"task_id": f"p{number:02}", "solution": source} for number in range(COUNT)]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name in ("cheat", "weak"):
        assert piped(folder, "run", "mine", "-c", f"{name}.jsonl", "--model", name, "--name", name, "-q")
    return folder


def piped(folder: Path, *arguments: str, code: int = 0) -> str:
    done = typed(folder, *arguments)
    assert done.returncode == code, done.stderr
    return done.stdout or done.stderr


def on_terminal(folder: Path, *arguments: str, columns: int, **environment: str) -> str:
    """What the command writes to a terminal of that width."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "assay", *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs,
        stderr=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm", "COLUMNS": str(columns), **environment},
    )  # fmt: skip
    os.close(theirs)
    data = b""
    while part := _read(ours):
        data += part
    os.close(ours)
    assert child.wait(timeout=60) == 0
    return data.decode().replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # the other end is closed
        return b""


COMMANDS = [
    ("show", "weak"),
    ("show", "weak", "--failed"),
    ("show", "weak", "--problem", "P03"),
    ("show", "cheat", "--suspicious"),
    ("list", "runs"),
    ("list", "metrics"),
    ("run", "mine", "-c", "good.jsonl", "--model", "good"),
    ("run", "mine", "-c", "good.jsonl", "-c", "weak.jsonl"),
]


def _marked(command: tuple[str, ...], columns: int) -> object:
    marks = () if columns == 80 and command == COMMANDS[0] else (pytest.mark.slow,)
    return pytest.param(command, columns, marks=marks, id=f"{columns} {' '.join(command)}")


@pytest.mark.parametrize(
    ("command", "columns"), [_marked(command, columns) for columns in (80, 160) for command in COMMANDS]
)
def test_lines_fit_the_terminal(folder: Path, command: tuple[str, ...], columns: int) -> None:
    shown = STYLE.sub("", on_terminal(folder, *command, columns=columns)).split("\n")

    assert [line for line in shown if len(line) > columns and not WHOLE.match(line)] == []
    assert not set("│┃┏━╇") & set("".join(shown))


def test_a_run_says_the_score_first_and_the_change_last(folder: Path) -> None:
    lines = piped(folder, "run", "mine", "-c", "good.jsonl", "--model", "weak").splitlines()

    score = next(number for number, line in enumerate(lines) if line.startswith("pass@1  95.8 %"))
    assert lines[score + 1] == "23 passed · 1 crashed"
    assert lines[score + 3].split(maxsplit=1) == ["p03", "double(3)  ZeroDivisionError: division by zero"]
    assert any(line.startswith("+95.8 points against run ") and "): better" in line for line in lines)
    assert len(lines) <= 18


@pytest.mark.slow
def test_failures_come_in_pages_on_a_terminal_and_all_of_them_in_a_pipe(folder: Path) -> None:
    first = STYLE.sub("", on_terminal(folder, "show", "weak", columns=100))
    second = STYLE.sub("", on_terminal(folder, "show", "weak", "--page", "2", columns=100))
    whole = piped(folder, "show", "weak")

    assert [len(re.findall(r"^p\d\d ", text, re.MULTILINE)) for text in (first, second, whole)] == [20, 4, 24]
    assert "page 1 of 2   " in first
    assert "--page 2" in first
    assert "--page: there are 2 pages, got 3" in piped(folder, "show", "weak", "--page", "3", code=2)


@pytest.mark.slow
def test_without_colours_a_terminal_gets_none_and_keeps_its_width(folder: Path) -> None:
    plain = on_terminal(folder, "show", "weak", columns=80, NO_COLOR="1")
    coloured = on_terminal(folder, "show", "weak", columns=80)

    assert "\x1b" not in plain
    assert STYLE.sub("", coloured) == plain
    assert "\x1b[31m23 failed\x1b[0m" in coloured


def test_one_problem_in_full(folder: Path) -> None:
    piped(folder, "run", "mine", "-c", "good.jsonl", "--name", "one", "-q")
    lines = piped(folder, "show", "one", "--problem", "P03").splitlines()

    assert lines[0] == "p03 · attempt 0 · crashed · 1 of 2 cases passed"
    assert lines[4:6] == ["  3      return 1 / 0 if x == 3 else y", "         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"]
    assert "case 0  double(3)  expected 6  ZeroDivisionError: division by zero" in lines
    assert "reference     def double(x): return 2 * x" in lines
    assert lines[-2].startswith("again ")
    assert "Did you mean 'p03'?" in piped(folder, "show", "one", "--problem", "p033", code=2)


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [(("--page", "1", "--all"), "--page"), (("--failed", "--suspicious"), "--suspicious"), (("--steps",), "--steps")],
)
def test_flags_that_do_not_go_together_are_refused(folder: Path, flags: tuple[str, ...], complaint: str) -> None:
    assert piped(folder, "show", "weak", *flags, code=2).startswith(f"assay: {complaint}: ")


@pytest.mark.slow
def test_quiet_is_one_line_a_run(folder: Path) -> None:
    one = piped(folder, "run", "mine", "-c", "good.jsonl", "--model", "good", "-q")
    two = piped(folder, "run", "mine", "-c", "good.jsonl", "-c", "weak.jsonl", "-q")

    assert re.fullmatch(r"pass@1  95.8 %   \d\d\.\d – \d\d\.\d   24 of 24 problems   run [0-9a-f]{8}   good\n", one)
    assert two.count("\n") == 2


def test_runs_side_by_side_name_the_problems_they_disagree_on(folder: Path) -> None:
    text = piped(folder, "run", "mine", "-c", "good.jsonl", "-c", "weak.jsonl")

    assert "they disagree on 23 problems" in text
    assert re.search(r"^  p00 +P +F +double\(0\) +expected 0, got 1$", text, re.MULTILINE)
    assert re.search(r"^good +23 passed · 1 crashed$", text, re.MULTILINE)
    assert "\n  P passed, F failed, C crashed\n" in text
    assert "  13 more" in text
    assert text.count("pass@1") == 1


def test_every_list_has_a_header_and_times_have_a_zone(folder: Path) -> None:
    runs = piped(folder, "list", "runs").splitlines()

    assert runs[0].split()[:5] == ["run", "score", "benchmark", "model", "problems"]
    assert re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d [A-Z+\-0-9]+", runs[1])
    assert piped(folder, "list", "metrics").split()[:2] == ["name", "what"]


def test_a_model_is_named_by_its_file_with_all_dots(folder: Path) -> None:
    for name in ("gpt-4.jsonl", "gpt-3.5.jsonl"):
        (folder / name).write_bytes((folder / "good.jsonl").read_bytes())

    text = piped(folder, "run", "mine", "-c", "gpt-4.jsonl", "-c", "gpt-3.5.jsonl", "--problems", "p00")

    assert re.search(r"^[0-9a-f]{8}  gpt-3\.5  ", text, re.MULTILINE)
    assert " gpt-3.5 " in piped(folder, "list", "runs")
    assert text.count("without a candidate") == 0


def test_problems_without_a_candidate_are_told_once(folder: Path) -> None:
    (folder / "few.jsonl").write_text("\n".join((folder / "good.jsonl").read_text().splitlines()[:2]))
    (folder / "most.jsonl").write_text("\n".join((folder / "good.jsonl").read_text().splitlines()[:-1]))

    few = piped(folder, "run", "mine", "-c", "few.jsonl")
    most = piped(folder, "run", "mine", "-c", "most.jsonl")

    assert few.count("without a candidate") == 1
    assert "  22 without a candidate" in few
    assert "  1 without a candidate\n" in most
    assert "note  without a candidate: 'p23'\n" in most


@pytest.mark.parametrize("columns", [40, 80])
def test_a_list_of_runs_keeps_ids_and_names_whole(folder: Path, columns: int) -> None:
    name = "a name that is typed again"
    piped(folder, "run", "mine", "-c", "good.jsonl", "--name", name, "--label", "shots=3", "--problems", "p00", "-q")

    lines = STYLE.sub("", on_terminal(folder, "list", "runs", columns=columns)).split("\n")

    assert [line for line in lines if len(line) > columns] == []
    assert any(name in line for line in lines)


def test_a_list_of_failures_begins_with_one_line_of_score(folder: Path) -> None:
    for flag in ("--failed", "--suspicious"):
        lines = piped(folder, "show", "cheat", flag).splitlines()

        assert lines[0].startswith("pass@1  0.0 % ")
        assert lines[1] == ""
        assert lines[2].startswith(("p00", "problem"))


def test_a_problem_that_is_not_there_is_answered_in_a_short_line(folder: Path) -> None:
    near = piped(folder, "show", "cheat", "--problem", "p0x", code=2)
    far = piped(folder, "show", "cheat", "--problem", "something else", code=2)

    assert "Did you mean 'p" in near
    assert "It has" not in near
    assert far.rstrip().endswith("It has p00, p01, p02, p03, p04 and 19 more.")
