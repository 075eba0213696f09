"""Nothing hidden can reach a prompt: not by what a solver is given, not by a template, not by a strategy."""

from __future__ import annotations

import ast
import gc
import json
import re
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.benchmarks.families.mbpp import MBPP
from assay.benchmarks.family import LoadOptions
from assay.judges.literals import written
from assay.judges.suites import as_cases, plan
from assay.models import Message, ScriptedModel
from assay.records import (
    Case,
    Cases,
    Checker,
    Comparator,
    Pace,
    Problem,
    ProblemKind,
    ProgramInput,
    Programs,
    ProgramSource,
    PropertyCheck,
    Repository,
    Suite,
    SuiteStyle,
)
from assay.solutions import Draft
from assay.solvers.base import Strategy
from assay.solvers.budget import Budget
from assay.solvers.desk import Desk
from assay.solvers.grammar import STRATEGIES, strategy_of
from assay.solvers.prompts import builtin_templates
from assay.solvers.solving import Solver
from assay.solvers.testing import SandboxTester
from assay.solvers.visible import VisibleProblem, visible_part
from assay.store.memory import MemoryStore
from tests.public_data import humaneval, mbpp, mbpp_sanitized, rows

MARK = "hiddenmark"
"""Stands in everything that must not be seen, and nowhere else."""
SEEN = "seenmark"
PROPERTY = PropertyCheck(f"own {MARK}", f"def holds(f, x):\n    return '{MARK}'\n", inputs=(((f"{MARK}",), {}),))
BY_CASES = Cases(
    "f",
    (
        Case((f"{SEEN}1",), f"{SEEN}2", name=f"{MARK} name"),
        Case((f"{MARK}1",), f"{MARK}2", {"key": f"{MARK}3"}, name=f"{MARK}4"),
        Case((7,), comparator=Comparator.predicate(f"def accept(x, y):\n    return x == '{MARK}'")),
    ),
)
CHECKS: dict[str, tuple[Cases | Suite | Programs | Repository, str]] = {
    "cases": (BY_CASES, f"Return it. f('{SEEN}') returns '{SEEN}'."),
    "asserts": (
        Suite(
            "f",
            f"assert f('{SEEN}1') == '{SEEN}2'\nassert f('{MARK}1') == '{MARK}2', '{MARK}3'\nassert len(f('{MARK}'))",
            prelude=f"{MARK} = 1",
            names=(f"{MARK}_name",),
            edge_source=f"assert f('') == '{MARK}'",
        ),
        f"Return it. assert f('{SEEN}') == '{SEEN}'",
    ),
    "check": (
        Suite("f", f"def check(candidate):\n    assert candidate('{MARK}1') == '{MARK}2'\n", SuiteStyle.CHECK),
        f'def f(x):\n    """Return it.\n\n    >>> f({SEEN!r})\n    {SEEN!r}\n    """\n',
    ),
    "unittest": (
        Suite("f", f"class {MARK}(TestCase):\n    def test_it(self): assert f('{MARK}')", SuiteStyle.UNITTEST),
        "Return it.",
    ),
    "programs": (
        Programs(
            (
                ProgramInput(SEEN.encode(), name=f"{MARK} name", expected=SEEN.encode()),
                ProgramInput(f"{MARK}1".encode(), (f"{MARK}2",), {MARK: MARK.encode()}, MARK, f"{MARK}3".encode()),
            ),
            groundtruth=ProgramSource(f"print('{MARK}')".encode(), "python", path=f"{MARK}.py"),
            checker=Checker(strict=True),
        ),
        f"Print it.\n\nSample Input:\n{SEEN}\n\nSample Output:\n{SEEN}\n",
    ),
    "repository": (Repository(MARK, MARK, f"+{MARK}", (f"{MARK}::test",), (MARK,)), f"Mend it, {SEEN}."),
}
"""Kind → a check with marks, and a prompt."""
WRONG = {
    "programs": "print(1)",
    "repository": "--- a\n+++ b\n",
}
TEXTS = (
    "once",
    "repeat(2)",
    "verify(3)",
    "refine(3)",
    *(f"ensemble(3, select={select})" for select in ("auto", "cases", "vote", "cluster", "judge", "first_valid")),
    "cascade(once, verify(2), ensemble(2))",
    "attempt(0.01, verify(2))",
    "route(once, refine(2))",
    "remembered(verify(2))",
)


