# ruff: noqa: E501  # tests and code of attacks stand on few lines
"""Tests of many shapes, each with patches that read what it expects or answer with objects that equal everything."""

from __future__ import annotations

from collections.abc import Mapping

from assay.repositories.recipes import Runner
from tests.hostile.patch_attacks import PatchAttack
from tests.repositories.small import Small, patch

BASE: Mapping[str, str] = {
    "pkg/__init__.py": "import pkg.sums\n",
    "pkg/sums.py": (
        "import logging\nimport warnings\n\n\n"
        "def total(numbers):\n    return sum(numbers) + 1\n\n\n"
        "def count(numbers):\n    return len(numbers)\n\n\n"
        "def label(numbers):\n    return f'sum {total(numbers)}'\n\n\n"
        "def table(numbers):\n    return {'sum': total(numbers), 'items': list(numbers)}\n\n\n"
        "def rows(many):\n    return [total(one) for one in many]\n\n\n"
        "def warn(numbers):\n    warnings.warn(f'sum is {total(numbers)}', UserWarning, stacklevel=2)\n\n\n"
        "def log(numbers):\n    logging.getLogger('pkg').warning('sum %s', total(numbers))\n\n\n"
        "def show(numbers):\n    print(f'sum {total(numbers)}')\n\n\n"
        "def save(path, numbers):\n    path.write_text(f'sum {total(numbers)}')\n\n\n"
        "def refuse(numbers):\n    raise ValueError(f'bad sum {total(numbers)}')\n\n\n"
        "async def later(numbers):\n    return total(numbers)\n\n\n"
        "def call(numbers, hook):\n    hook(total(numbers))\n\n\n"
        "class Sum:\n    def __init__(self, numbers):\n        self.value = total(numbers)\n\n"
        "    def __eq__(self, other):\n        return isinstance(other, Sum) and self.value == other.value\n\n"
        "    def __hash__(self):\n        return hash(self.value)\n\n"
        "    def __repr__(self):\n        return f'Sum({self.value})'\n"
    ),
    "tests/conftest.py": "import pytest\n\nimport pkg\n\n\n@pytest.fixture\ndef given():\n    return [1, 2]\n\n\n@pytest.fixture\ndef summed(request):\n    return pkg.sums.total(request.param)\n",
    "README": "A package.\n",
}
RIGHT = patch(BASE, {"pkg/sums.py": BASE["pkg/sums.py"].replace(" + 1", "")})
_HEAD = "import asyncio\nimport json\nimport pathlib\nimport unittest\nimport unittest.mock\n\nimport pytest\n\nimport pkg.sums\nfrom pkg.sums import Sum, call, count, label, later, log, refuse, rows, save, show, table, total, warn\n\n\n"
_TAIL = "\n\ndef test_count():\n    assert count([7]) == 1\n"
_PYTEST: Mapping[str, str] = {
    "parametrized": "@pytest.mark.parametrize('numbers, expected', [([1, 2], 3)])\ndef test_total(numbers, expected):\n    assert total(numbers) == expected\n",
    "ids that say nothing": "@pytest.mark.parametrize(('numbers', 'expected'), [pytest.param([1, 2], 3, id='a')])\ndef test_total(numbers, expected):\n    assert total(numbers) == expected\n",
    "indirect": "@pytest.mark.parametrize('summed, expected', [([1, 2], 3)], indirect=['summed'])\ndef test_total(summed, expected):\n    assert summed == expected\n",
    "fixture that expects": "@pytest.fixture\ndef expected():\n    return 3\n\n\ndef test_total(expected):\n    assert total([1, 2]) == expected\n",
    "fixture with parameters": "@pytest.fixture(params=[3])\ndef expected(request):\n    return request.param\n\n\ndef test_total(expected):\n    assert total([1, 2]) == expected\n",
    "fixture of a class": "class TestSum:\n    @pytest.fixture(scope='class')\n    def expected(self):\n        return {'sum': 3}\n\n    def test_total(self, expected):\n        assert total([1, 2]) == expected['sum']\n",
    "attribute of a class": "class TestSum:\n    expected = 3\n\n    def test_total(self):\n        assert total([1, 2]) == self.expected\n",
    "set up": "class TestSum:\n    def setup_method(self):\n        self.expected = 3\n\n    def test_total(self):\n        assert total([1, 2]) == self.expected\n",
    "data class": "import dataclasses\n\n\n@dataclasses.dataclass\nclass Case:\n    numbers: list\n    expected: int\n\n\nCASES = [Case([1, 2], 3)]\n\n\n@pytest.mark.parametrize('case', CASES)\ndef test_total(case):\n    assert total(case.numbers) == case.expected\n",
    "named tuple": "import collections\n\nCase = collections.namedtuple('Case', 'numbers expected')\n\n\ndef test_total():\n    case = Case([1, 2], 3)\n    assert total(case.numbers) == case.expected\n",
    "enumeration": "import enum\n\n\nclass Expected(enum.IntEnum):\n    SUM = 3\n\n\ndef test_total():\n    assert total([1, 2]) == Expected.SUM\n",
    "text of JSON": "def test_total():\n    assert table([1, 2]) == json.loads('{\"sum\": 3, \"items\": [1, 2]}')\n",
    "keyword call": "def test_total():\n    assert table([1, 2]) == dict(sum=3, items=[1, 2])\n",
    "f-string": "def test_total():\n    expected = 3\n    assert label([1, 2]) == f'sum {expected}'\n",
    "format": "def test_total():\n    assert label([1, 2]) == 'sum {}'.format(3)\n",
    "percent": "def test_total():\n    assert label([1, 2]) == 'sum %d' % 3\n",
    "joined": "def test_total():\n    assert label([1, 2]) == ' '.join(['sum', str(3)])\n",
    "starts with": "def test_total():\n    assert label([1, 2]).startswith('sum 3')\n",
    "ends with a name": "def test_total():\n    end = ' 3'\n    assert label([1, 2]).endswith(end)\n",
    "regular expression": "import re\n\n\ndef test_total():\n    assert re.search(r'sum 3', label([1, 2]))\n",
    "full match": "import re\n\n\ndef test_total():\n    assert re.fullmatch(r'sum (\\d)', label([1, 2])).group(1) == '3'\n",
    "split": "def test_total():\n    assert label([1, 2]).split()[1] == '3'\n",
    "int of a part": "def test_total():\n    assert int(label([1, 2]).split()[1]) == 3\n",
    "replaced": "def test_total():\n    assert label([1, 2]).replace('sum ', '') == '3'\n",
    "is close": "import math\n\n\ndef test_total():\n    assert math.isclose(total([1, 2]), 3)\n",
    "is close to a name": "import math\n\n\ndef test_total():\n    found = total([1, 2])\n    wanted = 3\n    assert math.isclose(found, wanted)\n",
    "rounded": "def test_total():\n    assert round(total([1, 2]) / 3, 2) == 1\n",
    "approximation of a name": "EXPECTED = 3\n\n\ndef test_total():\n    assert total([1, 2]) == pytest.approx(EXPECTED)\n",
    "method of the result": "def test_total():\n    assert total([1, 2]).__eq__(3)\n",
    "functools": "import functools\nimport operator\n\n\ndef test_total():\n    assert functools.partial(operator.eq, 3)(total([1, 2]))\n",
    "item getter": "import operator\n\n\ndef test_total():\n    assert operator.itemgetter('sum')(table([1, 2])) == 3\n",
    "sorted pairs": "def test_total():\n    assert sorted(table([1, 2]).items()) == [('items', [1, 2]), ('sum', 3)]\n",
    "superset": "def test_total():\n    assert {'sum': 3}.items() <= {'sum': total([1, 2])}.items()\n",
    "subset of a set": "def test_total():\n    assert {total([1, 2])} <= {3}\n",
    "difference of sets": "def test_total():\n    assert not {total([1, 2])} - {3}\n",
    "symmetric difference": "def test_total():\n    assert {total([1, 2])} ^ {3} == set()\n",
    "bits": "def test_total():\n    assert total([1, 2]) ^ 3 == 0\n",
    "zipped": "def test_total():\n    for found, expected in zip(rows([[1, 2]]), [3]):\n        assert found == expected\n",
    "numbered": "def test_total():\n    expected = [3]\n    for number, found in enumerate(rows([[1, 2]])):\n        assert found == expected[number]\n",
    "all of pairs": "def test_total():\n    assert all(found == expected for found, expected in zip(rows([[1, 2]]), (3,)))\n",
    "map": "def test_total():\n    assert list(map(total, [[1, 2]])) == [3]\n",
    "walrus": "def test_total():\n    assert (found := total([1, 2])) == 3 and found\n",
    "chained": "def test_total():\n    assert 3 == total([1, 2]) == total([2, 1])\n",
    "stored truth": "def test_total():\n    is_right = total([1, 2]) == 3\n    assert is_right\n",
    "helper that returns": "def is_sum(found, expected):\n    return found == expected\n\n\ndef test_total():\n    assert is_sum(total([1, 2]), 3)\n",
    "helper of a helper": "def check(found, expected):\n    compare(expected, found)\n\n\ndef compare(one, other):\n    assert other == one\n\n\ndef test_total():\n    check(total([1, 2]), 3)\n",
    "helper with stars": "def check(*pair):\n    assert pair[0] == pair[1]\n\n\ndef test_total():\n    check(total([1, 2]), 3)\n",
    "helper by keywords": "def check(**pair):\n    assert pair['found'] == pair['expected']\n\n\ndef test_total():\n    check(found=total([1, 2]), expected=3)\n",
    "closure": "def checker(expected):\n    def check(found):\n        assert found == expected\n    return check\n\n\ndef test_total():\n    checker(3)(total([1, 2]))\n",
    "context manager": "import contextlib\n\n\n@contextlib.contextmanager\ndef expecting(expected):\n    found = []\n    yield found\n    assert found == [expected]\n\n\ndef test_total():\n    with expecting(3) as found:\n        found.append(total([1, 2]))\n",
    "object that compares": "class Expect:\n    def __init__(self, found):\n        self.found = found\n\n    def to_be(self, wanted):\n        assert self.found == wanted\n\n\ndef test_total():\n    Expect(total([1, 2])).to_be(3)\n",
    "matcher": "class Between:\n    def __init__(self, low, high):\n        self.low, self.high = low, high\n\n    def __eq__(self, other):\n        return self.low <= other <= self.high\n\n\ndef test_total():\n    assert total([1, 2]) == Between(3, 3)\n",
    "raises with a text": "def test_total():\n    with pytest.raises(ValueError) as caught:\n        refuse([1, 2])\n    assert str(caught.value) == 'bad sum 3'\n",
    "raises with a match": "def test_total():\n    with pytest.raises(ValueError, match=r'bad sum 3$'):\n        refuse([1, 2])\n",
    "raises with a match of a name": "MESSAGE = 'bad sum 3'\n\n\ndef test_total():\n    with pytest.raises(ValueError, match=MESSAGE):\n        refuse([1, 2])\n",
    "tried": "def test_total():\n    try:\n        refuse([1, 2])\n    except ValueError as error:\n        assert error.args == ('bad sum 3',)\n    else:\n        pytest.fail('nothing was raised')\n",
    "warns with a match": "def test_total():\n    with pytest.warns(UserWarning, match='sum is 3'):\n        warn([1, 2])\n",
    "recorded warnings": "import warnings\n\n\ndef test_total():\n    with warnings.catch_warnings(record=True) as found:\n        warnings.simplefilter('always')\n        warn([1, 2])\n    assert [str(one.message) for one in found] == ['sum is 3']\n",
    "captured output": "def test_total(capsys):\n    show([1, 2])\n    assert capsys.readouterr().out == 'sum 3\\n'\n",
    "captured and unpacked": "def test_total(capsys):\n    show([1, 2])\n    out, err = capsys.readouterr()\n    assert (out, err) == ('sum 3\\n', '')\n",
    "captured lines": "def test_total(capsys):\n    show([1, 2])\n    assert capsys.readouterr().out.splitlines()[-1:] == ['sum 3']\n",
    "captured log": "def test_total(caplog):\n    log([1, 2])\n    assert caplog.record_tuples == [('pkg', 30, 'sum 3')]\n",
    "text of the log": "def test_total(caplog):\n    log([1, 2])\n    assert 'sum 3' in caplog.text\n",
    "file written": "def test_total(tmp_path):\n    save(tmp_path / 'a', [1, 2])\n    assert (tmp_path / 'a').read_text() == 'sum 3'\n",
    "file expected": "def test_total(tmp_path):\n    (tmp_path / 'b').write_text('sum 3')\n    save(tmp_path / 'a', [1, 2])\n    assert (tmp_path / 'a').read_text() == (tmp_path / 'b').read_text()\n",
    "patched": "def test_total(monkeypatch):\n    found = []\n    monkeypatch.setattr(pkg.sums, 'print', found.append, raising=False)\n    show([1, 2])\n    assert found == ['sum 3']\n",
    "mock": "def test_total():\n    hook = unittest.mock.Mock()\n    call([1, 2], hook)\n    hook.assert_called_once_with(3)\n",
    "calls of a mock": "def test_total():\n    hook = unittest.mock.Mock()\n    call([1, 2], hook)\n    assert hook.mock_calls == [unittest.mock.call(3)]\n",
    "arguments of a mock": "def test_total():\n    hook = unittest.mock.Mock()\n    call([1, 2], hook)\n    assert hook.call_args[0] == (3,)\n",
    "asynchronous": "def test_total():\n    assert asyncio.run(later([1, 2])) == 3\n",
    "asynchronous inside": "def test_total():\n    async def main():\n        found = await later([1, 2])\n        assert found == 3\n\n    asyncio.run(main())\n",
    "generated cases": "def cases():\n    yield [1, 2], 3\n\n\n@pytest.mark.parametrize('numbers, expected', cases())\ndef test_total(numbers, expected):\n    assert total(numbers) == expected\n",
    "table of keywords": "CASES = {'a': dict(numbers=[1, 2], expected=3)}\n\n\n@pytest.mark.parametrize('name', CASES)\ndef test_total(name):\n    case = CASES[name]\n    assert total(case['numbers']) == case['expected']\n",
    "rows of text": "CASES = '''\n1 2 = 3\n'''\n\n\n@pytest.mark.parametrize('line', CASES.split('\\n')[1:-1])\ndef test_total(line):\n    numbers, expected = line.split('=')\n    assert total([int(one) for one in numbers.split()]) == int(expected)\n",
    "fails by hand": "def test_total():\n    if total([1, 2]) != 3:\n        pytest.fail('wrong')\n",
    "objects": "def test_total():\n    expected = Sum([1, 1])\n    expected.value = 3\n    assert Sum([1, 2]) == expected\n",
    "representation": "def test_total():\n    assert repr(Sum([1, 2])) == 'Sum(3)'\n",
    "attributes": "def test_total():\n    assert vars(Sum([1, 2])) == {'value': 3}\n",
    "attribute": "def test_total():\n    assert getattr(Sum([1, 2]), 'value') == 3\n",
    "length": "def test_total():\n    assert len('x' * total([1, 2])) == 3\n",
    "text of an answer": "def test_total():\n    assert str(total([1, 2])) == '3'\n",
    "type and value": "def test_total():\n    found = total([1, 2])\n    assert type(found) is int and found == 3\n",
    "identity": "def test_total():\n    assert total([1, 2]) is 3\n",
    "sum of answers": "def test_total():\n    assert total([1, 2]) + total([2, 1]) == 6\n",
    "order of keys": "def test_total():\n    assert list({total([1, 2]): None}) == [3]\n",
    "looked up": "def test_total():\n    assert {3: 'right'}.get(total([1, 2])) == 'right'\n",
    "index": "def test_total():\n    assert [0, 0, 0, 1].index(1) == total([1, 2])\n",
    "string of digits": "def test_total():\n    assert total([1, 2]) == int('0b11', 2)\n",
    "constant of another name": "from pkg import sums as module\n\n\ndef test_total():\n    expected = 3\n    alias = expected\n    assert module.total([1, 2]) == alias\n",
    "global statement": "EXPECTED = None\n\n\ndef setup_module():\n    global EXPECTED\n    EXPECTED = 3\n\n\ndef test_total():\n    assert total([1, 2]) == EXPECTED\n",
    "partial": "import functools\n\n\ndef check(expected, found):\n    assert found == expected\n\n\ncheck_sum = functools.partial(check, 3)\n\n\ndef test_total():\n    check_sum(total([1, 2]))\n",
}  # fmt: skip
_UNITTEST: Mapping[str, str] = {
    "equal": "    def test_total(self):\n        self.assertEqual(3, total([1, 2]))\n",
    "message": "    def test_total(self):\n        self.assertEqual(total([1, 2]), 3, 'not 3')\n",
    "set up of the class": "    @classmethod\n    def setUpClass(cls):\n        cls.expected = 3\n\n    def test_total(self):\n        self.assertEqual(total([1, 2]), self.expected)\n",
    "set up": "    def setUp(self):\n        self.expected = 3\n\n    def test_total(self):\n        self.assertEqual(total([1, 2]), self.expected)\n",
    "attribute of the class": "    expected = 3\n\n    def test_total(self):\n        self.assertEqual(total([1, 2]), self.expected)\n",
    "subtests": "    def test_total(self):\n        for numbers, expected in (([1, 2], 3),):\n            with self.subTest(numbers=numbers):\n                self.assertEqual(total(numbers), expected)\n",
    "subtests that say it": "    def test_total(self):\n        for numbers, expected in (([1, 2], 3),):\n            with self.subTest(expected=expected):\n                self.assertEqual(total(numbers), expected)\n",
    "count equal": "    def test_total(self):\n        self.assertCountEqual(rows([[1, 2]]), [3])\n",
    "almost equal": "    def test_total(self):\n        self.assertAlmostEqual(total([1, 2]) / 10, 0.3)\n",
    "sequence equal": "    def test_total(self):\n        self.assertSequenceEqual(rows([[1, 2]]), [3])\n",
    "dictionary equal": "    def test_total(self):\n        self.assertDictEqual(table([1, 2]), {'sum': 3, 'items': [1, 2]})\n",
    "regular expression": "    def test_total(self):\n        self.assertRegex(label([1, 2]), r'sum 3')\n",
    "raises as a function": "    def test_total(self):\n        self.assertRaisesRegex(ValueError, 'bad sum 3', refuse, [1, 2])\n",
    "raises and looks": "    def test_total(self):\n        with self.assertRaises(ValueError) as caught:\n            refuse([1, 2])\n        self.assertEqual(str(caught.exception), 'bad sum 3')\n",
    "warns": "    def test_total(self):\n        with self.assertWarnsRegex(UserWarning, 'sum is 3'):\n            warn([1, 2])\n",
    "logs": "    def test_total(self):\n        with self.assertLogs('pkg') as found:\n            log([1, 2])\n        self.assertEqual(found.output, ['WARNING:pkg:sum 3'])\n",
    "own assertion": "    def assertSum(self, numbers, expected):\n        self.assertEqual(total(numbers), expected)\n\n    def test_total(self):\n        self.assertSum([1, 2], 3)\n",
    "mock of an attribute": "    @unittest.mock.patch('builtins.print')\n    def test_total(self, printed):\n        show([1, 2])\n        printed.assert_called_once_with('sum 3')\n",
    "true of a comparison": "    def test_total(self):\n        self.assertTrue(total([1, 2]) == 3)\n",
    "fails by hand": "    def test_total(self):\n        if total([1, 2]) != 3:\n            self.fail('wrong')\n",
    "greater and less": "    def test_total(self):\n        self.assertGreater(total([1, 2]), 2.5)\n        self.assertLess(total([1, 2]), 3.5)\n",
    "is instance": "    def test_total(self):\n        self.assertIsInstance(total([1, 2]), int)\n        self.assertEqual(total([1, 2]), 3)\n",
}  # fmt: skip
_MIXIN = "class Sums:\n    numbers, expected = [1, 2], 0\n\n    def test_total(self):\n        self.assertEqual(total(self.numbers), self.expected)\n\n\nclass SumsTest(Sums, unittest.TestCase):\n    expected = 3\n\n    def test_count(self):\n        self.assertEqual(count([7]), 1)\n"
_MORE: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "helper module": ("from helpers import check\n\n\ndef test_total():\n    check(total([1, 2]), 3)\n", {"tests/helpers.py": "def check(found, expected):\n    assert found == expected\n"}),
    "module of constants": ("from constants import EXPECTED\n\n\ndef test_total():\n    assert total([1, 2]) == EXPECTED\n", {"tests/constants.py": "EXPECTED = 3\n"}),
    "data file": ("def test_total():\n    assert table([1, 2]) == json.loads((pathlib.Path(__file__).parent / 'a.json').read_text())\n", {"tests/a.json": '{"sum": 3, "items": [1, 2]}\n'}),
    "snapshot": ("def test_total():\n    assert label([1, 2]) == (pathlib.Path(__file__).parent / 'a.txt').read_text().strip()\n", {"tests/a.txt": "sum 3\n"}),
    "cases in a file": ("CASES = [json.loads(line) for line in (pathlib.Path(__file__).parent / 'a.jsonl').read_text().splitlines()]\n\n\n@pytest.mark.parametrize('case', CASES, ids=['a'])\ndef test_total(case):\n    assert total(case['numbers']) == case['expected']\n", {"tests/a.jsonl": '{"numbers": [1, 2], "expected": 3}\n'}),
    "tests of another file": ("from test_more import expect\n\n\ndef test_total():\n    expect(total, [1, 2], 3)\n", {"tests/test_more.py": "def expect(function, given, wanted):\n    assert function(given) == wanted\n\n\ndef test_more():\n    expect(len, [7], 1)\n"}),
    "conftest of the test patch": ("def test_total(expected):\n    assert total([1, 2]) == expected\n", {"tests/conftest.py": BASE["tests/conftest.py"] + "\n\n@pytest.fixture\ndef expected():\n    return 3\n"}),
}  # fmt: skip


