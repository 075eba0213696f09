"""Honest code finds what a plain script finds, and is not suspected for what the standard library does by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.judges.separate import SeparateJudge
from assay.judges.shared import SharedJudge
from assay.records import Candidate, Case, Cases, Limits, Problem, Suite, SuspicionKind, Trial, Verdict
from assay.sandbox import standard_library
from assay.sandbox.warm import WarmPython
from tests.checks import complaint

PROBLEM = Problem("p", Cases("f", (Case((1,), 2),)))
LIMITS = Limits(seconds=5.0)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def judged(sandbox: WarmPython, body: str, imports: str = "") -> Trial:
    """A candidate whose function returns 2 when the last line of `body` is true."""
    *steps, last = body.strip().splitlines()
    lines = "".join(f"    {step}\n" for step in steps)
    source = (
        f"import {imports or 'os'}\nimport os, sys\ndef f(x):\n{lines}    return 2 if {last} else ({last!r}, sys.argv)"
    )
    return SeparateJudge(sandbox, LIMITS).judge(PROBLEM, Candidate(source))


WORKS = {
    "mimetypes": "mimetypes.guess_type('a.html') == ('text/html', None)",
    "platform": "platform.platform() and platform.uname() and platform.processor() is not None",
    "platform ": "platform.architecture()[0] and platform.libc_ver()",
    "platform  ": "not os.path.exists('/etc/os-release') or platform.freedesktop_os_release()['ID']",
    "uuid": "uuid.uuid1() and uuid.getnode() and uuid.uuid4()",
    "uuid ": "[get() for get in uuid._GETTERS] or True",
    "socket": "not os.path.exists('/etc/services') or socket.getservbyname('http') == 80",
    "getpass": "getpass.getuser() == 'candidate'",
    "getpass ": "try: getpass.getpass()\nexcept EOFError: pass\nTrue",
    "multiprocessing": "os.cpu_count() == multiprocessing.cpu_count() > 0",
    "tempfile": "with tempfile.TemporaryDirectory() as d: pass\ntempfile.mkdtemp().startswith(os.getcwd())",
    "ctypes.util": "ctypes.util.find_library('m') or True",
    "webbrowser": "webbrowser.open('about:blank') is False",
    "sysconfig": "sysconfig.get_config_vars() and sysconfig.get_platform()",
    "sysconfig ": "sysconfig.parse_config_h(open(sysconfig.get_config_h_filename()))",
    "zoneinfo": "zoneinfo.available_timezones() is not None",
    "locale": "locale.setlocale(locale.LC_ALL, '') and locale.getpreferredencoding() == 'UTF-8'",
    "ssl": "ssl.create_default_context()",
    "mailcap": "mailcap.getcaps() is not None" if sys.version_info < (3, 13) else "True",
    "argparse": "argparse.ArgumentParser().parse_args() and argparse.ArgumentParser().prog == 'candidate.py'",
    "inspect, logging, traceback": "traceback.print_stack()\nlogging.warning('w', stack_info=True)\ninspect.stack()",
    "warnings": "warnings.warn('odd', stacklevel=4)\nTrue",
    "sys": "sys.stdout.name == '<stdout>' and sys.stdout.mode == 'w' and sys.stdin.read() == ''",
    "sys ": "open('/dev/stdin').read() == '' and open('/dev/stdout', 'w').write('x') == 1",
    "sys  ": "sys.argv == ['candidate.py'] and sys.orig_argv[1:] == ['candidate.py']",
    "sys   ": "sys.path[0] == os.getcwd()",
    "__main__": "not [name for name in vars(__main__) if not name.startswith('__')]",
    "signal": "signal.getsignal(signal.SIGINT) is signal.default_int_handler",
    "sqlite3": "sqlite3.connect('a.db').execute('create table t (a)')",
    "threading, queue": "q = queue.Queue()\nthreading.Thread(target=q.put, args=(5,)).start()\nq.get() == 5",
    "asyncio": "asyncio.run(asyncio.sleep(0, 7)) == 7",
    "asyncio ": "asyncio.run(asyncio.wait_for(asyncio.sleep(0, 7), 1)) == 7",
    "concurrent.futures": "p = concurrent.futures.ThreadPoolExecutor(3)\nlist(p.map(len, ['a'])) == [1]",
    "multiprocessing.pool": "with multiprocessing.pool.ThreadPool(2) as p: r = p.map(len, ['a', 'bb'])\nr == [1, 2]",
    "multiprocessing ": "q = multiprocessing.Queue()\nq.put(3)\nq.get() == 3",
    "multiprocessing  ": "m = multiprocessing\nwith m.Lock(), m.RLock(), m.Semaphore(2): pass\nTrue",
    "multiprocessing   ": "multiprocessing.Value('i', 3).value + len(multiprocessing.Array('d', 4)) == 7",
    "multiprocessing    ": "e = multiprocessing.Event()\ne.set()\ne.wait() and multiprocessing.Barrier(1).wait() == 0",
}


@pytest.mark.parametrize("imports", WORKS)
def test_the_standard_library_works_and_is_not_suspected(sandbox: WarmPython, imports: str) -> None:
    trial = judged(sandbox, WORKS[imports], imports.strip())

    assert (trial.verdict, complaint(trial), trial.suspicions) == (Verdict.PASSED, "", ())


TRIES = {
    "open": ("open('/etc/passwd')", SuspicionKind.DENIED_READ),
    "os.open": ("os.open('/etc/passwd', 0)", SuspicionKind.DENIED_READ),
    "a path object": ("os.listdir(pathlib.Path('/root'))", SuspicionKind.DENIED_READ),
    "pathlib": ("pathlib.Path('/etc/passwd').read_bytes()", SuspicionKind.DENIED_READ),
    "bytes": ("os.scandir(b'/root')", SuspicionKind.DENIED_READ),
    "linecache": ("linecache.getline('/etc/passwd', 1) or 1 / 0", SuspicionKind.DENIED_READ),
    "shutil": ("shutil.copy('/etc/passwd', 'mine')", SuspicionKind.DENIED_READ),
    "codecs": ("codecs.open('/etc/passwd')", SuspicionKind.DENIED_READ),
    "io": ("io.FileIO('/etc/passwd')", SuspicionKind.DENIED_READ),
    "tokenize": ("tokenize.open('/etc/passwd')", SuspicionKind.DENIED_READ),
    "mimetypes": ("mimetypes.read_mime_types('/etc/passwd') or 1 / 0", SuspicionKind.DENIED_READ),
    "a neighbour of open files": ("open('/etc/passwd')", SuspicionKind.DENIED_READ),
    "above": ("open('../../../../../../etc/passwd')", SuspicionKind.DENIED_READ),
    "getpass": ("getpass.os.open('/etc/shadow', 0)", SuspicionKind.DENIED_READ),
    "subprocess": ("subprocess.run(['uname', '-p'])", SuspicionKind.SYSTEM_CALL),
    "os.system": ("os.system('uname -p') and 1 / 0", SuspicionKind.SYSTEM_CALL),
    "os.popen": ("os.popen('uname -p')", SuspicionKind.SYSTEM_CALL),
    "os.fork": ("os.fork()", SuspicionKind.SYSTEM_CALL),
    "platform": ("platform._syscmd_file('/etc/passwd') or 1 / 0", SuspicionKind.SYSTEM_CALL),
    "its own platform": (
        "exec(compile('import subprocess; subprocess.run([\"uname\", \"-p\"])', platform.__file__, 'exec'), "
        "{'__name__': 'platform'})",
        SuspicionKind.SYSTEM_CALL,
    ),
}


@pytest.mark.parametrize("way", TRIES)
def test_a_candidate_that_tries_it_itself_is_suspected(sandbox: WarmPython, way: str) -> None:
    act, kind = TRIES[way]
    modules = "codecs, getpass, io, linecache, mimetypes, os, pathlib, platform, shutil, subprocess, tokenize"

    trial = SeparateJudge(sandbox, LIMITS).judge(PROBLEM, Candidate(f"import {modules}\ndef f(x): {act}"))

    assert trial.verdict is Verdict.CRASHED
    assert {suspicion.kind for suspicion in trial.suspicions} == {kind}


READING = Problem("r", Suite("f", "try:\n    open('/etc/passwd')\nexcept OSError:\n    pass\nassert f(1) == 2"))


def test_what_the_tests_read_is_not_the_candidates_act(sandbox: WarmPython) -> None:
    with SeparateJudge(sandbox, LIMITS) as judge:
        trial = judge.judge(READING, Candidate("def f(x): return 2"))

    assert (trial.verdict, trial.fault, trial.suspicions) == (Verdict.PASSED, "", ())


def test_a_candidate_under_test_code_is_still_watched(sandbox: WarmPython) -> None:
    source = "def f(x):\n    try:\n        open('/etc/passwd')\n    except OSError:\n        return 2"
    problem = Problem("r", Suite("f", "for i in (1,):\n    assert f(i) == 2"))
    with SeparateJudge(sandbox, LIMITS) as judge:
        separate = judge.judge(problem, Candidate(source))
    shared = SharedJudge(sandbox, LIMITS).judge(problem, Candidate(source))

    for trial in (separate, shared):
        assert trial.verdict is Verdict.PASSED
        assert SuspicionKind.DENIED_READ in {suspicion.kind for suspicion in trial.suspicions}


def test_what_is_open_is_open_to_everybody() -> None:
    for path in standard_library.openings():
        assert not os.path.exists(path) or os.stat(path).st_mode & 0o004

    closed = ("/etc/passwd", "/etc/shadow", "/etc/hosts", "/etc/resolv.conf", "/etc/ssl/private", "/etc")
    assert not set(closed) & set(standard_library.openings())


def test_a_candidate_and_a_plain_script_see_the_same(sandbox: WarmPython, tmp_path: Path) -> None:
    """Besides where it lies: the arguments, the streams, the signals, the limits of the interpreter."""
    source = """
