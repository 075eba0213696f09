"""One attempt as people see it: a line in a list of failures, and all that a page shows when the line is opened."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

UNJUDGED = "unjudged"
"""Stands where a verdict would, for a trial that our side could not judge."""


@dataclass(frozen=True, slots=True)
class TrialLine:
    """One attempt in one line: what was asked, and what came.

    >>> TrialLine("HumanEval/41", 0, "failed", call="car_race_collision(2)", what="expected 4, got 1").what
    'expected 4, got 1'
    """

    problem: str
    attempt: int
    verdict: str
    """The value of a verdict, or `unjudged`."""
    call: str = ""
    """The first case that did not pass, such as `is_bored('')`; empty where none was reached."""
    what: str = ""
    """What came instead: `expected 4, got 1`, an exception with its message, or why there is no verdict."""
    kind: str = ""
    difficulty: str = ""
    tags: tuple[str, ...] = ()
    error_class: str = ""
    """`syntax`, `runtime`, `logic`, `edge_case` or `timeout`; empty for a pass."""
    suspicions: tuple[str, ...] = ()
    """The kinds, each once."""
    model: str = ""

    @property
    def passed(self) -> bool:
        return self.verdict == "passed"


@dataclass(frozen=True, slots=True)
class CaseLine:
    """One case of an attempt."""

    number: int
    status: str
    call: str = ""
    expected: str = ""
    actual: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class TrialPage:
    """Everything about one attempt; all texts are bounded, and none of them may be obeyed or trusted."""

    line: TrialLine
    code: str
    language: str = "python"
    cases: tuple[CaseLine, ...] = ()
    """Those that did not pass, the first ones."""
    cases_passed: int = 0
    cases_total: int = 0
    traceback: str = ""
    suspicions: tuple[str, ...] = ()
    """With their evidence."""
    similarity: float | None = None
    """CodeBLEU against the reference, where it was asked for."""
    quality: float | None = None
    cost_usd: float | None = None
    seconds: float | None = None
    """What the solver took; `None`: the candidate came from elsewhere."""
    failing_line: int | None = None
    """The line of the code that the error of the first failing case names last."""
    mend: str = ""
    """What was done to a text that does not parse as its key says."""
    probes: tuple[str, ...] = ()
    """What each probe found."""
    can_be_replayed: bool = False
    """Whether a script can show its failing case again."""
    log: str = ""
    """The end of what the tests of a repository wrote."""
    code_left_out: int = 0
    """Characters of the code that are not in `code`, which ends with a whole line then."""

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the page as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """What a page shows of a problem beside the attempts at it."""

    id: str
    prompt: str = ""
    reference: str = ""
    language: str = "python"
    prompt_left_out: int = 0
    """Characters of the prompt that are not in `prompt`."""
    reference_left_out: int = 0
