"""Fifth round of attacks on the service and on every reader, with honest odd uses of both that must work.

Each is in the form of `service_attacks`, and of a mechanism that is not in the rounds before.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import tarfile
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import chdir, closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx

from assay.alerts import Delivery, DeliveryState
from assay.benchmarks.candidates.reading import read_candidates
from assay.benchmarks.candidates.selecting import select_problems
from assay.errors import UsageError
from assay.front.client import Client
from assay.models.http import HttpModel
from assay.models.keys import ApiKey
from assay.models.pacing import Patience
from assay.monitoring.alerting.courier import Courier
from assay.monitoring.alerting.rules import Webhook
from assay.observations import Chosen
from assay.records import Candidate, Trial, Verdict
from assay.service.context import Context, ServiceSettings
from assay.solutions import Message
from assay.spec import Subset
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore
from assay.text import legible, one_line
from tests.hostile.service_attacks import (
    HEAD,
    HERE,
    NOON,
    ONE,
    PASS,
    RUN,
    SEEN,
    Place,
    ServiceAttack,
    act_of,
    ask,
    asked_to,
    fifo,
    file,
    outcome,
    puts,
    raw,
    viewed,
    whole_store,
)
from tests.hostile.service_more import as_role, cells, exported, guarded, junit, resident, shown_as, table_rows
from tests.hostile.test_given_files import BENCHMARK, ROW
from tests.monitoring.receiving import Handler, receiving
from tests.reports.test_formats import document, written
from tests.service.local import in_process, on_loopback
from tests.store.builders import a_run, a_trial, numbered

Act = Callable[[Place], str]
ROOT = Path(__file__).parents[2]
GIB = 1 << 30


def apart(code: str, *arguments: str, gibibytes: int = 4, seconds: float = 40) -> str:
    """Run Python in a process of its own with bounded memory and time; return the last line that it prints."""
    begin = f"import resource, sys; resource.setrlimit(resource.RLIMIT_AS, ({gibibytes * GIB},) * 2)\n"
    try:
        done = subprocess.run(
            [sys.executable, "-c", begin + code, *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        )
    except subprocess.TimeoutExpired:
        return f"no end after {seconds:g} s"
    return (done.stdout.strip().splitlines() or done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]


# ---- files of candidates ---------------------------------------------------------------------------------------------


def zipped() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("../../c.jsonl", ROW)
    return made.getvalue()


def tarred() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        member = tarfile.TarInfo("/etc/c.jsonl")
        member.size = len(ROW)
        archive.addfile(member, io.BytesIO(ROW))
    return made.getvalue()


def row(**fields: object) -> bytes:
    return json.dumps(fields).encode() + b"\n"


CANDIDATE_FILES: tuple[tuple[str, bytes, str, str], ...] = (
    (
        "a number of five thousand digits as an id",
        row(task_id="9" * 5000, solution="x") + ROW,
        "the number in an id is read without a bound on its digits",
        "read",
    ),
    (
        "a prefix before such a number",
        row(task_id="it/" + "9" * 5000, solution="x") + ROW,
        "the same behind the prefix of the benchmark",
        "read",
    ),
    (
        "zeros before a number",
        row(task_id="it/" + "0" * 5000, solution="x"),
        "a number that is 0 in many digits",
        "refused",
    ),
    (
        "an id in digits of another script",
        row(task_id="it/\u0660", solution="x"),
        "a digit that Python reads as 0",
        "refused",
    ),
    (
        "an id with a number behind it",
        row(task_id="it/0_/../1", solution="x"),
        "words behind a number in an id",
        "refused",
    ),
    (
        "an id in wide letters",
        row(task_id="\uff49\uff54/0", solution="x"),
        "letters that are others when normalised",
        "refused",
    ),
    ("an id with a mark of no width", row(task_id="it/0\u200b", solution="x"), "a sign that nobody sees", "refused"),
    ("an id that ends in NUL", row(task_id="it/0\0", solution="x"), "a sign that ends text elsewhere", "refused"),
    ("an id that is a float", b'{"task_id": 0.0, "solution": "x"}', "a number that equals a whole one", "refused"),
    ("an id that is a truth", b'{"task_id": false, "solution": "x"}', "a truth that equals 0", "refused"),
    ("an id below nothing", b'{"task_id": -1, "solution": "x"}', "an index from the end", "refused"),
    (
        "keys of a prototype",
        b'{"task_id": "it/0", "solution": "x", "__proto__": {"attempt": 7}, "constructor": 1}',
        "keys that other languages give a meaning",
        "read",
    ),
    (
        "a class in a row",
        b'{"task_id": "it/0", "solution": "x", "__class__": "Trial", "verdict": "passed"}',
        "a row that says its own verdict",
        "read",
    ),
    (
        "a verdict in a row",
        b'{"task_id": "it/0", "solution": "x", "passed": true, "score": 1}',
        "a row that says its own score",
        "read",
    ),
    (
        "a key twice, spelt out",
        rb'{"task_id": "it/0", "solution": "x", "s\u006flution": "y"}',
        "two keys that are one after the escapes are read",
        "refused",
    ),
    (
        "a key twice within",
        b'{"task_id": "it/0", "solution": "x", "m": {"a": 1, "a": 2}}',
        "the same in an object that is not used",
        "refused",
    ),
    (
        "a key twice that differs by its form",
        '{"task_id": "it/0", "solution": "x", "\u00e9": 1, "e\u0301": 2}'.encode(),
        "two keys that look alike and are two",
        "read",
    ),
    (
        "a number beyond floats that is not used",
        b'{"task_id": "it/0", "solution": "x", "n": 1e999}',
        "a number that becomes inf, beside the candidate",
        "read",
    ),
    (
        "not a number that is not used",
        b'{"task_id": "it/0", "solution": "x", "n": NaN}',
        "what other tools of Python write beside the candidate",
        "read",
    ),
    (
        "half a character in a program",
        rb'{"task_id": "it/0", "solution": "\ud800"}',
        "text that no encoding can write",
        "read",
    ),
    (
        "half a character in an id",
        rb'{"task_id": "\ud800", "solution": "x"}',
        "an id that cannot be printed",
        "refused",
    ),
    (
        "half a character in a model",
        rb'{"task_id": "it/0", "solution": "x", "model": "\udfff"}',
        "a name that cannot be printed",
        "read",
    ),
    (
        "a model without an end",
        row(task_id="it/0", solution="x", model="m" * 1_000_000),
        "a name that stands in every report",
        "refused",
    ),
    ("a model that is an object", row(task_id="it/0", solution="x", model={"a": 1}), "an object for a name", "refused"),
    ("a version that is a list", row(task_id="it/0", solution="x", model_version=[1]), "a list for a name", "refused"),
    (
        "a control as a model",
        row(task_id="it/0", solution="x", model="\x1b]0;pwned\x07"),
        "a name that a terminal obeys",
        "read",
    ),
    ("an attempt that is text", row(task_id="it/0", solution="x", attempt="0"), "text for a number", "refused"),
    ("an attempt that is a truth", row(task_id="it/0", solution="x", attempt=True), "a truth for a number", "refused"),
    (
        "the last attempt and another one",
        row(task_id="it/0", solution="x", attempt=2**63 - 1) + ROW,
        "the number behind the last one is one that no store keeps",
        "refused",
    ),
    (
        "an attempt that is taken later",
        ROW + row(task_id="it/0", solution="y", attempt=0),
        "a row without a number took the number of a later one",
        "refused",
    ),
    (
        "another benchmark in a row of translations",
        row(task_id="it/0", id="it/0", dataset="x", source="A", target="B", code="x"),
        "two formats in one row",
        "refused",
    ),
    ("a zip", zipped(), "an archive whose member leads out", "refused"),
    ("a tar", tarred(), "an archive whose member is at the root", "refused"),
    ("a packed zip", gzip.compress(zipped()), "an archive within gzip", "refused"),
    ("gzip in gzip", gzip.compress(gzip.compress(ROW)), "packed twice, to pass a bound", "refused"),
    ("gzip with rubbish behind it", gzip.compress(ROW) + b"rubbish", "bytes that are no member", "refused"),
    (
        "gzip with a wrong sum",
        gzip.compress(ROW)[:-8] + b"\0" * 8,
        "a member whose content is not what was packed",
        "refused",
    ),
    ("gzip that ends early", gzip.compress(ROW * 1000)[:-20], "a member without its end", "refused"),
    ("raw deflate", zlib.compress(ROW), "packed without the head of gzip", "refused"),
    ("xz", b"\xfd7zXZ\0" + b"\0" * 40, "another way to pack", "refused"),
    ("zstd", b"(\xb5/\xfd" + b"\0" * 40, "another way to pack", "refused"),
    ("UTF-32", ROW.decode().encode("utf-32"), "another width with a mark", "refused"),
    ("UTF-7", b"+AHsAIg-", "an encoding that hides signs", "refused"),
    ("NUL between the letters", ROW.decode().encode("utf-16-be"), "another width without a mark", "refused"),
    (
        "a mark in every line",
        b"\xef\xbb\xbf" + ROW + b"\xef\xbb\xbf" + ROW,
        "files that were laid behind each other",
        "read",
    ),
    ("comments", b"// a comment\n" + ROW, "JSON as people write it", "refused"),
    ("quotes that are single", b"{'task_id': 'it/0', 'solution': 'x'}", "a dictionary of Python", "refused"),
    ("a comma too many", b'{"task_id": "it/0", "solution": "x",}', "JSON as JavaScript writes it", "refused"),
    ("lines in a list", b"[" + ROW + ROW + b"]", "a list without commas", "refused"),
    ("two lists", b'["x"]\n["y"]\n', "a second list behind the first", "refused"),
    ("text behind a list", b'["x"] and more', "text behind JSON", "refused"),
    (
        "deep rows",
        b'{"task_id": "it/0", "solution": "x", "n": ' + b"[" * 900 + b"]" * 900 + b"}",
        "nesting just below the bound of the reader",
        "read",
    ),
    (
        "deep programs",
        b'{"task_id": "it/0", "solution": ' + b"[" * 900 + b"]" * 900 + b"}",
        "a program that is nested just below the bound of the reader: its refusal shows it",
        "refused",
    ),
    ("deep programs in a list", b"[" * 900 + b"]" * 900, "lists in lists in the place of programs", "refused"),
    (
        "programs by number in other digits",
        '{"\u0660": "x"}'.encode(),
        "a key that is a number to Python alone",
        "refused",
    ),
    (
        "programs by a number of many digits",
        b'{"' + b"9" * 5000 + b'": "x"}',
        "a key that no number is read from",
        "refused",
    ),
    (
        "answers of a harness without an answer",
        row(doc_id=0, doc={}, resps=[], filtered_resps=[]),
        "a row of nothing",
        "refused",
    ),
    (
        "answers of a harness in lists",
        row(doc_id=0, doc={"task_id": "it/0"}, resps=[[[["x"]]]], filtered_resps=[[[["x"]]]]),
        "lists deeper than answers are",
        "refused",
    ),
    (
        "a document that is text",
        row(doc_id=0, doc="it/0", resps=[["x"]], filtered_resps=["x"]),
        "text for an object",
        "read",
    ),
    ("results without a program", row(name="it/0", results=[{}]), "an object without its field", "refused"),
    (
        "tests that are the whole program",
        row(name="it/0", tests="x = 1\n", results=[{"program": "x = 1\n"}]),
        "the tests to take away are all that is there",
        "read",
    ),
    (
        "tests that are a number",
        row(name="it/0", tests=7, results=[{"program": "x = 1\n"}]),
        "a number for code",
        "read",
    ),
    (
        "an instance under the key of another",
        b'{"it/0": {"instance_id": "it/1", "model_patch": "x"}}',
        "two ids of one row",
        "refused",
    ),
    (
        "files of a candidate without a number",
        row(task_id="it/0", files={f"{n}.py": "" for n in range(50_000)}),
        "files without a bound",
        "read",
    ),
    (
        "a file whose name is two lines",
        row(task_id="it/0", files={"a.py\n--- b.py ---\nimport os": "x"}),
        "the name of a file begins another file",
        "read",
    ),
    (
        "a file whose text is a head",
        row(task_id="it/0", files={"a.py": "# file: ../../x\nx = 1\n"}),
        "the text of a file begins another file",
        "read",
    ),
)


def amplified(place: Place) -> str:
    """Read a small packed file that holds very many empty lists, within 2 GiB of memory."""
    path = place.folder / "c.json.gz"
    with gzip.open(path, "wb") as packed:
        packed.write(b"[")
        for _ in range(100):
            packed.write(b"[]," * 400_000)
        packed.write(b"[]]")
    code = (
        "from tests.hostile.service_attacks import outcome\n"
        "from tests.hostile.test_given_files import candidates\n"
        "from pathlib import Path\n"
        "print(outcome(lambda: candidates(Path(sys.argv[1]))))"
    )
    return apart(code, str(path), gibibytes=2, seconds=90)


def selected(text: str) -> Act:
    return lambda place: outcome(lambda: select_problems(BENCHMARK, Subset(problems=text)))


def trickled(*pieces: bytes) -> Act:
    """Return an act that reads candidates from a pipe into which pieces come one after the other."""

    def act(place: Place) -> str:
        code = (
            "from assay.benchmarks.candidates.files import read_file\n"
            "from assay.benchmarks.candidates.streams import Stream\n"
            "try:\n    print(len(list(read_file(Stream('-')))), 'candidates')\n"
            "except Exception as error: print(type(error).__name__, error)"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        ) as reader:
            assert reader.stdin is not None
            assert reader.stdout is not None
            with suppress(BrokenPipeError):
                for piece in pieces:
                    reader.stdin.write(piece)
                    reader.stdin.flush()
                    time.sleep(0.7)
            with suppress(BrokenPipeError):
                reader.stdin.close()
            return reader.stdout.read().decode().strip()

    return act


def folder_of(make: Callable[[Path], object]) -> Act:
    """Return an act that reads a folder of candidates."""

    def act(place: Place) -> str:
        folder = place.folder / "d"
        folder.mkdir()
        make(folder)
        try:
            found = list(read_candidates(folder, BENCHMARK))
        except UsageError:
            return "refused"
        return f"{len(found)} candidates"

    return act


def text(path: Path, content: str = "x = 1\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")
    return path


def elsewhere(folder: Path) -> None:
    """Lay a link to exercises that lie outside of the folder."""
    text(folder.parent / "secret" / "exercises" / "practice" / "it" / "a.py")
    (folder / "python").symlink_to(folder.parent / "secret")


def aider_model(content: bytes) -> Callable[[Path], object]:
    def make(folder: Path) -> None:
        exercise = folder / "python" / "exercises" / "practice" / "it"
        text(exercise / "a.py")
        (exercise / ".aider.results.json").write_bytes(content)

    return make


def in_order(folder: Path) -> None:
    for name in ("1.py", "01.py", "\u0661.py", "9" * 200 + ".py"):
        text(folder / "it_0" / name)


def a_socket(folder: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as made, chdir(folder):
        made.bind("it_0.py")


def sealed(folder: Path) -> None:
    text(folder / "it_0.py")
    (folder / "it_1.py").symlink_to("/proc/self/environ")


FOLDERS: tuple[tuple[str, Callable[[Path], object], str, str], ...] = (
    ("exercises behind a link", elsewhere, "a link leads to a folder of the user that looks like an answer", "refused"),
    ("results beside an exercise that are deep", aider_model(b"[" * 100_000), "the reader calls itself", "refused"),
    (
        "results beside an exercise that are wide",
        aider_model(b'{"model": ' + b"9" * 5000 + b"}"),
        "more digits than Python reads",
        "refused",
    ),
    ("numbers of one attempt in four forms", in_order, "names of files that are one number", "4 candidates"),
    ("the environment of the process", sealed, "a link to the variables of the user's shell", "refused"),
    (
        "a file that is two things",
        lambda folder: (text(folder / "it_0.py"), text(folder / "it_0" / "0.py")),
        "a problem has a program and a folder",
        "refused",
    ),
    (
        "a folder with the name of a program",
        lambda folder: (folder / "it_0.py").mkdir(),
        "a folder ends in .py",
        "refused",
    ),
    (
        "a name with a line end",
        lambda folder: (text(folder / "it_0.py"), text(folder / "it_0\n.py")),
        "the name of a file is two lines; what is blank around an id does not count",
        "2 candidates",
    ),
    (
        "a name that a terminal obeys",
        lambda folder: (text(folder / "it_0.py"), text(folder / "\x1b[2J.py")),
        "the name of a file clears the screen",
        "1 candidates",
    ),
    (
        "a name of many digits",
        lambda folder: (text(folder / "it_0.py"), text(folder / f"it_{'9' * 200}.py")),
        "the name of a file is a wide number",
        "1 candidates",
    ),
    (
        "rows beside programs",
        lambda folder: (text(folder / "it_0.py"), text(folder / "a.json", "[" * 50)),
        "one broken file of rows decides what the folder is",
        "refused",
    ),
    (
        "a bomb among rows",
        lambda folder: (folder / "a.json.gz").write_bytes(gzip.compress(b" " * (600 << 20), 1)),
        "one packed value unfolds beyond the bound",
        "refused",
    ),
    (
        "a socket that is a program",
        a_socket,
        "a socket has the name of a program",
        "refused",
    ),
)
READING = (
    *(
        file(name, "assay run -c", content, f"{mechanism} ({name})", expected, expected)
        for name, content, mechanism, expected in CANDIDATE_FILES
    ),
    *(
        act_of(f"folder of candidates: {name}", mechanism, expected, folder_of(make))
        for name, make, mechanism, expected in FOLDERS
    ),
    act_of(
        "assay run -c: very many lists",
        "empty lists take twenty times the text that they stand in",
        "refused",
        amplified,
        slow=True,
    ),
    act_of(
        "problems: a number without an end",
        "a number of an option has more digits than Python reads",
        "refused",
        selected("9" * 5000),
    ),
    act_of("problems: a range without an end", "the same in a range", "refused", selected("0-" + "9" * 5000)),
    act_of("problems: very many brackets", "a glob whose sets have no end", "refused", selected("[" * 2000)),
    act_of("problems: very many stars", "a glob that is tried in very many ways", "refused", selected("*a" * 40 + "b")),
)


# ---- requests --------------------------------------------------------------------------------------------------------


def multipart(*parts: tuple[str, bytes]) -> bytes:
    """Return a form whose parts have these heads and contents, between lines of `x`."""
    made = b"".join(b"--x\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n" for head, content in parts)
    return made + b"--x--\r\n"


def disposed(name: str, more: str = "") -> str:
    return f'Content-Disposition: form-data; name="{name}"{more}'


UPLOAD = (disposed("candidates", '; filename="c.jsonl"'), ONE.encode())
BENCH = (disposed("benchmark"), b"starter")
FORM_TYPE = "multipart/form-data; boundary=x"


def form(
    name: str, parts: tuple[tuple[str, bytes], ...], mechanism: str, expected: int, kind: str = FORM_TYPE
) -> ServiceAttack:
    return ask(f"form, {name}", "/v1/runs", multipart(*parts), mechanism, expected, kind=kind)


def answered_within(path: str, body: bytes, bound: int, times: int = 4) -> Act:
    """Return an act that sends one body several times at once; memory must not grow by more than the bound."""

    def act(place: Place) -> str:
        before, most, statuses = resident(), [0], set()

        def send() -> None:
            answer = httpx.post(
                place.address + path, content=body, headers={"Content-Type": "application/json"}, timeout=60
            )
            statuses.add(answer.status_code)

        threads = [threading.Thread(target=send) for _ in range(times)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            most[0] = max(most[0], resident() - before)
            time.sleep(0.02)
        said = "bounded" if most[0] < bound else f"{most[0] >> 20:,} MiB more"
        return f"{said}, {sorted(statuses)}"

    return act


def twice(path: str, first: object, second: object, read: Callable[[Mapping[str, Any]], object]) -> Act:
    """Return an act that sends two bodies one after the other to a service of its own, and reads the second answer."""

    def act(place: Place) -> str:
        with in_process(Context(MemoryStore(), ServiceSettings(workers=1)), timeout=60) as client:
            client.post(path, json=first)
            return str(read(client.post(path, json=second).json()))

    return act


def many_windows(place: Place) -> str:
    """Send one batch from eight windows at once; each observation is kept and counted once."""
    rows = [{**SEEN, "id": f"o{n}", "at": "2026-03-14T09:00:00Z"} for n in range(50)]
    with (
        closing(SqlStore(place.folder / "a.db")) as store,
        on_loopback(Context(store, ServiceSettings(workers=1))) as at,
    ):
        accepted: list[int] = []

        def send() -> None:
            accepted.append(httpx.post(f"{at}/v1/observations", json=rows, timeout=60).json()["accepted"])

        threads = [threading.Thread(target=send) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        counted = sum(one.tally.n for one in store.tallies(Chosen()))
        return f"{sum(accepted)} accepted, {counted} counted"


def rated_empty(place: Place) -> str:
    """Rate with nobody's name and with a grade in other digits."""
    page = place.client.get("/feedback/rate")
    secret = page.cookies.get("assay_form", "")
    answer = place.client.post(
        "/feedback/rate",
        content=b"csrf=x&candidate=y&correctness=\xd9\xa3",
        headers={"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"assay_form={secret}"},
    )
    return f"status {answer.status_code}"


def soon(path: str, body: object, seconds: float) -> Act:
    """Return an act that sends one request, whose answer must be there soon."""

    def act(place: Place) -> str:
        began = time.monotonic()
        status = place.client.post(path, json=body).status_code
        took = time.monotonic() - began
        return f"status {status}" if took < seconds else f"status {status} after {took:.0f} s"

    return act


def last_of(kind: str, path: str, content: bytes) -> Act:
    """Return an act that begins a run, and says which name it has."""

    def act(place: Place) -> str:
        answer = place.client.post(path, content=content, headers={"Content-Type": kind})
        if answer.status_code != 202:
            return f"status {answer.status_code}"
        return str(place.client.get(f"/v1/runs/{answer.json()['id']}").json()["name"])

    return act


NAMES = ((disposed("name"), b"first"), (disposed("name"), b"second"))
WIDE = "n" * 1_000_000
SENT: tuple[tuple[str, object, str, int], ...] = (
    ("an id in another form", {**SEEN, "id": "e\u0301"}, "an id that looks like another one", 200),
    ("a mark of direction", {**SEEN, "task_id": "\u202egnp.exe"}, "a name that reads backwards", 200),
    ("a formula", {**SEEN, "task_id": "=cmd|' /C calc'!A0"}, "a name that a spreadsheet would obey", 200),
    ("a tag", {**SEEN, "model": "<img src=x onerror=alert(1)>"}, "a name that a browser would obey", 200),
    (
        "labels of a prototype",
        {**SEEN, "labels": {"__proto__": "a", "constructor": "b"}},
        "keys of other languages",
        200,
    ),
    ("a label twice in two forms", {**SEEN, "labels": {"a": "b"}, "A": "c"}, "keys that differ by case", 200),
    ("a latency of no time", {**SEEN, "latency_seconds": 5e-324}, "a number whose logarithm is far below nothing", 200),
    ("a latency without an end", {**SEEN, "latency_seconds": 1e308}, "a number whose bucket is beyond counting", 400),
    ("a whole number as a cost", {**SEEN, "cost_usd": 10**400}, "a whole number that no float holds", 400),
    ("a time in other digits", {**SEEN, "at": "\u0662026-01-01T00:00:00Z"}, "digits that Python may read", 400),
    (
        "a time with seconds of a zone",
        {**SEEN, "at": "2026-01-01T00:00:00+23:59:59.999999"},
        "a zone to the microsecond",
        200,
    ),
    ("a time in days of a year", {**SEEN, "at": "2026-W01-1T00:00:00Z"}, "a form of dates that only some read", 200),
    ("a time that is a float beyond", {**SEEN, "at": 1e18}, "seconds beyond the calendar", 400),
    ("a run that is a path", {**SEEN, "run": "../../etc/passwd"}, "an id that a link is made of", 200),
    (
        "a message of controls",
        {**SEEN, "passed": False, "message": "\x1b]0;x\x07\x00"},
        "NUL at the end of a message",
        400,
    ),
    (
        "half a character behind the cut",
        {**SEEN, "message": "a" * 20_000 + "\ud800"},
        "a sign that is cut away before it is looked at",
        200,
    ),
)
REQUESTS = (
    *(
        ask(f"observation, {name}", "/v1/observations", json.dumps(data).encode(), f"{mechanism} ({name})", status)
        for name, data, mechanism, status in SENT
    ),
    form(
        "isolation in a field",
        (BENCH, (disposed("isolation"), b"process"), UPLOAD),
        "a field of a form weakens the sandbox",
        400,
    ),
    form(
        "a store in a field", (BENCH, (disposed("store"), b"/tmp/x.db"), UPLOAD), "a field of a form names a file", 400
    ),
    form("two files", (BENCH, UPLOAD, UPLOAD), "which file was judged would be a guess", 400),
    form("the benchmark twice", (BENCH, BENCH, UPLOAD), "of two values under one name the last is taken", 400),
    form(
        "a file and a field of one name",
        (BENCH, UPLOAD, (disposed("candidates"), b"[]")),
        "a field hides the file of its name",
        400,
    ),
    form(
        "fields without a number",
        (*((disposed(f"f{n}"), b"") for n in range(60)), UPLOAD),
        "more fields than a form has",
        400,
    ),
    form(
        "a name in another encoding",
        (BENCH, ("Content-Disposition: form-data; name*=utf-16''candidates", b"x")),
        "the name of a part says its own encoding",
        400,
    ),
    form(
        "a part without a name",
        (BENCH, ("Content-Disposition: form-data", b"x"), UPLOAD),
        "a part that is nothing",
        400,
    ),
    form("a part without a head", (BENCH, ("X: y", b"x"), UPLOAD), "a part that does not say what it is", 400),
    form(
        "a part in base64",
        (BENCH, (f"{UPLOAD[0]}\r\nContent-Transfer-Encoding: base64", base64.b64encode(UPLOAD[1]))),
        "a coding of mail in a form",
        400,
    ),
    form(
        "a part with a long head",
        (BENCH, (disposed("candidates", f'; filename="{"a" * 100_000}"'), UPLOAD[1])),
        "the head of a part has no bound",
        400,
    ),
    form(
        "a form in a form",
        (
            BENCH,
            (
                'Content-Disposition: form-data; name="candidates"\r\nContent-Type: multipart/mixed; boundary=y',
                b"--y\r\n\r\nx\r\n--y--",
            ),
        ),
        "parts within a part",
        400,
    ),
    form(
        "a boundary that ends its quote",
        (BENCH, UPLOAD),
        "a boundary brings an encoding that nobody knows",
        400,
        'multipart/form-data; boundary="x\\"; charset=\\"bogus"',
    ),
    form(
        "a boundary of two lines",
        (BENCH, UPLOAD),
        "a boundary in the old form of long parameters",
        400,
        "multipart/form-data; boundary*0=x; boundary*1=y",
    ),
    *(
        ask(
            f"option, {name} without an end",
            "/v1/runs",
            {**RUN, "options": options},
            f"{name} that stands in every list",
            400,
        )
        for name, options in (
            ("a name", {"name": WIDE}),
            ("a model", {"model": WIDE}),
            ("a version", {"model_version": WIDE}),
            ("a label", {"label": [f"a={WIDE}"]}),
            ("the key of a label", {"label": [f"{WIDE}=a"]}),
        )
    ),
    ask(
        "option, labels without a number",
        "/v1/runs",
        {**RUN, "options": {"label": [f"a{n}=x" for n in range(20_000)]}},
        "labels that stand in every list",
        400,
    ),
    ask(
        "option, k without a number",
        "/v1/runs",
        {**RUN, "options": {"k": list(range(1, 20_001))}},
        "a score for each of very many k",
        202,
    ),
    ask(
        "option, a name that a terminal obeys",
        "/v1/runs",
        {**RUN, "options": {"name": "\x1b[2J\u202e"}},
        "a name that is spelt out wherever it is shown",
        202,
    ),
    act_of(
        "request: option, very many brackets",
        "each bracket of a glob is looked for up to the end of the text",
        "status 400",
        soon("/v1/runs", {**RUN, "options": {"problems": "[!" * 15_000}}, 3.0),
        slow=True,
    ),
    act_of(
        "request: option, very many stars",
        "each star of a glob is another way to try",
        "status 400",
        soon("/v1/runs", {**RUN, "options": {"problems": "*a" * 5000}}, 10.0),
        slow=True,
    ),
    act_of(
        "request: form, a name twice",
        "of two values of a form the last is taken",
        "status 400",
        last_of(FORM_TYPE, "/v1/runs", multipart(BENCH, *NAMES, UPLOAD)),
    ),
    act_of(
        "request: query, a name twice",
        "of two values of a query the last is taken",
        "status 400",
        last_of("application/x-ndjson", "/v1/runs?benchmark=starter&name=first&name=second", ONE.encode()),
    ),
    act_of(
        "request: form, another encoding by the boundary",
        "a quote within the boundary adds the name of an encoding",
        "status 400",
        last_of(
            'multipart/form-data; boundary="x\\"; charset=\\"latin-1"',
            "/v1/runs",
            multipart(BENCH, (disposed("name"), "\u00e9".encode()), UPLOAD),
        ),
    ),
    ask(
        "query, isolation",
        "/v1/runs?benchmark=starter&isolation=process",
        ONE.encode(),
        "the query of a run weakens the sandbox",
        400,
        kind="application/x-ndjson",
    ),
    ask(
        "query, an interpreter",
        "/v1/runs?benchmark=starter&python=/bin/sh",
        ONE.encode(),
        "the query of a run starts a program",
        400,
        kind="application/x-ndjson",
    ),
    ask(
        "query, the benchmark twice",
        "/v1/runs?benchmark=starter&benchmark=humaneval",
        ONE.encode(),
        "of two benchmarks the last is taken",
        400,
        kind="application/x-ndjson",
    ),
    ask(
        "a list in lines",
        "/v1/runs?benchmark=starter",
        b'[{"task_id":"mask_digits","solution":"x"}]\n[1]\n',
        "a second list behind the first",
        400,
        kind="application/x-ndjson",
    ),
    ask(
        "feedback of nobody",
        "/v1/feedback",
        {"observation": "never seen", "stars": 5},
        "what nobody has seen is rated",
        200,
    ),
    ask("feedback that says nothing", "/v1/feedback", {"observation": "x", "text": ""}, "an empty text", 400),
    ask("feedback of half a star", "/v1/feedback", {"observation": "x", "stars": 1.0}, "a float that is whole", 400),
    ask("a run that goes on without being there", "/v1/runs/nothing/resume", {}, "a run that nobody made goes on", 404),
    ask("a run that ends without being there", "/v1/runs/%2e%2e/cancel", {}, "dots in the place of an id", 404),
    ask(
        "an alert that is muted by a truth", "/v1/alerts/mute", {"rule": "x", "hours": True}, "a truth is a number", 400
    ),
    ask(
        "an alert of another sign",
        "/v1/alerts/acknowledge",
        {"rule": "x\ny", "about": "z"},
        "the sign between rule and slice stands in the rule",
        404,
    ),
    ask(
        "a page on one's own machine",
        "/v1/observations",
        SEEN,
        "another service of this machine sends a form",
        403,
        headers={"Sec-Fetch-Site": "same-site"},
    ),
    ask(
        "an origin that is a file",
        "/v1/observations",
        SEEN,
        "a page that was saved to the disk",
        403,
        headers={"Origin": "file://"},
    ),
    ask(
        "an origin of another scheme",
        "/v1/observations",
        SEEN,
        "an extension of a browser",
        403,
        headers={"Origin": "chrome-extension://127.0.0.1:8642"},
    ),
    ask(
        "an origin with a user",
        "/v1/observations",
        SEEN,
        "the known name stands before an @",
        403,
        headers={"Origin": "http://127.0.0.1:8642@evil.example"},
    ),
    ask(
        "a list of origins",
        "/v1/observations",
        SEEN,
        "the known origin stands beside another",
        403,
        headers={"Origin": "http://127.0.0.1:8642 http://evil.example"},
    ),
    ask(
        "a name that ends in a dot",
        "/healthz",
        b"",
        "the same name to a resolver, another one to us",
        421,
        method="GET",
        headers={"Host": "localhost.:8642"},
    ),
    ask(
        "an address of six groups with a zone",
        "/healthz",
        b"",
        "an address with the name of an interface",
        421,
        method="GET",
        headers={"Host": "[::1%25lo]:8642"},
    ),
    ask(
        "an address of four in six groups",
        "/healthz",
        b"",
        "127.0.0.1 in the form of IPv6",
        421,
        method="GET",
        headers={"Host": "[::ffff:127.0.0.1]:8642"},
    ),
    ask(
        "an address with a sign too few",
        "/healthz",
        b"",
        "brackets that do not close",
        421,
        method="GET",
        headers={"Host": "[::1"},
    ),
    ask(
        "an address in octal",
        "/healthz",
        b"",
        "127.0.0.1 in another notation",
        421,
        method="GET",
        headers={"Host": "0177.0.0.1:8642"},
    ),
    act_of(
        "request: very many lists",
        "empty lists take twenty times the text that they stand in",
        "bounded, [413]",
        answered_within("/v1/judge", b'{"candidates":[' + b"[]," * 2_700_000 + b"[]]}", 600 << 20),
        slow=True,
    ),
    act_of(
        "request: very many lists that are observations",
        "rows are counted when all of them are read",
        "bounded, [413]",
        answered_within("/v1/observations", b"[" + b"[]," * 2_700_000 + b"[]]", 600 << 20),
        slow=True,
    ),
    act_of(
        "request: one id with two contents",
        "who sends an id again changes what is there",
        "[0, 1]",
        twice(
            "/v1/observations",
            {**SEEN, "id": "a"},
            {**SEEN, "id": "a", "passed": False},
            lambda found: [found["accepted"], found["duplicates"]],
        ),
    ),
    act_of(
        "request: one id twice in a batch",
        "two rows of one id are counted twice",
        "[1, 1]",
        twice(
            "/v1/observations",
            [],
            [{**SEEN, "id": "b"}, {**SEEN, "id": "b"}],
            lambda found: [found["accepted"], found["duplicates"]],
        ),
    ),
    act_of("request: a rating without a form", "grades are sent without the page", "status 403", rated_empty),
)
VIEWED = tuple(
    viewed(*one)
    for one in (
        ("numbers with a line", "/v1/observations?since=1_700_000_000", "a number as Python's source has it", 200),
        ("not a number as a time", "/v1/observations?since=nan", "a time that no comparison meets", 400),
        ("an endless time", "/v1/observations?until=1e999", "a time beyond all times", 400),
        (
            "a time in seconds of another script",
            "/v1/observations?since=%D9%A1%D9%A2%D9%A3",
            "digits that Python reads",
            400,
        ),
        ("a verdict that is none", "/v1/runs/x/trials?verdict=%27%20OR%201=1", "SQL in the place of a verdict", 404),
        ("days of many digits", "/feedback?days=99999999999999999999", "a span beyond the calendar", 200),
        ("days in another script", "/feedback?days=%D9%A3%D9%A0", "digits that Python reads", 200),
        ("a place in another list", "/feedback?after=%00", "NUL in a cursor", 400),
        ("a rater without an end", "/feedback/rate?rater=" + "a" * 5000, "a name beyond every name", 200),
        ("a seed in another script", "/feedback/rate?seed=%C2%B2", "a digit that is no number", 200),
        ("candidates passed over", "/feedback/rate?skip=999999999", "a count beyond the queue", 200),
        ("a sign-in with a tab", "/login?next=/%09/evil.example", "a tab that browsers take out of an address", 200),
        ("a sign-in with a scheme", "/login?next=/javascript:alert(2)", "a scheme behind a slash", 200),
        ("a sign-in beside a dot", "/login?next=/.//evil.example", "dots that browsers take out of an address", 200),
        (
            "a sign-in by another slash",
            "/login?next=/%EF%BC%8Fevil.example",
            "a slash that is one when normalised",
            200,
        ),
        ("a page in another form", "/runs?format=json&callback=alert", "a callback as some frameworks know it", 200),
        ("a template in a field", "/observations?model={{config}}", "signs that a template would obey", 200),
        (
            "a comment in a field",
            "/observations?task_type=--%3E%3Cscript%3Ealert(1)%3C/script%3E",
            "a value that ends a comment",
            200,
        ),
        (
            "an attribute in a field",
            "/?model=%22%20onfocus=alert(1)%20autofocus=%22",
            "a value that ends its attribute",
            200,
        ),
        ("an arm with a line end", "/v1/ab?arm=a%0d%0aSet-Cookie:x", "a header in the value of a parameter", 422),
        ("a document of the API", "/openapi.json?x=<script>alert(1)</script>", "a parameter is written into JSON", 200),
        ("a style above", "/static/..%2f..%2fapp.py", "a slash that is spelt out", 404),
        ("a style by NUL", "/static/style.css%00.py", "a name that ends early", 400),
        ("a trial by a digest", "/runs/x/trial?problem=..&attempt=0", "a digest that is a path", 404),
        ("a trial of a fraction", "/runs/x/trial?problem=0&attempt=1e0", "a number with an exponent", 404),
        (
            "a compared run with a margin without an end",
            "/v1/compare?a=x&b=y&margin=1e-400",
            "a number below floats",
            404,
        ),
    )
)


# ---- bytes on a socket -----------------------------------------------------------------------------------------------

CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n"


def dripped(place: Place) -> str:
    """Send a good request byte by byte, as a slow network does; it must be answered."""
    host, port = place.address.removeprefix("http://").split(":")
    data = HEAD.replace(b"HOST", f"{host}:{port}".encode()) + b"Content-Length: 29\r\nConnection: close\r\n\r\n" + PASS
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for at in range(len(data)):
            line.sendall(data[at : at + 1])
            time.sleep(0.005)
        return line.recv(65536).split(b" ")[1].decode()


def idle_lines(place: Place) -> str:
    """Open three hundred lines that say nothing, and ask beside them."""
    host, port = place.address.removeprefix("http://").split(":")
    lines = [socket.create_connection((host, int(port)), timeout=10) for _ in range(300)]
    try:
        return f"status {httpx.get(place.address + '/healthz', timeout=10).status_code}"
    finally:
        for line in lines:
            line.close()


def half_heads(place: Place) -> str:
    """Begin a hundred requests whose heads do not end, and ask beside them."""
    host, port = place.address.removeprefix("http://").split(":")
    lines = [socket.create_connection((host, int(port)), timeout=10) for _ in range(100)]
    try:
        for line in lines:
            line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        return f"status {httpx.get(place.address + '/runs', timeout=10).status_code}"
    finally:
        for line in lines:
            line.close()


def reset_meanwhile(place: Place) -> str:
    """Reset forty lines in the middle of their bodies, and ask beside them."""
    import struct

    host, port = place.address.removeprefix("http://").split(":")
    for _ in range(40):
        with socket.create_connection((host, int(port)), timeout=10) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.sendall(HEAD.replace(b"HOST", f"{host}:{port}".encode()) + b"Content-Length: 500\r\n\r\n" + PASS)
    return f"status {httpx.get(place.address + '/runs', timeout=10).status_code}"


BYTES = (
    *(
        raw(*one)
        for one in (
            (
                "a piece of one byte each",
                CHUNKED
                + b"Connection: close\r\n\r\n"
                + b"".join(b"1\r\n" + PASS[n : n + 1] + b"\r\n" for n in range(len(PASS)))
                + b"0\r\n\r\n",
                "a body in the smallest pieces there are",
                "200",
            ),
            (
                "zeros before the size of a piece",
                CHUNKED + b"Connection: close\r\n\r\n" + b"0" * 200 + b"1d\r\n" + PASS + b"\r\n0\r\n\r\n",
                "a size in more digits than it needs",
                "200",
            ),
            (
                "a size of sixty-four bits and more",
                CHUNKED + b"\r\n1000000000000001d\r\n" + PASS,
                "a size that becomes small in 64 bits",
                "400",
            ),
            (
                "a version of another number",
                b"GET /healthz HTTP/1.9\r\nHost: HOST\r\nConnection: close\r\n\r\n",
                "a version to come",
                "400",
            ),
            (
                "a version of two digits",
                b"GET /healthz HTTP/1.10\r\nHost: HOST\r\n\r\n",
                "a version that some read as 1.1",
                "400",
            ),
            ("no version", b"GET /healthz\r\n\r\n", "the oldest form of a request", "421"),
            (
                "two blanks in the first line",
                b"GET  /healthz  HTTP/1.1\r\nHost: HOST\r\n\r\n",
                "white space that one server trims",
                "200",
            ),
            ("tabs in the first line", b"GET\t/healthz\tHTTP/1.1\r\nHost: HOST\r\n\r\n", "another white space", "400"),
            (
                "a header without a colon",
                b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nX-Nothing\r\n\r\n",
                "a line that is no header",
                "400",
            ),
            (
                "a header without a name",
                b"GET /healthz HTTP/1.1\r\nHost: HOST\r\n: y\r\n\r\n",
                "a name that is empty",
                "400",
            ),
            (
                "a header with a vertical tab",
                b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nX: a\x0bb\r\n\r\n",
                "a control in a value",
                "400",
            ),
            (
                "a name of controls",
                b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nX\x01Y: a\r\n\r\n",
                "a control in a name",
                "400",
            ),
            ("a method with a slash", b"GE/T /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n", "a method that is none", "400"),
            (
                "a user in the address",
                b"GET http://me:secret@HOST/healthz HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
                "a password in a whole address",
                "200",
            ),
            (
                "the address of a file",
                b"GET file:///etc/passwd HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
                "another scheme in a whole address",
                "400",
            ),
            (
                "a close and a second request",
                b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"
                b"GET /nothing HTTP/1.1\r\nHost: HOST\r\n\r\n",
                "a request behind the last one",
                "200",
            ),
            (
                "a length in the old version and more",
                b"POST /v1/observations HTTP/1.0\r\nHost: HOST\r\nContent-Type: "
                b"application/json\r\nContent-Length: 29\r\n\r\n" + PASS + b"GET /x HTTP/1.1\r\n\r\n",
                "bytes behind the only request of HTTP/1.0: the line ends without an answer",
                "closed",
            ),
            (
                "a head method",
                b"HEAD /runs HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
                "an answer without a body",
                "405",
            ),
        )
    ),
    act_of("bytes: lines that say nothing", "lines that hold files for nothing", "status 200", idle_lines, slow=True),
    act_of("bytes: heads without an end", "requests that begin and go no further", "status 200", half_heads, slow=True),
    act_of(
        "bytes: lines that are reset", "lines that end without a farewell", "status 200", reset_meanwhile, slow=True
    ),
)


# ---- who may do what -------------------------------------------------------------------------------------------------


def signed_in(change: Callable[[dict[str, str]], dict[str, str]], token: str = "admin") -> Act:
    """Return an act that fills in the form for signing in, and says what came of it and where it leads."""

    def act(place: Place) -> str:
        with guarded() as (client, _, tokens):
            page = client.get("/login")
            secret = page.cookies["assay_form"]
            field = page.text.split('name="csrf" value="')[1].split('"')[0]
            data = change({"csrf": field, "token": tokens[token].secret, "next": "/"})
            answer = client.post(
                "/login", data=data, headers={"Cookie": f"assay_form={secret}"}, follow_redirects=False
            )
            return f"status {answer.status_code}, {answer.headers.get('location', 'nowhere')}"

    return act


def made_token(**fields: str) -> Act:
    """Return an act that makes a token by the form of the settings, with fields as somebody sends them."""

    def act(place: Place) -> str:
        with guarded() as (client, context, tokens):
            from assay.access import new_session

            session = new_session(tokens[fields.pop("as_", "admin")].token, now=context.now())
            context.store.add_token(session.token)
            headers = {"Cookie": f"assay_session={session.secret}"}
            page = client.get("/settings", headers=headers)
            parts = page.text.split('name="csrf" value="')
            field = parts[1].split('"')[0] if len(parts) > 1 else "x"
            data = {"csrf": field, "name": "n", "role": "read", "days": "7", **fields}
            answer = client.post("/settings/tokens", data=data, headers=headers)
            bad = "<script>alert" in answer.text or "\x1b" in answer.text
            return f"status {answer.status_code}{', obeyed' if bad else ''}"

    return act


def other_form(place: Place) -> str:
    """Send a form with the token of another browser."""
    with guarded() as (client, _, tokens):
        pages = []
        for _ in range(2):
            client.cookies.clear()
            pages.append(client.get("/login"))
        field = pages[0].text.split('name="csrf" value="')[1].split('"')[0]
        data = {"csrf": field, "token": tokens["admin"].secret, "next": "/"}
        other = pages[1].headers["set-cookie"].split("=", 1)[1].split(";")[0]
        same = other == pages[0].headers.get("set-cookie", "=;").split("=", 1)[1].split(";")[0]
        answer = client.post("/login", data=data, headers={"Cookie": f"assay_form={other}"}, follow_redirects=False)
        return f"status {answer.status_code}{', one secret for all' if same else ''}"


def remembered(place: Place) -> str:
    """Look for any secret in what the service logs and keeps after tokens were shown in wrong ways."""
    import logging

    said = io.StringIO()
    handler = logging.StreamHandler(said)
    logging.getLogger().addHandler(handler)
    try:
        with guarded() as (client, context, tokens):
            secret = tokens["admin"].secret
            for headers in ({"Authorization": secret}, {"Authorization": f"Bearer  {secret}\t"}, {"Cookie": secret}):
                with suppress(httpx.HTTPError):
                    client.get(f"/v1/runs?token={secret}", headers=headers)
            client.post("/v1/observations", content=secret.encode(), headers={"Authorization": f"Bearer {secret}"})
            kept = repr(context.store.tokens())
    finally:
        logging.getLogger().removeHandler(handler)
    return "shown" if secret in said.getvalue() + kept else "hidden"


ROLES = (
    *(
        act_of(f"role: {name}", mechanism, expected, act)
        for name, mechanism, expected, act in (
            (
                "a reader that resumes",
                "a run goes on for a reader",
                "status 403",
                as_role("POST", "/v1/runs/x/resume", "read"),
            ),
            (
                "a reader that cancels",
                "a run is stopped by a reader",
                "status 403",
                as_role("POST", "/v1/runs/x/cancel", "read"),
            ),
            ("a reader that begins", "a run is begun by a reader", "status 403", as_role("POST", "/v1/runs", "read")),
            (
                "a reader that gives stars",
                "feedback is kept for a reader",
                "status 403",
                as_role("POST", "/v1/feedback", "read"),
            ),
            (
                "a writer that acknowledges",
                "an alert is silenced by a writer",
                "status 403",
                as_role("POST", "/v1/alerts/acknowledge", "write"),
            ),
            (
                "a writer that revokes",
                "a token is ended by a writer",
                "status 403",
                as_role("POST", "/settings/tokens/revoke", "write", "application/x-www-form-urlencoded"),
            ),
            (
                "a method by a header",
                "a reader writes by a header that some frameworks take for the method",
                "status 200",
                as_role("GET", "/v1/observations?_method=POST", "read"),
            ),
            (
                "a secret in letters beyond ASCII",
                "a comparison in constant time raises for them",
                "status 401",
                shown_as(lambda text: {"Authorization": b"Bearer \xe9" + text.encode()}),  # type: ignore[dict-item]
            ),
            (
                "a secret behind two blanks",
                "white space before a secret",
                "status 200",
                shown_as(lambda text: {"Authorization": f"Bearer   {text}"}),
            ),
            (
                "a scheme in small letters",
                "schemes have no case",
                "status 200",
                shown_as(lambda text: {"Authorization": f"bearer {text}"}),
            ),
            (
                "a secret in a cookie of another name",
                "a secret is taken from wherever it stands",
                "status 401",
                shown_as(lambda text: {"Cookie": f"token={text}; assay_form={text}"}),
            ),
            (
                "two sessions",
                "of two cookies of one name one is taken",
                "status 401",
                shown_as(lambda text: {"Cookie": "assay_session=a; assay_session=b"}),
            ),
            (
                "a secret of a token as a session",
                "a token is used as a session, without a form: it opens no more than it would",
                "status 200",
                shown_as(lambda text: {"Cookie": f"assay_session={text}"}),
            ),
            (
                "a sign-in that leads to two slashes",
                "a form leads elsewhere",
                "status 303, /",
                signed_in(lambda form: {**form, "next": "//evil.example"}),
            ),
            (
                "a sign-in that leads to a line end",
                "a form brings a header",
                "status 303, /",
                signed_in(lambda form: {**form, "next": "/\r\nSet-Cookie: a=b"}),
            ),
            (
                "a sign-in that leads to a wide letter",
                "an address that no header holds",
                "status 303, /",
                signed_in(lambda form: {**form, "next": "/\u0130"}),
            ),
            (
                "a sign-in with letters beyond ASCII",
                "a comparison in constant time raises for them",
                "status 401, nowhere",
                signed_in(lambda form: {**form, "token": "\u00e9\u4e2d" * 20}),
            ),
            (
                "a sign-in without an end",
                "a secret of a megabyte is compared",
                "status 413, nowhere",
                signed_in(lambda form: {**form, "token": "a" * 1_100_000}),
            ),
            (
                "a sign-in with blanks",
                "a secret that was copied with its line",
                "status 303, /",
                signed_in(lambda form: {**form, "token": f"  {form['token']}\n"}),
            ),
            ("a form of another browser", "the token of a form is that of another browser", "status 403", other_form),
            (
                "a token with a tag",
                "a name that a browser would obey",
                "status 200",
                made_token(name="<script>alert(1)</script>"),
            ),
            ("a token that a terminal obeys", "a name with controls", "status 400", made_token(name="\x1b[2Jx")),
            ("a token with a long name", "a name beyond every name", "status 400", made_token(name="a" * 5000)),
            ("a token of a higher role", "a role that is none", "status 400", made_token(role="root")),
            ("a token of a role in capitals", "a role in another form", "status 400", made_token(role="ADMIN")),
            ("a token for ever and a day", "days that are none", "status 400", made_token(days="1e9")),
            ("a token of a reader", "a reader's session makes a token", "status 403", made_token(as_="read")),
            ("secrets in logs", "a secret that was shown in a wrong way is logged", "hidden", remembered),
        )
    ),
)


# ---- stores ----------------------------------------------------------------------------------------------------------

ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
USED = "from pathlib import Path\nfrom tests.hostile.service_attacks import used\nprint(used(Path(sys.argv[1])))"


def changed(name: str, text: str, mechanism: str, expected: str = "told", *, slow: bool = True) -> ServiceAttack:
    """Return an attack that changes a store by SQL, and is tried in a process of its own: it may have no end."""

    def act(place: Place) -> str:
        path = place.folder / "a.db"
        path.write_bytes(whole_store(place.folder.parent / "whole"))
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(f"PRAGMA writable_schema = ON; {text}")
            connection.commit()
        return apart(USED, str(path), seconds=20)

    return act_of(f"store: {name}", mechanism, expected, act, slow=slow)


def packed_bomb(place: Place) -> str:
    """Put a trial into a store whose packed body unfolds to a GiB and a half."""
    path = place.folder / "a.db"
    path.write_bytes(whole_store(place.folder.parent / "whole"))
    with closing(sqlite3.connect(path)) as connection:
        head = connection.execute("SELECT substr(body, 1, 1) FROM trials LIMIT 1").fetchone()[0]
        packer = zlib.compressobj(9)
        body = (
            packer.compress(b'["') + b"".join(packer.compress(b" " * (1 << 20)) for _ in range(1536)) + packer.flush()
        )
        connection.execute("UPDATE trials SET body = ? WHERE number = 1", (bytes(head) + body,))
        connection.commit()
    return apart(USED, str(path), gibibytes=2)


VIEW = "ALTER TABLE {0} RENAME TO other; CREATE VIEW {0} AS "
STORES = (
    *(
        changed(*one)
        for one in (
            (
                "a view without an end",
                VIEW.format("trials") + f"{ENDLESS} SELECT other.* FROM other, c;",
                "a table is a view whose rows have no end",
            ),
            (
                "a view that counts for ever",
                VIEW.format("runs")
                + f"SELECT * FROM other WHERE (SELECT 0 < count(*) FROM ({ENDLESS} SELECT x FROM c));",
                "a view that gives nothing and never says so",
            ),
            (
                "a view of wide text",
                VIEW.format("runs") + "SELECT number, id, hex(zeroblob(300000000)) AS name, benchmark,"
                "benchmark_version, created, state, model, model_version, source, plan, problems, trials, seconds,"
                "labels, facts, spec, notes, selected_problems, benchmark_problems FROM other;",
                "a value that is made while it is read and fills memory",
            ),
            (
                "a trigger without an end",
                "CREATE TRIGGER t AFTER INSERT ON trials BEGIN SELECT count(*) FROM "
                "(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c); END;",
                "a write that starts a sum without an end",
            ),
            (
                "a trigger that calls itself",
                "PRAGMA recursive_triggers = ON; CREATE TRIGGER t AFTER UPDATE ON runs BEGIN "
                "UPDATE runs SET seconds = seconds + 1; END;",
                "a write that starts itself",
                "told",
            ),
            (
                "a view of the version",
                VIEW.format("assay_schema") + f"{ENDLESS} SELECT 1 AS version FROM c;",
                "the version of a store is read without a bound",
            ),
            ("a number that is none", "UPDATE runs SET seconds = 9e999;", "a column that is inf", "served"),
            (
                "counts below nothing",
                "UPDATE runs SET problems = -1, trials = -9223372036854775808;",
                "counts that are negative",
                "served",
            ),
            ("bytes for text", "UPDATE runs SET name = X'ff00fe';", "bytes in a column of text"),
            ("text that is no text", "UPDATE runs SET name = CAST(X'fffe' AS TEXT);", "bytes of no encoding in a text"),
            (
                "NUL within text",
                "UPDATE runs SET name = 'a' || char(0) || 'b';",
                "a sign that ends text elsewhere",
                "served",
            ),
            ("an id of nothing", "UPDATE runs SET id = '' WHERE number = 1;", "an empty id", "served"),
            (
                "an id that is a path",
                "UPDATE runs SET id = '../../x' WHERE number = 1;",
                "an id that a file is named by",
                "served",
            ),
            (
                "an id that a terminal obeys",
                "UPDATE runs SET id = char(27) || '[2J' WHERE number = 1;",
                "an id with controls",
                "served",
            ),
            ("labels that are a list", "UPDATE runs SET labels = '[1]';", "a list where an object stands"),
            (
                "deep labels",
                "UPDATE runs SET labels = replace(hex(zeroblob(100000)), '00', '[');",
                "JSON without an end",
            ),
            (
                "wide labels",
                "UPDATE runs SET labels = '{\"a\": ' || replace(hex(zeroblob(4000)), '0', '9') || '}';",
                "more digits than Python reads",
            ),
            ("a state that nobody knows", "UPDATE runs SET state = 'forged';", "a word of no meaning"),
            ("a verdict that nobody knows", "UPDATE trials SET verdict = 'PASSED ';", "a verdict with a blank"),
            (
                "a verdict beside its trial",
                "UPDATE trials SET verdict = 'failed' WHERE number < 5;",
                "a column says another verdict than the record does",
                "served",
            ),
            (
                "an attempt below nothing",
                "UPDATE trials SET attempt = -5 WHERE number = 1;",
                "an attempt before the first",
                "served",
            ),
            ("two runs of one number in the index", "DROP INDEX trials_in_order;", "an index that is gone", "served"),
            (
                "an index of a function that is not there",
                "UPDATE sqlite_schema SET sql = 'CREATE INDEX trials_in_order ON "
                "trials (nosuch(run))' WHERE name = 'trials_in_order';",
                "a function that nobody has",
            ),
            (
                "an order that is not there",
                "UPDATE sqlite_schema SET sql = replace(sql, 'id TEXT NOT NULL UNIQUE', "
                "'id TEXT COLLATE nosuch NOT NULL UNIQUE') WHERE name = 'runs';",
                "an order of text that nobody has",
            ),
            ("a version with a blank", "UPDATE assay_schema SET version = ' 1x';", "a version that is nearly a number"),
            ("a version of a fraction", "UPDATE assay_schema SET version = 1.5;", "half a version"),
            (
                "hours beyond the calendar",
                "UPDATE hours SET hour = 9223372036854775807;",
                "an hour that no clock has",
                "served",
            ),
            (
                "times beyond the calendar",
                "UPDATE observations SET at = 9223372036854775807;",
                "a time that no clock has",
            ),
            ("a role that nobody knows", "UPDATE tokens SET role = 'root';", "a token of a role above all", "served"),
            ("alerts that are a list", "UPDATE alerts SET body = '[]';", "a list where an object stands"),
            (
                "a table of another kind",
                "ALTER TABLE runs ADD COLUMN more TEXT DEFAULT 'x';",
                "a column that we do not know of",
                "told",
            ),
            (
                "values of columns in other columns",
                "UPDATE trials SET problem = run, run = problem WHERE number = 1;",
                "text where a number stands",
                "served",
            ),
        )
    ),
    act_of(
        "store: a packed trial that unfolds",
        "what is packed in a store has no bound when it is unpacked",
        "told",
        packed_bomb,
        slow=True,
    ),
)


PAGES = (
    "/",
    "/runs",
    "/runs/r0",
    "/observations",
    "/feedback",
    "/alerts",
    "/settings",
    "/errors",
    "/cost",
    "/ab",
    "/compare?a=r0&b=r1",
    "/feedback/rate?benchmark=starter&rater=me",
    "/metrics",
    "/live",
    "/v1/runs",
    "/v1/runs/r0",
    "/v1/runs/r0/trials",
    "/v1/observations",
    "/v1/alerts",
    "/v1/trend",
    "/v1/drift",
    "/v1/compare?a=r0&b=r1",
)


def paged(text: str) -> Act:
    """Return an act that shows every page over a changed store, and names those that end by a mistake of ours."""

    def act(place: Place) -> str:
        path = place.folder / "a.db"
        path.write_bytes(whole_store(place.folder.parent / "whole"))
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(text)
            connection.commit()
        with (
            closing(SqlStore(path)) as store,
            in_process(Context(store, ServiceSettings(workers=1)), timeout=60) as client,
        ):
            broken = [page for page in PAGES if client.get(page, headers={"Accept": "text/html"}).status_code == 500]
        return ", ".join(broken) or "no page"

    return act


PAGED: tuple[ServiceAttack, ...] = tuple(
    act_of(f"pages: {name}", mechanism, "no page", paged(text), slow=True)
    for name, text, mechanism in (
        ("a whole store", "", "every page of a store with something of every kind"),
        ("labels that are a list", "UPDATE runs SET labels = '[1]';", "a page takes labels for an object"),
        ("labels that are a number", "UPDATE runs SET labels = '7';", "a page goes through a number"),
        ("labels of objects", 'UPDATE runs SET labels = \'{"a": {"b": []}}\';', "a page shows an object as text"),
        ("facts that are text", "UPDATE runs SET facts = '\"x\"';", "a page takes text for an object"),
        ("notes that are numbers", "UPDATE runs SET notes = '[1, null]';", "a page shows numbers as text"),
        ("notes that are an object", "UPDATE runs SET notes = '{\"a\": 1}';", "a page takes an object for a list"),
        ("a day that is none", "UPDATE runs SET created = 'yesterday';", "a page reads a time that is none"),
        ("a year beyond", "UPDATE runs SET created = '9999-12-31T23:59:59-14:00';", "a time moves beyond the calendar"),
        ("seconds without an end", "UPDATE runs SET seconds = 9e999;", "a page shows inf as a time"),
        ("seconds below nothing", "UPDATE runs SET seconds = -9e999;", "a page shows -inf as a time"),
        (
            "counts below nothing",
            "UPDATE runs SET problems = -1, trials = -9223372036854775808;",
            "a page divides by a count",
        ),
        (
            "wide counts",
            "UPDATE runs SET problems = 9223372036854775807, trials = 9223372036854775807;",
            "a page goes to a count",
        ),
        ("a score above all", "UPDATE scores SET value = 9e999, low = -9e999, high = 9e999;", "a chart of inf"),
        ("a score without its ends", "UPDATE scores SET low = NULL, high = 1;", "half an interval"),
        ("scores of no number", "UPDATE scores SET n = 0, k = -1;", "a share of nothing"),
        (
            "hours beyond the calendar",
            "UPDATE hours SET hour = 9223372036854775807;",
            "a page draws an hour of no clock",
        ),
        ("hours before the calendar", "UPDATE hours SET hour = -9223372036854775807;", "the same before all clocks"),
        ("more passes than there are", "UPDATE hours SET passed = n + 1000000;", "a share above all"),
        ("counts of hours below nothing", "UPDATE hours SET n = -5;", "a share of less than nothing"),
        ("costs without an end", "UPDATE hours SET cost = 9e999;", "a sum that is inf"),
        ("latencies without an end", "UPDATE observations SET latency = 9e999;", "a bucket of inf"),
        ("times beyond the calendar", "UPDATE observations SET at = 9223372036854775807;", "a time of no clock"),
        ("labels of observations", "UPDATE observations SET labels = '[]';", "a list where an object stands"),
        ("a slice that is gone", "DELETE FROM slices;", "rows that name what is not there"),
        ("alerts of another kind", "UPDATE alerts SET body = '{}';", "an alert without a field"),
        ("events of no change", "UPDATE alert_events SET change = 'forged';", "a word of no meaning"),
        ("deliveries of no state", "UPDATE deliveries SET state = 'forged';", "the same of messages"),
        ("grades beyond the scale", "UPDATE ratings SET correctness = 99;", "a grade of no scale"),
        ("candidates of ratings", "UPDATE ratings SET candidate = 'p#x#y';", "a candidate whose attempt is no number"),
        ("a report of another kind", "UPDATE reports SET body = '[]';", "a list where a report stands"),
        ("a report of nothing", "UPDATE reports SET body = '{}';", "a report without its fields"),
        ("a spec of nothing", "UPDATE runs SET spec = '{}';", "how a run is made is not there"),
        ("feedback of wide stars", "UPDATE feedback SET stars = 1000000;", "stars beyond the scale"),
        ("a token of a role above all", "UPDATE tokens SET role = 'root';", "a role that nobody knows"),
        ("a token that ends at no time", "UPDATE tokens SET expires = 9223372036854775807;", "an end of no clock"),
        (
            "a version of wide text",
            "UPDATE runs SET benchmark_version = replace(hex(zeroblob(500000)), '00', 'ab');",
            "a text without an end on a page",
        ),
    )
)


# ---- reports ---------------------------------------------------------------------------------------------------------

SPAN = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)")
"""Code within a line of Markdown, where nothing is obeyed."""


