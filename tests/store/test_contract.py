"""What every store does, whatever it is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from assay.errors import InvalidValue, UnknownNameError
from assay.records import Candidate, CaseOutcome, CaseStatus, Execution, Limits, Score, Trial, Verdict
from assay.spec import BenchmarkRef, Judging, Run, RunSpec, RunState, Scoring
from assay.store.base import UNJUDGED, Store
from assay.store.codec import kept
from assay.store.leases import EXPIRES_SECONDS, Holder
from tests.store.builders import PASSED, a_run, a_trial, any_run, any_trial, attempts, numbered
from tests.store.conftest import Clock, MakeStore

FEW = settings(max_examples=10, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture])
"""The laws stand in test_codec.py; here a few examples meet each kind of store."""


def ids(runs: list[Run]) -> list[str]:
    return [run.id for run in runs]


# runs


def test_a_run_comes_out_as_it_went_in(store: Store) -> None:
    run = a_run(
        name="weak",
        model="m",
        labels={"team": "a", "ünï": "\0\udc80"},
        spec=RunSpec(BenchmarkRef("starter"), scoring=Scoring((1, 5)), judging=Judging(limits=Limits(seconds=4.0))),
        notes=("one line was empty",),
        scores=(Score("pass@1", 0.5, 4, (0.15, 0.85), "starter:1|k:1", k=1), Score("consistency", None, 0)),
    )
    store.add_run(run)

    assert store.get_run("r1") == run


@FEW
@given(run=any_run)
def test_any_run_comes_out_as_it_went_in(store: Store, run: Run) -> None:
    if run.id in ids(store.runs()):
        store.delete_run(run.id)
    store.add_run(run)

    assert repr(store.get_run(run.id)) == repr(run)


def test_an_update_replaces_state_scores_and_notes(store: Store) -> None:
    store.add_run(a_run(scores=(Score("pass@1", 0.1, 1), Score("pass@5", 0.2, 1))))
    finished = a_run(state=RunState.FINISHED, seconds=1.5, trials=3, notes=("n",), scores=(Score("pass@1", 0.5, 1),))
    store.update_run(finished)

    assert store.get_run("r1") == finished


def test_an_id_is_taken_only_once(store: Store) -> None:
    store.add_run(a_run())

    with pytest.raises(InvalidValue, match="'r1' already"):
        store.add_run(a_run())


@pytest.mark.parametrize(
    "act", ["update", "get", "delete", "add_trials", "trials", "judged", "counts", "remove", "hold"]
)
def test_a_run_that_is_not_there_is_named(store: Store, act: str) -> None:
    store.add_run(a_run("abc"))
    acts: dict[str, Callable[[], object]] = {
        "update": lambda: store.update_run(a_run("abd")),
        "get": lambda: store.get_run("abd"),
        "delete": lambda: store.delete_run("abd"),
        "add_trials": lambda: store.add_trials("abd", numbered(attempts(1))),
        "trials": lambda: list(store.trials("abd")),
        "judged": lambda: store.judged("abd"),
        "counts": lambda: store.counts("abd"),
        "remove": lambda: store.remove_trials("abd", [("p", 0)]),
        "hold": lambda: store.hold("abd", Holder.here()),
    }

    with pytest.raises(UnknownNameError, match=r"No run is named 'abd'. Did you mean 'abc'"):
        acts[act]()


def test_runs_are_listed_from_the_newest_on(store: Store) -> None:
    for run_id, minute in (("b", 2), ("a", 1), ("d", 3), ("c", 3)):
        store.add_run(a_run(run_id, minute))

    assert ids(store.runs()) == ["c", "d", "b", "a"]
    assert ids(store.runs(limit=2)) == ["c", "d"]
    assert ids(store.runs(limit=0)) == []


def test_runs_are_read_a_page_at_a_time(store: Store) -> None:
    for run_id, minute in (("b", 2), ("a", 1), ("d", 3), ("c", 3)):
        store.add_run(a_run(run_id, minute, benchmark="mbpp" if run_id == "b" else "starter", labels={"id": run_id}))

    assert ids(store.runs(limit=2, after="c")) == ["d", "b"]
    assert ids(store.runs(after="b")) == ["a"]
    assert ids(store.runs(after="a")) == []
    assert ids(store.runs(after="b", benchmark="starter")) == ["a"]
    assert ids(store.runs(after="c", labels={"id": "a"}, limit=1)) == ["a"]
    with pytest.raises(UnknownNameError, match="No run is named 'e'"):
        store.runs(after="e")


def test_runs_are_chosen_by_benchmark_and_labels(store: Store) -> None:
    store.add_run(a_run("a", 1, labels={"team": "x", "size": "7b"}))
    store.add_run(a_run("b", 2, labels={"team": "x"}, benchmark="mbpp"))
    store.add_run(a_run("c", 3, labels={"team": "y"}))

    assert ids(store.runs(benchmark="mbpp")) == ["b"]
    assert ids(store.runs(labels={"team": "x"})) == ["b", "a"]
    assert ids(store.runs(labels={"team": "x"}, limit=1)) == ["b"]
    assert ids(store.runs(labels={"team": "x", "size": "7b"})) == ["a"]
    assert ids(store.runs(labels={"team": "x"}, benchmark="starter")) == ["a"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("abc1", "abc1"),
        ("abd", "abd2"),
        ("weak", "b3"),
        ("latest", "b3"),
        ("good", "abd2"),
        ("ab", "name-ab"),
    ],
    ids=["id", "prefix", "newest of a name", "latest", "name", "a name before a prefix"],
)
def test_a_run_is_found_by_what_people_type(store: Store, text: str, found: str) -> None:
    store.add_run(a_run("abc1", 1, name="weak"))
    store.add_run(a_run("abd2", 2, name="good"))
    store.add_run(a_run("name-ab", 0, name="ab"))
    store.add_run(a_run("b3", 3, name="weak"))

    assert store.find_run(text).id == found


def test_an_ambiguous_prefix_lists_what_it_could_mean(store: Store) -> None:
    store.add_run(a_run("abc1", 1))
    store.add_run(a_run("abd2", 2))

    with pytest.raises(InvalidValue, match="2 runs begin with 'ab': abd2, abc1; type more"):
        store.find_run("ab")


@pytest.mark.parametrize("text", ["", "zzz", "%", "ab_", "\0", "\udc80", "x" * 100_000])
def test_what_names_no_run_is_refused(store: Store, text: str) -> None:
    store.add_run(a_run("abc1"))

    with pytest.raises(UnknownNameError, match="Known, newest first: abc1"):
        store.find_run(text)


def test_an_empty_store_says_so(store: Store) -> None:
    with pytest.raises(UnknownNameError, match="no runs yet"):
        store.find_run("latest")


def test_the_newest_unfinished_run_of_a_plan_is_found(store: Store) -> None:
    store.add_run(a_run("a", 1, plan="p"))
    store.add_run(a_run("b", 2, plan="p", state=RunState.INTERRUPTED))
    store.add_run(a_run("c", 3, plan="p", state=RunState.FINISHED))
    store.add_run(a_run("d", 4, plan="q"))
    found = store.unfinished("p")

    assert found is not None
    assert found.id == "b"
    assert store.unfinished("z") is None


# who makes a run


def elsewhere(name: str = "there") -> Holder:
    """A process on another machine."""
    return Holder(f"{name} boot pid:[1]", 7, "1", f"token of {name}")


def gone() -> Holder:
    """A process of this machine that has ended, and whose number may be another one's by now."""
    return replace(Holder.here(), begun="0")


