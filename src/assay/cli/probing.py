"""The commands that ask questions about code and tests; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import Json, Quiet

app = typer.Typer(rich_markup_mode=None)


@app.command()
def properties(
    path: Annotated[str, typer.Argument(metavar="FILE", help="The file with the function, or `-`.")],
    asked: Annotated[
        list[str],
        typer.Option("--property", metavar="TEXT", help="Such as `sorted`, `bounded(0, 10)` or `props.py:name`."),
    ],
    entry: Annotated[
        str | None, typer.Option("--entry", metavar="NAME", help="The function.", show_default="the only one")
    ] = None,
    given: Annotated[
        list[str] | None, typer.Option("--given", metavar="CALL", help="An input that it must accept: `f([3, 1])`.")
    ] = None,
    strategy: Annotated[
        str | None, typer.Option("--strategy", metavar="TEXT", help="What to draw: `lists(integers()), text('ab')`.")
    ] = None,
    examples: Annotated[int, typer.Option("--examples", metavar="N", help="The most inputs for each property.")] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same inputs.")] = 0,
    fail: Annotated[bool, typer.Option("--fail", help="Exit with 1 also when a property is not checked.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check properties of a function; exit with 1 when one is broken."""
    from assay.cli.properties import PropertiesOptions, run

    options = PropertiesOptions(path, asked, entry, strategy, given or (), examples, seed, fail, as_json, quiet)
    raise typer.Exit(run(options))
