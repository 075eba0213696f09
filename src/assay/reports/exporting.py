"""A run in the files of other tools: HumanEval, EvalPlus, MultiPL-E and SWE-bench, and whole trials as JSON Lines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from assay.files import writing
from assay.hashing import content_digest
from assay.records import CaseKind, CaseStatus, Problem, Repository, Trial, Verdict
from assay.reports.swebench import first_attempts, instance_of, summary_of
from assay.spec import Run

if TYPE_CHECKING:
    from assay.store.base import Store

UNJUDGED = "unjudged"
FOLDER = "multipl-e"
"""The format that is a folder of files, see `export_folder`."""
SWE_BENCH = "swe-bench"
SWE_BENCH_INSTANCES = "swe-bench-instances"
"""The formats that need the problems of the benchmark, see `export_swe_bench`."""
LONGEST_NAME = 150
"""Characters of the name of a file, without its endings."""
PLUS = frozenset(("humaneval-plus", "mbpp-plus"))
"""The families that have EvalPlus' own inputs; a run on any other has measured no `plus` score."""


def export(run: Run, store: Store, form: str, file: IO[str]) -> int:
    """Write all trials of a run in a format of `FORMATS`, and return how many there were."""
    return FORMATS[form](run, store, file)


def export_folder(run: Run, store: Store, folder: Path) -> int:
    """Write all judged trials of a run as MultiPL-E does, one file a problem, and return how many there were."""
    count = 0
    taken: set[str] = set()
    folder.mkdir(parents=True, exist_ok=True)
    moment = int(datetime.fromisoformat(run.created).timestamp()) if run.created else 0
    for problem in dict.fromkeys(trial.problem_id for trial in store.trials(run.id)):
        trials = [trial for trial in store.trials(run.id, problem=problem) if trial.verdict is not None]
        results = [_multipl_e_row(trial, moment) for trial in trials]
        row = {"name": problem, "language": run.benchmark.rpartition(":")[2].rpartition("-")[2], "results": results}
        with writing(folder / f"{_file_name(problem, taken)}.results.json") as file:
            file.write(json.dumps(row) + "\n")
        count += len(results)
    return count


def _file_name(problem: str, taken: set[str]) -> str:
    """Return the name of a problem's file, with a digest while another problem has that name; note it in `taken`."""
    name = re.sub(r"[^A-Za-z0-9_.-]", "_", problem)[:LONGEST_NAME]
    while name.lower() in taken:  # some file systems take large letters for small ones
        name = f"{name}-{content_digest(problem).hex()[:12]}"
    taken.add(name.lower())
    return name


def export_swe_bench(run: Run, store: Store, form: str, file: IO[str], problems: Sequence[Problem]) -> int:
    """Write the first attempts of a run as SWE-bench's report, or as those of its instances; return how many.

    `problems` are those of the benchmark: the reports of instances need them, for the kinds of tests.
    """
    trials = first_attempts(store.trials(run.id))
    if form == SWE_BENCH:
        total = run.benchmark_problems or len(problems) or len(trials)
        data = summary_of(trials, problems, total)
    else:
        checks = {problem.id: problem.check for problem in problems}
        data = {
            name: instance_of(trial, check)
            for name, trial in trials.items()
            if isinstance(check := checks.get(name), Repository)
        }
    file.write(json.dumps(data, indent=4) + "\n")
    return len(trials)


def _multipl_e_row(trial: Trial, moment: int) -> dict[str, Any]:  # Any: JSON
    """Return a trial as MultiPL-E writes it; its `pass_k.py` counts those with status OK and exit code 0."""
    execution = trial.executions[0] if trial.executions else None
    status = {Verdict.PASSED: "OK", Verdict.TIMED_OUT: "Timeout", Verdict.INVALID: "SyntaxError"}
    code = execution.exit_code if execution is not None else None
    return {
        "program": _text(trial.candidate.source),
        "stdout": _text(execution.stdout) if execution is not None else "",
        "stderr": _text(execution.stderr) if execution is not None and execution.stderr else _text(trial.detail),
        "exit_code": 0 if trial.passed else code or (-1 if trial.verdict is Verdict.TIMED_OUT else 1),
        "status": status.get(trial.verdict, "Exception") if trial.verdict is not None else "",
        "timestamp": moment,
    }


def left_out(run: Run, form: str) -> str:
    """Say what a format has a place for and the run did not measure; empty where there is nothing."""
    if form in (SWE_BENCH, SWE_BENCH_INSTANCES) and run.trials > run.problems:
        return f"SWE-bench's reports have one attempt at an instance: {run.trials - run.problems} others are left out"
    if form != "evalplus" or run.benchmark in PLUS:
        return ""
    return f"plus_status is null and pass_at_k has no plus: a run on {run.benchmark} measures no plus inputs"


