"""What a run's keeper says, read without trust in what the tests made of it; and drivers that old Pythons take."""

from __future__ import annotations

import ast
import json

import pytest

from assay.records import Execution, KilledBy
from assay.repositories.drivers import keeper
from assay.repositories.recipes import Runner
from assay.repositories.running import DRIVERS, RunFailed, key_of_id, read_run

NONCE = "ab" * 16
PREPARED = ["prepared", {"applied": "git apply", "tests": {}}]


def said(*messages: object, nonce: str = NONCE, killed_by: KilledBy | None = None) -> Execution:
    lines = "".join(f"{nonce} {json.dumps(message)}\n" for message in messages)
    return Execution(0, stdout=lines.encode(), killed_by=killed_by)


RECORD = {"ids": ["t.py::a"], "status": "passed", "text": "", "seconds": 0.5}


def told(name: str = "t.py::a", status: str = "passed") -> list[object]:
    return ["test", {"ids": [name], "status": status, "text": "", "seconds": 0.5}]


def test_the_worst_of_several_tests_with_one_id_counts() -> None:
    messages = [told("t.py::a[x 1]"), told("t.py::a[x 2]", "failed"), told("t.py::a[x 3]")]
    run = read_run(said(PREPARED, *messages, ["end", {"complete": True}]), NONCE, Runner.PYTEST, is_base=False)

    found = run.of("t.py::a[x", Runner.PYTEST)
    assert found is not None
    assert (found.status, run.complete) == ("failed", True)


def test_lines_without_the_secret_say_nothing() -> None:
    forged = said(told(), ["end", {"complete": True}], nonce="cd" * 16).stdout
    run = read_run(Execution(0, stdout=said(PREPARED).stdout + forged), NONCE, Runner.PYTEST, is_base=False)

    assert (run.complete, dict(run.records)) == (False, {})


@pytest.mark.parametrize(
    "value",
    [None, 1, [], {}, {"ids": "x", "status": "passed", "text": "", "seconds": 0.1},
     {"ids": [1], "status": "passed", "text": "", "seconds": 0.1},
     {"ids": ["x"], "status": "splendid", "text": "", "seconds": 0.1}],
)  # fmt: skip
def test_tolds_of_another_form_are_garbage(value: object) -> None:
    run = read_run(said(PREPARED, ["test", value]), NONCE, Runner.PYTEST, is_base=False)

    assert (run.garbage, dict(run.records)) == (True, {})


def test_records_nested_beyond_all_are_garbage() -> None:
    line = f'{NONCE} ["value", {"[" * 100_000}{"]" * 100_000}]\n'.encode()
    run = read_run(Execution(0, stdout=said(PREPARED).stdout + line), NONCE, Runner.PYTEST, is_base=False)

    assert run.garbage


@pytest.mark.parametrize(
    ("kind", "value", "flat"),
    [
        ("note", "x", "x"),
        ("note", ["x"], None),
        ("value", [3, "x"], [3, "x"]),
        ("value", [3, None], [3, None]),
        ("value", [True, "x"], None),
        ("value", [-1, "x"], None),
        ("value", [10**40, "x"], None),
        ("value", [3, ["x"]], None),
        ("test", told()[1], told()[1]),
        ("test", {**RECORD, "seconds": float("inf")}, {**RECORD, "seconds": 0.0}),
        ("test", {**RECORD, "ids": [["x"]]}, None),
        ("test", {**RECORD, "more": 1}, None),
        ("prepared", {}, None),
        (None, None, None),
    ],
)
def test_the_keeper_passes_on_flat_records_alone(kind: object, value: object, flat: object) -> None:
    assert keeper._flat(kind, value) == flat


def test_the_keeper_takes_so_many_records_and_no_more() -> None:
    found: list[object] = []
    records = keeper.Records(0, "key", lambda kind, value: found.append(value))
    records.records = 2
    for number in range(3):
        records._record(json.dumps(["key", "value", [number, "x"]]).encode())

    assert (found, records.garbage) == ([[0, "x"], [1, "x"]], True)


def test_a_record_nested_beyond_all_is_garbage_for_the_keeper() -> None:
    records = keeper.Records(0, "key", lambda kind, value: None)
    records._record(b'["key", "value", ' + b"[" * 100_000 + b"]" * 100_000 + b"]")

    assert records.garbage


def test_what_fails_before_the_candidate_runs_is_our_fault() -> None:
    with pytest.raises(RunFailed, match="no tar"):
        read_run(said(["broken", "no tar"]), NONCE, Runner.PYTEST, is_base=False)
    with pytest.raises(RunFailed, match="could not be prepared"):
        read_run(said(killed_by=KilledBy.TIME), NONCE, Runner.PYTEST, is_base=True)


def test_a_limit_leaves_what_was_told_before() -> None:
    run = read_run(said(PREPARED, told(), killed_by=KilledBy.TIME), NONCE, Runner.PYTEST, is_base=False)

    assert (run.complete, list(run.records)) == (False, ["t.py::a"])


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("t.py::a[x y]", "t.py::a[x"),
        ("t.py::a[/abs/x.py]", "t.py::a[/x.py]"),
        ("t.py::a[//x/y]", "t.py::a[//x/y]"),
        ("t.py::a[/a/*]", "t.py::a[/a/*]"),
        ("t.py::a", "t.py::a"),
    ],
)
def test_ids_of_pytest_are_cut_and_shortened(name: str, key: str) -> None:
    assert key_of_id(name, Runner.PYTEST) == key
    assert key_of_id(key, Runner.PYTEST) == key


def test_other_ids_stay_as_they_are() -> None:
    assert key_of_id("test_x (a.B)", Runner.UNITTEST) == "test_x (a.B)"


@pytest.mark.parametrize("path", sorted(DRIVERS.glob("*.py")), ids=lambda path: path.name)
def test_a_driver_is_code_for_python_3_6(path: object) -> None:
    from pathlib import Path

    assert isinstance(path, Path)
    tree = ast.parse(path.read_text(), feature_version=(3, 6))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert "__future__" not in {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not imported & {"assay"}
