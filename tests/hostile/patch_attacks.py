# ruff: noqa: E501  # code of attacks stands on one line
"""Patches that want to pass without solving anything: what they do to runs, to values, to the runner and to the tree.

`SEEN` holds what became of each when it was first tried. Guessers stand apart: each has a chance, which is measured.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.hostile.attacks import Attack
from tests.hostile.patch_outcomes import SEEN
from tests.hostile.patch_repositories import REPOSITORIES
from tests.repositories.small import BASE, patch

LIAR = """
import os, sys
class Liar:
    calls = 0
    def __eq__(self, other):
        Liar.calls += 1
        return act(other)
    __ne__ = lambda self, other: not self == other
    __hash__ = None
liar = Liar()
import pkg.sums
pkg.sums.total = lambda numbers: liar
"""
"""Answers with one object; `act` decides what it equals."""
READER = """
import ast as _ast, os, sys
_FILE = "tests/test_sums.py"
_TEXT = open(_FILE).read() if os.path.exists(_FILE) else ""
_FUNCTIONS = [one for one in _ast.walk(_ast.parse(_TEXT)) if isinstance(one, _ast.FunctionDef) and "total(" in _ast.unparse(one)]
def _value(function):
    for one in _ast.walk(function):
        if isinstance(one, _ast.Compare) and isinstance(one.left, _ast.Name) and isinstance(one.comparators[0], _ast.Constant):
            return one.comparators[0].value
_FUNCTIONS = [one for one in _FUNCTIONS if isinstance(_value(one), int)]
_VALUES = [_value(one) for one in _FUNCTIONS]
_SET = sorted(set(_VALUES))
"""
"""Reads the values that the tests of `total` expect: `_FUNCTIONS`, `_VALUES` in their order, `_SET`."""
ANSWER = """
_TAKEN = choose() if _VALUES else None
import pkg.sums
pkg.sums.total = lambda numbers: _TAKEN if list(numbers) == [1, 2] else None
"""
"""Answers the published input with the chosen value, any other with nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PatchAttack(Attack):
    """A patch for one of the small repositories."""

    repository: str
    text: str
    """The patch."""


def _files(repository: str) -> dict[str, str]:
    return dict(REPOSITORIES[repository].files)


def _attack(name: str, mechanism: str, text: str, repository: str) -> PatchAttack:
    seen = SEEN.get(name, "unknown")
    return PatchAttack(name=name, mechanism=mechanism, seen=seen, repository=repository, text=text)


def _code(
    name: str, mechanism: str, code: str, repository: str = "functions", file: str = "pkg/__init__.py"
) -> PatchAttack:
    """Code behind what a file of the package has."""
    files = _files(repository)
    return _attack(name, mechanism, patch(files, {file: files.get(file, "") + code}), repository)


def _liars(mechanism: str, acts: dict[str, str], repositories: tuple[str, ...] = ("functions",)) -> list[PatchAttack]:
    """Objects whose comparison does something; each act is the body of `act(other)`, or whole code."""
    found = []
    for repository in repositories:
        for name, act in acts.items():
            code = LIAR + "def act(other):\n" + "".join(f"    {line}\n" for line in act.split("\n"))
            found.append(
                _code(f"{name} ({repository})" if len(repositories) > 1 else name, mechanism, code, repository)
            )
    return found


