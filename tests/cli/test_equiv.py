"""`assay equiv`, as typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli.main import main

FILES = {
    "a.py": "def sort(x: list[int]) -> list[int]:\n    return sorted(set(x))\n",
    "b.py": "def sort(x: list[int]) -> list[int]:\n    return sorted(x)\n",
    "two.py": "def sort(x): return x\ndef other(x): return x\n",
    "three.py": "def sort(x): return x\ndef other(x): return x\n",
    "program.py": "print(abs(int(input())))\n",
    "right.py": "print(int(input()))\n",
    "main.c": '#include <stdio.h>\nint main() { int x; scanf("%d", &x); printf("%d\\n", x < 0 ? -x : x); return 0; }\n',
    "broken.py": "def sort(\n",
    "input.txt": "5\n",
    "calls.txt": "sort([4, 4])\n",
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)


def typed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["equiv", *arguments])
    shown = capsys.readouterr()
    return int(ended.value.code or 0), shown.out, shown.err


def test_functions_that_differ(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "a.py", "b.py")

    assert code == 0
    first, second, *rest = text.splitlines()
    assert first == "differs on sort([0, 0]): a.py gives [0], b.py gives [0, 0]"
    assert second.startswith("found after ")
    assert rest == ["", "def test_sort():", "    assert sort([0, 0]) == [0, 0]"]


def test_functions_that_do_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "b.py", "b.py", "--inputs", "40", "--fail-if-different")

    assert code == 0
    assert text.startswith("no difference in ")


def test_a_strategy_is_the_only_source_of_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    strategy = "lists(integers(0, 99), unique=True)"
    _, text, _ = typed(capsys, "a.py", "b.py", "--strategy", strategy, "--inputs", "40")

    assert text.startswith("no difference in ")


def test_a_difference_can_fail(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "a.py", "b.py", "--given", "calls.txt", "--fail-if-different", "--json")

    assert code == 1
    found = json.loads(text)
    assert (found["different"], found["candidate_file"], found["reference_file"]) == (True, "a.py", "b.py")


def test_programs_by_their_example(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(
        capsys, "program.py", "right.py", "--example", "input.txt", "--inputs", "50", "--seconds", "1min"
    )

    assert code == 0
    assert text.splitlines()[0] == "differs on input '-1\\n': program.py prints '1', right.py prints '-1'"
    assert "def test_program():" in text


def test_programs_of_two_languages_by_a_grammar(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, error = typed(capsys, "main.c", "right.py", "--grammar", "int(-9..9)", "--seconds", "1min")
    if "not found" in error:
        pytest.skip(error)

    assert code == 0
    assert text.splitlines()[0] == "differs on input '-1\\n': main.c prints '1', right.py prints '-1'"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["a.py", "nothing.py"], "'nothing.py' is no file that can be read"),
        (["a.py", "input.txt"], "no language has the suffix '.txt'"),
        (["two.py", "three.py"], "--entry: entry_point must be given"),
        (["broken.py", "b.py"], "broken.py: the source cannot be read as Python"),
        (
            ["a.py", "b.py", "--entry", "sort", "--grammar", "int(1..2)"],
            "--entry is about functions and --grammar about",
        ),
        (["main.c", "right.py", "--given", "f(1)"], "--given is about functions in Python, and 'main.c' is in c"),
        (["a.py", "b.py", "--given", "f(1)"], "--given: 'f(1)' is a call of 'f', and the function is 'sort'"),
        (["a.py", "b.py", "--given", "sort(x)"], "--given: the arguments of an input must be literals"),
        (["a.py", "b.py", "--strategy", "lists(open('x'))"], "--strategy: "),
        (["a.py", "b.py", "--grammar", "int("], "--grammar: grammar: expected a number or a name"),
        (["a.py", "b.py", "--program", "--example", "nothing"], "--example: nothing: cannot be read"),
        (["a.py", "b.py", "--seconds", "soon"], "--seconds: "),
    ],
)
def test_mistakes(capsys: pytest.CaptureFixture[str], arguments: list[str], says: str) -> None:
    code, text, error = typed(capsys, *arguments)

    assert (code, text) == (2, "")
    assert says in error
