"""Attacks on the service and on every reader of files: files, requests, bytes on a socket, stores, and acts.

Each attack returns its outcome in words: `read` and `refused` of a file, `status 4xx` of a request, `told` of a store
that says what is wrong with it, `served` where everything went on. An exception that no caller expects is an outcome
too, named by its type, and is never one that an attack may have.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from assay.alerts import Alert, Delivery
from assay.benchmarks.own import load_own
from assay.benchmarks.rows import read_content, rows_of
from assay.cli.configuration import choices
from assay.errors import Fault, UsageError
from assay.files import Folder, opened, unpacked, writing
from assay.models.forwarding import checked_body
from assay.models.keys import ApiKey
from assay.models.scripted import ScriptedModel
from assay.monitoring.alerting.courier import Courier
from assay.monitoring.alerting.messages import News, body_of, title_of
from assay.monitoring.alerting.reading import rules_of
from assay.monitoring.alerting.rules import Webhook
from assay.monitoring.alerting.signing import is_signed, signature_of
from assay.monitoring.alerting.watchman import Watchman
from assay.observations import Observation
from assay.records import Candidate, Trial, Verdict
from assay.repositories.recipes import read_recipes
from assay.store.base import StoreFault
from assay.store.connections import explained, parsed_url, secrets_of, shown_url
from assay.store.memory import MemoryStore
from assay.store.sql import SqlStore
from assay.tables import toml_of
from tests.cli.typed import typed
from tests.hostile.attacks import Attack
from tests.hostile.test_given_files import READERS as FILE_READERS
from tests.monitoring.receiving import Handler, receiving
from tests.reports.test_formats import document, written
from tests.solvers.test_gateway import desk_of, said_raw, served
from tests.store.builders import a_run
from tests.store.damage_paths import READS, WRITES, fill

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
SECRET = "s3cr3t-of-somebody"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an attack happens."""

    folder: Path
    client: httpx.Client
    """Of a service in this process."""
    address: str
    """Of a service on loopback."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceAttack(Attack):
    """An attack, and how it is done; it returns its outcome."""

    act: Callable[[Place], str]
    slow: bool = False


def outcome(act: Callable[[], object], fine: str = "read") -> str:
    """Return how an act ended, in words."""
    try:
        act()
    except UsageError:
        return "refused"
    except Fault:
        return "told"
    except BaseException as error:
        return f"error {type(error).__name__}"
    return fine


# ---- files -----------------------------------------------------------------------------------------------------------

READERS: Mapping[str, tuple[str, Callable[[Path], object]]] = {
    **FILE_READERS,
    "rows of problems": ("p.jsonl", lambda path: rows_of(read_content(path))),
    "rows of a table": ("p.csv", lambda path: rows_of(read_content(path))),
    "a problem": ("benchmark.toml", lambda path: load_own(path.parent)),
    "settings in TOML": ("assay.toml", lambda path: choices(path.parent, {})),
    "settings in YAML": ("assay.yaml", lambda path: choices(path.parent, {})),
    "recipes": ("recipe.toml", read_recipes),
}


def file(name: str, reader: str, content: bytes | str, mechanism: str, expected: str, seen: str) -> ServiceAttack:
    """Return an attack that is the content of one file."""

    def act(place: Place) -> str:
        label, read = READERS[reader]
        path = place.folder / label
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))

        def one() -> None:
            found = read(path)
            if hasattr(found, "close"):
                found.close()

        return outcome(one)

    return ServiceAttack(name=f"{reader}: {name}", mechanism=mechanism, expected=expected, seen=seen, act=act)


ONE_RULE = "rules: [{name: a, kind: drift}]\n"


def names_for_names(levels: int) -> str:
    lines = ["- &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"- &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return "\n".join(lines) + "\n"


RECORDED = '{"model": "m", "messages": [], "sampling": {}, "number": 0, "completion": {"text": "x"}}'
FILES = (
    file(
        "names for names",
        "settings in YAML",
        names_for_names(9),
        "aliases of aliases unfold to 9 to the 9 values when an error shows them",
        "refused",
        "MemoryError after 130 s",
    ),
    file(
        "a list in itself",
        "settings in YAML",
        "solving: &a\n  max_tokens: [*a]\n",
        "an alias makes a value that holds itself",
        "refused",
        "refused",
    ),
    file(
        "a map merged into itself",
        "settings in YAML",
        "a: &a\n  <<: *a\n",
        "the merge key of YAML names its own map",
        "refused",
        "refused",
    ),
    file(
        "merges of merges",
        "settings in YAML",
        "a: &a {x: 1}\n"
        + "".join(f"b{n}: &b{n}\n  <<: [{', '.join(['*a' if not n else f'*b{n - 1}'] * 9)}]\n" for n in range(6)),
        "merge keys repeat their pairs by a power",
        "refused",
        "refused after 6 s",
    ),
    file(
        "an empty whole number",
        "settings in YAML",
        'workers: !!int ""\n',
        "a tag promises a number and there is no character",
        "refused",
        "IndexError",
    ),
    file(
        "an empty fraction",
        "settings in YAML",
        'workers: !!float ""\n',
        "the same of another constructor, which looks at the first character",
        "refused",
        "IndexError",
    ),
    file(
        "a truth that is none",
        "settings in YAML",
        'workers: !!bool "x"\n',
        "a tag looks its value up in a dictionary",
        "refused",
        "KeyError",
    ),
    file(
        "a time that is none",
        "settings in YAML",
        'workers: !!timestamp "x"\n',
        "a tag uses a match that is not there",
        "refused",
        "AttributeError",
    ),
    file(
        "degrees, minutes, seconds",
        "settings in YAML",
        "workers: 1:" + "00:" * 300 + "00.5\n",
        "numbers to the base of 60 grow beyond what a float holds",
        "refused",
        "OverflowError",
    ),
    file(
        "a million degrees",
        "settings in YAML",
        "workers: 1:" + "00:" * 100_000 + "00\n",
        "whole numbers to the base of 60 take the square of their length, and cannot be shown",
        "refused",
        "ValueError after 2 s",
    ),
    file(
        "a wide hexadecimal number",
        "settings in YAML",
        "workers: 0x" + "f" * 20_000 + "\n",
        "hexadecimal numbers have no bound, but showing one has",
        "refused",
        "read",
    ),
    file(
        "the same in TOML",
        "settings in TOML",
        "workers = 0x" + "f" * 20_000 + "\n",
        "the message of the refusal cannot show the number",
        "refused",
        "read",
    ),
    file(
        "a wide decimal number",
        "settings in TOML",
        "workers = " + "9" * 20_000 + "\n",
        "the library of TOML raises something else than its own error",
        "refused",
        "ValueError",
    ),
    file(
        "a number that no float holds",
        "settings in TOML",
        "[solving]\ntemperature = " + "9" * 4000 + "\n",
        "a whole number becomes a float while its bounds are checked",
        "refused",
        "OverflowError",
    ),
    file(
        "a key of a million parts",
        "settings in TOML",
        "a" + ".a" * 200_000 + " = 1\n",
        "each part of a key with dots keeps all parts before it",
        "refused",
        "MemoryError after 80 s",
    ),
    file(
        "a table of many tables",
        "settings in TOML",
        "[" + ".".join(["a"] * 20_000) + "]\n",
        "tables in each other deeper than Python shows them",
        "refused",
        "RecursionError",
    ),
    file(
        "a key of quoted parts",
        "settings in TOML",
        '"a"' + ' . "a"' * 20_000 + " = 1\n",
        "parts in quotes with blanks between are parts too",
        "refused",
        "RecursionError",
    ),
    file(
        "lists in lists",
        "settings in TOML",
        "a = " + "[" * 5000 + "]" * 5000,
        "the reader of TOML calls itself for each list",
        "refused",
        "refused",
    ),
    file(
        "not a number",
        "settings in TOML",
        "[solving]\ntemperature = nan\n",
        "every comparison with nan is false",
        "refused",
        "refused",
    ),
    file(
        "an endless time",
        "settings in TOML",
        "[solving]\npatience = inf\n",
        "inf is a number of TOML",
        "refused",
        "refused",
    ),
    file(
        "a module to call",
        "settings in YAML",
        "a: !!python/object/apply:os.system [id]\n",
        "a tag that makes the library call a function",
        "refused",
        "refused",
    ),
    file(
        "tags by another name",
        "settings in YAML",
        "%TAG ! tag:yaml.org,2002:python/\n---\na: !name:os.system x\n",
        "a directive renames the prefix of a tag",
        "refused",
        "refused",
    ),
    file(
        "two documents",
        "settings in YAML",
        "workers: 1\n---\nworkers: 2\n",
        "a second document contradicts the first",
        "refused",
        "refused",
    ),
    file(
        "a half of a character as a name",
        "settings in YAML",
        '"\\ud800": 1\n',
        "an escape makes text that no encoding can write",
        "refused",
        "refused",
    ),
    file(
        "UTF-16",
        "settings in YAML",
        "workers: 1\n".encode("utf-16"),
        "another encoding with a byte order mark",
        "refused",
        "refused",
    ),
    file(
        "a number to the base of 60",
        "rules",
        "messages_per_hour: 1:" + "00:" * 300 + "00.5\n",
        "the same number in the file of rules",
        "refused",
        "OverflowError",
    ),
    file(
        "a wide number",
        "rules",
        "messages_per_hour: 0x" + "f" * 20_000 + "\n",
        "the message of the refusal cannot show the number",
        "refused",
        "refused",
    ),
    file(
        "a name for a channel",
        "rules",
        "channels: &a {log: {kind: log}}\nrules: *a\n",
        "an anchor and its alias",
        "refused",
        "refused",
    ),
    file(
        "a password in an address",
        "rules",
        f"channels: {{ops: {{kind: webhook, url: 'http://me:{SECRET}@host/'}}}}\nrules: [{{name: a, kind: drift}}]\n",
        "the refusal of an address repeats it",
        "refused",
        "refused, with the password in the message",
    ),
    file(
        "a header that splits",
        "rules",
        'channels: {ops: {kind: webhook, url: "http://h/", headers: {X: "a\\r\\nY: b"}}}\n' + ONE_RULE,
        "a line end in the value of a header begins another one",
        "refused",
        "refused",
    ),
    file(
        "a header that frames",
        "rules",
        "channels: {ops: {kind: webhook, url: 'http://h/', headers: {Transfer-Encoding: chunked}}}\n" + ONE_RULE,
        "a header decides where the body ends",
        "refused",
        "refused",
    ),
    file(
        "an address of a file",
        "rules",
        "channels: {ops: {kind: webhook, url: 'file:///etc/passwd'}}\n" + ONE_RULE,
        "another scheme reads or writes elsewhere",
        "refused",
        "refused",
    ),
    file(
        "a rule for nobody",
        "rules",
        "rules: [{name: a, kind: drift, notify: nobody}]\n",
        "an alert that goes to no channel is told to nobody",
        "refused",
        "refused",
    ),
    file(
        "a name with controls",
        "rules",
        'rules: [{name: "\\e]0;x\\a", kind: drift}]\n',
        "the name of a rule is printed to a terminal",
        "refused",
        "refused",
    ),
    file(
        "a bound that is none",
        "rules",
        "rules: [{name: a, kind: accuracy, below: .nan}]\n",
        "nothing is below nan, so the rule never fires",
        "refused",
        "refused",
    ),
    file(
        "a price that is none",
        "prices",
        b"[[price]]\nmodel = 'x'\nsince = 2020-01-01\ninput = nan\noutput = 1\n",
        "a cost that is nan is within every budget",
        "refused",
        "refused",
    ),
    file(
        "a price below nothing",
        "prices",
        b"[[price]]\nmodel = 'x'\nsince = 2020-01-01\ninput = -1\noutput = 1\n",
        "a negative cost makes a budget grow",
        "refused",
        "refused",
    ),
    file(
        "a wide price",
        "prices",
        "[[price]]\nmodel = 'x'\nsince = 2020-01-01\noutput = 1\ninput = 0x" + "f" * 9000,
        "the message of the refusal cannot show the number",
        "refused",
        "ValueError",
    ),
    file(
        "a wide decimal price",
        "prices",
        "[[price]]\ninput = " + "9" * 9000,
        "a number that the library refuses in its own way",
        "refused",
        "ValueError",
    ),
    file(
        "a deep recipe",
        "recipes",
        "a" + ".a" * 9000 + " = 1",
        "tables in each other",
        "refused",
        "refused",
    ),
    file(
        "a wide number of seconds",
        "recipes",
        "repository = 'a/b'\n[[recipe]]\nname = 'x'\npython = '3.9'\nversions = ['1']\nseconds = " + "9" * 9000,
        "a number that the library refuses in its own way",
        "refused",
        "ValueError",
    ),
    file(
        "a wide number in a problem",
        "a problem",
        "name = 'x'\nversion = 0x" + "f" * 9000,
        "the message of the refusal cannot show the number",
        "refused",
        "refused",
    ),
    file(
        "a key twice",
        "rows of problems",
        b'{"task_id": "a", "task_id": "b"}',
        "of two values under one key nobody knows which was meant",
        "refused",
        "refused",
    ),
    file(
        "deep JSON",
        "rows of problems",
        b"[" * 100_000,
        "the reader calls itself for each bracket",
        "refused",
        "refused",
    ),
    file(
        "wide JSON",
        "rows of problems",
        b'{"a": ' + b"9" * 9000 + b"}",
        "more digits than Python makes a number of",
        "refused",
        "refused",
    ),
    file(
        "two columns of one name",
        "rows of a table",
        b"a,a\n1,2\n",
        "the later column hides the former",
        "refused",
        "refused",
    ),
    file(
        "a quote without an end",
        "rows of a table",
        b'a,b\n"x',
        "one cell takes the rest of the file",
        "refused",
        "refused",
    ),
    file("more cells than columns", "rows of a table", b"a,b\n1,2,3\n", "cells without a name", "refused", "refused"),
    file(
        "a path out of the folder",
        "assay run -c",
        b'{"task_id": "it/0", "files": {"../../x": "y"}}\n',
        "a file of a candidate names a place above: text, until the judge splits it and finds it invalid",
        "read",
        "read",
    ),
    file(
        "not a number in a candidate",
        "assay run -c",
        b'{"task_id": "it/0", "solution": NaN}',
        "a constant that only Python writes",
        "refused",
        "refused",
    ),
    file(
        "an attempt below nothing",
        "assay run -c",
        b'{"task_id": "it/0", "solution": "x", "attempt": -1}',
        "a count that is negative",
        "refused",
        "refused",
    ),
    file(
        "an attempt beyond counting",
        "assay run -c",
        b'{"task_id": "it/0", "solution": "x", "attempt": 1e300}',
        "a count that is a float without an end",
        "refused",
        "refused",
    ),
    file(
        "a pickle",
        "assay run -c",
        b"\x80\x04\x95cos\nsystem\n(S'id'\ntR.",
        "bytes that Python's own reader would run",
        "refused",
        "refused",
    ),
    file(
        "entities",
        "assay run -c",
        b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        "another format, whose entities unfold",
        "refused",
        "refused",
    ),
    file("overlong UTF-8", "assay run -c", b'{"task_id": "\xc0\xaf"}', "a slash in two bytes", "refused", "refused"),
    file(
        "a half of a character in bytes",
        "assay run -c",
        b'{"task_id": "it/0", "solution": "\xed\xa0\x80"}',
        "bytes of half of a surrogate pair",
        "refused",
        "refused",
    ),
    file(
        "a number of answers",
        "recorded answers",
        RECORDED.replace('"number": 0', '"number": true'),
        "a truth where a number stands",
        "refused",
        "refused",
    ),
    file(
        "a deep answer",
        "recorded answers",
        RECORDED.replace('"x"}', '"x", "a": ' + "[" * 9000 + "]" * 9000 + "}"),
        "an unknown field that is nested",
        "refused",
        "refused",
    ),
    file(
        "an expression as a call",
        "calls of equiv",
        b'(__import__("os").system("id"),)',
        "calls are literals, and this is an expression",
        "refused",
        "refused",
    ),
    file(
        "a power as a call",
        "calls of equiv",
        b"(9 ** 9 ** 9,)",
        "a constant that takes all memory when it is folded",
        "refused",
        "refused",
    ),
    file("deep calls", "calls of equiv", b"(" * 9000 + b")" * 9000, "the parser's own stack", "refused", "refused"),
    file(
        "a grade that is none",
        "ratings",
        b'{"candidate": "it/0", "rater": "x", "correctness": NaN}',
        "a mean with nan is nan",
        "refused",
        "refused",
    ),
)


# ---- folders and packed files ----------------------------------------------------------------------------------------


def growing(place: Place) -> str:
    """A file that grows while it is read."""
    path = place.folder / "a"
    path.write_bytes(b"x" * 100)
    file = opened(path, 200)
    with path.open("ab") as more:
        more.write(b"y" * 500)
    return outcome(lambda: closing(file).__enter__().read())


def cut_meanwhile(place: Place) -> str:
    path = place.folder / "a.gz"
    path.write_bytes(gzip.compress(os.urandom(300_000)))
    file = unpacked(opened(path, 1 << 20), "a.gz", 1 << 20)
    file.read(10)
    os.truncate(path, 100_000)
    found = outcome(file.read)
    file.close()
    return found


def many_members(place: Place) -> str:
    """A gzip file of very many members of nothing."""
    path = place.folder / "a.gz"
    path.write_bytes(gzip.compress(b"") * 20_000)
    with unpacked(opened(path, 1 << 20), "a.gz", 1 << 20) as file:
        return f"{len(file.read())} bytes"


def a_wide_head(place: Place) -> str:
    data = b"\x1f\x8b\x08\x04" + bytes(6) + struct.pack("<H", 65535) + os.urandom(65535) + zlib.compress(b"x")[2:-4]
    return outcome(lambda: unpacked(io.BufferedReader(io.BytesIO(data)), "a.gz", 1 << 20).read())


def link_to_folder(place: Place) -> str:
    (place.folder / "inner").mkdir()
    (place.folder / "inner" / "up").symlink_to("..")
    return f"{len(list(Folder(place.folder).files()))} files"


def undecodable(place: Place) -> str:
    (place.folder / os.fsdecode(b"\xff\xfe.py")).write_text("x = 1\n", "utf-8")
    return outcome(lambda: FILE_READERS["digest of candidates"][1](place.folder))


def descriptor(place: Place) -> str:
    """A path that is another descriptor of this process."""
    reading, writing = os.pipe()
    try:
        return outcome(lambda: opened(f"/proc/self/fd/{reading}", 100))
    finally:
        os.close(reading)
        os.close(writing)


def endless_process_file(place: Place) -> str:
    return outcome(lambda: opened("/proc/kmsg", 100).read(), "read") if os.geteuid() else "refused"


def grows_from_nothing(place: Place) -> str:
    """A file of the kernel says it has no bytes, and has some."""
    with opened("/proc/self/status", 50) as file:
        return outcome(file.read)


FOLDERS = (
    ("a file that grows while it is read", "the size was asked before more was written", growing, "refused", "refused"),
    ("a packed file that is cut meanwhile", "its end is gone when it is read", cut_meanwhile, "refused", "refused"),
    ("twenty thousand members of nothing", "each member costs and gives nothing", many_members, "0 bytes", "0 bytes"),
    ("a wide field in a packed head", "an extra field as long as it can be", a_wide_head, "refused", "refused"),
    ("a link to the folder above", "a walk that follows it has no end", link_to_folder, "0 files", "0 files"),
    ("a name that is no text", "the name of a file holds bytes of no encoding", undecodable, "read", "read"),
    ("a descriptor by its path", "a path leads to a pipe that this process holds", descriptor, "refused", "refused"),
    (
        "a file of the kernel",
        "its size is 0 and its content is more than is allowed",
        grows_from_nothing,
        "refused",
        "refused",
    ),
)


# ---- requests --------------------------------------------------------------------------------------------------------


def ask(
    name: str,
    path: str,
    body: object,
    mechanism: str,
    expected: int,
    *,
    method: str = "POST",
    kind: str = "application/json",
    headers: Mapping[str, str] | None = None,
    seen: str | None = None,
) -> ServiceAttack:
    """Return an attack that is one request."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()

    def act(place: Place) -> str:
        answer = place.client.request(
            method, path, content=content, headers={"Content-Type": kind, **(headers or {})}, follow_redirects=False
        )
        return f"status {answer.status_code}"

    said = f"status {expected}"
    return ServiceAttack(name=f"request: {name}", mechanism=mechanism, expected=said, seen=seen or said, act=act)


