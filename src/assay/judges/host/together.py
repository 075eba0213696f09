"""Tests and candidate in one process: what the `shared` judge sends along with the candidate."""

from __future__ import annotations

from assay.judges.host import statements, testcases
from assay.sandbox.guest import frames, runtime, wire
from assay.sandbox.guest.wire import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CASE, FINISHED = b"CF"
PARTS = 4
"""Behind the names the tests need: source, edge source, style, prelude."""


def main(channel: frames.Channel, source: bytes, names: tuple[str, ...]) -> None:
    """Loads the candidate, runs the suite in its namespace, reports each case."""
    text, edge, style, prelude = names[-PARTS:]
    module = runtime.load(channel, source, names[:-PARTS])
    if module is None:
        return
    channel.flush()
    namespace = module.__dict__
    kept = {name: namespace[name] for name in names[:-PARTS]}
    exec(statements.compiled(prelude, "<prelude>"), namespace)
    namespace.update(kept)

    def report(outcome: statements.Outcome) -> None:
        channel.send(CASE, wire.encode((outcome.name, outcome.status, outcome.error)))

    plan = statements.plan(text, edge, style, prelude)
    if plan.parameter:
        namespace[plan.parameter] = namespace[names[0]]
    for step in plan.steps:
        if style == "unittest" and step.is_case:
            continue
        outcome = statements.run_step(plan.code(step), step.name, namespace, _raised_by_candidate)
        if step.is_case:
            report(outcome)
        elif outcome.status != "passed":
            report(outcome)
            return
    if style == "unittest":
        testcases.run(testcases.of(namespace), testcases.Hooks(report, _raised_by_candidate))
    channel.send(FINISHED)


def _raised_by_candidate(error: BaseException) -> str | None:
    """Where, if the innermost frame is the candidate's code."""
    trace: Any = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not trace.tb_frame.f_code.co_filename.startswith(derived.FILE_NAME):
        return None
    return f"line {trace.tb_lineno}, in {trace.tb_frame.f_code.co_name}"
