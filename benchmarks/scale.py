"""A hundred thousand candidates of a trivial problem through `assay run`: memory over time, candidates per second."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.bench import Options, Outcome, table

CANDIDATES, QUICK_CANDIDATES = 100_000, 4_000
MOST_BYTES = 400 * 10**6
EVERY_SECONDS = 0.25
PARTS = 4
PROBLEM = 'entry_point = "double"\n[[cases]]\ncall = "double(2)"\nreturns = "4"\n'


@dataclass(frozen=True, slots=True)
class Sample:
    """One look at the processes of a run."""

    seconds: float
    main_bytes: int
    all_bytes: int
    """Of the run's own processes, shared pages counted once: warm parents and candidates are left out."""


def run(options: Options) -> Outcome:
    count = QUICK_CANDIDATES if options.quick else CANDIDATES
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as name:
        folder = Path(name)
        _prepare(folder, count)
        samples, data = _measure(folder)
    rate = data["trials"] / data["seconds"]
    peak = max(sample.all_bytes for sample in samples)
    broken = () if peak <= MOST_BYTES else (f"peak memory {peak / 1e6:.0f} MB is above {MOST_BYTES / 1e6:.0f} MB",)
    return Outcome("Many candidates", _text(samples, data, rate, peak), _figures(samples, rate, peak), broken=broken)


def _prepare(folder: Path, count: int) -> None:
    (folder / "many" / "problems").mkdir(parents=True)
    (folder / "many" / "benchmark.toml").write_text('name = "many"\nversion = "1"\n')
    (folder / "many" / "problems" / "double.toml").write_text(PROBLEM)
    with (folder / "c.jsonl").open("w") as file:
        for number in range(count):
            source = f"def double(x):\n    return x + {'x' if number % 2 else 3}  # {number}\n"
            file.write(json.dumps({"task_id": "double", "solution": source}) + "\n")


def _measure(folder: Path) -> tuple[list[Sample], dict[str, Any]]:  # Any: JSON
    command = [sys.executable, "-m", "assay", "run", "many", "-c", "c.jsonl", "--json", "--k", "1", "--no-cache"]
    started = time.monotonic()
    samples = []
    with (folder / "out.json").open("w") as out, subprocess.Popen(command, cwd=folder, stdout=out) as process:
        while process.poll() is None:
            samples.append(_sample(process.pid, time.monotonic() - started))
            time.sleep(EVERY_SECONDS)
    if process.returncode:
        raise RuntimeError(f"assay run ended with {process.returncode}")
    return samples, json.loads((folder / "out.json").read_text())


def _sample(pid: int, seconds: float) -> Sample:
    main = _resident(pid)
    return Sample(seconds, main, main + sum(map(_resident, _children(pid))))


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in _listed(f"/proc/{pid}/task"):
        try:
            found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())
        except OSError:
            continue
    return found


def _listed(path: str) -> list[str]:
    try:
        return os.listdir(path)
    except OSError:
        return []


def _resident(pid: int) -> int:
    """The proportional set of a process."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("Pss:")), 0)


def _text(samples: Sequence[Sample], data: dict[str, Any], rate: float, peak: int) -> str:  # Any: JSON
    size = max(len(samples) // PARTS, 1)
    parts = [samples[start : start + size] for start in range(0, size * PARTS, size)]
    rows = [
        [
            f"{number + 1} of {PARTS}",
            f"{max(s.main_bytes for s in part) / 1e6:.0f}",
            f"{max(s.all_bytes for s in part) / 1e6:.0f}",
        ]
        for number, part in enumerate(parts)
        if part
    ]
    return "\n\n".join(
        (
            f"{data['trials']:,} candidates in {data['seconds']:.0f} s: {rate:.0f} per second; {data['verdicts']}.",
            f"Peak memory of the run and its workers {peak / 1e6:.0f} MB "
            f"(goal: below {MOST_BYTES / 1e6:.0f} MB), by quarter:",
            table(["quarter of the time", "main MB", "with workers MB"], rows),
        )
    )


def _figures(samples: Sequence[Sample], rate: float, peak: int) -> dict[str, Any]:  # Any: JSON
    return {"per_second": rate, "peak_bytes": peak, "samples": len(samples)}
