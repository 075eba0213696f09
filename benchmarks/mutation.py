"""Mutation: mutants run per CPU second on five pure functions with 33 pytest tests, against mutmut and cosmic-ray.

CPU seconds of each whole command and of all its children, never wall time; whole commands, so that starting, copying
and collecting count for everybody. cosmic-ray gets a bounded time and is measured by what it has done by then. After
each command nothing of it may still run.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import data
from benchmarks.bench import Options, Outcome, table
from benchmarks.measure import BenchError
from benchmarks.mutation_target import PURE, TESTS

REQUIREMENTS = Path(__file__).with_name("mutation.txt")
ENVIRONMENT = data.REPOSITORY / ".bench" / "venv-mutation"
LEAST_RATIO = 15.0
COSMIC_SECONDS = 60.0
MARK = "ASSAY_BENCH_MARK"
"""A variable in the environment of every contender, by which its processes are known."""
NUMBER_OF_TESTS = 33


@dataclass(frozen=True, slots=True)
class Lap:
    """What one command has done."""

    mutants: int
    cpu_seconds: float
    left_running: int
    words: str = ""

    @property
    def per_second(self) -> float:
        return self.mutants / self.cpu_seconds


def run(options: Options) -> Outcome:
    title = "Mutants of five pure functions"
    try:
        python = peers_python()
    except (OSError, subprocess.CalledProcessError) as error:
        return Outcome(title, skipped=f"mutmut cannot be installed: {error}")
    contenders: dict[str, Callable[[Path], Lap]] = {
        "assay": lambda folder: _assay(folder, python),
        "mutmut": lambda folder: _mutmut(folder, python),
        "cosmic-ray": lambda folder: _cosmic_ray(folder, python, 10.0 if options.quick else COSMIC_SECONDS),
    }
    laps: dict[str, Lap] = {}
    for name, contender in contenders.items():
        with tempfile.TemporaryDirectory() as place:
            laps[name] = contender(_laid_out(Path(place)))
    ratio = laps["assay"].per_second / laps["mutmut"].per_second
    broken = [] if options.quick or ratio >= LEAST_RATIO else [f"{ratio:.1f} × mutmut, wanted {LEAST_RATIO:g} ×"]
    broken += ["assay left processes running"] if laps["assay"].left_running else []
    return Outcome(title, _text(laps, ratio), _figures(laps, ratio), broken=tuple(broken))


def _laid_out(folder: Path) -> Path:
    for name, text in (("src/pure.py", PURE), ("tests/test_pure.py", TESTS)):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text)
    return folder


def peers_python() -> Path:
    """The interpreter of the peers' environment, which is made first."""
    interpreter = ENVIRONMENT / "bin" / "python"
    installed = ENVIRONMENT / "installed.txt"
    wanted = f"{sys.version}\n{REQUIREMENTS.read_text()}"
    if not installed.is_file() or installed.read_text() != wanted:
        ENVIRONMENT.parent.mkdir(exist_ok=True)
        (ENVIRONMENT.parent / ".gitignore").write_text("*\n")
        print(f"Setting up {ENVIRONMENT} ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=True)
        options = ["--quiet", "--disable-pip-version-check", "--prefer-binary"]
        subprocess.run([interpreter, "-m", "pip", "install", *options, "-r", REQUIREMENTS], check=True)
        installed.write_text(wanted)
    return interpreter


def _assay(folder: Path, python: Path) -> Lap:
    command = [sys.executable, "-m", "assay", "mutate", "src/pure.py", "--tests", "tests", "--python", str(python)]
    said, cpu, left = _measured([*command, "--no-triage", "--quiet", "--json"], folder)
    result = json.loads(said)
    if len(result["tests"]) != NUMBER_OF_TESTS:
        raise BenchError(f"assay ran {len(result['tests'])} tests, not {NUMBER_OF_TESTS}")
    counts = {name: count for name, count in result["counts"].items() if count}
    return Lap(len(result["mutants"]), cpu, left, _words(counts))


def _mutmut(folder: Path, python: Path) -> Lap:
    (folder / "setup.cfg").write_text("[mutmut]\npaths_to_mutate=src/\ntests_dir=tests/\n")
    (folder / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["src"]\n')
    _, cpu, left = _measured([str(python), "-m", "mutmut", "run", "--max-children", "1"], folder, check=False)
    codes: list[int | None] = []
    for path in (folder / "mutants").rglob("*.meta"):
        codes += json.loads(path.read_text())["exit_code_by_key"].values()
    done = [code for code in codes if code is not None]
    if not done:
        raise BenchError("mutmut ran no mutant")
    killed = sum(code == 1 for code in done)
    return Lap(len(done), cpu, left, _words({"killed": killed, "survived": sum(code == 0 for code in done)}))


def _cosmic_ray(folder: Path, python: Path, seconds: float) -> Lap:
    (folder / "cosmic.toml").write_text(
        '[cosmic-ray]\nmodule-path = "src/pure.py"\ntimeout = 10.0\nexcluded-modules = []\n'
        f'test-command = "{python} -m pytest -x -q -p no:cacheprovider tests"\n'
        '[cosmic-ray.distributor]\nname = "local"\n'
    )
    own = {"PYTHONPATH": "src"}
    ray = [str(python.with_name("cosmic-ray"))]
    _measured([*ray, "init", "cosmic.toml", "session.sqlite"], folder, own)
    command = [*ray, "exec", "cosmic.toml", "session.sqlite"]
    _, cpu, left = _measured(command, folder, own, seconds=seconds, check=False)
    with sqlite3.connect(folder / "session.sqlite") as session:
        (done,) = session.execute("select count(*) from work_results").fetchone()
    if not done:
        raise BenchError("cosmic-ray ran no mutant")
    return Lap(done, cpu, left, f"stopped after {seconds:g} s")


def _measured(
    command: Sequence[str],
    folder: Path,
    variables: Mapping[str, str] | None = None,
    *,
    seconds: float | None = None,
    check: bool = True,
) -> tuple[bytes, float, int]:
    """Run a command; return what it said, the CPU seconds of all its processes, and how many of them still run."""
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    environment = {**os.environ, MARK: mark, **(variables or {})}
    before = _children_cpu()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        said, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT)
        said, errors = process.communicate()
    if check and process.returncode != 0:
        raise BenchError(f"{command[0]} ended with {process.returncode}: {errors.decode('utf-8', 'replace')[-500:]}")
    left = _marked(mark)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return said, _children_cpu() - before, len(left)


def _marked(mark: str) -> list[int]:
    """Processes that still run and have the mark in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and f"{MARK}={mark}".encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def _children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _words(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items())


def _figures(laps: Mapping[str, Lap], ratio: float) -> dict[str, object]:
    figures: dict[str, object] = {"times_mutmut": round(ratio, 1)}
    for name, lap in laps.items():
        figures[name] = {
            "mutants": lap.mutants,
            "cpu_seconds": round(lap.cpu_seconds, 2),
            "mutants_per_cpu_second": round(lap.per_second, 1),
            "left_running": lap.left_running,
        }
    return figures


def _text(laps: Mapping[str, Lap], ratio: float) -> str:
    body = [
        (
            name,
            str(lap.mutants),
            f"{lap.cpu_seconds:.1f}",
            f"{lap.per_second:.1f}",
            str(lap.left_running),
            lap.words,
        )
        for name, lap in laps.items()
    ]
    head = ("33 pytest tests", "mutants", "CPU s", "per CPU s", "left running", "came to")
    return f"{table(head, body)}\n\n{ratio:.1f} × mutmut (wanted: at least {LEAST_RATIO:g} ×)."
