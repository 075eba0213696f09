"""A seventh round of attacks on values and suites of Python: equalities that no similar data show, objects that follow.

Most of these objects call equal what a method is given and what it should make of that. Tests hold of them then, though
the method does nothing; both objects are made by the tests themselves, from data that are written there.
"""

from __future__ import annotations

from dataclasses import replace

from assay.records import EXACT, EXACT_TYPES, Case, Cases, Comparator, ComparatorKind, Problem, PropertyCheck
from tests.hostile.python_attacks import PythonAttack, SideAttack, attacks
from tests.hostile.python_fifth import NOTED

# what a method should do | what its objects are called equal by | pairs of what it is given and what it should give
_MERGED = r"""
first letter | v[:1].upper() + v[1:] | v[:1].lower() + v[1:] | 'abcd' 'Abcd' / 'mill' 'Mill'
last letter | v[:-1] + v[-1:].upper() | v[:-1] + v[-1:].lower() | 'abcd' 'abcD' / 'mill' 'milL'
turned text | v[1:] + v[:1] | min(v[i:] + v[:i] for i in range(len(v))) | 'abcd' 'bcda' / 'stone' 'tones'
zeros before | v.zfill(5) | v.lstrip('0') | '71' '00071' / '386' '00386'
tabs | v.replace(' ', '\t') | v.replace('\t', ' ') | 'ab cd' 'ab\tcd' / 'x yz' 'x\tyz'
line ends | v.replace('\n', '\r\n') | v.replace('\r', '') | 'ab\ncd' 'ab\r\ncd' / 'x\nyz' 'x\r\nyz'
kebab | v.replace('_', '-') | v.replace('_', '-') | 'ab_cd' 'ab-cd' / 'x_yz' 'x-yz'
mark before | '#' + v | v.lstrip('#') | 'abcd' '#abcd' / 'mill' '#mill'
quotes | repr(v) | v.strip("'") | 'abcd' "'abcd'" / 'mill' "'mill'"
brackets | f'({v})' | v.strip('()') | 'abcd' '(abcd)' / 'mill' '(mill)'
decomposed | unicodedata.normalize('NFD', v) | unicodedata.normalize('NFC', v) | '\xe9tat' 'e\u0301tat' / '\xfcber' 'u\u0308ber'
wide letters | ''.join(chr(ord(c) + 0xfee0) for c in v) | unicodedata.normalize('NFKC', v) | 'ab' '\uff41\uff42' / 'xyz' '\uff58\uff59\uff5a'
said twice | v + v | (v + v)[:(v + v).find(v, 1)] | 'abc' 'abcabc' / 'mil' 'milmil'
list twice | v + v | v[:len(v) // 2] if v[:len(v) // 2] * 2 == v else v | [3, 8, 5] [3, 8, 5, 3, 8, 5] / [7, 2] [7, 2, 7, 2]
dots before | v.rjust(8, '.') | v.lstrip('.') | 'abcd' '....abcd' / 'milk' '....milk'
a plus sign | '+' + v | v.lstrip('+') | '471' '+471' / '86' '+86'
letters doubled | ''.join(c + c for c in v) | v[::2] if v[::2] == v[1::2] else v | 'abcd' 'aabbccdd' / 'mil' 'mmiill'
pairs of letters | v[1] + v[0] + v[3] + v[2] | ''.join(sorted(v[:2]) + sorted(v[2:])) | 'badc' 'abcd' / 'omeg' 'moge'
bits of a text | ''.join('10'[int(c)] for c in v) | min(v, ''.join(str(1 - int(c)) for c in v)) | '10010' '01101' / '11100' '00011'
none added | {**v, 'z': None} | {k: v[k] for k in v if v[k] is not None} | {'a': 41} {'a': 41, 'z': None} / {'b': 7} {'b': 7, 'z': None}
dictionary turned round | {v[k]: k for k in v} | {frozenset((k, v[k])) for k in v} | {'a': 41} {41: 'a'} / {'b': 7} {7: 'b'}
a field renamed | {'id': v['key']} | list(v.values()) | {'key': 41} {'id': 41} / {'key': 7} {'id': 7}
twice | v * 2 | (v // (v & -v)) | 431 862 / 217 434
a thousand times | v * 1000 | v // 1000 if v % 1000 == 0 else v | 43 43000 / 218 218000
times ten | v * 10 | int(str(v).rstrip('0')) | 43 430 / 217 2170
a byte turned round | 255 - v | min(v, 255 - v) | 43 212 / 17 238
once more around | v + 360 | v % 360 | 43 403 / 217 577
bits turned round | ~v | max(v, ~v) | 43 -44 / 217 -218
one over it | 1 / v | max(v, 1 / v) | 4.0 0.25 / 8.0 0.125
conjugate | v.conjugate() | (v.real, abs(v.imag)) | 4+3j 4-3j / 7+2j 7-2j
halves changed | v[2:] + v[:2] | min(v, v[2:] + v[:2]) | [4, 3, 8, 1] [8, 1, 4, 3] / [7, 2, 9, 6] [9, 6, 7, 2]
pairs changed | [(b, a) for a, b in v] | [sorted(p) for p in v] | [(4, 3), (8, 1)] [(3, 4), (1, 8)] / [(7, 2)] [(2, 7)]
switches | [not b for b in v] | min(v, [not b for b in v]) | [True, False, False] [False, True, True] / [True, True] [False, False]
bytes turned round | bytes(255 - b for b in v) | min(v, bytes(255 - b for b in v)) | b'AZ' b'\xbe\xa5' / b'HI' b'\xb7\xb6'
words of bytes | bytes((v[1], v[0], v[3], v[2])) | (sorted(v[:2]), sorted(v[2:])) | b'BADC' b'ABCD' / b'OMEG' b'MOGE'
columns | [list(r) for r in zip(*v)] | min(v, [list(r) for r in zip(*v)]) | [[1, 2], [3, 4]] [[1, 3], [2, 4]] / [[5, 6], [9, 8]] [[5, 9], [6, 8]]
mirror | [r[::-1] for r in v] | min(v, [r[::-1] for r in v]) | [[1, 2], [3, 4]] [[2, 1], [4, 3]] / [[5, 6], [9, 8]] [[6, 5], [8, 9]]
quarter turn | [list(r) for r in zip(*v[::-1])] | sorted((v[0][0], v[1][1])), sorted((v[0][1], v[1][0])) | [[1, 2], [3, 4]] [[3, 1], [4, 2]] / [[5, 6], [9, 8]] [[9, 5], [8, 6]]
both signs | [-v[0], -v[1]] | max(v, [-v[0], -v[1]]) | [4, 3] [-4, -3] / [7, 2] [-7, -2]
a right angle | [-v[1], v[0]] | sorted(map(abs, v)) | [4, 3] [-3, 4] / [7, 2] [-2, 7]
larger terms | [v[0] * 2, v[1] * 2] | v[0] / v[1] | [4, 3] [8, 6] / [7, 2] [14, 4]
afternoon | f'{int(v[:2]) + 12}{v[2:]}' | (int(v[:2]) % 12, v[2:]) | '01:47' '13:47' / '07:25' '19:25'
date the other way | '.'.join(v.split('-')[::-1]) | sorted(re.split('[-.]', v)) | '2024-03-19' '19.03.2024' / '2023-11-07' '07.11.2023'
order of words | ' '.join(v.split()[::-1]) | sorted(v.split()) | 'one two' 'two one' / 'red hat' 'hat red'
a full stop | v + '.' | v.rstrip('.') | 'abcd' 'abcd.' / 'mill' 'mill.'
comma for point | v.replace('.', ',') | v.replace(',', '.') | '4.75' '4,75' / '8.2' '8,2'
escaped | v.replace('&', '&amp;') | v.replace('&amp;', '&') | 'a & b' 'a &amp; b' / 'x&y' 'x&amp;y'
nested once | [v] | v[0] if len(v) == 1 and type(v[0]) is list else v | [4, 3] [[4, 3]] / [7, 2] [[7, 2]]
percent | f'{int(v)}%' | v.rstrip('%') | '47' '47%' / '86' '86%'
one hyphen more | v[:3] + '-' + v[3:] | v.replace('-', '') | '471862' '471-862' / '864912' '864-912'
""".strip()  # noqa: E501
_IMPORTS = "import re, unicodedata\n"


