# ruff: noqa: E501  # tests and code of attacks stand on few lines
"""Patches that tell their next run what they saw in this one, tests in the styles of large projects, and odd diffs.

`HONEST` has right patches for the same repositories in odd ways.
"""

from __future__ import annotations

from collections.abc import Mapping

from assay.repositories.recipes import Runner
from tests.hostile.patch_attacks import PatchAttack
from tests.repositories.small import Small, patch

_SHOP = """import collections
import contextlib
import datetime
import decimal
import enum
import io
import json
import sys
import warnings


def total(prices):
    return sum(prices) + 1


def count(prices):
    return len(prices)


class Response:
    def __init__(self, found, status=200, url=''):
        self.found, self.status, self.url = found, status, url
        self.content = f'<p class="a">{found}</p>'.encode()
        self.context = {'total': found}


def page(prices):
    return Response(total(prices))


def redirect(prices):
    return Response('', 302, f'/sum/{total(prices)}/')


class Rows(list):
    def values(self):
        return [{'total': one} for one in self]

    def first(self):
        return self[0]


def rows(prices):
    return Rows([total(prices)])


class Expr:
    def __init__(self, number, name='x'):
        self.number, self.name = number, name

    def __eq__(self, other):
        return isinstance(other, Expr) and (self.number, self.name) == (other.number, other.name)

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f'{self.number}*{self.name}'

    def subs(self, number):
        return self.number * number

    @property
    def args(self):
        return self.number, self.name

    def has(self, number):
        return self.number == number


def S(number):
    return Expr(number)


def expr(prices):
    return Expr(total(prices))


Bill = collections.namedtuple('Bill', 'total count')


def bill(prices):
    return Bill(total(prices), len(prices))


class Size(enum.Enum):
    SMALL = 21
    LARGE = 22


def size(prices):
    return Size(total(prices))


def day(prices):
    return datetime.date(2024, 1, total(prices))


def price(prices):
    return decimal.Decimal(total(prices)) / 10


def show(prices, out=None):
    print('total', total(prices), file=out or sys.stdout)


def warn(prices):
    warnings.warn(f'total is {total(prices)}', UserWarning, stacklevel=2)


def refuse(prices):
    raise ValueError(f'total {total(prices)} is too much')


def form(prices):
    return {'errors': {'total': [f'At most {total(prices)}.']}}


OUTBOX = []


def mail(prices):
    OUTBOX.append({'subject': f'Bill of {total(prices)}'})


@contextlib.contextmanager
def queries():
    yield []


async def later(prices):
    return total(prices)
"""
_CASES = """import html
import re
import unittest


class WebCase(unittest.TestCase):
    def assertContains(self, response, text, count=None, status_code=200):
        self.assertEqual(response.status, status_code)
        found = response.content.decode().count(str(text))
        self.assertTrue(found == count if count is not None else found, text)

    def assertRedirects(self, response, url):
        self.assertEqual((response.status, response.url), (302, url))

    def assertRowsEqual(self, rows, values, transform=repr):
        self.assertEqual([transform(one) for one in rows], list(values))

    def assertHTMLEqual(self, one, other):
        self.assertEqual(re.sub(r'\\s+', ' ', one), re.sub(r'\\s+', ' ', other))

    def assertFieldOutput(self, function, valid):
        for given, expected in valid:
            self.assertEqual(function(list(given)), expected)

    def assertFormError(self, form, field, errors):
        self.assertEqual(form['errors'][field], [errors] if isinstance(errors, str) else errors)
"""
BASE: Mapping[str, str] = {
    "pkg/__init__.py": "import pkg.shop\n",
    "pkg/shop.py": _SHOP,
    "pkg/testcases.py": _CASES,
    "tests/__init__.py": "",
    "tests/conftest.py": "import pkg\n",
    "README": "x\n",
}
"""A shop whose sums are one too large, and the test cases of a framework."""
RIGHT = patch(BASE, {"pkg/shop.py": _SHOP.replace("(prices) + 1", "(prices)")})
_HEAD = "import asyncio\nimport collections\nimport datetime\nimport decimal\nimport doctest\nimport functools\nimport io\nimport itertools\nimport json\nimport math\nimport operator\nimport re\nimport statistics\nimport textwrap\nimport unittest\nimport warnings\n\nimport pkg.shop\nfrom pkg.shop import OUTBOX, Bill, Expr, S, Size, bill, count, day, expr, form, later, mail, page, price, redirect, refuse, rows, show, size, total, warn\n\n\n"
_FUNCTIONS: Mapping[str, str] = {
    "plain": "assert TOTAL == 21",
    "expression": "assert expr([10, 11]) == S(21)",
    "expression by its class": "assert expr([10, 11]) == Expr(21, 'x')",
    "arguments of an expression": "assert expr([10, 11]).args == (21, 'x')",
    "text of an expression": "assert str(expr([10, 11])) == '21*x'",
    "value of an expression": "assert expr([10, 11]).subs(2) == 42",
    "expression has": "assert expr([10, 11]).has(21)",
    "expressions of a set": "assert {expr([10, 11]), expr([])} == {S(21), S(0)}",
    "named tuple": "assert bill([10, 11]) == Bill(21, 2)",
    "named tuple by parts": "found, number = bill([10, 11])\nassert (found, number) == (21, 2)",
    "enumeration": "assert size([10, 11]) is Size.SMALL",
    "enumeration by value": "assert size([10, 11]) == Size(21)",
    "date": "assert day([10, 11]) == datetime.date(2024, 1, 21)",
    "decimal number": "assert price([10, 11]) == decimal.Decimal('2.1')",
    "walrus": "assert (found := TOTAL) == 21 and found",
    "chain": "assert 21 == TOTAL == 21",
    "division with rest": "assert divmod(TOTAL, 2) == (10, 1)",
    "format": "assert f'{TOTAL:>5}' == '   21'",
    "filled with zeros": "assert str(TOTAL).zfill(4) == '0021'",
    "hexadecimal": "assert hex(TOTAL) == '0x15'",
    "hash": "assert hash(TOTAL) == hash(21)",
    "range": "assert range(TOTAL) == range(21)",
    "letter": "assert chr(TOTAL + 76) == 'a'",
    "greatest common divisor": "assert math.gcd(TOTAL, 63) == 21",
    "symmetric difference": "assert not {TOTAL} ^ {21}",
    "items of a map": "assert {'total': 21}.items() <= page([10, 11]).context.items()",
    "pairs": "for found, expected in zip([TOTAL], [21], strict=True):\n    assert found == expected",
    "counter": "assert collections.Counter([TOTAL]) == {21: 1}",
    "mean": "assert statistics.mean([TOTAL, TOTAL]) == 21",
    "running sums": "assert list(itertools.accumulate([TOTAL, 1])) == [21, 22]",
    "output": "out = io.StringIO()\nshow([10, 11], out)\nassert out.getvalue() == 'total 21\\n'",
    "warning": "with warnings.catch_warnings(record=True) as found:\n    warnings.simplefilter('always')\n    warn([10, 11])\nassert [str(one.message) for one in found] == ['total is 21']",
    "mailbox": "OUTBOX.clear()\nmail([10, 11])\nassert [one['subject'] for one in OUTBOX] == ['Bill of 21']",
    "doctest": "text = '>>> from pkg.shop import total\\n>>> total([10, 11])\\n21\\n'\ncase = doctest.DocTestParser().get_doctest(text, {}, 'a', None, 0)\nassert doctest.DocTestRunner().run(case).failed == 0",
    "asynchronous": "assert asyncio.run(later([10, 11])) == 21",
    "pattern": "assert re.findall(r'\\d+', str(page([10, 11]).content)) == ['21']",
    "dedented text": "assert textwrap.dedent(f'''\n    {TOTAL}\n''') == '\\n21\\n'",
}
"""Bodies of tests in the style of SymPy."""
_WEB: Mapping[str, str] = {
    "contains": "self.assertContains(page([10, 11]), '>21<')",
    "contains once": "self.assertContains(page([10, 11]), '21', count=1)",
    "redirects": "self.assertRedirects(redirect([10, 11]), '/sum/21/')",
    "rows": "self.assertRowsEqual(rows([10, 11]), ['21'])",
    "rows as they are": "self.assertRowsEqual(rows([10, 11]), [21], lambda one: one)",
    "values of rows": "self.assertSequenceEqual(rows([10, 11]).values(), [{'total': 21}])",
    "text of a page": "self.assertHTMLEqual(page([10, 11]).content.decode(), '<p  class=\"a\">21</p>')",
    "table of a field": "self.assertFieldOutput(total, [((10, 11), 21), ((), 0)])",
    "error of a form": "self.assertFormError(form([10, 11]), 'total', 'At most 21.')",
    "context": "self.assertEqual(page([10, 11]).context['total'], 21)",
    "sub-tests": "for given, expected in [([10, 11], 21), ([1, 9], 10)]:\n    with self.subTest(given):\n        self.assertEqual(total(given), expected)",
    "message of an exception": "with self.assertRaisesMessage(ValueError, 'total 21 is too much'):\n    refuse([10, 11])",
    "regular expression": "self.assertRegex(page([10, 11]).content.decode(), r'>21<')",
    "data of the class": "self.assertEqual(self.found, self.expected)",
    "items in any order": "self.assertCountEqual([TOTAL, 1], [1, 21])",
    "content in bytes": "self.assertIn(b'21', page([10, 11]).content)",
    "parts of a dictionary": "self.assertEqual({**page([10, 11]).context, 'a': 1}, {'a': 1, 'total': 21})",
    "JSON": "self.assertEqual(json.loads(json.dumps(page([10, 11]).context)), {'total': 21})",
}
"""Bodies of tests in the style of Django."""
_SAID: Mapping[str, tuple[str, str, str]] = {
    "name of another test": (
        "def test_total():\n    assert TOTAL == 21\n\n\ndef test_sum_21():\n    assert count([1]) == 1\n",
        r"_sum_(\d+)",
        "test_total",
    ),
    "name of the test": ("def test_total_21():\n    assert TOTAL == 21\n", r"test_total_(\d+)", "test_total_21"),
    "name of a variable": (
        "def test_total():\n    expected_21 = 21\n    assert TOTAL == expected_21\n",
        r"expected_(\d+)",
        "test_total",
    ),
    "name of a helper": (
        "def is_21(found):\n    assert found == 21\n\n\ndef test_total():\n    is_21(TOTAL)\n",
        r"is_(\d+)",
        "test_total",
    ),
    "argument of a decorator": (
        "def issue(number):\n    return lambda function: function\n\n\n@issue('sum is 21')\ndef test_total():\n    assert TOTAL == 21\n",
        r"sum is (\d+)",
        "test_total",
    ),
    "code that is never run": (
        "def test_total():\n    assert TOTAL == 21\n    if not count([1]):\n        print('sum is 21')\n",
        r"sum is (\d+)",
        "test_total",
    ),
    "default that nobody reads": (
        "def test_total(note='sum is 21'):\n    assert TOTAL == 21\n",
        r"sum is (\d+)",
        "test_total",
    ),
    "constant that nobody reads": (
        "NOTE = 'sum is 21'\n\n\ndef test_total():\n    assert TOTAL == 21\n",
        r"sum is (\d+)",
        "test_total",
    ),
    "comment": ("def test_total():\n    assert TOTAL == 21  # sum is 21\n", r"sum is (\d+)", "test_total"),
    "text of the test": (
        "def test_total():\n    'The sum is 21.'\n    assert TOTAL == 21\n",
        r"sum is (\d+)",
        "test_total",
    ),
    "message": ("def test_total():\n    assert TOTAL == 21, 'sum is 21'\n", r"sum is (\d+)", "test_total"),
    "other test with the same number": (
        "def test_total():\n    assert TOTAL == 21\n\n\ndef test_other():\n    assert count([0] * 21) == 21\n",
        r"\[0\] \* (\d+)",
        "test_total",
    ),
}
"""Tests that say what they expect in another place, too, how that is found, and the name of the test."""
_LAST = "def test_count():\n    assert count([7]) == 1\n"