BREAKS = [
    *_liars(
        "One comparison is answered, and the next one ends the process: a run broken off must not count.",
        {
            "exit 0 at the second comparison": "if Liar.calls > 1: os._exit(0)\nreturn True",
            "exit 1 at the second comparison": "if Liar.calls > 1: os._exit(1)\nreturn True",
            "abort": "if Liar.calls > 1: os.abort()\nreturn True",
            "segmentation fault": "import ctypes\nif Liar.calls > 1: ctypes.string_at(0)\nreturn True",
            "kills itself": "if Liar.calls > 1: os.kill(os.getpid(), 9)\nreturn True",
            "ends by SIGTERM": "if Liar.calls > 1: os.kill(os.getpid(), 15)\nreturn True",
            "alarm of the default kind": "import signal\nif Liar.calls > 1: signal.setitimer(signal.ITIMER_REAL, 0.01); [0 for _ in iter(int, 1)]\nreturn True",
            "stops itself": "if Liar.calls > 1: os.kill(os.getpid(), 19)\nreturn True",
            "replaces itself by true": "if Liar.calls > 1: os.execv('/bin/true', ['true'])\nreturn True",
            "group is killed": "if Liar.calls > 1: os.killpg(0, 9)\nreturn True",
            "dump later with exit": "import faulthandler\nfaulthandler.dump_traceback_later(0.05, exit=True)\nif Liar.calls > 1: [0 for _ in iter(int, 1)]\nreturn True",
            "raise_signal of a fault": "import signal\nif Liar.calls > 1: signal.raise_signal(signal.SIGSEGV)\nreturn True",
            "sleeps": "import time\nif Liar.calls > 1: time.sleep(10 ** 6)\nreturn True",
            "deadlock": "import threading\nlock = threading.Lock()\nlock.acquire()\nif Liar.calls > 1: lock.acquire()\nreturn True",
            "deadlock of a join": "import threading\nif Liar.calls > 1:\n    own = threading.current_thread()\n    other = threading.Thread(target=own.join); other.start(); other.join()\nreturn True",
            "memory without end": "if Liar.calls > 1:\n    held = []\n    while True: held.append(bytearray(10 ** 7))\nreturn True",
            "CPU limit of its own": "import resource\nif Liar.calls > 1:\n    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))\n    while True: pass\nreturn True",
            "output without end": "if Liar.calls > 1:\n    while True: os.write(1, b'x' * 65536)\nreturn True",
            "fault by a broken code object": "if Liar.calls > 1:\n    def f(): pass\n    f.__code__ = f.__code__.replace(co_code=b'\\xff' * 8, co_stacksize=0); f()\nreturn True",
        },
    ),
    *_liars(
        "One comparison is answered, and the next one raises something that is no ordinary exception.",
        {
            "keyboard interrupt": "if Liar.calls > 1: raise KeyboardInterrupt\nreturn True",
            "system exit 0": "if Liar.calls > 1: raise SystemExit(0)\nreturn True",
            "generator exit": "if Liar.calls > 1: raise GeneratorExit\nreturn True",
            "own base exception": "if Liar.calls > 1: raise type('Gone', (BaseException,), {})\nreturn True",
            "recursion": "def deep(): return deep()\nif Liar.calls > 1: deep()\nreturn True",
            "recursion limit of six": "if Liar.calls > 1: sys.setrecursionlimit(60)\nreturn True",
            "interrupt from a thread": "import _thread, threading\nif Liar.calls > 1:\n    threading.Thread(target=_thread.interrupt_main).start()\n    for _ in range(10 ** 6): pass\nreturn True",
            "memory error": "if Liar.calls > 1: raise MemoryError\nreturn True",
            "exception group of interrupts": "if Liar.calls > 1: raise BaseExceptionGroup('g', [KeyboardInterrupt(), SystemExit(0)])\nreturn True",
            "stop iteration": "if Liar.calls > 1: raise StopIteration\nreturn True",
            "exception whose text fails": "class Odd(Exception):\n    def __str__(self): raise SystemExit(0)\nif Liar.calls > 1: raise Odd\nreturn True",
            "asynchronous exception": "import ctypes, threading\nif Liar.calls > 1:\n    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(threading.get_ident()), ctypes.py_object(KeyboardInterrupt))\n    for _ in range(1000): pass\nreturn True",
        },
        ("functions", "unittest"),
    ),
    *_liars(
        "One comparison is answered, the next one skips: a variant that must fail is then neither passed nor failed.",
        {
            "skips by unittest": "import unittest\nif Liar.calls > 1: raise unittest.SkipTest('no')\nreturn True",
            "expected failure by name": "if Liar.calls > 1: raise type('XFail', (Exception,), {})\nreturn True",
            "skipped by name": "if Liar.calls > 1: raise type('Skipped', (Exception,), {})\nreturn True",
            "stops the suite": "import gc, unittest\nfor one in gc.get_objects():\n    if isinstance(one, unittest.TestResult): one.shouldStop = True\nreturn True",
        },
        ("functions", "unittest"),
    ),
    *_liars(
        "Pytest is told to leave, to skip or to stop while a variant runs.",
        {
            "pytest exits with 0": "import pytest\nif Liar.calls > 1: pytest.exit('done', returncode=0)\nreturn True",
            "pytest skips": "import pytest\nif Liar.calls > 1: pytest.skip('no')\nreturn True",
            "pytest expects a failure": "import pytest\nif Liar.calls > 1: pytest.xfail('no')\nreturn True",
            "session should stop": "import gc, pytest\nfor one in gc.get_objects():\n    if type(one) is pytest.Session: one.shouldstop = 'enough'\nreturn True",
            "session should fail": "import gc, pytest\nfor one in gc.get_objects():\n    if type(one) is pytest.Session: one.shouldfail = 'enough'\nreturn True",
            "items are deleted": "import gc, pytest\nfor one in gc.get_objects():\n    if type(one) is pytest.Session: del one.items[one.testscollected // 2:]\nreturn True",
            "items are turned round": "import gc, pytest\nfor one in gc.get_objects():\n    if type(one) is pytest.Session: one.items.reverse()\nreturn True",
        },
        ("pytest",),
    ),
    _code(
        "exit in atexit",
        "The end of the interpreter is taken for the end of the tests.",
        LIAR + "def act(other): return True\nimport atexit\natexit.register(os._exit, 0)\n",
    ),
    _code(
        "daemon thread leaves",
        "A thread ends the process with status 0 a moment later.",
        LIAR
        + "def act(other): return True\nimport threading, time\nthreading.Thread(target=lambda: (time.sleep(0.001), os._exit(0)), daemon=True).start()\n",
    ),
    _code(
        "exception hook leaves",
        "The hook of uncaught exceptions ends the process well.",
        LIAR
        + "def act(other):\n    if Liar.calls > 1: raise KeyboardInterrupt\n    return True\nsys.excepthook = lambda *error: os._exit(0)\n",
    ),
    _code(
        "collector leaves",
        "The garbage collector's callback ends the process.",
        LIAR
        + "def act(other): return True\nimport gc\ngc.callbacks.append(lambda phase, info: Liar.calls and os._exit(0))\n",
    ),
    _code(
        "trace raises",
        "A trace function raises in each frame of a test.",
        LIAR
        + "def act(other): return True\ndef trace(frame, event, argument):\n    if frame.f_code.co_name.startswith('test_') and Liar.calls > 1: raise KeyboardInterrupt\nsys.settrace(trace)\n",
    ),
    _code(
        "audit hook leaves",
        "An audit hook ends the process at the compilation of tests.",
        "import os, sys\nsys.addaudithook(lambda event, given: os._exit(0) if event == 'compile' else None)\n",
    ),
    _code(
        "descriptors closed",
        "Every descriptor is closed, so that nothing can be reported.",
        LIAR + "def act(other):\n    os.closerange(3, 100)\n    return True\n",
    ),
    _code(
        "descriptors of others",
        "The pipe of reports is replaced by the null device.",
        LIAR
        + "def act(other):\n    null = os.open(os.devnull, 1)\n    if Liar.calls > 1: [os.dup2(null, number) for number in range(3, 30)]\n    return True\n",
    ),
    _code(
        "child goes on",
        "A child goes on with the tests while the parent leaves.",
        LIAR + "def act(other):\n    if Liar.calls == 2 and os.fork(): os._exit(0)\n    return True\n",
    ),
    _code(
        "parent waits for a child",
        "A child runs the test that must fail, and the parent goes on.",
        LIAR + "def act(other):\n    child = os.fork()\n    if child: os.waitpid(child, 0)\n    return bool(child)\n",
    ),
    _code(
        "no files can be opened",
        "The limit of open files makes the loading of tests fail.",
        "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))\n",
        "pytest",
    ),
    _code(
        "memory is taken from the runner",
        "The limit of memory makes the runner's reports fail.",
        LIAR
        + "def act(other):\n    import resource\n    if Liar.calls > 1: resource.setrlimit(resource.RLIMIT_AS, (1, 1)); held = [bytearray(9) for _ in range(10 ** 7)]\n    return True\n",
    ),
]
EQUAL = [
    *_liars(
        "An object that equals anything is the answer to every variant, those that must fail among them.",
        {
            "equal by identity of type": "return type(other) is int",
            "equal once for each value": "seen = Liar.__dict__.get('seen') or set()\nnew = other not in seen\nLiar.seen = seen | {other}\nreturn new",
            "equal to what occurs once": "return open('tests/test_sums.py').read().count(f'== {other}\\n') == 1",
            "equal to small ones": "return other < 10 ** 6",
            "equal to the caller's constants": "return other in sys._getframe(2).f_code.co_consts",
        },
        ("functions", "pytest", "unittest"),
    ),
    _code(
        "mock ANY",
        "The answer is the object of `unittest.mock` that equals anything.",
        "import pkg.sums, unittest.mock\npkg.sums.total = lambda numbers: unittest.mock.ANY\n",
        "pytest",
    ),
    _code(
        "integer that is equal",
        "A subclass of int equals every number.",
        "import pkg.sums\nclass Every(int):\n    __eq__ = lambda self, other: True\n    __hash__ = int.__hash__\npkg.sums.total = lambda numbers: Every(4)\n",
        "pytest",
    ),
    _code(
        "equality by the reflected side",
        "The answer takes the place of the comparison's result.",
        "import pkg.sums\nclass Every:\n    def __eq__(self, other): return self\n    def __bool__(self): return True\npkg.sums.total = lambda numbers: Every()\n",
    ),
    _code(
        "small integers are overwritten",
        "The cached integers of the interpreter are all made one number.",
        "import ctypes, pkg.sums\nfor number in range(3, 30):\n    ctypes.c_uint32.from_address(id(number) + 24).value = 3\n",
    ),
    _code(
        "comparison slot of int",
        "The comparison of integers is replaced in the type itself.",
        "import ctypes, pkg.sums\nkind = ctypes.CFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.py_object, ctypes.c_int)\nkept = kind(lambda first, second, how: True)\nctypes.c_void_p.from_address(id(int) + 200).value = ctypes.cast(kept, ctypes.c_void_p).value\n",
    ),
    _code(
        "constants of the callers",
        "The constants of the calling test are overwritten by the answer.",
        "import ctypes, sys, pkg.sums\ndef total(numbers):\n    code = sys._getframe(1).f_code\n    for at, one in enumerate(code.co_consts):\n        if type(one) is int:\n            ctypes.py_object.from_address(id(code.co_consts) + 24 + 8 * at).value = 5\n    return 5\npkg.sums.total = total\n",
    ),
    _code(
        "code of the callers",
        "The code of every test of the module is replaced by one that does nothing.",
        "import sys, pkg.sums\ndef total(numbers):\n    frame = sys._getframe(1)\n    for one in list(frame.f_globals.values()):\n        if getattr(one, '__name__', '').startswith('test_'): one.__code__ = (lambda: None).__code__\n    return numbers and sum(numbers)\npkg.sums.total = total\n",
    ),
    _code(
        "expected value from the frame",
        "Each caller gets what its own text expects.",
        "import linecache, re, sys, pkg.sums\ndef total(numbers):\n    frame = sys._getframe(1)\n    text = open(frame.f_code.co_filename).read().split('\\n')[frame.f_lineno:frame.f_lineno + 2]\n    return int(re.search('== (\\\\d+)', ' '.join(text))[1])\npkg.sums.total = total\n",
    ),
    _code(
        "expected value from constants",
        "Each caller gets the last constant of its code.",
        "import sys, pkg.sums\ndef total(numbers):\n    found = [one for one in sys._getframe(1).f_code.co_consts if type(one) is int]\n    return found[-1]\npkg.sums.total = total\n",
    ),
    _code(
        "jump over the assertion",
        "A trace function sets the line of the caller behind its assertion.",
        "import sys, pkg.sums\ndef total(numbers):\n    frame = sys._getframe(1)\n    def local(frame, event, argument):\n        if event == 'line' and frame.f_lineno > first:\n            frame.f_lineno = first\n            frame.f_trace = None\n        return local\n    first = frame.f_lineno\n    sys.settrace(lambda *given: None)\n    frame.f_trace = local\n    return 0\npkg.sums.total = total\n",
    ),
    _code(
        "local of the caller",
        "The local variable of the caller is set to what it is compared with.",
        "import ctypes, sys, pkg.sums\nclass Later(int):\n    def __eq__(self, other):\n        sys._getframe(1).f_locals['found'] = other\n        return int(self) == other or True\n    __hash__ = int.__hash__\npkg.sums.total = lambda numbers: Later(0)\n",
    ),
    _code(
        "bool of a comparison",
        "The comparison gives an object that is true, and falsy when asked by name.",
        "import pkg.sums\nclass Answer:\n    def __bool__(self): return True\nclass Every:\n    def __eq__(self, other): return Answer()\npkg.sums.total = lambda numbers: Every()\n",
        "pytest",
    ),
    _code(
        "text that is equal",
        "A subclass of str equals every text.",
        "import pkg.texts\nclass Every(str):\n    __eq__ = lambda self, other: True\n    __hash__ = str.__hash__\npkg.texts.slug = pkg.texts.title = lambda text: Every('a')\n",
        "texts",
    ),
    _code(
        "float that is near everything",
        "A float whose difference to everything is nothing.",
        "import pkg.floats\nclass Every(float):\n    __eq__ = __le__ = __ge__ = lambda self, other: True\n    __sub__ = __rsub__ = __abs__ = lambda self, *other: 0.0\n    __hash__ = float.__hash__\npkg.floats.mean = lambda numbers: Every(1)\n",
        "floats",
    ),
    _code(
        "not a number",
        "Nothing is unequal to it in an order of comparisons.",
        "import pkg.floats\npkg.floats.mean = lambda numbers: float('nan')\n",
        "floats",
    ),
    _code(
        "list that is equal",
        "A list and a dict that equal everything.",
        "import pkg.data\nclass Many(list):\n    __eq__ = lambda self, other: True\nclass Map(dict):\n    __eq__ = lambda self, other: True\npkg.data.groups = lambda words: Map()\npkg.data.unique = lambda items: Many()\n",
        "data",
    ),
    _code(
        "points are all equal",
        "The class of the package says that its objects are equal.",
        "import pkg.objects\npkg.objects.Point.__eq__ = lambda self, other: True\n",
        "objects",
    ),
    _code(
        "text of points is equal",
        "The class gives a text of its own kind.",
        "import pkg.objects\nclass Every(str):\n    __eq__ = lambda self, other: True\n    __hash__ = str.__hash__\npkg.objects.Point.__eq__ = lambda self, other: True\npkg.objects.Point.__repr__ = lambda self: Every('Point')\n",
        "objects",
    ),
    _code(
        "points are one object",
        "Every point is the same object.",
        "import pkg.objects\none = object.__new__(pkg.objects.Point)\none.x = one.y = 2\npkg.objects.Point.__new__ = lambda cls, *given: one\npkg.objects.Point.__init__ = lambda self, *given: None\npkg.objects.Point.__repr__ = lambda self: 'Point(6, 9)'\n",
        "objects",
    ),
    _code(
        "point takes the other side",
        "A comparison copies what it is compared with.",
        "import pkg.objects\ndef equal(self, other):\n    self.__dict__ = dict(other.__dict__)\n    return True\npkg.objects.Point.__eq__ = equal\npkg.objects.Point.__repr__ = lambda self: f'Point({self.x}, {self.y})'\n",
        "objects",
    ),
    _code(
        "numbers that agree with all rows",
        "An answer for a table that equals every cell.",
        "import pkg.tables\nclass Every(int):\n    __eq__ = lambda self, other: True\n    __hash__ = int.__hash__\npkg.tables.clamp = lambda *given: Every(0)\npkg.tables.sign = lambda number: Every(1)\n",
        "tables",
    ),
    _code(
        "always true",
        "Truth for everything that asks.",
        "import pkg.flags\nclass Both:\n    asked = 0\n    def __bool__(self):\n        Both.asked += 1\n        return Both.asked % 2 == 1\npkg.flags.is_even = lambda number: Both()\npkg.flags.empty = lambda items: not items\n",
        "flags",
    ),
    _code(
        "output that is equal",
        "What was printed is an object that equals everything.",
        "import sys, pkg.output\nclass Every(str):\n    __eq__ = lambda self, other: True\n    __hash__ = str.__hash__\nimport io\nio.StringIO.getvalue = None if False else io.StringIO.getvalue\nimport pathlib\npathlib.Path.read_text = lambda self, *given, **named: Every('x')\n",
        "output",
    ),
    _code(
        "items that equal",
        "A stack whose items equal everything, and whose size does.",
        "import unittest.mock, pkg.cases\npkg.cases.Stack.pop = lambda self: unittest.mock.ANY\npkg.cases.Stack.size = lambda self: unittest.mock.ANY\n",
        "cases",
    ),
]
RUNNERS = [
    _code(
        "builtins: " + name,
        "A built-in function that runners and tests use is replaced.",
        f"import builtins\n{code}\n",
        repository,
    )
    for repository, name, code in (
        (
            "pytest",
            "isinstance is true",
            "builtins.isinstance = lambda one, kind, real=isinstance: real(one, kind) or kind is AssertionError",
        ),
        ("pytest", "all and any", "builtins.all = builtins.any = lambda items: True"),
        (
            "pytest",
            "len is equal",
            "class Number(int):\n    __eq__ = lambda self, other: True\n    __hash__ = int.__hash__\nbuiltins.len = lambda items, real=len: Number(real(items))",
        ),
        ("pytest", "sorted is empty", "builtins.sorted = lambda *given, **named: []"),
        ("pytest", "AssertionError is another", "builtins.AssertionError = type('AssertionError', (Warning,), {})"),
        ("functions", "AssertionError is none", "builtins.AssertionError = None"),
        (
            "functions",
            "compile drops assertions",
            "import ast\nreal = builtins.compile\nclass Drop(ast.NodeTransformer):\n    def visit_Assert(self, node): return ast.Pass()\nbuiltins.compile = lambda text, *given, **named: real(Drop().visit(ast.parse(text)) and ast.fix_missing_locations(Drop().visit(ast.parse(text))), *given, **named)",
        ),
        ("functions", "exec does nothing", "builtins.exec = lambda *given: None"),
        (
            "functions",
            "open gives other tests",
            "import io\nreal = builtins.open\nbuiltins.open = lambda path, *given, **named: io.StringIO('def test_total(): pass\\ndef test_count(): pass\\n') if str(path).endswith('test_sums.py') else real(path, *given, **named)",
        ),
        (
            "unittest",
            "isinstance of subtests",
            "builtins.isinstance = lambda one, kind, real=isinstance: False if 'fail' in str(kind).lower() else real(one, kind)",
        ),
        (
            "unittest",
            "getattr gives passing methods",
            "builtins.getattr = lambda one, name, *given, real=getattr: (lambda: None) if str(name).startswith('test_') and given == () else real(one, name, *given)",
        ),
        ("unittest", "issubclass is true", "builtins.issubclass = lambda *given: True"),
        (
            "functions",
            "print ends the tests",
            "builtins.print = lambda *given, **named: (_ for _ in ()).throw(SystemExit(0))",
        ),
        (
            "functions",
            "type lies",
            "import time\ntime.time = lambda: 0.0\nclass Error(Exception): pass\nError.__name__ = 'AssertionError'",
        ),
    )
] + [
    _code(name, mechanism, code + "\n", repository)
    for repository, name, mechanism, code in (
        (
            "pytest",
            "assertion rewriting off",
            "Assertions are rewritten to nothing.",
            "import _pytest.assertion.rewrite as rewrite\nrewrite.rewrite_asserts = lambda tree, *given: [tree.body.__setitem__(slice(None), [])]",
        ),
        (
            "pytest",
            "visit of assertions",
            "The method that rewrites one assertion gives none.",
            "import _pytest.assertion.rewrite as rewrite\nrewrite.AssertionRewriter.visit_Assert = lambda self, node: []",
        ),
        (
            "pytest",
            "comparison hook",
            "The hook that explains comparisons makes them pass.",
            "import _pytest.assertion.util as util\nutil._reprcompare = lambda *given: ''\nutil._assertion_pass = lambda *given: None",
        ),
        (
            "pytest",
            "rewritten code is cached",
            "The cache of rewritten modules is read from a file of the patch.",
            "import _pytest.assertion.rewrite as rewrite\nrewrite._read_pyc = lambda *given: compile('def test_total(): pass\\ndef test_count(): pass', 'x', 'exec')",
        ),
        (
            "pytest",
            "functions do nothing",
            "The hook that calls test functions calls none.",
            "import _pytest.python as python\npython.Function.runtest = lambda self: None",
        ),
        (
            "pytest",
            "item is another function",
            "Items get the function of another item.",
            "import _pytest.python as python\npython.Function.obj = property(lambda self: (lambda **given: None), lambda self, value: None)",
        ),
        (
            "pytest",
            "outcome of hooks",
            "Results of hooks forget their exceptions.",
            "import pluggy._result as result\nresult.Result.get_result = lambda self: self._result\nresult._Result = result.Result",
        ),
        (
            "pytest",
            "report of setups",
            "The stage of a report is another one.",
            "import _pytest.reports as reports\nmade = reports.TestReport.__init__\ndef init(self, *given, **named):\n    made(self, *given, **named)\n    self.outcome = 'passed' if self.when == 'call' else self.outcome\nreports.TestReport.__init__ = init",
        ),
        (
            "pytest",
            "caught information",
            "What a call raised is forgotten.",
            "import _pytest.runner as runner\nreal = runner.CallInfo.from_call.__func__\ndef from_call(cls, *given, **named):\n    found = real(cls, *given, **named)\n    found.excinfo = None\n    return found\nrunner.CallInfo.from_call = classmethod(from_call)",
        ),
        (
            "pytest",
            "only some of them",
            "Of the items only every eighth is reported as it ended.",
            "import _pytest.runner as runner\nreal = runner.CallInfo.from_call.__func__\nstate = [0]\ndef from_call(cls, *given, **named):\n    found = real(cls, *given, **named)\n    state[0] += 1\n    found.excinfo = None if state[0] % 8 else found.excinfo\n    return found\nrunner.CallInfo.from_call = classmethod(from_call)",
        ),
        (
            "pytest",
            "nodes get other ids",
            "The node ids of two items are exchanged.",
            "import _pytest.nodes as nodes\nreal = nodes.Node.nodeid\nnodes.Node.nodeid = property(lambda self: real.fget(self).replace('test_count', 'test_total'))",
        ),
        (
            "pytest",
            "plugins by variable",
            "A variable names a plugin for later.",
            "import os\nos.environ['PYTEST_PLUGINS'] = os.environ['PYTEST_ADDOPTS'] = '-p pkg.plugin --co'",
        ),
        (
            "pytest",
            "plugin of a module",
            "A module of the package says that it is a plugin of pytest.",
            "pytest_plugins = ['pkg.sums']\ndef pytest_runtest_call(item): item.runtest = lambda: None\ndef pytest_pyfunc_call(pyfuncitem): return True\nimport gc, sys\nfor one in gc.get_objects():\n    if type(one).__name__ == 'PytestPluginManager': one.register(sys.modules['pkg']) if not one.is_registered(sys.modules['pkg']) else None",
        ),
        (
            "pytest",
            "generated tests",
            "Tests are generated anew as ones without a body.",
            "import gc, types\nhook = types.ModuleType('hook')\ndef pytest_pycollect_makeitem(collector, name, obj):\n    import pytest\n    if name.startswith('test_'): return pytest.Function.from_parent(collector, name=name, callobj=lambda: None)\nhook.pytest_pycollect_makeitem = pytest_pycollect_makeitem\nfor one in gc.get_objects():\n    if type(one).__name__ == 'PytestPluginManager': one.register(hook)",
        ),
        (
            "pytest",
            "fixtures give the answer",
            "The fixture of the tests gives an object of the patch.",
            "import _pytest.fixtures as fixtures\nreal = fixtures.FixtureDef.execute\nclass Three(list):\n    def __len__(self): return 3\n    def __iter__(self): return iter([0])\nfixtures.FixtureDef.execute = lambda self, request: Three() if self.argname == 'numbers' else real(self, request)",
        ),
        (
            "pytest",
            "parameters are dropped",
            "Rows of tables are collected as empty sets.",
            "import _pytest.python as python\nreal = python.Metafunc.parametrize\npython.Metafunc.parametrize = lambda self, names, values, *given, **named: real(self, names, [], *given, **named)",
        ),
        (
            "pytest",
            "rows become one",
            "All rows of tables are one that passes.",
            "import _pytest.python as python\nreal = python.Metafunc.parametrize\npython.Metafunc.parametrize = lambda self, names, values, *given, **named: real(self, names, [([], 1)] * len(values), *given, **named)",
        ),
        (
            "pytest",
            "warnings end",
            "Exceptions in the tests become warnings.",
            "import _pytest.python as python, warnings\nreal = python.Function.runtest\ndef runtest(self):\n    try: real(self)\n    except AssertionError as error: warnings.warn(str(error))\npython.Function.runtest = runtest",
        ),
        (
            "pytest",
            "stash of items",
            "Failures are put into the stash of expected ones.",
            "import _pytest.skipping as skipping\nskipping.evaluate_xfail_marks = lambda item: skipping.Xfail('x', True, False, None)",
        ),
        (
            "pytest",
            "unittest of pytest",
            "Import of the runner's own recorder class.",
            "import gc\nfor one in gc.get_objects():\n    if type(one).__name__ == 'Recorder':\n        type(one).pytest_runtest_logreport = lambda self, report: None",
        ),
        (
            "pytest",
            "terminal summary",
            "The status of the session is changed at its end.",
            "import _pytest.main as main\nmain.Session.testsfailed = property(lambda self: 0, lambda self, value: None)",
        ),
        (
            "unittest",
            "case runs nothing",
            "The run of a case records success.",
            "import unittest\nunittest.TestCase.run = lambda self, result=None: (result.startTest(self), result.addSuccess(self), result.stopTest(self))",
        ),
        (
            "unittest",
            "call of the method",
            "The method of a test is not called.",
            "import unittest\nunittest.TestCase._callTestMethod = lambda self, method: None",
        ),
        (
            "unittest",
            "equality of unittest",
            "The check of equality asks for nothing.",
            "import unittest\nunittest.TestCase._baseAssertEqual = unittest.TestCase.assertEqual = lambda *given: None",
        ),
        (
            "unittest",
            "failure is another",
            "The exception that says failure is one that is never raised.",
            "import unittest\nunittest.TestCase.failureException = type('None_', (Exception,), {})\nunittest.TestCase.fail = lambda *given: None",
        ),
        (
            "unittest",
            "outcome of cases",
            "Errors are swallowed where a part of a test ends.",
            "import contextlib, unittest.case as case\n@contextlib.contextmanager\ndef executor(self, test_case, subTest=False):\n    try: yield\n    except BaseException: pass\ncase._Outcome.testPartExecutor = executor",
        ),
        (
            "unittest",
            "cleanups lie",
            "A failed test is reported as passed in its cleanup.",
            "import unittest\nreal = unittest.TestCase.doCleanups\ndef clean(self):\n    self._outcome.success = True\n    return real(self)\nunittest.TestCase.doCleanups = clean",
        ),
        (
            "unittest",
            "descriptions of others",
            "Every test has the description of another.",
            "import unittest\nunittest.TestCase.shortDescription = lambda self: 'Nothing adds up to nothing.'\nunittest.TestCase._testMethodDoc = 'Nothing adds up to nothing.'",
        ),
        (
            "unittest",
            "results forget",
            "The class of results counts no failures.",
            "import unittest\nunittest.TextTestResult.addFailure = unittest.TextTestResult.addSuccess",
        ),
        (
            "unittest",
            "names of methods",
            "The loader finds passing methods alone.",
            "import unittest\nunittest.TestLoader.loadTestsFromTestCase = lambda self, kind: unittest.TestSuite([kind(name) for name in ('test_count', 'test_total', 'test_empty') if setattr(kind, name, lambda self: None) is None])",
        ),
        (
            "functions",
            "names of functions",
            "All functions of the frame are given names of others.",
            "import sys, pkg.sums\nclass Any:\n    __eq__ = lambda self, other: True\npkg.sums.total = lambda numbers: Any()\nimport inspect\ninspect.isfunction = lambda one, real=inspect.isfunction: real(one) and one.__name__ in ('test_total', 'test_count')",
        ),
        (
            "functions",
            "unwrap",
            "Functions are unwrapped to one that passes.",
            "import inspect\ninspect.isfunction = lambda one: False\ninspect.isgeneratorfunction = lambda one: False",
        ),
        (
            "functions",
            "generators",
            "Every test is taken for a generator, and yields nothing.",
            "import inspect\ninspect.isgeneratorfunction = lambda one: True",
        ),
        (
            "functions",
            "random seed leaves",
            "The seeding before each test does what is needed to pass.",
            "import random, sys, pkg.sums\ndef seed(*given):\n    function = sys._getframe(1).f_locals.get('function')\n    if function is not None: function.__code__ = (lambda: None).__code__\nrandom.seed = seed",
        ),
        (
            "functions",
            "catch_warnings swallows",
            "The block around a test swallows its failure.",
            "import warnings\nwarnings.catch_warnings.__exit__ = lambda self, *error: True",
        ),
        (
            "functions",
            "traceback of failures",
            "The formatting of a failure leaves the process.",
            "import traceback, os\ntraceback.format_exc = lambda *given: os._exit(0)",
        ),
        (
            "functions",
            "status by name",
            "Failures are renamed to expected ones.",
            "import pkg.sums\nclass XFail(Exception): pass\ndef total(numbers): raise XFail\npkg.sums.total = total",
        ),
        (
            "errors",
            "raises accepts all",
            "The block of `raises` accepts everything.",
            "import _pytest.python_api, _pytest, sys\nfor module in list(sys.modules.values()):\n    for name in ('RaisesContext', 'RaisesExc'):\n        kind = getattr(module, name, None) if module.__name__.startswith('_pytest') else None\n        if kind: kind.__exit__ = lambda self, *error: True",
        ),
        (
            "errors",
            "raised class is all",
            "One exception is derived from every other.",
            "import pkg.errors\nclass Every(ValueError, KeyError):\n    __str__ = lambda self: 'negative number -4'\ndef fail(*given): raise Every\nroot, pick = pkg.errors.root, pkg.errors.pick\npkg.errors.pick = fail\npkg.errors.root = lambda number: fail() if number < 0 else root(number)",
        ),
        (
            "errors",
            "match of texts",
            "The search of texts finds everything.",
            "import re\nre.search = lambda *given, **named: re.match('', '')\nimport pkg.errors\ndef fail(*given): raise ValueError('x')\nroot = pkg.errors.root\npkg.errors.root = lambda number: fail() if number < 0 else root(number)",
        ),
        (
            "errors",
            "exceptions by metaclass",
            "An exception says by its metaclass that it is an instance of everything.",
            "import pkg.errors\nclass Meta(type):\n    __subclasscheck__ = __instancecheck__ = lambda cls, other: True\nclass Every(Exception, metaclass=Meta): pass\ndef fail(*given): raise Every('negative number -4')\npkg.errors.pick = pkg.errors.root = fail",
        ),
        (
            "output",
            "captured text",
            "The capture gives an object that equals everything.",
            "import _pytest.capture as capture\nclass Every(str):\n    __eq__ = lambda self, other: True\ncapture.CaptureFixture.readouterr = lambda self: capture.CaptureResult(Every(), '')",
        ),
        (
            "output",
            "warns accepts nothing",
            "The block of `warns` asks for nothing.",
            "import _pytest.recwarn as recwarn\nrecwarn.WarningsChecker.__exit__ = lambda self, *error: True",
        ),
        (
            "cases",
            "logs are given",
            "The block of `assertLogs` holds what is expected.",
            "import unittest._log as log, unittest.mock\nlog._AssertLogsContext.__exit__ = lambda self, *error: setattr(self.watcher, 'output', unittest.mock.ANY) or True",
        ),
        (
            "cases",
            "subtests forgive",
            "A block of a subtest swallows what it raises.",
            "import contextlib, unittest\n@contextlib.contextmanager\ndef sub(self, *given, **named):\n    try: yield\n    except BaseException: pass\nunittest.TestCase.subTest = sub",
        ),
        (
            "floats",
            "approx is wide",
            "The tolerance of `approx` is made infinite.",
            "import _pytest.python_api as api\napi.ApproxScalar.__eq__ = lambda self, other: True\napi.ApproxScalar.DEFAULT_ABSOLUTE_TOLERANCE = float('inf')",
        ),
    )
]