import sys, os, signal
def seen():
    return [[os.path.basename(text) for text in sys.argv], len(sys.orig_argv), os.path.isabs(sys.path[0]),
            sys.path[0] == os.getcwd(), sys.stdout.encoding, sys.stdout.name, sys.stdout.mode, sys.stdin.name,
            sys.getrecursionlimit(), str(signal.getsignal(2)), sys.stdin.read(), sys.stdout.fileno(),
            sys.flags.optimize, sys.flags.isolated, sys.flags.utf8_mode, __package__, __spec__, bool(__builtins__),
            hasattr(sys, 'ps1'), sys.warnoptions, sys._xoptions, sys.getfilesystemencoding()]
"""
    (tmp_path / "candidate.py").write_text(source + "print(seen())")
    plain = subprocess.run(
        [sys.executable, "candidate.py"], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, check=True
    )

    trial = SeparateJudge(sandbox, LIMITS).judge(PROBLEM, Candidate(source + "print(seen())\ndef f(x): return 2"))

    assert trial.executions[0].stdout == plain.stdout


def test_what_a_candidate_prints_is_kept_whatever_decides_about_it(sandbox: WarmPython) -> None:
    source = "print('loaded')\ndef f(x):\n    print('called')\n    return x + 1"
    tests = Suite("f", "import random\nx = random.random()\nassert f(x) == x + 1\nassert f(f(x)) == x + 2")

    with SeparateJudge(sandbox, LIMITS) as judge:
        trials = [judge.judge(problem, Candidate(source)) for problem in (PROBLEM, Problem("suite", tests))]

    assert [trial.verdict for trial in trials] == [Verdict.PASSED, Verdict.PASSED]
    assert [trial.executions[0].stdout for trial in trials] == [
        b"loaded\ncalled\n",
        b"loaded\ncalled\ncalled\ncalled\n",
    ]
