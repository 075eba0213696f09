"""Third round of attacks on the service and on every reader: bytes behind a body, other kinds of values, names.

Each is in the form of `service_attacks`, and of a mechanism that is not there.
"""

from __future__ import annotations

import csv
import io
import json
import os
import resource
import shutil
import socket
import sqlite3
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx

from assay.access import NewToken, new_session, new_token
from assay.benchmarks.own import load_own
from assay.errors import UsageError
from assay.front.client import Client
from assay.models.http import HttpModel
from assay.models.keys import ApiKey
from assay.models.pacing import Patience
from assay.models.scripted import ScriptedModel
from assay.monitoring.alerting.reading import rules_of
from assay.records import Candidate, Trial, Verdict
from assay.reports.exporting import export_folder
from assay.service.context import Context, ServiceSettings
from assay.solutions import Message
from assay.store.base import StoreFault
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore
from tests.hostile.service_attacks import (
    HEAD,
    HERE,
    ONE,
    PASS,
    RUN,
    SECRET,
    SEEN,
    Place,
    ServiceAttack,
    act_of,
    agent,
    ask,
    asked_to,
    chat,
    complaint,
    delivered,
    file,
    outcome,
    put,
    put_beside,
    puts,
    raw,
    secret,
    shows,
    statements,
    stored,
    viewed,
)
from tests.monitoring.receiving import Handler, receiving
from tests.reports.test_formats import document, written
from tests.service.local import in_process, on_loopback
from tests.solvers.test_gateway import desk_of, said_raw, served
from tests.store.builders import a_run, a_trial, numbered

# ---- bytes on a socket -----------------------------------------------------------------------------------------------

Act = Callable[[Place], str]
GET = b"GET /healthz HTTP/1.1\r\nHost: HOST\r\n"
LAST = b"Connection: close\r\n\r\n"
PIECES = HEAD + b"Transfer-Encoding: chunked\r\n"
SMUGGLED = b"GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n"
BYTES = tuple(
    raw(*one)
    for one in (
        ("a trailer of no name", PIECES + b"\r\n1d\r\n" + PASS + b"\r\n0\r\nX: y\r\n\r\n",
         "headers behind the body are added to those that were checked", "400"),
        ("a trailer that says who asks", PIECES + b"\r\n1d\r\n" + PASS + b"\r\n0\r\nAuthorization: Bearer x\r\n\r\n",
         "a header that was not there when the sender was looked at", "400"),
        ("a trailer of a GET", GET + b"Transfer-Encoding: chunked\r\n\r\n0\r\nOrigin: null\r\n\r\n",
         "the same, of a request whose body is not read", "400"),
        ("the size of a piece with a sign", PIECES + b"\r\n+1d\r\n" + PASS + b"\r\n0\r\n\r\n",
         "a size that only some read", "400"),
        ("the size of a piece as Python has it", PIECES + b"\r\n0x1d\r\n" + PASS + b"\r\n0\r\n\r\n",
         "a size in another notation", "400"),
        ("the size of a piece with a blank", PIECES + b"\r\n1 d\r\n" + PASS + b"\r\n0\r\n\r\n",
         "a size that ends early for some", "400"),
        ("a piece that is longer than it says", PIECES + b"\r\n1\r\n" + PASS + b"\r\n0\r\n\r\n",
         "the rest of a piece would be the next request", "400"),
        ("pieces with line ends alone", PIECES + b"\r\n1d\n" + PASS + b"\n0\n\n",
         "line ends that one server takes and the other does not", "400"),
        ("an extension with a line end", PIECES + b"\r\n1d;a=\n" + PASS + b"\r\n0\r\n\r\n" + LAST,
         "an extension hides the end of its line", "400"),
        ("pieces in the old version", HEAD.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
         + SMUGGLED, "HTTP/1.0 has no pieces: what follows would be another request", "400"),
        ("pieces that are the same", PIECES + b"Transfer-Encoding: identity\r\n\r\n" + PASS,
         "two codings of which one is none", "400"),
        ("a coding behind a tab", HEAD + b"Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n" + LAST,
         "white space that one server trims", "400"),
        ("a coding with a blank in its name", HEAD + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
         "a name that one server trims", "400"),
        ("a coding in a folded line", HEAD + b"X: y\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         "a header that hides in the one before", "400"),
        ("the same length twice", HEAD + b"Content-Length: 29\r\nContent-Length: 29\r\n\r\n" + PASS,
         "two lengths of which the last may be another one elsewhere", "400"),
        ("a list of lengths", HEAD + b"Content-Length: 29, 29\r\n\r\n" + PASS, "two lengths in one header", "400"),
        ("an empty length", HEAD + b"Content-Length:\r\n\r\n" + PASS, "a length that is none", "400"),
        ("a length in another notation", HEAD + b"Content-Length: 0x1d\r\n\r\n" + PASS,
         "digits that only some read", "400"),
        ("a length with an underscore", HEAD + b"Content-Length: 2_9\r\n\r\n" + PASS, "digits as Python has them",
         "400"),
        ("a length beyond counting", HEAD + b"Content-Length: 99999999999999999999999\r\n\r\n" + PASS,
         "a length that becomes small in 64 bits", "400"),
        ("a length of another name", HEAD + b"Content_Length: 29\r\n\r\n" + PASS,
         "an underscore that other servers take for a hyphen", "400"),
        ("who asks twice", GET + b"Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
         "one of two senders is checked", "400"),
        ("what it is twice", HEAD + b"Content-Type: text/plain\r\nContent-Length: 29\r\n\r\n" + PASS,
         "one of two types is checked", "400"),
        ("a host with a tab", b"GET /healthz HTTP/1.1\r\nHost: HOST\t.evil\r\n\r\n", "white space within a name",
         "421"),
        ("an empty host", b"GET /healthz HTTP/1.1\r\nHost:\r\n\r\n", "a name without a character", "421"),
        ("a host with a wide port", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:99999\r\n\r\n",
         "a port that none is", "421"),
        ("a host with a path", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1/@evil.example\r\n\r\n",
         "a name that is more than one", "421"),
        ("a host in wide letters", "GET /healthz HTTP/1.1\r\nHost: ｌocalhost\r\n\r\n".encode(),
         "letters that are another one when they are normalised", "421"),
        ("all of the service", b"OPTIONS * HTTP/1.1\r\nHost: HOST\r\n" + LAST, "a target that is no path", "404"),
        ("a path that is no text", b"GET /\xff\xfe HTTP/1.1\r\nHost: HOST\r\n\r\n", "bytes that ASCII has not", "400"),
        ("a path with a fragment", b"GET /healthz#/../v1/runs HTTP/1.1\r\nHost: HOST\r\n\r\n",
         "what follows the # is another path elsewhere", "200"),
        ("two slashes before a path", b"GET //v1/runs HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n" + LAST,
         "a path that is not checked as one of the API, and is routed as one", "404"),
        ("a path spelt out", b"GET /%76%31/runs HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\r\n",
         "a path is checked before it is decoded", "403"),
        ("a path with dots spelt out", b"GET /static/%2e%2e/%2e%2e/v1/runs HTTP/1.1\r\nHost: HOST\r\n" + LAST,
         "dots are taken out after the check", "404"),
        ("a request in the body of a GET", GET + b"Content-Length: %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED,
         "a body that is read as the next request", "200"),
        ("a request behind a refusal", HEAD + b"Content-Length: x\r\n\r\n" + SMUGGLED,
         "what follows bytes that make no sense is served", "400"),
        ("fifty requests at once", (GET + b"\r\n") * 50 + GET + LAST,
         "requests wait in a row that has no bound", " ".join(["200"] * 51)),
        ("waiting for permission", GET + b"Expect: 100-continue\r\n" + LAST, "a client that is told to go on", "200"),
        ("expecting what is not there", GET + b"Expect: the-impossible\r\n" + LAST, "an unknown expectation", "200"),
        ("another protocol in clear", GET + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
         b"HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n", "an upgrade past the guard", "200"),
        ("a hop that takes headers away", b"GET /v1/runs HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n"
         b"Connection: close, Origin\r\n\r\n", "a header that names the check as one to drop", "403"),
    )
)  # fmt: skip


def behind_the_body(place: Place) -> str:
    """Send headers behind a body for as long as they are taken; memory must not grow with them."""
    host, port = place.address.removeprefix("http://").split(":")
    before = resident()
    sent = 0
    with socket.create_connection((host, int(port)), timeout=20) as line, suppress(OSError):
        line.sendall(PIECES.replace(b"HOST", f"{host}:{port}".encode()) + b"\r\n1d\r\n" + PASS + b"\r\n0\r\n")
        while sent < 20 << 20:
            line.sendall(b"a: b\r\n" * 10_000)
            sent += 60_000
    return "bounded" if resident() - before < 100 << 20 and sent < 20 << 20 else f"{resident() - before:,} bytes more"


def behind_an_answer(place: Place) -> str:
    """Go on with a body whose request is answered already: it ends by its size, whatever it is made of."""
    host, port = place.address.removeprefix("http://").split(":")
    sent = 0
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(GET.replace(b"HOST", f"{host}:{port}".encode()) + b"Transfer-Encoding: chunked\r\n\r\n2;")
        with suppress(OSError):
            while sent < 300 << 20:
                line.sendall(b"a" * (1 << 20))
                sent += 1 << 20
    return "ended" if sent < 300 << 20 else "never ended"


def slowly_behind_an_answer(place: Place) -> str:
    """Send a byte now and then of a body whose request is answered already: the line ends by its time."""
    settings = ServiceSettings(workers=1)
    settings = replace(settings, bounds=replace(settings.bounds, body_seconds=1.0))
    with on_loopback(Context(MemoryStore(), settings)) as address:
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=5) as line:
            line.sendall(GET.replace(b"HOST", f"{host}:{port}".encode()) + b"Content-Length: 1000\r\n\r\n")
            for _ in range(40):
                try:
                    line.sendall(b"a")
                except OSError:
                    return "ended"
                time.sleep(0.2)
    return "open after 8 s"


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


