"""The charts of some runs: what each report, its trials and a comparison have to show, as data for a page or a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assay.records import Score, Verdict
from assay.reports import figures
from assay.reports.charts import Chart, Mark, Point, Series
from assay.reports.comparison import RunComparison
from assay.reports.effort import Effort, Measured
from assay.reports.figures import Figure
from assay.reports.report import Report
from assay.reports.tradeoff import MOST_RUNS, Criterion, differences, title_of, trade_off
from assay.reports.trials import UNJUDGED, TrialLine
from assay.statistics.deciding import Difference
from assay.statistics.multiplicity import BY_HOLM
from assay.statistics.pareto import dominators
from assay.text import one_line

CHARTS = {
    "scores": "the first score of each run",
    "by-kind": "the first score by task type",
    "by-difficulty": "the first score by difficulty",
    "by-tag": "the first score by tag",
    "by-model": "the first score by model, where a run has several",
    "pass-at-k": "the chance that one of k attempts passes",
    "verdicts": "how many trials have which verdict",
    "errors": "how many trials fail in which way",
    "cost": "what a problem costs, and what a solved one costs",
    "latency": "how long the solver took",
    "trade-off": "accuracy against cost, with the front",
    "trade-off-latency": "accuracy against latency, with the front",
    "comparison": "how far each further run is above the first, by part",
}
"""The charts by name, in the order in which they are shown, each with what it shows."""
MOST_ROWS = 40
"""Names beside one chart; more cannot be read."""
_FEWEST_ROWS, _MOST_DOTS = 8, 120
"""Where many runs are shown, each name has a dot for each of them: rows are left out, down to so few."""
LONGEST_NAME = 200
LOGARITHMIC_FROM = 20.0
"""The ratio of the largest to the smallest amount from which on an axis is logarithmic."""
_IN_TITLE = 32
"""Characters of the name of a run in the title of a chart."""
_STEPS = 400
"""Points of a cumulative distribution."""
_BY = {"kind": "task type", "difficulty": "difficulty", "tag": "tag", "model": "model"}


def charts_of(
    reports: Sequence[Report],
    lines: Sequence[Sequence[TrialLine]],
    *,
    comparisons: Sequence[RunComparison] = (),
    seconds: Sequence[Sequence[float]] = (),
) -> list[Chart]:
    """Return every chart that these runs have data for, in the order of `CHARTS`.

    Args:
        reports: of the runs, each shown as a series of its own.
        lines: the trials of each run; they stand in where a report has no counts of its own.
        comparisons: of the first run with others.
        seconds: for each run, what its solver took for each problem, where that is known.
    """
    shown = _Shown(tuple(reports), tuple(_names(reports)), tuple(lines), tuple(seconds))
    made = [
        _scores(shown),
        *(_by_group(shown, by) for by in _BY),
        _pass_at_k(shown),
        _verdicts(shown),
        _errors(shown),
        _cost(shown),
        _latency(shown),
        _trade_off(shown, Criterion.COST),
        _trade_off(shown, Criterion.LATENCY),
        _comparison(comparisons),
    ]
    return [chart for chart in made if chart is not None]


@dataclass(frozen=True, slots=True)
class _Shown:
    """The runs that are shown, each with a name that no other has."""

    reports: tuple[Report, ...]
    names: tuple[str, ...]
    lines: tuple[Sequence[TrialLine], ...] = ()
    seconds: tuple[Sequence[float], ...] = ()
    signatures: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        found = (score.signature for report in self.reports for score in report.scores[:1])
        object.__setattr__(self, "signatures", tuple(dict.fromkeys(filter(None, found))))

    def runs(self) -> Iterator[tuple[str, Report]]:
        """Give each run with its name."""
        yield from zip(self.names, self.reports, strict=True)

    def note(self, *parts: str) -> str:
        """Return what is said below a chart: these parts, and the signature where one is enough."""
        said = [*filter(None, parts), *(self.signatures if len(self.signatures) == 1 else ())]
        return shown_name(" · ".join(said), 2 * LONGEST_NAME)


def shown_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return foreign text on one line and of a bounded length.

    >>> shown_name("a\\nb"), shown_name("long", 3)
    ('a b', 'lo…')
    """
    line = one_line(text[: 2 * longest])
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def _names(reports: Sequence[Report]) -> list[str]:
    """Return what each run is called; runs of the same title are told apart by their ids."""
    titles = [shown_name(title_of(report)) for report in reports]
    return [
        title if titles.count(title) == 1 else f"{title} ({shown_name(report.run.id)})"
        for title, report in zip(titles, reports, strict=True)
    ]


