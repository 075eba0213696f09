"""What the form hides: hollow bodies, tests that cannot fail, empty handlers, words that say nothing, verdicts."""

from __future__ import annotations

import ast
import textwrap

import pytest

from assay.quality.evaluator import CodeQualityEvaluator
from assay.quality.records import QualityRecord, ScoreSide
from assay.records import Verdict
from tests.public_data import rows


def evaluate(code: str, language: str = "python", verdict: Verdict | None = None, task: str = "") -> QualityRecord:
    return CodeQualityEvaluator().evaluate(code, task, language, verdict=verdict)


def found(code: str, language: str = "python") -> set[str]:
    """The rules of `quality` that applied."""
    return {row.rule for row in evaluate(code, language).evidence if row.side is ScoreSide.QUALITY}


HOLLOW = '''"""Sorting by weight."""
import unittest


class Sorter:
    """Keeps the order that is asked for."""


def solve(items: list[int]) -> list[int]:
    """Sort the numbers by weight and give them back."""
    # an empty list is fine
    if not isinstance(items, list):
        raise TypeError("items must be a list")
    try:
        result = []
        return result
    except Exception:
        pass
    finally:
        pass


def test_solve():
    assert solve([]) == []
'''


def test_hollow_code_has_perfect_form_and_poor_quality() -> None:
    record = evaluate(HOLLOW)

    assert (record.overall, record.passed) == (1.0, True)
    assert record.quality < 0.4
    assert {row.rule for row in record.evidence if row.side is ScoreSide.QUALITY} == {
        "constant-return", "hollow", "tests-of-nothing", "empty-handler", "empty-finally"
    }  # fmt: skip


BODIES = [
    ("python", "def f(a):\n    pass\n", "dead-body"),
    ("python", "def f(a):\n    ...\n", "dead-body"),
    ("python", 'def f(a):\n    """Adds."""\n', "dead-body"),
    ("python", "def f(a):\n    raise NotImplementedError\n", "dead-body"),
    ("python", "def f(a):\n    return None\n", "constant-return"),
    ("python", "def f(a):\n    answer = {}\n    if a:\n        return {}\n    return {}\n", "constant-return"),
    ("python", "def f(a):\n    print(a)\n    return 0\n", "constant-return"),
    ("python", "def f(a):\n    return a\n", "returns-its-argument"),
    ("javascript", "function f(a) { return []; }\n", "constant-return"),
    ("javascript", "const f = (a) => 0;\n", "constant-return"),
    ("javascript", "function f(a) {}\n", "dead-body"),
    ("javascript", 'function f(a) { throw new Error("not implemented"); }\n', "dead-body"),
    ("typescript", "function f(a: number): number[] { return []; }\n", "constant-return"),
    ("java", "class A { int f(int a) { return 0; } }\n", "constant-return"),
    ("java", "class A { List<Integer> f(int a) { return new ArrayList<>(); } }\n", "constant-return"),
    ("java", "class A { int f(int a) { throw new UnsupportedOperationException(); } }\n", "dead-body"),
    ("c", "int f(int a) { return 0; }\n", "constant-return"),
    ("cpp", "int f(int a) { return 0; }\n", "constant-return"),
    ("csharp", "class A { int F(int a) { return 0; } }\n", "constant-return"),
    ("csharp", "class A { int F(int a) { throw new NotImplementedException(); } }\n", "dead-body"),
    ("go", "package a\nfunc f(a int) int { return 0 }\n", "constant-return"),
    ("rust", "fn f(a: i32) -> i32 { 0 }\n", "constant-return"),
    ("rust", "fn f(a: i32) -> Vec<i32> { Vec::new() }\n", "constant-return"),
    ("rust", "fn f(a: i32) -> i32 { todo!() }\n", "dead-body"),
    ("php", "<?php\nfunction f($a) { return []; }\n", "constant-return"),
    ("ruby", "def f(a)\n  0\nend\n", "constant-return"),
    ("ruby", "def f(a)\n  raise NotImplementedError\nend\n", "dead-body"),
]


