"""Which of several pieces of code make the program: the last that defines the entry point, behind what it needs."""

from __future__ import annotations

from collections.abc import Iterable

from assay.extraction.parsing import Piece


def chosen(pieces: list[Piece], entry_point: str) -> list[Piece]:
    """The pieces of the program in their order, the one that defines the entry point last; none where none does."""
    if not entry_point:
        return [piece for piece in pieces if piece.bound] or pieces[-1:]
    defining = [piece for piece in pieces if piece.defines(entry_point)]
    whole = [piece for piece in defining if not piece.is_stub(entry_point)]
    importing = [piece for piece in pieces if piece.binds(entry_point)]
    main = next((group[-1] for group in (whole, defining, importing) if group), None)
    return [] if main is None else _with_helpers(main, pieces)


def joined(sources: Iterable[str]) -> str:
    """The sources one below the other."""
    return "\n".join(ended(source) for source in sources)


def ended(source: str) -> str:
    """The source with the end of its last line."""
    return source if source.endswith("\n") else source + "\n"


def _with_helpers(main: Piece, pieces: list[Piece]) -> list[Piece]:
    """The main piece and, from the others, those that bind what is needed and bound nowhere else."""
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
