"""Attempts and problems as data inside a page: a row each at once, everything else in compressed chunks."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from assay.reports.document import Document
from assay.reports.page.changes import changed_texts
from assay.reports.report import who
from assay.reports.trials import CaseLine, ProblemPage, TrialLine, TrialPage
from assay.text import legible, typable

CHUNK = 100
"""Attempts, or problems, whose details are unpacked together."""
MOST_ROWS = 50_000
"""With more attempts than that, those that passed have no row."""
MOST_BYTES = 9_000_000
"""Of compressed details, so that a page stays below 15 MB: those of further attempts are left out."""
LEVEL = 4
"""Of compression: twice as fast as the usual 6, and the page is a twentieth larger."""
LONGEST_FIELD = 4_000
"""Characters of a call, a value or an error in the table of cases."""

T = TypeVar("T")
Packed = tuple[str, bytes]
"""The name of a chunk, and what stands in the page under that name."""


def embedded(value: object) -> str:
    r"""Return a value as JSON that can stand inside an element of a page: nothing in it ends the element.

    >>> embedded({"code": "</script>&\u2028"})
    '{"code":"\\u003c/script\\u003e\\u0026\\u2028"}'
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def compressed(data: bytes) -> bytes:
    """Return bytes as a page holds them: compressed, in letters that no browser reads as markup."""
    return base64.b64encode(gzip.compress(data, LEVEL, mtime=0))


@dataclass(slots=True)
class _Texts:
    """Texts that occur often, each kept once and named by its place."""

    places: dict[str, int] = field(default_factory=dict)

    def place(self, text: str) -> int:
        return self.places.setdefault(text, len(self.places))

    def listed(self) -> list[str]:
        return [legible(text) for text in self.places]


@dataclass(slots=True)
class Packing:
    """The attempts of a document, as a page holds them."""

    document: Document
    most_rows: int = MOST_ROWS
    most_bytes: int = MOST_BYTES
    problems: _Texts = field(default_factory=_Texts)
    missing: int = 0
    """Attempts whose details were left out for their size, known when all chunks are made."""

    @property
    def rowless(self) -> int:
        """How many attempts, all of them passed or beyond all bounds, have no row."""
        return sum(map(len, self.document.lines)) - sum(len(list(self._shown(lines))) for lines in self.document.lines)

    def rows(self) -> dict[str, Any]:  # Any: JSON
        """Return one row for each attempt, and the texts that rows name by their place."""
        verdicts, kinds, difficulties, signs = _Texts(), _Texts(), _Texts(), _Texts()
        rows = [
            [
                place,
                self.problems.place(line.problem),
                line.attempt,
                verdicts.place(line.verdict),
                kinds.place(line.kind),
                difficulties.place(line.difficulty),
                legible(line.call),
                legible(line.what),
                *([signs.place(", ".join(line.suspicions))] if line.suspicions else []),
            ]
            for place, lines in enumerate(self.document.lines)
            for line in self._shown(lines)
        ]
        return {
            "runs": [{"id": one.run.id, "who": legible(who(one.run, one.writers))} for one in self.document.reports],
            "problems": self.problems.listed(),
            "untypable": [place for text, place in self.problems.places.items() if not typable(text)],
            "verdicts": verdicts.listed(),
            "kinds": kinds.listed(),
            "difficulties": difficulties.listed(),
            "suspicions": signs.listed(),
            "rows": rows,
            "chunk": CHUNK,
        }

    def chunks(self) -> Iterator[Packed]:
        """Give the details of the attempts in the order of their rows, then texts of what changed, then problems."""
        left = self.most_bytes
        for number, (count, data) in enumerate(_batches(self._details(), _detail)):
            left -= len(data)
            if left < 0:
                self.missing += count
            else:
                yield f"attempts-{number}", data
        for number, (_, data) in enumerate(_batches(changed_texts(self.document.comparisons), legible)):
            left -= len(data)
            if left >= 0:
                yield f"diffs-{number}", data
        known = (self.document.problems.get(problem) for problem in self.problems.places)
        for number, (_, data) in enumerate(_batches(known, _problem)):
            left -= len(data)
            if left >= 0:
                yield f"problems-{number}", data

    def _shown(self, lines: Sequence[TrialLine]) -> Iterator[TrialLine]:
        """Give the lines that have a row."""
        if sum(map(len, self.document.lines)) <= self.most_rows:
            return iter(lines)
        return islice((line for line in lines if not line.passed), self.most_rows // len(self.document.lines))

    def _details(self) -> Iterator[TrialPage | None]:
        """Give the pages of the lines that have a row; `None` where the run went on and has others by now."""
        for place, lines in enumerate(self.document.lines):
            pages = self.document.pages(place)
            for line in self._shown(lines):
                wanted = (line.problem, line.attempt)
                found = next((page for page in pages if (page.line.problem, page.line.attempt) == wanted), None)
                yield found


def _batches(items: Iterable[T], data_of: Callable[[T], object]) -> Iterator[tuple[int, bytes]]:
    """Give the items in chunks, each with how many there are."""
    remaining = iter(items)
    while batch := list(islice(remaining, CHUNK)):
        yield len(batch), compressed(embedded([data_of(item) for item in batch]).encode("ascii"))


def _detail(page: TrialPage | None) -> dict[str, Any] | None:  # Any: JSON
    if page is None:
        return None
    data = {
        "code": legible(page.code),
        "code_left_out": page.code_left_out or None,
        "language": page.language,
        "cases": [_case(case) for case in page.cases],
        "passed": page.cases_passed,
        "total": page.cases_total,
        "traceback": legible(page.traceback),
        "suspicions": [legible(text) for text in page.suspicions],
        "similarity": page.similarity,
        "quality": page.quality,
        "cost": page.cost_usd,
        "seconds": page.seconds,
        "line": page.failing_line,
        "mend": legible(page.mend),
        "probes": [legible(text) for text in page.probes],
        "replay": (page.can_be_replayed and typable(page.line.problem)) or None,
    }
    return {name: value for name, value in data.items() if value not in (None, "", [])}


def _case(case: CaseLine) -> list[Any]:  # Any: a number and texts
    texts = (case.call, case.expected, case.actual, case.error)
    return [case.number, case.status, *(legible(_cut(text)) for text in texts)]


def _problem(problem: ProblemPage | None) -> dict[str, Any] | None:  # Any: JSON
    if problem is None:
        return None
    return {
        "prompt": legible(problem.prompt),
        "prompt_left_out": problem.prompt_left_out,
        "reference": legible(problem.reference),
        "reference_left_out": problem.reference_left_out,
        "language": problem.language,
    }


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_FIELD else f"{text[:LONGEST_FIELD]} … cut after {LONGEST_FIELD:,} characters"
