"""Giving up root, each time in a child process."""

from __future__ import annotations

import grp
import json
import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assay.sandbox.guest import privileges

SOURCE = Path(privileges.__file__).parents[3]
STRANGER = 61000
CHILD_SECONDS = 60
NOTHING = "0" * 16

PRELUDE = """
import ctypes, errno, json, os, struct, subprocess, sys
sys.path.insert(0, sys.argv[1])
from assay.sandbox.guest import kernel, namespaces, privileges

def attempt(function, *arguments):
    try:
        result = function(*arguments)
    except OSError as error:
        return errno.errorcode[error.errno]
    return "ok" if result is None else result

def capabilities(status):
    pairs = [line.split() for line in status.splitlines() if line.startswith("Cap")]
    return {name[3:-1]: value for name, value in pairs}

def own():
    return capabilities(open("/proc/self/status").read())

def report(**facts):
    print(json.dumps(facts), flush=True)
"""

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to give it up")


@as_root
def test_become_leaves_no_way_back() -> None:
    facts = run(
        """
        os.setgroups([4, 24])
        privileges.become(61000, 61001)
        report(
            uids=os.getresuid(), gids=os.getresgid(), groups=os.getgroups(), capabilities=own(),
            uid_0=attempt(os.setresuid, 0, 0, 0), gid_0=attempt(os.setresgid, 0, 0, 0),
        )
        """
    )

    assert facts == {
        "uids": [61000] * 3,
        "gids": [61001] * 3,
        "groups": [],
        "capabilities": dict.fromkeys(["Inh", "Prm", "Eff", "Bnd", "Amb"], NOTHING),
        "uid_0": "EPERM",
        "gid_0": "EPERM",
    }


@as_root
def test_after_become_a_user_namespace_can_still_be_entered() -> None:
    """The kernel gives /proc/self to root when the uid changes; the maps could then not be written."""
    refusal = user_namespace_refusal()
    if refusal:
        pytest.skip(f"this machine refuses user namespaces: {refusal}")

    facts = run(
        """
        privileges.become(61000, 61000)
        before = os.stat("/proc/self/uid_map").st_uid
        namespaces.enter(["user", "mount"])
        full = own()
        privileges.drop_capabilities()
        report(owner=before, uid=os.getuid(), had=int(full["Eff"], 16) > 0, has=own())
        """
    )

    nothing = dict.fromkeys(["Inh", "Prm", "Eff", "Bnd", "Amb"], NOTHING)
    assert facts == {"owner": 61000, "uid": 61000, "had": True, "has": nothing}


@pytest.mark.parametrize(("uid", "gid"), [(0, 1000), (1000, 0), (-1, 1000)])
def test_become_refuses_to_stay_root(uid: int, gid: int) -> None:
    with pytest.raises(ValueError, match="ordinary user"):
        privileges.become(uid, gid)


@as_root
def test_an_ordinary_user_cannot_become_another() -> None:
    facts = run(
        """
        privileges.become(61000, 61000)
        report(again=attempt(privileges.become, 61001, 61001), uids=os.getresuid())
        """
    )

    assert facts == {"again": "EPERM", "uids": [61000] * 3}


@as_root
def test_root_without_capabilities_gets_none_by_exec() -> None:
    facts = run(
        """
        privileges.drop_capabilities()
        inside = capabilities(subprocess.run(["cat", "/proc/self/status"], capture_output=True, text=True).stdout)
        report(own=own(), inside=inside, chown=attempt(os.chown, "/proc/self/cwd", 1, 1), uid=os.getuid())
        """
    )

    nothing = dict.fromkeys(["Inh", "Prm", "Eff", "Bnd", "Amb"], NOTHING)
    assert facts == {"own": nothing, "inside": nothing, "chown": "EPERM", "uid": 0}


@as_root
def test_inheritable_and_ambient_capabilities_go_too() -> None:
    """Ambient ones would survive the exec of an ordinary program."""
    facts = run(
        """
        CHOWN, RAISE = 1, 2
        header = struct.pack("=Ii", privileges.CAPABILITY_VERSION_3, 0)
        everything = struct.pack("=6I", *[CHOWN] * 3, 0, 0, 0)
        assert kernel.libc.capset(header, everything) == 0
        assert kernel.libc.prctl(privileges.PR_CAP_AMBIENT, RAISE, 0, 0, 0) == 0
        before = own()
        privileges.drop_capabilities()
        report(before=[before["Inh"], before["Amb"]], after=[own()["Inh"], own()["Amb"]])
        """
    )

    chown = "1".zfill(16)
    assert facts == {"before": [chown, chown], "after": [NOTHING, NOTHING]}


def test_an_ordinary_user_has_nothing_to_drop() -> None:
    """No error where the bounding set may not be touched; it means nothing without root."""
    facts = run(
        """
        if os.getuid() == 0:
            os.setresuid(65534, 65534, 65534)
        privileges.drop_capabilities()
        has = own()
        report(**{name: has[name] for name in ("Inh", "Prm", "Eff", "Amb")})
        """
    )

    assert facts == dict.fromkeys(["Inh", "Prm", "Eff", "Amb"], NOTHING)


def test_every_worker_has_a_uid_of_its_own_that_belongs_to_nobody() -> None:
    uids = [privileges.worker_uid(index) for index in range(100)]

    assert len(set(uids)) == 100
    assert set(uids) <= set(privileges.WORKER_UIDS)
    assert not set(uids) & {user.pw_uid for user in pwd.getpwall()}
    assert not set(uids) & {group.gr_gid for group in grp.getgrall()}


@pytest.mark.parametrize("index", [-1, len(privileges.WORKER_UIDS)])
def test_there_is_no_worker_outside_the_range(index: int) -> None:
    with pytest.raises(ValueError, match=str(index)):
        privileges.worker_uid(index)


@as_root
def test_a_uid_or_gid_that_somebody_has_is_skipped(tmp_path: Path) -> None:
    """The child sees a user and a group data base of its own, in a mount namespace."""
    first, second, third = privileges.WORKER_UIDS[:3]
    users = tmp_path / "passwd"
    users.write_text(Path("/etc/passwd").read_text() + f"somebody:x:{first}:{first}::/:/bin/false\n")
    groups = tmp_path / "group"
    groups.write_text(Path("/etc/group").read_text() + f"some:x:{second}:\n")

    facts = run(
        """
        namespaces.enter(["mount"])
        namespaces.make_private()
        for file in sys.argv[2:]:
            subprocess.run(["mount", "--bind", file, "/etc/" + os.path.basename(file)], check=True)
        report(uid=privileges.worker_uid(0))
        """,
        users,
        groups,
    )

    assert facts == {"uid": third}


def run(body: str, *arguments: object) -> Any:  # Any: whatever JSON the child prints
    """What the child printed after `body` ran."""
    lines = body.strip("\n").splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    code = "\n".join([PRELUDE, *(line[indent:] for line in lines)])
    command = [sys.executable, "-I", "-B", "-c", code, str(SOURCE), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", timeout=CHILD_SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def user_namespace_refusal() -> str:
    """Why not, asked with util-linux: with our own code a defect would pass for a refusal."""
    if shutil.which("unshare") is None:
        return "util-linux is missing"
    command = ["unshare", "--map-root-user", "--mount", "true"]
    done = subprocess.run(
        command, user=STRANGER, group=STRANGER, extra_groups=[], cwd="/", capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else done.stderr.strip() or f"status {done.returncode}"
