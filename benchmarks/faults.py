"""Page faults of an empty candidate process: the part of a fork's cost that does not depend on the machine's load.

A child pays about two microseconds for each page it touches first (the reference counts of what it merely looks at,
too), so this number is what to drive down. It is bounded against the recorded one; times never are.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import ours
from benchmarks.bench import Options, Outcome, table
from benchmarks.measure import BenchError

if TYPE_CHECKING:
    from assay.sandbox.warm import WarmPython

RECORD = Path(__file__).with_name("faults.json")
SLACK = 1.3
CHILDREN = 31
ANSWER_SECONDS = 10.0


def run(options: Options) -> Outcome:
    title = "Page faults of a fork"
    absent = ours.missing()
    if absent:
        return Outcome(title, skipped=absent)
    from assay.sandbox.warm import PRELOAD

    empty = empty_child_faults()
    modules = module_costs(PRELOAD)
    recorded = recorded_faults()
    if options.record:
        record(empty)
    figures = {"empty_child_faults": empty, "recorded": recorded, "modules": modules}
    broken = recorded is not None and not options.record and empty > SLACK * recorded
    reason = f"an empty child takes {empty} page faults, more than {SLACK} × the recorded {recorded}"
    return Outcome(title, _text(empty, recorded, modules), figures, broken=(reason,) if broken else ())


def empty_child_faults() -> int:
    """The median over children that put all layers in force, load an empty candidate and are ended."""
    from assay.sandbox.warm import WarmPython

    with WarmPython() as sandbox:
        return round(statistics.median(_one_child(sandbox) for _ in range(CHILDREN)))


def _one_child(sandbox: WarmPython) -> int:
    from assay.records import Limits
    from assay.sandbox.base import CallsJob

    session = sandbox.session(CallsJob(b"", "f"), Limits())
    session.next(within=ANSWER_SECONDS)  # its first message: it has loaded
    ending = session.worker.reap()
    session.end()
    if ending is None:
        raise BenchError("the warm parent is gone")
    return ending.page_faults


def module_costs(names: tuple[str, ...]) -> list[dict[str, Any]]:  # Any: JSON
    """What each module adds when they are loaded one after the other in a bare interpreter."""
    command = [sys.executable, "-I", str(Path(__file__).with_name("module_faults.py")), *names]
    found = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    costs: list[dict[str, Any]] = json.loads(found.stdout)  # Any: JSON
    return costs


def recorded_faults() -> int | None:
    """The number on record for this Python on this kind of machine."""
    known: dict[str, int] = json.loads(RECORD.read_text()) if RECORD.is_file() else {}
    return known.get(_kind())


def record(faults: int) -> None:
    known: dict[str, int] = json.loads(RECORD.read_text()) if RECORD.is_file() else {}
    RECORD.write_text(json.dumps({**known, _kind(): faults}, indent=2, sort_keys=True) + "\n")


def _kind() -> str:
    who = "root" if os.getuid() == 0 else "user"
    return f"python {sys.version_info[0]}.{sys.version_info[1]} {platform.machine()} {who}"


def _text(empty: int, recorded: int | None, modules: list[dict[str, Any]]) -> str:  # Any: JSON
    note = f"recorded: {recorded}" if recorded is not None else f"none recorded for {_kind()}"
    lines = [[one["module"], str(one["faults"]), str(one["added"]), str(one["private_kib"])] for one in modules]
    return "\n\n".join(
        (
            f"An empty candidate process, every layer in force: {empty} page faults ({note}).",
            "Preloaded modules, one after the other in a bare interpreter: faults of an empty child, what the module\n"
            "added to them, and private memory it added to the parent (36 µs of fork per MiB).",
            table(["module", "faults", "added", "KiB"], lines),
        )
    )
