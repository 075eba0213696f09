"""Texts that do not parse as their key says are read as models mean them; all others stay as they are."""

from __future__ import annotations

import ast
import textwrap

import pytest

from assay.extraction import Extracting, Form, How, assemble
from assay.extraction.mending import MAX_MENDED
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, Cases, Limits, Mend, Problem, ProblemKind
from assay.sandbox.warm import WarmPython
from tests import public_data

PROMPT = 'from math import prod\n\n\ndef f(numbers):\n    """The product of the numbers."""\n'
OPEN = "def f(numbers):\n"
BODY = "    if not numbers:\n        return 1\n    return prod(numbers)\n"
WHOLE = "def f(numbers):\n" + BODY
COMPLETED = PROMPT + BODY
STRIPPED = BODY.strip()
TABS = BODY.replace("    ", "\t")
CHAT = "Here is the code:\n\n```python\n{}```\n\nIt's that simple."


def problem(prompt: str = PROMPT) -> Problem:
    return Problem("p", Cases("f", (Case(([2, 3],), 6), Case(([],), 1))), prompt=prompt)


COMPLETIONS = {
    "first-line-lost": (STRIPPED, Mend.INDENTATION_RESTORED),
    "first-line-by-one": (" " + STRIPPED, Mend.INDENTATION_RESTORED),
    "first-line-by-three": ("   " + STRIPPED, Mend.INDENTATION_RESTORED),
    "blank-lines-before": ("\n\n" + STRIPPED + "\n\n\n", Mend.INDENTATION_RESTORED),
    "all-lost": (textwrap.dedent(BODY), Mend.INDENTATION_RESTORED),
    "all-by-two": (textwrap.indent(textwrap.dedent(BODY), "  "), Mend.INDENTATION_RESTORED),
    "all-by-eight": (textwrap.indent(BODY, "    "), Mend.INDENTATION_RESTORED),
    "tabs": (TABS, Mend.INDENTATION_RESTORED),
    "tabs-first-line-lost": (TABS.strip(), Mend.INDENTATION_RESTORED),
    "carriage-returns": (STRIPPED.replace("\n", "\r\n"), Mend.INDENTATION_RESTORED),
    "fenced-body": (f"```python\n{BODY}```", Mend.FENCED_BLOCK),
    "fenced-body-first-line-lost": (f"```\n{STRIPPED}\n```\n", Mend.FENCED_BLOCK),
    "chat": (CHAT.format(BODY), Mend.FENCED_BLOCK),
    "half-cut": (f"Sure!\n```python\n{BODY}", Mend.FENCED_BLOCK),
    "stray-fence-behind": (f"{BODY}```\nThis returns the product.", Mend.FENCED_BLOCK),
    "tags": (f"<code>\n{BODY}</code>", Mend.FENCED_BLOCK),
    "several-blocks": (f"```bash\nrun\n```\n```python\n{BODY}```", Mend.FENCED_BLOCK),
    "byte-order-mark": ("\ufeff" + BODY, Mend.MARKS_LEFT_OUT),
    "end-token": (BODY.rstrip() + "<|im_end|>", Mend.MARKS_LEFT_OUT),
}
"""Each is the body of the function, as models write it."""

SOLUTIONS = {
    "body": (BODY, Mend.BEHIND_THE_PROMPT),
    "blank-line-first": ("\n" + BODY, Mend.BEHIND_THE_PROMPT),
    "another-function-behind": (BODY + "\n\ndef main():\n    return f([1])\n", Mend.BEHIND_THE_PROMPT),
    "usage-behind": (BODY + "\n\nif __name__ == '__main__':\n    print(f([1]))\n", Mend.BEHIND_THE_PROMPT),
    **COMPLETIONS,
}


@pytest.mark.parametrize("prompt", [PROMPT, OPEN], ids=["docstring", "bare"])
@pytest.mark.parametrize(("text", "mend"), COMPLETIONS.values(), ids=COMPLETIONS)
def test_a_completion_as_models_write_it(text: str, mend: Mend, prompt: str) -> None:
    made = assemble(problem(prompt), text, Form.COMPLETION)

    assert ast.dump(ast.parse(made.source)) == ast.dump(ast.parse(prompt + BODY))
    # A bare prompt leaves open how far in the body is, so that some of these parse as they are.
    assert (made.how, made.mend) == (How.MENDED, mend) or made.source == prompt + text


