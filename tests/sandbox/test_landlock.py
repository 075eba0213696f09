"""What a process under Landlock can still touch, tried by real children as root and as an ordinary user."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assay.sandbox.guest import kernel as k
from assay.sandbox.guest import landlock

NOBODY = 65534
USERS = [os.getuid()] if os.getuid() else [0, NOBODY]
ABI = landlock.abi()

needs_landlock = pytest.mark.skipif(ABI == 0, reason=f"no Landlock: {landlock.why_not()}")


def needs_abi(version: int) -> pytest.MarkDecorator:
    return pytest.mark.skipif(version > ABI, reason=f"needs Landlock ABI {version}, this kernel has {ABI}")


class World:
    """A folder that may be written, one that may be read, and one outside, all of the same user."""

    def __init__(self, root: Path, uid: int) -> None:
        self.uid = uid
        self.scratch, self.library, self.outside = (root / name for name in ("scratch", "library", "outside"))
        for folder in (self.scratch, self.library, self.outside):
            folder.mkdir()
            (folder / "file").write_text("text")
            (folder / "program").write_text("#!/bin/sh\nexit 7\n")
            (folder / "program").chmod(0o755)
        for path in (root, *root.rglob("*")):
            os.chown(path, uid, -1)

    def ruleset(self, *, execute: bool = False, scoped: bool = True, abi: int | None = None) -> landlock.Ruleset:
        read = [str(self.library), "/usr", "/lib", "/lib64", "/nowhere"]
        return landlock.Ruleset(read, [str(self.scratch)], execute, scoped, abi)

    def outcome(
        self, action: Callable[[], object], *, execute: bool = False, scoped: bool = True, abi: int | None = None
    ) -> object:
        """What `action` gives under the rules of this world."""
        with contextlib.closing(self.ruleset(execute=execute, scoped=scoped, abi=abi)) as ruleset:
            return self.outcome_under(ruleset, action)

    def outcome_under(self, ruleset: landlock.Ruleset, action: Callable[[], object]) -> object:
        """What `action` gives in a child: its value or the name of an errno."""
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                answer = value_or_errno(lambda: self.enter(ruleset)) or value_or_errno(action)
                os.write(writer, json.dumps(answer).encode())
            finally:
                os._exit(0)
        os.close(writer)
        with open(reader, "rb") as pipe:
            text = pipe.read()
        assert os.waitpid(pid, 0)[1] == 0
        return json.loads(text)

    def enter(self, ruleset: landlock.Ruleset) -> None:
        signal.alarm(60)
        if self.uid != os.getuid():
            os.setgroups([])
            os.setgid(self.uid)
            os.setuid(self.uid)
        k.set_no_new_privs()
        ruleset.restrict()


def value_or_errno(action: Callable[[], object]) -> object:
    try:
        return action()
    except OSError as error:
        return errno.errorcode[error.errno or 0]


@pytest.fixture(params=USERS, ids=lambda uid: f"uid{uid}")
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    """Not in pytest's own folder, which another user cannot reach."""
    root = tempfile.mkdtemp(prefix="assay-landlock-")
    yield World(Path(root), request.param)
    shutil.rmtree(root)


# --- facts about the kernel --------------------------------------------------------------------------------------


def test_a_reason_is_given_exactly_when_landlock_is_absent() -> None:
    assert (landlock.abi() > 0) == (landlock.why_not() == "")


def test_handled_rights_grow_with_the_abi() -> None:
    masks = [landlock._handled(abi) for abi in range(1, 11)]

    assert masks == [0x1FFF, 0x3FFF, 0x7FFF, 0x7FFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0x1FFFF, 0x1FFFF]


# --- paths -------------------------------------------------------------------------------------------------------


