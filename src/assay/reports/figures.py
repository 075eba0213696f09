"""Numbers with their unit as text: shares, money, durations and counts, and intervals of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Figure = Callable[[float], str]

UNKNOWN = "–"


def share(value: float | None) -> str:
    """Return a share in percent.

    >>> share(0.7073), share(None)
    ('70.7 %', '–')
    """
    return UNKNOWN if value is None else f"{100 * value:.1f} %"


def interval_of_shares(interval: tuple[float, float] | None) -> str:
    """Return the ends of an interval of shares, in percent; nothing where there is none.

    >>> interval_of_shares((0.608, 0.749)), interval_of_shares(None)
    ('60.8 – 74.9', '')
    """
    return "" if interval is None else f"{100 * interval[0]:.1f} – {100 * interval[1]:.1f}"


def dollars(value: float) -> str:
    """Return an amount of US dollars, with three digits that count below one dollar.

    >>> dollars(0.0031), dollars(12.5), dollars(1234.5), dollars(0.0)
    ('$0.0031', '$12.50', '$1,234.50', '$0')
    >>> dollars(0.00001234)
    '$0.0000123'
    """
    if value == 0:
        return "$0"
    if abs(value) >= 1:
        return f"${value:,.2f}"
    return f"${significant(value)}"


def seconds(value: float) -> str:
    """Return a duration.

    >>> seconds(0.0123), seconds(2.345), seconds(75.0), seconds(4000.0)
    ('0.0123 s', '2.35 s', '75.0 s', '4,000 s')
    """
    if value >= 1000:
        return f"{value:,.0f} s"
    return f"{value:.1f} s" if value >= 10 else f"{significant(value)} s"


def count(value: float) -> str:
    """Return a number of things, such as a mean of tokens.

    >>> count(812.4), count(1234567.0), count(3.25)
    ('812', '1,234,567', '3.2')
    """
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.1f}"


def significant(value: float, digits: int = 3) -> str:
    """Return a number with so many digits that count and without an exponent.

    >>> significant(0.000123456), significant(1.5), significant(0.0)
    ('0.000123', '1.5', '0')
    """
    from decimal import Decimal

    return format(Decimal(f"{value:.{digits}g}").normalize(), "f")


def evidence(e_value: float) -> str:
    """Return how strongly something speaks against no difference.

    >>> evidence(1.594), evidence(1591.2), evidence(4e12)
    ('1.59', '1,591', 'over 1,000,000')
    """
    if e_value > 1e6:
        return "over 1,000,000"
    return f"{e_value:,.0f}" if e_value >= 100 else significant(e_value)


def dollars_like(value: float) -> Figure:
    """Return what writes amounts of US dollars with as many decimals as this one has, so that a row reads alike.

    >>> like = dollars_like(0.0507)
    >>> like(0.0507), like(0.05), like(0.0514), dollars_like(12.5)(0.5)
    ('$0.0507', '$0.0500', '$0.0514', '$0.50')
    """
    from math import floor, log10

    decimals = 2 if abs(value) >= 1 or not value else max(2, 2 - floor(log10(abs(value))))
    return lambda amount: f"${amount:,.{decimals}f}"


def about_seconds(value: float) -> str:
    """Return a duration that is known to a few percent only: with two digits that count.

    >>> about_seconds(0.0123), about_seconds(2.345), about_seconds(75.0), about_seconds(4021.0)
    ('0.012 s', '2.3 s', '75 s', '4,000 s')
    """
    rounded = float(f"{value:.2g}")
    return f"{rounded:,.0f} s" if rounded >= 10 else f"{significant(rounded, 2)} s"


def between(interval: tuple[float, float] | None, figure: Figure) -> str:
    """Return an interval as text, the unit said once where it stands behind; nothing where there is none.

    >>> between((0.1, 0.25), share), between((0.001, 0.002), dollars), between(None, share)
    ('10.0 – 25.0 %', '$0.001 – $0.002', '')
    """
    if interval is None:
        return ""
    low, high = figure(interval[0]), figure(interval[1])
    unit = high[high.rindex(" ") :] if " " in high else ""
    return f"{low.removesuffix(unit)} – {high}"


def points(value: float) -> str:
    """Return a difference of shares in points of a hundred, with its sign.

    >>> points(0.0912), points(-0.012), points(0.0)
    ('+9.1', '−1.2', '0.0')
    """
    rounded = round(100 * value, 1) + 0.0  # so that −0.0 is 0.0
    return f"{rounded:+.1f}".replace("-", "−") if rounded else "0.0"


def interval_of_points(interval: tuple[float, float]) -> str:
    """Return an interval of differences in points, without plus signs.

    >>> interval_of_points((-0.05, 0.026))
    '−5.0 – 2.6'
    """
    return " – ".join(points(end).removeprefix("+") for end in interval)


def counted(number: int, noun: str) -> str:
    """Return how many of something there are; the noun is given for one, and ends in `s` for more.

    >>> counted(1, "attempt"), counted(4_000, "more attempt")
    ('1 attempt', '4,000 more attempts')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence has them.

    >>> listed(["task type"]), listed(["task type", "difficulty", "tag"])
    ('task type', 'task type, difficulty and tag')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def probability(value: float) -> str:
    """Return a p-value with what stands before it.

    >>> probability(0.00042), probability(0.041389), probability(0.00000012), probability(1.0)
    ('= 0.0004', '= 0.041', '< 0.0001', '= 1')
    """
    if value < 0.0001:
        return "< 0.0001"
    return f"= {value:.1g}" if value < 0.001 else f"= {value:.2g}"
