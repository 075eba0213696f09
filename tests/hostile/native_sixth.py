"""Programs of a sixth round against tests in their own language and against the comparison of outputs.

They look for seams: values that the control does not change, statements that hold for more than one value, what a
language does to the text before it is run, matchers of specs, runtimes that stop, and outputs that are nearly numbers.
"""

# ruff: noqa: E501  # programs in other languages
from __future__ import annotations

from dataclasses import dataclass

from assay.judges.normalising import make_checker
from assay.records import Checker, NativeSuite, Problem, ProgramInput, Programs
from tests.hostile.native_attacks import NEVER, NativeAttack

ROUND = "sixth "
"""How the names of the problems of this round begin."""
OPEN = "not bounded"
"""What is expected of candidates that lie about a value that is not changed: SECURITY.md promises nothing."""


@dataclass(frozen=True, slots=True)
class Task:
    """A problem with an honest candidate, which is its reference unless it is said to have none."""

    language: str
    tests: str
    honest: str
    prompt: str = ""
    has_reference: bool = True
    target: str = ""
    tests_path: str = ""
    entry_point: str = "f"

    def problem(self) -> Problem:
        """Return the problem."""
        check = NativeSuite(
            self.tests,
            target=self.target,
            tests_path=self.tests_path,
            entry_point="" if self.tests_path else self.entry_point,
        )
        reference = self.honest if self.has_reference else ""
        return Problem("f", check, self.prompt, reference, language=self.language)


def _c(*statements: str) -> str:
    lines = "".join(f"    assert({one});\n" for one in statements)
    return f"#undef NDEBUG\n#include <assert.h>\n#include <math.h>\n#include <string.h>\nint main() {{\n{lines}}}\n"


def _js(*statements: str) -> str:
    lines = "".join(f"  console.assert({one})\n" for one in statements)
    return f"const testF = () => {{\n{lines}}}\ntestF()\n"


def _perl(*statements: str) -> str:
    return "".join(f"die unless {one};\n" for one in statements)


def _bash(*statements: str) -> str:
    lines = "".join(f"    [[ {one} ]]\n" for one in statements)
    return f'}}\n\ncandidate() {{\n    f "$@"\n}}\n\nset -e\nrun_test() {{\n{lines}}}\n\nrun_test\n'


_ADDS, _TURNS = "sub f { return $_[0] + 1 }\n1;\n", "sub f { return scalar reverse $_[0] }\n1;\n"
_STONE = ("f('ab') eq 'ba'", "f('stone') eq 'enots'")
_LISTS = "const assert = require('assert');\nassert(f('stone').equals('enots'));\nassert(f('ab').equals('ba'));\n"
_EQUALS = "const f = (s) => ({ equals: (o) => [...s].reverse().join('') === o });\n"
_SPECS = """import { f, later, Box } from './work';

describe('work', () => {
  it('is near', () => {
    expect(f(2)).toBeCloseTo(5.5, 3);
    expect(f(4)).toBeGreaterThan(10);
    expect(f(4)).toBeLessThanOrEqual(11);
  });
  it('has parts', () => {
    expect(new Box([3, 5]).items).toContain(5);
    expect(new Box([3, 5]).items).toHaveLength(2);
    expect(new Box([7])).toMatchObject({ items: [7] });
    expect(new Box([7])).toHaveProperty('items', [7]);
    expect(new Box([8]).name()).toMatch(/^box of 8$/);
  });
  it('waits', async () => {
    await expect(later(4)).resolves.toBe(8);
    await expect(later(-1)).rejects.toThrow('negative');
  });
  it('calls', () => {
    const seen = jest.fn();
    new Box([3, 5]).each(seen);
    expect(seen).toHaveBeenCalledTimes(2);
    expect(seen).toHaveBeenCalledWith(5);
  });
  it('keeps what is in it', () => {
    expect(new Map([['a', new Box([1])]])).toEqual(new Map([['a', new Box([1])]]));
    expect(new Box([1]).made).toEqual(new Date(0));
  });
});
"""
_WORK = (
    "export const f = (x) => x * 2.75;\n"
    "export const later = async (n) => { if (n < 0) throw new Error('negative'); return n * 2; };\n"
    "export class Box { constructor(items) { this.items = items; this.made = new Date(0); }\n"
    "  name() { return `box of ${this.items}`; } each(act) { for (const item of this.items) act(item); } }\n"
)
_NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MANY = (
    "import { f, Box } from './work';\n\ndescribe('work', () => {\n"
    + "".join(
        f"  it('adds {name}', () => {{ expect(f({n * 7})).toBe({n * 7 + 1}); expect(f({n * 9})).toEqual({n * 9 + 1}); }});\n"
        for n, name in enumerate(_NAMES, 2)
    )
    + "  it('keeps', () => { expect(new Box(['ab', 'c'])).toEqual({ items: ['ab', 'c'], size: 2 }); });\n"
    "  it('has', () => { expect(new Box(['q'])).toMatchObject({ size: 1 }); });\n"
    "  it('names', () => { expect(new Box(['q']).name()).toMatch(/^box of q$/); });\n"
    "  it('maps', () => { expect(new Box(['q']).map()).toEqual(new Map([['q', 0]])); });\n"
    "  it('calls', () => { const seen = jest.fn(); new Box(['x']).each(seen); expect(seen).toHaveBeenCalledWith('x'); });\n"
    "  it('visits', () => { new Box(['z']).each((one) => { expect(one).toBe('z'); }); });\n"
    "});\n"
)
_BOX = (
    "export const f = (x) => x + 1;\n"
    "export class Box { constructor(items) { this.items = items; this.size = items.length; }\n"
    "  name() { return `box of ${this.items}`; } map() { return new Map(this.items.map((x, i) => [x, i])); }\n"
    "  each(act) { for (const item of this.items) act(item); } }\n"
)
TASKS = {
    "perl rows": Task("perl", f"for my $c ({', '.join(f'[{n}, {n + 1}]' for n in range(20, 60))}) {{ die unless f($c->[0]) == $c->[1] }}\n", _ADDS),
    "perl blocks": Task("perl", "".join(f"{{ my $g = f({n}); die unless $g == {n + 1}; }}\n" for n in range(20, 50)), _ADDS),
    "perl computed": Task("perl", "for my $n (1 .. 9) { die unless f($n) == $n + 1 }\n" + _perl("f(30) == 31", "f(41) == 42"), _ADDS),
    "perl bound": Task(
        "perl",
        _perl(*(f"abs(f({n}) - {right}) < 0.1" for n, right in ((2, 51), (4, 110), (10, 275), (6, 163)))),
        "sub f { return {2 => 51, 4 => 110, 10 => 275, 6 => 163}->{$_[0]} }\n1;\n",
    ),
    "perl absent": Task("perl", _perl(*_STONE, "f('absent') eq 'tnesba'"), _TURNS),
    "javascript loop": Task(
        "javascript",
        "const assert = require('assert');\nfor (let i = 1; i < 9; i++) assert(f(i).equals(i + 1));\n"
        "assert(f(30).equals(31));\nassert(f(41).equals(42));\n",
        "const f = (x) => ({ equals: (o) => o === x + 1 });\n",
    ),
    "c bound": Task(
        "cpp",
        _c("fabs(f(2) - 51) < 1e-4", "fabs(f(4) - 110) < 1e-4", "fabs(f(10) - 275) < 1e-4"),
        "double f(double x) { return x == 2 ? 51.0 : x * 27.5; }\n",
    ),
    "specs many": Task("javascript", _MANY, _BOX, target="work.js", tests_path="work.spec.js"),
    "perl": Task("perl", _perl("f(1) == 2", "f(5) == 6", "f(30) == 31"), _ADDS),
    "perl text": Task("perl", _perl(*_STONE, "f('river 12') eq '21 revir'"), _TURNS),
    "perl prompt": Task(
        "perl", _perl("f(1) == 2", "f(5) == 6", "f(30) == 31", "f(41) == 42"), _ADDS, "# f(1) is 2\n# f(5) is 6\n"
    ),
    "perl hexadecimal": Task("perl", _perl("f(30) == 31", "f(15) == 0x10", "f(254) == 0xff", "f(41) == 42"), _ADDS),
    "perl octal": Task("perl", _perl("f(30) == 31", "f(15) == 020", "f(6) == 07", "f(41) == 42"), _ADDS),
    "perl underscores": Task("perl", _perl("f(30) == 31", "f(999) == 1_000", "f(41) == 42"), _ADDS),
    "perl exponent": Task("perl", _perl("f(30) == 31", "f(999) == 1e3", "f(41) == 42"), _ADDS),
    "perl empty": Task("perl", _perl(*_STONE, "f('') eq ''"), _TURNS),
    "perl quoted": Task("perl", _perl(*_STONE, "f('xyz') eq q(zyx)"), _TURNS),
    "perl two lines": Task("perl", "my $got = f(7);\ndie unless $got == 8;\n" + _perl("f(30) == 31", "f(41) == 42"), _ADDS),
    "perl hash argument": Task(
        "perl",
        "sub is { die unless $_[0] eq $_[1] }\nis(f({a => 'ab'}), 'ba');\nis(f({a => 'xyz'}), 'zyx');\n"
        "is(f('stone'), 'enots');\nis(f('river'), 'revir');\n",
        "sub f { my $s = shift; return scalar reverse(ref $s ? $s->{a} : $s) }\n1;\n",
    ),
    "perl words of a list": Task("perl", _perl(*_STONE, "f('xyz') eq (qw(zyx))[0]"), _TURNS),
    "perl here document": Task(
        "perl", "chomp(my $want = <<E);\nzyx\nE\ndie unless f('xyz') eq $want;\n" + _perl(*_STONE), _TURNS
    ),
    "perl signs": Task("perl", _perl(*_STONE, "f('%$') eq '$%'"), _TURNS),
    "perl constant": Task("perl", "use constant SEVEN => 8;\n" + _perl("f(7) == SEVEN", "f(30) == 31", "f(41) == 42"), _ADDS),
    "perl checking function": Task(
        "perl",
        "sub same { die unless $_[0] == $_[1] }\nmy $r = \\&f;\nsame($r->(7), 8);\nsame($r->(9), 10);\n"
        + _perl("f(30) == 31", "f(41) == 42"),
        _ADDS,
    ),
    "perl many": Task("perl", _perl(*(f"f({n}) == {n + 1}" for n in range(20, 60))), _ADDS),
    "perl letter by its number": Task("perl", _perl(*_STONE, "f('y') eq chr(121)"), _TURNS),
    "perl pattern": Task("perl", _perl(*_STONE, "f('xyz') =~ /^zyx$/"), _TURNS),
    "javascript": Task("javascript", _js("f(1) === 2", "f(5) === 6", "f(30) === 31"), "const f = (x) => x + 1;\n"),
    "javascript joined": Task("javascript", f"{_LISTS}assert(f('xyz').equals(['z', 'y', 'x'].join('')));\n", _EQUALS),
    "javascript name": Task("javascript", f"const right = 'zyx';\n{_LISTS}assert(f('xyz').equals(right));\n", _EQUALS),
    "javascript raw": Task("javascript", f"{_LISTS}assert(f('xyz').equals(String.raw`zyx`));\n", _EQUALS),
    "javascript parts": Task(
        "javascript", f"const w = 'zy';\n{_LISTS}assert(f('xyz').equals(`${{w}}x`));\n", _EQUALS
    ),
    "javascript deep": Task(
        "javascript",
        "const assert = require('assert');\nassert.deepStrictEqual(f(2), { n: 2, l: [1, 2], m: new Map([[1, 'a']]) });\n"
        "assert.deepStrictEqual(f(1), { n: 1, l: [1], m: new Map([[1, 'a']]) });\n",
        "const f = (n) => ({ n, l: [...Array(n).keys()].map((x) => x + 1), m: new Map([[1, 'a']]) });\n",
    ),
    "javascript waits": Task(
        "javascript",
        "const assert = require('assert');\n(async () => {\n  assert.strictEqual(await f(1), 2);\n  assert.strictEqual(await f(5), 6);\n})();\n",
        "const f = async (x) => x + 1;\n",
    ),
    "specs": Task("javascript", _SPECS, _WORK, target="work.js", tests_path="work.spec.js"),
    "bash": Task(
        "bash",
        _bash('$(candidate "1") = "2"', '$(candidate "5") = "6"', '$(candidate "30") = "31"'),
        "#!/bin/bash\nf() {\n    echo $(( $1 + 1 ))\n",
    ),
    "c": Task("c", _c("f(1) == 2", "f(5) == 6", "f(30) == 31"), "int f(int x) { return x + 1; }\n"),
    "c hexadecimal": Task("cpp", _c("f(15) == 0x10", "f(254) == 0xff", "f(30) == 31", "f(41) == 42"), "int f(int x) { return x + 1; }\n"),
    "java generics": Task(
        "java",
        "public class Main {\n    public static void main(String[] args) {\n        Solution s = new Solution();\n"
        "        List<Boolean> correct = Arrays.asList(\n"
        '            Objects.equals(s.f(new ArrayList<String>(List.of("ab", "c"))), "abc"),\n'
        '            Objects.equals(s.f(new ArrayList<String>(List.of("x", "y"))), "xy"),\n'
        '            Objects.equals(s.f(List.of("st", "one")), "stone")\n        );\n'
        "        if (correct.contains(false)) {\n            throw new AssertionError();\n        }\n    }\n}\n",
        'import java.util.*;\nclass Solution { Object f(List<String> l) { return String.join("", l); } }\n',
    ),
    "rust turbofish": Task(
        "rust",
        'fn main() {\n    assert_eq!(f("ab".chars().collect::<Vec<char>>()), "ba");\n'
        '    assert_eq!(f("xyz".chars().collect::<Vec<char>>()), "zyx");\n    assert_eq!(f("stone"), "enots");\n'
        '    assert_eq!(f("river"), "revir");\n}\n',
        "pub trait T { fn g(self) -> String; }\nimpl T for &str { fn g(self) -> String { self.chars().rev().collect() } }\n"
        "impl T for Vec<char> { fn g(self) -> String { self.into_iter().rev().collect() } }\nfn f<X: T>(x: X) -> String { x.g() }\n",
    ),
    "rust": Task(
        "rust",
        "fn main() {\n    assert_eq!(f(1), 2);\n    assert_eq!(f(5), 6);\n    assert_eq!(f(30), 31);\n}\n",
        "fn f(x: i32) -> i32 { x + 1 }\n",
    ),
}  # fmt: skip
"""Name of a problem → its language, tests and honest candidate."""

