"""What tests of tests in other languages share: a judge, a small problem in each language, and skips."""

from __future__ import annotations

import atexit
import functools
from dataclasses import dataclass

import pytest

from assay.judges.shared import SharedJudge
from assay.records import Candidate, Limits, NativeSuite, Problem, Trial
from assay.sandbox.recipes import tools
from assay.sandbox.toolchains import MissingToolchain
from assay.sandbox.warm import WarmPython

LIMITS = Limits(seconds=20.0)


@dataclass(frozen=True, slots=True)
class Small:
    """Tests of a function `add` in one language, with a right and a wrong candidate."""

    language: str
    right: str
    wrong: str
    tests: str
    before: str = ""

    def problem(self, *, reference: bool = True) -> Problem:
        check = NativeSuite(self.tests, before=self.before, entry_point="add")
        return Problem("add", check, language=self.language, reference=self.right if reference else "")


@functools.cache
def shared_judge() -> SharedJudge:
    sandbox = WarmPython()
    atexit.register(sandbox.close)
    return SharedJudge(sandbox, LIMITS)


def judged(small: Small, source: str, *, reference: bool = True) -> Trial:
    """The trial of a source; skips the test where the language, or a library that its tests use, is not installed."""
    needs(small.language)
    trial = shared_judge().judge(small.problem(reference=reference), Candidate(source))
    if trial.verdict is None and "apt install" in trial.fault:
        pytest.skip(trial.fault)
    return trial


def needs(language: str) -> None:
    """Skip the test where a language is not installed."""
    try:
        tools(language)
    except MissingToolchain as error:
        pytest.skip(str(error))


def assert_not_forged(small: Small, source: str) -> None:
    """A wrong candidate that attacks its tests must be judged, and must not pass."""
    trial = judged(small, source)

    assert trial.fault == ""
    assert trial.verdict is not None
    assert not trial.verdict.passed, trial.executions


RUBY = Small(
    "ruby",
    "def add(a, b)\n  a + b\nend\n",
    "def add(a, b)\n  a - b\nend\n",
    'x0 = add(1, 2)\nv0 = 3\nif x0 != v0\n    raise StandardError, "Error at test case 1"\nend\n'
    'x1 = add(3, 4)\nv1 = 7\nif x1 != v1\n    raise StandardError, "Error at test case 2"\nend\n',
)
RUBY_UNIT = Small(
    "ruby",
    RUBY.right,
    RUBY.wrong,
    "require 'test/unit'\nclass TestHumanEval < Test::Unit::TestCase\n  def test_add\n    candidate = method(:add)\n"
    "    assert_equal(3, candidate.call(1, 2))\n    assert_equal(7, candidate.call(3, 4))\n  end\nend\n",
)
PHP = Small(
    "php",
    "<?php\nfunction add($a, $b) {\n    return $a + $b;\n}\n",
    "<?php\nfunction add($a, $b) {\n    return $a - $b;\n}\n",
    "function compare($x, $y) {\n    return $x == $y;\n}\n\n$x0 = add(1, 2);\n$v0 = 3;\nif (!compare($x0, $v0)) {\n"
    '    throw new Exception("Error at 1th assert statement.");\n}\n',
)
PHP_TEST = Small(
    "php",
    PHP.right,
    PHP.wrong,
    "function candidate(...$args) {\n    return add(...$args);\n}\n\nfunction test(): void {\n"
    '    if (candidate(1, 2) !== 3) { throw new Exception("Test failed!"); }\n}\n\ntest();',
)
PERL = Small(
    "perl",
    "sub add {\n    my ($a, $b) = @_;\n    return $a + $b;\n}\n",
    "sub add {\n    my ($a, $b) = @_;\n    return $a - $b;\n}\n",
    "use Data::Compare;\n\nmy $arg00 = 1;\nmy $arg01 = 2;\nmy $x0 = add($arg00, $arg01);\nmy $v0 = 3;\n"
    'unless(Compare($x0, $v0)) {\n    die "Exception -- test case 0 did not pass.";\n}\n',
)
PERL_DEEP = Small(
    "perl",
    PERL.right,
    PERL.wrong,
    "use Test::Deep;\n\nsub testhumaneval {\n    my $candidate = \\&add;\n"
    "        if(eq_deeply($candidate->(1, 2),3)) {\n"
    '        print "ok!" }else{\n        exit 1;\n        }\n}\n\ntesthumaneval();',
)
LUA = Small(
    "lua",
    "local function add(a, b)\n  return a + b\nend\n",
    "local function add(a, b)\n  return a - b\nend\n",
    "lu = require('luaunit')\n\nfunction test_humaneval()\nlocal candidate = add\n"
    "    lu.assertEquals(candidate(1, 2), 3)\nend\n\nos.exit(lu.LuaUnit.run())",
)
BASH = Small(
    "bash",
    "#!/bin/bash\nadd() {\n    echo $(($1 + $2))\n",
    "#!/bin/bash\nadd() {\n    echo $(($1 - $2))\n",
    '}\n\ncandidate() {\n    add "$@"\n}\n\nset -e\nrun_test() {\n    [[ $(candidate "1" "2") = "3" ]]\n}\n\nrun_test',
)
R = Small(
    "r",
    "add <- function(a, b) {\n  a + b\n}\n",
    "add <- function(a, b) {\n  a - b\n}\n",
    "test_humaneval <- function() {\n    candidate <- add\n"
    "    stopifnot(isTRUE(all.equal(candidate(1, 2), 3)))\n}\ntest_humaneval()",
)
_GO_HEAD = 'package main\n\nimport (\n\t"encoding/json"\n\t"reflect"\n)\n'
GO = Small(
    "go",
    _GO_HEAD + "func add(a int, b int) int {\n\treturn a + b\n}\n",
    _GO_HEAD + "func add(a int, b int) int {\n\treturn a - b\n}\n",
    "func deepCompare(a interface{}, b interface{}, msg string) bool {\n\taJSON, _ := json.Marshal(a)\n"
    "\tbJSON, _ := json.Marshal(b)\n\tif !reflect.DeepEqual(aJSON, bJSON) {\n\t\tpanic(msg)\n\t}\n\treturn true\n}\n\n"
    'func main() {\n\tactual_1 := add(1, 2)\n\texpected_1 := 3\n\tdeepCompare(actual_1, expected_1, "Exception ---'
    ' test case 0 failed to pass")\n}\n',
)
GO_TEST = Small(
    "go",
    "func add(a int, b int) int {\n    return a + b\n}\n",
    "func add(a int, b int) int {\n    return a - b\n}\n",
    "func TestAdd(t *testing.T) {\n    assert := assert.New(t)\n    assert.Equal(3, add(1, 2))\n"
    "    assert.Equal(7, add(3, 4))\n}\n",
    'package main\n\nimport (\n    "testing"\n    "github.com/stretchr/testify/assert"\n)\n',
)
SMALL = {
    "ruby": RUBY,
    "ruby-unit": RUBY_UNIT,
    "php": PHP,
    "php-test": PHP_TEST,
    "perl": PERL,
    "perl-deep": PERL_DEEP,
    "lua": LUA,
    "bash": BASH,
    "r": R,
    "go": GO,
    "go-test": GO_TEST,
}
