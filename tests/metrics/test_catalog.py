"""Metrics by name: all there, each with a line, and nothing heavy to list them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assay.errors import UnknownNameError
from assay.metrics.catalog import DESCRIPTIONS, METRICS
from assay.metrics.scoring import SCORERS
from tests.metrics.builders import run_of


def test_every_metric_can_be_had_by_name() -> None:
    assert set(DESCRIPTIONS) <= set(METRICS)
    assert set(SCORERS) < set(DESCRIPTIONS)
    assert all(callable(METRICS.get(name)) for name in DESCRIPTIONS)


def test_a_metric_had_by_name_measures() -> None:
    assert METRICS.get("pass@k")(run_of(a="PF"), k=1) == 0.5
    assert METRICS.get("error-analysis")(run_of(a="PT")).timeout_errors == 1


@pytest.mark.parametrize("name", sorted(DESCRIPTIONS))
def test_every_metric_has_one_line(name: str) -> None:
    assert DESCRIPTIONS[name]
    assert "\n" not in DESCRIPTIONS[name]
    assert len(DESCRIPTIONS[name]) <= 100


def test_an_unknown_metric_is_named_with_its_neighbour() -> None:
    with pytest.raises(UnknownNameError, match=r"No metric is named 'pas@k'. Did you mean 'pass@k'\?"):
        METRICS.get("pas@k")


def test_listing_and_tallying_load_no_numpy() -> None:
    script = (
        "import sys\n"
        "from assay.metrics import catalog, scoring, tally, words\n"
        "assert 'pass@k' in list(catalog.METRICS)\n"
        "catalog.METRICS.get('pass@k')\n"
        "print(sorted({'numpy', 'pandas', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
