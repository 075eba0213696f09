"""The scores of a run: numbers worked out by hand, intervals, notes, signatures and groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue, UnknownNameError
from assay.metrics import rates
from assay.metrics.base import ScoringTerms
from assay.metrics.scoring import chosen_metrics, group, score_group, score_run
from assay.metrics.tally import Tallies, tally
from assay.records import (
    Candidate,
    Case,
    CaseKind,
    CaseOutcome,
    Cases,
    CaseStatus,
    Part,
    Problem,
    ProblemKind,
    Score,
    Trial,
    Verdict,
)
from assay.signature import parse_signature
from assay.statistics.intervals import clustered, wilson
from tests.metrics.builders import attempts, outcomes, run_of, trial

FACTS = {"time": "3s", "mem": "1GiB", "judge": "separate"}


def scored(
    trials: Iterable[Trial], problems: Mapping[str, Problem] | None = None, k: tuple[int, ...] | None = None
) -> dict[str, Score]:
    found = score_run(tally(trials, problems), ScoringTerms("starter", "2", FACTS, k=k))
    assert len({score.metric for score in found}) == len(found)
    return {score.metric: score for score in found}


def scored_groups(
    counted: Tallies, by: str, problems: Mapping[str, Problem], terms: ScoringTerms
) -> dict[str, list[Score]]:
    return {name: score_group(part, terms) for name, part in group(counted, by=by, problems=problems).items()}


def test_one_attempt_each_is_wilson() -> None:
    score = scored(run_of(a="P", b="F", c="P", d="P"))["pass@1"]

    assert score == Score(
        "pass@1",
        0.75,
        4,
        wilson(3, 4),
        "starter:2|k:1|attempts:1|time:3s|mem:1GiB|judge:separate",
        k=1,
        note="pass@5, pass@10, pass@100 left out: the fewest attempts at a problem are 1",
    )


def test_repeated_attempts_are_clustered_by_problem() -> None:
    found = scored(run_of(a="PPPPP", b="PFFFF", c="FFFFF", d="PPPFF"))

    assert found["pass@1"].value == pytest.approx((1 + 0.2 + 0 + 0.6) / 4)
    assert found["pass@1"].interval == clustered([1.0, 0.2, 0.0, 0.6])
    assert found["pass@5"].value == 0.75
    assert found["pass@5"].signature.startswith("starter:2|k:5|attempts:5|")
    assert found["pass^5"].value == 0.25
    assert "pass@10" not in found
    assert "pass^1" not in found
    assert found["pass@5"].note == ""


@pytest.mark.parametrize(("letters", "solved"), [("FFFFF", 0), ("PPPPP", 10)])
def test_none_and_all_are_wilson_over_problems(letters: str, solved: int) -> None:
    found = scored(run_of(**{f"p{number}": letters for number in range(10)}))

    for metric in ("pass@1", "pass@5", "pass^5", "functional-correctness", "test-case-pass-rate"):
        assert found[metric].interval == wilson(solved, 10), metric


@pytest.mark.parametrize(
    ("k", "names", "left_out"),
    [
        ((3, 2), {"pass@2", "pass@3", "pass^2", "pass^3"}, ""),
        ((2, 4, 9), {"pass@2", "pass^2"}, "pass@4, pass@9 left out: the fewest attempts at a problem are 3"),
        ((4,), {"pass@1"}, "pass@4 left out: the fewest attempts at a problem are 3"),
    ],
)
def test_a_k_above_the_attempts_is_left_out_with_a_note(k: tuple[int, ...], names: set[str], left_out: str) -> None:
    found = scored(run_of(a="PFP", b="FFFP"), k=k)

    assert {name for name in found if name.startswith("pass")} == names
    assert next(iter(found.values())).note == left_out


def test_a_k_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(InvalidValue, match="whole numbers of at least 1"):
        scored(run_of(a="PFP"), k=(0,))
    with pytest.raises(InvalidValue, match="whole numbers of at least 1"):
        scored(run_of(a="PFP"), k=())


def test_faults_stay_out_of_the_denominator_and_are_shown() -> None:
    found = scored(run_of(a="PX", b="FF", c="XX"), k=(1, 2))

    assert (found["pass@1"].value, found["pass@1"].n) == (0.5, 2)
    assert found["pass@1"].note == "1 problem left out: fewer than 1 judged because of faults; 3 unjudged, not counted"
    assert (found["pass@2"].value, found["pass@2"].n) == (0.0, 1)
    assert found["pass@2"].note.startswith("2 problems left out: fewer than 2 judged because of faults")
    failed = found["pass@1 (unjudged as failed)"]
    assert failed.value == pytest.approx(0.5 / 3)
    assert (failed.n, failed.k) == (3, 1)
    assert failed.note == "3 unjudged counted as failed"
    assert found["pass@2 (unjudged as failed)"].value == pytest.approx(1 / 3)


def test_without_faults_there_is_one_pass_at_k_only() -> None:
    assert [name for name in scored(run_of(a="PF")) if "unjudged" in name] == []


def test_a_run_of_faults_only_has_no_value() -> None:
    found = scored(run_of(a="X", b="X"))

    assert (found["pass@1"].value, found["pass@1"].n, found["pass@1"].interval) == (None, 0, None)
    assert found["pass@1 (unjudged as failed)"].value == 0
    assert found["functional-correctness"].value is None


def test_no_trials_give_no_values() -> None:
    found = scored([])

    assert found["pass@1"].signature == "starter:2|k:1|attempts:0|time:3s|mem:1GiB|judge:separate"
    assert {score.value for score in found.values()} == {None}
    assert all(score.note for score in found.values())


def test_functional_correctness_is_a_share_of_trials() -> None:
    score = scored(run_of(a="PPPP", b="F"))["functional-correctness"]

    assert (score.value, score.n, score.pooled) == (0.8, 5, None)
    assert score.interval == clustered([4, 0], [4, 1])
    assert score.note == "n counts attempts"


def test_case_rates_are_means_over_problems_with_the_pooled_one_beside() -> None:
    found = scored([trial("a", "F", outcomes("p", "ff")), trial("b", "P", outcomes("ppppp"))])

    cases = found["test-case-pass-rate"]
    assert cases.value == pytest.approx((1 / 3 + 1) / 2)
    assert (cases.n, cases.pooled) == (2, 6 / 8)
    assert cases.interval == clustered([1 / 3, 1.0])
    edge = found["edge-case-pass-rate"]
    assert (edge.value, edge.n, edge.pooled) == (0.0, 1, 0.0)
    assert edge.interval == wilson(0, 1)
    assert edge.note == "1 of 2 problems have no edge cases and are left out"


def test_partial_correctness_says_where_one_group_carries_the_other() -> None:
    score = scored([trial("a", "F", outcomes("p", "f")), trial("b", "F", outcomes("pf"))])["partial-correctness"]

    assert score.value == pytest.approx(0.7)
    assert score.note == "1 of 2 problems has one group of cases, which carries 0.6"


def test_partial_correctness_knows_of_cases_that_no_attempt_reached() -> None:
    problem = Problem("a", Cases("f", (Case(), Case(kind=CaseKind.EDGE))))
    score = scored([trial("a", "I", detail="no function 'f'")], {"a": problem})["partial-correctness"]

    assert (score.value, score.note) == (0.2, "")


@pytest.mark.parametrize(
    ("problems", "value", "n", "note"),
    [
        ({"a": "PP", "b": "FFFF"}, 1.0, 2, ""),
        ({"a": "PF"}, 0.0, 1, ""),
        ({"a": "PPF", "b": "FT"}, (1 / 3 + 1) / 2, 2, ""),
        ({"a": "PP", "b": "P"}, 1.0, 1, "1 of 2 problems have one judged attempt and are left out"),
        ({"a": "P"}, None, 0, "no problem has two judged attempts"),
    ],
)
def test_consistency(problems: dict[str, str], value: float | None, n: int, note: str) -> None:
    score = scored(run_of(**problems))["consistency"]

    assert score.value == pytest.approx(value)
    assert (score.n, score.note) == (n, note)
    assert rates.consistency(run_of(**problems)) == pytest.approx(value)


def test_exact_match_counts_candidates() -> None:
    problem = Problem("a", Cases("f", (Case(),)), reference="x = 1\n")
    trials = [trial("a", "P", source="x = 1"), trial("a", "P", source="x=1")]

    score = scored(trials, {"a": problem})["exact-match"]
    assert (score.value, score.n) == (0.5, 2)
    assert scored(trials)["exact-match"].note == "no candidate could be held against a reference"


@given(st.dictionaries(st.sampled_from("abcdef"), st.text("PFX", min_size=1, max_size=6), max_size=5))
def test_scores_agree_with_the_plain_metrics(problems: dict[str, str]) -> None:
    trials = run_of(**problems)
    found = scored(trials)

    assert found["functional-correctness"].value == rates.functional_correctness(trials)
    assert found["test-case-pass-rate"].value == pytest.approx(rates.test_case_pass_rate(trials))
    assert found["edge-case-pass-rate"].value == rates.edge_case_pass_rate(trials)
    assert found["test-case-pass-rate"].pooled == rates.pooled_case_pass_rate(trials)


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.text("PFX", min_size=1, max_size=6), max_size=5), st.integers(0, 2)
)
def test_every_score_can_be_read_and_repeated(problems: dict[str, str], seed: int) -> None:
    counted = tally(run_of(**problems))
    found = score_run(counted, ScoringTerms("starter", "2", FACTS, seed=seed))

    assert found == score_run(counted, ScoringTerms("starter", "2", FACTS, seed=seed))
    for score in found:
        facts = parse_signature(score.signature)
        assert facts["starter"] == "2"
        assert facts.get("k") == (str(score.k) if score.k else None)
        assert facts.get("seed") == (str(seed) if seed else None)
        assert (score.value is None) == (score.interval is None) == (score.n == 0)
        if score.value is not None and score.interval is not None:
            assert 0 <= score.interval[0] <= score.value + 1e-12
            assert score.value - 1e-12 <= score.interval[1] <= 1


@pytest.mark.parametrize(
    ("benchmark", "version", "facts", "signature"),
    [
        ("humaneval", "1.2", {}, "humaneval:1.2|k:1|attempts:1"),
        ("my own problems", "1", {}, "benchmark:my%20own%20problems:1|k:1|attempts:1"),
        ("time", "1", {"time": "3s"}, "benchmark:time:1|k:1|attempts:1|time:3s"),
        ("mine", "", {"iso": ""}, "mine:unknown|k:1|attempts:1"),
    ],
)
def test_signatures(benchmark: str, version: str, facts: dict[str, str], signature: str) -> None:
    found = score_run(tally(run_of(a="P")), ScoringTerms(benchmark, version, facts))

    assert found[0].signature == signature


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(InvalidValue, match="seed must not be negative, got -1"):
        score_run(tally([]), ScoringTerms("mine", seed=-1))


def test_unequal_attempts_stand_in_the_signature() -> None:
    assert parse_signature(scored(run_of(a="PPX", b="P"))["pass@1"].signature)["attempts"] == "1-3"


PROBLEMS = {
    "a": Problem("a", Cases("f", (Case(),)), difficulty=1, tags=("lists", "maths")),
    "b": Problem("b", Cases("f", (Case(),)), difficulty=3, tags=("maths",), kind=ProblemKind.ALGORITHM),
    "c": Problem("c", Cases("f", (Case(),)), kind=ProblemKind.ALGORITHM),
}


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("kind", {"algorithm": (0.5, 2), "function": (1.0, 1), "(none)": (0.0, 1)}),
        ("difficulty", {"1": (1.0, 1), "3": (0.0, 1), "(none)": (0.5, 2)}),
        ("tag", {"lists": (1.0, 1), "maths": (0.5, 2), "(none)": (0.5, 2)}),
        ("model_version", {"v1": (1.0, 1), "(none)": (1 / 3, 3)}),
    ],
)
def test_groups(by: str, expected: dict[str, tuple[float, int]]) -> None:
    trials = [*attempts("a", "P", version="v1"), *run_of(b="F", c="P", unknown="F")]
    grouped = scored_groups(tally(trials), by, PROBLEMS, ScoringTerms("starter", "2", FACTS))

    found = {name: (scores[0].value, scores[0].n) for name, scores in grouped.items()}
    assert found == expected
    assert list(found) == sorted(found)


def test_a_k_that_a_group_has_no_attempts_for_is_left_out_there() -> None:
    trials = [*attempts("a", "PF", version="v1"), *attempts("a", "P", version="v2")]
    counted = tally(trials)

    grouped = scored_groups(counted, "model_version", {}, ScoringTerms("mine", "1", k=(1, 2)))
    assert [score.metric for score in grouped["v1"]][:2] == ["pass@1", "pass@2"]
    assert [score.metric for score in grouped["v2"]][:2] == ["pass@1", "functional-correctness"]


def test_an_unknown_group_is_named() -> None:
    with pytest.raises(UnknownNameError, match=r"No group is named 'dificulty'\. Did you mean 'difficulty'"):
        group(tally([]), by="dificulty", problems={})


def test_the_order_of_scores_is_fixed() -> None:
    names = [score.metric for score in score_run(tally(run_of(a="PPPPP")), ScoringTerms("mine", "1"))]

    assert names == [
        "pass@1",
        "pass@5",
        "pass^5",
        "functional-correctness",
        "test-case-pass-rate",
        "edge-case-pass-rate",
        "consistency",
        "partial-correctness",
        "exact-match",
    ]
    assert len(chosen_metrics(ScoringTerms("mine", "1"))) == 9


def test_apps_has_scores_under_its_own_names() -> None:
    """The example of APPS: 5 problems, of which one does not compile, with 0.3 and 0.2."""
    passed, failed = CaseOutcome(CaseStatus.PASSED), CaseOutcome(CaseStatus.FAILED)
    outcomes = {"0": (failed,), "1": (failed,) * 3, "2": (passed,) * 2, "3": (passed, failed) * 8, "4": (failed,) * 21}
    verdicts = {"0": Verdict.INVALID, "2": Verdict.PASSED}
    trials = [Trial(id_, Candidate(""), verdicts.get(id_, Verdict.FAILED), all_) for id_, all_ in outcomes.items()]
    found = {score.metric: score.value for score in score_run(tally(trials), ScoringTerms("apps", "1"))}

    assert found["strict-accuracy"] == pytest.approx(0.2)
    assert found["test-case-average"] == pytest.approx(0.3)


def test_pass_at_k_of_parts_stands_beside_that_of_the_verdicts() -> None:
    basic, edge = CaseOutcome(CaseStatus.PASSED), CaseOutcome(CaseStatus.FAILED, CaseKind.EDGE)
    right, wrong = replace(edge, status=CaseStatus.PASSED), replace(basic, status=CaseStatus.FAILED)
    trials = [
        Trial("a", Candidate(""), Verdict.PASSED, (basic, right)),
        Trial("b", Candidate(""), Verdict.FAILED, (basic, edge)),
        Trial("c", Candidate(""), Verdict.FAILED, (wrong, right)),
        Trial("d", Candidate(""), Verdict.INVALID),
    ]
    parts = {"base": Part.BASIC, "plus": Part.WHOLE}

    scores = score_run(tally(trials), ScoringTerms("humaneval-plus", "1", parts=parts))

    assert [(score.metric, score.value, score.n) for score in scores[:3]] == [
        ("pass@1", 0.25, 4),
        ("pass@1 (base)", 0.5, 4),
        ("pass@1 (plus)", 0.25, 4),
    ]
    assert scores[1].signature == scores[0].signature


def test_what_does_not_decide_is_told_under_its_name() -> None:
    basic, edge = CaseOutcome(CaseStatus.PASSED), CaseOutcome(CaseStatus.FAILED, CaseKind.EDGE)
    trials = [
        Trial("a", Candidate(""), Verdict.PASSED, (basic, edge)),
        Trial("b", Candidate(""), Verdict.PASSED, (basic,)),
    ]

    scores = score_run(tally(trials), ScoringTerms("mbpp", "1", parts={"challenge": Part.WHOLE}))

    assert [(score.metric, score.value) for score in scores[:2]] == [("pass@1", 1.0), ("pass@1 (challenge)", 0.5)]
    assert scores[1].note == "all cases; 1 of 2 problems have edge cases"
