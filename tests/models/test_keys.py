"""The key reaches its server and nothing else: no log, no error, no traceback, no file."""

from __future__ import annotations

import copy
import gc
import io
import json
import logging
import pickle
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assay.errors import AssayError, InvalidValue
from assay.models import (
    ApiKey,
    CachedModel,
    HttpModel,
    Message,
    ModelUnavailable,
    Patience,
    RecordingModel,
    key_from,
    open_model,
)
from assay.store.sql import SqlStore
from tests.models.fake_server import FakeServer, Received, Reply
from tests.models.pauses import CountedPauses

SECRET = "sk-Secret/0123+456789\\abc'def"
ASK = [Message("user", "hi")]


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """All that anybody logs, down to the last detail."""
    stream, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(stream), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(level)
    root.removeHandler(handler)


def model_of(server: FakeServer, *, tries: int = 2) -> HttpModel:
    return HttpModel(
        "m", base_url=server.base_url, key=ApiKey(SECRET), patience=Patience(tries=tries), pauses=CountedPauses()
    )


def all_shown(error: BaseException) -> str:
    """Everything that any tool shows of an error: with local variables, causes and contexts, as rich does too."""
    from rich.console import Console
    from rich.traceback import Traceback

    console = Console(file=io.StringIO(), width=100_000)
    shown = Traceback.from_exception(type(error), error, error.__traceback__, show_locals=True, locals_max_string=9999)
    console.print(shown)
    plain = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
    return f"{plain}\n{console.file.getvalue()}\n{error!r}\n{error.args}\n{vars(error)}"  # type: ignore[attr-defined]  # it is the StringIO above


def forms() -> list[str]:
    """The key, and parts of it that are as good as the whole."""
    return ["Secret/0123", "456789", "0123+", SECRET]


def echoed(received: Received) -> str:
    return received.headers["authorization"]


SAYING = {
    "refusal": lambda got: Reply(status=401, body=json.dumps({"error": {"message": f"wrong: {echoed(got)}"}}).encode()),
    "refusal-as-text": lambda got: Reply(status=403, body=b"x" * 290 + echoed(got).encode()),
    "refused-prompt": lambda got: Reply(status=422, body=json.dumps({"detail": [{"input": echoed(got)}]}).encode()),
    "broken": lambda got: Reply(status=500, echoes_key=True),
    "busy": lambda got: Reply(status=429, echoes_key=True, headers={"X-Trace": echoed(got)}),
    "redirect": lambda got: Reply(status=307, headers={"Location": f"http://a.example/?key={SECRET}"}),
    "no-json": lambda got: Reply(body=echoed(got).encode()),
    "error-in-an-answer": lambda got: Reply(body=json.dumps({"error": {"message": echoed(got)}}).encode()),
    "cut": lambda got: Reply(cut="middle"),
    "cut-at-once": lambda got: Reply(cut="at once"),
    "header-that-is-none": lambda got: Reply(body=b"x", content_type=f"{SECRET}\x00"),
}


@pytest.mark.parametrize("script", [pytest.param(script, id=name) for name, script in SAYING.items()])
def test_no_error_shows_the_key(script: Callable[[Received], Reply], logged: io.StringIO) -> None:
    with FakeServer(script) as server, model_of(server) as model, pytest.raises(AssayError) as caught:
        model.complete(ASK)

    shown = all_shown(caught.value) + logged.getvalue() + repr(caught.value.__context__)
    assert echoed(server.received[0]) == f"Bearer {SECRET}"
    assert "receive_response_headers" in logged.getvalue()
    assert [form for form in forms() if form in shown] == []


def test_an_answer_that_holds_the_key_is_kept_without_it(tmp_path: Path, logged: io.StringIO) -> None:
    def script(received: Received) -> Reply:
        return Reply(f"you said {echoed(received)}!", finish_reason=SECRET, headers={"X-Your-Key": SECRET})

    with FakeServer(script) as server, model_of(server) as model, RecordingModel(model, tmp_path / "kept") as kept:
        found = kept.complete(ASK)

    assert found.text == "you said Bearer [key]!"
    shown = f"{found}{(tmp_path / 'kept').read_text()}{logged.getvalue()}{model!r}{vars(model)}"
    assert [form for form in forms() if form in shown] == []


def test_the_store_holds_no_key(tmp_path: Path) -> None:
    with FakeServer(lambda received: Reply(f"you said {echoed(received)}!", finish_reason=SECRET)) as server:
        store = SqlStore(tmp_path / "assay.db")
        with model_of(server) as model:
            found = CachedModel(model, store).complete(ASK)
            again = CachedModel(model, store).complete(ASK)
        store.close()

    assert (again.text, again.reused) == (found.text, True) == ("you said Bearer [key]!", True)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    kept += repr(again).encode()  # its file may hold it compressed
    assert [form for form in forms() if form.encode() in kept] == []


