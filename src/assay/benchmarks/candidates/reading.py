"""Candidates matched with their problems, one at a time, and an account of everything that was not judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from enum import StrEnum
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

from assay.benchmarks.base import Benchmark
from assay.benchmarks.candidates.entries import LAST_ATTEMPT, Entry, Format
from assay.benchmarks.candidates.files import read_file, read_rows
from assay.benchmarks.candidates.folders import read_folder
from assay.benchmarks.candidates.orders import SAMPLE, defined_in, entry_point_of, order_of
from assay.benchmarks.candidates.selecting import select_problems, undated
from assay.benchmarks.candidates.streams import STDIN, Stream
from assay.errors import InvalidValue
from assay.extraction import Extracting, Form, How, assemble
from assay.extraction.prompts import prompt_of
from assay.files import Folder
from assay.hashing import content_digest
from assay.records import Attempt, Candidate, Mend, Problem
from assay.settings import flag_of
from assay.spec import Subset

MAX_REMEMBERED = 2_000_000
"""Candidates that are compared with each other; behind that many, a repeated one is not noticed."""
MISPLACED = "the ids or the order of the source are not those of the benchmark"
"""Ends the note about candidates that answer other problems than they are read for."""
_SHOWN = 5
_Member = TypeVar("_Member", bound=StrEnum)


def read_candidates(
    source: str | Path | Sequence[object],
    benchmark: Benchmark,
    *,
    subset: Subset | None = None,
    form: Form | str | None = None,
    extract: Extracting | str = Extracting.AUTO,
) -> Reading:
    """The candidates of a file, a folder or standard input (`-`), read when they are asked for.

    A sequence holds rows as one file of any known format does: objects, programs, or lists of programs.
    `form` overrides what the format says about each text.
    """
    if isinstance(source, str | Path):
        source = str(source)
        if source != STDIN and not Path(source).exists():
            raise InvalidValue(f"{source}: no such file or folder")
    return Reading(
        source,
        benchmark,
        subset or Subset(),
        form=form_of(form) if form is not None else None,
        extracting=extracting_of(extract),
    )


def form_of(name: str) -> Form:
    """The form of that name."""
    return _member(Form, "form", name)


def extracting_of(name: str) -> Extracting:
    """Whether code is looked for, by name."""
    return _member(Extracting, "extract", name)


class Reading:
    """The candidates of one source, as an iterable; when it is through, `notes` tells what there was besides.

    Rows, a file or a folder can be gone through again; standard input cannot.
    """

    def __init__(
        self,
        source: str | Sequence[object],
        benchmark: Benchmark,
        subset: Subset,
        *,
        form: Form | None,
        extracting: Extracting,
    ) -> None:
        self.source = source if isinstance(source, str) else "candidates"
        self._rows = None if isinstance(source, str) else source
        self.benchmark = benchmark
        self.selected = select_problems(benchmark, subset)
        self._undated = undated(benchmark, subset)
        self._form = form
        self._extracting = extracting
        self._attempts = subset.attempts
        self._by_file_name = {problem.id.replace("/", "_"): problem for problem in benchmark}
        self._start()

    def _start(self) -> None:
        self.finished = False
        self.format: Format | None = None
        """Known from the first candidate on."""
        self.rows = 0
        """Candidates in the source, judged or not."""
        self.given: Counter[str] = Counter()
        """By problem id: candidates that were given."""
        self.how: Counter[How] = Counter()
        self.mended: Counter[Mend] = Counter()
        """By kind: texts that do not parse as their key says, and were read in another way."""
        self.with_context = 0
        self.unknown: Counter[str] = Counter()
        """Ids that name no problem of the benchmark."""
        self.elsewhere: Counter[str] = Counter()
        """Candidates for other benchmarks, by the name of the benchmark."""
        self.unselected = 0
        self.beyond_attempts = 0
        self.empty: Counter[str] = Counter()
        """By problem id, as the two below."""
        self.repeated: Counter[str] = Counter()
        """Candidates whose source is that of an earlier one of the same problem."""
        self.indented: Counter[str] = Counter()
        """Whole programs, by their format, that begin like the body of a function."""
        self.other_filters: Counter[str] = Counter()
        self.ignored: list[str] = []
        """Files of a folder that are no programs."""
        self._unknown_origin = ""
        self._filter: str | None = None
        self._seen: set[int] = set()
        self._next: dict[str, int] = {}
        self._numbered: dict[str, set[int]] = {}
        self._selected_ids = {problem.id for problem in self.selected}
        self._order: Sequence[Problem] = self.benchmark.problems
        """The problems that programs without an id answer, in their order."""
        self.misplaced: Counter[str] = Counter()
        """By problem id: candidates that define the entry point of another problem, and not that of theirs."""
        self._misplaced_origin = ""

    def __iter__(self) -> Iterator[Attempt]:
        self._start()
        for found, entry in self._entries():
            if self.format is None or found is Format.EVALPLUS:
                self.format = found
            if isinstance(entry, str):
                self.ignored.append(entry)
                continue
            given = self._given(entry)
            if given is not None:
                yield given
        self._finish()

    @property
    def missing(self) -> list[str]:
        """Problems that were asked for and have no candidate."""
        return [problem.id for problem in self.selected if problem.id not in self.given]

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the scores must know about the source, in words; complete when it is read through."""
        return self.notes_about(None)

    def notes_about(self, judged: Collection[str] | None) -> tuple[str, ...]:
        """Return the notes where only candidates for these problems were judged; `None`: all were."""
        return tuple(self._notes(judged))

    def _entries(self) -> Iterator[tuple[Format, Entry | str]]:
        """Yield what the source holds; the first programs of a list without ids tell its order."""
        entries = self._read()
        first = list(islice(entries, 1))
        if first and isinstance(first[0][1], Entry) and first[0][1].name is None:
            first += islice(entries, SAMPLE - 1)
            sample = [entry for _, entry in first if isinstance(entry, Entry)]
            self._order = order_of(sample, self.benchmark, self.selected)
        yield from chain(first, entries)

    def _read(self) -> Iterator[tuple[Format, Entry | str]]:
        if self._rows is not None:
            yield from read_rows(self._rows, self.source)
            return
        if self.source != STDIN and Path(self.source).is_dir():
            yield from read_folder(Folder(Path(self.source)))
            return
        with Stream(self.source) as stream:
            yield from read_file(stream)

    def count(self) -> int:
        """How many candidates it gives, without making one; reads the source apart from who goes through it."""
        apart = copy(self)
        apart._start()
        for _, entry in apart._entries():
            problem = None if isinstance(entry, str) else apart._wanted(entry)
            if problem is not None:
                apart.given[problem.id] += 1
        return apart.given.total()

    def _given(self, entry: Entry) -> Attempt | None:
        """The candidate, or `None` and a count of why it is not one."""
        problem = self._wanted(entry)
        return None if problem is None else self._made(entry, problem)

    def _wanted(self, entry: Entry) -> Problem | None:
        """The problem of a candidate that is to be given, or `None` and a count of why it is not."""
        if self._is_other_filter(entry):
            return None
        self.rows += 1
        if entry.benchmark and entry.benchmark != self.benchmark.name:
            self.elsewhere[_bounded(entry.benchmark, self.elsewhere)] += 1
            return None
        problem = self._problem(entry)
        if problem is None:
            return None
        if problem.id not in self._selected_ids:
            self.unselected += 1
            return None
        if self._attempts is not None and self.given[problem.id] >= self._attempts:
            self.beyond_attempts += 1
            return None
        return problem

    def _made(self, entry: Entry, problem: Problem) -> Attempt:
        form = self._form or entry.form or self._form_by_prompt(problem)
        made = assemble(problem, entry.text, form, extracting=self._extracting)
        attempt = self._number(entry, problem)
        self.given[problem.id] += 1
        self.how[made.how] += 1
        if made.mend is not None:
            self.mended[made.mend] += 1
        self.with_context += made.context
        self.empty[problem.id] += made.how is How.EMPTY
        self.indented[problem.id] += made.how is How.AS_GIVEN and entry.text.lstrip("\r\n")[:1] in (" ", "\t")
        self.repeated[problem.id] += self._is_repeated(problem, made.source)
        if self._is_misplaced(problem, made.source):
            self.misplaced[problem.id] += 1
            self._misplaced_origin = self._misplaced_origin or entry.origin
        candidate = Candidate(made.source, attempt, entry.origin, entry.model_version, entry.model, made.mend)
        return Attempt(problem.id, candidate)

    def _problem(self, entry: Entry) -> Problem | None:
        name = entry.name
        if name is None:
            if entry.index < len(self._order):
                return self._order[entry.index]
            name = f"#{entry.index}"
        else:
            problem = self.benchmark.find(name) or self._by_file_name.get(str(name))
            if problem is not None:
                return problem
        self._unknown_origin = self._unknown_origin or entry.origin
        self.unknown[_bounded(str(name), self.unknown)] += 1
        return None

    def _number(self, entry: Entry, problem: Problem) -> int:
        """The attempt as the row says, or the next one."""
        first = self._next.get(problem.id, 0)
        if entry.attempt is None:
            if first > LAST_ATTEMPT:
                raise InvalidValue(
                    f"{entry.origin}: an earlier row of {problem.id!r} is attempt {LAST_ATTEMPT}, the last"
                )
            self._next[problem.id] = first + 1
            if problem.id in self._numbered:
                self._numbered[problem.id].add(first)
            return first
        # Until now no row of the problem had a number, so all below `first` are taken.
        taken = self._numbered.setdefault(problem.id, set(range(first)))
        if entry.attempt in taken:
            raise InvalidValue(f"{entry.origin}: attempt {entry.attempt} of {problem.id!r} comes twice")
        taken.add(entry.attempt)
        self._next[problem.id] = max(first, entry.attempt + 1)
        return entry.attempt

    def _is_misplaced(self, problem: Problem, source: str) -> bool:
        """Return whether a candidate defines what another problem asks for, and not what its own does."""
        name = entry_point_of(problem)
        if not name or name in source:
            return False
        return any(one in self._entry_points for one in defined_in(source))

    @cached_property
    def _entry_points(self) -> frozenset[str]:
        return frozenset(filter(None, map(entry_point_of, self.benchmark)))

    def _is_repeated(self, problem: Problem, source: str) -> bool:
        key = int.from_bytes(content_digest(problem.id, source)[:8])
        if key in self._seen:
            return True
        if len(self._seen) < MAX_REMEMBERED:
            self._seen.add(key)
        return False

    def _is_other_filter(self, entry: Entry) -> bool:
        """lm-eval writes a row for each filter of a task: the same answer again, not another attempt."""
        if self._filter is None:
            self._filter = entry.group
        if entry.group == self._filter:
            return False
        self.other_filters[entry.group] += 1
        return True

    def _form_by_prompt(self, problem: Problem) -> Form:
        return Form.COMPLETION if prompt_of(problem).is_code else Form.SOLUTION

    def _finish(self) -> None:
        name = "<stdin>" if self.source == STDIN else self.source
        if not self.rows:
            raise InvalidValue(f"{name}: holds no candidate")
        if self.elsewhere.total() == self.rows:
            raise InvalidValue(
                f"{name}: none of its {self.rows} candidates is for {self.benchmark.name}, but for"
                f" {_some(self.elsewhere)}"
            )
        if self.unknown.total() + self.elsewhere.total() == self.rows:
            raise InvalidValue(
                f"{name}: none of its {self.rows} candidates belongs to {self.benchmark.name}:"
                f" {next(iter(self.unknown))!r} ({self._unknown_origin}) is none of its problems, such as"
                f" {self.benchmark.problems[0].id!r}"
            )
        if self.unknown.total() + self.elsewhere.total() + self.unselected == self.rows:
            raise InvalidValue(
                f"{name}: none of its {self.rows} candidates answers a problem that is asked for, such as"
                f" {self.selected[0].id!r}"
            )
        self.finished = True

    def _notes(self, judged: Collection[str] | None) -> Iterator[str]:
        if self.misplaced:
            yield (
                f"{_count(self.misplaced.total(), 'candidate')} of {self.rows:,} define what another problem asks for,"
                f" not what their own does (first: {self._misplaced_origin}, read as {next(iter(self.misplaced))!r}):"
                f" {MISPLACED}"
            )
        if self._order is not self.benchmark.problems:
            ends = f"{self._order[0].id} to {self._order[-1].id}"
            yield f"a list without ids, read as {ends} ({len(self._order):,} of {len(self.benchmark):,} problems)"
        empty, repeated, indented = (
            sum(count for problem, count in counts.items() if judged is None or problem in judged)
            for counts in (self.empty, self.repeated, self.indented)
        )
        if self.unknown:
            yield (
                f"{_count(self.unknown.total(), 'candidate')} for problems that {self.benchmark.name} does not have,"
                f" not judged: {_some(self.unknown)} (first: {self._unknown_origin})"
            )
        if self.finished and 0 < len(self.missing) <= _SHOWN:  # a report says how many; these can be named
            yield f"without a candidate: {_some(self.missing)}"
        if empty:
            yield f"{_count(empty, 'empty candidate')}; an empty one is invalid"
        if repeated:
            yield f"{_count(repeated, 'candidate')} the same as an earlier one of its problem; each one counts"
        if indented:
            yield (
                f"{_count(indented, 'solution')} set in like the body of a function:"
                f" if they are meant to follow the prompt, read them as completions ({flag_of('form')} completion)"
            )
        if self.elsewhere:
            count = _count(self.elsewhere.total(), "candidate")
            yield f"{count} for other benchmarks, left out: {_some(self.elsewhere)}"
        if self._undated:
            yield f"{_count(self._undated, 'problem')} of which nobody says when it was published, left out"
        if self.unselected:
            yield f"{_count(self.unselected, 'candidate')} of problems that were not asked for, left out"
        if self.beyond_attempts:
            yield f"{_count(self.beyond_attempts, 'candidate')} beyond {self._attempts} of a problem, left out"
        if self.other_filters:
            yield (
                f"{_count(self.other_filters.total(), 'row')} of other filters, left out: {_some(self.other_filters)};"
                f" judged: {self._filter!r}"
            )
        if self.ignored:
            yield f"{_count(len(self.ignored), 'file')} that is no program, left out: {_some(self.ignored)}"
        if self.how[How.NOT_FOUND]:
            yield f"{_count(self.how[How.NOT_FOUND], 'answer')} without code that defines the entry point"


def _member(kind: type[_Member], name: str, value: str) -> _Member:
    try:
        return kind(value)
    except ValueError:
        raise InvalidValue(f"{name} must be one of {', '.join(kind)}, got {value!r}") from None


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _bounded(name: str, counted: Counter[str]) -> str:
    """Return the name under which something is counted, so that no source makes too many."""
    shown = name[:80]
    return shown if shown in counted or len(counted) < 1000 else "…"


def _some(names: Iterable[str]) -> str:
    names = list(names)
    rest = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return ", ".join(repr(name) for name in names[:_SHOWN]) + rest
