"""Every answer of the policy: simulated for all numbers of both architectures, and observed in real children."""

from __future__ import annotations

import asyncio
import concurrent.futures.thread  # asyncio imports it late, and another user may not reach it
import ctypes
import errno
import faulthandler
import fcntl
import json
import mmap
import os
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assay.sandbox.guest import kernel as k
from assay.sandbox.guest import seccomp
from assay.sandbox.guest.bpf import ArgumentCheck, Filter, Instruction, Policy
from assay.sandbox.guest.seccomp import ALLOW, EPERM, KILL, PRETEND

NOBODY = 65534
PID = 4321
MACHINES = list(k.SYSCALLS)
PROFILES = ["light", "program"]
STACK_FLOOR = 0x7FFC_1234_5000

# --- a machine for classic BPF -----------------------------------------------------------------------------------


def run(program: list[Instruction], number: int, arch: int, args: tuple[int, ...] = ()) -> int:
    data = struct.pack("<IIQ6Q", number, arch, 0, *args, *[0] * (6 - len(args)))
    accumulator, at = 0, 0
    while True:
        code, true, false, operand = program[at]
        at += 1
        if code == k.BPF_RET:
            return operand
        if code == k.BPF_LD:
            (accumulator,) = struct.unpack_from("<I", data, operand)
        elif code == k.BPF_AND:
            accumulator &= operand
        elif code == k.BPF_JA:
            at += operand
        elif code == k.BPF_JEQ:
            at += true if accumulator == operand else false
        else:
            assert code == k.BPF_JGE
            at += true if accumulator >= operand else false


def stricter(newer: int, older: int) -> int:
    """What the kernel does with the answers of two filters: the lower action, of equal ones the newer."""

    def rank(answer: int) -> int:
        action = answer & 0xFFFF0000
        return action - (1 << 32) if action & 0x80000000 else action

    return newer if rank(newer) <= rank(older) else older


def expected(answer: int | ArgumentCheck, args: tuple[int, ...]) -> int:
    """The policy read directly, without the compiler."""
    if isinstance(answer, int):
        return answer
    words = [word for arg in (*args, *[0] * (6 - len(args))) for word in (arg & 0xFFFFFFFF, arg >> 32)]
    rules, otherwise = answer
    for conditions, then in rules:
        if all(fulfilled(words[word] & mask, comparison, values) for word, mask, comparison, values in conditions):
            return then
    return otherwise


def fulfilled(value: int, comparison: int, values: tuple[int, ...]) -> bool:
    values = tuple(PID if wanted == seccomp.OWN_PID else wanted for wanted in values)
    return value >= values[0] if comparison == k.BPF_JGE else value in values


def variants(answer: int | ArgumentCheck) -> Iterator[tuple[int, ...]]:
    """Arguments at, beside and above every value that a check compares; alone and all at once."""
    yield (0,) * 6
    yield (0xFFFFFFFFFFFFFFFF,) * 6
    if isinstance(answer, int):
        return
    for conditions, _ in answer[0]:
        agreeing = [0] * 12
        for word, mask, _, values in conditions:
            agreeing[word] = PID if values[0] == seccomp.OWN_PID else values[0] & mask
        yield joined(agreeing)
        for word, mask, _, values in conditions:
            for value in values:
                value = PID if value == seccomp.OWN_PID else value
                for near in (value, value + 1, value - 1, value | (~mask & 0xFFFFFFFF), value ^ 0x80000000):
                    yield joined([*agreeing[:word], near & 0xFFFFFFFF, *agreeing[word + 1 :]])
            yield joined([*agreeing[: word ^ 1], 1, *agreeing[(word ^ 1) + 1 :]])


def joined(words: list[int]) -> tuple[int, ...]:
    return tuple(words[2 * i] | words[2 * i + 1] << 32 for i in range(6))


def with_pid(program: list[Instruction]) -> list[Instruction]:
    return [(code, true, false, PID if k_ == seccomp.OWN_PID else k_) for code, true, false, k_ in program]


