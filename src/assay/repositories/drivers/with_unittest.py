"""Runs tests of unittest, by the repository's own script or by unittest itself, and tells the keeper how each ended.

A script, such as `tests/runtests.py`, is the first argument; test files become the labels that it takes: their paths
from the script's folder, as names of modules.
"""

import os
import runpy
import sys
import unittest
import unittest.util
from typing import Any

import recording  # type: ignore[import-not-found]  # it lies beside this file in the sandbox


def main() -> None:
    job, send = recording.begin()
    leave = os._exit
    runs = Runs(send)
    arguments = list(job["arguments"])
    try:
        if arguments and arguments[0].endswith(".py"):
            _run_script(job, arguments)
        else:
            recording.open_tree(job, job["root"])
            unittest.main(module=None, argv=["python -m unittest", *arguments, *job["files"]])
    except SystemExit:  # both leave so at their end
        pass
    if runs.finished:
        send("complete", 0)
    sys.stdout.flush()
    leave(0)


def _run_script(job: "dict[str, Any]", arguments: "list[str]") -> None:
    script = os.path.join(job["root"], arguments[0])
    folder = os.path.dirname(arguments[0])
    recording.open_tree(job, os.path.dirname(script))
    labels = [_label(file, folder) for file in job["files"]]
    sys.argv = [arguments[0], *arguments[1:], *labels]
    runpy.run_path(script, run_name="__main__")


def _label(file: str, folder: str) -> str:
    inner = os.path.relpath(file, folder or ".")
    return (inner[:-3] if inner.endswith(".py") else inner).replace("/", ".")


class Runs:
    """Lets the first runner of this process tell how its tests end; tests may start others, which say nothing."""

    def __init__(self, send: "Any") -> None:
        self.depth = 0
        self.finished = False
        runner: Any = unittest.TextTestRunner
        make, run = runner._makeResult, runner.run

        def make_recording(self_: "Any") -> "Any":
            result = make(self_)
            if self.depth == 1:
                result.__class__ = _recording_class(type(result), send)
            return result

        def run_counted(self_: "Any", tests: "Any") -> "Any":
            self.depth += 1
            try:
                result = run(self_, tests)
            finally:
                self.depth -= 1
            self.finished = self.finished or self.depth == 0
            return result

        runner._makeResult, runner.run = make_recording, run_counted


def _recording_class(base: "Any", send: "Any") -> "Any":
    def tell(test: "Any", status: str, text: "Any" = "") -> None:
        send("test", {"ids": _ids(test), "status": status, "text": recording.short(text), "seconds": 0.0})

    class Recording(base):  # type: ignore[misc]
        def addSuccess(self, test: "Any") -> None:
            tell(test, recording.PASSED)
            super().addSuccess(test)

        def addFailure(self, test: "Any", err: "Any") -> None:
            super().addFailure(test, err)
            tell(test, recording.FAILED, self.failures[-1][1])

        def addError(self, test: "Any", err: "Any") -> None:
            super().addError(test, err)
            tell(test, recording.ERROR, self.errors[-1][1])

        def addSkip(self, test: "Any", reason: str) -> None:
            tell(test, recording.SKIPPED, reason)
            super().addSkip(test, reason)

        def addExpectedFailure(self, test: "Any", err: "Any") -> None:
            tell(test, recording.XFAILED)
            super().addExpectedFailure(test, err)

        def addUnexpectedSuccess(self, test: "Any") -> None:
            tell(test, recording.XPASSED)
            super().addUnexpectedSuccess(test)

        def addSubTest(self, test: "Any", subtest: "Any", err: "Any") -> None:
            super().addSubTest(test, subtest, err)
            if err is not None:
                tell(test, recording.FAILED, err[1])

    return Recording


def _ids(test: "Any") -> "list[str]":
    """Return what a test is called: by old and new Pythons, and by the first line of its description."""
    method = getattr(test, "_testMethodName", "")
    if not method:
        return [recording.short(test)]
    name = unittest.util.strclass(test.__class__)
    doc = test._testMethodDoc or ""
    lines = [doc.split("\n")[0].strip(), doc.strip().split("\n")[0].strip()]
    return list(dict.fromkeys(filter(None, [f"{method} ({name})", f"{method} ({name}.{method})", *lines])))


if __name__ == "__main__":
    main()
