"""Rules of alerts as people write them, rightly and wrongly."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.monitoring.alerting.example import EXAMPLE
from assay.monitoring.alerting.reading import InvalidRules, read_rules, rules_of
from assay.monitoring.alerting.rules import AlertRule, Rulebook, RuleKind, Severity, Webhook


def test_the_example_is_a_file_of_rules() -> None:
    book = rules_of(EXAMPLE)

    assert [rule.kind for rule in book.rules] == list(RuleKind)
    assert book.logs == {"log"}


def test_the_example_has_a_webhook_to_take_the_hash_signs_from() -> None:
    lines = [line.replace("  # ", "  ", 1) if line.startswith("  # ") else line for line in EXAMPLE.splitlines()]
    head = "\n".join(lines[: lines.index("rules:")])

    assert rules_of(f"{head}\nrules: [{{name: a, kind: no_data}}]").webhooks["ops"] == Webhook(
        "ops",
        "https://example.org/hook",
        secret_env="ASSAY_WEBHOOK_SECRET",
        header_env={"Authorization": "OPS_AUTHORIZATION"},
    )


def test_everything_that_a_rule_can_say() -> None:
    book = rules_of(
        """
        messages_per_hour: 3
        channels:
          hook: {kind: webhook, url_env: HOOK, timeout: 2s, headers: {X-Team: a}}
          log: {kind: log}
        rules:
          - {name: low, kind: accuracy, below: 0.8, window: 90m, min_n: 5, certain: false, confidence: 0.9, for: 5m,
             where: {model: m, agent_version: ""}, by: task_type, clear_for: 1h, remind_every: 4h, severity: critical,
             notify: [hook, log]}
          - {name: dear, kind: cost, total_above: 10, where: {stream: nightly}, notify: log}
        """
    )

    low = AlertRule(
        "low",
        RuleKind.ACCURACY,
        {"stream": "production", "model": "m", "agent_version": ""},
        "task_type",
        timedelta(minutes=90),
        bound=0.8,
        min_n=5,
        certain=False,
        confidence=0.9,
        lasting=timedelta(minutes=5),
        clear_for=timedelta(hours=1),
        remind_every=timedelta(hours=4),
        severity=Severity.CRITICAL,
        notify=("hook", "log"),
    )
    dear = AlertRule(
        "dear", RuleKind.COST, {"stream": "nightly"}, measure="total", bound=10.0, min_n=1, notify=("log",)
    )
    hook = Webhook("hook", url_env="HOOK", headers={"X-Team": "a"}, timeout_seconds=2.0)
    assert book == Rulebook((low, dear), {"hook": hook}, frozenset({"log"}), 3)


def rule(text: str) -> str:
    return f"channels: {{log: {{kind: log}}}}\nrules:\n- {{name: low, kind: accuracy, below: 0.8, {text}}}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "r.yaml:1: rules: must be a list of rules, and there is none"),
        ("rules: []", "r.yaml:1: rules: must be a list"),
        ("[1]", "r.yaml:1: the file must have fields, got a list"),
        ("ruels: []", "the file has no field 'ruels'. Did you mean 'rules'?"),
        ("rules: [7]", "rule 1 must have fields, got 7"),
        ("rules: [{kind: accuracy, below: 1}]", "rule 1: name: is missing"),
        ("rules: [{name: a}]", "rule 'a': kind: is missing; one of accuracy, drift, cost, latency, no_data"),
        ("rules: [{name: a, kind: acuracy}]", "kind: must be one of .* got 'acuracy'. Did you mean 'accuracy'?"),
        ("rules: [{name: a, kind: accuracy}]", "rule 'a': below: is missing"),
        ("rules: [{name: '', kind: no_data}]", "name: must be text of 1 to 200"),
        ("rules: [{name: 7, kind: no_data}]", "name: must be text of 1 to 200 characters that print, got 7"),
        ("rules:\n- {name: a, kind: no_data}\n- {name: a, kind: no_data}", "r.yaml:3: rule 'a': two rules"),
        ("rules: [{name: a, kind: no_data, below: 1}]", "rule 'a' of kind no_data has no field 'below'"),
        ("rules: [{name: a, kind: cost}]", "give one of mean_above and total_above"),
        ("rules: [{name: a, kind: cost, mean_above: 1, total_above: 1}]", "give one of mean_above and total_above"),
        ("rules: [{name: a, kind: latency, p95_above: fast}]", "p95_above: must be a number above 0 .* got 'fast'"),
        ("rules: [{name: a, kind: drift, false_alarm_days: 0}]", "false_alarm_days: must be a number above 0.99"),
        (rule("belw: 1"), "r.yaml:3: rule 'low' has no field 'belw'. Did you mean 'below'?"),
        (rule("window: 5 parsecs"), "window: must be a duration such as 90s, 10m, 1h or 7d, got '5 parsecs'"),
        (rule("window: 60"), "window: must be a duration such as .* got 60"),
        (rule("window: 900000w"), "window: must lie between"),
        (rule("min_n: 0"), "min_n: must be a whole number from 1"),
        (rule("min_n: true"), "min_n: must be a whole number from 1 .* got True"),
        (rule("certain: maybe"), "certain: must be true or false, got 'maybe'"),
        (rule("by: tasktype"), "by: must be one of stream.* got 'tasktype'. Did you mean 'task_type'?"),
        (rule("by: [task_type]"), "by: must be one of .* got a list"),
        (rule("where: {team: a}"), "where has no field 'team'"),
        (rule("where: {model_version: 2.3}"), r"where: model_version: must be text \(put it in quotes\), got 2.3"),
        (rule("where: {arm: a}, by: arm"), "by: arm has one value alone"),
        (rule("notify: [lgo]"), "r.yaml:3: rule 'low': notify: no channel is named 'lgo'. Did you mean 'log'?"),
        (rule("severity: bad"), "rule 'low': severity: must be one of info, warning, critical, got 'bad'"),
        ("channels: {a: {kind: command}}", "channel 'a': kind: must be one of webhook, log, got 'command'"),
        ("channels: {a: {kind: webhook}}", "channel 'a': give either url, or url_env"),
        ("channels: {a: {kind: webhook, url: 'file:///etc/passwd'}}", "url: must be an address .* got 'file:///etc"),
        ("channels: {a: {kind: webhook, url: 'http://u:p@host/'}}", "must not hold a user or a password"),
        ("channels: {a: {kind: webhook, url: 'http://host/', headers: {Host: x}}}", "'Host' cannot be set"),
        ('channels: {a: {kind: webhook, url: "http://host/", headers: {X: "a\\nB: c"}}}', "'X' must be text"),
        ("channels: {a: {kind: log, url: x}}", "a log has no other field"),
        ("messages_per_hour: 0\nrules: [{name: a, kind: no_data}]", "messages_per_hour: must be a whole number"),
        ("rules: [", "r.yaml:1: is no YAML"),
        ("rules: \x01", "is no YAML"),
        ("a: 1\na: 2", "r.yaml:2: 'a' stands here twice"),
        ("1: 2", "a field must have a name of text, got 1"),
        ("a: !!python/object/apply:os.system ['true']", "r.yaml:1: tags such as .* are not taken"),
        ("a: &x [1]\nb: *x", "anchors and aliases"),
        ("a: 2026-99-99", "r.yaml:1: '2026-99-99' cannot be read"),
        ("[" * 50 + "]" * 50, "nested more than 12 deep"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_by_file_line_rule_field_and_value(text: str, said: str) -> None:
    with pytest.raises(InvalidRules, match=said) as caught:
        rules_of(text, name="r.yaml")

    assert str(caught.value).startswith("r.yaml")
    assert len(str(caught.value)) < 600


def test_a_bomb_of_aliases_is_refused_before_it_grows() -> None:
    text = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))

    with pytest.raises(InvalidRules, match="anchors"):
        rules_of(text)


def test_what_cannot_be_read_as_a_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidRules, match=r"No such file.*--example"):
        read_rules(tmp_path / "none.yaml")
    with pytest.raises(InvalidRules, match="cannot be read: it is a folder"):
        read_rules(tmp_path)
    (tmp_path / "a.yaml").write_bytes(b"rules: \xff")
    with pytest.raises(InvalidRules, match="line 1: not UTF-8"):
        read_rules(tmp_path / "a.yaml")
    (tmp_path / "a.yaml").write_bytes(b"#" * 300_000)
    with pytest.raises(InvalidRules, match="holds 300,000 bytes, at most 262,144 are read"):
        read_rules(tmp_path / "a.yaml")


def test_a_secret_is_read_from_the_variable_that_is_named() -> None:
    hook = Webhook("ops", url_env="WHERE", secret_env="KEY", header_env={"Authorization": "AUTH"})
    environment = {"WHERE": "https://example.org/x", "KEY": "k", "AUTH": "Bearer t"}

    assert hook.address(environment) == "https://example.org/x"
    assert hook.secret(environment) == "k"
    assert hook.all_headers(environment) == {"Authorization": "Bearer t"}
    with pytest.raises(InvalidValue, match="channel 'ops': the environment variable KEY is not set"):
        hook.secret({})
    with pytest.raises(InvalidValue, match="must be an address") as caught:
        hook.address({"WHERE": "ftp://secret"})
    assert "secret" not in str(caught.value)