class Stack:
    """Both filters of a profile, as a child has them."""

    def __init__(self, profile: str, machine: str, **options: bool) -> None:
        self.arch = k.AUDIT_ARCH[machine]
        self.numbers = k.SYSCALLS[machine]
        self.policy: Policy = seccomp.policy_of(profile, machine, **options)
        if profile == "light":
            self.policy["mremap"] = seccomp.mremap_check(STACK_FLOOR)
        self.zygote = seccomp.zygote_program(profile, machine, self.policy)
        self.child = with_pid(seccomp.child_program(profile, machine, own_files=options.get("own_files", False)))

    def answer(self, number: int, *args: int) -> int:
        newer = run(self.child, number, self.arch, args)
        return stricter(newer, run(self.zygote, number, self.arch, args))

    def named(self, name: str, *args: int) -> int:
        return self.answer(self.numbers[name], *args)


# --- simulated ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("profile", "options"),
    [
        ("light", {}),
        ("light", {"own_files": True}),
        ("program", {}),
        ("program", {"empty_network": True}),
        ("program", {"empty_network": True, "gateway": True}),
        ("program", {"counted_memory": True}),
    ],
)
def test_both_filters_together_answer_as_the_policy_says(machine: str, profile: str, options: dict[str, bool]) -> None:
    stack = Stack(profile, machine, **options)
    named = {number: stack.policy[name] for name, number in stack.numbers.items()}

    wrong = [
        (number, args)
        for number in range(601)
        for args in variants(named.get(number, seccomp.ENOSYS))
        if stack.answer(number, *args) != expected(named.get(number, seccomp.ENOSYS), args)
    ]

    assert wrong == []


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("profile", PROFILES)
def test_another_architecture_is_killed(profile: str, machine: str) -> None:
    stack = Stack(profile, machine)
    i386 = 0x40000003

    assert {run(stack.zygote, number, i386) for number in range(601)} == {KILL}


def test_x32_numbers_are_killed() -> None:
    stack = Stack("light", "x86_64")

    assert {stack.answer(0x40000000 | number) for number in range(601)} == {KILL}
    assert stack.answer(0xFFFFFFFF) == KILL


@pytest.mark.parametrize("machine", MACHINES)
def test_what_is_newer_than_the_table_is_not_there(machine: str) -> None:
    stack = Stack("light", machine)

    assert stack.answer(max(stack.numbers.values()) + 1) == seccomp.ENOSYS
    assert stack.answer(0x3FFFFFFF) == seccomp.ENOSYS


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("profile", PROFILES)
def test_the_filters_stay_small(profile: str, machine: str) -> None:
    """Every child pays for its filter by the length of the paths through it."""
    stack = Stack(profile, machine)

    assert len(stack.child) <= 25
    assert len(stack.zygote) <= 400


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("profile", PROFILES)
def test_jumps_stay_inside_and_every_path_ends(profile: str, machine: str) -> None:
    stack = Stack(profile, machine)

    for program in (stack.zygote, stack.child):
        for at, (code, true, false, operand) in enumerate(program):
            reach = operand if code == k.BPF_JA else max(true, false)
            assert code == k.BPF_RET or at + 1 + reach < len(program)
        assert program[-1][0] == k.BPF_RET