LINES = (
    act_of("bytes: headers behind a body", "headers that no bound counts grow in memory, without a token", "bounded",
           behind_the_body, seen="800 MiB of 40 MiB sent"),
    act_of("bytes: an extension without an end", "what is no body is not counted as one", "ended", behind_an_answer,
           seen="never ended"),
    act_of("bytes: a body that is not waited for", "each byte makes the line live on", "ended", slowly_behind_an_answer,
           seen="open for ever", slow=True),
)  # fmt: skip


# ---- requests --------------------------------------------------------------------------------------------------------

TESTS = {"tests": "assert f(1) == 1", "entry_point": "f"}
JUDGED: tuple[tuple[str, object, str, int, str], ...] = (
    ("a style that is a list", {**TESTS, "style": []}, "a value that cannot be looked up in a set", 200, "status 500"),
    ("a style that is an object", {**TESTS, "style": {"a": 1}}, "the same of another kind", 200, "status 500"),
    ("a prelude that is a number", {**TESTS, "prelude": 1}, "a number where code stands", 400, ""),
    ("tests that are an object", {"tests": {"a": 1}}, "an object where code stands", 400, ""),
    ("tests that are half a character", {"tests": "assert f('\ud800')", "entry_point": "f"},
     "text that no parser takes", 400, ""),
    ("tests of many brackets", {"tests": "assert f(" + "(" * 3000}, "code deeper than the parser goes", 400, ""),
    ("an entry point that is a list", {**TESTS, "entry_point": ["f"]}, "a name that is none", 400, ""),
    ("an entry point of another script", {**TESTS, "entry_point": "\uff46"},
     "a name that is another one when Python normalises it", 200, ""),
    ("an entry point with dots", {**TESTS, "entry_point": "os.system"}, "an attribute where a name stands", 400, ""),
    ("a path above", {"entry_point": "f", "cases": [{"call": "f(1)", "returns": "1"}], "target": "../a.py"},
     "the place of the candidate is outside of its folder", 400, ""),
    ("a file above", {"entry_point": "f", "cases": [{"call": "f(1)", "returns": "1"}], "target": "a.py",
                      "files": {"/etc/x": ""}}, "a file beside the candidate is elsewhere", 400, ""),
    ("a reference in a file", {"entry_point": "f", "cases": [{"call": "f(1)", "returns": "1"}],
                               "reference_file": "/etc/passwd"}, "a key that reads a file of the machine", 400, ""),
    ("a predicate that is code", {"entry_point": "f", "cases": [{"call": "f(1)", "accept": "import os"}]},
     "code that defines nothing", 400, ""),
    ("a call of another function", {"entry_point": "f", "cases": [{"call": "g(1)", "returns": "1"}]},
     "what is called is not the entry point", 400, ""),
    ("a result that folds", {"entry_point": "f", "cases": [{"call": "f(1)", "returns": "9**9**9**9"}]},
     "a constant that takes all memory when it is folded", 400, ""),
    ("outputs without inputs", {"inputs": ["1"], "outputs": []}, "two lists of two lengths", 400, ""),
    ("inputs that are text", {"inputs": "abc", "outputs": "abc"}, "texts are sequences too", 400, ""),
    ("lines of two kinds", {"test_cases": [{"input": ["1", 2], "output": "1"}]}, "a number among lines", 400, ""),
    ("verification that is a list", {"verification_info": []}, "a list where an object stands", 400, ""),
    ("verification in verification", {"verification_info": '{"verification_info": "{}"}'}, "JSON in JSON", 400, ""),
)  # fmt: skip
OPTIONS: tuple[tuple[str, object, str, int], ...] = (
    (
        "problems that are a pattern",
        {"problems": "(a+)+$"},
        "a pattern that a search goes through again and again",
        400,
    ),
    ("problems that are a list", {"problems": ["mask_digits"]}, "a list where text stands", 400),
    ("an endless time", {"time": 1e308}, "seconds beyond what the service allows", 400),
    ("a time that is text", {"time": "inf"}, "a number that text hides", 400),
    ("a time below nothing", {"time": -1}, "a time that is over before it begins", 400),
    ("memory as text", {"memory": "1e30GiB"}, "bytes beyond what the service allows", 400),
    ("a limit that is true", {"limit": True}, "a truth is a number of Python", 400),
    ("attempts beyond counting", {"attempts": 10**30}, "a count that no column holds", 202),
    ("k of nothing", {"k": [0]}, "a share of no attempts", 400),
    ("k that is text", {"k": "all"}, "text where a list of numbers stands", 400),
    ("a label without a name", {"label": ["=x"]}, "a label that nothing can name", 400),
    ("a name with NUL", {"name": "a\0b"}, "a name that no database keeps", 400),
    ("a name of half a character", {"name": "\ud800"}, "a name that no encoding writes", 400),
    ("a form by path", {"form": "../x"}, "a form is looked up by a name", 400),
    ("another store", {"STORE": "x"}, "the name of an option in capitals", 400),
    ("options in options", {"options": {"time": 1}}, "an option that holds options", 400),
)
ROWS: tuple[tuple[str, object, str, int], ...] = (
    ("nothing but nothing", [[None, None]], "programs that are null", 400),
    ("nothing alone", [None], "a row that is null", 400),
    ("a row that is empty", [{}], "a row without a field", 400),
    ("a problem that is true", [{"task_id": True, "solution": "x"}], "a truth is a number of Python", 400),
    ("a problem that is a list", [{"task_id": ["mask_digits"], "solution": "x"}], "an id that cannot be looked up",
     400),
    ("an attempt of a fraction", [{"task_id": "mask_digits", "solution": "x", "attempt": 0.5}], "half an attempt", 400),
    ("an attempt beyond the store", [{"task_id": "mask_digits", "solution": "x", "attempt": 2**63}],
     "a number that no column holds", 400),
    ("an attempt twice", [{"task_id": "mask_digits", "solution": "x", "attempt": 1}] * 2,
     "two programs under one number", 400),
    ("files above", [{"task_id": "mask_digits", "files": {"../x": "y"}}], "a path out of the folder", 202),
    ("files that are a list", [{"task_id": "mask_digits", "files": ["x"]}], "a list where an object stands", 400),
    ("formats of two kinds", [{"task_id": "mask_digits", "solution": "x"}, {"instance_id": "x", "model_patch": "y"}],
     "two formats in one file", 400),
    ("predictions in predictions", {"predictions": [{"predictions": []}]}, "an object where a list stands", 400),
)  # fmt: skip
REQUESTS = (
    *(
        ask(f"judge, {name}", "/v1/judge", json.dumps({"problem": problem, "code": "x"}).encode(), mechanism, status,
            seen=seen or None)
        for name, problem, mechanism, status, seen in JUDGED
    ),
    *(
        ask(f"option, {name}", "/v1/runs", json.dumps({**RUN, "options": given}).encode(), mechanism, status)
        for name, given, mechanism, status in OPTIONS
    ),
    *(
        ask(f"row, {name}", "/v1/runs", json.dumps({**RUN, "candidates": rows}).encode(), mechanism, status)
        for name, rows, mechanism, status in ROWS
    ),
    ask("a key twice, once spelt out", "/v1/observations", rb'{"task_id":"t","passed":false,"p\u0061ssed":true}',
        "two keys that are one after the escapes are read", 400),
    ask("a mark before the text", "/v1/observations", b'\xef\xbb\xbf{"task_id":"t","passed":true}',
        "a byte order mark that only some skip", 400),
    ask("JSON of another width", "/v1/observations", '{"task_id":"t","passed":true}'.encode("utf-16"),
        "an encoding that a reader would guess", 400),
    ask("a number that is none", "/v1/observations", b'{"task_id":"t","passed":true,"cost_usd":NaN}',
        "a constant that only Python writes", 400),
    ask("nothing below zero", "/v1/observations", {**SEEN, "cost_usd": -0.0}, "zero with a sign", 200),
    ask("two names of one time", "/v1/observations", {**SEEN, "at": "2026-01-01T00:00:00Z", "timestamp": "x"},
        "a time twice: which one is meant would be a guess", 400),
    ask("a field that is a label", "/v1/observations", {**SEEN, "labels": {"a": "b"}, "a": "c"},
        "a label that stands in two places", 200),
    ask("a label without a name", "/v1/observations", {**SEEN, "labels": {"": "x"}}, "an empty key", 200),
    ask("six stars", "/v1/feedback", {"observation": "x", "stars": 6}, "a number beyond the scale", 400),
    ask("a star that is true", "/v1/feedback", {"observation": "x", "stars": True}, "a truth is a number", 400),
    ask("a field of the class", "/v1/feedback", {"observation": "x", "stars": 1, "__class__": "x"},
        "a name that Python's objects have", 400),
    ask("lines that end otherwise", "/v1/observations", b'{"task_id":"t","passed":true}\r{"task_id":"u","passed":true}',
        "a line end that only some take for one", 400, kind="application/x-ndjson"),
    ask("a type that begins alike", "/v1/observations", SEEN, "a type that a form elsewhere may send", 415,
        kind="application/json5"),
    ask("a type in a parameter", "/v1/observations", SEEN, "the true type stands behind a semicolon", 415,
        kind="text/plain; application/json"),
)  # fmt: skip
VIEWED = tuple(
    viewed(*one)
    for one in (
        ("events before a number beyond 64 bits", f"/alerts?before={10**30}", "a number that no column holds", 422),
        ("events before nothing", "/alerts?before=-1", "a place before the first one", 422),
        ("an observation of three kinds", "/v1/observations?passed=maybe", "a truth of three values", 422),
        ("an order that is SQL", "/runs?sort=name;DROP%20TABLE%20runs", "SQL in the place of a column", 200),
        ("a run of another script", "/runs/%EF%BD%92%EF%BC%90", "an id that is another one when normalised", 404),
        ("a run with a mark of direction", "/runs/%E2%80%AEabc", "an id that is shown backwards", 404),
        ("a comparison with a margin of nan", "/v1/compare?a=x&b=y&margin=nan", "every comparison with nan is false",
         422),
        ("a margin below nothing", "/v1/compare?a=x&b=y&margin=-0.0", "zero with a sign", 404),
        ("a zone that is the machine's", "/?zone=localtime", "a zone that says where the service runs, to a reader",
         200),
        ("a zone of leap seconds", "/?zone=right/UTC", "a zone with another count of seconds", 200),
        ("an hour that is not there", "/?window=custom&since=2026-03-29T02:30&until=2026-03-30&zone=Europe/Berlin",
         "an hour that the clock leaves out", 200),
        ("an hour that is there twice", "/?window=custom&since=2026-10-25T02:30&until=2026-10-26&zone=Europe/Berlin",
         "an hour that comes twice", 200),
        ("tags in every field", "/observations?" + "&".join(
            f"{name}=%3Cscript%3Ealert(1)%3C/script%3E" for name in ("model", "arm", "task_type", "stream")),
         "a value stands in the form that offers it", 200),
        ("a list in brackets", "/runs?text[]=a&text[x]=b", "brackets that some frameworks unfold", 200),
    )
)  # fmt: skip


