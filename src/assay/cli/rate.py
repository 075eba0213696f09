"""`assay rate`: people grade candidates in the terminal, one after the other; and how far they agree."""

from __future__ import annotations

import datetime
import json
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Protocol

from assay.distinct import distinct_json
from assay.errors import InvalidValue
from assay.files import MOST_TEXT_BYTES, read_text
from assay.quality.human import (
    HIGHEST,
    LOWEST,
    PASS_GRADE,
    QUESTIONS,
    HumanEvaluationScore,
    RaterAgreement,
    Rating,
    agreement,
    candidate_name,
    mean_accuracy,
)
from assay.records import Trial

if TYPE_CHECKING:
    from assay.evaluation.opinions import Opinions

CODE_LINES = 400
LINE_LENGTH = 2000
LOWEST_SHOWN = 20
"""Candidates that a report shows, those with the lowest grades."""
_TRIES = 5


class KeptRatings(Protocol):
    """Where ratings are kept; a second rating of the same candidate by the same rater takes the place of the first."""

    def add_rating(self, rating: Rating) -> None: ...

    def ratings(self, run: str | None = None) -> Iterable[Rating]: ...


@dataclass(frozen=True, slots=True)
class Item:
    """One candidate to be graded."""

    candidate: str
    code: str
    prompt: str = ""
    run: str = ""


def items_of(trials: Iterable[Trial], *, run: str, prompts: Mapping[str, str] | None = None) -> Iterator[Item]:
    """The candidates of a run's trials, each under its problem and attempt; `prompts` by problem.

    >>> from assay.records import Candidate
    >>> next(items_of([Trial("HumanEval/0", Candidate("x = 1", attempt=2), None)], run="r1")).candidate
    'HumanEval/0#2'
    """
    for trial in trials:
        source = trial.candidate.source
        code = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
        prompt = (prompts or {}).get(trial.problem_id, "")
        yield Item(candidate_name(trial.problem_id, trial.candidate.attempt), code, prompt, run)


class RatingStopped(Exception):
    """The rater has had enough; what was graded is kept."""


def run(
    items: Iterable[Item],
    ratings: KeptRatings,
    *,
    rater: str,
    again: bool = False,
    limit: int | None = None,
    ask: Callable[[str], str] = input,
) -> int:
    """Show each candidate, ask for four grades and a comment, keep them; gives the number of candidates graded.

    Candidates that this rater has graded are left out unless `again`.
    """
    if limit is not None and limit < 1:
        raise InvalidValue(f"--limit must be at least 1, got {limit!r}")
    done = {(rating.run, rating.candidate) for rating in ratings.ratings() if rating.rater == rater}
    graded = 0
    for item in items:
        if limit is not None and graded >= limit:
            break
        if not again and (item.run, item.candidate) in done:
            continue
        show(item)
        try:
            score = _grades(ask)
        except (RatingStopped, EOFError):
            break
        if score is not None:
            ratings.add_rating(Rating(item.candidate, rater, score, _now(), item.run))
            graded += 1
            print(f"Kept: accuracy {score.accuracy_score():.2f}.")
    print(f"{graded} graded.")
    return graded


def show(item: Item) -> None:
    """Print a candidate so that nothing in it reaches the terminal as a command."""
    from assay.text import one_line

    print(f"\n{one_line(item.candidate)}\n{'-' * 60}")
    for text in (item.prompt, item.code):
        lines = text.expandtabs(4).split("\n")
        for line in lines[:CODE_LINES]:
            print(one_line(line[:LINE_LENGTH]))
        if len(lines) > CODE_LINES:
            print(f"[{len(lines) - CODE_LINES} more lines]")
        print("-" * 60)


def report(ratings: Iterable[Rating], opinions: Opinions | None = None, *, as_json: bool = False) -> None:
    """Print what people say beside the verdicts, their mean accuracy of each candidate, and how far they agree."""
    from assay.text import natural, one_line

    known = list(ratings)
    agreements, means = agreement(known), mean_accuracy(known)
    if as_json:
        data = {
            "ratings": [each.as_dict() for each in known],
            "accuracy": means,
            "agreement": [asdict(each) for each in agreements],
            "opinions": None if opinions is None else opinions.to_dict(),
        }
        print(json.dumps(data, indent=2))
        return
    if opinions is not None:
        _show_opinions(opinions)
    _show_agreement(agreements)
    given = Counter(each.candidate for each in known)
    for candidate, mean in sorted(means.items(), key=lambda each: (each[1], natural(each[0])))[:LOWEST_SHOWN]:
        print(f"{one_line(candidate)}: accuracy {mean:.2f} (n={given[candidate]})")
    if len(means) > LOWEST_SHOWN:
        print(f"{len(means) - LOWEST_SHOWN:,} more candidates with higher grades: --json has all")