def problem(kind: str) -> Problem:
    """A problem with a mark in everything that is hidden."""
    check, prompt = CHECKS[kind]
    function = isinstance(check, Cases | Suite)
    return Problem(
        "p",
        check,
        prompt=prompt,
        reference=f"def f(x, key=None): return '{MARK}'",
        kind=ProblemKind.REPOSITORY if kind == "repository" else ProblemKind.FUNCTION,
        pace=Pace(1.0, {1: 2.0}),
        properties=(PROPERTY,) if function else (),
        examples=Cases("f", (Case((f"{SEEN}3",), f"{SEEN}4"),)) if function else None,
    )


def reachable(start: object) -> Iterator[object]:
    """Everything that can be got at from an object, but not through classes and modules."""
    waiting, seen = [start], {id(start)}
    while waiting:
        one = waiting.pop()
        yield one
        for other in gc.get_referents(one):
            if id(other) not in seen and not isinstance(other, type | types.ModuleType):
                seen.add(id(other))
                waiting.append(other)


def marks_in(found: Iterator[object]) -> list[object]:
    """Those of some objects that are texts with a mark."""
    texts = (one.decode("utf-8", "replace") if isinstance(one, bytes) else one for one in found)
    return [one for one in texts if isinstance(one, str) and MARK in one]


def said(messages: Sequence[Message]) -> str:
    return "\n".join(message.content for message in messages)


@pytest.fixture(scope="module")
def tester() -> Iterator[SandboxTester]:
    tester = SandboxTester()
    yield tester
    tester.close()


def asked_by(strategy: Strategy, kind: str, tester: SandboxTester, *, shown: int = 0) -> str:
    """Everything that a strategy tells a model which is wrong each time, in another way."""

    def answer(messages: Sequence[Message], number: int) -> str:
        count = len(model.asked)
        return f"```python\n{WRONG.get(kind, f'def f(x, key=None): return {count}')}\n```\nBest: 1"

    model = ScriptedModel(answer)
    Solver(strategy, model, tester, budget=Budget(calls=12), shown=shown).solve(problem(kind))
    assert model.asked, "the strategy must ask"
    return "\n".join(said(one.messages) for one in model.asked)


@pytest.mark.parametrize("kind", CHECKS)
def test_nothing_hidden_can_be_got_at_from_what_a_solver_is_given(kind: str) -> None:
    whole = problem(kind)

    found = list(reachable(visible_part(whole)))

    assert marks_in(iter(found)) == []
    hidden = {id(whole), id(whole.check), id(whole.properties), id(whole.reference), id(whole.pace)} - {id(())}
    assert not hidden & set(map(id, found))
    assert marks_in(reachable(whole)), "the walk must find the marks of the whole problem"


@pytest.mark.parametrize("kind", CHECKS)
def test_what_may_be_seen_is_there(kind: str) -> None:
    found = reachable(visible_part(problem(kind)))

    texts = [one.decode() if isinstance(one, bytes) else one for one in found if isinstance(one, str | bytes)]
    assert any(SEEN in text for text in texts)


@pytest.mark.parametrize("kind", ["cases", "asserts", "programs"])
def test_of_cases_that_are_shown_only_the_first_are_to_be_seen(kind: str) -> None:
    visible = visible_part(problem(kind), shown=1)

    assert marks_in(reachable(visible)) == []
    assert marks_in(reachable(visible_part(problem(kind), shown=2)))


@pytest.mark.parametrize("kind", CHECKS)
def test_no_template_says_what_is_hidden(kind: str) -> None:
    visible = visible_part(problem(kind), shown=int(kind in ("cases", "asserts", "programs")))

    for name, template in builtin_templates().items():
        text = said(template.messages(visible, **dict.fromkeys(template.fields, "x")))
        assert MARK not in text, name
        assert SEEN in text or kind == "unittest", name