# ---- who may do what -------------------------------------------------------------------------------------------------


@contextmanager
def guarded() -> Iterator[tuple[httpx.Client, Context, dict[str, NewToken]]]:
    """Give a client of a service that wants tokens, and one of each role."""
    context = Context(MemoryStore(), ServiceSettings(workers=1, tokens_required=True))
    tokens = {role: new_token(role, role, now=context.now(), days=1) for role in ("read", "write", "admin")}
    for made in tokens.values():
        context.store.add_token(made.token)
    with in_process(context, timeout=60) as client:
        yield client, context, tokens


def as_role(method: str, path: str, role: str, kind: str = "application/json") -> Callable[[Place], str]:
    def act(place: Place) -> str:
        with guarded() as (client, _, tokens):
            headers = {"Authorization": f"Bearer {tokens[role].secret}", "Content-Type": kind}
            return f"status {client.request(method, path, headers=headers, content=b'{}').status_code}"

    return act


def shown_as(change: Callable[[str], dict[str, str]]) -> Callable[[Place], str]:
    """Return an act that shows an admin's secret in another way than it is meant to be shown."""

    def act(place: Place) -> str:
        with guarded() as (client, _, tokens):
            return f"status {client.get('/v1/runs', headers=change(tokens['admin'].secret)).status_code}"

    return act


