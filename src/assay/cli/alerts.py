"""`assay monitor check` and `assay monitor rules`: alerts for cron, CI and people who write rules."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from assay.cli.layout import Page
from assay.cli.run import opened
from assay.cli.runs import choices_with
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.alerts import Alert, Delivery


def check(rules: str, *, dry_run: bool, as_json: bool, store: str | None) -> int:
    """Check all rules, send what is due, print the alerts, and return 1 where one fires."""
    from assay.alerts import AlertState
    from assay.monitoring.alerting.courier import Courier
    from assay.monitoring.alerting.reading import read_rules
    from assay.monitoring.alerting.watchman import Watchman

    book = read_rules(rules)
    sent: Sequence[Delivery] = ()
    with opened(choices_with(store)) as kept:
        watchman = Watchman(kept, book)
        alerts = watchman.look() if dry_run else watchman.check()
        if not dry_run:
            sent = Courier(kept, book.webhooks).deliver()
    firing = [alert for alert in alerts if alert.state is AlertState.FIRING]
    if as_json:
        print(json_text({"firing": len(firing), "alerts": [alert.to_dict() for alert in alerts]}))
    else:
        _show(alerts, len(book.rules))
    for delivery in sent:
        if delivery.error:
            print(one_line(f"assay: no message to {delivery.channel!r}: {delivery.error}"), file=sys.stderr)
    return 1 if firing else 0


def show_rules(path: str, *, example: bool, as_json: bool) -> None:
    """Print the example, or what a file of rules says."""
    if example:
        from assay.monitoring.alerting.example import EXAMPLE

        print(EXAMPLE, end="")
        return
    from assay.monitoring.alerting.reading import read_rules
    from assay.monitoring.wording import span

    book = read_rules(path)
    if as_json:
        rows = [
            {"name": rule.name, "kind": rule.kind.value, "where": dict(rule.where), "by": rule.by, "bound": rule.bound,
             "window_seconds": rule.window.total_seconds(), "severity": rule.severity.value,
             "notify": list(rule.notify)}
            for rule in book.rules
        ]  # fmt: skip
        print(json_text({"rules": rows}))
        return
    for rule in book.rules:
        by = f" by {rule.by}" if rule.by else ""
        told = ", ".join(rule.notify) or "nobody"
        print(one_line(f"{rule.name}: {rule.kind.value.replace('_', ' ')}{by} over {span(rule.window)}, tells {told}"))


def _show(alerts: Sequence[Alert], rules: int) -> None:
    from assay.alerts import AlertState
    from assay.monitoring.alerting.conditions import about_words
    from assay.reports.figures import counted

    page = Page()
    firing = [alert for alert in alerts if alert.state is AlertState.FIRING]
    pending = [alert for alert in alerts if alert.state is AlertState.PENDING]
    checked = f"{counted(rules, 'rule')}, {counted(len(alerts), 'alert')} checked"
    if not firing:
        page.text(f"No alert fires: {checked}")
    else:
        page.text(f"{counted(len(firing), 'alert')} {'fires' if len(firing) == 1 else 'fire'}: {checked}")
    for word, some in (("FIRING", firing), ("pending", pending)):
        for alert in some:
            about = f" ({about_words(alert.about)})" if alert.about else ""
            since = "" if alert.since is None else f", since {alert.since:%Y-%m-%d %H:%M} UTC"
            page.text(one_line(f"{word} [{alert.severity}] {alert.rule}{about}: {alert.summary}{since}"))
