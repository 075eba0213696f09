"""No hostile candidate passes, none harms, each ends with the right verdict, and the next is judged all the same."""

from __future__ import annotations

import contextlib
import os
import signal
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Problem, Suite, Trial, Verdict
from assay.sandbox.guest.parent import NO_ROOM
from assay.sandbox.warm import WarmPython
from tests.hostile import support
from tests.hostile.support import LIMITS, PROBLEMS, RIGHT, TIDY, WRONG, Hostile, Victims
from tests.hostile.texts import TEXTS

HOSTILE = support.load()
FAILED, CRASHED, INVALID, PASSED = Verdict.FAILED, Verdict.CRASHED, Verdict.INVALID, Verdict.PASSED
TIMED_OUT, OUT_OF_MEMORY = Verdict.TIMED_OUT, Verdict.OUT_OF_MEMORY
FLOODS = {
    "tampering_wire_many_cells", "tampering_wire_many_enums", "tampering_wire_many_namedtuples",
    "tampering_wire_many_numbers", "tampering_wire_numbers", "tampering_wire_near_collisions",
}  # fmt: skip
"""Answers of many parts: as code, the process of the tests works ten seconds on each; as data, one."""
JUDGE_CPU_SECONDS = 5.0
"""What the trusted process itself may spend on one candidate, whatever it sends: CPU time, so load does not matter."""


@dataclass(frozen=True, slots=True)
class Court:
    """One judge for all candidates of this module: whatever they do, it must go on."""

    judge: SeparateJudge
    victims: Victims
    processes: int
    memory: int
    """Of this process, before the first candidate."""

    def try_(self, source: str | bytes, variant: str = "data") -> Trial:
        """Judges a candidate and looks at everything it could have harmed; the verdict is left to the caller."""
        filled = self.victims.fill(source) if isinstance(source, str) else source
        start = time.process_time()
        trial = self.judge.judge(PROBLEMS[variant], Candidate(filled))
        used = time.process_time() - start

        assert trial.fault == ""
        assert self.victims.harm() == []
        assert not support.leaks(trial, self.victims.secret_text)
        assert support.unreadable(trial) == ""
        assert support.settled(self.processes) <= self.processes
        assert used < JUDGE_CPU_SECONDS
        return trial

    def still_sane(self, variant: str) -> None:
        """Nothing of the last candidate is left to help or to hurt the next."""
        tidy = self.judge.judge(PROBLEMS[variant], Candidate(TIDY))
        wrong = self.judge.judge(PROBLEMS[variant], Candidate(WRONG))
        if (tidy.verdict, wrong.verdict) != (PASSED, FAILED):
            self.judge.close()
            self.judge.sandbox.restart()  # so that one broken wall is one failed test
        assert (tidy.verdict, wrong.verdict) == (PASSED, FAILED), (tidy.detail, tidy.fault, wrong.fault)


@pytest.fixture(scope="module")
def court() -> Iterator[Court]:
    with (
        pytest.MonkeyPatch.context() as patch,
        support.own_temporary_folder(),
        contextlib.closing(Victims()) as victims,
    ):
        patch.setenv("HOSTILE_SECRET", victims.secret_text)
        with WarmPython() as sandbox, SeparateJudge(sandbox, LIMITS) as judge:
            for problem in PROBLEMS.values():
                trial = judge.judge(problem, Candidate(RIGHT))
                assert trial.verdict is PASSED, trial
            yield Court(judge, victims, len(support.descendants()), support.forget_peak_memory())


# ---- the files -----------------------------------------------------------------------------------------------------


def _variants(hostile: Hostile) -> tuple[str, ...]:
    """Values meet every way of comparing; other candidates the two ways of stating tests, or those their file names."""
    if hostile.kind != "values" or len(hostile.variants) < 2:
        return hostile.variants
    quick = hostile.verdicts <= {FAILED, CRASHED}
    return (*hostile.variants, "comparators", *(["unittest", "predicate"] if quick else []))


def _parameters() -> Iterator[object]:
    for hostile in HOSTILE:
        for variant in _variants(hostile):
            marks = [] if hostile.possible else [pytest.mark.skip(f"makes calls of {hostile.machine}")]
            if _is_extra(hostile, variant):
                marks.append(pytest.mark.slow)
            yield pytest.param(hostile, variant, id=f"{hostile.name}-{variant}", marks=marks)


def _is_extra(hostile: Hostile, variant: str) -> bool:
    """Left to `make test-all`: more ways of comparing, and the second way of stating tests."""
    return len(hostile.variants) > 1 and variant != _quick_form(hostile.name)


def _quick_form(name: str) -> str:
    """The form in which `make test` judges a candidate; about as many are judged in either."""
    return "data" if name in FLOODS else ("data", "code")[zlib.crc32(name.encode()) % 2]


