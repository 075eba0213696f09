"""Which system calls a candidate may make: a policy as data, compiled to BPF.

Two filters stand on top of each other and the stricter answer counts. `zygote_filter` is installed once and
inherited; it holds the whole policy, but leaves open what the zygote itself still needs (`_ZYGOTE_NEEDS`).
`child_filter` is short, because every child pays for its installation, and closes exactly those doors again.

Integer arguments (int, pid_t) are compared by their low word only, as the kernel reads them; arguments of type
long by both words, except where the high word cannot mean anything.
"""

from __future__ import annotations

import ctypes
import errno

from . import kernel as k
from .bpf import (
    WHOLE,
    ArgumentCheck,
    ArgumentRule,
    Condition,
    Filter,
    Instruction,
    Policy,
    answer_with,
    assemble,
    compiled,
)

ALLOW = k.SECCOMP_RET_ALLOW
KILL = k.SECCOMP_RET_KILL_PROCESS
PRETEND = k.SECCOMP_RET_ERRNO  # errno 0: the call returns 0 and does nothing
EPERM = k.SECCOMP_RET_ERRNO | errno.EPERM
EACCES = k.SECCOMP_RET_ERRNO | errno.EACCES
EINVAL = k.SECCOMP_RET_ERRNO | errno.EINVAL
ENOMEM = k.SECCOMP_RET_ERRNO | errno.ENOMEM
ENOSYS = k.SECCOMP_RET_ERRNO | errno.ENOSYS
ENOTSUP = k.SECCOMP_RET_ERRNO | errno.ENOTSUP
ENOTTY = k.SECCOMP_RET_ERRNO | errno.ENOTTY
ENOPROTOOPT = k.SECCOMP_RET_ERRNO | errno.ENOPROTOOPT
EAFNOSUPPORT = k.SECCOMP_RET_ERRNO | errno.EAFNOSUPPORT

LIGHT = "light"
PROGRAM = "program"


def zygote_filter(
    profile: str,
    *,
    empty_network: bool = False,
    counted_memory: bool = False,
    own_files: bool = False,
    gateway: bool = False,
    final: bool = False,
) -> Filter:
    """Return the filter with the whole policy, for the zygote and all its children.

    `final`: no other filter follows. A parent that needs no more than its children do may still open descriptors of
    processes, and so may they: of those in their own namespace, and to wait for them.
    `empty_network`: the zygote sits in a net namespace of its own, so programs may open IP sockets.
    `counted_memory`: a cgroup counts shared memory and files in memory, so programs may make them.
    `own_files`: all that is not the candidate's own is mounted read-only, so modes and times of files may be set.
    `gateway`: somebody listens in that net namespace, so programs may connect over TCP, and nothing else of IP.
    """
    policy = policy_of(
        profile,
        k.MACHINE,
        empty_network=empty_network,
        counted_memory=counted_memory,
        own_files=own_files,
        gateway=gateway,
    )
    if profile == LIGHT:
        policy["mremap"] = mremap_check(_stack_floor())
    if final:
        policy["pidfd_open"] = ALLOW
    return Filter(assemble(zygote_program(profile, k.MACHINE, policy, needs={} if final else None)))


def child_filter(profile: str, *, own_files: bool = False) -> Filter:
    """Return the filter that forbids what only the zygote needed; to be installed with the pid of the child."""
    program = child_program(profile, k.MACHINE, own_files=own_files)
    return Filter(assemble(program), tuple(i for i, step in enumerate(program) if step[3] == OWN_PID))


def policy_of(
    profile: str,
    machine: str,
    *,
    empty_network: bool = False,
    counted_memory: bool = False,
    own_files: bool = False,
    gateway: bool = False,
) -> Policy:
    """Return the answer to every system call of a machine, as a candidate meets it."""
    policy: Policy = dict.fromkeys(k.SYSCALLS[machine], EPERM)
    layers = [_LIGHT, _OWN_FILES] if own_files else [_LIGHT]
    if profile == PROGRAM:
        layers.append(_PROGRAM)
        if gateway:
            layers.append(_GATEWAY)
        elif empty_network:
            layers.append(_IP_SOCKETS)
        if counted_memory:
            layers.append(_SHARED_MEMORY)
    elif profile != LIGHT:
        raise ValueError(f"profile must be {LIGHT!r} or {PROGRAM!r}, got {profile!r}")
    for layer in layers:
        policy.update({name: answer for name, answer in layer.items() if name in policy})
    return policy


