"""Control groups, with real processes in them."""

from __future__ import annotations

import errno
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from assay.sandbox import cgroups
from assay.sandbox.cgroups import ControlGroup

Start = Callable[..., "subprocess.Popen[str]"]

SOURCE = Path(cgroups.__file__).parents[2]
NOBODY = 65534
MIB = 2**20
CHILD_SECONDS = 60


@pytest.fixture
def make() -> Iterator[Callable[..., ControlGroup]]:
    """Makes groups that are killed and removed afterwards."""
    usable, reason = cgroups.available()
    if not usable:
        pytest.skip(f"this machine grants no control group: {reason}")
    with ExitStack() as stack:

        def make(memory_bytes: int | None = None, processes: int | None = None) -> ControlGroup:
            group = ControlGroup.create(unused_name(), memory_bytes=memory_bytes, processes=processes)
            stack.callback(group.remove)
            stack.callback(group.kill)
            return group

        yield make


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts Python programs that wait until they are in their group."""
    with ExitStack() as stack:

        def start(group: ControlGroup, program: str) -> subprocess.Popen[str]:
            command = [sys.executable, "-I", "-S", "-c", "import os, sys, signal; input()\n" + program]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            stack.enter_context(process)
            stack.callback(process.kill)
            group.attach(process.pid)
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
            return process

        yield start


@pytest.mark.skipif(
    not os.access("/sys/fs/cgroup/memory", os.W_OK)
    or not os.access("/sys/fs/cgroup/pids", os.W_OK)
    or os.geteuid() != 0,
    reason="no writable memory and pids hierarchies of version 1",
)
def test_root_with_writable_hierarchies_has_control_groups() -> None:
    """Otherwise a defect would turn the other tests into skipped ones."""
    assert cgroups.available() == (True, "control groups version 1")


def test_an_ordinary_user_is_told_which_step_was_refused() -> None:
    if os.geteuid() != 0:
        pytest.skip("root has to start the ordinary user")
    python = next((path for path in (sys.executable, "/usr/bin/python3") if is_open_to_all(path)), None)
    if python is None:
        pytest.skip("no Python interpreter is within reach of an ordinary user")
    code = "import sys; sys.path.insert(0, sys.argv[1]); from assay.sandbox import cgroups; print(cgroups.available())"

    done = subprocess.run(
        [python, "-I", "-B", "-c", code, str(SOURCE)],
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        capture_output=True,
        text=True,
        cwd="/",
        timeout=CHILD_SECONDS,
        check=True,
    )

    assert done.stdout.startswith("(False, ")
    assert "control group" in done.stdout or "subtree_control" in done.stdout


def test_a_fork_bomb_ends_at_the_number_of_processes(make: Callable[..., ControlGroup], start: Start) -> None:
    group = make(processes=8)
    bomb = start(
        group,
        """
forks = 0
for _ in range(50):
    try:
        if os.fork() == 0:
            signal.pause()
        forks += 1
    except OSError as error:
        print(forks, error.errno, flush=True)
        signal.pause()
""",
    )
    assert bomb.stdout is not None

    assert bomb.stdout.readline().split() == ["7", str(errno.EAGAIN)]
    assert len(group.members()) == 8


def test_kill_outruns_processes_that_never_stop_forking(make: Callable[..., ControlGroup], start: Start) -> None:
    group = make(processes=40)
    bomb = start(
        group,
        """
os.setsid()
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("bomb", flush=True)
for _ in range(10**9):
    try:
        if os.fork() == 0 and os.fork() > 0:
            os._exit(0)
    except OSError:
        pass
