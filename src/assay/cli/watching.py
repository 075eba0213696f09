"""The commands about accuracy in production; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import Json, Quiet, StorePlace

app = typer.Typer(rich_markup_mode=None)
monitor = typer.Typer(rich_markup_mode=None, invoke_without_command=True)
app.add_typer(monitor, name="monitor")

Since = Annotated[str | None, typer.Option(metavar="TIME", help="From then on: 2026-03-14, with a zone, or 7d ago.")]
Until = Annotated[str | None, typer.Option(metavar="TIME", help="Before then.", show_default="now")]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="FIELD=VALUE", help="Only those, such as model_version=2.3; may be repeated."),
]
Zone = Annotated[str, typer.Option(metavar="NAME", help="The time zone of times and days, such as Europe/Berlin.")]


@monitor.callback()
def status(
    context: typer.Context,
    since: Since = None,
    until: Until = None,
    where: Where = None,
    by: Annotated[
        str | None, typer.Option(metavar="FIELD", help="Also accuracy by task_type, model_version or the like.")
    ] = None,
    zone: Zone = "UTC",
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="RUN|PERIOD", help="A run, or 2026-03-01..2026-03-08.", show_default="the first stretch of data"
        ),
    ] = None,
    false_alarm_days: Annotated[
        float, typer.Option(metavar="DAYS", help="One false alarm in so many days, on average.")
    ] = 100.0,
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Say how accurate the agent is in production, whether that has changed, since when, and with which version."""
    given = dict(locals())  # exactly the fields of the record below, and the context
    del given["context"]
    from assay.cli.monitor import MonitorCommand, show_status

    command = MonitorCommand(**{**given, "where": where or ()})
    if context.invoked_subcommand is None:
        show_status(command)


@monitor.command()
def trend(
    step: Annotated[str, typer.Option("--by", metavar="hour|day|week", help="How long a point is.")] = "day",
    since: Since = None,
    until: Until = None,
    where: Where = None,
    zone: Zone = "UTC",
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Show accuracy over time, an hour, a day or a week a line; gaps are shown as gaps."""
    from assay.cli.monitor import MonitorCommand, show_trend

    show_trend(
        MonitorCommand(since=since, until=until, where=where or (), zone=zone, as_json=as_json, store=store), step
    )


@monitor.command()
def check(
    rules: Annotated[str, typer.Option(metavar="FILE", help="The rules of alerts.")] = "alerts.yaml",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only look: keep nothing, and tell nobody.")] = False,
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Hold the rules of alerts against what was observed; exit with 1 where one fires."""
    from assay.cli.alerts import check as run_command

    raise typer.Exit(run_command(rules, dry_run=dry_run, as_json=as_json, store=store))


@monitor.command()
def rules(
    example: Annotated[bool, typer.Option("--example", help="Print a file of rules to begin with.")] = False,
    file: Annotated[str, typer.Option("--rules", metavar="FILE", help="The file that is read.")] = "alerts.yaml",
    as_json: Json = False,
) -> None:
    """Read a file of rules and list them, or print an example of one."""
    from assay.cli.alerts import show_rules

    show_rules(file, example=example, as_json=as_json)


@app.command()
def ab(
    first: Annotated[str, typer.Argument(metavar="A", help="An arm, or a version with --by.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The one it is compared with.")],
    by: Annotated[
        str, typer.Option(metavar="arm|model_version|agent_version|model", help="What tells the two apart.")
    ] = "arm",
    since: Since = None,
    until: Until = None,
    where: Where = None,
    margin: Annotated[
        str, typer.Option(metavar="SHARE", help="How much of a difference does not matter: 0.02, or 2%.")
    ] = "0.02",
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Compare two arms while observations come in; look as often as you like, the interval holds."""
    from assay.cli.ab import AbCommand, run

    run(AbCommand(first, second, by, since, until, where or (), margin, as_json, store))


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