def zygote_program(profile: str, machine: str, policy: Policy, *, needs: Policy | None = None) -> list[Instruction]:
    """Return the program for `policy` that still allows what the zygote needs, or only what is in `needs`."""
    policy = policy | (_ZYGOTE_NEEDS[profile] if needs is None else needs)
    head = [
        (k.BPF_LD, 0, 0, k.DATA_ARCH),
        (k.BPF_JEQ, 1, 0, k.AUDIT_ARCH[machine]),
        answer_with(KILL),
        (k.BPF_LD, 0, 0, k.DATA_NR),
    ]
    if machine == "x86_64":
        head += [(k.BPF_JGE, 0, 1, k.X32_BIT), answer_with(KILL)]
    return compiled(head, policy, machine, between=ENOSYS)


def child_program(profile: str, machine: str, *, own_files: bool = False) -> list[Instruction]:
    """Return the program for what the zygote may and a child may not; the architecture was checked before."""
    final = policy_of(profile, machine, own_files=own_files) | _CHILD_SHORTCUTS[profile]
    closed = {name: final[name] for name in _ZYGOTE_NEEDS[profile]}
    head = [(k.BPF_LD, 0, 0, k.DATA_NR)]
    return compiled(head, closed, machine, between=ALLOW)


def mremap_check(stack_floor: int | None) -> ArgumentCheck:
    """Forbid mremap of the main stack: RLIMIT_DATA does not count a stack mapping, and mremap makes it any size.

    Verified on Linux 6.18: 600 MB resident under a limit of 100 MB. Without a known stack nothing is moved;
    realloc then copies.
    """
    if stack_floor is None:
        return _first(otherwise=ENOMEM)
    high, low = divmod(stack_floor, 1 << 32)
    return _first(
        _when(_at_least(_high(0), high + 1), then=ENOMEM),
        _when(_is(_high(0), high), _at_least(_low(0), low), then=ENOMEM),
        otherwise=ALLOW,
    )


# --- policy ----------------------------------------------------------------------------------------------------

OWN_PID = 0xDEADBEEF
"""Stands in a program where the pid of the process belongs; no pid has this value."""


def _low(argument: int) -> int:
    return 2 * argument


def _high(argument: int) -> int:
    return 2 * argument + 1


def _is(word: int, *values: int, mask: int = WHOLE) -> Condition:
    return word, mask, k.BPF_JEQ, values


def _has(word: int, bits: int) -> Condition:
    return _is(word, bits, mask=bits)


def _at_least(word: int, value: int) -> Condition:
    return word, WHOLE, k.BPF_JGE, (value,)


def _when(*conditions: Condition, then: int = ALLOW) -> ArgumentRule:
    return conditions, then


def _first(*rules: ArgumentRule, otherwise: int) -> ArgumentCheck:
    return rules, otherwise


def _all(answer: int, names: str) -> Policy:
    return dict.fromkeys(names.split(), answer)


_FILES_AND_MEMORY = """
    read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek close close_range dup dup2 dup3
    fstat sendfile splice tee copy_file_range fsync fdatasync sync_file_range fadvise64 fallocate ftruncate pipe
    pipe2 open openat openat2 creat stat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat
    getcwd chdir fchdir getdents getdents64 unlink unlinkat rename renameat mkdir mkdirat rmdir symlink symlinkat
    link linkat truncate statfs fstatfs umask
    munmap mprotect mremap brk madvise msync mincore mlock munlock membarrier mbind get_mempolicy set_mempolicy
"""
_TIME_AND_THREADS = """
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack pause alarm
    setitimer getitimer timer_create timer_settime timer_gettime timer_getoverrun timer_delete timerfd_create
    timerfd_settime timerfd_gettime clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times
    futex futex_waitv futex_wake futex_wait futex_requeue set_robust_list set_tid_address rseq sched_yield
    sched_getaffinity sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min getcpu
    exit exit_group restart_syscall wait4 waitid
"""
_FACTS_AND_EVENTS = """
    getpid gettid getppid getuid geteuid getgid getegid getresuid getresgid getgroups getpgid getpgrp getsid
    getpriority getrusage getrlimit sysinfo uname getrandom
    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd
    eventfd2 recvfrom sendto recvmsg sendmsg getsockname getpeername getsockopt shutdown
"""
# Landlock does not see these, and EPERM breaks shutil.copy.
_FILE_MODES = """
    chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes futimesat utimensat
"""
# shutil.copystat expects ENOTSUP.
_EXTENDED_ATTRIBUTES = """
    setxattr lsetxattr fsetxattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr removexattr
    lremovexattr fremovexattr setxattrat getxattrat listxattrat removexattrat
"""
# Libraries know how to live without these. clone3 hides its flags behind a pointer; EPERM for it would break
# all threads (moby#42680).
_NOT_THERE = """
    clone3 memfd_create memfd_secret io_uring_setup io_uring_enter io_uring_register pidfd_open execveat
    userfaultfd uretprobe uprobe set_mempolicy_home_node cachestat map_shadow_stack statmount listmount
    lsm_get_self_attr lsm_set_self_attr lsm_list_modules mseal file_getattr file_setattr listns
"""
_NO_HONEST_USE = """
    ptrace process_vm_readv process_vm_writev bpf perf_event_open mount umount2 pivot_root chroot open_tree
    open_tree_attr move_mount fsopen fsconfig fsmount fspick mount_setattr unshare setns keyctl add_key request_key
    init_module finit_module delete_module create_module kexec_load kexec_file_load reboot swapon swapoff
    open_by_handle_at
"""

