"""Folders of programs: pairs by name, what is missing, what is written, what goes on after a cut."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.ca import run_ca_benchmark
from assay.ca.report import FileResult, summarise
from assay.errors import InvalidValue, UsageError
from assay.records import Verdict
from assay.sandbox import recipes
from assay.spec import RunState
from assay.store.memory import MemoryStore

ECHO = "print('got', input())"


def folders(tmp_path: Path, truths: Mapping[str, str], predictions: Mapping[str, str]) -> tuple[Path, Path]:
    places = tmp_path / "groundtruth-python", tmp_path / "output" / "modernized"
    for place, programs in zip(places, (truths, predictions), strict=True):
        for name, source in programs.items():
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source)
    return places


def classes(report: dict[str, Any]) -> dict[str, str]:
    return {row["file"]: row["class"] for row in report["results"]}


def test_the_documented_example(tmp_path: Path) -> None:
    truths = {
        "a.py": "print('Hi')",
        "b.py": "print('Hi')",
        "c.py": "print('Hi')",
        "d.py": "print(1)",
        "e.py": "print(1)",
    }
    others = {"a.py": "print('Hi')", "b.py": "print('hi ')", "c.py": "print('ho')", "d.py": "raise ValueError"}
    data, predictions = folders(tmp_path, truths, others | {"z.py": ""})
    output = tmp_path / "results" / "deep" / "ca_results.json"

    results = run_ca_benchmark(data_dir=data, prediction_dir=predictions, output_file=output)

    summary = results["summary"]
    assert {name: summary[name] for name in ("num_files", "perfect_matches", "close_matches", "partial_matches")} == {
        "num_files": 5, "perfect_matches": 1, "close_matches": 1, "partial_matches": 1,
    }  # fmt: skip
    assert (summary["failures"], summary["missing"], summary["extra"]) == (1, 1, 1)
    assert summary["mean_ca_score"] == pytest.approx((1 + 0.9 + 0.5 + 0) / 4)
    assert summary["mean_ca_score_with_missing"] == pytest.approx((1 + 0.9 + 0.5 + 0) / 5)
    assert (summary["missing_files"], summary["extra_files"]) == (["e"], ["z"])
    assert json.loads(output.read_text()) == results
    assert sorted(path.name for path in output.parent.iterdir()) == ["ca_results.json"]


def test_inputs_are_given_by_name(tmp_path: Path) -> None:
    data, predictions = folders(
        tmp_path, {"exercise1.py": ECHO, "exercise2.py": ECHO}, {"exercise1.py": ECHO, "exercise2.py": ECHO}
    )
    input_map = {"exercise1": "input1\n", "exercise2": ["one\n", "two\n"]}

    results = run_ca_benchmark(data_dir=data, prediction_dir=predictions, input_data_map=input_map)["results"]

    assert [row["ca_score"] for row in results] == [1.0, 1.0]
    assert [row["num_inputs"] for row in results] == [1, 2]


def test_two_languages_meet_by_stem_in_subfolders(tmp_path: Path) -> None:
    data, predictions = folders(
        tmp_path, {"x/a.py": "print(3)", "README.md": "no"}, {"x/a.sh": "echo 3", ".git/b.py": ""}
    )

    report = run_ca_benchmark(data, predictions)

    assert classes(report) == {"x/a": "perfect"}
    assert report["results"][0]["prediction_language"] == "bash"


def test_two_files_are_a_pair_whatever_their_names(tmp_path: Path) -> None:
    data, predictions = folders(tmp_path, {"old.py": ECHO}, {"new.py": ECHO})
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "1.in").write_text("x\n")
    (tmp_path / "in" / "2.in").write_text("y\n")

    report = run_ca_benchmark(data / "old.py", predictions / "new.py", input_data_map=tmp_path / "in")

    assert report["results"][0]["num_inputs"] == 2
    assert classes(report) == {"old": "perfect"}


def test_a_ground_truth_that_varies_or_fails_is_outside_of_the_mean(tmp_path: Path) -> None:
    truths = {
        "varies.py": "import random; print(random.random())", "breaks.py": "1/0", "stops.py": "1/0",
        "asks.py": "print(1 // int(input()))", "good.py": "print(1)",
    }  # fmt: skip
    data, predictions = folders(tmp_path, truths, truths | {"stops.py": "print(1)"})
    store = MemoryStore()

    report = run_ca_benchmark(data, predictions, input_data_map={"asks": ["0\n", "1\n"]}, repeat=2, store=store)

    summary = report["summary"]
    assert summary["nondeterministic_files"] == ["varies"]
    assert (summary["groundtruth_failed"], summary["groundtruth_failed_files"]) == (2, ["breaks", "stops"])
    assert summary["groundtruth_failed_inputs"] == 1
    assert (summary["mean_ca_score"], summary["evaluated"], summary["perfect_matches"]) == (1.0, 2, 2)
    trials = {trial.problem_id: trial for trial in store.trials(summary["run"])}
    assert (trials["stops"].verdict, trials["stops"].fault) == (None, "the ground truth does not run to its end")
    assert (trials["asks"].verdict, [outcome.name for outcome in trials["asks"].outcomes]) == (Verdict.PASSED, ["2"])


def test_a_run_that_was_cut_short_goes_on_where_it_was(tmp_path: Path) -> None:
    programs = {f"p{i}.py": f"print({i})" for i in range(4)}
    data, predictions = folders(tmp_path, programs, programs)
    output = tmp_path / "out.json"
    store = MemoryStore()

    def cut(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_ca_benchmark(data, predictions, output, workers=1, watch=cut, store=store)
    (run,) = store.runs()
    assert (run.state, run.trials) == (RunState.INTERRUPTED, 2)
    first, _ = store.trials(run.id)
    assert first.accuracy is not None
    assert first.accuracy.worst is not None
    marked = replace(first.accuracy, worst=replace(first.accuracy.worst, diff="taken from the store"))
    store.replace_trials(run.id, [replace(first, accuracy=marked)])

    report = run_ca_benchmark(data, predictions, output, workers=1, store=store)

    assert [row["diff"] for row in report["results"]] == ["taken from the store", None, None, None]
    assert [(run.id, run.state, run.trials) for run in store.runs()] == [
        (report["summary"]["run"], RunState.FINISHED, 4)
    ]
    assert [trial.verdict for trial in store.trials(report["summary"]["run"])] == [Verdict.PASSED] * 4


def test_another_prediction_is_judged_anew(tmp_path: Path) -> None:
    data, predictions = folders(
        tmp_path, {"a.py": "print(1)", "b.py": "print(2)"}, {"a.py": "print(1)", "b.py": "print(2)"}
    )

    def cut(done: int, total: int) -> None:
        raise KeyboardInterrupt

    store = MemoryStore()
    with pytest.raises(KeyboardInterrupt):
        run_ca_benchmark(data, predictions, tmp_path / "o.json", workers=1, watch=cut, store=store)
    (predictions / "a.py").write_text("print(9)")

    assert classes(run_ca_benchmark(data, predictions, tmp_path / "o.json", store=store)) == {
        "a": "partial",
        "b": "perfect",
    }


def test_a_run_is_kept_with_one_trial_for_each_pair(tmp_path: Path) -> None:
    truths = {"good.py": ECHO, "wrong.py": ECHO, "slow.py": ECHO, "broken.c": "int main() { return 0; }"}
    others = {"good.py": ECHO, "wrong.py": "print('no')", "slow.py": "while 1: pass", "broken.c": "int main( {"}
    data, predictions = folders(tmp_path, truths, others)
    store = MemoryStore()
    inputs = {name: {"first": "1\n", "second": "2\n"} for name in ("good", "wrong", "slow")}

    report = run_ca_benchmark(data, predictions, input_data_map=inputs, timeout=0.5, store=store, name="try")

    run = store.find_run("try")
    trials = {trial.problem_id: trial for trial in store.trials(run.id)}
    assert (run.benchmark, run.state, run.problems) == ("ca", RunState.FINISHED, 4)
    assert {name: trial.verdict for name, trial in trials.items()} == {
        "good": Verdict.PASSED, "wrong": Verdict.FAILED, "slow": Verdict.TIMED_OUT, "broken": Verdict.INVALID,
    }  # fmt: skip
    assert [outcome.name for outcome in trials["wrong"].outcomes] == ["first", "second"]
    assert trials["wrong"].outcomes[0].error == "line 1:\n- 'got 1'\n+ 'no'"
    (score,) = run.scores
    assert (score.metric, score.value, score.n) == ("ca_score", report["summary"]["mean_ca_score"], 4)
    assert "iso:landlock+seccomp" in score.signature


def test_a_ground_truth_that_varies_leaves_its_trial_unjudged(tmp_path: Path) -> None:
    program = {"v.py": "import random; print(random.random())"}
    store = MemoryStore()

    report = run_ca_benchmark(*folders(tmp_path, program, program), repeat=2, store=store)

    (trial,) = store.trials(report["summary"]["run"])
    assert (trial.verdict, trial.fault) == (None, "the ground truth does not agree with itself")


@pytest.fixture
def no_toolchains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine that has Python and nothing else."""
    monkeypatch.setenv("PATH", str(tmp_path))
    recipes.tools.cache_clear()
    yield
    recipes.tools.cache_clear()


