"""A comparison as people read it: the words first, everything within the page, and no foreign text obeyed."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from assay.quality.records import Dimension
from assay.records import Score
from assay.reports.comparison import (
    ComparedMeasure,
    ComparedPart,
    Flip,
    RunComparison,
    RunPair,
    SeveralCompared,
    SplitChange,
    names_of,
)
from assay.reports.report import Report
from assay.reports.terminal import console
from assay.reports.tradeoff import trade_off
from assay.reports.trials import TrialLine
from assay.reports.versus import picture, render_comparison, render_several
from assay.spec import Run
from assay.statistics.deciding import Decision, Difference
from assay.statistics.multiplicity import BY_HOLM

HOSTILE = "[red]</td>\x1b]0;owned\x07\u202e\n`rm -rf ~` 'x' $(date)"


def report(run_id: str, **fields: str) -> Report:
    run = Run(run_id, "humaneval", "1.2", **fields)  # type: ignore[arg-type]  # texts only
    return Report(run, (Score("pass@1", 0.8, 164, (0.7, 0.9), "humaneval:1.2|k:1"),))


def difference(
    value: float,
    ends: tuple[float, float] | None,
    decision: Decision,
    *,
    p: float | None = 0.2,
    needed: int | None = None,
) -> Difference:
    return Difference(value, ends, 164, "paired by problem", p, 0.03, 0.056, needed, decision)


def flip(problem: str, *, gained: bool = False, text: str = "expected 4, got 1") -> Flip:
    good, bad = TrialLine(problem, 0, "passed"), TrialLine(problem, 0, "failed", call="f(2)", what=text)
    diff = f"@@ -1 +1 @@\n-a\n+{text}"
    return Flip(problem, bad, good, 0.0, 1.0, diff) if gained else Flip(problem, good, bad, 1.0, 0.0, diff)


BETTER = RunComparison(
    report("9c1e", model="gpt-3.5-turbo"),
    report("a41f", model="gpt-4"),
    "pass@1",
    0.768,
    0.86,
    difference(0.0912, (0.0431, 0.1402), Decision.BETTER, p=0.00042),
    parts=(
        ComparedPart("difficulty", "1", 0.9, 0.95, difference(0.05, (-0.02, 0.1), Decision.UNCLEAR)),
        ComparedPart("difficulty", "3", 0.4, 0.7, difference(0.3, (0.1, 0.5), Decision.BETTER, p=0.01)),
        ComparedPart("error", "logic", 0.2, 0.1, None),
    ),
    flips=(*(flip(f"HumanEval/{number}") for number in (32, 99, 132, 145)), flip("HumanEval/7", gained=True)),
    measures=(
        ComparedMeasure("cost per solved problem", "dollars", 0.0004, 0.0061),
        ComparedMeasure("latency, median", "seconds", 1.1, 4.0, 3.6, (3.1, 4.2), 164),
        ComparedMeasure("coverage", "share", None, 1.0),
    ),
)


def page_of(found: RunComparison, *, terminal: bool = False, details: bool = False) -> str:
    file = io.StringIO()
    render_comparison(found, console(file, terminal=terminal), terminal=terminal, details=details)
    return file.getvalue()


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            BETTER.difference,
            "gpt-4 is better than gpt-3.5-turbo: +9.1 points (4.3 – 14.0), 164 problems, p = 0.0004",
        ),
        (
            difference(-0.0912, (-0.1402, -0.0431), Decision.WORSE, p=1e-9),
            "gpt-4 is worse than gpt-3.5-turbo: −9.1 points (−14.0 – −4.3), 164 problems, p < 0.0001",
        ),
        (
            difference(0.004, (-0.02, 0.02), Decision.SAME),
            "No difference beyond ±3 points: gpt-4 against gpt-3.5-turbo +0.4 points (−2.0 – 2.0), 164 problems",
        ),
        (
            difference(-0.012, (-0.05, 0.026), Decision.UNCLEAR, needed=640),
            "Not enough data: gpt-4 against gpt-3.5-turbo −1.2 points (−5.0 – 2.6), 164 problems, p = 0.2; "
            "some 640 more problems would tell ±3 points",
        ),
        (
            replace(difference(1.0, None, Decision.UNCLEAR, p=None), n=1, margin=0.025),
            "Not enough data: gpt-4 against gpt-3.5-turbo +100.0 points, 1 problem",
        ),
    ],
)
def test_the_sentence(found: Difference, sentence: str) -> None:
    made = replace(BETTER, difference=found)

    assert made.sentence() == sentence
    assert repr(made) == f"<RunComparison {sentence}>"
    assert page_of(made).splitlines()[0] == sentence


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ({"model": "m"}, {"model": "n"}, ("m", "n")),
        ({"model": "m", "model_version": "1"}, {"model": "m", "model_version": "2"}, ("m 1", "m 2")),
        ({"model": "m", "name": "old"}, {"model": "m", "name": "new"}, ("old", "new")),
        ({"model": "m"}, {"model": "m"}, ("run a", "run b")),
        ({}, {"model": "m"}, ("run a", "m")),
        ({"source": "one.jsonl"}, {"source": "two.jsonl"}, ("one.jsonl", "two.jsonl")),
        ({"model": "x" * 300}, {"model": "y" * 300}, ("x" * 59 + "…", "y" * 59 + "…")),
        ({"model": "x" * 300 + "1"}, {"model": "x" * 300 + "2"}, ("run a", "run b")),
    ],
)
def test_runs_are_called_by_what_tells_them_apart(
    first: dict[str, str], second: dict[str, str], names: tuple[str, str]
) -> None:
    assert names_of(report("a", **first), report("b", **second)) == names


def test_the_whole_page() -> None:
    assert page_of(BETTER) == (
        "gpt-4 is better than gpt-3.5-turbo: +9.1 points (4.3 – 14.0), 164 problems, p = 0.0004\n"
        "\n"
        "                          gpt-3.5-turbo      gpt-4\n"
        "pass@1                           76.8 %     86.0 %   ▏      ├───────●───────┤  +9.1\n"
        "cost per solved problem         $0.0004    $0.0061\n"
        "latency, median                   1.1 s        4 s   3.6 times as much (3.1 – 4.2)\n"
        "coverage                              –    100.0 %\n"
        "\n"
        "5 problems changed: 1 now pass · 4 now fail\n"
        "  now fail   HumanEval/32   HumanEval/99   HumanEval/132   HumanEval/145\n"
        "  look at one   assay show a41f --problem HumanEval/32\n"
        "difficulty 3: better, +30.0 points (10.0 – 50.0), 164 problems, p = 0.01\n"
        "errors  logic 20.0 → 10.0 %\n"
        "same benchmark, limits and isolation · paired by problem · "
        "the smallest difference this could show: 5.6 points\n"
    )


def test_what_was_left_out_or_differs_is_said() -> None:
    found = replace(
        BETTER,
        differences=("time 3s against 9s",),
        quarantined={"HumanEval/1": "flaky"},
        only_first=2,
        only_second=1,
        split=SplitChange("difficulty", -0.08, -0.1, 0.02),
        notes=("run a41f is running: only what there is so far",),
    )
    lines = page_of(found).splitlines()

    assert lines[0] == "! compared although they differ: time 3s against 9s"
    assert lines[-6:-1] == [
        "over all that each has answered −8.0 points: −10.0 from harder problems, "
        "+2.0 from the answers (by difficulty)",
        "left out  2 problems that only gpt-3.5-turbo has answered",
        "left out  1 problem that only gpt-4 has answered",
        "left out  1 problem whose reference does not always pass (quarantined)",
        "note  run a41f is running: only what there is so far",
    ]
    assert lines[-1].startswith("paired by problem")


def test_details_have_all_parts_and_all_changes() -> None:
    text = page_of(BETTER, details=True)

    assert "By difficulty" in text
    assert "now fails   HumanEval/145  100 → 0 %  failed  f(2)  expected 4, got 1" in text
    assert "now passes  HumanEval/7  0 → 100 %  failed  f(2)  expected 4, got 1\n    @@ -1 +1 @@\n    -a\n" in text
    assert "signature of gpt-4  humaneval:1.2|k:1" in text


def test_details_have_the_six_dimensions_of_two_runs_that_measured_them() -> None:
    def measured(run: Report, value: float) -> Report:
        names = ("form", *(f"form.{dimension}" for dimension in Dimension))
        return replace(run, scores=(*run.scores, *(Score(name, value, 164) for name in names)))

    both = replace(BETTER, first=measured(BETTER.first, 0.5), second=measured(BETTER.second, 0.75))
    lines = [line.split() for line in page_of(both, details=True).splitlines()]

    for dimension in Dimension:
        assert [f"form.{dimension}", "0.500", "0.750", "+0.250"] in lines
    one = replace(BETTER, first=measured(BETTER.first, 0.5))
    assert "Form and quality" not in page_of(one, details=True)


def test_where_attempts_repeat_a_problem_passes_more_or_less_often() -> None:
    lost = [replace(flip("T/4"), first_share=0.8, second_share=0.6), flip("T/5")]
    found = replace(BETTER, flips=(*lost, replace(flip("T/6", gained=True), second_share=0.5)))
    text = page_of(found, details=True)

    assert "3 problems changed: 1 pass more often · 2 less often\n  less often   T/4   T/5\n" in text
    assert "passes less often  T/4  80 → 60 %" in text
    assert "now fails          T/5  100 → 0 %" in text
    assert "passes more often  T/6  0 → 50 %" in text
    assert "now pass" not in text


@pytest.mark.parametrize("columns", [60, 80, 160])
@pytest.mark.parametrize("details", [False, True])
def test_it_fits_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: int, details: bool) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    long = replace(
        BETTER,
        first=report("9c1e", model="an-organisation/a-model-with-a-long-name-7b-instruct"),
        second=report("a41f", model="an-organisation/another-model-with-a-long-name-13b"),
    )
    lines = [line for line in page_of(long, terminal=True, details=details).splitlines() if "assay show" not in line]

    assert max(len(line) - 9 * line.count("\x1b[") for line in lines) <= columns


def test_a_command_is_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    found = replace(BETTER, flips=(flip("a/very/long/" * 10),))

    assert f"assay show a41f --problem {'a/very/long/' * 10}\n" in page_of(found, terminal=True)


def test_a_command_begins_with_what_the_user_types() -> None:
    file = io.StringIO()
    render_comparison(BETTER, console(file, terminal=False), terminal=False, program="python -m assay")

    assert "look at one   python -m assay show a41f --problem HumanEval/32\n" in file.getvalue()


def test_runs_that_share_no_problem_are_said_to_be_independent_sets() -> None:
    found = replace(BETTER, flips=(), paired=False, only_first=50, only_second=60)
    text = page_of(found)

    assert text.startswith("gpt-4 is better than gpt-3.5-turbo: +9.1 points (4.3 – 14.0), 50 and 60 problems, p")
    assert "\nno problem is shared: 50 and 60 problems, compared as independent sets\n" in text
    assert "changed sides" not in text
    assert "same benchmark" not in text


@pytest.mark.parametrize("terminal", [False, True])
def test_hostile_texts_are_shown_and_never_obeyed(terminal: bool) -> None:
    hostile = RunComparison(
        report("a", model=f"{HOSTILE}1"),
        report("b", model=f"{HOSTILE}2"),
        "pass@1",
        1.0,
        0.0,
        replace(BETTER.difference, decision=Decision.WORSE),
        parts=(
            ComparedPart("tag", HOSTILE, 0.1, 0.2, BETTER.difference),
            ComparedPart("tag", "b", 0.1, 0.2, BETTER.difference),
        ),
        flips=(flip(HOSTILE, text=HOSTILE),),
        notes=(HOSTILE,),
        differences=(HOSTILE,),
    )
    text = page_of(hostile, terminal=terminal, details=True)

    assert not set("\x07\u202e") & set(text)
    assert "\x1b]" not in text
    assert "[red]</td>" in text
    assert "--problem" not in text  # what is shown of the id would paste as another one


def test_an_id_in_a_command_is_quoted() -> None:
    evil = "`rm -rf ~` 'x' $(date)"
    text = page_of(replace(BETTER, flips=(flip("--all"), flip(evil))), terminal=False)

    assert """--problem '`rm -rf ~` '"'"'x'"'"' $(date)'\n""" in text


@pytest.mark.parametrize(
    ("value", "ends", "drawn"),
    [
        (0.0912, (0.0431, 0.1402), "▏      ├───────●───────┤  "),
        (-0.012, (-0.05, 0.026), "├───────────●──┼───────┤  "),
        (-0.5, (-1.0, -0.2), "├───────────●─────┤    ▏  "),
        (0.0, (0.0, 0.0), "●                         "),
        (0.0, (-1.0, 1.0), "├───────────●──────────┤  "),
        (0.3, None, ""),
    ],
)
def test_the_picture_of_an_interval(value: float, ends: tuple[float, float] | None, drawn: str) -> None:
    found = picture(difference(value, ends, Decision.UNCLEAR), 24)

    assert found == drawn


def several_of(found: SeveralCompared) -> str:
    file = io.StringIO()
    reports = [found.comparisons[0].first, *(one.second for one in found.comparisons)]
    render_several(found, trade_off(reports).contenders, console(file, terminal=False), terminal=False)
    return file.getvalue()


def test_several_runs_have_a_line_each_and_a_table_of_differences() -> None:
    third = replace(
        BETTER, second=report("c0de", model="other"), difference=difference(0.01, (-0.1, 0.1), Decision.UNCLEAR)
    )
    found = SeveralCompared(
        (BETTER, third),
        (
            RunPair("9c1e", "a41f", BETTER.difference),
            RunPair("9c1e", "c0de", third.difference),
            RunPair("a41f", "c0de", difference(-0.08, (-0.2, 0.1), Decision.UNCLEAR)),
        ),
    )
    lines = several_of(found).splitlines()

    assert lines[0].startswith("gpt-4 is better than gpt-3.5-turbo")
    assert lines[1].startswith("Not enough data: other against gpt-3.5-turbo")
    row = next(line for line in lines if line.startswith("B "))
    assert row.split()[2:] == ["+9.1", "·", "+8.0"]


def test_several_runs_say_what_limits_each_comparison_and_how_it_was_made() -> None:
    second = replace(
        BETTER, only_first=2, quarantined={"HumanEval/1": "flaky"}, notes=("run 9c1e ended early",), among=2
    )
    apart = replace(BETTER.difference, method="50 and 60 different problems", p=0.06, decision=Decision.UNCLEAR)
    third = replace(
        second,
        second=report("c0de", model="other"),
        differences=("time 3s against 9s",),
        difference=replace(apart, method=f"{apart.method}{BY_HOLM}"),
        paired=False,
        only_first=50,
        only_second=60,
    )
    text = several_of(SeveralCompared((second, third), (RunPair("9c1e", "a41f", second.difference),)))
    lines = text.splitlines()

    assert lines[0] == "! C  compared although they differ: time 3s against 9s"
    assert lines[2].endswith("50 and 60 problems, p = 0.06 (adjusted for 2 comparisons)")
    row = next(line for line in lines if line.startswith("C "))
    assert row.split()[2:] == ["–", "–", "·"]
    assert lines[-7:] == [
        "B  left out  2 problems that only gpt-3.5-turbo has answered",
        "left out  1 problem whose reference does not always pass (quarantined)",
        "note  run 9c1e ended early",
        "C  no problem is shared: 50 and 60 problems, compared as independent sets",
        "p against the first run is adjusted for 2 comparisons (Holm)",
        "B  paired by problem",
        "C  50 and 60 different problems",
    ]
