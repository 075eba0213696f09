"""`assay calibration`: how far the estimated chances of success can be trusted, by past runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.cli.layout import Page
from assay.cli.run import opened
from assay.cli.runs import choices_with
from assay.text import json_text

if TYPE_CHECKING:
    from assay.evaluation.history import History
    from assay.solvers.calibration import Calibration, ReliabilityBin

_WIDTH = 40
_NARROWEST = 18
"""Of the drawing; where there is less room, there is none."""
_HEADING = "  chance           n  estimated   passed       95 % interval"


def run(*, model: str | None, benchmark: str | None, seed: int, as_json: bool, store: str | None) -> None:
    """Print the reliability curve and the Brier score of estimates that are made from past runs."""
    from assay.benchmarks.families import family_name
    from assay.errors import UnknownNameError
    from assay.evaluation.history import history_of
    from assay.solvers.calibration import calibration_of

    choices = choices_with(store)
    wanted = benchmark and (family_name(benchmark) or benchmark)
    with opened(choices) as kept:
        history = history_of(kept, choices, benchmark=wanted)
    models = sorted({row.model for row in history.attempts} - {""})
    if model is not None and models and model not in models:
        raise UnknownNameError("model of past runs", model, models)
    found = calibration_of(history.attempts, model=model or "", seed=seed)
    if as_json:
        about = {"model": model, "benchmark": wanted, "seed": seed, "models": models}
        runs = {"runs": history.runs, "runs_left_out": list(history.left_out)}
        print(json_text({**about, **runs, **found.to_dict()}))
        return
    _show(found, history, models if model is None else [model])


def _show(found: Calibration, history: History, models: list[str]) -> None:
    shown = ", ".join(models[:5]) + (f" and {len(models) - 5} more" if len(models) > 5 else "")
    page = Page()
    runs = "1 run" if history.runs == 1 else f"{history.runs} runs"
    page.text(f"{found.problems:,} problems in {runs}; models: {shown or 'none is named'}", indent="  ")
    if history.left_out:
        left_out = f"{len(history.left_out)} runs left out: their problems are not at hand, or were changed since"
        page.text(left_out, indent="  ")
    if found.brier is None or found.base_brier is None or found.base_rate is None or found.skill is None:
        page.text(found.note or "all attempts ended alike, so there is nothing to estimate")
        return
    better = "better" if found.skill > 0 else "worse"
    page.text(f"the estimates are {_percent(abs(found.skill))} {better} than the base rate")
    page.line()
    page.text("chances as estimated without the problem itself, and the share that passed (| estimated, * passed):")
    room = min(page.width - len(_HEADING) - 2, _WIDTH)
    drawn = room >= _NARROWEST
    page.line(f"{_HEADING}  0{'1':>{room}}" if drawn else _HEADING)
    for one in found.bins:
        low, high = one.interval
        numbers = f"{one.n:>8,}  {_percent(one.predicted):>9}  {_percent(one.observed):>7}"
        interval = f"{_percent(low):>7} to {_percent(high):>7}"
        bar = _bar(one, room) if drawn else ""
        page.line(f"  {one.low:.1f} to {one.high:.1f}{numbers}  {interval}  {bar}".rstrip())
    page.line()
    page.line(f"Brier score of the estimates: {found.brier:.4f}")
    page.line(f"Brier score of always saying the base rate, {_percent(found.base_rate)}: {found.base_brier:.4f}")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _bar(one: ReliabilityBin, width: int) -> str:
    """Return the interval as a line, with marks for what was estimated and what was observed."""
    places = [" "] * (width + 1)
    low, high = (round(end * width) for end in one.interval)
    places[low : high + 1] = "-" * (high + 1 - low)
    places[round(one.predicted * width)] = "|"
    places[round(one.observed * width)] = "*"
    return "".join(places).rstrip()