def in_every_report(payload: str, *bad: str) -> Act:
    """Return an act that writes a text into every form of report, and looks for what could be obeyed."""

    def act(place: Place) -> str:
        made = document(
            [Trial(payload, Candidate(payload, 0, payload, payload[:200]), Verdict.FAILED, detail=payload)],
            model=payload[:200],
        )
        for name in ("html", "markdown", "json", "csv", "latex", "junit"):
            found = written(name, made).decode("utf-8", "replace")
            for one in bad:
                if (name in ("json", "csv") and one.isprintable()) or (one[:1] == "\n" and name != "markdown"):
                    continue  # data, which holds tags as they are; and a line of Markdown
                if one in (SPAN.sub("", found) if name == "markdown" else found):
                    return f"{one!r} stands in {name}"
            if name == "junit":
                ElementTree.fromstring(found)
            if name == "json":
                json.loads(found)
        return "text"

    return act


def latex_obeys(payload: str) -> Act:
    """Return an act that sets a text in LaTeX, and looks for signs that mean something."""

    def act(place: Place) -> str:
        made = document([Trial("p", Candidate("x"), Verdict.FAILED)], model=payload)
        found = written("latex", made).decode()
        body = found.split("\\midrule\n")[1].split("\\bottomrule")[0]
        return (
            "text"
            if body.count("\n") == 1
            and body.count(" & ") == found.split("\\toprule\n")[1].split("\n")[0].count(" & ")
            and "^^" not in body
            and "\\input" not in body
            else body
        )

    return act


