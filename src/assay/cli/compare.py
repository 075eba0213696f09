"""`assay compare`: several runs weighed against each other by accuracy, cost and latency."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli.run import opened
from assay.cli.runs import benchmark_of, choices_with
from assay.errors import InvalidValue
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from assay.choices import Choices
    from assay.reports.report import Report
    from assay.reports.tradeoff import TradeOff
    from assay.spec import Run
    from assay.store.base import Store


def run(names: Sequence[str], *, allow_different: bool, plot: str | None, as_json: bool, store: str | None) -> None:
    """Prints the runs as tables with the Pareto front among them and a picture; draws them into a file if asked."""
    from assay.reports.tradeoff import differences, not_comparable, trade_off

    if plot is not None and not plot.lower().endswith(".svg"):
        raise InvalidValue(f"--plot: the name of the file must end in .svg, got {plot!r}")
    choices = choices_with(store)
    with opened(choices) as kept:
        runs = [kept.find_run(name) for name in names]
        found = list(differences(runs))
        if found and not allow_different:  # told before anything slow is done
            raise not_comparable(found)
        weighed = trade_off([_report(kept, one, choices) for one in runs], allow_different=allow_different)
    if plot is not None:
        _draw(weighed, _heading(runs), plot)
    if as_json:
        print(json_text(weighed.to_dict()))
        return
    _show(weighed)
    if plot is not None:
        print(one_line(f"drawn into {plot}"))


def _report(store: Store, run: Run, choices: Choices) -> Report:
    """The report that was kept with a run; of one that is not finished, made from what there is."""
    from assay.evaluation.reporting import make_report, report_of

    return report_of(run, store) or make_report(run, store, benchmark_of(run, choices))


def _heading(runs: Sequence[Run]) -> str:
    benchmarks = dict.fromkeys(f"{run.benchmark} {run.benchmark_version}" for run in runs)
    return f"{len(runs)} runs on {', '.join(benchmarks)}"


def _draw(weighed: TradeOff, heading: str, file: str) -> None:
    from assay.reports.svg import svg

    path = Path(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(svg(weighed, heading), encoding="utf-8")
    except OSError as error:
        raise InvalidValue(f"--plot: {file!r}: {error.strerror}") from None


def _show(weighed: TradeOff) -> None:
    from assay.reports import terminal

    is_terminal = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    page = terminal.console(sys.stdout, terminal=is_terminal)
    terminal.render_trade_off(weighed, page, terminal=is_terminal)
