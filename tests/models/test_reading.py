"""An answer is the same however its bytes are cut, and no bytes break the reader."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from assay.models.reading import AnswerReader, UnusableAnswer, error_code, server_words

EVENTS = b"".join(
    b"data: " + json.dumps({"choices": [{"delta": {"content": piece}}]}, ensure_ascii=False).encode() + b"\r\n\r\n"
    for piece in ("def ", "größe", "():\n", " return '🙂'")
)
STREAM = b": begins\n\n" + EVENTS + b"data: [DONE]\n\n"
WHOLE = json.dumps({"choices": [{"message": {"content": "größe"}, "finish_reason": "stop"}]}).encode()


def read(pieces: list[bytes]) -> str | None:
    """The text of an answer; `None`: it is unusable."""
    reader = AnswerReader(lambda: 0.0)
    try:
        for piece in pieces:
            reader.feed(piece)
        reader.end()
    except UnusableAnswer:
        return None
    return reader.text


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[begin:end] for begin, end in pairwise(edges)]


@given(st.sampled_from([STREAM, WHOLE, b"\xef\xbb\xbf" + STREAM, b"\n \n" + WHOLE]), st.lists(st.integers(0, 999)))
@example(STREAM, list(range(999)))
def test_an_answer_is_the_same_however_it_is_cut(data: bytes, places: list[int]) -> None:
    assert read(cut(data, places)) == read([data])
    assert read([data]) in ("def größe():\n return '🙂'", "größe")


@given(st.lists(st.one_of(st.binary(max_size=40), st.sampled_from([b"data:", b"\n", b"\n\n", b"{", b"[DONE]", WHOLE]))))
def test_no_bytes_break_the_reader(pieces: list[bytes]) -> None:
    text = read(pieces)

    assert text is None or text.encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=50)
@given(
    st.fixed_dictionaries({}, optional={"choices": JSON, "usage": JSON, "model": JSON, "error": JSON}),
    st.fixed_dictionaries({}, optional={"index": JSON, "message": JSON, "delta": JSON, "finish_reason": JSON}),
    st.fixed_dictionaries({}, optional={"content": JSON, "refusal": JSON}),
)
def test_no_json_breaks_the_reader(
    whole: dict[str, object], choice: dict[str, object], said: dict[str, object]
) -> None:
    for found in (whole, whole | {"choices": [choice]}, {"choices": [choice | {"message": said, "delta": said}]}):
        body = json.dumps(found).encode()
        for data in (body, b"data: " + body + b"\n\ndata: [DONE]\n\n"):
            reader = AnswerReader(lambda: 0.0)
            with suppress(UnusableAnswer):
                reader.feed(data)
                reader.end()
            assert reader.text.encode() is not None
            assert reader.tokens is None or all(count >= 0 for count in reader.tokens)
        assert isinstance(server_words(body), str)
        assert isinstance(error_code(body), str)
