"""Namespaces and mounts, each tried in a child process: as root and as an ordinary user."""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from assay.sandbox.guest import namespaces

SOURCE = Path(namespaces.__file__).parents[3]
NOBODY = 65534
STRANGER = 61000
CHILD_SECONDS = 60

PRELUDE = """
import errno, json, os, socket, sys, traceback
source, folder = sys.argv[1:3]
sys.path.insert(0, source)
from assay.sandbox.guest import namespaces, privileges

EVERYTHING = ["user", "pid", "mount", "net", "ipc", "uts"]

def attempt(function, *arguments):
    try:
        result = function(*arguments)
    except OSError as error:
        return errno.errorcode[error.errno]
    return "ok" if result is None else result

def write(path, size=1):
    with open(path, "w") as file:
        file.write("x" * size)

def report(**facts):
    print(json.dumps(facts), flush=True)

def in_child(function):
    pid = os.fork()
    if pid == 0:
        try:
            function()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
"""


@pytest.fixture(params=["root", "user"])
def who(request: pytest.FixtureRequest) -> str:
    """Whom the child runs as; skipped where the machine refuses namespaces to that user."""
    name: str = request.param
    if name == "root" and os.geteuid() != 0:
        pytest.skip("not run as root")
    refusal = _refusal(name)
    if refusal is not None:
        pytest.skip(f"this machine refuses namespaces to {name}: {refusal}")
    return name


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user reaches and may write to, unlike pytest's own."""
    place = Path(tempfile.mkdtemp(prefix="assay-test-"))
    place.chmod(0o777)
    yield place
    shutil.rmtree(place)


@pytest.fixture
def as_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root: the files of another user are made visible")


def test_the_first_process_of_new_namespaces_is_alone(who: str, folder: Path) -> None:
    facts = run(
        who,
        folder,
        """
        namespaces.enter(EVERYTHING)
        namespaces.make_private()

        def first():
            namespaces.mount_proc()
            report(
                pid=os.getpid(),
                processes=[name for name in os.listdir("/proc") if name.isdigit()],
                ids=[*os.getresuid(), *os.getresgid()],
                loopback=attempt(socket.create_connection, ("127.0.0.1", 9)),
            )

        in_child(first)
        """,
    )

    uid = os.getuid() if os.getuid() or who == "root" else NOBODY
    gid = os.getgid() if os.getuid() or who == "root" else NOBODY
    assert facts == {"pid": 1, "processes": ["1"], "ids": [uid] * 3 + [gid] * 3, "loopback": "ENETUNREACH"}


def test_a_tmpfs_ends_at_its_size_and_at_its_number_of_files(who: str, folder: Path) -> None:
    facts = run(
        who,
        folder,
        """
        namespaces.enter(["user", "mount"])
        namespaces.make_private()
        namespaces.mount_tmpfs(folder, 1 << 20, "700", inodes=8)
        within = attempt(write, folder + "/small", 1 << 19)
        beyond = attempt(write, folder + "/large", 1 << 20)
        os.truncate(folder + "/large", 0)
        files = [attempt(write, f"{folder}/{number}") for number in range(8)]
        report(within=within, beyond=beyond, files=files, mode=oct(os.stat(folder).st_mode & 0o7777))
        """,
    )

    assert facts == {"within": "ok", "beyond": "ENOSPC", "files": ["ok"] * 5 + ["ENOSPC"] * 3, "mode": "0o700"}
    assert list(folder.iterdir()) == []


