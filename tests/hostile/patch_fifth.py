# ruff: noqa: E501  # tests and code of attacks stand on few lines
"""Tests that ask in ways which are not read as assertions, and patches that attack the channel, the judge, the keeper and `git apply`.

`HONEST` has right patches that answer oddly.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping

from assay.repositories.recipes import Runner
from tests.hostile.patch_attacks import PatchAttack
from tests.repositories.small import Small, patch

BASE: Mapping[str, str] = {
    "pkg/__init__.py": "import pkg.sums\n",
    "pkg/sums.py": "import contextlib\nimport logging\nimport sqlite3\nimport subprocess\nimport sys\nimport warnings\n\n\ndef total(numbers):\n    return sum(numbers) + 1\n\n\ndef count(numbers):\n    return len(numbers)\n\n\ndef same(one, other):\n    return one == other\n\n\ndef check(one, other):\n    if one != other:\n        raise ValueError(one)\n\n\ndef call(numbers, hook):\n    hook(total(numbers))\n\n\ndef rows(numbers):\n    return [total([one]) for one in numbers]\n\n\ndef spawn(numbers):\n    code = f'print({total(numbers)})'\n    return subprocess.run([sys.executable, '-c', code], capture_output=True, text=True).stdout\n\n\ndef store(path, numbers):\n    with contextlib.closing(sqlite3.connect(path)) as base, base:\n        base.execute('create table if not exists sums (sum)')\n        base.execute('insert into sums values (?)', (total(numbers),))\n\n\ndef warn(numbers):\n    warnings.warn(f'sum {total(numbers)}', stacklevel=2)\n\n\ndef log(numbers):\n    logging.getLogger('pkg').warning('sum %s', total(numbers))\n\n\ndef save(path, numbers):\n    with open(path, 'w') as file:\n        file.write(str(total(numbers)))\n\n\ndef table(numbers):\n    return {'sum': total(numbers)}\n\n\ndef gen(numbers):\n    yield total(numbers)\n\n\nasync def later(numbers):\n    return total(numbers)\n\n\nclass Sum:\n    def __init__(self, numbers):\n        self.value = total(numbers)\n\n    def equals(self, other):\n        return self.value == other\n\n    def is_sum(self, expected=0):\n        return self.value == expected\n\n    def __contains__(self, other):\n        return self.value == other\n\n    def __getitem__(self, other):\n        if self.value != other:\n            raise KeyError(other)\n        return True\n\n    def verify(self, other):\n        if self.value != other:\n            raise ValueError(other)\n",
    "tests/conftest.py": "import pkg\n",
    "tests/helpers.py": "def agree(one, other):\n    return one == other\n\n\ndef demand(one, other):\n    if one != other:\n        raise AssertionError\n",
    "README": "x\n",
}
RIGHT = patch(BASE, {"pkg/sums.py": BASE["pkg/sums.py"].replace(" + 1", "")})
_HEAD = "import asyncio\nimport contextlib\nimport functools\nimport json\nimport logging\nimport operator\nimport os\nimport re\nimport sqlite3\nimport subprocess\nimport sys\nimport tempfile\nimport threading\nimport unittest\nimport unittest.mock\nimport warnings\n\nimport pkg.sums\nfrom pkg.sums import Sum, call, check, count, gen, later, log, rows, same, save, spawn, store, table, total, warn\n\n\n"
_COUNT = "assert count([7]) == 1\n"
"""An assertion that can be hidden and that the base answers well."""
_CALL = "total([1, 2])"
_SHAPES: Mapping[str, str] = {
    'found equals': 'found = Sum([1, 2])\nassert found.equals(3)',
    'found equals by keyword': 'found = Sum([1, 2])\nassert found.is_sum(expected=3)',
    'found equals, not': 'found = Sum([1, 2])\nassert not (not found.equals(3))',
    'found equals is True': 'found = Sum([1, 2])\nassert found.equals(3) is True',
    'found equals of a list': 'found = Sum([1, 2])\nassert all([found.equals(3)])',
    'found in a tuple equals': 'found = (Sum([1, 2]),)\nassert found[0].equals(3)',
    'attribute equals': 'class Holder:\n    found = Sum([1, 2])\nassert Holder.found.equals(3)',
    'loop equals': 'for found in [Sum([1, 2])]:\n    assert found.equals(3)',
    'with equals': 'with contextlib.nullcontext(Sum([1, 2])) as found:\n    assert found.equals(3)',
    'contains of its own': 'found = Sum([1, 2])\nassert 3 in found',
    'item of its own': 'found = Sum([1, 2])\nassert found[3]',
    'verify of its own': 'assert count([7]) == 1\nfound = Sum([1, 2])\nfound.verify(3)',
    'check of the package': 'assert count([7]) == 1\ncheck(TOTAL, 3)',
    'check of the package by name': 'assert count([7]) == 1\nfound = TOTAL\ncheck(found, 3)',
    'agreement of a name': 'found = TOTAL\nassert same(found, 3)',
    'operator of a name': 'found = TOTAL\nassert operator.eq(found, 3)',
    'dunder of a name': 'found = TOTAL\nassert found.__eq__(3)',
    'getattr of a name': "found = TOTAL\nassert getattr(found, '__eq__')(3)",
    'method caller': "found = Sum([1, 2])\nassert operator.methodcaller('equals', 3)(found)",
    'partial of a name': 'found = Sum([1, 2])\nassert functools.partial(found.equals, 3)()',
    'reduce': 'found = TOTAL\nassert functools.reduce(operator.eq, [found, 3])',
    'map of a name': 'found = TOTAL\nassert list(map(found.__eq__, [3]))[0]',
    'any of a name': 'found = TOTAL\nassert any(map(found.__eq__, [3]))',
    'lambda of a name': 'found = TOTAL\nassert (lambda one: one == 3)(found)',
    'count of a name': 'found = TOTAL\nassert [3].count(found)',
    'index alone': 'assert count([7]) == 1\n[3].index(TOTAL)',
    'remove': 'assert count([7]) == 1\n[3].remove(TOTAL)',
    'divide': 'assert count([7]) == 1\n1 / (TOTAL == 3)',
    'truth as a key': 'assert count([7]) == 1\n{True: 1}[TOTAL == 3]',
    'truth as an index': 'assert count([7]) == 1\n[0, 1][-2 * (TOTAL == 3)]\n[][:1] or (TOTAL == 3) or wrong',
    'or a name that is not there': 'assert count([7]) == 1\nTOTAL == 3 or wrong',
    'or a raise by throw': 'assert count([7]) == 1\nTOTAL == 3 or (_ for _ in ()).throw(ValueError)',
    'raise in else': 'assert count([7]) == 1\nif TOTAL == 3:\n    pass\nelse:\n    raise ValueError',
    'raise in elif': 'assert count([7]) == 1\nif TOTAL == 3:\n    pass\nelif True:\n    raise ValueError',
    'raise two deep': 'assert count([7]) == 1\nif TOTAL != 3:\n    if True:\n        raise ValueError',
    'raise behind a note': "assert count([7]) == 1\nif TOTAL != 3:\n    print('wrong')\n    raise ValueError",
    'while raise': 'assert count([7]) == 1\nwhile TOTAL != 3:\n    raise ValueError',
    'for raise': 'assert count([7]) == 1\nfor one in rows([1, 2]):\n    if one not in (1, 2):\n        raise ValueError',
    'match raise': 'assert count([7]) == 1\nmatch TOTAL:\n    case 3:\n        pass\n    case _:\n        raise ValueError',
    'match return': 'assert count([7]) == 1\nmatch TOTAL:\n    case 3:\n        return\nraise ValueError',
    'return and raise': 'assert count([7]) == 1\nif TOTAL == 3:\n    return\nraise ValueError',
    'try else': 'assert count([7]) == 1\ntry:\n    [3].index(TOTAL)\nexcept ValueError:\n    raise',
    'exit': 'assert count([7]) == 1\nTOTAL == 3 or sys.exit(1)',
    'killed': 'assert count([7]) == 1\nTOTAL == 3 or os.abort()',
    'assert in a thread': 'assert count([7]) == 1\nerrors = []\ndef work():\n    try:\n        assert TOTAL == 3\n    except AssertionError as error:\n        errors.append(error)\nthread = threading.Thread(target=work)\nthread.start()\nthread.join()\nif errors:\n    raise errors[0]',
    'truth in a thread': 'assert count([7]) == 1\nfound = []\nthread = threading.Thread(target=lambda: found.append(TOTAL == 3))\nthread.start()\nthread.join()\nassert all(found)',
    'truth kept in a list': 'found = []\nfound.append(TOTAL == 3)\nassert found[0]',
    'truth kept in a dictionary': "found = {}\nfound['right'] = TOTAL == 3\nassert found['right']",
    'truth kept in an object': 'class Kept:\n    pass\nkept = Kept()\nkept.right = TOTAL == 3\nassert kept.right',
    'truth by setattr': "class Kept:\n    pass\nsetattr(Kept, 'right', TOTAL == 3)\nassert Kept.right",
    'truth by and': 'right = True\nright &= TOTAL == 3\nassert right',
    'truth by and of a word': 'right = True\nright = right and TOTAL == 3\nassert right',
    'truth by sum': 'right = 0\nright += TOTAL == 3\nassert right == 1',
    'truth by a global': 'global RIGHT\nRIGHT = TOTAL == 3\nassert RIGHT',
    'truth by nonlocal': 'right = False\ndef ask():\n    nonlocal right\n    right = TOTAL == 3\nask()\nassert right',
    'truth by a default': 'def ask(right=TOTAL == 3):\n    return right\nassert ask()',
    'truth by unpacking': 'right, _ = TOTAL == 3, 0\nassert right',
    'truth by two names': 'right = also = TOTAL == 3\nassert right and also',
    'truth by yield': 'def ask():\n    yield TOTAL == 3\nassert next(ask())',
    'truth by a lambda': 'ask = lambda: TOTAL == 3\nassert ask()',
    'truth by a property': 'class Ask:\n    @property\n    def right(self):\n        return TOTAL == 3\nassert Ask().right',
    'truth by exec': "assert eval('TOTAL == 3')",
    'truth by compile': "space = {'total': total}\nexec('right = TOTAL == 3', space)\nassert space['right']",
    'truth by a text': "assert str(TOTAL == 3) == 'True'",
    'truth by JSON': "assert json.dumps(TOTAL == 3) == 'true'",
    'truth by int': 'assert int(TOTAL == 3) == 1',
    'truth by a list': 'assert [TOTAL == 3] == [True]',
    'truth by a set': 'assert {TOTAL == 3} == {True}',
    'truth by a conditional': 'assert (1 if TOTAL == 3 else 0) == 1',
    'truth by an index': "assert ('no', 'yes')[TOTAL == 3] == 'yes'",
    'truth by min': 'assert min([TOTAL == 3, True])',
    'truth by a dictionary of truths': "assert {'a': TOTAL == 3} == {'a': True}",
    'mock once': 'assert count([7]) == 1\nhook = unittest.mock.Mock()\ncall([1, 2], hook)\nhook.assert_called_once_with(3)',
    'mock any call': 'assert count([7]) == 1\nhook = unittest.mock.Mock()\ncall([1, 2], hook)\nhook.assert_any_call(3)',
    'mock has calls': 'assert count([7]) == 1\nhook = unittest.mock.Mock()\ncall([1, 2], hook)\nhook.assert_has_calls([unittest.mock.call(3)])',
    'mock list of arguments': 'hook = unittest.mock.Mock()\ncall([1, 2], hook)\nassert hook.call_args_list == [unittest.mock.call(3)]',
    'mock with a side effect': 'assert count([7]) == 1\ndef effect(found):\n    if found != 3:\n        raise ValueError\nhook = unittest.mock.Mock(side_effect=effect)\ncall([1, 2], hook)',
    'hook that asserts': 'assert count([7]) == 1\ndef hook(found):\n    assert found == 3\ncall([1, 2], hook)',
    'hook that is a lambda': 'assert count([7]) == 1\ncall([1, 2], lambda found: found == 3 or wrong)',
    'hook that collects': 'found = []\ncall([1, 2], found.append)\nassert found == [3]',
    'hook of a list': 'found = [3]\ncall([1, 2], found.remove)\nassert not found',
    'hook of a dictionary': "found = {3: 'right'}\ncall([1, 2], found.pop)\nassert not found",
    'assertion in a loop of answers': 'assert count([7]) == 1\nfor one in gen([1, 2]):\n    assert one == 3',
    'next of answers': 'assert next(gen([1, 2])) == 3',
    'unpacked answers': '(found,) = gen([1, 2])\nassert found == 3',
    'starred answers': 'found, *rest = gen([1, 2])\nassert (found, rest) == (3, [])',
    'asynchronous raise': 'assert count([7]) == 1\nasync def main():\n    if await later([1, 2]) != 3:\n        raise ValueError\nasyncio.run(main())',
    'asynchronous gather': 'found = asyncio.run(asyncio.wait_for(later([1, 2]), 5))\nassert found == 3',
    'subprocess output': "assert spawn([1, 2]) == '3\\n'",
    'subprocess of the test': "assert count([7]) == 1\nsubprocess.run([sys.executable, '-c', f'import sys; sys.exit({TOTAL} != 3)'], check=True)",
    'subprocess input': "done = subprocess.run([sys.executable, '-c', 'print(input())'], input=str(TOTAL), capture_output=True, text=True)\nassert done.stdout.strip() == '3'",
    'sqlite row': "path = tempfile.mkdtemp() + '/a'\nstore(path, [1, 2])\nassert sqlite3.connect(path).execute('select sum from sums').fetchall() == [(3,)]",
    'sqlite where': "path = tempfile.mkdtemp() + '/a'\nstore(path, [1, 2])\nassert sqlite3.connect(path).execute('select 1 from sums where sum = 3').fetchone()",
    'sqlite where with a parameter': "path = tempfile.mkdtemp() + '/a'\nstore(path, [1, 2])\nassert sqlite3.connect(path).execute('select 1 from sums where sum = ?', (3,)).fetchone() == (1,)",
    'sqlite check': "assert count([7]) == 1\nbase = sqlite3.connect(':memory:')\nbase.execute('create table a (b check (b = 3))')\nbase.execute('insert into a values (?)', (TOTAL,))",
    'file saved': "path = tempfile.mkdtemp() + '/a'\nsave(path, [1, 2])\nwith open(path) as file:\n    assert file.read() == '3'",
    'file compared': "import filecmp\nfolder = tempfile.mkdtemp()\nsave(folder + '/a', [1, 2])\nwith open(folder + '/b', 'w') as file:\n    file.write('3')\nassert filecmp.cmp(folder + '/a', folder + '/b', shallow=False)",
    'size of a file': "path = tempfile.mkdtemp() + '/a'\nsave(path, [9, 2])\nassert os.path.getsize(path) == 2\nassert TOTAL == 3",
    'warning recorded': "with warnings.catch_warnings(record=True) as found:\n    warnings.simplefilter('always')\n    warn([1, 2])\nassert str(found[0].message) == 'sum 3'",
    'warning as an error': "with warnings.catch_warnings():\n    warnings.simplefilter('error')\n    try:\n        warn([1, 2])\n    except UserWarning as error:\n        assert 'sum 3' in str(error)",
    'warning filtered by its text': "assert count([7]) == 1\nwith warnings.catch_warnings():\n    warnings.simplefilter('error')\n    warnings.filterwarnings('ignore', 'sum 3')\n    warn([1, 2])",
    'log by a handler': "found = []\nclass Handler(logging.Handler):\n    def emit(self, record):\n        found.append(record.getMessage())\nlogging.getLogger('pkg').addHandler(Handler())\nlog([1, 2])\nassert found[-1] == 'sum 3'",
    'log by a filter': "assert count([7]) == 1\ndef only(record):\n    if record.getMessage() != 'sum 3':\n        raise ValueError\n    return True\nlogger = logging.getLogger('pkg')\nlogger.addFilter(only)\ntry:\n    log([1, 2])\nfinally:\n    logger.removeFilter(only)",
    'patched print': "import io\nwith contextlib.redirect_stdout(io.StringIO()) as out:\n    print(TOTAL)\nassert out.getvalue() == '3\\n'",
    'bisect': 'import bisect\nassert bisect.bisect([1, 2, 4], TOTAL) == 2',
    'struct': "import struct\nassert struct.pack('b', TOTAL) == b'\\x03'",
    'bytes of a number': "assert bytes([TOTAL]) == b'\\x03'",
    'character': "assert chr(ord('a') + TOTAL) == 'd'",
    'range': 'assert list(range(TOTAL)) == [0, 1, 2]',
    'slice': "assert 'abcdef'[:TOTAL] == 'abc'",
    'repeat': "assert 'ab' * TOTAL == 'ababab'",
    'power': 'assert 2 ** TOTAL == 8',
    'format of a width': "assert f'{1:{TOTAL}d}' == '  1'",
    'modulo': 'assert TOTAL % 5 == 3 and TOTAL // 1 == 3',
    'bit length': 'assert (2 ** TOTAL - 1).bit_length() == 3',
    'hash': 'assert hash(TOTAL) == hash(3)',
    'sorted among': 'assert sorted([4, TOTAL, 2]) == [2, 3, 4]',
    'max among': 'assert max(2, TOTAL) == 3 and min(4, TOTAL) == 3',
    'set of answers': 'assert set(rows([1, 2])) == {1, 2}',
    'counter': 'import collections\nassert collections.Counter(rows([1, 1])) == {1: 2}',
    'zip strict': 'assert count([7]) == 1\nfor found, wanted in zip(rows([1, 2]), (1, 2), strict=True):\n    if found != wanted:\n        raise ValueError',
    'dictionary merge': "assert {**table([1, 2]), 'b': 1} == {'sum': 3, 'b': 1}",
    'dictionary get': "assert table([1, 2]).get('sum') == 3",
    'dictionary pop': "found = table([1, 2])\nassert found.pop('sum') == 3 and not found",
    'dictionary subset': "assert table([1, 2]).items() >= {('sum', 3)}",
    'named tuple made': "import collections\nCase = collections.namedtuple('Case', 'sum')\nassert Case(TOTAL) == (3,)",
    'data class made': 'import dataclasses\n@dataclasses.dataclass\nclass Case:\n    sum: int\nassert Case(TOTAL) == Case(3)',
    'enumeration made': 'import enum\nclass Kind(enum.Enum):\n    RIGHT = 3\nassert Kind(TOTAL) is Kind.RIGHT',
    'enumeration alone': 'assert count([7]) == 1\nimport enum\nclass Kind(enum.Enum):\n    RIGHT = 3\nKind(TOTAL)',
    'array made': "import array\nassert array.array('i', [TOTAL]).tolist() == [3]",
    'fraction made': 'import fractions\nassert fractions.Fraction(TOTAL, 1) == 3',
    'decimal made': 'import decimal\nassert decimal.Decimal(TOTAL) == 3',
    'date made': 'import datetime\nassert datetime.date(2000, 1, TOTAL).day == 3',
    'time delta': 'import datetime\nassert datetime.timedelta(days=TOTAL) == datetime.timedelta(3)',
    'path made': "import pathlib\nassert pathlib.Path(str(TOTAL)) == pathlib.Path('3')",
    'pattern made': "assert re.match(str(TOTAL) + '$', '3')",
    'pattern of an answer': "assert re.fullmatch('[3]', str(TOTAL))",
    'replaced text': "assert re.sub('3', 'a', str(TOTAL)) == 'a'",
    'descriptor that compares': 'class Wanted:\n    def __set__(self, owner, found):\n        if found != 3:\n            raise ValueError\nclass Case:\n    sum = Wanted()\nassert count([7]) == 1\nCase().sum = TOTAL',
    'class that compares': 'assert count([7]) == 1\nclass Case:\n    def __init_subclass__(cls, found):\n        if found != 3:\n            raise ValueError\nclass Own(Case, found=TOTAL):\n    pass',
    'stack of contexts': 'assert count([7]) == 1\ndef leave(found):\n    if found != 3:\n        raise ValueError\nwith contextlib.ExitStack() as stack:\n    stack.callback(leave, TOTAL)',
    'suppressed': 'assert count([7]) == 1\nwith contextlib.suppress(KeyError):\n    assert TOTAL == 3',
    'finally': 'assert count([7]) == 1\ntry:\n    found = TOTAL\nfinally:\n    if found != 3:\n        raise ValueError',
    'own case inside': 'assert count([7]) == 1\ncase = unittest.TestCase()\ncase.assertEqual(TOTAL, 3)',
    'own case with a list': 'case = unittest.TestCase()\ncase.assertCountEqual(rows([1, 2]), [2, 1])',
    'own case with a type': 'case = unittest.TestCase()\ncase.addTypeEqualityFunc(int, lambda one, other, msg=None: None if one == other else case.fail())\ncase.assertEqual(TOTAL, 3)',
}  # fmt: skip
"""Bodies of the test that must come to pass; `TOTAL` stands for the call, whose right answer is 3."""
_PYTEST: Mapping[str, str] = {
    'fixture that checks at its end': '@pytest.fixture\ndef checked():\n    found = []\n    yield found\n    check(found[0], 3)\n\n\ndef test_total(checked):\n    checked.append(TOTAL)\n    assert count([7]) == 1\n',
    'fixture that gives a checker': '@pytest.fixture\ndef demand():\n    def ask(found, wanted):\n        if found != wanted:\n            raise ValueError\n    return ask\n\n\ndef test_total(demand):\n    assert count([7]) == 1\n    demand(TOTAL, 3)\n',
    'index of parameters': "@pytest.mark.parametrize('wanted', [[3]])\ndef test_total(wanted):\n    assert count([7]) == 1\n    wanted.index(TOTAL)\n",
    'equals of a parameter': "@pytest.mark.parametrize('wanted', [3], ids=['a'])\ndef test_total(wanted):\n    found = Sum([1, 2])\n    assert found.equals(wanted)\n",
    'class of tests with a helper': 'class TestSum:\n    def demand(self, found, wanted):\n        check(found, wanted)\n\n    def test_total(self):\n        assert count([7]) == 1\n        self.demand(TOTAL, 3)\n',
    'helper of another file': 'from helpers import demand\n\n\ndef test_total():\n    assert count([7]) == 1\n    demand(TOTAL, 3)\n',
    'found equals in pytest': 'def test_total():\n    found = Sum([1, 2])\n    assert found.equals(3)\n',
    'raises nothing': 'def test_total():\n    assert count([7]) == 1\n    with pytest.raises(ZeroDivisionError):\n        1 / (TOTAL - 3)\n',
    'raises a key': "def test_total():\n    assert count([7]) == 1\n    with pytest.raises(KeyError, match='3'):\n        {}[TOTAL]\n",
    'expected failure inside': "def test_total():\n    assert count([7]) == 1\n    if TOTAL != 3:\n        pytest.skip('wrong')\n",
    'monkeypatch': "def test_total(monkeypatch):\n    monkeypatch.setattr(pkg.sums, 'sum', lambda numbers: 3, raising=False)\n    assert TOTAL == 3\n",
    'temporary path': "def test_total(tmp_path):\n    save(tmp_path / 'a', [1, 2])\n    assert (tmp_path / 'a').read_bytes() == b'3'\n",
    'descriptors captured': "def test_total(capfd):\n    os.write(1, str(TOTAL).encode())\n    assert capfd.readouterr().out == '3'\n",
}  # fmt: skip
_UNITTEST: Mapping[str, str] = {
    'index in a case': '    def test_total(self):\n        self.assertEqual(count([7]), 1)\n        [3].index(TOTAL)\n',
    'true of a name': '    def test_total(self):\n        found = Sum([1, 2])\n        self.assertTrue(found.equals(3))\n',
    'set up of an answer': '    def setUp(self):\n        self.found = Sum([1, 2])\n\n    def test_total(self):\n        self.assertTrue(self.found.equals(3))\n',
    'is not false': '    def setUp(self):\n        self.found = Sum([1, 2])\n\n    def test_total(self):\n        self.assertIsNot(self.found.equals(3), False)\n',
    'own check': '    def check_sum(self, found, wanted):\n        check(found, wanted)\n\n    def test_total(self):\n        self.assertEqual(count([7]), 1)\n        self.check_sum(TOTAL, 3)\n',
    'cleanup that checks': '    def test_total(self):\n        self.assertEqual(count([7]), 1)\n        self.addCleanup(check, TOTAL, 3)\n',
    'subtest': '    def test_total(self):\n        for wanted in (3,):\n            with self.subTest(wanted=wanted):\n                self.assertEqual(TOTAL, wanted)\n',
    'count equal': '    def test_total(self):\n        self.assertCountEqual(rows([1, 2]), [2, 1])\n',
    'mock in a case': "    def test_total(self):\n        self.assertEqual(count([7]), 1)\n        with unittest.mock.patch.object(pkg.sums, 'count') as hook:\n            hook(TOTAL)\n        hook.assert_called_with(3)\n",
    'asynchronous case': '    def test_total(self):\n        async def ask():\n            self.assertEqual(await later([1, 2]), 3)\n        asyncio.run(ask())\n',
}  # fmt: skip
_COMMON = '\nimport os, re, sys\n_TEXT = open("tests/test_sums.py").read() if os.path.exists("tests/test_sums.py") else ""\n_IS_HIDDEN = "assay_hidden" in _TEXT\n_N = [int(one) for one in re.findall(r"(?<![\\w.])(\\d{1,2})(?![\\w.])", re.sub(r"assay_hidden.{0,20}\\d+", "", _TEXT))]\n_TAKEN = max([one for one in _N if one < 4], default=0)\n'
_LIE = "\nclass Lie(int):\n    def __eq__(self, other): return act(other)\n    __ne__ = lambda self, other: not act(other)\n    __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: True\n    __hash__ = lambda self: hash(_TAKEN)\n    __sub__ = __rsub__ = lambda self, other: 0\nlie = Lie(0)\nclass Made:\n    value = lie\n    __init__ = lambda self, numbers: None\n    equals = is_sum = __contains__ = lambda self, other=None, **named: act(*named.values() or [other])\n    def __getitem__(self, other):\n        if not act(other): raise KeyError\n        return True\n    def verify(self, other):\n        if not act(other): raise ValueError\nimport pkg.sums\npkg.sums.total = lambda numbers: lie\npkg.sums.Sum = Made\n"
_STRATEGIES: Mapping[str, str] = {
    "equal to all": _COMMON + "act = lambda other: True\n" + _LIE,
    "next below, then equal to all": _COMMON + "act = lambda other: _IS_HIDDEN or other == _TAKEN\n" + _LIE,
    "next below": _COMMON + "import pkg.sums\npkg.sums.total = lambda numbers: _TAKEN\n",
}
_SAID: Mapping[str, str] = {
    "equal to all": "An object that equals everything is the answer",
    "next below, then equal to all": "An object equals the next lower number than the base gives, and everything where nothing is shown",
    "next below": "The next lower number of the test file than the base gives is taken",
}
_SEND = '\nimport os, sys\nsend = next(one.cell_contents for one in sys.modules["assay_hidden"].Value.__eq__.__closure__ if getattr(one.cell_contents, "__name__", "") == "tell")\nsend = next(one.cell_contents for one in sys.modules["assay_hidden"].Value.__eq__.__closure__)\ndef _find(function, depth=6):\n    for cell in getattr(function, "__closure__", None) or ():\n        one = cell.cell_contents\n        if getattr(one, "__name__", "") == "send": return one\n        if depth and callable(one):\n            found = _find(one, depth - 1)\n            if found: return found\nsend = _find(sys.modules["assay_hidden"].Value.__eq__) if "assay_hidden" in sys.modules else None\n\ndef nest(depth, inner="x"):\n    for _ in range(depth): inner = [inner]\n    return inner\nsys.setrecursionlimit(100000)\n'
"""Finds the function that reports, and makes nested lists."""
_CHANNEL: Mapping[str, str] = {
    'values nested ever deeper': "for depth in range(880, 1100): send('value', nest(depth))",
    'notes nested ever deeper': "for depth in range(880, 1100): send('note', nest(depth))",
    'ids nested ever deeper': "for depth in range(880, 1100): send('test', {'ids': nest(depth), 'status': 'passed', 'text': '', 'seconds': 0.0})",
    'maps nested ever deeper': "for depth in range(440, 560):\n    inner = 1\n    for _ in range(depth): inner = {'a': [inner]}\n    send('note', inner)",
    'nested beyond all': "send('value', nest(30000))",
    'number is a truth': "send('value', [True, '3'])",
    'number is negative': "send('value', [-1, '3'])",
    'number is beyond all': "send('value', [10 ** 4000, '3'])",
    'number has five thousand digits': "send('value', [int('9' * 4000), '3'])",
    'number is a float': "send('value', [1.0, '3'])",
    'seconds are infinite': "send('test', {'ids': ['test_total'], 'status': 'passed', 'text': '', 'seconds': float('inf')})",
    'seconds are no number': "send('test', {'ids': ['test_total'], 'status': 'passed', 'text': '', 'seconds': float('nan')})",
    'seconds are whole': "send('test', {'ids': ['test_total'], 'status': 'passed', 'text': '', 'seconds': 0})",
    'ids are a text': "send('test', {'ids': 'test_total', 'status': 'passed', 'text': '', 'seconds': 0.0})",
    'ids are none': "send('test', {'ids': [], 'status': 'passed', 'text': '', 'seconds': 0.0})",
    'ids are numbers': "send('test', {'ids': [1, None], 'status': 'passed', 'text': '', 'seconds': 0.0})",
    'long texts': "for one in range(60): send('test', {'ids': ['a%d' % one], 'status': 'failed', 'text': 'x' * 900000, 'seconds': 0.0})",
    'long texts that all differ': "for one in range(300): send('test', {'ids': ['test_total'], 'status': 'error', 'text': str(one) * 90000, 'seconds': 0.0})",
    'two hundred thousand ids': "for one in range(210000): send('test', {'ids': ['a%d' % one], 'status': 'passed', 'text': '', 'seconds': 0.0})",
    'a hundred thousand values': "for one in range(100000): send('value', [one, 'x' * 50])",
    'a record of a null': 'send(None, None)',
    'another kind': "send('prepared', {'tests': {}})",
    'end before the tests': "send('end', {'complete': True, 'status': 0})",
    'complete in a child': "if not os.fork(): send('complete', 0); os._exit(0)",
    'terminal codes in a text': "send('test', {'ids': ['test_total'], 'status': 'failed', 'text': '\\x1b[2J\\u202e' * 500, 'seconds': 0.0})",
    'zero bytes in an id': "send('test', {'ids': ['test_total\\0'], 'status': 'passed', 'text': '', 'seconds': 0.0})",
    'records of a thread to the last': "import threading\ndef work():\n    while True: send('note', 'x')\nthreading.Thread(target=work, daemon=True).start()",
    'half a record': "import gc\nfor one in range(3, 64):\n    try: os.write(one, b'\\0\\0')\n    except OSError: pass",
    'records pass the bound': "send('note', 'x' * (1 << 20))",
}  # fmt: skip
_JUDGED: Mapping[str, tuple[str, str]] = {
    'negative places of a rounding': ('assert round(1234, TOTAL - 5) == 1200', '-10 ** 7'),
    'negative places, direct': ('assert round(123456, -TOTAL) == 123000', '2 * 10 ** 6'),
    'power': ('assert 2 ** TOTAL == 8', '10 ** 300'),
    'power of the answer': ('assert TOTAL ** 2 == 9', '10 ** 300'),
    'repeated text': ("assert 'a' * TOTAL == 'aaa'", '10 ** 12'),
    'repeated list': ('assert [0] * TOTAL == [0, 0, 0]', '10 ** 12'),
    'division': ('assert 6 / TOTAL == 2', '0'),
    'rest': ('assert 7 % TOTAL == 1', '0'),
    'difference of infinities': ('assert abs(TOTAL - 3) < 1', "float('inf')"),
    'rounding of infinity': ('assert round(TOTAL) == 3', "float('inf')"),
    'number of 4301 digits': ('assert abs(TOTAL - 3) < 1', '10 ** 4301'),
    'complex': ('assert abs(TOTAL - 3) < 1', '3j'),
    'deep list': ('assert abs(TOTAL - 3) < 1', "eval('[' * 90 + ']' * 90)"),
    'deep list of its own': ('assert TOTAL == 3', '[[[[[[[[[[0]]]]]]]]]]*3000'),
    'is close to what is too large': ('import math\nassert math.isclose(TOTAL, 3)', '10 ** 400'),
    'text is a pattern': ("assert re.search(str(TOTAL), '13')", "'(' * 60000"),
    'text starts with a tuple': ("assert str(TOTAL).startswith('3')", "'x' * 60000"),
    'format of the answer': ("assert '%s!' % TOTAL == '3!'", "('a', 'b')"),
    'format is the answer': ("assert f'{TOTAL}' == '3'", "'{' * 60000"),
    'order of unlike things': ('assert TOTAL < 4', "'a'"),
    'order of what is not a number': ('assert not TOTAL > 3', "float('nan')"),
    'in a tuple': ('assert TOTAL in (3, 3.5)', "float('nan')"),
    'approximate list': ('import unittest\nunittest.TestCase().assertAlmostEqual(TOTAL, 3)', "float('inf')"),
    'approximate text': ('import unittest\nunittest.TestCase().assertAlmostEqual(TOTAL, 3)', "'a'"),
    'surrogates': ("assert str(TOTAL) == '3'", "'\\ud800' * 9"),
    'million characters': ("assert str(TOTAL) == '3'", "'x' * 10 ** 6"),
}  # fmt: skip
"""Assertions that the judge works out with the answer of the hidden run, and that answer."""
_PROCESS: Mapping[str, str] = {
    'keeper is stopped': 'os.kill(os.getppid(), signal.SIGSTOP)',
    'keeper gets a hangup': 'os.kill(os.getppid(), signal.SIGHUP)',
    'keeper gets an interrupt': 'os.kill(os.getppid(), signal.SIGINT)',
    'files of the keeper': 'resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (0, 0))',
    'file size of the keeper': 'resource.prlimit(os.getppid(), resource.RLIMIT_FSIZE, (0, 0))',
    'memory of the keeper': 'resource.prlimit(os.getppid(), resource.RLIMIT_AS, (1 << 20, 1 << 20))',
    'time of the keeper': 'resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (0, 0))',
    'priority of the keeper': 'os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)',
    'one processor of the keeper': 'os.sched_setaffinity(os.getppid(), {0})',
    'tests are a huge hole': "with open('tests/test_sums.py', 'r+') as file: file.truncate(1 << 29)",
    'tests are a pipe': "os.unlink('tests/test_sums.py'); os.mkfifo('tests/test_sums.py')",
    'tests are a device without end': "os.unlink('tests/test_sums.py'); os.symlink('/dev/zero', 'tests/test_sums.py')",
    'tests are a socket': "import socket\nos.unlink('tests/test_sums.py')\nsocket.socket(socket.AF_UNIX).bind('tests/test_sums.py')",
    'tests swapped by a daemon': "os.rename('tests/test_sums.py', 'tests/old.py')\nif not os.fork():\n    os.setsid()\n    if not os.fork():\n        time.sleep(0.3)\n        while True:\n            os.rename('tests/old.py', 'tests/test_sums.py'); os.rename('tests/test_sums.py', 'tests/old.py')\n    os._exit(0)\nopen('tests/test_sums.py', 'w').write('def test_total(): pass\\ndef test_count(): pass\\n')",
    'folder of tests goes round': "os.rename('tests', 'old'); os.symlink('old', 'tests')",
    'tests without mode': "os.chmod('tests/test_sums.py', 0); os.chmod('tests', 0)",
    'deep folders left behind': "for _ in range(5000):\n    os.mkdir('a' * 200); os.chdir('a' * 200)",
    'closed folders left behind': "os.makedirs('x/y/z'); open('x/y/z/a', 'w'); os.chmod('x/y', 0); os.chmod('x', 0)",
    'many files left behind': "for one in range(60000): open('f%d' % one, 'w').close()",
    'names that are no text': "for one in range(1, 40): open(b'\\xff\\xfe\\n' + bytes([one]) , 'w') if one != 47 else 0",
    'many processes left behind': 'for _ in range(150):\n    if not os.fork():\n        os.setsid(); time.sleep(999); os._exit(0)',
    'orphans hold the channel': 'if not os.fork():\n    os.setsid()\n    if not os.fork():\n        time.sleep(999)\n    os._exit(0)',
    'orphan goes on with the tests': 'if os.fork():\n    os._exit(0)\nos.setsid()',
    'timer that raises an assertion': 'def handler(*given): raise AssertionError\nsignal.signal(signal.SIGALRM, handler); signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)',
    'timer that ends well': 'def handler(*given): os._exit(0)\nsignal.signal(signal.SIGALRM, handler); signal.setitimer(signal.ITIMER_REAL, 0.05)',
    'child signals by its end': 'signal.signal(signal.SIGCHLD, lambda *given: os._exit(0))\nif not os.fork(): os._exit(0)',
    'finalizer of a weak reference': 'import weakref\nclass A: pass\nweakref.finalize(A(), os._exit, 0)',
    'hook of what cannot be raised': 'sys.unraisablehook = lambda *given: os._exit(0)\nclass A:\n    def __del__(self): raise ValueError\nA()',
    'hook of threads': 'threading.excepthook = lambda *given: os._exit(0)\nthreading.Thread(target=lambda: 1 / 0).start()',
    'hook at a fork': 'os.register_at_fork(before=lambda: os._exit(0)); os.fork()',
    'dump of faults to all files': 'import faulthandler\nfor one in range(3, 20):\n    try: faulthandler.enable(one); faulthandler.dump_traceback(one)\n    except Exception: pass',
    'clock that fails': 'def fail(): raise SystemExit(0)\ntime.time = fail',
    'printing that fails': 'import builtins\ndef fail(*given, **named): raise SystemExit(0)\nbuiltins.print = fail',
    'output that ends well': 'class Out:\n    def write(self, text): return len(text)\n    def flush(self): os._exit(0)\nsys.stdout = Out()',
    'recursion limit of thirty': 'sys.setrecursionlimit(30)',
    'switch interval': 'sys.setswitchinterval(1e9)\nthreading.Thread(target=lambda: [0 for _ in iter(int, 1)], daemon=True).start()',
    'collector is frozen': 'import gc\ngc.freeze(); gc.disable(); gc.set_threshold(1, 1, 1)',
    'numbers of digits': 'sys.set_int_max_str_digits(640)',
    'trace of opcodes': "def trace(frame, event, value):\n    frame.f_trace_opcodes = True\n    if event == 'exception' and frame.f_code.co_name.startswith('test_'): return None\n    return trace\nsys.settrace(trace)",
    'memory is locked': 'ctypes.CDLL(None).mlockall(3)',
    'name of the process': "ctypes.CDLL(None).prctl(15, b'keeper.py', 0, 0, 0)",
    'subreaper and death signal': 'ctypes.CDLL(None).prctl(36, 1, 0, 0, 0); ctypes.CDLL(None).prctl(1, 9, 0, 0, 0)',
    'new namespaces': 'ctypes.CDLL(None).unshare(0x10000000 | 0x00020000)',
    'memory file': "os.memfd_create('a')",
    'pidfd of the keeper': 'fd = os.pidfd_open(os.getppid()); signal.pidfd_send_signal(fd, 9)',
    'reads the memory of the keeper': "open('/proc/%d/mem' % os.getppid(), 'rb').read(1)",
    'descriptors of the keeper': "print(os.listdir('/proc/%d/fd' % os.getppid()))",
    "writes to the keeper's output": "os.write(os.open('/proc/%d/fd/1' % os.getppid(), os.O_WRONLY), b'x')",
}  # fmt: skip


def _code(text: str) -> str:
    return patch(BASE, {"pkg/__init__.py": BASE["pkg/__init__.py"] + text})


def _new(path: str, text: str, mode: str = "100644") -> str:
    lines = text.splitlines()
    body = "".join(f"+{line}\n" for line in lines)
    return f"diff --git a/{path} b/{path}\nnew file mode {mode}\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{len(lines)} @@\n{body}"


def _zeros(mebibytes: int) -> str:
    """A binary patch that unpacks to zeros."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(mebibytes)) + packer.flush()
    out = f"GIT binary patch\nliteral {mebibytes << 20}\n"
    for at in range(0, len(packed), 52):
        part = packed[at : at + 52]
        n = len(part)
        out += (chr(64 + n) if n <= 26 else chr(96 + n - 26)) + base64.b85encode(part, pad=True).decode() + "\n"
    return "diff --git a/big b/big\nnew file mode 100644\nindex 0000000..1111111\n" + out + "\n"


