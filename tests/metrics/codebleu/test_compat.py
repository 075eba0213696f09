"""The `compat` profile against the published package's own numbers, and within its budget."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import lru_cache
from typing import Any

import pytest

from assay.errors import UnknownNameError
from assay.languages.codebleu_rules import CompatRules
from assay.languages.known import language, languages
from assay.languages.parsing import grammar, parse
from assay.metrics.codebleu import CodeBleu, Corpus, Sample, compat
from assay.metrics.codebleu.compat_flow import flow_items
from assay.metrics.codebleu.compat_tree import walk
from assay.metrics.codebleu.stripping import _quick_python, _slow_python
from tests.public_data import DATA

SCORES = {
    "ngram": "ngram_match_score",
    "weighted_ngram": "weighted_ngram_match_score",
    "syntax": "syntax_match_score",
    "dataflow": "dataflow_match_score",
}
COMPAT: dict[str, CompatRules] = {name: one.codebleu for name, one in languages().items() if one.codebleu is not None}
LANGUAGES = sorted(COMPAT)


@lru_cache(maxsize=2)
def published(name: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of a parity file by language."""
    path = DATA / "codebleu" / name
    if not path.exists():
        pytest.skip(f"the public data file {name} is not beside this checkout")
    found = defaultdict(list)
    for line in path.read_text("utf-8").split("\n"):
        if line.strip():
            row = json.loads(line)
            found[language(row["lang"]).name].append(row)
    return found


def difference(row: dict[str, Any], scored: Sample | Corpus) -> list[str]:
    """What is not as the package has it."""
    wrong = []
    for name, theirs in SCORES.items():
        value = scored.components[name]
        assert value is not None
        if name == "dataflow" and not row["hashseed_stable"]:
            right = row["dataflow_min"] - 1e-9 <= value <= row["dataflow_max"] + 1e-9
        else:
            right = abs(value - row[theirs]) <= 1e-9
        if not right:
            wrong.append(f"{row['id']}: {name} is {value}, not {row[theirs]}")
    if row["hashseed_stable"] and abs((scored.codebleu or 0) - row["codebleu"]) > 1e-9:
        wrong.append(f"{row['id']}: codebleu is {scored.codebleu}, not {row['codebleu']}")
    return wrong


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_pair_scores_as_published(name: str) -> None:
    scorer = CodeBleu(name, profile="compat")
    rows = published("codebleu_parity.jsonl")[name]

    assert len(rows) > 50
    assert [line for row in rows for line in difference(row, scorer.sample(row["prediction"], row["reference"]))] == []


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_corpus_scores_as_published(name: str) -> None:
    scorer = CodeBleu(name, profile="compat")
    rows = published("codebleu_parity_corpus.jsonl")[name]
    wrong = []
    for row in rows:
        pairs = zip(row["predictions"], row["references"], strict=True)
        wrong += difference(row, scorer.corpus(scorer.samples(pairs)))

    assert len(rows) == 2
    assert wrong == []


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_rules_name_kinds_of_the_package_grammars_or_are_known_to_be_dead(name: str) -> None:
    known = grammar(language(name).grammar)
    kinds = {known.node_kind_for_id(number) for number in range(known.node_kind_count)}
    rules = COMPAT[name]
    named = {
        *rules.definitions,
        *rules.assignments,
        *rules.increments,
        *rules.ifs,
        *rules.fors,
        *rules.loops,
        *rules.whiles,
    }
    dead = {
        "c": {"variable_declarator", "postfix_unary_expression", "for_each_statement"},
        "cpp": {"variable_declarator", "postfix_unary_expression", "for_each_statement"},
        "csharp": {"for_each_statement"},
        "rust": {"let_expression", "if_let_expression", "while_let_expression", "for_each_statement"},
    }

    assert named - kinds == dead.get(name, set())


def test_a_language_that_the_package_lacks_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"No language of codebleu 0.7.0 is named 'kotlin'"):
        CodeBleu("kotlin", profile="compat").sample("val x = 1", "val x = 1")


@pytest.mark.parametrize(
    "code",
    [
        'def f():\n    """doc"""\n    return 1',
        "'''module'''\nx = 1",
        "x = (\n'at column zero'\n)",
        "def f():\n    # why\n    'kept after a comment'\n    return 1",
        "if a:\n    b\n'after a dedent, at column zero'",
        "if a:\n    if b:\n        c\n    'after a dedent'",
        "x = 'a' 'b'  # c",
        "r'''raw''' + b'bytes'",
        "def f(): 'inline'",
        "x = 1 + \\\n    2",
        "x = '#no' + \"it's\"",
        "class A:\n\n    'doc after a blank line'\n    x = {'a': [1, (2)]}",
    ],
)
def test_the_quick_removal_of_comments_agrees_with_the_slow_one(code: str) -> None:
    quick = _quick_python(code)

    assert quick is not None
    assert [line.split() for line in quick.split("\n")] == [line.split() for line in _slow_python(code).split("\n")]


@pytest.mark.parametrize("code", ["x = (1", "x = )", "x = 'open", "if a:\n        b\n    c", "x = 1 \\"])
def test_what_cannot_be_tokenised_is_left_as_it_is(code: str) -> None:
    assert _quick_python(code) is None


def test_nested_loops_are_given_up_at_the_budget() -> None:
    code = (
        "\n".join(f"{' ' * depth}for i{depth} in range(i{depth - 1}):" for depth in range(1, 30)) + f"\n{' ' * 30}pass"
    )
    rules = language("python")
    items, lost = flow_items(walk(parse(code, rules), code), rules)

    assert not items
    assert lost == "more than 300000 steps"


def test_a_lost_flow_is_told() -> None:
    sample = CodeBleu("python", profile="compat").sample("x = 1", " + ".join(["a"] * 1200))

    assert sample.missing == {"dataflow": "nested more than 985 deep"}
    assert sample.components["dataflow"] == 0


def test_statistics_have_the_fields_they_say() -> None:
    sample = CodeBleu("java", profile="compat").sample("int a = 1;", "int a = 2;")

    assert len(sample.statistics) == len(compat.FIELDS) == 23
