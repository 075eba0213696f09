"""Other people's analysers, each called once for a whole batch, in a folder of its own and with a clean environment."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from assay.errors import Fault
from assay.quality.findings import Collector, Finding, FindingKind

T = TypeVar("T")

START_SECONDS = 60.0
SECONDS_PER_FILE = 0.5
"""What a tool may take before it counts as hanging."""
OUTPUT_LIMIT = 256 * 1024 * 1024
STDERR_LIMIT = 2000


@contextmanager
def folder(files: Mapping[str, bytes]) -> Iterator[Path]:
    """Give a temporary folder with these files; in memory where the machine has such a place."""
    memory = Path("/dev/shm")
    place = memory if memory.is_dir() and os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="assay-quality-", dir=place) as name:
        path = Path(name)
        for file_name, data in files.items():
            (path / file_name).write_bytes(data)
        yield path


def output_of(argv: Sequence[str | Path], *, cwd: Path, files: int, good: Sequence[int] = (0,)) -> Path:
    """Return the file that holds what the tool printed; raise `Fault` when it broke or hung."""
    out, err = cwd / ".stdout", cwd / ".stderr"
    seconds = START_SECONDS + SECONDS_PER_FILE * files
    environment = {"PATH": os.defpath, "HOME": str(cwd), "LANG": "C.UTF-8", "NO_COLOR": "1"}
    with out.open("wb") as stdout, err.open("wb") as stderr:
        try:
            done = subprocess.run(
                argv, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
                timeout=seconds, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise Fault(f"{Path(argv[0]).name} did not end within {seconds:g} s on {files} files") from None
        except OSError as error:
            raise Fault(f"{argv[0]} cannot be started: {error}") from error
    if done.returncode not in good:
        said = err.read_bytes()[:STDERR_LIMIT].decode("utf-8", "replace").strip()
        raise Fault(f"{Path(argv[0]).name} ended with status {done.returncode}: {said}")
    if out.stat().st_size > OUTPUT_LIMIT:
        raise Fault(f"{Path(argv[0]).name} printed {out.stat().st_size} bytes about {files} files")
    return out


def position_of(path: str) -> int:
    """Return the number in a file name that this part gave: `s000012.py` is 12.

    >>> position_of("folder/s000012.py")
    12
    """
    return int(Path(path).stem[1:])


def in_parts(sources: Mapping[int, T], run: Callable[[Mapping[int, T]], Collector], *, tool: str) -> Collector:
    """Return what the tool says about all sources; where one of them makes it give up, try halves, down to that one."""
    try:
        return run(sources)
    except Fault as fault:
        if len(sources) > 1:
            numbers = list(sources)
            halves = (numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :])
            parts = [in_parts({number: sources[number] for number in half}, run, tool=tool) for half in halves]
            return Collector.merged(parts)
        message = " ".join(str(fault).split())[:300]
    found = Collector()
    for number in sources:
        found.add(number, Finding(tool, "not-analysed", FindingKind.CRASH, 1, message))
    return found
