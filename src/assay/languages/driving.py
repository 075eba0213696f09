"""The drivers: programs of ours in other languages that run a candidate with its tests and print the mark."""

from __future__ import annotations

import functools
import re
from importlib import resources


@functools.cache
def driver(name: str) -> str:
    """Return the source of a driver, a file of the folder `drivers`."""
    return resources.files("assay.languages").joinpath("drivers", name).read_text(encoding="utf-8")


def replaced_types(head: str, tests: str, asked: str = "") -> list[str]:
    """Return the names of types that the source before the tests declares, and that the tests use.

    Those that `asked`, the text of the problem, declares too are left out.

    >>> replaced_types("class Arrays {} class Solution {}", "Arrays.asList(1)")
    ['Arrays']
    """
    return sorted(
        set(re.findall(_DECLARED, head)) & set(re.findall(r"\w++", tests)) - set(re.findall(_DECLARED, asked))
    )


_DECLARED = r"\b(?:class|interface|enum|record)\s++([A-Za-z_$][\w$]*+)"
