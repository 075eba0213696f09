"""Runs the mutants of one file against a pytest suite: tests are collected once, and each mutant is one fork.

Says what it finds on standard output, one JSON list a line; tests and mutants do not have that file. See `main`.
"""

from __future__ import annotations

import gc
import importlib
import importlib.machinery
import json
import os
import platform
import shutil
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .plain import plain_tests, run_plain
from .pool import Child, Pool, Speaker, limit_cpu
from .suite import (
    FAILED,
    PASSED,
    Collecting,
    Early,
    Suite,
    configure,
    run_mutant,
    run_timed,
    run_traced,
    scratch_folder,
)
from .swapping import Change, Swap, Target

ORIGINAL_SECONDS = 600.0
"""CPU time of all tests on the original."""
NO_PYTEST, NOT_COLLECTED, NOT_LOADED, BROKEN, FLAKY = "no pytest", "not collected", "not loaded", "broken", "flaky"
KILLED, SURVIVED, TIMED_OUT, CRASHED, NOT_COVERED = "killed", "survived", "timed_out", "crashed", "not_covered"
COLLECTING = -1
"""Stands for a test where the tests cannot even be collected."""


class Job:
    """What is to be done, as the supervisor wrote it."""

    def __init__(self, data: dict[str, Any]) -> None:  # Any: JSON
        self.target: str = os.path.realpath(data["target"])
        self.tests: list[str] = data["tests"]
        self.options: list[str] = data["options"]
        self.paths: list[str] = [os.path.realpath(path) for path in data["paths"]]
        self.changes = [Change(one[0], one[1], one[2], one[3].encode(), one[4], one[5]) for one in data["changes"]]
        self.jobs: int = data["jobs"]
        self.matrix: bool = data["matrix"]
        self.factor: float = data["factor"]
        self.floor: float = data["floor_seconds"]
        self.plain_floor: float = data["plain_floor_seconds"]


class Known:
    """What the original has shown, which all mutants are held against."""

    def __init__(
        self, job: Job, names: Sequence[str], timed: Sequence[Any], traced: Sequence[Any]
    ) -> None:  # Any: JSON
        self.names = list(names)
        self.usable = [one[0] for one in timed if one[1] == PASSED]
        """Tests that pass; those that are skipped say nothing."""
        self.cpu = {one[0]: float(one[3]) for one in timed}
        self.wall = {one[0]: float(one[4]) for one in timed}
        self.order = sorted(self.usable, key=lambda number: (self.cpu[number], number))
        self.limits = [job.floor + job.factor * self.cpu.get(number, 0.0) for number in range(len(names))]
        self.plain_limits = [limit - job.floor + job.plain_floor for limit in self.limits]
        self.plain: frozenset[int] = frozenset()
        """Tests that are plain calls."""
        self.reached = {one[0]: frozenset(one[3]) for one in traced}
        self.collecting = 0.0
        """CPU seconds to collect the tests."""

    def reaching(self, target: Target, change: Change) -> list[int]:
        """Return the tests that reach the statement of a mutant, the fastest first."""
        lines = set(range(change.first_line, change.last_line + 1))
        if not lines & target.code_lines:  # such as `else`, or a condition that is always true
            around = target.enclosing(change)
            lines = set(range(around[0] + 1, around[1] + 1)) if around else lines
        return [number for number in self.order if self.reached[number] & lines]


