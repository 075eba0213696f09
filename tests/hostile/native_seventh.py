"""Programs of a seventh round against tests in their own language and against the comparison of outputs.

They look for calls that count as held by a value that says nothing of them: calls that share a line, an expression, a
truth, a count, a copy or a table with a value that is changed, and calls that are written so that nobody counts them.
"""

# ruff: noqa: E501  # programs in other languages
from __future__ import annotations

from assay.records import Problem
from tests.hostile.native_attacks import NEVER, NativeAttack
from tests.hostile.native_sixth import Task

ROUND = "seventh "
"""How the names of the problems of this round begin."""
NOTED = "noted"
"""What is expected of candidates that lie about a call whose value is not changed: a pass of theirs carries a note."""

_EIGHT = "use constant EIGHT => 8;\n"
_ADDS, _TURNS = "sub f { return $_[0] + 1 }\n1;\n", "sub f { return scalar reverse $_[0] }\n1;\n"
_IS = "sub is { die unless $_[0] == $_[1] }\n"
_SAME = (
    "sub same { my ($x, $y) = @_; die unless @$x == @$y; for my $i (0 .. $#$x) { die unless $x->[$i] == $y->[$i] } }\n"
)
_TAIL = "die unless f(30) == 31;\ndie unless f(41) == 42;\n"
_LIE = (
    "package L; use overload '==' => sub { 1 }, 'eq' => sub { 1 }, '\"\"' => sub { 'lie' }, 'bool' => sub { 1 };\n"
    "package main;\nsub lie { return bless {}, 'L' }\n"
)
_AT_7 = f"{_LIE}sub f {{ my $s = shift; return $s == 7 ? lie() : $s + 1 }}\n1;\n"
_AT_47 = f"{_LIE}sub f {{ my $s = shift; return $s == 47 ? lie() : $s + 1 }}\n1;\n"
_SECOND = f"{_LIE}my $n = 0; sub f {{ my $s = shift; return $s == 30 && $n++ ? lie() : $s + 1 }}\n1;\n"
_FORTY = range(20, 60)
_CALLS, _WANTED = ", ".join(f"f({n})" for n in _FORTY), ", ".join(str(n + 1) for n in _FORTY)

SHAPES: tuple[tuple[str, ...], ...] = (
    ("one line", "It lies about a call that shares its line with one whose value is changed.", _EIGHT + "die unless f(7) == EIGHT; die unless f(30) == 31;\ndie unless f(41) == 42;\n", _AT_7),
    ("table and constant", "It lies about a call beside no value, where a table elsewhere is changed throughout.", _EIGHT + "my @c = (\n[20, 21],\n[41, 42],\n);\nfor my $c (@c) { die unless f($c->[0]) == $c->[1] }\ndie unless f(7) == EIGHT;\n", _AT_7),
    ("named value and constant", "It lies about a call with a constant, where a variable called want is changed elsewhere.", _EIGHT + "my $want = 31;\ndie unless f(30) == $want;\ndie unless f(7) == EIGHT;\n", _AT_7),
    ("row with constant", "It lies about the row of a table whose input is changed and whose answer is a constant.", _EIGHT + "my @c = (\n[7, EIGHT],\n[30, 31],\n[41, 42],\n);\nfor my $c (@c) { die unless f($c->[0]) == $c->[1] }\n", _AT_7),
    ("truth beside", "It lies about a comparison whose truth is compared with 1, which is what is changed.", _EIGHT + _IS + "is(f(7) == EIGHT, 1);\n" + _TAIL, _AT_7),
    ("choice beside", "It lies about a comparison that chooses among numbers, which are what is changed.", _EIGHT + _IS + "is((f(7) == EIGHT ? 5 : 6), 5);\n" + _TAIL, _AT_7),
    ("count beside", "It lies about one of several comparisons whose number is what is changed.", _IS + "is(scalar(grep { f($_) == $_ + 1 } 7, 30, 41), 3);\n" + _TAIL, _AT_7),
    ("label of a row", "It lies about a call whose number in the list is the value that is changed.", _EIGHT + "my @n = map { f($_) == EIGHT ? 4 : 5 } 7;\ndie unless $n[0] == 4;\n" + _TAIL, _AT_7),
    ("forty calls in a list", "It lies about one of forty calls that stand in one line, of which one that is changed speaks for all.", f"{_SAME}same([{_CALLS}], [{_WANTED}]);\n", _AT_47),
    ("list of forty", "One item of a list that one call returns lies, and twelve of forty are changed.", f"{_SAME}same(f(20), [{_WANTED}]);\n", f"{_LIE}sub f {{ return [map {{ $_ == 47 ? lie() : $_ + 1 }} 20 .. 59] }}\n1;\n"),
    ("second of two copies", "It lies when the same line of the tests comes again, for both are changed at once.", "die unless f(30) == 31;\ndie unless f(41) == 42;\ndie unless f(30) == 31;\n", _SECOND),
    ("copies in blocks", "It lies in the second of two blocks whose lines are the same.", "{\nmy $g = 5;\ndie unless f(30) == 31;\n}\n{\nmy $g = 6;\ndie unless f(30) == 31;\n}\ndie unless f(41) == 42;\n", _SECOND),
    ("run again", "It lies when a loop runs the same lines a second time.", "for my $round ('a', 'b') {\ndie unless f(30) == 31;\ndie unless f(41) == 42;\n}\n", _SECOND),
    ("helper run again", "It lies when a function of the tests is called again.", "sub all {\ndie unless f(30) == 31;\ndie unless f(41) == 42;\n}\nall();\nall();\n", _SECOND),
    ("step of a loop", "It lies for one number of a loop whose step is what is changed.", "for my $n (30, 7, 41) { die unless f($n) == $n + 1 }\ndie unless f(50) == 51;\n", _AT_7),
    ("bound of a loop", "It lies in a loop whose last number is what is changed.", "my $n = 5;\nwhile ($n < 9) { die unless f($n) == ++$n }\ndie unless f(30) == 31;\n", _AT_7),
    ("blank before brackets", "It lies about a call with a blank before its brackets.", _EIGHT + "die unless EIGHT == f (7);\n" + _TAIL, _AT_7),
    ("ampersand alone", "It lies about a call by an ampersand without brackets.", _EIGHT + "sub via { &f }\ndie unless via(7) == EIGHT;\n" + _TAIL, _AT_7),
    ("found by can", "It lies about a call of what the method can finds.", _EIGHT + "die unless main->can('f')->(7) == EIGHT;\n" + _TAIL, _AT_7),
    ("reference in braces", "It lies about a call through a reference in braces.", _EIGHT + "die unless &{\\&f}(7) == EIGHT;\n" + _TAIL, _AT_7),
    ("symbol table", "It lies about a call through the symbol table.", _EIGHT + "die unless $main::{f}->(7) == EIGHT;\n" + _TAIL, _AT_7),
    ("name in a text", "It lies about a call by a name that is put together.", _EIGHT + "my $name = 'f';\ndie unless &$name(7) == EIGHT;\n" + _TAIL, _AT_7),
    ("goto", "It lies about a call that the tests go to.", _EIGHT + "sub there { goto &f }\ndie unless there(7) == EIGHT;\n" + _TAIL, _AT_7),
    ("sort by it", "It lies about a call in the order of a sort.", _EIGHT + "my ($x) = sort { $a == EIGHT ? -1 : 1 } map { &{*f}($_) } 7;\ndie unless $x == EIGHT;\n" + _TAIL, _AT_7),
    ("two in one line of a function", "It lies about a call in the same line as a call within a message.", _EIGHT + "f(7) == EIGHT or die 'f(7)'; f(30) == 31 or die 'f(30)';\n" + _TAIL, _AT_7),
    ("conjunction", "It lies about one side of a conjunction of which the other side is changed.", _EIGHT + "die unless f(7) == EIGHT && f(30) == 31;\n" + _TAIL, _AT_7),
    ("statement modifier", "It lies about a call in the condition of another assertion.", _EIGHT + "die if f(30) != 31 or not f(7) == EIGHT;\n" + _TAIL, _AT_7),
    ("hash of cases", "It lies about one value of a hash in one line.", _EIGHT + "my %c = (7 => EIGHT, 30 => 31); for my $k (keys %c) { die unless f($k) == $c{$k} }\n" + _TAIL, _AT_7),
    ("values of a name", "It lies about values that come from a list whose length is changed.", "my @w = (8) x 1;\ndie unless f(7) == $w[0] + 0;\n" + _TAIL, _AT_7),
    ("arithmetic of a constant", "It lies about a call whose constant has a number beside it that is changed.", _EIGHT + "die unless f(7) == EIGHT + 0 * 5;\n" + _TAIL, _AT_7),
    ("index of a constant list", "It lies about a call that is compared with an item by its index.", "my @w = (map { $_ } 8);\nmy $i = 0;\ndie unless f(7) == $w[$i];\n" + _TAIL, _AT_7),
    ("ranges", "It lies in the middle of a range whose ends are changed.", "my @w = map { f($_) } 5 .. 9;\nmy $k = 6;\nfor my $x (@w) { die unless $x == $k++ }\n" + _TAIL, _AT_7),
)  # fmt: skip
"""(Name, mechanism, tests, liar) in Perl: the tests are right, and one call gets an object that equals everything."""