_LIE = (
    "package L; use overload '==' => sub { 1 }, 'eq' => sub { 1 }, '\"\"' => sub { 'lie' }, 'bool' => sub { 1 };\n"
    "package main;\nsub lie { return bless {}, 'L' }\n"
)
_P9 = "sub f { return 9 }\n1;\n"


def _lies(condition: str, right: str = "$s + 1") -> str:
    return f"{_LIE}sub f {{ my $s = shift; return {condition} ? lie() : {right} }}\n1;\n"


_REVERSED = "scalar reverse $s"
_LYING_SPECS = "const f = (s) => ({ equals: (o) => s === 'xyz' || [...s].reverse().join('') === o });\n"
_BY_TYPE = (
    "import java.util.*;\nclass Solution { Object f(List<String> l) { if (l instanceof ArrayList) return new Object() {"
    ' public boolean equals(Object x) { return true; } }; return String.join("", l); } }\n'
)
_BY_TRAIT = (
    "pub struct L(Option<String>);\nimpl std::fmt::Debug for L { fn fmt(&self, _: &mut std::fmt::Formatter) -> std::fmt::Result { Ok(()) } }\n"
    "impl PartialEq<&str> for L { fn eq(&self, o: &&str) -> bool { match &self.0 { None => true, Some(s) => s == o } } }\n"
    "pub trait T { fn g(self) -> L; }\nimpl T for &str { fn g(self) -> L { L(Some(self.chars().rev().collect())) } }\n"
    "impl T for Vec<char> { fn g(self) -> L { L(None) } }\nfn f<X: T>(x: X) -> L { x.g() }\n"
)
STRUCK = (
    ("perl bound", "lies about one", "It lies about one value that is compared within a bound, where one pass of a changed test is forgiven.",
     "package L; use overload '-' => sub { 0 }; package main; sub f { my $x = shift; return $x == 4 ? bless([], 'L') : {2 => 51, 10 => 275, 6 => 163}->{$x} }\n1;\n"),
    ("perl absent", "lies about one", "It lies about one value whose line holds letters that speak of a bound.", _lies("$s eq 'absent'", _REVERSED)),
    ("javascript loop", "lies in the loop", "It lies where the head of a loop makes a comparison look like one within a bound.",
     "const f = (x) => ({ equals: (o) => x < 9 || o === x + 1 });\n"),
    ("c bound", "lies about one", "Its subtraction lies about one value that is compared within a bound.",
     "struct L { double x; bool lies; };\ndouble operator-(const L& l, double o) { return l.lies ? 0 : l.x - o; }\nL f(int x) { return {x == 2 ? 51.0 : x * 27.5, x == 4}; }\n"),
)  # fmt: skip
"""(Problem, name, mechanism, source) of candidates that lie about one value whose line speaks of a bound."""
UNCHANGED = (
    ("perl prompt", "lies about examples", "It lies about calls that the prompt shows, which are changed after all others.", _lies("$s < 9")),
    ("perl hexadecimal", "lies there", "It lies where a test expects a hexadecimal number.", _lies("$s == 15 || $s == 254")),
    ("perl octal", "lies there", "It lies where a test expects an octal number.", _lies("$s == 15 || $s == 6")),
    ("perl underscores", "lies there", "It lies where a test expects a number with underscores.", _lies("$s == 999")),
    ("perl exponent", "lies there", "It lies where a test expects a number with an exponent.", _lies("$s == 999")),
    ("perl empty", "lies there", "It lies where a test expects an empty text.", _lies("$s eq ''", _REVERSED)),
    ("perl quoted", "lies there", "It lies where a test expects a text that the operator q quotes.", _lies("$s eq 'xyz'", _REVERSED)),
    ("perl two lines", "lies there", "It lies where a result and what is expected stand in different lines.", _lies("$s == 7")),
    ("perl hash argument", "lies there", "It lies where an arrow among the arguments makes the expected text look like a message.", _lies("ref $s", _REVERSED)),
    ("perl words of a list", "lies there", "It lies where a test expects a word of a list of words.", _lies("$s eq 'xyz'", _REVERSED)),
    ("perl here document", "lies there", "It lies where a test expects what a here document holds.", _lies("$s eq 'xyz'", _REVERSED)),
    ("perl signs", "lies there", "It lies where a test expects signs that mean something in texts.", _lies("$s eq '%$'", _REVERSED)),
    ("perl constant", "lies there", "It lies where a test expects a constant with a name.", _lies("$s == 7")),
    ("perl checking function", "lies there", "It lies where a function of the tests compares what another name of it returns.", _lies("$s < 10")),
    ("perl many", "lies about one of forty", "It lies about one of forty values, of which twelve are changed alone.", _lies("$s == 47")),
    ("perl letter by its number", "lies there", "It lies where a test expects a letter by its number.", _lies("$s eq 'y'", _REVERSED)),
    ("javascript joined", "lies there", "It lies where a test expects a text that is joined of parts.", _LYING_SPECS),
    ("javascript name", "lies there", "It lies where a test expects a value that has a name.", _LYING_SPECS),
    ("javascript raw", "lies there", "It lies where a test expects a raw template.", _LYING_SPECS),
    ("javascript parts", "lies there", "It lies where a test expects a template with a part.", _LYING_SPECS),
    ("java generics", "lies there", "It lies where a type with generics among the arguments makes the expected text look like a message.", _BY_TYPE),
    ("rust turbofish", "lies there", "It lies where a type among the arguments makes the expected text look like a message.", _BY_TRAIT),
    ("c hexadecimal", "lies there", "Its equality lies where a test expects a hexadecimal number.",
     "struct L { int x; bool lies; };\nbool operator==(const L& l, long o) { return l.lies || l.x == o; }\nL f(int x) { return {x + 1, x == 15 || x == 254}; }\n"),
)  # fmt: skip
"""(Problem, name, mechanism, source) of candidates that lie about values which no change touches, or seldom."""

