"""Our end of the channel to one candidate process.

A request is answered, or the process is given up: what comes without having been asked for, or cannot be read, ends
the conversation. Whatever keeps a case from being decided is remembered here, since test code may catch anything.
"""

from __future__ import annotations

import builtins
import dis
import operator
import os
import re
import sys
from _thread import RLock
from collections import deque
from types import CoroutineType, GeneratorType
from weakref import WeakValueDictionary

from assay.judges.host import expected, handles, laws, links, masks, raised
from assay.judges.host.nans import holds_nan
from assay.judges.host.statements import OWN_MEMORY
from assay.sandbox.guest import cells, frames, messages, wire
from assay.sandbox.guest.abilities import HOLDS_DATA
from assay.sandbox.guest.ledger import CopyLedger, copied
from assay.sandbox.guest.objects import NUMBER, SERIAL
from assay.sandbox.guest.wire import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_urandom = os.urandom  # test code may put something else in its place
MAX_NOTES = 64
MAX_REPORTS = 1000
MAX_CLASSES = 10_000
MAX_RECENT = 10_000
"""Handles that are kept for the length of a case, so that tests may compare identities by `id`."""
NAN = re.compile(rb"[gy](?:.{8})?(?:.{6}[\xf1-\xff]|(?!\0{6}).{6}\xf0)[\x7f\xff]", re.DOTALL)
"""A float, or a complex number, in a message that is no number."""
ERROR = re.compile(
    rb"(?:type|exception)u.\0\0\0\w*(?:Error|Exception|Warning|Exit|Interrupt|Iteration|Group)", re.DOTALL
)
"""An exception, or an exception class of Python's own, in a message."""
TABLES = (b"ndarray", b"numpy_scalar", b"pandas_missing", b"decimal")
"""Tags of what may hold a NaN that is not written like a float: arrays, and with them tables, moments, decimals."""


class CandidateGone(BaseException):
    """The candidate's process ended, or wrote what cannot be read; no `except Exception` of a test catches it."""


class Undecided(BaseException):
    """The case cannot be decided, for a reason of ours or of the tests'; it does not pass."""


class CannotCross(Exception):
    """An object of the tests' that has no counterpart in another process."""