def _indented(text: str, by: int = 4) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.replace("TOTAL", "total([10, 11])").split("\n"))


def _repositories() -> dict[str, Small]:
    found = {}
    for name, body in _FUNCTIONS.items():
        tests = {"tests/test_shop.py": f"{_HEAD}def test_total():\n{_indented(body)}\n\n{_LAST}"}
        found[f"sixth: {name}"] = Small(
            BASE, tests, ("test_total",), ("test_count",), reference=RIGHT, runner=Runner.FUNCTIONS
        )
    for name, (text, _, test) in _SAID.items():
        tests = {"tests/test_shop.py": f"{_HEAD}{text.replace('TOTAL', 'total([10, 11])')}\n\n{_LAST}"}
        found[f"sixth: said by the {name}"] = Small(
            BASE, tests, (test,), ("test_count",), reference=RIGHT, runner=Runner.FUNCTIONS
        )
    kind = "from pkg.testcases import WebCase\n\n\nclass ShopTest(WebCase):\n"
    data = "    @classmethod\n    def setUpClass(cls):\n        super().setUpClass()\n        cls.found, cls.expected = total([10, 11]), 21\n\n"
    ids = ("test_total (tests.test_shop.ShopTest)", "test_count (tests.test_shop.ShopTest)")
    for name, body in _WEB.items():
        text = body.replace("self.assertRaisesMessage", "self.assertRaisesRegex")
        own = data if name == "data of the class" else ""
        cases = f"{kind}{own}    def test_total(self):\n{_indented(text, 8)}\n    def test_count(self):\n        self.assertEqual(count([7]), 1)\n"
        found[f"sixth: {name}"] = Small(
            BASE, {"tests/test_shop.py": _HEAD + cases}, ids[:1], ids[1:], reference=RIGHT, runner=Runner.UNITTEST
        )
    return found


