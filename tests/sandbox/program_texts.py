"""Python programs whose behaviour depends on how an interpreter starts, runs and ends."""

from __future__ import annotations

import itertools
import random

STARTS = [
    "print(__name__, __file__, __doc__, __package__, __spec__, __builtins__)",
    "import sys; print(sys.argv, sys.orig_argv[1:], sys.path, sys.flags, sys.executable)",
    "import sys; print(sorted(globals()), sys.getrecursionlimit(), sys.stdin, sys.stdout, sys.stderr)",
    "import sys; print(sys.stdout.encoding, sys.stdout.errors, sys.stdout.line_buffering, sys.stderr.errors)",
    "import os; print(sorted(os.environ.items()), os.getcwd(), sorted(os.listdir('.')), os.getppid())",
    "import os, sys; print(os.stat(0).st_size, sys.stdin.isatty(), os.path.samefile(__file__, 'main.py'))",
    "print(open(__file__).read())",
    "'''A docstring.'''\nprint(__doc__)",
    "import __main__; print(__main__.__file__, type(__main__.__loader__).__name__ if 0 else '')",
    "import time, locale; print(time.tzname, time.localtime(0).tm_hour, locale.getlocale())",
    "print(hash('abc'), {'x', 'y', 'z', 'w'})",
    "import signal; print([(s, signal.getsignal(s)) for s in (signal.SIGINT, signal.SIGPIPE, signal.SIGTERM)])",
    "import threading; print(threading.current_thread(), threading.active_count(), threading.main_thread().name)",
    "f = open('x.txt', 'w'); print(f.fileno()); f.write('hello')",
    "import traceback; traceback.print_stack()",
    "import inspect; print([frame.function for frame in inspect.stack()])",
    "def depth(n):\n    try:\n        return depth(n + 1)\n    except RecursionError:\n        return n\n"
    "print(depth(0))",
    "import warnings\ndef f(): warnings.warn('old', DeprecationWarning, stacklevel=2)\nf(); warnings.warn('loud')",
    "import sys, site, os.path; print(site.ENABLE_USER_SITE, site.PREFIXES, exit, quit, copyright is not None)",
    "import random; random.seed(5); print(random.random(), random.choice('abc'))",
    "import helper; print(helper.VALUE, helper.__file__)",
    "import random; print(random)",
    "import resource; print(resource.getrlimit(resource.RLIMIT_CORE), resource.getrlimit(resource.RLIMIT_NOFILE))",
]
INPUTS = [
    "print(input())",
    "print(input('prompt> '), end='')\nprint(input())",
    "import sys; print(sys.stdin.read())",
    "import sys; print(sys.stdin.buffer.read())",
    "import sys\nfor line in sys.stdin: print(repr(line))",
    "import sys; print(sys.stdin.readline(), sys.stdin.buffer.readline(), input())",
    "import os; print(os.read(0, 7)); print(input())",
    "import sys; sys.stdin.close(); print('closed')",
    "import fileinput\nfor line in fileinput.input(): print(fileinput.lineno(), line, end='')",
    "import sys; print(sys.stdin.seekable(), sys.stdin.fileno(), sys.stdin.tell())",
    "while True:\n    print(input())",
    "print([*map(int, open(0).read().split())])",
    "import subprocess; subprocess.run(['cat'])",
]
OUTPUTS = [
    "import sys; sys.stdout.write('no newline')",
    "import os, sys; print('a'); os.write(1, b'b\\n'); print('c', file=sys.stderr); os.write(2, b'd\\n')",
    "print('é \\udcff \\x00')",
    "import sys; print('\\udcff\\ud800é', file=sys.stderr)",
    "import sys; sys.stdout.buffer.write(b'\\xff\\x00\\xfe'); sys.stdout.flush()",
    "print('\\ud800')",
    "import sys, io; sys.stdout = io.StringIO(); print('lost')",
    "import sys, io; sys.stdout = io.TextIOWrapper(sys.stdout.buffer, 'latin-1'); print('é')",
    "import sys; sys.stdout = open('out.txt', 'w'); print('elsewhere')",
    "import os; out = os.fdopen(1, 'w'); out.write('not flushed by hand')",
    "import sys; sys.stdout.close(); print('x')",
    "import sys; sys.stderr.close(); raise ValueError('unseen')",
    "import os; os.close(1); print('into nothing')",
    "import sys; sys.stdout.reconfigure(encoding='ascii', errors='xmlcharrefreplace'); print('é')",
    "import sys\nfor i in range(20000): print(i)",
    "import sys; print('x', flush=True); print('y', end=''); sys.stderr.write('z')",
    "import sys; sys.stdout = None; print('nowhere')",
]
ENDS = [
    *(f"import sys; sys.exit({value})" for value in (
        "0", "1", "3", "255", "256", "-1", "None", "True", "'a message'", "'ü \\udcff'", "1.5", "[1, 2]", "(1, 2)",
        "()",
        "10 ** 30",
    )),
    "raise SystemExit", "raise SystemExit(7)", "exit(4)", "quit()", "import os; print('lost'); os._exit(9)",
    "class E(SystemExit): code = 5\nraise E", "import sys\ntry: sys.exit(3)\nfinally: print('finally')",
    "import sys\ntry: sys.exit(3)\nexcept SystemExit: print('stays')",
    "raise ValueError('plain')", "1 / 0", "def f(): g()\ndef g(): raise KeyError('k')\nf()",
    "try: 1 / 0\nexcept Exception as e: raise LookupError('second') from e",
    "try: 1 / 0\nexcept Exception: undefined", "raise KeyboardInterrupt", "raise KeyboardInterrupt('with text')",
    "class Odd(Exception):\n    def __str__(self): raise ValueError('in str')\nraise Odd",
    "raise ExceptionGroup('many', [ValueError(1), TypeError(2)])", "assert 1 == 2, 'no'", "raise BaseException('base')",
    "x = (\n", "def f(:\n  pass", "return 1", "print 'two'", "\tx = 1\n        y = 2", "x = '\\ud800'\nprint(x)",
    "# -*- coding: latin-1 -*-\nprint('x')", "import nothing_of_that_name", "from os import nothing_there",
    "def f(): f()\nf()", "import sys; sys.setrecursionlimit(50)\ndef f(): f()\nf()",
    "raise ValueError('line one\\nline two')", "e = ValueError('noted'); e.add_note('a note'); raise e",
    "import sys; sys.excepthook = lambda *a: print('hook', a[0], a[1]); raise ValueError('x')",
    "import sys; sys.excepthook = lambda *a: 1 / 0; raise ValueError('x')",
    "import os, signal; os.kill(os.getpid(), signal.SIGTERM)", "import os; os.abort()",
    "import os, signal; os.kill(os.getpid(), signal.SIGINT)", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "import ctypes; ctypes.string_at(0)",
    "import signal, os\nsignal.signal(signal.SIGUSR1, lambda *a: print('caught'))\n"
    "os.kill(os.getpid(), signal.SIGUSR1)",
    "import faulthandler; faulthandler.enable(); import ctypes; print(1)",
]  # fmt: skip
SHUTDOWNS = [
    "import atexit; atexit.register(print, 'bye'); print('hi')",
    "import atexit; atexit.register(print, 'one'); atexit.register(print, 'two'); raise ValueError('x')",
    "import atexit, sys; atexit.register(sys.exit, 5)",
    "import atexit; atexit.register(lambda: 1 / 0)",
    "import atexit, os; atexit.register(os._exit, 6)",
    "class A:\n    def __del__(self): print('gone')\na = A()\nprint('end')",
    "class A:\n    def __del__(self): print('gone')\na = A(); a.me = a",
    "class A:\n    def __del__(self): 1 / 0\na = A()",
    "def g():\n    try: yield 1\n    finally: print('closed')\nx = g(); next(x)",
    "import re\ndef g():\n    try: yield 1\n    finally: print('closed')\nre.kept = g(); next(re.kept)",
    "import sys\ndef g():\n    try: yield 1\n    finally: print('closed')\nx = g(); next(x); sys.exit(3)",
    "import weakref\nclass A: pass\na = A(); r = weakref.ref(a, lambda _: print('dead'))",
    "import weakref\nclass A: pass\na = A(); f = weakref.finalize(a, print, 'finalized')",
    "import tempfile; d = tempfile.TemporaryDirectory(); print('made')",
    "from contextlib import contextmanager\n@contextmanager\ndef c():\n    yield\n    print('after')\n"
    "k = c(); k.__enter__()",
    "import threading, time\nt = threading.Thread(target=lambda: (time.sleep(0.05), print('thread')))\n"
    "t.start()\nprint('main')",
    "import threading, time\nthreading.Thread(target=lambda: time.sleep(60), daemon=True).start()\nprint('main')",
    "import threading\nthreading.Thread(target=lambda: 1 / 0, name='worker').start()",
    "import sys, threading\nthreading.Thread(target=sys.exit, args=(3,)).start()",
    "import concurrent.futures as c\nwith c.ThreadPoolExecutor(2) as p: print(list(p.map(abs, [-1, -2])))",
    "import asyncio\nasync def f():\n    await asyncio.sleep(0.01)\n    print('async')\nasyncio.run(f())",
    "import asyncio\nasync def f(): pass\nf()",
    "f = open('left_open.txt', 'w'); f.write('x'); print('end')",
    "import logging; logging.warning('a warning'); logging.basicConfig(); logging.error('again')",
    "import gc; print(gc.isenabled(), gc.get_threshold(), gc.get_freeze_count())",
    "import sys; print('json' in sys.modules, 're' in sys.modules, 'random' in sys.modules)",
    "import sys; del sys.modules['__main__']; print('still here')",
    "del __file__, __cached__\nprint('odd')",
    "import sys; sys.last_type = 3; print('odd')",
]
PROCESSES = [
    "import os\npid = os.fork()\nif pid == 0:\n    print('child'); raise SystemExit(3)\nprint(os.waitpid(pid, 0)[1])",
    "import os\nprint('before')\npid = os.fork()\nif pid: os.waitpid(pid, 0)\nprint('both')",
    "import subprocess; print(subprocess.run(['sh', '-c', 'echo out; exit 3'], capture_output=True))",
    "import subprocess, sys; print(subprocess.check_output([sys.executable, '-c', 'print(__name__)']))",
    "import os; print(os.system('exit 4'), os.popen('echo hi').read())",
    "import multiprocessing as m\ndef f(q): q.put('x')\nif __name__ == '__main__':\n    q = m.Queue(); "
    "p = m.Process(target=f, "
    "args=(q,)); p.start(); print(q.get()); p.join(); print(p.exitcode)",
    "import multiprocessing as m\ndef f(x): return x * x\nif __name__ == '__main__':\n    m.set_start_method('spawn')\n"
    "    with m.Pool(1) as p: print(p.map(f, [1, 2]))",
    "import os; os.execvp('echo', ['echo', 'replaced'])",
    "import socket\ntry: socket.create_connection(('127.0.0.1', 9), 1)\nexcept OSError as e: print(e)",
    "import os; print(os.getpid() > 0, os.getsid(0) > 0)",
]

