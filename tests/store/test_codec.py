"""What goes into the bytes of a store comes out of them, and little of it is needed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from assay.records import CaseKind, CaseOutcome, CaseStatus, Trial
from assay.store.codec import (
    from_column,
    from_json_column,
    from_real,
    json_column,
    kept,
    pack,
    to_column,
    to_real,
    unpack,
    unpack_names,
)
from tests.store.builders import PASSED, a_trial, any_float, any_json, any_text, any_trial

SOME = settings(max_examples=60)


def through(trial: Trial) -> Trial:
    packed = pack(trial)
    return unpack(packed.body, None if packed.names is None else unpack_names(packed.names))


@SOME
@given(trial=any_trial)
def test_a_packed_trial_comes_out_as_it_is_kept(trial: Trial) -> None:
    assert repr(through(trial)) == repr(kept(trial))


@SOME
@given(trial=any_trial)
def test_what_is_kept_stays_as_it_is(trial: Trial) -> None:
    assert repr(kept(kept(trial))) == repr(kept(trial))
    assert repr(through(kept(trial))) == repr(kept(trial))


@pytest.mark.parametrize("seconds", [0.0, -0.0, 5e-7, 1.5e-6, 2.5e-6, 0.1234567, 999_999.9999995, 1e6, 1e300, -3.0])
def test_the_time_of_a_case_is_kept_to_the_microsecond(seconds: float) -> None:
    trial = a_trial(outcomes=(replace(PASSED, seconds=seconds),))

    assert repr(through(trial)) == repr(kept(trial))
    assert abs(through(trial).outcomes[0].seconds - seconds) <= 5.1e-7


@pytest.mark.parametrize("status", CaseStatus)
def test_values_are_dropped_only_where_nothing_differed(status: CaseStatus) -> None:
    outcome = CaseOutcome(status, CaseKind.EDGE, "n", "actual", "expected", "error", 0.5)
    silent = status in (CaseStatus.PASSED, CaseStatus.NOT_RUN)

    assert through(a_trial(outcomes=(outcome,))).outcomes == (
        replace(outcome, actual="", expected="") if silent else outcome,
    )


@given(text=any_text)
def test_any_text_fits_a_column_and_comes_back(text: str) -> None:
    column = to_column(text)

    assert from_column(column) == text
    assert "\0" not in column
    assert column.encode("utf-8")[:0] == b""  # it can be encoded


@given(value=any_json)
def test_any_json_fits_a_column_and_comes_back(value: object) -> None:
    column = json_column(value)

    assert repr(from_json_column(column)) == repr(value)
    assert "\0" not in column
    assert column.encode("utf-8")[:0] == b""  # it can be encoded


@given(value=any_float)
def test_any_float_comes_back(value: float) -> None:
    assert repr(from_real(to_real(value))) == repr(value)


@SOME
@given(trial=any_trial)
def test_damaged_bytes_are_told_from_a_trial(trial: Trial) -> None:
    body = bytearray(pack(trial).body)
    body[len(body) // 2] ^= 0x55

    with pytest.raises(ValueError, match=r"\w"):
        unpack(bytes(body), None)


@pytest.mark.parametrize("body", [b"", b"\x01", b"\x02abc", pack(a_trial()).body[:-3]])
def test_what_is_no_body_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        unpack(body, None)


def test_a_thousand_passed_cases_take_little_room() -> None:
    outcomes = tuple(
        CaseOutcome(
            CaseStatus.PASSED, CaseKind.EDGE, f"assert f([{n}, {n * 7}]) == {n * n}", "v" * 40, "v" * 40, "", n / 1e7
        )
        for n in range(1000)
    )

    assert len(pack(a_trial(outcomes=outcomes)).body) < 3_000
