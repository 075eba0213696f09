"""What a run says: scores, where they come from, and everything a reader must know besides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from assay.records import Score, Verdict, Writer
from assay.reports.effort import Effort
from assay.results import Result
from assay.spec import Run

SHOWN_DETAILS = 20


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """The scores of one part of the problems or candidates."""

    by: str
    """`kind`, `difficulty`, `tag`, `model` or `model_version`."""
    name: str
    scores: tuple[Score, ...]
    typical: tuple[float, float] | None = None
    """What systems commonly reach on such problems: context, not a goal."""
    errors: Mapping[str, int] = field(default_factory=dict)
    """Trials by class of error."""


@dataclass(frozen=True, slots=True)
class Caution:
    """Something that a reader must know before the score, since it changes what the score means."""

    kind: str
    """A kind of failure that many candidates share, `subset`, `stopped`, `models`, `metric`, `errata`,
    `control` or `quarantined`."""
    count: int
    of: int
    """How many there are in all, of what `count` counts."""
    what: str
    why: str = ""
    """The likely cause, in words."""
    flag: str = ""
    """The flag of `assay run` that helps; empty: none does."""


@dataclass(frozen=True, slots=True, repr=False)
class Report(Result):
    """One run.

    >>> Report(Run("4f2a", "mine", "1"), (Score("pass@1", 0.5, 2),), verdicts={"passed": 1, "failed": 1})
    <Report mine 1: pass@1 = 50.0% (n=2); 1 passed, 1 failed; run 4f2a>
    """

    run: Run
    scores: tuple[Score, ...]
    words: str = ""
    """What the first score means, as a sentence."""
    groups: tuple[ScoreGroup, ...] = ()
    verdicts: Mapping[str, int] = field(default_factory=dict)
    errors: Mapping[str, int] = field(default_factory=dict)
    """By class: syntax, runtime, logic, edge_case, timeout."""
    most_common_error: str | None = None
    unjudged: int = 0
    faults: Mapping[str, int] = field(default_factory=dict)
    """Why trials are unjudged."""
    suspicions: Mapping[str, int] = field(default_factory=dict)
    """Trials by kind of suspicion."""
    suspected_passes: int = 0
    """Trials that passed and carry a suspicion."""
    missing_packages: Mapping[str, int] = field(default_factory=dict)
    """Trials that failed since the interpreter lacks a package."""
    errata: Mapping[str, str] = field(default_factory=dict)
    """Known errors of the data set among the problems of this run."""
    cautions: tuple[Caution, ...] = ()
    """Said before the scores."""
    writers: Mapping[Writer, int] = field(default_factory=dict)
    """Who wrote how many of the candidates; more than one: the scores of the run pool them."""
    mended: Mapping[str, int] = field(default_factory=dict)
    """Candidates by kind of mend: what was done to texts that do not parse as their key says."""
    effort: Effort | None = None
    """What the solver spent, and on how much of the problems; `None`: the candidates came from elsewhere."""

    @property
    def passed(self) -> bool:
        """Whether every candidate was judged and passed, and there was one."""
        return 0 < sum(self.verdicts.values()) == self.verdicts.get(Verdict.PASSED, 0) and not self.unjudged

    def headline(self) -> str:
        """Return benchmark, model, the first score, and how many candidates have which verdict."""
        run, model = self.run, who(self.run, self.writers)
        title = f"{run.benchmark} {run.benchmark_version}{f', {model}' if model else ''}"
        score = str(replace(self.scores[0], signature="")) if self.scores else "no score"
        counts = [f"{count:,} {verdict}" for verdict, count in self.verdicts.items() if count]
        counts += [f"{self.unjudged:,} unjudged"] if self.unjudged else []
        return f"{title}: {score}; {', '.join(counts) or 'no candidates'}; run {run.id}"

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return one row for each score: those of all candidates first, then those of each group."""
        groups = [("", "", self.scores), *((one.by, one.name, one.scores) for one in self.groups)]
        return [
            {"by": by, "name": name, "metric": score.metric, "value": score.value,
             "low": score.interval and score.interval[0], "high": score.interval and score.interval[1],
             "n": score.n, "signature": score.signature}
            for by, name, scores in groups
            for score in scores
        ]  # fmt: skip

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the report as one JSON object."""
        run = self.run
        return {
            "run": run.id,
            "name": run.name,
            "benchmark": run.benchmark,
            "benchmark_version": run.benchmark_version,
            "state": run.state.value,
            "created": run.created,
            "model": run.model,
            "model_version": run.model_version,
            "labels": dict(run.labels),
            "source": run.source,
            "scores": [score_data(score) for score in self.scores],
            "words": self.words,
            "groups": [
                {"by": group.by, "name": group.name, "typical": group.typical and list(group.typical),
                 "errors": dict(group.errors), "scores": [score_data(score) for score in group.scores]}
                for group in self.groups
            ],
            "verdicts": dict(self.verdicts),
            "errors": dict(self.errors),
            "most_common_error": self.most_common_error,
            "unjudged": self.unjudged,
            "faults": dict(self.faults),
            "suspicions": dict(self.suspicions),
            "suspected_passes": self.suspected_passes,
            "missing_packages": dict(self.missing_packages),
            "errata": dict(self.errata),
            "cautions": [asdict(caution) for caution in self.cautions],
            "writers": [{**writer._asdict(), "trials": trials} for writer, trials in self.writers.items()],
            "mended": dict(self.mended),
            "effort": None if self.effort is None else self.effort.to_dict(),
            "notes": list(run.notes),
            "problems": run.problems,
            "selected_problems": run.selected_problems,
            "benchmark_problems": run.benchmark_problems,
            "trials": run.trials,
            "isolation": run.facts.get("iso", ""),
            "seconds": run.seconds,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, run: Run, data: Mapping[str, Any]) -> Report:  # Any: JSON
        """Return the report that `to_dict` wrote, for a run that is kept beside it."""
        return cls(
            run,
            tuple(score_from(score) for score in data["scores"]),
            data["words"],
            tuple(
                ScoreGroup(group["by"], group["name"], tuple(score_from(score) for score in group["scores"]),
                      group["typical"] and (group["typical"][0], group["typical"][1]), group["errors"])
                for group in data["groups"]
            ),
            data["verdicts"],
            data["errors"],
            data["most_common_error"],
            data["unjudged"],
            data["faults"],
            data["suspicions"],
            data["suspected_passes"],
            data["missing_packages"],
            data["errata"],
            tuple(Caution(**caution) for caution in data.get("cautions", ())),  # reports of Assay 0.1 have none
            writers_from(data),
            data.get("mended", {}),  # reports that were kept by an older version have none
            None if data.get("effort") is None else Effort.from_dict(data["effort"]),
        )  # fmt: skip


def writers_from(data: Mapping[str, Any]) -> dict[Writer, int]:  # Any: JSON
    """Return who wrote how many candidates, as `to_dict` wrote it; nothing in a report that does not say."""
    return {Writer(one["model"], one["model_version"]): one["trials"] for one in data.get("writers", ())}


def answered(run: Run) -> str:
    """Say how much of its benchmark a run is about.

    >>> answered(Run("r", "mine", "1", problems=30, benchmark_problems=164)), answered(Run("r", "m", "1", problems=3))
    ('30 of 164 problems answered', '3 problems')
    """
    if run.benchmark_problems:
        return f"{run.problems} of {run.benchmark_problems} problems answered"
    return f"{run.problems} problem{'' if run.problems == 1 else 's'}"


def who(run: Run, writers: Collection[Writer] = ()) -> str:
    """Say who wrote the candidates of a run, as a heading names them; empty where nobody said.

    >>> who(Run("r", "mine", "1", model="m", model_version="2")), who(Run("r", "mine", "1"), [Writer("a"), Writer("b")])
    ('m 2', '2 models')
    """
    named = " ".join(filter(None, (run.model, run.model_version)))
    several = pooled(writers)
    return f"{named} ({several})" if named and several else named or several


def pooled(writers: Collection[Writer]) -> str:
    """Say how many models, or versions of one model, there are; empty for one.

    >>> pooled([Writer("a", "1"), Writer("a", "2")]), pooled([Writer("a")])
    ('2 versions of a', '')
    """
    if len(writers) < 2:
        return ""
    models = {writer.model for writer in writers}
    if len(models) > 1:
        return f"{len(models)} models"
    return f"{len(writers)} versions of {next(iter(models)) or 'an unnamed model'}"


def score_data(score: Score) -> dict[str, Any]:  # Any: JSON
    """Return a score as plain data."""
    return {**asdict(score), "interval": None if score.interval is None else list(score.interval)}


def score_from(data: Mapping[str, Any]) -> Score:  # Any: JSON
    """Return the score that `score_data` wrote."""
    interval = data["interval"]
    return Score(**{**data, "interval": None if interval is None else (interval[0], interval[1])})
