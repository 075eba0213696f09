"""The one walk: a cursor over the tree, each node kind looked up in the language's table, facts collected."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from assay.languages.quality_rules import QualityRules
from assay.quality.facts import TEXT_LIMIT, Call, Class, Facts, Function, Handler, Note

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar
    from tree_sitter import Node, Tree, TreeCursor

_ROLES = (
    "functions", "lambdas", "classes", "returns", "yields", "branches", "elifs", "switches", "cases", "loops",
    "ternaries", "flow_only", "loop_elses", "tokens_boolean", "tokens_else", "imports", "comments", "strings",
    "attributes", "wrappers", "tries", "catches", "finals", "raises", "asserts", "calls", "assignments", "updates",
    "hints", "passes",
)  # fmt: skip
"""The fields of `QualityRules` that name node kinds, each with the bit of its position."""
_BITS = {name: 1 << position for position, name in enumerate(_ROLES)}
(_FUNCTION, _LAMBDA, _CLASS, _RETURN, _YIELD, _BRANCH, _ELIF, _SWITCH, _CASE, _LOOP, _TERNARY, _FLOW, _LOOP_ELSE,
 _BOOLEAN, _ELSE, _IMPORT, _COMMENT, _STRING, _ATTRIBUTE, _WRAPPER, _TRY, _CATCH, _FINAL, _RAISE, _ASSERT, _CALL,
 _ASSIGN, _UPDATE, _HINT, _PASS) = _BITS.values()  # fmt: skip
_DEFINES = _FUNCTION | _LAMBDA | _CLASS
_FLOWS = _BRANCH | _ELIF | _SWITCH | _CASE | _LOOP | _TERNARY | _FLOW | _LOOP_ELSE | _BOOLEAN | _ELSE | _CATCH
_TEXTS = _COMMENT | _STRING | _ATTRIBUTE | _WRAPPER | _IMPORT | _HINT
_ERRORS = _TRY | _CATCH | _FINAL | _RAISE
_DEEDS = _RETURN | _YIELD | _CALL | _ASSIGN | _UPDATE | _ASSERT
_NESTS = _BRANCH | _SWITCH | _LOOP | _TERNARY | _CATCH

_WORD = re.compile(r"[$@]{0,2}[^\W\d]\w*")
_ERROR_KIND = 0xFFFF
_ANONYMOUS_SWITCH_DEFAULT = re.compile(r"default\b|_\b|case\s+_\s*[:=]|in\s+_\b")
_RAISING, _ASSERTING = 1, 2
_PARAMETERS_LIMIT = 64
_FEW = 16
_LITERAL_NODES = 200
_HEADER_ROWS = 3


def scan(tree: Tree, source: bytes, rules: QualityRules) -> Facts:
    """Return the facts of a tree that the grammar of the rules' language made of `source`."""
    return _Scan(tree, source, rules).run()


@cache
def _roles(grammar: Grammar, rules: QualityRules) -> dict[int, int]:
    """Return what the rules make of each kind of node, as bits, by the number of the kind."""
    roles = dict[int, int]()
    for name, bit in _BITS.items():
        for kind in getattr(rules, name):
            number = grammar.id_for_node_kind(kind, not name.startswith("tokens_"))
            if number is not None:
                roles[number] = roles.get(number, 0) | bit
    return roles


