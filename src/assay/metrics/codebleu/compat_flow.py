"""The data flow of codebleu 0.7.0, over the events of one walk and within a budget.

Where the package orders names by a set of strings (which changes with the hash seed), this takes the order of first
appearance: one of the results the package may give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter
from typing import TypeVar

from assay.languages.base import Language
from assay.metrics.codebleu.compat_tree import UNREACHABLE, Child, CompatTree, Special, compat_rules, flow_kinds

STEPS = 300_000
"""The flow of nested loops takes 2^depth steps; beyond these it is given up."""
DEPTH = 985
"""Deeper trees overflow the package's recursion, and it goes on without their flow."""

Item = tuple[int, int, tuple[int, ...]]
"""A variable, whether it is computed (1) or comes (0) from its parents, and these; numbered by first appearance."""
_Names = Sequence[int]
_Edge = tuple[int, int, int, _Names, Sequence[int]]
"""Name, occurrence, relation, names and occurrences of the parents."""
T = TypeVar("T")


class _Tripped(Exception):
    """The package raises here, and goes on without any flow."""


class _Spent(Exception):
    """The budget is used up."""


def flow_items(tree: CompatTree, language: Language, *, steps: int = STEPS) -> tuple[Counter[Item], str]:
    """Return the normalised items of the data flow, and why there are none where the flow was given up."""
    if tree.depth > DEPTH:
        return Counter(), f"nested more than {DEPTH} deep"
    flow = _Flow(tree, language, steps)
    try:
        flow.visit(0, len(tree.events))
    except _Tripped as trip:
        return Counter(), f"codebleu 0.7.0 fails on {trip}"
    except _Spent:
        return Counter(), f"more than {steps} steps"
    except RecursionError:
        return Counter(), "nested too deep"
    return _normalised(_entries(sorted(flow.edges, key=itemgetter(1)))), ""


