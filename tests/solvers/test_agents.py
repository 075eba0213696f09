"""An agent is any command: what it leaves is judged, what it breaks is its own, and nothing hidden is there."""

from __future__ import annotations

import os
import shlex
import socket
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from assay.errors import InvalidOption, InvalidValue
from assay.models.scripted import ScriptedModel
from assay.records import (
    ANY_ORDER,
    TRUTH,
    Case,
    Cases,
    Check,
    Comparator,
    Problem,
    ProblemKind,
    ProgramInput,
    Programs,
    Suite,
    SuiteStyle,
)
from assay.sandbox.warm import WarmPython
from assay.solutions import Cost, EndedBy, Solution
from assay.solvers.agents import Agent
from assay.solvers.budget import Budget, Purse
from assay.solvers.desk import SolvingStopped
from assay.solvers.solving import Solver
from assay.solvers.testing import SandboxTester, ScriptedTester
from assay.solvers.visible import VisibleProblem, visible_part
from assay.solvers.workspace import MOST_SOURCE, workspace_of
from tests.public_data import humaneval

PROMPT = 'def double(x: int) -> int:\n    """Return twice x."""\n'
HIDDEN = 1234567891
SEEN = Cases("double", (Case((2,), 4), Case((0,), 0)))
PROBLEM = Problem(
    "double",
    Cases("double", (Case((HIDDEN,), 2 * HIDDEN, name=f"double({HIDDEN})"),)),
    prompt=PROMPT,
    reference=f"def double(x): return 2 * x  # {HIDDEN}",
    examples=SEEN,
)
FILES = {"shop/__init__.py": "", "shop/catalog.py": "PRICES = {'tea': 3}\n"}
SHOP = Problem(
    "shop",
    Cases("total", (Case((["tea"],), HIDDEN),), target="shop/pricing.py", files=FILES),
    prompt="Write total(names).",
    kind=ProblemKind.REPOSITORY,
    examples=Cases("total", (Case((["tea"],), 3),), target="shop/pricing.py", files=FILES),
)


@pytest.fixture(scope="module", autouse=True)
def sandbox() -> Iterator[WarmPython]:
    """One for all agents here; see `solved`."""
    with WarmPython() as made:
        _sandboxes.append(made)
        yield made
    _sandboxes.clear()


@pytest.fixture(scope="module")
def tester() -> Iterator[SandboxTester]:
    made = SandboxTester()
    yield made
    made.close()


_sandboxes: list[WarmPython] = []


def solved(script: str, problem: Problem = PROBLEM, *, seconds: float = 20.0, of: int = 2) -> Solution:
    """What an agent makes of a problem, which is a shell script; tried drafts pass nothing."""
    return solver(scripted(script, seconds=seconds), ScriptedTester({}, of=of)).solve(problem)


def scripted(script: str, *, seconds: float = 20.0) -> Agent:
    return replace(Agent.of(f"sh -c {shlex.quote(script)} {{workspace}}", seconds=seconds), sandbox=_sandboxes[0])


def solver(agent: Agent, tester: SandboxTester | ScriptedTester) -> Solver:
    return Solver(agent, ScriptedModel([]), tester)


def test_the_file_that_an_agent_writes_is_the_draft(tester: SandboxTester) -> None:
    script = "echo '    return 2 * x' >> solution.py; python3 test_visible.py && echo done"
    solution = solver(scripted(script), tester).solve(PROBLEM)

    (draft,) = solution.drafts
    assert draft.source == PROMPT + "    return 2 * x\n"
    assert (draft.passed, draft.of, draft.model) == (2, 2, "sh")
    assert solution.steps[0].text == "the agent ended with status 0\nstdout: all passed\ndone"
    assert solution.cost.seconds >= solution.steps[0].seconds > 0
    assert (solution.cost.calls, solution.ended) == (0, None)


def test_an_agent_is_given_nothing_but_what_may_be_seen() -> None:
    script = "cd ..; find . -type f | sort; cat workspace/*; env; cat /proc/*/cmdline"
    solution = solved(script)

    said = solution.steps[0].text
    assert "./workspace/PROBLEM.md\n./workspace/solution.py\n./workspace/test_visible.py\n" in said
    assert str(HIDDEN) not in said
    for problem in (PROBLEM, SHOP):
        workspace = workspace_of(visible_part(problem))
        assert not any(str(HIDDEN) in text for text in workspace.files.values())


