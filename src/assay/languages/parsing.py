"""One parse in bytes for every part that reads code, within a budget of size and time."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module, metadata
from typing import TYPE_CHECKING

from assay.errors import InvalidValue
from assay.languages.base import Language
from assay.languages.known import language as find

if TYPE_CHECKING:
    import tree_sitter

CHUNK_BYTES = 1024
_parsers = threading.local()


class CodeTooLarge(InvalidValue):
    """The code is beyond the size or the time that reading it may take."""


@dataclass(frozen=True, slots=True)
class ParseBudget:
    """How much one text may cost."""

    size_bytes: int = 2 * 2**20
    cpu_seconds: float = 5.0
    """Recovery from errors takes more than linear time in some grammars; this bounds it."""
    start_seconds: float = 0.25
    seconds_per_byte: float = 20e-6
    """Of CPU time, some twenty times what code without errors takes: a short text may not use up all of it."""

    def seconds_for(self, size: int) -> float:
        """Return the CPU time that a text of so many bytes may take."""
        return min(self.cpu_seconds, self.start_seconds + self.seconds_per_byte * size)


BUDGET = ParseBudget()


class Parsed:
    """Code with its syntax tree.

    >>> parsed = parse("x = 1", "python")
    >>> parsed.has_error, parsed.error_nodes, parsed.root.type
    (False, 0, 'module')
    """

    __slots__ = ("_error_nodes", "code", "language", "shift", "tree")

    def __init__(self, language: Language, code: bytes, tree: tree_sitter.Tree, shift: int) -> None:
        self.language = language
        self.code = code
        """What was parsed; positions in the tree count its bytes."""
        self.tree = tree
        self.shift = shift
        """How many bytes were put before the given text (`<?php ` before a fragment); no line breaks are among them."""
        self._error_nodes: int | None = None

    @property
    def root(self) -> tree_sitter.Node:
        return self.tree.root_node

    @property
    def has_error(self) -> bool:
        return self.tree.root_node.has_error

    @property
    def error_nodes(self) -> int:
        """The number of errors and missing nodes; at least one where the tree has an error, even a hidden one."""
        if self._error_nodes is None:
            self._error_nodes = max(1, _count_errors(self.tree.root_node)) if self.has_error else 0
        return self._error_nodes

    def text(self, node: tree_sitter.Node) -> str:
        """Return the text of a node; bytes that are not UTF-8 come out as U+FFFD."""
        return self.code[node.start_byte : node.end_byte].decode("utf-8", "replace")


def parse(
    code: str | bytes, language: str | Language, *, budget: ParseBudget = BUDGET, fragment: bool = True
) -> Parsed:
    """Parse the code; text that does not parse has errors in its tree, text beyond the budget raises.

    A `fragment` may lack what its language wants at the start of a file, such as `<?php`.

    >>> parse("def f(:", "python").has_error
    True
    """
    rules = find(language) if isinstance(language, str) else language
    text = code.encode("utf-8", "replace") if isinstance(code, str) else bytes(code)
    if len(text) > budget.size_bytes:
        raise CodeTooLarge(f"code must be at most {budget.size_bytes} bytes to be parsed, got {len(text)}")
    shift = 0
    if fragment and rules.prefix and rules.prefix[:2].encode() not in text:
        prefix = rules.prefix.encode()
        text, shift = prefix + text, len(prefix)
    return Parsed(rules, text, _tree(text, rules, budget.seconds_for(len(text))), shift)


@lru_cache(maxsize=32)
def grammar(name: str) -> tree_sitter.Language:
    """Return the compiled grammar of a language, by `Language.grammar`."""
    import tree_sitter

    module, _, function = name.partition(":")
    return tree_sitter.Language(getattr(import_module(module), function)())


@lru_cache(maxsize=32)
def grammar_version(language: Language) -> str:
    """Return the version of the grammar's package, for signatures."""
    return metadata.version(language.package)


@lru_cache(maxsize=2048)
def kind_ids(name: str, kinds: tuple[str, ...]) -> frozenset[int]:
    """Return the numbers of node kinds in a grammar: of the named ones, or of a token where there is no other."""
    found = _kinds_by_name(name)
    return frozenset(number for kind in kinds for number in found.get(kind, ()))


@lru_cache(maxsize=64)
def token_ids(name: str, texts: tuple[str, ...]) -> frozenset[int]:
    """Return the numbers of tokens with these texts, such as `=`."""
    known = grammar(name)
    wanted = set(texts)
    return frozenset(
        number
        for number in range(known.node_kind_count)
        if not known.node_kind_is_named(number) and known.node_kind_for_id(number) in wanted
    )


@lru_cache(maxsize=32)
def _kinds_by_name(name: str) -> dict[str, tuple[int, ...]]:
    known = grammar(name)
    named: dict[str, list[int]] = {}
    tokens: dict[str, list[int]] = {}
    for number in range(known.node_kind_count):
        kind = known.node_kind_for_id(number)
        if kind and known.node_kind_is_visible(number):
            (named if known.node_kind_is_named(number) else tokens).setdefault(kind, []).append(number)
    return {kind: tuple(numbers) for kind, numbers in (tokens | named).items()}


def _parser(rules: Language) -> tree_sitter.Parser:
    """Return the parser of this thread for a grammar: a parser must not be entered twice at once."""
    mine: dict[str, tree_sitter.Parser] | None = getattr(_parsers, "by_grammar", None)
    if mine is None:
        mine = _parsers.by_grammar = {}
    parser = mine.get(rules.grammar)
    if parser is None:
        import tree_sitter

        parser = mine[rules.grammar] = tree_sitter.Parser(grammar(rules.grammar))
    return parser


def _tree(text: bytes, rules: Language, cpu_seconds: float) -> tree_sitter.Tree:
    """Parse in pieces; past the deadline the text ends.

    The binding's own progress callback crashes the interpreter, and an exception in the reader is not looked at
    until the parser has come to its end, so the end of the text is what stops it.
    """
    clock = time.thread_time
    deadline = clock() + cpu_seconds
    late = False

    def read(offset: int, _: object) -> bytes:
        nonlocal late
        if late or clock() > deadline:
            late = True
            return b""
        return text[offset : offset + CHUNK_BYTES]

    tree = _parser(rules).parse(read)
    if late:
        raise CodeTooLarge(f"{rules.title} code of {len(text)} bytes is not parsed within {cpu_seconds:g} CPU seconds")
    return tree


def _count_errors(root: tree_sitter.Node) -> int:
    cursor = root.walk()
    count = 0
    while True:
        node = cursor.node
        if node is not None and node.has_error and cursor.goto_first_child():
            count += node.is_error
            continue
        count += node is not None and (node.is_error or node.is_missing)
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return count
