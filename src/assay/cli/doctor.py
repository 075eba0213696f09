"""`assay doctor`: what protects this machine from a candidate, and what is missing."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, TextIO

from assay import __version__
from assay.choices import Resources
from assay.cli.configuration import choices as configured
from assay.errors import InvalidValue, SandboxUnavailable
from assay.settings import ISOLATION_LEVELS
from assay.spec import Judging
from assay.text import coloured, json_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from assay.engines.nodes import Node
    from assay.sandbox.examination import Examination


def run(chosen: Mapping[str, object], *, as_json: bool) -> None:
    """Print the examination; raise `SandboxUnavailable` when the level asked for cannot be had."""
    from assay.sandbox.examination import examine

    choices = configured().changed(**chosen)
    judging = choices.judging
    if choices.resources.engine == "ray":
        _run_on_nodes(choices.resources, judging, as_json=as_json)
        return
    examination = examine(_interpreter(judging.python))
    if as_json:
        print(json.dumps(as_data(examination, judging.isolation), indent=2))
    else:
        render(examination, sys.stdout, terminal=_is_rich_terminal(sys.stdout))
    complaint = complain(examination, judging.isolation)
    if complaint:
        raise SandboxUnavailable(complaint)


def as_data(examination: Examination, level: str) -> dict[str, object]:
    """The examination as plain data, with the level asked for and the layers it lacks."""
    missing = [layer.name for layer in examination.missing(level)]
    return {"asked": level, "granted": not missing, "missing": missing, **asdict(examination)}


def complain(examination: Examination, level: str) -> str | None:
    """One line that names the missing layers and the level that does without them; `None` when all is well."""
    missing = examination.missing(level)
    if not missing:
        return None
    layers = "; ".join(f"{layer.name} ({layer.detail})" if layer.detail else layer.name for layer in missing)
    weaker = ISOLATION_LEVELS[ISOLATION_LEVELS.index(level) + 1 :]
    accepted = next((name for name in weaker if not examination.missing(name)), None)
    advice = f"To accept that, say --isolation {accepted}." if accepted else "No weaker level does without that."
    return f"Isolation level {level!r} needs what this machine does not give: {layers}. {advice}"


def _run_on_nodes(resources: Resources, judging: Judging, *, as_json: bool) -> None:
    """Print one line for each node of a cluster; raise `SandboxUnavailable` where one cannot judge."""
    from assay.engines.nodes import examine_nodes

    nodes = examine_nodes(resources.address, judging.python)
    complaints = {node.name: _complain_of_node(node, judging.isolation) for node in nodes}
    if as_json:
        found = [asdict(node) | {"complaint": complaints[node.name]} for node in nodes]
        print(json_text({"asked": judging.isolation, "granted": not any(complaints.values()), "nodes": found}))
    for node in () if as_json else nodes:
        mark = _PLAIN.mark(not complaints[node.name])
        has = node.examination and f"{node.examination.level}, Python {node.examination.python}, assay {node.version}"
        print(f"{mark}  {node.name}  {node.cpus} CPUs  {complaints[node.name] or has}")
    bad = [name for name, complaint in complaints.items() if complaint]
    if bad:
        raise SandboxUnavailable(f"{len(bad)} of {len(nodes)} nodes cannot judge: {', '.join(bad)}")


def _complain_of_node(node: Node, level: str) -> str | None:
    """Why a node cannot judge; `None` when all is well."""
    if node.examination is None:
        return node.error
    if node.version != __version__:
        return f"it has assay {node.version}, and this is {__version__}"
    return complain(node.examination, level)


def render(examination: Examination, file: TextIO, *, terminal: bool) -> None:
    """Print the tables: with signs and colour on a terminal, as plain ASCII elsewhere."""
    from rich.console import Console

    console = Console(file=coloured(file), highlight=False, markup=False, emoji=False, no_color=not terminal)
    look = _TERMINAL if terminal else _PLAIN
    console.print(f"Python     {examination.python}", soft_wrap=True)
    console.print(f"Machine    {examination.machine}", soft_wrap=True)
    console.print(f"Isolation  {examination.level}", soft_wrap=True)
    _section(
        console,
        look,
        ("", "layer", "needed", "detail"),
        (
            (look.mark(layer.in_force), layer.name, "yes" if layer.needed else "no", layer.detail)
            for layer in examination.layers
        ),
    )
    _section(
        console,
        look,
        ("limit", "value", "detail"),
        ((fact.name, fact.value, fact.detail) for fact in examination.limits),
    )
    _section(
        console,
        look,
        ("", "language", "command", "version", "tests", "detail"),
        (
            (
                look.mark(tool.version is not None),
                tool.language,
                tool.command,
                tool.version or "-",
                "yes" if tool.tests else "no",
                tool.detail,
            )
            for tool in examination.toolchains
        ),
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """How a table is drawn."""

    yes: str
    no: str
    ascii_box: bool

    def mark(self, good: bool) -> str:
        return self.yes if good else self.no

    def table(self, headings: Iterable[str]) -> Table:
        from rich import box
        from rich.table import Table

        table = Table(box=box.ASCII if self.ascii_box else box.ROUNDED, expand=False)
        for heading in headings:
            table.add_column(heading, overflow="fold")
        return table


_TERMINAL = _Look(yes="✓", no="✗", ascii_box=False)
_PLAIN = _Look(yes="ok", no="--", ascii_box=True)


def _section(console: Console, look: _Look, headings: Iterable[str], rows: Iterable[tuple[str, ...]]) -> None:
    from rich.text import Text

    table = look.table(headings)
    colours = {_TERMINAL.yes: "green", _TERMINAL.no: "red"}
    for row in rows:
        table.add_row(*(Text(cell, style=colours.get(cell, "")) for cell in row))
    console.print()
    console.print(table)


def _is_rich_terminal(file: TextIO) -> bool:
    """Whether signs and colour are welcome: a terminal that speaks UTF-8, and no `NO_COLOR`."""
    return file.isatty() and not os.environ.get("NO_COLOR") and (file.encoding or "").lower().startswith("utf")


def _interpreter(python: str | None) -> str | None:
    if python is None:
        return None
    found = shutil.which(python)
    if found is None:
        raise InvalidValue(f"--python must be an interpreter that can be started, got {python!r}")
    return found
