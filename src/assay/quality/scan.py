"""The one walk: a cursor over the tree, each node kind looked up in the language's table, facts collected."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from assay.languages.quality_rules import QualityRules
from assay.quality.definitions import DefinitionScan
from assay.quality.facts import Call, Facts, Function, Handler, Note
from assay.quality.nodes import FEW, block_of, first_child, is_literal, last_child, split_list
from assay.quality.roles import (
    ASSERT,
    ASSIGN,
    BOOLEAN,
    BRANCH,
    CALL,
    CASE,
    CATCH,
    COMMENT,
    DEEDS,
    DEFINES,
    ELSE,
    ERRORS,
    FINAL,
    FLOW,
    FLOWS,
    LOOP,
    LOOP_ELSE,
    NESTS,
    PASS,
    RAISE,
    RETURN,
    SWITCH,
    TERNARY,
    TEXTS,
    TRY,
    UPDATE,
    YIELD,
)

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

_WORD = re.compile(r"[$@]{0,2}[^\W\d]\w*")
_ERROR_KIND = 0xFFFF
_ANONYMOUS_SWITCH_DEFAULT = re.compile(r"default\b|_\b|case\s+_\s*[:=]|in\s+_\b")
_RAISING, _ASSERTING = 1, 2
_HEADER_ROWS = 3


def scan(tree: Tree, source: bytes, rules: QualityRules) -> Facts:
    """Return the facts of a tree that the grammar of the rules' language made of `source`."""
    return _Scan(tree, source, rules).run()