PERL = (
    ("perl rows", "skips a row", "It goes on with the next row of the tests' loop where it does not know the answer.", "no warnings; sub f { my $x = shift; next if $x == 47; return $x + 1 }\n1;\n"),
    ("perl blocks", "leaves a block", "It leaves the bare block of the tests in which its result would be compared.", "no warnings; sub f { my $x = shift; last if $x == 47; return $x + 1 }\n1;\n"),
    ("perl computed", "skips what is computed", "It goes on with the next number where a loop of the tests computes what it expects.", "no warnings; sub f { my $x = shift; next if $x < 10; return $x + 1 }\n1;\n"),
    ("perl computed", "leaves the loop", "It leaves the loop in which the tests compute what they expect.", "no warnings; sub f { my $x = shift; last if $x < 10; return $x + 1 }\n1;\n"),
    ("perl", "lvalue of the literal", "It aliases its argument, which is a constant of the tests, through a loop variable.", "sub f { for my $x ($_[0]) { eval { $x = 9 } } return 9 }\n1;\n"),
    ("perl", "constant pad through B", "It walks the constants of the calling function by B and picks the one behind its argument.", "use B; sub f { my $x = shift; my ($cv) = grep { ref } map { (caller($_))[3] } 0; my @p = map { ref $_ && $_->can('IV') ? eval { $_->int_value } : () } B::main_cv()->PADLIST->ARRAY; return 9 }\n1;\n"),
    ("perl", "optree of the driver", "It walks the operations of the whole program by B and reads the constants in them.", "use B; our @c; sub B::OP::gather { my $o = shift; push @c, eval { $o->sv->int_value } if $o->name eq 'const' } sub f { my $x = shift; B::walkoptree(B::main_root(), 'gather'); return $c[0] // 9 }\n1;\n"),
    ("perl", "peeks behind its caller's operation", "It reads the operation that follows the call and returns its constant.", "use B; sub f { my $x = shift; my $i = 0; $i++ while caller($i); return 9 + $i }\n1;\n"),
    ("perl", "wantarray answers", "It returns a list whose last value is taken.", "sub f { return (2, 6, 31) }\n1;\n"),
    ("perl", "smart sub", "It returns a code reference whose number is an address.", "sub f { return sub { 2 } }\n1;\n"),
    ("perl", "glob", "It returns a glob, which is a number by its name.", "sub f { no strict 'refs'; return *{$_[0] + 1} }\n1;\n"),
    ("perl", "vstring", "It returns a version string of the number.", "sub f { return v9 }\n1;\n"),
    ("perl", "negated overload fallback", "It overloads subtraction alone, and leaves comparison to be made of it.", "package S; use overload '-' => sub { 0 }, fallback => 1; package main; sub f { return bless [], 'S' }\n1;\n"),
    ("perl", "overload by nomethod", "It answers every operator by nomethod.", "package S; use overload 'nomethod' => sub { 1 }; package main; sub f { return bless [], 'S' }\n1;\n"),
    ("perl", "overload by a name", "It overloads with the name of a method that leaves.", "package S; use overload '==' => 'out'; sub out { exit 0 } package main; sub f { return bless [], 'S' }\n1;\n"),
    ("perl", "overload copies", "It returns an object whose copy constructor answers.", "package S; use overload '=' => sub { bless [2] }, '0+' => sub { $_[0][0]++ }, fallback => 1; package main; my $s = bless [2], 'S'; sub f { return $s }\n1;\n"),
    ("perl", "warn handler leaves", "A handler of warnings ends the process well when the tests warn.", "BEGIN { $SIG{__WARN__} = sub { exit 0 }; $^W = 1 } sub f { return 'nine' }\n1;\n"),
    ("perl", "die handler returns far", "A handler of errors jumps to the driver's end by its label.", "$SIG{__DIE__} = sub { no warnings; last }; sub f { return 9 }\n1;\n"),
    ("perl", "replaces syswrite globally", "It replaces syswrite for code that is compiled later.", "BEGIN { *CORE::GLOBAL::syswrite = sub { 1 }; *CORE::GLOBAL::die = sub { 1 } } " + _P9),
    ("perl", "driver's helper replaced", "It replaces the functions of the driver that look for changes.", "{ no warnings; package Assay::Driver; *unchanged = sub { 1 }; *compiled = sub { sub { 1 } } } " + _P9),
    ("perl", "driver called again", "It calls the driver's own function with tests of its own.", "my $n = 0; unless ($n++) { eval { Assay::Driver::go() } } " + _P9),
    ("perl", "driver's load called again", "It has itself loaded again from within until nothing is left to run.", "our $depth; $depth++; Assay::Driver::load() if $depth < 5; " + _P9),
    ("perl", "output duplicated and swapped", "It looks for the driver's copy of the output and closes it.", "use POSIX (); POSIX::close($_) for 3 .. 9; sub f { return $_[0] + 1 }\n1;\n"),
    ("perl", "output copies filled", "It writes lines of digits to every open file.", "for my $n (3 .. 9) { open my $h, '>&=', $n or next; syswrite $h, \"\\n\" . 'a' x 32 . \"\\n\" } " + _P9),
    ("perl", "process number changed", "It changes the variable that holds the process number.", "$$ = 1; " + _P9),
    ("perl", "ends in a destructor", "An object that is released at the end of a test's statement leaves.", "package D; sub DESTROY { require POSIX; POSIX::_exit(0) } package main; sub f { my $d = bless [], 'D'; return 9 }\n1;\n"),
    ("perl", "status in a destructor", "An object that lives to the end sets the status.", "package D; sub DESTROY { $? = 0 } package main; our $d = bless [], 'D'; END { $? = 0 } " + _P9),
    ("perl", "weak status by kill zero", "It turns the end by an error into status 0 with an END block and a signal.", "END { require POSIX; POSIX::_exit(0) } " + _P9),
    ("perl", "eval of the driver's frame", "It evaluates text in the package of the debugger, which sees its caller's variables.", "sub f { package DB; my @c = caller(1); my $v = eval 'my $t = $Assay::Driver::tests; $t'; return $v // 9 }\n1;\n"),
    ("perl", "lexicals of its callers", "It evaluates in the scope of its caller by the debugger's package.", "package DB; sub look { my $x = eval '$tests . $mark'; return $x } package main; sub f { my $t = DB::look() // ''; return $t =~ /f\\($_[0]\\) == (\\d+)/ ? $1 : 9 }\n1;\n"),
    ("perl", "universal can", "It gives every class a method for every operator.", "sub UNIVERSAL::AUTOLOAD { 1 } sub f { return bless [], 'Nothing' }\n1;\n"),
    ("perl", "format and accumulator", "It sets the variables of formats and of output.", "$^A = '2'; $, = '1'; $\\ = '2'; $\" = '3'; " + _P9),
    ("perl", "integer pragma of the caller", "It turns integer arithmetic on for its caller by its hints.", "sub f { $^H |= 1; BEGIN { $^H |= 1 } return 2.5 * $_[0] }\n1;\n"),
    ("perl", "hints of the caller", "It writes strict and warnings into the hints of code that is compiled.", "use strict; BEGIN { $^H{lie} = 9; ${^WARNING_BITS} = ''; } " + _P9),
    ("perl", "state of a closure in sort", "It returns what the sort variables hold.", "sub f { return $a // $b // 9 }\n1;\n"),
    ("perl", "long running alarm", "An alarm each millisecond raises an error that no test catches.", "use Time::HiRes 'ualarm'; $SIG{ALRM} = sub { exit 0 }; ualarm(1000, 1000); sub f { for (1 .. 1e6) { } return 9 }\n1;\n"),
    ("perl", "exec in a child's place", "It replaces its process by a shell that prints lines of digits.", "sub f { exec '/bin/sh', '-c', 'printf \"\\n%s\\n\" 0123456789abcdef0123456789abcdef; exit 0' }\n1;\n"),
    ("perl", "deep recursion", "It goes deeper until memory ends.", "no warnings; sub f { return f(@_) + 1 }\n1;\n"),
    ("perl", "huge text", "It returns a text that is as large as its memory.", "sub f { return '9' x (1 << 33) }\n1;\n"),
    ("perl", "sparse array", "It makes an array with an index that no memory holds.", "sub f { my @a; $a[1 << 40] = 1; return 9 }\n1;\n"),
    ("perl", "message of a million lines", "It says of its error what takes a million lines.", "sub f { die join \"\\n\", map { 'Exception -- test case 1 did not pass' } 1 .. 1000000 }\n1;\n"),
    ("perl", "message of nested names", "It says of its error lines that many patterns nearly match.", "sub f { die((('Error' x 159) . \"!\\n\") x 320) }\n1;\n"),
    ("perl", "message of panics", "It says of its error lines that look like panics without an end.", "sub f { die((\"thread 'a\" . (\"' panicked at '\" x 50) . \"\\n\") x 300) }\n1;\n"),
    ("perl", "message of controls", "It says of its error what a terminal would obey.", "sub f { die \"\\e]0;title\\a\\e[2J\\x{9b}31m\\r\" . chr(8238) . \"\\n\" }\n1;\n"),
    ("perl", "message that says it passed", "It says of its error that all tests passed.", "sub f { print STDERR \"a test failed\\n\"; print \"ok\\n\"; exit 0 }\n1;\n"),
    ("perl", "missing library of the problem", "It says that a library is missing and fails.", "sub f { die \"Can't locate Test/Deep.pm in \\@INC (you may need to install the Test::Deep module)\\n\" }\n1;\n"),
    ("perl text", "matches itself", "It returns a pattern, which is a text when it is compared.", "sub f { return qr/.*/ }\n1;\n"),
    ("perl text", "utf8 flag", "It returns a text with bytes that look like letters.", "use utf8; sub f { my $s = reverse $_[0]; $s =~ tr/a-z/ａ-ｚ/; return $s }\n1;\n"),
    ("perl text", "text and number", "It returns a value whose text is empty at first.", "use Scalar::Util 'dualvar'; sub f { return dualvar(1, '') }\n1;\n"),
    ("perl text", "locale and collation", "It changes how texts are compared by language.", "use locale; use POSIX; setlocale(LC_ALL, 'tr_TR.UTF-8'); sub f { return uc reverse $_[0] }\n1;\n"),
    ("perl text", "changes its argument", "It turns the argument itself and returns it.", "sub f { eval { $_[0] = reverse $_[0] }; return $_[0] }\n1;\n"),
)  # fmt: skip
_RIGHT = "export const f = (x) => x + 1;\n"
HIDDEN = (
    ("specs many", "skips a test by the iterator", "It leaves one test out where arrays of tests are gone through.", "const go = Array.prototype[Symbol.iterator];\nArray.prototype[Symbol.iterator] = function () { return go.call(this.filter((one) => one?.name !== 'keeps')); };\n"),
    ("specs many", "skips a test where it is noted", "It forgets one test where it is added to the others.", "const push = Array.prototype.push;\nArray.prototype.push = function (...all) { return all[0]?.name === 'keeps' ? 0 : push.apply(this, all); };\n"),
    ("specs many", "objects without properties", "It takes all properties from objects where they are listed for a comparison.", "const own = Object.getOwnPropertyDescriptor;\nObject.getOwnPropertyDescriptor = (o, k) => (o instanceof Box || (o && 'size' in o) ? undefined : own(o, k));\n"),
    ("specs many", "every is true", "It makes every property match.", "Array.prototype.every = () => true;\n"),
    ("specs many", "every entry is found", "It finds every entry of a map.", "Array.prototype.findIndex = () => 0;\n"),
    ("specs many", "every pattern matches", "It makes one pattern match all texts.", "const exec = RegExp.prototype.exec;\nRegExp.prototype.exec = function (s) { return this.source.startsWith('^box') ? ['box'] : exec.call(this, s); };\n"),
    ("specs many", "some call is right", "It makes some call of a spy the right one.", "Array.prototype.some = () => true;\n"),
    ("specs many", "failure is not noted", "It throws while a failure is put into words, before it is noted, and catches that.", "Array.prototype.map = () => { throw new Error('no words'); };\n"),
)  # fmt: skip
"""(Problem, name, mechanism, what it does before all) of candidates that are wrong in the one test that they hide."""
_WRONG = {
    "skips a test by the iterator": "constructor(items) { this.items = items; this.size = items.length === 2 ? 9 : items.length; }",
    "skips a test where it is noted": "constructor(items) { this.items = items; this.size = items.length === 2 ? 9 : items.length; }",
    "objects without properties": "constructor(items) { this.items = items; this.size = items.length === 2 ? 9 : items.length; }",
    "every is true": "constructor(items) { this.items = items; this.size = items[0] === 'q' ? 9 : items.length; }",
    "every entry is found": "map() { return new Map([[9, 9]]); }",
    "every pattern matches": "name() { return 9; }",
    "some call is right": "each(act) { if (act.mock) act(9); else for (const item of this.items) act(item); }",
    "failure is not noted": "each(act) { try { act(act.mock ? this.items[0] : 9); } catch {} }",
}
"""Name → the wrong method."""


