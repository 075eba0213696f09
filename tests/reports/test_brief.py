"""A run in a dozen lines: the answer first, nothing twice, readable at every width, and nothing that is obeyed."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from assay.records import Score
from assay.reports.attempts import attempt_lines
from assay.reports.brief import Change, RunBrief, ago, brief_lines, headline_scores, one_liner, score_block
from assay.reports.listing import (
    PAGE,
    Disagreement,
    ProblemRow,
    Suspect,
    failed_lines,
    problem_lines,
    suspect_lines,
    together_lines,
)
from assay.reports.report import Caution, Report
from assay.reports.screen import Screen, cells, in_columns, shortened
from assay.reports.trials import CaseLine, ProblemPage, TrialLine, TrialPage
from assay.spec import BenchmarkRef, Run, RunSpec, RunState
from assay.statistics.deciding import Decision

NOW = datetime(2026, 3, 15, 12, tzinfo=UTC)
SIGNATURE = "humaneval:1.2|k:1|attempts:1|time:3s"
RUN = Run("a41f", "humaneval", "1.2", model="gpt-4", problems=164, benchmark_problems=164, selected_problems=164,
          trials=164, state=RunState.FINISHED, created="2026-03-15T11:00:00+00:00")  # fmt: skip
PASS = Score("pass@1", 0.8598, 164, (0.798, 0.905), SIGNATURE, k=1)
REPORT = Report(RUN, (PASS, Score("functional-correctness", 0.8598, 164)), "86 % solved on the first try",
                verdicts={"failed": 19, "passed": 141, "timed_out": 1, "crashed": 3})  # fmt: skip
FAILURES = (
    TrialLine("HumanEval/41", 0, "failed", "car_race_collision(2)", "expected 4, got 1"),
    TrialLine("HumanEval/65", 0, "failed", "circular_shift(100, 2)", "expected '001', got '100'"),
    TrialLine("HumanEval/91", 0, "invalid", "", "SyntaxError: invalid syntax (line 3)"),
)
PREVIOUS = replace(RUN, id="9c1e", created="2026-03-14T11:00:00+00:00")
STYLE = re.compile("\x1b\\[[0-9;]*m")
HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b5m\x08\u202e[red]x[/red]"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def lines_of(screen: Screen, brief: RunBrief | None = None) -> list[str]:
    brief = brief or RunBrief(REPORT, FAILURES, Change(PREVIOUS, 0.024, Decision.UNCLEAR))
    return brief_lines(brief, screen, program="assay", now=NOW)


def test_a_run_in_a_pipe() -> None:
    assert lines_of(Screen()) == [
        "",
        "pass@1  86.0 %   79.8 – 90.5   164 of 164 problems                  humaneval 1.2 · gpt-4 · run a41f",
        "141 passed · 19 failed · 3 crashed · 1 timed out",
        "",
        "  HumanEval/41  car_race_collision(2)   expected 4, got 1",
        "  HumanEval/65  circular_shift(100, 2)  expected '001', got '100'",
        "  HumanEval/91  invalid                 SyntaxError: invalid syntax (line 3)",
        "  20 more       assay show a41f --failed",
        "",
        "+2.4 points against run 9c1e (gpt-4, yesterday): not enough data to call it",
        "assay compare 9c1e a41f",
        SIGNATURE,
        "",
        "next   assay show a41f --problem HumanEval/41",
        "       assay show a41f --details",
        "       assay report a41f --output report.html",
    ]


@pytest.mark.parametrize("width", [80, 160])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    screen = Screen(width, colour=True)
    long = replace(FAILURES[0], call=f"f('{'x' * 300}')", what=f"expected {'1' * 300}, got 2")
    cautions = (
        Caution("subset", 30, 164, "30 of 164 problems answered; the score is about those 30", "left out " * 20),
    )
    brief = RunBrief(replace(REPORT, cautions=cautions), (long, *FAILURES), Change(PREVIOUS, -0.5, Decision.WORSE))

    plain = [STYLE.sub("", line) for line in lines_of(screen, brief)]

    wide = [line for line in plain if cells(line) > width and line != SIGNATURE and "assay" not in line]
    assert wide == []
    assert plain[1].startswith("! 30 of 164")


def test_colour_stands_beside_words_and_nothing_else_changes() -> None:
    coloured, plain = lines_of(Screen(120, colour=True)), lines_of(Screen(120))

    assert [STYLE.sub("", line) for line in coloured] == plain
    assert "\x1b[32m141 passed\x1b[0m · \x1b[31m19 failed\x1b[0m" in coloured[2]
    assert coloured[1].startswith("\x1b[1mpass@1  86.0 %")


def test_several_attempts_have_every_k_with_its_interval_below() -> None:
    scores = (PASS, Score("pass@5", 0.921, 164, (0.88, 0.95), k=5), Score("pass^5", 0.5, 164, k=5))

    block = score_block(replace(REPORT, scores=scores), Screen(), program="assay")

    assert block[:2] == ["pass@1 86.0 %   pass@5 92.1 %", "  79.8 – 90.5     88.0 – 95.0"]


def test_no_number_stands_twice() -> None:
    base, plus = replace(PASS, metric="pass@1 (base)", value=0.9), replace(PASS, metric="pass@1 (plus)")

    assert headline_scores(replace(REPORT, scores=(PASS, base, plus))) == [PASS, base]
    assert sum("86.0" in line for line in lines_of(Screen())) == 1


def test_quiet_is_one_line() -> None:
    assert one_liner(REPORT) == "pass@1  86.0 %   79.8 – 90.5   164 of 164 problems   run a41f   gpt-4"
    assert one_liner(Report(Run("r", "mine", "1"), ())) == "no score   0 problems   running   run r"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (Change(PREVIOUS), "against run 9c1e (gpt-4, yesterday)"),
        (Change(PREVIOUS, 0.0, Decision.SAME), "the same score as run 9c1e (gpt-4, yesterday)"),
        (Change(PREVIOUS, -0.0305, Decision.WORSE), "−3.0 points against run 9c1e (gpt-4, yesterday): worse"),
        (Change(PREVIOUS, 0.1), "+10.0 points against run 9c1e (gpt-4, yesterday)"),
        (Change(Run("r", "m", "1"), 0.1, Decision.BETTER), "+10.0 points against run r: better"),
    ],
)
def test_a_change_in_words(change: Change, sentence: str) -> None:
    assert change.sentence(NOW) == sentence


@pytest.mark.parametrize(
    ("created", "expected"),
    [("2026-03-15T11:59:30+00:00", "just now"), ("2026-03-15T11:30:00+00:00", "30 minutes ago"),
     ("2026-03-15T02:00:00+00:00", "10 hours ago"), ("2026-03-14T23:00:00+00:00", "yesterday"),
     ("2026-03-01T12:00:00+00:00", "14 days ago"), ("", ""), ("soon", "")],
)  # fmt: skip
def test_how_long_ago(created: str, expected: str) -> None:
    assert ago(created, NOW) == expected


def test_suspicions_are_said_once_in_words() -> None:
    report = replace(REPORT, suspicions={"early_exit": 14, "lying_equality": 29}, suspected_passes=0)

    (said,) = [line for line in score_block(report, Screen(), program="assay") if line.startswith("! ")]
    assert said == (
        "! 14 answers left before being judged, 29 returned objects that claim to equal everything: 0 of them passed"
        "   assay show a41f --suspicious"
    )


ROWS = [
    ProblemRow("a", "PF", TrialLine("a", 1, "failed", "f(1)", "expected 2, got 1")),
    ProblemRow("b", "?", TrialLine("b", 0, "unjudged", "", "worker died")),
    ProblemRow("c", "", left="abstained: too hard"),
    ProblemRow("d", "P"),
]


def test_problems_stand_under_a_header_with_the_letters_explained() -> None:
    assert problem_lines(ROWS, Screen()) == [
        "problem  result  call  what came",
        "a        PF 1/2  f(1)  expected 2, got 1",
        "b        ?             worker died",
        "c        –             abstained: too hard",
        "d        P",
        "P passed, F failed, ? unjudged",
    ]
    assert [row.failed for row in ROWS] == [True, True, True, False]
    assert problem_lines([], Screen()) == []


def test_failures_are_never_cut() -> None:
    long = TrialLine("a", 0, "failed", "f('x')", f"expected {'1' * 60}, got {'2' * 60}")

    shown = failed_lines([ProblemRow("a", "F", long), ROWS[2]], Screen(80))

    assert shown == [
        "a  failed",
        "    f('x')",
        f"    expected  {'1' * 60}",
        f"    got       {'2' * 60}",
        "c  no answer  abstained: too hard",
    ]


def test_runs_side_by_side_and_where_they_disagree() -> None:
    other = replace(REPORT, run=replace(RUN, id="b52a", model="gpt-3"), unjudged=2)
    found = [Disagreement(f"p{number}", ("P", "F")) for number in range(12)] + [Disagreement("q", ("3/5", ""))]

    text = together_lines([REPORT, other], found, Screen())

    assert text[1].split() == ["run", "model", "pass@1", "95", "%", "problems", "unjudged"]
    assert text[2].split()[:4] == ["a41f", "gpt-4", "86.0", "%"]
    assert "they disagree on 13 problems" in text
    assert "  problem  gpt-4  gpt-3" in text
    assert "  p0       P      F" in text
    assert "  3 more" in text
    assert text.count(SIGNATURE) == 1


PAGE_OF_ONE = TrialPage(
    replace(FAILURES[0], model=""),
    "def car_race_collision(n: int):\n    return n * (n - 1) // 2\n",
    cases=(
        CaseLine(0, "failed", "car_race_collision(2)", "4", "1"),
        CaseLine(2, "failed", "car_race_collision(4)", "16", "6"),
    ),
    cases_passed=3, cases_total=7, failing_line=2, suspicions=("early_exit: left",), mend="fenced block",
)  # fmt: skip


def test_an_attempt_in_full() -> None:
    about = ProblemPage(
        "HumanEval/41", "def car_race_collision(n: int):\n", "def car_race_collision(n: int):\n    return n**2\n"
    )

    assert attempt_lines(PAGE_OF_ONE, about, Screen(), model="gpt-4", again="assay replay a41f HumanEval/41") == [
        "HumanEval/41 · gpt-4 · attempt 0 · failed · 3 of 7 cases passed",
        "",
        "  1  def car_race_collision(n: int):",
        "  2      return n * (n - 1) // 2",
        "         ^^^^^^^^^^^^^^^^^^^^^^^",
        "",
        "case 0  car_race_collision(2)  expected 4   got 1",
        "case 2  car_race_collision(4)  expected 16  got 6",
        "2 more did not pass",
        "",
        "suspicion     early_exit: left",
        "mended        fenced block",
        "reference         return n**2",
        "again         assay replay a41f HumanEval/41",
    ]


def test_a_long_reference_is_shown_as_a_difference_with_signs() -> None:
    reference = "def f():\n" + "".join(f"    x = {number}\n" for number in range(30))
    page = replace(PAGE_OF_ONE, code=reference.replace("x = 7", "y = 7"), failing_line=None)

    text = attempt_lines(page, ProblemPage("p", "", reference), Screen(80, colour=True), model="", again="")

    changed = [STYLE.sub("", line).strip() for line in text if line.startswith(("\x1b[31m ", "\x1b[32m "))]
    assert changed[-2:] == ["-    x = 7", "+    y = 7"]


def test_code_is_bounded_and_shows_the_line_that_an_error_names() -> None:
    page = replace(PAGE_OF_ONE, code="x\n" * 5000, failing_line=3000)

    text = attempt_lines(page, None, Screen(), model="", again="")

    assert len(text) < 230
    marked = next(number for number, line in enumerate(text) if line.strip() == "^")
    assert text[marked - 1] == "3000  x"


@pytest.mark.parametrize("screen", [Screen(), Screen(80, colour=True)])
def test_whatever_a_model_or_a_file_says_is_shown_and_not_obeyed(screen: Screen) -> None:
    text = HOSTILE * 200
    line = TrialLine(text, 0, "failed", text, text)
    run = replace(RUN, id="a41f", model=text, name=text, notes=(text,), labels={text: text}, benchmark=text)
    report = Report(run, (replace(PASS, metric=f"pass@{text}", signature=text),), verdicts={"failed": 1},
                    cautions=(Caution("x", 1, 1, text, text, text),), faults={text: 1}, mended={text: 1},
                    missing_packages={text: 1}, suspicions={text: 1})  # fmt: skip
    page = TrialPage(line, f"{text}\n{text}", cases=(CaseLine(0, "failed", text, text, text),), cases_total=1,
                     traceback=f"{text}\n{text}", suspicions=(text,), mend=text, probes=(text,),
                     failing_line=1)  # fmt: skip

    shown = [
        *lines_of(screen, RunBrief(report, (line,), Change(replace(PREVIOUS, model=text), 0.1))),
        *problem_lines([ProblemRow(text, "F", line)], screen),
        *failed_lines([ProblemRow(text, "F", line), ProblemRow(text, left=text)], screen),
        *suspect_lines([Suspect(text, 0, "failed", text, text)], screen),
        *together_lines([report, report], [Disagreement(text, ("P", "F"))], screen),
        *attempt_lines(page, ProblemPage(text, text, f"{text}\n" * 30), screen, model=text, again="x"),
    ]  # fmt: skip

    assert [line for line in shown if OBEYED.search(STYLE.sub("", line))] == []
    assert any("[red]x[/red]" in line for line in shown)


def test_ten_megabytes_on_one_line_are_bounded() -> None:
    text = "x" * 10_000_000

    shown = attempt_lines(replace(PAGE_OF_ONE, code=text, traceback=text), None, Screen(80), model="", again="")

    assert sum(map(len, shown)) < 5_000


def test_wide_signs_take_two_columns() -> None:
    assert in_columns([("数", "x"), ("ab", "y")], Screen()) == ["数  x", "ab  y"]
    assert cells(shortened("数学数学", 5)) <= 5


def test_a_column_is_cut_only_on_a_terminal() -> None:
    row = ("p", "c" * 100, "w")

    assert in_columns([row], Screen(40), flexible=(1,)) == [f"p  {'c' * 33}…  w"]
    assert in_columns([row], Screen(), flexible=(1,)) == [f"p  {'c' * 100}  w"]
    assert PAGE == 20


def test_a_command_is_never_broken_and_stands_on_a_line_of_its_own_where_it_does_not_fit() -> None:
    caution = Caution("prompt_name", 36, 164, "36 of 164 candidates die", "They rely on " * 6, "--form body")
    faults = {"the disk is full " * 5: 2, "worker died": 7, "cold": 1, "heat": 1, "rain": 1}
    run = replace(RUN, spec=RunSpec(BenchmarkRef("humaneval")))
    report = replace(REPORT, run=run, cautions=(caution,), faults=faults, suspicions={"early_exit": 14, "garbage": 2})

    block = score_block(report, Screen(80), program="assay")

    assert "    assay run … --form body" in block
    assert "  assay show a41f --suspicious" in block
    assert block.count("  assay retry a41f --faults") == 1
    assert max(map(cells, block)) <= 80
    text = " ".join(" ".join(block).split())
    assert "! 12 could not be judged, no fault of theirs: worker died (7), the disk is full" in text
    assert "cold (1), other reasons (2) assay retry" in text


@pytest.mark.parametrize("place", [None, "ca"])
def test_a_run_that_cannot_be_judged_again_is_not_advised_to_be(place: str | None) -> None:
    spec = None if place is None else RunSpec(BenchmarkRef(place))

    block = score_block(
        replace(REPORT, run=replace(RUN, spec=spec), faults={"worker died": 1}), Screen(), program="assay"
    )

    assert block[-1] == "! 1 could not be judged, no fault of theirs: worker died"


@pytest.mark.parametrize(("name", "ends"), [("gpt-4", "· run a41f"), ("first", "· run a41f · first")])
def test_a_name_that_is_the_model_is_said_once(name: str, ends: str) -> None:
    assert lines_of(Screen(), RunBrief(replace(REPORT, run=replace(RUN, name=name))))[1].endswith(ends)


def test_columns_of_a_pipe_stand_below_each_other_however_long_a_cell_is() -> None:
    lines = in_columns([("a", "x" * 90, "first"), ("b", "y", "second")], Screen(), flexible=(0, 1))

    assert lines[0].index("first") == lines[1].index("second")


@pytest.mark.parametrize("width", [40, 60])
def test_an_id_is_the_last_thing_to_be_cut(width: int) -> None:
    rows = [ProblemRow(line.problem, "F", line) for line in FAILURES]
    suspects = [Suspect(line.problem, 0, "timed_out", "early_exit", "it left " * 9) for line in FAILURES]

    for shown in (problem_lines(rows, Screen(width)), failed_lines(rows, Screen(width)),
                  suspect_lines(suspects, Screen(width)), lines_of(Screen(width))):  # fmt: skip
        text = "\n".join(shown)
        assert all(line.problem in text for line in FAILURES)
        assert [line for line in shown if cells(line) > width and line != SIGNATURE and "assay" not in line] == []


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("value", ["x" * 300, "数" * 150, "a   b, " * 40])
def test_a_long_value_is_whole_below_its_problem(width: int, value: str) -> None:
    line = replace(FAILURES[0], call=f"f('{value}')", what=f"expected {value}, got 2")
    page = TrialPage(line, "x = 1", cases=(CaseLine(0, "failed", line.call, value, "2"),), cases_total=1)

    failed = failed_lines([ProblemRow(line.problem, "F", line)], Screen(width))
    attempt = attempt_lines(page, None, Screen(width), model="m" * 20, again="")

    for shown, indent in ((failed, 4), (attempt, 8)):
        assert [one for one in shown if cells(one) > width] == []
        assert value in "".join(one[indent:] for one in shown)


def test_runs_side_by_side_say_what_the_letters_mean_and_what_came() -> None:
    other = replace(
        REPORT, run=replace(RUN, id="cd34", model="gpt-3.5"), verdicts={"passed": 1, "crashed": 2}, unjudged=1
    )
    found = [Disagreement("HumanEval/41", ("F", "P"), FAILURES[0]), Disagreement("HumanEval/42", ("1/2", "C"))]

    lines = together_lines([REPORT, other], found, Screen(100))

    assert "gpt-4    141 passed · 19 failed · 3 crashed · 1 timed out" in lines
    assert "gpt-3.5  1 passed · 2 crashed · 1 unjudged" in lines
    assert "  HumanEval/41  F      P        car_race_collision(2)  expected 4, got 1" in lines
    assert "  P passed, F failed, C crashed, 1/2 one of two attempts passed" in lines


def test_one_line_says_what_is_not_judged() -> None:
    stopped = replace(REPORT, unjudged=3, run=replace(RUN, state=RunState.INTERRUPTED))

    assert "   3 unjudged   interrupted   run a41f" in one_liner(stopped)
