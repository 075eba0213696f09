"""Two files, two folders, two JSON Lines files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.errors import InvalidValue, UnknownNameError
from assay.metrics.codebleu import compare_paths

GOOD = "def f(a):\n    return a + 1\n"
OTHER = "def f(a):\n    return a - 1\n"


def put(folder: Path, **texts: str) -> Path:
    """`put(folder, a__py="…")` writes `a.py`."""
    for name, text in texts.items():
        path = folder / name.replace("__", ".").replace("_in_", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def rows(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("\n".join(json.dumps(record) for record in records))
    return path


def test_two_files_are_one_pair(tmp_path: Path) -> None:
    put(tmp_path, a__py=GOOD, b__py=OTHER)
    found = compare_paths(tmp_path / "b.py", tmp_path / "a.py")

    assert [one.name for one in found.files] == ["a.py"]
    assert found.files[0].sample.language == "python"
    assert 0 < (found.mean or 0) < 1
    assert found.corpora["python"].codebleu == found.mean
    assert "not correctness" in found.note


def test_two_folders_are_paired_by_relative_path(tmp_path: Path) -> None:
    truth = put(tmp_path / "truth", a__py=GOOD, sub_in_b__java="class B { int x = 1; }", only__py=GOOD, notes__txt="no")
    new = put(tmp_path / "new", a__py=GOOD, sub_in_b__java="class B { int x = 2; }", extra__py=GOOD)
    found = compare_paths(new, truth)

    assert [one.name for one in found.files] == ["a.py", "sub/b.java"]
    assert found.files[0].sample.codebleu == 1
    assert (found.only_in_groundtruth, found.only_in_prediction) == (("only.py",), ("extra.py",))
    assert set(found.corpora) == {"java", "python"}


def test_rows_are_paired_by_their_key_and_may_have_several_references(tmp_path: Path) -> None:
    truth = rows(
        tmp_path / "truth.jsonl",
        {"task_id": "a", "references": [OTHER, GOOD], "language": "python"},
        {"task_id": "b", "reference": GOOD},
        {"task_id": "c", "reference": GOOD},
    )
    new = rows(tmp_path / "new.jsonl", {"task_id": "b", "completion": OTHER}, {"task_id": "a", "prediction": GOOD})
    found = compare_paths(new, truth)

    assert [(one.name, one.sample.codebleu == 1) for one in found.files] == [("a", True), ("b", False)]
    assert found.only_in_groundtruth == ("c",)


def test_one_file_of_rows_may_hold_both_sides(tmp_path: Path) -> None:
    both = rows(
        tmp_path / "both.jsonl", {"reference": GOOD, "prediction": GOOD}, {"reference": GOOD, "prediction": OTHER}
    )
    found = compare_paths(both, both, profile="compat")

    assert [one.name for one in found.files] == ["1", "2"]
    assert found.corpora["python"].n == 2
    assert "like:codebleu-0.7.0" in found.corpora["python"].signature


def test_the_result_is_plain_data(tmp_path: Path) -> None:
    put(tmp_path, a__py=GOOD, b__py=OTHER)
    data = json.loads(json.dumps(compare_paths(tmp_path / "b.py", tmp_path / "a.py").as_dict()))

    assert data["files"][0]["name"] == "a.py"
    assert set(data["files"][0]["components"]) == {"ngram", "weighted_ngram", "syntax", "dataflow"}
    assert data["corpora"]["python"]["n"] == 1


def test_a_language_and_a_profile_may_be_named(tmp_path: Path) -> None:
    put(tmp_path, a__txt=GOOD, b__txt=GOOD)

    assert compare_paths(tmp_path / "b.txt", tmp_path / "a.txt", language="py").mean == 1
    with pytest.raises(UnknownNameError, match="profile"):
        compare_paths(tmp_path / "b.txt", tmp_path / "a.txt", profile="loose")


def test_a_file_that_cannot_be_compared_has_a_reason_and_no_score(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"x = 1\n")
    (tmp_path / "b.py").write_bytes(b"\xff" * 3_000_000)
    found = compare_paths(tmp_path / "b.py", tmp_path / "a.py")

    assert found.mean is None
    assert "bytes" in found.files[0].sample.missing["codebleu"]


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("absent.py", "a.py", "groundtruth: there is no file or folder"),
        ("a.py", "folder", "give two files or two folders"),
        ("a.py", "rows.jsonl", "give two JSON Lines files or two programs"),
        ("folder", "folder", "holds no file of a known language"),
        ("broken.jsonl", "rows.jsonl", "broken.jsonl: line 2 is not JSON"),
        ("list.jsonl", "rows.jsonl", "line 1 must be an object"),
        ("twice.jsonl", "rows.jsonl", "line 2: 'a' stands there twice"),
        ("bare.jsonl", "rows.jsonl", "row 'a' has none of the fields reference"),
        ("odd.jsonl", "rows.jsonl", "row 'a': reference must be text or a list of texts, got 3"),
    ],
)
def test_what_cannot_be_paired_is_told(tmp_path: Path, first: str, second: str, message: str) -> None:
    put(tmp_path, a__py=GOOD)
    (tmp_path / "folder").mkdir()
    rows(tmp_path / "rows.jsonl", {"id": "a", "prediction": GOOD})
    (tmp_path / "broken.jsonl").write_text('{"id": "a", "reference": "x"}\n{nope')
    (tmp_path / "list.jsonl").write_text("[1]")
    rows(tmp_path / "twice.jsonl", {"id": "a", "reference": "x"}, {"id": "a", "reference": "y"})
    rows(tmp_path / "bare.jsonl", {"id": "a"})
    rows(tmp_path / "odd.jsonl", {"id": "a", "reference": 3})

    with pytest.raises(InvalidValue, match=message):
        compare_paths(tmp_path / second, tmp_path / first)