WRITTEN = [*STARTS, *INPUTS, *OUTPUTS, *ENDS, *SHUTDOWNS, *PROCESSES]
STDIN = b"first line\n12 7\r\nthird \xc3\xa9\n"

_BODIES = (
    "values = [(i * {a}) % {b} for i in range({c})]\nprint(sorted(set(values)), sum(values))",
    "from collections import {kind}\nprint({kind}('{word}' * {a}))",
    "import {module}\nprint(sorted(name for name in dir({module}) if not name.startswith('_'))[:{b}])",
    "def f(n):\n    if n == {a}: raise {error}(n)\n    return f(n + 1)\nprint('{word}')\nf(0)",
    "import sys\nprint('{word}')\nsys.exit({a})",
    "class C:\n    def __init__(self): self.x = {a}\n    def __repr__(self): return f'C({{self.x}})'\n"
    "print([C()] * {b})",
    "try:\n    [][{a}]\nexcept IndexError as e:\n    print(type(e), e)\nprint({b} // {a})",
    "print(f'{{{a} / {b}:.{c}f}}', round({a}.5), divmod({b}, {a}), {b} ** {a})",
    "data = input().split()\nprint(data * {a})\nprint(int(input().split()[0]) + {b})",
    "with open('{word}.txt', 'w') as f: f.write('{word}\\n' * {a})\nprint(open('{word}.txt').read(), end='')",
)


def generated(count: int, *, seed: int) -> list[str]:
    """Programs that nobody wrote by hand: the same shapes with other numbers, modules and errors."""
    draw = random.Random(seed)
    made = []
    for body in itertools.islice(itertools.cycle(_BODIES), count):
        made.append(
            body.format(
                a=draw.randint(1, 9),
                b=draw.randint(10, 40),
                c=draw.randint(2, 20),
                kind=draw.choice(["Counter", "deque", "OrderedDict.fromkeys"]).split(".")[0],
                module=draw.choice(["json", "math", "string", "datetime", "textwrap", "decimal", "heapq", "csv"]),
                error=draw.choice(["ValueError", "KeyError", "RuntimeError", "StopIteration", "SystemExit"]),
                word=draw.choice(["alpha", "beta", "gamma"]),
            )
        )
    return made
