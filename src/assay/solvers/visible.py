"""What a solver may know of a problem: what it asks for, and the cases that everybody may see."""

from __future__ import annotations

from typing import NewType

from assay.records import Check, FunctionCheck, Problem, Untested

VisibleProblem = NewType("VisibleProblem", Problem)
"""A problem that was made by `visible_part`: its check holds visible cases only, and it has no reference.

Strategies take nothing else, so that nothing hidden can reach a prompt.
"""


def visible_part(problem: Problem, *, shown: int = 0) -> VisibleProblem:
    """Return a new problem with what may be seen of this one.

    Its check has the cases of `problem.examples`, those that the prompt itself shows, and the first `shown` cases of
    the check; where there are none, it is `Untested`. Nothing else is taken over from the check.
    """
    return VisibleProblem(
        Problem(
            problem.id,
            _visible_check(problem),
            prompt=problem.prompt,
            language=problem.language,
            kind=problem.kind,
            difficulty=problem.difficulty,
            tags=problem.tags,
        )
    )


def _visible_check(problem: Problem) -> Check:
    if problem.examples is not None:
        return problem.examples
    check = problem.check
    if isinstance(check, FunctionCheck):
        return Untested(check.entry_point, target=check.target, files=check.files)
    return Untested("")
