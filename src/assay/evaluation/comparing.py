"""Two runs compared problem by problem, from the trials that a store keeps."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from assay.benchmarks.base import Benchmark
from assay.errors import InvalidOption, InvalidValue
from assay.evaluation.flips import flips_of
from assay.evaluation.reporting import make_report, report_of
from assay.metrics.analysis import ErrorClass
from assay.metrics.scoring import By, groups_of
from assay.metrics.tally import Tally, tally
from assay.records import Problem
from assay.reports.comparison import (
    Baselined,
    ComparedMeasure,
    ComparedPart,
    RunComparison,
    RunPair,
    SeveralCompared,
    SplitChange,
)
from assay.reports.effort import Effort, Measured
from assay.reports.report import Report, pooled
from assay.reports.tradeoff import check_alike, check_runs, differences
from assay.settings import flag_of, parse_share
from assay.spec import Run, RunState, stopped_at
from assay.statistics.deciding import Decision, Difference
from assay.statistics.mixing import Stratum, mix_shift
from assay.statistics.multiplicity import BY_HOLM, holm
from assay.statistics.pairing import MARGIN, SIGNIFICANT, paired_difference, unpaired_difference
from assay.statistics.ratios import paired_ratio
from assay.store.base import Store
from assay.text import natural

METRIC = "pass@1"
MOST_TAGS = 50
"""Tags that are compared, those of the most problems."""
PARTS = (By.KIND, By.DIFFICULTY, By.TAG)
QUIET = {"form": "form of the candidates", "extract": "extraction", "assay": "version of Assay"}
"""Facts that may differ between runs that are compared, and are said then."""
UNEQUALLY = 0.005
"""Two shares of mended candidates that differ by this much are told."""
MEASURES: tuple[tuple[str, str, Callable[[Effort], Measured]], ...] = (
    ("cost per solved problem", "dollars", lambda effort: effort.cost_per_solved),
    ("latency, median", "seconds", lambda effort: effort.seconds_p50),
    ("coverage", "share", lambda effort: effort.coverage),
)


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two runs: its report, and how its attempts did, problem by problem."""

    run: Run
    report: Report
    counted: Mapping[str, Tally]
    """Of the problems with a judged attempt that are not quarantined."""
    quarantined: Mapping[str, str]
    """Those with a judged attempt that are, with the reasons."""

    def values(self, problems: Sequence[str]) -> list[float]:
        """Return the share of the judged attempts that passed, of each of these problems."""
        return [self.share(problem) for problem in problems]

    def share(self, problem: str) -> float:
        found = self.counted[problem]
        return found.passed / found.judged


def compare_runs(
    first: Run,
    second: Run,
    store: Store,
    benchmark: Benchmark | None,
    *,
    margin: float | str = MARGIN,
    allow_different: bool = False,
) -> RunComparison:
    """Return the second run beside the first, on the problems that both have answered.

    The unit is the problem: its value is the share of its judged attempts that passed. Unjudged attempts and
    quarantined problems are left out on both sides. Where the runs share no problem and differ in what matters, two
    independent sets of problems are compared.

    Args:
        first: the baseline.
        second: what is held against it.
        store: has the trials of both.
        benchmark: their problems; `None`: there are no parts, and failing cases are shown as far as trials say them.
        margin: how much of a difference does not matter, such as 0.03 or "3%".
        allow_different: compare also runs on other problems, or judged under other limits.

    Raises `InvalidValue` where the runs cannot be compared, with the reason.
    """
    share = read_margin(margin)
    found = check_alike([first, second], allow_different=allow_different)
    reading = _Reading(store, benchmark, _quarantined(store, (first, second)), share, allow_different)
    return _compared(reading.side(first), reading.side(second), reading, found)


