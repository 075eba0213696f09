"""Everything that a user can choose about a run: defaults, then a file, then `ASSAY_*` variables, then flags.

An option is a field of one of the records below, declared with `assay.settings.option`: its flag, its key in the
configuration file, its variable and its argument in a Python call all come from that one declaration.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from assay.errors import InvalidOption, InvalidValue, UsageError
from assay.settings import (
    Option,
    one_of,
    option,
    options_of,
    parse_count,
    parse_memory,
    parse_seconds,
    read_switch,
    read_text,
    read_words,
)
from assay.spec import About, BenchmarkRef, Judging, ReadingRules, Scoring, Solving, Subset

if TYPE_CHECKING:
    from assay.records import Limits

ENGINES = ("local", "ray")
"""Where candidates can be judged: by processes of this machine, or by the nodes of a Ray cluster."""
_PREFIX = "ASSAY_"
_READ_ELSEWHERE = ("ASSAY_RECIPES",)
"""Variables that are no choices of a run, but say where parts of it are found."""
ALL_METRICS = "metrics.enabled"
"""The key of a configuration file that switches every metric that is not always computed."""
_SWITCHED_METRICS = ("metrics.code_bleu.enabled", "metrics.quality.enabled")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits that the user sets instead of the benchmark; `None`: what the benchmark says."""

    seconds: float | None = option(
        None,
        "Effective time of one candidate, such as 3s; no slow reference prolongs it.",
        parse_seconds,
        name="time",
        metavar="TIME",
        file_key="time",
        variable="ASSAY_TIME",
    )
    memory_bytes: int | None = option(
        None,
        "Memory of one candidate, such as 1GiB.",
        parse_memory,
        name="memory",
        metavar="SIZE",
        file_key="memory",
        variable="ASSAY_MEMORY",
    )

    def of(self, limits: Limits) -> Limits:
        """The limits of a benchmark, changed by what the user says."""
        if self.seconds is not None:
            limits = limits.flat(self.seconds)
        return limits if self.memory_bytes is None else replace(limits, memory_bytes=self.memory_bytes)


@dataclass(frozen=True, slots=True)
class Resources:
    """What a run is made with: moves no score."""

    workers: int | None = option(
        None,
        "Judging processes.",
        parse_count,
        metavar="N",
        shown_default="one per core",
        file_key="workers",
        variable="ASSAY_WORKERS",
    )
    engine: str = option(
        "local",
        "Where they run: on this machine, or on a Ray cluster.",
        one_of(*ENGINES),
        metavar="|".join(ENGINES),
        file_key="engine",
        variable="ASSAY_ENGINE",
    )
    address: str | None = option(
        None,
        "Of the Ray cluster.",
        read_text,
        metavar="HOST:PORT",
        shown_default="the one of this machine",
        file_key="address",
        variable="ASSAY_ADDRESS",
    )
    store: str | None = option(
        None,
        "Where runs are kept.",
        read_text,
        metavar="PATH|URL",
        shown_default=".assay/assay.db",
        file_key="store",
        variable="ASSAY_STORE",
    )
    cache_folder: str | None = option(
        None,
        "The folder of all that is kept to save time: fetched problems, compiled programs.",
        read_text,
        metavar="PATH",
        has_flag=False,
        file_key="cache",
        variable="ASSAY_CACHE",
    )


@dataclass(frozen=True, slots=True)
class Access:
    """How models are reached, and what they cost: moves no score."""

    key_variable: str = option(
        "OPENAI_API_KEY",
        "The environment variable that holds the key; the key itself is never given or kept.",
        read_text,
        metavar="NAME",
        file_key="solving.key_variable",
        variable="ASSAY_KEY_VARIABLE",
    )
    concurrency: int = option(
        8,
        "The most requests at a time.",
        parse_count,
        metavar="N",
        shown_default="8",
        file_key="solving.concurrency",
        variable="ASSAY_CONCURRENCY",
    )
    patience: float = option(
        300.0,
        "How long one request may take, such as 5min.",
        parse_seconds,
        metavar="TIME",
        shown_default="5min",
        file_key="solving.patience",
        variable="ASSAY_PATIENCE",
    )
    price: str = option(
        "",
        "US dollars for a million tokens in, out and, where it differs, in from the server's cache.",
        read_words,
        metavar="IN,OUT[,CACHED]",
        shown_default="by the table of known models",
    )
    prices: str | None = option(
        None,
        "A table of prices of your own, in TOML.",
        read_text,
        metavar="PATH",
        file_key="solving.prices",
        variable="ASSAY_PRICES",
    )


