"""A run that may end early ends as soon as it is sure, and comes to the same decision however it is made."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable
from itertools import islice

import pytest

import assay
from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import read_candidates
from assay.benchmarks.starter import candidate_files
from assay.choices import Choices, Sitting
from assay.cli.run import bounds_of, terms_of
from assay.engines.base import Answer, Task
from assay.errors import InvalidOption, InvalidValue
from assay.evaluation.comparing import compare_runs
from assay.evaluation.evaluating import Evaluation, evaluate
from assay.evaluation.planning import load
from assay.evaluation.reporting import make_report
from assay.evaluation.stopping import Stopping, place_of
from assay.records import Attempt, Candidate, Case, Cases, Problem, Trial, Verdict
from assay.reports.brief import one_liner
from assay.reports.listing import together_lines
from assay.reports.report import Report
from assay.reports.screen import Screen
from assay.settings import parse_stop_rule
from assay.signature import parse_signature
from assay.spec import BenchmarkRef, CandidatesRef, Judging, RunSpec, RunState, Scoring, Subset
from assay.statistics.finite import anytime_interval
from assay.store.memory import MemoryStore
from tests import public_data
from tests.evaluation.support import ScriptedEngine

MANY = Benchmark("many", "1", tuple(Problem(f"p{n:03}", Cases("f", (Case((), n),))) for n in range(160)))


def verdict(task: Task) -> Trial:
    passed = "right" in str(task.candidate.source)
    return Trial(task.problem.id, task.candidate, Verdict.PASSED if passed else Verdict.FAILED)


def answers(share: float, *, each: int = 1, seed: int = 0) -> list[Attempt]:
    """So many of the attempts at each problem are right, by chance."""
    chance = random.Random(seed)
    return [
        Attempt(problem.id, Candidate(f"{'right' if chance.random() < share else 'wrong'} {number}", number))
        for problem in MANY
        for number in range(each)
    ]


class HastyEngine(ScriptedEngine):
    """Answers what it has pulled in any order."""

    def __init__(self, room: int, seed: int) -> None:
        super().__init__(verdict, room)
        self._chance = random.Random(seed)

    def trials(self, tasks: Iterable[Task | None]) -> Generator[Answer | None, None, None]:
        source = iter(tasks)
        waiting: list[Task] = []
        while True:
            pulled = list(islice(source, self.room - len(waiting)))
            waiting += [task for task in pulled if task is not None]
            if not waiting and not pulled:
                return
            if waiting:
                task = waiting.pop(self._chance.randrange(len(waiting)))
                self.asked.append(task)
                yield task, self.answer(task)


def made(
    rule: str | None,
    given: Iterable[Attempt],
    *,
    engine: ScriptedEngine | None = None,
    store: MemoryStore | None = None,
    cache: bool = False,
) -> Evaluation:
    spec = RunSpec(
        BenchmarkRef("many"), CandidatesRef("some.jsonl", "digest"), Subset(stop_when=rule), scoring=Scoring((1,))
    )
    return Evaluation(
        spec,
        given,
        engine=engine or ScriptedEngine(verdict, room=20),
        store=MemoryStore() if store is None else store,
        benchmark=MANY,
        sitting=Sitting(cache=cache),
    )


def judged(store: MemoryStore, report: Report) -> list[str]:
    return [trial.problem_id for trial in store.trials(report.run.id)]


@pytest.mark.parametrize(
    ("rule", "share", "most", "so"),
    [
        pytest.param("below 0.6", 0.1, 15, "below 0.6 (95 % sure)", id="a-bad-one"),
        pytest.param("above 0.8", 1.0, 40, "above 0.8 (95 % sure)", id="a-perfect-one"),
        pytest.param("within 0.2", 0.5, 60, "known within 0.2 (95 % sure)", id="roughly"),
        pytest.param("above 0.9 or below 0.6", 0.1, 15, "below 0.6 (95 % sure)", id="either"),
        pytest.param("below 0.99 or above 0.995", 0.5, 5, "below 0.99 (certain)", id="by-arithmetic"),
    ],
)
def test_it_ends_when_it_is_sure(rule: str, share: float, most: int, so: str) -> None:
    store = MemoryStore()
    report = made(rule, answers(share), store=store).finish()

    (caution,) = [caution for caution in report.cautions if caution.kind == "stopped"]
    stopped = report.run.problems
    assert 0 < stopped <= most
    assert sorted(judged(store, report), key=place_of) == sorted((p.id for p in MANY), key=place_of)[:stopped]
    assert caution.what == f"Stopped after {stopped} of 160 problems in random order: pass@1 is {so}"
    assert f"stopped after {stopped} of 160 problems" in one_liner(report)
    assert f"! {report.run.id}: {caution.what}" in together_lines([report, report], [], Screen(None))
    assert report.run.notes == ()
    facts = parse_signature(report.scores[0].signature)
    assert (facts["until"], facts["order"], facts["stopped"]) == (
        rule.replace(" or ", "+").replace(" ", "-"),
        "seed-0",
        f"{stopped}/160",
    )
    assert report.run.state is RunState.FINISHED


@pytest.mark.parametrize(
    ("rule", "share", "so"),
    [
        pytest.param("below 0.6", 0.65, "not below 0.6", id="just-above"),
        pytest.param("below 0.6", 1.0, "not below 0.6", id="the-other-side"),
        pytest.param("above 0.8 or above 0.9", 0.1, "not above 0.8 and not above 0.9", id="the-other-side-too"),
        pytest.param("within 0.001", 0.5, "known within 0.001 only with the last problem", id="exactly"),
    ],
)
def test_it_goes_to_the_end_where_it_is_not(rule: str, share: float, so: str) -> None:
    store = MemoryStore()
    report = made(rule, answers(share), store=store).finish()
    plain = made(None, answers(share)).finish()

    assert judged(store, report) == [problem.id for problem in MANY]
    assert report.cautions == ()
    assert report.scores[0].interval == plain.scores[0].interval
    assert "stopped" not in report.run.facts
    assert report.run.notes == (f"--stop-when: pass@1 is {so}; judged to the end",)
    assert plain.run.notes == ()


def test_what_could_not_be_judged_leaves_the_rule_open() -> None:
    def faulty(task: Task) -> Trial:
        if task.problem.id == "p007":
            return Trial(task.problem.id, task.candidate, None, fault="no room")
        return verdict(task)

    report = made("below 0.6", answers(0.7), engine=ScriptedEngine(faulty)).finish()

    assert report.run.notes == ("--stop-when: pass@1 is not surely below 0.6; judged to the end",)


def test_the_score_that_decides_is_shown_whatever_k_is_asked_for() -> None:
    spec = RunSpec(BenchmarkRef("many"), subset=Subset(stop_when="below 0.6"), scoring=Scoring((5,)))
    report = evaluate(spec, answers(0.1, each=5), engine=ScriptedEngine(verdict), store=MemoryStore(), benchmark=MANY)

    assert [score.metric for score in report.scores if score.metric.startswith("pass@")][:2] == ["pass@1", "pass@5"]
    assert {"pass@1", "pass@5"} <= set(bounds_of(terms_of(Choices(scoring=spec.scoring, subset=spec.subset), MANY)))


def test_pass_at_1_has_the_interval_of_the_decision() -> None:
    store = MemoryStore()
    report = made("below 0.6", answers(0.2), store=store).finish()
    score = report.scores[0]
    ordered = sorted(store.trials(report.run.id), key=lambda trial: place_of(trial.problem_id))
    values = [float(trial.verdict is Verdict.PASSED) for trial in ordered]

    assert score.interval == anytime_interval(values, 160)
    assert score.interval is not None
    assert score.interval[1] <= 0.6
    assert anytime_interval(values[:-1], 160)[1] > 0.6
    assert "interval for all 160 problems, valid at any time of stopping" in score.note
    assert make_report(report.run, store, MANY, k=(1,)).scores[0] == score
    kept = store.report(report.run.id)
    assert kept is not None
    assert Report.from_dict(report.run, kept).scores[0] == score


def test_a_comparison_says_that_a_run_ended_early() -> None:
    store = MemoryStore()
    runs = [made(rule, answers(0.2), store=store).finish().run for rule in ("below 0.6", None)]
    found = compare_runs(runs[0], runs[1], store, MANY, allow_different=True)
    said = f"run {runs[0].id} ended early, after {runs[0].problems} of 160 problems: it was judged until its own score"

    assert [note[: len(said)] for note in found.notes if "ended early" in note] == [said]


@pytest.mark.parametrize("each", [1, 5])
def test_neither_workers_nor_the_order_of_a_file_nor_of_their_ends_change_the_decision(each: int) -> None:
    found = set()
    for seed in range(4):
        store, given = MemoryStore(), answers(0.3, each=each)
        random.Random(seed).shuffle(given)
        report = made("below 0.6", given, engine=HastyEngine(1 + 4 * seed, seed), store=store).finish()
        found.add((report.run.facts["stopped"], report.scores[0].value, frozenset(judged(store, report))))

    assert len(found) == 1


def test_not_many_problems_are_begun_that_are_not_needed() -> None:
    engine = HastyEngine(8, 0)
    report = made("below 0.6", answers(0.1), engine=engine).finish()

    assert len(engine.asked) <= report.run.problems + 2 * 8


def test_a_problem_of_many_attempts_counts_once() -> None:
    """Six attempts with the same verdict say as much as one; that they differ makes a problem's value more exact."""

    def needed(each: int) -> int:
        given = [
            Attempt(problem.id, Candidate("right" if place % 2 else "wrong", number))
            for place, problem in enumerate(MANY)
            for number in range(each)
        ]
        return made("within 0.1", given).finish().run.problems

    assert needed(6) == needed(1) == 100
    assert made("within 0.1", answers(0.5, each=6)).finish().run.problems < 100