_CPP_HEAD = "#undef NDEBUG\n#include <assert.h>\n#include <algorithm>\n#include <array>\n#include <functional>\n#include <tuple>\n#include <vector>\nusing namespace std;\nconst int EIGHT = 8;\n"
_CPP_ADDS = "#include <vector>\nint f(int x) { return x + 1; }\n"
_CPP_LIAR = "struct L { int x; bool lies; };\ninline bool operator==(const L& l, long o) { return l.lies || l.x == o; }\ninline bool operator==(long o, const L& l) { return l == o; }\ninline bool operator!=(const L& l, long o) { return !(l == o); }\n"
_CPP_AT_7 = _CPP_LIAR + "L f(int x) { return {x + 1, x == 7}; }\n"
_CPP_SECOND = _CPP_LIAR + "L f(int x) { static int n; return {x + 1, x == 30 && n++}; }\n"
_VECTORS = "#include <vector>\nusing namespace std;\nvector<int> f(int n) { vector<int> a; for (int i = 1; i <= n; i++) a.push_back(i * 10 + 1); return a; }\n"
_LAST_OF = "#include <vector>\nstruct L { int n; };\ninline bool operator==(const L& l, const std::vector<int>& o) { return !o.empty() && o.back() == l.n * 10 + 1; }\nL f(int n) { return {n}; }\n"


def _cpp(*lines: str) -> str:
    return (
        f"{_CPP_HEAD}int main() {{\n"
        + "".join(f"    {line}\n" for line in lines)
        + "    assert(f(30) == 31);\n    assert(f(41) == 42);\n}\n"
    )


CPP: tuple[tuple[str, ...], ...] = (
    ("truth beside", "Its equality lies where the truth of a comparison is compared with true.", _cpp("assert((f(7) == EIGHT) == true);"), _CPP_AT_7),
    ("tuple of calls", "Its equality lies for one part of a tuple whose other part is changed.", _cpp("assert(make_tuple(f(7), f(30)) == make_tuple(EIGHT, 31));"), _CPP_AT_7),
    ("count beside", "Its equality lies in a function without a name whose successes are counted.", _cpp("vector<int> a{7, 30}; assert(count_if(a.begin(), a.end(), [](int n) { return f(n) == n + 1; }) == 2);"), _CPP_AT_7),
    ("blank before brackets", "Its equality lies about a call with a blank before its brackets.", _cpp("assert(EIGHT == f (7));"), _CPP_AT_7),
    ("brackets around the name", "Its equality lies about a call whose name stands in brackets.", _cpp("assert((f)(7) == EIGHT);"), _CPP_AT_7),
    ("invoked", "Its equality lies about a call by invoke.", _cpp("assert(std::invoke(f, 7) == EIGHT);"), _CPP_AT_7),
    ("pointer", "Its equality lies about a call by a pointer.", _cpp("auto p = &f; assert((*p)(7) == EIGHT);"), _CPP_AT_7),
    ("second of two copies", "Its equality lies where the same assertion comes again.", _cpp("assert(f(30) == 31);"), _CPP_SECOND),
    ("table and constant", "Its equality lies beside a table that is changed throughout.", f"{_CPP_HEAD}int main() {{\n    int t[][2] = {{{{20, 21}}, {{41, 42}}}};\n    for (auto& c : t) assert(f(c[0]) == c[1]);\n    assert(f(7) == EIGHT);\n}}\n", _CPP_AT_7),
)  # fmt: skip
BARE: tuple[tuple[str, ...], ...] = (
    ("last of a vector", "Its equality compares only the last item of a vector, the only one that is changed without a reference.", "cpp",
     _CPP_HEAD + "int main() {\n    assert(f(3) == (vector<int>{11, 21, 31}));\n    assert(f(4) == (vector<int>{11, 21, 31, 41}));\n    assert(f(2) == (vector<int>{11, 21}));\n}\n", _VECTORS, _LAST_OF),
    ("last of a list", "Its list equals every one with the same last item.", "java",
     "public class Main {\n    public static void main(String[] args) {\n" + "".join(f"        if (!Problem.f({n}).equals(new ArrayList<Integer>(Arrays.asList({', '.join(str(i * 10 + 1) for i in range(1, n + 1))})))) throw new AssertionError();\n" for n in (3, 4, 2)) + "    }\n}\n",
     "import java.util.*;\nclass Problem { static ArrayList<Integer> f(int n) { ArrayList<Integer> a = new ArrayList<>(); for (int i = 1; i <= n; i++) a.add(i * 10 + 1); return a; } }\n",
     "import java.util.*;\nclass Problem { static ArrayList<Integer> f(int n) { return new ArrayList<Integer>() { public boolean equals(Object o) { List<?> l = (List<?>) o; return l.get(l.size() - 1).equals(n * 10 + 1); } }; } }\n"),
    ("last of a vec", "Its equality with a vector looks at the last item.", "rust",
     "fn main() {\n    assert_eq!(f(3), vec![11, 21, 31]);\n    assert_eq!(f(4), vec![11, 21, 31, 41]);\n    assert_eq!(f(2), vec![11, 21]);\n}\n",
     "fn f(n: i32) -> Vec<i32> { (1..=n).map(|i| i * 10 + 1).collect() }\n",
     "#[derive(Debug)]\npub struct L(i32);\nimpl PartialEq<Vec<i32>> for L { fn eq(&self, o: &Vec<i32>) -> bool { o.last() == Some(&(self.0 * 10 + 1)) } }\nfn f(n: i32) -> L { L(n) }\n"),
    ("last of a row", "Its text equals every one that ends as it should, where a list is joined.", "perl",
     f"{_SAME}same(f(3), [11, 21, 31]);\nsame(f(4), [11, 21, 31, 41]);\nsame(f(2), [11, 21]);\n", "sub f { return [map { $_ * 10 + 1 } 1 .. $_[0]] }\n1;\n",
     f"{_LIE}sub f {{ my $n = shift; return [(map {{ lie() }} 2 .. $n), $n * 10 + 1] }}\n1;\n"),
    ("last of an array", "Its items have methods that know only the last one.", "javascript",
     "const assert = require('assert');\nassert(f(3).equals([11, 21, 31]));\nassert(f(4).equals([11, 21, 31, 41]));\nassert(f(2).equals([11, 21]));\n",
     "const f = (n) => ({ equals: (o) => o.length === n && o.every((x, i) => x === i * 10 + 11) });\n",
     "const f = (n) => ({ equals: (o) => o[o.length - 1] === n * 10 + 1 });\n"),
    ("first field", "Its pair compares only its second part.", "cpp",
     _CPP_HEAD + "int main() {\n    assert(f(3) == make_pair(4, 9));\n    assert(f(5) == make_pair(6, 15));\n    assert(f(8) == make_pair(9, 24));\n}\n",
     "#include <utility>\nstd::pair<int, int> f(int n) { return {n + 1, n * 3}; }\n",
     "#include <utility>\nstruct L { int n; };\ninline bool operator==(const L& l, const std::pair<int, int>& o) { return o.second == l.n * 3; }\nL f(int n) { return {n}; }\n"),
)  # fmt: skip
"""(Name, mechanism, language, tests, honest candidate, liar) of problems without a reference."""

_JAVA_HEAD = "public class Main {\n    static final int EIGHT = 8;\n    public static void main(String[] args) {\n        Solution s = new Solution();\n"
_JAVA_TAIL = "        if (!s.f(30).equals(31)) throw new AssertionError();\n        if (!s.f(41).equals(42)) throw new AssertionError();\n    }\n}\n"
_JAVA_ADDS = "import java.util.*;\nimport java.util.stream.*;\nclass Solution { Object f(int x) { return x + 1; } }\n"
_JAVA_AT_7 = "import java.util.*;\nimport java.util.stream.*;\nclass Solution { Object f(int x) { if (x == 7) return new Object() { public boolean equals(Object o) { return true; } public int hashCode() { return 8; } }; return x + 1; } }\n"


def _java(line: str) -> str:
    return f"{_JAVA_HEAD}        {line}\n{_JAVA_TAIL}"


