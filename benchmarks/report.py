"""A page of ten thousand trials: what the command takes, how large the file is, and how long a browser needs."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.bench import Options, Outcome, table

TRIALS = 10_000
MOST_BYTES = 15_000_000
MOST_CPU_SECONDS = 3.0
"""What is aimed at; a time is never a bound that breaks a bench."""


def run(options: Options) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        store, page = Path(folder, "assay.db"), Path(folder, "report.html")
        made = _fill(store)
        rounds = [_command(store, page) for _ in range(1 if options.quick else 3)]
        size = page.stat().st_size
        browser = _browser(page)
    cpu = min(rounds)
    lines = [
        ["`assay report`, CPU seconds", f"{cpu:.2f}", f"{MOST_CPU_SECONDS:.0f}"],
        ["the file, MB", f"{size / 1e6:.1f}", f"{MOST_BYTES / 1e6:.0f}"],
        *([name, f"{seconds:.2f}", ""] for name, seconds in browser.items()),
    ]
    text = f"{made:,} trials of real candidates, whole command, best of {len(rounds)}."
    broken = [f"the page has {size:,} bytes, more than {MOST_BYTES:,}"] if size > MOST_BYTES else []
    figures = {"trials": made, "cpu_seconds": cpu, "bytes": size, "browser_seconds": browser}
    return Outcome(
        "the page of 10,000 trials",
        f"{text}\n\n{table(['', 'measured', 'at most'], lines)}",
        figures,
        skipped="" if browser else "the browser: Chromium or Playwright is not here",
        broken=tuple(broken),
    )


def _fill(path: Path) -> int:
    """Judge the candidates that come with Assay, and keep so many variants of them as one run."""
    from assay.evaluation.reporting import keep_report, make_report
    from assay.spec import RunState
    from assay.store.sql import SqlStore

    _assay(path, "run", "starter", "--quiet")
    store = SqlStore(path)
    runs = store.runs()
    base = next(one for one in runs if one.spec is not None)
    trials = [trial for one in runs for trial in store.trials(one.id)]
    made = []
    attempts: dict[str, int] = {}
    for number in range(TRIALS):
        trial = trials[number % len(trials)]
        attempt = attempts[trial.problem_id] = attempts.get(trial.problem_id, -1) + 1
        source = trial.candidate.source
        text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
        # No two answers of a model are alike: without this the page would compress better than a real one.
        marked = f"{text}\n# variant {number * 2654435761 % 2**32:08x} {number * 40503 % 65521:x}\n"
        made.append(replace(trial, candidate=replace(trial.candidate, source=marked, attempt=attempt, model="m")))
    whole = replace(base, id="whole", name="whole", state=RunState.FINISHED, trials=len(made))
    store.add_run(whole)
    store.add_trials("whole", list(enumerate(made)))
    keep_report(store, make_report(whole, store, None))
    store.close()
    return len(made)


def _assay(store: Path, *arguments: str) -> None:
    environment = {**os.environ, "ASSAY_STORE": str(store)}
    subprocess.run([sys.executable, "-m", "assay", *arguments], check=True, capture_output=True, env=environment)


def _command(store: Path, page: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _assay(store, "report", "whole", "--output", str(page))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _browser(page: Path) -> dict[str, float]:
    """Return seconds until the table stands, until a filter has worked, and until a row is open; none without it."""
    chromium = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return {}
    if chromium is None:
        return {}
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        tab = browser.new_page()
        started = time.perf_counter()
        tab.goto(page.as_uri())
        tab.wait_for_selector("tr.line")
        opened = time.perf_counter() - started
        found: dict[str, Any] = tab.evaluate(  # Any: numbers by name
            """async () => {
              const filter = document.getElementById("f-text");
              const started = performance.now();
              filter.value = "expected"; filter.dispatchEvent(new Event("input"));
              const filtered = performance.now();
              document.querySelector(".open").click();
              while (!document.querySelector("tr.detail pre")) await new Promise((done) => setTimeout(done, 1));
              return { filtered: (filtered - started) / 1e3, unpacked: (performance.now() - filtered) / 1e3 };
            }"""
        )
        browser.close()
    return {
        "opens in, seconds": opened,
        "first filter, seconds": found["filtered"],
        "a row opens in, seconds": found["unpacked"],
    }
