"""The commands about environments of repositories' tests; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import Json, Quiet

app = typer.Typer(rich_markup_mode=None)
env = typer.Typer(
    name="env",
    help="Build and look after the environments that tests of whole repositories run in.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
app.add_typer(env)

Recipes = Annotated[
    list[str] | None,
    typer.Argument(metavar="[RECIPE|REPOSITORY]...", help="Names of `assay env list`, or such as pallets/flask."),
]


@env.command()
def build(
    names: Recipes = None,
    everything: Annotated[bool, typer.Option("--all", help="Those of all recipes.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build environments from wheels, those that are there aside; `assay run` builds what it needs by itself."""
    from assay.cli.environments import build as run_command

    raise typer.Exit(run_command(names or (), everything=everything, as_json=as_json, quiet=quiet))


@env.command("list")
def list_(names: Recipes = None, as_json: Json = False) -> None:
    """List the recipes, and which of them have their environment and their Python on this machine."""
    from assay.cli.environments import show

    show(names or (), as_json=as_json)


@env.command()
def check(names: Recipes = None, as_json: Json = False, quiet: Quiet = False) -> None:
    """Look whether environments are whole and start in the sandbox; exit with 1 where one does not."""
    from assay.cli.environments import check as run_command

    raise typer.Exit(run_command(names or (), as_json=as_json, quiet=quiet))


@env.command()
def clean(
    names: Recipes = None,
    everything: Annotated[bool, typer.Option("--all", help="All of them, and the wheels.")] = False,
    as_json: Json = False,
) -> None:
    """Remove environments: those that are named, or those that no recipe is for and those left unfinished."""
    from assay.cli.environments import clean as run_command

    run_command(names or (), everything=everything, as_json=as_json)
