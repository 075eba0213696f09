"""Sets of programming contests: their rows become problems, and what is wrong with a row is named."""

from __future__ import annotations

import base64
import gzip
import json
import pickle
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.contests import unwrapped, with_numbers
from assay.benchmarks.families import load_benchmark
from assay.benchmarks.families.livecodebench import inflated
from assay.benchmarks.plain_pickle import pickled_text
from assay.errors import InvalidProblem, InvalidValue, UsageError
from assay.judges.base import AdjustableJudge, judge_kind
from assay.records import Candidate, CaseKind, Cases, Programs, Verdict
from assay.sandbox.warm import WarmPython
from tests.public_data import data_file

HUB = {
    "problem_id": 7,
    "question": "Double a number.",
    "solutions": json.dumps(["print(2 * int(input()))"]),
    "input_output": json.dumps({"inputs": ["1\n", ["2", ""]], "outputs": ["2\n", ["4"]]}),
    "difficulty": "interview",
    "url": "",
    "starter_code": "",
}
CALLED = HUB | {
    "problem_id": 8,
    "input_output": json.dumps({"fn_name": "pair", "inputs": [[1], [2]], "outputs": [[[1, 1]], [[2, 2]]]}),
    "solutions": json.dumps(["class Solution:\n    def pair(self, x):\n        return (x, x)"]),
    "starter_code": "class Solution:\n    def pair(self, x: int) -> List[int]:\n",
}
LIVE = {
    "question_title": "A",
    "question_content": "Double a number.",
    "platform": "atcoder",
    "question_id": "abc001_a",
    "contest_id": "abc001",
    "contest_date": "2024-09-14T00:00:00",
    "starter_code": "",
    "difficulty": "easy",
    "public_test_cases": json.dumps([{"input": "1\n", "output": "2\n", "testtype": "stdin"}]),
    "private_test_cases": "[]",
    "metadata": "{}",
}


def packed(value: object) -> str:
    """As LiveCodeBench hides its tests."""
    return base64.b64encode(zlib.compress(pickle.dumps(value))).decode()


HIDDEN = packed(json.dumps([{"input": "5\n", "output": "10\n", "testtype": "stdin"}]))
METHOD = LIVE | {
    "question_id": "double",
    "platform": "leetcode",
    "contest_date": "2023-05-01T00:00:00",
    "metadata": json.dumps({"func_name": "double"}),
    "public_test_cases": json.dumps([{"input": '[1, 2]\n"x"', "output": "[2, 4]", "testtype": "functional"}]),
    "private_test_cases": packed(json.dumps([{"input": '[]\n"x"', "output": "[]", "testtype": "functional"}])),
}
TACO = {
    "question": "Double a number.",
    "solutions": json.dumps(["n = int(input())\nif n < 0:\n    return\nprint(2 * n)"]),
    "starter_code": "",
    "input_output": json.dumps({"inputs": ["1\n", "-1\n"], "outputs": ["2\n", ""]}),
    "difficulty": "VERY_HARD",
    "tags": "['Mathematics']",
    "skill_types": '["Data structures"]',
    "time_limit": "2.0 seconds",
    "memory_limit": "256.0 megabytes",
    "date": "2019-12-31T18:30:00",
}
CONTEST = {
    "name": "1_A. Double",
    "description": "Double a number.",
    "public_tests": {"input": ["1\n"], "output": ["2\n"]},
    "private_tests": {"input": ["2\n"], "output": ["4\n"]},
    "generated_tests": {"input": [], "output": []},
    "solutions": {"language": [2, 3], "solution": ["int main() {}", "print(2 * int(input()))"]},
    "cf_rating": 800,
    "difficulty": 7,
    "cf_tags": ["math"],
    "time_limit": {"seconds": 1, "nanos": 0},
}


def written(folder: Path, *rows: dict[str, Any]) -> Path:  # Any: JSON
    path = folder / "problems.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def loaded(name: str, folder: Path, *rows: dict[str, Any]) -> Benchmark:  # Any: JSON
    return load_benchmark(name, problem_file=written(folder, *rows))


