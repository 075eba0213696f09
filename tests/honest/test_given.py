"""Files, requests and bytes that are odd and right: each is read as it is meant, and none is taken for an attack."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from assay.benchmarks.candidates import read_candidates
from assay.benchmarks.own import load_own
from assay.benchmarks.rows import read_content, rows_of
from assay.cli.configuration import choices
from assay.front.columns import problem_of_row
from assay.monitoring.alerting.reading import rules_of
from assay.records import Programs
from assay.reports.exporting import export_folder
from assay.service.context import Context, ServiceSettings
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore
from tests.hostile.service_attacks import answers_to
from tests.hostile.test_given_files import BENCHMARK
from tests.service.local import in_process, on_loopback
from tests.store.builders import a_run, a_trial, numbered

ROW = '{"task_id": "it/0", "solution": "x"}'
CANDIDATES: dict[str, bytes] = {
    "a byte order mark": b"\xef\xbb\xbf" + ROW.encode(),
    "line ends of Windows": f"{ROW}\r\n{ROW}\r\n".encode(),
    "blank lines between": f"\n\n{ROW}\n  \n{ROW}\n\n".encode(),
    "several members of gzip": gzip.compress(f"{ROW}\n".encode()) + gzip.compress(ROW.encode()),
    "a separator of lines within text": '{"task_id": "it/0", "solution": "a = \'\u2028\'"}'.encode(),
    "a pair of halves": rb'{"task_id": "it/0", "solution": "\ud83d\ude00"}',
    "one object on many lines": json.dumps(json.loads(ROW), indent=4).encode(),
    "a list on many lines": json.dumps([json.loads(ROW)], indent=4).encode(),
    "fields that are not known": b'{"task_id": "it/0", "solution": "x", "mine": {"a": [1, null, {"b": 1e3}]}}',
    "an empty program": b'{"task_id": "it/0", "solution": ""}',
}


@pytest.mark.parametrize("oddity", CANDIDATES)
def test_odd_candidates_are_read(tmp_path: Path, oddity: str) -> None:
    (tmp_path / "c.jsonl").write_bytes(CANDIDATES[oddity])

    assert {one.problem_id for one in read_candidates(tmp_path / "c.jsonl", BENCHMARK)} == {"it/0"}


RULES = (
    "rules:\n- name: naïve – 中文\n  kind: no_data\n",
    "# only a comment before\nrules: [{name: 'a: b', kind: no_data, window: 1.5h}]\n",
    'rules: [{name: "it\'s", kind: cost, total_above: 1.0e+2, window: 90s}]\n',
    "channels: {a: {kind: webhook, url: 'https://[::1]:8443/x?y=%20', headers: {X-Team: 'a, b; c=\"d\"'}}}\n"
    "rules: [{name: a, kind: drift, notify: a}]\n",
    "channels: {a: {kind: webhook, url_env: hook_2, secret_env: _S, header_env: {Authorization: Ops_Auth}}}\n"
    "rules: [{name: a, kind: drift, notify: [a]}]\n",
    "channels: {a: {kind: log}}\nmessages_per_hour: 1\nrules: [{name: a, kind: latency, p95_above: 0.5, notify: a}]\n",
)


@pytest.mark.parametrize("text", RULES)
def test_odd_rules_are_read(text: str) -> None:
    assert len(rules_of(text).rules) == 1


PROBLEMS: tuple[dict[str, object], ...] = (
    {"inputs": ["1", "2"], "outputs": ["1", "2"]},
    {"inputs": '["1"]', "outputs": '["1"]'},
    {"test_cases": [{"input": ["1", "2"], "output": ["3"]}]},
    {"test_cases": {"inputs": ["1"], "outputs": ["2"]}},
    {"verification_info": '{"language": "python", "test_cases": [{"input": "1", "output": "1"}]}'},
)


@pytest.mark.parametrize("row", PROBLEMS)
def test_odd_rows_of_programs_are_read(row: dict[str, object]) -> None:
    assert isinstance(problem_of_row(row, "a").check, Programs)


def test_a_style_that_is_a_column_of_something_else_is_no_style() -> None:
    assert problem_of_row({"tests": "assert f(1) == 1", "style": ["terse", 3]}, "a").id == "a"


def test_a_problem_file_with_a_mark_and_a_reference_beside_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "benchmark.toml").write_text('name = "mine"\n')
    (tmp_path / "problems").mkdir()
    (tmp_path / "problems" / "~x.py").write_text("def f(x): return x\n")
    (tmp_path / "problems" / "a.toml").write_bytes(
        b'\xef\xbb\xbfentry_point = "f"\r\nreference_file = "./~x.py"\r\n'
        b'[[cases]]\r\ncall = "f(1)"\r\nreturns = "1"\r\n'
    )

    assert load_own(tmp_path).problems[0].reference == "def f(x): return x\n"


def test_a_table_with_line_ends_in_its_cells_is_read(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_bytes(b'\xef\xbb\xbfid,text\r\n1,"a\r\n""b"", c"\r\n')

    assert [row.data for row in rows_of(read_content(tmp_path / "p.csv"))] == [{"id": "1", "text": 'a\r\n"b", c'}]


def test_settings_with_a_mark_and_comments_are_read(tmp_path: Path) -> None:
    (tmp_path / "assay.toml").write_bytes(b"\xef\xbb\xbf# mine\r\nworkers = 0x2\r\n")

    assert choices(tmp_path, {}).resources.workers == 2


def test_files_of_usual_names_are_exported_under_them(tmp_path: Path) -> None:
    store, run = MemoryStore(), a_run("r0")
    store.add_run(run)
    store.add_trials(run.id, numbered([a_trial("HumanEval_0_has_close_elements"), a_trial("mbpp_2-x.y")]))
    export_folder(run, store, tmp_path / "new")

    assert {path.name for path in (tmp_path / "new").iterdir()} == {
        "HumanEval_0_has_close_elements.results.json",
        "mbpp_2-x.y.results.json",
    }


def test_a_store_is_used_by_several_and_opened_again(tmp_path: Path) -> None:
    first, second = SqlStore(tmp_path / "a.db"), SqlStore(tmp_path / "a.db")
    for number, store in enumerate((first, second, first)):
        store.add_run(a_run(f"r{number}", number))
    second.close()
    first.add_run(a_run("r3", 3))
    first.close()
    first.add_run(a_run("r4", 4))

    assert len(first.runs()) == 5
    first.close()


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with in_process(Context(MemoryStore(), ServiceSettings(workers=1)), timeout=60) as made:
        yield made


OBSERVED: tuple[tuple[bytes, str], ...] = (
    (b'{"task_id":"t","passed":true,"at":"2026-03-14T09:00:00.123456+05:30"}', "application/json"),
    (b'{"task_id":"t","passed":true,"at":1773478800}', "application/json; charset=utf-8"),
    ('{"task_id":"naïve 中文 😀","passed":false,"message":"a\\r\\n\\tb"}'.encode(), "APPLICATION/JSON"),
    (b'\n {"task_id" : "t" , "passed" : true }\r\n\r\n', "application/x-ndjson"),
    (b'[{"task_id":"t","passed":true,"cost_usd":0,"latency_seconds":1e-3}]', "application/json"),
)


@pytest.mark.parametrize(("body", "kind"), OBSERVED)
def test_odd_observations_are_taken(client: httpx.Client, body: bytes, kind: str) -> None:
    answer = client.post("/v1/observations", content=body, headers={"Content-Type": kind})

    assert (answer.status_code, answer.json()["accepted"]) == (200, 1)


HEAD = b"POST /v1/observations HTTP/1.1\r\nhost: HOST\r\ncontent-type: application/json\r\n"
ROWS = b'{"task_id":"t","passed":true}'
BYTES: dict[str, tuple[bytes, list[str]]] = {
    "pieces with an extension": (
        HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n1D;a=b\r\n" + ROWS + b"\r\n0\r\n\r\n",
        ["200"],
    ),
    "pieces of one byte": (
        HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        + b"".join(b"1\r\n%c\r\n" % one for one in ROWS) + b"0\r\n\r\n",
        ["200"],
    ),
    "two requests on one line": (
        HEAD + b"Content-Length: 29\r\n\r\n" + ROWS + HEAD + b"Connection: close\r\nContent-Length: 29\r\n\r\n" + ROWS,
        ["200", "200"],
    ),
    "a line end behind a body": (
        HEAD + b"Content-Length: 29\r\n\r\n" + ROWS + b"\r\n"
        + HEAD + b"Connection: close\r\nContent-Length: 29\r\n\r\n" + ROWS,
        ["200", "200"],
    ),
    "the old version": (b"GET /healthz HTTP/1.0\r\nHost: HOST\r\nConnection: close\r\n\r\n", ["200"]),
    "a host in capitals": (b"GET /healthz HTTP/1.1\r\nHost: LocalHost\r\nConnection: close\r\n\r\n", ["200"]),
    "a permission that is waited for": (
        HEAD + b"Connection: close\r\nExpect: 100-continue\r\nContent-Length: 29\r\n\r\n" + ROWS,
        ["100", "200"],
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with on_loopback(Context(MemoryStore(), ServiceSettings(workers=1))) as made:
        yield made


@pytest.mark.parametrize("oddity", BYTES)
def test_odd_requests_are_answered(address: str, oddity: str) -> None:
    data, expected = BYTES[oddity]

    assert answers_to(address, data.replace(b"HOST", address.removeprefix("http://").encode())) == expected
