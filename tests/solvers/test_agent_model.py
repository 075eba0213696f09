"""An agent in the sandbox that asks a model: it has no network and no key, and every answer is counted."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

import assay
from assay.errors import InvalidOption, SandboxUnavailable
from assay.models.base import Model, ModelRefused
from assay.models.http import HttpModel
from assay.models.keys import ApiKey
from assay.models.prices import Prices
from assay.models.scripted import ScriptedModel
from assay.records import Case, Cases, Problem
from assay.solutions import AS_SERVED, Completion, EndedBy, Message, Sampling, StepKind
from assay.solvers.agents import Agent
from assay.solvers.budget import Budget
from assay.solvers.desk import SolvingStopped
from assay.solvers.solving import Solver
from assay.solvers.testing import SandboxTester, ScriptedTester
from assay.store.memory import MemoryStore
from tests.models.fake_server import FakeServer, Received, Reply

SECRET = "sk-the-key-of-the-user"
PROMPT = 'def double(x: int) -> int:\n    """Return twice x."""\n'
SEEN = Cases("double", (Case((2,), 4), Case((0,), 0)))
PROBLEM = Problem("double", Cases("double", (Case((7,), 14),)), prompt=PROMPT, examples=SEEN)
RIGHT = PROMPT + "    return 2 * x\n"
ASKING = """
import json, os, sys, urllib.request, urllib.error
def ask(*messages, **more):
    asked = {"model": os.environ["ASSAY_MODEL"], "messages": messages, **more}
    headers = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]}
    url = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
    try:
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(asked).encode(), headers)) as answer:
            return answer.status, json.load(answer)["choices"][0]["message"]
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["error"]["message"]
def user(text): return {"role": "user", "content": text}
"""
SOLVING = """
tool = {"type": "function", "function": {"name": "read", "parameters": {"type": "object"}}}
asked = [user(open("PROBLEM.md").read())]
while True:
    status, answer = ask(*asked, tools=[tool])
    if not answer.get("tool_calls"):
        break
    call = answer["tool_calls"][0]
    content = open(json.loads(call["function"]["arguments"])["path"]).read()
    asked += [answer, {"role": "tool", "tool_call_id": call["id"], "content": content}]
open("solution.py", "w").write(answer["content"])
"""


@pytest.fixture(scope="module")
def write(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Writes an agent, and returns the command that runs it."""
    folder, count = tmp_path_factory.mktemp("agents"), iter(range(1000))

    def written(source: str) -> str:
        path = folder / f"agent{next(count)}.py"
        path.write_text(ASKING + source)
        return f"python3 {path} {{workspace}}"

    return written


def http_model(server: FakeServer, name: str = "served") -> HttpModel:
    return HttpModel(name, base_url=server.base_url, key=ApiKey(SECRET), prices=Prices.of_text("1,2"))


def solver(command: str, model: Model, *, seconds: float = 60.0, **options: Any) -> Solver:  # Any: those of a solver
    agent = Agent.of(command, seconds=seconds, model=model)
    return Solver(agent, model, ScriptedTester({RIGHT: 2}, of=2), **options)


def said(command: str, model: Model, **options: Any) -> str:  # Any: those of `solver`
    """What an agent printed."""
    steps = solver(command, model, **options).solve(PROBLEM).steps
    return next(step.text for step in steps if step.kind is StepKind.NOTED and "the agent" in step.text)


def reading_then_solving(received: Received) -> Reply:
    """A model that reads a file with a tool, and then knows the answer."""
    if received.body["messages"][-1]["role"] == "tool":
        assert "double" in received.body["messages"][-1]["content"]
        return Reply(RIGHT)
    function = {"name": "read", "arguments": '{"path": "test_visible.py"}'}
    message = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "1", "type": "function", "function": function}],
    }
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    return Reply(body=json.dumps({"choices": [choice], "usage": usage}).encode())


def test_an_agent_works_with_tools_and_every_answer_is_counted(write: Callable[[str], str]) -> None:
    tester = SandboxTester()
    with FakeServer(reading_then_solving) as server, http_model(server) as model:
        agent = Agent.of(write(SOLVING), seconds=60, model=model)
        solution = Solver(agent, model, tester).solve(PROBLEM)
        received = list(server.received)
    tester.close()

    (draft,) = solution.drafts
    assert (draft.source, draft.passed, draft.of, draft.model) == (RIGHT, 2, 2, f"{agent.name}+served")
    assert [step.kind for step in solution.steps] == [StepKind.ASKED, StepKind.ASKED, StepKind.NOTED, StepKind.TRIED]
    assert [step.model for step in solution.steps[:2]] == ["served", "served"]
    assert (solution.cost.calls, solution.cost.tokens_in, solution.cost.tokens_out) == (2, 110, 15)
    assert solution.cost.cost_usd == pytest.approx((110 + 2 * 15) / 1e6)
    assert [step.stage for step in solution.steps] == [1, 2, 3, 4]
    assert solution.cost.seconds > solution.steps[2].seconds > 0
    assert solution.ended is None
    assert {one.body["model"] for one in received} == {"served"}
    assert {one.headers["authorization"] for one in received} == {f"Bearer {SECRET}"}
    assert agent.signature.endswith(", model=served)")
    assert agent.signature != replace(agent, model=None).signature


