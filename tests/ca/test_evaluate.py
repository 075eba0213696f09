"""Two programs, the same input: the documented mapping."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.ca import evaluate_ca
from assay.errors import InvalidValue, UnknownNameError
from assay.languages.known import languages
from assay.sandbox import recipes
from assay.sandbox.recipes import tools
from assay.sandbox.runner import Runner
from assay.sandbox.toolchains import MissingToolchain

HELLO = "print('Hello, World!')"
ECHO = {
    "python": "import sys\nprint(sys.stdin.read().upper(), end='')\nprint(sys.argv[1:])\nsys.exit(3)",
    "javascript": "process.stdout.write(require('fs').readFileSync(0, 'utf8').toUpperCase());\n"
    "console.log(`[${process.argv.slice(2).map(a => `'${a}'`).join(', ')}]`); process.exit(3)",
    "perl": "local $/; print uc <STDIN>; print '[' . join(', ', map { \"'$_'\" } @ARGV) . \"]\\n\"; exit 3;",
    "bash": 'tr a-z A-Z; echo "[\'$1\', \'$2\']"; exit 3',
    "c": "#include <stdio.h>\n#include <ctype.h>\nint main(int n, char **a) { int c; while ((c = getchar()) != EOF)"
    " putchar(toupper(c)); printf(\"['%s', '%s']\\n\", a[1], a[2]); return 3; }",
    "cpp": "#include <iostream>\n#include <string>\nint main(int n, char **a) { std::string s;"
    " while (std::getline(std::cin, s)) { for (auto &c : s) c = toupper(c); std::cout << s << '\\n'; }"
    " std::cout << \"['\" << a[1] << \"', '\" << a[2] << \"']\\n\"; return 3; }",
    "rust": "use std::io::Read; fn main() { let mut s = String::new();"
    ' std::io::stdin().read_to_string(&mut s).unwrap(); print!("{}", s.to_uppercase());'
    " let a: Vec<String> = std::env::args().skip(1).collect();"
    " println!(\"['{}', '{}']\", a[0], a[1]); std::process::exit(3) }",
    "java": "import java.util.*; public class Echo { public static void main(String[] a) { Scanner s = new"
    ' Scanner(System.in); while (s.hasNextLine()) System.out.println(s.nextLine().toUpperCase());'
    ' System.out.println("[\'" + String.join("\', \'", a) + "\']"); System.exit(3); } }',
}  # fmt: skip


def test_equal_programs_score_one() -> None:
    result = evaluate_ca(HELLO, HELLO)

    assert {name: result[name] for name in ("ca_score", "exact_match", "normalized_match", "returncode_match")} == {
        "ca_score": 1.0, "exact_match": True, "normalized_match": True, "returncode_match": True,
    }  # fmt: skip
    assert (result["groundtruth_output"], result["groundtruth_raw_output"]) == ("hello, world!", "Hello, World!\n")
    assert (result["error"], result["diff"]) == (None, None)


def test_files_are_read_by_path(tmp_path: Path) -> None:
    (tmp_path / "groundtruth.py").write_text(HELLO)
    (tmp_path / "prediction.py").write_text("print('hello,  world!')")

    assert evaluate_ca(tmp_path / "groundtruth.py", tmp_path / "prediction.py")["ca_score"] == 0.9
    assert evaluate_ca(str(tmp_path / "groundtruth.py"), HELLO)["ca_score"] == 1.0


def test_input_data_is_standard_input() -> None:
    result = evaluate_ca("print(input())", "print(input()[::1])", input_data="test123\n")

    assert (result["ca_score"], result["prediction_raw_output"]) == (1.0, "test123\n")


@pytest.mark.parametrize("language", sorted(ECHO))
def test_the_same_behaviour_in_every_language(runner: Runner, language: str) -> None:
    need(language)
    result = evaluate_ca(
        ECHO["python"], ECHO[language], input_data="one\ntwo\n", prediction_language=language,
        arguments=["x", "y z"], runner=runner,
    )  # fmt: skip

    assert (result["ca_score"], result["class"], result["error"]) == (1.0, "perfect", None)
    assert (result["prediction_returncode"], result["prediction_language"]) == (3, language)


@pytest.mark.parametrize(
    ("language", "source", "said"),
    [
        ("c", "int main( {", "does not compile: main.c:1:"),
        ("rust", "fn main() { let x: i32 = \"\"; }", "does not compile: error[E0308]"),
        ("java", "public class A { int }", "does not compile: A.java:1:"),
        ("python", "def f(:", "ended with status 1: SyntaxError: invalid syntax"),
    ],
)  # fmt: skip
def test_a_program_that_does_not_compile_fails_with_the_compilers_words(
    runner: Runner, language: str, source: str, said: str
) -> None:
    need(language)
    result = evaluate_ca(HELLO, source, prediction_language=language, runner=runner)

    assert (result["ca_score"], result["class"]) == (0.0, "failed")
    assert said in result["error"]


@pytest.mark.parametrize(
    "source", ["raise ValueError(1)", "import os; os.abort()", "import sys; sys.stdin.read(); 1/0"]
)
@pytest.mark.parametrize("prediction", [None, "print('fine')"], ids=["it fails alike", "it runs"])
def test_a_ground_truth_that_fails_is_not_charged_to_the_prediction(
    runner: Runner, source: str, prediction: str | None
) -> None:
    result = evaluate_ca(source, prediction or source, runner=runner)

    assert (result["ca_score"], result["class"]) == (None, "groundtruth_failed")
    assert result["error"].startswith("groundtruth: ended with ")


def test_inputs_on_which_the_ground_truth_fails_do_not_count(runner: Runner) -> None:
    truth, prediction = "print(10 // int(input()))", "print(5)"

    result = evaluate_ca(truth, prediction, input_data=["0\n", "2\n", "1\n"], runner=runner)

    assert (result["ca_score"], result["class"]) == (0.75, "partial")
    assert [row["class"] for row in result["inputs"]] == ["groundtruth_failed", "perfect", "partial"]
    assert (result["num_inputs"], result["groundtruth_failed_inputs"], result["error"]) == (3, 1, None)
    assert result["diff"] == "line 1:\n- '10'\n+ '5'"


def test_a_status_that_was_chosen_is_no_failure(runner: Runner) -> None:
    source = "import sys; print('no match'); sys.exit(1)"

    assert evaluate_ca(source, source, runner=runner)["class"] == "perfect"


def test_several_inputs_have_a_score_each_and_a_mean(runner: Runner) -> None:
    result = evaluate_ca("print(int(input()) * 2)", "print(int(input()) + 4)", input_data=["4\n", "5\n"], runner=runner)

    assert result["ca_score"] == 0.75
    assert [(row["input"], row["ca_score"]) for row in result["inputs"]] == [("1", 1.0), ("2", 0.5)]
    assert (result["class"], result["diff"]) == ("partial", "line 1:\n- '10'\n+ '9'")


def test_files_lie_beside_the_program(runner: Runner) -> None:
    reads = "print(open('data/numbers.txt').read())"

    result = evaluate_ca(reads, reads, files={"data/numbers.txt": "1 2 3"}, runner=runner)

    assert result["groundtruth_raw_output"] == "1 2 3\n"


def test_the_normaliser_that_applied_stands_in_the_result(runner: Runner) -> None:
    result = evaluate_ca("print(2.5)", "print(2.50000001)", normalizers=["floats:1e-3", "paths"], runner=runner)

    assert (result["ca_score"], result["normalizers"]) == (0.9, ["documented", "floats"])
    assert result["comparison"] == "documented+paths+floats(0.001)"


def test_strict_match_removes_the_tier_of_normalisation(runner: Runner) -> None:
    result = evaluate_ca("print('A')", "print('a')", strict_match=True, runner=runner)

    assert (result["ca_score"], result["groundtruth_output"], result["normalized_match"]) == (0.5, "A\n", False)


@pytest.mark.parametrize(
    ("source", "varies"),
    [
        ("print({'a', 'b', 'c', 'd', 'e'})", True),
        ("import random; print(random.random())", True),
        ("print(sorted({'a', 'b', 'c'}))", False),
        ("print(hash('x') % 7)", True),
    ],
)
def test_a_ground_truth_that_varies_is_found(runner: Runner, source: str, varies: bool) -> None:
    result = evaluate_ca(source, source, repeat=4, runner=runner)

    assert (result["nondeterministic"], result["class"] == "nondeterministic") == (varies, varies)


def test_perl_draws_its_hash_order_from_the_same_seed(runner: Runner) -> None:
    need("perl")
    source = "my %h = map { $_ => 1 } 'a' .. 'p'; print join(' ', keys %h), \"\\n\";"

    assert evaluate_ca(source, source, language="perl", runner=runner)["ca_score"] == 1.0
    assert evaluate_ca(source, source, language="perl", repeat=3, runner=runner)["nondeterministic"]


def test_a_missing_toolchain_is_an_error_that_names_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    recipes.tools.cache_clear()
    try:
        with pytest.raises(MissingToolchain, match=r"Ruby programs need 'ruby'.*apt install ruby"):
            evaluate_ca("puts 1", "puts 1", language="ruby")
    finally:
        recipes.tools.cache_clear()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"timeout": 0}, InvalidValue),
        ({"repeat": 0}, InvalidValue),
        ({"language": "cobol"}, UnknownNameError),
        ({"normalizers": ["nothing"]}, UnknownNameError),
        ({"input_data": 3}, InvalidValue),
        ({"files": {"main.py": "x"}}, InvalidValue),
        ({"files": {"../x": "x"}}, InvalidValue),
        ({"arguments": ["a\0b"]}, InvalidValue),
    ],
)
def test_what_cannot_be_asked_for_is_refused(runner: Runner, arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        evaluate_ca(HELLO, HELLO, runner=runner, **arguments)


def test_a_file_of_no_language_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.cob").write_text("")

    with pytest.raises(InvalidValue, match=r"x\.cob.*\.cob"):
        evaluate_ca(tmp_path / "x.cob", HELLO)
    with pytest.raises(InvalidValue, match=r"nothing\.py.*cannot be read"):
        evaluate_ca(tmp_path / "nothing.py", HELLO)


def test_a_language_can_be_seen_from_the_text(runner: Runner) -> None:
    need("c")
    source = '#include <stdio.h>\nint main(void) {\n    printf("%d\\n", 3);\n    return 0;\n}\n'

    result = evaluate_ca("def f():\n    print(3)\n\n\nf()\n", source, language="auto", runner=runner)

    assert (result["groundtruth_language"], result["prediction_language"]) == ("python", "c")
    assert result["ca_score"] == 1.0


def test_a_language_that_cannot_be_seen_must_be_named() -> None:
    with pytest.raises(InvalidValue, match=r"language: it cannot be told from the program 'x = 1;', so name it"):
        evaluate_ca("x = 1;", "x = 1;", language="auto")


def test_every_recipe_has_a_toolchain_entry() -> None:
    assert [name for name, one in languages().items() if one.recipe and not one.toolchain] == []


def need(language: str) -> None:
    if language == "python":
        return
    try:
        tools(language)
    except MissingToolchain as error:
        pytest.skip(str(error))