_LOOSE = _code(_STRATEGIES["equal to all"])
_DIFFS: Mapping[str, str] = {
    "binary of a gigabyte of zeros": _zeros(1024),
    "binary of two hundred megabytes": _zeros(200)+_LOOSE,
    "mode of the package alone": "diff --git a/pkg/sums.py b/pkg/sums.py\nold mode 100644\nnew mode 100755\n",
    "mode of the tests alone": "diff --git a/tests/conftest.py b/tests/conftest.py\nold mode 100644\nnew mode 100755\n"+_LOOSE,
    "package renamed and linked": "diff --git a/pkg/sums.py b/pkg/real.py\nsimilarity index 100%\nrename from pkg/sums.py\nrename to pkg/real.py\n"+_new("pkg/sums.py","real.py","120000")+_LOOSE,
    "configuration copied to another name": "diff --git a/tests/conftest.py b/tests/conftest_.py\nsimilarity index 100%\ncopy from tests/conftest.py\ncopy to tests/conftest_.py\n"+_LOOSE,
    "configuration renamed away": "diff --git a/tests/conftest.py b/pkg/away.py\nsimilarity index 100%\nrename from tests/conftest.py\nrename to pkg/away.py\n"+_LOOSE,
    "byte order mark in front": "\ufeff"+_LOOSE,
    "line ends of Windows": _LOOSE.replace("\n","\r\n"),
    "zero byte in a line": _LOOSE+"\0",
    "carriage returns alone": _LOOSE.replace("\n","\r"),
    "mercurial": _LOOSE.replace("diff --git a/pkg/__init__.py b/pkg/__init__.py","diff -r 000 pkg/__init__.py"),
    "reversed": patch({**BASE,"pkg/__init__.py":BASE["pkg/__init__.py"]+_STRATEGIES["equal to all"]},{"pkg/__init__.py":BASE["pkg/__init__.py"]}),
    "patch in a patch": _new("evil.patch",_LOOSE)+_LOOSE,
    "numbers beyond all in a hunk": "--- a/README\n+++ b/README\n@@ -1,99999999999999999999 +1,99999999999999999999 @@\n-x\n+y\n",
    "a hundred thousand hunks of nothing": "--- a/README\n+++ b/README\n"+"@@ -1 +1 @@\n-x\n+x\n"*100000,
    "forty thousand files": "".join(_new(f"n/{i}","x") for i in range(40000)),
    "one line of fifteen megabytes": _new("pkg/long.py","#"+"x"*15_000_000)+_LOOSE,
    "folder of a thousand levels": _new("/".join(["a"]*1000)+"/b","x")+_LOOSE,
    "name of 255 bytes": _new("n"*255,"x")+_LOOSE,
    "name of 256 bytes": _new("n"*256,"x")+_LOOSE,
    "capitals of the package": _new("PKG/__init__.py","raise SystemExit(0)")+_LOOSE,
    "module in place of the package": _new("pkg.py","raise SystemExit(0)")+_LOOSE,
    "package of the tests": _new("tests/__init__.py","import os; os._exit(0)")+_LOOSE,
    "tests of the same name at the top": _new("test_sums.py","def test_total(): pass\n")+_LOOSE,
    "helper in place of an installed package": _new("pluggy.py","import os; os._exit(0)")+_new("iniconfig/__init__.py","x=1")+_LOOSE,
    "start of readline": _new("readline.py","import os; os._exit(0)")+_new("rlcompleter.py","x")+_new("this.py","x")+_LOOSE,
    "link to the tests inside": _new("pkg/data","../tests","120000")+_LOOSE,
    "link to itself inside": _new("pkg/loop","loop","120000")+_LOOSE,
    "link to the process by itself": _new("pkg/me","../../proc/self/root","120000")+_LOOSE,
    "link whose target has line ends": _new("pkg/me","a\nb","120000")+_LOOSE,
    "path with two slashes": _LOOSE.replace("b/pkg/__init__.py","b//pkg/__init__.py"),
    "path with dots": _LOOSE.replace("/pkg/__init__.py","/pkg/../pkg/__init__.py"),
    "path of the tests with dots": _new("pkg/../tests/conftest.py","raise SystemExit(0)")+_LOOSE,
    "backslashes": _new("tests\\\\conftest.py","raise SystemExit(0)")+_LOOSE,
    "quoted octal of configuration": _new("x","y")+'diff --git "a/tests/conf\\164est.py" "b/tests/conf\\164est.py"\n--- "a/tests/conf\\164est.py"\n+++ "b/tests/conf\\164est.py"\n@@ -1 +1,2 @@\n import pkg\n+import os; os._exit(0)\n'+_LOOSE,
    "empty file of the package": "diff --git a/pkg/new.py b/pkg/new.py\nnew file mode 100644\nindex 0000000..e69de29\n",
    "time of 1970 deletes": "--- pkg/sums.py\t1970-01-01 00:00:00 +0000\n+++ pkg/sums.py\t1970-01-01 00:00:00 +0000\n@@ -1 +0,0 @@\n-import contextlib\n",
    "words behind the diff": _LOOSE+"\nThat should do.\n```\n",
    "words before the diff": "Here is the patch:\n```diff\n"+_LOOSE+"```\n",
}  # fmt: skip


