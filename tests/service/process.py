"""The service as a process of its own, as users start it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"


@contextmanager
def service(store: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Give a running `assay serve` and its address; it is killed at the end, if it still lives."""
    command = [sys.executable, "-m", "assay", "serve", "--port", "0", "--store", str(store), *options]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    process = subprocess.Popen(
        command, env=environment, cwd=store.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process, _address(process)
    finally:
        process.kill()
        process.communicate()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    line = process.stdout.readline()
    found = re.search(r"http://\S+:\d+", line)
    if found is None:
        raise AssertionError(f"the service did not start: {line}{process.communicate()[1]}")
    return found[0]
