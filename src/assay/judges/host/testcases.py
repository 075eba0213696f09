"""`unittest` classes, test by test; only a success is a pass."""

from __future__ import annotations

import unittest

from assay.judges.host import statements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


def of(namespace: dict[str, Any]) -> Iterator[list[Any]]:
    """The tests of each class that the test code defines, in the order of its definition."""
    loader = unittest.TestLoader()
    for kind in list(namespace.values()):
        if isinstance(kind, type) and issubclass(kind, unittest.TestCase) and not kind.__module__.startswith("unittest"):
            yield list(loader.loadTestsFromTestCase(kind))


def run(tests: list[Any], result: Result) -> list[Any]:
    """Runs the tests of one class; those that are left when the candidate's process is gone."""
    try:
        unittest.TestSuite(tests).run(result)
    except result.fatal as error:
        result.fatal_error = result.fatal_error or error
    if result.fatal_error is None:
        return []
    return [type(test)(test._testMethodName) for test in tests[result.testsRun :]]


class Result(unittest.TestResult):
    """Reports each test as it ends."""

    def __init__(
        self,
        report: Callable[[statements.Outcome], None],
        came_from_candidate: Callable[[BaseException], bool],
        fatal: type[BaseException],
    ) -> None:
        super().__init__()
        self.report = report
        self.came_from_candidate = came_from_candidate
        self.fatal = fatal
        self.fatal_error: BaseException | None = None
        self.current = ""
        self.outcome = statements.Outcome("", "failed", "no result")

    def startTest(self, test: Any) -> None:
        super().startTest(test)
        self.current = name_of(test)
        self.outcome = statements.Outcome(self.current, "failed", "no result")

    def stopTest(self, test: Any) -> None:
        super().stopTest(test)
        if self.fatal_error is not None:
            self.stop()
            return
        self.report(self.outcome)

    def addError(self, test: Any, err: Any) -> None:
        if isinstance(err[1], self.fatal):
            self.fatal_error = err[1]
            return
        self.outcome = statements.failed(name_of(test), err[1], remote=self.came_from_candidate(err[1]))

    addFailure = addError

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        if err is not None:
            self.addError(test, err)

    def addSuccess(self, test: Any) -> None:
        self.outcome = statements.Outcome(name_of(test), "passed")

    def addSkip(self, test: Any, reason: str) -> None:
        self.outcome = statements.Outcome(name_of(test), "skipped", reason)

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        self.outcome = statements.Outcome(name_of(test), "failed", "an expected failure is not a pass")

    def addUnexpectedSuccess(self, test: Any) -> None:
        self.outcome = statements.Outcome(name_of(test), "failed", "an unexpected success is not a pass")


def name_of(test: Any) -> str:
    method = getattr(test, "_testMethodName", None)
    return f"{type(test).__name__}.{method}" if method else str(test)
