"""Rewards for training a model: completions and the columns of their problems in, numbers out.

The workers start with the first call, live from call to call, and end with the process. Unjudged is `None` and never 0:
what our side could not judge says nothing about the model.
"""

from __future__ import annotations

import atexit
import logging
import os
import queue
import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families import load_benchmark
from assay.errors import Fault, InvalidOption, InvalidProblem, InvalidValue, UsageError
from assay.extraction import Form
from assay.extraction.prompts import prompt_of
from assay.front.answering import candidate_of
from assay.front.columns import ColumnReader, Row, decoded
from assay.front.pooling import Batch, JudgingPool, local_engine
from assay.judges.base import judge_of
from assay.metrics.partial import partial_correctness
from assay.records import Candidate, Limits, Problem, Programs, Trial
from assay.settings import one_of, parse_count
from assay.spec import FORMS, Judging
from assay.text import one_line

MOST_WAITING = 1_000_000
"""Candidates that may wait: the caller has them all in memory anyway."""
INPUTS_FACTOR = 20
"""A program has so many times the time of one input for all of them together, where the data set says nothing else."""
_LOG = logging.getLogger("assay.rewards")


class Credit(StrEnum):
    """What of a candidate is rewarded."""

    PASS = "pass"
    """1 where it passes, else 0."""
    CASES = "cases"
    """The share of the cases that passed."""
    PARTIAL = "partial"
    """0.2 for code that parses, 0.2 for code that loads, 0.6 for the cases (`assay.metrics.partial`)."""

    def of(self, trial: Trial) -> float | None:
        """Return the reward of a trial; `None` where it is unjudged."""
        if trial.verdict is None:
            return None
        if self is Credit.PARTIAL:
            found = partial_correctness(trial)
            return None if found is None else found.compute_score()
        if self is Credit.CASES and trial.outcomes:
            return sum(outcome.passed for outcome in trial.outcomes) / len(trial.outcomes)
        return float(trial.passed)


@dataclass(frozen=True, slots=True)
class Rewarding:
    """How completions are turned into trials, and those into rewards."""

    credit: Credit = Credit.PASS
    benchmark: str | None = None
    """Whose problems a `problem_id` names; `None`: the column `benchmark` says it."""
    problem_file: str | None = None
    """The problems of that benchmark, where they are in a file of yours."""
    form: str | None = None
    """What a completion is: completion, solution or chat; `None`: chat messages are chat, text follows the prompt."""
    limits: Limits | None = None
    """`None`: those of the benchmark, or `Limits()`."""
    isolation: str = "full"

    def trials(
        self,
        completions: Sequence[object],
        rows: Sequence[Row],
        *,
        is_strict: bool = True,
        given_up: Future[None] | None = None,
    ) -> list[Trial]:
        """Return the trial of each completion; one that is no text, or whose tests cannot be used, is unjudged.

        Where no completion can be judged since something is missing (tests, texts), that is raised, unless `is_strict`
        is false. When `given_up` is done, nothing more is judged, and a `Fault` is raised.
        """
        if len(completions) != len(rows):
            raise InvalidValue(f"there are {len(completions)} completions, but columns for {len(rows)}")
        groups: dict[Judging, list[tuple[int, Problem, Candidate]]] = defaultdict(list)
        found: dict[int, Trial] = {}
        errors: list[UsageError] = []
        for place, (completion, row) in enumerate(zip(completions, rows, strict=True)):
            try:
                problem, benchmark = self._problem(row)
                candidate = self._candidate(problem, completion, place)
            except UsageError as error:
                errors.append(error)
                name = str(row.get("problem_id", place))[:200]
                found[place] = Trial(name, Candidate("", place), None, fault=str(error))
                continue
            groups[self._judging(problem, benchmark)].append((place, problem, candidate))
        if is_strict and errors and not groups and not any(isinstance(error, InvalidProblem) for error in errors):
            raise errors[0]
        found |= _judged(groups, given_up)
        for trial in found.values():
            if trial.verdict is None:
                _LOG.warning("unjudged: %s: %s", one_line(trial.problem_id), one_line(trial.fault)[:300])
        return [found[place] for place in range(len(completions))]

    def rewards(self, completions: Sequence[object], rows: Sequence[Row]) -> list[float | None]:
        """Return the reward of each completion; `None` where it is unjudged."""
        return [self.credit.of(trial) for trial in self.trials(completions, rows)]

    def _problem(self, row: Row) -> tuple[Problem, Benchmark | None]:
        name = self.benchmark or row.get("benchmark")
        if not name:
            return _reader().problem(row), None
        benchmark = _benchmark(str(name), self.problem_file)
        wanted = next((row[key] for key in ("problem_id", "task_id") if row.get(key) is not None), None)
        problem = benchmark.find(wanted)
        if problem is None:
            raise InvalidValue(f"problem_id: {benchmark.name} has no problem {wanted!r:.80}")
        return problem, benchmark

    def _candidate(self, problem: Problem, completion: object, place: int) -> Candidate:
        text, is_chat = text_of(completion)
        form = Form(self.form) if self.form else Form.CHAT
        if not self.form and not is_chat and prompt_of(problem).is_code and problem.prompt:
            form = Form.COMPLETION
        return candidate_of(problem, text, form, attempt=place)

    def _judging(self, problem: Problem, benchmark: Benchmark | None) -> Judging:
        usual = Limits() if benchmark is None else benchmark.limits
        judge = judge_of(problem) if benchmark is None else benchmark.judge
        limits = self.limits or usual
        if benchmark is None and isinstance(problem.check, Programs) and limits.all_seconds is None:
            limits = replace(limits, all_seconds=INPUTS_FACTOR * limits.seconds)
        return Judging(judge, limits, isolation=self.isolation)


