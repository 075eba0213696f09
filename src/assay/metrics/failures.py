"""What many candidates fail of alike: each failure reduced to its kind and its error, and counted."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from assay.metrics.kinds import TrialLike
from assay.records import CaseStatus, Verdict

SHARE = 0.2
"""A failure is common when at least this share of the judged candidates has it."""
FEWEST = 2
"""One candidate alone shares its failure with nobody, unless it is the only one."""
MAX_KINDS = 10_000
"""Different failures that are counted; candidates choose the words, so there may be any number."""
MAX_TEXTS = 100
MAX_SHOWN = 160


class FailureKind(StrEnum):
    """The closed set of ways to fail alike; only `error` is told apart by its text."""

    INVALID = "invalid"
    """It is not valid in the language of its problem."""
    NO_ENTRY_POINT = "no_entry_point"
    PROMPT_NAME = "prompt_name"
    """It uses a name that the prompt of its problem defines or imports, and it does not."""
    MISSING_MODULE = "missing_module"
    ERROR = "error"
    """Any other exception, or another end of its process."""
    TIMEOUT = "timeout"
    MEMORY = "memory"


class Sign(StrEnum):
    """What stands out in the text of a candidate that is no program."""

    EMPTY = "empty"
    FENCED = "fenced"
    """It has fences of a chat answer."""
    BODY = "body"
    """It begins like the body of a function, or has a `return` outside of one."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one candidate did not pass, without what differs from problem to problem."""

    kind: FailureKind
    text: str = ""
    """The error, normalised."""


@dataclass(slots=True)
class Common:
    """A failure that several candidates share."""

    kind: FailureKind
    count: int = 0
    texts: Counter[str] = field(default_factory=Counter)
    signs: Counter[Sign] = field(default_factory=Counter)
    languages: set[str] = field(default_factory=set)
    """Of the problems."""

    def sign(self) -> Sign | None:
        """Return what more than half of these candidates show."""
        found, count = next(iter(self.signs.most_common(1)), (None, 0))
        return found if 2 * count > self.count else None


class Failures:
    """Counts failures while the trials of a run pass by, in memory of a bounded size."""

    def __init__(self, max_kinds: int = MAX_KINDS) -> None:
        self.judged = 0
        self._max_kinds = max_kinds
        self._groups: dict[tuple[FailureKind, str], Common] = {}

    def add(self, trial: TrialLike, prompt: str = "", language: str = "python") -> None:
        """Count one trial; prompt and language are those of its problem."""
        self.judged += trial.verdict is not None
        found = failure_of(trial, prompt)
        if found is None:
            return
        key = found.kind, found.text if found.kind is FailureKind.ERROR else ""
        group = self._groups.get(key)
        if group is None:
            if len(self._groups) >= self._max_kinds:
                return
            group = self._groups[key] = Common(found.kind)
        group.count += 1
        group.languages.add(language)
        if found.text and (found.text in group.texts or len(group.texts) < MAX_TEXTS):
            group.texts[found.text] += 1
        if found.kind in (FailureKind.INVALID, FailureKind.NO_ENTRY_POINT):
            group.signs.update(_signs(trial, found.text))

    def common(self) -> list[Common]:
        """Return the failures that at least a fifth of the judged candidates share, the most frequent first."""
        fewest = max(SHARE * self.judged, min(FEWEST, self.judged))
        found = [group for group in self._groups.values() if group.count >= fewest]
        return sorted(found, key=lambda group: -group.count)


_NAME = re.compile(r"NameError: name '(\w{1,100})' is not defined")
_MODULE = re.compile(r"ModuleNotFoundError: No module named '([\w.]{1,100})'")
_KEPT = ("NameError:", "ImportError:", "ModuleNotFoundError:")
"""Errors whose names say what is wrong; in the others names and numbers come from the problem at hand."""
_NORMALISED = (
    (re.compile(r"0x[0-9A-Fa-f]+"), "0x…"),
    (re.compile(r"\(<candidate>, line \d+\)"), ""),
    (re.compile(r"[\w.]+\(\)"), "f()"),
    (re.compile(r"(arguments?): .*"), r"\1"),
    (re.compile(r"\d+(?:\.\d+)?"), "N"),
)
"""Addresses, places, names of functions and arguments, and numbers, in this order."""


def failure_of(trial: TrialLike, prompt: str = "") -> Failure | None:
    """Return what a trial failed of; `None` where it passed, is unjudged, or gave a wrong answer.

    >>> from assay.records import Candidate, Trial
    >>> crash = "NameError: name 'List' is not defined"
    >>> failure_of(Trial("a", Candidate(""), Verdict.CRASHED, detail=crash), "from typing import List")
    Failure(kind=<FailureKind.PROMPT_NAME: 'prompt_name'>, text="NameError: name 'List' is not defined")
    """
    if trial.verdict is None or trial.verdict in (Verdict.PASSED, Verdict.FAILED):
        return None
    if trial.verdict == Verdict.TIMED_OUT:
        return Failure(FailureKind.TIMEOUT)
    if trial.verdict == Verdict.OUT_OF_MEMORY:
        return Failure(FailureKind.MEMORY)
    error = _error(trial)
    if trial.verdict == Verdict.INVALID:
        missing = error.startswith("no function ")
        return Failure(FailureKind.NO_ENTRY_POINT) if missing else Failure(FailureKind.INVALID, normalised(error))
    name, module = _NAME.match(error), _MODULE.match(error)
    if module:
        return Failure(FailureKind.MISSING_MODULE, module[1].partition(".")[0])
    if name and binds(prompt, name[1]):
        return Failure(FailureKind.PROMPT_NAME, normalised(error))
    return Failure(FailureKind.ERROR, normalised(error))


def normalised(error: str) -> str:
    """Return an error without what differs from problem to problem.

    >>> normalised("TypeError: add() takes 1 positional argument but 2 were given")
    'TypeError: f() takes N positional argument but N were given'
    """
    text = error[: 2 * MAX_SHOWN]
    if not text.startswith(_KEPT):
        for pattern, instead in _NORMALISED:
            text = pattern.sub(instead, text)
    return text.strip()[:MAX_SHOWN]


def binds(source: str, name: str) -> bool:
    """Say whether the top level of a Python text imports or defines a name, told by its lines.

    >>> binds("from typing import List, Dict\\n\\ndef f(x: List): ...", "Dict"), binds("def f(): x = 1", "x")
    (True, False)
    """
    word = re.escape(name)
    bound = rf"^(?:(?:import|from)\s.*\b{word}\b|(?:def|class)\s+{word}\b|{word}\s*[:=])"
    return re.search(bound, source, re.MULTILINE) is not None


def _error(trial: TrialLike) -> str:
    """Return the first line of the error of the case that decided, or of why there was no case."""
    for outcome in trial.outcomes:
        if outcome.status == CaseStatus.CRASHED:
            return outcome.error.partition("\n")[0]
        if outcome.status != CaseStatus.PASSED:
            break
    return trial.detail.partition("\n")[0]


def _signs(trial: TrialLike, error: str) -> list[Sign]:
    source = trial.candidate.source or ""
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    found = []
    if not text.strip():
        return [Sign.EMPTY]
    if "```" in text or "~~~" in text:
        found.append(Sign.FENCED)
    if text.lstrip("\r\n")[:1] in (" ", "\t") or "'return' outside function" in error:
        found.append(Sign.BODY)
    return found
