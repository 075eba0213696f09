"""One run of a repository's tests in the sandbox: what is sent to the keeper there, and what it tells."""

from __future__ import annotations

import base64
import functools
import json
import os
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from assay.errors import Fault
from assay.records import MIB, Execution, KilledBy, Limits, Program, Repository
from assay.repositories.checkouts import Checkout
from assay.repositories.drivers.recording import LONGEST
from assay.repositories.patches import CONFIGURATION, support_patterns, test_files
from assay.repositories.recipes import EnvironmentRecipe, Runner
from assay.sandbox.programs import ProgramEnvironment
from assay.sandbox.warm import WarmPython

DRIVERS = Path(__file__).parent / "drivers"
KEEPER, RECORDING = "keeper.py", "recording.py"
RUNNERS = {
    Runner.PYTEST: "with_pytest.py",
    Runner.UNITTEST: "with_unittest.py",
    Runner.FUNCTIONS: "with_functions.py",
}
SCRATCH_BYTES = 1024 * MIB
"""The least room for the files of a run."""
LOG_BYTES = 32 * MIB
"""What the tests may write to their log."""
MOST_RECORDS = 50_000
LONGEST_ID = 2000
MOST_VALUES = 100
"""Different texts that are kept of one hidden part of a test; where there are more, `None` stands for the others."""
_STEP = 512 * MIB
"""Memory and room grow by this much with the tree, so that few different limits are in use."""
_RANK = {"passed": 0, "xfailed": 1, "skipped": 2, "xpassed": 3, "failed": 4, "error": 5}
"""From best to worst; of several tests with one id, the worst counts."""
_GOOD = ("passed", "xfailed")


class RunFailed(Fault):
    """The tests of a repository could not be run, and no candidate is to blame."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """How one test ended."""

    status: str
    """`passed`, `xfailed`, `skipped`, `xpassed`, `failed` or `error`."""
    text: str = ""
    """What it said where it did not pass."""
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether that counts as a pass: a failure that was expected does."""
        return self.status in _GOOD

    @property
    def has_failed(self) -> bool:
        """Whether the test itself failed; a skipped or missing one has not."""
        return self.status in ("failed", "error")