_MYSELF = _first(_when(_is(_low(0), 0)), otherwise=EPERM)
# RLIMIT_DATA does not count the main stack, so RLIMIT_STACK must hold. Honest solutions raise it before they recurse:
# they go on with the stack they have.
_SETRLIMIT = _first(_when(_is(_low(0), k.RLIMIT_STACK), then=PRETEND), otherwise=ALLOW)
_ASK_STACK_LIMIT = (_is(_low(1), k.RLIMIT_STACK), _is(_low(2), 0), _is(_high(2), 0))
_PRLIMIT = _first(
    _when(_is(_low(0), 0), *_ASK_STACK_LIMIT),
    _when(_is(_low(0), 0), _is(_low(1), k.RLIMIT_STACK), then=PRETEND),
    _when(_is(_low(0), 0)),
    otherwise=EPERM,
)
_MY_PID = _first(_when(_is(_low(0), OWN_PID)), otherwise=EPERM)

_NO_HIGH_FLAGS = _is(_high(0), 0)
_FORK_FLAGS = _is(_low(0), k.CLONE_FORK)
_THREAD_FLAGS = _is(_low(0), k.CLONE_GLIBC_THREAD, mask=WHOLE & ~k.CLONE_CHILD_SETTID)
_THREAD = _first(_when(_NO_HIGH_FLAGS, _THREAD_FLAGS), otherwise=EPERM)
_FORK_OR_THREAD = _first(_when(_NO_HIGH_FLAGS, _FORK_FLAGS), _when(_NO_HIGH_FLAGS, _THREAD_FLAGS), otherwise=EPERM)
# CLONE_PARENT would make the zygote the parent of processes that it has not started.
_NO_NAMESPACE = _first(
    _when(_NO_HIGH_FLAGS, _is(_low(0), 0, mask=k.CLONE_NEW_ANY | k.CLONE_PARENT)),
    otherwise=EPERM,
)

# RLIMIT_DATA counts neither shared memory nor a mapping that grows downwards, which passes for a stack.
_COUNTED_MAPPING = _first(
    _when(_has(_low(3), k.MAP_SHARED | k.MAP_ANONYMOUS), then=ENOMEM),
    _when(_has(_low(3), k.MAP_GROWSDOWN), then=ENOMEM),
    otherwise=ALLOW,
)

# Setting dumpable to 0 and the death signal to SIGKILL are for the zygote; they give a candidate nothing.
_PRCTL = _first(
    _when(_is(_low(0), k.PR_SET_NAME, k.PR_GET_NAME, k.PR_SET_VMA, k.PR_SVE_SET_VL, k.PR_SVE_GET_VL)),
    _when(_is(_low(0), k.PR_GET_PDEATHSIG, k.PR_GET_DUMPABLE, k.PR_GET_SECCOMP, k.PR_GET_NO_NEW_PRIVS)),
    _when(_is(_low(0), k.PR_SET_NO_NEW_PRIVS)),
    _when(_is(_low(0), k.PR_SET_DUMPABLE), _is(_low(1), 0), _is(_high(1), 0)),
    _when(_is(_low(0), k.PR_SET_PDEATHSIG), _is(_low(1), k.SIGKILL), _is(_high(1), 0)),
    otherwise=EPERM,
)