class Driver:
    """The process that has pytest, but neither the code nor the tests.

    It forks the *session*, a process in which pytest is set up but has not collected yet. That forks the *collector*,
    which has the tests, runs them on the original and then, one fork each, on every mutant that can be put in place by
    its code. Mutants that need the code to be loaded again are forked from the session; or, where the code is loaded
    when pytest is set up, from here.
    """

    def __init__(self, job: Job, out: int) -> None:
        self.job = job
        self.speaker = Speaker(out)
        self.out = out
        with open(job.target, "rb") as file:
            self.source = file.read()

    def run(self) -> None:
        """Say everything there is to say."""
        child = Pool(1, ()).run(self._be_session)
        if not child.ended:
            self.speaker.say(["error", NOT_COLLECTED, f"the tests end pytest: {child.ending()}"])
        again = self._again(child)
        if again is not None:
            self._run_again(*again, lambda change, known: self._afresh(change, known))

    def _be_session(self, speaker: Speaker) -> None:
        sys.path[:0] = self.job.paths
        early = Early(self.job.target)

        def work(plugin: Collecting, session: Any) -> None:  # Any: pytest's
            if self._loaded():
                self._collect(plugin, session, early, speaker)
                return
            child = Pool(1, ()).run(lambda say: self._collect(plugin, session, early, say))
            early.stop()
            if not child.ended:
                self.speaker.say(["error", NOT_COLLECTED, f"the tests end pytest: {child.ending()}"])
            again = self._again(child)
            if again is not None:
                self._run_again(*again, lambda change, known: self._reloading(change, known, plugin, session))

        with early:
            why = configure(self.job.tests, self.job.options, work)
        if why:
            self.speaker.say(["error", NOT_COLLECTED, why])

    def _again(self, child: Child) -> tuple[Known, list[Change]] | None:
        """Return the mutants that the child could not run, and what it knows."""
        messages = child.messages() if child.ended else []
        if len(messages) != 2:
            return None
        known = Known(self.job, *messages[0][:3])
        known.collecting = messages[0][3]
        return known, [self.job.changes[position] for position in messages[1]]

    def _run_again(self, known: Known, changes: list[Change], begin: Callable[[Change, Known], Begin]) -> None:
        work = (Work(change, known.order, begin(change, known)) for change in changes)
        Mutants(self.job, known, self.speaker, self.out).run(work)

    def _collect(self, plugin: Collecting, session: Any, early: Early, speaker: Speaker) -> None:  # Any: pytest's
        """Collect the tests, run them on the original, and run every mutant that can be put in place by its code."""
        begun = time.process_time()
        suite = plugin.collect(session)
        early.stop()
        spent = time.process_time() - begun
        if isinstance(suite, str) or not suite.items:
            why = suite if isinstance(suite, str) else "pytest finds no tests"
            self.speaker.say(["error", NOT_COLLECTED, why])
            return
        if not self._loaded():
            self.speaker.say(["error", NOT_LOADED, ""])
            return
        target = Target(self.job.target, self.source)
        target.look_around(frozenset(early.keys))
        gc.collect()
        gc.freeze()
        runs = self._originals(suite)
        if not runs:
            return
        known = Known(self.job, suite.names, *runs)
        self.speaker.say(["tests", known.names, [known.cpu.get(n, 0.0) for n in range(len(known.names))], known.usable])
        self._find_plain(suite, known)
        later: list[int] = []
        Mutants(self.job, known, self.speaker, self.out).run(self._in_place(suite, target, known, later))
        speaker.say([known.names, *runs, spent])
        speaker.say(later)

    def _loaded(self) -> bool:
        """Return whether the tests have loaded the file."""
        files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
        return any(file and os.path.realpath(file) == self.job.target for file in files)

    def _originals(self, suite: Suite) -> list[Any]:  # Any: JSON
        """Run the tests twice on the original, once to time them and once to see what they reach.

        Return what both runs said; nothing where the tests are not fit to judge anybody, which is said.
        """
        pool = Pool(1, (self.out,))
        runs = []
        for work in (lambda say: run_timed(suite, say), lambda say: run_traced(suite, self.job.target, say)):
            child = pool.run(_limited(work, ORIGINAL_SECONDS))
            said = child.messages()
            if len(said) < len(suite.items):
                self.speaker.say(["error", BROKEN, f"{suite.names[len(said)]}: {child.ending()}"])
                return []
            runs.append(said)
        for timed, traced in zip(*runs, strict=True):
            name = suite.names[timed[0]]
            if timed[1] != traced[1]:
                why = f"{name}: {timed[1]}, then {traced[1]}; {timed[2] or traced[2]}"
                self.speaker.say(["error", FLAKY, why])
                return []
            if timed[1] == FAILED:
                self.speaker.say(["error", BROKEN, f"{name}: {timed[2]}"])
                return []
        return runs

    def _in_place(self, suite: Suite, target: Target, known: Known, later: list[int]) -> Iterator[Work]:
        for position, change in enumerate(self.job.changes):
            swaps = target.swaps(change)
            if swaps is None:
                later.append(position)
                continue
            order = known.reaching(target, change)
            whole = Work(change, order, self._swapping(suite, known, change, swaps))
            plain = [number for number in order if number in known.plain]
            yield Work(change, plain, self._calling(suite, known, swaps), whole) if plain else whole

    def _swapping(self, suite: Suite, known: Known, change: Change, swaps: list[Swap]) -> Begin:
        def begin(order: Sequence[int], speaker: Speaker) -> None:
            for function, code in swaps:
                function.__code__ = code
            suite.use_folder(scratch_folder(change.number))
            run_mutant(suite, order, known.limits, speaker, to_the_end=self.job.matrix)

        return begin

    def _calling(self, suite: Suite, known: Known, swaps: list[Swap]) -> Begin:
        def begin(order: Sequence[int], speaker: Speaker) -> None:
            for function, code in swaps:
                function.__code__ = code
            run_plain(suite, order, known.plain_limits, speaker)

        return begin

    def _find_plain(self, suite: Suite, known: Known) -> None:
        """Find the tests that are plain calls, and pass as such on the original, twice in one process."""
        usable = set(known.usable)
        order = [number for number in plain_tests(suite) if number in usable]
        if not order or self.job.matrix:
            return
        child = Pool(1, (self.out,)).run(lambda say: run_plain(suite, [*order, *order], known.limits, say))
        again = [row for row in child.messages() if _is_row(row) and row[1] == PASSED][len(order) :]
        known.plain = frozenset(row[0] for row in again)
        for number, _, spent in again:
            known.plain_limits[number] = self.job.plain_floor + self.job.factor * float(spent)

    def _reloading(self, change: Change, known: Known, plugin: Collecting, session: Any) -> Begin:  # Any: pytest's
        """Return what runs a mutant in a process that has not collected the tests yet."""

        def begin(order: Sequence[int], speaker: Speaker) -> None:
            limit_cpu(self.job.floor + self.job.factor * known.collecting)
            _load_instead(self.job.target, change.applied(self.source))
            suite = plugin.collect(session)
            limit_cpu(0)
            if isinstance(suite, str):
                speaker.say([COLLECTING, FAILED, suite])
                return
            numbers = {name: number for number, name in enumerate(known.names)}
            own = {numbers[name]: item for item, name in zip(suite.items, suite.names, strict=True) if name in numbers}
            wanted = [number for number in order if number in own]
            if not wanted:
                speaker.say([COLLECTING, FAILED, "its tests are not there any more"])
                return
            suite.items = [own.get(number) for number in range(len(known.names))]
            suite.use_folder(scratch_folder(change.number))
            run_mutant(suite, wanted, known.limits, speaker, to_the_end=self.job.matrix)

        return begin

    def _afresh(self, change: Change, known: Known) -> Begin:
        """Return what runs a mutant in a process in which pytest is not even set up."""

        def begin(order: Sequence[int], speaker: Speaker) -> None:
            sys.path[:0] = self.job.paths
            _load_instead(self.job.target, change.applied(self.source))

            def work(plugin: Collecting, session: Any) -> None:  # Any: pytest's
                self._reloading(change, known, plugin, session)(order, speaker)

            why = configure(self.job.tests, self.job.options, work)
            if why:
                speaker.say([COLLECTING, FAILED, why])

        return begin


