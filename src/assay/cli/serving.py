"""The commands of the service, declared; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import Json, StorePlace

app = typer.Typer(rich_markup_mode=None)
token_app = typer.Typer(name="token", help="Say who may use the service.", no_args_is_help=True)
app.add_typer(token_app)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; others than this machine need tokens.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0: any that is free.")] = 8642,
    *,
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Processes that judge.", show_default="one for each core")
    ] = None,
    isolation: Annotated[
        str, typer.Option(metavar="full|seccomp|process", help="The weakest that code is judged with.")
    ] = "full",
    benchmark: Annotated[
        list[str] | None,
        typer.Option(metavar="[NAME=]PATH", help="A benchmark of yours that requests may name; may be repeated."),
    ] = None,
    engine: Annotated[
        str, typer.Option(metavar="local|ray", help="Where runs are judged that are sent to the service.")
    ] = "local",
    address: Annotated[str | None, typer.Option(metavar="HOST:PORT", help="Of the Ray cluster.")] = None,
    rules: Annotated[str | None, typer.Option(metavar="FILE", help="The rules of alerts, as YAML.")] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name that the service is reached by; may be repeated.")
    ] = None,
    token_required: Annotated[
        bool, typer.Option("--token-required", help="Ask for a token also on this machine.")
    ] = False,
    demo: Annotated[
        bool, typer.Option("--demo", help="Show every page alive: a month of invented observations, kept nowhere.")
    ] = False,
    store: StorePlace = None,
) -> None:
    """Watch accuracy, judge code and show it all in a browser: the service and its pages."""
    from assay.cli.serve import Serving
    from assay.cli.serve import run as run_command

    asked = Serving(
        host, port, workers=workers, isolation=isolation, rules=rules, allow_host=tuple(allow_host or ()),
        token_required=token_required, demo=demo, benchmarks=tuple(benchmark or ()), engine=engine, address=address,
    )  # fmt: skip
    run_command(asked, store=store)


@token_app.command("create")
def create_token(
    name: Annotated[str, typer.Option(metavar="NAME", help="Whose it is, or what for.")],
    role: Annotated[str, typer.Option(metavar="read|write|admin", help="What its holder may do.")] = "read",
    days: Annotated[
        float | None, typer.Option(metavar="N", help="How long it is valid.", show_default="until revoked")
    ] = None,
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Make a token and print its secret, which is shown this once and kept nowhere."""
    from assay.cli.token import create

    create(name, role, days=days, as_json=as_json, store=store)


@token_app.command("list")
def list_tokens(as_json: Json = False, store: StorePlace = None) -> None:
    """List the tokens, when they were used last, and when they end."""
    from assay.cli.token import show

    show(as_json=as_json, store=store)


@token_app.command("revoke")
def revoke_token(
    token: Annotated[str, typer.Argument(metavar="ID", help="As `assay token list` shows it.")],
    store: StorePlace = None,
) -> None:
    """End a token and every session that was opened with it, at once."""
    from assay.cli.token import revoke

    revoke(token, store=store)
