"""`assay calibration`: how far the estimated chances of success can be trusted, by past runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.cli.run import opened
from assay.cli.runs import choices_with
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from assay.evaluation.history import History
    from assay.solvers.calibration import Calibration, ReliabilityBin

_WIDTH = 40


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
    print(one_line(f"{found.problems:,} problems in {history.runs} runs; models: {shown or 'none is named'}"))
    if history.left_out:
        print(f"{len(history.left_out)} runs left out: their problems are not at hand, or were changed since")
    if found.brier is None or found.base_brier is None or found.base_rate is None or found.skill is None:
        print(found.note or "all attempts ended alike, so there is nothing to estimate")
        return
    print("chances as estimated without the problem itself, and the share that passed (| estimated, * passed):\n")
    print("  chance          n  estimated   passed  95 % interval")
    for one in found.bins:
        low, high = one.interval
        numbers = f"{one.n:>8,}  {_percent(one.predicted):>9}  {_percent(one.observed):>7}"
        interval = f"{_percent(low):>7} to {_percent(high):>7}"
        print(f"  {one.low:.1f} to {one.high:.1f}{numbers}  {interval}  {_bar(one)}")
    print(f"\nBrier score of the estimates: {found.brier:.4f}")
    print(f"Brier score of always saying the base rate, {_percent(found.base_rate)}: {found.base_brier:.4f}")
    better = "better" if found.skill > 0 else "worse"
    print(f"the estimates are {_percent(abs(found.skill))} {better} than the base rate")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _bar(one: ReliabilityBin) -> str:
    """Return the interval as a line, with marks for what was estimated and what was observed."""
    places = [" "] * (_WIDTH + 1)
    low, high = (round(end * _WIDTH) for end in one.interval)
    places[low : high + 1] = "-" * (high + 1 - low)
    places[round(one.predicted * _WIDTH)] = "|"
    places[round(one.observed * _WIDTH)] = "*"
    return "".join(places).rstrip()
