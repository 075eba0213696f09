"""Programs of fresh runs: nothing that they can ask of their own sandbox counts on from run to run."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest

from assay.records import Limits
from assay.sandbox.runner import Built, Runner
from tests.granted import programs

RUNS = 6
ASKS = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void file(const char *name, int fd) {
    struct stat s;
    struct statx x;
    if (fd < 0 || fstat(fd, &s)) { printf("%s errno=%d\n", name, errno); return; }
    printf("%s ino=%lu\n", name, (unsigned long)s.st_ino);
    if (!statx(fd, "", AT_EMPTY_PATH, 0x1000, &x)) printf("%s mount=%llu\n", name, (unsigned long long)x.stx_mnt_id);
}

int main(void) {
    printf("pid=%d\nparent=%d\ngroup=%d\nsession=%d\n", getpid(), getppid(), getpgid(0), getsid(0));
    int child = fork();
    if (child == 0) _exit(0);
    wait(0);
    printf("child=%d\n", child);
    file("folder", open(".", O_RDONLY));
    file("new", open("new", O_CREAT | O_RDWR, 0600));
    file("program", open("/proc/self/exe", O_RDONLY));
    file("shared", open("/dev/shm/new", O_CREAT | O_EXCL | O_RDWR, 0600));
    file("root", open("/", O_PATH));
    file("input", 0);
    printf("memory=%d\n", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
    for (const char **at = (const char *[]){"/proc/stat", "/proc/loadavg", "/proc/self/mountinfo", "/proc/self/stat",
         "/proc/self/cgroup", "/proc/sys/kernel/random/boot_id", "/proc/uptime", 0}; *at; at++)
        printf("%s=%d\n", *at, open(*at, O_RDONLY) < 0);
    return 0;
}
"""


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with programs() as sandbox:
        yield Runner(sandbox)


@pytest.fixture(scope="module")
def asks(runner: Runner) -> Built:
    built = runner.build(ASKS, "c")
    if "apt install" in built.error:
        pytest.skip(built.error)
    assert built.error == ""
    return built


def test_process_inode_and_mount_numbers_are_those_of_every_fresh_run(runner: Runner, asks: Built) -> None:
    seen = [runner.run(asks, limits=Limits(seconds=5.0), fresh=True).stdout.decode() for _ in range(RUNS)]

    assert "pid=2\n" in seen[0]
    assert "new ino=" in seen[0]
    assert "shared ino=" in seen[0]
    mounts = re.compile(r" mount=\d+")  # these are given again, to other mounts where sandboxes start beside this one
    assert len({mounts.sub("", text) for text in seen}) == 1, seen


def test_what_the_system_tells_of_the_machine_is_closed(runner: Runner, asks: Built) -> None:
    seen = runner.run(asks, limits=Limits(seconds=5.0), fresh=True).stdout.decode()

    assert re.findall(r"(/proc/.*)=0", seen) == []


def test_users_of_fresh_runs_do_not_count(runner: Runner) -> None:
    built = runner.build("id -u; pwd; stat -c %u .\n", "bash")
    seen = [runner.run(built, limits=Limits(seconds=5.0), fresh=True).stdout.split() for _ in range(RUNS)]
    users = [int(user) for user, *_ in seen]
    steps = {after - before for before, after in itertools.pairwise(users)}

    assert len({folder for _, folder, _ in seen}) == RUNS
    assert len(set(users)) == 1 or len(steps) > 1, users
