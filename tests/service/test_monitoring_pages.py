"""The monitoring pages: each with much, nothing, one observation and hostile texts; filters, forms, and what is new."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from itertools import islice
from pathlib import Path

import httpx
import pytest

from assay.access import new_token
from assay.alerts import Alert, AlertChange, AlertEvent, AlertState, Delivery
from assay.monitoring.alerting.example import EXAMPLE
from assay.monitoring.demonstration import feedback_of_month, month
from assay.observations import Feedback, Observation
from assay.service.context import Context, ServiceSettings
from assay.service.links import observation_address
from assay.service.pages.settings import _EXAMINED
from assay.service.remembering import remembered
from assay.store.memory import MemoryStore
from assay.store.opening import open_store
from tests.service.local import in_process
from tests.service.visiting import problems_of

NOW = datetime(2026, 3, 18, 15, 30, tzinfo=UTC)
PAGES = ("/", "/observations", "/errors", "/cost", "/ab", "/alerts", "/settings")
HOSTILE = (
    "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>",
    "{{ 7 * 7 }}{% raw %}",
    "\u202egnp.exe\u2066",
    "x" * 190,
    "👩‍💻\u0301" * 20,
    "'; DROP TABLE observations; --",
    "../../etc/passwd?a=b&c=d#e",
)


def context_with(*observations: Observation, rules: str | None = None) -> Context:
    store = MemoryStore()
    store.add_observations(observations)
    context = Context(store, ServiceSettings(rules=rules), now=lambda: NOW)
    context.parts[_EXAMINED] = "nobody has looked at this machine"
    return context


def firing(**more: object) -> Alert:
    plain = Alert("low", "task_type=a", "accuracy", "critical", AlertState.FIRING, "accuracy 60 % is below 80 %")
    return replace(plain, since=NOW, fired=NOW, n=100, **more)  # type: ignore[arg-type]  # fields of an alert


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A service with a tenth of a month, feedback, and alerts."""
    folder = tmp_path_factory.mktemp("filled")
    rules = Path(folder, "alerts.yaml")
    rules.write_text(EXAMPLE)
    store = open_store(folder / "store.db")
    observed = list(islice(month(now=NOW), 0, None, 10))
    store.add_observations(observed)
    store.add_feedback(list(feedback_of_month(observed, now=NOW)))
    event = AlertEvent(NOW, "low", "task_type=a", AlertChange.FIRED, "accuracy 60 % is below 80 %")
    failed = Delivery("ops", "{}", NOW, NOW, tries=3, error="connection refused")
    store.change_alerts([firing()], events=[event], deliveries=[failed])
    context = Context(store, ServiceSettings(rules=str(rules), is_demo=True), now=lambda: NOW)
    context.parts[_EXAMINED] = "nobody has looked at this machine"
    with in_process(context) as client:
        yield client
    store.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_well_formed_and_has_an_answer(filled: httpx.Client, path: str) -> None:
    found = filled.get(path)

    assert found.status_code == 200
    assert problems_of(found.text) == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        pytest.param("/", "Accuracy", id="overview"),
        pytest.param("/", "The observations behind this", id="overview-leads-on"),
        pytest.param("/errors", "observations since", id="errors"),
        pytest.param("/errors?by=model", "Classes of errors by model", id="errors-by-model"),
        pytest.param("/cost", "A solved task costs $", id="cost"),
        pytest.param("/cost?by=model", "all together", id="cost-by-model"),
        pytest.param("/ab", "control against short-plan", id="arms"),
        pytest.param("/ab?a=short-plan&b=short-plan", "Two different arms are needed", id="one-arm-twice"),
        pytest.param("/ab?a=nobody", "No observations of nobody here", id="unknown-arm"),
        pytest.param("/ab?by=model", "against", id="arms-by-model"),
        pytest.param("/alerts", "connection refused", id="deliveries"),
        pytest.param("/alerts", "one false alarm in 100 days", id="rules"),
        pytest.param("/settings", "There are none", id="tokens"),
        pytest.param("/observations?passed=no", "✗", id="failures"),
        pytest.param("/observations?window=custom&since=2026-03-10T00:00&zone=Asia/Kolkata", "value=", id="custom"),
        pytest.param("/observations?task_id=none", "There are no observations here", id="no-such-task"),
        pytest.param("/?stream=other", "There are no observations here", id="no-such-stream"),
    ],
)
def test_a_page_says_what_it_should(filled: httpx.Client, path: str, words: str) -> None:
    found = filled.get(path)

    assert found.status_code == 200
    assert words in found.text
    assert problems_of(found.text) == []


