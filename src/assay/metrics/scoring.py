"""All scores of a run from its tallies, each with n, an interval and a signature; whole or by group."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from assay.errors import InvalidValue, UnknownNameError
from assay.metrics.intervals import clustered, wilson
from assay.metrics.passk import DEFAULT_K, pass_at_k_of_counts, pass_hat_k_of_counts
from assay.metrics.rates import agreement
from assay.metrics.tally import Group, Tallies, Tally
from assay.records import Part, Problem, Score
from assay.signature import build_signature
from assay.spec import FIRST_FAILURE

AS_FAILED = " (unjudged as failed)"
"""Ends the name of a score in which every unjudged trial counts as failed; there is one where there are such trials."""
UNSAID = "(none)"
"""The group of problems that have no difficulty or no tag, and of trials that have no model or no version."""
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.@+/-]*")


@dataclass(frozen=True, slots=True)
class Terms:
    """What goes into every score of a run."""

    benchmark: str
    version: str
    facts: Mapping[str, str] = field(default_factory=dict)
    """Limits, judge, isolation, interpreter and so on, in the order of the signature."""
    k: tuple[int, ...] | None = None
    """`None`: 1, 5, 10 and 100; those above the attempts are left out."""
    seed: int = 0
    """Of the resampling."""
    parts: Mapping[str, Part] = field(default_factory=dict)
    """Name → cases that pass@k is reported for under that name, too."""

    def signature(self, problems: Mapping[str, Tally], k: int | None = None) -> str:
        """The one line that pins what moves a score about these problems.

        >>> Terms("humaneval", "1.2", {"time": "3s"}).signature({"a": Tally(judged=2), "b": Tally(judged=3)}, k=1)
        'humaneval:1.2|k:1|attempts:2-3|time:3s'
        """
        given: dict[str, object] = {} if k is None else {"k": k}
        given["attempts"] = _attempts(problems)
        given |= {key: value for key, value in self.facts.items() if value}
        if self.seed:
            given["seed"] = self.seed
        version = self.version or "unknown"
        if _KEY.fullmatch(self.benchmark) and self.benchmark not in given:
            return build_signature({self.benchmark: version, **given})
        return build_signature({"benchmark": f"{self.benchmark}:{version}", **given})


class By(StrEnum):
    """What scores can be grouped by."""

    KIND = "kind"
    DIFFICULTY = "difficulty"
    TAG = "tag"
    MODEL = "model"
    MODEL_VERSION = "model_version"


Problems = Mapping[str, Tally]
Scorer = Callable[[Problems, Terms], list[Score]]


def score_run(
    tallies: Tallies,
    *,
    facts: Mapping[str, str],
    benchmark: str,
    version: str = "",
    k: Sequence[int] | None = None,
    seed: int = 0,
    parts: Mapping[str, Part] | None = None,
) -> list[Score]:
    """Every score of a run, in a fixed order that starts with pass@k.

    `parts` names the cases that pass@k is reported for besides, such as `{"base": Part.BASIC}` of HumanEval+.
    A metric that has nothing to measure has the value `None` and a note. A k above the attempts is left out with a
    note, whether it was asked for or not; where no k is left, pass@1 stands.

    >>> from assay.records import Writer
    >>> counted = Tallies({(name, Writer()): Tally(judged=1, passed=name < "c") for name in "abcd"})
    >>> print(score_run(counted, facts={"time": "3s"}, benchmark="starter", version="1")[0])
    pass@1 = 50.0% [15.0, 85.0] (n=4) starter:1|k:1|attempts:1|time:3s
    """
    if seed < 0:
        raise InvalidValue(f"seed must not be negative, got {seed!r}")
    terms = Terms(benchmark, version, facts, _checked_k(k), seed, parts or {})
    problems = tallies.by_problem()
    return [score for name, scorer in SCORERS.items() for score in _scores(name, scorer, problems, terms)]


def _scores(name: str, scorer: Scorer, problems: Problems, terms: Terms) -> list[Score]:
    """The scores of one metric; those that count cases say nothing where candidates were stopped at the first one."""
    if name in OF_ALL_CASES and terms.facts.get("stop") == FIRST_FAILURE:
        return [Score(name, None, 0, None, terms.signature(problems), note=NOT_ALL_CASES)]
    return scorer(problems, terms)


def score_groups(
    tallies: Tallies,
    *,
    by: str,
    problems: Mapping[str, Problem],
    facts: Mapping[str, str],
    benchmark: str,
    version: str = "",
    k: Sequence[int] | None = None,
    seed: int = 0,
) -> dict[str, list[Score]]:
    """The scores of each group, by one of `By`; a problem of two tags is in both.

    A k that the attempts of a group do not suffice for is left out of that group.

    >>> from assay.records import Case, Cases, Writer
    >>> known = {name: Problem(name, Cases("f", (Case(),)), difficulty=1 + (name > "a")) for name in "ab"}
    >>> counted = Tallies({(name, Writer()): Tally(judged=1, passed=name == "a") for name in "ab"})
    >>> grouped = score_groups(counted, by="difficulty", problems=known, facts={}, benchmark="mine", version="1")
    >>> {group: scores[0].value for group, scores in grouped.items()}
    {'1': 1.0, '2': 0.0}
    """
    return {
        name: score_run(part, facts=facts, benchmark=benchmark, version=version, k=k, seed=seed)
        for name, part in group(tallies, by=by, problems=problems).items()
    }


def group(tallies: Tallies, *, by: str, problems: Mapping[str, Problem]) -> dict[str, Tallies]:
    """The tallies of each group, in the order of the groups' names.

    >>> from assay.records import Writer
    >>> both = Tallies({("a", Writer("m", "v2")): Tally(), ("a", Writer("m", "v1")): Tally()})
    >>> list(group(both, by="model_version", problems={})), list(group(both, by="model", problems={}))
    (['v1', 'v2'], ['m'])
    """
    known = [one.value for one in By]
    if by not in known:
        raise UnknownNameError("group", by, known)
    if by == By.MODEL:
        return tallies.by_writer(lambda writer: writer.model or UNSAID)
    if by == By.MODEL_VERSION:
        several = len({writer.model for writer in tallies.writers()}) > 1
        return tallies.by_writer(lambda writer: str(writer) if several else writer.model_version or UNSAID)
    members: dict[str, list[str]] = {}
    for problem_id in sorted({problem_id for problem_id, _ in tallies.cells}):
        for name in _groups_of(problems.get(problem_id), By(by)):
            members.setdefault(name, []).append(problem_id)
    return {name: tallies.of(members[name]) for name in sorted(members)}


def pass_at_k_scores(problems: Problems, terms: Terms) -> list[Score]:
    """pass@k for each k, followed by the same with unjudged trials as failed where there are any; then for each part.

    >>> [score.metric for score in pass_at_k_scores({"a": Tally(judged=5, passed=1, faults=1)}, Terms("mine", "1"))]
    ['pass@1', 'pass@1 (unjudged as failed)', 'pass@5', 'pass@5 (unjudged as failed)']
    """
    chosen = _chosen_k(problems, terms.k)
    scores = []
    for k in chosen:
        scores.append(_pass_at_k(problems, terms, k, left_out=_left_out(problems, terms.k, chosen, k)))
        if any(cell.faults for cell in problems.values()):
            scores.append(_as_failed(problems, terms, k))
    return scores + _part_scores(problems, terms)


def pass_hat_k_scores(problems: Problems, terms: Terms) -> list[Score]:
    """pass^k for each k above 1; with k = 1 it is pass@1.

    >>> scores = pass_hat_k_scores({"a": Tally(judged=5, passed=5)}, Terms("mine", "1"))
    >>> [(score.metric, score.value) for score in scores]
    [('pass^5', 1.0)]
    """
    scores = []
    for k in _chosen_k(problems, terms.k):
        if k > 1:
            used = [cell for cell in problems.values() if cell.judged >= k]
            values = pass_hat_k_of_counts(*_columns(used), k=k).tolist()
            scores.append(_mean_score(f"pass^{k}", values, problems, terms, k=k, note=_short_note(problems, k)))
    return scores


def functional_correctness_scores(problems: Problems, terms: Terms) -> list[Score]:
    """The share of the judged trials that passed; n is the number of trials.

    >>> functional_correctness_scores({"a": Tally(judged=4, passed=3)}, Terms("mine", "1"))[0].value
    0.75
    """
    cells = [cell for cell in problems.values() if cell.judged]
    counts = [(cell.passed, cell.judged) for cell in cells]
    note = _joined("n counts trials", _unjudged_note(problems))
    return [_ratio_score("functional-correctness", counts, problems, terms, note=note, nothing="no trial is judged")]


def case_rate_scores(problems: Problems, terms: Terms) -> list[Score]:
    """The share of the cases that an attempt passes, as a mean over problems, with the pooled one beside.

    >>> cases = Group({4: 3}, shown=4, size=4)
    >>> case_rate_scores({"a": Tally(judged=1, cases=cases)}, Terms("mine", "1"))[0].value
    0.75
    """
    cells = [cell for cell in problems.values() if cell.judged]
    values = [cell.case_rate() for cell in cells]
    pooled = _pooled((cell, cell.cases) for cell in cells)
    return [_mean_score("test-case-pass-rate", values, problems, terms, pooled=pooled)]


def edge_rate_scores(problems: Problems, terms: Terms) -> list[Score]:
    """The share of the edge cases that an attempt passes, over the problems that have any.

    >>> edge_rate_scores({"a": Tally(judged=1)}, Terms("mine", "1"))[0].note
    'no problem has edge cases'
    """
    judged = [cell for cell in problems.values() if cell.judged]
    cells = [cell for cell in judged if cell.edge.size]
    values = [cell.edge_rate() for cell in cells]
    note = "no problem has edge cases" if not cells else ""
    if 0 < len(cells) < len(judged):
        note = f"{len(judged) - len(cells)} of {len(judged)} problems have no edge cases and are left out"
    pooled = _pooled((cell, cell.edge) for cell in cells)
    return [_mean_score("edge-case-pass-rate", values, problems, terms, pooled=pooled, note=note)]


def consistency_scores(problems: Problems, terms: Terms) -> list[Score]:
    """The chance that two attempts at one problem agree, over the problems with two judged attempts or more.

    >>> consistency_scores({"a": Tally(judged=2, passed=1)}, Terms("mine", "1"))[0].value
    0.0
    """
    judged = [cell for cell in problems.values() if cell.judged]
    values = [agreement(cell) for cell in judged if cell.judged > 1]
    note = "no problem has two judged attempts" if not values else ""
    if 0 < len(values) < len(judged):
        note = f"{len(judged) - len(values)} of {len(judged)} problems have one judged attempt and are left out"
    return [_mean_score("consistency", values, problems, terms, note=note)]


def partial_correctness_scores(problems: Problems, terms: Terms) -> list[Score]:
    """The partial correctness of an attempt, averaged over attempts and then over problems.

    >>> score = partial_correctness_scores({"a": Tally(judged=2, parsed=2, loaded=1)}, Terms("mine", "1"))[0]
    >>> score.value, score.note
    (0.3, '1 of 1 problems has one group of cases, which carries 0.6')
    """
    cells = [cell for cell in problems.values() if cell.judged]
    single = sum(not (cell.basic.size and cell.edge.size) for cell in cells)
    verb = "has" if single == 1 else "have"
    note = f"{single} of {len(cells)} problems {verb} one group of cases, which carries 0.6" if single else ""
    return [_mean_score("partial-correctness", [cell.partial() for cell in cells], problems, terms, note=note)]


def exact_match_scores(problems: Problems, terms: Terms) -> list[Score]:
    """The share of the candidates that are the reference after the normaliser; n is the number of candidates.

    >>> exact_match_scores({"a": Tally(judged=2, compared=2, matched=1)}, Terms("mine", "1"))[0].value
    0.5
    """
    counts = [(cell.matched, cell.compared) for cell in problems.values() if cell.compared]
    note = "n counts trials" if counts else "no candidate could be held against a reference"
    return [_ratio_score("exact-match", counts, problems, terms, note=note)]


SCORERS: Mapping[str, Scorer] = {
    "pass@k": pass_at_k_scores,
    "pass^k": pass_hat_k_scores,
    "functional-correctness": functional_correctness_scores,
    "test-case-pass-rate": case_rate_scores,
    "edge-case-pass-rate": edge_rate_scores,
    "consistency": consistency_scores,
    "partial-correctness": partial_correctness_scores,
    "exact-match": exact_match_scores,
}
"""The metrics of a run, in the order of its scores."""
OF_ALL_CASES = ("test-case-pass-rate", "edge-case-pass-rate", "partial-correctness")
NOT_ALL_CASES = "left out: candidates were stopped at their first failed case (--first-failure)"


def _pass_at_k(problems: Problems, terms: Terms, k: int, *, left_out: str) -> Score:
    used = [cell for cell in problems.values() if cell.judged >= k]
    note = _joined(_short_note(problems, k), left_out, _unjudged_note(problems))
    values = pass_at_k_of_counts(*_columns(used), k=k).tolist()
    once = all(cell.judged == 1 for cell in used)
    return _mean_score(f"pass@{k}", values, problems, terms, k=k, note=note, once=once)


def _part_scores(problems: Problems, terms: Terms) -> list[Score]:
    """pass@k on the cases of each named part, as if they alone decided.

    >>> cell = Tally(judged=1, basic_passed=1, edge=Group({2: 1}, shown=2, size=2))
    >>> scores = _part_scores({"a": cell}, Terms("mine", "1", parts={"base": Part.BASIC, "plus": Part.WHOLE}))
    >>> [(score.metric, score.value, score.note) for score in scores]
    [('pass@1 (base)', 1.0, 'basic cases alone'), ('pass@1 (plus)', 0.0, 'all cases')]
    """
    scores = []
    for k in _chosen_k(problems, terms.k):
        for name, part in terms.parts.items():
            cells = {id_: replace(cell, passed=cell.passed_part(part)) for id_, cell in problems.items()}
            score = _pass_at_k(cells, terms, k, left_out=_part_note(problems, part))
            scores.append(replace(score, metric=f"{score.metric} ({name})"))
    return scores


def _part_note(problems: Problems, part: Part) -> str:
    if part is Part.BASIC:
        return "basic cases alone"
    edge = sum(bool(cell.edge.size) for cell in problems.values())
    return "all cases" if edge == len(problems) else f"all cases; {edge} of {len(problems)} problems have edge cases"


def _as_failed(problems: Problems, terms: Terms, k: int) -> Score:
    cells = list(problems.values())
    values = pass_at_k_of_counts([cell.attempts for cell in cells], [cell.passed for cell in cells], k=k).tolist()
    once = all(cell.attempts == 1 for cell in cells)
    note = f"{sum(cell.faults for cell in cells)} unjudged counted as failed"
    return _mean_score(f"pass@{k}{AS_FAILED}", values, problems, terms, k=k, note=note, once=once)


def _mean_score(
    metric: str,
    values: Sequence[float],
    problems: Problems,
    terms: Terms,
    *,
    k: int | None = None,
    note: str = "",
    pooled: float | None = None,
    once: bool = False,
) -> Score:
    """A mean over problems; `once`: each value is one attempt that passed or did not."""
    signature = terms.signature(problems, k)
    if not values:
        return Score(metric, None, 0, None, signature, k, note or "no trial is judged")
    total = math.fsum(values)
    interval = wilson(total, len(values)) if once else clustered(values, seed=terms.seed)
    return Score(metric, min(1.0, total / len(values)), len(values), interval, signature, k, note, pooled)


def _ratio_score(
    metric: str,
    counts: Sequence[tuple[int, int]],
    problems: Problems,
    terms: Terms,
    *,
    note: str,
    nothing: str = "",
) -> Score:
    """A share of trials, which belong together by problem."""
    signature = terms.signature(problems)
    passed, judged = sum(part for part, _ in counts), sum(whole for _, whole in counts)
    if not judged:
        return Score(metric, None, 0, None, signature, note=nothing or note)
    if judged == len(counts):
        interval = wilson(passed, judged)
    else:
        parts, wholes = zip(*counts, strict=True)
        interval = clustered(parts, wholes, seed=terms.seed)
    return Score(metric, passed / judged, judged, interval, signature, note=note)


def _checked_k(k: Sequence[int] | None) -> tuple[int, ...] | None:
    if k is None:
        return None
    if not k or min(k) < 1:
        raise InvalidValue(f"k must be whole numbers of at least 1, got {list(k)!r}")
    return tuple(sorted(set(k)))


def _chosen_k(problems: Problems, asked: tuple[int, ...] | None) -> tuple[int, ...]:
    fewest = min((cell.attempts for cell in problems.values()), default=1)
    return tuple(k for k in asked or DEFAULT_K if k <= fewest) or (1,)


def _left_out(problems: Problems, asked: tuple[int, ...] | None, chosen: tuple[int, ...], k: int) -> str:
    """Which of the wanted k are missing, said once."""
    missing = [f"pass@{one}" for one in asked or DEFAULT_K if one not in chosen]
    if not missing or k != chosen[0] or not problems:
        return ""
    fewest = min(cell.attempts for cell in problems.values())
    return f"{', '.join(missing)} left out: the fewest attempts at a problem are {fewest}"


def _short_note(problems: Problems, k: int) -> str:
    short = sum(cell.judged < k for cell in problems.values())
    noun = "problem" if short == 1 else "problems"
    return f"{short} {noun} left out: fewer than {k} judged because of faults" if short else ""


def _unjudged_note(problems: Problems) -> str:
    unjudged = sum(cell.faults for cell in problems.values())
    return f"{unjudged} unjudged, not counted" if unjudged else ""


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)


def _pooled(groups: Iterable[tuple[Tally, Group]]) -> float | None:
    counts = [cell.pooled(cases) for cell, cases in groups]
    shown = sum(cases for _, cases in counts)
    return sum(passed for passed, _ in counts) / shown if shown else None


def _columns(cells: Sequence[Tally]) -> tuple[list[int], list[int]]:
    return [cell.judged for cell in cells], [cell.passed for cell in cells]


def _attempts(problems: Problems) -> str:
    counts = [cell.attempts for cell in problems.values()] or [0]
    return str(counts[0]) if min(counts) == max(counts) else f"{min(counts)}-{max(counts)}"


def _groups_of(problem: Problem | None, by: By) -> Sequence[str]:
    if problem is None:
        return (UNSAID,)
    if by is By.KIND:
        return (problem.kind.value,)
    if by is By.DIFFICULTY:
        return (UNSAID if problem.difficulty is None else str(problem.difficulty),)
    return tuple(sorted(set(problem.tags))) or (UNSAID,)