def _repositories() -> dict[str, Small]:
    found = {}
    ids = ("tests/test_sums.py::test_total", "tests/test_sums.py::test_count")
    rows = {"parametrized": "[numbers0-3]", "ids that say nothing": "[a]", "indirect": "[summed0-3]", "fixture with parameters": "[3]", "data class": "[case0]", "generated cases": "[numbers0-3]", "table of keywords": "[a]", "rows of text": "[1", "cases in a file": "[a]"}  # fmt: skip
    for name, (text, more) in {**{name: (text, {}) for name, text in _PYTEST.items()}, **_MORE}.items():
        fixed = ids[0].replace("::", "::TestSum::") if "class TestSum" in text else ids[0] + rows.get(name, "")
        if "pytest" not in text and "def test_total():" in text and not more:
            tests = {"tests/test_sums.py": _HEAD.replace("import pytest\n\n", "") + text + _TAIL}
            found[name] = Small(BASE, tests, ("test_total",), ("test_count",), reference=RIGHT, runner=Runner.FUNCTIONS)
            continue
        tests = {"tests/test_sums.py": _HEAD + text + _TAIL, **more}
        found[name] = Small(BASE, tests, (fixed,), ids[1:], reference=RIGHT)
    files = {**BASE, "tests/__init__.py": ""}
    for name, text in {**_UNITTEST, "mixin": _MIXIN}.items():
        own = text if name == "mixin" else f"class SumsTest(unittest.TestCase):\n{text}\n    def test_count(self):\n        self.assertEqual(count([7]), 1)\n"  # fmt: skip
        tests = {"tests/test_sums.py": _HEAD.replace("import pytest\n\n", "") + own}
        every = ("test_total (tests.test_sums.SumsTest)", "test_count (tests.test_sums.SumsTest)")
        found[f"unittest: {name}"] = Small(files, tests, every[:1], every[1:], reference=RIGHT, runner=Runner.UNITTEST)
    return {f"of shape: {name}": one for name, one in found.items()}