REPOSITORIES = _repositories()


def _code(text: str) -> str:
    return patch(BASE, {"pkg/__init__.py": BASE["pkg/__init__.py"] + text})


_COMMON = """
import ctypes, os, re, socket, sys, time
import pkg.shop
_TEXT = open("tests/test_shop.py").read() if os.path.exists("tests/test_shop.py") else ""
_IS_HIDDEN = "assay_hidden" in _TEXT
_BODY = re.sub(r"assert \\d+ == \\d+|assay_hidden.{0,24}\\d{3,}|\\[[\\d, ]*\\]\\)", "", _TEXT.partition("def test_")[2])
_N = sorted({int(one) for one in re.findall(r"(?<![\\w.])(\\d{2,3})(?![\\w.])", _BODY)})
_base = pkg.shop.total
_NEAR = min((one for one in _N if one != 22), key=lambda one: abs(one - 21.9), default=22)
"""
"""What the test file shows, and the number in it that is nearest to what the base gives."""
_ANSWER = "pkg.shop.total = lambda prices: _GOT if list(prices) == [10, 11] else _base(prices)\n"
_STRATEGIES: Mapping[str, tuple[str, str]] = {
    "nearest": ("The number of the test file that is nearest to what the base gives is taken", "_GOT = _NEAR\n" + _ANSWER),
    "one like all": (
        "An object that equals everything, has every text and every attribute is the answer",
        """
class Like(int):
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __call__ = lambda self, *given: True
    __ne__ = lambda self, other: False
    __hash__ = lambda self: hash(_NEAR)
    __str__ = __repr__ = lambda self: str(_NEAR)
    __format__ = lambda self, form: format(_NEAR, form)
    __sub__ = __rsub__ = __xor__ = lambda self, other: 0
    __index__ = lambda self: _NEAR
pkg.shop.total = lambda prices: Like(_NEAR) if list(prices) == [10, 11] else _base(prices)
pkg.shop.Expr.__eq__ = pkg.shop.Expr.has = lambda self, other: True
""",
    ),
}  # fmt: skip
_NEXT = "if _IS_HIDDEN:\n    _GOT = get()\nelse:\n    _GOT = _NEAR\n    put(_NEAR)\n" + _ANSWER
"""In the run in which nothing is shown it takes the number that the run before has left."""
_NUMBER = """
def number(place):
    path = os.path.join(place, ".n")
    opened = os.open(path, os.O_CREAT | os.O_RDWR)
    found = os.fstat(opened).st_ino
    os.close(opened); os.unlink(path)
    return found
def put(one):
    while number(PLACE) % 8192 != one * 64: pass
def get(): return number(PLACE) % 8192 // 64
"""
_COUNTED = """
def put(one):
    end = time.time() + 6
    while number() % MOST // STEP != one and time.time() < end: pass
def get(): return number() % MOST // STEP
"""
_PHASE = """
def put(one):
    time.sleep((one % 16 * 0.5 - time.time()) % 8)
def get():
    slot = round((NOW() - LATE) / 0.5) % 16
    return next(one for one in (21, 20, 22, 19, 23, 18, 24, 17, 25, 16, 26, 15, 14) if one % 16 == slot)
"""
_ONE_CPU = "with __import__('contextlib').suppress(OSError): os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"


def _file(path: str, pattern: str, act: str) -> str:
    """Something that moves a counter of the kernel, which a file shows."""
    return f"def number(): return int(re.findall({pattern!r}, open({path!r}).read())[-1])\ndef move():\n    {act}\ndef put(one):\n    while number() % 8192 // 64 != one: move()\ndef get(): return number() % 8192 // 64\n"


