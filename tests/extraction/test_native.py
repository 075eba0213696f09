"""Programs in other languages out of what models write: behind the prompt, in its place, out of a chat answer."""

from __future__ import annotations

import pytest

from assay.extraction import Extracting, Form, How, assemble
from assay.languages.outline import Outline
from assay.records import Mend, NativeSuite, Problem

CPP = "#include <vector>\nusing namespace std;\n// Adds one.\nint inc(int x) {\n"
JAVA = "import java.util.*;\n\nclass Solution {\n    // Adds one.\n    public int inc(int x) {\n"
GO = 'import (\n    "math"\n)\n\n// Adds one.\nfunc Inc(x int) int {\n'
RUST = "fn main(){}\n\nuse std::cmp::max;\n\n/* Adds one. */\nfn inc(x: i32) -> i32 {\n"
JS = "/* Adds one. */\nconst inc = (x) => {\n"
RUBY = "# Adds one.\ndef inc(x)\n"
PHP = "<?php\n// Adds one.\nfunction inc($x) {\n"
OPEN_JAVA = "import java.util.*;\nclass Problem {\n    // Adds one.\n    public static long inc(long x) {\n"

TESTS = {
    "cpp": "int main() { assert(inc(1) == 2); }",
    "java": "public class Main { public static void main(String[] a) { new Solution().inc(1); } }",
    "go": "func TestInc(t *testing.T) { if Inc(1) != 2 { t.Fail() } }",
    "rust": "#[cfg(test)]\nmod tests { use super::*; #[test] fn one() { assert_eq!(inc(1), 2); } }",
    "javascript": "console.assert(inc(1) === 2)",
    "ruby": "raise 'no' unless inc(1) == 2",
    "php": "if (inc(1) !== 2) { throw new Exception('no'); }",
}


def problem(language: str, prompt: str, *, tests: str = "", before: str = "", stops: tuple[str, ...] = ()) -> Problem:
    name = "Inc" if language == "go" else "inc"
    check = NativeSuite(tests or TESTS[language], before, name, stops=stops)
    return Problem("one", check, prompt=prompt, language=language)


BODIES = [
    pytest.param("cpp", CPP, "    return x + 1;\n}\n", id="cpp"),
    pytest.param("java", JAVA, "        return x + 1;\n    }\n}\n", id="java"),
    pytest.param("go", GO, "    return x + 1\n}\n", id="go"),
    pytest.param("rust", RUST, "    x + 1\n}\n", id="rust"),
    pytest.param("javascript", JS, "  return x + 1;\n}\n", id="javascript"),
    pytest.param("ruby", RUBY, "  x + 1\nend\n", id="ruby"),
    pytest.param("php", PHP, "    return $x + 1;\n}\n", id="php"),
]


@pytest.mark.parametrize(("language", "prompt", "body"), BODIES)
def test_a_completion_stands_behind_its_prompt_as_it_is(language: str, prompt: str, body: str) -> None:
    made = assemble(problem(language, prompt), body, Form.COMPLETION)

    assert (made.source, made.how, made.mend) == (prompt + body, How.APPENDED, None)


@pytest.mark.parametrize(("language", "prompt", "body"), BODIES)
def test_a_whole_program_stays_as_it_is(language: str, prompt: str, body: str) -> None:
    made = assemble(problem(language, prompt), prompt + body, Form.SOLUTION)

    assert (made.source, made.how, made.mend) == (prompt + body, How.AS_GIVEN, None)


@pytest.mark.parametrize(("language", "prompt", "body"), BODIES)
def test_a_marked_program_is_taken_out_of_an_answer(language: str, prompt: str, body: str) -> None:
    answer = f"Sure! First an idea:\n```text\nadd one\n```\nNow:\n```{language}\n{prompt}{body}```\nThat is all.\n"

    made = assemble(problem(language, prompt), answer, Form.CHAT)

    assert (made.source, made.how) == (prompt + body, How.BLOCK)


