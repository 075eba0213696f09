"""A run in the files of other tools: HumanEval results, EvalPlus results, JSON Lines, CSV, Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

from assay.errors import MissingExtra
from assay.records import CaseKind, CaseStatus, ProbeOutcome, Trial, Verdict
from assay.spec import Run

if TYPE_CHECKING:
    from assay.store.base import Store

COLUMNS = ("run", "benchmark", "problem", "attempt", "verdict", "fault", "cases", "cases_passed", "edge_cases",
           "edge_cases_passed", "seconds", "cpu_seconds", "memory_bytes", "suspicions", "probes", "detail",
           "model", "model_version", "source")  # fmt: skip
CHUNK = 1000
UNJUDGED = "unjudged"
PLUS = frozenset(("humaneval-plus", "mbpp-plus"))
"""The families that have EvalPlus' own inputs; a run on any other has measured no `plus` score."""
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How a formula begins, blanks before it aside; the last four are the wide forms."""


def export(run: Run, store: Store, form: str, file: IO[Any]) -> int:  # Any: text, and bytes for Parquet
    """Write all trials of a run in a format of `FORMATS`, and return how many there were."""
    return FORMATS[form](run, store, file)


def left_out(run: Run, form: str) -> str:
    """Say what a format has a place for and the run did not measure; empty where there is nothing."""
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


def rows(run: Run, store: Store) -> Iterator[dict[str, Any]]:  # Any: cells of a table
    """Give every trial as one flat row of `COLUMNS`."""
    for trial in store.trials(run.id):
        edge = [outcome for outcome in trial.outcomes if outcome.kind is CaseKind.EDGE]
        model, model_version = run.writer(trial.candidate)
        values = (
            run.id,
            run.benchmark,
            trial.problem_id,
            trial.candidate.attempt,
            "" if trial.verdict is None else trial.verdict.value,
            trial.fault,
            len(trial.outcomes),
            sum(outcome.status is CaseStatus.PASSED for outcome in trial.outcomes),
            len(edge),
            sum(outcome.passed for outcome in edge),
            sum(execution.effective_seconds for execution in trial.executions),
            sum(execution.cpu_seconds for execution in trial.executions),
            max((execution.memory_bytes for execution in trial.executions), default=0),
            " ".join(suspicion.kind.value for suspicion in trial.suspicions),
            "; ".join(_probe_text(probe) for probe in trial.probes),
            _text(trial.detail),
            model,
            model_version,
            _text(trial.candidate.source),
        )
        yield dict(zip(COLUMNS, values, strict=True))


def _probe_text(probe: ProbeOutcome) -> str:
    """Return what a probe counted, such as `overfit 1/1`; only its name where it had nothing to say."""
    return f"{probe.probe} {probe.count}/{probe.of}" if probe.of else probe.probe


def _as_csv(run: Run, store: Store, file: IO[str]) -> int:
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    count = 0
    for count, row in enumerate(rows(run, store), start=1):  # noqa: B007  # counted on purpose
        writer.writerow({name: _harmless(value) for name, value in row.items()})
    return count


def _harmless(value: object) -> object:
    """Mark text that a spreadsheet would take for a formula as text, by the sign that spreadsheets use for it.

    Candidates write these cells, and who opens the file runs what stands in them. JSON Lines and Parquet, which no
    spreadsheet carries out, have the text as it is.
    """
    risky = isinstance(value, str) and (value[:1] in ("\t", "\r") or value.lstrip().startswith(_FORMULA))
    return f"'{value}" if risky else value


def _as_parquet(run: Run, store: Store, file: IO[bytes]) -> int:
    try:
        import pyarrow as arrow  # type: ignore[import-untyped]  # it ships no types
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("export as Parquet", "pyarrow", "data") from None
    whole = {"attempt", "cases", "cases_passed", "edge_cases", "edge_cases_passed", "memory_bytes"}
    kinds = {name: arrow.int64() for name in whole} | {"seconds": arrow.float64(), "cpu_seconds": arrow.float64()}
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in COLUMNS])
    count = 0
    with parquet.ParquetWriter(file, schema) as writer:
        chunk: list[dict[str, Any]] = []  # Any: cells of a table
        for count, row in enumerate(rows(run, store), start=1):  # noqa: B007  # counted on purpose
            chunk.append(row)
            if len(chunk) == CHUNK:
                writer.write_table(arrow.Table.from_pylist(chunk, schema))
                chunk = []
        if chunk:
            writer.write_table(arrow.Table.from_pylist(chunk, schema))
    return count


FORMATS: dict[str, Callable[[Run, Store, IO[Any]], int]] = {  # Any: text, and bytes for Parquet
    "humaneval": _as_humaneval,
    "evalplus": _as_evalplus,
    "jsonl": _as_jsonl,
    "csv": _as_csv,
    "parquet": _as_parquet,
}
BINARY = frozenset(("parquet",))
