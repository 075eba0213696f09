"""What an answer costs, on the day that it is paid for."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from assay.errors import InvalidOption, InvalidValue
from assay.models import Price, Prices
from assay.models.prices import BUILT_IN

TODAY = date(2025, 10, 31)


@pytest.mark.parametrize(
    ("model", "day", "expected"),
    [
        pytest.param("gpt-4o", date(2024, 5, 12), None, id="before-its-first-day"),
        pytest.param("gpt-4o", date(2024, 5, 13), (5.0, 15.0, None), id="first-day"),
        pytest.param("gpt-4o", date(2024, 10, 1), (5.0, 15.0, None), id="the-day-before"),
        pytest.param("gpt-4o", date(2024, 10, 2), (2.5, 10.0, 1.25), id="the-day-of-a-new-price"),
        pytest.param("gpt-4o-2024-05-13", TODAY, (5.0, 15.0, None), id="a-version-of-its-own"),
        pytest.param("gpt-4o-2024-11-20", TODAY, (2.5, 10.0, 1.25), id="a-version-like-others"),
        pytest.param("gpt-4o-mini", TODAY, (0.15, 0.6, 0.075), id="a-longer-name-is-another-model"),
        pytest.param("gpt-4o-audio-preview", TODAY, None, id="not-every-longer-name"),
        pytest.param("claude-3-5-haiku-20241022", TODAY, (0.8, 4.0, 0.08), id="a-day-in-one-word"),
        pytest.param("mistral-large-latest", TODAY, (2.0, 6.0, None), id="latest"),
        pytest.param("deepseek-chat", date(2025, 9, 20), (0.56, 1.68, 0.07), id="third-price"),
        pytest.param("my-own", TODAY, None, id="unknown"),
    ],
)
def test_the_list_has_the_price_of_the_day(
    model: str, day: date, expected: tuple[float, float, float | None] | None
) -> None:
    found = Prices.load().price(model, day)

    assert (found and (found.input_usd, found.output_usd, found.cached_usd)) == expected


def test_the_list_is_in_order() -> None:
    rows = Prices.load()._tables[0]

    assert len(rows) > 50
    assert all(row.source for row in rows)
    assert len({(row.model, row.since) for row in rows}) == len(rows)
    assert all(date(2023, 1, 1) <= row.since <= date(2026, 12, 31) for row in rows)
    assert all((row.cached_usd or 0) < row.input_usd <= row.output_usd for row in rows)
    assert "http" not in BUILT_IN.read_text("utf-8")


def test_cached_tokens_cost_less_where_the_list_says_so() -> None:
    assert Price("m", 2.0, 8.0, 0.5).cost(1_000_000, 500_000, 400_000) == pytest.approx(0.6 * 2 + 0.4 * 0.5 + 4)
    assert Price("m", 2.0, 8.0).cost(1_000_000, 500_000, 400_000) == pytest.approx(6.0)
    assert Price("m", 0.0, 0.0).cost(1, 1, 0) == 0.0


def test_an_unknown_price_is_not_nothing() -> None:
    assert Prices().cost("m", 1, 1, 0, TODAY) is None
    assert Prices.load().cost("m", 1, 1, 0, TODAY) is None


def test_rows_of_the_user_win(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_text(
        '[[price]]\nmodel = "gpt-4o"\nsince = 2020-01-01\ninput = 1\noutput = 2\n'
        '[[price]]\nmodel = "local-*"\nsince = 2020-01-01\ninput = 0\noutput = 0\nsource = "own machine"\n'
        '[[price]]\nmodel = "local-big*"\nsince = 2020-01-01\ninput = 7\noutput = 7\ncached = 0.1\n'
    )
    prices = Prices.load(file)

    costs = [prices.cost(name, 10**6, 0, 0, TODAY) for name in ("gpt-4o", "local-a", "local-big-b", "gpt-4o-mini", "x")]
    assert costs == [1.0, 0.0, 7.0, 0.15, None]


GOOD = 'model = "m"\nsince = 2024-01-01\ninput = 1\noutput = 1\n'


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("x = ", "not TOML"),
        (b"\xff", "line 1: not UTF-8"),
        ("", r"must hold tables \[\[price\]\]"),
        ("price = 3", r"must hold tables \[\[price\]\]"),
        (f"[[price]]\n{GOOD}\n[other]\n", "and nothing else"),
        (f"[[price]]\n{GOOD}[[price]]\n{GOOD}colour = 1", "price 2: has a field 'colour'; known are model, since"),
        ('[[price]]\nmodel = "m"\n', "price 1: has no field 'since'"),
        (f"[[price]]\n{GOOD}".replace('"m"', "7"), "model must be a name, .* got 7"),
        (f"[[price]]\n{GOOD}".replace('"m"', '"*a"'), "model must be a name"),
        (f"[[price]]\n{GOOD}".replace("2024-01-01", '"2024-01-01"'), "since must be a day such as .* without quotes"),
        (f"[[price]]\n{GOOD}".replace("2024-01-01", "2024-01-01T00:00:00"), "since must be a day"),
        (f"[[price]]\n{GOOD}".replace("input = 1", "input = -1"), "input must be dollars .* got -1"),
        (f"[[price]]\n{GOOD}".replace("input = 1", "input = nan"), "input must be dollars .* got nan"),
        (f"[[price]]\n{GOOD}".replace("input = 1", "input = true"), "input must be dollars .* got True"),
        (f"[[price]]\n{GOOD}cached = 1e99", "cached must be dollars"),
        (f"[[price]]\n{GOOD}source = 1", "source must be text, got 1"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(content: str | bytes, words: str, tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())

    with pytest.raises(InvalidValue, match=words) as caught:
        Prices.load(file)
    assert str(caught.value).startswith(str(file))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="cannot be read: No such file"):
        Prices.load(tmp_path / "none.toml")


def test_a_price_on_the_command_line() -> None:
    day = date(1999, 1, 1)

    assert Prices.of_text("0.15, 0.60, 0.075").cost("any", 10**6, 10**6, 10**6, day) == pytest.approx(0.675)
    assert Prices.of_text("1,2").cost("any", 10**6, 10**6, 10**6, day) == pytest.approx(3.0)


@pytest.mark.parametrize("text", ["", "1", "1,2,3,4", "a,b", "1,-2", "nan,1", "inf,1", "1;2", "1e9,1"])
def test_no_price_on_the_command_line(text: str) -> None:
    with pytest.raises(InvalidOption, match="must be IN,OUT or IN,OUT,CACHED in dollars") as caught:
        Prices.of_text(text)
    assert caught.value.option == "price"