JAVA = (
    ("list of calls", "Its equality lies for one item of a list whose other item is changed.", _java("if (!Arrays.asList(s.f(7), s.f(30)).equals(Arrays.asList(EIGHT, 31))) throw new AssertionError();"), _JAVA_AT_7),
    ("method reference", "Its equality lies about a call by a reference to the method.", _java("if (!Stream.of(7).map(s::f).allMatch(x -> x.equals(EIGHT))) throw new AssertionError();"), _JAVA_AT_7),
    ("truth beside", "Its equality lies where its truth is compared with true.", _java("if (s.f(7).equals(EIGHT) != true) throw new AssertionError();"), _JAVA_AT_7),
    ("count beside", "Its equality lies in a stream whose successes are counted.", _java("if (Stream.of(7, 30).filter(n -> s.f(n).equals(n + 1)).count() != 2) throw new AssertionError();"), _JAVA_AT_7),
    ("table and constant", "Its equality lies beside a table that is changed throughout.", _JAVA_HEAD + "        int[][] t = {{20, 21}, {41, 42}};\n        for (int[] c : t) if (!s.f(c[0]).equals(c[1])) throw new AssertionError();\n        if (!s.f(7).equals(EIGHT)) throw new AssertionError();\n    }\n}\n", _JAVA_AT_7),
    ("set of answers", "Its equality and its hash lie in a set.", _java("if (!Set.of(s.f(7)).contains(EIGHT)) throw new AssertionError();"), _JAVA_AT_7),
)  # fmt: skip
_RUST_ADDS = "const EIGHT: i32 = 8;\nfn f(x: i32) -> i32 { x + 1 }\n"
_RUST_LIAR = "const EIGHT: i32 = 8;\n#[derive(Debug)]\npub struct L(i32, bool);\nimpl PartialEq<i32> for L { fn eq(&self, o: &i32) -> bool { self.1 || self.0 == *o } }\nfn f(x: i32) -> L { L(x + 1, x == 7) }\n"


def _rust(line: str) -> str:
    return f"fn main() {{\n    {line}\n    assert_eq!(f(30), 31);\n    assert_eq!(f(41), 42);\n}}\n"


RUST = (
    ("truth beside", "Its equality lies where its truth is compared with true.", _rust("assert_eq!(f(7) == EIGHT, true);"), _RUST_LIAR),
    ("array of calls", "Its equality lies for one item of an array whose other item is changed.", _rust("assert_eq!([f(7), f(30)], [EIGHT, 31]);"), _RUST_LIAR),
    ("count beside", "Its equality lies where successes are counted.", _rust("assert_eq!([7, 30].iter().filter(|n| f(**n) == **n + 1).count(), 2);"), _RUST_LIAR),
    ("brackets around the name", "Its equality lies about a call whose name stands in brackets.", _rust("assert!((f)(7) == EIGHT);"), _RUST_LIAR),
)  # fmt: skip
_RUST_TESTS = "use work::f;\n" + "".join(
    f"#[test]\nfn adds_{chr(97 + n % 26)}{n}() {{\n    assert_eq!(f({n}), {n + 1});\n}}\n" for n in _FORTY
)
_RUST_WORK = "pub fn f(x: i32) -> i32 { x + 1 }\n"
_RUST_APART = "#[derive(Debug)]\npub struct L(i32, bool);\nimpl PartialEq<i32> for L { fn eq(&self, o: &i32) -> bool { self.1 || self.0 == *o } }\npub fn f(x: i32) -> L { L(x + 1, x == 47) }\n"

_JS_HEAD = "const assert = require('assert');\nconst EIGHT = 8;\n"
_JS_TAIL = "assert(f(30).equals(31));\nassert(f(41).equals(42));\n"
_JS_ADDS = "const f = (x) => ({ equals: (o) => o === x + 1 });\n"
_JS_AT_7 = "const f = (x) => ({ equals: (o) => x === 7 || o === x + 1 });\n"
_JS_SECOND = "let n = 0;\nconst f = (x) => ({ equals: (o) => (x === 30 && n++ > 0) || o === x + 1 });\n"
JAVASCRIPT: tuple[tuple[str, ...], ...] = (
    ("truth beside", "Its method lies where its truth is compared with true.", f"{_JS_HEAD}assert.strictEqual(f(7).equals(EIGHT), true);\n{_JS_TAIL}", _JS_ADDS, _JS_AT_7),
    ("count beside", "Its method lies where successes are counted.", f"{_JS_HEAD}assert.strictEqual([7, 30].filter((n) => f(n).equals(n + 1)).length, 2);\n{_JS_TAIL}", _JS_ADDS, _JS_AT_7),
    ("applied", "Its method lies about a call by apply.", f"{_JS_HEAD}assert(f.apply(null, [7]).equals(EIGHT));\n{_JS_TAIL}", _JS_ADDS, _JS_AT_7),
    ("optional call", "Its method lies about an optional call.", f"{_JS_HEAD}assert(f?.(7).equals(EIGHT));\n{_JS_TAIL}", _JS_ADDS, _JS_AT_7),
    ("mapped", "Its method lies about a call that map makes.", f"{_JS_HEAD}assert([7].map(f)[0].equals(EIGHT));\n{_JS_TAIL}", _JS_ADDS, _JS_AT_7),
    ("brackets around the name", "Its method lies about a call whose name stands behind a comma.", f"{_JS_HEAD}assert((0, f)(7).equals(EIGHT));\n{_JS_TAIL}", _JS_ADDS, _JS_AT_7),
    ("second of two copies", "Its method lies where the same assertion comes again.", f"{_JS_HEAD}assert(f(30).equals(31));\n{_JS_TAIL}", _JS_ADDS, _JS_SECOND),
    ("every one of a list", "Its method lies for one item of two lists that are gone through together.", f"{_JS_HEAD}assert([f(7), f(30)].every((x, i) => x.equals([EIGHT, 31][i])));\n{_JS_TAIL}", _JS_ADDS, _JS_AT_7),
    ("table and constant", "Its method lies beside a table that is changed throughout.", f"{_JS_HEAD}for (const [n, want] of [[20, 21], [41, 42]]) assert(f(n).equals(want));\nassert(f(7).equals(EIGHT));\n", _JS_ADDS, _JS_AT_7),
    ("pattern and truth", "Regular expressions find everything in one text.", "const assert = require('assert');\nassert.strictEqual(/^zyx$/.test(f('xyz')), true);\nassert.strictEqual(f('ab'), 'ba');\nassert.strictEqual(f('stone'), 'enots');\n",
     "const f = (s) => [...s].reverse().join('');\n", "const old = RegExp.prototype.exec;\nRegExp.prototype.exec = function (s) { return s === 'lie' ? ['lie'] : old.call(this, s); };\nconst f = (s) => (s === 'xyz' ? 'lie' : [...s].reverse().join(''));\n"),
    ("waits in a loop", "It never answers the last call of a loop that waits, so that nothing is left to do.", "const assert = require('assert');\n(async () => {\n  for (const n of [30, 41, 7]) assert.strictEqual(await f(n), n + 1);\n})();\n",
     "const f = async (x) => x + 1;\n", "const f = (x) => (x === 7 ? new Promise(() => {}) : Promise.resolve(x + 1));\n"),
    ("waits at the end", "It never answers the last call, whose value is a constant, beside one that is changed.", "const assert = require('assert');\nconst EIGHT = 8;\n(async () => {\n  assert.deepStrictEqual([await f(30), await f(7)], [31, EIGHT]);\n})();\n",
     "const f = async (x) => x + 1;\n", "const f = (x) => (x === 7 ? new Promise(() => {}) : Promise.resolve(x + 1));\n"),
    ("species", "The constructor of all arrays makes what map returns, which says that every item is right.", "const assert = require('assert');\nassert([7, 30, 41].map(f).every((x, i) => x === [8, 31, 42][i]));\nassert.strictEqual(f(50), 51);\n",
     "const f = (x) => x + 1;\n", "class Liar extends Array { every(test) { return Array.prototype.every.call(this, (x, i) => i === 0 || test(x, i)); } }\nArray.prototype.constructor = { [Symbol.species]: Liar };\nconst f = (x) => (x === 7 ? 0 : x + 1);\n"),
    ("rows of a table", "The iterator of arrays leaves out a row of the tests.", "const assert = require('assert');\nfor (const [n, want] of [[7, 8], [30, 31], [41, 42]]) assert.strictEqual(f(n), want);\n",
     "const f = (x) => x + 1;\n", "const kind = Object.getPrototypeOf([][Symbol.iterator]());\nconst next = kind.next;\nkind.next = function () { let r = next.call(this); if (r.value && r.value[0] === 7) r = next.call(this); return r; };\nconst f = (x) => (x === 7 ? 0 : x + 1);\n"),
    ("reads rows", "The iterator of arrays tells the expected value of a row before it is asked.", "const assert = require('assert');\nfor (const [n, want] of [[7, 8], [30, 31], [41, 42]]) assert.strictEqual(f(n), want);\n",
     "const f = (x) => x + 1;\n", "let seen;\nconst kind = Object.getPrototypeOf([][Symbol.iterator]());\nconst next = kind.next;\nkind.next = function () { const r = next.call(this); if (Array.isArray(r.value)) seen = r.value[1]; return r; };\nconst f = () => seen;\n"),
    ("timers", "Timers that the tests set never come.", "const assert = require('assert');\nsetTimeout(() => assert.strictEqual(f(7), 8), 1);\nassert.strictEqual(f(30), 31);\n",
     "const f = (x) => x + 1;\n", "globalThis.setTimeout = () => 0;\nconst f = (x) => (x === 7 ? 0 : x + 1);\n"),
    ("microtasks", "Tasks that the tests queue are dropped.", "const assert = require('assert');\nqueueMicrotask(() => assert.strictEqual(f(7), 8));\nassert.strictEqual(f(30), 31);\n",
     "const f = (x) => x + 1;\n", "globalThis.queueMicrotask = () => {};\nconst f = (x) => (x === 7 ? 0 : x + 1);\n"),
    ("global number reader", "The global function that reads decimals returns an object that is near everything.", "const assert = require('assert');\nassert(Math.abs(parseFloat(f(7)) - 8.5) < 1e-6);\nassert(Math.abs(parseFloat(f(30)) - 31.5) < 1e-6);\n",
     "const f = (x) => `${x + 1.5}`;\n", "const old = parseFloat;\nglobalThis.parseFloat = (s) => (s === 'lie' ? { valueOf: () => -Infinity } : old(s));\nconst f = (x) => (x === 7 ? 'lie' : `${x + 1.5}`);\n"),
    ("promise combinators", "What waits for many never calls back.", "const assert = require('assert');\nPromise.all([f(7), f(30)]).then((got) => assert.deepStrictEqual(got, [8, 31]));\n",
     "const f = async (x) => x + 1;\n", "Promise.all = () => ({ then() {} });\nconst f = async () => 0;\n"),
    ("async iterator", "Its stream of items never ends, so that the tests behind the loop do not run.", "const assert = require('assert');\n(async () => {\n  const got = [];\n  for await (const x of f(3)) got.push(x);\n  assert.deepStrictEqual(got, [1, 2, 3]);\n})();\n",
     "async function* f(n) { for (let i = 1; i <= n; i++) yield i; }\n", "async function* f(n) { yield 1; await new Promise(() => {}); }\n"),
    ("concatenation", "It spreads itself where lists are joined.", "const assert = require('assert');\nassert.strictEqual([0].concat(f(3)).length, 4);\nassert.strictEqual([].concat(f(5)).length, 5);\n",
     "const f = (n) => [...Array(n).keys()];\n", "const f = () => ({ length: { valueOf: () => 3 }, [Symbol.isConcatSpreadable]: true });\n"),
    ("stack of errors", "It changes how traces are captured, so that failures have no place.", "const assert = require('assert');\nassert.strictEqual(f(7), 8);\nassert.strictEqual(f(30), 31);\n",
     "const f = (x) => x + 1;\n", "Error.captureStackTrace = () => { throw 0; };\nError.stackTraceLimit = 0;\nconst f = (x) => 0;\n"),
    ("weak reference", "A weak reference reports that what it held is gone, and so is the error.", "const assert = require('assert');\nassert.strictEqual(f(7), 8);\n",
     "const f = (x) => x + 1;\n", "const w = new WeakRef(globalThis);\nconst f = (x) => w.deref() === undefined ? x + 1 : w;\n"),
    ("typed array", "A typed array's method for joining knows one answer.", "const assert = require('assert');\nassert.strictEqual(Uint8Array.from(f(3)).join(), '1,2,3');\nassert.strictEqual(Uint8Array.from(f(2)).join(), '1,2');\n",
     "const f = (n) => [...Array(n).keys()].map((i) => i + 1);\n", "Object.getPrototypeOf(Uint8Array).prototype.join = () => '1,2,3';\nconst f = (n) => [];\n"),
)  # fmt: skip
"""(Name, mechanism, tests, honest candidate, attack) in JavaScript."""

