"""The commands that write runs into files; each imports what it needs when it is called."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.options import RunName, StorePlace

app = typer.Typer(rich_markup_mode=None)


@app.command()
def report(
    names: Annotated[
        list[str], typer.Argument(metavar="RUN...", help="Ids, names or beginnings of ids; the first is the baseline.")
    ],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to, such as report.html; its ending is the format."),
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="Write this format whatever the file is called.")
    ] = None,
    baseline: Annotated[str | None, typer.Option(metavar="RUN", help="What the others are held against.")] = None,
    show: Annotated[bool, typer.Option("--open", help="Show the file when it is written.")] = False,
    codebleu: Annotated[
        bool, typer.Option("--codebleu", help="Add each candidate's similarity to the reference.")
    ] = False,
    quality: Annotated[bool, typer.Option("--quality", help="Add the quality of each candidate's code.")] = False,
    store: StorePlace = None,
) -> None:
    """Write a report of one or more runs: a page for a browser, or a file for people and programs."""
    from assay.cli.reporting import run as run_command

    measures = {"codebleu": codebleu, "quality": quality}
    run_command(names, output=output, form=form, baseline=baseline, show=show, store=store, measures=measures)


@app.command()
def plot(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="RUN...", help="Ids, names or beginnings of ids.", show_default=False)
    ] = None,
    chart: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which one; see --list.", show_default="all")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE|DIR", help="A .svg, .png or .pdf file, or a folder.")
    ] = None,
    form: Annotated[str, typer.Option("--format", metavar="svg|png|pdf", help="Of the files in a folder.")] = "svg",
    names_only: Annotated[bool, typer.Option("--list", help="Only print which charts there are.")] = False,
    store: StorePlace = None,
) -> None:
    """Draw charts of one or more runs into files (needs the extra `plots`)."""
    from assay.cli.plot import list_charts
    from assay.cli.plot import run as run_command

    if names_only:
        list_charts()
    else:
        run_command(names or (), chart=chart, output=output, form=form, store=store)


@app.command()
def export(
    name: RunName,
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="humaneval|evalplus|multipl-e|swe-bench|swe-bench-instances|jsonl|sft|chat|preference"
        ),
    ] = "jsonl",
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to.", show_default="standard output")
    ] = None,
    validation: Annotated[
        float | None, typer.Option(metavar="SHARE", help="Of problems kept for validation.", show_default="0.1")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of the split.", show_default="0")] = None,
    pairs: Annotated[
        int | None, typer.Option(metavar="N", help="Most pairs of one problem, for preference.", show_default="4")
    ] = None,
    train_on_eval_only: Annotated[
        bool, typer.Option("--train-on-eval-only", help="Make rows even of a benchmark that is for measuring only.")
    ] = False,
    store: StorePlace = None,
) -> None:
    """Write a run in the format of another tool, or as rows for training a model (sft, chat, preference)."""
    from assay.cli import runs

    chosen = {"validation": validation, "seed": seed, "pairs": pairs, "train_on_eval_only": train_on_eval_only or None}
    training = {key: value for key, value in chosen.items() if value is not None}
    runs.export_run(name, form=form, output=output, store=store, training=training)