def test_a_run_has_one_holder_at_a_time(store: Store) -> None:
    store.add_run(a_run())
    first, second = Holder.here(), Holder.here()

    assert store.hold("r1", first) == first
    assert store.hold("r1", second) == first
    assert store.hold("r1", first) == first
    assert store.hold("r1", second, by_force=True) == second
    assert store.hold("r1", first) == second


def test_a_run_that_is_not_in_work_is_free(store: Store) -> None:
    store.add_run(a_run())
    store.hold("r1", Holder.here())
    store.update_run(a_run(state=RunState.INTERRUPTED))
    other = elsewhere()

    assert store.hold("r1", other) == other


def test_a_run_whose_process_is_gone_is_interrupted_and_free(store: Store) -> None:
    store.add_run(a_run(plan="p"))
    store.hold("r1", gone())
    found = store.unfinished("p")

    assert [run.state for run in (store.get_run("r1"), found, *store.runs()) if run] == [RunState.INTERRUPTED] * 3
    assert store.hold("r1", other := Holder.here()) == other
    assert store.get_run("r1").state is RunState.RUNNING


def test_a_run_of_another_machine_is_free_when_nobody_has_heard_of_it_for_long(store: Store, clock: Clock) -> None:
    store.add_run(a_run())
    there, here = elsewhere(), Holder.here()
    store.hold("r1", there)
    clock.now += EXPIRES_SECONDS - 1

    assert store.get_run("r1").state is RunState.RUNNING
    assert store.hold("r1", here) == there
    assert store.hold("r1", there) == there
    clock.now += EXPIRES_SECONDS - 1
    assert store.hold("r1", here) == there
    clock.now += 1
    assert store.get_run("r1").state is RunState.INTERRUPTED
    assert store.hold("r1", here) == here


