"""What references return: computed in the sandbox when first asked for, and kept on disk, one file a problem."""

from __future__ import annotations

import json
import marshal
import threading
import weakref
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol

from assay.benchmarks.pacing import keep, pace_of, read_pace
from assay.errors import InvalidProblem, InvalidValue
from assay.hashing import content_digest
from assay.judges.large import PackedValue
from assay.records import Case, Cases, FunctionCheck, Limits, Pace
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import Arguments, CallEnd, CallResult, CallsRun
from assay.sandbox.guest import wire

FORMAT = "assay-expected-10"
LIMITS = Limits(seconds=120.0, memory_bytes=4 * 2**30)
"""References are given more than any candidate: their answers are needed once."""
LARGE_BYTES = 32 * 1024
"""A value whose encoding is longer stays packed until asked for: of HumanEval+, some 40 answers are 94 % of all."""
PLAIN, TOGETHER, LARGE = b"P", b"L", b"Z"
"""A batch is a list of values of built-in types, a list of others, or one large value."""
MAX_CHUNK_BYTES = 256 * 2**20


@dataclass(frozen=True, slots=True)
class Question:
    """A reference and the arguments it is called with."""

    id: str
    entry_point: str
    reference: str
    calls: tuple[tuple[object, ...], ...]
    key: str
    """The name that its answers are kept under: made by `key_of`, out of everything that decides them."""
    truth: bool = False
    """Only whether the answer is true is wanted: what it returns is no data (a match of `re`)."""


@dataclass(frozen=True, slots=True)
class ReferenceAnswer:
    """What one reference returned, call by call, and what it needed."""

    body: bytes
    """All values, packed."""
    calls: int
    pace: Pace
    """Call by call."""
    unanswered: Mapping[int, str] = field(default_factory=dict)
    """Number of the call → why it has no answer that could be compared; its value is `None`."""

    def values(self) -> tuple[object, ...]:
        """Large ones as `PackedValue`; takes long where there are many, so whoever judges asks for them."""
        return _unpacked(self.body, self.calls)


class CaseMaker(Protocol):
    """Makes the cases of one problem when they are needed; can be pickled."""

    @property
    def key(self) -> str:
        """What decides the cases, as a text."""

    def counts(self) -> tuple[int, int]:
        """Return how many basic cases there will be, and how many edge cases."""

    def __call__(self) -> tuple[Case, ...]:
        """Return the cases."""


class LazyCases(Cases):
    """Cases that are made when they are first looked at, also in another process."""

    __slots__ = ("_cases", "_make")
    _make: CaseMaker
    _cases: tuple[Case, ...] | None

    def __init__(self, entry_point: str, make: CaseMaker, *, before: str = "", holder: str = "") -> None:
        FunctionCheck.__init__(self, entry_point, before=before, holder=holder)
        object.__setattr__(self, "_make", make)
        object.__setattr__(self, "_cases", None)

    @property
    def cases(self) -> tuple[Case, ...]:
        if self._cases is None:
            object.__setattr__(self, "_cases", self._make())
        assert self._cases is not None, "they were just made"
        return self._cases

    def counts(self) -> tuple[int, int]:
        return self._make.counts()

    def content(self) -> tuple[object, ...]:
        return (self.entry_point, self._make.key, self.before, self.holder)

    def mistake(self) -> str:
        return FunctionCheck.mistake(self)

    def __reduce__(self) -> tuple[Any, ...]:  # Any: as pickle wants it
        return partial(LazyCases, before=self.before, holder=self.holder), (self.entry_point, self._make)