def compare_several(
    runs: Sequence[Run],
    store: Store,
    benchmark: Benchmark | None,
    *,
    margin: float | str = MARGIN,
    allow_different: bool = False,
) -> SeveralCompared:
    """Return every other run beside the first, which is the baseline, and the difference between any two of them.

    The p-values against the baseline are adjusted for being several, by Holm's method, and so is what they allow to
    say. Two of the others that share no problem have no difference, unless `allow_different`. Each run is read once.
    """
    share = read_margin(margin)
    check_runs(runs, allow_different=allow_different)
    reading = _Reading(store, benchmark, _quarantined(store, runs), share, allow_different)
    baseline, *others = (reading.side(run) for run in runs)
    compared = [_compared(baseline, other, reading, _differences(baseline, other)) for other in others]
    pairs = [
        RunPair(one.run.id, other.run.id, _difference(one, other, shared, reading)[2])
        for one, other in combinations((baseline, *others), 2)
        if (shared := _shared(one, other)) or allow_different
    ]
    return SeveralCompared(tuple(_adjusted(compared)), tuple(pairs))


def compare_for_report(runs: Sequence[Run], store: Store, benchmark: Benchmark | None) -> Baselined:
    """Return the first run, the baseline, beside each other run as far as that means anything; it raises for none.

    A run that `compare_runs` would refuse to compare with the baseline is there with its numbers and the reason, and
    without a word on which is better. A run of another benchmark, or one without a judged trial, is left out.
    """
    alike = [run for run in runs if not any(differences([runs[0], run]))]
    reading = _Reading(store, benchmark, _quarantined(store, alike), MARGIN, unpaired=True)
    baseline = reading.side(runs[0])
    sound: list[RunComparison] = []
    unsound: list[RunComparison] = []
    left_out: dict[str, str] = {}
    for run in runs[1:]:
        if run.benchmark != baseline.run.benchmark:
            left_out[run.id] = f"benchmark {baseline.run.benchmark} against {run.benchmark}"
            continue
        other = reading.side(run)
        bare = next((side.run.id for side in (baseline, other) if not side.counted), None)
        if bare is not None:
            left_out[run.id] = f"run {bare} has no judged trial"
            continue
        found = _differences(baseline, other)
        compared = _compared(baseline, other, reading, found)
        reasons = found if compared.paired else (*found, "they share no problem")
        if reasons:
            unsound.append(compared.undecided(*reasons))
        else:
            sound.append(compared)
    return Baselined((*_adjusted(sound), *unsound), left_out)


def _differences(one: _Side, other: _Side) -> tuple[str, ...]:
    return tuple(differences([one.run, other.run]))


def _adjusted(compared: Sequence[RunComparison]) -> Iterator[RunComparison]:
    """Give comparisons with one baseline, with p-values that allow for their being several."""
    adjusted = holm([1.0 if one.difference.p is None else one.difference.p for one in compared])
    for one, p in zip(compared, adjusted, strict=True):
        yield replace(one, difference=among_several(one.difference, p), among=len(compared))


def read_margin(given: float | str) -> float:
    """Return a margin as a share; raise `InvalidOption` where it makes no sense."""
    try:
        return parse_share(given)
    except InvalidValue as error:
        raise InvalidOption("margin", str(error)) from None


@dataclass(frozen=True, slots=True)
class _Reading:
    """What is the same for all sides of a comparison."""

    store: Store
    benchmark: Benchmark | None
    quarantined: Mapping[str, str]
    margin: float
    unpaired: bool
    """Whether runs without a common problem are compared as two independent sets."""

    def side(self, run: Run) -> _Side:
        report = report_of(run, self.store) or make_report(run, self.store, self.benchmark)
        counted = tally(self.store.trials(run.id), {}).by_problem()
        judged = {name: found for name, found in counted.items() if found.judged}
        kept = {name: found for name, found in judged.items() if name not in self.quarantined}
        return _Side(run, report, kept, {name: why for name, why in self.quarantined.items() if name in judged})

    def problem(self, name: str) -> Problem | None:
        return None if self.benchmark is None else self.benchmark.find(name)


