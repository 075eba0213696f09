"""What a handle can do: which special methods the class of the object behind it has, and which data it holds."""

from __future__ import annotations

from assay.sandbox.guest.wire import derived

ABILITIES = (
    "__call__", "__iter__", "__next__", "__len__", "__getitem__", "__setitem__", "__delitem__", "__contains__",
    "__reversed__", "__enter__", "__exit__", "__await__", "__aiter__", "__anext__", "__aenter__", "__aexit__",
    "__bool__", "__hash__",
)  # fmt: skip
"""What a handle can do is what the class of the object behind it defines, in this order."""
LOOKS = (
    ("builtins", "list"), ("builtins", "tuple"), ("builtins", "dict"), ("builtins", "set"), ("builtins", "frozenset"),
    ("builtins", "str"), ("builtins", "bytes"), ("builtins", "bytearray"), ("builtins", "int"), ("builtins", "float"),
    ("builtins", "complex"), ("pathlib", "PosixPath"), ("pathlib", "PurePosixPath"), ("array", "array"),
    ("collections", "deque"), ("collections", "UserDict"), ("collections", "UserList"), ("collections", "UserString"),
    ("datetime", "datetime"), ("datetime", "date"), ("decimal", "Decimal"), ("fractions", "Fraction"),
)  # fmt: skip
"""Types that `isinstance` tells of a handle whose object is of one of them or derives from it, in this order."""
HOLDS_DATA = 1 << len(ABILITIES)
LOOK = HOLDS_DATA << 1
"""Where the place in `LOOKS`, counted from one, is kept among the bits of what a handle can do."""

_abilities: dict[type, int] = {}


def abilities(kind: type) -> int:
    """Return what objects of a class can do, as bits: special methods, and what `isinstance` tells of them."""
    if kind not in _abilities:
        found = 0
        for bit, name in enumerate(ABILITIES):
            method = next((base.__dict__[name] for base in kind.__mro__ if name in base.__dict__), None)
            found |= (method is not None) << bit
        _abilities[kind] = found | _data_bits(kind)
    return _abilities[kind]


def _data_bits(kind: type) -> int:
    base = derived.base_of(kind)
    if base is None or base == ("builtins", "dict_values"):  # views of values equal nothing, whatever they hold
        return 0
    look = next((place for place in map(derived.place_of, type.mro(kind)) if place in LOOKS), None)
    if look is None or derived.defines_equality(kind):
        return HOLDS_DATA
    return HOLDS_DATA | LOOK * (1 + LOOKS.index(look))