@pytest.mark.parametrize(("after", "cache"), [(1, False), (5, True), (12, False)])
def test_an_interrupted_run_goes_on_to_the_same_decision(after: int, cache: bool) -> None:
    store, given = MemoryStore(), answers(0.35, each=2)
    whole = made("below 0.6", given).finish()

    class Breaking(HastyEngine):
        def trials(self, tasks: Iterable[Task | None]) -> Generator[Answer | None, None, None]:
            for number, answer in enumerate(super().trials(tasks)):
                if number == after:
                    raise KeyboardInterrupt
                yield answer

    with pytest.raises(KeyboardInterrupt):
        made("below 0.6", given, engine=Breaking(6, 1), store=store, cache=cache).finish()
    begun = store.find_run("latest")
    report = made("below 0.6", given, store=store, cache=cache).finish()

    assert begun.state is RunState.INTERRUPTED
    assert begun.trials <= after
    assert report.run.id == begun.id
    assert report.run.facts["stopped"] == whole.run.facts["stopped"]
    assert report.scores[0].interval == whole.scores[0].interval
    assert len(judged(store, report)) == len(set(store.judged(report.run.id))) == report.run.trials


def test_what_our_side_cannot_judge_is_allowed_for_and_holds_nobody_up() -> None:
    first = min((problem.id for problem in MANY), key=place_of)

    def faulty(task: Task) -> Trial:
        if task.problem.id == first:
            return Trial(task.problem.id, task.candidate, None, fault="no room")
        return verdict(task)

    store = MemoryStore()
    report = made("below 0.6", answers(0.0), engine=ScriptedEngine(faulty), store=store).finish()
    without = made("below 0.6", answers(0.0)).finish()

    assert report.unjudged == 1
    assert without.run.problems < report.run.problems < 20
    assert report.scores[0].interval is not None
    assert report.scores[0].interval[1] <= 0.6
    assert first in judged(store, report)


