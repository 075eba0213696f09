"""Missing layers are named, never passed over: the kernel is made to refuse each in turn."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from assay.errors import UnknownNameError
from assay.sandbox import examination, isolation

SOURCE = Path(__file__).resolve().parents[2] / "src"

REFUSE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from assay.sandbox.guest import kernel, seccomp
names, error = sys.argv[2].split(","), int(sys.argv[3])
program = [(kernel.BPF_LD, 0, 0, kernel.DATA_NR)]
for name in names:
    program += [(kernel.BPF_JEQ, 0, 1, kernel.syscall_number(name)), (kernel.BPF_RET, 0, 0, 0x00050000 | error)]
program.append((kernel.BPF_RET, 0, 0, 0x7FFF0000))
kernel.set_no_new_privs()
seccomp.Filter(seccomp.assemble(program)).install()

from assay.errors import AssayError
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, Cases, Limits, Problem, Program
from assay.sandbox.warm import WarmPython
problem = Problem("p", Cases("f", (Case((1,), 2),)))
said = {}
for level in ("full", "seccomp", "process"):
    with WarmPython(isolation_level=level) as sandbox:
        trial = SeparateJudge(sandbox).judge(problem, Candidate("def f(x): return 2"))
        said[level] = trial.fault or f"{trial.verdict.value} {trial.isolation}"
        try:
            said[level + " program"] = sandbox.run(Program(("/bin/echo", "hi")), Limits()).stdout.decode().strip()
        except AssayError as error:
            said[level + " program"] = str(error)
print(json.dumps(said))
"""


def refused(names: str, error: int) -> dict[str, str]:
    """What the sandbox says on a kernel that answers these calls with `error`."""
    command = [sys.executable, "-c", REFUSE, str(SOURCE), names, str(error)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    said: dict[str, str] = json.loads(done.stdout)
    return said


def test_without_landlock_the_run_stops_and_names_the_level_that_accepts_it() -> None:
    said = refused("landlock_create_ruleset", 38)

    assert "landlock" in said["full"]
    assert "--isolation seccomp" in said["full"]
    assert said["seccomp"].startswith("passed seccomp")
    assert said["process"].startswith("passed")


def test_without_seccomp_only_the_weakest_level_runs() -> None:
    said = refused("seccomp", 38)

    assert "seccomp: " in said["full"]
    assert "--isolation process" in said["full"]
    assert "--isolation process" in said["seccomp"]
    assert said["process"] == "passed process"


def test_without_namespaces_programs_are_refused() -> None:
    said = refused("unshare", 1)

    assert "namespaces" in said["full program"]
    assert "--isolation seccomp" in said["full program"]


@pytest.mark.skipif(os.getuid() == 0, reason="root needs its mounts to reach an interpreter in a closed home folder")
def test_without_namespaces_functions_are_judged() -> None:
    assert refused("unshare", 1)["full"].startswith("passed landlock+seccomp")


def test_every_needed_layer_has_a_level_that_does_without_it() -> None:
    accepted = {layer: isolation.accepts(layer) for layer in isolation.LEVELS["full"].needed}

    assert accepted == {
        "landlock": "seccomp",
        "user": "seccomp",
        "namespaces": "seccomp",
        "seccomp": "process",
        "capabilities": "process",
    }


def test_an_unknown_level_is_the_callers_mistake() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'full'"):
        isolation.level("ful")


def test_the_examination_lists_every_layer_with_a_reason() -> None:
    found = examination.examine()

    assert found.level in isolation.LEVELS
    assert {layer.name for layer in found.layers} == set(examination.LAYERS)
    assert all(layer.detail for layer in found.layers)
    assert found.missing(found.level) == []
    assert found.python.startswith(f"{sys.version_info.major}.{sys.version_info.minor}.")