@pytest.mark.parametrize(("hostile", "variant"), list(_parameters()))
def test_candidate(court: Court, hostile: Hostile, variant: str) -> None:
    trial = court.try_(hostile.source, variant)

    assert trial.verdict in _allowed(hostile, variant), (trial.verdict, trial.detail, trial.outcomes)
    assert hostile.suspicions <= {suspicion.kind for suspicion in trial.suspicions} or variant not in hostile.variants
    loaded = trial.verdict is not INVALID
    assert not loaded or len(trial.outcomes) == _outcomes(variant)
    court.still_sane(variant)


def _allowed(hostile: Hostile, variant: str) -> frozenset[Verdict]:
    """Under the further ways of comparing a value is still wrong, but where it goes wrong may differ.

    unittest looks at every element of two lists that differ, which may take all the time there is.
    """
    further = {"unittest": {FAILED, CRASHED, TIMED_OUT}}.get(variant, {FAILED, CRASHED})
    return hostile.verdicts if variant in hostile.variants else hostile.verdicts | further


def _outcomes(variant: str) -> int:
    return {"code": 6, "unittest": 4}.get(variant, 5)


def test_both_ways_of_stating_tests_meet_many_candidates_of_every_class() -> None:
    both = [hostile for hostile in HOSTILE if {"data", "code"} <= set(hostile.variants)]
    counts = {
        (kind, form): sum(_quick_form(hostile.name) == form for hostile in both if hostile.kind == kind)
        for kind in support.CLASSES for form in ("data", "code")
    }  # fmt: skip

    assert all(count >= 5 for count in counts.values()), counts


def test_there_are_enough_of_every_class() -> None:
    counts = {kind: sum(hostile.kind == kind for hostile in HOSTILE) for kind in support.CLASSES}

    assert all(count >= 25 for count in counts.values()), counts


def test_every_hostile_file_is_wrong_by_itself() -> None:
    """A hostile file may only pass where it says so and why; an honest one must."""
    may_pass = {hostile.name for hostile in HOSTILE if PASSED in hostile.verdicts and hostile.kind != "honest"}

    assert may_pass == {"values_hard_coded"}
    assert all(hostile.verdicts == {PASSED} for hostile in HOSTILE if hostile.kind == "honest")


# ---- every exit status and every signal ----------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["import", "call"])
def test_no_exit_status_is_a_pass_or_a_fault(court: Court, place: str) -> None:
    """One of them says that there was no memory left: whoever lies with it has failed all the same."""
    for status in range(256):
        body = f"os._exit({status})"
        source = f"import os\n{body if place == 'import' else ''}\ndef solve(n, items):\n    {body}\n"

        wanted = OUT_OF_MEMORY if status == NO_ROOM else CRASHED
        assert court.judge.judge(PROBLEMS["single"], Candidate(source)).verdict is wanted, status


SIGNALS = [signal.Signals(number) for number in sorted(signal.valid_signals()) if number < signal.SIGRTMIN]
IGNORED = {signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH, signal.SIGPIPE, signal.SIGXFSZ}
STOPPING = {signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU}


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_no_signal_to_itself_is_a_pass_or_a_fault(court: Court, number: signal.Signals) -> None:
    trial = court.try_(f"import os\ndef solve(n, items):\n    os.kill(os.getpid(), {int(number)})\n")

    if number in IGNORED:
        assert trial.verdict is FAILED
    elif number in STOPPING:
        assert trial.verdict in (TIMED_OUT, FAILED)  # FAILED: a stop is ignored where nobody could continue it
    elif number == signal.SIGXCPU:
        assert trial.verdict in (CRASHED, TIMED_OUT)
    else:
        assert trial.verdict is CRASHED


# ---- hostile text --------------------------------------------------------------------------------------------------


def _texts() -> Iterator[object]:
    for name in TEXTS:
        for variant in ("data", "code"):
            marks = [] if variant == _quick_form(name) else [pytest.mark.slow]
            yield pytest.param(name, variant, id=f"{name}-{variant}", marks=marks)


@pytest.mark.parametrize(("name", "variant"), list(_texts()))
def test_text(court: Court, name: str, variant: str) -> None:
    source, allowed = TEXTS[name]

    trial = court.try_(source, variant)

    assert trial.verdict in allowed, (trial.verdict, trial.detail)
    court.still_sane(variant)


# ---- values against single assertions ------------------------------------------------------------------------------