def test_only_the_scratch_folder_can_be_changed_below_a_read_only_root(who: str, folder: Path) -> None:
    (folder / "scratch").mkdir()
    facts = run(
        who,
        folder,
        """
        write(folder + "/own")
        namespaces.enter(["user", "mount"])
        namespaces.make_private()
        namespaces.mount_tmpfs(folder + "/scratch", 1 << 20, "700")
        namespaces.read_only()
        namespaces.writable(folder + "/scratch")
        report(
            create=attempt(write, folder + "/new"),
            change=attempt(write, folder + "/own"),
            chmod=attempt(os.chmod, folder + "/own", 0o600),
            scratch=attempt(write, folder + "/scratch/new"),
            device=attempt(write, "/dev/null"),
        )
        """,
    )

    assert facts == {"create": "EROFS", "change": "EROFS", "chmod": "EROFS", "scratch": "ok", "device": "ok"}


def test_without_capabilities_no_mount_can_be_undone(who: str, folder: Path) -> None:
    facts = run(
        who,
        folder,
        """
        namespaces.enter(EVERYTHING)
        namespaces.make_private()
        namespaces.read_only()

        def undo():
            tmpfs = attempt(namespaces.mount_tmpfs, folder, 4096, "700")
            return [attempt(namespaces.writable, "/"), tmpfs, attempt(namespaces.mount_proc)]

        def first():
            before = undo()
            namespaces.read_only()
            privileges.drop_capabilities()
            report(before=before, after=undo())

        in_child(first)
        """,
    )

    assert facts == {"before": ["ok"] * 3, "after": ["EPERM"] * 3}


def test_a_hidden_folder_looks_empty_except_for_what_is_kept(who: str, folder: Path) -> None:
    make(folder, "secret.txt", "project/kept/data.txt", "project/secret.txt", "tool.sh")
    (folder / "link").symlink_to("project/kept")
    facts = run(
        who,
        folder,
        """
        namespaces.enter(["user", "mount"])
        namespaces.make_private()
        namespaces.hide([folder, "/no/such/folder"], keep=[folder + "/link", folder + "/tool.sh", folder + "/missing"])
        report(
            top=sorted(os.listdir(folder)),
            project=os.listdir(folder + "/project"),
            data=open(folder + "/link/data.txt").read(),
            tool=open(folder + "/tool.sh").read(),
            write=attempt(write, folder + "/new"),
            kept=attempt(write, folder + "/link/data.txt"),
        )
        """,
    )

    assert facts == {
        "top": ["link", "project", "tool.sh"],
        "project": ["kept"],
        "data": "project/kept/data.txt",
        "tool": "tool.sh",
        "write": "EROFS",
        "kept": "ok",
    }
    assert (folder / "secret.txt").exists()


def test_a_folder_cannot_be_hidden_and_kept(who: str, folder: Path) -> None:
    facts = run(
        who,
        folder,
        """
        namespaces.enter(["user", "mount"])
        namespaces.make_private()
        report(hide=attempt(namespaces.hide, [folder], [folder]))
        """,
    )

    assert facts == {"hide": "EACCES"}


def test_a_folder_can_be_replaced_by_an_empty_one_except_for_what_is_kept(who: str, folder: Path) -> None:
    make(folder, "secret.txt", "project/kept/data.txt", "project/secret.txt", "tool.sh")
    facts = run(
        who,
        folder,
        """
        namespaces.enter(["user", "mount"])
        namespaces.make_private()
        names = namespaces.replace(folder, 1 << 20, [folder + "/project/kept", folder + "/tool.sh"])
        namespaces.read_only()
        namespaces.writable(folder)
        report(
            names=sorted(names),
            top=sorted(os.listdir(folder)),
            write=attempt(write, folder + "/new"),
            beside=attempt(write, folder + "/project/new"),
            kept=attempt(write, folder + "/project/kept/data.txt"),
            move=attempt(os.rename, folder + "/project", folder + "/moved"),
            remove=attempt(os.unlink, folder + "/tool.sh"),
        )
        """,
    )

    assert facts == {
        "names": ["project", "tool.sh"],
        "top": ["project", "tool.sh"],
        "write": "ok",
        "beside": "EROFS",
        "kept": "EROFS",
        "move": "EBUSY",
        "remove": "EBUSY",
    }
    assert (folder / "secret.txt").exists()
    assert not (folder / "new").exists()