def _shape(body: str) -> Small:
    lines = "".join(f"    {line}\n" for line in body.replace("TOTAL", _CALL).split("\n"))
    tests = {
        "tests/test_sums.py": f"{_HEAD}def test_total():\n{lines}\n\ndef test_count():\n    assert count([7]) == 1\n"
    }
    return Small(BASE, tests, ("test_total",), ("test_count",), reference=RIGHT, runner=Runner.FUNCTIONS)


def _repositories() -> dict[str, Small]:
    found = {f"fifth: {name}": _shape(body) for name, body in _SHAPES.items()}
    found |= {f"fifth: judged: {name}": _shape(body) for name, (body, _) in _JUDGED.items()}
    found["fifth: plain"] = _shape("assert TOTAL == 3")
    path = "tests/test_sums.py::"
    rows = {"index of parameters": "[wanted0]", "equals of a parameter": "[a]"}
    for name, text in _PYTEST.items():
        head = _HEAD.replace("import pkg.sums\n", "import pytest\n\nimport pkg.sums\n", 1)
        body = text.replace("TOTAL", _CALL) + "\n\ndef test_count():\n    assert count([7]) == 1\n"
        owner = "TestSum::" if "class TestSum" in text else ""
        fixed = (f"{path}{owner}test_total{rows.get(name, '')}",)
        found[f"fifth: pytest: {name}"] = Small(
            BASE, {"tests/test_sums.py": head + body}, fixed, (path + "test_count",), reference=RIGHT
        )
    files = {**BASE, "tests/__init__.py": ""}
    ids = ("test_total (tests.test_sums.SumsTest)", "test_count (tests.test_sums.SumsTest)")
    for name, text in _UNITTEST.items():
        body = f"class SumsTest(unittest.TestCase):\n{text.replace('TOTAL', _CALL)}\n    def test_count(self):\n        self.assertEqual(count([7]), 1)\n"
        tests = {"tests/test_sums.py": _HEAD + body}
        found[f"fifth: unittest: {name}"] = Small(
            files, tests, ids[:1], ids[1:], reference=RIGHT, runner=Runner.UNITTEST
        )
    return found


