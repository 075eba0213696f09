"""A store with something of every kind in it, and every way of reading and writing it, for tests that damage it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from assay.access import Token
from assay.alerts import Alert, AlertChange, AlertEvent, AlertState, Delivery
from assay.observations import Chosen, Feedback, Observation
from assay.records import CaseOutcome, CaseStatus, Score
from assay.solutions import Completion, Draft
from assay.spec import About, BenchmarkRef, CandidatesRef, Judging, ReadingRules, RunSpec, Scoring, Subset
from assay.store.leases import Holder
from assay.store.sql import SqlStore
from tests.store.builders import a_run, a_trial, numbered

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
SPEC = RunSpec(
    BenchmarkRef("starter", version="1"),
    CandidatesRef("c.jsonl", "d" * 64),
    Subset(),
    ReadingRules(),
    Judging(),
    Scoring(),
    About("mine", labels={"team": "a"}),
)
RATING = {
    "run": "r0", "candidate": "p/1#0", "rater": "me", "created": "2026-11-15T12:00:00+00:00", "comments": "fine",
    "correctness": 5, "completeness": 4, "edge_case_handling": 3, "code_quality": 2,
}  # fmt: skip


def observation(number: int) -> Observation:
    return Observation(
        f"task-{number % 7}",
        number % 3 > 0,
        at=NOW + timedelta(minutes=number),
        id=f"o{number}",
        model_version=f"m{number % 2}",
        cost_usd=0.01,
        latency_seconds=1.5,
    )


def fill(path: Path) -> None:
    """Write a store with rows in every table."""
    store = SqlStore(path)
    names = tuple(CaseOutcome(CaseStatus.FAILED, name=f"case number {n}" * 20, error="E" * 50) for n in range(9))
    for number in range(3):
        run = a_run(f"r{number}", number, spec=SPEC, notes=("a note",), facts={"a": "b"}, scores=(Score("m", 0.5, 10),))
        store.add_run(run)
        trials = [a_trial(f"p/{one}", 0) for one in range(20)] + [a_trial("named", 1, outcomes=names)]
        store.add_trials(run.id, numbered(trials))
        store.keep_report(run.id, {"scores": [1, 2], "note": "text"})
    store.hold("r1", Holder.here())
    store.cache((f"key{n}", a_trial(f"p/{n}")) for n in range(10))
    store.add_rating(RATING)
    store.quarantine("digest", {"p/1": "its reference fails"})
    store.keep_response("key", Completion("text"))
    store.keep_known_solution("key", Draft("def f(): ..."))
    store.add_observations([observation(number) for number in range(60)])
    store.add_feedback([Feedback("o1", NOW, by="me", stars=4)])
    store.change_alerts(
        [Alert("rule", "x", state=AlertState.FIRING, since=NOW)],
        events=[AlertEvent(NOW, "rule", "x", AlertChange.FIRED)],
        deliveries=[Delivery("hook", "{}", NOW, NOW)],
    )
    store.add_token(Token("t1", "mine", "read", b"\1" * 32, NOW))
    store.close()


Path_ = Callable[[SqlStore], object]
READS: dict[str, Path_] = {
    "runs": lambda store: store.runs(),
    "older runs": lambda store: store.runs(after="r2"),
    "get_run": lambda store: store.get_run("r1"),
    "find_run": lambda store: store.find_run("r1"),
    "unfinished": lambda store: store.unfinished("plan"),
    "report": lambda store: store.report("r1"),
    "trials": lambda store: [list(store.trials(f"r{number}")) for number in range(3)],
    "judged": lambda store: store.judged("r1"),
    "counts": lambda store: store.counts("r1"),
    "cached": lambda store: store.cached([f"key{number}" for number in range(10)]),
    "ratings": lambda store: store.ratings(),
    "quarantined": lambda store: store.quarantined("digest"),
    "response": lambda store: store.response("key"),
    "solutions": lambda store: list(store.solutions("r1")),
    "known_solution": lambda store: store.known_solution("key"),
    "feedback": lambda store: store.feedback(),
    "tallies": lambda store: store.tallies(Chosen(NOW, LATER), by=("model_version",), hourly=True),
    "passes": lambda store: store.passes(Chosen(NOW, LATER)),
    "passes_between": lambda store: store.passes_between([NOW, LATER], {}),
    "observed": lambda store: store.observed(),
    "latencies": lambda store: store.latencies(Chosen(NOW, LATER)),
    "values": lambda store: store.values("model_version", Chosen(NOW, LATER)),
    "observation": lambda store: store.observation("o5"),
    "observations": lambda store: store.observations(Chosen(NOW, LATER)),
    "failing_tasks": lambda store: store.failing_tasks(Chosen(NOW, LATER), newest=100, most=5),
    "alert": lambda store: store.alert("rule", "x"),
    "alerts": lambda store: store.alerts(),
    "alert_events": lambda store: store.alert_events(),
    "deliveries": lambda store: store.deliveries(),
    "token": lambda store: store.token("t1"),
    "tokens": lambda store: store.tokens(),
    "size": lambda store: store.size(),
}
WRITES: dict[str, Path_] = {
    "hold": lambda store: store.hold("r1", Holder.here(), by_force=True),
    "claim_deliveries": lambda store: store.claim_deliveries(["hook"], now=LATER, until=LATER, limit=8),
    "note_token_use": lambda store: store.note_token_use("t1", LATER),
    "add_observations": lambda store: store.add_observations([observation(100)]),
    "add_trials": lambda store: store.add_trials("r2", [(50, a_trial("new"))]),
    "replace_trials": lambda store: store.replace_trials("r2", [a_trial("p/1")]),
    "cache": lambda store: store.cache([("new", a_trial("new"))]),
    "keep_report": lambda store: store.keep_report("r2", {}),
    "update_run": lambda store: store.update_run(a_run("r0")),
    "remove_observations": lambda store: store.remove_observations("r0"),
    "delete_run": lambda store: store.delete_run("r0"),
    "prune": lambda store: store.prune(keep_runs=1, older_than=timedelta(days=1)),
    "drop_expired_sessions": lambda store: store.drop_expired_sessions(LATER),
}