def every_sign(show: Callable[[str], str]) -> Act:
    """Return an act that shows every sign there is, and looks for one that a terminal obeys."""

    def act(place: Place) -> str:
        let = [hex(n) for n in range(0x110000) if not (sign := show(chr(n))).isprintable() and sign not in "\n\t"]
        return "text" if not let else ", ".join(let[:5])

    return act


PAYLOADS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "a script within a comment",
        "<!--<script>",
        "a state of HTML's reader that swallows the end of an element",
        ("<!--<script>",),
    ),
    ("an end in capitals", "</SCRIPT\n>x", "an end of an element in another form", ("</SCRIPT",)),
    (
        "a line of another kind",
        "a\u2028<b>\u2029",
        "ends of lines that JavaScript has in text",
        ("\u2028", "<b>\u2029"),
    ),
    (
        "a picture with an address",
        "![x](http://evil.example/x.png)",
        "a picture that is fetched when it is shown",
        ("\n![x]",),
    ),
    (
        "a tag that is a form",
        "<form action=//evil.example><input type=submit>",
        "a form that sends elsewhere",
        ("<form action=//evil",),
    ),
    ("a base", "<base href=//evil.example>", "an element that moves all addresses", ("<base href=//evil",)),
    (
        "a refresh",
        "<meta http-equiv=refresh content=0;url=//evil.example>",
        "an element that leads elsewhere",
        ("<meta http-equiv=refresh",),
    ),
    ("a picture that draws", "<svg/onload=alert(1)>", "an element of drawings", ("<svg/onload",)),
    ("a link of data", "data:text/html,<script>alert(1)</script>", "an address that is a page", ('href="data:',)),
    ("a style", "</style><style>*{display:none}", "a style that hides what is there", ("</style><style>*",)),
    ("a template of the page", "{{ document }}{% raw %}", "what the page's own template would obey", ()),
    (
        "a stylesheet of XML",
        "<?xml-stylesheet href='//evil.example'?>",
        "an instruction to a reader of XML",
        ("<?xml-stylesheet",),
    ),
    (
        "a type of document",
        "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>&a;",
        "an entity that is a file",
        ("<!ENTITY",),
    ),
    ("a heading in a table", "a\n# heading\n| b |", "a line of its own in Markdown", ("\n# heading\n| b",)),
    ("ticks without an end", "`" * 300, "a fence as long as the cell", ()),
    (
        "details that end",
        "</details></summary><h1>x",
        "the end of an element around the table",
        ("</details></summary>",),
    ),
    ("a title of a terminal", "\x1b]0;x\x07\x9b31m\x1bP+q\x1b\\", "sequences that a terminal obeys", ("\x1b", "\x9b")),
    ("a link of a terminal", "\x1b]8;;http://evil.example\x1b\\x", "an address behind a text", ("\x1b",)),
    ("tags that nobody sees", "a\U000e0041\U000e0042", "signs of no width that hide a text", ("\U000e0041",)),
    (
        "marks of direction",
        "\u061c\u200e\u200f\u202a\u2066\u2069",
        "marks that turn a line around",
        ("\u061c", "\u200e", "\u202a", "\u2066"),
    ),
    ("a carriage return", "safe\rforged", "a line that is written over", ("safe\rforged",)),
    ("a backspace", "failed\b\b\b\b\b\bpassed", "a word that is written over", ("\b",)),
)
FORMULAS: tuple[tuple[str, str, str], ...] = (
    ("behind a line end of another kind", "a\r=1+1", "a line end of old machines begins a row"),
    ("behind a feed", "\x0c=1+1", "a feed is a blank to some"),
    ("behind NUL", "\0=1+1", "a sign that some leave out"),
    ("behind a blank of another width", "\u3000=1+1", "a wide blank is trimmed before it is read"),
    ("behind a blank that does not break", "\u00a0=1+1", "a blank that some trim"),
    ("behind a mark of direction", "\u200e=1+1", "a mark that nobody sees"),
    ("behind a sign that joins", "\u2060=1+1", "a sign of no width"),
    ("behind a hyphen that nobody sees", "\u00ad=1+1", "a hyphen that is shown at the end of a line only"),
    ("of two signs", "+-+-@SUM(1)", "signs in front of signs"),
    ("behind its own mark", "'=1+1", "the mark is there already, and is taken away by whoever reads it"),
    ("of an old program", "@SUM(1+1)*cmd|' /C calc'!A0", "functions of a program that is gone"),
    ("with a pipe", "-2+3+cmd|' /C calc'!A0", "a call that is behind a number"),
    ("behind a quote and a line", '"\n=1+1', "a quote and a line end before it"),
)
REPORTS = (
    *(
        act_of(f"reports: {name}", mechanism, "text", in_every_report(payload, *bad))
        for name, payload, mechanism, bad in PAYLOADS
    ),
    *(act_of(f"report: a formula {name}", mechanism, "text", cells(payload)) for name, payload, mechanism in FORMULAS),
    *(
        act_of(f"report: {name} in LaTeX", mechanism, "text", latex_obeys(payload))
        for name, payload, mechanism in (
            ("signs by their number", "^^5cinput^^7b/etc/passwd^^7d", "TeX reads ^^5c as a backslash"),
            ("the end of a line by its number", "a^^M\\\\b", "TeX reads ^^M as the end of a line"),
            ("a ligature", "?`!`<<>>,,---", "signs that are joined to others"),
            ("a letter that is composed", "i\u0308\u0327\u030c", "marks upon marks"),
            ("a comment", "a % b", "the rest of the row is not there"),
            ("an active sign", 'a~b"c', "signs that some languages make commands of"),
        )
    ),
    act_of("report: every sign on a line", "a sign that prints nothing and is obeyed", "text", every_sign(one_line)),
    act_of("report: every sign in a text", "the same where line ends stay", "text", every_sign(legible)),
    act_of(
        "report: bars and backslashes by turns",
        "an odd number of signs that take a meaning away",
        "text",
        table_rows("\\\\\\|\\|\\\\|"),
    ),
    act_of("report: a name space in JUnit", "a prefix that nobody declared", "text", junit("<a:b xmlns:a='x'/>&#0;")),
    act_of("export: a problem that is hidden", "a name that begins with a dot", "2 problems", exported(".x", "x")),
    act_of("export: a problem of blanks", "a name that some systems trim", "2 problems", exported("a ", "a")),
    act_of(
        "export: two forms of one letter",
        "letters that some file systems take for one",
        "2 problems",
        exported("\u00e9", "e\u0301"),
    ),
    act_of("export: a device of another system", "a name that is a device elsewhere", "1 problems", exported("CON")),
    act_of("export: a problem with a line end", "a name of two lines", "1 problems", exported("a\nb")),
    act_of("export: a name that a shell would obey", "a name of a command", "1 problems", exported("$(touch x);`id`")),
)


