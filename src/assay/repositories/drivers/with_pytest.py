"""Runs test files with pytest, from 4.4 on, and tells the keeper how each test ended."""

import os
import sys
from typing import Any

import recording  # type: ignore[import-not-found]  # it lies beside this file in the sandbox


def main() -> None:
    job, send = recording.begin()
    leave = os._exit
    with recording.OwnFirst(job):
        import pytest
    recording.open_tree(job, job["root"])
    arguments = ["-rA", *job["arguments"], *job["files"]]
    sys.argv = [os.path.join(os.path.dirname(pytest.__file__), "pytest"), *arguments]
    status = pytest.main(arguments, plugins=[_recorder(pytest, send)])
    send("complete", int(status))
    sys.stdout.flush()
    leave(0)


def _recorder(pytest: "Any", send: "Any") -> "Any":
    """Return a plugin whose hooks are asked before those of anybody else."""
    status_of, short = _status, recording.short

    class Recorder:
        @pytest.hookimpl(tryfirst=True)  # type: ignore[untyped-decorator]
        def pytest_runtest_logreport(self, report: "Any") -> None:
            status = status_of(report)
            if status:
                text = "" if status == recording.PASSED else short(report.longrepr)
                send("test", {"ids": [report.nodeid], "status": status, "text": text, "seconds": report.duration})

        @pytest.hookimpl(tryfirst=True)  # type: ignore[untyped-decorator]
        def pytest_collectreport(self, report: "Any") -> None:
            if report.failed:
                send("note", short(f"{report.nodeid}: {report.longrepr}"))

    return Recorder()


def _status(report: "Any") -> str:
    """Return how a test ended, as far as this part of it says; setting up and cleaning up pass without a word."""
    expected = hasattr(report, "wasxfail")
    if report.outcome == "failed":
        return str(recording.FAILED if report.when == "call" else recording.ERROR)
    if report.outcome == "skipped":
        return str(recording.XFAILED if expected else recording.SKIPPED)
    if report.when != "call":
        return ""
    return str(recording.XPASSED if expected else recording.PASSED)


if __name__ == "__main__":
    main()
