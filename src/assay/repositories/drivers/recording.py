"""Parts shared by all test runners: reading the job, sending records to the keeper, finding modules of the tree.

Everything that a runner needs is imported before the tree can be: no file of a candidate takes the place of a module
that the runner uses.
"""

import json
import operator
import os
import struct
import sys
import types
from collections import UserString
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from importlib.machinery import PathFinder
from typing import Any

MOST_TEXT = 4000
"""Characters that are kept of what a test says."""
HIDDEN = "assay_hidden"
"""Name of the module whose objects replace the hidden parts of assertions."""
DATA = (int, float, str, bytes, list, tuple, dict, set, frozenset)
MOST_ITEMS = 100_000
DEEPEST = 150
"""Containers within each other."""
LONGEST = 1 << 16
"""Characters that are told of one object."""
MOST_TOLD = 8 << 20
"""Characters that are told of all objects together."""
MOST_TEXTS = 101
"""Different texts that are told of one part: one more than the judge keeps."""
OBJECT, DATUM, HOLE = "?", "=", "!"
"""What the text of an operand begins with: an object of another class than those of `DATA`, data, or a `Value`.

The number of a `Value` follows."""
OPERATORS: "dict[str, Any]" = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda one, other: one in other,
    "not in": lambda one, other: one not in other,
}
PASSED, FAILED, ERROR, SKIPPED, XFAILED, XPASSED = "passed", "failed", "error", "skipped", "xfailed", "xpassed"


def begin() -> "Any":
    """Return what is to be done, and the function that tells the keeper how a test ended."""
    sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
    with open(0, "rb", closefd=False) as given:
        job = json.loads(given.read().decode("ascii"))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.modules.pop(__name__, None)
    send = _sender(job.pop("key"), job.pop("records"))
    sys.modules[HIDDEN] = _hidden(send, tuple(os.path.join(folder, "") for folder in job["path"]))
    return job, send


def _sender(key: str, writer: int) -> "Any":
    """Return a function that keeps to itself what it needs: names that a candidate replaces change nothing here."""
    write, pack, getpid, dumps = os.write, struct.pack, os.getpid, json.JSONEncoder().encode
    own = getpid()
    os.set_inheritable(writer, False)

    def send(kind: str, value: "Any") -> None:
        if getpid() != own:  # a child that goes on with what its parent was doing
            return
        body = dumps([key, kind, value]).encode("utf-8", "backslashreplace")
        left = pack(">I", len(body)) + body
        while left:
            left = left[write(writer, left) :]

    return send


def _hidden(send: "Any", path: "tuple[str, ...]" = ()) -> "Any":
    """Return a module whose functions tell the keeper what they are given, and whose objects what they equal."""
    teller = _teller(send)
    same, say = teller(plain), teller(lambda text: text)
    value = _value_class(say)
    compared = _comparison(value, say)

    def both(number: int, sign: str, one: "Any", other: "Any") -> bool:
        compared(number, sign, one, other)
        return True

    class Raised:
        def __init__(self, number: int, block: "Any") -> None:
            self.number, self.block = number, block

        def __enter__(self) -> "Any":
            return self.block.__enter__()

        def __exit__(self, kind: "Any", error: "Any", trace: "Any") -> "Any":
            if error is not None:
                same(self.number, error)
            return self.block.__exit__(kind, error, trace)

    module = types.ModuleType(HIDDEN)
    module.__dict__.update(Value=value, told=same, truth=teller(truth), members=teller(members), raised=Raised)
    module.__dict__.update(compared=compared, both=both, watch=_watch(_teller(send)(plain), path))
    return module


def _teller(send: "Any") -> "Any":
    """Return a function that makes tellers: each sends what it says of a value, once, and within bounds."""
    told: set[Any] = set()
    counts: dict[int, int] = {}
    left = [MOST_TOLD]

    def teller(say: "Any") -> "Any":
        def tell(number: int, value: "Any") -> bool:
            text = say(value)
            if text is not None and (number, text) not in told:
                left[0] -= len(text)
            said = (number, text if left[0] >= 0 else None)
            if said not in told and counts.get(number, 0) < MOST_TEXTS:
                counts[number] = counts.get(number, 0) + 1
                told.add(said)
                send("value", said)
            return True

        return tell

    return teller