# ---- servers that answer badly ---------------------------------------------------------------------------------------


def drips(head: bytes, seconds: float = 2.5) -> Callable[[Handler], None]:
    """Return an answer that comes byte by byte for so long."""

    def answer(handler: Handler) -> None:
        end = time.monotonic() + seconds
        with suppress(OSError):
            handler.wfile.write(head)
            while time.monotonic() < end and not handler.server.released.is_set():
                handler.wfile.write(b"a")
                handler.wfile.flush()
                time.sleep(0.2)

    return answer


def within(seconds: float, act: Callable[[], str]) -> Act:
    def timed(place: Place) -> str:
        began = time.monotonic()
        said = act()
        return said if time.monotonic() - began < seconds else f"{said} after {time.monotonic() - began:.0f} s"

    return timed


def told_client(answer: Callable[[Handler], None]) -> str:
    with receiving(answer) as server, Client(server.url, pause=lambda _: None, timeout_seconds=0.5) as client:
        return outcome(lambda: client.log("t", True))


def told_model(answer: Callable[[Handler], None]) -> str:
    patience = Patience(tries=1, timeout_seconds=1.0)
    with (
        receiving(answer) as server,
        HttpModel("m", base_url=server.url, key=ApiKey("k" * 20), patience=patience) as model,
    ):
        return outcome(lambda: model.complete([Message("user", "x")]))


