"""EvalPlus's own evaluation of one file, as a command: `python -m benchmarks.evalplus_command [SAMPLES]`.

Run in the peers' environment; without a file it only computes the expected outputs, which EvalPlus keeps for the next
time. Two advantages are given: packages that its evaluation imports and does not use here are stood in for (importing
the real ones takes longer than judging a small file), and the command ends when the results are written, while
EvalPlus's own lasts until its watching thread wakes up, to the next multiple of 20 seconds.
"""

from __future__ import annotations

import importlib
import os
import sys
from types import SimpleNamespace

from benchmarks import data
from benchmarks.contender import WORKERS

UNUSED = {
    "datasets": ("load_dataset",),
    "rich.progress": ("BarColumn", "MofNCompleteColumn", "Progress", "TextColumn", "TimeElapsedColumn"),
    "tempdir": (),
    "tree_sitter": ("Language", "Node", "Parser"),
    "tree_sitter_python": (),
    "wget": (),
}
"""For downloads, other benchmarks and generating code; with the names that are taken from them."""


def main(arguments: list[str]) -> None:
    os.environ["HUMANEVAL_OVERRIDE_PATH"] = str(data.HUMANEVAL_PLUS)  # read when EvalPlus is imported
    for name, attributes in UNUSED.items():
        sys.modules[name] = SimpleNamespace(**dict.fromkeys(attributes))  # type: ignore[assignment]  # a stand-in
    evaluation = importlib.import_module("evalplus.evaluate")
    if not arguments:
        evaluation.get_groundtruth(evaluation.get_human_eval_plus(), evaluation.get_human_eval_plus_hash(), [])
        return
    evaluation.evaluate("humaneval", arguments[0], parallel=WORKERS)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