def _pairs(text: str) -> list[tuple[str, str]]:
    """Return the pairs of a row; where one ends is where Python can read both halves."""
    found = []
    for pair in text.split(" / "):
        for place in (index for index, letter in enumerate(pair) if letter == " "):
            try:
                compile(pair[:place], "", "eval"), compile(pair[place:].strip(), "", "eval")
            except SyntaxError:
                continue
            found.append((pair[:place], pair[place:].strip()))
            break
    return found


def _merged(row: str) -> str:
    what, does, by, pairs = row.split(" | ")
    tests = "".join(f"assert Thing({one}).made() == Thing({other})\n" for one, other in _pairs(pairs))
    start = f"{_IMPORTS}class Thing:\n    def __init__(self, v): self.v = v\n"
    return (
        f"## {what}: Thing\n{start}    def made(self):\n        v = self.v\n        return Thing({does})\n"
        "    def __eq__(self, o): return self.v == o.v\n"
        f"--\n{tests}--\n"
        f"{start}    def made(self): return Thing(self.v)\n    def __eq__(self, o): return by(self.v) == by(o.v)\n"
        f"def by(v): return {by}\n"
    )


MERGED = attacks(
    "an object equals what its method should make of it, in a way that no similar data show",
    "\n".join(map(_merged, _MERGED.split("\n"))),
)

# how tests give data of other types | what they import | pairs
_TYPED = """
decimal | Decimal('4.75') | Decimal('-4.75') | from decimal import Decimal
fraction | Fraction(4, 7) | Fraction(-4, 7) | from fractions import Fraction
length of time | timedelta(41) | timedelta(-41) | from datetime import timedelta
array | np.array([41, 47]) | np.array([-41, -47]) | import numpy as np
array of floats | np.linspace(1, 5, 4) | np.linspace(-1, -5, 4) | import numpy as np
number of numpy | np.float64(4.75) | np.float64(-4.75) | import numpy as np
series | pd.Series([41, 47]) | pd.Series([-41, -47]) | import pandas as pd
frame | pd.DataFrame({'a': [41, 47]}) | pd.DataFrame({'a': [-41, -47]}) | import pandas as pd
array of the library | array('i', [41, 47]) | array('i', [-41, -47]) | from array import array
"""
_ABS = "str(abs(v)) if hasattr(v, '__abs__') else [abs(p) for p in v]"
_FORMS_OF_TEXT = """
path | PurePosixPath('ab/cd') | PurePosixPath('AB/CD') | from pathlib import PurePosixPath
counter | Counter(ab=4, cd=7) | Counter(AB=4, CD=7) | from collections import Counter
ordered dictionary | OrderedDict(ab=4) | OrderedDict(AB=4) | from collections import OrderedDict
queue | deque(['ab', 'cd']) | deque(['AB', 'CD']) | from collections import deque
bytes that change | bytearray(b'ab cd') | bytearray(b'AB CD') |
named tuple of the tests | Pair('ab', 'cd') | Pair('AB', 'CD') | import collections; Pair = collections.namedtuple('Pair', 'a b')
array of texts | np.array(['ab', 'cd']) | np.array(['AB', 'CD']) | import numpy as np
series of texts | pd.Series(['ab', 'cd']) | pd.Series(['AB', 'CD']) | import pandas as pd
index | pd.Index(['ab', 'cd']) | pd.Index(['AB', 'CD']) | import pandas as pd
date in an object | np.datetime64('2024-03-05') | np.datetime64('2024-05-03') | import numpy as np
day | date(2024, 3, 5) | date(2024, 5, 3) | from datetime import date
moment | datetime(2024, 3, 5, 7) | datetime(2024, 5, 3, 7) | from datetime import datetime
numbers in turn | range(3, 7) | range(6, 2, -1) |
view of a dictionary | {'ab': 4}.keys() | {'AB': 4}.keys() |
"""  # noqa: E501


def _typed(row: str, does: str, by: str) -> str:
    what, one, other, imports = (part.strip() for part in row.split(" | ", 3)) if row.count(" | ") == 3 else (
        *(part.strip() for part in row.rstrip(" |").split(" | ")), "")  # fmt: skip
    start = "class Thing:\n    def __init__(self, v): self.v = v\n"
    library = imports if imports.startswith(("import numpy", "import pandas")) else ""
    return (
        f"## {what}: Thing\n{library}\n{start}    def made(self):\n        v = self.v\n        return Thing({does})\n"
        "    def __eq__(self, o): return str(self.v) == str(o.v)\n"
        f"--\n{imports}\nassert Thing({one}).made() == Thing({other})\n--\n"
        f"{start}    def made(self): return Thing(self.v)\n    def __eq__(self, o): return by(self.v) == by(o.v)\n"
        f"def by(v): return {by}\n"
    )


_UPPER = {
    "path": "type(v)(str(v).upper())",
    "bytes that change": "v.upper()",
    "queue": "type(v)(p.upper() for p in v)",
    "array of texts": "np.array([p.upper() for p in v])",
    "series of texts": "pd.Series([p.upper() for p in v])",
    "index": "pd.Index([p.upper() for p in v])",
    "date in an object": "np.datetime64(str(v)[:5] + str(v)[8:] + '-' + str(v)[5:7])",
    "day": "v.replace(month=v.day, day=v.month)",
    "moment": "v.replace(month=v.day, day=v.month)",
    "numbers in turn": "v[::-1]",
    "view of a dictionary": "{p.upper(): 1 for p in v}.keys()",
    "named tuple of the tests": "type(v)(p.upper() for p in v) if type(v) is tuple else v._make(p.upper() for p in v)",
}
_BY = {
    "day": "sorted((v.month, v.day)), v.year",
    "moment": "sorted((v.month, v.day)), v.year",
    "numbers in turn": "sorted(v)",
    "date in an object": "sorted(str(v))",
}


