"""TOML and YAML that others wrote, read within bounds: small files of either can stand for endless values.

A file of a few bytes may hold a number that no text can show, a key of so many parts that reading it takes a memory
of its square, or names for values that unfold to billions of them. Each is refused, and so is whatever the libraries
stumble over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from assay.errors import InvalidValue, UsageError

if TYPE_CHECKING:
    from yaml import Node

MOST_PARTS: Final = 64
"""Of a key with dots in TOML: tables in each other."""
LONGEST_NUMBER: Final = 300
"""Characters of a number in YAML."""
MOST_BITS: Final = 14_000
"""Of a whole number: Python shows none that is much longer."""
MOST_VALUES: Final = 100_000
"""Of a YAML file, each counted as often as an alias repeats it."""
UNREADABLE: Final = (ValueError, RecursionError, OverflowError, LookupError, AttributeError, TypeError)
"""What the YAML library raises, besides its own errors, where a tag does not fit its value."""

_LONG_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}""")
Wrong = Callable[[str], UsageError]


def toml_of(text: str, name: str, *, wrong: Wrong = InvalidValue) -> dict[str, Any]:  # Any: TOML
    """Return what a text of TOML holds; `name` is that of its file.

    >>> toml_of("a = 1", "assay.toml")
    {'a': 1}
    """
    import tomllib

    if _LONG_KEY.search(text):
        raise wrong(f"{name}: not TOML that is read: a key has {MOST_PARTS} parts or more")
    try:
        found = tomllib.loads(text)
        values = list(_values(found))
    except (ValueError, RecursionError) as error:
        raise wrong(f"{name}: not TOML: {error}") from None
    if any(type(value) is int and value.bit_length() > MOST_BITS for value in values):
        raise wrong(f"{name}: not TOML that is read: a whole number has more than {MOST_BITS:,} bits")
    return found


def check_nodes(root: Node) -> None:
    """Raise `ValueError` for YAML that would unfold without a bound: long numbers, and aliases of aliases."""
    import yaml

    sizes: dict[int, int] = {}

    def size(node: Node) -> int:
        key = id(node)
        if key not in sizes:
            sizes[key] = MOST_VALUES  # stands for a node that holds itself
            sizes[key] = 1 + sum(map(size, _inner(node)))
            if sizes[key] > MOST_VALUES:
                raise ValueError(f"there are more than {MOST_VALUES:,} values in it, or one that holds itself")
            if isinstance(node, yaml.ScalarNode) and len(node.value) > LONGEST_NUMBER and _is_number(node):
                raise ValueError(f"line {node.start_mark.line + 1}: a number has more than {LONGEST_NUMBER} characters")
        return sizes[key]

    size(root)


def _inner(node: Node) -> Iterator[Node]:
    import yaml

    if isinstance(node, yaml.MappingNode):
        for pair in node.value:
            yield from pair
    elif isinstance(node, yaml.SequenceNode):
        yield from node.value


def _is_number(node: Node) -> bool:
    return node.tag in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")


def _values(value: Any) -> Iterator[Any]:  # Any: TOML
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _values(one)
    else:
        yield value
