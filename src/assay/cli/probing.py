"""The commands that ask questions about code and tests; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import Json, Quiet

app = typer.Typer(rich_markup_mode=None)


@app.command()
def equiv(
    candidate: Annotated[str, typer.Argument(metavar="A", help="A Python file, or a program.")],
    reference: Annotated[str, typer.Argument(metavar="B", help="The same for what is right.")],
    entry: Annotated[
        str | None, typer.Option(metavar="NAME", help="The function of both.", show_default="the common one")
    ] = None,
    program: Annotated[bool, typer.Option("--program", help="Compare whole programs by what they print.")] = False,
    given: Annotated[
        list[str] | None,
        typer.Option(metavar="CALL|FILE", help="An input such as 'f(1, 2)', or a file of them; may be repeated."),
    ] = None,
    strategy: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Draw only from that: 'lists(integers()), text()'.")
    ] = None,
    examples: Annotated[
        list[str] | None, typer.Option("--example", metavar="FILE", help="Input of the programs; may be repeated.")
    ] = None,
    grammar: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What their input looks like: 'n:int(1..5) NEWLINE int(0..9){n}'."),
    ] = None,
    seconds: Annotated[str, typer.Option(metavar="TIME", help="CPU time of the search.")] = "5s",
    inputs: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many inputs.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed tries the same inputs.")] = 0,
    crosshair: Annotated[
        bool, typer.Option("--crosshair", help="Ask CrossHair too, if nothing else finds a difference.")
    ] = False,
    fail_if_different: Annotated[
        bool, typer.Option("--fail-if-different", help="Exit with 1 unless both did the same throughout.")
    ] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Look for an input on which two functions or programs differ."""
    from assay.cli.equiv import EquivOptions, run

    options = EquivOptions(
        candidate=candidate, reference=reference, entry=entry, program=program, given=given or (), strategy=strategy,
        examples=examples or (), grammar=grammar, seconds=seconds, inputs=inputs, seed=seed, crosshair=crosshair,
        fail_if_different=fail_if_different, as_json=as_json, quiet=quiet,
    )  # fmt: skip
    raise typer.Exit(run(options))