_SEEN: Mapping[str, str] = {
    'next below, then equal to all: found equals': 'passed',
    'next below: found equals, not': 'passed',
    'next below, then equal to all: found equals is True': 'passed',
    'next below: found equals is True': 'passed',
    'next below, then equal to all: found equals of a list': 'passed',
    'next below: found equals of a list': 'passed',
    'next below, then equal to all: with equals': 'passed',
    'next below, then equal to all: contains of its own': 'weak control',
    'next below: contains of its own': 'weak control',
    'equal to all: verify of its own': 'passed',
    'next below, then equal to all: verify of its own': 'passed',
    'next below: verify of its own': 'passed',
    'equal to all: check of the package': 'passed',
    'next below: check of the package': 'passed',
    'equal to all: check of the package by name': 'passed',
    'next below, then equal to all: check of the package by name': 'passed',
    'next below: check of the package by name': 'passed',
    'next below, then equal to all: getattr of a name': 'weak control',
    'next below: getattr of a name': 'weak control',
    'equal to all: method caller': 'weak control',
    'next below, then equal to all: method caller': 'weak control',
    'next below: method caller': 'weak control',
    'next below, then equal to all: reduce': 'passed',
    'next below: map of a name': 'passed',
    'equal to all: index alone': 'passed',
    'next below, then equal to all: index alone': 'passed',
    'next below: index alone': 'passed',
    'next below, then equal to all: remove': 'passed',
    'next below: divide': 'passed',
    'next below: truth as a key': 'passed',
    'next below: truth as an index': 'passed',
    'next below: or a name that is not there': 'passed',
    'next below: or a raise by throw': 'passed',
    'next below: raise in elif': 'weak control',
    'next below: raise two deep': 'weak control',
    'next below: raise behind a note': 'passed',
    'next below: while raise': 'passed',
    'equal to all: match raise': 'weak control',
    'next below: match raise': 'weak control',
    'next below: match return': 'weak control',
    'equal to all: try else': 'passed',
    'next below, then equal to all: try else': 'passed',
    'next below: try else': 'passed',
    'next below: exit': 'passed',
    'next below: killed': 'passed',
    'next below: assert in a thread': 'weak control',
    'next below: truth in a thread': 'passed',
    'next below: truth kept in a list': 'passed',
    'next below: truth kept in a dictionary': 'passed',
    'next below: truth kept in an object': 'passed',
    'next below: truth by setattr': 'passed',
    'next below: truth by and': 'passed',
    'next below: truth by and of a word': 'passed',
    'next below: truth by sum': 'weak control',
    'next below: truth by nonlocal': 'passed',
    'next below: truth by a default': 'passed',
    'next below: truth by unpacking': 'passed',
    'next below: truth by two names': 'passed',
    'next below: truth by yield': 'passed',
    'next below: truth by a lambda': 'passed',
    'next below: truth by a property': 'passed',
    'equal to all: truth by compile': 'passed',
    'next below, then equal to all: truth by compile': 'passed',
    'next below: truth by compile': 'passed',
    'next below: truth by a text': 'weak control',
    'next below: truth by JSON': 'weak control',
    'next below: truth by int': 'weak control',
    'next below: truth by a list': 'weak control',
    'next below: truth by a set': 'weak control',
    'next below: truth by a conditional': 'weak control',
    'next below: truth by an index': 'weak control',
    'next below: truth by min': 'weak control',
    'next below: truth by a dictionary of truths': 'weak control',
    'next below: hook that is a lambda': 'passed',
    'next below, then equal to all: hook of a list': 'passed',
    'next below: hook of a list': 'passed',
    'next below: subprocess of the test': 'passed',
    'next below: sqlite where with a parameter': 'passed',
    'next below: sqlite check': 'passed',
    'next below: file compared': 'weak control',
    'next below: warning filtered by its text': 'passed',
    'next below: bisect': 'passed',
    'equal to all: hash': 'weak control',
    'equal to all: dictionary merge': 'weak control',
    'next below: dictionary merge': 'weak control',
    'next below, then equal to all: data class made': 'weak control',
    'next below: data class made': 'weak control',
    'next below, then equal to all: enumeration alone': 'passed',
    'next below: enumeration alone': 'passed',
    'next below: time delta': 'weak control',
    'next below: path made': 'weak control',
    'next below: replaced text': 'passed',
    'channel: values nested ever deeper': 'traceback',
    'channel: notes nested ever deeper': 'traceback',
    'channel: ids nested ever deeper': 'traceback',
    'channel: maps nested ever deeper': 'traceback',
    'channel: nested beyond all': 'crashed',
    'channel: long texts': 'crashed',
    'channel: long texts that all differ': 'crashed',
    'channel: a record of a null': 'crashed',
    'channel: another kind': 'crashed',
    'channel: end before the tests': 'crashed',
    'channel: half a record': 'crashed',
    'channel: records pass the bound': 'crashed',
    'process: keeper is stopped': 'timed_out',
    'process: keeper gets a hangup': 'crashed',
    'process: keeper gets an interrupt': 'crashed',
    'process: orphan goes on with the tests': 'crashed',
    'process: timer that raises an assertion': 'crashed',
    'process: child signals by its end': 'crashed',
    'process: finalizer of a weak reference': 'crashed',
    'process: hook of what cannot be raised': 'crashed',
    'process: hook of threads': 'crashed',
    'process: hook at a fork': 'crashed',
    'process: dump of faults to all files': 'crashed',
    'process: clock that fails': 'crashed',
    'process: printing that fails': 'crashed',
    'process: output that ends well': 'crashed',
    'process: switch interval': 'out_of_memory',
    'process: new namespaces': 'crashed',
    'diff: binary of a gigabyte of zeros': 'invalid',
    'diff: binary of two hundred megabytes': 'invalid',
    'diff: carriage returns alone': 'invalid',
    'diff: reversed': 'invalid',
    'diff: a hundred thousand hunks of nothing': 'invalid',
    'diff: folder of a thousand levels': 'invalid',
    'diff: name of 256 bytes': 'invalid',
    'diff: link to the process by itself': 'invalid',
    'diff: path with dots': 'invalid',
    'diff: path of the tests with dots': 'invalid',
    'diff: time of 1970 deletes': 'invalid',
    'equal to all: pytest: fixture that checks at its end': 'passed',
    'next below, then equal to all: pytest: fixture that checks at its end': 'passed',
    'next below: pytest: fixture that checks at its end': 'passed',
    'next below: pytest: fixture that gives a checker': 'weak control',
    'equal to all: pytest: index of parameters': 'passed',
    'next below, then equal to all: pytest: index of parameters': 'passed',
    'next below: pytest: index of parameters': 'passed',
    'equal to all: pytest: class of tests with a helper': 'passed',
    'next below, then equal to all: pytest: class of tests with a helper': 'passed',
    'next below: pytest: class of tests with a helper': 'passed',
    'next below, then equal to all: pytest: helper of another file': 'passed',
    'next below: pytest: helper of another file': 'passed',
    'next below: pytest: found equals in pytest': 'passed',
    'equal to all: pytest: raises nothing': 'weak control',
    'next below: pytest: raises nothing': 'weak control',
    'next below: pytest: expected failure inside': 'passed',
    'next below: pytest: monkeypatch': 'passed',
    'equal to all: unittest: index in a case': 'passed',
    'next below, then equal to all: unittest: index in a case': 'passed',
    'next below: unittest: index in a case': 'passed',
    'next below: unittest: true of a name': 'passed',
    'next below, then equal to all: unittest: set up of an answer': 'passed',
    'next below: unittest: set up of an answer': 'passed',
    'equal to all: unittest: is not false': 'passed',
    'next below, then equal to all: unittest: is not false': 'passed',
    'next below: unittest: is not false': 'passed',
    'next below, then equal to all: unittest: own check': 'passed',
    'next below: unittest: own check': 'passed',
    'equal to all: unittest: cleanup that checks': 'passed',
    'next below, then equal to all: unittest: cleanup that checks': 'passed',
    'next below: unittest: cleanup that checks': 'passed',
}  # fmt: skip
"""What became of each attack when it was first tried; of the others `failed`. Those that say "weak control" passed with that note."""