@pytest.mark.parametrize(("language", "code", "rule"), BODIES)
def test_a_body_that_does_nothing_is_found(language: str, code: str, rule: str) -> None:
    assert rule in found(code, language)
    assert evaluate(code, language).quality_dimensions["completeness"] == 0


REAL = [
    ("python", "def f(a):\n    return a + 1\n"),
    ("python", "def f(a):\n    a.sort()\n"),
    ("python", "def f(a):\n    if a > 1:\n        return True\n    return False\n"),
    ("python", "def f(a):\n    total = 0\n    for each in a:\n        total += each\n    return total\n"),
    ("python", "def f(a):\n    result = []\n    for each in a:\n        result.append(each)\n    return result\n"),
    ("python", "def f(a):\n    yield 1\n"),
    ("python", "def f(self):\n    self.size = 0\n"),
    ("python", "def f():\n    global size\n    size = 1\n"),
    ("python", "def f(a):\n    a[0] = 1\n"),
    ("python", "def greet():\n    print('hello')\n"),
    ("python", "from abc import abstractmethod\nclass A:\n    @abstractmethod\n    def f(self): ...\n"),
    ("python", "def identity(a):\n    return a\n"),
    ("python", "from typing import Protocol\nclass A(Protocol):\n    def f(self, a): ...\n"),
    ("python", "class A(Base):\n    def writable(self):\n        return True\n"),
    ("python", "class A:\n    def __len__(self):\n        return 7\n"),
    ("python", "def level(text):\n    if text not in LEVELS:\n        raise ValueError(text)\n    return text\n"),
    ("python", "def check(a):\n    if a:\n        raise NotImplementedError\n    raise ValueError(a)\n"),
    ("python", "def table():\n    return {'a': 1, 'b': 2, 'c': 3, 'd': 4}\n"),
    ("java", "class A implements B { boolean f() { return true; } }\n"),
    ("javascript", "function f(a) { a.push(1); }\n"),
    ("javascript", "let size = 0;\nfunction f() { size = 1; }\n"),
    ("javascript", "const f = (a) => a + 1;\n"),
    ("java", "interface A { int f(int a); }\n"),
    ("java", "class A { int size; void f() { size = 1; } }\n"),
    ("c", "void f(int *a) { *a = 1; }\n"),
    ("go", "package a\nfunc f(a []int) { a[0] = 1 }\n"),
    ("rust", "fn f(a: i32) -> i32 { a + 1 }\n"),
    ("rust", "fn f(a: i32) -> bool { if a > 0 { return true; } false }\n"),
    ("php", "<?php\nfunction f($a) { return $a + 1; }\n"),
    ("ruby", "def f(a)\n  a + 1\nend\n"),
    ("csharp", "class A { int F(int a) => a + 1; }\n"),
]


@pytest.mark.parametrize(("language", "code"), REAL)
def test_a_body_that_does_something_is_left_alone(language: str, code: str) -> None:
    record = evaluate(code, language)

    assert found(code, language) & {"dead-body", "constant-return", "returns-its-argument", "hollow"} == set()
    assert record.quality_dimensions["completeness"] == record.dimensions["completeness"]


IDLE_TESTS = [
    ("python", "def test_f():\n    f()\n"),
    ("python", "def test_f():\n    assert True\n"),
    ("python", "def test_f():\n    value = f()\n    assert value == value\n"),
    ("python", "def test_f():\n    assert f() or True\n"),
    ("python", "class A:\n    def test_f(self):\n        self.assertTrue(True)\n"),
    ("python", "class A:\n    def test_f(self):\n        self.assertEqual(1, 1)\n"),
    ("javascript", "it('works', () => { f(); });\n"),
    ("javascript", "it('works', () => { expect(true).toBe(true); });\n"),
    ("typescript", "test('works', () => { expect(1).toEqual(1); });\n"),
    ("java", "class A { @Test void works() { f(); } }\n"),
    ("java", "class A { @Test void works() { assertTrue(true); } }\n"),
    ("c", "void test_f(void) { assert(1); }\n"),
    ("cpp", "TEST(A, B) { EXPECT_TRUE(true); }\n"),
    ("csharp", "class A { [Fact] public void Works() { Assert.True(true); } }\n"),
    ("go", "package a\nfunc TestF(t *testing.T) { f() }\n"),
    ("rust", "#[test]\nfn works() { assert!(true); }\n"),
    ("rust", "#[test]\nfn works() { assert_eq!(1, 1); }\n"),
    ("php", "<?php\nclass A { function testF() { $this->assertTrue(true); } }\n"),
    ("ruby", "def test_f\n  assert true\nend\n"),
    ("ruby", "def test_f\n  assert_equal 1, 1\nend\n"),
]