@dataclass(frozen=True, slots=True)
class RepositoryRun:
    """What came of one run of the tests."""

    execution: Execution
    """Its standard error is the log of the tests."""
    records: Mapping[str, Recorded] = field(default_factory=dict)
    """By the key of their ids, see `key_of_id`."""
    complete: bool = False
    """Whether the runner came to its end."""
    ended: int | None = None
    """The status of the runner's process, negative for a signal; `None` where nobody saw its end."""
    refused: str = ""
    """Why the candidate's patch could not be taken."""
    applied: str = ""
    """The command that applied the patch."""
    changed: tuple[str, ...] = ()
    """The files that the patch changed."""
    added: tuple[str, ...] = ()
    """Those of them that were not there before."""
    taken_back: tuple[str, ...] = ()
    """Those of them that decide how tests are run, and were undone."""
    restored: tuple[str, ...] = ()
    """Those of them that belong to the tests, and were undone."""
    tests: Mapping[str, bytes] = field(default_factory=dict)
    """The test files that were run, after the test patch."""
    edited: tuple[str, ...] = ()
    """Test files that were other ones when the tests had ended."""
    notes: tuple[str, ...] = ()
    """What the runner said besides: files that could not be loaded."""
    garbage: bool = False
    """Whether something wrote into the runner's channel."""
    values: Mapping[int, Collection[str | None]] = field(default_factory=dict)
    """Number of a hidden part of a test → the texts that were told of it, see `recording`."""
    told_in: Mapping[tuple[int, str | None], Collection[str]] = field(default_factory=dict)
    """Number and text → the keys of the test in which that was told first."""

    def of(self, name: str, runner: Runner) -> Recorded | None:
        """Return how the test with that id ended; `None` where no such test was run."""
        return self.records.get(key_of_id(name, runner))


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What is run: a check, with a patch or without one."""

    check: Repository
    patch: bytes | None = None
    """`None`: the base commit as it is."""
    kept: Collection[str] = ()
    """Paths that are never taken back: the reference changes them too."""
    laid: Mapping[str, bytes] = field(default_factory=dict)
    """Test files that stand in the place of those of the test patch."""


def run_tests(
    sandbox: WarmPython,
    checkout: Checkout,
    request: RunRequest,
    limits: Limits,
    *,
    hash_seed: int = 0,
    fresh: bool = False,
) -> RepositoryRun:
    """Run the tests once, in a `fresh` sandbox if asked.

    Raises `RunFailed` where that fails before anything of a candidate runs.
    """
    nonce = secrets.token_hex(16)
    program = _program(checkout, request, nonce)
    recipe = checkout.recipe
    environment = ProgramEnvironment(
        hash_seed=hash_seed, read=checkout.environment.read, scratch_bytes=SCRATCH_BYTES + _extra(checkout)
    )
    limits = limits_of(recipe, limits, checkout)
    if fresh:
        sandbox.renew(limits, environment)
    execution = sandbox.run(program, limits, environment)
    return read_run(execution, nonce, recipe.runner, is_base=request.patch is None)


def limits_of(recipe: EnvironmentRecipe, limits: Limits, checkout: Checkout | None = None) -> Limits:
    """Return the limits of a run: those of the recipe, or of the user where they are wider."""
    extra = _extra(checkout) if checkout is not None else 0
    return replace(
        limits,
        seconds=max(limits.seconds, recipe.seconds),
        memory_bytes=max(limits.memory_bytes, recipe.memory_bytes) + _STEP + extra,
        output_bytes=max(limits.output_bytes, LOG_BYTES),
        file_bytes=max(limits.file_bytes, _STEP + extra),
        open_files=max(limits.open_files, 1024),
        processes=max(limits.processes, 256),
    )


def key_of_id(name: str, runner: Runner) -> str:
    """Return what an id is found by: those of pytest end at the first blank, and paths in them are shortened.

    >>> key_of_id("t.py::test_a[x y]", Runner.PYTEST), key_of_id("t.py::test_b[/tmp/z/m.py]", Runner.PYTEST)
    ('t.py::test_a[x', 't.py::test_b[/m.py]')
    """
    name = name[:LONGEST_ID]
    if runner is not Runner.PYTEST:
        return name
    words = name.split(None, 1)
    name = words[0] if words else ""
    main, bracket, rest = name.partition("[")
    option, closing, _ = rest.rpartition("]")
    if bracket and closing and option.startswith("/") and not option.startswith("//") and "*" not in option:
        return f"{main}[/{option.rpartition('/')[2]}]"
    return name


def driver(name: str) -> bytes:
    """Return the source of a program that runs in the sandbox."""
    return _drivers()[name]


@functools.cache
def _drivers() -> dict[str, bytes]:
    return {name: (DRIVERS / name).read_bytes() for name in (KEEPER, RECORDING, *RUNNERS.values())}


def _extra(checkout: Checkout) -> int:
    """Return the room that a tree needs, twice over, in steps."""
    return 2 * (len(checkout.tree) + len(checkout.overlay)) // _STEP * _STEP


def _program(checkout: Checkout, request: RunRequest, nonce: str) -> Program:
    recipe, environment = checkout.recipe, checkout.environment
    files = test_files(request.check)
    archives = {"tree.tar": checkout.tree, "overlay.tar": checkout.overlay}
    archives = {name: data for name, data in archives.items() if data}
    job = {
        "nonce": nonce,
        "archives": list(archives),
        "patch": None if request.patch is None else _coded(request.patch),
        "test_patch": _coded(request.check.test_patch.encode("utf-8", "surrogateescape")),
        "laid": {path: _coded(data) for path, data in request.laid.items()},
        "configuration": CONFIGURATION,
        "support": support_patterns(files),
        "kept": sorted(request.kept),
        "path": list(recipe.path),
        "files": list(files),
        "arguments": list(recipe.arguments),
        "runner": RUNNERS[recipe.runner],
        "variables": _variables(recipe, environment.python),
        "give": list(files),
    }
    own = {name: driver(name) for name in (KEEPER, RECORDING, RUNNERS[recipe.runner])}
    return Program((environment.python, "-I", "-B", KEEPER), {**archives, **own}, json.dumps(job).encode("ascii"))


def _coded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _variables(recipe: EnvironmentRecipe, python: str) -> dict[str, str]:
    """Return the variables of the tests' processes, which know nothing of this machine's."""
    return {
        "PATH": f"{os.path.dirname(python)}:/usr/local/bin:/usr/bin:/bin",
        "USER": "candidate",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        **dict(recipe.variables),
    }


def read_run(execution: Execution, nonce: str, runner: Runner, *, is_base: bool) -> RepositoryRun:
    """Return what the keeper told; lines that do not begin with the nonce are not the keeper's."""
    said = _Said(runner)
    mark = nonce.encode("ascii") + b" "
    for line in execution.stdout.split(b"\n"):
        if line.startswith(mark):
            said.take(line[len(mark) :])
    if said.broken:
        raise RunFailed(said.broken)
    if said.prepared is None and not said.refused and (is_base or execution.killed_by is None):
        reason = execution.stderr[-500:].decode("utf-8", "replace").strip()
        raise RunFailed(f"the tests could not be prepared: {reason or _ended(execution)}")
    facts = said.prepared or {}
    return RepositoryRun(
        replace(execution, stdout=b""),
        said.records,
        complete=bool(said.end.get("complete")),
        ended=said.end.get("status"),
        refused=said.refused,
        applied=facts.get("applied", ""),
        changed=tuple(facts.get("changed", ())),
        added=tuple(facts.get("added", ())),
        taken_back=tuple(facts.get("taken_back", ())),
        restored=tuple(facts.get("restored", ())),
        tests={path: base64.b64decode(text) for path, text in facts.get("tests", {}).items()},
        edited=tuple(said.end.get("edited", ())),
        notes=tuple(said.notes),
        garbage=said.garbage,
        values=said.values,
        told_in=said.told_in,
    )


