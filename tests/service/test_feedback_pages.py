"""What people say: users' feedback counted with intervals; candidates rated blind, the least rated first."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from assay.evaluation.queueing import queue_of
from assay.observations import Feedback
from assay.quality.human import HumanEvaluationScore, Rating
from assay.service.app import create_app
from assay.service.context import Context, ServiceSettings
from assay.service.links import observation_address
from assay.service.pages.feedback import PAGE, count_feedback
from assay.service.runs import Recent
from assay.spec import BenchmarkRef, RunSpec
from tests.reports.pages import HOSTILE, Shelf
from tests.service.test_run_pages import text_of
from tests.service.visiting import Visitor, problems_of

NOW = datetime(2026, 3, 14, 9, tzinfo=UTC)
SPEC = RunSpec(BenchmarkRef("mine"))
GRADES = {"correctness": "5", "completeness": "4", "edge_case_handling": "3", "code_quality": "2"}
PLACE = "/feedback/rate?benchmark=mine&rater=ann"


def opened(shelf: Shelf) -> Visitor:
    context = Context(shelf.store, ServiceSettings(), now=lambda: NOW)
    known: Recent[object] = Recent(4)
    known.get(BenchmarkRef("mine"), lambda: shelf.benchmark)
    context.parts["benchmarks"] = known
    return Visitor(create_app(context))


def fields_of(page: str) -> dict[str, str]:
    """The hidden fields of the form of a rating."""
    pairs = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page)
    return {name: html.unescape(value) for name, value in pairs}


def send(visitor: Visitor, page: httpx.Response, **changes: str) -> httpx.Response:
    """Fill in the form of a page and send it, as a browser would."""
    cookies = "; ".join(f"{name}={value}" for name, value in page.cookies.items())
    headers = {"Cookie": cookies, "Origin": visitor.address, "Sec-Fetch-Site": "same-origin"}
    return visitor.post("/feedback/rate", {**fields_of(page.text), **GRADES, **changes}, headers=headers)


def rating(run: str, candidate: str, rater: str, *grades: int) -> Rating:
    first, second, third, fourth = (grades * 4)[:4]
    return Rating(candidate, rater, HumanEvaluationScore(first, second, third, fourth), NOW.isoformat(), run)


def said(number: int, **fields: object) -> Feedback:
    at = NOW - timedelta(hours=number)
    return Feedback(f"o{number}", at, id=f"f{number:04}", **fields)  # type: ignore[arg-type]  # a table of fields


def test_an_empty_store_says_how_feedback_comes_in() -> None:
    page = opened(Shelf()).get("/feedback").text

    assert "POST /v1/feedback" in page
    assert "There is no run whose candidates could be rated" in page
    assert problems_of(page) == []


def test_feedback_is_counted_with_intervals() -> None:
    found = count_feedback(
        [
            said(1, thumb=True),
            said(2, thumb=True),
            said(30, thumb=False),
            said(4, stars=5),
            said(5, stars=2),
            said(6, accepted=True),
        ]
    )

    assert [(row.name, row.value, row.n) for row in found.rows] == [
        ("thumbs up", "66.7 %", "3"),
        ("kept by the user", "100.0 %", "1"),
        ("stars", "3.50 of 5", "2"),
    ]
    assert found.rows[0].interval == "20.8 – 93.9"
    assert found.trend is not None
    assert found.trend.table is not None
    days = [[cell.text for cell in row] for row in found.trend.table.rows]
    assert days == [["2026-03-14", "100.0 %", "34.2 – 100.0", "2"], ["2026-03-13", "0.0 %", "0.0 – 79.3", "1"]]


def test_feedback_of_nothing_has_no_figures() -> None:
    found = count_feedback([said(1, text="only words")])

    assert (found.n, found.rows, found.trend) == (1, (), None)


def test_what_users_said_is_paged_and_leads_to_the_observation() -> None:
    shelf = Shelf()
    shelf.store.add_feedback([said(number, thumb=number % 4 > 0, text=f"word{number}") for number in range(PAGE + 5)])
    shelf.store.add_feedback([said(24 * 8, text="long ago")])
    visitor = opened(shelf)
    first = visitor.get("/feedback?days=7").text
    following = re.search(r'rel="next" href="([^"]+)"', first)
    assert following is not None
    second = visitor.get(html.unescape(following[1])).text

    assert f'href="{observation_address("o0")}"' in first
    assert re.findall(r"word\d+", first + second) == [f"word{number}" for number in range(PAGE + 5)]
    assert "long ago" not in first + second
    assert "thumbs up" in text_of(first)
    assert problems_of(first) == []


@pytest.mark.parametrize(
    "asked", ["days=x", "days=0", "days=" + "9" * 400, "run=gone", "after=gone", "days=1&run=<script>"]
)
def test_odd_addresses_get_a_page(asked: str) -> None:
    shelf = Shelf(2)
    shelf.letters("r1", "PF")

    assert opened(shelf).get(f"/feedback?{asked}").status_code in (200, 404)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_feedback_is_shown_as_text(text: str) -> None:
    shelf = Shelf()
    shelf.store.add_feedback([Feedback(text[:200], NOW, by=text, text=text, edit=text, thumb=False)])
    page = opened(shelf).get("/feedback").text

    assert problems_of(page) == []
    assert not any(sign in page for sign in "\u202e\x1b\u2028")


def test_the_least_rated_come_first_and_own_ones_not_again() -> None:
    trials = [("r1", ("p", number)) for number in range(4)] + [("r2", ("p", 0))]
    ratings = [rating("r1", "p#0", "ann", 3), rating("r1", "p#1", "bob", 3), rating("r1", "p#1", "cid", 3)]
    queue = queue_of(trials, ratings, rater="ann")

    assert [one.ratings for one in queue.waiting] == [0, 0, 0, 2]
    assert [one.candidate for one in queue.done] == ["p#0"]
    assert (queue.rated, queue.total) == (2, 5)
    assert queue_of(reversed(trials), ratings, rater="ann") == queue
    orders = {tuple(one.run for one in queue_of(trials, (), rater="", seed=seed).waiting) for seed in range(20)}
    assert len(orders) > 3


def test_a_candidate_whose_name_is_too_long_for_a_rating_is_left_out() -> None:
    assert queue_of([("r1", ("p" * 300, 0))], (), rater="ann").total == 0


def test_rating_goes_on_to_the_next_until_all_are_rated() -> None:
    shelf = Shelf(3)
    shelf.letters("secret-a", "PFP", spec=SPEC)
    shelf.letters("secret-b", "FFP", spec=SPEC)
    visitor = opened(shelf)
    for count in range(6):
        page = visitor.get(PLACE)
        assert f"ann: {count} of 6 candidates" in text_of(page.text)
        assert "secret" not in page.text
        assert "passed" not in page.text
        assert problems_of(page.text) == []
        answer = send(visitor, page, comments=" fine ")
        assert (answer.status_code, answer.headers["location"]) == (303, PLACE)

    assert "You have rated all of them" in visitor.get(PLACE).text
    kept = shelf.store.ratings()
    assert len(kept) == 6
    assert {(row["rater"], row["comments"], row["correctness"], row["code_quality"]) for row in kept} == {
        ("ann", "fine", 5, 2)
    }
    assert sorted(row["candidate"] for row in kept if row["run"] == "secret-a") == ["p/0#0", "p/1#0", "p/2#0"]


def test_a_skipped_candidate_comes_back() -> None:
    shelf = Shelf(2)
    shelf.letters("r1", "PF", spec=SPEC)
    visitor = opened(shelf)
    keys = [fields_of(visitor.get(f"{PLACE}&skip={skip}").text)["candidate"] for skip in range(3)]

    assert keys[0] == keys[2] != keys[1]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"correctness": "6"}, "correctness must be a whole number from 1 to 5"),
        ({"completeness": ""}, "completeness: choose a grade"),
        ({"code_quality": "٣"}, "code quality: choose a grade"),
        ({"comments": "x" * 10_001}, "comments must be text"),
        ({"rater": " "}, "rater must be text"),
    ],
)
def test_a_form_that_is_not_filled_in_comes_back_with_what_was_given(changes: dict[str, str], said: str) -> None:
    shelf = Shelf(2)
    shelf.letters("r1", "PF", spec=SPEC)
    visitor = opened(shelf)
    answer = send(visitor, visitor.get(PLACE), **changes)

    assert answer.status_code == 422
    assert said in text_of(answer.text)
    assert shelf.store.ratings() == []


def test_a_form_of_another_site_or_an_unknown_candidate_is_refused() -> None:
    shelf = Shelf(2)
    shelf.letters("r1", "PF", spec=SPEC)
    visitor = opened(shelf)
    page = visitor.get(PLACE)

    assert send(visitor, page, csrf="x").status_code == 403
    assert visitor.post("/feedback/rate", {**fields_of(page.text), **GRADES}).status_code == 403
    assert send(visitor, page, candidate="x").status_code == 404
    assert shelf.store.ratings() == []


@pytest.mark.parametrize(
    "asked", ["", "?rater=ann", "?benchmark=mine", "?benchmark=gone&rater=ann", "?benchmark=%01&rater=x"]
)
def test_who_rates_what_is_asked_first(asked: str) -> None:
    shelf = Shelf(2)
    shelf.letters("r1", "PF")
    page = opened(shelf).get(f"/feedback/rate{asked}").text

    assert "Your name" in page
    assert problems_of(page) == []


def test_agreement_of_raters_and_with_the_verdicts_is_shown() -> None:
    shelf = Shelf(12)
    shelf.letters("r1", "PFPFPFPFPFPF", spec=SPEC)
    grades: Sequence[int] = (5, 1, 4, 2, 5, 1, 4, 2, 5, 2, 3, 1)
    for number, grade in enumerate(grades):
        shelf.store.add_rating(rating("r1", f"p/{number}#0", "ann", grade).as_dict())
        shelf.store.add_rating(rating("r1", f"p/{number}#0", "bob", max(1, grade - number % 2)).as_dict())
    page = opened(shelf).get("/feedback?run=r1").text
    read = text_of(page)

    assert "12 of 12 candidates of run r1 are rated, by 2 people." in read
    assert re.search(r"correctness 0\.9\d 0\.\d\d – 1\.00 12 2", read) or re.search(r"correctness 0\.9\d", read)
    assert "People and verdicts agree on 11 of 12 candidates, kappa 0.83" in read
    assert problems_of(page) == []