def of_a_session(end: Callable[[Context, NewToken, NewToken], object]) -> Callable[[Place], str]:
    """Return an act that uses a session after something has ended it."""

    def act(place: Place) -> str:
        with guarded() as (client, context, tokens):
            session = new_session(tokens["read"].token, now=context.now())
            context.store.add_token(session.token)
            other = end(context, tokens["read"], session)
            shown = other.secret if isinstance(other, NewToken) else session.secret
            return f"status {client.get('/v1/runs', headers={'Cookie': f'assay_session={shown}'}).status_code}"

    return act


def another_session(context: Context, token: NewToken, session: NewToken) -> NewToken:
    """Open a session with a session, end the token, and return the second session."""
    made = new_session(session.token, now=context.now())
    context.store.add_token(made.token)
    context.store.revoke_token(token.token.id)
    return made


def without_a_token(place: Place) -> str:
    """Ask for everything without a token, and return what is given besides what is for everybody."""
    from assay.service.app import ROUTERS

    given = []
    with guarded() as (client, _, _):
        for route in (route for router in ROUTERS for route in router.routes):
            for method in route.methods:  # type: ignore[attr-defined]  # of routes of HTTP
                path = route.path.partition("{")[0] + ("x/0" if "{" in route.path else "")  # type: ignore[attr-defined]
                status = client.request(method, path, headers={"Content-Type": "application/json"}).status_code
                if status not in (401, 404, 405):
                    given.append(f"{method} {path}: {status}")
    return ", ".join(given) or "nothing"


ROLES = (
    act_of("role: everything without a token", "a route that forgets to ask", "nothing", without_a_token),
    *(
        act_of(f"role: {name}", mechanism, expected, act)
        for name, mechanism, expected, act in (
            ("a reader that judges", "a program is run for a reader", "status 403",
             as_role("POST", "/v1/judge", "read")),
            ("a reader that sends", "a row is kept for a reader", "status 403",
             as_role("POST", "/v1/observations", "read")),
            ("a reader that rates", "a page with a form is given to a reader", "status 403",
             as_role("GET", "/feedback/rate", "read")),
            ("a writer that mutes", "an alert is silenced by a writer", "status 403",
             as_role("POST", "/v1/alerts/mute", "write")),
            ("a writer that makes a token", "a token of a higher role than one's own", "status 403",
             as_role("POST", "/settings/tokens", "write", "application/x-www-form-urlencoded")),
            ("an admin without the form", "a token opens what only a form of ours may do", "status 403",
             as_role("POST", "/settings/tokens", "admin", "application/x-www-form-urlencoded")),
            ("another scheme", "a secret is taken from wherever it stands", "status 401",
             shown_as(lambda text: {"Authorization": f"Basic {text}"})),
            ("a secret in the address", "a secret stands in logs", "status 401",
             shown_as(lambda text: {"Referer": f"http://127.0.0.1/?token={text}"})),
            ("a secret with one sign more", "the beginning of a secret is compared", "status 401",
             shown_as(lambda text: {"Authorization": f"Bearer {text}a"})),
            ("a secret without its end", "a shorter secret is compared", "status 401",
             shown_as(lambda text: {"Authorization": f"Bearer {text[:-1]}"})),
            ("a secret in other letters", "a secret is compared without case", "status 401",
             shown_as(lambda text: {"Authorization": f"Bearer {text.swapcase()}"})),
            ("an id without its secret", "the public part opens", "status 401",
             shown_as(lambda text: {"Authorization": f"Bearer {text.rpartition('_')[0]}_"})),
            ("a session of a token that was revoked", "a session lives longer than its token", "status 401",
             of_a_session(lambda context, token, session: context.store.revoke_token(token.token.id))),
            ("a session that was left", "a cookie that was given back is used", "status 401",
             of_a_session(lambda context, token, session: context.store.revoke_token(session.token.id))),
            ("a session of a session", "a session opens another one and outlives its token", "status 401",
             of_a_session(another_session)),
        )
    ),
)  # fmt: skip


# ---- files -----------------------------------------------------------------------------------------------------------

CASE = 'entry_point = "f"\n[[cases]]\ncall = "f(1)"\nreturns = "1"\n'
PROBLEMS: tuple[tuple[str, str, str, str], ...] = (
    ("a home of no user", 'reference_file = "~nosuchuser/x"\n' + CASE, "a folder that the system does not know",
     "RuntimeError"),
    ("a repository at no home", '[repository]\nname = "a"\nbase = "abcdef0"\n'
     'source = "~nosuchuser/x"\nfail_to_pass = ["a"]\n', "the same of a repository", "RuntimeError"),
    ("a long name of a reference", f'reference_file = "{"a" * 300}"\n' + CASE,
     "a path that the kernel does not look at",
     "OSError"),
    ("a reference that is a device", 'reference_file = "/dev/zero"\n' + CASE, "a device in the place of a file", ""),
    ("a reference that is here", 'reference_file = "."\n' + CASE, "a folder in the place of a file", ""),
    ("a reference with NUL", 'reference_file = "a\\u0000b"\n' + CASE, "a path that no file has", ""),
    ("a reference of the process", 'reference_file = "/proc/self/mem"\n' + CASE,
     "the memory of this process as a file", ""),
    ("an id with controls", 'id = "a\\u001b[2J"\n' + CASE, "an id is printed to a terminal", ""),
    ("an id that reads backwards", 'id = "a\\u202eb"\n' + CASE, "an id that is shown in another order", ""),
    ("tags that are numbers", "tags = [1]\n" + CASE, "a number where text stands", ""),
    ("a tolerance that is none", CASE + "atol = nan\n", "nothing is nearer than nan", ""),
    ("a tolerance of everything", CASE + "atol = inf\n", "everything is nearer than inf", ""),
    ("a tolerance below nothing", CASE + "rtol = -1.0\n", "nothing is nearer than that", ""),
    ("a call with a walrus", CASE.replace("f(1)", "f(x := 1)"), "a call that is more than literals", ""),
    ("a call with a star", CASE.replace("f(1)", "f(*[1] * 10**9)"), "arguments that unfold", ""),
    ("a result that is a name", CASE.replace('"1"', '"__import__"'), "a name where a value stands", ""),
    ("an exception that is none", 'entry_point = "f"\n[[cases]]\ncall = "f(1)"\nraises = "print"\n',
     "a name of Python's that is no exception", ""),
    ("a strategy that is code", CASE + '[[properties]]\nproperty = "idempotent"\nstrategy = "exec(\'1\')"\n',
     "an expression of strategies is code", ""),
    ("a file of a problem above", 'target = "a.py"\nfiles = {"../x" = "y"}\n' + CASE, "a file is written elsewhere",
     ""),
    ("inputs without outputs", '[[inputs]]\nstdin = "1"\n', "nothing to compare with", ""),
    ("a checker that is nothing", 'checker = {compare = "always"}\n[[inputs]]\nprints = "1"\n',
     "an unknown comparison", ""),
    ("a base that is an option", '[repository]\nname = "a"\nbase = "--upload-pack=x"\nfail_to_pass = ["a"]\n',
     "the id of a commit is an option of git", ""),
)  # fmt: skip


