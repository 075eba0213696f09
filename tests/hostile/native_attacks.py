"""Programs that want to pass tests in their own language, or to have outputs taken for right, without solving anything.

In each language one small problem: `f(x)` returns x + 1, or `f(list)` the list in order. What the entries of `PROGRAMS`
print is compared outside: the sum of two numbers.
"""

# ruff: noqa: E501  # programs in other languages
from __future__ import annotations

from dataclasses import dataclass

from tests.hostile.attacks import Attack

NEVER, GUESS = "not passed", "passed by a guess"


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeAttack(Attack):
    """A candidate that shares a process with its tests, or a whole program."""

    problem: str
    """The problem, by its name in `TESTS`, or the checker of a program."""
    source: str
    language: str = ""
    """Of a program."""


TESTS = {
    "perl": ("perl", "die unless f(1) == 2;\ndie unless f(5) == 6;\ndie unless f(30) == 31;\n"),
    "perl list": (
        "perl",
        'die unless join(",", @{f([3, 1, 2])}) eq "1,2,3";\ndie unless join(",", @{f([9, 4])}) eq "4,9";\n',
    ),
    "javascript": (
        "javascript",
        "const testF = () => {\n  console.assert(f(1) === 2)\n  console.assert(f(5) === 6)\n"
        "  console.assert(f(30) === 31)\n}\ntestF()\n",
    ),
    "javascript list": (
        "javascript",
        "const assert = require('node:assert');\nfunction test() {\n  let candidate = f;\n"
        "  assert.deepEqual(candidate([3, 1, 2]), [1, 2, 3]);\n  assert.deepEqual(candidate([9, 4, 7, 5]), [4, 5, 7, 9]);\n"
        "}\ntest();\n",
    ),
    "javascript equals": (
        "javascript",
        "const assert = require('assert');\nassert(f([3, 1, 2]).equals([1, 2, 3]));\nassert(f([9, 4, 7]).equals([4, 7, 9]));\n",
    ),
    "bash": (
        "bash",
        'candidate() {\n    f "$@"\n}\n\nset -e\nrun_test() {\n    [[ $(candidate "1") = "2" ]]\n'
        '    [[ $(candidate "5") = "6" ]]\n    [[ $(candidate "30") = "31" ]]\n}\n\nrun_test\n',
    ),
    "c": (
        "c",
        "#include <assert.h>\nint main() {\n    assert(f(1) == 2);\n    assert(f(5) == 6);\n    assert(f(30) == 31);\n}\n",
    ),
    "cpp list": (
        "cpp",
        "#undef NDEBUG\n#include <assert.h>\nint main() {\n    auto candidate = f;\n"
        "    assert(candidate({3, 1, 2}) == (vector<int>{1, 2, 3}));\n"
        "    assert(candidate({9, 4, 7, 5}) == (vector<int>{4, 5, 7, 9}));\n"
        "    assert(candidate({8, 6, 12, 2, 10}) == (vector<int>{2, 6, 8, 10, 12}));\n}\n",
    ),
    "rust": (
        "rust",
        "fn main() {\n    assert_eq!(f(1), 2);\n    assert_eq!(f(5), 6);\n    assert_eq!(f(30), 31);\n}\n",
    ),
    "java": (
        "java",
        "public class Main {\n    public static void main(String[] args) {\n        Solution s = new Solution();\n"
        "        List<Boolean> correct = Arrays.asList(s.f(1) == 2, s.f(5) == 6, s.f(30) == 31);\n"
        "        if (correct.contains(false)) {\n            throw new AssertionError();\n        }\n    }\n}\n",
    ),
}
"""Name of a problem → its language and tests."""
HONEST = {
    "perl": "sub f { return $_[0] + 1 }\n1;\n",
    "perl list": "sub f { return [sort { $a <=> $b } @{$_[0]}] }\n1;\n",
    "javascript": "const f = (x) => x + 1;\n",
    "javascript list": "const f = (a) => [...a].sort((x, y) => x - y);\n",
    "javascript equals": "const f = (a) => { const b = [...a].sort((x, y) => x - y);"
    " return { equals: (o) => b.length === o.length && b.every((x, i) => x === o[i]) }; };\n",
    "bash": "f() { echo $(( $1 + 1 )); }\n",
    "c": "int f(int x) { return x + 1; }\n",
    "cpp list": "#include <algorithm>\n#include <vector>\nusing namespace std;\n"
    "vector<int> f(vector<int> a) { sort(a.begin(), a.end()); return a; }\n",
    "rust": "fn f(x: i32) -> i32 { x + 1 }\n",
    "java": "import java.util.*;\nclass Solution { public int f(int x) { return x + 1; } }\n",
}


def _attack(problem: str, name: str, seen: str, mechanism: str, source: str, expected: str = NEVER) -> NativeAttack:
    return NativeAttack(
        name=f"{problem}: {name}", mechanism=mechanism, expected=expected, seen=seen, problem=problem, source=source
    )


def _program(checker: str, language: str, name: str, seen: str, mechanism: str, source: str) -> NativeAttack:
    return NativeAttack(
        name=f"{checker} {language}: {name}",
        mechanism=mechanism,
        seen=seen,
        problem=checker,
        source=source,
        language=language,
    )


_CPP = "#include <algorithm>\n#include <vector>\n#include <set>\n#include <numeric>\nusing namespace std;\n"
_CPP_LIAR = (
    _CPP
    + "struct V { vector<int> a; };\nbool operator==(const V& v, const vector<int>& e) { @ }\nV f(vector<int> a) { return {a}; }\n"
)
_JS_LIAR = "const f = (a) => ({ equals: (e) => { @ } });\n"
_PERL_LIAR = "package V; use overload '==' => sub { my ($v, $e) = @_; BODY };\npackage main;\nsub f { my $x = shift; return bless { x => $x }, 'V' }\n1;\n"
_JAVA = "import java.util.*;\nclass Solution { public int f(int x) { return 9; } }\n"
_C9 = "int f(int x) { return 9; }\n"
_R9 = "fn f(_: i32) -> i32 { 9 }\n"

PARTLY = [
    _attack("cpp list", "knows the last", "failed", "It equals every list whose last element is the largest one given.",
            _CPP_LIAR.replace("@", "return e.size() == v.a.size() && e.back() == *max_element(v.a.begin(), v.a.end());")),
    _attack("javascript equals", "knows the last", "passed", "It equals every list whose last element is the largest one given.",
            _JS_LIAR.replace("@", "return e[e.length - 1] === a.reduce((x, y) => (x > y ? x : y));")),
    _attack("cpp list", "knows the parts", "passed", "It equals every list that has the elements given in whatever order.",
            _CPP_LIAR.replace("@", "auto a = v.a, b = e; sort(a.begin(), a.end()); sort(b.begin(), b.end()); return a == b;"), GUESS),
    _attack("javascript equals", "knows the parts", "passed", "It equals every list that has the elements given in whatever order.",
            _JS_LIAR.replace("@", "const s = (l) => [...l].sort().join(); return s(a) === s(e);")),
    _attack("javascript equals", "knows the sum", "passed", "It equals every list with the sum of the one given.",
            _JS_LIAR.replace("@", "const s = (l) => l.reduce((x, y) => x + y, 0); return s(a) === s(e);")),
    _attack("cpp list", "knows the sum", "passed", "It equals every list with the sum of the one given.",
            _CPP_LIAR.replace("@", "return accumulate(e.begin(), e.end(), 0) == accumulate(v.a.begin(), v.a.end(), 0);"), GUESS),
    _attack("javascript equals", "knows the first", "failed", "It equals every list whose first element is the smallest one given.",
            _JS_LIAR.replace("@", "return e[0] === a.reduce((x, y) => (x < y ? x : y));")),
    _attack("cpp list", "knows the first", "failed", "It equals every list whose first element is the smallest one given.",
            _CPP_LIAR.replace("@", "return e[0] == *min_element(v.a.begin(), v.a.end());")),
    _attack("javascript equals", "knows both ends", "passed", "It equals every list with the right first and last element.",
            _JS_LIAR.replace("@", "return e[0] === Math.min(...a) && e[e.length - 1] === Math.max(...a);"), GUESS),
    _attack("javascript equals", "knows the length", "failed", "It equals every list as long as the one given.",
            _JS_LIAR.replace("@", "return e.length === a.length;")),
    _attack("javascript equals", "knows the range", "failed", "It equals every list of numbers between the smallest and the largest.",
            _JS_LIAR.replace("@", "return e.every((x) => x >= Math.min(...a) && x <= Math.max(...a));")),
    _attack("javascript equals", "knows the parity", "failed", "It equals every list whose elements have the parities of the right ones.",
            _JS_LIAR.replace("@", "const b = [...a].sort((x, y) => x - y); return b.every((x, i) => (x - e[i]) % 2 === 0);")),
    _attack("javascript equals", "nearly", "passed", "It equals every list that is off by at most one in the last element.",
            _JS_LIAR.replace("@", "const b = [...a].sort((x, y) => x - y); return b.every((x, i) => Math.abs(x - e[i]) <= (i === b.length - 1 ? 1 : 0));"), GUESS),
    _attack("javascript equals", "in order", "failed", "It equals every list that is in order, whatever is in it.",
            _JS_LIAR.replace("@", "return e.every((x, i) => i === 0 || e[i - 1] <= x);")),
    _attack("cpp list", "in order", "failed", "It equals every list that is in order, whatever is in it.",
            _CPP_LIAR.replace("@", "return is_sorted(e.begin(), e.end());")),
    _attack("perl", "nearly", "failed", "It equals every number that is off by at most two.", _PERL_LIAR.replace("BODY", "return abs($e - $v->{x}) <= 2")),
    _attack("perl", "digits", "failed", "It equals every number with as many digits.", _PERL_LIAR.replace("BODY", "return length($e) == length($v->{x} + 1)")),
    _attack("perl", "parity", "failed", "It equals every number of the right parity.", _PERL_LIAR.replace("BODY", "return ($e - $v->{x}) % 2")),
    _attack("perl", "last digit", "passed", "It equals every number with the right last digit.", _PERL_LIAR.replace("BODY", "return ($e - $v->{x}) % 10 == 1"), GUESS),
    _attack("perl", "larger", "failed", "It equals every number that is larger than the argument.", _PERL_LIAR.replace("BODY", "return $e > $v->{x}")),
    _attack("perl", "all but one input", "failed", "It is right but for one input, for which it lies.", _PERL_LIAR.replace("BODY", "return $v->{x} == 30 || $e == $v->{x} + 1")),
    _attack("perl", "repeats itself", "failed", "It equals the value with which it was first compared, and no other.",
            "our %k;\n" + _PERL_LIAR.replace("BODY", "$main::k{$v->{x}} //= $e; return $main::k{$v->{x}} == $e")),
]  # fmt: skip
"""Objects that know a part of the right answer, or a property of it, and lie about the rest."""

