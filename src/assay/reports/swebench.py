"""A run in the files of SWE-bench: its `report.json` over all instances, and the report of each instance.

Upstream counts an instance as completed where its tests ran to their end. A patch that does not apply, tests that ran
out of time and trials that our side could not judge are errors there; an empty patch is neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assay.records import Problem, Repository, Trial, Verdict

SCHEMA_VERSION = 2
_ERRORS = (None, Verdict.INVALID, Verdict.TIMED_OUT)


def first_attempts(trials: Iterable[Trial]) -> dict[str, Trial]:
    """Return the first attempt at each problem: upstream's files have room for one."""
    found: dict[str, Trial] = {}
    for trial in trials:
        kept = found.get(trial.problem_id)
        if kept is None or trial.candidate.attempt < kept.candidate.attempt:
            found[trial.problem_id] = trial
    return found


def is_empty(trial: Trial) -> bool:
    """Return whether a candidate has no patch at all."""
    return not trial.candidate.source.strip()


def summary_of(trials: Mapping[str, Trial], problems: Sequence[Problem], total: int) -> dict[str, Any]:  # Any: JSON
    """Return what `report.json` says; `problems` may be empty where they are not to be had, `total` is their number."""
    empty = {name for name, trial in trials.items() if is_empty(trial)}
    errors = {name for name, trial in trials.items() if trial.verdict in _ERRORS} - empty
    completed = trials.keys() - empty - errors
    resolved = {name for name in completed if trials[name].passed}
    ids = {
        "completed": completed,
        "incomplete": {problem.id for problem in problems} - trials.keys(),
        "empty_patch": empty,
        "submitted": trials.keys(),
        "resolved": resolved,
        "unresolved": completed - resolved,
        "error": errors,
    }
    counted = ("submitted", "completed", "resolved", "unresolved", "empty_patch", "error")
    return {
        "total_instances": total,
        **{f"{name}_instances": len(ids[name]) for name in counted},
        **{f"{name}_ids": sorted(found) for name, found in ids.items()},
        "schema_version": SCHEMA_VERSION,
    }


def instance_of(trial: Trial, check: Repository) -> dict[str, Any]:  # Any: JSON
    """Return the report of one instance; a test that was set aside, or of a run that did not begin, is in no list."""
    empty, ran = is_empty(trial), trial.verdict not in (None, Verdict.INVALID)
    passed = {outcome.name: outcome.passed for outcome in trial.outcomes}
    tests = {"FAIL_TO_PASS": check.fail_to_pass, "PASS_TO_PASS": check.pass_to_pass, "FAIL_TO_FAIL": (),
             "PASS_TO_FAIL": ()}  # fmt: skip
    return {
        "patch_is_None": empty,
        "patch_exists": not empty,
        "patch_successfully_applied": ran and not empty,
        "resolved": trial.passed,
        "tests_status": {
            kind: {
                "success": [name for name in names if passed.get(name) is True],
                "failure": [name for name in names if passed.get(name) is False],
            }
            for kind, names in tests.items()
        },
    }