class _Flow:
    """The definitions in force while the events are followed, and the edges found."""

    def __init__(self, tree: CompatTree, language: Language, steps: int) -> None:
        self.edges: list[_Edge] = []
        self._tree = tree
        self._kinds = flow_kinds(language)
        self._rules = compat_rules(language)
        self._left = steps
        self._states: dict[int, Sequence[int]] = {}
        self._log: list[tuple[int, Sequence[int] | None]] = []
        """Names that got new definitions, with the old ones, so that a branch can be taken back."""
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

    def visit(self, start: int, end: int) -> None:
        """Follow the events from `start` to `end`."""
        if start == UNREACHABLE:
            raise _Tripped("a part of a string")
        events, names, identifiers = self._tree.events, self._tree.names, self._tree.identifiers
        states, same, add = self._states, self._tree.same, self.edges.append
        self._left -= end - start
        if self._left < 0:
            raise _Spent
        while start < end:
            event = events[start]
            if event < 0:
                special = self._tree.specials[-event - 1]
                self._handlers[special.rule](special, start)
                start = special.end
                continue
            start += 1
            if same:
                event = same.get(event, event)
            name = names[event]
            known = states.get(name)
            if known is not None:
                add((name, event, 0, (name,), known))
            else:
                if identifiers[event]:
                    self._log.append((name, None))
                    states[name] = (event,)
                add((name, event, 0, (), ()))

    def _visit(self, child: Child | None) -> None:
        if child is None:
            raise _Tripped("an absent part")
        start, end = child[2], child[3]
        if start != end:
            self.visit(start, end)

    def _define(self, name: int, number: int) -> None:
        self._log.append((name, self._states.get(name)))
        self._states[name] = (number,)

    def _variables(self, child: Child | None) -> list[int]:
        if child is None:
            raise _Tripped("an absent part")
        start, end = child[2], child[3]
        if start == UNREACHABLE:
            raise _Tripped("a part of a string")
        same = self._tree.same
        found = [event for event in self._tree.events[start:end] if event >= 0]
        return [same.get(event, event) for event in found] if same else found

    def _child(self, children: list[Child] | None, name: str) -> Child | None:
        """Return the first child of that field."""
        number = self._kinds.fields.get(name)
        if number is not None and children:
            for child in children:
                if child[1] == number:
                    return child
        return None

    def _definition(self, special: Special, _: int) -> None:
        rule, children = self._rules.definition, special.children
        if rule == "two":
            name, value = children[0], children[1] if len(children) == 2 else None
        elif rule == "second":
            if len(children) < 2:
                raise _Tripped("a function without a name")
            name, value = children[1], children[2] if len(children) > 2 else None
        else:
            found = self._child(children, rule[0])
            if found is None:
                raise _Tripped("a definition without a name")
            name, value = found, self._child(children, rule[1])
        if value is None:
            for number in self._variables(name):
                self.edges.append((self._tree.names[number], number, 0, (), ()))
                self._define(self._tree.names[number], number)
            return
        self._visit(value)
        self._each_with_each(self._variables(name), self._variables(value), 0)

    def _each_with_each(self, targets: list[int], sources: list[int], relation: int) -> None:
        names, edges = self._tree.names, self.edges
        self._left -= len(targets) * len(sources)
        if self._left < 0:
            raise _Spent
        for target in targets:
            name = names[target]
            for source in sources:
                edges.append((name, target, relation, (names[source],), (source,)))
            self._define(name, target)

    def _each_with_all(self, targets: list[int], sources: list[int]) -> None:
        names = self._tree.names
        parents = [names[source] for source in sources]
        for target in targets:
            self.edges.append((names[target], target, 1, parents, sources))
            self._define(names[target], target)

    def _assignment(self, special: Special, _: int) -> None:
        children = special.children
        left, right = self._child(children, "left"), self._child(children, "right")
        if not self._rules.pairwise:
            self._visit(right)
            self._each_with_each(self._variables(left), self._variables(right), 1)
        elif special.kind in self._kinds.for_in_clause:
            self._pairwise([left], [children[-1]])
        elif right is None and self._rules.first:
            return
        elif left is None or right is None:
            raise _Tripped("an assignment without a side")
        elif special.kind in self._kinds.operator_assignment:
            self._pairwise([children[0]], [children[-1]])
        else:
            self._pairwise(*self._sides(left, right))

    def _sides(self, left: Child, right: Child) -> tuple[list[Child], list[Child]]:
        """Return the children of both sides where there are as many, else the sides themselves."""
        comma = self._kinds.comma
        targets = [child for child in left[4] or () if child[0] not in comma]
        sources = [child for child in right[4] or () if child[0] not in comma]
        if len(targets) != len(sources) or not targets:
            return [left], [right]
        return targets, sources

    def _pairwise(self, targets: Sequence[Child | None], sources: Sequence[Child | None]) -> None:
        for source in sources:
            self._visit(source)
        for target, source in zip(targets, sources, strict=True):
            self._each_with_all(self._variables(target), self._variables(source))

    def _increment(self, special: Special, start: int) -> None:
        found = self._variables((0, 0, start, special.end, None))
        self._each_with_each(found, found, 1)

    def _if(self, special: Special, _: int) -> None:
        """Follow the parts in order; those after an `else` start from the definitions before the `if`."""
        rules, states, log, others = self._rules, self._states, self._log, self._kinds.others
        has_else, rest = special.kind in self._kinds.elses, False
        main: dict[int, Sequence[int]] = {}
        branches: list[dict[int, Sequence[int]]] = []
        for child in special.children:
            kind, start, end = child[0], child[2], child[3]
            has_else = has_else or kind in self._kinds.elses
            mark = len(log)
            if kind in others or (rest and rules.sticky):
                rest = True
                if start != end:
                    self.visit(start, end)
                branches.append(self._take_back(mark))
            elif start != end:
                for name, value in main.items():
                    log.append((name, states.get(name)))
                    states[name] = value
                self.visit(start, end)
                main = self._take_back(mark)
        branches.append(main)
        if rules.always or not has_else:
            branches.append({})
        self._join(branches)

    def _take_back(self, mark: int) -> dict[int, Sequence[int]]:
        """Undo the definitions since `mark`, and return what they were."""
        changed = {}
        while len(self._log) > mark:
            name, old = self._log.pop()
            if name not in changed:
                changed[name] = self._states[name]
            if old is None:
                del self._states[name]
            else:
                self._states[name] = old
        return changed

    def _join(self, branches: list[dict[int, Sequence[int]]]) -> None:
        """Join the branches of an `if`: after it the definitions of any of them may be in force."""
        states = self._states
        for name in dict.fromkeys(name for branch in branches for name in branch):
            before = states.get(name, ())
            indices: set[int] = set()
            for branch in branches:
                indices.update(branch.get(name, before))
            self._log.append((name, states.get(name)))
            states[name] = sorted(indices)

    def _for(self, special: Special, _: int) -> None:
        mark, again = len(self.edges), False
        for child in special.children:
            self._visit(child)
        for child in special.children:
            if again:
                self._visit(child)
            elif child[0] in self._kinds.again_after:
                update = self._child(child[4], "update") if child[0] in self._kinds.for_clause else None
                if update is not None:
                    self._visit(update)
                again = True
        self._merge(mark)

    def _loop(self, special: Special, _: int) -> None:
        mark = len(self.edges)
        self._turn(special.children)
        self._turn(special.children)
        self._merge(mark)

    def _turn(self, children: list[Child]) -> None:
        rule = self._rules.loop
        if rule == "variables":
            variables = [child for child in children if child[0] in self._kinds.variable_name]
            source, target = (*variables[:2], None, None)[:2]
            body = self._child(children, "body")
        else:
            target, source, body = (self._child(children, name) for name in rule)
        if not self._rules.pairwise:
            self._visit(source)
            self._each_with_each(self._variables(target), self._variables(source), 1)
            self._visit(body)
        elif not self._rules.first:
            self._pairwise([target], [source])
            self._visit(body)
        elif target is None or source is None:
            raise _Tripped("a loop without a side")
        else:
            self._pairwise(*self._sides(target, source))
            if children[-1][0] in self._kinds.block:
                self._visit(children[-1])

    def _while(self, special: Special, start: int) -> None:
        mark = len(self.edges)
        self.visit(start + 1, special.end)
        self.visit(start + 1, special.end)
        self._merge(mark)

    def _mixed(self, special: Special, _: int) -> None:
        for early in (True, False):
            for child in special.children:
                if (child[0] in self._kinds.first) is early:
                    self._visit(child)

    def _merge(self, mark: int) -> None:
        """Put the edges of a loop's two turns together."""
        merged: dict[tuple[int, int, int], _Edge] = {}
        for edge in self.edges[mark:]:
            key = edge[:3]
            known = merged.setdefault(key, edge)
            if known is edge or (known[4] == edge[4] and len(known[3]) < 2 and known[3] == edge[3]):
                continue
            merged[key] = (*key, _once(known[3], edge[3]), _once(known[4], edge[4]))
        self.edges[mark:] = merged.values()