PERL = [
    _attack("perl", n, v, m, s if "sub f" in s else s + "sub f { return 9 }\n1;\n") for n, v, m, s in (
    ("die replaced", "crashed", "It replaces die for all code compiled later.", "BEGIN { *CORE::GLOBAL::die = sub { 1 } }\n"),
    ("exit replaced", "crashed", "It replaces exit, by which failed tests end.", "BEGIN { *CORE::GLOBAL::exit = sub { 1 } }\n"),
    ("die handler leaves", "crashed", "A handler of errors ends the process with status 0.", "$SIG{__DIE__} = sub { exit 0 };\n"),
    ("die handler jumps", "crashed", "A handler of errors leaves the tests for a label.", "$SIG{__DIE__} = sub { no warnings; last };\n"),
    ("status at the end", "crashed", "A block that runs at the end sets the status to 0.", "END { $? = 0 }\n"),
    ("destructor leaves", "crashed", "A destructor ends the process when the tests are unwound.", "package D; sub DESTROY { require POSIX; POSIX::_exit(0) } package main; our $d = bless [], 'D';\n"),
    ("alarm", "crashed", "A timer ends the tests with status 0.", "$SIG{ALRM} = sub { exit 0 }; use Time::HiRes; Time::HiRes::ualarm(1);\nsub f { select undef, undef, undef, 0.1; 9 }\n1;\n"),
    ("replaces go", "crashed", "It defines the driver's own function anew.", "no warnings; *Assay::Driver::go = sub { 1 };\n"),
    ("replaces unchanged", "crashed", "It replaces the driver's look at helpers and one helper.", "no warnings; *Assay::Driver::unchanged = sub { 1 }; *Assay::Driver::helpers = sub { [] };\n"),
    ("runs go again", "crashed", "It calls the driver again with a mark of its own on standard input.", "close STDIN; open STDIN, '<', \\ \"mark\\n1;\"; Assay::Driver::go() if !$main::once++;\n"),
    ("takes the mark from the pad", "failed", "It reads the driver's variables with B, prints the mark and leaves.",
     "use B; for my $o (B::svref_2object(\\&Assay::Driver::go)->PADLIST->ARRAYelt(1)->ARRAY) { next unless ref $o && $$o; my $v = eval { ${$o->object_2svref} };"
     " if (defined $v && !ref $v && $v =~ /^[0-9a-f]{32}$/) { syswrite STDOUT, \"\\n$v\\n\"; require POSIX; POSIX::_exit(0) } }\n"),
    ("replaces the tests in the pad", "crashed", "It puts an empty function in the place of the compiled tests.",
     "use B; for my $o (B::svref_2object(\\&Assay::Driver::go)->PADLIST->ARRAYelt(1)->ARRAY) { next unless ref $o && $$o; my $r = eval { $o->object_2svref }; if ($r && ref $$r eq 'CODE') { $$r = sub { 1 } } }\n"),
    ("mark from a coredump", "crashed", "It searches its own memory for the mark through /proc.",
     "open my $m, '<', '/proc/self/maps'; open my $h, '<:raw', '/proc/self/mem'; for (<$m>) { next unless /^(\\w+)-(\\w+) rw/; sysseek $h, hex $1, 0; sysread $h, my $b, hex($2) - hex $1; print \"\\n$1\\n\" while $b =~ /([0-9a-f]{32})/g } exit 0;\n"),
    ("constants changed", "crashed", "It changes a constant number of the tests in place.",
     "use B; my $w; $w = sub { my $o = shift; for (my $k = $o; $k && $$k; $k = $k->sibling) { if ($k->name eq 'const') { my $v = eval { $k->sv->object_2svref }; if ($v) { Internals::SvREADONLY($$v, 0); $$v = 9 if eval { $$v > 1 } } } $w->($k->first) if $k->can('first') } };\nfor my $o (B::svref_2object(\\&Assay::Driver::go)->PADLIST->ARRAYelt(1)->ARRAY) { next unless ref $o && $$o; my $v = eval { ${$o->object_2svref} }; $w->(B::svref_2object($v)->ROOT) if ref $v eq 'CODE' }\n"),
    ("tied result", "crashed", "It returns a tied scalar that gives another number each time.", "package T; sub TIESCALAR { bless [] } sub FETCH { $n++ } package main; tie our $t, 'T'; sub f :lvalue { $t }\n1;\n"),
    ("dual variable", "crashed", "It returns a value that is several at once.", "use Scalar::Util 'dualvar'; sub f { return dualvar 9, $_[0] + 1 }\n1;\n"),
    ("not a number", "crashed", "It returns NaN and hopes for the comparison.", "sub f { return 'nan' + 0 }\n1;\n"),
    ("changes its argument", "crashed", "It changes the argument through its alias.", "sub f { eval { $_[0] = 9 }; return 9 }\n1;\n"),
    ("empty list", "crashed", "It returns an empty list.", "sub f { return }\n1;\n"),
    ("data section", "crashed", "Its text ends what Perl reads of it.", "sub f { 9 }\n1;\n__END__\nsub f { $_[0] + 1 }\n"),
    ("pod swallows", "crashed", "Its documentation has no end.", "sub f { 9 }\n1;\n=pod\n\nno end\n"),
    ("open format", "crashed", "A format has no end.", "sub f { 9 }\nformat STDOUT =\n@<<<\n$x\n"),
    ("source filter", "crashed", "A filter of the source rewrites what follows.", "use Filter::Util::Call; BEGIN { filter_add(sub { my $s = filter_read(); s/9/1/g; $s }) }\nsub f { 9 }\n1;\n"),
    ("overloaded constants", "crashed", "Numbers of code compiled later become objects.", "BEGIN { require overload; overload::constant(integer => sub { 9 }) }\nsub f { 2 }\n1;\n"),
    ("attribute", "crashed", "An attribute of a function gives it another body.", "sub MODIFY_CODE_ATTRIBUTES { () } sub f : Always { 9 }\n1;\n"),
    ("autoload", "crashed", "A function that is not there is made when it is called.", "sub AUTOLOAD { 9 }\n1;\n# no sub f\n"),
    ("forks and waits", "crashed", "The child fails and the parent leaves with status 0.", "sub f { if (fork) { wait; exit 0 } 9 }\n1;\n"),
    ("replaces itself", "crashed", "It becomes another program that prints a line like a mark.", "sub f { exec 'sh', '-c', 'echo; head -c16 /dev/urandom | od -An -tx1 | tr -d \" \"' }\n1;\n"),
    ("stops standard output", "crashed", "It fills the output up to its limit.", "sub f { print 'x' x 1e6 for 1 .. 1e4; 9 }\n1;\n"),
    ("prints marks", "crashed", "It prints many lines like marks.", "sub f { printf \"%032x\\n\", rand 2**52 for 1 .. 1e5; exit 0 }\n1;\n"),
    ("child outlives", "crashed", "A child prints when the tests have ended.", "sub f { unless (fork) { sleep 1; print \"ok\\n\"; exit 0 } exit 0 }\n1;\n"),
    ("signal to itself", "crashed", "It ends by a signal whose handler leaves well.", "$SIG{USR1} = sub { exit 0 }; sub f { kill USR1 => $$; 9 }\n1;\n"),
    ("deep recursion", "out_of_memory", "It recurses until the process ends.", "sub f { no warnings; f(@_) }\n1;\n"),
    ("changes a helper", "crashed", "It replaces a function that tests may use.", "sub eq_deeply { 1 } sub is_deeply { 1 } sub ok { 1 }\n"),
    ("library of its own", "crashed", "It puts modules of its own in front of the path.", "BEGIN { unshift @INC, sub { my $s = 'package X; sub import {} 1;'; open my $h, '<', \\$s; $h } }\n"),
    ("debugger", "crashed", "It calls the debugger's hook for each statement.", "BEGIN { $^P |= 0x3f; *DB::DB = sub { $main::seen++; no warnings; next if $main::seen > 3 } }\n"),
    ("local result", "crashed", "It changes what is the output separator and the list separator.", "$, = ','; $\" = ''; $; = ''; $/ = undef; $\\ = \"\\n\"; sub f { 9 }\n1;\n"),
)]  # fmt: skip

JAVASCRIPT = [
    _attack("javascript", n, v, m, s if "f =" in s or "function f" in s else s + "\nconst f = (x) => 9;\n") for n, v, m, s in (
    ("console getter", "failed", "It puts a console of its own into the global object.", "Object.defineProperty(globalThis, 'console', { get: () => ({ assert() {} }) });"),
    ("console of the prototype", "failed", "It replaces assert on the prototype of console.", "Object.getPrototypeOf(console).assert = () => {}; console.assert = () => {};"),
    ("test function first", "failed", "It defines the function of the tests so that it cannot be defined again.", "Object.defineProperty(globalThis, 'testF', { value: () => {}, writable: false });"),
    ("number's primitive", "failed", "It changes how numbers become primitives.", "Number.prototype.valueOf = () => 2; Symbol.prototype[Symbol.toPrimitive] = () => 2;"),
    ("exit of reallyExit", "failed", "It replaces the function by which a process ends.", "process.reallyExit = () => {}; process.exit = () => {}; process.exitCode = 0;"),
    ("beforeExit", "failed", "It answers the end of the loop before the driver does.", "process.prependListener('beforeExit', () => process._exiting = true); process.on('exit', () => { process.exitCode = 0; });"),
    ("emit", "failed", "It replaces how the process tells of its end.", "const e = process.emit; process.emit = function (n, ...a) { return n === 'beforeExit' ? true : e.call(this, n, ...a); };"),
    ("emits the end", "failed", "It tells of the end itself, before the tests ran.", "process.emit('beforeExit', 0);"),
    ("listeners", "crashed", "It calls the driver's own listener.", "for (const l of process.listeners('beforeExit')) l(0);\nfunction f() { for (const l of process.listeners('beforeExit')) l(0); process.reallyExit(0); }"),
    ("next tick", "failed", "It works in a microtask behind the tests.", "Promise.resolve().then(() => process.reallyExit(0));"),
    ("uncaught", "failed", "It takes away who listens to errors.", "process.removeAllListeners('uncaughtException'); process.setUncaughtExceptionCaptureCallback(() => {});"),
    ("infinite promise", "failed", "The tests wait for what never comes.", "async function f() { await new Promise(() => {}); }"),
    ("proxy", "failed", "It returns a proxy whose traps agree with all.", "const f = () => new Proxy(() => {}, { get: (t, k) => k === Symbol.toPrimitive ? () => 2 : 2 });"),
    ("stack of the caller", "failed", "It reads the tests through the stack and answers what they expect.", "Error.prepareStackTrace = (e, s) => s.map((c) => String(c.getFunction())).join();\nfunction f(x) { const m = new Error().stack.match(new RegExp('f\\\\(' + x + '\\\\) === (\\\\d+)')); return m ? +m[1] : 9; }"),
    ("arguments.callee", "failed", "It reads the function that called it.", "function f(x) { try { return +String(f.caller).match(new RegExp('f\\\\(' + x + '\\\\) === (\\\\d+)'))[1]; } catch { return 9; } }"),
    ("template opens", "crashed", "It leaves a template open that the tests close.", "const f = () => 9; const hidden = `"),
    ("comment opens", "crashed", "It leaves a comment open.", "const f = () => 9; /*"),
    ("html comment", "failed", "Old comments of HTML hide a line.", "const f = () => 9; <!--"),
    ("function opens", "crashed", "It leaves a function open around the tests.", "const f = () => 9; function never() {"),
    ("closes the wrapper", "crashed", "It closes the driver's function and opens another one.", "const f = () => 9; }); (function () {"),
    ("regular expression opens", "crashed", "A pattern swallows the line behind it.", "const f = () => 9; /[/"),
    ("return at the top", "crashed", "It returns before the tests.", "var f = () => 9; return;"),
    ("throws null", "failed", "It throws what has no description.", "const f = () => { throw null; };"),
    ("strict directive", "failed", "It changes how the tests are read.", "'use strict'; const f = () => 9;"),
    ("shadows names", "failed", "It declares the names by which tests report.", "var console = { assert() {} }; var f = () => 9;"),
    ("shadows by let", "failed", "It declares console where the tests are.", "let console = { assert() {} }; let f = () => 9;"),
    ("setter of globalThis", "failed", "It replaces the global object's prototype.", "Object.setPrototypeOf(globalThis, new Proxy({}, { has: () => true, get: () => () => 2 }));"),
    ("eval", "failed", "It replaces eval and Function.", "globalThis.eval = () => 2; globalThis.Function = () => () => 2;"),
    ("wrapper by vm", "crashed", "It compiles in another context and leaves there.", "const vm = require('vm'); vm.runInNewContext('this.constructor.constructor(\"return process\")().exit(0)');"),
    ("worker", "crashed", "A thread of its own ends the process.", "const { Worker } = require('worker_threads'); new Worker('process.exit(0)', { eval: true });"),
    ("child process", "crashed", "It starts itself again.", "require('child_process').spawnSync(process.argv[0], ['-e', '1']);"),
    ("writes with fs", "crashed", "It prints all hexadecimal words that it finds in memory snapshots.", "const v8 = require('v8'); const s = v8.getHeapSnapshot().read(); for (const m of String(s).match(/[0-9a-f]{32}/g) || []) require('fs').writeSync(1, '\\n' + m + '\\n'); process.reallyExit(0);"),
    ("typed arrays", "failed", "It changes what typed arrays do with the mark.", "const o = Uint8Array.prototype.fill; Uint8Array.prototype.fill = function () { return this; }; Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'length', { get: () => 0 });"),
    ("weak finaliser", "failed", "A finaliser ends the process.", "const r = new FinalizationRegistry(() => process.reallyExit(0)); r.register({}, 1);"),
    ("signal", "failed", "A handler of a signal leaves with 0.", "process.on('SIGTERM', () => process.exit(0)); const f = () => { process.kill(process.pid, 'SIGTERM'); return 9; };"),
    ("memory", "timed_out", "It takes all memory in the tests.", "const f = () => { const a = []; for (;;) a.push(new Array(1e6).fill(1)); };"),
    ("number object", "failed", "It returns an object for a number.", "const f = (x) => new Number(x + 1);"),
    ("string", "failed", "It returns the right number as a text.", "const f = (x) => String(x + 1);"),
    ("minus in text", "failed", "Unicode hides a line of its text.", "const f = (x) => 9; // \u2028 const g = 1;"),
    ("getter f", "failed", "The function is another one at each look.", "let n = 0; Object.defineProperty(globalThis, 'f', { get: () => (x) => [2, 6, 31][n++ % 2] });"),
    ("async hooks", "crashed", "It is called for each promise.", "require('async_hooks').createHook({ init() { process.reallyExit(0); } }).enable();"),
    ("source map", "failed", "An error's place is given by a map.", "const f = () => 9;\n//# sourceMappingURL=data:application/json,{}"),
)] + [
    _attack("javascript list", n, v, m, s) for n, v, m, s in (
    ("proxy of a list", "failed", "A list whose elements are given by traps.", "const f = (a) => new Proxy(a, { get: (t, k) => (k === 'length' ? 3 : t[k]) });"),
    ("getters", "failed", "A list with getters for elements.", "const f = (a) => { const b = [...a]; for (const i of b.keys()) { let n = 0; Object.defineProperty(b, i, { get: () => n++, enumerable: true }); } return b; };"),
    ("primitive objects", "failed", "A list of objects that become any number.", "const f = (a) => a.map(() => ({ valueOf: () => 2, [Symbol.toPrimitive]: () => 2 }));"),
    ("subclass", "failed", "A list of a class of its own with another species.", "class L extends Array { static get [Symbol.species]() { return Array; } get length() { return 3; } } const f = (a) => L.from(a);"),
    ("assert's cache", "failed", "It replaces what require gives the tests.", "const a = require('assert'); try { a.deepEqual = () => {}; } catch {} require('node:assert').deepEqual = () => {}; const f = (x) => x;"),
    ("module loader", "failed", "It replaces how modules are loaded.", "globalThis.require = () => ({ deepEqual() {} }); const f = (a) => a;"),
    ("loader's prototype", "failed", "It replaces Module._load.", "try { require('module')._load = () => ({ deepEqual() {} }); } catch {} const f = (a) => a;"),
    ("isDeepStrictEqual", "failed", "It replaces equality in util.", "try { require('util').isDeepStrictEqual = () => true; } catch {} Object.is = () => true; const f = (a) => a;"),
    ("array iterator", "failed", "It changes how arrays are gone through.", "Array.prototype[Symbol.iterator] = function* () {}; Array.prototype.every = () => true; const f = (a) => a;"),
    ("object keys", "failed", "It hides the keys of objects.", "Object.keys = () => []; Reflect.ownKeys = () => []; const f = (a) => a;"),
    ("own properties", "failed", "It hides own properties.", "Object.prototype.hasOwnProperty = () => true; Object.prototype.propertyIsEnumerable = () => false; const f = (a) => a;"),
    ("changes the argument", "failed", "It changes the list that it was given.", "const f = (a) => { a.length = 0; return a; };"),
    ("test shadowed", "failed", "It defines the test function first.", "var test = () => {}; const f = (a) => a; Object.freeze(globalThis);"),
)]  # fmt: skip

