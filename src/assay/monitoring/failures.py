"""How an agent fails: which classes of errors, in which version, growing or not, at which tasks, with which messages.

Classes and versions are counted exactly, from the hourly counts. Tasks are counted over the newest `NEWEST_COUNTED`
failures and messages are read of the newest `NEWEST`; pages say so where there are more.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from assay.observations import Chosen, Observation
from assay.statistics.independent import equal_rates, newcombe
from assay.statistics.multiplicity import benjamini_hochberg
from assay.store.base import Observations

NEWEST = 2_000
"""Failures whose messages are read and grouped."""
NEWEST_COUNTED = 50_000
"""Failures over which tasks are counted."""
PAGE = 500
"""Failures read from the store at a time."""
MOST_CLASSES = 12
MOST_VERSIONS = 10
MOST_FRAMES = 3
"""Frames of a stack that tell failures apart: the innermost."""
LONGEST_HEAD, LONGEST_TAIL = 1_000, 3_000
"""Characters of a message that are looked at, from its beginning and from its end."""
LONGEST_HEADLINE = 200

_QUOTED = re.compile(r"(?<!\w)(?:'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|`[^`\n]{0,200}`)")
_DIGITS = re.compile(r"\d+")
_ADDRESS = re.compile(r"^0[xX][0-9a-fA-F]+$")
_HEXADECIMAL = re.compile(r"^[0-9a-fA-F-]{8,}$")
_EDGES = "()[]{}<>,;:.!?'\"`"
_PYTHON_FRAME = re.compile(r'^\s*File "([^"\n]{0,500})", line \d+(?:, in (\S{1,200}))?')
_OTHER_FRAME = re.compile(r"^\s*at (\S{1,200})(?: \(([^)\n]{0,500})\))?")


@dataclass(frozen=True, slots=True)
class Growth:
    """How often one class of errors comes up now, and did before."""

    error_class: str
    count: int
    n: int
    """Observations of the period."""
    count_before: int
    n_before: int
    change: float | None
    """The share of observations that fail so now, less that of before; `None`: there is nothing before."""
    interval: tuple[float, float] | None
    p: float | None
    """That both shares are equal, after Benjamini and Hochberg over all classes."""

    @property
    def share(self) -> float:
        """The share of observations that fail so."""
        return self.count / self.n

    @property
    def is_clear(self) -> bool:
        """Whether the change is more than chance brings about, with all classes looked at."""
        return self.p is not None and self.p <= 0.05


@dataclass(frozen=True, slots=True)
class Heat:
    """How often each version fails in which way."""

    field: str
    """What tells versions apart: a field of observations."""
    versions: tuple[str, ...]
    """In the order in which they came."""
    sizes: tuple[int, ...]
    """How many observations each version has."""
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """A class of errors with its count for each version, the most frequent first."""
    versions_left_out: int = 0
    classes_left_out: int = 0


@dataclass(frozen=True, slots=True)
class Cluster:
    """Failures whose messages are the same but for numbers, addresses, quotations, paths and ids."""

    headline: str
    """The message with those replaced; empty where there was no message."""
    frames: tuple[str, ...]
    """The innermost frames of the stack, where there was one, the innermost last."""
    count: int
    tasks: int
    """How many tasks failed so."""
    classes: tuple[str, ...]
    versions: tuple[str, ...]
    first: datetime
    last: datetime
    examples: tuple[str, ...]
    """Ids of the newest."""


def growth(store: Observations, chosen: Chosen, before: Chosen | None) -> list[Growth]:
    """Return each class of errors with how it grew against the period before, the one that grew most first."""
    now, n = _by_class(store, chosen)
    earlier, n_before = _by_class(store, before) if before is not None else (Counter[str](), 0)
    classes = sorted(set(now) | set(earlier))
    if not n:
        return []
    if not n_before:
        found = [Growth(name, now[name], n, 0, 0, None, None, None) for name in classes]
        return sorted(found, key=lambda one: (-one.count, one.error_class))
    raised = benjamini_hochberg([equal_rates(earlier[name], n_before, now[name], n) for name in classes])
    found = [
        Growth(
            name,
            now[name],
            n,
            earlier[name],
            n_before,
            now[name] / n - earlier[name] / n_before,
            newcombe(earlier[name], n_before, now[name], n),
            p,
        )
        for name, p in zip(classes, raised, strict=True)
    ]
    return sorted(found, key=lambda one: (-(one.change or 0.0), one.error_class))


def heat(store: Observations, chosen: Chosen, *, by: str) -> Heat:
    """Return how often each value of a field, such as `agent_version`, fails in which way."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    for counted in store.tallies(chosen, by=(by, "error_class")):
        version, name = counted.slices[by], counted.slices["error_class"]
        sizes[version] += counted.tally.n
        if name:
            counts[name][version] += counted.tally.n
    came = {value: first for value, first, _, _ in store.values(by, chosen)}
    last = datetime.max.replace(tzinfo=UTC)
    ordered = sorted(sizes, key=lambda version: (came.get(version, last), version))
    versions = tuple(ordered[-MOST_VERSIONS:])
    classes = sorted(counts, key=lambda name: (-counts[name].total(), name))
    rows = tuple((name, tuple(counts[name][version] for version in versions)) for name in classes[:MOST_CLASSES])
    return Heat(
        by,
        versions,
        tuple(sizes[version] for version in versions),
        rows,
        len(ordered) - len(versions),
        len(classes) - len(rows),
    )