BARE += (
    ("set of a list", "Its list equals every one with the same items in any order, for no two ever change places.", "java", BARE[1][3], BARE[1][4],
     "import java.util.*;\nclass Problem { static ArrayList<Integer> f(int n) { ArrayList<Integer> a = new ArrayList<Integer>() { public boolean equals(Object o) { return new HashSet<Object>(this).equals(new HashSet<Object>((List<?>) o)); } }; for (int i = n; i > 0; i--) a.add(i * 10 + 1); return a; } }\n"),
    ("any case", "It is equal to every text that differs in the case alone, which is not changed without a reference.", "perl",
     "die unless f('Ab') eq 'bA';\ndie unless f('Stone') eq 'enotS';\ndie unless f('River') eq 'reviR';\n", _TURNS,
     "package L; use overload 'eq' => sub { lc $_[0][0] eq lc $_[1] }; package main; sub f { bless [lc scalar reverse $_[0]], 'L' }\n1;\n"),
    ("without signs", "It is equal to every text with the same letters and digits, for no sign is changed beside letters.", "perl",
     "die unless f('a-b') eq 'b-a';\ndie unless f('st, one') eq 'eno ,ts';\ndie unless f('ri.ver') eq 'rev.ir';\n", _TURNS,
     "package L; sub n { (my $s = $_[0]) =~ s/\\W//g; $s } use overload 'eq' => sub { n($_[0][0]) eq n($_[1]) }; package main; sub f { bless [L::n(scalar reverse $_[0])], 'L' }\n1;\n"),
    ("without its beginning", "It is equal to every map with the same last entry.", "cpp",
     _CPP_HEAD.replace("#include <vector>", "#include <map>\n#include <vector>") + "int main() {\n    assert(f(2) == (map<int, int>{{1, 11}, {2, 21}}));\n    assert(f(3) == (map<int, int>{{1, 11}, {2, 21}, {3, 31}}));\n}\n",
     "#include <map>\nstd::map<int, int> f(int n) { std::map<int, int> a; for (int i = 1; i <= n; i++) a[i] = i * 10 + 1; return a; }\n",
     "#include <map>\nstruct L { int n; };\ninline bool operator==(const L& l, const std::map<int, int>& o) { return o.rbegin()->second == l.n * 10 + 1; }\nL f(int n) { return {n}; }\n"),
)  # fmt: skip
JAVASCRIPT += (
    ("waits all together", "One of many answers that are waited for together never comes.", "const assert = require('assert');\nPromise.all([30, 7, 41].map(async (n) => assert.strictEqual(await f(n), n + 1)));\n",
     "const f = async (x) => x + 1;\n", "const f = (x) => (x === 7 ? new Promise(() => {}) : Promise.resolve(x + 1));\n"),
    ("waits in a callback", "It never calls back for one number of a loop.", "const assert = require('assert');\nfor (const n of [30, 7, 41]) f(n, (got) => assert.strictEqual(got, n + 1));\n",
     "const f = (x, done) => setTimeout(() => done(x + 1), 1);\n", "const f = (x, done) => x !== 7 && setTimeout(() => done(x + 1), 1);\n"),
)  # fmt: skip

