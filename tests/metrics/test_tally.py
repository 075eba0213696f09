"""Tallies: what one pass keeps, and that parts add up to the whole in any order."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.metrics.base import ScoringTerms
from assay.metrics.scoring import score_run
from assay.metrics.tally import Tallies, Tally, tally
from assay.records import (
    Candidate,
    Case,
    CaseKind,
    CaseOutcome,
    Cases,
    CaseStatus,
    ProbeOutcome,
    Problem,
    Suite,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
    Writer,
)
from tests.metrics.builders import VERDICTS, attempts, outcomes, run_of, trial

BOTH_GROUPS = Problem("a", Cases("f", (Case(), Case(), Case(kind=CaseKind.EDGE))), reference="def f():\n    return 1\n")
OUTCOMES = st.builds(CaseOutcome, st.sampled_from(CaseStatus), st.sampled_from(CaseKind))
TRIALS = st.lists(
    st.builds(
        Trial,
        st.sampled_from(["a", "b", "c"]),
        st.builds(
            Candidate, st.sampled_from(["", "def f():\n    return 1"]), model_version=st.sampled_from(["", "v1", "v2"])
        ),
        st.sampled_from([*VERDICTS.values()]),
        st.lists(OUTCOMES, max_size=4).map(tuple),
        st.lists(st.builds(Suspicion, st.sampled_from(SuspicionKind), st.just("")), max_size=2).map(tuple),
        detail=st.sampled_from(["", "no function 'f'"]),
    ),
    max_size=12,
)


def scores(tallies: Tallies) -> list[object]:
    return list(score_run(tallies, ScoringTerms("mine", "1")))


@given(TRIALS, TRIALS)
def test_the_tallies_of_two_halves_add_up_to_the_whole(first: list[Trial], second: list[Trial]) -> None:
    problems = {"a": BOTH_GROUPS}

    assert tally(first, problems) + tally(second, problems) == tally(first + second, problems)


@settings(max_examples=50)
@given(TRIALS, st.randoms())
def test_the_order_of_trials_does_not_matter(trials: list[Trial], random: object) -> None:
    mixed = sorted(trials, key=lambda _: random.random())  # type: ignore[attr-defined]  # a random.Random

    assert tally(mixed) == tally(trials)
    assert scores(tally(mixed)) == scores(tally(trials))


@given(TRIALS)
def test_every_trial_is_counted_once(trials: list[Trial]) -> None:
    counted = tally(trials)

    assert counted.trials == len(trials) == counted.judged + counted.unjudged
    assert sum(counted.verdicts().values()) == counted.judged
    assert counted.errors().total_errors() == counted.judged - counted.passed
    assert sum(cell.attempts for cell in counted.by_problem().values()) == len(trials)


@given(TRIALS)
def test_shares_are_shares(trials: list[Trial]) -> None:
    for cell in tally(trials).by_problem().values():
        if cell.judged:
            assert 0 <= cell.case_rate() <= 1
            assert 0 <= cell.edge_rate() <= 1
            assert 0 <= cell.partial() <= 1


@dataclass
class Row:
    """A trial as a store may hand it out: enums as text, the source not kept."""

    problem_id: str
    verdict: str | None
    outcomes: list[SimpleNamespace] = field(default_factory=list)
    suspicions: list[SimpleNamespace] = field(default_factory=list)
    probes: list[SimpleNamespace] = field(default_factory=list)
    detail: str = ""
    candidate: SimpleNamespace = field(
        default_factory=lambda: SimpleNamespace(source=None, model="", model_version="v1")
    )


def test_rows_with_the_same_attributes_count_like_trials() -> None:
    shown = (("passed", "basic"), ("failed", "edge"))
    row = Row("a", "failed", [SimpleNamespace(status=status, kind=kind, name="") for status, kind in shown])
    row.suspicions = [SimpleNamespace(kind="early_exit")]
    row.probes = [SimpleNamespace(probe="overfit", count=1, of=1, fault="")]
    record = replace(
        trial("a", "F", outcomes("p", "f"), version="v1"),
        suspicions=(Suspicion(SuspicionKind.EARLY_EXIT, ""),),
        probes=(ProbeOutcome("overfit", 1, 1),),
    )

    assert tally([row]) == tally([record])  # type: ignore[list-item]  # text in place of enums is the point


def stream(length: int) -> Iterator[Trial]:
    for number in range(length):
        yield trial(f"p{number % 10}", "P" if number % 2 else "F", outcomes("pf", "p"))


def peak_bytes(length: int) -> int:
    tracemalloc.start()
    try:
        assert tally(stream(length)).trials == length
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_trials() -> None:
    """Ten times the trials: kept, the others would take megabytes."""
    assert peak_bytes(6_000) < peak_bytes(600) + 100_000


def test_faults_are_counted_apart() -> None:
    counted = tally(run_of(a="PFX", b="X"))

    assert (counted.judged, counted.passed, counted.unjudged, counted.trials) == (2, 1, 2, 4)
    assert counted.verdicts() == {Verdict.PASSED: 1, Verdict.FAILED: 1}


def test_suspicions_are_counted_by_trial() -> None:
    twice = (Suspicion(SuspicionKind.GARBAGE, "1"), Suspicion(SuspicionKind.GARBAGE, "2"))
    both = (*twice, Suspicion(SuspicionKind.EARLY_EXIT, ""))
    counted = tally([replace(trial(), suspicions=twice), replace(trial(), suspicions=both), trial()])

    assert counted.suspected == 2
    assert counted.suspicions() == {SuspicionKind.EARLY_EXIT: 1, SuspicionKind.GARBAGE: 2}


@pytest.mark.parametrize(
    ("trials", "rate", "pooled"),
    [
        pytest.param([trial("a", "F", outcomes("pppf"))], 0.75, (3, 4), id="share-of-the-cases"),
        pytest.param([trial("a", "F", outcomes("p", "fff"))], 0.25, (1, 4), id="edge-cases-are-cases"),
        pytest.param([trial("a", "T", outcomes("ptnn"))], 0.25, (1, 4), id="not-run-is-not-passed"),
        pytest.param([trial("a", "F", outcomes("ps"))], 0.5, (1, 2), id="skipped-is-not-passed"),
        pytest.param([trial("a", "P", outcomes("pp")), trial("a", "I")], 0.5, (2, 4), id="invalid-passes-none"),
        pytest.param([trial("a", "P"), trial("a", "F", outcomes("pf"))], 0.75, (3, 4), id="passed-passes-all"),
        pytest.param([trial("a", "P", outcomes("pp")), trial("a", "X")], 1.0, (2, 2), id="a-fault-is-no-attempt"),
    ],
)
def test_case_rates(trials: list[Trial], rate: float, pooled: tuple[int, int]) -> None:
    cell = tally(trials).by_problem()["a"]

    assert cell.case_rate() == pytest.approx(rate)
    assert cell.pooled(cell.cases) == pooled


def test_a_problem_says_which_cases_an_attempt_never_got_to() -> None:
    (cell,) = tally([trial("a", "I")], {"a": BOTH_GROUPS}).cells.values()

    assert (cell.cases.size, cell.basic.size, cell.edge.size) == (3, 2, 1)
    assert cell.pooled(cell.edge) == (0, 1)
    assert cell.edge_rate() == 0


def test_a_suite_says_which_groups_there_are() -> None:
    problem = Problem("a", Suite("f", "assert f()", edge_source="assert f(0)"))
    (cell,) = tally([trial("a", "I")], {"a": problem}).cells.values()

    assert bool(cell.basic.size)
    assert bool(cell.edge.size)


def test_the_reference_is_matched_where_the_source_was_kept() -> None:
    trials = [
        trial("a", "P", source="def f():\r\n    return 1"),
        trial("a", "P", source="def f(): return 1"),
        trial("a", "I", source=""),
        trial("a", "X", source="def f():\n    return 1"),
        trial("b", "P", source="def f():\n    return 1"),
    ]
    cells = tally(trials, {"a": BOTH_GROUPS}).by_problem()

    assert (cells["a"].compared, cells["a"].matched) == (3, 1)
    assert (cells["b"].compared, cells["b"].matched) == (0, 0)


def test_parts_of_the_tallies() -> None:
    counted = tally([*attempts("a", "PP", version="v1"), *attempts("a", "F", version="v2"), *attempts("b", "F")])

    assert counted.writers() == {Writer("", ""): 1, Writer("", "v1"): 2, Writer("", "v2"): 1}
    assert counted.by_writer(lambda writer: writer.model_version)["v1"].passed == 2
    assert counted.of(["a"]).trials == 3
    assert {name: cell.judged for name, cell in counted.by_problem().items()} == {"a": 3, "b": 1}


def test_adding_leaves_the_parts_as_they_were() -> None:
    first, second = tally(run_of(a="PF")), tally(run_of(a="P"))
    total = first + second

    assert (first.trials, second.trials, total.trials) == (2, 1, 3)
    assert first == tally(run_of(a="PF"))
    assert first + Tallies() == first
    assert Tally() + Tally(judged=1) == Tally(judged=1)


def test_properties_are_counted_among_the_cases() -> None:
    kept, broken = (
        CaseOutcome(status, CaseKind.BASIC, "property: sorted") for status in (CaseStatus.PASSED, CaseStatus.FAILED)
    )
    cell = tally([trial("a", "F", (*outcomes("p"), kept, broken)), trial("a", "F")]).by_problem()["a"]

    assert (cell.properties.size, cell.cases.size, cell.property_rate()) == (2, 3, 0.25)