def problem(name: str, content: str, mechanism: str, seen: str) -> ServiceAttack:
    """Return an attack that is a problem in a benchmark of a folder."""

    def act(place: Place) -> str:
        (place.folder / "benchmark.toml").write_text('name = "mine"\n')
        (place.folder / "problems").mkdir()
        (place.folder / "problems" / "a.toml").write_text(content)
        return outcome(lambda: load_own(place.folder))

    return act_of(f"a problem: {name}", mechanism, "refused", act, seen=seen)


HOOK = "channels: {a: {kind: webhook, url: 'http://host/', %s}}\nrules: [{name: a, kind: drift, notify: a}]\n"
FILES = (
    *(problem(*one) for one in PROBLEMS),
    *(
        file(name, reader, content, mechanism, "refused", "refused")
        for name, reader, content, mechanism in (
            ("a window in other digits", "rules", "rules: [{name: a, kind: no_data, window: '٣h'}]",
             "digits that only Python reads"),
            ("a window without an end", "rules", "rules: [{name: a, kind: no_data, window: 999999h}]",
             "a time that no clock subtracts"),
            ("a number that is text", "rules", "rules: [{name: a, kind: accuracy, below: '0.5'}]",
             "text where a number stands"),
            ("a truth that is none", "rules", "rules: [{name: a, kind: accuracy, below: yes}]", "a truth is a number"),
            ("a share above all", "rules", "rules: [{name: a, kind: accuracy, below: 1.5}]",
             "a bound that always holds"),
            ("a key with a question mark", "rules", "rules: [{? [a] : b}]", "a list in the place of a name"),
            ("a binary value", "rules", "rules: [{name: !!binary aGk=, kind: drift}]", "a tag makes bytes of text"),
            ("a name twice by another quote", "rules", "rules: [{name: a, 'name': b, kind: drift}]",
             "one key in two forms"),
            ("a merge", "rules", "rules: [{<<: {name: a}, kind: drift}]", "a key that brings others along"),
            ("two documents of rules", "rules", "rules: [{name: a, kind: drift}]\n---\nrules: []\n",
             "a second document contradicts the first"),
            ("a directive", "rules", "%YAML 9.9\n---\nrules: [{name: a, kind: drift}]\n", "a version to come"),
            ("a date as a price", "prices",
             "[[price]]\nmodel = 'm'\nsince = 2026-01-01\ninput = 2026-01-01\noutput = 1\n",
             "a date where a number stands"),
            ("a time as a day", "prices", "[[price]]\nmodel = 'm'\nsince = 07:32:00\ninput = 1\noutput = 1\n",
             "a time without a day"),
            ("a package that is an option", "recipes", '[[recipe]]\nname = "x"\nrepository = "a/b"\npython = "3.11"\n'
             'packages = ["--index-url=evil"]\n', "a pin is an option of the installer"),
            ("a package at an address", "recipes", '[[recipe]]\nname = "x"\nrepository = "a/b"\npython = "3.11"\n'
             'packages = ["a @ http://evil/"]\n', "a pin is an address"),
            ("an interpreter by path", "recipes",
             '[[recipe]]\nname = "x"\nrepository = "a/b"\npython = "../../bin/sh"\n',
             "the version of an interpreter is a path"),
            ("a variable of the loader", "recipes", '[[recipe]]\nname = "x"\nrepository = "a/b"\npython = "3.11"\n'
             'variables = {"LD=PRELOAD" = "x"}\n', "a name that is more than one"),
            ("a setting in another form", "settings in TOML", "[pass_at_k]\nk_values = [1]\n", "an unknown table"),
            ("workers of a fraction", "settings in TOML", "workers = 1.5\n", "half a process"),
            ("workers below nothing", "settings in TOML", "workers = -1\n", "a count below nothing"),
            ("a store that is a table", "settings in TOML", "[store]\na = 1\n", "a table where text stands"),
            ("sets in YAML", "settings in YAML", "metrics: !!set {a, b}\n", "a tag makes another kind"),
            ("a key that is nothing", "settings in YAML", "~: 1\n", "a key that is no text"),
            ("a key that is a time", "settings in YAML", "2026-01-01: 1\n", "a key that becomes a date"),
            ("programs in an object in a list", "assay run -c", '[{"it/0": ["x"]}]', "a form within another one"),
            ("an instance of two names", "assay run -c", '{"task_id": {"a": 1}, "solution": "x"}',
             "an id is an object"),
            ("a program that is a number", "assay run -c", '{"task_id": "it/0", "solution": 1}', "a number for code"),
            ("behind one object", "assay run -c", '{"0": ["x"]}\n{"0": ["y"]}', "a second object behind the only one"),
            ("a patch that is a list", "assay run -c", '{"instance_id": "x", "model_patch": ["x"]}', "a list for text"),
            ("two attempts of one number", "assay run -c", '{"task_id": "it/0", "solution": "x", "attempt": 0}\n' * 2,
             "two programs under one number"),
            ("a sampling that is a list", "recorded answers",
             '{"model": "m", "messages": [], "sampling": [], "number": 0, "completion": {"text": "x"}}',
             "a list where an object stands"),
            ("tokens of a fraction", "recorded answers", '{"model": "m", "messages": [], "sampling": {}, "number": 0,'
             ' "completion": {"text": "x", "tokens_in": 0.5}}', "half a token"),
            ("a grade beyond the scale", "ratings", '{"run": "r", "candidate": "a#0", "rater": "m", "correctness": 99}',
             "a grade that moves the mean"),
            ("a quote within a cell", "rows of a table", 'a,b\n1,"x"y\n',
             "what follows a quote is outside of the cell"),
            ("a cell too few", "rows of a table", "a,b\n1\n", "a column without a value"),
        )
    ),
)  # fmt: skip


# ---- secrets ---------------------------------------------------------------------------------------------------------