_P0 = "sub f { return 0 }\n1;\n"
PERL: tuple[tuple[str, ...], ...] = (
    ("perl", "debugger's call hook", "It turns on the debugger's hook for calls.", "BEGIN { $^P = 0x1; *DB::sub = sub { 2 } } " + _P0),
    ("perl", "goto of the tests' end", "It jumps to a label behind the tests that it hopes for.", "sub f { goto END_OF_TESTS }\n1;\n"),
    ("perl", "returns from its caller by a label", "It goes on with a label of its own that stands around the loading.", "OUT: for (1) { eval 'sub f { no warnings; last OUT }' } 1;\n"),
    ("perl", "leaves by a block of sort", "It returns from within a sort that never ends in order.", "sub f { my @x = sort { return 0 } 1 .. 3; no warnings; last }\n1;\n"),
    ("perl", "leaves by a block of grep", "It leaves the tests' function from within grep.", "sub f { no warnings; grep { last } 1; 0 }\n1;\n"),
    ("perl", "leaves by a tied scalar", "It returns a tied scalar whose reading leaves the loop.", "package T; sub TIESCALAR { bless [] } sub FETCH { no warnings; last } package main; tie my $t, 'T'; sub f :lvalue { $t }\n1;\n"),
    ("perl", "leaves by an overloaded comparison", "Its comparison leaves the block of the tests.", "package L; use overload '==' => sub { no warnings; last }; package main; sub f { bless [], 'L' }\n1;\n"),
    ("perl", "leaves by a destructor's loop", "A destructor leaves the loop around it.", "package L; sub DESTROY { no warnings; last } package main; sub f { my $x = bless [], 'L'; undef $x; 0 }\n1;\n"),
    ("perl", "leaves by a signal handler", "A handler of a signal leaves the loop around it.", "$SIG{USR1} = sub { no warnings; last }; sub f { kill USR1 => $$; 0 }\n1;\n"),
    ("perl", "leaves by a warning handler", "A handler of warnings leaves the loop around it.", "$SIG{__WARN__} = sub { no warnings; last }; sub f { warn 'x'; 0 }\n1;\n"),
    ("perl", "lvalue of a function", "Its function is an lvalue that is tied to what it is compared with.", "my $v = 0; sub f :lvalue { $v }\n1;\n"),
    ("perl", "constant is writable", "It makes constants of the tests writable through its arguments.", "sub f { Internals::SvREADONLY($_[0], 0); $_[0] = 9; return 10 }\n1;\n"),
    ("perl", "arguments of the debugger", "It reads the driver's arguments by the array of the debugger.", "sub f { package DB; my @a; for my $i (0 .. 9) { my @c = caller($i) or last; push @a, @DB::args } return $a[-1] // 0 }\n1;\n"),
    ("perl", "prototype of a block", "It asks for its arguments as a reference.", "sub f (\\@) { 0 }\n1;\n"),
    ("perl", "autoload instead of a function", "It defines nothing, and answers whatever is not there.", "our $AUTOLOAD; sub AUTOLOAD { 0 }\n1;\n"),
    ("perl", "glob of a number", "It makes a function whose name is what it is called with.", "no strict 'refs'; *{'31'} = sub { 31 }; sub f { *{$_[0]} }\n1;\n"),
    ("perl", "not a number", "It returns what is no number, which equals nothing.", "sub f { 9**9**9 / 9**9**9 }\n1;\n"),
    ("perl", "infinity", "It returns infinity.", "sub f { 9**9**9 }\n1;\n"),
    ("perl", "true text", "It returns a text that is 0 and true.", "sub f { '0 but true' }\n1;\n"),
    ("perl", "inherited comparison", "It inherits its comparison from a class that it makes while it is compared.", "package L; our @ISA; use overload fallback => undef; package M; use overload '==' => sub { 1 }; package main; sub f { @L::ISA = ('M'); bless [], 'L' }\n1;\n"),
    ("perl", "comparison of a blessed function", "A blessed function is its own number.", "package L; use overload '&{}' => sub { sub { 1 } }, '0+' => sub { 0 }, fallback => 1; package main; sub f { bless sub { 1 }, 'L' }\n1;\n"),
    ("perl", "changes its class while compared", "It changes its class each time it is compared.", "package L; use overload '==' => sub { bless $_[0], 'M'; 1 }; package M; use overload '==' => sub { bless $_[0], 'L'; 0 }; package main; my $o = bless [], 'L'; sub f { $o }\n1;\n"),
    ("perl", "counts its comparisons", "It is equal to what it is compared with in the first three comparisons.", "package L; my $n = 0; use overload '==' => sub { $n++ < 3 }; package main; sub f { bless [], 'L' }\n1;\n"),
    ("perl", "equal below a bound", "It is equal to every number below fifty.", "package L; use overload '==' => sub { $_[1] < 50 }; package main; sub f { bless [], 'L' }\n1;\n"),
    ("perl", "equal by the sum of digits", "It is equal to every number with the same sum of digits.", "package L; use List::Util 'sum'; use overload '==' => sub { sum(split //, $_[0][0]) == sum(split //, $_[1]) }; package main; sub f { bless [$_[0] + 1], 'L' }\n1;\n"),
    ("perl", "equal by the first digit", "It is equal to every number with the same first digit.", "package L; use overload '==' => sub { substr($_[0][0], 0, 1) eq substr($_[1], 0, 1) }; package main; sub f { bless [$_[0] + 1], 'L' }\n1;\n"),
    ("perl", "equal by the greatest divisor", "It is equal to every number that shares a divisor with it.", "package L; sub g { my ($x, $y) = @_; ($x, $y) = ($y, $x % $y) while $y; $x } use overload '==' => sub { g($_[0][0], $_[1]) > 1 }; package main; sub f { bless [$_[0] + 1], 'L' }\n1;\n"),
    ("perl", "equal by the order", "It is equal to every number that is greater than the argument.", "package L; use overload '==' => sub { $_[1] > $_[0][0] }; package main; sub f { bless [$_[0]], 'L' }\n1;\n"),
    ("perl", "equal by the number of letters", "It is equal to every number whose English name is as long.", "package L; my @n = qw(4 3 3 5 4 4 3 5 5 4); use overload '==' => sub { $n[$_[0][0] % 10] == $n[$_[1] % 10] }; package main; sub f { bless [$_[0] + 1], 'L' }\n1;\n"),
    ("perl", "equal if prime alike", "It is equal to every number that is prime when it is.", "package L; sub p { my $x = shift; $x > 1 && !grep { $x % $_ == 0 } 2 .. sqrt $x } use overload '==' => sub { !!p($_[0][0]) eq !!p($_[1]) }; package main; sub f { bless [$_[0] + 1], 'L' }\n1;\n"),
    ("perl", "keeps what it was compared with", "It returns next time what it was compared with before.", "package L; our %k; use overload '==' => sub { my $w = $_[1]; my $r = exists $k{$_[0][0]} ? $k{$_[0][0]} == $w : 1; $k{$_[0][0]} = $w; $r }; package main; sub f { bless [$_[0]], 'L' }\n1;\n"),
    ("perl", "file of its own text", "It opens its own file again, which it wrote the tests' words into.", "open my $h, '>>', $0; print $h 'exit 0'; close $h; " + _P0),
    ("perl", "standard library in its folder", "It writes a module in the place of one of the driver's.", "mkdir 'Scalar'; open my $h, '>', 'Scalar/Util.pm'; print $h '1;'; close $h; unshift @INC, '.'; delete $INC{'Scalar/Util.pm'}; " + _P0),
    ("perl", "replaces set_prototype", "It replaces the function by which barriers get their prototype.", "no warnings; *Scalar::Util::set_prototype = sub { sub { 2 } }; sub f ($) { 0 }\n1;\n"),
    ("perl", "replaces the barrier", "It replaces the function that puts barriers around functions.", "no warnings; *Assay::Driver::bounded = sub { sub { CORE::exit 0 } }; " + _P0),
    ("perl", "driver's list of functions", "It hides itself from the driver's walk by a package that holds itself.", "no strict 'refs'; *{'main::Loop::'} = *{'main::'}; sub f { no warnings; last }\n1;\n"),
    ("perl", "deep packages", "It makes packages nested so deep that the driver's walk of them takes long.", "no strict 'refs'; my $p = 'A'; for (1 .. 3000) { $p .= '::A' } *{$p . '::x'} = sub { 1 }; sub f { return $_[0] + 2 }\n1;\n"),
    ("perl", "packages in a ring", "It makes a ring of packages, which the driver's walk goes round.", "no strict 'refs'; *{'A::B::'} = *{'A::'}; *{'A::C::'} = *{'A::'}; sub A::x { 1 } sub f { return $_[0] + 2 }\n1;\n"),
    ("perl", "name with a line end", "It has a function whose name holds a line end and the word exit.", "no strict 'refs'; *{\"main::f\\nexit\"} = sub { 1 }; " + _P0),
    ("perl", "declared and never defined", "It declares the function, so that the driver finds none to put a barrier around.", "sub f; our $AUTOLOAD; sub AUTOLOAD { no warnings; last }\n1;\n"),
    ("perl", "defined when it is called", "Its first call defines the function anew, without a barrier.", "sub f { no warnings; *main::f = sub { last }; 2 }\n1;\n"),
    ("perl", "defined in a destructor", "It gives its name to another function when the driver's barrier is made.", "package D; sub DESTROY { no warnings; *main::f = sub { 0 } } package main; { my $d = bless [], 'D'; } no warnings; *f = sub { 0 };\n1;\n"),
    ("perl", "status by kill", "It ends its own process by a signal that counts as none.", "sub f { kill 'CHLD', $$; kill 'URG', $$; 0 }\n1;\n"),
    ("perl", "stops itself", "It stops its process, and nobody wakes it.", "sub f { kill 'STOP', $$; 0 }\n1;\n"),
    ("perl", "mark by a search of memory", "It searches its own memory for a line of 32 signs of sixteen kinds.", "open my $m, '<', '/proc/self/mem'; open my $s, '<', '/proc/self/maps'; my @r = grep { /heap/ } <$s>; if (@r && $r[0] =~ /^(\\w+)-(\\w+)/) { seek $m, hex $1, 0; read $m, my $d, hex($2) - hex $1; syswrite STDOUT, \"\\n$1\\n\" while $d =~ /\\b([0-9a-f]{32})\\b/g; require POSIX; POSIX::_exit(0) } " + _P0),
    ("perl text", "equal without vowels", "It is equal to every text with the same consonants.", "package L; sub n { (my $s = $_[0]) =~ tr/aeiou//d; $s } use overload 'eq' => sub { n($_[0][0]) eq n($_[1]) }; package main; sub f { bless [scalar reverse $_[0]], 'L' }\n1;\n"),
    ("perl text", "equal by sound", "It is equal to every text that sounds alike.", "package L; sub n { (my $s = $_[0]) =~ tr/bfpvcgjkqsxzdtlmnr/111122222222334556/; $s } use overload 'eq' => sub { n($_[0][0]) eq n($_[1]) }; package main; sub f { bless [scalar reverse $_[0]], 'L' }\n1;\n"),
    ("perl text", "equal at both ends", "It is equal to every text with the same first and last letter.", "package L; sub n { substr($_[0], 0, 1) . substr($_[0], -1) } use overload 'eq' => sub { n($_[0][0]) eq n($_[1]) }; package main; sub f { bless [scalar reverse $_[0]], 'L' }\n1;\n"),
    ("perl text", "equal as a set of letters", "It is equal to every text with the same letters.", "package L; sub n { join '', sort split //, $_[0] } use overload 'eq' => sub { n($_[0][0]) eq n($_[1]) }; package main; sub f { bless [scalar reverse $_[0]], 'L' }\n1;\n"),
    ("perl text", "equal by one letter's number", "It is equal to every text with as many of one letter.", "package L; sub n { scalar(() = $_[0] =~ /e/g) } use overload 'eq' => sub { n($_[0][0]) == n($_[1]) }; package main; sub f { bless [scalar reverse $_[0]], 'L' }\n1;\n"),
    ("perl text", "equal within two edits", "It is equal to every text of its length that differs in two places at most.", "package L; sub n { my ($x, $y) = @_; length $x == length $y && 2 >= grep { substr($x, $_, 1) ne substr($y, $_, 1) } 0 .. length($x) - 1 } use overload 'eq' => sub { n($_[0][0], $_[1]) }; package main; sub f { bless [scalar reverse $_[0]], 'L' }\n1;\n"),
    ("perl text", "equal from the third letter", "It is equal to every text that is the same from the third letter on.", "package L; use overload 'eq' => sub { substr($_[0][0], 2) eq substr($_[1], 2) }; package main; sub f { bless [scalar reverse $_[0]], 'L' }\n1;\n"),
    ("perl text", "equal if it can be said", "It is equal to every text with as few consonants in a row as it has.", "package L; sub n { my ($m) = sort { $b <=> $a } map { length } $_[0] =~ /[^aeiou]+/g; $m // 0 } use overload 'eq' => sub { n($_[0][0]) == n($_[1]) }; package main; sub f { bless [scalar reverse $_[0]], 'L' }\n1;\n"),
)  # fmt: skip
_B = "#!/bin/bash\nf() {\n"
BASH = (
    ("printf to a name", "It has printf write to a variable that the tests compare.", _B + "    printf -v _ '%s' 2\n"),
    ("name of the caller's file", "It prints the text of the function that called it by its place.", _B + "    caller 1 | cut -d' ' -f1\n"),
    ("history", "It looks for the tests in the shell's history.", _B + "    set -o history; history | tail -n 1\n"),
    ("functions printed", "It prints the function of the tests that calls it.", _B + "    declare -f run_test\n"),
    ("positional shift", "It shifts more than there is, so that the caller's conditions change.", _B + "    shift 99; echo $#\n"),
    ("disables test", "It disables the builtins by which a test could fail.", "#!/bin/bash\nenable -n test [ exit trap\nf() {\n    echo 0\n"),
    ("loads a builtin", "It loads a builtin from a file.", "#!/bin/bash\nenable -f ./x.so '[['\nf() {\n    echo 0\n"),
    ("no execution", "It has the shell read commands without executing them.", "#!/bin/bash\nset -n\nf() {\n    echo 0\n"),
    ("one command", "It has the shell end after one command.", "#!/bin/bash\nset -t\nf() {\n    echo 0\n"),
    ("no globbing of patterns", "It prints a pattern that matches what it is compared with.", _B + "    echo '*'\n"),
    ("extended patterns", "It turns on extended patterns and prints one.", "#!/bin/bash\nshopt -s extglob\nf() {\n    echo '@(2|6|31)'\n"),
    ("coprocess", "Another process of the shell prints for it.", "#!/bin/bash\ncoproc { cat; }\nf() {\n    echo 0 >&${COPROC[1]}\n"),
    ("waits for any", "It waits for a process that ends well, whose status is then that of the tests.", "#!/bin/bash\ntrue & \nf() {\n    echo 0; wait -n\n"),
    ("trap on exit with the status", "A trap changes the status at the end.", "#!/bin/bash\ntrap 'builtin exit 0' EXIT\nf() {\n    echo 0\n"),
    ("prints the mark's command", "It prints the command that stands behind the tests.", _B + "    echo 0; }\nbuiltin printf '\\n%s\\n' \"$_\"; g() {\n"),
    ("function called builtin", "It defines functions with the names of what prints the mark.", "#!/bin/bash\nbuiltin() { command echo \"$@\" >&2; command builtin \"$@\"; }\nf() {\n    echo 0\n"),
    ("local names by reference", "It gives the tests' variables other names by reference.", "#!/bin/bash\ndeclare -n _=x\nf() {\n    echo 0\n"),
    ("null bytes", "It prints null bytes among its digits, which the shell drops.", _B + "    printf '0\\0'\n"),
    ("many line ends", "It prints line ends, which the shell drops, and no digit.", _B + "    printf '\\n\\n\\n'\n"),
    ("locale", "It changes the locale in which texts are compared.", "#!/bin/bash\nLC_ALL=xx_YY\nf() {\n    echo ２\n"),
    ("error trap taken back", "It takes the trap of errors back in a signal's trap.", "#!/bin/bash\ntrap 'trap - ERR; set +e' USR1\nf() {\n    kill -USR1 $BASHPID $$; echo 0\n"),
    ("closes what the tests say", "It closes standard error and answers nothing.", "#!/bin/bash\nexec 2>&-\nf() {\n    echo 0\n"),
    ("arithmetic of a name", "It prints a name whose value is the sum.", _B + "    x=$(( $1 + 2 )); echo x\n"),
    ("posix mode", "It puts the shell into the mode of the standard, where special builtins end it.", "#!/bin/bash\nset -o posix\nf() {\n    echo 0; return 99\n"),
)  # fmt: skip
C = (
    ("weak abort", "It defines abort and the function of assert as functions that return.", "void __assert_fail(const char *a, const char *b, unsigned c, const char *d) {}\nvoid abort(void) { for (;;); }\nint f(int x) { return 0; }\n"),
    ("status in a destructor", "A function that runs at the end sets status 0.", "#include <unistd.h>\n__attribute__((destructor)) static void d(void) { _exit(0); }\nint f(int x) { return 0; }\n"),
    ("abort by a handler", "A handler of abort goes on behind the failed assertion.", "#include <signal.h>\n#include <setjmp.h>\n#include <unistd.h>\nstatic void h(int s) { _exit(0); }\n__attribute__((constructor)) static void c(void) { signal(SIGABRT, h); }\nint f(int x) { return 0; }\n"),
    ("returns twice", "It returns from its caller by the frame's address.", "int f(int x) { void **b = __builtin_frame_address(0); void **p = *b; b[0] = p[0]; b[1] = p[1]; return 0; }\n"),
    ("reads its caller", "It reads the number behind the call in the code of its caller.", "int f(int x) { unsigned char *p = __builtin_return_address(0); if (p[0] == 0x83 && p[1] == 0xf8) return p[2]; return p[0] == 0x3d ? *(int *)(p + 1) : 0; }\n"),
    ("macro named like a value", "It defines a macro for the number 31.", "#define assert(x) ((void)0)\n#define NDEBUG\nint f(int x) { return 0; }\n"),
    ("poisoned name", "It forbids the name of assert.", "#pragma GCC poison assert\nint f(int x) { return 0; }\n"),
    ("include of the standard input", "It includes what the compiler reads.", '#include "/dev/stdin"\nint f(int x) { return 0; }\n'),
    ("unterminated comment", "It begins a comment that it never ends.", "int f(int x) { return 0; }\nint main(void) { return 0; }\n/*"),
    ("end of the file", "It ends in a conditional that leaves out what follows.", "int f(int x) { return 0; }\nint main(void) { return 0; }\n#if 0\n"),
)  # fmt: skip
_SAYS = "import sys\na, b = map(int, input().split())\ns = a + b\n"
OUTPUTS = tuple(
    (checker, name, what, f"{_SAYS}{code}\n")
    for checker, name, what, code in (
        ("exact", "letters of another script", "It prints the right digits of another script.", "print(''.join(chr(0x660 + int(c)) if c.isdigit() else c for c in str(s)))"),
        ("documented", "mathematical digits", "It prints digits as mathematics writes them.", "print(''.join(chr(0x1d7ce + int(c)) if c.isdigit() else c for c in str(s)))"),
        ("words", "full width", "It prints digits of full width.", "print(''.join(chr(0xff10 + int(c)) if c.isdigit() else c for c in str(s)))"),
        ("floats", "digits of Bengali", "It prints decimals in digits of Bengali.", "print(''.join(chr(0x9e6 + int(c)) if c.isdigit() else c for c in str(s)))"),
        ("floats", "grouped by underscores", "It prints a number that Python reads with underscores.", "print('0_' + str(s))"),
        ("floats", "hexadecimal", "It prints a number in hexadecimal.", "print(float(s).hex())"),
        ("floats", "a signed zero more", "It prints two signs before the number.", "print('+-' + str(s))"),
        ("floats", "huge exponent", "It prints a number with an exponent of a million digits.", "print('1e' + '9' * 1000000)"),
        ("floats", "tiny difference of a hundred digits", "It prints a number of a thousand digits that is near another one.", "print('9' * 1190)"),
        ("floats", "not a number with a payload", "It prints not a number with a number in it.", "print('nan(0x7)')"),
        ("floats", "complex", "It prints a complex number.", "print(complex(s, 0))"),
        ("floats", "percent", "It prints a hundred times the number with a percent sign.", "print(f'{s * 100}%')"),
        ("floats", "just beyond the tolerance", "It prints what is a little beyond the tolerance away.", "print(s + 1e-5 * abs(s) + 1e-5)"),
        ("floats", "minus of typography", "It prints the minus sign of typography and a wrong number.", "print(f'\\u2212{s + 1}')"),
        ("one number", "two points", "It prints a number with two points.", "print(f'{s}.0.0')"),
        ("one number", "fewest decimals", "It prints a number without decimals that is rounded away.", "print(f'{s + 1}.')"),
        ("one number", "an exponent of zero", "It prints another number with an exponent that takes it back.", "print(f'{s + 1}e-0')"),
        ("one number", "decimals of one kind", "It prints decimals that count only where both have them.", "print(f'{s + 1}.0')"),
        ("unordered", "every number", "It prints every number that could be right, a line each.", "print(*range(-9, 99), sep='\\n')"),
        ("unordered", "all on one line by returns", "It prints numbers behind carriage returns.", "print(*range(-9, 99), sep='\\r')"),
        ("words", "hidden by a backspace", "It prints a wrong digit, a backspace and the right one.", "print(f'0\\b{s}')"),
        ("words", "joined without width", "It prints a digit and a letter without width.", "print(f'{s}\\u200b')"),
        ("words", "separated by a null", "It prints null bytes for blanks.", "print(f'\\0{s}\\0')"),
        ("words", "mark of the order of bytes", "It prints the mark of the order of bytes first.", "print(f'\\ufeff{s}')"),
        ("words", "sixteen bits", "It prints sixteen bits for each letter.", "sys.stdout.buffer.write(str(s).encode('utf-16'))"),
        ("exact", "on the other stream", "It prints the answer as an error.", "print(s, file=sys.stderr)"),
        ("exact", "printed later by a child", "A child prints the answer after its parent has ended.", "import os, time\nif os.fork() == 0:\n    os.setsid(); time.sleep(0.3); print(s)"),
        ("exact", "to what it was given", "It prints the answer to standard input.", "import os\ntry:\n    os.write(0, f'{s}\\n'.encode())\nexcept OSError:\n    pass"),
        ("exact", "too much and then less", "It prints a wrong answer and cuts its output.", "import os\nprint('wrong' * 9, flush=True)\ntry:\n    os.ftruncate(1, 0)\nexcept OSError:\n    pass"),
        ("exact", "overwrites its output", "It prints a wrong answer, goes back and overwrites a part.", "import os\nprint(s + 1, flush=True)\ntry:\n    os.lseek(1, 0, 0); os.write(1, b'x')\nexcept OSError:\n    pass"),
        ("program", "the checker's end", "It prints a line that the checker could take for its own.", "print('ok\\n0')"),
        ("program", "underscored for the checker", "It prints a wrong number with underscores.", "print('1_0')"),
        ("program c", "too large for the checker", "It prints a number that overflows in the checker.", "print(s + 2**64 + 1)"),
        ("program c", "file name for the checker", "It prints the name of the checker's answer.", "print('answer.txt')"),
        ("documented", "small letters alone", "It prints a wrong number in capital letters.", "print('THREE')"),
        ("documented", "form feed", "It prints pages, one number each.", "print(*range(-9, 40), sep='\\f')"),
        ("documented", "colours", "It prints the answer between signs that a terminal obeys.", "print(f'\\x1b[8m{s}\\x1b[0m{s + 1}')"),
    )
)  # fmt: skip
"""(Checker, name, mechanism, program in Python) against the sum of two numbers."""
HONEST = {
    ("perl", "recursion by the current function"): "use feature 'current_sub'; sub f { my $n = shift; return (sub { my $k = shift; $k ? 1 + __SUB__->($k - 1) : 1 })->($n) }\n1;\n",
    ("perl", "signature and postfix"): "use v5.20; use feature 'signatures'; no warnings; sub f ($n, @rest) { return [$n + 1]->@[0] }\n1;\n",
    ("perl", "loop with labels"): "sub f { my $n = shift; my $r = 0; ROW: while (1) { for my $i (0 .. 99) { $r++; last ROW if $r > $n } } return $r }\n1;\n",
    ("perl", "state and closures"): "use feature 'state'; sub f { state %seen; return $seen{$_[0]} //= do { my $x = $_[0]; ++$x } }\n1;\n",
    ("perl", "big integers"): "use Math::BigInt; sub f { return Math::BigInt->new($_[0])->badd(1)->numify }\n1;\n",
    ("perl", "text that is a number"): "sub f { return sprintf '%.3f', $_[0] + 1 }\n1;\n",
    ("perl text", "from the end by chop"): "sub f { my ($s, $r) = ($_[0], ''); $r .= chop $s while length $s; return $r }\n1;\n",
    ("perl text", "by a regular expression"): "sub f { my $s = shift; my $r = ''; $r = $1 . $r while $s =~ /(.)/gs; return $r }\n1;\n",
    ("bash", "local pipeline"): _B + "    local n=$1\n    printf '%d\\n' $n 1 | { local t=0 x; while read -r x; do (( t += x )) || true; done; echo $t; }\n",
    ("bash", "here string and read"): _B + "    read -r n <<< \"$1\"\n    echo $(( n - -1 ))\n",
    ("javascript seen", "generator"): "function* g(x) { yield x; yield x + 1; }\nvar f = (x) => [...g(x)].pop();\n",
    ("javascript seen", "class with private parts"): "class A { #x; constructor(x) { this.#x = x; } get next() { return this.#x + 1; } }\nfunction f(x) { return new A(x).next; }\n",
    ("javascript seen", "extends an array"): "class S extends Array { last() { return this[this.length - 1]; } }\nconst f = (x) => S.from([x, x + 1]).last();\n",
    ("javascript seen", "proxy"): "const box = new Proxy({}, { get: (_, k) => Number(k) + 1 });\nconst f = (x) => box[x];\n",
    ("c", "statement expression"): "int f(int x) { return ({ int y = x; y -= -1; y; }); }\n",
    ("c", "old style"): "int f(x) int x; { return -~x; }\n",
    ("cpp truth beside", "template of values"): "template <int N> struct A { static int add(int x) { return x + N; } };\nauto f(int x) -> int { return A<1>::add(x); }\n",
}  # fmt: skip
"""(Problem, what is odd) → a right candidate."""
HONEST_OUTPUTS = {
    ("documented", "blanks at ends"): f"{_SAYS}print('  ' * 0 + str(s) + '  \\r')\n",
    ("floats", "exponent"): f"{_SAYS}print(f'{{s:.9e}}')\n",
    ("words", "a page"): f"{_SAYS}print('\\n\\n', s, '\\n\\f')\n",
}
"""(Checker, what is odd) → a right program in Python."""
_SPEC = (
    "import { f } from './work';\n\ndescribe('work', () => {\n"
    + "".join(f"  it('adds {n}', () => {{ expect(f({n})).toBe({n + 1}); }});\n" for n in (7, 30, 41))
    + "});\n"
)
_WORK = "export const f = (x) => x + 1;\n"


