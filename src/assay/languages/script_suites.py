"""How tests in interpreted languages are run: a driver of ours has the mark before the candidate has control.

The driver is `drivers/driver.*` of the language. It reads standard input to its end, the mark and then the tests, takes
the input away, loads the candidate, runs the tests and prints the mark. Mark and tests are in no file at any time.
"""

from __future__ import annotations

from collections.abc import Callable

from assay.languages.driving import driver
from assay.languages.suites import Mark, Preparation, SuiteParts, SuiteProgram

LUAUNIT_RUN = "os.exit(lu.LuaUnit.run())"
"""The last line of Lua's tests: it ends the process, where a driver wants to know the result."""

BASH_FAILURE = "a test failed"
"""What is said where a command of Bash's tests fails; by itself the shell would end without a word."""


def driven(
    suffix: str, run: tuple[str, ...], *, opening: str = "", libraries: tuple[tuple[str, Preparation], ...] = ()
) -> Callable[[SuiteParts, Mark], SuiteProgram]:
    """Return what makes a program of a candidate, whose file is `candidate` with the suffix, and the driver.

    `opening` is what the candidate's file must begin with where its text does not; `libraries` are words of the tests
    and what they need.
    """

    def program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
        candidate = f"{parts.before}\n{parts.candidate}" if parts.before else parts.candidate
        if opening not in candidate:
            candidate = f"{opening}\n{candidate}"
        return SuiteProgram(
            {f"candidate{suffix}": candidate, f"driver{suffix}": driver(f"driver{suffix}")},
            run=(*run, f"driver{suffix}"),
            stdin=f"{mark.text}\n{parts.tests}",
            prepare=next((needed for word, needed in libraries if word in parts.tests), None),
        )

    return program


def lua_program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    """Return the program of a candidate in Lua, which is one chunk with its tests: its functions may be local."""
    tests = parts.tests.replace(LUAUNIT_RUN, f'return "{mark.name}", lu.LuaUnit.run()')
    if tests == parts.tests:
        tests += f'\nreturn "{mark.name}", 0\n'
    source = "\n".join(filter(None, (parts.before, parts.candidate, tests)))
    luaunit = Preparation(("{tool}", "-e", "require('luaunit')"), "luaunit", "apt install lua-unit")
    return SuiteProgram(
        {"driver.lua": driver("driver.lua")},
        run=("{tool}", "driver.lua"),
        stdin=f"{mark.text}\n{mark.name}\n{source}",
        prepare=luaunit if "luaunit" in parts.tests else None,
    )


def bash_program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    """Return the program of a candidate in Bash: one text that nobody can read again, with the mark at its end.

    The shell reads all of it before it runs the first command, and keeps it in no variable and no file.
    """
    tests = parts.tests.replace("\nset -e\n", f"\nset -eE; trap 'echo {BASH_FAILURE} >&2' ERR\n")
    source = "\n".join(filter(None, (parts.before, parts.candidate, tests)))
    run = ("{tool}", "-c", 'eval "$(cat; exec </dev/null)"')
    return SuiteProgram({}, run=run, stdin=f"{source}\n\\builtin \\printf '\\n%s\\n' {mark.text}\n")