def _value_class(say: "Any") -> "Any":
    """Return the class of objects in place of literals, which agree with what they are compared with and send it."""

    class Value:
        def __init__(self, number: int) -> None:
            self.number = number

        def __eq__(self, other: object) -> bool:
            return tell("==", self.number, other)

        def __ne__(self, other: object) -> bool:
            return not tell("!=", self.number, other)

        def __lt__(self, other: object) -> bool:
            return tell("<", self.number, other)

        def __le__(self, other: object) -> bool:
            return tell("<=", self.number, other)

        def __gt__(self, other: object) -> bool:
            return tell(">", self.number, other)

        def __ge__(self, other: object) -> bool:
            return tell(">=", self.number, other)

        def __bool__(self) -> bool:
            raise TypeError

        __hash__ = None  # type: ignore[assignment]  # a literal that is looked up is not only compared

    def tell(sign: str, number: int, other: object) -> bool:
        text = None if isinstance(other, Value) else plain(other)
        return bool(say(number, text and f"{sign} {text}"))

    return Value


def _comparison(value: "Any", say: "Any") -> "Any":
    """Return a function that compares two values, sends both with the result, and returns the result."""

    def operand(one: "Any") -> "Any":
        if type(one) is value:
            return f"{HOLE}{one.number}"
        text = plain(one)
        return text and (DATUM if one is None or isinstance(one, DATA) else OBJECT) + text

    def whole(sign: str, one: "Any") -> "Any":
        if not sign.endswith("in"):
            return operand(one)
        text = members(one) if isinstance(one, Iterable) and not isinstance(one, type) else None
        return text and json.loads(text)

    def compared(number: int, sign: str, one: "Any", other: "Any") -> "Any":
        first = operand(one)
        two = other()
        if sign.endswith("in") and isinstance(two, Iterator):  # its items can be read once
            two = _up_to(one, two)
        result = OPERATORS[sign](one, two)
        second = whole(sign, two)
        known = None not in (first, second)
        try:
            say(number, json.JSONEncoder().encode([first, second, truth(result)]) if known else None)
        except Exception:
            say(number, None)
        return result

    return compared


def _watch(tell: "Any", path: "tuple[str, ...]") -> "Any":
    """Return a function that reports from then on which data the tree's functions get from functions of a test file.

    It is called by the test file, with a number for each name of a function; an empty one is for all of the file.
    Files beside the test file are tests, too.
    """
    numbers: dict[Any, int] = {}
    folders: set[str] = set()

    def file_of(frame: "Any") -> str:
        return str(frame.f_globals.get("__file__"))

    def is_own(frame: "Any") -> bool:
        return file_of(frame).startswith(path) and not file_of(frame).startswith(tuple(folders))

    def called(frame: "Any", event: str, _: object) -> None:
        if event != "call" or not is_own(frame) or is_own(frame.f_back or frame):
            return
        given = [one for one in frame.f_locals.values() if issubclass(type(one), DATA)]
        while frame is not None:
            for name in (frame.f_code.co_name, ""):
                number = numbers.get((file_of(frame), name))
                for one in given if number is not None else ():
                    tell(number, one)
            frame = frame.f_back

    def watch(file: str, names: "dict[str, int]") -> None:
        folders.add(os.path.join(os.path.dirname(file), ""))
        numbers.update({(file, name): number for name, number in names.items()})
        sys.setprofile(called)

    return watch


def _up_to(wanted: "Any", given: "Any") -> "list[Any]":
    """Return the items of an iterator that `in` reads: those up to the one that is wanted."""
    found = []
    for one in given:
        found.append(one)
        if one is wanted or one == wanted or len(found) > MOST_ITEMS:
            break
    return found


def truth(value: "Any") -> str:
    """Return whether an object is true: as it is called where there is one such object, else by what it says of itself.

    An object that does not always say the same has no truth. Who says it otherwise in another run had to guess here.

    >>> truth(True), truth(None), truth([0]), truth("")
    ('True', 'None', 'true', 'false')
    """
    if value is True or value is False or value is None:
        return str(value)
    said = {bool(value) for _ in range(3)}
    return "unsteady" if len(said) > 1 else "true" if said == {True} else "false"


