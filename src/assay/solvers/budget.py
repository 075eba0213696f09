"""How much may be spent: on one problem, and on all of them together."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
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
MOST_AT_ONCE = 16
"""Answers that are drawn side by side for one problem."""
LOOK_SECONDS = 0.2
"""How often who waits for room looks whether the run was stopped."""


class Purse:
    """Holds a budget that several threads spend, and sets aside what is asked for until it is paid.

    What answers cost is known when they come. Until the first one came, one is asked for at a time where tokens or
    money are limited; after that as many as fit by the mean so far. So little more than the last answer goes beyond
    the budget, however many threads there are. Answers that were paid for earlier count too.
    """

    def __init__(self, budget: Budget = UNBOUNDED, *, seconds_before: float = 0.0) -> None:
        self.budget = budget
        self.spent = Cost()
        self._began = time.monotonic() - seconds_before
        self._set_aside = 0
        """Answers that are on their way."""
        self._changed = threading.Condition()

    def reserve(
        self, wanted: int, *, seconds: float | None = None, stopped: Callable[[], bool] = lambda: False
    ) -> int | EndedBy:
        """Return how many answers may be asked for, at most `wanted`, or which budget is used up.

        Waits where answers on their way may use up the rest; 0 where `stopped` says so meanwhile. `seconds` are those
        that were spent; by default those of the clock, with earlier sittings of the run.
        """
        with self._changed:
            while True:
                by = self._used_up(seconds)
                if by is not None:
                    return by
                granted = min(wanted, self._room())
                if granted or stopped():
                    self._set_aside += granted
                    return granted
                self._changed.wait(LOOK_SECONDS)

    def pay(self, cost: Cost, *, reserved: int = 0) -> None:
        """Note what was spent, on answers of which so many were reserved."""
        with self._changed:
            self.spent += cost
            self._set_aside -= reserved
            self._changed.notify_all()

    def used_up(self, seconds: float | None = None) -> EndedBy | None:
        """Return which budget is used up, if one is."""
        with self._changed:
            return self._used_up(seconds)

    def _used_up(self, seconds: float | None) -> EndedBy | None:
        passed = time.monotonic() - self._began if seconds is None else seconds
        return self.budget.used_up(replace(self.spent, seconds=passed))

    def _room(self) -> int:
        """Return how many more answers fit."""
        rooms = [MOST_AT_ONCE]
        if self.budget.calls is not None:
            rooms.append(self.budget.calls - self.spent.calls - self._set_aside)
        amounts = ((self.budget.tokens, self.spent.tokens), (self.budget.cost, self.spent.cost_usd or 0.0))
        for most, amount in amounts:
            if most is None:
                continue
            if not self.spent.calls:
                rooms.append(1 - self._set_aside)
            elif amount:
                rooms.append(math.ceil((most - amount) * self.spent.calls / amount) - self._set_aside)
        return max(0, min(rooms))


def _amount(name: str, text: str) -> float | int:
    try:
        amount = int(text) if name in ("calls", "tokens") else float(text)
    except ValueError:
        amount = 0
    if not 0 < amount < float("inf"):
        kind = "a whole number" if name in ("calls", "tokens") else "a number"
        raise InvalidValue(f"{name} must be {kind} above 0, got {text!r}")
    return amount
