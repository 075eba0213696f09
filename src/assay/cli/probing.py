"""The commands that ask questions about code and tests; each imports what it needs when it is called."""

from __future__ import annotations

import typer

app = typer.Typer(rich_markup_mode=None)
