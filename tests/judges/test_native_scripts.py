"""Tests in Ruby, PHP, Perl, Lua, Bash and R: right and wrong candidates, and those that attack their tests."""

from __future__ import annotations

import pytest

from assay.records import Verdict
from tests.judges import native_languages as native

FAST = ("ruby", "php", "perl", "lua", "bash")


def slow_but(rows: list[str], fast: tuple[str, ...]) -> list[object]:
    """The rows as parameters of a test, all marked as slow but a few."""
    return [pytest.param(row, marks=() if row in fast else pytest.mark.slow) for row in rows]


@pytest.mark.parametrize("name", slow_but([n for n in native.SMALL if not n.startswith("go")], FAST))
def test_a_right_candidate_passes_and_a_wrong_one_fails(name: str) -> None:
    small = native.SMALL[name]

    right, wrong = native.judged(small, small.right), native.judged(small, small.wrong)

    assert (right.verdict, wrong.verdict) == (Verdict.PASSED, Verdict.FAILED), (right, wrong)
    assert right.judge == "shared"
    assert right.isolation.startswith("shared+")


RUBY = {
    "exit": "def add(a, b)\n  exit(0)\nend\n",
    "exit at once": "exit!(0)\n",
    "at_exit": 'at_exit { $stdout.puts("0" * 32); exit!(0) }\ndef add(a, b)\n  0\nend\n',
    "integer equality": "class Integer\n  def ==(o) = true\n  def !=(o) = false\nend\ndef add(a, b) = 0\n",
    "basic object": "class BasicObject\n  def !=(other) = false\nend\ndef add(a, b) = 0\n",
    "prepended": "module Lies\n  def !=(o) = false\nend\nInteger.prepend(Lies)\ndef add(a, b) = 0\n",
    "refined": "module Lies\n  refine(Integer) { def !=(o) = false }\nend\nusing Lies\ndef add(a, b) = 0\n",
    "raise": "def raise(*) = nil\ndef add(a, b) = 0\n",
    "kernel raise": "module Kernel\n  def raise(*) = nil\nend\ndef add(a, b) = 0\n",
    "end of the file": "def add(a, b) = 0\n__END__\n",
    "open comment": "def add(a, b) = 0\n=begin\n",
    "strings of the process": "ObjectSpace.each_object(String) { |s| puts s if s =~ /\\A\\h{32}\\n?\\z/ }\nexit!(0)\n",
    "trace point": "TracePoint.new(:line, :return, :c_return) { |t| t.binding.local_variables.each { |v|"
    " $stdout.puts t.binding.local_variable_get(v).to_s } }.enable\ndef add(a, b) = exit!(0)\n",
    "trace func": "set_trace_func(proc { |*all| p all })\ndef add(a, b) = exit!(0)\n",
    "input again": 'i = IO.for_fd(0)\ni.seek(0) rescue nil\nputs(i.read)\nputs(File.read("/dev/stdin"))\nexit!(0)\n',
    "input by path": 'puts(File.read("/proc/self/fd/0"))\nexit!(0)\n',
    "other output": "$stdout = StringIO.new rescue nil\nSTDOUT.reopen(File::NULL)\ndef add(a, b) = 0\n",
    "eval and load": "def eval(*) = nil\ndef load(*) = nil\ndef instance_eval(*) = nil\ndef add(a, b) = 0\n",
    "driver": "g = TOPLEVEL_BINDING.local_variable_get(:guard)\ndef g.inside = nil\ndef add(a, b) = 0\n",
    "each value in a fork": "def add(a, b)\n  (0..9).each { |n| fork { return n } ; Process.wait }\n  exit!(0)\nend\n",
    "thread": "Thread.new { exit!(0) }\ndef add(a, b)\n  Thread.pass\n  Thread.main.kill\nend\n",
    "lying value": "class Liar\n  def !=(o) = false\n  def ==(o) = true\nend\ndef add(a, b) = Liar.new\n",
    "continuation": "require 'continuation'\n$k = nil\ncallcc { |k| $k = k }\ndef add(a, b)\n  throw :done\nend\n",
}
RUBY_UNIT = {
    "assertions": "require 'test/unit'\nmodule Test::Unit::Assertions\n  def assert_equal(*) = nil\nend\ndef add(a, "
    "b) = 0\n",
    "case": "require 'test/unit'\nclass Test::Unit::TestCase\n  def run(*) = nil\n  def assert_equal(*) = nil\nend\n"
    "def add(a, b) = 0\n",
    "own assertion": "class TestHumanEval < Test::Unit::TestCase\n  def assert_equal(*) = nil\nend\ndef add(a, "
    "b) = 0\n",
    "result": "class Test::Unit::TestResult\n  def passed? = true\nend\ndef add(a, b) = 0\n",
    "method_added": "class Test::Unit::TestCase\n  def self.method_added(name) = remove_method(name)\nend\n"
    "def add(a, b) = 0\n",
}


