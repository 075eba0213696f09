"""Nine real instances of SWE-bench Lite judged without Docker: seconds each, memory, and disk of their environments.

Each instance is run by the sandbox with every layer on, and in turns plainly: its tree unpacked, both patches applied,
and the repository's own test command started in the same environment, with no isolation. The difference is what
isolation costs. Then a patch that fixes nothing is judged (one run) and the gold patch (three runs: the control).
Environments are built before anything is measured, and calibrations are made anew, in a folder of the bench's own.
"""

from __future__ import annotations

import io
import os
import statistics
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families import load_benchmark
from assay.judges.repository import RepositoryJudge
from assay.records import MIB, Candidate, Limits, Problem, Repository
from assay.repositories.calibration import Calibrations
from assay.repositories.checkouts import Checkout, PreparedCheckouts
from assay.repositories.environments import Environments
from assay.repositories.faults import Unprepared
from assay.repositories.patches import test_files
from assay.repositories.recipes import Runner
from assay.repositories.running import RunRequest, run_tests
from assay.sandbox.warm import WarmPython
from benchmarks.bench import Options, Outcome, table
from benchmarks.ca import Lap, lap
from benchmarks.data import DATA, missing
from benchmarks.measure import BenchError

TITLE = "SWE-bench instances without Docker"
LITE = DATA / "swebench" / "swe-bench-lite.json.gz"
TREES = DATA / "swebench" / "trees"
NOTHING = "diff --git a/note.txt b/note.txt\nnew file mode 100644\n--- /dev/null\n+++ b/note.txt\n@@ -0,0 +1 @@\n+1\n"
ROUNDS = 3
QUICK_INSTANCES = 2
DOCKER_ENVIRONMENT_MB = 100_000 / 60
"""Upstream's own figure (27 June 2024): about 60 environment images with 100 GB."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one instance took."""

    name: str
    plain: float
    """Seconds of a plain run of its tests."""
    run: float
    """Seconds of the same run in the sandbox."""
    ratio: float
    """Sandbox against plain, the median of the rounds."""
    first: float
    """Seconds to judge the first patch, with the calibration of the instance."""
    unresolved: float
    """Seconds to judge another patch that fixes nothing."""
    resolved: float
    memory_mib: float
    environment: str
    """The digest of its environment."""
    disk_mib: float


def run(options: Options) -> Outcome:
    absent = missing(LITE) or ("" if TREES.is_dir() else f"the data is absent: {TREES}")
    if absent:
        return Outcome(TITLE, skipped=absent)
    lite = load_benchmark("swe-bench-lite", problem_file=LITE, repos=TREES)
    problems = trees_of(lite)[: QUICK_INSTANCES if options.quick else None]
    with WarmPython() as sandbox, tempfile.TemporaryDirectory() as folder:
        try:
            checkouts = [PreparedCheckouts().get(check_of(one), one.id, sandbox) for one in problems]
        except Unprepared as error:
            return Outcome(TITLE, skipped=f"an environment cannot be built: {error}")
        judge = RepositoryJudge(sandbox, lite.limits, calibrations=Calibrations(Path(folder)))
        rounds = 1 if options.quick else ROUNDS
        found = [measured(judge, one, checkout, rounds) for one, checkout in zip(problems, checkouts, strict=True)]
    return report(found)


def trees_of(lite: Benchmark) -> list[Problem]:
    names = sorted(path.name.removesuffix(".tar.gz") for path in TREES.glob("*.tar.gz"))
    return [found for name in names if (found := lite.find(name)) is not None]


def check_of(problem: Problem) -> Repository:
    assert isinstance(problem.check, Repository)
    return problem.check


def measured(judge: RepositoryJudge, problem: Problem, checkout: Checkout, rounds: int) -> Measured:
    memory: list[int] = []

    def in_sandbox() -> None:
        request = RunRequest(check_of(problem), problem.reference.encode())
        done = run_tests(judge.sandbox, checkout, request, Limits())
        if not done.complete:
            raise BenchError(f"{problem.id}: the tests did not come to their end")
        memory.append(done.execution.memory_bytes)

    laps: list[tuple[Lap, Lap]] = []
    for _ in range(rounds):
        laps.append((plain_lap(problem, checkout), lap(in_sandbox)))
    first = judged(judge, problem, NOTHING, passes=False)
    built = Environments().built(checkout.recipe)
    return Measured(
        problem.id,
        statistics.median(plain.wall_seconds for plain, _ in laps),
        statistics.median(ours.wall_seconds for _, ours in laps),
        statistics.median(ours.wall_seconds / plain.wall_seconds for plain, ours in laps),
        first,
        judged(judge, problem, NOTHING, passes=False),
        judged(judge, problem, problem.reference, passes=True),
        max(memory) / MIB,
        checkout.environment.digest,
        (built.size_bytes if built else 0) / MIB,
    )


