"""The record of one attack in the corpora of this folder."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An attack with the outcome that it must have; corpora derive from it and add what they run."""

    name: str
    mechanism: str
    """What it exploits, in one sentence."""
    expected: str = "not passed"
    """A verdict, `not passed`, or the outcome in words."""
    seen: str
    """The outcome when it was first tried; `passed` marks a forged pass that was closed since."""
