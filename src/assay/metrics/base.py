"""What a metric is, what it is given of a run, and how it makes scores of numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.errors import InvalidValue
from assay.metrics.kinds import TrialLike
from assay.records import Part, Problem, Score
from assay.signature import build_signature
from assay.statistics.intervals import clustered, wilson

if TYPE_CHECKING:
    from assay.metrics.tally import Tally

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.@+/-]*")
_SELECTION = (
    "problems",
    "limit",
    "from",
    "to",
    "until",
    "order",
    "stopped",
    "form",
    "extract",
    "blocks",
    "mended",
    "answered",
    "models",
)
"""Facts that say which candidates a score is about, and how they were read."""


@dataclass(frozen=True, slots=True)
class ScoringTerms:
    """What decides about the scores of a run besides its trials."""

    benchmark: str
    version: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Limits, judge, isolation, interpreter and so on, in the order of the signature."""
    k: Sequence[int] | None = None
    """`None`: 1, 5, 10 and 100; those above the attempts are left out."""
    seed: int = 0
    """Of the resampling."""
    parts: Mapping[str, Part] = field(default_factory=dict)
    """Name → cases that pass@k is reported for under that name, such as `{"base": Part.BASIC}` of HumanEval+."""
    requested: Sequence[str] = ()
    """The metrics that are scored on request only, and were asked for, by name."""
    weights: Sequence[float] | None = None
    """Of CodeBLEU's four components; `None`: a quarter each."""

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise InvalidValue(f"seed must not be negative, got {self.seed!r}")
        if self.k is not None and (not self.k or min(self.k) < 1):
            raise InvalidValue(f"k must be whole numbers of at least 1, got {list(self.k)!r}")

    def signature(self, problems: Mapping[str, Tally], k: int | None = None) -> str:
        """Return the one line that pins what moves a score about these problems.

        >>> from assay.metrics.tally import Tally
        >>> terms = ScoringTerms("humaneval", "1.2", {"time": "3s"})
        >>> terms.signature({"a": Tally(judged=2), "b": Tally(judged=3)}, k=1)
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

    def selection(self, signature: str) -> str:
        """Return the signature of a score of texts, with which candidates it is about and how they were read.

        >>> ScoringTerms("mine", facts={"time": "3s", "limit": "10"}).selection("quality:1")
        'quality:1|limit:10'
        """
        selected = {key: self.facts[key] for key in _SELECTION if key in self.facts}
        return f"{signature}|{build_signature(selected)}" if selected else signature


ReadTrials = Callable[[], Iterable[tuple[TrialLike, Problem | None]]]


def no_trials() -> Iterable[tuple[TrialLike, Problem | None]]:
    """Return nothing: the trials of a run of which only the counts are known."""
    return ()


@dataclass(frozen=True, slots=True)
class RunView:
    """A run, or a group of its trials, as a metric sees it; `mean` and `share` make scores of numbers."""

    problems: Mapping[str, Tally]
    """The attempts at each problem, counted."""
    terms: ScoringTerms
    trials: ReadTrials = no_trials
    """Reads the trials again, each with its problem (`None`: the benchmark does not have it, or is not at hand)."""

    def mean(
        self,
        name: str,
        values: Sequence[float],
        *,
        k: int | None = None,
        note: str = "",
        pooled: float | None = None,
        once: bool = False,
    ) -> Score:
        """Return the mean of one value a problem; `once`: each value is one attempt that passed or did not.

        >>> from assay.metrics.tally import Tally
        >>> print(RunView({"a": Tally(judged=1)}, ScoringTerms("mine", "1")).mean("brevity", [0.5]))
        brevity = 50.0% [5.5, 94.5] (n=1) mine:1|attempts:1
        """
        signature = self.terms.signature(self.problems, k)
        if not values:
            return Score(name, None, 0, None, signature, k, note or "no attempt is judged")
        total = math.fsum(values)
        interval = wilson(total, len(values)) if once else clustered(values, seed=self.terms.seed)
        return Score(name, min(1.0, total / len(values)), len(values), interval, signature, k, note, pooled)

    def share(
        self, name: str, counts: Sequence[tuple[int, int]], *, note: str, nothing: str = "", signature: str = ""
    ) -> Score:
        """Return a share of trials, from the trials that count and all trials of each problem."""
        signature = signature or self.terms.signature(self.problems)
        counted, trials = sum(part for part, _ in counts), sum(whole for _, whole in counts)
        if not trials:
            return Score(name, None, 0, None, signature, note=nothing or note)
        if trials == len(counts):
            interval = wilson(counted, trials)
        else:
            parts, wholes = zip(*counts, strict=True)
            interval = clustered(parts, wholes, seed=self.terms.seed)
        return Score(name, counted / trials, trials, interval, signature, note=note)


Phrase = str | Callable[[Score, str], str]


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric: its name, what it means, how a run is scored with it, and how a score reads.

    A module of `assay.metrics` lists its metrics in `METRICS`; a plug-in offers one as an entry point of the group
    `assay.metric`. Nothing else has to name it.
    """

    name: str
    summary: str
    """One line."""
    score: Callable[[RunView], Sequence[Score]]
    """Values are shares from 0 to 1, or `None` where there was nothing to measure."""
    phrase: Phrase = ""
    """The score as a phrase, with `{share}` for its value, or a function of the score and its value in words."""
    place: int = 1000
    """Where its scores stand among those of others: the lowest first, those of one place by name."""
    counts: str = "problems"
    """What the n of its scores counts."""
    names: Callable[[ScoringTerms], Sequence[str]] | None = None
    """The names of the scores it can give under these terms; `None`: its own name."""
    on_request: bool = False
    """Scored only where it is asked for."""
    whole_run: bool = False
    """Scored for the run as a whole and not for its groups, since it reads all trials again."""
    probe: str = ""
    """The probe whose answers it counts: it is scored where that one was asked for."""
    needs_all_cases: bool = False
    """Says nothing about candidates that were stopped at their first failed case."""

    def score_names(self, terms: ScoringTerms) -> Sequence[str]:
        """Return the names of the scores it can give under these terms."""
        return (self.name,) if self.names is None else self.names(terms)


def _attempts(problems: Mapping[str, Tally]) -> str:
    counts = [cell.attempts for cell in problems.values()] or [0]
    return str(counts[0]) if min(counts) == max(counts) else f"{min(counts)}-{max(counts)}"
