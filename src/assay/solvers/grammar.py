"""Strategies as text: what `verify(5)` or `cascade(small, ensemble(5, model=large))` stands for; nothing is evaluated.

A strategy is a name, with its parameters in parentheses: by position, or as `name=value`. A value is a number, a word,
or text in quotes; a strategy where one is wanted, or the name of a model, which means one attempt with it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from assay.errors import AssayError, InvalidOption, UnknownNameError, UsageError
from assay.models.base import Model
from assay.registry import Registry
from assay.solvers.base import Strategy
from assay.solvers.calibration import Estimator
from assay.solvers.prompts import load_template
from assay.solvers.strategies.once import Once
from assay.store.base import Solutions

LONGEST = 2_000
"""Characters of a text."""
DEEPEST = 10
"""Strategies inside each other."""

_HOME = "assay.solvers.strategies"
STRATEGIES: Registry[Callable[..., Strategy]] = Registry(
    "strategy",
    {
        "attempt": f"{_HOME}.attempting:AttemptIf",
        "cascade": f"{_HOME}.cascade:Cascade",
        "ensemble": f"{_HOME}.ensemble:Ensemble",
        "once": f"{_HOME}.once:Once",
        "refine": f"{_HOME}.refine:Refine",
        "remembered": f"{_HOME}.remembering:Remembered",
        "repeat": f"{_HOME}.repeat:Repeat",
        "route": f"{_HOME}.route:Route",
        "verify": f"{_HOME}.verify:Verify",
    },
)
"""The strategies by the name that texts call them; plug-ins are entry points of the group `assay.strategy`."""


def strategy_names() -> dict[str, str]:
    """Return the names of all strategies, each with one line on what it does."""
    return {name: (inspect.getdoc(STRATEGIES.get(name)) or "").partition("\n")[0] for name in STRATEGIES}


def strategy_of(
    text: str,
    models: Mapping[str, Model],
    *,
    prompt: str = "plain",
    estimator: Callable[[], Estimator] = Estimator,
    known: Solutions | None = None,
) -> Strategy:
    """Return the strategy that a text describes.

    Args:
        text: such as `cascade(once, verify(3), ensemble(5, select=vote))`.
        models: those that the text may name.
        prompt: the template of strategies that name none.
        estimator: makes what chances of success are estimated by; called only where a strategy needs it.
        known: where solutions are kept, for `remembered`.

    Raises:
        InvalidOption: says what is wrong with the text, and at which character.

    >>> strategy_of("verify(5)", {}).attempts
    5
    """
    if len(text) > LONGEST:
        raise InvalidOption("strategy", f"may have {LONGEST:,} characters, got {len(text):,}")
    node = _Parser(text).whole()
    strategy = _Builder(text, models, prompt, estimator, known).strategy(node)
    try:
        strategy.signature  # noqa: B018  # loads the templates, so that a wrong name is told before anything is paid
    except UsageError as error:
        raise InvalidOption("strategy", str(error)) from None
    return strategy


# ---- from text to a tree -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Node:
    """A word with what stands in its parentheses."""

    text: str
    at: int
    quoted: bool = False
    called: bool = False
    """Whether it has parentheses, with or without something in them."""
    arguments: tuple[_Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class _Argument:
    """A value in parentheses, with its name; empty: it is given by its position."""

    name: str
    value: _Node
    at: int


_TOKEN = re.compile(r"\s*(?:(?P<mark>[(),=])|(?P<quoted>\"[^\"]*\"|'[^']*')|(?P<word>[^\s(),='\"]+)|(?P<end>$))")


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the kind, the text and the place of each token, with `end` as the last."""
    place = 0
    while True:
        found = _TOKEN.match(text, place)
        if found is None:
            at = len(text) - len(text[place:].lstrip())
            _fail(text, at, "the quotes are not closed")
        kind = str(found.lastgroup)
        yield kind, found[kind], found.start(kind)
        if kind == "end":
            return
        place = found.end()