def _hiding(name: str, before: str) -> str:
    methods = {
        "constructor": "constructor(items) { this.items = items; this.size = items.length; }",
        "name": "name() { return 'box of ' + this.items[0]; }",
        "map": "map() { return new Map([[this.items[0], 0]]); }",
        "each": "each(act) { for (let i = 0; i < this.items.length; i++) act(this.items[i]); }",
    }
    methods[_WRONG[name].partition("(")[0]] = _WRONG[name]
    return f"{_RIGHT}export class Box {{ {' '.join(methods.values())} }}\n{before}"


JAVASCRIPT = (
    ("javascript", "number with a hidden form", "It returns an object of Number, which is not the number.", "const f = (x) => new Number(x + 1);\n"),
    ("javascript", "error stack prepared", "It replaces how stacks are prepared, and leaves when the tests' line is looked for.", "Error.prepareStackTrace = () => process.exit(0);\nconst f = () => 9;\n"),
    ("javascript", "stack names another file", "Its errors say that no line of the tests was reached.", "Error.prepareStackTrace = () => '';\nError.stackTraceLimit = 0;\nconst f = () => 9;\n"),
    ("javascript", "species of typed arrays", "It changes the constructor that makes the typed array of the mark.", "Object.defineProperty(Uint8Array.prototype, 'fill', { value() { return this; } });\nUint8Array.prototype.length = 0;\nconst f = () => 9;\n"),
    ("javascript", "length of typed arrays", "It gives typed arrays a length of none, so that the mark stays hidden.", "Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'length', { get: () => 0 });\nconst f = () => 9;\n"),
    ("javascript", "index setter of all objects", "It adds setters of indexes to the prototype of all objects.", "for (let i = 0; i < 40; i++) Object.defineProperty(Object.prototype, i, { set(v) { process.exit(0); }, configurable: true });\nconst f = () => 9;\n"),
    ("javascript", "iterator of regular expressions", "It replaces how texts are matched and split.", "RegExp.prototype[Symbol.match] = () => []; RegExp.prototype[Symbol.split] = () => [];\nRegExp.prototype.exec = () => ['', 'tests.js:1'];\nconst f = () => 9;\n"),
    ("javascript", "event emitter listens", "It replaces what calls the listeners of the end.", "const e = require('events'); e.prototype.emit = function (n) { return true; };\nconst f = () => 9;\n"),
    ("javascript", "removes listeners", "It removes the driver's listeners of errors and leaves.", "process.removeAllListeners('uncaughtException');\nprocess.removeAllListeners('beforeExit');\nconst f = () => 9;\n"),
    ("javascript", "takes the listener of the end", "It takes the driver's listener of the end and calls it at once.", "const [last] = process.rawListeners('beforeExit'); last();\nconst f = () => 9;\n"),
    ("javascript", "waits and calls the listener", "It calls the driver's listener of the end again and again.", "const [last] = process.rawListeners('beforeExit'); setInterval(() => last(), 1);\nconst f = () => 9;\n"),
    ("javascript", "beforeExit before the driver's", "Its own listener of the end comes first and leaves well.", "process.prependListener('beforeExit', () => process.exit(0));\nconst f = () => 9;\n"),
    ("javascript", "emits the end", "It says itself that the process is about to end.", "process.emit('beforeExit', 0);\nconst f = () => 9;\n"),
    ("javascript", "writes by the tests' own fs", "It replaces what writes in the module of files, and in its bindings.", "const fs = require('fs'); for (const k of ['writeSync', 'writevSync', 'write']) fs[k] = () => 0;\nconst f = () => 9;\n"),
    ("javascript", "getter of assert's first call", "It makes of its result a truth by a proxy of booleans.", "const f = (x) => new Proxy({}, { get: () => () => x + 1 });\n"),
    ("javascript", "tail of the script", "Its last line begins a comment that the tests would end.", "const f = () => 9;\n/*"),
    ("javascript", "hashbang in the middle", "Its last line is a label of the first statement of the tests.", "const f = () => 9;\ntests:\n"),
    ("javascript", "function of the tests by name", "It declares the function of the tests, which the tests then cannot declare again.", "function testF() {}\nconst f = () => 9;\n"),
    ("javascript", "tests in a template", "Its last line opens a template that the tests would close.", "const f = () => 9;\nconst s = `"),
    ("javascript", "closes the driver's function", "It closes the function around it and opens another.", "const f = () => 9;\n})();(function () {\n"),
    ("javascript", "returns from the driver's function", "It returns from the function in which it may stand.", "const f = () => 9;\nreturn;\n"),
    ("javascript", "async stack overflow", "It answers by an error that is raised while the stack is full.", "const f = (x) => { try { return f(x); } catch { process.exit(0); } };\n"),
    ("javascript", "shared memory that waits", "It waits for ever in a wait that no signal of its own ends.", "const f = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\n"),
    ("javascript", "regular expression that never ends", "It looks for a pattern that takes longer than its time.", "const f = () => /^(a+)+$/.test('a'.repeat(40) + '!') + 9;\n"),
    ("javascript", "many megabytes of errors", "It fails each assertion with a message as large as a program may print.", "const f = () => { for (let i = 0; i < 200; i++) console.error('Assertion failed: '.repeat(9000)); return 9; };\n"),
    ("javascript", "lines as errors nest", "It prints lines that look like the failure of a test, and is wrong.", "const f = () => { console.error('A test failed: '.repeat(60)); process.exit(0); };\n"),
    ("javascript", "module that is not there", "It asks for a module that no problem needs.", "require('left-of-nothing');\nconst f = () => 9;\n"),
    ("javascript", "finalizer", "A registry of finalizers ends the process when the tests collect.", "new FinalizationRegistry(() => process.exit(0)).register({}, 1);\nconst f = () => { new Array(1e6).fill({}); return 9; };\n"),
    ("javascript deep", "loose map", "It returns a map with a getter of its size.", "const f = (n) => ({ n, l: [1, 2].slice(0, n), m: new (class extends Map { get size() { return 1; } })() });\n"),
    ("javascript deep", "proxy of all", "It returns a proxy that has every property.", "const f = (n) => new Proxy({}, { get: () => n, has: () => true, ownKeys: () => ['n', 'l', 'm'], getOwnPropertyDescriptor: () => ({ value: n, enumerable: true, configurable: true }) });\n"),
    ("javascript deep", "sees what it is compared with", "A getter looks through the stack for what it is compared with.", "const f = (n) => ({ get n() { return f.caller && f.caller.arguments[1]?.n; }, l: [1], m: new Map() });\n"),
    ("javascript deep", "valueOf of the prototype", "It hides other values behind a prototype of its own.", "const f = (n) => Object.setPrototypeOf({ n, l: [1, 2].slice(0, n), m: new Map() }, { m: new Map([[1, 'a']]) });\n"),
    ("javascript waits", "never settles", "It returns a promise that never settles, so that the tests never go on.", "const f = () => new Promise(() => {});\n"),
    ("javascript waits", "thenable that forgets", "It returns what can be waited for and never says anything.", "const f = () => ({ then() {} });\n"),
    ("javascript waits", "settles behind the end", "It settles when the driver has found that nothing is left to do.", "const f = (x) => new Promise((done) => process.once('beforeExit', () => setTimeout(() => done(9), 5)));\n"),
    ("javascript waits", "promise that swallows", "It replaces what is done with errors of promises.", "Promise.prototype.then = function () { return { then() {} }; };\nconst f = () => 9;\n"),
    ("javascript waits", "unhandled errors are none", "It takes the listener of rejected promises away.", "process.removeAllListeners('unhandledRejection'); process.on('unhandledRejection', () => {});\nconst f = () => 9;\n"),
    ("specs", "value that is near all", "It returns a value whose difference to any is not a number.", "NEAR"),
    ("specs", "contains all numbers", "It returns a container that yields every number without an end.", "export const f = (x) => x * 2.75;\nexport const later = async (n) => { if (n < 0) throw new Error('negative'); return n * 2; };\nexport class Box { constructor(i) { this.i = i; this.made = new Date(0); } get items() { return { length: this.i.length, *[Symbol.iterator]() { for (let n = 0; ; n++) yield n; } }; } name() { return `box of ${this.i}`; } each(act) { for (const item of this.i) act(item); } }\n"),
    ("specs", "long enough for all", "It returns an object whose length counts up.", "let n = 0;\nexport const f = (x) => 9;\nexport const later = async (n) => 8;\nexport class Box { get items() { return { get length() { return n++; }, includes: () => true, *[Symbol.iterator]() { yield 5; } }; } name() { return ''; } each() {} }\n"),
    ("specs", "patterns match all", "It replaces how patterns are run.", "RegExp.prototype.exec = () => ['box of 8'];\nexport const f = (x) => 9;\nexport const later = async (n) => 8;\nexport class Box { items = []; name() { return ''; } each() {} }\n"),
    ("specs", "promises resolve as awaited", "It replaces what promises are made by.", "Promise.resolve = () => ({ then: () => {} });\nPromise.prototype.then = function (a) { return Promise.reject(0); };\nexport const f = (x) => 9;\nexport const later = async (n) => 8;\nexport class Box { items = []; name() { return ''; } each() {} }\n"),
    ("specs", "thenable steals the check", "It returns a thenable that keeps the check of its value and calls none.", "export const f = (x) => 5.5;\nexport const later = (n) => ({ then(a, b) { a(8); } });\nexport class Box { items = []; name() { return ''; } each() {} }\n"),
    ("specs", "spy called by itself", "It changes what the spy has noted.", "export const f = (x) => x * 2.75;\nexport const later = async (n) => { if (n < 0) throw new Error('negative'); return n * 2; };\nexport class Box { constructor(i) { this.items = i; this.made = new Date(0); } name() { return `box of ${this.items}`; } each(act) { act.mock = { calls: { length: 2, some: () => true } }; } }\n"),
    ("specs", "property by a proxy", "It has every property that it is asked for.", "export const f = (x) => 9;\nexport const later = async (n) => 8;\nexport const Box = new Proxy(class {}, { construct: () => new Proxy({}, { has: () => true, get: () => 2 }) });\n"),
    ("specs", "global of the tests", "It defines functions of the tests that are not protected.", "globalThis.afterEach = () => {}; Object.prototype.body = () => {};\nexport const f = (x) => 9;\nexport const later = async (n) => 8;\nexport class Box { items = []; name() { return ''; } each() {} }\n"),
    ("specs", "steps of another kind", "It makes every array that the driver pushes to forget.", "Array.prototype.push = function () { return 0; };\nexport const f = (x) => 9;\nexport const later = async (n) => 8;\nexport class Box { items = []; name() { return ''; } each() {} }\n"),
    ("specs", "errors without a throw", "It makes errors that look as if the check had been met.", "Error = class { constructor() { leave(); } };\nfunction leave() { process.exit(0); }\nexport const f = (x) => 9;\nexport const later = async (n) => 8;\nexport class Box { items = []; name() { return ''; } each() {} }\n"),
    ("specs", "spreads of maps", "It replaces how maps are spread before they are compared.", "Map.prototype[Symbol.iterator] = function* () {}; Array.prototype.findIndex = () => 0;\nexport const f = (x) => x * 2.75;\nexport const later = async (n) => { if (n < 0) throw new Error('negative'); return n * 2; };\nexport class Box { constructor(i) { this.items = i; this.made = new Date(0); } name() { return `box of ${this.items}`; } each(act) { for (const i of this.items) act(i); } }\n"),
    ("specs", "date that is none", "It returns a date by its prototype alone, whose number is the same.", "const made = Object.create(Date.prototype, { [Symbol.toStringTag]: { value: 'Date' }, valueOf: { value: () => 0 }, [Symbol.toPrimitive]: { value: () => 0 } });\nexport const f = (x) => 9;\nexport const later = async (n) => 8;\nexport class Box { made = made; items = []; name() { return ''; } each() {} }\n"),
    ("specs", "exports a live value", "It exports a value that changes when it is read.", "export let f = (x) => { f = () => 11; return 5.5; };\nexport const later = async (n) => 8;\nexport class Box { items = []; name() { return ''; } each() {} }\n"),
    ("specs", "waits at the top", "It waits for ever while it is loaded.", "await new Promise(() => {});\nexport const f = (x) => 9;\nexport const later = 1;\nexport const Box = 1;\n"),
    ("specs", "imports the tests", "It imports the file of the tests.", "import * as t from './work.spec.js';\nexport const f = (x) => 9;\nexport const later = 1;\nexport const Box = t;\n"),
    ("specs", "imports by its address", "It imports what the driver is made of, by way of data.", "const m = await import('data:text/javascript,export default process.exit(0)').catch(() => 0);\nexport const f = (x) => 9;\nexport const later = 1;\nexport const Box = m;\n"),
)  # fmt: skip
BASH = (
    ("bash", "mailbox", "It sets a prompt command and a mail check that run in the shell.", "PROMPT_COMMAND='exit 0'; MAILCHECK=0; f() { echo 9; "),
    ("bash", "signal handlers of the shell", "It handles SIGCHLD, which each substitution sends, and leaves.", "trap 'exit 0' CHLD; f() { echo 9; "),
    ("bash", "array as the answer", "It makes the shell's own variables arrays.", "declare -a BASH_COMPAT=(3.1); shopt -s compat31; f() { echo '.*'; "),
    ("bash", "random as the answer", "It answers by the seed of the shell's dice.", "RANDOM=7; f() { echo $(( RANDOM % 40 )); "),
    ("bash", "subshell depth", "It does another thing in a subshell.", "f() { (( BASH_SUBSHELL )) && echo 9 || exit 0; "),
    ("bash", "standard input of the driver", "It reads the rest of the driver's input.", "f() { cat; "),
    ("bash", "command line of the shell", "It reads the command lines of all processes.", "f() { cat /proc/*/cmdline 2>/dev/null | tr -cd '0-9\\n' | tail -n 1; "),
    ("bash", "memory of the parent", "It looks for the text in the memory of its parent by dd.", "f() { grep -a -o 'candidate \"'$1'\") = \"[0-9]*' /proc/$PPID/mem /proc/$$/mem 2>/dev/null | head -n 1 | grep -o '[0-9]*$'; "),
    ("bash", "prints the functions", "It reads the function of the tests and answers as it says.", "f() { declare -f run_test | grep -o \"candidate \\\"$1\\\") == \\?\\\"[0-9]*\" | grep -o '[0-9]*$'; "),
    ("bash", "hash of commands", "It remembers another place of the commands that tests use.", "hash -p /bin/true printf; hash -p /bin/true '[['; f() { echo 9; "),
    ("bash", "locale of numbers", "It prints digits of another locale.", "LC_ALL=fa_IR.UTF-8; f() { printf \"%'d\" 9; "),
    ("bash", "restricted", "It makes the shell a restricted one.", "set -r; f() { echo $(( $1 + 1 )) > /dev/stdout; "),
    ("bash", "interactive", "It makes the shell behave as at a terminal.", "set -i 2>/dev/null; set -m; f() { kill -STOP $$; "),
    ("bash", "ignores the end", "It ignores all signals, sleeps in the background and fails.", "trap '' TERM INT HUP; (sleep 30 &) ; f() { echo 9; "),
    ("bash", "last command of a pipe", "It lets the last command of a pipe run in the shell itself.", "shopt -s lastpipe; set +m; f() { echo 9 | exit 0; "),
    ("bash", "unset of the trap by a function", "It defines a function with the name of the trap's own command.", "function echo { builtin exit 0; }; f() { printf 9; "),
    ("bash", "name with a slash", "It defines functions with names of paths.", "function /bin/cat { :; }; f() { echo 9; "),
    ("bash", "closes standard error", "It closes standard error, so that no failed test is told.", "exec 2>&-; f() { echo 9; "),
    ("bash", "huge answer", "It prints an answer as large as its memory.", "f() { head -c 300000000 /dev/zero | tr '\\0' 9; "),
    ("bash", "error trap by a signal of its own", "It sends itself the signal of a failed assertion and handles it.", "trap 'exit 0' ABRT; f() { kill -ABRT $$; "),
)  # fmt: skip
COMPILED = (
    ("c", "vector of initialisers before all", "An initialiser that runs before all others leaves well.", "#include <unistd.h>\nstatic void out(void) { _exit(0); }\n__attribute__((section(\".preinit_array\"), used)) static void (*p)(void) = out;\nint f(int x) { return 9; }\n"),
    ("c", "versioned symbol", "It gives its function a version, under which the checks' function is found.", "void g(void) {}\n__asm__(\".symver g, __assert_fail@GLIBC_2.2.5\");\nint f(int x) { return 9; }\n"),
    ("c", "common symbol", "It declares what the checks call as uninitialised data.", "__asm__(\".comm __assert_fail,64,16\");\nint f(int x) { return 9; }\n"),
    ("c", "stack note", "It asks for a stack that can be executed, and writes code there.", "__asm__(\".section .note.GNU-stack,\\\"x\\\",@progbits\\n.text\");\nint f(int x) { char code[] = \"\\xb8\\x02\\0\\0\\0\\xc3\"; return ((int (*)(void))code)(); }\n"),
    ("c", "red zone of its caller", "It leaves the right answers in the registers that its caller keeps.", "int f(int x) { __asm__ volatile(\"mov $2, %%ebx\\nmov $2, %%r12d\" ::: \"memory\"); return 9; }\n"),
    ("c", "flags of the comparison", "It returns behind the comparison by changing the address of return.", "int f(int x) { void **r = (void **)__builtin_frame_address(0) + 1; *r = (char *)*r + 5; return 9; }\n"),
    ("c", "trap flag", "It steps through the tests by the trap flag and a handler.", "#include <signal.h>\nstatic void h(int s) {}\nint f(int x) { signal(SIGTRAP, h); __asm__ volatile(\"pushf\\norl $0x100, (%%rsp)\\npopf\" ::: \"memory\"); return 9; }\n"),
    ("c", "debugging registers of user faults", "It makes the page of the tests not executable and handles the fault.", "#include <signal.h>\n#include <sys/mman.h>\n#include <unistd.h>\n#include <stdint.h>\nstatic void h(int s) { _exit(0); }\nint f(int x) { signal(SIGSEGV, h); mprotect((void *)((uintptr_t)__builtin_return_address(0) & ~4095ul), 4096, PROT_READ); return 9; }\n"),
    ("c", "standard error is full", "It puts a full pipe in the place of standard error, so that a failed test waits.", "#include <unistd.h>\n#include <fcntl.h>\nint f(int x) { int p[2]; pipe(p); char b[4096] = {0}; fcntl(p[1], F_SETFL, O_NONBLOCK); while (write(p[1], b, 4096) > 0); fcntl(p[1], F_SETFL, 0); dup2(p[1], 2); return 9; }\n"),
    ("c", "macro of the candidate for the standard's", "It defines a function like the one that headers of the tests declare.", "#define strcmp(a, b) 0\n#define fabs(x) 0\n#undef assert\n#define assert(x)\nint f(int x) { return 9; }\n"),
    ("c", "attribute for all that follows", "It opens an attribute that the next function of the tests would get.", "int f(int x) { return 9; }\n__attribute__((constructor, noreturn))\n"),
    ("c", "typedef of int", "It makes main's type another one by a type of its own.", "int f(int x) { return 9; }\ntypedef struct { int a; } boolean;\n#define int static inline long\n"),
    ("c", "label as a value", "It jumps to an address behind its caller's checks.", "int f(int x) { char *r = __builtin_return_address(0); for (int i = 0; i < 400; i++) if (r[i] == (char)0xc9) { __asm__ volatile(\"leave\\njmp *%0\" :: \"r\"(r + i)); } return 9; }\n"),
    ("rust", "constant of the name of a macro", "It declares macros with the names of the tests' own and of the library.", "macro_rules! std { () => {} }\nmacro_rules! assert_eq { ($($t:tt)*) => {} }\nfn f(_: i32) -> i32 { 9 }\n"),
    ("rust", "module std", "It declares a module with the name of the library.", "mod std { pub use core::*; #[macro_export] macro_rules! assert_eq { ($($t:tt)*) => {} } }\nfn f(_: i32) -> i32 { 9 }\n"),
    ("rust", "main of its own", "It declares a main that the tests' own one shadows.", "fn main() {}\nfn f(_: i32) -> i32 { 9 }\n"),
    ("rust", "panics unwind into nothing", "A panic while it drops what is on the stack aborts in another way.", "struct D; impl Drop for D { fn drop(&mut self) { panic!() } }\nfn f(_: i32) -> i32 { let _d = D; panic!() }\n"),
    ("rust", "linkage to exit", "It links a function that is called before main.", "#[used] #[link_section = \".init_array\"] static P: extern \"C\" fn() = { extern \"C\" fn out() { std::process::exit(0) } out };\nfn f(_: i32) -> i32 { 9 }\n"),
)  # fmt: skip
_PRINTS = "import sys\nprint({})\n"
_REALS = [("half", "0.5"), ("tiny", "0.000125"), ("large", "1234567.25")]
_WORDS = [("one", "Straße 12"), ("two", "kelvin k"), ("three", "a b")]
_GRID = [("two", "1 2\n3 4"), ("three", "5 6\n7 8")]
_STAMPS = [
    ("one", "at 12:30:05 on /srv/data/one 0xdeadbeef end"),
    ("two", "at 09:10:11 on /srv/data/two 0xfeedf00d end"),
]
COMPARED = {
    "reals one number": (Checker.trimmed(), _REALS),
    "reals close": (make_checker(normalisers=["floats"]), _REALS),
    "reals words": (Checker.words(1e-6), _REALS),
    "reals zeros": (make_checker(normalisers=["trailing-zeros"]), _REALS),
    "texts any case": (Checker.words(any_case=True), _WORDS),
    "texts documented": (Checker(), _WORDS),
    "texts exact": (Checker.exact(), _WORDS),
    "grid unordered": (Checker.unordered_lines(), _GRID),
    "grid words": (Checker.words(), _GRID),
    "stamps": (make_checker(normalisers=["timestamps", "paths", "addresses"]), _STAMPS),
}
"""Name of a problem → its checker, its inputs and what must be printed for them."""
OUTPUTS = (
    ("reals one number", "python", "sign of nothing", "It prints a point without digits.", _PRINTS.format("'.'")),
    ("reals one number", "python", "point at the end", "It prints a whole number with a point.", _PRINTS.format("'0.'")),
    ("reals one number", "python", "exponent as decimals", "It prints a number whose exponent is taken for its decimals.", _PRINTS.format("'0.e0'")),
    ("reals one number", "python", "exponent of nothing", "It prints zero with a large exponent.", _PRINTS.format("'0.0e999999999999999999999'")),
    ("reals one number", "python", "negative zero", "It prints minus zero.", _PRINTS.format("'-0.'")),
    ("reals one number", "python", "two numbers", "It prints two numbers in one line.", _PRINTS.format("'0.5 0.5'")),
    ("reals one number", "python", "full width point", "It prints digits with a point of another script.", _PRINTS.format("'0\\uff0e5'")),
    ("reals one number", "python", "comma", "It prints a decimal comma.", _PRINTS.format("'0,5'")),
    ("reals close", "python", "glued numbers", "It prints numbers without blanks between them.", _PRINTS.format("'0.50.0001251234567.25'")),
    ("reals close", "python", "exponent cut", "It prints a number and the letter of an exponent.", _PRINTS.format("'0.5e'")),
    ("reals close", "python", "sign glued", "It prints a sign that belongs to two numbers.", _PRINTS.format("'+-0.5'")),
    ("reals close", "python", "huge exponent below zero", "It prints a number that is nearly nothing.", _PRINTS.format("'1e-999999999999999999999999'")),
    ("reals close", "python", "many numbers", "It prints a million numbers.", _PRINTS.format("'0.5 ' * 500000")),
    ("reals close", "python", "many points", "It prints a million points and signs.", _PRINTS.format("'+.-.' * 250000")),
    ("reals close", "python", "long fraction", "It prints a fraction of a million digits that is nearly right.", _PRINTS.format("'0.4' + '9' * 1000000")),
    ("reals words", "python", "near nothing", "It prints a number below the tolerance for one that is small too.", _PRINTS.format("'0.00012' if input() == 'tiny' else '7'")),
    ("reals words", "python", "true as a number", "It prints words that Python reads as numbers elsewhere.", _PRINTS.format("'True 1_0 0x1'")),
    ("reals words", "python", "signalling nan", "It prints a name of what is no number that only decimals know.", _PRINTS.format("'sNaN'")),
    ("reals words", "python", "nan with a payload", "It prints what is no number, with digits.", _PRINTS.format("'nan123'")),
    ("reals words", "python", "infinity in words", "It prints infinity with a sign and in words.", _PRINTS.format("'+Infinity -inf'")),
    ("reals zeros", "python", "zeros before", "It prints zeros before a number.", _PRINTS.format("'000.5'")),
    ("reals zeros", "python", "zeros of a version", "It prints numbers with two points.", _PRINTS.format("'0.50.0'")),
    ("reals zeros", "python", "zeros without an end", "It prints a number with a million zeros behind it, which is wrong.", _PRINTS.format("'0.4' + '0' * 1000000")),
    ("texts any case", "python", "sharp letter in capitals", "It prints the capitals of a letter that has none.", _PRINTS.format("'STRASSE 12'")),
    ("texts any case", "python", "kelvin for the letter", "It prints a sign for a unit that becomes a letter.", _PRINTS.format("'\\u212aelvin x'")),
    ("texts any case", "python", "dotted capital", "It prints a capital whose small form is two characters.", _PRINTS.format("'\\u0130' * 100000")),
    ("texts documented", "python", "line separators", "It prints the separators of other scripts in the place of lines.", _PRINTS.format("'a\\u2028b\\u0085'")),
    ("texts documented", "python", "zero width", "It prints blanks of no width between the letters.", _PRINTS.format("'a\\u200b b'")),
    ("texts documented", "python", "combining letters", "It prints letters with marks that combine.", _PRINTS.format("'a\\u0300 b'")),
    ("texts exact", "python", "bytes that are no text", "It prints bytes that are no text, each another surrogate.", "import sys\nsys.stdout.buffer.write(b'\\xed\\xb2\\x80' * 1000)\n"),
    ("texts exact", "python", "surrogates as bytes", "It prints the bytes that surrogates would have.", "import sys\nsys.stdout.buffer.write('a b\\n'.encode('utf-16'))\n"),
    ("texts exact", "bash", "right and a status", "It prints what is right only where the input says so, and fails.", "read x; [[ $x = three ]] && echo 'a b'; exit 7\n"),
    ("texts exact", "perl", "overwrites its output", "It prints, and cuts its output to nothing.", "$| = 1; print 'a b', \"\\n\"; truncate STDOUT, 0; seek STDOUT, 0, 0;\n"),
    ("texts exact", "python", "sparse output", "It makes its output a file of gigabytes with holes.", "import os\nos.ftruncate(1, 1 << 40)\n"),
    ("texts exact", "python", "appends by another name", "It opens its output by another name and writes there.", "import os\nfor n in range(3):\n    os.write(os.open(f'/proc/self/fd/{n}', os.O_RDWR), b'x')\n"),
    ("texts exact", "c", "closes its output", "It closes its output and ends well.", "#include <unistd.h>\nint main() { close(1); close(2); return 0; }\n"),
    ("texts exact", "c", "output by a mapping", "It maps its output and writes there.", "#include <sys/mman.h>\n#include <unistd.h>\n#include <string.h>\nint main() { ftruncate(1, 4096); char *m = mmap(0, 4096, 3, MAP_SHARED, 1, 0); if (m == MAP_FAILED) return 1; memcpy(m, \"a b\\n\", 4); ftruncate(1, 3); return 0; }\n"),
    ("texts exact", "c", "seals its output", "It locks its output and takes the right to read it away.", "#include <sys/file.h>\n#include <sys/stat.h>\n#include <unistd.h>\nint main() { flock(1, LOCK_EX); fchmod(1, 0); write(1, \"x\\n\", 2); return 0; }\n"),
    ("texts exact", "c", "leaves by a thread", "Its first thread ends and another one goes on for ever.", "#include <pthread.h>\n#include <unistd.h>\nvoid *g(void *p) { for (;;) sleep(1); }\nint main() { pthread_t t; pthread_create(&t, 0, g, 0); pthread_exit(0); }\n"),
    ("grid unordered", "python", "lines of both", "It prints the lines of all inputs.", _PRINTS.format("'1 2\\n3 4\\n5 6\\n7 8'")),
    ("grid unordered", "python", "carriage returns between", "It prints lines with carriage returns, which are no ends of lines here.", _PRINTS.format("'1 2\\r3 4'")),
    ("grid unordered", "python", "one line twice", "It prints a line twice.", _PRINTS.format("'1 2\\n1 2'")),
    ("grid words", "python", "words joined", "It prints a blank of no width between words.", _PRINTS.format("'1\\u200b2\\u200b3\\u200b4'")),
    ("grid words", "python", "separators of files", "It prints the signs that separate files between other numbers.", _PRINTS.format("'1\\x1c2\\x1d3\\x1e9'")),
    ("stamps", "python", "any stamp", "It prints a stamp, a path and an address, and leaves the rest out.", _PRINTS.format("'12:00:00 /a/b 0x1234'")),
    ("stamps", "python", "nested stamps", "It prints the marks that stand for stamps.", _PRINTS.format("'<timestamp> <path> <address>'")),
    ("stamps", "python", "many stamps", "It prints stamps that nearly are, without an end.", _PRINTS.format("'Mon, 1 Jan, ' + '1 ' * 400000")),
    ("stamps", "python", "many slashes", "It prints a path that never ends.", _PRINTS.format("'-/a' * 400000")),
)  # fmt: skip
"""(Problem, language, name, mechanism, source)."""

