"""What every store does with answers of models, solutions and known solutions."""

from __future__ import annotations

import signal
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from assay.errors import InvalidValue
from assay.solutions import Completion, Cost, Draft, EndedBy, Solution
from assay.spec import RunState
from assay.store.base import Store, StoreCorrupt, UnknownRun
from assay.store.grouping import GroupedWrites
from assay.store.schema import MIGRATIONS
from assay.store.solution_codec import (
    pack_completion,
    pack_draft,
    pack_solution,
    unpack_completion,
    unpack_draft,
    unpack_solution,
)
from assay.store.sql import SqlStore
from tests.store.builders import a_run, a_solution, a_trial, any_completion, any_draft, any_solution
from tests.store.conftest import Clock, MakeStore
from tests.store.test_files import finished, start

SOME = settings(max_examples=40)
FEW = settings(max_examples=5, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture])

# bytes


@SOME
@given(completion=any_completion, draft=any_draft)
def test_answers_and_drafts_come_out_of_their_bytes(completion: Completion, draft: Draft) -> None:
    assert repr(unpack_completion(pack_completion(completion))) == repr(completion)
    assert repr(unpack_draft(pack_draft(draft))) == repr(draft)


@SOME
@given(solution=any_solution)
def test_a_solution_comes_out_of_its_bytes_with_or_without_steps(solution: Solution) -> None:
    packed = pack_solution(solution)

    assert repr(unpack_solution(packed.body, packed.steps)) == repr(solution)
    assert repr(unpack_solution(packed.body, None)) == repr(replace(solution, steps=()))


@pytest.mark.parametrize(
    "body", [b"", b"\x01", b"\x02abc", pack_draft(Draft("x"))[:-3], pack_completion(Completion("x", tries=2))]
)
def test_bytes_that_are_no_draft_or_solution_are_refused(body: bytes) -> None:
    for read in (unpack_draft, lambda found: unpack_solution(found, None)):
        with pytest.raises(ValueError, match=r"\w"):
            read(body)


# answers of models


def test_an_answer_is_kept_and_the_last_one_of_a_key_wins(store: Store) -> None:
    first = Completion("one \0\udc80", 3, cost_usd=None, first_token_seconds=0.5)

    assert store.response("k") is None
    store.keep_response("k", first)
    assert store.response("k") == first
    store.keep_response("k", replace(first, text="two"))
    assert store.response("k") == replace(first, text="two")
    assert store.response("K") is None


@FEW
@given(completion=any_completion)
def test_any_answer_comes_out_as_it_went_in(store: Store, completion: Completion) -> None:
    store.keep_response("k", completion)

    assert repr(store.response("k")) == repr(completion)


def test_many_threads_keep_answers_at_once(store: Store) -> None:
    def work(number: int) -> None:
        store.keep_response(f"k{number}", Completion(f"answer {number}"))
        store.keep_response("the same", Completion("all say so"))
        assert store.response(f"k{number}") == Completion(f"answer {number}")

    with ThreadPoolExecutor(24) as pool:
        list(pool.map(work, range(120)))

    assert store.size().responses == 121
    assert store.response("the same") == Completion("all say so")


ASKER = """
    import sys
    from concurrent.futures import ThreadPoolExecutor
    from assay.solutions import Completion
    from assay.store.sql import SqlStore
    place, first = sys.argv[1], int(sys.argv[2])
    store = SqlStore(place)
    def keep(number):
        store.keep_response(f"k{number}", Completion(f"answer {number}" * 50))
        sys.stdout.write(f"{number}\\n")  # a line of one thread never has another's in it
        sys.stdout.flush()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keep, range(first, first + int(sys.argv[3]))))
"""


