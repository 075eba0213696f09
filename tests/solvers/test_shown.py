"""Cases that a prompt shows: every usual way of writing them, and texts that only look like one."""

from __future__ import annotations

import time

import pytest

from assay.records import Case
from assay.solvers.shown import MAX_PROMPT, shown_cases, shown_inputs


def found(prompt: str) -> list[tuple[str, object]]:
    """The calls of `f` in a prompt with what they return or raise."""
    return [(case.name, case.raises or case.expected) for case in shown_cases(prompt, "f")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(">>> f(1)\n2", [("f(1)", 2)], id="doctest"),
        pytest.param(">>> f(1)\n2\n>>> f(2)\n3", [("f(1)", 2), ("f(2)", 3)], id="two-doctests"),
        pytest.param(">>> f([1,\n...    2])\n[1,\n 2]\n", [("f([1, 2])", [1, 2])], id="lines"),
        pytest.param(">>> f(1) == 2\nTrue", [("f(1)", 2)], id="confirmed"),
        pytest.param(">>> f(1)  # one\n2", [("f(1)", 2)], id="comment"),
        pytest.param(
            ">>> f(1)\nTraceback (most recent call last):\n  ...\nValueError: no", [("f(1)", "ValueError")], id="raises"
        ),
        pytest.param("assert f(1) == 2", [("f(1)", 2)], id="assert"),
        pytest.param("assert f(1) == 2, 'no'", [("f(1)", 2)], id="message"),
        pytest.param("assert f(1)", [("f(1)", True)], id="truth"),
        pytest.param("assert not f(1)", [("f(1)", False)], id="not"),
        pytest.param("f(1) == 2", [("f(1)", 2)], id="equal"),
        pytest.param("f(1) => 2", [("f(1)", 2)], id="arrow"),
        pytest.param("f(1) ==> 2", [("f(1)", 2)], id="long-arrow"),
        pytest.param("f(1) ➞ 2", [("f(1)", 2)], id="sign"),
        pytest.param("f(1) -> 2", [("f(1)", 2)], id="thin-arrow"),
        pytest.param("f(1) # => 2", [("f(1)", 2)], id="comment-arrow"),
        pytest.param("f(1)  # 2", [("f(1)", 2)], id="comment-value"),
        pytest.param("f(1) = 2", [("f(1)", 2)], id="assigned"),
        pytest.param("f(1) returns 2.", [("f(1)", 2)], id="returns"),
        pytest.param("f(1) should return 2, because one and one is two", [("f(1)", 2)], id="should"),
        pytest.param("`f(1)` returns `2`", [("f(1)", 2)], id="backticks"),
        pytest.param("For example, f('a b', k=[1]) must return None.", [("f('a b', k=[1])", None)], id="keywords"),
        pytest.param("f(1) => true", [("f(1)", True)], id="small-true"),
        pytest.param("- f(1) -> 2\n* f(2) -> 3\n1. f(3) -> 4", [("f(1)", 2), ("f(2)", 3), ("f(3)", 4)], id="bullets"),
        pytest.param("f(1) -> 2, f(2) -> 3", [("f(1)", 2), ("f(2)", 3)], id="one-line"),
        pytest.param("f(-1.5) == -0.5", [("f(-1.5)", -0.5)], id="floats"),
        pytest.param("f(')') == '('", [("f(')')", "(")], id="brackets-in-strings"),
        pytest.param("f() == {'a': {1, 2}}", [("f()", {"a": {1, 2}})], id="nested"),
        pytest.param("f(1) == 2\nf(1) -> 2", [("f(1)", 2)], id="said-twice"),
        pytest.param("def f(x):\n    '''f(1) == 2'''\n", [("f(1)", 2)], id="docstring"),
        pytest.param("def f(x):\n    '''f(\"a\\\\n\") == 2'''\n", [("f('a\\n')", 2)], id="escapes-of-a-docstring"),
        pytest.param("def f(x):\n    # f(1) == 2\n", [("f(1)", 2)], id="comment-in-code"),
        pytest.param('"""\nDouble.\nassert f(1) == 2\n"""\n', [("f(1)", 2)], id="module-docstring"),
    ],
)
def test_usual_ways_of_showing_a_case(text: str, expected: list[tuple[str, object]]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("f(x) == 2", id="a-name"),
        pytest.param("f(1) == y", id="a-name-as-result"),
        pytest.param("f(1) == g(2)", id="a-call-as-result"),
        pytest.param("f(1) == 2 * 3", id="arithmetic"),
        pytest.param("f(1) returns 2 times the value", id="a-sentence"),
        pytest.param("f(1) returns 2 or 3", id="a-choice"),
        pytest.param("f(1) -> 2, 3", id="a-tuple-perhaps"),
        pytest.param("f(1) ==> (2)", id="a-tuple-in-doubt"),
        pytest.param("f(1) should not return 2", id="not"),
        pytest.param("len(f(1)) == 2", id="inside-a-call"),
        pytest.param("sorted( f(1)) == [2]", id="inside-a-call-with-a-blank"),
        pytest.param(">>> round(f(1), 2)\n2.0", id="doctest-of-another-call"),
        pytest.param("3 + f(1) == 4", id="inside-a-sum"),
        pytest.param("not f(1) == 2", id="negated"),
        pytest.param("x = f(1) == 2", id="assigned"),
        pytest.param("self.f(1) == 2", id="a-method"),
        pytest.param("elf(1) == 2", id="another-name"),
        pytest.param("def f(1) == 2", id="a-definition"),
        pytest.param("f(*[1]) == 2", id="starred"),
        pytest.param("f(**{'a': 1}) == 2", id="double-starred"),
        pytest.param("f(__import__('os').system('true')) == 2", id="code"),
        pytest.param("f('" + "x" * 5000 + "') == 2", id="too-long"),
        pytest.param("f(1", id="open"),
        pytest.param("f(1 == 2", id="never-closed"),
        pytest.param("f(1] == 2", id="crossed"),
        pytest.param("f('a\n') == 2", id="broken-string"),
        pytest.param("f(" + "[" * 900 + "]" * 900 + ") == 2", id="deep"),
        pytest.param(f"f(9**{'9' * 9}) == 2", id="power"),
        pytest.param("f('a' * 10**9) == 2", id="repetition"),
        pytest.param(">>> f(1)", id="doctest-without-result"),
        pytest.param(">>> f(1)\nsome words", id="doctest-of-words"),
        pytest.param(">>> f(1) == 2\nFalse", id="denied"),
        pytest.param(">>> f(1)\nTraceback (most recent call last):\n  ...\nMyError: no", id="unknown-exception"),
        pytest.param("f(1) == 2\nf(1) == 3", id="contradiction"),
        pytest.param("f(1) = 3\nf(3) = [1, 3, 2]", id="a-series-and-an-example"),
        pytest.param("assert f(1) in (1, 2)", id="membership"),
        pytest.param("assert f(1) > 2", id="comparison"),
        pytest.param("assert not f(1) == 2", id="negated-assertion"),
    ],
)
def test_what_only_looks_like_a_case_is_none(text: str) -> None:
    assert found(text) == []


