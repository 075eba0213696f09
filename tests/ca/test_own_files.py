"""Whatever a prediction's own files are, it is a result of that pair, and every other pair is judged."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.ca import evaluate_ca, run_ca_benchmark
from assay.ca.evaluating import ProgramPair
from assay.ca.sources import MAX_SOURCE_BYTES
from assay.errors import InvalidValue
from assay.records import Verdict
from assay.sandbox.recipes import tools
from assay.sandbox.runner import Runner
from assay.sandbox.toolchains import MissingToolchain
from assay.store.memory import MemoryStore

HELLO = "print('Hello')"


def need(language: str) -> None:
    try:
        tools(language)
    except MissingToolchain as error:
        pytest.skip(str(error))


def too_large(folder: Path) -> None:
    with open(folder / "bad.py", "wb") as file:
        file.truncate(MAX_SOURCE_BYTES + 1)


def dangling_link(folder: Path) -> None:
    (folder / "bad.py").symlink_to("/nonexistent")


def link_to_itself(folder: Path) -> None:
    (folder / "bad.py").symlink_to("bad.py")


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "bad.py")


def device(folder: Path) -> None:
    (folder / "bad.py").symlink_to("/dev/zero")


def link_to_the_ground_truth(folder: Path) -> None:
    (folder / "bad.py").symlink_to("../truth/bad.py")


def link_by_a_link(folder: Path) -> None:
    (folder / "bad.py").symlink_to("next")
    (folder / "next").symlink_to(folder.parent / "truth" / "bad.py")


def two_files_of_one_name(folder: Path) -> None:
    (folder / "bad.py").write_text(HELLO)
    (folder / "bad.sh").write_text("echo Hello")


FILES: dict[Callable[[Path], None], str] = {
    too_large: "at most 16,777,216 are read",
    dangling_link: "a link that leads out of its folder, to '/nonexistent'",
    link_to_itself: "cannot be read: Too many levels",
    link_to_the_ground_truth: "a link that leads out of its folder",
    link_by_a_link: "a link that leads out of its folder",
    pipe: "cannot be read: it is a pipe, not a regular file",
    device: "a link that leads out of its folder, to '/dev/zero'",
    two_files_of_one_name: "have the same name",
}


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    for folder in ("truth", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "good.py").write_text(HELLO)
    (tmp_path / "truth" / "bad.py").write_text(HELLO)
    return tmp_path / "truth", tmp_path / "new"


def rows_of(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["file"]: row for row in report["results"]}


@pytest.mark.parametrize("make", FILES, ids=lambda make: make.__name__)
def test_a_prediction_that_cannot_be_read_fails_alone(places: tuple[Path, Path], make: Callable[[Path], None]) -> None:
    make(places[1])
    store = MemoryStore()

    report = run_ca_benchmark(*places, workers=1, store=store)

    rows = rows_of(report)
    assert (rows["good"]["class"], rows["bad"]["class"], rows["bad"]["ca_score"]) == ("perfect", "failed", 0.0)
    assert rows["bad"]["error"].startswith("prediction: ")
    assert FILES[make] in rows["bad"]["error"]
    trials = {trial.problem_id: trial.verdict for trial in store.trials(report["summary"]["run"])}
    assert trials == {"good": Verdict.PASSED, "bad": Verdict.INVALID}


@pytest.mark.parametrize("make", [too_large, dangling_link, pipe], ids=lambda make: make.__name__)
def test_a_ground_truth_that_cannot_be_read_is_not_charged_to_the_prediction(
    places: tuple[Path, Path], make: Callable[[Path], None]
) -> None:
    (places[0] / "bad.py").unlink()
    make(places[0])
    (places[1] / "bad.py").write_text(HELLO)
    store = MemoryStore()

    report = run_ca_benchmark(*places, workers=1, store=store)

    bad = rows_of(report)["bad"]
    assert (bad["class"], bad["ca_score"]) == ("groundtruth_failed", None)
    assert bad["error"].startswith("groundtruth: ")
    assert (report["summary"]["groundtruth_failed"], report["summary"]["mean_ca_score"]) == (1, 1.0)
    trials = {trial.problem_id: trial.verdict for trial in store.trials(report["summary"]["run"])}
    assert trials["bad"] is None


def test_a_link_within_the_predictions_is_read(places: tuple[Path, Path]) -> None:
    (places[1] / "bad.py").symlink_to("good.py")
    linked = places[1].parent / "linked"
    linked.symlink_to(places[1])

    for prediction in (places[1], linked):
        rows = rows_of(run_ca_benchmark(places[0], prediction, workers=1))
        assert (rows["good"]["class"], rows["bad"]["class"]) == ("perfect", "perfect")


def test_a_link_that_the_caller_names_is_read(places: tuple[Path, Path]) -> None:
    (places[1] / "bad.py").symlink_to(places[0] / "bad.py")

    assert rows_of(run_ca_benchmark(places[0] / "bad.py", places[1] / "bad.py"))["bad"]["class"] == "perfect"


BINARY = "char big[40 << 20] = {1}; int main(void) { return big[5]; }"
LONG_CLASS = f"public class {'A' * 300} {{ public static void main(String[] a) {{}} }}"
LONG_PACKAGE = f"package {'.'.join(['a' * 200] * 30)}; public class Main {{ public static void main(String[] a) {{}} }}"


@pytest.mark.parametrize(
    ("language", "source", "said"),
    [
        pytest.param("c", BINARY, "a file of", id="large-binary"),
        pytest.param("java", LONG_CLASS, "does not compile", id="long-class"),
        pytest.param("java", LONG_PACKAGE, "", id="long-package"),
        pytest.param("python", "x = 1\n#" + "a" * (33 << 20), "larger than", id="large-text"),
        pytest.param("python", "#" + "é" * (9 << 20), "larger than", id="large-when-encoded"),
        pytest.param("bash", "# " + "a" * (15 << 20) + "\necho no", "", id="largest-script"),
    ],
)
def test_a_program_that_cannot_be_started_fails(runner: Runner, language: str, source: str, said: str) -> None:
    need(language)
    result = evaluate_ca(HELLO, source, language="python", prediction_language=language, runner=runner)

    assert result["ca_score"] in (0.0, 0.5)
    assert said in (result["error"] or "")


def test_a_large_text_costs_next_to_nothing(runner: Runner) -> None:
    source = "x = 1\n#" + "a" * (70 << 20)
    evaluate_ca(HELLO, HELLO, runner=runner)
    before = resource.getrusage(resource.RUSAGE_SELF)

    evaluate_ca(HELLO, source, runner=runner)

    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime - before.ru_utime < 0.5
    assert after.ru_maxrss - before.ru_maxrss < 20 << 10


def test_a_file_of_the_input_that_only_the_predictions_language_uses_fails_that_prediction(runner: Runner) -> None:
    need("c")
    result = evaluate_ca(
        HELLO, "int main(void) { return 0; }", prediction_language="c", files={"main": "data"}, runner=runner
    )

    assert (result["class"], result["prediction_failure"]) == ("failed", "start")


@pytest.mark.parametrize(
    "given",
    [
        {"files": {"a": "x", "a/b": "y"}},
        {"files": {"b" * 300: "x"}},
        {"files": {"/x": "x"}},
        {"files": {"big": b"\0" * (40 << 20)}},
        {"input_data": b"\0" * (40 << 20)},
        {"arguments": ["a" * 200_000]},
    ],
    ids=["file-and-folder", "long-name", "absolute", "large-file", "large-input", "long-argument"],
)
def test_what_no_program_can_be_given_is_the_callers_mistake(runner: Runner, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        evaluate_ca(HELLO, HELLO, runner=runner, **given)


def test_a_ground_truth_of_the_caller_that_is_too_large_is_refused() -> None:
    with pytest.raises(InvalidValue, match="groundtruth: the source is larger"):
        evaluate_ca(b"#" * (MAX_SOURCE_BYTES + 1), HELLO)


def test_a_prediction_that_cannot_be_measured_ends_nothing(places: tuple[Path, Path]) -> None:
    (places[1] / "bad.py").write_text(HELLO)

    def similarity(pair: ProgramPair) -> dict[str, Any]:
        if pair.name == "bad":
            raise RecursionError("too deep")
        return {"codebleu": 1.0}

    rows = rows_of(run_ca_benchmark(*places, workers=1, similarity=similarity))

    assert (rows["good"]["codebleu"], rows["bad"]["class"]) == (1.0, "perfect")
    assert rows["bad"]["similarity_error"] == "RecursionError: too deep"
