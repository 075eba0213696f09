"""What every sandbox does, whatever is inside: one suite, run against each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import UsageError
from assay.judges.cases import Prepared
from assay.records import Case, Cases, Execution, Limits, Problem, Program
from assay.sandbox.base import CallsJob, Frame, Sandbox, Session
from assay.sandbox.endings import read_raised
from assay.sandbox.guest import frames, wire
from assay.sandbox.scripted import ScriptedSandbox
from assay.sandbox.warm import WarmPython
from tests.checks import cases_of

DOUBLE = "def double(x): return 2 * x"
RAISES = "def double(x): raise LookupError(x)"
OTHER = "def triple(x): return 3 * x"
LEAVES = "import os; os._exit(7)"
HELLO = ("/bin/echo", "hello")
FAILS = ("/bin/sh", "-c", "exit 3")


def _lookup_error(x: object) -> object:
    raise LookupError(x)


def scripted() -> ScriptedSandbox:
    """The same candidates and programs, by script."""
    return ScriptedSandbox(
        {
            DOUBLE: {"double": lambda x: 2 * x},
            RAISES: {"double": _lookup_error},
            OTHER: {"triple": lambda x: 3 * x},
            LEAVES: Execution(7),
        },
        {HELLO: Execution(0, stdout=b"hello\n"), FAILS: Execution(3)},
    )


@pytest.fixture(params=[WarmPython, scripted], ids=["warm", "scripted"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with request.param() as made:
        yield made


def start(sandbox: Sandbox, source: str, *arguments: object) -> Session:
    problem = Problem("p", Cases("double", tuple(Case((argument,)) for argument in arguments)))
    message = Prepared(problem, cases_of(problem)).message
    return sandbox.session(CallsJob(source.encode(), "double", message), Limits(seconds=5))


def read(session: Session) -> list[Frame]:
    found = []
    while (frame := session.next()) is not None:
        found.append(frame)
        if frame.kind in (frames.DONE, frames.UNLOADED):
            break
    return found


def test_a_candidate_answers_its_cases_in_order(sandbox: Sandbox) -> None:
    session = start(sandbox, DOUBLE, 1, "ab", [3])

    found = read(session)

    assert [frame.kind for frame in found] == [frames.LOADED, *[frames.VALUE] * 3, frames.DONE]
    assert [wire.decode(frame.body) for frame in found[1:4]] == [2, "abab", [3, 3]]
    assert session.end().exit_code == 0


def test_an_exception_crosses_by_type_and_message(sandbox: Sandbox) -> None:
    session = start(sandbox, RAISES, 1)

    raised = read_raised(read(session)[1].body)

    assert (raised.name, raised.message) == ("LookupError", "1")
    assert raised.bases == ("LookupError", "Exception", "BaseException")
    session.end()


def test_a_missing_entry_point_is_said(sandbox: Sandbox) -> None:
    session = start(sandbox, OTHER, 1)

    (frame,) = read(session)

    assert frame.kind == frames.UNLOADED
    assert read_raised(frame.body).stage == "missing"
    session.end()


def test_an_early_end_is_silence_and_a_fact(sandbox: Sandbox) -> None:
    session = start(sandbox, LEAVES, 1)

    assert read(session) == []
    assert session.end().exit_code == 7


def test_ending_twice_says_the_same(sandbox: Sandbox) -> None:
    session = start(sandbox, DOUBLE, 1)
    read(session)

    assert session.end() == session.end()


def test_sessions_follow_one_another(sandbox: Sandbox) -> None:
    for value in range(3):
        session = start(sandbox, DOUBLE, value)
        assert wire.decode(read(session)[1].body) == 2 * value
        session.end()


def test_a_program_gives_its_output_and_its_status(sandbox: Sandbox) -> None:
    assert sandbox.run(Program(HELLO), Limits()).stdout == b"hello\n"
    assert sandbox.run(Program(FAILS), Limits()).exit_code == 3


def test_a_program_that_does_not_exist_is_the_callers_mistake(sandbox: Sandbox) -> None:
    with pytest.raises(UsageError, match="no-such-program"):
        sandbox.run(Program(("no-such-program",)), Limits())


def test_a_sandbox_names_its_layers_and_its_interpreter(sandbox: Sandbox) -> None:
    assert sandbox.isolation
    assert sandbox.python


def test_restart_and_close_may_be_repeated(sandbox: Sandbox) -> None:
    sandbox.restart()
    session = start(sandbox, DOUBLE, 1)
    read(session)
    session.end()

    sandbox.close()
    sandbox.close()
