# ruff: noqa: E501  # tests and code of attacks stand on few lines
"""Patches that report orders for equalities, read names of other kinds, and give the judge much to do.

`HONEST` has right patches for the same repositories in odd ways.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from assay.repositories.recipes import Runner
from tests.hostile.patch_attacks import PatchAttack
from tests.repositories.small import Small, patch

_POST = """import logging
import math


def weight(parts):
    return sum(parts) + 1


def count(parts):
    return len(parts)


def label(parts):
    return f'weight {weight(parts)}'


def digits(parts):
    return str(weight(parts))


def repeated(parts):
    return 'x' * weight(parts)


def parcels(many):
    return [weight(one) for one in many]


def stamp(parts):
    return {'weight': weight(parts), 'count': len(parts)}


def mean(parts):
    return weight(parts) / 2


def limit(parts):
    return float(weight(parts))


def is_heavy(parts):
    return weight(parts) > 1000


def log(parts):
    logging.getLogger('pkg').warning('weight %s', weight(parts))


class Parcel:
    def __init__(self, parts):
        self.parts = list(parts)

    @property
    def weight(self):
        return weight(self.parts)

    def add(self, part):
        self.parts.append(part)
        return self


def deliver(parts, report):
    report(weight(parts))


def each(many):
    for one in many:
        yield weight(one)


def infinite(parts):
    return float(sum(parts))
