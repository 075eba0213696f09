"""A walk over a syntax tree that knows what is open around it: function, class, branch, nesting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.languages.quality_rules import QualityRules
from assay.quality.facts import TEXT_LIMIT, Facts, Function
from assay.quality.roles import roles_of

if TYPE_CHECKING:
    from tree_sitter import Node, Tree, TreeCursor


class TreeWalk:
    """Where a walk over a tree is, what is open around it, and the facts that were found so far."""

    def __init__(self, tree: Tree, source: bytes, rules: QualityRules) -> None:
        self._tree = tree
        self._source = source
        self._rules = rules
        root = tree.root_node
        module = Function("", 0, root.end_point[0], root, cyclomatic=0)
        self._facts = Facts(module)
        self._roles = roles_of(tree.language, rules)
        self._cursor: TreeCursor = tree.walk()
        self._path: list[Node] = []
        self._depth = 0
        self._open: list[tuple[int, int, Function, bool, int | None, int, str]] = []
        self._floor = -1
        """The depth of the innermost open node."""
        self._nesting = 0
        self._function = module
        self._in_class = False
        self._holder = ""
        """The head of the innermost class."""
        self._branch: int | None = None
        """The row of the branch that this code hangs on, inside the function."""
        self._quiet = 0

    def _enter(self, *, nesting: int = 0, function: Function | None = None, branch: int | None = None, quiet: int = 0,
               in_class: bool | None = None) -> None:  # fmt: skip
        """Open this node: what changes here is put back when the walk leaves it."""
        self._open.append(
            (self._depth, self._nesting, self._function, self._in_class, self._branch, self._quiet, self._holder)
        )
        self._floor = self._depth
        self._nesting += nesting
        self._quiet |= quiet
        if branch is not None:
            self._branch = branch if branch >= 0 else None
        if in_class is not None:
            self._in_class = in_class
        if function is not None:
            self._function, self._nesting, self._branch, self._quiet = function, 0, None, 0

    def _leave(self) -> None:
        while self._open and self._open[-1][0] >= self._depth:
            _, self._nesting, self._function, self._in_class, self._branch, self._quiet, self._holder = self._open.pop()
        self._floor = self._open[-1][0] if self._open else -1

    def _parent_bits(self) -> int:
        return self._roles.get(self._path[-1].kind_id, 0) if self._path else 0

    def _cut(self, node: Node, limit: int = TEXT_LIMIT) -> str:
        start = node.start_byte
        return self._source[start : min(node.end_byte, start + limit)].decode("utf-8", "replace")
