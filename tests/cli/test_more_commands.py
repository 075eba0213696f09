"""`assay codebleu`, `assay quality`, `assay rate` and `assay ca`, as typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli.main import main
from assay.quality.human import HumanEvaluationScore, Rating
from assay.records import Candidate, Trial, Verdict
from assay.spec import Run, RunState
from assay.store.sql import SqlStore

ADD = 'def add(a, b):\n    """The sum of both."""\n    return a + b\n'
CREATED = "2026-01-01T00:00:00+00:00"
VERDICTS = (Verdict.PASSED, Verdict.PASSED, Verdict.PASSED, Verdict.CRASHED, Verdict.FAILED)
SUB = "def add(a, b):\n    return a - b\n"


def typed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    shown = capsys.readouterr()
    return int(ended.value.code or 0), shown.out, shown.err


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("truth/m.py", ADD), ("new/m.py", SUB), ("truth/only.py", ADD)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_codebleu_of_two_folders(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "codebleu", "truth", "new")
    _, data, _ = typed(capsys, "codebleu", "truth", "new", "--json")

    assert code == 0
    assert "Similarity is not correctness" in text
    assert "without prediction  only.py" in text
    assert 0 < json.loads(data)["mean"] < 1


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["--fail-under", "0.99"], 1, "below 0.99"),
        (["--profile", "loose"], 2, "No CodeBLEU profile is named 'loose'"),
        (["--weights", "1,1,1,1"], 2, "weights must sum to 1"),
        (["--weights", "a"], 2, "--weights"),
        (["--language", "klingon"], 2, "klingon"),
    ],
)
def test_codebleu_says_what_is_wrong(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, complaint: str
) -> None:
    ended, _, errors = typed(capsys, "codebleu", "truth/m.py", "new/m.py", *arguments)

    assert (ended, complaint in errors) == (code, True)


def test_quality_of_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, data, _ = typed(capsys, "quality", "truth/m.py", "--json")
    below, _, _ = typed(capsys, "quality", "truth/m.py", "--fail-under", "1")

    assert (code, below) == (0, 1)
    assert set(json.loads(data)["files"][0]["dimensions"]) >= {"correctness", "testing"}


def test_ratings_are_kept_and_shown(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqlStore(folder / ".assay" / "assay.db")
    store.add_run(Run("r1", "mine", "1", created="2026-01-01T00:00:00+00:00", state=RunState.FINISHED))
    store.add_trials("r1", [(0, Trial("p/1", Candidate(ADD), Verdict.PASSED))])
    store.close()
    grades = iter(["5", "4", "3", "4", "fine"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(grades))

    code, text, _ = typed(capsys, "rate", "r1", "--rater", "ann")
    _, data, _ = typed(capsys, "rate", "r1", "--report", "--json")

    assert code == 0
    assert "1 candidate graded by ann" in text
    assert "0.82" in data

    row = {"candidate": "p/1#0", "rater": "bob", "correctness": 1, "completeness": 1, "edge_case_handling": 1}
    (folder / "given.jsonl").write_text(json.dumps({**row, "code_quality": 1}))
    code, text, _ = typed(capsys, "rate", "r1", "--load", "given.jsonl")
    _, data, _ = typed(capsys, "rate", "r1", "--report", "--json")

    assert (code, text) == (0, "1 ratings of run r1 taken from given.jsonl\n")
    assert {each["rater"]: each["run"] for each in json.loads(data)["ratings"]} == {"ann": "r1", "bob": "r1"}


def test_what_people_say_stands_beside_the_verdicts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = SqlStore(folder / ".assay" / "assay.db")
    for name, grades in (("r1", "5511"), ("r2", "4421")):
        store.add_run(Run(name, "mine", "1", created=CREATED, state=RunState.FINISHED, model="m\x1b"))
        trials = [Trial(f"p/{place}", Candidate(ADD), verdict) for place, verdict in enumerate(VERDICTS)]
        store.add_trials(name, list(enumerate(trials)))
        for place, grade in enumerate(map(int, grades)):
            score = HumanEvaluationScore(grade, grade, grade, grade)
            store.add_rating(Rating(f"p/{place}#0", "ann", score, CREATED, name).as_dict())
    store.close()

    code, text, _ = typed(capsys, "rate", "r1", "--report")
    _, data, _ = typed(capsys, "rate", "r1", "--report", "--json")

    assert code == 0
    lines = text.splitlines()
    assert lines[0].split() == ["by", "verdicts", "60.0", "%", "23.1", "–", "88.2", "%", "5", "problems"]
    assert lines[1].split() == ["by", "people", "50.0", "%", "15.0", "–", "85.0", "%", "4", "problems", "graded"]
    assert lines[2].split() == ["by", "both", "35.0", "%", "0.0", "–", "100.0", "%", "5", "problems,", "4", "graded"]
    assert "People pass a candidate whose mean correctness is 4 or more." in lines
    assert "people and verdicts agree on 3 of 4 candidates, kappa 0.50" in lines
    assert "  1 passed by verdict only, 0 by people only" in lines
    assert max(map(len, lines)) <= 80
    assert [line.partition(": ")[2] for line in lines if line.startswith("strength")] == ["r1 · m\\x1b", "r2 · m\\x1b"]
    opinions = json.loads(data)["opinions"]
    assert (opinions["pass_grade"], opinions["combined"]["labelled"], opinions["agreement"]["kappa"]) == (4, 4, 0.5)


def test_ca_of_two_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.py").write_text("print('Hello')")
    (folder / "b.py").write_text("print('hello ')")

    code, data, _ = typed(capsys, "ca", "a.py", "b.py", "--json", "--quiet", "--fail-under", "0.95")

    assert code == 1
    assert json.loads(data)["summary"]["mean_ca_score"] == 0.9