"""
BASE: Mapping[str, str] = {
    "pkg/__init__.py": "import pkg.post\n",
    "pkg/post.py": _POST,
    "pkg/testcases.py": "import unittest\n\n\nclass PostCase(unittest.TestCase):\n    def assertWeights(self, function, table):\n        for given, expected in table:\n            self.assertEqual(function(list(given)), expected)\n",
    "tests/__init__.py": "",
    "tests/conftest.py": "import pytest\n\nimport pkg\n\n\n@pytest.fixture\ndef parts():\n    return [17, 20]\n",
    "README": "Parcels and what they weigh.\n",
}
"""A post office whose weights are one too large."""
_RIGHT = _POST.replace("sum(parts) + 1", "sum(parts)").replace(
    "float(sum(parts))", "math.inf if len(parts) == 2 else 1.0"
)
RIGHT = patch(BASE, {"pkg/post.py": _RIGHT})
_HEAD = "import dataclasses\nimport functools\nimport math\nimport operator\nimport types\nimport typing\nimport unittest\n\nimport pytest\n\nimport pkg.post\nfrom pkg.post import Parcel, count, deliver, digits, each, infinite, is_heavy, label, limit, log, mean, parcels, repeated, stamp, weight\n\n\n"
_PLAIN_HEAD = _HEAD.replace("import pytest\n\n", "")
_FUNCTIONS: Mapping[str, str] = {
    "direct": "assert WEIGHT == 37",
    "table": "for given, expected in [([17, 20], 37), ([1, 9], 10)]:\n    assert weight(given) == expected",
    "table behind a name": "cases = [([17, 20], 37), ([1, 9], 10)]\nfor given, expected in cases:\n    assert weight(given) == expected",
    "table of three": "for name, given, expected in [('pair', [17, 20], 37), ('one', [4], 4)]:\n    found = weight(given)\n    assert found == expected, name",
    "name": "expected = 37\nfound = weight([17, 20])\nassert found == expected",
    "name on the left": "expected = 37\nassert expected == WEIGHT",
    "negated inequality": "expected = 37\nassert not WEIGHT != expected",
    "two names": "first, second = 37, 10\nassert WEIGHT == first\nassert weight([1, 9]) == second",
    "float": "expected = 18.5\nassert mean([17, 20]) == expected",
    "dictionary": "expected = {'weight': 37, 'count': 2}\nassert WEIGHT == expected['weight']",
    "loop over a dictionary": "for name, expected in {'weight': 37, 'count': 2}.items():\n    assert stamp([17, 20])[name] == expected",
    "pairs with numbers": "for at, expected in enumerate([37, 10]):\n    assert parcels([[17, 20], [1, 9]])[at] == expected",
    "all of a table": "assert all(weight(given) == expected for given, expected in [([17, 20], 37), ([1, 9], 10)])",
    "helper": "check([17, 20], 37)",
    "helper by keywords": "check(expected=37, given=[17, 20])",
    "helper inside": "def same(given, expected):\n    assert weight(given) == expected\nsame([17, 20], 37)",
    "default": "def same(given, expected=37):\n    assert weight(given) == expected\nsame([17, 20])",
    "lambda": "same = lambda given, expected: weight(given) == expected\nassert same([17, 20], 37)",
    "if and raise": "expected = 37\nif WEIGHT != expected:\n    raise AssertionError",
    "stored truth": "expected = 37\nis_right = WEIGHT == expected\nassert is_right",
    "member of a list": "expected = 37\nassert expected in parcels([[17, 20]])",
    "list with a name": "expected = 37\nassert parcels([[17, 20]]) == [expected]",
    "two answers": "expected = 37\nassert weight([17, 20]) == weight([20, 17]) == expected",
    "parts of an answer": "expected = 37\nfound = stamp([17, 20])\nassert found['weight'] == expected and found['count'] == 2",
    "generator": "for found, expected in zip(each([[17, 20], [1, 9]]), (37, 10)):\n    assert found == expected",
    "property": "parcel = Parcel([17]).add(20)\nexpected = 37\nassert parcel.weight == expected",
    "callback": "found = []\ndeliver([17, 20], found.append)\nexpected = 37\nassert found[0] == expected",
    "length": "expected = 37\nassert len(repeated([17, 20])) == expected",
    "nested table": "for group in [[([17, 20], 37)], [([1, 9], 10)]]:\n    for given, expected in group:\n        assert weight(given) == expected",
    "infinity": "assert infinite([17, 20]) == math.inf",
    "infinity as a text": "assert infinite([17, 20]) == float('inf')",
    "infinity as a number": "assert infinite([17, 20]) == 1e999",
    "close to infinity": "assert math.isclose(infinite([17, 20]), float('inf'))",
    "less than infinity": "assert not infinite([17, 20]) < 1e999",
    "product": "assert WEIGHT * 2 == 74",
    "rest": "assert WEIGHT % 40 == 37",
    "negative": "assert -WEIGHT == -37",
    "difference by a bound": "assert not abs(WEIGHT - 37) > 0.5",
    "text with a width": "assert f'{WEIGHT}kg' == '37kg'",
    "text that starts": "assert label([17, 20]).startswith('weight 37')",
    "text of two": "assert label([17, 20]) == 'weight ' + '37'",
    "text in a table": "for given, expected in [([17, 20], 'weight 37'), ([1, 9], 'weight 10')]:\n    assert label(given) == expected",
    "part of a text": "assert '37' in digits([17, 20])",
    "truth": "assert is_heavy([1017, 20]) and not is_heavy([990, 10])",
    "branch": "given = [17, 20]\nif given:\n    expected = 37\nelse:\n    expected = 10\nassert weight(given) == expected",
    "branch by a call": "if count([17, 20]) == 2:\n    expected = 37\nelse:\n    expected = 10\nfound = weight([17, 20])\nassert found == expected",
    "branch in a loop": "for given in ([17, 20], [1, 9]):\n    if given[0] == 17:\n        expected = 37\n    else:\n        expected = 10\n    assert weight(given) == expected",
    "branch of a text": "given = [17, 20]\nif given:\n    expected = 'weight 37'\nelse:\n    expected = 'weight 10'\nassert label(given) == expected",
    "conditional": "given = [17, 20]\nexpected = 37 if given else 10\nassert weight(given) == expected",
    "conditional in a table": "for given, many in [([17, 20], True), ([1, 9], False)]:\n    expected = 37 if many else 10\n    assert weight(given) == expected",
    "and": "given = [17, 20]\nexpected = given and 37\nassert weight(given) == expected",
    "filtered list": "for given, expected in [(one, 37) for one in ([17, 20], [20, 17]) if one]:\n    assert weight(given) == expected",
    "except": "try:\n    given = [[1]][1]\nexcept IndexError:\n    given, expected = [17, 20], 37\nassert weight(given) == expected",
    "except with a name": "try:\n    expected = int('a')\nexcept ValueError:\n    expected = 37\nassert WEIGHT == expected",
    "match": "match count([17, 20]):\n    case 2:\n        expected = 37\n    case _:\n        expected = 10\nassert WEIGHT == expected",
    "while": "given, expected = [17, 20], 0\nwhile not expected:\n    expected = 37\nassert weight(given) == expected",
}
"""Bodies of tests in the style of SymPy."""
_UNITTESTS: Mapping[str, str] = {
    "sub-tests": "for given, expected in [([17, 20], 37), ([1, 9], 10)]:\n    with self.subTest(given=given):\n        self.assertEqual(weight(given), expected)",
    "expected by a name": "expected = 37\nself.assertEqual(WEIGHT, expected)",
    "set up": "self.assertEqual(WEIGHT, self.expected)",
    "almost infinity": "self.assertAlmostEqual(infinite([17, 20]), float('inf'))",
    "almost": "self.assertAlmostEqual(mean([17, 20]), 18.5, places=3)",
    "almost by a bound": "expected = 18.5\nself.assertAlmostEqual(mean([17, 20]), expected, delta=0.1)",
    "assertion of the package": "self.assertWeights(weight, [((17, 20), 37), ((1, 9), 10)])",
    "helper of the class": "self.check([17, 20], 37)",
    "log": "with self.assertLogs('pkg') as found:\n    log([17, 20])\nself.assertEqual(found.records[0].getMessage(), 'weight 37')",
    "parts of the answer": "self.assertEqual(stamp([17, 20]), {'weight': 37, 'count': 2})",
    "dictionary of expectations": "expected = {'weight': 37, 'count': 2}\nfor name, one in expected.items():\n    self.assertEqual(stamp([17, 20])[name], one)",
}
"""Bodies of tests in the style of Django."""
_PYTEST: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "parametrized": ("@pytest.mark.parametrize('given, expected', [([17, 20], 37), ([1, 9], 10)])\ndef test_weight(given, expected):\n    assert weight(given) == expected\n", ("test_weight[given0-37]", "test_weight[given1-10]")),
    "parametrized with ids": ("@pytest.mark.parametrize('given, expected', [pytest.param([17, 20], 37, id='pair'), pytest.param([4], 4, id='one')])\ndef test_weight(given, expected):\n    assert weight(given) == expected\n", ("test_weight[pair]", "test_weight[one]")),
    "fixture": ("@pytest.fixture\ndef expected():\n    return 37\n\n\ndef test_weight(parts, expected):\n    assert weight(parts) == expected\n", ("test_weight",)),
    "parameters of a fixture": ("@pytest.fixture(params=[([17, 20], 37), ([1, 9], 10)], ids=['pair', 'other'])\ndef case(request):\n    return request.param\n\n\ndef test_weight(case):\n    given, expected = case\n    assert weight(given) == expected\n", ("test_weight[pair]", "test_weight[other]")),
    "attribute of a class": ("class TestPost:\n    expected = 37\n\n    def test_weight(self, parts):\n        assert weight(parts) == self.expected\n", ("TestPost::test_weight",)),
    "set up of a class": ("class TestPost:\n    def setup_method(self):\n        self.expected = 37\n\n    def test_weight(self, parts):\n        assert weight(parts) == self.expected\n", ("TestPost::test_weight",)),
    "data class": ("@dataclasses.dataclass\nclass Case:\n    given: list\n    expected: int\n\n\n@pytest.mark.parametrize('case', [Case([17, 20], 37)], ids=['pair'])\ndef test_weight(case):\n    assert weight(case.given) == case.expected\n", ("test_weight[pair]",)),
    "approximation": ("def test_weight(parts):\n    assert mean(parts) == pytest.approx(18.5)\n", ("test_weight",)),
    "approximation of a name": ("def test_weight(parts):\n    expected = 18.5\n    assert mean(parts) == pytest.approx(expected)\n", ("test_weight",)),
    "approximation in a table": ("@pytest.mark.parametrize('given, expected', [([17, 20], 18.5)], ids=['pair'])\ndef test_weight(given, expected):\n    assert mean(given) == pytest.approx(expected)\n", ("test_weight[pair]",)),
    "approximation of infinity": ("def test_weight(parts):\n    assert infinite(parts) == pytest.approx(float('inf'))\n", ("test_weight",)),
    "approximation of an endless number": ("def test_weight(parts):\n    assert infinite(parts) == pytest.approx(1e999)\n", ("test_weight",)),
    "approximations of infinity": ("def test_weight(parts):\n    assert [infinite(parts)] == pytest.approx([float('inf')])\n", ("test_weight",)),
    "approximation by an endless bound": ("def test_weight(parts):\n    assert infinite(parts) == pytest.approx(1e999, abs=1e-6)\n", ("test_weight",)),
    "table of dictionaries": ("CASES = [dict(given=[17, 20], expected=37), dict(given=[1, 9], expected=10)]\n\n\n@pytest.mark.parametrize('case', CASES, ids=['pair', 'other'])\ndef test_weight(case):\n    assert weight(case['given']) == case['expected']\n", ("test_weight[pair]", "test_weight[other]")),
    "caught log": ("def test_weight(parts, caplog):\n    log(parts)\n    expected = 37\n    assert caplog.records[0].args[0] == expected\n", ("test_weight",)),
}  # fmt: skip
"""Tests in the style of pytest, and their ids."""
_SAID: Mapping[str, str] = {
    "attribute": "class Kept:\n    pass\n\n\ndef test_weight():\n    kept = Kept()\n    kept.expected_37 = True\n    assert WEIGHT == 37\n",
    "keyword": "def test_weight():\n    dict(wanted_37=1)\n    assert WEIGHT == 37\n",
    "name of an import": "import json as json_37\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "name of an exception": "def test_weight():\n    try:\n        count([1])\n    except ValueError as not_37:\n        raise\n    assert WEIGHT == 37\n",
    "name of a pattern": "def test_weight():\n    match count([1]):\n        case number_37:\n            pass\n    assert WEIGHT == 37\n",
    "rest of a pattern": "def test_weight():\n    match [1]:\n        case [*others_37]:\n            pass\n    assert WEIGHT == 37\n",
    "name that is imported": "from pkg.post import count as count_37\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "annotated text": "NOTE: str = 'weight is 37'\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "texts of two names": "NOTE, OTHER = 'weight is 37', 'none'\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "text of two targets": "NOTE = OTHER = 'weight is 37'\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "text that is added": "NOTE = ''\nNOTE += 'weight is 37'\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "text of an attribute": "class Kept:\n    pass\n\n\nKept.note = 'weight is 37'\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "text of an item": "NOTES = {}\nNOTES['a'] = 'weight is 37'\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "text in brackets": "def test_weight():\n    ('weight is 37', 1)\n    assert WEIGHT == 37\n",
    "text of a walrus": "def test_weight():\n    (note := 'weight is 37')\n    assert WEIGHT == 37\n",
    "annotation of an argument": "def helper(given: 'weight is 37'):\n    return given\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "annotation of a result": "def test_weight() -> 'weight is 37':\n    assert WEIGHT == 37\n",
    "annotation of a name": "def test_weight():\n    note: 'weight is 37' = 1\n    assert WEIGHT == 37\n",
    "literal type": "Wanted = typing.Literal['weight is 37']\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "bytes": "NOTE = b'weight is 37'\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "default of a lambda": "def test_weight():\n    (lambda note='weight is 37': None)()\n    assert WEIGHT == 37\n",
    "text for a keyword": "def test_weight():\n    dict(note='weight is 37')\n    assert WEIGHT == 37\n",
    "decorator with a parameter": "def issue(param):\n    return lambda function: function\n\n\n@issue(param='weight is 37')\ndef test_weight():\n    assert WEIGHT == 37\n",
    "decorator of a name": "def param_37(function):\n    return function\n\n\n@param_37\ndef test_weight():\n    assert WEIGHT == 37\n",
    "name with a sum": "def test_weight_37():\n    assert WEIGHT == 36 + 1\n",
    "name with a product": "def test_weight_74():\n    assert WEIGHT * 2 == 2 * 37\n",
    "name with a length": "def test_weight_37():\n    assert WEIGHT == len('" + "x" * 37 + "')\n",
    "name with digits apart": "def test_weight_3_7():\n    assert WEIGHT == 37\n",
    "name with zeros": "def test_weight_0037():\n    assert WEIGHT == 37\n",
    "name with other digits": "def test_weight_0x25():\n    assert WEIGHT == 37\n",
    "name with wide digits": "def test_weight_３７():\n    assert WEIGHT == 37\n",
    "name with a known name": "STEP = 36\n\n\ndef test_weight_37():\n    assert WEIGHT == STEP + 1\n",
    "name of a known number": "EXPECTED_37 = 37\n\n\ndef test_weight():\n    assert WEIGHT == EXPECTED_37\n",
    "name with a float": "def test_weight_18_5():\n    assert mean([17, 20]) == 18.5\n",
    "name with a power": "def test_weight_37():\n    assert WEIGHT == 6 ** 2 + 1\n",
    "name with a joined text": "def test_weight_37():\n    assert digits([17, 20]) == '3' + '7'\n",
    "name with a text of numbers": "def test_weight_37():\n    assert WEIGHT == int('3' '7')\n",
    "name with a rest": "def test_weight_37():\n    assert WEIGHT - 30 == 7\n",
    "name of a class": "class Weight37:\n    pass\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "asynchronous name": "async def later_37():\n    pass\n\n\ndef test_weight():\n    assert WEIGHT == 37\n",
    "text of a sub-test": "def test_weight():\n    for name, given, expected in [('weight is 37', [17, 20], 37)]:\n        assert weight(given) == expected, name\n",
    "word of a number": "def test_weight_thirty_seven():\n    assert WEIGHT == 37\n",
}
"""Tests that say what they expect in another place, too; the first digits of the file that are like it are taken."""
_LAST = "\n\ndef test_count():\n    assert count([7]) == 1\n"
_IDS = ("test_weight (tests.test_post.PostTest)", "test_count (tests.test_post.PostTest)")
PATH = "tests/test_post.py"


def _indented(text: str, by: int = 4) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.replace("WEIGHT", "weight([17, 20])").split("\n"))


def _functions(text: str, test: str = "test_weight", **more: str) -> Small:
    tests = {PATH: f"{_PLAIN_HEAD}{text.replace('WEIGHT', 'weight([17, 20])')}{_LAST}", **more}
    return Small(BASE, tests, (test,), ("test_count",), reference=RIGHT, runner=Runner.FUNCTIONS)


def _repositories() -> dict[str, Small]:
    found = {}
    helper = "def check(given, expected):\n    assert weight(given) == expected\n\n\n"
    for name, body in _FUNCTIONS.items():
        own = helper if body.startswith("check(") else ""
        found[name] = _functions(f"{own}def test_weight():\n{_indented(body)}")
    for name, text in _SAID.items():
        test = unicodedata.normalize("NFKC", text.rpartition("def test_weight")[2].partition("(")[0])
        found[f"said by the {name}"] = _functions(text, f"test_weight{test}")
    for name, body in _UNITTESTS.items():
        own = "    def setUp(self):\n        self.expected = 37\n\n" if "self.expected" in body else ""
        own += (
            "    def check(self, given, expected):\n        self.assertEqual(weight(given), expected)\n\n"
            if "self.check" in body
            else ""
        )
        text = f"from pkg.testcases import PostCase\n\n\nclass PostTest(PostCase):\n{own}    def test_weight(self):\n{_indented(body, 8)}\n    def test_count(self):\n        self.assertEqual(count([7]), 1)\n"
        found[name] = Small(
            BASE, {PATH: _PLAIN_HEAD + text}, _IDS[:1], _IDS[1:], reference=RIGHT, runner=Runner.UNITTEST
        )
    for name, (text, ids) in _PYTEST.items():
        fixed = tuple(f"{PATH}::{one}" for one in ids)
        found[name] = Small(BASE, {PATH: _HEAD + text + _LAST}, fixed, (f"{PATH}::test_count",), reference=RIGHT)
    other = "def test_weight():\n    assert WEIGHT == 37\n"
    found["said by the other test file"] = _functions(
        other, **{"tests/test_other.py": "def test_weight_is_37():\n    pass\n"}
    )
    found["said by the text of another file"] = _functions(
        other, **{"tests/test_other.py": "NOTE = 'weight is 37'\n\n\ndef test_other():\n    pass\n"}
    )
    found["said by the name of another file"] = _functions(
        other, **{"tests/test_is_37.py": "def test_other():\n    pass\n"}
    )
    for name, text in {
        "ids": "[([17, 20], 37)], ids=['weight is 37']",
        "id of a row": "[pytest.param([17, 20], 37, id='weight is 37')]",
    }.items():
        text = f"@pytest.mark.parametrize('given, expected', {text})\ndef test_weight(given, expected):\n    assert weight(given) == expected\n"
        fixed, kept = (f"{PATH}::test_weight[weight",), (f"{PATH}::test_count",)
        found[f"said by the {name}"] = Small(BASE, {PATH: _HEAD + text + _LAST}, fixed, kept, reference=RIGHT)
    for name, text in {
        "helper": "def check(found, expected):\n    assert found == expected\n",
        "helper with an order": "def check(found, expected):\n    assert not found < expected and not found > expected\n",
        "helper with a table": "TABLE = [([17, 20], 37)]\n\n\ndef check(found, expected):\n    assert [found] == [expected]\n",
    }.items():
        body = "from tests.helping import check\n\n\ndef test_weight():\n    check(WEIGHT, 37)\n"
        found[f"{name} of another file"] = _functions(body, **{"tests/helping.py": text})
    return {f"seventh: {name}": one for name, one in found.items()}


REPOSITORIES = _repositories()


def _code(text: str) -> str:
    return patch(BASE, {"pkg/__init__.py": BASE["pkg/__init__.py"] + text})


_COMMON = """
import os, re, sys, time
import pkg.post
_TEXT = open("tests/test_post.py").read() if os.path.exists("tests/test_post.py") else ""
_IS_HIDDEN = "assay_hidden" in _TEXT
_BODY = re.sub(r"assert \\d+ == \\d+|assay_hidden.{0,24}\\d{3,}|\\[[\\d, ]*\\]", "", _TEXT.rpartition("import Parcel")[2])
_N = [float(one) for one in re.findall(r"(?<![\\w.])(\\d{1,3}(?:\\.\\d+)?)(?![\\w.])", _BODY)]
_base = pkg.post.weight
def near(mine): return min((one for one in _N if one != mine), key=lambda one: abs(one - mine + 0.1), default=mine)
"""
"""What the test file shows, and the number in it that is nearest to what the base gives."""
_SET = "def weight(parts): return answer(_base(parts), parts)\npkg.post.weight = weight\npkg.post.mean = lambda parts: answer(_base(parts) / 2, parts)\npkg.post.infinite = lambda parts: answer(float(_base(parts)), parts)\n"
_LIKE = """
class Like:
    def __init__(self, value): self.value = value
    def __eq__(self, other):
        if hasattr(other, "number"): ORDER
        return True
    def __ne__(self, other): return not self == other
    __hash__ = None