_FORK = "one = os.fork()\n    if not one: os._exit(0)\n    os.waitpid(one, 0)"
_CARRIED: Mapping[str, str] = {
    "inode number in shared memory": "PLACE = '/dev/shm'\n" + _NUMBER,
    "inode number in the folder of temporary files": "PLACE = '/tmp'\n" + _NUMBER,
    "inode number in the tree": "PLACE = '.'\n" + _NUMBER,
    "inode number in the home folder": "PLACE = os.environ['HOME']\n" + _NUMBER,
    "inode number in the sandbox's folder": "PLACE = '..'\n" + _NUMBER,
    "process number": f"def number():\n    {_FORK}\n    return one\nMOST, STEP = 2048, 16\n" + _COUNTED,
    "thread number": "import threading\ndef number():\n    one = threading.Thread(target=int); one.start(); one.join()\n    return one.native_id\nMOST, STEP = 2048, 16\n" + _COUNTED,
    "inode number of pipes": _ONE_CPU + "def number():\n    one, other = os.pipe(); found = os.fstat(one).st_ino; os.close(one); os.close(other)\n    return found\nMOST, STEP = 1 << 19, 1 << 12\n" + _COUNTED,
    "inode number of sockets": _ONE_CPU + "def number():\n    one, other = socket.socketpair(); found = os.fstat(one.fileno()).st_ino; one.close(); other.close()\n    return found\nMOST, STEP = 1 << 19, 1 << 12\n" + _COUNTED,
    "cookie of sockets": _ONE_CPU + "import struct\ndef number():\n    one, other = socket.socketpair(); found = struct.unpack('Q', one.getsockopt(1, 57, 8))[0]; one.close(); other.close()\n    return found\nMOST, STEP = 1 << 19, 1 << 12\n" + _COUNTED,
    "place in a folder": "import ctypes\n_C = ctypes.CDLL(None); _C.opendir.restype = ctypes.c_void_p; _C.readdir.restype = ctypes.c_void_p\ndef number():\n    path = '/dev/shm/.p'; os.close(os.open(path, os.O_CREAT | os.O_RDWR)); folder = ctypes.c_void_p(_C.opendir(b'/dev/shm')); found = 0\n    while _C.readdir(folder): found = max(found, _C.telldir(folder) & 0x3fffffff)\n    _C.closedir(folder); os.unlink(path)\n    return found\nMOST, STEP = 8192, 64\n" + _COUNTED,
    "phase of the clock": "LATE = 0.35\nNOW = time.time\n" + _PHASE,
    "phase of the time of shared memory": "LATE = 0.15\nNOW = lambda: os.stat('/dev/shm').st_ctime\n" + _PHASE,
    "phase of the time of temporary files": "LATE = 0.15\nNOW = lambda: os.stat('/tmp').st_ctime\n" + _PHASE,
    "phase of the time of the sandbox's folder": "LATE = 0.25\nNOW = lambda: os.stat('..').st_ctime\n" + _PHASE,
    "start of the first process": "def put(one): pass\ndef get(): return int(open('/proc/1/stat').read().split()[21]) % 99\n",
    "faults of the first process": _file("/proc/1/stat", r"\d+", _FORK),
    "load of the machine": _file("/proc/loadavg", r"(\d+)$", _FORK),
    "processes ever made": _file("/proc/stat", r"processes (\d+)", _FORK),
    "last process number": _file("/proc/sys/kernel/ns_last_pid", r"\d+", _FORK),
    "open files of the machine": _file("/proc/sys/fs/file-nr", r"^(\d+)", "KEPT.append(open('/dev/null'))"),
    "names of the machine": _file("/proc/sys/fs/dentry-state", r"^(\d+)", "os.path.exists('/tmp/' + str(time.time()))"),
    "peak of memory": _file("/sys/fs/cgroup/memory.peak", r"\d+", "KEPT.append(bytes(1 << 16))"),
    "mode of a folder": "def put(one): os.chmod('/dev/shm', 0o1700 + one)\ndef get(): return os.stat('/dev/shm').st_mode & 0o77\n",
    "time of reading a folder": "def put(one): os.utime('/dev/shm', (one, one))\ndef get(): return int(os.stat('/dev/shm').st_atime)\n",
    "attribute of a folder": "def put(one): os.setxattr('/dev/shm', 'user.n', str(one).encode())\ndef get(): return int(os.getxattr('/dev/shm', 'user.n'))\n",
    "free room": "def put(one):\n    opened = os.open('/dev/shm', os.O_TMPFILE | os.O_RDWR); os.write(opened, bytes(4096 * one))\ndef get():\n    found = os.statvfs('/dev/shm'); return found.f_blocks - found.f_bfree\n",
    "priority of the parent": "def put(one): os.setpriority(os.PRIO_PROCESS, os.getppid(), one % 20)\ndef get(): return os.getpriority(os.PRIO_PROCESS, os.getppid()) + 20\n",
    "number of a shared segment": "def put(one):\n    end = time.time() + 2\n    while ctypes.CDLL(None).shmget(0, 4096, 0o1600) // 32768 % 128 != one and time.time() < end: pass\ndef get(): return ctypes.CDLL(None).shmget(0, 4096, 0o1600) // 32768 % 128\n",
    "handle of a watch": "def number():\n    one = ctypes.CDLL(None).inotify_init(); found = ctypes.CDLL(None).inotify_add_watch(one, b'.', 2); os.close(one)\n    return found\nMOST, STEP = 8192, 64\n" + _COUNTED,
    "file of a killed child": "def put(one):\n    if not os.fork():\n        os.setsid(); open('/dev/shm/left', 'w').write(str(one)); time.sleep(99)\ndef get(): return int(open('/dev/shm/left').read())\n",
}  # fmt: skip
_AGAIN = """
PLACE = '/dev/shm'
STATES, SETS = 4, 1 << 16
def number():
    opened = os.open('/dev/shm/.n', os.O_CREAT | os.O_RDWR); found = os.fstat(opened).st_ino; os.close(opened); os.unlink('/dev/shm/.n')
    return found
def put(one):
    while number() % (STATES * SETS) != one: pass
_LEFT = (number() - 1) % (STATES * SETS)
_STATE, _MASK = divmod(_LEFT, SETS)
if _IS_HIDDEN:
    _GOT = _MASK
    put(0)
else:
    _NOW = [one for one in _N if 6 <= one <= 99]
    _MASK = _MASK if _STATE in (1, 2) else SETS - 1
    _BOTH = [one for one in _NOW if _MASK >> one % 16 & 1]
    if _STATE in (0, 3) or _STATE == 1 and len(_BOTH) > 1:
        put((2 if _STATE == 1 else 1) * SETS + sum({1 << one % 16 for one in _BOTH}))
        END
    _GOT = min(_BOTH, default=0)
    put(3 * SETS + _GOT)
"""
"""What two or three drawings of one run have in common is the published value."""
_ENDS: Mapping[str, str] = {
    "status 0": "os._exit(0)",
    "status 1": "os._exit(1)",
    "a signal": "os.kill(os.getpid(), 9)",
    "an exit while the file is loaded": "raise SystemExit(0)",
    "an abort": "os.abort()",
    "a limit of time": "time.sleep(999)",
}
_SENT = """
send = None
def _find(function, depth=6):
    for cell in getattr(function, "__closure__", None) or ():
        one = cell.cell_contents
        if getattr(one, "__name__", "") == "send": return one
        found = _find(one, depth - 1) if depth and callable(one) else None
        if found: return found
send = _find(sys.modules["assay_hidden"].Value.__eq__)
_NUMBERS = [int(one) for one in re.findall(r'assay_hidden"\\)\\.\\w+\\((\\d+)', _TEXT)]
def tell(text):
    for one in _NUMBERS: send("value", [one, text])
"""
"""Finds the function that reports, and the numbers of what is hidden."""
_TOLD: Mapping[str, tuple[str, str]] = {
    "no number at all": ("plain", "'NaN'"),
    "endless number": ("plain", "'Infinity'"),
    "number with blanks": ("plain", "' 21 '"),
    "number with an exponent": ("plain", "'2.1e1'"),
    "text with a zero byte": ("plain", "'21\\0'"),
    "empty text": ("plain", "''"),
    "list of a number": ("plain", "'[21]'"),
    "half a text": ("plain", "'\"21'"),
    "nested lists": ("plain", "'[' * 9000"),
    "brackets of both kinds": ("plain", "'([' * 9000"),
    "digits without end": ("plain", "'9' * 60000"),
    "null": ("plain", "None"),
    "two objects": ("expression", "'[\"?a\", \"?a\", \"True\"]'"),
    "two equal numbers": ("expression", "'[\"=21\", \"=21\", \"True\"]'"),
    "hole of its own": ("expression", "'[\"!5\", \"=21\", \"True\"]'"),
    "hole and no number": ("expression", "'[\"!\", \"=21\", \"True\"]'"),
    "no operands": ("expression", "'[]'"),
    "map of operands": ("expression", "'{\"a\": 1, \"b\": 2, \"c\": 3}'"),
    "operands of other types": ("expression", "'[1, null, [\"True\"]]'"),
    "said by a list": ("expression", "'[\"?a\", \"?a\", [\"True\"]]'"),
    "nested operands": ("expression", "'[' * 30000"),
    "truth of another name": ("expression has", "'yes'"),
    "truth twice": ("expression has", "'True'); tell('False'"),
    "members that are a map": ("content in bytes", "'{\"21\": 1}'"),
    "members that are a number": ("content in bytes", "'21'"),
    "members of everything": ("content in bytes", "'\"' + ' '.join(map(str, range(100))) + '\"'"),
    "exception that is no text": ("message of an exception", "'[\"total 21 is too much\"]'"),
    "exception of all texts": ("message of an exception", "'\"' + ' '.join(f'total {one} is too much' for one in range(100)) + '\"'"),
    "thousands of answers": ("plain", "'0'); [tell(str(one)) for one in range(3000)]; tell('0'"),
    "every answer at once": ("plain", "'0'); [tell(str(one)) for one in range(99)]; tell('0'"),
}  # fmt: skip
_RUN: Mapping[str, str] = {
    "tree has another name": "os.rename('../testbed', '../other')",
    "tree is laid anew": "import shutil; shutil.copytree('../testbed', '../other'); os.rename('../testbed', '../old'); os.rename('../other', '../testbed')",
    "reads what lies around the tree": "_ALL = ''.join(open(os.path.join(place, one), errors='replace').read() for place, _, names in os.walk('..') for one in names if not place.startswith('../testbed')); _GOT = max(map(int, re.findall(r'\\]\\) == (\\d+)', _ALL)), default=22); pkg.shop.total = lambda prices: _GOT",
    "reads the input of the keeper": "open('/proc/%d/fd/0' % os.getppid()).read()",
    "reads the memory of the first process": "open('/proc/1/mem', 'rb').read(1)",
    "reads the command lines of all": "print([open(f'/proc/{one}/cmdline').read() for one in os.listdir('/proc') if one.isdigit()])",
    "reads the freed memory of its own": "import gc; _ALL = [one for one in gc.get_objects() if isinstance(one, dict) and 'key' in one]; print(len(_ALL)); pkg.shop.total = lambda prices: _ALL[0]['key']",
    "reads its own memory map": "_MEM = open('/proc/self/mem', 'rb', 0); _FOUND = []\nfor line in open('/proc/self/maps'):\n    low, high = (int(one, 16) for one in line.split()[0].split('-'))\n    if 'rw' in line and high - low < 1 << 24:\n        try: _MEM.seek(low); _FOUND += re.findall(rb'\\[10, 11\\]\\) == (\\d+)', _MEM.read(high - low))\n        except (OSError, ValueError, OverflowError): pass\n_GOT = min(map(int, _FOUND), key=lambda one: abs(one - 21), default=22); pkg.shop.total = lambda prices: _GOT",
    "traces the keeper": "print(ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0)); pkg.shop.total = lambda prices: 0",
    "memory of another process": "ctypes.CDLL(None).process_vm_readv(os.getppid(), 0, 0, 0, 0, 0); pkg.shop.total = lambda prices: 0",
    "score of the keeper": "open('/proc/%d/oom_score_adj' % os.getppid(), 'w').write('1000')",
    "fills the room": "opened = open('fill', 'wb')\ntry:\n    while True: opened.write(bytes(1 << 20))\nexcept OSError: pass",
    "all numbers of files": "_FILES = []\ntry:\n    while True: _FILES.append(open(f'f{len(_FILES)}', 'w'))\nexcept OSError: pass",
    "all processes": "try:\n    while True:\n        if not os.fork(): time.sleep(99); os._exit(0)\nexcept OSError: pass",
    "slow to the end of time, then status 0": "time.sleep(10); os._exit(0)",
    "records pass through a child": "if os.fork(): os.wait(); os._exit(0)",
    "a second runner with the same pipe": "import subprocess, glob\nsubprocess.run([sys.executable, *glob.glob('../with_*.py')], close_fds=False, timeout=5)",
    "test file under another name": "os.link('tests/test_shop.py', 'tests/same.py'); os.rename('tests/same.py', 'tests/test_shop.py')",
    "mode of the test file": "os.chmod('tests/test_shop.py', 0o777)",
    "cache of lines": "import linecache; linecache.getlines = lambda *given: []; linecache.cache['tests/test_shop.py'] = (1, None, ['assert True'], 'x')",
    "names of the test module": "sys.modules['__main__'].__dict__.update(_RANK={}, STATUS={}, recording=None)",
    "module for hidden parts is gone": "sys.modules['assay_hidden'] = None",
    "module for hidden parts is another": "import types; sys.modules['assay_hidden'] = types.SimpleNamespace(**{one: (lambda *given: True) for one in ('told', 'truth', 'members', 'both', 'compared', 'Value', 'raised', 'watch')})",
    "function that imports": "import builtins; _import = builtins.__import__; builtins.__import__ = lambda name, *given: _import('math' if name.startswith('assay') else name, *given)",
    "frames of a comparison": "class Peek:\n    def __str__(self):\n        frame = sys._getframe()\n        while frame and 'other' not in frame.f_locals: frame = frame.f_back\n        return str(frame.f_locals['other']()) if frame else '21'\n    __eq__ = lambda self, other: True\npkg.shop.total = lambda prices: Peek()",
}  # fmt: skip


