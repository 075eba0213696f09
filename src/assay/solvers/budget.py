"""How much may be spent: on one problem, and on all of them together."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, fields, replace

from assay.errors import InvalidValue
from assay.solutions import Cost, EndedBy


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that may be spent; `None`: as much as it takes.

    What is asked when the budget is not used up is paid in full, so that the last answer may go beyond it.

    >>> Budget.parse("calls=5, cost=0.05")
    Budget(calls=5, tokens=None, cost=0.05, seconds=None)
    """

    calls: int | None = None
    """Answers of models."""
    tokens: int | None = None
    """In and out together."""
    cost: float | None = None
    """In US dollars."""
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Return the budget that a text such as `calls=5,cost=0.05` states; an empty text states none."""
        known = {one.name: one for one in fields(cls)}
        found: dict[str, float | int] = {}
        for part in filter(None, (one.strip() for one in text.split(","))):
            name, equals, amount = (one.strip() for one in part.partition("="))
            if name not in known or not equals:
                raise InvalidValue(f"a budget is {', '.join(f'{one}=N' for one in known)}, got {part!r}")
            if name in found:
                raise InvalidValue(f"{name} is given twice")
            found[name] = _amount(name, amount)
        return cls(**found)  # type: ignore[arg-type]  # whole numbers where they must be, see `_amount`

    def __str__(self) -> str:
        amounts = ((one.name, getattr(self, one.name)) for one in fields(self))
        return ",".join(f"{name}={amount:g}" for name, amount in amounts if amount is not None)

    def used_up(self, cost: Cost) -> EndedBy | None:
        """Return which of the budgets is used up, if one is.

        >>> Budget(calls=2).used_up(Cost(calls=2))
        <EndedBy.CALLS: 'calls'>
        """
        spent = (cost.calls, cost.tokens, cost.cost_usd or 0.0, cost.seconds)
        for one, amount in zip(fields(self), spent, strict=True):
            most = getattr(self, one.name)
            if most is not None and amount >= most:
                return EndedBy(one.name)
        return None


UNBOUNDED = Budget()
"""As much as it takes."""


class Purse:
    """What a whole run may spend, shared by all its threads; answers that were paid for earlier count too.

    Its seconds are those of the clock on the wall, from now on and from earlier sittings of the run.
    """

    def __init__(self, budget: Budget = UNBOUNDED, *, seconds_before: float = 0.0) -> None:
        self.budget = budget
        self.spent = Cost()
        self._began = time.monotonic() - seconds_before
        self._lock = threading.Lock()

    def pay(self, cost: Cost) -> None:
        """Note what was spent."""
        with self._lock:
            self.spent += cost

    def used_up(self) -> EndedBy | None:
        """Return which budget of the run is used up, if one is."""
        with self._lock:
            return self.budget.used_up(replace(self.spent, seconds=time.monotonic() - self._began))


def _amount(name: str, text: str) -> float | int:
    try:
        amount = int(text) if name in ("calls", "tokens") else float(text)
    except ValueError:
        amount = 0
    if not 0 < amount < float("inf"):
        kind = "a whole number" if name in ("calls", "tokens") else "a number"
        raise InvalidValue(f"{name} must be {kind} above 0, got {text!r}")
    return amount
