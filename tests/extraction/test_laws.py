"""Laws of extraction: idempotent, harmless to programs, bounded on any text."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.extraction import How, extract, extraction_of

FRAGMENTS = st.sampled_from(
    [
        "```python\n",
        "```\n",
        "~~~\n",
        "```",
        "def f(x):\n",
        "    return x\n",
        "def f(x): return x\n",
        "import math\n",
        "Here's the code:\n",
        "    ",
        "\n",
        '"""',
        "'''",
        "'",
        "(",
        ")",
        "# note\n",
        ">>> f(1)\n",
        "... ",
        "x = 1\n",
        "<think>",
        "</think>",
        "<|im_end|>",
        "</s>",
        "[PYTHON]\n",
        "[/PYTHON]",
        "<code>",
        "</code>",
        "\r\n",
        "\ufeff",
        "class A:\n",
        "@deco\n",
        "return 1\n",
        "assert f(1)\n",
        "print(f(2))\n",
        "\x00",
        "\ud800",
        "else:\n",
        "\u2028",
        "def g():\n    return f(g)\n",
        "f",
        "pass\n",
        "    pass\n",
        "\\",
        "g()\n",
        "Done\n",
    ]
)
TEXTS = st.one_of(st.lists(FRAGMENTS, max_size=14).map("".join), st.text(max_size=60))
PROMPTS = st.sampled_from(["", "def f(x):\n", 'def f(x):\n    """Doc."""\n', "import math\n\ndef f(x):", "Write f."])
NAMES = st.sampled_from(["f", "g", ""])


@given(TEXTS, NAMES, PROMPTS)
def test_extraction_is_idempotent(text: str, entry_point: str, prompt: str) -> None:
    once = extract(text, entry_point=entry_point, prompt=prompt)

    assert extract(once, entry_point=entry_point, prompt=prompt) == once


@given(TEXTS, PROMPTS)
def test_what_is_found_parses_and_binds_the_entry_point(text: str, prompt: str) -> None:
    found = extraction_of(text, entry_point="f", prompt=prompt)

    if found.how is not How.NOT_FOUND:
        assert any("f" in _bound(node) for node in ast.walk(ast.parse(found.source)))


@given(
    st.lists(
        st.sampled_from(
            [
                "import math\n",
                "x = 1\n",
                "def g():\n    return f(1)\n",
                "class A:\n    pass\n",
                "def f(a):\n    return a\n",
                "assert f(1) == 2\n",
                "print('```')\n",
                '"""\n```\n"""\n',
                "for i in range(3):\n    x = i\n",
            ]
        ),
        max_size=8,
    ),
    PROMPTS,
)
def test_a_program_is_never_changed(parts: list[str], prompt: str) -> None:
    program = "".join([*parts, "def f(a):\n    return a\n"])

    assert extract(program, entry_point="f", prompt=prompt) == program


@given(st.lists(st.sampled_from(["Sure, here's it.\n", "1. First step\n", "\n", "It's O(n), isn't it?\n"]), max_size=4))
def test_prose_around_a_block_changes_nothing(prose: list[str]) -> None:
    program = "import math\n\ndef f(a):\n    return math.sqrt(a)\n"
    around = "".join(prose)

    assert extract(f"{around}```python\n{program}```\n{around}", entry_point="f") == program


MEGABYTE = 2**20


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x" * MEGABYTE, id="one-line"),
        pytest.param("```python\n" + "x" * MEGABYTE, id="one-line-in-a-fence"),
        pytest.param("```python\n" * 100_000, id="opening-fences"),
        pytest.param("```\n" * 100_000, id="fences"),
        pytest.param("```\n~~~\n" * 50_000, id="alternating-fences"),
        pytest.param("```python\ndef f(:\n```\n" * 30_000, id="broken-blocks"),
        pytest.param('```\n"""\n```\n' * 30_000, id="fences-and-quotes"),
        pytest.param("(" * MEGABYTE, id="brackets"),
        pytest.param("f(" * 5_000, id="nested-calls"),
        pytest.param("-" * 100_000 + "1", id="signs"),
        pytest.param("x = " + "[" * 150 + "1", id="brackets-never-closed"),
        pytest.param("lambda: " * 30_000 + "1", id="lambdas"),
        pytest.param("".join(" " * (i % 90) + "if x:\n" for i in range(20_000)), id="indentation"),
        pytest.param("def f(x):\n" * 60_000, id="headers"),
        pytest.param("import x y\n" * 60_000, id="broken-imports"),
        pytest.param("x = 'a\n" * 60_000, id="broken-strings"),
        pytest.param("a.b" + ".c" * 100_000, id="attributes"),
        pytest.param("x = 1 " + "+ 1" * 80_000, id="sums"),
        pytest.param(">>> x\n... y\n" * 60_000, id="sessions"),
        pytest.param("<think>" * 100_000, id="thoughts"),
        pytest.param("</think>x" * 100_000, id="ends-of-thoughts"),
        pytest.param("<code>" * 100_000, id="tags"),
        pytest.param("<|im_end|>" * 100_000, id="end-tokens"),
        pytest.param("> " * 500_000, id="quotes"),
        pytest.param(" " * MEGABYTE + "```", id="blanks"),
        pytest.param("`" * MEGABYTE, id="backticks"),
        pytest.param("\\" * MEGABYTE, id="backslashes"),
        pytest.param("'" * MEGABYTE, id="apostrophes"),
        pytest.param("\n" * MEGABYTE, id="line-ends"),
        pytest.param("@a\n" * 100_000, id="decorators"),
        pytest.param("```\n" + '"\\"' * 300_000 + "\n```", id="escaped-quotes-in-a-fence"),
        pytest.param("```\n" + "'\"" * 300_000 + "\n```", id="quotes-in-a-fence"),
        pytest.param("```\n" + '"""' * 300_000 + "\n```", id="triple-quotes-in-a-fence"),
        pytest.param("```x" * 200_000, id="fences-on-one-line"),
        pytest.param("x: " * 100_000 + "= 1", id="annotations"),
        pytest.param("f'{" * 50_000, id="format-strings"),
    ],
)
@pytest.mark.timeout(60)
def test_hostile_text_is_dealt_with(text: str) -> None:
    once = extract(text, entry_point="f", prompt='def f(x):\n    """Doc."""\n')

    assert extract(once, entry_point="f", prompt='def f(x):\n    """Doc."""\n') == once


def _bound(node: ast.AST) -> set[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name):
            return {name}
        case ast.alias(name=name, asname=asname):
            return {asname or name}
        case _:
            return set()
