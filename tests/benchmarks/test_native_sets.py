"""The sets in many languages: their rows as problems, the part of a file, candidates through the command's road."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from assay.benchmarks.candidates import read_candidates
from assay.benchmarks.candidates.selecting import select_problems
from assay.benchmarks.families import family_name, load_benchmark
from assay.benchmarks.native import declared_name
from assay.errors import InvalidProblem, UnknownNameError, UsageError
from assay.front.evaluating import evaluate
from assay.records import Attempt, Candidate, NativeSuite, Suite
from assay.solvers.prompts.telling import problem_fields
from assay.solvers.visible import visible_part
from assay.spec import Subset
from assay.store.memory import MemoryStore
from tests.public_data import data_file, rows

FILES = {
    "humaneval-x:rust": ("humaneval-x/humaneval_rust.jsonl.gz", 164, "shared", "Rust/"),
    "humaneval-x:python": ("humaneval-x/humaneval_python.jsonl.gz", 164, "separate", "Python/"),
    "humanevalpack:go": ("humanevalpack/humanevalpack_go.jsonl.gz", 164, "shared", "Go/"),
    "humanevalfix:js": ("humanevalpack/humanevalpack_js.jsonl.gz", 164, "shared", "JavaScript/"),
    "mbxp:cpp": ("mxeval/mbxp__mbcpp_release_v1.2.jsonl.gz", 848, "shared", "MBCPP/"),
    "multi-humaneval:java": ("mxeval/multilingual_humaneval__HumanEval_java_v1.1.jsonl.gz", 161, "shared", None),
    "multipl-e:humaneval-go": ("multipl-e/humaneval-go-reworded.json.gz", 154, "shared", "HumanEval_"),
    "multipl-e:mbpp-py": ("multipl-e/mbpp-py-reworded.json.gz", 397, "separate", "mbpp_"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_knows_its_part_and_its_problems(name: str) -> None:
    file, count, judge, prefix = FILES[name]

    made = load_benchmark(name.partition(":")[0], problem_file=data_file(file))

    assert (made.name, len(made), made.judge) == (name, count, judge)
    assert (made.eval_only, bool(made.licence), made.version.startswith("file-")) == (True, True, False)
    assert prefix is None or made.prefix == prefix
    assert all(problem.check.entry_point for problem in made)
    assert all(problem.reference or problem.id in made.errata for problem in made)
    assert {type(problem.check) for problem in made} == {NativeSuite if judge == "shared" else Suite}


def test_a_part_is_found_in_the_cache_folder(tmp_path: Path) -> None:
    packed = data_file("humanevalpack/humanevalpack_cpp.jsonl.gz").read_bytes()
    (tmp_path / "humanevalpack_cpp.jsonl").write_bytes(gzip.decompress(packed))

    assert load_benchmark("humanevalpack:cpp", cache_folder=tmp_path).name == "humanevalpack:cpp"


def test_a_family_of_parts_says_which(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name one of humaneval-x:cpp, humaneval-x:go"):
        load_benchmark("humaneval-x", cache_folder=tmp_path)
    with pytest.raises(UnknownNameError, match="No part of humaneval-x is named 'cobol'"):
        load_benchmark("humaneval-x:cobol", cache_folder=tmp_path)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("HumanEval-X:js", "humaneval-x:js"),
        ("humaneval-x:javascript", "humaneval-x:js"),
        ("humaneval-x:C++", "humaneval-x:cpp"),
        ("humaneval-mx:java", "multi-humaneval:java"),
        ("mbxp:ts", "mbxp:typescript"),
        ("multipl-e:humaneval-rust", "multipl-e:humaneval-rs"),
        ("humanevalfixdocs:go", "humanevalfix:go"),
    ],
)
def test_parts_are_known_by_the_names_people_use(written: str, meant: str) -> None:
    assert family_name(written) == meant


@pytest.mark.parametrize(
    ("asked", "file", "found"),
    [
        ("humaneval-x:js", "humaneval-x/humaneval_rust.jsonl.gz", "humaneval-x:rust"),
        ("humanevalpack:js", "humanevalpack/humanevalpack_go.jsonl.gz", "humanevalpack:go"),
        ("humanevalfix:rust", "humanevalpack/humanevalpack_go.jsonl.gz", "humanevalfix:go"),
        ("mbxp:go", "mxeval/mbxp__mbcpp_release_v1.2.jsonl.gz", "mbxp:cpp"),
        ("multi-humaneval:go", "mxeval/multilingual_humaneval__HumanEval_java_v1.1.jsonl.gz", "multi-humaneval:java"),
        ("multipl-e:mbpp-go", "multipl-e/humaneval-go-reworded.json.gz", "multipl-e:humaneval-go"),
    ],
)
def test_a_file_of_another_part_is_an_error_that_names_it(asked: str, file: str, found: str) -> None:
    path = data_file(file)
    command = f"judge it with: assay run {found} --problem-file {path}"

    where = r", line \d+(, item \d+)?"
    with pytest.raises(UsageError, match=rf"{where}: a problem of {found}, not of {asked}; {re.escape(command)}$"):
        load_benchmark(asked, problem_file=path)


def test_tests_in_a_language_that_is_not_run_are_told_before_a_run_begins() -> None:
    store = MemoryStore()
    made = load_benchmark("multipl-e", problem_file=data_file("multipl-e/mbpp-cs-reworded.json.gz"))

    with pytest.raises(UsageError, match=r"^multipl-e:mbpp-cs: .* has tests in C#, which are not run here; docs/lang"):
        evaluate([Attempt(made.problems[0].id, Candidate("}"))], made, store=store, workers=1)
    assert list(store.runs()) == []


def test_problems_are_chosen_by_number() -> None:
    made = load_benchmark("multipl-e", problem_file=data_file("multipl-e/humaneval-go-reworded.json.gz"))

    chosen = [problem.id for problem in select_problems(made, Subset(problems="0-2,HumanEval_23"))]

    assert sorted(chosen) == [
        "HumanEval_0_has_close_elements",
        "HumanEval_1_separate_paren_groups",
        "HumanEval_23_strlen",
        "HumanEval_2_truncate_number",
    ]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"task_id": "Cobol/1"}, "one of CPP, Go, Java"),
        ({"task_id": 3}, "field 'task_id' must be text"),
        ({"test": None}, "field 'test' must be text"),
        ({"test": " "}, "there must be tests"),
        ({"example_test": 1}, "field 'example_test' must be text"),
    ],
)
def test_a_broken_row_is_named(tmp_path: Path, change: dict[str, object], error: str) -> None:
    row = {"task_id": "CPP/0", "prompt": "int f() {\n", "declaration": "int f() {\n", "test": "int main() {}",
           "canonical_solution": "}", "example_test": ""}  # fmt: skip
    path = tmp_path / "one.jsonl"
    path.write_text(json.dumps(row | change))

    with pytest.raises(InvalidProblem, match=rf"one\.jsonl, line 1: .*{error}"):
        load_benchmark("humaneval-x", problem_file=path)


def test_the_rows_of_one_set_are_no_other() -> None:
    with pytest.raises(UsageError, match="assay run humanevalpack"):
        load_benchmark("humaneval", problem_file=data_file("humanevalpack/humanevalpack_python.jsonl.gz"))
    with pytest.raises(UsageError, match="assay run mbxp"):
        load_benchmark("humaneval-x", problem_file=data_file("mxeval/mbxp__mbpp_release_v1.jsonl.gz"))


def test_a_repair_shows_the_bug_and_hides_the_tests() -> None:
    made = load_benchmark("humanevalfix", problem_file=data_file("humanevalpack/humanevalpack_rust.jsonl.gz"))
    row = rows("humanevalpack/humanevalpack_rust.jsonl.gz")[0]
    problem = made.problems[0]

    assert row["buggy_solution"] in problem.prompt
    assert row["test"].strip() not in problem.prompt
    assert problem.prompt.endswith(problem.opening)
    assert made.wrong[problem.id][0].verdict is None


def test_whoever_solves_sees_the_example_tests_alone() -> None:
    made = load_benchmark("humaneval-x", problem_file=data_file("humaneval-x/humaneval_java.jsonl.gz"))
    row = rows("humaneval-x/humaneval_java.jsonl.gz")[0]

    fields = problem_fields(visible_part(made.problems[0]))

    assert row["example_test"].strip() in fields["cases"]
    assert row["test"].strip() not in str(fields)
    assert "`hasCloseElements` in Java" in fields["answer"]
    assert fields["task"].startswith("```java")


def test_samples_of_mxeval_belong_to_its_problems() -> None:
    made = load_benchmark("mbxp", problem_file=data_file("mxeval/mbxp__mbjp_release_v1.2.jsonl.gz"))
    reading = read_candidates(data_file("mxeval/mbxp__examples__mbjp_samples.jsonl.gz"), made, subset=Subset(limit=20))

    found = list(reading)

    assert len(found) == 20
    assert not reading.unknown
    for one in found:
        problem = made.find(one.problem_id)
        assert problem is not None
        assert str(one.candidate.source).startswith(problem.prompt)


@pytest.mark.parametrize(
    ("declaration", "name"),
    [
        ("bool f(vector<int> a){\n", "f"),
        ("func F(a []int) int {\n", "F"),
        ("    public static List<Integer> f(int a) {\n", "f"),
        ("const f = (a, b) => {\n", "f"),
        ("sub f {\n    my($a) = @_;\n", "f"),
        ("f <- function(a) {", "f"),
        ("(define (f-one a)\n", "f-one"),
        ("/* words of g(x) */\nint f(int a) {\n    // see g(x)\n", "f"),
        ("no function", ""),
    ],
)
def test_the_name_of_what_is_declared(declaration: str, name: str) -> None:
    assert declared_name(declaration) == name