def test_a_clock_that_runs_behind_takes_nothing_from_a_living_process(store: Store, clock: Clock) -> None:
    store.add_run(a_run())
    store.hold("r1", there := elsewhere())
    clock.now -= 3600

    assert store.hold("r1", Holder.here()) == there


def test_a_run_whose_process_is_gone_can_be_pruned(store: Store) -> None:
    for name, holder in (("gone", gone()), ("living", Holder.here())):
        store.add_run(a_run(name))
        store.hold(name, holder)
    store.prune(keep_runs=0)

    assert ids(store.runs()) == ["living"]


def test_a_deleted_run_leaves_no_holder_to_one_of_the_same_id(store: Store) -> None:
    store.add_run(a_run())
    store.hold("r1", Holder.here())
    store.delete_run("r1")
    store.add_run(a_run())

    assert store.hold("r1", other := elsewhere()) == other


def test_a_deleted_run_takes_its_trials_and_scores_with_it(store: Store) -> None:
    for run_id in ("a", "b"):
        store.add_run(a_run(run_id, scores=(Score("pass@1", 0.5, 1),)))
        store.add_trials(run_id, numbered(attempts(3)))
    store.delete_run("a")

    assert ids(store.runs()) == ["b"]
    assert len(list(store.trials("b"))) == 3
    assert store.size().trials == 3
    store.add_run(a_run("a"))
    assert list(store.trials("a")) == []
    assert store.get_run("a").scores == ()


# trials


@FEW
@given(trial=any_trial)
def test_any_trial_comes_out_as_it_is_kept(store: Store, trial: Trial) -> None:
    if "r1" in ids(store.runs()):
        store.delete_run("r1")
    store.add_run(a_run())
    store.add_trials("r1", [(0, trial)])

    assert repr(list(store.trials("r1"))) == repr([kept(trial)])
    assert repr(list(store.trials("r1", problem=trial.problem_id))) == repr([kept(trial)])


