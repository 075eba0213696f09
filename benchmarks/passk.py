"""pass@k of many problems at once, against the two loops that other harnesses use, from the same counts."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from benchmarks.bench import Options, Outcome, table

PROBLEMS = 10_000
ATTEMPTS = 200
KS = (1, 5, 10, 100)
BOUND = 50.0
"""How many times faster than the usual loop it must be, in the same run."""

Estimate = Callable[[], list[float]]


def run(options: Options) -> Outcome:
    import numpy as np

    from assay.metrics.passk import pass_at_k_of_counts

    rng = np.random.default_rng(0)
    attempts = np.full(PROBLEMS, ATTEMPTS)
    passed = rng.integers(0, ATTEMPTS + 1, PROBLEMS)
    pairs = list(zip(attempts.tolist(), passed.tolist(), strict=True))
    uneven = rng.integers(max(KS), 2 * ATTEMPTS, PROBLEMS)
    uneven_passed = rng.integers(0, uneven + 1)

    contenders: dict[str, Estimate] = {
        "loop over products": lambda: [math.fsum(_product(n, c, k) for n, c in pairs) / PROBLEMS for k in KS],
        "loop over binomials": lambda: [math.fsum(_binomial(n, c, k) for n, c in pairs) / PROBLEMS for k in KS],
        "assay": lambda: [float(pass_at_k_of_counts(attempts, passed, k=k).mean()) for k in KS],
        "assay, uneven attempts": lambda: [float(pass_at_k_of_counts(uneven, uneven_passed, k=k).mean()) for k in KS],
    }
    seconds, values = _race(contenders, rounds=1 if options.quick else 5)
    return _outcome(seconds, values)


def _product(n: int, c: int, k: int) -> float:
    """The numerically stable form that the field copies: a product over the passed attempts."""
    import numpy as np

    return 1.0 if n - c < k else float(1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1)))


def _binomial(n: int, c: int, k: int) -> float:
    return 1.0 if n - c < k else 1.0 - math.comb(n - c, k) / math.comb(n, k)


def _race(contenders: dict[str, Estimate], *, rounds: int) -> tuple[dict[str, float], dict[str, Sequence[float]]]:
    """CPU seconds of the best round of each, and what it found; rounds alternate so that all meet the same load."""
    seconds = dict.fromkeys(contenders, math.inf)
    values: dict[str, Sequence[float]] = {}
    for name, estimate in contenders.items():
        values[name] = estimate()  # imports and caches are warm after this
    for _ in range(rounds):
        for name, estimate in contenders.items():
            repeats = 20 if name.startswith("assay") else 1
            started = time.process_time()
            for _ in range(repeats):
                estimate()
            seconds[name] = min(seconds[name], (time.process_time() - started) / repeats)
    return seconds, values


def _outcome(seconds: dict[str, float], values: dict[str, Sequence[float]]) -> Outcome:
    usual, ours = "loop over products", "assay"
    lines = [[name, f"{1e3 * spent:.2f}", f"{spent / seconds[ours]:.1f}"] for name, spent in seconds.items()]
    furthest = max(abs(one - other) for one, other in zip(values[usual], values[ours], strict=True))
    times = seconds[usual] / seconds[ours]
    broken = []
    if furthest > 1e-9:
        broken.append(f"the vectorised values differ from the loop's by {furthest:.1e}")
    if times < BOUND:
        broken.append(f"{times:.0f} × the loop, which is less than {BOUND:.0f} ×")
    text = "\n\n".join(
        (
            f"{PROBLEMS:,} problems of {ATTEMPTS} attempts, k = {', '.join(map(str, KS))}, from counts; "
            f"CPU time of the best round. Largest difference of the values: {furthest:.1e}.",
            table(["", "ms", "× assay"], lines),
        )
    )
    figures = {"milliseconds": {name: 1e3 * spent for name, spent in seconds.items()}, "times_the_loop": times}
    return Outcome("pass@k of 10,000 problems", text, figures, broken=tuple(broken))
