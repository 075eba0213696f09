"""Tests and candidate in one process: what the `shared` judge sends along with the candidate."""

from __future__ import annotations

import ast

from assay.judges.host import statements, testcases
from assay.sandbox.guest import describe, frames, runtime, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CASE, FINISHED = b"CF"
PARTS = 4
"""Behind the names the tests need: source, edge source, style, prelude."""


class _Never(BaseException):
    """Nothing here raises it: there is no other process to lose."""


def main(channel: frames.Channel, source: bytes, names: tuple[str, ...]) -> None:
    """Loads the candidate, runs the suite in its namespace, reports each case."""
    text, edge, style, prelude = names[-PARTS:]
    module = runtime.load(channel, source, names[:-PARTS])
    if module is None:
        return
    channel.flush()
    namespace = module.__dict__
    exec(compile(prelude, "<prelude>", "exec"), namespace)

    def report(outcome: statements.Outcome) -> None:
        channel.send(CASE, wire.encode((outcome.name, outcome.status, outcome.error[:2000], outcome.remote)))

    plan = statements.plan(text, edge, style)
    if plan.parameter:
        namespace[plan.parameter] = namespace[names[0]]
    for step in plan.steps:
        if style == "unittest" and step.is_case:
            continue
        code = compile(ast.Module([step.node], []), "<tests>", "exec")
        outcome = statements.run_step(code, step.name, namespace, _raised_by_candidate)
        if step.is_case or outcome.status != "passed":
            report(outcome)
            if not step.is_case:
                return
    if style == "unittest":
        for tests in testcases.of(namespace):
            testcases.run(tests, testcases.Result(report, _raised_by_candidate, fatal=_Never))
    channel.send(FINISHED)


def _raised_by_candidate(error: BaseException) -> bool:
    """Whether the innermost frame is the candidate's code."""
    trace: Any = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_filename == describe.FILE_NAME