@pytest.mark.parametrize(("language", "code"), IDLE_TESTS)
def test_a_test_that_cannot_fail_is_worth_nothing(language: str, code: str) -> None:
    record = evaluate(code, language)

    assert record.dimensions["testing"] > 0
    assert record.quality_dimensions["testing"] == 0
    assert "idle-test" in found(code, language)


REAL_TESTS = [
    ("python", "def test_f():\n    assert f(1) == 2\n"),
    ("python", "import pytest\ndef test_f():\n    with pytest.raises(ValueError):\n        f(0)\n"),
    ("javascript", "it('works', () => { expect(f(1)).toBe(2); });\n"),
    ("typescript", "it('works', () => { expect(f(1)).toBe(2); });\n"),
    ("java", "class A { @Test void works() { assertEquals(2, f(1)); } }\n"),
    ("c", "void test_f(void) { assert(f(1) == 2); }\n"),
    ("cpp", "TEST(A, B) { EXPECT_EQ(f(1), 2); }\n"),
    ("csharp", "class A { [Fact] public void Works() { Assert.Equal(2, F(1)); } }\n"),
    ("go", 'package a\nfunc TestF(t *testing.T) { if f(1) != 2 { t.Error("bad") } }\n'),
    ("rust", "#[test]\nfn works() { assert_eq!(f(1), 2); }\n"),
    ("php", "<?php\nclass A { function testF() { $this->assertSame(2, f(1)); } }\n"),
    ("ruby", "def test_f\n  assert_equal 2, f(1)\nend\n"),
]


@pytest.mark.parametrize(("language", "code"), REAL_TESTS)
def test_a_test_that_can_fail_keeps_its_points(language: str, code: str) -> None:
    record = evaluate(code, language)

    assert record.dimensions["testing"] >= 0.8
    assert record.quality_dimensions["testing"] == record.dimensions["testing"]


HANDLERS = [
    ("python", "try:\n    f()\nexcept ValueError:\n    {}\n", "pass", "g()"),
    ("python", "try:\n    f()\nexcept ValueError:\n    {}\n", "...", "log(1)"),
    ("javascript", "try {{ f(); }} catch (error) {{ {} }}\n", "", "g(error);"),
    ("typescript", "try {{ f(); }} catch (error) {{ {} }}\n", "// nothing", "g(error);"),
    ("java", "class A {{ void f() {{ try {{ g(); }} catch (Exception e) {{ {} }} }} }}\n", "", "h();"),
    ("cpp", "void f() {{ try {{ g(); }} catch (...) {{ {} }} }}\n", "", "h();"),
    ("csharp", "class A {{ void F() {{ try {{ G(); }} catch (Exception) {{ {} }} }} }}\n", "", "H();"),
    ("php", "<?php\ntry {{ f(); }} catch (Exception $e) {{ {} }}\n", "", "g();"),
    ("ruby", "begin\n  f\nrescue StandardError\n  {}\nend\n", "nil", "g"),
]


@pytest.mark.parametrize(("language", "template", "silent", "loud"), HANDLERS)
def test_a_handler_that_swallows_the_error_loses_its_points(
    language: str, template: str, silent: str, loud: str
) -> None:
    empty, full = evaluate(template.format(silent), language), evaluate(template.format(loud), language)

    assert (empty.dimensions["error_handling"], empty.quality_dimensions["error_handling"]) == (0.5, 0)
    assert (full.dimensions["error_handling"], full.quality_dimensions["error_handling"]) == (0.5, 0.5)