def judged(judge: RepositoryJudge, problem: Problem, patch: str, *, passes: bool) -> float:
    """Judge a patch, and return how long that took."""

    def act() -> None:
        trial = judge.judge(problem, Candidate(patch))
        if trial.verdict is None or trial.passed != passes:
            raise BenchError(f"{problem.id}: {trial.fault or trial.detail or trial.verdict}")

    return lap(act).wall_seconds


def plain_lap(problem: Problem, checkout: Checkout) -> Lap:
    """Unpack, patch and test without a sandbox, as a script would; the tree is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        return lap(lambda: plain_run(problem, checkout, folder))


def plain_run(problem: Problem, checkout: Checkout, folder: str) -> None:
    for archive in filter(None, (checkout.tree, checkout.overlay)):
        with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
            opened.extractall(folder, filter="tar")
    for patch in (problem.reference, check_of(problem).test_patch):
        subprocess.run(["git", "apply", "-"], cwd=folder, input=patch.encode(), check=True)
    recipe = checkout.recipe
    own = {"PYTHONPATH": ":".join(os.path.join(folder, one) for one in recipe.path)}
    own |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
    command = ["bin/test", "-C"] if recipe.runner is Runner.FUNCTIONS else ["-m", "pytest", "-q", *recipe.arguments]
    done = subprocess.run(
        [checkout.environment.python, *command, *test_files(check_of(problem))],
        cwd=folder,
        env={
            "PATH": os.defpath,
            "LC_ALL": "C.UTF-8",
            "HOME": folder,
            "PYTHONHASHSEED": "0",
            **own,
            **dict(recipe.variables),
        },
        capture_output=True,
        check=False,
    )
    if b"passed" not in done.stdout:
        raise BenchError(f"{problem.id}: no test passed plainly: {done.stdout[-300:]!r}")


def report(found: Sequence[Measured]) -> Outcome:
    body = [line(one) for one in found]
    head = ("instance", "plain s", "run s", "ratio", "first s", "unresolved s", "resolved s", "memory MiB", "disk MiB")
    disks = {one.environment: one.disk_mib for one in found}
    ratio = statistics.median(one.ratio for one in found)
    figures = {
        **spread("unresolved_seconds", [one.unresolved for one in found]),
        **spread("resolved_seconds", [one.resolved for one in found]),
        "ratio": round(ratio, 2),
        "environments": len(disks),
        "environment_mib": round(statistics.mean(disks.values())),
        "docker_environment_mb": round(DOCKER_ENVIRONMENT_MB),
    }
    note = (
        "`plain`: the tests started without any isolation; `run`: the same in the sandbox; `first`: a patch with the "
        "calibration of its instance; then one that fixes nothing, and the gold patch with its control. Median and "
        f"90 % of the seconds: {figures['unresolved_seconds_median']} and {figures['unresolved_seconds_90']} "
        f"unresolved, {figures['resolved_seconds_median']} and {figures['resolved_seconds_90']} resolved. "
        f"{len(disks)} environments have {figures['environment_mib']} MiB on average. Upstream's environment images: "
        f"about 60 with 100 GB, {DOCKER_ENVIRONMENT_MB:,.0f} MB each; one more for each instance comes on top."
    )
    return Outcome(TITLE, f"{table(head, body)}\n\n{note}", figures)


def line(one: Measured) -> tuple[str, ...]:
    seconds = [f"{value:.1f}" for value in (one.plain, one.run, one.first, one.unresolved, one.resolved)]
    return one.name, *seconds[:2], f"{one.ratio:.2f}", *seconds[2:], f"{one.memory_mib:.0f}", f"{one.disk_mib:.0f}"


def spread(name: str, values: Sequence[float]) -> dict[str, float]:
    """The median and the 90 % quantile, the nearest value that was measured."""
    ranked = sorted(values)
    return {
        f"{name}_median": round(statistics.median(ranked), 1),
        f"{name}_90": round(ranked[min(len(ranked) - 1, int(0.9 * len(ranked)))], 1),
    }
