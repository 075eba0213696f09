"""A benchmark with more cases: written, read again, run; stopped in the middle and gone on with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import assay
from assay.benchmarks.own import load_own
from assay.errors import InvalidValue, UsageError
from assay.front.strengthening import strengthen
from assay.probes.strengthening import StrengtheningOptions
from assay.records import Attempt, Candidate

ROWS = [
    {
        "id": "sort",
        "entry_point": "f",
        "reference": "def f(xs):\n    return sorted(xs)\n",
        "cases": [{"call": "f([3, 1, 2])", "returns": "[1, 2, 3]"}, {"call": "f([2, 1])", "returns": "[1, 2]"}],
        "wrong": [{"name": "as it is", "source": "def f(xs): return xs"}],
    },
    {
        "id": "sign",
        "entry_point": "sign",
        "reference": "def sign(x):\n    return (x > 0) - (x < 0)\n",
        "tests": "assert sign(3) == 1\nassert sign(-3) == -1",
    },
    {"id": "bare", "entry_point": "g", "tests": "assert g(1) == 1"},
]
SMALL = StrengtheningOptions(most=4, pool=80)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return file


def test_a_stronger_benchmark_finds_what_its_own_cases_miss(own: Path, tmp_path: Path) -> None:
    stronger = tmp_path / "stronger.jsonl"
    result = strengthen(own, stronger, options=SMALL)
    found = load_own(stronger)
    assert [problem.id for problem in found] == ["sort", "sign", "bare"]
    assert [problem.reference for problem in found] == [problem.reference for problem in load_own(own)]
    assert [row["note"] for row in result.problems] == ["", "", "the problem has no reference"]
    sources = {"sort": "def f(xs): return sorted(set(xs))", "sign": "def sign(x): return 1 if x > 0 else -1"}
    candidates = [Attempt(name, Candidate(source)) for name, source in sources.items()]
    before = assay.evaluate(candidates, str(own), store="memory:", workers=1)
    after = assay.evaluate(candidates, str(stronger), store="memory:", workers=1)
    assert [before.scores[0].value, after.scores[0].value] == [1.0, 0.0]


def test_what_was_done_is_kept_when_it_is_stopped(own: Path, tmp_path: Path) -> None:
    stronger = tmp_path / "stronger.jsonl"

    def stop(done: int, whole: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        strengthen(own, stronger, options=SMALL, watch=stop)
    assert not stronger.exists()
    (part,) = tmp_path.glob(".stronger*.part")
    assert [json.loads(line)["about"]["problem"] for line in part.read_text().splitlines()] == ["sort"]
    marked = part.read_text().replace('"note": ""', '"note": "from before"', 1)
    part.write_text(marked + '{"about": {"prob')
    result = strengthen(own, stronger, options=SMALL)
    assert [row["note"] for row in result.problems][:2] == ["from before", ""]
    assert len(load_own(stronger)) == 3
    assert not list(tmp_path.glob(".stronger*"))


def test_other_options_do_not_go_on_with_what_was_done(own: Path, tmp_path: Path) -> None:
    stronger = tmp_path / "stronger.jsonl"

    def stop(done: int, whole: int) -> None:
        raise KeyboardInterrupt

    for options in (SMALL, StrengtheningOptions(most=2, pool=80)):
        with pytest.raises(KeyboardInterrupt):
            strengthen(own, stronger, options=options, watch=stop)
    assert len(list(tmp_path.glob(".stronger*.part"))) == 2


def test_mistakes_are_named(own: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="no problem of own is 'nothing'"):
        strengthen(own, tmp_path / "out.jsonl", problems="nothing")
    with pytest.raises(UsageError, match="there is no folder"):
        strengthen(own, tmp_path / "no" / "out.jsonl")
    with pytest.raises(InvalidValue, match="output: must be a path"):
        strengthen(own, 3)  # type: ignore[arg-type]  # the mistake


def test_the_result_says_what_was_added(own: Path, tmp_path: Path) -> None:
    result = strengthen(own, tmp_path / "out.jsonl", problems="sort", options=SMALL)
    assert result.headline().startswith("own: 1 problems, 4 cases added, 6 in all; ")
    assert result.table()[0]["added"] == 4
    assert result.to_dict()["cases"] == 6


def test_a_stronger_benchmark_says_where_it_comes_from(own: Path, tmp_path: Path) -> None:
    given = replace(load_own(own), licence="MIT", source="a wiki", eval_only=True)
    strengthen(given, tmp_path / "stronger.jsonl", problems="bare", options=SMALL)
    found = load_own(tmp_path / "stronger.jsonl")

    assert (found.licence, found.source, found.eval_only) == ("MIT", "a wiki", True)
