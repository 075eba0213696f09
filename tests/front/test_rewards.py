"""Rewards in the shapes that trainers call: the names of arguments, what columns mean, and what is unjudged."""

from __future__ import annotations

import asyncio
import doctest
import json
import multiprocessing
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

from assay import rewards
from assay.errors import Fault, InvalidOption, InvalidValue
from assay.front.columns import ColumnReader, problem_of_row
from assay.front.rewarding import shared_pool
from assay.records import Programs, SuiteStyle
from tests.public_data import data_file, rows

RIGHT = "def double(x): return 2 * x"
FOUR = "def double(x): return 4"
LOOP = "def double(x):\n    while True: pass"
ASSERTIONS = ["assert double(2) == 4", "assert double(3) == 6"]
CHAT = [{"role": "assistant", "content": f"<think>easy ```x```</think>Sure:\n```python\n{RIGHT}\n```\nDone."}]
STDIN = {"language": "python", "test_cases": [{"input": "2\n", "output": "4", "fn_name": None, "type": "stdin_stdout"}]}
PAIRS = STDIN["test_cases"]
CALLS = {
    "language": "python",
    "test_cases": [{"input": "[2]", "output": "[4]", "fn_name": "double", "type": "function_call"}],
}


@pytest.fixture(autouse=True, scope="module")
def _one_worker() -> Iterator[None]:
    rewards.start(1)
    yield
    rewards.close()


@pytest.mark.parametrize(
    ("reward", "expected"),
    [
        (rewards.pass_reward, [1.0, 0.0, 0.0]),
        (rewards.cases_reward, [1.0, 0.5, 0.0]),
        (rewards.partial_reward, [1.0, 0.7, 0.0]),
    ],
)
def test_kinds_of_reward(reward: rewards.Reward, expected: list[float]) -> None:
    found = reward(
        prompts=["p"] * 3, completions=[RIGHT, FOUR, "def double(x): ("], tests=[ASSERTIONS] * 3, trainer_state=object()
    )

    assert found == expected


def test_names_are_those_that_a_trainer_logs() -> None:
    assert [one.__name__ for one in (rewards.pass_reward, rewards.cases_reward)] == ["pass_reward", "cases_reward"]


@pytest.mark.parametrize(
    "columns",
    [
        {"tests": "\n".join(ASSERTIONS)},
        {"tests": ASSERTIONS, "entry_point": "double"},
        {"test_list": ASSERTIONS, "code": "def double(x):\n    return x + x"},
        {"entry_point": "double", "test": "def check(candidate):\n    assert candidate(2) == 4"},
        {"entry_point": "double", "cases": [{"call": "double(2)", "returns": "4"}]},
        {"verification_info": CALLS},
        {"inputs": [[2], [3]], "outputs": [4, 6], "fn_name": "double"},
        {"test_cases": json.dumps({"inputs": ["2\n"], "outputs": ["4\n"], "fn_name": "double"})},
    ],
    ids=["tests", "entry-point", "mbpp", "humaneval", "cases", "open-r1", "apps", "json"],
)
@pytest.mark.parametrize("completion", [RIGHT, CHAT], ids=["text", "chat"])
def test_columns_that_say_how_to_judge(columns: dict[str, object], completion: object) -> None:
    found = rewards.pass_reward([completion, "x = 1"], **{name: [value] * 2 for name, value in columns.items()})

    assert found == [1.0, 0.0]


def test_text_follows_a_prompt_that_is_code() -> None:
    reward = rewards.make_reward("pass")

    found = reward(["    return 2 * x", RIGHT], prompts=["def double(x):\n"] * 2, tests=[ASSERTIONS] * 2)

    assert found == [1.0, 1.0]


def test_an_endless_loop_gets_nothing_and_the_others_theirs() -> None:
    reward = rewards.make_reward("pass", seconds=0.5)

    assert reward([RIGHT, LOOP, FOUR], tests=[ASSERTIONS] * 3) == [1.0, 0.0, 0.0]