@dataclass(frozen=True, slots=True)
class Sitting:
    """How one sitting deals with what is there from before."""

    cache: bool = option(True, "Use verdicts, and answers of models, from before.", read_switch)
    fresh: bool = option(False, "Begin anew where the same run was left unfinished.", read_switch)
    take_over: bool = option(False, "Go on with an unfinished run even if its process seems to live.", read_switch)
    run_id: str = ""
    """The run to go on with; empty: an unfinished one of the same plan, or a new one."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user chose, before the benchmark is loaded.

    >>> Choices().changed(time="500ms", limit=3).subset.limit
    3
    >>> Choices().with_environment({"ASSAY_MEMORY": "512MB", "LANG": "C"}).bounds.memory_bytes
    512000000
    """

    benchmark: BenchmarkRef = field(default_factory=BenchmarkRef)
    subset: Subset = field(default_factory=Subset)
    reading: ReadingRules = field(default_factory=ReadingRules)
    about: About = field(default_factory=About)
    bounds: Bounds = field(default_factory=Bounds)
    judging: Judging = field(default_factory=Judging)
    scoring: Scoring = field(default_factory=Scoring)
    resources: Resources = field(default_factory=Resources)
    sitting: Sitting = field(default_factory=Sitting)
    solving: Solving = field(default_factory=Solving)
    access: Access = field(default_factory=Access)

    def changed(self, **values: object) -> Choices:
        """These choices with other values, by the names of the options; `None` changes nothing."""
        parts: dict[str, dict[str, object]] = {}
        for name, value in values.items():
            if name not in _PLACES:
                raise InvalidValue(f"{name}={value!r}: no option has that name.{_known(name, _PLACES)}")
            if value is not None:
                part, place, found = _PLACES[name]
                parts.setdefault(part, {})[place] = _read(found, value)
        return replace(self, **{part: replace(getattr(self, part), **changes) for part, changes in parts.items()})

    def with_file(self, data: Mapping[str, object], name: str) -> Choices:
        """These choices, changed by the content of a configuration file.

        >>> Choices().with_file({"metrics": {"pass_at_k": {"k_values": [1, 2]}}}, "assay.toml").scoring.k
        (1, 2)
        """
        keys = {found.file_key: found.name for found in OPTIONS.values() if found.file_key}
        flat = _flattened(data, name, (*keys, ALL_METRICS))
        all_metrics = flat.pop(ALL_METRICS, None)
        places = (
            {}
            if all_metrics is None
            else {keys[key]: (f"{name}: {ALL_METRICS}", all_metrics) for key in _SWITCHED_METRICS}
        )
        for key, value in flat.items():
            if key not in keys:
                raise InvalidValue(
                    f"{name}: {key} = {value!r}: no setting has that name.{_known(key, (*keys, ALL_METRICS))}"
                )
        return self._changed_at(places | {keys[key]: (f"{name}: {key}", value) for key, value in flat.items()})

    def with_environment(self, environment: Mapping[str, str]) -> Choices:
        """These choices, changed by the `ASSAY_*` variables; an empty variable counts as not set."""
        names = {found.variable: found.name for found in OPTIONS.values() if found.variable}
        ours = {
            variable: text
            for variable, text in environment.items()
            if variable.startswith(_PREFIX) and variable not in _READ_ELSEWHERE
        }
        for variable, text in ours.items():
            if variable not in names:
                known = (*names, *_READ_ELSEWHERE)
                raise InvalidValue(f"{variable}={text!r}: no setting has that name.{_known(variable, known, quote='')}")
        return self._changed_at({names[variable]: (variable, text) for variable, text in ours.items() if text})

    def _changed_at(self, values: Mapping[str, tuple[str, object]]) -> Choices:
        """These choices with values that stand somewhere; an error says where, and what stands there."""
        try:
            return self.changed(**{name: value for name, (_, value) in values.items()})
        except InvalidOption as error:
            where, value = values[error.option]
            raise InvalidValue(f"{where}={value!r}: {error.why}") from None


def _places() -> dict[str, tuple[str, str, Option]]:
    return {
        found.name: (part.name, place, found)
        for part in fields(Choices)
        for place, found in options_of(_kind(part)).items()
    }


def _kind(part: Field[Any]) -> Any:  # Any: the record that a part is
    return part.default_factory


_PLACES = _places()
"""Name of an option → its part, its field, itself."""
OPTIONS: Mapping[str, Option] = {name: found for name, (_, _, found) in _PLACES.items()}
"""All options by name, in the order in which help shows them."""
OF_SOLVING = tuple(name for name, (part, _, _) in _PLACES.items() if part in ("solving", "access"))
"""The names of those that are about who writes the candidates; all others are about judging what is there."""
OF_JUDGING = tuple(name for name in OPTIONS if name not in OF_SOLVING)


def _read(found: Option, value: object) -> object:
    try:
        return found.read(value)
    except InvalidOption:
        raise
    except UsageError as error:
        raise InvalidOption(found.name, str(error)) from None


def _flattened(
    data: Mapping[str, Any], name: str, keys: Iterable[str], prefix: str = ""
) -> dict[str, Any]:  # Any: whatever the user wrote
    """Key with dots → value; a table that is a value itself stays one."""
    found: dict[str, Any] = {}
    for key, value in data.items():
        path = f"{prefix}{key}"
        has_inner = any(known.startswith(f"{path}.") for known in keys)
        if has_inner and not isinstance(value, Mapping):
            raise InvalidValue(f"{name}: {path} must be a table, got {value!r}")
        found |= _flattened(value, name, keys, f"{path}.") if has_inner else {path: value}
    return found


def _known(name: str, known: Iterable[str], *, quote: str = "'") -> str:
    close = difflib.get_close_matches(name, list(known), n=1)
    hint = f" Did you mean {quote}{close[0]}{quote}?" if close else ""
    return f"{hint} Known: {', '.join(sorted(known))}."