def _compared(one: _Side, other: _Side, reading: _Reading, found: Sequence[str]) -> RunComparison:
    shared = _shared(one, other)
    problems = {name: reading.problem(name) for name in one.counted.keys() | other.counted.keys()}
    lost = [problem for problem in shared if other.share(problem) < one.share(problem)]
    gained = [problem for problem in shared if other.share(problem) > one.share(problem)]
    shares = {problem: (one.share(problem), other.share(problem)) for problem in (*lost, *gained)}
    return RunComparison(
        one.report,
        other.report,
        METRIC,
        *_difference(one, other, shared, reading),
        paired=bool(shared),
        parts=(*_parts(one, other, shared, problems, reading.margin), *_errors(one, other, shared)),
        flips=tuple(flips_of((one.run, other.run), shares, reading.store, problems)),
        quarantined={**one.quarantined, **other.quarantined},
        only_first=len(one.counted) - len(shared),
        only_second=len(other.counted) - len(shared),
        measures=tuple(_measures(one, other, shared, reading.store)),
        split=_split(one, other, shared, problems),
        differences=tuple(found),
        notes=tuple(_notes(one, other)),
    )


def _shared(one: _Side, other: _Side) -> list[str]:
    """Return the problems that both have answered, numbers in ids in their order."""
    return sorted(one.counted.keys() & other.counted.keys(), key=natural)


def _quarantined(store: Store, runs: Sequence[Run]) -> dict[str, str]:
    """Return the problems of these runs that are known to be flaky, with the reasons."""
    digests = {run.spec.benchmark.digest for run in runs if run.spec is not None} - {""}
    found: dict[str, str] = {}
    for digest in sorted(digests):
        found |= store.quarantined(digest)
    return found


def _difference(one: _Side, other: _Side, shared: Sequence[str], reading: _Reading) -> tuple[float, float, Difference]:
    """Return both values and how far they are apart; without a shared problem, those of two independent sets."""
    if shared:
        first, second = one.values(shared), other.values(shared)
        return _mean(first), _mean(second), paired_difference(first, second, margin=reading.margin)
    for side in (one, other):
        if not side.counted:
            raise InvalidValue(f"run {side.run.id} has no judged trial yet: there is nothing to compare")
    if not reading.unpaired:
        unpaired = f"({flag_of('allow_different')} compares two independent sets)"
        names = f"{one.run.id} and {other.run.id}"
        raise InvalidValue(f"These runs cannot be compared: {names} share no problem {unpaired}")
    first, second = one.values([*one.counted]), other.values([*other.counted])
    return _mean(first), _mean(second), unpaired_difference(first, second, margin=reading.margin)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _parts(
    one: _Side, other: _Side, shared: Sequence[str], problems: Mapping[str, Problem | None], margin: float
) -> Iterator[ComparedPart]:
    """Give the shared problems by kind, difficulty and tag, where there are several; p is adjusted over all of them."""
    members = [(by, name, ids) for by in PARTS for name, ids in _members(shared, problems, by).items()]
    values = [(one.values(ids), other.values(ids)) for _, _, ids in members]
    found = [paired_difference(*pair, margin=margin) for pair in values]
    adjusted = holm([1.0 if difference.p is None else difference.p for difference in found])
    for (by, name, _), (first, second), difference, p in zip(members, values, found, adjusted, strict=True):
        yield ComparedPart(by.value, name, _mean(first), _mean(second), among_several(difference, p))


def among_several(difference: Difference, p: float) -> Difference:
    """Return one of several differences with its adjusted p-value, and with what that still allows to say."""
    if difference.p is None or p == difference.p:
        return difference
    is_claim = difference.decision in (Decision.BETTER, Decision.WORSE)
    decision = Decision.UNCLEAR if is_claim and p > SIGNIFICANT else difference.decision
    return replace(difference, p=p, decision=decision, method=f"{difference.method}{BY_HOLM}")


def _split(
    one: _Side, other: _Side, shared: Sequence[str], problems: Mapping[str, Problem | None]
) -> SplitChange | None:
    """Return what of the whole change comes from other problems, where the runs have answered different ones."""
    if len(shared) == len(one.counted) == len(other.counted) or not (one.counted and other.counted):
        return None
    for by in (By.DIFFICULTY, By.KIND):
        strata = [_strata(side, problems, by) for side in (one, other)]
        if len(strata[0].keys() | strata[1].keys()) > 1:
            found = mix_shift(*strata)
            return SplitChange(by.value, found.after - found.before, found.mix, found.performance)
    return None