def test_a_folder_in_which_a_link_is_kept_is_not_replaced(who: str, folder: Path) -> None:
    make(folder, "data.txt")
    (folder / "link").symlink_to("data.txt")
    facts = run(
        who,
        folder,
        """
        namespaces.enter(["user", "mount"])
        namespaces.make_private()
        report(replace=attempt(namespaces.replace, folder, 1 << 20, [folder + "/link"]))
        """,
    )

    assert facts == {"replace": "EINVAL"}


def test_dev_can_be_reduced_to_single_devices(who: str, folder: Path) -> None:
    facts = run(
        who,
        folder,
        """
        namespaces.enter(["user", "mount"])
        namespaces.make_private()
        namespaces.hide(["/dev"], keep=["/dev/null", "/dev/urandom"])
        namespaces.read_only()
        report(names=sorted(os.listdir("/dev")), null=attempt(write, "/dev/null"), new=attempt(write, "/dev/new"))
        """,
    )

    assert facts == {"names": ["null", "urandom"], "null": "ok", "new": "EROFS"}


def test_a_refused_step_is_named(folder: Path) -> None:
    """A mount namespace alone is for root."""
    facts = run(
        "user",
        folder,
        """
        try:
            namespaces.enter(["mount", "uts"])
        except namespaces.NamespaceError as error:
            report(step=error.step, number=error.errno, text=str(error))
        """,
    )

    text = f"[Errno {errno.EPERM}] unshare mount+uts: {os.strerror(errno.EPERM)}"
    assert facts == {"step": "unshare mount+uts", "number": errno.EPERM, "text": text}


def test_a_refused_step_leaves_everything_as_it_was(who: str, folder: Path) -> None:
    """Without /proc the new user namespace cannot be finished; a half made one would have no rights to mount."""
    facts = run(
        who,
        folder,
        """
        namespaces.enter(["user", "mount"])
        namespaces.make_private()
        namespaces.hide(["/proc"])
        try:
            namespaces.enter(EVERYTHING)
        except namespaces.NamespaceError as error:
            report(step=error.step, mount=attempt(namespaces.mount_tmpfs, folder, 4096, "700"))
        """,
    )

    assert facts == {"step": "write /proc/self/setgroups", "mount": "ok"}


def test_an_unknown_namespace_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="'network'"):
        namespaces.enter(["network"])