def test_what_cannot_be_judged_is_none_and_said(caplog: pytest.LogCaptureFixture) -> None:
    found = rewards.pass_reward([RIGHT, RIGHT, RIGHT], tests=["assert (", "assert double(2) == 4", "x = double"])

    assert found == [None, 1.0, None]
    assert caplog.text.count("unjudged") == 2


@pytest.mark.parametrize(
    ("completions", "columns", "expected"),
    [
        ([RIGHT, RIGHT], {"tests": [None, ASSERTIONS]}, [None, 1.0]),
        ([RIGHT, RIGHT], {"verification_info": [None, CALLS]}, [None, 1.0]),
        ([RIGHT, "print(4)"], {"test_cases": [[{"input": "\ud800", "output": "4"}], PAIRS]}, [None, 1.0]),
        ([RIGHT, "print(4)"], {"test_cases": ['[{"input": "\\ud800", "output": "4"}]', PAIRS]}, [None, 1.0]),
        ([None, RIGHT], {"tests": [ASSERTIONS] * 2}, [None, 1.0]),
        ([float("nan"), RIGHT], {"tests": [ASSERTIONS] * 2}, [None, 1.0]),
        ([[{"role": "assistant", "content": None}], RIGHT], {"tests": [ASSERTIONS] * 2}, [0.0, 1.0]),
        ([RIGHT, RIGHT], {"tests": [["assert double(2) == " + "-" * 100_000 + "1"], ASSERTIONS]}, [None, 1.0]),
        ([RIGHT, RIGHT], {"tests": [ASSERTIONS] * 2, "benchmark": ["nosuch", None]}, [None, 1.0]),
    ],
    ids=["tests", "info", "half-input", "half-json", "none", "nan", "nothing-said", "parser", "benchmark"],
)  # fmt: skip
def test_one_row_that_cannot_be_judged_spoils_nothing(
    completions: list[object], columns: dict[str, Any], expected: list[float | None], caplog: pytest.LogCaptureFixture
) -> None:
    assert rewards.pass_reward(completions, **columns) == expected
    assert caplog.text.count("unjudged") == expected.count(None)


def test_no_completion_that_is_text_is_an_error() -> None:
    with pytest.raises(InvalidValue, match="completions: must be texts"):
        rewards.pass_reward([None, 3], tests=[ASSERTIONS] * 2)


def test_an_answer_that_is_too_long_is_not_looked_into() -> None:
    text = "x = foo(1, 2) + bar[3]\n" * 20_000 + RIGHT

    assert rewards.pass_reward([text, RIGHT], tests=[ASSERTIONS] * 2) == [0.0, 1.0]


@pytest.mark.slow
def test_a_program_has_one_time_for_all_its_inputs() -> None:
    cases = [{"input": str(number), "output": "1"} for number in range(500)]
    reward = rewards.make_reward("cases", seconds=0.1)

    assert reward(["import time\nprint(1)\nwhile True: pass"], test_cases=[cases]) == [0.0]


def test_columns_that_say_nothing_are_an_error() -> None:
    with pytest.raises(InvalidValue, match="no column says how to judge"):
        rewards.pass_reward([RIGHT], answer=["4"])


@pytest.mark.parametrize("options", [{"kind": "best"}, {"form": "poem"}, {"colour": "red"}])
def test_an_option_that_makes_no_sense_is_an_error(options: dict[str, Any]) -> None:
    with pytest.raises((InvalidOption, InvalidValue, ValueError)):
        rewards.make_reward(**options)


def test_open_r1_calls_by_its_own_names() -> None:
    chat = [[{"role": "assistant", "content": "```python\nprint(2 * int(input()))\n```"}], CHAT]

    found = rewards.code_reward(
        chat, num_parallel=1, provider_type="e2b", enforce_same_language=False, verification_info=[STDIN, CALLS]
    )

    assert found == [1.0, 1.0]


def test_output_keeps_its_case_and_may_end_in_blanks() -> None:
    info = {"language": "python", "test_cases": [{"input": "", "output": "YES\n"}]}
    programs = ["print('YES ')", "print('yes')"]

    assert rewards.code_reward([[{"content": one}] for one in programs], verification_info=[info] * 2) == [1.0, 0.0]


