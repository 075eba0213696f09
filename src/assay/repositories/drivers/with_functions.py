"""Runs the functions `test_…` of files one after the other, as SymPy's own runner does, and tells how each ended."""

import inspect
import os
import random
import sys
import time
import traceback
import warnings
from typing import Any

import recording  # type: ignore[import-not-found]  # it lies beside this file in the sandbox

STATUS = {
    "Skipped": recording.SKIPPED,
    "XFail": recording.XFAILED,
    "XPass": recording.XPASSED,
    "AssertionError": recording.FAILED,
}
"""What the name of an exception says; any other is an error."""
STRICT = "raise_on_deprecated"
"""It stands in the runner of those versions in which a deprecation is an error."""
RUNNERS = ("sympy/testing/runtests.py", "sympy/utilities/runtests.py")


def main() -> None:
    job, send = recording.begin()
    leave = os._exit
    recording.open_tree(job, job["root"])
    os.environ.setdefault("SYMPY_USE_CACHE", "no")
    is_strict = any(_mentions(os.path.join(job["root"], path), STRICT) for path in RUNNERS)
    for file in job["files"]:
        functions = _functions(file, send)
        for function in functions:
            _run(function, is_strict, send)
    send("complete", 0)
    sys.stdout.flush()
    leave(0)


def _mentions(path: str, word: str) -> bool:
    try:
        with open(path, encoding="utf-8") as file:
            return word in file.read()
    except OSError:
        return False


def _functions(file: str, send: "Any") -> "list[Any]":
    """Return the test functions of a file, in its order; none where it cannot be loaded."""
    found: dict[str, Any] = {"__file__": os.path.abspath(file), "__name__": "__main__"}
    try:
        with open(file, encoding="utf-8") as opened:
            code = compile(opened.read(), os.path.abspath(file), "exec", dont_inherit=True)
        exec(code, found)
    except Exception:
        send("note", recording.short(f"{file}: {traceback.format_exc()}"))
        return []
    if found.get("disabled"):
        return []
    functions = [value for name, value in found.items() if name.startswith("test_") and inspect.isfunction(value)]
    functions.sort(key=lambda function: inspect.unwrap(function).__code__.co_firstlineno)
    return [one for function in functions for one in _unfolded(function)]


def _unfolded(function: "Any") -> "list[Any]":
    """Return a test, or the tests that it yields: a function and its arguments each."""
    if not inspect.isgeneratorfunction(function):
        return [(function.__name__, function, ())]
    return [(function.__name__, given[0], given[1:]) for given in function()]


def _run(test: "Any", is_strict: bool, send: "Any") -> None:
    name, function, arguments = test
    begun, status, text = time.time(), recording.PASSED, ""
    print(name, end=" ", flush=True)
    if getattr(function, "_slow", False):
        status = recording.SKIPPED
    else:
        random.seed(0)
        try:
            with warnings.catch_warnings():
                if is_strict:
                    warnings.filterwarnings("error", ".*", DeprecationWarning, module="sympy.*")
                function(*arguments)
        except Exception as error:
            status = STATUS.get(type(error).__name__, recording.ERROR)
            text = traceback.format_exc()
    print(status, flush=True)
    if status in (recording.FAILED, recording.ERROR):
        print(text, flush=True)
    send("test", {"ids": [name], "status": status, "text": recording.short(text), "seconds": time.time() - begun})


if __name__ == "__main__":
    main()
