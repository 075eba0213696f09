"""Code judged over HTTP: one candidate, a batch, a stream that one endless loop does not hold up."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from assay import evaluate
from assay.benchmarks.starter import candidate_files
from assay.front.pooling import Batch, JudgingPool
from assay.records import Verdict
from assay.service.context import Context, ServiceBounds, ServiceSettings
from assay.service.judging import PART, JudgingDesk, desk_of
from assay.store.memory import MemoryStore
from tests.front.test_pooling import Gate
from tests.public_data import data_file, rows
from tests.service.local import in_process, on_loopback

DOUBLE = {"entry_point": "double", "tests": "assert double(2) == 4\nassert double(0) == 0"}
RIGHT = "def double(x): return 2 * x"
HALF = "def double(x): return 4"
LOOP = "def double(x):\n    while True: pass"
HOSTILE = Path(__file__).parents[1] / "hostile" / "candidates"


@pytest.fixture(scope="module")
def context() -> Context:
    return Context(MemoryStore(), ServiceSettings(workers=1))


@pytest.fixture(scope="module")
def client(context: Context) -> Iterator[httpx.Client]:
    """One service for all: its workers start once."""
    with in_process(context, timeout=60) as made:
        yield made


def _good() -> dict[str, str]:
    """The first good candidate of the benchmark that comes with the package."""
    (path,) = [path for path in candidate_files() if path.stem == "good"]
    row = json.loads(path.read_text("utf-8").partition("\n")[0])
    return {"problem_id": row["task_id"], "code": row["solution"]}


def lines(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_one_candidate_is_answered_with_its_verdict(client: httpx.Client) -> None:
    answer = client.post("/v1/judge", json={"problem": DOUBLE, "code": RIGHT})

    assert answer.status_code == 200
    found = answer.json()
    assert {key: found[key] for key in ("verdict", "passed", "cases", "cases_passed", "partial", "fault")} == {
        "verdict": "passed", "passed": True, "cases": 2, "cases_passed": 2, "partial": 1.0, "fault": None,
    }  # fmt: skip
    assert "index" not in found
    assert "outcomes" not in found


def test_details_tell_how_each_case_ended(client: httpx.Client) -> None:
    found = client.post("/v1/judge", json={"problem": DOUBLE, "code": HALF, "details": True}).json()

    assert (found["verdict"], found["cases_passed"], found["partial"]) == ("failed", 1, 0.7)
    assert [one["status"] for one in found["outcomes"]] == ["passed", "failed"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ({"response": f"Here it is:\n```python\n{RIGHT}\n```"}, DOUBLE),
        ({"completion": "    return 2 * x\n"}, {**DOUBLE, "prompt": "def double(x):\n"}),
        ({"code": RIGHT}, {"entry_point": "double", "cases": [{"call": "double(2)", "returns": "4"}]}),
        ({"code": RIGHT}, {"test_list": ["assert double(2) == 4"]}),
        ({"code": "print(2 * int(input()))"}, {"test_cases": [{"input": "2\n", "output": "4\n"}]}),
        ({"code": "print(2 * int(input()))"}, {"inputs": ["2", "3"], "outputs": ["4", "6"]}),
    ],
    ids=["chat", "completion", "cases", "test_list", "program", "inputs-outputs"],
)
def test_every_form_of_candidate_and_problem(
    client: httpx.Client, text: dict[str, str], problem: dict[str, object]
) -> None:
    found = client.post("/v1/judge", json={"problem": problem, **text}).json()

    assert found["verdict"] == "passed", found


def test_a_problem_of_a_benchmark_is_named(client: httpx.Client) -> None:
    found = client.post("/v1/judge", json={"benchmark": "starter", **_good()}).json()

    assert (found["problem_id"], found["verdict"]) == (_good()["problem_id"], "passed")


def test_a_batch_shares_what_stands_beside_it_and_keeps_places(client: httpx.Client) -> None:
    asked = {"problem": DOUBLE, "candidates": [{"code": RIGHT}, {"code": HALF}, {"code": "def double(x): ("}]}

    found = lines(client.post("/v1/judge", json=asked))

    assert {one["index"]: one["verdict"] for one in found} == {0: "passed", 1: "failed", 2: "invalid"}


def test_lines_are_a_batch_too(client: httpx.Client) -> None:
    body = "\n".join(json.dumps({"problem": DOUBLE, "code": code}) for code in (HALF, RIGHT))

    found = lines(client.post("/v1/judge", content=body, headers={"Content-Type": "application/x-ndjson"}))

    assert {one["index"]: one["passed"] for one in found} == {0: False, 1: True}


@pytest.mark.parametrize(
    ("asked", "status", "field"),
    [
        ({"code": RIGHT}, 400, "benchmark"),
        ({"problem": DOUBLE}, 400, "code"),
        ({"problem": DOUBLE, "code": RIGHT, "completion": ""}, 400, "code"),
        ({"problem": DOUBLE, "code": 7}, 400, "code"),
        ({"problem": DOUBLE, "code": RIGHT, "python": "/bin/sh"}, 400, "python"),
        ({"problem": {**DOUBLE, "files": {}}, "code": RIGHT}, 400, "problem"),
        ({"problem": {"entry_point": "double"}, "code": RIGHT}, 400, "no column says how to judge"),
        ({"problem": {"tests": "("}, "code": RIGHT}, 400, "problem"),
        ({"problem": {"tests": "(" * 100_000}, "code": RIGHT}, 400, "problem"),
        ({"problem": DOUBLE, "benchmark": "starter", "code": RIGHT}, 400, "problem"),
        ({"benchmark": "starter", "problem_id": "nothing", "code": RIGHT}, 400, "problem_id"),
        ({"benchmark": "starter", "problem_id": True, "code": RIGHT}, 400, "problem_id"),
        ({"benchmark": "humaneval2", "problem_id": "0", "code": RIGHT}, 404, "benchmark"),
        ({"benchmark": "/etc/passwd", "problem_id": "0", "code": RIGHT}, 404, "benchmark"),
        ({"benchmark": "../../mine.jsonl", "problem_id": "0", "code": RIGHT}, 404, "benchmark"),
        ({"problem": DOUBLE, "code": RIGHT, "limits": {"seconds": 1e9}}, 400, "limits"),
        ({"problem": DOUBLE, "code": RIGHT, "limits": {"seconds": 0}}, 400, "limits"),
        ({"problem": DOUBLE, "code": RIGHT, "limits": {"memory_bytes": 2**60}}, 400, "limits"),
        ({"problem": DOUBLE, "code": RIGHT, "limits": {"processes": 5}}, 400, "limits"),
        ({"problem": DOUBLE, "code": RIGHT, "isolation": "process"}, 403, "isolation"),
        ({"problem": DOUBLE, "code": RIGHT, "isolation": "none"}, 400, "isolation"),
        ({"problem": DOUBLE, "code": RIGHT, "cache": 1}, 400, "cache"),
        ({"problem": DOUBLE, "candidates": []}, 400, "candidates"),
        ({"problem": DOUBLE, "candidates": [1]}, 400, "candidates"),
        ({"problem": DOUBLE, "candidates": [{"code": RIGHT}] * 10_001}, 413, "candidates"),
        ([], 400, None),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    client: httpx.Client, asked: object, status: int, field: str | None
) -> None:
    answer = client.post("/v1/judge", json=asked)

    assert (answer.status_code, answer.json().get("field")) == (status, field), answer.text


def test_the_place_of_a_bad_candidate_is_named(client: httpx.Client) -> None:
    answer = client.post("/v1/judge", json={"problem": DOUBLE, "candidates": [{"code": RIGHT}, {"code": None}]})

    assert (answer.status_code, answer.json()["index"]) == (400, 1)


def test_tests_that_cannot_be_run_leave_a_candidate_unjudged_and_not_failed(client: httpx.Client) -> None:
    asked = {"problem": {"entry_point": "double", "tests": "x = 1"}, "code": RIGHT}

    found = client.post("/v1/judge", json=asked).json()

    assert (found["verdict"], found["passed"], found["partial"]) == (None, None, None)
    assert found["fault"]
    assert client.post("/v1/judge", json={"problem": DOUBLE, "code": RIGHT}).json()["passed"]


@pytest.mark.parametrize(
    "name",
    ["ends_os_exit_0_call", "ends_prints_passed", "ends_sys_exit_0_import", "ends_close_channel_call", "ends_sigstop"],
)
def test_a_hostile_candidate_does_not_pass(client: httpx.Client, name: str) -> None:
    source = (HOSTILE / f"{name}.py").read_text("utf-8")
    problem = {"entry_point": "add", "cases": [{"call": f"add({n}, 1)", "returns": str(n + 1)} for n in range(3)]}

    found = client.post("/v1/judge", json={"problem": problem, "code": source}).json()

    assert found["verdict"] is not None
    assert not found["passed"]


@pytest.mark.parametrize("code", ["\ud800", "\0", "<script>alert(1)</script>", "\x1b[31m", "é" * 1000 + "("])
def test_any_text_can_be_a_candidate(client: httpx.Client, code: str) -> None:
    body = json.dumps({"problem": DOUBLE, "code": code})

    answer = client.post("/v1/judge", content=body, headers={"Content-Type": "application/json"})

    assert (answer.status_code, answer.json()["verdict"]) == (200, "invalid")


DEEP = "-" * 100_000 + "1"


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"problem": {"test_cases": [{"input": "\ud800", "output": "1"}]}, "code": RIGHT}, "test_cases"),
        ({"problem": {"test_cases": '[{"input": "1", "output": "\\ud800"}]'}, "code": RIGHT}, "test_cases"),
        ({"problem": {"tests": f"assert f() == {DEEP}"}, "code": RIGHT}, "problem"),
        ({"problem": {"tests": f"assert f() == {DEEP}", "entry_point": "f"}, "code": RIGHT}, "tests"),
        ({"problem": {"tests": f"assert f() == {DEEP}", "reference": "def f(): ..."}, "code": RIGHT}, "problem"),
        ({"problem": {"test": f"x = {DEEP}", "entry_point": "f"}, "code": RIGHT}, "test"),
        ({"problem": {"entry_point": "f", "cases": [{"call": f"f({DEEP})", "returns": "4"}]}, "code": ""}, "problem"),
        ({"problem": {"entry_point": "f", "cases": [{"call": "f('\ud800')", "returns": "\0"}]}, "code": ""}, "problem"),
        ({"problem": DOUBLE, "code": RIGHT, "\ud800": 1}, "\\ud800"),
        ({"problem": {**DOUBLE, "\ud800": 1}, "code": RIGHT}, "problem"),
        ({"problem": {**DOUBLE, "tests": "assert double(2) == 4\0"}, "code": RIGHT}, "tests"),
        ({"problem": {**DOUBLE, "tests": "assert double('\ud800') == 4"}, "code": RIGHT}, "tests"),
        ({"problem": {**DOUBLE, "prelude": "\ud800"}, "code": RIGHT}, "prelude"),
        ({"problem": {**DOUBLE, "tests": "assert (", "entry_point": "double"}, "code": RIGHT}, "tests"),
        ({"problem": {**DOUBLE, "language": "klingon"}, "code": RIGHT}, "language"),
        ({"problem": {**DOUBLE, "language": "\ud800" * 1000}, "code": RIGHT}, "language"),
        ({"problem": {"inputs": ["1"], "outputs": ["1"], "language": "klingon"}, "code": RIGHT}, "language"),
        ({"problem": {"inputs": [[1]], "outputs": [1], "fn_name": "f", "language": "c"}, "code": RIGHT}, "language"),
        ({"problem": {"inputs": ["1"] * 1001, "outputs": ["1"] * 1001}, "code": RIGHT}, "problem"),
        ({"problem": {"inputs": [[1]] * 10_001, "outputs": [1] * 10_001, "fn_name": "f"}, "code": RIGHT}, "problem"),
    ],
)  # fmt: skip
def test_a_problem_that_nobody_could_judge_is_refused(client: httpx.Client, asked: object, field: str) -> None:
    answer = client.post("/v1/judge", content=json.dumps(asked), headers={"Content-Type": "application/json"})

    assert (answer.status_code, answer.json()["field"]) == (400, field), answer.text


def test_a_program_has_one_time_for_all_its_inputs() -> None:
    problem = {"inputs": [str(number) for number in range(1000)], "outputs": ["1"] * 1000}
    with in_process(Context(MemoryStore(), ServiceSettings(workers=1, most_seconds=1.0)), timeout=60) as client:
        found = client.post("/v1/judge", json={"problem": problem, "code": "print(1)\nwhile True: pass"}).json()

    assert (found["verdict"], found["cases"], found["cases_passed"]) == ("timed_out", 1000, 0)


def test_an_answer_that_is_too_long_is_no_answer(client: httpx.Client) -> None:
    asked = {"problem": DOUBLE, "candidates": [{"response": RIGHT + " " * 300_000}, {"response": RIGHT}]}

    found = lines(client.post("/v1/judge", json=asked))

    assert {one["index"]: one["verdict"] for one in found} == {0: "invalid", 1: "passed"}


@pytest.mark.slow
def test_endless_loops_under_different_limits_shut_out_nobody() -> None:
    loops = [{"code": LOOP, "limits": {"seconds": 50 + number}} for number in range(5)]
    asked = {"problem": DOUBLE, "candidates": loops}
    with (
        on_loopback(Context(MemoryStore(), ServiceSettings(workers=1))) as address,
        httpx.stream("POST", f"{address}/v1/judge", json=asked, timeout=60) as answer,
    ):
        assert answer.status_code == 200
        for seconds in (3, 4):
            other = {"problem": DOUBLE, "code": RIGHT, "limits": {"seconds": seconds}}
            assert httpx.post(f"{address}/v1/judge", json=other, timeout=45).json()["passed"]


def test_whoever_leaves_gives_up_the_only_candidate_too() -> None:
    context = Context(MemoryStore(), ServiceSettings())
    engine = gated(context)
    asked = {"problem": DOUBLE, "code": RIGHT}
    with on_loopback(context) as address, httpx.Client(base_url=address, timeout=60) as client:
        pool = desk_of(context).pool
        batches: list[Batch] = []
        submit = pool.submit

        def noted(*given: Any, **named: Any) -> Batch:
            batches.append(submit(*given, **named))
            return batches[-1]

        pool.submit = noted  # type: ignore[method-assign]  # sees the batch that the service has
        body = json.dumps(asked).encode()
        with socket.create_connection((httpx.URL(address).host, httpx.URL(address).port or 0)) as leaving:
            head = f"POST /v1/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
            leaving.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
            while not batches:
                assert client.get("/healthz").status_code == 200
        while not batches[0].is_cancelled:
            assert client.get("/healthz").status_code == 200
        engine.opened.set()
        assert client.post("/v1/judge", json={"problem": DOUBLE, "code": HALF}).json()["verdict"] == "failed"

    assert pool.load.waiting == 0


def test_an_endless_loop_holds_up_nobody() -> None:
    candidates = [{"code": LOOP}, *({"code": f"{RIGHT}  # {number}"} for number in range(12))]
    asked = {"problem": DOUBLE, "candidates": candidates, "limits": {"seconds": 1}}
    with (
        on_loopback(Context(MemoryStore(), ServiceSettings(workers=2))) as address,
        httpx.stream("POST", f"{address}/v1/judge", json=asked, timeout=60) as answer,
    ):
        found = [json.loads(line) for line in answer.iter_lines()]

    assert [one["passed"] for one in found[:-1]] == [True] * 12
    assert (found[-1]["index"], found[-1]["verdict"]) == (0, "timed_out")


def gated(context: Context, *, room: int = 100) -> Gate:
    """Let the candidates of a service wait until they are let through."""
    gate = Gate()
    desk = desk_of(context)
    context.parts[PART] = JudgingDesk(
        desk.settings, desk.shelf, JudgingPool(gate.another, verdicts=context.store, room=room), desk.columns
    )
    return gate


def test_a_full_service_says_when_to_come_again() -> None:
    context = Context(MemoryStore(), ServiceSettings())
    engine = gated(context, room=3)
    pool = desk_of(context).pool
    with in_process(context) as client:
        pool.load.add(3, 3)
        answer = client.post("/v1/judge", json={"problem": DOUBLE, "code": RIGHT})
        pool.load.remove(3)
        engine.opened.set()
        again = client.post("/v1/judge", json={"problem": DOUBLE, "code": RIGHT})

    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    assert "wait" in answer.json()["error"]
    assert again.json()["passed"]


def test_whoever_leaves_gives_up_what_is_not_judged_yet() -> None:
    context = Context(MemoryStore(), ServiceSettings())
    engine = gated(context)
    asked = {"problem": DOUBLE, "candidates": [{"code": f"{RIGHT}  # {number}"} for number in range(50)]}
    with on_loopback(context) as address:
        with httpx.stream("POST", f"{address}/v1/judge", json=asked, timeout=60) as answer:
            assert answer.status_code == 200
        pool = desk_of(context).pool
        with httpx.Client(base_url=address, timeout=60) as client:
            # The service notices that the other one left while it answers this one.
            assert client.get("/healthz").status_code == 200
            engine.opened.set()
            assert client.post("/v1/judge", json={"problem": DOUBLE, "code": HALF}).json()["verdict"] == "failed"

    assert len(engine.order) < 50
    assert pool.load.waiting == 0


def test_the_judging_shows_in_the_figures(client: httpx.Client) -> None:
    client.post("/v1/judge", json={"problem": DOUBLE, "code": RIGHT})

    assert 'assay_judged_total{verdict="passed"}' in client.get("/metrics").text


@pytest.mark.slow
def test_a_verdict_of_a_benchmark_is_kept_and_that_of_own_tests_is_not() -> None:
    store = MemoryStore()
    asked = {"benchmark": "starter", **_good()}
    kept: list[int] = []
    for _ in range(2):
        context = Context(store, ServiceSettings())
        engine = gated(context)
        engine.opened.set()
        with in_process(context) as client:
            assert client.post("/v1/judge", json=asked).json()["passed"]
            assert client.post("/v1/judge", json={"problem": DOUBLE, "code": RIGHT}).json()["passed"]
        kept.append(len(engine.order))

    assert kept == [2, 1]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_batch_of_real_answers_gets_the_verdicts_of_evaluate() -> None:
    name = "Aeala_VicUnlocked-alpaca-65b-4bit_ALPACA_MD_RECALC"
    given = [one for one in rows("samples-llm-humaneval-benchmarks/all_runs.jsonl.gz") if one["run"] == name]
    problems = str(data_file("humaneval/HumanEval.jsonl.gz"))
    store = MemoryStore()
    report = evaluate(given, "humaneval", problem_file=problems, store=store, workers=2)
    want = [trial.verdict for trial in store.trials(report.run.id)]
    settings = ServiceSettings(workers=2, benchmarks=(f"humaneval={problems}",))
    candidates = [{"problem_id": one["task_id"], "completion": one["completion"]} for one in given]
    with in_process(Context(MemoryStore(), settings), timeout=300) as client:
        found = lines(client.post("/v1/judge", json={"benchmark": "humaneval", "candidates": candidates}))

    got = {one["index"]: one["verdict"] for one in found}
    assert [None if got[place] is None else Verdict(got[place]) for place in range(len(given))] == want


def test_a_stop_tells_whoever_waits_that_the_candidate_is_unjudged(caplog: pytest.LogCaptureFixture) -> None:
    settings = ServiceSettings(workers=1, bounds=ServiceBounds(stop_seconds=0.1))
    context = Context(MemoryStore(), settings)
    found: list[httpx.Response] = []
    with on_loopback(context) as address:
        asked = {"problem": DOUBLE, "code": LOOP, "limits": {"seconds": 60}}
        httpx.post(f"{address}/v1/judge", json={**asked, "code": RIGHT}, timeout=60)  # so that the workers are there
        sender = Thread(target=lambda: found.append(httpx.post(f"{address}/v1/judge", json=asked, timeout=60)))
        sender.start()
        while not (PART in context.parts and desk_of(context).pool.load.waiting):
            httpx.get(f"{address}/healthz")
        figures = httpx.get(f"{address}/metrics").text
    sender.join()

    assert "assay_queue_depth 1.0" in figures
    # 503: the stop came between the count and the line, so that it was never accepted
    assert (found[0].status_code, found[0].json().get("verdict")) in [(200, None), (503, None)]
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("tests", ["assert '\0'", "assert '\ud800'"])
@pytest.mark.parametrize("shape", ["one", "several", "line"])
def test_tests_that_no_file_can_hold_are_refused(client: httpx.Client, tests: str, shape: str) -> None:
    one = {"problem": {"entry_point": "double", "tests": tests}, "code": RIGHT}
    kind = "application/x-ndjson" if shape == "line" else "application/json"
    sent = json.dumps({"candidates": [one]} if shape == "several" else one)
    answer = client.post("/v1/judge", content=sent, headers={"Content-Type": kind})

    assert (answer.status_code, answer.json()["field"]) == (400, "tests")