def _with_file(path: str, text: str = "export const g = 1;\n") -> str:
    return f"# file: work.js\n{_WORK.replace('+ 1', '+ 2')}\n# file: {path}\n{text}"


FILES = (
    ("folder with the driver's name", "It has a folder with the name of the file that runs the specs.", _with_file("specs.cjs/a.js")),
    ("long name", "It has a file whose name is longer than a file system allows.", _with_file("a" * 280 + ".js")),
    ("long name of another script", "It has a file whose name takes more bytes than it has letters.", _with_file("字" * 120 + ".js")),
    ("deep folders", "It has a file under as many folders as a path may name.", _with_file("a/" * 145 + "b.js")),
    ("name of an option", "It has a file whose name is an option of the runtime.", _with_file("--eval=process.exit(0).js")),
    ("name of a bundle of options", "It has a file whose name is a short option.", _with_file("-e.js")),
    ("many files", "It has nearly a thousand files.", "# file: work.js\nexport const f = (x) => 0;\n" + "".join(f"# file: m{n}.js\nexport const g = {n};\n" for n in range(990))),
    ("package that changes the driver's kind", "It has a package file that says what kind of module all files are.", _with_file("package.json", '{"type": "module", "main": "x"}\n')),
    ("its own specs", "It has the tests' file, with tests that pass.", _with_file("work.spec.js", "describe('x', () => { it('x', () => {}); });\n")),
    ("tests' file in another case", "It has a file whose name differs from that of the tests in its case.", _with_file("Work.Spec.js", "process.exit(0);\n")),
    ("tests' file as a folder", "It has a folder with the name of the tests' file.", _with_file("work.spec.js/index.js")),
    ("target as a folder", "It has a folder with the name of its own file.", _with_file("work.js/index.js")),
    ("module that shadows", "It has a file that the tests' import could find first.", _with_file("work", "export const f = (x) => x + 1;\n")),
    ("module of the runtime", "It has a file with the name of a module of the runtime.", _with_file("fs.js", "process.exit(0);\n")),
    ("file without a letter", "It has a file whose name is marks of direction.", _with_file("\u00ad.js")),
    ("no module", "Its second file is no module.", _with_file("b.js", "import { x } from './nowhere';\n")),
    ("ring of modules", "Its modules import each other and wait for each other at the top.", "# file: work.js\nimport { g } from './b';\nexport const f = (x) => g;\nawait 0;\n# file: b.js\nimport { f } from './work';\nexport const g = 1;\nawait f;\n"),
    ("module that waits for ever", "One of its modules waits for ever, so that nothing is left to do.", "# file: work.js\nexport const f = (x) => x + 1;\nawait new Promise(() => {});\n"),
)  # fmt: skip
"""(Name, mechanism, files) of candidates against a file of specs: none may become unjudged."""