def told_hook(answer: Callable[[Handler], None]) -> str:
    store = MemoryStore()
    store.change_alerts([], deliveries=[Delivery("ops", "{}", NOON, NOON)])
    with receiving(answer) as server:
        Courier(store, {"ops": Webhook("ops", server.url, timeout_seconds=1.0)}, now=lambda: NOON, seed=1).deliver()
    (kept,) = store.deliveries()
    return "sent" if kept.state is DeliveryState.SENT else "told" if kept.error.isprintable() else repr(kept.error)


def many_informations(handler: Handler) -> None:
    """Say again and again that the answer is still to come."""
    with suppress(OSError):
        for _ in range(200_000):
            if handler.server.released.is_set():
                return
            handler.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")


def obeyed(handler: Handler) -> None:
    handler.send_response(500)
    handler.end_headers()
    handler.wfile.write("\x1b]0;x\x07\u202e\x9b2J\r\nforged: line".encode())


def stormed(handler: Handler) -> None:
    with suppress(OSError):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(100_000)) + b"\r\n")


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"
DRIPS = drips(OK)
SENT_BY = (("a channel", DRIPS),)
"""What has arrived for whom: a channel does not read what a good answer says."""
SERVERS = tuple(
    act_of(
        f"server: {name}, {who}",
        f"{mechanism} ({who})",
        "sent" if (who, answer) in SENT_BY else "told",
        within(6.0, partial(tell, answer)),
        slow=True,
    )
    for name, mechanism, answer in (
        ("an answer that drips", "each byte of a body makes the wait begin anew", DRIPS),
        ("a head that drips", "each byte of a head makes the wait begin anew", drips(b"HTTP/1.1 200 OK\r\nX: ")),
        ("early hints without an end", "answers before the answer have no number", many_informations),
        ("headers without a number", "an answer of headers alone", stormed),
        ("a reason that a terminal obeys", "the words of a refusal are shown", obeyed),
    )
    for who, tell in (("a client", told_client), ("a model", told_model), ("a channel", told_hook))
)


