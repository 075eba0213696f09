"""Programs: exact output and status, limits, and not one process left afterwards."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.records import MIB, Execution, KilledBy, Limits, Program
from assay.sandbox.warm import WarmPython
from tests.granted import programs


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with programs() as made:
        yield made


def shell(sandbox: WarmPython, script: str, stdin: bytes = b"", **limits: float) -> Execution:
    given: dict[str, float] = {"seconds": 3.0, **limits}
    return sandbox.run(Program(("/bin/sh", "-c", script), stdin=stdin), Limits(**given))  # type: ignore[arg-type]  # numbers


def test_input_output_and_status_are_exact(sandbox: WarmPython) -> None:
    execution = shell(sandbox, "cat; echo oops >&2; exit 42", b"a\0b\xff\n")

    assert (execution.exit_code, execution.stdout, execution.stderr) == (42, b"a\0b\xff\n", b"oops\n")
    assert execution.killed_by is None


def test_a_signal_is_a_fact(sandbox: WarmPython) -> None:
    execution = shell(sandbox, "kill -TERM $$")

    assert (execution.exit_code, execution.signal) == (None, 15)


def test_files_are_laid_out_and_gone_afterwards(sandbox: WarmPython) -> None:
    program = Program(("/bin/sh", "-c", "cat sub/a.txt; ls -A"), files={"sub/a.txt": b"content\n"})

    assert sandbox.run(program, Limits()).stdout == b"content\nsub\n"
    assert shell(sandbox, "ls -A").stdout == b""


@pytest.mark.parametrize("path", ["/etc/x", "../x", "a/../../x", "", "a\0b"])
def test_a_file_outside_of_scratch_is_refused(sandbox: WarmPython, path: str) -> None:
    with pytest.raises(InvalidValue, match="relative path"):
        sandbox.run(Program(("/bin/true",), files={path: b""}), Limits())


def test_large_input_and_files_pass(sandbox: WarmPython) -> None:
    program = Program(("/bin/sh", "-c", "wc -c < big; wc -c"), files={"big": b"x" * 5 * MIB}, stdin=b"y" * 3 * MIB)

    assert sandbox.run(program, Limits(seconds=10)).stdout.split() == [str(5 * MIB).encode(), str(3 * MIB).encode()]


def test_input_that_never_comes_is_an_end_of_file(sandbox: WarmPython) -> None:
    assert shell(sandbox, "read x; echo $?").stdout == b"1\n"


@pytest.mark.parametrize(
    "script", ["while :; do :; done", "sleep 60", "sleep 60 & wait", "trap '' TERM HUP INT; sleep 60"]
)
def test_time_is_limited(sandbox: WarmPython, script: str) -> None:
    assert shell(sandbox, script, seconds=0.3).killed_by is KilledBy.TIME


def test_descendants_die_with_the_program(sandbox: WarmPython) -> None:
    marker = "61.0717"
    shell(sandbox, f"(setsid sh -c 'trap \"\" HUP TERM; sleep {marker}' &) ; (sleep {marker} &) ; exit 0")

    assert not [pid for pid in os.listdir("/proc") if pid.isdigit() and marker in command_line(pid)]


def test_a_fork_bomb_is_bounded_and_gone(sandbox: WarmPython) -> None:
    marker = "62.0717"
    shell(sandbox, f"i=0; while [ $i -lt 300 ]; do sleep {marker} & i=$((i+1)); done; wait", seconds=0.5, processes=20)

    assert not [pid for pid in os.listdir("/proc") if pid.isdigit() and marker in command_line(pid)]


def test_a_flood_is_cut(sandbox: WarmPython) -> None:
    execution = shell(sandbox, "yes", output_bytes=1000)

    assert execution.truncated
    assert len(execution.stdout) == 1000


def test_there_is_no_network_and_no_view_of_other_processes(sandbox: WarmPython) -> None:
    script = "cat /proc/1/cmdline; ls /proc | wc -l; cat /etc/shadow; touch /etc/x /tmp/x; id -u"
    execution = shell(sandbox, script)

    assert b"root:" not in execution.stdout
    assert not os.path.exists("/tmp/x")
    assert not os.path.exists("/etc/x")


def test_each_program_has_a_folder_for_temporary_files_of_its_own(sandbox: WarmPython) -> None:
    """What Assay itself needs may lie below /tmp, too; it is in each of them."""
    script = "ls -A /tmp | sed 's/^assay-.*/scratch/'; mkdir /tmp/a; echo 1 > /tmp/a/b; cat /tmp/a/b"
    needed = {Path(one).parts[2] for one in (sys.prefix, __file__) if Path(one).is_relative_to("/tmp")}

    said = [set(shell(sandbox, script).stdout.decode().split()) for _ in range(3)]

    assert [names - needed - {"scratch"} for names in said] == [{"1"}] * 3
    assert not os.path.exists("/tmp/a/b")


def test_temporary_files_count_as_memory_or_have_an_end(sandbox: WarmPython) -> None:
    script = "head -c 2000000000 /dev/zero > /tmp/large; echo $?"

    assert shell(sandbox, script, seconds=5.0).stdout != b"0\n"


def test_memory_of_a_program_is_limited(sandbox: WarmPython) -> None:
    hog = "import sys\nx = []\nwhile True: x.append(bytearray(b'x') * 10000000)"
    execution = sandbox.run(Program(("python3", "-S", "-c", hog)), Limits(seconds=10, memory_bytes=150 * MIB))

    assert execution.exit_code != 0
    assert execution.memory_bytes < 300 * MIB


def test_no_argument_vector_is_the_callers_mistake(sandbox: WarmPython) -> None:
    with pytest.raises(InvalidValue, match="argv"):
        sandbox.run(Program(()), Limits())


def command_line(pid: str) -> str:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""
