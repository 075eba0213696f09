"""Exceptions that cross: the candidate's as the test code sees them, and the test code's as the candidate gets them.

Most of Python's own exception classes, and those that the prelude defines, are the same on both sides. Any other
becomes a class of this process, made once, with the bases that it has over there. A class of a library is the real
one only where the test code names it, and one that ends loops, tasks or processes (`StopIteration`, `SystemExit`) only
at a line that is there to catch it. Classes of whatever runs tests are never the real ones: no candidate can raise
`unittest.SkipTest`, or make Hypothesis drop an input.
"""

from __future__ import annotations

import builtins
import sys

from assay.judges.host import expected, links, statements
from assay.sandbox.guest import messages, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_LINEAGE = 50
MAX_GROUP = 100
MAX_PICTURES = 10_000
"""Exceptions in one message, with those they were raised from and those they are groups of."""
MAX_CLASSES = 10_000
NOT_FROM = ("assay", "unittest", "_pytest", "pytest", "hypothesis", "doctest", "nose", "trial", "tests", "__main__")
"""Packages whose exceptions mean something to whoever runs tests."""
RUNNERS = frozenset(NOT_FROM) - {"assay", "tests", "__main__"}
SLOTS = frozenset(("filename", "filename2", "name", "path"))
"""Attributes of Python's own exceptions that are neither among their arguments nor in their dictionaries."""
ENDS = {"next": "StopIteration", "anext": "StopAsyncIteration"}
"""What may end an operation of the iterator protocol, in which it means nothing else."""


class ErrorType(type):
    """An exception class of the candidate's: it can be caught, and asked for what it has."""

    _assay_link: links.Link

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        link = cls._assay_link
        return links.guarded(link.remote, link.remote.ask("getattr", cls, name), name, named=True)

    def __instancecheck__(cls, value: Any) -> bool:
        link = links.link_of(value)
        if link is None:
            return type.__instancecheck__(cls, value)
        return link.remote is cls._assay_link.remote and link.remote.belongs("isinstance", value, cls)[0]


class Origin:
    """Where an exception came from: which process, under which number, and what it said there."""

    __slots__ = ("exits", "message", "number", "remote", "where")

    def __init__(self, remote: Any, number: int, message: str, where: str, *, exits: bool = False) -> None:
        self.remote = remote
        self.number = number
        self.message = message
        self.where = where
        self.exits = exits
        """It is an exit that claims success."""


def origin_of(error: BaseException) -> Origin | None:
    origin = vars(error).get("_assay_origin")
    return origin if type(origin) is Origin else None


def exits_with_success(error: BaseException) -> bool:
    origin = origin_of(error)
    return origin is not None and origin.exits


def came_from(error: BaseException, remote: Any) -> bool:
    origin = origin_of(error)
    return origin is not None and origin.remote is remote


def number_in(error: BaseException, remote: Any) -> int:
    """The number of an exception that came out of this very process; 0 for every other."""
    origin = origin_of(error)
    return origin.number if origin is not None and origin.remote is remote else 0


# ---- from the candidate --------------------------------------------------------------------------------------------


def rebuild(remote: Any, picture: Any, operation: str = "") -> tuple[BaseException, str]:
    """The exception of a message, and at which stage it was raised; anything else is `Malformed` or its like."""
    rebuilt = _rebuilt(remote, picture, operation, [MAX_PICTURES])
    if type(picture[5]) is int:  # an assertion of the tests that comes back as itself, not as a cause of something else
        remote.findings.pop(picture[5], None)
    return rebuilt


def _rebuilt(remote: Any, picture: Any, operation: str, left: list[int]) -> tuple[BaseException, str]:
    left[0] -= 1
    if type(picture) is not tuple or len(picture) != 8 or left[0] < 0:
        raise wire.Malformed("not an exception")
    described, number, lineage, arguments, state, own, cause, members = picture
    if (type(described), type(number), type(state), type(members)) != (bytes, int, dict, list):
        raise wire.Malformed("not an exception")
    stage, _, message, bases, where, code = messages.read_raised(described)
    if own is not None and own in remote.raised_now:
        return _own_error(remote, own), stage
    kind = _end_of(operation, lineage) or class_for(remote, lineage)
    inner = [_rebuilt(remote, member, "", left)[0] for member in members[:MAX_GROUP]]
    error = _made(kind, arguments, message, inner)
    for key, value in state.items():
        if type(value) is str and _is_slot(error, key):
            setattr(error, key, value)
        elif type(key) is str and not key.startswith(("__", "_assay")):
            vars(error)[key] = links.guarded(remote, value, key, named=True)
    notes = state.get("__notes__")
    if type(notes) is list and all(type(note) is str for note in notes):
        error.__notes__ = notes
    exits = "SystemExit" in bases and (code is None or (type(code) is int and code == 0))
    vars(error)["_assay_origin"] = Origin(remote, number, message, where, exits=exits)
    if cause is not None:
        error.__cause__ = _rebuilt(remote, cause, "", left)[0]
    return error, stage


