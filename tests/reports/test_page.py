"""The page of a report: one file that holds everything, asks for nothing, and obeys nothing that a model wrote."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
from html.parser import HTMLParser

import pytest

from assay.hashing import content_digest
from assay.reports import markdown
from assay.reports.page.packing import CHUNK, Packing, embedded
from assay.reports.repeating import command_of
from assay.spec import BenchmarkRef, CandidatesRef, Run, RunSpec, RunState, Scoring, Solving, Subset
from tests.reports.pages import HOSTILE, Shelf, element, hostile, page_of, trial


class Tags(HTMLParser):
    """Notes every element and attribute of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def unpacked(page: str, name: str) -> list[dict[str, object]]:
    data: list[dict[str, object]] = json.loads(gzip.decompress(base64.b64decode(element(page, name))))
    return data


@pytest.fixture(scope="module")
def small() -> str:
    shelf = Shelf()
    return page_of(shelf.document(shelf.letters("weak", "PFCT?P")))


@pytest.fixture(scope="module")
def evil() -> str:
    return page_of(hostile())


def test_the_answer_is_in_the_first_heading(small: str) -> None:
    heading = re.search(r"<h1>(.*?)</h1>", small, re.DOTALL)

    assert heading is not None
    assert "pass@1" in heading[1]
    assert "40.0 %" in heading[1]
    assert small.index("40.0 %</b>") < small.index("Failures")


def test_the_sections_come_in_the_order_of_a_reader() -> None:
    shelf = Shelf()
    page = page_of(shelf.document(shelf.letters("weak", "PFFFFF"), shelf.letters("good", "PPPPFF")))

    assert re.findall(r"<h2[^>]*>([^<]+)<", page) == [
        "Scores", "What changed", "Failures", "By task type, difficulty and error", "How it was judged"
    ]  # fmt: skip


def test_a_page_asks_for_nothing(small: str) -> None:
    """Whatever an attribute may fetch is absent; only the part of the page itself is linked."""
    for tag, attributes in Tags(small).found:
        assert tag not in {"link", "img", "iframe", "object", "embed", "base", "form"}
        assert "src" not in attributes
        assert attributes.get("href", "#").startswith("#")
        assert not [name for name in attributes if name.startswith("on")]


def test_only_the_scripts_of_the_page_may_run(small: str) -> None:
    policy = next(one["content"] for tag, one in Tags(small).found if "http-equiv" in one and tag == "meta")
    script = re.search(r"<script>(.*?)</script>", small, re.DOTALL)
    plotly = gzip.decompress(base64.b64decode(element(small, "plotly")))
    assert script is not None
    wanted = [f"'sha256-{base64.b64encode(content_digest(text)).decode()}'" for text in (script[1], plotly)]

    assert policy.startswith(f"default-src 'none'; script-src {' '.join(wanted)};")
    assert "unsafe-eval" not in policy


def test_rows_name_problem_verdict_and_what_came(small: str) -> None:
    data = json.loads(element(small, "rows"))
    run, problem, attempt, verdict, _, _, _, what = data["rows"][1]

    assert (run, data["problems"][problem], attempt, data["verdicts"][verdict]) == (0, "p/1", 0, "failed")
    assert what == "expected 2, got 1"
    assert [data["verdicts"][row[3]] for row in data["rows"]] == [
        "passed", "failed", "crashed", "timed_out", "unjudged", "passed"
    ]  # fmt: skip


def test_details_hold_the_code_and_the_problem_its_reference(small: str) -> None:
    attempts, problems = unpacked(small, "attempts-0"), unpacked(small, "problems-0")

    assert "return x  # F0" in str(attempts[1]["code"])
    assert attempts[1]["cases"] == [[1, "failed", "f(0)", "2", "1", ""]]
    assert "return 2 * x" in str(problems[1]["reference"])


def test_no_text_of_a_model_is_markup(evil: str) -> None:
    found = Tags(evil).found

    assert not [tag for tag, _ in found if tag in {"img", "b onload", "a "}]
    assert [one for tag, one in found if tag == "svg" and "onload" in one] == []
    assert [one["href"] for tag, one in found if tag == "a"] == ["#attempts"]
    assert not any(name.startswith("on") for _, one in found for name in one)
    assert sum(tag == "script" and "type" not in one for tag, one in found) == 1


def test_what_would_turn_or_hide_text_is_spelt_out(evil: str) -> None:
    details = "".join(str(unpacked(evil, f"attempts-{number}")) for number in range(1))

    for sign in ("\u202e", "\u2066", "\x1b", "\x07", "\ud800", "\x00", "\u2028"):
        assert sign not in evil
        assert sign not in details
    assert "\\u202egnp.exe" in evil
    assert "{{ 7 * 7 }}" in evil  # a template in a name is text


def test_long_code_is_cut(evil: str) -> None:
    assert len(evil) < 3_000_000
    assert len(str(unpacked(evil, "attempts-0")[-1]["code"])) < 25_000


@pytest.mark.parametrize("text", HOSTILE)
def test_data_cannot_end_its_element(text: str) -> None:
    data = embedded({"text": text})

    assert json.loads(data) == {"text": text}
    assert not set("<>&\u2028\u2029") & set(data)


