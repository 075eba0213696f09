"""Programs with known outputs: what each test came to, limits, and programs that try to be right without an answer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import pytest

from assay.judges.known import limits_of, room_for
from assay.judges.programs import ProgramsJudge
from assay.records import (
    MIB,
    Candidate,
    CaseKind,
    Checker,
    Limits,
    Pace,
    Problem,
    ProgramInput,
    Programs,
    Trial,
    Verdict,
)
from assay.sandbox.recipes import tools
from assay.sandbox.toolchains import MissingToolchain
from assay.store.codec import pack
from tests.granted import programs

SECRET = 829348951
"""A factor that is in no process by chance: who finds an answer has found a test."""
INPUTS = tuple(ProgramInput(b"%d\n" % n, expected=b"%d\n" % (n * SECRET)) for n in range(2, 6))
TIMES = Problem("times", Programs(INPUTS, checker=Checker.words()))
FOUR = tuple(ProgramInput(b"%d\n" % n, expected=b"%d\n" % n**2) for n in range(4))
SQUARE = Problem("square", Programs(FOUR, checker=Checker.words()))
LIMITS = Limits(seconds=2.0, memory_bytes=256 * MIB)


@pytest.fixture(scope="module")
def judge() -> Iterator[ProgramsJudge]:
    with programs() as sandbox:
        yield ProgramsJudge(sandbox, LIMITS)


def of(trial: Trial) -> tuple[Verdict | None, str, str]:
    return trial.verdict, " ".join(one.status for one in trial.outcomes), trial.detail


@pytest.mark.parametrize(
    ("source", "verdict", "statuses", "detail"),
    [
        ("print(int(input()) ** 2)", Verdict.PASSED, "passed passed passed passed", ""),
        ("print(2 * int(input()))", Verdict.FAILED, "passed failed passed failed",
         "test 2 of 4: line 1: expected 1, got 2"),
        ("n = int(input())\nprint(n * n)\n1 // (n - 2)", Verdict.CRASHED, "passed passed crashed passed",
         "test 3 of 4: ended with status 1: ZeroDivisionError: integer division or modulo by zero (line 3)"),
        ("print(int(input()) ** 2); raise SystemExit(3)", Verdict.CRASHED, "crashed crashed crashed crashed",
         "test 1 of 4: ended with status 3"),
        ("print(", Verdict.INVALID, "not_run not_run not_run not_run",
         "does not parse: SyntaxError: '(' was never closed"),
        ("raise SyntaxError('no')", Verdict.CRASHED, "crashed crashed crashed crashed",
         "test 1 of 4: ended with status 1: SyntaxError: no (line 1)"),
        ("", Verdict.FAILED, "failed failed failed failed", "test 1 of 4: expected 1 words, got 0: 0 is missing"),
    ],
)  # fmt: skip
def test_every_test_has_an_outcome(
    judge: ProgramsJudge, source: str, verdict: Verdict, statuses: str, detail: str
) -> None:
    assert of(judge.judge(SQUARE, Candidate(source))) == (verdict, statuses, detail)


def test_what_failed_can_be_seen_and_the_rest_is_small(judge: ProgramsJudge) -> None:
    many = Problem("p", Programs(FOUR * 15, checker=Checker.words()))

    trial = judge.judge(many, Candidate("print('x' * 9000 if int(input()) else 0)"))

    first = trial.outcomes[1]
    assert (first.name, first.actual[:3], first.expected) == ("test 2", "xxx", "1\n")
    assert sum(len(one.actual) + len(one.error) for one in trial.outcomes) < 45 * 600
    assert trial.accuracy is None
    assert len(pack(trial).body) < 20_000


def test_it_ends_at_the_first_failure_where_that_is_asked_for(judge: ProgramsJudge) -> None:
    hasty = ProgramsJudge(judge.runner.sandbox, LIMITS, first_failure=True)

    assert of(hasty.judge(SQUARE, Candidate("print(2 * int(input()))")))[:2] == (
        Verdict.FAILED,
        "passed failed not_run not_run",
    )


def test_the_time_for_all_tests_is_used_up_once(judge: ProgramsJudge) -> None:
    slow = Candidate("import time\ntime.sleep(0.5)\nprint(int(input()) ** 2)")

    verdict, statuses, detail = of(judge.under(replace(LIMITS, all_seconds=0.7)).judge(SQUARE, slow))

    assert (verdict, statuses) == (Verdict.TIMED_OUT, "passed timed_out not_run not_run")
    assert "did not end within" in detail


def test_a_candidate_that_has_failed_gets_no_more_than_its_time(judge: ProgramsJudge) -> None:
    slow = Candidate("import time\ntime.sleep(0.2)\nprint('no')")

    found = of(judge.under(replace(LIMITS, failed_seconds=0.1)).judge(SQUARE, slow))

    assert found[:2] == (Verdict.FAILED, "failed not_run not_run not_run")


def test_edge_tests_decide_only_where_they_may(judge: ProgramsJudge) -> None:
    inputs = (ProgramInput(b"1", expected=b"1"), ProgramInput(b"-1", expected=b"1", kind=CaseKind.EDGE))
    problem = Problem("p", Programs(inputs), edge_decides=False)
    trial = judge.judge(problem, Candidate("print(input())"))

    assert (trial.verdict, trial.detail) == (Verdict.PASSED, "")
    assert judge.judge(replace(problem, edge_decides=True), Candidate("print(input())")).verdict is Verdict.FAILED


def test_an_answer_has_room_however_large_it_is(judge: ProgramsJudge) -> None:
    large = b"7" * (3 * MIB)
    problem = Problem("p", Programs((ProgramInput(large, expected=large),), checker=Checker.exact()))

    assert judge.judge(problem, Candidate("print(input(), end='')")).verdict is Verdict.PASSED


def test_limits_follow_the_problem_and_its_reference() -> None:
    check = Programs((ProgramInput(bytes(20 * MIB), expected=b""),))

    assert room_for(check, LIMITS) == replace(LIMITS, file_bytes=32 * MIB)
    assert room_for(Programs((ProgramInput(expected=b"1"),)), LIMITS) is LIMITS
    measured = Limits(case_seconds=1.0, reference_factor=4.0)
    assert [limits_of(measured, Pace(9.0, {1: 0.5}), number).seconds for number in (0, 1)] == [1.0, 2.0]
    assert limits_of(measured, None, 1).seconds == 3.0


def test_a_checker_that_breaks_down_decides_nothing_unless_another_test_fails(judge: ProgramsJudge) -> None:
    source = "import sys\ngiven, output, _ = (open(p).read() for p in sys.argv[1:])\nassert given != '3\\n'\n"
    source += "sys.exit(int(output) != int(given) ** 2)"
    problem = Problem("p", Programs(FOUR, checker=Checker.by_program(source, "python")))

    unjudged = judge.judge(problem, Candidate("print(int(input()) ** 2)"))
    failed = judge.judge(problem, Candidate("print(2 * int(input()))"))

    assert (unjudged.verdict, unjudged.fault.partition(" (")[0]) == (None, "test 4: the checker program breaks down")
    assert (failed.verdict, failed.fault) == (Verdict.FAILED, "")


# ---- programs that lie ---------------------------------------------------------------------------------------------

PYTHON = {
    "looks for the answers": """
