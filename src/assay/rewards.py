"""Rewards for training loops, in the shapes that TRL, verl and open-r1 call; docs/training.md shows each.

Candidates run in Assay's sandbox, each within its own limit, on workers that live from call to call: an endless loop
holds up nobody. Unjudged is `None`, never 0.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from assay.front.rewarding import (
    Rewarding,
    close,
    rewarding,
    rows_of,
    shared_pool,
    verl_number,
    verl_score,
    verl_trials,
)

__all__ = [
    "Reward",
    "acompute_score",
    "cases_reward",
    "close",
    "code_reward",
    "compute_score",
    "compute_scores",
    "make_reward",
    "partial_reward",
    "pass_reward",
    "plain_score",
    "plain_scores",
    "start",
]


class Reward:
    """A reward function as TRL calls it: completions and the columns of the data set in, a number for each out.

    Completions are texts or lists of messages. The problem of each is in the columns: `problem_id` (or `task_id`) with
    a benchmark; `entry_point` and `test`; `test_list`; `tests` or `cases`; `verification_info`; `test_cases`; `inputs`
    and `outputs`.

    >>> reward = make_reward("cases")
    >>> reward(["def double(x): return 4"], tests=[["assert double(2) == 4", "assert double(3) == 6"]])
    [0.5]
    """

    def __init__(self, how: Rewarding) -> None:
        self.__name__ = f"{how.credit}_reward"
        self._how = how

    def __call__(
        self, completions: Sequence[object], prompts: Sequence[object] | None = None, **columns: Any
    ) -> list[float | None]:  # Any: columns of a data set, and whatever else a trainer hands over
        """Return the reward of each completion; `None`, which a trainer leaves out, where it is unjudged.

        That is so for a completion that is no text and for a row without tests, too; where all are, it is an error.
        """
        return self._how.rewards(completions, rows_of(len(completions), columns, prompts))

    def __repr__(self) -> str:
        return f"<Reward {self._how}>"


def make_reward(kind: str = "pass", **options: Any) -> Reward:  # Any: see `Rewarding`
    """Return a reward function for TRL, which works as a `reward_func` and survives being sent to another process.

    Args:
        kind: `pass` (0 or 1), `cases` (the share of the cases that passed) or `partial` (credit for what is right).
        options: `benchmark`, whose problems the column `problem_id` names, with its `problem_file`; `form`
            (completion, solution or chat); `seconds` or `limits` of one candidate; `isolation`.
    """
    return Reward(rewarding(kind=kind, **options))


pass_reward = make_reward("pass")
"""1 where a completion passes all tests, else 0."""
cases_reward = make_reward("cases")
"""The share of the cases that a completion passes."""
partial_reward = make_reward("partial")
"""Credit for what is right: 0.2 it parses, 0.2 it loads, 0.6 the cases."""


def code_reward(
    completions: Sequence[object],
    num_parallel: int | None = None,
    provider_type: str = "assay",
    enforce_same_language: bool = False,
    *,
    verification_info: Sequence[Mapping[str, Any] | None],
    **columns: Any,
) -> list[float | None]:  # Any: columns of a data set, and whatever else a trainer hands over
    """Return the share of the test cases that each completion passes, as open-r1's function of this name does.

    `num_parallel` is how many workers are started with the first call; who runs the code, and that languages may
    differ, is as it is: `provider_type` and `enforce_same_language` are taken and change nothing.

    >>> info = {"language": "python", "test_cases": [{"input": "2\\n", "output": "4\\n", "type": "stdin_stdout"}]}
    >>> code_reward([[{"role": "assistant", "content": "print(2 * int(input()))"}]], verification_info=[info])
    [1.0]
    """
    if num_parallel is not None:
        shared_pool(num_parallel)
    rows = rows_of(len(completions), {**columns, "verification_info": list(verification_info)})
    return rewarding(kind="cases", form="chat").rewards(completions, rows)


def compute_score(
    data_source: object,
    solution_str: str,
    ground_truth: object,
    extra_info: Mapping[str, Any] | None = None,
    *,
    unjudged: float | None = None,
    **options: Any,
) -> dict[str, Any]:  # Any: see `Rewarding`; numbers and a text
    """Return the score of one solution, as verl's `custom_reward_function` does: an object with `score`.

    `ground_truth` is an object of columns as `Reward` takes them (or that as JSON), a list of assertions or of cases, a
    text of assertions, or the id of a problem where `data_source` is a benchmark; `extra_info` adds columns. The other
    options are those of `make_reward`, given as verl's `reward_kwargs`.

    verl knows no score that is not there: an unjudged solution raises a `Fault`, unless `unjudged` says which score it
    gets; `judged` is 0 for those, so that they can be masked.

    >>> compute_score("mine", "def double(x): return 2 * x", "assert double(2) == 4")["score"]
    1.0
    """
    return compute_scores(
        [data_source], [solution_str], [ground_truth], [extra_info], unjudged=unjudged, **options
    )[0]  # fmt: skip


async def acompute_score(
    data_source: object,
    solution_str: str,
    ground_truth: object,
    extra_info: Mapping[str, Any] | None = None,
    *,
    unjudged: float | None = None,
    **options: Any,
) -> dict[str, Any]:  # Any: as in `compute_score`
    """Do as `compute_score` does, beside the event loop, so that many solutions are judged at a time.

    Whoever cancels it gives up the judging too.
    """
    given = [data_source], [solution_str], [ground_truth], [extra_info]
    given_up: Future[None] = Future()
    try:
        trials, credit = await asyncio.to_thread(
            verl_trials, given, is_strict=unjudged is None, given_up=given_up, **options
        )
    finally:
        given_up.set_result(None)
    return verl_score(trials[0], credit, unjudged)


def compute_scores(
    data_sources: Iterable[object],
    solution_strs: Sequence[str],
    ground_truths: Iterable[object],
    extra_infos: Iterable[object] | None = None,
    *,
    unjudged: float | None = None,
    **options: Any,
) -> list[dict[str, Any]]:  # Any: as in `compute_score`
    """Return the score of each solution, as verl's reward manager `batch` asks for; they are judged side by side."""
    given = data_sources, solution_strs, ground_truths, extra_infos
    trials, credit = verl_trials(given, is_strict=unjudged is None, **options)
    return [verl_score(trial, credit, unjudged) for trial in trials]


def plain_score(
    data_source: object,
    solution_str: str,
    ground_truth: object,
    extra_info: Mapping[str, Any] | None = None,
    **options: Any,
) -> float:  # Any: as in `compute_score`
    """Return the score of one solution as a number alone, which every reward manager of verl takes, `prime` too."""
    return plain_scores([data_source], [solution_str], [ground_truth], [extra_info], **options)[0]


def plain_scores(
    data_sources: Iterable[object],
    solution_strs: Sequence[str],
    ground_truths: Iterable[object],
    extra_infos: Iterable[object] | None = None,
    *,
    unjudged: float | None = None,
    **options: Any,
) -> list[float]:  # Any: as in `compute_score`
    """Return the score of each solution as a number alone, which the reward manager `batch` of any version takes."""
    given = data_sources, solution_strs, ground_truths, extra_infos
    trials, credit = verl_trials(given, is_strict=unjudged is None, **options)
    return [verl_number(trial, credit, unjudged) for trial in trials]


def start(workers: int | None = None) -> None:
    """Start the workers now, `workers` of them; without this the first call starts one for each core."""
    shared_pool(workers)