Begin = Callable[[Sequence[int], Speaker], None]
"""Puts a mutant in place and runs these tests."""


@dataclass(frozen=True)
class Work:
    """A mutant to be run in a process of its own."""

    change: Change
    order: list[int]
    """The tests, by number."""
    begin: Begin
    then: Work | None = None
    """What is run after it where no test has noticed the mutant."""


class Mutants:
    """Runs mutants, several at a time, and says what became of each."""

    def __init__(self, job: Job, known: Known, speaker: Speaker, out: int) -> None:
        self._job = job
        self._known = known
        self._speaker = speaker
        self._pool = Pool(job.jobs, (out,))
        self._rows: dict[int, list[list[Any]]] = {}  # Any: number, outcome and message of each test
        self._spent: dict[int, float] = {}
        self._again: deque[Work] = deque()

    def run(self, work: Iterator[Work]) -> None:
        """Run all of this work."""
        for one in work:
            if not one.order:
                self._speaker.say(["mutant", one.change.number, NOT_COVERED, 0.0, []])
                continue
            self._start(one)
            while self._pool.full:
                self._finish()
        while True:
            while self._again and not self._pool.full:
                self._start(self._again.popleft())
            if not self._finish():
                return

    def _start(self, work: Work) -> None:
        wall = sum(self._known.wall[number] for number in work.order)
        self._pool.start(work, lambda speaker: work.begin(work.order, speaker), wall_seconds=2 * wall)

    def _finish(self) -> bool:
        """Take those that are over; return false where none runs and none waits."""
        over = False
        for child in self._pool.finished():
            over = True
            self._take(child)
        return over or bool(self._again)

    def _take(self, child: Child) -> None:
        work: Work = child.tag
        change, order = work.change, work.order
        shutil.rmtree(scratch_folder(change.number), ignore_errors=True)
        messages = [message for message in child.messages() if _is_row(message)]
        rows = self._rows.setdefault(change.number, [])
        rows += messages
        self._spent[change.number] = self._spent.get(change.number, 0.0) + child.cpu_seconds
        if not child.ended:
            done = len(messages)
            status = TIMED_OUT if child.timed_out else CRASHED
            rows.append([order[done] if done < len(order) else COLLECTING, status, child.ending()])
            rest = order[done + 1 :]
            if self._job.matrix and rest:
                self._again.append(replace(work, order=rest))
                return
        status = next((STATUS[row[1]] for row in rows if row[1] in STATUS), SURVIVED)
        if status == SURVIVED and work.then is not None:
            del self._rows[change.number]
            self._again.append(work.then)
            return
        self._speaker.say(
            ["mutant", change.number, status, self._spent.pop(change.number), self._rows.pop(change.number)]
        )