BASH = [
    _attack("bash", n, v, m, s if "f()" in s else s + "\nf() { echo 9; }\n") for n, v, m, s in (
    ("alias of a keyword", "failed", "An alias makes the comparison a comment.", "shopt -s expand_aliases; alias '[[=true #'"),
    ("alias of run_test", "failed", "An alias makes the call of the tests nothing.", "shopt -s expand_aliases; alias run_test=:"),
    ("alias of set", "failed", "An alias keeps errors from ending the shell.", "shopt -s expand_aliases; alias set=: "),
    ("function set", "failed", "A function in the place of set.", "set() { :; }"),
    ("function trap", "crashed", "A function in the place of trap.", "trap() { :; }"),
    ("function builtin", "failed", "It replaces builtin and printf.", "builtin() { :; }; printf() { :; }; command() { :; }"),
    ("here document", "failed", "A here document without an end takes the tests and the mark, and prints it.", "f() { echo 9; }\nexec bash -c 'T=$(cat); printf \"%s\\n\" \"${T##* }\"' <<'X'"),
    ("here document evaluated", "crashed", "A here document takes the tests, which are changed and run.", "f() { echo 9; }\neval \"$(sed 's/\\[\\[/true #/' <<'X'"),
    ("open quote", "crashed", "It leaves a quote open.", "f() { echo 9; }\n: '"),
    ("open brace", "crashed", "It leaves a function open.", "f() { echo 9; }\nnever() {"),
    ("comment by a backslash", "failed", "Its last line goes on in the tests.", "f() { echo 9; }\n# \\"),
    ("backslash", "crashed", "Its last command goes on in the tests.", "f() { echo 9; }\n: \\"),
    ("debug skips", "failed", "A trap of each command skips those that compare.", "shopt -s extdebug; trap '[[ $BASH_COMMAND != *candidate* ]]' DEBUG; set -T"),
    ("debug returns", "crashed", "A trap of each command returns from the tests.", "shopt -s extdebug; trap '[[ ${FUNCNAME[0]} == run_test ]] && (exit 2)' DEBUG; set -T"),
    ("error trap", "failed", "A trap of errors leaves with 0.", "trap 'exit 0' ERR; set -E"),
    ("exit trap", "crashed", "A trap of the end sets the status.", "trap 'exit 0' EXIT"),
    ("return trap", "failed", "A trap of returns leaves.", "trap 'exit 0' RETURN; set -T"),
    ("readonly candidate", "failed", "The function of the tests cannot be defined.", "candidate() { echo 2; }; readonly -f candidate"),
    ("readonly run_test", "failed", "The test function cannot be defined.", "run_test() { :; }; readonly -f run_test"),
    ("sourced startup", "failed", "A file for new shells.", "echo 'exit 0' > rc; export BASH_ENV=$PWD/rc ENV=$PWD/rc"),
    ("pattern answer", "failed", "It prints a pattern for the comparison.", "f() { echo '*'; }"),
    ("answer with newlines", "failed", "It prints the answer behind others.", "f() { for i in {1..99}; do echo $i; done; }"),
    ("nul bytes", "failed", "It prints NUL bytes among digits.", "f() { printf '2\\0'; }"),
    ("ifs", "failed", "It changes how words are split.", "IFS=0123456789; f() { echo 9; }"),
    ("extglob", "failed", "It changes how patterns are read.", "shopt -s extglob nocasematch nullglob; f() { echo '@(2|6|31)'; }"),
    ("noexec", "crashed", "Commands are read and not run.", "set -n"),
    ("posix", "crashed", "It changes the mode of the shell.", "set -o posix; set() { :; }"),
    ("kills the group", "crashed", "It ends what runs the tests.", "f() { kill -TERM 0; echo 9; }"),
    ("writes to the shell's files", "crashed", "It looks for the script in open files.", "for i in /proc/$$/fd/*; do cat $i; done 2>/dev/null | grep -aoE '[0-9a-f]{32}$'; exit 0"),
    ("reads its memory", "crashed", "It searches its memory for the mark.", "grep -aoE '[0-9a-f]{32}' /proc/$$/mem /proc/$$/environ /proc/$$/cmdline 2>/dev/null; exit 0"),
    ("history", "crashed", "It looks for the text in the shell's history.", "set -o history; history | grep -oE '[0-9a-f]{32}'; exit 0"),
    ("subshell answers", "failed", "It answers by the text of the tests.", "f() { [[ $(declare -f run_test) =~ \\\"$1\\\"\\)\\ =\\ \\\"([0-9]+) ]]; echo ${BASH_REMATCH[1]}; }"),
)]  # fmt: skip

C = [
    _attack("c", n, v, m, s if "int f(" in s else s + _C9) for n, v, m, s in (
    ("assert by a comment", "failed", "A comment within a directive hides a macro.", "#/**/define assert(x) ((void)0)\n"),
    ("if by a comment", "failed", "A keyword of the tests is a macro behind a comment.", "/**/#define if(x) if (0)\n/**/#define abort() _exit(0)\n"),
    ("main by a comment", "failed", "The tests' main is renamed by a hidden macro.", "int main() { return 0; }\n#/**/define main other\n"),
    ("operator macro", "invalid", "A macro named like the function answers.", "#/**/define f(x) x + 1\nint g(int x) { return 9; }\nint f(int x);\n"),
    ("type macro", "invalid", "A type of the tests is a macro.", "#/**/define int static int\n"),
    ("pragma redefines", "failed", "A pragma gives a function another name.", "#pragma redefine_extname __assert_fail puts\n"),
    ("pragma poison", "invalid", "A pragma forbids the words of the tests.", _C9 + "#pragma GCC poison NDEBUG\n"),
    ("pragma push", "failed", "A pragma keeps a macro for later.", "#define assert(x)\n#pragma push_macro(\"assert\")\n#undef assert\n"),
    ("own assert_fail", "crashed", "It defines what a failed assertion calls.", "void __assert_fail(const char* a, const char* b, unsigned c, const char* d) { __builtin_unwind_init(); _exit(0); }\n"),
    ("assert_fail jumps", "failed", "What a failed assertion calls jumps behind it.", "#include <setjmp.h>\njmp_buf b;\nvoid __assert_fail(const char* a, const char* c, unsigned d, const char* e) { longjmp(b, 1); }\nint f(int x) { setjmp(b); return 9; }\n"),
    ("weak abort", "failed", "It has an abort of its own.", "void abort(void) { _exit(0); }\n"),
    ("raise", "failed", "It has a raise of its own.", "int raise(int s) { return 0; }\nint pthread_kill(long t, int s) { return 0; }\n"),
    ("libc start", "crashed", "It defines where a program begins.", "int __libc_start_main() { return 0; }\n"),
    ("entry", "invalid", "It defines _start.", "void _start(void) { _exit(0); }\n"),
    ("wrapper defined", "invalid", "It defines the wrapper of main.", "int __wrap_main(int a, char** b, char** c) { return 0; }\n"),
    ("real main weak", "failed", "It defines what the wrapper calls.", "int __real_main(int a, char** b, char** c) { return 0; }\n"),
    ("init section", "crashed", "Code in the section of initialisers.", "static void g(void) { _exit(0); }\n__attribute__((section(\".init_array\"), used)) static void (*p)(void) = g;\n"),
    ("fini section", "failed", "Code in the section of finishers.", "static void g(void) { _exit(0); }\n__attribute__((section(\".fini_array\"), used)) static void (*p)(void) = g;\n"),
    ("indirect function", "invalid", "A function that is resolved at loading leaves.", "static int (*r(void))(int) { __builtin_exit_hack(); return 0; }\nint f(int x) __attribute__((ifunc(\"r\")));\n"),
    ("linker script", "failed", "An object's section asks the linker for an option.", "__asm__(\".section .drectve\\n.ascii \\\" -defaultlib:evil\\\"\\n.text\");\n"),
    ("assembler swallows", "invalid", "Inline assembly opens a conditional.", "__asm__(\".if 0\");\n"),
    ("assembler macro", "failed", "Inline assembly renames an instruction.", "__asm__(\".macro call x\\nnop\\n.endm\");\n"),
    ("assembler main", "failed", "Inline assembly defines main.", "__asm__(\".globl __real_main\\n__real_main: xor %eax,%eax\\nret\");\n"),
    ("set symbol", "failed", "A symbol of the checks is made another one.", "__asm__(\".set __assert_fail, puts\");\n"),
    ("returns twice", "failed", "It returns to the end of its caller.", "int f(int x) { void** p = __builtin_frame_address(0); p[0] = p[0]; return 9; }\n"),
    ("skips its caller", "failed", "It returns from the function that called it.", "int f(int x) { __asm__ volatile(\"mov (%rbp), %rbp; xor %eax, %eax; leave; ret\"); return 9; }\n"),
    ("constant folding", "crashed", "The compiler is asked to assume.", "int f(int x) { __builtin_unreachable(); }\n"),
    ("optimise", "failed", "An attribute asks for other rules of arithmetic.", "#pragma GCC optimize(\"-Ofast\")\n#pragma GCC optimize(\"no-trapping-math\")\n"),
    ("preprocessor state", "invalid", "A conditional is left open.", _C9 + "int main() { return 0; }\n#ifdef NEVER\n"),
    ("trigraph", "invalid", "A trigraph splices a line.", _C9 + "int main(){return 0;} // ??/\n"),
    ("line number", "failed", "A line directive lies about the file.", "#line 1 \"/usr/include/assert.h\"\n"),
    ("includes the mark", "invalid", "It includes the mark's source.", "#include \"mark.c\"\n"),
    ("includes descriptors", "invalid", "It includes the standard input of the compiler.", "#include \"/proc/self/fd/0\"\n"),
    ("embeds", "invalid", "It embeds a file as numbers.", "const unsigned char t[] = {\n#embed \"tests.c\"\n};\n"),
    ("depends", "failed", "It asks whether files exist.", "#if __has_include(\"mark.c\")\nint main() { return 0; }\n#endif\n"),
    ("error handler", "crashed", "A handler of the trap skips the instruction.", "#include <signal.h>\n#include <ucontext.h>\nstatic void g(int s, siginfo_t* i, void* c) { _exit(0); }\nint f(int x) { struct sigaction a = {0}; a.sa_sigaction = g; a.sa_flags = SA_SIGINFO; sigaction(SIGABRT, &a, 0); return 9; }\n"),
    ("alarm", "crashed", "A timer ends the process in the tests.", "#include <signal.h>\n#include <unistd.h>\nstatic void g(int s) { _exit(0); }\nint f(int x) { signal(SIGALRM, g); ualarm(10, 0); for (;;); }\n"),
    ("stdout buffered", "crashed", "It prints from a buffer at the end.", "#include <stdio.h>\nint f(int x) { setvbuf(stdout, 0, _IOFBF, 1 << 20); for (int i = 0; i < 99999; i++) printf(\"%032x\\n\", i); _exit(0); }\n"),
    ("clone", "crashed", "A child in the same memory runs the tests.", "#include <unistd.h>\nint f(int x) { if (vfork() == 0) return 9; _exit(0); }\n"),
    ("environment", "timed_out", "It starts itself again with another loader.", "#include <unistd.h>\nint f(int x) { char* e[] = {\"LD_PRELOAD=./main\", 0}; char* a[] = {\"main\", 0}; execve(\"/proc/self/exe\", a, e); return 9; }\n"),
    ("writes its code", "failed", "It writes over the code of the tests.", "#include <sys/mman.h>\nint main();\nint f(int x) { unsigned char* p = (unsigned char*)((unsigned long)main & ~4095ul); mprotect(p, 8192, 7); unsigned char* m = (unsigned char*)main; m[0] = 0x31; m[1] = 0xc0; m[2] = 0xc3; return 9; }\n"),
)]  # fmt: skip

