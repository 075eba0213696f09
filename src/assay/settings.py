"""What a user sets once for a project, a machine or a shell: defaults, then a file, then `ASSAY_*` variables."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from assay.errors import InvalidValue, UnknownNameError
from assay.weights import code_bleu_weights

ISOLATION_LEVELS = ("full", "seccomp", "process")
"""From the strongest to the weakest: all layers; all but Landlock; rlimits and a process of its own."""

_PREFIX = "ASSAY_"
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*([A-Za-z]*)", re.ASCII)
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
class Settings:
    """The settings in force.

    >>> Settings.from_environment({"ASSAY_MEMORY": "512MB", "LANG": "C"}).memory_bytes
    512000000
    """

    isolation: str = "full"
    """One of `ISOLATION_LEVELS`: the weakest that is accepted."""
    python: str | None = None
    """The interpreter that candidates run under; `None`: the one that runs Assay."""
    seconds: float | None = None
    """Effective time of one candidate; `None`: what the benchmark says."""
    memory_bytes: int | None = None
    """`None`: what the benchmark says."""
    workers: int | None = None
    """Judging processes; `None`: one per core."""
    store: str | None = None
    """A path or a database URL; `None`: `.assay/assay.db` in the current folder."""
    cache: str | None = None
    """The folder of all that is kept to save time: fetched problems, compiled programs; `None`: the user's own."""
    k_values: tuple[int, ...] | None = None
    """For pass@k; `None`: 1, 5, 10 and 100 as far as there are attempts."""
    metrics_enabled: bool = False
    """Similarity to the references stands in every run, without being asked for."""
    code_bleu_weights: tuple[float, float, float, float] = (0.25, 0.25, 0.25, 0.25)
    """Of n-gram, weighted n-gram, syntax and dataflow match."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """The defaults, changed by the `ASSAY_*` variables."""
        return cls().with_environment(environment)

    def with_file(self, data: Mapping[str, object], name: str) -> Settings:
        """These settings, changed by the content of a configuration file.

        >>> Settings().with_file({"time": "5s", "metrics": {"pass_at_k": {"k_values": [1, 2]}}}, "assay.toml").k_values
        (1, 2)
        """
        changes: dict[str, object] = {}
        for key, value in _flattened(data, name).items():
            if key not in _FILE_KEYS:
                raise InvalidValue(_unknown_key(name, key, value))
            field, read = _FILE_KEYS[key]
            changes[field] = _read(f"{name}: {key}", value, read)
        return replace(self, **changes)  # type: ignore[arg-type]  # each reader gives its field's type

    def with_environment(self, environment: Mapping[str, str]) -> Settings:
        """These settings, changed by the `ASSAY_*` variables; an empty variable counts as not set."""
        changes: dict[str, object] = {}
        for variable, text in environment.items():
            if not variable.startswith(_PREFIX):
                continue
            if variable not in _VARIABLES:
                raise InvalidValue(_unknown(variable, text))
            if text:
                field, read = _VARIABLES[variable]
                changes[field] = _read(variable, text, read)
        return replace(self, **changes)  # type: ignore[arg-type]  # each reader gives its field's type


def default_cache_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where fetched, computed and compiled files are kept: `ASSAY_CACHE`, else `assay` in the user's cache folder.

    >>> str(default_cache_folder({"XDG_CACHE_HOME": "/var/cache/me"}))
    '/var/cache/me/assay'
    """
    variables = os.environ if environment is None else environment
    if variables.get("ASSAY_CACHE"):
        return Path(variables["ASSAY_CACHE"]).expanduser()
    home = variables.get("XDG_CACHE_HOME", "")
    if home and Path(home).is_absolute():  # the standard says that a relative one is to be ignored
        return Path(home, "assay")
    return Path("~/.cache/assay").expanduser()


def isolation_level(text: str) -> str:
    """The level of that name.

    >>> isolation_level("seccomp")
    'seccomp'
    """
    if text not in ISOLATION_LEVELS:
        raise UnknownNameError("isolation level", text, ISOLATION_LEVELS)
    return text


def parse_seconds(text: str) -> float:
    """Seconds from text such as `3`, `2.5s`, `500ms` or `1min`.

    >>> parse_seconds("500ms")
    0.5
    """
    return _amount(text, _SECONDS, example="3s or 500ms")


