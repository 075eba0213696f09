"""A file of a project against the project's pytest suite, in the sandbox, which gets a copy of the project.

The driver in `guest` collects the tests once; each mutant is one fork of the process that has them. What has its effect
when the file is loaded (constants, defaults, decorators, bodies of classes, functions that are called then) is loaded
again in a process of its own, so that no alias of the old value is left.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from assay.errors import Fault, InvalidOption, InvalidValue, UsageError
from assay.files import Folder, is_hidden, read_bytes, read_text
from assay.probes.inputs.base import Input
from assay.probes.inputs.given import written_calls
from assay.probes.mutation.asking import BrokenTests, MutationOptions
from assay.probes.mutation.guest import driver
from assay.probes.mutation.mutants import Mutant
from assay.probes.mutation.results import MutantOutcome, MutantStatus, MutationResult, left_out_of
from assay.records import MIB, Execution, Limits, Program, Suite
from assay.sandbox.programs import ProgramEnvironment
from assay.sandbox.warm import WarmPython
from assay.text import legible

MARKERS = ("pyproject.toml", "setup.cfg", "setup.py", "pytest.ini", "tox.ini", ".git")
"""What lies at the root of a project."""
HIGHEST = 4
"""How many folders above code and tests the root is looked for."""
SKIPPED = frozenset({"__pycache__", "node_modules", "venv", "env", "build", "dist"})
MOST_FILES = 20_000
MOST_BYTES = 128 * MIB
"""Of all files of a project."""
MOST_FILE_BYTES = 16 * MIB
"""A larger file is left out."""
FACTOR = 10.0
FLOOR_SECONDS = 0.05
"""CPU time that a test may use on a mutant: this, and `FACTOR` times what it uses on the original."""
PLAIN_FLOOR_SECONDS = 0.02
"""The same for a test that is called without all that pytest does around it."""
LIMITS = Limits(
    seconds=3600.0,
    memory_bytes=4096 * MIB,
    output_bytes=256 * MIB,
    file_bytes=64 * MIB,
    open_files=512,
    processes=512,
)
PROJECT = "project"
BOOT = (
    "import sys; place = sys.argv[1]; sys.path[:] = [place, *filter(None, sys.path)]; sys.argv[:] = ['pytest']; "
    "from assay_mutation.driver import main; sys.path.remove(place); main(place + '/job.json')"
)
"""What the interpreter runs; its argument is the folder of the driver."""
MODULES = ("__init__", "pool", "swapping", "suite", "plain", "driver")
MOST_TESTS = 200_000
MOST_SIGNS = 500
"""Of a name or a message that comes from the sandbox."""


@dataclass(frozen=True, slots=True)
class PytestProject:
    """A file to make mutants of, the tests that are to notice them, and the folder that holds both."""

    target: Path
    tests: tuple[Path, ...]
    root: Path
    python: str | None = None
    """The interpreter that runs the tests; `None`: this one."""
    arguments: tuple[str, ...] = ()
    """More arguments for pytest."""

    @classmethod
    def at(
        cls,
        target: str | os.PathLike[str],
        *tests: str | os.PathLike[str],
        root: str | os.PathLike[str] | None = None,
        python: str | None = None,
    ) -> PytestProject:
        """Return the project that a file and tests belong to; both must exist."""
        file = Path(target)
        if not file.is_file():
            raise InvalidValue(f"code: {str(target)!r} is no file")
        places = [Path(one) for one in tests]
        for one in places:
            if not one.exists():
                raise InvalidOption("tests", f"{str(one)!r} does not exist")
        file, places = file.resolve(), [one.resolve() for one in places]
        top = Path(root).resolve() if root is not None else _root(file, places)
        for one in (file, *places):
            if not one.is_relative_to(top):
                raise InvalidOption("root", f"{str(one)!r} is not in {str(top)!r}")
        return cls(file, tuple(places), top, python)

    def import_paths(self) -> list[str]:
        """Return the folders that the file's package and others of the project are imported from."""
        folder = self.target.parent
        while (folder / "__init__.py").is_file() and folder != self.root:
            folder = folder.parent
        source = self.root / "src"
        found = [folder, *([source] if source.is_dir() else []), self.root]
        return list(dict.fromkeys(_relative(one, self.root) for one in found))

    def files(self) -> dict[str, bytes]:
        """Return what is copied into the sandbox, by path in the project."""
        found: dict[str, bytes] = {}
        size = 0
        for path in _walk(self.root):
            content = _content(path, self.root)
            if content is None:
                continue
            size += len(content)
            if len(found) >= MOST_FILES or size > MOST_BYTES:
                raise InvalidOption(
                    "root",
                    f"{str(self.root)!r} holds more than {MOST_FILES:,} files or {MOST_BYTES // MIB} MiB; "
                    "name a smaller folder that holds code and tests",
                )
            found[_relative(path, self.root)] = content
        return found


