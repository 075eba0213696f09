"""Code is found in answers of every shape, and valid code is never harmed."""

from __future__ import annotations

import pytest

from assay.extraction import How, extract, extraction_of

ADD = "def add(a, b):\n    return a + b\n"
PROMPT = (
    "from typing import List\n\n\ndef add(a: int, b: int) -> int:\n"
    '    """Add two numbers.\n    >>> add(1, 2)\n    3\n    """\n'
)
BODY = "    return a + b\n"
SET_IN = ADD.rstrip().replace("\n", "\n   ")


@pytest.mark.parametrize(
    ("text", "how"),
    [
        pytest.param(f"```python\n{ADD}```", How.BLOCK, id="fence"),
        pytest.param(f"```py\n{ADD}```\n", How.BLOCK, id="fence-py"),
        pytest.param(f"```\n{ADD}```", How.BLOCK, id="fence-without-language"),
        pytest.param(f"~~~python\n{ADD}~~~", How.BLOCK, id="tildes"),
        pytest.param(f"````python\n{ADD}````", How.BLOCK, id="four-backticks"),
        pytest.param(f"``` Python3 title=x\n{ADD}```", How.BLOCK, id="fence-with-attributes"),
        pytest.param(f"Sure! Here it is:\n\n```python\n{ADD}```\n\nIt's that simple.", How.BLOCK, id="prose-around"),
        pytest.param(f"Sure:\n```python\n{ADD}", How.BLOCK, id="unclosed"),
        pytest.param("```python\ndef add(a, b):\n    return a + b```", How.BLOCK, id="fence-closed-on-the-last-line"),
        pytest.param(f"```python\n{ADD}    ```\nDone.", How.BLOCK, id="closing-fence-set-in"),
        pytest.param(f"1. Like this:\n\n   ```python\n   {SET_IN}\n   ```\n", How.BLOCK, id="fence-in-a-list"),
        pytest.param("> ```python\n> def add(a, b):\n>     return a + b\n> ```\n", How.BLOCK, id="fence-in-a-quote"),
        pytest.param(f"```python\r\n{ADD}```\r\n".replace("\n", "\r\n").replace("\r\r", "\r"), How.BLOCK, id="crlf"),
        pytest.param("```python def add(a, b):\n    return a + b\n```", How.BLOCK, id="code-on-the-fence-line"),
        pytest.param(f"[PYTHON]\n{ADD}[/PYTHON]\nThat is all.", How.BLOCK, id="python-tags"),
        pytest.param(f"The answer: <code>{ADD}</code>", How.BLOCK, id="code-tags"),
        pytest.param(f"<pre><code>\n{ADD}</code></pre>", How.BLOCK, id="pre-tags"),
        pytest.param(f"\\begin{{code}}\n{ADD}\\end{{code}}", How.BLOCK, id="latex"),
        pytest.param(f"[BEGIN]\n{ADD}[DONE]\nnext question", How.BLOCK, id="begin-done"),
        pytest.param(
            f"<think>I could use ```python\nsum\n``` or not</think>\n```python\n{ADD}```", How.BLOCK, id="thoughts"
        ),
        pytest.param(f"```bash\npip install add\n```\n```python\n{ADD}```", How.BLOCK, id="shell-block-first"),
        pytest.param(f"```python\n{ADD}```\n```\n3\n```", How.BLOCK, id="output-block-last"),
        pytest.param(f"```python\n{ADD}```\nTry it:\n```python\nprint(add(1, 2))\n```", How.BLOCK, id="usage-block"),
        pytest.param(
            f"```python\n{ADD}```\n```python\nfrom solution import add\nassert add(1, 2) == 3\n```",
            How.BLOCK,
            id="tests-that-import-it",
        ),
        pytest.param(
            f"```python\n{ADD}\n\nprint(add(1, 2))\nassert add(1, 1) == 3\n```", How.BLOCK, id="usage-in-the-block"
        ),
        pytest.param(f"```python\n{PROMPT}    pass\n```\nSolution:\n```python\n{ADD}```", How.BLOCK, id="stub-first"),
        pytest.param(
            f"```python\n{ADD}```\nFill in:\n```python\ndef add(a, b):\n    ...\n```", How.BLOCK, id="stub-last"
        ),
        pytest.param(f"```python\n{ADD}```\n```python\ndef add(a, b):\n    return a +", How.BLOCK, id="truncated-last"),
        pytest.param(
            f"```python\n{ADD}```<|im_end|>\n<|im_start|>user\n```python\ndef add(): return 0\n```",
            How.BLOCK,
            id="next-turn",
        ),
        pytest.param(f"Here is the code\n{ADD}\nIt returns the sum, doesn't it?", How.CUT, id="bare-code-in-prose"),
        pytest.param(f"{ADD}\nNote that it's fast.", How.CUT, id="prose-behind"),
        pytest.param(f"{ADD}```\nThis function adds.", How.CUT, id="stray-closing-fence"),
        pytest.param(f"{ADD}```\nExample:\n```python\nprint(add(2, 3))\n```", How.CUT, id="stray-fence-then-a-block"),
        pytest.param(f"{ADD}<|endoftext|>", How.CUT, id="end-token"),
        pytest.param("def add(a, b):\n    return a + b</s>", How.CUT, id="end-token-on-the-line"),
        pytest.param(f"\ufeff{ADD}", How.CUT, id="byte-order-mark"),
        pytest.param("    def add(a, b):\n        return a + b\n", How.CUT, id="whole-function-set-in"),
        pytest.param(f"<s>[/INST] {ADD}", How.CUT, id="start-tokens"),
        pytest.param(">>> def add(a, b):\n...     return a + b\n...\n>>> add(1, 2)\n3\n", How.SESSION, id="session"),
        pytest.param(
            "```pycon\n>>> def add(a, b):\n...     return a + b\n...\n>>> add(1, 2)\n3\n```",
            How.BLOCK,
            id="session-block",
        ),
    ],
)
def test_code_is_found(text: str, how: How) -> None:
    found = extraction_of(text, entry_point="add")

    assert "".join(found.source.split("\n\n")).rstrip() + "\n" == ADD
    assert found.how is how


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BODY, id="plain"),
        pytest.param("return a + b", id="not-set-in"),
        pytest.param("\n    return a + b\n", id="blank-line-first"),
        pytest.param("    return a + b\n\n\nThis adds the numbers.", id="prose-behind"),
        pytest.param("    return a + b\n```\n\nExplanation: it adds.", id="fence-behind"),
        pytest.param("    return a + b<|endoftext|>", id="end-token"),
        pytest.param("    return a + b\n\n\n<|endoftext|>import os\n", id="end-token-line"),
        pytest.param("```python\n    return a + b\n```", id="fenced"),
        pytest.param("```python\nreturn a + b\n```", id="fenced-not-set-in"),
    ],
)
def test_a_body_gets_its_prompt(text: str) -> None:
    found = extraction_of(text, entry_point="add", prompt=PROMPT)

    assert _result(found.source, "add", 2, 3) == 5
    assert found.source.startswith(PROMPT)
    assert found.how is How.BODY