def looked_at(made: Benchmark) -> list[object]:
    """All tests of all problems: packed ones are unpacked when they are needed."""
    return [one.check.cases if isinstance(one.check, Cases) else one.check.content() and one.counts() for one in made]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def judge_of(made: Benchmark, sandbox: WarmPython) -> AdjustableJudge:
    return judge_kind(made.judge)(sandbox, made.limits)


def test_rows_of_apps(tmp_path: Path, sandbox: WarmPython) -> None:
    made = loaded("apps", tmp_path, HUB, CALLED, HUB | {"problem_id": 9, "input_output": ""})
    judge = judge_of(made, sandbox)

    assert [(one.id, type(one.check), one.difficulty) for one in made] == [
        ("apps/7", Programs, 2),
        ("apps/8", Cases, 2),
    ]
    assert made.find("0007") is made.problems[0]
    assert "1 problems without tests are left out" in made.description
    assert [judge.judge(one, Candidate(one.reference)).verdict for one in made] == [Verdict.PASSED] * 2
    assert judge.judge(made.problems[1], Candidate("def pair(x): return [x, x]")).verdict is Verdict.PASSED
    assert judge.judge(made.problems[1], Candidate("def pair(x): return [x]")).verdict is Verdict.FAILED


def test_folders_of_apps_are_the_same_problems(tmp_path: Path) -> None:
    for row in (HUB, CALLED):
        folder = tmp_path / f"{row['problem_id']:04}"
        folder.mkdir()
        (folder / "question.txt").write_text(str(row["question"]))
        (folder / "solutions.json").write_text(str(row["solutions"]))
        (folder / "input_output.json").write_text(str(row["input_output"]))
        (folder / "metadata.json").write_text(json.dumps({"difficulty": row["difficulty"], "url": ""}))
        if row["starter_code"]:
            (folder / "starter_code.py").write_text(str(row["starter_code"]))
    rows = tmp_path / "rows"
    rows.mkdir()

    assert load_benchmark("apps", problem_file=tmp_path).problems == loaded("apps", rows, HUB, CALLED).problems


def test_the_function_form_of_apps(tmp_path: Path, sandbox: WarmPython) -> None:
    tests = [{"input": "f(1)", "correct_output": "1.5"}, {"input": "f(x=2)", "correct_output": "a b"}]
    row = {
        "problem_id": "train_1",
        "description": "?",
        "function_name": "f",
        "test_cases": tests,
        "correct_solution": "def f(x): return 1.5 if x == 1 else 'a b'",
        "difficulty": "introductory",
        "tags": [],
    }
    several = row | {
        "problem_id": "train_2",
        "test_cases": [{"input": "g(1 / 2)", "correct_output": "0.5"}, {"input": "h()", "correct_output": "yes"}],
        "correct_solution": "def g(x): return x\ndef h(): return 'yes'",
    }
    made = loaded("apps", tmp_path, row, several)
    judge = judge_of(made, sandbox)

    assert [judge.judge(one, Candidate(one.reference)).passed for one in made] == [True, True]
    assert not judge.judge(made.problems[1], Candidate("def g(x): return x\ndef h(): return 'no'")).passed


def test_rows_of_taco(tmp_path: Path, sandbox: WarmPython) -> None:
    made = loaded("taco", tmp_path, TACO)
    (problem,) = made

    assert (problem.id, problem.difficulty, problem.published) == ("TACO/0", 3, "2019-12-31")
    assert problem.tags == ("Mathematics", "Data structures", "very_hard")
    assert judge_of(made, sandbox).judge(problem, Candidate(problem.reference)).passed


def test_rows_of_codecontests(tmp_path: Path, sandbox: WarmPython) -> None:
    made = loaded("codecontests", tmp_path, CONTEST)
    (problem,) = made

    assert (problem.id, problem.difficulty, problem.tags) == ("1_A. Double", 1, ("math",))
    assert problem.check.counts() == (1, 1)
    assert judge_of(made, sandbox).judge(problem, Candidate(problem.reference)).passed


