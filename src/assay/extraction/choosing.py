"""Choice of the pieces of code that make the program of an answer.

Of several pieces that define the entry point the first is the answer, and later ones are alternatives, unless a later
one continues it (it begins with the same code, or the first leaves something out) or is announced as a correction or as
the final version. docs/candidates.md says on which answers that rule was measured.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from assay.extraction.parsing import Piece

_LEFT_OUT = re.compile(
    r"\b(?:rest of|remains? (?:the )?same|(?:existing|previous) (?:code|logic)|same as (?:before|above))\b",
    re.IGNORECASE,
)
"""What comments say that stand for code which is not written out."""
_COMMENT = 200
"""Characters of a comment that are read."""
_ANNOUNCED = re.compile(
    r"\b(?:correct(?:ed|ion)|mistakes?|fixed|wrong|sorry|apologi[sz]e|bug|wait"
    r"|(?:final|full|complete|entire) (?:code|solution|answer|version|function|program|implementation|class|script)"
    r"|(?:original|given|actual) (?:problem|task|question)|putting (?:it|everything) (?:all )?together)\b",
    re.IGNORECASE,
)
"""What is said of code that takes the place of what stood before it."""


def is_announced(lead: str) -> bool:
    """Return whether the text in front of a block says that it takes the place of the code before it.

    >>> is_announced("There is a mistake above. Here is the corrected code:"), is_announced("A faster way:")
    (True, False)
    """
    return _ANNOUNCED.search(lead) is not None


def chosen(
    pieces: Sequence[Piece], entry_point: str, announced: Collection[Piece] = (), arguments: int | None = None
) -> list[Piece]:
    """Return the pieces of the program in their order, the one that defines the entry point last; none: none does.

    With the number of `arguments` that is asked for, a function that takes so many comes before any other.
    """
    if not entry_point:
        return _without_alternatives([piece for piece in pieces if piece.bound], announced) or list(pieces[-1:])
    defining = [piece for piece in pieces if piece.defines(entry_point)]
    whole = [piece for piece in defining if not piece.is_stub(entry_point)]
    importing = [piece for piece in pieces if piece.binds(entry_point)]
    fitting = [piece for piece in whole if arguments is None or piece.takes(entry_point, arguments)]
    group = fitting or whole or defining or importing
    return _with_helpers(_settled(group, announced), pieces) if group else []


def _settled(pieces: Sequence[Piece], announced: Collection[Piece]) -> Piece:
    places = [number for number, piece in enumerate(pieces) if piece in announced]
    return pieces[meant([piece.source for piece in pieces], places)]


def meant(sources: Sequence[str], announced: Collection[int]) -> int:
    """Return which of several sources that define the same is meant.

    >>> meant(["def f(): return 1", "def f(): return 2"], []), meant(["def f(): return 1", "def f(): return 2"], [1])
    (0, 1)
    """
    main = 0
    for number, source in enumerate(sources):
        if number and not _leaves_out(source):
            earlier = sources[main]
            if number in announced or _leaves_out(earlier) or _begins_with(source, earlier):
                main = number
    return main


def _leaves_out(source: str) -> bool:
    """Return whether a line stands for code that is not written out.

    >>> _leaves_out("def f():\\n    ...\\n"), _leaves_out("# The rest of it"), _leaves_out("x = 1")
    (True, True, False)
    """
    lines = source.split("\n")
    return any(line.strip() == "..." or _LEFT_OUT.search(line.partition("#")[2][:_COMMENT]) for line in lines)


def _begins_with(text: str, other: str) -> bool:
    """Return whether a text goes on where another ends; spaces do not count."""
    return "".join(text.split()).startswith("".join(other.split())) and text != other


def _without_alternatives(pieces: Sequence[Piece], announced: Collection[Piece]) -> list[Piece]:
    """Return the parts of a program without an entry point: of whole programs among them only the one that is meant."""
    whole = [piece for piece in pieces if piece.reads and piece.writes]
    if len(whole) < 2:
        return list(dict.fromkeys(pieces))
    return _with_helpers(_settled(whole, announced), [piece for piece in pieces if not (piece.reads and piece.writes)])


def joined(sources: Iterable[str]) -> str:
    """Return the sources one below the other."""
    return "\n".join(ended(source) for source in sources)


def ended(source: str) -> str:
    """Return the source with the end of its last line."""
    return source if source.endswith("\n") else source + "\n"


def _with_helpers(main: Piece, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the main piece and, from the others, those that bind what is needed and bound nowhere else."""
    taken = [main]
    needed = set(main.needed)
    others = [piece for piece in reversed(pieces) if piece is not main]
    for piece in [*others, *others]:
        if piece in taken or not needed & piece.bound:
            continue
        taken.append(piece)
        needed = (needed | piece.needed) - piece.bound - main.bound
    # Its own definition of the entry point must be the last, so the main piece comes behind its helpers.
    return [piece for piece in pieces if piece in taken and piece is not main] + [main]
