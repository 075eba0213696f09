"""Programs that flood, hang, fork and lie: the right result each time, and nothing left behind."""

from __future__ import annotations

import os
import time

import pytest

from assay.ca import evaluate_ca
from assay.records import MIB
from assay.sandbox.runner import Runner

MARK = "assay-hostile-71717"
FINE = "print('fine')"

HOSTILE = {
    "floods stdout": ("while True: print('x' * 10000)", "output"),
    "floods stderr": ("import sys\nwhile True: sys.stderr.write('x' * 10000)", "output"),
    "ignores SIGTERM": ("import signal, time\nfor s in range(1, 32):\n    try: signal.signal(s, signal.SIG_IGN)\n"
                        "    except OSError: pass\nwhile True: time.sleep(1)", "time"),
    "forks and exits": (f"import os, time\nfor _ in range(5):\n    if os.fork() == 0:\n        os.setsid()\n"
                        f"        os.execvp('sleep', ['{MARK}', '50'])\nprint('fine')", None),
    "waits for input that never comes": ("import os\nr, w = os.pipe()\nos.read(r, 1)", "time"),
    "stops itself": ("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", "time"),
    "writes a gigabyte": ("with open('big', 'wb') as f:\n    for _ in range(1024): f.write(bytes(1 << 20))", "crash"),
    "takes all memory": ("x = bytearray(3 << 30)", "memory"),
    "asks for more than there can be": ("x = bytearray(30 << 30)", "memory"),
    "forks without end": (f"import os\nwhile True:\n    try: os.fork()\n    except OSError: pass\n#{MARK}", "time"),
    "kills everybody": ("import os, signal\ntry: os.kill(-1, signal.SIGKILL)\nexcept OSError: print('fine')", None),
    "fills the scratch folder": ("import os\nfor i in range(10 ** 6): os.mkdir(f'd{i}')", "crash"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_gets_what_it_deserves(runner: Runner, name: str) -> None:
    source, failure = HOSTILE[name]
    started = time.monotonic()

    seconds = 10 if failure == "memory" else 1  # filling a gigabyte takes a while on a busy machine
    result = evaluate_ca(FINE, source, timeout=seconds, runner=runner)

    assert (result["prediction_failure"], result["ca_score"]) == (failure, 1.0 if failure is None else 0.0)
    assert len(result["prediction_raw_output"]) <= 4 * MIB
    assert time.monotonic() - started < 60
    assert not survivors()
    assert evaluate_ca(FINE, FINE, runner=runner)["ca_score"] == 1.0


def test_a_program_that_never_reads_its_input_is_not_waited_for(runner: Runner) -> None:
    result = evaluate_ca(FINE, FINE, input_data="x" * 3_000_000, runner=runner)

    assert result["ca_score"] == 1.0


def test_nul_and_bad_text_are_compared_as_they_are(runner: Runner) -> None:
    source = "import os; os.write(1, b'a\\x00b\\xff\\xfe\\n')"

    result = evaluate_ca(source, source, runner=runner)

    assert (result["ca_score"], result["groundtruth_raw_output"]) == (1.0, "a\0b\\xff\\xfe\n")
    assert evaluate_ca(source, source.replace("fe", "fd"), runner=runner)["ca_score"] == 0.5


def test_an_early_exit_with_status_zero_is_no_agreement(runner: Runner) -> None:
    assert evaluate_ca("print('answer')", "import os; os._exit(0)", runner=runner)["ca_score"] == 0.5


def test_a_prediction_cannot_see_what_the_ground_truth_did(runner: Runner) -> None:
    leaves = "import os\nopen('left', 'w').write('secret')\nprint(sorted(os.listdir()))"

    assert (
        evaluate_ca(leaves, "import os\nprint(sorted(os.listdir()))", runner=runner)["prediction_output"]
        == "['main.py']"
    )


def survivors() -> list[str]:
    """Processes with our mark that still live; one that was killed may need a moment to go."""
    deadline = time.monotonic() + 10
    while (
        found := [pid for pid in os.listdir("/proc") if pid.isdigit() and _marked(pid)]
    ) and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


def _marked(pid: str) -> bool:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().startswith(MARK.encode())
    except OSError:
        return False