JUDGE = {"benchmark": "starter", "problem_id": "mask_digits", "code": "x"}
SEEN = {"task_id": "t", "passed": True}
OWN = {"entry_point": "f", "cases": [{"args": [1], "expected": 1}]}
RUN = {"benchmark": "starter", "candidates": [{"task_id": "mask_digits", "solution": "x"}]}
FORM = (
    b'--x\r\nContent-Disposition: form-data; name="benchmark"\r\n\r\nstarter\r\n--x\r\nContent-Disposition: form-data; '
    b'name="candidates"; filename="../../x"\r\nContent-Type: a/b\r\n\r\n%s\r\n--x--\r\n'
)
REQUESTS = (
    ask(
        "seconds without an end",
        "/v1/judge",
        b'{"benchmark":"starter","problem_id":"mask_digits","code":"x","limits":{"seconds":1e999}}',
        "a number of JSON that becomes inf",
        400,
    ),
    ask(
        "memory of one byte",
        "/v1/judge",
        {**JUDGE, "limits": {"memory_bytes": 1}},
        "a limit with which our own process dies: a fault by request",
        400,
    ),
    ask(
        "a limit that is true",
        "/v1/judge",
        {**JUDGE, "limits": {"seconds": True}},
        "a truth is a number of Python",
        400,
    ),
    ask("a weaker sandbox", "/v1/judge", {**JUDGE, "isolation": "process"}, "a request chooses the isolation", 403),
    ask(
        "a judge by name",
        "/v1/judge",
        {**JUDGE, "judge": "shared"},
        "a request chooses the judge that gives up the two processes",
        400,
    ),
    ask(
        "a benchmark by path",
        "/v1/judge",
        {**JUDGE, "benchmark": "/etc/passwd"},
        "the name of a benchmark is a path of the machine",
        404,
    ),
    ask(
        "a benchmark above",
        "/v1/judge",
        {**JUDGE, "benchmark": "../starter"},
        "the name of a benchmark leads out of a folder",
        404,
    ),
    ask(
        "a benchmark with its place",
        "/v1/judge",
        {**JUDGE, "benchmark": "starter=/etc"},
        "the form that the command line takes for a place",
        404,
    ),
    ask(
        "a problem that is an attribute",
        "/v1/judge",
        {**JUDGE, "problem_id": "__class__"},
        "an id is looked up where names of Python are",
        400,
    ),
    ask("a problem below nothing", "/v1/judge", {**JUDGE, "problem_id": -1}, "an index from the end of a list", 400),
    ask(
        "two texts of a candidate",
        "/v1/judge",
        {**JUDGE, "response": "y"},
        "which text was judged would be a guess",
        400,
    ),
    ask(
        "a candidate of nothing but NUL",
        "/v1/judge",
        {**JUDGE, "code": "\0" * 100},
        "text that no parser of Python takes: the candidate's failure, not ours",
        200,
    ),
    ask(
        "a candidate that is half a character",
        "/v1/judge",
        b'{"benchmark":"starter","problem_id":"mask_digits","code":"\\ud800"}',
        "text that no encoding can write",
        200,
    ),
    ask(
        "a case that is code",
        "/v1/judge",
        {"problem": {**OWN, "cases": "__import__('os').system('id')"}, "code": "x"},
        "cases of a request are data",
        400,
    ),
    ask(
        "cases without a number",
        "/v1/judge",
        {"problem": {**OWN, "cases": []}, "code": "x"},
        "a problem without a case is passed by everything",
        400,
    ),
    ask(
        "a name that is code",
        "/v1/judge",
        {"problem": {**OWN, "entry_point": "f();import os"}, "code": "x"},
        "the entry point is written into a program",
        400,
    ),
    ask(
        "a language by path",
        "/v1/judge",
        {"problem": {**OWN, "language": "../../bin/sh"}, "code": "x"},
        "a language is looked up by a name",
        400,
    ),
    ask("too many rows", "/v1/judge", {"candidates": [{}] * 10_001}, "more rows than a request may have", 413),
    ask("a row in a row", "/v1/judge", {"candidates": [{"candidates": [JUDGE]}]}, "rows that hold rows", 400),
    ask(
        "an option of the command",
        "/v1/runs",
        {**RUN, "options": {"store": "/tmp/x.db"}},
        "an option that reaches a file",
        400,
    ),
    ask(
        "an interpreter",
        "/v1/runs",
        {**RUN, "options": {"python": "/bin/sh"}},
        "an option that starts a program of the sender's choice",
        400,
    ),
    ask(
        "isolation as an option",
        "/v1/runs",
        {**RUN, "options": {"isolation": "process"}},
        "an option that weakens the sandbox",
        400,
    ),
    ask(
        "a number of k beyond counting",
        "/v1/runs",
        {**RUN, "options": {"k": [10**18]}},
        "a count without a bound: the run is kept, and none has so many attempts",
        202,
    ),
    ask(
        "a file above",
        "/v1/runs",
        FORM % b"",
        "a file of a form has a name with a path, and nothing in it",
        413,
        kind="multipart/form-data; boundary=x",
    ),
    ask(
        "a form without a boundary", "/v1/runs", b"x", "where a part ends is not said", 400, kind="multipart/form-data"
    ),
    ask(
        "a boundary without an end",
        "/v1/runs",
        b"x",
        "a boundary as long as a header",
        400,
        kind="multipart/form-data; boundary=" + "a" * 5000,
    ),
    ask(
        "a form in another encoding",
        "/v1/runs",
        FORM % b"{}",
        "a character set that the parser would look up",
        400,
        kind="multipart/form-data; boundary=x; charset=idna",
    ),
    ask(
        "an id that is a path",
        "/v1/runs/..%2f..%2fetc%2fpasswd",
        b"",
        "a path in the place of an id",
        404,
        method="GET",
    ),
    ask("an id of a megabyte", "/v1/runs/" + "a" * 9000, b"", "an address beyond the bound", 414, method="GET"),
    ask("a method of its own", "/v1/runs", b"", "a method that no route knows", 405, method="PROPFIND"),
    ask("a trace", "/v1/runs", b"", "a method that repeats headers, cookies included", 405, method="TRACE"),
    ask(
        "a method that overrides",
        "/v1/runs",
        b"",
        "a header that some frameworks take for the method",
        200,
        method="GET",
        headers={"X-HTTP-Method-Override": "DELETE"},
    ),
    ask(
        "another host",
        "/",
        b"",
        "a page elsewhere points its own name at this machine",
        421,
        method="GET",
        headers={"Host": "evil.example"},
    ),
    ask(
        "a host behind a host",
        "/",
        b"",
        "a name that ends like a known one",
        421,
        method="GET",
        headers={"Host": "127.0.0.1.evil.example"},
    ),
    ask(
        "a user in the host",
        "/",
        b"",
        "what stands before an @ looks like a known name",
        421,
        method="GET",
        headers={"Host": "127.0.0.1@evil.example"},
    ),
    ask(
        "a number as host",
        "/",
        b"",
        "127.0.0.1 written as one number",
        421,
        method="GET",
        headers={"Host": "2130706433"},
    ),
    ask(
        "a host that is forwarded",
        "/",
        b"",
        "a header of proxies is not believed",
        200,
        method="GET",
        headers={"X-Forwarded-Host": "evil.example"},
    ),
    ask(
        "another origin",
        "/v1/observations",
        SEEN,
        "a page elsewhere sends JSON",
        403,
        headers={"Origin": "http://evil.example"},
    ),
    ask(
        "no origin",
        "/v1/observations",
        SEEN,
        "a page in a sandbox sends the origin null",
        403,
        headers={"Origin": "null"},
    ),
    ask(
        "another port",
        "/v1/observations",
        SEEN,
        "another service of this machine sends JSON",
        403,
        headers={"Origin": "http://127.0.0.1:1"},
    ),
    ask(
        "a cross-site fetch",
        "/v1/observations",
        SEEN,
        "the browser says that a page elsewhere asks",
        403,
        headers={"Sec-Fetch-Site": "cross-site"},
    ),
    ask("a form as JSON", "/v1/observations", SEEN, "a form elsewhere can send plain text", 415, kind="text/plain"),
    ask(
        "a form without its token",
        "/alerts/acknowledge",
        b"rule=x",
        "a form that this browser was not given",
        403,
        kind="application/x-www-form-urlencoded",
    ),
    ask(
        "a preflight",
        "/v1/observations",
        b"",
        "a browser asks whether another page may send",
        403,
        method="OPTIONS",
        headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"},
    ),
    ask(
        "a time beyond time",
        "/v1/observations",
        {**SEEN, "at": "9999-12-31T23:59:59-23:59"},
        "a time zone moves it over the end of all times",
        400,
    ),
    ask(
        "a time before time",
        "/v1/observations",
        {**SEEN, "at": "0001-01-01T00:00:00+23:59"},
        "a time zone moves it before the first one",
        400,
    ),
    ask(
        "a time without a zone",
        "/v1/observations",
        {**SEEN, "at": "2026-01-01T00:00:00"},
        "which moment it was would be a guess",
        400,
    ),
    ask("a cost below nothing", "/v1/observations", {**SEEN, "cost_usd": -1}, "a negative cost hides another one", 400),
    ask(
        "a cost without an end",
        "/v1/observations",
        b'{"task_id":"t","passed":true,"cost_usd":1e999}',
        "a sum with inf is inf for ever",
        400,
    ),
    ask("a passed that is one", "/v1/observations", {**SEEN, "passed": 1}, "a number where a truth stands", 400),
    ask(
        "labels without a number",
        "/v1/observations",
        {**SEEN, "labels": {str(n): "x" for n in range(10_000)}},
        "labels make slices without a bound",
        400,
    ),
    ask("labels of labels", "/v1/observations", {**SEEN, "labels": {"a": {"b": "c"}}}, "labels that are no text", 400),
    ask(
        "an id without an end",
        "/v1/observations",
        {**SEEN, "id": "a" * 100_000},
        "an id that is a key of the store",
        400,
    ),
    ask("NUL in an id", "/v1/observations", {**SEEN, "id": "a\0b"}, "a character that ends text elsewhere", 400),
    ask(
        "deep labels",
        "/v1/observations",
        b'{"task_id":"t","passed":true,"labels":' + b'{"a":' * 50 + b"1" + b"}" * 51,
        "nesting beyond the bound",
        400,
    ),
    ask(
        "a wide number",
        "/v1/observations",
        b'{"task_id":"t","passed":true,"tokens_in":' + b"9" * 5000 + b"}",
        "more digits than Python makes a number of",
        400,
    ),
    ask(
        "a packed body",
        "/v1/observations",
        gzip.compress(b" " * 9_000_000 + b"{}"),
        "a body that unfolds beyond the bound",
        400,
        headers={"Content-Encoding": "gzip"},
    ),
    ask(
        "a page that is none",
        "/v1/observations?after=%00%ff",
        b"",
        "a cursor that no page gave",
        400,
        method="GET",
    ),
    ask(
        "a limit below nothing", "/v1/observations?limit=-1", b"", "a database takes -1 for no limit", 422, method="GET"
    ),
    ask(
        "digits of another script",
        "/v1/observations?limit=%D9%A1%D9%A2",
        b"",
        "digits that Python reads and nobody else",
        422,
        method="GET",
    ),
    ask(
        "a zone by path",
        "/?zone=../../../../etc/passwd",
        b"",
        "a time zone is a file below a folder",
        400,
        method="GET",
    ),
    ask(
        "a sign-in that leads away",
        "/login?next=//evil.example",
        b"",
        "what follows the sign-in is another service",
        200,
        method="GET",
    ),
    ask(
        "an alert of nobody",
        "/v1/alerts/acknowledge",
        {"rule": "x' OR 1=1 --", "about": ""},
        "SQL in the place of a name",
        404,
    ),
    ask(
        "muted for ever",
        "/v1/alerts/mute",
        {"rule": "x", "about": "", "until": "9999-12-31T23:59:59Z"},
        "a time that silences a rule for ever",
        404,
    ),
)


