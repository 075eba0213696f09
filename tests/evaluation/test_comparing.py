"""Two runs compared from what a store keeps: the unit is the problem, and what does not count is left out and said."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from assay.benchmarks.base import Benchmark
from assay.choices import Choices
from assay.engines.opening import open_engine
from assay.errors import InvalidValue
from assay.evaluation.comparing import compare_runs, compare_several
from assay.evaluation.flips import MOST_DIFFS, MOST_LINES, diff_of
from assay.evaluation.reporting import keep_report, make_report
from assay.front.evaluating import evaluate
from assay.front.runs import compare
from assay.records import Candidate, Case, CaseOutcome, Cases, CaseStatus, Mend, Problem, ProblemKind, Trial, Verdict
from assay.reports.comparison import RunComparison
from assay.reports.report import Report
from assay.solutions import Cost, Draft, Solution
from assay.spec import BenchmarkRef, Run, RunSpec, RunState
from assay.statistics.deciding import Decision
from assay.store.base import Store
from assay.store.memory import MemoryStore
from tests.public_data import data_file

VERDICTS = {"P": Verdict.PASSED, "F": Verdict.FAILED, "C": Verdict.CRASHED, "?": None}
DIGEST = "aa" * 32
HOSTILE = "</td>\x1b]0;owned\x07\u202e`rm -rf ~`"


def a_benchmark(count: int, *, hard_from: int) -> Benchmark:
    check = Cases("f", (Case((1,), 1),))
    problems = [
        Problem(
            f"p/{number}",
            check,
            kind=ProblemKind.ALGORITHM if number % 2 else ProblemKind.FUNCTION,
            difficulty=1 + 2 * (number >= hard_from),
            tags=("even",) if number % 2 == 0 else (),
        )
        for number in range(count)
    ]
    return Benchmark("mine", "1", tuple(problems), digest=DIGEST)


def a_run(store: Store, run_id: str, attempts: Sequence[str], *, begin: int = 0, **fields: object) -> Run:
    """A kept run; one text a problem, a letter for each attempt, small if mended; an empty text: not answered."""
    about = {
        "state": RunState.FINISHED,
        "model": run_id,
        "spec": RunSpec(BenchmarkRef("mine", digest=DIGEST)),
        **fields,
    }
    run = Run(run_id, "mine", "1", created="2026-01-01T00:00:00+00:00", **about)  # type: ignore[arg-type]  # a table of fields
    store.add_run(run)
    trials = [
        Trial(f"p/{begin + place}", Candidate(f"{run_id} {letter}", number), VERDICTS[letter])
        if not letter.islower()
        else Trial(f"p/{begin + place}", Candidate("x", number, mend=Mend.FENCED_BLOCK), VERDICTS[letter.upper()])
        for place, letters in enumerate(attempts)
        for number, letter in enumerate(letters)
    ]
    store.add_trials(run_id, list(enumerate(trials)))
    if run.state is RunState.FINISHED:
        keep_report(store, make_report(run, store, None))
    return store.get_run(run_id)


def compared(first: Sequence[str], second: Sequence[str], *, benchmark: Benchmark | None = None) -> RunComparison:
    store = MemoryStore()
    return compare_runs(a_run(store, "a", first), a_run(store, "b", second), store, benchmark)


# ---- what counts -----------------------------------------------------------------------------------------------------


def test_the_unit_is_the_problem_and_not_the_attempt() -> None:
    found = compared(["PFFF", "P", "F"], ["PPPP", "F", "F"])

    assert found.first_value == pytest.approx(1.25 / 3)
    assert found.second_value == pytest.approx(1 / 3)
    assert found.difference.n == 3
    assert (found.now_pass, found.now_fail) == (1, 1)


def test_unjudged_attempts_are_left_out_and_so_are_problems_without_a_judged_one() -> None:
    found = compared(["P?", "P", "?", "P", ""], ["P", "F?", "P", "", "P"])

    assert (found.first_value, found.second_value, found.difference.n) == (1.0, 0.5, 2)
    assert (found.only_first, found.only_second) == (1, 2)
    assert found.notes == (
        "2 trials of run a are unjudged and left out",
        "1 trials of run b are unjudged and left out",
    )


def test_quarantined_problems_are_left_out_on_both_sides() -> None:
    store = MemoryStore()
    runs = a_run(store, "a", ["P", "P", "F"]), a_run(store, "b", ["P", "F", "F"])
    store.quarantine(DIGEST, {"p/1": "the reference failed 1 of 5 times"})
    found = compare_runs(*runs, store, None)

    assert (found.difference.value, found.difference.n, found.flips) == (0.0, 2, ())
    assert found.quarantined == {"p/1": "the reference failed 1 of 5 times"}


def test_quarantine_of_a_problem_that_no_run_has_is_not_mentioned() -> None:
    store = MemoryStore()
    runs = a_run(store, "a", ["P", "P"]), a_run(store, "b", ["P", "F"])
    store.quarantine(DIGEST, {"p/77": "flaky"})

    assert compare_runs(*runs, store, None).quarantined == {}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("P" * 10 + "F" * 30, "F" * 2 + "P" * 36 + "F" * 2, id="sure"),
        pytest.param("PPFF", "PFPF", id="nothing"),
        pytest.param(["PF", "PP", "FF"], ["PP", "FP", "FP"], id="repeated"),
        pytest.param("P", "F", id="one-problem"),
    ],
)
def test_swapping_the_runs_negates_the_difference(first: Sequence[str], second: Sequence[str]) -> None:
    there, back = compared([*first], [*second]), compared([*second], [*first])
    opposite = {Decision.BETTER: Decision.WORSE, Decision.WORSE: Decision.BETTER}

    assert back.difference.value == pytest.approx(-there.difference.value)
    if there.difference.interval is not None and back.difference.interval is not None:
        low, high = there.difference.interval
        assert back.difference.interval == pytest.approx((-high, -low))
    assert back.decision is opposite.get(there.decision, there.decision)
    assert (back.now_pass, back.now_fail) == (there.now_fail, there.now_pass)


def test_a_run_against_itself_has_no_difference() -> None:
    store = MemoryStore()
    run = a_run(store, "a", ["P", "F"] * 300)
    found = compare_runs(run, run, store, None)

    assert (found.difference.value, found.decision, found.flips) == (0.0, Decision.SAME, ())
    assert found.sentence().startswith("No difference beyond ±3 points: run a against run a 0.0 points")


def test_the_order_of_problems_changes_nothing() -> None:
    letters = list(zip("PPPPFFFF" * 3, "PFPFPPFP" * 3, strict=True))
    store = MemoryStore()
    found = [
        compare_runs(
            a_run(store, f"a{turn}", [one for one, _ in order]),
            a_run(store, f"b{turn}", [other for _, other in order]),
            store,
            None,
        ).difference
        for turn, order in enumerate((letters, letters[::-1]))
    ]

    assert found[0] == found[1]


# ---- which problems changed sides ------------------------------------------------------------------------------------


def test_a_flip_shows_an_attempt_of_each_side_and_what_was_changed() -> None:
    found = compared(["PF", "F", "F"], ["FF", "PF", "F"])
    lost, gained = found.flips

    assert (lost.problem, lost.first.verdict, lost.second.verdict, lost.gained) == ("p/0", "passed", "failed", False)
    assert (gained.problem, gained.first.verdict, gained.second.verdict) == ("p/1", "failed", "passed")
    assert (gained.first_share, gained.second_share) == (0.0, 0.5)
    assert lost.diff == "@@ -1 +1 @@\n-a P\n+b F"


def test_flips_are_in_the_order_of_numbers_and_the_first_have_a_diff() -> None:
    count = MOST_DIFFS + 50
    found = compared(["P"] * count, ["F"] * count)

    assert [flip.problem for flip in found.flips[8:11]] == ["p/8", "p/9", "p/10"]
    assert found.now_fail == count
    assert sum(bool(flip.diff) for flip in found.flips) == MOST_DIFFS


@pytest.mark.parametrize(
    "text", ["x\n" * 200_000, "\n".join("ab"[n % 2] for n in range(100_000)), "y" * 3_000_000, b"\xff\n" * 100_000]
)
def test_the_difference_of_long_candidates_is_bounded(text: str | bytes) -> None:
    assert len(diff_of(text, "x\nb\na\n" * 100_000)) < 400 * 2 * MOST_LINES


# ---- parts -----------------------------------------------------------------------------------------------------------


def test_parts_are_those_with_several_names_and_do_not_cry_wolf() -> None:
    benchmark = a_benchmark(40, hard_from=20)
    found = compared(
        ["P"] * 20 + ["F"] * 20, ["P"] * 20 + ["P", "P", "P", "P", "P", "P"] + ["F"] * 14, benchmark=benchmark
    )
    parts = {(part.by, part.name): part for part in found.parts}

    assert {by for by, _ in parts} == {"kind", "difficulty", "tag", "error"}
    assert (parts["difficulty", "3"].first, parts["difficulty", "3"].second) == (0.0, 0.3)
    hard = parts["difficulty", "3"].difference
    assert hard is not None
    assert hard.p is not None
    assert hard.p > 0.05
    assert hard.decision is Decision.UNCLEAR
    assert hard.method.endswith("p by Holm")
    assert parts["error", "logic"].first == 0.5


def test_without_the_benchmark_there_are_only_classes_of_error() -> None:
    found = compared(["P", "F", "C"], ["P", "P", "F"])

    assert [(part.by, part.name, round(part.first, 3), round(part.second, 3)) for part in found.parts] == [
        ("error", "runtime", 0.333, 0.0),
        ("error", "logic", 0.333, 0.333),
    ]


def test_harder_problems_are_told_from_worse_answers() -> None:
    store, benchmark = MemoryStore(), a_benchmark(60, hard_from=30)
    easy = a_run(store, "easy", ["P"] * 27 + ["F"] * 3 + ["P"] * 4 + ["F"] * 6)
    hard = a_run(store, "hard", ["P"] * 9 + ["F"] + ["P"] * 12 + ["F"] * 18, begin=20)
    found = compare_runs(easy, hard, store, benchmark)
    assert found.split is not None

    assert found.split.by == "difficulty"
    assert found.split.total == pytest.approx(21 / 40 - 31 / 40)
    assert found.split.mix + found.split.performance == pytest.approx(found.split.total)
    assert found.split.mix < -0.2
    assert "from harder problems" in found.split.sentence()


# ---- what the runs took ----------------------------------------------------------------------------------------------


def test_latency_is_compared_on_the_same_problems() -> None:
    store = MemoryStore()
    for name, seconds in (("a", 1.0), ("b", 3.0)):
        run = a_run(store, name, ["P"] * 8, state=RunState.RUNNING)
        solutions = [
            Solution(f"p/{n}", (Draft("x"),), cost=Cost(calls=1, cost_usd=0.01, seconds=seconds * (1 + n)))
            for n in range(8)
        ]
        store.add_solutions(name, solutions)
        store.update_run(replace(run, state=RunState.FINISHED))
    found = compare_runs(store.get_run("a"), store.get_run("b"), store, None)
    measures = {measure.name: measure for measure in found.measures}
    latency = measures["latency, median"]

    assert latency.ratio == pytest.approx(3.0)
    assert latency.ratio_interval == pytest.approx((3.0, 3.0))
    assert latency.n == 8
    assert measures["cost per solved problem"].second == pytest.approx(0.01)
    assert measures["coverage"].first == 1.0


# ---- what cannot be compared -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"facts": {"time": "9s"}}, "time not set against 9s"),
        ({"facts": {"iso": "none"}}, "iso not set against none"),
        ({"facts": {"retried": "timeouts@9s"}}, "retried not set against timeouts@9s"),
        ({"spec": RunSpec(BenchmarkRef("mine", digest="bb" * 32))}, f"problem file {'aa' * 8} against {'bb' * 8}"),
    ],
)
def test_runs_that_differ_in_what_matters_are_refused(fields: dict[str, object], said: str) -> None:
    store = MemoryStore()
    runs = a_run(store, "a", ["P"]), a_run(store, "b", ["P"], **fields)  # type: ignore[arg-type]  # a table of fields

    with pytest.raises(InvalidValue, match=f"^These runs cannot be compared: {said} "):
        compare_runs(*runs, store, None)
    assert compare_runs(*runs, store, None, allow_different=True).differences == (said,)


def test_what_may_differ_is_noted() -> None:
    store = MemoryStore()
    facts = {"strategy": "verify(3)", "temp": "0.8", "assay": "9.9", "extract": "never", "shown": "2"}
    found = compare_runs(a_run(store, "a", ["P"]), a_run(store, "b", ["P"], facts=facts), store, None)

    assert found.notes == (
        "the solver of run b saw the first 2 of the cases that decide",
        "extraction: as usual against never",
        "version of Assay: as usual against 9.9",
    )


def test_runs_that_were_mended_unequally_are_told_apart() -> None:
    store = MemoryStore()
    runs = [a_run(store, name, attempts) for name, attempts in (("a", "PPFp"), ("b", "PpfF"), ("c", "PFfP"))]

    assert compare_runs(runs[0], runs[2], store, None).notes == ()
    assert compare_runs(runs[0], runs[1], store, None).notes == (
        "25.0% of the candidates of a were mended, and 50.0% of b: --extract never compares them as they were given",
    )


def test_runs_without_a_common_problem() -> None:
    store = MemoryStore()
    runs = a_run(store, "a", ["P"] * 3 + ["F"] * 17), a_run(store, "b", ["P"] * 17 + ["F"] * 3, begin=50)

    with pytest.raises(InvalidValue, match="a and b share no problem"):
        compare_runs(*runs, store, None)
    found = compare_runs(*runs, store, None, allow_different=True)
    assert (found.paired, found.decision, found.flips) == (False, Decision.BETTER, ())
    assert "Newcombe" in found.difference.method
    assert (found.only_first, found.only_second) == (20, 20)
    assert ", 20 and 20 problems, p " in found.sentence()


@pytest.mark.parametrize("letters", [[], ["?", "?"]])
def test_a_run_without_a_judged_trial(letters: list[str]) -> None:
    store = MemoryStore()
    runs = a_run(store, "a", ["P"]), a_run(store, "b", letters, state=RunState.RUNNING)

    with pytest.raises(InvalidValue, match="run b has no judged trial yet"):
        compare_runs(*runs, store, None)


def test_a_run_that_is_not_finished_is_compared_as_far_as_it_is() -> None:
    store = MemoryStore()
    found = compare_runs(
        a_run(store, "a", ["P", "P"]),
        a_run(store, "b", ["F"], state=RunState.RUNNING),
        store,
        a_benchmark(2, hard_from=1),
    )

    assert (found.difference.n, found.only_first) == (1, 1)
    assert "run b is running: only what there is so far" in found.notes


@pytest.mark.parametrize("margin", [0.0, 1.0, -0.1, 3, float("nan"), True, "3", "100%", "few", None])
def test_a_margin_that_makes_no_sense(margin: float | str) -> None:
    store = MemoryStore()
    runs = a_run(store, "a", ["P"]), a_run(store, "b", ["P"])

    with pytest.raises(InvalidValue, match="margin: must be a share such as"):
        compare_runs(*runs, store, None, margin=margin)


# ---- several runs ----------------------------------------------------------------------------------------------------


def test_several_runs_are_adjusted_for_being_several() -> None:
    store = MemoryStore()
    runs = [a_run(store, "a", ["P"] * 20 + ["F"] * 20)]
    runs += [a_run(store, f"b{n}", ["P"] * 20 + ["P"] * 7 + ["F"] * 13) for n in range(5)]
    alone = compare_runs(runs[0], runs[1], store, None)
    found = compare_several(runs, store, None)

    assert alone.decision is Decision.BETTER
    assert {one.decision for one in found.comparisons} == {Decision.UNCLEAR}
    assert [one.difference.p for one in found.comparisons] == pytest.approx([5 * (alone.difference.p or 0)] * 5)
    assert len(found.pairs) == 15
    assert found.pairs[0].difference.decision is Decision.BETTER
    assert "(adjusted for 5 comparisons)" in found.comparisons[0].sentence()


def test_two_of_several_runs_without_a_common_problem_have_no_difference() -> None:
    store = MemoryStore()
    runs = [
        a_run(store, "all", ["P"] * 20),
        a_run(store, "early", ["P"] * 10),
        a_run(store, "late", ["F"] * 10, begin=10),
    ]
    found = compare_several(runs, store, None)

    assert [(pair.first, pair.second) for pair in found.pairs] == [("all", "early"), ("all", "late")]
    assert len(compare_several(runs, store, None, allow_different=True).pairs) == 3
    with pytest.raises(InvalidValue, match="early and late share no problem"):
        compare_several(runs[1:], store, None)


# ---- from Python, and hostile ----------------------------------------------------------------------------------------


def test_hostile_texts_are_shown_and_never_obeyed() -> None:
    store = MemoryStore()
    for name, verdict in (("a", Verdict.PASSED), ("b", Verdict.FAILED)):
        store.add_run(
            Run(name, "mine", "1", name=f"{name}{HOSTILE}", model=f"{name}{HOSTILE}", state=RunState.FINISHED)
        )
        outcome = CaseOutcome(CaseStatus.FAILED, expected=HOSTILE, actual=HOSTILE, error=HOSTILE)
        store.add_trials(name, [(0, Trial(HOSTILE, Candidate(name + HOSTILE), verdict, (outcome,), detail=HOSTILE))])
    found = compare("a", "b", store=store)

    assert not set("\x1b\x07\u202e") & {*repr(found), *found._repr_html_()}
    assert "</td>\x1b" not in found._repr_html_()
    assert json.loads(json.dumps(found.to_dict()))["flips"][0]["problem"] == HOSTILE


def test_compare_takes_reports_runs_and_names() -> None:
    store = MemoryStore()
    runs = a_run(store, "a1", ["F"], name="bad"), a_run(store, "b2", ["P"], name="good")
    reports = [Report(run, ()) for run in runs]
    found = [compare(*pair, store=store) for pair in (reports, ("bad", "good"), runs, ("a", "b2"))]

    assert [one.now_pass for one in found] == [1, 1, 1, 1]
    assert found[0].names == ("a1", "b2")
    assert found[0].table()[0]["difference"] == 1.0
    with pytest.raises(InvalidValue, match="first: must be a report, a run, or its id or name, got 3"):
        compare(3, "good", store=store)  # type: ignore[arg-type]  # a slip
    with pytest.raises(InvalidValue, match="store: must be a place"):
        compare("bad", "good", store=3)  # type: ignore[arg-type]  # a slip
    with pytest.raises(InvalidValue, match="run 'a1' is given twice"):
        compare("bad", "a1", store=store)
    assert compare("bad", "good", store=store, margin="5%").difference.margin == 0.05


# ---- public samples --------------------------------------------------------------------------------------------------


def samples(folder: Path, run: str, limit: int) -> Path:
    """The first candidates of one run of the public samples, as a file."""
    source = data_file("samples-llm-humaneval-benchmarks/all_runs.jsonl.gz")
    with gzip.open(source, "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["run"] == run][:limit]
    path = folder / f"{run}.jsonl"
    path.write_text("".join(json.dumps({key: row[key] for key in ("task_id", "completion")}) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        pytest.param(12, ("unclear", 4, 0), id="12-problems"),
        pytest.param(164, ("better", 35, 6), id="all-164", marks=pytest.mark.slow),
    ],
)
def test_two_public_sets_of_samples(tmp_path: Path, limit: int, expected: tuple[str, int, int]) -> None:
    store, problems = MemoryStore(), str(data_file("humaneval/HumanEval.jsonl.gz"))
    with closing(open_engine(Choices().changed(workers=1).resources)) as engine:
        for name in ("gpt3_final_500c_long", "gpt4_final_500c_long"):
            path = samples(tmp_path, name, limit)
            evaluate(path, "humaneval", problem_file=problems, store=store, engine=engine, name=name[:4])
    found = compare("gpt3", "gpt4", store=store)

    assert (found.decision.value, found.now_pass, found.now_fail) == expected
    assert found.difference.value == pytest.approx((expected[1] - expected[2]) / limit)
    assert all(flip.diff for flip in found.flips)
