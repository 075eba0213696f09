"""Prices of tokens: a table of list prices with dates, and the user's own rows before it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from assay.errors import InvalidOption, InvalidValue
from assay.files import read_text

BUILT_IN = Path(__file__).with_name("prices.toml")
MOST_FILE_BYTES = 2**20
MOST_USD = 1_000_000.0
"""For a million tokens: what is above is a mistake."""
_NEEDED = ("model", "since", "input", "output")
_OPTIONAL = ("cached", "source")
_VERSION = re.compile(r"-(?:20\d{6}|20\d\d-\d\d-\d\d|latest)$", re.ASCII)
"""The end of a name that says which version of a model is meant."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a model's tokens cost from some day on, in US dollars for a million."""

    model: str
    """Its name; with a `*` at the end, all names that begin so."""
    input_usd: float
    output_usd: float
    cached_usd: float | None = None
    """Of tokens that the server had from before; `None`: the same as others."""
    since: date = date.min
    source: str = ""

    def cost(self, tokens_in: int, tokens_out: int, tokens_cached: int) -> float:
        """Return the cost of one answer; `tokens_cached` are part of `tokens_in`."""
        cached_usd = self.input_usd if self.cached_usd is None else self.cached_usd
        parts = (
            (tokens_in - tokens_cached, self.input_usd),
            (tokens_cached, cached_usd),
            (tokens_out, self.output_usd),
        )
        return math.fsum(count * usd for count, usd in parts) / 1e6


class Prices:
    """Knows what an answer costs, as far as there is a row for the model; rows given first win.

    >>> old, new = Price("small", 1.0, 2.0, since=date(2024, 1, 1)), Price("small", 0.5, 1.0, since=date(2025, 1, 1))
    >>> prices = Prices([old, new])
    >>> prices.cost("small", 1_000_000, 0, 0, date(2024, 6, 1)), prices.cost("small", 1_000_000, 0, 0, date(2025, 6, 1))
    (1.0, 0.5)
    >>> prices.cost("large", 1, 1, 0, date(2025, 6, 1)) is None
    True
    """

    def __init__(self, rows: Iterable[Price] = (), *more: Iterable[Price]) -> None:
        self._tables = [list(table) for table in (rows, *more)]

    @classmethod
    def load(cls, path: str | Path | None = None) -> Prices:
        """Return the built-in prices; with a file of the user's, whose rows win."""
        tables = [_rows(Path(one)) for one in (path, BUILT_IN) if one is not None]
        return cls(*tables)

    @classmethod
    def of_text(cls, text: str) -> Prices:
        """Return one price for whatever model is asked: dollars for a million tokens in, out and, if given, cached.

        >>> Prices.of_text("0.15,0.60").cost("any", 1_000_000, 1_000_000, 0, date(2025, 1, 1))
        0.75
        """
        parts = text.split(",")
        try:
            amounts = [float(part) for part in parts]
        except ValueError:
            amounts = []
        if len(amounts) not in (2, 3) or not all(0 <= amount <= MOST_USD for amount in amounts):
            raise InvalidOption(
                "price", f"must be IN,OUT or IN,OUT,CACHED in dollars for a million tokens, got {text[:80]!r}"
            )
        cached = amounts[2] if len(amounts) == 3 else None
        return cls([Price("*", amounts[0], amounts[1], cached)])

    def cost(self, model: str, tokens_in: int, tokens_out: int, tokens_cached: int, day: date) -> float | None:
        """Return what an answer cost in US dollars; `None`: nobody knows the price on that day."""
        price = self.price(model, day)
        return None if price is None else price.cost(tokens_in, tokens_out, tokens_cached)

    def price(self, model: str, day: date) -> Price | None:
        """Return the row for a model on a day: of its own name, else of the name without its version, else of a prefix.

        Of several rows for the same name, the last one that is not after the day holds.
        """
        names = [model, _VERSION.sub("", model)]
        for table in self._tables:
            fitting = [row for row in table if row.since <= day and _rank(row.model, names) is not None]
            if fitting:
                return max(fitting, key=lambda row: (_rank(row.model, names) or (), row.since))
        return None


def _rank(pattern: str, names: list[str]) -> tuple[int, int] | None:
    """How well a row fits: by the whole name best, then by the name without its version, then by the longest prefix."""
    if pattern in names:
        return (3 - names.index(pattern), 0)
    if pattern.endswith("*") and names[0].startswith(pattern[:-1]):
        return (1, len(pattern))
    return None


def _rows(path: Path) -> list[Price]:
    from assay.tables import toml_of

    table = toml_of(read_text(path, MOST_FILE_BYTES, encoding="utf-8-sig"), str(path))
    rows = table.get("price")
    if set(table) != {"price"} or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InvalidValue(f"{path}: must hold tables [[price]] and nothing else")
    return [_row(row, f"{path}, price {number}") for number, row in enumerate(rows, start=1)]


def _row(row: Mapping[str, Any], place: str) -> Price:  # Any: TOML
    for name in row:
        if name not in _NEEDED + _OPTIONAL:
            raise InvalidValue(f"{place}: has a field {name!r}; known are {', '.join(_NEEDED + _OPTIONAL)}")
    for name in _NEEDED:
        if name not in row:
            raise InvalidValue(f"{place}: has no field {name!r}")
    model, since, source = row["model"], row["since"], row.get("source", "")
    if not isinstance(model, str) or not model.strip() or "*" in model[:-1]:
        raise InvalidValue(f"{place}: model must be a name, with * at its end or nowhere, got {model!r:.80}")
    if not isinstance(since, date) or isinstance(since, datetime):
        raise InvalidValue(f"{place}: since must be a day such as 2025-01-31 without quotes, got {since!r:.80}")
    if not isinstance(source, str):
        raise InvalidValue(f"{place}: source must be text, got {source!r:.80}")
    cached = _usd(row, "cached", place) if "cached" in row else None
    return Price(model, _usd(row, "input", place), _usd(row, "output", place), cached, since, source)


def _usd(row: Mapping[str, Any], name: str, place: str) -> float:  # Any: TOML
    value = row[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_USD:
        raise InvalidValue(
            f"{place}: {name} must be dollars for a million tokens, from 0 to {MOST_USD:,.0f}, got {value!r:.80}"
        )
    return float(value)