# ---- commands --------------------------------------------------------------------------------------------------------


def lines(*rows: object) -> str:
    return "".join(json.dumps(one) + "\n" for one in rows)


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels + "\n"


def quiet(folder: Path) -> str:
    """Say whether something was written outside of what was asked for."""
    return "" if not (folder.parent / "pwned").exists() else ", and wrote above"


LOGGED: tuple[tuple[str, str, str], ...] = (
    ("lists just within the reader", nested(900), "the refusal shows what the reader could read"),
    ("lists beyond the reader", nested(100_000), "the reader calls itself"),
    ("objects just within the reader", '{"a":' * 450 + "1" + "}" * 450 + "\n", "the same of objects"),
    ("a wide number", '{"task_id": "t", "passed": true, "at": ' + "9" * 5000 + "}\n", "more digits than Python reads"),
    (
        "a number that no float holds",
        '{"task_id": "t", "passed": true, "cost_usd": ' + "9" * 400 + "}\n",
        "a whole number that becomes a float",
    ),
    ("not a number", '{"task_id": "t", "passed": true, "latency_seconds": NaN}\n', "a constant that Python reads"),
    ("half a character", '{"task_id": "\\ud800", "passed": true}\n', "text that no encoding writes"),
    ("NUL", '{"task_id": "a\\u0000", "passed": true}\n', "a sign that ends text elsewhere"),
    ("a key twice", '{"task_id": "a", "passed": false, "passed": true}\n', "of two values the last is taken"),
    ("controls that are shown", '{"task_id": "\x1b]0;x\x07", "passed": 1}\n', "a refusal shows what a terminal obeys"),
    ("a year beyond", '{"task_id": "t", "passed": true, "at": "99999-01-01T00:00:00Z"}\n', "a year of five digits"),
    ("a line of two MiB", '{"task_id": "' + "a" * (2 << 20) + '", "passed": true}\n', "a line without a bound"),
    (
        "labels without a number",
        lines({"task_id": "t", "passed": True, **{f"k{n}": "v" for n in range(500)}}),
        "fields that become labels have no bound",
    ),
    (
        "a stream for each line",
        lines(*({"task_id": "t", "passed": True, "stream": f"s{n}"} for n in range(1100))),
        "names without a number",
    ),
)
TYPED = (
    *(asked_to(f"a log of {name}", ("log", "-", *HERE), mechanism, given=given) for name, given, mechanism in LOGGED),
    asked_to(
        "problems of many digits",
        ("run", "starter", "-c", "c.jsonl", "--problems", "9" * 5000, *HERE),
        "a number of an option has more digits than Python reads",
        prepare=puts(c_jsonl=ONE),
    ),
    asked_to(
        "a candidate of many digits",
        ("run", "starter", "-c", "c.jsonl", *HERE),
        "a number in an id has more digits than Python reads",
        prepare=puts(c_jsonl=json.dumps({"task_id": "9" * 5000, "solution": "x"}) + "\n"),
    ),
    asked_to(
        "a field of a formula", ("log", "t", "--passed", "--set", "team==1+1", *HERE), "a label is a formula", "exit 0"
    ),
    asked_to(
        "a field without an end", ("log", "t", "--passed", "--set", "cost_usd=1e999", *HERE), "a cost without an end"
    ),
    asked_to("a field of NUL", ("log", "t", "--passed", "--set", "team=a\0", *HERE), "a label that no database keeps"),
    asked_to("a task of controls", ("log", "\x1b[2J", *HERE), "a path that is not there is printed"),
    asked_to("a run of NUL", ("show", "r\0", *HERE), "an id that no database has"),
    asked_to("a run of half a character", ("show", "\ud800", *HERE), "an id that no encoding writes"),
    asked_to("a run that is an option", ("show", "--", "-rf", *HERE), "an id that begins like an option"),
    asked_to("two runs that are not there", ("compare", "../../x", "'; --", *HERE), "SQL in the place of an id"),
    asked_to("a report in no format", ("report", "r0", "-o", "x.exe", *HERE), "an ending that is no format"),
    asked_to(
        "a report to a pipe",
        ("report", "r0", "-o", "p.html", *HERE),
        "a pipe in the place of a report",
        prepare=fifo("p.html"),
    ),
    asked_to(
        "a report of a device",
        ("report", "r0", "-o", "/dev/full", "--format", "html", *HERE),
        "a device on which nothing can be written",
    ),
    asked_to(
        "a report through a link above",
        ("report", "r0", "-o", "x.html", *HERE),
        "a link that the user names is followed, as with every tool",
        "exit 0, and wrote above",
        prepare=lambda folder: (folder / "x.html").symlink_to("../pwned"),
        check=quiet,
    ),
    asked_to(
        "ratings of many digits",
        ("rate", "r0", "--from", "r.jsonl", *HERE),
        "a number without an end",
        prepare=puts(r_jsonl='{"correctness": ' + "9" * 5000 + "}\n"),
    ),
    asked_to("a problem in a wide number", ("show", "r0", "9" * 5000, *HERE), "a place of many digits"),
    asked_to(
        "a time of another script",
        ("list", "runs", "--since", "\u0662\u0660\u0662\u0666", *HERE),
        "digits that Python reads",
    ),
    asked_to(
        "a margin that is none", ("compare", "r0", "r1", "--margin", "nan", *HERE), "every comparison with nan is false"
    ),
    asked_to(
        "a problem of two files",
        ("problems", "check", ".", *HERE),
        "two files state one problem",
        prepare=puts(a_toml="name = 'x'\n", b_toml="name = 'x'\n"),
    ),
)


