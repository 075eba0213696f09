"""Options of the user: how each is called and described, and how amounts, counts and weights are read and written."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from assay.errors import InvalidValue, UnknownNameError

ISOLATION_LEVELS = ("full", "seccomp", "process")
"""From the strongest to the weakest: all layers; all but Landlock; rlimits and a process of its own."""

_OPTION = "option"
_FLAGS = {"published_from": "--from", "published_to": "--to"}
"""Flags whose word cannot be the name of an argument in Python, or says too little there."""
_DAY = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", re.ASCII)
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*([A-Za-z]*)", re.ASCII)
_STOP_RULE = re.compile(r"(below|above|within)\s+(\d{1,3}(?:\.\d{1,12})?|\.\d{1,12})\s*(%?)", re.ASCII)
_SECONDS = {"": 1.0, "s": 1.0, "ms": 1e-3, "m": 60.0, "min": 60.0}
_BYTES = {"": 1, "B": 1} | {
    f"{letter}{suffix}": base**power
    for power, letter in enumerate("KMGT", start=1)
    for suffix, base in (("iB", 1024), ("B", 1000))
}


LEAST_MEMORY = _BYTES["MiB"]
"""Bytes: what is below is a mistake, such as a unit that was left out."""
MOST_MEMORY = 1024 * _BYTES["TiB"]
"""Bytes: what is above is a mistake, and the kernel's limits could not hold much more."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a user can choose: how a command, a file and a variable call it, and how its value is read."""

    help: str
    """One sentence for `--help`."""
    read: Callable[[Any], object]
    """Makes the value from text, or from what a file or a Python call holds; raises `InvalidValue`."""
    default: object = None
    """What it is where nobody chose."""
    name: str = ""
    """In a Python call, and of the flag; empty: that of its field."""
    metavar: str = ""
    """What stands for the value in `--help`; empty: it is a switch."""
    shown_default: str = ""
    """What `--help` shows as the default, where that is not the value."""
    has_flag: bool = True
    repeated: bool = False
    """Its flag may be given more than once."""
    file_key: str = ""
    """In the configuration file, with dots between the tables; empty: it cannot be set there."""
    variable: str = ""
    """Of the environment; empty: there is none."""


def option(default: Any, help: str, read: Callable[[Any], object], **more: Any) -> Any:  # Any: as `field` has it
    """A field of a record that is an option; `more` are the other fields of `Option`."""
    if callable(default):
        return field(default_factory=default, metadata={_OPTION: Option(help, read, default(), **more)})
    return field(default=default, metadata={_OPTION: Option(help, read, default, **more)})


def options_of(record: type) -> dict[str, Option]:
    """The options among the fields of a record: name of the field → option, with its name filled in."""
    return {
        one.name: replace(found, name=found.name or one.name)
        for one in fields(record)
        if (found := one.metadata.get(_OPTION)) is not None
    }


def flag_of(name: str) -> str:
    """How a command writes an option: the one place that knows.

    >>> flag_of("first_failure"), flag_of("published_from")
    ('--first-failure', '--from')
    """
    return _FLAGS.get(name) or f"--{name.replace('_', '-')}"


