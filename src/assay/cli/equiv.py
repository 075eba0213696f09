"""`assay equiv`: an input on which two functions or programs differ, or how many were tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli.layout import Page
from assay.cli.progress import counting
from assay.cli.run import flag
from assay.errors import InvalidValue
from assay.files import read_bytes
from assay.settings import parse_seconds
from assay.text import json_text, one_line

if TYPE_CHECKING:
    from assay.probes.crosshair import Hints
    from assay.probes.equivalence import Budget, EquivalenceResult
    from assay.probes.inputs.base import Input
    from assay.probes.sides import Behaviour
    from assay.records import ProgramSource

EXHAUSTED = "CrossHair says that it followed every path; that is no proof: it may be mistaken, or made to say so"


@dataclass(frozen=True, slots=True, kw_only=True)
class EquivOptions:
    """What was typed."""

    candidate: str
    reference: str
    entry: str | None = None
    program: bool = False
    given: Sequence[str] = ()
    strategy: str | None = None
    examples: Sequence[str] = ()
    grammar: str | None = None
    seconds: str = "5s"
    inputs: int = 2000
    seed: int = 0
    crosshair: bool = False
    fail_if_different: bool = False
    as_json: bool = False
    quiet: bool = False

    def for_programs(self) -> list[str]:
        """Return the flags that only programs have, of those that were typed."""
        typed = {"--program": self.program, "--example": self.examples, "--grammar": self.grammar}
        return [name for name, value in typed.items() if value]

    def for_functions(self) -> list[str]:
        """Return the flags that only functions have, of those that were typed."""
        typed = {
            "--entry": self.entry, "--given": self.given, "--strategy": self.strategy, "--crosshair": self.crosshair,
        }  # fmt: skip
        return [name for name, value in typed.items() if value]

    def budget(self) -> Budget:
        from assay.probes.equivalence import Budget

        return Budget(flag("--seconds", self.seconds, parse_seconds), self.inputs)


def run(options: EquivOptions) -> int:
    """Search, print what was found, and return the exit status."""
    functions, programs = options.for_functions(), options.for_programs()
    if functions and programs:
        raise InvalidValue(f"{functions[0]} is about functions and {programs[0]} about programs: leave one of them out")
    options.budget()
    sources = [_source(path) for path in (options.candidate, options.reference)]
    as_programs = bool(programs) or _are_programs(sources, functions)
    search = _search_programs if as_programs else _search_functions
    with counting("equiv", "inputs", whole=options.inputs, quiet=options.quiet) as watch:
        result = search(options, sources, watch)
    if options.as_json:
        print(json_text({"candidate_file": options.candidate, "reference_file": options.reference} | result.to_dict()))
    else:
        show(result, options, Page())
    return int(options.fail_if_different and result.different is not False)


def show(result: EquivalenceResult, options: EquivOptions, page: Page) -> None:
    """Print the answer in words, and below it the test that shows a difference again."""
    from assay.probes.programs import ProgramEquivalence, printed

    if result.counterexample is None or result.candidate is None or result.reference is None:
        page.text(result.headline(), indent="  ")
        if result.note and result.different is not None:
            page.text(result.note, indent="  ")
        return
    one, other = _names(options)
    if isinstance(result, ProgramEquivalence):
        given = one_line(repr(result.stdin()))
        told = f"differs on input {given}: {one} {printed(result.candidate)}, {other} {printed(result.reference)}"
    else:
        call = f"{result.entry_point}({result.counterexample.text()})"
        told = f"differs on {call}: {one} {_did(result.candidate)}, {other} {_did(result.reference)}"
    found = f"found after {result.inputs:,} inputs and {result.cpu_seconds:.1f} s ({result.counterexample.origin})"
    page.text(told, indent="  ")
    page.line(found)
    page.line()
    print(result.test().rstrip())


def _did(behaviour: Behaviour) -> str:
    return f"gives {behaviour.text()}" if behaviour.answered else behaviour.text()


def _names(options: EquivOptions) -> tuple[str, str]:
    """Return what the two files are called: their names, or their paths where they have the same name."""
    one, other = Path(options.candidate), Path(options.reference)
    return (str(one), str(other)) if one.name == other.name else (one.name, other.name)


def _source(path: str) -> ProgramSource:
    from assay.ca.sources import listed_source

    if not Path(path).is_file():
        raise InvalidValue(f"{path!r} is no file that can be read")
    found = listed_source(Path(path))
    if found.error:
        raise InvalidValue(f"{path!r}: {found.error}")
    return found


def _are_programs(sources: Sequence[ProgramSource], functions: Sequence[str]) -> bool:
    """Return whether the files are compared as programs: one is not in Python, or neither defines a function."""
    other = next((one for one in sources if one.language != "python"), None)
    if other is not None:
        if functions:
            raise InvalidValue(
                f"{functions[0]} is about functions in Python, and {other.path!r} is in {other.language}"
            )
        return True
    if functions:
        return False
    from assay.probes.inputs.signatures import functions_of

    one, two = (flag(source.path, _text(source), functions_of) for source in sources)
    if (one or two) and not set(one) & set(two):
        defined = " and ".join(
            f"{source.path} defines {names[:5]}" for source, names in zip(sources, (one, two), strict=True)
        )
        raise InvalidValue(f"no function has the same name in both: {defined}; --program compares them as programs")
    return not one


def _search_functions(
    options: EquivOptions, sources: Sequence[ProgramSource], watch: Callable[[int], None]
) -> EquivalenceResult:
    from assay.probes.crosshair import check_installed, hints
    from assay.probes.equivalence import common_function, equivalence
    from assay.probes.inputs.strategies import read_strategy
    from assay.sandbox.warm import WarmPython

    candidate, reference = map(_text, sources)
    name = options.entry or flag("--entry", (candidate, reference), lambda both: common_function(*both))
    given = _given(options, name)
    strategy = None if options.strategy is None else flag("--strategy", options.strategy, read_strategy)
    budget = options.budget()
    with WarmPython() as sandbox:
        if options.crosshair:
            check_installed(sandbox)

        said: list[Hints] = []

        def ask_crosshair() -> list[Input]:
            said.append(hints(candidate, reference, name, budget.cpu_seconds, given=given, sandbox=sandbox))
            return said[0].inputs

        result = equivalence(
            candidate,
            reference,
            entry_point=name,
            given=given,
            sandbox=sandbox,
            budget=budget,
            seed=options.seed,
            strategy=strategy,
            hints=ask_crosshair if options.crosshair else None,
            watch=watch,
        )
    return _with_crosshair(result, said)


def _with_crosshair(result: EquivalenceResult, said: Sequence[Hints]) -> EquivalenceResult:
    """Return the result with the time that CrossHair took, and with what it says about a search without a find."""
    seconds = result.cpu_seconds + sum(one.seconds for one in said)
    exhausted = result.different is False and any(one.exhausted for one in said)
    return replace(result, cpu_seconds=seconds, note=EXHAUSTED if exhausted else result.note)


def _search_programs(
    options: EquivOptions, sources: Sequence[ProgramSource], watch: Callable[[int], None]
) -> EquivalenceResult:
    from assay.probes.inputs.grammar import Grammar
    from assay.probes.programs import ProgramOptions, program_equivalence

    if options.grammar is not None:
        flag("--grammar", options.grammar, Grammar)
    chosen = ProgramOptions(
        [_example(path) for path in options.examples],
        options.grammar or "",
        options.budget(),
        options.seed,
        None,
        watch,
    )
    candidate, reference = sources
    return program_equivalence(candidate, reference, chosen)


def _given(options: EquivOptions, name: str) -> list[Input]:
    from assay.probes.inputs.written import read_call, read_calls

    found: list[Input] = []
    for text in options.given:
        if "(" not in text and Path(text).is_file():
            found += flag("--given", Path(text), lambda path: read_calls(path, entry_point=name))
        else:
            found.append(flag("--given", text, lambda call: read_call(call, entry_point=name)))
    return found


def _example(path: str) -> str:
    data = read_bytes(path, 16 << 20, wrong=lambda why: InvalidValue(f"--example: {why}"))
    return data.decode("utf-8", "surrogateescape")


def _text(source: ProgramSource) -> str:
    return source.data.decode("utf-8", "replace")
