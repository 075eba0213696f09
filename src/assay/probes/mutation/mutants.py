"""The mutants of a source: what each one changes, how it is shown, and how all of them are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from assay.errors import InvalidValue
from assay.probes.mutation.positions import line_at, line_starts
from assay.results import Result
from assay.text import one_line

PYTHON = ("python", "py", "python3")
MOST_SHOWN = 60
"""Characters of a line of code in a line about a mutant."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A source with one small fault in it."""

    number: int
    """From 1, in the order of the source."""
    operator: str
    line: int
    column: int
    """Where the change begins, both from 1; columns count characters."""
    first_line: int
    last_line: int
    """The statement that it stands in: who runs one of these lines may notice."""
    scope: str
    """The function or class around it, such as `Stack.push`; empty at the top of the file."""
    original: str
    replacement: str
    start: int
    end: int
    """Where `original` stands: offsets in the bytes (UTF-8) of the whole source."""
    whole: bytes = field(repr=False)
    """The original source."""

    @property
    def source(self) -> str:
        """The whole source with the fault in it, and otherwise as it was."""
        changed = self.whole[: self.start] + self.replacement.encode() + self.whole[self.end :]
        return changed.decode("utf-8")

    def diff(self, name: str = "") -> str:
        """Return the change as a unified diff with one line of context; `name` is the name of the file."""
        starts = [*line_starts(self.whole), len(self.whole)]
        first, last = self._rows(starts)
        begin, end = starts[first], starts[last + 1]
        old = _lines(self.whole[begin:end])
        new = _lines(self.whole[begin : self.start] + self.replacement.encode() + self.whole[self.end : end])
        before = _lines(self.whole[starts[max(0, first - 1)] : begin])
        after = _lines(self.whole[end : starts[min(last + 2, len(starts) - 1)]])
        head = (
            f"--- {name or 'original'}\n+++ {name or f'mutant {self.number}'}\n"
            f"@@ -{_range(first - len(before), len(before) + len(old) + len(after))}"
            f" +{_range(first - len(before), len(before) + len(new) + len(after))} @@\n"
        )
        marked = [(" ", before), ("-", old), ("+", new), (" ", after)]
        return head + "".join(_marked(sign, line) for sign, lines in marked for line in lines)

    def one_line(self) -> str:
        """Return the change in a line, such as `line 3   if x < low   →   if x <= low`."""
        starts = [*line_starts(self.whole), len(self.whole)]
        first, last = self._rows(starts)
        before = self.whole[starts[first] : self.start].decode("utf-8")
        after = self.whole[self.end : starts[last + 1]].decode("utf-8")
        shown = (_excerpt(before, text, after) for text in (self.original, self.replacement))
        return f"line {self.line}   " + "   →   ".join(shown)

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the mutant as plain data, with its diff instead of the whole source."""
        return {
            "number": self.number,
            "operator": self.operator,
            "line": self.line,
            "column": self.column,
            "first_line": self.first_line,
            "last_line": self.last_line,
            "scope": self.scope,
            "original": self.original,
            "replacement": self.replacement,
            "diff": self.diff(),
        }

    def _rows(self, starts: list[int]) -> tuple[int, int]:
        """Return the first and the last line that change, from 0."""
        last = line_at(starts[:-1], max(self.start, self.end - 1)) - 1
        return line_at(starts[:-1], self.start) - 1, last


@dataclass(frozen=True, slots=True, repr=False)
class MutantSet(Result):
    """The mutants of one source, and how many more there would be."""

    mutants: tuple[Mutant, ...]
    language: str = "python"
    equivalent: int = 0
    """Left out because they compile to the same as the original."""
    duplicates: int = 0
    """Left out because they compile to the same as an earlier one."""
    not_compiling: int = 0
    """Left out because the language refuses them."""
    not_made: int = 0
    """Changes that were left out by the sample, or because there are too many."""

    def headline(self) -> str:
        """Return how many mutants there are, in one line."""
        counts = {
            "equivalent": self.equivalent,
            "duplicate": self.duplicates,
            "not compiling": self.not_compiling,
            "not made": self.not_made,
        }
        rest = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        return f"{len(self.mutants)} mutant{'s' * (len(self.mutants) != 1)}" + (f" ({rest})" if rest else "")

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return a row for each mutant."""
        return [
            {"number": one.number, "operator": one.operator, "line": one.line, "change": one.one_line()}
            for one in self.mutants
        ]

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return everything as plain data."""
        counts = {name: getattr(self, name) for name in ("equivalent", "duplicates", "not_compiling", "not_made")}
        return {"language": self.language, **counts, "mutants": [one.to_dict() for one in self.mutants]}

    def __len__(self) -> int:
        return len(self.mutants)

    def __iter__(self) -> Iterator[Mutant]:
        return iter(self.mutants)

    def __getitem__(self, index: int) -> Mutant:
        return self.mutants[index]


def mutants_of(
    source: str,
    *,
    operators: Iterable[str] | None = None,
    language: str = "python",
    within: str | None = None,
    sample: int | None = None,
    seed: int = 0,
) -> MutantSet:
    """Return the mutants of a source, numbered in its order; those that compile to the same are made once.

    `operators` names the kinds of mutation that are wanted (all, unless said otherwise), `within` the function to
    change, and `sample` how many mutants are enough: they are drawn with the `seed`. Raises `InvalidValue` for source
    that cannot be read.

    >>> for mutant in mutants_of("def f(a, b):\\n    return a + b\\n", operators=["arithmetic"]):
    ...     print(mutant.one_line())
    line 2   return a + b   →   return a - b
    """
    from assay.probes.mutation.drawing import Wanted
    from assay.probes.mutation.foreign import make_foreign
    from assay.probes.mutation.making import make_python

    if sample is not None and sample < 1:
        raise InvalidValue(f"sample must be at least 1, got {sample!r}")
    wanted = Wanted(operators, within, sample, seed)
    if language.strip().lower() in PYTHON:
        return make_python(source, wanted)
    return make_foreign(source, language, wanted)


def _lines(code: bytes) -> list[str]:
    starts = [*line_starts(code), len(code)]
    lines = [code[begin:end].decode("utf-8") for begin, end in pairwise(starts)]
    return [line for line in lines if line]


def _range(first: int, count: int) -> str:
    """Return a range of lines as a diff writes it; `first` counts from 0."""
    if count == 1:
        return str(first + 1)
    return f"{first + 1 if count else first},{count}"


def _marked(sign: str, line: str) -> str:
    return f"{sign}{line}" if line.endswith(("\n", "\r")) else f"{sign}{line}\n\\ No newline at end of file\n"


def _excerpt(before: str, text: str, after: str) -> str:
    """Return a line of code around a change: short, and without the colon that ends the head of a block."""
    first, *more = text.splitlines() or [""]
    if more:
        after = " …"
    head, tail = before.lstrip(), after.rstrip().removesuffix(":")
    space = MOST_SHOWN - len(first)
    if len(head) + len(tail) > space:
        kept = max(0, space // 2)
        head = head if len(head) <= kept else "…" + head[len(head) - kept :]
        tail = tail if len(tail) <= kept else tail[:kept] + "…"
    first = first if len(first) <= MOST_SHOWN else first[:MOST_SHOWN] + "…"
    return one_line(f"{head}{first}{tail}".strip().removesuffix(":")) or "(removed)"