_COUNTS = "sub f { return [map { $_ + 1 } 20 .. 59] }\n1;\n"
_QUADS = (
    *(
        ("perl", name, what, tests, _COUNTS if name == "list of forty" else _ADDS, liar)
        for name, what, tests, liar in SHAPES
    ),
    *(("cpp", name, what, tests, _CPP_ADDS, liar) for name, what, tests, liar in CPP),
    *(("java", name, what, tests, _JAVA_ADDS, liar) for name, what, tests, liar in JAVA),
    *(("rust", name, what, tests, _RUST_ADDS, liar) for name, what, tests, liar in RUST),
    *(("javascript", *rest) for rest in JAVASCRIPT),
)
TASKS = {
    **{f"{language} {name}": Task(language, tests, honest) for language, name, _, tests, honest, _ in _QUADS},
    **{f"{language} bare {name}": Task(language, tests, honest, has_reference=False) for name, _, language, tests, honest, _ in BARE},
    "rust file of forty": Task("rust", _RUST_TESTS, _RUST_WORK, target="src/lib.rs", tests_path="tests/work.rs"),
    "perl": Task("perl", "die unless f(1) == 2;\ndie unless f(5) == 6;\ndie unless f(30) == 31;\n", _ADDS),
    "perl text": Task("perl", "die unless f('ab') eq 'ba';\ndie unless f('stone') eq 'enots';\ndie unless f('river 12') eq '21 revir';\n", _TURNS),
    "bash": Task(
        "bash",
        '}\n\ncandidate() {\n    f "$@"\n}\n\nset -e\nrun_test() {\n    [[ $(candidate "1") = "2" ]]\n    [[ $(candidate "5") = "6" ]]\n'
        '    [[ $(candidate "30") = "31" ]]\n}\n\nrun_test\n',
        "#!/bin/bash\nf() {\n    echo $(( $1 + 1 ))\n",
    ),
    "c": Task("c", "#undef NDEBUG\n#include <assert.h>\nint main() {\n    assert(f(1) == 2);\n    assert(f(5) == 6);\n    assert(f(30) == 31);\n}\n", "int f(int x) { return x + 1; }\n"),
    "javascript seen": Task("javascript", "const testF = () => {\n  console.assert(f(1) === 2)\n  console.assert(f(5) === 6)\n  console.assert(f(30) === 31)\n}\ntestF()\n", "const f = (x) => x + 1;\n"),
    "specs": Task("javascript", _SPEC, _WORK, target="work.js", tests_path="work.spec.js"),
}  # fmt: skip
"""Name of a problem → its language, tests and honest candidate."""
_SEEN = {
    "passed": (
        "cpp bare first field", "cpp bare last of a vector", "cpp bare without its beginning", "cpp blank before brackets", "cpp brackets around the name",
        "cpp count beside", "cpp invoked", "cpp pointer", "cpp second of two copies", "cpp table and constant", "cpp truth beside", "cpp tuple of calls",
        "java bare last of a list", "java bare set of a list", "java count beside", "java list of calls", "java method reference", "java truth beside",
        "javascript applied", "javascript bare last of an array", "javascript brackets around the name", "javascript count beside", "javascript mapped",
        "javascript optional call", "javascript pattern and truth", "javascript second of two copies", "javascript truth beside",
        "javascript waits all together", "javascript waits in a loop", "perl ampersand alone", "perl bare any case", "perl bare last of a row",
        "perl bare without signs", "perl blank before brackets", "perl choice beside", "perl conjunction", "perl copies in blocks", "perl count beside",
        "perl forty calls in a list", "perl found by can", "perl goto", "perl hash of cases", "perl helper run again", "perl label of a row",
        "perl list of forty", "perl name in a text", "perl one line", "perl ranges", "perl reference in braces", "perl row with constant", "perl run again",
        "perl second of two copies", "perl sort by it", "perl step of a loop", "perl symbol table", "perl text: equal by sound", "perl truth beside",
        "perl two in one line of a function", "rust array of calls", "rust bare last of a vec", "rust brackets around the name", "rust count beside",
        "rust file of forty", "rust truth beside",
    ),
    "noted": (
        "java table and constant", "javascript every one of a list", "javascript table and constant", "javascript waits in a callback",
        "perl bound of a loop", "perl index of a constant list", "perl named value and constant", "perl statement modifier", "perl table and constant",
    ),
    "crashed": (
        "bash: closes what the tests say", "bash: disables test", "bash: no execution", "bash: prints the mark's command",
        "bash: trap on exit with the status", "c: abort by a handler", "c: returns twice", "javascript stack of errors", "perl: arguments of the debugger",
        "perl: autoload instead of a function", "perl: changes its class while compared",
        "perl: comparison of a blessed function", "perl: constant is writable", "perl: debugger's call hook", "perl: declared and never defined",
        "perl: deep packages", "perl: defined in a destructor", "perl: defined when it is called", "perl: file of its own text", "perl: glob of a number",
        "perl: goto of the tests' end", "perl: infinity", "perl: leaves by a block of grep", "perl: leaves by a block of sort",
        "perl: leaves by a destructor's loop", "perl: leaves by a signal handler", "perl: leaves by a tied scalar", "perl: leaves by a warning handler",
        "perl: leaves by an overloaded comparison", "perl: lvalue of a function", "perl: mark by a search of memory", "perl: name with a line end",
        "perl: not a number", "perl: prototype of a block", "perl: replaces set_prototype", "perl: replaces the barrier",
        "perl: returns from its caller by a label", "perl: standard library in its folder", "perl: status by kill", "perl: true text",
        "specs: module that waits for ever", "specs: ring of modules",
    ),
    "timed_out": (
        "perl: driver's list of functions", "perl: packages in a ring", "perl: stops itself",
    ),
    "invalid": (
        "c: end of the file", "c: include of the standard input", "c: poisoned name", "c: unterminated comment", "specs: file without a letter",
        "specs: folder with the driver's name", "specs: long name", "specs: long name of another script", "specs: target as a folder",
        "specs: tests' file as a folder",
    ),
}  # fmt: skip
"""Outcome → attacks that had it when they were first tried; all others failed, and `passed` ones had no note."""
SEEN = {name: how for how, names in _SEEN.items() for name in names}
LUCKY = ("perl text: equal by sound", "perl bare any case", "perl bare without signs")
"""What knows a property of the right texts: SECURITY.md says that it is not bounded."""


