"""What the form hides: hollow bodies, tests that cannot fail, handlers that swallow, words that say nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.languages.quality_rules import QualityRules
from assay.quality.facts import TEXT_LIMIT, Facts, Function, Handler, Note
from assay.quality.nodes import is_literal
from assay.quality.records import EVIDENCE_LIMIT, Dimension, Evidence, ScoreSide, Wish
from assay.records import Verdict

if TYPE_CHECKING:
    from tree_sitter import Node

Line = Callable[[int | None], tuple[int | None, str]]
"""Row → line number and text."""

VERDICT_CAPS: dict[Verdict, float] = {
    Verdict.PASSED: 1.0,
    Verdict.FAILED: 0.5,
    Verdict.CRASHED: 0.4,
    Verdict.TIMED_OUT: 0.4,
    Verdict.OUT_OF_MEMORY: 0.4,
    Verdict.INVALID: 0.2,
}
"""No `quality` above this, whatever the code looks like."""

_DATA = 20
"""Characters from which a literal counts as data."""
AND_MORE = "this one and all further ones"

_COMMENT_SIGNS = re.compile(r"^[#\s!]+")
_WORDS = re.compile(r"[A-Za-z]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")
_PHRASES = frozenset(
    ("a", "an", "the", "this", "that", "it", "its", "is", "are", "of", "to", "for", "in", "on", "and", "or", "with",
     "from", "by", "function", "method", "class", "returns", "return", "given", "value", "values", "parameter",
     "parameters", "argument", "arguments", "param", "params", "docstring", "todo", "def")
)  # fmt: skip
_EXEMPT_ATTRIBUTES = re.compile(r"abstractmethod|overload|@Override|\babstract\b|property\.setter")
_EXEMPT_NAMES = re.compile(r"__\w+__|main|setUp|tearDown|initialize|constructor")
_INHERITS = re.compile(
    r"class\s+\w+\s*(?:\[[^\]]*\])?\(\s*[\w\"]|\bextends\b|\bimplements\b|class\s+\w+\s*[<:]|\binterface\b|\btrait\b"
)
_PRINTS = re.compile(
    r"(?:print|puts|p|console\.\w+|System\.out\.\w+|printf|fmt\.Print\w*|Console\.Write\w*|println!?|echo)$"
)


class Substance:
    """`quality` of one piece of code: the form's points, less those that the evidence takes back."""

    def __init__(self, facts: Facts, rules: QualityRules, form: dict[str, float], line: Line, source: bytes) -> None:
        self._source = source
        self._facts = facts
        self._rules = rules
        self._line = line
        self.dimensions = dict(form)
        self.evidence: list[Evidence] = []
        self._kept: dict[str, list[int]] = {}

    def run(self, *, verdict: Verdict | None, wishes: Sequence[Wish]) -> Substance:
        """Take back what is hollow; an execution that passed outweighs suspicion about bodies."""
        wished = {wish.text for wish in wishes if wish.kind == "name"}
        hollow = self._hollow_functions(wished) if verdict is not Verdict.PASSED else 0.0
        if hollow:
            self._scale(Dimension.CORRECTNESS, hollow)
            self._scale(Dimension.COMPLETENESS, hollow)
        self._tests(hollow)
        self._handlers()
        self._comments()
        self._docstrings()
        self._wishes(wishes)
        return self

    def _lose(self, dimension: Dimension, rule: str, points: float, row: int | None, detail: str) -> None:
        points = min(points, self.dimensions[dimension])
        self.dimensions[dimension] = round(self.dimensions[dimension] - points, 9)
        self._note(Evidence(dimension, rule, 0.0, round(points, 9), *self._line(row), detail, ScoreSide.QUALITY))

    def _note(self, row: Evidence) -> None:
        """Keep the evidence; of a rule with many rows the last one kept stands for the rest."""
        kept = self._kept.setdefault(row.rule, [])
        if len(kept) < EVIDENCE_LIMIT:
            kept.append(len(self.evidence))
            self.evidence.append(row)
            return
        last = self.evidence[kept[-1]]
        self.evidence[kept[-1]] = replace(last, withheld=round(last.withheld + row.withheld, 9), detail=AND_MORE)

    def _scale(self, dimension: Dimension, share: float) -> None:
        """Take the share of all the points; the functions behind it are listed already."""
        self._lose(
            dimension, "hollow", share * self.dimensions[dimension], None, f"{share:.0%} of the functions are hollow"
        )

    # --- bodies

    def _hollow_functions(self, wished: Collection[str]) -> float:
        """Return the share of the functions that do nothing (1 where the task asks for one of them), and list each."""
        judged = hollow = 0
        missed = False
        for function in self._facts.functions:
            if function.is_test or not function.has_body or function.node is None or _is_exempt(function):
                continue
            judged += 1
            reason = hollow_reason(function, self._rules, self._source)
            if reason:
                hollow += 1
                missed |= function.name in wished
                place = self._line(function.row)
                self._note(Evidence(Dimension.COMPLETENESS, reason[0], 0.0, 0.0, *place, reason[1], ScoreSide.QUALITY))
        return 1.0 if missed else hollow / judged if judged else 0.0

    # --- tests

    def _tests(self, hollow: float) -> None:
        facts, dimension = self._facts, Dimension.TESTING
        if not self.dimensions[dimension]:
            return
        if hollow == 1.0:
            self._lose(dimension, "tests-of-nothing", 1.0, None, "what is tested is hollow")
            return
        self._idle_tests()
        asserted = facts.assertions
        for row, text in asserted:
            if self._rules.tautology.fullmatch(text.strip()):
                self._lose(dimension, "tautology", 0.3 / len(asserted), row, "cannot fail")
        if facts.tests and facts.frameworks and not any(_is_real_test(test, self._rules) for test in facts.tests):
            self._lose(
                dimension, "idle-framework", 0.2, facts.frameworks[0], "a framework without a test that can fail"
            )

    def _idle_tests(self) -> None:
        tests = self._facts.tests
        for test in tests:
            if not _is_real_test(test, self._rules):
                detail = f"{test.name or 'the test'} {'cannot fail' if test.asserts else 'asserts nothing'}"
                self._lose(Dimension.TESTING, "idle-test", 0.5 / len(tests), test.row, detail)

    # --- errors

    def _handlers(self) -> None:
        facts, dimension = self._facts, Dimension.ERROR_HANDLING
        silent, idle = _hollow(facts.catches), _hollow(facts.tries)
        if not facts.handled:
            share = max(_share(silent, facts.catches), _share(idle, facts.tries))
            each = 0.5 * share / max(1, len(silent) + len(idle))
            for handler in silent:
                self._lose(dimension, "empty-handler", each, handler.row, "swallows the error")
            for handler in idle:
                self._lose(dimension, "idle-try", each, handler.row, "nothing in it can fail")
        for final in _hollow(facts.finals):
            self._lose(dimension, "empty-finally", 0.2 / len(facts.finals), final.row, "cleans up nothing")

    # --- words

    def _comments(self) -> None:
        facts, dimension = self._facts, Dimension.DOCUMENTATION
        notes = [note for note in facts.comments if note is not facts.module_doc]
        for note in notes:
            if is_code(note.text, self._rules):
                self._lose(dimension, "commented-out", 0.2 / len(notes), note.row, "code, not a comment")

    def _docstrings(self) -> None:
        documented = [item for item in self._facts.definitions if item.doc is not None]
        single = len([item for item in documented if item.top_level]) == 1 and self._facts.module_doc is None
        for item in documented:
            if item.doc is not None and restates(item.doc, item.name):
                points = 0.6 / len(documented) + (0.2 if single and item.top_level else 0.0)
                self._lose(
                    Dimension.DOCUMENTATION, "restates-name", points, item.doc.row, f"says no more than {item.name!r}"
                )

    def _wishes(self, wishes: Sequence[Wish]) -> None:
        missed = [wish for wish in wishes if not wish.found]
        before = self.dimensions[Dimension.COMPLETENESS]
        for wish in missed:
            detail = f"the task asks for the {wish.kind} {wish.text!r}"
            self._lose(Dimension.COMPLETENESS, "missed-wish", 0.5 * before / len(wishes), None, detail)


