"""Error analysis: like failures come together, hostile messages cost little, growth is told from chance."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from assay.monitoring.failures import (
    LONGEST_HEADLINE,
    NEWEST,
    clusters,
    frames_of,
    growth,
    headline_of,
    heat,
    newest_failures,
    normalised,
    period_before,
)
from assay.observations import LONGEST_TEXT, Chosen, Observation
from assay.statistics.independent import equal_rates
from assay.store.memory import MemoryStore

NOW = datetime(2026, 3, 14, 12, tzinfo=UTC)
PYTHON = """Traceback (most recent call last):
  File "/srv/job{}/app.py", line {}, in main
    run()
  File "/srv/job{}/core.py", line 7, in run
    raise KeyError({!r})
KeyError: {!r}
"""
JAVA = """Exception in thread "main" java.lang.IllegalStateException: no session {}
    at com.example.Session.open(Session.java:{})
    at com.example.Main.main(Main.java:3)
"""


def failure(number: int, message: str = "", **more: object) -> Observation:
    at = NOW - timedelta(minutes=number)
    plain = {"task_id": f"t{number}", "passed": False, "at": at, "id": f"o{number}", "error_class": "runtime"}
    return Observation(**{**plain, "message": message, **more})  # type: ignore[arg-type]  # fields of an observation


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("expected 4, got 1", "expected N, got N", id="numbers"),
        pytest.param("took 12.75 s (limit 3s)", "took N.N s (limit Ns)", id="units"),
        pytest.param("object at 0x7f3a99b0", "object at <address>", id="address"),
        pytest.param("no file /srv/a/b.txt: retry", "no file <path>: retry", id="path"),
        pytest.param(r"no file C:\Users\x\a.txt", "no file <path>", id="windows-path"),
        pytest.param("user 'ann' and \"bob\" and `c`", "user '…' and '…' and '…'", id="quotes"),
        pytest.param("can't open it, won't try", "can't open it, won't try", id="apostrophes"),
        pytest.param("id 3f2a9c1e-77b0-4c1e-9d2f-000000000000", "id <id>", id="uuid"),
        pytest.param("commit deadbeef12", "commit <id>", id="hash"),
        pytest.param("feedface", "feedface", id="a-word-of-hex-letters"),
        pytest.param("", "", id="nothing"),
        pytest.param("…!?", "…!?", id="signs-only"),
    ],
)
def test_what_differs_from_time_to_time_is_replaced(line: str, expected: str) -> None:
    assert normalised(line) == expected


def test_failures_that_differ_in_details_alone_are_one_group() -> None:
    found = clusters(
        [failure(number, PYTHON.format(number, number, number, f"k{number}", f"k{number}")) for number in range(5)]
        + [failure(10 + number, JAVA.format(number, number)) for number in range(3)]
        + [failure(20)]
    )

    assert [(one.headline, one.frames, one.count) for one in found] == [
        ("KeyError: '…'", ("app.py main", "core.py run"), 5),
        (
            "Exception in thread '…' java.lang.IllegalStateException: no session N",
            ("com.example.Main.main(Main.java:N)", "com.example.Session.open(Session.java:N)"),
            3,
        ),
        ("", (), 1),
    ]
    assert found[0].examples == ("o0", "o1", "o2")
    assert (found[0].first, found[0].last) == (NOW - timedelta(minutes=4), NOW)


@pytest.mark.parametrize(
    "message",
    [
        pytest.param("'" * LONGEST_TEXT, id="quotes"),
        pytest.param("\"'`" * (LONGEST_TEXT // 3), id="mixed-quotes"),
        pytest.param("'a" * (LONGEST_TEXT // 2), id="open-quotes"),
        pytest.param("/" * LONGEST_TEXT, id="slashes"),
        pytest.param("9" * LONGEST_TEXT, id="digits"),
        pytest.param("a" * LONGEST_TEXT, id="one-word"),
        pytest.param("(" * LONGEST_TEXT, id="edges"),
        pytest.param("\n" * LONGEST_TEXT, id="lines"),
        pytest.param('File "' * (LONGEST_TEXT // 6), id="frames"),
        pytest.param('  File "x", line ' * (LONGEST_TEXT // 17), id="half-frames"),
        pytest.param(" at " * (LONGEST_TEXT // 4), id="at"),
        pytest.param("Traceback (most recent call last)\n  x" * 200, id="tracebacks"),
        pytest.param("\u202e\x1b[31m" * 1000, id="control"),
    ],
)
def test_a_hostile_message_gives_a_short_headline(message: str) -> None:
    assert len(headline_of(message)) <= LONGEST_HEADLINE
    assert len(frames_of(message)) <= 3


def test_only_the_newest_failures_are_read() -> None:
    store = MemoryStore()
    store.add_observations([failure(number, "x") for number in range(NEWEST + 5)])

    (found,) = clusters(newest_failures(store, Chosen()))

    assert (found.count, found.last) == (NEWEST, NOW)


def test_frames_of_any_language_end_in_the_innermost() -> None:
    assert frames_of(PYTHON.format(1, 2, 3, "a", "a")) == ("app.py main", "core.py run")
    assert frames_of("Error: no\n    at inner (/a/b.js:1:2)\n    at outer (/a/c.js:3:4)") == (
        "c.js:N:N outer",
        "b.js:N:N inner",
    )


def test_growth_is_told_from_chance_with_all_classes_looked_at() -> None:
    store = MemoryStore()
    before = [failure(1441 + number, error_class="timeout") for number in range(10)]
    now = [failure(number, error_class="timeout") for number in range(60)]
    rare = [failure(100, error_class="logic"), failure(1600, error_class="logic"), failure(1700, error_class="logic")]
    passes = [
        failure(number, passed=True, error_class="", id=f"p{number}") for number in [*range(440), *range(1441, 1930)]
    ]
    store.add_observations([*before, *now, *rare, *passes])
    chosen = Chosen(since=NOW - timedelta(days=1))

    found = growth(store, chosen, period_before(chosen, now=NOW))

    assert [(one.error_class, one.count, one.count_before, one.is_clear) for one in found] == [
        ("timeout", 60, 10, True),
        ("logic", 1, 2, False),
    ]


def test_without_a_time_before_nothing_grows() -> None:
    store = MemoryStore()
    store.add_observations([failure(1)])

    [found] = growth(store, Chosen(), period_before(Chosen(), now=NOW))

    assert (found.change, found.p, found.is_clear) == (None, None, False)
    assert growth(MemoryStore(), Chosen(), None) == []


def test_the_heat_map_has_versions_in_the_order_in_which_they_came() -> None:
    store = MemoryStore()
    store.add_observations(
        [failure(600, agent_version="9", error_class="logic"), failure(300, agent_version="10", error_class="timeout")]
        + [failure(number, agent_version="10", passed=True, error_class="", id=f"p{number}") for number in range(3)]
    )

    found = heat(store, Chosen(), by="agent_version")

    assert (found.versions, found.sizes) == (("9", "10"), (1, 4))
    assert found.rows == (("logic", (1, 0)), ("timeout", (0, 1)))


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        pytest.param((0, 10, 0, 10), 1.0, id="none"),
        pytest.param((5, 100, 5, 100), 1.0, id="equal"),
        pytest.param((3, 1000, 15, 1000), 0.0075, id="five-times"),
        pytest.param((0, 1000, 8, 1000), 2 * 0.5**8, id="all-on-one-side"),
        pytest.param((2_000, 100_000, 2_000, 100_000), 1.0, id="many-and-equal"),
    ],
)
def test_two_rates_are_held_against_each_other(counts: tuple[int, int, int, int], expected: float) -> None:
    assert equal_rates(*counts) == pytest.approx(expected, abs=5e-5)
    assert equal_rates(*counts[2:], *counts[:2]) == pytest.approx(expected, abs=5e-5)
