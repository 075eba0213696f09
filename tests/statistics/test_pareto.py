"""The Pareto front: the published example, ties, and what domination means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.statistics.pareto import dominators

A, B, C, D = (0.62, -0.010, -3.0), (0.70, -0.030, -6.0), (0.60, -0.020, -2.0), (0.70, -0.028, -5.0)
POINTS = st.lists(st.tuples(*[st.integers(0, 4).map(float)] * 3), max_size=12)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param([A, B, C, D], [[], [3], [], []], id="published"),
        pytest.param([A, A], [[], []], id="equal-points-do-not-dominate"),
        pytest.param([(1.0, 1.0), (1.0, 0.0), (0.0, 0.0)], [[], [0], [0, 1]], id="all-that-dominate"),
        pytest.param([(1.0, 0.0), (0.0, 1.0)], [[], []], id="each-better-in-one"),
        pytest.param([(0.5,)], [[]], id="alone"),
        pytest.param([], [], id="none"),
    ],
)
def test_dominators(points: list[tuple[float, ...]], expected: list[list[int]]) -> None:
    assert dominators(points) == expected


@given(POINTS)
def test_whoever_is_dominated_is_dominated_by_the_front(points: list[tuple[float, ...]]) -> None:
    found = dominators(points)
    front = {place for place, above in enumerate(found) if not above}

    assert bool(front) is bool(points)
    for place, above in enumerate(found):
        assert place not in above
        assert not above or front & set(above)
        for other in above:
            assert all(one >= two for one, two in zip(points[other], points[place], strict=True))


@pytest.mark.parametrize("points", [[(1.0,), (1.0, 2.0)], [(float("nan"),)], [(float("inf"),)]])
def test_points_that_cannot_be_weighed_are_refused(points: list[tuple[float, ...]]) -> None:
    with pytest.raises(InvalidValue, match="coordinates"):
        dominators(points)