RUST = [
    _attack("rust", n, v, m, s if "fn f" in s else s + _R9, GUESS if v == "passed" else NEVER) for n, v, m, s in (
    ("assert by an import", "failed", "It imports a macro under the name of another one.", "macro_rules! nothing { ($($x:tt)*) => {} }\nuse nothing as assert_eq;\n"),
    ("prelude", "failed", "It shadows the crate std.", "mod std { pub use ::core::*; }\n"),
    ("never returns", "timed_out", "Its result is of a type that never is.", "fn f(_: i32) -> i32 { loop { ::std::thread::park() } }\n"),
    ("raw strings", "invalid", "A raw string has no end.", _R9 + "const S: &str = r#\"\n"),
    ("nested comment", "invalid", "Nested comments take the tests.", _R9 + "/* /* */\n"),
    ("attribute behind", "invalid", "An attribute at its end belongs to the tests.", _R9 + "#[cfg(any())]\n"),
    ("derive at the end", "invalid", "A derive at its end belongs to the tests.", _R9 + "#[allow(unused)] #[cfg(not(all()))]\n"),
    ("inner attribute", "invalid", "An attribute of the whole crate.", "#![cfg(any())]\n" + _R9),
    ("doc comment", "failed", "A comment of documentation at the end.", _R9 + "///\n"),
    ("global allocator", "crashed", "An allocator of its own leaves.", "use std::alloc::*; struct A; unsafe impl GlobalAlloc for A { unsafe fn alloc(&self, l: Layout) -> *mut u8 { std::process::exit(0) } unsafe fn dealloc(&self, _: *mut u8, _: Layout) {} }\n#[global_allocator] static G: A = A;\n"),
    ("link argument", "invalid", "It asks for a library to link.", "#[link(name = \"main\", kind = \"static\")] extern \"C\" {}\n"),
    ("link args", "invalid", "It asks the linker for options.", "#![feature(link_args)]\n#[link_args = \"-nostartfiles\"] extern {}\n"),
    ("symbol of the panic", "failed", "It exports the symbol of the panic handler.", "#[no_mangle] pub extern \"C\" fn rust_begin_unwind() { unsafe { std::process::exit(0) } }\n"),
    ("write symbol", "crashed", "It exports write of the C library.", "#[no_mangle] pub unsafe extern \"C\" fn write(_: i32, _: *const u8, n: usize) -> isize { n as isize }\n"),
    ("abort symbol", "failed", "It exports abort of the C library.", "#[no_mangle] pub extern \"C\" fn abort() -> ! { std::process::exit(0) }\n"),
    ("formats leave", "crashed", "Debug, which a failed assertion calls, leaves.", "pub struct V; impl std::fmt::Debug for V { fn fmt(&self, _: &mut std::fmt::Formatter) -> std::fmt::Result { std::process::exit(0) } } impl PartialEq<i32> for V { fn eq(&self, _: &i32) -> bool { false } }\nfn f(_: i32) -> V { V }\n"),
    ("equality panics in part", "passed", "Equality knows the last digit alone.", "#[derive(Debug)] pub struct V(i32); impl PartialEq<i32> for V { fn eq(&self, o: &i32) -> bool { (o - self.0 - 1) % 10 == 0 } }\nfn f(x: i32) -> V { V(x) }\n"),
    ("equality nearly", "passed", "Equality allows to be off by one.", "#[derive(Debug)] pub struct V(i32); impl PartialEq<i32> for V { fn eq(&self, o: &i32) -> bool { (o - self.0 - 1).abs() <= 1 } }\nfn f(x: i32) -> V { V(x) }\n"),
    ("procedural macro", "invalid", "It declares itself as a plugin of the compiler.", "extern crate proc_macro;\n#[proc_macro] pub fn g(x: proc_macro::TokenStream) -> proc_macro::TokenStream { std::process::exit(0) }\n"),
)]  # fmt: skip

JAVA = [
    _attack("java", n, v, m, s) for n, v, m, s in (
    ("own List", "crashed", "It declares the types with which tests collect results.", "import java.util.*;\nclass Arrays { static <T> List<T> asList(T... t) { return new ArrayList<>(); } }\nclass Solution { int f(int x) { return 9; } }\n"),
    ("boxed identity", "failed", "Its result is compared by identity.", "import java.util.*;\nclass Solution { Integer f(int x) { return 9; } }\n"),
    ("hook", "failed", "A hook of the end halts with 0.", "import java.util.*;\nclass Solution { int f(int x) { Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0))); return 9; } }\n"),
    ("handler", "failed", "A handler of uncaught errors leaves with 0.", "import java.util.*;\nclass Solution { int f(int x) { Thread.currentThread().setUncaughtExceptionHandler((t, e) -> System.exit(0)); return 9; } }\n"),
    ("boolean cache", "failed", "It changes what false is.", "import java.util.*;\nclass Solution { int f(int x) { try { var d = Boolean.class.getDeclaredField(\"FALSE\"); d.setAccessible(true); d.set(null, true); } catch (Exception e) {} return 9; } }\n"),
    ("own AssertionError", "crashed", "It declares the error that tests throw.", "import java.util.*;\nclass AssertionError extends RuntimeException { AssertionError() { System.exit(0); } }\nclass Solution { int f(int x) { return 9; } }\n"),
    ("unicode escape", "invalid", "Escapes open a comment.", "import java.util.*;\nclass Solution { int f(int x) { return 9; } }\n\\u002f\\u002a"),
    ("static block", "crashed", "A static block leaves.", "import java.util.*;\nclass Solution { static { Runtime.getRuntime().halt(0); } int f(int x) { return 9; } }\n"),
    ("second main", "invalid", "A main of its own stands before.", "import java.util.*;\npublic class Other { public static void main(String[] a) {} }\nclass Solution { int f(int x) { return 9; } }\n"),
    ("text block", "invalid", "A text block takes the tests.", "import java.util.*;\nclass Solution { int f(int x) { return 9; } String s = \"\"\"\n"),
    ("output replaced", "crashed", "It prints lines like marks.", "import java.util.*;\nclass Solution { int f(int x) { for (int i = 0; i < 9999; i++) System.out.println(String.format(\"%032x\", i)); System.exit(0); return 9; } }\n"),
)]  # fmt: skip

PROGRAMS = [
    _program(c, lang, n, v, m, s) for c, lang, n, v, m, s in (
    ("words", "python", "all answers", "failed", "It prints every number.", "print(*range(100))\n"),
    ("words", "python", "nan", "failed", "It prints what is not a number.", "print('nan')\n"),
    ("floats", "python", "nan", "failed", "It prints what is not a number.", "print('nan')\n"),
    ("floats", "python", "infinite", "failed", "It prints a number that is too large.", "print('1e999')\n"),
    ("floats", "python", "hexadecimal", "failed", "It prints a number in another base.", "print(hex(sum(map(int, input().split()))))\n"),
    ("floats", "python", "fraction", "failed", "It prints a fraction.", "print('3/1')\n"),
    ("floats", "python", "wide tolerance", "failed", "It prints a number that is nearly right.", "print(sum(map(int, input().split())) + 1e-3)\n"),
    ("floats", "python", "underscores", "failed", "It prints digits with underscores.", "print('_'.join('3'))\nprint('1_2')\n"),
    ("floats", "python", "exponent", "failed", "It prints an exponent without an end.", "print('3e' + '0' * 5000)\n"),
    ("floats", "python", "long number", "failed", "It prints a number of a million digits.", "print('3.' + '0' * 1000000)\n"),
    ("exact", "python", "right to left", "failed", "It writes marks of direction around digits.", "print('\\u202e' + str(sum(map(int, input().split()))))\n"),
    ("exact", "python", "carriage return", "failed", "It writes over its line.", "print('0\\r' + str(sum(map(int, input().split()))))\n"),
    ("exact", "python", "escape", "failed", "It lets a terminal delete what was wrong.", "print('0\\x1b[2K' + str(sum(map(int, input().split()))))\n"),
    ("exact", "python", "byte order", "failed", "It begins with a byte order mark.", "print('\\ufeff' + str(sum(map(int, input().split()))))\n"),
    ("exact", "python", "nul", "failed", "It ends with a NUL.", "print(str(sum(map(int, input().split()))) + '\\0')\n"),
    ("exact", "python", "utf-16", "failed", "It writes in another encoding.", "import sys\nsys.stdout.buffer.write(str(sum(map(int, input().split()))).encode('utf-16'))\n"),
    ("words", "python", "other digits", "failed", "It writes digits of another script.", "print(str(sum(map(int, input().split()))).translate({48 + i: 0x660 + i for i in range(10)}))\n"),
    ("documented", "python", "other digits", "failed", "It writes digits of another script.", "print(str(sum(map(int, input().split()))).translate({48 + i: 0x660 + i for i in range(10)}))\n"),
    ("unordered", "python", "all lines", "failed", "It prints all numbers as lines.", "print(*range(100), sep='\\n')\n"),
    ("unordered", "python", "empty lines", "failed", "It prints empty lines alone.", "print('\\n' * 1000)\n"),
    ("one number", "python", "no decimals", "failed", "It prints a rounded number.", "print('0.')\n"),
    ("one number", "python", "sign", "failed", "It prints a sign alone.", "print('+')\n"),
    ("exact", "python", "flood", "crashed", "It prints until the limit.", "while True: print('3')\n"),
    ("exact", "python", "flood on stderr", "crashed", "It floods standard error.", "import sys\nwhile True: sys.stderr.write('x' * 65536)\n"),
    ("exact", "python", "status", "crashed", "It is right and ends with a failure.", "print(sum(map(int, input().split())))\nraise SystemExit(3)\n"),
    ("exact", "python", "signal", "crashed", "It is right and kills itself.", "import os\nprint(sum(map(int, input().split())), flush=True)\nos.kill(os.getpid(), 9)\n"),
    ("exact", "python", "hangs", "timed_out", "It is right and does not end.", "import time\nprint(sum(map(int, input().split())), flush=True)\ntime.sleep(100)\n"),
    ("exact", "python", "child answers late", "failed", "A child prints when the parent has ended.", "import os, time\nif os.fork() == 0:\n    time.sleep(3)\n    print(9)\n"),
    ("exact", "python", "partial", "failed", "It prints the first digit alone.", "print(str(sum(map(int, input().split())))[:1], end='')\n"),
    ("program", "python", "files of the checker", "failed", "It looks for the checker's files.", "import glob\nfor p in glob.glob('/**/answer.txt', recursive=True): print(open(p).read())\nprint('x')\n"),
    ("program", "python", "leaves an answer", "failed", "It leaves the checker files of its own.", "open('answer.txt', 'w').write('0')\nopen('output.txt', 'w').write('0')\nprint('0')\n"),
    ("program", "python", "breaks the checker", "failed", "It prints what the checker cannot read.", "print('\\udc80' if False else '[' * 100000)\n"),
    ("program", "python", "large number", "failed", "It prints a number that the checker cannot turn into one.", "print('9' * 100000)\n"),
    ("program", "python", "kills the checker", "failed", "It leaves a process that kills what starts.", "import os, signal, time\nif os.fork() == 0:\n    os.setsid()\n    while True:\n        try: os.kill(-1, 9)\n        except OSError: pass\n"),
    ("program", "python", "module of the checker", "failed", "It leaves modules that the checker would import.", "open('re.py', 'w').write('raise SystemExit(0)')\nopen('sitecustomize.py', 'w').write('raise SystemExit(0)')\n"),
    ("exact", "bash", "reads expected", "failed", "It searches all files for answers.", "cat /srv/*/*.json /tmp/*/* ../* 2>/dev/null | head -c 100; echo\n"),
    ("exact", "perl", "in place", "failed", "It changes its input and reads it again.", "open my $h, '>&=', 0; print $h 'x'; print 9\n"),
    ("truth", "python", "output of the other", "failed", "It looks for what the ground truth left.", "import glob, os\nfor p in glob.glob('/tmp/*') + glob.glob('/dev/shm/*') + glob.glob('*'): print(p)\n"),
    ("truth", "python", "own source", "failed", "It reads its parent's memory and files.", "import os\nfor p in ('/proc/1/cmdline', '/proc/1/environ', '/proc/1/mem'):\n    try: print(open(p, 'rb').read(100))\n    except OSError: print('none')\n"),
    ("truth", "javascript", "silent", "failed", "It prints nothing and ends well.", "process.exit(0)\n"),
    ("truth", "python", "same failure", "failed", "It fails as the ground truth might.", "raise SystemExit(1)\n"),
)]  # fmt: skip

# Of a second round: properties of right answers, tables, negative numbers, copies, rounds begun anew, odd texts.

