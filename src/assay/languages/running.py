"""The records of how a language's toolchain is found and how its programs are built and run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ToolchainFacts:
    """How a language's toolchain is found on a machine."""

    commands: tuple[str, ...]
    """The first one on the PATH is taken."""
    version_arguments: tuple[str, ...]
    source: str
    """What installs it."""


@dataclass(frozen=True, slots=True)
class ProgramNames:
    """What the words in braces of a recipe stand for."""

    file: str
    """`{file}`: what the source is called."""
    main: str = "main"
    """`{main}`: what is started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How a program of one language is built and run; `{tool}` is the toolchain's command.

    In the command that runs it, `{heap}` is the memory of the program in MiB, for a runtime that sets its heap a bound.
    """

    suffixes: tuple[str, ...] = ()
    """Of files that hold a program; empty: all suffixes of the language."""
    file: str
    """What the source is called in the scratch folder."""
    run: tuple[str, ...] = ()
    """Empty: by a warm interpreter of ours."""
    build: tuple[str, ...] = ()
    """Empty: the source is run as it is."""
    keep: str = ""
    """The file or folder that building makes."""
    runner: str = ""
    """The command that runs what was built, `{runner}`, where it is another one; it stands beside `{tool}`."""
    home: tuple[str, ...] = ()
    """Arguments that make `{tool}` tell the folder it really lives in, for one that is a stand-in."""
    read: tuple[str, ...] = ()
    """Patterns of more paths that it has to read."""
    made_nothing: str = ""
    """Why a build may end well and make nothing to run."""
    runtime_bytes: int = 0
    """What the runtime itself may hold, such as compiled code and stacks: that is not the program's memory."""
    open_files: int = 0
    """How many files it must at least be allowed to have open, or it does not start."""
    crash: str = ""
    """A pattern found in standard error when a program ended by an error that nobody caught."""
    exhausted: str = ""
    """A pattern found there when that error was that there is no more memory."""
    unparsable: str = ""
    """A pattern that standard error begins with when an interpreter refuses the source as a whole."""
    names: Callable[[str], ProgramNames] | None = None
    """Where the names depend on the source."""

    def names_of(self, source: str) -> ProgramNames:
        """Return the names of one program."""
        return self.names(source) if self.names else ProgramNames(self.file)


def argv(text: str) -> tuple[str, ...]:
    """Return the words of a command in which no word holds a blank.

    >>> argv("{tool} -o main")
    ('{tool}', '-o', 'main')
    """
    return tuple(text.split())
