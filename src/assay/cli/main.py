"""The command `assay`; each subcommand imports what it needs when it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from assay import __version__
from assay.errors import AssayError

app = typer.Typer(
    name="assay",
    help="Measure code written by models and coding agents.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
)


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command and exit: 0 done, 2 the caller can fix it, 3 our side broke."""
    try:
        app(args=None if argv is None else list(argv), prog_name="assay")
    except AssayError as error:
        print(f"assay: {' '.join(str(error).split())}", file=sys.stderr)
        sys.exit(error.exit_code)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"assay {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


@app.command()
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
    isolation: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL", help="The weakest level to accept: full, seccomp or process.", show_default="full"
        ),
    ] = None,
    python: Annotated[
        str | None, typer.Option(metavar="PATH", help="The interpreter that candidates run under.")
    ] = None,
) -> None:
    """Show which sandbox layers, limits and toolchains this machine has."""
    from assay.cli.doctor import run

    run(as_json=as_json, isolation=isolation, python=python)
