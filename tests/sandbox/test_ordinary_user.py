"""The same walls for somebody who is not root: run by Debian's own interpreter, which every user can read."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src"
SYSTEM_PYTHON = "/usr/bin/python3"
NOBODY = 65534

SCRIPT = """
import json, os, sys
if os.getuid() == 0:
    os.setgroups([]); os.setresgid(65534, 65534, 65534); os.setresuid(65534, 65534, 65534)
sys.path.insert(0, sys.argv[1])
from assay.judges.separate import SeparateJudge
from assay.records import *
from assay.sandbox.warm import WarmPython
problem = Problem("p", Cases("f", (Case((1,), 2),)))
suite = Problem("s", Suite("f", "for i in range(3):\\n    assert f(i) == i + 1"))
sources = {
    "right": "def f(x): return x + 1",
    "wrong": "def f(x): return x",
    "reads": "def f(x): return len(open('/etc/passwd').read()) and 2",
    "writes": "def f(x): return open('/tmp/assay-escape', 'w') and 2",
    "forks": "import os\\ndef f(x): return os.fork() and 2",
    "connects": "import socket\\ndef f(x): return socket.socket() and 2",
    "kills": "import os\\ndef f(x): os.kill(os.getppid(), 9); return 2",
    "ptraces": "import ctypes\\ndef f(x): ctypes.CDLL(None).ptrace(16, 1, 0, 0); return 2",
    "loops": "def f(x):\\n while True: pass",
    "hogs": "def f(x): return bytearray(1 << 33)",
}
said = {"uid": os.getuid()}
with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=0.5)) as judge:
    for name, source in sources.items():
        said[name] = [str(judge.judge(p, Candidate(source)).verdict) for p in (problem, suite)]
    said["isolation"] = sandbox.isolation
    said["program"] = sandbox.run(Program(("/bin/echo", "hi")), Limits()).stdout.decode()
print(json.dumps(said))
"""


def readable_by_others(path: Path) -> bool:
    return all(os.stat(folder).st_mode & 0o005 == 0o005 for folder in [path, *path.parents])


@pytest.mark.skipif(not os.path.exists(SYSTEM_PYTHON), reason=f"no {SYSTEM_PYTHON}")
@pytest.mark.skipif(not readable_by_others(SOURCE), reason="another user cannot read this checkout")
def test_an_ordinary_user_has_the_same_walls() -> None:
    new_enough = "import sys; sys.exit(sys.version_info < (3, 11))"
    if subprocess.run([SYSTEM_PYTHON, "-c", new_enough], check=False).returncode:
        pytest.skip(f"{SYSTEM_PYTHON} is older than 3.11")

    command = [SYSTEM_PYTHON, "-B", "-c", SCRIPT, str(SOURCE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, cwd="/", check=False)

    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said.pop("uid") != 0
    assert said.pop("isolation").startswith("landlock+seccomp")
    assert said == {
        "right": ["passed", "passed"],
        "wrong": ["failed", "failed"],
        "reads": ["crashed", "crashed"],
        "writes": ["crashed", "crashed"],
        "forks": ["crashed", "crashed"],
        "connects": ["crashed", "crashed"],
        "kills": ["crashed", "crashed"],
        "ptraces": ["crashed", "crashed"],
        "loops": ["timed_out", "timed_out"],
        "hogs": ["out_of_memory", "out_of_memory"],
        "program": "hi\n",
    }
    assert not os.path.exists("/tmp/assay-escape")