def test_an_answer_that_was_kept_outlives_a_killed_process(tmp_path: Path) -> None:
    path = tmp_path / "assay.db"
    SqlStore(path).close()
    asker = start(ASKER, path, 0, 100_000)
    assert asker.stdout is not None
    said = [int(asker.stdout.readline()) for _ in range(40)]
    asker.send_signal(signal.SIGKILL)
    said += [int(line) for line in asker.communicate(timeout=60)[0].splitlines(keepends=True) if line.endswith("\n")]
    store = SqlStore(path)

    assert [number for number in said if store.response(f"k{number}") is None] == []
    store.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_several_processes_keep_answers_at_once(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    place = str(tmp_path / "assay.db") if kind == "sqlite" else request.getfixturevalue("postgres_url")
    SqlStore(place).close()
    for asker in [start(ASKER, place, first, 80) for first in (0, 40)]:  # half of the keys are the same
        finished(asker)
    store = SqlStore(place)

    assert store.size().responses == 120
    store.close()


# solutions


def test_solutions_come_out_in_the_order_of_adding(store: Store) -> None:
    store.add_run(a_run())
    store.add_solutions("r1", [a_solution("b"), a_solution("a", ended=EndedBy.COST, drafts=())])
    store.add_solutions("r1", [a_solution("c", cost=Cost(1, cost_usd=None))])
    again = a_solution("b", 1, abstained=True, confidence=0.5, detail="\0")
    store.add_solutions("r1", [a_solution("b", 5), again])

    expected = [again, a_solution("a", ended=EndedBy.COST, drafts=()), a_solution("c", cost=Cost(1, cost_usd=None))]
    assert list(store.solutions("r1")) == expected
    assert list(store.solutions("r1", steps=False)) == [replace(one, steps=()) for one in expected]
    assert list(store.solutions("r1", problem="a")) == expected[1:2]
    assert list(store.solutions("r1", problem="z")) == []


@FEW
@given(solution=any_solution)
def test_any_solution_comes_out_as_it_went_in(store: Store, solution: Solution) -> None:
    if not store.runs():
        store.add_run(a_run())
    store.add_solutions("r1", [solution])

    (found,) = store.solutions("r1", problem=solution.problem_id)
    assert repr(found) == repr(solution)


def test_more_solutions_than_are_read_at_once(store: Store) -> None:
    store.add_run(a_run())
    store.add_run(a_run("r2"))
    for run_id in ("r1", "r2"):
        store.add_solutions(run_id, [a_solution(f"p/{number}", 1) for number in range(600)])

    for steps in (True, False):
        found = [one.problem_id for one in store.solutions("r1", steps=steps)]
        assert found == [f"p/{number}" for number in range(600)]


def test_solutions_of_no_run_are_refused(store: Store) -> None:
    with pytest.raises(UnknownRun):
        store.add_solutions("nowhere", [a_solution()])
    with pytest.raises(UnknownRun):
        list(store.solutions("nowhere"))


def test_a_problem_id_that_is_too_long_is_refused_before_anything_is_kept(store: Store) -> None:
    store.add_run(a_run())
    with pytest.raises(InvalidValue, match="at most 500"):
        store.add_solutions("r1", [a_solution(), a_solution("x" * 501)])

    assert list(store.solutions("r1")) == []


def test_the_solutions_of_a_run_leave_with_it_and_answers_stay(store: Store) -> None:
    for run_id in ("r1", "r2"):
        store.add_run(a_run(run_id, state=RunState.FINISHED))
        store.add_solutions(run_id, [a_solution()])
    store.keep_response("k", Completion("paid"))
    store.delete_run("r1")
    store.add_run(a_run("r1"))

    assert list(store.solutions("r1")) == []
    assert list(store.solutions("r2")) == [a_solution()]
    assert store.response("k") == Completion("paid")


# known solutions


def test_a_known_solution_is_replaced_by_the_next(store: Store) -> None:
    assert store.known_solution("k") is None
    store.keep_known_solution("k", Draft("one", confidence=0.9))
    store.keep_known_solution("k", Draft("two", 3, 3, confidence=None))

    assert store.known_solution("k") == Draft("two", 3, 3, confidence=None)


# housekeeping


def test_the_size_counts_solutions_and_answers(store: Store) -> None:
    before = store.size()
    store.add_run(a_run())
    store.add_solutions("r1", [a_solution("a"), a_solution("b")])
    for number in range(3):
        store.keep_response(f"k{number}", Completion("answer"))
    store.keep_known_solution("k", Draft("code"))
    size = store.size()

    assert (before.solutions, before.responses, before.response_bytes, before.known_solutions) == (0, 0, 0, 0)
    assert (size.solutions, size.responses, size.known_solutions, size.cache_bytes) == (2, 3, 1, 0)
    assert 0 < size.response_bytes < size.total_bytes


def test_pruning_by_age_takes_what_nobody_used(store: Store, clock: Clock) -> None:
    for key in ("used", "unused"):
        store.keep_response(key, Completion(key))
        store.keep_known_solution(key, Draft(key))
    clock.now += 50 * 86_400
    assert store.response("used") is not None
    assert store.known_solution("used") is not None
    clock.now += 50 * 86_400
    gone = store.prune(older_than=timedelta(days=60))

    assert (gone.responses, gone.known_solutions, gone.verdicts, gone.runs) == (1, 1, 0, 0)
    assert (store.response("unused"), store.known_solution("unused")) == (None, None)
    assert store.response("used") == Completion("used")


def test_pruning_to_a_size_takes_what_was_not_used_for_longest(store: Store, clock: Clock) -> None:
    for number in range(4):
        clock.now += 1
        store.keep_response(f"k{number}", Completion(f"{7 ** (200 + number)}"))
    size = store.size()
    gone = store.prune(cache_bytes=size.response_bytes * 5 // 8)

    assert gone.responses == 2
    assert [store.response(f"k{number}") is None for number in range(4)] == [True, True, False, False]


def test_a_cache_of_answers_that_is_full_lets_the_oldest_go(make_store: MakeStore, clock: Clock) -> None:
    store = make_store(cache_bytes=3_000)
    for number in range(80):
        clock.now += 1
        store.keep_response(f"k{number}", Completion(f"{7 ** (200 + number)}"))

    assert store.size().response_bytes <= 3_000 * 17 // 16
    assert store.response("k0") is None
    assert store.response("k79") is not None


# older and damaged files


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_store_from_before_solutions_takes_them(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    place = str(tmp_path / "assay.db") if kind == "sqlite" else request.getfixturevalue("postgres_url")
    old = SqlStore(place, migrations=MIGRATIONS[:6])
    old.add_run(a_run())
    old.add_trials("r1", [(0, a_trial())])
    old.close()
    store = SqlStore(place)
    store.add_solutions("r1", [a_solution()])
    store.keep_response("k", Completion("answer"))

    assert list(store.trials("r1")) == [a_trial()]
    assert list(store.solutions("r1")) == [a_solution()]
    assert store.response("k") == Completion("answer")
    store.close()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE responses SET body = x'01'", "a row of responses cannot be read"),
        ("UPDATE solutions SET body = x'02'", "a solution cannot be read"),
        ("UPDATE solutions SET steps = body", "a solution cannot be read"),
    ],
)
def test_damaged_rows_are_noticed(tmp_path: Path, change: str, says: str) -> None:
    store = SqlStore(tmp_path / "assay.db")
    store.add_run(a_run())
    store.add_solutions("r1", [a_solution()])
    store.keep_response("k", Completion("answer"))
    with sqlite3.connect(tmp_path / "assay.db") as connection:
        connection.execute(change)
    connection.close()

    with pytest.raises(StoreCorrupt, match=says):
        _ = store.response("k"), list(store.solutions("r1"))
    store.close()


def test_what_a_solution_took_is_in_columns(tmp_path: Path) -> None:
    store = SqlStore(tmp_path / "assay.db")
    store.add_run(a_run())
    cost = Cost(3, tokens_in=2**70, tokens_out=5, cost_usd=0.25, seconds=1.5)
    store.add_solutions("r1", [a_solution(cost=cost, ended=EndedBy.TOKENS)])
    store.close()
    with sqlite3.connect(tmp_path / "assay.db") as connection:
        columns = "problem, drafts, abstained, ended, calls, tokens_in, tokens_out, cost_usd, seconds"
        rows = connection.execute(f"SELECT {columns} FROM solutions").fetchall()
    connection.close()

    assert rows == [("p/1", 1, 0, "tokens", 3, 2**63 - 1, 5, 0.25, 1.5)]


# writes in groups


class Slow:
    """A write that lasts until it is let go, and then fails where it is told to."""

    def __init__(self) -> None:
        self.groups: list[list[int]] = []
        self.begun = threading.Event()
        self.let_go = threading.Event()
        self.failure: BaseException | None = None

    def __call__(self, group: list[int]) -> None:
        self.groups.append(group)
        self.begun.set()
        assert self.let_go.wait(30)
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure


def brought(slow: Slow, first_failure: BaseException | None = None) -> list[BaseException | None]:
    """What became of nine writes, eight of which came while the first was written."""
    writes, slow.failure = GroupedWrites(slow), first_failure
    with ThreadPoolExecutor(9) as pool:
        futures = [pool.submit(writes.put, 0)]
        assert slow.begun.wait(30)
        futures += [pool.submit(writes.put, number) for number in range(1, 9)]
        while len(writes._waiting) < 8:
            threading.Event().wait(0.001)
        slow.let_go.set()
        return [future.exception(30) for future in futures]


def test_what_comes_while_somebody_writes_is_written_together() -> None:
    slow = Slow()

    assert brought(slow) == [None] * 9
    assert [sorted(group) for group in slow.groups] == [[0], [1, 2, 3, 4, 5, 6, 7, 8]]


@pytest.mark.parametrize("failure", [OSError("the disk is full"), KeyboardInterrupt()])
def test_a_write_that_fails_is_told_to_those_whose_it_was(failure: BaseException) -> None:
    slow = Slow()

    assert brought(slow, failure) == [failure] + [None] * 8
    assert sorted(number for group in slow.groups for number in group) == list(range(9))


def test_a_group_that_fails_fails_for_all_of_it() -> None:
    broken = OSError("the disk is full")

    def write(group: list[int]) -> None:
        raise broken

    writes = GroupedWrites(write)
    for number in range(3):
        with pytest.raises(OSError, match="the disk is full"):
            writes.put(number)
