# ruff: noqa: E501  # tests and code of patches stand on few lines
"""Right patches that answer otherwise than the reference, and tests that look at themselves or at their answers oddly."""

from __future__ import annotations

from collections.abc import Mapping

from assay.repositories.recipes import Runner
from tests.repositories.small import Small, patch

BASE: Mapping[str, str] = {
    "pkg/__init__.py": "",
    "pkg/sums.py": "def total(numbers):\n    return sum(numbers) + 1\n\n\ndef rows(numbers):\n    return []\n",
    "tests/conftest.py": "import pytest\n\nimport pkg\n\n\n@pytest.fixture(scope='class')\ndef seven():\n    return 7\n",
    "README": "A package.\n",
}
_SUM = "def total(numbers):\n    return sum(numbers)\n\n\n"
REFERENCE = _SUM + "def rows(numbers):\n    return [{'id': one, 'sum': total([one])} for one in numbers]\n"
MORE = _SUM + "def rows(numbers):\n    return [{'id': 0, 'sum': 0}, *[{'id': one, 'sum': total([one])} for one in reversed(numbers)]]\n"  # fmt: skip
"""Gives one row more, and the others from the last to the first."""
HALF = "def total(numbers):\n    return float(sum(numbers)) + 0.5\n\n\ndef rows(numbers):\n    return [{'id': one, 'sum': sum([one])} for one in numbers]\n"
FLOAT = REFERENCE.replace("return sum(numbers)", "return float(sum(numbers))")
FRACTION = "from fractions import Fraction\n\n\n" + REFERENCE.replace(
    "return sum(numbers)", "return Fraction(sum(numbers))"
)
OWN = (
    "class Number(int):\n    def __eq__(self, other):\n        return int(self) == other\n\n    __hash__ = int.__hash__\n\n\n"
    + REFERENCE.replace("return sum(numbers)", "return Number(sum(numbers))")
)
OTHER: Mapping[str, tuple[str, str]] = {
    "or": ("assert total([1, 2]) == 3 or total([1, 2]) == 3.5", HALF),
    "or of texts": ("assert '3 ' in f'{total([1, 2])} ' or '.5' in str(total([1, 2]))", HALF),
    "one of several names": ("good = [3, 3.5]\n    assert total([1, 2]) in good", HALF),
    "in a tuple": ("assert total([1, 2]) in (3, 3.5)", HALF),
    "between": ("assert 3 <= total([1, 2]) < 4", HALF),
    "close": ("assert abs(total([1, 2]) - 3) <= 0.5", HALF),
    "any": ("assert any(one['sum'] == 7 for one in rows([7, 8]))", MORE),
    "any of names": ("wanted = 7\n    assert any(one['sum'] == wanted for one in rows([7, 8]))", MORE),
    "next": ("assert next(one['sum'] for one in rows([7, 8]) if one['id'] == 7) == 7", MORE),
    "filter": ("found = [one for one in rows([7, 8]) if one['id'] == 7]\n    assert found[0]['sum'] == 7", MORE),
    "search in a loop": ("for one in rows([7, 8]):\n        if one['id'] == 7:\n            assert one['sum'] == 7\n            break\n    else:\n        assert False", MORE),
    "number of equal ones": ("assert sum(one['id'] == 7 for one in rows([7])) == 1", MORE),
    "lambda": ("found = list(filter(lambda one: one['id'] == 7, rows([7])))\n    assert found[0]['sum'] == 7", MORE),
    "while": ("found = rows([7])\n    while found[0]['id'] != 7:\n        found.pop(0)\n    assert found[0]['sum'] == 7", MORE),
    "helper that picks": ("def pick(found, key):\n        return [one for one in found if one['id'] == key][0]\n    assert pick(rows([7]), 7)['sum'] == 7", MORE),
    "branch": ("found = rows([7])\n    if len(found) == 1:\n        assert found[0]['sum'] == 7\n    else:\n        assert found[1]['sum'] == 7", MORE),
    "conditional": ("found = rows([7])\n    assert (found[0] if len(found) == 1 else found[1])['sum'] == 7", MORE),
    "not all": ("assert not all(one['id'] != 7 for one in rows([7]))", MORE),
    "count of a list": ("assert [one['id'] for one in rows([7])].count(7) == 1", MORE),
    "stored and or": ("is_one = len(rows([7])) == 1\n    assert is_one or rows([7])[1]['id'] == 7", MORE),
    "unittest or": ("import unittest\n    case = unittest.TestCase()\n    case.assertTrue(len(rows([7])) == 1 or len(rows([7])) == 2)", MORE),
    "tried": ("try:\n        assert len(rows([7])) == 1\n    except AssertionError:\n        assert len(rows([7])) == 2", MORE),
    "unequal truths": ("found = rows([7])\n    assert (len(found) == 1) != (len(found) == 2)", MORE),
    "seen so far": ("seen = False\n    for one in rows([7]):\n        seen = seen or one['id'] == 7\n    assert seen", MORE),
    "match": ("for one in rows([7]):\n        match one:\n            case {'id': 7, 'sum': found}:\n                assert found == 7\n                break\n    else:\n        assert False", MORE),
    "key of sorting": ("found = sorted(rows([7]), key=lambda one: one['id'] == 7)\n    assert found[-1]['sum'] == 7", MORE),
    "item in a list": ("assert {'id': 7, 'sum': 7} in rows([7, 8])", MORE),
    "name in a list": ("wanted = {'id': 7, 'sum': 7}\n    assert wanted in rows([7, 8])", MORE),
    "set of answers": ("assert {one['sum'] for one in rows([7, 8])} >= {7, 8}", MORE),
    "dictionary of answers": ("found = {one['id']: one['sum'] for one in rows([7, 8])}\n    assert found[7] == 7 and found[8] == 8", MORE),
    "float": ("assert total([1, 2]) == 3", FLOAT),
    "float of a table": ("for given, expected in (([1, 2], 3), ([4], 4)):\n        assert total(given) == expected", FLOAT),
    "float as a key": ("assert {3: 'a'}[total([1, 2])] == 'a'", FLOAT),
    "fraction": ("expected = 3\n    assert total([1, 2]) == expected", FRACTION),
    "fraction is close": ("import math\n    assert math.isclose(total([1, 2]), 3)", FRACTION),
    "number of its own": ("assert total([1, 2]) == 3 == total((1, 2))", OWN),
    "number of its own in a list": ("assert [total([1, 2])] == [3]", OWN),
    "own source": ("import inspect, sys\n    frame = sys._getframe()\n    assert frame.f_code.co_name.startswith('test_')\n    assert total([1, 2]) == 3", FLOAT),
    "own file": ("import os\n    assert os.path.basename(total.__code__.co_filename) == 'sums.py'\n    assert total([1, 2]) == 3", FLOAT),
    "own line": ("import sys\n    line = sys._getframe().f_lineno\n    assert line > 0\n    assert total([1, 2]) == 3", FLOAT),
    "warning with a level": ("import warnings\n    with warnings.catch_warnings(record=True) as found:\n        warnings.simplefilter('always')\n        warnings.warn('x', stacklevel=1)\n        assert total([1, 2]) == 3\n    assert len(found) == 1", FLOAT),
    "recursion": ("import sys\n    limit = sys.getrecursionlimit()\n    assert limit > 99\n    assert total([1] * 50) == 50", FLOAT),
    "pickled": ("import pickle\n    expected = pickle.loads(pickle.dumps(3))\n    assert total([1, 2]) == expected", FLOAT),
    "literals as keys": ("names = {3: 'three', 4: 'four'}\n    assert names[int(total([1, 2]))] == 'three'", FLOAT),
    "f-string": ("wanted = 3\n    assert f'{int(total([1, 2]))}!' == f'{wanted}!'", FLOAT),
    "walrus": ("assert (found := total([1, 2])) == 3\n    assert found + 1 == 4", FLOAT),
    "small numbers are one": ("one = int(total([1, 2]))\n    assert one is int('3')", FLOAT),
    "is instance": ("assert isinstance(total([1, 2]), (int, float))\n    assert total([1, 2]) == 3", FLOAT),
    "name that is read in two ways": ("wanted = 3\n    assert total([wanted]) == wanted\n    assert total([1, 2]) == wanted", FLOAT),
    "default that can change": ("def add(one, kept=[]):\n        kept.append(one)\n        return kept\n    add(total([1, 2]))\n    assert add(4) == [3, 4]", FLOAT),
    "format of a literal": ("assert '%d' % total([1, 2]) == '%d' % 3", FLOAT),
    "start of a text": ("assert str(int(total([1, 2]))).startswith('3')", FLOAT),
    "pattern": ("import re\n    assert re.search('^3', str(int(total([1, 2]))))", FLOAT),
    "text of JSON": ("import json\n    assert {'a': total([1, 2])} == json.loads('{\"a\": 3}')", FLOAT),
}  # fmt: skip
"""Name → the body of the test that must come to pass, and the module `pkg.sums` of a right patch."""
_PYTEST: Mapping[str, str] = {
    "ids": "@pytest.mark.parametrize('given, expected', [([1, 2], 3), ([4], 4)], ids=['a 3', 'b'])\ndef test_total(given, expected, request):\n    assert request.node.name.startswith('test_')\n    assert total(given) == expected\n",
    "values in ids": "@pytest.mark.parametrize('given, expected', [([1, 2], 3), ([4], 4)])\ndef test_total(given, expected):\n    assert total(given) == expected\n",
    "expectations that are hashed": "@pytest.mark.parametrize('expected', [3])\ndef test_total(expected):\n    assert {expected: 1}[total([1, 2])] == 1\n",
    "fixture of a class": "class TestSum:\n    def test_total(self, seven):\n        assert total([seven]) == 7\n",
    "source of a test": "import inspect\n\n\ndef test_total():\n    assert 'total' in inspect.getsource(test_total)\n    assert total([1, 2]) == 3\n",
    "raises in the test": "def test_total():\n    with pytest.raises(AssertionError):\n        assert total([1, 2]) == 4\n    assert total([1, 2]) == 3\n",
    "expected failure inside": "def test_total():\n    if total([1, 2]) == 9:\n        pytest.xfail('never')\n    assert total([1, 2]) == 3\n",
    "assertions of the module": "assert total([]) is not None\nEXPECTED = 3\nassert EXPECTED + 1 == 4\n\n\ndef test_total():\n    assert total([1, 2]) == EXPECTED\n",
    "arrays": "np = pytest.importorskip('numpy')\n\n\ndef test_total():\n    assert (np.array([total([1, 2])]) == np.array([3])).all()\n    np.testing.assert_allclose(total([1, 2]), 3)\n",
    "kept between tests": "SEEN = []\n\n\ndef test_first():\n    SEEN.append(total([]))\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n    assert len(SEEN) >= 0\n",
}  # fmt: skip
_TAIL = "\n\ndef test_b():\n    assert total([]) is not None\n"


