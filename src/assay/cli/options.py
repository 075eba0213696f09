"""The options of `assay.choices` as flags: a command says which it takes, and gets them by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from assay.choices import OPTIONS
from assay.settings import Option, flag_of

Command = Callable[..., None]
_NOT_GIVEN: tuple[object, ...] = (None, [])

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")]
QuietRun = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, and one line at the end.")]
Details = Annotated[bool, typer.Option("--details", help="All scores, and tables by task type, difficulty and tag.")]
BenchmarkName = Annotated[
    str, typer.Argument(metavar="BENCHMARK", help="A name of `assay list benchmarks`, or the path of your own.")
]
StorePlace = Annotated[
    str | None, typer.Option("--store", metavar="PATH|URL", help="Where runs are kept.", show_default=".assay/assay.db")
]
RunName = Annotated[str, typer.Argument(metavar="RUN", help="An id, the beginning of one, a name, or `latest`.")]
"""What several commands take."""


def choosing(*names: str) -> Callable[[Command], Command]:
    """Give a command a flag for each of these options; its `**chosen` gets those that were given.

    They stand behind the command's own arguments and before those that are keyword-only.
    """
    chosen = [OPTIONS[name] for name in names if OPTIONS[name].has_flag]

    def decorate(command: Command) -> Command:
        own = inspect.signature(command, eval_str=True).parameters.values()
        first = [one for one in own if one.kind is one.POSITIONAL_OR_KEYWORD]
        last = [one for one in own if one.kind is one.KEYWORD_ONLY]

        def act(**given: Any) -> None:  # Any: whatever was typed
            for option in chosen:
                if given[option.name] in (_NOT_GIVEN if option.metavar else (option.default,)):
                    del given[option.name]
            command(**given)

        act.__doc__ = command.__doc__
        act.__name__ = command.__name__
        act.__signature__ = inspect.Signature([*first, *map(_parameter, chosen), *last])  # type: ignore[attr-defined]  # as Typer reads it
        return act

    return decorate


def _parameter(option: Option) -> inspect.Parameter:
    default: object = None
    if option.metavar:
        kind: Any = (list[str] if option.repeated else str) | None  # Any: a type, made here
        usual = option.default
        shown = option.shown_default or (usual if isinstance(usual, str) and usual else False)
        info = typer.Option(flag_of(option.name), metavar=option.metavar, help=option.help, show_default=shown)
    else:
        kind, default = bool, option.default
        on = flag_of(option.name)
        info = typer.Option(f"{on}/{flag_of(f'no_{option.name}')}" if default else on, help=option.help)
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info]
    )
