"""What a training step waits for: 256 answers of real models, their endless loops included, until the last verdict.

The same answers, two workers each: `assay run` (the whole command), one batch to `POST /v1/judge` of a real service
that has judged before, `assay.rewards` in a process that has judged before, and the reward that people write
themselves. Nobody may use a verdict of before. The sides take turns; the ratios are medians over the rounds.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks import data, homemade
from benchmarks.bench import Options, Outcome, table
from benchmarks.contender import WORKERS
from benchmarks.measure import BenchError
from benchmarks.real import LLM_HUMANEVAL

TASKS = tuple(f"HumanEval/{number}" for number in (25, 155, 10, 39, 58, 96, 100, 123))
GROUP = 32
"""Answers to each problem, as many as a group in training may have: of every third model and prompt, by name."""
QUICK_TASKS = 1
ROUNDS, QUICK_ROUNDS = 3, 1
SECONDS = 3.0
"""Wall time that the home-made reward gives to a program; ours is effective time."""
LEAST_SHARE = 0.6
"""Of the throughput of `assay run`, for the service."""
RUN, SERVICE, REWARDS, HOMEMADE = "assay run", "POST /v1/judge", "assay.rewards", "home-made pool"


@dataclass(frozen=True, slots=True)
class Round:
    """How one side did."""

    seconds: float
    first_seconds: float
    """Until the first verdict; where all come together, until those."""
    passed: tuple[bool | None, ...]
    loops: int = 0
    """Answers that reached their time limit."""


Answers = Sequence[tuple[str, str]]
"""Ids of problems with completions."""


def run(options: Options) -> Outcome:
    title = "Judging for training loops"
    reason = data.missing(data.HUMANEVAL, LLM_HUMANEVAL)
    if reason:
        return Outcome(title, skipped=reason)
    answers = chosen(QUICK_TASKS if options.quick else len(TASKS))
    found: dict[str, list[Round]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder, serving(Path(folder)) as address:
        sides: dict[str, Callable[[Answers], Round]] = {
            RUN: lambda answers: by_run(answers, Path(folder)),
            SERVICE: lambda answers: by_service(answers, address),
            REWARDS: by_rewards,
            HOMEMADE: by_pool,
        }
        by_service(answers[:8], address)  # the workers start
        by_rewards(answers[:8])
        for number in range(QUICK_ROUNDS if options.quick else ROUNDS):
            for name, judge in sides.items():
                found[name].append(judge(answers))
                print(f"round {number + 1}: {name} {found[name][-1].seconds:.1f} s", file=sys.stderr)
    return _outcome(title, found, len(answers))


def chosen(groups: int) -> list[tuple[str, str]]:
    """Return answers of real models to problems that some of them answer with an endless loop, problem by problem."""
    rows = data.rows(LLM_HUMANEVAL)
    names = sorted({row["run"] for row in rows})[::3][:GROUP]
    found = {(row["run"], row["task_id"]): row["completion"] for row in rows}
    return [(task, found[name, task]) for task in TASKS[:groups] for name in names if (name, task) in found]


def by_run(answers: Answers, folder: Path) -> Round:
    """Judge by the command, with a store of its own."""
    place = Path(tempfile.mkdtemp(dir=folder))
    samples = place / "samples.jsonl"
    rows = [json.dumps({"task_id": task, "completion": text}) for task, text in answers]
    samples.write_text("\n".join(rows) + "\n")
    flags = ["--problem-file", str(data.HUMANEVAL), "--workers", str(WORKERS), "--no-cache", "--quiet", "--name", "it"]
    store = ["--store", str(place / "assay.db")]
    began = time.perf_counter()
    _command(["run", "humaneval", "-c", str(samples), *flags, *store])
    seconds = time.perf_counter() - began
    exported = place / "trials.jsonl"
    _command(["export", "it", "--format", "jsonl", "-o", str(exported), *store])
    trials = [json.loads(line) for line in exported.read_text().split("\n") if line]
    verdicts = {(one["problem_id"], one["candidate"]["attempt"]): one["verdict"] for one in trials}
    loops = sum(verdict == "timed_out" for verdict in verdicts.values())
    return Round(seconds, seconds, tuple(_in_order(answers, verdicts)), loops)


def _in_order(answers: Answers, verdicts: dict[tuple[str, int], str | None]) -> Iterator[bool | None]:
    seen: dict[str, int] = defaultdict(int)
    for task, _ in answers:
        verdict = verdicts[task, seen[task]]
        seen[task] += 1
        yield None if verdict is None else verdict == "passed"


def _command(arguments: Sequence[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "assay", *arguments], capture_output=True, text=True, env=_clean())
    if done.returncode:
        raise BenchError(f"assay {' '.join(arguments)} ended with {done.returncode}: {done.stderr[-2000:]}")


def _clean() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{data.REPOSITORY / 'src'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Give the address of a real service on a free port."""
    flags = ["--port", "0", "--workers", str(WORKERS), "--benchmark", f"humaneval={data.HUMANEVAL}"]
    process = subprocess.Popen(
        [sys.executable, "-m", "assay", "serve", *flags, "--store", str(folder / "service.db")],
        stdout=subprocess.PIPE,
        text=True,
        env=_clean(),
    )
    try:
        assert process.stdout is not None, "it was asked for"
        words = process.stdout.readline().split()
        yield next(word for word in words if word.startswith("http")).rstrip("/")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def by_service(answers: Answers, address: str) -> Round:
    """Judge all in one request."""
    import httpx

    candidates = [{"problem_id": task, "completion": text} for task, text in answers]
    body = {"benchmark": "humaneval", "candidates": candidates, "cache": False}
    found: dict[int, bool | None] = {}
    first = 0.0
    began = time.perf_counter()
    with httpx.stream("POST", f"{address}/v1/judge", json=body, timeout=600) as answer:
        if answer.status_code != 200:
            raise BenchError(f"the service answered {answer.status_code}: {answer.read()[:500]!r}")
        for line in answer.iter_lines():
            first = first or time.perf_counter() - began
            one = json.loads(line)
            found[one["index"]] = one["passed"]
    return Round(time.perf_counter() - began, first, tuple(found[place] for place in range(len(answers))))


