"""The memory of a program is what it uses: not what its runtime holds, and not what it only reserves."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from assay.ca import evaluate_ca
from assay.ca.evaluating import LIMITS
from assay.judges.outputs import Observed, observe
from assay.records import MIB
from assay.sandbox.recipes import tools
from assay.sandbox.runner import Runner
from assay.sandbox.toolchains import MissingToolchain
from tests.public_data import rows

JAVA = "import java.util.*; public class Main { public static void main(String[] a) throws Exception { DO } }"


def java(statements: str) -> str:
    return JAVA.replace("DO", statements)


SLOW = pytest.mark.slow
"""Its compiler takes seconds."""


def run(runner: Runner, language: str, source: str, mebibytes: int) -> Observed:
    if language != "python":
        try:
            tools(language)
        except MissingToolchain as error:
            pytest.skip(str(error))
    limits = replace(LIMITS, memory_bytes=mebibytes * MIB)
    built = runner.build(source, language, limits)
    assert not built.error
    return observe(runner.run(built, limits=limits), language, seconds=limits.seconds)


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", "print('ok')"),
        ("javascript", "console.log('ok')"),
        ("java", java('System.out.println("ok");')),
        ("c", '#include <stdio.h>\nint main(void) { puts("ok"); return 0; }'),
        pytest.param("cpp", '#include <iostream>\nint main() { std::cout << "ok\\n"; }', marks=SLOW),
        pytest.param("rust", 'fn main() { println!("ok"); }', marks=SLOW),
        ("perl", 'print "ok\\n"'),
        ("bash", "echo ok"),
    ],
)
def test_a_program_that_needs_nothing_runs_in_next_to_no_memory(runner: Runner, language: str, source: str) -> None:
    seen = run(runner, language, source, 4)

    assert (seen.stdout, seen.error) == (b"ok\n", "")


FILL = {
    "python": "kept = [bytearray(b'x' * (1 << 20)) for _ in range(SIZE)]; print('ok')",
    "javascript": "const kept = []; for (let i = 0; i < SIZE; i++) kept.push(new Array(1 << 17).fill(i + 0.5));"
    " console.log('ok')",
    "java": java(
        "List<byte[]> kept = new ArrayList<>(); for (int i = 0; i < SIZE; i++) kept.add(new byte[1 << 20]);"
        ' System.out.println("ok");'
    ),
    "c": "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { volatile char *kept = malloc(SIZE << 20);"
    ' for (long i = 0; i < SIZE << 20; i += 512) kept[i] = 1; puts("ok"); return 0; }',
    "cpp": "#include <iostream>\n#include <vector>\nint main() { std::vector<std::vector<char>> kept;"
    ' for (int i = 0; i < SIZE; i++) kept.emplace_back(1 << 20, 1); std::cout << "ok\\n"; }',
    "rust": "fn main() { let kept: Vec<Vec<u8>> = (0..SIZE).map(|_| vec![1u8; 1 << 20]).collect();"
    ' if kept.len() == SIZE { println!("ok"); } }',
}
"""Programs that use `SIZE` MiB."""
LANGUAGES = [pytest.param(name, marks=SLOW if name in ("cpp", "rust") else ()) for name in FILL]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_has_all_of_its_memory(runner: Runner, language: str) -> None:
    seen = run(runner, language, FILL[language].replace("SIZE", "225"), 256)

    assert (seen.stdout, seen.error) == (b"ok\n", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_that_uses_more_has_run_out_of_memory(runner: Runner, language: str) -> None:
    seen = run(runner, language, FILL[language].replace("SIZE", "500"), 128)

    assert (seen.stdout, seen.kind, seen.error) == (b"", "memory", "needed more memory than it may have")


@pytest.mark.parametrize(
    ("language", "source"),
    [
        pytest.param(
            "java",
            java(
                "Thread[] t = new Thread[40]; for (int i = 0; i < 40; i++) { t[i] = new Thread(null, () -> {"
                ' try { Thread.sleep(99); } catch (Exception e) { } }, "", 1 << 29); t[i].start(); }'
                ' for (Thread x : t) x.join(); System.out.println("ok");'
            ),
            id="java",
        ),
        pytest.param(
            "python",
            "import threading\nthreading.stack_size(1 << 29)\nmeet = threading.Barrier(41)\n"
            "for _ in range(40): threading.Thread(target=meet.wait).start()\nmeet.wait()\nprint('ok')",
            id="python",
        ),
    ],
)
def test_stacks_that_are_only_reserved_are_no_memory(runner: Runner, language: str, source: str) -> None:
    seen = run(runner, language, source, 128)

    assert (seen.stdout, seen.stderr, seen.error) == (b"ok\n", b"", "")


OWN_STACK = re.compile(r"new\s+Thread\s*\(\s*null\s*,[^;]*(?:<<|\*|\d{6})")


@pytest.mark.slow
def test_published_java_programs_with_large_stacks_give_the_published_output(runner: Runner) -> None:
    found = [
        row
        for name in ("avatar", "codenet")
        for row in rows(f"translation/{name}.jsonl.gz")
        if row["language"] == "Java" and OWN_STACK.search(row["code"])
    ]
    assert len(found) >= 4

    for row in found:
        result = evaluate_ca(
            row["code"], row["code"], language="java", input_data=[test["input"] for test in row["tests"]],
            runner=runner,
        )  # fmt: skip
        inputs = result["inputs"] or [result]
        assert result["class"] == "perfect", (row["id"], result["error"])
        assert [one["groundtruth_raw_output"].split() for one in inputs] == [
            test["output"].split() for test in row["tests"]
        ], row["id"]


def test_the_memory_is_an_option(runner: Runner) -> None:
    source = "x = b'x' * (150 << 20); print(len(x))"

    small, large = (evaluate_ca("print(150 << 20)", source, memory_bytes=n * MIB, runner=runner) for n in (64, 200))

    assert (small["class"], small["prediction_failure"]) == ("failed", "memory")
    assert large["class"] == "perfect"
