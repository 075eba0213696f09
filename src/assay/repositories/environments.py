"""Environments that the tests of repositories run in: built once from wheels, kept by content, shared by problems."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import json
import os
import platform
import re
import shutil
import subprocess
import tempfile
import time
import weakref
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assay.hashing import content_digest
from assay.repositories import interpreters
from assay.repositories.faults import BuildFailed
from assay.repositories.recipes import EnvironmentRecipe
from assay.sandbox.interpreters import examine
from assay.settings import default_cache_folder

FORMAT = "1"
DIGITS = 24
"""Of a digest that name a folder."""
STAMP = "environment.json"
"""It is written when all the rest is there."""
WHEELS = "wheels"
NEW = ".new-"
"""How the name of a folder begins that holds wheels on their way into the wheelhouse."""
VENV = "venv"
PIP_SECONDS = 1800
_SAID = 600
_DIGEST = re.compile(rf"[0-9a-f]{{{DIGITS}}}")

Say = Callable[[str], None]
"""Is told what is being done now."""


@dataclass(frozen=True, slots=True)
class Environment:
    """A Python with the packages that a recipe names, ready to run tests."""

    recipe: EnvironmentRecipe
    digest: str
    """Of the interpreter's version and the packages: all that decides what is installed."""
    folder: Path
    python: str
    """The command to start."""
    read: tuple[str, ...]
    """What its processes have to read."""
    wheel: Path | None = None
    """Where the recipe takes compiled files from."""


@dataclass(frozen=True, slots=True)
class Built:
    """An environment as it lies in its folder, whichever recipes are for it."""

    digest: str
    folder: Path
    python: str
    """Its version, such as `3.9.18`."""
    packages: tuple[str, ...]
    size_bytes: int
    built: str
    """When, as ISO 8601 in UTC."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What came of removing environments."""

    removed: int
    stayed: int
    """Those that are being built, or are in use."""
    freed_bytes: int


