"""The commands that ask questions about code and tests; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import BenchmarkName, Json, Quiet

app = typer.Typer(rich_markup_mode=None)


@app.command()
def mutate(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="The code to make mutants of.")] = None,
    tests: Annotated[str | None, typer.Option(metavar="PATH", help="A file or folder of pytest tests.")] = None,
    benchmark: Annotated[
        str | None, typer.Option(metavar="NAME", help="Measure the tests of a whole benchmark on its references.")
    ] = None,
    inputs: Annotated[
        str | None, typer.Option(metavar="PATH", help="Inputs of a whole program, in the forms of `assay ca`.")
    ] = None,
    language: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of a program.", show_default="by its suffix")
    ] = None,
    operators: Annotated[str | None, typer.Option(metavar="A,B", help="Kinds of mutation.", show_default="all")] = None,
    within: Annotated[str | None, typer.Option(metavar="NAME", help="Only inside that function.")] = None,
    sample: Annotated[int | None, typer.Option(metavar="N", min=1, help="At most so many mutants, drawn.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the sample and of generated inputs.")] = 0,
    matrix: Annotated[bool, typer.Option("--matrix", help="Run every test: which kills which mutant.")] = False,
    workers: Annotated[int, typer.Option(metavar="N", min=1, help="Mutants side by side.")] = 1,
    python: Annotated[
        str | None, typer.Option(metavar="PATH", help="The interpreter that has pytest.", show_default="this one")
    ] = None,
    root: Annotated[str | None, typer.Option(metavar="DIR", help="The project's folder.", show_default="found")] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="The first N problems.")] = None,
    triage: Annotated[bool, typer.Option(help="Look for the tests that survivors show to be missing.")] = True,
    list_only: Annotated[bool, typer.Option("--list", help="Print the mutants as diffs, and run nothing.")] = False,
    fail_under: Annotated[float | None, typer.Option(metavar="X", help="Exit with 1 below that score.")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how many small faults in code its tests notice."""
    given = dict(locals())  # exactly the fields of the record below
    from assay.cli.mutate import MutateCommand
    from assay.cli.mutate import run as run_command

    raise typer.Exit(run_command(MutateCommand(**given)))


@app.command()
def strengthen(
    benchmark: BenchmarkName,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where the benchmark is written to.")],
    problem_file: Annotated[
        str | None, typer.Option(metavar="PATH", help="The problems, in the family's format.")
    ] = None,
    problems: Annotated[str | None, typer.Option(metavar="IDS", help="Only these, by id or pattern.")] = None,
    wrong: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Candidates known to be wrong; may be repeated.")
    ] = None,
    most: Annotated[int, typer.Option(metavar="N", min=1, help="Cases that are added to a problem at most.")] = 12,
    pool: Annotated[int, typer.Option(metavar="N", min=1, help="Inputs that are tried for a problem.")] = 600,
    seed: Annotated[int, typer.Option(min=0, help="Of the inputs.")] = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Add cases to a benchmark that find the faults which its own cases miss."""
    from assay.cli.strengthen import run

    run(
        benchmark,
        output,
        problem_file=problem_file,
        problems=problems,
        wrong=wrong or (),
        numbers=(most, pool, seed),
        as_json=as_json,
        quiet=quiet,
    )
