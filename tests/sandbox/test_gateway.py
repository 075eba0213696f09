"""A program that is served over a socket reaches that socket, and nothing else of any network."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from assay.errors import InvalidValue, SandboxUnavailable
from assay.records import KilledBy, Limits, Program
from assay.sandbox.base import Keep
from assay.sandbox.guest import landlock
from assay.sandbox.programs import Look, ProgramEnvironment
from assay.sandbox.warm import WarmPython

SOURCE = Path(__file__).resolve().parents[2] / "src"
SYSTEM_PYTHON = "/usr/bin/python3"
PORT = 8000
SERVED = ProgramEnvironment(gateway_port=PORT, more_variables=(("TOLD", "something"),))
LIMITS = Limits(seconds=20)
TRIES = """
import json, os, socket, sys
INET, INET6, UNIX, STREAM = socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.SOCK_STREAM
def connect(address, family=INET, kind=STREAM, protocol=0):
    with socket.socket(family, kind, protocol) as made:
        made.settimeout(5)
        made.connect(address)
        made.sendall(b"ping")
        return made.recv(100).decode()
def option(*words):
    with socket.socket() as made:
        made.setsockopt(*words)
host = int(sys.argv[1])
tries = {
    "gateway": lambda: connect(("127.0.0.1", 8000)),
    "told": lambda: os.environ["TOLD"],
    "another port": lambda: connect(("127.0.0.1", host)),
    "another address of loopback": lambda: connect(("127.0.0.2", 8000)),
    "outside": lambda: connect(("192.0.2.1", 8000)),
    "any address": lambda: connect(("0.0.0.0", host)),
    "IPv6": lambda: connect(("::1", 8000), INET6),
    "UDP": lambda: connect(("127.0.0.1", 8000), kind=socket.SOCK_DGRAM),
    "raw": lambda: connect(("127.0.0.1", 8000), kind=socket.SOCK_RAW, protocol=1),
    "ping": lambda: connect(("127.0.0.1", 8000), kind=socket.SOCK_DGRAM, protocol=1),
    "another protocol": lambda: connect(("127.0.0.1", 8000), protocol=262),
    "Unix path": lambda: connect("/run/some.sock", UNIX),
    "abstract Unix": lambda: connect("\\0some", UNIX),
    "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "packet": lambda: socket.socket(17, socket.SOCK_RAW),
    "bind": lambda: socket.socket().bind(("127.0.0.1", 9000)),
    "listen": lambda: socket.socket().listen(),
    "fast open": lambda: socket.socket().sendto(b"ping", socket.MSG_FASTOPEN, ("127.0.0.1", host)),
    "no delay": lambda: option(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
    "keep alive": lambda: option(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    "another layer": lambda: option(socket.IPPROTO_TCP, 31, b"tls"),
    "a filter": lambda: option(socket.SOL_SOCKET, 26, b"x" * 16),
}
found = {}
for name, action in tries.items():
    try:
        found[name] = action()
    except OSError as error:
        found[name] = type(error).__name__ if type(error) is not OSError else error.strerror
print(json.dumps(found))
"""
DENIED = "PermissionError"
CLOSED = DENIED if landlock.abi() >= 4 else "ConnectionRefusedError"
"""Before, Landlock knows nothing of networks; there is nobody at another port anyway."""
EXPECTED = {
    "gateway": "pong",
    "told": "something",
    "another port": CLOSED,
    "another address of loopback": "ConnectionRefusedError",
    "outside": "Network is unreachable",
    "any address": CLOSED,
    "IPv6": DENIED,
    "UDP": DENIED,
    "raw": DENIED,
    "ping": DENIED,
    "another protocol": DENIED,
    "Unix path": DENIED,
    "abstract Unix": DENIED,
    "netlink": DENIED,
    "packet": DENIED,
    "bind": DENIED,
    "listen": DENIED,
    "fast open": "ConnectionRefusedError",
    "no delay": None,
    "keep alive": None,
    "another layer": "Protocol not available",
    "a filter": DENIED,
}


@contextmanager
def ponging(listener: socket.socket, look: Look = lambda: None) -> Iterator[Look]:
    """Serves one connection after the other."""

    def work() -> None:
        while True:
            try:
                connection = listener.accept()[0]
            except OSError:
                return
            with connection:
                connection.sendall(connection.recv(4).replace(b"i", b"o"))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield look
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()
        listener.close()


def python(source: str, *arguments: str) -> Program:
    return Program(("python3", "main.py", *arguments), {"main.py": source.encode()})


def test_only_the_gateway_is_reached() -> None:
    accepted = []
    with socket.create_server(("127.0.0.1", 0)) as host, WarmPython() as sandbox:
        host.setblocking(False)
        program = python(TRIES, str(host.getsockname()[1]))
        execution, _ = sandbox.run_served(program, Keep(()), LIMITS, SERVED, ponging)
        try:
            accepted.append(host.accept())
        except BlockingIOError:
            pass

    assert json.loads(execution.stdout) == EXPECTED, execution.stderr
    assert accepted == []


def test_other_programs_have_what_they_had() -> None:
    source = "import socket\nsocket.socket(type=socket.SOCK_DGRAM)\nsocket.create_connection(('127.0.0.1', 8000))"
    with WarmPython() as sandbox:
        sandbox.run_served(python("pass"), Keep(()), LIMITS, SERVED, ponging)
        execution = sandbox.run(python(source), LIMITS)

    assert b"PermissionError" in execution.stderr or b"unreachable" in execution.stderr
    assert b"SOCK_DGRAM" not in execution.stderr


def test_each_sandbox_has_a_network_of_its_own_and_no_program_meets_another() -> None:
    waiting = "import socket, time\nlines = [socket.create_connection(('127.0.0.1', 8000)) for _ in range(9)]"

    @contextmanager
    def silent(listener: socket.socket) -> Iterator[Look]:
        yield lambda: None
        seen.append(listener)

    seen: list[socket.socket] = []
    with WarmPython() as one, WarmPython() as other:
        for sandbox in (one, other, one):
            execution, _ = sandbox.run_served(python(waiting), Keep(()), LIMITS, SERVED, silent)
            assert execution.exit_code == 0, execution.stderr
        for listener, backlog in zip(seen, (9, 9, 9), strict=True):
            listener.setblocking(False)
            for _ in range(backlog):
                listener.accept()[0].close()
            with pytest.raises(BlockingIOError):
                listener.accept()
            listener.close()


def test_a_closed_gateway_refuses() -> None:
    @contextmanager
    def closed(listener: socket.socket) -> Iterator[Look]:
        listener.close()
        yield lambda: None

    with WarmPython() as sandbox:
        execution, _ = sandbox.run_served(python(TRIES, "1"), Keep(()), LIMITS, SERVED, closed)

    assert json.loads(execution.stdout)["gateway"] == "ConnectionRefusedError"


def test_what_a_look_raises_ends_the_program() -> None:
    def look() -> None:
        raise InvalidValue("enough")

    @contextmanager
    def serve(listener: socket.socket) -> Iterator[Look]:
        with ponging(listener, look) as given:
            yield given

    with WarmPython() as sandbox:
        with pytest.raises(InvalidValue, match="enough"):
            sandbox.run_served(python("import time; time.sleep(60)"), Keep(()), Limits(seconds=60), SERVED, serve)
        execution, kept = sandbox.run_served(
            python("open('a', 'w').write('b'); import time; time.sleep(60)"),
            Keep(("a",)), Limits(seconds=1), SERVED, ponging,
        )  # fmt: skip

    assert (execution.killed_by, kept.files) == (KilledBy.TIME, {"a": b"b"})


@pytest.mark.parametrize("level", ["process"])
def test_without_a_network_of_its_own_nothing_is_run(level: str) -> None:
    with WarmPython(isolation_level=level) as sandbox:
        for act in (
            lambda: sandbox.check_served(LIMITS, SERVED),
            lambda: sandbox.run_served(python("pass"), Keep(()), LIMITS, SERVED, ponging),
        ):
            with pytest.raises(SandboxUnavailable, match="a network of its own is needed: switched off") as caught:
                act()
            assert "accepts a run without it" not in str(caught.value)


ORDINARY = f"""
import os, sys
if os.getuid() == 0:
    os.setgroups([]); os.setresgid(65534, 65534, 65534); os.setresuid(65534, 65534, 65534)
sys.path.insert(0, sys.argv[1])
import contextlib, threading, socket
from assay.records import Limits, Program
from assay.sandbox.base import Keep
from assay.sandbox.programs import ProgramEnvironment
from assay.sandbox.warm import WarmPython
@contextlib.contextmanager
def serve(listener):
    def work():
        line = listener.accept()[0]
        line.sendall(line.recv(4).replace(b"i", b"o"))
        line.close()
    threading.Thread(target=work, daemon=True).start()
    yield lambda: None
with WarmPython() as sandbox:
    program = Program((sys.executable, "main.py", "1"), {{"main.py": {TRIES!r}.encode()}})
    environment = ProgramEnvironment(gateway_port=8000, more_variables=(("TOLD", "something"),))
    print(sandbox.run_served(program, Keep(()), Limits(seconds=20), environment, serve)[0].stdout.decode())
"""


@pytest.mark.skipif(not os.path.exists(SYSTEM_PYTHON), reason=f"no {SYSTEM_PYTHON}")
@pytest.mark.skipif(
    not all(os.stat(folder).st_mode & 0o005 == 0o005 for folder in [SOURCE, *SOURCE.parents]),
    reason="another user cannot read this checkout",
)
def test_an_ordinary_user_has_the_same() -> None:
    new_enough = "import sys; sys.exit(sys.version_info < (3, 11))"
    if subprocess.run([SYSTEM_PYTHON, "-c", new_enough], check=False).returncode:
        pytest.skip(f"{SYSTEM_PYTHON} is older than 3.11")

    command = [SYSTEM_PYTHON, "-B", "-c", ORDINARY, str(SOURCE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, cwd="/", check=False)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == EXPECTED
