"""Programs that print a lot: all of it is compared, and little of it is kept."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from assay.ca import evaluate_ca, run_ca_benchmark
from assay.judges.excerpts import KEPT, PAIR_BYTES
from assay.sandbox.runner import Runner
from assay.store.memory import MemoryStore

LOUD = "import os\nd = {0} * (4 << 20)\nos.write(1, d[: (4 << 20) - 1]); os.write(2, d[: (4 << 20) - 1])\n"
TEXTS = [f"{side}_{what}" for side in ("groundtruth", "prediction") for what in ("output", "raw_output", "stderr")]


@pytest.mark.parametrize("piece", [rb"\xff", rb"\0", rb"\n", rb"\r", "'\\U0001f600'.encode()"])
def test_the_result_of_a_loud_program_is_small(runner: Runner, piece: bytes | str) -> None:
    source = LOUD.format(piece if isinstance(piece, str) else f"b'{piece.decode()}'")

    result = evaluate_ca("print(1)", source, runner=runner)

    assert len(json.dumps(result)) < 100_000
    assert (result["class"], result["truncated"]) == ("partial", False)
    if piece != rb"\r" and piece != rb"\n":
        assert "characters are left out" in result["prediction_output"]
    assert "more characters are left out" in result["prediction_raw_output"]
    assert "characters are left out ..." in result["prediction_stderr"]


def test_a_difference_at_the_end_of_a_long_output_is_found(runner: Runner) -> None:
    source = "import os\nfor i in range(200_000): print(i)\nprint({0!r})"

    result = evaluate_ca(source.format("end"), source.format("END"), strict_match=True, runner=runner)

    assert (result["class"], result["diff"]) == ("partial", "line 200001:\n- 'end'\n+ 'END'")
    assert evaluate_ca(source.format("end"), source.format("END"), runner=runner)["class"] == "close"


def test_a_short_output_is_kept_as_it_is(runner: Runner) -> None:
    text = "Ab" * (KEPT // 2 - 1)

    result = evaluate_ca(f"print({text!r})", f"print({text!r})", runner=runner)

    assert (result["prediction_raw_output"], result["prediction_output"]) == (text + "\n", text.lower())


def test_all_inputs_of_a_pair_share_one_budget(runner: Runner) -> None:
    loud = "import os\nd = b'\\0' * 5000\nos.write(1, d); os.write(2, d)\nif input() == '29': print(1)"
    quiet = "import os\nd = b'\\0' * 5000\nos.write(1, d); os.write(2, d)\ninput()"

    result = evaluate_ca(quiet, loud, input_data=[f"{number}\n" for number in range(30)], runner=runner)

    assert len(json.dumps(result)) < PAIR_BYTES + 30 * 2000 + 100_000
    assert [row["class"] for row in result["inputs"]] == ["perfect"] * 29 + ["partial"]
    assert result["inputs"][-1]["prediction_raw_output"].endswith("characters are left out]")
    assert len(result["prediction_raw_output"]) > KEPT
    assert all(len(result[name]) < 3 * KEPT for name in TEXTS)


GROW = """
import resource, sys
from assay.ca import run_ca_benchmark
start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
run_ca_benchmark("truth", "new", "out.json", {"t": ["1"] * int(sys.argv[1])}, workers=1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start)
"""


def test_neither_report_nor_memory_grow_with_what_is_printed(tmp_path: Path) -> None:
    for folder, source in (("truth", "print(1)"), ("new", LOUD.format("b'\\xff'"))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "t.py").write_text(source)

    done = subprocess.run(
        [sys.executable, "-c", GROW, "6"], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )

    assert int(done.stdout or -1) in range(150 << 10), done.stderr
    assert (tmp_path / "out.json").stat().st_size < 400_000


def test_the_store_holds_excerpts_too(tmp_path: Path) -> None:
    for folder, source in (("truth", "print(1)"), ("new", LOUD.format("b'\\xff'"))):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "t.py").write_text(source)

    def cut(done: int, total: int) -> None:
        raise KeyboardInterrupt

    store = MemoryStore()
    with pytest.raises(KeyboardInterrupt):
        run_ca_benchmark(tmp_path / "truth", tmp_path / "new", tmp_path / "out.json", workers=1, watch=cut, store=store)
    ((trial,),) = (list(store.trials(run.id)) for run in store.runs())
    assert len(pickle.dumps(trial)) < 100_000
