"""The rules of alerts: what is watched, when it is worth a message, and who gets it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Final

from assay.errors import InvalidValue

MESSAGES_PER_HOUR: Final = 12
"""Messages to one channel; what is beyond waits, and is told together when there is room again."""

_DURATION = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*(s|m|min|h|d|w)", re.ASCII)
_SECONDS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800}


class RuleKind(StrEnum):
    """What a rule is about."""

    ACCURACY = "accuracy"
    """The share that passed is below a bound."""
    DRIFT = "drift"
    """The share that passed has changed for the worse."""
    COST = "cost"
    LATENCY = "latency"
    NO_DATA = "no_data"
    """Nothing was observed for some time."""


class Severity(StrEnum):
    """How much an alert matters; what is done about that is the receiver's choice."""

    INFO = "info"
    WARNING = "warning"
    CRITICAL = "critical"


@dataclass(frozen=True, slots=True)
class AlertRule:
    """One rule: a bound on what is observed, overall or for each value of a field."""

    name: str
    kind: RuleKind
    where: Mapping[str, str] = field(default_factory=dict)
    """Which observations it is about, by fields of `assay.observations.SLICED`."""
    by: str | None = None
    """The field whose every value has an alert of its own."""
    window: timedelta = timedelta(hours=1)
    """The time before now that is looked at."""
    measure: str = ""
    """Of cost: `mean` or `total`; of latency: `p50` or `p95`."""
    bound: float | None = None
    min_n: int = 30
    """With fewer observations in the window nothing is said."""
    certain: bool = True
    """Of accuracy: fire only where the whole interval lies below the bound."""
    confidence: float = 0.99
    """Of that interval: higher than usual, because the rule is looked at again and again."""
    false_alarm_days: float = 100.0
    """Of drift: the days between two false alarms, on average, of all slices of the rule together."""
    lasting: timedelta = timedelta(0)
    """How long the bound must be crossed before the alert fires; `for` in the file."""
    clear_for: timedelta = timedelta(minutes=10)
    """How long the bound must be kept before the alert is resolved."""
    remind_every: timedelta | None = None
    """How often a message is repeated while it fires; `None`: never."""
    severity: Severity = Severity.WARNING
    notify: tuple[str, ...] = ()
    """Names of channels."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that messages are posted to; secrets are named by the environment variable that holds them."""

    name: str
    url: str = ""
    url_env: str = ""
    secret_env: str = ""
    """The variable with the secret that messages are signed with; empty: they are not signed."""
    headers: Mapping[str, str] = field(default_factory=dict)
    header_env: Mapping[str, str] = field(default_factory=dict)
    """Headers whose value is a secret, with the variable that holds it."""
    timeout_seconds: float = 10.0
    """For one attempt in all."""

    def address(self, environment: Mapping[str, str] = os.environ) -> str:
        """Return where messages go."""
        return check_address(self._secret(self.url_env, environment) if self.url_env else self.url)

    def secret(self, environment: Mapping[str, str] = os.environ) -> str:
        """Return what messages are signed with; nothing where they are not."""
        return self._secret(self.secret_env, environment) if self.secret_env else ""

    def all_headers(self, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
        """Return the headers of every message, those with secrets included."""
        return {
            **self.headers,
            **{name: self._secret(variable, environment) for name, variable in self.header_env.items()},
        }

    @property
    def sends_secrets(self) -> bool:
        """Whether the receiver learns a secret, which it may repeat in its answer."""
        return bool(self.url_env or self.header_env)

    def _secret(self, variable: str, environment: Mapping[str, str]) -> str:
        """Return what a variable holds; no message ever repeats it."""
        found = environment.get(variable, "")
        if not found:
            raise InvalidValue(f"channel {self.name!r}: the environment variable {variable} is not set")
        if not (found.isascii() and found.isprintable()) or found != found.strip():
            raise InvalidValue(
                f"channel {self.name!r}: the environment variable {variable} must hold printable ASCII characters, with"
                " no space or line end before or behind them (a file read into it may end in one)"
            )
        return found


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that a file of rules says."""

    rules: tuple[AlertRule, ...] = ()
    webhooks: Mapping[str, Webhook] = field(default_factory=dict)
    logs: frozenset[str] = frozenset()
    """Names of the channels that write to the log."""
    messages_per_hour: int = MESSAGES_PER_HOUR

    def rule(self, name: str) -> AlertRule | None:
        """Return the rule of that name."""
        return next((rule for rule in self.rules if rule.name == name), None)


def check_address(url: str) -> str:
    """Return an address that messages may be posted to: http or https, with a host, without a password in it."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(url)
        host, user = parts.hostname, parts.username
        _ = parts.port  # raises where it is no number
    except ValueError:
        parts, host, user = None, None, None
    if parts is None or parts.scheme not in ("http", "https") or not host or not url.isprintable() or " " in url:
        raise InvalidValue("url: must be an address such as https://example.org/hook, with http or https")
    if user is not None:
        raise InvalidValue("url: must not hold a user or a password; put them in a header, by header_env")
    return url


def duration_of(text: object) -> timedelta:
    """Return the time that a text such as `90s`, `10m`, `1h` or `7d` means.

    >>> duration_of("1.5h")
    datetime.timedelta(seconds=5400)
    """
    match = _DURATION.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None and not (type(text) is int and text == 0):
        raise InvalidValue(f"must be a duration such as 90s, 10m, 1h or 7d, got {text!r:.80}")
    return timedelta(0) if match is None else timedelta(seconds=float(match[1]) * _SECONDS[match[2]])
