"""The commands of the service, declared; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import StorePlace

app = typer.Typer(rich_markup_mode=None)


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
        token_required=token_required, demo=demo,
    )  # fmt: skip
    run_command(asked, store=store)
