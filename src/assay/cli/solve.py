"""`assay solve`: a benchmark and a model in, a stored and scored run out, with what it cost."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.choices import Choices
from assay.cli.progress import watching
from assay.cli.run import (
    begun,
    check_bounds,
    check_interpreter,
    check_problems,
    hold,
    load,
    opened,
    say_how_to_go_on,
    show,
    terms_of,
)
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from assay.engines.base import Engine
    from assay.evaluation.evaluating import Evaluation
    from assay.evaluation.solving import SolvingPlan
    from assay.reports.report import Report
    from assay.store.base import Store


def solve(
    benchmark: str,
    models: Sequence[str],
    chosen: Mapping[str, object],
    *,
    fail_under: Sequence[str] = (),
    quiet: bool = False,
    as_json: bool = False,
    details: bool = False,
) -> None:
    """Let the models solve the benchmark, print the report, and hold it against `--fail-under`."""
    choices, thresholds = begun(benchmark, chosen, fail_under)
    session = _Session(choices, models, thresholds, quiet=quiet, shown=not as_json, details=details)
    try:
        report = session.report()
    except KeyboardInterrupt:
        say_how_to_go_on(None if session.evaluation is None else session.evaluation.run)
    if as_json:
        print(json_text(report.to_dict()))
    hold([report], thresholds)


class _Session:
    """One call of the command."""

    def __init__(
        self,
        choices: Choices,
        models: Sequence[str],
        thresholds: Mapping[str, float],
        *,
        quiet: bool,
        shown: bool,
        details: bool,
    ) -> None:
        self.choices = choices
        self.models = models
        self.thresholds = thresholds
        self.quiet = quiet
        self.shown = shown
        self.details = details
        self.evaluation: Evaluation | None = None

    def report(self) -> Report:
        """Return the report of the run, when all problems are solved and judged."""
        from assay.engines.opening import open_engine
        from assay.evaluation.solving import plan_solving

        check_interpreter(self.choices)
        with contextlib.ExitStack() as stack:
            store = stack.enter_context(opened(self.choices))
            plan = plan_solving(self.choices, self.models, store)
            self.choices = replace(self.choices, about=replace(self.choices.about, model=plan.who))
            engine = stack.enter_context(contextlib.closing(open_engine(self.choices.resources)))
            return self._made(plan, engine, store)

    def _made(self, plan: SolvingPlan, engine: Engine, store: Store) -> Report:
        from assay.benchmarks.candidates import select_problems
        from assay.evaluation.evaluating import Evaluation
        from assay.evaluation.planning import spec_of

        choices = self.choices
        benchmark = load(choices)
        check_problems(choices, benchmark)
        self._say(f"strategy: {plan.strategy.signature}")
        if self.thresholds:
            check_bounds(self.thresholds, terms_of(choices, benchmark))
        spec = replace(spec_of(choices, benchmark, plan.candidates), solving=plan.solving)
        problems = select_problems(benchmark, choices.subset)
        attempts = plan.attempts(spec, problems, store, choices, self._say)
        with watching(benchmark.name, quiet=self.quiet) as watch:
            self.evaluation = Evaluation(
                spec,
                attempts,
                engine=engine,
                store=store,
                benchmark=benchmark,
                sitting=choices.sitting,
                watch=watch,
            )
            report = self.evaluation.finish()
        if self.shown:
            show(report, store, benchmark, quiet=self.quiet, details=self.details)
        return report

    def _say(self, text: str) -> None:
        if not self.quiet:
            print(f"assay: {one_line(text)}", file=sys.stderr)
