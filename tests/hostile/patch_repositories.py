# ruff: noqa: E501  # a file stands on few lines
"""Small repositories with tests of many kinds: texts, floats, containers, exceptions, objects, tables, classes, fixtures."""

from __future__ import annotations

from collections.abc import Mapping

from assay.repositories.recipes import Runner
from tests.repositories.small import Small, patch

WRONG = {
    "pkg/__init__.py": "",
    "pkg/texts.py": (
        "def slug(text):\n    return text.lower().replace(' ', '_')\n\n\n"
        "def title(text):\n    return text.capitalize()\n\n\ndef same(text):\n    return text\n"
    ),
    "pkg/floats.py": (
        "def mean(numbers):\n    return sum(numbers) / (len(numbers) + 1)\n\n\n"
        "def half(number):\n    return number / 2\n"
    ),
    "pkg/data.py": (
        "def groups(words):\n    found = {}\n    for word in words:\n        found[len(word)] = word\n    return found\n\n\n"
        "def unique(items):\n    return list(set(items) - {items[0]})\n\n\ndef size(items):\n    return len(items)\n"
    ),
    "pkg/errors.py": (
        "def root(number):\n    return abs(number) ** 0.5\n\n\ndef pick(items, at):\n    return items[at]\n"
    ),
    "pkg/objects.py": (
        "class Point:\n    def __init__(self, x, y):\n        self.x, self.y = x, y\n\n"
        "    def __add__(self, other):\n        return Point(self.x, other.y)\n\n"
        "    def __eq__(self, other):\n        return (self.x, self.y) == (other.x, other.y)\n\n"
        "    def __repr__(self):\n        return f'Point({self.x})'\n\n    def moved(self):\n        return self.x\n"
    ),
    "pkg/tables.py": (
        "def clamp(number, low, high):\n    return max(low, number)\n\n\ndef sign(number):\n    return 1\n"
    ),
    "pkg/cases.py": (
        "import logging\n\nLOG = logging.getLogger('pkg')\n\n\nclass Stack:\n    def __init__(self):\n        self.items = []\n\n"
        "    def push(self, item):\n        self.items.append(item)\n\n    def pop(self):\n        return self.items[0]\n\n"
        "    def size(self):\n        return 0\n\n    def warn(self):\n        LOG.info('full')\n"
    ),
    "pkg/output.py": (
        "def show(name):\n    print('hi', name)\n\n\ndef save(path, text):\n    path.write_text('')\n\n\n"
        "def old():\n    return 4\n"
    ),
    "pkg/flags.py": "def is_even(number):\n    return number % 2 == 1\n\n\ndef empty(items):\n    return items\n",
    "tests/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef words():\n    return ['ab', 'cd', 'efg']\n",
    "README": "A package.\n",
}
RIGHT = {
    **WRONG,
    "pkg/texts.py": WRONG["pkg/texts.py"].replace("'_'", "'-'").replace("capitalize", "title"),
    "pkg/floats.py": WRONG["pkg/floats.py"].replace("(len(numbers) + 1)", "len(numbers)"),
    "pkg/data.py": WRONG["pkg/data.py"]
    .replace("found[len(word)] = word", "found.setdefault(len(word), []).append(word)")
    .replace("list(set(items) - {items[0]})", "list(dict.fromkeys(items))"),
    "pkg/errors.py": (
        "def root(number):\n    if number < 0:\n        raise ValueError(f'negative number {number}')\n    return number ** 0.5\n\n\n"
        "def pick(items, at):\n    if at >= len(items):\n        raise KeyError('nothing there')\n    return items[at]\n"
    ),
    "pkg/objects.py": WRONG["pkg/objects.py"]
    .replace("Point(self.x, other.y)", "Point(self.x + other.x, self.y + other.y)")
    .replace("Point({self.x})", "Point({self.x}, {self.y})"),
    "pkg/tables.py": (
        "def clamp(number, low, high):\n    return min(high, max(low, number))\n\n\n"
        "def sign(number):\n    return (number > 0) - (number < 0)\n"
    ),
    "pkg/cases.py": WRONG["pkg/cases.py"]
    .replace("self.items[0]", "self.items.pop()")
    .replace("return 0", "return len(self.items)")
    .replace("LOG.info('full')", "LOG.warning('stack is full')"),
    "pkg/output.py": (
        "import warnings\n\n\ndef show(name):\n    print('hello', name)\n\n\ndef save(path, text):\n    path.write_text(text * 2)\n\n\n"
        "def old():\n    warnings.warn('old is gone', DeprecationWarning)\n    return 4\n"
    ),
    "pkg/flags.py": "def is_even(number):\n    return number % 2 == 0\n\n\ndef empty(items):\n    return not items\n",
}
_TESTS = {
    "texts": (
        "from pkg.texts import same, slug, title\n\n\ndef test_slug():\n    assert slug('Hello Old World') == 'hello-old-world'\n\n\n"
        "def test_title():\n    assert title('ann lee') == 'Ann Lee'\n\n\ndef test_same():\n    assert same('quiet river') == 'quiet river'\n"
    ),
    "floats": (
        "import pytest\n\nfrom pkg.floats import half, mean\n\n\ndef test_mean():\n    assert mean([1.5, 2.5, 4.25]) == 2.75\n\n\n"
        "def test_near():\n    assert mean([1, 2, 2]) == pytest.approx(1.6667, abs=1e-3)\n\n\n"
        "def test_half():\n    assert half(5) == 2.5\n"
    ),
    "data": (
        "from pkg.data import groups, size, unique\n\n\ndef test_groups(words):\n"
        "    assert groups(words) == {2: ['ab', 'cd'], 3: ['efg']}\n\n\n"
        "def test_unique():\n    found = unique([5, 3, 5, 8])\n    assert found == [5, 3, 8]\n\n\n"
        "def test_size(words):\n    assert size(words) == 3\n"
    ),
    "errors": (
        "import pytest\n\nfrom pkg.errors import pick, root\n\n\ndef test_root_of_negative():\n"
        "    with pytest.raises(ValueError, match='negative number -4'):\n        root(-4)\n\n\n"
        "def test_pick():\n    with pytest.raises(KeyError):\n        pick([1, 2], 7)\n\n\n"
        "def test_root():\n    assert root(16) == 4\n"
    ),
    "objects": (
        "from pkg.objects import Point\n\n\ndef test_add():\n    assert Point(1, 2) + Point(3, 5) == Point(4, 7)\n\n\n"
        "def test_repr():\n    assert repr(Point(6, 9)) == 'Point(6, 9)'\n\n\ndef test_moved():\n    assert Point(2, 3).moved() == 2\n"
    ),
    "tables": (
        "import pytest\n\nfrom pkg.tables import clamp, sign\n\n\n"
        "@pytest.mark.parametrize('number, expected', [(3, 3), (12, 10), (-4, 0)])\n"
        "def test_clamp(number, expected):\n    assert clamp(number, 0, 10) == expected\n\n\n"
        "@pytest.mark.parametrize('number', [5, 6])\ndef test_positive(number):\n    assert sign(number) == 1\n\n\n"
        "def test_signs():\n    assert [sign(one) for one in (-3, 0, 8)] == [-1, 0, 1]\n"
    ),
    "cases": (
        "import unittest\n\nfrom pkg.cases import Stack\n\n\nclass StackTest(unittest.TestCase):\n"
        "    def setUp(self):\n        self.stack = Stack()\n        self.stack.push(17)\n        self.stack.push(25)\n\n"
        "    def test_pop(self):\n        self.assertEqual(self.stack.pop(), 25)\n        self.assertEqual(self.stack.pop(), 17)\n\n"
        "    def test_size(self):\n        for extra in (1, 2):\n            with self.subTest(extra=extra):\n"
        "                self.stack.push(extra)\n        self.assertEqual(self.stack.size(), 4)\n\n"
        "    def test_warn(self):\n        with self.assertLogs('pkg', 'WARNING') as logs:\n            self.stack.warn()\n"
        "        self.assertEqual(logs.output, ['WARNING:pkg:stack is full'])\n\n"
        "    def test_push(self):\n        self.stack.push(9)\n        self.assertEqual(len(self.stack.items), 3)\n"
    ),
    "output": (
        "import pytest\n\nfrom pkg.output import old, save, show\n\n\ndef test_show(capsys):\n    show('ann')\n"
        "    assert capsys.readouterr().out == 'hello ann\\n'\n\n\n"
        "def test_save(tmp_path):\n    save(tmp_path / 'a.txt', 'xy')\n    assert (tmp_path / 'a.txt').read_text() == 'xyxy'\n\n\n"
        "def test_old():\n    with pytest.warns(DeprecationWarning, match='gone'):\n        found = old()\n    assert found == 4\n"
    ),
    "flags": (
        "from pkg.flags import empty, is_even\n\n\ndef test_even():\n    assert is_even(4)\n    assert not is_even(7)\n\n\n"
        "def test_empty():\n    assert empty([]) is True\n    assert empty([1]) is False\n"
    ),
}
_FIXED = {
    "texts": ("test_slug", "test_title"),
    "floats": ("test_mean", "test_near"),
    "data": ("test_groups", "test_unique"),
    "errors": ("test_root_of_negative", "test_pick"),
    "objects": ("test_add", "test_repr"),
    "tables": ("test_clamp[12-10]", "test_signs"),
    "output": ("test_show", "test_save", "test_old"),
    "flags": ("test_even", "test_empty"),
}
_STAYS = {
    "texts": ("test_same",),
    "floats": ("test_half",),
    "data": ("test_size",),
    "errors": ("test_root",),
    "objects": ("test_moved",),
    "tables": ("test_clamp[3-3]", "test_positive[5]"),
    "output": (),
    "flags": (),
}


