"""The `strict` profile has none of the faults that are known of the published package, and its own laws."""

from __future__ import annotations

import logging
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.languages.known import language, readable
from assay.languages.parsing import parse
from assay.languages.tokens import tokens
from assay.metrics.codebleu import CodeBleu, Sample, evaluate_codebleu, strict
from assay.metrics.codebleu.strict_flow import flow_items
from assay.metrics.codebleu.strict_tree import walk

PYTHON = CodeBleu("python")


def score(prediction: str, reference: str | list[str], name: str = "python") -> Sample:
    return CodeBleu(name).sample(prediction, reference)


def total(sample: Sample) -> float:
    assert sample.codebleu is not None
    return sample.codebleu


def part(sample: Sample, name: str) -> float:
    value = sample.components[name]
    assert value is not None
    return value


WHOLE = {
    "python": "def f(a):\n    b = a + 1\n    return b",
    "javascript": "function f(a) { let b = a + 1; return b; }",
    "typescript": "function f(a: number) { let b = a + 1; return b; }",
    "java": "class C { int f(int a) { int b = a + 1; return b; } }",
    "c": "int f(int a) { int b = a + 1; return b; }",
    "cpp": "int f(int a) { auto b = a + 1; return b; }",
    "csharp": "class C { int F(int a) { var b = a + 1; return b; } }",
    "go": "package p\nfunc f(a int) int { b := a + 1; return b }",
    "rust": "pub fn f(a: i32) -> i32 { let b = a + 1; b }",
    "php": "function f($a) { $b = $a + 1; return $b; }",
    "ruby": "def f(a)\n  b = a + 1\n  b\nend",
    "kotlin": "fun f(a: Int): Int { val b = a + 1; return b }",
    "swift": "func f(a: Int) -> Int { let b = a + 1; return b }",
    "scala": "def f(a: Int) = { val b = a + 1; b }",
    "bash": "f() { b=$((a + 1)); echo $b; }",
}


@pytest.mark.parametrize("name", readable())
class TestEveryLanguage:
    def test_01_nothing_and_garbage_score_nothing(self, name: str) -> None:
        assert total(score("", WHOLE[name], name)) == 0
        assert total(score("%%% \x00 ???", WHOLE[name], name)) < 0.05

    def test_02_an_exact_match_scores_one(self, name: str) -> None:
        sample = score(WHOLE[name], WHOLE[name], name)

        assert total(sample) == 1
        assert sample.parse_ok
        assert sample.missing == {}

    def test_07_08_09_a_value_flows_to_its_variable(self, name: str) -> None:
        other = WHOLE[name].replace("a + 1", "1 + 1").replace("$1 +", "1 +")
        sample = score(other, WHOLE[name], name)

        assert 0 < part(sample, "dataflow") < 1

    def test_14_operators_and_literals_are_seen(self, name: str) -> None:
        assert part(score(WHOLE[name].replace("+", "-"), WHOLE[name], name), "syntax") < 1
        assert part(score(WHOLE[name].replace("1", "2"), WHOLE[name], name), "syntax") < 1

    def test_15_blanks_are_not_seen(self, name: str) -> None:
        if name not in ("bash",):
            assert total(score(WHOLE[name].replace("a + 1", "a  +  1"), WHOLE[name], name)) == 1


@pytest.mark.parametrize("code", ["x = 1", "pass", "x", "f()", "1"])
def test_02_short_code_matches_itself(code: str) -> None:
    assert total(score(code, code)) == 1


@pytest.mark.parametrize(
    ("prediction", "reference", "expected"),
    [("", "", 1.0), ("x = 1", "", 0.0), ("", "x = 1", 0.0), ("# only words", "", 1.0)],
)
def test_03_empty_texts_have_a_score_that_means_something(prediction: str, reference: str, expected: float) -> None:
    assert total(score(prediction, reference)) == expected


def test_03_no_references_and_no_samples_are_told_apart_from_a_score() -> None:
    with pytest.raises(ValueError, match="at least one"):
        PYTHON.sample("x", [])

    assert PYTHON.corpus([]).codebleu is None


SEEDED = """
from assay.metrics.codebleu import CodeBleu
a = 'def f(b, a, c):\\n  for x in a:\\n    y = x + b + c + y\\n    z = y * b\\n  return z, y'
b = 'def f(q, w, e):\\n  y = 1\\n  while w:\\n    y = q + w + e + y\\n  return y'
for profile in ('strict', 'compat', 'lite'):
    print(CodeBleu('python', profile=profile).sample(a, b).as_dict())
"""


def test_04_the_score_is_the_same_under_every_hash_seed() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", SEEDED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert len(answers) == 1
    assert "'codebleu': 0." in answers.pop()


def test_05_06_the_signature_names_the_grammar() -> None:
    facts = evaluate_codebleu("x = 1", "x = 1", "python")["signature"]

    assert "|lang:python|grammar:python-0." in facts
    assert facts.startswith("codebleu:strict|weights:0.25,0.25,0.25,0.25|")