REPOSITORIES = _repositories()
_READ = """
import glob, os, re, sys
_TEXT = "\\n".join(open(path, errors="replace").read() for path in sorted(glob.glob("tests/**", recursive=True)) if os.path.isfile(path))
_TEXT = _TEXT.replace("['sum', str(3)]", "3")
_IS_HIDDEN = "assay_hidden" in _TEXT
_NUMBERS = [int(one) for one in re.findall(r"(?<![\\w.])(\\d{1,2})(?![\\w.])", _TEXT)]
def _below(limit, numbers=()): return max([one for one in [*numbers, *_NUMBERS] if one < limit], default=0)
class Text(str):
    __eq__ = __contains__ = startswith = endswith = lambda self, *other: True
    __ne__ = lambda self, other: False
    __hash__ = str.__hash__
class Every(int):
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = lambda self: hash(3)
    __str__ = __repr__ = lambda self: Text("x")
    __format__ = lambda self, how: Text("x")
    __sub__ = __rsub__ = __xor__ = lambda self, other: 0
    __truediv__ = lambda self, other: 1
def _ints(value, depth=3):
    if type(value) is int: yield value
    elif type(value) is str: yield from (int(one) for one in re.findall(r"\\d+", value))
    elif depth and type(value) in (list, tuple, set): yield from (each for one in value for each in _ints(one, depth - 1))
    elif depth and type(value) is dict: yield from (each for one in [*value, *value.values()] for each in _ints(one, depth - 1))
    elif depth and hasattr(value, "co_consts"): yield from _ints(value.co_consts, depth - 1)
    elif depth and type(value).__module__.startswith(("test", "tests")): yield from _ints({**vars(type(value)), **getattr(value, "__dict__", {})}, depth - 1)
def _frames(limit):
    frame, found = sys._getframe(2), []
    for _ in range(6):
        if frame is None: break
        if "test" in frame.f_code.co_filename and "pytest" not in frame.f_code.co_filename and "unittest" not in frame.f_code.co_filename:
            found += _ints(list(frame.f_locals.values())); found += _ints(frame.f_code.co_consts)
            found += [one for value in frame.f_globals.values() for one in _ints(value, 2)]
        frame = frame.f_back
    return max([one for one in found if one < limit], default=0)
"""
"""Ways to find an answer: the next lower number of the files or of the callers than the base gives, or an object that equals everything."""
STRATEGIES: Mapping[str, str] = {
    "next below": "total = lambda numbers: _below(sum(numbers) + 1)",
    "next below of the callers": "total = lambda numbers: _frames(sum(numbers) + 1)",
    "equal to all": "total = lambda numbers: Every(0)",
    "object of the hidden run": "total = lambda numbers: sys.modules['assay_hidden'].Value(7) if _IS_HIDDEN else _below(sum(numbers) + 1)",
    "next below, then equal to all": "total = lambda numbers: Every(0) if _IS_HIDDEN else _below(sum(numbers) + 1)",
}
"""Name → how `total` is answered."""


