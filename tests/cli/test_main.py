"""The command answers in one line when it is used wrongly, and never with a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from assay import __version__
from assay.cli.main import app, main
from assay.errors import AssayError, Fault, InvalidValue

SOURCE = Path(__file__).parents[2] / "src"


def assay(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ASSAY_")}
    return subprocess.run(
        [sys.executable, "-m", "assay", *arguments],
        env=environment | {"PYTHONPATH": str(SOURCE), "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_version_is_the_packages() -> None:
    done = assay("--version")

    assert (done.returncode, done.stdout, done.stderr) == (0, f"assay {__version__}\n", "")


def test_help_lists_every_command() -> None:
    done = assay("--help")

    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage: assay [OPTIONS] COMMAND [ARGS]..." in done.stdout
    assert [name for name in commands() if name not in done.stdout] == []


def test_every_command_explains_itself() -> None:
    for name in commands():
        done = assay(name, "--help")

        assert done.returncode == 0
        assert f"Usage: assay {name} " in done.stdout


def test_an_unknown_command_is_the_callers_mistake() -> None:
    done = assay("docter")

    assert (done.returncode, done.stdout) == (2, "")
    assert "No such command 'docter'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("error", "code"), [(InvalidValue("k must be positive,\n got 0"), 2), (Fault("it broke"), 3)])
def test_an_error_is_one_line_and_its_exit_code(
    error: AssayError, code: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise error

    failing = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    failing.command()(fail)
    monkeypatch.setattr("assay.cli.main.app", failing)

    with pytest.raises(SystemExit) as ended:
        main([])

    assert ended.value.code == code
    assert capsys.readouterr() == ("", f"assay: {' '.join(str(error).split())}\n")


def commands() -> list[str]:
    return [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]
