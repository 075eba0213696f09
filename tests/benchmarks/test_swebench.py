"""SWE-bench: rows in their published formats, trees under `--repos`, predictions as every tool writes them."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates import read_candidates
from assay.benchmarks.families import family_name, load_benchmark
from assay.benchmarks.trees import source_of
from assay.errors import InvalidOption, InvalidProblem, InvalidValue, UsageError
from assay.extraction import Form, How, assemble
from assay.records import Candidate, Problem, ProblemKind, Repository
from assay.solvers.visible import visible_part
from tests.public_data import data_file

ROW: dict[str, Any] = {  # Any: JSON
    "repo": "acme/shop",
    "instance_id": "acme__shop-7",
    "base_commit": "0123456789abcdef0123456789abcdef01234567",
    "patch": "diff --git a/shop.py b/shop.py\n",
    "test_patch": "diff --git a/test_shop.py b/test_shop.py\n",
    "problem_statement": "It sells nothing.",
    "hints_text": "",
    "created_at": "2021-12-15T15:04:13Z",
    "version": "1.2",
    "FAIL_TO_PASS": '["test_shop.py::test_sells"]',
    "PASS_TO_PASS": '["test_shop.py::test_opens", "[100%]", "[", "[ 42%]-----"]',
    "environment_setup_commit": "",
}
CHECK = Repository(
    "acme/shop",
    "0123456789abcdef0123456789abcdef01234567",
    "diff --git a/test_shop.py b/test_shop.py\n",
    ("test_shop.py::test_sells",),
    ("test_shop.py::test_opens",),
    version="1.2",
)
PROBLEM = Problem(
    "acme__shop-7",
    CHECK,
    prompt="It sells nothing.",
    reference="diff --git a/shop.py b/shop.py\n",
    language="diff",
    kind=ProblemKind.REPOSITORY,
    tags=("acme/shop",),
    published="2021-12-15",
)
PATCH = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a \n+b\t\r\n"


def loaded(path: Path, **more: Any) -> Benchmark:  # Any: options
    return load_benchmark("swe-bench-lite", problem_file=path, **more)


def row_file(folder: Path, **changed: object) -> Path:
    path = folder / "rows.jsonl"
    path.write_text(json.dumps(ROW | changed))
    return path


def as_csv(row: dict[str, Any]) -> str:  # Any: JSON
    file = io.StringIO(newline="")
    table = csv.DictWriter(file, row)
    table.writeheader()
    table.writerow(row)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("rows.jsonl", json.dumps(ROW), id="json-lines"),
        pytest.param("rows.json", json.dumps([ROW], indent=1), id="json-list"),
        pytest.param("rows.csv", as_csv(ROW), id="csv"),
        pytest.param(
            "lists.jsonl",
            json.dumps(ROW | {key: json.loads(ROW[key]) for key in ("FAIL_TO_PASS", "PASS_TO_PASS")}),
            id="lists-of-ids",
        ),
        pytest.param("more.jsonl", json.dumps(ROW | {"eval_type": "x", "log_parser": "y"}), id="more-fields"),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_a_row_is_the_same_problem_in_every_format(tmp_path: Path, name: str, content: str, packed: bool) -> None:
    path = tmp_path / (f"{name}.gz" if packed else name)
    path.write_bytes(gzip.compress(content.encode()) if packed else content.encode())

    made = loaded(path)

    assert made.problems == (PROBLEM,)
    assert (made.name, made.judge, made.eval_only) == ("swe-bench-lite", "repository", True)


@pytest.mark.parametrize("name", ["swe-bench", "swe-bench-lite", "swe-bench-verified"])
def test_the_three_sets_have_one_format(tmp_path: Path, name: str) -> None:
    assert load_benchmark(name, problem_file=row_file(tmp_path)).name == name


def test_names_are_found_as_people_write_them() -> None:
    written = ("SWE-bench_Lite", "swebench", "swe_bench_verified", "SWE-bench-full")

    assert list(map(family_name, written)) == ["swe-bench-lite", "swe-bench", "swe-bench-verified", "swe-bench"]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"FAIL_TO_PASS": "test_x"}, "rows.jsonl, line 1: field 'FAIL_TO_PASS': not JSON"),
        ({"FAIL_TO_PASS": [1]}, "field 'FAIL_TO_PASS' must be a list of ids of tests, or the JSON text of one, got"),
        ({"FAIL_TO_PASS": []}, "fail_to_pass must name at least one test"),
        ({"base_commit": "--upload-pack=x"}, "field 'base_commit' must be the hexadecimal id of a commit, got '--upl"),
        ({"created_at": "yesterday"}, "field 'created_at' must be a moment such as"),
        ({"test_patch": None}, "field 'test_patch' must be text, got None"),
    ],
)
def test_a_broken_row_is_named(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidProblem) as caught:
        loaded(row_file(tmp_path, **changed))

    assert said in str(caught.value)


def test_a_broken_table_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("repo,instance_id\nacme/shop\n")

    with pytest.raises(InvalidProblem, match=r"rows\.csv, line 2: not as many fields as the first line has"):
        loaded(path)


def test_a_file_without_tests_says_what_is_missing() -> None:
    with pytest.raises(InvalidProblem, match="line 1: field 'test_patch' is missing"):
        load_benchmark("swe-bench-verified", problem_file=data_file("swebench/swebench_verified_reduced.jsonl.gz"))


def test_rows_are_known_to_other_families(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a problem in the format of swe-bench, not of humaneval"):
        load_benchmark("humaneval", problem_file=row_file(tmp_path))


def test_all_of_lite_is_read() -> None:
    made = loaded(data_file("swebench/swe-bench-lite.json.gz"))
    strict = json.loads(data_file("swebench/nodocker_strict.json").read_text())

    checks = [problem.check for problem in made if isinstance(problem.check, Repository)]
    assert len(checks) == len(made) == 300
    assert sum(len(check.fail_to_pass) for check in checks) == 1040
    assert sum(len(check.pass_to_pass) for check in checks) == 24536 - 3  # pytest-5227 names three pieces of progress
    assert len({check.repository for check in checks}) == 12
    assert all(problem.published and problem.reference and problem.prompt for problem in made)
    assert len(strict) == 188
    assert {row["id"]: row["version"] for row in strict} == {
        row["id"]: check.version
        for row in strict
        if (found := made.find(row["id"])) and isinstance(check := found.check, Repository)
    }
    assert len(made.errata) == 17


def test_the_development_rows_are_read() -> None:
    assert len(loaded(data_file("swebench/swe_bench_lite_dev.csv.gz"))) == 23


def git_clone(path: Path) -> Path:
    path.mkdir(parents=True)
    subprocess.run(["git", "init", "--quiet", str(path)], check=True)
    return path


@pytest.mark.parametrize("name", ["acme__shop", "acme+shop", "acme/shop", "shop", "shop.git"])
def test_a_clone_is_found_by_its_name(tmp_path: Path, name: str) -> None:
    clone = git_clone(tmp_path / "repos" / name)

    (problem,) = loaded(row_file(tmp_path), repos=tmp_path / "repos")

    assert source_of(problem) == str(clone.resolve())
    assert problem == PROBLEM  # where it lies moves no verdict


def test_an_archive_of_the_instance_goes_before_a_clone(tmp_path: Path) -> None:
    git_clone(tmp_path / "repos" / "acme__shop")
    archive = tmp_path / "repos" / "acme__shop-7.tar.gz"
    archive.write_bytes(b"")

    (problem,) = loaded(row_file(tmp_path), repos=tmp_path / "repos")

    assert source_of(problem) == str(archive)


@pytest.mark.parametrize("repository", ["..", "../..", "acme/..", "."])
def test_a_row_does_not_lead_out_of_the_folder(tmp_path: Path, repository: str) -> None:
    inner = tmp_path / "repos" / "inner"
    git_clone(tmp_path / "repos")
    inner.mkdir()

    with pytest.raises(InvalidOption, match="holds no tree of swe-bench-lite"):
        loaded(row_file(tmp_path, repo=repository), repos=inner)


def test_a_folder_that_helps_nobody_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="holds no tree of swe-bench-lite; of acme__shop-7: acme__shop-7"):
        loaded(row_file(tmp_path), repos=tmp_path)
    with pytest.raises(InvalidOption, match="no folder at"):
        loaded(row_file(tmp_path), repos=tmp_path / "nowhere")
    with pytest.raises(InvalidOption, match="starter has no repository tasks"):
        load_benchmark("starter", repos=tmp_path)


def given(source: Path, tmp_path: Path) -> list[Candidate]:
    reading = read_candidates(source, loaded(row_file(tmp_path)))
    return [attempt.candidate for attempt in reading]


PREDICTION = {"instance_id": "acme__shop-7", "model_patch": PATCH, "model_name_or_path": "small-1"}


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(json.dumps(PREDICTION), id="json-lines"),
        pytest.param(json.dumps([PREDICTION]), id="list"),
        pytest.param(json.dumps({"acme__shop-7": PREDICTION}), id="by-id"),
        pytest.param(
            json.dumps({"acme__shop-7": {"model_patch": PATCH, "model_name_or_path": "small-1"}}, indent=2),
            id="by-id-alone",
        ),
    ],
)
def test_predictions_are_passed_on_byte_for_byte(tmp_path: Path, content: str) -> None:
    path = tmp_path / "preds"
    path.write_text(content)

    (candidate,) = given(path, tmp_path)

    assert (candidate.source, candidate.model, candidate.mend) == (PATCH, "small-1", None)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param({"instance_id": "acme__shop-7", "model_patch": None}, id="null"),
        pytest.param({"instance_id": "acme__shop-7", "model_patch": ""}, id="empty"),
        pytest.param({"instance_id": "acme__shop-7", "model_name_or_path": "small-1"}, id="missing"),
    ],
)
def test_an_empty_patch_is_a_candidate(tmp_path: Path, row: dict[str, object]) -> None:
    path = tmp_path / "preds.jsonl"
    path.write_text(json.dumps(row))

    assert [candidate.source for candidate in given(path, tmp_path)] == [""]


def test_a_row_under_the_key_of_another_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "preds.json"
    path.write_text(json.dumps({"acme__shop-8": PREDICTION}))

    with pytest.raises(InvalidValue, match="'acme__shop-8': field 'instance_id' must be as the key it stands under"):
        given(path, tmp_path)


@pytest.mark.parametrize("name", ["acme__shop-7.diff", "acme__shop-7.patch", "acme__shop-7/patch.diff"])
def test_a_folder_of_patches(tmp_path: Path, name: str) -> None:
    path = tmp_path / "patches" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(PATCH.encode())
    (tmp_path / "patches" / "notes.txt").write_text("not one of them")

    assert [candidate.source for candidate in given(tmp_path / "patches", tmp_path)] == [PATCH]


def test_published_predictions_are_read() -> None:
    made = loaded(data_file("swebench/swe-bench-lite.json.gz"))
    path = data_file("swebench/docker_eval__20240402_sweagent_gpt4__predictions.jsonl.gz")

    reading = read_candidates(path, made)
    sources = [attempt.candidate.source for attempt in reading]

    assert len(sources) == 302  # two instances have two rows
    assert sources.count("") == 18


def test_a_patch_is_taken_out_of_an_answer_in_words() -> None:
    answer = f"Two files.\n```diff\n{PATCH}```\nand\n```\n--- a/y\n+++ b/y\n```\nnot this:\n```python\nx = 1\n```\n"

    for problem in (PROBLEM, visible_part(PROBLEM)):
        made = assemble(problem, answer, Form.CHAT)
        assert (made.source, made.how) == (f"{PATCH}--- a/y\n+++ b/y\n", How.BLOCK)
        assert assemble(problem, answer, Form.SOLUTION).source == answer


def test_a_solver_sees_the_statement_and_no_test() -> None:
    seen = visible_part(PROBLEM)

    assert seen.prompt == "It sells nothing."
    assert "test_" not in repr(seen)
    assert "diff --git" not in repr(seen)
