"""Objects of the candidate's own, used from the process that runs the test code.

The judge's side holds numbers; what it asks for is done here, on the objects themselves. Arguments that a call
changed in place travel back, container by container, with what is the same object kept the same object.
"""

from __future__ import annotations

import collections
import operator

from assay.sandbox.guest import frames, wire
from assay.sandbox.guest.describe import describe, handle_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Server:
    """Answers one request after the other until the channel closes."""

    def __init__(self, channel: frames.Channel, namespace: dict[str, Any]) -> None:
        self.channel = channel
        self.namespace = namespace
        self.held: list[object] = [None]
        self.numbers: dict[int, int] = {}

    def serve(self) -> None:
        self.channel.flush()
        while True:
            kind, body = self.channel.receive()
            self.respond(body)

    def respond(self, body: bytes) -> None:
        """Does what one request asks for and says what came of it."""
        operation, *operands = wire.decode(body, self.resolve)  # type: ignore[misc]  # a tuple by agreement
        watched = containers(operands) if operation == "call" else []
        before = [shallow(container) for container in watched]
        try:
            value = self.do(operation, operands)
        except BaseException as error:
            self.channel.send(frames.RAISED, self._raised(error, watched, before))
            return
        try:
            known = {id(container): number for number, container in enumerate(watched)}
            answer = wire.encode((value, changes(watched, before)), self.hold, known)
        except wire.TooLarge as error:
            self.channel.send(frames.TOO_LARGE, wire.encode(str(error)))
        except Exception:  # a value that cannot be looked at is no data
            self.channel.send(frames.VALUE, wire.encode((self.hold(value), [])))
        else:
            self.channel.send(frames.VALUE, answer)

    def _raised(self, error: BaseException, watched: list[Any], before: list[Any]) -> bytes:
        known = {id(container): number for number, container in enumerate(watched)}
        arguments = error.args if wire.is_plain(error.args) else None
        try:
            changed = wire.encode(changes(watched, before), self.hold, known)
        except Exception:
            changed = wire.encode([])
        return wire.encode((describe(error, "call"), self.number(type(error)), self.number(error), arguments, changed))

    def do(self, operation: str, operands: list[Any]) -> object:
        if operation == "lookup":
            return self.namespace[operands[0]]
        if operation == "call":
            target, arguments, keywords = operands
            return target(*arguments, **keywords)
        return OPERATIONS[operation](*operands)

    def hold(self, value: object) -> object:
        """A handle for `value`; the same object always gets the same number."""
        return handle_of(value, self.number(value), self.number(type(value)))

    def number(self, value: object) -> int:
        if id(value) not in self.numbers:
            self.numbers[id(value)] = len(self.held)
            self.held.append(value)
        return self.numbers[id(value)]

    def resolve(self, fields: tuple[Any, ...]) -> object:
        """The object a tag of the judge's side stands for."""
        tag = fields[0]
        if tag == "handle":
            return self.held[fields[1]]
        if tag == "function":
            import builtins

            return getattr(builtins, fields[1])
        if tag == "enum_member":
            return getattr(self.namespace[fields[1]], fields[2])
        return callback(self, fields[1], fields[2])

    def call_back(self, number: int, operation: str, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> object:
        """Asks the judge's side to use an object that belongs to the test code."""
        request = wire.encode((number, operation, arguments, keywords), self.hold)
        self.channel.send(frames.CALLBACK, request)
        while True:
            kind, body = self.channel.receive()
            if kind == frames.ANSWER:
                return wire.decode(body, self.resolve)
            if kind == frames.ANSWER_RAISED:
                raise wire.decode(body, self.resolve)  # type: ignore[misc]  # an exception by agreement
            self.respond(body)


def callback(server: Server, number: int, kind: str) -> object:
    """Something of the test code's, as the candidate sees it: it can be called or iterated, not looked into."""
    if kind == "iterator":
        return Iterator(server, number)

    def function(*arguments: Any, **keywords: Any) -> object:
        return server.call_back(number, "call", arguments, keywords)

    return function


class Iterator:
    """An iterator of the test code's."""

    def __init__(self, server: Server, number: int) -> None:
        self._next = lambda: server.call_back(number, "next", (), {})

    def __iter__(self) -> Iterator:
        return self

    def __next__(self) -> object:
        return self._next()


def containers(value: Any) -> list[Any]:
    """Every mutable container in `value`, each once, in an order that both sides agree on."""
    found: list[Any] = []
    seen: set[int] = set()
    stack = [value]
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind not in WALKED or id(item) in seen:
            continue
        seen.add(id(item))
        if kind in SHALLOW and item is not value:
            found.append(item)
        if kind is not bytearray:
            stack.extend(reversed([*item.keys(), *item.values()] if kind in DICTIONARIES else list(item)))
    return found


def shallow(container: Any) -> Any:
    return list(container.items()) if type(container) in DICTIONARIES else list(container)


def changes(watched: list[Any], before: list[Any]) -> list[tuple[int, Any]]:
    """The containers that a call changed, by number, with what they hold now."""
    changed = []
    for number, (container, old) in enumerate(zip(watched, before, strict=True)):
        new = shallow(container)
        if not _same(old, new):
            changed.append((number, new))
    return changed


def _same(old: list[Any], new: list[Any]) -> bool:
    if len(old) != len(new):
        return False
    if old and type(old[0]) is tuple and len(old[0]) == 2:  # items of a dictionary are made anew each time
        return all(a is b or (type(a) is tuple and len(a) == len(b) == 2 and a[0] is b[0] and a[1] is b[1]) for a, b in zip(old, new, strict=True))
    return all(map(operator.is_, old, new))


def apply(containers: list[Any], changed: list[tuple[int, Any]]) -> None:
    """Makes the changes of the other side on this side's containers."""
    for number, items in changed:
        container = containers[number]
        if type(container) is list or type(container) is bytearray:
            container[:] = items
            continue
        container.clear()
        if type(container) in DICTIONARIES:
            dict.update(container, items)
        else:
            (container.extend if hasattr(container, "extend") else container.update)(items)


DICTIONARIES = frozenset((dict, collections.OrderedDict, collections.defaultdict, collections.Counter))
SHALLOW = DICTIONARIES | {list, set, bytearray, collections.deque}
WALKED = SHALLOW | {tuple}


def _await(value: Any) -> object:
    import asyncio

    async def run() -> object:
        return await value

    return asyncio.run(run())


def _equal(left: object, right: object) -> tuple[bool, bool]:
    """What the candidate's own equality says, and whether it says the same of something it cannot know."""
    return bool(left == right), bool(left == object())


OPERATIONS: dict[str, Callable[..., object]] = {
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "getitem": operator.getitem,
    "setitem": operator.setitem,
    "delitem": operator.delitem,
    "iter": iter,
    "next": next,
    "len": len,
    "bool": bool,
    "str": str,
    "repr": repr,
    "int": int,
    "float": float,
    "hash": hash,
    "reversed": reversed,
    "await": _await,
    "isinstance": isinstance,
    "issubclass": issubclass,
    "equal": _equal,
    "enter": lambda value: value.__enter__(),
    "exit": lambda value: value.__exit__(None, None, None),
    **{
        name: getattr(operator, name)
        for name in (
            "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor",
            "lshift", "rshift", "lt", "le", "gt", "ge", "neg", "pos", "invert", "abs", "contains",
            "iadd", "isub", "imul", "iand", "ior", "ixor",
        )
    },
}  # fmt: skip
