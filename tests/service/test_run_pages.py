"""The pages of runs: the list, a run, a trial, a comparison; with nothing, with much, and with hostile texts."""

from __future__ import annotations

import html
import re
from urllib.parse import quote

import pytest

from assay.records import Candidate, Execution, Trial, Verdict
from assay.service.app import create_app
from assay.service.context import Context, ServiceSettings
from assay.service.links import trial_address
from assay.service.pages.run import PAGE as ATTEMPTS
from assay.service.pages.runs import PAGE as RUNS
from assay.service.runs import Recent
from assay.spec import BenchmarkRef, RunSpec, RunState
from assay.text import legible
from tests.reports.pages import HOSTILE, Shelf, trial
from tests.service.visiting import Visitor, problems_of

IDS = ("p/1", 'say "hi" & <b>', "..", ".", "../../etc/passwd", "a//b/", "ünï ☃", "a?b#c%2Fd", "line\nbreak", "x" * 400)


def opened(shelf: Shelf) -> Visitor:
    """A service on this shelf's store, with its benchmark at hand for every run."""
    context = Context(shelf.store, ServiceSettings())
    known: Recent[object] = Recent(4)
    known.get(BenchmarkRef("mine"), lambda: shelf.benchmark)
    context.parts["benchmarks"] = known
    return Visitor(create_app(context))


SPEC = RunSpec(BenchmarkRef("mine"))