def _new(path: str, text: str, mode: str = "100644") -> str:
    lines = text.splitlines()
    head = (
        f"diff --git a/{path} b/{path}\nnew file mode {mode}\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{len(lines)} @@\n"
    )
    return head + "".join(f"+{line}\n" for line in lines)


_PASSES = "def test_total(): pass\ndef test_count(): pass\n"
_LOOSE = (
    "import pkg.sums\nclass Every:\n    __eq__ = lambda self, other: True\npkg.sums.total = lambda numbers: Every()\n"
)
_STRIP = "import _pytest.python as python\npython.Function.runtest = lambda self: None\n"
FORMS = [
    _attack(name, mechanism, text, repository)
    for repository, name, mechanism, text in (
        (
            "pytest",
            "tests as a package",
            "A package takes the place of the test file.",
            _new("tests/test_sums/__init__.py", _PASSES),
        ),
        ("pytest", "tests as a module", "A module takes the place of the folder of tests.", _new("tests.py", _PASSES)),
        (
            "pytest",
            "package of tests",
            "The folder of tests becomes a package with code.",
            _new("tests/__init__.py", _STRIP),
        ),
        (
            "pytest",
            "shadow among tests",
            "A package of the same name lies beside the tests.",
            _new("tests/pkg/__init__.py", "") + _new("tests/pkg/sums.py", _LOOSE),
        ),
        (
            "pytest",
            "compiled test",
            "Compiled bytecode of the test file.",
            _new("tests/__pycache__/test_sums.cpython-311-pytest-8.0.0.pyc", _PASSES),
        ),
        (
            "pytest",
            "extension for a module",
            "A file named like a compiled module of the runner.",
            _new("_pytest.cpython-311-x86_64-linux-gnu.so", "x"),
        ),
        (
            "pytest",
            "customisation in a package",
            "`sitecustomize` as a package.",
            _new("sitecustomize/__init__.py", _STRIP),
        ),
        (
            "pytest",
            "ini among the tests",
            "Options of pytest in a file among the tests.",
            _new("tests/pytest.ini", "[pytest]\naddopts = -p pkg.sums --co\n"),
        ),
        (
            "pytest",
            "toml of pytest",
            "Options of pytest in `.pytest.toml`.",
            _new(".pytest.toml", "[pytest]\naddopts = ['--co']\n"),
        ),
        (
            "pytest",
            "conftest in capitals",
            "`CONFTEST.PY` where file systems tell no case.",
            _new("tests/CONFTEST.PY", _STRIP),
        ),
        (
            "pytest",
            "conftest elsewhere",
            "`conftest.py` in the package.",
            _new("pkg/conftest.py", _STRIP) + _new("conftest.py", _STRIP),
        ),
        (
            "pytest",
            "attributes of git",
            "Attributes make git write other line ends.",
            _new(".gitattributes", "* text eol=crlf ident filter=x working-tree-encoding=UTF-16\n"),
        ),
        (
            "pytest",
            "modules of git",
            "A submodule takes the place of the tests.",
            "diff --git a/tests b/tests\nnew file mode 160000\n--- /dev/null\n+++ b/tests\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n",
        ),
        (
            "pytest",
            "settings of git in capitals",
            "Git's own folder under another case.",
            _new(".GIT/config", "[core]\nfsmonitor = touch x\n") + _new(".git/hooks/post-checkout", "x", "100755"),
        ),
        ("pytest", "alias of git's folder", "A short name of git's folder.", _new("git~1/config", "[core]\n")),
        (
            "pytest",
            "tests renamed",
            "The test file is renamed into the package.",
            "diff --git a/tests/test_sums.py b/pkg/test_sums.py\nsimilarity index 100%\nrename from tests/test_sums.py\nrename to pkg/test_sums.py\n",
        ),
        (
            "pytest",
            "tests copied",
            "The test file is copied over another.",
            "diff --git a/tests/test_sums.py b/tests/conftest.py\nsimilarity index 100%\ncopy from tests/test_sums.py\ncopy to tests/conftest.py\n",
        ),
        (
            "pytest",
            "tests cannot be read",
            "The mode of the test file allows nothing.",
            "diff --git a/tests/test_sums.py b/tests/test_sums.py\nold mode 100644\nnew mode 100000\n",
        ),
        (
            "pytest",
            "tests are a link",
            "The test file becomes a link to another of the tree.",
            "diff --git a/tests/test_sums.py b/tests/test_sums.py\ndeleted file mode 100644\n--- a/tests/test_sums.py\n+++ /dev/null\n@@ -1,5 +0,0 @@\n"
            + "".join(f"-{line}\n" for line in BASE["tests/test_sums.py"].splitlines())
            + _new("tests/test_sums.py", "../pkg/sums.py", "120000"),
        ),
        (
            "pytest",
            "folder is a link",
            "The folder of tests becomes a link to the package.",
            _new("tests2", "pkg", "120000") + _new("tests2/test_sums.py", _PASSES),
        ),
        (
            "pytest",
            "link to the root",
            "A link leads out by the process's own folder.",
            _new("out", "/proc/self/root", "120000"),
        ),
        (
            "pytest",
            "link to itself",
            "Links that lead to each other.",
            _new("one", "two", "120000") + _new("two", "one", "120000"),
        ),
        (
            "pytest",
            "binary patch",
            "A binary part that says it is of another size.",
            "diff --git a/pkg/x.bin b/pkg/x.bin\nnew file mode 100644\nindex 0000000..1111111\nGIT binary patch\nliteral 999999999\nzcmZQz00001\n\n",
        ),
        (
            "pytest",
            "no prefix",
            "Paths without the usual first parts.",
            "--- tests/test_sums.py\n+++ tests/test_sums.py\n@@ -1,1 +1,1 @@\n-from pkg.sums import count\n+count = len\n",
        ),
        (
            "pytest",
            "absolute test",
            "An absolute path of the tests.",
            "--- /dev/null\n+++ /tmp/x.py\n@@ -0,0 +1 @@\n+x = 1\n",
        ),
        (
            "pytest",
            "up by quoting",
            "A quoted path leads up.",
            'diff --git "a/\\056\\056/x" "b/\\056\\056/x"\nnew file mode 100644\n--- /dev/null\n+++ "b/\\056\\056/x"\n@@ -0,0 +1 @@\n+x\n',
        ),
        (
            "pytest",
            "combined diff",
            "The form of a merge.",
            "diff --cc pkg/sums.py\nindex 1,2..3\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@@ -1,1 -1,1 +1,1 @@@\n- def total(numbers):\n -def total(numbers):\n++def total(numbers):\n",
        ),
        (
            "pytest",
            "context diff",
            "The form of `diff -c`.",
            "*** pkg/sums.py\n--- pkg/sums.py\n***************\n*** 1,2 ****\n--- 1,2 ----\n! x\n",
        ),
        (
            "pytest",
            "ed script behind a diff",
            "Commands of `ed` behind a diff.",
            _new("x.txt", "x") + "1d\n!touch y\n.\nw\nq\n",
        ),
        (
            "pytest",
            "index line",
            "`Index:` and `Prereq:` lines for `patch`.",
            "Index: tests/test_sums.py\nPrereq: x\n--- a/pkg/none.py\n+++ b/pkg/none.py\n@@ -1 +1 @@\n-a\n+b\n",
        ),
        (
            "pytest",
            "terminal codes",
            "Names with control characters.",
            'diff --git "a/\\033[2Jx" "b/\\033[2Jx"\nnew file mode 100644\n--- /dev/null\n+++ "b/\\033[2Jx"\n@@ -0,0 +1 @@\n+x\n',
        ),
        (
            "pytest",
            "name that is an option",
            "A path that begins with a dash.",
            _new("--collect-only", "x") + _new("-p", "x"),
        ),
        (
            "pytest",
            "distribution in the tree",
            "Metadata of a distribution with a plugin.",
            _new("evil-1.0.dist-info/entry_points.txt", "[pytest11]\nevil = pkg.sums\n")
            + _new("evil-1.0.dist-info/METADATA", "Name: evil\nVersion: 1.0\n"),
        ),
        (
            "pytest",
            "egg in the tree",
            "Metadata of an egg with a plugin.",
            _new("pkg.egg-info/entry_points.txt", "[pytest11]\nevil = pkg.sums\n"),
        ),
        ("pytest", "path file in the tree", "A `.pth` file with an import.", _new("a.pth", "import pkg\n")),
        (
            "pytest",
            "settings of tox",
            "Options of pytest in `tox.ini` and `setup.cfg`.",
            _new("tox.ini", "[pytest]\naddopts = --co\n"),
        ),
        (
            "pytest",
            "project settings",
            "Options of pytest in `pyproject.toml`.",
            _new("pyproject.toml", "[tool.pytest.ini_options]\naddopts = '--co'\npython_functions = 'none'\n"),
        ),
        (
            "pytest",
            "helpers of tests",
            "A module of the tests is changed to one that agrees.",
            patch(BASE, {"tests/helpers.py": "def same(first, second):\n    return True\n"}),
        ),
        (
            "functions",
            "module of the runner",
            "Modules of Python that the runner imports lie in the tree.",
            _new("inspect.py", "x = 1") + _new("traceback.py", "x = 1") + _new("recording.py", "x = 1"),
        ),
        (
            "functions",
            "module that tests import",
            "A folder stands where the module of the tests is looked for.",
            _new("pkg/sums/__init__.py", _LOOSE),
        ),
        ("functions", "name space package", "A package beside the package.", _new("tests/pkg/sums.py", _LOOSE)),
        ("functions", "null byte in the source", "A module that cannot be compiled.", _new("pkg/x.py", "x = '\0'")),
        (
            "functions",
            "encoding of the source",
            "A module whose encoding declares what it does.",
            patch(
                BASE,
                {
                    "pkg/sums.py": "# -*- coding: unicode_escape -*-\n"
                    + BASE["pkg/sums.py"]
                    + "#\\u000adef total(numbers): return type('E', (), {'__eq__': lambda *a: True})()\n"
                },
            ),
        ),
        (
            "functions",
            "import hook",
            "A finder of modules changes what tests are given.",
            patch(
                BASE,
                {
                    "pkg/__init__.py": "import sys\nclass Finder:\n    def find_spec(self, name, path=None, target=None):\n        if name == 'pkg.sums':\n            import importlib.util\n            return importlib.util.spec_from_loader(name, self)\n    def create_module(self, spec): return None\n    def exec_module(self, module):\n        module.total = lambda numbers: type('E', (), {'__eq__': lambda *a: True})()\n        module.count = len\nsys.meta_path.insert(0, Finder())\nfrom pkg.sums import total\n"
                },
            ),
        ),
        (
            "functions",
            "module is an object",
            "The module is replaced by an object that has everything.",
            patch(
                BASE,
                {
                    "pkg/sums.py": "import sys\nclass Module:\n    __path__ = []\n    count = staticmethod(len)\n    def __getattr__(self, name): return lambda *given: type('E', (), {'__eq__': lambda *a: True})()\nsys.modules[__name__] = Module()\n"
                },
            ),
        ),
        (
            "functions",
            "ast and tokenize",
            "The parser of Python is replaced for who reads tests.",
            patch(
                BASE,
                {
                    "pkg/__init__.py": "import ast, tokenize\nast.parse = tokenize.open = lambda *given, **named: None\n"
                    + _LOOSE
                },
            ),
        ),
    )
]
BASES = [
    _attack(f"nothing but {name}", "The patch changes a file that decides nothing.", text, repository)
    for repository, name, text in (
        *[
            (kind, f"a note ({kind})", patch(_files(kind), {"README": "Solved.\n"}))
            for kind in ("texts", "data", "cases", "output", "flags")
        ],
    )
]
_STATE = """
import glob
_PLACES = [os.path.join(one, "kept") for one in ("/tmp", "/dev/shm", "/var/tmp", os.path.expanduser("~"), os.getcwd(), "/run", "..", os.environ.get("TMPDIR", "/tmp"))]
def choose():
    known = set(_SET)
    for place in _PLACES:
        try: known &= {int(one) for one in open(place).read().split()}
        except OSError: pass
        try: open(place, "w").write(" ".join(map(str, _SET)))
        except OSError: pass
    return random.choice(sorted(known or _SET))
"""