# Written down a second time by hand, so that a slip in the policy's own lists does not confirm itself.
DECISIONS = [
    ("read", (), ALLOW, ALLOW),
    ("openat", (), ALLOW, ALLOW),
    ("execve", (), EPERM, ALLOW),
    ("execveat", (), seccomp.ENOSYS, ALLOW),
    ("clone3", (), seccomp.ENOSYS, seccomp.ENOSYS),
    ("clone", (0x3D0F00,), ALLOW, ALLOW),
    ("clone", (0x13D0F00,), ALLOW, ALLOW),
    ("clone", (0x3D0F00 | 1 << 32,), EPERM, EPERM),
    ("clone", (0x01200011,), EPERM, ALLOW),
    ("clone", (0x4111,), EPERM, ALLOW),
    ("clone", (0x8011,), EPERM, EPERM),
    *[("clone", (0x3D0F00 | 1 << bit,), EPERM, EPERM) for bit in (17, 25, 26, 27, 28, 29, 30)],
    ("kill", (PID, 9), ALLOW, ALLOW),
    ("kill", (PID | 7 << 32, 9), ALLOW, ALLOW),
    ("kill", (PID + 1, 9), EPERM, ALLOW),
    ("kill", (0, 9), EPERM, ALLOW),
    ("kill", (0xFFFFFFFF, 9), EPERM, ALLOW),
    ("tgkill", (PID, 1, 6), ALLOW, ALLOW),
    ("tgkill", (1, 1, 6), EPERM, ALLOW),
    ("tkill", (PID, 6), EPERM, ALLOW),
    ("rt_sigqueueinfo", (PID,), EPERM, EPERM),
    ("rt_tgsigqueueinfo", (PID,), EPERM, EPERM),
    ("pidfd_send_signal", (), EPERM, EPERM),
    ("pidfd_getfd", (), EPERM, EPERM),
    ("pidfd_open", (1,), seccomp.ENOSYS, seccomp.ENOSYS),
    ("seccomp", (1,), EPERM, EPERM),
    ("landlock_create_ruleset", (), EPERM, EPERM),
    ("landlock_add_rule", (), EPERM, EPERM),
    ("landlock_restrict_self", (), EPERM, EPERM),
    ("fchmodat", (), PRETEND, ALLOW),
    ("fchmodat2", (), PRETEND, ALLOW),
    ("utimensat", (), PRETEND, ALLOW),
    ("setxattr", (), seccomp.ENOTSUP, seccomp.ENOTSUP),
    ("setxattrat", (), seccomp.ENOTSUP, seccomp.ENOTSUP),
    ("file_setattr", (), seccomp.ENOSYS, seccomp.ENOSYS),
    ("memfd_create", (), seccomp.ENOSYS, seccomp.ENOSYS),
    ("io_uring_setup", (), seccomp.ENOSYS, seccomp.ENOSYS),
    ("userfaultfd", (), seccomp.ENOSYS, seccomp.ENOSYS),
    *[(name, (), KILL, KILL) for name in ("ptrace", "bpf", "mount", "unshare", "setns", "keyctl", "open_tree_attr")],
    *[(name, (), EPERM, EPERM) for name in ("process_madvise", "vmsplice", "sched_setaffinity", "setpriority")],
    *[(name, (), EPERM, EPERM) for name in ("shmget", "mq_open", "inotify_init1", "mknodat", "personality", "bind")],
    ("flock", (), EPERM, ALLOW),
    ("setsid", (), EPERM, ALLOW),
    ("get_robust_list", (1,), EPERM, EPERM),
    ("prlimit64", (0, 0, 0x1000), ALLOW, ALLOW),
    ("prlimit64", (1, 0, 0x1000), EPERM, EPERM),
    ("prlimit64", (0, 3, 0, 0x1000), ALLOW, ALLOW),
    ("prlimit64", (0, 3, 0x1000), PRETEND, ALLOW),
    ("prlimit64", (0, 3, 1 << 32), PRETEND, ALLOW),
    ("setrlimit", (3, 0x1000), PRETEND, ALLOW),
    ("setrlimit", (0, 0x1000), ALLOW, ALLOW),
    ("mmap", (0, 4096, 3, 0x22), ALLOW, ALLOW),
    ("mmap", (0, 4096, 3, 0x21), seccomp.ENOMEM, seccomp.ENOMEM),
    ("mmap", (0, 4096, 3, 0x23), seccomp.ENOMEM, seccomp.ENOMEM),
    ("mmap", (0, 4096, 3, 0x21 | 1 << 40), seccomp.ENOMEM, seccomp.ENOMEM),
    ("mmap", (0, 4096, 3, 0x122), seccomp.ENOMEM, seccomp.ENOMEM),
    ("mmap", (0, 4096, 3, 0x01), ALLOW, ALLOW),
    ("mremap", (STACK_FLOOR - 4096, 4096, 8192), ALLOW, ALLOW),
    ("mremap", (STACK_FLOOR, 4096, 8192), seccomp.ENOMEM, ALLOW),
    ("mremap", (STACK_FLOOR + (1 << 32), 4096, 8192), seccomp.ENOMEM, ALLOW),
    ("socket", (2, 1, 0), seccomp.EACCES, seccomp.EACCES),
    ("socketpair", (1, 0x80801), ALLOW, ALLOW),
    ("socketpair", (1, 2), seccomp.EAFNOSUPPORT, seccomp.EAFNOSUPPORT),
    ("socketpair", (2, 1), seccomp.EAFNOSUPPORT, seccomp.EAFNOSUPPORT),
    ("socketpair", (1, 5), seccomp.EAFNOSUPPORT, ALLOW),
    ("setsockopt", (3, 1, 26), EPERM, EPERM),
    ("setsockopt", (3, 1, 50), EPERM, EPERM),
    ("setsockopt", (3, 41, 26), ALLOW, ALLOW),
    ("setsockopt", (3, 1, 7), seccomp.PRETEND, seccomp.PRETEND),
    ("setsockopt", (3, 1, 33), seccomp.PRETEND, seccomp.PRETEND),
    ("setsockopt", (3, 1, 2), ALLOW, ALLOW),
    ("setsockopt", (3, 6, 7), ALLOW, ALLOW),
    ("ioctl", (0, 0x5401), ALLOW, ALLOW),
    ("ioctl", (0, 0x5412), EPERM, EPERM),
    ("ioctl", (0, 0x5412 | 1 << 32), EPERM, EPERM),
    ("ioctl", (0, 0x541C), EPERM, EPERM),
    ("ioctl", (0, 0x8901), EPERM, EPERM),
    ("ioctl", (0, 0x40086602), seccomp.ENOTTY, seccomp.ENOTTY),
    ("prctl", (15,), ALLOW, ALLOW),
    ("prctl", (4, 0), ALLOW, ALLOW),
    ("prctl", (4, 1), EPERM, EPERM),
    ("prctl", (1, 9), ALLOW, ALLOW),
    ("prctl", (1, 0), EPERM, EPERM),
    ("prctl", (22, 2), EPERM, EPERM),
    ("prctl", (36, 1), EPERM, EPERM),
    ("fcntl", (0, 4), ALLOW, ALLOW),
    ("fcntl", (0, 6), PRETEND, ALLOW),
    ("fcntl", (0, 37), seccomp.EINVAL, ALLOW),
    *[("fcntl", (0, command), EPERM, EPERM) for command in (8, 10, 15, 1024, 1026, 1031, 1033, 1036)],
    ("renameat2", (0, 0, 0, 0, 1), ALLOW, ALLOW),
    ("renameat2", (0, 0, 0, 0, 4), seccomp.EINVAL, seccomp.EINVAL),
]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(("name", "args", "light", "program"), DECISIONS)
def test_decisions(machine: str, name: str, args: tuple[int, ...], light: int, program: int) -> None:
    assert Stack("light", machine).named(name, *args) == light
    assert Stack("program", machine).named(name, *args) == program


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("args", "answer"),
    [
        ((2, 1, 0), ALLOW),
        ((10, 0x80802, 17), ALLOW),
        ((1, 1, 0), seccomp.EACCES),
        ((2, 1, 262), seccomp.EACCES),
        ((2, 3, 1), seccomp.EACCES),
        ((16, 3, 0), seccomp.EACCES),
        ((40, 1, 0), seccomp.EACCES),
    ],
)
def test_an_empty_network_opens_tcp_and_udp_only(machine: str, args: tuple[int, ...], answer: int) -> None:
    assert Stack("program", machine, empty_network=True).named("socket", *args) == answer


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "args", "answer"),
    [
        ("socket", (2, 1, 0), ALLOW),
        ("socket", (2, 0x80801, 6), ALLOW),
        ("socket", (10, 1, 0), seccomp.EACCES),
        ("socket", (2, 2, 17), seccomp.EACCES),
        ("socket", (1, 1, 0), seccomp.EACCES),
        ("socket", (2, 1, 262), seccomp.EACCES),
        ("connect", (), ALLOW),
        ("bind", (), EPERM),
        ("listen", (), EPERM),
        ("accept4", (), EPERM),
        ("setsockopt", (3, 6, 1), ALLOW),
        ("setsockopt", (3, 1, 9), ALLOW),
        ("setsockopt", (3, 1, 26), EPERM),
        ("setsockopt", (3, 1, 8), seccomp.PRETEND),
        ("setsockopt", (3, 6, 31), seccomp.ENOPROTOOPT),
        ("setsockopt", (3, 41, 26), seccomp.ENOPROTOOPT),
    ],
)
def test_a_gateway_opens_connections_and_nothing_else(
    machine: str, name: str, args: tuple[int, ...], answer: int
) -> None:
    assert Stack("program", machine, empty_network=True, gateway=True).named(name, *args) == answer