def _once(first: Sequence[T], second: Sequence[T]) -> Sequence[T]:
    return list(dict.fromkeys([*first, *second]))


def _entries(edges: list[_Edge]) -> list[tuple[int, int, _Names]]:
    """Return one entry for each connected occurrence of a variable: the last relation, all parents."""
    used: set[int] = set()
    for edge in edges:
        if edge[4]:
            used.add(edge[1])
            used.update(edge[4])
    entries: list[tuple[int, int, _Names]] = []
    last = -1
    together: dict[int, None] = {}
    for name, index, relation, parents, _ in edges:
        if index not in used:
            continue
        if index != last:
            last, together = index, {}
            entries.append((name, relation, parents))
            continue
        if not together:
            together = dict.fromkeys(entries[-1][2])
        for parent in parents:
            together[parent] = None
        entries[-1] = (name, relation, together)  # type: ignore[assignment]  # read in order only
    return entries


def _normalised(entries: list[tuple[int, int, _Names]]) -> Counter[Item]:
    numbers: dict[int, int] = {}
    number = numbers.setdefault
    items: list[Item] = []
    above: tuple[int, ...]
    for name, relation, parents in entries:
        if not parents:
            above = ()
        elif len(parents) == 1:
            (parent,) = parents
            above = (number(parent, len(numbers)),)
        else:
            above = tuple([number(parent, len(numbers)) for parent in parents])
        items.append((number(name, len(numbers)), relation, above))
    return Counter(items)