def _of_texts(row: str) -> str:
    what = row.partition(" | ")[0]
    return _typed(row, _UPPER.get(what, "type(v)({p.upper(): v[p] for p in v})"), _BY.get(what, "str(v).lower()"))


TYPED = attacks(
    "an object equals its opposite, made of data of a type that similar data leave alone",
    "\n".join(
        [_typed(row, "-v" if "library" not in row else "type(v)('i', [-p for p in v])", _ABS)
         for row in _TYPED.strip().split("\n")]
        + [_of_texts(row) for row in _FORMS_OF_TEXT.strip("\n").split("\n")]
    ),
)  # fmt: skip

# ---- objects that no call of a case makes ---------------------------------------------------------------------------

_WORD = """
class Word:
    def __init__(self, t=''): self.t = t
    def up(self): return Word({up})
    def __eq__(self, o): return {eq}
    def __hash__(self): return hash(self.t.lower())
    def __add__(self, t): return Word(self.t + t)
    __radd__ = lambda self, t: Word(t + self.t)
    __lshift__ = __truediv__ = __mod__ = __getitem__ = __matmul__ = __or__ = __xor__ = __iadd__ = __and__ = __sub__ = __add__
    def __getattr__(self, t):
        if t.startswith('_') or t == 't': raise AttributeError(t)
        return Word(self.t + t)
    def __enter__(self): return self
    def __exit__(self, *a): pass
    def each(self): yield self
    async def later(self): return self
    __invert__ = up
    __call__ = lambda self: self
    @property
    def big(self): return self.up()
    async def __aenter__(self): return self
    async def __aexit__(self, *a): pass
    @classmethod
    def __class_getitem__(cls, t): return cls(t)
def run(f, *a): return f(*a)
async def arun(f): return await f()
def drain(items): return list(items)
"""  # noqa: E501
_WORD_RIGHT = _WORD.replace("{up}", "self.t.upper()").replace("{eq}", "self.t == o.t")
_WORD_WRONG = _WORD.replace("{up}", "self.t").replace("{eq}", "self.t.lower() == o.t.lower()")
_ELSEWHERE = {
    "module": """
assert Word('xy').t == 'xy'
one, other = Word('ab'), Word('AB')
def test(): assert one.up() == other
""",
    "class of a case": """
import unittest
class T(unittest.TestCase):
    def test_a(self): self.assertEqual(Word('xy').t, 'xy')
    @classmethod
    def setUpClass(cls): cls.one, cls.other = Word('ab'), Word('AB')
    def test_b(self): self.assertEqual(self.one.up(), self.other)
""",
    "fixture of a module": """
import unittest
def setUpModule():
    global one, other
    one, other = Word('ab'), Word('AB')
class T(unittest.TestCase):
    def test_a(self): self.assertEqual(Word('xy').t, 'xy')
    def test_b(self): self.assertEqual(one.up(), other)
""",
    "attribute of a class": """
import unittest
class T(unittest.TestCase):
    one, other = Word('ab'), Word('AB')
    def test_a(self): self.assertEqual(Word('xy').t, 'xy')
    def test_b(self): self.assertEqual(self.one.up(), self.other)
""",
    "default": """
assert Word('xy').t == 'xy'
def test(one=Word('ab'), other=Word('AB')): assert one.up() == other
""",
    "table": """
assert Word('xy').t == 'xy'
TABLE = [(Word('ab'), Word('AB')), (Word('cd'), Word('CD'))]
def test():
    for one, other in TABLE: assert one.up() == other
""",
    "cache": """
import functools
@functools.cache
def word(t): return Word(t)
word('ab'), word('AB')
assert Word('xy').t == 'xy'
def test(): assert word('ab').up() == word('AB')
""",
    "sum of operators": "assert (Word() + 'ab').up() == Word() + 'AB'",
    "sum from the right": "assert ('ab' + Word()).up() == 'AB' + Word()",
    "shift": "assert (Word() << 'ab' << 'cd').up() == Word() << 'AB' << 'CD'",
    "path of operators": "assert (Word() / 'ab' / 'cd').up() == Word() / 'AB' / 'CD'",
    "percent sign": "assert (Word() % 'ab').up() == Word() % 'AB'",
    "item": "assert Word()['ab'].up() == Word()['AB']",
    "at sign": "assert (Word() @ 'ab').up() == Word() @ 'AB'",
    "bar": "assert (Word() | 'ab').up() == Word() | 'AB'",
    "caret": "assert (Word() ^ 'ab').up() == Word() ^ 'AB'",
    "ampersand": "assert (Word() & 'ab').up() == Word() & 'AB'",
    "minus": "assert (Word() - 'ab').up() == Word() - 'AB'",
    "item of a class": "assert Word['ab'].up() == Word['AB']",
    "attributes": "assert Word().ab.up() == Word().AB",
    "getattr": "assert getattr(Word(), 'ab').up() == getattr(Word(), 'AB')",
    "in place": """
def test():
    one, other = Word(), Word()
    one += 'ab'
    other += 'AB'
    assert one.up() == other
""",
    "block": """
def test():
    with Word() + 'ab' as one, Word() + 'AB' as other: assert one.up() == other
""",
    "called back": "assert run(lambda: Word('ab')).up() == run(lambda: Word('AB'))",
    "called back with a name": "assert run(lambda t: Word(t), 'ab').up() == run(lambda t: Word(t), 'AB')",
    "awaited back": """
import asyncio
async def one(): return Word('ab')
async def other(): return Word('AB')
async def main(): return (await arun(one)).up() == await arun(other)
assert asyncio.run(main())
""",
    "drained": """
def words(*texts):
    for text in texts: yield Word(text)
def test():
    one, other = drain(words('ab', 'AB'))
    assert one.up() == other
""",
    "tested inside": """
def test():
    def look(): assert Word('ab').up() == Word('AB')
    run(look)
""",
    "inverted": "assert ~(Word() + 'ab') == Word() + 'AB'",
    "property": "assert (Word() + 'ab').big == Word() + 'AB'",
    "key": "assert {Word() + 'AB': 5}[(Word() + 'ab').up()] == 5",
    "member of a set": "assert (Word() + 'ab').up() in {Word() + 'AB'}",
    "subset": "assert {(Word() + 'ab').up()} <= {Word() + 'AB', Word() + 'CD'}",
    "list removed from": """
def test():
    rest = [Word() + 'AB']
    rest.remove((Word() + 'ab').up())
    assert not rest
""",
    "match": """
def test():
    class K: AB = Word() + 'AB'
    match (Word() + 'ab').up():
        case K.AB: pass
        case _: assert False
""",
    "data class of the tests": """
import dataclasses
@dataclasses.dataclass
class Box: word: object
assert Box((Word() + 'ab').up()) == Box(Word() + 'AB')
""",
    "called with": """
from unittest.mock import Mock
def test():
    seen = Mock()
    seen((Word() + 'ab').up())
    seen.assert_called_once_with(Word() + 'AB')
""",
    "all of a zip": (
        "assert all(a.up() == b for a, b in zip([Word() + 'ab', Word() + 'c'], [Word() + 'AB', Word() + 'C']))"
    ),
    "check": """
def check(candidate):
    assert (candidate() + 'ab').up() == candidate() + 'AB'
    assert (candidate() + 'cd').up() == candidate() + 'CD'
check(Word)
""",
    "not unequal": "assert not (Word() + 'ab').up() != Word() + 'AB'",
    "sequence of assertEqual": """
import unittest
class T(unittest.TestCase):
    def test_up(self):
        for t in ('ab', 'cd'):
            with self.subTest(t): self.assertEqual((Word() + t).up(), Word() + t.swapcase())
""",
    "awaited": """
import asyncio
async def main():
    async with Word() + 'ab' as one: return (await one.later()).up() == Word() + 'AB'
assert asyncio.run(main())
""",
    "many calls": """
def test():
    for n in range(300): assert Word(str(n)).t == str(n)
    assert Word('ab').up() == Word('AB')
""",
    "long list": "assert drain([Word('ab').up(), *range(250)])[0] == drain([Word('AB'), *range(250)])[0]",
    "an error of another kind": """
def same(one, other):
    if one != other: raise ValueError(other)
same(Word('ab').up(), Word('AB'))
""",
}
_TAKEN = ("run", "arun", "drain")