def mutate_project(
    project: PytestProject, options: MutationOptions | None = None, *, sandbox: WarmPython | None = None
) -> MutationResult:
    """Run the mutants of a file against the tests of its project, and return what they came to.

    Raises `BrokenTests` where the tests fail on the original or do not agree with themselves, and `UsageError` where
    they cannot be run. When it is interrupted, what is known by then is returned, marked as stopped.
    """
    options = options or MutationOptions()
    source = source_text(project.target)
    made = options.mutants(source)
    hearing = _Hearing(made.mutants, options)
    stopped = False
    execution: Execution | None = None
    box = sandbox or WarmPython(python=project.python)
    try:
        execution = box.run(_program(project, source, made.mutants, options, box), LIMITS, _environment(), hearing.feed)
    except KeyboardInterrupt:
        if not hearing.tests:
            raise
        stopped = True
    finally:
        if sandbox is None:
            box.close()
    if execution is not None:
        hearing.feed(execution.stdout[hearing.heard :])
        hearing.check(project, execution)
        stopped = not hearing.ended
    return MutationResult(
        name=project.target.name,
        outcomes=tuple(hearing.outcomes[one.number] for one in made.mutants if one.number in hearing.outcomes),
        tests=tuple(hearing.tests),
        matrix=options.matrix,
        cpu_seconds=execution.cpu_seconds if execution is not None else 0.0,
        facts=options.facts(python=hearing.python, pytest=hearing.pytest),
        left_out=left_out_of(made),
        stopped=stopped,
    )


def guest_folder() -> str:
    """Return the folder that the driver lies in; it stands in the command line of all that runs for this process."""
    return f".assay-mutation-{os.getpid()}"


def calls_in_tests(project: PytestProject) -> Callable[[str], list[Input]]:
    """Return what finds the calls of a function, by its name, that are written out in the tests of a project."""
    places = [_walk(one) if one.is_dir() else iter([one]) for one in project.tests]
    contents = (_content(path, project.root) for place in places for path in place if path.suffix == ".py")
    texts = [content.decode("utf-8", "replace") for content in contents if content is not None]

    def calls(name: str) -> list[Input]:
        return [one for text in texts if name in text for one in written_calls(Suite(name, text))]

    return calls


