"""What is judged: a completion behind its prompt, a solution as it is, the code of a chat answer with what it needs."""

from __future__ import annotations

import pytest

from assay.extraction import Assembled, Extracting, Form, How, assemble
from assay.records import Case, Cases, Problem

PROMPT = 'from typing import List\n\ndef helper(x):\n    return x\n\ndef f(x: List) -> List:\n    """Doc."""\n'
CODE = Problem("a", Cases("f", (Case((), 1),)), prompt=PROMPT)
WORDS = Problem("b", Cases("f", (Case((), 1),)), prompt="Write a function f.\ndef foo is not it.")
DOCSTRING = Problem("c", Cases("f", (Case((), 1),)), prompt='"""Write a function f."""\n')
BEFORE = "from typing import List\n\ndef helper(x):\n    return x\n\n"


@pytest.mark.parametrize(
    ("problem", "text", "form", "expected"),
    [
        pytest.param(
            CODE, "    return x", Form.COMPLETION, Assembled(PROMPT + "    return x", How.APPENDED), id="body"
        ),
        pytest.param(
            CODE,
            "def f(x):\n    return x",
            Form.COMPLETION,
            Assembled(PROMPT + "def f(x):\n    return x", How.APPENDED),
            id="whole-function",
        ),
        pytest.param(
            CODE, "```\n)\n```", Form.COMPLETION, Assembled(PROMPT + "```\n)\n```", How.APPENDED), id="as-it-is"
        ),
        pytest.param(WORDS, "def f(x): pass", Form.COMPLETION, Assembled("def f(x): pass", How.AS_GIVEN), id="words"),
        pytest.param(
            DOCSTRING,
            "def f(x): pass",
            Form.COMPLETION,
            Assembled('"""Write a function f."""\ndef f(x): pass', How.APPENDED),
            id="docstring",
        ),
        pytest.param(
            CODE, "def f(x: List): pass", Form.SOLUTION, Assembled("def f(x: List): pass", How.AS_GIVEN), id="solution"
        ),
        pytest.param(
            CODE,
            "def f(x: List): pass",
            Form.CHAT,
            Assembled(BEFORE + "def f(x: List): pass", How.UNCHANGED, context=True),
            id="chat-needs-an-import",
        ),
        pytest.param(
            CODE,
            "def f(x): return helper(x)",
            Form.CHAT,
            Assembled(BEFORE + "def f(x): return helper(x)", How.UNCHANGED, context=True),
            id="chat-needs-a-helper",
        ),
        pytest.param(
            CODE,
            "def f(x): return 1",
            Form.CHAT,
            Assembled("def f(x): return 1", How.UNCHANGED),
            id="chat-needs-nothing",
        ),
        pytest.param(CODE, "    return x\n", Form.CHAT, Assembled(PROMPT + "    return x\n", How.BODY), id="chat-body"),
        pytest.param(
            WORDS,
            "```\ndef f(x): pass\n```",
            Form.CHAT,
            Assembled("def f(x): pass\n", How.BLOCK),
            id="chat-about-words",
        ),
        pytest.param(CODE, "I cannot.", Form.CHAT, Assembled("I cannot.", How.NOT_FOUND), id="refusal"),
        pytest.param(CODE, " \n\t", Form.COMPLETION, Assembled("", How.EMPTY), id="empty-completion"),
        pytest.param(CODE, "", Form.SOLUTION, Assembled("", How.EMPTY), id="empty-solution"),
    ],
)
def test_what_is_judged(problem: Problem, text: str, form: Form, expected: Assembled) -> None:
    assert assemble(problem, text, form) == expected


def test_extraction_can_be_asked_for_and_refused() -> None:
    fenced = "```\ndef f(x): pass\n```"

    assert assemble(CODE, fenced, Form.SOLUTION, extracting=Extracting.ALWAYS).source == "def f(x): pass\n"
    assert assemble(CODE, fenced, Form.CHAT, extracting=Extracting.NEVER).source == fenced