def _strata(side: _Side, problems: Mapping[str, Problem | None], by: By) -> dict[str, Stratum]:
    """Return how many of the answered problems are of each kind or difficulty, and how often these are solved."""
    members: dict[str, list[float]] = {}
    for problem in side.counted:
        (name,) = groups_of(problems.get(problem), by)
        members.setdefault(name, []).append(side.share(problem))
    return {name: Stratum(len(values) / len(side.counted), _mean(values)) for name, values in members.items()}


def _members(shared: Sequence[str], problems: Mapping[str, Problem | None], by: By) -> dict[str, list[str]]:
    """Return the ids of each group; nothing where all problems are in one."""
    members: dict[str, list[str]] = {}
    for problem in shared:
        for name in groups_of(problems.get(problem), by):
            members.setdefault(name, []).append(problem)
    if len(members) < 2 or not any(problems.values()):
        return {}
    most = sorted(members, key=lambda name: (-len(members[name]), name))[:MOST_TAGS]
    return {name: members[name] for name in sorted(most)}


def _errors(one: _Side, other: _Side, shared: Sequence[str]) -> Iterator[ComparedPart]:
    """Give the share of the judged trials that failed in each way."""
    counts: list[Counter[str]] = []
    for side in (one, other):
        counted: Counter[str] = Counter()
        for problem in shared:
            counted.update({kind.value: number for kind, number in side.counted[problem].errors.items()})
        counts.append(counted)
    judged = [max(1, sum(side.counted[problem].judged for problem in shared)) for side in (one, other)]
    for kind in ErrorClass:
        shares = [counted[kind.value] / whole for counted, whole in zip(counts, judged, strict=True)]
        if any(shares):
            yield ComparedPart("error", kind.value, shares[0], shares[1], None)


def _measures(one: _Side, other: _Side, shared: Sequence[str], store: Store) -> Iterator[ComparedMeasure]:
    """Give what the runs took and how much they answered, as far as one of them says it."""
    efforts = [side.report.effort for side in (one, other)]
    if all(effort is None for effort in efforts):
        return
    for name, unit, pick in MEASURES:
        first, second = (None if effort is None else pick(effort).value for effort in efforts)
        if first is None and second is None:
            continue
        made = ComparedMeasure(name, unit, first, second)
        yield _with_ratio(made, (one.run, other.run), shared, store) if unit == "seconds" else made


def _with_ratio(made: ComparedMeasure, runs: tuple[Run, Run], shared: Sequence[str], store: Store) -> ComparedMeasure:
    """Return the measure with how many times as long the second run took for the same problem."""
    first, second = (
        {one.problem_id: one.cost.seconds for one in store.solutions(run.id, steps=False) if one.cost.seconds > 0}
        for run in runs
    )
    both = [problem for problem in shared if problem in first and problem in second]
    if not both:
        return made
    found = paired_ratio([first[problem] for problem in both], [second[problem] for problem in both])
    return replace(made, ratio=found.value, ratio_interval=found.interval, n=found.n)


def _notes(one: _Side, other: _Side) -> Iterator[str]:
    """Give what a reader must know besides."""
    for side in (one, other):
        name, report = f"run {side.run.id}", side.report
        if side.run.state is not RunState.FINISHED:
            yield f"{name} is {side.run.state.value}: only what there is so far"
        if stopped := stopped_at(side.run):
            early = f"{name} ended early, after {stopped.problems:,} of {stopped.of:,} problems"
            yield f"{early}: it was judged until its own score was clear, which may overstate a difference"
        if report.unjudged:
            yield f"{report.unjudged:,} trials of {name} are unjudged and left out"
        if several := pooled(report.writers):
            yield f"{name} pools {several}"
        if shown := side.run.facts.get("shown"):
            yield f"the solver of {name} saw the first {shown} of the cases that decide"
    shares = [sum(side.report.mended.values()) / max(1, sum(side.report.verdicts.values())) for side in (one, other)]
    if abs(shares[0] - shares[1]) >= UNEQUALLY:
        runs = f"{shares[0]:.1%} of the candidates of {one.run.id} were mended, and {shares[1]:.1%} of {other.run.id}"
        yield f"{runs}: {flag_of('extract')} never compares them as they were given"
    for key, what in QUIET.items():
        first, second = (side.run.facts.get(key, "as usual") for side in (one, other))
        if first != second:
            yield f"{what}: {first} against {second}"
