"""The records of how tests in a language become one program with the code that they are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Mark:
    """What a program prints when its tests have come to their end; drawn anew for each program."""

    text: str
    """The line that must be printed: hexadecimal digits."""
    name: str
    """An identifier that nobody can guess, for languages in which something needs a name."""


@dataclass(frozen=True, slots=True)
class SuiteParts:
    """The source of a program in its parts, which follow one another."""

    before: str
    candidate: str
    tests: str
    files: Mapping[str, str] = field(default_factory=dict)
    """Path → text of more files that the program is built of."""
    target: str = ""
    """The path of the candidate among `files`; empty: it stands between `before` and `tests`."""
    tests_path: str = ""
    """The path of the tests, where they are a file of their own: it is then among `files`, and `tests` is empty."""
    libraries: tuple[str, ...] = ()
    """Libraries besides the language's own that a candidate may use."""
    asked: str = ""
    """Source of the problem itself, whose types a candidate declares."""
    keeps_macros: bool = False
    """Whether macros of the candidate that stand for a value or a type last in its tests."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """What tests need besides the toolchain, such as a library: looked for, or made of what the machine has, by us.

    The command runs outside of the sandbox, in an empty folder; nothing of a candidate is there.
    """

    command: tuple[str, ...]
    """`{tool}` stands for what it does in a `Recipe`; that it fails means that something is missing."""
    name: str
    """What is needed."""
    source: str
    """What installs it."""
    makes: str = ""
    """The file that the command makes, once for each version of the toolchain; empty: it is run only to ask."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Commands that are run apart from those of the candidate, on files of their own."""

    files: Mapping[str, str]
    build: tuple[tuple[str, ...], ...]
    keep: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuiteProgram:
    """A program of a candidate and its tests: its files, how it is built and how it is run.

    In commands, `{tool}`, `{runner}` and `{heap}` stand for what they do in a `Recipe`, and `{prepared}` for the folder
    that `prepare` has filled.
    """

    files: Mapping[str, str]
    """Path → text of what is there before it is built, or run where nothing is built."""
    run: tuple[str, ...]
    build: tuple[tuple[str, ...], ...] = ()
    """Commands that run one after the other, in the sandbox, each only where the one before it succeeded."""
    keep: tuple[str, ...] = ()
    """The files or folders that building makes and running needs; nothing else is there when the program runs."""
    later: Stage | None = None
    """What is built after that, of what is kept; nothing of the candidate is compiled, so that it may hold the mark."""
    lacks: str = ""
    """What this machine lacks, in words, so that the program cannot be judged here."""
    stdin: str = ""
    """What the program reads, such as the mark, for a driver of ours that runs before anything of the candidate."""
    prepare: Preparation | None = None
    """What must have been done before it can be built, once."""
    more: Mapping[str, str] = field(default_factory=dict)
    """Path → text of files that are put in place only after everything is built."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteRules:
    """How tests of a language are run: `program` makes one program that prints the mark when the tests are through."""

    program: Callable[[SuiteParts, Mark], SuiteProgram]
    failures: str = ""
    """A pattern in standard error or output that tells of a failed test, where the program goes on after it."""
    assertion: str = ""
    """A pattern in standard error or output that tells of a failed test, where the program ends by it."""
    tests_apart: bool = False
    """Whether `program` takes tests that are a file of their own."""
    missing: str = ""
    """A pattern in what the compiler or the program says whose group is the name of a library that it does not find."""
    keeps_text: bool = False
    """Whether a running program can read its own text with the comments: they are taken out of the tests."""


def piped(file: str, command: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command that gives a file to another command's standard input, and removes it before that one reads all.

    A compiler that is given its source so cannot be made to read it again by what stands in it.
    """
    script = '{ cat -- "$0"; rm -f -- "$0"; } | "$@"'
    return ("/bin/sh", "-c", script, file, *command)
