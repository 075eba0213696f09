"""Results show themselves: a line, a table in a notebook, plain data, a frame; and foreign text is never obeyed."""

from __future__ import annotations

import json
import sys

import pytest

import assay
from assay.errors import MissingExtra
from assay.records import CaseOutcome, CaseStatus, Score, Suspicion, SuspicionKind
from assay.reports.comparison import ComparedPart, RunComparison
from assay.reports.report import ScoreGroup
from assay.results import MOST_ROWS, Result
from assay.spec import Run
from assay.statistics.deciding import Decision, Difference

HOSTILE = "<script>alert('x')</script>\x1b[2J\u202e&"
OUTCOME = CaseOutcome(CaseStatus.FAILED, name=HOSTILE, actual=HOSTILE, expected="4", error=HOSTILE)
TRIAL = assay.Trial(
    HOSTILE,
    assay.Candidate("def double(x): ..."),
    assay.Verdict.FAILED,
    (OUTCOME,),
    (Suspicion(SuspicionKind.EARLY_EXIT, HOSTILE),),
    detail=HOSTILE,
)
REPORT = assay.Report(
    Run("4f2a", HOSTILE, "1", model=HOSTILE),
    (Score("pass@1", 0.5, 2, (0.1, 0.9)),),
    groups=(ScoreGroup("tag", HOSTILE, (Score("pass@1", None, 0),)),),
    verdicts={"passed": 1, "failed": 1},
    unjudged=1,
)
DIFFERENCE = Difference(0.5, (0.1, 0.9), 2, HOSTILE, 0.5, 0.03, None, None, Decision.UNCLEAR)
COMPARISON = RunComparison(REPORT, REPORT, "pass@1", 0.5, 1.0, DIFFERENCE, (ComparedPart("tag", HOSTILE, 0, 1, None),))
RESULTS = [
    TRIAL,
    REPORT,
    COMPARISON,
    assay.evaluate_quality(f"def f(x):\n    return '{HOSTILE}'\n", language="python"),
    assay.codebleu("x = 1", "x = f(2)", "python"),
]


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_a_result_is_one_line_plain_data_and_a_frame(result: Result) -> None:
    frame = result.to_frame()

    assert "\n" not in repr(result)
    assert repr(result).startswith(f"<{type(result).__name__} ")
    assert json.loads(json.dumps(result.to_dict(), default=str))
    assert frame.to_dict("records") == result.table() or frame.isna().any(axis=None)
    assert list(frame.columns) == list(result.table()[0])


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_hostile_text_is_text_in_a_notebook_and_on_a_terminal(result: Result) -> None:
    page = result._repr_html_()

    assert "<script" not in page
    assert page.startswith("<div><p><b>")
    assert not {"\x1b", "\u202e"} & {*page, *repr(result)}


def test_a_trial_says_what_it_came_to() -> None:
    passed = assay.Trial("p", assay.Candidate(""), assay.Verdict.PASSED, (CaseOutcome(CaseStatus.PASSED),))
    unjudged = assay.Trial("p", assay.Candidate(""), None, fault="no sandbox")

    assert [repr(passed), repr(unjudged)] == ["<Trial p: passed, 1 of 1 cases>", "<Trial p: unjudged; no sandbox>"]
    assert [passed.passed, TRIAL.passed, unjudged.passed] == [True, False, False]


def test_a_report_passes_when_all_candidates_were_judged_and_passed() -> None:
    run = Run("4f2a", "mine", "1")

    assert not REPORT.passed
    assert not assay.Report(run, ()).passed
    assert not assay.Report(run, (), verdicts={"passed": 2}, unjudged=1).passed
    assert assay.Report(run, (), verdicts={"passed": 2, "failed": 0}).passed


def test_a_long_table_is_cut_in_a_notebook_only() -> None:
    long = assay.Trial("p", assay.Candidate(""), assay.Verdict.FAILED, (OUTCOME,) * (MOST_ROWS + 7))

    assert long._repr_html_().count("<tr>") == MOST_ROWS + 1
    assert "… and 7 more" in long._repr_html_()
    assert len(long.to_frame()) == MOST_ROWS + 7


def test_without_pandas_a_frame_is_an_error_that_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)

    with pytest.raises(MissingExtra, match=r"needs pandas: pip install 'assay\[data\]'"):
        TRIAL.to_frame()
