"""A pytest suite that was collected once: its tests are run one by one, in whatever process asks for it."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from .pool import END, Speaker, limit_cpu, limit_descendants
from .swapping import Key, key_of

MAX_MESSAGE = 300
PLAIN_OPTIONS = (
    "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:pytest_cov", "-p", "no:randomly", "-p", "no:timeout",
    "-o", "addopts=", "-s", "-q", "--tb=native", "--no-header",
)  # fmt: skip
"""No plug-in that orders or spreads tests, or that keeps something; failures are put into words the cheapest way."""
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


Failing = Callable[[str], None]
"""Is called with the reason when a test fails, before pytest puts that into words and clears up."""


class Heard:
    """What pytest says about the test that runs."""

    def __init__(self) -> None:
        self.reports: list[Any] = []  # Any: pytest's own types are not everywhere
        self.failing: Failing | None = None


class Suite:
    """The tests that pytest collected."""

    def __init__(self, session: Any, heard: Heard) -> None:  # Any: as above
        self.session = session
        self.heard = heard
        self.items = list(session.items)
        self.names = [str(item.nodeid) for item in self.items]

    def run(self, order: Sequence[int], after: Callable[[int, str, str], bool], before: Callable[[int], None]) -> None:
        """Run these tests in this order, as long as `after` (number, outcome, message) returns true."""
        for position, number in enumerate(order):
            following = self.items[order[position + 1]] if position + 1 < len(order) else None
            before(number)
            outcome, message = self.outcome(number, following)
            if not after(number, outcome, message):
                return

    def outcome(self, number: int, following: Any) -> tuple[str, str]:  # Any: an item of pytest, or None
        """Run one test with all that prepares it; `following` is the test after it, whose fixtures may stay."""
        item, reports = self.items[number], self.heard.reports
        reports.clear()
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        except BaseException as error:  # SystemExit or KeyboardInterrupt of a mutant, or pytest.exit
            return FAILED, cut(f"{type(error).__name__}: {error}")
        broken = next((report for report in reports if report.failed), None)
        if broken is not None:
            return FAILED, _reason(broken)
        return (PASSED if reports and not any(report.skipped for report in reports) else SKIPPED), ""

    def use_folder(self, folder: str) -> None:
        """Give the fixtures `tmp_path` and the like a folder of this process."""
        factory: Any = getattr(self.session.config, "_tmp_path_factory", None)  # Any: pytest's
        if hasattr(factory, "_given_basetemp"):
            from pathlib import Path

            factory._given_basetemp = Path(folder)
            factory._basetemp = None


class Collecting:
    """A plug-in for pytest that hands the session to a function when tests are to be collected, and runs none."""

    def __init__(self, work: Callable[[Collecting, Any], None]) -> None:  # Any: as above
        self._work = work
        self._heard = Heard()
        self.errors: list[str] = []
        self.ran = False

    def pytest_collection(self, session: Any) -> bool:  # Any: as above
        self.ran = True
        self._work(self, session)
        return True

    def pytest_collectreport(self, report: Any) -> None:  # Any: as above
        if report.failed:
            self.errors.append(f"{report.nodeid or 'the tests'}: {_reason(report)}")

    def pytest_runtest_logreport(self, report: Any) -> None:  # Any: as above
        self._heard.reports.append(report)

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:  # Any: as above
        """Tell of a failure at once, where somebody wants that."""
        if self._heard.failing is not None and call.excinfo is not None and not _is_skip(call.excinfo.value):
            self._heard.failing(cut(first_line(call.excinfo.exconly(tryshort=True))))

    def pytest_runtestloop(self, session: Any) -> bool:  # Any: as above
        return True

    def collect(self, session: Any) -> Suite | str:  # Any: as above
        """Collect the tests; return why that fails where it does."""
        try:
            session.perform_collect()
        except BaseException as error:  # whatever a mutant raises
            self.errors.append(f"{type(error).__name__}: {error}")
        return cut(self.errors[0]) if self.errors else Suite(session, self._heard)


def configure(
    tests: Sequence[str], options: Sequence[str], work: Callable[[Collecting, Any], None]
) -> str:  # Any: as above
    """Start pytest and give it to `work` before it collects; return why it does not get so far, or an empty text."""
    import pytest

    plugin = Collecting(work)
    status = pytest.main([*PLAIN_OPTIONS, *options, *tests], plugins=[plugin])
    return "" if plugin.ran else f"pytest does not get as far as collecting tests (exit status {int(status)})"


class Early:
    """Notes which functions of a file are called while it is loaded and the tests are collected."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.keys: set[Key] = set()

    def __enter__(self) -> Early:
        sys.settrace(self._call)
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Note no more."""
        sys.settrace(None)

    def _call(self, frame: FrameType, event: str, argument: object) -> None:
        if frame.f_code.co_filename == self._path:
            self.keys.add(key_of(frame.f_code))


class Reached:
    """Notes which lines of a file are reached."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lines: set[int] = set()

    def start(self) -> None:
        """Begin with none."""
        self._lines = set()
        threading.settrace(self._call)
        sys.settrace(self._call)

    def stop(self) -> list[int]:
        """Return the lines that were reached since the start."""
        sys.settrace(None)
        threading.settrace(None)
        return sorted(self._lines)

    def _call(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:  # Any: a tracer
        if frame.f_code.co_filename != self._path:
            return None
        self._lines.add(frame.f_lineno)
        return self._line

    def _line(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any]:  # Any: a tracer
        self._lines.add(frame.f_lineno)
        return self._line


def run_timed(suite: Suite, speaker: Speaker) -> None:
    """Run all tests and say of each its number, outcome, message, CPU seconds and wall seconds."""
    clock = [0.0, 0.0]

    def before(number: int) -> None:
        clock[:] = time.process_time(), time.monotonic()

    def after(number: int, outcome: str, message: str) -> bool:
        spent = time.process_time() - clock[0], time.monotonic() - clock[1]
        speaker.say([number, outcome, message, *spent])
        return True

    suite.run(range(len(suite.items)), after, before)


def run_traced(suite: Suite, path: str, speaker: Speaker) -> None:
    """Run all tests and say of each its number, outcome, message and the lines of the file that it reaches."""
    reached = Reached(path)

    def after(number: int, outcome: str, message: str) -> bool:
        speaker.say([number, outcome, message, reached.stop()])
        return True

    suite.run(range(len(suite.items)), after, lambda number: reached.start())


def run_mutant(
    suite: Suite, order: Sequence[int], limits: Sequence[float], speaker: Speaker, *, to_the_end: bool
) -> None:
    """Run these tests against the mutant that is in place, each within its CPU time, and say what each came to.

    Unless it goes on `to_the_end`, the process ends at the first failure: there is nothing to clear up that the end of
    the process does not.
    """
    limit_descendants(sum(limits))
    running = [0]

    def before(number: int) -> None:
        running[0] = number
        limit_cpu(limits[number])

    def after(number: int, outcome: str, message: str) -> bool:
        limit_cpu(0)
        speaker.say([number, outcome, message])
        return to_the_end or outcome != FAILED

    def failing(message: str) -> None:
        speaker.say([running[0], FAILED, message])
        speaker.say(END)
        os._exit(0)

    suite.heard.failing = None if to_the_end else failing
    suite.run(order, after, before)


def _reason(report: Any) -> str:  # Any: as above
    """Return the last line of what pytest says about a failure, which names the exception."""
    crash = getattr(report.longrepr, "reprcrash", None)
    text = str(crash.message) if crash is not None else str(report.longrepr or "")
    lines = [line for line in text.strip().splitlines() if line.strip()]
    if not lines:
        return "no reason given"
    return cut(lines[0] if crash is not None else lines[-1].removeprefix("E   ").strip())


def _is_skip(error: BaseException) -> bool:
    """Return whether an exception says that a test is skipped, or that all of pytest is to end."""
    import unittest

    import pytest

    return isinstance(error, pytest.skip.Exception | pytest.exit.Exception | unittest.SkipTest)


def first_line(text: str) -> str:
    """Return the first line that is not blank."""
    return next((line for line in text.splitlines() if line.strip()), "")


def cut(text: str) -> str:
    """Return a text of bounded length."""
    return text if len(text) <= MAX_MESSAGE else f"{text[:MAX_MESSAGE]}…"


def scratch_folder(number: int) -> str:
    """Return the folder that the tests of one mutant may write to."""
    return os.path.join(os.environ.get("TMPDIR", "."), f"assay-mutant-{number}")