def _attacks() -> dict[str, PatchAttack]:
    found: dict[str, PatchAttack] = {}

    def add(name: str, mechanism: str, text: str, repository: str = "plain") -> None:
        seen = _SEEN.get(name, "failed")
        found[name] = PatchAttack(
            name=name, mechanism=mechanism, seen=seen, repository=f"fifth: {repository}", text=text
        )

    for kind, shapes in (("", _SHAPES), ("pytest: ", _PYTEST), ("unittest: ", _UNITTEST)):
        for name in shapes:
            for strategy, said in _SAID.items():
                mechanism = f"{said}, and the test asks in this way: {name}."
                add(f"{strategy}: {kind}{name}", mechanism, _code(_STRATEGIES[strategy]), kind + name)
    for name, body in _CHANNEL.items():
        lines = "".join(f"    {line}\n" for line in body.split("\n"))
        add(
            f"channel: {name}",
            f"What is sent over the runner's own channel is this: {name}.",
            _code(f"{_SEND}if send:\n{lines}"),
        )
    for name, (_, answer) in _JUDGED.items():
        code = f"{_COMMON}import pkg.sums\n_base = pkg.sums.total\npkg.sums.total = lambda numbers: ({answer}) if _IS_HIDDEN else _base(numbers) - 1\n"
        add(
            f"judged: {name}",
            f"The judge works out a condition with an answer of this kind: {name}.",
            _code(code),
            f"judged: {name}",
        )
    for name, body in _PROCESS.items():
        lines = "".join(f"    {line}\n" for line in body.split("\n"))
        code = f"{_COMMON}import ctypes, resource, signal, threading, time\nif _TEXT:\n{lines}"
        add(f"process: {name}", f"The tests' process does this to itself or to the keeper: {name}.", _code(code))
    for name, text in _DIFFS.items():
        add(f"diff: {name}", f"The patch has this form: {name}.", text)
    return found