def test_rows_of_livecodebench(tmp_path: Path, sandbox: WarmPython) -> None:
    made = loaded("livecodebench", tmp_path, LIVE | {"private_test_cases": HIDDEN}, METHOD)
    program, method = made
    judge = judge_of(made, sandbox)

    assert [(one.published, one.difficulty, one.tags) for one in made] == [
        ("2024-09-14", 1, ("atcoder",)),
        ("2023-05-01", 1, ("leetcode",)),
    ]
    assert isinstance(program.check, Programs)
    assert [one.kind for one in program.check.inputs] == [CaseKind.BASIC, CaseKind.EDGE]
    assert judge.judge(program, Candidate("if __name__ == '__main__': print(2 * int(stdin.readline()))")).passed
    source = "class Solution:\n    def double(self, xs: List[int], s: str): return tuple(2 * x for x in xs)"
    assert judge.judge(method, Candidate(source)).passed
    assert judge.judge(method, Candidate(source.replace("2 *", "3 *"))).verdict is Verdict.FAILED


def test_hidden_tests_travel_packed(tmp_path: Path) -> None:
    made = loaded("livecodebench", tmp_path, LIVE | {"private_test_cases": HIDDEN}, METHOD)

    for problem in made:
        again = pickle.loads(pickle.dumps(problem))
        assert (again.check.content(), again.counts()) == (problem.check.content(), (1, 1))
        assert again == problem


class Evil:
    def __reduce__(self) -> tuple[object, ...]:
        return print, ("carried out",)


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps(Evil()),
        pickle.dumps(["[]"]),
        pickle.dumps(b"[]"),
        pickle.dumps(3),
        pickle.dumps("x")[:-3],
        b"",
        b"cos\nsystem\n(S'true'\ntR.",
        b"Vnot binary\n.",
    ],
)
def test_a_pickle_of_anything_but_a_text_is_refused(data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidValue, match="must be a pickle of one text"):
        pickled_text(data)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("text", ["", "[]", "ä" * 300, "x" * 70_000])
def test_a_pickle_of_a_text_is_read(text: str, protocol: int) -> None:
    assert pickled_text(pickle.dumps(text, protocol)) == text


@pytest.mark.parametrize(
    ("family", "row", "message"),
    [
        ("apps", HUB | {"input_output": "{"}, "field 'input_output': not JSON"),
        ("apps", HUB | {"input_output": '{"inputs": [1], "outputs": []}'}, "as many 'inputs' as 'outputs'"),
        ("apps", HUB | {"input_output": '{"inputs": [1], "outputs": ["1"]}'}, "texts or lists of lines"),
        ("apps", HUB | {"difficulty": "hard"}, "one of introductory, interview, competition, got 'hard'"),
        ("apps", HUB | {"problem_id": None}, "field 'problem_id' must be a number or a text"),
        ("apps", CALLED | {"input_output": '{"fn_name": "a b", "inputs": [[]], "outputs": [1]}'}, "must be a name"),
        ("taco", TACO | {"tags": 3}, "field 'tags' must be a list of texts"),
        ("codecontests", CONTEST | {"public_tests": {"input": ["1"]}}, "as many texts in 'input' as in 'output'"),
        ("codecontests", CONTEST | {"solutions": {"language": 3}}, "lists 'language' and 'solution'"),
        ("livecodebench", LIVE | {"private_test_cases": "%%%"}, "base64 of a compressed pickle"),
        ("livecodebench", LIVE | {"private_test_cases": packed(["x"])}, "must be a pickle of one text"),
        ("livecodebench", LIVE | {"private_test_cases": packed("{")}, "field 'private_test_cases': not JSON"),
        ("livecodebench", LIVE | {"contest_date": "soon"}, "a day such as"),
        ("livecodebench", LIVE | {"public_test_cases": "[]"}, "holds a test"),
        ("livecodebench", METHOD | {"public_test_cases": '[{"input": "x", "output": "1"}]'}, "is not JSON"),
    ],
)
def test_what_is_wrong_with_a_row_is_named(
    tmp_path: Path, family: str, row: dict[str, Any], message: str
) -> None:  # Any: JSON
    with pytest.raises(InvalidProblem) as error:
        looked_at(loaded(family, tmp_path, row))
    assert message in str(error.value)
    assert "problems.jsonl, line 1" in str(error.value)


def test_a_bomb_is_not_unpacked() -> None:
    assert inflated(zlib.compress(b" " * 1000), 1000) == b" " * 1000

    with pytest.raises(InvalidValue, match="does not end within 1,000 bytes"):
        inflated(zlib.compress(b" " * 1001), 1000)