def test_a_body_whose_first_line_lost_its_indentation() -> None:
    body = "total = a\n    for _ in range(b):\n        total += 1\n    return total"

    assert _result(extract(body, entry_point="add", prompt=PROMPT), "add", 2, 3) == 5


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(PROMPT + BODY, id="alone"),
        pytest.param(PROMPT + BODY + "\nThat's it, folks!", id="prose-behind"),
        pytest.param(f"```python\n{PROMPT}{BODY}```", id="fenced"),
        pytest.param(f"Here you go:\n\n{PROMPT}{BODY}\nIt's done", id="in-prose"),
    ],
)
def test_a_repeated_prompt_is_not_repeated_again(text: str) -> None:
    source = extract(text, entry_point="add", prompt=PROMPT)

    assert source.count("def add") == 1
    assert _result(source, "add", 2, 3) == 5


OTHER = "def add(a, b):\n    return b + a\n"
STEP = "def add(a, b):\n    c = a + b\n"


@pytest.mark.parametrize(
    ("first", "said", "second", "is_second"),
    [
        pytest.param(ADD, "A more efficient way:", OTHER, False, id="alternative"),
        pytest.param(ADD, "If you want to start at 1, you can write:", OTHER, False, id="variation"),
        pytest.param(OTHER, "Sorry, that was wrong:", ADD, True, id="correction"),
        pytest.param(OTHER, "### Final Solution", ADD, True, id="final version"),
        pytest.param("def add(a, b):\n    ...\n", "Fill it in:", ADD, True, id="stub"),
        pytest.param(STEP, "Return it:", f"{STEP}    return c\n", True, id="step"),
        pytest.param("def add(a, b):\n    # the rest of the code\n    pass\n", "Or:", ADD, True, id="left out"),
        pytest.param(ADD, "Corrected:", f"{STEP}    # rest of the code remains the same\n", False, id="part"),
    ],
)  # fmt: skip
def test_of_several_versions_the_first_is_the_answer_unless_a_later_one_takes_its_place(
    first: str, said: str, second: str, is_second: bool
) -> None:
    text = f"Here:\n```python\n{first}```\n{said}\n```python\n{second}```\nDone."

    assert extract(text, entry_point="add") == (second if is_second else first)