def parse_size(text: str) -> int:
    """Bytes from text such as `1GiB` (powers of 1024), `512MB` (powers of 1000) or `1048576`.

    A small number without a unit is refused: whoever writes `50` does not mean 50 bytes.

    >>> parse_size("1GiB")
    1073741824
    """
    size = int(_amount(text, _BYTES, example="1GiB or 512MB"))
    if not size:
        raise InvalidValue(f"must be at least one byte, got {text!r}")
    if size < _BYTES["MiB"] and text.strip().isdecimal():
        raise InvalidValue(f"must have a unit, such as {text.strip()}MiB or {text.strip()}KiB, got {text!r}")
    return size


def parse_memory(text: str) -> int:
    """Bytes of memory that a program can do something with, from text as `parse_size` reads it.

    >>> parse_memory("512MB")
    512000000
    """
    size = parse_size(text)
    if size < LEAST_MEMORY:
        raise InvalidValue(f"must be at least {format_memory(LEAST_MEMORY)}, got {text!r}")
    if size > MOST_MEMORY:
        raise InvalidValue(f"must be at most {format_memory(MOST_MEMORY)}, got {text!r}")
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


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise InvalidValue(f"must be text, got {value!r}")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidValue(f"must be true or false, got {value!r}")
    return value


_VARIABLES: dict[str, tuple[str, Callable[[Any], object]]] = {
    "ASSAY_ISOLATION": ("isolation", isolation_level),
    "ASSAY_PYTHON": ("python", str),
    "ASSAY_TIME": ("seconds", parse_seconds),
    "ASSAY_MEMORY": ("memory_bytes", parse_memory),
    "ASSAY_WORKERS": ("workers", parse_count),
    "ASSAY_STORE": ("store", str),
    "ASSAY_CACHE": ("cache", str),
}
_FILE_KEYS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "isolation": ("isolation", lambda value: isolation_level(_text(value))),
    "python": ("python", _text),
    "time": ("seconds", lambda value: parse_seconds(_amount_text(value))),
    "memory": ("memory_bytes", lambda value: parse_memory(_amount_text(value))),
    "workers": ("workers", parse_count),
    "store": ("store", _text),
    "cache": ("cache", _text),
    "metrics.enabled": ("metrics_enabled", _flag),
    "metrics.pass_at_k.k_values": ("k_values", parse_k),
    "metrics.code_bleu.weights": ("code_bleu_weights", code_bleu_weights),
}
_WHOLE = frozenset(("metrics.code_bleu.weights",))
"""Keys whose value is itself a table."""


def _amount_text(value: object) -> str:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else _text(value)


def _flattened(data: Mapping[str, object], name: str, prefix: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in data.items():
        path = f"{prefix}{key}"
        inner = any(known.startswith(f"{path}.") for known in _FILE_KEYS)
        if inner and not isinstance(value, Mapping):
            raise InvalidValue(f"{name}: {path} must be a table, got {value!r}")
        if isinstance(value, Mapping) and path not in _WHOLE and inner:
            found |= _flattened(value, name, f"{path}.")
        else:
            found[path] = value
    return found


def _unknown_key(name: str, key: str, value: object) -> str:
    close = difflib.get_close_matches(key, _FILE_KEYS, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return f"{name}: {key} = {value!r}: no setting has that name.{hint} Known: {', '.join(sorted(_FILE_KEYS))}."


def _read(name: str, value: Any, read: Callable[[Any], object]) -> object:  # Any: whatever the user wrote
    try:
        return read(value)
    except (InvalidValue, UnknownNameError) as error:
        raise InvalidValue(f"{name}={value!r}: {error}") from None


def _unknown(variable: str, text: str) -> str:
    close = difflib.get_close_matches(variable, _VARIABLES, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    return f"{variable}={text!r}: no setting has that name.{hint} Known: {', '.join(sorted(_VARIABLES))}."


def _amount(text: str, units: Mapping[str, float], *, example: str) -> float:
    match = _AMOUNT.fullmatch(text.strip())
    if not match or match[2] not in units:
        raise InvalidValue(f"must be an amount such as {example}, got {text!r}")
    amount = float(match[1]) * units[match[2]]
    if not 0 < amount < float("inf"):
        raise InvalidValue(f"must be positive, got {text!r}")
    return amount