def test_a_try_that_returns_what_may_fail_keeps_its_points() -> None:
    code = "def f(a):\n    try:\n        return (a.left, a.right)\n    except AttributeError:\n        return g(a)\n"

    assert evaluate(code).quality_dimensions["error_handling"] == 0.5


def test_a_try_around_nothing_loses_its_points() -> None:
    record = evaluate("def f(a):\n    try:\n        return 1\n    except ValueError:\n        return a\n")

    assert (record.dimensions["error_handling"], record.quality_dimensions["error_handling"]) == (0.5, 0)


COMMENTS = [
    ("python", "# total = add(1, 2)", "# the total so far"),
    ("python", "# if total > 1:", "# if the total is too high, stop"),
    ("python", "# print(total)", "# TODO: print the total"),
    ("python", "# return total", "# return the total of all items"),
    ("python", "# total += 1", "# * total=False, as before"),
    ("javascript", "// total = add(1, 2);", "// the total so far"),
    ("javascript", "// if (total > 1) {", "// if the total is too high; stop"),
    ("typescript", "/* let total = 1; */", "/* lets the total be */"),
    ("java", "// int total = add(1, 2);", "// the total so far"),
    ("c", "// total = add(1, 2);", "// the total so far"),
    ("cpp", "// std::sort(total);", "// sorts the total"),
    ("csharp", "// var total = Add(1, 2);", "// the total so far"),
    ("go", "// total := add(1, 2)", "// the total so far"),
    ("rust", "// let total = add(1, 2);", "// the total so far"),
    ("php", "// $total = add(1, 2);", "// the total so far"),
    ("ruby", "# total = add(1,2)", "# the total so far"),
]


@pytest.mark.parametrize(("language", "code", "words"), COMMENTS)
def test_code_in_a_comment_is_no_comment(language: str, code: str, words: str) -> None:
    start = "<?php\n\nf();\n" if language == "php" else "f()\n" if language in ("python", "ruby") else "int f;\n"

    assert "commented-out" in found(start + code + "\n", language)
    assert "commented-out" not in found(start + words + "\n", language)


@pytest.mark.parametrize(
    ("docstring", "says_nothing"),
    [("Get user.", True), ("This function gets the users", True), ("", True), ("get_user", True),
     ("Look up whoever owns the mail address.", False), ("Get the user of a mail address.", False)],
)  # fmt: skip
def test_a_docstring_that_restates_the_name_is_none(docstring: str, says_nothing: bool) -> None:
    record = evaluate(f'def get_user(mail):\n    """{docstring}"""\n    return find(mail)\n')

    assert record.dimensions["documentation"] == 0.8
    assert record.quality_dimensions["documentation"] == (0 if says_nothing else 0.8)


# --- verdicts


@pytest.mark.parametrize("verdict", list(Verdict))
def test_an_execution_caps_quality_and_not_the_form(verdict: Verdict) -> None:
    code = 'def add(left: int, right: int) -> int:\n    """Adds money."""\n    # cents\n    return left + right\n'
    free, capped = evaluate(code), evaluate(code, verdict=verdict)

    assert capped.overall == free.overall
    assert capped.quality == (free.quality if verdict.passed else min(free.quality, capped.quality))
    assert verdict.passed or capped.quality <= 0.5


def test_a_verdict_that_passed_outweighs_suspicion() -> None:
    code = "def answer():\n    return 42\n"

    assert evaluate(code).quality < evaluate(code).overall
    assert evaluate(code, verdict=Verdict.PASSED).quality == evaluate(code).overall


# --- what the task asks for


def test_what_the_task_asks_for_is_looked_for() -> None:
    task = (
        "Write a function `mean(values, weights)` and a class Ledger. "
        "Raise ValueError if the list is empty. Handle negative numbers."
    )
    code = "def mean(values):\n    if not values:\n        raise ValueError(values)\n    return sum(values) / 2\n"
    record = evaluate(code, task=task)
    wishes = {(wish.kind, wish.text): wish.found for wish in record.wishes}

    assert wishes == {
        ("name", "mean"): True,
        ("name", "Ledger"): False,
        ("argument", "values"): True,
        ("argument", "weights"): False,
        ("error", "ValueError"): True,
        ("case", "empty"): True,
        ("case", "negative"): False,
    }
    assert record.overall == evaluate(code).overall
    assert record.quality < evaluate(code).quality