def check_strategy(text: str, kind: str, tester: SandboxTester) -> None:
    strategy = strategy_of(text, {}, known=MemoryStore())

    asked = asked_by(strategy, kind, tester, shown=int(kind in ("cases", "asserts", "programs")))

    assert MARK not in asked
    assert SEEN in asked or kind == "unittest"


@pytest.mark.parametrize("text", TEXTS)
def test_no_strategy_says_what_is_hidden(text: str, tester: SandboxTester) -> None:
    check_strategy(text, "cases", tester)


@pytest.mark.parametrize("kind", CHECKS)
def test_feedback_on_no_kind_of_problem_says_what_is_hidden(kind: str, tester: SandboxTester) -> None:
    check_strategy("cascade(verify(2), refine(2))", kind, tester)


@pytest.mark.slow
@pytest.mark.parametrize("kind", CHECKS)
@pytest.mark.parametrize("text", TEXTS)
def test_no_strategy_on_any_kind_of_problem_says_what_is_hidden(text: str, kind: str, tester: SandboxTester) -> None:
    check_strategy(text, kind, tester)


def test_every_strategy_is_tried_here() -> None:
    assert {text.partition("(")[0] for text in TEXTS} == set(STRATEGIES)


@dataclass(frozen=True)
class Leaking:
    """A strategy that somebody gave the whole problem."""

    whole: Problem
    signature: str = "leaking"

    def solve(self, problem: VisibleProblem, desk: Desk) -> list[Draft]:
        template = builtin_templates()["test-driven"]
        desk.ask(template.messages(VisibleProblem(self.whole)))
        return []


def test_a_strategy_that_is_given_the_whole_problem_is_found_out(tester: SandboxTester) -> None:
    assert MARK in asked_by(Leaking(problem("cases")), "cases", tester)


# ---- real problems ---------------------------------------------------------------------------------------------------


def hidden_texts(whole: Problem) -> set[str]:
    """The assertions of a problem that its prompt does not show, and the values that they want, where they are long."""
    assert isinstance(whole.check, Suite)
    found, prompt = set(), squashed(whole.prompt)
    example = whole.examples.source if isinstance(whole.examples, Suite) else ""
    first = {ast.unparse(node) for node in ast.parse(example).body}
    for step in plan(whole, whole.check).cases:
        if ast.unparse(step.node) not in first:
            found |= {step.name.strip(), ast.unparse(step.node)}
    for case in as_cases(whole, whole.check) or ():
        found |= {written(case.expected), repr(case.expected)}
    return {text for text in found if len(text) > 8 and squashed(text) not in prompt}


def squashed(text: str) -> str:
    """The text without what may be written in several ways: blanks, quotes, escapes, brackets."""
    return re.sub(r"[\s\"'\\()]", "", text)


def check_prompts_of(problems: Sequence[Problem]) -> None:
    templates = builtin_templates().items()
    empty = VisibleProblem(Problem("p", CHECKS["cases"][0]))
    usual = "\n".join(said(one.messages(empty, **dict.fromkeys(one.fields, "x"))) for _, one in templates)
    looked_at = 0
    for whole in problems:
        visible = visible_part(whole)
        hidden = hidden_texts(whole)
        shown = str(visible.check)
        if isinstance(visible.check, Cases):
            shown += "\n".join(written(case.expected) for case in visible.check.cases)
        looked_at += len(hidden)
        for name, template in templates:
            text = said(template.messages(visible, **dict.fromkeys(template.fields, "x")))
            leaked = [one for one in hidden if one in text and one not in usual and one not in shown]
            assert not leaked, (whole.id, name, leaked)
    assert looked_at > len(problems), "there must be something to look for"


def test_no_hidden_assertion_of_some_real_problems_is_in_a_prompt(tmp_path: Path) -> None:
    some = tmp_path / "some.jsonl"
    some.write_text("".join(json.dumps(row) + "\n" for row in rows("mbpp/mbpp.jsonl.gz")[::50]), "utf-8")

    check_prompts_of([*humaneval()[::12], *MBPP.load(LoadOptions(some))])


@pytest.mark.slow
def test_no_hidden_assertion_of_any_real_problem_is_in_a_prompt() -> None:
    check_prompts_of([*humaneval(), *mbpp(), *mbpp_sanitized()])
