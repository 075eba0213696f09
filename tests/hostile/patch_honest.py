# ruff: noqa: E501  # code stands on one line
"""Honest patches in odd ways: other representations, threads, chance, warnings, output, new modules, changed tests."""

from __future__ import annotations

from collections.abc import Mapping

from tests.hostile.patch_repositories import REPOSITORIES, RIGHT
from tests.repositories.small import BASE, patch

_COUNT = "\n\n\ndef count(numbers):\n    return len(numbers)\n"


def _sums(code: str, **more: str) -> tuple[str, str]:
    return "functions", patch(BASE, {"pkg/sums.py": code + _COUNT, **more})


def _kind(kind: str, code: str, **more: str) -> tuple[str, str]:
    return kind, patch(REPOSITORIES[kind].files, {f"pkg/{kind}.py": code, **more})


HONEST: Mapping[str, tuple[str, str]] = {
    "loop": _sums("def total(numbers):\n    found = 0\n    for one in numbers:\n        found += one\n    return found"),
    "recursion": _sums("def total(numbers):\n    return numbers[0] + total(numbers[1:]) if numbers else 0"),
    "float": _sums("def total(numbers):\n    return float(sum(numbers))"),
    "fraction": _sums("from fractions import Fraction\n\n\ndef total(numbers):\n    return sum(map(Fraction, numbers))"),
    "subclass of int": _sums("class Sum(int):\n    pass\n\n\ndef total(numbers):\n    return Sum(sum(numbers))"),
    "decimal": _sums("from decimal import Decimal\n\n\ndef total(numbers):\n    return Decimal(sum(numbers))"),
    "threads": _sums("from concurrent.futures import ThreadPoolExecutor\n\n\ndef total(numbers):\n    with ThreadPoolExecutor(2) as pool:\n        return pool.submit(sum, numbers).result()"),
    "chance": _sums("import random\n\n\ndef total(numbers):\n    return sum(random.sample(list(numbers), len(numbers)))"),
    "output": _sums("import sys\n\n\ndef total(numbers):\n    print('total of', numbers)\n    print('x', file=sys.stderr)\n    return sum(numbers)"),
    "warnings": _sums("import warnings\n\n\ndef total(numbers):\n    warnings.warn('slow')\n    return sum(numbers)"),
    "slow": _sums("import time\n\n\ndef total(numbers):\n    time.sleep(0.02)\n    return sum(numbers)"),
    "cache": _sums("import functools\n\n\n@functools.cache\ndef _add(numbers):\n    return sum(numbers)\n\n\ndef total(numbers):\n    return _add(tuple(numbers))"),
    "process": _sums("import os\n\n\ndef total(numbers):\n    reader, writer = os.pipe()\n    child = os.fork()\n    if not child:\n        os.write(writer, str(sum(numbers)).encode())\n        os._exit(0)\n    os.waitpid(child, 0)\n    return int(os.read(reader, 99))"),
    "file of its own": _sums("import tempfile\n\n\ndef total(numbers):\n    with tempfile.TemporaryFile() as file:\n        file.write(bytes(sum(numbers)))\n        return file.tell()"),
    "new module": _sums("from pkg.adding import add as total", **{"pkg/adding.py": "def add(numbers):\n    return sum(numbers)\n"}),
    "changed tests": _sums("def total(numbers):\n    return sum(numbers)", **{"tests/test_sums.py": "def test_nothing():\n    pass\n", "README": "Sums.\n"}),
    "other list": _kind("data", RIGHT["pkg/data.py"].replace("list(dict.fromkeys(items))", "type('Items', (list,), {})(dict.fromkeys(items))")),
    "default dictionary": _kind("data", RIGHT["pkg/data.py"].replace("found = {}", "import collections\n    found = collections.defaultdict(list)")),
    "ordered dictionary": _kind("data", RIGHT["pkg/data.py"].replace("found = {}", "import collections\n    found = collections.OrderedDict()")),
    "subclass of str": _kind("texts", "class Text(str):\n    pass\n\n\n" + RIGHT["pkg/texts.py"].replace("return text.title()", "return Text(text.title())")),
    "regular expressions": _kind("texts", "import re\n\n\n" + RIGHT["pkg/texts.py"].replace("text.lower().replace(' ', '-')", "re.sub(' ', '-', text.lower())")),
    "fsum": _kind("floats", "import math\n\n\n" + RIGHT["pkg/floats.py"].replace("sum(numbers)", "math.fsum(numbers)")),
    "statistics": _kind("floats", "import statistics\n\n\n" + RIGHT["pkg/floats.py"].replace("sum(numbers) / len(numbers)", "statistics.fmean(numbers)")),
    "slots": _kind("objects", RIGHT["pkg/objects.py"].replace("class Point:\n", "class Point:\n    __slots__ = ('x', 'y')\n\n")),
    "named tuple": _kind("objects", "import collections\n\n\nclass Point(collections.namedtuple('Point', 'x y')):\n    def __add__(self, other):\n        return Point(self.x + other.x, self.y + other.y)\n\n    def __repr__(self):\n        return f'Point({self.x}, {self.y})'\n\n    def moved(self):\n        return self.x\n"),
    "exceptions of its own": _kind("errors", "class Negative(ValueError):\n    pass\n\n\n" + RIGHT["pkg/errors.py"].replace("raise ValueError", "raise Negative")),
    "comparison of signs": _kind("tables", RIGHT["pkg/tables.py"].replace("min(high, max(low, number))", "sorted((low, number, high))[1]")),
    "deque": _kind("cases", "import collections\n" + RIGHT["pkg/cases.py"].replace("self.items = []", "self.items = collections.deque()")),
}  # fmt: skip
"""Name → the repository, and the patch."""
