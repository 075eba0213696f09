"""The data flow of codebleu 0.7.0, over the events of one walk and within a budget.

Where the package orders names by a set of strings (which changes with the hash seed), this takes the order of first
appearance: one of the results the package may give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from assay.languages import Language
from assay.metrics.codebleu.compat_rules import COMPAT
from assay.metrics.codebleu.compat_tree import UNREACHABLE, Child, CompatTree, Special

STEPS = 1_000_000
"""The flow of nested loops takes 2^depth steps; beyond these it is given up."""
DEPTH = 985
"""Deeper trees overflow the package's recursion, and it goes on without their flow."""

Item = tuple[int, int, tuple[int, ...]]
"""A variable, whether it is computed (1) or comes (0) from its parents, and these; numbered by first appearance."""
_Names = Sequence[str]
_Edge = tuple[str, int, int, _Names, Sequence[int]]
_States = dict[str, list[int]]
T = TypeVar("T")


class _Tripped(Exception):
    """The package raises here, and goes on without any flow."""


class _Spent(Exception):
    """The budget is used up."""


def flow_items(tree: CompatTree, language: Language, *, steps: int = STEPS) -> tuple[Counter[Item], str]:
    """The normalised items of the data flow, and why there are none where the flow was given up."""
    if tree.depth > DEPTH:
        return Counter(), f"nested more than {DEPTH} deep"
    flow = _Flow(tree, language, steps)
    try:
        flow.visit(0, len(tree.events), {})
    except _Tripped as trip:
        return Counter(), f"codebleu 0.7.0 fails on {trip}"
    except _Spent:
        return Counter(), f"more than {steps} steps"
    except RecursionError:
        return Counter(), "nested too deep"
    return _normalised(_merged(_connected(sorted(flow.edges, key=_index)))), ""


def _index(edge: _Edge) -> int:
    return edge[1]


class _Flow:
    def __init__(self, tree: CompatTree, language: Language, steps: int) -> None:
        self.edges: list[_Edge] = []
        self._tree = tree
        self._rules = COMPAT[language.name]
        self._left = steps
        self._handlers = {
            "definition": self._definition,
            "assignment": self._assignment,
            "increment": self._increment,
            "if": self._if,
            "for": self._for,
            "loop": self._loop,
            "while": self._while,
            "mixed": self._mixed,
        }

    def visit(self, start: int, end: int, states: _States) -> _States:
        """Follow the events from `start` to `end`; the definitions in force after them."""
        if start == UNREACHABLE:
            raise _Tripped("a part of a string")
        events, names, identifiers, edges = self._tree.events, self._tree.names, self._tree.identifiers, self.edges
        self._left -= end - start
        if self._left < 0:
            raise _Spent
        same = self._tree.same
        while start < end:
            event = events[start]
            if event < 0:
                special = self._tree.specials[-event - 1]
                states = self._handlers[special.rule](special, start, states)
                start = special.end
                continue
            number = same.get(event, event) if same else event
            name = names[number]
            known = states.get(name)
            if known is not None:
                edges.append((name, number, 0, (name,), known))
            else:
                if identifiers[event]:
                    states[name] = [number]
                edges.append((name, number, 0, (), ()))
            start += 1
        return states

    def _visit(self, child: Child | None, states: _States) -> _States:
        if child is None:
            raise _Tripped("an absent part")
        return self.visit(child.start, child.end, states)

    def _variables(self, child: Child | None) -> list[int]:
        if child is None:
            raise _Tripped("an absent part")
        if child.start == UNREACHABLE:
            raise _Tripped("a part of a string")
        same = self._tree.same
        found = [event for event in self._tree.events[child.start : child.end] if event >= 0]
        return [same.get(event, event) for event in found] if same else found

    def _definition(self, special: Special, _: int, states: _States) -> _States:
        rule, children = self._rules.definition, special.children
        if rule == "two":
            name, value = children[0], children[1] if len(children) == 2 else None
        elif rule == "second":
            if len(children) < 2:
                raise _Tripped("a function without a name")
            name, value = children[1], children[2] if len(children) > 2 else None
        else:
            found = _field(children, rule[0])
            if found is None:
                raise _Tripped("a definition without a name")
            name, value = found, _field(children, rule[1])
        names = self._tree.names
        if value is None:
            for number in self._variables(name):
                self.edges.append((names[number], number, 0, (), ()))
                states[names[number]] = [number]
            return states
        states = self._visit(value, states)
        return self._each_with_each(self._variables(name), self._variables(value), 0, states)

    def _each_with_each(self, targets: list[int], sources: list[int], relation: int, states: _States) -> _States:
        names, edges = self._tree.names, self.edges
        self._left -= len(targets) * len(sources)
        if self._left < 0:
            raise _Spent
        for target in targets:
            name = names[target]
            for source in sources:
                edges.append((name, target, relation, (names[source],), (source,)))
            states[name] = [target]
        return states

    def _each_with_all(self, targets: list[int], sources: list[int], states: _States) -> _States:
        names = self._tree.names
        parents = [names[source] for source in sources]
        for target in targets:
            self.edges.append((names[target], target, 1, parents, sources))
            states[names[target]] = [target]
        return states

    def _assignment(self, special: Special, _: int, states: _States) -> _States:
        children = special.children
        left, right = _field(children, "left"), _field(children, "right")
        if not self._rules.pairwise:
            states = self._visit(right, states)
            return self._each_with_each(self._variables(left), self._variables(right), 1, states)
        if special.kind == "for_in_clause":
            return self._pairwise([left], [children[-1]], states)
        if right is None and special.kind != "operator_assignment" and self._rules.first:
            return states
        if left is None or right is None:
            raise _Tripped("an assignment without a side")
        if special.kind == "operator_assignment":
            return self._pairwise([children[0]], [children[-1]], states)
        return self._pairwise(*_sides(left, right), states)

    def _pairwise(
        self, targets: Sequence[Child | None], sources: Sequence[Child | None], states: _States
    ) -> _States:
        for source in sources:
            states = self._visit(source, states)
        for target, source in zip(targets, sources, strict=True):
            found = self._variables(target)
            states = self._each_with_all(found, self._variables(source), states)
        return states

    def _increment(self, special: Special, start: int, states: _States) -> _States:
        found = self._variables(Child("", "", start, special.end, []))
        return self._each_with_each(found, found, 1, states)

    def _if(self, special: Special, _: int, states: _States) -> _States:
        rules = self._rules
        current, after = dict(states), []
        has_else, rest = "else" in special.kind, False
        for child in special.children:
            has_else = has_else or "else" in child.kind
            if child.kind not in rules.others and not (rest and rules.sticky):
                current = self._visit(child, current)
            else:
                rest = True
                after.append(self._visit(child, dict(states)))
        after.append(current)
        if rules.always or not has_else:
            after.append(states)
        return _union(after)

    def _for(self, special: Special, _: int, states: _States) -> _States:
        mark, again = len(self.edges), False
        for child in special.children:
            states = self._visit(child, states)
        for child in special.children:
            if again:
                states = self._visit(child, states)
            elif child.kind == self._rules.again_after:
                update = _field(child.children, "update") if child.kind == "for_clause" else None
                states = self._visit(update, states) if update is not None else states
                again = True
        self._merge(mark)
        return states

    def _loop(self, special: Special, _: int, states: _States) -> _States:
        mark = len(self.edges)
        for _turn in range(2):
            states = self._turn(special.children, states)
        self._merge(mark)
        return states

    def _turn(self, children: list[Child], states: _States) -> _States:
        rule = self._rules.loop
        if rule == "variables":
            variables = [child for child in children if child.kind == "variable_name"]
            source, target = (*variables[:2], None, None)[:2]
            body = _field(children, "body")
        else:
            target, source, body = (_field(children, name) for name in rule)
        if not self._rules.pairwise:
            states = self._visit(source, states)
            states = self._each_with_each(self._variables(target), self._variables(source), 1, states)
            return self._visit(body, states)
        if not self._rules.first:
            states = self._pairwise([target], [source], states)
            return self._visit(body, states)
        if target is None or source is None:
            raise _Tripped("a loop without a side")
        states = self._pairwise(*_sides(target, source), states)
        return self._visit(children[-1], states) if children[-1].kind == "block" else states

    def _while(self, special: Special, start: int, states: _States) -> _States:
        mark = len(self.edges)
        for _turn in range(2):
            states = self.visit(start + 1, special.end, states)
        self._merge(mark)
        return states

    def _mixed(self, special: Special, _: int, states: _States) -> _States:
        for early in (True, False):
            for child in special.children:
                if (child.kind == self._rules.first) is early:
                    states = self._visit(child, states)
        return states

    def _merge(self, mark: int) -> None:
        """Put the edges of a loop's two turns together."""
        merged: dict[tuple[str, int, int], tuple[_Names, Sequence[int]]] = {}
        for name, index, relation, parents, indices in self.edges[mark:]:
            key = (name, index, relation)
            known = merged.get(key)
            merged[key] = (parents, indices) if known is None else (_once(known[0], parents), _once(known[1], indices))
        self.edges[mark:] = [(*key, *value) for key, value in merged.items()]