@pytest.mark.parametrize("machine", MACHINES)
def test_counted_memory_may_be_shared(machine: str) -> None:
    assert Stack("program", machine, counted_memory=True).named("mmap", 0, 4096, 3, 0x21) == ALLOW
    assert Stack("program", machine, counted_memory=True).named("memfd_create") == ALLOW


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("profile", PROFILES)
def test_the_zygote_keeps_what_it_needs(profile: str, machine: str) -> None:
    stack = Stack(profile, machine)
    needs = [("kill", (1, 9)), ("wait4", ()), ("waitid", ()), ("sendmsg", ()), ("recvmsg", ()), ("seccomp", (1,))]
    needs += [("clone", (0x01200011,)), ("utimensat", ()), ("prctl", (4, 0)), ("prctl", (1, 9))]
    needs += [
        ("prctl", (38, 1)),
        ("prlimit64", (0, 2, 0x1000)),
        ("close_range", ()),
        ("unlinkat", ()),
        ("fchmodat", ()),
    ]
    if profile == "program":
        needs += [("pidfd_open", ())]

    denied = [name for name, args in needs if run(stack.zygote, stack.numbers[name], stack.arch, args) != ALLOW]

    assert denied == []


@pytest.mark.parametrize("flags", [0x4111, 0x11, 0x01200011 | 1 << 28, 0x01200011 | 1 << 32])
def test_no_other_fork_is_left_to_a_light_zygote(flags: int) -> None:
    stack = Stack("light", "x86_64")

    assert run(stack.zygote, stack.numbers["clone"], stack.arch, (flags,)) == EPERM
    assert run(stack.zygote, stack.numbers["vfork"], stack.arch) == EPERM