""",
    )
    assert bomb.stdout is not None
    bomb.stdout.readline()

    group.kill()

    assert group.members() == set()
    assert bomb.wait(CHILD_SECONDS) == -9


def test_a_group_can_be_used_again_after_a_kill(make: Callable[..., ControlGroup], start: Start) -> None:
    group = make(processes=2)
    first = start(group, "signal.pause()")
    group.kill()
    first.wait(CHILD_SECONDS)

    again = start(group, "print(os.waitpid(os.fork() or os._exit(3), 0)[1] >> 8, flush=True)")

    assert again.communicate()[0] == "3\n"


def test_too_much_memory_is_killed_and_counted(make: Callable[..., ControlGroup], start: Start) -> None:
    group = make(memory_bytes=48 * MIB)
    hog = start(group, f"block = bytearray({400 * MIB})\nfor i in range(0, len(block), 4096): block[i] = 1")

    assert hog.wait(CHILD_SECONDS) == -9
    assert group.oom_kills() == 1


def test_shared_memory_counts_too(make: Callable[..., ControlGroup], start: Start) -> None:
    """RLIMIT_DATA does not see it: the reason to have a group at all."""
    group = make(memory_bytes=48 * MIB)
    hog = start(
        group, f"import mmap\nblock = mmap.mmap(-1, {200 * MIB})\nfor i in range(0, {200 * MIB}, 4096): block[i] = 1"
    )

    assert hog.wait(CHILD_SECONDS) == -9
    assert group.oom_kills() == 1


def test_who_stays_within_the_limits_is_left_alone(make: Callable[..., ControlGroup], start: Start) -> None:
    group = make(memory_bytes=64 * MIB, processes=4)

    assert start(group, "print(len(bytearray(8 << 20)))").communicate()[0] == f"{8 * MIB}\n"
    assert group.oom_kills() == 0


def test_remove_leaves_nothing_and_may_be_repeated(make: Callable[..., ControlGroup], start: Start) -> None:
    group = make(memory_bytes=64 * MIB, processes=4)
    start(group, "signal.pause()")
    existed = [folder.is_dir() for folder in group.folders]
    group.kill()
    group.remove()
    group.remove()

    assert existed == [True] * len(group.folders)
    assert [folder for folder in group.folders if folder.exists()] == []
    group.kill()


def test_a_name_that_is_taken_is_an_error_and_leaves_the_other_alone(make: Callable[..., ControlGroup]) -> None:
    group = make(processes=4)

    with pytest.raises(OSError, match="make control group") as caught:
        ControlGroup.create(group.folders[0].name, memory_bytes=None, processes=4)

    assert caught.value.errno == errno.EEXIST
    assert all(folder.is_dir() for folder in group.folders)


def test_a_group_that_fails_half_way_is_removed(make: Callable[..., ControlGroup]) -> None:
    group = make(processes=4)
    if group.version != 1 or group.memory is None or group.pids is None:
        pytest.skip("one folder only: there is no half way")
    group.memory.rmdir()

    with pytest.raises(FileExistsError):
        ControlGroup.create(group.pids.name, memory_bytes=None, processes=4)

    assert not group.memory.exists()


def test_version_2_kills_with_one_write(start: Start) -> None:
    try:
        group = ControlGroup.create(unused_name(), memory_bytes=None, processes=None, version=2)
    except OSError as error:
        pytest.skip(f"no writable version 2 hierarchy: {error}")
    try:
        sleeper = start(group, "print(os.fork() >= 0, flush=True); signal.pause()")
        assert sleeper.stdout is not None
        assert [sleeper.stdout.readline() for _ in range(2)] == ["True\n"] * 2
        count = len(group.members())
        group.kill()

        assert (count, group.members(), sleeper.wait(CHILD_SECONDS)) == (2, set(), -9)
    finally:
        group.kill()
        group.remove()
    assert not group.folders[0].exists()


@pytest.mark.parametrize(
    ("name", "memory_bytes", "processes"),
    [("", 1, 1), ("a/b", 1, 1), ("..", 1, 1), ("name", 0, 1), ("name", 1, 0), ("name", -1, 1)],
)
def test_nonsense_is_refused_before_anything_is_made(name: str, memory_bytes: int, processes: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        ControlGroup.create(name, memory_bytes=memory_bytes, processes=processes)


# -- version 2 with limits, on folders that look like it: this needs a machine with version 2 alone otherwise ---------


def test_the_files_of_version_2(tmp_path: Path) -> None:
    for name in ("memory.max", "memory.swap.max", "pids.max"):
        (tmp_path / name).touch()
    (tmp_path / "memory.events").write_text("low 0\nhigh 0\nmax 9\noom 2\noom_kill 3\n")
    group = ControlGroup(2, tmp_path, tmp_path, 5)
    group._limit(1 * MIB)

    written = {name: (tmp_path / name).read_text() for name in ("memory.max", "memory.swap.max", "pids.max")}
    assert written == {"memory.max": str(MIB), "memory.swap.max": "0", "pids.max": "5"}
    assert (group.oom_kills(), group.folders) == (3, [tmp_path])


def test_version_2_makes_a_sibling_of_our_group(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "cgroup.type").write_text("domain\n")
    control = tmp_path / "cgroup.subtree_control"
    control.write_text("memory\n")

    assert cgroups._parent_v2(own, ["memory"]) == tmp_path
    assert control.read_text() == "memory\n"
    assert cgroups._parent_v2(own, ["memory", "pids"]) == tmp_path
    assert control.read_text() == "+pids"


def test_version_2_makes_a_child_of_the_root_group(tmp_path: Path) -> None:
    """The root, which alone has no cgroup.type, may hold processes and limited groups together."""
    (tmp_path / "cgroup.subtree_control").write_text("memory pids\n")

    assert cgroups._parent_v2(tmp_path, ["memory", "pids"]) == tmp_path


def test_version_2_needs_to_see_the_group_above(tmp_path: Path) -> None:
    """In a container our group is often the topmost that is mounted."""
    (tmp_path / "cgroup.type").write_text("domain\n")

    with pytest.raises(OSError, match="out of sight"):
        cgroups._parent_v2(tmp_path, ["memory"])


VERSION_1 = "35 31 0:32 {root} /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory"
VERSION_2 = "41 31 0:38 {root} /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw,nsdelegate"


@pytest.mark.parametrize(
    ("root", "group", "folder"),
    [
        pytest.param("/", "/", "", id="the-root"),
        pytest.param("/", "/user.slice/a", "/user.slice/a", id="a-plain-machine"),
        pytest.param("/docker/1", "/docker/1", "", id="a-container"),
        pytest.param("/docker/1", "/docker/1/a", "/a", id="a-group-in-a-container"),
        pytest.param("/docker/1", "/docker/12", None, id="not-the-group-that-is-mounted"),
        pytest.param("/", "/../a", "/../a", id="outside-the-cgroup-namespace"),
    ],
)
def test_our_group_is_found_where_it_is_mounted(root: str, group: str, folder: str | None) -> None:
    first = cgroups._own_groups_v1(VERSION_1.format(root=root), f"8:pids:/\n4:memory:{group}\n0::/\n")
    second = cgroups._own_group_v2(VERSION_2.format(root=root), f"0::{group}\n")

    assert first == ({} if folder is None else {"memory": Path("/sys/fs/cgroup/memory" + folder)})
    assert second == (None if folder is None else Path("/sys/fs/cgroup" + folder))


def unused_name() -> str:
    return f"assay-test-{os.getpid()}-{secrets.token_hex(4)}"


def is_open_to_all(path: str) -> bool:
    """Whether an ordinary user can execute it."""
    check = ["/bin/sh", "-c", '"$0" -c ""', path]
    done = subprocess.run(
        check, user=NOBODY, group=NOBODY, extra_groups=[], cwd="/", stderr=subprocess.DEVNULL, check=False
    )
    return done.returncode == 0
