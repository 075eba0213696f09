"""`assay mutate`, as typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli.main import main

CLAMP = "def clamp(x, low, high):\n    if x < low:\n        return low\n    return high if x > high else x\n"
TESTS = """\
from clamp import clamp


def test_clamp():
    assert clamp(5, 0, 10) == 5
    assert clamp(-1, 0, 10) == 0
"""


def typed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    shown = capsys.readouterr()
    return int(ended.value.code or 0), shown.out, shown.err


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clamp.py").write_text(CLAMP)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_clamp.py").write_text(TESTS)
    return tmp_path


def test_a_file_and_its_tests(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("mutate", "clamp.py", "--tests", "tests", "--operators", "comparison", "--fail-under", "0.9")
    code, text, _ = typed(capsys, *arguments)

    assert code == 1
    first, second, *rest = text.splitlines()
    head = "mutation score 50.0 %   15.0 – 85.0   2 of 4 mutants killed, 1 test"
    assert first == f"{head}{'clamp.py':>{100 - len(head)}}"
    assert second == "2 killed · 2 survived"
    assert rest[0].split() == ["mutant", "line", "change", "what", "would", "notice", "it"]
    assert rest[1].startswith("  survives  2     if x < low   →   if x <= low  ")
    assert rest[1].endswith("  missing test: assert clamp(0, 0, -1) == -1")
    assert "return high if x >= high else x  no difference found in 1," in rest[2]


def test_a_list_of_mutants_runs_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "mutate", "clamp.py", "--list", "--operators", "comparison")
    _, data, _ = typed(capsys, "mutate", "clamp.py", "--list", "--sample", "2", "--json")

    assert code == 0
    assert "-    if x < low:\n+    if x <= low:" in text
    assert text.endswith("4 mutants\n")
    assert len(json.loads(data)["mutants"]) == 2


def test_json_has_everything(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(
        capsys,
        "mutate",
        "clamp.py",
        "--tests",
        "tests",
        "--no-triage",
        "--matrix",
        "--json",
        "--operators",
        "comparison",
    )

    data = json.loads(text)
    assert code == 0
    assert data["counts"]["killed"] == 2
    assert data["tests"] == ["tests/test_clamp.py::test_clamp"]
    assert data["mutants"][0]["diff"].startswith("--- ")


def test_the_tests_of_a_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(
        capsys,
        "mutate",
        "--benchmark",
        "starter",
        "--limit",
        "2",
        "--operators",
        "comparison,arithmetic",
        "--no-triage",
    )

    assert code == 0
    assert text.startswith("mutation score ")
    assert text.splitlines()[0].split()[-5:] == ["mutants", "killed,", "2", "problems", "starter"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a FILE"),
        (("clamp.py",), "say what is to notice the mutants"),
        (("clamp.py", "--benchmark", "starter"), "cannot be given together"),
        (("nothing.py", "--tests", "tests"), "FILE: 'nothing.py' is no file"),
        (("clamp.py", "--tests", "nothing"), "--tests: 'nothing' does not exist"),
        (("clamp.py", "--tests", "tests", "--operators", "aritmetic"), "Did you mean 'arithmetic'"),
        (("clamp.py", "--tests", "tests", "--fail-under", "2"), "--fail-under must be from 0 to 1"),
        (("clamp.py", "--tests", "tests", "--python", "/nothing"), "--python: no interpreter"),
        (("clamp.py", "--tests", "tests", "--within", "other"), "no function named 'other'"),
        (("--benchmark", "starter", "--list"), "--list needs a FILE"),
    ],
)
def test_mistakes_are_named(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    code, _, error = typed(capsys, "mutate", *arguments)

    assert code == 2
    assert message in error


def test_tests_that_fail_have_no_score(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tests" / "test_clamp.py").write_text(TESTS.replace("== 5", "== 6"))

    code, text, error = typed(capsys, "mutate", "clamp.py", "--tests", "tests")

    assert (code, text) == (2, "")
    assert "the tests fail without any mutant: tests/test_clamp.py::test_clamp: assert 5 == 6" in error
