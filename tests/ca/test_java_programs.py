"""Honest Java programs fit into the default limits: threads, pools, large heaps, deep recursion, temporary files."""

from __future__ import annotations

import pytest

from assay.ca.evaluating import LIMITS
from assay.sandbox.recipes import tools
from assay.sandbox.runner import Runner
from assay.sandbox.toolchains import MissingToolchain

MAIN = "import java.util.*; import java.util.concurrent.*; import java.util.stream.*; import java.nio.file.*;\n" + (
    "public class Main {{ static int deep(int n) {{ return n == 0 ? 0 : 1 + deep(n - 1); }}\n"
    'public static void main(String[] a) throws Exception {{ {} System.out.println("ok"); }} }}'
)
PROGRAMS = {
    "parallel stream": "if (IntStream.range(0, 100000).parallel().filter(x -> x % 2 == 0).count() != 50000) return;",
    "pool of 16": "ExecutorService e = Executors.newFixedThreadPool(16); for (int i = 0; i < 50; i++) e.submit(() -> {"
    " Thread.sleep(5); return 1; }); e.shutdown(); e.awaitTermination(1, TimeUnit.MINUTES);",
    "60 threads": "Thread[] t = new Thread[60]; for (int i = 0; i < 60; i++) { t[i] = new Thread(() -> {"
    " try { Thread.sleep(50); } catch (Exception e) { } }); t[i].start(); } for (Thread x : t) x.join();",
    "300 MB": "List<byte[]> l = new ArrayList<>(); for (int i = 0; i < 30; i++) l.add(new byte[10 << 20]);",
    "deep recursion": "if (deep(100000) != 100000) return;",
    "a thread with a stack of its own": "Thread t = new Thread(null, () -> deep(100000), \"\", 128 << 20);"
    " t.start(); t.join();",
    "temporary file": 'Path p = Files.createTempFile("a", "b"); Files.writeString(p, "x"); Files.delete(p);'
    ' Files.delete(Files.createTempDirectory("d"));',
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_honest_program_runs(runner: Runner, name: str) -> None:
    try:
        tools("java")
    except MissingToolchain as error:
        pytest.skip(str(error))

    built = runner.build(MAIN.format(PROGRAMS[name]), "java", LIMITS)
    execution = runner.run(built, limits=LIMITS)

    assert (execution.stdout, execution.stderr, execution.exit_code) == (b"ok\n", b"", 0)