# ---- honest uses that are odd ----------------------------------------------------------------------------------------


def packed(*members: bytes) -> bytes:
    return b"".join(map(gzip.compress, members))


def count_of(content: bytes) -> Act:
    def act(place: Place) -> str:
        path = place.folder / "c.jsonl"
        path.write_bytes(content)
        try:
            return f"{len(list(read_candidates(path, BENCHMARK)))} candidates"
        except UsageError:
            return "refused"

    return act


def file_name(path: Path) -> bytes:
    """Return a row in a packed file whose head has a name and a comment, as `gzip -N` and others write it."""
    made = io.BytesIO()
    with gzip.GzipFile("c.jsonl", "wb", fileobj=made, mtime=1) as packed_file:
        packed_file.write(ROW)
    return made.getvalue()


def a_browser(place: Place) -> str:
    """Ask as a browser does that has twenty windows open: each page with all its headers, one after the other."""
    headers = {
        "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language": "de-DE,de;q=0.8,en;q=0.5",
        "Accept-Encoding": "gzip, deflate, br, zstd",
        "Sec-Fetch-Dest": "document",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Site": "none",
        "Sec-Fetch-User": "?1",
        "Upgrade-Insecure-Requests": "1",
        "Cookie": "other=1; _ga=GA1.1.1; theme=dark",
    }
    pages = ("/", "/runs", "/observations", "/feedback", "/alerts", "/settings", "/errors", "/cost", "/ab", "/compare")
    return " ".join(str(place.client.get(page, headers=headers).status_code) for page in pages)