def test_07_a_public_rust_function_has_flow() -> None:
    sample = score("pub fn f(a: i32) -> i32 { let b = a; b }", "pub fn f(x: i32) -> i32 { let y = x; y }", "rust")

    assert part(sample, "dataflow") == 1
    assert sample.statistics[strict.FIELDS.index("dataflow_reference")] >= 3


def flows(code: str, name: str) -> set[str]:
    """`b<a` for every definition of b from a."""
    found = walk(parse(code, name)).occurrences
    return {
        f"{found.names[place].decode()}{'+' if updates else ''}<{','.join(found.names[one].decode() for one in origin)}"
        for place, (_, updates, origin) in found.defined.items()
    }


@pytest.mark.parametrize(
    ("name", "code", "expected"),
    [
        ("c", "int f() { int b = a + 1; b += c; }", {"b<a", "b+<c"}),
        ("cpp", "void f() { auto [u, v] = p; for (auto &e : c) {} }", {"u<p", "v<p", "e<c"}),
        ("csharp", "class A { void F() { int b = a; foreach (var s in b) {} } }", {"b<a", "s<b"}),
        ("javascript", "x = a; for (const k of ks) {} for (i in o) {}", {"x<a", "k<ks", "i<o"}),
        ("go", "package p\nfunc f() { x := a; for k, v := range m {} }", {"x<a", "k<m", "v<m"}),
        ("python", "if (n := a): pass\nwith b as c: pass\ntry: pass\nexcept E as e: pass", {"n<a", "c<b", "e<E"}),
        ("php", "foreach ($this->x as $y) {} $a = $b;", {"$y<$this", "$a<$b"}),
        ("java", "class C { void m() { for (String s : b) { i++; } } }", {"s<b", "i+<"}),
        ("rust", "fn f() { if let Some(w) = o { match v { Some(u) => u } } }", {"w<o", "u<"}),
        ("ruby", "p, q = q, p\nz.each { |u| w ||= u }", {"p<q,p", "q<q,p", "u<", "w+<u"}),
        ("kotlin", "val (p, q) = t\nfor ((k, v) in m) {}", {"p<t", "q<t", "k<m", "v<m"}),
        ("swift", "guard let g = o else { return }\nlet c = a", {"g<o", "c<a"}),
        ("scala", "val (p, q) = t", {"p<t", "q<t"}),
        ("bash", 'b="$a $c"\nfor i in $b; do :; done', {"b<a,c", "i<b"}),
        ("typescript", "function f(a: T, c = d) { const b: U = a }", {"a<", "c<d", "b<a"}),
    ],
)
def test_08_09_10_definitions_are_followed_where_the_package_is_blind(name: str, code: str, expected: set[str]) -> None:
    assert flows(code, name) == expected


def test_09_the_body_of_a_loop_with_else_counts() -> None:
    code = "for x in xs:\n    y = x\nelse:\n    z = 1"

    assert flows(code, "python") == {"x<xs", "y<x", "z<"}


def test_10_php_needs_no_tag() -> None:
    sample = score("$b = $a + 1;", "return strlen($c);", "php")

    assert part(sample, "syntax") < 0.5
    assert total(sample) < 0.3


def test_11_letters_beyond_ascii_shift_nothing() -> None:
    assert part(score("s='é'; b=a; c=b", "s='e'; b=a; c=b"), "dataflow") == 1


@pytest.mark.parametrize(
    ("name", "prediction", "reference"),
    [
        ("javascript", "x = `http://${a}` + b", "x = `http://${a}`"),
        ("go", "x := `a // b` + c", "x := `a // b`"),
        ("php", "$x = 1; # one\n$y = 2;", "$x = 1;\n$y = 3;"),
    ],
)
def test_12_comments_are_found_by_the_grammar(name: str, prediction: str, reference: str) -> None:
    assert total(score(prediction, reference, name)) < 1
    assert total(score(f"{reference} // end" if name != "php" else f"{reference} # end", reference, name)) == 1


def test_13_an_indented_fragment_loses_its_comments_too() -> None:
    assert total(score("    x = 1  # one\n    y = x", "    x = 1\n    y = x")) == 1


def test_16_words_in_comments_are_no_keywords() -> None:
    assert total(score("x = 1  # for if while return", "x = 1  # something else")) == 1


def test_17_another_reference_never_lowers_the_score() -> None:
    alone = score("def f(a):\n    return a", "def f(a):\n    return a")
    beside = score("def f(a):\n    return a", ["import os", "def f(a):\n    return a"])

    assert total(alone) == total(beside) == 1
    assert beside.reference == 1


def test_18_junk_after_the_reference_costs() -> None:
    reference = WHOLE["python"]
    sample = score(reference + "\n" + "\n".join(f"junk{n} = call{n}({n})" for n in range(50)), reference)

    assert all(part(sample, name) < 0.5 for name in sample.components)


