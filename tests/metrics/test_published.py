"""pass@k from published results is what their authors published."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

import pytest

from assay.metrics.base import ScoringTerms
from assay.metrics.passk import pass_at_k_of_counts
from assay.metrics.scoring import group, score_group, score_run
from assay.metrics.tally import tally
from assay.records import Candidate, Trial, Verdict
from tests.public_data import data_file, rows


def verdict(passed: bool) -> Verdict:
    return Verdict.PASSED if passed else Verdict.FAILED


@pytest.mark.parametrize("side", ["input", "output"])
def test_cruxeval_of_codellama(side: str) -> None:
    with gzip.open(data_file(f"cruxeval/codellama-7b_temp0.2_{side}_scored.json.gz"), "rt") as file:
        published = json.load(file)
    graded = published["raw_scored_generations"]
    trials = (Trial(name, Candidate(""), verdict(passed)) for name, results in graded.items() for passed in results)

    found = {score.metric: score for score in score_run(tally(trials), ScoringTerms("cruxeval", "1"))}

    assert found["pass@1"].n == 800
    assert 100 * (found["pass@1"].value or 0) == pytest.approx(published["pass_at_1"])
    assert 100 * (found["pass@5"].value or 0) == pytest.approx(published["pass_at_5"])


def test_codegen_with_a_hundred_attempts() -> None:
    published = json.loads(data_file("samples-codet/rerun_pass_counts.json").read_text())
    passes = [published["passes"].get(f"HumanEval/{number}", 0) for number in range(164)]

    for k in (1, 10, 100):
        value = float(pass_at_k_of_counts([100] * 164, passes, k=k).mean())
        assert value == pytest.approx(published[f"pass_at_{k}"])


def test_three_models_of_ten_runs_each() -> None:
    def trials() -> Iterator[Trial]:
        for row in rows("samples-jamesmurdza/runs.jsonl.gz"):
            yield Trial(row["task_id"], Candidate(row["code"], model=row["model"]), verdict(row["passed"]))

    terms = ScoringTerms("humaneval", "1")
    grouped = {name: score_group(part, terms) for name, part in group(tally(trials()), by="model", problems={}).items()}

    shown = {name: f"{scores[0].value:.1%}" for name, scores in grouped.items()}
    assert shown == {"codellama-34b-instruct": "45.1%", "gpt-3.5-turbo": "77.0%", "gpt-4": "84.8%"}