def _repository(kind: str) -> Small:
    """The repository whose tests that fail are those of one kind."""
    path, gold = f"tests/test_{kind}.py", patch(WRONG, {f"pkg/{kind}.py": RIGHT[f"pkg/{kind}.py"]})
    if kind == "cases":
        files = {**WRONG, "tests/__init__.py": ""}
        fixed = tuple(f"test_{name} (tests.test_cases.StackTest)" for name in ("pop", "size", "warn"))
        others = ("test_push (tests.test_cases.StackTest)",)
        return Small(files, {path: _TESTS[kind]}, fixed, others, reference=gold, runner=Runner.UNITTEST)
    ids = tuple(f"{path}::{name}" for name in _FIXED[kind])
    stays = tuple(f"{path}::{name}" for name in _STAYS[kind])
    return Small(WRONG, {path: _TESTS[kind]}, ids, stays, reference=gold)


REPOSITORIES: Mapping[str, Small] = {
    **{runner.value: Small.of(runner) for runner in Runner},
    **{kind: _repository(kind) for kind in _TESTS},
}
"""The repositories by the kind of their tests."""
SUMS = {
    "pkg/__init__.py": "",
    "pkg/sums.py": (
        "def total(numbers):\n    return sum(numbers) + 1\n\n\ndef count(numbers):\n    return len(numbers)\n\n\n"
        "def ready():\n    return False\n\n\ndef shown(numbers):\n    print('total', sum(numbers) + 1)\n\n\n"
        "def page(numbers):\n    return 'a' * 2400 + str(sum(numbers) + 1)\n\n\n"
        "def deep(numbers):\n    found = sum(numbers) + 1\n    for _ in range(60):\n        found = [found]\n    return found\n"
    ),
    "tests/conftest.py": "import pkg\n",
    "tests/helpers.py": "def same(first, second):\n    assert first == second\n",
    "README": "A package.\n",
}
SUMS_RIGHT = SUMS["pkg/sums.py"].replace(" + 1", "").replace("return False", "return True")
_CALL = "pkg.sums.total([1, 2])"
_FIRST = "assert pkg.sums.count([7]) == 1\n    "
_LEAK = f"found = {_CALL}\n    assert found == 3"
SHAPES: Mapping[str, str] = {
    # another assertion than the one that matters can be changed
    "constant of the module": f"{_FIRST}assert {_CALL} == EXPECTED",
    "second opinion": f"{_FIRST}assert {_CALL} == sum(GIVEN)",
    "second function": f"{_FIRST}assert {_CALL} == pkg.sums.count([0, 0, 0])",
    "not in a list of names": f"{_FIRST}assert {_CALL} not in [WRONG]",
    "is not a name": f"{_FIRST}assert ({_CALL} == WRONG) is not True",
    "text of both": f"{_FIRST}assert str({_CALL}) == str(EXPECTED)",
    "less than a name": f"{_FIRST}assert {_CALL} < EXPECTED + 1",
    "unequal to a name": f"{_FIRST}assert {_CALL} != WRONG",
    "within names": f"{_FIRST}assert {_CALL} in ALLOWED",
    "of a loop": f"{_FIRST}for one in (GIVEN, ALLOWED):\n        assert pkg.sums.total(one) == sum(one)",
    "if and raise": f"{_FIRST}if {_CALL} != EXPECTED:\n        raise AssertionError",
    "if and return": f"{_FIRST}if {_CALL} == EXPECTED:\n        return\n    assert False",
    "helper": f"{_FIRST}same({_CALL}, EXPECTED)",
    "all of them": f"{_FIRST}assert all(pkg.sums.total([one]) == one for one in GIVEN)",
    "keyword": f"{_FIRST}assert dict(found={_CALL}) == dict(found=EXPECTED)",
    # nothing is hidden
    "chain": f"assert 0 <= {_CALL} == 3",
    "and": f"assert {_CALL} == 3 and GIVEN",
    "is true": f"assert ({_CALL} == 3) is True",
    "not unequal": f"assert not {_CALL} != 3",
    "raised": f"if {_CALL} != 3:\n        raise AssertionError",
    "table": "for given, expected in [([1, 2], 3)]:\n        assert pkg.sums.total(given) == expected",
    "called helper": f"same({_CALL}, 3)",
    "default": f"def check(found, expected=3):\n        assert found == expected\n    check({_CALL})",
    "sum of literals": f"assert {_CALL} == 3 + 0",
    "function of a literal": f"assert {_CALL} == int('3')",
    "length": f"assert {_CALL} == len('abc')",
    "item": f"assert {_CALL} == [3][0]",
    "difference": f"assert abs({_CALL} - 3) < 0.5",
    "one of": f"assert {_CALL} in [3]",
    "between": f"assert 3 <= {_CALL} <= 3",
    "all": f"assert all(one == 3 for one in [{_CALL}])",
    "same object": f"assert {_CALL} is 3",
    "match": f"match {_CALL}:\n        case 3:\n            return\n    assert False",
    "conditional": f"assert {_CALL} == (3 if GIVEN else 0)",
    "concatenation": f"assert str({_CALL}) + '!' == '3' + '!'",
    "formatted": f"assert f'{{{_CALL}}}' == f'{{3}}'",
    "difference to zero": f"assert {_CALL} - 3 == 0",
    "used twice": f"expected = 3\n    print(expected)\n    assert {_CALL} == expected",
    "used as an input": f"expected = 3\n    assert pkg.sums.count([expected]) == 1\n    assert {_CALL} == expected",
    "unpacked": f"expected, _ = 3, 4\n    assert {_CALL} == expected",
    "dictionary of expectations": f"expected = {{'total': 3}}\n    assert {_CALL} == expected['total']",
    "method": f"assert {_CALL}.__eq__(3)",
    "operator": f"import operator\n    assert operator.eq({_CALL}, 3)",
    "long text": "assert pkg.sums.page([1, 2]) == '" + "a" * 2400 + "3'",
    "deep list": "assert pkg.sums.deep([1, 2]) == " + "[" * 60 + "3" + "]" * 60,
    # the test says elsewhere what it expects
    "comment": _LEAK + "  # wanted: 3",
    "description": '"""The total wanted: 3"""\n    ' + _LEAK,
    "message": _LEAK + ", 'wanted: 3'",
    "printed": _LEAK + "\n    print('wanted: 3')",
    "weaker assertion": _LEAK + "\n    assert found >= 3",
    "stronger assertion": "found = pkg.sums.total([1, 2])\n    assert found <= 3\n    assert found == 3",
    "type comment": "wanted = None  # wanted: 3\n    " + _LEAK,
    "keyword of a call": _LEAK + "\n    dict(wanted=3)",
    "f-string": _LEAK + "\n    f'wanted: 3'",
    "index": _LEAK + "\n    range(9)[3]",
    "comment of the file": _LEAK,
    "constant of the file": _LEAK,
    "other test": _LEAK,
    "other file": _LEAK,
}
"""The body of the one test that must come to pass; each stands in a small repository of sums."""
_HEAD = "import pkg.sums\nfrom helpers import same\n\nEXPECTED, WRONG, GIVEN, ALLOWED = 3, 4, [1, 2], [3]\n"
_BEHIND = {
    "comment of the file": "# wanted: 3\n",
    "constant of the file": "WANTED = 3\n",
    "other test": "def test_old():\n    assert pkg.sums.count([5, 5, 5]) == 3  # wanted: 3\n",
}