def by_rewards(answers: Answers) -> Round:
    """Judge by the function that a trainer calls."""
    from assay import rewards

    rewards.start(WORKERS)
    reward = rewards.make_reward("pass", benchmark="humaneval", problem_file=str(data.HUMANEVAL), form="completion")
    began = time.perf_counter()
    found = reward([text for _, text in answers], problem_id=[task for task, _ in answers])
    seconds = time.perf_counter() - began
    return Round(seconds, seconds, tuple(None if one is None else one == 1.0 for one in found))


def by_pool(answers: Answers) -> Round:
    """Judge as people do who write the reward themselves; nothing keeps these programs from anything."""
    rows = {row["task_id"]: row for row in data.rows(data.HUMANEVAL)}
    programs = [
        f"{rows[task]['prompt']}{text}\n{rows[task]['test']}\ncheck({rows[task]['entry_point']})"
        for task, text in answers
    ]
    began = time.perf_counter()
    found = homemade.passed(programs, workers=WORKERS, seconds=SECONDS)
    seconds = time.perf_counter() - began
    return Round(seconds, seconds, tuple(found))


def _outcome(title: str, found: dict[str, list[Round]], count: int) -> Outcome:
    medians = {name: statistics.median(one.seconds for one in rounds) for name, rounds in found.items()}
    reference, loops = found[RUN][-1].passed, found[RUN][-1].loops
    body = [
        [
            name,
            f"{medians[name]:.1f}",
            f"{statistics.median(one.first_seconds for one in rounds):.2f}",
            f"{count / medians[name]:.0f}",
            f"{medians[RUN] / medians[name]:.2f}",
            str(sum(one is True for one in rounds[-1].passed)),
            str(sum(ours != theirs for ours, theirs in zip(rounds[-1].passed, reference, strict=True))),
        ]
        for name, rounds in found.items()
    ]
    head = ["side", "seconds", "first verdict s", "answers/s", "× assay run", "passed", "other verdicts"]
    text = (
        f"{count} answers of {GROUP} models and prompts to HumanEval, {loops} endless loops among them, "
        f"{WORKERS} workers, wall seconds, median of {len(found[RUN])} round(s). `assay run` is the whole command with "
        "its start.\n\n"
        f"{table(head, body)}"
    )
    share = medians[RUN] / medians[SERVICE]
    figures = {
        "answers": count,
        "seconds": medians,
        "share_of_assay_run": share,
        "rewards_share_of_assay_run": medians[RUN] / medians[REWARDS],
    }
    wrong = sum(ours != theirs for ours, theirs in zip(found[SERVICE][-1].passed, reference, strict=True))
    broken = (f"{wrong} verdicts of the service differ from those of assay run",) if wrong else ()
    if share < LEAST_SHARE:
        text += f"\n\nThe service has {share:.0%} of the throughput of `assay run`; the goal is {LEAST_SHARE:.0%}."
    return Outcome(title, text, figures, broken=broken)
