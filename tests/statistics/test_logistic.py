"""Logistic regression: against odds that are known, and the conditions that every fit must meet."""

from __future__ import annotations

import math

import numpy as np
import pytest

from assay.statistics.logistic import chances_of, fit_logistic


def test_two_groups_get_their_own_odds() -> None:
    columns = np.array([[0.0]] * 4 + [[1.0]] * 5)
    shares = np.array([1.0, 0, 0, 0, 1, 1, 1, 1, 0])

    intercept, slope = fit_logistic(columns, shares, ridge=0.0)

    assert intercept == pytest.approx(math.log(1 / 3))
    assert intercept + slope == pytest.approx(math.log(4))


def test_a_share_counts_like_the_outcomes_that_it_sums_up() -> None:
    columns = np.array([[0.0], [1.0]])

    shares = fit_logistic(columns, np.array([0.25, 0.75]), ridge=0.5)
    outcomes = fit_logistic(np.repeat(columns, 4, axis=0), np.array([1, 0, 0, 0, 1, 1, 1, 0.0]), ridge=2.0)

    assert shares == pytest.approx(outcomes, abs=1e-6)


@pytest.mark.parametrize("ridge", [0.1, 1.0, 100.0])
def test_the_fit_is_where_the_penalised_likelihood_is_flat(ridge: float) -> None:
    draw = np.random.default_rng(1)
    columns = draw.normal(size=(200, 4))
    shares = draw.random(200)

    found = fit_logistic(columns, shares, ridge=ridge)

    design = np.hstack([np.ones((200, 1)), columns])
    slope = design.T @ (shares - chances_of(design, found))
    assert slope == pytest.approx(np.array([0.0, *(ridge * found[1:])]), abs=1e-4)


def test_a_large_ridge_leaves_the_mean() -> None:
    found = fit_logistic(np.array([[0.0], [1.0], [0.0], [1.0]]), np.array([0.0, 1.0, 0.0, 1.0]), ridge=1e9)

    assert found == pytest.approx([0.0, 0.0], abs=1e-6)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_outcomes_that_are_all_alike_have_a_bounded_fit(share: float) -> None:
    found = fit_logistic(np.array([[0.0], [1.0]]), np.array([share, share]))

    assert np.isfinite(found).all()
    assert chances_of(np.array([[1.0, 0.0]]), found)[0] == pytest.approx(share, abs=1e-3)


def test_columns_that_separate_the_outcomes_have_a_bounded_fit() -> None:
    columns = np.array([[-1.0]] * 50 + [[1.0]] * 50)

    _, slope = fit_logistic(columns, np.array([0.0] * 50 + [1.0] * 50))

    assert 2 < slope < 6