def test_large_and_odd_content_comes_out_equal(store: Store) -> None:
    import random

    noise = random.Random(1).randbytes(1 << 20)
    trial = a_trial(
        executions=(Execution(None, 9, stdout=noise, stderr=b"\0" * (1 << 20), truncated=True),),
        outcomes=(CaseOutcome(CaseStatus.FAILED, actual="\ud83d\ude00\0", expected="9" * 10_000, name="n" * 1000),),
    )
    trial = replace(trial, candidate=Candidate(b"\xff\xfe\0def", 3))
    store.add_run(a_run())
    store.add_trials("r1", [(0, trial)])

    assert list(store.trials("r1")) == [trial]


def test_long_names_of_cases_come_back_to_every_trial(store: Store) -> None:
    def named(problem: str, attempt: int) -> Trial:
        names = (f"assert f({number}) == g({number}, {problem!r})" for number in range(100))
        return a_trial(problem, attempt, outcomes=tuple(replace(PASSED, name=name) for name in names))

    trials = [named(f"p/{number % 3}", number) for number in range(9)]
    store.add_run(a_run())
    store.add_trials("r1", numbered(trials))
    store.cache((f"key{number}", trial) for number, trial in enumerate(trials))
    store.add_run(a_run("r2"))
    store.add_trials("r2", numbered(trials[:3]))
    store.delete_run("r1")

    assert list(store.trials("r2")) == trials[:3]
    assert store.cached(["key4"]) == {"key4": trials[4]}


def test_trials_come_in_their_order_not_in_that_of_their_coming(store: Store) -> None:
    trials = attempts(10)
    store.add_run(a_run())
    store.add_trials("r1", numbered(trials[5:], 5))
    store.add_trials("r1", list(reversed(numbered(trials[:5]))))

    assert list(store.trials("r1")) == trials


def test_equal_places_keep_the_order_of_adding(store: Store) -> None:
    trials = [a_trial(problem) for problem in "cab"]
    store.add_run(a_run())
    for trial in trials:
        store.add_trials("r1", [(7, trial)])

    assert list(store.trials("r1")) == trials


def test_a_trial_added_again_is_not_counted_twice(store: Store) -> None:
    store.add_run(a_run())
    store.add_trials("r1", numbered(attempts(3)))
    again = a_trial(attempt=1, verdict=Verdict.FAILED)
    store.add_trials("r1", [(1, a_trial(attempt=1)), (1, again)])

    assert list(store.trials("r1")) == [a_trial(attempt=0), again, a_trial(attempt=2)]
    assert store.counts("r1") == {Verdict.PASSED: 2, Verdict.FAILED: 1}


def test_a_replaced_trial_keeps_its_place(store: Store) -> None:
    store.add_run(a_run())
    store.add_trials("r1", [(10 * number, trial) for number, trial in numbered(attempts(3))])
    again = [a_trial(attempt=attempt, verdict=Verdict.FAILED) for attempt in (2, 0)]
    store.replace_trials("r1", again)

    assert list(store.trials("r1")) == [again[1], a_trial(attempt=1), again[0]]


def test_nothing_is_replaced_where_one_trial_is_not_there(store: Store) -> None:
    store.add_run(a_run())
    store.add_trials("r1", numbered(attempts(1)))

    with pytest.raises(InvalidValue, match="'r1' has no attempt 7 at problem 'p/1'"):
        store.replace_trials("r1", [a_trial(verdict=Verdict.FAILED), a_trial(attempt=7)])
    assert list(store.trials("r1")) == attempts(1)


def test_the_same_attempt_of_two_runs_are_two_trials(store: Store) -> None:
    for run_id in ("a", "b"):
        store.add_run(a_run(run_id))
        store.add_trials(run_id, numbered(attempts(2)))

    assert store.size().trials == 4


