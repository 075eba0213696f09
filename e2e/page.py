"""Writes docs/solving-example.md: what a real model solves in five strategies, as measured on this machine.

`make e2e-page` runs it. What was measured is kept in `.e2e`: a call that was stopped goes on where it was, and a page
in other words needs no new answers.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from e2e.serve import CONTEXT_TOKENS, WheelMissing
from e2e.serving import FIRST_STEPS, ROOT, Assay, ServedModel

PAGE = ROOT / "docs" / "solving-example.md"
FOLDER = ROOT / ".e2e"
PORT = 18135
"""Always the same: answers are kept under the address that gave them."""
OPTIONS = ("--max-tokens", "200", "--seed", "1", "--price", "0.01,0.02", "--concurrency", "1", "--quiet")
STRATEGIES = {
    "once": "once",
    "repeat": "repeat(3)",
    "verify": "verify(3)",
    "refine": "refine(3)",
    "ensemble": "ensemble(3)",
}
FIRST_PROBLEMS = 12
STARTER_PROBLEMS = 5

Report = Mapping[str, Any]  # Any: JSON

TEXT = """\
# An example with a real model

Made by `make e2e-page`; do not edit it by hand. The model is SmolLM2-135M-Instruct with weights of 4 bits, one of the
smallest there are, served by llama.cpp on one thread with a context of {context} tokens. It writes the simplest
functions, often wrongly, so that every strategy has something to repair; nobody should use it for real code.

Measured on {date}: {machine}.
The machine is shared with others, so that times say little. With the same seed, the answers are the same each time on
the same kind of processor. The price, $0.01 for a million tokens in and $0.02 out, is made up, so that there is a cost
to compare.

## The commands

`python -m e2e.serve --port {port}` serves the model; `e2e/first_steps.jsonl` has easy problems, such as `is_even` and
`fibonacci`, written to suit so small a model, of which the first {problems} are taken.

```
{commands}
```

## Five strategies

```
{compared}
```

{seen}

## One run in full

```
{once}
```

## The first {limit} problems of `starter`

These are meant for larger models. The report of a model that is too small looks like this:

```
{starter}
```
"""


def main() -> int:
    """Let the model solve, and write the page; return 0 also where the model cannot be installed."""
    FOLDER.mkdir(exist_ok=True)
    try:
        with ServedModel(PORT) as model:
            assay = Assay(FOLDER, model.base_url, OPTIONS)
            PAGE.write_text(page(assay, measured(assay)), "utf-8")
    except WheelMissing as missing:
        print(f"e2e: skipped, since {missing}")
        return 0
    print(f"e2e: wrote {PAGE.relative_to(ROOT)}")
    return 0


def commands(assay: Assay) -> dict[str, list[str]]:
    """Return the commands of all runs, by the name of the run."""
    first, starter = ("--limit", str(FIRST_PROBLEMS)), ("--limit", str(STARTER_PROBLEMS))
    found = {
        name: assay.solve(FIRST_STEPS, *first, "--strategy", text, "--name", name) for name, text in STRATEGIES.items()
    }
    return found | {"starter": assay.solve("starter", *starter, "--strategy", "once", "--name", "starter")}


def measured(assay: Assay) -> dict[str, Report]:
    """Return the reports of all runs, by name; those that the store has are not made again."""
    found: dict[str, Report] = {}
    for name, command in commands(assay).items():
        kept = assay.run(["show", name, "--json"])
        is_finished = not kept.code and json.loads(kept.out)["state"] == "finished"
        found[name] = json.loads(kept.out) if is_finished else assay.report(command)
        print(f"e2e: {name}: {found[name]['words']}")
    return found


def page(assay: Assay, reports: Mapping[str, Report]) -> str:
    """Return the text of the page."""
    first = reports["once"]
    return TEXT.format(
        context=f"{CONTEXT_TOKENS:,}",
        date=first["created"][:10],
        machine=machine(),
        port=PORT,
        problems=FIRST_PROBLEMS,
        commands="\n".join(map(shell, commands(assay).values())),
        compared=_printed(assay, ["compare", *STRATEGIES]),
        seen="\n".join(seen(reports)),
        once=_printed(assay, ["show", "once"]),
        limit=STARTER_PROBLEMS,
        starter=_printed(assay, ["show", "starter"]),
    )


def seen(reports: Mapping[str, Report]) -> list[str]:
    """Return what the numbers say, and what they do not."""
    low, high = (reports["once"]["effort"]["accuracy_all"]["interval"] or (0.0, 1.0))[:2]
    lines = [
        f"- With {reports['once']['selected_problems']} problems the intervals are wide: that of `once` is from "
        f"{100 * low:.0f} % to {100 * high:.0f} %. Most differences above may be chance.",
    ]
    for name in list(STRATEGIES)[1:]:
        effort, base = reports[name]["effort"], reports["once"]["effort"]
        more = effort["tokens_per_problem"]["value"] / base["tokens_per_problem"]["value"]
        gained = 100 * (effort["accuracy_all"]["value"] - base["accuracy_all"]["value"])
        lines.append(f"- `{STRATEGIES[name]}`: {more:.1f} times the tokens of `once`, accuracy {gained:+.0f} points.")
    lines += [
        "- `repeat` returns all its attempts, so that its accuracy is that of one attempt at a temperature of 0.8.",
        "  `ensemble` draws the same attempts, and returns the one that does best on the cases that the prompt shows.",
        "- The runs share answers: `ensemble` uses those of `repeat`, and the first drafts of `verify` and `refine`",
        "  are those of `once`. An answer that was kept, also from an earlier call, counts with what it took then.",
    ]
    return lines


def machine() -> str:
    """Return the size of this machine in words."""
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    cores = os.cpu_count()
    return f"{cores} cores ({platform.machine()}), {pages / 2**30:.0f} GiB, Python {platform.python_version()}"


def shell(arguments: Sequence[str]) -> str:
    """Return a command as one would type it."""
    return f"assay {shlex.join(arguments)}"


def _printed(assay: Assay, arguments: Sequence[str]) -> str:
    said = assay.run(arguments)
    if said.code:
        raise RuntimeError(f"{shell(arguments)} ended with {said.code}: {said.err.strip()}")
    return "\n".join(line.rstrip() for line in said.out.strip("\n").splitlines()).replace(str(Path.cwd()), ".")


if __name__ == "__main__":
    sys.exit(main())
