"""Problems that changed sides between two runs: an attempt of each that shows it, and the difference of their texts."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from assay.evaluation.viewing import trial_line
from assay.records import Problem
from assay.reports.comparison import Flip
from assay.reports.trials import TrialLine
from assay.spec import Run
from assay.store.base import Store

MOST_DIFFS = 100
"""Problems whose candidates are held against each other line by line: the first ones."""
MOST_LINES = 120
"""Lines of a candidate that are held against the other: the work may grow with the cube of them."""
LONGEST_LINE = 300


def flips_of(
    runs: tuple[Run, Run],
    shares: Mapping[str, tuple[float, float]],
    store: Store,
    problems: Mapping[str, Problem | None],
) -> Iterator[Flip]:
    """Give the problems of `shares`, which has the share of passed attempts in both runs, in that order.

    Each run is read once, whatever the number of problems.
    """
    with_text = frozenset(islice(shares, MOST_DIFFS))
    first = _shown(runs[0], {name: one > other for name, (one, other) in shares.items()}, store, problems, with_text)
    second = _shown(runs[1], {name: other > one for name, (one, other) in shares.items()}, store, problems, with_text)
    for name, (first_share, second_share) in shares.items():
        if name in first and name in second:  # else its trials went away while they were read
            diff = diff_of(first[name].source, second[name].source) if name in with_text else ""
            yield Flip(name, first[name].line, second[name].line, first_share, second_share, diff)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The attempt at a problem that is shown."""

    line: TrialLine
    source: str | bytes


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


def _shown(
    run: Run,
    wanted: Mapping[str, bool],
    store: Store,
    problems: Mapping[str, Problem | None],
    with_text: Collection[str],
) -> dict[str, _Seen]:
    """Return the first judged attempt at each problem that passed, where that is wanted, or that did not."""
    found: dict[str, _Seen] = {}
    for trial in store.trials(run.id) if wanted else ():
        name = trial.problem_id
        if trial.verdict is None or name in found or wanted.get(name) is not trial.verdict.passed:
            continue
        source = trial.candidate.source if name in with_text else ""
        found[name] = _Seen(trial_line(trial, problems.get(name)), source)
    return found