def test_trials_are_chosen_by_problem_and_verdict(store: Store) -> None:
    passed, failed = a_trial("p/1"), a_trial("p/2", verdict=Verdict.FAILED)
    fault = a_trial("p/2", 1, verdict=None, fault="no sandbox", outcomes=())
    store.add_run(a_run())
    store.add_trials("r1", numbered([passed, failed, fault]))

    assert list(store.trials("r1", problem="p/2")) == [failed, fault]
    assert list(store.trials("r1", verdict=Verdict.FAILED)) == [failed]
    assert list(store.trials("r1", verdict=UNJUDGED)) == [fault]
    assert list(store.trials("r1", problem="p/1", verdict=Verdict.FAILED)) == []
    assert store.counts("r1") == {Verdict.PASSED: 1, Verdict.FAILED: 1, None: 1}


def test_only_trials_with_a_verdict_are_judged(store: Store) -> None:
    store.add_run(a_run())
    store.add_trials("r1", numbered([a_trial("p\0/1", 2), a_trial("p/2", verdict=None, fault="no sandbox")]))

    assert store.judged("r1") == {("p\0/1", 2)}


def test_removed_trials_are_gone_and_the_others_stay(store: Store) -> None:
    store.add_run(a_run())
    store.add_trials("r1", numbered(attempts(4)))

    assert store.remove_trials("r1", [("p/1", 1), ("p/1", 3), ("p/9", 0)]) == 2
    assert list(store.trials("r1")) == [a_trial(attempt=0), a_trial(attempt=2)]


def test_more_trials_than_one_read_takes_all_come_once(store: Store) -> None:
    trials = [a_trial(f"p/{number // 7}", number % 7, outcomes=()) for number in range(5000)]
    store.add_run(a_run())
    for start in range(0, 5000, 1000):
        store.add_trials("r1", numbered(trials[start : start + 1000], start))

    assert list(store.trials("r1")) == trials
    assert len(store.judged("r1")) == 5000


def test_trials_may_be_added_while_others_are_read(store: Store) -> None:
    store.add_run(a_run())
    store.add_trials("r1", numbered(attempts(600)))
    reader = store.trials("r1")
    first = next(reader)
    store.add_trials("r1", numbered([a_trial("p/2")], 10_000))

    assert first == a_trial(attempt=0)
    assert len(list(reader)) >= 599


@pytest.mark.parametrize(
    "wrong",
    [(2**63, a_trial()), (0, a_trial(attempt=2**64)), (0, a_trial("p" * 501))],
    ids=["sequence", "attempt", "problem id"],
)
def test_what_not_every_store_can_keep_is_refused_whole(store: Store, wrong: tuple[int, Trial]) -> None:
    store.add_run(a_run())

    with pytest.raises(InvalidValue):
        store.add_trials("r1", [(0, a_trial()), wrong])
    assert list(store.trials("r1")) == []


def test_no_trials_are_no_trouble(store: Store) -> None:
    store.add_run(a_run())
    store.add_trials("r1", [])
    store.cache([])

    assert (list(store.trials("r1")), store.judged("r1"), store.counts("r1"), store.cached([])) == ([], set(), {}, {})


# verdict cache


def test_the_cache_gives_what_it_has(store: Store) -> None:
    trials = {f"key{number}": a_trial(attempt=number) for number in range(1200)}
    store.cache(trials.items())

    assert store.cached([*trials, "missing"]) == trials
    assert store.cached(["key7"]) == {"key7": a_trial(attempt=7)}


def test_the_newer_verdict_of_a_key_wins(store: Store) -> None:
    store.cache([("k", a_trial())])
    store.cache([("k", a_trial(verdict=Verdict.FAILED))])

    assert store.cached(["k"]) == {"k": a_trial(verdict=Verdict.FAILED)}


def test_a_fault_is_not_cached(store: Store) -> None:
    store.cache([("k", a_trial(verdict=None, fault="no sandbox"))])

    assert store.cached(["k"]) == {}


def test_the_cache_lets_go_of_what_was_not_used_for_longest(make_store: MakeStore, clock: Clock) -> None:
    store = make_store(cache_bytes=20_000)
    for number in range(60):
        clock.now += 60
        store.cache(
            (f"key{number}.{place}", a_trial(attempt=place, detail=f"{number * 7**place:0300b}")) for place in range(5)
        )

    assert store.size().cache_bytes <= 20_000 * 17 // 16
    assert store.cached(["key1.0", "key59.4"]).keys() == {"key59.4"}