def test_the_first_page_of_an_empty_store_has_three_commands() -> None:
    with in_process(context_with()) as client:
        found = client.get("/").text

    assert len(re.findall(r'<code class="command">assay ', found)) == 3


@pytest.mark.parametrize(
    "observations",
    [
        pytest.param([], id="none"),
        pytest.param([Observation("t", True, NOW - timedelta(minutes=5))], id="one-that-passed"),
        pytest.param([Observation("t", False, NOW - timedelta(minutes=5), error_class="logic")], id="one-that-failed"),
        pytest.param([Observation("t", True, NOW - timedelta(days=400), arm="a")], id="long-ago"),
        pytest.param([Observation("t", True, NOW + timedelta(hours=20))], id="tomorrow"),
    ],
)
def test_however_little_there_is_every_page_is_there(observations: list[Observation]) -> None:
    with in_process(context_with(*observations)) as client:
        pages = [client.get(f"{path}?window={window}") for path in PAGES for window in ("30d", "all")]

    assert [page.status_code for page in pages] == [200] * len(pages)
    assert [problems_of(page.text) for page in pages] == [[]] * len(pages)


def failures(task: str, number: int, *, hours: float = 1, **rest: object) -> list[Observation]:
    given = {"error_class": "logic", **rest}
    at = NOW - timedelta(hours=hours)
    return [Observation(task, False, at, id=f"{task}{hours}-{one}", **given) for one in range(number)]  # type: ignore[arg-type]  # fields


def test_tasks_are_counted_over_the_whole_time_and_that_is_said() -> None:
    """More old failures of one task than messages are read of."""
    old, new = failures("often", 60, hours=500), failures("rare", 2_000)
    rarer = [replace(one, task_id=f"{one.task_id}{place // 50}") for place, one in enumerate(new)]
    with in_process(context_with(*old, *rarer)) as client:
        page = client.get("/errors").text

    assert "All 2,060 failures of this time, by task." in page
    listed = re.findall(r"task_id=(\w+)\"", page)
    assert listed[0] == "often"


def test_groups_that_say_the_same_are_told_apart_by_their_frames() -> None:
    stack = 'Traceback (most recent call last):\n  File "/a/{0}.py", line 3, in go\n    x\nValueError: no'
    known = [*failures("t", 2, message=stack.format("cart")), *failures("u", 3, message=stack.format("tax"))]
    with in_process(context_with(*known)) as client:
        rows = re.findall(r"<summary>(.*?)</summary>", client.get("/errors").text)

    assert [re.sub("<[^>]+>", "", row) for row in rows] == [
        "3 × ValueError: no in tax.py go",
        "2 × ValueError: no in cart.py go",
    ]


def test_only_errors_that_grew_are_said_to_have_grown() -> None:
    before = failures("t", 50, hours=40 * 24, error_class="edge_case")
    passed = [Observation("p", True, NOW - timedelta(hours=5), id=f"p{one}") for one in range(50)]
    with in_process(context_with(*before, *failures("t", 5, error_class="edge_case"), *passed)) as client:
        fewer = client.get("/").text
    with in_process(context_with(*failures("t", 5, error_class="edge_case"), *passed)) as client:
        first = client.get("/").text

    assert "No class of errors grew." in fewer
    assert "Most frequent errors" in first
    assert "edge case" in first


