"""Mutants put in place of functions that are already there, by their code: every alias of a function sees it."""

from __future__ import annotations

import ast
import gc
import inspect
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType

Key = tuple[str, int]
"""What a function is known by: its qualified name and its first line."""
Swap = tuple[FunctionType, CodeType]
"""A function, and the code that it gets."""


@dataclass(frozen=True)
class Change:
    """A mutant as a replacement in the bytes of its file."""

    number: int
    start: int
    end: int
    replacement: bytes
    first_line: int
    """Of the statement that it is in."""
    last_line: int

    def applied(self, source: bytes) -> bytes:
        """Return the source of the mutant."""
        return source[: self.start] + self.replacement + source[self.end :]


@dataclass(frozen=True)
class Segment:
    """A definition at the top level of a file: its place in the file, and the code that it is compiled to."""

    start: int
    end: int
    first_line: int
    code: CodeType


class Target:
    """The file that mutants are made of, with the functions of it that are alive in this process."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        tree = ast.parse(source)
        whole = compile(source, path, "exec", dont_inherit=True)
        self._future = whole.co_flags & _FUTURE
        self._keys = Counter(key_of(code) for code in nested(whole))
        self.code_lines = frozenset(line for code in nested(whole) for _, _, line in code.co_lines() if line)
        """Lines that there is code for; others are never reached, whatever runs."""
        self.functions = [
            (node.lineno, node.end_lineno or node.lineno)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        self._segments = list(self._definitions(tree))
        self._live: dict[Key, list[FunctionType]] = {}
        self._early: frozenset[Key] = frozenset()

    def look_around(self, early: frozenset[Key]) -> None:
        """Find the functions that are alive now; `early` are those that ran before any test did."""
        self._early = early
        for thing in gc.get_objects():
            if type(thing) is FunctionType and thing.__code__.co_filename == self.path:
                self._live.setdefault(key_of(thing.__code__), []).append(thing)

    def swaps(self, change: Change) -> list[Swap] | None:
        """Return what to swap for a mutant; `None` where that cannot be done and the file must be loaded again.

        So it is for what has had its effect when the file was loaded: constants, defaults, decorators, bodies of
        classes, and functions that were called then.
        """
        segment = next((one for one in self._segments if one.start <= change.start and change.end <= one.end), None)
        if segment is None:
            return None
        source = self.source[segment.start : change.start] + change.replacement
        source += self.source[change.end : segment.end]
        pairs = _differing(segment.code, self._compiled(source, segment.first_line))
        if pairs is None:
            return None
        found: list[Swap] = []
        for depth, own, old, new in pairs:
            key = key_of(old)
            live = self._live.get(key, [])
            if self._keys[key] > 1 or (own and key in self._early) or (depth == 0 and not live):
                return None
            if any(function.__code__.co_freevars != new.co_freevars for function in live):
                return None
            found += [(function, new) for function in live]
        return found or None

    def enclosing(self, change: Change) -> tuple[int, int] | None:
        """Return the first and the last line of the innermost function that a mutant is in."""
        around = [one for one in self.functions if one[0] <= change.first_line and change.last_line <= one[1]]
        return min(around, key=lambda one: one[1] - one[0], default=None)

    def _definitions(self, tree: ast.Module) -> Iterator[Segment]:
        starts = [0]
        for line in self.source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        used: Counter[int] = Counter()
        spans = []
        for node in tree.body:
            first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
            last = node.end_lineno or node.lineno
            used.update(range(first, last + 1))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and last < len(starts):
                spans.append((first, last))
        for first, last in spans:
            if used[first] == used[last] == 1:
                start, end = starts[first - 1], starts[last]
                yield Segment(start, end, first, self._compiled(self.source[start:end], first))

    def _compiled(self, source: bytes, first_line: int) -> CodeType:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            padded = b"# coding: utf-8" + b"\n" * (first_line - 1) + source if first_line > 1 else source
            code = compile(padded, self.path, "exec", flags=self._future, dont_inherit=True)
        assert isinstance(code, CodeType)
        return code


def key_of(code: CodeType) -> Key:
    """Return what a function is known by."""
    return code.co_qualname, code.co_firstlineno


def nested(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and every one in it."""
    stack = [code]
    while stack:
        one = stack.pop()
        yield one
        stack.extend(_inner(one))


def _inner(code: CodeType) -> list[CodeType]:
    return [const for const in code.co_consts if isinstance(const, CodeType)]


Pair = tuple[int, bool, CodeType, CodeType]
"""How many functions a function is in, whether it differs by itself (or only by one in it), its code, the new code."""


def _differing(old: CodeType, new: CodeType) -> list[Pair] | None:
    """Return the functions that are not alike; `None` where more than functions differs."""
    pairs: list[Pair] = []

    def differs(one: CodeType, other: CodeType, depth: int) -> bool | None:
        inner, others = _inner(one), _inner(other)
        if [code.co_name for code in inner] != [code.co_name for code in others]:
            return None
        is_function = bool(one.co_flags & inspect.CO_OPTIMIZED)
        below = [differs(a, b, depth + is_function) for a, b in zip(inner, others, strict=True)]
        if None in below:
            return None
        own = _facts(one) != _facts(other)
        if not is_function:
            return None if own else False
        if own or True in below:
            pairs.append((depth, own, one, other))
            return True
        return False

    return None if differs(old, new, 0) is None else pairs


def _facts(code: CodeType) -> tuple[object, ...]:
    """Return what a code does, without the lines that it stands on and the codes in it."""
    consts = tuple((type(const), repr(const)) for const in code.co_consts if not isinstance(const, CodeType))
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    return code.co_code, consts, names, counts, code.co_exceptiontable


_FUTURE = 0
for _name in ("annotations", "generator_stop", "barry_as_FLUFL"):
    _FUTURE |= getattr(__import__("__future__"), _name).compiler_flag