@pytest.mark.parametrize(("language", "prompt", "body"), BODIES)
def test_a_body_without_the_prompt_is_put_behind_it(language: str, prompt: str, body: str) -> None:
    made = assemble(problem(language, prompt), body, Form.SOLUTION)

    assert (made.source, made.mend) == (prompt + body, Mend.BEHIND_THE_PROMPT)


@pytest.mark.parametrize(
    ("language", "prompt", "answer", "wanted"),
    [
        pytest.param(
            "cpp",
            CPP,
            "int inc(int x) {\n    return x + 1;\n}\n",
            "#include <vector>\nusing namespace std;\n// Adds one.\nint inc(int x) {\n    return x + 1;\n}\n",
            id="cpp-keeps-the-includes",
        ),
        pytest.param(
            "cpp",
            CPP,
            "int inc(int x) {\n    return x + 1;\n}\n\nint main() {\n    inc(1);\n}\n",
            "#include <vector>\nusing namespace std;\n// Adds one.\nint inc(int x) {\n    return x + 1;\n}\n\n\n",
            id="cpp-without-a-main-of-its-own",
        ),
        pytest.param(
            "java",
            JAVA,
            "public int inc(int x) {\n    return x + 1;\n}\n",
            "import java.util.*;\n\nclass Solution {\n    // Adds one.\n"
            "public int inc(int x) {\n    return x + 1;\n}\n}\n",
            id="java-method-into-the-class",
        ),
        pytest.param(
            "java",
            JAVA,
            "public class Solution {\n    public int inc(int x) {\n        return x + 1;\n    }\n}\n",
            "import java.util.*;\nclass Solution {\n    public int inc(int x) {\n        return x + 1;\n    }\n}\n",
            id="java-class-in-place-of-the-prompts",
        ),
        pytest.param(
            "go",
            GO,
            'package main\n\nimport (\n    "fmt"\n    "math"\n)\n\nfunc Inc(x int) int {\n    return x + 1\n}\n',
            'import (\n    "math"\n)\n\nimport (\n    "fmt"\n)\n\nfunc Inc(x int) int {\n    return x + 1\n}\n',
            id="go-imports-once",
        ),
        pytest.param(
            "rust",
            RUST,
            'fn inc(x: i32) -> i32 {\n    x + 1\n}\n\nfn main() {\n    println!("{}", inc(1));\n}\n',
            "use std::cmp::max;\n"
            'fn inc(x: i32) -> i32 {\n    x + 1\n}\n\nfn main() {\n    println!("{}", inc(1));\n}\n',
            id="rust-main-once",
        ),
        pytest.param(
            "javascript",
            JS,
            "function inc(x) {\n  return x + 1;\n}\n",
            "function inc(x) {\n  return x + 1;\n}\n",
            id="javascript",
        ),
        pytest.param("ruby", RUBY, "def inc(x)\n  x + 1\nend\n", "def inc(x)\n  x + 1\nend\n", id="ruby"),
        pytest.param(
            "php",
            PHP,
            "<?php\nfunction inc($x) {\n    return $x + 1;\n}\n",
            "<?php\nfunction inc($x) {\n    return $x + 1;\n}\n",
            id="php-opened-once",
        ),
    ],
)
def test_a_whole_function_takes_the_place_of_the_prompts(language: str, prompt: str, answer: str, wanted: str) -> None:
    package = "package main\n" if language == "go" else ""

    for text, form in ((answer, Form.COMPLETION), (f"```{language}\n{answer}```\n", Form.CHAT)):
        assert assemble(problem(language, prompt, before=package), text, form).source == wanted


