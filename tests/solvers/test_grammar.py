"""Strategies as text: what is understood, what is refused and how, and that signatures can be read back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.cli.main import main
from assay.errors import InvalidOption
from assay.models import ScriptedModel
from assay.solvers import AttemptIf, Cascade, Ensemble, Once, Remembered, Repeat, Route, Verify
from assay.solvers.base import Strategy
from assay.solvers.calibration import Estimator
from assay.solvers.grammar import STRATEGIES, strategy_names, strategy_of
from assay.store.memory import MemoryStore

MODELS = {name: ScriptedModel([], name=name) for name in ("small", "large", "org/big-model:7b", "once", "7")}
SMALL, LARGE, BIG = (MODELS[name] for name in ("small", "large", "org/big-model:7b"))
KNOWN = MemoryStore()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("once", Once()),
        ("once()", Once()),
        (" once ( ) ", Once()),
        ("verify(5)", Verify(5)),
        ("verify(attempts=5,)", Verify(5)),
        ("ensemble(5, select=vote)", Ensemble(5, "vote")),
        ("ensemble(early=true)", Ensemble(early=True)),
        ("ensemble(early=True)", Ensemble(early=True)),
        ("cascade(once, verify(3), ensemble(5))", Cascade((Once(), Verify(3), Ensemble(5)))),
        ("cascade(small, large)", Cascade((Once(model=SMALL), Once(model=LARGE)))),
        ("cascade(small, once, sure=.5)", Cascade((Once(model=SMALL), Once()), sure=0.5)),
        ("cascade(org/big-model:7b, 'once')", Cascade((Once(model=BIG), Once(model=MODELS["once"])))),
        ("repeat(10, verify(3))", Repeat(10, Verify(3))),
        ("once(model=small)", Once(model=SMALL)),
        ("once(model=7)", Once(model=MODELS["7"])),
        ("small", Once(model=SMALL)),
        ("once(clear)", Once("clear")),
        ('once(prompt="clear")', Once("clear")),
        ("once(prompt=clear@1)", Once("clear")),
    ],
)
def test_what_a_text_stands_for(text: str, wanted: Strategy) -> None:
    assert strategy_of(text, MODELS) == wanted


def test_a_route_is_read_with_all_its_parts() -> None:
    found = strategy_of("route(once(model=small), verify(model=large), by=length, bound=800)", MODELS)

    assert isinstance(found, Route)
    assert (found.simple, found.hard, found.by, found.bound) == (Once(model=SMALL), Verify(model=LARGE), "length", 800)


def test_the_prompt_of_the_run_is_that_of_strategies_which_name_none() -> None:
    found = strategy_of("cascade(small, once, once(plain))", MODELS, prompt="clear")

    assert found == Cascade((Once("clear", SMALL), Once("clear"), Once("plain")))


def test_an_estimator_is_made_once_and_only_where_it_is_needed() -> None:
    made: list[Estimator] = []

    def make() -> Estimator:
        made.append(Estimator())
        return made[-1]

    strategy_of("route(small, large, by=length)", MODELS, estimator=make)
    assert made == []
    found = strategy_of("attempt(0.8, route(small, large, by=estimate))", MODELS, estimator=make)

    assert isinstance(found, AttemptIf)
    assert isinstance(found.inner, Route)
    assert (found.threshold, [found.estimator, found.inner.estimator]) == (0.8, made * 2)
    assert len(made) == 1


def test_remembered_gets_the_store() -> None:
    assert strategy_of("remembered(small)", MODELS, known=KNOWN) == Remembered(Once(model=SMALL), known=KNOWN)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "at the end: a strategy or a value is missing"),
        ("verfy(3)", "at character 1, 'verfy(3)': No strategy is named 'verfy'. Did you mean 'verify'?"),
        ("verify(3", "at character 1, 'verify(3': its parenthesis is not closed"),
        ("verify(", "at the end: a strategy or a value is missing"),
        ("verify(3))", "at character 10, ')': ')' is too much"),
        ("once verify", "at character 6, 'verify': 'verify' is too much"),
        ("cascade(once verify)", "at character 14, 'verify)': a comma is missing before 'verify'"),
        ("verify(3,,)", "at character 10, ',)': a strategy or a value is missing before ','"),
        ("verify('3", 'at character 8, "\'3": the quotes are not closed'),
        ("cascade()", "cascade needs stages; it takes stages, sure, quality_bound"),
        ("route(small)", "route needs hard; it takes simple, hard, by, bound"),
        ("verify(x)", "at character 8, 'x)': attempts must be a whole number, got 'x'"),
        ("verify(1e9)", "attempts must be a whole number, got '1e9'"),
        ("verify(-1)", "attempts must be a whole number, got '-1'"),
        ("attempt(nan)", "threshold must be a number, got 'nan'"),
        ("ensemble(early=yes)", "early must be true or false, got 'yes'"),
        ("verify(0)", "verify: attempts must be a whole number above 0, got 0"),
        ("cascade(once, sure=2)", "sure must be a number from 0 to 1, got 2.0"),
        ("verify(3, atempts=3)", "at character 11, 'atempts=3)': No parameter of verify is named 'atempts'. Did you"),
        ("verify(3, attempts=3)", "at character 11, 'attempts=3)': attempts of verify is given twice"),
        ("verify(1,plain,small,1,1,9)", "at character 26, '9)': too many values: verify takes attempts, prompt,"),
        ("cascade(sure=0.5, once)", "at character 19, 'once)': values without a name stand before those with one"),
        ("attempt(0.7, once, estimator=x)", "No parameter of attempt is named 'estimator'"),
        ("once(model=huge)", "at character 12, 'huge)': No model is named 'huge'. Known: 7, large, once"),
        ("cascade(smal)", "No strategy or model is named 'smal'. Did you mean 'small'?"),
        ("small(3)", "No strategy is named 'small'"),
        ("once(model=verify(3))", "model is the name of a model, and no strategy"),
        ("verify(3, prompt=plan)", "No prompt is named 'plan'. Did you mean 'plain'?"),
        ("verify(3, prompt=plan@1)", "at character 18, 'plan@1)': No prompt is named 'plan'"),
        ("verify(3, prompt=plain@9)", "the prompt at hand is plain@1, not plain@9"),
        ("ensemble(5, select=vot)", "No selection is named 'vot'. Did you mean 'vote'?"),
        ("route(small, large, by=lenth)", "by must be difficulty, length, estimate, got 'lenth'"),
        ("remembered(once)", "remembered needs a store"),
        ("cascade(" * 12 + "once" + ")" * 12, "more than 10 strategies stand inside each other"),
        ("__import__('os')", "No strategy is named '__import__'"),
        ("__import__('os').system('true')", "'.system' is too much"),
        ("x" * 2001, "may have 2,000 characters, got 2,001"),
    ],
)
def test_a_text_that_is_wrong_is_refused_with_the_place(text: str, complaint: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        strategy_of(text, MODELS)

    assert caught.value.option == "strategy"
    assert complaint in caught.value.why


SIMPLE = st.one_of(
    st.builds(Once, st.sampled_from(["plain", "clear"]), st.sampled_from([None, SMALL, BIG])),
    st.builds(Verify, st.integers(1, 9), model=st.sampled_from([None, LARGE])),
    st.builds(Ensemble, st.integers(1, 9), st.sampled_from(["vote", "cases"])),
)
NESTED = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(Cascade, st.lists(inner, min_size=1, max_size=3).map(tuple), st.sampled_from([0.7, 0.8])),
        st.builds(Repeat, st.integers(1, 9), inner),
        st.builds(Route, inner, inner, st.sampled_from(["difficulty", "length"])),
        st.builds(lambda one: Remembered(one, known=KNOWN), inner),
    ),
    max_leaves=5,
)


@settings(max_examples=30, deadline=None)
@given(NESTED)
def test_what_a_signature_says_can_be_read_back(strategy: Strategy) -> None:
    text = strategy.signature

    assert strategy_of(text, MODELS, known=KNOWN).signature == text


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="oncevrify(),='\" 13.@\n\x00\u2028", max_size=40) | st.text(max_size=20))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    try:
        strategy_of(text, MODELS)
    except InvalidOption:
        pass


def test_every_strategy_is_listed_with_a_sentence() -> None:
    names = strategy_names()

    assert list(names) == list(STRATEGIES)
    assert {"once", "verify", "cascade", "attempt"} <= set(names)
    assert all(summary.endswith(".") for summary in names.values())


def test_the_command_lists_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["list", "strategies", "--json"])
    found = json.loads(capsys.readouterr().out)["strategies"]

    assert {row["name"]: row["what"] for row in found} == strategy_names()