@pytest.mark.slow
def test_a_bomb_in_a_row_is_named(tmp_path: Path) -> None:
    problem = loaded("livecodebench", tmp_path, LIVE | {"private_test_cases": packed(" " * 2**29)}).problems[0]

    with pytest.raises(InvalidProblem, match="does not end within 536,870,912 bytes"):
        problem.counts()


@pytest.mark.parametrize("family", ["apps", "taco", "codecontests", "livecodebench"])
def test_without_a_file_it_is_said_where_they_are(family: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="are not here: they are published"):
        load_benchmark(family, cache_folder=tmp_path)


@pytest.mark.parametrize(("rows", "other"), [((HUB,), "taco"), ((TACO,), "apps"), ((LIVE,), "codecontests")])
def test_rows_of_another_set_are_named(tmp_path: Path, rows: tuple[dict[str, Any], ...], other: str) -> None:
    with pytest.raises(UsageError, match=rf"a problem in the format of \w+, not of {other}"):
        loaded(other, tmp_path, *rows)


def test_what_json_cannot_say_is_accepted() -> None:
    assert unwrapped([[1, 2]]) == [[[1, 2]], [(1, 2)], ([1, 2],), ((1, 2),), [1, 2], (1, 2)]
    assert with_numbers({"-1": [2]}) == {-1: [2]}


def test_public_solutions_of_apps(sandbox: WarmPython) -> None:
    """Of two of the problems at hand a human solution passes, and a model's is judged as it was labelled."""
    path = data_file("apps/coderl_apps_samples.jsonl.gz")
    made = load_benchmark("apps", problem_file=path)
    judge = judge_of(made, sandbox)
    with gzip.open(path, "rt") as file:
        rows = [json.loads(line) for line in file]

    assert len(made) == len(rows) == 5
    for number in (0, 4):
        problem, one = made.problems[number], rows[number]["gen_solutions.json"][0]
        assert judge.judge(problem, Candidate(problem.reference)).passed
        assert judge.judge(problem, Candidate(one["code"])).passed is (one["result"] is True)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(
    ("family", "name"),
    [
        ("codecontests", "codecontests/codecontests_python.jsonl.gz"),
        ("apps", "apps/rl-character_apps_functional_full_test.jsonl.gz"),
    ],
)
def test_every_reference_passes_or_is_explained(sandbox: WarmPython, family: str, name: str) -> None:
    made = load_benchmark(family, problem_file=data_file(name))
    judge = judge_of(made, sandbox)
    failed = {one.id for one in made if not judge.judge(one, Candidate(one.reference)).passed}

    assert failed == made.errata.keys() & {one.id for one in made}


LISTED: dict[str, Any] = {
    "id": 9,
    "name": "9",
    "description": "Double a number.",
    "difficulty": "introductory",
    "sample_io": [],
    "test_list": [{"input": "1", "output": [2]}, {"input": "[3]", "output": ["6\n"]}],
    "starter_code": "def double(x):\n\t",
}


def test_problems_of_programs_with_a_list_of_tests(tmp_path: Path) -> None:
    path = tmp_path / "listed.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (LISTED, LISTED, LISTED | {"id": 10})))
    benchmark = load_benchmark("apps", problem_file=path)
    right = "text = input().strip('[]')\nprint(2 * int(text))\n"
    with WarmPython() as sandbox:
        judge = judge_kind("programs")(sandbox, benchmark.limits)
        trials = [judge.judge(benchmark.problems[0], Candidate(one)).verdict for one in (right, "print(2)")]

    assert [problem.id for problem in benchmark] == ["apps/9", "apps/10"]
    assert benchmark.description.endswith("; 1 rows that are repeated count once")
    assert trials == [Verdict.PASSED, Verdict.FAILED]


@pytest.mark.parametrize(
    "tests", [3, [{"input": "1"}], [{"input": 1, "output": ["2"]}], [{"input": "1", "output": ["2", "3"]}], [[]]]
)
def test_a_list_of_tests_that_is_none_is_told(tmp_path: Path, tests: object) -> None:
    path = tmp_path / "listed.jsonl"
    path.write_text(json.dumps(LISTED | {"test_list": tests}))

    with pytest.raises(InvalidProblem, match="field 'test_list' must be a list of objects with the text 'input'"):
        load_benchmark("apps", problem_file=path)