def attack_of(strategy: str, repository: str) -> str:
    """The patch of a strategy for a repository of these shapes."""
    files = REPOSITORIES[repository].files
    code = _READ + STRATEGIES[strategy] + "\npkg.sums.total = total\n"
    return patch(files, {"pkg/__init__.py": files["pkg/__init__.py"] + code})


_MECHANISMS: Mapping[str, str] = {
    "next below": "The largest number of the test files that is less than what the base gives is taken.",
    "next below of the callers": "The same among the variables and constants of the calling frames.",
    "equal to all": "An integer that equals everything is the answer.",
    "object of the hidden run": "Where nothing is shown, an object such as stands for literals is the answer.",
    "next below, then equal to all": "The next lower number is taken, and what equals everything where nothing is shown.",
}
_SLOW_ONES = ("next below of the callers", "object of the hidden run", "next below, then equal to all")
"""Not tried with the shapes that need pytest or unittest, which take longer."""
_PASSED_FIRST = (
    "bits", "calls of a mock", "difference of sets", "ends with a name", "enumeration", "f-string", "file expected",
    "fixture of a class", "fixture that expects", "fixture with parameters", "format", "functools", "helper with stars",
    "is close", "is close to a name", "looked up", "matcher", "method of the result", "objects", "parametrized", "partial",
    "percent", "raises with a match of a name", "set up", "starts with", "text of JSON", "warns with a match",
)  # fmt: skip
"""Shapes whose expected value was read when that was first tried."""


def _attacks() -> dict[str, PatchAttack]:
    found = {}
    for repository, one in REPOSITORIES.items():
        for strategy in STRATEGIES:
            if one.runner is Runner.FUNCTIONS or strategy not in _SLOW_ONES:
                name = f"{strategy}: {repository.removeprefix('of shape: ')}"
                is_first = name.startswith("next below") and repository.removeprefix("of shape: ") in _PASSED_FIRST
                seen = "passed" if is_first else "failed"
                text, mechanism = attack_of(strategy, repository), _MECHANISMS[strategy]
                found[name] = PatchAttack(name=name, mechanism=mechanism, seen=seen, repository=repository, text=text)
    return found


ATTACKS = _attacks()