def newest_failures(store: Observations, chosen: Chosen, *, error_class: str | None = None) -> list[Observation]:
    """Return the newest failures, at most `NEWEST`."""
    found: list[Observation] = []
    after: str | None = None
    while len(found) < NEWEST:
        page = store.observations(
            chosen, passed=False, error_class=error_class, after=after, limit=min(PAGE, NEWEST - len(found))
        )
        found += page
        if len(page) < PAGE:
            break
        after = page[-1].id
    return found


def clusters(failures: Iterable[Observation]) -> list[Cluster]:
    """Return failures grouped by what they say and where, the largest group first."""
    groups: dict[tuple[str, tuple[str, ...]], list[Observation]] = defaultdict(list)
    for one in failures:
        groups[headline_of(one.message), frames_of(one.message)].append(one)
    found = [_cluster(headline, frames, group) for (headline, frames), group in groups.items()]
    return sorted(found, key=lambda one: (-one.count, one.headline, one.frames))


def headline_of(message: str) -> str:
    """Return the line of a message that says what went wrong, with all that differs from time to time replaced.

    Of a Python traceback that is the last line that is not indented, of anything else the first line.

    >>> headline_of("KeyError: 'user-81' at 0x7f3a, line 12 of /srv/app/main.py")
    "KeyError: '…' at <address>, line N of <path>"
    """
    lines = [line for line in _bounded(message).splitlines() if line.strip()]
    if not lines:
        return ""
    if any(line.startswith("Traceback (most recent call last)") for line in lines):
        said = [line for line in lines if not line[0].isspace()]
        return normalised((said or lines)[-1])
    return normalised(lines[0])


def frames_of(message: str) -> tuple[str, ...]:
    """Return the innermost frames of the stack in a message, as file and function, the innermost last.

    There are none where the message has no stack.

    >>> frames_of('Traceback (most recent call last):\\n  File "/a/b.py", line 3, in run\\n    go()\\nValueError: no')
    ('b.py run',)
    """
    lines = _bounded(message).splitlines()
    python = [match for line in lines if (match := _PYTHON_FRAME.match(line))]
    if python:
        return tuple(f"{_base(match[1])} {match[2] or ''}".strip() for match in python[-MOST_FRAMES:])
    other = [match for line in lines if (match := _OTHER_FRAME.match(line))]
    return tuple(
        _DIGITS.sub("N", f"{_base(match[2] or '')} {match[1]}".strip()) for match in reversed(other[:MOST_FRAMES])
    )


def normalised(line: str) -> str:
    """Return a line with numbers, addresses, quotations, paths and ids replaced by what they are; it is cut if long.

    >>> normalised("timeout after 12.5 s for request 3f2a9c1e-77b0")
    'timeout after N.N s for request <id>'
    """
    plain = _QUOTED.sub("'…'", line)
    words = " ".join(map(_word, plain.split()))
    return words if len(words) <= LONGEST_HEADLINE else f"{words[: LONGEST_HEADLINE - 1]}…"


def period_before(chosen: Chosen, *, now: datetime) -> Chosen | None:
    """Return the period of the same length that ends where this one begins; `None` where it has no beginning."""
    if chosen.since is None:
        return None
    until = now if chosen.until is None else chosen.until
    return replace(chosen, since=chosen.since - (until - chosen.since), until=chosen.since)


def _by_class(store: Observations, chosen: Chosen) -> tuple[Counter[str], int]:
    counts: Counter[str] = Counter()
    n = 0
    for counted in store.tallies(chosen, by=("error_class",)):
        n += counted.tally.n
        if counted.slices["error_class"]:
            counts[counted.slices["error_class"]] += counted.tally.n
    return counts, n


def _cluster(headline: str, frames: tuple[str, ...], group: Sequence[Observation]) -> Cluster:
    newest = sorted(group, key=lambda one: (one.at, one.id), reverse=True)
    return Cluster(
        headline,
        frames,
        len(group),
        len({one.task_id for one in group}),
        _most_common(one.error_class for one in group),
        _most_common(one.agent_version or one.model_version for one in group),
        newest[-1].at,
        newest[0].at,
        tuple(one.id for one in newest[:3]),
    )


def _most_common(values: Iterable[str]) -> tuple[str, ...]:
    counts: Mapping[str, int] = Counter(value for value in values if value)
    return tuple(sorted(counts, key=lambda value: (-counts[value], value))[:5])


def _bounded(message: str) -> str:
    if len(message) <= LONGEST_HEAD + LONGEST_TAIL:
        return message
    return f"{message[:LONGEST_HEAD]}\n{message[-LONGEST_TAIL:]}"


def _word(word: str) -> str:
    """Return one word, with what it ends in kept."""
    core = word.strip(_EDGES)
    if not core:
        return word
    start = word.index(core)
    before, after = word[:start], word[start + len(core) :]
    return f"{before}{_replaced(core)}{after}"


def _replaced(core: str) -> str:
    if _ADDRESS.match(core):
        return "<address>"
    if "/" in core or "\\" in core:
        return "<path>"
    if len(core) >= 8 and _HEXADECIMAL.match(core) and any(sign.isdigit() for sign in core):
        return "<id>"
    return _DIGITS.sub("N", core)


def _base(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2][:80]