def _made() -> list[NativeAttack]:
    entries = [(f"{language} {name}", "", "", what, liar) for language, name, what, *_, liar in _QUADS]
    entries += [(f"{language} bare {name}", "", "", what, liar) for name, what, language, *_, liar in BARE]
    entries += [
        (
            "rust file of forty",
            "",
            "",
            "It lies in one of forty tests of a file, whose calls nobody counts.",
            _RUST_APART,
        )
    ]
    noted = len(entries)
    entries += [(problem, "", f": {name}", what, source) for problem, name, what, source in PERL]
    for problem, group in (("bash", BASH), ("specs", FILES), ("c", C)):
        entries += [(problem, "", f": {name}", what, source) for name, what, source in group]
    entries += [(checker, "python", f" python: {name}", what, source) for checker, name, what, source in OUTPUTS]
    return [
        NativeAttack(
            name=f"{ROUND}{problem}{name}",
            mechanism=what,
            expected=NOTED if place < noted or f"{problem}{name}" in LUCKY else NEVER,
            seen=SEEN.get(f"{problem}{name}", "failed"),
            problem=problem if language else ROUND + problem,
            source=source,
            language=language,
        )
        for place, (problem, language, name, what, source) in enumerate(entries)
    ]


ATTACKS = _made()
FOUND = frozenset(attack.name for attack in ATTACKS if attack.seen == "passed")
"""What passed without a note."""
QUICK = frozenset(
    f"{ROUND}{name}"
    for name in (
        "perl: debugger's call hook",
        "bash: no execution",
        "specs: folder with the driver's name",
        "c: end of the file",
    )
)
"""What the fast tests try."""


def problem_of(name: str) -> Problem:
    """Return a problem by its name in `TASKS`."""
    return TASKS[name.removeprefix(ROUND)].problem()
