"""Settings come from defaults and ASSAY_* variables; a mistake is named, never ignored."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.choices import Bounds, Choices
from assay.errors import InvalidValue, UnknownNameError
from assay.sandbox import isolation
from assay.settings import (
    ISOLATION_LEVELS,
    default_cache_folder,
    format_memory,
    format_seconds,
    isolation_level,
    parse_memory,
    parse_seconds,
    parse_size,
)


def test_what_is_not_set_is_left_to_the_benchmark() -> None:
    choices = Choices().with_environment({})

    assert choices == Choices()
    assert choices.bounds == Bounds(seconds=None, memory_bytes=None)
    assert (choices.judging.python, choices.resources.workers) == (None, None)
    assert choices.judging.isolation == ISOLATION_LEVELS[0]


def test_a_file_changes_the_defaults_and_the_environment_changes_the_file() -> None:
    data = {"time": 5, "memory": "2GiB", "metrics": {"enabled": True, "pass_at_k": {"k_values": [10, 1]}}}

    choices = Choices().with_file(data, "assay.toml").with_environment({"ASSAY_TIME": "7s"})

    assert choices == Choices().changed(time=7.0, memory=2**31, codebleu=True, quality=True, k=(1, 10))


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        pytest.param({"tme": "3s"}, "assay.toml: tme = '3s': no setting has that name. Did you mean 'time'?", id="key"),
        pytest.param({"metrics": 1}, "assay.toml: metrics must be a table, got 1", id="table"),
        pytest.param({"metrics": {"pas": 1}}, "metrics.pas = 1: no setting has that name", id="inner"),
        pytest.param({"workers": 0}, "assay.toml: workers=0: must be a whole number above zero, got 0", id="workers"),
        pytest.param({"workers": True}, "must be a whole number above zero, got True", id="bool"),
        pytest.param({"time": True}, "must be text, got True", id="time"),
        pytest.param({"metrics": {"enabled": 1}}, "must be true or false, got 1", id="flag"),
        pytest.param({"metrics": {"pass_at_k": {"k_values": []}}}, "must name at least one k", id="k"),
        pytest.param({"metrics": {"code_bleu": {"weights": [1, 1, 1, 1]}}}, "weights must sum to 1", id="sum"),
        pytest.param({"metrics": {"code_bleu": {"weights": {"ngram": 1}}}}, "lacks weighted_ngram, syntax", id="names"),
    ],
)
def test_a_mistake_in_a_file_is_named(data: dict[str, object], complaint: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        Choices().with_file(data, "assay.toml")

    assert complaint in str(caught.value)


def test_the_levels_are_those_of_the_sandbox_from_strong_to_weak() -> None:
    assert tuple(isolation.LEVELS) == ISOLATION_LEVELS


def test_the_environment_changes_the_defaults() -> None:
    environment = {
        "ASSAY_ISOLATION": "process",
        "ASSAY_PYTHON": "python3.12",
        "ASSAY_TIME": "500ms",
        "ASSAY_MEMORY": "512MiB",
        "PATH": "/bin",
    }

    expected = Choices().changed(isolation="process", python="python3.12", time=0.5, memory=2**29)
    assert Choices().with_environment(environment) == expected


def test_an_empty_variable_counts_as_not_set() -> None:
    assert Choices().with_environment({"ASSAY_MEMORY": "", "ASSAY_PYTHON": ""}) == Choices()


def test_a_variable_that_another_part_reads_is_no_mistake() -> None:
    assert Choices().with_environment({"ASSAY_RECIPES": "recipes"}) == Choices()


@pytest.mark.parametrize(
    ("variable", "value", "complaint"),
    [
        pytest.param("ASSAY_ISOLATION", "ful", "Did you mean 'full'? Known: full, process, seccomp.", id="level"),
        pytest.param("ASSAY_TIME", "soon", "must be an amount such as 3s or 500ms, got 'soon'", id="no-number"),
        pytest.param("ASSAY_TIME", "-1", "must be an amount", id="negative"),
        pytest.param("ASSAY_TIME", "0", "must be positive, got '0'", id="zero"),
        pytest.param("ASSAY_TIME", "nan", "must be an amount", id="nan"),
        pytest.param("ASSAY_TIME", "9" * 400, "must be positive", id="beyond-float"),
        pytest.param("ASSAY_MEMORY", "1Gb", "must be an amount such as 1GiB or 512MB, got '1Gb'", id="bits"),
        pytest.param("ASSAY_MEMORY", "0.1B", "at least one byte, got '0.1B'", id="less-than-a-byte"),
        pytest.param("ASSAY_MEMORY", "٣GiB", "must be an amount", id="other-digits"),
        pytest.param("ASSAY_MEMROY", "1GiB", "no setting has that name. Did you mean ASSAY_MEMORY?", id="typo"),
        pytest.param("ASSAY_", "x", "no setting has that name", id="bare-prefix"),
    ],
)
def test_a_mistake_names_the_variable_and_the_value(variable: str, value: str, complaint: str) -> None:
    with pytest.raises(InvalidValue) as caught:
        Choices().with_environment({variable: value})

    assert str(caught.value).startswith(f"{variable}={value!r}: ")
    assert complaint in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("text", "memory_bytes"),
    [
        ("1048576", 2**20), ("10B", 10), ("1KiB", 1024), ("1KB", 1000), ("512MB", 512_000_000),
        ("1GiB", 2**30), ("1.5GiB", 3 * 2**29), (" 2 TiB ", 2**41),
    ],
)  # fmt: skip
def test_sizes_are_read_in_both_kinds_of_units(text: str, memory_bytes: int) -> None:
    assert parse_size(text) == memory_bytes


@pytest.mark.parametrize("text", ["50", " 512 ", "1048575"])
def test_a_small_size_needs_its_unit(text: str) -> None:
    with pytest.raises(InvalidValue, match=f"must have a unit, such as {text.strip()}MiB or .*, got {text!r}"):
        parse_size(text)


@pytest.mark.parametrize("text", ["50B", "1KiB", "1048575B"])
def test_memory_below_any_use_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue, match=f"must be at least 1MiB, got '{text}'"):
        parse_memory(text)


@pytest.mark.parametrize("text", ["1025TiB", "99999999999999999999GiB"])
def test_memory_that_no_limit_could_hold_is_refused(text: str) -> None:
    assert parse_memory("1024TiB") == 2**50
    with pytest.raises(InvalidValue, match=f"must be at most 1024TiB, got '{text}'"):
        parse_memory(text)


def test_memory_is_refused_wherever_it_is_read() -> None:
    with pytest.raises(InvalidValue, match="ASSAY_MEMORY='50': must have a unit"):
        Choices().with_environment({"ASSAY_MEMORY": "50"})
    with pytest.raises(InvalidValue, match=r"assay.toml: memory=50: must have a unit"):
        Choices().with_file({"memory": 50}, "assay.toml")
    with pytest.raises(InvalidValue, match=r"assay.toml: memory=0.5: must be"):
        Choices().with_file({"memory": 0.5}, "assay.toml")


@pytest.mark.parametrize(("text", "seconds"), [("3", 3.0), ("2.5s", 2.5), ("500ms", 0.5), ("1min", 60.0), ("2m", 120)])
def test_time_is_read_with_or_without_a_unit(text: str, seconds: float) -> None:
    assert parse_seconds(text) == seconds


@given(st.integers(1, 2**50))
def test_memory_as_written_is_read_back(memory_bytes: int) -> None:
    assert parse_size(format_memory(memory_bytes)) == memory_bytes


@pytest.mark.parametrize(
    ("memory_bytes", "text"),
    [(0, "0B"), (1, "1B"), (1024, "1KiB"), (2**30, "1GiB"), (3 * 2**29, "1536MiB"), (2**40, "1TiB"), (1500, "1500B")],
)
def test_memory_is_written_in_the_largest_whole_unit(memory_bytes: int, text: str) -> None:
    assert format_memory(memory_bytes) == text


@given(st.floats(1e-6, 1e6).map(lambda seconds: round(seconds, 5)).filter(bool))
def test_time_as_written_is_read_back(seconds: float) -> None:
    text = format_seconds(seconds)

    assert "e" in text or parse_seconds(text) == pytest.approx(seconds)


def test_whole_seconds_are_written_without_a_fraction() -> None:
    assert (format_seconds(3.0), format_seconds(0.5), format_seconds(120)) == ("3s", "0.5s", "120s")


def test_a_level_that_does_not_exist_is_named() -> None:
    with pytest.raises(UnknownNameError, match="No isolation level is named 'none'"):
        isolation_level("none")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"ASSAY_CACHE": "/a/b", "XDG_CACHE_HOME": "/x"}, "/a/b"),
        ({"XDG_CACHE_HOME": "/x"}, "/x/assay"),
        ({"ASSAY_CACHE": "", "XDG_CACHE_HOME": "relative"}, str(Path("~/.cache/assay").expanduser())),
        ({}, str(Path("~/.cache/assay").expanduser())),
    ],
)
def test_the_cache_folder_follows_the_environment(environment: dict[str, str], expected: str) -> None:
    assert str(default_cache_folder(environment)) == expected