def _ended(execution: Execution) -> str:
    if execution.killed_by is not None:
        return f"a limit ended that: {KilledBy(execution.killed_by).value}"
    return f"the keeper ended with status {execution.exit_code}, signal {execution.signal}"


class _Said:
    """What the keeper told, line by line. The values of records are the runner's, which a candidate may have made."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.records: dict[str, Recorded] = {}
        self.notes: list[str] = []
        self.prepared: dict[str, Any] | None = None  # Any: JSON of the keeper, which is ours
        self.end: dict[str, Any] = {}
        self.refused = self.broken = ""
        self.garbage = False
        self.values: dict[int, set[str | None]] = {}
        self.told_in: dict[tuple[int, str | None], set[str]] = {}
        self.waiting: list[tuple[int, str | None]] = []

    def take(self, line: bytes) -> None:
        try:
            kind, value = json.loads(line)
        except RecursionError:
            self.garbage = True
            return
        except ValueError:  # a limit cut it
            return
        match kind:
            case "test":
                self._test(value)
            case "value":
                self._value(value)
            case "note" if isinstance(value, str) and len(self.notes) < 20:
                self.notes.append(value)
            case "prepared":
                self.prepared = value
            case "end":
                self.end = value
            case "refused":
                self.refused = value
            case "broken":
                self.broken = value
            case "garbage":
                self.garbage = True

    def _value(self, value: Any) -> None:  # Any: what a runner sent
        match value:
            case [int(number), str() | None as text] if len(self.values) < MOST_RECORDS:
                told = self.values.setdefault(number, set())
                text = text if len(told) < MOST_VALUES and len(text or "") <= LONGEST else None
                told.add(text)
                self.waiting.append((number, text))
            case _:
                self.garbage = True

    def _test(self, value: Any) -> None:  # Any: what a runner sent
        match value:
            case {"ids": [*ids], "status": str(status), "text": str(text), "seconds": float(seconds)}:
                found = Recorded(status, text, seconds)
            case _:
                self.garbage = True
                return
        for name in ids[:10]:
            if not isinstance(name, str) or status not in _RANK or len(self.records) > MOST_RECORDS:
                self.garbage = True
                return
            key = key_of_id(name, self.runner)
            for told in self.waiting:
                self.told_in.setdefault(told, set()).add(key)
            before = self.records.get(key)
            if before is None or _RANK[before.status] < _RANK[status]:
                self.records[key] = found
        self.waiting = []
