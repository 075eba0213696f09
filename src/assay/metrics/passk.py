"""pass@k and pass^k, unbiased, from counts of attempts and passes: Chen et al. 2021, arXiv 2107.03374."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from assay.errors import InvalidValue
from assay.metrics.kinds import TrialLike
from assay.metrics.tally import Tally, tally

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Estimate = Callable[[Ints, Ints, int], Floats]

DEFAULT_K = (1, 5, 10, 100)
MAX_ATTEMPTS = 10_000_000
"""Of one problem, in the vectorised forms: they keep a table as long."""
_NAMED = 5


def compute_pass_at_k(n: int, c: int, k: int) -> float:
    """The chance that at least one of `k` attempts passes, drawn from `n` of which `c` passed.

    >>> [compute_pass_at_k(5, 3, k) for k in (1, 2, 3)]
    [0.6, 0.9, 1.0]
    """
    _check_counts(n, c, k)
    drawn = math.comb(n, k)
    return (drawn - math.comb(n - c, k)) / drawn


def compute_pass_hat_k(n: int, c: int, k: int) -> float:
    """The chance that all of `k` attempts pass, drawn from `n` of which `c` passed.

    >>> compute_pass_hat_k(10, 9, 4)
    0.6
    """
    _check_counts(n, c, k)
    return math.comb(c, k) / math.comb(n, k)


def calculate_pass_at_k(n_samples: int, n_correct: int, k: int) -> float:
    """The same as `compute_pass_at_k`, under the names of the metrics document.

    >>> calculate_pass_at_k(n_samples=10, n_correct=3, k=1)
    0.3
    """
    return compute_pass_at_k(n_samples, n_correct, k)


def calculate_pass_at_k_for_multiple(
    results: Sequence[bool], k_values: Sequence[int] | None = None
) -> dict[str, float]:
    """pass@k of one problem for several k; without `k_values` those of 1, 5 and 10 that there are attempts for.

    >>> calculate_pass_at_k_for_multiple([True, False, True, False, True])
    {'pass@1': 0.6, 'pass@5': 1.0}
    """
    n, c = len(results), sum(bool(passed) for passed in results)
    chosen = [k for k in (1, 5, 10) if k <= n] if k_values is None else k_values
    return {f"pass@{k}": compute_pass_at_k(n, c, k) for k in chosen}


def pass_at_k(trials: Iterable[TrialLike], *, k: int) -> float | None:
    """The chance that at least one of `k` attempts at a problem passes, averaged over problems; `None` of none.

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
    """The chance that all of `k` attempts at a problem pass, averaged over problems; `None` of none.

    >>> from assay.records import Candidate, Trial, Verdict
    >>> pass_hat_k([Trial("a", Candidate(""), verdict) for verdict in (Verdict.PASSED, Verdict.FAILED)], k=2)
    0.0
    """
    used = _used(tally(trials).by_problem(), k)
    return float(pass_hat_k_of_counts(*_columns(used), k=k).mean()) if used else None


def pass_at_k_of_counts(attempts: ArrayLike, passed: ArrayLike, *, k: int) -> Floats:
    """pass@k of many problems at once, one value for each.

    >>> pass_at_k_of_counts([5, 10], [3, 3], k=1).tolist()
    [0.6, 0.3]
    """
    return _of_counts(_at_least_one, attempts, passed, k)


def pass_hat_k_of_counts(attempts: ArrayLike, passed: ArrayLike, *, k: int) -> Floats:
    """pass^k of many problems at once, one value for each.

    >>> pass_hat_k_of_counts([4, 4], [3, 4], k=4).tolist()
    [0.0, 1.0]
    """
    return _of_counts(_all, attempts, passed, k)


def check_attempts(problems: Mapping[str, Tally], k: int) -> None:
    """Refuses a `k` above the attempts, and names the problems.

    >>> check_attempts({"a": Tally(judged=2)}, 2)
    """
    if k < 1:
        raise InvalidValue(f"k must be at least 1, got {k!r}")
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


def _check_counts(n: int, c: int, k: int) -> None:
    if not 1 <= k <= n:
        raise InvalidValue(f"k must be from 1 to the number of attempts, {n!r}, got {k!r}")
    if not 0 <= c <= n:
        raise InvalidValue(f"the passed attempts must be from 0 to {n!r}, got {c!r}")


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