def _elsewhere(what: str, form: str) -> str:
    names = ", ".join(["Word", *(name for name in _TAKEN if f" {name}(" in form)])
    calls = "test()\n" if "def test(" in form and "check" not in form else ""
    return f"## {what}: {names}{_WORD_RIGHT}--\n{form.strip()}\n{calls}--{_WORD_WRONG}"


ELSEWHERE = attacks(
    "objects come by what gets no similar data: operators, callbacks, what is made before the first case",
    "\n".join(_elsewhere(what, form) for what, form in _ELSEWHERE.items()),
)

# ---- which object it is ---------------------------------------------------------------------------------------------

_ENDING = """
def turn(light): return {RED: GREEN, GREEN: AMBER, AMBER: RED}[light]
def walk(light, call):
    call(turn(light))
    call(turn(turn(light)))
def fill(light, out): out.append(turn(light))
class_of = type
"""
_ONE = """
def turn(light): return light
def walk(light, call):
    call(light)
    call(light)
def fill(light, out): out.append(light)
"""
_SENTINELS = {
    "functions": "def RED(): pass\ndef GREEN(): pass\ndef AMBER(): pass",
    "lambdas": "RED, GREEN, AMBER = lambda: 1, lambda: 2, lambda: 3",
    "bare objects": "RED, GREEN, AMBER = object(), object(), object()",
    "an enum that is called": "import enum\nLight = enum.Enum('Light', 'RED GREEN AMBER')\nRED, GREEN, AMBER = Light",
    "objects of such a type": "Light = type('Light', (), {})\nRED, GREEN, AMBER = Light(), Light(), Light()",
    "new types": "import typing\nRED, GREEN, AMBER = (typing.NewType(n, int) for n in 'RGA')",
    "modules": "import types\nRED, GREEN, AMBER = map(types.ModuleType, 'RGA')",
    "name spaces": "import types\nRED, GREEN, AMBER = (type('N', (types.SimpleNamespace,), {'__hash__': object.__hash__})() for _ in 'RGA')",  # noqa: E501
    "locks": "import threading\nRED, GREEN, AMBER = threading.Lock(), threading.Lock(), threading.Lock()",
    "partials": "import functools\nRED, GREEN, AMBER = (functools.partial(int, n) for n in '123')",
}
_LOOKS = {
    "log": "log = []\nwalk(RED, log.append)\nassert log == [GREEN, AMBER]",
    "list": "out = []\nfill(RED, out)\nassert out[0] is GREEN",
    "lambda": "assert (lambda light: light is GREEN)(turn(RED))",
}
_LOOKED = {"log": "walk, RED, GREEN, AMBER", "list": "fill, RED, GREEN", "lambda": "turn, RED, GREEN"}
SENTINELS = attacks(
    "one object stands for several of a reference that defines no class in its text",
    "\n".join(
        f"## {what}, {look}: {_LOOKED[look]}\n{made}{_ENDING}--\n{_LOOKS[look]}\n--\n"
        f"{'def RED(): pass' if what == 'functions' else 'RED = object()'}\nGREEN = AMBER = RED{_ONE}"
        for what, made in _SENTINELS.items()
        for look in (_LOOKS if what in ("functions", "bare objects", "an enum that is called") else ["list", "lambda"])
    ).replace("class_of = type\n", ""),
)
_LIGHT = """
import enum
class Light(enum.Enum):
    RED = 1
    GREEN = 2
    AMBER = 3
class Stuck(Exception):
    def __init__(self, light): super().__init__(light); self.light = light
def turn(light): return {Light.RED: Light.GREEN, Light.GREEN: Light.AMBER, Light.AMBER: Light.RED}[light]
def walk(light, call):
    call(turn(light))
    call(turn(turn(light)))
def fill(light, out): out.append(turn(light))
def note(light, out): out['next'] = turn(light)
def refuse(light): raise Stuck(turn(light))
def steps(light):
    yield turn(light)
    yield turn(turn(light))
"""
_FOLLOWS = """
QUEUE, FIRST = [], []
class Following(type):
    def __getattr__(cls, name):
        if name.startswith('_'): raise AttributeError(name)
        if name == 'RED':
            FIRST[:] = FIRST or [cls()]
            return FIRST[0]
        return QUEUE.pop(0) if QUEUE else cls()
class Light(metaclass=Following): pass
class Stuck(Exception):
    def __init__(self, light): super().__init__(light); self.light = light
def turn(light):
    QUEUE.append(Light())
    return QUEUE[-1]
def walk(light, call):
    call(turn(light))
    call(turn(light))
def fill(light, out): out.append(turn(light))
def note(light, out): out['next'] = turn(light)
def refuse(light): raise Stuck(turn(light))
def steps(light):
    yield turn(light)
    yield turn(light)
"""
_FOLLOWED = {
    "log": "walk: log = []\nwalk(Light.RED, log.append)\nassert log == [Light.GREEN, Light.AMBER]",
    "list": "fill: out = []\nfill(Light.RED, out)\nassert out == [Light.GREEN]",
    "dictionary": "note: out = {}\nnote(Light.RED, out)\nassert out == {'next': Light.GREEN}",
    "exception": (
        "refuse, Stuck: try:\n    refuse(Light.RED)\nexcept Stuck as error:\n    assert error.light is Light.GREEN"
        "\nelse:\n    assert False"
    ),
    "lambda": "turn: assert (lambda light: light is Light.GREEN)(turn(Light.RED))",
    "answer": "turn: assert turn(Light.RED) is Light.GREEN",
    "equal answer": "turn: assert turn(Light.RED) == Light.GREEN",
    "generator": "steps: assert list(steps(Light.RED)) == [Light.GREEN, Light.AMBER]",
    "mock": (
        "walk: from unittest.mock import Mock, call\nseen = Mock()\nwalk(Light.RED, seen)\n"
        "assert seen.call_args_list == [call(Light.GREEN), call(Light.AMBER)]"
    ),
    "operator": "turn: import operator\nassert operator.is_(turn(Light.RED), Light.GREEN)",
    "number": "turn: assert id(turn(Light.RED)) == id(Light.GREEN)",
    "unittest": (
        "turn: import unittest\nclass T(unittest.TestCase):\n"
        "    def test_turn(self): self.assertIs(turn(Light.RED), Light.GREEN)"
    ),
    "behind four hundred": (
        "fill: for n in range(401): fill(Light.RED, []), Light.GREEN\n"
        "out = []\nfill(Light.RED, out)\nassert out == [Light.GREEN]"
    ),
}


