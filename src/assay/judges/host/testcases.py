"""`unittest` classes, test by test; only a success is a pass."""

from __future__ import annotations

import sys
import unittest

from assay.judges.host.statements import NEVER_RAN, NOT_ENTERED, Outcome, failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

CO_GENERATOR, CO_COROUTINE, CO_ASYNC_GENERATOR = 0x20, 0x80, 0x200
CREATES = CO_GENERATOR | CO_ASYNC_GENERATOR


class Hooks:
    """What becomes of outcomes."""

    def __init__(
        self,
        report: Callable[[Outcome], None],
        blame: Callable[[BaseException], str | None],
        finish: Callable[[Outcome], Outcome | None] = lambda outcome: outcome,
        enough: Callable[[], bool] = lambda: False,
        begin: Callable[[], None] = lambda: None,
        ran: Callable[[Any], bool] = lambda test: True,
    ) -> None:
        self.report = report
        self.blame = blame
        """Where in the candidate an exception was raised; `None` when it was not raised there."""
        self.finish = finish
        """The outcome that counts, or `None` when the candidate's process is lost and with it the test."""
        self.enough = enough
        """Whether no more tests are wanted."""
        self.begin = begin
        """Called before each test, behind the fixtures of its class and module."""
        self.ran = ran
        """Whether all of a test has run that the candidate was to run."""


def of(namespace: dict[str, Any]) -> list[Any]:
    """The tests of each class that the test code defines, in the order of its definition."""
    loader = unittest.TestLoader()
    kinds = [
        kind
        for kind in namespace.values()
        if isinstance(kind, type) and issubclass(kind, unittest.TestCase) and kind.__module__ == namespace["__name__"]
    ]
    return [test for kind in dict.fromkeys(kinds) for test in loader.loadTestsFromTestCase(kind)]


def run(tests: list[Any], hooks: Hooks) -> str:
    """Runs tests until the candidate's process is lost; the one that lost it, empty where none did."""
    left = list(tests)
    while left and not hooks.enough():
        result = TestsResult(hooks)
        ended = _run_suite(left, result)
        first, left = left[0], [test for test in left if id(test) not in result.told]
        if result.lost:
            return result.lost
        if result.fixture is not None:
            if hooks.finish(result.fixture) is None:
                return name_of(left[0]) if left else result.fixture.name
            left = _without_fixture(left, result.fixture, hooks, ended=ended)
        elif left and left[0] is first:
            hooks.report(Outcome(name_of(left.pop(0)), "failed", "no result"))
    return ""


def _run_suite(tests: list[Any], result: TestsResult) -> bool:
    """Whether the suite came to its end: `unittest` lets an interrupt, or a fixture that exits, end it early."""
    try:
        unittest.TestSuite(tests).run(result)
    except BaseException as error:
        if not result.interrupted:
            result.fixture = failed("a fixture", error, result.hooks.blame)
        return False
    return True


def _without_fixture(left: list[Any], fixture: Outcome, hooks: Hooks, *, ended: bool) -> list[Any]:
    """Fails the tests whose fixture failed; where all have run already, it is an outcome of its own."""
    if not left:
        hooks.report(fixture)
    lost = [test for test in left if ended or type(test) is type(left[0])]
    for test in lost:
        hooks.report(Outcome(name_of(test), fixture.status, fixture.error))
    return [test for test in left if test not in lost]


class TestsResult(unittest.TestResult):
    """Reports each test as it ends."""

    def __init__(self, hooks: Hooks) -> None:
        super().__init__()
        self.hooks = hooks
        self.told: set[int] = set()
        self.lost = ""
        self.fixture: Outcome | None = None
        self.interrupted = False
        self.outcome = Outcome("", "failed", "no result")

    def startTest(self, test: Any) -> None:
        super().startTest(test)
        self.hooks.begin()
        self.outcome = Outcome(name_of(test), "failed", "no result")

    def stopTest(self, test: Any) -> None:
        super().stopTest(test)
        error = sys.exc_info()[1]
        if error is not None:
            self.interrupted = True
            self.outcome = failed(name_of(test), error, self.hooks.blame)
        outcome = self.hooks.finish(self.outcome)
        if outcome is None:
            self.lost = name_of(test)
            self.stop()
            return
        self.told.add(id(test))
        self.hooks.report(outcome)
        if self.hooks.enough():
            self.stop()

    def addError(self, test: Any, err: Any) -> None:
        if not isinstance(test, unittest.TestCase):
            self.fixture = failed(str(test), err[1], self.hooks.blame)
        elif self.outcome.status in ("passed", "skipped") or self.outcome.error == "no result":
            self.outcome = failed(name_of(test), err[1], self.hooks.blame)

    addFailure = addError

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        if err is not None:
            self.addError(test, err)

    def addSuccess(self, test: Any) -> None:
        why = NEVER_RAN if _never_runs(test) else "" if self.hooks.ran(test) else NOT_ENTERED
        self.outcome = Outcome(name_of(test), "failed" if why else "passed", why)

    def addSkip(self, test: Any, reason: str) -> None:
        if not isinstance(test, unittest.TestCase):
            self.fixture = Outcome(str(test), "skipped", reason)
        elif self.outcome.error == "no result":
            self.outcome = Outcome(name_of(test), "skipped", reason)

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        self.outcome = Outcome(name_of(test), "failed", "an expected failure is not a pass")

    def addUnexpectedSuccess(self, test: Any) -> None:
        self.outcome = Outcome(name_of(test), "failed", "an unexpected success is not a pass")


def _never_runs(test: Any) -> bool:
    """Whether calling the test method only makes a generator, or a coroutine that its class does not run."""
    method = getattr(test, test._testMethodName)
    code = getattr(getattr(method, "__func__", method), "__code__", None)
    flags = code.co_flags if code is not None else 0
    runs_coroutines = hasattr(type(test), "_callAsync") or hasattr(type(test), "_callMaybeAsync")
    return bool(flags & CREATES) or (bool(flags & CO_COROUTINE) and not runs_coroutines)


def name_of(test: Any) -> str:
    return f"{type(test).__name__}.{test._testMethodName}"