def capped(quality: float, verdict: Verdict | None) -> float:
    """Return the quality, or the most that the verdict of an execution allows.

    >>> capped(0.9, Verdict.FAILED), capped(0.9, None)
    (0.5, 0.9)
    """
    return quality if verdict is None else min(quality, VERDICT_CAPS[verdict])


def hollow_reason(function: Function, rules: QualityRules, source: bytes) -> tuple[str, str] | None:
    """Return the rule and the words for a body that does nothing; `None` for one that does something."""
    if function.yields or function.writes:
        return None
    values = [value for value in function.returns if value is not None]
    if _is_stub(function, values, rules, source):
        return "dead-body", "is yet to be written"
    if _works(function, rules, source, with_value=bool(values)):
        return None
    if values:
        return _constant_reason(function, {_constant(value, function, rules, source) for value in values})
    return None if function.raises or function.asserts else ("dead-body", "does nothing")


def _is_stub(function: Function, values: Sequence[Node], rules: QualityRules, source: bytes) -> bool:
    """Say whether a body announces that it is yet to be written, and returns nothing else but constants."""
    raises_it = bool(function.raises) and all(rules.unfinished.fullmatch(text) for text in function.raises)
    if not raises_it and not any(rules.unfinished.fullmatch(f"{call.callee}()") for call in function.calls):
        return False
    finished = (value for value in values if not rules.unfinished.fullmatch(_text(value, source).strip()))
    return all(_constant(value, function, rules, source) for value in finished)


def _constant_reason(function: Function, texts: set[str | None]) -> tuple[str, str] | None:
    """Return why a body that only returns these constants is hollow; `None` where it may be meant so."""
    if None in texts or len(texts) > 1:
        return None
    (text,) = texts
    if text in function.parameters:
        return ("returns-its-argument", f"always returns {text}") if _is_aimless(function) else None
    if (not function.parameters and len(text or "") > _DATA) or text == "":
        return None  # a table that has a name
    return "constant-return", f"always returns {text}"


