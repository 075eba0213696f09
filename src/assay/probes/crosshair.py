"""Inputs on which CrossHair, which runs functions with symbolic values, believes that two of them differ.

Candidate code runs inside of CrossHair's process, so that process is in the sandbox like any candidate's, and whatever
it prints may be forged. It is a hint and no more: inputs to try, on which both functions are then run as on any other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.errors import InvalidValue, MissingExtra
from assay.probes.inputs.base import Input, distinct
from assay.probes.inputs.shapes import Shape, shape_of_all
from assay.probes.inputs.signatures import Parameter, parameters_of
from assay.probes.inputs.written import read_call
from assay.records import MIB, Limits, Program
from assay.sandbox.warm import WarmPython
from assay.sandbox.worker import SCRIPT

ORIGIN = "CrossHair"
MOST_HINTS = 8
"""Differences after which CrossHair is not asked for more."""
MAX_LINES = 1000
"""Lines of its output that are looked at."""
START_SECONDS = 3.0
"""What CrossHair may take beyond the time it is told: its own limit is soft, ours is not."""
MEMORY_BYTES = 2048 * MIB
OUTPUT_BYTES = 1 * MIB
EXHAUSTED = "All paths exhausted"
_BEGIN, _END = "Given: (", "),"

_DRIVER = """\
import os, sys
import crosshair.diff_behavior as search

found = []
plain = search.BehaviorDiff.__init__

def init(self, args, *rest, **named):
    plain(self, args, *rest, **named)
    text = ", ".join(f"{name}={value}" for name, value in args.items())
    os.write(1, f"\\nGiven: ({text}),\\n".encode("utf-8", "backslashreplace"))
    found.append(text)
    if len(found) == MOST:
        os._exit(0)

search.BehaviorDiff.__init__ = init  # so that each difference is told at once, and not when all time is over
from crosshair.main import main
main(["diffbehavior", "pair.one", "pair.other", "--exception_equivalence", "SAME_TYPE", *sys.argv[1:]])
"""


@dataclass(frozen=True, slots=True)
class Hints:
    """What CrossHair said about two functions; nothing of it is known to be true."""

    inputs: list[Input]
    """Where it believes that they differ."""
    exhausted: bool = False
    """Whether it says that it has followed every path and found no difference. That is no proof: its model of Python
    has gaps, and code under test can print the same words."""
    seconds: float = 0.0
    """CPU time that it used."""


def hints(
    candidate: str,
    reference: str,
    entry_point: str,
    seconds: float = 5.0,
    *,
    given: Sequence[Input] = (),
    sandbox: WarmPython | None = None,
) -> Hints:
    """Ask CrossHair for inputs on which two functions of the same name may differ.

    It needs to know the types of the arguments: from annotations, or else from the `given` inputs. Raises
    `MissingExtra` where CrossHair is not installed for the interpreter of the sandbox.
    """
    if sandbox is None:
        with WarmPython() as own:
            return hints(candidate, reference, entry_point, seconds, given=given, sandbox=own)
    check_installed(sandbox)
    if not seconds > 0:
        raise InvalidValue(f"seconds must be positive, got {seconds!r}")
    parameters = [parameters_of(source, entry_point) for source in (candidate, reference)]
    files = {
        SCRIPT: _DRIVER.replace("MOST", str(MOST_HINTS)),
        "one_source.py": candidate,
        "other_source.py": reference,
        "pair.py": _pair(entry_point, parameters, given),
    }
    program = Program(
        (SCRIPT, "--per_condition_timeout", f"{seconds:g}"),
        {name: text.encode("utf-8", "surrogatepass") for name, text in files.items()},
    )
    limits = Limits(seconds=seconds + START_SECONDS, memory_bytes=MEMORY_BYTES, output_bytes=OUTPUT_BYTES)
    execution = sandbox.run_script(program, limits, warm=False)
    said = execution.stdout.decode("utf-8", "replace").splitlines()[:MAX_LINES]
    names = [one for one in parameters if one is not None]
    inputs = list(distinct(read_hints(said, names)))[:MOST_HINTS]
    exhausted = not inputs and any(line.startswith(EXHAUSTED) for line in said)
    return Hints(inputs, exhausted, execution.cpu_seconds)


def check_installed(sandbox: WarmPython) -> None:
    """Raise `MissingExtra` where the interpreter of a sandbox does not have CrossHair."""
    if not any(os.path.isdir(os.path.join(folder, "crosshair")) for folder in sandbox.interpreter.site):
        raise MissingExtra("The search with symbolic values", "CrossHair", "crosshair")


def read_hints(lines: Sequence[str], signatures: Sequence[Sequence[Parameter]]) -> Iterator[Input]:
    """Yield the inputs in lines such as `Given: (x=1, y='a'),`, whoever wrote them; lines of other kinds are ignored.

    Arguments come by name. Where a function has parameters of these names, they are given by position.
    """
    for line in lines:
        if not (line.startswith(_BEGIN) and line.endswith(_END)):
            continue
        try:
            found = read_call(f"f({line[len(_BEGIN) : -len(_END)]})", origin=ORIGIN)
        except InvalidValue:
            continue
        yield _by_position(found, signatures)


def _by_position(found: Input, signatures: Sequence[Sequence[Parameter]]) -> Input:
    for parameters in signatures:
        if {one.name for one in parameters}.issuperset(found.keywords):
            places = [one.name for one in parameters if not one.by_name]
            here = [name for name in places if name in found.keywords]
            if here != places[: len(here)]:
                continue  # one in the middle is left out, so the others keep their names
            named = {name: value for name, value in found.keywords.items() if name not in here}
            return Input((*found.arguments, *(found.keywords[name] for name in here)), named, found.origin)
    return found


def _pair(entry_point: str, parameters: Sequence[list[Parameter] | None], given: Sequence[Input]) -> str:
    """Return a module with both functions as `one` and `other`, annotated from given inputs if neither has types."""
    lines = [
        f"from one_source import {entry_point} as one",
        f"from other_source import {entry_point} as other",
    ]
    known = [one for one in parameters if one is not None]
    if given and known and not any(one.shape.known for each in known for one in each):
        for name, each in zip(("one", "other"), parameters, strict=True):
            types = _types(each or known[0], given)
            if types:
                lines.append(f"{name}.__annotations__ = {{{types}}}")
    return "\n".join([*lines, ""])


def _types(parameters: Sequence[Parameter], given: Sequence[Input]) -> str:
    """Return the inside of a dictionary from names of parameters to the types seen in given inputs."""
    found = []
    for place, one in enumerate(parameters):
        values = [each.keywords[one.name] for each in given if one.name in each.keywords]
        values += [] if one.by_name else [each.arguments[place] for each in given if place < len(each.arguments)]
        shape = shape_of_all(values)
        if shape.known:
            found.append(f"{one.name!r}: {annotation(shape)}")
    return ", ".join(found)


def annotation(shape: Shape) -> str:
    """Return a known shape as an annotation.

    >>> annotation(Shape("list", (Shape("union", (Shape("int"), Shape("none"))),)))
    'list[int | None]'
    """
    parts = [annotation(part) for part in shape.parts]
    if shape.kind == "union":
        return " | ".join(parts)
    if shape.kind == "tuple of":
        return f"tuple[{parts[0]}, ...]"
    if shape.kind == "none":
        return "None"
    if shape.kind == "tuple" and not parts:
        return "tuple[()]"
    return f"{shape.kind}[{', '.join(parts)}]" if parts else shape.kind
