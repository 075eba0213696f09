"""The commands that ask questions about code and tests; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import BenchmarkName, Json, Quiet

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
    tests: Annotated[
        str, typer.Option("--tests", metavar="FILE", help="Write a test for each that is broken.", show_default=False)
    ] = "",
    fail: Annotated[bool, typer.Option("--fail", help="Exit with 1 also when a property is not checked.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check properties of a function; exit with 1 when one is broken."""
    from assay.cli.properties import PropertiesOptions, run

    options = PropertiesOptions(path, asked, entry, strategy, given or (), examples, seed, tests, fail, as_json, quiet)
    raise typer.Exit(run(options))