def _show_agreement(agreements: Sequence[RaterAgreement]) -> None:
    """Print how far the raters agree on each axis; one line where all axes have none for the same reason."""
    notes = {each.note for each in agreements}
    if len(notes) == 1 and "" not in notes:
        print(f"agreement of raters: none, {notes.pop()}")
        return
    for each in agreements:
        value = f"none ({each.note})" if each.alpha is None else f"{each.alpha:.2f}"
        shown = f"{each.candidates} candidates, {each.raters} raters"
        print(f"agreement on {each.axis.replace('_', ' ')}: alpha {value}, {shown}")


def _show_opinions(opinions: Opinions) -> None:
    """Print what a run is worth by its verdicts, by people, and by both."""
    from assay.reports.figures import between, counted, share
    from assay.text import one_line

    both = opinions.combined
    rows = [
        ("by verdicts", opinions.automatic, ""),
        ("by people", opinions.people, " graded"),
        ("by both", both, "" if both is None else f", {both.labelled} graded"),
    ]
    for name, one, graded in rows:
        if one is not None:
            graded = f"{counted(one.n, 'problem')}{graded}"
            print(f"{name:<12} {share(one.value):>7}   {between(one.interval, share):<15}  {graded}")
    print(f"People pass a candidate whose mean correctness is {PASS_GRADE} or more.")
    if both is not None:
        print("By both is right where the graded problems were chosen at random.")
    found = opinions.agreement
    if found is not None:
        kappa = "none, all are of one kind" if found.kappa is None else f"{found.kappa:.2f}"
        print(f"people and verdicts agree on {found.agreed} of {found.n} candidates, kappa {kappa}")
        print(f"  {found.verdict_only} passed by verdict only, {found.people_only} by people only")
    for strength in opinions.strengths:
        reach = f"{strength.interval[0]:.0f} – {strength.interval[1]:.0f}"
        print(f"strength {strength.rating:.0f} ({reach}), {strength.n:g} comparisons: {one_line(strength.name)}")
    for note in opinions.notes:
        print(one_line(note))


def load(path: str) -> list[tuple[str, Rating]]:
    """Return the ratings of a JSON Lines file, each with the line it stands on, as an error names it."""
    lines = read_text(path, MOST_TEXT_BYTES, wrong=lambda why: InvalidValue(f"--load: {why}")).split("\n")
    places = [(f"{path}, line {number}", line) for number, line in enumerate(lines, start=1) if line.strip()]
    return [(place, _loaded(place, line)) for place, line in places]


def keep_all(found: Iterable[tuple[str, Rating]], ratings: KeptRatings, *, run: str, known: Collection[str]) -> int:
    """Keep the ratings of a file for the candidates of a run, all or none, and return their number.

    `known` has the run's candidates by name, as `items_of` names them.
    """
    checked = []
    for place, rating in found:
        if rating.run not in ("", run):
            raise InvalidValue(f"{place}: run must be {run!r}, the one that is rated, or left out, got {rating.run!r}")
        if rating.candidate not in known:
            such = f", such as {next(iter(known))!r}" if known else ""
            raise InvalidValue(
                f"{place}: candidate must be one of run {run}, written PROBLEM#ATTEMPT{such}, got {rating.candidate!r}"
            )
        checked.append(replace(rating, run=run))
    for rating in checked:
        ratings.add_rating(rating)
    return len(checked)


def _loaded(place: str, line: str) -> Rating:
    try:
        data = distinct_json(line)
        if not isinstance(data, dict):
            raise InvalidValue(f"a rating is a JSON object, got {line[:80]!r}")
        return Rating.from_dict(data)
    except (InvalidValue, ValueError, RecursionError) as error:
        raise InvalidValue(f"{place}: {error}") from None


def _grades(ask: Callable[[str], str]) -> HumanEvaluationScore | None:
    """Four grades and a comment; `None` when the rater skips this one."""
    grades: dict[str, int] = {}
    for axis, question in QUESTIONS.items():
        grade = _grade(ask, f"{axis.replace('_', ' ')}: {question} [{LOWEST}-{HIGHEST}, s skips, q ends] ")
        if grade is None:
            return None
        grades[axis] = grade
    return HumanEvaluationScore(**grades, comments=ask("comments: ").strip()[:10_000])


def _grade(ask: Callable[[str], str], question: str) -> int | None:
    for _ in range(_TRIES):
        answer = ask(question).strip().lower()
        if answer in ("q", "quit"):
            raise RatingStopped
        if answer in ("s", "skip"):
            return None
        if answer.isdecimal() and len(answer) == 1 and LOWEST <= int(answer) <= HIGHEST:
            return int(answer)
        print(f"A whole number from {LOWEST} to {HIGHEST}, please.", file=sys.stderr)
    raise RatingStopped


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds")