# A list of what is harmless: FS_IOC_SETFLAGS and FS_IOC_ENABLE_VERITY change an inode of the same user through
# a descriptor that may only read it, and FIOSETOWN sends signals.
_TERMINAL_IOCTLS = _when(_is(_low(1), k.TCGETS, k.TIOCGWINSZ, k.TIOCGPGRP))
_FILE_IOCTLS = _when(_is(_low(1), k.FIONREAD, k.FIONBIO, k.FIOCLEX, k.FIONCLEX, k.FICLONE))
_INTERFACE_IOCTLS = _when(_is(_low(1), *k.SIOCGIF))
_HOSTILE_IOCTLS = _when(_is(_low(1), k.TIOCSTI, k.TIOCLINUX, k.FIOASYNC, k.FIOSETOWN, k.SIOCSPGRP), then=EPERM)
_IOCTL = _first(_TERMINAL_IOCTLS, _FILE_IOCTLS, _HOSTILE_IOCTLS, otherwise=ENOTTY)
_IOCTL_WITH_IP = _first(_TERMINAL_IOCTLS, _FILE_IOCTLS, _INTERFACE_IOCTLS, _HOSTILE_IOCTLS, otherwise=ENOTTY)

# Left out: F_SETOWN and F_SETSIG (signals), F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ, F_ADD_SEALS (of an inherited memfd).
_FLAG_FCNTLS = _when(_is(_low(1), k.F_DUPFD, k.F_DUPFD_CLOEXEC, k.F_GETFD, k.F_SETFD, k.F_GETFL, k.F_SETFL))
_FACT_FCNTLS = _when(_is(_low(1), k.F_GETLK, k.F_OFD_GETLK, k.F_GETOWN, k.F_GETOWN_EX, k.F_GETSIG))
_SIZE_FCNTLS = _when(_is(_low(1), k.F_GETLEASE, k.F_GETPIPE_SZ, k.F_GET_SEALS))
# A POSIX lock never conflicts in a process that is alone, so success without a lock is faithful (SQLite needs it).
# A real one would be a channel between candidates through any readable inode, and unbounded kernel memory.
_PRETENDED_LOCKS = _when(_is(_low(1), k.F_SETLK, k.F_SETLKW), then=PRETEND)
_NO_OPEN_FILE_LOCKS = _when(_is(_low(1), k.F_OFD_SETLK, k.F_OFD_SETLKW), then=EINVAL)
_REAL_LOCKS = _when(_is(_low(1), k.F_SETLK, k.F_SETLKW, k.F_OFD_SETLK, k.F_OFD_SETLKW))
_HARMLESS_FCNTLS = (_FLAG_FCNTLS, _FACT_FCNTLS, _SIZE_FCNTLS)
_FCNTL = _first(*_HARMLESS_FCNTLS, _PRETENDED_LOCKS, _NO_OPEN_FILE_LOCKS, otherwise=EPERM)
_FCNTL_WITH_LOCKS = _first(*_HARMLESS_FCNTLS, _REAL_LOCKS, otherwise=EPERM)

# Datagram pairs could send to the path of any socket.
_STREAM_PAIR = _first(
    _when(_is(_low(0), k.AF_UNIX), _is(_low(1), k.SOCK_STREAM, mask=k.SOCK_TYPE_MASK)),
    otherwise=EAFNOSUPPORT,
)
# A pair of the other connected kind cannot send anywhere else either; Rust starts processes with one.
_CONNECTED_PAIR = _first(
    _when(_is(_low(0), k.AF_UNIX), _is(_low(1), k.SOCK_STREAM, k.SOCK_SEQPACKET, mask=k.SOCK_TYPE_MASK)),
    otherwise=EAFNOSUPPORT,
)
# No AF_UNIX: a net namespace does not hide sockets that have a path. TCP and UDP only: every other protocol
# is rarely used kernel code.
_IP_SOCKET = _first(
    _when(
        _is(_low(0), k.AF_INET, k.AF_INET6),
        _is(_low(1), k.SOCK_STREAM, k.SOCK_DGRAM, mask=k.SOCK_TYPE_MASK),
        _is(_low(2), 0, k.IPPROTO_TCP, k.IPPROTO_UDP),
    ),
    otherwise=EACCES,
)
_SOCKET_FILTERS = _is(
    _low(2), k.SO_ATTACH_FILTER, k.SO_ATTACH_BPF, k.SO_ATTACH_REUSEPORT_CBPF, k.SO_ATTACH_REUSEPORT_EBPF
)

# What waits in a socket is memory of the kernel's that no limit of a process counts: its room stays as it is.
_SOCKET_ROOM = _is(_low(2), k.SO_SNDBUF, k.SO_RCVBUF, k.SO_SNDBUFFORCE, k.SO_RCVBUFFORCE)
_SETSOCKOPT = _first(
    _when(_is(_low(1), k.SOL_SOCKET), _SOCKET_FILTERS, then=EPERM),
    _when(_is(_low(1), k.SOL_SOCKET), _SOCKET_ROOM, then=PRETEND),
    otherwise=ALLOW,
)

