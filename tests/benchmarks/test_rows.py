"""Problem files as rows: what can be wrong with them is said with file, line, field and value."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.benchmarks.rows import Content, Row, read_content, rows_of
from assay.errors import InvalidProblem, UsageError


def rows(data: bytes) -> list[Row]:
    return rows_of(Content("f.jsonl", data, ""))


def test_a_packed_and_a_plain_copy_are_the_same_content(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b'{"a": 1}\n')
    (tmp_path / "packed").write_bytes(gzip.compress(b'{"a": 1}\n'))

    plain, packed = read_content(tmp_path / "plain"), read_content(tmp_path / "packed")

    assert (plain.data, plain.digest) == (packed.data, packed.digest)


def test_only_a_line_feed_ends_a_line() -> None:
    found = rows('{"a": "x\u2028y\u0085z"}\r\n\n  \n{"a": "w"}'.encode())

    assert [(row.line, row.data["a"]) for row in found] == [(1, "x\u2028y\u0085z"), (4, "w")]


def test_a_list_gives_each_item_its_line_and_its_place() -> None:
    found = rows(b'[\n{"a": 1},\n\n{"a":\n2}\n]')

    assert [(row.where, row.data) for row in found] == [
        ("f.jsonl, line 2, item 1", {"a": 1}),
        ("f.jsonl, line 4, item 2", {"a": 2}),
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b'{"a": 1}\n{"a": }\n', "f.jsonl, line 2: not JSON: Expecting value at column 7", id="json"),
        pytest.param(b'{"a": 1}\n[1]\n', "f.jsonl, line 2: a problem must be an object, got [1]", id="no-object"),
        pytest.param(b"[{}, 1]", "f.jsonl, line 1, item 2: a problem must be an object, got 1", id="listed"),
        pytest.param(
            b'{"a": 1}\n{"a": 1, "a": 2}', "f.jsonl, line 2: not JSON that can be read: the key 'a' stands", id="twice"
        ),
        pytest.param(
            b'[{"a": 1},\n{"b": {"a": 1,\n"a": 2}}]',
            "f.jsonl, line 2: not JSON that can be read: the key 'a' stands twice in one object",
            id="twice-listed",
        ),
        pytest.param(b"\n \n", "f.jsonl: holds no problem", id="empty"),
        pytest.param(b'{"a": 1}\n{"a": "\xff"}', "f.jsonl, line 2: not UTF-8: invalid start byte", id="utf-8"),
        pytest.param(b"[" * 100_000, "f.jsonl: not JSON that can be read", id="deep"),
        pytest.param(b'{"a": ' + b"9" * 5000 + b"}", "f.jsonl, line 1: not JSON that can be read", id="long-number"),
    ],
)
def test_what_is_no_row_is_named_with_its_line(data: bytes, message: str) -> None:
    with pytest.raises(InvalidProblem) as caught:
        rows(data)

    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param({}, "f, line 7: field 'a' is missing; it must be text", id="missing"),
        pytest.param({"a": 3}, "f, line 7: field 'a' must be text, got 3", id="number"),
        pytest.param({"a": "x" * 500}, "f, line 7: field 'a' must be a list of texts, got 'xxx", id="cut"),
    ],
)
def test_a_field_of_another_type_is_named_with_its_value(data: dict[str, object], message: str) -> None:
    row = Row("f", 7, data)

    with pytest.raises(InvalidProblem) as caught:
        row.texts("a") if "list" in message else row.text("a")
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 200


def test_a_broken_gzip_file_is_a_usage_error(tmp_path: Path) -> None:
    path = tmp_path / "broken.gz"
    path.write_bytes(gzip.compress(b"x" * 1000)[:-20])

    with pytest.raises(UsageError, match="not a whole gzip file"):
        read_content(path)


def test_a_file_that_cannot_be_read_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_content(tmp_path / "absent")


@given(st.binary(max_size=200))
def test_any_bytes_are_rows_or_a_usage_error(data: bytes) -> None:
    try:
        found = rows(data)
    except UsageError as error:
        assert str(error).startswith("f.jsonl")  # noqa: PT017
    else:
        assert all(isinstance(row.data, dict) for row in found)
