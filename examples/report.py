"""A report of two real models on HumanEval: judge their public answers, compare them, and write the page.

`make example-report` runs it; the answers and the problems are the public data beside a checkout of Assay.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SAMPLES = DATA / "samples-llm-humaneval-benchmarks" / "all_runs.jsonl.gz"
PROBLEMS = DATA / "humaneval" / "HumanEval.jsonl.gz"
RUNS = {"gpt-3.5-turbo": "gpt3_final_500c_long", "gpt-4": "gpt4_final_500c_long"}
"""What each model is called in the report, and its run in the file; the first is the baseline."""


def main(folder: Path) -> None:
    """Write `example-report.html` into a folder, with the store of the two runs beside it."""
    if not (SAMPLES.exists() and PROBLEMS.exists()):
        sys.exit("the public data is not beside this checkout, so there is nothing to report")
    folder.mkdir(parents=True, exist_ok=True)
    store = folder / "example-report.db"
    with gzip.open(SAMPLES, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    for model, run in RUNS.items():
        answers = folder / f"{model}.jsonl"
        answers.write_text("".join(f"{json.dumps(row)}\n" for row in rows if row["run"] == run), encoding="utf-8")
        about = ("--name", model, "--model", model)
        _assay(store, "run", "humaneval", "--problem-file", PROBLEMS, "--candidates", answers, *about, "--quiet")
    _assay(store, "report", *RUNS, "--output", folder / "example-report.html", "--codebleu", "--quality")


def _assay(store: Path, *arguments: object) -> None:
    subprocess.run([sys.executable, "-m", "assay", *map(str, arguments), "--store", str(store)], check=True)


if __name__ == "__main__":
    main(Path(*sys.argv[1:2] or [".bench"]))