def is_code(text: str, rules: QualityRules) -> bool:
    """Say whether a comment is code that somebody switched off.

    >>> python = QualityRules(commented_python=True)
    >>> is_code("# total = add(1, 2)", python), is_code("# the total so far", python)
    (True, False)
    """
    python = rules.commented_python
    for raw in text.split("\n")[:20]:
        raw = " ".join(raw[:TEXT_LIMIT].split())  # runs of blanks make patterns slow
        body = _COMMENT_SIGNS.sub("", raw) if python else _bare(raw)
        if body and (_is_python(body) if python else bool(rules.commented.match(body))):
            return True
    return False


def restates(doc: Note, name: str) -> bool:
    """Say whether a docstring holds no word that the name does not.

    >>> restates(Note(0, 0, '"Get user."'), "get_user"), restates(Note(0, 0, '"Look up by mail."'), "get_user")
    (True, False)
    """
    known = {_stem(word) for part in _CAMEL.split(name) for word in _WORDS.findall(part.lower())}
    for match in _WORDS.finditer(doc.text.lower()):
        if match[0] in _PHRASES:
            continue
        word = _stem(match[0])
        if not any(word.startswith(other) or other.startswith(word) for other in known):
            return False
    return True


def _stem(word: str) -> str:
    return re.sub(r"(?:ing|ed|es|s|e)$", "", word) if len(word) > 4 else word


def _bare(text: str) -> str:
    return re.sub(r"^\s*(?://+!?|/\*+|\*|#+)\s?|\s*\*/\s*$", "", text[:TEXT_LIMIT]).strip()


def _is_python(text: str) -> bool:
    if text.startswith(("* ", "- ", ">>>")):
        return False  # an item of a list, an example
    if not any(sign in text for sign in "=()[]:.") and not text.startswith(
        ("return", "import", "from", "del", "raise")
    ):
        return False
    try:
        body = ast.parse(f"{text} pass" if text.endswith(":") else text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return bool(re.match(r"(?:elif\b.*|else|except\b.*|finally)\s*:$", text))
    return any(_is_statement(statement) for statement in body)


def _is_statement(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call | ast.Await | ast.Yield)
    if isinstance(node, ast.AnnAssign):
        return node.value is not None  # "TODO: later" parses as one without
    return not isinstance(node, ast.Pass)


def _is_exempt(function: Function) -> bool:
    """Say whether a body may be empty or constant by design, as that of a method that others inherit or override."""
    return bool(
        _EXEMPT_ATTRIBUTES.search(function.attributes)
        or _EXEMPT_NAMES.fullmatch(function.name)
        or _INHERITS.search(function.holder)
    )


def _is_aimless(function: Function) -> bool:
    """Say whether returning the argument is not the point, as it is of a check that raises or of `identity`."""
    return not function.raises and not re.search(r"(?i)identity|noop|no_op|passthrough|^id$|decorat", function.name)


def _is_real_test(test: Function, rules: QualityRules) -> bool:
    if not test.asserts:
        return any(call.raising for call in test.calls)
    return any(not rules.tautology.fullmatch(text.strip()) for _, text in test.asserts)


def _works(function: Function, rules: QualityRules, source: bytes, *, with_value: bool) -> bool:
    """Say whether some call may have an effect, or its value is used."""
    for call in function.calls:
        if call.raising or rules.benign_call.match(call.callee) or re.fullmatch(rules.error_name, call.callee):
            continue
        if with_value and (_PRINTS.match(call.callee) or rules.constant.fullmatch(_text(call.node, source))):
            continue
        if rules.assert_call.match(call.callee) or rules.unfinished.fullmatch(f"{call.callee}()"):
            continue
        return True
    return False


def _constant(value: Node, function: Function, rules: QualityRules, source: bytes) -> str | None:
    """Return the value's text where it is the same at every call: a literal, a name for one, or a parameter."""
    text = _text(value, source).strip()
    if text in function.parameters and text not in function.assigned:
        return text
    given = function.assigned.get(text)
    if given is not None:
        touched = any(call.callee.startswith(f"{text}.") for call in function.calls)
        first = given[0] if len(given) == 1 and not touched else None
        return _constant(first, replace(function, assigned={}), rules, source) if first is not None else None
    if rules.constant.fullmatch(text):
        return text
    return text if is_literal(value, rules) else None


def _text(node: Node, source: bytes) -> str:
    if node.end_byte - node.start_byte > TEXT_LIMIT:
        return ""
    return " ".join(source[node.start_byte : node.end_byte].decode("utf-8", "replace").split())


def _hollow(handlers: Sequence[Handler]) -> list[Handler]:
    return [handler for handler in handlers if handler.hollow]


def _share(part: Sequence[Handler], whole: Sequence[Handler]) -> float:
    return len(part) / len(whole) if whole else 0.0