@pytest.mark.parametrize(("text", "mend"), SOLUTIONS.values(), ids=SOLUTIONS)
def test_a_solution_that_is_only_a_body(text: str, mend: Mend) -> None:
    made = assemble(problem(), text, Form.SOLUTION)

    assert ast.unparse(ast.parse(made.source)).startswith(ast.unparse(ast.parse(COMPLETED)))
    assert (made.how, made.mend) == (How.MENDED, mend)


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        pytest.param(f"Here you are.\n```python\n{WHOLE}```", Mend.FENCED_BLOCK, id="chat"),
        pytest.param(f"```python\n{WHOLE}", Mend.FENCED_BLOCK, id="half-cut"),
        pytest.param(f"[PYTHON]\n{WHOLE}[/PYTHON]", Mend.FENCED_BLOCK, id="tags"),
        pytest.param(f"<think>f?```\nno\n```</think>\n```\n{WHOLE}```", Mend.FENCED_BLOCK, id="thoughts"),
        pytest.param(textwrap.indent(WHOLE, "  "), Mend.INDENTATION_RESTORED, id="set-in"),
        pytest.param(f"Here is the code:\n\n{WHOLE}", Mend.PROSE_LEFT_OUT, id="prose-before"),
        pytest.param("\ufeff" + WHOLE, Mend.MARKS_LEFT_OUT, id="byte-order-mark"),
        pytest.param(f"{WHOLE}</s>", Mend.MARKS_LEFT_OUT, id="end-token"),
    ],
)
def test_a_whole_function_among_other_things(text: str, mend: Mend) -> None:
    made = assemble(problem(), text, Form.SOLUTION)

    assert ast.dump(ast.parse(made.source)) == ast.dump(ast.parse(WHOLE))
    assert made.mend is mend


def test_a_whole_function_that_cannot_stand_behind_the_prompt_replaces_the_function_of_the_prompt() -> None:
    prompt = "from math import prod\n\n\n" + OPEN

    made = assemble(problem(prompt), WHOLE, Form.COMPLETION)

    assert (made.source, made.mend) == ("from math import prod\n\n\n" + WHOLE, Mend.WHOLE_PROGRAM)


@pytest.mark.parametrize("form", [Form.COMPLETION, Form.SOLUTION])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(WHOLE, id="whole"),
        pytest.param(PROMPT + BODY, id="prompt-repeated"),
        pytest.param(
            f"def f(numbers):\n    '''Like so:\n```python\n{WHOLE}```\n    '''\n{BODY}", id="fence-in-docstring"
        ),
        pytest.param(f"x = '''\n```\n{WHOLE}```\n'''\n\n{WHOLE}", id="fence-in-string"),
        pytest.param("print('no function')\n", id="parses-without-the-function"),
        pytest.param("\t\n" + WHOLE + "\n\n\n", id="blank-lines"),
    ],
)
def test_a_text_that_parses_as_its_key_says_stays_as_it_is(text: str, form: Form) -> None:
    given = PROMPT + text if form is Form.COMPLETION else text

    assert (assemble(problem(), text, form).source, assemble(problem(), text, form).mend) == (given, None)


@pytest.mark.parametrize("form", [Form.COMPLETION, Form.SOLUTION])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("I cannot help with that.", id="refusal"),
        pytest.param("```\nI cannot help with that.\n```", id="refusal-in-a-fence"),
        pytest.param(WHOLE + "\ndef g(:\n    pass\n", id="broken-code-behind"),
        pytest.param(WHOLE + "\nThis returns the product.", id="prose-behind"),
        pytest.param("def f(numbers):\n    return (\n\n" + WHOLE, id="broken-code-before"),
        pytest.param("type Numbers = list[int]\n\n" + WHOLE + "\nx = (", id="newer-syntax-before"),
        pytest.param(f"```python\n{WHOLE.rstrip()}```", id="fence-ends-in-the-midst-of-a-line"),
        pytest.param(f"def f(numbers):\n    '''The product\n```\n{WHOLE}```\n", id="fence-in-an-unclosed-docstring"),
        pytest.param("```python\ndef f(numbers):\n    return prod(\n```", id="broken-block"),
        pytest.param("```python\ndef g(numbers):\n    return 1\n```", id="block-of-another-function"),
        pytest.param("def f(numbers):\\n    return prod(numbers)\\n", id="escaped-newlines"),
        pytest.param("\0" + WHOLE, id="null"),
        pytest.param("return prod(numbers)" + "\n" * MAX_MENDED, id="too-long-to-be-looked-at"),
    ],
)
def test_what_no_reading_makes_a_program_of_is_judged_as_it_was_given(text: str, form: Form) -> None:
    given = PROMPT + text if form is Form.COMPLETION else text
    made = assemble(problem(), text, form)

    assert (made.source, made.mend) == (given, None)