# ---- bytes on a socket -----------------------------------------------------------------------------------------------


def answers_to(address: str, data: bytes) -> list[str]:
    """Return the status of each answer to these bytes; after the last one the line is closed by either side."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(data)
        if b"Connection: close" not in data:
            with suppress(OSError):
                line.shutdown(socket.SHUT_WR)
        got = b""
        with suppress(OSError):
            while piece := line.recv(65536):
                got += piece
    return [part.split(b" ", 1)[0].decode() for part in got.split(b"HTTP/1.1 ")[1:]]


def raw(name: str, data: bytes, mechanism: str, expected: str) -> ServiceAttack:
    return ServiceAttack(
        name=f"bytes: {name}",
        mechanism=mechanism,
        expected=expected,
        seen=expected,
        act=lambda place: (
            " ".join(answers_to(place.address, data.replace(b"HOST", place.address[7:].encode()))) or "closed"
        ),
    )


PASS = b'{"task_id":"t","passed":true}'
HEAD = b"POST /v1/observations HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
BYTES = (
    raw(
        "two lengths",
        HEAD + b"Content-Length: 29\r\nContent-Length: 0\r\n\r\n" + PASS,
        "two lengths that contradict each other",
        "400",
    ),
    raw(
        "a length and pieces",
        HEAD
        + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        + b"GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "one server goes by the length, the other by the pieces",
        "400",
    ),
    raw("pieces twice", HEAD + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", "a coding in a coding", "400"),
    raw(
        "pieces by another name",
        HEAD + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "a coding that nobody knows is taken for none",
        "400",
    ),
    raw("a length with a sign", HEAD + b"Content-Length: +29\r\n\r\n" + PASS, "a number that only some read", "400"),
    raw(
        "a blank before the colon",
        b"GET /healthz HTTP/1.1\r\nHost : HOST\r\n\r\n",
        "a name of a header that only some read",
        "400",
    ),
    raw(
        "a folded header",
        b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nX: a\r\n b: c\r\n\r\n",
        "a header that goes on in the next line",
        "400",
    ),
    raw(
        "two hosts",
        b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n",
        "one host is checked and the other is used",
        "400",
    ),
    raw("no host", b"GET /healthz HTTP/1.1\r\n\r\n", "a request that says no name", "421"),
    raw(
        "a whole address",
        b"GET http://evil.example/healthz HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "the name in the address is another than in the header",
        "200",
    ),
    raw(
        "NUL in a header",
        b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nX: a\0b\r\n\r\n",
        "a character that ends text elsewhere",
        "400",
    ),
    raw("a line end alone", b"GET /healthz HTTP/1.1\nHost: HOST\n\n", "line ends without a carriage return", "400"),
    raw("another version", b"GET /healthz HTTP/9.9\r\nHost: HOST\r\n\r\n", "a version that is not spoken", "400"),
    raw("the preface of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "an upgrade that nobody asked for", "400"),
    raw(
        "an upgrade",
        b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        "a connection that leaves HTTP is not guarded",
        "200",
    ),
    raw(
        "a piece of a size beyond all",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFFFFFFFF\r\n",
        "the size of a piece is larger than any number of the machine",
        "400",
    ),
    raw(
        "trailers",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n1d\r\n" + PASS + b"\r\n0\r\nHost: evil.example\r\n\r\n",
        "headers behind the body replace those before it",
        "400",
    ),
    raw(
        "TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), "another protocol on the same port", "400"
    ),
    raw(
        "many headers",
        b"GET /healthz HTTP/1.1\r\nHost: HOST\r\n" + b"X: y\r\n" * 9000 + b"\r\n",
        "headers without a number",
        "431",
    ),
)


# ---- the gateway of agents -------------------------------------------------------------------------------------------


def agent(name: str, body: bytes, mechanism: str, expected: str, *, head: bytes = b"") -> ServiceAttack:
    """Return an attack that an agent makes on the one socket that it has; the solving must go on."""

    def act(place: Place) -> str:
        length = b"" if b"chunked" in head else b"Content-Length: %d\r\n" % len(body)
        data = (
            b"POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + length + head + b"\r\n" + body
        )
        try:
            with served(desk_of(ScriptedModel(["hello"]))) as (_, port):
                said = said_raw(port, data)
        except BaseException as error:
            return f"error {type(error).__name__}"
        return (said.split(b" ", 2)[1:2] or [b"closed"])[0].decode()

    return ServiceAttack(name=f"agent: {name}", mechanism=mechanism, expected=expected, seen=expected, act=act)


def chat(**more: Any) -> bytes:  # Any: JSON
    return json.dumps({"messages": [{"role": "user", "content": "x"}], **more}).encode()


AGENTS = (
    agent(
        "a temperature without an end",
        b'{"messages":[{"role":"user","content":"x"}],"temperature":1e999}',
        "a number that no JSON can hold ends the solving as a fault",
        "200",
    ),
    agent("tokens below nothing", chat(max_tokens=-5), "a count that the model's record would refuse", "200"),
    agent("a seed beyond counting", chat(seed=10**3000), "a number that no column holds", "200"),
    agent(
        "half a character",
        b'{"messages":[{"role":"user","content":"\\ud800"}]}',
        "text that no encoding writes ends the solving as a fault",
        "200",
    ),
    agent(
        "half a character as a key",
        b'{"messages":[{"role":"user","content":"x"}],"logit_bias":{"\\ud800":1}}',
        "the same in a name",
        "200",
    ),
    agent(
        "a picture from elsewhere",
        chat(
            messages=[{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "http://127.0.0.1/"}}]}]
        ),
        "the server is made to fetch an address",
        "400",
    ),
    agent(
        "tools of the server", chat(tools=[{"type": "web_search"}]), "the server is made to search the network", "400"
    ),
    agent("more answers than one", chat(n=100), "answers that the budget does not see", "400"),
    agent(
        "a count twice",
        b'{"n":100,"messages":[{"role":"user","content":"x"}],"n":1}',
        "the last of two keys is checked, the first may be used",
        "200",
    ),
    agent(
        "a role that is a list",
        chat(messages=[{"role": ["user"], "content": "x"}]),
        "a value that cannot be looked up",
        "400",
    ),
    agent("deep JSON", b"[" * 200_000, "the reader calls itself for each bracket", "400"),
    agent(
        "many values",
        b'{"messages":[' + b"[]," * 300_000 + b"1]}",
        "small values that take a hundred times their size",
        "400",
    ),
    agent(
        "two codings",
        b"0\r\n\r\n",
        "a length beside pieces",
        "400",
        head=b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
    ),
    agent("a header without an end", b"", "headers beyond the bound", "400", head=b"X: " + b"a" * 100_000 + b"\r\n"),
    agent(
        "UTF-16",
        json.dumps({"messages": [{"role": "user", "content": "x"}]}).encode("utf-16"),
        "an encoding that JSON's reader would guess",
        "400",
    ),
)


# ---- stores ----------------------------------------------------------------------------------------------------------


@cache
def whole_store(folder: Path) -> bytes:
    folder.mkdir(exist_ok=True)
    path = folder / "whole.db"
    if not path.exists():
        fill(path)
    return path.read_bytes()


def used(path: Path) -> str:
    """Go every way through a store; return whether it told what is wrong, or worked, or failed otherwise."""
    try:
        store = SqlStore(path, busy_seconds=0.5)
    except UsageError:
        return "refused"
    except Fault:
        return "told"
    except BaseException as error:
        return f"error {type(error).__name__} while it is opened"
    told = False
    try:
        for name, way in (READS | WRITES).items():
            try:
                way(store)
            except StoreFault:
                told = True
            except UsageError:
                pass  # what was asked for is not there
            except BaseException as error:
                return f"error {type(error).__name__} of {name}"
    finally:
        store.close()
    return "told" if told else "served"


def stored(name: str, change: Callable[[bytearray], object], mechanism: str, expected: str = "told") -> ServiceAttack:
    """Return an attack that changes bytes of a store."""

    def act(place: Place) -> str:
        data = bytearray(whole_store(place.folder.parent / "whole"))
        change(data)
        path = place.folder / "a.db"
        path.write_bytes(data)
        return used(path)

    return ServiceAttack(name=f"store: {name}", mechanism=mechanism, expected=expected, seen=expected, act=act)


def statements(name: str, text: str, mechanism: str, expected: str = "told") -> ServiceAttack:
    """Return an attack that changes a store by SQL."""

    def act(place: Place) -> str:
        path = place.folder / "a.db"
        path.write_bytes(whole_store(place.folder.parent / "whole"))
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(f"PRAGMA writable_schema = ON; {text}")
            connection.commit()
        return used(path)

    return ServiceAttack(name=f"store: {name}", mechanism=mechanism, expected=expected, seen=expected, act=act)


def put(at: int, data: bytes) -> Callable[[bytearray], object]:
    def change(found: bytearray) -> None:
        found[at : at + len(data)] = data

    return change


def each_page(at: int, data: bytes, first: int = 1) -> Callable[[bytearray], object]:
    def change(found: bytearray) -> None:
        for start in range(first * 4096, len(found), 4096):
            found[start + at : start + at + len(data)] = data

    return change


def put_beside(name: str, make: Callable[[Path], object], mechanism: str, expected: str) -> ServiceAttack:
    """Return an attack by what lies in the place of a store or beside it."""

    def act(place: Place) -> str:
        path = place.folder / "a.db"
        path.write_bytes(whole_store(place.folder.parent / "whole"))
        make(path)
        return used(path)

    return ServiceAttack(name=f"store: {name}", mechanism=mechanism, expected=expected, seen=expected, act=act)


def other_wal(path: Path) -> None:
    """Lay the WAL of another database beside a store, as a copy by hand does."""
    other = path.parent / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE runs (a)")
    connection.commit()
    (path.parent / "a.db-wal").write_bytes((path.parent / "other.db-wal").read_bytes())
    connection.close()


def encoded(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "PRAGMA encoding = 'UTF-16le'; CREATE TABLE moz_places (a); INSERT INTO moz_places VALUES (1);"
        )


def a_link(path: Path) -> None:
    path.rename(path.parent / "elsewhere.db")
    path.symlink_to("elsewhere.db")


def into_folder(path: Path) -> None:
    path.unlink()
    (path.parent / "f").write_text("x", "utf-8")


def full_disk(place: Place) -> str:
    """A process may write no file beyond a size, as on a full disk; what was kept before stays, and it says so."""
    program = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "from assay.store.sql import SqlStore\nfrom assay.store.base import StoreFault\n"
        "from tests.store.builders import a_run\n"
        "store = SqlStore(sys.argv[1])\nstore.add_run(a_run('r0'))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))\n"
        "kept = 1\n"
        "try:\n    for n in range(1, 400):\n"
        "        store.add_run(a_run(f'r{n}', n, notes=('x' * 5000,)))\n        kept = n + 1\n"
        "except StoreFault as error:\n    print('told', kept, 'full' in str(error))\n"
        "try:\n    store.check_writable()\n    print('writable')\nexcept StoreFault:\n    print('not ready')\n"
    )
    path = place.folder / "a.db"
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": "src:."},
    )
    said = done.stdout.split()
    store = SqlStore(path)
    found = len(store.runs(limit=1000))
    store.close()
    return "told" if said[:1] == ["told"] and found == int(said[1]) else f"{done.stdout}{done.stderr}"


def killed_in_the_middle(place: Place) -> str:
    """A writer is killed at once; the next one finds a whole store."""
    program = (
        "import os, signal, sys\nfrom assay.store.sql import SqlStore\nfrom tests.store.builders import a_run\n"
        "store = SqlStore(sys.argv[1])\nfor n in range(5):\n    store.add_run(a_run(f'r{n}', n))\n"
        "with store._writing() as connection:\n"
        "    connection.exec_driver_sql('DELETE FROM runs')\n    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    path = place.folder / "a.db"
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        capture_output=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": "src:."},
    )
    store = SqlStore(path)
    found = len(store.runs())
    store.close()
    return "served" if (done.returncode, found) == (-signal.SIGKILL, 5) else f"{done.returncode}, {found} runs"


def removed_meanwhile(place: Place) -> str:
    """The file is removed while a store is open; what is written then must not vanish without a word."""
    path = place.folder / "a.db"
    store = SqlStore(path)
    store.add_run(a_run("r0"))
    for one in place.folder.iterdir():
        one.unlink()
    try:
        store.add_run(a_run("r1", 1))
    except StoreFault:
        return "told"
    finally:
        store.close()
    return "lost"


PAGE = 4096
STORES = (
    stored("another magic", put(0, b"SQLite format 4\0"), "the first bytes are of something else"),
    stored("a page size of nothing", put(16, b"\0\0"), "the size of a page is no power of two"),
    stored("pages of 64 KiB", put(16, b"\0\1"), "the size of a page is another one"),
    stored("a version to come", put(18, b"\x09\x09"), "a file of a version that may not be written", "told"),
    stored("no room on a page", put(20, b"\xff"), "reserved space leaves no room for cells"),
    stored(
        "a free list that begins at the first page",
        put(32, struct.pack(">II", 1, 5)),
        "a free page is the schema itself",
    ),
    stored("a free list beyond the end", put(32, struct.pack(">II", 2**31 - 1, 9)), "a free page that is not there"),
    stored("a format to come", put(44, struct.pack(">I", 99)), "a format of the schema that is not known"),
    stored("another encoding", put(56, struct.pack(">I", 2)), "all text is read as UTF-16"),
    stored("pages of another kind", each_page(0, b"\x55"), "the kind of a page is none"),
    stored("cells without a number", each_page(3, b"\xff\xff"), "a page has more cells than bytes"),
    stored("cells beyond the page", each_page(8, b"\xff\xff\xff\xff"), "a cell begins behind the end"),
    stored("pages that are their own children", each_page(8, struct.pack(">I", 3)), "a tree that is a ring"),
    stored("half of it", lambda data: data.__delitem__(slice(len(data) // 2, None)), "the file is cut in its middle"),
    stored(
        "zeros",
        lambda data: put(PAGE, bytes(len(data) - PAGE))(data),
        "all but the first page is zero, as after a failed disk",
    ),
    stored(
        "pages exchanged",
        lambda data: put(PAGE, bytes(data[8 * PAGE : 16 * PAGE]))(data),
        "pages stand where others stood",
    ),
    stored("an image of a disk", lambda data: put(0, os.urandom(len(data)))(data), "encrypted or foreign bytes"),
    statements("a table that is gone", "DROP TABLE runs", "a table was taken out"),
    statements(
        "a view in the place of a table",
        "ALTER TABLE trials RENAME TO t2; CREATE VIEW trials AS SELECT * FROM t2",
        "what is read is computed, and cannot be written",
    ),
    statements("a column that is gone", "ALTER TABLE runs DROP COLUMN notes", "a column was taken out"),
    statements(
        "SQL that is none",
        "UPDATE sqlite_master SET sql = 'CREATE TABLE runs (' WHERE name = 'runs'",
        "the schema cannot be parsed",
    ),
    statements(
        "a table at the root of another",
        "UPDATE sqlite_master SET rootpage = 2 WHERE name = 'runs'",
        "a table begins at a page of something else",
    ),
    statements(
        "a root beyond the end",
        "UPDATE sqlite_master SET rootpage = 99999999 WHERE name = 'runs'",
        "a table begins behind the end",
    ),
    put_beside("a log of another file", other_wal, "a WAL whose pages belong to another database", "refused"),
    put_beside(
        "a log of random bytes",
        lambda path: Path(f"{path}-wal").write_bytes(b"\x37\x7f\x06\x82" + os.urandom(50_000)),
        "a WAL whose sums do not fit",
        "served",
    ),
    put_beside(
        "a journal of random bytes",
        lambda path: Path(f"{path}-journal").write_bytes(bytes.fromhex("d9d505f920a163d7") + os.urandom(50_000)),
        "a journal that asks to be rolled back",
        "served",
    ),
    put_beside("another program's database", encoded, "a whole SQLite file of something else", "refused"),
    put_beside("a link to a store", a_link, "a store by a link", "served"),
    put_beside(
        "a folder of the log's name",
        lambda path: Path(f"{path}-wal").mkdir(),
        "a folder stands where a file of SQLite's goes",
        "told",
    ),
    ServiceAttack(
        name="store: a disk that is full",
        mechanism="no file can grow while a store writes",
        expected="told",
        seen="told",
        act=full_disk,
        slow=True,
    ),
    ServiceAttack(
        name="store: killed in the middle",
        mechanism="a writer is killed within a transaction",
        expected="served",
        seen="served",
        act=killed_in_the_middle,
        slow=True,
    ),
    ServiceAttack(
        name="store: removed meanwhile",
        mechanism="the file is unlinked under an open store",
        expected="told",
        seen="lost without a word",
        act=removed_meanwhile,
    ),
)


# ---- secrets ---------------------------------------------------------------------------------------------------------


def shows(text: object) -> str:
    """Return whether a text has the secret in any of its forms."""
    forms = (SECRET, base64.b64encode(SECRET.encode()).decode(), SECRET[:12], SECRET.encode().hex())
    return "shown" if any(form in str(text) for form in forms) else "hidden"


def complaint(act: Callable[[], object]) -> str:
    try:
        act()
    except BaseException as error:
        causes: list[BaseException] = [error]
        while (cause := causes[-1].__cause__) is not None:
            causes.append(cause)
        return shows([f"{one} {one!r}" for one in causes])
    return "nothing was raised"


def delivered(answer: Callable[[Handler], None] | None, **fields: Any) -> str:  # Any: fields of a webhook
    """Send one message, and return whether what is kept of it shows the secret."""
    store = MemoryStore()
    store.change_alerts([], deliveries=[Delivery("ops", "{}", NOON, NOON)])
    with receiving(answer or (lambda handler: handler.send_response(204))) as server:
        given: dict[str, Any] = {  # Any: fields of a webhook
            name: value.replace("URL", server.url) if isinstance(value, str) else value
            for name, value in fields.items()
        }
        environment = {"V": given.pop("value", SECRET)}
        hook = replace(Webhook("ops", "" if "url_env" in given else server.url, timeout_seconds=1.0), **given)
        Courier(store, {"ops": hook}, now=lambda: NOON, environment=environment, seed=1).deliver()
    (kept,) = store.deliveries()
    return shows(f"{kept!r}{kept.error}")


def moved(handler: Handler) -> None:
    """Point to where a header may not go."""
    handler.send_response(307)
    handler.send_header("Location", f"http://127.0.0.1:9/{handler.headers.get('Authorization', '')}")
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def no_http(handler: Handler) -> None:
    handler.wfile.write(f"{handler.headers.get('Authorization')} is what you sent\r\n\r\n".encode())


def endless_answer(handler: Handler) -> None:
    handler.send_response(500)
    handler.end_headers()
    with suppress(OSError):
        while not handler.server.released.is_set():
            handler.wfile.write(b"x" * 65536)


def postgres(text: str) -> str:
    """Return whether the errors of a database show its password."""

    def fail() -> None:
        url = parsed_url(text)
        with explained(shown_url(url), secrets_of(url)):
            raise sqlite3.OperationalError(f"could not connect with {text}")

    return complaint(fail)


def unreachable(text: str) -> str:
    return complaint(lambda: SqlStore(text))


def key_in_answer(text: str) -> str:
    return shows(ApiKey(SECRET).hidden_in(text))


def forms_of_address() -> dict[str, str]:
    return {
        "in its place": f"postgresql://me:{SECRET}@127.0.0.1:9/db",
        "in the query": f"postgresql://me@127.0.0.1:9/db?password={SECRET}",
        "with a colon too few": f"postgresql:/me:{SECRET}@127.0.0.1:9/db",
        "with another scheme": f"mysql://me:{SECRET}@127.0.0.1:9/db",
        "with two signs": f"postgresql://me:{SECRET}@x@127.0.0.1:9/db",
        "with a port that is none": f"postgresql://me:{SECRET}@127.0.0.1:port/db",
    }


def secret(name: str, mechanism: str, act: Callable[[], str], seen: str = "hidden") -> ServiceAttack:
    return ServiceAttack(
        name=f"secret: {name}", mechanism=mechanism, expected="hidden", seen=seen, act=lambda place: act()
    )


SECRETS = (
    *(
        secret(
            f"a password {name}",
            f"the address of a store has a password {name}, and cannot be used",
            partial(unreachable, text),
        )
        for name, text in forms_of_address().items()
    ),
    secret(
        "a password that the database repeats",
        "the error of the driver holds the whole address",
        lambda: postgres(f"postgresql://me:{SECRET}@h/db"),
    ),
    secret(
        "a password in an address of rules",
        "the refusal of an address repeats it",
        lambda: complaint(
            lambda: rules_of(
                f"channels: {{a: {{kind: webhook, url: 'http://me:{SECRET}@h/'}}}}\nrules: [{{name: a, kind: drift}}]"
            )
        ),
        "shown",
    ),
    secret(
        "a header that a redirect repeats",
        "a receiver points to an address with what it was sent",
        lambda: delivered(moved, header_env={"Authorization": "V"}),
    ),
    secret(
        "a header that is no answer",
        "a receiver repeats what it was sent in a protocol of its own",
        lambda: delivered(no_http, header_env={"Authorization": "V"}),
    ),
    secret(
        "an address that cannot be reached",
        "the error of a connection names where it went",
        lambda: delivered(None, url_env="V", value=f"http://127.0.0.1:9/{SECRET}"),
    ),
    secret(
        "an address with a line end",
        "a file read into a variable ends in one",
        lambda: delivered(None, url_env="V", value=f"URL/{SECRET}\n"),
    ),
    secret(
        "an answer without an end",
        "a receiver writes for as long as it is read",
        lambda: delivered(endless_answer, header_env={"Authorization": "V"}),
    ),
    secret("a key in an answer", "a server repeats the key", lambda: key_in_answer(f"Bearer {SECRET}")),
    secret(
        "a key as base64",
        "a server repeats the key in another form",
        lambda: key_in_answer(base64.b64encode(SECRET.encode()).decode()),
    ),
    secret(
        "a key in a URL",
        "a server repeats the key with signs spelt out",
        lambda: shows(ApiKey("a/b+c" + SECRET).hidden_in(f"x=a%2Fb%2Bc{SECRET}")),
    ),
    secret(
        "a key that is printed",
        "an object with the key in it is shown by a traceback",
        lambda: shows(repr(ApiKey(SECRET))),
    ),
)


# ---- reports, messages, acts -----------------------------------------------------------------------------------------

MARKS = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{7*7}}${7*7}]]>--><!--"


def report(form: str, text: str, bad: tuple[str, ...]) -> Callable[[Place], str]:
    """Return an act that writes a report with a text everywhere, and says whether something in it could be obeyed."""

    def act(place: Place) -> str:
        made = document([Trial(text, Candidate(text), Verdict.FAILED, detail=text)], model=text)
        found = written(form, made).decode("utf-8", "replace")
        return next((f"{one!r} stands there" for one in bad if one in found), "text")

    return act


def message(text: str) -> str:
    """Return whether a message about an alert keeps its form."""
    news = News([Alert("rule", text, summary=text)])
    title = title_of(news)
    data = json.loads(body_of(news, "1", NOON))
    return "one line" if title.isprintable() and "\n" not in title and data["id"] == "1" else title


def forged_signature(header: str, secret: str = SECRET) -> str:
    return "believed" if is_signed(b"{}", header, secret, now=NOON) else "refused"


def two_writers(place: Place) -> str:
    """Two threads write the same ids; each stands there once."""
    path = place.folder / "a.db"
    stores = [SqlStore(path), SqlStore(path)]
    failed: list[str] = []

    def write(store: SqlStore) -> None:
        for n in range(20):
            try:
                store.add_run(a_run(f"r{n}", n))
            except (UsageError, StoreFault) as error:
                failed.append(type(error).__name__)

    threads = [threading.Thread(target=write, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = len(stores[0].runs())
    for store in stores:
        store.close()
    return f"{found} runs"


def quick_keys(place: Place) -> str:
    """Text made to take the square of its length where a key with dots is looked for."""
    texts = ("a" * 1_000_000, '"' * 300_000, "a." * 30 + "'" * 300_000, ("x" * 60 + ".") * 10_000, "'a'\n" * 100_000)
    for text in texts:
        with suppress(UsageError):
            toml_of(text, "a.toml")
    return "read"


def command(*arguments: str, content: str = "", name: str = "assay.yaml") -> Callable[[Place], str]:
    """Return an act that starts a command, and says how it ended."""

    def act(place: Place) -> str:
        (place.folder / name).write_text(content, "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "assay", *arguments],
            cwd=place.folder,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")},
        )
        said = done.stdout + done.stderr
        if "Traceback" in said or any(not (sign.isprintable() or sign in "\n\t") for sign in said):
            return f"obeyed or a traceback: {said[-300:]!r}"
        return f"exit {done.returncode}"

    return act


def act_of(
    name: str, mechanism: str, expected: str, act: Callable[[Place], str], *, slow: bool = False, seen: str = ""
) -> ServiceAttack:
    return ServiceAttack(name=name, mechanism=mechanism, expected=expected, seen=seen or expected, act=act, slow=slow)


ACTS = (
    *(
        act_of(f"folder: {name}", mechanism, expected, act, seen=seen)
        for name, mechanism, act, expected, seen in FOLDERS
    ),
    act_of(
        "report: script in HTML",
        "tags in names, details and models",
        "text",
        report("html", MARKS, ("<script>alert", "<img src=x")),
    ),
    act_of(
        "report: a comment in HTML",
        "a comment that never ends swallows what follows",
        "text",
        report("html", "<!--<script>", ("<!--<script>",)),
    ),
    act_of(
        "report: entities in JUnit",
        "an entity and the end of a section of characters",
        "text",
        report("junit", "]]><!ENTITY a 'b'>&a;", ("<!ENTITY", "]]><")),
    ),
    act_of(
        "report: a command in LaTeX",
        "a command that reads a file of whoever sets the text",
        "text",
        report("latex", r"\input{/etc/passwd}\write18{id}^^5cinput{x}", (r"\input{", r"\write18{", "^^5c")),
    ),
    act_of(
        "report: a page in Markdown",
        "a link, a picture and a tag in a list",
        "text",
        report("markdown", "[x](javascript:alert(1))", ("\n[x](javascript",)),
    ),
    act_of(
        "report: signs that a spreadsheet obeys",
        "a cell that begins with a formula behind a blank that is none",
        "text",
        report("csv", "\u2063=1+1", ("\n\u2063=1",)),
    ),
    act_of(
        "message: lines in a summary",
        "a summary makes further lines of a log",
        "one line",
        lambda place: message("a\nFIRING b\r\x1b[2J\u2028c\x85d"),
    ),
    act_of(
        "message: half a character", "a summary that no encoding writes", "one line", lambda place: message("\ud800")
    ),
    act_of(
        "signature: without a secret",
        "an empty secret signs for everybody",
        "refused",
        lambda place: forged_signature(signature_of(b"{}", "", NOON), ""),
    ),
    act_of(
        "signature: an old one",
        "a message is sent again a day later",
        "refused",
        lambda place: forged_signature(signature_of(b"{}", SECRET, datetime(2026, 3, 13, 12, tzinfo=UTC))),
    ),
    act_of(
        "signature: two times",
        "the time stands twice, and another one is checked than is signed",
        "refused",
        lambda place: forged_signature(
            "t=1,t=1773489600,v1="
            + signature_of(b"{}", SECRET, datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)).partition("v1=")[2]
        ),
    ),
    act_of(
        "signature: digits of another script",
        "digits that Python reads and nobody else",
        "refused",
        lambda place: forged_signature("t=\u0661\u0662,v1=x"),
    ),
    act_of(
        "signature: letters beyond ASCII",
        "a comparison in constant time raises for them",
        "refused",
        lambda place: forged_signature("t=1773489600,v1=é"),
    ),
    act_of("two writers of one id", "two processes keep the same run at once", "20 runs", two_writers),
    act_of("keys that are almost long", "text that a search goes through again and again", "read", quick_keys),
    act_of(
        "command: names for names",
        "a configuration beside the command unfolds",
        "exit 2",
        command("list", "runs", content=names_for_names(9)),
        seen="MemoryError after 130 s",
        slow=True,
    ),
    act_of(
        "command: a tag that does not fit",
        "a configuration beside the command breaks its reader",
        "exit 2",
        command("list", "runs", content='workers: !!int ""\n'),
        seen="a traceback",
        slow=True,
    ),
    act_of(
        "command: controls in a setting",
        "an unknown setting is printed",
        "exit 2",
        command("list", "runs", content='"\\e]0;x\\a\\u202e": 1\n'),
        slow=True,
    ),
    act_of(
        "command: controls in rules",
        "the name of a channel is printed",
        "exit 2",
        command("monitor", "check", "--rules", "a.yaml", content='channels: {"\\e[2J": 1}\n', name="a.yaml"),
        slow=True,
    ),
    act_of(
        "command: a run with controls",
        "a name that nobody has is printed",
        "exit 2",
        command("show", "\x1b]0;x\x07\u202e"),
        slow=True,
    ),
    act_of(
        "command: a file with controls",
        "a path that is not there is printed",
        "exit 2",
        command("quality", "\x1b[2J\u202e.py"),
        slow=True,
    ),
    act_of(
        "agent: a request that the model's record refuses",
        "what an agent sends is kept as text in our records",
        "checked",
        lambda place: outcome(
            lambda: checked_body({"messages": [{"role": "user", "content": "\ud800", "name": "\0"}]}), "checked"
        ),
    ),
)

# ---- second round: addresses of pages and lists ----------------------------------------------------------------------

VIEWS = (
    ("a window of nothing", "/?window=", "the name of a window is empty", 400),
    ("a window that is a key", "/?window=__class__", "a window is looked up in a table by name", 400),
    ("two windows", "/?window=7d&window=all", "of two parameters nobody knows which was meant", 200),
    ("a custom window without ends", "/?window=custom", "both ends of a window are missing", 200),
    ("an end before its start", "/?window=custom&since=2026-02-01&until=2026-01-01", "a window below nothing", 400),
    ("a week as a date", "/?window=custom&since=2026-W10-1", "a form of dates that only some read", 200),
    ("a day of basic form", "/?window=custom&since=20260301", "another form of dates that only some read", 200),
    ("the end of a leap second", "/?window=custom&since=2026-01-01T23:59:60", "a second that no clock here has", 400),
    ("an hour of twenty-four", "/?window=custom&since=2026-01-01T24:00", "an hour that only some clocks have", 400),
    ("a zone of a day", "/?window=custom&since=2026-01-01T00:00%2B24:00", "an offset beyond all zones", 400),
    ("seconds of a zone", "/?window=custom&since=2026-01-01T00:00%2B01:00:30", "an offset with seconds", 200),
    ("a year of five digits", "/?window=custom&since=%2B12026-01-01", "a year beyond the calendar", 400),
    ("a moment in full width", "/?window=custom&since=\uff12\uff10\uff12\uff16-01-01", "digits of another width", 400),
    ("a zone that is a folder", "/?zone=Europe", "the name of a zone is a folder of the system", 400),
    ("a zone that is a file", "/?zone=zone.tab", "the name of a zone is a file that is none", 400),
    ("a zone with a dot", "/?zone=./UTC", "a path to a zone that goes nowhere", 400),
    ("a zone from the root", "/?zone=/usr/share/zoneinfo/UTC", "an absolute path to a zone", 400),
    ("a zone without an end", "/?zone=" + "A/" * 2000, "a zone with very many parts", 400),
    ("half a character as a model", "/?model=%ED%A0%80", "bytes of half of a character in an address", 200),
    ("bytes that are no text", "/observations?model=%FF%FE", "bytes of no encoding in an address", 200),
    ("a pattern as a model", "/observations?model=%25", "a sign that SQL takes for everything", 200),
    ("SQL as a task type", "/errors?task_type=x'%20OR%201=1--", "SQL in the place of a value", 200),
    ("a name without an end", "/cost?model=" + "m" * 5000, "a value beyond every name that is kept", 400),
    ("a parameter without an end", "/cost?" + "a" * 7000, "a parameter that nobody reads", 200),
    ("very many parameters", "/cost?" + "&".join(f"a{n}=1" for n in range(900)), "parameters without a number", 200),
    ("a parameter that is a path", "/cost?../../etc/passwd", "a path in the place of a parameter", 200),
    ("a semicolon for an and", "/cost?window=7d;zone=x", "a sign that some take for the end of a value", 400),
    ("a fraction as a limit", "/v1/observations?limit=1.0", "a number that only some take for whole", 200),
    ("an exponent as a limit", "/v1/observations?limit=1e2", "a number with an exponent", 422),
    ("a limit with underscores", "/v1/observations?limit=1_0", "digits as Python's source has them", 200),
    ("a limit with blanks", "/v1/observations?limit=%2010%20", "blanks around a number", 200),
    ("a limit beyond counting", "/v1/observations?limit=" + "9" * 5000, "more digits than Python reads", 422),
    ("a limit of zero", "/v1/runs?limit=0", "a page that never ends", 422),
    ("a cursor of another list", "/v1/runs?after=o1", "a cursor that belongs to another list", 400),
    ("a cursor without an end", "/v1/runs?after=" + "a" * 501, "a cursor beyond every cursor", 422),
    ("a cursor that is a number", "/v1/alerts?after=99999999999999999999", "a place beyond 64 bits", 200),
    ("a cursor below nothing", "/v1/feedback?after=-1", "a place before the first one", 400),
    ("a cursor of bytes", "/v1/observations?after=%C3%28", "a cursor that is no text", 400),
    ("a cursor that decodes", "/v1/observations?after=eyJhIjogMX0", "a cursor in base64 of JSON", 400),
    ("a run that is a pattern", "/v1/runs/%25", "a sign that SQL takes for everything in an id", 404),
    ("a run that is a beginning", "/v1/runs/r", "the beginning of an id where an id stands", 404),
    ("a run without a name", "/v1/runs/%20", "a blank in the place of an id", 404),
    ("a run above", "/v1/runs/../tokens", "a path that leads to another list", 404),
    ("a run with a slash at its end", "/v1/runs/", "an id that is empty", 307),
    ("trials of nobody", "/v1/runs/none/trials", "a list below what is not there", 404),
    ("progress of nobody", "/v1/runs/none/progress", "a stream about what is not there", 404),
    ("two runs that are one", "/v1/compare?a=x&b=x", "a run compared with itself, and not there", 404),
    ("a comparison of nothing", "/v1/compare", "a comparison without runs", 422),
    ("a trial by number", "/runs/none/trials/p/99999999999999999999", "an attempt beyond 64 bits", 404),
    ("a trial below nothing", "/runs/none/trials/p/-1", "an attempt before the first one", 404),
    ("a trial in other digits", "/runs/none/trials/p/%D9%A1", "an attempt in digits of another script", 404),
    ("an observation that is a path", "/observations/..%2F..%2Fetc%2Fpasswd", "a path in the place of an id", 404),
    ("an observation without an end", "/observations/" + "a" * 5000, "an id beyond every id", 404),
    ("a file above", "/static/..%2f..%2fapp.py", "a file of the package by the route of its styles", 404),
    ("a file with a drive", "/static/C:%5Cx", "a path of another system", 404),
    ("a file that is hidden", "/static/.env", "a file that nobody listed", 404),
    ("a file of a folder", "/static/%2e%2e", "the folder above by its name", 404),
    ("an address in capitals", "/V1/RUNS", "a route in other case", 404),
    ("a backslash", "/\\evil.example", "a sign that some clients take for a slash", 404),
    ("a path of dots", "/./././v1/../v1/runs", "a path that a proxy reads otherwise", 200),
    ("a sign-in to a script", "/login?next=javascript:alert(1)", "what follows the sign-in is a script", 200),
    ("a sign-in with a line end", "/login?next=/%0d%0aSet-Cookie:a=b", "a header in what follows the sign-in", 200),
    ("a sign-in by backslash", "/login?next=/%5Cevil.example", "an address that browsers read as another host", 200),
    ("a rater that is a tag", "/feedback/rate?rater=<script>alert(1)</script>", "a tag in the place of a name", 200),
    ("a text to look for", "/runs?text=" + "%25_" * 1500, "a search whose pattern has no end", 200),
    ("a drift without an end", "/v1/drift?since=0001-01-01", "a window from the first day of the calendar", 400),
    ("a trend of minutes", "/v1/trend?every=1s", "points without a number", 200),
    ("false alarms for ever", "/v1/drift?false_alarm_days=1e308", "a number that makes all else infinite", 422),
    ("an experiment of many", "/v1/ab?" + "&".join(["arm=a"] * 500), "arms without a number", 422),
)
FOREIGN_MARKS = ("<script>alert", "\nSet-Cookie", 'javascript:alert(1)"', 'href="//evil', 'href="/\\')


def viewed(name: str, address: str, mechanism: str, expected: int) -> ServiceAttack:
    """Return an attack that is the address of a page; nothing of it may become an element, an address or a header."""

    def act(place: Place) -> str:
        answer = place.client.get(address, follow_redirects=False)
        text = answer.text + "".join(f"\n{name}: {value}" for name, value in answer.headers.items())
        bad = next((one for one in FOREIGN_MARKS if one in text), None)
        return f"status {answer.status_code}" if bad is None else f"{bad!r} stands there"

    said = f"status {expected}"
    return ServiceAttack(name=f"view: {name}", mechanism=mechanism, expected=said, seen=said, act=act)


VIEWED = tuple(viewed(*one) for one in VIEWS)


# ---- second round: bytes of clients that are slow or leave -----------------------------------------------------------

ALIVE = b"GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n"
LEAVING = (
    raw(
        "a body that ends early",
        HEAD + b"Content-Length: 500\r\n\r\n" + PASS,
        "a client leaves in the middle of a body: nothing is kept",
        "closed",
    ),
    raw(
        "pieces that end early",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n1d\r\n" + PASS,
        "a client leaves before the last piece: nothing is kept",
        "closed",
    ),
    raw(
        "a body that was not asked for",
        ALIVE[:-2] + b"Content-Length: 4\r\n\r\nabcd" + ALIVE,
        "a GET with a body",
        "200 200",
    ),
    raw("nothing but line ends", b"\r\n" * 5000 + ALIVE, "blank lines before a request", "200"),
    raw("a method without an end", b"A" * 70_000 + b" / HTTP/1.1\r\n", "a first line that never ends", "400"),
    raw("a method in small letters", b"get /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n", "a method in other case", "400"),
    raw(
        "a range of bytes",
        b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nRange: bytes=" + b"0-1," * 900 + b"\r\n\r\n",
        "very many ranges of one answer",
        "200",
    ),
    raw(
        "cookies without a number",
        b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nCookie: " + b"a=b; " * 3000 + b"\r\n\r\n",
        "cookies that are read one by one",
        "200",
    ),
    raw(
        "a cookie of quotes",
        b'GET /healthz HTTP/1.1\r\nHost: HOST\r\nCookie: assay_session="' + b'\\"' * 6000 + b"\r\n\r\n",
        "a cookie whose quote has no end",
        "200",
    ),
    raw(
        "languages without a number",
        b"GET /healthz HTTP/1.1\r\nHost: HOST\r\nAccept-Language: " + b"en;q=0.1," * 3000 + b"\r\n\r\n",
        "a header that is sorted",
        "200",
    ),
    raw(
        "a time in the future",
        b"GET /static/assay.css HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n"
        b"If-Modified-Since: Fri, 31 Dec 9999 23:59:59 -2359\r\n\r\n",
        "a date that no calendar holds",
        "404",
    ),
    raw(
        "a tunnel",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
        "a tunnel through the service",
        "400",
    ),
)


# ---- second round: commands as they are typed ------------------------------------------------------------------------

Prepare = Callable[[Path], object]
HERE = ("--store", "a.db")
ONE = '{"task_id": "mask_digits", "solution": "x"}\n'
PLUS = "def f(x: int) -> int:\n    return x + 1\n"


def puts(**files: str) -> Prepare:
    """Return what writes files; `_` stands for a dot."""

    def prepare(folder: Path) -> None:
        for name, text in files.items():
            (folder / name.replace("_", ".")).write_text(text, "utf-8")

    return prepare


def with_a_pipe(**files: str) -> Prepare:
    """Return what writes files and a pipe beside them."""

    def prepare(folder: Path) -> None:
        puts(**files)(folder)
        os.mkfifo(folder / "p")

    return prepare


def endless(folder: Path) -> None:
    (folder / "s").touch()
    os.truncate(folder / "s", 1 << 40)


def fifo(name: str) -> Prepare:
    return lambda folder: os.mkfifo(folder / name)


def asked_to(
    name: str,
    arguments: tuple[str, ...],
    mechanism: str,
    expected: str = "exit 2",
    *,
    seen: str = "",
    prepare: Prepare | None = None,
    given: str = "",
    check: Callable[[Path], str] = lambda folder: "",
    slow: bool = True,
) -> ServiceAttack:
    """Return an attack that is a command; `check` says what else it has done."""

    def act(place: Place) -> str:
        (place.folder / "a.db").write_bytes(whole_store(place.folder.parent / "whole"))
        if prepare is not None:
            prepare(place.folder)
        done = typed(place.folder, *arguments, given=given)
        said = done.stdout + done.stderr
        return "a traceback" if "Traceback" in said else f"exit {done.returncode}{check(place.folder)}"

    return ServiceAttack(
        name=f"typed: {name}", mechanism=mechanism, expected=expected, seen=seen or expected, act=act, slow=slow
    )


def still_a_pipe(folder: Path) -> str:
    return "" if (folder / "p").is_fifo() else ", and replaced the pipe"


def still_a_store(folder: Path) -> str:
    return "" if (folder / "a.db").read_bytes()[:6] == b"SQLite" else ", and the store is gone"


def link_untouched(folder: Path) -> str:
    return "" if (folder / "victim").read_text() == "mine" else ", and wrote through a link"


def link_beside(folder: Path) -> None:
    (folder / "victim").write_text("mine")
    (folder / "x.jsonl.part").symlink_to("victim")


def no_part(folder: Path) -> str:
    return "" if not list(folder.glob(".*part")) else ", and left a part"


TYPED = (
    asked_to(
        "a pipe beside the output",
        ("export", "r0", "-o", "x.jsonl", *HERE),
        "a pipe has the name that the unfinished file had",
        "exit 0",
        seen="waits for ever",
        prepare=fifo("x.jsonl.part"),
        slow=False,
    ),
    asked_to(
        "a link beside the output",
        ("export", "r0", "-o", "x.jsonl", *HERE),
        "the unfinished file is a link to another one, which is written over",
        "exit 0",
        seen="exit 0, and wrote through a link",
        prepare=link_beside,
        check=link_untouched,
    ),
    asked_to(
        "an output that is a pipe",
        ("export", "r0", "-o", "p", *HERE),
        "a device or a pipe is replaced by a file, as /dev/null would be",
        "exit 2",
        seen="exit 0, and replaced the pipe",
        prepare=fifo("p"),
        check=still_a_pipe,
        slow=False,
    ),
    asked_to(
        "an output that is the store",
        ("export", "r0", "-o", "a.db", *HERE),
        "the file to write is the store that is read",
        "exit 2",
        seen="exit 0, and the store is gone",
        check=still_a_store,
        slow=False,
    ),
    asked_to(
        "a report over the store",
        ("report", "r0", "-o", "a.db", "--format", "json", *HERE),
        "the same by another command",
        "exit 2",
        seen="exit 0, and the store is gone",
        check=still_a_store,
    ),
    asked_to(
        "an output that is here",
        ("export", "r0", "-o", ".", *HERE),
        "a folder in the place of a file",
        seen="a traceback",
    ),
    asked_to(
        "an output without a name", ("export", "r0", "-o", "", *HERE), "an empty name of a file", seen="a traceback"
    ),
    asked_to(
        "NUL in an output", ("export", "r0", "-o", "a\0b", *HERE), "a name that no file can have", seen="a traceback"
    ),
    asked_to(
        "half a character in an output",
        ("export", "r0", "-o", "a\ud800", *HERE),
        "a name that no encoding writes",
        seen="a traceback",
    ),
    asked_to(
        "a long output", ("export", "r0", "-o", "a" * 300, *HERE), "a name longer than file systems have", check=no_part
    ),
    asked_to("an output below a file", ("report", "r0", "-o", "a.db/x.html", *HERE), "a folder of the path is a file"),
    asked_to(
        "NUL in a report",
        ("report", "r0", "-o", "x\0.csv", *HERE),
        "the same name by another command",
        seen="a traceback",
    ),
    asked_to(
        "results over a pipe",
        ("ca", "a.py", "a.py", "-o", "p"),
        "results replace a pipe",
        "exit 2",
        seen="exit 0, and replaced the pipe",
        prepare=with_a_pipe(a_py="print(1)"),
        check=still_a_pipe,
    ),
    asked_to(
        "NUL in results",
        ("ca", "a.py", "a.py", "-o", "x\0y"),
        "the same name by another writer",
        seen="a traceback",
        prepare=puts(a_py="print(1)"),
    ),
    asked_to(
        "NUL in a stronger benchmark",
        ("strengthen", "starter", "-o", "a\0b"),
        "the same name by another writer",
        seen="a traceback",
    ),
    asked_to(
        "a stronger benchmark here",
        ("strengthen", "starter", "-o", "."),
        "a folder in the place of a file",
        seen="a traceback",
    ),
    asked_to(
        "a replay of a problem that is gone",
        ("replay", "r0", "p/1", *HERE),
        "a run is on problems that its benchmark does not have any more",
        seen="a traceback",
    ),
    asked_to(
        "an age beyond all ages",
        ("store", "prune", "--older-than", "9" * 400 + "d", *HERE),
        "an age that is infinite as a float",
        seen="a traceback",
        slow=False,
    ),
    asked_to(
        "an age beyond the calendar",
        ("store", "prune", "--older-than", "99999999999w", *HERE),
        "an age that no time can be away",
        seen="a traceback",
    ),
    asked_to(
        "an age that is no number", ("store", "prune", "--older-than", "nand", *HERE), "nan in the place of an age"
    ),
    asked_to("a share of runs", ("store", "prune", "--keep", "-1", *HERE), "runs below nothing are kept"),
    asked_to("a cache below nothing", ("store", "prune", "--cache", "-1", *HERE), "a size below nothing"),
    asked_to(
        "a benchmark with a long name",
        ("run", "./" + "a" * 5000, "-c", "c.jsonl", *HERE),
        "a path that the kernel does not look at",
        seen="a traceback",
        prepare=puts(c_jsonl=ONE),
    ),
    asked_to(
        "candidates with a long name",
        ("run", "starter", "-c", "a" * 5000, *HERE),
        "the same of candidates",
        seen="a traceback",
    ),
    asked_to(
        "a wide number in a grammar",
        ("equiv", "a.py", "a.py", "--program", "--grammar", f"n:int(1..{'9' * 5000})"),
        "more digits than Python makes a number of",
        seen="a traceback",
        prepare=puts(a_py="print(1)"),
    ),
    asked_to(
        "a deep grammar",
        ("equiv", "a.py", "a.py", "--program", "--grammar", "(" * 5000),
        "the reader of a grammar calls itself",
        prepare=puts(a_py="print(1)"),
    ),
    asked_to(
        "a host without its end",
        ("solve", "starter", "--model", "m", "--base-url", "http://[::1", *HERE),
        "an address of six groups has no end",
        seen="a traceback",
    ),
    asked_to(
        "a strategy that is code",
        ("equiv", "a.py", "a.py", "--strategy", "__import__('os').system('id')"),
        "an expression of strategies is code",
        prepare=puts(a_py=PLUS),
    ),
    asked_to(
        "a deep strategy",
        ("equiv", "a.py", "a.py", "--strategy", "lists(" * 3000),
        "the reader of strategies calls itself",
        prepare=puts(a_py=PLUS),
    ),
    asked_to(
        "a call that folds",
        ("equiv", "a.py", "a.py", "--given", "f(9**9**9)"),
        "a constant that takes all memory when it is folded",
        prepare=puts(a_py=PLUS),
    ),
    asked_to(
        "a call that repeats",
        ("equiv", "a.py", "a.py", "--given", "f('a'*10**11)"),
        "text that takes all memory when it is made",
        prepare=puts(a_py=PLUS),
    ),
    asked_to(
        "a function that is built in",
        ("equiv", "a.py", "a.py", "--entry", "__import__"),
        "the entry point is one of Python's own",
        prepare=puts(a_py=PLUS),
    ),
    asked_to(
        "code in brackets",
        ("mutate", "a.py", "--list"),
        "source deeper than the parser goes",
        prepare=puts(a_py="x=" + "(" * 5000),
    ),
    asked_to(
        "code of signs",
        ("mutate", "a.py", "--list"),
        "operators in each other without a bracket",
        prepare=puts(a_py="x=" + "-" * 90_000 + "1"),
    ),
    asked_to(
        "candidates by a pipe",
        ("run", "starter", "-c", "p", *HERE),
        "a pipe in the place of a file of candidates",
        prepare=fifo("p"),
    ),
    asked_to(
        "candidates of the memory",
        ("run", "starter", "-c", "/proc/self/mem", *HERE),
        "the memory of this process as a file",
    ),
    asked_to(
        "candidates in a table that is none",
        ("run", "starter", "-c", "c.parquet", *HERE),
        "a table whose footer is random",
        prepare=lambda folder: (folder / "c.parquet").write_bytes(b"PAR1" + b"\xff" * 100 + b"PAR1"),
    ),
    asked_to(
        "a name with NUL",
        ("run", "starter", "-c", "c.jsonl", "--name", "\0", *HERE),
        "a name that no database keeps",
        "exit 0",
        prepare=puts(c_jsonl=ONE),
    ),
    asked_to(
        "a label of half a character",
        ("run", "starter", "-c", "c.jsonl", "--label", "\udcff=x", *HERE),
        "a label that no encoding writes",
        "exit 0",
        prepare=puts(c_jsonl=ONE),
    ),
    asked_to(
        "a time without an end",
        ("run", "starter", "-c", "c.jsonl", "--time", "9" * 400 + "s", *HERE),
        "seconds that are infinite as a float",
        prepare=puts(c_jsonl=ONE),
    ),
    asked_to(
        "a memory without an end",
        ("run", "starter", "-c", "c.jsonl", "--memory", "9" * 400 + "GiB", *HERE),
        "bytes beyond what a limit holds",
        prepare=puts(c_jsonl=ONE),
    ),
    asked_to(
        "problems that are a pattern",
        ("run", "starter", "-c", "c.jsonl", "--problems", "*" * 2000 + "x", *HERE),
        "a pattern that a search goes through again and again",
        prepare=puts(c_jsonl=ONE),
    ),
    asked_to(
        "an interpreter that is a pipe",
        ("run", "starter", "-c", "c.jsonl", "--python", "./p", *HERE),
        "a pipe in the place of a program",
        prepare=with_a_pipe(c_jsonl=ONE),
    ),
    asked_to(
        "an interpreter with NUL",
        ("run", "starter", "-c", "c.jsonl", "--python", "a\0b", *HERE),
        "a program that no path names",
        prepare=puts(c_jsonl=ONE),
    ),
    asked_to(
        "a bound that is no number",
        ("run", "starter", "-c", "c.jsonl", "--fail-under", "pass@1=nan", *HERE),
        "every comparison with nan is false",
        prepare=puts(c_jsonl=ONE),
    ),
    asked_to(
        "ratings by a pipe", ("rate", "r0", "--load", "p", *HERE), "a pipe in the place of ratings", prepare=fifo("p")
    ),
    asked_to(
        "a prompt by a pipe",
        ("solve", "starter", "--model", "m", "--prompt", "./p", *HERE),
        "a pipe in the place of a prompt",
        prepare=fifo("p"),
    ),
    asked_to(
        "prices of a device",
        ("solve", "starter", "--model", "m", "--prices", "/dev/zero", *HERE),
        "a device in the place of prices",
    ),
    asked_to(
        "a command without its quote", ("solve", "starter", "--agent", "'", *HERE), "a command line that does not end"
    ),
    asked_to(
        "an environment above", ("env", "clean", "../.."), "a name of an environment leads to a folder that is removed"
    ),
    asked_to("an environment here", ("env", "clean", "."), "the name of an environment is the folder of all of them"),
    asked_to(
        "a token with NUL",
        ("token", "create", "--name", "\0", "--role", "read", *HERE),
        "a name that no database keeps",
    ),
    asked_to("a token of nobody", ("token", "revoke", "\udcff", *HERE), "a name that no encoding writes"),
    asked_to("a port beyond ports", ("serve", "--port", "99999", *HERE), "a number that no port has"),
    asked_to(
        "a host without an end",
        ("serve", "--host", "a" * 300, "--port", "0", *HERE),
        "a name that the resolver refuses in its own way",
    ),
    asked_to(
        "a store that is a pipe",
        ("list", "runs", "--store", "p"),
        "a pipe in the place of a store",
        prepare=fifo("p"),
    ),
    asked_to("a store of a device", ("list", "runs", "--store", "/dev/zero"), "a device in the place of a store"),
    asked_to("a store with NUL", ("list", "runs", "--store", "a\0b"), "a path that no file has"),
    asked_to(
        "a store that is endless",
        ("list", "runs", "--store", "s"),
        "a sparse file of 1 TiB in the place of a store",
        "exit 3",
        prepare=endless,
    ),
    asked_to(
        "a store elsewhere",
        ("list", "runs", "--store", "http://x/"),
        "an address of another protocol in the place of a store",
    ),
    asked_to(
        "a store by a service",
        ("list", "runs", "--store", "postgresql:///x?service=a%00b"),
        "an option of the driver that names a file",
        "exit 3",
    ),
    asked_to(
        "a zone by path",
        ("monitor", "--zone", "../../etc/passwd", *HERE),
        "a zone of a command is a file below a folder",
    ),
    asked_to("alarms that are no number", ("monitor", "--false-alarm-days", "nan", *HERE), "nan in the place of days"),
    asked_to(
        "lines that are no rows",
        ("log", "-", *HERE),
        "JSON that is no object on standard input",
        given='[[null,null]]\n9\n"a"\n',
    ),
    asked_to(
        "a task sent to a file", ("log", "t", "--passed", "--url", "file:///etc/passwd"), "a service that is a file"
    ),
    asked_to(
        "a task sent with a header",
        ("log", "t", "--passed", "--url", "http://127.0.0.1:9/\r\nX: y"),
        "a line end in an address",
    ),
    asked_to("a run by its beginning", ("show", "r", *HERE), "a beginning that several runs have"),
    asked_to("a run by a pattern", ("show", "%", *HERE), "a sign that SQL takes for everything"),
    asked_to("a run that reads backwards", ("compare", "r0", "\u202er0", *HERE), "a mark of direction before an id"),
)


# ---- second round: clocks, disks, races, settings --------------------------------------------------------------------

ONE_ALERT = "channels: {a: {kind: webhook, url: 'http://127.0.0.1:9/'}}\nmessages_per_hour: 2\nrules:\n"


def back(by: timedelta, act: Callable[[MemoryStore, Watchman, list[datetime]], str]) -> Callable[[Place], str]:
    """Return an act on a store that was watched before the clock went back."""

    def done(place: Place) -> str:
        store, now = MemoryStore(), [NOON]
        watchman = Watchman(
            store, rules_of(ONE_ALERT + "- {name: r, kind: no_data, window: 1h, notify: a}\n"), now=lambda: now[0]
        )
        watchman.check()
        now[0] = NOON - by
        return act(store, watchman, now)

    return done


def overdue(store: MemoryStore, watchman: Watchman, now: list[datetime]) -> str:
    found = store.claim_deliveries(["a"], now=now[0], until=now[0], limit=9)
    return f"{len(found)} due"


def told_anew(store: MemoryStore, watchman: Watchman, now: list[datetime]) -> str:
    ahead = now[0] + timedelta(days=400)
    store.change_alerts([], deliveries=[Delivery("a", "{}", ahead, ahead) for _ in range(5)])
    store.add_observations([Observation("t", True, now[0] - timedelta(minutes=1), id="x")])
    for _ in range(3):
        now[0] += timedelta(minutes=5)
        watchman.check()
    return f"{sum('RESOLVED' in one.body for one in store.deliveries(limit=50))} told"


def resolved(store: MemoryStore, watchman: Watchman, now: list[datetime]) -> str:
    store.add_observations([Observation("t", True, now[0] - timedelta(minutes=1), id="x")])
    for _ in range(4):
        now[0] += timedelta(minutes=5)
        watchman.check()
    return str(store.alerts()[0].state)


def seen_twice(store: MemoryStore, watchman: Watchman, now: list[datetime]) -> str:
    for _ in range(3):
        now[0] += timedelta(minutes=5)
        watchman.check()
    return f"{len(store.deliveries())} message"


def racing(place: Place) -> str:
    """Many threads write one output at once; what stands there is one of them, whole."""
    path = place.folder / "x.json"

    def write(sign: str) -> None:
        for _ in range(20):
            with writing(path) as file:
                for _ in range(10):
                    file.write(sign * 1000)

    threads = [threading.Thread(target=write, args=(sign,)) for sign in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    text = path.read_text()
    whole = len(text) == 10_000 and len(set(text)) == 1 and os.listdir(place.folder) == ["x.json"]
    return "whole" if whole else f"{len(text)} signs, {os.listdir(place.folder)}"


def broken_off(place: Place) -> str:
    path = place.folder / "x"
    path.write_text("before")
    with suppress(ZeroDivisionError), writing(path) as file:
        file.write("half")
        raise ZeroDivisionError
    return f"{path.read_text()}, {len(os.listdir(place.folder))} file"


def long_settings(place: Place) -> str:
    (place.folder / "assay.yaml").write_text("a: [" + "x, " * 100_000 + "]\n")
    try:
        choices(place.folder, {})
    except UsageError as error:
        return "both numbers" if "300,006" in str(error) and "65,536" in str(error) else str(error)
    return "read"


def small_disk(place: Place) -> str:
    """A real disk of 1 MiB is full while a file is written: what stood there stays, and nothing is left beside it."""
    folder = place.folder / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], check=False).returncode:
        pytest.skip("a disk can only be mounted by root")
    try:
        path = folder / "x"
        path.write_text("before")

        def write() -> None:
            with writing(path) as file:
                file.write("x" * (4 << 20))

        return f"{outcome(write)}, {path.read_text()}, {len(os.listdir(folder))} file"
    finally:
        subprocess.run(["umount", folder], check=True)


def small_store(place: Place) -> str:
    """A store on a real disk of 1 MiB: what was acknowledged is there, what was not is told."""
    folder = place.folder / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], check=False).returncode:
        pytest.skip("a disk can only be mounted by root")
    try:
        return filled_up(folder / "a.db")
    finally:
        subprocess.run(["umount", folder], check=True)


def filled_up(path: Path) -> str:
    store, kept, told = SqlStore(path), 0, False
    for number in range(2000):
        try:
            store.add_run(a_run(f"r{number}", number, notes=("n" * 4000,)))
            kept += 1
        except StoreFault:
            told = True
            break
    store.close()
    again = SqlStore(path)
    found = len(list(again.runs(limit=5000)))
    again.close()
    return "told" if told and found == kept else f"{found} of {kept}, told: {told}"


CLOCKS = (
    act_of(
        "clock: a message that waits",
        "a message is due when the clock was ahead, a year from now",
        "1 due",
        back(timedelta(days=400), overdue),
        seen="0 due",
    ),
    act_of(
        "clock: a channel that is full",
        "messages of the future fill the bound of this hour, and silence a channel for a year",
        "1 told",
        back(timedelta(days=400), told_anew),
        seen="0 told",
    ),
    act_of(
        "clock: an alert of the future", "an alert fired later than now", "clear", back(timedelta(hours=5), resolved)
    ),
    act_of(
        "clock: an alert that is told again",
        "the clock goes back while an alert fires",
        "1 message",
        back(timedelta(hours=5), seen_twice),
    ),
    act_of(
        "output: three writers",
        "unfinished files of one name run into each other",
        "whole",
        racing,
        seen="FileNotFoundError",
    ),
    act_of(
        "output: a writer that breaks off",
        "half of a file stands in the place of the whole",
        "before, 1 file",
        broken_off,
        seen="before, 2 file",
    ),
    act_of(
        "settings: longer than a person writes",
        "YAML is read at a tenth of a MiB a second",
        "both numbers",
        long_settings,
        seen="read in 3 s",
    ),
    act_of(
        "disk: full under an output",
        "a real disk is full while a file is written",
        "refused, before, 1 file",
        small_disk,
        seen="before, 2 file",
        slow=True,
    ),
    act_of("disk: full under a store", "a real disk is full while a store writes", "told", small_store, slow=True),
)


ATTACKS: tuple[ServiceAttack, ...] = (
    *FILES, *REQUESTS, *BYTES, *AGENTS, *STORES, *SECRETS, *ACTS, *VIEWED, *LEAVING, *TYPED, *CLOCKS,
)  # fmt: skip
