"""JSON whose values would fill the memory is refused before they are made."""

from __future__ import annotations

import json

import pytest

from assay.distinct import TooLarge, check_memory


@pytest.mark.parametrize("text", ["[" + "[]," * 9_000 + "[]]", "[" + "1," * 30_000 + "1]", "{" * 9_000, '["a"' * 9_000])
def test_many_values_are_refused_with_both_numbers(text: str) -> None:
    with pytest.raises(TooLarge, match=r"at least [\d,]+ bytes of memory, at most 500,000 are allowed"):
        check_memory(text, 500_000)


@pytest.mark.parametrize("program", ["[[[[,,,," * 9_000, '"[' * 9_000, "\\" * 9_001 + "[" * 9_000, "\n[,"])
def test_what_stands_in_a_string_does_not_count(program: str) -> None:
    check_memory(json.dumps([{"code": program}]), 1_000)


def test_a_string_without_an_end_takes_one_pass() -> None:
    check_memory('"' + '\\"' * 3_000_000, 100_000_000)
