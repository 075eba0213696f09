"""Strengths from who was preferred to whom: the model of Bradley and Terry (1952), on the scale of chess."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.errors import InvalidValue
from assay.statistics.intervals import Z

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MEAN = 1000.0
SCALE = 400 / math.log(10)
"""Points for one unit of log-odds: 400 more are ten wins to one."""
_STEPS = 100
_CLOSE = 1e-12


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a player is: the mean of all is 1000, and 400 points more are ten wins to one."""

    name: str
    rating: float
    interval: tuple[float, float]
    """Of 95 % confidence, beside the mean of all."""
    n: float
    """Comparisons that the player was in, without imagined ones."""


def bradley_terry(wins: Mapping[tuple[str, str], float], *, imagined: float = 0.0) -> list[Strength]:
    """Return the strengths of all players, the strongest first, from how often the first of a pair beat the second.

    A tie is half a win for each. Someone who has won all comparisons, or lost all, has no finite strength, nor have two
    groups that were never compared: `imagined` wins each way, added to all pairs that have met, give the first a
    strength; the second is refused.

    >>> [(one.name, round(one.rating, 3)) for one in bradley_terry({("a", "b"): 7, ("b", "a"): 3})]
    [('a', 1073.595), ('b', 926.405)]
    """
    import numpy as np

    names, counted = _table(wins, imagined)
    games = (counted + counted.T).sum(axis=1)
    table = counted + imagined * ((counted + counted.T) > 0)
    _check_connected(names, table)
    values = _fitted(table)
    errors = np.sqrt(np.diag(np.linalg.pinv(_information(table, values))))
    found = []
    for place, name in enumerate(names):
        rating, reach = MEAN + SCALE * float(values[place]), Z * SCALE * float(errors[place])
        found.append(Strength(name, rating, (rating - reach, rating + reach), float(games[place])))
    return sorted(found, key=lambda one: (-one.rating, one.name))


def _table(wins: Mapping[tuple[str, str], float], imagined: float) -> tuple[list[str], NDArray[np.float64]]:
    """Return the players and, for each pair of them, how often the row beat the column."""
    import numpy as np

    names = sorted({name for pair in wins for name in pair})
    if len(names) < 2 or not 0 <= imagined < math.inf:
        raise InvalidValue(f"strengths need two players at least and wins from 0, got {names!r:.200}, {imagined!r}")
    places = {name: place for place, name in enumerate(names)}
    table = np.zeros((len(names), len(names)))
    for (winner, loser), count in wins.items():
        if winner == loser or not 0 <= count < math.inf:
            raise InvalidValue(f"wins are counts between two different players, got {(winner, loser)!r}: {count!r}")
        table[places[winner], places[loser]] = count
    return names, table


def _check_connected(names: list[str], table: NDArray[np.float64]) -> None:
    """Refuse tables in which some players have not, even through others, both beaten and lost to the rest."""
    met, won = table + table.T > 0, table > 0
    strangers = set(range(len(names))) - _reached(met)
    if strangers:
        raise InvalidValue(f"never compared with {names[0]!r}, even through others: {_named(names, strangers)}")
    for edges, never in ((won, "lost to"), (won.T, "beat")):
        apart = set(range(len(names))) - _reached(edges)
        if apart:
            raise InvalidValue(f"no finite strength: {_named(names, apart)} never {never} any of the others")


def _reached(edges: NDArray[np.bool_]) -> set[int]:
    """Return who can be reached from the first player."""
    seen, todo = {0}, [0]
    while todo:
        for place in edges[todo.pop()].nonzero()[0].tolist():
            if place not in seen:
                seen.add(place)
                todo.append(place)
    return seen


def _named(names: list[str], places: Iterable[int]) -> str:
    return ", ".join(repr(names[place]) for place in sorted(places)[:10])


def _fitted(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log-odds strengths that make the wins most likely, with a mean of 0: Newton's method, halved steps."""
    import numpy as np

    values = np.zeros(len(table))
    loss = _loss(table, values)
    for _ in range(_STEPS):
        chances = _chances(values)
        slope = (table - (table + table.T) * chances).sum(axis=1)
        step = np.linalg.pinv(_information(table, values)) @ slope
        size = 1.0
        while (next_loss := _loss(table, values + size * step)) > loss + _CLOSE and size > _CLOSE:
            size /= 2
        values = values + size * step
        if float(np.abs(size * step).max()) < 1e-10:
            break
        loss = next_loss
    return np.asarray(values - values.mean())


def _chances(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the chance that the row beats the column."""
    import numpy as np

    return np.asarray(1 / (1 + np.exp(-np.clip(values[:, None] - values[None, :], -500, 500))))


def _information(table: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    chances = _chances(values)
    weights = (table + table.T) * chances * (1 - chances)
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def _loss(table: NDArray[np.float64], values: NDArray[np.float64]) -> float:
    import numpy as np

    return float((table * np.logaddexp(0, values[None, :] - values[:, None])).sum())