def rewarding(**options: Any) -> Rewarding:  # Any: read here
    """Return how rewards are made, from options by name, of which `seconds` stands for limits of that time."""
    seconds = options.pop("seconds", None)
    if seconds is not None:
        options["limits"] = (options.get("limits") or Limits()).flat(float(seconds))
    if "kind" in options:
        options["credit"] = Credit(one_of(*Credit)(options.pop("kind")))
    if options.get("form") is not None:
        options["form"] = one_of(*FORMS)(options["form"])
    known = {field.name for field in fields(Rewarding)}
    for name, value in options.items():
        if name not in known:
            raise InvalidOption(name, f"no option of a reward has that name, got {value!r:.80}")
    return Rewarding(**options)


def text_of(completion: object) -> tuple[str, bool]:
    """Return what a model wrote, and whether it is a chat: a text, or messages of which the last counts.

    >>> text_of([{"role": "assistant", "content": "def f(): ..."}])
    ('def f(): ...', True)
    """
    if isinstance(completion, str):
        return completion, False
    if isinstance(completion, Sequence) and completion:
        return text_of_message(completion[-1]), True
    if isinstance(completion, Mapping):
        return text_of_message(completion), True
    raise InvalidValue(f"completions: must be texts or lists of messages, got {completion!r:.80}")


def text_of_message(message: object) -> str:
    """Return the text of one message, whose content may come in parts; those of another type than text are left out."""
    content = message.get("content") if isinstance(message, Mapping) else message
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, Sequence):
        parts = [part for part in content if isinstance(part, Mapping) and part.get("type") in (None, "text")]
        return "".join(str(part.get("text") or "") for part in parts)
    raise InvalidValue(f"completions: the content of a message must be text, got {content!r:.80}")


def rows_of(number: int, columns: Mapping[str, object], prompts: Sequence[object] | None = None) -> list[Row]:
    """Return columns as rows; what is no list of that length (a trainer's state, say) is left out."""
    lists = {
        name: values
        for name, values in columns.items()
        if isinstance(values, Sequence) and not isinstance(values, str | bytes) and len(values) == number
    }
    rows = [{name: values[place] for name, values in lists.items()} for place in range(number)]
    for row, prompt in zip(rows, prompts or (), strict=False):
        if isinstance(prompt, str):
            row.setdefault("prompt", prompt)
    for row in rows:
        if not isinstance(row.get("prompt", ""), str):
            del row["prompt"]
    return [*rows]


def _judged(
    groups: Mapping[Judging, Sequence[tuple[int, Problem, Candidate]]], given_up: Future[None] | None = None
) -> dict[int, Trial]:
    """Return the trials by the places of their completions; all ways of judging work side by side."""
    answers: queue.SimpleQueue[Trial | None] = queue.SimpleQueue()
    batches: list[Batch] = []
    trials: dict[int, Trial] = {}
    if given_up is not None:
        given_up.add_done_callback(lambda _: answers.put(None))
    try:
        for judging, items in groups.items():
            given = [(problem, candidate) for _, problem, candidate in items]
            batches.append(shared_pool().submit(judging, given, lambda _, trial: answers.put(trial)))
        for _ in range(sum(map(len, groups.values()))):
            trial = answers.get()
            if trial is None:
                raise Fault("the judging was given up")
            trials[trial.candidate.attempt] = trial
    finally:
        for batch in batches:
            batch.cancel()
    return trials