def test_many_attempts_come_in_chunks_of_their_rows() -> None:
    shelf = Shelf()
    trials = [trial(f"p/{number % 6}", "PF"[number % 2], attempt=number // 6) for number in range(CHUNK + 30)]
    page = page_of(shelf.document(shelf.add("long", trials)))

    assert [len(unpacked(page, f"attempts-{number}")) for number in (0, 1)] == [CHUNK, 30]
    assert "# F16" in str(unpacked(page, "attempts-1")[1]["code"])


def test_details_that_would_make_the_page_too_large_are_left_out() -> None:
    shelf = Shelf()
    trials = [trial(f"p/{number % 6}", "F", attempt=number // 6) for number in range(3 * CHUNK)]
    made = Packing(shelf.document(shelf.add("long", trials)), most_bytes=1_000)
    made.rows()
    names = [name for name, _ in made.chunks()]

    assert "attempts-0" in names
    assert "attempts-2" not in names
    assert made.missing >= CHUNK


def test_with_very_many_attempts_those_that_failed_have_rows() -> None:
    shelf = Shelf()
    trials = [trial(f"p/{number % 6}", "PPF"[number % 3], attempt=number // 6) for number in range(18)]
    made = Packing(shelf.document(shelf.add("long", trials)), most_rows=10)
    data = made.rows()
    details = json.loads(gzip.decompress(base64.b64decode(dict(made.chunks())["attempts-0"])))

    assert [data["verdicts"][row[3]] for row in data["rows"]] == ["failed"] * 6
    assert made.rowless == 12
    assert all("# F" in one["code"] for one in details)


def test_two_runs_say_what_changed() -> None:
    shelf = Shelf(12)
    weak, good = shelf.letters("weak", "PPFFFFFFFFFF"), shelf.letters("good", "FPPPPPPPPPPP")
    page = page_of(shelf.document(weak, good))

    assert "good is better than weak" in page[: page.index("</header>")]
    assert "11 problems changed: 10 now pass · 1 now fail" in page
    assert page.index("now fails") < page.index("now passes")
    diffs = unpacked(page, "diffs-0")
    assert len(diffs) == 11
    assert "+    return x  # F0" in str(diffs[0])


def test_runs_that_cannot_be_compared_say_so_in_title_and_heading() -> None:
    shelf = Shelf(20)
    first = shelf.letters("short", "F" * 20)
    second = shelf.letters("long", "P" * 20, facts={**first.facts, "time": "10s"})
    document = shelf.document(first, second)
    page, text = page_of(document), io.BytesIO()
    markdown.write(document, text)
    said = "short and long cannot be compared: time 3s against 10s"

    assert "<title>mine 1: long against short (cannot be compared: time 3s against 10s)</title>" in page
    assert f'<h1 class="sentence">{said}</h1>' in page
    assert "These figures do not tell which run is better." in page
    assert "is better" not in page.partition("<main")[0]
    changed = page.partition('id="h-changed"')[2].partition("</section>")[0]
    assert not re.search(r"better(?!\.)|worse|not enough data", changed)
    lines = text.getvalue().decode().splitlines()
    assert lines[0] == f"### {said}"
    assert lines[2] == "The figures, which decide nothing: long against short +100.0 points (73.5 – 100.0), 20 problems"
    assert "and 10 more: `assay compare short long --allow-different --details`" in lines


def test_a_run_that_is_left_out_is_named() -> None:
    shelf = Shelf()
    document = shelf.document(shelf.letters("a", "PF"), shelf.letters("b", "FP"), shelf.letters("none", ""))
    text = io.BytesIO()
    markdown.write(document, text)
    said = "run none is not compared with run a: run none has no judged trial"

    assert page_of(document).count(said) == 1
    assert f"> ⚠ {said}\n" in text.getvalue().decode()


def test_runs_of_other_benchmarks_stand_side_by_side() -> None:
    shelf = Shelf()
    mine, other = shelf.letters("mine", "PPFFFF"), shelf.letters("other", "PPPPFF")
    document = shelf.document(mine, shelf.add("else", [trial("q", "P")], benchmark="another"))

    assert document.comparisons == ()
    assert "2 runs" in page_of(document)
    assert len(shelf.document(mine, other).comparisons) == 1


@pytest.mark.parametrize(
    ("letters", "state", "said"),
    [
        pytest.param("", RunState.RUNNING, "Nothing is judged yet", id="empty"),
        pytest.param("P", RunState.FINISHED, "100.0 %", id="one-problem"),
        pytest.param(
            "PF", RunState.INTERRUPTED, "is interrupted: all figures are about the 2 attempts", id="unfinished"
        ),
    ],
)
def test_a_page_is_there_for_every_run(letters: str, state: RunState, said: str) -> None:
    shelf = Shelf()

    assert said in page_of(shelf.document(shelf.letters("r", letters, state=state)))


def test_the_same_document_is_the_same_page(small: str) -> None:
    shelf = Shelf()

    assert page_of(shelf.document(shelf.letters("weak", "PFCT?P"))) == small


@pytest.mark.parametrize(
    ("spec", "command"),
    [
        pytest.param(RunSpec(BenchmarkRef("humaneval"), CandidatesRef("a b.jsonl")),
                     "assay run humaneval --candidates 'a b.jsonl' --time 3s", id="plain"),
        pytest.param(RunSpec(BenchmarkRef("mbpp", challenge=True), subset=Subset(problems="1-3", limit=2),
                             scoring=Scoring(k=(1, 5), quality=True)),
                     "assay run mbpp --candidates 'a b.jsonl' --challenge --problems 1-3 --limit 2 --k 1,5 --quality"
                     " --time 3s", id="chosen"),
        pytest.param(RunSpec(BenchmarkRef("starter"), solving=Solving(("m", "n"), strategy="verify(3)")),
                     "assay solve starter --model m --model n --strategy 'verify(3)' --time 3s", id="solved"),
    ],
)  # fmt: skip
def test_a_run_can_be_made_again(spec: RunSpec, command: str) -> None:
    assert command_of(Run("r", "b", "1", source="a b.jsonl", spec=spec)) == command


def test_a_run_that_nobody_described_has_no_command() -> None:
    assert command_of(Run("r", "b", "1")) == ""
