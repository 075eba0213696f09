"""pass@k and pass^k, unbiased, from counts of attempts and passes: Chen et al. 2021, arXiv 2107.03374."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.errors import InvalidValue, require_each, require_number
from assay.metrics.base import Metric, RunView, ScoringTerms
from assay.metrics.kinds import TrialLike
from assay.metrics.tally import Tally, tally
from assay.records import Part, Score

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Estimate = Callable[[Ints, Ints, int], Floats]

DEFAULT_K = (1, 5, 10, 100)
AS_FAILED = " (unjudged as failed)"
"""Ends the name of a score in which every unjudged trial counts as failed; there is one where there are such trials."""
MAX_ATTEMPTS = 10_000_000
"""Of one problem, in the vectorised forms: they keep a table as long."""
_NAMED = 5


def compute_pass_at_k(n: int, c: int, k: int) -> float:
    """Return the chance that at least one of `k` attempts passes, drawn from `n` of which `c` passed.

    >>> [compute_pass_at_k(5, 3, k) for k in (1, 2, 3)]
    [0.6, 0.9, 1.0]
    """
    return _at_least_one_of(n, c, k)


def compute_pass_hat_k(n: int, c: int, k: int) -> float:
    """Return the chance that all of `k` attempts pass, drawn from `n` of which `c` passed.

    >>> compute_pass_hat_k(10, 9, 4)
    0.6
    """
    _check_counts(n, c, k)
    return math.comb(c, k) / math.comb(n, k)


def calculate_pass_at_k(n_samples: int, n_correct: int, k: int) -> float:
    """Return the same as `compute_pass_at_k`, under the names of the metrics document.

    >>> calculate_pass_at_k(n_samples=10, n_correct=3, k=1)
    0.3
    """
    return _at_least_one_of(n_samples, n_correct, k, ("n_samples", "n_correct", "k"))


def calculate_pass_at_k_for_multiple(
    results: Sequence[bool], k_values: Sequence[int] | None = None
) -> dict[str, float]:
    """Return pass@k of one problem for several k; by default 1, 5 and 10, as far as there are attempts.

    >>> calculate_pass_at_k_for_multiple([True, False, True, False, True])
    {'pass@1': 0.6, 'pass@5': 1.0}
    """
    require_each("results", results, (bool,), "True or False for each attempt")
    n, c = len(results), sum(results)
    chosen = [k for k in (1, 5, 10) if k <= n] if k_values is None else k_values
    require_each("k_values", chosen, (int,), "a list of whole numbers")
    names = ("the length of results", "the sum of results", "k_values")
    return {f"pass@{k}": _at_least_one_of(n, c, k, names) for k in chosen}


def pass_at_k(trials: Iterable[TrialLike], *, k: int) -> float | None:
    """Return the chance that at least one of `k` attempts at a problem passes, averaged over problems; `None` of none.

    Unjudged trials do not count; a problem that they leave with fewer than `k` attempts is left out.

    >>> from assay.records import Candidate, Trial, Verdict
    >>> verdicts = {"a": (Verdict.PASSED, Verdict.FAILED), "b": (Verdict.PASSED, Verdict.PASSED)}
    >>> run = [Trial(problem, Candidate(""), verdict) for problem in verdicts for verdict in verdicts[problem]]
    >>> pass_at_k(run, k=1), pass_at_k(run, k=2)
    (0.75, 1.0)
    """
    used = _used(tally(trials).by_problem(), k)
    return float(pass_at_k_of_counts(*_columns(used), k=k).mean()) if used else None


def pass_hat_k(trials: Iterable[TrialLike], *, k: int) -> float | None:
    """Return the chance that all of `k` attempts at a problem pass, averaged over problems; `None` of none.

    >>> from assay.records import Candidate, Trial, Verdict
    >>> pass_hat_k([Trial("a", Candidate(""), verdict) for verdict in (Verdict.PASSED, Verdict.FAILED)], k=2)
    0.0
    """
    used = _used(tally(trials).by_problem(), k)
    return float(pass_hat_k_of_counts(*_columns(used), k=k).mean()) if used else None


def pass_at_k_of_counts(attempts: ArrayLike, passed: ArrayLike, *, k: int) -> Floats:
    """Return pass@k of many problems at once, one value for each.

    >>> pass_at_k_of_counts([5, 10], [3, 3], k=1).tolist()
    [0.6, 0.3]
    """
    return _of_counts(_at_least_one, attempts, passed, k)


def pass_hat_k_of_counts(attempts: ArrayLike, passed: ArrayLike, *, k: int) -> Floats:
    """Return pass^k of many problems at once, one value for each.

    >>> pass_hat_k_of_counts([4, 4], [3, 4], k=4).tolist()
    [0.0, 1.0]
    """
    return _of_counts(_all, attempts, passed, k)


def check_attempts(problems: Mapping[str, Tally], k: int) -> None:
    """Refuse a `k` above the attempts, and names the problems.

    >>> check_attempts({"a": Tally(judged=2)}, 2)
    """
    require_number("k", k, 1, whole=True)
    short = {problem: cell.attempts for problem, cell in problems.items() if cell.attempts < k}
    if short:
        named = ", ".join(f"{problem!r} has {count}" for problem, count in list(short.items())[:_NAMED])
        more = f" and {len(short) - _NAMED} more problems" if len(short) > _NAMED else ""
        raise InvalidValue(f"k={k!r} needs at least {k} attempts at every problem: {named}{more}")


def _used(problems: Mapping[str, Tally], k: int) -> list[Tally]:
    check_attempts(problems, k)
    return [cell for cell in problems.values() if cell.judged >= k]


def _columns(cells: Sequence[Tally]) -> tuple[list[int], list[int]]:
    return [cell.judged for cell in cells], [cell.passed for cell in cells]


def _at_least_one_of(n: int, c: int, k: int, names: Sequence[str] = ("n", "c", "k")) -> float:
    _check_counts(n, c, k, names)
    drawn = math.comb(n, k)
    return (drawn - math.comb(n - c, k)) / drawn


def _check_counts(n: int, c: int, k: int, names: Sequence[str] = ("n", "c", "k")) -> None:
    """Raise `InvalidValue` for counts that make no sense, under the names that the caller knows them by."""
    require_number(names[0], n, 1, whole=True)
    require_number(names[1], c, 0, n, whole=True)
    require_number(names[2], k, 1, whole=True)
    if k > n:
        raise InvalidValue(f"{names[2]}: must be from 1 to the number of attempts, {n!r}, got {k!r}")


def _of_counts(estimate: Estimate, attempts: ArrayLike, passed: ArrayLike, k: int) -> Floats:
    import numpy as np

    n, c = _checked(attempts, passed, k)
    if k == 1:
        return c / n
    most = int(n.max(initial=0))
    if n.size > most and int(n.min()) == most:  # each count of passes is worked out once
        return estimate(n[:1], np.arange(most + 1), k)[c]
    return estimate(n, c, k)


def _at_least_one(n: Ints, c: Ints, k: int) -> Floats:
    import numpy as np

    table = _log_factorials(n)
    # Paired so that c = 0 gives exactly 0: both differences vanish.
    none_passes = (table[n - c] - table[n]) + (table[n - k] - table[np.maximum(n - c - k, 0)])
    return np.where(n - c < k, 1.0, 0.0 - np.expm1(none_passes))  # a plain minus would give -0.0


def _all(n: Ints, c: Ints, k: int) -> Floats:
    import numpy as np

    table = _log_factorials(n)
    all_pass = (table[c] - table[np.maximum(c - k, 0)]) - (table[n] - table[n - k])
    return np.where(c < k, 0.0, np.exp(all_pass))


def _checked(attempts: ArrayLike, passed: ArrayLike, k: int) -> tuple[Ints, Ints]:
    import numpy as np

    n, c = np.asarray(attempts), np.asarray(passed)
    if n.ndim != 1 or n.shape != c.shape:
        raise InvalidValue(f"attempts and passes must be two lists of one length, got shapes {n.shape} and {c.shape}")
    if n.size and (n.dtype.kind not in "iu" or c.dtype.kind not in "iub"):
        raise InvalidValue(f"attempts and passes must be whole numbers, got {n.dtype} and {c.dtype}")
    if n.size and not (1 <= k <= n.min() and n.max() <= MAX_ATTEMPTS):
        raise InvalidValue(
            f"k must be from 1 to the number of attempts, and those at most {MAX_ATTEMPTS}: "
            f"got k={k!r} with {n.min()} to {n.max()} attempts"
        )
    if n.size and (c.min() < 0 or (c > n).any()):
        raise InvalidValue("the passed attempts of a problem must be from 0 to its attempts")
    return n.astype(np.int64, copy=False), c.astype(np.int64, copy=False)


def _log_factorials(n: Ints) -> Floats:
    import numpy as np

    size = int(n.max(initial=0))
    return np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, size + 1)))))


def pass_at_k_scores(run: RunView) -> list[Score]:
    """Return pass@k for each k, then the same with unjudged trials as failed where there are any, then for each part.

    >>> view = RunView({"a": Tally(judged=5, passed=1, faults=1)}, ScoringTerms("mine", "1"))
    >>> [score.metric for score in pass_at_k_scores(view)]
    ['pass@1', 'pass@1 (unjudged as failed)', 'pass@5', 'pass@5 (unjudged as failed)']
    """
    chosen = _chosen_k(run)
    scores = []
    for k in chosen:
        scores.append(_pass_at_k(run, k, left_out=_left_out(run, chosen) if k == chosen[0] else ""))
        if any(cell.faults for cell in run.problems.values()):
            scores.append(_as_failed(run, k))
    return scores + _part_scores(run)


def pass_hat_k_scores(run: RunView) -> list[Score]:
    """Return pass^k for each k above 1; with k = 1 it is pass@1.

    >>> view = RunView({"a": Tally(judged=5, passed=5)}, ScoringTerms("mine", "1"))
    >>> [(score.metric, score.value) for score in pass_hat_k_scores(view)]
    [('pass^5', 1.0)]
    """
    scores = []
    for k in _chosen_k(run):
        if k > 1:
            used = [cell for cell in run.problems.values() if cell.judged >= k]
            values = pass_hat_k_of_counts(*_columns(used), k=k).tolist()
            scores.append(run.mean(f"pass^{k}", values, k=k, note=_short_note(run, k)))
    return scores


def unjudged_note(run: RunView) -> str:
    """Return how many trials are unjudged, in words; empty where none is."""
    unjudged = sum(cell.faults for cell in run.problems.values())
    return f"{unjudged} unjudged, not counted" if unjudged else ""


def _pass_at_k(run: RunView, k: int, *, left_out: str) -> Score:
    used = [cell for cell in run.problems.values() if cell.judged >= k]
    note = "; ".join(filter(None, (_short_note(run, k), left_out, unjudged_note(run))))
    values = pass_at_k_of_counts(*_columns(used), k=k).tolist()
    return run.mean(f"pass@{k}", values, k=k, note=note, once=all(cell.judged == 1 for cell in used))


def _part_scores(run: RunView) -> list[Score]:
    """Return pass@k on the cases of each named part, as if they alone decided.

    >>> from assay.metrics.tally import CaseCounts
    >>> cell = Tally(judged=1, basic_passed=1, edge=CaseCounts({2: 1}, shown=2, size=2))
    >>> terms = ScoringTerms("mine", "1", parts={"base": Part.BASIC, "plus": Part.WHOLE})
    >>> [(score.metric, score.value, score.note) for score in _part_scores(RunView({"a": cell}, terms))]
    [('pass@1 (base)', 1.0, 'basic cases alone'), ('pass@1 (plus)', 0.0, 'all cases')]
    """
    scores = []
    for k in _chosen_k(run):
        for name, part in run.terms.parts.items():
            cells = {id_: replace(cell, passed=cell.passed_part(part)) for id_, cell in run.problems.items()}
            score = _pass_at_k(replace(run, problems=cells), k, left_out=_part_note(run, part))
            scores.append(replace(score, metric=f"{score.metric} ({name})"))
    return scores


def _part_note(run: RunView, part: Part) -> str:
    if part is Part.BASIC:
        return "basic cases alone"
    edge, problems = sum(bool(cell.edge.size) for cell in run.problems.values()), len(run.problems)
    return "all cases" if edge == problems else f"all cases; {edge} of {problems} problems have edge cases"


def _as_failed(run: RunView, k: int) -> Score:
    cells = list(run.problems.values())
    values = pass_at_k_of_counts([cell.attempts for cell in cells], [cell.passed for cell in cells], k=k).tolist()
    note = f"{sum(cell.faults for cell in cells)} unjudged counted as failed"
    return run.mean(f"pass@{k}{AS_FAILED}", values, k=k, note=note, once=all(cell.attempts == 1 for cell in cells))


def _wanted_k(terms: ScoringTerms) -> Sequence[int]:
    return DEFAULT_K if terms.k is None else sorted(set(terms.k))


def _chosen_k(run: RunView) -> tuple[int, ...]:
    fewest = min((cell.attempts for cell in run.problems.values()), default=1)
    return tuple(k for k in _wanted_k(run.terms) if k <= fewest) or (1,)


def _left_out(run: RunView, chosen: Sequence[int]) -> str:
    """Say which of the wanted k are missing."""
    missing = [f"pass@{k}" for k in _wanted_k(run.terms) if k not in chosen]
    if not missing or not run.problems:
        return ""
    fewest = min(cell.attempts for cell in run.problems.values())
    return f"{', '.join(missing)} left out: the fewest attempts at a problem are {fewest}"


def _short_note(run: RunView, k: int) -> str:
    short = sum(cell.judged < k for cell in run.problems.values())
    noun = "problem" if short == 1 else "problems"
    return f"{short} {noun} left out: fewer than {k} judged because of faults" if short else ""


def _pass_at_k_names(terms: ScoringTerms) -> list[str]:
    names = [f"pass@{k}" for k in _wanted_k(terms)]
    return names + [f"{name} ({part})" for name in names for part in terms.parts]


def _pass_at_k_phrase(score: Score, share: str) -> str:
    tail = ", with every unjudged attempt as failed" if score.metric.endswith(AS_FAILED) else ""
    return f"{share} solved on the first try{tail}" if score.k == 1 else f"{share} solved within {score.k} tries{tail}"


METRICS = (
    Metric(
        "pass@k",
        "The chance that at least one of k attempts at a problem passes, averaged over problems",
        pass_at_k_scores,
        _pass_at_k_phrase,
        place=10,
        names=_pass_at_k_names,
    ),
    Metric(
        "pass^k",
        "The chance that all of k attempts at a problem pass, averaged over problems",
        pass_hat_k_scores,
        lambda score, share: f"{share} solved {score.k} times in a row",
        place=20,
        names=lambda terms: [f"pass^{k}" for k in _wanted_k(terms) if k > 1],
    ),
)