BLOCK = f"""channels:
  a:
    kind: webhook
    url: http://h/
    headers:
      Authorization: |
        {SECRET}
rules: [{{name: a, kind: drift, notify: a}}]
"""


def refused_rules(fields: str) -> str:
    """Return whether the refusal of a channel shows the secret."""
    return complaint(partial(rules_of, HOOK % fields))


def rules_on_a_page(place: Place) -> str:
    """Return whether a reader sees the value of a header, where the file of rules was broken meanwhile."""
    path = place.folder / "alerts.yaml"
    path.write_text(HOOK % "headers: {X-Team: a}")
    with in_process(Context(MemoryStore(), ServiceSettings(workers=1, rules=str(path))), timeout=60) as client:
        path.write_text(BLOCK)
        found = client.get("/alerts").text
    assert "Authorization" in found
    return shows(found)


def echoed(handler: Handler) -> None:
    handler.send_response(500, str(handler.headers.get("Authorization")))
    handler.end_headers()
    handler.wfile.write(str(handler.headers).encode())


def cut_off(handler: Handler) -> None:
    handler.wfile.write(f"HTTP/1.1 200 OK\r\n{handler.headers.get('Authorization')}".encode())


def wrong_length(handler: Handler) -> None:
    handler.wfile.write(f"HTTP/1.1 200 OK\r\nContent-Length: {handler.headers.get('Authorization')}\r\n\r\n".encode())


SENT: dict[str, Any] = {"header_env": {"Authorization": "V"}}  # Any: fields of a webhook
SECRETS = (
    *(
        secret(name, mechanism, act, seen)
        for name, mechanism, act, seen in (
            ("a header with a line end", "a block of YAML ends in one, and the refusal repeats the value",
             partial(refused_rules, f'headers: {{Authorization: "Bearer {SECRET}\\n"}}'), "shown"),
            ("a header that is no ASCII", "a sign that no header has, and the refusal repeats the value",
             partial(refused_rules, f"headers: {{Authorization: '{SECRET}é'}}"), "shown"),
            ("a header in a list", "a value of another kind is shown", partial(
                refused_rules, f"headers: {{Authorization: [{SECRET}]}}"), "hidden"),
            ("a header that is too long", "what is too long is shown in part", partial(
                refused_rules, f"headers: {{Authorization: {SECRET}{'a' * 3000}}}"), "shown"),
            ("a secret where its variable stands", "the secret is taken for the name of a variable, which is shown",
             partial(refused_rules, f"header_env: {{Authorization: 'Bearer {SECRET}'}}"), "shown"),
            ("a key where its variable stands", "the same of the key that signs",
             partial(refused_rules, f"secret_env: '{SECRET}'"), "shown"),
            ("a header that the reason repeats", "the words behind a status repeat what was sent",
             partial(delivered, echoed, **SENT), "hidden"),
            ("an answer that is cut off", "an error of the protocol holds what came",
             partial(delivered, cut_off, **SENT), "hidden"),
            ("an answer with a length that is none", "an error of the protocol holds a header",
             partial(delivered, wrong_length, **SENT), "hidden"),
            ("a header with a tab", "white space within a value", partial(
                delivered, None, header_env={"Authorization": "V"}, value=f"{SECRET}\tx"), "hidden"),
            ("a header with NUL", "a sign that ends text elsewhere", partial(
                delivered, None, header_env={"Authorization": "V"}, value=f"{SECRET}\0"), "hidden"),
            ("an address with a user", "a password stands before the @", partial(
                delivered, None, url_env="V", value=f"http://me:{SECRET}@127.0.0.1:9/"), "hidden"),
            ("an address of a file", "another scheme reads elsewhere", partial(
                delivered, None, url_env="V", value=f"file:///{SECRET}"), "hidden"),
            ("an address with a port that is none", "an error names the port", partial(
                delivered, None, url_env="V", value=f"http://127.0.0.1:{SECRET}/"), "hidden"),
        )
    ),
    act_of("secret: rules that a reader sees", "the page of alerts shows why the file cannot be read", "hidden",
           rules_on_a_page, seen="shown"),
)  # fmt: skip


# ---- agents ----------------------------------------------------------------------------------------------------------


def gateway(name: str, data: bytes, mechanism: str, expected: str) -> ServiceAttack:
    """Return an attack that is bytes on the one socket of an agent."""

    def act(place: Place) -> str:
        with served(desk_of(ScriptedModel(["hello"]))) as (_, port):
            said = said_raw(port, data)
        return (said.split(b" ", 2)[1:2] or [b"closed"])[0].decode()

    return act_of(f"agent: {name}", mechanism, expected, act)


POST = b"POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
AGENTS = (
    *(
        gateway(*one)
        for one in (
            ("another address",
             b"POST http://169.254.169.254/v1/chat/completions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
             "the server is made to ask elsewhere", "404"),
            ("a path above",
             b"POST /v1/chat/completions/../../admin HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
             "another path of the server", "404"),
            ("another function",
             b"POST /v1/files HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
             "files of the owner of the key", "404"),
            ("a tunnel", b"CONNECT evil.example:80 HTTP/1.1\r\nHost: a\r\n\r\n", "a tunnel past the check", "404"),
            ("a length below nothing", POST + b"Content-Length: -1\r\n\r\n", "all that comes is read", "400"),
            ("a length in other digits", POST + b"Content-Length: \xd9\xa2\r\n\r\n{}", "digits that Python reads",
             "400"),
            ("a length as Python has it", POST + b"Content-Length: 1_0\r\n\r\n" + b" " * 10, "digits that Python reads",
             "400"),
            ("two lengths", POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}}", "one of two is used", "400"),
            ("pieces", POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "a body without a length",
             "400"),
            ("a packed body", POST + b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}", "a body that unfolds",
             "400"),
            ("nothing but NUL", bytes(1000), "bytes that make no request", "400"),
            ("nothing but line ends", b"\r\n" * 5000, "lines that make no request", "400"),
        )
    ),
    *(
        agent(*one)
        for one in (
            ("messages that are an object", b'{"messages": {"role": "user"}}', "an object where a list stands", "400"),
            ("messages without one", b'{"messages": []}', "a list without a message", "400"),
            ("a message that is text", b'{"messages": ["x"]}', "text where an object stands", "400"),
            ("a sound", b'{"messages":[{"role":"user","content":[{"type":"input_audio","input_audio":{}}]}]}',
             "another kind of content", "400"),
            ("a file of the owner",
             b'{"messages":[{"role":"user","content":[{"type":"file","file":{"file_id":"x"}}]}]}',
             "a file that the key opens", "400"),
            ("an answer that is kept", chat(store=True), "the server is asked to keep what is said", "200"),
            ("another model", chat(model="the-dearest"), "an agent chooses the model", "200"),
            ("a stream", chat(stream=True), "an answer in pieces", "200"),
            ("a number that is none", b'{"messages":[{"role":"user","content":"x"}],"temperature":NaN}',
             "a constant that only Python writes", "400"),
            ("no object", b"[]", "a list where an object stands", "400"),
        )
    ),
)  # fmt: skip


# ---- stores ----------------------------------------------------------------------------------------------------------