def text_of(page: str) -> str:
    """What a reader sees of a page, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_an_empty_store_says_what_to_do_first() -> None:
    visitor = opened(Shelf())

    assert "assay run starter" in visitor.get("/runs").text
    assert "assay run starter" in visitor.get("/compare").text


def test_runs_show_score_interval_n_and_state() -> None:
    shelf = Shelf(6)
    shelf.letters("r1", "PFPPPP", model="small", model_version="2")
    shelf.letters("r2", "P", state=RunState.INTERRUPTED)
    page = text_of(opened(shelf).get("/runs").text)

    assert "r1 mine 1 small 2 pass@1 83.3 % 43.6 – 97.0 6 – – finished 2 January 03:04" in page
    assert "r2 mine 1 r2 – – – interrupted" in page


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("", ["r3", "r2", "r1", "r0"]),
        ("?model=b", ["r3", "r1"]),
        ("?state=interrupted", ["r3"]),
        ("?text=R2", ["r2"]),
        ("?text=mine+r0", ["r0"]),
        ("?benchmark=other", []),
        ("?model=%3Cscript%3E", []),
    ],
)
def test_runs_are_filtered_by_the_address(asked: str, shown: list[str]) -> None:
    shelf = Shelf(2)
    for number in range(4):
        state = RunState.INTERRUPTED if number == 3 else RunState.FINISHED
        shelf.letters(f"r{number}", "PF", model="ab"[number % 2], state=state)
    page = opened(shelf).get(f"/runs{asked}").text

    assert re.findall(r'name="run" value="(\w+)"', page) == shown
    assert problems_of(page) == []


def test_runs_are_paged() -> None:
    shelf = Shelf(1)
    for number in range(2 * RUNS + 3):
        shelf.letters(f"r{number}", "", model="even" if number % 2 == 0 else "odd", state=RunState.RUNNING)
    visitor = opened(shelf)
    seen: list[str] = []
    path = "/runs?model=even"
    while path:
        page = visitor.get(path).text
        seen += re.findall(r'name="run" value="(\w+)"', page)
        following = re.search(r'rel="next" href="([^"]+)"', page)
        path = html.unescape(following[1]) if following else ""

    assert seen == [f"r{number}" for number in reversed(range(0, 2 * RUNS + 3, 2))]
    assert visitor.get("/runs?after=gone").status_code == 404


def test_a_run_has_the_sections_of_its_report() -> None:
    shelf = Shelf(12)
    shelf.letters("r1", "PFCT?PFFPPFF", spec=SPEC)
    page = opened(shelf).get("/runs/r1").text

    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", page)
    assert headings == ["Score", "Failures", "By task type, difficulty, tag and class of error", "How it was judged"]
    assert "<h1>pass@1 <b>36.4 %</b>" in page
    assert "f(0)" in text_of(page)
    assert "expected 2, got 1" in text_of(page)
    assert problems_of(page) == []


def test_attempts_of_a_large_run_are_filtered_and_paged() -> None:
    shelf = Shelf(100)
    trials = [trial(f"p/{number % 100}", "PF"[number % 3 % 2], attempt=number // 100) for number in range(1_000)]
    shelf.add("r1", trials, spec=SPEC)
    visitor = opened(shelf)
    failing = sum(not one.passed for one in trials)
    last = -(-failing // ATTEMPTS)

    assert f"1 to {ATTEMPTS} of {failing} attempts" in text_of(visitor.get("/runs/r1").text)
    assert f"page {last} of {last} " in text_of(visitor.get(f"/runs/r1?page={last + 7}").text)
    for odd in ("x", "-1", "0", "9" * 5000, "²"):
        assert f"1 to {ATTEMPTS} of" in text_of(visitor.get(f"/runs/r1?page={odd}").text)
    found = visitor.get("/runs/r1?show=all&text=P/42+passed").text
    assert text_of(found).count("✓ passed") == sum(one.problem_id == "p/42" and one.passed for one in trials)
    assert "No attempt fits." in visitor.get("/runs/r1?text=nothing+like+that").text


def test_a_run_without_a_failure_and_one_without_a_trial_say_so() -> None:
    shelf = Shelf(2)
    shelf.letters("best", "PP")
    shelf.letters("none", "", state=RunState.RUNNING)
    visitor = opened(shelf)

    assert "Every attempt passed." in visitor.get("/runs/best").text
    assert "Nothing is judged yet." in visitor.get("/runs/none").text
    assert "<h1>No score</h1>" in visitor.get("/runs/none").text


@pytest.mark.parametrize(
    "path",
    [
        "/runs/nothing",
        "/runs/r1/trials/p%2F9/0",
        "/runs/r1/trials/p%2F0/7",
        "/runs/r1/trial?problem=x&attempt=y",
        "/runs/x/trial",
        "/runs/r1/trials/p%2F0/" + "9" * 5000,
        "/runs/%3Cscript%3E",
    ],
)
def test_what_is_not_there_is_said_in_words(path: str) -> None:
    shelf = Shelf(1)
    shelf.letters("r1", "P")
    found = opened(shelf).get(path)

    assert found.status_code == 404
    assert "<h1>Not found</h1>" in found.text
    assert "<script>" not in found.text.replace("<script src", "")


@pytest.mark.parametrize("problem", IDS)
def test_a_trial_is_found_whatever_its_problem_is_called(problem: str) -> None:
    shelf = Shelf(ids=[problem])
    shelf.letters("r1", "F", spec=SPEC)
    visitor = opened(shelf)
    listed = re.search(r'<th scope="row"><a href="([^"]+)">', visitor.get("/runs/r1").text)
    assert listed is not None
    page = visitor.get(html.unescape(listed[1]))

    assert html.unescape(listed[1]) == trial_address("r1", problem, 0)
    assert page.status_code == 200
    assert legible(problem).split("\n")[0] in html.unescape(page.text)


def test_a_path_with_plain_slashes_leads_to_the_trial_too() -> None:
    shelf = Shelf(ids=["HumanEval/41"])
    shelf.letters("r1", "F")

    assert opened(shelf).get("/runs/r1/trials/HumanEval/41/0").status_code == 200


def test_a_trial_shows_code_cases_difference_output_and_limits() -> None:
    shelf = Shelf(2)
    process = Execution(1, stdout=b"said <b>this</b>\n", stderr=b"\x1b[31mred", effective_seconds=0.25)
    failed = trial("p/0", "F", code="def f(x):\n    return x\n")
    shelf.add("r1", [Trial(failed.problem_id, failed.candidate, failed.verdict, failed.outcomes, executions=(process,)),
                     trial("p/1", "F")], spec=SPEC)  # fmt: skip
    page = opened(shelf).get("/runs/r1/trials/p%2F0/0").text
    read = text_of(page)

    assert "f(0)" in read
    assert '<span class="d-gone">    return 2 * x</span>' in page
    assert '<span class="d-come">    return x</span>' in page
    assert "said <b>this</b>" in html.unescape(page)
    assert "<b>this" not in page
    assert "\\x1b[31mred" in page
    assert "ended with status 1, 0.25 s" in read
    assert "Time for a candidate 3s" in read
    assert "assay replay r1 p/0" in read
    assert 'rel="next" href="/runs/r1/trials/p%2F1/0"' in page
    assert problems_of(page) == []


def test_the_failing_line_is_marked() -> None:
    shelf = Shelf(1)
    crashed = Trial(
        "p/0", Candidate("x = 1\nraise ValueError\n"), Verdict.CRASHED, detail="ValueError\nline 2, in <module>"
    )
    shelf.add("r1", [crashed])

    page = opened(shelf).get(trial_address("r1", "p/0", 0)).text

    assert '<span class="marked" title="where it failed">raise ValueError' in page


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("a=r1&b=r2", "6 problems changed: 6 now pass · 0 now fail"),
        ("a=r2&b=r1", "6 problems changed: 0 now pass · 6 now fail"),
        ("run=r2&run=r1", "6 now pass"),
        ("run=r3&run=r2&run=r1", "adjusted for 2 comparisons"),
        ("a=r1", "Choose a second run"),
        ("a=r1&b=r1", "Run r1 is named twice"),
        ("a=r1&b=gone", "No run is named 'gone'"),
        ("a=r1&b=%3Cscript%3E", "No run is named '<script>'"),
        ("a=r1&b=foreign", "benchmark mine against other"),
        ("a=r1&b=slow", "cannot be compared: time 3s against 10s"),
        ("a=r1&b=none", "run none has no judged trial"),
        ("a=r1&b=r2&" + "&".join(f"run=x{number}" for number in range(60)), "At most 8 runs"),
        ("", "Compare runs"),
    ],
)
def test_runs_are_compared_or_it_is_said_why_not(asked: str, said: str) -> None:
    shelf = Shelf(12)
    for place, (name, letters) in enumerate({"r1": "PFFFFFFFPPPP", "r2": "PPPPPPPFPPPP", "r3": "PPPPFFFFPPPP"}.items()):
        shelf.letters(name, letters, spec=SPEC, created=f"2026-01-0{place + 1}T00:00:00+00:00")
    shelf.letters("foreign", "PF", benchmark="other")
    shelf.letters("slow", "PF", facts={"time": "10s"})
    shelf.letters("none", "", state=RunState.RUNNING)
    found = opened(shelf).get(f"/compare?{asked}")

    assert found.status_code == 200
    assert said in text_of(found.text)
    assert problems_of(found.text) == []


def test_a_problem_that_changed_leads_to_both_trials() -> None:
    shelf = Shelf(6)
    shelf.letters("r1", "PFPPPP", spec=SPEC)
    shelf.letters("r2", "PPPPPP", spec=SPEC)
    page = opened(shelf).get("/compare?a=r1&b=r2").text

    assert 'href="/runs/r1/trials/p%2F1/0"' in page
    assert 'href="/runs/r2/trials/p%2F1/0"' in page
    assert '<span class="d-gone">    return x  # F0</span>' in page
    assert "the smallest difference" in text_of(page)


def test_hostile_texts_are_shown_and_never_obeyed() -> None:
    ids = [f"{number} {text}" for number, text in enumerate(HOSTILE)]
    shelf = Shelf(ids=ids)
    about = {
        "name": HOSTILE[2],
        "model": HOSTILE[0],
        "source": HOSTILE[1],
        "notes": HOSTILE,
        "labels": {HOSTILE[0]: HOSTILE[3]},
        "facts": {"time": HOSTILE[0], "iso": "y" * 10_000},
        "spec": SPEC,
    }
    for run in ("e1", "e2"):
        trials = [
            trial(name, "F", said=text, code=f"{text}\n'{text}'") for name, text in zip(ids, HOSTILE, strict=True)
        ]
        trials.append(trial(ids[0], "F", attempt=1, said="x" * 100_000, code="z" * 100_000))
        shelf.add(run, trials, **about)
    visitor = opened(shelf)
    pages = ["/runs", "/runs/e1", "/compare?a=e1&b=e2", "/feedback", f"/runs?text={quote(HOSTILE[2])}"]
    pages += [trial_address("e1", name, 0) for name in ids] + [trial_address("e1", ids[0], 1)]
    for path in pages:
        found = visitor.get(path)

        assert found.status_code == 200, path
        assert problems_of(found.text) == [], path
        assert not any(sign in found.text for sign in "\u202e\x1b\x07\u2028\u2066"), path
        assert len(found.content) < 1_000_000, path
