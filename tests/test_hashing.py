"""Digests of content: those of one part are plain SHA-256, those of several know where a part ends."""

from __future__ import annotations

import hashlib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from assay.hashing import content_digest, file_digest

PARTS = st.lists(st.text(max_size=3) | st.binary(max_size=3), min_size=2, max_size=4)


@given(st.binary(max_size=50))
def test_the_digest_of_one_part_is_what_anybody_can_compute(data: bytes) -> None:
    assert content_digest(data) == hashlib.sha256(data).digest()


@given(PARTS, PARTS)
def test_different_lists_of_parts_have_different_digests(one: list[str | bytes], other: list[str | bytes]) -> None:
    same = [_bytes(part) for part in one] == [_bytes(part) for part in other]

    assert (content_digest(*one) == content_digest(*other)) is same


def test_any_text_has_a_digest() -> None:
    assert content_digest("\ud800") == content_digest(b"\xed\xa0\x80")


def test_a_file_has_the_digest_of_its_content(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100_000)

    assert file_digest(tmp_path / "a") == content_digest(b"x" * 100_000)


def _bytes(part: str | bytes) -> bytes:
    return part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
