"""`assay quality`: files, folders and standard input, tables and JSON, thresholds, and names that mean harm."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from assay.cli.quality import QualityOptions, run
from assay.errors import InvalidValue
from assay.quality.records import quality_weights

GOOD = '''def factorial(n: int) -> int:
    """Calculate factorial of n using recursion"""
    if n < 0:
        raise ValueError("Input must be non-negative")
    if n == 0 or n == 1:
        return 1
    return n * factorial(n - 1)

assert factorial(5) == 120
'''


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.py"
    path.write_text(GOOD)
    return path


def test_a_file_is_shown_with_bars_and_reasons(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = run(QualityOptions(str(good)))
    shown = capsys.readouterr().out

    assert status == 0
    lines = shown.splitlines()
    assert lines[0].startswith("quality 0.80   form 0.80 pass")
    assert str(good) in "\n".join(lines[:2])
    assert "documentation  0.80 ########" in shown
    assert "   cost  score  dimension       why" in lines
    assert "−  0.50  form   error handling  no error is caught" in lines
    assert lines[-1].startswith("signature quality:1|weights:0.3,0.25,0.2,0.1,0.1,0.05|threshold:0.7|assay:")


def test_json_holds_everything(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(QualityOptions(str(good), as_json=True, task="a function `factorial(n)`", analyse=True))
    data = json.loads(capsys.readouterr().out)

    assert data["files"][0]["overall"] == 0.8
    assert data["files"][0]["wishes"][0] == {"kind": "name", "text": "factorial", "found": True, "line": 1}
    assert data["analysis"]["snippets"][0]["shape"]["cyclomatic"] == 4
    assert data["scores"][0] == {"metric": "form", "value": 0.8, "n": 1, "interval": None}


def test_standard_input_is_read_and_its_language_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    run(QualityOptions("-"))

    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split() == ["quality", "0.80", "form", "0.80", "pass", "-"]
    assert any(line.startswith("  python: 1 function") for line in shown)


def test_a_folder_is_one_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text(GOOD)
    (tmp_path / "b.rs").write_text("fn f() -> i32 { 1 }\n")
    (tmp_path / "notes.txt").write_text("none\n")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "c.py").write_text(GOOD)
    (tmp_path / "loop").symlink_to(tmp_path)
    run(QualityOptions(str(tmp_path), as_json=True))
    data = json.loads(capsys.readouterr().out)

    assert [(Path(file["name"]).name, file["language"]) for file in data["files"]] == [
        ("a.py", "python"),
        ("b.rs", "rust"),
    ]
    assert data["scores"][0]["n"] == 2


def test_a_folder_has_one_line_a_file_with_a_heading_and_the_worst_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deep = tmp_path / "a_folder_with_a_long_name" / "computational_accuracy_of_programs_and_functions.py"
    deep.parent.mkdir()
    deep.write_text(GOOD)
    (tmp_path / "bad.py").write_text("def f(x):\n    try:\n        return x\n    except:\n        pass\n")
    run(QualityOptions(str(tmp_path)))
    lines = capsys.readouterr().out.splitlines()

    head = lines.index("quality  form        file")
    assert lines[0].endswith("2 files, 2 of them pass")
    assert lines[head + 1 : head + 3] == [f"   0.20  0.72  pass  {tmp_path / 'bad.py'}", f"   0.80  0.80  pass  {deep}"]
    assert any(line.endswith("bad.py, line 4: swallows the error   except:") for line in lines)
    assert any(line.endswith(" more: --json lists all of them") for line in lines)


def test_the_name_of_a_file_changes_nothing_but_the_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.py", "test_b.py", "conftest.py", "c d.py", "__init__.py", "é.py"):
        (tmp_path / name).write_text(GOOD)
    run(QualityOptions(str(tmp_path), as_json=True))
    files = json.loads(capsys.readouterr().out)["files"]

    assert len(files) == 6
    assert all({**file, "name": ""} == {**files[0], "name": ""} for file in files)


@pytest.mark.parametrize(("fail_under", "status"), [(None, 0), (0.8, 0), (0.81, 1)])
def test_fail_under_gives_the_exit_status(good: Path, fail_under: float | None, status: int) -> None:
    assert run(QualityOptions(str(good), fail_under=fail_under)) == status


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (QualityOptions("/nowhere/at/all.py"), "cannot be read: No such file"),
        (QualityOptions("-", fail_under=2.0), "--fail-under must be from 0 to 1"),
        (QualityOptions("-", threshold=3.0), "pass_threshold: must be a number from 0 to 1"),
        (QualityOptions("-", weights="1,2"), "--weights: weights must be six numbers"),
        (QualityOptions("-", weights="a,b,c,d,e,f"), "--weights: weights must be six numbers"),
        (QualityOptions("-", weights="1,1,1,1,1,1"), "--weights: weights must sum to 1"),
    ],
)
def test_mistakes_are_named(options: QualityOptions, message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        run(options)


def test_an_empty_folder_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="holds no file whose name says"):
        run(QualityOptions(str(tmp_path)))


def test_weights_are_in_the_order_of_the_report() -> None:
    assert quality_weights("0.3,0.25,0.2,0.1,0.1,0.05") == {
        "correctness": 0.3, "completeness": 0.25, "code_quality": 0.2,
        "documentation": 0.1, "error_handling": 0.1, "testing": 0.05,
    }  # fmt: skip


def test_nothing_in_the_code_reaches_the_terminal_as_a_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evil\x1b[31m.py"
    path.write_text("x = '\x1b]0;title\x07'\nimport \x1b[2Jos\n")
    run(QualityOptions(str(path), analyse=True, language="python"))

    assert "\x1b" not in capsys.readouterr().out


def test_another_threshold_passes_and_fails(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(QualityOptions(str(good), threshold=0.9))

    assert "form 0.80 fail" in capsys.readouterr().out


def test_imports_outside_of_the_allow_list_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.py"
    path.write_text("import numpy\nprint(numpy)\n")
    run(QualityOptions(str(path), allow=("requests",)))

    assert "line 1: import of numpy, which is not installed or not allowed" in capsys.readouterr().out


def test_a_language_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text("x = 1\n")

    with pytest.raises(InvalidValue, match=r"--language: .*'zzz'"):
        run(QualityOptions(str(path), language="zzz"))
