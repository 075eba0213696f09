"""What a measured difference allows to say: better, worse, no difference that matters, or not enough data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Decision(StrEnum):
    """What can be said of the second of two systems beside the first."""

    BETTER = "better"
    WORSE = "worse"
    SAME = "same"
    """No difference beyond the margin."""
    UNCLEAR = "unclear"
    """Not enough data."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How far the second of two systems is above the first, with what can be said about it."""

    value: float
    """Second minus first."""
    interval: tuple[float, float] | None
    """Of 95 % confidence; `None`: there is too little for one."""
    n: int
    """How many problems both have answered."""
    method: str
    """How interval and p-value were computed, in words."""
    p: float | None
    """Of no difference at all."""
    margin: float
    """How much of a difference does not matter."""
    detectable: float | None
    """The smallest difference that so many problems would show with a chance of 80 %."""
    needed: int | None
    """How many more problems would be needed to tell a difference of `margin`; `None`: nobody can say, or 0 more."""
    decision: Decision
    mid_p: float | None = None
    """Beside an exact p-value, the less cautious one."""
    inner: tuple[float, float] | None = None
    """Of 90 % confidence: both tests behind `same` hold where it lies within the margin."""

    @property
    def is_unborne(self) -> bool:
        """Whether interval and p-value speak of a difference, and there are too few problems to say so."""
        apart = self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]
        return self.decision is Decision.UNCLEAR and apart and self.p is not None and self.p <= 0.05

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the difference as plain data."""
        return asdict(self)
