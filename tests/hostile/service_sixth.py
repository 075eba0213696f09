"""Sixth round of attacks on the service and on every reader, with honest odd uses of both that must work.

Each is in the form of `service_attacks`, and of a mechanism that is not in the rounds before.
"""

from __future__ import annotations

import ast
import json
import os
import sqlite3
import struct
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.ca.inputs import inputs_by_name, read_inputs
from assay.errors import Fault, UsageError
from assay.front.rewarding import Credit, verl_row
from assay.judges.repository import GUESSES
from assay.records import Candidate, Case, CaseOutcome, Cases, CaseStatus, Problem, Repository, Trial, Verdict
from assay.reports.exporting import export_folder
from assay.reports.swebench import instance_of
from assay.rewards import code_reward, compute_score, make_reward
from assay.text import legible, one_line
from tests.hostile.service_attacks import (
    HEAD,
    HERE,
    ONE,
    PASS,
    SEEN,
    Place,
    ServiceAttack,
    act_of,
    ask,
    asked_to,
    outcome,
    puts,
    raw,
    viewed,
    whole_store,
)
from tests.hostile.service_fifth import USED, apart, count_of, folder_of, row, text
from tests.store.builders import a_run, numbered

Act = Callable[[Place], str]

# ---- stores: what lies beside the file, and what its schema says -----------------------------------------------------

MAGIC = bytes.fromhex("d9d505f920a163d7")
"""How a journal of SQLite begins, and how the name of another journal in it ends."""


def journal(pages: int, other: Path | None = None, *, length: int | None = None) -> bytes:
    """Return a journal that puts nothing back, cuts a store to so many pages, and may name one for several stores."""
    made = (MAGIC + struct.pack(">5I", 0, 1, pages, 512, 4096)).ljust(512, b"\0")
    if other is None:
        return made
    name = os.fsencode(other)
    ends = struct.pack(">2I", len(name) if length is None else length, sum(name))
    return made + struct.pack(">I", (1 << 18) + 1) + name + ends + MAGIC


def with_store(
    prepare: Callable[[Path], object], then: Callable[[Path], str] = lambda folder: "", **bounds: Any
) -> Act:
    """Return an act that prepares a folder with a store and goes every way through it in a process of its own."""

    def act(place: Place) -> str:  # Any: see `apart`
        path = place.folder / "a.db"
        path.write_bytes(whole_store(place.folder.parent / "whole"))
        prepare(place.folder)
        found = apart(USED, str(path), **{"seconds": 20, **bounds})
        return found + then(place.folder)

    return act


def pages_of(folder: Path) -> int:
    return (folder / "a.db").stat().st_size // 4096


