"""`assay doctor` shows every layer, limit and toolchain, and says what a missing layer means."""

from __future__ import annotations

import io
import json
import os
import platform
import pty
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from assay.cli.doctor import as_data, complain, render
from assay.languages.known import languages
from assay.sandbox.examination import Examination, Fact, Layer, examine
from assay.sandbox.toolchains import Toolchain
from assay.settings import ISOLATION_LEVELS

SOURCE = Path(__file__).parents[2] / "src"
TITLES = [one.title for one in languages().values() if one.toolchain]
LANDLOCK_CREATE_RULESET = 444
SECCOMP = {"x86_64": 317, "aarch64": 277}

BLINDFOLD = """
import ctypes, os, struct, sys

def blind(number):
    steps = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | 38), (0x06, 0, 0, 0x7FFF0000)]
    program = b"".join(struct.pack("<HBBI", *step) for step in steps)
    buffer = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(38, 1, 0, 0, 0)
    if libc.prctl(22, 2, ctypes.c_char_p(head), 0, 0):
        sys.exit(77)

blind(int(sys.argv[1]))
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""
"""Starts Python with one system call answering ENOSYS, as on a kernel that does not have it."""


def environment(**changes: str) -> dict[str, str]:
    """A clean environment in which the package is found."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    return kept | {"PYTHONPATH": str(SOURCE), "COLUMNS": "80", "PYTHONUTF8": "1"} | changes