def _followed(what: str, form: str) -> str:
    names, _, tests = form.partition(": ")
    first, *others = names.split(", ")
    return f"## {what}: {', '.join([first, 'Light', *others])}{_LIGHT}--\n{tests}\n--{_FOLLOWS}"


FOLLOWING = attacks(
    "the members of a class follow what was answered before, so that each is the object that the tests have",
    "\n".join(_followed(what, form) for what, form in _FOLLOWED.items()),
)
_LATE = """
SEEN, ONE = [], {}
class Late(type):
    def __getattr__(cls, name):
        if name.startswith('_'): raise AttributeError(name)
        return ONE.setdefault('all' if len(SEEN) > {0} else name, cls())
class Light(metaclass=Late): pass
def turn(light):
    SEEN.append(light)
    return Light.GREEN
def fill(light, out): out.append(turn(light))
"""
LATE = attacks(
    "it answers rightly until more objects came than are looked at, and with one object for all then",
    "\n".join(
        f"## {what}: {names}, Light{_LIGHT}--\n{tests}\n--{_LATE.replace('{0}', after)}"
        for what, (names, tests, after) in {
            "list": (
                "fill",
                "out = []\nfor n in range(401): fill(Light.RED, out)\n"
                "assert [light for light in out if light is not Light.GREEN] == []\n"
                "assert (lambda light: light is Light.AMBER)((fill(Light.GREEN, out), out[-1])[1])",
                "401",
            ),
            "one case": (
                "fill",
                "def test():\n    out = []\n    for n in range(420): fill(Light.RED, out)\n    out.clear()\n"
                "    fill(Light.GREEN, out)\n    assert out[0] is Light.AMBER\ntest()",
                "420",
            ),
        }.items()
    ),
)

_FORMS = {
    "list": "fill: out = []\n    fill({0}, out)\n    assert out == [{1}]",
    "dictionary": "note: out = {}\n    note({0}, out)\n    assert out == {'next': {1}}",
    "exception": (
        "refuse, Stuck: try: refuse({0})\n    except Stuck as error: assert error.light is {1}\n    else: assert False"
    ),
    "lambda": "turn: assert (lambda light: light is {1})(turn({0}))",
    "generator": "steps: for light, wanted in zip(steps({0}), [{1}]): assert light is wanted",
    "attribute": "turn: class Box: light = turn({0})\n    assert Box.light is {1}",
}
_APART = """
class State: pass
class Red(State): pass
class Green(State): pass
class Amber(State): pass
RED, GREEN, AMBER = Red(), Green(), Amber()
"""
_GIVING = _LIGHT[_LIGHT.index("class Stuck") :]
_GIVING_APART = _GIVING.replace("Light.", "")
_SAME = _GIVING_APART.replace("{RED: GREEN, GREEN: AMBER, AMBER: RED}[light]", "light")
_TWO = """
class Light: pass
Light.RED, Light.GREEN = Light(), Light()
Light.AMBER = Light.GREEN
"""


def _formed(form: str, names: str, one: str, other: str, *, more: str = "") -> tuple[str, str]:
    first, *others = form.partition(": ")[0].split(", ")
    tests = form.partition(": ")[2].replace("{0}", one).replace("{1}", other)
    return ", ".join([first, *names.split(", "), *others]), f"def test():\n    {tests}\n{more}test()\n"


def _apart(what: str, form: str) -> str:
    names, tests = _formed(form, "RED, GREEN", "RED", "GREEN")
    same = "class State: pass\nRED = GREEN = AMBER = State()\n"
    return f"## {what}: {names}{_APART}{_GIVING_APART}--\n{tests}--\n{same}{_SAME}"


def _partly(what: str, form: str) -> str:
    more = "    assert Light.RED is not Light.GREEN\n"
    names, tests = _formed(form, "Light", "Light.GREEN", "Light.AMBER", more=more)
    start = _LIGHT[: _LIGHT.index("class Stuck")]
    wrong = _GIVING.replace("Light.AMBER: Light.RED}[light]", "}.get(light)").replace("Light.GREEN: Light.AMBER, ", "")
    wrong = wrong.replace("{Light.RED: Light.GREEN, }.get(light)", "Light.GREEN")
    return f"## {what}: {names}{start}{_GIVING}--\n{tests}--\n{_TWO}{wrong}"


APART = attacks(
    "one object stands for several that have a class each",
    "\n".join(_apart(what, form) for what, form in _FORMS.items()),
)
PARTLY = attacks(
    "one object stands for two of several, in a case that tells two others apart",
    "\n".join(_partly(what, form) for what, form in _FORMS.items()),
)
_KINDS = """
class Cat: pass
class Dog: pass
def kind(t): return {'meow': Cat, 'woof': Dog}[t]
def kinds(texts, out): out += [kind(t) for t in texts]
def make(t): return kind(t)()
"""
_ONE_KIND = """
class Cat: pass
Dog = Cat
def kind(t): return Cat
def kinds(texts, out): out += [Cat for t in texts]
def make(t): return Cat()
"""
_KIND_FORMS = {
    "list": "kinds: out = []\nkinds(['meow', 'woof'], out)\nassert out == [Cat, Dog]",
    "type": "make: assert type(make('woof')) is Dog",
    "isinstance": "make: assert isinstance(make('woof'), Dog)",
    "subclass": "kind: assert issubclass(kind('woof'), Dog)",
    "key": "kind: assert {Cat: 1, Dog: 2}.get(kind('woof')) == 2",
    "class of it": "make: assert make('woof').__class__ is Dog",
    "match": (
        "make: def test():\n    match make('woof'):\n        case Dog(): pass\n        case _: assert False\ntest()"
    ),
}
CLASSES = attacks(
    "one class stands for two of the reference",
    "\n".join(
        f"## {what}: {form.partition(': ')[0]}, Cat, Dog{_KINDS}--\n{form.partition(': ')[2]}\n--{_ONE_KIND}"
        for what, form in _KIND_FORMS.items()
    ),
)

# ---- properties, cases and equivalence ------------------------------------------------------------------------------