def with_journal(name: str, make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Return what lays a journal beside a store that names another file of the folder, made first."""

    def prepare(folder: Path) -> None:
        make(folder / name)
        (folder / "a.db-journal").write_bytes(journal(pages_of(folder), folder / name))

    return prepare


def still(name: str) -> Callable[[Path], str]:
    return lambda folder: "" if os.path.lexists(folder / name) else f", and {name} is gone"


def whole(folder: Path) -> str:
    return "" if pages_of(folder) > 1 else ", and the store is cut"


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 33)


def link_to(name: str) -> Callable[[Path], object]:
    def prepare(folder: Path) -> None:
        (folder / "mine").write_bytes(b"mine")
        (folder / name).symlink_to("mine")

    return prepare


def mine(folder: Path) -> str:
    return "" if (folder / "mine").read_bytes() == b"mine" else ", and wrote through a link"


def by_sql(statements: str) -> Callable[[Path], object]:
    def prepare(folder: Path) -> None:
        with closing(sqlite3.connect(folder / "a.db")) as connection:
            connection.executescript(f"PRAGMA writable_schema = ON; {statements}")
            connection.commit()

    return prepare


SLOW = "instr(hex(zeroblob(20000000)), hex(zeroblob(10000000)) || ''1'') = 7"
"""A comparison without an end that matters, as it stands in a text of SQL."""
WIDE = "length(hex(randomblob(250000000))) > 0"


def checked_by(table: str, condition: str) -> str:
    return (
        f"UPDATE sqlite_master SET sql = substr(sql, 1, length(sql) - 1) || ', CHECK ({condition}))' "
        f"WHERE name = '{table}';"
    )


def made_column(table: str, name: str, value: str) -> str:
    return (
        f"ALTER TABLE {table} RENAME COLUMN {name} TO other; "
        f"ALTER TABLE {table} ADD COLUMN {name} TEXT GENERATED ALWAYS AS ({value}) VIRTUAL;"
    )


def index_where(condition: str) -> str:
    return (
        "CREATE INDEX x ON runs(id); UPDATE sqlite_master SET "
        f"sql = 'CREATE INDEX x ON runs(id) WHERE {condition}' WHERE name = 'x';"
    )


def nothing(folder: Path) -> str:
    return ""


STORES: tuple[tuple[str, Callable[[Path], object], Callable[[Path], str], str, str], ...] = (
    (
        "a journal that names a file",
        with_journal("victim", lambda path: path.write_text("mine")),
        still("victim"),
        "SQLite removes the journal of several stores that no store names any more, whatever file that is",
        "told",
    ),
    (
        "a journal that names a pipe",
        with_journal("victim", os.mkfifo),
        still("victim"),
        "the journal of several stores is opened, which waits for a writer",
        "told",
    ),
    (
        "a journal that names a folder",
        with_journal("victim", os.mkdir),
        still("victim"),
        "the journal of several stores is a folder",
        "told",
    ),
    (
        "a journal that names 8 GiB",
        with_journal("victim", sparse),
        still("victim"),
        "the journal of several stores is read into memory",
        "told",
    ),
    (
        "a journal that names the store",
        lambda folder: (folder / "a.db-journal").write_bytes(journal(pages_of(folder), folder / "a.db")),
        still("a.db"),
        "the store is its own journal",
        "told",
    ),
    (
        "a journal that names its log",
        with_journal("a.db-wal", lambda path: path.write_bytes(b"")),
        nothing,
        "the log of the store is named as a journal",
        "told",
    ),
    (
        "a journal that names what is not there",
        lambda folder: (folder / "a.db-journal").write_bytes(journal(1, folder / "nothing")),
        whole,
        "such a journal is over, and only removed",
        "told",
    ),
    (
        "a journal with a name beyond it",
        lambda folder: (folder / "a.db-journal").write_bytes(journal(pages_of(folder), folder / "b", length=400)),
        nothing,
        "the length of the name is more than there is",
        "told",
    ),
    (
        "a journal that cuts",
        lambda folder: (folder / "a.db-journal").write_bytes(journal(1)),
        nothing,
        "a journal says that the store had one page, as a true one may",
        "told",
    ),
    (
        "a journal that widens",
        lambda folder: (folder / "a.db-journal").write_bytes(journal(1 << 21)),
        nothing,
        "a journal says that the store had 8 GiB",
        "served",
    ),
    ("a journal that is a link", link_to("a.db-journal"), mine, "a journal lies elsewhere", "told"),
    (
        "a journal that is a pipe",
        lambda folder: os.mkfifo(folder / "a.db-journal"),
        nothing,
        "a journal waits for a writer",
        "told",
    ),
    (
        "a journal that is a folder",
        lambda folder: os.mkdir(folder / "a.db-journal"),
        nothing,
        "a journal is a folder",
        "told",
    ),
    ("a log that is a link", link_to("a.db-wal"), mine, "what is written goes to another file", "told"),
    ("an index of the log that is a link", link_to("a.db-shm"), mine, "the shared index lies elsewhere", "told"),
    (
        "an index of the log that is a pipe",
        lambda folder: os.mkfifo(folder / "a.db-shm"),
        nothing,
        "the shared index waits for a writer",
        "told",
    ),
    (
        "a column that is made, wide",
        by_sql(made_column("runs", "name", "hex(zeroblob(200000000))")),
        nothing,
        "a column is made while it is read, half a GiB for each row",
        "told",
    ),
    (
        "a column that is made, without an end",
        by_sql(made_column("runs", "name", SLOW.replace("''", "'"))),
        nothing,
        "a column is made by a search whose time is the product of two lengths",
        "told",
    ),
    (
        "a column that is made, of labels",
        by_sql(made_column("runs", "labels", '\'{"a": "forged"}\'')),
        nothing,
        "a column is made of nothing, and cannot be written",
        "told",
    ),
    (
        "a column that is made, of a score",
        by_sql(made_column("scores", "value", "1.0")),
        nothing,
        "every score is 1, whatever is written",
        "told",
    ),
    ("a condition without an end", by_sql(checked_by("trials", SLOW)), nothing, "a write checks a condition", "told"),
    ("a condition that is wide", by_sql(checked_by("trials", WIDE)), nothing, "a write checks half a GiB", "told"),
    (
        "a condition of names that are not there",
        by_sql(checked_by("runs", "nothing(id) > 0")),
        nothing,
        "a condition calls a function that is not there",
        "told",
    ),
    (
        "a condition that raises",
        by_sql(checked_by("trials", "abs(-9223372036854775807 - 1) > 0")),
        nothing,
        "a condition overflows",
        "told",
    ),
    (
        "an index with a condition",
        by_sql(index_where(SLOW)),
        nothing,
        "a write looks whether an index is meant",
        "told",
    ),
    (
        "ids in any letters",
        by_sql(
            "UPDATE sqlite_master SET sql = replace(sql, 'id TEXT NOT NULL', 'id TEXT NOT NULL COLLATE NOCASE') "
            "WHERE name = 'runs';"
        ),
        nothing,
        "ids that differ by case are one",
        "told",
    ),
    (
        "the last number of runs",
        by_sql("UPDATE runs SET number = 9223372036854775807 WHERE id = 'r2';"),
        nothing,
        "the next run has no number",
        "served",
    ),
    (
        "the last place of a trial",
        by_sql("UPDATE trials SET sequence = 9223372036854775807 WHERE number = 1;"),
        nothing,
        "the next trial has no place",
        "served",
    ),
    (
        "the last number of observations",
        by_sql("UPDATE observations SET number = 9223372036854775807 WHERE id = 'o1';"),
        nothing,
        "the next observation has no number",
        "served",
    ),
    (
        "a lease of the far future",
        by_sql("UPDATE leases SET seen = 9223372036854775807;"),
        nothing,
        "a run is held for ever",
        "served",
    ),
    (
        "a lease of the far past",
        by_sql("UPDATE leases SET seen = -9223372036854775807;"),
        nothing,
        "the age of a lease is beyond 64 bits",
        "served",
    ),
    ("a holder that is none", by_sql("UPDATE leases SET holder = 'x';"), nothing, "a holder without its parts", "told"),
    ("names of another trial", by_sql("UPDATE trials SET names = x'00';"), nothing, "a digest of no names", "told"),
    (
        "escapes that are none",
        by_sql("UPDATE runs SET name = char(16) || 'zz';"),
        nothing,
        "an escape of no sign",
        "told",
    ),
    ("an escape at the end", by_sql("UPDATE runs SET name = 'a' || char(16);"), nothing, "half an escape", "told"),
    (
        "an escape of a blank",
        by_sql("UPDATE runs SET name = char(16) || ' +1f';"),
        nothing,
        "a number with a blank and a sign, which Python reads",
        "served",
    ),
)


# ---- inputs of programs ----------------------------------------------------------------------------------------------

PROGRAMS = {"a_py": "print(input())\n", "b_py": "print(input())\n"}


def given(content: str) -> Act:
    """Return an act that reads inputs from a JSON file, for one program and for programs by name."""

    def act(place: Place) -> str:
        path = place.folder / "i.json"
        path.write_text(content, "utf-8")
        alone = outcome(lambda: read_inputs(path))
        path.write_text(f'{{"p": {content}}}', "utf-8")
        return f"{alone}, by name {outcome(lambda: inputs_by_name(path, ['p']))}"

    return act


INPUTS: tuple[tuple[str, str, str, str], ...] = (
    (
        "lists just within the reader",
        "[" * 900 + "]" * 900,
        "the reader of inputs calls itself for each list",
        "refused, by name refused",
    ),
    (
        "objects just within the reader",
        '{"a":' * 450 + '"x"' + "}" * 450,
        "the same of objects, far below what the reader can do",
        "refused, by name refused",
    ),
    (
        "half a character",
        '"\\ud800"',
        "text that no encoding writes is what a program reads",
        "refused, by name refused",
    ),
    ("half a character as input", '{"stdin": "\\ud800"}', "the same in its field", "refused, by name refused"),
    ("half a character in a file", '{"files": {"a": "\\udfff"}}', "the same in a file", "refused, by name refused"),
    ("bytes that are hidden", '"\\udcff"', "half a character that stands for a byte", "read, by name read"),
    ("arguments that are text", '{"arguments": "ab"}', "text is a list of letters", "refused, by name refused"),
    ("arguments of numbers", '{"arguments": [1]}', "a number where text stands", "refused, by name refused"),
    ("files that are a list", '{"files": ["a"]}', "a list where an object stands", "refused, by name refused"),
    ("a name that is a list", '{"name": [1], "stdin": ""}', "a list is shown as a name", "read, by name read"),
    ("numbers", "1", "a number where text stands", "refused, by name refused"),
    ("nothing", "null", "no input at all", "read, by name read"),
    ("very many", "[" + ",".join(['""'] * 20_000) + "]", "inputs without a bound", "refused, by name refused"),
    ("very many that are none", "[" + ",".join(["[]"] * 300_000) + "]", "lists of nothing", "refused, by name refused"),
    ("a key twice", '{"stdin": "1", "stdin": "2"}', "of two values the last is taken", "refused, by name refused"),
)


# ---- rewards ---------------------------------------------------------------------------------------------------------

TWICE = "def double(x):\n    return 2 * x\n"
CHECKS = ["assert double(2) == 4", "assert double(3) == 6"]


def rewarded(completion: object, kind: str = "cases", **columns: Any) -> Act:  # Any: columns of a data set
    """Return an act that asks for the reward of one completion."""

    def act(place: Place) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ASSAY_WORKERS", "1")
            try:
                return str(make_reward(kind)([completion], **{"tests": [CHECKS], **columns})[0])
            except UsageError:
                return "refused"
            except Fault:
                return "told"

    return act


def fenced(code: str) -> str:
    return f"```python\n{code}```\n"


def refused_patch(credit: Credit) -> Act:
    """Return an act that says the reward of a patch which was refused though every test of its run passed."""
    passed = tuple(CaseOutcome(CaseStatus.PASSED, name=f"t{n}") for n in range(3))
    trial = Trial("p", Candidate("x"), Verdict.FAILED, passed, detail=GUESSES)
    return lambda place: f"less than all: {(credit.of(trial) or 0) < 1}"


def reported_patch(place: Place) -> str:
    """Return whether the report of an instance says of a refused patch that all tests have passed."""
    passed = tuple(CaseOutcome(CaseStatus.PASSED, name=name) for name in ("a", "b"))
    trial = Trial("p", Candidate("x"), Verdict.FAILED, passed, detail=GUESSES)
    check = Repository("mine", "abcdef0", "", fail_to_pass=("a",), pass_to_pass=("b",))
    tests = instance_of(trial, check)["tests_status"]
    left = [name for kind in tests.values() for name in kind["failure"]]
    return "less than all" if left else "all"


def scored(truth: object, solution: str, source: object = "mine") -> Act:
    def act(place: Place) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ASSAY_WORKERS", "1")
            try:
                return str(compute_score(source, solution, truth, unjudged=-1.0)["score"])
            except UsageError:
                return "refused"
            except RecursionError:
                return "error RecursionError"

    return act


def verified(info: Mapping[str, object], code: str) -> Act:
    def act(place: Place) -> str:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ASSAY_WORKERS", "1")
            try:
                return str(code_reward([[{"role": "assistant", "content": fenced(code)}]], verification_info=[info])[0])
            except UsageError:
                return "refused"

    return act


USER = {"role": "user", "content": fenced(TWICE)}
PAIR = {"language": "python", "test_cases": [{"input": "2\n", "output": "4\n"}, {"input": "3\n", "output": "6\n"}]}
REWARDS: tuple[tuple[str, Act, str, str], ...] = (
    (
        "a patch that was refused, by cases",
        refused_patch(Credit.CASES),
        "a patch that answers only where it sees the answers is paid for each test that it passed so",
        "less than all: True",
    ),
    (
        "a patch that was refused, in parts",
        refused_patch(Credit.PARTIAL),
        "the same by the other credit",
        "less than all: True",
    ),
    (
        "a report of such a patch",
        reported_patch,
        "the report of an instance, from which others work out whether it is resolved",
        "less than all",
    ),
    ("a message of nothing", rewarded([{"role": "assistant", "content": None}]), "an answer that never came", "0.0"),
    (
        "parts of no text",
        rewarded([{"role": "assistant", "content": [{"type": "image"}, 1, None]}]),
        "parts of a message that are no text",
        "0.0",
    ),
    (
        "text in parts",
        rewarded([{"role": "assistant", "content": [{"text": "```python\n"}, {"text": TWICE + "```"}]}]),
        "code begins in one part and ends in another",
        "1.0",
    ),
    ("a message that is a number", rewarded([7]), "a number where a message stands", "refused"),
    ("nothing at all", rewarded([]), "a chat without a message", "refused"),
    ("a completion that is bytes", rewarded(b"def double(x): return 2 * x"), "bytes are a sequence", "refused"),
    ("half a character", rewarded(TWICE + "# \ud800\n"), "a comment that no encoding writes", "1.0"),
    ("NUL", rewarded(TWICE + "# \0\n"), "a sign that no source may have", "0.0"),
    (
        "tests in the answer",
        rewarded(fenced("def double(x): return 0\n") + "\n".join(CHECKS)),
        "the tests stand behind wrong code",
        "0.0",
    ),
    (
        "two answers",
        rewarded([{"role": "assistant", "content": fenced("def double(x): return 0\n") + fenced(TWICE)}]),
        "wrong code, then right code: the first counts",
        "0.0",
    ),
    ("an answer that ends the process", rewarded(TWICE + "import os; os._exit(0)\n"), "an end with status 0", "0.0"),
    (
        "an answer that prints a reward",
        rewarded("print('1.0')\ndef double(x): return 0\n"),
        "a number is printed",
        "0.0",
    ),
    ("an answer that is right once", rewarded("def double(x): return 4\n"), "half of the cases", "0.5"),
    ("right once, in parts", rewarded("def double(x): return 4\n", "partial"), "credit for what is right", "0.7"),
    ("right once, all or nothing", rewarded("def double(x): return 4\n", "pass"), "no credit for half", "0.0"),
    (
        "an object that is equal to all",
        rewarded("class A:\n def __eq__(s, o): return True\ndef double(x): return A()\n"),
        "equality of its own",
        "0.0",
    ),
    (
        "an answer that raises what tests raise",
        rewarded("def double(x): raise AssertionError\n"),
        "an assertion of its own",
        "0.0",
    ),
    (
        "columns of another length",
        rewarded(TWICE, entry_point=["double", "triple"]),
        "a column that is left out",
        "1.0",
    ),
    (
        "a column that names an attribute",
        rewarded(TWICE, entry_point=["__class__"]),
        "a name that all things have",
        "0.0",
    ),
    ("tests that are one text", rewarded(TWICE, tests=["\n".join(CHECKS)]), "text where a list may stand", "1.0"),
    (
        "tests that ask for nothing",
        rewarded(TWICE, tests=["pass"], entry_point=["double"]),
        "a test that no code fails",
        "None",
    ),
    ("a truth in JSON", scored('{"tests": "assert double(2) == 4"}', TWICE), "columns in a text", "1.0"),
    ("a truth that is a list in JSON", scored('["assert double(2) == 4"]', TWICE), "tests in a text", "1.0"),
    ("a truth that is deep", scored("[" * 5000, TWICE), "a text that begins like JSON", "-1.0"),
    ("a truth of nothing", scored(None, TWICE), "no tests at all", "-1.0"),
    ("a truth that is a problem of nobody", scored("no such id", TWICE, "starter"), "an id that is not there", "-1.0"),
    (
        "a truth of another benchmark",
        scored({"benchmark": "../x", "problem_id": "a"}, TWICE),
        "a benchmark by its place, in a row",
        "-1.0",
    ),
    (
        "an output before the last",
        verified(PAIR, "print(2 * int(input()))\nprint()\nprint()\n"),
        "blank lines behind",
        "1.0",
    ),
    ("an output that is all answers", verified(PAIR, "print(4)\nprint(6)\n"), "each answer is among the lines", "0.0"),
    (
        "an output with a mark of width nothing",
        verified(PAIR, "print('\\u200b' + str(2 * int(input())))\n"),
        "a sign that nobody sees",
        "0.0",
    ),
    (
        "an output in wide digits",
        verified(PAIR, "print(chr(0xff10 + 2 * int(input())))\n"),
        "digits that Python reads as numbers",
        "0.0",
    ),
    (
        "an output with controls",
        verified(PAIR, "print('\\x08' + str(2 * int(input())))\n"),
        "a sign that takes one back",
        "0.0",
    ),
    (
        "a language that is a path",
        verified({**PAIR, "language": "../bin/sh"}, "print(4)\n"),
        "a language by its place",
        "None",
    ),
    (
        "cases of nothing",
        verified({"language": "python", "test_cases": []}, "print(4)\n"),
        "no case is a pass of all",
        "None",
    ),
)


# ---- requests to judge -----------------------------------------------------------------------------------------------


def judged(problem: Mapping[str, object], code: str, **more: object) -> Act:
    """Return an act that has one candidate judged by the sender's own tests."""

    def act(place: Place) -> str:
        answer = place.client.post("/v1/judge", json={"problem": problem, "code": code, "cache": False, **more})
        if answer.status_code != 200:
            return f"status {answer.status_code}"
        data = answer.json()
        said = ", weak" if "control" in data["detail"] else ""
        return f"{data['verdict'] or 'unjudged'}{said}"

    return act


def one(tests: str, code: str, **more: object) -> Act:
    return judged({"tests": tests, "entry_point": "f", **more}, code)


CALLS = {"entry_point": "f", "cases": [{"call": "f(1)", "returns": "2"}]}
WORDS = {"inputs": ["1\n"], "outputs": ["a b\n"]}
JUDGED: tuple[tuple[str, Act, str, str], ...] = (
    (
        "tests that remember",
        one("import builtins\nbuiltins.KEPT = 1\nassert f(1) == 2", "def f(x): return 2"),
        "tests of one sender leave word for those of another",
        "passed",
    ),
    (
        "tests that look",
        one("import builtins\nassert f(1) == 2 or hasattr(builtins, 'KEPT')", "def f(x): return 3"),
        "tests of another sender look for it",
        "failed",
    ),
    (
        "tests that patch a module",
        one(
            "import json\njson.dumps = lambda *a, **k: '2'\nassert f(1) == 2",
            "import json\ndef f(x): return json.dumps(x)",
        ),
        "what tests do to a module is not seen by the candidate",
        "failed",
    ),
    (
        "tests that read",
        one("assert f(open('/etc/passwd').read()) == 0", "def f(x): return 0"),
        "tests of a stranger read a file",
        "failed",
    ),
    (
        "tests that start",
        one("import subprocess\nassert f(subprocess.run(['id'])) == 0", "def f(x): return 0"),
        "tests of a stranger start a process",
        "failed",
    ),
    (
        "tests that list",
        one("import os\nassert f(os.listdir('/')) == 0", "def f(x): return 0"),
        "tests of a stranger list a folder",
        "failed",
    ),
    (
        "a first call that raises",
        one("x = f(1)\nassert f(2) == 3", "def f(x):\n    if x == 1: raise ValueError\n    return 3"),
        "a call before the assertion fails, and nothing uses it",
        "crashed",
    ),
    (
        "a first call that ends",
        one("x = f(1)\nassert f(2) == 3", "import os\ndef f(x):\n    if x == 1: os._exit(0)\n    return 3"),
        "the same by an end with status 0",
        "crashed",
    ),
    (
        "a test that is all in one line",
        one("assert f(1) == 2; assert f(2) == 3", "def f(x): return 2"),
        "the second assertion of a line",
        "failed",
    ),
    (
        "an assertion in a condition",
        one("if f(0): assert f(1) == 2", "def f(x): return 0"),
        "the answer decides whether it is asked, as these tests have it",
        "passed",
    ),
    (
        "an assertion in a loop over answers",
        one("for x in f(0): assert x == 1", "def f(x): return []"),
        "an answer without items has no test, as these tests have it",
        "passed",
    ),
    (
        "an assertion in a try",
        one("try:\n    assert f(1) == 2\nexcept AssertionError:\n    pass", "def f(x): return 0"),
        "tests catch their own failure",
        "passed",
    ),
    (
        "an assertion with a message of the answer",
        one("assert f(1) == 2, f(2)", "def f(x): return 0 if x == 1 else 2"),
        "the message is right and the answer is not",
        "failed",
    ),
    (
        "an assertion of a tuple",
        one("assert (f(1) == 2, 'wrong')", "def f(x): return 0"),
        "a tuple is always true: these tests ask for nothing",
        "passed, weak",
    ),
    (
        "an answer that is a generator",
        one("assert list(f(1)) == [1, 2]", "def f(x):\n    yield 1\n    raise StopIteration"),
        "a generator ends by an exception",
        "crashed",
    ),
    (
        "an answer that is an iterator of itself",
        one("assert sum(f(1)) == 3", "def f(x):\n    return iter(lambda: 1, 2)"),
        "an iterator without an end",
        "timed_out",
    ),
    (
        "an answer of wide digits",
        one("assert int(f(1)) == 2", "def f(x): return '\uff12'"),
        "tests read a number from other digits, as Python does",
        "passed",
    ),
    (
        "an answer that is nothing like",
        one("assert f(1) != 3", "def f(x): return object()"),
        "an object is different from everything",
        "passed",
    ),
    (
        "a number that is a truth",
        judged(CALLS | {"cases": [{"call": "f(1)", "returns": "1"}]}, "def f(x): return True"),
        "a truth is equal to one",
        "passed",
    ),
    ("a number that is text", judged(CALLS, "def f(x): return '2'"), "text where a number stands", "failed"),
    (
        "a number that is a float",
        judged(CALLS, "def f(x): return 2.0000000000000001"),
        "a float that is equal",
        "passed",
    ),
    (
        "a call that changes its argument",
        judged(CALLS | {"cases": [{"call": "f([1])", "returns": "[1]"}]}, "def f(x):\n    x.append(2)\n    return [1]"),
        "an argument is changed and the answer is right",
        "passed",
    ),
    (
        "an exception in the place of an answer",
        judged(CALLS | {"cases": [{"call": "f(1)", "raises": "ValueError"}]}, "def f(x): return ValueError()"),
        "an exception is returned and not raised",
        "failed",
    ),
    (
        "an exception of its own name",
        judged(
            CALLS | {"cases": [{"call": "f(1)", "raises": "ValueError"}]},
            "class ValueError(Exception): pass\ndef f(x): raise ValueError",
        ),
        "a class with the name of another",
        "crashed",
    ),
    ("words with other blanks", judged(WORDS, "print('a\\u00a0b')"), "a blank that does not break", "failed"),
    ("words on two lines", judged(WORDS, "print('a')\nprint('b')"), "a line end for a blank", "failed"),
    ("words without an end", judged(WORDS, "print('a b', end='')"), "the last line has no end", "passed"),
    (
        "words on the other output",
        judged(WORDS, "import sys\nprint('a b', file=sys.stderr)"),
        "the answer is elsewhere",
        "failed",
    ),
    ("words, then an error", judged(WORDS, "print('a b')\nraise SystemExit(3)"), "a status that is not 0", "crashed"),
    (
        "words, then a signal",
        judged(WORDS, "import os\nprint('a b', flush=True)\nos.kill(os.getpid(), 9)"),
        "an end by a signal",
        "crashed",
    ),
    (
        "words of a child",
        judged(WORDS, "import os\nif not os.fork():\n    print('a b', flush=True)\n    os._exit(0)\nos.wait()\n"),
        "another process prints them",
        "passed",
    ),
    ("words behind an end of text", judged(WORDS, "print('a b\\x1a')"), "a sign that ends text elsewhere", "failed"),
    (
        "a problem of two kinds",
        judged({**CALLS, **WORDS}, "def f(x): return 0"),
        "calls and programs in one problem",
        "failed",
    ),
    (
        "a reference that is wrong",
        one("assert f(1) == 2", "def f(x): return 3", reference="def f(x): return 3"),
        "the reference fails its own tests",
        "failed",
    ),
    (
        "a prompt that is the answer",
        judged(
            {"test": "def check(c):\n    assert c(1) == 2", "entry_point": "f", "prompt": "def f(x):\n    return 2\n"},
            "pass",
        ),
        "the prompt has the function, and the candidate has none",
        "invalid",
    ),
)


# ---- other requests --------------------------------------------------------------------------------------------------

ROWS: tuple[tuple[str, str, object, str, int], ...] = (
    (
        "a label of the name of a field",
        "observations",
        {**SEEN, "labels": {"model": "a"}},
        "a label hides a field",
        200,
    ),
    ("a label with nothing as its name", "observations", {**SEEN, "labels": {"": "a"}}, "a key that is empty", 200),
    (
        "a label and a field of one name",
        "observations",
        {**SEEN, "labels": {"a": "1"}, "a": "2"},
        "two values of a label",
        200,
    ),
    ("a time and another one", "observations", {**SEEN, "at": None, "timestamp": "x"}, "a time by its other name", 400),
    ("a class without a failure", "observations", {**SEEN, "error_class": "timeout"}, "a failure of what passed", 200),
    ("a stream of blanks", "observations", {**SEEN, "stream": "   "}, "a name that nobody sees", 200),
    ("a time below zero", "observations", {**SEEN, "at": -1}, "a time before all times", 400),
    ("a time of not a number", "observations", b'{"task_id":"t","passed":true,"at":1e999}', "a time that is inf", 400),
    ("minus nothing as a cost", "observations", {**SEEN, "cost_usd": -0.0}, "a zero with a sign", 200),
    ("a row within a list within a list", "observations", [[SEEN]], "a list where a row stands", 400),
    ("a row by number", "observations", {"0": SEEN}, "rows in an object", 400),
    (
        "feedback on itself",
        "feedback",
        {"observation": "a", "id": "a", "stars": 1},
        "an id that is what it is about",
        200,
    ),
    ("feedback of nothing", "feedback", {"observation": "a", "text": ""}, "feedback that says nothing", 400),
    ("feedback with a thumb of one", "feedback", {"observation": "a", "thumb": 1}, "a number for a truth", 400),
    ("feedback with stars that are true", "feedback", {"observation": "a", "stars": True}, "a truth for a number", 400),
    (
        "feedback with an edit of controls",
        "feedback",
        {"observation": "a", "edit": "\x1b[2J"},
        "controls are kept",
        200,
    ),
    (
        "feedback with a field of a prototype",
        "feedback",
        {"observation": "a", "stars": 1, "__class__": "x"},
        "a name that all things have",
        400,
    ),
    (
        "feedback by half a character",
        "feedback",
        b'{"observation":"a","stars":1,"by":"\\udc00"}',
        "half of a character",
        400,
    ),
    ("an alert by number", "alerts/mute", {"rule": 1, "hours": 1}, "a number where a name stands", 400),
    ("an alert for hours that are true", "alerts/mute", {"rule": "a", "hours": True}, "a truth for a number", 400),
    ("an alert in a list", "alerts/acknowledge", [{"rule": "a"}], "a list where an object stands", 400),
    (
        "a run of no benchmark",
        "runs",
        {"benchmark": ["starter"], "candidates": [{}]},
        "a list where a name stands",
        400,
    ),
    (
        "a run with candidates by name",
        "runs",
        {"benchmark": "starter", "candidates": {"a": "b"}},
        "an object for a list",
        400,
    ),
    (
        "a run of both forms",
        "runs?benchmark=starter",
        {"benchmark": "no", "candidates": [{"task_id": "a"}]},
        "the name in the address and that in the body",
        404,
    ),
)


def posted(name: str, path: str, body: object, mechanism: str, expected: int) -> ServiceAttack:
    return ask(f"{path.partition('?')[0]}, {name}", f"/v1/{path}", body, f"{mechanism} ({name})", expected)


GET = b"GET %s HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n%s\r\n"
LAST = HEAD + b"Connection: close\r\n"
BYTES = tuple(
    raw(*one)
    for one in (
        (
            "a length with zeros before it",
            LAST + b"Content-Length: 0029\r\n\r\n" + PASS,
            "a number in another form",
            "200",
        ),
        (
            "no coding at all",
            LAST + b"Transfer-Encoding: identity\r\nContent-Length: 29\r\n\r\n" + PASS,
            "a coding that means none",
            "400",
        ),
        ("a coding behind a comma", LAST + b"Transfer-Encoding: , chunked\r\n\r\n0\r\n\r\n", "an empty coding", "400"),
        (
            "a form in another alphabet",
            LAST.replace(b"/json", b"/json; charset=utf-16") + b"Content-Length: 29\r\n\r\n" + PASS,
            "the type says another encoding",
            "200",
        ),
        (
            "a type in capitals",
            LAST.replace(b"application/json", b"APPLICATION/JSON") + b"Content-Length: 29\r\n\r\n" + PASS,
            "a type in other letters",
            "200",
        ),
        (
            "a type with two parts more",
            LAST.replace(b"/json", b"/json/x") + b"Content-Length: 29\r\n\r\n" + PASS,
            "a type that begins like another",
            "415",
        ),
        (
            "a type in quotes",
            LAST.replace(b"application/json", b'"application/json"') + b"Content-Length: 29\r\n\r\n" + PASS,
            "a type in quotes",
            "415",
        ),
        (
            "a host with a dot at its end",
            GET.replace(b"HOST", b"127.0.0.1.") % (b"/v1/runs", b""),
            "a name with its root",
            "421",
        ),
        (
            "a host in another notation",
            GET.replace(b"HOST", b"2130706433") % (b"/v1/runs", b""),
            "an address in one number",
            "421",
        ),
        (
            "a host in short",
            GET.replace(b"HOST", b"127.1") % (b"/v1/runs", b""),
            "an address with parts left out",
            "421",
        ),
        (
            "a host of the new kind",
            GET.replace(b"HOST", b"[::ffff:127.0.0.1]") % (b"/v1/runs", b""),
            "an address in brackets",
            "421",
        ),
        (
            "an address with its own host",
            GET % (b"http://HOST/healthz", b""),
            "all of the address in the first line",
            "200",
        ),
        (
            "an address with another host",
            GET % (b"http://evil.example/healthz", b""),
            "two hosts in one request",
            "200",
        ),
        ("a slash that is spelt out", GET % (b"/v1/runs/a%2Fprogress", b""), "a slash within an id", "404"),
        ("a slash that is spelt out twice", GET % (b"/v1/runs/a%252Fprogress", b""), "the same once more", "404"),
        ("parameters of a path", GET % (b"/v1/runs;x=1", b""), "what stands behind a semicolon", "404"),
        (
            "an upgrade with a key",
            GET
            % (
                b"/live",
                b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
            ),
            "another protocol on the same line",
            "204",
        ),
        ("a name of a header with a dot", GET % (b"/healthz", b"X.Y: 1\r\n"), "a sign that few names have", "200"),
        (
            "an origin of nothing",
            LAST + b"Origin:\r\nContent-Length: 29\r\n\r\n" + PASS,
            "an origin that is empty",
            "403",
        ),
        (
            "an origin with a path",
            LAST + b"Origin: http://HOST/x\r\nContent-Length: 29\r\n\r\n" + PASS,
            "an origin that is an address, which no browser sends",
            "200",
        ),
        (
            "a fetch of another case",
            LAST + b"Sec-Fetch-Site: CROSS-SITE\r\nContent-Length: 29\r\n\r\n" + PASS,
            "a word in other letters",
            "403",
        ),
        (
            "a fetch twice",
            LAST + b"Sec-Fetch-Site: cross-site\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 29\r\n\r\n" + PASS,
            "of two words the last is taken, which no browser sends",
            "400",
        ),
        (
            "a fetch in a list",
            LAST + b"Sec-Fetch-Site: same-origin, cross-site\r\nContent-Length: 29\r\n\r\n" + PASS,
            "two words in one header",
            "403",
        ),
    )
)
VIEWED = tuple(
    viewed(*one)
    for one in (
        ("two pages in one", "/observations?after=a&after=b", "which of two places is meant would be a guess", 400),
        ("a stream that is empty", "/?stream=", "all streams by nothing", 200),
        ("a stream that is there twice", "/?stream=a&stream=production", "of two streams the last is taken", 200),
        ("an end before all times", "/?window=custom&until=1999-12-31", "a time before the first one", 400),
        ("an end in words", "/?window=custom&until=now", "a time in words", 400),
        ("a window in other letters", "/?window=ALL", "a name in other letters", 400),
        ("a zone with a blank", "/?zone=UTC%20", "a name with a blank behind it", 400),
        ("a zone in other letters", "/?zone=utc", "a name in other letters", 400),
        ("a rater of blanks", "/feedback/rate?benchmark=starter&rater=%20%20", "a name that nobody sees", 200),
        (
            "a place below nothing",
            "/feedback/rate?benchmark=starter&rater=me&skip=-5",
            "a number of passed over ones",
            200,
        ),
        ("a comparison with itself, spelt out", "/v1/compare?a=%72&b=r", "one run by two spellings", 404),
        ("a sign-in to itself", "/login?next=/login%3Fnext%3D/login", "a page that leads to itself", 200),
        ("a filler of another script", "/?model=%E3%85%A4", "a letter that nobody sees", 200),
    )
)


# ---- files of candidates ---------------------------------------------------------------------------------------------

GOOD = row(task_id="it/0", solution="x = 1")
FILES: tuple[tuple[str, bytes, str, str], ...] = (
    (
        "rows of two filters",
        row(doc_id=0, resps=[["x"]], filter="a") + row(doc_id=0, resps=[["y"]], filter="b"),
        "the first row decides which filter counts",
        "1 candidates",
    ),
    (
        "a filter in the second row",
        row(doc_id=0, resps=[["x"]]) + row(doc_id=0, resps=[["y"]], filter="b"),
        "rows without a filter come first",
        "1 candidates",
    ),
    (
        "answers beside their task",
        row(doc={"task_id": "it/0"}, doc_id=-1, resps=[["x"]]),
        "a place below nothing that is not asked for",
        "1 candidates",
    ),
    ("answers in answers", row(doc_id=0, resps=[[["x"]]]), "lists in lists", "1 candidates"),
    ("answers deeper than that", row(doc_id=0, resps=[[[["x"]]]]), "a list where text stands", "refused"),
    (
        "a solution that is null beside a completion",
        row(task_id="it/0", solution=None, completion="x"),
        "the first field is null",
        "1 candidates",
    ),
    (
        "a solution that is empty beside a completion",
        row(task_id="it/0", solution="", completion="x"),
        "the first field is empty, and counts",
        "1 candidates",
    ),
    ("two ids", row(task_id="it/0", problem="it/1", solution="x"), "the first of two ids counts", "1 candidates"),
    (
        "a problem beside the name",
        row(name="it/9", problem="it/0", solution="x"),
        "the id is not the first field",
        "1 candidates",
    ),
    ("nothing as an id", row(task_id=None, solution="x"), "an id that is null", "refused"),
    ("an id of nothing", row(task_id="", solution="x"), "an id that is empty", "refused"),
    ("an id with a slash behind it", row(task_id="it/0/", solution="x"), "an id that is nearly one", "refused"),
    ("an id in capitals", row(task_id="IT/0", solution="x"), "an id in other letters", "1 candidates"),
    ("an id with a plus", row(task_id="it/+0", solution="x"), "a number with a sign", "refused"),
    (
        "an id with an underscore",
        row(task_id="it/0_0", solution="x"),
        "words behind a number, as HumanEval has them",
        "1 candidates",
    ),
    ("an id behind a dot", row(task_id="./it/0", solution="x"), "an id that is a path", "refused"),
    (
        "files with one name in two forms",
        row(task_id="it/0", files={"e\u0301.py": "a", "\xe9.py": "b"}),
        "names that look like one",
        "1 candidates",
    ),
    ("a file of no name", row(task_id="it/0", files={"": "x"}), "a file without a name", "1 candidates"),
    ("a file that is null", row(task_id="it/0", files={"a.py": None}), "a file without a text", "refused"),
    (
        "an answer with many fences",
        row(task_id="it/0", response="```" * 50_000),
        "fences without a number",
        "1 candidates",
    ),
    (
        "an answer with long fences",
        row(task_id="it/0", response="`" * 200_000 + "\n" + "`" * 199_999),
        "a fence that is nearly closed",
        "1 candidates",
    ),
    ("an answer of quotes", row(task_id="it/0", response="> " * 100_000), "quotes in quotes", "1 candidates"),
    (
        "an answer of tags",
        row(task_id="it/0", response="<code>" * 30_000 + "</code>" * 30_000),
        "tags in tags",
        "1 candidates",
    ),
    (
        "an answer of indents",
        row(task_id="it/0", response="\n".join(" " * n + "if 1:" for n in range(800))),
        "a line set in further than the one before",
        "1 candidates",
    ),
    (
        "an answer of strings",
        row(task_id="it/0", response="'''\n\"\"\"\n" * 20_000),
        "strings that never end",
        "1 candidates",
    ),
    (
        "a set of translations for another",
        row(id="0", dataset="it", source="a", target="b", code="x") + GOOD,
        "rows of two formats",
        "refused",
    ),
    ("a mark in the middle", GOOD + b"\xef\xbb\xbf" + GOOD, "two files one behind the other", "2 candidates"),
    (
        "a row of white signs",
        GOOD + "\u2028\u3000\n".encode() + GOOD,
        "a line of blanks of other kinds",
        "2 candidates",
    ),
    ("a row behind a feed", b"\x0c" + GOOD, "a feed before a row", "refused"),
)


# ---- what people and programs read -----------------------------------------------------------------------------------


def exported_names(*ids: str) -> Act:
    """Return an act that writes a run as files, one a problem, and counts the problems in them."""
    from assay.store.memory import MemoryStore

    def act(place: Place) -> str:
        store = MemoryStore()
        run = a_run("r", 0)
        store.add_run(run)
        store.add_trials("r", numbered([Trial(name, Candidate("x"), Verdict.FAILED) for name in ids]))
        export_folder(run, store, place.folder / "out")
        found = {json.loads(path.read_text())["name"] for path in (place.folder / "out").iterdir()}
        return f"{len(found)} of {len(ids)}"

    return act


def taken_name() -> tuple[str, ...]:
    """Return ids of which the third has the name that the first has, and with its digest that of the second."""
    from assay.hashing import content_digest

    return "a_b", f"a_b-{content_digest('a/b').hex()[:12]}", "a/b"


def replayed(source: str, name: str = "p") -> Act:
    """Return an act that writes the script of a failing case, and says whether the texts in it are literals alone."""
    from assay.evaluation.replay import replay

    def act(place: Place) -> str:
        problem = Problem(name, Cases("f", (Case((source,), source),)))
        trial = Trial(name, Candidate(source), Verdict.FAILED, (CaseOutcome(CaseStatus.FAILED, name=source),))
        tree = ast.parse(replay(problem, trial, source).encode("utf-8", "surrogatepass"))
        plain = ast.parse(replay(replace(problem, id="p", check=Cases("f", (Case(("x",), "x"),))), trial, "x"))
        return "literals" if [type(one) for one in tree.body] == [type(one) for one in plain.body] else "code"

    return act


def widths(sign: str) -> Act:
    """Return an act that says whether a sign is shown as it is where a person reads names on a terminal."""
    return lambda place: "shown" if one_line(sign) == sign == legible(sign) else "spelt out"


READ: tuple[tuple[str, Act, str, str], ...] = (
    (
        "export: a name with the digest of another",
        exported_names(*taken_name()),
        "a name that is made is taken already",
        "3 of 3",
    ),
    (
        "export: names that are cut alike",
        exported_names("x" * 200 + "a", "x" * 200 + "b", "x" * 150),
        "long names are one where they are cut",
        "3 of 3",
    ),
    (
        "export: names of signs alone",
        exported_names("//", "::", "__"),
        "signs that files have not become one",
        "3 of 3",
    ),
    ("replay: quotes and backslashes", replayed("'\"\\'''\"\"\"\\"), "quotes of every kind", "literals"),
    (
        "replay: a line end of another kind",
        replayed("x\r\x0b\x0c\x1c\x85\u2028import os"),
        "lines end by other signs",
        "literals",
    ),
    (
        "replay: an encoding",
        replayed("x", "coding: utf-7 +AAo-import os"),
        "a name that says the encoding of a file",
        "literals",
    ),
    ("replay: braces", replayed("{problem}{0}{source.__class__}"), "a template in a text", "literals"),
    ("replay: half a character", replayed("\ud800"), "text that no encoding writes", "literals"),
    ("replay: NUL", replayed("\0"), "a sign that no source may have", "literals"),
    ("terminal: a sign of no width", widths("\u2062"), "a sign that multiplies and is not seen", "spelt out"),
    ("terminal: a tag of language", widths("\U000e0001"), "a tag that nobody sees", "spelt out"),
    ("terminal: a separator of Mongolian", widths("\u180e"), "a sign that was a blank once", "spelt out"),
    ("terminal: a blank of another width", widths("\u2003"), "a blank as wide as a letter", "spelt out"),
    ("terminal: an object in its place", widths("\ufff9"), "a sign that hides what follows", "spelt out"),
    ("terminal: a sign of no character", widths("\ufffe"), "a sign that is none", "spelt out"),
    ("terminal: a line of its own", widths("\u2029"), "a paragraph begins", "spelt out"),
    ("terminal: a shift of an old machine", widths("\x8e"), "a sign of eight bits that shifts", "spelt out"),
    (
        "verl: a prompt of messages",
        lambda place: str("prompt" in verl_row("x", "assert f(1)", {"prompt": [{}]})),
        "messages stand where code is expected",
        "False",
    ),
)


# ---- commands as they are typed --------------------------------------------------------------------------------------

RATED = (
    '{"run": "r0", "candidate": "p/1#0", "rater": "%s", "created": "2026-01-01T00:00:00", "correctness": 5, '
    '"completeness": 4, "edge_case_handling": 3, "code_quality": 2, "comments": "%s"}\n'
)


def legible_report(folder: Path) -> str:
    from tests.cli.typed import typed

    done = typed(folder, "rate", "r0", "--report", *HERE)
    return "" if all(sign.isprintable() or sign == "\n" for sign in done.stdout) else ", and the terminal obeys"


TYPED = (
    asked_to(
        "inputs of half a character",
        ("ca", "a.py", "b.py", "--no-keep", "-q", "--inputs", "i.json"),
        "text that no encoding writes is what programs read",
        seen="a traceback",
        prepare=puts(**PROGRAMS, i_json='{"stdin": "\\ud800"}'),
    ),
    asked_to(
        "arguments of half a character",
        ("ca", "a.py", "b.py", "--no-keep", "-q", "--inputs", "i.json"),
        "text that no encoding writes is an argument, and arrives as bytes",
        "exit 0",
        prepare=puts(**PROGRAMS, i_json='{"a": {"stdin": "1", "arguments": ["\\ud800"]}}'),
    ),
    asked_to(
        "arguments of NUL",
        ("ca", "a.py", "b.py", "--no-keep", "-q", "--inputs", "i.json"),
        "an argument that no system call takes",
        prepare=puts(**PROGRAMS, i_json='{"a": {"stdin": "1", "arguments": ["a\\u0000"]}}'),
    ),
    asked_to(
        "files above",
        ("ca", "a.py", "b.py", "--no-keep", "-q", "--inputs", "i.json"),
        "a file out of the folder",
        prepare=puts(**PROGRAMS, i_json='{"a": {"stdin": "1", "files": {"../x": "y"}}}'),
    ),
    asked_to(
        "files of NUL",
        ("ca", "a.py", "b.py", "--no-keep", "-q", "--inputs", "i.json"),
        "a name that no file has",
        prepare=puts(**PROGRAMS, i_json='{"a": {"stdin": "1", "files": {"a\\u0000": "y"}}}'),
    ),
    asked_to(
        "files of half a character",
        ("ca", "a.py", "b.py", "--no-keep", "-q", "--inputs", "i.json"),
        "a name that no encoding writes",
        prepare=puts(**PROGRAMS, i_json='{"a": {"stdin": "1", "files": {"\\ud800": "y"}}}'),
    ),
    asked_to(
        "a name of half a character",
        ("ca", "a.py", "b.py", "--no-keep", "-q", "--json", "--inputs", "i.json"),
        "an input whose name no encoding writes",
        "exit 0",
        prepare=puts(**PROGRAMS, i_json='{"a": {"stdin": "1", "name": "\\ud800"}}'),
    ),
    asked_to(
        "an argument of a wide list",
        ("ca", "a.py", "b.py", "--no-keep", "-q", "--inputs", "i.json"),
        "very many long arguments, which one process is given",
        "exit 0",
        prepare=puts(**PROGRAMS, i_json=json.dumps({"a": {"arguments": ["x" * 90_000] * 300}})),
    ),
    asked_to(
        "ratings that a terminal obeys",
        ("rate", "r0", "--load", "l.jsonl", *HERE),
        "a rater whose name is controls",
        "exit 0",
        prepare=puts(l_jsonl=RATED % ("\\u001b]0;x\\u0007", "y")),
        check=legible_report,
    ),
    asked_to(
        "ratings of half a character",
        ("rate", "r0", "--load", "l.jsonl", *HERE),
        "a rater whom no encoding writes",
        "exit 0",
        prepare=puts(l_jsonl=RATED % ("\\ud800", "y")),
        check=legible_report,
    ),
    asked_to(
        "ratings of NUL",
        ("rate", "r0", "--load", "l.jsonl", *HERE),
        "words with a sign that ends text elsewhere",
        "exit 0",
        prepare=puts(l_jsonl=RATED % ("a", "\\u0000")),
        check=legible_report,
    ),
    asked_to(
        "ratings at no time",
        ("rate", "r0", "--load", "l.jsonl", *HERE),
        "a time that clears the terminal",
        "exit 0",
        prepare=puts(l_jsonl=(RATED % ("a", "y")).replace("2026-01-01", "\\u001b[2J")),
        check=legible_report,
    ),
    asked_to(
        "code of half a character",
        ("quality", "a.py"),
        "an escape that no encoding writes",
        "exit 0",
        prepare=puts(a_py="x = '\\ud800'\n"),
    ),
    asked_to(
        "code that ends early",
        ("codebleu", "a.py", "b.py"),
        "NUL and a mark in two programs",
        "exit 0",
        prepare=puts(a_py="\0", b_py="\ufeffx = 1\n"),
    ),
    asked_to(
        "an input in an escape",
        ("equiv", "a.py", "b.py", "--given", "f('\\ud800')", "-q", "--inputs", "20"),
        "a value that no encoding writes",
        "exit 0",
        prepare=puts(a_py="def f(x): return x\n", b_py="def f(x): return x\n"),
    ),
    asked_to(
        "a row by two ids",
        ("run", "starter", "-c", "c.jsonl", "-q", *HERE),
        "wrong ids beside a right one",
        "exit 0",
        prepare=puts(c_jsonl=ONE.replace("{", '{"problem": "no", ', 1)),
    ),
    asked_to(
        "a model of fillers",
        ("run", "starter", "-c", "c.jsonl", "-q", *HERE),
        "a model whose name nobody sees",
        "exit 0",
        prepare=puts(c_jsonl=ONE.replace("{", '{"model": "\u3164", ', 1)),
    ),
)


# ---- honest and odd --------------------------------------------------------------------------------------------------


def piped_rows(place: Place) -> str:
    """Send rows with names and numbers as other programs write them."""
    body = b"".join(
        b'{"task_id":"\\u0074","passed":true,"cost_usd":1E-3,"latency_seconds":2.50,"id":"h%d"}\r\n' % n
        for n in range(3)
    )
    answer = place.client.post("/v1/observations", content=body, headers={"Content-Type": "application/x-ndjson"})
    return f"status {answer.status_code}"


def a_folder_of_two(folder: Path) -> None:
    text(folder / "it_0" / "0.py")
    text(folder / "it_0" / "10.py")


HONEST: tuple[tuple[str, Act, str, str], ...] = (
    ("a lambda", one("assert f(1) == 2", "f = lambda x: x + 1"), "a function without def", "passed"),
    (
        "a partial",
        one("assert f(1) == 2", "from functools import partial\nf = partial(lambda a, b: a + b, 1)"),
        "a function that is an object",
        "passed",
    ),
    (
        "a class with a call",
        one("assert f(1) == 2", "class F:\n    def __call__(self, x): return x + 1\nf = F()"),
        "an object that can be called",
        "passed",
    ),
    (
        "a named tuple",
        one(
            "assert f(1) == (1, 2)",
            "from collections import namedtuple\nP = namedtuple('P', 'a b')\ndef f(x): return P(x, x + 1)",
        ),
        "a tuple with names",
        "passed",
    ),
    (
        "a counter",
        one("assert f('aab') == {'a': 2, 'b': 1}", "from collections import Counter as f"),
        "a dictionary that counts",
        "passed",
    ),
    (
        "a cached function",
        one(
            "assert f(20) == 6765",
            "from functools import cache\n@cache\ndef f(n): return n if n < 2 else f(n - 1) + f(n - 2)",
        ),
        "a function that remembers",
        "passed",
    ),
    (
        "a generator that is listed",
        one("assert list(f(3)) == [0, 1, 2]", "def f(n): yield from range(n)"),
        "values one by one",
        "passed",
    ),
    (
        "letters of another script",
        one("assert f(1) == 2", "def f(\u03c7): return \u03c7 + 1"),
        "a name beyond ASCII",
        "passed",
    ),
    (
        "lines of Windows and tabs",
        one("assert f(1) == 2", "def f(x):\r\n\treturn x + 1\r\n"),
        "another editor",
        "passed",
    ),
    (
        "a walrus and a match",
        one("assert f(1) == 2", "def f(x):\n    match (y := x + 1):\n        case int(): return y"),
        "new forms of the language",
        "passed",
    ),
    (
        "a big number",
        one("assert f(5000) == 10 ** 5000", "def f(n): return 10 ** n"),
        "more digits than Python shows",
        "passed",
    ),
    ("bytes", one("assert f('a') == b'a'", "f = str.encode"), "a method of a built-in type", "passed"),
    (
        "prints beside the answer",
        one("assert f(1) == 2", "def f(x):\n    print('working', x)\n    return x + 1"),
        "words that nobody asked for",
        "passed",
    ),
    (
        "a program with a main",
        judged(
            {"inputs": ["2\n"], "outputs": ["4\n"]},
            "def main():\n    print(2 * int(input()))\nif __name__ == '__main__':\n    main()\n",
        ),
        "code under a condition",
        "passed",
    ),
    (
        "a program that reads all",
        judged(
            {"inputs": ["2\n"], "outputs": ["4\n"]},
            "import sys\nsys.stdout.write(f'{2 * int(sys.stdin.read())}\\r\\n')",
        ),
        "another line end",
        "passed",
    ),
    (
        "a program that exits",
        judged({"inputs": ["2\n"], "outputs": ["4\n"]}, "print(4)\nraise SystemExit"),
        "an end with status 0",
        "passed",
    ),
    ("rows of another program", piped_rows, "numbers and names in other notations", "status 200"),
    ("attempts with a gap", folder_of(a_folder_of_two), "attempts that are numbered with a gap", "2 candidates"),
    (
        "an attempt that begins at one",
        count_of(row(task_id="it/0", solution="x", attempt=1)),
        "numbers from one",
        "1 candidates",
    ),
    (
        "a chat in parts",
        rewarded([{"role": "assistant", "content": [{"type": "text", "text": fenced(TWICE)}]}]),
        "a message as new interfaces write it",
        "1.0",
    ),
)

FOUND: Mapping[str, str] = {}
"""What came of attacks at first that have not the outcome that they must have."""
SIXTH: tuple[ServiceAttack, ...] = tuple(
    replace(attack, slow=True, seen=FOUND.get(attack.name, attack.seen))
    for attack in (
        *(
            act_of(f"store: {name}", mechanism, expected, with_store(prepare, then))
            for name, prepare, then, mechanism, expected in STORES
        ),
        *(
            act_of(f"inputs of programs: {name}", f"{mechanism} ({name})", expected, given(content))
            for name, content, mechanism, expected in INPUTS
        ),
        *(
            act_of(f"reward: {name}", f"{mechanism} ({name})", expected, act)
            for name, act, mechanism, expected in REWARDS
        ),
        *(act_of(f"judged: {name}", mechanism, expected, act) for name, act, mechanism, expected in JUDGED),
        *(posted(*one) for one in ROWS),
        *BYTES,
        *VIEWED,
        *(
            act_of(f"rows: {name}", f"{mechanism} ({name})", expected, count_of(content))
            for name, content, mechanism, expected in FILES
        ),
        *(act_of(name, mechanism, expected, act) for name, act, mechanism, expected in READ),
        *TYPED,
        *(act_of(f"honest: {name}", mechanism, expected, act) for name, act, mechanism, expected in HONEST),
    )
)
