"""Runs weighed against each other: the published front, runs that cannot be placed, and pictures that can be read."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from assay.errors import InvalidValue
from assay.records import Score
from assay.reports.effort import Effort, Measured
from assay.reports.report import Report
from assay.reports.scales import scale_of
from assay.reports.scatter import draw
from assay.reports.terminal import console, render_trade_off
from assay.reports.tradeoff import TradeOff, differences, trade_off
from assay.spec import BenchmarkRef, Run, RunSpec, RunState

HOSTILE = '</text><script>alert("x")</script>\x1b]0;owned\x07\u202e\ud800&'


def a_report(
    name: str, accuracy: float | None, cost: float | None, latency: float | None, *, spread: float = 0.0
) -> Report:
    """A solved run of fifty problems with these numbers."""

    def about(value: float | None, note: str = "") -> Measured:
        interval = None if value is None or not spread else (value * (1 - spread), min(value * (1 + spread), 1e9))
        return Measured(value, 50, interval, "" if value is not None else note)

    rate = about(accuracy)
    whole = replace(rate, interval=rate.interval and (rate.interval[0], min(rate.interval[1], 1.0)))
    price, nothing = about(cost, "price unknown of 50 of 50 problems"), Measured(None, 50)
    made = Effort(
        "mine:1", 50, 50, 50, 50, 0, {}, Measured(1.0, 50), whole, whole, None, price, price, nothing, 50, 0, 0, 0, 0,
        Measured(0.0, 50), about(latency), about(latency),
    )  # fmt: skip
    run = Run(name, "mine", "1", name=name, state=RunState.FINISHED, selected_problems=50)
    return Report(run, (), effort=made)


PUBLISHED = [
    a_report("a", 0.62, 0.010, 3),
    a_report("b", 0.70, 0.030, 6),
    a_report("c", 0.60, 0.020, 2),
    a_report("d", 0.70, 0.028, 5),
]


def from_a_file(name: str, value: float, n: int, selected: int) -> Report:
    run = Run(name, "mine", "1", source="samples.jsonl", state=RunState.FINISHED, selected_problems=selected)
    return Report(run, (Score("pass@1", value, n, (0.2, 0.8), "mine:1|k:1"),))


def placed(found: TradeOff) -> str:
    """Each letter, followed by ! on the front and ? where it is not placed."""
    return " ".join(f"{one.letter}{'?' if one.on_front is None else '!' * one.on_front}" for one in found.contenders)


def page_of(found: TradeOff) -> str:
    file = io.StringIO()
    render_trade_off(found, console(file, terminal=False), terminal=False)
    return file.getvalue()


def test_the_published_front() -> None:
    found = trade_off(PUBLISHED)

    assert placed(found) == "A! B C! D!"
    assert list(found.sentences()) == [
        "B is dominated by D: the same accuracy, cost per problem $0.028 against $0.03, latency p50 5 s against 6 s."
    ]


@pytest.mark.parametrize(
    ("reports", "expected"),
    [
        pytest.param([PUBLISHED[0], replace(PUBLISHED[0], run=replace(PUBLISHED[0].run, id="z"))], "A! B!", id="tie"),
        pytest.param([*PUBLISHED[:2], a_report("x", 0.1, None, 9)], "A! B! C?", id="no-price"),
        pytest.param([a_report("x", 0.5, None, 2), a_report("y", 0.4, None, 3)], "A! B", id="no-price-at-all"),
        pytest.param([a_report("x", 0.5, None, None), a_report("y", 0.4, None, None)], "A! B", id="accuracy-only"),
        pytest.param([a_report("x", None, None, None), a_report("y", None, None, None)], "A? B?", id="nothing"),
        pytest.param([PUBLISHED[0], from_a_file("f", 0.9, 50, 50)], "A! B?", id="a-file-beside-a-solver"),
        pytest.param([from_a_file("f", 0.9, 50, 50), from_a_file("g", 0.8, 50, 50)], "A! B", id="files"),
    ],
)
def test_what_is_not_known_cannot_be_weighed(reports: Sequence[Report], expected: str) -> None:
    assert placed(trade_off(reports)) == expected


def test_what_is_not_known_is_said() -> None:
    found = trade_off([PUBLISHED[0], a_report("x", 0.5, None, 2), from_a_file("f", 0.9, 50, 50)])

    assert list(found.sentences()) == [
        "B is not placed: its cost per problem is not known (price unknown of 50 of 50 problems).",
        "C is not placed: its cost per problem and its latency p50 are not known (the candidates came from elsewhere).",
    ]
    assert next(iter(trade_off([from_a_file("f", 0.9, 5, 5), from_a_file("g", 1, 5, 5)]).sentences())) == (
        "Not known of any run: cost per problem, latency p50; the front is over accuracy."
    )


def test_an_answer_that_is_missing_counts_as_failed_in_every_run() -> None:
    (one, _) = trade_off([from_a_file("f", 0.9, 25, 50), from_a_file("g", 0.5, 50, 50)]).contenders

    assert (one.accuracy.value, one.accuracy.interval, one.accuracy.n) == (0.45, (0.1, 0.4), 50)
    assert (one.attempted.value, one.coverage.value) == (0.9, 0.5)


def test_what_accuracy_is_over_is_said_where_a_comparison_leaves_problems_out() -> None:
    missing, whole = from_a_file("f", 0.9, 25, 50), from_a_file("g", 0.5, 50, 50)
    found = trade_off([missing, whole], quarantined=["p/1", "p/2"])

    assert list(found.sentences())[1:] == [
        "Accuracy is over all problems that each run was given: without an answer counts as failed; "
        "quarantined ones included (2).",
        "A is dominated by B: accuracy over all problems 50.0 % against 45.0 %.",
    ]
    assert "Accuracy over all problems, and what it took" in page_of(found)
    assert "Accuracy, and what it took" in page_of(trade_off([whole, replace(whole, run=replace(whole.run, id="h"))]))


@pytest.mark.parametrize("solved", [False, True])
def test_a_run_that_ended_early_counts_by_its_own_score(solved: bool) -> None:
    early = from_a_file("f", 0.5, 8, 100)
    run = replace(early.run, facts={"stopped": "8/100"})
    early = replace(early, run=run, effort=PUBLISHED[0].effort if solved else None)
    found = trade_off([early, from_a_file("g", 0.4, 100, 100)])
    one = found.contenders[0]

    assert (one.accuracy.value, one.accuracy.interval, one.accuracy.n) == (0.5, (0.2, 0.8), 8)
    assert one.notes == ("ended early: its accuracy is over 8 of 100 problems",)
    assert found.counting == ("a run that ended early counts those that it judged",)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        pytest.param({"benchmark": "other"}, "benchmark mine against other", id="benchmark"),
        pytest.param({"benchmark_version": "2"}, "version 1 against 2", id="version"),
        pytest.param({"facts": {"time": "9s"}}, "time 3s against 9s", id="time"),
        pytest.param({"facts": {"time": "3s", "limit": "5"}}, "limit not set against 5", id="selection"),
        pytest.param({"spec": RunSpec(BenchmarkRef(digest="ff"))}, "problem file aa against ff", id="problems"),
        pytest.param({"facts": {"time": "3s", "strategy": "verify(3)", "assay": "0.9"}}, "", id="strategy-may-differ"),
        pytest.param(
            {"facts": {"time": "3s", "retried": "timeouts@9s"}}, "retried not set against timeouts@9s", id="retried"
        ),
        pytest.param({"spec": None}, "", id="nobody-noted-the-file"),
    ],
)
def test_what_must_be_the_same(fields: dict[str, object], said: str) -> None:
    run = Run("a", "mine", "1", facts={"time": "3s", "strategy": "once"}, spec=RunSpec(BenchmarkRef(digest="aa")))
    other = replace(run, id="z", **fields)  # type: ignore[arg-type]  # a table of fields
    found = list(differences([run, run, other]))

    assert len(found) == bool(said)
    assert found in ([], [f"{said} in run z"])
    reports = [replace(PUBLISHED[0], run=run), replace(PUBLISHED[1], run=other)]
    if said:
        with pytest.raises(InvalidValue, match=re.escape(said)):
            trade_off(reports)
    assert trade_off(reports, allow_different=True).differences == ((said,) if said else ())


@pytest.mark.parametrize(
    ("reports", "said"),
    [
        (PUBLISHED[:1], "from 2 to 26 runs, got 1"),
        ([a_report(f"r{number}", 0.5, 1, 1) for number in range(27)], "got 27"),
        ([*PUBLISHED, PUBLISHED[0]], "run 'a' is given twice"),
    ],
)
def test_too_few_too_many_or_twice(reports: Sequence[Report], said: str) -> None:
    with pytest.raises(InvalidValue, match=said):
        trade_off(reports)


def test_notes_say_what_a_reader_must_know() -> None:
    run = replace(PUBLISHED[0].run, id="z", state=RunState.INTERRUPTED, facts={"shown": "3"})
    found = trade_off([PUBLISHED[1], replace(PUBLISHED[0], run=run, unjudged=2)])

    assert found.contenders[1].notes == (
        "interrupted: only what there is so far",
        "2 trials are unjudged",
        "its solver saw the first 3 of the cases that decide",
    )
    assert "note B  2 trials are unjudged" in page_of(found)


def test_the_data_is_json() -> None:
    data = json.loads(json.dumps(trade_off(PUBLISHED).to_dict()))

    assert data["front"] == ["a", "c", "d"]
    assert data["criteria"] == ["accuracy", "cost", "latency"]
    assert data["runs"][1]["dominated_by"] == ["D"]


# ---- on a terminal -------------------------------------------------------------------------------------------------


def test_the_page_fits_eighty_columns_and_names_the_front() -> None:
    text = page_of(trade_off(PUBLISHED))
    tables = [line for line in text.splitlines() if line.startswith(("|", "+", " "))]

    assert "on the front: A, C, D" in text
    assert max(map(len, tables)) <= 80
    assert "signature A, B, C, D  mine:1" in text


def test_a_hostile_name_is_shown_and_not_obeyed() -> None:
    bad = replace(PUBLISHED[0], run=replace(PUBLISHED[0].run, name=HOSTILE))
    text = page_of(trade_off([bad, PUBLISHED[1]]))

    assert not set("\x1b\x07\u202e\ud800") & set(text)
    assert "\\x1b]0;owned" in text


def test_the_picture_of_plain_characters() -> None:
    lines = list(draw(trade_off(PUBLISHED)))

    assert max(map(len, lines)) <= 78
    assert "\n".join(lines).isascii()
    cost = lines[2:14]
    assert [line.strip() for line in cost if re.search("[A-Zbcd]", line)] == [
        "70.0 % |                                                            D      b",
        "62.0 % |A",
        "60.0 % |                                  C",
    ]
    assert "$0.01" in lines[15]
    assert lines[16].strip() == "cost per problem"


def test_runs_at_the_same_place_are_all_drawn() -> None:
    many = [a_report(f"r{number:02}", 0.5, 0.0, 1.0) for number in range(26)]
    lines = list(draw(trade_off(many)))

    assert sorted(re.findall("[A-Z]", "".join(lines[2:14]))) == sorted("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_what_cannot_be_drawn_is_left_out() -> None:
    assert list(draw(trade_off([from_a_file("f", 0.9, 5, 5), from_a_file("g", 1, 5, 5)]))) == []


@pytest.mark.parametrize(
    ("values", "ticks", "logarithmic"),
    [
        ([0.010, 0.030], (0.01, 0.015, 0.02, 0.025, 0.03), False),
        ([1.0, 90.0], (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)[::1], True),
        ([0.0, 0.0], (0.0, 0.2, 0.4, 0.6, 0.8, 1.0), False),
        ([0.0, 500.0], (0.0, 100.0, 200.0, 300.0, 400.0, 500.0), False),
        ([1e-9, 1e9], (1e-9, 1e-5, 0.1, 1e3, 1e7), True),
    ],
)
def test_scales_have_round_numbers(values: list[float], ticks: tuple[float, ...], logarithmic: bool) -> None:
    scale = scale_of(values)

    assert scale.logarithmic is logarithmic
    assert len(scale.ticks) <= 6
    assert set(scale.ticks) <= {*ticks, scale.low, scale.high}
    assert all(0 <= scale.place(value) <= 1 for value in values)