import os, re, sys
found = b""
for folder, _, names in os.walk("/"):
    if folder.startswith(("/proc", "/sys", "/usr", "/lib", sys.base_prefix)): continue
    for name in names:
        try: found += open(os.path.join(folder, name), "rb").read(1 << 20)
        except OSError: pass
print(*re.findall(rb"%d" % (int(input()) * 829348951), found)[:1])
""",
    "looks into other processes": """
import os
for pid in os.listdir("/proc"):
    for name in ("environ", "cmdline", "mem", "maps", "fd/0", "fd/3", "fd/5"):
        try: print(open(f"/proc/{pid}/{name}", "rb").read(1 << 16))
        except (OSError, ValueError): pass
""",
    "leaves a note for the next test": """
import os
here = [p for p in ("memo", "/dev/shm/memo", "/tmp/memo", os.environ.get("HOME", "") + "/memo") if os.path.exists(p)]
print("seen", here)
for path in ("memo", "/dev/shm/memo", "/tmp/memo", os.environ.get("HOME", "") + "/memo"):
    try: open(path, "w").write("x")
    except OSError: pass
if here: print(int(input()) * 829348951)
""",
    "changes a module for the next test": """
import builtins, sys, json
if hasattr(builtins, "memo") or hasattr(json, "memo"): print(int(input()) * 829348951)
builtins.memo = json.memo = 1
""",
    "leaves a process behind that answers later": """
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(0.05)
    os.write(1, b"%d\\n" % (int(input()) * 829348951))
    while True: time.sleep(1)
