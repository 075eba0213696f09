"""What a message about alerts says: one line, a line for each alert, and the same as data."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from assay.alerts import Alert
from assay.monitoring.alerting.conditions import about_words
from assay.reports.figures import counted
from assay.text import one_line

MOST_LISTED: Final = 50
"""Alerts of one heading that a message lists; the others are counted."""
_SHOWN = 300
_OBEYED = re.compile(r"[<@](?=\S)|!(?=\[)")
"""What chats make a mention, a link or a picture of, unless a blank follows."""


@dataclass(slots=True)
class News:
    """What there is to tell to one channel."""

    firing: list[Alert] = field(default_factory=list)
    resolved: list[Alert] = field(default_factory=list)
    still_firing: list[Alert] = field(default_factory=list)


def title_of(news: News) -> str:
    """Return the news in one line.

    >>> title_of(News([Alert("low", summary="accuracy 71.2 % is below 80.0 %")]))
    'FIRING low: accuracy 71.2 % is below 80.0 %'
    """
    parts = []
    for word, alerts in _headings(news):
        if len(alerts) == 1:
            parts.append(f"{word} {_line(alerts[0])}")
        elif alerts:
            names = ", ".join(dict.fromkeys(_plain(alert.rule) for alert in alerts[:MOST_LISTED]))
            parts.append(f"{word} {counted(len(alerts), 'alert')} of {names}"[:_SHOWN])
    return "; ".join(parts)


def body_of(news: News, delivery_id: str, now: datetime) -> str:
    """Return the message as JSON; `text` is for people, the rest for programs."""
    lines = [title_of(news)]
    for word, alerts in _headings(news):
        if len(alerts) > 1:
            lines += [f"{word} {_line(alert)}" for alert in alerts[:MOST_LISTED]]
    listed = {
        name: [alert.to_dict() for alert in getattr(news, name)[:MOST_LISTED]]
        for name in ("firing", "resolved", "still_firing")
    }
    left_out = sum(max(0, len(alerts) - MOST_LISTED) for _, alerts in _headings(news))
    return json.dumps(
        {"id": delivery_id, "at": now.isoformat(), "text": "\n".join(lines), **listed, "left_out": left_out}
    )


def _headings(news: News) -> Sequence[tuple[str, list[Alert]]]:
    return ("FIRING", news.firing), ("STILL FIRING", news.still_firing), ("RESOLVED", news.resolved)


def _line(alert: Alert) -> str:
    named = one_line(about_words(alert.about))
    about = f" ({named})" if named and named not in alert.summary else ""
    return _plain(f"{alert.rule}{about}: {alert.summary}")[:_SHOWN]


def _plain(text: str) -> str:
    """Return a text on one line in which a chat finds no mention, link or picture."""
    return _OBEYED.sub(r"\g<0> ", one_line(text))