def test_a_verdict_in_use_outlives_one_that_is_not(make_store: MakeStore, clock: Clock) -> None:
    store = make_store()
    store.cache([("old", a_trial())])
    clock.now += 1
    store.cache([("older in use", a_trial(attempt=1))])
    clock.now += 200_000
    store.cached(["old"])
    one = store.size().cache_bytes // 2
    store.prune(cache_bytes=one + 10)

    assert store.cached(["old", "older in use"]).keys() == {"old"}


# housekeeping


def test_pruning_keeps_the_newest_runs(store: Store) -> None:
    for minute in range(5):
        store.add_run(a_run(f"r{minute}", minute, state=RunState.FINISHED))
        store.add_trials(f"r{minute}", numbered(attempts(2)))
    pruned = store.prune(keep_runs=2)

    assert ids(store.runs()) == ["r4", "r3"]
    assert (pruned.runs, pruned.trials) == (3, 6)


def test_pruning_by_age_takes_old_runs_and_unused_verdicts(store: Store, clock: Clock) -> None:
    store.add_run(a_run("old", created="2026-01-01T00:00:00Z", state=RunState.FINISHED))
    store.add_run(a_run("undated", created="", state=RunState.FINISHED))
    store.add_run(a_run("new", state=RunState.FINISHED))
    store.cache([("k", a_trial())])
    clock.now += 100 * 86_400
    pruned = store.prune(older_than=timedelta(days=120))

    assert sorted(ids(store.runs())) == ["new", "undated"]
    assert (pruned.runs, pruned.verdicts) == (1, 0)
    assert store.prune(older_than=timedelta(days=99)).verdicts == 1


def test_with_both_bounds_a_run_goes_only_beyond_both(store: Store) -> None:
    for minute in range(3):
        store.add_run(a_run(f"r{minute}", minute, created=f"2026-01-0{minute + 1}T00:00:00Z", state=RunState.FINISHED))
    store.prune(keep_runs=1, older_than=timedelta(days=1))

    assert ids(store.runs()) == ["r2"]


def test_pruning_leaves_runs_in_work_alone(store: Store) -> None:
    store.add_run(a_run("working"))
    store.add_run(a_run("finished", state=RunState.FINISHED))
    store.prune(keep_runs=0)

    assert ids(store.runs()) == ["working"]


def test_pruning_without_bounds_takes_no_run(store: Store) -> None:
    store.add_run(a_run(state=RunState.FINISHED))

    assert store.prune().runs == 0


@pytest.mark.parametrize("wrong", [{"keep_runs": -1}, {"older_than": timedelta(-1)}, {"cache_bytes": -1}])
def test_bounds_that_make_no_sense_are_refused(store: Store, wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidValue, match=next(iter(wrong))):
        store.prune(**wrong)  # type: ignore[arg-type]  # a table of arguments


def test_the_size_counts_what_is_there(store: Store) -> None:
    store.add_run(a_run())
    store.add_trials("r1", numbered(attempts(3)))
    store.cache([("k", a_trial())])
    size = store.size()

    assert (size.runs, size.trials, size.verdicts) == (1, 3, 1)
    assert 0 < size.cache_bytes < size.total_bytes
    assert size.location == store.location


@pytest.mark.parametrize("wrong", [a_run(""), a_run("x" * 501), a_run(trials=2**63)], ids=["empty", "long", "number"])
def test_a_run_that_not_every_store_can_keep_is_refused(store: Store, wrong: Run) -> None:
    with pytest.raises(InvalidValue):
        store.add_run(wrong)
    assert store.runs() == []


# ratings