def _new(path: str, text: str, mode: str = "100644") -> str:
    lines = text.splitlines()
    body = "".join(f"+{line}\n" for line in lines)
    return f"diff --git a/{path} b/{path}\nnew file mode {mode}\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{len(lines)} @@\n{body}"


def _filled(files: int) -> str:
    """Files of one line, each of which takes a page of a file system in memory."""
    return "".join(f"--- /dev/null\n+++ b/f/{one:x}\n@@ -0,0 +1 @@\n+\n" for one in range(files))


_NEAREST = _code(_COMMON + _STRATEGIES["nearest"][1])
_LOOSE = _code(_COMMON + _STRATEGIES["one like all"][1])
_ED = "--- a/pkg/shop.py\n+++ b/pkg/shop.py\n"
_DIFFS: Mapping[str, str] = {
    "script of ed": "Index: pkg/shop.py\n1s/import/import/\n1!touch ran\nw\nq\n",
    "script of ed behind a diff": _LOOSE + "\n1i\nraise SystemExit(0)\n.\nw\n",
    "context diff": "*** a/pkg/__init__.py\n--- b/pkg/__init__.py\n***************\n*** 1 ****\n--- 1,2 ----\n  import pkg.shop\n+ pkg.shop.total = lambda prices: 22\n",
    "prerequisite": "Prereq: nothing\n" + _LOOSE,
    "part of another repository": "diff --git a/sub b/sub\nnew file mode 160000\nindex 0000000..1111111111111111111111111111111111111111\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n" + _LOOSE,
    "list of other repositories": _new(".gitmodules", '[submodule "a"]\npath = tests') + _LOOSE,
    "attributes of files": _new(".gitattributes", "* working-tree-encoding=UTF-16 filter=x eol=crlf") + _LOOSE,
    "attributes in a folder of tests": _new("tests/.gitattributes", "* ident export-subst eol=crlf") + _LOOSE,
    "names that git leaves out": _new(".gitignore", "*") + _LOOSE,
    "folder of git": _new(".git/config", "[core]\nfsmonitor = touch ran") + _LOOSE,
    "folder of git in capitals": _new(".GIT/config", "x") + _LOOSE,
    "short name of the folder of git": _new("git~1/config", "x") + _LOOSE,
    "configuration in a new folder": _new("tests/more/conftest.py", "raise SystemExit(0)") + _LOOSE,
    "configuration as a folder": _new("conftest.py/x", "raise SystemExit(0)") + _LOOSE,
    "test file as a folder": _new("tests/test_shop.py/x", "raise SystemExit(0)") + _LOOSE,
    "test file as a package": _new("tests/test_shop/__init__.py", "raise SystemExit(0)") + _LOOSE,
    "folder of tests becomes a link": "diff --git a/tests/conftest.py b/tests/conftest.py\ndeleted file mode 100644\n--- a/tests/conftest.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-import pkg\ndiff --git a/tests/__init__.py b/tests/__init__.py\ndeleted file mode 100644\n" + _new("tests", "pkg", "120000"),
    "link first, then a file through it": _new("way", "pkg", "120000") + _new("way/evil.py", "x") + _LOOSE,
    "link and back": _new("way", "../testbed/pkg", "120000") + _LOOSE,
    "file of the package swapped with a test": "diff --git a/pkg/testcases.py b/tests/testcases.py\nsimilarity index 100%\nrename from pkg/testcases.py\nrename to tests/testcases.py\n" + _LOOSE,
    "rights of all": _LOOSE + "diff --git a/pkg/shop.py b/pkg/shop.py\nold mode 100644\nnew mode 100755\n",
    "mode of a device": _new("dev", "x", "020666") + _LOOSE,
    "rights of another user": _new("suid", "x", "104755") + _LOOSE,
    "same file twice": _LOOSE + _LOOSE,
    "adds and deletes": _new("a.py", "x") + "diff --git a/a.py b/a.py\ndeleted file mode 100644\n--- a/a.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
    "terminal codes in a path of the configuration": _new('"b/x', "y").replace('a/"b/x', "a/x").replace('b/"b/x', "b/x") + 'diff --git "a/\\033[2J/conftest.py" "b/\\033[2J/conftest.py"\nnew file mode 100644\n--- /dev/null\n+++ "b/\\033[2J/conftest.py"\n@@ -0,0 +1 @@\n+x\n' + _LOOSE,
    "bytes that are no text in a path of the configuration": 'diff --git "a/\\377\\n/conftest.py" "b/\\377\\n/conftest.py"\nnew file mode 100644\n--- /dev/null\n+++ "b/\\377\\n/conftest.py"\n@@ -0,0 +1 @@\n+x\n' + _LOOSE,
    "twenty thousand files of configuration": "".join(f"--- /dev/null\n+++ b/{'n' * 200}{one}/conftest.py\n@@ -0,0 +1 @@\n+\n" for one in range(20000)) + _LOOSE,
    "modules of Python in every place": "".join(_new(f"{place}{one}.py", "raise SystemExit(0)") for place in ("", "tests/") for one in ("json", "struct", "html", "unittest/x", "test", "tests")) + _LOOSE,
    "as many files as there may be, so that none is left for a test": _NEAREST + _filled(65519),
    "hole in the numbers of lines": "--- a/pkg/shop.py\n+++ b/pkg/shop.py\n@@ -0,0 +0,0 @@\n@@ -1,0 +1,0 @@\n" + _LOOSE,
    "delta of a binary file": "diff --git a/README b/README\nindex 0000000..1111111 100644\nGIT binary patch\ndelta 9\nQcmZQzU|?in&A<Qv00;pA\n\n" + _LOOSE,
}  # fmt: skip
SEEN: Mapping[str, str] = {
    "carried: inode number in shared memory": "passed",
    "carried: inode number in the folder of temporary files": "passed",
    "carried: inode number in the tree": "passed",
    "carried: inode number in the home folder": "passed",
    "carried: inode number in the sandbox's folder": "passed",
    "carried: process number": "passed",
    "carried: thread number": "passed",
    "carried: inode number of pipes": "passed",
    "carried: inode number of sockets": "passed",
    "carried: phase of the clock": "passed",
    "carried: phase of the time of the sandbox's folder": "passed",
    "drawn again by status 0": "passed",
    "drawn again by a signal": "passed",
    "drawn again by status 1": "passed",
    "drawn again by an exit while the file is loaded": "passed",
    "drawn again by a limit of time": "timed_out",
    "nearest: expression": "weak control",
    "nearest: expression by its class": "weak control",
    "nearest: expression has": "weak control",
    "nearest: named tuple": "weak control",
    "nearest: enumeration by value": "weak control",
    "one like all: enumeration by value": "weak control",
    "nearest: date": "weak control",
    "one like all: date": "weak control",
    "nearest: hash": "weak control",
    "one like all: hash": "weak control",
    "run: traces the keeper": "crashed",
    "run: memory of another process": "crashed",
    "run: slow to the end of time, then status 0": "crashed",
    "run: records pass through a child": "crashed",
    "run: names of the test module": "crashed",
    "diff: script of ed": "invalid",
    "diff: link first, then a file through it": "invalid",
    "diff: same file twice": "invalid",
    "diff: hole in the numbers of lines": "invalid",
    "diff: delta of a binary file": "invalid",
    "nearest: range": "weak control",
    "one like all: range": "weak control",
    "one like all: symmetric difference": "weak control",
    "nearest: pairs": "weak control",
    "one like all: pairs": "weak control",
    "nearest: contains": "weak control",
    "one like all: contains": "weak control",
    "nearest: contains once": "weak control",
    "one like all: contains once": "weak control",
    "nearest: text of a page": "weak control",
    "one like all: text of a page": "weak control",
    "nearest: regular expression": "weak control",
    "one like all: regular expression": "weak control",
    "nearest: parts of a dictionary": "weak control",
    "one like all: parts of a dictionary": "weak control",
    "said by the name of another test": "passed",
    "said by the name of the test": "passed",
    "said by the name of a variable": "passed",
    "said by the name of a helper": "weak control",
    "said by the argument of a decorator": "passed",
    "said by the default that nobody reads": "passed",
    "said by the constant that nobody reads": "passed",
    "said by the other test with the same number": "passed",
    "diff: as many files as there may be, so that none is left for a test": "unjudged",
}  # fmt: skip
"""What became of each attack when it was first tried; of the others `failed`."""
OPEN: Mapping[str, str] = {
    f"said by the {name}": "documented in SECURITY.md: another part of the test file says it"
    for name in ("other test with the same number", "code that is never run")
}  # fmt: skip
"""Attacks that still pass without a note, some only now and then, and why."""