@pytest.mark.parametrize(("text", "mend"), SOLUTIONS.values(), ids=SOLUTIONS)
def test_never_judges_as_given(text: str, mend: Mend) -> None:
    assert assemble(problem(), text, Form.SOLUTION, extracting=Extracting.NEVER).source == text
    assert assemble(problem(), text, Form.COMPLETION, extracting=Extracting.NEVER).source == PROMPT + text


@pytest.mark.parametrize("inner", ["f", "first"])
def test_a_body_that_begins_with_a_function_of_its_own(inner: str) -> None:
    helper = "    def helper(n):\n        return n\n\n"
    body = f"{helper}    def {inner}(n):\n        return helper(n)\n\n    return {inner}(numbers)\n"

    made = assemble(problem(), body.strip(), Form.COMPLETION)

    assert (made.source, made.mend) == ((PROMPT + body).rstrip(), Mend.INDENTATION_RESTORED)


def test_the_text_of_strings_does_not_move_with_the_code() -> None:
    body = 'text = """a\n  b\n"""\nreturn text\n'

    made = assemble(problem(), body, Form.COMPLETION)

    assert made.mend is Mend.INDENTATION_RESTORED
    assert 'text = """a\n  b\n"""\n' in made.source


def test_the_files_of_a_repository_are_not_one_text() -> None:
    repository = Problem(
        "r", Cases("f", (Case((), 1),), target="a.py", files={"b.py": ""}), kind=ProblemKind.REPOSITORY, prompt=OPEN
    )
    text = "# file: a.py\ndef f():\n    return 1\n# file: b.txt\n```\nx = (\n"

    assert assemble(repository, text, Form.SOLUTION).source == text


def test_a_body_file_reaches_its_published_score() -> None:
    """reflexion's answers are bodies under the key `solution`; 150 of 164 are published as right."""
    name = "samples-reflexion/reflexion_humaneval_py_pass_at_1__reflexion_humaneval_py_pass_at_1.jsonl.gz"
    problems = {one.id: one for one in public_data.humaneval()}
    different, mends = [], 0
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=3.0)) as judge:
        for row in public_data.rows(name)[::3]:
            made = assemble(problems[row["task_id"]], row["solution"], Form.SOLUTION)
            verdict = judge.judge(problems[row["task_id"]], Candidate(made.source)).verdict
            mends += made.mend is Mend.BEHIND_THE_PROMPT
            if verdict is None or verdict.passed is not row["is_solved"]:
                different.append(row["task_id"])

    assert (different, mends) == ([], 51)


def test_no_published_failure_is_mended_among_whole_functions() -> None:
    problems = {one.id: one for one in public_data.humaneval()}
    rows = public_data.rows("samples-jamesmurdza/runs.jsonl.gz")
    forms = (Form.COMPLETION, Form.SOLUTION)

    assert [row for row in rows for form in forms if assemble(problems[row["task_id"]], row["code"], form).mend] == []


def test_completions_that_lost_their_indentation_are_the_same_programs_again() -> None:
    """CodeT's completions, stripped as a harness does it: where one meant something, it means that again."""
    given = public_data.humaneval("samples-codet/HumanEval_for_code_generation.jsonl.gz")
    problems = {one.prompt: one for one in given}
    other = []
    mends = 0
    name = "samples-codet/HumanEval_codegen16B_temp0.8_topp0.95_num100_max300_code_solution.jsonl.gz"
    for row in public_data.rows(name)[::4]:
        found = problems[row["prompt"]]
        for text in row["samples"][:5]:
            made = assemble(found, text.strip(), Form.COMPLETION)
            mends += made.mend is Mend.INDENTATION_RESTORED
            if made.mend and ast.dump(ast.parse(made.source)) != ast.dump(ast.parse(found.prompt + text)):
                other.append((found.id, text))

    assert other == []
    assert mends > 100