@needs_landlock
class TestPaths:
    def test_scratch_is_read_and_written(self, world: World) -> None:
        def work() -> object:
            folder = world.scratch / "new"
            folder.mkdir()
            (folder / "a").write_text("one")
            (folder / "a").rename(folder / "b")
            (folder / "link").symlink_to("b")
            os.truncate(folder / "b", 2)
            text = (folder / "link").read_text()
            shutil.rmtree(folder)
            return text

        assert world.outcome(work) == "on"

    @needs_abi(2)
    def test_files_move_between_folders_of_scratch(self, world: World) -> None:
        def move() -> object:
            (world.scratch / "sub").mkdir()
            (world.scratch / "file").rename(world.scratch / "sub" / "file")
            os.link(world.scratch / "sub" / "file", world.scratch / "again")
            return (world.scratch / "again").read_text()

        assert world.outcome(move) == "text"

    def test_a_library_is_read_and_not_written(self, world: World) -> None:
        assert world.outcome((world.library / "file").read_text) == "text"
        assert world.outcome(lambda: sorted(os.listdir(world.library))) == ["file", "program"]
        assert world.outcome(lambda: (world.library / "file").write_text("changed")) == "EACCES"
        assert world.outcome((world.library / "file").unlink) == "EACCES"
        assert world.outcome((world.library / "new").mkdir) == "EACCES"

    @pytest.mark.parametrize(
        "attempt",
        [
            pytest.param(lambda w: (w.outside / "file").read_text(), id="read"),
            pytest.param(lambda w: (w.outside / "file").write_text("changed"), id="write"),
            pytest.param(lambda w: os.open(w.outside / "file", os.O_WRONLY | os.O_APPEND), id="append"),
            pytest.param(lambda w: (w.outside / "new").write_text("new"), id="create"),
            pytest.param(lambda w: os.listdir(w.outside), id="list"),
            pytest.param(lambda w: (w.outside / "file").unlink(), id="remove"),
            pytest.param(lambda w: (w.outside / "new").mkdir(), id="make a folder"),
            pytest.param(lambda w: (w.outside / "link").symlink_to(w.scratch), id="link from outside"),
            pytest.param(lambda w: os.listdir("/proc"), id="list /proc"),
            pytest.param(lambda w: Path(f"/proc/{os.getppid()}/environ").read_bytes(), id="environment"),
            pytest.param(lambda w: Path("/etc/passwd").read_text(), id="/etc"),
            pytest.param(lambda w: os.open("/dev/zero", os.O_RDONLY), id="/dev/zero"),
            pytest.param(lambda w: Path("/dev/shm/assay").write_text(""), id="/dev/shm"),
        ],
    )
    def test_what_is_outside_is_closed(self, world: World, attempt: Callable[[World], object]) -> None:
        assert world.outcome(lambda: attempt(world)) == "EACCES"
        assert (world.outside / "file").read_text() == "text"
        assert sorted(os.listdir(world.outside)) == ["file", "program"]

    @needs_abi(3)
    def test_a_file_outside_is_not_truncated(self, world: World) -> None:
        assert world.outcome(lambda: os.truncate(world.outside / "file", 0)) == "EACCES"
        assert (world.outside / "file").read_text() == "text"

    def test_a_symbolic_link_leads_nowhere(self, world: World) -> None:
        def follow() -> object:
            (world.scratch / "link").symlink_to(world.outside / "file")
            return (world.scratch / "link").read_text()

        assert world.outcome(follow) == "EACCES"

    def test_a_hard_link_across_is_refused(self, world: World) -> None:
        """EXDEV is the kernel's word for a move or link that Landlock does not cover."""
        assert world.outcome(lambda: os.link(world.outside / "file", world.scratch / "stolen")) in ("EACCES", "EXDEV")
        assert world.outcome(lambda: os.link(world.library / "file", world.scratch / "stolen")) in ("EACCES", "EXDEV")

    def test_no_special_file_is_made_in_scratch(self, world: World) -> None:
        def bind() -> None:
            socket.socket(socket.AF_UNIX).bind(str(world.scratch / "socket"))

        assert world.outcome(lambda: os.mkfifo(world.scratch / "fifo")) == "EACCES"
        assert world.outcome(bind) == "EACCES"

    def test_the_three_devices_are_open(self, world: World) -> None:
        assert world.outcome(lambda: Path("/dev/null").write_text("gone")) == 4
        assert world.outcome(Path("/dev/null").read_text) == ""
        assert world.outcome(lambda: len(os.read(os.open("/dev/urandom", os.O_RDONLY), 8))) == 8
        assert world.outcome(lambda: os.open("/dev/urandom", os.O_WRONLY)) == "EACCES"

    def test_a_single_file_can_be_granted(self, world: World) -> None:
        readable, writable = world.outside / "file", world.library / "file"
        with contextlib.closing(landlock.Ruleset([str(readable)], [str(writable)])) as ruleset:
            assert world.outcome_under(ruleset, readable.read_text) == "text"
            assert world.outcome_under(ruleset, lambda: readable.write_text("changed")) == "EACCES"
            assert world.outcome_under(ruleset, lambda: writable.write_text("changed")) == 7
            assert world.outcome_under(ruleset, (world.outside / "program").read_text) == "EACCES"

    def test_a_folder_made_again_is_no_longer_covered(self, world: World) -> None:
        with contextlib.closing(world.ruleset()) as ruleset:
            shutil.rmtree(world.scratch)
            world.scratch.mkdir()
            os.chown(world.scratch, world.uid, -1)

            assert world.outcome_under(ruleset, lambda: (world.scratch / "new").write_text("")) == "EACCES"