ASSERTIONS = [
    "assert solve(2, [3, 1]) == [2, 6]",
    "assert [2, 6] == solve(2, [3, 1])",
    "assert not solve(2, [3, 1]) != [2, 6]",
    "assert not [2, 6] != solve(2, [3, 1])",
    "assert solve(2, [3, 1]) in [[2, 6]]",
    "assert [2, 6] in [solve(2, [3, 1])]",
    "assert {'a': solve(2, [3, 1])} == {'a': [2, 6]}",
    "assert (solve(2, [3, 1]), 1) == ([2, 6], 1)",
    "assert abs(solve(2, [3, 1]) - 2.5) < 1e-6",
    "assert abs(2.5 - solve(2, [3, 1])) < 1e-6",
    "import math\nassert math.isclose(solve(2, [3, 1]), 2.5)",
    "assert 2.4 < solve(2, [3, 1]) < 2.6",
    "assert round(solve(2, [3, 1]), 2) == 2.5",
    "assert solve(2, [3, 1]) is True",
    "assert solve(2, [3, 1]) is None",
    "assert sorted(solve(2, [3, 1])) == [2, 6]",
    "assert set(solve(2, [3, 1])) == {2, 6}",
    "assert list(solve(2, [3, 1])) == [2, 6]",
    "assert all(a == b for a, b in zip(solve(2, [3, 1]), [2, 6], strict=True))",
    "import collections\nassert collections.Counter(solve(2, [3, 1])) == {2: 1, 6: 1}",
    "import copy\nassert copy.deepcopy(solve(2, [3, 1])) == [2, 6]",
    "assert solve(2, [3, 1]).__eq__([2, 6]) is True",
    "assert [2, 6].__eq__(solve(2, [3, 1])) is True",
    "assert solve(2, [3, 1]) <= [2, 6] and solve(2, [3, 1]) >= [2, 6]",
    "from operator import eq\nassert eq(solve(2, [3, 1]), [2, 6])",
    "result = solve(2, [3, 1])\nassert result[0] == 2 and result[1] == 6",
    "table = {(2, 6): 'yes'}\nassert table.get(solve(2, [3, 1])) == 'yes'",
    "assert solve(2, [3, 1]) == solve(2, [1, 3]) == [2, 6]",
]
TYPE_ASSERTIONS = [
    "assert isinstance(solve(2, [3, 1]), list)",
    "assert type(solve(2, [3, 1])) is list",
    "assert solve(2, [3, 1]).__class__ is list",
]
LIARS = [
    "values_eq_always_true",
    "values_eq_reflected_subclass",
    "values_universal_liar",
    "values_class_property",
    "values_metaclass",
    "values_str_subclass",
    "values_enum_eq",
    "values_int_enum_eq",
    "values_eq_spies",
    "values_exceptions",
    "values_namedtuple_eq",
    "values_namedtuple_field_eq",
    "values_namedtuple_field_class",
    "values_namedtuple_field_operators",
    "tampering_wire_tuple_hashes",
]
LIARS_IN_LISTS = ["values_eq_inside_list", "values_float_subclass", "values_int_subclass"]
"""These return real lists, so only what is in them is a lie."""


@pytest.mark.parametrize("liar", LIARS + LIARS_IN_LISTS)
def test_no_operator_of_a_value_decides_an_assertion(court: Court, liar: str) -> None:
    """Each assertion alone, since in a suite another one would catch the liar; once as data, once as code for sure."""
    source = _source(liar)
    assertions = ASSERTIONS if liar in LIARS_IN_LISTS else ASSERTIONS + TYPE_ASSERTIONS
    forged = []
    for number, assertion in enumerate([*assertions, *[f"{line}\nassert sum([1]) == 1" for line in assertions]]):
        problem = Problem(f"single-{number}", Suite("solve", assertion))
        trial = court.judge.judge(problem, Candidate(source))
        assert trial.fault == ""
        if trial.verdict is PASSED:
            forged.append(assertion)

    assert forged == []


ENDLESS = ("values_huge_range", "values_infinite_generator", "values_len_huge")
USES = ("list", "sorted", "sum")
EACH_ONCE = set(zip(ENDLESS, USES, strict=True))


@pytest.mark.parametrize(
    ("endless", "use"),
    [
        pytest.param(endless, use, marks=[] if (endless, use) in EACH_ONCE else pytest.mark.slow)
        for endless in ENDLESS
        for use in USES
    ],
)
def test_an_endless_value_does_not_stall_the_judge(court: Court, endless: str, use: str) -> None:
    """The test code itself walks through the value: that may take the judge's process, never the judge."""
    problem = Problem("endless", Suite("solve", f"assert {use}(solve(2, [3, 1])) == [2, 6]"))

    trial = court.judge.judge(problem, Candidate(_source(endless)))

    assert trial.fault == ""
    assert trial.verdict in (FAILED, CRASHED, TIMED_OUT, OUT_OF_MEMORY)
    court.still_sane("code")