def test_of_several_versions_one_with_the_arguments_of_the_prompt_is_the_answer() -> None:
    text = f"A similar one:\n```python\ndef add(a, b, c):\n    return a + b + c\n```\nAnd so:\n```python\n{ADD}```\n"

    assert extract(text, entry_point="add", prompt=PROMPT) == ADD


PROGRAM = "n = int(input())\nprint(n * 2)\n"


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        pytest.param(PROGRAM, PROGRAM, id="the same again"),
        pytest.param("import sys\nprint(int(sys.stdin.read()) * 2)\n", PROGRAM, id="alternative"),
        pytest.param("m = n + 1\n", f"{PROGRAM}\nm = n + 1\n", id="goes on"),
    ],
)
def test_of_several_whole_programs_one_is_the_answer(second: str, expected: str) -> None:
    assert extract(f"```python\n{PROGRAM}```\nAlso:\n```python\n{second}```\n") == expected


def test_helpers_in_other_blocks_are_kept_when_needed() -> None:
    text = (
        "First:\n```python\nimport math\n```\nA helper:\n```python\ndef twice(x):\n    return math.floor(2 * x)\n```\n"
        "Unrelated:\n```python\ndef noise():\n    raise SystemExit\n```\n"
        "Then:\n```python\ndef four(x):\n    return twice(twice(x))\n```"
    )

    found = extraction_of(text, entry_point="four")

    assert _result(found.source, "four", 3) == 12
    assert "noise" not in found.source
    assert found.how is How.BLOCKS


def test_fences_inside_a_docstring_do_not_end_the_block() -> None:
    code = 'def add(a, b):\n    """Adds.\n\n    ```python\n    add(1, 2)\n    ```\n    """\n    return a + b\n'

    assert extract(f"Look:\n```python\n{code}```\nDone", entry_point="add") == code


def test_fences_in_the_first_column_of_a_docstring_do_not_end_the_block() -> None:
    code = '"""How to use it:\n```\nadd(1, 2)\n```\n"""\ndef add(a, b):\n    return a + b\n'

    assert extract(f"Look:\n```python\n{code}```\nDone", entry_point="add") == code


def test_a_stray_triple_quote_does_not_swallow_the_next_block() -> None:
    text = f'```\nsome output """ here\n```\nand\n```python\n{ADD}```\n'

    assert extract(text, entry_point="add") == ADD


# What the sanitizer of EvalPlus is known to lose: issues 92, 188 and 297 of its tracker, and what its source shows.
LOST = {
    "92-an-entry-point-called-f": (
        "def f(n):\n    def g(i):\n        return i\n    return g(n)\n\n# Test the function\nprint(f(5))\n",
        "f",
        (5,),
        5,
    ),
    "188-statements-behind": (
        "def count(n):\n    return n\n\n# try it\nn = 5\nprint(count(n))\n",
        "count",
        (5,),
        5,
    ),
    "a-generator-has-no-return": (
        "def gen(n):\n    yield from range(n)\n",
        "gen",
        (2,),
        [0, 1],
    ),
    "a-helper-without-return": (
        "out = []\ndef push(x):\n    out.append(x)\ndef f(x):\n    push(x)\n    return len(out)\n",
        "f",
        (1,),
        1,
    ),
    "a-decorated-function": (
        "from functools import lru_cache\n"
        "@lru_cache\n"
        "def fib(n):\n"
        "    return n if n < 2 else fib(n - 1) + fib(n - 2)\n",
        "fib",
        (10,),
        55,
    ),
    "the-second-definition-counts": (
        "def f(x):\n    return 0\n\ndef f(x):\n    return x\n",
        "f",
        (7,),
        7,
    ),
    "two-names-assigned-at-once": (
        "a, b = 3, 4\ndef f(x):\n    return a * b * x\n",
        "f",
        (1,),
        12,
    ),
    "an-import-inside-try": (
        "try:\n    from math import gcd as g\nexcept ImportError:\n    g = None\ndef f(x):\n    return g(x, 4)\n",
        "f",
        (6,),
        2,
    ),
    "a-table-filled-by-a-loop": (
        "table = {}\nfor i in range(5):\n    table[i] = i * i\ndef f(x):\n    return table[x]\n",
        "f",
        (3,),
        9,
    ),
    "a-setting-at-the-top": (
        "import sys\nsys.setrecursionlimit(5000)\ndef f(x):\n    return sys.getrecursionlimit() >= 5000\n",
        "f",
        (1,),
        True,
    ),
    "a-definition-inside-if": (
        "if True:\n    def f(x):\n        return x\n",
        "f",
        (1,),
        1,
    ),
    "an-annotated-constant": (
        "total: int = 2\ndef f(x):\n    return x + total\n",
        "f",
        (1,),
        3,
    ),
    "an-augmented-constant": (
        "memo = [1]\nmemo += [2]\ndef f(x):\n    return memo[x]\n",
        "f",
        (1,),
        2,
    ),
    "an-attribute-set-at-the-top": (
        "class Box:\n    size = 1\nBox.size = 2\ndef f(x):\n    return Box.size\n",
        "f",
        (1,),
        2,
    ),
    "a-lambda": (
        "f = lambda x: x + 1\n",
        "f",
        (1,),
        2,
    ),
    "a-future-import": (
        '"""Module."""\nfrom __future__ import annotations\ndef f(x: Unknown) -> int:\n    return x\n',
        "f",
        (1,),
        1,
    ),
}