def test_another_try_after_a_fault_is_kept() -> None:
    first = min((problem.id for problem in MANY), key=place_of)
    tried: list[str] = []

    def once(task: Task) -> Trial:
        tried.append(task.problem.id)
        if task.problem.id == first and tried.count(first) == 1:
            return Trial(task.problem.id, task.candidate, None, fault="no room")
        return verdict(task)

    report = made("below 0.6", answers(0.0), engine=ScriptedEngine(once)).finish()

    assert (tried.count(first), report.unjudged) == (2, 0)
    assert report.run.trials == report.run.problems


def test_a_part_of_the_benchmark_is_told_beside() -> None:
    report = made("below 0.6", [one for one in answers(0.0) if one.problem_id < "p100"]).finish()
    (caution,) = [caution for caution in report.cautions if caution.kind == "stopped"]

    assert caution.of == 100
    assert caution.why.endswith("; 60 without a candidate")
    assert "answered" in parse_signature(report.scores[0].signature)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("below 0.6", "below 0.6"),
        ("above 80%", "above 0.8"),
        ("  within   5 % ", "within 0.05"),
        ("below .5 or above .8 or below 0.50", "below 0.5 or above 0.8"),
        ("Below 0.5 OR Within 49%", "below 0.5 or within 0.49"),
    ],
)
def test_rules(text: str, expected: str) -> None:
    assert parse_stop_rule(text) == expected
    assert parse_stop_rule(expected) == expected


@pytest.mark.parametrize(
    "text",
    ["", "below", "0.6", "under 0.6", "below 0", "below 1", "below 60", "above 100%", "below nan", "below 1e-3",
     "below -0.5", "below 0.6 and above 0.8", "below 0.6 or", "below ٠.٥", "below 0.6\x1b[2J", "below 0.6 or " * 999,
     0.6, None],
)  # fmt: skip
def test_what_is_no_rule_is_refused(text: object) -> None:
    with pytest.raises(InvalidValue, match=r"must be text|must be 'below', 'above' or 'within'.* with 'or' between"):
        parse_stop_rule(text)
    if text is not None:
        with pytest.raises(InvalidOption, match="stop_when: must be"):
            Choices().changed(stop_when=text)


@pytest.mark.parametrize("text", ["within 0.5", "within 70%", "below 0.6 or within 0.7"])
def test_a_width_that_every_score_has_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match=r"needs a share below 0.5: every score is within 0\.[57] of one half"):
        parse_stop_rule(text)


