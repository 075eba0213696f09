"""Three ways to put a value on the wire with its exact types; light, because forking parents load it to be measured.

Each is written as tightly as Python allows: a look at the types of a whole container at once, and a step into it only
where it holds something else than atoms.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Value = Any  # Any: whatever a candidate may return
    Encode = Callable[[Value], bytes]
    Decode = Callable[[bytes], Value]

ATOMS = frozenset((type(None), bool, int, float, str, bytes))
TUPLE, SET, FROZENSET, COMPLEX, BIG = 1, 2, 3, 4, 5
CBOR_BASE = 40_000
REBUILD: dict[int, Callable[[Any], Value]] = {TUPLE: tuple, SET: set, FROZENSET: frozenset}  # Any: the items


def cbor_codec() -> tuple[Encode, Decode]:
    """Tuples and sets as tags of our own; what cbor2 makes beyond data is refused after decoding."""
    cbor2 = importlib.import_module("cbor2")
    dumps, loads, tag = cbor2.dumps, cbor2.loads, cbor2.CBORTag
    pack = packer(lambda code, items: tag(CBOR_BASE + code, items))

    def encode(value: Value) -> bytes:
        result: bytes = dumps(value if type(value) in ATOMS else pack(value))
        return result

    def rebuild(tagged: Any, immutable: object = None) -> Value:  # Any: cbor2.CBORTag
        if tagged.tag == CBOR_BASE + COMPLEX:
            return complex(*tagged.value)
        return REBUILD[tagged.tag - CBOR_BASE](tagged.value)

    def decode(text: bytes) -> Value:
        value = loads(text, tag_hook=rebuild, allow_indefinite=False, max_depth=200)
        if type(value) not in ATOMS and not only_data(value):
            raise ValueError("not data")
        return value

    return encode, decode


def msgspec_codec() -> tuple[Encode, Decode]:
    """Tuples, sets and big integers as extensions; what comes back is data by construction."""
    msgpack = importlib.import_module("msgspec.msgpack")
    write, extension = msgpack.Encoder().encode, msgpack.Ext

    def tagged(code: int, items: list[Value]) -> Value:
        return extension(code, write(items))

    def big(value: Value) -> Value:
        if type(value) is int and not -(2**63) <= value < 2**64:
            return extension(BIG, value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True))
        return value

    pack, pack_big = packer(tagged), packer(tagged, big)

    def encode(value: Value) -> bytes:
        try:
            result: bytes = write(value if type(value) in ATOMS else pack(value))
        except OverflowError:  # an integer beyond 64 bits somewhere: rare, so only then looked at one by one
            result = write(pack_big(value))
        return result

    def rebuild(code: int, text: memoryview) -> Value:
        if code == BIG:
            return int.from_bytes(text, "little", signed=True)
        if code == COMPLEX:
            return complex(*read(text))
        return REBUILD[code](read(text))

    read = msgpack.Decoder(ext_hook=rebuild).decode
    return encode, read


def marshal_codec() -> tuple[Encode, Decode]:
    """The layout of marshal, version 2, with the product's own strict reader."""
    wire = importlib.import_module("assay.sandbox.guest.wire")
    return wire.encode, wire.decode


def packer(
    tagged: Callable[[int, list[Value]], Value], atom: Callable[[Value], Value] | None = None
) -> Callable[[Value], Value]:
    """A function that marks what a layout lacks and refuses what is not exactly of a built-in type."""

    def pack(value: Value) -> Value:
        kind = type(value)
        if kind in ATOMS:
            return value if atom is None else atom(value)
        if kind is list:
            return value if atom is None and set(map(type, value)) <= ATOMS else [pack(item) for item in value]
        if kind is dict:
            if atom is None and set(map(type, value)) <= ATOMS and set(map(type, value.values())) <= ATOMS:
                return value
            return {pack(key): pack(item) for key, item in value.items()}
        return pack_other(value, kind)

    def pack_other(value: Value, kind: type) -> Value:
        if kind is tuple:
            return tagged(TUPLE, pack(list(value)))
        if kind is set or kind is frozenset:
            return tagged(SET if kind is set else FROZENSET, pack(list(value)))
        if kind is complex:
            return tagged(COMPLEX, [value.real, value.imag])
        raise TypeError(f"{kind.__name__} is not data")

    return pack


def only_data(value: Value) -> bool:
    """Whether a decoded value holds exact built-in types alone."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind is dict:
            members = [*one.keys(), *one.values()]
        elif kind in (list, tuple, set, frozenset):
            members = one
        elif kind in ATOMS or kind is complex:
            continue
        else:
            return False
        if not set(map(type, members)) <= ATOMS:
            waiting += [member for member in members if type(member) not in ATOMS]
    return True


LAYOUTS: dict[str, Callable[[], tuple[Encode, Decode]]] = {
    "cbor2": cbor_codec,
    "msgspec": msgspec_codec,
    "marshal + own reader": marshal_codec,
}
