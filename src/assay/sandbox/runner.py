"""Source text of any language, built where needed and run in the sandbox as often as wanted."""

from __future__ import annotations

import os
import shlex
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Self

from assay.errors import InvalidValue
from assay.languages.running import ProgramNames, Recipe
from assay.languages.suites import SuiteProgram
from assay.records import BUILD_SECONDS, MIB, Execution, KilledBy, Limits, Program
from assay.sandbox.artefacts import ArtefactCache, key_of, read_archive
from assay.sandbox.prepared import prepared
from assay.sandbox.programs import ProgramEnvironment, runs_as_bytecode
from assay.sandbox.recipes import Tools, recipe, runnable, tools, with_heap
from assay.sandbox.warm import WarmPython
from assay.sandbox.worker import SCRIPT

BUILD_LIMITS = Limits(
    seconds=BUILD_SECONDS,
    memory_bytes=3072 * MIB,
    output_bytes=64 * MIB,
    file_bytes=256 * MIB,
    open_files=512,
    processes=128,
)
BUILD_SCRATCH = 512 * MIB
MESSAGE_BYTES = 4000
_LONGEST_NAME = 255
_LONGEST_ARGUMENT = 100_000
_BUILD = '"$@" >&2 && if test -e "$0"; then exec tar -cf - -- "$0"; fi'
"""Runs the compiler and packs what it made; a build that ends well and made nothing says nothing."""


_SOURCE = "source"
_COMPILE = b"""import marshal, sys
from _frozen_importlib_external import MAGIC_NUMBER
with open("source", "rb") as file:
    code = compile(file.read(), "main.py", "exec", dont_inherit=True)
waiting = [code]
while waiting:
    for value in waiting.pop().co_consts:
        if type(value) is type(code):
            waiting.append(value)
        if type(value) is frozenset and list(marshal.loads(marshal.dumps(value))) != list(value):
            sys.exit(1)
sys.stdout.buffer.write(MAGIC_NUMBER + bytes(12) + marshal.dumps(code))
"""
"""Prints what an interpreter takes for a compiled program, whatever the file is called.

A set of constants may have another order when it is read from bytecode, which a program could print.
"""


class NotStarted(InvalidValue):
    """A program does not start, and the reason lies in its own files: one is too large, or cannot be executed."""


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
    """Why it cannot run: what the compiler said, or that its files are too large."""
    version: str = ""
    """Of the toolchain."""
    read: tuple[str, ...] = ()


