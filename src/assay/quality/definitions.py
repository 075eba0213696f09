"""Texts and definitions in a syntax tree: comments, imports, attributes, functions and classes with their docs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.languages.quality_rules import QualityRules
from assay.quality.facts import TEXT_LIMIT, Class, Function, Note
from assay.quality.nodes import first_child, last_child, split_list
from assay.quality.roles import ASSIGN, ATTRIBUTE, CLASS, COMMENT, FUNCTION, HINT, IMPORT, LAMBDA, STRING, WRAPPER
from assay.quality.walking import TreeWalk

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

_PARAMETERS_LIMIT = 64


class DefinitionScan(TreeWalk):
    """The part of a scan that collects texts and definitions."""

    def __init__(self, tree: Tree, source: bytes, rules: QualityRules) -> None:
        super().__init__(tree, source, rules)
        self._doc: Note | None = None
        self._attributes: list[tuple[int, str]] = []

    # --- texts

    def _text(self, node: Node, bits: int) -> None:
        row = node.start_point[0]
        if bits & COMMENT:
            self._comment(node, row)
        if bits & STRING and (end_row := node.end_point[0]) != row:
            self._facts.text_rows.append((row, end_row))
        if bits & HINT:
            self._facts.hints.append(row)
        if bits & IMPORT:
            self._import(row, self._cut(node))
        if bits & ATTRIBUTE:
            self._attribute(node, row)

    def _comment(self, node: Node, row: int) -> None:
        note = Note(row, max(row, node.end_point[0] - (node.end_point[1] == 0)), self._cut(node))
        if self._rules.hint_comment.search(note.text):
            self._facts.hints.append(row)
        before = self._doc
        if before is not None and before.end_row == row - 1 and not before.text.startswith("/*"):
            before.end_row = note.end_row
            before.text = f"{before.text}\n{note.text}"[:TEXT_LIMIT]
            return
        self._facts.comments.append(note)
        self._doc = note if self._rules.doc_comment.match(note.text) else None

    def _import(self, row: int, text: str) -> None:
        self._facts.imports.append((row, text))
        if self._branch is not None or self._nesting:
            self._facts.optional_imports.add(row)
        if self._rules.framework.search(text):
            self._facts.frameworks.append(row)

    def _attribute(self, node: Node, row: int) -> None:
        text = self._cut(node, 120)
        self._attributes.append((node.end_point[0], text))
        if self._doc is not None and self._doc.end_row == row - 1:
            self._doc.end_row = node.end_point[0]
        if any(self._roles.get(holder.kind_id, 0) & FUNCTION for holder in self._path[-2:]):
            self._function.attributes += text
            self._function.is_test |= bool(self._rules.test_attribute.match(text))
        if self._rules.framework.search(text):
            self._facts.frameworks.append(row)

    # --- definitions

    def _define(self, node: Node, bits: int) -> None:
        if bits & LAMBDA and not self._is_named_lambda(node):
            self._enter(nesting=1)
            return
        row = node.start_point[0]
        wrapped = (holder for holder in self._path[-2:] if self._roles.get(holder.kind_id, 0) & WRAPPER)
        first_row = min((holder.start_point[0] for holder in wrapped), default=row)
        doc = self._doc_of(node, first_row)
        top = not self._in_class and self._function is self._facts.module
        if bits & CLASS:
            self._define_class(node, row, top, doc)
        else:
            self._define_function(node, bits, first_row, top, doc)

    def _define_function(self, node: Node, bits: int, first_row: int, top: bool, doc: Note | None) -> None:
        row = node.start_point[0]
        attributes = self._taken_attributes(first_row, row)
        body = node.child_by_field_name("body")
        function = Function(
            self._name(node), row, node.end_point[0], node, top, self._in_class, self._parameters(node), doc,
            attributes=attributes,
            holder=self._holder if self._in_class else "", has_body=body is not None or self._rules.absent_bodies,
        )  # fmt: skip
        function.is_test = self._is_test(function)
        self._facts.functions.append(function)
        self._enter(function=function, in_class=False)
        if self._rules.tail_returns and body is not None:
            self._tail(function, body)
        elif bits & LAMBDA and body is not None and "block" not in body.type and "compound" not in body.type:
            self._returned(function, body, row)

    def _define_class(self, node: Node, row: int, top: bool, doc: Note | None) -> None:
        body = node.child_by_field_name("body")
        if body is None and self._rules.mentioned_classes:
            return
        head = self._source[node.start_byte : body.start_byte if body else node.end_byte][:TEXT_LIMIT]
        bases = head.decode("utf-8", "replace")
        self._taken_attributes(row, row)
        self._facts.classes.append(Class(self._name(node), row, node.end_point[0], top, doc, bases))
        if self._rules.framework.search(bases):
            self._facts.frameworks.append(row)
        self._enter(in_class=True)
        self._holder = bases

    def _is_named_lambda(self, node: Node) -> bool:
        if not self._parent_bits() & ASSIGN:
            return False
        return node.child_by_field_name("body") is not None and self._rules.named_lambdas

    def _is_test(self, function: Function) -> bool:
        rules, name = self._rules, function.name
        return bool(
            rules.test_name.fullmatch(name)
            or (function.attributes and rules.test_attribute.search(function.attributes))
            or (rules.test_macros and rules.test_call.match(name))
        )

    def _taken_attributes(self, first_row: int, row: int) -> str:
        taken = "".join(text for end_row, text in self._attributes[-8:] if first_row - 8 <= end_row <= row)
        self._attributes.clear()
        return taken

    def _name(self, node: Node) -> str:
        named = node.child_by_field_name("name")
        if named is None and (inner := node.child_by_field_name("declarator")) is not None:
            for _ in range(8):  # int (*f(void))[3]
                if (deeper := inner.child_by_field_name("declarator")) is None:
                    break
                inner = deeper
            named = inner
        if named is None and self._path:
            named = self._path[-1].child_by_field_name("name") or self._path[-1].child_by_field_name("left")
        return self._cut(named, 120) if named is not None else ""

    def _parameters(self, node: Node) -> tuple[str, ...]:
        listed = node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
        declarator = node.child_by_field_name("declarator")
        for _ in range(4):
            if listed is not None or declarator is None:
                break
            listed = declarator.child_by_field_name("parameters")
            declarator = declarator.child_by_field_name("declarator")
        if listed is None:
            return ()
        found = (
            self._rules.parameter.match(" ".join(part[:120].split()))
            for part in split_list(self._cut(listed, 2000).strip("()| \n"))
        )
        names = (match[1] for match in found if match)
        return tuple(name for name in names if name not in self._rules.no_names)[:_PARAMETERS_LIMIT]

    def _doc_of(self, node: Node, first_row: int) -> Note | None:
        if self._rules.body_docstrings:
            return self._docstring(node.child_by_field_name("body"))
        doc, self._doc = self._doc, None
        if doc is None or not first_row - 1 <= doc.end_row <= first_row:
            return None
        self._facts.comments.pop()  # the latest: a comment after it would have taken its place
        self._facts.text_rows.append((doc.row, doc.end_row))
        return doc

    def _docstring(self, body: Node | None) -> Note | None:
        for position in range(min(10, body.named_child_count) if body is not None else 0):
            first = body.named_child(position) if body is not None else None
            if first is None or first.type == "comment":
                continue
            held = first_child(first) if first.type == "expression_statement" else None
            if held is None or held.type not in ("string", "concatenated_string") or first.named_child_count > 1:
                return None
            if self._source[held.start_byte : held.start_byte + 1] in b"fFbB":
                return None
            self._facts.text_rows.append((held.start_point[0], held.end_point[0]))
            return Note(held.start_point[0], held.end_point[0], self._cut(held))
        return None

    def _tail(self, function: Function, body: Node) -> None:
        """Note the value of a body whose last expression is its value."""
        last = last_child(body)
        if last is None or last.type in ("expression_statement", "let_declaration", "empty_statement", "return"):
            return
        if last.type.endswith(self._rules.valueless_endings):
            return
        self._returned(function, last, last.start_point[0])

    def _returned(self, function: Function, value: Node | None, row: int) -> None:
        function.returns.append(value)
        self._facts.returns.append(row)