@pytest.mark.usefixtures("no_toolchains")
def test_pairs_without_a_toolchain_are_set_aside_and_the_others_judged(tmp_path: Path) -> None:
    truths = {"a.py": "print(1)", "b.rb": "puts 1", "c.py": "print(1)"}
    others = {"a.py": "print(1)", "b.rb": "puts 1", "c.php": "<?php echo 1;"}
    store = MemoryStore()

    report = run_ca_benchmark(*folders(tmp_path, truths, others), store=store)

    assert classes(report) == {"a": "perfect", "b": "no_toolchain", "c": "no_toolchain"}
    assert "Ruby programs need 'ruby' on this machine" in report["results"][1]["error"]
    summary = report["summary"]
    assert (summary["no_toolchain"], summary["no_toolchain_files"]) == (2, ["b", "c"])
    assert list(summary["missing_toolchains"]) == ["php", "ruby"]
    assert (summary["mean_ca_score"], summary["evaluated"]) == (1.0, 1)
    assert [trial.verdict for trial in store.trials(summary["run"])] == [Verdict.PASSED, None, None]


@pytest.mark.usefixtures("no_toolchains")
def test_no_toolchain_at_all_is_an_error_before_anything_runs(tmp_path: Path) -> None:
    truths, others = {"a.py": "print(1)", "b.rb": "puts 1"}, {"a.rb": "puts 1", "b.php": "<?php echo 1;"}

    with pytest.raises(UsageError, match=r"no pair can be run here: PHP programs need 'php'.*; Ruby programs need"):
        run_ca_benchmark(*folders(tmp_path, truths, others), tmp_path / "out.json")
    assert not (tmp_path / "out.json").exists()