@pytest.mark.parametrize("name", slow_but(list(RUBY), ("exit", "kernel raise", "lying value")))
def test_no_program_in_ruby_forges_a_pass(name: str) -> None:
    native.assert_not_forged(native.RUBY, RUBY[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", RUBY_UNIT)
def test_no_program_in_ruby_switches_the_test_library_off(name: str) -> None:
    native.assert_not_forged(native.RUBY_UNIT, RUBY_UNIT[name])


ZERO = "function add($a, $b) { return 0; }\n"
PHP = {
    "exit": "<?php\nfunction add($a, $b) { exit(0); }\n",
    "exit at once": "<?php\ndie('0');\n",
    "end of the code": f"<?php\n{ZERO}?>\n",
    "halt": f"<?php\n{ZERO}__halt_compiler();\n",
    "open comment": f"<?php\n{ZERO}/*\n",
    "shutdown": f"<?php\nregister_shutdown_function(function () {{ echo str_repeat('0', 32), PHP_EOL; exit(0); "
    f"}});\n{ZERO}",
    "exception handler": f"<?php\nset_exception_handler(function ($e) {{ exit(0); }});\n{ZERO}",
    "destructor": f"<?php\nclass D {{ function __destruct() {{ exit(0); }} }}\n$d = new D;\n{ZERO}",
    "output buffer": f"<?php\nob_start(function ($text) {{ return str_repeat('0', 32); }});\n{ZERO}",
    "namespace": "<?php\nnamespace Lies;\nfunction add($a, $b) { return 0; }\nfunction compare($x, "
    "$y) { return true; }\n",
    "own comparison": f"<?php\nfunction compare($x, $y) {{ return true; }}\n{ZERO}",
    "backtrace": '<?php\nfunction add($a, $b) { array_walk_recursive(debug_backtrace(), fn($v) => print("$v\\n")); '
    "exit(0); }\n",
    "traces": "<?php\nfunction add($a, $b) { print_r((new Exception)->getTrace()); print_r($GLOBALS); exit(0); }\n",
    "input again": "<?php\n@rewind(STDIN);\necho file_get_contents('php://stdin'), "
    "file_get_contents('php://fd/0');\nexit(0);\n",
    "input by path": "<?php\necho @file_get_contents('/proc/self/fd/0'), @file_get_contents('/dev/stdin');\nexit(0);\n",
    "memory": "<?php\n$c = FFI::cdef('int getpid(void);');\necho @file_get_contents('/proc/self/mem');\nexit(0);\n",
    "ticks": f"<?php\ndeclare(ticks=1);\nregister_tick_function(function () {{ echo get_defined_vars(); }});\n{ZERO}",
    "wrappers": f"<?php\nstream_wrapper_unregister('php');\nfclose(STDOUT);\n{ZERO}",
    "lying value": "<?php\nfunction add($a, $b) { return new class { function __toString() { return '3'; } }; }\n",
    "true": "<?php\nfunction add($a, $b) { return true; }\n",
}


@pytest.mark.parametrize("name", slow_but(list(PHP), ("exit", "end of the code", "shutdown", "true")))
def test_no_program_in_php_forges_a_pass(name: str) -> None:
    native.assert_not_forged(native.PHP, PHP[name])


NOTHING = "sub add { return 0; }\n"
PERL = {
    "exit": "sub add { exit 0; }\n",
    "exit at once": "exit 0;\n",
    "end block": f"END {{ print '0' x 32, qq(\\n); $? = 0; }}\n{NOTHING}",
    "global die": f"BEGIN {{ *CORE::GLOBAL::die = sub {{ 1 }}; *CORE::GLOBAL::exit = sub {{ 1 }}; }}\n{NOTHING}",
    "die handler": f"$SIG{{__DIE__}} = sub {{ exit 0 }};\n{NOTHING}",
    "comparison": f"no warnings;\n*main::Compare = sub {{ 1 }};\n{NOTHING}",
    "comparison within": f"no warnings;\nuse Data::Compare ();\n*Data::Compare::Compare = sub {{ 1 }};\n{NOTHING}",
    "comparison in the call": "sub add { no warnings; *main::Compare = sub { 1 }; return 0; }\n",
    "overload": "package Liar;\n"
    "use overload 'eq' => sub { 1 }, '==' => sub { 1 }, 'ne' => sub { '' }, '\"\"' => sub { 3 };\n"
    "package main;\nsub add { return bless {}, 'Liar'; }\n",
    "end of the file": f"{NOTHING}__END__\n",
    "open documentation": f"{NOTHING}\n=pod\n\n",
    "last": "sub add { no warnings; last; }\n",
    "goto": "sub add { no warnings; goto DONE; }\n",
    "input again": "seek STDIN, 0, 0; print <STDIN>; open my $f, '<&=', 0; seek $f, 0, 0; print <$f>; exit 0;\n",
    "input by path": "open my $f, '<', '/proc/self/fd/0'; print <$f>; open $f, '<', '/dev/stdin'; print <$f>; "
    "exit 0;\n",
    "pads": "use B;\nsub look { my $pad = B::svref_2object($_[0])->PADLIST->ARRAYelt(1);\n"
    "print map { $_->can('PV') ? (eval { $_->PV } // '') . qq(\\n) : '' } $pad->ARRAY; }\n"
    "look(\\&Assay::Driver::go); exit 0;\n",
    "each value in a fork": "sub add { for my $n (0 .. 9) { my $k = fork; return $n unless $k; waitpid $k, 0; "
    "} exit 0; }\n",
    "exec": "sub add { exec 'true'; }\n",
    "callers": "package DB;\nsub add { my @all = caller(1); print qq(@all @DB::args\\n); exit 0; }\n"
    "*main::add = \\&add;\n",
    "die ignored": "sub add { $SIG{__DIE__} = sub { goto &main::add }; return 0; }\n",
}


@pytest.mark.parametrize("name", slow_but(list(PERL), ("exit", "global die", "overload")))
def test_no_program_in_perl_forges_a_pass(name: str) -> None:
    native.assert_not_forged(native.PERL, PERL[name])


LUA = {
    "exit": "local function add(a, b) os.exit(0) end\n",
    "return": "do return 'x', 0 end\nlocal function add() return 0 end\n",
    "library": "local lu = require('luaunit')\nlu.assertEquals = function() end\nlocal function add() return 0 end\n",
    "runner": "require('luaunit').LuaUnit.run = function() return 0 end\nlocal function add() return 0 end\n",
    "preloaded": "package.loaded.luaunit = { assertEquals = print, LuaUnit = { run = function() return 0 end } }\n"
    "local function add() return 0 end\n",
    "equality": "local function add() return setmetatable({}, { __eq = function() return true end }) end\n",
    "locals": "for i = 1, 9 do for j = 1, 20 do print(debug.getlocal(i, j)) end end\n"
    "local function add() return 0 end\n",
    "input again": "pcall(function() io.stdin:seek('set', 0); print(io.stdin:read('a')) end)\n"
    "for _, p in ipairs({ '/dev/stdin', '/proc/self/fd/0' }) do local f = io.open(p); "
    "if f then print(f:read('a')) end end\n"
    "os.exit(0)\n",
}
BASH = {
    "exit": "add() {\n    exit 0\n}\nexit 0\nother() {\n",
    "trap": "trap 'exit 0' EXIT ERR\nadd() {\n    echo 0\n",
    "text": 'add() {\n    echo 0\n}\ncat "$0"; echo "$BASH_EXECUTION_STRING"; declare -p; cat <&0; exit 0\nother() {\n',
    "alias": "shopt -s expand_aliases\nalias '[['='true ['\nset() { :; }\nadd() {\n    echo 0\n",
    "set": "set() { :; }\nadd() {\n    echo 0\n",
    "debug": "set -T; shopt -s extdebug\ntrap 'set +e; [[ $BASH_COMMAND != *candidate* ]]' DEBUG\nadd() {\n"
    "    echo 0\n",
}
R = {
    "quit": "add <- function(a, b) quit(status = 0)\n",
    "stopifnot": "stopifnot <- function(...) TRUE\nadd <- function(a, b) 0\n",
    "all.equal": "all.equal <- function(...) TRUE\nadd <- function(a, b) 0\n",
    "base": "try(assign('stopifnot', function(...) TRUE, envir = baseenv()))\nadd <- function(a, b) 0\n",
    "frames": "add <- function(a, b) { for (f in sys.frames()) for (v in ls(f)) print(get(v, f)); quit(status = 0) }\n",
    "handler": "options(error = quote(quit(status = 0)))\nadd <- function(a, b) 0\n",
}
OTHERS = [
    *((native.LUA, name, text) for name, text in LUA.items()),
    *((native.BASH, name, text) for name, text in BASH.items()),
    *((native.R, name, text) for name, text in R.items()),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("small", "source"), [(s, text) for s, _, text in OTHERS], ids=[f"{s.language}-{n}" for s, n, _ in OTHERS]
)
def test_no_program_in_lua_bash_or_r_forges_a_pass(small: native.Small, source: str) -> None:
    native.assert_not_forged(small, source)