def test_verl_calls_by_its_own_names() -> None:
    found = rewards.compute_score(
        data_source="mine",
        solution_str=CHAT[0]["content"],
        ground_truth=json.dumps(ASSERTIONS),
        extra_info={"index": 3},
    )

    assert found == {"score": 1.0, "acc": 1.0, "case_rate": 1.0, "judged": 1.0, "verdict": "passed"}


@pytest.mark.parametrize(
    ("ground_truth", "extra_info"),
    [
        ("\n".join(ASSERTIONS), None),
        (ASSERTIONS, {}),
        ({"tests": ASSERTIONS}, None),
        (json.dumps({"inputs": [[2]], "outputs": [4], "fn_name": "double"}), None),
        (None, {"tests": ASSERTIONS, "split": "train"}),
        (numpy.array(ASSERTIONS), None),
        (numpy.array(ASSERTIONS, dtype=object), {"prompt": numpy.array([{"role": "user", "content": "Double."}])}),
        (ASSERTIONS, {"prompt": [{"role": "user", "content": "Double it."}]}),
        ({"inputs": numpy.array([[2]]), "outputs": numpy.array([4]), "fn_name": "double"}, None),
    ],
)
def test_ground_truths_of_verl(ground_truth: object, extra_info: dict[str, object] | None) -> None:
    (found,) = rewards.compute_scores(
        data_sources=["mine"],
        solution_strs=[RIGHT],
        ground_truths=[ground_truth],
        extra_infos=[extra_info],
        kind="cases",
    )

    assert found["score"] == 1.0


def test_verl_has_no_score_that_is_not_there() -> None:
    asked = ("mine", RIGHT, "x = double")

    with pytest.raises(Fault, match="unjudged"):
        rewards.compute_score(*asked)
    assert rewards.compute_score(*asked, unjudged=-1.0) == {
        "score": -1.0, "acc": 0.0, "case_rate": 0.0, "judged": 0.0, "verdict": "unjudged",
    }  # fmt: skip


def test_verl_goes_on_without_a_ground_truth_where_it_is_told_with_which_score() -> None:
    assert rewards.compute_score("mine", RIGHT, None, unjudged=0.0)["judged"] == 0.0
    with pytest.raises(InvalidValue, match="no column says how to judge"):
        rewards.compute_score("mine", RIGHT, None)


def test_plain_scores_are_numbers_for_every_manager_of_verl() -> None:
    found = rewards.plain_scores(["mine"] * 3, [RIGHT, FOUR, RIGHT], [ASSERTIONS, ASSERTIONS, None], unjudged=-1.0)

    assert found == [1.0, 0.0, -1.0]
    assert rewards.plain_score("mine", RIGHT, ASSERTIONS, {"index": 0}) == 1.0


def test_arrays_that_differ_in_the_middle_are_different_problems() -> None:
    outputs = numpy.arange(3000)
    others = outputs.copy()
    others[1500] = 0
    inputs = [[number] for number in range(3000)]

    found = rewards.pass_reward(
        ["def same(x): return x"] * 2, inputs=[inputs] * 2, outputs=[outputs, others], fn_name=["same"] * 2
    )

    assert found == [1.0, 0.0]


def test_whoever_cancels_a_score_gives_up_the_judging() -> None:
    async def cancelled() -> None:
        score = asyncio.ensure_future(rewards.acompute_score("mine", LOOP, ASSERTIONS, seconds=600))
        while not shared_pool().load.waiting:
            await asyncio.sleep(0.01)
        score.cancel()
        with pytest.raises(asyncio.CancelledError):
            await score

    asyncio.run(asyncio.wait_for(cancelled(), 60))

    assert rewards.pass_reward([RIGHT], tests=[ASSERTIONS]) == [1.0]


