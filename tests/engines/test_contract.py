"""What every engine does, whatever its workers are: one suite, run against all of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count, islice, repeat

import pytest

from assay.engines.base import PAUSE_SECONDS, Engine, Task
from assay.engines.cluster import RayEngine
from assay.engines.inline import InlineEngine
from assay.engines.local import LocalEngine
from assay.engines.workplace import Workplace
from assay.errors import SandboxUnavailable, UsageError
from assay.judges.base import AdjustableJudge
from assay.records import Candidate, Limits, Problem, Suite, Trial, Verdict
from assay.spec import Judging
from tests.engines.conftest import RayCluster
from tests.engines.processes import children, left_of
from tests.evaluation.support import DOUBLE, RIGHT, attempts, tasks

DEADLY = """
import os, sys
from assay.errors import SandboxUnavailable
from assay.engines.worker import main
from assay.judges.separate import SeparateJudge

honest = SeparateJudge.judge

def judge(self, problem, candidate):
    if "everything fails" in problem.id or "deadly" in candidate.source:
        os._exit(1)
    if "no sandbox" in problem.id or "faulty" in candidate.source:
        raise SandboxUnavailable("nothing works")
    return honest(self, problem, candidate)

SeparateJudge.judge = judge
main(int(sys.argv[1]))
"""
"""A worker whose judge dies of some candidates, as only one with a mistake of ours would."""


class DeadlyWorkplace(Workplace):
    """The same in this process, which has to live on."""

    def trial(
        self, problem: Problem, candidate: Candidate, *, probed: bool = True, limits: Limits | None = None
    ) -> Trial:
        words = ("everything fails", "no sandbox", "deadly", "faulty")
        if any(word in f"{problem.id} {candidate.source!r}" for word in words):
            raise SandboxUnavailable("nothing works")
        return super().trial(problem, candidate, probed=probed, limits=limits)


def own_children() -> set[int]:
    return children(os.getpid())


@dataclass(frozen=True)
class Maker:
    """Makes engines of one kind."""

    honest: Callable[[], Engine]
    deadly: Callable[[], Engine]
    """Some of its tasks end their worker, or have no sandbox."""
    processes: Callable[[], set[int]] = own_children
    """The processes of its workers."""
    crowded: bool = False
    """Whether there is room for one engine at a time only."""


MAKERS = {
    "local": Maker(lambda: LocalEngine(2), lambda: LocalEngine(1, program=DEADLY)),
    "inline": Maker(InlineEngine, lambda: InlineEngine(DeadlyWorkplace)),
    "ray": Maker(RayEngine, lambda: RayEngine(slots=1, program=DEADLY)),
}


@pytest.fixture(params=["local", "inline", pytest.param("ray", marks=pytest.mark.ray)])
def maker(request: pytest.FixtureRequest) -> Maker:
    found = MAKERS[request.param]
    if request.param == "ray":
        cluster: RayCluster = request.getfixturevalue("ray_connection")
        return replace(found, processes=cluster.workers, crowded=True)
    return found


@pytest.fixture(scope="module")
def engines() -> Iterator[dict[Callable[[], Engine], Engine]]:
    """The engines that the tests of this file share, by what made them."""
    made: dict[Callable[[], Engine], Engine] = {}
    yield made
    for engine in made.values():
        engine.close()


@pytest.fixture
def fresh(maker: Maker) -> Iterator[Engine]:
    """An engine that works, for this test alone."""
    with closing(maker.honest()) as made:
        made.start(Judging())
        yield made


@pytest.fixture
def engine(request: pytest.FixtureRequest, maker: Maker, engines: dict[Callable[[], Engine], Engine]) -> Engine:
    """An engine that works, and has worked for other tests; to start one takes seconds."""
    if maker.crowded:
        found: Engine = request.getfixturevalue("fresh")
        return found
    if maker.honest not in engines:
        engines[maker.honest] = maker.honest()
        engines[maker.honest].start(Judging())
    return engines[maker.honest]


@pytest.fixture
def deadly(maker: Maker) -> Iterator[Engine]:
    with closing(maker.deadly()) as made:
        made.start(Judging())
        yield made


def judged(engine: Engine, work: Iterable[Task | None]) -> dict[int, Trial]:
    found: dict[int, Trial] = {}
    for answer in engine.trials(work):
        if answer is not None:
            assert answer[0].sequence not in found, "every task is answered once"
            found[answer[0].sequence] = answer[1]
    return found


def test_every_task_is_answered_once_with_its_candidate(engine: Engine) -> None:
    work = tasks(attempts(12))
    found = judged(engine, work)

    assert sorted(found) == list(range(12))
    assert [found[number].verdict for number in range(4)] == ["failed", "passed", "passed", "failed"]
    assert [found[number].candidate for number in range(12)] == [task.candidate for task in work]


def test_a_task_may_bring_its_own_limits(engine: Engine) -> None:
    slow = Candidate("import time\ndef double(x):\n    time.sleep(0.5)\n    return 2 * x")
    work = [Task(place, DOUBLE, slow, limits=limits) for place, limits in enumerate((Limits(seconds=0.2), None))]

    found = judged(engine, work)

    assert (found[0].verdict, found[1].verdict) == (Verdict.TIMED_OUT, Verdict.PASSED)


def test_a_task_that_nobody_wants_is_not_begun(engine: Engine) -> None:
    loop = Candidate("def double(x):\n    while True: pass")
    unwanted = Task(0, DOUBLE, loop, limits=Limits(seconds=600.0), is_wanted=lambda: False)

    found = judged(engine, [unwanted, Task(1, DOUBLE, Candidate(RIGHT["double"]))])

    assert found[1].passed
    assert found[0].verdict is None or engine.room > 100  # a cluster cannot be told


def test_it_says_what_the_workers_found(engine: Engine) -> None:
    machine = engine.machine()

    assert machine.python
    assert machine.isolation == next(iter(judged(engine, tasks(attempts(1))).values())).isolation
    assert engine.machine() == machine


def test_the_same_start_again_changes_nothing(engine: Engine) -> None:
    engine.start(Judging())

    assert len(judged(engine, tasks(attempts(2)))) == 2
    assert len(judged(engine, tasks(attempts(3)))) == 3
    assert judged(engine, []) == {}


def test_tasks_are_pulled_as_they_are_needed(engine: Engine) -> None:
    pulled = count()

    def endless() -> Iterator[Task]:
        candidate = Candidate(RIGHT["double"])
        yield from (Task(next(pulled), DOUBLE, candidate) for _ in count())

    answers = engine.trials(endless())
    given = list(islice((answer for answer in answers if answer is not None), 10))
    answers.close()

    assert len(given) == 10
    assert next(pulled) <= len(given) + engine.room


class Hesitant:
    """Gives each task after some times of having none, and counts how often it is asked."""

    def __init__(self, work: list[Task], nothing: int) -> None:
        self.asked = 0
        self._work = work
        self._nothing = nothing

    def __iter__(self) -> Iterator[Task | None]:
        for task in self._work:
            for _ in range(self._nothing):
                self.asked += 1
                yield None
            self.asked += 1
            yield task
        yield None


@pytest.mark.parametrize("nothing", [1, 4])
def test_a_source_that_often_has_nothing_yet_loses_no_task(engine: Engine, nothing: int) -> None:
    found = judged(engine, Hesitant(tasks(attempts(8)), nothing))

    assert sorted(found) == list(range(8))
    assert all(trial.verdict is not None for trial in found.values())


def test_trials_come_out_while_the_source_has_nothing(engine: Engine) -> None:
    out: list[int] = []

    def waiting() -> Iterator[Task | None]:
        for number, task in enumerate(tasks(attempts(6))):
            yield task
            while len(out) <= number:  # for ever, unless the trial of this task is given
                yield None

    for answer in engine.trials(waiting()):
        if answer is not None:
            out.append(answer[0].sequence)

    assert out == list(range(6))


def test_a_source_that_has_nothing_is_not_asked_all_the_time(engine: Engine) -> None:
    engine.machine()
    source = Hesitant(tasks(attempts(1)), nothing=30)
    began = time.monotonic()
    found = judged(engine, source)

    assert len(found) == 1
    # Every question but the last few comes a pause after the one before; a busy machine only makes them rarer.
    assert source.asked / (time.monotonic() - began) < 2 / PAUSE_SECONDS


def test_a_source_that_has_nothing_keeps_nobody_from_giving_up(engine: Engine) -> None:
    answers = engine.trials(repeat(None))
    given = list(islice(answers, 3))
    answers.close()

    assert given == [None] * 3


def test_tasks_that_were_given_up_are_not_answered_later(engine: Engine) -> None:
    answers = engine.trials(tasks(attempts(12)))
    assert next(answer for answer in answers if answer is not None)
    answers.close()

    assert sorted(judged(engine, [replace(task, sequence=100 + task.sequence) for task in tasks(attempts(4))])) == [
        100,
        101,
        102,
        103,
    ]


def test_an_error_of_the_caller_s_tasks_comes_through(engine: Engine) -> None:
    def broken() -> Iterator[Task]:
        yield from tasks(attempts(3))
        raise KeyError("the file ends here")

    with pytest.raises(KeyError):
        list(engine.trials(broken()))


def test_a_worker_that_dies_is_replaced_and_its_task_judged_again(engine: Engine, maker: Maker) -> None:
    engine.machine()
    before = maker.processes()
    answers = engine.trials(tasks(attempts(12)))
    found = [answer for answer in islice(answers, 1) if answer is not None]
    for pid in before:
        try:
            os.kill(pid, 9)
        except ProcessLookupError:
            pass
    found += [answer for answer in answers if answer is not None]

    assert sorted(task.sequence for task, _ in found) == list(range(12))
    assert all(trial.verdict is not None for _, trial in found)


def test_candidates_that_end_their_workers_have_failed_and_stop_nobody_else(deadly: Engine) -> None:
    bad = [Candidate(f"# {('deadly', 'faulty')[n % 2]} {n}\n{RIGHT['double']}", attempt=n) for n in range(4)]
    work = [Task(n, DOUBLE, candidate) for n, candidate in enumerate(bad)]
    work += [replace(task, sequence=len(bad) + task.sequence) for task in tasks(attempts(4))]
    found = judged(deadly, work)

    assert [found[n].verdict for n in range(4)] == [Verdict.CRASHED] * 4
    assert [found[n].verdict for n in range(4, 8)] == ["failed", "passed", "passed", "failed"]
    assert found[1].detail == "it could not be judged while other candidates can: nothing works"
    assert [suspicion.kind for suspicion in found[0].suspicions] == ["garbage_on_channel"]
    assert found[0].isolation


@pytest.mark.parametrize("problem", ["everything fails", "no sandbox"])
def test_where_no_candidate_can_be_judged_the_failure_is_ours(deadly: Engine, problem: str) -> None:
    found = judged(deadly, [Task(0, replace(DOUBLE, id=problem), Candidate(RIGHT["double"]))])

    assert found[0].verdict is None
    assert found[0].fault


def test_closing_in_the_middle_leaves_nothing_behind(maker: Maker) -> None:
    before = maker.processes()
    engine = maker.honest()
    engine.start(Judging())
    answers = engine.trials(tasks(attempts(40)))
    next(answers)
    engine.close()
    answers.close()

    assert not left_of(maker.processes, before)


def test_closing_what_never_began_leaves_nothing_behind(maker: Maker) -> None:
    before = maker.processes()
    maker.honest().close()

    assert not left_of(maker.processes, before)


def test_judging_that_cannot_be_done_is_the_caller_s_mistake(maker: Maker) -> None:
    with closing(maker.honest()) as engine:
        engine.start(Judging(python="/no/such/python"))
        with pytest.raises(UsageError, match="no interpreter"):
            engine.machine()


def test_a_problem_that_cannot_be_judged_ends_it(fresh: Engine) -> None:
    broken = Problem("broken", Suite("f", "assert ("))

    with pytest.raises(UsageError, match="broken"):
        list(fresh.trials([Task(0, broken, Candidate("def f(x): return 1"))]))


def test_the_limits_hold(maker: Maker) -> None:
    with closing(maker.honest()) as engine:
        engine.start(Judging(limits=Limits(seconds=0.3)))
        found = judged(engine, [Task(0, DOUBLE, Candidate("def double(x):\n    while True: pass"))])

    assert found[0].verdict is Verdict.TIMED_OUT


class MistakenWorkplace(Workplace):
    """Makes a mistake with its first candidate."""

    is_new = True

    def _judge_under(self, limits: Limits) -> AdjustableJudge:
        if self.is_new:
            self.is_new = False
            raise RuntimeError("a mistake of ours")
        return super()._judge_under(limits)


def test_a_mistake_of_ours_leaves_one_trial_unjudged_and_the_next_one_is_judged() -> None:
    with MistakenWorkplace(Judging()) as workplace:
        first, second = (workplace.trial(DOUBLE, Candidate(RIGHT["double"])) for _ in range(2))

    assert (first.verdict, first.fault) == (None, "RuntimeError: a mistake of ours")
    assert second.verdict is Verdict.PASSED
