"""A warm Python program behaves as a cold one: output, errors and status, byte for byte."""

from __future__ import annotations

import json
import os
import random
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assay.records import Execution, Limits, Program
from assay.sandbox.guest import zygote
from assay.sandbox.programs import ProgramEnvironment, behaves_alike_when_warm
from assay.sandbox.warm import WarmPython
from tests.granted import programs
from tests.public_data import DATA, rows
from tests.sandbox import program_texts as texts

LIMITS = Limits(seconds=20, open_files=128, processes=96)
VARIES = re.compile(
    rb"/assay-\d+-\w+/|started \d+|0x[0-9a-f]{6,}|\b(?:Process|pid|PID)[ =(]\d+|/scratch/tmp\w+|finalizing \(.*\)"
)
"""Addresses and process numbers differ between two cold runs just the same."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with programs() as made:
        yield made


def run(sandbox: WarmPython, source: str | bytes, *, warm: bool, stdin: bytes = texts.STDIN) -> Execution:
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    files = {"main.py": data, "helper.py": b"VALUE = 42\n", "data.txt": b"text\n"}
    return sandbox.run_script(Program(("main.py", "one", "two words"), files, stdin), LIMITS, warm=warm)


def told(execution: Execution) -> tuple[object, ...]:
    streams = [VARIES.sub(b"*", stream) for stream in (execution.stdout, execution.stderr)]
    return (execution.exit_code, execution.signal, execution.killed_by, *streams)


def assert_alike(sandbox: WarmPython, source: str | bytes, stdin: bytes = texts.STDIN) -> None:
    assert told(run(sandbox, source, warm=True, stdin=stdin)) == told(run(sandbox, source, warm=False, stdin=stdin))


@pytest.mark.parametrize("source", texts.WRITTEN, ids=range(len(texts.WRITTEN)))
def test_a_warm_program_behaves_as_a_cold_one(sandbox: WarmPython, source: str) -> None:
    assert_alike(sandbox, source)


def test_generated_programs_behave_alike(sandbox: WarmPython) -> None:
    for source in texts.generated(30, seed=1):
        assert_alike(sandbox, source)


@pytest.mark.parametrize("source", texts.INPUTS, ids=range(len(texts.INPUTS)))
def test_no_input_is_the_same_end_of_file(sandbox: WarmPython, source: str) -> None:
    assert_alike(sandbox, source, b"")


@pytest.mark.slow
def test_hundreds_of_programs_behave_alike(sandbox: WarmPython) -> None:
    for source in texts.generated(300, seed=2):
        assert_alike(sandbox, source)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_programs_of_the_public_data_behave_alike(sandbox: WarmPython) -> None:
    for source, stdin in public_programs():
        assert_alike(sandbox, source, stdin)


def test_a_sample_of_the_public_data_behaves_alike(sandbox: WarmPython) -> None:
    for source, stdin in random.Random(4).sample(public_programs(), 15):
        assert_alike(sandbox, source, stdin)


def exercises() -> list[dict[str, Any]]:
    path = DATA / "exercises/zhiwehu_100_exercises.jsonl"
    if not path.exists():
        pytest.skip("the public exercises are not beside this checkout")
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]


def public_programs() -> list[tuple[str, bytes]]:
    found = [(row["python3"], b"3\n4 5\n") for row in exercises() if row["python3"]]
    for name in ("avatar", "codenet"):
        for row in rows(f"translation/{name}.jsonl.gz"):
            if row["language"] == "Python" and row["tests"]:
                found.append((row["code"], row["tests"][0]["input"].encode()))
    found += [
        (row["prompt"] + row["canonical_solution"] + row["test"], b"")
        for row in rows("humaneval-x/humaneval_python.jsonl.gz")
    ]
    nothing_random = [pair for pair in found if not re.search(r"random|time|os\.|id\(", pair[0])]
    return nothing_random


def test_random_numbers_differ_from_run_to_run(sandbox: WarmPython) -> None:
    drawn = {run(sandbox, "import random; print(random.random())", warm=True).stdout for _ in range(3)}

    assert len(drawn) == 3


def test_a_library_that_uses_random_gets_one_that_is_seeded(sandbox: WarmPython) -> None:
    source = "import statistics; print(statistics.NormalDist().samples(1))"

    assert len({run(sandbox, source, warm=True).stdout for _ in range(3)}) == 3


def test_the_hash_seed_is_part_of_the_surroundings(sandbox: WarmPython) -> None:
    program = Program(("main.py",), {"main.py": b"print(hash('a'))"})
    seen = {seed: sandbox.run_script(program, LIMITS, ProgramEnvironment(hash_seed=seed)).stdout for seed in (0, 1)}

    assert seen[0] != seen[1]
    assert sandbox.run_script(program, LIMITS, ProgramEnvironment(hash_seed=1), warm=False).stdout == seen[1]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"main.py": b"print(1)"}, True),
        ({"main.py": b"print(1)", "helper.py": b""}, True),
        ({"main.py": b"import re", "re.py": b""}, False),
        ({"main.py": b"import re", "re/__init__.py": b""}, False),
        ({"main.py": b"import re", "./re.py": b""}, False),
        ({"main.py": b"import sys; sys.modules"}, False),
        ({"main.py": b"import helper", "helper.py": b"import gc"}, False),
        ({"main.py": b"print(1)", "notes.txt": b"gc"}, True),
    ],
)
def test_what_could_tell_the_difference_starts_cold(files: dict[str, bytes], expected: bool) -> None:
    assert behaves_alike_when_warm(Program(("main.py",), files), {"re", "sys"}) is expected


def test_a_file_that_hides_a_library_is_found_first(sandbox: WarmPython) -> None:
    program = Program(("main.py",), {"main.py": b"import random; print(random.MINE)", "random.py": b"MINE = 1"})

    assert sandbox.run_script(program, LIMITS).stdout == b"1\n"


def test_no_file_or_process_outlives_a_program(sandbox: WarmPython) -> None:
    leaves = "import os\nopen('left', 'w').close()\nopen('/dev/shm/left', 'w').close()\nprint(os.listdir('/dev/shm'))"
    looks = "import os; print(sorted(os.listdir('.')), os.listdir('/dev/shm'))"

    assert run(sandbox, leaves, warm=True).stdout == b"['left']\n"
    assert run(sandbox, looks, warm=True).stdout == b"['data.txt', 'helper.py', 'main.py'] []\n"


def test_a_program_finds_no_channel_to_us(sandbox: WarmPython) -> None:
    source = "import os\nfor fd in range(3, 100):\n    try: print(fd, os.fstat(fd))\n    except OSError: pass"

    assert run(sandbox, source, warm=True).stdout == b""


def test_our_own_modules_are_not_there(sandbox: WarmPython) -> None:
    source = "import sys; print([name for name in sys.__dict__['mod' + 'ules'] if name.startswith('assay')])"

    assert run(sandbox, source, warm=True).stdout == b"[]\n"


def test_numpy_is_there_before_the_clock_runs(sandbox: WarmPython) -> None:
    pytest.importorskip("numpy")

    assert_alike(sandbox, "import numpy as np\nprint(np.arange(6).reshape(2, 3) @ np.ones(3))")


def test_the_script_of_the_wait_stands_in_no_package() -> None:
    """Its name makes `site` find it; on the path of a package it would run in every interpreter."""
    folder = Path(zygote.__file__).parent / "boot"

    assert [path.name for path in folder.glob("*.py")] == ["sitecustomize.py"]


@pytest.mark.parametrize("level", ["full", "seccomp", "process"])
def test_a_program_runs_warm_at_every_level(level: str) -> None:
    source = "import subprocess, sys\nprint(input(), subprocess.call(['sh', '-c', 'exit 4']))\nsys.exit(3)"
    with WarmPython(isolation_level=level) as sandbox:
        execution = run(sandbox, source, warm=True, stdin=b"in\n")

    assert (execution.exit_code, execution.stdout, execution.stderr) == (3, b"in 4\n", b"")


def test_a_parent_that_was_killed_is_replaced(sandbox: WarmPython) -> None:
    assert run(sandbox, "print(1)", warm=True).stdout == b"1\n"
    for worker in list(sandbox._pool.values()):
        os.kill(worker.root_pid(), signal.SIGKILL)
        worker.process.wait()

    assert run(sandbox, "print(2)", warm=True).stdout == b"2\n"


@pytest.mark.parametrize("level", ["full", "seccomp", "process"])
def test_a_program_cannot_reach_the_memory_of_its_parent(level: str) -> None:
    source = (
        "import os\ntry: print(open(f'/proc/{os.getppid()}/mem', 'r+b'))\nexcept OSError as e: print(type(e).__name__)"
    )
    with WarmPython(isolation_level=level) as sandbox:
        assert run(sandbox, source, warm=True).stdout == b"PermissionError\n"
        assert run(sandbox, source, warm=False).stdout == b"PermissionError\n"