class _Parser:
    """Reads one strategy, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(_tokens(text))
        self._next = 0

    def whole(self) -> _Node:
        """Return the tree of the whole text."""
        node = self._node(0)
        kind, found, at = self._tokens[self._next]
        if kind != "end":
            _fail(self._text, at, f"{found!r} is too much")
        return node

    def _node(self, depth: int) -> _Node:
        kind, found, at = self._tokens[self._next]
        if depth > DEEPEST:
            _fail(self._text, at, f"more than {DEEPEST} strategies stand inside each other")
        if kind not in ("word", "quoted"):
            _fail(self._text, at, f"a strategy or a value is missing{f' before {found!r}' if found else ''}")
        self._next += 1
        if kind == "quoted":
            return _Node(found[1:-1], at, quoted=True)
        if not self._takes("("):
            return _Node(found, at)
        return _Node(found, at, called=True, arguments=tuple(self._arguments(depth, at)))

    def _arguments(self, depth: int, opened: int) -> Iterator[_Argument]:
        named = False
        while not self._takes(")"):
            _, found, at = self._tokens[self._next]
            name = ""
            if found and self._tokens[self._next + 1][1] == "=":
                self._next += 2
                name, named = found, True
            elif named and found:
                _fail(self._text, at, "values without a name stand before those with one")
            yield _Argument(name, self._node(depth + 1), at)
            kind, found, at = self._tokens[self._next]
            if kind == "end":
                _fail(self._text, opened, "its parenthesis is not closed")
            if found not in (",", ")"):
                _fail(self._text, at, f"a comma is missing before {found!r}")
            self._takes(",")

    def _takes(self, mark: str) -> bool:
        """Go behind a mark where it is next, and say whether it was."""
        kind, found, _ = self._tokens[self._next]
        is_next = kind == "mark" and found == mark
        self._next += is_next
        return is_next


# ---- from a tree to a strategy -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Builder:
    """Makes strategies of nodes."""

    text: str
    models: Mapping[str, Model]
    prompt: str
    estimator: Callable[[], Estimator]
    known: Solutions | None
    _estimators: list[Estimator] = field(default_factory=list)
    _names: frozenset[str] = field(default_factory=lambda: frozenset(STRATEGIES))

    def strategy(self, node: _Node) -> Strategy:
        """Return the strategy that a node names, or one attempt with the model; quotes always mean a model."""
        if not node.quoted and node.text in self._names:
            return self._called(node)
        if not node.called and node.text in self.models:
            return Once(self.prompt, self.models[node.text])
        if node.called or not self.models:
            self._unknown(node.at, "strategy", node.text, self._names)
        self._unknown(node.at, "strategy or model", node.text, [*self._names, *self.models])

    def _called(self, node: _Node) -> Strategy:
        make = STRATEGIES.get(node.text)
        parameters = inspect.signature(make).parameters
        given = self._given(node, parameters)
        values = {name: self._value(parameters[name], nodes) for name, nodes in given.items()}
        values = self._context(parameters, values, node) | values
        for name, parameter in parameters.items():
            if parameter.default is parameter.empty and name not in values:
                _fail(self.text, node.at, f"{node.text} needs {name}; it takes {_takes_of(parameters)}")
        try:
            return make(**values)
        except AssayError as error:
            _fail(self.text, node.at, f"{node.text}: {error}")

    def _given(self, node: _Node, parameters: Mapping[str, inspect.Parameter]) -> dict[str, list[_Node]]:
        """Return what is given for each parameter; more than one node only where it takes several strategies."""
        found: dict[str, list[_Node]] = {}
        known = [name for name, one in parameters.items() if _kind(one) != "context"]
        by_place = list(known)
        for argument in node.arguments:
            name = argument.name
            if name and name not in known:
                self._unknown(argument.at, f"parameter of {node.text}", name, known)
            if name in found:
                _fail(self.text, argument.at, f"{name} of {node.text} is given twice")
            if not name and not by_place:
                _fail(self.text, argument.at, f"too many values: {node.text} takes {_takes_of(parameters)}")
            chosen = name or by_place[0]
            found.setdefault(chosen, []).append(argument.value)
            if not name and _kind(parameters[chosen]) != "strategies":
                del by_place[0]
        return found

    def _value(self, parameter: inspect.Parameter, nodes: list[_Node]) -> Any:  # Any: of the parameter's kind
        kind, node = _kind(parameter), nodes[0]
        if kind == "strategies":
            return tuple(self.strategy(one) for one in nodes)
        if kind == "strategy":
            return self.strategy(node)
        if node.called:
            _fail(self.text, node.at, f"{parameter.name} is {_WANTED[kind]}, and no strategy")
        if kind == "model":
            if node.text not in self.models:
                self._unknown(node.at, "model", node.text, self.models)
            return self.models[node.text]
        if parameter.name == "prompt":
            return self._prompt(node)
        if kind == "str":
            return node.text
        return self._number(parameter.name, kind, node)

    def _prompt(self, node: _Node) -> str:
        """Return the name of a template; the versions that a signature gives must be those at hand."""
        first, *others = node.text.split("+") if "@" in node.text else [node.text]
        for text in (first, *others):
            name, at, _ = text.rpartition("@")
            try:
                at_hand = load_template(name).signature if at else text
            except UsageError as error:
                _fail(self.text, node.at, str(error))
            if at_hand != text:
                _fail(self.text, node.at, f"the prompt at hand is {at_hand}, not {text}")
        return first.rpartition("@")[0] or first

    def _number(self, name: str, kind: str, node: _Node) -> int | float | bool:
        text = node.text
        if kind == "bool" and text.lower() in ("true", "false"):
            return text.lower() == "true"
        if kind == "int" and re.fullmatch(r"[0-9]{1,9}", text):
            return int(text)
        if kind == "float" and re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,12})?|\.[0-9]{1,12}", text):
            return float(text)
        _fail(self.text, node.at, f"{name} must be {_WANTED[kind]}, got {text[:40]!r}")

    def _context(
        self, parameters: Mapping[str, inspect.Parameter], given: Mapping[str, object], node: _Node
    ) -> dict[str, object]:
        """Return what a strategy needs besides the text."""
        found: dict[str, object] = {}
        if "prompt" in parameters:
            found["prompt"] = self.prompt
        if "estimator" in parameters and given.get("by", "estimate" if "by" not in parameters else "") == "estimate":
            if not self._estimators:
                self._estimators.append(self.estimator())
            found["estimator"] = self._estimators[0]
        if "known" in parameters:
            if self.known is None:
                _fail(self.text, node.at, f"{node.text} needs a store to keep solutions in")
            found["known"] = self.known
        return found

    def _unknown(self, at: int, kind: str, name: str, known: Iterable[str]) -> NoReturn:
        _fail(self.text, at, str(UnknownNameError(kind, name, known)))


_WANTED = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a word",
    "model": "the name of a model",
}


def _kind(parameter: inspect.Parameter) -> str:
    """Return what a parameter takes, by its annotation; `context`: nothing that a text can say."""
    stated = parameter.annotation
    text = stated if isinstance(stated, str) else getattr(stated, "__name__", str(stated))
    if "Strategy" in text:
        return "strategies" if text.startswith(("tuple[", "Sequence[")) else "strategy"
    words = {word.strip().rpartition(".")[2] for word in text.split("|")} - {"None"}
    if len(words) != 1:
        return "context"
    word = words.pop()
    return {"Model": "model"}.get(word, word) if word in ("Model", "int", "float", "bool", "str") else "context"


def _takes_of(parameters: Mapping[str, inspect.Parameter]) -> str:
    return ", ".join(name for name, one in parameters.items() if _kind(one) != "context") or "nothing"


def _fail(text: str, at: int, why: str) -> NoReturn:
    """Raise an error that shows the place in the text."""
    shown = text[at : at + 20]
    where = f"at character {at + 1}, {shown!r}" if shown else "at the end"
    raise InvalidOption("strategy", f"{where}: {why}")
