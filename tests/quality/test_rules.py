"""Each rule in each language, positive and negative, and every node kind of the tables against its grammar."""

from __future__ import annotations

import dataclasses

import pytest

from assay.languages.known import languages
from assay.languages.parsing import parse
from assay.languages.quality_rules import QualityRules
from assay.quality.evaluator import CodeQualityEvaluator
from assay.quality.records import Evidence
from tests.quality.rule_rows import ROWS

RULES = {name: one.quality for name, one in languages().items() if one.quality is not None}
PAIRS = [
    pytest.param(language, rule, *pair, id=f"{language}-{rule}")
    for language, rows in ROWS.items()
    for rule, pair in rows.items()
]
SPACING = {
    "line-length": lambda code: code.rstrip("\n") + " " * 2 + ("#" if "def f" in code[:6] else "//") + "x" * 100 + "\n",
    "trailing-blanks": lambda code: code.replace("\n", " \n", 1),
    "mixed-indentation": lambda code: code + "\t//\n    //\n",
    "blank-lines": lambda code: "\n\n\n\n\n" + code,
}


def points(code: str, language: str, rule: str) -> tuple[float, float]:
    """Given and withheld for the rule, over all its evidence in the form."""
    record = CodeQualityEvaluator().evaluate(code, language=language)
    rows = [row for row in record.evidence if row.rule == rule and row.side == "form"]
    assert rows, f"no evidence for {rule}"
    return round(sum(row.given for row in rows), 9), round(sum(row.withheld for row in rows), 9)


@pytest.mark.parametrize(("language", "rule", "has", "lacks"), PAIRS)
def test_a_rule_gives_its_points_to_code_that_has_it(language: str, rule: str, has: str, lacks: str) -> None:
    given, withheld = points(has, language, rule)

    assert given > 0
    assert withheld == 0


@pytest.mark.parametrize(("language", "rule", "has", "lacks"), PAIRS)
def test_a_rule_withholds_its_points_from_code_that_only_seems_to_have_it(
    language: str, rule: str, has: str, lacks: str
) -> None:
    given, withheld = points(lacks, language, rule)

    assert given == 0
    assert withheld > 0


@pytest.mark.parametrize("language", ROWS)
@pytest.mark.parametrize("rule", SPACING)
def test_spacing_is_judged_alike_in_every_language(language: str, rule: str) -> None:
    tidy = ROWS[language]["function"][0]
    untidy = SPACING[rule](tidy)

    assert points(tidy, language, rule)[1] == 0
    assert points(untidy, language, rule)[1] > 0


def kind_fields(rules: QualityRules) -> dict[str, set[str]]:
    fields = {field.name: getattr(rules, field.name) for field in dataclasses.fields(rules)}
    return {
        name: set(value) for name, value in fields.items() if isinstance(value, frozenset | dict) and name != "no_names"
    }


@pytest.mark.parametrize("language", RULES)
def test_every_kind_of_a_table_is_in_the_grammar(language: str) -> None:
    grammar = parse("", language).tree.language

    unknown = [
        (field, kind)
        for field, kinds in kind_fields(RULES[language]).items()
        for kind in kinds
        if grammar.id_for_node_kind(kind, not field.startswith("tokens_")) is None
    ]

    assert unknown == []


@pytest.mark.parametrize("language", RULES)
def test_every_field_of_a_table_is_in_the_grammar(language: str) -> None:
    grammar = parse("", language).tree.language
    rules = RULES[language]
    fields = {name for pair in rules.assignments.values() for name in pair} | set(rules.updates.values())

    assert [name for name in sorted(fields) if name and grammar.field_id_for_name(name) is None] == []


def test_every_row_of_evidence_that_points_somewhere_shows_that_line() -> None:
    code = "import os\n\ndef f(a):\n    # why\n    return os.path.join(a)\n"
    lines = code.split("\n")
    shown: list[Evidence] = [
        row for row in CodeQualityEvaluator().evaluate(code, language="python").evidence if row.line
    ]

    assert shown
    assert all(lines[row.line - 1].strip() == row.text for row in shown if row.line)