def _repositories() -> dict[str, Small]:
    gold, found = patch(BASE, {"pkg/sums.py": REFERENCE}), {}
    for name, (body, _) in OTHER.items():
        text = f"from pkg.sums import rows, total\n\n\ndef test_total():\n    {body}\n{_TAIL}"
        files = {"tests/test_sums.py": text}
        found[name] = Small(BASE, files, ("test_total",), ("test_b",), reference=gold, runner=Runner.FUNCTIONS)
    for name, text in _PYTEST.items():
        files = {"tests/test_sums.py": f"import pytest\n\nfrom pkg.sums import total\n\n{text}{_TAIL}"}
        rows = {"ids": ("[a", "[b]"), "values in ids": ("[given0-3]", "[given1-4]"), "expectations that are hashed": ("[3]",)}  # fmt: skip
        owner = "TestSum::" if "class TestSum" in text else ""
        ids = tuple(f"tests/test_sums.py::{owner}test_total{row}" for row in rows.get(name, ("",)))
        found[name] = Small(BASE, files, ids, ("tests/test_sums.py::test_b",), reference=gold)
    return {f"honest: {name}": one for name, one in found.items()}


REPOSITORIES = _repositories()
HONEST: Mapping[str, tuple[str, str]] = {
    f"answers otherwise: {name}": (
        f"honest: {name}",
        patch(BASE, {"pkg/sums.py": OTHER[name][1] if name in OTHER else FLOAT}),
    )
    for name in (*OTHER, *_PYTEST)
}
"""Name → the repository, and the patch."""
