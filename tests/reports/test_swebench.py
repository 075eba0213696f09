"""SWE-bench's reports: every instance in one place, as upstream counts them."""

from __future__ import annotations

import json
from io import StringIO

import pytest

from assay.records import Candidate, CaseOutcome, CaseStatus, Problem, Repository, Trial, Verdict
from assay.reports.exporting import SWE_BENCH, SWE_BENCH_INSTANCES, export_swe_bench, left_out
from assay.spec import Run
from assay.store.memory import MemoryStore

CHECK = Repository("acme/shop", "abc", "+", ("test_a", "test_b"), ("test_c",))
NAMES = ("resolved", "failed", "broken", "slow", "unjudged", "empty", "untried")
PROBLEMS = tuple(Problem(name, CHECK) for name in NAMES)


def outcomes(*passed: bool) -> tuple[CaseOutcome, ...]:
    names = (*CHECK.fail_to_pass, *CHECK.pass_to_pass)
    statuses = [CaseStatus.PASSED if one else CaseStatus.FAILED for one in passed]
    return tuple(CaseOutcome(status, name=name) for name, status in zip(names, statuses, strict=False))


TRIALS = (
    Trial("resolved", Candidate("+"), Verdict.PASSED, outcomes(True, True, True)),
    Trial("resolved", Candidate("-", 1), Verdict.FAILED, outcomes(False, True, True)),
    Trial("failed", Candidate("+"), Verdict.FAILED, outcomes(True, False, True)),
    Trial("broken", Candidate("+"), Verdict.INVALID, detail="does not apply"),
    Trial("slow", Candidate("+"), Verdict.TIMED_OUT, outcomes(True)),
    Trial("unjudged", Candidate("+"), None, fault="no interpreter"),
    Trial("empty", Candidate(" \n"), Verdict.INVALID),
)


@pytest.fixture
def kept() -> tuple[MemoryStore, Run]:
    store = MemoryStore()
    run = Run("r", "swe-bench-lite", "1", benchmark_problems=len(NAMES), problems=6, trials=7)
    store.add_run(run)
    store.add_trials(run.id, list(enumerate(TRIALS)))
    return store, run


def test_the_summary_counts_as_upstream_does(kept: tuple[MemoryStore, Run]) -> None:
    store, run = kept
    file = StringIO()

    assert export_swe_bench(run, store, SWE_BENCH, file, PROBLEMS) == 6
    assert json.loads(file.getvalue()) == {
        "total_instances": 7,
        "submitted_instances": 6,
        "completed_instances": 2,
        "resolved_instances": 1,
        "unresolved_instances": 1,
        "empty_patch_instances": 1,
        "error_instances": 3,
        "completed_ids": ["failed", "resolved"],
        "incomplete_ids": ["untried"],
        "empty_patch_ids": ["empty"],
        "submitted_ids": ["broken", "empty", "failed", "resolved", "slow", "unjudged"],
        "resolved_ids": ["resolved"],
        "unresolved_ids": ["failed"],
        "error_ids": ["broken", "slow", "unjudged"],
        "schema_version": 2,
    }
    assert "1 others are left out" in left_out(run, SWE_BENCH)


def test_an_instance_has_its_tests_by_kind(kept: tuple[MemoryStore, Run]) -> None:
    store, run = kept
    file = StringIO()

    export_swe_bench(run, store, SWE_BENCH_INSTANCES, file, PROBLEMS)

    data = json.loads(file.getvalue())
    assert list(data) == ["resolved", "failed", "broken", "slow", "unjudged", "empty"]
    assert data["failed"] == {
        "patch_is_None": False,
        "patch_exists": True,
        "patch_successfully_applied": True,
        "resolved": False,
        "tests_status": {
            "FAIL_TO_PASS": {"success": ["test_a"], "failure": ["test_b"]},
            "PASS_TO_PASS": {"success": ["test_c"], "failure": []},
            "FAIL_TO_FAIL": {"success": [], "failure": []},
            "PASS_TO_FAIL": {"success": [], "failure": []},
        },
    }
    assert [data[name]["patch_successfully_applied"] for name in ("broken", "empty")] == [False, False]
