"""The interval of pass@k by resampling problems: 10,000 problems, 10,000 resamples, against a plain numpy loop."""

from __future__ import annotations

import math
import resource
import time
from collections.abc import Callable, Sequence

from benchmarks.bench import Options, Outcome, table

PROBLEMS = 10_000
ATTEMPTS = 200
RESAMPLES = 10_000
K = 10
LOOPED = 500
"""Resamples that the loop is timed on; its time is scaled up to all of them."""
BOUND = 2.0
"""How many times faster than the loop it must be, in the same run."""
FURTHEST = 0.003
"""How far the ends may lie apart: both are random, and the interval is some 0.013 wide."""

Interval = tuple[float, float]


def run(options: Options) -> Outcome:
    import numpy as np

    from assay.metrics.passk import pass_at_k_of_counts
    from assay.statistics.intervals import clustered

    rng = np.random.default_rng(0)
    attempts = np.full(PROBLEMS, ATTEMPTS)
    passed = rng.binomial(ATTEMPTS, rng.beta(0.5, 0.8, PROBLEMS))
    uneven = rng.integers(ATTEMPTS // 2, 2 * ATTEMPTS, PROBLEMS)
    uneven_passed = rng.binomial(uneven, rng.beta(0.5, 0.8, PROBLEMS))
    distinct = rng.random(PROBLEMS).tolist()

    def ours(n: Sequence[int], c: Sequence[int]) -> Interval:
        return clustered(pass_at_k_of_counts(n, c, k=K).tolist(), resamples=RESAMPLES)

    looped = LOOPED // 5 if options.quick else LOOPED
    values = pass_at_k_of_counts(attempts, passed, k=K)
    contenders: dict[str, tuple[Callable[[], Interval], float]] = {
        "plain numpy loop": (lambda: _loop(values.tolist(), looped), RESAMPLES / looped),
        "assay": (lambda: ours(attempts.tolist(), passed.tolist()), 1.0),
        "assay, uneven attempts": (lambda: ours(uneven.tolist(), uneven_passed.tolist()), 1.0),
        "assay, no two values equal": (lambda: clustered(distinct, resamples=RESAMPLES), 1.0),
    }
    seconds, found = _race(contenders, rounds=1 if options.quick else 5)
    return _outcome(seconds, found, looped)


def _loop(values: Sequence[float], resamples: int) -> Interval:
    """What one writes first: draw the problems, take the mean, again and again."""
    import numpy as np

    rng = np.random.default_rng(0)
    held = np.asarray(values)
    means = [float(rng.choice(held, size=len(held), replace=True).mean()) for _ in range(resamples)]
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)


def _race(
    contenders: dict[str, tuple[Callable[[], Interval], float]], *, rounds: int
) -> tuple[dict[str, float], dict[str, Interval]]:
    """CPU seconds of the best round of each, and what it found; rounds alternate so that all meet the same load."""
    seconds = dict.fromkeys(contenders, math.inf)
    found: dict[str, Interval] = {}
    for _ in range(rounds):
        for name, (estimate, scale) in contenders.items():
            started = time.process_time()
            found[name] = estimate()
            seconds[name] = min(seconds[name], (time.process_time() - started) * scale)
    return seconds, found


def _outcome(seconds: dict[str, float], found: dict[str, Interval], looped: int) -> Outcome:
    usual, ours = "plain numpy loop", "assay"
    lines = [[name, f"{spent:.2f}", f"{spent / seconds[ours]:.1f}"] for name, spent in seconds.items()]
    furthest = max(abs(one - other) for one, other in zip(found[usual], found[ours], strict=True))
    times = seconds[usual] / seconds[ours]
    broken = []
    if furthest > FURTHEST:
        broken.append(f"the ends differ from the loop's by {furthest:.1e}")
    if times < BOUND:
        broken.append(f"{times:.1f} × the loop, which is less than {BOUND:.0f} ×")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    text = "\n\n".join(
        (
            f"{PROBLEMS:,} problems of {ATTEMPTS} attempts, pass@{K}, {RESAMPLES:,} resamples, from counts to the"
            f" interval; CPU time of the best round. The loop was timed on {looped} resamples and its time scaled up."
            f" Largest difference of the ends: {furthest:.1e}. Most memory of the process: {memory:.0f} MiB.",
            table(["", "s", "× assay"], lines),
        )
    )
    figures = {"seconds": seconds, "times_the_loop": times, "peak_mebibytes": memory}
    return Outcome("the interval of pass@k by resampling 10,000 problems", text, figures, broken=tuple(broken))