def test_the_hidden_tests_of_a_public_benchmark_are_not_in_the_folder() -> None:
    for problem in humaneval()[:20]:
        assert isinstance(problem.check, Suite)
        hidden = [line.strip() for line in problem.check.source.split("\n") if "assert candidate" in line]
        files = workspace_of(visible_part(problem)).files
        assert problem.prompt.strip() in files["PROBLEM.md"]
        assert files["solution.py"] == problem.prompt
        assert not any(line in text for text in files.values() for line in hidden)


@pytest.mark.parametrize(
    ("script", "source", "said"),
    [
        pytest.param("true", PROMPT, "status 0; nothing was changed", id="nothing-changed"),
        pytest.param("echo x = 1 > solution.py; exit 3", "x = 1\n", "ended with status 3", id="exit-3"),
        pytest.param("echo x = 1 > solution.py; kill -9 $$", "x = 1\n", "ended by signal 9", id="killed"),
        pytest.param("no-such-program", PROMPT, "ended with status 127; nothing was changed", id="no-program"),
        pytest.param("rm -rf ../workspace ../* .* *", "", "solution.py is not there", id="deleted"),
        pytest.param("ln -sf /etc/passwd solution.py", "", "left out: 'workspace/solution.py': a link", id="a-link"),
        pytest.param("cd ..; rm -r workspace; ln -s /etc workspace", "", "'workspace': a link", id="a-linked-folder"),
        pytest.param("rm solution.py; mkdir solution.py", "", "solution.py is not there", id="a-folder"),
        pytest.param("chmod 0 solution.py", "", "Permission denied", id="closed"),
        pytest.param("head -c 2000000 /dev/urandom > solution.py", "", "more than 1,048,576 bytes", id="large"),
        pytest.param("head -c 9000000 /dev/urandom > solution.py", "", "9000000 bytes, more", id="too-large"),
        pytest.param("yes > solution.py", "", "more than is kept", id="gigantic"),
        pytest.param(
            "(sleep 60; echo late > solution.py) & (setsid sleep 61 &); echo x = 1 > solution.py",
            "x = 1\n", "ended with status 0", id="left-in-the-background",
        ),
        pytest.param("printf '\\377 = 1' > solution.py", "\ufffd = 1", "status 0", id="not-utf-8"),
        pytest.param("printf '\\033]0;t\\007red'", PROMPT, "stdout: \\x1b]0;t\\x07red", id="terminal"),
        pytest.param("cat /etc/shadow; ls /home /proc/1/root", PROMPT, "nothing was changed", id="reads-the-host"),
    ],
)  # fmt: skip
def test_whatever_an_agent_does_there_is_one_draft_and_a_reason(script: str, source: str, said: str) -> None:
    solution = solved(script)

    assert [draft.source for draft in solution.drafts] == [source]
    assert said in solution.steps[0].text
    assert solution.ended is None
    assert not solution.abstained


def test_time_ends_an_agent_and_what_it_had_written_is_the_draft() -> None:
    solution = solved("echo x = 1 > solution.py; echo begun; sleep 100", seconds=0.5)

    assert [draft.source for draft in solution.drafts] == ["x = 1\n"]
    assert (solution.ended, solution.detail) == (EndedBy.SECONDS, "the agent's 0.5 seconds were over")
    assert solution.steps[0].text == "the agent was stopped at its limit of time\nstdout: begun"
    assert solution.is_final


def test_a_fork_bomb_and_a_flood_end_with_their_limits() -> None:
    bomb = solved("bomb() { bomb | bomb & bomb; }; echo x = 1 > solution.py; bomb", seconds=2.0)
    flood = solved("echo x = 1 > solution.py; yes", seconds=20.0)

    assert [draft.source for draft in (*bomb.drafts, *flood.drafts)] == ["x = 1\n", "x = 1\n"]
    assert "stopped at its limit of output" in flood.steps[0].text or "File size limit" in flood.steps[0].text
    assert len(flood.steps[0].text) < 10_000
    assert not [pid for pid in filter(str.isdigit, os.listdir("/proc")) if b"bomb | bomb" in _command_of(pid)]