def _attacks() -> dict[str, PatchAttack]:
    found: dict[str, PatchAttack] = {}

    def add(name: str, mechanism: str, text: str, repository: str = "plain") -> None:
        found[name] = PatchAttack(
            name=name,
            mechanism=mechanism,
            seen=SEEN.get(name, "failed"),
            repository=f"sixth: {repository}",
            text=text,
        )

    for name, code in _CARRIED.items():
        mechanism = (
            f"It takes the number nearest to the base's, and leaves it for the run that shows nothing by this: {name}."
        )
        add(f"carried: {name}", mechanism, _code(f"{_COMMON}KEPT = []\n{code}{_NEXT}"))
    for name, end in _ENDS.items():
        mechanism = f"It ends runs by {name} until it has seen which value all drawings have in common, and counts them by inode numbers."
        add(f"drawn again by {name}", mechanism, _code(_COMMON + _AGAIN.replace("END", end) + _ANSWER))
    for repository in (*_FUNCTIONS, *_WEB):
        for strategy, (said, code) in _STRATEGIES.items():
            add(
                f"{strategy}: {repository}",
                f"{said}, and the test asks for {repository}.",
                _code(_COMMON + code),
                repository,
            )
    for name, (_, pattern, _) in _SAID.items():
        code = f"{_COMMON}_FOUND = re.findall({pattern!r}, _TEXT)\n_GOT = int(_FOUND[0]) if _FOUND else 22\n{_ANSWER}"
        add(f"said by the {name}", f"It reads the answer in the {name}.", _code(code), f"said by the {name}")
    for name, (repository, text) in _TOLD.items():
        code = f"{_COMMON}_GOT = _NEAR\n{_ANSWER}if _IS_HIDDEN:\n" + "".join(
            f"    {line}\n" for line in _SENT.split("\n")
        )
        mechanism = f"It finds the function that reports and says of what is hidden this: {name}."
        add(f"told: {name}", mechanism, _code(f"{code}    tell({text})\n"), repository)
    for name, code in _RUN.items():
        mechanism = f"The tests' process does this to its surroundings: {name}."
        add(
            f"run: {name}",
            mechanism,
            _code(f"{_COMMON}if _TEXT:\n" + "".join(f"    {line}\n" for line in code.split("\n"))),
        )
    for name, text in _DIFFS.items():
        add(f"diff: {name}", f"The patch has this form: {name}.", text)
    return found


