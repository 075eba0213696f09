"""`assay log`: what an agent did in production, one task by flags or many as JSON lines, to a store or to a service."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Final

from assay.cli.progress import counting
from assay.cli.run import opened
from assay.cli.runs import choices_with
from assay.errors import InvalidValue
from assay.files import MOST_BYTES
from assay.files import opened as opened_file
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from assay.observations import Added, Observation, Repeats

LONGEST_LINE: Final = 1 << 20
"""Bytes of one line; a longer one is refused."""
BATCH: Final = 1000
IDLE_SECONDS: Final = 1.0
"""After so long without another line, what came so far is kept."""
SHOWN: Final = 20
"""Refused lines that are printed; the others are counted."""

_PIECE = 1 << 16

Line = tuple[int, "bytes | None"]
"""Its number, and what stands in it; `None`: it is too long."""
Keep = Callable[[Sequence["Observation"]], "Added"]


@dataclass(frozen=True, slots=True)
class Logging:
    """How `assay log` was called."""

    url: str | None = None
    store: str | None = None
    strict: bool = False
    as_json: bool = False
    quiet: bool = False


@dataclass(slots=True)
class _Count:
    accepted: int = 0
    duplicates: int = 0
    refused: int = 0
    errors: list[str] = field(default_factory=list)


def log_observations(
    what: str, passed: bool | None, given: Mapping[str, object], fields: Sequence[str], wish: Logging
) -> int:
    """Keep one observation or many, print how many, and return the exit code: 2 where a line was refused."""
    values = {name: value for name, value in given.items() if value is not None} | dict(map(_field, fields))
    count = _Count()
    stopped = False
    with ExitStack() as stack:
        if passed is not None:
            keep = _keeper(wish, stack)
            _keep_batch([_observation({**values, "task_id": what, "passed": passed})], keep, count)
        else:
            source = stack.enter_context(_opened(what))
            keep = _keeper(wish, stack)
            done = stack.enter_context(counting("logging", "lines", quiet=wish.quiet))
            try:
                _keep_lines(source, values, keep, count, done, strict=wish.strict)
            except KeyboardInterrupt:
                stopped = True
    _tell(count, wish, stopped=stopped)
    return 130 if stopped else 2 if count.refused else 0


def lines_of(pieces: Iterable[bytes | None]) -> Iterator[Line | None]:
    """Give the lines of a text that comes in pieces, never more than the longest line in memory.

    `None` among the pieces is passed on: for a while nothing came.

    >>> list(lines_of([b"a\\nb", None, b"c"]))
    [(1, b'a'), None, (2, b'bc')]
    """
    number, begun, too_long = 1, b"", False
    for piece in pieces:
        if piece is None:
            yield None
            continue
        *whole, rest = piece.split(b"\n")
        for end in whole:
            line = begun + end
            yield number, None if too_long or len(line) > LONGEST_LINE else line
            number, begun, too_long = number + 1, b"", False
        begun += rest
        if len(begun) > LONGEST_LINE:
            begun, too_long = b"", True
    if begun or too_long:
        yield number, None if too_long else begun


def _keep_lines(
    source: IO[bytes],
    values: Mapping[str, object],
    keep: Keep,
    count: _Count,
    done: Callable[..., None],
    *,
    strict: bool,
) -> None:
    """Keep every line that is an observation, a batch at a time; a batch that is begun is kept also when it ends."""
    from assay.observations import Repeats

    batch: list[Observation] = []
    repeats = Repeats()
    try:
        for one in lines_of(_as_they_come(source)):
            if one is not None:
                try:
                    found = _read(one, values, repeats)
                except InvalidValue as error:
                    count.refused += 1
                    count.errors += [str(error)] * (len(count.errors) < SHOWN)
                    if strict:
                        return
                    continue
                batch += [] if found is None else [found]
            if batch and (one is None or len(batch) >= BATCH):
                _keep_batch(batch, keep, count)
                batch = []
                done(count.accepted + count.duplicates)
    finally:
        if batch:
            _keep_batch(batch, keep, count)


def _as_they_come(source: IO[bytes]) -> Iterator[bytes | None]:
    """Give what a file or a pipe holds as it comes, and `None` where for a while nothing does."""
    try:
        number = source.fileno()
    except OSError:  # it is no file of the system
        while piece := source.read(_PIECE):
            yield piece
        return
    while True:
        ready, _, _ = select.select([number], [], [], IDLE_SECONDS)
        if not ready:
            yield None
            continue
        try:
            piece = os.read(number, _PIECE)
        except OSError as error:
            raise InvalidValue(f"the lines cannot be read any further: {error.strerror}") from error
        if not piece:
            return
        yield piece


def _read(line: Line, values: Mapping[str, object], repeats: Repeats) -> Observation | None:
    """Return the observation in a line, with the values of the flags where it has none; `None`: it is empty."""
    from assay.distinct import distinct_json

    number, content = line
    if content is None:
        raise InvalidValue(f"line {number:,}: is longer than {LONGEST_LINE:,} bytes")
    if not content.strip():
        return None
    try:
        data = distinct_json(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidValue(f"line {number:,}: must be UTF-8, byte {error.start + 1:,} is not") from error
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"line {number:,}: is no JSON: {error!s:.120}") from error
    if not isinstance(data, dict):
        raise InvalidValue(f"line {number:,}: must be an object with fields, got {data!r:.80}")
    try:
        return _observation({**values, **data}, repeats)
    except InvalidValue as error:
        raise InvalidValue(f"line {number:,}: {error}") from error


def _observation(data: Mapping[str, object], repeats: Repeats | None = None) -> Observation:
    from assay.observations import observation_of

    return observation_of(data, repeats=repeats)


def _keep_batch(batch: Sequence[Observation], keep: Keep, count: _Count) -> None:
    added = keep(batch)
    count.accepted += added.accepted
    count.duplicates += added.duplicates


def _keeper(wish: Logging, stack: ExitStack) -> Keep:
    """Return what keeps a batch: the store, or a service."""
    if wish.url is None:
        return stack.enter_context(opened(choices_with(wish.store))).add_observations
    from assay.front.client import Client

    return stack.enter_context(Client(wish.url, os.environ.get("ASSAY_TOKEN"))).log_many


def _opened(what: str) -> AbstractContextManager[IO[bytes]]:
    if what == "-":
        return nullcontext(sys.stdin.buffer)
    if os.path.exists(what):
        return opened_file(what, MOST_BYTES)
    raise InvalidValue(
        f"say --passed or --failed of task {what!r:.200}, or name a file of JSON lines; there is no file of that name"
    )


def _field(text: str) -> tuple[str, object]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise InvalidValue(f"--set: must be FIELD=VALUE, such as team=a, got {text!r:.80}")
    if name in ("task_id", "passed", "labels"):
        raise InvalidValue(f"--set: {name} is given otherwise")
    if name in ("cost_usd", "latency_seconds"):
        try:
            return name, float(value)
        except ValueError:
            raise InvalidValue(f"--set: {name} must be a number, got {value!r:.80}") from None
    return name, value


def _tell(count: _Count, wish: Logging, *, stopped: bool) -> None:
    for error in count.errors:
        print(one_line(f"assay: {error}"), file=sys.stderr)
    if count.refused > len(count.errors):
        print(f"assay: {count.refused - len(count.errors):,} more lines were refused", file=sys.stderr)
    counts = {"accepted": count.accepted, "duplicates": count.duplicates, "refused": count.refused}
    if wish.as_json:
        print(json_text(counts))
        return
    words = {"accepted": "accepted", "duplicates": "duplicate" if count.duplicates == 1 else "duplicates"}
    said = ", ".join(
        f"{number:,} {words.get(word, word)}" for word, number in counts.items() if number or word == "accepted"
    )
    print(f"{'stopped: ' if stopped else ''}{said}")
