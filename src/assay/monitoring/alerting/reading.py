"""Rules of alerts read from YAML that may be wrong: every mistake is named by file, line, rule and field."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from assay.errors import InvalidValue
from assay.files import read_text
from assay.monitoring.alerting.rules import (
    MESSAGES_PER_HOUR,
    AlertRule,
    Rulebook,
    RuleKind,
    Severity,
    Webhook,
    check_address,
    duration_of,
)
from assay.observations import LONGEST_NAME, PRODUCTION, SLICED
from assay.tables import UNREADABLE, check_nodes

if TYPE_CHECKING:
    from yaml import Node

LARGEST: Final = 256 * 1024
"""Bytes of a file of rules."""
DEEPEST: Final = 12
MOST_RULES: Final = 200
MOST_CHANNELS: Final = 50

_COMMON = ("name", "kind", "where", "by", "for", "clear_for", "remind_every", "severity", "notify")
_OF_KIND: Mapping[RuleKind, tuple[str, ...]] = {
    RuleKind.ACCURACY: ("below", "window", "min_n", "certain", "confidence"),
    RuleKind.DRIFT: ("false_alarm_days",),
    RuleKind.COST: ("mean_above", "total_above", "window", "min_n"),
    RuleKind.LATENCY: ("p50_above", "p95_above", "window", "min_n"),
    RuleKind.NO_DATA: ("window",),
}
_LONGEST_WINDOW = timedelta(days=366)
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,199}")


class InvalidRules(InvalidValue):
    """A file of rules cannot be used; the message names file, line, rule, field and value."""


@dataclass(frozen=True, slots=True)
class _Given:
    """A value of the file, with the place that it stands at."""

    value: Any  # Any: a scalar, a list of `_Given`, or a dict of them by name
    line: int
    path: str

    def wrong(self, why: str) -> InvalidRules:
        return InvalidRules(f"{self.path}:{self.line}: {why}")


def read_rules(path: str | Path) -> Rulebook:
    """Return the rules in a file."""
    place = Path(path)
    if not place.exists():
        raise InvalidRules(
            f"{place}: the rules of alerts cannot be read: No such file; "
            f"`assay monitor rules --example > {place}` writes some to begin with"
        )
    return rules_of(read_text(place, LARGEST, wrong=InvalidRules), name=str(place))


def rules_of(text: str, *, name: str = "alerts.yaml") -> Rulebook:
    """Return the rules that a text of YAML states; `name` is that of its file.

    >>> rules_of("rules: [{name: low, kind: accuracy, below: 0.8}]").rules[0].bound
    0.8
    """
    root = _parsed(text, name)
    fields = _fields(root, "the file", ("channels", "rules", "messages_per_hour"))
    webhooks, logs = _channels(fields.get("channels"))
    rules = _rules(fields.get("rules"), root, {*webhooks, *logs})
    cap = fields.get("messages_per_hour")
    limit = MESSAGES_PER_HOUR if cap is None else _whole(cap, "messages_per_hour", 1, 1000)
    return Rulebook(rules, webhooks, logs, limit)


def _parsed(text: str, name: str) -> _Given:
    """Return the values of a YAML text, which may hold neither tags, nor aliases, nor a key twice."""
    import yaml

    try:
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            line = event.start_mark.line + 1
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                raise InvalidRules(f"{name}:{line}: anchors and aliases (& and *) are not taken here; write it out")
            if getattr(event, "tag", None):
                raise InvalidRules(f"{name}:{line}: tags such as {event.tag!r:.40} are not taken here")
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise InvalidRules(f"{name}:{line}: nested more than {DEEPEST} deep")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        if node is not None:
            check_nodes(node)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        if isinstance(error, InvalidRules):
            raise
        mark = getattr(error, "problem_mark", None)
        where = name if mark is None else f"{name}:{mark.line + 1}"
        why = getattr(error, "problem", None) or str(error)
        raise InvalidRules(f"{where}: is no YAML: {why!s:.200}") from error
    return _Given({}, 1, name) if node is None else _given(node, name)


def _given(node: Node, name: str) -> _Given:
    import yaml

    line = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        found: dict[str, _Given] = {}
        for key, value in node.value:
            place = key.start_mark.line + 1
            label = _scalar(key, name)
            if not isinstance(label, str):
                raise InvalidRules(f"{name}:{place}: a field must have a name of text, got {label!r:.80}")
            if label in found:
                raise InvalidRules(f"{name}:{place}: {label!r:.80} stands here twice")
            found[label] = _given(value, name)
        return _Given(found, line, name)
    if isinstance(node, yaml.SequenceNode):
        return _Given([_given(one, name) for one in node.value], line, name)
    return _Given(_scalar(node, name), line, name)


def _scalar(node: Node, name: str) -> Any:  # Any: what YAML makes of it
    import yaml

    try:
        return yaml.constructor.SafeConstructor().construct_object(node, deep=True)
    except (yaml.YAMLError, *UNREADABLE) as error:
        line = node.start_mark.line + 1
        raise InvalidRules(f"{name}:{line}: {node.value!r:.80} cannot be read: {error!s:.80}") from error


def _fields(given: _Given, what: str, known: Collection[str]) -> dict[str, _Given]:
    """Return the fields of a mapping; one that is not known is refused, with the one that was probably meant."""
    if not isinstance(given.value, dict):
        raise given.wrong(f"{what} must have fields, got {_shown(given)}")
    for name, value in given.value.items():
        if name not in known:
            close = difflib.get_close_matches(name[:100], known, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise value.wrong(f"{what} has no field {name!r:.80}.{hint} Known: {', '.join(known)}.")
    return given.value


def _channels(given: _Given | None) -> tuple[dict[str, Webhook], frozenset[str]]:
    webhooks: dict[str, Webhook] = {}
    logs: set[str] = set()
    if given is None or given.value is None:
        return webhooks, frozenset()
    if not isinstance(given.value, dict) or len(given.value) > MOST_CHANNELS:
        raise given.wrong(f"channels: must be at most {MOST_CHANNELS} channels by name, got {_shown(given)}")
    for name, value in given.value.items():
        _check_name(value, "the name of a channel", name)
        what = f"channel {name!r}"
        fields = _fields(value, what, ("kind", "url", "url_env", "secret_env", "headers", "header_env", "timeout"))
        kind = _choice(fields, "kind", ("webhook", "log"), what, value)
        if kind == "webhook":
            webhooks[name] = _webhook(name, fields, what, value)
        elif len(fields) > 1:
            raise value.wrong(f"{what}: a log has no other field than kind, got {', '.join(fields)}")
        else:
            logs.add(name)
    return webhooks, frozenset(logs)


def _webhook(name: str, fields: Mapping[str, _Given], what: str, given: _Given) -> Webhook:
    texts = {one: _text(fields[one], f"{what}: {one}") for one in ("url", "url_env", "secret_env") if one in fields}
    if ("url" in texts) == ("url_env" in texts):
        raise given.wrong(f"{what}: give either url, or url_env with the name of an environment variable")
    if "url" in texts:
        try:
            check_address(texts["url"])
        except InvalidValue as error:
            got = "" if "@" in texts["url"] else f", got {texts['url']!r:.80}"  # a password stands before an @
            raise fields["url"].wrong(f"{what}: {error}{got}") from None
    header_env = _headers(fields.get("header_env"), f"{what}: header_env")
    _variables({one: text for one, text in texts.items() if one.endswith("_env")} | header_env, what, given)
    seconds = 10.0
    if "timeout" in fields:
        found = _duration(fields["timeout"], f"{what}: timeout", timedelta(seconds=1), timedelta(minutes=1))
        seconds = found.total_seconds()
    return Webhook(
        name,
        **texts,
        headers=_headers(fields.get("headers"), f"{what}: headers"),
        header_env=header_env,
        timeout_seconds=seconds,
    )


def _headers(given: _Given | None, what: str) -> dict[str, str]:
    """Return headers by name; a value may be a secret that stands in the wrong place, so none is repeated."""
    if given is None:
        return {}
    if not isinstance(given.value, dict):
        raise given.wrong(f"{what}: must be names with values")
    for name, one in given.value.items():
        text = one.value
        is_name = name.isascii() and name.replace("-", "").isalnum()
        if not is_name or name.lower() in ("host", "content-length", "content-type", "transfer-encoding", "connection"):
            raise one.wrong(f"{what}: {name!r:.80} cannot be set")
        if not (isinstance(text, str) and 0 < len(text) <= 2000 and text.isascii() and text.isprintable()):
            raise one.wrong(
                f"{what}: {name!r:.80} must be text of at most 2,000 printable ASCII characters, without a line end"
                " (put a number in quotes)"
            )
    return {name: one.value for name, one in given.value.items()}


def _variables(found: Mapping[str, str], what: str, given: _Given) -> None:
    """Refuse what is no name of an environment variable: it may be the secret itself, which is not repeated."""
    for name, variable in found.items():
        if _VARIABLE.fullmatch(variable) is None:
            raise given.wrong(f"{what}: {name} must be the name of an environment variable, such as ALERTS_TOKEN")


def _rules(given: _Given | None, root: _Given, channels: Collection[str]) -> tuple[AlertRule, ...]:
    if given is None or not isinstance(given.value, list) or not given.value:
        raise (given or root).wrong("rules: must be a list of rules, and there is none")
    if len(given.value) > MOST_RULES:
        raise given.wrong(f"rules: there are at most {MOST_RULES}, got {len(given.value):,}")
    found: dict[str, AlertRule] = {}
    for place, one in enumerate(given.value, 1):
        rule = _rule(one, place, channels)
        if rule.name in found:
            raise one.wrong(f"rule {rule.name!r}: two rules have this name")
        found[rule.name] = rule
    return tuple(found.values())


def _rule(given: _Given, place: int, channels: Collection[str]) -> AlertRule:
    named = given.value.get("name") if isinstance(given.value, dict) else None
    what = f"rule {named.value!r:.80}" if named is not None else f"rule {place}"
    every = dict.fromkeys([*_COMMON, *(name for names in _OF_KIND.values() for name in names)])
    fields = _fields(given, what, list(every))
    if named is None:
        raise given.wrong(f"{what}: name: is missing")
    kind = RuleKind(_choice(fields, "kind", tuple(RuleKind), what, given))
    fields = _fields(given, f"{what} of kind {kind.value}", (*_COMMON, *_OF_KIND[kind]))
    values: dict[str, Any] = {}  # Any: by field of `AlertRule`
    for name, value in fields.items():
        if name in _READERS:
            target, reader = _READERS[name]
            values[target] = reader(value, f"{what}: {name}")
    values |= _bound(kind, fields, what, given)
    values |= _where(fields, what)
    if kind is RuleKind.NO_DATA:
        values["min_n"] = 0
    elif kind is RuleKind.COST and values["measure"] == "total":
        values.setdefault("min_n", 1)
    for place_of, name in enumerate(values.get("notify", ())):
        if name not in channels:
            close = difflib.get_close_matches(name, channels, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else f" Channels: {', '.join(sorted(channels)) or 'none'}."
            one = fields["notify"]
            raise (one.value[place_of] if isinstance(one.value, list) else one).wrong(
                f"{what}: notify: no channel is named {name!r}.{hint}"
            )
    return AlertRule(kind=kind, **values)


def _bound(kind: RuleKind, fields: Mapping[str, _Given], what: str, given: _Given) -> dict[str, Any]:  # Any: by field
    """Return the measure and the bound of a rule, of which exactly one must be given."""
    if kind is RuleKind.ACCURACY:
        if "below" not in fields:
            raise given.wrong(f"{what}: below: is missing; the share that must pass, such as 0.8")
        return {"bound": _number(fields["below"], f"{what}: below", 0, 1)}
    measures = {RuleKind.COST: ("mean", "total"), RuleKind.LATENCY: ("p50", "p95")}.get(kind, ())
    found = [measure for measure in measures if f"{measure}_above" in fields]
    if measures and len(found) != 1:
        raise given.wrong(f"{what}: give one of {' and '.join(f'{measure}_above' for measure in measures)}")
    return {
        name: value
        for measure in found
        for name, value in (
            ("measure", measure),
            ("bound", _number(fields[f"{measure}_above"], f"{what}: {measure}_above", 0, 1e9)),
        )
    }


def _where(fields: Mapping[str, _Given], what: str) -> dict[str, Any]:  # Any: by field
    """Return which observations a rule is about; those of production, where it does not say."""
    where: dict[str, str] = {}
    by = None
    if "by" in fields:
        by = _choice(fields, "by", SLICED, what, fields["by"])
    if "where" in fields:
        given = fields["where"]
        known = _fields(given, f"{what}: where", SLICED)
        where = {name: _text(value, f"{what}: where: {name}", empty=True) for name, value in known.items()}
        if by in where:
            raise given.wrong(f"{what}: by: {by} has one value alone under where")
    if "stream" not in where and by != "stream":
        where = {"stream": PRODUCTION, **where}
    return {"where": where, "by": by}


def _check_name(given: _Given, what: str, name: object) -> str:
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise given.wrong(f"{what}: must be text of 1 to {LONGEST_NAME} characters that print, got {name!r:.80}")
    return name


def _text(given: _Given, what: str, *, empty: bool = False) -> str:
    if empty and given.value == "":
        return ""
    if not isinstance(given.value, str) or not 0 < len(given.value) <= 2000 or "\0" in given.value:
        hint = " (put it in quotes)" if isinstance(given.value, int | float) else ""
        raise given.wrong(f"{what}: must be text{hint}, got {_shown(given)}")
    return given.value


def _choice(fields: Mapping[str, _Given], name: str, known: Collection[str], what: str, owner: _Given) -> str:
    if name not in fields:
        raise owner.wrong(f"{what}: {name}: is missing; one of {', '.join(known)}")
    given = fields[name]
    if not isinstance(given.value, str) or given.value not in known:
        close = difflib.get_close_matches(str(given.value)[:100], known, n=1)
        hint = f" Did you mean {str(close[0])!r}?" if close else ""
        raise given.wrong(f"{what}: {name}: must be one of {', '.join(known)}, got {_shown(given)}.{hint}")
    return str(given.value)


def _number(given: _Given, what: str, low: float, high: float) -> float:
    if type(given.value) not in (int, float) or not low < given.value <= high:
        raise given.wrong(f"{what}: must be a number above {low:g} and at most {high:g}, got {_shown(given)}")
    return float(given.value)


def _whole(given: _Given, what: str, low: int, high: int) -> int:
    if type(given.value) is not int or not low <= given.value <= high:
        raise given.wrong(f"{what}: must be a whole number from {low:,} to {high:,}, got {_shown(given)}")
    return given.value


def _duration(given: _Given, what: str, low: timedelta, high: timedelta) -> timedelta:
    try:
        found = duration_of(given.value)
    except InvalidValue as error:
        raise given.wrong(f"{what}: {error}") from error
    if not low <= found <= high:
        raise given.wrong(f"{what}: must lie between {low} and {high}, got {_shown(given)}")
    return found


def _flag(given: _Given, what: str) -> bool:
    if type(given.value) is not bool:
        raise given.wrong(f"{what}: must be true or false, got {_shown(given)}")
    return given.value


def _names(given: _Given, what: str) -> tuple[str, ...]:
    items = given.value if isinstance(given.value, list) else [given]
    return tuple(dict.fromkeys(_text(one, what) for one in items))


def _severity(given: _Given, what: str) -> Severity:
    return Severity(_choice({"severity": given}, "severity", tuple(Severity), what.rpartition(":")[0], given))


def _shown(given: _Given) -> str:
    if isinstance(given.value, list | dict):
        return "a list" if isinstance(given.value, list) else "fields"
    return f"{given.value!r:.80}"


def _lasting(low: timedelta) -> Callable[[_Given, str], timedelta]:
    return lambda given, what: _duration(given, what, low, _LONGEST_WINDOW)


_READERS: Mapping[str, tuple[str, Callable[[_Given, str], object]]] = {
    "name": ("name", lambda given, what: _check_name(given, what, given.value)),
    "for": ("lasting", _lasting(timedelta(0))),
    "clear_for": ("clear_for", _lasting(timedelta(0))),
    "remind_every": ("remind_every", _lasting(timedelta(minutes=10))),
    "window": ("window", _lasting(timedelta(minutes=1))),
    "severity": ("severity", _severity),
    "notify": ("notify", _names),
    "min_n": ("min_n", lambda given, what: _whole(given, what, 1, 10**9)),
    "certain": ("certain", _flag),
    "confidence": ("confidence", lambda given, what: _number(given, what, 0.5, 0.9999)),
    "false_alarm_days": ("false_alarm_days", lambda given, what: _number(given, what, 0.99, 36_500)),
}
"""The fields of a rule that are read alike in every kind: the field of `AlertRule`, and how it is read."""
