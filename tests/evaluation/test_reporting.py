"""What a report says before its scores: shared failures, how much of the benchmark it is about, who wrote it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
import typer.main

from assay.benchmarks.base import NO_REFERENCE, Benchmark
from assay.cli.main import app
from assay.evaluation.cautions import CAUSES
from assay.evaluation.documenting import document_of
from assay.evaluation.reporting import MAX_WRITERS, OTHERS, keep_report, make_report, report_of
from assay.judges.repository import GUESSED, NO_CONTROL
from assay.metrics.failures import FailureKind
from assay.records import Candidate, Case, Cases, NativeSuite, Problem, Repository, Trial, Verdict, Writer
from assay.reports.brief import score_block
from assay.reports.report import Report
from assay.reports.screen import Screen
from assay.reports.table import rows
from assay.signature import parse_signature
from assay.spec import BenchmarkRef, ReadingRules, Run, RunSpec, RunState, Subset
from assay.store.memory import MemoryStore

PROMPT = "from typing import List\n\ndef f(x: List[int]) -> int:\n"
BENCHMARK = Benchmark("mine", "1", tuple(Problem(f"p/{n}", Cases("f", (Case(),)), prompt=PROMPT) for n in range(10)))
LIST = "NameError: name 'List' is not defined\nline 2, in <module>"


def trials(count: int, verdict: Verdict = Verdict.PASSED, **fields: Any) -> list[Trial]:  # Any: fields of both records
    """One trial for each of the first problems."""
    written = {name: fields.pop(name) for name in ("model", "model_version", "attempt", "source") if name in fields}
    candidate = Candidate(**{"source": "def f(x): ...", **written})
    return [Trial(f"p/{number}", candidate, verdict, **fields) for number in range(count)]


def report_on(
    found: Iterable[Trial],
    benchmark: Benchmark | None = BENCHMARK,
    **fields: Any,  # Any: of the run
) -> Report:
    run = Run("r1", "mine", "1", **{"state": RunState.FINISHED, **fields})
    store = MemoryStore()
    store.add_run(run)
    store.add_trials(run.id, list(enumerate(found)))
    return make_report(run, store, benchmark)


def only(problems: str | None = None, limit: int | None = None) -> dict[str, Any]:  # Any: fields of a run
    return {"spec": RunSpec(subset=Subset(problems, limit))}


def lines(report: Report) -> list[str]:
    """What is said of a run first."""
    return score_block(report, Screen(), program="assay")


def said(report: Report) -> dict[str, tuple[int, int, str]]:
    return {caution.kind: (caution.count, caution.of, caution.flag) for caution in report.cautions}


@pytest.mark.parametrize(
    ("failing", "kind", "flag"),
    [
        pytest.param({"verdict": Verdict.CRASHED, "detail": LIST}, "prompt_name", "--form completion", id="List"),
        pytest.param(
            {"verdict": Verdict.INVALID, "source": "```python\nx\n```", "detail": "SyntaxError: invalid syntax"},
            "invalid", "--extract always", id="fences",
        ),
        pytest.param(
            {"verdict": Verdict.INVALID, "source": "    return 1", "detail": "IndentationError: unexpected indent"},
            "invalid", "--form completion", id="bodies",
        ),
        pytest.param({"verdict": Verdict.INVALID, "source": ""}, "invalid", "", id="empty"),
        pytest.param(
            {"verdict": Verdict.INVALID, "detail": "no function 'f'"}, "no_entry_point", "--form completion", id="name"
        ),
        pytest.param(
            {"verdict": Verdict.CRASHED, "detail": "ModuleNotFoundError: No module named 'numpy'"},
            "missing_module", "--python PATH", id="module",
        ),
        pytest.param({"verdict": Verdict.TIMED_OUT}, "timeout", "--time TIME", id="time"),
        pytest.param({"verdict": Verdict.OUT_OF_MEMORY}, "memory", "--memory SIZE", id="memory"),
        pytest.param({"verdict": Verdict.CRASHED, "detail": "KeyError: 'a'"}, "error", "", id="error"),
    ],
)  # fmt: skip
def test_what_a_fifth_fail_of_comes_first_with_the_flag_that_helps(
    failing: dict[str, Any], kind: str, flag: str
) -> None:
    report = report_on([*trials(10), *trials(3, attempt=1, **failing)])

    assert said(report) == {kind: (3, 13, flag)}
    first, second, *_ = lines(report)
    assert "run r1" in lines(report)[-2]
    assert first.startswith("! 3 of 13 candidates ")
    assert second.endswith(flag)


def test_the_error_itself_is_told() -> None:
    report = report_on([*trials(10), *trials(3, Verdict.CRASHED, attempt=1, detail=LIST)])

    assert lines(report)[:2] == [
        "! 3 of 13 candidates die of NameError: name 'List' is not defined",
        "  They rely on imports or helpers of the prompt; read them as completions: assay run … --form completion",
    ]


def test_a_flag_that_was_given_already_is_not_advised() -> None:
    failing = trials(3, Verdict.CRASHED, attempt=1, detail=LIST)

    spec = RunSpec(reading=ReadingRules("completion"))

    assert said(report_on([*trials(10), *failing], spec=spec)) == {"prompt_name": (3, 13, "")}


def test_without_its_benchmark_the_same_error_is_still_told() -> None:
    report = report_on([*trials(10), *trials(3, Verdict.CRASHED, attempt=1, detail=LIST)], None)

    assert said(report) == {"error": (3, 13, "")}


def test_every_flag_that_is_advised_exists() -> None:
    known = {name for option in typer.main.get_command(app).commands["run"].params for name in option.opts}  # type: ignore[attr-defined]  # a group of commands

    assert {cause.flag.split()[0] for cause in CAUSES if cause.flag} <= known
    assert {cause.kind for cause in CAUSES} == set(FailureKind) - {FailureKind.ERROR}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        pytest.param({}, "7 without a candidate", id="the-file"),
        pytest.param(only(limit=3), "7 left out by --limit 3", id="limit"),
        pytest.param(only("p/0,p/1,p/2"), "7 left out by --problems p/0,p/1,p/2", id="problems"),
        pytest.param(only(limit=8), "2 left out by --limit 8, 5 without a candidate", id="both"),
        pytest.param({"state": RunState.INTERRUPTED}, "7 not judged so far", id="interrupted"),
    ],
)
def test_a_subset_never_looks_like_the_whole(fields: dict[str, Any], why: str) -> None:
    report = report_on(trials(3), **fields)

    assert lines(report)[:2] == ["! 3 of 10 problems answered; the score is about those 3", f"  {why}"]
    assert any("3 of 10 problems" in line for line in lines(report)[2:])
    assert said(report) == {"subset": (3, 10, "")}
    data = report.to_dict()
    assert (data["problems"], data["benchmark_problems"]) == (3, 10)
    assert {parse_signature(score.signature)["answered"] for score in report.scores} == {"3/10"}


@pytest.mark.parametrize(
    ("source", "flag"), [("fn f() {", ""), ("```rust\nfn f() {\n```", "--extract always")], ids=["plain", "fences"]
)
def test_what_a_compiler_refuses_is_told_by_the_name_of_the_language(source: str, flag: str) -> None:
    problems = tuple(Problem(f"p/{n}", NativeSuite("t", entry_point="f"), language="rust") for n in range(2))

    report = report_on(
        trials(2, Verdict.INVALID, source=source, detail="error: unclosed delimiter"), Benchmark("mine", "1", problems)
    )

    assert report.cautions[0].what == "2 of 2 candidates are not valid Rust, all with error: unclosed delimiter"
    assert report.cautions[0].flag == flag


def test_patches_that_do_not_apply_are_told_without_the_words_of_git() -> None:
    check = Repository("me/mine", "abc", "+", ("t",))
    problems = tuple(Problem(f"p/{n}", check, language="diff") for n in range(2))

    report = report_on(
        trials(2, Verdict.INVALID, source="+", detail="the patch does not apply; git apply: error: no such file"),
        Benchmark("mine", "1", problems),
    )

    assert report.cautions[0].what == "2 of 2 candidates are patches that cannot be applied"


def test_failures_at_problems_with_known_errors_are_told() -> None:
    errata = {"p/0": "its tests are wrong", "p/1": NO_REFERENCE, "p/2": "never judged", "p/4": "passed"}
    benchmark = replace(BENCHMARK, errata=errata)
    found = [*trials(2, Verdict.FAILED), *trials(10, attempt=1)]

    report = report_on(found, benchmark)

    caution = next(one for one in report.cautions if one.kind == "errata")
    assert (caution.count, caution.of) == (1, 2)
    assert caution.what == "1 of the 2 failures is on problems with known errors"
    assert caution.why.endswith(": p/0")
    assert "errata" not in said(report_on(trials(10), benchmark))


def test_a_whole_benchmark_is_told_without_a_caution() -> None:
    report = report_on(trials(10))

    assert report.cautions == ()
    assert "10 of 10 problems" in lines(report)[0]
    assert "answered" not in parse_signature(report.scores[0].signature)


def test_passes_without_a_full_control_are_counted() -> None:
    weak = trials(3, attempt=1, detail=f"{GUESSED} 8; applied by patch")
    none = trials(1, attempt=2, detail=NO_CONTROL) + trials(2, Verdict.FAILED, attempt=3, detail=NO_CONTROL)

    report = report_on([*trials(6), *weak, *none])

    assert said(report)["control"] == (4, 10, "")
    assert "! 4 of 10 passes (40.0%) without a full control: no control 1, weak control 3" in lines(report)
    assert "control" not in said(report_on(trials(10, detail="EPSILON is 1, of the reference 0.1")))


def test_quarantined_problems_count_and_are_told() -> None:
    run = Run("r1", "mine", "1", state=RunState.FINISHED, spec=RunSpec(BenchmarkRef("mine", digest="d")))
    store = MemoryStore()
    store.add_run(run)
    store.add_trials(run.id, list(enumerate(trials(10))))
    before = make_report(run, store, BENCHMARK)
    store.quarantine("d", {"p/3": "failed 1 of 3 times", "p/7": "fails", "p/99": "not in this run"})
    store.quarantine("other content", {"p/1": "fails"})
    report = make_report(run, store, BENCHMARK)

    assert said(before) == {}
    assert said(report) == {"quarantined": (2, 10, "")}
    assert lines(report)[0] == "! 2 of 10 problems are quarantined"
    assert report.scores == before.scores


def test_a_kept_report_tells_what_is_quarantined_now() -> None:
    run = Run("r1", "mine", "1", state=RunState.FINISHED, spec=RunSpec(BenchmarkRef("mine", digest="d")))
    store = MemoryStore()
    store.add_run(run)
    store.add_trials(run.id, list(enumerate(trials(10))))
    kept = keep_report(store, make_report(run, store, BENCHMARK))

    def shown() -> dict[str, tuple[int, int, str]]:
        report = report_of(kept.run, store)
        assert report is not None
        return said(report)

    assert shown() == {}
    store.quarantine("d", {"p/3": "fails", "p/99": "not in this run"})
    assert shown() == {"quarantined": (1, 10, "")}
    store.quarantine("d", {})
    assert shown() == {}


def test_two_models_are_never_pooled_without_a_word() -> None:
    report = report_on([*trials(10, model="a"), *trials(10, Verdict.FAILED, model="b", attempt=1)])

    assert lines(report)[:2] == [
        "! The score pools 2 models; --details has that of each",
        "  a (10 candidates), b (10 candidates)",
    ]
    assert any("mine 1 · 2 models · run r1" in line for line in lines(report)[2:])
    groups = {group.name: group.scores[0] for group in report.groups if group.by == "model"}
    assert {name: (score.value, score.n) for name, score in groups.items()} == {"a": (1.0, 10), "b": (0.0, 10)}
    assert all(score.interval for score in groups.values())
    assert not [group for group in report.groups if group.by == "model_version"]
    assert parse_signature(report.scores[0].signature)["models"] == "2"
    assert "models" not in parse_signature(groups["a"].signature)
    assert Report.from_dict(report.run, report.to_dict()) == report


def test_a_model_that_answered_less_than_the_others_shows_it() -> None:
    report = report_on([*trials(10, model="a"), *trials(2, model="b", attempt=1)])
    signatures = {group.name: group.scores[0].signature for group in report.groups if group.by == "model"}

    assert "answered" not in parse_signature(signatures["a"])
    assert parse_signature(signatures["b"])["answered"] == "2/10"


def test_versions_of_one_model_are_told_apart() -> None:
    found = [*trials(10, model="a", model_version="1"), *trials(10, model="a", model_version="2", attempt=1)]
    report = report_on(found)

    assert lines(report)[0] == "! The score pools 2 versions of a; --details has that of each"
    assert [group.name for group in report.groups if group.by == "model_version"] == ["1", "2"]


def test_rows_without_a_model_are_those_of_the_run() -> None:
    found = [*trials(10), *trials(10, model="b", attempt=1)]

    assert report_on(found, model="a", model_version="2").writers == {Writer("a", "2"): 10, Writer("b"): 10}
    assert report_on(found).writers == {Writer(): 10, Writer("b"): 10}
    assert report_on(found, model="b").writers == {Writer("b"): 20}


def test_models_beyond_count_stand_together() -> None:
    found = [
        replace(one, candidate=replace(one.candidate, attempt=number, model=f"m{number}"))
        for number in range(MAX_WRITERS + 5)
        for one in trials(1)
    ]
    report = report_on(found)

    assert len(report.writers) == MAX_WRITERS + 1
    assert report.writers[OTHERS] == 5


def test_an_exported_row_has_its_own_model() -> None:
    store = MemoryStore()
    run = Run("r1", "mine", "1", model="a", model_version="2")
    store.add_run(run)
    store.add_trials("r1", list(enumerate([*trials(1), *trials(1, model="b", attempt=1)])))
    found = rows(document_of([run], store, lambda _: None))

    assert [(row["model"], row["model_version"]) for row in found] == [("a", "2"), ("b", "")]
