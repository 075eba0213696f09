"""Judgement of what a program printed: compared with the expected outputs, or asked of a checker program.

A checker program is the problem's own and trusted. It runs in the sandbox when the candidate has ended, and finds three
files: the input, the output and the expected output. Its exit status is its answer, as that of checkers written with
testlib: 0 for right, 1, 2 and 8 for wrong (8: the output ends too early).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from assay.errors import Fault, InvalidValue
from assay.judges.complaints import complaint, difference_in_words
from assay.judges.excerpts import printable
from assay.judges.normalising import alike_already, by_words, first_other_word, made_alike
from assay.judges.outputs import first_difference, observe, text_of
from assay.records import MIB, Checker, Execution, Limits, ProgramInput, ProgramSource
from assay.sandbox.runner import Built, Runner

CHECKER_LIMITS = Limits(seconds=20.0, output_bytes=4 * MIB, file_bytes=64 * MIB)
"""Of a checker program on one output."""
WRONG = frozenset((1, 2, 8))
"""How a checker program ends that finds an output wrong."""
INPUT, OUTPUT, ANSWER = "input.txt", "output.txt", "answer.txt"
_SAID = 500
_WORD_SHOWN = 60
_WORD = re.compile(r"\S+")


class CheckerFailed(Fault):
    """The checker program of a problem does not work: nobody knows whether an output is right."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a checker program came to on one output."""

    why: str = ""
    """Why the output is wrong, or how the program broke down; empty where the output is right."""
    broke: bool = False


class OutputChecking:
    """The checker of a problem, ready to be asked about outputs of one candidate after another."""

    def __init__(
        self,
        checker: Checker,
        runner: Runner,
        *,
        inputs: Sequence[ProgramInput] = (),
        reference: Callable[[ProgramInput], bytes | None] = lambda given: None,
    ) -> None:
        """Take all inputs of the problem, and what returns the reference's output on one where that can be had."""
        self._checker = checker
        self._runner = runner
        self._inputs = inputs
        self._reference = reference
        self._built: Built | None = None

    def why_wrong(self, given: ProgramInput, output: bytes) -> str:
        """Return in one line why an output is wrong, or an empty text; raise `CheckerFailed` where nobody can know."""
        if self._checker.program is not None:
            return self._by_program(self._checker.program, given, output)
        expected = given.expected or b""
        why = difference(self._checker, expected, output)
        if why and any(not difference(self._checker, other, output) for other in given.others):
            return ""
        return why

    def _by_program(self, source: ProgramSource, given: ProgramInput, output: bytes) -> str:
        """Ask the checker program; unless it finds the output right, outputs that are known to be right test it too.

        If it comes to an answer on one of those, its answer counts, and an output that breaks it is wrong. If it breaks
        down on all of them, it cannot judge any output that it does not find right, so no candidate gains by printing
        one that breaks it. Where no right output is known, a breakdown counts against the candidate.
        """
        answer = self._ask(source, given, output)
        if not answer.why:
            return ""
        why = f"the checker program breaks down ({answer.why}) on this output" if answer.broke else answer.why
        tried, known = [], answer
        for name, right_for, right in self._known_to_be_right(given):
            known = self._ask(source, right_for, right)
            if not known.broke:
                return f"{why}, and not on {name}" if answer.broke else why
            tried.append(name)
        if tried:
            raise CheckerFailed(f"the checker program breaks down ({known.why}) on {' and '.join(tried)}")
        return f"{why}; no right output is known that would show whether it works" if answer.broke else why

    def _known_to_be_right(self, given: ProgramInput) -> Iterator[tuple[str, ProgramInput, bytes]]:
        """Yield outputs that are known to be right, each with its name and its input.

        An expected output that is empty may be no output at all: some checkers need none.
        """
        if given.expected:
            yield "the expected output", given, given.expected
        printed = self._reference(given)
        if printed is not None and not (given.expected and printed == given.expected):
            yield "the output of the reference", given, printed
        other = next((one for one in self._inputs if one.expected), None)
        if not given.expected and printed is None and other is not None:
            yield "the expected output of another test", other, other.expected or b""

    def _ask(self, source: ProgramSource, given: ProgramInput, output: bytes) -> _Answer:
        if self._built is None:
            self._built = self._runner.build(source.data, source.language, CHECKER_LIMITS)
        if self._built.error:
            raise CheckerFailed(f"the checker program does not compile: {self._built.error[:_SAID]}")
        files = {INPUT: given.stdin, OUTPUT: output, ANSWER: given.expected or b""}
        try:
            found = self._runner.run(self._built, arguments=(INPUT, OUTPUT, ANSWER), files=files, limits=CHECKER_LIMITS)
        except InvalidValue as error:
            return _Answer(f"cannot be run: {error}", broke=True)
        if found.exit_code == 0 and found.killed_by is None:
            return _Answer()
        said = _said(found)
        failed = observe(found, source.language, seconds=CHECKER_LIMITS.seconds).failed
        if found.exit_code in WRONG and not failed:
            return _Answer(said or "the checker says that it is wrong")
        return _Answer(said or _ended(found), broke=True)


def difference(checker: Checker, expected: bytes, got: bytes) -> str:
    """Return the first place at which an output is not the expected one, in one line; empty where it is right.

    >>> difference(Checker.words(), b"1 2\\n3", b"1\\n2 4\\n")
    'line 2: expected 3, got 4'
    >>> difference(Checker.words(1e-3), b"0.5\\n", b"0.50001")
    ''
    """
    if expected == got:
        return ""
    names = checker.names()
    left, right = (data.decode("utf-8", "surrogateescape") for data in (expected, got))
    if by_words(names):
        return _word_difference(checker, left, right)
    left, right = made_alike(left, names), made_alike(right, names)
    if names and alike_already(left, right, names, checker.tolerance):
        return ""
    told = difference_in_words(first_difference(left, right))
    return f"of the sorted lines, {told}" if "unordered" in names else told


def _word_difference(checker: Checker, expected: str, got: str) -> str:
    if not checker.keeps_case:
        expected, got = expected.lower(), got.lower()
    right, seen = expected.split(), got.split()
    if right == seen:
        return ""
    place = first_other_word(right, seen, checker.tolerance if "floats" in checker.normalisers else None)
    if place is None:
        return ""
    if place >= len(seen):
        return f"expected {len(right)} words, got {len(seen)}: {_shown(right[place])} is missing"
    word = next(islice(_WORD.finditer(got), place, None))
    line = got.count("\n", 0, word.start()) + 1
    if place >= len(right):
        return f"line {line}: expected the end, got {_shown(seen[place])}"
    return f"line {line}: expected {_shown(right[place])}, got {_shown(seen[place])}"


def _shown(word: str) -> str:
    """Return a word as a message shows it: short, and free of anything that a terminal would obey."""
    text = word if len(word) <= _WORD_SHOWN else f"{word[:_WORD_SHOWN]}…"
    return text if text.isprintable() else repr(printable(text))


def _said(found: Execution) -> str:
    """Return what a checker program says about an output, in one line."""
    text = text_of(found.stderr.strip() or found.stdout.strip())
    return complaint(text[:_SAID] if len(text) > _SAID else text)


def _ended(found: Execution) -> str:
    if found.killed_by is not None:
        return f"limit of {found.killed_by.value}"
    return f"signal {found.signal}" if found.signal else f"status {found.exit_code}"
