"""How a problem was solved, step by step: who was asked what, what was tried, and what it cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assay.reports import figures
from assay.solutions import Completion, Cost, Solution, Step, StepKind
from assay.text import one_line

SHOWN_STEPS = 200
_LONGEST_LINE = 300
_TEXTS = ("messages", "source")
"""Fields of a step that may be long."""


def history_data(solution: Solution, *, whole: bool) -> dict[str, Any]:  # Any: JSON
    """Return a solution as plain data; unless `whole`, without prompts, answers and the code that was tried."""
    data = solution.to_dict()
    if whole:
        return data
    for step in data["steps"]:
        for name in _TEXTS:
            step.pop(name, None)
        (step.get("completion") or {}).pop("text", None)
    return data


def print_history(solution: Solution, *, whole: bool) -> None:
    """Print the steps of a solution, a line each; with `whole`, also prompts, answers and the code that was tried."""
    print(_cut(f"{solution.problem_id}: {_outcome(solution)}; {_spent(solution.cost)}"))
    if solution.confidence is not None:
        print(f"  estimated chance of success: {figures.share(solution.confidence)}")
    for number, step in enumerate(solution.steps[:SHOWN_STEPS], 1):
        print(_cut(f"  {number:>3}  {step.kind.value}  {' · '.join(filter(None, _parts(step)))}"))
        if whole:
            _print_texts(step)
    if len(solution.steps) > SHOWN_STEPS:
        print(f"  … and {len(solution.steps) - SHOWN_STEPS:,} steps more, which --json shows")
    print()


def _outcome(solution: Solution) -> str:
    count = len(solution.drafts)
    answers = "1 answer" if count == 1 else f"{count:,} answers"
    if solution.abstained:
        answers = "abstained"
    early = "" if solution.ended is None else f", ended early: {solution.ended.value}"
    return f"{answers}{early}{f' ({solution.detail})' if solution.detail else ''}"


def _spent(cost: Cost) -> str:
    calls = "1 call" if cost.calls == 1 else f"{cost.calls:,} calls"
    reused = f" ({cost.reused:,} kept from earlier)" if cost.reused else ""
    return f"{calls}{reused}, {cost.tokens:,} tokens, {_price(cost.cost_usd)}, {figures.seconds(cost.seconds)}"


def _price(cost_usd: float | None) -> str:
    return "price unknown" if cost_usd is None else figures.dollars(cost_usd)


def _parts(step: Step) -> Iterator[str]:
    """What is said of a step on its line."""
    match step.kind:
        case StepKind.ASKED:
            yield step.template
            served = "" if step.completion is None else step.completion.model
            yield f"{step.model} ({served})" if step.model and served not in ("", step.model) else step.model or served
            if step.completion is not None:
                yield from _asked(step.completion)
            yield f"answer {step.number} to the same prompt" if step.number else ""
        case StepKind.TRIED:
            yield f"{step.passed:,} of {step.of:,} visible cases passed"
            yield figures.seconds(step.seconds)
            yield step.text
        case StepKind.NOTED:
            yield step.text


def _asked(completion: Completion) -> Iterator[str]:
    cached = f" ({completion.tokens_cached:,} cached)" if completion.tokens_cached else ""
    yield f"{completion.tokens_in:,} tokens in{cached}, {completion.tokens_out:,} out"
    yield _price(completion.cost_usd)
    yield figures.seconds(completion.seconds)
    yield "kept from earlier" if completion.reused else ""
    yield f"sent {completion.tries:,} times" if completion.tries > 1 else ""
    yield f"ended by {completion.finish_reason}" if completion.finish_reason not in ("", "stop") else ""


def _print_texts(step: Step) -> None:
    for message in step.messages:
        print_field(message.role[:9], message.content)
    if step.completion is not None:
        print_field("answer", step.completion.text)
    print_field("source", step.source)


def print_field(name: str, text: str) -> None:
    """Print a field with the lines of its text below each other; what a terminal would obey is shown, not obeyed."""
    if not text:
        return
    first, *rest = text[:20_000].rstrip("\n").split("\n")
    print(f"  {name:<9}  {one_line(first)}")
    for line in rest:
        print(f"  {'':<9}  {one_line(line)}")


def _cut(line: str) -> str:
    safe = one_line(line)
    return safe if len(safe) <= _LONGEST_LINE else f"{safe[: _LONGEST_LINE - 1]}…"
