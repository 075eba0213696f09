"""The commands that watch an agent in production, declared; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import Json, Quiet, StorePlace

app = typer.Typer(rich_markup_mode=None)
monitor_app = typer.Typer(name="monitor", help="Watch accuracy, cost and latency over time.", no_args_is_help=True)
app.add_typer(monitor_app)


@monitor_app.command()
def check(
    rules: Annotated[str, typer.Option(metavar="FILE", help="The rules of alerts.")] = "alerts.yaml",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only look: keep nothing, and tell nobody.")] = False,
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Hold the rules of alerts against what was observed; exit with 1 where one fires."""
    from assay.cli.alerts import check as run_command

    raise typer.Exit(run_command(rules, dry_run=dry_run, as_json=as_json, store=store))


@monitor_app.command()
def rules(
    example: Annotated[bool, typer.Option("--example", help="Print a file of rules to begin with.")] = False,
    file: Annotated[str, typer.Option("--rules", metavar="FILE", help="The file that is read.")] = "alerts.yaml",
    as_json: Json = False,
) -> None:
    """Read a file of rules and list them, or print an example of one."""
    from assay.cli.alerts import show_rules

    show_rules(file, example=example, as_json=as_json)


@app.command()
def log(
    what: Annotated[str, typer.Argument(metavar="TASK|FILE|-", help="A task, or JSON lines in a file or on stdin.")],
    passed: Annotated[bool | None, typer.Option("--passed/--failed", help="Whether the task was solved.")] = None,
    fields: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=VALUE", help="Any field or label of the observation; may be repeated."),
    ] = None,
    model: Annotated[str | None, typer.Option(metavar="NAME")] = None,
    model_version: Annotated[str | None, typer.Option(metavar="VERSION")] = None,
    agent_version: Annotated[str | None, typer.Option(metavar="VERSION")] = None,
    task_type: Annotated[str | None, typer.Option(metavar="TYPE")] = None,
    arm: Annotated[str | None, typer.Option(metavar="NAME", help="The side of a live comparison.")] = None,
    error_class: Annotated[str | None, typer.Option(metavar="CLASS", help="How it failed, such as timeout.")] = None,
    message: Annotated[str | None, typer.Option(metavar="TEXT", help="What it failed with.")] = None,
    cost: Annotated[float | None, typer.Option(metavar="USD")] = None,
    latency: Annotated[float | None, typer.Option(metavar="SECONDS")] = None,
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When it ended, such as 2026-03-14T09:00Z.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first line that cannot be read.")] = False,
    url: Annotated[
        str | None, typer.Option(metavar="URL", help="Send it to a service; the token is in ASSAY_TOKEN.")
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
    store: StorePlace = None,
) -> None:
    """Keep what an agent did in production: one task, or one JSON object a line."""
    from assay.cli.log import Logging, log_observations

    given = {
        "model": model, "model_version": model_version, "agent_version": agent_version, "task_type": task_type,
        "arm": arm, "error_class": error_class, "message": message, "cost_usd": cost, "latency_seconds": latency,
        "at": at,
    }  # fmt: skip
    wish = Logging(url, store, strict=strict, as_json=as_json, quiet=quiet)
    raise typer.Exit(log_observations(what, passed, given, fields or (), wish))