def _command_of(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_there_is_no_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        solution = solved(
            f'python3 -c "import socket; socket.create_connection({address}, 2); print(1)" 2>&1 | tail -1'
        )

    assert "Error" in solution.steps[0].text


def test_the_changed_files_of_a_repository_are_one_draft(tester: SandboxTester) -> None:
    script = (
        "printf 'from shop.more import FREE\\nfrom shop.catalog import PRICES\\n\\n\\n"
        "def total(names):\\n    return FREE + sum(PRICES[name] for name in names)\\n' > shop/pricing.py;"
        "echo FREE = 0 > shop/more.py; mkdir .cache; echo x > .cache/y.py; python3 test_visible.py"
    )
    solution = solver(scripted(script), tester).solve(SHOP)

    (draft,) = solution.drafts
    assert draft.source.startswith("# file: shop/pricing.py\nfrom shop.more")
    assert draft.source.endswith("# file: shop/more.py\nFREE = 0\n")
    assert (draft.passed, draft.of) == (1, 1), solution.steps


def test_only_the_target_of_a_repository_is_plain_source() -> None:
    solution = solved("echo 'def total(names): return 3' > shop/pricing.py; touch shop/catalog.py", SHOP, of=1)

    assert solution.drafts[0].source == "def total(names): return 3\n"


def test_budgets_and_a_stop_end_an_agent_before_it_begins() -> None:
    agent = Agent.of("sh -c 'exit 1' {workspace}")
    spent = Purse(Budget(calls=1))
    spent.pay(Cost(calls=1))
    solution = Solver(agent, ScriptedModel([]), ScriptedTester({}, of=1), purse=spent).solve(PROBLEM)
    stop = threading.Event()
    stop.set()

    assert (solution.drafts, solution.ended) == ((), EndedBy.CALLS)
    with pytest.raises(SolvingStopped):
        Solver(agent, ScriptedModel([]), ScriptedTester({}, of=1), stop=stop).solve(PROBLEM)


# ---- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a command is needed, such as 'my-agent {workspace}'"),
        ("sh -c 'x", "not a command line: No closing quotation"),
        ("sh -c true", "the command must say where it works: {workspace} or {problem}"),
        ("sh {workspce}", "there is no place {workspce}, only {workspace} and {problem}; did you mean {workspace}?"),
        ("sh {tools} {workspace}", "there is no place {tools}"),
        ("no-such-agent {workspace}", "the program 'no-such-agent' is not there"),
        ("./no/such/agent {workspace}", "the program './no/such/agent' is not there"),
        ("{workspace}/run", "the program itself cannot be in the workspace"),
    ],
)
def test_a_wrong_command_is_named(text: str, complaint: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        Agent.of(text)

    assert complaint in caught.value.why
    assert caught.value.option == "agent"


def test_a_file_that_cannot_be_executed_and_a_folder_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "agent").write_text("#!/bin/sh\n")

    with pytest.raises(InvalidOption, match="cannot be executed"):
        Agent.of(f"{tmp_path}/agent {{workspace}}")
    with pytest.raises(InvalidOption, match="agent_read: no folder at '/no/such'"):
        Agent.of("sh {workspace}", read=["/no/such"])
    with pytest.raises(InvalidValue, match="seconds must be positive"):
        Agent.of("sh {workspace}", seconds=0)


def test_files_of_the_user_are_copied_and_the_places_are_absolute(tmp_path: Path) -> None:
    program = tmp_path / "my agent.sh"
    program.write_text('#!/bin/sh\nhead -1 "$2"; cat "$3"; echo x = 1 > "$1/solution.py"\n')
    program.chmod(0o700)
    (tmp_path / "settings.txt").write_text("deep thought")

    agent = Agent.of(f"'{program}' {{workspace}} {{problem}} {tmp_path}/settings.txt")
    solution = Solver(agent, ScriptedModel([]), ScriptedTester({}, of=2)).solve(PROBLEM)

    assert solution.drafts[0].source == "x = 1\n"
    assert solution.steps[0].text.endswith("stdout: # double\ndeep thought")
    assert agent.name == "my_agent.sh"
    assert str(tmp_path) not in agent.signature


