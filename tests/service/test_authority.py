"""Tokens, roles and sessions: without a token nothing is read or written where one is required."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from assay.access import id_of, new_token
from assay.service.app import create_app
from assay.service.context import Context, ServiceSettings
from assay.store.memory import MemoryStore
from tests.service.local import HERE, in_process

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
FREE = {"/healthz", "/readyz", "/login", "/logout", "/static/{name}"}
"""What is for everybody: whether the service is up, and what the form for signing in needs."""
ONE = {"task_id": "a", "passed": True, "at": "2026-03-14T11:00:00Z", "id": "x"}


class Clock:
    """A clock that a test sets."""

    now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def context(clock: Clock) -> Context:
    return Context(MemoryStore(), ServiceSettings(tokens_required=True), now=clock)


def secret(context: Context, role: str, *, days: float | None = None) -> str:
    made = new_token(f"a {role}er", role, now=NOON, days=days)
    context.store.add_token(made.token)
    return made.secret


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def routes() -> Iterator[tuple[str, str]]:
    """Every method and path of the application, with something in the place of each parameter."""
    for route in flat(create_app(Context(MemoryStore(), ServiceSettings())).routes):
        assert isinstance(route, APIRoute), "what else is there has to be looked at too"
        if route.path not in FREE:
            for method in (*(route.methods or ()), "HEAD", "OPTIONS"):
                yield method, re.sub(r"\{[^}]*\}", "x", route.path)


def flat(found: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    for route in found:
        inner = getattr(route, "original_router", None)  # newer versions of FastAPI keep routers as they are
        yield from [route] if inner is None else flat(inner.routes)


def test_without_a_token_no_route_gives_or_takes_anything(client: httpx.Client) -> None:
    found = {(method, path): client.request(method, path).status_code for method, path in routes()}

    assert len(found) > 20
    assert {status for (method, _), status in found.items() if method not in ("HEAD", "OPTIONS")} == {401}
    assert {status for (method, _), status in found.items() if method in ("HEAD", "OPTIONS")} <= {401, 405}


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Authorization": "Bearer"}, id="empty"),
        pytest.param({"Authorization": "Bearer x"}, id="no-token"),
        pytest.param({"Authorization": "Bearer assay_000000000000_" + "a" * 43}, id="unknown"),
        pytest.param({"Authorization": "Basic YTpi"}, id="basic"),
        pytest.param({"Authorization": "Bearer assay_' OR 1=1 --_x"}, id="sql"),
        pytest.param({"Cookie": "assay_session=assay_000000000000_aaaa"}, id="session"),
    ],
)
def test_what_is_no_token_is_refused_with_a_challenge(client: httpx.Client, headers: dict[str, str]) -> None:
    answer = client.get("/v1/observations", headers=headers)

    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, 'Bearer realm="assay"')
    assert list(answer.json()) == ["error"]


@pytest.mark.parametrize(
    ("role", "read", "write"),
    [("read", 200, 403), ("write", 200, 200), ("admin", 200, 200)],
)
def test_a_role_may_do_what_it_says(client: httpx.Client, context: Context, role: str, read: int, write: int) -> None:
    headers = bearer(secret(context, role))

    assert client.get("/v1/observations", headers=headers).status_code == read
    assert client.post("/v1/observations", json=ONE, headers=headers).status_code == write


def test_a_token_ends_when_it_expires_or_is_revoked(client: httpx.Client, context: Context, clock: Clock) -> None:
    short, long = secret(context, "read", days=1), secret(context, "read")
    clock.now = NOON + timedelta(days=1)

    assert client.get("/v1/runs", headers=bearer(short)).status_code == 401
    assert client.get("/v1/runs", headers=bearer(long)).status_code == 200
    context.store.revoke_token(id_of(long) or "")
    assert client.get("/v1/runs", headers=bearer(long)).status_code == 401


def test_the_last_use_is_noted_now_and_then(client: httpx.Client, context: Context, clock: Clock) -> None:
    headers = bearer(secret(context, "read"))
    used = []
    for minutes in (0, 5, 10):
        clock.now = NOON + timedelta(minutes=minutes)
        client.get("/v1/runs", headers=headers)
        used.append(context.store.tokens()[0].used)

    assert used == [NOON, NOON, NOON + timedelta(minutes=10)]


def form_token(page: httpx.Response) -> str:
    found = re.search(r'name="csrf" value="([0-9a-f]+)"', page.text)
    assert found
    return found[1]


def sign_in(client: httpx.Client, token: str, where: str = "/runs") -> httpx.Response:
    page = client.get("/login")
    return client.post("/login", data={"csrf": form_token(page), "token": token, "next": where})


def test_a_browser_that_shows_a_token_gets_a_session(client: httpx.Client, context: Context) -> None:
    answer = sign_in(client, secret(context, "read"))
    cookie = answer.headers["set-cookie"]

    assert (answer.status_code, answer.headers["location"]) == (303, "/runs")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert client.get("/v1/runs").status_code == 200
    assert client.post("/v1/observations", json=ONE).status_code == 403


def test_whoever_signs_out_has_no_session_any_more(client: httpx.Client, context: Context) -> None:
    sign_in(client, secret(context, "read"))
    kept = client.cookies["assay_session"]
    page = client.get("/runs")
    answer = client.post("/logout", data={"csrf": form_token(page)})

    assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    assert client.get("/v1/runs", headers={"Cookie": f"assay_session={kept}"}).status_code == 401


def test_a_session_ends_by_itself_and_with_its_token(client: httpx.Client, context: Context, clock: Clock) -> None:
    sign_in(client, secret(context, "read"))
    clock.now = NOON + timedelta(hours=12)
    after_hours = client.get("/v1/runs").status_code
    clock.now = NOON
    context.store.revoke_token(context.store.tokens()[0].id)

    assert (after_hours, client.get("/v1/runs").status_code) == (401, 401)


def test_a_session_opens_no_other_session(client: httpx.Client, context: Context) -> None:
    sign_in(client, secret(context, "read"))

    assert sign_in(client, client.cookies["assay_session"]).status_code == 401


def test_a_wrong_token_leads_back_to_the_form_which_does_not_repeat_it(client: httpx.Client) -> None:
    answer = sign_in(client, "assay_ab_wrong-token")

    assert answer.status_code == 401
    assert "not valid" in answer.text
    assert "wrong-token" not in answer.text
    assert "assay_session" not in client.cookies


@pytest.mark.parametrize(
    "where", ["//evil.example", "https://evil.example", "/\\evil", "javascript:x", "", "/a\r\nX: y"]
)
def test_signing_in_leads_to_no_other_site(client: httpx.Client, context: Context, where: str) -> None:
    assert sign_in(client, secret(context, "read"), where).headers["location"] == "/"


@pytest.mark.parametrize(
    ("data", "headers", "status"),
    [
        pytest.param({"token": "x"}, {}, 403, id="no-token"),
        pytest.param({"csrf": "0" * 64}, {}, 403, id="another"),
        pytest.param({"csrf": "é"}, {}, 403, id="not-ascii"),
        pytest.param(None, {"Content-Type": "application/json"}, 415, id="json"),
        pytest.param(None, {"Content-Type": "text/plain"}, 415, id="text"),
    ],
)
def test_a_form_without_the_token_of_its_page_is_refused(
    client: httpx.Client, data: dict[str, str] | None, headers: dict[str, str], status: int
) -> None:
    client.get("/login")

    assert client.post("/login", data=data, headers=headers).status_code == status


def test_the_token_of_a_form_belongs_to_one_browser(context: Context) -> None:
    with in_process(context) as mine, in_process(context) as theirs:
        stolen = form_token(theirs.get("/login"))
        mine.get("/login")

        assert mine.post("/login", data={"csrf": stolen, "token": "x"}).status_code == 403
        assert theirs.post("/login", data={"csrf": stolen, "token": "x"}).status_code == 401


@pytest.mark.parametrize("body", [b"csrf=%ff", b"a=1&a=2", b"&".join(b"a%d=1" % n for n in range(300)), b"a=%00"])
def test_a_form_that_cannot_be_read_is_refused(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/login", content=body, headers={"Content-Type": "application/x-www-form-urlencoded"})

    assert answer.status_code == 400


def test_a_page_that_needs_a_token_leads_to_the_form(client: httpx.Client) -> None:
    answer = client.get("/runs", headers={"Accept": "text/html"})

    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=%2Fruns")


def test_behind_tls_the_session_is_sent_over_tls_only(client: httpx.Client, context: Context) -> None:
    page, token = client.get("/login"), secret(context, "read")
    data = {"csrf": form_token(page), "token": token}
    answer = client.post("/login", data=data, headers={"Origin": HERE.replace("http:", "https:")})

    assert "Secure" in answer.headers["set-cookie"]