def doctor(
    *arguments: str, blind_to: int | None = None, changes: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = ["-m", "assay", "doctor", *arguments]
    if blind_to is not None:
        command = ["-c", BLINDFOLD, str(blind_to), *command]
    done = subprocess.run(
        [sys.executable, *command], env=environment(**(changes or {})), capture_output=True, text=True, check=False
    )
    if done.returncode == 77:
        pytest.skip("this kernel takes no seccomp filter, so no system call can be hidden")
    return done


def examination(**in_force: bool) -> Examination:
    """`examination(landlock=False)` is a machine with all layers but Landlock."""
    return Examination(
        level="full",
        layers=[
            Layer(name="landlock", in_force=in_force.get("landlock", True), needed=True, detail="ABI 7"),
            Layer(name="cgroups", in_force=in_force.get("cgroups", True), needed=False, detail="read-only file system"),
        ],
        limits=[Fact(name="time", value="3s", detail="effective time, from schedstat")],
        toolchains=[Toolchain("Go", "go", None, "not found; apt install golang-go")],
        python="/usr/bin/python3",
        machine="Linux 6.1 x86_64, 2 cores",
    )


def rendered(shown: Examination, *, terminal: bool) -> str:
    out = io.StringIO()
    render(shown, out, terminal=terminal)
    return out.getvalue()


def test_a_pipe_gets_plain_tables_that_name_every_layer_and_language_within_80_columns() -> None:
    done = doctor("--isolation", "process")
    seen = examine()

    assert (done.returncode, done.stderr) == (0, "")
    assert [layer.name for layer in seen.layers if layer.name not in done.stdout] == []
    assert [title for title in TITLES if title not in done.stdout] == []
    assert [line for line in _tables(done.stdout) if len(line) > 80] == []
    assert "\x1b" not in done.stdout
    assert set("✓✗╭─│") & set(done.stdout) == set()
    assert "| ok | " in done.stdout


def test_json_is_one_object_with_a_fixed_shape_and_an_option_beats_the_environment() -> None:
    done = doctor("--json", "--isolation", "process", changes={"ASSAY_ISOLATION": "full"})
    shown = json.loads(done.stdout)

    assert done.returncode == 0
    _check_shape(shown)
    assert (shown["asked"], shown["granted"], shown["missing"]) == ("process", True, [])
    assert shown["level"] in ISOLATION_LEVELS
    assert [tool["language"] for tool in shown["toolchains"]] == TITLES


def test_the_full_level_is_asked_for_by_default() -> None:
    done = doctor("--json")
    shown = json.loads(done.stdout)

    assert shown["asked"] == "full"
    assert done.returncode == (0 if shown["granted"] else 3)
    assert bool(done.stderr) is not shown["granted"]


def test_the_environment_may_name_the_level_and_an_option_another_interpreter() -> None:
    done = doctor("--json", "--python", sys.executable, changes={"ASSAY_ISOLATION": "process"})
    shown = json.loads(done.stdout)

    assert shown["asked"] == "process"
    assert sys.executable in shown["python"]


def test_without_landlock_the_error_names_it_and_the_level_that_accepts_it() -> None:
    done = doctor(blind_to=LANDLOCK_CREATE_RULESET)

    assert done.returncode == 3
    assert re.search(r"^[|] -- +[|] landlock", done.stdout, re.MULTILINE | re.IGNORECASE)
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("assay: Isolation level 'full' needs what this machine does not give: ")
    assert "landlock" in done.stderr.lower()
    assert "--isolation seccomp" in done.stderr


def test_without_landlock_the_weaker_level_is_granted() -> None:
    done = doctor("--json", "--isolation", "seccomp", blind_to=LANDLOCK_CREATE_RULESET)

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["granted"] is True


def test_without_seccomp_only_the_process_level_is_left() -> None:
    done = doctor("--isolation", "seccomp", blind_to=SECCOMP[platform.machine()])

    assert done.returncode == 3
    assert "seccomp" in done.stderr.split("give: ")[1].lower()
    assert "--isolation process" in done.stderr


def test_json_comes_out_whole_when_a_layer_is_missing() -> None:
    done = doctor("--json", blind_to=LANDLOCK_CREATE_RULESET)
    shown = json.loads(done.stdout)

    _check_shape(shown)
    assert shown["granted"] is False
    assert [name for name in shown["missing"] if name.lower().startswith("landlock")]
    assert done.returncode == 3


@pytest.mark.parametrize(
    ("arguments", "changes", "complaint"),
    [
        (["--isolation", "ful"], {}, "assay: --isolation: No isolation level is named 'ful'. Did you mean 'full'?"),
        (["--python", "no-such-python"], {}, "assay: --python must be an interpreter that can be started, got"),
        ([], {"ASSAY_ISOLATON": "full"}, "assay: ASSAY_ISOLATON='full': no setting has that name."),
        ([], {"ASSAY_TIME": "never"}, "assay: ASSAY_TIME='never': must be an amount"),
    ],
)
def test_a_mistake_is_one_line_and_exit_2(arguments: list[str], changes: dict[str, str], complaint: str) -> None:
    done = doctor(*arguments, changes=changes)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(complaint)
    assert done.stderr.count("\n") == 1


def test_a_terminal_gets_signs_and_colour() -> None:
    text = _on_a_terminal(environment(TERM="xterm-256color"))

    assert "✓" in text
    assert "\x1b[" in text


def test_no_color_makes_a_terminal_plain() -> None:
    text = _on_a_terminal(environment(TERM="xterm-256color", NO_COLOR="1"))

    assert "| ok | " in text
    assert "✓" not in text
    assert "\x1b[3" not in text


def test_nothing_is_said_about_a_machine_that_has_all() -> None:
    assert complain(examination(), "full") is None


def test_the_data_tell_what_is_missing() -> None:
    shown = as_data(examination(landlock=False), "full")

    assert (shown["asked"], shown["granted"], shown["missing"]) == ("full", False, ["landlock"])
    assert json.loads(json.dumps(shown)) == shown


def test_a_layer_that_is_not_needed_may_be_missing() -> None:
    plain = rendered(examination(cgroups=False), terminal=False)

    assert complain(examination(cgroups=False), "full") is None
    assert re.search(r"^[|] -- +[|] cgroups +[|] no +[|] read-only file system", plain, re.MULTILINE)


def test_text_with_brackets_and_signs_is_shown_as_it_is() -> None:
    odd = Fact(name="memory", value="[red]1GiB[/red]", detail=":smile: 'x' 1,000")
    shown = Examination(level="full", layers=[], limits=[odd], toolchains=[], python="[b]", machine=":)")

    plain = rendered(shown, terminal=False)

    assert "[red]1GiB[/red]" in plain
    assert ":smile: 'x' 1,000" in plain
    assert "[b]" in plain


def _tables(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(("|", "+"))]


def _on_a_terminal(variables: dict[str, str]) -> str:
    ours, theirs = pty.openpty()
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "assay", "doctor", "--isolation", "process"], env=variables, stdout=theirs
        ) as process:
            os.close(theirs)
            chunks = []
            try:
                while chunk := os.read(ours, 65536):
                    chunks.append(chunk)
            except OSError:  # Linux says EIO when the last writer has closed a terminal
                pass
        assert process.returncode == 0
    finally:
        os.close(ours)
    return b"".join(chunks).decode()


def _check_shape(shown: dict[str, Any]) -> None:  # Any: JSON
    shape = {
        "asked": str, "granted": bool, "missing": list, "level": str, "layers": list, "limits": list,
        "toolchains": list, "python": str, "machine": str, "faults": list,
    }  # fmt: skip
    assert {key: type(value) for key, value in shown.items()} == shape
    assert shown["layers"]
    assert shown["limits"]
    for layer in shown["layers"]:
        assert {key: type(value) for key, value in layer.items()} == {
            "name": str,
            "in_force": bool,
            "needed": bool,
            "detail": str,
        }
    for fact in shown["limits"]:
        assert {key: type(value) for key, value in fact.items()} == {"name": str, "value": str, "detail": str}
    for tool in shown["toolchains"]:
        assert set(tool) == {"language", "command", "version", "detail", "tests"}
        assert tool["version"] is None or re.match(r"\d", tool["version"])
