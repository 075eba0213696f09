"""How an ensemble chooses one of its drafts.

`cases`: the one that passes most visible cases. `vote`: one of the largest group of drafts that do the same on inputs
that are made for them. `cluster`: the same, but a group weighs its size times the visible cases that it passes, as in
CodeT (Chen et al. 2022). `judge`: the one whose number a model names. `first_valid`: the first that parses, can be
loaded and in which the linter finds nothing that cannot work. `auto`: `cases` where there are some, else `vote`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from assay.errors import Fault
from assay.models.base import Model
from assay.solutions import Draft, best
from assay.solvers.desk import Desk
from assay.solvers.prompts import load_template
from assay.solvers.prompts.quoting import numbered

MOST_SHOWN = 10
"""Candidates that a model may choose from."""
MOST_CHARACTERS = 8_000
"""Of one candidate that a model is shown; a longer one is not shown."""
_NUMBER = re.compile(r"[*_`#\s]{0,9}(?:best:?[*_`\s]{0,9})?([0-9]{1,3})[*_`.\s]{0,9}", re.IGNORECASE)
"""The last line of an answer that names a candidate: `Best: 2`, or the number alone."""

Select = Callable[[Desk, Sequence[Draft], Model | None], Draft]
Weight = Callable[[int, int, bool], float]
"""What a group weighs, by its number of drafts, the visible cases that it passes, and whether there are any."""


def choose(desk: Desk, drafts: Sequence[Draft], select: str, *, judge: Model | None = None) -> Draft:
    """Return one of the drafts, of which there is at least one."""
    return SELECTIONS[select](desk, drafts, judge)


def is_valid(desk: Desk, draft: Draft) -> bool:
    """Return whether a draft parses, can be loaded, and has nothing in it that cannot work, as the linter sees it."""
    return draft.valid and not desk.grouping([draft], inputs=0).unloaded and not _faulty(desk, [draft])


def _by_cases(desk: Desk, drafts: Sequence[Draft], judge: Model | None) -> Draft:
    if not desk.has_cases:
        desk.note("there are no visible cases to choose by: the first valid draft is taken")
    return _best(drafts)


def _by_vote(desk: Desk, drafts: Sequence[Draft], judge: Model | None) -> Draft:
    return _by_groups(desk, drafts, "vote", lambda size, passed, has_cases: size)


def _by_cluster(desk: Desk, drafts: Sequence[Draft], judge: Model | None) -> Draft:
    return _by_groups(desk, drafts, "cluster", lambda size, passed, has_cases: size * passed if has_cases else size)


def _by_groups(desk: Desk, drafts: Sequence[Draft], how: str, weight: Weight) -> Draft:
    """Return the best draft of the group that weighs most; those that fail on everything come last.

    Of equally heavy groups it is the one that passes more visible cases, then the larger one, then the one whose
    drafts agree with others on more inputs, then the earliest.
    """
    grouping = desk.grouping(drafts)

    def key(group: Sequence[int]) -> tuple[bool, float, int, int, float]:
        works = not grouping.failed.issuperset(group)
        passed = _best([drafts[number] for number in group]).passed
        heavy = weight(len(group), passed, desk.has_cases)
        return works, heavy, passed, len(group), round(grouping.agreement[group[0]], 9)

    chosen = max(grouping.groups, key=key)
    share = len(chosen) / len(drafts)
    desk.note(f"chosen by {how}: a group of {len(chosen)} of {len(drafts)} drafts")
    return replace(_best([drafts[number] for number in chosen]), confidence=share)


def _by_judge(desk: Desk, drafts: Sequence[Draft], judge: Model | None) -> Draft:
    """Return the draft whose number the model names; where it names none, the one that a vote chooses."""
    sources = [draft.source for draft in drafts if draft.valid and len(draft.source) <= MOST_CHARACTERS]
    shown = list(dict.fromkeys(sources))[:MOST_SHOWN]
    if len(shown) < 2:
        return _by_vote(desk, drafts, judge)
    template = load_template("choose")
    messages = template.messages(desk.problem, candidates=numbered(shown, desk.problem.language))
    answer = ""
    with desk.until_ended():
        answer = desk.ask(messages, template=template.signature, model=judge).text
    number = named_candidate(answer, len(shown))
    if number is None:
        desk.note(f"the model named none of {len(shown)} candidates: chosen by vote instead")
        return _by_vote(desk, drafts, judge)
    desk.note(f"chosen by the model: candidate {number} of {len(shown)}")
    return next(draft for draft in drafts if draft.source == shown[number - 1])


def named_candidate(answer: str, count: int) -> int | None:
    """Return the number, from 1, that the last line of an answer names; `None` where it names none of so many.

    >>> named_candidate("The second is right for all inputs.\\n\\nBest: 2", 3)
    2
    >>> named_candidate("Best: 2 or 3", 3)
    """
    last = answer.rstrip()[-100:].rpartition("\n")[2]
    named = _NUMBER.fullmatch(last)
    return int(named[1]) if named is not None and 1 <= int(named[1]) <= count else None


def _first_valid(desk: Desk, drafts: Sequence[Draft], judge: Model | None) -> Draft:
    unloaded, faulty = desk.grouping(drafts, inputs=0).unloaded, _faulty(desk, drafts)
    for number, draft in enumerate(drafts):
        if draft.valid and number not in unloaded | faulty:
            desk.note(f"chosen as the first valid one: draft {number + 1} of {len(drafts)}")
            return draft
    desk.note("no draft is valid")
    return _best([draft for number, draft in enumerate(drafts) if number not in unloaded] or drafts)


def _automatically(desk: Desk, drafts: Sequence[Draft], judge: Model | None) -> Draft:
    return (_by_cases if desk.has_cases else _by_vote)(desk, drafts, judge)


SELECTIONS: Mapping[str, Select] = {
    "auto": _automatically,
    "cases": _by_cases,
    "vote": _by_vote,
    "cluster": _by_cluster,
    "judge": _by_judge,
    "first_valid": _first_valid,
}


def _best(drafts: Sequence[Draft]) -> Draft:
    found = best(drafts)
    assert found is not None, "there is at least one draft"
    return found


def _faulty(desk: Desk, drafts: Sequence[Draft]) -> set[int]:
    """Return the numbers of the drafts in which the linter finds something that cannot work."""
    if desk.problem.language != "python":
        return set()
    from assay.quality.findings import FindingKind
    from assay.quality.linting import lint

    try:
        found = lint(dict(enumerate(draft.source for draft in drafts)))
    except Fault as fault:
        desk.note(f"not linted: {fault}")
        return set()
    return {
        number for number in range(len(drafts)) if any(one.kind is FindingKind.CRASH for one in found.of(number).kept)
    }