def test_an_interrupt_shows_no_frame_of_the_http_library() -> None:
    class Interrupt(logging.Filter):
        def filter(self, record: logging.LogRecord) -> bool:
            raise KeyboardInterrupt

    logger, interrupt = logging.getLogger("httpcore.http11"), Interrupt()
    level = logger.level
    with FakeServer() as server, model_of(server) as model:
        logger.addFilter(interrupt)
        logger.setLevel(logging.DEBUG)
        try:
            with pytest.raises(KeyboardInterrupt) as caught:
                model.complete(ASK)
        finally:
            logger.removeFilter(interrupt)
            logger.setLevel(level)
        model.complete(ASK)  # and it works on

    frames = [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert [name for name in frames if "httpcore" in name or "httpx" in name] == []
    assert SECRET not in all_shown(caught.value)


def test_a_model_that_nobody_closes_is_closed_when_it_goes() -> None:
    logger = logging.getLogger("httpcore.http11")
    before = list(logger.filters)
    with FakeServer() as server:
        model_of(server).complete(ASK)
        gc.collect()

        assert logger.filters == before


def test_a_closed_model_leaves_the_loggers_as_they_were() -> None:
    logger = logging.getLogger("httpcore.http11")
    before = list(logger.filters)
    with FakeServer() as server, model_of(server) as model:
        model.complete(ASK)
        assert logger.filters != before
    assert logger.filters == before


def test_a_key_shows_nothing_of_itself() -> None:
    key = ApiKey(SECRET)

    assert f"{key} {key!r} {[key]}" == "ApiKey([key]) ApiKey([key]) [ApiKey([key])]"
    assert not hasattr(key, "__dict__")
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="not copied or pickled"):
            copied(key)


@pytest.mark.parametrize(
    "written",
    [
        SECRET,
        f"x{SECRET}y{SECRET}",
        json.dumps(SECRET),
        json.dumps(SECRET).replace("/", "\\/"),
        repr(SECRET.encode()),
        repr(repr(SECRET.encode())),
        "sk-Secret%2F0123%2B456789%5Cabc%27def",
        "c2stU2VjcmV0LzAxMjMrNDU2Nzg5XGFiYydkZWY=",
    ],
)
def test_a_key_is_hidden_however_it_is_written(written: str) -> None:
    hidden = ApiKey(SECRET).hidden_in(written)

    assert "[key]" in hidden
    assert "456789" not in hidden
    assert "c2stU2Vj" not in hidden


def test_a_placeholder_is_no_secret() -> None:
    assert ApiKey("EMPTY").hidden_in("if stack is EMPTY") == "if stack is EMPTY"
    assert ApiKey("").hidden_in("text") == "text"


@pytest.mark.parametrize("value", ["sk-one\nX-Evil: 1", "sk one", "sk-é", "sk-\x00", "k" * 9000])
def test_a_value_that_is_no_key_is_refused_and_not_shown(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "\x00" not in value:
        monkeypatch.setenv("MY_KEY", value)
        with pytest.raises(InvalidValue, match="MY_KEY holds no key") as caught:
            key_from("MY_KEY")
        inner = caught.tb.tb_next  # this function's own variables hold the value
        assert value not in all_shown(caught.value.with_traceback(inner))
        assert value.splitlines()[0] not in str(caught.value)
    with pytest.raises(InvalidValue, match="the key has characters"):
        HttpModel("m", base_url="http://127.0.0.1:1", key=ApiKey(value))


def test_the_key_comes_from_the_variable_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", f" {SECRET}\n")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with FakeServer() as server:
        for variable in ("MY_KEY", "OPENAI_API_KEY", ""):
            model = open_model("m", base_url=server.base_url, key_variable=variable)
            assert isinstance(model, HttpModel)
            with model:
                model.complete(ASK)

    assert [one.headers.get("authorization") for one in server.received] == [f"Bearer {SECRET}", None, None]


def test_a_key_that_would_travel_in_the_open_is_warned_of(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MY_KEY", SECRET)
    for address in ("http://models.example/v1", "https://models.example/v1", "http://localhost:1/v1"):
        open_model("m", base_url=address, key_variable="MY_KEY")

    assert caplog.messages == ["the key in MY_KEY is sent unencrypted to http://models.example/v1"]


def test_a_server_that_is_gone_shows_no_key(logged: io.StringIO) -> None:
    with FakeServer() as server:
        pass
    with model_of(server) as model, pytest.raises(ModelUnavailable) as caught:
        model.complete(ASK)

    assert SECRET not in all_shown(caught.value) + logged.getvalue()
