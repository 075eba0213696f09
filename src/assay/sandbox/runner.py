"""Source text of any language, built where needed and run in the sandbox as often as wanted."""

from __future__ import annotations

import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from assay.errors import InvalidValue
from assay.records import MIB, Execution, KilledBy, Limits, Program
from assay.sandbox.artefacts import ArtefactCache, key_of, read_archive
from assay.sandbox.programs import Surroundings
from assay.sandbox.recipes import Recipe, Tools, recipe, tools
from assay.sandbox.warm import WarmPython
from assay.sandbox.worker import SCRIPT

BUILD_LIMITS = Limits(
    seconds=120.0,
    memory_bytes=3072 * MIB,
    output_bytes=64 * MIB,
    file_bytes=256 * MIB,
    open_files=512,
    processes=128,
)
BUILD_SCRATCH = 512 * MIB
MESSAGE_BYTES = 4000
_BUILD = '"$@" >&2 && exec tar -cf - -- "$0"'


@dataclass(frozen=True, slots=True)
class Artefact:
    """What building came to: files to run, or what the compiler said instead."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True, slots=True)
class Built:
    """A program that is ready to run, or cannot be."""

    language: str
    argv: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    error: str = ""
    """Why it cannot run: what the compiler said."""
    version: str = ""
    """Of the toolchain."""
    read: tuple[str, ...] = ()


class Runner:
    """Builds and runs programs, one at a time.

    >>> with Runner() as runner:
    ...     built = runner.build("print(input()[::-1])", "python")
    ...     runner.run(built, stdin=b"abc").stdout
    b'cba\\n'
    """

    def __init__(
        self,
        sandbox: WarmPython | None = None,
        *,
        cache: ArtefactCache | None = None,
        build_limits: Limits = BUILD_LIMITS,
    ) -> None:
        self.sandbox = sandbox or WarmPython()
        self.cache = cache or ArtefactCache()
        self.build_limits = build_limits

    def build(self, source: str | bytes, language: str) -> Built:
        """Compiles what has to be; raises `MissingToolchain` when this machine cannot."""
        data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
        known = recipe(language)
        if known.name == "python":
            return Built("python", (SCRIPT,), {SCRIPT: data}, version=self.sandbox.python)
        found = tools(known.name)
        names = known.names_of(data.decode("utf-8", "replace"))
        argv = found.fill(known.run, names)
        if not known.build:
            return Built(known.name, argv, {names.file: data}, version=found.version, read=found.read)
        command = found.fill(known.build, names)
        made = self._made(known, found, command, {names.file: data})
        read = found.read if known.runner else ()
        return Built(known.name, argv, made.files, made.error, found.version, read)

    def _made(self, known: Recipe, found: Tools, command: tuple[str, ...], files: Mapping[str, bytes]) -> Artefact:
        key = key_of(
            [known.name, found.version, found.tool, *command, *(part for item in files.items() for part in item)]
        )
        kept = self.cache.get(key)
        if kept is not None:
            return Artefact(kept)
        made = self._compile(known, found, command, files)
        if not made.error:  # a failure may have been the machine's, and must not stick
            self.cache.put(key, made.files)
        return made

    def _compile(self, known: Recipe, found: Tools, command: tuple[str, ...], files: Mapping[str, bytes]) -> Artefact:
        """The compiler is a program like any other: what it reads may be hostile, and so may what it writes."""
        program = Program(("/bin/sh", "-c", _BUILD, known.keep, *command), files)
        around = Surroundings(read=found.read, scratch_bytes=BUILD_SCRATCH)
        execution = self.sandbox.run(program, self.build_limits, around)
        if execution.exit_code != 0 or execution.truncated:
            return Artefact(error=_said(execution))
        try:
            made = read_archive(execution.stdout, max_bytes=self.build_limits.output_bytes)
        except (ValueError, tarfile.TarError) as error:
            return Artefact(error=f"what the compiler made cannot be read: {error}")
        return Artefact(made) if made else Artefact(error="the compiler made nothing")

    def run(
        self,
        built: Built,
        *,
        stdin: bytes = b"",
        arguments: tuple[str, ...] = (),
        files: Mapping[str, bytes] | None = None,
        limits: Limits | None = None,
        hash_seed: int = 0,
    ) -> Execution:
        """The facts of one run with that input, those arguments and those files beside the program."""
        if built.error:
            raise InvalidValue(f"a program that was not built cannot run: {built.error}")
        limits = limits or Limits()
        extra = files or {}
        for path in extra:
            if path in built.files:
                raise InvalidValue(f"files: {path!r} is the program itself")
        program = Program((*built.argv, *arguments), {**built.files, **extra}, stdin)
        around = Surroundings(hash_seed=hash_seed, read=built.read)
        if built.language == "python":
            return self.sandbox.run_script(program, limits, around)
        return self.sandbox.run(program, limits, around)

    def close(self) -> None:
        self.sandbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _said(execution: Execution) -> str:
    text = execution.stderr[:MESSAGE_BYTES].decode("utf-8", "replace").strip()
    if execution.killed_by is not None:
        limit = "output" if execution.killed_by is KilledBy.OUTPUT or execution.truncated else execution.killed_by
        return f"the compiler went beyond its limit of {limit}; {text}".rstrip("; ")
    if execution.truncated:
        return "the compiler made more than is kept"
    ended = f"signal {execution.signal}" if execution.signal else f"status {execution.exit_code}"
    return text or f"the compiler ended with {ended}"
