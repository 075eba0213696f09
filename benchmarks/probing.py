"""Probes on real answers: candidates that pass HumanEval's tests, and pass or fail HumanEval+.

`equivalence` is given the base inputs alone and the reference of HumanEval+, and should tell the failing ones from it.
`strengthen` is given HumanEval alone; of the candidates on the strengthened set, the failing ones should fail and the
others pass. HumanEval+ finds 22 of HumanEval's own references wrong or too slow: what is measured against those says
little, so problems with a reference that passes HumanEval+ are counted apart.
"""

from __future__ import annotations

import json
import random
import resource
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import assay
from assay.benchmarks.families import load_benchmark
from assay.front.strengthening import strengthen
from assay.probes.equivalence import equivalence
from assay.probes.inputs.base import Input
from assay.records import Attempt, Candidate, Trial
from assay.sandbox.warm import WarmPython
from benchmarks import data
from benchmarks.bench import Options, Outcome, table

JAMESMURDZA = data.DATA / "samples-jamesmurdza" / "runs.jsonl.gz"
LLM_HUMANEVAL = data.DATA / "samples-llm-humaneval-benchmarks" / "all_runs.jsonl.gz"
PAIRS = 150
QUICK_PAIRS = 20
QUICK_PROBLEMS = "0-9"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A candidate that passes HumanEval's tests, and whether it passes HumanEval+."""

    problem_id: str
    source: str
    right: bool


def run(options: Options) -> Outcome:
    title = "Probes on real answers"
    absent = data.missing(data.HUMANEVAL, data.HUMANEVAL_PLUS, JAMESMURDZA, LLM_HUMANEVAL)
    if absent:
        return Outcome(title, skipped=absent)
    labelled = label(candidates(quick=options.quick))
    sound = _sound_references()
    pairs = _equivalence(labelled, QUICK_PAIRS if options.quick else PAIRS)
    rows, cpu, cases = _strengthening(labelled, sound, QUICK_PROBLEMS if options.quick else None)
    text = "\n\n".join([pairs, f"strengthen: {cases:.1f} cases a problem, {cpu:.0f} CPU s in all.", rows])
    return Outcome(title, text)


def candidates(*, quick: bool) -> dict[str, dict[str, None]]:
    """Return the distinct answers by problem."""
    found: dict[str, dict[str, None]] = {}
    for row in data.rows(JAMESMURDZA):
        found.setdefault(row["task_id"], {}).setdefault(row["code"])
    for row in [] if quick else data.rows(LLM_HUMANEVAL):
        found.setdefault(row["task_id"], {}).setdefault(row["completion"])
    return found


def label(answers: dict[str, dict[str, None]]) -> list[Labelled]:
    """Return the answers that pass HumanEval's tests, judged on HumanEval+."""
    attempts = _attempts((name, text) for name, texts in answers.items() for text in texts)
    passed = [trial for trial in _trials(attempts, "humaneval", data.HUMANEVAL) if trial.passed]
    again = _attempts((trial.problem_id, _text(trial)) for trial in passed)
    found = _trials(again, "humaneval+", data.HUMANEVAL_PLUS)
    return [
        Labelled(trial.problem_id, _text(trial), bool(trial.passed)) for trial in found if trial.verdict is not None
    ]


def _attempts(sources: Iterable[tuple[str, str]]) -> list[Attempt]:
    return [Attempt(name, Candidate(source, attempt=number)) for number, (name, source) in enumerate(sources)]


def _text(trial: Trial) -> str:
    source = trial.candidate.source
    return source if isinstance(source, str) else source.decode("utf-8", "replace")


def _trials(attempts: list[Attempt], benchmark: str, problem_file: Path | None = None) -> list[Trial]:
    with tempfile.TemporaryDirectory() as folder:
        store = assay.open_store(f"{folder}/store.db")
        given: dict[str, Any] = {}  # Any: an option of `assay run`
        if problem_file is not None:
            given["problem_file"] = str(problem_file)
        report = assay.evaluate(attempts, benchmark, store=store, first_failure=True, cache=False, **given)
        sources = {(one.problem_id, one.candidate.attempt): one.candidate for one in attempts}
        found = list(store.trials(report.run.id))
        store.close()
    return [replace(trial, candidate=sources[trial.problem_id, trial.candidate.attempt]) for trial in found]


def _sound_references() -> set[str]:
    """Return the problems whose reference in HumanEval passes HumanEval+."""
    references = _attempts((row["task_id"], data.reference(row)) for row in data.rows(data.HUMANEVAL))
    return {trial.problem_id for trial in _trials(references, "humaneval+", data.HUMANEVAL_PLUS) if trial.passed}


def _equivalence(labelled: list[Labelled], count: int) -> str:
    plus = {row["task_id"]: row for row in data.rows(data.HUMANEVAL_PLUS)}
    wrong = [one for one in labelled if not one.right]
    random.Random(0).shuffle(wrong)
    found, seconds = 0, []
    with WarmPython() as sandbox:
        for one in wrong[:count]:
            row = plus[one.problem_id]
            given = [Input(tuple(arguments)) for arguments in row["base_input"]]
            result = equivalence(
                one.source, data.reference(row), entry_point=row["entry_point"], given=given, sandbox=sandbox
            )
            found += bool(result.different) and not result.note
            seconds.append(result.cpu_seconds)
    of = len(seconds)
    share = f"{found} of {of} ({found / of:.1%})"
    return f"equivalence tells apart {share}; CPU s each: mean {sum(seconds) / of:.2f}, most {max(seconds):.2f}."


def _strengthening(labelled: list[Labelled], sound: set[str], problems: str | None) -> tuple[str, float, float]:
    before = _cpu_seconds()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "stronger.jsonl"
        result = strengthen(load_benchmark("humaneval", problem_file=data.HUMANEVAL), path, problems=problems)
        cpu = _cpu_seconds() - before
        names = {json.loads(line)["id"] for line in path.read_text().splitlines()}
        there = [one for one in labelled if one.problem_id in names]
        judged = _trials(_attempts((one.problem_id, one.source) for one in there), str(path))
    failed = {(trial.problem_id, _text(trial)) for trial in judged if trial.verdict is not None and not trial.passed}
    body = []
    for name, chosen in (
        ("all problems", there),
        ("sound references", [one for one in there if one.problem_id in sound]),
    ):
        for right in (False, True):
            group = [one for one in chosen if one.right is right]
            count = sum((one.problem_id, one.source) in failed for one in group)
            kind = "pass HumanEval+" if right else "fail HumanEval+"
            body.append((f"{name}, {kind}", str(len(group)), str(count), f"{count / max(len(group), 1):.2%}"))
    return table(("candidates", "n", "fail the strengthened set", "share"), body), cpu, result.cases / len(names)


def _cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