@pytest.mark.parametrize(
    ("task", "language", "code"),
    [
        ("def add(left: int, right: int) -> int:", "python", "def add(left, right):\n    return left + right\n"),
        ("function add(left, right)", "javascript", "const add = (left, right) => left + right;\n"),
        (
            "func add(left int, right int) int",
            "go",
            "package a\nfunc add(left, right int) int { return left }\n",
        ),
        ("fn add(left: i32, right: i32) -> i32", "rust", "fn add(left: i32, right: i32) -> i32 { left + right }\n"),
        ("function add($left, $right)", "php", "<?php\nfunction add($left, $right) { return $left + $right; }\n"),
    ],
)
def test_a_signature_in_the_task_is_found_in_the_code(task: str, language: str, code: str) -> None:
    wishes = evaluate(code, language, task=task).wishes

    assert [(wish.kind, wish.text, wish.found) for wish in wishes] == [
        ("name", "add", True), ("argument", "left", True), ("argument", "right", True)
    ]  # fmt: skip


def test_helpers_do_not_hide_that_the_function_of_the_task_is_hollow() -> None:
    helpers = "".join(f"def helper{number}(a):\n    return a + {number}\n" for number in range(9))
    code = f"def solve(a):\n    return []\n{helpers}"

    assert evaluate(code).quality_dimensions["completeness"] == pytest.approx(0.45)
    assert evaluate(code, task="Write a function `solve`").quality_dimensions["completeness"] == 0


def test_a_task_without_names_asks_for_nothing() -> None:
    assert evaluate("x = 1\n", task="Make it nice.").wishes == ()


def test_words_in_a_docstring_do_not_grant_a_wish() -> None:
    code = 'def f(items):\n    """Raises ValueError on an empty list, len(items) == 0."""\n    return items[0]\n'
    wishes = evaluate(code, task="Raise ValueError when the list is empty").wishes

    assert [(wish.text, wish.found) for wish in wishes] == [("ValueError", False), ("empty", False)]


# --- the references of HumanEval and their hollow versions


FAKES = [
    "assert True",
    "assert {name} is not None",
    "result = None\n    assert result is None",
]


def hollowed(source: str, entry_point: str, fake: str) -> str:
    """The same signature and docstring, `return None` for a body, and a test that proves nothing."""
    tree = ast.parse(source)
    (function,) = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == entry_point]
    docstring = ast.get_docstring(function) or "Solves the problem that is described."
    function.body = [ast.Expr(ast.Constant(docstring)), ast.Return(ast.Constant(None))]
    test = f"\n\ndef test_{entry_point}():\n    {fake.format(name=entry_point)}\n"
    return ast.unparse(tree) + test


def test_the_hollow_version_is_hollow() -> None:
    code = hollowed(textwrap.dedent(HOLLOW), "solve", FAKES[0])

    assert "return None" in code
    assert "assert True" in code


@pytest.mark.parametrize("with_task", [False, True], ids=["alone", "with-the-task"])
@pytest.mark.parametrize("fake", FAKES)
def test_quality_ranks_references_above_their_hollow_versions(fake: str, with_task: bool) -> None:
    pairs = []
    for row in rows("humaneval/HumanEval.jsonl.gz"):
        source, task = row["prompt"] + row["canonical_solution"], row["prompt"] if with_task else ""
        pairs.append((evaluate(source, task=task), evaluate(hollowed(source, row["entry_point"], fake), task=task)))
    right = sum(reference.quality > hollow.quality for reference, hollow in pairs)
    form = sum(reference.overall > hollow.overall for reference, hollow in pairs)
    print(f"quality ranks {right} of {len(pairs)} right, form {form}")

    assert len(pairs) == 164
    assert right >= 0.95 * len(pairs)