def a_rating(**fields: str | int) -> dict[str, str | int]:
    rating: dict[str, str | int] = {"run": "r1", "candidate": "p/1#0", "rater": "a", "created": "2026-01-01"}
    rating |= {"correctness": 5, "completeness": 4, "edge_case_handling": 3, "code_quality": 2}
    return rating | {"comments": "\0 fine \udc80"} | fields


def test_a_rating_comes_out_as_it_went_in_and_a_second_takes_its_place(store: Store) -> None:
    store.add_rating(a_rating())
    store.add_rating(a_rating(rater="b", correctness=1))
    store.add_rating(a_rating(correctness=2))
    store.add_rating(a_rating(run="", candidate="file.py"))

    assert store.ratings("r1") == [a_rating(correctness=2), a_rating(rater="b", correctness=1)]
    assert len(store.ratings()) == 3


@pytest.mark.parametrize("wrong", [{"correctness": "5"}, {"more": 1}, {"rater": 3}])
def test_a_rating_with_other_fields_is_refused(store: Store, wrong: dict[str, str | int]) -> None:
    with pytest.raises(InvalidValue):
        store.add_rating(a_rating(**wrong))


def test_the_ratings_of_a_run_leave_with_it(store: Store) -> None:
    store.add_run(a_run())
    store.add_rating(a_rating())
    store.add_rating(a_rating(run="other"))

    store.delete_run("r1")

    assert [rating["run"] for rating in store.ratings()] == ["other"]


# quarantined problems


def test_what_is_quarantined_replaces_what_was_quarantined_of_the_same_benchmark(store: Store) -> None:
    store.quarantine("d1", {"b": "failed 1 of 5", "a": "\0 \udc80"})
    store.quarantine("d2", {"b": "other content"})
    assert list(store.quarantined("d1").items()) == [("a", "\0 \udc80"), ("b", "failed 1 of 5")]

    store.quarantine("d1", {"c": "failed 2 of 3"})

    assert store.quarantined("d1") == {"c": "failed 2 of 3"}
    assert store.quarantined("d2") == {"b": "other content"}


def test_a_benchmark_whose_problems_all_recovered_has_nothing_quarantined(store: Store) -> None:
    assert store.quarantined("never checked") == {}
    store.quarantine("d", {f"p/{number}": "failed 1 of 3" for number in range(1200)})
    assert len(store.quarantined("d")) == 1200

    store.quarantine("d", {})

    assert store.quarantined("d") == {}


@pytest.mark.parametrize(("digest", "problem"), [("", "p"), ("x" * 501, "p"), ("d", "p" * 501)])
def test_a_quarantine_that_not_every_store_can_keep_is_refused(store: Store, digest: str, problem: str) -> None:
    store.quarantine("d", {"a": "failed 1 of 3"})

    with pytest.raises(InvalidValue, match="characters"):
        store.quarantine(digest, {problem: "failed 1 of 3"})
    assert store.quarantined("d") == {"a": "failed 1 of 3"}


# reports


def test_a_report_is_kept_beside_its_run_and_leaves_with_it(store: Store) -> None:
    store.add_run(a_run())
    assert store.report("r1") is None
    store.keep_report("r1", {"words": "\0\udc80", "scores": [1, 0.5, None]})
    store.keep_report("r1", kept_report := {"words": "again \udc80", "writers": []})

    assert store.report("r1") == kept_report
    assert store.get_run("r1") == a_run()
    store.delete_run("r1")
    store.add_run(a_run())
    assert store.report("r1") is None


def test_no_part_of_a_store_has_more_than_seven_methods() -> None:
    parts = [part for part in Store.__mro__ if part.__module__ == Store.__module__ and part is not Store]
    methods = {
        part.__name__: [name for name in vars(part) if callable(vars(part)[name]) and name[0] != "_"] for part in parts
    }

    assert len(parts) == 15
    assert max(map(len, methods.values())) <= 7