# --- programs ----------------------------------------------------------------------------------------------------


def status_of(program: Path) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(os.posix_spawn(program, [str(program)], {}), 0)[1])


@needs_landlock
def test_nothing_is_executed_unless_granted(world: World) -> None:
    assert world.outcome(lambda: status_of(world.scratch / "program")) == "EACCES"
    assert world.outcome(lambda: status_of(world.library / "program")) == "EACCES"


@needs_landlock
def test_programs_run_from_roots_but_not_from_outside(world: World) -> None:
    assert world.outcome(lambda: status_of(world.scratch / "program"), execute=True) == 7
    assert world.outcome(lambda: status_of(world.library / "program"), execute=True) == 7
    assert world.outcome(lambda: status_of(world.outside / "program"), execute=True) == "EACCES"


# --- network and other processes ---------------------------------------------------------------------------------


@pytest.fixture
def listener() -> Iterator[tuple[str, int]]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()


def connect(address: tuple[str, int]) -> None:
    """Not create_connection, which reads files to find the address."""
    with socket.socket() as client:
        client.connect(address)


@needs_abi(4)
def test_tcp_is_closed(world: World, listener: tuple[str, int]) -> None:
    assert world.outcome(lambda: connect(listener)) == "EACCES"
    assert world.outcome(lambda: socket.socket().bind(("127.0.0.1", 0))) == "EACCES"


@needs_abi(6)
def test_an_abstract_socket_outside_is_closed(world: World) -> None:
    name = f"\0assay-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        server.listen()

        assert world.outcome(lambda: socket.socket(socket.AF_UNIX).connect(name)) == "EPERM"


@pytest.fixture
def victim(world: World) -> Iterator[int]:
    """A process of the same user, outside the rules."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.setuid(world.uid)
        os.write(writer, b"ready")
        signal.pause()
    os.read(reader, 5)
    yield pid
    os.close(reader)
    os.close(writer)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


@needs_abi(6)
def test_nobody_outside_is_signalled(world: World, victim: int) -> None:
    assert world.outcome(lambda: os.kill(victim, 0)) == "EPERM"


@needs_landlock
def test_without_scopes_signals_pass(world: World, victim: int) -> None:
    """The mask works: what the scope closes is open without it."""
    assert world.outcome(lambda: os.kill(victim, 0), scoped=False) is None


# --- older kernels -----------------------------------------------------------------------------------------------


@needs_landlock
@pytest.mark.parametrize("abi", range(1, max(ABI, 1) + 1))
def test_every_lower_abi_protects_paths(world: World, abi: int) -> None:
    assert world.outcome((world.outside / "file").read_text, abi=abi) == "EACCES"
    assert world.outcome(lambda: (world.scratch / "new").write_text("new"), abi=abi) == 3


@needs_abi(3)
def test_truncation_is_not_covered_below_abi_3(world: World) -> None:
    assert world.outcome(lambda: os.truncate(world.outside / "file", 0), abi=2) is None
    assert (world.outside / "file").read_text() == ""


@needs_abi(4)
def test_tcp_is_not_covered_below_abi_4(world: World, listener: tuple[str, int]) -> None:
    assert world.outcome(lambda: connect(listener), abi=3) is None


@needs_landlock
def test_a_higher_abi_than_the_kernel_has_is_lowered(world: World) -> None:
    with contextlib.closing(world.ruleset(abi=1000)) as ruleset:
        assert ruleset.abi == ABI


def test_no_abi_is_an_error_and_not_an_empty_ruleset(world: World) -> None:
    with pytest.raises(OSError, match=r"Landlock|implemented|supported"):
        world.ruleset(abi=0)


# --- failing closed ----------------------------------------------------------------------------------------------


@needs_landlock
def test_a_closed_ruleset_is_an_error(world: World) -> None:
    ruleset = world.ruleset()
    ruleset.close()
    ruleset.close()

    assert world.outcome_under(ruleset, lambda: "never reached") == "EBADF"


@needs_landlock
def test_an_ordinary_user_without_no_new_privs_is_refused(world: World) -> None:
    ruleset = world.ruleset()
    pid = os.fork()
    if pid == 0:
        os.setuid(NOBODY if os.getuid() == 0 else os.getuid())
        os._exit(3 if value_or_errno(ruleset.restrict) == "EPERM" else 1)
    ruleset.close()

    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 3


@needs_landlock
def test_no_descriptor_is_left_behind(world: World) -> None:
    before = os.listdir("/proc/self/fd")

    world.ruleset().close()

    assert os.listdir("/proc/self/fd") == before