def test_folders_without_a_common_name_are_an_error_that_shows_names(tmp_path: Path) -> None:
    truths = {f"t{i}.py": "" for i in range(5)}
    data, predictions = folders(tmp_path, truths, {"x/t1.py": "", "other.py": ""})

    with pytest.raises(InvalidValue) as caught:
        run_ca_benchmark(data, predictions)

    assert f"{str(data)!r} holds 't0', 't1', 't2' and 2 more" in str(caught.value)
    assert f"{str(predictions)!r} holds 'other', 'x/t1'" in str(caught.value)


def test_a_cache_folder_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    programs = {"a.py": "print(1)"}

    report = run_ca_benchmark(*folders(tmp_path, programs, programs), cache_folder=tmp_path / "file" / "below")

    assert classes(report) == {"a": "perfect"}


def test_results_that_could_not_be_written_are_refused_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    places = folders(tmp_path, {"a.py": "print(1)"}, {"a.py": "print(1)"})
    seen: list[int] = []

    for output in (tmp_path / "file" / "out.json", tmp_path):
        with pytest.raises(InvalidValue, match=f"output file {str(output)!r} cannot be written: "):
            run_ca_benchmark(*places, output, watch=lambda done, total: seen.append(done))

    assert not seen


def test_artefacts_lie_in_the_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = {"a.c": "int main(void) { return 0; }"}
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "mine"))

    def cut(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_ca_benchmark(*folders(tmp_path, program, program), watch=cut)

    assert len(list((tmp_path / "mine" / "artefacts").iterdir())) == 1
    assert not (tmp_path / "cache").exists()


def test_what_stands_beside_is_measured_anew_when_a_run_goes_on(tmp_path: Path) -> None:
    places = folders(tmp_path, {"a.py": "print(1)"}, {"a.py": "print(1)"})

    def cut(done: int, total: int) -> None:
        raise KeyboardInterrupt

    store = MemoryStore()
    with pytest.raises(KeyboardInterrupt):
        run_ca_benchmark(*places, watch=cut, similarity=lambda pair: {"codebleu": 0.1}, store=store)

    report = run_ca_benchmark(*places, similarity=lambda pair: {"codebleu": 0.2}, store=store)
    assert report["results"][0]["codebleu"] == 0.2
    assert len(store.runs()) == 1


def test_what_stands_beside_comes_from_outside(tmp_path: Path) -> None:
    data, predictions = folders(tmp_path, {"a.py": "print(1)"}, {"a.py": "print(1)"})

    report = run_ca_benchmark(data, predictions, similarity=lambda pair: {"codebleu": float(len(pair.prediction.data))})

    assert report["results"][0]["codebleu"] == 8.0


@pytest.mark.parametrize(
    ("truths", "others", "message"),
    [
        ({"notes.txt": ""}, {"a.py": ""}, "holds no program"),
        ({"a.py": "", "a.c": ""}, {"a.py": ""}, "have the same name"),
    ],
)
def test_folders_that_cannot_be_paired_are_refused(
    tmp_path: Path, truths: dict[str, str], others: dict[str, str], message: str
) -> None:
    with pytest.raises(InvalidValue, match=message):
        run_ca_benchmark(*folders(tmp_path, truths, others))


def test_a_place_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="nowhere"):
        run_ca_benchmark(tmp_path / "nowhere", tmp_path)


def test_nothing_judged_has_no_mean() -> None:
    summary = summarise([FileResult("a")])

    assert (summary.mean_ca_score, summary.interval, summary.mean_ca_score_with_missing) == (None, None, 0.0)