@pytest.mark.parametrize(
    ("language", "prompt", "completion", "wanted"),
    [
        pytest.param("cpp", CPP, "  return x + 1;\n}\n}\nint other() {}\n", CPP + "  return x + 1;\n}", id="cpp"),
        pytest.param("cpp", CPP, '  return "}"[0] + x; // }\n}\n', None, id="braces-in-strings-and-comments"),
        pytest.param(
            "java", JAVA, "        return x + 1;\n    }\n", JAVA + "        return x + 1;\n    }\n\n}", id="class"
        ),
        pytest.param("javascript", JS, "  return `}${x}`.length;\n}\n", None, id="template"),
        pytest.param("rust", RUST, "  let c = '}'; x + 1\n}\n", None, id="character"),
    ],
)
def test_what_follows_the_function_is_left_out(language: str, prompt: str, completion: str, wanted: str | None) -> None:
    made = assemble(problem(language, prompt), completion, Form.COMPLETION)

    assert made.source == (wanted or prompt + completion)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("        return x + 1L;\n", id="as-upstream-cuts-it"),
        pytest.param("        return x + 1L;\n    }\n", id="closed-function"),
        pytest.param("        return x + 1L;\n    }\n}\n", id="closed-class"),
    ],
)
def test_braces_that_the_tests_close_are_left_open(text: str) -> None:
    tests = "    }\n    public static void main(String[] args) {\n    assert(inc(1L) == 2L);\n    }\n\n}\n"
    one = problem("java", OPEN_JAVA, tests=tests, stops=("\n    }\n",))

    for given, form in ((text, Form.COMPLETION), (OPEN_JAVA + text, Form.SOLUTION)):
        made = assemble(one, given, form)
        assert Outline(made.source + "\n" + tests, "java").depth == 0
        assert made.source.rstrip() == (OPEN_JAVA + "        return x + 1L;").rstrip()


def test_a_completion_ends_where_the_set_says() -> None:
    one = problem("javascript", "function inc(x){\n", stops=("\nfunction ", "\nconsole.log"))

    made = assemble(one, "  return x + 1;\n}\nconsole.log(inc(1))\n", Form.COMPLETION)

    assert (made.source, made.mend) == ("function inc(x){\n  return x + 1;\n}", Mend.TAIL_LEFT_OUT)


def test_nothing_is_changed_where_nobody_wants_it() -> None:
    text = "  return x + 1;\n}\n}\n"

    made = assemble(problem("cpp", CPP), text, Form.COMPLETION, extracting=Extracting.NEVER)

    assert made.source == CPP + text


def test_a_repair_stands_behind_what_it_begins_with() -> None:
    check = NativeSuite(TESTS["cpp"], entry_point="inc")
    fix = Problem("fix", check, prompt=f"{CPP}return x;\n}}\nFix bugs in inc.\n\n{CPP}", opening=CPP, language="cpp")

    assert assemble(fix, "  return x + 1;\n}\n", Form.COMPLETION).source == CPP + "  return x + 1;\n}\n"


@pytest.mark.parametrize(
    ("language", "code", "defined"),
    [
        ("cpp", "vector<int> inc(vector<int> x) { return x; }", True),
        ("cpp", "int inc(int x);", False),
        ("cpp", "int y = inc(1);", False),
        ("cpp", "int f() { if (inc(1)) { return 1; } return inc(2); }", False),
        ("cpp", "// int inc(int x) {", False),
        ("java", "public static int inc(int x) throws Exception {", True),
        ("java", "Object o = new inc(1) {", False),
        ("csharp", "public static int inc(int x) => x + 1;", True),
        ("go", "func (r *T) inc(x int) int {", True),
        ("javascript", "inc = function (x) {", True),
        ("javascript", "const inc = x => x", True),
        ("typescript", "let inc: (x: number) => number = (x) => x", True),
        ("kotlin", "fun <T> inc(x: T): T = x", True),
        ("perl", "sub inc {", True),
        ("bash", "inc() {", True),
        ("r", "inc <- function(x) {", True),
        ("racket", "(define (inc x) x)", True),
        ("lua", "local function inc(x)", True),
        ("ruby", "def self.inc(x)", True),
        ("ruby", "incs = 1", False),
    ],
)
def test_definitions_are_told_from_calls(language: str, code: str, defined: bool) -> None:
    assert Outline(code, language).defines("inc") is defined