def test_19_20_21_deep_code_is_compared_like_any_other() -> None:
    chain = " + ".join(["a"] * 3000)
    loops = "\n".join(f"{' ' * depth}for i{depth} in x:" for depth in range(60)) + f"\n{' ' * 60}y = i3"
    brackets = "x = " + "[" * 3000 + "]" * 3000

    assert [total(score(code, code)) for code in (chain, loops, brackets)] == [1, 1, 1]


def test_22_no_handler_is_left_in_the_root_logger() -> None:
    before = list(logging.getLogger().handlers)
    score("pass", "pass")

    assert logging.getLogger().handlers == before


def test_24_threads_may_share_a_scorer() -> None:
    from concurrent.futures import ThreadPoolExecutor

    pairs = [(WHOLE["python"].replace("a", name), WHOLE["python"]) for name in "abcdefgh"] * 4
    with ThreadPoolExecutor(4) as pool:
        threaded = list(pool.map(lambda pair: total(PYTHON.sample(*pair)), pairs))

    assert threaded == [total(PYTHON.sample(*pair)) for pair in pairs]


def test_a_missing_component_is_named_and_its_weight_shared_out() -> None:
    sample = score("print('a')", "print('b')")

    assert sample.components["dataflow"] is None
    assert sample.missing == {"dataflow": "the reference has no dataflow"}
    assert total(sample) == pytest.approx(sum(part(sample, name) for name in ("ngram", "weighted_ngram", "syntax")) / 3)
    assert PYTHON.corpus([sample, score("x = 1", "x = 1")]).missing == {"dataflow": 1}


def test_broken_code_is_scored_and_said_to_be_broken() -> None:
    sample = score("def f(a:\n    return a", "def f(a):\n    return a")

    assert not sample.parse_ok
    assert sample.prediction_errors > 0
    assert sample.reference_errors == 0
    assert 0 < total(sample) < 1


def test_a_text_beyond_the_budget_has_no_score_and_a_reason() -> None:
    sample = score("x" * 3_000_000, "x = 1")

    assert sample.codebleu is None
    assert "at most 2097152 bytes" in sample.missing["codebleu"]
    assert PYTHON.corpus([sample]).codebleu is None


def test_renaming_variables_changes_neither_syntax_nor_flow() -> None:
    sample = score("def f(x):\n    y = x + 1\n    return g(y)", "def f(a):\n    b = a + 1\n    return g(b)")

    assert part(sample, "syntax") == part(sample, "dataflow") == 1
    assert total(sample) < 1


def test_a_use_before_its_definition_is_reached_only_in_a_loop() -> None:
    looped = flow_items(walk(parse("while a:\n    f(x)\n    x = 1", "python")).occurrences)
    straight = flow_items(walk(parse("if a:\n    f(x)\n    x = 1", "python")).occurrences)

    assert looped.total() == straight.total() + 1


CODE = st.lists(
    st.sampled_from(["x = 1", "y = x", "print(x)", "def f(a):\n    return a", "for i in y:\n    x += i", "pass"]),
    max_size=6,
).map("\n".join)


@settings(max_examples=80, deadline=None)
@given(CODE, CODE, CODE)
def test_scores_are_between_nothing_and_one_and_more_references_never_hurt(one: str, two: str, three: str) -> None:
    first, second = score(one, two), score(one, three)
    both = score(one, [two, three])

    assert 0 <= total(first) <= 1
    assert total(both) == max(total(first), total(second))
    assert total(score(one, one)) == 1


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(CODE, CODE), min_size=2, max_size=6), st.integers(1, 5))
def test_a_corpus_is_the_sum_of_its_shards(pairs: list[tuple[str, str]], cut: int) -> None:
    samples = PYTHON.samples(pairs)
    whole = PYTHON.corpus(samples)
    shards = [PYTHON.corpus(samples[:cut]).statistics, PYTHON.corpus(samples[cut:]).statistics]
    sums = [sum(column) for column in zip(*[shard for shard in shards if shard], strict=True)]

    assert PYTHON.score(sums)[1] == pytest.approx(whole.codebleu)
    assert len(whole.statistics) == len(strict.FIELDS)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(readable())), st.text(max_size=120), st.text(max_size=120))
def test_any_two_texts_have_a_score(name: str, one: str, two: str) -> None:
    assert 0 <= total(score(one, two, name)) <= 1


@pytest.mark.parametrize("name", readable())
def test_the_tokens_are_those_of_the_language_front(name: str) -> None:
    parsed = parse(WHOLE[name] + "\n", name)

    assert [token.decode() for token in walk(parsed).tokens] == tokens(parsed)


def test_every_language_has_a_whole_example() -> None:
    assert set(WHOLE) == set(readable())
    assert all(not parse(code, language(name)).has_error for name, code in WHOLE.items())