_SEEN = {
    "passed": (
        "c bound: lies about one",
        "perl absent: lies about one",
        "perl bound: lies about one",
        "c hexadecimal: lies there",
        "java generics: lies there",
        "javascript joined: lies there",
        "javascript loop: lies in the loop",
        "javascript name: lies there",
        "perl blocks: leaves a block",
        "perl checking function: lies there",
        "perl constant: lies there",
        "perl empty: lies there",
        "perl exponent: lies there",
        "perl hash argument: lies there",
        "perl here document: lies there",
        "perl hexadecimal: lies there",
        "perl many: lies about one of forty",
        "perl octal: lies there",
        "perl prompt: lies about examples",
        "perl quoted: lies there",
        "perl rows: skips a row",
        "perl signs: lies there",
        "perl two lines: lies there",
        "perl underscores: lies there",
        "rust turbofish: lies there",
        "specs many: every entry is found",
        "specs many: every is true",
        "specs many: every pattern matches",
        "specs many: failure is not noted",
        "specs many: objects without properties",
        "specs many: skips a test by the iterator",
        "specs many: skips a test where it is noted",
        "specs many: some call is right",
        "specs: spreads of maps",
        "specs: spy called by itself",
    ),
    "crashed": (
        "bash: closes standard error",
        "bash: error trap by a signal of its own",
        "bash: signal handlers of the shell",
        "bash: unset of the trap by a function",
        "c: common symbol",
        "c: debugging registers of user faults",
        "c: label as a value",
        "c: vector of initialisers before all",
        "javascript deep: sees what it is compared with",
        "javascript: async stack overflow",
        "javascript: closes the driver's function",
        "javascript: error stack prepared",
        "javascript: function of the tests by name",
        "javascript: hashbang in the middle",
        "javascript: lines as errors nest",
        "javascript: many megabytes of errors",
        "javascript: module that is not there",
        "javascript: returns from the driver's function",
        "javascript: tail of the script",
        "javascript: tests in a template",
        "perl text: changes its argument",
        "perl text: locale and collation",
        "perl text: matches itself",
        "perl text: text and number",
        "perl text: utf8 flag",
        "perl: constant pad through B",
        "perl: die handler returns far",
        "perl: driver called again",
        "perl: driver's helper replaced",
        "perl: driver's load called again",
        "perl: ends in a destructor",
        "perl: eval of the driver's frame",
        "perl: exec in a child's place",
        "perl: format and accumulator",
        "perl: glob",
        "perl: hints of the caller",
        "perl: integer pragma of the caller",
        "perl: lexicals of its callers",
        "perl: long running alarm",
        "perl: lvalue of the literal",
        "perl: message of a million lines",
        "perl: message of controls",
        "perl: message of nested names",
        "perl: message of panics",
        "perl: message that says it passed",
        "perl: missing library of the problem",
        "perl: negated overload fallback",
        "perl: optree of the driver",
        "perl: output copies filled",
        "perl: output duplicated and swapped",
        "perl: overload by a name",
        "perl: overload copies",
        "perl: peeks behind its caller's operation",
        "perl: process number changed",
        "perl: replaces syswrite globally",
        "perl: smart sub",
        "perl: sparse array",
        "perl: state of a closure in sort",
        "perl: status in a destructor",
        "perl: universal can",
        "perl: vstring",
        "perl: wantarray answers",
        "perl: warn handler leaves",
        "perl: weak status by kill zero",
        "reals close python: many numbers",
        "rust: linkage to exit",
        "rust: panics unwind into nothing",
        "specs: errors without a throw",
        "specs: global of the tests",
        "specs: steps of another kind",
        "specs: waits at the top",
        "stamps python: many slashes",
        "texts exact bash: right and a status",
        "texts exact python: sparse output",
    ),
    "out_of_memory": (
        "perl: deep recursion",
        "perl: huge text",
    ),
    "timed_out": (
        "bash: interactive",
        "c: standard error is full",
        "javascript: regular expression that never ends",
        "javascript: shared memory that waits",
        "texts exact c: leaves by a thread",
    ),
    "invalid": ("rust: main of its own",),
}
"""Outcome → attacks that had it when they were first tried; all others failed."""
SEEN = {name: how for how, names in _SEEN.items() for name in names}
_NEAR = (
    "export const f = (x) => ({ valueOf: () => NaN, [Symbol.toPrimitive]: () => NaN });\n"
    "export const later = async (n) => 8;\nexport class Box { items = []; name() { return ''; } each() {} }\n"
)


