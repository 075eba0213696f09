"""`assay check`, as typed: references that are luck are found, quarantined, and released only on request."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.own import load_own
from assay.cli.main import main
from assay.store.sql import SqlStore

CASES = [{"call": "f()", "returns": "1"}]


def hash_of_seed_0() -> int:
    """What a reference that is at the mercy of the hash seed returns in the sandbox that judges candidates."""
    done = subprocess.run(
        [sys.executable, "-c", "print(hash('assay'))"],
        env={**os.environ, "PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return int(done.stdout)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def benchmark(folder: Path, **references: str) -> None:
    """Write `mine.jsonl`: one problem for each reference, which should return 1."""
    rows = [{"id": name, "entry_point": "f", "reference": text, "cases": CASES} for name, text in references.items()]
    (folder / "mine.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def check(capsys: pytest.CaptureFixture[str], *more: str, file: str = "mine.jsonl") -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(["check", file, *more])
    return int(ended.value.code or 0), capsys.readouterr().out


def answer(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:  # Any: JSON
    found: dict[str, Any] = json.loads(check(capsys, "--json", *more)[1])  # Any: JSON
    return found


def kept(folder: Path) -> dict[str, str]:
    store = SqlStore(folder / ".assay" / "assay.db")
    try:
        return store.quarantined(load_own(folder / "mine.jsonl").digest)
    finally:
        store.close()


def test_a_reference_at_the_mercy_of_the_hash_seed_is_quarantined_until_it_is_released(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    luck = f"def f(): return int(hash('assay') == {hash_of_seed_0()})"
    benchmark(folder, fine="def f(): return 1", luck=luck, wrong="def f(): return 2")

    code, text = check(capsys)

    assert code == 1
    assert text.splitlines() == [
        "luck: reference: the reference is judged failed 2 of 3 times: expected 1, got 0",
        "luck: deterministic: case 0 (f()) is passed, then failed with 0",
        "wrong: reference: the reference is judged failed: expected 1, got 2",
        text.splitlines()[3],
        "2 quarantined, comparisons leave them out: luck, wrong",
    ]
    ended = "3 problems, 3 cases, each reference judged 3 times: 2 problems to repair, with 3 breaches"
    assert text.splitlines()[3].endswith(ended)
    reasons = {
        "luck": "its reference failed 2 of 3 times: expected 1, got 0",
        "wrong": "its reference fails (3 of 3): expected 1, got 2",
    }
    assert kept(folder) == reasons

    now = {**reasons, "wrong": "its reference fails (1 of 1): expected 1, got 2"}
    text = check(capsys, "--repeat", "1")[1]  # with the hash seed of every run alone, it always passes
    assert text.splitlines()[-3].endswith("each reference judged once: 1 problem to repair")
    assert text.splitlines()[-2:] == [
        "2 quarantined, comparisons leave them out: luck, wrong",
        "1 passed this time and stays quarantined (--release lets go): luck",
    ]
    assert kept(folder) == now

    data = answer(capsys, "--repeat", "1")
    assert (data["quarantined"], data["recovered"], data["released"]) == (now, ["luck"], [])

    data = answer(capsys, "--repeat", "3", "--release")
    assert (data["quarantined"], data["released"]) == (reasons, [])

    data = answer(capsys, "--repeat", "1", "--release")
    assert (data["quarantined"], data["released"]) == ({"wrong": now["wrong"]}, ["luck"])
    assert kept(folder) == data["quarantined"]


def test_a_reference_that_tosses_a_coin_is_quarantined(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    benchmark(folder, coin="import os\ndef f(): return os.urandom(1)[0] % 2")

    data = answer(capsys, "--repeat", "30")

    failed = re.fullmatch(r"its reference failed (\d+) of 30 times: expected 1, got 0", data["quarantined"]["coin"])
    assert failed is not None
    assert 0 < int(failed[1]) < 30
    assert kept(folder) == data["quarantined"]


def test_only_the_problems_that_are_asked_for_are_checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    benchmark(folder, fine="def f(): return 1", one="def f(): return 2", two="def f(): return 3")

    data = answer(capsys, "--repeat", "1", "--problems", "two")
    assert (data["problems"], list(data["quarantined"])) == (1, ["two"])

    data = answer(capsys, "--repeat", "1", "--limit", "2", "--release")
    assert (data["problems"], list(data["quarantined"]), data["released"]) == (2, ["two", "one"], [])
    assert set(kept(folder)) == {"one", "two"}
    assert check(capsys, "--problems", "three")[0] == 2


def test_another_content_is_another_benchmark(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    benchmark(folder, one="def f(): return 2")
    check(capsys, "--repeat", "1")
    assert list(kept(folder)) == ["one"]

    benchmark(folder, one="def f(): return 1")

    assert kept(folder) == {}
    assert check(capsys, "--repeat", "2")[0] == 0


def test_a_store_that_cannot_be_opened_is_named_before_anything_is_judged(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    benchmark(folder, one="def f(): return 1")
    (folder / "taken").write_text("not a store")

    with pytest.raises(SystemExit) as ended:
        main(["check", "mine.jsonl", "--store", "taken"])

    assert int(ended.value.code or 0) in (2, 3)
    assert "taken" in capsys.readouterr().err


@pytest.mark.parametrize("repeat", ["0", "-1", "1001", "many"])
def test_a_number_of_repeats_that_makes_no_sense_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], repeat: str
) -> None:
    benchmark(folder, one="def f(): return 1")

    assert check(capsys, "--repeat", repeat)[0] == 2
