"""Two worker processes that share a list: the half of each goes out as one line of JSON, an answer comes back."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence

from benchmarks.contender import WORKERS, Answer, answer
from benchmarks.data import REPOSITORY


class Crew:
    """Workers started once; each is a script that reads lists of positions and answers with an `Answer`."""

    def __init__(self, command: Sequence[str], *, work: object = None) -> None:
        self._workers = [
            subprocess.Popen([sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=REPOSITORY)
            for _ in range(WORKERS)
        ]
        if work is not None:
            for worker in self._workers:
                _send(worker, work)

    def judge(self, order: Sequence[int]) -> Answer:
        for number, worker in enumerate(self._workers):
            _send(worker, list(order[number::WORKERS]))
        return _merge([_receive(worker) for worker in self._workers])

    def close(self) -> None:
        for worker in self._workers:
            worker.communicate()


def _merge(answers: Sequence[Answer]) -> Answer:
    stages: Counter[str] = Counter()
    for one in answers:
        stages.update(one["stages"])
    note = " ".join(one["note"] for one in answers).strip()
    return answer(sum(one["passed"] for one in answers), stages=dict(stages), note=note)


def _send(worker: subprocess.Popen[bytes], message: object) -> None:
    assert worker.stdin is not None
    worker.stdin.write(json.dumps(message).encode() + b"\n")
    worker.stdin.flush()


def _receive(worker: subprocess.Popen[bytes]) -> Answer:
    assert worker.stdout is not None
    line = worker.stdout.readline()
    if not line:
        sys.exit(f"a worker ended instead of answering: {worker.args!r}")
    received: Answer = json.loads(line)
    return received