def _scores(shown: _Shown) -> Chart | None:
    """Return the score that every headline begins with, of each run that has it."""
    metric = next((score.metric for report in shown.reports for score in report.scores[:1]), "")
    found = [
        (name, score)
        for name, report in shown.runs()
        for score in report.scores
        if score.metric == metric and score.value is not None
    ]
    if not found:
        return None
    points = tuple(_points(found))
    label = f"{metric}, lines: 95 % interval"
    return Chart("scores", metric, label, "run", (Series(metric, points),), x_percent=True, note=shown.note())


def _by_group(shown: _Shown, by: str) -> Chart | None:
    metric = _metric(shown, by)
    if metric is None:
        return None
    sizes: dict[str, int] = {}
    for report in shown.reports:
        for name, score in _group_scores(report, by, metric):
            sizes[name] = max(sizes.get(name, 0), score.n)
    if len(sizes) < 2:  # one part is all there is, and stands in the headline
        return None
    rows = list(sizes) if by != "tag" else sorted(sizes, key=lambda name: (-sizes[name], name))
    most = min(MOST_ROWS, max(_FEWEST_ROWS, _MOST_DOTS // len(shown.reports)))
    kept = set(rows[:most])
    series = [
        Series(name, tuple(_points(sorted(_kept(report, by, metric, kept), key=lambda row: rows.index(row[0])))))
        for name, report in shown.runs()
    ]
    cut = f"the {most} largest of {len(rows):,}" if len(rows) > most else ""
    return Chart(
        f"by-{by}",
        f"{metric} by {_BY[by]}",
        f"{metric}, lines: 95 % interval",
        _BY[by],
        tuple(one for one in series if one.points),
        x_percent=True,
        note=shown.note(cut),
    )


def _metric(shown: _Shown, by: str) -> str | None:
    """Return the first metric of the runs that their groups have too."""
    for report in shown.reports:
        for score in report.scores:
            if any(True for one in shown.reports for _ in _group_scores(one, by, score.metric)):
                return score.metric
    return None


def _group_scores(report: Report, by: str, metric: str) -> Iterator[tuple[str, Score]]:
    for group in report.groups:
        if group.by == by:
            yield from (
                (group.name, score) for score in group.scores if score.metric == metric and score.value is not None
            )


def _kept(report: Report, by: str, metric: str, names: set[str]) -> list[tuple[str, Score]]:
    return [(name, score) for name, score in _group_scores(report, by, metric) if name in names]


def _points(rows: Iterable[tuple[str, Score]]) -> Iterator[Point]:
    for name, score in rows:
        assert score.value is not None, "only scores with a value are drawn"
        yield _point(score.value, shown_name(name) or "(none)", score.interval, f"n = {score.n:,}")


def _point(x: float | str, y: float | str, interval: tuple[float, float] | None, label: str) -> Point:
    low, high = interval or (None, None)
    return Point(x, y, low, high, label)


def _pass_at_k(shown: _Shown) -> Chart | None:
    series = []
    for name, report in shown.runs():
        found = [score for score in report.scores if score.k and score.metric == f"pass@{score.k}"]
        points = [
            _point(float(score.k or 1), score.value, score.interval, f"n = {score.n:,}")
            for score in sorted(found, key=lambda score: score.k or 1)
            if score.value is not None
        ]
        series.append(Series(name, tuple(points), Mark.LINE))
    series = [one for one in series if one.points]
    ks = {float(point.x) for one in series for point in one.points}
    if len(ks) < 2:  # one point is no curve, and stands in the headline
        return None
    return Chart(
        "pass-at-k",
        "The chance that one of k attempts passes",
        "k, attempts",
        "pass@k, lines: 95 % interval",
        tuple(series),
        y_percent=True,
        x_logarithmic=max(ks) / min(ks) >= LOGARITHMIC_FROM,
        note=shown.note(),
    )


def _verdicts(shown: _Shown) -> Chart | None:
    counts = []
    for place, report in enumerate(shown.reports):
        lines = shown.lines[place] if place < len(shown.lines) else ()
        counts.append(_verdict_counts(report, lines))
    order = [verdict.value for verdict in Verdict] + [UNJUDGED]
    return _shares(shown, "verdicts", "Verdicts", counts, order)


def _verdict_counts(report: Report, lines: Sequence[TrialLine]) -> dict[str, int]:
    counts = dict(report.verdicts)
    if report.unjudged:
        counts[UNJUDGED] = report.unjudged
    if not counts:
        for line in lines:
            counts[line.verdict] = counts.get(line.verdict, 0) + 1
    return counts


def _errors(shown: _Shown) -> Chart | None:
    counts = [dict(report.errors) for report in shown.reports]
    trials = [sum(report.verdicts.values()) or sum(report.errors.values()) for report in shown.reports]
    order = ["syntax", "runtime", "logic", "edge_case", "timeout"]
    return _shares(shown, "errors", "Classes of error", counts, order, trials)


def _shares(
    shown: _Shown,
    name: str,
    title: str,
    counts: Sequence[Mapping[str, int]],
    order: Sequence[str],
    trials: Sequence[int] | None = None,
) -> Chart | None:
    """Return bars of how many trials of each run have which of some names, as shares of all its trials."""
    wholes = [sum(one.values()) for one in counts] if trials is None else trials
    found = [key for key in order if any(one.get(key) for one in counts)]
    found += sorted({key for one in counts for key, count in one.items() if count} - set(order))
    if not found:
        return None
    series = [
        Series(
            run,
            tuple(
                Point(one.get(key, 0) / whole, shown_name(key.replace("_", " ")), label=f"{one.get(key, 0):,}")
                for key in found
            ),
            Mark.BARS,
        )
        for run, one, whole in zip(shown.names, counts, wholes, strict=True)
        if whole
    ]
    return Chart(name, title, "share of attempts", "", tuple(series), x_percent=True, note=shown.note())


def _cost(shown: _Shown) -> Chart | None:
    series = (
        _of_effort(shown, "per problem", lambda effort: effort.cost_per_problem, figures.dollars),
        _of_effort(shown, "per solved problem", lambda effort: effort.cost_per_solved, figures.dollars),
    )
    return _amounts("cost", "What a problem costs", "US dollars, lines: 95 % interval", series, shown)


def _latency(shown: _Shown) -> Chart | None:
    """Return the distribution of seconds where they are known, and two quantiles where only those are."""
    if any(shown.seconds):
        return _distribution(shown)
    series = (
        _of_effort(shown, "median", lambda effort: effort.seconds_p50, figures.seconds),
        _of_effort(shown, "95th percentile", lambda effort: effort.seconds_p95, figures.seconds),
    )
    return _amounts("latency", "How long the solver took", "seconds for a problem, lines: 95 % interval", series, shown)


def _of_effort(shown: _Shown, name: str, measure: Callable[[Effort], Measured], figure: Figure) -> Series:
    """Return one measure of what each solver took, for the runs that have one."""
    points = [
        point
        for run, report in shown.runs()
        if report.effort is not None
        for point in _measured(run, measure(report.effort), figure)
    ]
    return Series(name, tuple(points))


def _distribution(shown: _Shown) -> Chart:
    series = []
    for name, values in zip(shown.names, shown.seconds, strict=False):
        ordered = sorted(values)
        places = sorted({round(place * (len(ordered) - 1) / _STEPS) for place in range(_STEPS + 1)} if ordered else ())
        points = [Point(ordered[place], (place + 1) / len(ordered)) for place in places]
        series.append(Series(name, tuple(points), Mark.STEPS))
    series = [one for one in series if one.points]
    known = [float(point.x) for one in series for point in one.points]
    counts = ", ".join(dict.fromkeys(f"n = {len(values):,}" for values in shown.seconds if values))
    return Chart(
        "latency",
        "How long the solver took",
        "seconds for a problem",
        "share of problems answered by then",
        tuple(series),
        y_percent=True,
        x_logarithmic=_far_apart(known),
        note=shown.note(counts),
    )


def _measured(name: str, number: Measured, figure: Figure) -> Iterator[Point]:
    if number.value is not None:
        yield _point(number.value, name, number.interval, f"{figure(number.value)}, n = {number.n:,}")


def _amounts(name: str, title: str, x_label: str, series: Sequence[Series], shown: _Shown) -> Chart | None:
    series = [one for one in series if one.points]
    if not series:
        return None
    points = [point for one in series for point in one.points]
    known = [float(value) for point in points for value in (point.x, point.low, point.high) if value is not None]
    return Chart(name, title, x_label, "", tuple(series), x_logarithmic=_far_apart(known), note=shown.note())


def _far_apart(values: Sequence[float]) -> bool:
    return bool(values) and min(values) > 0 and max(values) / min(values) >= LOGARITHMIC_FROM


def _trade_off(shown: _Shown, criterion: Criterion) -> Chart | None:
    """Return accuracy against another criterion, with the runs that are best by these two joined by a line."""
    reports = shown.reports[:MOST_RUNS]
    if len({report.run.id for report in reports}) < max(2, len(reports)):
        return None
    weighed = trade_off(reports, allow_different=True)
    places = []
    for name, one in zip(shown.names, weighed.contenders, strict=False):
        across = one.value(criterion)
        if across is not None and one.accuracy.value is not None:
            places.append((across, one.accuracy, name))
    if not places:
        return None
    above = dominators([(-across, float(accuracy.value or 0.0)) for across, accuracy, _ in places])
    best: list[Point] = []
    others: list[Point] = []
    for (across, accuracy, name), found in zip(places, above, strict=True):
        point = _point(across, accuracy.value or 0.0, accuracy.interval, name)
        (others if found else best).append(point)
    best.sort(key=lambda point: (float(point.x), float(point.y)))
    series = [
        Series("on the front", tuple(best)),
        Series("not on the front", tuple(others)),
        Series("the front", tuple(Point(point.x, point.y) for point in best), Mark.LINE),
    ]
    different = next(differences([report.run for report in reports]), "")
    return Chart(
        "trade-off" if criterion is Criterion.COST else "trade-off-latency",
        f"Accuracy against {criterion.label}",
        f"{criterion.label}, {'US dollars' if criterion is Criterion.COST else 'seconds'}",
        "accuracy over all problems, lines: 95 % interval",
        tuple(one for one in series if len(one.points) > (one.mark is Mark.LINE)),
        y_percent=True,
        x_logarithmic=_far_apart([across for across, _, _ in places]),
        note=shown.note(f"not comparable: {different}" if different else "", "better is up and to the left"),
    )


def _comparison(comparisons: Sequence[RunComparison]) -> Chart | None:
    """Return how far each further run is above the first, over all problems and by part."""
    if not comparisons:
        return None
    baseline, *others = _names([comparisons[0].first, *(one.second for one in comparisons)])
    rows = [dict(_compared_rows(one)) for one in comparisons]
    known = list(dict.fromkeys(name for found in rows for name in found))
    most = min(MOST_ROWS, max(_FEWEST_ROWS, _MOST_DOTS // len(comparisons)))
    series = [
        Series(other, tuple(_difference_point(name, found[name]) for name in known[:most] if name in found))
        for other, found in zip(others, rows, strict=True)
    ]
    cut = f"the first {most} parts of {len(known):,}" if len(known) > most else ""
    second = shown_name(others[0], _IN_TITLE) if len(others) == 1 else f"{len(others)} runs"
    return Chart(
        "comparison",
        f"{second} against {shown_name(baseline, _IN_TITLE)}",
        f"difference in {comparisons[0].metric}, percentage points; lines: 95 % interval",
        "",
        tuple(series),
        x_percent=True,
        zero=True,
        note=shown_name(" · ".join(filter(None, (*_not_comparable(comparisons, others), cut, *_methods(comparisons)))),
                        2 * LONGEST_NAME),
    )  # fmt: skip


def _compared_rows(comparison: RunComparison) -> Iterator[tuple[str, Difference]]:
    yield "all problems", comparison.difference
    for part in comparison.parts:
        if part.difference is not None:
            yield f"{part.by}: {part.name}", part.difference


def _difference_point(name: str, found: Difference) -> Point:
    return _point(found.value, shown_name(name), found.interval, f"n = {found.n:,}")


def _not_comparable(comparisons: Sequence[RunComparison], names: Sequence[str]) -> Iterator[str]:
    for one, name in zip(comparisons, names, strict=True):
        reasons = "; ".join(one.incomparable or one.differences)
        if reasons:
            yield f"not comparable: {reasons}" + (f" in {name}" if len(names) > 1 else "")


def _methods(comparisons: Sequence[RunComparison]) -> Iterator[str]:
    """Give what the intervals mean; no p is drawn, so how it was adjusted is left out."""
    yield f"a difference within ±{figures.share(comparisons[0].difference.margin)} does not matter"
    yield from dict.fromkeys(one.difference.method.removesuffix(BY_HOLM) for one in comparisons)