@pytest.mark.parametrize(
    ("priced", "headline"),
    [
        pytest.param(1, "Costs of 1 observation: too few to say what a solved task costs", id="one"),
        pytest.param(40, "A solved task costs $0.0500, by the costs of 40 observations", id="enough"),
    ],
)
def test_a_price_says_of_how_many_observations_it_is(priced: int, headline: str) -> None:
    known = [
        Observation("t", True, NOW - timedelta(hours=1), id=f"o{one}", cost_usd=0.05 if one < priced else None)
        for one in range(40)
    ]
    with in_process(context_with(*known)) as client:
        page = client.get("/cost").text

    assert f"<h1>{headline}</h1>" in page
    assert "on the front" in page


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_shown_as_text(text: str) -> None:
    short = text[:200]
    one = Observation(
        short, False, NOW - timedelta(hours=2), id=short, stream="production", model=short, model_version=short,
        agent_version=short, task_type=short, arm=short, fingerprint=short, error_class=short,
        message=text * 50, labels={short: short}, cost_usd=0.1, latency_seconds=1.0,
    )  # fmt: skip
    other = replace(one, id="other", arm="plain", passed=True, error_class="")
    context = context_with(one, other)
    context.store.add_feedback([Feedback(short, NOW, by=short, text=text * 50, edit=text)])
    context.store.change_alerts(
        [firing(rule=short, about=short, summary=text)], events=[AlertEvent(NOW, short, short, AlertChange.FIRED, text)]
    )
    with in_process(context) as client:
        pages = [client.get(path) for path in PAGES]
        pages.append(client.get(observation_address(short)))
        pages.append(client.get("/observations", params={"task_id": short, "agent_version": short}))

    assert [page.status_code for page in pages] == [200] * len(pages)
    assert [problems_of(page.text) for page in pages] == [[]] * len(pages)
    assert not any("\u202e" in page.text or "<script>alert" in page.text for page in pages)


@pytest.mark.parametrize(
    ("query", "complaint"),
    [
        pytest.param("window=13d", "window: must be one of", id="window"),
        pytest.param("window=custom&since=yesterday", "since: must be a time", id="since"),
        pytest.param("window=custom&since=1999-01-01", "since: must be a time", id="before-2000"),
        pytest.param("window=custom&since=2026-03-10&until=2026-03-09", "until: must be later", id="turned-around"),
        pytest.param("zone=Nowhere", "zone: ", id="zone"),
        pytest.param("zone=../../etc/passwd", "zone: ", id="path-for-a-zone"),
        pytest.param(f"model={'x' * 201}", "model: must be a text of at most 200", id="long"),
    ],
)
def test_a_filter_that_makes_no_sense_is_refused_by_name(filled: httpx.Client, query: str, complaint: str) -> None:
    for path in ("/", "/observations", "/errors", "/cost", "/ab"):
        found = filled.get(f"{path}?{query}", headers={"Accept": "text/html"})

        assert found.status_code == 400
        assert complaint in unescape(found.text)


@pytest.mark.parametrize("path", ["/errors?by=task_id", "/cost?by=x", "/ab?by=stream", "/observations?passed=perhaps"])
def test_a_choice_that_a_page_does_not_have_is_refused(filled: httpx.Client, path: str) -> None:
    assert filled.get(path).status_code == 400


def test_the_pages_of_a_list_have_everything_once() -> None:
    known = [Observation(f"t{number}", True, NOW - timedelta(minutes=number), id=f"o{number}") for number in range(120)]
    seen, path = [], "/observations"
    with in_process(context_with(*known)) as client:
        while path:
            page = client.get(path).text
            seen += re.findall(r'href="/observation\?id=(o\d+)"', page)
            older = re.search(r'rel="next" href="([^"]+)"', page)
            path = unescape(older[1]) if older else ""

    assert seen == [one.id for one in known]


@pytest.mark.slow
def test_all_links_of_the_pages_lead_somewhere(filled: httpx.Client) -> None:
    links = {
        unescape(link)
        for path in PAGES
        for link in re.findall(r'href="(/[^"]*)"', filled.get(path).text)
        if not link.startswith("/static/")
    }
    one_of_a_kind = {re.sub(r"=[^&]*", "", link): link for link in sorted(links)}

    wrong = {link: code for link in one_of_a_kind.values() if (code := filled.get(link).status_code) != 200}

    assert wrong == {}


def test_what_fires_is_the_first_line_of_its_page() -> None:
    context = context_with()
    context.store.change_alerts([firing()])
    with in_process(context) as client:
        found = client.get("/alerts").text

    assert "1 alert firing" in found
    assert "accuracy 60 % is below 80 %" in found


def token_in(page: str) -> str:
    found = re.search(r'name="csrf" value="([0-9a-f]+)"', page)
    assert found is not None
    return found[1]