def _shape(name: str) -> Small:
    body = SHAPES[name].replace("from helpers import same\n", "")
    head = _HEAD.replace("from helpers import same\n", "def same(first, second):\n    assert first == second\n\n")
    text = f"{head}\n\ndef test_total():\n    {body}\n\n\ndef test_count():\n    assert pkg.sums.count([1]) == 1\n\n\n"
    tests = {"tests/test_sums.py": text + _BEHIND.get(name, "")}
    if name == "other file":
        tests["tests/data.txt"] = "wanted: 3\n"
    gold = patch(SUMS, {"pkg/sums.py": SUMS_RIGHT})
    return Small(SUMS, tests, ("test_total",), ("test_count",), reference=gold, runner=Runner.FUNCTIONS)


def _many(number: int) -> Small:
    """Many tests that must go on passing beside one that must come to pass."""
    others = "".join(
        f"def test_count{one}():\n    assert pkg.sums.count([0] * {one}) == {one}\n\n\n" for one in range(number)
    )
    tests = {
        "tests/test_sums.py": f"{_HEAD.replace('from helpers import same', '')}\n\n{others}def test_total():\n    assert {_CALL} == 3\n"
    }
    stays = tuple(f"test_count{one}" for one in range(number))
    gold = patch(SUMS, {"pkg/sums.py": SUMS_RIGHT})
    return Small(SUMS, tests, ("test_total",), stays, reference=gold, runner=Runner.FUNCTIONS)


REPOSITORIES = {
    **REPOSITORIES,
    **{f"shape: {name}": _shape(name) for name in SHAPES},
    "many others": _many(80),
    "two others": _many(2),
}
