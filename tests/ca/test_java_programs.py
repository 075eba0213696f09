"""Honest Java programs fit into the default limits: threads, pools, large heaps, deep recursion, temporary files."""

from __future__ import annotations

import pytest

from assay.ca.evaluating import LIMITS
from assay.sandbox.recipes import tools
from assay.sandbox.runner import Runner
from assay.sandbox.toolchains import MissingToolchain

PROGRAMS = {
    "parallel stream": "long even = IntStream.range(0, 100000).parallel().filter(x -> x % 2 == 0).count();"
    " if (even != 50000) throw new Error();",
    "pool of 16": "ExecutorService e = Executors.newFixedThreadPool(16); for (int i = 0; i < 50; i++) e.submit(() -> {"
    " Thread.sleep(5); return 1; }); e.shutdown(); e.awaitTermination(1, TimeUnit.MINUTES);",
    "60 threads": "Thread[] t = new Thread[60]; for (int i = 0; i < 60; i++) { t[i] = new Thread(() -> {"
    " try { Thread.sleep(50); } catch (Exception e) { } }); t[i].start(); } for (Thread x : t) x.join();",
    "300 MB": "List<byte[]> l = new ArrayList<>(); for (int i = 0; i < 30; i++) l.add(new byte[10 << 20]);",
    "deep recursion": "if (deep(100000) != 100000) throw new Error();",
    "a thread with a stack of its own": "Thread t = new Thread(null, () -> deep(100000), \"\", 128 << 20);"
    " t.start(); t.join();",
    "temporary file": 'Path p = Files.createTempFile("a", "b"); Files.writeString(p, "x"); Files.delete(p);'
    ' Files.delete(Files.createTempDirectory("d"));',
}  # fmt: skip
PARTS = "\n".join(
    f"static void part{number}() throws Exception {{ {text} }}" for number, text in enumerate(PROGRAMS.values())
)
CALLS = " ".join(f"case {number}: part{number}(); break;" for number in range(len(PROGRAMS)))
MAIN = f"""import java.util.*; import java.util.concurrent.*; import java.util.stream.*; import java.nio.file.*;
public class Main {{
    static int deep(int n) {{ return n == 0 ? 0 : 1 + deep(n - 1); }}
    {PARTS}
    public static void main(String[] a) throws Exception {{
        switch (Integer.parseInt(a[0])) {{ {CALLS} default: return; }}
        System.out.println("ok");
    }}
}}
"""
"""All of them in one, compiled once: the argument says which one runs."""


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_honest_program_runs(runner: Runner, name: str) -> None:
    try:
        tools("java")
    except MissingToolchain as error:
        pytest.skip(str(error))

    built = runner.build(MAIN, "java", LIMITS)
    execution = runner.run(built, arguments=(str(list(PROGRAMS).index(name)),), limits=LIMITS)

    assert (execution.stdout, execution.stderr, execution.exit_code) == (b"ok\n", b"", 0)
