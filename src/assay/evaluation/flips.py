"""Problems that changed sides between two runs: an attempt of each that shows it, and the difference of their texts."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping

from assay.errors import Fault
from assay.evaluation.viewing import trial_line
from assay.records import Problem, Trial
from assay.reports.comparison import Flip
from assay.spec import Run
from assay.store.base import Store

MOST_FLIPS = 400
"""Problems that are described; the rest is only counted."""
MOST_DIFFS = 100
"""Of them, those whose candidates are held against each other line by line."""
MOST_LINES = 120
"""Lines of a candidate that are held against the other: the work may grow with the cube of them."""
LONGEST_LINE = 300


def flips_of(
    runs: tuple[Run, Run],
    shares: Mapping[str, tuple[float, float]],
    store: Store,
    problems: Mapping[str, Problem | None],
) -> Iterator[Flip]:
    """Give the problems of `shares`, which has the share of passed attempts in both runs, in that order."""
    for place, (name, (first_share, second_share)) in enumerate(shares.items()):
        first = _shown(store, runs[0], name, passed=first_share > second_share)
        second = _shown(store, runs[1], name, passed=second_share > first_share)
        problem = problems.get(name)
        diff = diff_of(first.candidate.source, second.candidate.source) if place < MOST_DIFFS else ""
        yield Flip(name, trial_line(first, problem), trial_line(second, problem), first_share, second_share, diff)


def diff_of(first: str | bytes, second: str | bytes) -> str:
    r"""Return what was changed from one candidate to another, as a unified diff of their first lines.

    >>> print(diff_of("a\nb\n", "a\nc\n"))
    @@ -1,2 +1,2 @@
     a
    -b
    +c
    """
    before, after = _lines(first), _lines(second)
    changed = list(difflib.unified_diff(before[:MOST_LINES], after[:MOST_LINES], lineterm=""))[2:]
    more = max(len(before), len(after)) - MOST_LINES
    return "\n".join([*changed, *([f"… {more:,} more lines"] if more > 0 else [])])


def _lines(source: str | bytes) -> list[str]:
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    lines = text.rstrip("\n").split("\n")
    return [line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…" for line in lines]


def _shown(store: Store, run: Run, problem: str, *, passed: bool) -> Trial:
    """Return the first judged attempt at a problem that passed, or that did not; any where it was judged anew since."""
    judged = [trial for trial in store.trials(run.id, problem=problem) if trial.verdict is not None]
    wanted = (trial for trial in judged if trial.verdict is not None and trial.verdict.passed is passed)
    found = next(wanted, None) or next(iter(judged), None)
    if found is None:
        raise Fault(f"the trials of problem {problem!r} of run {run.id} went away while they were read")
    return found
