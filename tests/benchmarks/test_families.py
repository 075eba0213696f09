"""One way in: benchmarks by name, by path, and with a problem file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from assay.benchmarks.families import family_name, load_benchmark
from assay.benchmarks.family import families
from assay.errors import AssayError, UnknownNameError, UsageError
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Verdict
from assay.sandbox.warm import WarmPython
from tests.public_data import data_file

JSONL = '{"id": "a", "entry_point": "f", "tests": "assert f() == 1"}'


def test_every_family_is_listed() -> None:
    known = families()

    assert set(known) >= {"humaneval", "humaneval-plus", "mbpp", "mbpp-plus", "mbpp-sanitized", "starter"}
    assert [name for name, one in known.items() if not (one.source or one.variants or one.obtain)] == ["starter"]
    assert all(family.summary for family in known.values())


@pytest.mark.parametrize("name", ["humaneval", "mbpp", "mbpp-sanitized"])
def test_a_family_is_found_in_the_cache_folder(tmp_path: Path, name: str) -> None:
    files = {
        "humaneval": ("humaneval/HumanEval.jsonl.gz", "HumanEval.jsonl.gz"),
        "mbpp": ("mbpp/mbpp.jsonl.gz", "mbpp.jsonl.gz"),
        "mbpp-sanitized": ("mbpp/sanitized-mbpp.json.gz", "sanitized-mbpp.json.gz"),
    }
    source, target = files[name]
    shutil.copy(data_file(source), tmp_path / target)

    assert load_benchmark(name, cache_folder=tmp_path).name == name


def test_a_problem_file_takes_the_place_of_the_data(tmp_path: Path) -> None:
    path = data_file("humaneval/example_problem.jsonl")

    benchmark = load_benchmark("humaneval", problem_file=path, cache_folder=tmp_path)

    assert [problem.id for problem in benchmark] == ["test/0"]
    assert benchmark.version == "file-701442bb"


def test_data_that_is_not_here_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="`assay fetch mbpp-plus`"):
        load_benchmark("mbpp-plus", cache_folder=tmp_path)


def test_the_environment_names_the_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))

    with pytest.raises(UsageError, match=str(tmp_path)):
        load_benchmark("humaneval")


def test_a_path_loads_the_users_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(JSONL)

    assert load_benchmark(path).name == "mine"
    assert load_benchmark(str(path)).problems[0].id == "a"


def test_an_own_benchmark_takes_no_problem_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(JSONL)

    with pytest.raises(UsageError, match=r"problem_file: .* takes none"):
        load_benchmark(path, problem_file=path)


def test_a_name_is_a_family_even_if_a_folder_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "humaneval").mkdir()
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UsageError, match="`assay fetch humaneval`"):
        load_benchmark("humaneval", cache_folder=tmp_path)


@pytest.mark.parametrize("name", ["./mine", "mine.jsonl", "mine.jsonl.gz"])
def test_a_path_that_is_absent_is_told(name: str) -> None:
    with pytest.raises(UsageError, match="does not exist: give a folder"):
        load_benchmark(name)


def test_an_unknown_name_gets_a_suggestion() -> None:
    with pytest.raises(UnknownNameError, match=r"No benchmark is named 'humanevel'\. Did you mean 'humaneval'"):
        load_benchmark("humanevel")


def test_the_starter_takes_no_problem_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="'starter' comes with Assay"):
        load_benchmark("starter", problem_file=tmp_path)


FILES = {
    "humaneval": "humaneval/HumanEval.jsonl.gz",
    "humaneval-plus": "humanevalplus/HumanEvalPlus-Mini.jsonl.gz",
    "mbpp": "mbpp/mbpp.jsonl.gz",
    "mbpp-plus": "mbppplus/MbppPlus.jsonl.gz",
    "mbpp-sanitized": "mbpp/sanitized-mbpp.json.gz",
}


@pytest.mark.parametrize(("asked", "given"), [(asked, given) for asked in FILES for given in FILES if asked != given])
def test_a_file_of_one_family_is_not_judged_as_another(tmp_path: Path, asked: str, given: str) -> None:
    path = data_file(FILES[given])

    with pytest.raises(UsageError) as caught:
        load_benchmark(asked, problem_file=path, cache_folder=tmp_path)
    item = ", item 1" if given == "mbpp-sanitized" else ""  # its file is one list
    assert str(caught.value) == (
        f"{path}, line 1{item}: a problem in the format of {given}, not of {asked};"
        f" judge it with: assay run {given} --problem-file {path}"
    )


@pytest.mark.parametrize("given", FILES)
def test_a_file_of_a_family_is_no_benchmark_of_ones_own(given: str) -> None:
    path = data_file(FILES[given])

    with pytest.raises(UsageError, match=f"not of a benchmark of your own; judge it with: assay run {given} --prob"):
        load_benchmark(path)


@pytest.mark.parametrize("asked", ["mbpp", "mbpp-sanitized", "mbpp-plus"])
def test_mbpp_plus_as_other_harnesses_have_it_is_told_apart(tmp_path: Path, asked: str) -> None:
    path = data_file("mbppplus/MbppPlus-OriginFmt.jsonl.gz")

    with pytest.raises(UsageError, match="assay run mbpp-plus takes the file that `assay fetch mbpp-plus` gets"):
        load_benchmark(asked, problem_file=path, cache_folder=tmp_path)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("HumanEval", "humaneval"),
        ("human-eval", "humaneval"),
        ("human_eval", "humaneval"),
        ("openai_humaneval", "humaneval"),
        ("humanevalplus", "humaneval-plus"),
        ("humaneval+", "humaneval-plus"),
        ("HumanEval+", "humaneval-plus"),
        ("human_eval_plus", "humaneval-plus"),
        ("mbpp+", "mbpp-plus"),
        ("MbppPlus", "mbpp-plus"),
        ("mbpp_sanitized", "mbpp-sanitized"),
        ("sanitized-mbpp", "mbpp-sanitized"),
        ("MBPP", "mbpp"),
        ("Starter", "starter"),
    ],
)
def test_a_family_is_known_by_the_names_people_use(tmp_path: Path, written: str, meant: str) -> None:
    assert family_name(written) == meant
    if meant != "starter":
        with pytest.raises(UsageError, match=f"the problems of {meant} are not here"):
            load_benchmark(written, cache_folder=tmp_path)


@pytest.mark.parametrize("name", ["./HumanEval", "humaneval.jsonl", "mbpp/plus", "", "+"])
def test_a_path_or_nothing_is_no_name(name: str) -> None:
    assert family_name(name) is None


@pytest.mark.parametrize(
    ("name", "meant"),
    [("HumanEvel", "humaneval"), ("humanevl+", "humaneval"), ("Mbpp1", "mbpp"), ("Mbp", "mbpp"), ("mxp", "mbxp")],
)
def test_a_name_that_is_nearly_right_gets_a_suggestion(name: str, meant: str) -> None:
    with pytest.raises(UnknownNameError, match=f"Did you mean '{meant}"):
        load_benchmark(name)


# ---- rows as other projects write them -------------------------------------------------------------------------------


CHECK = "def check(candidate):\n    assert candidate(2) == 4\n\ndef test_check():\n    check(double)\n\ntest_check()\n"
NAMED = {"language": "py", "prompt": "def double(x):\n", "entry_point": "double", "test": CHECK}


def written(folder: Path, *rows: dict[str, object]) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(
    ("family", "name", "expected"),
    [
        ("humaneval", "HumanEval_23_double", "HumanEval/23"),
        ("mbpp", "mbpp_234_double", "Mbpp/234"),
        ("humaneval", "my_own", "my_own"),
    ],
)
def test_rows_with_a_name_and_no_reference_are_read(tmp_path: Path, family: str, name: str, expected: str) -> None:
    found = load_benchmark(family, problem_file=written(tmp_path, {"name": name, **NAMED}))
    (problem,) = found.problems

    with WarmPython() as sandbox:
        judge = SeparateJudge(sandbox)
        verdicts = [
            judge.judge(problem, Candidate(f"def double(x):\n    return {value}\n")).verdict for value in ("2 * x", "x")
        ]

    assert (problem.id, problem.reference) == (expected, "")
    assert verdicts == [Verdict.PASSED, Verdict.FAILED]


@pytest.mark.parametrize(
    ("asked", "row", "said"),
    [
        ("mbpp", {"name": "HumanEval_1_f", **NAMED}, "a problem in the format of humaneval, not of mbpp"),
        ("apps", {"name": "mbpp_1_f", **NAMED}, "a problem in the format of mbpp, not of apps"),
        ("humaneval", {"name": "HumanEval_1_f", **NAMED, "language": "rs"}, "'language' must be 'py' or 'python', got"),
        ("humaneval", {"name": "HumanEval_1_f", **NAMED, "test": ""}, "'test' must be a text that is not empty"),
        (
            "humaneval",
            {"task_id": "1", "prompt": "", "entry_point": "f", "test": "x"},
            "field 'canonical_solution' is missing; it must be text; the row has 'task_id', 'prompt', 'entry_point',"
            " 'test'; the nearest format is that of humaneval, with 'task_id', 'prompt', 'entry_point',",
        ),
        (
            "mbpp",
            {"problem_id": 1, "question": "q", "solutions": "[]"},
            "field 'text' is missing; it must be text; the row has 'problem_id', 'question', 'solutions';"
            " the nearest format is that of apps, with 'problem_id', 'question', 'input_output',",
        ),
        ("mbpp", {"a": 1}, "field 'text' is missing; it must be text; the row has 'a', which is near no format"),
    ],
)
def test_a_row_that_is_not_read_names_the_field_and_the_nearest_format(
    tmp_path: Path, asked: str, row: dict[str, object], said: str
) -> None:
    with pytest.raises(AssayError) as caught:
        load_benchmark(asked, problem_file=written(tmp_path, row))

    assert said in str(caught.value)
    assert str(tmp_path / "rows.jsonl, line 1") in str(caught.value)