class _Scan(DefinitionScan):
    """A whole scan: texts and definitions, and what happens in the code."""

    def run(self) -> Facts:
        cursor, roles, path = self._cursor, self._roles, self._path
        down, across, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
        broken = self._tree.root_node.has_error
        while True:
            node = cursor.node
            assert node is not None  # a cursor always stands somewhere
            if self._depth <= self._floor:
                self._leave()
            kind = node.kind_id
            if broken and (kind == _ERROR_KIND or node.is_missing):
                self._facts.errors.append(node.start_point[0])
            bits = roles.get(kind, 0)
            if bits:
                self._visit(node, bits)
            if down():
                path.append(node)
                self._depth += 1
                continue
            while not across():
                if not up():
                    return self._finished()
                path.pop()
                self._depth -= 1

    def _visit(self, node: Node, bits: int) -> None:
        if bits & TEXTS:
            self._text(node, bits)
        if bits & FLOWS:
            self._flow(node, bits)
        if bits & DEFINES:
            self._define(node, bits)
        if bits & ERRORS:
            self._error(node, bits)
        if bits & DEEDS:
            self._deed(node, bits)

    # --- flow

    def _flow(self, node: Node, bits: int) -> None:
        function, row = self._function, node.start_point[0]
        if bits & BOOLEAN:
            function.cyclomatic += 1
            function.cognitive += not self._continues_sequence(node)
            return
        if bits & ELSE:
            if not self._parent_bits() & TERNARY:
                function.cognitive += 1
            return
        if bits & LOOP_ELSE and not bits & NESTS:
            function.cyclomatic += bool(self._parent_bits() & (LOOP | TRY))
            return
        if bits & CASE:
            text = self._cut(node, 60)
            function.cyclomatic += not _ANONYMOUS_SWITCH_DEFAULT.match(text)
            if self._rules.handle_condition.match(text.partition("=>")[0]):
                self._facts.handled.append(row)
            return
        function.cyclomatic += not bits & SWITCH
        if bits & ASSERT:
            return
        self._facts.flow.append(row)
        if bits & NESTS:
            self._nest(node, bits, row)
        elif bits & FLOW:
            function.cognitive += 1
            if node.type.endswith("_modifier"):
                self._enter(branch=row)

    def _nest(self, node: Node, bits: int, row: int) -> None:
        chained = bits & BRANCH and (self._is_in_else() or self._cursor.field_name == "alternative")
        function = self._function
        function.cognitive += 0 if chained else 1 + self._nesting
        function.nesting = max(function.nesting, self._nesting + (not chained))
        branch = row if bits & BRANCH else None
        if bits & (BRANCH | SWITCH) and self._handles(node):
            self._facts.handled.append(row)
            branch = -1
        self._enter(nesting=0 if chained else 1, branch=branch)

    def _is_in_else(self) -> bool:
        return bool(self._path) and self._path[-1].type == "else_clause"

    def _handles(self, node: Node) -> bool:
        condition = node.child_by_field_name("condition")
        return condition is not None and bool(self._rules.handle_condition.match(self._cut(condition, 200)))

    def _continues_sequence(self, node: Node) -> bool:
        """Say whether the operator before this one is the same: `a and b and c` counts once."""
        whole = self._path[-1]
        left = whole.child(0) if whole.child_count else None
        same = left is not None and left.kind_id == whole.kind_id and left.child_count > 1
        operator = left.child(1) if left is not None and same else None
        return operator is not None and operator.kind_id == node.kind_id

    # --- errors

    def _error(self, node: Node, bits: int) -> None:
        facts, row = self._facts, node.start_point[0]
        if bits & TRY:
            facts.tries.append(Handler(row, self._is_trivial(node)))
            self._note_optional_imports(node)
        if bits & CATCH:
            facts.catches.append(Handler(row, self._is_empty(node)))
        if bits & FINAL:
            facts.finals.append(Handler(row, self._is_empty(node)))
        if bits & RAISE:
            self._raised(node, row)

    def _note_optional_imports(self, node: Node) -> None:
        """Note what is imported in a `try`: it may be missing by design."""
        block = node.child_by_field_name("body")
        if block is not None and block.named_child_count <= FEW:
            rows = (child.start_point[0] for child in block.named_children if child.type.startswith("import"))
            self._facts.optional_imports.update(rows)

    def _raised(self, node: Node, row: int) -> None:
        text = self._cut(node, 200)
        self._function.raises.append(text)
        self._facts.raised.append(text)
        if self._branch is not None:
            self._facts.validations.append(self._branch)
        self._enter(quiet=_RAISING)

    def _is_empty(self, node: Node) -> bool:
        """Say whether the block holds only comments and statements that do nothing."""
        block = node.child_by_field_name("body") or block_of(node)
        if block is None:
            return node.type in ("rescue", "ensure") and node.named_child_count == 0
        return not any(self._matters(child) for child in block.named_children[:8])

    def _matters(self, child: Node) -> bool:
        kind = self._roles.get(child.kind_id, 0)
        if kind & (COMMENT | PASS):
            return False
        return self._cut(child, 8).strip() not in ("...", "nil", "", ";")

    def _is_trivial(self, node: Node) -> bool:
        """Say whether nothing in the `try` can fail: it only returns or names a literal."""
        block = node.child_by_field_name("body") or block_of(node)
        if block is None or block.named_child_count > 8 or node.type in ("try_expression", "rescue", "rescue_modifier"):
            return False
        return all(self._cannot_fail(child) for child in block.named_children)

    def _cannot_fail(self, child: Node) -> bool:
        bits = self._roles.get(child.kind_id, 0)
        if bits & (COMMENT | PASS):
            return True
        value = first_child(child)
        return bool(bits & RETURN) and (value is None or is_literal(value, self._rules))

    # --- deeds

    def _deed(self, node: Node, bits: int) -> None:
        function, row = self._function, node.start_point[0]
        if bits & YIELD and node.is_named:
            function.yields = True
            self._facts.returns.append(row)
        if bits & RETURN:
            self._return(node, row)
        if bits & ASSERT:
            self._asserted(self._cut(node), row)
        if bits & CALL:
            self._call(node, row)
        if bits & ASSIGN:
            self._assign(node, row)
        if bits & UPDATE:
            self._update(node)

    def _return(self, node: Node, row: int) -> None:
        value = first_child(node)
        self._returned(self._function, value, row)
        if value is None or self._branch is None:
            return
        if self._rules.error_return.match(self._cut(value, 200)):
            self._facts.validations.append(self._branch)

    def _asserted(self, text: str, row: int) -> None:
        if not self._quiet & _ASSERTING:
            self._function.asserts.append((row, " ".join(text.split())))  # runs of blanks make patterns slow
        self._enter(quiet=_ASSERTING)

    def _call(self, node: Node, row: int) -> None:
        rules, callee = self._rules, self._callee(node)
        self._function.calls.append(Call(callee, node, bool(self._quiet & _RAISING)))
        if callee == self._function.name and not self._function.recursive:
            self._function.recursive = True
            self._function.cognitive += 1
        self._note_call(node, callee, row)
        if rules.raise_call.match(callee):
            self._raised(node, row)
        if rules.assert_call.match(callee):
            self._asserted(self._cut(node), row)
        elif rules.test_call.match(callee) and self._depth:
            test = Function(callee, row, node.end_point[0], node, is_test=True)
            self._facts.functions.append(test)
            self._enter(function=test)

    def _note_call(self, node: Node, callee: str, row: int) -> None:
        """Take note of a call that checks, handles, cleans up or imports; what is inside it is read as before."""
        rules, facts = self._rules, self._facts
        if rules.check_call.match(callee) and self._function is not facts.module:
            facts.validations.append(row)
        if rules.handle_call.match(callee):
            facts.handled.append(row)
        if rules.final_text.match(callee):
            facts.finals.append(Handler(row, False))
        if rules.import_call.match(callee):
            self._import(row, self._cut(node))
        if rules.framework.match(callee):
            facts.frameworks.append(row)

    def _callee(self, node: Node) -> str:
        arguments = node.child_by_field_name("arguments")
        macro = node.child_by_field_name("macro") if arguments is None else None
        if macro is not None:
            return self._cut(macro, 120) + "!"
        end = arguments.start_byte if arguments is not None else node.end_byte
        text = self._source[node.start_byte : end]
        if len(text) > 200:
            text = text[:100] + text[-100:]
        return text.decode("utf-8", "replace").strip()

    def _assign(self, node: Node, row: int) -> None:
        target_field, value_field = self._rules.assignments[node.type]
        target = node.child_by_field_name(target_field)
        if target is None:
            return
        value = node.child_by_field_name(value_field) if value_field else last_child(node)
        text = self._cut(target, 200)
        declares = self._declares(node)
        if _WORD.fullmatch(text):
            if not declares and text not in self._function.assigned and text not in self._function.parameters:
                self._function.writes += 1
            self._named(text, row, value)
        elif text.startswith("*") and not declares:
            self._function.writes += 1
        else:
            self._written(text, row)

    def _declares(self, node: Node) -> bool:
        """Say whether this makes a name; in some languages every assignment may."""
        return self._rules.assigning_declares or node.type not in ("assignment_expression", "assignment_statement")

    def _written(self, text: str, row: int) -> None:
        """Note a target that is more than one name: parts of an object, or several names at once."""
        for part in split_list(text.strip("()[]{}* &")):
            name = _WORD.search(part)
            if name is None:
                continue
            if name[0] in ("mut", "ref") and (later := _WORD.search(part, name.end())):
                self._named(later[0], row, None)
            elif part.strip("*& ") == name[0]:
                self._named(name[0], row, None)
            else:
                self._function.writes += name[0] not in self._function.assigned
                self._function.assigned.setdefault(name[0], []).append(None)

    def _named(self, name: str, row: int, value: Node | None) -> None:
        self._function.assigned.setdefault(name, []).append(value)
        self._facts.names.setdefault(name, row)

    def _update(self, node: Node) -> None:
        name_field = self._rules.updates[node.type]
        target = node.child_by_field_name(name_field) if name_field else first_child(node)
        if target is None:
            return
        name = _WORD.search(self._cut(target, 200))
        if name is not None:
            self._function.writes += name[0] not in self._function.assigned
            self._function.assigned.setdefault(name[0], []).append(None)

    # --- the end

    def _finished(self) -> Facts:
        facts = self._facts
        if self._rules.body_docstrings:
            facts.module_doc = self._docstring(self._tree.root_node)
        elif facts.comments and self._is_header(facts.comments[0]):
            facts.module_doc = facts.comments[0]
        self._add_endings()
        return facts

    def _is_header(self, note: Note) -> bool:
        """Say whether nothing stands before a comment."""
        if note.row > _HEADER_ROWS or note.text.startswith("#!"):
            return False
        before = self._source[: self._source.find(note.text[:40].encode())]
        return before.strip() in (b"", b"<?php")

    def _add_endings(self) -> None:
        """Take note of cleaning up that is found in the source as a whole."""
        match = re.search(self._rules.final_source, self._source) if self._rules.final_source else None
        if match is not None:
            self._facts.finals.append(Handler(self._source.count(b"\n", 0, match.start()), False))