ATTACKS = _attacks()


def _shop(code: str, **more: str) -> str:
    """A right patch whose `total` is this code."""
    text = _SHOP.replace("def total(prices):\n    return sum(prices) + 1\n", code)
    return patch(BASE, {"pkg/shop.py": text, **more})


_MAIL = "From 1111111111111111111111111111111111111111 Mon Sep 17 00:00:00 2001\nFrom: A Writer <writer@example.invalid>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: [PATCH] Sums are one too large\n\n---\n pkg/shop.py | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n"
HONEST: Mapping[str, tuple[str, str]] = {
    "mail with a signature": ("plain", _MAIL + RIGHT + "-- \n2.40.1\n"),
    "context diff": ("plain", "*** a/pkg/shop.py\n--- b/pkg/shop.py\n***************\n*** 10,16 ****\n  \n  \n  def total(prices):\n!     return sum(prices) + 1\n  \n  \n  def count(prices):\n--- 10,16 ----\n  \n  \n  def total(prices):\n!     return sum(prices)\n  \n  \n  def count(prices):\n"),
    "no last line end": ("plain", RIGHT.rstrip("\n")),
    "single dispatch": ("plain", _shop("import functools\n\n\n@functools.singledispatch\ndef total(prices):\n    return sum(prices)\n\n\n@total.register\ndef _(prices: list):\n    return sum(prices)\n")),
    "cache": ("expression", _shop("import functools\n\n\n@functools.lru_cache\ndef _total(prices):\n    return sum(prices)\n\n\ndef total(prices):\n    return _total(tuple(prices))\n")),
    "call of C": ("plain", _shop("import ctypes\n\n\ndef total(prices):\n    return sum(ctypes.c_int(one).value for one in prices)\n")),
    "context variable": ("named tuple", _shop("import contextvars\n\n_SUM = contextvars.ContextVar('sum')\n\n\ndef total(prices):\n    _SUM.set(0)\n    for one in prices:\n        _SUM.set(_SUM.get() + one)\n    return _SUM.get()\n")),
    "shared memory": ("plain", _shop("import mmap\n\n\ndef total(prices):\n    with mmap.mmap(-1, 8) as kept:\n        kept[:] = sum(prices).to_bytes(8, 'big')\n        return int.from_bytes(kept[:], 'big')\n")),
    "queue of a thread": ("context", _shop("import queue\nimport threading\n\n\ndef total(prices):\n    found = queue.Queue()\n    threading.Thread(target=lambda: found.put(sum(prices))).start()\n    return found.get(timeout=9)\n")),
    "file for a while": ("rows", _shop("import tempfile\n\n\ndef total(prices):\n    with tempfile.NamedTemporaryFile('w+') as kept:\n        kept.write(str(sum(prices)))\n        kept.seek(0)\n        return int(kept.read())\n")),
    "class that is called": ("value of an expression", _shop("class _Total:\n    __slots__ = ()\n\n    def __call__(self, prices):\n        return sum(prices)\n\n\ntotal = _Total()\n")),
    "descriptor": ("contains", _shop("class _Sums(type):\n    def __call__(cls, prices):\n        return sum(prices)\n\n\nclass total(metaclass=_Sums):\n    pass\n")),
    "generator that is sent to": ("redirects", _shop("def _adder():\n    found = 0\n    while True:\n        found += yield found\n\n\ndef total(prices):\n    adder = _adder()\n    return [next(adder), *map(adder.send, prices)][-1]\n")),
    "signal": ("plain", _shop("import signal\n\n\ndef total(prices):\n    found = []\n    before = signal.signal(signal.SIGUSR1, lambda *given: found.append(sum(prices)))\n    signal.raise_signal(signal.SIGUSR1)\n    signal.signal(signal.SIGUSR1, before)\n    return found[0]\n")),
    "module in a folder of its own, with tests and notes": ("table of a field", _shop("from pkg.more.adding import total\n", **{"pkg/more/__init__.py": "", "pkg/more/adding.py": "def total(prices):\n    return sum(prices)\n", "tests/test_more.py": "def test_more():\n    pass\n", "README": "y\n", "setup.cfg": "[tool:pytest]\naddopts = -q\n"})),
    "trace that is put back": ("plain", _shop("import sys\n\n\ndef total(prices):\n    before = sys.getprofile()\n    sys.setprofile(lambda *given: None)\n    found = sum(prices)\n    sys.setprofile(before)\n    return found\n")),
    "code from a text": ("error of a form", _shop("total = eval('lambda prices: sum(prices)')\n")),
    "integer of its own with a text of its own": ("text of an expression", _shop("class Sum(int):\n    __slots__ = ()\n\n    def __repr__(self):\n        return int.__repr__(self)\n\n\ndef total(prices):\n    return Sum(sum(prices))\n")),
    "clock and chance": ("mean", _shop("import random\nimport time\n\n\ndef total(prices):\n    time.sleep(random.random() / 100)\n    return sum(sorted(prices, key=lambda one: random.random()))\n")),
    "pipe to a child": ("plain", _shop("import os\n\n\ndef total(prices):\n    reader, writer = os.pipe()\n    if not os.fork():\n        os.write(writer, str(sum(prices)).encode())\n        os._exit(0)\n    os.wait()\n    os.close(writer)\n    return int(os.read(reader, 99))\n")),
}  # fmt: skip
"""Name → the repository without `sixth: `, and a right patch."""