@cache
def _benchmark(name: str, problem_file: str | None) -> Benchmark:
    found = load_benchmark(name, problem_file=problem_file)
    if found.eval_only:
        _LOG.warning("%s is for measuring only: a model trained on it cannot be measured with it", found.name)
    return found


class _Shared:
    """What all calls of this process share; a forked process begins with none of it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.pool: JudgingPool | None = None
        self.reader = ColumnReader()


_shared: list[_Shared] = [_Shared()]
"""The last is in use; those before belong to the process that this one was forked from, and are not touched."""
os.register_at_fork(after_in_child=lambda: _shared.append(_Shared()))


def _reader() -> ColumnReader:
    return _shared[-1].reader


def shared_pool(workers: int | None = None) -> JudgingPool:
    """Return the workers of this process, started where there are none; `workers` counts only then."""
    state = _shared[-1]
    with state.lock:
        if state.pool is None:
            atexit.unregister(close)
            atexit.register(close)
            number = workers or (parse_count(text) if (text := os.environ.get("ASSAY_WORKERS")) else None)
            state.pool = JudgingPool(lambda: local_engine(number), room=MOST_WAITING)
        return state.pool


def close() -> None:
    """End the workers; the next call starts others."""
    state = _shared[-1]
    with state.lock:
        pool, state.pool = state.pool, None
    if pool is not None:
        pool.close()


def verl_row(data_source: object, ground_truth: object, extra_info: object) -> Row:
    """Return the columns of a problem as verl hands it over.

    The ground truth is an object of columns (also as JSON), a list of assertions or of cases, test code, or, where the
    data source is a benchmark, the id of a problem.
    """
    from assay.benchmarks.families import family_name

    row: dict[str, Any] = dict(extra_info) if isinstance(extra_info, Mapping) else {}
    if not isinstance(row.get("prompt", ""), str):
        del row["prompt"]  # messages: what was asked in a chat is not code that is to be gone on with
    found = ground_truth.tolist() if hasattr(ground_truth, "tolist") else ground_truth  # of numpy
    if isinstance(found, str) and found.lstrip()[:1] in ("{", "["):
        try:
            found = decoded(found)
        except InvalidProblem:
            return row | {"verification_info": found}  # which is refused for this row alone where it is read
    if isinstance(found, Mapping):
        row |= found
    elif isinstance(found, list | tuple) and found:
        row["tests" if all(isinstance(one, str) for one in found) else "test_cases"] = list(found)
    elif isinstance(data_source, str) and family_name(data_source):
        row |= {"benchmark": data_source} | ({} if found is None else {"problem_id": found})
    elif isinstance(found, str):
        row["tests"] = found
    return row


def verl_trials(
    given: Sequence[Iterable[object] | None], *, is_strict: bool, given_up: Future[None] | None = None, **options: Any
) -> tuple[list[Trial], Credit]:  # Any: see `Rewarding`
    """Return the trials of what verl hands over: data sources, solutions, ground truths and what belongs to them."""
    sources, solutions, truths, extras = given
    completions = list(solutions or ())
    number = len(completions)
    rows = [
        verl_row(*one)
        for one in zip(listed(sources, number), listed(truths, number), listed(extras, number), strict=True)
    ]
    how = rewarding(**{"form": "chat", **options})
    return how.trials(completions, rows, is_strict=is_strict, given_up=given_up), how.credit


def verl_number(trial: Trial, credit: Credit, unjudged: float | None) -> float:
    """Return the score of a trial; verl has no place for a score that is not there, see `compute_score`."""
    score = credit.of(trial)
    if score is not None:
        return score
    if unjudged is None:
        raise Fault(f"unjudged: {trial.fault}; give unjudged=<number> to go on with that score instead")
    return float(unjudged)


def verl_score(trial: Trial, credit: Credit, unjudged: float | None) -> dict[str, Any]:
    """Return what verl logs beside a score.

    There is no key `reward`, though the oldest versions asked for it: later ones have a figure of that name themselves.
    """
    passed = [outcome.passed for outcome in trial.outcomes]
    return {
        "score": verl_number(trial, credit, unjudged),
        "acc": float(trial.passed),
        "case_rate": sum(passed) / len(passed) if passed else float(trial.passed),
        "judged": float(trial.verdict is not None),
        "verdict": "unjudged" if trial.verdict is None else trial.verdict.value,
    }


def listed(values: Iterable[object] | None, number: int) -> list[object]:
    """Return values as a list of that length; none are as many times nothing."""
    found: list[object] = [None] * number if values is None else list(values)
    if len(found) != number:
        raise InvalidValue(f"there are {number} solutions, but {len(found)} of what belongs to them")
    return found
