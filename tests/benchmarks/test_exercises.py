"""Exercises of Exercism and of Aider's polyglot set: files to write, tests of their own, and who cheats at them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import Format, read_candidates
from assay.benchmarks.families import load_benchmark
from assay.benchmarks.pytests import python_suite
from assay.errors import InvalidProblem, UsageError
from assay.judges.base import judge_kind
from assay.judges.bundle import joined_files
from assay.records import Candidate, Case, Cases, NativeSuite, Problem, Trial, Verdict
from assay.sandbox.warm import WarmPython
from tests.public_data import data_file

EXERCISM = "exercises/exercism_python.jsonl.gz"
POLYGLOT = "exercises/aider_polyglot.jsonl.gz"
COMMANDS = {"go": "go", "javascript": "node", "rust": "rustc"}
JAVASCRIPT = NativeSuite(
    "import { double } from './double';\n"
    "describe('double', () => {\n"
    "  test('two', () => { expect(double(2)).toEqual(4); });\n"
    "  xtest('three', async () => { await expect(Promise.resolve(double(3))).resolves.toBe(6); });\n"
    "  xtest('text', () => { expect(() => double('x')).toThrow(/number/); });\n"
    "});\n",
    target="double.js",
    tests_path="double.spec.js",
)
DOUBLE = "export const double = (x) => { if (typeof x !== 'number') throw new Error('no number'); return 2 * x; };\n"
RUST = NativeSuite(
    "use double::double;\n#[test]\nfn two() { assert_eq!(double(2), 4); }\n"
    "mod more {\n    #[test]\n    #[ignore]\n    fn three() { assert_eq!(double::double(3), 6); }\n}\n"
    '#[cfg(feature = "huge")]\n#[test]\nfn huge() { assert_eq!(double::huge(), 0); }\n',
    target="src/lib.rs",
    tests_path="tests/double.rs",
    libraries=("rand",),
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as started:
        yield started


def judged(sandbox: WarmPython, benchmark: Benchmark, problem: Problem, source: str) -> Trial:
    return judge_kind(benchmark.judge)(sandbox, benchmark.limits).judge(problem, Candidate(source))


def needs(language: str) -> None:
    command = COMMANDS.get(language)
    if command is not None and shutil.which(command) is None:
        pytest.skip(f"{command} is not on this machine")


# ---- tests in Python -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tests", "required", "together"),
    [
        ("from m import N, f", ("f", "N"), False),
        ("from m import f as g\ng()", ("f",), False),
        ("import m\nm.f(m.N)", ("f", "N"), False),
        ("import m as x, os\nx.f()", ("f",), False),
        ("try:\n    from m import f\nexcept ImportError:\n    raise", ("f",), False),
        ("from unittest import mock\nfrom m import f\nwith mock.patch('m.open'): f()", ("f",), True),
    ],
)
def test_what_tests_import_is_asked_of_the_candidate(tests: str, required: tuple[str, ...], together: bool) -> None:
    suite = python_suite(tests, "m.py", "N = 1\ndef f(): ...")

    assert (suite.required, suite.together, suite.target) == (required, together, "m.py")


@pytest.mark.parametrize(("tests", "message"), [("import os", "take nothing from m.py"), ("def", "do not compile")])
def test_tests_that_test_nothing_are_an_error(tests: str, message: str) -> None:
    with pytest.raises(InvalidProblem, match=message):
        python_suite(tests, "m.py", "")


def test_what_its_author_skips_is_no_case(sandbox: WarmPython) -> None:
    skipped = "    @unittest.skip('extra')\n    def test_b(self): self.fail()\n"
    tests = f"import unittest\nfrom m import f\nclass T(unittest.TestCase):\n    def test_a(self): f()\n{skipped}"
    problem = Problem("m", python_suite(tests, "m.py", "def f(): ..."))

    trial = judged(sandbox, Benchmark("b", "1", (problem,)), problem, "def f(): pass")

    assert (trial.verdict, [outcome.name for outcome in trial.outcomes]) == (Verdict.PASSED, ["T.test_a"])


@pytest.mark.parametrize("slug", ["alphametics", "dot-dsl", "error-handling", "grep", "hangman", "paasio", "yacht"])
def test_a_sample_of_exercism_passes(sandbox: WarmPython, slug: str) -> None:
    benchmark = load_benchmark("exercism", problem_file=data_file(EXERCISM))
    problem = benchmark.find(slug)
    assert problem is not None

    trial = judged(sandbox, benchmark, problem, problem.reference)

    assert trial.verdict is Verdict.PASSED, trial.detail
    assert trial.judge == ("shared" if slug in ("error-handling", "grep", "paasio") else "separate")


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_all_examples_of_exercism_pass(sandbox: WarmPython) -> None:
    benchmark = load_benchmark("exercism-python", problem_file=data_file(EXERCISM))

    passed = [one.id for one in benchmark if judged(sandbox, benchmark, one, one.reference).verdict is Verdict.PASSED]

    assert passed == [problem.id for problem in benchmark]
    assert len(passed) == 140


# ---- tests in other languages --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        pytest.param(DOUBLE, Verdict.PASSED, id="right"),
        pytest.param(
            joined_files({"double.js": "import { two } from './two';\n" + DOUBLE.replace("2 *", "two *"),
                          "two.js": "export const two = 2;"}),
            Verdict.PASSED,
            id="several files",
        ),
        pytest.param("module.exports = { double: (x) => { if (x === 'x') throw Error('number'); return 2 * x } }",
                     Verdict.PASSED, id="an older module"),
        pytest.param(DOUBLE.replace("2 *", "3 *"), Verdict.FAILED, id="wrong"),
        pytest.param("process.exit(0);" + DOUBLE, Verdict.CRASHED, id="leaves"),
        pytest.param("globalThis.expect = () => new Proxy({}, { get: () => () => {} });" + DOUBLE,
                     Verdict.CRASHED, id="another expect"),
        pytest.param("import fs from 'fs'; console.log(fs.readFileSync('double.spec.js'));" + DOUBLE,
                     Verdict.CRASHED, id="reads the tests"),
        pytest.param(joined_files({"double.js": DOUBLE.replace("2 *", "3 *"), "double.spec.js": "test('', () => {})"}),
                     Verdict.FAILED, id="other tests"),
        pytest.param(joined_files({"two.js": DOUBLE}), Verdict.INVALID, id="not the file"),
    ],
)  # fmt: skip
def test_specs_in_javascript(sandbox: WarmPython, source: str, verdict: Verdict) -> None:
    needs("javascript")
    problem = Problem("double", JAVASCRIPT, reference=DOUBLE, language="javascript")

    trial = judged(sandbox, Benchmark("b", "1", (problem,), judge="shared"), problem, source)

    assert trial.verdict is verdict, trial.detail


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        pytest.param("pub fn double(x: i32) -> i32 { 2 * x }", Verdict.PASSED, id="right"),
        pytest.param("pub fn double(x: i32) -> i32 { 4 }", Verdict.FAILED, id="wrong in a module"),
        pytest.param("pub fn double(_: i32) -> i32 { std::process::exit(0) }", Verdict.CRASHED, id="leaves"),
        pytest.param("pub fn double(x: i32) -> String { 2 }", Verdict.INVALID, id="does not compile"),
        pytest.param("use rand::Rng; pub fn double(x: i32) -> i32 { 2 * x }", Verdict.INVALID, id="its own library"),
    ],
)
def test_crates_in_rust(sandbox: WarmPython, source: str, verdict: Verdict) -> None:
    needs("rust")
    problem = Problem("double", RUST, language="rust")

    trial = judged(sandbox, Benchmark("b", "1", (problem,), judge="shared"), problem, source)

    assert trial.verdict is verdict, trial.detail


def test_a_library_that_the_reference_needs_and_that_is_not_here_leaves_the_problem_unjudged(
    sandbox: WarmPython,
) -> None:
    needs("rust")
    source = "use rand::Rng; pub fn double(x: i32) -> i32 { 2 * x }"
    problem = Problem("double", RUST, reference=source, language="rust")

    trial = judged(sandbox, Benchmark("b", "1", (problem,), judge="shared"), problem, source)

    assert trial.verdict is None
    assert "rand" in trial.fault


@pytest.mark.parametrize(
    ("language", "number"), [("cpp", 26), ("go", 39), ("java", 47), ("javascript", 49), ("python", 34), ("rust", 30)]
)
def test_every_exercise_has_an_example(language: str, number: int) -> None:
    benchmark = load_benchmark(f"aider-polyglot:{language}", problem_file=data_file(POLYGLOT))

    assert (len(benchmark), [one.id for one in benchmark if not one.reference]) == (number, [])


def test_a_language_that_is_not_run_is_unjudged(sandbox: WarmPython) -> None:
    benchmark = load_benchmark("aider-polyglot:java", problem_file=data_file(POLYGLOT))
    problem = benchmark.problems[0]

    trial = judged(sandbox, benchmark, problem, problem.reference)

    assert (trial.verdict, trial.fault) == (None, "tests in Java that are a file of their own are not run here")


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("language", ["go", "javascript", "python", "rust"])
def test_all_examples_pass_but_for_the_errata(sandbox: WarmPython, language: str) -> None:
    needs(language)
    benchmark = load_benchmark(f"aider-polyglot:{language}", problem_file=data_file(POLYGLOT))

    others = {
        one.id for one in benchmark if judged(sandbox, benchmark, one, one.reference).verdict is not Verdict.PASSED
    }

    assert others == set(benchmark.errata)


def test_the_polyglot_asks_for_a_language(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name one of aider-polyglot:cpp"):
        load_benchmark("polyglot", problem_file=data_file(POLYGLOT))


def test_a_file_of_other_languages_is_an_error_that_names_one(tmp_path: Path) -> None:
    row = {"language": "rust", "slug": "f", "files": {}, "instructions": "", "reference": {}, "tests": {}}
    path = tmp_path / "rust.jsonl"
    path.write_text(json.dumps(row))

    with pytest.raises(
        UsageError, match=r"line 1: a problem of aider-polyglot:rust, .*: assay run aider-polyglot:rust"
    ):
        load_benchmark("aider-polyglot:go", problem_file=path)


# ---- candidates ----------------------------------------------------------------------------------------------------


def test_the_folder_that_aider_leaves_is_read(tmp_path: Path) -> None:
    files = {
        "python/exercises/practice/bowling/bowling.py": "class Game: ...",
        "python/exercises/practice/bowling/bowling_test.py": "tests",
        "python/exercises/practice/bowling/.meta/example.py": "hidden",
        "python/exercises/practice/bowling/.aider.results.json": json.dumps({"model": "large-2"}),
        "rust/exercises/practice/bowling/src/lib.rs": "pub struct Game;",
        "rust/exercises/practice/bowling/target/debug/build.rs": "built",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    benchmark = Benchmark("aider-polyglot:python", "1", (Problem("bowling", Cases("Game", (Case((), None),))),))

    reading = read_candidates(tmp_path, benchmark)
    found = [(one.problem_id, one.candidate.source, one.candidate.model) for one in reading]

    assert found == [("bowling", "# file: bowling.py\nclass Game: ...", "large-2")]
    assert reading.format is Format.AIDER
    assert reading.elsewhere == {"aider-polyglot:rust": 1}


def test_several_files_of_a_row_are_one_candidate() -> None:
    problem = Problem("p", Cases("f", (Case((), 1),), target="a.py", files={"c.py": ""}))
    rows = [{"problem": "p", "files": {"a.py": "from b import f", "b.py": "def f(): return 1"}}]

    found = [one.candidate.source for one in read_candidates(rows, Benchmark("b", "1", (problem,)))]

    assert found == ["# file: a.py\nfrom b import f\n# file: b.py\ndef f(): return 1"]


@pytest.mark.parametrize("files", ["a.py", {"a.py": 1}, ["a.py"]])
def test_files_of_a_row_must_be_texts_by_path(files: object) -> None:
    problem = Problem("p", Cases("f", (Case((), 1),)))

    with pytest.raises(UsageError, match="field 'files' must be an object of texts by path"):
        list(read_candidates([{"problem": "p", "files": files}], Benchmark("b", "1", (problem,))))