def test_no_key_is_in_the_sandbox_and_no_other_address_is_reached(
    write: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    source = """
import glob, socket
print(ask(user("hi"))[1]["content"])
print(sorted(item for item in os.environ.items() if "OPENAI" in item[0] or "ASSAY" in item[0]))
for path in glob.glob("/proc/*/environ") + glob.glob("/proc/*/cmdline"):
    try: print("leaked" if "sk-the-key" in open(path, errors="replace").read() else "", end="")
    except OSError: pass
for port in (HOST, 80):
    for address in ("127.0.0.1", "192.0.2.1"):
        try: socket.create_connection((address, port), 2); print("reached", address, port)
        except OSError as error: print("no")
"""
    with FakeServer(usual=Reply("hello", echoes_key=False)) as server, http_model(server) as model:
        port = server.base_url.rsplit(":", 1)[1].removesuffix("/v1")
        found = said(write(source.replace("HOST", port)), model)
        requests = server.requests

    assert "stdout: hello\n[('ASSAY_MODEL', 'served'), ('OPENAI_API_BASE', 'http://127.0.0.1:8000/v1')" in found
    assert "('OPENAI_API_KEY', 'none')" in found
    assert found.endswith("no\nno\nno\nno")
    assert "leaked" not in found
    assert SECRET not in found
    assert requests == 1


def test_the_command_can_name_the_model_and_its_address() -> None:
    model = ScriptedModel([], name="mine/1")
    text = said("sh -c 'echo \"$@\"' x {workspace} --model={model} {base_url}", model)

    assert text.endswith("/workspace --model=mine/1 http://127.0.0.1:8000/v1")
    with pytest.raises(InvalidOption, match=r"\{model\} needs a model, and none was given"):
        Agent.of("sh {workspace} {model}")
    with pytest.raises(InvalidOption, match=r"only \{workspace\}, \{problem\}, \{base_url\} and \{model\}; did you"):
        Agent.of("sh {workspace} {modl}", model=model)
    with pytest.raises(InvalidOption, match="must say where it works"):
        Agent.of("sh {model}", model=model)


def test_a_budget_ends_in_the_middle_and_the_solution_is_marked(write: Callable[[str], str]) -> None:
    source = "open('solution.py', 'w').write('x = 1')\nfor n in range(4): print(*ask(user(str(n))))"
    model = ScriptedModel(lambda messages, number: "fine", cost_usd=0.5)
    solution = solver(write(source), model, budget=Budget(cost=1.0)).solve(PROBLEM)

    assert (solution.ended, solution.detail) == (EndedBy.COST, "the problem's budget of cost is used up")
    assert (solution.cost.calls, solution.cost.cost_usd) == (2, 1.0)
    assert [draft.source for draft in solution.drafts] == ["x = 1"]
    assert solution.steps[2].text.count("429 the problem's budget of cost is used up") == 2


def test_a_model_that_is_gone_leaves_the_problem_for_later(write: Callable[[str], str]) -> None:
    command = write("for n in range(2): print(ask(user(str(n))))")
    never = solver(command, ScriptedModel([])).solve(PROBLEM)
    later = solver(command, ScriptedModel(["fine"])).solve(PROBLEM)

    assert (never.ended, never.drafts, never.is_final) == (EndedBy.MODEL, (), False)
    assert (later.ended, len(later.drafts), later.is_final) == (EndedBy.MODEL, 1, True)


def test_what_ends_the_run_ends_the_agent(write: Callable[[str], str]) -> None:
    command = write("import time\nask(user('hi'))\ntime.sleep(60)")
    with pytest.raises(ModelRefused, match="wrong key"):
        solver(command, ScriptedModel([ModelRefused("wrong key")])).solve(PROBLEM)

    stop = threading.Event()

    def answer(*_: object) -> str:
        stop.set()
        return "x"

    with pytest.raises(SolvingStopped):
        solver(command, ScriptedModel(answer), stop=stop).solve(PROBLEM)


@pytest.mark.parametrize(
    "attack",
    [
        pytest.param("while True: s = connect(); s.sendall(b'POST / HTTP/1.1\\r\\nHost: x\\r\\n')", id="half-requests",
                     marks=pytest.mark.slow),
        pytest.param("kept = [connect() for _ in range(70)]; time.sleep(60)", id="left-open"),
        pytest.param("while True: connect().close()", id="connections"),
        pytest.param(
            "s = connect(); s.sendall(b'POST /v1/chat/completions HTTP/1.1\\r\\nHost: x\\r\\n"
            "Transfer-Encoding: chunked\\r\\n\\r\\n')\n"
            "while True: s.sendall(b'10000\\r\\n' + bytes(65536) + b'\\r\\n')",
            id="endless-body",
        ),
        pytest.param(
            "import threading\nfor _ in range(50): threading.Thread(target=flood).start()", id="fifty-threads",
            marks=pytest.mark.slow,
        ),
        pytest.param("os.kill(os.getpid(), 9)", id="killed"),
    ],
)  # fmt: skip
def test_a_hostile_agent_harms_itself_alone(attack: str, write: Callable[[str], str]) -> None:
    source = f"""
import socket, time
def connect(): return socket.create_connection(("127.0.0.1", 8000), 5)
def flood():
    while True:
        try: ask()
        except OSError: pass
print(ask(user("hi")), flush=True)
open("solution.py", "w").write("x = 1")
{attack}
"""
    before = set(threading.enumerate())
    model = ScriptedModel(["fine"])
    solution = solver(write(source), model, seconds=2.0).solve(PROBLEM)

    assert [draft.source for draft in solution.drafts] == ["x = 1"]
    assert (len(model.asked), solution.cost.calls) == (1, 1)
    assert set(threading.enumerate()) == before


def test_without_namespaces_the_run_does_not_begin() -> None:
    agent = Agent.of("sh {workspace}", isolation="process", model=ScriptedModel([]))

    with pytest.raises(SandboxUnavailable, match="a network of its own is needed"):
        agent.check()
    replace(agent, model=None).check()


# ---- from the front door ---------------------------------------------------------------------------------------------


def test_a_run_that_is_made_again_pays_for_nothing_twice(write: Callable[[str], str]) -> None:
    store = MemoryStore()
    with FakeServer(reading_then_solving) as server:
        solve = partial(assay.solve, base_url=server.base_url, agent=write(SOLVING), store=store, workers=1)
        first = solve(PROBLEM, "served", price="1,2")
        sent = server.requests
        again = solve(PROBLEM, "served", price="1,2", fresh=True)
        sent_again = server.requests

    assert (first.passed, again.passed) == (True, True)
    assert (sent, sent_again) == (2, 2)
    (solution,) = store.solutions(first.run.id)
    (reused,) = store.solutions(again.run.id)
    assert (solution.cost.calls, solution.cost.reused) == (2, 0)
    assert (reused.cost.calls, reused.cost.reused, reused.cost.cost_usd) == (2, 2, solution.cost.cost_usd)
    assert "strategy:agent(agent" in first.scores[0].signature
    assert "model=served)" in first.scores[0].signature


class Meeting(ScriptedModel):
    """Answers when two requests are there at the same time."""

    both = threading.Barrier(2)

    def complete(self, messages: Sequence[Message], *, sampling: Sampling = AS_SERVED, number: int = 0) -> Completion:
        self.both.wait(50)
        return super().complete(messages, sampling=sampling, number=number)


def test_problems_side_by_side_have_a_gateway_each(write: Callable[[str], str]) -> None:
    problems = [replace(PROBLEM, id=name, prompt=f"# {name}\n{PROMPT}") for name in ("one", "two")]
    model, store = Meeting(lambda messages, number: f"# {messages[0].content[:5]}\n{RIGHT}"), MemoryStore()
    source = "open('solution.py', 'w').write(ask(user(open('PROBLEM.md').read()))[1]['content'])"
    report = assay.solve(problems, model, agent=write(source), store=store, workers=1, concurrency=2)

    assert report.passed
    found = {one.problem_id: (one.cost.calls, one.drafts[0].source[:7]) for one in store.solutions(report.run.id)}
    assert found == {"one": (1, "# # one"), "two": (1, "# # two")}


def test_an_agent_is_given_one_model() -> None:
    with pytest.raises(InvalidOption, match="an agent is given one model, got 2"):
        assay.solve(
            PROBLEM, [ScriptedModel([], name="a"), ScriptedModel([], name="b")], agent="sh {workspace}", store="memory:"
        )