STATUS = {FAILED: KILLED, TIMED_OUT: TIMED_OUT, CRASHED: CRASHED}


def _is_row(message: Any) -> bool:  # Any: whatever a mutant may have written
    """Return whether a message is the number of a test, its outcome and what it said."""
    kinds = [type(part) for part in message] if isinstance(message, list) else []
    return kinds == [int, str, str]


def _limited(work: Callable[[Speaker], None], seconds: float) -> Callable[[Speaker], None]:
    def limited(speaker: Speaker) -> None:
        limit_cpu(seconds)
        work(speaker)

    return limited


def _load_instead(path: str, source: bytes) -> None:
    """Make every import of the file at `path` load this source."""
    loader = importlib.machinery.SourceFileLoader
    plain = loader.get_code

    def get_code(self: Any, fullname: str) -> Any:  # Any: as the import system has it
        if os.path.realpath(self.path) != path:
            return plain(self, fullname)
        return compile(source, path, "exec", dont_inherit=True)

    loader.get_code = get_code  # type: ignore[method-assign]  # the process is there for this mutant alone


def _preload() -> str:
    """Import what pytest needs, so that no child has to; return its version, or an empty text without it."""
    try:
        import pytest
        from _pytest.config import default_plugins
    except ImportError:
        return ""
    for name in default_plugins:
        importlib.import_module(f"_pytest.{name}")
    return str(pytest.__version__)


def main(place: str) -> None:
    """Read the job at `place` and do it.

    What is said: `["versions", python, pytest]`; `["tests", names, cpu seconds, numbers of those that are used]`;
    `["mutant", number, status, cpu seconds, rows]`, where a row is `[number of the test, outcome, message]`;
    `["error", which, message]`; at the end `["end"]`.
    """
    with open(place, "rb") as file:
        data = json.load(file)
    shutil.rmtree(os.path.dirname(place), ignore_errors=True)
    out = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    speaker = Speaker(out)
    version = _preload()
    speaker.say(["versions", platform.python_version(), version])
    if version:
        os.chdir(data["folder"])
        Driver(Job(data), out).run()
    else:
        speaker.say(["error", NO_PYTEST, ""])
    speaker.say(["end"])
