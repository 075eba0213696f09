"""A run leaves nothing in the temporary folder and no control group: finished, failed, interrupted or killed."""

from __future__ import annotations

import glob
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from assay.errors import SandboxUnavailable
from assay.records import Limits, Program
from assay.sandbox.base import CallsJob, ServeJob
from assay.sandbox.guest import frames
from assay.sandbox.warm import ParentKind, WarmPython

SOURCE = Path(__file__).resolve().parents[2] / "src"
BEGIN = f"""
import sys; sys.path.insert(0, {str(SOURCE)!r})
from assay.records import Limits, Program
from assay.sandbox.base import CallsJob
from assay.sandbox.warm import WarmPython
sandbox = WarmPython()
session = sandbox.session(CallsJob(b"open('left', 'w')\\ndef f(x): pass\\nwhile True: pass", "f"), Limits(seconds=60))
while not session.pid: session.next(0.01)
sandbox.facts(program=True)
print("ready", flush=True)
session.next()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    os.chmod(tmp_path, 0o755)
    (tmp_path / "tmp").mkdir()
    return tmp_path / "tmp"


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "TMPDIR": str(folder), "HOME": str(folder.parent), "PYTHONPATH": str(SOURCE)}


def groups_of(pid: int) -> list[str]:
    return glob.glob(f"/sys/fs/cgroup/**/assay-{pid}-*", recursive=True)


def left(folder: Path, pid: int) -> list[str]:
    """What is there a moment after the end: processes that were killed have others clean up for them."""
    for _ in range(250):
        found = [*os.listdir(folder), *groups_of(pid)]
        if not found:
            return []
        time.sleep(0.02)
    return found


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_supervisor_that_is_ended_leaves_nothing(folder: Path, number: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(folder)
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    assert os.listdir(folder) != []

    process.send_signal(number)
    process.communicate()

    assert left(folder, process.pid) == []


def test_a_worker_that_fails_to_start_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with WarmPython() as sandbox, pytest.raises(SandboxUnavailable):
        sandbox._start({**sandbox._config(ParentKind.of("function", Limits())), "read": None})

    assert os.listdir(folder) == []


def test_a_closed_sandbox_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with WarmPython() as sandbox:
        sandbox.session(CallsJob(b"import os\nos.makedirs('a/b')\ndef f(): pass", "f"), Limits()).end()
        sandbox.run(Program(("/bin/sh", "-c", "mkdir -p a/b; chmod 0 a; chmod 0 .")), Limits())
        assert len(os.listdir(folder)) == 2

    assert os.listdir(folder) == []
    assert groups_of(os.getpid()) == []


def test_the_shared_memory_of_candidates_is_not_the_machines(folder: Path) -> None:
    """A name that a candidate leaves there is seen neither by the machine nor by the next candidate."""
    name = f"/dev/shm/{folder.parent.name}-{os.getpid()}"
    writes = f"try: open({name!r}, 'w').write('x')\nexcept OSError: pass\ndef f(): pass"
    looks = f"import os\nassert not os.path.exists({name!r})\ndef f(): pass"
    with WarmPython() as sandbox:
        sandbox.session(CallsJob(writes.encode(), "f"), Limits()).end()
        session = sandbox.session(ServeJob(looks.encode(), ("f",)), Limits())
        frame = session.next()
        session.end()

    assert not os.path.exists(name)
    assert frame is not None
    assert frame.kind == frames.LOADED


PROBLEM = """
entry_point = "double"
reference = "def double(x): return 2 * x"
[[cases]]
call = "double(2)"
returns = "4"
"""
SOURCES = (
    "def double(x): return 2 * x",
    "def double(x):\n while True: pass",
    "open('left', 'w')\nimport os\ndef double(x): os._exit(0)",
)


@pytest.fixture
def project(folder: Path) -> Path:
    home = folder.parent
    (home / "mine" / "problems").mkdir(parents=True)
    (home / "mine" / "benchmark.toml").write_text('name = "mine"\nversion = "1"\n')
    (home / "mine" / "problems" / "double.toml").write_text(PROBLEM)
    rows = [json.dumps({"task_id": "double", "solution": source}) for source in SOURCES]
    (home / "candidates.jsonl").write_text("\n".join(rows) + "\n")
    return home


def start(project: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "assay", "run", "mine", "-c", "candidates.jsonl", "--workers", "2", *more]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=project, env=environment(project / "tmp"), stdout=quiet, stderr=quiet)


def test_the_command_leaves_nothing(project: Path) -> None:
    """One candidate passes, one does not come to an end, one ends its process."""
    done = start(project, "--time", "1s")

    assert done.wait(100) == 0
    assert os.listdir(project / "tmp") == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_the_command_leaves_nothing_when_it_is_ended(project: Path, number: int) -> None:
    process = start(project, "--time", "60s")
    while not os.listdir(project / "tmp"):
        assert process.poll() is None
        time.sleep(0.02)

    process.send_signal(number)
    process.wait(100)

    assert left(project / "tmp", process.pid) == []
