"""The inputs that a function is tried with: their kinds, their order, and that a seed decides them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import InvalidValue
from assay.probes.inputs.base import Input
from assay.probes.inputs.domain import Domain
from assay.probes.inputs.drawing import arguments_strategy, drawn
from assay.probes.inputs.portfolio import Portfolio
from assay.probes.inputs.shapes import Shape
from assay.sandbox.warm import WarmPython


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


GIVEN = [Input(([3, 1, 2],)), Input(([7],))]


def test_given_inputs_come_first_and_then_every_other_kind(sandbox: WarmPython) -> None:
    portfolio = Portfolio("f", ["def f(xs): return xs"], GIVEN, sandbox=sandbox)
    found = [one for _ in range(10) for one in portfolio.batch(100)]
    assert found[:2] == GIVEN
    assert {one.origin for one in found} == {"given", "boundary", "large", "mutated", "drawn"}
    assert all(isinstance(one.arguments[0], list) for one in found)


def test_no_input_comes_twice(sandbox: WarmPython) -> None:
    portfolio = Portfolio("f", ["def f(xs): return xs"], GIVEN, sandbox=sandbox)
    keys = [one.key() for one in portfolio.batch(600)]
    assert len(keys) == 600 == len(set(keys))


def test_a_seed_decides(sandbox: WarmPython) -> None:
    def texts(seed: int) -> list[str]:
        made = Portfolio("f", ["def f(s: str, n: int): ..."], [Input(("ab", 2))], sandbox=sandbox, seed=seed)
        return [one.text() for one in made.batch(420)]

    assert texts(3) == texts(3)
    assert texts(3) != texts(4)


@pytest.mark.parametrize(
    ("source", "shapes"),
    [
        ("def f(x: int, y: list[str]): ...", ["int", "list[str]"]),
        ("def f(x: int, y=2): ...", ["int"]),
        ("def f(): ...", []),
    ],
)
def test_annotations_say_what_is_made(sandbox: WarmPython, source: str, shapes: list[str]) -> None:
    portfolio = Portfolio("f", [source], sandbox=sandbox)
    assert list(map(str, portfolio.shapes)) == shapes
    assert {len(one.arguments) for one in portfolio.batch(50)} == {len(shapes)}


def test_arguments_of_which_nothing_is_known_are_guessed_and_then_learned(sandbox: WarmPython) -> None:
    portfolio = Portfolio("f", ["def f(x): ..."], sandbox=sandbox)
    assert portfolio.guesses
    assert {type(one.arguments[0]) for one in portfolio.batch(40)} >= {int, str, list, float, dict}
    portfolio.learn([Input(("ab",)), Input(("",))])
    assert {type(one.arguments[0]) for one in portfolio.batch(400)[50:]} == {str}


def test_constants_of_the_source_are_tried(sandbox: WarmPython) -> None:
    portfolio = Portfolio("f", ["def f(x: int): return x == 918273"], sandbox=sandbox)
    assert (918273,) in [one.arguments for one in portfolio.batch(60)]


def test_required_arguments_by_name_are_given_by_name(sandbox: WarmPython) -> None:
    portfolio = Portfolio("f", ["def f(x: int, *, y: bool): ..."], sandbox=sandbox)
    assert {(len(one.arguments), *one.keywords) for one in portfolio.batch(20)} == {(1, "y")}


def test_a_domain_leaves_out_what_is_not_meant(sandbox: WarmPython) -> None:
    given = [Input((value,)) for value in (3, 8, 12)]
    portfolio = Portfolio("f", ["def f(n: int): ..."], given, sandbox=sandbox, domain=Domain(given))
    assert all(2 <= one.arguments[0] <= 1200 for one in portfolio.batch(100))  # type: ignore[operator]  # integers


def test_a_domain_that_is_used_up_ends(sandbox: WarmPython) -> None:
    given = [Input((True,)), Input((False,))]
    portfolio = Portfolio("f", ["def f(b): ..."], given, sandbox=sandbox, domain=Domain(given))
    assert len(portfolio.batch(10)) == 2
    assert portfolio.batch(10) == []


def test_a_strategy_is_the_only_source_of_new_inputs(sandbox: WarmPython) -> None:
    strategy = "tuples(lists(integers(0, 3), max_size=2))"
    portfolio = Portfolio("f", ["def f(x): ..."], sandbox=sandbox, strategy=strategy)
    found = portfolio.batch(15)
    assert found
    assert all(set(one.arguments[0]) <= {0, 1, 2, 3} for one in found)  # type: ignore[call-overload]  # lists


@pytest.mark.parametrize("strategy", ["nothing_like_it()", "1 +", "integers('a')", "__import__('os').system('true')"])
def test_a_text_that_names_no_strategy_is_refused(sandbox: WarmPython, strategy: str) -> None:
    with pytest.raises(InvalidValue, match="nothing can be drawn from"):
        drawn(sandbox, strategy, 5, 0)


@pytest.mark.parametrize("kind", ["int", "float", "str", "bytes", "bool", "none", "complex"])
def test_values_of_every_shape_can_be_drawn(sandbox: WarmPython, kind: str) -> None:
    part = Shape(kind)
    shapes = [part, Shape("list", (part,)), Shape("tuple", (part, part)), Shape("tuple of", (part,))]
    shapes += [Shape("set", (part,)), Shape("dict", (part, part)), Shape("union", (part, Shape("none")))]
    found = drawn(sandbox, arguments_strategy(shapes, [5, "x"]), 20, 0)
    assert found
    assert all(len(one.arguments) == len(shapes) for one in found)