_LIGHT: Policy = {
    **_all(ALLOW, _FILES_AND_MEMORY + _TIME_AND_THREADS + _FACTS_AND_EVENTS),
    **_all(PRETEND, _FILE_MODES),
    **_all(ENOTSUP, _EXTENDED_ATTRIBUTES),
    **_all(ENOSYS, _NOT_THERE),
    **_all(KILL, _NO_HONEST_USE),
    "arch_prctl": _first(_when(_is(_low(0), *k.ARCH_PRCTL)), otherwise=EINVAL),
    "clone": _THREAD,
    "fcntl": _FCNTL,
    "get_robust_list": _MYSELF,
    "ioctl": _IOCTL,
    "kill": _MY_PID,
    "mmap": _COUNTED_MAPPING,
    "prctl": _PRCTL,
    "prlimit64": _PRLIMIT,
    # A whiteout is a device node that Landlock does not see being made.
    "renameat2": _first(_when(_has(_low(4), k.RENAME_WHITEOUT), then=EINVAL), otherwise=ALLOW),
    "setrlimit": _SETRLIMIT,
    "setsockopt": _SETSOCKOPT,
    "socket": EACCES,
    "socketpair": _STREAM_PAIR,
    "tgkill": _MY_PID,
}

# On top of _LIGHT. Real file modes: read-only mounts, or a user that owns nothing else, protect the rest.
_PROGRAM: Policy = {
    **_all(ALLOW, "execve execveat fork vfork setsid setpgid kill tgkill tkill flock capget"),
    **_all(ALLOW, "pkey_alloc pkey_free pkey_mprotect"),
    **_all(ALLOW, _FILE_MODES),
    "clone": _NO_NAMESPACE,
    "fcntl": _FCNTL_WITH_LOCKS,
    "prlimit64": _MYSELF,
    "setrlimit": ALLOW,
    "socketpair": _CONNECTED_PAIR,
}

# No limit of a process counts these; a file in memory that nobody has mapped is not even seen in any process.
_SHARED_MEMORY: Policy = _all(ALLOW, "mmap memfd_create")

# Where nothing else can be written: `Path.touch` makes a file only if setting the time of it fails.
_OWN_FILES = _all(ALLOW, _FILE_MODES)

_IP_SOCKETS: Policy = {
    **_all(ALLOW, "connect bind listen accept accept4 sendmmsg recvmmsg"),
    "ioctl": _IOCTL_WITH_IP,
    "socket": _IP_SOCKET,
}

# Where a connection leads to somebody, less is allowed than where there is nobody. Without `bind` and `listen` nothing
# but the gateway can be connected to; what else a TCP socket can be made to do is rarely used kernel code.
_GATEWAY: Policy = {
    **_all(ALLOW, "connect"),
    "setsockopt": _first(
        *_SETSOCKOPT[0],
        _when(_is(_low(1), k.SOL_SOCKET)),
        _when(_is(_low(1), k.IPPROTO_TCP), _is(_low(2), *k.TCP_CLIENT_OPTIONS)),
        _when(_is(_low(1), k.IPPROTO_IP), _is(_low(2), k.IP_TOS)),
        otherwise=ENOPROTOOPT,
    ),
    "socket": _first(
        _when(
            _is(_low(0), k.AF_INET),
            _is(_low(1), k.SOCK_STREAM, mask=k.SOCK_TYPE_MASK),
            _is(_low(2), 0, k.IPPROTO_TCP),
        ),
        otherwise=EACCES,
    ),
}

_INSTALL = _all(ALLOW, "seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self pidfd_open")
_ZYGOTE_NEEDS: dict[str, Policy] = {
    # fchmodat: a candidate may leave folders that cannot be listed, and the zygote has to empty scratch.
    # utimensat: the times of scratch itself would tell the next candidate about the one before.
    LIGHT: {**_all(ALLOW, "seccomp kill tgkill fchmodat utimensat"), "clone": _FORK_OR_THREAD},
    PROGRAM: _INSTALL,
}
# The filter of the zygote has compared the high word already.
_CHILD_SHORTCUTS: dict[str, Policy] = {
    LIGHT: {"clone": _first(_when(_THREAD_FLAGS), otherwise=EPERM)},
    PROGRAM: {},
}


# --- this process ----------------------------------------------------------------------------------------------

# The gap that the kernel keeps free below the main stack is at least twice as large.
_STACK_REACH = 64 << 20


def _stack_floor() -> int | None:
    """Return an address below which no part of the main stack can lie, above which there is nothing to move."""
    try:
        end = ctypes.c_void_p.in_dll(k.libc, "__libc_stack_end").value
    except ValueError:
        return None
    return end - _STACK_REACH if end else None