class Runner:
    """A builder and runner of programs, one at a time.

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

    def build(self, source: str | bytes, language: str, limits: Limits | None = None) -> Built:
        """Compile what has to be; raise `MissingToolchain` when this machine cannot.

        A program whose files are larger than `limits`, with which it is to run, has an error.
        """
        limits = limits or Limits()
        data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
        name, known = runnable(language).name, recipe(language)
        if not known.run:
            error = _too_large({SCRIPT: data}, limits)
            return Built(name, (SCRIPT,), {SCRIPT: data}, error, version=self.sandbox.python)
        found = tools(name)
        names = known.names_of(data.decode("utf-8", "replace"))
        argv = found.fill(known.run, names)
        if not known.build:
            error = _too_large({names.file: data}, limits)
            return Built(name, argv, {names.file: data}, error, found.version, found.read)
        command = found.fill(known.build, names)
        made = self._compiled_files(known, found, command, {names.file: data}, limits)
        read = found.read if known.runner else ()
        return Built(name, argv, made.files, made.error, found.version, read)

    def _compiled_files(
        self, known: Recipe, found: Tools, command: tuple[str, ...], files: Mapping[str, bytes], limits: Limits
    ) -> Artefact:
        key = key_of(
            [found.language, found.version, found.tool, *command, *(part for item in files.items() for part in item)]
        )
        kept = self.cache.get(key)
        made = Artefact(kept) if kept is not None else self._compile(known, found, command, files)
        error = made.error or _too_large(made.files, limits)
        if error:  # a failure may have been the machine's, and must not stick
            return Artefact(error=error)
        if kept is None:
            self.cache.put(key, made.files)
        return made

    def build_suite(self, program: SuiteProgram, language: str, limits: Limits | None = None) -> Built:
        """Build a program of a candidate and its tests; raise `MissingToolchain` when this machine cannot.

        Nothing is kept for another time: each program has a mark of its own.
        """
        found = tools(runnable(language).name)
        if program.prepare is not None:
            found = found.beside(prepared(found, program.prepare))
        files = _encoded(program.files)
        made = self._run_commands(found, program.build, files, program.keep) if program.build else Artefact(files)
        if program.later is not None and not made.error:
            later = program.later
            made = self._run_commands(found, later.build, {**made.files, **_encoded(later.files)}, later.keep)
        files = {**made.files, **_encoded(program.more)}
        uses_tools = any("{tool}" in word or "{runner}" in word for word in program.run)
        return Built(
            found.language,
            found.fill(program.run, ProgramNames("")),
            files,
            made.error or _too_large(files, limits or Limits()),
            found.version,
            found.read if uses_tools else (),
        )

    def _run_commands(
        self, found: Tools, commands: tuple[tuple[str, ...], ...], files: Mapping[str, bytes], keep: tuple[str, ...]
    ) -> Artefact:
        """Run commands one after the other in the sandbox, and return the files that are to be kept."""
        filled = [shlex.join(found.fill(command, ProgramNames(""))) for command in commands]
        script = " && ".join([*(f"{command} >&2" for command in filled), f"exec tar -cf - -- {shlex.join(keep)}"])
        return self._archived(Program(("/bin/sh", "-c", script), files), found, "")

    def _compile(self, known: Recipe, found: Tools, command: tuple[str, ...], files: Mapping[str, bytes]) -> Artefact:
        """Run the compiler in the sandbox: what it reads may be hostile, and so may what it writes."""
        program = Program(("/bin/sh", "-c", _BUILD, known.keep, *command), files)
        return self._archived(program, found, known.made_nothing)

    def _archived(self, program: Program, found: Tools, made_nothing: str) -> Artefact:
        """Run a program that prints an archive of what it built, and return the files in it."""
        environment = ProgramEnvironment(read=found.read, scratch_bytes=BUILD_SCRATCH)
        try:
            execution = self.sandbox.run(program, self.build_limits, environment)
        except InvalidValue as error:  # the command is ours, so the source is what cannot be put in place
            return Artefact(error=str(error))
        if execution.exit_code != 0 or execution.truncated:
            return Artefact(error=_compiler_message(execution))
        try:
            made = read_archive(execution.stdout, max_bytes=self.build_limits.output_bytes) if execution.stdout else {}
        except (ValueError, tarfile.TarError) as error:
            return Artefact(error=f"what the compiler made cannot be read: {error}")
        return Artefact(made) if made else Artefact(error=_nothing_built(made_nothing, execution))

    def with_bytecode(self, built: Built, limits: Limits | None = None) -> Built:
        """Return a Python program compiled, for one that is to run often; any other program as it is.

        To compile a program of a hundred lines takes longer than all else about its start. That is done under the
        limits with which the program is to run, so that the same warm interpreter serves both. It stays source where it
        could tell: where it looks at its own file, or must start cold. What cannot be compiled stays source, too, and
        says so when it runs. The bytecode is the candidate's as its source is: only its own processes ever load it.
        """
        source = built.files.get(SCRIPT, b"")
        if built.language != "python" or built.error or not runs_as_bytecode(source):
            return built
        compiler = Built("python", (SCRIPT,), {SCRIPT: _COMPILE, _SOURCE: source})
        execution = self.run(compiler, limits=limits)
        if execution.exit_code != 0 or execution.killed_by is not None or execution.truncated:
            return built
        return replace(built, files={SCRIPT: execution.stdout})

    def run(
        self,
        built: Built,
        *,
        stdin: bytes = b"",
        arguments: tuple[str, ...] = (),
        files: Mapping[str, bytes] | None = None,
        limits: Limits | None = None,
        hash_seed: int = 0,
        fresh: bool = False,
    ) -> Execution:
        """Run a program with that input, those arguments and those files beside it, and return the facts.

        The memory of `limits` is the program's own: what its runtime holds besides comes on top. A `fresh` run shares
        no namespace or folder with the one before it.
        Raises `InvalidValue` for what the caller gives and no program could have, `NotStarted` for a program that
        does not start.
        """
        if built.error:
            raise InvalidValue(f"a program that was not built cannot run: {built.error}")
        limits = limits or Limits()
        extra = files or {}
        _check_given(stdin, arguments, extra, limits)
        for path in extra:
            if path in built.files or any(name.startswith(f"{path}/") for name in built.files):
                raise InvalidValue(f"files: {path!r} is the program itself")
        argv = with_heap(built.argv, limits.memory_bytes)
        program = Program((*argv, *arguments), {**built.files, **extra}, stdin)
        environment = ProgramEnvironment(hash_seed=hash_seed, read=built.read)
        known = recipe(built.language)
        granted = replace(
            limits,
            memory_bytes=limits.memory_bytes + known.runtime_bytes,
            open_files=max(limits.open_files, known.open_files),
        )
        run = self.sandbox.run_script if built.language == "python" else self.sandbox.run
        if fresh:
            self.sandbox.renew(granted, environment)
        try:
            return run(program, granted, environment)
        except InvalidValue as error:
            command = built.argv[0]
            if os.path.isabs(command) and not os.access(command, os.X_OK):  # the toolchain has gone
                raise
            raise NotStarted(str(error)) from error

    def close(self) -> None:
        self.sandbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _too_large(files: Mapping[str, bytes], limits: Limits) -> str:
    """Return why these files of a program cannot be put in place; empty when they can."""
    largest = max(map(len, files.values()), default=0)
    if largest > limits.file_bytes:
        return f"the program has a file of {largest} bytes, and no file may have more than {limits.file_bytes}"
    total = sum(map(len, files.values()))
    room = ProgramEnvironment().scratch_bytes
    if total > room:
        return f"the program has {total} bytes, and its folder has room for {room}"
    return ""


def _check_given(stdin: bytes, arguments: tuple[str, ...], files: Mapping[str, bytes], limits: Limits) -> None:
    """Raise `InvalidValue` for what no program could be given."""
    for argument in arguments:
        if "\0" in argument or len(argument) > _LONGEST_ARGUMENT:
            raise InvalidValue(f"arguments: {argument[:80]!r} holds a NUL or is longer than {_LONGEST_ARGUMENT}")
    folders = {str(folder) for path in files for folder in PurePosixPath(path).parents}
    for path, content in [*files.items(), ("stdin", stdin)]:
        parts = PurePosixPath(path).parts
        if not parts or "\0" in path or ".." in parts or path.startswith("/"):
            raise InvalidValue(f"files: {path!r} is not a relative path inside the scratch folder")
        try:
            longest = max(len(os.fsencode(part)) for part in parts)
        except UnicodeEncodeError as error:
            raise InvalidValue(f"files: {path!r:.80} has a character that no file name has: {error}") from None
        if longest > _LONGEST_NAME:
            raise InvalidValue(f"files: {path[:80]!r}... has a name that is longer than {_LONGEST_NAME} bytes")
        if path in folders and path in files:
            raise InvalidValue(f"files: {path!r} is a file and a folder")
        if len(content) > limits.file_bytes:
            raise InvalidValue(f"{path}: no file may have more than {limits.file_bytes} bytes, got {len(content)}")
    total, room = len(stdin) + sum(map(len, files.values())), ProgramEnvironment().scratch_bytes // 2
    if total > room:
        raise InvalidValue(f"files and stdin may have {room} bytes in all, got {total}")


def _encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {path: text.encode("utf-8", "surrogateescape") for path, text in files.items()}


def _nothing_built(made_nothing: str, execution: Execution) -> str:
    reason = made_nothing or execution.stderr[:MESSAGE_BYTES].decode("utf-8", "replace").strip()
    return f"{reason}; the compiler made nothing to run" if reason else "the compiler made nothing to run"


def _compiler_message(execution: Execution) -> str:
    text = execution.stderr[:MESSAGE_BYTES].decode("utf-8", "replace").strip()
    if execution.killed_by is not None:
        limit = "output" if execution.killed_by is KilledBy.OUTPUT or execution.truncated else execution.killed_by
        return f"the compiler went beyond its limit of {limit}; {text}".rstrip("; ")
    if execution.truncated:
        return "the compiler made more than is kept"
    ended = f"signal {execution.signal}" if execution.signal else f"status {execution.exit_code}"
    return text or f"the compiler ended with {ended}"
