"""All metrics by name: those that the modules of this package define, and those of plug-ins."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import MappingProxyType

import assay.metrics as package
from assay.errors import InvalidValue, UnknownNameError
from assay.metrics.base import Metric, RunView
from assay.records import Score
from assay.registry import Registry

PLUG_INS: Registry[object] = Registry("metric", {})
"""What others have installed under `assay.metric`; a plug-in cannot replace a built-in metric."""
_K = re.compile(r"(?<=[@^])\d+")


@cache
def built_in() -> Mapping[str, Metric]:
    """Return the metrics in `METRICS` of each module of this package by name, in the order of their scores."""
    names = [module.name for module in pkgutil.iter_modules(package.__path__) if not module.ispkg]
    modules = [import_module(f"{package.__name__}.{name}") for name in names]
    found: list[Metric] = [metric for module in modules for metric in getattr(module, "METRICS", ())]
    return MappingProxyType({metric.name: metric for metric in sorted(found, key=_place)})


def all_metrics() -> Iterator[Metric]:
    """Give every metric: the built-in ones in the order of their scores, then those of plug-ins."""
    yield from built_in().values()
    yield from sorted((_plug_in(name) for name in PLUG_INS if name not in built_in()), key=_place)


def requested(choices: object, probes: Sequence[str] = ()) -> list[str]:
    """Return the metrics that are asked for: those with a true attribute of their name, and those of probes."""
    asked = [name for name, metric in built_in().items() if metric.on_request and getattr(choices, name, False)]
    return asked + ([metric.name for metric in all_metrics() if metric.probe in probes] if probes else [])


def metric_named(name: str) -> Metric:
    """Return the metric of that name.

    >>> metric_named("pass@k").summary
    'The chance that at least one of k attempts at a problem passes, averaged over problems'
    """
    known = {metric.name: metric for metric in all_metrics()}
    if name not in known:
        raise UnknownNameError("metric", name, known)
    return known[name]


def metric_of(score: str) -> Metric | None:
    """Return the metric that gives scores of that name, and `None` where there is none.

    >>> [metric_of(name).name for name in ("pass@10 (base)", "codebleu.syntax", "consistency")]
    ['pass@k', 'codebleu', 'consistency']
    """
    whole = _K.sub("k", score.partition(" (")[0])
    for name in (whole, whole.partition(".")[0]):
        if name in built_in():
            return built_in()[name]
        if name in PLUG_INS:
            return _plug_in(name)
    return None


def _place(metric: Metric) -> tuple[int, str]:
    return metric.place, metric.name


def _plug_in(name: str) -> Metric:
    """Return the metric of a plug-in; where it cannot be loaded, one that says so when it is listed or scored."""
    try:
        found = PLUG_INS.get(name)
        if not isinstance(found, Metric):
            raise InvalidValue(f"the entry point must name a Metric of assay.metrics.base, got {found!r}")
    except Exception as error:  # whatever a stranger's module may raise while it is imported
        return _broken(name, error)
    return replace(found, name=name)


def _broken(name: str, error: Exception) -> Metric:
    def score(run: RunView) -> Sequence[Score]:
        raise error

    return Metric(name, f"cannot be loaded: {type(error).__name__}: {error}", score, whole_run=True)
