"""Rows for training: only what passed, each once, by problem on one side, and never from what is for measuring only."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from assay.errors import InvalidValue
from assay.records import (
    Candidate,
    Case,
    CaseOutcome,
    Cases,
    CaseStatus,
    Problem,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.reports.training import (
    EvalOnly,
    Terms,
    TrainingOptions,
    TrainingRows,
    fenced,
    instruction_of,
    normalised,
    split_of,
)
from assay.spec import Run
from assay.store.memory import MemoryStore

TERMS = Terms("mine 1", "MIT", "our wiki")
PROMPT = 'def f(x: int) -> int:\n    """Return x."""\n'
ALL_TRAIN = TrainingOptions(validation=0.0)
CASES = 4


def problem(name: str = "p", prompt: str = PROMPT, language: str = "python") -> Problem:
    return Problem(name, Cases("f", (Case((1,), 1),)), prompt=prompt, language=language)


def trial(source: str | bytes, passed: int = CASES, name: str = "p", **more: Any) -> Trial:  # Any: fields of a trial
    """A trial that passed so many of `CASES` cases."""
    states = [CaseStatus.PASSED] * passed + [CaseStatus.FAILED] * (CASES - passed)
    verdict = Verdict.PASSED if passed == CASES else Verdict.FAILED
    given = {"verdict": verdict, "outcomes": tuple(map(CaseOutcome, states)), **more}
    return Trial(name, Candidate(source, model="m", model_version="2"), **given)


def made(
    trials: Iterable[Trial],
    form: str = "sft",
    options: TrainingOptions = ALL_TRAIN,
    problems: Iterable[Problem] = (problem(),),
    terms: Terms = TERMS,
) -> tuple[list[dict[str, Any]], TrainingRows]:  # Any: JSON
    run, store = Run("ab12", "mine", "1"), MemoryStore()
    store.add_run(run)
    numbered = (replace(one, candidate=replace(one.candidate, attempt=number)) for number, one in enumerate(trials))
    store.add_trials(run.id, list(enumerate(numbered)))
    rows = TrainingRows(run, store, list(problems), terms, form, options)
    return list(rows), rows


def test_a_row_of_instruction_tuning() -> None:
    rows, _ = made([trial("def f(x): return x\n")])

    assert rows == [
        {
            "instruction": "Return x.",
            "input": "def f(x: int) -> int:",
            "output": "def f(x): return x\n",
            "problem": "p",
            "run": "ab12",
            "model": "m",
            "model_version": "2",
            "benchmark": "mine 1",
            "licence": "MIT",
            "source": "our wiki",
            "eval_only": False,
            "split": "train",
        }
    ]


def test_a_row_of_a_conversation() -> None:
    (row,), _ = made([trial("def f(x): return x\n")], "chat")

    assert row["messages"] == [
        {"role": "user", "content": "Return x.\n\n```python\ndef f(x: int) -> int:\n```"},
        {"role": "assistant", "content": "```python\ndef f(x): return x\n```"},
    ]


@pytest.mark.parametrize(
    ("prompt", "words", "head"),
    [
        pytest.param("Write f(x).", "Write f(x).", "", id="words"),
        pytest.param('"""\nWrite f.\nassert f(1) == 1\n"""\n', "Write f.\nassert f(1) == 1", "", id="only-a-docstring"),
        pytest.param("import re\n" + PROMPT, "Return x.", "import re\ndef f(x: int) -> int:", id="context"),
        pytest.param("def f(x):\n    pass\n", "def f(x):\n    pass", "", id="code-without-words"),
        pytest.param('def f(x): "Return x."', "Return x.", "def f(x):", id="one-line"),
        pytest.param('def f(x):\n    "Says x."\n    y = 1\n', "Says x.", "def f(x):\n    y = 1", id="a-body-begun"),
        pytest.param('class f:\n    """A café."""\n', "A café.", "class f:", id="a-class"),
        pytest.param("def f(:", "def f(:", "", id="broken-code"),
    ],
)
def test_a_prompt_in_words_and_code(prompt: str, words: str, head: str) -> None:
    found = instruction_of(problem(prompt=prompt))

    assert (found.words, found.head) == (words, head)


def test_a_prompt_of_another_language_is_taken_as_it_is() -> None:
    assert instruction_of(problem(prompt='"""Python?"""', language="java")).words == '"""Python?"""'


def test_what_has_no_row_is_counted() -> None:
    liar = (Suspicion(SuspicionKind.EARLY_EXIT, "left"),)
    trials = [
        trial("def f(x): return x"),
        trial("def f(x): return 0", 1),
        trial("def f(x): return +x", suspicions=liar),
        trial("def f(x): return x+0", verdict=None, fault="no worker"),
        trial("def f( x ):  # the same\n\n    return (x)"),
        trial(b"\xff"),
        trial("x = '\ud800'"),
        trial("def f(x): return x", name="q"),
    ]

    rows, about = made(trials, problems=[problem(), problem("q", prompt=" ")])

    assert [row["output"] for row in rows] == ["def f(x): return x"]
    assert about.left_out == {
        "failed": 1,
        "suspicious passes": 1,
        "unjudged": 1,
        "duplicates": 1,
        "no readable text": 2,
        "of a problem without a prompt": 1,
    }
    assert about.rows == {"train": 1}


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("def f(x):\n    return x # one", 'def f(x):\n\n    """Doc."""\n    return (x)\n', True),
        ("x = 'a'", 'x = "a"', True),
        ("x = 1", "y = 1", False),
        ("x = 1", "x = 1.0", False),
        ("def f(:", "def f(: \n\n", True),
        ("def f(:", "def f(;", False),
    ],
)
def test_what_counts_as_the_same_code(left: str, right: str, *, same: bool) -> None:
    assert (normalised(left) == normalised(right)) is same


def test_the_same_code_for_two_prompts_is_no_duplicate() -> None:
    other = problem("q", prompt="Another one.")
    rows, _ = made([trial("def f(x): return x"), trial("def f(x): return x", name="q")], problems=[problem(), other])

    assert [row["problem"] for row in rows] == ["p", "q"]


def test_pairs_begin_with_the_failure_that_passed_most() -> None:
    trials = [
        trial("bad = 0", 0),
        trial("good = 1"),
        trial("near = 3", 3),
        trial("half = 2", 2),
        trial("good  =  1", 1),
        trial("good = 2"),
    ]

    rows, about = made(trials, "preference", TrainingOptions(validation=0.0, pairs=3))

    assert [row["rejected"] for row in rows] == ["near = 3", "half = 2", "bad = 0"]
    assert {row["chosen"] for row in rows} == {"good = 1", "good = 2"}
    assert rows[0]["prompt"].startswith("Return x.\n\n```python\n")
    assert about.left_out == {"duplicates": 1}, "what failed with the code of a pass says nothing"


@pytest.mark.parametrize("trials", [[trial("a = 1")], [trial("a = 1", 0)]], ids=["no-failure", "no-pass"])
def test_there_is_no_pair_without_both(trials: list[Trial]) -> None:
    assert made(trials, "preference")[0] == []


def test_the_seed_decides_the_order_of_equals_and_the_split() -> None:
    trials = [trial(f"x = {number}") for number in range(8)]
    orders = [[row["output"] for row in made(trials, options=TrainingOptions(seed=seed))[0]] for seed in (1, 1, 2)]

    assert orders[0] == orders[1] != orders[2]
    ids = [f"p/{number}" for number in range(500)]
    sides = [[split_of(one, TrainingOptions(seed=seed)) for one in ids] for seed in (1, 2)]
    assert sides[0] != sides[1]


def test_all_rows_of_a_problem_are_on_one_side_whatever_else_there_is() -> None:
    problems = [problem(f"p{number}", prompt=f"Problem {number}.") for number in range(60)]
    trials = [trial(f"x = {attempt}", name=one.id) for one in problems for attempt in range(3)]

    rows, about = made(trials, options=TrainingOptions(validation=0.3), problems=problems)
    fewer, _ = made(trials[:90:2], options=TrainingOptions(validation=0.3), problems=problems[:30])

    sides = {(row["problem"], row["split"]) for row in rows}
    assert len(sides) == 60
    assert {(row["problem"], row["split"]) for row in fewer} <= sides
    assert about.rows["validation"] == 3 * sum(side == "validation" for _, side in sides) > 0


def test_two_problems_of_one_prompt_are_on_one_side() -> None:
    problems = [problem(f"p{number}") for number in range(40)]
    rows, _ = made([trial(f"x = {one.id[1:]}", name=one.id) for one in problems], problems=problems,
                   options=TrainingOptions(validation=0.5))  # fmt: skip

    assert len(rows) == 40
    assert len({row["split"] for row in rows}) == 1


def test_problems_for_measuring_only_are_refused_unless_forced_and_then_marked() -> None:
    terms = Terms("humaneval 1.2", "MIT", eval_only=True)

    with pytest.raises(EvalOnly, match=r"humaneval 1\.2 is for measuring only"):
        made([trial("x = 1")], terms=terms)
    (row,), _ = made([trial("x = 1")], terms=terms, options=TrainingOptions(train_on_eval_only=True))
    assert row["eval_only"] is True


@pytest.mark.parametrize("code", ["```\n", "x = '''```python\n````'''", "\x1b]0;title\x07", "\u2028\u202e = 1", ""])
def test_hostile_text_stays_one_line_and_one_block(code: str) -> None:
    rows, _ = made([trial(f"a = 1\n{code}")], "chat")

    line = json.dumps(rows[0])
    assert line.isascii()
    assert line.isprintable()
    first, *_, last = rows[0]["messages"][1]["content"].split("\n")
    assert first == f"{last}python"
    assert last not in code


def test_a_fence_is_longer_than_any_in_the_code() -> None:
    assert fenced("a\n````\n", "python") == "`````python\na\n````\n`````"


@pytest.mark.parametrize(
    "given", [{"validation": 1.0}, {"validation": -0.1}, {"validation": float("nan")}, {"pairs": 0}]
)
def test_options_out_of_bounds(given: dict[str, Any]) -> None:  # Any: numbers
    with pytest.raises(InvalidValue, match=next(iter(given))):
        TrainingOptions(**given)