def _is_slot(error: BaseException, name: Any) -> bool:
    """Whether an exception of Python's own has that attribute in a place of its own."""
    return name in SLOTS and any(name in vars(kind) for kind in type(error).__mro__ if kind.__module__ == "builtins")


def _own_error(remote: Any, number: Any) -> BaseException:
    if type(number) is not int or not 0 <= number < len(remote.own_errors):
        raise wire.Malformed("an exception that the tests never raised")
    error: BaseException = remote.own_errors[number]
    return error


def _made(kind: Any, arguments: Any, message: str, members: list[BaseException]) -> BaseException:
    given = arguments if type(arguments) is tuple else (message,)
    if issubclass(kind, BaseExceptionGroup):
        text = given[0] if given and type(given[0]) is str else message
        error: BaseException = kind.__new__(kind, text, members or [Exception("a member that did not come")])
        return error
    try:
        error = kind(*given) if kind.__module__ == "builtins" else kind.__new__(kind)
    except Exception:  # a class with arguments of its own, such as UnicodeDecodeError
        error = kind.__new__(kind)
    error.args = given
    return error


def class_for(remote: Any, lineage: Any) -> Any:
    """A class of this process for an exception class of the candidate's, given what it derives from."""
    if type(lineage) is not list or not 0 < len(lineage) <= MAX_LINEAGE:
        raise wire.Malformed("not a lineage")
    made: dict[int, Any] = {}
    for index in reversed(range(len(lineage))):
        entry = lineage[index]
        if not _is_entry(entry):
            raise wire.Malformed("not a class")
        module, path, number, bases = entry
        above = tuple(made[base] for base in bases[:MAX_LINEAGE] if type(base) is int and base in made) or (Exception,)
        made[index] = remote.error_kinds.get(number) or _class(remote, module, path, number, above)
    return made[0]


def _class(remote: Any, module: str, path: str, number: int, above: tuple[Any, ...]) -> Any:
    """The class itself where this process has it, unless it derives over there from a class that the tests look up."""
    known = _known(remote, module, path)
    named = tuple(kind for kind in above if type(kind) is ErrorType) if known is not None else ()
    if known is None or named:
        return _new(remote, path, number, above if known is None else (known, *named))
    return known


def named_class(remote: Any, lineage: Any) -> Any:
    """A class of this process for an exception class that the tests take from the candidate by name.

    It is always a new one, so it matches what the candidate raises of that class, and nothing that the tests raise.
    Where the candidate gives a name to a class of Python's own, such as `ValueError`, the new class derives from it.
    """
    if type(lineage) is not list or not lineage or not _is_entry(lineage[0]):
        raise wire.Malformed("not a lineage")
    _, path, number, _ = lineage[0]
    made = class_for(remote, lineage)
    return made if type(made) is ErrorType else _new(remote, path, number, (made,))


def is_built_in(lineage: Any) -> bool:
    """Whether the first class of a lineage is one of Python's own."""
    return type(lineage) is list and bool(lineage) and _is_entry(lineage[0]) and lineage[0][0] == "builtins"


def _end_of(operation: str, lineage: Any) -> Any:
    """The class that ends an iteration, where that is what the candidate raised."""
    name = ENDS.get(operation)
    if name is None or type(lineage) is not list:
        return None
    pairs = [(entry[0], entry[1]) for entry in lineage if _is_entry(entry)]
    return builtins.__dict__[name] if ("builtins", name) in pairs else None


def _is_entry(entry: Any) -> bool:
    """Whether it is one class of a lineage: module, name, number, bases."""
    return type(entry) is tuple and list(map(type, entry)) == [str, str, int, list]