class Environments:
    """The environments in one folder; several processes may use it at once."""

    def __init__(self, folder: Path | None = None) -> None:
        """Open the folder; by default `environments` in the cache folder."""
        self.folder = (folder or default_cache_folder() / "environments").absolute()
        self._used: dict[str, Callable[[], object]] = {}
        """By digest, what lets go of an environment that this object gave out."""

    def get(self, recipe: EnvironmentRecipe, say: Say | None = None) -> Environment:
        """Return the environment of a recipe, built now where it is not there.

        Raises `MissingInterpreter` or `BuildFailed`. Whoever comes while another process builds it waits for that.
        Nobody else removes it while this object lives.
        """
        say = say or _ignore
        python = interpreters.find(recipe.python)
        version = _version(python)
        folder = self.place(recipe, version)
        try:
            if not _is_finished(folder):
                with self._locked(folder.name, say, recipe.name) as lock:
                    if not _is_finished(folder):
                        self._build(recipe, python, folder, _Work(recipe.name, say, (lock,)))
            self._use(folder)
            wheel = self._compiled(recipe, folder, _Work(recipe.name, say))
        except OSError as error:
            raise BuildFailed(f"{recipe.name}: the environment cannot be made in {folder} ({error})") from error
        return self._environment(recipe, folder, wheel)

    def find(self, recipe: EnvironmentRecipe) -> Environment | None:
        """Return the environment of a recipe where all of it is built; raises `MissingInterpreter`."""
        if self.built(recipe) is None:
            return None
        folder = self.place(recipe, _version(interpreters.find(recipe.python)))
        wheel = _wheel(recipe.compiled.wheel, self._wheelhouse(folder)) if recipe.compiled else None
        return self._environment(recipe, folder, wheel)

    def built(self, recipe: EnvironmentRecipe) -> Built | None:
        """Return how the environment of a recipe was built; `None` where some of it is not there.

        Raises `MissingInterpreter`.
        """
        folder = self.place(recipe, _version(interpreters.find(recipe.python)))
        if not _is_finished(folder):
            return None
        if recipe.compiled and _missing([recipe.compiled.wheel], self._wheelhouse(folder)):
            return None
        return _built(folder)

    def all(self) -> tuple[Built, ...]:
        """Return the environments that are built, the newest first."""
        found = [_built(folder) for folder in self._folders() if _is_finished(folder)]
        return tuple(sorted(found, key=lambda one: (one.built, one.digest), reverse=True))

    def check(self, environment: Environment) -> tuple[str, ...]:
        """Return what is wrong with an environment: a Python that does not start, a package that is not there."""
        try:
            site = examine(environment.python).site
        except ValueError as error:
            return (str(error),)
        there = {
            _normal(path.name.removesuffix(".dist-info")) for place in site for path in Path(place).glob("*.dist-info")
        }
        wanted = {_installed_name(pin): pin for pin in environment.recipe.packages}
        return tuple(f"{pin} is not installed" for name, pin in wanted.items() if name not in there)

    def clean(self, digests: Collection[str] | None = None) -> Cleaned:
        """Remove environments with these digests, or all, and whatever was left unfinished.

        One that is being built or is in use stays.
        """
        gone = stayed = freed = 0
        for folder in self._folders():
            if _is_finished(folder) and digests is not None and folder.name not in digests:
                continue
            size = _size(folder)
            with self._tried(folder.name) as mine:
                if not mine:
                    stayed += 1
                    continue
                shutil.rmtree(folder)
                gone, freed = gone + 1, freed + size
        return Cleaned(gone, stayed, freed)

    def clean_wheels(self, pins: Collection[str] = ()) -> int:
        """Remove the wheels that none of these pins names, and downloads that were given up; return the bytes."""
        wanted = {_installed_name(pin) for pin in pins}
        freed = 0
        for path in (self.folder / WHEELS).glob("*/*"):
            if path.name.startswith(NEW) and time.time() - path.stat().st_mtime < 2 * PIP_SECONDS:
                continue  # somebody may still be at it
            if not path.name.startswith(NEW) and _wheel_name(path.name) in wanted:
                continue
            freed += _size(path) if path.is_dir() else path.stat().st_size
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        return freed

    def place(self, recipe: EnvironmentRecipe, version: str) -> Path:
        """Return the folder of a recipe's environment, under a Python of that version."""
        libc = "-".join(platform.libc_ver())
        parts = (FORMAT, version, platform.machine(), libc, *sorted(recipe.packages))
        return self.folder / content_digest(*parts).hex()[:DIGITS]

    def _environment(self, recipe: EnvironmentRecipe, folder: Path, wheel: Path | None) -> Environment:
        python = str(folder / VENV / "bin" / "python")
        return Environment(recipe, folder.name, folder, python, _read(python), wheel)

    def _build(self, recipe: EnvironmentRecipe, python: Path, folder: Path, work: _Work) -> None:
        """Make an environment where it will stay, for none can be moved; what an earlier try left is removed."""
        version = _version(python)
        work.say(f"making an environment of Python {version}")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "python").write_text(version, "utf-8")
        work.run([str(python), "-m", "venv", str(folder / VENV)])
        pips = [pin for pin in recipe.packages if _installed_name(pin).startswith("pip-")]
        for pins in (pips, [pin for pin in recipe.packages if pin not in pips]):
            self._install(pins, folder, work)
        facts = {
            "python": version,
            "packages": list(recipe.packages),
            "size_bytes": _size(folder),
            "built": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        temporary = folder / f".{STAMP}"
        temporary.write_text(json.dumps(facts, indent=2), "utf-8")
        os.replace(temporary, folder / STAMP)

    def _install(self, pins: Sequence[str], folder: Path, work: _Work) -> None:
        if not pins:
            return
        self._download(pins, folder, work)
        work.say(f"installing {_packages(len(pins))}")
        words = ["install", "--isolated", "--no-index", "--no-deps", "--find-links", str(self._wheelhouse(folder))]
        work.run([*_pip(folder), *words, *pins])

    def _download(self, pins: Sequence[str], folder: Path, work: _Work) -> None:
        """Bring the wheels that are not there yet; each is put into the wheelhouse when it is whole."""
        wheelhouse = self._wheelhouse(folder)
        wheelhouse.mkdir(parents=True, exist_ok=True)
        missing = _missing(pins, wheelhouse)
        if not missing:
            return
        work.say(f"downloading {_packages(len(missing))}")
        with tempfile.TemporaryDirectory(prefix=NEW, dir=wheelhouse) as new:
            work.run([*_pip(folder), "download", "--no-deps", "--only-binary", ":all:", "--dest", new, *missing])
            for file in Path(new).glob("*.whl"):
                os.replace(file, wheelhouse / file.name)
        if left := _missing(missing, wheelhouse):
            raise BuildFailed(f"{work.name}: pip brought no wheel of {', '.join(left)}")

    def _compiled(self, recipe: EnvironmentRecipe, folder: Path, work: _Work) -> Path | None:
        if recipe.compiled is None:
            return None
        self._download([recipe.compiled.wheel], folder, work)
        return _wheel(recipe.compiled.wheel, self._wheelhouse(folder))

    def _wheelhouse(self, folder: Path) -> Path:
        """Return where wheels for the Python of an environment are kept."""
        version = (folder / "python").read_text("utf-8").split(".")
        return self.folder / WHEELS / ".".join(version[:2])

    def _folders(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        return sorted(path for path in self.folder.iterdir() if _DIGEST.fullmatch(path.name))

    @contextlib.contextmanager
    def _locked(self, digest: str, say: Say, name: str) -> Iterator[int]:
        """Hold the lock of an environment, which stands beside its folder and outlives it; yields its descriptor."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._used.pop(digest, _nothing)()  # whoever builds is alone, and what was used is gone
        with open(self.folder / f"{digest}.lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                say(f"{name}: waiting for another process that builds it")
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield lock.fileno()

    def _use(self, folder: Path) -> None:
        """Hold the lock of an environment together with all others who use it."""
        if folder.name in self._used:
            return
        try:
            lock = os.open(self.folder / f"{folder.name}.lock", os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError:  # a folder that we cannot write to: others have to be trusted with it
            return
        self._used[folder.name] = weakref.finalize(self, os.close, lock)
        fcntl.flock(lock, fcntl.LOCK_SH)
        if not _is_finished(folder):
            raise BuildFailed(f"{folder}: somebody removed the environment just now")

    @contextlib.contextmanager
    def _tried(self, digest: str) -> Iterator[bool]:
        """Hold the lock of an environment, unless another process has it."""
        with open(self.folder / f"{digest}.lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                yield False
                return
            yield True


@dataclass(frozen=True, slots=True)
class _Work:
    """The making of one environment: whom to tell of it, and how its commands are run."""

    name: str
    """Of the recipe."""
    tell: Say
    held: tuple[int, ...] = ()
    """The lock. Commands have it too: one that outlives this process keeps others away until it has ended."""

    def say(self, what: str) -> None:
        self.tell(f"{self.name}: {what}")

    def run(self, command: Sequence[str]) -> None:
        """Run a command; what it makes can be read by everybody, since tests run as another user."""
        variables = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
        variables |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "LC_ALL": "C.UTF-8"}
        what = f"{self.name}: {' '.join(command[1:4])}"
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=PIP_SECONDS,
                env=variables,
                umask=0o022,
                pass_fds=self.held,
            )
        except subprocess.TimeoutExpired:
            raise BuildFailed(f"{what} did not end within {PIP_SECONDS} s") from None
        if done.returncode:
            raise BuildFailed(f"{what} failed: {_reason(done.stderr or done.stdout)}")


def _ignore(text: str) -> None:
    """Say nothing."""


def _nothing() -> None:
    """Let go of nothing."""


@functools.cache
def _version(python: Path) -> str:
    """Return the whole version of an interpreter, such as `3.9.18`."""
    return examine(str(python)).version


@functools.cache
def _read(python: str) -> tuple[str, ...]:
    """Return what the processes of an environment have to read."""
    return examine(python).read


def _is_finished(folder: Path) -> bool:
    """Whether a build came to its end there, and its interpreter is still on this machine."""
    return (folder / STAMP).is_file() and (folder / VENV / "bin" / "python").exists()


def _built(folder: Path) -> Built:
    facts = json.loads((folder / STAMP).read_text("utf-8"))
    return Built(folder.name, folder, facts["python"], tuple(facts["packages"]), facts["size_bytes"], facts["built"])


def _pip(folder: Path) -> list[str]:
    return [str(folder / VENV / "bin" / "python"), "-m", "pip", "--no-input", "--quiet"]


def _packages(count: int) -> str:
    return "1 package" if count == 1 else f"{count} packages"


def _missing(pins: Sequence[str], wheelhouse: Path) -> list[str]:
    """Return the pins of which there is no wheel."""
    return [pin for pin in pins if _wheel(pin, wheelhouse) is None]


def _wheel(pin: str, wheelhouse: Path) -> Path | None:
    wanted = _installed_name(pin)
    return next((file for file in sorted(wheelhouse.glob("*.whl")) if _wheel_name(file.name) == wanted), None)


def _wheel_name(file: str) -> str:
    """Return name and version of a wheel.

    >>> _wheel_name("ruamel.yaml-0.17.1-py3-none-any.whl")
    'ruamel-yaml-0.17.1'
    """
    return _normal("-".join(file.split("-")[:2]))


def _installed_name(pin: str) -> str:
    """Return name and version of a pin, as the folder of an installed package has them.

    >>> _installed_name("pytest_Cov[toml]==4.1.0")
    'pytest-cov-4.1.0'
    """
    name, _, version = pin.partition("==")
    return _normal(f"{name.partition('[')[0]}-{version}")


def _normal(name: str) -> str:
    """Return a name with its version in the one form that all writings of it share."""
    name, _, version = name.rpartition("-")
    return f"{re.sub(r'[-_.]+', '-', name).lower()}-{version.lower()}"


def _size(folder: Path) -> int:
    total = 0
    for path, _, files in os.walk(folder):
        for name in files:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(path, name)).st_blocks * 512
    return total


def _reason(output: bytes) -> str:
    """Return the lines in which pip says what went wrong, or the last ones."""
    lines = [line.strip() for line in output.decode("utf-8", "replace").splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")] or lines[-3:]
    return " ".join(errors)[:_SAID] or "it said nothing"
