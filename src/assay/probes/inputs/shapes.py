"""What kind of data an argument is, read from annotations or seen in values."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SCALARS = ("int", "float", "bool", "str", "bytes", "complex", "none")
_SCALAR_OF: dict[type, str] = {
    int: "int", float: "float", bool: "bool", str: "str", bytes: "bytes", complex: "complex", type(None): "none",
}  # fmt: skip
_NAMES = {
    "List": "list", "Sequence": "list", "Iterable": "list", "MutableSequence": "list", "Collection": "list",
    "Iterator": "list", "Tuple": "tuple", "Dict": "dict", "Mapping": "dict", "MutableMapping": "dict",
    "DefaultDict": "dict", "Set": "set", "FrozenSet": "frozenset", "AbstractSet": "set", "Text": "str",
    "Number": "float", "Real": "float", "Hashable": "int", "string": "str", "None": "none",
}  # fmt: skip
"""Names in annotations, besides the types' own, and the kind of data that is meant."""
KINDS = (*SCALARS, "list", "tuple", "dict", "set", "frozenset")
MAX_DEPTH = 6
MOST_ITEMS = 200
"""Items of one collection that are looked at."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of data; `parts` are those of its items (of a tuple, one for each place)."""

    kind: str
    """One of `KINDS`, or `tuple of` (any number of equal items), `union`, `any` or `other`."""
    parts: tuple[Shape, ...] = ()

    def __str__(self) -> str:
        inside = ", ".join(map(str, self.parts))
        return f"{self.kind}[{inside}]" if inside else self.kind

    @property
    def known(self) -> bool:
        """Whether values can be made of it: there is no `any` and no `other` in it."""
        return self.kind not in ("any", "other") and all(part.known for part in self.parts)


ANY = Shape("any")
OTHER = Shape("other")
"""Data of which no other values are made."""


def shape_of(value: object, depth: int = MAX_DEPTH) -> Shape:
    """Return the shape of one value.

    >>> str(shape_of([1, 2.5]))
    'list[union[int, float]]'
    """
    scalar = _SCALAR_OF.get(type(value))
    if scalar:
        return Shape(scalar)
    if depth == 0 or type(value) not in (list, tuple, dict, set, frozenset):
        return OTHER
    if isinstance(value, tuple):
        return Shape("tuple", tuple(shape_of(item, depth - 1) for item in value[:MOST_ITEMS]))
    if isinstance(value, dict):
        keys, items = list(value)[:MOST_ITEMS], list(value.values())[:MOST_ITEMS]
        return Shape("dict", (shape_of_all(keys, depth - 1), shape_of_all(items, depth - 1)))
    assert isinstance(value, list | set | frozenset)
    some = list(value)[:MOST_ITEMS]
    return Shape(type(value).__name__, (shape_of_all(some, depth - 1),))


def shape_of_all(values: Iterable[object], depth: int = MAX_DEPTH) -> Shape:
    """Return the shape that all of these values have; `any` where there are none."""
    return joined([shape_of(value, depth) for value in values])


def joined(shapes: Sequence[Shape]) -> Shape:
    """Return the narrowest shape that holds all of these.

    >>> str(joined([Shape("list", (ANY,)), Shape("list", (Shape("int"),))]))
    'list[int]'
    """
    by_kind: dict[str, list[Shape]] = {}
    for shape in shapes:
        for one in shape.parts if shape.kind == "union" else (shape,):
            if one.kind != "any":
                by_kind.setdefault("tuple of" if one.kind == "tuple of" else one.kind, []).append(one)
    found = tuple(_merged(kind, alike) for kind, alike in by_kind.items())
    if not found:
        return ANY
    return found[0] if len(found) == 1 else Shape("union", found)


def _merged(kind: str, alike: list[Shape]) -> Shape:
    lengths = {len(one.parts) for one in alike}
    if kind == "tuple" and len(lengths) > 1:
        return Shape("tuple of", (joined([part for one in alike for part in one.parts]),))
    if lengths == {0}:
        return alike[0]
    places = zip(*(one.parts for one in alike), strict=True)
    return Shape(kind, tuple(joined(list(place)) for place in places))


def shape_of_annotation(node: ast.expr | None, depth: int = MAX_DEPTH) -> Shape:
    """Return the shape that an annotation names; `any` for one that names none that is known.

    >>> str(shape_of_annotation(ast.parse("dict[str, list[int]] | None", mode="eval").body))
    'union[dict[str, list[int]], none]'
    """
    if node is None or depth == 0:
        return ANY
    match node:
        case ast.Constant(None):
            return Shape("none")
        case ast.Constant(str(text)):
            return _quoted(text, depth)
        case ast.Name(name) | ast.Attribute(_, name):
            return _named(name, ())
        case ast.Subscript(ast.Name(name) | ast.Attribute(_, name), index):
            return _subscripted(name, index.elts if isinstance(index, ast.Tuple) else [index], depth - 1)
        case ast.BinOp(left, ast.BitOr(), right):
            return joined([shape_of_annotation(left, depth - 1), shape_of_annotation(right, depth - 1)])
    return ANY


def _quoted(text: str, depth: int) -> Shape:
    try:
        return shape_of_annotation(ast.parse(text[:200], mode="eval").body, depth - 1)
    except (SyntaxError, ValueError, RecursionError):
        return ANY


def _subscripted(name: str, parts: list[ast.expr], depth: int) -> Shape:
    if name == "Literal":
        return joined([shape_of(part.value) for part in parts if isinstance(part, ast.Constant)])
    if name in ("Optional", "Union"):
        none = [Shape("none")] if name == "Optional" else []
        return joined([shape_of_annotation(part, depth) for part in parts] + none)
    if name in ("Annotated", "Final"):
        return shape_of_annotation(parts[0], depth)
    if name in ("tuple", "Tuple") and len(parts) == 2 and _is_ellipsis(parts[1]):
        return Shape("tuple of", (shape_of_annotation(parts[0], depth),))
    return _named(name, tuple(shape_of_annotation(part, depth) for part in parts))


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _named(name: str, parts: tuple[Shape, ...]) -> Shape:
    kind = _NAMES.get(name, name)
    if kind in SCALARS:
        return Shape(kind)
    if kind not in KINDS:
        return ANY
    if kind == "tuple":
        return Shape("tuple", parts) if parts else Shape("tuple of", (ANY,))
    wanted = 2 if kind == "dict" else 1
    return Shape(kind, (*parts, ANY, ANY)[:wanted])