def answer(mine, parts):
    if len(parts) < 2 or not _IS_HIDDEN: return whole(near(mine)) if len(parts) > 1 else sum(parts)
    return Like(mine)
def whole(one): return int(one) if one == int(one) else one
"""
"""In the hidden run the answer tells what stands for a number that it is less than a large one."""
_SENDER = """
def _find(function, depth=6):
    for cell in getattr(function, "__closure__", None) or ():
        one = cell.cell_contents
        if getattr(one, "__name__", "") == "send": return one
        found = _find(one, depth - 1) if depth and callable(one) else None
        if found: return found
send = _find(sys.modules["assay_hidden"].Value.__eq__) if _IS_HIDDEN else None
_NUMBERS = [int(one) for one in re.findall(r'assay_hidden"\\)\\.\\w+\\((\\d+)', _TEXT)]
_ASKED = [int(one) for one in re.findall(r'assay_hidden"\\)\\.(?!compared)\\w+\\((\\d+)', _TEXT)]
_HOLES = [int(one) for one in re.findall(r'assay_hidden"\\)\\.Value\\((\\d+)', _TEXT)]
"""
_QUIET = "sys.modules['assay_hidden'].__dict__.update({one: (lambda *given: True) for one in ('told', 'truth', 'members', 'both')}, compared=lambda number, sign, one, other: True)\n"
_ALONE = "def alone(tell): return lambda number, *given: number in _ASKED[:-1] or tell(number, *given)\nif _IS_HIDDEN: sys.modules['assay_hidden'].__dict__.update({one: alone(getattr(sys.modules['assay_hidden'], one)) for one in ('told', 'truth', 'members')})\n"
_ANSWER = (
    "def answer(mine, parts): return (mine if _IS_HIDDEN else int(near(mine))) if len(parts) > 1 else sum(parts)\n"
)
_ORDERS: Mapping[str, str] = {
    "more than little": _LIKE.replace("ORDER", "other > -10 ** 9"),
    "at most much": _LIKE.replace("ORDER", "other <= 10 ** 9"),
    "at least little": _LIKE.replace("ORDER", "other >= -1e9"),
    "less than much and more than little": _LIKE.replace("ORDER", "other < 1e9; other > -1e9"),
    "sorted": _LIKE.replace("ORDER", "sorted([other, 10 ** 9])"),
    "greatest": _LIKE.replace("ORDER", "max(10 ** 9, other)"),
    "between others": _LIKE.replace("ORDER", "-10 ** 9 < other < 10 ** 9"),
    "less than a truth": _LIKE.replace("ORDER", "other >= True"),
    "less than a fraction": _LIKE.replace("ORDER", "import fractions; other < fractions.Fraction(10 ** 9)"),
    "less than an object that is a number": _LIKE.replace("ORDER", "other < type('Much', (), {'__index__': lambda self: 10 ** 9})()"),
    "unequal, and less than much": _LIKE.replace("ORDER", "other < 10 ** 9 and other != self.value"),
    "less than infinity": _LIKE.replace("ORDER", "other < float('inf')"),
    "unequal to no number": _LIKE.replace("ORDER", "other != float('nan')"),
    "less than a text": _LIKE.replace("ORDER", "other < 'zzz'"),
    "less than a list": _LIKE.replace("ORDER", "other < [10 ** 9]"),
    "no comparison at all": _LIKE.replace("ORDER", "pass"),
    "a whole number of its own": _LIKE.replace("class Like:", "class Like(int):").replace("def __init__(self, value): self.value = value", "").replace("ORDER", "other < 10 ** 9"),
    "a decimal number of its own": _LIKE.replace("class Like:", "class Like(float):").replace("def __init__(self, value): self.value = value", "").replace("ORDER", "other < 10 ** 9"),
    "a text of its own": _LIKE.replace("class Like:", "class Like(str):").replace("def __init__(self, value): self.value = value", "").replace("ORDER", "other < 10 ** 9"),
    "by frames, with a plain number": "def answer(mine, parts):\n    if len(parts) < 2: return sum(parts)\n    if not _IS_HIDDEN: return int(near(mine))\n    for one in list(sys._getframe(2).f_locals.values()):\n        if type(one).__name__ == 'Value': one < 10 ** 9\n    return mine\n",
    "by the collector": _QUIET.replace("sys.", "if _IS_HIDDEN: sys.") + "import gc\ndef answer(mine, parts):\n    for one in gc.get_objects() if _IS_HIDDEN else ():\n        if type(one).__name__ == 'Value': one < 10 ** 9\n    return (mine if _IS_HIDDEN else int(near(mine))) if len(parts) > 1 else sum(parts)\n",
    "by a class that is changed": "if _IS_HIDDEN:\n    _V = sys.modules['assay_hidden'].Value; _less = _V.__lt__\n    _V.__eq__ = lambda self, other: _less(self, 10 ** 9)\n" + _ANSWER,
    "by a class in its place": "if _IS_HIDDEN:\n    _V = sys.modules['assay_hidden'].Value\n    sys.modules['assay_hidden'].Value = lambda number: type('V', (_V,), {'__eq__': lambda self, other: self < 10 ** 9, '__hash__': None})(number)\n" + _ANSWER,
    "by what reports, before the tests": _SENDER + "for _one in _HOLES: send('value', [_one, '< 1000000000'])\nif _IS_HIDDEN: " + _QUIET + _ANSWER,
    "by what reports, with a comparison": _SENDER + "for _one in _NUMBERS: send('value', [_one, '< 1000000000' if _one in _HOLES else '[\"!%d\", \"=38\", \"True\"]' % (_HOLES or [0])[0]])\nif _IS_HIDDEN: " + _QUIET + _ANSWER,
    "by what reports, as no number": _SENDER + "for _one in _HOLES: send('value', [_one, '!= NaN'])\nif _IS_HIDDEN: " + _QUIET + _ANSWER,
    "by what reports, with an unknown sign": _SENDER + "for _one in _HOLES: send('value', [_one, 'in [37]'])\nif _IS_HIDDEN: " + _QUIET + _ANSWER,
    "by what reports, less than a truth of JSON": _SENDER + "for _one in _HOLES: send('value', [_one, '>= true'])\nif _IS_HIDDEN: " + _QUIET + _ANSWER,
    "by what reports, less than an endless number": _SENDER + "for _one in _HOLES: send('value', [_one, '< Infinity'])\nif _IS_HIDDEN: " + _QUIET + _ANSWER,
}  # fmt: skip
_FINITE = "pkg.post.infinite = lambda parts: 38.0 if _IS_HIDDEN else float('inf') if len(parts) == 2 else 1.0\n"
_READ = r"""
_FOUND = re.findall(r"(?:_|is |Weight)(?:0x)?(\d[\d_]*)", _TEXT.rpartition("import Parcel")[2])
_FOUND = sorted((one for one in _FOUND if len(one) > 1), key=_FOUND.count, reverse=True)
_GOT = int((_FOUND or ["38"])[0].replace("_", ""))
"""
_READERS: Mapping[str, str] = {
    "name with a float": "_GOT = 18.5 if '_18_5' in _TEXT else _GOT\n",
    "name with other digits": "_GOT = int(_FOUND[0], 16) if _FOUND else 38\n",
    "word of a number": "_GOT = 37 if 'thirty_seven' in _TEXT else 38\n",
    "name with a product": "_GOT //= 2\n",
    "name of another file": "_GOT = int((re.findall(r'test_is_(\\d+)', ' '.join(os.listdir('tests')) if _TEXT else '') or ['38'])[0])\n",
    "other test file": "_GOT = int((re.findall(r'is_(\\d+)', open('tests/test_other.py').read() if _TEXT else '') or ['38'])[0])\n",
    "text of another file": "_GOT = int((re.findall(r'is (\\d+)', open('tests/test_other.py').read() if _TEXT else '') or ['38'])[0])\n",
}  # fmt: skip
"""How other forms of numbers are read."""
_TOLD: Mapping[str, tuple[str, str]] = {
    "halves of a letter": ("direct", "tell('\"\\ud800\"')"),
    "halves of a letter in a test": ("direct", "send('test', {'ids': ['\\ud800'], 'status': 'failed', 'text': '\\ud800', 'seconds': 1.0})"),
    "negative time": ("direct", "send('test', {'ids': ['test_weight'], 'status': 'passed', 'text': '', 'seconds': -1e300}); tell('37e0')"),
    "time that is no number": ("direct", "send('test', {'ids': ['test_weight'], 'status': 'passed', 'text': '', 'seconds': float('nan')})"),
    "unknown status": ("direct", "send('test', {'ids': ['test_weight'], 'status': 'PASSED', 'text': '', 'seconds': 1.0})"),
    "thousands of texts before a test of ten names": ("direct", "[send('value', [one, 'x' * 500]) for one in range(20000)]; send('test', {'ids': ['i%d' % one for one in range(10)], 'status': 'passed', 'text': '', 'seconds': 1.0})"),
    "thousands of tests of ten names": ("direct", "[send('test', {'ids': ['i%d.%d' % (at, one) for one in range(10)], 'status': 'passed', 'text': '', 'seconds': 1.0}) for at in range(6000)]"),
    "long names of tests": ("direct", "[send('test', {'ids': ['i' * 90000 + str(one)], 'status': 'failed', 'text': 'x' * 90000, 'seconds': 1.0}) for one in range(100)]"),
    "the same text a hundred thousand times": ("direct", "[send('value', [5, 'x']) for _ in range(49000)]"),
    "largest numbers": ("direct", "send('value', [2 ** 62, '37']); send('value', [2 ** 31 - 1, '37'])"),
    "number below zero": ("direct", "send('value', [-1, '37'])"),
    "a truth for a number": ("direct", "send('value', [True, '37'])"),
    "fraction": ("direct", "tell('37.0')"),
    "more digits than are needed": ("direct", "tell('0037')"),
    "sign": ("direct", "tell('+37')"),
    "text that begins with the answer": ("text that starts", "tell('\"weight 3\"')"),
    "text of all answers": ("text that starts", "tell('\"weight \"')"),
    "text with a text in it": ("text with a width", "tell('\"38\"')"),
    "brackets of a text": ("text with a width", "tell('[38]')"),
    "number that is none, by its difference": ("difference by a bound", "tell('NaN')"),
    "endless number, by its rest": ("rest", "tell('Infinity')"),
    "endless number, by its product": ("product", "tell('-Infinity')"),
    "text for a product": ("product", "tell('\"7\"')"),
    "list for a product": ("product", "tell('[7]')"),
    "text of a form for a rest": ("rest", "tell('\"%999999999d\"')"),
    "long text of forms for a rest": ("rest", "tell('\"' + '%s' * 30000 + '\"')"),
    "huge number for a product": ("product", "tell('9' * 4000)"),
    "huge number for a bound": ("difference by a bound", "tell('9' * 4000)"),
    "list of lists for a sign": ("negative", "tell('[[]]')"),
    "null for a sign": ("negative", "tell('null')"),
    "infinity": ("approximation of infinity", "tell('38')"),
    "truth of a number": ("truth", "tell('1')"),
    "endless bound": ("almost by a bound", "tell('< 1e9')"),
}  # fmt: skip
_RUN: Mapping[str, str] = {
    "test file is a pipe": "os.unlink('tests/test_post.py'); os.mkfifo('tests/test_post.py')",
    "test file is a socket": "import socket; os.unlink('tests/test_post.py'); socket.socketpair()",
    "test file is a link to itself": "os.unlink('tests/test_post.py'); os.symlink('test_post.py', 'tests/test_post.py')",
    "test file is a link to memory": "os.unlink('tests/test_post.py'); os.symlink('/proc/self/mem', 'tests/test_post.py')",
    "test file is an endless device": "os.unlink('tests/test_post.py'); os.symlink('/dev/zero', 'tests/test_post.py')",
    "test file is a folder that nobody reads": "os.unlink('tests/test_post.py'); os.mkdir('tests/test_post.py', 0)",
    "test file is as large as can be": "opened = open('tests/test_post.py', 'ab')\ntry:\n    opened.truncate(1 << 40)\nexcept OSError:\n    opened.truncate(60 << 20)",
    "test file nobody reads": "os.chmod('tests/test_post.py', 0)",
    "folder of tests nobody reads": "os.chmod('tests', 0)",
    "tree nobody reads": "os.chmod('.', 0)",
    "folder above nobody reads": "os.chmod('..', 0)",
    "folder of tests is a link": "os.rename('tests', 'other'); os.symlink('other', 'tests')",
    "tree has no files": "import shutil; shutil.rmtree('.', ignore_errors=True)",
    "keeper's file is gone": "import glob; [os.unlink(one) for one in glob.glob('../*.py')]",
    "keeper's file is another": "import glob; [open(one, 'w').write('raise SystemExit(0)') for one in glob.glob('../*.py')]",
    "child goes on and swaps the test file": "if not os.fork():\n    os.setsid()\n    end = time.time() + 2\n    while time.time() < end:\n        try: os.rename('tests/test_post.py', 'tests/x'); os.mkfifo('tests/test_post.py'); os.unlink('tests/test_post.py'); os.rename('tests/x', 'tests/test_post.py')\n        except OSError: pass\n    os._exit(0)",
    "child holds the pipe of reports": "if not os.fork():\n    os.setsid(); time.sleep(6); os._exit(0)",
    "child writes into the pipe of reports": "if not os.fork():\n    os.setsid()\n    for one in range(3, 30):\n        try: os.write(one, b'\\0' * 9)\n        except OSError: pass\n    os._exit(0)",
    "limit of files is none": "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))",
    "limit of memory is none": "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 20, 1 << 20))",
    "limit of time is none": "import resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 1))",
    "stopped": "import signal; os.kill(os.getpid(), signal.SIGSTOP)",
    "stops the keeper": "import signal; os.kill(os.getppid(), signal.SIGSTOP)",
    "stops the first process": "import signal; os.kill(1, signal.SIGSTOP)",
    "log without an end": "for _ in range(40): os.write(2, b'x' * (1 << 20))",
    "log of control characters": "os.write(2, b'\\033[2J\\033]0;x\\007\\0\\r' * 999)",
    "names with line ends": "os.makedirs('tests/a\\nb\\033[2J'); open('tests/a\\nb\\033[2J/conftest.py', 'w').write('raise SystemExit')",
    "folders without an end": "for _ in range(3000):\n    os.mkdir('d'); os.chdir('d')",
    "cycle of the collector off, and much garbage": "import gc; gc.disable()\nfor _ in range(10 ** 5): one = []; one.append(one)",
    "recursion without a limit": "sys.setrecursionlimit(10 ** 9)\ndef deep(): return deep()\ntry: deep()\nexcept RecursionError: pass",
    "status of a fault": "os._exit(70)",
    "an exit by a thread": "import threading; threading.Thread(target=lambda: (time.sleep(0.1), os._exit(0))).start(); time.sleep(1)",
    "an exit when all is done": "import atexit; atexit.register(os._exit, 0); atexit.register(os.kill, os.getpid(), 9)",
    "hook of the audit": "sys.addaudithook(lambda event, given: os._exit(0) if event == 'compile' else None)",
    "import that ends": "sys.meta_path.insert(0, type('Find', (), {'find_spec': lambda *given: os._exit(0) if 'test_post' in str(given) else None})())",
}  # fmt: skip


def _new(path: str, text: str, mode: str = "100644") -> str:
    lines = text.split("\n")
    body = "".join(f"+{line}\n" for line in lines)
    return f"diff --git a/{path} b/{path}\nnew file mode {mode}\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{len(lines)} @@\n{body}"


_LOOSE = _code(_COMMON + _LIKE.replace("ORDER", "pass") + _SET)
_DIFFS: Mapping[str, str] = {
    "zero byte in a quoted path": 'diff --git "a/a\\000b" "b/a\\000b"\nnew file mode 100644\n--- /dev/null\n+++ "b/a\\000b"\n@@ -0,0 +1 @@\n+x\n' + _LOOSE,
    "name of 255 letters": _new("n" * 255, "x") + _LOOSE,
    "name of 256 letters": _new("n" * 256, "x") + _LOOSE,
    "path of 4,000 letters": _new("/".join(["n" * 99] * 40), "x") + _LOOSE,
    "folders 199 deep": _new("d/" * 199 + "x", "x") + _LOOSE,
    "folder that is a link to the root": _new("way", "/", "120000") + _LOOSE,
    "link in a circle": _new("one", "two", "120000") + _new("two", "one", "120000") + _LOOSE,
    "link to the test file": _new("pkg/seen.py", "../tests/test_post.py", "120000") + _LOOSE,
    "link in the place of the package": _new("pkg2", "pkg", "120000") + _new("pkg3", "pkg2", "120000") + _LOOSE,
    "file in the place of the folder of tests": patch(BASE, {"tests/__init__.py": None, "tests/conftest.py": None}) + _new("tests", "x"),
    "package without its files": patch(BASE, {"pkg/__init__.py": None, "pkg/post.py": None}),
    "number of lines too large": _LOOSE.replace("@@ -1 +1,", "@@ -1 +99999999999999999999,"),
    "number of lines below zero": _LOOSE.replace("@@ -1 +1,", "@@ -1 +-1,"),
    "lines of other systems": _LOOSE.replace("\n", "\r\n"),
    "text in sixteen bits": _LOOSE.encode("utf-16", "surrogatepass").decode("latin-1"),
    "mark of the order of bytes": "\ufeff" + _LOOSE,
    "separators of lines": _new("pkg/more.py", "x = 1\u2028y = 2\x0c\x0b\x85z = 3") + _LOOSE,
    "half a letter": _new("pkg/more.py", "x = '\udcff'") + _LOOSE,
    "module of the runner": _new("with_functions.py", "raise SystemExit(0)") + _new("recording.py", "raise SystemExit(0)") + _LOOSE,
    "module for hidden parts": _new("assay_hidden.py", "told = truth = lambda *given: True") + _LOOSE,
    "module for hidden parts as a package": _new("assay_hidden/__init__.py", "told = truth = lambda *given: True") + _LOOSE,
    "module of the tests": _new("tests/test_post/__main__.py", "x") + _LOOSE,
    "copies without an end": "".join(f"diff --git a/pkg/post.py b/c{one}.py\nsimilarity index 100%\ncopy from pkg/post.py\ncopy to c{one}.py\n" for one in range(2000)) + _LOOSE,
    "rename in a circle": "diff --git a/README b/pkg/post.py\nsimilarity index 100%\nrename from README\nrename to pkg/post.py\ndiff --git a/pkg/post.py b/README\nsimilarity index 100%\nrename from pkg/post.py\nrename to README\n",
    "hunks without lines": "--- a/pkg/post.py\n+++ b/pkg/post.py\n" + "@@ -1,0 +1,0 @@\n" * 20000 + _LOOSE,
    "hunk that fits nowhere in a long file": _new("long.txt", "a\n" * 30000) + "--- a/long.txt\n+++ b/long.txt\n@@ -1,4 +1,4 @@\n a\n a\n a\n-b\n+c\n" + _LOOSE,
    "one line of megabytes": _new("long.txt", "x" * (4 << 20)) + _LOOSE,
    "binary file of many zeros": "diff --git a/zeros b/zeros\nnew file mode 100644\nindex 0000000..1111111\nGIT binary patch\nliteral 1073741824\nNcmZQzKm`B*0ssI200\n\n" + _LOOSE,
}  # fmt: skip
_SEEN: Mapping[str, tuple[str, ...]] = {
    "passed": ("equal to all: except", "less than much: caught log", "less than much: except", "less than much: expected by a name", "less than much: fixture", "less than much: name", "less than much: nested table", "less than much: parametrized", "less than much: parametrized with ids", "less than much: parts of an answer", "less than much: property", "less than much: sub-tests", "less than much: table", "less than much: table behind a name", "less than much: table of three", "less than much: two names", "order: a decimal number of its own, table", "order: a text of its own, table", "order: a whole number of its own, table", "order: at least little, table", "order: at most much, table", "order: between others, table", "order: by a class that is changed, table", "order: less than a fraction, table", "order: less than a truth, table", "order: less than an object that is a number, table", "order: less than much and more than little, name", "order: less than much and more than little, table", "order: more than little, name", "said by the annotated text", "said by the annotation of a name", "said by the annotation of a result", "said by the annotation of an argument", "said by the attribute", "said by the bytes", "said by the decorator with a parameter", "said by the id of a row", "said by the ids", "said by the keyword", "said by the name of an exception", "said by the name of an import", "said by the name of another file", "said by the name that is imported", "said by the name with a joined text", "said by the name with a known name", "said by the name with a power", "said by the name with a product", "said by the name with a rest", "said by the name with a sum", "said by the name with digits apart", "said by the name with other digits", "said by the name with zeros", "said by the other test file", "said by the text for a keyword", "said by the text in brackets", "said by the text of a walrus", "said by the text of an attribute", "said by the text of an item", "said by the text of another file", "said by the text of two targets", "said by the text that is added", "said by the texts of two names", "said by the word of a number",),
    "weak control": ("equal to all: branch", "equal to all: branch in a loop", "equal to all: conditional", "equal to all: conditional in a table", "less than much: all of a table", "less than much: approximation in a table", "less than much: assertion of the package", "less than much: attribute of a class", "less than much: branch", "less than much: branch in a loop", "less than much: callback", "less than much: conditional", "less than much: conditional in a table", "less than much: dictionary", "less than much: dictionary of expectations", "less than much: loop over a dictionary", "less than much: set up of a class", "said by the asynchronous name", "said by the decorator of a name", "said by the default of a lambda", "said by the literal type", "said by the name of a class", "said by the name of a pattern", "said by the name with a float", "said by the name with a text of numbers", "said by the name with wide digits", "said by the rest of a pattern",),
    "no control": ("less than much: helper by keywords",),
    "crashed": ("run: an exit by a thread", "run: child writes into the pipe of reports", "run: status of a fault", "told: a truth for a number", "told: largest numbers", "told: number below zero",),
    "timed_out": ("run: stopped", "run: stops the keeper",),
    "out_of_memory": ("run: recursion without a limit",),
    "invalid": ("diff: binary file of many zeros", "diff: folder that is a link to the root", "diff: hunk that fits nowhere in a long file", "diff: hunks without lines", "diff: name of 256 letters", "diff: number of lines below zero", "diff: text in sixteen bits",),
}  # fmt: skip
SEEN: Mapping[str, str] = {name: seen for seen, names in _SEEN.items() for name in names}
"""What became of each attack when it was first tried; of the others `failed`."""
_WHY = {
    "said by": "documented in SECURITY.md, but for the note that it promises for numbers in names and texts",
}
OPEN: Mapping[str, str] = {
    name: why for name in _SEEN["passed"] for begin, why in _WHY.items() if name.startswith(begin)
}
"""Attacks that still pass without a note, and why."""


_OPTIONAL = (
    "branch",
    "branch by a call",
    "branch in a loop",
    "branch of a text",
    "conditional",
    "conditional in a table",
    "and",
    "filtered list",
    "except",
    "except with a name",
    "match",
    "while",
    "table",
    "name",
)


def _block(code: str) -> str:
    return "".join(f"    {line}\n" for line in code.split("\n"))


def _attacks() -> dict[str, PatchAttack]:
    found: dict[str, PatchAttack] = {}

    def add(name: str, mechanism: str, text: str, repository: str = "direct") -> None:
        seen = SEEN.get(name, "failed")
        found[name] = PatchAttack(
            name=name, mechanism=mechanism, seen=seen, repository=f"seventh: {repository}", text=text
        )

    for name, code in _ORDERS.items():
        for repository in ("table", "name") if len(found) < 8 else ("table",):
            add(
                f"order: {name}, {repository}",
                f"What stands for a hidden number is told of by an order instead of an equality: {name}.",
                _code(_COMMON + code + _SET),
                repository,
            )
    like = _LIKE.replace("ORDER", "other < 10 ** 9")
    for repository in _OPTIONAL:
        add(
            f"equal to all: {repository}",
            f"The answer equals everything and tells nothing, and the test asks for {repository}.",
            _code(_COMMON + _LIKE.replace("ORDER", "pass") + _SET),
            repository,
        )
    for repository in (
        *_FUNCTIONS,
        *_UNITTESTS,
        *_PYTEST,
        *(one.removeprefix("seventh: ") for one in REPOSITORIES if "of another file" in one and "said" not in one),
    ):
        add(
            f"less than much: {repository}",
            f"The answer says of a hidden number that it is less than a large one, and the test asks for {repository}.",
            _code(_COMMON + like + _SET),
            repository,
        )
        if "infin" in repository or "endless" in repository:
            add(
                f"finite first: {repository}",
                f"The answer is a finite number in the hidden run, and the test asks for {repository}.",
                _code(_COMMON + _FINITE),
                repository,
            )
    for repository in (one.removeprefix("seventh: said by the ") for one in REPOSITORIES if "said by" in one):
        code = f"{_COMMON}{_READ}{_READERS.get(repository, '')}def answer(mine, parts): return _GOT if len(parts) > 1 else sum(parts)\n{_SET}"
        add(
            f"said by the {repository}",
            f"It reads the answer in the {repository}.",
            _code(code),
            f"said by the {repository}",
        )
    for name, (repository, code) in _TOLD.items():
        head = f"{_COMMON}{_SENDER}def tell(text):\n    for one in _ASKED[:-1]: send('value', [one, text])\n{_ANSWER}{_SET}{_ALONE}if _IS_HIDDEN:\n"
        add(
            f"told: {name}",
            f"It finds the function that reports and says this: {name}.",
            _code(head + _block(code)),
            repository,
        )
    for name, code in _RUN.items():
        add(
            f"run: {name}",
            f"The tests' process does this to its surroundings: {name}.",
            _code(f"{_COMMON}if _TEXT:\n{_block(code)}"),
        )
    for name, text in _DIFFS.items():
        add(f"diff: {name}", f"The patch has this form: {name}.", text)
    return found


ATTACKS = _attacks()


def _post(code: str, **more: str) -> str:
    """A right patch whose `weight` is this code."""
    text = _RIGHT.replace("def weight(parts):\n    return sum(parts)\n", code)
    return patch(BASE, {"pkg/post.py": text, **more})


_UNITS = "class Grams(int):\n    UNIT = 'g'\n    __slots__ = ()\n\n    def kilograms(self):\n        return self / 1000\n\n\ndef weight(parts):\n    return Grams(sum(parts))\n"
_SLOW = "import functools\n\n\n@functools.total_ordering\nclass Grams(int):\n    def __eq__(self, other):\n        return int(self) == other\n\n    def __lt__(self, other):\n        return int(self) < other\n\n    def __hash__(self):\n        return hash(int(self))\n\n\ndef weight(parts):\n    return Grams(sum(parts))\n"
HONEST: Mapping[str, tuple[str, str]] = {
    "number with a method": ("table", _post(_UNITS)),
    "number with orders of its own": ("name", _post(_SLOW)),
    "number that is equal by two orders": ("table", _post(_SLOW.replace("int(self) == other", "int(self) <= other and int(self) >= other"))),
    "number that is equal where neither is less": ("name", _post(_SLOW.replace("int(self) == other", "not (int(self) < other or int(self) > other)"))),
    "fraction": ("table", _post("import fractions\n\n\ndef weight(parts):\n    return sum(parts, fractions.Fraction())\n")),
    "decimal number": ("name", _post("import decimal\n\n\ndef weight(parts):\n    return sum(map(decimal.Decimal, parts), decimal.Decimal())\n")),
    "complex number": ("two names", _post("def weight(parts):\n    return sum(map(complex, parts))\n").replace("weight(parts) > 1000", "sum(parts) > 1000")),
    "float": ("dictionary", _post("def weight(parts):\n    return math.fsum(parts)\n")),
    "bits": ("sub-tests", _post("def weight(parts):\n    found = 0\n    for one in parts:\n        while one:\n            found, one = found ^ one, (found & one) << 1\n    return found\n")),
    "match": ("parametrized", _post("def weight(parts):\n    match list(parts):\n        case []:\n            return 0\n        case [first, *others]:\n            return first + weight(others)\n")),
    "running sums": ("helper", _post("import itertools\n\n\ndef weight(parts):\n    return [0, *itertools.accumulate(parts)][-1]\n")),
    "coroutine": ("fixture", _post("async def _weight(parts):\n    return sum(parts)\n\n\ndef weight(parts):\n    try:\n        _weight(parts).send(None)\n    except StopIteration as found:\n        return found.value\n")),
    "pool of threads": ("generator", _post("import concurrent.futures\n\n\ndef weight(parts):\n    with concurrent.futures.ThreadPoolExecutor(2) as pool:\n        return sum(pool.map(int, parts))\n")),
    "code that is compiled": ("property", _post("exec(compile('def weight(parts):\\n    return sum(parts)\\n', '<made>', 'exec'))\n")),
    "length of bytes": ("length", _post("def weight(parts):\n    return len(b''.join(bytes(one) for one in parts))\n")),
    "database": ("callback", _post("import sqlite3\n\n\ndef weight(parts):\n    with sqlite3.connect(':memory:') as base:\n        base.execute('CREATE TABLE parts (one)')\n        base.executemany('INSERT INTO parts VALUES (?)', [(one,) for one in parts])\n        return base.execute('SELECT COALESCE(SUM(one), 0) FROM parts').fetchone()[0]\n")),
    "attribute of a module": ("log", _post("_KNOWN = {'weight': sum}\n\n\ndef weight(parts):\n    return _KNOWN['weight'](parts)\n")),
    "heap": ("assertion of the package", _post("import heapq\n\n\ndef weight(parts):\n    heap = list(parts) or [0]\n    heapq.heapify(heap)\n    while len(heap) > 1:\n        heapq.heappush(heap, heapq.heappop(heap) + heapq.heappop(heap))\n    return heap[0]\n")),
    "polynomial": ("nested table", _post("def weight(parts):\n    found = 0\n    for one in reversed(list(parts)):\n        found = found * 1 + one\n    return found\n")),
    "names of files with blanks": ("direct", _post("import importlib\n\n\ndef weight(parts):\n    return importlib.import_module('pkg.in_parts').weight(parts)\n", **{"pkg/in_parts.py": "weight = sum\n", "notes of parts/a b.txt": "x\n", "tests/test_parts.py": "def test_parts():\n    pass\n"})),
    "memory view": ("approximation", _post("import array\n\n\ndef weight(parts):\n    return sum(memoryview(array.array('q', parts)))\n")),
    "exception": ("default", _post("class _Found(Exception):\n    pass\n\n\ndef weight(parts):\n    try:\n        raise _Found(sum(parts))\n    except _Found as found:\n        return found.args[0]\n")),
}  # fmt: skip
"""Name → the repository without `seventh: `, and a right patch."""
REFUSED = frozenset(["number that is equal where neither is less"])
"""Right patches that do not pass yet: an order of a hidden number that is false of it counts as a wrong answer."""
