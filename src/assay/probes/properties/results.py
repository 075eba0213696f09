"""What a check of properties came to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from assay.judges.properties import written
from assay.probes.inputs.base import Input
from assay.probes.properties.reading import FUTURE, Property
from assay.results import Result
from assay.text import one_line

ASSUME = """def assume(condition):
    if not condition:
        pytest.skip("the input does not test the property")
"""


class PropertyVerdict(StrEnum):
    """What was found out about a property."""

    HOLDS = "holds"
    """In every input that tested it; that is no proof."""
    BROKEN = "broken"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class PropertyResult:
    """What was found out about one property of a function."""

    entry_point: str
    property: Property
    verdict: PropertyVerdict
    inputs: int = 0
    """How many inputs tested it and agree with it."""
    untested: int = 0
    """Inputs about which it says nothing."""
    refused: int = 0
    """Inputs that the function does not accept: it raises, or goes over its time or memory."""
    counterexample: Input | None = None
    """The smallest input that was found with which it is broken."""
    why: str = ""
    """What happens with the counterexample, or why it was not checked."""
    refusal: str = ""
    """What the function did with the first input that it does not accept."""

    def headline(self) -> str:
        """Return the answer in words."""
        name = self.property.text
        if self.counterexample is not None:
            return one_line(f"{name}: broken by {self.entry_point}({call_text(self.counterexample)}): {self.why}")
        if self.verdict is PropertyVerdict.NOT_CHECKED:
            return one_line(f"{name}: not checked: {self.why}")
        return one_line(f"{name}: holds in {self.inputs:,} inputs{self._left_out()}")

    def _left_out(self) -> str:
        notes = []
        if self.untested:
            notes.append(f"not tested by {self.untested:,} more")
        if self.refused:
            notes.append(f"{self.refused:,} more refused: {self.refusal}")
        return f" ({', '.join(notes)})" if notes else ""

    def test(self) -> str:
        """Return a pytest test that fails with the counterexample, to be put where the function is; else nothing."""
        if self.counterexample is None:
            return ""
        name, function = re.sub(r"\W+", "_", self.property.text).strip("_"), self.property.function
        future = f"{FUTURE}\n\n" if FUTURE in self.property.source else ""
        head = "import pytest\n\n\n" if "assume(" in self.property.source else ""
        head += f"{ASSUME}\n\n" if head else ""
        call = f"{function}({self.entry_point}, {call_text(self.counterexample)})".replace(", )", ")")
        source = self.property.source.replace(FUTURE, "").strip("\n")
        return f"{future}{head}{source}\n\n\ndef test_{self.entry_point}_{name}():\n    assert {call} in (None, True)\n"

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return it as plain data, the counterexample as text."""
        found = self.counterexample
        return {
            "property": self.property.text,
            "says": self.property.says,
            "verdict": self.verdict.value,
            "inputs": self.inputs,
            "untested": self.untested,
            "refused": self.refused,
            "counterexample": None if found is None else call_text(found),
            "why": self.why,
            "test": self.test(),
        }


@dataclass(frozen=True, slots=True, repr=False)
class PropertiesResult(Result):
    """What was found out about the properties of a function."""

    entry_point: str
    properties: tuple[PropertyResult, ...]
    seed: int = 0

    @property
    def holds(self) -> bool:
        """Whether every property was tested, and none is broken."""
        return all(one.verdict is PropertyVerdict.HOLDS for one in self.properties)

    @property
    def broken(self) -> tuple[PropertyResult, ...]:
        """Those that a counterexample was found for."""
        return tuple(one for one in self.properties if one.verdict is PropertyVerdict.BROKEN)

    def headline(self) -> str:
        """Return how many properties hold, and the first that does not."""
        held = sum(one.verdict is PropertyVerdict.HOLDS for one in self.properties)
        first = next((one for one in self.properties if one.verdict is not PropertyVerdict.HOLDS), None)
        more = "" if first is None else f"; {first.headline()}"
        unknown = sum(one.verdict is PropertyVerdict.NOT_CHECKED for one in self.properties)
        left = f", {unknown} not checked" if unknown else ""
        return f"{self.entry_point}: {held} of {len(self.properties)} properties hold{left}{more}"

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return one row for each property."""
        return [{name: value for name, value in row.items() if name != "test"} for row in self._rows()]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the whole result as plain data."""
        rows = list(self._rows())
        return {"entry_point": self.entry_point, "holds": self.holds, "seed": self.seed, "properties": rows}

    def _rows(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        return [one.to_dict() for one in self.properties]


def call_text(given: Input) -> str:
    """Return the arguments as they are written between the parentheses of a call, NaN and the like included."""
    named = (f"{name}={written(value)}" for name, value in given.keywords.items())
    return ", ".join([*map(written, given.arguments), *named])
