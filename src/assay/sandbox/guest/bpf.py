"""Berkeley packet filter programs: a policy for system calls compiled, made small, and installed in this process."""

from __future__ import annotations

import ctypes
import errno
import struct

from . import kernel as k

Condition = tuple[int, int, int, tuple[int, ...]]
"""Word of the arguments, mask, comparison, values of which one must hold."""
ArgumentRule = tuple[tuple[Condition, ...], int]
"""Where all conditions hold, the answer."""
ArgumentCheck = tuple[tuple[ArgumentRule, ...], int]
"""The first rule that holds answers; else the last item."""
Policy = dict[str, "int | ArgumentCheck"]
Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, operand: struct sock_filter."""

WHOLE = 0xFFFFFFFF
"""The mask of a condition that compares all bits of a word."""
_INSTRUCTION = struct.Struct("=HBBI")
_WORD = struct.Struct("=I")


class Filter:
    """A filter that is ready to install: the child allocates nothing."""

    def __init__(self, program: bytes, pid_slots: tuple[int, ...] = ()) -> None:
        """Prepare a program; `pid_slots` are the instructions whose operand is the pid of the process that installs."""
        self.length = len(program) // _INSTRUCTION.size
        self._program = ctypes.create_string_buffer(program, len(program))
        self._header = _FilterProgram(self.length, ctypes.addressof(self._program))
        self._slots = [_INSTRUCTION.size * slot + 4 for slot in pid_slots]
        self._call = ctypes.CDLL(None).syscall
        self._call.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_long, ctypes.c_void_p)
        self._call.restype = ctypes.c_long
        self._arguments = (
            k.syscall_number("seccomp"),
            k.SECCOMP_SET_MODE_FILTER,
            _flags(),
            ctypes.addressof(self._header),
        )

    def install(self, pid: int | None = None) -> None:
        """Bind the calling thread, and all it starts later, to the filter; needs no_new_privs."""
        if self._slots and (pid is None or pid <= 0):
            raise ValueError(f"this filter needs the pid of its process, got {pid!r}")
        for slot in self._slots:
            _WORD.pack_into(self._program, slot, pid)
        if self._call(*self._arguments):  # without errno: keeping it would cost every child two dozen page faults
            k.syscall(*self._arguments)


def compiled(head: list[Instruction], policy: Policy, machine: str, *, between: int) -> list[Instruction]:
    """Return the program that begins with `head` and then answers each call; `between` for numbers without a name."""
    return _merge_tails(head + _tree(_ranges(policy, machine, between=between)))


def assemble(program: list[Instruction]) -> bytes:
    return b"".join(_INSTRUCTION.pack(*step) for step in program)


class _FilterProgram(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def _ranges(policy: Policy, machine: str, *, between: int) -> list[tuple[int, int | ArgumentCheck]]:
    """Return where each answer begins, in the order of numbers; `between` for numbers that have no name."""
    answers = {k.SYSCALLS[machine][name]: answer for name, answer in policy.items()}
    ranges: list[tuple[int, int | ArgumentCheck]] = []
    for number in range(max(answers) + 2):
        answer = answers.get(number, between)
        if not ranges or ranges[-1][1] != answer:
            ranges.append((number, answer))
    return ranges


def _tree(ranges: list[tuple[int, int | ArgumentCheck]]) -> list[Instruction]:
    """Return code that finds the number by binary search: the kernel walks the filter once for each number."""
    if len(ranges) == 1:
        return _leaf(ranges[0][1])
    middle = len(ranges) // 2
    below, above = _tree(ranges[:middle]), _tree(ranges[middle:])
    pivot = ranges[middle][0]
    if len(below) <= k.BPF_JUMP_REACH:
        return [(k.BPF_JGE, len(below), 0, pivot), *below, *above]
    return [(k.BPF_JGE, 0, 1, pivot), (k.BPF_JA, 0, 0, len(below)), *below, *above]


def _leaf(answer: int | ArgumentCheck) -> list[Instruction]:
    if isinstance(answer, int):
        return [answer_with(answer)]
    rules, otherwise = answer
    code = [answer_with(otherwise)]
    for conditions, then in reversed(rules):
        code = _rule(conditions, then) + code
    return code


def _rule(conditions: tuple[Condition, ...], then: int) -> list[Instruction]:
    """Return code that answers `then`, or runs off its end when a condition fails."""
    code = [answer_with(then)]
    for condition in reversed(conditions):
        code = _compare(condition, miss=len(code)) + code
    return code


def _compare(condition: Condition, *, miss: int) -> list[Instruction]:
    word, mask, comparison, values = condition
    code = [(k.BPF_LD, 0, 0, k.DATA_ARGS + 4 * word)]
    if mask != WHOLE:
        code.append((k.BPF_AND, 0, 0, mask))
    for left in range(len(values) - 1, -1, -1):
        code.append((comparison, left, 0 if left else miss, values[len(values) - 1 - left]))
    return code


def answer_with(answer: int) -> Instruction:
    return k.BPF_RET, 0, 0, answer


def _merge_tails(program: list[Instruction]) -> list[Instruction]:
    """Return the same program with one copy of equal endings, as far as jumps reach."""
    last_copy = _last_copies(program)
    targets = [_retarget(i, program, last_copy) for i in range(len(program))]
    kept = _reachable(targets)
    place = {old: new for new, old in enumerate(kept)}
    return [_place(program[old], place[old], [place[target] for target in targets[old]]) for old in kept]


def _last_copies(program: list[Instruction]) -> list[int]:
    """Return for each instruction the last one from which the program goes on in the same way."""
    copies = [0] * len(program)
    seen: dict[tuple[int, ...], int] = {}
    for i in range(len(program) - 1, -1, -1):
        code, _, _, operand = program[i]
        copies[i] = seen.setdefault((code, operand, *[copies[t] for t in _targets(i, program[i])]), i)
    return copies


def _targets(i: int, step: Instruction) -> list[int]:
    code, true, false, operand = step
    if code == k.BPF_RET:
        return []
    if code == k.BPF_JA:
        return [i + 1 + operand]
    if code in (k.BPF_JEQ, k.BPF_JGE):
        return [i + 1 + true, i + 1 + false]
    return [i + 1]


def _retarget(i: int, program: list[Instruction], last_copy: list[int]) -> list[int]:
    targets = _targets(i, program[i])
    if program[i][0] in (k.BPF_LD, k.BPF_AND):
        return targets
    far = program[i][0] == k.BPF_JA
    return [last_copy[t] if far or last_copy[t] - i <= k.BPF_JUMP_REACH else t for t in targets]


def _reachable(targets: list[list[int]]) -> list[int]:
    reached = {0}
    for i in range(len(targets)):
        if i in reached:
            reached.update(targets[i])
    return sorted(reached)


def _place(step: Instruction, i: int, targets: list[int]) -> Instruction:
    code, _, _, operand = step
    if code == k.BPF_JA:
        return code, 0, 0, targets[0] - i - 1
    if code in (k.BPF_JEQ, k.BPF_JGE):
        return code, targets[0] - i - 1, targets[1] - i - 1, operand
    return step


def _flags() -> int:
    """Return SPEC_ALLOW where the kernel knows it: flags are looked at before the (missing) program is."""
    try:
        k.syscall(k.syscall_number("seccomp"), k.SECCOMP_SET_MODE_FILTER, k.SECCOMP_FILTER_FLAG_SPEC_ALLOW, 0)
    except OSError as error:
        return k.SECCOMP_FILTER_FLAG_SPEC_ALLOW if error.errno == errno.EFAULT else 0
    return 0
