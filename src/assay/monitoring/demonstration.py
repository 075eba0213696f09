"""A month of plausible observations with a planted drop, for `assay serve --demo` and for tests."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import accumulate
from random import Random
from typing import Final

from assay.monitoring.windows import hour_of
from assay.observations import HOUR, Feedback, Observation

DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class PlantedDrop:
    """The drop that the month has, so that one can see whether it is found."""

    days: int = 4
    """Before today, in UTC."""
    at: time = time(9)
    agent_version: str = "2.3"
    kind: str = "fix_bug"
    """The kind of task that suffers most."""

    def hour(self, now: datetime) -> datetime:
        """Return the hour from which on the drop is there, in a month that ends at `now`."""
        return _day(now, self.days) + HOUR * self.at.hour


PLANTED: Final = PlantedDrop()

_PER_HOUR = 90.0
"""Observations of a busy hour on a working day."""
_RELEASES = ((DAYS + 1, 0, "2.1"), (19, 10, "2.2"), (PLANTED.days, PLANTED.at.hour, PLANTED.agent_version))
"""Days before today and hour, with the version from then on."""
_EXPERIMENT_DAYS = 14
_FINGERPRINT_DAYS = 11
_ARMS = ("control", "short-plan")
_TASKS = 150
"""Tasks of each kind; some come far more often than others."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of task: its share of the traffic by day and by night, its rate, and what the planted drop takes off."""

    name: str
    day: float
    night: float
    rate: float
    drop: float
    seconds: float


_KINDS = (
    _Kind("fix_bug", 0.36, 0.30, 0.83, 0.17, 60.0),
    _Kind("write_tests", 0.24, 0.20, 0.90, 0.03, 35.0),
    _Kind("add_feature", 0.24, 0.28, 0.76, 0.08, 110.0),
    _Kind("refactor", 0.16, 0.22, 0.88, 0.04, 50.0),
)


@dataclass(frozen=True, slots=True)
class _Offered:
    """A model: its share of the traffic, its version, what it is better at, its price and its speed."""

    name: str
    version: str
    share: float
    edge: float
    dollars: float
    slowness: float


_MODELS = (
    _Offered("atlas-large", "2026-01", 0.7, 0.02, 0.045, 1.0),
    _Offered("atlas-small", "2025-11", 0.3, -0.05, 0.006, 0.4),
)
_FAILURES: Mapping[str, tuple[float, Sequence[str]]] = {
    "logic": (
        0.46,
        (
            'AssertionError: expected {a} but got {b}\n  File "tests/test_{word}.py", line {line}, in test_{word}',
            'AssertionError: {word} has {a} rows, expected {b}\n  File "tests/test_{word}.py", line {line}',
        ),
    ),
    "runtime": (
        0.24,
        (
            "KeyError: '{word}_id'\n  File \"src/shop/{word}.py\", line {line}, in load_{word}",
            "TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'\n"
            '  File "src/shop/{word}.py", line {line}, in total',
            "AttributeError: 'NoneType' object has no attribute '{word}'\n  File \"src/shop/views.py\", line {line}",
        ),
    ),
    "timeout": (0.14, ("Timed out after {a}.0 s in step {b} of the plan", "pytest did not end within {a} s")),
    "edge_case": (0.10, ('IndexError: list index out of range\n  File "src/shop/{word}.py", line {line}, in first',)),
    "syntax": (0.06, ("SyntaxError: unexpected indent (src/shop/{word}.py, line {line})",)),
}
_BROKEN = (
    "ToolError: apply_patch: hunk {a} does not match src/shop/{word}.py at line {line}\n"
    '  File "agent/tools/patching.py", line 88, in apply'
)
"""What the planted version fails with."""
_WORDS = ("cart", "invoice", "basket", "customer", "coupon", "stock", "address", "refund")
_LIKED = ("Just what I needed.", "Works, thanks.", "Clean diff.", "Saved me an hour.")
_DISLIKED = ("Does not compile.", "It changed files I did not ask for.", "Wrong again since this week.", "Too slow.")


def month(seed: int = 0, *, now: datetime) -> Iterator[Observation]:
    """Yield a month of observations that ends at `now`, the oldest first; the same seed gives the same month."""
    draw = Random(seed)
    start = _day(now, DAYS)
    releases = [(_day(now, days) + hour * HOUR, version) for days, hour, version in _RELEASES]
    world = _World(draw, releases, planted=PLANTED.hour(now), now=now)
    number, hour = 0, start
    while hour <= hour_of(now):
        moments = sorted(hour + timedelta(seconds=3600 * draw.random()) for _ in range(_arrivals(hour, draw)))
        for at in moments:
            if at <= now:
                yield world.observation(f"demo{seed}-{number:06d}", at)
                number += 1
        hour += HOUR