def _known(remote: Any, module: str, path: str) -> Any:
    """The class itself, where this process has it and may use it; nothing is imported for the asking."""
    if module == "builtins":
        found = builtins.__dict__.get(path)
    elif module == "candidate":
        found = remote.prelude_errors.get(path)
    elif path.rpartition(".")[2] in remote.mentioned:
        found = getattr(sys.modules.get(module), "__dict__", {}).get(path)
    else:
        return None
    if not isinstance(found, type) or not issubclass(found, BaseException):
        return None
    return found if module == "candidate" or all(_may_be(kind, remote) for kind in found.__mro__) else None


def _may_be(kind: type, remote: Any) -> bool:
    """Whether test code may get an exception of this class from a candidate, be it of a class derived from it."""
    if kind.__module__.partition(".")[0] in NOT_FROM:
        return False
    return kind.__name__ not in expected.CONTROL_FLOW or expected.is_expected(kind.__name__, remote.expecting)


def _new(remote: Any, path: str, number: int, bases: tuple[Any, ...]) -> Any:
    if len(remote.error_kinds) >= MAX_CLASSES:
        raise wire.Malformed(f"more than {MAX_CLASSES} classes of exceptions")
    name = path.rpartition(".")[2]
    link = links.Link(remote, number, name)
    namespace = {"__module__": "candidate", "_assay_link": link, "__getattr__": _attribute, "__str__": _text}
    for possible in (bases, bases[:1], (Exception,)):
        try:
            remote.error_kinds[number] = ErrorType(name if name.isidentifier() else "Error", possible, namespace)
            return remote.error_kinds[number]
        except TypeError:  # bases that do not go together here
            continue
    return Exception


def _attribute(self: BaseException, name: str) -> Any:
    origin = origin_of(self)
    if origin is None or not origin.number or name.startswith("__"):
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
    return links.guarded(origin.remote, origin.remote.ask("getattr", self, name), name, named=True)


def _text(self: BaseException) -> str:
    origin = origin_of(self)
    return origin.message if origin is not None else BaseException.__str__(self)


def is_failed_assertion(error: BaseException) -> bool:
    """Whether an `assert` statement or an assertion of a library has raised it, rather than a `raise` on purpose."""
    import dis

    trace = error.__traceback__
    if not isinstance(error, AssertionError) or trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    if str(trace.tb_frame.f_globals.get("__name__")).partition(".")[0] in ("unittest", "numpy", "pandas"):
        return True
    code = trace.tb_frame.f_code
    line = next((number for start, end, number in code.co_lines() if start <= trace.tb_lasti < end), None)
    asserts = dis.opmap["LOAD_ASSERTION_ERROR"]
    return any(
        code.co_code[offset] == asserts
        for start, end, number in code.co_lines()
        if number == line
        for offset in range(start, end, 2)
    )


def is_finding(error: BaseException | None, depth: int = MAX_LINEAGE) -> bool:
    """Return whether an exception that was raised says what tests have found, be it by another that it holds."""
    if error is None or error.__traceback__ is None or not depth:
        return False
    modules = {kind.__module__.partition(".")[0] for kind in type(error).__mro__}
    if isinstance(error, AssertionError) or not modules.isdisjoint(RUNNERS):
        return True
    members = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    return any(is_finding(one, depth - 1) for one in (*members, error.__cause__, error.__context__))


def picture_of(error: BaseException) -> str:
    """Return the class of an exception and the lines of the tests that it came through."""
    return f"{type(error).__name__} in {sorted(lines_of(error))}"


def lines_of(error: BaseException) -> set[int]:
    """Return the lines of the tests through which an exception came."""
    trace, found = error.__traceback__, set()
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == statements.TESTS:
            found.add(trace.tb_lineno)
        trace = trace.tb_next
    return found


# ---- to the candidate ----------------------------------------------------------------------------------------------


def description(error: BaseException, remote: Any) -> tuple[list[Any], tuple[Any, ...], dict[str, Any]]:
    """An exception of the tests' as data: the classes it could be over there, its arguments, its attributes."""
    classes: list[Any] = []
    for kind in type(error).__mro__:
        if isinstance(kind, ErrorType) and kind._assay_link.remote is remote:
            classes.append(kind._assay_link.number)
        elif issubclass(kind, BaseException):
            classes.append((str(kind.__module__), kind.__qualname__))
    arguments = error.args if _is_plain(error.args) else tuple(str(argument)[:1000] for argument in error.args)
    return classes, arguments, {key: value for key, value in vars(error).items() if _is_plain(value)}


def _is_plain(value: object) -> bool:
    try:
        return wire.is_plain(value)
    except wire.TooLarge:
        return False