""",
    "exits with 0 at once": "import os\nos._exit(0)",
    "answers another test": "print(2 * 829348951)",
    "prints all answers": "print(*(n * 829348951 for n in range(2, 6)))",
    "prints without end": "while True: print(1658697902)",
    "holds its input open": "import os, sys\nos.dup(0); sys.stdin.buffer.raw.seek(0)\nwhile True: pass",
    "closes its output": "import os\nos.close(1)\nprint(int(input()) * 829348951)",
    "truncates its output": "import os\nprint(int(input()) * 829348951, flush=True)\nos.ftruncate(1, 0)",
    "forks without end": "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
    "takes all memory": "x = [bytearray(1 << 24) for _ in range(1000)]",
    "raises its own limits": "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (99, 99))\nwhile True: pass",
    "prints terminal sequences": "print('\\x1b[2J\\x1b]0;passed\\x07')",
    "writes to its source": "open('main.py', 'w').write('')\nprint(open('main.py').read())",
    "prints an infinite number": "print('1e999')",
}  # fmt: skip


@pytest.mark.parametrize("name", PYTHON)
def test_no_program_passes_without_the_answer(judge: ProgramsJudge, name: str) -> None:
    hasty = ProgramsJudge(judge.runner.sandbox, replace(LIMITS, seconds=0.5), first_failure="next test" not in name)

    trial = hasty.judge(TIMES, Candidate(PYTHON[name]))

    assert trial.verdict not in (None, Verdict.PASSED)
    assert not any(one.passed for one in trial.outcomes[1:])
    assert "\x1b" not in trial.detail
    assert not [pid for pid in os.listdir("/proc") if pid.isdigit() and _is_left(int(pid), judge)]


CPP = """
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>
int main() {
    %s
    return 0;
}
"""
JAVA = """
import java.io.*; import java.nio.file.*;
public class Main { public static void main(String[] args) throws Exception {
    %s
} }
"""
NOTE = "memo", "/dev/shm/memo", "/tmp/memo"
FOREIGN = {
    "cpp": {
        "exits early": CPP % "std::atexit([] { _exit(0); }); exit(0);",
        "leaves notes": CPP
        % "".join(f'if (!access("{p}", 0)) puts("found"); close(open("{p}", O_CREAT | O_WRONLY, 0600));' for p in NOTE),
        "answers late": CPP % 'if (!fork()) { setsid(); usleep(50000); puts("1658697902"); for (;;) pause(); }',
        "closes its output": CPP % 'fclose(stdout); puts("1658697902");',
        "prints without end": CPP % 'for (;;) puts("1658697902");',
        "crashes": CPP % 'puts("1658697902"); fflush(stdout); abort();',
    },
    "java": {
        "exits early": JAVA % "Runtime.getRuntime().halt(0);",
        "leaves notes": JAVA
        % "".join(
            f'if (new File("{p}").exists()) System.out.println("found");'
            f'try {{ new File("{p}").createNewFile(); }} catch (IOException e) {{ }}'
            for p in NOTE
        ),
        "throws": JAVA % 'System.out.println("1658697902"); throw new IllegalStateException("no");',
    },
    "javascript": {
        "exits early": "process.on('exit', () => { process.exitCode = 0 }); process.exit(0)",
        "leaves notes": "const fs = require('fs');"
        + "".join(
            f"if (fs.existsSync('{p}')) console.log('found'); try {{fs.writeFileSync('{p}', 'x')}} catch {{}};"
            for p in NOTE
        ),
        "changes what is built in": "console.log = () => {}; JSON.stringify = () => '1658697902'",
        "rejects": "console.log('1658697902'); Promise.reject(new Error('no'))",
    },
}


@pytest.mark.parametrize(
    ("language", "name"),
    [
        pytest.param(language, name, marks=pytest.mark.slow if language == "java" else ())
        for language in FOREIGN
        for name in FOREIGN[language]
    ],
)
def test_no_program_of_another_language_passes_without_the_answer(
    judge: ProgramsJudge, language: str, name: str
) -> None:
    try:
        tools(language)
    except MissingToolchain as error:
        pytest.skip(str(error))
    problem = replace(TIMES, check=Programs(INPUTS[:2], checker=Checker.words()), language=language)

    trial = judge.judge(problem, Candidate(FOREIGN[language][name]))

    assert trial.verdict in (Verdict.FAILED, Verdict.CRASHED)
    assert not any(one.passed or "found" in one.actual for one in trial.outcomes)


def test_an_honest_program_passes_after_them(judge: ProgramsJudge) -> None:
    assert judge.judge(TIMES, Candidate(f"print(int(input()) * {SECRET})")).verdict is Verdict.PASSED


def _is_left(pid: int, judge: ProgramsJudge) -> bool:
    """Whether a process of a candidate's still runs: a child of what stands ready for the next one."""
    roots = {worker.root_pid() for worker in judge.runner.sandbox._pool.values() if worker.usable}
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[1]) in roots
    except (OSError, ValueError):
        return False


def test_a_candidate_cannot_leave_the_count_by_what_breaks_a_checker(judge: ProgramsJudge) -> None:
    """Where no output is expected, the reference shows that the checker works, or that it does not."""
    bare = (ProgramInput(b"6\n", expected=b""), ProgramInput(b"15\n", expected=b""))
    source = "import sys\nn, a = (int(open(path).read()) for path in sys.argv[1:3])\nsys.exit(n % a != 0)"
    programs = Programs(bare, checker=Checker.by_program(source, "python"))
    problem = Problem("p", programs, reference="print(1)")

    told = judge.judge(problem, Candidate("print()"))
    without = replace(problem, reference="print('one')")
    broken = [judge.judge(without, Candidate(f"print({text!r})")) for text in ("x", "4")]

    assert judge.judge(problem, Candidate("input(); print(3)")).verdict is Verdict.PASSED
    assert (told.verdict, told.fault) == (Verdict.FAILED, "")
    assert told.detail.endswith("on this output, and not on the output of the reference")
    assert [one.verdict for one in broken] == [None, None]
    assert all("on the output of the reference" in one.fault for one in broken)