def members(value: "Any") -> "Any":
    """Return a text in which can be looked up what is in an object: in a text its parts, else one item after the other.

    >>> members("ab"), members({3: "x"}), members((1, 2.0)), members(b"x")
    ('"ab"', '["3"]', '["1", "2"]', '"x"')
    """
    try:
        if isinstance(value, (bytearray, UserString)):
            _, value = _read(value)
        if isinstance(value, bytes):
            found: Any = bytes.decode(value, "latin-1")
        elif isinstance(value, str):
            found = str.__str__(value)
        elif isinstance(value, Iterable) and not isinstance(value, type):
            left = [MOST_ITEMS]
            found = [_plain(one, left, DEEPEST) for one in value]
        else:
            found = str(value)
        text = json.JSONEncoder().encode(found)
    except Exception:
        return None
    return text if len(text) <= LONGEST else None


def plain(value: "Any") -> "Any":
    """Return one text for all data that are equal; `None` where that is too long. Other objects are read as data.

    >>> plain({"a": [1.0, True]}), plain((1, 1)), plain("1"), plain([0] * 10**6)
    ('{"a":[1,1]}', '(1,1)', '"1"', None)
    """
    try:
        text = _plain(value, [MOST_ITEMS], DEEPEST)
    except Exception:
        return None
    return text if len(text) <= LONGEST else None


def _plain(value: "Any", left: "list[int]", depth: int) -> str:
    left[0] -= 1
    if left[0] < 0 or depth < 0:
        raise ValueError
    if value is None:
        return "null"
    kind: Any = next((kind for kind in DATA if isinstance(value, kind)), None)
    if kind is None:
        kind, value = _read(value)
    if kind is float and float.is_integer(value):
        return str(float.__int__(value))
    if kind in (int, float):
        return str(kind.__repr__(kind.__add__(value, 0)))
    if kind is str:
        return json.JSONEncoder().encode(str.__str__(value))
    if kind is bytes:
        return "b" + json.JSONEncoder().encode(bytes.hex(value))
    if kind is dict:
        pairs = [(_plain(key, left, depth - 1), _plain(one, left, depth - 1)) for key, one in dict.items(value)]
        return "{" + ",".join(sorted(f"{key}:{one}" for key, one in pairs)) + "}"
    items = [_plain(one, left, depth - 1) for one in kind.__iter__(value)]
    if kind is list:
        return "[" + ",".join(items) + "]"
    return "(" + ",".join(items) + ")" if kind is tuple else "<" + ",".join(sorted(items)) + ">"


def _read(value: "Any") -> "Any":
    """Return the data that another object stands for, with their type: a number, a container, or else its text."""
    if isinstance(value, UserString):
        return str, str(value)
    if isinstance(value, bytearray) or (isinstance(value, memoryview) and value.format == "B"):
        return bytes, bytes(value)
    if isinstance(value, complex) and value.imag == 0:
        return float, value.real
    for kind, like in ((dict, Mapping), (set, Set), (list, Sequence)):
        if isinstance(value, like):
            return kind, kind(value)
    for number in (operator.index, float):
        try:
            return (int if number is operator.index else float), number(value)
        except (TypeError, ValueError, OverflowError):
            pass
    return str, str(value)


class OwnFirst:
    """Finds those modules in the tree that the repository itself has, while no other file of the tree can be found."""

    def __init__(self, job: "dict[str, Any]") -> None:
        self.names = frozenset(job["own"])
        self.path = list(job["path"])

    def find_spec(self, name: str, path: "Any" = None, target: "Any" = None) -> "Any":
        return PathFinder.find_spec(name, self.path) if path is None and name in self.names else None

    def __enter__(self) -> None:
        sys.meta_path.insert(0, self)

    def __exit__(self, *exception: "Any") -> None:
        sys.meta_path.remove(self)


def open_tree(job: "dict[str, Any]", *first: str) -> None:
    """Let modules be imported from the tree, here and in processes that tests start."""
    sys.path[:0] = list(dict.fromkeys([*first, *job["path"]]))
    os.environ["PYTHONPATH"] = os.pathsep.join(job["path"])


def short(text: "Any") -> str:
    """Return what a test says, cut; an object that cannot say it says nothing."""
    try:
        return str(text)[-MOST_TEXT:]
    except Exception:
        return ""