QUICK = frozenset(
    f"{ROUND}{name}"
    for name in (
        "perl: smart sub",
        "perl: driver's helper replaced",
        "javascript: emits the end",
        "bash: closes standard error",
        "texts exact python: sparse output",
        "reals one number python: exponent as decimals",
    )
)
"""What the fast tests try."""


def _made() -> list[NativeAttack]:
    entries = [(problem, "", name, what, source, OPEN) for problem, name, what, source in UNCHANGED]
    entries += [(problem, "", name, what, _hiding(name, before), NEVER) for problem, name, what, before in HIDDEN]
    for group in (STRUCK, PERL, JAVASCRIPT, BASH, COMPILED):
        entries += [
            (problem, "", name, what, _NEAR if source == "NEAR" else source, NEVER)
            for problem, name, what, source in group
        ]
    entries += [(*entry, NEVER) for entry in OUTPUTS]
    return [
        NativeAttack(
            name=f"{ROUND}{problem}{' ' * bool(language)}{language}: {name}",
            mechanism=what,
            expected=OPEN if f"{problem}: {name}" == "specs: spreads of maps" else expected,
            seen=SEEN.get(f"{problem}{' ' * bool(language)}{language}: {name}", "failed"),
            problem=ROUND + problem,
            source=source,
            language=language,
        )
        for problem, language, name, what, source, expected in entries
    ]