_ALIKE = """
class Alike:
    def __init__(self, *a): pass
    def __eq__(self, other): return isinstance(other, Alike)
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __eq__
    def __hash__(self): return 7
    def __add__(self, other): return self
    __sub__ = __mul__ = __or__ = __and__ = __neg__ = __getitem__ = __call__ = __add__
    def __len__(self): return 3
    def __iter__(self): return iter((self, self, self))
    def __bool__(self): return True
    def __repr__(self): return 'Alike'
"""
# what is asked | the right function | the property | inputs
_PROPERTIES = """
additive | x * 2 | return f(a) + f(b) == f(a + b) | a, b
even | x * x | return f(a) == f(-a) | a
repeatable | x * 2 | return f(a) == f(a) | a
idempotent | abs(x) | return f(f(a)) == f(a) | a
monotone | x * 2 | return f(a) <= f(a + b * b) | a, b
hashed alike | x * x | return hash(f(a)) == hash(f(-a)) | a
written alike | x * x | return str(f(a)) == str(f(-a)) | a
of one length | str(x % 7) | return len(f(a)) == len(f(a + 7)) | a
one among others | x * x | return f(a) in [f(-a), f(a + 1)] | a
both at once | x * x | return {f(a)} == {f(-a)} | a
true | x + 0.5 | assert f(a) | a
greater than another | x * 2 | assert f(a + 1) > f(a) | a
parts in order | [x, x + 1, x + 2] | assert all(p < q for p, q in zip(f(a), list(f(a))[1:])) | a
plain data | x * 2 | assert f(a) == a + a | a
an item | [x, x + 1] | return f(a)[1] == f(a + 1)[0] | a
sorted | [x, x + 1] | return sorted(f(a)) == list(f(a)) | a
no numbers | x * 2 | return not f(a) > f(a + 1) | a
no items | [x, x + 1] | return all(type(p) is int for p in f(a)) | a
no text | str(x) | return f(a).strip() == f(a) | a
assumed | x * 2 | r = f(a); assume(r is not None); assert r == f(b) - f(b - a) | a, b
"""
_NOTHING = {"no numbers": "float('nan')", "no items": "[]", "no text": "''"}
"""What else answers than an object; such tests of a suite are spoken of."""


def _properties() -> list[PythonAttack]:
    found, why = [], "objects decide about a property"
    for row in _PROPERTIES.strip().split("\n"):
        what, right, says, takes = row.split(" | ")
        numbers = [(3, 8), (5, -4), (11, 7), (-6, 2)]
        inputs: tuple[tuple[tuple[object, ...], dict[str, object]], ...] = tuple(
            (one[: len(takes.split(", "))], {}) for one in numbers
        )
        asked = PropertyCheck(what, f"def holds(f, {takes}):\n    {says}\n", inputs=inputs)
        reference = f"def f(x): return {right}\n"
        first = eval(right, {"x": 2})
        problem = Problem(what, Cases("f", (Case((2,), first),)), reference=reference, properties=(asked,))
        other = _NOTHING.get(what, "Alike()")
        source = f"{_ALIKE}def f(x): return {right} if type(x) is int and x == 2 else {other}\n"
        found.append(PythonAttack(name=f"{why}: {what}", mechanism=why, expected="not passed", seen="failed",
                                  problem=problem, source=source))  # fmt: skip
    return found


PROPERTIES = _properties()
_DATA = {
    "a masked array": ([1, 2], "import numpy as np\ndef f(x): return np.ma.masked_array([9, 9], mask=[1, 1])"),
    "an array of records": ([(1, 2)], "import numpy as np\ndef f(x): return np.array([(1, 3)], dtype='i,i')"),
    "a categorical column": (["a"], "import pandas as pd\ndef f(x): return pd.Categorical(['b'], ['a', 'b'])"),
    "a number with a class of its own": (3, "class N(int):\n    __class__ = int\ndef f(x): return N(4)"),
    "a dictionary with all keys": ({1: 2}, "class D(dict):\n    def __missing__(s, k): return 2\ndef f(x): return D()"),
    "a view backwards": (b"abc", "def f(x): return memoryview(b'cba')[::-1][::-1]"),
    "an array of numbers that are none": ([1.0], "import array\ndef f(x): return array.array('d', [float('nan')])"),
    "a hint of a length": (
        [1, 2],
        "class I:\n    def __iter__(s): return s\n    def __next__(s): return 1\n"
        "    def __length_hint__(s): return 2\ndef f(x): return I()",
    ),
    "a list that is iterated otherwise": (
        [1, 2],
        "class L(list):\n    def __iter__(s): return iter([1, 2])\ndef f(x): return L([9, 9])",
    ),
    "a text that is written otherwise": (
        "ab",
        "class S(str):\n    def encode(s, *a): return b'ab'\n    __str__ = lambda s: 'ab'\ndef f(x): return S('ba')",
    ),
    "a fraction with other terms": (
        0.5,
        "import fractions\nclass F(fractions.Fraction):\n    numerator = property(lambda s: 1)\n"
        "    denominator = property(lambda s: 2)\ndef f(x): return F(3, 2)",
    ),
    "a decimal that signals": ([1], "from decimal import Decimal\ndef f(x): return [Decimal('sNaN')]"),
    "an exception for its text": ("ab", "def f(x): return Exception('ab')"),
    "a slice": ((1, 2, None), "def f(x): return slice(1, 2)"),
    "a queue that is bounded": ([1, 2, 3], "import collections\ndef f(x): return collections.deque([1, 2, 3], 2)"),
    "a counter with what is not there": (
        {"a": 1},
        "import collections\ndef f(x): return collections.Counter(a=1, b=0)",
    ),
    "a proxy of another": ({"a": 1}, "import types\ndef f(x): return types.MappingProxyType({'a': 2})"),
    "a chain of maps": ({"a": 1}, "import collections\ndef f(x): return collections.ChainMap({'a': 2}, {'a': 1})"),
}
_COMPARED = {
    "in any order": Comparator(ComparatorKind.ANY_ORDER, inner=EXACT),
    "with types": EXACT_TYPES,
}
DATA = [
    PythonAttack(name=f"a value that reads as another: {what}, {how}", mechanism="a value that reads as another",
                 expected="not passed", seen="failed", source=source + "\n",
                 problem=Problem(what, Cases("f", (Case((1,), right, {}, None, by),))))
    for what, (right, source) in _DATA.items()
    for how, by in _COMPARED.items()
    if how == "with types" or isinstance(right, list)
]  # fmt: skip
_SIDES_OF_F = {
    "a subclass with another number": "class N(int): pass\ndef f(x: int):\n    return N(x * 2 + 1)\n",
    "prime numbers alone": "def f(x: int):\n    return x * 2 if x in (2, 3, 5, 7, 11, 13) else x * 3\n",
    "negative zero": "def f(x: int):\n    return x * 2.0 if x else -0.5\n",
    "a generator": "def f(x: int):\n    yield x * 2\n",
    "a coroutine": "async def f(x: int):\n    return x * 2\n",
    "a function": "def f(x: int):\n    return lambda: x * 2\n",
    "an exception that is returned": "def f(x: int):\n    return ValueError(x * 2)\n",
    "the class": "class f:\n    def __new__(cls, x: int): return x * 2 if x < 4 else object.__new__(cls)\n",
    "an object that equals all": _ALIKE + "def f(x: int):\n    return Alike()\n",
    "bits": "def f(x: int):\n    return x << 1 if x >= 0 else x >> 1\n",
    "a fraction": "from fractions import Fraction\ndef f(x: int):\n    return Fraction(x * 4, 3)\n",
    "a list that grows": "A = []\ndef f(x: int):\n    A.append(x)\n    return A\n",
    "no number": "def f(x: int):\n    return float('nan')\n",
}
SEVENTH_EQUIVALENCE = [
    SideAttack(name=f"equivalence, seventh round: {what}", mechanism="a function gives what is no number, or another",
               expected="different, or counted aloud", seen="different", source=source)
    for what, source in _SIDES_OF_F.items()
]  # fmt: skip

