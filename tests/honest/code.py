"""Honest candidates by the way they are written and by the libraries they use."""

from __future__ import annotations

from tests.honest.support import Honest

CODE: list[Honest] = []
