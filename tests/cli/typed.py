"""A command as it is typed, in the process of the tests: nothing is imported anew, and one worker judges."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path

import pytest

from assay.cli.main import main


def typed(folder: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Return what `assay ARGUMENTS` came to in a folder, with a text on its standard input."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors="strict", newline="") for _ in range(2))
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        patch.setenv("ASSAY_WORKERS", "1")
        patch.setattr(sys, "argv", ["assay"])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8"))
        with pytest.raises(SystemExit) as ended:
            main(arguments)
    texts = [_text(stream) for stream in (out, err)]
    return subprocess.CompletedProcess(arguments, int(ended.value.code or 0), *texts)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