class ReferenceAnswers:
    """The answers of references, each found when it is first asked for: in the folder, else by the reference itself.

    A kept file is one more copy of what can be computed: where it is broken or cannot be written, nothing is lost.
    `progress` is told, after each reference that was run, how many of how many problems have their answers at hand.
    """

    def __init__(
        self,
        problems: int,
        folder: Path,
        sandbox: Callable[[], Sandbox],
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self._problems = problems
        self._folder = folder / "expected"
        self._sandbox = sandbox
        self._progress = progress
        self._known: dict[str, ReferenceAnswer] = {}
        self._box: Sandbox | None = None
        self._lock = threading.Lock()  # cases are also first looked at by the threads that send problems to workers

    def of(self, question: Question) -> ReferenceAnswer:
        """What the reference returns; raises `InvalidProblem` where it does not load or answers no call at all."""
        with self._lock:
            if question.key not in self._known:
                self._known[question.key] = self._found(question)
            return self._known[question.key]

    def _found(self, question: Question) -> ReferenceAnswer:
        path = self._folder / f"{question.key}.bin"
        kept = _read(path, question)
        if kept is not None:
            return kept
        made = answer(self._opened(), question)
        _write(path, made)
        if self._progress is not None:
            self._progress(len(self._known) + 1, self._problems)
        return made

    def _opened(self) -> Sandbox:
        """One sandbox for all references; it ends with these answers, at the latest with the process."""
        if self._box is None:
            self._box = self._sandbox()
            weakref.finalize(self, self._box.close)
        return self._box


def key_of(*parts: str) -> str:
    """A file name out of everything that decides the answers."""
    return content_digest("\0".join((FORMAT, f"{wire.MAX_NODES} {wire.MAX_BYTES}", *parts))).hex()[:32]


def answer(sandbox: Sandbox, question: Question) -> ReferenceAnswer:
    """Return what a reference returns; raise `InvalidProblem` where it does not load or answers no call at all."""
    calls: list[Arguments] = [(call, {}) for call in question.calls]
    try:
        run = CallsRun(sandbox, question.reference, question.entry_point, calls, limits=LIMITS)
    except InvalidValue as error:
        raise InvalidProblem(f"problem {question.id!r}: {error}") from error
    if run.not_loaded:
        raise InvalidProblem(f"problem {question.id!r}: the reference does not load: {run.not_loaded}")
    values: list[object] = []
    unanswered: dict[int, str] = {}
    seconds: list[float] = []
    for number, result in enumerate(run):
        value, reason = _value(result, question.truth)
        values.append(value)
        seconds.append(result.seconds)
        if reason:
            unanswered[number] = reason.partition("\n")[0]
    if len(unanswered) == len(values):
        why = next(iter(unanswered.values()), "it has no input")
        raise InvalidProblem(f"problem {question.id!r}: the reference answers no input: {why}")
    return ReferenceAnswer(_batches(values), len(values), pace_of(run.execution.effective_seconds, seconds), unanswered)


def _value(result: CallResult, truth: bool) -> tuple[object, str]:
    """Return the value that a candidate's is compared with, or why there is none."""
    value = result.value
    if truth and result.end in (CallEnd.RETURNED, CallEnd.NOT_DATA):
        return bool(value.truth if isinstance(value, wire.Opaque) else value), ""
    if result.error:
        return None, result.error
    return (PackedValue.of(value) if result.encoded_bytes > LARGE_BYTES else value), ""


def _write(path: Path, made: ReferenceAnswer) -> None:
    """One file: a line of JSON with what was needed and what has no answer, then the answers, packed."""
    body = made.body
    head = {
        "format": FORMAT,
        "sha256": content_digest(body).hex(),
        "calls": made.calls,
        "seconds": made.pace.seconds,
        "long": made.pace.cases,
        "unanswered": made.unanswered,
    }
    keep(path, json.dumps(head).encode() + b"\n" + body)


def _batches(values: Sequence[object]) -> bytes:
    """Values in batches, each led by its kind and its length."""
    made = []
    for large, group in groupby(values, lambda value: isinstance(value, PackedValue)):
        if not large:
            made.append(_small(list(group)))
            continue
        for value in group:
            assert isinstance(value, PackedValue), "grouped by it"
            made.append(_batch(LARGE, wire.encode(astuple(value))))
    return b"".join(made)


def _small(values: list[object]) -> bytes:
    try:
        kind = PLAIN if wire.is_plain(values) else TOGETHER
        return _batch(kind, zlib.compress(wire.encode(values, None, None, True), 6))
    except wire.TooLarge:  # all of them together, for none is large
        return _small(values[: len(values) // 2]) + _small(values[len(values) // 2 :])


def _batch(kind: bytes, data: bytes) -> bytes:
    return kind + len(data).to_bytes(4, "big") + data


def _read(path: Path, question: Question) -> ReferenceAnswer | None:
    """The answers in a file, or `None` where there is none or it is not whole."""
    try:
        line, _, body = path.read_bytes().partition(b"\n")
        head = json.loads(line)
        if head["format"] != FORMAT or content_digest(body).hex() != head["sha256"]:
            return None
        unanswered = {int(call): str(reason) for call, reason in head["unanswered"].items()}
        if head["calls"] != len(question.calls):
            return None
        return ReferenceAnswer(body, head["calls"], read_pace(head["seconds"], head["long"]), unanswered)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None


def _unpacked(body: bytes, number: int) -> tuple[object, ...]:
    values: list[object] = []
    at = 0
    while at < len(body):
        end = at + 5 + int.from_bytes(body[at + 1 : at + 5], "big")
        kind, batch = body[at : at + 1], body[at + 5 : end]
        values.extend([_large(batch)] if kind == LARGE else _together(batch, plain=kind == PLAIN))
        at = end
    if len(values) != number:
        raise ValueError("another number of answers")
    return tuple(values)


def _large(batch: bytes) -> PackedValue:
    found = wire.decode(batch)
    if not isinstance(found, tuple) or len(found) != len(fields(PackedValue)):
        raise wire.Malformed("not a large answer")
    return PackedValue(*found)


def _together(batch: bytes, *, plain: bool) -> list[object]:
    data = zlib.decompressobj().decompress(batch, MAX_CHUNK_BYTES)
    values = marshal.loads(data) if plain else wire.decode(data)  # ours, like the bytecode that Python keeps
    if not isinstance(values, list):
        raise wire.Malformed("not a list of answers")
    return values