class _Hearing:
    """What the driver says, read as what it may be: it runs beside code that nobody trusts."""

    def __init__(self, mutants: tuple[Mutant, ...], options: MutationOptions) -> None:
        self.tests: list[str] = []
        self.outcomes: dict[int, MutantOutcome] = {}
        self.error: tuple[str, str] | None = None
        self.python = self.pytest = ""
        self.ended = False
        self.heard = 0
        """Bytes so far."""
        self._rest = b""
        self._mutants = {one.number: one for one in mutants}
        self._options = options

    def feed(self, data: bytes) -> None:
        """Take what was said since the last time."""
        self.heard += len(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            try:
                self._take(json.loads(line))
            except (ValueError, TypeError, LookupError, RecursionError):
                continue  # a line that the driver did not write; mutants that are missing are named at the end
        self._options.watch(len(self.outcomes), len(self._mutants))

    def check(self, project: PytestProject, execution: Execution) -> None:
        """Raise what the driver could not say otherwise."""
        if self.error is not None:
            raise _mistake(project, *self.error)
        if not self.tests:
            said = legible(execution.stderr.decode("utf-8", "replace")).strip()[-MOST_SIGNS:]
            ending = execution.killed_by or f"status {execution.exit_code}, signal {execution.signal}"
            raise Fault(f"the tests could not be run in the sandbox: {ending}; {said}")

    def _take(self, message: Any) -> None:  # Any: whatever came
        match message:
            case ["versions", str(python), str(pytest)]:
                self.python, self.pytest = _said(python), _said(pytest)
            case ["error", str(which), str(why)]:
                self.error = self.error or (which, _said(why))
            case ["tests", [*names], [*_], [*_]] if not self.tests and len(names) <= MOST_TESTS:
                self.tests = [_said(str(name)) for name in names]
            case ["mutant", int(number), str(status), float(), [*rows]] if number in self._mutants:
                self.outcomes.setdefault(number, self._outcome(self._mutants[number], MutantStatus(status), rows))
            case ["end"]:
                self.ended = True

    def _outcome(self, mutant: Mutant, status: MutantStatus, rows: list[Any]) -> MutantOutcome:  # Any: as above
        known = range(-1, len(self.tests))
        noticed = [(int(row[0]), str(row[2])) for row in rows if row[1] in driver.STATUS and row[0] in known]
        ran = tuple(dict.fromkeys(int(row[0]) for row in rows if row[0] in known and row[0] >= 0))
        first = noticed[0] if noticed else None
        return MutantOutcome(
            mutant,
            status,
            test=self.tests[first[0]] if first and first[0] >= 0 else "",
            message=_said(first[1]) if first else "",
            killers=tuple(number for number, _ in noticed if number >= 0),
            ran=ran,
        )


def _mistake(project: PytestProject, which: str, why: str) -> UsageError:
    if which == driver.NO_PYTEST:
        return InvalidOption(
            "python",
            f"{project.python or 'this interpreter'} has no pytest: install pytest there, or name another interpreter",
        )
    if which == driver.NOT_LOADED:
        return InvalidOption("tests", f"none of them imports {project.target.name!r}")
    if which == driver.BROKEN:
        return BrokenTests(f"the tests fail without any mutant: {why}")
    if which == driver.FLAKY:
        return BrokenTests(f"the tests do not agree with themselves without any mutant: {why}")
    return BrokenTests(f"the tests cannot be collected: {why}")


def _program(
    project: PytestProject, source: str, mutants: tuple[Mutant, ...], options: MutationOptions, sandbox: WarmPython
) -> Program:
    target = _relative(project.target, project.root)
    job = {
        "folder": PROJECT,
        "target": target,
        "tests": [_relative(one, project.root) for one in project.tests],
        "options": ["--rootdir", ".", *project.arguments],
        "paths": project.import_paths(),
        "changes": [
            [one.number, one.start, one.end, one.replacement, one.first_line, one.last_line] for one in mutants
        ],
        "jobs": options.workers,
        "matrix": options.matrix,
        "factor": FACTOR,
        "floor_seconds": FLOOR_SECONDS,
        "plain_floor_seconds": PLAIN_FLOOR_SECONDS,
    }
    guest = resources.files("assay.probes.mutation.guest")
    folder = guest_folder()
    files = {f"{folder}/assay_mutation/{name}.py": guest.joinpath(f"{name}.py").read_bytes() for name in MODULES}
    files[f"{folder}/job.json"] = json.dumps(job).encode()
    files |= {f"{PROJECT}/{path}": content for path, content in project.files().items()}
    files[f"{PROJECT}/{target}"] = source.encode()
    return Program((sandbox.interpreter.path, "-c", BOOT, folder), files)


def _environment() -> ProgramEnvironment:
    return ProgramEnvironment(scratch_bytes=2 * MOST_BYTES)


def _root(file: Path, tests: list[Path]) -> Path:
    """Return the folder with the marks of a project that holds code and tests; without one, the lowest that does."""
    folders = [file.parent, *(one if one.is_dir() else one.parent for one in tests)]
    common = Path(os.path.commonpath(folders))
    for folder in [common, *common.parents][: HIGHEST + 1]:
        if any((folder / name).exists() for name in MARKERS):
            return folder
    return common


def _walk(root: Path) -> Iterator[Path]:
    return Folder(root, wrong=lambda why: InvalidOption("root", why)).files(_is_skipped)


def _is_skipped(path: Path) -> bool:
    """Return whether a file or folder is no part of a project: hidden, made by a tool, or a virtual environment."""
    if path.suffix == ".pyc":
        return True
    return path.is_dir() and (is_hidden(path) or path.name in SKIPPED or (path / "pyvenv.cfg").exists())


def _content(path: Path, root: Path) -> bytes | None:
    """Return the content of a file; `None` for what is no file of the project, too large or cannot be read."""
    try:
        return read_bytes(path, MOST_FILE_BYTES, within=root)
    except InvalidValue:
        return None


def source_text(path: Path) -> str:
    """Return the source in a file."""
    return read_text(path, MOST_FILE_BYTES, encoding="utf-8-sig", wrong=lambda why: InvalidValue(f"code: {why}"))


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _said(text: str) -> str:
    return legible(text[:MOST_SIGNS])