def default_cache_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where fetched, computed and compiled files are kept: `ASSAY_CACHE`, else `assay` in the user's cache folder.

    >>> str(default_cache_folder({"XDG_CACHE_HOME": "/var/cache/me"}))
    '/var/cache/me/assay'
    """
    variables = os.environ if environment is None else environment
    if variables.get("ASSAY_CACHE"):
        return home_path(variables["ASSAY_CACHE"])
    home = variables.get("XDG_CACHE_HOME", "")
    if home and Path(home).is_absolute():  # the standard says that a relative one is to be ignored
        return Path(home, "assay")
    return home_path("~/.cache/assay")


def home_path(path: str | os.PathLike[str]) -> Path:
    """Return a path to write to, with the folder of the user for `~`; raise `InvalidValue` where that is not known.

    >>> home_path("a/b").as_posix()
    'a/b'
    """
    found = os.path.expanduser(path)
    if str(found).startswith("~"):
        raise InvalidValue(f"{str(path)!r}: the home folder is not known; write the path without ~, or set HOME")
    return Path(found)


def isolation_level(value: object) -> str:
    """The level of that name.

    >>> isolation_level("seccomp")
    'seccomp'
    """
    text = read_text(value)
    if text not in ISOLATION_LEVELS:
        raise UnknownNameError("isolation level", text, ISOLATION_LEVELS)
    return text


def parse_seconds(value: object) -> float:
    """Seconds from a number, or from text such as `3`, `2.5s`, `500ms` or `1min`.

    >>> parse_seconds("500ms")
    0.5
    """
    return _amount(_amount_text(value), _SECONDS, example="3s or 500ms")


def parse_day(value: object) -> str:
    """A day as `2024-09-01`, from a date or from text; a month or a year stands for its first day.

    >>> parse_day("2024-09"), parse_day("2024"), parse_day(date(2024, 9, 15))
    ('2024-09-01', '2024-01-01', '2024-09-15')
    """
    if isinstance(value, datetime):
        value = value.date()
    text = value.isoformat() if isinstance(value, date) else str(value) if type(value) is int else read_text(value)
    match = _DAY.fullmatch(text.strip())
    try:
        if match is None:
            raise ValueError
        return date(int(match[1]), int(match[2] or 1), int(match[3] or 1)).isoformat()
    except ValueError:
        raise InvalidValue(f"must be a day such as 2024-09-15, or a month such as 2024-09, got {text!r}") from None


def parse_size(value: object) -> int:
    """Bytes from a number, or from text such as `1GiB` (powers of 1024), `512MB` (powers of 1000) or `1048576`.

    A small number without a unit is refused: whoever writes `50` does not mean 50 bytes.

    >>> parse_size("1GiB")
    1073741824
    """
    text = _amount_text(value)
    size = int(_amount(text, _BYTES, example="1GiB or 512MB"))
    if not size:
        raise InvalidValue(f"must be at least one byte, got {text!r}")
    if size < _BYTES["MiB"] and text.strip().isdecimal():
        raise InvalidValue(f"must have a unit, such as {text.strip()}MiB or {text.strip()}KiB, got {text!r}")
    return size


def parse_memory(value: object) -> int:
    """Bytes of memory that a program can do something with, from what `parse_size` reads.

    >>> parse_memory("512MB")
    512000000
    """
    size = parse_size(value)
    if size < LEAST_MEMORY:
        raise InvalidValue(f"must be at least {format_memory(LEAST_MEMORY)}, got {value!r}")
    if size > MOST_MEMORY:
        raise InvalidValue(f"must be at most {format_memory(MOST_MEMORY)}, got {value!r}")
    return size


def format_seconds(seconds: float) -> str:
    """Seconds as a signature writes them.

    >>> format_seconds(3.0), format_seconds(0.5)
    ('3s', '0.5s')
    """
    return f"{seconds:.12g}s"


def format_memory(memory_bytes: int) -> str:
    """Bytes in the largest unit of 1024 that gives a whole number.

    >>> format_memory(2**30), format_memory(512_000_000)
    ('1GiB', '500000KiB')
    """
    for unit in ("TiB", "GiB", "MiB", "KiB"):
        if memory_bytes and memory_bytes % _BYTES[unit] == 0:
            return f"{memory_bytes // _BYTES[unit]}{unit}"
    return f"{memory_bytes}B"


def parse_count(text: object) -> int:
    """A whole number above zero, from a number or from text.

    >>> parse_count("2")
    2
    """
    if isinstance(text, str) and re.fullmatch(r"\d{1,9}", text.strip(), re.ASCII):
        text = int(text)
    if not isinstance(text, int) or isinstance(text, bool) or text < 1:
        raise InvalidValue(f"must be a whole number above zero, got {text!r}")
    return text


def parse_k(text: object) -> tuple[int, ...]:
    """The values of k, from a list or from text such as `1,5,10`.

    >>> parse_k("10,1"), parse_k([1, 5])
    ((1, 10), (1, 5))
    """
    parts = text.split(",") if isinstance(text, str) else text if isinstance(text, list | tuple) else [text]
    if not parts:
        raise InvalidValue(f"must name at least one k, got {text!r}")
    return tuple(sorted({parse_count(part) for part in parts}))


def number_in(low: float, high: float) -> Callable[[object], float]:
    """A reader that takes numbers between two bounds, also as text.

    >>> number_in(0, 2)("0.7")
    0.7
    """

    def read(value: object) -> float:
        try:
            number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None
        except (ValueError, OverflowError):
            number = None
        if number is None or not low <= number <= high:
            raise InvalidValue(f"must be a number from {low:g} to {high:g}, got {value!r}")
        return number

    return read


def parse_share(value: object) -> float:
    """Read a share between 0 and 1, or a percentage; a plain number of 1 or more might mean either, and is refused.

    >>> parse_share("3%"), parse_share(0.03)
    (0.03, 0.03)
    """
    text = "" if isinstance(value, bool) else str(value).strip()
    try:
        found = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        found = math.nan
    if not 0 < found < 1:
        raise InvalidValue(f"must be a share such as 0.03, or a percentage such as 3%, got {value!r:.80}")
    return found


def parse_natural(text: object) -> int:
    """A whole number from 0 on, from a number or from text.

    >>> parse_natural("0")
    0
    """
    if isinstance(text, str) and re.fullmatch(r"\d{1,9}", text.strip(), re.ASCII):
        text = int(text)
    if not isinstance(text, int) or isinstance(text, bool) or text < 0:
        raise InvalidValue(f"must be a whole number from 0 on, got {text!r}")
    return text


def parse_stop_rule(value: object) -> str:
    """When a run may end early, from text such as `below 0.6`, `above 80%` or `below 0.6 or within 0.05`.

    >>> parse_stop_rule(" below  60% or above .8")
    'below 0.6 or above 0.8'
    """
    text = read_words(value)
    parts = [_STOP_RULE.fullmatch(part.strip()) for part in text.lower().split(" or ")] if len(text) <= 200 else [None]
    found = [f"{part[1]} {float(part[2]) / (100 if part[3] else 1):.12g}" for part in parts if part is not None]
    if len(found) < len(parts) or not all(0 < float(part.split()[1]) < 1 for part in found):
        raise InvalidValue(
            "must be 'below', 'above' or 'within' and a share between 0 and 1, such as 'below 0.6', "
            f"or several with 'or' between, such as 'below 0.6 or within 0.05', got {text[:200]!r}"
        )
    for part in found:
        if part.startswith("within") and float(part.split()[1]) >= 0.5:
            raise InvalidValue(f"'within' needs a share below 0.5: every score is {part} of one half, got {text!r}")
    return " or ".join(dict.fromkeys(found))


def one_of(*known: str) -> Callable[[object], str]:
    """A reader that takes only these words.

    >>> one_of("auto", "never")("auto")
    'auto'
    """

    def read(value: object) -> str:
        if value not in known:
            raise InvalidValue(f"must be one of {', '.join(known)}, got {value!r}")
        return str(value)

    return read


def read_words(value: object) -> str:
    """The value, where it is text; empty is as good as not given."""
    if not isinstance(value, str):
        raise InvalidValue(f"must be text, got {value!r}")
    return value


def read_text(value: object) -> str:
    """The value, where it is text and not empty."""
    if not isinstance(value, str) or not value:
        raise InvalidValue(f"must be text, got {value!r}")
    return value


def read_names(value: object) -> tuple[str, ...]:
    """Names from a list, or from text with commas between them; each counts once.

    >>> read_names("overfit, equivalence"), read_names(["overfit", "overfit"])
    (('overfit', 'equivalence'), ('overfit',))
    """
    parts = value if isinstance(value, list | tuple) else [value]
    names = [name.strip() for part in parts for name in read_text(part).split(",")]
    if not all(names):
        raise InvalidValue(f"must be names with commas between them, got {value!r}")
    return tuple(dict.fromkeys(names))


def read_switch(value: object) -> bool:
    """The value, where it is true or false."""
    if not isinstance(value, bool):
        raise InvalidValue(f"must be true or false, got {value!r}")
    return value


def _amount_text(value: object) -> str:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else read_text(value)


def _amount(text: str, units: Mapping[str, float], *, example: str) -> float:
    match = _AMOUNT.fullmatch(text.strip())
    if not match or match[2] not in units:
        raise InvalidValue(f"must be an amount such as {example}, got {text!r}")
    amount = float(match[1]) * units[match[2]]
    if not 0 < amount < float("inf"):
        raise InvalidValue(f"must be positive, got {text!r}")
    return amount