def meanwhile(act: Callable[[Path], object]) -> Callable[[Place], str]:
    """Return an act that does something to an open store, and then writes: what is not kept must be told."""

    def done(place: Place) -> str:
        path = place.folder / "a.db"
        store = SqlStore(path, busy_seconds=0.5)
        store.add_run(a_run("r0"))
        act(path)
        told = False
        try:
            store.add_run(a_run("r1", 1))
        except StoreFault:
            told = True
        if told:
            store.close()
            return "told"
        with closing(SqlStore(path)) as again:
            found = {run.id for run in again.runs()}
        store.close()
        return "kept" if "r1" in found else "lost"

    return done


def logs_gone(path: Path) -> None:
    path.with_name("a.db-wal").unlink()


def logs_anew(path: Path) -> None:
    """Take the log away, and let another program make a new one."""
    logs_gone(path)
    path.with_name("a.db-shm").unlink()
    with closing(sqlite3.connect(path)) as other, suppress(sqlite3.Error):
        other.execute("CREATE TABLE theirs (a)")


def replaced(path: Path) -> None:
    shutil.copy(path, path.with_name("b.db"))
    os.replace(path.with_name("b.db"), path)


def few_descriptors(place: Place) -> str:
    """Ask a service that may open hardly any file, until it can open none; then let go and ask again."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with on_loopback(Context(MemoryStore(), ServiceSettings(workers=1))) as address:
        host, port = address.removeprefix("http://").split(":")
        lines: list[socket.socket] = []
        used_now = len(os.listdir("/proc/self/fd"))
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (used_now + 30, before[1]))
            with suppress(OSError):
                while len(lines) < 100:
                    lines.append(socket.create_connection((host, int(port)), timeout=5))
        finally:
            for line in lines:
                line.close()
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        time.sleep(1.5)  # the loop waits a second before it takes connections again
        return f"status {httpx.get(f'{address}/healthz', timeout=20).status_code}"


STORES = (
    *(
        act_of(f"store: {name}", mechanism, "told", meanwhile(act), seen=seen)
        for name, mechanism, act, seen in (
            ("a log that is taken away", "what is written goes to a file without a name", logs_gone,
             "kept until a crash"),
            ("a log of two programs", "two programs write to two logs of one file", logs_anew, "kept in one of two"),
            ("a copy in its place", "the file has the same content and is another one", replaced, "told"),
        )
    ),
    stored("one bit in the number of its version", put(18, b"\x02\x03"), "a version that may be read and not written"),
    stored("a file of one page", lambda data: data.__delitem__(slice(4096, None)), "all tables begin behind the end"),
    stored("a byte more than pages", lambda data: data.append(0), "the length is no number of pages", "served"),
    stored("a count of pages that lies", put(28, struct.pack(">I", 2)), "the header says where the file ends"),
    statements("a trigger", "CREATE TRIGGER t AFTER INSERT ON trials BEGIN UPDATE trials SET verdict = 'passed'; END;",
               "what is written is changed by what was there before", "told"),
    statements("a trigger that refuses",
    "CREATE TRIGGER t BEFORE INSERT ON trials BEGIN SELECT RAISE(ABORT, 'x'); END;",
               "a bound that we do not know of", "told"),
    statements("a newer schema", "UPDATE assay_schema SET version = 9999;", "a version to come", "told"),
    statements("a schema below nothing", "UPDATE assay_schema SET version = -1;", "a version before the first", "told"),
    statements("a version that is text", "UPDATE assay_schema SET version = 'x';", "a version that is no number",
    "told"),
    statements("no version", "DELETE FROM assay_schema;", "a store that says nothing of itself", "told"),
    statements("two versions", "INSERT INTO assay_schema SELECT version + 1 FROM assay_schema;",
               "a store that says two things of itself", "told"),
    put_beside("a pipe of the log's name", lambda path: os.mkfifo(f"{path}-wal"), "SQLite opens what is there", "told"),
    put_beside("a device of the log's name", lambda path: Path(f"{path}-wal").symlink_to("/dev/full"),
               "SQLite follows a link", "told"),
    act_of("service: no descriptor is left", "connections take all files that may be open", "status 200",
           few_descriptors, slow=True),
)  # fmt: skip


# ---- what is written -------------------------------------------------------------------------------------------------


def exported(*ids: str, prepare: Callable[[Path], object] = lambda folder: None) -> Callable[[Place], str]:
    """Return an act that writes a run as a folder, and says how many problems stand in it."""

    def act(place: Place) -> str:
        store, run = MemoryStore(), a_run("r0")
        store.add_run(run)
        store.add_trials(run.id, numbered([a_trial(name) for name in ids]))
        folder = place.folder / "out"
        folder.mkdir()
        prepare(folder)
        try:
            export_folder(run, store, folder)
        except UsageError:
            return "refused"
        except BaseException as error:
            return f"error {type(error).__name__}"
        found = {json.loads(path.read_text())["name"] for path in folder.iterdir() if path.is_file()}
        return f"{len(found)} problems" if found == set(ids) else f"{len(found)} of {len(ids)}"

    return act


def cells(text: str) -> Callable[[Place], str]:
    """Return an act that writes a text as CSV, and reads it as it was."""

    def act(place: Place) -> str:
        made = document([Trial("p", Candidate(text), Verdict.FAILED, detail=text)], model="m")
        rows = list(csv.DictReader(io.StringIO(written("csv", made).decode(), newline="")))
        risky = [cell for row in rows for cell in row.values() if cell.lstrip()[:1] in "=+-@" and cell.strip()]
        return (
            "text"
            if len(rows) == 1 and not [one for one in risky if not one.lstrip("-").replace(".", "").isdigit()]
            else f"{risky!r}, {len(rows)} rows"
        )

    return act


def junit(text: str) -> Callable[[Place], str]:
    def act(place: Place) -> str:
        made = document([Trial(text, Candidate(text), Verdict.FAILED, detail=text)], model=text)
        root = ElementTree.fromstring(written("junit", made))
        return "text" if len(root.findall(".//testcase")) == 1 else "other elements"

    return act


def table_rows(text: str) -> Callable[[Place], str]:
    """Return an act that writes a text as Markdown, and counts the cells of each row of its tables."""

    def act(place: Place) -> str:
        made = document([Trial(text, Candidate(text), Verdict.FAILED, detail=text)], model=text)
        lines = written("markdown", made).decode().split("\n")
        rows = [line for line in lines if line.startswith("| ") and text[:1] in line]
        wide = [row for row in rows if row.replace("\\|", "").count("|") > 6]
        return "text" if not wide else f"{wide[0]!r}"

    return act


OUTPUTS = (
    act_of("export: two problems of one name", "signs that no file has become one sign", "2 problems",
           exported("a/b", "a_b"), seen="1 of 2"),
    act_of("export: letters that are one", "letters beyond ASCII become one sign", "2 problems", exported("é", "è"),
           seen="1 of 2"),
    act_of("export: letters of two sizes", "a file system that takes them for one", "2 problems", exported("A", "a")),
    act_of("export: a long problem", "a name longer than file systems have", "1 problems", exported("x" * 300),
           seen="error OSError"),
    act_of("export: a problem of dots", "a name that is the folder above", "1 problems", exported("..")),
    act_of("export: a pipe in the folder", "a pipe has the name of a file to write", "refused",
           exported("p", prepare=lambda folder: os.mkfifo(folder / "p.results.json")), seen="waits for ever"),
    act_of("report: a formula behind a line end", "a line of a cell is a row for some", "text", cells("a\n=1+1")),
    act_of("report: a formula behind a blank", "blanks are trimmed before it is read", "text", cells(" \t=1+1")),
    act_of("report: a formula in wide signs", "signs that are another one when normalised", "text", cells("\uff1d1+1")),
    act_of("report: a formula behind a mark", "a mark of no width before it", "text", cells("\u200b=1+1")),
    act_of("report: a quote that ends a cell", "a quote in a cell begins another one", "text", cells('a","=1+1')),
    act_of("report: signs that XML has not", "characters that are none end the file for some", "text",
           junit("\ufffe\uffff\0\x08\ud800\x85\u2028")),
    act_of("report: a section that ends", "the end of a section of characters within text", "text",
           junit("]]>]]&gt;<![CDATA[x]]></failure></testcase><testcase name='y'/>")),
    act_of("report: a bar in a table", "a sign that cuts a cell in code too", "text", table_rows("a|b|c|d|e|f|g|h")),
    act_of("report: a bar behind a backslash", "a backslash that takes the sign's meaning away twice", "text",
           table_rows("a\\|b\\\\|c\\|d\\|e\\|f")),
)  # fmt: skip


# ---- servers that answer badly ---------------------------------------------------------------------------------------


def answered(body: bytes, status: int = 200, **headers: str) -> Callable[[Handler], None]:
    def answer(handler: Handler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def asked_model(answer: Callable[[Handler], None]) -> str:
    with (
        receiving(answer) as server,
        HttpModel("m", base_url=server.url, key=ApiKey("k" * 20), patience=Patience(tries=1)) as model,
    ):
        found = outcome(lambda: model.complete([Message("user", "x")]))
        if found == "read":
            found = outcome(lambda: model.forward({"messages": [{"role": "user", "content": "x"}]}))
    return found


def told_service(answer: Callable[[Handler], None]) -> str:
    with receiving(answer) as server, Client(server.url, pause=lambda seconds: None) as client:
        return outcome(lambda: client.log("t", True))


def away(handler: Handler) -> None:
    handler.send_response(307)
    handler.send_header("Location", "http://169.254.169.254/")
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def asking(ask_for: Callable[[Callable[[Handler], None]], str], answer: Callable[[Handler], None]) -> Act:
    return lambda place: ask_for(answer)


CHOICE = b'{"choices": [{"message": {"content": %s}}], "usage": %s}'
SERVERS = tuple(
    act_of(f"server: {name}", mechanism, expected, asking(ask_for, answer), seen=seen)
    for name, mechanism, ask_for, answer, expected, seen in (
        ("choices that are an object", "an object where a list stands", asked_model,
         answered(b'{"choices": {"a": 1}}'), "told", ""),
        ("a choice that is text", "text where an object stands", asked_model, answered(b'{"choices": ["x"]}'), "told",
         ""),
        ("a content of numbers", "a number where text stands", asked_model, answered(CHOICE % (b"1", b"{}")), "told",
         ""),
        ("tokens below nothing", "a count below nothing", asked_model,
         answered(CHOICE % (b'"x"', b'{"prompt_tokens": -5, "completion_tokens": 1e999}')), "read", ""),
        ("tokens without an end", "more digits than Python reads", asked_model,
         answered(CHOICE % (b'"x"', b'{"prompt_tokens": ' + b"9" * 5000 + b"}")), "told", ""),
        ("half a character", "text that no encoding writes", asked_model,
         answered(CHOICE % (b'"\\ud800"', b"{}")), "read", ""),
        ("a deep answer", "the reader calls itself", asked_model, answered(b"[" * 100_000), "told", ""),
        ("an answer that unfolds", "an answer is packed though that was not asked for", asked_model,
         answered(b"x", Content_Encoding="gzip"), "told", ""),
        ("another place", "a redirect leads the key elsewhere", asked_model, away, "refused", ""),
        ("a stream of nothing", "events without one", asked_model, answered(b"data: [DONE]\n\n"), "told", ""),
        ("an endless count", "a number of JSON that becomes inf", told_service, answered(b'{"accepted": 1e999}'),
         "told",
         "error OverflowError"),
        ("a count that is none", "a constant that only Python reads", told_service, answered(b'{"accepted": NaN}'),
         "told", ""),
        ("a list for an object", "a list where an object stands", told_service, answered(b"[1]"), "told", ""),
        ("a service elsewhere", "a redirect leads what is sent elsewhere", told_service, away, "refused", ""),
        ("a service that is no text", "bytes of no encoding", told_service, answered(b"\xff\xfe", 422), "refused", ""),
        ("a pause without an end", "a service asks to wait for ever", told_service,
         answered(b"{}", 429, Retry_After="9" * 400), "told", ""),
    )
)  # fmt: skip


# ---- commands --------------------------------------------------------------------------------------------------------


def pipe_in_folder(folder: Path) -> None:
    (folder / "d").mkdir()
    os.mkfifo(folder / "d" / "p_0.results.json")


HOMELESS = "~nosuchuser/x"
TYPED = (
    *(
        asked_to(f"{name} at no home", arguments, "a folder of a user that the system does not know", "exit 2",
                 prepare=prepare, seen=seen)
        for name, arguments, prepare, seen in (
            ("a benchmark", ("run", HOMELESS, "-c", "c.jsonl"), puts(c_jsonl=ONE), "a traceback"),
            ("problems", ("run", f"humaneval={HOMELESS}", "-c", "c.jsonl"), puts(c_jsonl=ONE), ""),
            ("a prompt", ("solve", "starter", "--model", "replay:x", "--prompt", HOMELESS), None, ""),
            ("a store", ("list", "runs", "--store", HOMELESS), None, "a traceback"),
        )
    ),
    asked_to("a folder of files with a pipe", ("export", "r0", "--format", "multipl-e", "-o", "d", *HERE),
             "a pipe stands where a file of the folder goes", "exit 2", seen="waits for ever",
             prepare=pipe_in_folder),
)  # fmt: skip

FIRST: Mapping[str, str] = {
    "bytes: a trailer of no name": "200",
    "bytes: a trailer that says who asks": "200",
    "bytes: a trailer of a GET": "200",
    "request: judge, inputs that are text": "status 200",
    "view: events before a number beyond 64 bits": "status 503",
    "view: events before nothing": "status 200",
    "rules: a window in other digits": "read",
}
"""What came of attacks at first, where their kind has no place to say so."""
MORE: tuple[ServiceAttack, ...] = tuple(
    replace(attack, seen=FIRST.get(attack.name, attack.seen))
    for attack in (
        *BYTES, *LINES, *REQUESTS, *VIEWED, *ROLES, *FILES, *SECRETS, *AGENTS, *STORES, *OUTPUTS, *SERVERS, *TYPED,
    )
)  # fmt: skip
