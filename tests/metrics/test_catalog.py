"""Metrics by name: all there, each with a line, and nothing heavy to list them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assay.errors import UnknownNameError
from assay.metrics.base import RunView, ScoringTerms
from assay.metrics.catalog import all_metrics, built_in, metric_named, metric_of
from assay.metrics.scoring import chosen_metrics
from assay.metrics.tally import tally
from tests.metrics.builders import run_of

PROBED = ("overfit-rate", "equivalence-rate", "mutation-score")
TERMS = ScoringTerms("apps", "1", requested=("quality", "codebleu", *PROBED), parts={})


def test_every_metric_can_be_had_by_name() -> None:
    assert set(built_in()) <= {metric.name for metric in all_metrics()}
    assert {metric.name for metric in chosen_metrics(TERMS)} == set(built_in())
    assert all(metric_named(name) is metric for name, metric in built_in().items())


def test_a_metric_had_by_name_measures() -> None:
    view = RunView(tally(run_of(a="PF")).by_problem(), ScoringTerms("mine", "1", k=(1,)))

    assert metric_named("pass@k").score(view)[0].value == 0.5


@pytest.mark.parametrize("name", sorted(built_in()))
def test_every_metric_has_one_line(name: str) -> None:
    summary = built_in()[name].summary

    assert summary
    assert "\n" not in summary
    assert len(summary) <= 100


@pytest.mark.parametrize("name", sorted(built_in()))
def test_every_score_of_a_metric_is_known_by_its_name(name: str) -> None:
    found = {getattr(metric_of(score), "name", None) for score in built_in()[name].score_names(TERMS)}

    assert found == ({"quality", None} if name == "quality" else {name})  # `form` is no metric of its own


def test_an_unknown_metric_is_named_with_its_neighbour() -> None:
    with pytest.raises(UnknownNameError, match=r"No metric is named 'pas@k'. Did you mean 'pass@k'\?"):
        metric_named("pas@k")


def test_listing_and_tallying_load_no_numpy() -> None:
    script = (
        "import sys\n"
        "from assay.metrics import catalog, scoring, tally, words\n"
        "assert 'pass@k' in [metric.name for metric in catalog.all_metrics()]\n"
        "print(sorted({'numpy', 'pandas', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


ONE_FILE = """
from assay.metrics.base import Metric

METRICS = (
    Metric(
        "half",
        "Always a half",
        lambda run: [run.mean("half", [0.5] * len(run.problems))],
        "{share}, as always",
        place=35,
    ),
)
"""


def test_a_metric_is_added_with_one_file(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(ONE_FILE)
    script = (
        f"import assay.metrics; assay.metrics.__path__.append({str(tmp_path)!r})\n"
        "from assay.metrics.base import ScoringTerms\n"
        "from assay.metrics.scoring import score_run\n"
        "from assay.metrics.tally import Tallies, Tally\n"
        "from assay.metrics.words import in_words\n"
        "from assay.records import Writer\n"
        "scores = score_run(Tallies({('a', Writer()): Tally(judged=1)}), ScoringTerms('mine', '1'))\n"
        "print([score.metric for score in scores][:3], in_words(scores[2]).partition(' (')[0])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "['pass@1', 'functional-correctness', 'half'] 50 %, as always"