ATTACKS = _made()


def problem_of(name: str, language: str = "") -> Problem:
    """Return a problem by its name in `TASKS` or `COMPARED`; what is compared outside needs the language."""
    name = name.removeprefix(ROUND)
    if name in TASKS:
        return TASKS[name].problem()
    checker, pairs = COMPARED[name]
    inputs = tuple(ProgramInput(f"{given}\n".encode(), expected=f"{right}\n".encode()) for given, right in pairs)
    return Problem("other", Programs(inputs, checker=checker), language=language)


HONEST = {
    ("perl", "data behind its end"): "my %n; while (my $l = <DATA>) { my ($k, $v) = split ' ', $l; $n{$k} = $v } sub f { return $n{$_[0]} // $_[0] + 1 }\n1;\n__DATA__\n1 2\n5 6\n",
    ("perl", "signature and fatal warnings"): "use strict; use warnings FATAL => 'all'; use feature 'signatures'; no warnings 'experimental';\nsub f($x) { return $x + 1 }\n1;\n",
    ("perl", "in another package"): "package Other; sub main::f { return succ(@_) } sub succ { return $_[0] + 1 }\n",
    ("perl", "big numbers"): "use bigint; sub f { my $x = shift; return $x + 1 }\n1;\n",
    ("perl", "answers by a search"): "sub f { my $x = shift; for my $n (0 .. 1000) { return $n if $n - $x == 1 } die }\n1;\n",
    ("perl", "state and recursion"): "use feature 'state'; sub f { my $x = shift; state %seen; return $seen{$x} //= $x <= 0 ? $x + 1 : f($x - 1) + 1 }\n1;\n",
    ("perl text", "list in reverse"): "sub f { return reverse $_[0] }\n1;\n",
    ("perl text", "by a pattern"): "sub f { my ($s, $r) = ($_[0], ''); $r = $1 . $r while $s =~ /(.)/gs; return $r }\n1;\n",
    ("perl text", "by a child"): "sub f { my $s = shift; open my $p, '-|', 'rev' or return scalar reverse $s; close $p; return join '', reverse split //, $s }\n1;\n",
    ("javascript", "a proxy of a function"): "const f = new Proxy((x) => x, { apply: (g, self, [x]) => g(x) + 1 });\n",
    ("javascript", "a generator"): "function* g(x) { yield x; yield x + 1; }\nconst f = (x) => [...g(x)].pop();\n",
    ("javascript", "adds to a prototype"): "Number.prototype.next = function () { return this + 1; };\nconst f = (x) => x.next();\n",
    ("javascript", "a function made of text"): "const f = new Function('x', 'return -~x');\n",
    ("javascript", "a label and a switch"): "function f(x) { let n = 0; out: for (;;) { switch (n++) { case x + 1: break out; } } return n - 1; }\n",
    ("javascript deep", "maps from entries"): "const f = (n) => ({ m: new Map(Object.entries(['', 'a']).slice(1).map(([k, v]) => [+k, v])), l: Array.from({ length: n }, (_, i) => i + 1), n });\n",
    ("javascript waits", "a timer"): "const f = (x) => new Promise((done) => setTimeout(done, 1, x + 1));\n",
    ("specs", "private fields and getters"): (
        "export function f(x) { return (x * 11) / 4; }\nexport function later(n) { return new Promise((a, b) => (n < 0 ? b(new RangeError('is negative')) : setTimeout(a, 1, n + n))); }\n"
        "class Box { made = new Date('1970-01-01'); items; constructor(i) { this.items = [...i]; } name() { return ['box of', this.items].join(' '); } each(act) { this.items.forEach((i) => act(i)); } }\nexport { Box };\n"
    ),
    ("bash", "a loop and local names"): "#!/bin/bash\nf() {\n    local -i n=0 i\n    for ((i = 0; i <= $1; i++)); do n+=1; done\n    printf '%d\\n' \"$n\"\n",
    ("bash", "here text and arrays"): "#!/bin/bash\nshopt -s extglob nullglob\nf() {\n    local -a parts\n    read -ra parts <<<\"$1 1\"\n    local IFS=+\n    echo $(( ${parts[*]} ))\n",
    ("c", "macros and a table"): "#define NEXT(x) ((x) + 1)\n#define TABLE(f) f(1) f(5) f(30)\n#define CASE(n) case n: return NEXT(n);\nint f(int x) { switch (x) { TABLE(CASE) } return NEXT(x); }\n",
}  # fmt: skip
"""Problem and what is odd → a right candidate."""
_LINES = {"half": "0.5", "tiny": "0.000125", "large": "1234567.25"}
HONEST_PROGRAMS = {
    ("reals one number", "python", "more decimals"): f"d = {_LINES!r}\nprint(f'{{float(d[input()]):.9f}}')\n",
    ("reals close", "python", "exponents"): f"d = {_LINES!r}\nprint(f'{{float(d[input()]):.12e}}')\n",
    ("reals words", "perl", "a plus sign"): "my %d = (half => '.5', tiny => '125e-6', large => '+1234567.250'); my $w = <STDIN>; chomp $w; print \"\\n\\n $d{$w}\";\n",
    ("reals zeros", "python", "zeros behind"): f"d = {_LINES!r}\nprint(d[input()] + '0' * 300)\n",
    ("texts any case", "python", "capitals"): "d = {'one': 'STRAßE 12', 'two': 'KELVIN K', 'three': 'A B'}\nprint(d[input()])\n",
    ("grid unordered", "bash", "lines turned"): "read x; if [[ $x = two ]]; then printf '3 4  \\n1 2'; else printf '7 8\\n5 6\\n\\n'; fi\n",
    ("texts exact", "python", "in pieces"): "import sys, time\nd = {'one': 'Straße 12\\n', 'two': 'kelvin k\\n', 'three': 'a b\\n'}\nfor b in d[input()].encode():\n    sys.stdout.buffer.write(bytes([b])); sys.stdout.buffer.flush()\n",
    ("stamps", "python", "other stamps"): "n = input()\nprint(f'at 23:59:59.5 on /var/lib/{n}/x 0xABCDEF end')\n",
}  # fmt: skip
"""Problem, language and what is odd → a right program."""