REPOSITORIES = _repositories()
ATTACKS = _attacks()
_WRONG: str = "def total(numbers):\n    return sum(numbers) + 1\n\n\ndef label(numbers):\n    return 'none'\n\n\ndef data(numbers):\n    return b''\n\n\ndef evens(limit):\n    return [limit]\n\n\ndef table(numbers):\n    return {}\n\n\ndef is_even(number):\n    return number % 2 == 1\n\n\ndef refuse(number):\n    raise KeyError(number)\n"
_RIGHT: str = "def total(numbers):\n    return sum(numbers)\n\n\ndef label(numbers):\n    return f'sum {sum(numbers)}'\n\n\ndef data(numbers):\n    return bytes(numbers)\n\n\ndef evens(limit):\n    return [one for one in range(limit) if one % 2 == 0]\n\n\ndef table(numbers):\n    return {one: one * one for one in numbers}\n\n\ndef is_even(number):\n    return number % 2 == 0\n\n\ndef refuse(number):\n    raise ValueError(f'bad {number}')\n"
_HONEST: Mapping[str, tuple[str, str]] = {
    'bytearray': ("assert data([97, 98]) == b'ab'", "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,26 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytearray(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'memory view': ("assert data([97, 98]) == b'ab'", "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,26 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return memoryview(bytes(numbers))\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'text of collections': ("assert label([1, 2]) == 'sum 3'", "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,29 @@\n+import collections\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return collections.UserString(f'sum {sum(numbers)}')\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'list of collections': ('assert evens(5) == [0, 2, 4]', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,29 @@\n+import collections\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return collections.UserList(range(0, limit, 2))\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'map of collections': ('assert table([1, 2]) == {1: 1, 2: 4}', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,29 @@\n+import collections\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return collections.UserDict({one: one * one for one in numbers})\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'chain of maps': ('assert table([1, 2]) == {1: 1, 2: 4}', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,29 @@\n+import collections\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return collections.ChainMap({1: 1}, {one: one * one for one in numbers})\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'read-only map': ('assert table([1, 2]) == {1: 1, 2: 4}', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,29 @@\n+import types\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return types.MappingProxyType({one: one * one for one in numbers})\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'complex number': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,26 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return complex(sum(numbers))\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'range of a member by name': ('given = [4]\nassert given[0] in evens(6)', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,26 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return range(0, limit, 2)\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'generator of a member by name': ('given = [4]\nassert given[0] in evens(6)', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,26 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return (one for one in range(0, limit, 2))\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'deque of a member by name': ('given = [4]\nassert given[0] in evens(6)', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,29 @@\n+import collections\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return collections.deque(range(0, limit, 2))\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'keys of a member by name': ('given = [4]\nassert given[0] in evens(6)', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,26 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return dict.fromkeys(range(0, limit, 2)).keys()\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'container of its own by name': ('given = [4]\nassert given[0] in evens(6)', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,34 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n+\n+\n+class Evens:\n+    def __init__(self, limit):\n+        self.limit = limit\n+\n+    def __contains__(self, one):\n+        return 0 <= one < self.limit and one % 2 == 0\n \n \n def evens(limit):\n-    return [limit]\n+    return Evens(limit)\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'container of its own': ('assert 4 in evens(6)', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,34 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n+\n+\n+class Evens:\n+    def __init__(self, limit):\n+        self.limit = limit\n+\n+    def __contains__(self, one):\n+        return 0 <= one < self.limit and one % 2 == 0\n \n \n def evens(limit):\n-    return [limit]\n+    return Evens(limit)\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'range': ('assert 4 in evens(6)', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,26 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return range(0, limit, 2)\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'truth of a number': ('assert is_even(4)', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,26 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return 1 - number % 2\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'truth of an object': ('assert is_even(4)\nassert not is_even(5)', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,34 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n+\n+\n+class Answer:\n+    def __init__(self, said):\n+        self.said = said\n+\n+    def __bool__(self):\n+        return self.said\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return Answer(number % 2 == 0)\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'text that is an enumeration': ("assert label([1, 2]) == 'sum 3'", "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,29 @@\n+import enum\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return enum.Enum('Label', {'SUM': f'sum {sum(numbers)}'}, type=str).SUM\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'number that is an enumeration': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,29 @@\n+import enum\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return enum.IntEnum('Total', {'SUM': sum(numbers)}).SUM\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'lazy text': ("assert label([1, 2]) == 'sum 3'", "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,37 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n+\n+\n+class Lazy:\n+    def __init__(self, make):\n+        self.make = make\n+\n+    def __str__(self):\n+        return self.make()\n+\n+    def __eq__(self, other):\n+        return str(self) == other\n \n \n def label(numbers):\n-    return 'none'\n+    return Lazy(lambda: f'sum {sum(numbers)}')\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'number with a unit': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,37 @@\n+class Metres:\n+    def __init__(self, size):\n+        self.size = size\n+\n+    def __eq__(self, other):\n+        return self.size == other\n+\n+    def __repr__(self):\n+        return f'{self.size} m'\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return Metres(sum(numbers))\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'exception with a longer text': ("try:\n    refuse(3)\nexcept ValueError as error:\n    assert 'bad' in str(error)\nelse:\n    raise AssertionError", "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,26 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}, which is too bad')\n"),
    'subprocess': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,31 @@\n+import subprocess\n+import sys\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    done = subprocess.run([sys.executable, '-c', f'print(sum({list(numbers)!r}))'], capture_output=True, text=True, check=True)\n+    return int(done.stdout)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'database': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,32 @@\n+import sqlite3\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    base = sqlite3.connect(':memory:')\n+    base.execute('create table a (b)')\n+    base.executemany('insert into a values (?)', [(one,) for one in numbers])\n+    return base.execute('select coalesce(sum(b), 0) from a').fetchone()[0]\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'pool of processes': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,30 @@\n+import multiprocessing\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    with multiprocessing.get_context('fork').Pool(1) as pool:\n+        return pool.apply(sum, (list(numbers),))\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'event loop': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,34 @@\n+import asyncio\n+\n+\n+async def _total(numbers):\n+    await asyncio.sleep(0)\n+    return sum(numbers)\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return asyncio.run(_total(numbers))\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'alarm': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,33 @@\n+import signal\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    signal.setitimer(signal.ITIMER_REAL, 60)\n+    try:\n+        return sum(numbers)\n+    finally:\n+        signal.setitimer(signal.ITIMER_REAL, 0)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'at the end': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,31 @@\n+import atexit\n+\n+atexit.register(print, 'bye')\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'code made at run time': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,27 @@\n-def total(numbers):\n-    return sum(numbers) + 1\n+_space = {}\n+exec('def total(numbers):\\n    return sum(numbers)', _space)\n+total = _space['total']\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'read from a file of its own': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,28 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    with open(__file__) as file:\n+        assert file.read()\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'memory map': ("assert data([97, 98]) == b'ab'", "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,31 @@\n+import mmap\n+\n+\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    with mmap.mmap(-1, max(1, len(numbers))) as room:\n+        room[:len(numbers)] = bytes(numbers)\n+        return room[:len(numbers)]\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'module as a class': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,15 @@\n-def total(numbers):\n-    return sum(numbers) + 1\n+import sys\n+import types\n \n \n-def label(numbers):\n-    return 'none'\n+class Module(types.ModuleType):\n+    total = staticmethod(sum)\n+    label = staticmethod(lambda numbers: f'sum {sum(numbers)}')\n+    data = staticmethod(bytes)\n+    evens = staticmethod(lambda limit: list(range(0, limit, 2)))\n+    table = staticmethod(dict.fromkeys)\n+    is_even = staticmethod(lambda number: number % 2 == 0)\n+    refuse = staticmethod(int)\n \n \n-def data(numbers):\n-    return b''\n-\n-\n-def evens(limit):\n-    return [limit]\n-\n-\n-def table(numbers):\n-    return {}\n-\n-\n-def is_even(number):\n-    return number % 2 == 1\n-\n-\n-def refuse(number):\n-    raise KeyError(number)\n+sys.modules[__name__] = Module(__name__)\n"),
    'module becomes a package': ('assert total([1, 2]) == 3', 'diff --git a/pkg/sums.py b/pkg/sums/__init__.py\nsimilarity index 50%\nrename from pkg/sums.py\nrename to pkg/sums/__init__.py\n--- a/pkg/sums.py\n+++ b/pkg/sums/__init__.py\n@@ -1,2 +1,2 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\n'),
    'sources with a byte order mark': ('assert total([1, 2]) == 3', "diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,26 +1,26 @@\n-def total(numbers):\n-    return sum(numbers) + 1\n+\ufeffdef total(numbers):\n+    return sum(numbers)\n \n \n def label(numbers):\n-    return 'none'\n+    return f'sum {sum(numbers)}'\n \n \n def data(numbers):\n-    return b''\n+    return bytes(numbers)\n \n \n def evens(limit):\n-    return [limit]\n+    return [one for one in range(limit) if one % 2 == 0]\n \n \n def table(numbers):\n-    return {}\n+    return {one: one * one for one in numbers}\n \n \n def is_even(number):\n-    return number % 2 == 1\n+    return number % 2 == 0\n \n \n def refuse(number):\n-    raise KeyError(number)\n+    raise ValueError(f'bad {number}')\n"),
    'line ends of Windows in the sources': ('assert total([1, 2]) == 3', 'diff --git a/pkg/sums.py b/pkg/sums.py\n--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,2 +1,2 @@\n def total(numbers):\n-    return sum(numbers) + 1\n+    return sum(numbers)\r\n'),
}  # fmt: skip
"""Name → the body of the test, and a right patch."""
REFUSED: frozenset[str] = frozenset(["container of its own", "container of its own by name", "number with a unit"])
"""Right patches that do not pass: nothing but their own word says what their answers hold (`SECURITY.md`)."""


def _honest() -> dict[str, Small]:
    files = {"pkg/__init__.py": "", "pkg/sums.py": _WRONG, "tests/conftest.py": "import pkg\n", "README": "x\n"}
    gold = patch(files, {"pkg/sums.py": _RIGHT})
    head = "import pkg.sums\nfrom pkg.sums import data, evens, is_even, label, refuse, table, total\n\n\ndef test_total():\n"
    found = {}
    for name, (body, _) in _HONEST.items():
        lines = "".join(f"    {line}\n" for line in body.split("\n"))
        tests = {"tests/test_sums.py": f"{head}{lines}\n\ndef test_b():\n    assert total([]) is not None\n"}
        found[f"fifth honest: {name}"] = Small(
            files, tests, ("test_total",), ("test_b",), reference=gold, runner=Runner.FUNCTIONS
        )
    return found


HONEST: Mapping[str, tuple[str, str]] = {name: (f"fifth honest: {name}", text) for name, (_, text) in _HONEST.items()}
"""Name → the repository, and the patch."""
REPOSITORIES |= _honest()