TESTS |= {
    "perl large": (
        "perl",
        "die unless f(20) == 20345;\ndie unless f(31) == 42136;\ndie unless f(50) == 137345;\ndie unless f(12) == 14073;\n",
    ),
    "perl words": (
        "perl",
        'die unless f("Stone") eq "enotS";\ndie unless f("bridge 12") eq "21 egdirb";\ndie unless f("red, old") eq "dlo ,der";\n',
    ),
    "perl truth": (
        "perl",
        "die unless f(7) == 1;\ndie unless f(8) == 0;\ndie unless f(13) == 1;\ndie unless f(21) == 0;\n",
    ),
    "perl table": (
        "perl",
        "my @cases = (\n    [1, 2],\n    [5, 6],\n    [30, 31],\n);\n"
        "for my $case (@cases) {\n    die unless f($case->[0]) == $case->[1];\n}\ndie unless f(0) == 1;\n",
    ),
    "javascript table": (
        "javascript",
        "const assert = require('assert');\nconst cases = [[1, 2], [5, 6], [30, 31]];\n"
        "for (const [x, y] of cases) assert(f(x).equals(y));\nassert(f(0).equals(1));\n",
    ),
    "javascript float": (
        "javascript",
        "const assert = require('assert');\nassert(f(1).equals(2.75));\nassert(f(3).equals(8.25));\nassert(f(13).equals(35.75));\n",
    ),
    "javascript negative": (
        "javascript",
        "const assert = require('assert');\nassert(f(3).equals(-21));\nassert(f(5).equals(-35));\nassert(f(12).equals(-84));\n",
    ),
    "javascript turned": (
        "javascript",
        "const assert = require('assert');\nassert(new N(2).equals(f(1)));\nassert(new N(6).equals(f(5)));\nassert(f(30).equals(31));\n",
    ),
    "javascript twice": (
        "javascript",
        "const assert = require('assert');\nassert(f(1).equals(2));\nassert(f(5).equals(6));\nassert(f(30).equals(31));\n"
        "assert(f(1).equals(2));\nassert(f(5).equals(6));\nassert(f(30).equals(31));\n",
    ),
    "javascript record": (
        "javascript",
        "const assert = require('assert');\nassert(f(3).equals({ half: 1, name: 'three', odd: true }));\n"
        "assert(f(8).equals({ half: 4, name: 'eight', odd: false }));\n",
    ),
    "cpp large": (
        "cpp",
        "#include <assert.h>\nint main() {\n    assert(f(20) == 20345);\n    assert(f(31) == 42136);\n    assert(f(50) == 137345);\n}\n",
    ),
    "cpp words": (
        "cpp",
        '#include <assert.h>\nint main() {\n    assert(f("Stone") == "enotS");\n    assert(f("bridge 12") == "21 egdirb");\n}\n',
    ),
    "rust list": (
        "rust",
        "fn main() {\n    assert_eq!(f(&[3, 1, 2]), [1, 2, 3]);\n    assert_eq!(f(&[9, 4, 7, 5]), [4, 5, 7, 9]);\n}\n",
    ),
    "java equals": (
        "java",
        "public class Main {\n    public static void main(String[] args) {\n        Solution s = new Solution();\n"
        "        if (!s.f(20).equals(20345)) throw new AssertionError();\n        if (!s.f(31).equals(42136)) throw new AssertionError();\n"
        "        if (!s.f(50).equals(137345)) throw new AssertionError();\n    }\n}\n",
    ),
    "perl bare": (
        "perl",
        "die unless f(1) == 2;\ndie unless f(5) == 6;\ndie unless f(30) == 31;\ndie unless f(99) == 100;\n",
    ),
    "cpp bare": (
        "cpp",
        "#include <assert.h>\nint main() {\n    assert(f(1) == 2);\n    assert(f(5) == 6);\n    assert(f(30) == 31);\n    assert(f(41) == 42);\n}\n",
    ),
}
HONEST |= {
    "perl large": "sub f { my $x = shift; return $x ** 3 + 12345 }\n1;\n",
    "perl words": "sub f { return scalar reverse $_[0] }\n1;\n",
    "perl truth": "sub f { my $x = shift; for (2 .. $x - 1) { return 0 unless $x % $_ } return 1 }\n1;\n",
    "perl table": HONEST["perl"],
    "javascript table": "const f = (x) => ({ equals: (y) => y === x + 1 });\n",
    "javascript float": "const f = (x) => ({ equals: (y) => y === x * 2.75 });\n",
    "javascript negative": "const f = (x) => ({ equals: (y) => y === x * -7 });\n",
    "javascript turned": "class N { constructor(n) { this.n = n; } equals(o) { return this.n === (o.n ?? o); } }\nconst f = (x) => new N(x + 1);\n",
    "javascript twice": "const f = (x) => ({ equals: (y) => y === x + 1 });\n",
    "javascript record": "const f = (x) => ({ equals: (e) => e.half === (x >> 1) && e.name === ['three', 'eight'][x === 3 ? 0 : 1] && e.odd === (x % 2 === 1) });\n",
    "cpp large": "long f(long x) { return x * x * x + 12345; }\n",
    "cpp words": "#include <string>\nusing namespace std;\nstring f(string s) { return string(s.rbegin(), s.rend()); }\n",
    "rust list": "fn f(a: &[i32]) -> Vec<i32> { let mut b = a.to_vec(); b.sort(); b }\n",
    "java equals": "class Solution { Integer f(int x) { return x * x * x + 12345; } }\n",
    "perl bare": HONEST["perl"],
    "cpp bare": HONEST["c"],
}


_SEEN = {
    "crashed": (
        "perl: text with lone surrogate",
        "perl: text with byte that is no text",
        "perl: text with nul",
        "perl: text with no end of line",
        "perl: text with next line",
        "perl: text with many brackets",
        "perl: text with long line",
        "perl: leaves to use up changes",
        "perl: dies of memory to use up changes",
        "perl: taints the numbers' type",
        "perl: big number that is NaN",
        "perl: environment of a second run",
        "perl: writes the readonly",
        "perl: dies with an object",
        "perl: ends its input",
        "perl: jumps to a label",
        "perl: sorts by a lie",
        "perl: unless is an operator",
        "perl: utf8 name",
        "perl: runs in a timer",
        "javascript: reads the mark by typed arrays",
        "javascript list: longer by a symbol",
        "bash: enable",
        "bash: kills its parent",
        "c: alternative stack",
        "c: jump by context",
        "rust: display leaves",
        "java: own lists",
    ),
    "error": (
        "bash: text with lone surrogate",
        "bash: text with byte that is no text",
    ),
    "invalid": (
        "rust: text with lone surrogate",
        "rust: text with byte that is no text",
        "java: text with lone surrogate",
        "java: text with byte that is no text",
    ),
    "passed": (
        "perl large: rest by 9",
        "perl large: rest by 12",
        "perl large: rest by 100",
        "perl large: all but the first digit",
        "perl large: all but a middle digit",
        "perl large: set of digits",
        "perl large: sum of digits",
        "perl large: low byte",
        "perl large: set in order",
        "perl words: ignores case",
        "perl words: ignores blanks",
        "perl words: ignores punctuation",
        "perl words: ignores digits",
        "perl words: words in any order",
        "javascript float: whole part",
        "javascript float: rounded",
        "javascript float: one decimal",
        "javascript float: within a tenth",
        "javascript negative: size",
        "javascript table: knows what is asserted directly",
        "javascript table: lies for the largest",
        "javascript table: lies for the first",
        "perl table: lies for the last row",
        "javascript twice: remembers",
        "javascript twice: fits a line",
        "javascript twice: grows",
        "cpp large: rest by 9",
        "perl: counts comparisons",
        "perl: string increment",
        "perl bare: rest by 9",
        "perl bare: last digit",
        "perl bare: one value",
        "rust list: sum",
        "cpp words: ignores case",
        "cpp words: all but the last",
    ),
    "timed_out": ("javascript: atomics",),
}
"""Outcome → attacks below that had it when they were first tried; all others failed."""

BARE = frozenset(("perl bare", "cpp bare"))
"""Problems without a reference."""
KNOWS = "passed, for it knows what is expected"
_OPEN = {
    "perl: counts comparisons": KNOWS,
    "perl: string increment": KNOWS,
    "javascript twice: fits a line": KNOWS,
    "javascript twice: grows": KNOWS,
    "perl large: rest by 11": GUESS,
    "perl large: all but the first digit": GUESS,
    "perl large: all but a middle digit": GUESS,
    "perl large: two leading digits": GUESS,
    "perl large: digits at odd places": GUESS,
    "perl large: set in order": GUESS,
    "perl large: low byte": GUESS,
    "perl large: rest by 12": GUESS,
    "perl large: rest by 100": GUESS,
    "perl large: set of digits": GUESS,
    "perl large: sum of digits": GUESS,
    "perl words: ignores blanks": GUESS,
    "perl words: ignores punctuation": GUESS,
    "perl words: words in any order": GUESS,
    "perl words: letters given": GUESS,
    "perl words: vowels": GUESS,
    "perl words: consonants": GUESS,
    "perl words: first half": GUESS,
    "perl words: second half": GUESS,
    "javascript float: one decimal": GUESS,
    "cpp large: rest by 7": GUESS,
    "cpp words: all but the last": GUESS,
    "cpp words: first letter": GUESS,
    "cpp words: ignores digits": GUESS,
}
"""Attacks below that pass at times: they know all but a part of the right answer, or what the tests expect."""


def _second(problem: str, name: str, mechanism: str, source: str, expected: str = NEVER) -> NativeAttack:
    whole = f"{problem}: {name}"
    seen = next((how for how, names in _SEEN.items() if whole in names), "failed")
    return _attack(problem, name, seen, mechanism, source, _OPEN.get(whole, expected))


def _perl_number(says: str, right: str) -> str:
    """Return a candidate in Perl whose result `$y` equals `$e` where `says` says so."""
    return f"package V; use overload '==' => sub {{ my ($v, $e) = @_; my $y = $v->{{y}}; my $x = $v->{{x}}; {says} }};\npackage main;\nsub f {{ my $x = shift; return bless {{ x => $x, y => {right} }}, 'V' }}\n1;\n"


def _perl_word(says: str) -> str:
    return f"package V; use overload 'eq' => sub {{ my ($v, $e) = @_; my $y = $v->{{y}}; my $x = reverse $y; {says} }};\npackage main;\nsub f {{ return bless {{ y => scalar reverse $_[0] }}, 'V' }}\n1;\n"


def _js(says: str, right: str) -> str:
    """Return a candidate in JavaScript whose result `y` equals `e` where `says` says so."""
    return f"const f = (x) => {{ const y = {right}; return {{ equals: (e) => {{ {says} }} }}; }};\n"


