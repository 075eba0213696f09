"""Metrics by name: all there, each with a line, and nothing heavy to list them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assay.errors import UnknownNameError
from assay.metrics.base import RunView, ScoringTerms
from assay.metrics.catalog import all_metrics, built_in, metric_named, metric_of
from assay.metrics.scoring import chosen_metrics
from assay.metrics.tally import tally
from tests.metrics.builders import run_of

TERMS = ScoringTerms("mine", "1", requested=("quality", "codebleu"), parts={})


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