def test_threads_that_call_first_share_one_pool() -> None:
    code = (
        "import threading\nfrom assay import rewards\nfrom assay.front import rewarding\n"
        "made = []\ngate = threading.Barrier(8)\n"
        "def ask():\n    gate.wait()\n    made.append(rewarding.shared_pool(1))\n"
        "threads = [threading.Thread(target=ask) for _ in range(8)]\n"
        "[one.start() for one in threads]\n[one.join() for one in threads]\n"
        "print(len(set(map(id, made))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout == "1\n"


def test_problems_are_remembered_up_to_a_number_of_characters() -> None:
    reader = ColumnReader(most_characters=10_000)
    rows_ = [{"tests": [f"assert double({number}) == 4  # {'x' * 4000}"]} for number in range(4)]
    first = [reader.problem(row) for row in rows_]

    assert [reader.problem(row) is kept for row, kept in zip(rows_[2:], first[2:], strict=True)] == [True, True]
    assert reader.problem(rows_[0]) is not first[0]
    large = {"tests": [f"assert double(1) == 4  # {'x' * 50_000}"]}
    assert reader.problem(large) is reader.problem(large)


def test_workers_live_from_call_to_call_and_serve_threads_and_event_loops() -> None:
    rewards.pass_reward([RIGHT], tests=[ASSERTIONS])
    pool = shared_pool()
    found: list[list[float | None]] = []
    threads = [
        threading.Thread(target=lambda: found.append(rewards.pass_reward([RIGHT, FOUR], tests=[ASSERTIONS] * 2)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    async def many() -> list[dict[str, Any]]:
        return await asyncio.gather(*(rewards.acompute_score("mine", RIGHT, ASSERTIONS) for _ in range(4)))

    assert found == [[1.0, 0.0]] * 4
    assert [one["score"] for one in asyncio.run(many())] == [1.0] * 4
    assert shared_pool() is pool


def _reward_in_another_process(reward: rewards.Reward) -> list[float | None]:
    return reward([RIGHT, FOUR], tests=[ASSERTIONS] * 2)


@pytest.mark.filterwarnings("ignore:This process.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_another_process_has_workers_of_its_own(method: str) -> None:
    rewards.pass_reward([RIGHT], tests=[ASSERTIONS])  # this one has some already
    reward = pickle.loads(pickle.dumps(rewards.make_reward("pass")))

    with multiprocessing.get_context(method).Pool(1) as pool:
        found = pool.apply_async(_reward_in_another_process, [reward]).get(timeout=60)

    assert found == [1.0, 0.0]
    assert rewards.pass_reward([RIGHT], tests=[ASSERTIONS]) == [1.0]


@pytest.mark.slow
def test_after_the_end_the_next_call_starts_others() -> None:
    rewards.start(1)
    rewards.close()

    assert rewards.pass_reward([RIGHT], tests=[ASSERTIONS]) == [1.0]


@pytest.mark.parametrize(
    ("row", "style"),
    [
        ({"tests": "import unittest\nclass A(unittest.TestCase):\n    def test_it(self): ...", "entry_point": "f"},
         SuiteStyle.UNITTEST),
        ({"tests": "def check(candidate): ...", "entry_point": "f"}, SuiteStyle.CHECK),
        ({"tests": "assert f()"}, SuiteStyle.ASSERTS),
    ],
)  # fmt: skip
def test_the_style_of_tests_is_seen(row: dict[str, object], style: SuiteStyle) -> None:
    check = problem_of_row(row, "a").check

    assert getattr(check, "style", None) is style


def test_pairs_are_programs_that_keep_their_case() -> None:
    check = problem_of_row({"inputs": [["1", "2"]], "outputs": ["3"]}, "a").check

    assert isinstance(check, Programs)
    assert (check.inputs[0].stdin, check.inputs[0].expected, str(check.checker)) == (b"1\n2", b"3", "line-ends")


def test_what_the_page_shows_is_so() -> None:
    page = Path(__file__).parents[2] / "docs" / "training.md"

    found = doctest.testfile(str(page), module_relative=False)

    assert (found.failed, found.attempted) == (0, 9)


@pytest.mark.slow
def test_problems_of_a_benchmark_by_their_ids() -> None:
    given = rows("humaneval/HumanEval.jsonl.gz")[:20]
    reward = rewards.make_reward(
        "pass", benchmark="humaneval", problem_file=str(data_file("humaneval/HumanEval.jsonl.gz"))
    )

    found = reward([one["canonical_solution"] for one in given], problem_id=[one["task_id"] for one in given])

    assert found == [1.0] * 20
