"""Reports as files: every format holds what a reader needs, and foreign text in it is text and nothing else."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from assay.evaluation.documenting import document_of
from assay.evaluation.reporting import keep_report, make_report
from assay.records import (
    Candidate,
    CaseKind,
    CaseOutcome,
    CaseStatus,
    Execution,
    Score,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.reports import latex, markdown, table
from assay.reports.comparison import ComparedPart, Flip, RunComparison
from assay.reports.document import Document
from assay.reports.schema import report_schema
from assay.reports.trials import TrialLine
from assay.reports.writers import SUFFIXES, WRITERS
from assay.solutions import Cost, Draft, Solution
from assay.spec import Run, RunState
from assay.statistics.deciding import Decision, Difference
from assay.store.memory import MemoryStore

HOSTILE = (
    "</td></script><script>alert(1)</script> | a\\|b `x` ``y @you #1 www.evil.example https://evil.example [l](u) "
    "![i](u) $x$ \\input{x} & % _ ~ ^ {\n\n# head\r\x00\x1b[31m\u202e\ud800\ufffe ]]> =1"
)
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n=1", "\n=1", "  =1", "\uff1d1", "'=1", "'"]


def trials(said: str = "def f(): 1") -> list[Trial]:
    basic = CaseOutcome(CaseStatus.PASSED, CaseKind.BASIC, "f(1)")
    edge = CaseOutcome(CaseStatus.FAILED, CaseKind.EDGE, said, actual=said, expected="0")
    facts = (Execution(0, effective_seconds=0.25, cpu_seconds=0.2, memory_bytes=1000),)
    liar = (Suspicion(SuspicionKind.EARLY_EXIT, said),)
    return [
        Trial("p/1", Candidate("=1+1", 0), Verdict.PASSED, (basic,), executions=facts),
        Trial("p/1", Candidate(said, 1), Verdict.FAILED, (basic, edge), liar, detail="expected 0, got 1"),
        Trial("p/2", Candidate(b"\xff", 0), Verdict.TIMED_OUT),
        Trial(said, Candidate("x\ud800", 1), None, fault=f"no worker {said}"),
    ]


def document(*found: Sequence[Trial], model: str = "m", solved: bool = False) -> Document:
    """A report of one run for each list of trials."""
    store = MemoryStore()
    runs = []
    for number, one in enumerate(found):
        run = Run(f"run{number}", "mine", "1", model=model, state=RunState.FINISHED, notes=("a note",), seconds=1.5)
        store.add_run(run)
        store.add_trials(run.id, list(enumerate(one)))
        if solved:
            store.add_solutions(run.id, [Solution("p/1", (Draft("x"),), cost=Cost(calls=1, cost_usd=0.1, seconds=2.0))])
        runs.append(keep_report(store, make_report(run, store, None)).run)
    return document_of(runs, store, lambda _: None, made="2026-01-01 12:00 UTC")


def compared(made: Document, said: str = "expected 4, got 1") -> Document:
    """The document with a comparison of its first two runs."""
    found = Difference(0.091, (0.043, 0.14), 164, "paired", 0.0004, 0.03, 0.056, None, Decision.BETTER)
    flips = [
        Flip(
            f"p/{n}", TrialLine(f"p/{n}", 0, "passed"), TrialLine(f"p/{n}", 0, "failed", what=said), 1.0, 0.0, "-a\n+b"
        )
        for n in range(12)
    ]
    flips.append(Flip("q", TrialLine("q", 0, "failed"), TrialLine("q", 0, "passed"), 0.0, 1.0))
    parts = (ComparedPart("kind", "function", 0.7, 0.8, found), ComparedPart("error", "logic", 0.2, 0.1, None))
    pair = [replace(one, run=replace(one.run, model=f"model {n}")) for n, one in enumerate(made.reports[:2])]
    comparison = RunComparison(pair[0], pair[1], "pass@1", 0.768, 0.86, found, parts=parts, flips=tuple(flips))
    return replace(made, comparisons=(comparison,))


def written(form: str, made: Document) -> bytes:
    file = io.BytesIO()
    WRITERS.get(form)(made, file)
    return file.getvalue()


def text_of(form: str, made: Document) -> str:
    return written(form, made).decode()


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_every_format_takes_several_runs_and_hostile_text(form: str) -> None:
    made = document(trials(HOSTILE), trials(), model=HOSTILE)

    assert written(form, made) == written(form, made)
    assert len(written(form, made)) > 100


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_a_run_without_a_trial_is_a_file_too(form: str) -> None:
    assert written(form, document([]))


def test_every_suffix_names_a_format() -> None:
    assert set(SUFFIXES.values()) <= set(WRITERS)


# ---- Markdown ------------------------------------------------------------------------------------------------------


def test_markdown_says_the_answer_first() -> None:
    text = text_of("markdown", document(trials()))

    assert text.startswith("### `pass@1` ")
    assert "1 passed · 1 failed · 1 timed out · 1 unjudged" in text
    assert "#### 3 of 4 trials did not pass" in text
    assert "| `p/1` | 1 | failed | " in text
    assert "<details><summary>" in text
    assert "\n`mine:1|k:1|attempts:1-2`\n" in text


def test_markdown_says_what_changed() -> None:
    text = text_of("markdown", compared(document(trials(), trials())))

    assert "### model 1 is better than model 0: +9.1 points" in text
    assert "13 problems changed: 1 now pass · 12 now fail" in text
    assert "| `p/0` | ✗ now fails | 100.0 % | 0.0 % | `expected 4, got 1` |" in text
    assert "and 3 more: `assay compare run0 run1 --details`" in text


def test_markdown_shows_the_first_ten_failures() -> None:
    many = [Trial(f"p/{n}", Candidate("x"), Verdict.FAILED) for n in range(30)]
    text = text_of("markdown", document(many))

    assert text.count("| failed |") == 10
    assert "and 20 more: `assay show run0 --failed`" in text


SPAN = re.compile(r"(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)")


@pytest.mark.parametrize("said", [HOSTILE, "`" * 7, "a`", "`b", "\\", "a\\|b", "\\`", " ` ", "|", "x" * 500])
def test_foreign_text_in_markdown_stands_in_code_only(said: str) -> None:
    made = compared(document(trials(said), trials(said), model=said), said)
    for line in text_of("markdown", made).splitlines():
        outside = SPAN.sub("", line)

        assert not re.search(r"evil|alert|input|@|\]\(|`", outside), line
        assert not re.search(r"<(?!/?(details|summary|sub)>)", outside)
        assert len(line) < 3000
    assert "\x1b" not in text_of("markdown", made)


def test_a_table_row_has_as_many_cells_as_its_header_whatever_stands_in_it() -> None:
    text = text_of("markdown", document(trials(HOSTILE), trials("\\|"), model="a|b\\|c"))
    counts: set[tuple[int, int]] = set()
    header = 0
    for line in text.splitlines():
        if not line.startswith("|"):
            header = 0
            continue
        cells = len(re.findall(r"(?<!\\)\|", line))
        header = header or cells
        counts.add((header, cells))

    assert all(one == other for one, other in counts)


@pytest.mark.parametrize(
    ("text", "plain"),
    [("m is better: +9.1 points (4.3 – 14.0), p = 0.0004", True), ("@you", False), ("see www.x.example", False),
     ("a_b_", False), ("fixes gh-12", False), ("abcdef0", False), ("#1", False), ("- x", False), ("", False)],
)  # fmt: skip
def test_a_sentence_is_plain_only_where_nothing_means_anything(text: str, plain: bool) -> None:
    assert (markdown.prose(text) == text) is (plain or not text)
    assert markdown.prose("p < 0.1 <b") == "p &lt; 0.1 &lt;b"


# ---- JSON ----------------------------------------------------------------------------------------------------------


def checked(made: Document) -> dict[str, Any]:  # Any: JSON
    data: dict[str, Any] = json.loads(written("json", made), parse_constant=lambda name: pytest.fail(name))
    jsonschema.Draft202012Validator(report_schema()).validate(data)
    return data


def test_the_schema_is_a_schema_and_published() -> None:
    """After a change: python -m assay.reports.schema > docs/report.schema.json."""
    jsonschema.Draft202012Validator.check_schema(report_schema())
    published = Path(__file__).parents[2] / "docs" / "report.schema.json"

    assert json.loads(published.read_text()) == report_schema()


@pytest.mark.parametrize("solved", [False, True])
def test_json_has_reports_trials_and_comparisons(solved: bool) -> None:
    data = checked(compared(document(trials(), trials(HOSTILE), solved=solved)))

    assert (data["$schema"], data["schema_version"], data["made"]) == ("urn:assay:report:1", 1, "2026-01-01 12:00 UTC")
    assert [run["report"]["run"] for run in data["runs"]] == ["run0", "run1"]
    assert [one["verdict"] for one in data["runs"][0]["trials"]] == ["passed", "failed", "timed_out", "unjudged"]
    assert data["comparisons"][0]["decision"] == "better"


def test_numbers_that_json_cannot_say_are_null() -> None:
    made = document(trials())
    bad = Score("mine", float("nan"), 1, (float("-inf"), float("inf")))
    found = replace(made, reports=(replace(made.reports[0], scores=(bad,)),))

    data = json.loads(written("json", found), parse_constant=lambda name: pytest.fail(name))
    assert data["runs"][0]["report"]["scores"][0]["value"] is None


@pytest.mark.parametrize("place", [(), ("runs", 0), ("runs", 0, "report"), ("runs", 0, "trials", 0)])
def test_the_schema_refuses_fields_that_it_does_not_name(place: tuple[str | int, ...]) -> None:
    data = checked(document(trials()))
    inner: Any = data  # Any: JSON
    for step in place:
        inner = inner[step]
    inner["surprise"] = 1

    with pytest.raises(jsonschema.ValidationError, match="surprise"):
        jsonschema.Draft202012Validator(report_schema()).validate(data)


# ---- CSV and Parquet -----------------------------------------------------------------------------------------------


def test_csv_has_a_row_for_each_trial_of_each_run() -> None:
    rows = list(csv.DictReader(io.StringIO(text_of("csv", document(trials(), trials())), newline="")))

    assert [row["run"] for row in rows] == ["run0"] * 4 + ["run1"] * 4
    assert (rows[1]["cases"], rows[1]["edge_cases"], rows[1]["suspicions"]) == ("2", "1", "early_exit")
    assert (rows[0]["source"], rows[0]["seconds"], rows[1]["what"]) == ("'=1+1", "0.25", "expected 0, got def f(): 1")


@pytest.mark.parametrize("cell", FORMULAS)
def test_no_cell_is_a_formula_and_none_is_lost(cell: str) -> None:
    made = document([Trial(cell, Candidate(cell), Verdict.FAILED, detail=cell)])
    (row,) = csv.DictReader(io.StringIO(text_of("csv", made), newline=""))

    assert (row["problem"], row["detail"], row["source"]) == ("'" + cell,) * 3


def test_what_does_not_print_is_spelt_out_in_csv_and_kept_in_parquet() -> None:
    cell = "red \x1b[31m\tnul \x00\r\nback \u202e\rover\n"
    made = document([Trial(cell, Candidate(cell), Verdict.FAILED, detail=cell)])
    data = written("csv", made)
    (row,) = csv.DictReader(io.StringIO(data.decode(), newline=""))

    assert not set(data) & (set(range(32)) - set(b"\t\r\n"))
    assert {row["problem"], row["detail"], row["source"]} == {"red \\x1b[31m\tnul \\x00\r\nback \\u202e\\rover\n"}
    assert next(table.rows(made))["source"] == cell


@pytest.mark.parametrize("value", ["plain", "", "a=b", 1, 0.5])
def test_a_harmless_cell_stays_as_it_is(value: object) -> None:
    assert table.harmless(value) == value


def test_parquet_holds_the_text_as_it_is() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    found = parquet.read_table(io.BytesIO(written("parquet", document(trials(), trials("=2")))))

    assert found.column("verdict").to_pylist() == ["passed", "failed", "timed_out", ""] * 2
    assert found.column("source").to_pylist()[::5] == ["=1+1", "=2"]
    assert found.schema.field("attempt").type == "int64"


def test_a_table_that_lacks_trials_is_refused() -> None:
    made = replace(document(trials()), trials=lambda place: iter(()))

    with pytest.raises(ValueError, match="zip"):
        written("csv", made)


# ---- LaTeX ---------------------------------------------------------------------------------------------------------


def problems_of(text: str) -> list[str]:
    """What would keep LaTeX from setting the text, or let it do more than set it: a small reader of its grammar."""
    known = {"begin", "end", "centering", "caption", "toprule", "midrule", "bottomrule", "footnotesize", "par",
             "smallskip", "allowbreak", "textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater",
             "textbar", "textasciigrave", "textquotesingle", "textperiodcentered", "dots", "c", "v"}  # fmt: skip
    found, depth, columns = [], 0, None
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    for token in re.findall(r"\\[A-Za-z]+|\\.|[{}&%$#_~^]|[^\x00-\x7f]", body):
        if token[0] == "\\" and token[1:].isalpha():
            found += [] if token[1:] in known else [token]
        elif token in "{}":
            depth += 1 if token == "{" else -1
            found += ["unbalanced"] if depth < 0 else []
        elif token in ("%", "$", "#", "_", "~", "^") or not token.isascii():
            found.append(token)
    for row in re.findall(r"^(.*) \\\\$", body, re.MULTILINE):
        cells = len(re.findall(r"(?<!\\)&", row))
        columns = cells if columns is None else columns
        found += [] if cells == columns else [f"{cells} cells"]
        found += ["an option of the line above"] if row.lstrip()[:1] in ("[", "*") else []
    return found + (["unbalanced"] if depth else [])


@pytest.mark.parametrize("said", [HOSTILE, "[x]", "*", "naïve", "中文 – …", "\\", "a--b", "?`", "%", "\n\n", ""])
def test_latex_sets_foreign_text_and_does_nothing_else(said: str) -> None:
    text = text_of("latex", document(trials(said), trials(), model=said))

    assert problems_of(text) == []
    assert r"\begin{tabular}{lrr}" in text


@pytest.mark.parametrize("bad", [r"\input{x}", "a_b", "50 % of it", "{", "}", "$x$", "é"])
def test_the_small_reader_notices(bad: str) -> None:
    if bad == "50 % of it":
        assert problems_of(bad) == ["%"]
    assert problems_of(bad)


def test_latex_has_runs_as_rows_and_scores_with_intervals() -> None:
    text = text_of("latex", document(trials(), trials()))

    assert re.search(r"m & 3 & \d+\.\d \{\\footnotesize\(\d+\.\d--\d+\.\d\)\}", text)
    assert text.count(r"\\" + "\n") == 3
    assert r"2 trials could not be judged" in text
    assert r"1 trial could not be judged" in text_of("latex", document(trials()))
    assert len(latex.escaped("x" * 1000)) < 100


# ---- JUnit ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("letters", "said"), [(1, "1 trial could not"), (2, "2 trials could not")])
def test_latex_counts_what_could_not_be_judged(letters: int, said: str) -> None:
    unjudged = [Trial(f"p/{number}", Candidate("x"), None, fault="a worker died") for number in range(letters)]

    assert f" {said} be judged." in text_of("latex", document(unjudged))


def test_junit_has_a_suite_for_each_run_and_a_test_for_each_trial() -> None:
    root = ElementTree.fromstring(written("junit", document(trials(), trials())))
    first, second = root.findall("testsuite")

    assert (root.tag, root.get("tests"), root.get("failures"), root.get("errors")) == ("testsuites", "8", "4", "2")
    assert [first.get(name) for name in ("tests", "failures", "errors", "skipped", "time")] == [
        "4", "2", "1", "0", "1.500",
    ]  # fmt: skip
    assert len(second.findall("testcase")) == 4
    assert [case.get("name") for case in first.findall("testcase")][:3] == ["p/1", "p/1 attempt 1", "p/2"]
    assert next(case.get("time") for case in first.findall("testcase")) == "0.250"
    failure = first.findall("testcase")[1].find("failure")
    assert failure is not None
    assert (failure.get("type"), failure.get("message")) == ("failed", "def f(): 1 expected 0, got def f(): 1")
    assert "expected: 0" in (failure.text or "")
    assert first.find("testcase/error[@type='unjudged']") is not None
    assert first.find("properties/property[@name='pass@1']") is not None


def test_hostile_text_in_junit_is_text() -> None:
    root = ElementTree.fromstring(written("junit", document(trials(HOSTILE), model=HOSTILE)))

    assert {node.tag for node in root.iter()} == {
        "testsuites", "testsuite", "properties", "property", "testcase", "failure", "error",
    }  # fmt: skip
    assert all(value.isprintable() for node in root.iter() for value in node.attrib.values())
    assert "\x1b" not in "".join(root.itertext())
