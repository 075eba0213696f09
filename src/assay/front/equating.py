"""`assay.program_equivalence`: standard input on which two programs differ."""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
from typing import TypedDict, Unpack

from assay.ca.sources import read_source
from assay.errors import InvalidValue, require
from assay.front.arguments import require_program
from assay.front.comparing import Source
from assay.probes.equivalence import Budget
from assay.probes.programs import ProgramEquivalence, ProgramOptions
from assay.probes.programs import program_equivalence as search
from assay.records import Checker


class ProgramKeywords(TypedDict, total=False):
    """`ProgramOptions` as keyword arguments."""

    examples: Sequence[str]
    grammar: str
    budget: Budget
    seed: int
    checker: Checker | None


def program_equivalence(
    candidate: Source,
    reference: Source,
    *,
    language: str | None = None,
    reference_language: str | None = None,
    **options: Unpack[ProgramKeywords],
) -> ProgramEquivalence:
    """Look for standard input on which two programs differ, and return the smallest that is found.

    Args:
        candidate: the text of the program under question, or a `Path`.
        reference: the same for the program that is right. Inputs on which it fails count for nothing.
        language: of both; by default what the names of the files say, and Python for texts.
        reference_language: of the reference alone.
        options: the fields of `ProgramOptions`: `examples` or a `grammar`, `budget`, `seed` and `checker`.

    >>> program_equivalence("print(input().upper())", "print(input())", grammar="word(a-z, 1..3)")
    <ProgramEquivalence differs on input 'a\\n': prints 'A', the reference prints 'a'>
    """
    for name, value in (("candidate", candidate), ("reference", reference)):
        require_program(name, value)
    for name, word in (("language", language), ("reference_language", reference_language)):
        require(name, word, (str, NoneType), "the name of a language")
    examples = options.get("examples", ())
    if isinstance(examples, str) or not all(isinstance(one, str) for one in examples):
        raise InvalidValue(f"examples: must be a list of texts, got {examples!r:.80}")
    sources = [read_source(candidate, language), read_source(reference, reference_language or language)]
    return search(sources[0], sources[1], ProgramOptions(**options))