def test_floats_are_compared_with_a_tolerance() -> None:
    (case,) = shown_cases("f(1) == [0.3333333]", "f")

    assert (case.comparator.kind, case.comparator.atol) == ("close", 1e-6)


@pytest.mark.parametrize(
    "text",
    [
        "f(" * 50_000,
        "f([" * 30_000,
        "f('" * 30_000,
        'f("""' * 20_000,
        ">>> f(1)\n" + "[\n" * 50_000,
        "f(1) == " * 12_000,
        "f(1) == [" * 11_000,
        "assert " * 14_000 + "f(1)",
        " " * 100_000 + "f(1) == 2",
        "Sample Input\n" * 7_000,
        "Sample Input\n```\n" * 5_000,
        "=" * 100_000,
    ],
)
def test_the_time_for_a_hostile_prompt_is_bounded(text: str) -> None:
    used = time.process_time()

    shown_cases(text, "f")
    shown_inputs(text)

    assert time.process_time() - used < 5  # processor time; a search that grows with the square takes minutes


def test_a_long_prompt_is_not_read_to_its_end() -> None:
    assert shown_cases("x" * MAX_PROMPT + "\nf(1) == 2", "f") == []


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        pytest.param("Sample Input 1:\n2 3\n\nSample Output 1:\n5\n", [(b"2 3\n", b"5\n")], id="plain"),
        pytest.param(
            "### Example Input\n```\n1\n\n2\n```\n### Example Output\n```\n3\n```\n",
            [(b"1\n\n2\n", b"3\n")],
            id="fenced",
        ),
        pytest.param("Input:\n```\n1\n```\nOutput:\n```\n2\n```\n", [(b"1\n", b"2\n")], id="fenced-without-sample"),
        pytest.param(
            "**Sample Input #1**\n1\n**Sample Output #1**\n2\n**Sample Input #2**\n3\n**Sample Output #2**\n4\n",
            [(b"1\n", b"2\n"), (b"3\n", b"4\n")],
            id="two",
        ),
        pytest.param("Input\nThe first line has n.\n\nOutput\nPrint n.\n", [], id="the-form-of-the-input"),
        pytest.param("Sample Input:\n1\n", [], id="no-output"),
        pytest.param("Sample Output:\n1\n", [], id="no-input"),
        pytest.param("Sample Input:\n```\n1\n", [], id="open-fence"),
    ],
)
def test_samples_of_programs(prompt: str, expected: list[tuple[bytes, bytes]]) -> None:
    assert [(one.stdin, one.expected) for one in shown_inputs(prompt)] == expected


def test_a_case_has_its_call_as_its_name() -> None:
    assert shown_cases("f(1,  'a') returns 3", "f") == [Case((1, "a"), 3, name="f(1, 'a')")]
