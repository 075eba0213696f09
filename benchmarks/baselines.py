"""The two lower bounds: plain `exec` in one process, and a bare fork with plain `exec` for each candidate.

Run as a script, by path, this file is the worker itself: it imports nothing but what it needs, for the pages of
the forking parent are what a fork costs. Neither bound isolates, limits or protects anything.
"""

from __future__ import annotations

import gc
import json
import os
import sys

TYPE_CHECKING = False  # typing itself is loaded with the other modules that candidates use
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks.contender import Answer

PRELOADED = ("bisect", "collections", "collections.abc", "copy", "functools", "heapq", "itertools", "math", "operator",
             "random", "re", "string", "typing")  # fmt: skip
"""What Assay's own warm parent holds for candidates, so that both fork the same."""


class PlainExec:
    """`exec` of prompt, reference and tests, one after the other in one process per worker."""

    way = "plain"

    def __init__(self) -> None:
        from benchmarks import crew, data

        programs = [data.check_program(row) for row in data.rows(data.HUMANEVAL)]
        self._crew = crew.Crew(["-I", "-B", __file__, self.way], work=programs)

    def judge(self, order: Sequence[int]) -> Answer:
        return self._crew.judge(order)

    def close(self) -> None:
        self._crew.close()


class BareFork(PlainExec):
    """A warm parent per worker forks one child per candidate, which compiles, runs and leaves by `os._exit`."""

    way = "fork"


def serve(way: str) -> None:
    """The worker: programs on the first line, then lists of positions, each answered with how many passed."""
    preload()
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    programs = json.loads(sys.stdin.readline())
    run: Callable[[list[str], Iterable[int]], int] = {"plain": run_plain, "fork": run_forked}[way]
    exec(compile("def warm(): return [1]", "<candidate>", "exec"), {})
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        passed = run(programs, json.loads(line))
        print(json.dumps({"passed": passed, "stages": {}, "note": ""}), file=answers, flush=True)


def preload() -> None:
    """Load the modules; `random` without its hook, which would seed it anew in each child for some 50 page faults."""
    register, os.register_at_fork = os.register_at_fork, lambda **hooks: None
    for name in PRELOADED:
        __import__(name)
    os.register_at_fork = register


def run_plain(programs: list[str], order: Iterable[int]) -> int:
    passed = 0
    for position in order:
        try:
            exec(compile(programs[position], "<candidate>", "exec"), {})
            passed += 1
        except BaseException:
            pass
    return passed


def run_forked(programs: list[str], order: Iterable[int]) -> int:
    fork, waitpid, leave = os.fork, os.waitpid, os._exit
    passed = 0
    for position in order:
        pid = fork()
        if pid == 0:
            try:
                exec(compile(programs[position], "<candidate>", "exec"), {})
            except BaseException:
                leave(1)
            leave(0)
        passed += waitpid(pid, 0)[1] == 0
    return passed


if __name__ == "__main__":
    serve(sys.argv[1])