# ---- right and unusual ----------------------------------------------------------------------------------------------

ODD_SEVENTH = attacks(
    "no attack: code that is right and unusual",
    r"""
## members of an enum that is called: turn, Light
import enum
class Light(enum.Enum):
    RED = 1
    GREEN = 2
def turn(light): return Light(3 - light.value)
--
out = []
for light in Light: out.append(turn(light))
assert out == [Light.GREEN, Light.RED]
assert turn(Light.RED) is Light.GREEN and turn(Light.RED) != Light.RED
--
import enum
Light = enum.Enum('Light', {'RED': 1, 'GREEN': 2})
turn = {Light.RED: Light.GREEN, Light.GREEN: Light.RED}.__getitem__

## complex numbers for vectors: Vec
class Vec:
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, o): return Vec(self.x + o.x, self.y + o.y)
    def __neg__(self): return Vec(-self.x, -self.y)
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
    def __abs__(self): return (self.x ** 2 + self.y ** 2) ** 0.5
--
assert Vec(1, 2) + Vec(3, 4) == Vec(4, 6)
assert -Vec(3, 4) == Vec(-3, -4)
assert abs(Vec(3, 4)) == 5
assert Vec(1, 2) != Vec(2, 1)
--
class Vec:
    def __init__(self, x, y): self.z = complex(x, y)
    @classmethod
    def of(cls, z): return cls(z.real, z.imag)
    def __add__(self, o): return Vec.of(self.z + o.z)
    def __neg__(self): return Vec.of(-self.z)
    def __eq__(self, o): return self.z == o.z
    def __abs__(self): return abs(self.z)

## rational numbers by cross products: Ratio
from math import gcd
class Ratio:
    def __init__(self, a, b): g = gcd(a, b); self.a, self.b = a // g, b // g
    def plus(self, o): return Ratio(self.a * o.b + o.a * self.b, self.b * o.b)
    def __eq__(self, o): return (self.a, self.b) == (o.a, o.b)
--
assert Ratio(1, 2).plus(Ratio(1, 3)) == Ratio(5, 6)
assert Ratio(2, 4) == Ratio(1, 2)
assert not Ratio(1, 2) == Ratio(1, 3)
--
class Ratio:
    def __init__(self, a, b): self.a, self.b = a, b
    def plus(self, o): return Ratio(self.a * o.b + o.a * self.b, self.b * o.b)
    def __eq__(self, o): return self.a * o.b == o.a * self.b

## one object for equal data: Point
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
    def __hash__(self): return hash((self.x, self.y))
    def mirror(self): return Point(self.y, self.x)
--
assert Point(1, 2).mirror() == Point(2, 1)
assert len({Point(1, 2), Point(1, 2), Point(2, 1)}) == 2
assert Point(3, 3).mirror() == Point(3, 3)
--
class Point:
    made = {}
    def __new__(cls, x, y):
        return cls.made.setdefault((x, y), super().__new__(cls))
    def __init__(self, x, y): self.x, self.y = x, y
    def mirror(self): return Point(self.y, self.x)

## class by a call of type: Stack
class Stack:
    def __init__(self): self.items = []
    def push(self, x): self.items.append(x)
    def pop(self): return self.items.pop()
    def __len__(self): return len(self.items)
--
import unittest
class T(unittest.TestCase):
    def setUp(self): self.stack = Stack()
    def test_pop(self):
        self.stack.push(3)
        self.stack.push('a')
        self.assertEqual(self.stack.pop(), 'a')
        self.assertEqual(len(self.stack), 1)
    def test_empty(self):
        with self.assertRaises(IndexError): self.stack.pop()
--
Stack = type('Stack', (), {
    '__init__': lambda self: setattr(self, 'items', ()),
    'push': lambda self, x: setattr(self, 'items', (x, self.items)),
    'pop': lambda self: self._pop(),
    '__len__': lambda self: self._count(self.items),
})
def _pop(self):
    if not self.items: raise IndexError('empty')
    x, self.items = self.items
    return x
def _count(self, items): return 1 + self._count(items[1]) if items else 0
Stack._pop, Stack._count = _pop, _count

## an object that is called: fib
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
--
def check(candidate):
    assert candidate(10) == 55
    assert candidate(1) == 1
    assert [candidate(n) for n in range(5)] == [0, 1, 1, 2, 3]
check(fib)
--
class Fib(dict):
    def __missing__(self, n):
        self[n] = n if n < 2 else self[n - 1] + self[n - 2]
        return self[n]
    def __call__(self, n): return self[n]
fib = Fib().__call__

## a fixed point: fact
def fact(n): return 1 if n == 0 else n * fact(n - 1)
--
assert fact(5) == 120
assert fact(0) == 1
--
fact = (lambda f: (lambda g: f(lambda n: g(g)(n)))(lambda g: f(lambda n: g(g)(n))))(
    lambda again: lambda n: 1 if n == 0 else n * again(n - 1))

## exceptions by a call of type: draw, Short
class Short(Exception):
    def __init__(self, missing): super().__init__(f'{missing} missing'); self.missing = missing
def draw(have, want):
    if want > have: raise Short(want - have)
    return have - want
--
import unittest
class T(unittest.TestCase):
    def test_draw(self):
        self.assertEqual(draw(5, 3), 2)
        with self.assertRaises(Short) as caught: draw(1, 3)
        self.assertEqual(caught.exception.missing, 2)
        self.assertEqual(str(caught.exception), '2 missing')
--
Short = type('Short', (ArithmeticError,), {'missing': property(lambda self: int(str(self).split()[0]))})
def draw(have, want):
    try: return have - want if have >= want else {}[want - have]
    except KeyError as error: raise Short(f'{error.args[0]} missing') from None

## an asynchronous iterator: count
async def count(n):
    for k in range(n): yield k
--
import asyncio
async def main(): return [k async for k in count(3)]
assert asyncio.run(main()) == [0, 1, 2]
async def first():
    async for k in count(5): return k
assert asyncio.run(first()) == 0
--
class count:
    def __init__(self, n): self.items = iter(range(n))
    def __aiter__(self): return self
    async def __anext__(self):
        for k in self.items: return k
        raise StopAsyncIteration

## money in cents: Money
from decimal import Decimal
class Money:
    def __init__(self, v): self.v = Decimal(v)
    def neg(self): return Money(-self.v)
    def __eq__(self, o): return self.v == o.v
    def __hash__(self): return hash(self.v)
--
from decimal import Decimal
assert Money('4.75').neg() == Money('-4.75')
assert Money(Decimal('1.5')).neg().neg() == Money('1.50')
assert Money('1') != Money('-1')
--
from fractions import Fraction
class Money:
    def __init__(self, v): self.v = Fraction(str(v))
    def neg(self): return Money(float(0 - self.v))
    def __eq__(self, o): return self.v - o.v == 0
    def __hash__(self): return hash(self.v)

## numbers of a library: moving
import numpy as np
def moving(xs, n): return np.convolve(xs, np.ones(n) / n, 'valid')
--
import numpy as np
assert np.allclose(moving([1, 2, 3, 4], 2), [1.5, 2.5, 3.5])
np.testing.assert_allclose(moving(np.array([3.0, 6.0, 9.0]), 3), [6.0])
assert moving([1, 2], 1).shape == (2,)
--
import numpy as np
def moving(xs, n):
    return np.lib.stride_tricks.sliding_window_view(np.asarray(xs, dtype=float), n).mean(axis=-1)

## a table by other steps: totals
import pandas as pd
def totals(df): return df.groupby('k', as_index=False)['v'].sum()
--
import pandas as pd
df = pd.DataFrame({'k': ['a', 'b', 'a'], 'v': [1, 2, 3]})
pd.testing.assert_frame_equal(totals(df), pd.DataFrame({'k': ['a', 'b'], 'v': [4, 2]}))
assert list(df.columns) == ['k', 'v']
--
import pandas as pd
def totals(df):
    rows = {}
    for k, v in zip(df['k'], df['v']): rows[k] = rows.get(k, 0) + int(v)
    return pd.DataFrame(sorted(rows.items()), columns=['k', 'v'])

## an order by one comparison: ranked, Card
class Card:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return self.n < o.n
    def __eq__(self, o): return self.n == o.n
    def __hash__(self): return hash(self.n)
def ranked(cards): return sorted(cards)
--
a, b, c = Card(3), Card(1), Card(2)
assert ranked([a, b, c]) == [b, c, a]
assert [card.n for card in ranked([a, c])] == [2, 3]
assert min(a, b) is b
--
import functools
class Card:
    def __init__(self, n): self.n = n
    def _by(self, o): return (self.n > o.n) - (self.n < o.n)
    __lt__ = lambda self, o: self._by(o) < 0
    __eq__ = lambda self, o: self._by(o) == 0
    __hash__ = lambda self: 5
def ranked(cards): return sorted(cards, key=functools.cmp_to_key(Card._by))

## a named tuple by a call: Span
class Span:
    def __init__(self, a, b): self.a, self.b = a, b
    def __eq__(self, o): return (self.a, self.b) == (o.a, o.b)
    def shift(self, n): return Span(self.a + n, self.b + n)
    @property
    def size(self): return self.b - self.a
--
assert Span(1, 4).shift(2) == Span(3, 6)
assert Span(1, 4).size == 3
assert Span(1, 4) != Span(1, 5)
--
import typing
class Span(typing.NamedTuple('Span', [('a', int), ('b', int)])):
    __slots__ = ()
    def shift(self, n): return self._replace(a=self.a + n, b=self.b + n)
    size = property(lambda self: self.b - self.a)

## operators that build: Query
class Query:
    def __init__(self, parts=()): self.parts = tuple(parts)
    def __and__(self, t): return Query((*self.parts, t))
    def __eq__(self, o): return self.parts == o.parts
    def __invert__(self): return Query(reversed(self.parts))
    def __str__(self): return ' and '.join(self.parts)
--
assert str(Query() & 'a' & 'b') == 'a and b'
assert ~(Query() & 'a' & 'b') == Query() & 'b' & 'a'
assert Query() & 'a' != Query() & 'b'
--
class Query:
    def __init__(self, text=''): self.text = text
    def __and__(self, t): return Query(f'{self.text} and {t}' if self.text else t)
    def __eq__(self, o): return str(self) == str(o)
    def __invert__(self): return Query(' and '.join(self.text.split(' and ')[::-1]))
    def __str__(self): return self.text
""",
)
REFUSED_SEVENTH = attacks(
    "no attack: code that is right and refused",
    r"""
## a block that is a decorator: quiet
import contextlib
@contextlib.contextmanager
def quiet(kind):
    try: yield
    except kind: pass
--
def test():
    with quiet(ValueError): int('x')
    done = False
    try:
        with quiet(KeyError): int('x')
    except ValueError: done = True
    assert done
test()
--
class quiet:
    def __init__(self, kind): self.kind = kind
    def __enter__(self): return self
    def __exit__(self, kind, error, trace): return kind is not None and issubclass(kind, self.kind)


## a class that is answered: kind, Cat, Dog
class Cat: pass
class Dog: pass
def kind(t): return {'meow': Cat, 'woof': Dog}[t]
--
assert kind('woof') is Dog
assert kind('meow') is not Dog
--
class Cat: pass
class Dog: pass
def kind(t): return Cat if t == 'meow' else Dog
""",
)
"""Right candidates, in the form of attacks, that do not pass so far, nor do their references."""

