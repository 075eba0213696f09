"""`assay store`: how large it is, and what is to leave it."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import timedelta

from assay.cli.layout import Page
from assay.cli.run import flag, opened
from assay.cli.runs import choices_with
from assay.errors import InvalidValue
from assay.settings import format_memory, parse_size
from assay.store.base import LONGEST_AGE, Pruned, StoreSize

_AGE = re.compile(r"(\d+(?:\.\d+)?)\s*(h|d|w)", re.ASCII)
_HOURS = {"h": 1.0, "d": 24.0, "w": 168.0}


def show_size(*, as_json: bool, store: str | None) -> None:
    """Prints how much the store holds."""
    with opened(choices_with(store)) as kept:
        size = kept.size()
    if as_json:
        print(json.dumps(asdict(size), indent=2))
        return
    page = Page()
    page.text(
        f"{format_memory(size.total_bytes)}, {size.runs} runs, {size.trials} trials, "
        f"{size.verdicts} cached verdicts{_more(size)}"
    )
    page.line(f"at {page.path(size.location, page.width - 3)}")


def prune(*, keep: int | None, older_than: str | None, cache: str | None, with_counts: bool, store: str | None) -> None:
    """Takes old runs, observations, cached verdicts and answers of models out."""
    if with_counts and older_than is None:
        raise InvalidValue("--with-counts: say how old the hourly counts must be that leave: --older-than 365d")
    if keep is None and older_than is None and cache is None:
        raise InvalidValue("say what is to leave: --keep N, --older-than 30d or --cache SIZE")
    with opened(choices_with(store)) as kept:
        gone = kept.prune(
            keep_runs=keep,
            older_than=None if older_than is None else _age(older_than),
            cache_bytes=None if cache is None else flag("--cache", cache, _size),
            with_counts=with_counts,
        )
    print(f"{gone.runs} runs with {gone.trials} trials and {gone.verdicts} cached verdicts{_more(gone)} are gone; "
          f"{format_memory(max(gone.freed_bytes, 0))} given back")  # fmt: skip


def _more(counted: StoreSize | Pruned) -> str:
    """What only stores have in which solvers worked, or that are told of production."""
    counts = (
        (counted.solutions, "solutions"),
        (counted.responses, "answers of models"),
        (counted.known_solutions, "known solutions"),
        (counted.observations, "observations"),
        (counted.feedback, "feedback on them"),
    )
    return "".join(f", {count} {what}" for count, what in counts if count)


def delete(name: str, *, yes: bool, store: str | None) -> None:
    """Takes one run out."""
    with opened(choices_with(store)) as kept:
        run = kept.find_run(name)
        if not yes:
            raise InvalidValue(
                f"run {run.id} ({run.benchmark}, {run.trials} trials) would be lost; say --yes to delete it"
            )
        kept.delete_run(run.id)
    print(f"run {run.id} is gone")


def _age(text: str) -> timedelta:
    match = _AGE.fullmatch(text.strip())
    if match is None:
        raise InvalidValue(f"--older-than: must be an age such as 12h, 30d or 4w, got {text!r}")
    hours = float(match[1]) * _HOURS[match[2]]
    if hours > LONGEST_AGE / timedelta(hours=1):
        raise InvalidValue(f"--older-than: must be at most {LONGEST_AGE.days:,} days, got {text!r:.80}")
    return timedelta(hours=hours)


def _size(text: str) -> int:
    return 0 if text.strip() == "0" else flag("--cache", text, parse_size)