def test_attempts_that_make_no_sense_are_told_before_anything_is_judged() -> None:
    engine = ScriptedEngine(verdict)
    with pytest.raises(InvalidValue, match="attempt 1: many has no problem 'q'"):
        made("below 0.6", [Attempt("p001", Candidate("")), Attempt("q", Candidate(""))], engine=engine).finish()

    assert engine.asked == []


def test_a_solver_is_not_stopped_by_it() -> None:
    class Solved(list[Attempt]):
        def begin(self, run: object) -> None: ...
        def missing(self) -> None: ...

    with pytest.raises(InvalidOption, match="not for a solver's"):
        made("below 0.6", Solved())


def test_the_random_order_is_that_of_the_ids_alone() -> None:
    """Another set of problems, or another file, does not change which of two problems comes first."""
    few = Stopping("below 0.6", [Attempt(f"p{n:03}", Candidate("")) for n in (5, 1, 9)], room=10)
    order = [one[1].problem_id for one in few.attempts() if one is not None]

    assert order == sorted(order, key=place_of) != sorted(order)


# ---- with answers of real models -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "rule", "problems"),
    [
        pytest.param("codellama-34b-instruct", "below 0.6", 64, id="45-percent"),
        pytest.param("gpt-3.5-turbo", "above 0.6", None, id="77-percent", marks=pytest.mark.slow),
        pytest.param("gpt-4", "below 0.6", 164, id="85-percent", marks=pytest.mark.slow),
    ],
)
def test_published_verdicts_on_humaneval(model: str, rule: str, problems: int | None) -> None:
    """Ten attempts of each of three models at each problem, with the verdicts that were published."""
    benchmark = Benchmark("humaneval", "1.2", tuple(public_data.humaneval()))
    given = [
        Attempt(row["task_id"], Candidate("right" if row["passed"] else "wrong", int(row["run"])))
        for row in public_data.rows("samples-jamesmurdza/runs.jsonl.gz")
        if row["model"] == model
    ]
    spec = RunSpec(BenchmarkRef("humaneval"), subset=Subset(stop_when=rule))
    report = evaluate(
        spec,
        given,
        engine=ScriptedEngine(verdict),
        store=MemoryStore(),
        benchmark=benchmark,
        sitting=Sitting(cache=False),
    )

    assert report.run.problems == problems or (problems is None and report.run.problems < 100)


# ---- with real processes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "rule", "early"),
    [("cheating", "below 0.6", True), pytest.param("good", "below 0.8 or above 0.9", False, marks=pytest.mark.slow)],
)
def test_real_candidates_of_the_starter_benchmark(kind: str, rule: str, early: bool) -> None:
    """The good ones reach some 85 %, too close to both bounds to say anything before the end."""
    (path,) = [path for path in candidate_files() if path.stem == kind]
    report = assay.evaluate(str(path), "starter", store="memory:", workers=2, stop_when=rule, attempts=1, limit=30)

    assert (report.run.problems <= 15) is early
    assert ("stopped" in report.run.facts) is early
    assert report.run.problems == 30 or early


def test_the_spec_of_a_run_comes_back_with_its_rule() -> None:
    spec = RunSpec(subset=Subset(stop_when="below 0.6"), judging=Judging())

    assert RunSpec.from_dict(spec.as_dict()) == spec
    older = spec.as_dict()
    del older["subset"]["stop_when"]
    assert RunSpec.from_dict(older).subset.stop_when is None


def test_rows_that_are_left_out_are_noted_all_the_same() -> None:
    benchmark = load(BenchmarkRef("starter"), Judging())
    rows = [{"task_id": problem.id, "solution": "wrong"} for problem in benchmark]
    reading = read_candidates([*rows, {"task_id": "nobody", "solution": ""}], benchmark)
    spec = RunSpec(BenchmarkRef("starter"), subset=Subset(stop_when="below 0.5"))
    report = evaluate(spec, reading, engine=ScriptedEngine(verdict), store=MemoryStore(), benchmark=benchmark)

    assert report.run.problems < 20
    assert report.run.notes == reading.notes != ()


def test_notes_count_only_candidates_that_were_judged() -> None:
    benchmark = load(BenchmarkRef("starter"), Judging())
    rows = [{"task_id": problem.id, "solution": ""} for problem in benchmark for _ in range(2)]
    reading = read_candidates(rows, benchmark)
    spec = RunSpec(BenchmarkRef("starter"), subset=Subset(stop_when="below 0.5"))
    report = evaluate(spec, reading, engine=ScriptedEngine(verdict), store=MemoryStore(), benchmark=benchmark)
    stopped = report.run.problems

    assert stopped < 20 < len(benchmark)
    assert report.run.notes == (
        f"{2 * stopped} empty candidates; an empty one is invalid",
        f"{stopped} candidates the same as an earlier one of its problem; each one counts",
    )
    assert reading.notes[0].startswith(f"{2 * len(benchmark)} empty candidates")