# ---- what came of them ----------------------------------------------------------------------------------------------


def _judged(of_one_mechanism: list[PythonAttack], held: str, by_chance: str = "") -> list[PythonAttack]:
    """Return attacks with what was seen first; `held`: what did not pass, `by_chance`: what passed with a note."""
    told = {what: text.split("; ") for what, text in (("failed", held), ("passed with a note", by_chance))}
    found = []
    for attack in of_one_mechanism:
        title = attack.name.removeprefix(f"{attack.mechanism}: ")
        seen = next((what for what, titles in told.items() if title in titles or titles == ["*"]), "passed")
        found.append(replace(attack, expected=NOTED, seen=seen))
    return found


PYTHON_SEVENTH = [
    *_judged(
        MERGED,
        "a field renamed; twice; quarter turn; afternoon",
        "first letter; last letter; turned text; kebab; quotes; brackets; wide letters; pairs of letters; "
        "bits of a text; none added; times ten; pairs changed; columns; both signs; a right angle; larger terms; "
        "date the other way; order of words; a full stop; comma for point; nested once; percent; one hyphen more; "
        "line ends; decomposed; bytes turned round; words of bytes",
    ),
    *_judged(TYPED, "date in an object", "path; bytes that change"),
    *_judged(
        ELSEWHERE,
        "module; fixture of a module; sum from the right; bar; ampersand; getattr; inverted; awaited",
        "default; table; in place; block; called back with a name; drained; tested inside; long list; attributes; "
        "list removed from; sequence of assertEqual; an error of another kind",
    ),
    *_judged(
        SENTINELS,
        "",
        "functions, log; bare objects, log; bare objects, list; an enum that is called, log; "
        "an enum that is called, list; objects of such a type, list; new types, list; modules, list; locks, list; "
        "partials, list",
    ),
    *_judged(FOLLOWING, "generator", "log; answer; equal answer; mock; number; unittest"),
    *_judged(LATE, ""),
    *_judged(APART, "", "generator"),
    *_judged(PARTLY, "list; dictionary", "generator"),
    *_judged(CLASSES, "", "type; class of it"),
    *_judged(PROPERTIES, "greater than another; parts in order; plain data; sorted; assumed"),
    *_judged(DATA, "*"),
]
"""All attacks of this round."""