@pytest.mark.parametrize(("code", "name", "arguments", "expected"), LOST.values(), ids=LOST)
@pytest.mark.parametrize("shape", ["{}", "Thus:\n```python\n{}```\nThat's it.", "<think>def f</think>\n```\n{}\n```\n"])
def test_what_the_evalplus_sanitizer_loses_is_kept(
    code: str, name: str, arguments: tuple[object, ...], expected: object, shape: str
) -> None:
    source = extract(shape.format(code), entry_point=name)

    assert _result(source, name, *arguments) == expected


def test_a_failing_example_in_the_block_does_not_sink_the_answer() -> None:
    text = f"```python\n{ADD}\nassert add(1, 1) == 3\nprint(add(*map_input()))\nadd(1, 2)\nx = add(1, 2)\n```"

    source = extract(text, entry_point="add")

    assert "assert" not in source
    assert "map_input" in source, "a call of something unknown may do something"
    assert "x = add(1, 2)" in source


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("I'm sorry, I can't do that.", id="refusal"),
        pytest.param("```python\n```", id="empty-block"),
        pytest.param("```python\ndef other():\n    return 1\n```", id="another-name"),
        pytest.param("def add(a, b):\n    return (a +", id="truncated"),
        pytest.param("def add(a, b) return a", id="syntax-error"),
    ],
)
def test_nothing_is_invented(text: str) -> None:
    found = extraction_of(text, entry_point="add")

    assert found.how is How.NOT_FOUND
    assert found.source.strip() in text


def test_without_an_entry_point_the_blocks_with_definitions_are_joined() -> None:
    text = f"```python\nimport math\n```\nand\n```python\n{ADD}```\nprints\n```\n3\n```"

    assert extract(text) == f"import math\n\n{ADD}"


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(ADD.replace("\n", "\r\n"), id="crlf"),
        pytest.param(ADD + "\nassert add(1, 1) == 3\n", id="a-wrong-assertion"),
        pytest.param(ADD + 's = "```python\\n</s><|im_end|>"\n', id="tokens-in-strings"),
        pytest.param('"""\n```python\nx\n```\n<think>"""\n' + ADD, id="a-docstring-with-fences"),
        pytest.param("from operator import add", id="an-import"),
        pytest.param("def add(a, b):\n\tpass", id="a-stub"),
        pytest.param('add = "\\d"', id="an-invalid-escape"),
        pytest.param("x = '\u2028\u0085'\n" + ADD, id="unicode-line-ends"),
    ],
)
def test_a_program_comes_back_as_it_is(code: str) -> None:
    assert extraction_of(code, entry_point="add").source == code
    assert extraction_of(code, entry_point="add", prompt=PROMPT).how is How.UNCHANGED


def _result(source: str, name: str, *arguments: object) -> object:
    """What the extracted function returns; a generator as a list. Only texts of this file are run."""
    names: dict[str, object] = {"__name__": "candidate"}
    exec(compile(source, "candidate.py", "exec"), names)
    function = names[name]
    assert callable(function)
    value = function(*arguments)
    return list(value) if hasattr(value, "__next__") else value