def _once(first: Sequence[T], second: Sequence[T]) -> Sequence[T]:
    return list(dict.fromkeys([*first, *second]))


def _field(children: Iterable[Child], name: str) -> Child | None:
    return next((child for child in children if child.field == name), None)


def _sides(left: Child, right: Child) -> tuple[list[Child], list[Child]]:
    """The children of both sides where there are as many, else the sides themselves."""
    targets = [child for child in left.children if child.kind != ","]
    sources = [child for child in right.children if child.kind != ","]
    if len(targets) != len(sources) or not targets:
        return [left], [right]
    return targets, sources


def _union(all_states: list[_States]) -> _States:
    merged: dict[str, set[int]] = {}
    for states in all_states:
        for name, indices in states.items():
            known = merged.get(name)
            if known is None:
                merged[name] = set(indices)
            else:
                known.update(indices)
    return {name: sorted(indices) for name, indices in merged.items()}


def _connected(edges: list[_Edge]) -> list[_Edge]:
    used = {edge[1] for edge in edges if edge[4]}
    for edge in edges:
        used.update(edge[4])
    return [edge for edge in edges if edge[1] in used]


def _merged(edges: list[_Edge]) -> list[tuple[str, int, _Names]]:
    """One entry for each variable occurrence: the last relation, all parents."""
    found: dict[int, tuple[str, int, list[str] | dict[str, None]]] = {}
    for name, index, relation, parents, _ in edges:
        known = found.get(index)
        if known is None:
            found[index] = (name, relation, list(parents))
            continue
        together = known[2] if isinstance(known[2], dict) else dict.fromkeys(known[2])
        for parent in parents:
            together[parent] = None
        found[index] = (name, relation, together)
    return [(name, relation, list(parents)) for name, relation, parents in found.values()]


def _normalised(entries: list[tuple[str, int, _Names]]) -> Counter[Item]:
    numbers: dict[str, int] = {}
    items = []
    for name, relation, parents in entries:
        above = tuple([numbers.setdefault(parent, len(numbers)) for parent in parents])
        items.append((numbers.setdefault(name, len(numbers)), relation, above))
    return Counter(items)