@pytest.mark.parametrize(("size_bytes", "inodes"), [(0, 1), (1, 0)])
def test_a_tmpfs_without_a_limit_is_refused(size_bytes: int, inodes: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        namespaces.mount_tmpfs("/nowhere", size_bytes, "700", inodes)


@pytest.mark.usefixtures("as_root")
def test_reveal_lets_another_user_run_an_interpreter_behind_a_closed_folder(folder: Path) -> None:
    closed = folder / "closed"
    make(closed, "secret.txt", "venv/secret.txt", "inner/code/module.py")
    (closed / "venv/python").symlink_to(sys.executable)
    (closed / "inner").chmod(0o700)
    closed.chmod(0o700)
    needed = [closed / "venv/python", closed / "inner/code", sys.executable, sys.prefix, sys.base_prefix]

    facts = run(
        "root",
        folder,
        """
        python, code, *_ = needed = sys.argv[4:]
        uid = int(sys.argv[3])
        os.umask(0o077)
        namespaces.enter(["mount"])
        namespaces.make_private()
        before = namespaces.unreachable(needed[:2], uid, uid)
        namespaces.reveal(needed, uid)
        after = namespaces.unreachable(needed, uid, uid)
        privileges.become(uid, uid)
        program = '''
import json, os, sys
code, closed, *facts = sys.argv[1:]
listing = {name: sorted(os.listdir(os.path.join(closed, name))) for name in (".", "venv", "inner")}
module = open(code + "/module.py").read()
print(json.dumps([os.getuid(), listing, module, *map(json.loads, facts)]))
'''
        os.execv(python, [python, "-c", program, code, folder + "/closed", json.dumps(before), json.dumps(after)])
        """,
        STRANGER,
        *needed,
    )

    uid, listing, module, before, after = facts
    assert uid == STRANGER
    assert listing == {".": ["inner", "venv"], "venv": ["python"], "inner": ["code"]}
    assert module == "inner/code/module.py"
    assert before == [str(needed[0]), str(needed[1])]
    assert after == []
    assert (closed / "secret.txt").exists()


@pytest.mark.usefixtures("as_root")
def test_reveal_reaches_through_a_kept_folder_with_a_closed_one_in_it(folder: Path) -> None:
    make(folder, "a/open.txt", "a/closed/secret.txt", "a/closed/wanted.txt")
    (folder / "a/closed").chmod(0o700)
    folder.chmod(0o700)

    facts = run(
        "root",
        folder,
        """
        uid = int(sys.argv[3])
        namespaces.enter(["mount"])
        namespaces.make_private()
        namespaces.reveal([folder + "/a", folder + "/a/closed/wanted.txt"], uid)
        privileges.become(uid, uid)
        report(a=sorted(os.listdir(folder + "/a")), closed=os.listdir(folder + "/a/closed"))
        """,
        STRANGER,
    )

    assert facts == {"a": ["closed", "open.txt"], "closed": ["wanted.txt"]}


@pytest.mark.usefixtures("as_root")
def test_reveal_refuses_a_folder_that_is_closed_itself(folder: Path) -> None:
    make(folder, "closed/wanted.txt")
    (folder / "closed").chmod(0o700)

    facts = run(
        "root",
        folder,
        """
        namespaces.enter(["mount"])
        namespaces.make_private()
        paths = [folder + "/closed", folder + "/closed/wanted.txt"]
        report(reveal=attempt(namespaces.reveal, paths, int(sys.argv[3])))
        """,
        STRANGER,
    )

    assert facts == {"reveal": "EACCES"}


@pytest.mark.usefixtures("as_root")
def test_reveal_changes_nothing_where_all_is_reachable(folder: Path) -> None:
    make(folder, "open.txt")

    facts = run(
        "root",
        folder,
        """
        namespaces.enter(["mount"])
        namespaces.make_private()
        before = open("/proc/self/mountinfo").read()
        namespaces.reveal([folder + "/open.txt", folder + "/missing"], int(sys.argv[3]))
        report(same=open("/proc/self/mountinfo").read() == before)
        """,
        STRANGER,
    )

    assert facts == {"same": True}


@pytest.mark.parametrize(
    ("closed", "path", "reachable"),
    [
        pytest.param({}, "a/file", True, id="all-open"),
        pytest.param({}, "a", True, id="a-folder"),
        pytest.param({}, "missing", True, id="missing"),
        pytest.param({}, "loop", False, id="a-loop-of-links"),
        pytest.param({"a": 0o700}, "a/file", False, id="closed-folder"),
        pytest.param({"a": 0o711}, "a/file", True, id="to-pass-is-enough-for-a-folder-on-the-way"),
        pytest.param({"a": 0o711}, "a", False, id="but-not-for-the-last-one"),
        pytest.param({"a/file": 0o640}, "a/file", False, id="unreadable-file"),
        pytest.param({"a": 0o700}, "b/link", False, id="a-link-into-a-closed-folder"),
        pytest.param({"b": 0o700}, "b/link", False, id="a-link-in-a-closed-folder"),
        pytest.param({"b": 0o700}, "a/file", True, id="closed-beside-the-way"),
        pytest.param({"a": 0o700}, "b/to_a/../b/plain", False, id="up-from-the-target-of-a-link"),
    ],
)
def test_unreachable_follows_the_whole_way(folder: Path, closed: dict[str, int], path: str, reachable: bool) -> None:
    make(folder, "a/file", "b/plain")
    (folder / "b/link").symlink_to(folder / "a/file")
    (folder / "b/to_a").symlink_to("../a")
    (folder / "loop").symlink_to("loop")
    for name, mode in closed.items():
        (folder / name).chmod(mode)
    wanted = str(folder / path)

    assert namespaces.unreachable([wanted], STRANGER, STRANGER) == ([] if reachable else [wanted])


@pytest.mark.parametrize(
    ("mode", "uid_offset", "gid_offset", "reachable"),
    [
        pytest.param(0o400, 0, 0, True, id="owner"),
        pytest.param(0o077, 0, 0, False, id="the-owner-is-not-asked-for-the-rest"),
        pytest.param(0o040, 1, 0, True, id="group"),
        pytest.param(0o004, 1, 0, False, id="the-group-is-not-asked-for-the-rest"),
        pytest.param(0o004, 1, 1, True, id="others"),
        pytest.param(0o770, 1, 1, False, id="not-others"),
    ],
)
def test_only_one_class_of_a_mode_counts(
    folder: Path, mode: int, uid_offset: int, gid_offset: int, reachable: bool
) -> None:
    make(folder, "file")
    file = folder / "file"
    if os.geteuid() == 0:
        os.chown(file, STRANGER, STRANGER)
    file.chmod(mode)
    status = file.stat()

    left = namespaces.unreachable([str(file)], status.st_uid + uid_offset, status.st_gid + gid_offset)

    assert left == ([] if reachable else [str(file)])


def run(who: str, folder: Path, body: str, *arguments: object) -> Any:  # Any: whatever JSON the child prints
    """What the child printed after `body` ran as `who`."""
    python = sys.executable if who == "root" or os.geteuid() != 0 else _python_for_everybody()
    code = PRELUDE + "\n" + _dedent(body)
    command = [python, "-I", "-B", "-c", code, str(SOURCE), str(folder), *map(str, arguments)]
    done = subprocess.run(
        command, **_identity(who), capture_output=True, text=True, cwd="/", timeout=CHILD_SECONDS, check=False
    )
    if f"[Errno {errno.ENOSYS}] mount_setattr" in done.stderr:
        pytest.skip("this kernel has no mount_setattr (Linux 5.12)")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def make(folder: Path, *files: str) -> None:
    """Files whose content is their own name, open to everybody whatever the umask."""
    for name in files:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
        file.chmod(0o666)
        for parent in list(file.relative_to(folder).parents)[:-1]:
            (folder / parent).chmod(0o755)


@lru_cache
def _refusal(who: str) -> str | None:
    """Why not, asked with util-linux: with our own code a defect would pass for a refusal."""
    if shutil.which("unshare") is None or shutil.which("mount") is None:
        return "util-linux is missing"
    command = "unshare --map-root-user --mount --pid --net --ipc --uts --fork --mount-proc mount -t tmpfs none /tmp"
    done = subprocess.run(command.split(), **_identity(who), capture_output=True, text=True, cwd="/", check=False)
    return None if done.returncode == 0 else done.stderr.strip() or f"status {done.returncode}"


def _identity(who: str) -> dict[str, Any]:  # Any: keyword arguments of subprocess
    if who == "root" or os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def _python_for_everybody() -> str:
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        reachable = not namespaces.unreachable([python, str(SOURCE)], NOBODY, NOBODY)
        if reachable and os.path.exists(python) and _is_executable(python):
            return python
    pytest.skip("no Python interpreter is within reach of an ordinary user")


def _is_executable(path: str) -> bool:
    return bool(os.stat(path).st_mode & stat.S_IXOTH)


def _dedent(body: str) -> str:
    lines = body.strip("\n").splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[indent:] if line[:indent].isspace() else line for line in lines)