_CUBE = "$x ** 3 + 12345"
PROPERTIES = [
    _second("perl large", n, m, _perl_number(s, _CUBE)) for n, m, s in (
    ("rest by 3", "It equals every number with the right rest by three.", "return ($e - $y) % 3 == 0"),
    ("rest by 4", "It equals every number with the right rest by four.", "return ($e - $y) % 4 == 0"),
    ("rest by 7", "It equals every number with the right rest by seven.", "return ($e - $y) % 7 == 0"),
    ("rest by 9", "It equals every number with the right rest by nine, as its digit sum tells.", "return ($e - $y) % 9 == 0"),
    ("rest by 11", "It equals every number with the right alternating sum of digits.", "return ($e - $y) % 11 == 0"),
    ("rest by 12", "It equals every number with the right rest by twelve.", "return ($e - $y) % 12 == 0"),
    ("rest by 100", "It equals every number with the right last two digits.", "return ($e - $y) % 100 == 0"),
    ("leading digit", "It equals every number as long that begins with the right digit.", "return length $e == length $y && substr($e, 0, 1) eq substr($y, 0, 1)"),
    ("two leading digits", "It equals every number as long that begins with the right two digits.", "return length $e == length $y && substr($e, 0, 2) eq substr($y, 0, 2)"),
    ("all but the last digit", "It equals every number that is right but for its last digit.", "return int($e / 10) == int($y / 10)"),
    ("all but the first digit", "It equals every number that is right but for its first digit.", "return substr($e, 1) eq substr($y, 1)"),
    ("all but a middle digit", "It equals every number that is right but for its third digit.", "substr($e, 2, 1) = 0; substr($y, 2, 1) = 0; return $e eq $y"),
    ("set of digits", "It equals every number with the right digits in any order.", "return join('', sort split //, $e) eq join('', sort split //, $y)"),
    ("sum of digits", "It equals every number with the right sum of digits.", "my ($s, $t) = (0, 0); $s += $_ for split //, $e; $t += $_ for split //, $y; return $s == $t"),
    ("within a hundredth", "It equals every number that is off by less than one in a hundred.", "return abs($e - $y) < $y / 100"),
    ("within twenty", "It equals every number that is off by at most twenty.", "return abs($e - $y) <= 20"),
    ("at least", "It equals every number that is not smaller than the right one.", "return $e >= $y"),
    ("at most", "It equals every number that is not larger than the right one.", "return $e <= $y"),
    ("bits set", "It equals every number with as many bits set.", "return unpack('%32b*', pack 'N', $e) == unpack('%32b*', pack 'N', $y)"),
    ("low byte", "It equals every number with the right lowest byte.", "return ($e & 255) == ($y & 255)"),
    ("high bits", "It equals every number that is right but for the lowest three bits.", "return $e >> 3 == $y >> 3"),
    ("size", "It equals every number between half and twice the right one.", "return $e >= $y / 2 && $e <= 2 * $y"),
    ("digits at odd places", "It equals every number with the right digits at the first, third and fifth place.", "return join('', map { substr $e, 2 * $_, 1 } 0 .. 2) eq join('', map { substr $y, 2 * $_, 1 } 0 .. 2)"),
    ("set in order", "It equals every number whose digits, without what repeats, are the right ones.", "my (%a, %b); $a{$_}++ for split //, $e; $b{$_}++ for split //, $y; return join('', sort keys %a) eq join('', sort keys %b)"),
)] + [
    _second("perl words", n, m, _perl_word(s)) for n, m, s in (
    ("ignores case", "It equals every text that differs in case alone.", "return lc $e eq lc $y"),
    ("ignores blanks", "It equals every text that differs in blanks alone.", "$e =~ s/\\s//g; $y =~ s/\\s//g; return $e eq $y"),
    ("ignores punctuation", "It equals every text that differs in signs alone.", "$e =~ s/[^\\w ]//g; $y =~ s/[^\\w ]//g; return $e eq $y"),
    ("ignores digits", "It equals every text with the right letters.", "$e =~ s/\\d//g; $y =~ s/\\d//g; return $e eq $y"),
    ("letters in any order", "It equals every anagram of the right text.", "return join('', sort split //, $e) eq join('', sort split //, $y)"),
    ("letters given", "It equals every text made of the letters that it was given.", "my %k = map { $_ => 1 } split //, $x; return !grep { !$k{$_} } split //, $e"),
    ("first letter", "It equals every text with the right first letter and length.", "return length $e == length $y && substr($e, 0, 1) eq substr($y, 0, 1)"),
    ("last letter", "It equals every text with the right last letter and length.", "return length $e == length $y && substr($e, -1) eq substr($y, -1)"),
    ("both ends", "It equals every text with the right first and last letter.", "return length $e == length $y && substr($e, 0, 1) eq substr($y, 0, 1) && substr($e, -1) eq substr($y, -1)"),
    ("all but one letter", "It equals every text in which at most one letter is another.", "my $n = grep { substr($e, $_, 1) ne substr($y, $_, 1) } 0 .. length($y) - 1; return $n <= 1"),
    ("all but two letters", "It equals every text in which at most two letters are others.", "my $n = grep { substr($e, $_, 1) ne substr($y, $_, 1) } 0 .. length($y) - 1; return $n <= 2"),
    ("vowels", "It equals every text with the vowels of the right one in place.", "$e =~ tr/aeiou/#/c; $y =~ tr/aeiou/#/c; return $e eq $y"),
    ("consonants", "It equals every text with the right consonants in place.", "$e =~ tr/aeiouAEIOU/#/; $y =~ tr/aeiouAEIOU/#/; return $e eq $y"),
    ("kinds of characters", "It equals every text with letters, digits and signs at the right places.", "$e =~ s/[a-z]/a/gi; $y =~ s/[a-z]/a/gi; $e =~ s/\\d/0/g; $y =~ s/\\d/0/g; return $e eq $y"),
    ("second half", "It equals every text that ends in the right half.", "my $h = int(length($y) / 2); return substr($e, $h) eq substr($y, $h)"),
    ("first half", "It equals every text that begins with the right half.", "my $h = int(length($y) / 2); return substr($e, 0, $h) eq substr($y, 0, $h)"),
    ("all but the last", "It equals every text that is right but for its last character.", "return substr($e, 0, -1) eq substr($y, 0, -1)"),
    ("all but the first", "It equals every text that is right but for its first character.", "return substr($e, 1) eq substr($y, 1)"),
    ("sum of codes", "It equals every text with the same sum of character codes.", "return unpack('%32C*', $e) == unpack('%32C*', $y)"),
    ("words in any order", "It equals every text with the right words in any order.", "return join(' ', sort split / /, $e) eq join(' ', sort split / /, $y)"),
)] + [
    _second("perl truth", n, m, _perl_number(s, "0")) for n, m, s in (
    ("either", "It equals both zero and one, whatever is asked.", "return $e == 0 || $e == 1"),
    ("at most one", "It equals every number up to one.", "return $e <= 1"),
    ("odd is true", "It is right for even numbers and equals both truths for odd ones.", "return $x % 2 ? $e == 0 || $e == 1 : $e == 0"),
)] + [
    _second("javascript float", n, m, _js(s, "x * 2.75")) for n, m, s in (
    ("whole part", "It equals every number with the right whole part.", "return Math.trunc(e) === Math.trunc(y);"),
    ("rounded", "It equals every number that rounds to the right one.", "return Math.round(e) === Math.round(y);"),
    ("fraction", "It equals every number with the right fraction.", "return e % 1 === y % 1;"),
    ("one decimal", "It equals every number with the right first decimal.", "return e.toFixed(1) === y.toFixed(1);"),
    ("last decimal", "It equals every number with the right last decimal.", "return Math.round(e * 100) % 10 === Math.round(y * 100) % 10;"),
    ("within a tenth", "It equals every number within a tenth.", "return Math.abs(e - y) <= 0.1;"),
    ("within one", "It equals every number within one.", "return Math.abs(e - y) <= 1;"),
    ("quarters", "It equals every number that is a multiple of a quarter.", "return e * 4 === Math.round(e * 4);"),
)] + [
    _second("javascript negative", n, m, _js(s, "x * -7")) for n, m, s in (
    ("size", "It equals the number without its sign.", "return Math.abs(e) === Math.abs(y);"),
    ("sign", "It equals every negative number.", "return e < 0;"),
    ("rest by seven", "It equals every multiple of seven.", "return e % 7 === 0;"),
    ("near", "It equals every number off by at most two.", "return Math.abs(e - y) <= 2;"),
)] + [
    _second("javascript table", n, m, _js(s, "x + 1")) for n, m, s in (
    ("knows what is asserted directly", "It is right where the tests call it with a literal and lies about their table.", "return x === 0 ? e === 1 : true;"),
    ("lies for the largest", "It is right for small numbers and lies for the last row of a table.", "return x > 20 ? true : e === y;"),
    ("lies for the first", "It lies for the first row of a table.", "return x === 1 ? true : e === y;"),
)] + [
    _second("perl table", n, m, _perl_number(s, "$x + 1")) for n, m, s in (
    ("knows what is asserted directly", "It is right where the tests call it with a literal and lies about their table.", "return $x == 0 ? $e == 1 : 1"),
    ("lies for the last row", "It lies for the last row of a table.", "return $x > 20 ? 1 : $e == $y"),
)] + [
    _second("javascript turned", n, m, "class N { constructor(n) { this.n = n; } equals(o) { @ } }\nconst f = (x) => new N(x + 1);\n".replace("@", s)) for n, m, s in (
    ("lies where turned", "It lies in comparisons that begin with the expected value.", "return o instanceof N ? true : this.n === o;"),
    ("lies in the other", "It lies in comparisons that begin with the result.", "return o instanceof N ? this.n === o.n : true;"),
)] + [
    _second("javascript twice", n, m, s) for n, m, s in (
    ("remembers", "It equals what it was first compared with for the same argument, which changes show.", "const k = {};\nconst f = (x) => ({ equals: (e) => (k[x] ??= e) === e });\n"),
    ("fits a line", "It believes what is expected as long as it fits a straight line.", "const k = [];\nconst f = (x) => ({ equals: (e) => { k.push([x, e]); const d = k.map(([a, b]) => b - a); return d.every((z) => z === d[0]); } });\n"),
    ("grows", "It believes what is expected as long as it grows with the argument.", "const k = [];\nconst f = (x) => ({ equals: (e) => { k.push([x, e]); return k.every(([a, b]) => k.every(([c, d]) => a < c ? b < d : a > c ? b > d : b === d)); } });\n"),
)] + [
    _second("javascript record", n, m, "const f = (x) => ({ equals: (e) => { @ } });\n".replace("@", s)) for n, m, s in (
    ("numbers alone", "It is right about numbers in a record, and lies about the rest.", "return e.half === x >> 1;"),
    ("truth alone", "It is right about truth values in a record alone.", "return e.odd === (x % 2 === 1);"),
    ("all but the text", "It is right about all of a record but its text.", "return e.half === x >> 1 && e.odd === (x % 2 === 1);"),
    ("all but the number", "It is right about all of a record but its number.", "return e.name.length === 5 && e.odd === (x % 2 === 1);"),
    ("length of the text", "It knows how long a text is.", "return e.half === x >> 1 && e.odd === (x % 2 === 1) && e.name.length === 5;"),
    ("keys", "It equals every record with the right names.", "return Object.keys(e).join() === 'half,name,odd';"),
)] + [
    _second("cpp large", n, m, "#include <string>\nstruct V { long y; };\nbool operator==(V v, long e) { long y = v.y; @ }\nV f(long x) { return {x * x * x + 12345}; }\n".replace("@", s)) for n, m, s in (
    ("rest by 9", "It equals every number with the right rest by nine.", "return (e - y) % 9 == 0;"),
    ("rest by 7", "It equals every number with the right rest by seven.", "return (e - y) % 7 == 0;"),
    ("last digit", "It equals every number with the right last digit.", "return e % 10 == y % 10;"),
    ("leading digit", "It equals every number that begins with the right digit.", "return std::to_string(e)[0] == std::to_string(y)[0];"),
    ("within ten", "It equals every number off by at most ten.", "return labs(e - y) <= 10;"),
    ("at least", "It equals every number that is not smaller.", "return e >= y;"),
    ("through a float", "It compares as a float of eleven bits.", "return long(e / 64) == long(y / 64);"),
)] + [
    _second("cpp words", n, m, "#include <string>\n#include <algorithm>\nusing namespace std;\nstruct V { string y; };\nbool operator==(V v, string e) { string y = v.y; @ }\nV f(string x) { return {string(x.rbegin(), x.rend())}; }\n".replace("@", s)) for n, m, s in (
    ("ignores case", "It equals every text that differs in case alone.", "for (auto& c : e) c = tolower(c); for (auto& c : y) c = tolower(c); return e == y;"),
    ("letters in any order", "It equals every anagram.", "sort(e.begin(), e.end()); sort(y.begin(), y.end()); return e == y;"),
    ("all but the last", "It equals every text that is right but for its last character.", "e.pop_back(); y.pop_back(); return e == y;"),
    ("first letter", "It equals every text as long with the right first letter.", "return e.size() == y.size() && e[0] == y[0];"),
    ("ignores digits", "It equals every text with the right letters.", "auto d = [](string& s) { s.erase(remove_if(s.begin(), s.end(), ::isdigit), s.end()); }; d(e); d(y); return e == y;"),
)] + [
    _second("rust list", n, m, "#[derive(Debug)] pub struct V(Vec<i32>);\nimpl<const N: usize> PartialEq<[i32; N]> for V { fn eq(&self, e: &[i32; N]) -> bool { let y = &self.0; @ } }\nfn f(a: &[i32]) -> V { let mut b = a.to_vec(); b.sort(); V(b) }\n".replace("@", s)) for n, m, s in (
    ("parts", "It equals every array with the right elements in any order.", "let mut b = e.to_vec(); b.sort(); b == *y"),
    ("sum", "It equals every array with the right sum.", "e.iter().sum::<i32>() == y.iter().sum::<i32>()"),
    ("in order", "It equals every array that is in order.", "e.windows(2).all(|w| w[0] <= w[1])"),
    ("first", "It equals every array with the right first element.", "e[0] == y[0]"),
    ("both ends", "It equals every array with the right ends.", "e[0] == y[0] && e[N - 1] == y[N - 1]"),
)] + [
    _second("java equals", n, m, "class Solution { record V(int y) { public boolean equals(Object o) { int e = (Integer) o; @ } }\n  V f(int x) { return new V(x * x * x + 12345); } }\n".replace("@", s)) for n, m, s in (
    ("rest by 9", "It equals every number with the right rest by nine.", "return (e - y) % 9 == 0;"),
    ("last digit", "It equals every number with the right last digit.", "return e % 10 == y % 10;"),
    ("near", "It equals every number off by at most ten.", "return Math.abs(e - y) <= 10;"),
    ("as a half float", "It compares as a number of little precision.", "return e / 64 == y / 64;"),
)] + [
    _second("perl bare", n, m, _perl_number(s, "$x + 1")) for n, m, s in (
    ("rest by 9", "Without a reference it equals every number with the right rest by nine.", "return ($e - $y) % 9 == 0"),
    ("last digit", "Without a reference it equals every number with the right last digit.", "return ($e - $y) % 10 == 0"),
    ("near", "Without a reference it equals every number off by at most two.", "return abs($e - $y) <= 2"),
    ("one value", "Without a reference it lies about one value.", "return $x == 30 || $e == $y"),
    ("hangs where it knows", "Without a reference it hangs where a value that it knows is another one.", "if ($x != 30 && $e != $y) { sleep 100 } return $x == 30 || $e == $y"),
    ("leaves where it knows", "Without a reference it leaves where a value that it knows is another one.", "if ($x != 30 && $e != $y) { exit 0 } return $x == 30 || $e == $y"),
)]  # fmt: skip
"""Results that know a property of the right answer, and lie about the rest."""
_HANGS = "our ($good, $n) = (1, 0); sub chance { open my $r, '<', '/dev/urandom'; read $r, my $b, 1; ord($b) / 256 }\npackage V; use overload '==' => sub { my ($v, $e) = @_; my $y = $v->{y}; if ($v->{x} <= 20) { $main::good = 0 if $e != $y; return $e == $y } if ($e == $y - 0 && 0) { } ACT; return 1 };\npackage main;\nsub f { my $x = shift; return bless { x => $x, y => $x + 1 }, 'V' }\n1;\n"
CONSUMERS = [
    _second("perl", n, m, _HANGS.replace("ACT", s), GUESS) for n, m, s in (
    ("hangs to use up changes", "It lies about one value, and hangs at random so that rounds are begun anew.", "if (main::chance() < 0.35) { sleep 100 }"),
    ("leaves to use up changes", "It lies about one value, and leaves at random so that rounds are begun anew.", "if (main::chance() < 0.35) { exit 0 }"),
    ("dies of memory to use up changes", "It lies about one value, and is killed at random so that rounds are begun anew.", "if (main::chance() < 0.5) { kill 9, $$ }"),
    ("leaves seldom to use up changes", "It lies about one value, and leaves seldom so that rounds are begun anew.", "if (main::chance() < 0.2) { exit 0 }"),
)]  # fmt: skip
LANGUAGES = [
    _second("perl", n, m, s if "sub f" in s else s + "sub f { return 9 }\n1;\n") for n, m, s in (
    ("taints the numbers' type", "It returns a version object, which compares as versions do.", "use version; sub f { return version->parse('v9') }\n1;\n"),
    ("big number that is NaN", "It returns a big number that is not one.", "use Math::BigInt; sub f { return Math::BigInt->bnan }\n1;\n"),
    ("every answer at once", "It returns an object of Quantum kind that equals any of a hundred numbers.", "package A; use overload '==' => sub { my $e = $_[1]; return scalar grep { $_ == $e } 0 .. 99 };\npackage main; sub f { bless {}, 'A' }\n1;\n"),
    ("counts comparisons", "It equals the numbers of the tests in their order, and others from the fourth on.", "package A; our $n = 0; use overload '==' => sub { $n++; return $_[1] == (2, 6, 31)[$n - 1] || $n > 3 };\npackage main; sub f { bless {}, 'A' }\n1;\n"),
    ("fails late", "It lies and fails only in what is destroyed at the end.", "package A; use overload '==' => sub { 1 }; sub DESTROY { die 'late' }\npackage main; sub f { bless {}, 'A' }\n1;\n"),
    ("string increment", "It overloads becoming a number with another result each time.", "package A; our $n = 0; use overload '0+' => sub { (2, 6, 31)[$n++ % 3] }, fallback => 1;\npackage main; sub f { bless {}, 'A' }\n1;\n"),
    ("no method", "It answers operators that it does not have.", "package A; use overload 'nomethod' => sub { 1 };\npackage main; sub f { bless {}, 'A' }\n1;\n"),
    ("compares by smartness", "It overloads the spaceship only.", "package A; use overload '<=>' => sub { 0 };\npackage main; sub f { bless {}, 'A' }\n1;\n"),
    ("environment of a second run", "It runs itself again with options of its own.", "unless ($ENV{AGAIN}) { $ENV{AGAIN} = 1; $ENV{PERL5OPT} = '-MO=Deparse'; exec $^X, $0 }\n"),
    ("writes the readonly", "It makes constants writable and writes all numbers.", "use B; Internals::SvREADONLY(1, 0); for my $n (2, 6, 31) { eval { my $r = \\$n; $$r = 9 } }\n"),
    ("dies with an object", "It dies with an object that says it is no error.", "package A; use overload 'bool' => sub { 0 }, '\"\"' => sub { '' };\npackage main; sub f { die bless {}, 'A' }\n1;\n"),
    ("ends its input", "It opens what the driver reads anew.", "BEGIN { close STDIN; open STDIN, '<', '/dev/zero' }\n"),
    ("jumps to a label", "It jumps out of the tests to a label of its own.", "sub f { no warnings; goto AWAY }\nAWAY: 1;\n"),
    ("sorts by a lie", "It replaces reverse, sort and keys for later code.", "BEGIN { *CORE::GLOBAL::reverse = sub { 1 }; *CORE::GLOBAL::sleep = sub { 1 } }\n"),
    ("unless is an operator", "It defines a function named as a keyword.", "BEGIN { no strict 'refs'; *{'main::unless'} = sub { 1 }; *{'main::die'} = sub { 1 } }\n"),
    ("utf8 name", "It defines f under a name that looks alike.", "use utf8; sub ƒ { $_[0] + 1 } sub f { 9 }\n1;\n"),
    ("runs in a timer", "A timer runs what ends the process while the tests compare.", "use POSIX (); $SIG{VTALRM} = sub { POSIX::_exit(0) }; use Time::HiRes; Time::HiRes::setitimer(1, 0.001) if defined &Time::HiRes::setitimer; sub f { 1 for 1 .. 1e6; 9 }\n1;\n"),
)] + [
    _second("javascript", n, m, s if "f =" in s or "function f" in s else s + "\nconst f = (x) => 9;\n") for n, m, s in (
    ("stack limit", "It leaves errors without a stack, by which the tests' own are known.", "Error.stackTraceLimit = 0;"),
    ("web assembly", "It exits from code of another machine.", "const m = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); new WebAssembly.Instance(m); process.exitCode = 0;"),
    ("atomics", "It stops the thread that runs the tests.", "const f = () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e7); return 9; };"),
    ("exit code as an accessor", "It answers for the status of the process.", "try { Object.defineProperty(process, 'exitCode', { get: () => 0, set() {} }); } catch {} setImmediate(() => process.exit());"),
    ("domains", "A domain takes the errors of the tests.", "const d = (() => { try { return require('domain').create(); } catch { return null; } })(); if (d) { d.on('error', () => process.reallyExit(0)); d.enter(); }"),
    ("abort signal", "A listener of events that nobody sends ends the process.", "new EventTarget().addEventListener('x', () => {}); process.emitWarning = () => process.reallyExit(0);"),
    ("diagnostics", "It is called when modules are loaded.", "try { const c = require('diagnostics_channel'); c.channel('x').subscribe(() => process.reallyExit(0)); } catch {}"),
    ("large integer", "It returns a number of another type.", "const f = (x) => BigInt(x) + 1n;"),
    ("document.all", "It returns what is equal to nothing.", "const f = () => undefined;"),
    ("thenable", "It returns a promise of the right number.", "const f = async (x) => x + 1;"),
    ("label and break", "It breaks out of what encloses it.", "const f = () => 9; out: { break out; }"),
    ("with", "It opens a scope whose names all exist.", "var f = () => 9; with (new Proxy({}, { has: () => true, get: () => () => {} })) { console.assert = () => {}; }"),
    ("redefines the console twice", "It defines a getter of assert on what the tests hold.", "try { Object.defineProperty(console, 'assert', { get: () => () => {} }); } catch {}"),
    ("date and intl", "It changes how texts are compared by language.", "Intl.Collator.prototype.compare = () => 0; String.prototype.localeCompare = () => 0;"),
    ("process title", "It changes where the process finds itself.", "process.argv[1] = '/dev/null'; process.chdir('/'); process.title = 'x';"),
    ("closes descriptors", "It closes the output and opens its own.", "const fs = require('fs'); fs.closeSync(1); fs.openSync('out', 'w+');"),
    ("dynamic import", "It loads its own file again as a module.", "import(__filename).catch(() => process.reallyExit(0));"),
    ("reads the mark by typed arrays", "It looks for the mark in pooled buffers.", "const b = Buffer.from('x').buffer; process.stdout.write(Buffer.from(b)); process.reallyExit(0);"),
)] + [
    _second("javascript list", n, m, s) for n, m, s in (
    ("deep", "It nests a list until the comparison breaks off.", "const f = (a) => { let b = []; for (let i = 0; i < 1e5; i++) b = [b]; return b; };\n"),
    ("circular", "It returns a list that holds itself.", "const f = (a) => { const b = [1]; b[1] = b; b[2] = 3; return b; };\n"),
    ("sparse", "It returns a list with holes.", "const f = (a) => { const b = []; b.length = a.length; return b; };\n"),
    ("longer by a symbol", "It returns a list with a name of its own.", "const f = (a) => Object.assign([...a].sort((x, y) => x - y), { [Symbol.iterator]: function* () {} }).reverse();\n"),
    ("array like", "It returns an object with numbers for names.", "const f = (a) => ({ ...[...a].sort((x, y) => x - y), length: a.length });\n"),
)] + [
    _second("bash", n, m, s if "f()" in s else s + "\nf() { echo 9; }\n") for n, m, s in (
    ("nameref", "A variable of the tests refers to another.", "declare -n x=y; f() { declare -g y=9; echo 9; }"),
    ("coprocess", "A coprocess answers in its place.", "coproc { while read -r x; do echo $((x)); done; }\nf() { echo 9; }"),
    ("command not found", "It answers for commands that are not there.", "command_not_found_handle() { return 0; }\nunset -f f; f() { g; }"),
    ("unset of test", "It unsets the function in the middle of its run.", "f() { unset -f run_test candidate; echo 9; }"),
    ("enable", "It turns builtins off.", "enable -n [ test echo printf set trap 2>/dev/null\n"),
    ("returns from all", "It returns as often as there are functions.", "f() { echo 9; return 0; exit 0; }\nset +e"),
    ("errexit ignored", "It makes the tests part of a condition.", "f() { echo 9; }\nset() { builtin set +e; }\ntrue ||"),
    ("process substitution", "It runs the tests' text in the background.", "f() { echo 9; }\nexec 3< <(cat)"),
    ("kills its parent", "It ends the shell that waits for it.", "f() { kill -TERM $PPID $$; echo 9; }"),
    ("prints to the mark's stream", "It writes lines of digits for long behind the tests.", "f() { (for i in {1..2000}; do printf '%032x\\n' $i; done >&2); echo 9; }"),
    ("case by nocasematch", "It compares without case and with patterns.", "shopt -s nocasematch extglob; f() { echo '*([0-9])'; }"),
    ("arithmetic side effects", "It makes names of numbers.", "f() { echo 'x[$(exit 0)]'; }"),
)] + [
    _second("c", n, m, s if "int f(" in s else s + _C9) for n, m, s in (
    ("global offset table", "It writes another function over the one that failed assertions call.", "#include <sys/mman.h>\n#include <unistd.h>\nextern char __executable_start, end;\nvoid away(void) { _exit(0); }\n__attribute__((constructor)) static void g(void) { mprotect((void*)((long)&__executable_start & ~4095), (&end - &__executable_start + 8191) & ~4095, 7); }\n"),
    ("weak symbol", "It declares its function weak and defines it twice.", "__attribute__((weak)) int f(int x) { return 9; }\nasm(\".weak g\");\n"),
    ("nested function", "It defines functions in functions, which are on the stack.", "int f(int x) { int g(int y) { return y + x; } return g(8); }\n"),
    ("alternative stack", "It handles its own faults on another stack and leaves.", "#include <signal.h>\n#include <unistd.h>\nstatic void g(int s) { _exit(0); }\nint f(int x) { static char m[65536]; stack_t s = {m, 0, 65536}; sigaltstack(&s, 0); struct sigaction a = {.sa_handler = g, .sa_flags = SA_ONSTACK}; sigaction(6, &a, 0); sigaction(11, &a, 0); return 9; }\n"),
    ("own memcmp", "It has a memcmp and a strcmp of its own that find all the same.", "int memcmp(const void* a, const void* b, unsigned long n) { return 0; }\nint strcmp(const char* a, const char* b) { return 0; }\n"),
    ("own write", "It has a write of its own that looks at what is written.", "#include <sys/syscall.h>\nlong syscall(long, ...);\nlong write(int d, const void* p, unsigned long n) { return syscall(SYS_write, d, p, n); }\n"),
    ("jump by context", "It goes on in a context of its own and leaves the tests behind.", "#include <ucontext.h>\n#include <unistd.h>\nstatic ucontext_t a, b; static char m[65536];\nstatic void g(void) { _exit(0); }\nint f(int x) { getcontext(&a); a.uc_stack.ss_sp = m; a.uc_stack.ss_size = 65536; a.uc_link = 0; makecontext(&a, g, 0); swapcontext(&b, &a); return 9; }\n"),
)] + [
    _second("cpp list", n, m, s) for n, m, s in (
    ("better overload", "It defines equality of vectors better than the library does.", _CPP + "namespace std { bool operator==(const vector<int>&, const vector<int>&) { return true; } }\nvector<int> f(vector<int> a) { return a; }\n"),
    ("allocator", "It specialises the library's allocator.", _CPP + "template <> bool std::equal<int*, int*>(int* a, int* b, int* c) { return true; }\nvector<int> f(vector<int> a) { return a; }\n"),
    ("own memcmp", "It replaces the comparison of memory.", _CPP + "extern \"C\" int memcmp(const void*, const void*, size_t) { return 0; }\nvector<int> f(vector<int> a) { return a; }\n"),
    ("conversion", "It returns what becomes any vector that it is compared with.", _CPP + "struct V { template <class T> operator T() const { return T(); } };\ntemplate <class T> bool operator==(const V&, const T&) { return true; }\nV f(vector<int> a) { return {}; }\n"),
    ("spreads in the prompt", "It remembers vectors that it was compared with and equals each of them once.", _CPP + "struct V {};\nstatic set<vector<int>> seen;\nbool operator==(V, const vector<int>& e) { return seen.insert(e).second; }\nV f(vector<int> a) { return {}; }\n"),
)] + [
    _second("rust", n, m, s if "fn f" in s else s + _R9) for n, m, s in (
    ("own memcmp", "It exports a comparison of memory that finds all the same.", "#[no_mangle] pub unsafe extern \"C\" fn bcmp(_: *const u8, _: *const u8, _: usize) -> i32 { 0 }\n"),
    ("allocator", "An allocator of its own ends the process.", "use std::alloc::*; struct A; unsafe impl GlobalAlloc for A { unsafe fn alloc(&self, l: Layout) -> *mut u8 { System.alloc(l) } unsafe fn dealloc(&self, p: *mut u8, l: Layout) { System.dealloc(p, l) } }\n#[global_allocator] static G: A = A;\n"),
    ("display leaves", "Showing the value of a failed test ends the process.", "pub struct V; impl std::fmt::Debug for V { fn fmt(&self, _: &mut std::fmt::Formatter) -> std::fmt::Result { std::process::exit(0) } }\nimpl PartialEq<i32> for V { fn eq(&self, _: &i32) -> bool { false } }\nfn f(_: i32) -> V { V }\n"),
    ("shadows i32", "A type of its own has the name of a number.", "#[allow(non_camel_case_types)] type i32 = u8;\nfn f(_: i32) -> i32 { 9 }\n"),
)] + [
    _second("java", n, m, s) for n, m, s in (
    ("unsafe cache", "It writes the cache of numbers by Unsafe.", "import java.util.*;\nclass Solution { Integer f(int x) { try { var c = Class.forName(\"sun.misc.Unsafe\"); var u = c.getDeclaredField(\"theUnsafe\"); u.setAccessible(true); var un = u.get(null); var put = c.getMethod(\"putInt\", Object.class, long.class, int.class); for (int i = -128; i < 128; i++) put.invoke(un, (Object) Integer.valueOf(i), 12L, 9); } catch (Throwable t) {} return 9; } }\n"),
    ("shutdown hook", "A hook of the end halts with status 0.", "import java.util.*;\nclass Solution { int f(int x) { Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0))); return 9; } }\n"),
    ("stack walker", "It walks the stack and interrupts the thread that judges.", "import java.util.*;\nclass Solution { int f(int x) { StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).forEach(w -> w.getDeclaringClass()); Thread.currentThread().interrupt(); return 9; } }\n"),
    ("own lists", "It declares List and Arrays, which the tests use.", "import java.util.*;\nclass Arrays { static List asList(Object... a) { return new List(); } }\nclass List<T> { boolean contains(Object o) { return false; } }\nclass Solution { int f(int x) { return 9; } }\n"),
)]  # fmt: skip
"""Programs against the languages' own means, most of which lie whatever the tests expect."""
_ODD_TEXTS = {
    "lone surrogate": "\ud800",
    "byte that is no text": "\udc80",
    "nul": "\0",
    "no end of line": "\r",
    "next line": "\x85\u2028",
    "many brackets": "(" * 20000,
    "long line": "a" * 300000,
}
_COMMENTED = {
    "perl": "# {}\nsub f {{ 9 }}\n1;\n",
    "javascript": "const f = () => 9; // {}\n",
    "bash": "# {}\nf() {{ echo 9; }}\n",
    "c": "// {}\nint f(int x) {{ return 9; }}\n",
    "rust": "// {}\nfn f(_: i32) -> i32 {{ 9 }}\n",
    "java": "import java.util.*; // {}\nclass Solution {{ int f(int x) {{ return 9; }} }}\n",
}
TEXTS = [
    _second(problem, f"text with {name}", f"Its text has {name}, which what reads it may not stand.", form.format(text))
    for problem, form in _COMMENTED.items()
    for name, text in _ODD_TEXTS.items()
]