def a_link_from_mail(place: Place) -> str:
    answer = place.client.get(
        "/runs?utm_source=mail&fbclid=x", headers={"Sec-Fetch-Site": "cross-site", "Referer": "https://mail.example/"}
    )
    return f"status {answer.status_code}"


def judged_lines(place: Place) -> str:
    """Send lines with a line end of Windows and an empty line at the end."""
    good = {"problem": {"entry_point": "f", "tests": "assert f(1) == 2"}, "code": "def f(x):\n    return x + 1\n"}
    content = (json.dumps(good) + "\r\n\r\n").encode()
    answer = place.client.post(
        "/v1/judge", content=content, headers={"Content-Type": "application/x-ndjson; charset=UTF-8"}
    )
    return f"status {answer.status_code}, {[json.loads(line)['verdict'] for line in answer.text.splitlines()]}"


def kept_alive(place: Place) -> str:
    """Send fifty observations on one line."""
    with httpx.Client(base_url=place.address) as client:
        sent = [client.post("/v1/observations", json={**SEEN, "id": f"k{n}"}).json() for n in range(50)]
    return f"{sum(one['accepted'] for one in sent)} kept"


def sent_again(place: Place) -> str:
    """Send a batch again after its answer was lost, as every client does."""
    rows = [{**SEEN, "at": "2026-03-14T09:00:00+01:00"} for _ in range(5)]
    with in_process(Context(MemoryStore(), ServiceSettings(workers=1)), timeout=60) as client:
        found = [client.post("/v1/observations", json=rows).json() for _ in range(2)]
    return ", ".join(f"{one['accepted']} and {one['duplicates']}" for one in found)


def two_services(place: Place) -> str:
    """Serve one store by two services, and read by one what the other was sent."""
    path, settings = place.folder / "a.db", ServiceSettings(workers=1)
    with (
        closing(SqlStore(path)) as first,
        closing(SqlStore(path)) as second,
        in_process(Context(first, settings), timeout=60) as one,
        in_process(Context(second, settings), timeout=60) as two,
    ):
        one.post("/v1/observations", json={**SEEN, "id": "a"})
        return f"{len(two.get('/v1/observations').json()['items'])} seen"


def moved_store(place: Place) -> str:
    """Copy a store by its file alone after it was closed, under a name with blanks and signs, and read it."""
    path = place.folder / "my store – é #1?.db"
    path.write_bytes(whole_store(place.folder.parent / "whole"))
    with closing(SqlStore(path)) as store:
        return f"{len(store.runs())} runs"


def read_meanwhile(place: Place) -> str:
    """Read a store while another program holds a reading transaction and a third one writes."""
    path = place.folder / "a.db"
    path.write_bytes(whole_store(place.folder.parent / "whole"))
    with closing(SqlStore(path)) as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM runs").fetchone()
        store.add_run(a_run("new", 9))
        store.add_trials("new", numbered([a_trial("p/1")]))
        return f"{len(store.runs())} runs"


HONEST_FILES: tuple[tuple[str, bytes, str, str], ...] = (
    ("lines of Windows", ROW.replace(b"\n", b"\r\n") * 3, "a file that an editor of Windows saved", "3 candidates"),
    (
        "a mark and blank lines",
        b"\xef\xbb\xbf\r\n\n" + ROW + b"\n\n",
        "a file that an editor began with a mark",
        "1 candidates",
    ),
    ("no end of the last line", ROW + ROW.rstrip(b"\n"), "a file that was written by hand", "2 candidates"),
    (
        "a pretty object",
        b'{\n  "task_id": "it/0",\n  "solution": "x"\n}\n',
        "one row as a formatter lays it out",
        "1 candidates",
    ),
    (
        "a pretty list",
        b'[\n  {\n    "task_id": "it/0",\n    "solution": "x"\n  }\n]\n',
        "rows as a formatter lays them out",
        "1 candidates",
    ),
    ("an id with its file name", b'{"task_id": "it_0", "solution": "x"}\n', "an id as a folder has it", "1 candidates"),
    (
        "members of gzip",
        packed(ROW, ROW, ROW),
        "files that were packed one by one and laid behind each other",
        "3 candidates",
    ),
    ("an empty member first", packed(b"", ROW), "a log that was rotated before anything was in it", "1 candidates"),
    (
        "a blank member first",
        packed(b"\n", ROW),
        "the first of the packed files holds a line end alone",
        "1 candidates",
    ),
    (
        "a mark as a member",
        packed(b"\xef\xbb\xbf", ROW),
        "the first of the packed files holds a mark alone",
        "1 candidates",
    ),
    ("padding of a tape", packed(ROW) + b"\0" * 10_240, "zeros that a tape or a disk adds", "1 candidates"),
    ("a name in the head", file_name(Path()), "a packed file that says what it was called", "1 candidates"),
    (
        "escapes of everything",
        json.dumps({"task_id": "it/0", "solution": "é😀"}).encode(),
        "text as ASCII, with pairs",
        "1 candidates",
    ),
    ("a long indent", b" " * 5000 + ROW, "a row far from the margin", "1 candidates"),
    (
        "fields of a log",
        b'{"task_id": "it/0", "solution": "x", "cost": NaN, "ts": 1.5e9, "meta": {"a": [null]}}\n',
        "what other tools write beside the candidate",
        "1 candidates",
    ),
)
HONEST = (
    *(
        act_of(f"honest: {name}", mechanism, expected, count_of(content))
        for name, content, mechanism, expected in HONEST_FILES
    ),
    *(
        act_of(f"honest: {name}", mechanism, "2 candidates", trickled(*pieces), slow=True)
        for name, pieces, mechanism in (
            ("a pipe that begins with a line end", (b"\n", ROW, ROW), "the first piece of a pipe is blank"),
            ("a pipe of single signs", (ROW[:1], ROW[1:2], ROW[2:], ROW), "a slow network gives a sign at a time"),
            (
                "a packed pipe whose first byte is alone",
                (packed(ROW + ROW)[:1], packed(ROW + ROW)[1:]),
                "the sign of gzip comes in two pieces",
            ),
            ("a mark that comes alone", (b"\xef\xbb\xbf", ROW + ROW), "a mark is the first piece of a pipe"),
        )
    ),
    act_of("honest: a browser with its headers", "everything that a browser sends", " ".join(["200"] * 10), a_browser),
    act_of("honest: a link in a mail", "a page is opened from elsewhere", "status 200", a_link_from_mail),
    act_of(
        "honest: lines of Windows to judge",
        "rows with another line end and a blank one",
        "status 200, ['passed']",
        judged_lines,
        slow=True,
    ),
    act_of("honest: one line for everything", "a client that keeps its line", "50 kept", kept_alive),
    act_of("honest: a batch that is sent again", "an answer that was lost", "5 and 0, 0 and 5", sent_again),
    act_of("honest: a request byte by byte", "a slow network", "200", dripped, slow=True),
    act_of("honest: eight windows", "one batch from many windows", "50 accepted, 50 counted", many_windows, slow=True),
    act_of("honest: two services of one store", "a second service beside the first", "1 seen", two_services),
    act_of("honest: a store with an odd name", "signs that an address would give a meaning", "3 runs", moved_store),
    act_of("honest: a store that others read", "a reader does not hold a writer up", "4 runs", read_meanwhile),
)

FOUND: Mapping[str, str] = {}
"""What came of attacks at first that have not the outcome that they must have."""
FIFTH: tuple[ServiceAttack, ...] = tuple(
    replace(attack, seen=FOUND.get(attack.name, attack.seen))
    for attack in (
        *READING,
        *REQUESTS,
        *VIEWED,
        *BYTES,
        *ROLES,
        *STORES,
        *PAGED,
        *REPORTS,
        *SERVERS,
        *TYPED,
        *HONEST,
    )
)