class Remote:
    """One candidate process, asked one thing at a time."""

    def __init__(self, fd: int) -> None:
        self.channel = frames.Channel(fd)
        self.mentioned: frozenset[str] = frozenset()
        """Every name in the source of the tests."""
        self.expecting: dict[str, expected.Lines] = {}
        """By file of the tests, the lines at which exceptions that end something are expected."""
        self.lock = RLock()
        self.open = True
        self.garbage = ""
        self.spoiled: tuple[str, str] | None = None
        """Status and reason, where the current case cannot pass any more, whatever the test code makes of it."""
        self.suspicions: list[tuple[str, str]] = []
        self.reports = 0
        self.judging = ""
        """The class of an object that came during the current case and says itself what equals it."""
        self.classes: dict[int, frozenset[str]] = {}
        """The classes that the tests name, by number, with the methods that they are meant to have, if known."""
        self.methods: frozenset[str] = frozenset()
        """The methods that the reference's own objects have, as far as its run has shown."""
        self.has_reference = False
        self.profiling = False
        """It is the reference that runs: what it is asked for shows which methods its own objects have."""
        self.variant = ""
        """What is otherwise than in a run that counts; see `masks`."""
        self.masked = False
        """An answer was masked during the current case."""
        self.comparisons = laws.Comparisons()
        self.iterated = 0
        """The number of the object that is asked for its iterator: it may answer with itself, as generators do."""
        self.may_decide = False
        """During the current case an object came once more, or a class, so that the tests may ask which it is."""
        self.wanted: set[str] = set()
        """The methods of objects of the candidate's own that the tests have called and that are not among these."""
        self.decided = False
        """An object of the candidate's own has decided something during the current case, such as an equality."""
        self.decides = False
        """The same of the last thing that was asked for."""
        self.shared: dict[type, str] = {}
        """Classes that the tests define and expect on the candidate's side too, with how their objects cross."""
        self.ledger = CopyLedger()
        self.handles: WeakValueDictionary[int, Any] = WeakValueDictionary()
        self.recent: deque[Any] = deque(maxlen=MAX_RECENT)
        self.kinds: dict[int, Any] = {}
        """Classes of this process that stand for classes of the candidate's, by number."""
        self.twins: dict[int, Any] = {}
        """Of those that the tests name: what stands for them when the candidate hands them over."""
        self.error_kinds: dict[int, Any] = {}
        self.prelude_errors: dict[str, type] = {}
        self.given: dict[int, links.Link] = {}
        """Objects of the candidate's own that the tests have given to it, by number."""
        self.own: list[tuple[str, Any]] = []
        """Things of the test code that the candidate was given, by number."""
        self.own_numbers: dict[int, int] = {}
        self.own_errors: list[BaseException] = []
        self.seen: set[int] = set()
        """Numbers of the objects that the candidate has handed over so far."""
        self.requests = 0
        """How many requests there were after which an object of the candidate's may hold other data."""
        self.changes = 0
        """How many of them were there to change something."""
        self.stops: list[tuple[BaseException, str]] = []
        """What the candidate raised that could end a loop of the tests, and in which operation."""
        self.raised_now: set[int] = set()
        """Numbers of the exceptions that test code has raised during the request that is being answered."""
        self._watch_tests()

    def _watch_tests(self) -> None:
        """Begin to note what becomes of functions and exceptions of the tests."""
        self.called: set[tuple[str, int]] = set()
        """Functions of the tests that ran for it during the current case: full names, identities of first arguments."""
        self.waiting: dict[int, tuple[str, int]] = {}
        """The same of coroutines that were made and not awaited so far, by identity."""
        self.depth = 0
        """How many functions of the tests' the candidate is calling, one inside of the other."""
        self.findings: dict[int, BaseException] = {}
        """What functions given to the candidate found, by number, until it comes back; see `raised.is_finding`."""
        self.kept: set[str] = set()
        """Pictures of exceptions of the tests' that the candidate kept and that may be meant to be kept."""

    # -- what the tests use --------------------------------------------------------------------------------------

    def lookup(self, name: str, methods: Iterable[str] | None, error: str | None = None) -> Any:
        """What the candidate defines under `name`; a class comes with the methods it is meant to have, if known.

        `error`: the name is meant as an exception class, as one of its own if empty, or else as those of Python's own.
        """
        value = self.ask("lookup", name)
        link = links.link_of(value)
        if link is not None:
            link.meant = True
        if methods is not None and type(value) is raised.ErrorType:
            self.classes[value._assay_link.number] = frozenset(methods)
        elif methods is not None and link is not None and links.is_class_handle(value):
            self.classes[link.number] = frozenset(methods)
            value = self.kinds[link.number]
            links.link_of(value).trusted = True  # type: ignore[union-attr]  # a class of the candidate's
        return self.named(value, error)

    def named(self, value: Any, error: str | None = None) -> Any:
        """What stands for an exception class that the tests name, or for each in a tuple; any other value as it is."""
        if type(value) is tuple:
            members = tuple([self.named(member, error) for member in value])
            return value if all(map(operator.is_, members, value)) else members
        is_class = links.is_class_handle(value) or (isinstance(value, type) and issubclass(value, BaseException))
        is_error = is_class and self.belongs("issubclass", value, BaseException)[0]
        lineage = self.ask("lineage", value) if is_error else None
        if error == "" and (not is_error or raised.is_built_in(lineage)):
            raise TypeError("a name that is meant as an exception class of the candidate's own is none")
        if error and lineage and raised.is_built_in(lineage) and lineage[0][1] in error.split():
            return builtins.__dict__[lineage[0][1]]
        return raised.named_class(self, lineage) if is_error else value

    def caught(self, value: Any) -> Any:
        """What an `except` catches whose classes come from the candidate; none may catch what the tests raise."""
        found = self._kinds(value)
        error = sys.exc_info()[1]
        of_tests = error is not None and raised.origin_of(error) is None
        if of_tests and not any(error is own for own in self.own_errors) and isinstance(error, found):
            self.spoil("failed", f"a class that the candidate gave catches what the tests raise: {error!s:.500}")
        return found

    def _kinds(self, value: Any) -> Any:
        """A class of the candidate's as exceptions of its are known here, or a tuple of such classes."""
        if isinstance(value, tuple):
            return tuple(map(self._kinds, value))
        is_error = links.is_class_handle(value) and self.belongs("issubclass", value, BaseException)[0]
        return raised.class_for(self, self.ask("lineage", value)) if is_error else value

    def share(self, classes: dict[type, str]) -> None:
        if classes:
            self.ask("share", [kind.__name__ for kind in classes])
            self.shared = classes

    def ask(self, operation: str, *operands: Any) -> Any:
        """Has one thing done in the candidate's process."""
        with self.lock:
            if not self.open:
                raise CandidateGone(self.garbage or "its process has ended")
            serial = _urandom(SERIAL)
            if operation not in SHOWING:
                self.decides = operation in DECIDING
                self.decided = self.decided or self.decides
            target = links.link_of(operands[0]) if operation in ("iter", "aiter") else None
            self.iterated = target.number if target is not None else 0
            self.requests += operation not in READING
            self.changes += operation in CHANGING
            if not self.depth:
                self.raised_now.clear()
            if self.variant == masks.COPIES and operation not in READING:
                operands = copied(operands, self.shared)
            gone = self.ledger.dropped()
            quick = self._quick(gone, *operands) if operation == "call" else None
            body = self._message((operation, operands), gone) if quick is None else quick
            try:
                kind, answer = self._talk(serial, body, frames.REQUEST if quick is None else frames.CALL)
                value = self._read(kind, answer, operation)
                return (
                    self._masked(value, operation) if self.variant and masks.is_masked(operation, operands) else value
                )
            except MemoryError as error:
                if not raised.came_from(error, self):
                    self.open = False
                    self.spoil(OWN_MEMORY, "the tests ran out of memory with the candidate's values")
                raise
            except RecursionError as error:
                if not raised.came_from(error, self):
                    self.open = False
                raise

    def _masked(self, value: Any, operation: str) -> Any:
        if self.variant not in masks.MASKING:
            return value
        if self.variant == masks.NOTHING and operation in masks.ENDINGS:
            self.masked = True
            raise masks.ENDINGS[operation]
        found = value if links.link_of(value) is not None else masks.masked(value, self.variant)
        self.masked = self.masked or found is not value
        return found

    def belongs(self, operation: str, value: Any, kind: Any) -> tuple[bool, bool]:
        """Return whether something belongs to a class, and whether that is the candidate's word against its bases."""
        answer = self.ask(operation, value, kind)
        if type(answer) is not tuple or [type(part) for part in answer] != [bool, bool]:
            raise self.gone("an answer that is neither true nor false")
        return answer

    def decide(self) -> None:
        """Note that an object of the candidate's own has decided something that needed no request."""
        self.decided = self.decides = True

    def allows(self, name: str, place: str) -> bool | None:
        """Whether the reference's own objects have a method of that name; `place` names the class, if a library's.

        `None`: objects of a library that the reference gives have it, and this object is none of them, so the method
        may give data, and no truth value.
        """
        if self.profiling:
            self.wanted.add(f"{place}.{name}" if place else name)
        if self.profiling or name in self.methods or (place and f"{place}.{name}" in self.methods):
            return True
        return None if any(method.endswith(f".{name}") for method in self.methods) else False

    def _quick(
        self, gone: list[int], target: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> bytes | None:
        """A call whose arguments are plain data that the candidate does not have yet: no identity is at stake."""
        link = links.link_of(target)
        if link is None or link.remote is not self or keywords or self.ledger.changes():
            return None
        try:
            if not self.ledger.is_new(arguments):
                return None
            body = NUMBER.pack(link.number) + wire.encode((gone, arguments))
        except wire.TooLarge:
            return None
        self.ledger.enter((arguments,), {})
        return body

    def _message(self, value: Any, gone: list[int] | None = None) -> bytes:
        try:
            return cells.write(value, self.give, self.shared, self.ledger, gone or [])
        except (MemoryError, RecursionError):
            raise
        except Exception as error:
            raise self.refuse(f"the tests give the candidate what cannot cross: {error}") from None

    # -- messages ------------------------------------------------------------------------------------------------

    def _talk(self, serial: bytes, body: bytes, request: int) -> tuple[int, bytes]:
        """Sends a request and waits for its answer; serves what the candidate asks for in the meantime."""
        try:
            self.channel.send(request, serial + body)
            while True:
                kind, answer = self._receive()
                if kind == frames.SUSPECT:
                    self._note(answer)
                    continue
                if answer[:SERIAL] != serial:
                    raise self.gone("an answer that nobody asked for")
                if kind != frames.CALLBACK:
                    return kind, answer[SERIAL:]
                self._serve(answer[SERIAL:])
        except (frames.ChannelClosed, OSError):
            self.open = False
            raise CandidateGone("its process has ended") from None
        except BaseException:  # also what a signal handler of the tests raises: the conversation is out of step
            self.open = False
            raise

    def _receive(self) -> tuple[int, bytes]:
        size, kind = frames.HEADER.unpack(self.channel._exactly(frames.HEADER.size))
        if size > wire.MAX_BYTES + 4096 or kind not in frames.FROM_CANDIDATE:
            raise self.gone(f"a message of kind {kind} with {size} bytes")
        return kind, self.channel._exactly(size)

    def _note(self, body: bytes) -> None:
        self.reports += 1
        if self.reports > MAX_REPORTS:
            raise self.gone("more reports than any honest candidate gives rise to")
        try:
            kind, evidence = messages.read_texts(body, messages.MAX_NAME, messages.MAX_TEXT)
        except wire.Malformed:
            raise self.gone("an unreadable report") from None
        self.suspect(kind, evidence)

    def _read(self, kind: int, answer: bytes, operation: str) -> Any:
        if kind == frames.PLAIN:
            return self._plain(answer)
        if kind == frames.TOO_LARGE:
            raise self._too_large(answer)
        if kind not in (frames.VALUE, frames.RAISED):
            raise self.gone(f"an answer of kind {kind}")
        message = self._decode(answer)
        if kind == frames.VALUE:
            return message
        try:
            error, stage = raised.rebuild(self, message, operation)
        except (MemoryError, RecursionError):
            raise
        except Exception as problem:  # it came from a process that may write anything
            raise self.gone(f"an unreadable exception: {type(problem).__name__}") from None
        if stage == "arguments":
            self.open = False  # it knows nothing of the containers in that message
            status = "out_of_memory" if isinstance(error, MemoryError) else "failed"
            self.spoil(status, f"the candidate cannot take what the tests give it: {error}")
            raise Undecided(str(error))
        if isinstance(error, StopIteration):
            self.stops.append((error, operation))
        if raised.exits_with_success(error):
            self.suspect("early_exit", "exits with success during a call")
        raise error

    def _plain(self, answer: bytes) -> Any:
        """A value that is data, and that nothing else changed with."""
        try:
            value = wire.decode(answer, wire.only_data)
            self.ledger.enter((value,), {})
            self._see_deciding(answer, value)
            return value
        except wire.NoRoom:
            raise
        except wire.TooLarge as error:
            self.spoil("failed", f"the candidate's value is too large: {error}")
            raise Undecided(str(error)) from None
        except wire.Malformed as error:
            raise self.gone(f"unreadable: {error}") from None

    def _decode(self, body: bytes) -> Any:
        self.ledger.referred = False
        try:
            value = cells.read(body, self._resolve, self.shared, self.ledger)
            if self.ledger.referred:  # what the tests put into that container comes from the candidate now
                for link in self.given.values():
                    link.trusted = False
            self._see_deciding(body, value)
            return value
        except (MemoryError, RecursionError):
            raise
        except wire.TooLarge as error:
            self.spoil("failed", f"the candidate's value is too large: {error}")
            raise Undecided(str(error)) from None
        except Exception as error:
            why = str(error) if type(error) is wire.Malformed else type(error).__name__
            raise self.gone(f"unreadable: {why}") from None

    def _see_deciding(self, body: bytes, value: Any) -> None:
        """Note that data has come that decides by itself: a NaN, or an exception class of Python's own.

        Each order that tests ask a NaN for is false, as `abs(nan - 2) > 1e-6` is; and `except` with such a class
        catches what the tests raise.
        """
        has_class = (b"typeu" in body or b"exceptionu" in body) and ERROR.search(body)
        self.decided = self.decided or bool(has_class or NAN.search(body))
        if not self.decided and any(tag in body for tag in TABLES):
            self.decided = holds_nan(value)

    def _too_large(self, answer: bytes) -> BaseException:
        try:
            why = messages.read_text(answer, 200)
        except wire.Malformed:
            return self.gone("an unreadable answer")
        self.spoil("failed", f"the candidate's value is too large: {why}")
        return Undecided("too large")

    def close(self) -> None:
        self.open = False
        fd, self.channel.fd = self.channel.fd, -1
        if fd >= 0:
            os.close(fd)

    # -- what becomes of the case --------------------------------------------------------------------------------

    def gone(self, why: str) -> CandidateGone:
        self.open = False
        self.garbage = why[:2000]
        return CandidateGone(self.garbage)

    def spoil(self, status: str, why: str) -> None:
        self.spoiled = self.spoiled or (status, why[:2000])

    def refuse(self, why: str) -> Undecided:
        """For what the tests ask of us and we cannot do: nothing that the candidate is to blame for."""
        self.spoil("not_run", why)
        return Undecided(why)

    def suspect(self, kind: str, evidence: str) -> None:
        if len(self.suspicions) < MAX_NOTES:
            self.suspicions.append((kind, evidence[:500]))

    def swallowed(self) -> bool:
        """Whether a `StopIteration` that a call raised has ended a loop of the tests, unseen by any of their lines."""
        stops, self.stops = self.stops, []
        return any(_left_every_frame(error, operation) for error, operation in stops)

    def unheard(self) -> str:
        """An assertion of the tests that failed in a function given to the candidate, and never came back.

        What was raised on purpose is noted: the reference may keep it too.
        """
        found, self.findings = list(self.findings.values()), {}
        failed = [error for error in found if raised.is_failed_assertion(error)]
        self.kept |= {raised.picture_of(error) for error in found if error not in failed}
        return f"an assertion that the candidate was told of and kept: {failed[0]!s:.500}" if failed else ""

    # -- values --------------------------------------------------------------------------------------------------

    def give(self, value: Any) -> object:
        """What is not data, as the candidate gets it."""
        if type(value) is cells.ByHandle:
            return self._give_error(value.value) if isinstance(value.value, BaseException) else wire.tagged("handle", 0)
        if type(value) is links.BoundTo:
            return self._give_own(value.value, "object")
        if type(value) is links.GuardedClass:
            value = value.kind
        link = links.link_of(value)
        if link is not None:
            if link.remote is not self:
                raise CannotCross(f"a {link.name} of a process that has ended")
            if not links.is_class_handle(value):
                self.given[link.number] = link
            return wire.tagged("handle", link.number)
        if isinstance(value, raised.ErrorType) and value._assay_link.remote is self:
            return wire.tagged("handle", value._assay_link.number)
        if isinstance(value, BaseException):
            return self._give_error(value)
        if type(value) is re.Pattern:
            return wire.tagged("handle", "pattern", value.pattern, value.flags)
        fields = derived.fields_of(value) if derived.base_of(type(value)) in derived.TAGGED else None
        if fields is not None and wire.is_plain(fields):
            return wire.tagged(*fields)
        return self._give_tool(value)

    def _give_tool(self, value: Any) -> object:
        """Functions and classes of Python's own go by name, those of the tests by number."""
        name, module = getattr(value, "__name__", ""), getattr(value, "__module__", "")
        if type(name) is str and callable(value) and builtins.__dict__.get(name) is value:
            return wire.tagged("function", name)
        of_python = type(module) is str and module.partition(".")[0] in sys.stdlib_module_names and callable(value)
        if of_python and type(name) is str and getattr(sys.modules.get(module), name, None) is value:
            return wire.tagged("handle", "global", module, name)
        if type(value) in VIEWS and wire.is_plain(list(value)):
            return wire.tagged("handle", "view", *VIEWS[type(value)](value))
        if type(value) is CoroutineType:
            return self._give_own(value, "awaitable")
        if isinstance(value, getattr(sys.modules.get("unittest"), "TestCase", ())):
            return self._give_own(value, "object")
        if not callable(value) and (not hasattr(value, "__next__") or hasattr(value, "read")):
            raise CannotCross(f"{type(value).__module__}.{type(value).__qualname__} object")
        is_async = getattr(getattr(getattr(value, "__func__", value), "__code__", None), "co_flags", 0) & CO_COROUTINE
        return self._give_own(value, "async" if is_async else "function" if callable(value) else "iterator")

    def _give_own(self, value: Any, kind: str) -> object:
        number = self.own_numbers.get(id(value))
        if number is None:
            number = self.own_numbers[id(value)] = len(self.own)
            self.own.append((kind, value))
        name, text = getattr(value, "__name__", ""), getattr(value, "__doc__", None)
        return wire.tagged(
            "callback",
            number,
            kind,
            name if type(name) is str else "function",
            text if type(text) is str else None,
            _parameters(value) if USES[kind] == "call" else None,
        )

    def giving(self, error: BaseException | None) -> object:
        """An exception as an argument of a request."""
        return None if error is None else cells.ByHandle(error)

    def leaves_block(self, error: BaseException, *, swallowed: bool) -> bool:
        """Note what becomes of an exception of the tests' that a block of the candidate's saw; return `swallowed`."""
        self.findings = {key: one for key, one in self.findings.items() if one is not error}
        if swallowed:
            self.kept.add(raised.picture_of(error))
        return swallowed

    def _give_error(self, error: BaseException) -> object:
        number = raised.number_in(error, self)
        if number:
            return wire.tagged("handle", number)
        number = len(self.own_errors)
        self.own_errors.append(error)
        self.raised_now.add(number)
        if raised.is_finding(error):
            self.findings[number] = error
        return wire.tagged("handle", "error", *raised.description(error, self), number)

    def _serve(self, body: bytes) -> None:
        """Lets the candidate use something of the test code that it was given."""
        request = self._decode(body)
        if type(request) is not tuple or list(map(type, request)) != [int, str, tuple, dict]:
            raise self.gone("a call back that is none")
        number, operation, arguments, keywords = request
        if not 0 <= number < len(self.own) or not all(type(name) is str for name in keywords):
            raise self.gone("a call of something it was not given")
        kind, target = self.own[number]
        if operation != USES[kind]:
            raise self.gone(f"a {kind} used by {operation!r:.50}")
        answer = frames.ANSWER
        self.requests += 1
        self.changes += 1
        self.depth += 1
        try:
            if self.variant == masks.NOTHING:
                self.masked, value = True, None
            else:
                value = self._used(kind, target, arguments, keywords)
        except (CandidateGone, Undecided):
            raise
        except BaseException as error:
            answer, value = frames.ANSWER_RAISED, cells.ByHandle(error)
        finally:
            self.depth -= 1
        value = copied(value, self.shared) if self.variant == masks.COPIES else value
        self.channel.send(answer, self._message(value))

    def _used(self, kind: str, target: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Return what something of the tests gives to the candidate that uses it."""
        if kind == "object":
            self.spoil("not_run", "the candidate looks into an object of the tests: that needs the shared judge")
            raise AttributeError(str(arguments[:1]))
        if USES[kind] != "call":
            return next(target) if kind == "iterator" else self._awaited(target)
        value = target(*arguments, **keywords)
        caller = str(getattr(target, "__qualname__", "")), id(arguments[0]) if arguments else 0
        if type(value) is CoroutineType:
            self.waiting[id(value)] = caller
        elif type(value) is not GeneratorType:
            self.called.add(caller)
        return value

    def _awaited(self, coroutine: Any) -> Any:
        """Return the result of a coroutine of the tests', in a loop of its own: theirs waits for the candidate."""
        import asyncio

        outer, loop = asyncio._get_running_loop(), asyncio.new_event_loop()
        asyncio._set_running_loop(None)
        try:
            return loop.run_until_complete(coroutine)
        finally:
            loop.close()
            asyncio._set_running_loop(outer)
            self.called.add(self.waiting.pop(id(coroutine), ("", 0)))

    def data(self, fields: Any) -> Any:
        """The data of an object that holds some, given what came when it was asked for."""
        if type(fields) is tuple and len(fields) == 4 and fields[0] == "derived":
            return fields[3]
        try:
            return wire.build(fields if type(fields) is tuple else ())
        except (wire.Malformed, wire.TooLarge) as error:
            raise self.gone(f"data that is none: {error}") from None

    def _resolve(self, fields: tuple[Any, ...]) -> Any:
        if fields[0] == "callback" and len(fields) == 2 and type(fields[1]) is int and 0 <= fields[1] < len(self.own):
            return self.own[fields[1]][1]
        kinds = list(map(type, fields[1:]))
        if (
            fields[0] != "handle"
            or kinds[:5] != [int, int, str, bool, int]
            or kinds[5:] not in ([], [str, int], [str, int, list])
        ):
            raise wire.Malformed("not a handle")
        number, class_number, name, judges, abilities, *of_class = fields[1:]
        if of_class:
            return self._handed_over(number, *of_class)
        if judges and class_number not in self.classes:
            self.judging = name
        value = self.handles.get(number)
        if value is None:
            link = links.Link(self, number, name, holds_data=bool(abilities & HOLDS_DATA))
            if link.holds_data and class_number not in self.classes:
                self.wanted.add(links.PLAIN)
            value = self.handles[number] = links.handle(self._class(class_number, name, abilities), link)
            self.recent.append(value)
        link = value._assay
        link.fresh = number not in self.seen
        self.may_decide = self.may_decide or not (link.fresh or number == self.iterated)
        self.seen.add(number)
        link.was_trusted, link.trusted = link.trusted, False  # now it comes from the candidate
        link.was_constructed, link.constructed = link.constructed, False
        return value

    def _handed_over(self, number: int, name: str, abilities: int, lineage: Any = None) -> Any:
        """A class that the candidate gives; one that the tests name becomes another handle, which is not trusted."""
        self.may_decide = True
        if lineage is not None:
            return raised.named_class(self, lineage)
        if number not in self.classes:
            return self._class(number, name, abilities)
        if number not in self.twins:
            self.twins[number] = handles.handle_class(self, number, name, abilities)
        return self.twins[number]

    def _class(self, number: int, name: str, abilities: int) -> Any:
        if number not in self.kinds:
            if len(self.kinds) >= MAX_CLASSES:
                raise wire.Malformed(f"more than {MAX_CLASSES} classes")
            self.kinds[number] = handles.handle_class(self, number, name, abilities)
        return self.kinds[number]


CO_COROUTINE = 0x80
USES = {"function": "call", "async": "call", "iterator": "next", "object": "getattr", "awaitable": "await"}
"""What a candidate can do with something of the tests, by its kind."""
VIEWS: dict[type, Any] = {
    type({}.keys()): lambda view: ("keys", dict.fromkeys(view)),
    type({}.values()): lambda view: ("values", dict(enumerate(view))),
    type({}.items()): lambda view: ("items", dict(view)),
}


def _parameters(function: Any) -> list[tuple[str, int, bool]] | None:
    """The parameters of a function, for candidates that count them; `None` where Python does not say."""
    if getattr(function, "__code__", None) is None:
        return None
    import inspect

    # A wrapper takes other arguments than what it wraps.
    found: Iterable[Any] = inspect.signature(function, follow_wrapped=False).parameters.values()
    return [(item.name, int(item.kind), item.default is not item.empty) for item in found]


CHANGING = frozenset(
    ("call", "setattr", "delattr", "setitem", "delitem", "enter", "exit", "await", "aenter", "aexit",
     "iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow", "imatmul", "iand", "ior", "ixor", "ilshift",
     "irshift")
)  # fmt: skip
"""Operations that are there to change an object."""
DECIDING = frozenset(("equal", "holds", "contains", "bool", "lt", "le", "gt", "ge", "hash"))
"""Operations by which an object of the candidate's own says yes or no."""
SHOWING = frozenset(("place", "repr", "str", "format", "isinstance", "issubclass", "lineage"))
"""Operations by which a failed assertion is put into words, or a class is found out."""
READING = frozenset(("data", "plain", "place", "isinstance", "issubclass", "lookup", "share", "lineage"))
"""Operations after which an object still holds what it held."""


def _left_every_frame(error: BaseException, operation: str) -> bool:
    """Whether no line of the tests caught an exception that could end a loop.

    The outermost frame that its traceback knows of is then one of ours, or one that ended where it came through. The
    end of an iterator ends the loop over it and the iterator of the tests that is made of it, as it should.
    """
    trace = error.__traceback__
    if trace is None:
        return False
    frame = trace.tb_frame
    if str(frame.f_globals.get("__name__")).startswith("assay.judges.host."):
        return operation != "next"
    if operation == "next" and frame.f_code.co_name == "__next__":
        return False
    return _ended_by(frame, trace.tb_lasti)


def _ended_by(frame: Any, raised_at: int) -> bool:
    """Whether a frame ended by the exception that came through it there, be it raised again by a handler."""
    last, code = frame.f_lasti, frame.f_code.co_code
    if last == raised_at or code[last] == dis.opmap["RERAISE"]:
        return True
    return bool(code[last] == dis.opmap["RAISE_VARARGS"] and code[last + 1] == 0)