def test_a_stack_at_an_unknown_place_forbids_every_mremap() -> None:
    assert seccomp.mremap_check(None) == ((), seccomp.ENOMEM)


def test_a_profile_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="profile must be 'light' or 'program', got 'heavy'"):
        seccomp.zygote_filter("heavy")


@pytest.mark.parametrize("pid", [None, 0, -1])
def test_a_filter_without_its_pid_is_not_installed(pid: int | None) -> None:
    with pytest.raises(ValueError, match="needs the pid of its process"):
        seccomp.child_filter("light").install(pid)


# --- observed ----------------------------------------------------------------------------------------------------

USERS = [os.getuid()] if os.getuid() else [0, NOBODY]


@pytest.fixture(params=USERS, ids=lambda uid: f"uid{uid}")
def uid(request: pytest.FixtureRequest) -> int:
    assert isinstance(request.param, int)
    return request.param


@pytest.fixture
def scratch(uid: int) -> Iterator[Path]:
    """Not pytest's own folder, which another user cannot reach."""
    path = tempfile.mkdtemp(prefix="assay-seccomp-")
    os.chown(path, uid, -1)
    yield Path(path)
    shutil.rmtree(path)


def outcome(
    action: Callable[[], object], *, uid: int, profile: str = "light", child: bool = True, filters: bool = True
) -> object:
    """What `action` gives in a process under the filters: its value, the name of an errno, or of a signal."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            faulthandler.disable()
            signal.alarm(60)
            if filters:
                prepare(uid, profile, child)
            os.write(writer, json.dumps(value_or_errno(action)).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return json.loads(answer)


def prepare(uid: int, profile: str, child: bool) -> None:
    if uid != os.getuid():
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)
    k.set_no_new_privs()
    second = seccomp.child_filter(profile)
    seccomp.zygote_filter(profile).install()
    if child:
        second.install(os.getpid())


def value_or_errno(action: Callable[[], object]) -> object:
    try:
        return action()
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def call(name: str, *args: int) -> Callable[[], object]:
    return lambda: k.syscall(k.syscall_number(name), *args)


@pytest.mark.parametrize(
    ("name", "args", "answer"),
    [
        pytest.param("getppid", (), os.getpid(), id="getppid"),
        ("fchmodat", (-100, 0, 0), 0),
        ("fchmodat2", (-100, 0, 0, 0), 0),
        ("clone3", (0, 0), "ENOSYS"),
        ("execveat", (), "ENOSYS"),
        ("io_uring_setup", (1, 0), "ENOSYS"),
        ("userfaultfd", (0,), "ENOSYS"),
        ("pidfd_open", (1, 0), "ENOSYS"),
        ("setxattr", (), "ENOTSUP"),
        ("execve", (), "EPERM"),
        ("setsid", (), "EPERM"),
        ("process_madvise", (), "EPERM"),
        ("sched_setaffinity", (1, 0, 0), "EPERM"),
        ("tkill", (1, 0), "EPERM"),
        ("rt_sigqueueinfo", (1, 0, 0), "EPERM"),
        ("vmsplice", (), "EPERM"),
        ("seccomp", (1, 0, 0), "EPERM"),
        ("landlock_create_ruleset", (0, 0, 1), "EPERM"),
        ("prctl", (22, 2, 0), "EPERM"),
        ("clone", (0x10000011,), "EPERM"),
        ("ptrace", (0,), "SIGSYS"),
        ("process_vm_readv", (), "SIGSYS"),
        ("bpf", (), "SIGSYS"),
        ("unshare", (0x10000000,), "SIGSYS"),
        ("mount", (), "SIGSYS"),
        ("keyctl", (), "SIGSYS"),
    ],
)
def test_each_kind_of_answer_reaches_the_candidate(name: str, args: tuple[int, ...], answer: object, uid: int) -> None:
    assert outcome(call(name, *args), uid=uid) == answer


def test_a_number_that_does_not_exist_yet_is_not_there(uid: int) -> None:
    assert outcome(lambda: k.syscall(600), uid=uid) == "ENOSYS"


def old_door() -> object:
    """`mov eax, 20; int 0x80; ret`: getpid of a 32-bit program."""
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    page = mmap.mmap(-1, 4096, flags=flags, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))() == os.getpid()


@pytest.mark.skipif(k.MACHINE != "x86_64", reason="int 0x80 is of x86")
def test_the_32_bit_door_is_closed(uid: int) -> None:
    if outcome(old_door, uid=uid, filters=False) is not True:
        pytest.skip("this kernel runs no 32-bit calls")

    assert outcome(old_door, uid=uid) == "SIGSYS"


@pytest.mark.skipif(k.MACHINE != "x86_64", reason="x32 is of x86-64")
def test_the_x32_door_is_closed(uid: int) -> None:
    assert outcome(lambda: k.syscall(k.X32_BIT | k.syscall_number("getpid")), uid=uid) == "SIGSYS"


def test_a_candidate_cannot_fork(uid: int) -> None:
    assert outcome(os.fork, uid=uid) == "EPERM"


def fork_and_wait() -> object:
    pid = os.fork()
    if pid == 0:
        signal.pause()
    os.kill(pid, signal.SIGKILL)
    return os.WTERMSIG(os.waitpid(pid, 0)[1])


def test_a_zygote_can_fork_and_kill(uid: int) -> None:
    assert outcome(fork_and_wait, uid=uid, child=False) == signal.SIGKILL


def test_each_child_of_a_zygote_signals_only_itself(uid: int) -> None:
    def two_children() -> object:
        second = seccomp.child_filter("light")
        return [of_a_child(second) for _ in range(2)]

    def of_a_child(second: Filter) -> object:
        pid = os.fork()
        if pid == 0:
            second.install(os.getpid())
            os.kill(os.getpid(), 0)
            os._exit(7 if value_or_errno(lambda: os.kill(os.getppid(), 0)) == "EPERM" else 1)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    assert outcome(two_children, uid=uid, child=False) == [7, 7]


@pytest.mark.parametrize("target", [os.getpid(), 0, -1, 1], ids=["parent", "group", "all", "first"])
def test_nobody_else_can_be_signalled(uid: int, target: int) -> None:
    assert outcome(lambda: os.kill(target, 0), uid=uid) == "EPERM"


def test_a_candidate_can_signal_itself(uid: int) -> None:
    assert outcome(lambda: os.kill(os.getpid(), 0), uid=uid) is None
    assert outcome(os.abort, uid=uid) == "SIGABRT"


def test_limits_of_others_cannot_be_changed(uid: int) -> None:
    parent = os.getpid()

    assert outcome(lambda: resource.prlimit(parent, resource.RLIMIT_CPU, (1, 1)), uid=uid) == "EPERM"


def test_own_limits_can_be_lowered(uid: int) -> None:
    def lower() -> object:
        resource.setrlimit(resource.RLIMIT_CPU, (50, 50))
        return resource.getrlimit(resource.RLIMIT_CPU)

    assert outcome(lower, uid=uid) == [50, 50]


def test_threads_start(uid: int) -> None:
    def ten_threads() -> object:
        done: list[int] = []
        threads = [threading.Thread(target=done.append, args=(i,)) for i in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(done)

    assert outcome(ten_threads, uid=uid) == list(range(10))


def test_asyncio_runs(uid: int) -> None:
    async def answer() -> int:
        with concurrent.futures.thread.ThreadPoolExecutor() as pool:
            return await asyncio.get_running_loop().run_in_executor(pool, lambda: 42)

    assert outcome(lambda: asyncio.run(answer()), uid=uid) == 42


def test_sockets_are_refused(uid: int) -> None:
    assert outcome(socket.socket, uid=uid) == "EACCES"


def test_a_stream_pair_works(uid: int) -> None:
    def talk() -> object:
        left, right = socket.socketpair()
        left.sendmsg([b"hello"])
        return right.recv(5).decode()

    assert outcome(talk, uid=uid) == "hello"


def test_a_datagram_pair_is_refused(uid: int) -> None:
    assert outcome(lambda: socket.socketpair(type=socket.SOCK_DGRAM), uid=uid) == "EAFNOSUPPORT"


def test_a_socket_filter_is_refused(uid: int) -> None:
    def attach() -> object:
        return socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, k.SO_ATTACH_FILTER, bytes(16))

    assert outcome(attach, uid=uid) == "EPERM"


def test_a_file_is_copied_with_its_mode_left_alone(uid: int, scratch: Path) -> None:
    source, copy = scratch / "source", scratch / "copy"
    source.write_text("text")
    source.chmod(0o755)

    assert outcome(lambda: shutil.copy2(source, copy) and copy.read_text(), uid=uid) == "text"
    assert copy.stat().st_mode & 0o777 != 0o755


def test_a_mode_outside_cannot_be_changed(uid: int, scratch: Path) -> None:
    victim = scratch / "victim"
    victim.write_text("")
    victim.chmod(0o600)
    os.chown(victim, uid, -1)

    assert outcome(lambda: victim.chmod(0o777), uid=uid) is None
    assert victim.stat().st_mode & 0o777 == 0o600


def test_a_process_cannot_be_started(uid: int) -> None:
    def start() -> object:
        try:
            return subprocess.run(["true"], check=False).returncode
        except PermissionError:
            return "PermissionError"

    assert outcome(start, uid=uid) == "PermissionError"


def test_locks_succeed_without_a_lock(uid: int, scratch: Path) -> None:
    path = scratch / "locked"
    path.write_text("")
    os.chown(path, uid, -1)

    with path.open("r+") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        assert outcome(lambda: fcntl.lockf(path.open("r+"), fcntl.LOCK_EX), uid=uid) is None


@pytest.mark.parametrize("command", [fcntl.F_SETOWN, k.F_SETSIG, fcntl.F_SETPIPE_SZ, k.F_ADD_SEALS, fcntl.F_NOTIFY])
def test_a_descriptor_cannot_send_signals_or_change_for_others(uid: int, command: int) -> None:
    assert outcome(lambda: fcntl.fcntl(os.pipe()[0], command, os.getppid()), uid=uid) == "EPERM"


def test_an_inode_cannot_be_changed_through_a_reader(uid: int) -> None:
    set_flags = 0x40086602

    def change() -> object:
        return fcntl.ioctl(os.open("/usr", os.O_RDONLY), set_flags, bytes(8))

    assert outcome(change, uid=uid) == "ENOTTY"


# --- memory that RLIMIT_DATA does not count ----------------------------------------------------------------------


def test_shared_memory_is_refused(uid: int) -> None:
    assert outcome(lambda: mmap.mmap(-1, 4096), uid=uid) == "ENOMEM"
    assert outcome(lambda: os.memfd_create("x"), uid=uid) == "ENOSYS"


def test_a_mapping_that_grows_downwards_is_refused(uid: int) -> None:
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | k.MAP_GROWSDOWN

    assert outcome(lambda: mmap.mmap(-1, 4096, flags=flags), uid=uid) == "ENOMEM"


def lowest_page_of_the_stack() -> int:
    (line,) = [line for line in Path("/proc/self/maps").read_text().splitlines() if line.endswith("[stack]")]
    return int(line.partition("-")[0], 16)


def test_the_stack_cannot_be_made_larger_by_moving_it(uid: int) -> None:
    may_move = 1

    def move() -> object:
        return k.syscall(k.syscall_number("mremap"), lowest_page_of_the_stack(), 4096, 1 << 20, may_move)

    assert outcome(lambda: move() != 0, uid=uid, filters=False) is True
    assert outcome(move, uid=uid) == "ENOMEM"


def test_other_memory_can_be_moved(uid: int) -> None:
    def grow() -> object:
        memory = mmap.mmap(-1, 1 << 16, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        memory.resize(1 << 20)
        return len(memory)

    assert outcome(grow, uid=uid) == 1 << 20


def test_the_limit_of_the_stack_stays_though_raising_it_seems_to_succeed(uid: int) -> None:
    before = resource.getrlimit(resource.RLIMIT_STACK)

    def widen() -> object:
        resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        return resource.getrlimit(resource.RLIMIT_STACK)

    assert outcome(widen, uid=uid) == list(before)


def test_a_socket_keeps_its_room_though_widening_it_seems_to_succeed(uid: int) -> None:
    def widen() -> object:
        ours, _ = socket.socketpair()
        before = ours.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
        return ours.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) == before

    assert outcome(widen, uid=uid) is True


# --- programs ----------------------------------------------------------------------------------------------------


def shell(script: str) -> Callable[[], object]:
    return lambda: subprocess.run(["/bin/sh", "-c", script], check=False, capture_output=True, text=True).stdout


def test_a_program_starts_others_and_signals_them(uid: int, scratch: Path) -> None:
    script = f"cd {scratch}; echo 'echo made' > run; chmod +x run; ./run | cat; sleep 50 & kill $!; wait $!; echo $?"

    assert outcome(shell(script), uid=uid, profile="program") == "made\n143\n"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_a_compiler_and_what_it_made_run(uid: int, scratch: Path) -> None:
    (scratch / "main.c").write_text('#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n')

    assert outcome(shell(f"cd {scratch}; gcc main.c 2>&1 && ./a.out"), uid=uid, profile="program") == "hello\n"


def test_filters_survive_exec(uid: int) -> None:
    code = "import socket; socket.socket()"
    started = [sys.executable if os.access(sys.executable, os.X_OK) and uid == os.getuid() else "/usr/bin/python3"]

    def run_python() -> object:
        result = subprocess.run([*started, "-Ic", code], check=False, capture_output=True, text=True)
        return result.stderr.splitlines()[-1]

    assert outcome(run_python, uid=uid, profile="program") == "PermissionError: [Errno 13] Permission denied"


@pytest.mark.parametrize(
    ("name", "args", "answer"),
    [
        ("unshare", (0x10000000,), "SIGSYS"),
        ("seccomp", (1, 0, 0), "EPERM"),
        ("clone", (0x10000011,), "EPERM"),
        ("clone", (0x8011,), "EPERM"),
        ("clone3", (0, 0), "ENOSYS"),
    ],
)
def test_programs_stay_in_their_namespaces(name: str, args: tuple[int, ...], answer: str, uid: int) -> None:
    assert outcome(call(name, *args), uid=uid, profile="program") == answer
