"""What a program did with one input, compared with what another did: a class and the first difference."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assay.agreement import Agreement, Comparison, ProgramRun
from assay.judges.complaints import complaint
from assay.judges.excerpts import both_ends, printable, start_of
from assay.judges.normalising import equal_after, made_alike
from assay.records import Checker, Execution, KilledBy
from assay.sandbox.recipes import recipe

STDERR_TAIL = 1 << 18
"""What is looked at of standard error: a Java trace of the deepest recursion is half of it."""
_LINE_SHOWN = 200
_LIMITS = {
    KilledBy.TIME: "did not end within {seconds:g} s",
    KilledBy.WALL: "did not end within {seconds:g} s",
    KilledBy.MEMORY: "needed more memory than it may have",
    KilledBy.OUTPUT: "printed more than is kept",
    KilledBy.SYSTEM_CALL: "made a forbidden system call",
}


@dataclass(frozen=True, slots=True)
class Observed:
    """What one program did with one input."""

    returncode: int | None = None
    """The status, or minus the signal; `None` when a limit of ours ended it or it never ran."""
    stdout: bytes = b""
    stderr: bytes = b""
    error: str = ""
    """Why it has no return code of its own."""
    kind: str = ""
    """Of the error: the limit, `build`, `start` or `source`."""
    crashed: bool = False
    """It ended by an error that nobody caught, or by a signal."""
    truncated: bool = False
    seconds: float = 0.0

    @property
    def failed(self) -> bool:
        return bool(self.error) or self.crashed

    def reason(self) -> str:
        """One line on why it failed."""
        if self.error:
            return self.error
        said = complaint(text_of(self.stderr[-STDERR_TAIL:]))
        code = self.returncode or 0
        ended = f"signal {-code}" if code < 0 else f"status {code}"
        return f"ended with {ended}" + (f": {said}" if said else "")


def observe(execution: Execution, language: str, *, seconds: float) -> Observed:
    """What counts of one run, for a program of that language that had so many seconds."""
    code = execution.exit_code if execution.signal is None else -execution.signal
    limit = execution.killed_by or (KilledBy.OUTPUT if execution.truncated else None)
    crashed = limit is None and code is not None and _crashed(code, execution.stderr, language)
    if crashed and _says(recipe(language).exhausted, execution.stderr):
        limit, crashed = KilledBy.MEMORY, False  # its runtime had no more to give, and said so before it ended
    if limit is not None:
        code, error = None, _LIMITS[limit].format(seconds=seconds)
    else:
        error = ""
    return Observed(
        returncode=code,
        stdout=execution.stdout,
        stderr=execution.stderr,
        error=error,
        kind=str(limit or ""),
        crashed=crashed,
        truncated=execution.truncated,
        seconds=execution.effective_seconds,
    )


def not_built(message: str) -> Observed:
    """What a program did that does not compile."""
    return Observed(stderr=message.encode("utf-8", "replace"), error=f"does not compile: {message}", kind="build")


def not_started(message: str) -> Observed:
    """What a program did that was built and cannot be started."""
    return Observed(error=f"cannot be started: {message}", kind="start")


def too_late(seconds: float) -> Observed:
    """What a program did that was not run on an input, since the time for all inputs was used up before."""
    return Observed(error=f"did not end within {seconds:g} s on all inputs together", kind=str(KilledBy.TIME))


def not_read(message: str) -> Observed:
    """What a program did whose source cannot be had."""
    return Observed(error=message, kind="source")


def _crashed(code: int, stderr: bytes, language: str) -> bool:
    if code < 0:
        return True
    return code != 0 and _says(recipe(language).crash, stderr)


def _says(pattern: str, stderr: bytes) -> bool:
    return bool(pattern) and bool(re.search(pattern, text_of(stderr[-STDERR_TAIL:]), re.MULTILINE))


def compare(groundtruth: Observed, prediction: Observed, rule: Checker) -> Comparison:
    """Compare what two programs did with one input."""
    exact = groundtruth.stdout == prediction.stdout
    left = _text(groundtruth.stdout)
    right = left if exact else _text(prediction.stdout)
    left_alike = made_alike(left, rule.names())
    right_alike = left_alike if exact else made_alike(right, rule.names())
    applied = () if exact else equal_after(left, right, rule, (left_alike, right_alike))
    same = groundtruth.returncode is not None and groundtruth.returncode == prediction.returncode
    agreement = _agreement(groundtruth, prediction, exact=exact, alike=applied is not None, same=same)
    return Comparison(
        _kept_of(groundtruth, left, left_alike),
        _kept_of(prediction, right, right_alike),
        agreement,
        exact,
        exact or applied is not None,
        same,
        applied or (),
        _error(groundtruth, prediction),
        "" if exact else first_difference(left_alike, right_alike),
    )


def _kept_of(seen: Observed, text: str, alike: str) -> ProgramRun:
    return ProgramRun(
        seen.returncode,
        (seen.kind or "crash") if seen.failed else "",
        start_of(alike),
        start_of(text),
        both_ends(_text(seen.stderr)),
        seen.truncated,
        seen.seconds,
    )


def _agreement(left: Observed, right: Observed, *, exact: bool, alike: bool, same: bool) -> Agreement:
    if left.failed:
        return Agreement.GROUNDTRUTH_FAILED
    if right.failed or not same:
        return Agreement.FAILED
    if exact:
        return Agreement.PERFECT
    return Agreement.CLOSE if alike else Agreement.PARTIAL


def _error(groundtruth: Observed, prediction: Observed) -> str:
    sides = (("groundtruth", groundtruth), ("prediction", prediction))
    return "; ".join(f"{name}: {side.reason()}" for name, side in sides if side.failed)


def same_behaviour(left: Observed, right: Observed, rule: Checker) -> bool:
    """Whether two runs of one program are the same, in the eyes of the rule."""
    if (left.returncode, left.kind) != (right.returncode, right.kind):
        return False
    return left.stdout == right.stdout or equal_after(_text(left.stdout), _text(right.stdout), rule) is not None


def first_difference(left: str, right: str) -> str:
    """The first lines that differ, with their number; empty when none do.

    >>> print(first_difference("a\\nb\\nc", "a\\nx\\nc"))
    line 2:
    - 'b'
    + 'x'
    """
    if left == right:
        return ""
    common = _common_start(left, right)
    if "\n" in (left[common : common + 1] or right[common : common + 1]) and common == min(len(left), len(right)):
        common += 1  # one has ended, and the other one goes on with a new line
    start = left.rfind("\n", 0, common) + 1 if common <= len(left) else right.rfind("\n", 0, common) + 1
    number = max(left.count("\n", 0, start), right.count("\n", 0, start))
    return f"line {number + 1}:\n- {_line(left, start)}\n+ {_line(right, start)}"


def _common_start(left: str, right: str) -> int:
    """How many characters at the start are the same; halves are compared, so that no loop looks at each character."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _line(text: str, start: int) -> str:
    """The line that begins at `start`; none does behind the end of a text."""
    if start > len(text):
        return "(no such line)"
    line = printable(text[start : start + _LINE_SHOWN + 1].partition("\n")[0])
    return repr(line if len(line) <= _LINE_SHOWN else f"{line[:_LINE_SHOWN]}...")


def _text(data: bytes) -> str:
    """Every byte has its own character, so that what cannot be read still differs where it differs."""
    return data.decode("utf-8", "surrogateescape")


def text_of(data: bytes) -> str:
    """Bytes as text that can be written anywhere."""
    return data.decode("utf-8", "backslashreplace")
