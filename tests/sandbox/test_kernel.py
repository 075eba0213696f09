"""The numbers agree with the headers of the kernel, and the helpers do what they say."""

import errno
import os
import re
import signal
from pathlib import Path

import pytest

from assay.sandbox.guest import kernel as k

X86_HEADER = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
GENERIC_HEADER = Path("/usr/include/asm-generic/unistd.h")
# What arch/arm64/include/uapi/asm/unistd.h asks for; the last two in the kernel's own arm64 header.
AARCH64_WANTS = {
    f"__ARCH_WANT_{name}"
    for name in ("RENAMEAT", "NEW_STAT", "SET_GET_RLIMIT", "TIME32_SYSCALLS", "SYS_CLONE3", "MEMFD_SECRET")
}
# Newer than the headers of most distributions, but placed in an old gap.
NEW_IN_OLD_GAPS = {"uretprobe", "uprobe"}


def header_numbers(lines: list[str]) -> dict[str, int]:
    """The `__NR_` definitions of a header, aliases resolved."""
    defined = dict(re.findall(r"^#define (__NR\w*)\s+(\w+)", "\n".join(lines), re.MULTILINE))
    numbers = {}
    for name, value in defined.items():
        while value in defined:
            value = defined[value]
        if name.startswith("__NR_") and value.isdigit():
            numbers[name.removeprefix("__NR_")] = int(value)
    numbers.pop("syscalls", None)
    numbers.pop("arch_specific_syscall", None)
    return numbers


def preprocessed(text: str, wants: set[str]) -> list[str]:
    """The lines that a 64-bit preprocessor would keep; enough of one for this header."""
    kept: list[str] = []
    active = [True]
    for line in text.replace("\\\n", " ").splitlines():
        directive, _, condition = line.strip().partition(" ")
        if directive in ("#if", "#ifdef", "#ifndef"):
            active.append(holds(directive, condition, kept, wants))
        elif directive == "#else":
            active.append(not active.pop())
        elif directive == "#endif":
            active.pop()
        elif all(active):
            kept.append(line)
    return kept


def holds(directive: str, condition: str, kept: list[str], wants: set[str]) -> bool:
    def is_defined(name: str) -> bool:
        return name in wants or any(re.match(rf"#define {name}\b", line) for line in kept)

    if directive == "#ifdef":
        return is_defined(condition.strip())
    if directive == "#ifndef":
        return not is_defined(condition.strip())
    words = re.sub(r"defined\s*\(?\s*(\w+)\s*\)?", lambda found: str(is_defined(found[1])), condition)
    words = words.replace("__BITS_PER_LONG", "64").replace("&&", " and ").replace("||", " or ")
    return bool(eval(re.sub(r"!(?!=)", " not ", words), {}))


def assert_same(table: dict[str, int], header: dict[str, int]) -> None:
    last_known, last_there = max(table.values()), max(header.values())
    assert {name: number for name, number in header.items() if number <= last_known} == {
        name: number
        for name, number in table.items()
        if number <= last_there and (name not in NEW_IN_OLD_GAPS or name in header)
    }


@pytest.mark.skipif(not X86_HEADER.exists(), reason=f"no {X86_HEADER}")
def test_the_x86_64_table_is_that_of_the_header() -> None:
    header = header_numbers(X86_HEADER.read_text().splitlines())

    assert_same(k.SYSCALLS["x86_64"], header)


@pytest.mark.skipif(not GENERIC_HEADER.exists(), reason=f"no {GENERIC_HEADER}")
def test_the_aarch64_table_is_the_generic_one() -> None:
    header = header_numbers(preprocessed(GENERIC_HEADER.read_text(), AARCH64_WANTS))

    assert_same(k.SYSCALLS["aarch64"], header)


@pytest.mark.parametrize("machine", list(k.SYSCALLS))
def test_no_number_stands_for_two_calls(machine: str) -> None:
    numbers = list(k.SYSCALLS[machine].values())

    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize(
    ("name", "x86_64", "aarch64"),
    [
        ("kill", 62, 129),
        ("clone", 56, 220),
        ("prctl", 157, 167),
        ("socket", 41, 198),
        ("mmap", 9, 222),
        ("fcntl", 72, 25),
        ("ioctl", 16, 29),
        ("seccomp", 317, 277),
        ("landlock_restrict_self", 446, 446),
    ],
)
def test_well_known_numbers(name: str, x86_64: int, aarch64: int) -> None:
    assert (k.SYSCALLS["x86_64"][name], k.SYSCALLS["aarch64"][name]) == (x86_64, aarch64)


def test_a_call_returns_its_result() -> None:
    assert k.syscall(k.syscall_number("getpid")) == os.getpid()


def test_a_failing_call_is_an_error_with_its_number() -> None:
    with pytest.raises(OSError, match="Bad file descriptor") as failure:
        k.syscall(k.syscall_number("close"), 1_000_000)

    assert failure.value.errno == errno.EBADF


def test_an_unknown_name_is_a_missing_call() -> None:
    with pytest.raises(OSError, match="no system call 'frobnicate'") as failure:
        k.syscall_number("frobnicate")

    assert failure.value.errno == errno.ENOSYS


def test_the_process_attributes_are_set() -> None:
    """In a child, because no_new_privs cannot be taken back."""
    pid = os.fork()
    if pid == 0:
        os._exit(0 if attributes_are_set() else 1)

    assert os.waitpid(pid, 0)[1] == 0


def attributes_are_set() -> bool:
    try:
        k.set_no_new_privs()
        k.set_dumpable(False)
        k.set_pdeathsig(signal.SIGKILL)
        prctl = k.syscall_number("prctl")
        return (k.syscall(prctl, k.PR_GET_NO_NEW_PRIVS), k.syscall(prctl, k.PR_GET_DUMPABLE)) == (1, 0)
    except OSError:
        return False


def test_a_signal_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OSError, match="Invalid argument"):
        k.set_pdeathsig(1000)