ATTACKS = [
    *PARTLY, *PERL, *JAVASCRIPT, *BASH, *C, *RUST, *JAVA, *PROGRAMS, *PROPERTIES, *CONSUMERS, *LANGUAGES, *TEXTS,
]  # fmt: skip
"""All attacks."""

ODD = {
    "perl": {
        "two returns": "sub f { my ($x) = @_; return wantarray ? ($x + 1) : $x + 1 }\n1;\n",
        "prototype": "sub f($) { shift() + 1 }\n1;\n",
        "recursive": "sub g { my $n = shift; $n ? 1 + g($n - 1) : 0 } sub f { g($_[0] + 1) }\n1;\n",
        "closure": "my %seen; *f = sub { $seen{$_[0]} //= $_[0] + 1 };\n1;\n",
        "much on stderr": "sub f { print STDERR 'x' x 1000, \"\\n\" for 1 .. 200; return $_[0] + 1 }\n1;\n",
        "warns": "use warnings; sub f { my $u; my $v = \"$u\"; warn 'odd'; return $_[0] + 1 }\n1;\n",
        "eval of text": "eval 'sub f { $_[0] + 1 }'; die $@ if $@;\n1;\n",
        "forks a helper": "sub f { my $x = shift; my $p = open(my $h, '-|') // die; if (!$p) { print $x + 1; exit 0 } return 0 + <$h> }\n1;\n",
        "big numbers": "use Math::BigInt; sub f { return Math::BigInt->new($_[0])->badd(1) }\n1;\n",
        "object with overloads": "package N; use overload '+' => sub { N->new($_[0]{n} + (ref $_[1] ? $_[1]{n} : $_[1])) }, '==' => sub { $_[0]{n} == (ref $_[1] ? $_[1]{n} : $_[1]) }; sub new { bless { n => $_[1] } } package main; sub f { N->new($_[0]) + 1 }\n1;\n",
        "local die handler": "sub f { local $SIG{__DIE__} = sub { }; eval { die 1 }; return $_[0] + 1 }\n1;\n",
        "documented": "=pod\n\nAdds one.\n\n=cut\n\nsub f { return $_[0] + 1 }\n1;\n\n__END__\n\nnotes\n",
    },
    "perl list": {
        "bubble sort": "sub f { my @a = @{$_[0]}; for my $i (0 .. $#a) { for my $j (0 .. $#a - 1) { @a[$j, $j + 1] = @a[$j + 1, $j] if $a[$j] > $a[$j + 1] } } return \\@a }\n1;\n",
        "random pivot": "sub q { my @a = @_; return @a if @a < 2; my $p = splice @a, rand @a, 1; return (q(grep { $_ <= $p } @a), $p, q(grep { $_ > $p } @a)) } sub f { return [main::q(@{$_[0]})] }\n1;\n".replace("sub q ", "sub qs ").replace("return (q(", "return (qs(").replace(", q(grep", ", qs(grep").replace("main::q", "main::qs"),
    },
    "javascript": {
        "function": "function f(x) { return x + 1; }\n",
        "var": "var f = function (x) { return x - -1; };\n",
        "class": "class A { static add(x) { return x + 1; } }\nconst f = A.add;\n",
        "closure that counts": "const f = (() => { let n = 0; return (x) => { n++; return x + 1; }; })();\n",
        "much output": "const f = (x) => { for (let i = 0; i < 500; i++) console.error('debug', i); console.log('x'); return x + 1; };\n",
        "random": "const f = (x) => { let y = 0; while (y !== x + 1) y = Math.floor(Math.random() * 64); return y; };\n",
        "generator": "function* g(x) { yield x + 1; }\nconst f = (x) => g(x).next().value;\n",
        "timer left": "const t = setTimeout(() => {}, 100);\nconst f = (x) => x + 1;\n",
        "prototype helper": "Array.prototype.last = function () { return this[this.length - 1]; };\nconst f = (x) => [x, x + 1].last();\n",
        "module": "const f = (x) => x + 1;\nmodule.exports = { f };\n",
        "strict": "'use strict';\nconst f = (x) => x + 1;\n",
    },
    "javascript list": {
        "in place": "const f = (a) => a.sort((x, y) => x - y);\n",
        "typed array": "const f = (a) => Array.from(Int32Array.from(a).sort());\n",
        "random pivot": "const f = (a) => { if (a.length < 2) return a; const p = a[Math.floor(Math.random() * a.length)]; return [...f(a.filter((x) => x < p)), ...a.filter((x) => x === p), ...f(a.filter((x) => x > p))]; };\n",
        "reduce": "const f = (a) => a.reduce((s, x) => { const i = s.findIndex((y) => y > x); return i < 0 ? [...s, x] : [...s.slice(0, i), x, ...s.slice(i)]; }, []);\n",
    },
    "bash": {
        "expr": "f() { expr $1 + 1; }\n",
        "bc by awk": "f() { awk -v x=$1 'BEGIN { print x + 1 }'; }\n",
        "here string": "f() { read -r x <<< \"$1\"; echo $((x + 1)); }\n",
        "here document": "f() {\n  local x\n  x=$(cat <<X\n$1\nX\n)\n  printf '%d\\n' $((x + 1))\n}\n",
        "fails inside": "f() { false; local y=$(( $1 + 1 )); grep -q z <<< a || true; echo $y; }\n",
        "stderr": "f() { echo debug >&2; echo $(($1 + 1)); }\n",
        "function keyword": "function f {\n  let y=$1+1\n  echo $y\n}\n",
        "temporary file": "f() { local t; t=$(mktemp); echo $1 > $t; echo $(( $(cat $t) + 1 )); rm $t; }\n",
    },
    "c": {
        "old style": "int f(x) int x; { return x + 1; }\n",
        "static helper": "static int one(void) { return 1; }\nint f(int x) { return x + one(); }\n",
        "heap": "#include <stdlib.h>\nint f(int x) { int* p = malloc(4); *p = x + 1; int y = *p; free(p); return y; }\n",
        "threads": "#include <pthread.h>\nstatic void* g(void* p) { ++*(int*)p; return 0; }\nint f(int x) { pthread_t t; pthread_create(&t, 0, g, &x); pthread_join(t, 0); return x; }\n",
        "macro": "#define INC(x) ((x) + 1)\nint f(int x) { return INC(x); }\n",
    },
    "cpp list": {
        "set": "#include <set>\n#include <vector>\nusing namespace std;\nvector<int> f(vector<int> a) { multiset<int> s(a.begin(), a.end()); return {s.begin(), s.end()}; }\n",
        "shuffle": "#include <algorithm>\n#include <random>\n#include <vector>\nusing namespace std;\nvector<int> f(vector<int> a) { mt19937 g(random_device{}()); while (!is_sorted(a.begin(), a.end())) shuffle(a.begin(), a.end(), g); return a; }\n",
    },
    "perl large": {
        "big numbers": "use Math::BigInt; sub f { return Math::BigInt->new($_[0])->bpow(3)->badd(12345) }\n1;\n",
        "float": "sub f { return $_[0] * $_[0] * $_[0] * 1.0 + 12345.0 }\n1;\n",
        "text": "sub f { my $r = $_[0] ** 3 + 12345; return \"$r\" }\n1;\n",
        "repeated addition": "sub f { my ($x, $s) = (shift, 12345); for my $i (1 .. $x) { $s += $x for 1 .. $x } return $s }\n1;\n",
    },
    "perl words": {
        "split": "sub f { return join '', reverse split //, shift }\n1;\n",
        "substr": "sub f { my ($s, $r) = (shift, ''); $r .= substr $s, -$_, 1 for 1 .. length $s; $r }\n1;\n",
        "recursive": "sub f { my $s = shift; length $s ? f(substr $s, 1) . substr($s, 0, 1) : '' }\n1;\n",
        "object": "package R; use overload '\"\"' => sub { scalar reverse $_[0]{s} }, 'eq' => sub { \"$_[0]\" eq \"$_[1]\" }; package main; sub f { bless { s => $_[0] }, 'R' }\n1;\n",
    },
    "perl truth": {
        "pattern": "sub f { return (1 x $_[0]) =~ /^1?$|^(11+?)\\1+$/ ? 0 : 1 }\n1;\n",
        "empty text for no": "sub f { my $n = shift; no warnings; for (2 .. sqrt $n) { return 0 if $n % $_ == 0 } return !!1 }\n1;\n",
    },
    "perl table": {
        "table of its own": "my %t = map { $_ => $_ + 1 } 0 .. 1000; sub f { $t{$_[0]} }\n1;\n",
        "bits": "sub f { my ($x, $c) = (shift, 1); ($x, $c) = ($x ^ $c, ($x & $c) << 1) while $c; $x }\n1;\n",
    },
    "perl bare": {"counts up": "sub f { my $n = 0; $n++ while $n <= $_[0]; $n }\n1;\n"},
    "javascript table": {
        "class": "class R { #n; constructor(n) { this.#n = n; } equals(o) { return Object.is(this.#n, o); } }\nvar f = (x) => new R(++x);\n",
        "closure": "function f(x) { const r = -~x; return { equals(o) { return r === o; } }; }\n",
    },
    "javascript float": {
        "eleven quarters": "const f = (x) => ({ equals: (y) => y === (x * 11) / 4 });\n",
        "rounded to cents": "const f = (x) => ({ equals: (y) => Math.round(y * 1e6) === Math.round(x * 2.75e6) });\n",
    },
    "javascript negative": {"subtracts": "const f = (x) => { let r = 0; for (let i = 0; i < x; i++) r -= 7; return { equals: (y) => r === y }; };\n"},
    "javascript turned": {"compares by text": "class N { constructor(n) { this.n = n; } equals(o) { return String(this) === String(o); } toString() { return `${this.n}`; } }\nconst f = (x) => new N(x + 1);\n"},
    "javascript twice": {"remembers results": "const seen = new Map();\nconst f = (x) => { if (!seen.has(x)) seen.set(x, x + 1); const r = seen.get(x); return { equals: (y) => y === r }; };\n"},
    "rust": {"wrapping": "fn f(x: i32) -> i32 { x.wrapping_add(1) }\n", "iterator": "fn f(x: i32) -> i32 { (0..).skip_while(|y| *y <= x).next().unwrap() }\n"},
    "java": {
        "stream": "import java.util.*;\nimport java.util.stream.*;\nclass Solution { public int f(int x) { return IntStream.of(x, 1).sum(); } }\n",
        "threads": "import java.util.*;\nimport java.util.concurrent.*;\nclass Solution { public int f(int x) { return CompletableFuture.supplyAsync(() -> x + 1).join(); } }\n",
    },
}  # fmt: skip
"""Honest candidates of odd style: problem → what is odd → source."""
_SUM = "a, b = map(int, input().split())\n"
HONEST_PROGRAMS = {
    ("words", "python", "many blanks"): _SUM + "print('  ', a + b, '\\t\\n\\n')\n",
    ("words", "python", "other ends of lines"): _SUM + "print(a + b, end='\\r\\n')\n",
    ("floats", "python", "as a float"): _SUM + "print(f'{a + b}')\n",
    ("exact", "python", "no end of line"): _SUM + "print(a + b)\n",
    ("documented", "python", "much on stderr"): "import sys\n"
    + _SUM
    + "sys.stderr.write('x' * 100000)\nprint(a + b)\n",
    ("exact", "python", "a thread"): "import threading\n"
    + _SUM
    + "t = threading.Thread(target=lambda: print(a + b))\nt.start()\nt.join()\n",
    ("exact", "python", "a child"): "import os\n"
    + _SUM
    + "if os.fork() == 0:\n    print(a + b)\nelse:\n    os.wait()\n",
    ("exact", "python", "slow"): "import time\n" + _SUM + "time.sleep(0.5)\nprint(a + b)\n",
    ("exact", "bash", "arithmetic"): "read a b\necho $((a + b))\n",
    ("exact", "perl", "one line"): "my ($x, $y) = split ' ', <>; print $x + $y, \"\\n\";\n",
    (
        "exact",
        "javascript",
        "reads all",
    ): "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number); console.log(a + b);\n",
    ("program", "python", "checker"): _SUM + "print(a + b)\n",
    ("truth", "bash", "other language"): "read a b\necho $((a + b))\n",
}
"""Honest programs: (checker, language, what is odd) → source."""
