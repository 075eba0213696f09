"""The charts of runs: those that have data, with intervals and n, and names that are bounded and told apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.records import Score
from assay.reports.charts import Chart, Mark, Point
from assay.reports.comparison import ComparedPart, RunComparison
from assay.reports.drawing import CHARTS, LONGEST_NAME, MOST_ROWS, charts_of
from assay.reports.effort import Effort, Measured
from assay.reports.report import Report, ScoreGroup
from assay.reports.trials import TrialLine
from assay.spec import Run, RunState
from assay.statistics.deciding import Decision, Difference


def score(value: float | None = 0.5, n: int = 10, metric: str = "pass@1", k: int = 1) -> Score:
    interval = None if value is None else (max(0.0, value - 0.1), min(1.0, value + 0.1))
    return Score(metric, value, n, interval, "mine:1|k:1", k=k)


OTHER = ScoreGroup("kind", "other", (score(),))


def effort(cost: float | None, seconds: float, accuracy: float = 0.5) -> Effort:
    price = Measured(cost, 10, None if cost is None else (cost / 2, cost * 2))
    number = Measured(accuracy, 10, (accuracy - 0.1, accuracy + 0.1))
    took = Measured(seconds, 10, (seconds / 2, seconds * 2))
    return Effort("s", 10, 10, 10, 10, 0, {}, number, number, number, cost, price, price, price, 10, 0, 1, 1, 0, took,
                  took, took)  # fmt: skip


def report(run_id: str = "a", *, model: str = "m", **fields: object) -> Report:
    run = Run(run_id, "mine", "1", model=model, state=RunState.FINISHED, selected_problems=10)
    about = {"scores": (score(),), "verdicts": {"passed": 5, "failed": 5}, "errors": {"logic": 5}, **fields}
    return Report(run, **about)  # type: ignore[arg-type]  # a table of fields


def difference(value: float = 0.1) -> Difference:
    return Difference(value, (value - 0.05, value + 0.05), 10, "paired", 0.01, 0.03, 0.06, None, Decision.BETTER)


def charts(*reports: Report, **more: object) -> dict[str, Chart]:
    made = charts_of(reports, [[] for _ in reports], **more)  # type: ignore[arg-type]  # a table of fields
    return {chart.name: chart for chart in made}


def test_only_charts_with_data_are_made() -> None:
    assert list(charts(report())) == ["scores", "verdicts", "errors"]
    assert charts(report(scores=(), verdicts={}, errors={})) == {}
    assert charts() == {}


def test_the_first_score_of_each_run_stands_beside_the_others() -> None:
    (series,) = charts(report("a", scores=(score(0.25, 8),)), report("b", scores=(score(0.75, 8),)))["scores"].series

    assert [(point.x, point.low is not None, point.label) for point in series.points] == [
        (0.25, True, "n = 8"),
        (0.75, True, "n = 8"),
    ]
    assert len({point.y for point in series.points}) == 2
    assert "scores" not in charts(report("a", scores=(score(None),)))


def test_every_chart_has_a_place_in_the_list() -> None:
    groups = tuple(ScoreGroup(by, name, (score(),)) for by in ("kind", "difficulty", "tag", "model") for name in "xy")
    both = [
        report(run, scores=(score(), score(0.8, metric="pass@5", k=5)), groups=groups, effort=effort(0.01, 2.0))
        for run in "ab"
    ]
    found = charts(*both, comparisons=[RunComparison(both[0], both[1], "pass@1", 0.5, 0.6, difference())])

    assert list(found) == list(CHARTS)
    assert {chart.note for name, chart in found.items() if name.startswith("by-")} == {"mine:1|k:1"}


def test_groups_are_dots_with_intervals_and_n() -> None:
    found = charts(report(groups=(ScoreGroup("kind", "function", (score(0.5, 82),)), OTHER)))["by-kind"]

    assert found.series[0].points[0] == Point(0.5, "function", 0.4, 0.6, "n = 82")
    assert found.series[0].mark is Mark.DOTS
    assert found.x_percent


def test_the_largest_tags_come_first_and_the_rest_is_counted() -> None:
    groups = tuple(ScoreGroup("tag", f"t{n}", (score(0.5, n),)) for n in range(1, 101))
    found = charts(report(groups=groups))["by-tag"]

    assert [point.y for point in found.series[0].points][:2] == ["t100", "t99"]
    assert len(found.series[0].points) == MOST_ROWS
    assert found.note.startswith("the 40 largest of 100")


def test_a_score_without_a_value_is_no_point() -> None:
    assert "by-kind" not in charts(report(groups=(ScoreGroup("kind", "function", (score(None),)), OTHER)))


def test_runs_of_one_name_are_told_apart() -> None:
    found = charts(report("a"), report("b"), report("c", model="other"))["verdicts"]

    assert [one.name for one in found.series] == ["m (a)", "m (b)", "other"]


def test_foreign_names_are_bounded_and_on_one_line() -> None:
    bad = "\x1b[31m\n" + "x" * 1000
    found = charts(report(model=bad, groups=(ScoreGroup("kind", bad, (score(),)), OTHER)))
    texts = [found["by-kind"].series[0].name, str(found["by-kind"].series[0].points[0].y)]

    assert all(len(text) <= LONGEST_NAME and text.isprintable() for text in texts)


def test_verdicts_are_shares_and_those_without_one_count() -> None:
    found = charts(report(verdicts={"timed_out": 1, "passed": 2}, unjudged=1))["verdicts"]

    assert [(point.y, point.x, point.label) for point in found.series[0].points] == [
        ("passed", 0.5, "2"),
        ("timed out", 0.25, "1"),
        ("unjudged", 0.25, "1"),
    ]


def test_trials_stand_in_for_a_report_without_counts() -> None:
    lines = [TrialLine("p", 0, "passed"), TrialLine("q", 0, "failed")]
    (found,) = [one for one in charts_of([report(verdicts={}, errors={})], [lines]) if one.name == "verdicts"]

    assert [(point.y, point.x) for point in found.series[0].points] == [("passed", 0.5), ("failed", 0.5)]


def test_latency_is_a_distribution_where_the_seconds_are_known() -> None:
    found = charts(report(), seconds=[[3.0, 1.0, 2.0, 4.0]])["latency"]

    assert [(point.x, point.y) for point in found.series[0].points] == [(1, 0.25), (2, 0.5), (3, 0.75), (4, 1.0)]
    assert found.series[0].mark is Mark.STEPS
    assert len(charts(report(), seconds=[[float(n) for n in range(10_000)]])["latency"].series[0].points) == 401


@pytest.mark.parametrize(("costs", "logarithmic"), [((0.01, 0.02), False), ((0.001, 1.0), True), ((0.0, 1.0), False)])
def test_costs_that_are_far_apart_are_drawn_logarithmically(costs: tuple[float, ...], logarithmic: bool) -> None:
    found = charts(*(report(str(cost), effort=effort(cost, 1.0)) for cost in costs))["cost"]

    assert found.x_logarithmic is logarithmic
    assert [one.name for one in found.series] == ["per problem", "per solved problem"]


def test_the_front_is_joined_by_a_line() -> None:
    runs = [
        report("cheap", model="cheap", effort=effort(0.01, 9.0, 0.4)),
        report("worse", model="worse", effort=effort(0.02, 1.0, 0.3)),
        report("dear", model="dear", effort=effort(0.03, 5.0, 0.8)),
    ]
    found = charts(*runs)["trade-off"]

    assert [(one.name, [point.label for point in one.points]) for one in found.series] == [
        ("on the front", ["cheap", "dear"]),
        ("not on the front", ["worse"]),
        ("the front", ["", ""]),
    ]
    assert "trade-off" not in charts(runs[0])
    assert "trade-off" not in charts(runs[0], runs[0])


def test_a_comparison_has_a_row_for_each_part_and_marks_zero() -> None:
    first, second = report("a", model="old"), report("b", model="new")
    parts = (
        ComparedPart("kind", "function", 0.4, 0.5, difference(-0.1)),
        ComparedPart("error", "logic", 0.2, 0.1, None),
    )
    found = charts(
        first, second, comparisons=[RunComparison(first, second, "pass@1", 0.5, 0.6, difference(), parts=parts)]
    )["comparison"]

    assert found.title == "new against old"
    assert [point.y for point in found.series[0].points] == ["all problems", "kind: function"]
    assert found.zero


def test_every_run_is_in_the_chart_of_several_comparisons() -> None:
    first, second, third = report("a", model="old"), report("b", model="new"), report("c", model="slow")
    adjusted = replace(difference(), method="paired, p by Holm")
    sound = RunComparison(first, second, "pass@1", 0.5, 0.6, adjusted)
    other = RunComparison(first, third, "pass@1", 0.5, 0.4, difference(-0.1)).undecided("time 3s against 9s")
    found = charts(first, second, third, comparisons=[sound, other])["comparison"]

    assert found.title == "2 runs against old"
    assert [(one.name, [point.x for point in one.points]) for one in found.series] == [("new", [0.1]), ("slow", [-0.1])]
    assert found.note == (
        "not comparable: time 3s against 9s in slow · a difference within ±3.0 % does not matter · paired"
    )


def test_the_order_of_runs_only_orders_the_series() -> None:
    one, other = report("a", model="x"), replace(report("b", model="y"), verdicts={"passed": 10})

    assert set(charts(one, other)["verdicts"].series) == set(charts(other, one)["verdicts"].series)