def test_an_alert_is_acknowledged_muted_and_unmuted_by_forms() -> None:
    context = context_with()
    context.store.change_alerts([firing()])
    about = {"rule": "low", "about": "task_type=a"}
    with in_process(context) as client:
        form = {**about, "csrf": token_in(client.get("/alerts").text)}
        codes = [
            client.post("/alerts/acknowledge", data=form).status_code,
            client.post("/alerts/mute", data={**form, "hours": "4"}).status_code,
        ]
        muted = context.store.alert("low", "task_type=a")
        codes.append(client.post("/alerts/unmute", data=form).status_code)

    assert codes == [303, 303, 303]
    assert muted is not None
    assert (muted.acknowledged, muted.muted_until) == (NOW, NOW + timedelta(hours=4))
    assert [one.change.value for one in context.store.alert_events()] == ["unmuted", "muted", "acknowledged"]


@pytest.mark.parametrize(
    ("path", "fields", "code"),
    [
        pytest.param("/alerts/mute", {"rule": "low", "about": "task_type=a", "hours": "5"}, 400, id="hours"),
        pytest.param("/alerts/mute", {"rule": "none", "hours": "4"}, 400, id="no-such-alert"),
        pytest.param("/alerts/acknowledge", {}, 400, id="nothing"),
        pytest.param("/alerts/acknowledge", {"rule": "low", "about": "task_type=a", "csrf": "0"}, 403, id="no-token"),
        pytest.param("/settings/tokens", {"name": "", "role": "read"}, 400, id="nobody"),
        pytest.param("/settings/tokens", {"name": "a", "role": "king"}, 400, id="role"),
        pytest.param("/settings/tokens", {"name": "a", "role": "read", "days": "1e9"}, 400, id="days"),
        pytest.param("/settings/tokens", {"name": "a", "role": "read", "csrf": "0"}, 403, id="token-no-token"),
    ],
)
def test_a_form_that_makes_no_sense_changes_nothing(path: str, fields: dict[str, str], code: int) -> None:
    context = context_with()
    context.store.change_alerts([firing()])
    with in_process(context) as client:
        sent = {"csrf": token_in(client.get("/alerts").text), **fields}

        assert client.post(path, data=sent).status_code == code

    assert context.store.alert_events() == []
    assert context.store.tokens() == []


def test_a_token_is_shown_once_and_can_be_revoked() -> None:
    context = context_with()
    with in_process(context) as client:
        form = {"csrf": token_in(client.get("/settings").text)}
        made = client.post("/settings/tokens", data={**form, "name": "ci", "role": "write", "days": "30"})
        [token] = context.store.tokens()
        listed = client.get("/settings").text
        client.post("/settings/tokens/revoke", data={**form, "id": token.id})

    secret = re.search(r'class="secret">([^<]+)<', made.text)
    assert secret is not None
    assert token.is_valid(secret[1], NOW)
    assert made.headers["cache-control"] == "no-store"
    assert secret[1] not in listed
    assert context.store.tokens() == []


def test_who_may_only_read_sees_no_tokens_and_changes_nothing() -> None:
    context = context_with()
    context = replace(context, settings=replace(context.settings, tokens_required=True))
    made = new_token("reader", "read", now=NOW)
    context.store.add_token(made.token)
    context.store.change_alerts([firing()])
    with in_process(context, headers={"Authorization": f"Bearer {made.secret}"}) as client:
        page = client.get("/settings").text
        codes = [client.post(path).status_code for path in ("/settings/tokens", "/alerts/mute", "/alerts/acknowledge")]

    assert "reader" not in page
    assert codes == [403, 403, 403]


def test_the_tag_changes_when_there_is_something_new_and_only_then() -> None:
    context = context_with(Observation("t", True, NOW))
    with in_process(context) as client:
        first = client.get("/live").headers["etag"]
        same = client.get("/live", headers={"If-None-Match": first}).status_code
        context.store.add_observations([Observation("t", True, NOW - timedelta(days=20))])
        late = client.get("/live", headers={"If-None-Match": first})
        context.store.add_feedback([Feedback("x", NOW, thumb=True)])
        said = client.get("/live").headers["etag"]

    assert same == 304
    assert late.status_code == 204
    assert len({first, late.headers["etag"], said}) == 3


def test_what_was_worked_out_is_kept_until_there_is_something_new() -> None:
    context, done = context_with(), []
    for _ in range(2):
        remembered(context, "key", lambda: done.append(1))
    context.store.add_observations([Observation("t", True, NOW)])
    remembered(context, "key", lambda: done.append(1))

    assert len(done) == 2
