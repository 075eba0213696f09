"""`assay compare`: the other runs beside the first, in words; then what they cost and took."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.cli.run import opened
from assay.cli.runs import benchmark_of, choices_with
from assay.cli.screens import program
from assay.errors import AssayError, InvalidValue, UnknownNameError
from assay.text import json_text

if TYPE_CHECKING:
    from assay.reports.comparison import RunComparison, SeveralCompared
    from assay.reports.tradeoff import TradeOff

REFUSED = {
    "worse": ("worse",),
    "unclear": ("worse", "unclear"),
    "not-better": ("worse", "unclear", "same"),
}
"""What `--fail-if` can name, with the decisions that it refuses."""


class BoundCrossed(AssayError):
    """A run is what `--fail-if` asks about."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Comparing:
    """What a user can choose about a comparison."""

    margin: str = "0.03"
    fail_if: str | None = None
    allow_different: bool = False
    details: bool = False

    def check(self) -> None:
        """Refuse what makes no sense, before anything is read."""
        from assay.evaluation.comparing import read_margin

        read_margin(self.margin)
        if self.fail_if is not None and self.fail_if not in REFUSED:
            raise InvalidValue(f"--fail-if: {UnknownNameError('outcome', self.fail_if, REFUSED)}")


def run(names: Sequence[str], asked: Comparing, *, as_json: bool, store: str | None) -> None:
    """Print what can be said of the runs beside the first; hold them to a bound if asked."""
    from assay.evaluation.comparing import compare_several
    from assay.reports.tradeoff import check_runs, trade_off

    asked.check()
    choices = choices_with(store)
    with opened(choices) as kept:
        runs = [kept.find_run(name) for name in names]
        check_runs(runs, allow_different=asked.allow_different)  # told before anything slow is done
        benchmark = benchmark_of(runs[0], choices)
        found = compare_several(runs, kept, benchmark, margin=asked.margin, allow_different=asked.allow_different)
    reports = [found.comparisons[0].first, *(one.second for one in found.comparisons)]
    flaky = {problem for one in found.comparisons for problem in one.quarantined}
    weighed = trade_off(reports, allow_different=asked.allow_different, quarantined=flaky)
    if as_json:
        print(json_text(_data(found, weighed)))
    else:
        _show(found, weighed, details=asked.details)
    _hold(found.comparisons, asked.fail_if)


def _data(found: SeveralCompared, weighed: TradeOff) -> dict[str, object]:
    """Return two runs as one flat object, and several as a list of such objects with the differences of all pairs."""
    data = found.comparisons[0].to_dict() if len(found.comparisons) == 1 else found.to_dict()
    return {**data, "trade_off": weighed.to_dict()}


def _show(found: SeveralCompared, weighed: TradeOff, *, details: bool) -> None:
    from assay.reports import terminal
    from assay.reports.versus import render_comparison, render_several

    is_terminal = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    page = terminal.console(sys.stdout, terminal=is_terminal)
    several = len(found.comparisons) > 1
    if several:
        render_several(found, weighed.contenders, page, terminal=is_terminal)
    for one in found.comparisons if details or not several else ():
        render_comparison(one, page, terminal=is_terminal, details=details, program=program())
    if several or details:
        terminal.render_trade_off(weighed, page, terminal=is_terminal)


def _hold(comparisons: Sequence[RunComparison], fail_if: str | None) -> None:
    """Raise where a run is what must not be."""
    if fail_if is None:
        return
    refused = [one for one in comparisons if one.decision.value in REFUSED[fail_if]]
    if refused:
        raise BoundCrossed(f"--fail-if {fail_if}: {'; '.join(one.sentence() for one in refused)}")
