"""The documented scores, what they must not depend on, and text that means harm."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue, UnknownNameError
from assay.languages.known import languages
from assay.quality.evaluator import SIZE_LIMIT, CodeQualityEvaluator, Snippet, detect_language, read
from assay.quality.records import WEIGHTS, Dimension, QualityRecord, quality_weights, weighted
from assay.records import Verdict
from tests.quality.rule_rows import ROWS

GOOD = '''def factorial(n: int) -> int:
    """Calculate factorial of n using recursion"""
    if n < 0:
        raise ValueError("Input must be non-negative")
    if n == 0 or n == 1:
        return 1
    return n * factorial(n - 1)

assert factorial(5) == 120
'''
BAD = """def f(x):
    if x==0:return 1
    return x*f(x-1)
"""
PLAIN: dict[str, float] = {str(dimension): weight for dimension, weight in WEIGHTS.items()}
SNIPPETS = [(language, code) for language, rows in ROWS.items() for pair in rows.values() for code in pair]


def evaluate(code: str | bytes, language: str | None = "python", **options: object) -> QualityRecord:
    return CodeQualityEvaluator().evaluate(code, language=language, **options)  # type: ignore[arg-type]  # as given


def scores(record: QualityRecord) -> tuple[float, ...]:
    return (record.overall, *record.dimensions.values(), record.quality, *record.quality_dimensions.values())


# --- the documented examples


def test_the_good_example_scores_as_documented() -> None:
    record = evaluate(GOOD)

    assert list(record.dimensions.values()) == [1.0, 0.7, 1.0, 0.8, 0.3, 0.3]
    assert (record.overall, record.passed) == (0.8, True)


def test_the_bad_example_scores_as_documented() -> None:
    record = evaluate(BAD)

    assert list(record.dimensions.values()) == [1.0, 0.7, 1.0, 0.0, 0.0, 0.0]
    assert (record.overall, f"{record.overall:.2f}", record.passed) == (0.675, "0.68", False)


def test_the_weighted_sum_of_the_flow_example() -> None:
    assert weighted(dict(zip(Dimension, (1.0, 0.7, 0.8, 0.5, 0.3, 0.2), strict=True)), WEIGHTS) == 0.725


def test_both_examples_are_found_to_be_python() -> None:
    assert (detect_language(GOOD), detect_language(BAD)) == ("python", "python")


def test_a_score_on_the_threshold_passes() -> None:
    assert CodeQualityEvaluator(pass_threshold=0.8).evaluate(GOOD, language="python").passed


# --- weights and thresholds


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"correctness": 1.0}, "lacks completeness"),
        (dict.fromkeys(PLAIN, 0.5), "sum to 1, got 3"),
        ({**PLAIN, "testing": -0.05}, "weights: testing must be"),
        ({**PLAIN, "testing": float("nan")}, "weights: testing must be"),
        ({**PLAIN, "testing": True}, "weights: testing must be"),
    ],
)
def test_weights_that_make_no_sense_are_refused(weights: dict[str, float], message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        quality_weights(weights)


def test_an_unknown_dimension_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'testing'"):
        quality_weights({**PLAIN, "tesing": 0.0})


def test_weights_change_the_overall_score_only() -> None:
    only_testing = {**dict.fromkeys(PLAIN, 0.0), "testing": 1.0}
    record = CodeQualityEvaluator(weights=only_testing).evaluate(GOOD, language="python")

    assert record.overall == 0.3
    assert record.dimensions == evaluate(GOOD).dimensions


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan"), True])
def test_a_threshold_is_from_0_to_1(threshold: float) -> None:
    with pytest.raises(InvalidValue, match="pass_threshold: must be a number from 0 to 1"):
        CodeQualityEvaluator(pass_threshold=threshold)


# --- laws


@pytest.mark.parametrize(("language", "code"), SNIPPETS)
def test_line_ends_and_a_byte_order_mark_change_nothing(language: str, code: str) -> None:
    plain = scores(evaluate(code, language))

    assert scores(evaluate(code.replace("\n", "\r\n"), language)) == plain
    assert scores(evaluate("\ufeff" + code, language)) == plain
    assert scores(evaluate(b"\xef\xbb\xbf" + code.replace("\n", "\r\n").encode(), language)) == plain


INDENTED = {
    "python": GOOD
    + "\n\ndef outer(items):\n    for item in items:\n        if item:\n"
    + "            yield (item,\n                   1)\n",
    "javascript": "function f(n) {\n    if (n < 0) {\n        throw new RangeError('n');\n    }\n      return n;\n}\n",
    "go": "package a\n\nfunc f(n int) int {\n    if n < 0 {\n        return 0\n    }\n    return n\n}\n",
    "rust": "fn f(n: i32) -> i32 {\n    if n < 0 {\n        return 0;\n    }\n    n\n}\n",
}


@pytest.mark.parametrize("language", INDENTED)
def test_tabs_for_four_leading_blanks_change_nothing(language: str) -> None:
    code = INDENTED[language]
    lines = code.split("\n")
    blanks = [len(line) - len(line.lstrip(" ")) for line in lines]
    tabs = [
        "\t" * (count // 4) + " " * (count % 4) + line.lstrip(" ") for line, count in zip(lines, blanks, strict=True)
    ]

    assert "\t" in "\n".join(tabs)
    assert scores(evaluate("\n".join(tabs), language)) == scores(evaluate(code, language))


def test_a_long_indented_line_is_as_long_with_tabs() -> None:
    line = "if 1:\n    if 1:\n        total = '" + "x" * 85 + "'\n"

    assert evaluate(line).dimensions["code_quality"] < 1
    assert scores(evaluate(line.replace("    ", "\t"))) == scores(evaluate(line))


DOCSTRINGS = st.text(
    st.characters(exclude_characters="\\\"'\r\n\0", exclude_categories=["Cs"]), min_size=0, max_size=200
)
BODIES = st.lists(
    st.sampled_from(
        [
            "return 1",
            "total = 1",
            "x = [1]",
            "if total: pass",
            "raise ValueError(1)",
            "assert total",
            "print(total)",
            "pass",
        ]
    ),
    min_size=1,
    max_size=5,
)


def definition(name: str, docstring: str | None, body: list[str]) -> str:
    lines = [f"def {name}(total):"]
    lines += [] if docstring is None else [f'    """{docstring}"""']
    return "\n".join([*lines, *(f"    {line}" for line in body)]) + "\n"


@given(docstring=DOCSTRINGS, body=BODIES, others=st.lists(BODIES, max_size=2), documented=st.booleans())
def test_a_docstring_more_never_lowers_either_score(
    docstring: str, body: list[str], others: list[list[str]], documented: bool
) -> None:
    rest = "".join(
        definition(f"other{number}", "Adds what it is given to the ledger." if documented else None, each)
        for number, each in enumerate(others)
    )
    real = f"Gives the amount of the ledger after tax. {docstring}"
    before = evaluate(definition("solve", None, body) + rest)
    after = evaluate(definition("solve", real, body) + rest)

    assert after.overall >= before.overall
    assert after.quality >= before.quality


@given(st.sampled_from(SNIPPETS), st.floats(0, 1), st.text(max_size=20))
def test_broken_code_has_a_record_whose_evidence_adds_up(snippet: tuple[str, str], share: float, more: str) -> None:
    language, code = snippet
    record = evaluate(code[: int(len(code) * share)] + more, language)

    for dimension in Dimension:
        rows = [row for row in record.evidence if row.dimension == dimension and row.side == "form"]
        assert sum(row.given for row in rows) == pytest.approx(record.dimensions[dimension], abs=1e-6)
        assert 0 <= record.quality_dimensions[dimension] <= record.dimensions[dimension] <= 1


@pytest.mark.parametrize(("language", "code"), SNIPPETS)
def test_what_is_withheld_and_given_makes_the_whole_but_for_the_bonus(language: str, code: str) -> None:
    record = evaluate(code, language)

    for dimension in Dimension:
        rows = [row for row in record.evidence if row.dimension == dimension and row.side == "form"]
        assert sum(row.given + row.withheld for row in rows if row.rule != "type-hints") == pytest.approx(1.0)


def test_many_are_evaluated_like_one() -> None:
    snippets = [Snippet(code, language) for language, code in SNIPPETS[:40]]
    evaluator = CodeQualityEvaluator()

    assert evaluator.evaluate_many(snippets) == [evaluate(code, language) for language, code in SNIPPETS[:40]]


def test_a_record_is_plain_data() -> None:
    data = evaluate(GOOD, verdict=Verdict.PASSED).to_dict()

    assert data["overall"] == 0.8
    assert data["evidence"][1] == {
        "dimension": "completeness",
        "rule": "function",
        "given": 0.3,
        "withheld": 0.0,
        "line": 1,
        "text": "def factorial(n: int) -> int:",
        "detail": "",
        "side": "form",
    }


# --- syntax


@pytest.mark.parametrize(
    ("code", "line", "message"),
    [
        ("x = 1\nreturn x\n", 2, "outside function"),
        ("def f(a, a):\n    pass\n", 1, "duplicate argument"),
        ("x = (1\n", 1, "never closed"),
        ("nonlocal x\n", 1, "nonlocal"),
        ("if 1:\n\tx = 1\n        y = 1\n", 3, "inconsistent|unindent"),
    ],
)
def test_python_is_judged_by_the_compiler(code: str, line: int, message: str) -> None:
    import re

    (row,) = [row for row in evaluate(code).evidence if row.rule == "parses"]

    assert (row.withheld, row.line) == (1.0, line)
    assert re.search(message, row.detail)


def test_a_warning_of_the_compiler_is_no_error() -> None:
    assert evaluate('import re\npattern = re.compile("\\d")\n').dimensions["correctness"] == 1


def test_no_code_is_worth_nothing() -> None:
    record = evaluate("  \n\n")

    assert (record.overall, record.quality) == (0, 0)
    assert {row.detail for row in record.evidence} == {"there is no code"}


@pytest.mark.parametrize("language", [name for name, one in languages().items() if one.quality])
def test_a_nul_is_a_syntax_error(language: str) -> None:
    assert evaluate(ROWS[language]["function"][0] + "\0", language).dimensions["correctness"] == 0


# --- hostile text


def hostile() -> dict[str, Callable[[], str | bytes]]:
    return {
        "ten-megabytes": lambda: "x = 1\n" * 1_700_000,
        "one-long-line": lambda: "x = '" + "a" * 1_000_000 + "'",
        "long-line-of-blanks": lambda: " " * 1_000_000 + "x",
        "nested-brackets": lambda: "(" * 100_000 + ")" * 100_000,
        "open-brackets": lambda: "[{(" * 33_000,
        "bad-utf-8": lambda: b"def f():\n    return '\xff\xfe'\n" * 1000,
        "lone-surrogates": lambda: "x = '\ud800'\n" * 100,
        "nuls": lambda: "\0" * 500_000,
    }


def more_hostile() -> dict[str, Callable[[], str | bytes]]:
    return {
        "escaped-quotes": lambda: '"\\' * 250_000,
        "blanks-in-assertions": lambda: ("assert " + " " * 390 + "x\n") * 2_000,
        "blanks-in-comments": lambda: ("//" + " " * 390 + "x\n#" + " " * 390 + "x\n") * 1_000,
        "quotes": lambda: "'" * 300_000,
        "comments": lambda: "# x = f(1)\n" * 50_000,
        "many-functions": lambda: "".join(f"def f{number}(a): return a\n" for number in range(20_000)),
        "deep-operators": lambda: "x = " + " and ".join(["y"] * 100_000),
        "deep-unary": lambda: "x = " + "not " * 100_000 + "y",
        "deep-attributes": lambda: "x" + ".a" * 100_000,
        "nested-templates": lambda: "`${" * 20_000 + "1" + "}`" * 20_000,
        "nested-functions": lambda: "function a(){" * 20_000 + "}" * 20_000,
        "many-tests": lambda: "it('a',()=>{expect(1).toBe(1)});" * 10_000,
        "else-chain": lambda: "if (a) {} " + "else if (a) {} " * 20_000,
    }


def check_hostile(code: str | bytes, language: str) -> None:
    start = time.process_time()
    record = evaluate(code, language)

    assert time.process_time() - start < 30  # CPU, not wall; a hang, not a speed, is what this finds
    assert 0 <= record.quality <= record.overall <= 1
    assert len(record.evidence) < 500


@pytest.mark.parametrize("name", hostile())
@pytest.mark.parametrize("language", ["python", "javascript", "haskell"])
def test_hostile_text_has_an_answer_in_bounded_time(name: str, language: str) -> None:
    check_hostile(hostile()[name](), language)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*hostile(), *more_hostile()])
@pytest.mark.parametrize("language", ["python", "javascript", "java", "cpp", "ruby", "haskell"])
def test_more_hostile_text_has_an_answer_in_bounded_time(name: str, language: str) -> None:
    check_hostile({**hostile(), **more_hostile()}[name](), language)


def test_text_that_is_too_long_says_so() -> None:
    record = evaluate("x = 1\n" * SIZE_LIMIT)

    assert (record.overall, record.passed) == (0, False)
    assert {row.rule for row in record.evidence} == {"too-long"}


def test_an_unknown_language_gets_the_generic_checks() -> None:
    reading = read("main = putStrLn (show 1\n", "Haskell")

    assert reading.language == "haskell"
    assert reading.error == (0, "'(' is never closed")