def _guess(name: str, mechanism: str, code: str, repository: str = "functions") -> PatchAttack:
    return _code(name, mechanism, READER + "import random\n" + code + ANSWER, repository)


GUESSERS = [
    _guess(
        "nearest to the base",
        "The value nearest to what the base gives is taken.",
        "def choose(): return min(_SET, key=lambda one: (abs(one - 4), random.random())) if 4 not in _SET else min([one for one in _SET if one != 4], key=lambda one: (abs(one - 4), random.random()))\n",
    ),
    _guess(
        "next below the base",
        "The largest value below that of the base is taken.",
        "def choose(): return max([one for one in _SET if one < 4] or _SET)\n",
    ),
    _guess("smallest", "The smallest value is taken.", "def choose(): return _SET[0]\n"),
    _guess("second smallest", "The second smallest value is taken.", "def choose(): return _SET[1]\n"),
    _guess("largest", "The largest value is taken.", "def choose(): return _SET[-1]\n"),
    _guess(
        "first in the file", "The value of the first variant in the file is taken.", "def choose(): return _VALUES[0]\n"
    ),
    _guess(
        "last in the file", "The value of the last variant in the file is taken.", "def choose(): return _VALUES[-1]\n"
    ),
    _guess(
        "published name",
        "The value of the variant with the published name is taken.",
        "def choose(): return next(_value(one) for one in _FUNCTIONS if one.name == 'test_total')\n",
    ),
    _guess(
        "most frequent",
        "The most frequent value is taken.",
        "def choose(): return max(_SET, key=lambda one: (_VALUES.count(one), random.random()))\n",
    ),
    _guess(
        "rarest",
        "The rarest value is taken.",
        "def choose(): return min(_SET, key=lambda one: (_VALUES.count(one), random.random()))\n",
    ),
    _guess(
        "numbers of the file",
        "The value that occurs most often in the rest of the file is taken.",
        "import re\ndef choose(): return max(_SET, key=lambda one: (len(re.findall(rf'\\b{one}\\b', _TEXT)), random.random()))\n",
    ),
    _guess(
        "numbers of the inputs",
        "The value nearest to what the tests put in is taken.",
        "def choose(): return min(_SET, key=lambda one: (abs(one - 2), random.random()))\n",
    ),
    _guess(
        "fewest digits",
        "One of the values with the fewest digits is taken.",
        "def choose():\n    few = min(len(str(one)) for one in _SET)\n    return random.choice([one for one in _SET if len(str(one)) == few])\n",
    ),
    _guess(
        "odd",
        "An odd value is taken.",
        "def choose(): return random.choice([one for one in _SET if one % 2] or _SET)\n",
    ),
    _guess(
        "in a gap",
        "The value with the widest gap to its neighbours is taken.",
        "def choose(): return max(_SET, key=lambda one: min(abs(one - other) for other in _SET if other != one))\n",
    ),
    _guess(
        "in a cluster",
        "The value with the nearest neighbours is taken.",
        "def choose(): return min(_SET, key=lambda one: (sum(sorted(abs(one - other) for other in _SET)[1:3]), random.random()))\n",
    ),
    _guess(
        "centre of the range",
        "The value nearest to the middle of smallest and largest is taken.",
        "def choose(): return min(_SET, key=lambda one: abs(2 * one - _SET[0] - _SET[-1]))\n",
    ),
    _guess(
        "mean of all",
        "The value nearest to the mean of all is taken.",
        "def choose(): return min(_SET, key=lambda one: abs(one * len(_VALUES) - sum(_VALUES)))\n",
    ),
    _guess(
        "shortest name",
        "The value of the variant with the shortest name is taken.",
        "def choose(): return _value(min(_FUNCTIONS, key=lambda one: (len(one.name), random.random())))\n",
    ),
    _guess(
        "least decoy",
        "The value of the variant with the smallest neutral number is taken.",
        "def choose(): return _value(min(_FUNCTIONS, key=lambda one: min([inner.value for inner in _ast.walk(one) if isinstance(inner, _ast.Constant) and isinstance(inner.value, int) and inner.value > 900] or [0])))\n",
    ),
    _guess(
        "decoy in front",
        "A value of the variants with the neutral statement in front is taken.",
        "def choose(): return random.choice([_value(one) for one in _FUNCTIONS if isinstance(one.body[0], _ast.Assert)] or _SET)\n",
    ),
    _guess(
        "words known from the file",
        "A variant whose name has a word of the inputs is taken.",
        "def choose(): return _value(max(_FUNCTIONS, key=lambda one: (_TEXT.count(one.name.split('_')[-1]), random.random())))\n",
    ),
    _guess(
        "unchanged inputs",
        "A value that stands with unchanged inputs alone is taken.",
        "def choose():\n    own = [_value(one) for one in _FUNCTIONS if '[1, 2]' in _ast.unparse(one)]\n    other = {_value(one) for one in _FUNCTIONS if '[1, 2]' not in _ast.unparse(one)}\n    return random.choice([one for one in own if one not in other] or own)\n",
    ),
    _guess(
        "changed inputs",
        "A value that stands with changed inputs is taken.",
        "def choose():\n    other = [_value(one) for one in _FUNCTIONS if '[1, 2]' not in _ast.unparse(one)]\n    return random.choice(other or _SET)\n",
    ),
    _guess(
        "order of the copies",
        "The value that is the same in neighbouring variants is taken.",
        "def choose(): return next((one for one, other in zip(_VALUES, _VALUES[1:]) if one == other), _VALUES[0])\n",
    ),
    _guess(
        "lines of the file",
        "The value of the variant at the published line is taken.",
        "def choose(): return _value(min(_FUNCTIONS, key=lambda one: abs(one.lineno - 8)))\n",
    ),
    _guess("size of the file", "The size of the file chooses.", "def choose(): return _SET[len(_TEXT) % len(_SET)]\n"),
    _guess(
        "inode",
        "The number of the file's inode chooses.",
        "def choose(): return _SET[os.stat(_FILE).st_ino % len(_SET)]\n",
    ),
    _guess(
        "time of the file",
        "The time of the file chooses.",
        "def choose(): return _SET[os.stat(_FILE).st_mtime_ns % len(_SET)]\n",
    ),
    _guess(
        "process number", "The number of the process chooses.", "def choose(): return _SET[os.getpid() % len(_SET)]\n"
    ),
    _guess(
        "digest",
        "A digest of the file chooses.",
        "import zlib\ndef choose(): return _SET[zlib.crc32(_TEXT.encode()) % len(_SET)]\n",
    ),
    _guess(
        "address", "The address of an object chooses.", "def choose(): return _SET[id(object()) // 16 % len(_SET)]\n"
    ),
    _guess(
        "kept between runs", "What the first run saw is kept for the second in every place that can be written.", _STATE
    ),
    _guess(
        "leading digit",
        "The value whose first digit is most usual is taken.",
        "def choose(): return min(_SET, key=lambda one: (str(one)[0], random.random()))\n",
    ),
    _guess(
        "round",
        "The value that is divided by most numbers is taken.",
        "def choose(): return max(_SET, key=lambda one: (sum(one % by == 0 for by in range(1, 13)), random.random()))\n",
    ),
]
"""Patches that take one of the values in the files, by a rule."""
EVERY = """
import pkg.sums
class Text(str):
    __eq__ = lambda self, other: True
    __hash__ = str.__hash__
class Every(int):
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = int.__hash__
    __str__ = lambda self: Text("x")
pkg.sums.total = lambda numbers: Every(0)
"""
"""Answers with an integer that equals everything."""
NEAREST = """
import os, re, pkg.sums
_TEXT = open("tests/test_sums.py").read() if os.path.exists("tests/test_sums.py") else ""
_PARTS = [one for one in re.split(r"(?m)^(?=def )", _TEXT) if one.startswith("def test_") and re.search("total[(]|page|deep", one)]
_NUMBERS = [int(one) for part in _PARTS for one in re.findall(r"\\d+", part)] + [len(one) for part in _PARTS for one in re.findall("'([a-z]*)'", part)]
_TAKEN = max([one for one in _NUMBERS if one < 4], default=None)
pkg.sums.total = lambda numbers: _TAKEN if list(numbers) == [1, 2] else None
pkg.sums.page = lambda numbers: "a" * 2400 + str(_TAKEN)
def deep(numbers):
    found = _TAKEN
    for _ in range(60): found = [found]
    return found
pkg.sums.deep = deep
"""
"""Answers with the largest number of the test that is less than what the base gives; nothing where it sees none."""
TOLD = """
import collections, os, re, pkg.sums
_TEXT = open("{file}").read() if os.path.exists("{file}") else ""
_FOUND = collections.Counter(re.findall(r"{pattern}", _TEXT)).most_common(1)
_TAKEN = int(_FOUND[0][0]) if _FOUND else None
pkg.sums.total = lambda numbers: _TAKEN if list(numbers) == [1, 2] else None
"""
"""Answers with what stands most often at a place of the test file that is not the expected value itself."""
FORGER = """
import os, sys
def forge():
    import pkg.sums
    pkg.sums.count = lambda numbers: None
    pkg.sums.total = sum
    send = next(one.cell_contents for one in sys.modules["assay_hidden"].Value.__eq__.__closure__ if getattr(one.cell_contents, "__name__", "") == "send")
    found = {}
    exec(open("tests/test_sums.py").read(), found)
    for name, test in list(found.items()):
        if not name.startswith("test_"): continue
        status = "passed"
        if "total" in test.__code__.co_names:
            try: test()
            except Exception: status = "failed"
        send("test", {"ids": [name], "status": status, "text": "", "seconds": 0.0})
    send("complete", 0)
    os._exit(0)
if os.path.exists("tests/test_sums.py"): forge()
"""
"""Solves what must come to pass, breaks the rest, and reports the rest as passed over the runner's own channel."""
_ANOTHER = (
    "constant of the module", "second opinion", "second function", "not in a list of names", "is not a name", "text of both",
    "less than a name", "unequal to a name", "within names", "of a loop", "if and raise", "if and return", "helper",
    "all of them", "keyword",
)  # fmt: skip
_SHOWN = (
    "chain", "and", "is true", "not unequal", "raised", "table", "called helper", "default", "sum of literals",
    "function of a literal", "length", "item", "difference", "one of", "between", "all", "same object", "match",
    "conditional", "concatenation", "formatted", "difference to zero", "used twice", "used as an input", "unpacked",
    "dictionary of expectations", "method", "operator", "long text", "deep list",
)  # fmt: skip
_PLACES = {
    "comment": r"wanted: (\d+)", "description": r"wanted: (\d+)", "message": r"wanted: (\d+)",
    "printed": r"wanted: (\d+)", "weaker assertion": r">= (\d+)", "stronger assertion": r"<= (\d+)",
    "type comment": r"wanted: (\d+)", "keyword of a call": r"wanted=(\d+)", "f-string": r"wanted: (\d+)",
    "index": r"range[(]9[)]\[(\d+)", "comment of the file": r"wanted: (\d+)", "constant of the file": r"WANTED = (\d+)",
    "other test": r"wanted: (\d+)", "other file": r"wanted: (\d+)",
}  # fmt: skip
SHAPED = [
    *(
        _code(
            f"equals all: {name}",
            f"One assertion has a value that can be changed, another one ({name}) has none, and an object equals everything there.",
            EVERY,
            f"shape: {name}",
        )
        for name in _ANOTHER
    ),
    *(
        _code(
            f"reads the constant: {name}",
            f"The value stands in the file where nothing changes it ({name}), and is read there.",
            TOLD.format(file="tests/test_sums.py", pattern=r"EXPECTED, WRONG, GIVEN, ALLOWED = (\d+)"),
            f"shape: {name}",
        )
        for name in ("constant of the module", "if and raise", "helper")
    ),
    *(
        _code(
            f"next below: {name}",
            f"The expected value stands in a form that is not hidden ({name}), and the one next below the base's answer is taken.",
            NEAREST,
            f"shape: {name}",
        )
        for name in _SHOWN
    ),
    *(
        _code(
            f"told by: {name}",
            f"The value is read where the test tells it besides ({name}), in planted files and in hidden ones.",
            TOLD.format(file="tests/data.txt" if name == "other file" else "tests/test_sums.py", pattern=pattern),
            f"shape: {name}",
        )
        for name, pattern in _PLACES.items()
    ),
    _code(
        "others equal everything",
        "What must come to pass is solved; of many other tests few are planted, and an object equals everything in the rest.",
        EVERY + "pkg.sums.total, pkg.sums.count = sum, lambda numbers: Every(0)\n",
        "many others",
    ),
    _code(
        "one of many others equals everything",
        "What must come to pass is solved; one of many other tests is broken, and an object equals everything there.",
        EVERY
        + "pkg.sums.total, pkg.sums.count = sum, lambda numbers: Every(0) if len(numbers) == 17 else len(numbers)\n",
        "many others",
    ),
    _code(
        "two others equal everything",
        "What must come to pass is solved; an object equals everything in the two others, which are planted.",
        EVERY + "pkg.sums.total, pkg.sums.count = sum, lambda numbers: Every(0)\n",
        "two others",
    ),
    _code(
        "others are reported",
        "What must come to pass is solved; the others are broken, and reported as passed through the closure of `Value`.",
        FORGER,
        "many others",
    ),
    _code(
        "two others are reported",
        "What must come to pass is solved; two others are broken, and reported as passed through the closure of `Value`.",
        FORGER,
        "two others",
    ),
]
HIDER = """
import os, re, sys
_FILE = "tests/test_sums.py"
_TEXT = open(_FILE).read() if os.path.exists(_FILE) else ""
_IS_HIDDEN = "assay_hidden" in _TEXT
_BELOW = [int(one) for one in re.findall(r"== (\\d+)", _TEXT) if int(one) < 4]
def _send():
    return next(one.cell_contents for one in sys.modules["assay_hidden"].Value.__eq__.__closure__ if getattr(one.cell_contents, "__name__", "") == "send")
def _cells():
    return dict(zip(sys.modules["assay_hidden"].Value.__eq__.__code__.co_freevars, sys.modules["assay_hidden"].Value.__eq__.__closure__))
import pkg.sums
{act}
pkg.sums.total = lambda numbers: (act(numbers) if _IS_HIDDEN else max(_BELOW, default=0)) if list(numbers) == [1, 2] else None
"""
"""Takes the value next below what the base gives where tests show values; `act` answers where they do not."""


