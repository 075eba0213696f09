"""The commands about accuracy in production; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import Json, StorePlace

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


@app.command()
def ab(
    first: Annotated[str, typer.Argument(metavar="A", help="An arm, or a version with --by.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The one it is compared with.")],
    by: Annotated[
        str, typer.Option(metavar="arm|model_version|agent_version|model", help="What tells the two apart.")
    ] = "arm",
    since: Since = None,
    until: Until = None,
    margin: Annotated[
        str, typer.Option(metavar="SHARE", help="How much of a difference does not matter: 0.02, or 2%.")
    ] = "0.02",
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Compare two arms while observations come in; look as often as you like, the interval holds."""
    from assay.cli.ab import AbCommand, run

    run(AbCommand(first, second, by=by, since=since, until=until, margin=margin, as_json=as_json, store=store))