class _Scan:
    """The state of a walk: where it is, and what is open around it."""

    def __init__(self, tree: Tree, source: bytes, rules: QualityRules) -> None:
        self._tree = tree
        self._source = source
        self._rules = rules
        root = tree.root_node
        module = Function("", 0, root.end_point[0], root, cyclomatic=0)
        self._facts = Facts(module)
        self._roles = _roles(tree.language, rules)
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
        self._doc: Note | None = None
        self._attributes: list[tuple[int, str]] = []

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
        if bits & _TEXTS:
            self._text(node, bits)
        if bits & _FLOWS:
            self._flow(node, bits)
        if bits & _DEFINES:
            self._define(node, bits)
        if bits & _ERRORS:
            self._error(node, bits)
        if bits & _DEEDS:
            self._deed(node, bits)

    # --- where we are

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

    # --- texts

    def _text(self, node: Node, bits: int) -> None:
        row = node.start_point[0]
        if bits & _COMMENT:
            self._comment(node, row)
        if bits & _STRING and (end_row := node.end_point[0]) != row:
            self._facts.text_rows.append((row, end_row))
        if bits & _HINT:
            self._facts.hints.append(row)
        if bits & _IMPORT:
            self._import(row, self._cut(node))
        if bits & _ATTRIBUTE:
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
        if any(self._roles.get(holder.kind_id, 0) & _FUNCTION for holder in self._path[-2:]):
            self._function.attributes += text
            self._function.is_test |= bool(self._rules.test_attribute.match(text))
        if self._rules.framework.search(text):
            self._facts.frameworks.append(row)

    # --- definitions

    def _define(self, node: Node, bits: int) -> None:
        if bits & _LAMBDA and not self._is_named_lambda(node):
            self._enter(nesting=1)
            return
        row = node.start_point[0]
        wrapped = (holder for holder in self._path[-2:] if self._roles.get(holder.kind_id, 0) & _WRAPPER)
        first_row = min((holder.start_point[0] for holder in wrapped), default=row)
        doc = self._doc_of(node, first_row)
        top = not self._in_class and self._function is self._facts.module
        if bits & _CLASS:
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
        elif bits & _LAMBDA and body is not None and "block" not in body.type and "compound" not in body.type:
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
        if not self._parent_bits() & _ASSIGN:
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
            for part in _parts(self._cut(listed, 2000).strip("()| \n"))
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
            held = _first(first) if first.type == "expression_statement" else None
            if held is None or held.type not in ("string", "concatenated_string") or first.named_child_count > 1:
                return None
            if self._source[held.start_byte : held.start_byte + 1] in b"fFbB":
                return None
            self._facts.text_rows.append((held.start_point[0], held.end_point[0]))
            return Note(held.start_point[0], held.end_point[0], self._cut(held))
        return None

    def _tail(self, function: Function, body: Node) -> None:
        """The value of a body whose last expression is its value."""
        last = _last(body)
        if last is None or last.type in ("expression_statement", "let_declaration", "empty_statement", "return"):
            return
        if last.type.endswith(self._rules.valueless_endings):
            return
        self._returned(function, last, last.start_point[0])

    def _returned(self, function: Function, value: Node | None, row: int) -> None:
        function.returns.append(value)
        self._facts.returns.append(row)

    # --- flow

    def _flow(self, node: Node, bits: int) -> None:
        function, row = self._function, node.start_point[0]
        if bits & _BOOLEAN:
            function.cyclomatic += 1
            function.cognitive += not self._continues_sequence(node)
            return
        if bits & _ELSE:
            if not self._parent_bits() & _TERNARY:
                function.cognitive += 1
            return
        if bits & _LOOP_ELSE and not bits & _NESTS:
            function.cyclomatic += bool(self._parent_bits() & (_LOOP | _TRY))
            return
        if bits & _CASE:
            text = self._cut(node, 60)
            function.cyclomatic += not _ANONYMOUS_SWITCH_DEFAULT.match(text)
            if self._rules.handle_condition.match(text.partition("=>")[0]):
                self._facts.handled.append(row)
            return
        function.cyclomatic += not bits & _SWITCH
        if bits & _ASSERT:
            return
        self._facts.flow.append(row)
        if bits & _NESTS:
            self._nest(node, bits, row)
        elif bits & _FLOW:
            function.cognitive += 1
            if node.type.endswith("_modifier"):
                self._enter(branch=row)

    def _nest(self, node: Node, bits: int, row: int) -> None:
        chained = bits & _BRANCH and (self._is_in_else() or self._cursor.field_name == "alternative")
        function = self._function
        function.cognitive += 0 if chained else 1 + self._nesting
        function.nesting = max(function.nesting, self._nesting + (not chained))
        branch = row if bits & _BRANCH else None
        if bits & (_BRANCH | _SWITCH) and self._handles(node):
            self._facts.handled.append(row)
            branch = -1
        self._enter(nesting=0 if chained else 1, branch=branch)

    def _is_in_else(self) -> bool:
        return bool(self._path) and self._path[-1].type == "else_clause"

    def _handles(self, node: Node) -> bool:
        condition = node.child_by_field_name("condition")
        return condition is not None and bool(self._rules.handle_condition.match(self._cut(condition, 200)))

    def _continues_sequence(self, node: Node) -> bool:
        """The operator before this one in the same expression is the same: `a and b and c` is one thought."""
        whole = self._path[-1]
        left = whole.child(0) if whole.child_count else None
        same = left is not None and left.kind_id == whole.kind_id and left.child_count > 1
        operator = left.child(1) if left is not None and same else None
        return operator is not None and operator.kind_id == node.kind_id

    # --- errors

    def _error(self, node: Node, bits: int) -> None:
        facts, row = self._facts, node.start_point[0]
        if bits & _TRY:
            facts.tries.append(Handler(row, self._is_trivial(node)))
            self._note_optional_imports(node)
        if bits & _CATCH:
            facts.catches.append(Handler(row, self._is_empty(node)))
        if bits & _FINAL:
            facts.finals.append(Handler(row, self._is_empty(node)))
        if bits & _RAISE:
            self._raised(node, row)

    def _note_optional_imports(self, node: Node) -> None:
        """What is imported in a `try` may be missing by design."""
        block = node.child_by_field_name("body")
        if block is not None and block.named_child_count <= _FEW:
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
        """Nothing in the block but comments and statements that do nothing."""
        block = node.child_by_field_name("body") or _block_of(node)
        if block is None:
            return node.type in ("rescue", "ensure") and node.named_child_count == 0
        return not any(self._matters(child) for child in block.named_children[:8])

    def _matters(self, child: Node) -> bool:
        kind = self._roles.get(child.kind_id, 0)
        if kind & (_COMMENT | _PASS):
            return False
        return self._cut(child, 8).strip() not in ("...", "nil", "", ";")

    def _is_trivial(self, node: Node) -> bool:
        """Nothing in the `try` can fail: it only returns or names a literal."""
        block = node.child_by_field_name("body") or _block_of(node)
        if block is None or block.named_child_count > 8 or node.type in ("try_expression", "rescue", "rescue_modifier"):
            return False
        return all(self._cannot_fail(child) for child in block.named_children)

    def _cannot_fail(self, child: Node) -> bool:
        bits = self._roles.get(child.kind_id, 0)
        if bits & (_COMMENT | _PASS):
            return True
        value = _first(child)
        return bool(bits & _RETURN) and (value is None or is_literal(value, self._rules))

    # --- deeds

    def _deed(self, node: Node, bits: int) -> None:
        function, row = self._function, node.start_point[0]
        if bits & _YIELD and node.is_named:
            function.yields = True
            self._facts.returns.append(row)
        if bits & _RETURN:
            self._return(node, row)
        if bits & _ASSERT:
            self._asserted(self._cut(node), row)
        if bits & _CALL:
            self._call(node, row)
        if bits & _ASSIGN:
            self._assign(node, row)
        if bits & _UPDATE:
            self._update(node)

    def _return(self, node: Node, row: int) -> None:
        value = _first(node)
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
        value = node.child_by_field_name(value_field) if value_field else _last(node)
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
        """Whether this makes a name; in some languages every assignment may."""
        return self._rules.assigning_declares or node.type not in ("assignment_expression", "assignment_statement")

    def _written(self, text: str, row: int) -> None:
        """A target that is more than one name: parts of an object, or several names at once."""
        for part in _parts(text.strip("()[]{}* &")):
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
        target = node.child_by_field_name(name_field) if name_field else _first(node)
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
        """Nothing stands before it."""
        if note.row > _HEADER_ROWS or note.text.startswith("#!"):
            return False
        before = self._source[: self._source.find(note.text[:40].encode())]
        return before.strip() in (b"", b"<?php")

    def _add_endings(self) -> None:
        """Take note of cleaning up that is found in the source as a whole."""
        match = re.search(self._rules.final_source, self._source) if self._rules.final_source else None
        if match is not None:
            self._facts.finals.append(Handler(self._source.count(b"\n", 0, match.start()), False))


def is_literal(value: Node, rules: QualityRules) -> bool:
    """Whether the value and all its parts are written out."""
    waiting, seen = [value], 0
    while waiting:
        node = waiting.pop()
        seen += 1
        if seen > _LITERAL_NODES or node.type not in rules.literals or node.named_child_count > _LITERAL_NODES:
            return False
        waiting.extend(node.named_children)
    return True


def _first(node: Node) -> Node | None:
    return node.named_child(0) if node.named_child_count else None


def _last(node: Node) -> Node | None:
    return node.named_child(node.named_child_count - 1) if node.named_child_count else None


def _block_of(node: Node) -> Node | None:
    children = node.named_children if node.named_child_count <= _FEW else []
    blocks = (child for child in children if "block" in child.type or child.type in ("then", "compound_statement"))
    return next(blocks, None)


def _parts(text: str) -> list[str]:
    """A list's elements: the text, split at commas outside of all brackets."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}>" and depth:
            depth -= 1
        elif character == "," and not depth:
            parts.append(text[start:position].strip())
            start = position + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]