def test_a_signature_says_what_decides() -> None:
    one = Agent.of("sh -c 'a | b' {workspace}")

    assert one.signature.startswith("agent(sh, sha256-")
    assert one.signature.endswith(", time=600s, mem=2048MiB)")
    assert "|" not in one.signature
    assert one.signature != Agent.of("sh -c 'a | c' {workspace}").signature
    assert one.signature != Agent.of("sh -c 'a | b' {workspace}", seconds=5).signature


# ---- the folder ------------------------------------------------------------------------------------------------------


def files_of(check: Check, prompt: str = "Write it.", language: str = "python") -> Mapping[str, str]:
    return workspace_of(VisibleProblem(Problem("p", check, prompt=prompt, language=language))).files


@pytest.mark.parametrize(
    ("case", "line"),
    [
        (Case((1,), 2), "assert got == 2, repr(got)"),
        (Case((1,), True, comparator=TRUTH), "assert got, repr(got)"),
        (Case((1,), 0.5, comparator=Comparator.close(atol=0.1)), "abs(got - 0.5) <= 0.1 + 0.0 * abs(0.5)"),
        (Case(([2],), [1, 2], comparator=ANY_ORDER), "sorted(map(repr, got)) == sorted(map(repr, [1, 2]))"),
        (Case((0,), raises="ValueError"), "except ValueError:"),
        (Case((1,), 2, comparator=Comparator.predicate("def accept(r, x): return r > x")), "more than one answer"),
        (Case((float("inf"),), 2), "got = f(float('inf'))"),
        (Case((object(),), 2), "cannot be typed"),
        (Case(("\n'''\"\"\"",), "\\"), "got = f("),
    ],
)
def test_a_visible_case_as_a_test(case: Case, line: str) -> None:
    text = files_of(Cases("f", (case,)))["test_visible.py"]

    assert line in text
    compile(text, "test_visible.py", "exec")


@pytest.mark.parametrize(
    ("style", "source"),
    [
        (SuiteStyle.CHECK, "def check(candidate):\n    assert candidate(1) == 1"),
        (SuiteStyle.ASSERTS, "assert f(1) == 1"),
        (SuiteStyle.UNITTEST, "import unittest\nclass T(unittest.TestCase):\n    def test_f(self): assert f(1) == 1"),
    ],
)
def test_visible_test_code_can_be_run(style: SuiteStyle, source: str) -> None:
    problem = Problem("p", Cases("f", (Case((HIDDEN,), 1),)), prompt="f", examples=Suite("f", source, style))
    right = solved("echo 'def f(x): return x' > solution.py; python3 test_visible.py 2>&1; echo $?", problem)
    wrong = solved("echo 'def f(x): return 0' > solution.py; python3 test_visible.py 2>&1; echo $?", problem)

    assert right.steps[0].text.endswith("\n0")
    assert wrong.steps[0].text.endswith("\n1")


def test_inputs_of_a_program_are_files() -> None:
    found = files_of(Programs((ProgramInput(b"1 2\n", expected=b"3\n"),)), language="cpp")

    assert {path: found[path] for path in ("cases/1.in", "cases/1.out")} == {
        "cases/1.in": "1 2\n",
        "cases/1.out": "3\n",
    }
    assert "solution.cpp" in found
    assert "`solution.cpp`" in found["PROBLEM.md"]


def test_files_of_the_problem_keep_their_names() -> None:
    check = Cases("f", (Case((1,), 1),), target="f.py", files={"PROBLEM.md": "theirs", "test_visible.py": "theirs"})
    workspace = workspace_of(VisibleProblem(Problem("p", check, prompt="Write f.")))

    assert workspace.files["PROBLEM.md"] == workspace.files["test_visible.py"] == "theirs"
    assert workspace.own == {"visible_PROBLEM.md", "visible_test_visible.py"}
    assert "python3 visible_test_visible.py" in workspace.files["visible_PROBLEM.md"]


def test_what_is_written_is_bounded_in_all() -> None:
    workspace = workspace_of(visible_part(SHOP))
    half = b"#" * (MOST_SOURCE // 2 + 1)

    made = workspace.draft_of({"shop/pricing.py": half, "shop/more.py": half})

    assert (made.source, made.note) == ("", "more than 1,048,576 bytes were written")
