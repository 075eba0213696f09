"""What `assay ca` prints, and the status it ends with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli.ca import is_below, render, run
from assay.errors import InvalidValue
from assay.store.opening import open_store


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    monkeypatch.chdir(tmp_path)
    for folder, source in (("truth", "print('Hi')"), ("new", "print('hi')")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same.py").write_text("print(1)")
        (tmp_path / folder / "case.py").write_text(source)
    (tmp_path / "truth" / "lost.py").write_text("print(1)")
    (tmp_path / "new" / "zebra.py").write_text("print(1)")
    return "truth", "new"


def test_the_table_has_a_line_for_each_file(places: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*places, keep=False, quiet=True) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        "file  score  class             detail",
        "case   0.90  close",
        "lost      -  missing           there is no prediction of that name",
        "same   1.00  perfect",
    ]
    assert lines[5].startswith("mean CA score = 0.9500 [0.9")
    assert "(n=2) ca:1|compare:documented|" in lines[5]
    assert lines[6:] == ["with missing predictions as 0: 0.6333", "3 files: 1 perfect, 1 close, 1 missing, 1 extra"]


def test_json_is_the_whole_report(places: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    run(*places, keep=False, as_json=True, output="deep/results.json", strict=True)

    report = json.loads(capsys.readouterr().out)
    assert report == json.loads(Path("deep/results.json").read_text())
    assert {row["file"]: row["ca_score"] for row in report["results"]} == {"case": 0.5, "lost": None, "same": 1.0}


def test_a_bound_that_is_not_met_is_a_status_of_one(places: tuple[str, str]) -> None:
    assert run(*places, keep=False, fail_under=0.6) == 0
    assert run(*places, keep=False, fail_under=0.7) == 1
    with pytest.raises(InvalidValue, match=r"--fail-under.*7"):
        run(*places, fail_under=7)


@pytest.mark.parametrize(("mean", "bound", "below"), [(None, 0.0, True), (0.5, None, False), (0.5, 0.5, False)])
def test_nothing_judged_is_below_every_bound(mean: float | None, bound: float | None, below: bool) -> None:
    assert is_below({"mean_ca_score_with_missing": mean}, bound) is below


def test_a_run_is_kept_in_the_store(places: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    run(*places, store="kept.db", name="first", quiet=True)

    assert "kept as run " in capsys.readouterr().out
    store = open_store("kept.db")
    assert store.find_run("first").benchmark == "ca"
    store.close()


def test_codebleu_stands_beside_the_score(places: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    run(*places, keep=False, codebleu=True, as_json=True, quiet=True)

    rows = {row["file"]: row for row in json.loads(capsys.readouterr().out)["results"]}
    assert rows["same"]["codebleu"] == 1.0
    assert 0 < rows["case"]["codebleu"] < 1
    assert "codebleu" not in rows["lost"]


def test_a_similarity_is_a_column_of_the_table() -> None:
    row = {"file": "a", "ca_score": 1.0, "class": "perfect", "error": None, "diff": None, "codebleu": 0.5}
    summary = {
        "mean_ca_score": 1.0, "interval": [0.5, 1.0], "evaluated": 1, "signature": "ca:1", "missing": 0, "num_files": 1,
        "perfect_matches": 1, "close_matches": 0, "partial_matches": 0, "failures": 0, "both_failed": 0,
        "nondeterministic": 0, "extra": 0, "faults": 0,
    }  # fmt: skip

    assert render({"results": [row], "summary": summary}).splitlines()[:2] == [
        "file  score  class             codebleu  detail",
        "a      1.00  perfect             0.5000",
    ]
