"""What a benchmark is: problems under a name and a version, and how their ids may be written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from assay.records import Limits, Part, Problem, Verdict

NO_REFERENCE = "the set has no reference"
"""How an entry of `Benchmark.errata` begins that says only this."""
_LEADING = re.compile(r"\d{1,9}(?![^_])", re.ASCII)
_MOST_NUMBER = 10**9 - 1
_NUMBERED = re.compile(r"(?:([A-Za-z+]+)[/_-])?(\d{1,9})(_\w+)?", re.ASCII)
"""An id as a number, with what stands before it, and as some write it with the name of the function behind it."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A candidate that must not pass, with the verdict it must get."""

    name: str
    source: str
    verdict: Verdict | None
    """`None`: any but a pass."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Problems that belong together.

    >>> from assay.records import Case, Cases
    >>> mbpp = Benchmark("mbpp", "1", (Problem("Mbpp/11", Cases("f", (Case((1,), 2),))),), prefix="Mbpp/")
    >>> [mbpp.find(name).id for name in (11, "11", "mbpp/11", "Mbpp_11", "mbpp_11_is_even")], mbpp.find("Mbpp/12")
    (['Mbpp/11', 'Mbpp/11', 'Mbpp/11', 'Mbpp/11', 'Mbpp/11'], None)
    """

    name: str
    version: str
    problems: tuple[Problem, ...]
    description: str = ""
    digest: str = ""
    """Of the file that the problems came from: two files of one name are two benchmarks."""
    prefix: str = ""
    """What stands before the number in an id, for families that number their problems."""
    judge: str = "separate"
    limits: Limits = field(default_factory=Limits)
    wrong: Mapping[str, tuple[Wrong, ...]] = field(default_factory=dict)
    """By problem id."""
    listed: tuple[str, ...] = ()
    """Ids of the part that published lists of answers without ids cover, in their order; empty: all problems."""
    errata: Mapping[str, str] = field(default_factory=dict)
    """Known errors of the data set: problem id → what is wrong with it."""
    parts: Mapping[str, Part] = field(default_factory=dict)
    """Name → the cases that pass@k is reported for under that name, beside the pass@k of the verdicts."""
    licence: str = ""
    """Of the problems, as an SPDX identifier where there is one; empty: nobody stated it."""
    source: str = ""
    """Where the problems come from: an address, or a few words; empty: nobody stated it."""
    eval_only: bool = False
    """Whether the problems are for measuring only: a model that was trained on them cannot be measured with them."""
    _by_id: dict[str, Problem] = field(default_factory=dict, init=False, repr=False, compare=False)
    _by_number: dict[int, Problem] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._by_id.update((problem.id, problem) for problem in self.problems)
        for problem in self.problems:
            number = _number_of(problem.id, self.prefix) if self.prefix else None
            if number is not None:
                self._by_number.setdefault(number, problem)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    def __len__(self) -> int:
        return len(self.problems)

    def find(self, name: object) -> Problem | None:
        """The problem of that id, as any harness may have written it."""
        if isinstance(name, int) and not isinstance(name, bool) and abs(name) <= _MOST_NUMBER:
            name = str(name)
        if not isinstance(name, str):
            return None
        found = self._by_id.get(name) or self._by_id.get(name.strip())
        if found is not None or not self.prefix:
            return found
        match = _NUMBERED.fullmatch(name.strip())
        if match is None or (match[1] is None and match[3] is not None):
            return None
        if match[1] is not None and match[1].lower() != self.prefix[:-1].lower():
            return None
        return self._by_number.get(int(match[2]))

    def with_errors(self, among: Iterable[str]) -> list[str]:
        """Return which of these problems have a known error, without asking about others: a reference may be run.

        That a reference is missing is no error.
        """
        return [one for one in among if not self.errata.get(one, NO_REFERENCE).startswith(NO_REFERENCE)]

    def numbered(self, numbers: range) -> list[Problem]:
        """Return the problems with these numbers in their ids; none where the ids have no common prefix."""
        return [problem for number, problem in self._by_number.items() if number in numbers]


def _number_of(name: str, prefix: str) -> int | None:
    """Return the number behind the prefix in an id such as `CPP/12` or `HumanEval_12_words`."""
    match = _LEADING.match(name.removeprefix(prefix)) if name.startswith(prefix) else None
    return int(match[0]) if match is not None else None