def _source(name: str) -> str:
    return next(hostile.source for hostile in HOSTILE if hostile.name == name)


STALE = """
first = solve(2, [3, 1])
assert first == [2, 6]
first = solve(2, [1, 3])
assert first == [2, 6]
"""


@pytest.mark.parametrize("end", ["__import__('os')._exit(0)", "raise SystemExit(0)", "__import__('os').close(3)"])
def test_an_end_outside_of_an_assertion_is_not_forgotten(court: Court, end: str) -> None:
    """Where a call fails between two assertions, the value of the call before must not be compared in its place."""
    source = f"CALLS = []\ndef solve(n, items):\n    if CALLS: {end}\n    CALLS.append(n)\n    return [2, 6]\n"
    problem = Problem("stale", Suite("solve", STALE))

    assert court.judge.judge(problem, Candidate(source)).verdict is CRASHED


def test_a_predicate_sees_the_arguments_as_they_were(court: Court) -> None:
    """A candidate that empties its argument must not be compared with the emptied one."""
    source = "def solve(n, items):\n    items.clear()\n    return []\n"

    assert court.try_(source, "predicate").verdict is FAILED


# ---- random messages -----------------------------------------------------------------------------------------------

FUZZ = """
import marshal, os, random, struct, sys
MARK = StopIteration
TAGS = ["handle", "argument", "namedtuple", "enum", "exception", "type", "fraction", "decimal", "range", "counter",
        "deque", "defaultdict", "ordered_dict", "datetime", "time", "timezone", "uuid", "slice", "nonsense"]
chance = random.Random({seed})

def value(depth):
    kind = chance.randrange(14 if depth < 4 else 8)
    if kind < 8:
        return [None, True, chance.randrange(-3, 9), 10**30, 0.5, "__eq__", b"x", MARK][kind]
    parts = [value(depth + 1) for _ in range(chance.randrange(5))]
    if kind == 8:
        return parts
    if kind == 9:
        return tuple(parts)
    if kind == 10:
        return {{repr(part): part for part in parts}}
    return (MARK, chance.choice(TAGS), *parts)

def noise(serial):
    body = bytearray(marshal.dumps(value(0), 2))
    for _ in range(chance.choice([0, 0, 1, 3])):
        if body:
            body[chance.randrange(len(body))] = chance.randrange(256)
    if serial and chance.random() < 0.8:
        body = serial + marshal.dumps(([], [], bytes(body)), 2)
    size = len(body) + chance.choice([0, 0, 0, 0, 1, -1])
    return struct.pack("<IB", max(size, 0), chance.choice(b"hxlLvetsdcvvvpppeee")) + bytes(body)

def forged(serial=b""):
    for _ in range(chance.randrange(1, 12)):
        os.write(3, noise(serial))

def serial():
    frame = sys._getframe()
    while frame is not None and type(frame.f_locals.get("self")).__name__ != "Server":
        frame = frame.f_back
    return frame.f_locals["self"].serial if frame else b""

if chance.random() < 0.3:
    forged()
frame = sys._getframe()
while "Server" not in frame.f_globals:
    frame = frame.f_back
if chance.random() < 0.3:
    frame.f_globals["Server"].respond = lambda self, *given: forged(given[-1][:8])

def solve(n, items):
    forged(serial())
    if chance.random() < 0.5:
        os._exit(0)
"""


@pytest.mark.parametrize("variant", ["data", "code"])
def test_random_messages_are_neither_a_pass_nor_a_fault(court: Court, variant: str) -> None:
    for seed in range(60):
        trial = court.judge.judge(PROBLEMS[variant], Candidate(FUZZ.format(seed=seed)))

        assert trial.verdict in (FAILED, CRASHED, TIMED_OUT, INVALID, OUT_OF_MEMORY), (seed, trial.fault)
    assert court.victims.harm() == []
    court.still_sane(variant)


# ---- across candidates ---------------------------------------------------------------------------------------------


def test_the_source_of_one_candidate_is_not_in_the_memory_of_the_next(court: Court) -> None:
    """The parent that forks candidates must not remember them: another one's right answer would be there to copy."""
    holder = RIGHT + "NOTE = 'copy-me-if-you-can'\n"
    peeker = _source("peeking_own_memory").replace("|def check[(]c", "|copy-me-if-you-ca[n]")
    assert "copy-me" in peeker
    for _ in range(3):
        assert court.try_(holder, "single").verdict is PASSED
        assert court.try_(peeker, "single").verdict in (FAILED, TIMED_OUT)


def test_the_trusted_process_stays_small(court: Court) -> None:
    """Last in this file: whatever all candidates above have sent, this process never held much of it."""
    assert support.peak_memory() - court.memory < 512 * 2**20
    assert os.getpid() not in support.descendants()
