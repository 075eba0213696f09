"""`assay list`: runs, benchmarks, metrics, languages, prompts and strategies, each under a header."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.cli.run import opened
from assay.cli.runs import choices_with
from assay.cli.screens import put, screen
from assay.errors import UnknownNameError
from assay.spec import read_labels
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from assay.choices import Choices
    from assay.reports.screen import Screen
    from assay.spec import Run
    from assay.store.base import Store

LISTS = ("benchmarks", "languages", "metrics", "prompts", "runs", "strategies")
_RIGHT = ("trials", "problems")


def list_things(
    what: str, *, as_json: bool, limit: int, store: str | None, benchmark: str | None = None, labels: Sequence[str] = ()
) -> None:
    """Print what there is of a kind."""
    if what not in LISTS:
        raise UnknownNameError("list", what, LISTS)
    found = _runs(choices_with(store), limit, benchmark, read_labels(labels)) if what == "runs" else _named(what)
    rows = list(found)
    if as_json:
        print(json_text({what: rows}))
        return
    if not rows:
        print(f"no {what} yet")
        return
    put(_run_lines(rows, screen()) if what == "runs" else _table(rows, screen(), ("name", "what")))


def _table(rows: Sequence[Mapping[str, Any]], place: Screen, flexible: Sequence[str]) -> list[str]:  # Any: JSON
    """Return rows under a header, without the columns that none of them has; `flexible` are those that may be cut."""
    from assay.reports.screen import in_columns

    header = [key for key in rows[0] if any(row[key] for row in rows)]
    texts = [[str(row[key]) for key in header] for row in rows]
    right = [number for number, key in enumerate(header) if key in _RIGHT]
    cut = [header.index(key) for key in flexible if key in header]
    return in_columns(texts, place, header=header, right=right, flexible=cut)


def _run_lines(rows: Sequence[dict[str, Any]], place: Screen) -> list[str]:  # Any: JSON
    """Return a table of runs; where the terminal is too narrow for it, each with its further fields below it.

    What later commands need, the id and the name of a run, is never cut.
    """
    from assay.reports.screen import cells

    flexible = ("benchmark", "model", "labels")
    for time in (local_time, _short_time):
        lines = _table([_listed(row, time) for row in rows], place, flexible)
        if place.width is None or max(map(cells, lines)) <= place.columns:
            return lines
    return [line for row in rows for line in _stacked(_listed(row, _short_time), place)]


def _stacked(row: Mapping[str, str], place: Screen) -> Iterator[str]:
    """Give the id, score and name of a run, then the rest of its fields."""
    from assay.reports.screen import packed

    first = [row[key] for key in ("run", "score", "name") if row[key]]
    problems = f"{row['problems']} {'problem' if row['problems'] == '1' else 'problems'}"
    trials = f"{row['trials']} trials" if row["trials"] else ""
    rest = [row["state"], row["benchmark"], row["model"], problems, trials, row["created"], row["labels"]]
    yield from packed([one_line(part) for part in first], place, between="  ")
    below = [one_line(part) for part in rest if part]
    yield from map(place.faint, packed([f"  {below[0]}", *below[1:]], place))


def with_trials(run: Run, store: Store) -> Run:
    """Return the run with the number of trials it has by now; one that was killed did not write it down."""
    from assay.spec import RunState

    if run.state is RunState.FINISHED:
        return run
    return replace(run, trials=sum(store.counts(run.id).values()))


def local_time(created: str) -> str:
    """Return a moment in the zone of this machine, with the zone; a text that is none as it is."""
    try:
        return datetime.fromisoformat(created).astimezone().strftime("%Y-%m-%d %H:%M %Z")
    except ValueError:
        return created


def _short_time(created: str) -> str:
    """Return a moment as a narrow screen has room for it: the day and the minute, in the zone of this machine."""
    try:
        return datetime.fromisoformat(created).astimezone().strftime("%m-%d %H:%M")
    except ValueError:
        return created


def _named(what: str) -> Iterator[dict[str, Any]]:  # Any: JSON
    if what == "metrics":
        from assay.metrics.catalog import all_metrics

        metrics = sorted(all_metrics(), key=lambda metric: metric.name)
        yield from ({"name": metric.name, "what": metric.summary} for metric in metrics)
    elif what == "strategies":
        from assay.solvers.grammar import strategy_names

        yield from ({"name": name, "what": summary} for name, summary in strategy_names().items())
    elif what == "benchmarks":
        from assay.benchmarks.family import families

        yield from ({"name": name, "what": family.summary} for name, family in families().items())
    elif what == "prompts":
        from assay.solvers.prompts import builtin_templates

        for name, template in builtin_templates().items():
            yield {"name": name, "version": template.signature.partition("@")[2], "what": template.summary}
    else:
        from assay.sandbox.toolchains import examine_toolchains

        for found in examine_toolchains():
            tests = "yes" if found.tests else "no"
            yield {"name": found.language, "tests": tests, "what": found.version or f"missing: {found.detail}"}


def _runs(
    choices: Choices, limit: int, benchmark: str | None, labels: Mapping[str, str]
) -> Iterator[dict[str, Any]]:  # Any: JSON
    from assay.benchmarks.families import family_name
    from assay.reports.report import who, writers_from
    from assay.spec import RunState

    wanted = benchmark and (family_name(benchmark) or benchmark)
    with opened(choices) as store:
        for found in store.runs(limit=limit, benchmark=wanted, labels=labels):
            run = with_trials(found, store)
            first = run.scores[0] if run.scores else None
            done = run.state is RunState.FINISHED
            yield {
                "run": run.id,
                "created": run.created,
                "benchmark": run.benchmark,
                "model": who(run, writers_from(store.report(run.id) or {})) or Path(run.source).name,
                "name": run.name,
                "labels": " ".join(f"{key}={value}" for key, value in run.labels.items()),
                "state": run.state.value,
                "trials": run.trials,
                "problems": run.problems if done else len({problem for problem, _ in store.judged(run.id)}),
                "selected_problems": run.selected_problems,
                "benchmark_problems": run.benchmark_problems,
                "score": "" if first is None or first.value is None else f"{first.metric} {first.value:.1%}",
            }


def _listed(row: Mapping[str, Any], time: Callable[[str], str]) -> dict[str, str]:  # Any: JSON
    """Return the row of a run as a person reads it: the score first, and nothing that goes without saying."""
    known, problems = row["benchmark_problems"], row["problems"]
    return {
        "run": row["run"],
        "score": row["score"].replace("%", " %"),
        "benchmark": row["benchmark"],
        "model": row["model"],
        "problems": f"{problems} of {known}" if known > problems else str(problems),
        "trials": "" if row["trials"] == problems else str(row["trials"]),
        "created": time(row["created"]),
        "state": "" if row["state"] == "finished" else row["state"],
        "name": row["name"],
        "labels": row["labels"],
    }