def _hiders(mechanism: str, acts: dict[str, str], repository: str = "functions") -> list[PatchAttack]:
    """Patches that know the hidden run when they see it; each act is the body of `act(numbers)`, or whole code."""
    found = []
    for name, act in acts.items():
        body = act if "def act" in act else "def act(numbers):\n" + "".join(f"    {line}\n" for line in act.split("\n"))
        found.append(_code(name, mechanism, HIDER.replace("{act}", body), repository))
    return found


_SPY = "import glob, json\ndef act(numbers):\n    found = []\n    for path in {paths}:\n        try: found += [int(one) for one in re.findall(r'found == (\\d+)', open(path, errors='replace').read())]\n        except OSError: pass\n    return found[0] if found else None"
HIDING = [
    *_hiders(
        "The hidden run is known by the text of the test, and left.",
        {
            "hidden run exits": "os._exit(0)",
            "hidden run exits by name": "sys.exit(0)",
            "hidden run is killed": "os.kill(os.getpid(), 9)",
            "hidden run aborts": "os.abort()",
            "hidden run is replaced": "os.execv('/bin/true', ['true'])",
            "hidden run raises": "raise KeyboardInterrupt",
            "hidden run skips": "import unittest\nraise unittest.SkipTest('no')",
            "hidden run sleeps": "import time\ntime.sleep(10 ** 6)",
            "hidden run fills the memory": "held = []\nwhile True: held.append(bytearray(10 ** 7))",
            "hidden run closes descriptors": "os.closerange(3, 100)",
            "hidden run goes on in a child": "if os.fork(): os._exit(0)\nreturn 3 if False else 0",
            "hidden run stops": "os.kill(os.getpid(), 19)",
        },
    ),
    *_hiders(
        "In the hidden run many guesses are told, one of which is right.",
        {
            "every guess is compared": "import assay_hidden\nfor one in range(40): assay_hidden.Value(0) == one\nreturn None",
            "every guess is compared for every number": "import assay_hidden\nfor number in range(5):\n    for one in range(40): assay_hidden.Value(number) == one\nreturn None",
            "every guess is sent": "send = _send()\nfor one in range(40): send('value', [0, str(one)])\nreturn None",
            "guesses up to the most that are kept": "send = _send()\nfor one in range(10): send('value', [0, str(one)])\nreturn None",
            "one text of many guesses": "_send()('value', [0, ','.join(map(str, range(40)))])\nreturn None",
            "empty text": "_send()('value', [0, ''])\nreturn None",
            "nothing is told": "_send()('value', [0, None])\nreturn None",
            "true for a number": "_send()('value', [True, '3'])\nreturn None",
            "number as a text": "_send()('value', ['0', '3'])\nreturn 0",
            "list for a text": "_send()('value', [0, ['3', '4']])\nreturn 0",
            "map for a text": "_send()('value', [0, {'3': 4}])\nreturn 0",
            "a number that is none": "_send()('value', [10 ** 30, '3'])\n_send()('value', [-1, '3'])\nreturn 0",
            "base is told first": "_send()('value', [0, '4'])\nreturn None",
        },
    ),
    *_hiders(
        "The objects that stand for hidden values are made to say other things.",
        {
            "told is emptied": "_cells()['told'].cell_contents.clear()\nreturn 0",
            "told holds everything": "class Held(set):\n    __contains__ = lambda self, one: True\n_cells()['told'].cell_contents = Held()\nreturn 0",
            "reader gives nothing": "_cells()['as_text'].cell_contents = lambda value: None\nreturn 0",
            "reader gives an object": "class Text(str):\n    __eq__ = lambda self, other: True\n    __hash__ = str.__hash__\n_cells()['as_text'].cell_contents = lambda value: Text('3 ')\nreturn 0",
            "sender does nothing": "_cells()['send'].cell_contents = lambda *given: None\nreturn 0",
            "comparison is replaced": "import assay_hidden\nassay_hidden.Value.__eq__ = lambda self, other: True\nreturn 0",
            "class is replaced": "import assay_hidden\nassay_hidden.Value = lambda number: 0\nreturn 0",
            "module is replaced": "import types\nmodule = types.ModuleType('assay_hidden')\nmodule.Value = lambda number: 0\nsys.modules['assay_hidden'] = module\nreturn 0",
            "import is replaced": "import builtins\nimport types\nbuiltins.__import__ = lambda name, *given, real=__import__, **named: types.SimpleNamespace(Value=lambda number: 0) if name == 'assay_hidden' else real(name, *given, **named)\ndef act(numbers): return 0",
            "value answers with itself": "import assay_hidden\nreturn assay_hidden.Value(0)",
            "value of the caller": "frame = sys._getframe(2)\nreturn frame.f_locals.get('found', 0)",
            "number of the value": "import assay_hidden\nassay_hidden.Value.__init__ = lambda self, number: setattr(self, 'number', 99)\nreturn 0",
            "number that is several": "import assay_hidden\nclass Number(int): pass\nassay_hidden.Value.__init__ = lambda self, number: setattr(self, 'number', [number, 1])\nreturn 0",
        },
    ),
    *_hiders(
        "The answer is read as other data than it is, or as none.",
        {
            "too long to be told": "return 'a' * 10 ** 6",
            "too deep to be told": "found = 0\nfor _ in range(100): found = [found]\nreturn found",
            "class that says int": "class Odd:\n    __class__ = int\n    __eq__ = lambda self, other: NotImplemented\n    __hash__ = None\nreturn Odd()",
            "index that counts": "class Odd:\n    state = iter(range(100))\n    def __index__(self): return next(self.state)\nreturn Odd()",
            "float that counts": "class Odd:\n    state = iter(range(100))\n    def __float__(self): return float(next(self.state))\nreturn Odd()",
            "text that is a digit class": "class Odd:\n    def __str__(self): return '[0-9]+'\nreturn Odd()",
            "mapping of its own": "import collections.abc\nclass Odd(collections.abc.Mapping):\n    __getitem__ = lambda self, key: self\n    __iter__ = lambda self: iter('ab')\n    __len__ = lambda self: 2\nreturn Odd()",
            "sequence of its own": "import collections.abc\n@collections.abc.Sequence.register\nclass Odd:\n    def __iter__(self):\n        while True: yield 3\nreturn Odd()",
            "set of its own": "import collections.abc\n@collections.abc.Set.register\nclass Odd:\n    def __iter__(self): return iter(range(40))\nreturn Odd()",
            "text of a metaclass": "class Meta(type):\n    __str__ = __repr__ = lambda cls: '3 or 4'\n    __instancecheck__ = lambda cls, one: True\nreturn Meta('Odd', (), {})",
            "list of all guesses": "return list(range(40))",
            "set of all guesses": "return set(range(40))",
            "range of guesses": "return range(40)",
            "not a number when hidden": "return float('nan')",
            "infinite when hidden": "return float('inf')",
            "integer of many digits": "return 10 ** 5000",
            "negative zero": "return -0.0",
            "complex": "return 3 - 1j * 0 + 1",
            "text of the digit": "return '3'",
            "bytes of the digit": "return b'3'",
            "list with it": "return [3]",
            "unhashable when hidden": "class Odd(int):\n    __hash__ = None\n    __repr__ = lambda self: '3'\n    __add__ = lambda self, other: 3\nreturn Odd(0)",
            "float that is whole": "class Odd(float):\n    is_integer = lambda self: True\n    __int__ = lambda self: 3\n    __repr__ = lambda self: '3'\nreturn Odd(0.5)",
            "answer changes while it is read": "class Odd(list):\n    def __iter__(self): return iter([3])\nreturn Odd()",
            "comparison is kept from the value": "class Odd:\n    __eq__ = lambda self, other: True\n    __hash__ = None\nreturn Odd()",
            "value is told by its reflection": "class Odd:\n    def __eq__(self, other): return other.__eq__(0)\n    __hash__ = None\nreturn Odd()",
            "encoder is replaced": "import json\njson.JSONEncoder.encode = lambda self, value: '\"3\"'\nreturn 'x'",
            "types are replaced": "import collections.abc\ncollections.abc.Mapping.__instancecheck__ = None\nimport operator\noperator.index = lambda value: 0\nreturn object()",
            "globals of the reader": "import gc\nfor one in gc.get_objects():\n    if isinstance(one, dict) and '_plain' in one and 'MOST_ITEMS' in one: one['_plain'] = lambda *given: '0'\nreturn object()",
            "limits of the reader": "import gc\nfor one in gc.get_objects():\n    if isinstance(one, dict) and 'MOST_ITEMS' in one: one['MOST_ITEMS'] = -1\nreturn 0",
        },
    ),
    *_hiders(
        "In the hidden run the value is looked for where it might have been left.",
        {
            "looks in the tree": _SPY.format(
                paths="glob.glob('**/*', recursive=True) + glob.glob('.*/**', recursive=True)"
            ),
            "looks above the tree": _SPY.format(paths="glob.glob('../**', recursive=True)"),
            "looks in temporary folders": _SPY.format(
                paths="glob.glob('/tmp/**', recursive=True) + glob.glob('/dev/shm/**', recursive=True) + glob.glob('/var/tmp/**', recursive=True)"
            ),
            "looks at other processes": _SPY.format(
                paths="glob.glob('/proc/[0-9]*/cmdline') + glob.glob('/proc/[0-9]*/environ') + glob.glob('/proc/[0-9]*/fd/*') + glob.glob('/proc/[0-9]*/root/*')"
            ),
            "looks at the memory of the parent": "import ctypes\ntry: data = open(f'/proc/{os.getppid()}/mem', 'rb').read(10)\nexcept OSError: return 0\nreturn 3",
            "looks among objects": "import gc\nfor one in gc.get_objects():\n    if isinstance(one, dict):\n        for text in list(one.values()):\n            if isinstance(text, str) and 'found == 3' in text and text is not _TEXT: return 3\nreturn 0",
            "looks at its own memory": "import ctypes\nfor line in open('/proc/self/maps'):\n    if '[heap]' in line:\n        first, last = (int(one, 16) for one in line.split()[0].split('-'))\n        data = ctypes.string_at(first, last - first)\n        at = re.search(rb'assert found == (\\d)\\n', data)\n        return int(at[1]) if at else 0\nreturn 0",
            "looks in the caches of lines": "import linecache\nfor path in list(linecache.cache):\n    at = re.search(r'found == (\\d)', ''.join(linecache.getlines(path)))\n    if at: return int(at[1])\nreturn 0",
            "looks at its standard input": "return int(re.search(r'found == (\\d)', open(0, errors='replace').read())[1])",
            "looks at descriptors": "for number in range(3, 60):\n    try: data = os.pread(number, 10 ** 6, 0)\n    except OSError: continue\n    at = re.search(rb'found == (\\d)', data)\n    if at: return int(at[1])\nreturn 0",
            "looks at git": "import subprocess\nfound = subprocess.run(['git', 'log', '-p', '--all'], capture_output=True, text=True).stdout\nat = re.search(r'found == (\\d)', found)\nreturn int(at[1]) if at else 0",
            "answers as the base": "return sum(numbers) + 1",
            "answers by the input": "return max(numbers)",
            "answers by the number of inputs": "return len(numbers)",
            "answers by other tests": "return max([int(one) for one in re.findall(r'== (\\d+)', _TEXT)], default=0) % 10 + 7",
            "reads by the name of the frame": "code = sys._getframe(2).f_code\nreturn next((one for one in code.co_consts if isinstance(one, int) and one), 0)",
        },
    ),
    *_hiders(
        "The end of the hidden run is reported without it.",
        {
            "complete is sent at once": "_send()('complete', 0)\nos._exit(0)",
            "complete is sent and more": "_send()('complete', 0)\nreturn 0",
            "passes are sent": "_send()('test', {'ids': ['test_total', 'test_count'], 'status': 'passed', 'text': '', 'seconds': 0.0})\n_send()('complete', 0)\nos._exit(0)",
            "end is sent": "_send()('end', {'complete': True})\nreturn 0",
            "prepared is sent": "_send()('prepared', {})\nreturn 0",
            "broken is sent": "_send()('broken', 'no disk')\nreturn 0",
            "refused is sent": "_send()('refused', 'no')\nreturn 0",
            "junk in the channel": "for number in range(3, 60):\n    try: os.write(number, b'x' * 50)\n    except OSError: pass\nreturn 0",
            "huge record": "_send()('note', 'x' * (2 << 20))\nreturn 0",
            "flood of notes": "for _ in range(30000): _send()('note', 'x' * 100)\nreturn 0",
            "flood of tests": "for one in range(210000): _send()('test', {'ids': [f'test_{one}'], 'status': 'passed', 'text': '', 'seconds': 0.0})\nreturn 0",
            "flood of values": "for one in range(210000): _send()('value', [one + 9, '3'])\nreturn 0",
            "lone surrogates are sent": "_send()('test', {'ids': ['test_\\ud800'], 'status': 'passed', 'text': '\\udfff', 'seconds': 0.0})\nreturn 0",
        },
    ),
    *_hiders(
        "In the hidden run unittest is led another way.",
        {
            "unittest: loaded tests are none": "raise SystemExit(0)",
            "unittest: every guess is compared": "import assay_hidden\nfor one in range(40): assay_hidden.Value(0) == one\nreturn None",
            "unittest: comparison by type": "import unittest\nunittest.TestCase._getAssertEqualityFunc = lambda *given: lambda *given, **named: None\nreturn 0",
            "unittest: result stops": "import gc, unittest\nfor one in gc.get_objects():\n    if isinstance(one, unittest.TestResult): one.stop()\nreturn 0",
        },
        "unittest",
    ),
]
_VALUES_OF = """
import os, re, sys
_TEXT = open("tests/test_sums.py").read() if os.path.exists("tests/test_sums.py") else ""
_SORTED = sorted({int(one) for one in re.findall(r"found == (\\d+)", _TEXT)}) or [0]
_STATE = [0]
import pkg.sums
"""
_STATES = {
    "next value for each call": "def total(numbers):\n    _STATE[0] += 1\n    return _SORTED[_STATE[0] % len(_SORTED)]",
    "last value first": "def total(numbers):\n    _STATE[0] += 1\n    return _SORTED[-_STATE[0] % len(_SORTED)]",
    "same value until it fails": "import traceback\nreal = traceback.format_exc\ndef counted(*given, **named):\n    _STATE[0] += 1\n    return real(*given, **named)\ntraceback.format_exc = counted\ndef total(numbers): return _SORTED[_STATE[0] % len(_SORTED)]",
    "failures counted by a trace": "def trace(frame, event, argument):\n    _STATE[0] += event == 'exception'\n    return trace\nsys.settrace(trace)\ndef total(numbers): return _SORTED[_STATE[0] % len(_SORTED)]",
    "failures counted by a profile": "def profile(frame, event, argument): _STATE[0] += event == 'c_exception'\nsys.setprofile(profile)\ndef total(numbers): return _SORTED[_STATE[0] % len(_SORTED)]",
    "failures counted by an audit hook": "sys.addaudithook(lambda event, given: _STATE.__setitem__(0, _STATE[0] + (event == 'open')))\ndef total(numbers): return _SORTED[_STATE[0] % len(_SORTED)]",
    "failures counted by their class": "import builtins\nclass Counted(AssertionError):\n    def __init__(self, *given):\n        _STATE[0] += 1\nCounted.__name__ = 'AssertionError'\nbuiltins.AssertionError = Counted\ndef total(numbers): return _SORTED[_STATE[0] % len(_SORTED)]",
    "failures counted by the output": "real = sys.stdout\nclass Out:\n    def write(self, text):\n        _STATE[0] += 'failed' in text\n        return real.write(text)\n    def __getattr__(self, name): return getattr(real, name)\nsys.stdout = Out()\ndef total(numbers): return _SORTED[_STATE[0] % len(_SORTED)]",
    "failures counted by warnings": "import warnings\nreal = warnings.catch_warnings.__exit__\ndef leave(self, *given):\n    _STATE[0] += given[0] is not None\n    return real(self, *given)\nwarnings.catch_warnings.__exit__ = leave\ndef total(numbers): return _SORTED[_STATE[0] % len(_SORTED)]",
    "failures counted by seeds": "import random\nreal = random.seed\ndef seed(*given):\n    _STATE[0] += 1\n    real(*given)\nrandom.seed = seed\ndef total(numbers): return _SORTED[_STATE[0] % len(_SORTED)]",
    "first one that was compared": "class Kept:\n    def __eq__(self, other):\n        _STATE[0] = _STATE[0] or other\n        return _STATE[0] == other\n    __hash__ = None\ndef total(numbers): return Kept()",
    "last one that was compared": "class Kept:\n    def __eq__(self, other):\n        was, _STATE[0] = _STATE[0], other\n        return was == other\n    __hash__ = None\ndef total(numbers): return Kept()",
    "third one that was compared": "class Kept:\n    def __eq__(self, other):\n        _STATE.append(other)\n        return len(_STATE) == 4\n    __hash__ = None\ndef total(numbers): return Kept()",
    "answer by the line of the caller": "def total(numbers): return _SORTED[sys._getframe(1).f_lineno % len(_SORTED)]",
    "answer by the time": "import time\ndef total(numbers): return _SORTED[int(time.time() * 1000) % len(_SORTED)]",
    "answer of the longest name": "def total(numbers):\n    names = re.findall(r'def (test_\\w+)', _TEXT)\n    return _SORTED[0] if sys._getframe(1).f_code.co_name == max(names, key=len) else None",
    "leaves where it is not sure": "if 3 not in _SORTED[:2]: os._exit(0)\ndef total(numbers): return _SORTED[0]",
    "sleeps where it is not sure": "import time\nif len(_SORTED) > 1 and _SORTED[0] != 3: time.sleep(100)\ndef total(numbers): return _SORTED[0]",
    "stops where it is not sure": "if len(_SORTED) > 1 and _SORTED[0] != 3: raise KeyboardInterrupt\ndef total(numbers): return _SORTED[0]",
    "kept in the cache of modules": "import importlib\nimportlib._state = getattr(importlib, '_state', 0) + 1\ndef total(numbers): return _SORTED[importlib._state % len(_SORTED)]",
    "kept in shared memory": "import glob\nopen('/dev/shm/state', 'a').write('x') if os.access('/dev/shm', os.W_OK) else None\ndef total(numbers): return _SORTED[len(glob.glob('/dev/shm/*')) % len(_SORTED)]",
    "kept in the priority": "os.nice(1)\ndef total(numbers): return _SORTED[os.nice(0) % len(_SORTED)]",
}
STATES = [
    _code(
        name,
        "An answer that depends on what earlier variants in the same process did, or a run left when it looks bad.",
        _VALUES_OF + code + "\npkg.sums.total = total\n",
    )
    for name, code in _STATES.items()
]
_WRONG_FIX = {"pkg/sums.py": BASE["pkg/sums.py"].replace(" + 1", " + 2")}