def _text(source: str | bytes) -> str:
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    return text.encode("utf-8", "replace").decode()


def _as_jsonl(run: Run, store: Store, file: IO[str]) -> int:
    count = 0
    for count, trial in enumerate(store.trials(run.id), start=1):  # noqa: B007  # counted on purpose
        file.write(json.dumps({"run": run.id, **trial.to_dict()}, default=str) + "\n")
    return count


def _as_humaneval(run: Run, store: Store, file: IO[str]) -> int:
    count = 0
    for count, trial in enumerate(store.trials(run.id), start=1):  # noqa: B007  # counted on purpose
        passed = None if trial.verdict is None else trial.verdict is Verdict.PASSED
        row = {"task_id": trial.problem_id, "completion": _text(trial.candidate.source), "result": _result(trial),
               "passed": passed}  # fmt: skip
        file.write(json.dumps(row) + "\n")
    return count


def _result(trial: Trial) -> str:
    if trial.verdict is Verdict.PASSED:
        return "passed"
    if trial.verdict is Verdict.TIMED_OUT:
        return "timed out"
    if trial.verdict is None:
        return f"unjudged: {trial.fault}"
    return f"failed: {trial.detail or trial.verdict}"


def _as_evalplus(run: Run, store: Store, file: IO[str]) -> int:
    problems = list(dict.fromkeys(trial.problem_id for trial in store.trials(run.id)))
    head = {"date": run.created[:16].replace("T", " "), "hash": run.plan}
    file.write(json.dumps(head)[:-1] + ', "eval": {')
    count = 0
    measured = ("base", "plus") if run.benchmark in PLUS else ("base",)
    solved: dict[str, list[tuple[int, int]]] = {name: [] for name in measured}
    for number, problem in enumerate(problems):
        rows = [_evalplus_row(trial, plus="plus" in solved) for trial in store.trials(run.id, problem=problem)]
        count += len(rows)
        file.write((", " if number else "") + json.dumps(problem) + ": " + json.dumps(rows))
        for name, counts in solved.items():
            counts.append(_solved(rows, measured[: measured.index(name) + 1]))
    file.write('}, "pass_at_k": ' + json.dumps({name: _pass_at_k(counts) for name, counts in solved.items()}) + "}\n")
    return count


def _solved(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> tuple[int, int]:  # Any: JSON
    """Return how many rows are judged, and how many of them passed all the inputs of these names."""
    judged = [row for row in rows if row["base_status"] != UNJUDGED]
    return len(judged), sum(all(row[f"{name}_status"] == "pass" for name in names) for row in judged)


def _pass_at_k(counts: Sequence[tuple[int, int]]) -> dict[str, float]:
    """Return pass@1, 10 and 100, as far as every judged problem has so many attempts."""
    from assay.metrics.passk import compute_pass_at_k

    known = [(n, c) for n, c in counts if n]
    fewest = min((n for n, _ in known), default=0)
    return {
        f"pass@{k}": sum(compute_pass_at_k(n, c, k) for n, c in known) / len(known) for k in (1, 10, 100) if k <= fewest
    }


def _evalplus_row(trial: Trial, *, plus: bool) -> dict[str, Any]:  # Any: JSON
    """Return a trial as EvalPlus writes it; what was not measured is `null`, as there with `--base-only`."""
    return {
        "task_id": trial.problem_id,
        "solution": _text(trial.candidate.source),
        "base_status": _status(trial, CaseKind.BASIC),
        "plus_status": _status(trial, CaseKind.EDGE) if plus else None,
        "base_fail_tests": _failed(trial, CaseKind.BASIC),
        "plus_fail_tests": _failed(trial, CaseKind.EDGE) if plus else [],
    }


def _status(trial: Trial, kind: CaseKind) -> str:
    """Return how the cases of one kind went; a trial without any of them went as its verdict says."""
    if trial.verdict is None:
        return UNJUDGED
    found = [outcome for outcome in trial.outcomes if outcome.kind is kind]
    if all(outcome.passed for outcome in found) if found else trial.verdict is Verdict.PASSED:
        return "pass"
    timed_out = any(outcome.status is CaseStatus.TIMED_OUT for outcome in found)
    return "timeout" if timed_out or trial.verdict is Verdict.TIMED_OUT else "fail"


def _failed(trial: Trial, kind: CaseKind) -> list[str]:
    """Return the cases that did not pass, as far as they have names."""
    return [outcome.name for outcome in trial.outcomes if outcome.kind is kind and not outcome.passed and outcome.name]


FORMATS: dict[str, Callable[[Run, Store, IO[str]], int]] = {
    "humaneval": _as_humaneval,
    "evalplus": _as_evalplus,
    "jsonl": _as_jsonl,
}
