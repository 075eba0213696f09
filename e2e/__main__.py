"""Checks the whole way from a model to a report with a model that is real: `make e2e`."""

from __future__ import annotations

import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from e2e.serve import WheelMissing
from e2e.serving import FIRST_STEPS, Assay, ServedModel

OPTIONS = ("--max-tokens", "128", "--concurrency", "1", "--seed", "1", "--price", "0.01,0.02", "--quiet")
"""The price is made up: a server of one's own has none, and the report is to show one."""
CUT_TOKENS = 150
"""How much of the answers is written when the run is cut off."""
PAUSE_SECONDS = 0.5


def main() -> int:
    """Run the checks; return 1 where one does not hold, and 0 where the model cannot be installed."""
    try:
        with tempfile.TemporaryDirectory() as folder, ServedModel() as model:
            found = list(_problems(model, Assay(Path(folder), model.base_url, OPTIONS)))
    except WheelMissing as missing:
        print(f"e2e: skipped, since {missing}")
        return 0
    for line in found:
        print(f"e2e: {line}", file=sys.stderr)
    print("e2e: failed" if found else "e2e: all is well")
    return 1 if found else 0


def _problems(model: ServedModel, assay: Assay) -> Iterator[str]:
    """Run everything, and give what is not as it must be."""
    once = assay.solve("starter", "--strategy", "once", "--limit", "3", "--name", "once")
    verify = assay.solve(FIRST_STEPS, "--strategy", "verify(3)", "--problems", "add_numbers,roman", "--name", "verify")
    again = [*once, "--fresh", "--name", "again"]
    cut = assay.solve(FIRST_STEPS, "--strategy", "repeat(2)", "--limit", "3", "--name", "cut")
    solved = [_made(assay, once), _made(assay, verify)]
    for report in solved:
        yield from lacking(report["name"], report)
    counted, written = sum(report["effort"]["tokens_out"] for report in solved), _tokens_out(model)
    if counted != written:
        yield f"the server has written {written} tokens, and the reports count {counted}"
    compared = assay.run(["compare", "once", "verify", "--allow-different"])
    if compared.code:
        yield f"compare ended with {compared.code}: {compared.err.strip()}"
    yield from _cut_short(model, assay, cut)
    model.kill()
    # Nobody is there to ask any more: only answers that were kept can complete this run.
    yield from not_reused("again", _made(assay, again))


def _made(assay: Assay, arguments: list[str]) -> dict[str, Any]:  # Any: JSON
    """Return the report of a run, and print what it took."""
    report = assay.report(arguments)
    effort = report["effort"] or {}
    print(
        f"e2e: {report['name']}: {report['words']}; {effort.get('calls')} answers ({effort.get('reused')} kept), "
        f"{effort.get('tokens_out')} tokens out, {report['seconds']:.0f} s",
        flush=True,
    )
    return report


def lacking(name: str, report: dict[str, Any]) -> Iterator[str]:  # Any: JSON
    """Give what a report of a complete run lacks."""
    effort = report["effort"] or {}
    if report["state"] != "finished":
        yield f"{name}: the run is {report['state']}"
    if not report["trials"] or report["unjudged"]:
        yield f"{name}: {report['trials']} trials, {report['unjudged']} of them unjudged: {report['faults']}"
    for key in ("calls", "tokens_in", "tokens_out", "cost_usd"):
        if not effort.get(key):
            yield f"{name}: {key} is {effort.get(key)!r}"
    for key in ("seconds_p50", "seconds_p95", "cost_per_problem", "first_token_p50"):
        if not (effort.get(key) or {}).get("value"):
            yield f"{name}: {key} is {effort.get(key)!r}"


def not_reused(name: str, report: dict[str, Any]) -> Iterator[str]:  # Any: JSON
    """Give what is wrong with a run that is to have asked nobody."""
    yield from lacking(name, report)
    effort = report["effort"] or {}
    if effort.get("reused") != effort.get("calls"):
        yield f"{name}: {effort.get('reused')} of {effort.get('calls')} answers were kept from earlier"


def _cut_short(model: ServedModel, assay: Assay, arguments: list[str]) -> Iterator[str]:
    """End the server and the run in the middle of an answer, go on at the same address, and give what is wrong."""
    port = model.port
    before = _tokens_out(model)
    with assay.start([*arguments, "--json"]) as process:
        while process.poll() is None and _tokens_out(model) - before < CUT_TOKENS:
            time.sleep(0.05)
        time.sleep(PAUSE_SECONDS)  # by now the answer is kept, and the next one is on its way
        kept = _tokens_out(model) - before
        model.kill()
        process.kill()
    with ServedModel(port) as another:
        report = _made(assay, [*arguments, "--take-over"])
        asked = _tokens_out(another)
    yield from lacking("cut short", report)
    if asked + kept > report["effort"]["tokens_out"]:
        yield f"cut short: {kept} tokens were kept and {asked} asked for later, of {report['effort']['tokens_out']}"


def _tokens_out(model: ServedModel) -> int:
    """Return how many tokens the server has written in answers that it finished."""
    with urllib.request.urlopen(f"{model.base_url.removesuffix('/v1')}/metrics", timeout=60) as page:
        for line in page.read().decode().splitlines():
            if line.startswith("llamacpp:tokens_predicted_total "):
                return int(float(line.split()[1]))
    raise RuntimeError("the server does not count its tokens")


if __name__ == "__main__":
    sys.exit(main())