def feedback_of_month(observations: Iterable[Observation], *, seed: int = 0, now: datetime) -> Iterator[Feedback]:
    """Yield what people said of one observation in twenty or so."""
    draw = Random(seed)
    for number, one in enumerate(observations):
        if draw.random() >= 0.05:
            continue
        likes = draw.random() < (0.88 if one.passed else 0.25)
        has_stars = draw.random() < 0.4
        text = draw.choice(_LIKED if likes else _DISLIKED) if draw.random() < 0.3 else ""
        yield Feedback(
            observation=one.id,
            at=min(now, one.at + timedelta(minutes=1 + 90 * draw.random())),
            id=f"said{seed}-{number:06d}",
            by=f"dev{draw.randrange(12)}",
            thumb=None if has_stars else likes,
            stars=(draw.choice((4, 5, 5)) if likes else draw.choice((1, 2, 3))) if has_stars else None,
            text=text,
            accepted=likes if draw.random() < 0.5 else None,
        )


class _World:
    """Draws one observation after the other."""

    def __init__(
        self, draw: Random, releases: Sequence[tuple[datetime, str]], *, planted: datetime, now: datetime
    ) -> None:
        self._draw = draw
        self._releases = releases
        self._planted = planted
        self._experiment = _day(now, _EXPERIMENT_DAYS)
        self._new_print = _day(now, _FINGERPRINT_DAYS) + 14 * HOUR
        weights = [1 / (rank + 3) for rank in range(_TASKS)]
        self._ranks = list(accumulate(weights))
        self._hard = {(kind.name, draw.randrange(4, 40)) for kind in _KINDS for _ in range(3)}
        self._days = {side: list(accumulate(getattr(kind, side) for kind in _KINDS)) for side in ("day", "night")}

    def observation(self, name: str, at: datetime) -> Observation:
        draw = self._draw
        kind = _KINDS[bisect(self._days["day" if 7 <= at.hour < 19 else "night"], draw.random() * 0.9999)]
        model = _MODELS[0] if draw.random() < _MODELS[0].share else _MODELS[1]
        rank = bisect(self._ranks, draw.random() * self._ranks[-1] * 0.9999)
        arm = draw.choice(_ARMS) if at >= self._experiment and draw.random() < 0.35 else ""
        passed = draw.random() < self._rate(kind, model, rank, arm, at)
        failure, message = ("", "") if passed else self._failure(kind, at)
        slow = kind.seconds * model.slowness * (1.8 if failure == "timeout" else 1.0)
        return Observation(
            task_id=f"{kind.name}-{rank:03d}",
            passed=passed,
            at=at,
            id=name,
            model=model.name,
            model_version=model.version,
            agent_version=[version for since, version in self._releases if since <= at][-1],
            task_type=kind.name,
            arm=arm,
            fingerprint=self._fingerprint(model, at),
            error_class=failure,
            message=message,
            cost_usd=round(model.dollars * math.exp(draw.gauss(0, 0.5)) * kind.seconds / 60, 6),
            latency_seconds=round(slow * math.exp(draw.gauss(0, 0.45)), 3),
        )

    def _rate(self, kind: _Kind, model: _Offered, rank: int, arm: str, at: datetime) -> float:
        rate = kind.rate + model.edge - (0.5 if (kind.name, rank) in self._hard else 0.0)
        if arm == _ARMS[1]:
            rate += 0.045
        return rate - kind.drop if at >= self._planted else rate

    def _failure(self, kind: _Kind, at: datetime) -> tuple[str, str]:
        draw = self._draw
        values = {
            "a": str(draw.randrange(2, 400)),
            "b": str(draw.randrange(2, 400)),
            "line": str(draw.randrange(10, 300)),
            "word": draw.choice(_WORDS),
        }
        if at >= self._planted and draw.random() < kind.drop / (1 - kind.rate + kind.drop):
            return "runtime", _BROKEN.format(**values)
        names = list(_FAILURES)
        failure = draw.choices(names, [_FAILURES[name][0] for name in names])[0]
        return failure, draw.choice(_FAILURES[failure][1]).format(**values)

    def _fingerprint(self, model: _Offered, at: datetime) -> str:
        changed = model is _MODELS[1] and at >= self._new_print
        return f"fp_{model.name[6]}{'7c04d1' if changed else '19ab3e'}"


def _arrivals(hour: datetime, draw: Random) -> int:
    """Return how many observations an hour has: most in the afternoon of working days."""
    daily = 0.25 + 0.75 * max(0.0, math.sin(math.pi * (hour.hour - 5) / 16)) ** 1.2 if 5 < hour.hour < 21 else 0.25
    mean = _PER_HOUR * daily * (0.45 if hour.weekday() >= 5 else 1.0)
    return max(0, round(draw.gauss(mean, math.sqrt(mean))))


def _day(now: datetime, days: int) -> datetime:
    """Return midnight in UTC, so many days before today."""
    return hour_of(now).replace(hour=0) - timedelta(days=days)