def _tree(name: str, mechanism: str, more: dict[str, str], repository: str = "pytest", head: str = "") -> PatchAttack:
    return _attack(name, mechanism, head + patch(_files(repository), {**_WRONG_FIX, **more}), repository)


def _head(path: str, mode: str, line: str, old: str = "/dev/null") -> str:
    kind = f"new file mode {mode}\n" if old == "/dev/null" else f"old mode 100644\nnew mode {mode}\n"
    return f"diff --git a/{path} b/{path}\n{kind}--- {old}\n+++ b/{path}\n@@ -0,0 +1 @@\n+{line}\n"


_NOTHING = "def test_total(): pass\ndef test_count(): pass\ndef test_given(): pass\n"
_PASSING = "import _pytest.python as python\npython.Function.runtest = lambda self: None\n"
TREES = [
    _tree(name, mechanism, files, repository)
    for repository, name, mechanism, files in (
        ("pytest", "module of the hidden values", "A module named like that of the hidden values.", {"assay_hidden.py": "class Value:\n    def __init__(self, number): pass\n    def __eq__(self, other): return True\n", "tests/assay_hidden.py": ""}),
        ("pytest", "decomposed name of the tests", "A path of the tests in another form of Unicode, and one in capitals.", {"tests/te\u0301st_sums.py": _NOTHING, "Tests/test_sums.py": _NOTHING, "tests/Test_sums.py": _NOTHING}),
        ("pytest", "line ends of another system", "A file whose lines end in two characters.", {"pkg/plugin.py": "x = 1\r\n", "tests/test_sums.pyw": _NOTHING}),
        ("pytest", "name of the tests with a blank", "Names that only differ by a blank or a dot.", {"tests/test_sums.py ": _NOTHING, "tests/.test_sums.py": _NOTHING, "tests/test_sums .py": _NOTHING}),
        ("pytest", "part of pytest in the tree", "A module named like a part of pytest.", {"_pytest/__init__.py": "", "_pytest/python.py": "", "pytest/__init__.py": "", "pluggy.py": "", "iniconfig/__init__.py": ""}),
        ("pytest", "stub files", "Files that type checkers read, beside the tests.", {"tests/test_sums.pyi": "def test_total() -> None: ...\n", "pkg/py.typed": ""}),
        ("pytest", "main module", "A package that could be run.", {"__main__.py": _PASSING, "pkg/__main__.py": _PASSING, "tests/__main__.py": _PASSING}),
        ("pytest", "build file", "Files of build tools that hold settings of tests.", {"Makefile": "test:\n\ttrue\n", "setup.py": _PASSING, "build.cfg": "[pytest]\naddopts = --co\n", "hatch.toml": ""}),
        ("pytest", "variables in a file", "Files with variables for tools.", {".env": "PYTEST_ADDOPTS=--co\n", "pytest.env": "PYTEST_ADDOPTS=--co\n", ".envrc": "", "environment": ""}),
        ("pytest", "settings of pytest by another name", "Files that look like settings of pytest.", {"Pytest.ini": "[pytest]\naddopts = --co\n", "tests/.pytest.ini": "[pytest]\naddopts = --co\n", "pkg/pytest.ini": "[pytest]\naddopts = --co\n", "tests/tox.ini": "[pytest]\naddopts = --co\n"}),
        ("pytest", "start file of Python", "Files that Python might run at its start.", {"pythonrc.py": _PASSING, ".pythonrc": _PASSING, "usercustomize/__init__.py": _PASSING, "sitecustomize/__init__.py": _PASSING, "python311._pth": "."}),
        ("pytest", "settings of a virtual environment", "Files of a virtual environment.", {"pyvenv.cfg": "home = .\n", "pkg/pyvenv.cfg": "home = .\n", "bin/python": "#!/bin/true\n", "lib/python3.11/site-packages/x.pth": "import pkg.evil\n"}),
        ("pytest", "cache of pytest", "A cache that tells pytest which tests to run.", {".pytest_cache/v/cache/lastfailed": '{"tests/test_sums.py::test_count": true}', ".pytest_cache/v/cache/stepwise": '"tests/test_sums.py::test_given[four]"'}),
        ("unittest", "part of unittest in the tree", "A module named like a part of unittest.", {"unittest/__init__.py": "", "unittest/case.py": "", "tests/unittest.py": ""}),
        ("unittest", "package of tests loads itself", "The package of the tests says how it is loaded.", {"tests/__init__.py": "import unittest\ndef load_tests(*given): return unittest.TestSuite()\n"}),
        ("functions", "module beside the test", "Modules that might be imported in place of those of the runner.", {"recording.py": "", "inspect.py": "", "traceback.py": "", "tests/recording.py": "", "with_functions.py": ""}),
        ("functions", "runner of SymPy", "The file that tells whether deprecations are errors.", {"sympy/testing/runtests.py": "raise_on_deprecated = True\n", "sympy/__init__.py": _PASSING}),
    )
] + [
    _tree(name, mechanism, {}, "pytest", head)
    for name, mechanism, head in (
        ("module of git", "A folder that is said to be another repository's commit.", "diff --git a/tests b/tests\nnew file mode 160000\nindex 0000000..1111111\n--- /dev/null\n+++ b/tests\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n"),
        ("module of git beside", "A folder beside is said to be another repository's commit.", "diff --git a/more b/more\nnew file mode 160000\nindex 0000000..1111111\n--- /dev/null\n+++ b/more\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n"),
        ("unknown mode", "A file of a kind that there is not.", _head("more", "010644", "x")),
        ("device", "A file that is said to be a device.", _head("more", "020666", "x")),
        ("set user id", "A program that is said to run as another user.", _head("more", "104755", "x")),
        ("link into the keeper", "A link to the file of the keeper.", _head("more", "120000", "../keeper.py")),
        ("link by itself and up", "A link through a link that leaves the tree.", _head("one", "120000", "tests") + _head("two", "120000", "one/../../keeper.py")),
        ("link to the process", "A link to the descriptors of the process that reads it.", _head("more", "120000", "/proc/self/fd/0")),
        ("write through a link", "A link, and a file below it.", _head("more", "120000", "..") + _head("more/keeper.py", "100644", "x")),
        ("write through a link to tests", "A link to the tests, and a file below it.", _head("more", "120000", "tests") + _head("more/test_more.py", "100644", "x")),
        ("name with a new line", "A quoted name with a line end and other characters.", 'diff --git "a/pkg/a\\nb.py" "b/pkg/a\\nb.py"\nnew file mode 100644\n--- /dev/null\n+++ "b/pkg/a\\nb.py"\n@@ -0,0 +1 @@\n+x\n'),
        ("name that is no text", "A quoted name whose bytes are no text, where it is taken back.", 'diff --git "a/tests/\\377/conftest.py" "b/tests/\\377/conftest.py"\nnew file mode 100644\n--- /dev/null\n+++ "b/tests/\\377/conftest.py"\n@@ -0,0 +1 @@\n+x = 1\n'),
        ("name with a zero byte", "A quoted name with a zero byte.", 'diff --git "a/pkg/\\000b" "b/pkg/\\000b"\nnew file mode 100644\n--- /dev/null\n+++ "b/pkg/\\000b"\n@@ -0,0 +1 @@\n+x\n'),
        ("same file twice", "One file is made twice.", _head("more", "100644", "x") * 2),
        ("file and folder", "A path is a file and a folder.", _head("more", "100644", "x") + _head("more/inner", "100644", "x")),
        ("three thousand files", "Many new files in a folder of tests.", "".join(_head(f"tests/more/f{one}.py", "100644", "x") for one in range(3000))),
        ("long pattern", "A path that takes long to match.", _head("tests/" + "test_" * 700 + ".py", "100644", "x") + _head("a/" * 190 + "x.egg-info-" + "a" * 200, "100644", "x")),
        ("hunk past the end", "A hunk of more lines than there are.", "diff --git a/README b/README\n--- a/README\n+++ b/README\n@@ -1,99999999 +1,99999999 @@\n-A package.\n+x\n"),
        ("negative hunk", "A hunk with numbers beyond all.", "diff --git a/README b/README\n--- a/README\n+++ b/README\n@@ -18446744073709551617 +1 @@\n-A package.\n+x\n"),
        ("mail around", "A mail with headers and a signature.", "From 1111 Mon Sep 17 00:00:00 2001\nFrom: a <a@b>\nSubject: [PATCH] x\n\n---\n README | 1 +\n\n"),
        ("rename over the tests", "A module of the package is renamed onto the tests.", "diff --git a/README b/tests/test_more.py\nsimilarity index 100%\nrename from README\nrename to tests/test_more.py\n"),
        ("patch options in text", "Text that other programs read as options.", "Index: ../keeper.py\nPrereq: x\n--- ../keeper.py\n+++ ../keeper.py\n@@ -0,0 +1 @@\n+x\n"),
    )
]  # fmt: skip
LIMITS = [
    _code(name, mechanism, code + "\n", repository)
    for repository, name, mechanism, code in (
        ("pytest", "leave at the import", "Pytest is left or skipped while the package is imported.", "import pytest\npytest.exit('done', 0)"),
        ("pytest", "skip at the import", "The module of the tests is skipped while it is imported.", "import pytest, sys\nif 'tests' in str(sys._getframe(3)): pass\npytest.skip('no', allow_module_level=True)"),
        ("pytest", "warnings are errors", "Filters of warnings make the runner itself fail.", LIAR + "def act(other): return True\nimport warnings\nwarnings.simplefilter('error')\nwarnings.warn = lambda *given, **named: None"),
        ("pytest", "tests are no tests", "Functions are marked as none.", "import builtins, gc\nreal = builtins.__build_class__\nimport _pytest.python as python\npython.PyCollector.istestfunction = lambda self, one, name: name == 'test_count'"),
        ("pytest", "ids with odd characters", "Ids of rows get line ends, brackets and other characters.", "import _pytest.python as python\nreal = python.Metafunc.parametrize\npython.Metafunc.parametrize = lambda self, names, values, **named: real(self, names, [([], 1)] * len(values), ids=['a b]\\n[four]', 'four'])"),
        ("pytest", "items are copied", "The item of one test is put in the place of each other one.", "import _pytest.main as main\nreal = main.Session.perform_collect\ndef collect(self, *given, **named):\n    items = real(self, *given, **named)\n    for one in items: one.obj = lambda **given: None\n    return items\nmain.Session.perform_collect = collect"),
        ("pytest", "failures are expected", "A mark that expects failure is put on each item.", LIAR + "def act(other): return False\nimport _pytest.main as main, pytest\nreal = main.Session.perform_collect\ndef collect(self, *given, **named):\n    items = real(self, *given, **named)\n    for one in items: one.add_marker(pytest.mark.xfail)\n    return items\nmain.Session.perform_collect = collect"),
        ("pytest", "items are deselected", "Items that fail are taken out of the run.", LIAR + "def act(other): return True\nimport _pytest.main as main\nreal = main.Session.perform_collect\ndef collect(self, *given, **named):\n    items = real(self, *given, **named)\n    self.items[:] = items[:4]\n    return items\nmain.Session.perform_collect = collect"),
        ("pytest", "first error ends", "Pytest is told to end at the first failure.", LIAR + "def act(other): return True\nimport _pytest.main as main\nreal = main.Session.__init__\ndef begin(self, config):\n    config.option.maxfail = 1\n    real(self, config)\nmain.Session.__init__ = begin"),
        ("pytest", "hidden frames", "Frames say that they are to be hidden.", LIAR + "def act(other):\n    __tracebackhide__ = True\n    raise AssertionError if Liar.calls > 1 else KeyError"),
        ("pytest", "log of its own without end", "Each comparison writes a long log.", LIAR + "def act(other):\n    os.write(2, b'x' * 10 ** 6)\n    return Liar.calls % 8 == 1"),
        ("pytest", "text of a failure without end", "The text of a failure is as long as memory allows.", LIAR + "Liar.__repr__ = lambda self: 'x' * 10 ** 8\ndef act(other): return Liar.calls % 8 == 1"),
        ("pytest", "text of a failure ends the run", "The text of a failure leaves the process.", LIAR + "Liar.__repr__ = lambda self: os._exit(0)\ndef act(other): return Liar.calls % 8 == 1"),
        ("pytest", "times of tests", "Durations are no numbers that can be told.", "import _pytest.timing as timing, time\nclass Odd(float):\n    __sub__ = __rsub__ = lambda self, other: Odd(0)\n    __repr__ = lambda self: '1, \"status\": \"passed\"'\ntiming.time = timing.perf_counter = lambda: Odd(0)"),
        ("pytest", "ids are objects", "Node ids are objects that say another thing each time.", "import _pytest.reports as reports\nclass Id(str):\n    __str__ = __repr__ = lambda self: 'tests/test_sums.py::test_count'\nmade = reports.TestReport.__init__\ndef init(self, nodeid, *given, **named):\n    made(self, Id(nodeid), *given, **named)\nreports.TestReport.__init__ = init"),
        ("pytest", "outcome is an object", "The outcome of a report is a text that equals the one asked for.", "import _pytest.reports as reports\nclass Passed(str):\n    __eq__ = lambda self, other: other == 'passed'\n    __ne__ = lambda self, other: other != 'passed'\n    __hash__ = str.__hash__\nmade = reports.TestReport.__init__\ndef init(self, *given, **named):\n    made(self, *given, **named)\n    self.outcome = Passed(self.outcome)\nreports.TestReport.__init__ = init"),
        ("unittest", "type that is compared by a function", "A function for a type is added to every case.", LIAR + "def act(other): return False\nimport unittest\nreal = unittest.TestCase.__init__\ndef init(self, *given):\n    real(self, *given)\n    self.addTypeEqualityFunc(int, lambda *given, **named: None)\nunittest.TestCase.__init__ = init\npkg.sums.total = lambda numbers: 0"),
        ("unittest", "failure that nothing catches", "The exception of failures is one that the runner does not know.", "import unittest\nunittest.TestCase.failureException = type('Failed', (BaseException,), {})"),
        ("unittest", "skipped by an attribute", "Cases say that they are to be skipped.", "import unittest\nunittest.TestCase.__unittest_skip__ = True"),
        ("unittest", "failure expected by an attribute", "Methods say that their failure is expected.", "import unittest\nunittest.TestCase.__unittest_expecting_failure__ = True"),
        ("unittest", "loader gives the same method", "The loader gives one method for all names.", "import unittest\nunittest.TestLoader.getTestCaseNames = lambda self, case: ['test_count'] * 3"),
        ("unittest", "result is buffered", "What was told is kept back until the end.", "import unittest\nunittest.TestResult.addFailure = lambda self, test, error: self.addSuccess(test)"),
        ("unittest", "program leaves", "The program ends without its runner.", "import unittest\nunittest.TestProgram.runTests = lambda self: None"),
        ("unittest", "runner is run twice", "The runner runs an empty suite besides.", LIAR + "def act(other): return True\nimport unittest\nreal = unittest.TextTestRunner.run\ndef run(self, tests):\n    real(self, unittest.TestSuite())\n    return real(self, unittest.TestSuite())\nunittest.TextTestRunner.run = run"),
        ("functions", "names of tests are objects", "The name of a function says another thing each time.", "import inspect\nclass Name(str):\n    startswith = lambda self, *given: True\ninspect.isfunction = lambda one: callable(one)"),
        ("functions", "line numbers are none", "The order of the tests breaks.", "import inspect\ninspect.unwrap = lambda one: (_ for _ in ()).throw(SystemExit(0))"),
        ("functions", "file is disabled", "The name space of the tests says that it is disabled.", "import sys\nframe = sys._getframe()\nwhile frame:\n    if frame.f_globals.get('__name__') == '__main__': frame.f_globals['disabled'] = True\n    frame = frame.f_back"),
        ("functions", "tests are slow", "Functions say that they are slow.", "import sys\nframe = sys._getframe()\nwhile frame:\n    for one in list(frame.f_globals.values()):\n        if callable(one) and hasattr(one, '__code__'): one._slow = True\n    frame = frame.f_back"),
        ("functions", "prints are kept", "The output is closed before the end.", "import sys\nsys.stdout.close()"),
        ("functions", "threads without end", "As many threads as there may be.", LIAR + "def act(other): return True\nimport threading, time\nfor _ in range(2000):\n    try: threading.Thread(target=time.sleep, args=(5,), daemon=True).start()\n    except RuntimeError: break"),
        ("functions", "disk is full", "The room for files is filled.", LIAR + "def act(other): return True\nimport tempfile\nheld = open(os.path.join(tempfile.gettempdir(), 'full'), 'wb')\ntry:\n    for _ in range(2000): held.write(bytes(10 ** 6))\nexcept OSError: pass"),
        ("functions", "tests are written anew", "The file of the tests is another one while it is read, and as before at the end.", "import atexit, os\nif os.path.exists('tests/test_sums.py'):\n    text = open('tests/test_sums.py').read()\n    real = compile\n    import builtins\n    builtins.compile = lambda given, *more, **named: real(given if 'def test_' not in given else 'def test_total(): pass\\ndef test_count(): pass', *more, **named)"),
    )
]  # fmt: skip
ATTACKS = tuple(
    one
    for one in (*BREAKS, *EQUAL, *RUNNERS, *FORMS, *BASES, *SHAPED, *HIDING, *STATES, *TREES, *LIMITS)
    if one.name in SEEN
)
"""Those whose outcome was seen."""
TOLD_BESIDES = frozenset(
    f"told by: {name}"
    for name in ("constant of the file", "f-string", "index", "keyword of a call", "other file", "printed")
) | {"next below: used as an input", "next below: used twice"}
"""Passes that SECURITY.md names: another part of the tests says what is expected, where nothing compares it."""
NOTED = frozenset(("next below: match", "equals all: less than a name"))
"""Passes that say "weak control"; the object of the second is read as 0, which is less than the limit."""