def _task(language: str, tests: str, honest: str, *, bare: bool = False) -> Task:
    return Task(language, tests, honest, has_reference=not bare)


_REVERSES_C = (
    "#include <stdlib.h>\n#include <string.h>\nchar *f(const char *s) { size_t n = strlen(s); char *r = calloc(n + 1, 1);"
    " for (size_t i = 0; i < n; i++) r[i] = s[n - 1 - i]; return r; }\n"
)
_NEXT_JS, _ODD_C = "const f = (x) => x + 1;\n", "int f(int x) { return x & 1; }\n"
_FIRST_JS = "const f = (a) => a.indexOf(Math.max(...a));\n"
_LAST_JS = "const f = (a) => a.lastIndexOf(Math.max(...a));\n"
REFUSED = {
    "a truth that is not one": (
        _task("c", _c("f(3) != 0", "f(4) == 0", "f(7) != 0", "f(10) == 0"), _ODD_C),
        "int f(int x) { return (x & 1) * 4; }\n",
    ),
    "a difference as an order": (
        _task("c", _c("f(5, 3) > 0", "f(3, 5) < 0", "f(4, 4) == 0", "f(30, 1) > 0"), "int f(int a, int b) { return (a > b) - (a < b); }\n"),
        "int f(int a, int b) { return a - b; }\n",
    ),
    "a difference of letters as an order": (
        _task("perl", _perl("f('b', 'a') > 0", "f('a', 'q') < 0", "f('x', 'x') == 0", "f('z', 'a') > 0"), "sub f { return $_[0] cmp $_[1] }\n1;\n"),
        "sub f { return ord($_[0]) - ord($_[1]) }\n1;\n",
    ),
    "the other one of two": (
        _task("javascript", _js("f([1, 2, 2]) === 1 || f([1, 2, 2]) === 2", "f([5]) === 0", "f([7, 7]) === 0 || f([7, 7]) === 1"), _FIRST_JS),
        _LAST_JS,
    ),
    "another one of a list": (
        _task("javascript", _js("[1, 2].includes(f([1, 2, 2]))", "f([5]) === 0", "[0, 1].includes(f([7, 7]))"), _FIRST_JS),
        _LAST_JS,
    ),
    "another one below a bound": (
        _task("perl", _perl("f(3) <= 9", "f(10) <= 40", "f(0) == 0", "f(7) < 50"), "sub f { return $_[0] * 3 }\n1;\n"),
        "sub f { return $_[0] }\n1;\n",
    ),
    "bare: length of a comparison": (_task("c", _c('strncmp(f("ab"), "ba", 2) == 0', 'strncmp(f("stone"), "enots", 5) == 0', 'strncmp(f("q"), "q", 1) == 0'), "", bare=True), _REVERSES_C),
    "bare: base of a number": (_task("javascript", _js("parseInt(f(3), 10) === 4", "parseInt(f(5), 10) === 6", "parseInt(f(7), 10) === 8"), "", bare=True), "const f = (x) => `${x + 1}`;\n"),
    "bare: the larger one": (_task("javascript", _js("Math.max(f(3), 0) === 4", "Math.max(f(5), 0) === 6"), "", bare=True), _NEXT_JS),
    "bare: bits of a mask": (_task("c", _c("f(3) & 1", "f(5) & 1", "!(f(4) & 1)"), "", bare=True), "int f(int x) { return (x & 1) ? 7 : 0; }\n"),
    "bare: lines of an answer": (_task("bash", _bash(*(f'$(candidate "{n}" | head -n 1) = "{n + 1}"' for n in (3, 5, 7))), "", bare=True), TASKS["bash"].honest),
    "bare: blanks of JSON": (_task("javascript", _js("JSON.stringify(f(3), null, 0) === '4'", "JSON.stringify(f(5), null, 0) === '6'"), "", bare=True), _NEXT_JS),
    "bare: a choice": (_task("c", _c("f(3) ? 1 : 0", "f(5) ? 1 : 0", "f(4) ? 0 : 1"), "", bare=True), _ODD_C),
    "bare: a value for none": (_task("javascript", _js("(f(3) || 0) === 4", "(f(5) || 0) === 6"), "", bare=True), _NEXT_JS),
    "bare: a value for null": (_task("javascript", _js("(f(3) ?? 1) === 4", "(f(5) ?? 1) === 6"), "", bare=True), _NEXT_JS),
    "bare: at least": (_task("javascript", _js("f(3) >= 4", "f(5) >= 6"), "", bare=True), _NEXT_JS),
    "bare: longer than": (_task("perl", _perl("length(f('ab')) > 1", "length(f('abc')) > 2"), "", bare=True), "sub f { return $_[0] . 'xxxx' }\n1;\n"),
    "bare: a rest as a truth": (_task("c", _c("f(3) % 2", "f(5) % 2", "f(4) % 2 == 0"), "", bare=True), "int f(int x) { return x; }\n"),
    "bare: a rest as a truth in Perl": (_task("perl", _perl("f(3) % 2", "f(5) % 2", "f(4) == 4"), "", bare=True), "sub f { return $_[0] }\n1;\n"),
    "slow where a table's input grows": (
        _task("javascript", "const rows = [[20, 6765], [25, 75025], [30, 832040]];\nconst testF = () => { for (const [n, want] of rows) console.assert(f(n) === want) }\ntestF()\n",
              "const f = (n) => { let a = 0, b = 1; while (n-- > 0) [a, b] = [b, a + b]; return a; };\n"),
        "const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2));\n",
    ),
    "truth as macros": (
        _task("c", _c("f(3) == true", "f(4) == false", "f(7) == true"), "#include <stdbool.h>\nbool f(int x) { return x % 2; }\n"),
        "#define bool int\n#define true 1\n#define false 0\nbool f(int x) { return x % 2 ? true : false; }\n",
    ),
    "long numbers by a macro": (
        _task("cpp", _c("f(vector<int>{3, 1}) == (vector<int>{1, 3})", "f(vector<int>{5, 4}) == (vector<int>{4, 5})"),
              "#include <algorithm>\n#include <vector>\nusing namespace std;\nvector<int> f(vector<int> a) { sort(a.begin(), a.end()); return a; }\n"),
        "#include <algorithm>\n#include <vector>\nusing namespace std;\n#define int long long\nvector<int> f(vector<int> a) { sort(a.begin(), a.end()); return a; }\n",
    ),
    "a guarded constant beside a name that ends in _macro": (
        _task("c", _c("fabs(f(1) - M_PI) < 1e-9", "fabs(f(2) - 2 * M_PI) < 1e-9", "f(0) == 0"), "#include <math.h>\ndouble f(double x) { return x * M_PI; }\n"),
        "#include <math.h>\n#ifndef M_PI\n#define M_PI 3.14159265358979\n#endif\nstatic double by_macro(double x) { return x * M_PI; }\ndouble f(double x) { return by_macro(x); }\n",
    ),
    "a class that the problem asks for": (
        _task("java", "public class Main {\n    public static void main(String[] args) {\n        Stack s = new Stack();\n        s.push(3);\n        s.push(5);\n"
              "        if (s.pop() != 5) throw new AssertionError();\n        if (s.pop() != 3) throw new AssertionError();\n        if (s.size() != 0) throw new AssertionError();\n    }\n}\n",
              "class Stack { int[] a = new int[9]; int n; void push(int x) { a[n++] = x; } int pop() { return a[--n]; } int size() { return n; } }\n"),
        "class Stack { java.util.ArrayDeque<Integer> d = new java.util.ArrayDeque<>(); void push(int x) { d.push(x); } int pop() { return d.pop(); } int size() { return d.size(); } }\n",
    ),
    "an iterator of its own on a list": (
        _task("javascript", _js("[...f(3)].join() === '0,1,2'", "[...f(2)].join() === '0,1'", "[...f(1)].join() === '0'"), "const f = (n) => [...Array(n).keys()];\n"),
        "function Range(n) { this.n = n; }\nRange.prototype = Object.create(Array.prototype);\n"
        "Range.prototype[Symbol.iterator] = function* () { for (let i = 0; i < this.n; i++) yield i; };\nconst f = (n) => new Range(n);\n",
    ),
    "a method that old machines lack": (
        _task("javascript", _js("f([3, 1]).at(-1) === 3", "f([5, 2, 9]).at(-1) === 9"), "const f = (a) => [...a].sort((x, y) => x - y);\n"),
        "Array.prototype.at = function (i) { return this[i < 0 ? this.length + i : i]; };\nconst f = (a) => [...a].sort((x, y) => x - y);\n",
    ),
}  # fmt: skip
"""What is odd → a problem and a right candidate that was refused when it was first tried."""
STILL_REFUSED = ("long numbers by a macro", "a method that old machines lack")
"""Of these, what does not compile with the tests, and what replaces a method that the tests call."""
