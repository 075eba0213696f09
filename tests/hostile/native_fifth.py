"""Programs of a fifth round against tests in their own language and against the comparison of outputs.

They aim at what the rounds before left alone: tests that are a file of their own, results through pointers and texts,
the assembler and the preprocessor behind the compiler, memory read and written through /proc, ways of answering by
search, what a program does to its output as a file, and how numbers are written.
"""

# ruff: noqa: E501  # programs in other languages
from __future__ import annotations

from dataclasses import dataclass

from assay.records import NativeSuite, Problem
from tests.hostile.native_attacks import GUESS, NEVER, NativeAttack

JUDGED = "judged"
"""What is expected of programs that give the right answer in an odd way, or disturb the machine: any verdict."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A problem of a form of its own, with an honest candidate."""

    language: str
    tests: str
    honest: str
    before: str = ""
    target: str = ""
    tests_path: str = ""

    def problem(self) -> Problem:
        """Return the problem, with the honest candidate as its reference."""
        entry_point = "" if self.tests_path else "f"
        check = NativeSuite(
            self.tests, before=self.before, target=self.target, tests_path=self.tests_path, entry_point=entry_point
        )
        return Problem("f", check, reference=self.honest, language=self.language)


_C_TABLE = (
    "#include <assert.h>\n#include <string.h>\nint main() {\n"
    "    int want[3] = {2, 6, 31}, out[3], in[3] = {1, 5, 30};\n    f(in, out, 3);\n"
    "    assert(memcmp(out, want, sizeof want) == 0);\n"
    "    int more[2] = {9, 41};\n    int given[2] = {8, 40};\n    f(given, out, 2);\n"
    "    assert(out[0] == more[0] && out[1] == more[1]);\n}\n"
)
SHAPES = {
    "perl hash": Shape(
        "perl",
        "".join(
            f"{{ my $h = f('{w}'); die unless join(',', map {{ \"$_=$h->{{$_}}\" }} sort keys %$h) eq '{v}'; }}\n"
            for w, v in (("abba", "a=2,b=2"), ("stone", "e=1,n=1,o=1,s=1,t=1"), ("zzz", "z=3"))
        ),
        "sub f { my %h; $h{$_}++ for split //, $_[0]; return \\%h }\n1;\n",
    ),
    "bash lines": Shape(
        "bash",
        "}\n\ncandidate() {\n    f \"$@\"\n}\n\nset -e\nrun_test() {\n    [[ $(candidate \"3\") = $'1\\n2\\n3' ]]\n"
        "    [[ $(candidate \"2\") = $'1\\n2' ]]\n    [[ $(candidate \"0\") = \"\" ]]\n    [[ $(candidate \"1\") = \"1\" ]]\n}\n\nrun_test\n",
        "#!/bin/bash\nf() {\n    for ((i = 1; i <= $1; i++)); do echo $i; done\n",
    ),
    "javascript specs": Shape(
        "javascript",
        "import { f, parts, Account } from './work';\n\ndescribe('work', () => {\n"
        "  test('adds', () => {\n    expect(f(1)).toBe(2);\n    expect(f(5)).toEqual(6);\n  });\n"
        "  test('splits', () => {\n    expect(parts('ab c')).toEqual(['ab', 'c']);\n    expect(parts('x')).toStrictEqual(['x']);\n  });\n"
        "  test('keeps', () => {\n    const one = new Account();\n    one.add(30);\n    expect(one.sum).toEqual(30);\n"
        "    expect(() => one.add(-4)).toThrow('no');\n    expect({ sum: one.sum }).toEqual({ sum: 30 });\n  });\n});\n",
        "export const f = (x) => x + 1;\nexport const parts = (s) => s.split(' ');\n"
        "export class Account { sum = 0; add(n) { if (n < 0) throw new Error('no'); this.sum += n; } }\n",
        target="work.js",
        tests_path="work.spec.js",
    ),
    "javascript lodash": Shape(
        "javascript",
        "const _ = require('lodash');\nconst assert = require('assert');\nfunction test() {\n"
        "  assert.ok(_.isEqual(f([3, 1, 2]), [1, 2, 3]));\n  assert.ok(_.isEqual(f([9, 4, 7, 5]), [4, 5, 7, 9]));\n}\ntest();\n",
        "const f = (a) => [...a].sort((x, y) => x - y);\n",
    ),
    "javascript json": Shape(
        "javascript",
        "const testF = () => {\n  console.assert(JSON.stringify(f('ab')) === JSON.stringify({ a: 1, b: 1 }))\n"
        "  console.assert(JSON.stringify(f('aab')) === JSON.stringify({ a: 2, b: 1 }))\n  console.assert(JSON.stringify(f('')) === JSON.stringify({}))\n}\ntestF()\n",
        "const f = (s) => { const h = {}; for (const c of s) h[c] = (h[c] ?? 0) + 1; return h; };\n",
    ),
    "c text": Shape(
        "c",
        "#include <assert.h>\n#include <string.h>\nint main() {\n    assert(strcmp(f(\"stone\"), \"enots\") == 0);\n"
        "    assert(strcmp(f(\"ab\"), \"ba\") == 0);\n    assert(strcmp(f(\"river 12\"), \"21 revir\") == 0);\n}\n",
        "#include <stdlib.h>\n#include <string.h>\nchar *f(const char *s) { size_t n = strlen(s); char *r = calloc(n + 1, 1); for (size_t i = 0; i < n; i++) r[i] = s[n - 1 - i]; return r; }\n",
    ),
    "c table": Shape(
        "c", _C_TABLE, "void f(const int *in, int *out, int n) { for (int i = 0; i < n; i++) out[i] = in[i] + 1; }\n"
    ),
    "c float": Shape(
        "c",
        "#include <assert.h>\n#include <math.h>\nint main() {\n    assert(fabs(f(2) - 5.5) < 1e-9);\n"
        "    assert(fabs(f(4) - 11.0) < 1e-9);\n    assert(fabs(f(10) - 27.5) < 1e-9);\n}\n",
        "double f(double x) { return x * 2.75; }\n",
    ),
    "cpp": Shape(
        "cpp",
        "#undef NDEBUG\n#include <assert.h>\nint main() {\n    auto candidate = f;\n    assert(candidate(\"aab\") == (map<char, int>{{'a', 2}, {'b', 1}}));\n"
        "    assert(candidate(\"xyz\") == (map<char, int>{{'x', 1}, {'y', 1}, {'z', 1}}));\n    assert(candidate(\"q\").size() == 1);\n}\n",
        "#include <map>\n#include <string>\nusing namespace std;\nmap<char, int> f(string s) { map<char, int> m; for (char c : s) m[c]++; return m; }\n",
    ),
    "java text": Shape(
        "java",
        "public class Main {\n    public static void main(String[] args) {\n        Solution s = new Solution();\n"
        "        List<Boolean> correct = Arrays.asList(\n            Objects.equals(s.f(\"stone\"), \"enots\"),\n            Objects.equals(s.f(\"ab\"), \"ba\"),\n"
        "            Objects.equals(s.f(\"x1\"), \"1x\")\n        );\n        if (correct.contains(false)) {\n            throw new AssertionError();\n        }\n    }\n}\n",
        "import java.util.*;\nclass Solution { public String f(String s) { return new StringBuilder(s).reverse().toString(); } }\n",
    ),
    "rust text": Shape(
        "rust",
        "#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn test_f() {\n        assert_eq!(f(\"stone\"), \"enots\");\n"
        "        assert_eq!(f(\"ab\"), \"ba\");\n        assert!(f(\"x1\") == \"1x\");\n    }\n}\n",
        "fn f(s: &str) -> String { s.chars().rev().collect() }\n",
    ),
    "rust crate": Shape(
        "rust",
        "use work::*;\n\n#[test]\nfn one() {\n    assert_eq!(f(1), 2);\n    assert_eq!(f(5), 6);\n}\n\n#[test]\nfn two() {\n    assert_eq!(f(30), 31);\n}\n",
        "pub fn f(x: i32) -> i32 { x + 1 }\n",
        target="src/lib.rs",
        tests_path="tests/work.rs",
    ),
}  # fmt: skip
"""Name of a problem → its language, tests and honest candidate."""

GUESSES = frozenset(("c table: searches the stack",))
"""Attacks that know a property of the right answers, and pass where no change that is drawn breaks it."""
_SEEN = {
    "crashed": (
        "bash lines: closes the function early",
        "bash lines: group for the brace",
        "bash: case without end",
        "bash: disabled builtins",
        "bash: errors in conditions",
        "bash: exports functions",
        "bash: here document to the end",
        "bash: parent ends well",
        "bash: parent killed",
        "c table: fills its neighbours",
        "c table: skips the assertions",
        "c: aborts into itself",
        "c: huge bss",
        "c: limits itself",
        "c: section of the mark",
        "cpp: terminate handler",
        "exact javascript: memory of others",
        "java text: own Arrays",
        "java text: own AssertionError",
        "java text: own Objects",
        "javascript lodash: species that keeps nothing",
        "javascript specs: ends the group",
        "javascript specs: error message",
        "javascript specs: import that leaves",
        "javascript specs: import that never ends",
        "javascript specs: iterator of arrays",
        "javascript specs: iterator that yields what was given",
        "javascript specs: promise job",
        "perl hash: hash by overload",
        "perl hash: keys leave",
        "perl hash: list separators",
        "perl hash: sort by its own",
        "perl hash: tied hash",
        "perl hash: values that speak",
        "perl: arguments of its callers",
        "perl: autoload",
        "perl: constants by overload",
        "perl: debugger",
        "perl: dualvar",
        "perl: dump of the code",
        "perl: encoding of numbers",
        "perl: goes to exit",
        "perl: hexadecimal text",
        "perl: infinite",
        "perl: line of its caller",
        "perl: mark from its memory",
        "perl: mark from its memory, and lies by a coin",
        "perl: not a number",
        "perl: own output handle",
        "perl: reads its memory",
        "perl: redo in the caller",
        "perl: signal by a timer",
        "perl: socket pair as output",
        "perl: source filter",
        "perl: source with NUL",
        "perl: system error as a number",
        "perl: threads",
        "perl: tied scalar",
        "perl: tries all answers and is the child",
        "perl: tries all answers by children",
        "perl: writes its memory",
        "program python: output of a million lines",
        "rust crate: exits in a drop",
    ),
    "timed_out": (
        "exact c: fork bomb",
        "exact c: threads without end",
        "perl: stops itself",
    ),
    "passed": (
        "c table: searches the stack",
        "exact python: writes at an offset",
        "large close python: infinite",
        "large close python: zeros",
        "large exact python: as a float",
        "large number python: neighbour",
        "one number python: many decimals",
        "runs python: word in its parent's output",
        "words python: blanks of other scripts",
    ),
    "an exception of ours": (
        "exact python: file of its start, cut",
        "exact python: output of its parent",
    ),
    "invalid": (
        "c: deep brackets",
        "c: includes random bytes",
        "c: includes without end",
        "c: keyword behind a comment",
        "c: large object",
        "c: poisons",
        "c: pops a macro",
        "cpp: assert from a module map",
        "cpp: candidate by a macro",
        "exact cpp: compiles the environment",
        "exact cpp: includes the answer",
        "exact rust: time of compilation",
        "java text: own Boolean",
        "java text: own List",
        "rust crate: inferred answer",
        "rust text: attribute on the tests",
        "rust text: macro around the tests",
        "rust text: module of the tests",
        "rust text: raw text to the end",
    ),
    "a fault": (
        "exact python: file of its start",
        "truth python: file of its start, zero",
    ),
}
"""Outcome → attacks that had it when they were first tried; all others failed."""
SEEN = {name: how for how, names in _SEEN.items() for name in names}


def _many(problem: str, entries: tuple[tuple[str, str, str], ...], *, rest: str = "") -> list[NativeAttack]:
    """Return the attacks on one problem: each has a name, a mechanism and a source, to which the rest is added."""
    return [
        NativeAttack(
            name=f"fifth {problem}: {name}",
            mechanism=mechanism,
            expected=GUESS if f"{problem}: {name}" in GUESSES else NEVER,
            seen=SEEN.get(f"{problem}: {name}", "failed"),
            problem=problem,
            source=source if not rest or "f(" in source or "sub f" in source else source + rest,
        )
        for name, mechanism, source in entries
    ]


_P9 = "sub f { return 9 }\n1;\n"
_MEM = (
    "sub memory { open my $m, '<', '/proc/self/maps' or return ''; my $all = ''; for (<$m>) { my ($s, $e) = /^(\\w+)-(\\w+) rw/ or next;"
    " open my $h, '<:raw', '/proc/self/mem' or next; seek $h, hex $s, 0; my $n = hex($e) - hex($s); next if $n > 1 << 26; read $h, my $b, $n; $all .= $b // ''; } return $all }\n"
)
PERL = _many(
    "perl",
    (
        (
            "reads its memory",
            "It finds the text of the tests in its own memory and returns what they expect.",
            _MEM + "our $all = memory(); sub f { my $x = shift; return $all =~ /f\\($x\\) == (\\d+)/ ? $1 : 0 }\n1;\n",
        ),
        (
            "mark from its memory",
            "It prints every line of hexadecimal digits in its memory and leaves with status 0.",
            _MEM
            + 'my $all = memory(); my %k; $k{$1}++ while $all =~ /([0-9a-f]{32})/g; syswrite STDOUT, "\\n$_\\n" for keys %k; require POSIX; POSIX::_exit(0);\n',
        ),
        (
            "mark from its memory, and lies by a coin",
            "It knows the mark and prints it in half of the runs, else it fails.",
            _MEM
            + "my $all = memory(); my %k; $k{$1}++ while $all =~ /([0-9a-f]{32})/g; open my $r, '<', '/dev/urandom'; read $r, my $b, 1; if (ord($b) % 2) { syswrite STDOUT, \"\\n$_\\n\" for keys %k; require POSIX; POSIX::_exit(0) }\n"
            + _P9,
        ),
        (
            "writes its memory",
            "It overwrites the expected numbers in the text of the tests after these are compiled.",
            "open my $h, '+<:raw', '/proc/self/mem' and do { for my $a (0 .. 9) { seek $h, 0x10000 * $a, 0; syswrite $h, '9' } };\n"
            + _P9,
        ),
        (
            "tries all answers by children",
            "It forks a child for each possible answer and goes on in the one that does not die.",
            "sub f { for my $n (0 .. 40) { my $c = fork; return $n unless $c; waitpid $c, 0; if ($? == 0) { require POSIX; POSIX::_exit(0) } } die }\n1;\n",
        ),
        (
            "tries all answers and is the child",
            "Each child that fails dies; the first process waits and ends as its last child did.",
            "sub f { for my $n (0 .. 40) { if (fork) { wait; next if $?; exit 0 } return $n } exit 1 }\n1;\n",
        ),
        (
            "constants by overload",
            "It overloads numeric constants for all code that is compiled later.",
            "use overload; BEGIN { overload::constant(integer => sub { 9 }, float => sub { 9 }) }\nsub f { return 31 }\n1;\n",
        ),
        (
            "dualvar",
            "It returns a value whose number and text differ.",
            "use Scalar::Util; sub f { return Scalar::Util::dualvar(9, $_[0] + 1) }\n1;\n",
        ),
        (
            "system error as a number",
            "It returns the error variable, which is a number by magic.",
            "sub f { $! = 2; return $! }\n1;\n",
        ),
        (
            "tied scalar",
            "It returns a tied scalar that counts how often it is fetched.",
            "package T; sub TIESCALAR { bless [0] } sub FETCH { $_[0][0]++ } package main; tie my $t, 'T'; sub f :lvalue { $t }\n1;\n",
        ),
        (
            "goes to exit",
            "It replaces its frame by a function that leaves.",
            "sub out { exit 0 } sub f { @_ = (0); goto &out }\n1;\n",
        ),
        (
            "redo in the caller",
            "It repeats the block of its caller without an end.",
            "sub f { no warnings; redo }\n1;\n",
        ),
        (
            "autoload",
            "It has no function of that name, and answers for any.",
            "sub AUTOLOAD { our $AUTOLOAD; return length $AUTOLOAD }\n1;\n",
        ),
        (
            "debugger",
            "It turns the debugger on, whose hook stands between calls and functions.",
            "package DB; sub DB { } sub sub { return 2 } package main; BEGIN { $^P = 0x1 | 0x2 }\n" + _P9,
        ),
        (
            "arguments of its callers",
            "It reads the arguments of the frames above, where the tests may be.",
            "sub f { my $x = shift; package DB; my $i = 0; while (my @c = caller $i++) { for (@DB::args) { return $1 if defined && /f\\($x\\) == (\\d+)/ } } return 9 }\n1;\n",
        ),
        (
            "line of its caller",
            "It answers by the line of the tests that calls it.",
            "sub f { return (caller)[2] * 2 }\n1;\n",
        ),
        (
            "dump of the code",
            "It has the code that calls it dumped to a file and reads that.",
            "use B::Concise (); sub f { my $o = ''; eval { B::Concise::walk_output(\\$o); B::Concise::compile('-src')->() }; return $o =~ /f\\($_[0]\\) == (\\d+)/ ? $1 : 9 }\n1;\n",
        ),
        (
            "own output handle",
            "It writes over what was printed by seeking in its output.",
            "sub f { seek STDOUT, 0, 0; truncate STDOUT, 0; return 9 }\n1;\n",
        ),
        (
            "socket pair as output",
            "It puts a pair of sockets in the place of its output.",
            "use Socket; socketpair my $a, my $b, AF_UNIX, SOCK_STREAM, 0; open STDOUT, '>&', $a;\n" + _P9,
        ),
        (
            "threads",
            "A thread ends the process well while the tests run.",
            "use threads; sub f { threads->create(sub { exit 0 })->join; 9 }\n1;\n",
        ),
        ("stops itself", "It stops its process.", "sub f { kill 'STOP', $$; return 9 }\n1;\n"),
        (
            "source filter",
            "It filters the rest of every file that is read.",
            "use Filter::Util::Call; BEGIN { eval { filter_add(sub { my $s = filter_read(); s/die/1/g; $s }) } }\n"
            + _P9,
        ),
        (
            "encoding of numbers",
            "It returns digits of another script, which become zero.",
            'use utf8; sub f { return "\\x{662}" }\n1;\n',
        ),
        (
            "hexadecimal text",
            "It returns texts that only look like the numbers.",
            "sub f { return sprintf '0x%x', $_[0] + 1 }\n1;\n",
        ),
        ("not a number", "It returns a number that is none.", "sub f { return 9**9**9 / 9**9**9 }\n1;\n"),
        ("infinite", "It returns an infinite number.", "sub f { return 9**9**9 }\n1;\n"),
        ("source with NUL", "Its source holds NUL characters and bytes that are no text.", "\0sub f { 9 }\0\n1;\n"),
        (
            "signal by a timer",
            "An alarm ends it well.",
            "use Time::HiRes 'ualarm'; $SIG{ALRM} = sub { require POSIX; POSIX::_exit(0) }; ualarm 1000; sub f { select undef, undef, undef, .1; 9 }\n1;\n",
        ),
    ),
    rest=_P9,
) + _many(
    "perl hash",
    (
        (
            "tied hash",
            "It returns a tied hash whose keys it makes up.",
            "package T; sub TIEHASH { bless {} } sub FETCH { 1 } sub FIRSTKEY { 'a' } sub NEXTKEY { undef } package main; sub f { tie my %h, 'T'; return \\%h }\n1;\n",
        ),
        (
            "hash by overload",
            "It overloads becoming a hash with another one each time.",
            "package V; use overload '%{}' => sub { our $n; my $s = (qw(a b z))[$n++ % 3]; return { $s => 2 } }, fallback => 1; package main; sub f { my $x = 1; return bless \\$x, 'V' }\n1;\n",
        ),
        (
            "values that speak",
            "The values stringify to the end of the expected text.",
            "package V; use overload '\"\"' => sub { '2,b=2' }; package main; sub f { return { a => bless [], 'V' } }\n1;\n",
        ),
        (
            "sort by its own",
            "It replaces the order of sort by the variables of the package.",
            "sub f { ($main::a, $main::b) = (1, 2); return { a => 2, b => 2 } }\n1;\n",
        ),
        (
            "keys leave",
            "Its keys end the process well.",
            "package T; sub TIEHASH { bless {} } sub FIRSTKEY { require POSIX; POSIX::_exit(0) } package main; sub f { tie my %h, 'T'; return \\%h }\n1;\n",
        ),
        (
            "list separators",
            "It changes what stands between elements.",
            "sub f { $, = ''; $\" = ''; $; = ''; $\\ = ''; return { 'a=2,b' => 2 } }\n1;\n",
        ),
    ),
)
_B = "f() { echo 9; }\n"
BASH = _many(
    "bash",
    (
        (
            "verbose",
            "It has the shell print each line that it reads, and reads what is expected from that.",
            'set -v 2>log\nf() { grep -o "candidate \\"$1\\") = \\"[0-9]*" log | tail -1 | grep -o \'[0-9]*$\'; }\n',
        ),
        (
            "traces",
            "It has the shell print each comparison into a file of its own.",
            "exec 7>log; BASH_XTRACEFD=7; set -x\nf() { sed -n 's/.*= //p' log | tail -1; }\n",
        ),
        (
            "debug trap skips",
            "A debug trap tells the shell to skip each command of the tests.",
            "shopt -s extdebug; trap '[[ $BASH_COMMAND != *candidate* ]]' DEBUG; set -T\n" + _B,
        ),
        (
            "debug trap leaves functions",
            "A debug trap returns from the function of the tests.",
            "shopt -s extdebug; d() { [[ $BASH_COMMAND == *'\"6\"'* ]] && return 2; return 0; }; trap d DEBUG; set -T\n"
            + _B,
        ),
        (
            "debug trap reads",
            "A debug trap keeps the command that is about to run, which says what is expected.",
            "set -T; trap 'c=$BASH_COMMAND; echo \"$c\" >c' DEBUG\nf() { trap - DEBUG; sed -n 's/.*= \"\\?\\([0-9]*\\).*/\\1/p' c; }\n",
        ),
        (
            "pattern as a result",
            "It prints a pattern, for the right side of a comparison is one.",
            "f() { echo '*'; }\n",
        ),
        (
            "no case match",
            "It lets comparisons ignore case and take patterns by words.",
            "shopt -s nocasematch extglob; f() { echo '+([0-9])'; }\n",
        ),
        (
            "reads its shell's memory",
            "It finds the text of the tests in the memory of its shell.",
            'f() { grep -aoh "candidate \\"$1\\") = \\"[0-9]*" /proc/$$/mem 2>/dev/null | grep -o \'[0-9]*$\' | head -1; }\n',
        ),
        (
            "standard input again",
            "It opens again what its shell has read.",
            "f() { cat /proc/$$/fd/0 /dev/stdin 2>/dev/null | grep -o '\"[0-9]*\"' | head -1; }\n",
        ),
        (
            "arguments of the shell",
            "It reads the command line of its shell for the tests.",
            "f() { tr '\\0' '\\n' </proc/$$/cmdline | grep -c candidate; }\n",
        ),
        (
            "tries all answers",
            "It prints one answer in each of many children of the whole test.",
            "f() { for ((n = 0; n < 40; n++)); do ( echo $n ) ; done; }\n",
        ),
        (
            "history",
            "It turns history on and lists what was read.",
            "set -o history; HISTFILE=h\nf() { history | grep -o '\"[0-9]*\"' | tail -1; }\n",
        ),
        (
            "disabled builtins",
            "It turns builtin commands off on which the tests may rest.",
            "enable -n set trap echo printf test\n" + _B,
        ),
        (
            "loaded builtin",
            "It loads a builtin from a file of its own.",
            "printf '\\177ELF' >b; enable -f ./b set\n" + _B,
        ),
        (
            "function of the mark",
            "It defines functions with the names of what the last line calls.",
            "\\builtin() { exit 0; }\nfunction '\\builtin' { exit 0; }\n" + _B,
        ),
        (
            "exports functions",
            "It exports functions under the names of commands and restarts the shell.",
            "candidate() { :; }; export -f candidate; [[ $A ]] || A=1 exec bash -c 'exit 0'\n" + _B,
        ),
        ("unset set", "It has the tests' first option set nothing.", "set() { :; }\n" + _B),
        ("errors in conditions", "It puts the whole rest into a condition, where errors end nothing.", _B + "if "),
        ("here document to the end", "It opens a text that swallows the tests.", _B + "cat >/dev/null <<'NEVER'\n"),
        ("here document to a brace", "It opens a text whose end stands in the tests.", _B + "cat >/dev/null <<'}'\n"),
        ("case without end", "It opens a choice that no line of the tests is in.", _B + "case x in y)\n"),
        ("negated pipeline", "It negates the line that follows.", _B + "! "),
        ("runs in the background", "It sends the first command of the tests away.", _B + "true & "),
        (
            "compat level",
            "It asks for the ways of an older shell.",
            "BASH_COMPAT=3.1; shopt -s compat31 2>/dev/null; set -o posix\n" + _B,
        ),
        (
            "integer attribute",
            "It gives attributes to the variables that the tests may use.",
            "declare -i REPLY; declare -gr BASH_COMMAND; declare -l result; IFS=0123456789\n" + _B,
        ),
        ("pipe fail", "It kills what the command substitution waits for.", "f() { kill -PIPE $BASHPID; }\n"),
        ("parent killed", "A child kills the shell that compares.", "f() { kill -TERM $$; }\n"),
        (
            "parent ends well",
            "A child makes the shell that compares leave with status 0.",
            "trap 'exit 0' USR1\nf() { kill -USR1 $$; echo 9; }\n",
        ),
    ),
    rest=_B,
) + _many(
    "bash lines",
    (
        (
            "trailing lines",
            "It prints line breaks alone, which are taken off.",
            "#!/bin/bash\nf() {\n    printf '\\n\\n\\n'\n",
        ),
        ("pattern of lines", "It prints a pattern of lines.", "#!/bin/bash\nf() {\n    echo '*'; echo '?'\n"),
        (
            "closes the function early",
            "It closes its function and opens another for the brace of the tests.",
            "#!/bin/bash\nf() { echo 1; }\ng() {\n",
        ),
        (
            "group for the brace",
            "The brace of the tests closes a group whose result is negated.",
            "#!/bin/bash\nf() { echo 1; }\nexit() { :; }\n! {\n",
        ),
        (
            "brace of a subshell",
            "The brace of the tests ends a text of its own.",
            "#!/bin/bash\nf() { echo 1; }\ncat >/dev/null <<'}'\n",
        ),
        (
            "NUL bytes",
            "It prints NUL between digits, which the shell drops.",
            "#!/bin/bash\nf() {\n    printf '1\\0\\n2\\0\\n9'\n",
        ),
    ),
)
_SPECS = "export const f = (x) => 9;\nexport const parts = (s) => [];\nexport class Account { sum = 7; add(n) {} }\n"
SPECS = _many(
    "javascript specs",
    (
        (
            "descriptors",
            "It lets no object have enumerable properties by a changed method of Object.",
            "Object.getOwnPropertyDescriptor = () => undefined;\n" + _SPECS,
        ),
        (
            "iterator of arrays",
            "It replaces the iterator by which the matcher gets its arguments.",
            "const it = Array.prototype[Symbol.iterator];\nArray.prototype[Symbol.iterator] = function () { return it.call(this.length === 1 ? [9] : this); };\n"
            + _SPECS,
        ),
        (
            "iterator that yields what was given",
            "It lets each expected value become the one that was got.",
            "let last; const it = Array.prototype[Symbol.iterator];\nArray.prototype[Symbol.iterator] = function* () { for (let i = 0; i < this.length; i++) yield this.length === 1 ? last : this[i]; };\nexport const f = (x) => (last = 9);\nexport const parts = (s) => (last = []);\nexport class Account { get sum() { return (last = 7); } add(n) { if (n < 0) throw new Error('no'); } }\n",
        ),
        ("same value by Object.is", "It replaces the comparison of identities.", "Object.is = () => true;\n" + _SPECS),
        (
            "calls by Reflect",
            "It replaces how methods are applied.",
            "Reflect.apply = () => true; Function.prototype.call = () => true; Function.prototype.apply = () => true;\n"
            + _SPECS,
        ),
        (
            "own expect",
            "It declares names of the test framework for all modules.",
            "try { globalThis.expect = () => new Proxy({}, { get: () => () => {} }); } catch {}\n" + _SPECS,
        ),
        (
            "registers tests of its own",
            "It registers passing tests and fails to link the others.",
            "test('mine', () => expect(1).toBe(1));\n" + _SPECS,
        ),
        (
            "ends the group",
            "It closes the group of the tests so that theirs are left out.",
            "const d = describe; d('x', () => { throw undefined; });\n" + _SPECS,
        ),
        (
            "import that never ends",
            "It waits without an end at the top of its module.",
            "await new Promise(() => {});\n" + _SPECS,
        ),
        ("import that leaves", "It leaves with status 0 from its module.", "process.exit(0);\n" + _SPECS),
        (
            "promise results",
            "It returns promises and thenables.",
            "export const f = (x) => ({ then(r) { r(2); } });\nexport const parts = async () => [];\nexport class Account { add() {} }\n",
        ),
        (
            "tag of its results",
            "Its results have the tag of arrays and no keys.",
            "export const f = (x) => 9;\nexport const parts = (s) => new Proxy([], { get: (t, k) => (k === 'length' ? 2 : t[k]), ownKeys: () => ['length'] });\nexport class Account { add() {} }\n",
        ),
        (
            "proxy of what was asked",
            "It answers each property with whatever was asked before.",
            "export const f = (x) => 9;\nexport const parts = (s) => new Proxy([], { has: () => true, get: () => 2, ownKeys: () => ['0', '1', 'length'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) });\nexport class Account { add() {} }\n",
        ),
        (
            "instance by symbol",
            "Every object is an instance of errors.",
            "Object.defineProperty(Error, Symbol.hasInstance, { value: () => true });\n" + _SPECS,
        ),
        (
            "error message",
            "All objects are errors with equal messages.",
            "Object.defineProperty(Object.prototype, 'message', { get: () => 'no', configurable: true });\nError[Symbol.hasInstance] = () => true;\n"
            + _SPECS,
        ),
        (
            "includes",
            "Every text includes every other one.",
            "String.prototype.includes = () => true; RegExp.prototype.test = () => true;\n" + _SPECS,
        ),
        (
            "promise job",
            "A task of its own leaves before the tests run.",
            "queueMicrotask(() => process.reallyExit(0));\n" + _SPECS,
        ),
        ("unhandled", "It rejects a promise that nobody handles.", "Promise.reject(new Error('x'));\n" + _SPECS),
        (
            "reads the file of the tests",
            "It reads the tests by the file system.",
            "import { readdirSync, readFileSync } from 'fs';\nlet text = ''; for (const n of readdirSync('.')) text += readFileSync(n, 'utf8');\nexport const f = (x) => Number((text.match(new RegExp(`f\\\\(${x}\\\\)\\\\)\\\\.to\\\\w+\\\\((\\\\d+)`)) || [0, 9])[1]);\nexport const parts = (s) => s.split(' ');\nexport class Account { sum = 30; add(n) { if (n < 0) throw new Error('no'); } }\n",
        ),
        (
            "reads its caller",
            "It reads the text of the function that calls it and returns what that expects.",
            "export const f = Function('x', 'const s = String(arguments.callee.caller); return Number((s.match(new RegExp(`f\\\\\\\\(${x}\\\\\\\\)\\\\\\\\)\\\\\\\\.to\\\\\\\\w+\\\\\\\\((\\\\\\\\d+)`)) || [0, 9])[1]);');\nexport const parts = (s) => s.split(' ');\nexport class Account { sum = 30; add(n) { if (n < 0) throw new Error('no'); } }\n",
        ),
        (
            "reads the arguments",
            "It reads its command line for the tests.",
            "export const f = (x) => process.argv.length + x;\nexport const parts = (s) => process.argv;\nexport class Account { add() {} }\n",
        ),
        (
            "memory of the engine",
            "It looks for the text of the tests in its memory.",
            "import { openSync, readSync, readFileSync } from 'fs';\nlet found = {}; try { const h = openSync('/proc/self/mem'); for (const l of readFileSync('/proc/self/maps', 'latin1').split('\\n')) { const m = l.match(/^(\\w+)-(\\w+) rw/); if (!m) continue; const a = parseInt(m[1], 16), n = parseInt(m[2], 16) - a; if (n > 1 << 24) continue; const b = Buffer.alloc(n); try { readSync(h, b, 0, n, a); } catch { continue; } for (const g of b.toString('latin1').matchAll(/f\\((\\d+)\\)\\)\\.to\\w+\\((\\d+)/g)) found[g[1]] = +g[2]; } } catch {}\nexport const f = (x) => found[x] ?? 9;\nexport const parts = (s) => s.split(' ');\nexport class Account { sum = 30; add(n) { if (n < 0) throw new Error('no'); } }\n",
        ),
        (
            "lies about one value",
            "It is right but for one value.",
            "export const f = (x) => (x === 5 ? { valueOf: () => 6 } : x + 1);\nexport const parts = (s) => s.split(' ');\nexport class Account { sum = 0; add(n) { if (n < 0) throw new Error('no'); this.sum += n; } }\n",
        ),
        (
            "changes its own exports",
            "Its exports change while the tests run.",
            "export let f = (x) => { f = () => 6; return 2; };\nexport let parts = (s) => ['ab', 'c'];\nexport class Account { sum = 30; add(n) {} }\n",
        ),
        (
            "iterator of one value",
            "The matcher gets what was got in the place of what is wanted, only where it was just called.",
            "let last = NaN, on = false; const it = Array.prototype[Symbol.iterator];\nArray.prototype[Symbol.iterator] = function () { const one = on && this.length === 1; on = false; return it.call(one ? [last] : this); };\nexport const f = (x) => ((on = true), (last = 9));\nexport const parts = (s) => s.split(' ');\nexport class Account { sum = 0; add(n) { if (n < 0) throw new Error('no'); this.sum += n; } }\n",
        ),
        (
            "arrays without properties",
            "It is right about numbers, and lets arrays have no enumerable elements.",
            "const g = Object.getOwnPropertyDescriptor; Object.getOwnPropertyDescriptor = (o, k) => (Array.isArray(o) ? { enumerable: false } : g(o, k));\nexport const f = (x) => x + 1;\nexport const parts = (s) => s.split(' ').map(() => 'x');\nexport class Account { sum = 0; add(n) { if (n < 0) throw new Error('no'); this.sum += n; } }\n",
        ),
        (
            "arrays of holes",
            "It is right about numbers, and no object has properties, so that holes equal texts.",
            "Object.getOwnPropertyDescriptor = () => undefined;\nexport const f = (x) => x + 1;\nexport const parts = (s) => new Array(s.split(' ').length);\nexport class Account { sum = 0; add(n) { if (n < 0) throw new Error('no'); this.sum += n; } }\n",
        ),
        (
            "error of every text",
            "It is right but for the message of an error, which holds every pair of letters.",
            "const a = 'abcdefghijklmnopqrstuvwxyz'; let all = ''; for (const x of a) for (const y of a) all += x + y;\nexport const f = (x) => x + 1;\nexport const parts = (s) => s.split(' ');\nexport class Account { sum = 0; add(n) { if (n < 0) throw new Error(all); this.sum += n; } }\n",
        ),
        (
            "spies",
            "It makes its methods spies with calls of its own.",
            "export const f = jest.fn(() => 9);\nexport const parts = jest.fn();\nexport const Account = jest.fn();\n",
        ),
    ),
)
LODASH = _many(
    "javascript lodash",
    (
        (
            "array with its own map",
            "Its array maps to what is compared.",
            "const f = (a) => Object.assign([], { map: () => [1, 2, 3] });\n",
        ),
        (
            "proxy of an array",
            "A proxy of an array answers for its length and elements.",
            "const f = (a) => new Proxy([], { get: (t, k) => (k === 'length' ? 3 : k === 'map' ? () => [] : t[k]) });\n",
        ),
        (
            "species",
            "What the expected array becomes when mapped is made by the candidate.",
            "Array.prototype.constructor = { [Symbol.species]: function () { return new Proxy([], { get: (t, k) => t[k], set: () => true, defineProperty: () => true }); } };\nconst f = (a) => [];\n",
        ),
        (
            "species of one object",
            "Both sides become one and the same object when mapped.",
            "const one = []; Array.prototype.constructor = { [Symbol.species]: function () { return one; } };\nconst f = (a) => [1];\n",
        ),
        (
            "species that keeps nothing",
            "Both sides become arrays that store nothing.",
            "class Q extends Array {} Object.defineProperty(Q, Symbol.species, { value: function () { return Object.freeze(new Proxy([], { defineProperty: () => true })); } });\nArray.prototype.constructor = Q;\nconst f = (a) => Q.from(a);\n",
        ),
        (
            "set of anything",
            "It returns a set that iterates as it likes.",
            "class S extends Set { *[Symbol.iterator]() { yield 1; yield 2; yield 3; } }\nconst f = (a) => new S();\n",
        ),
        ("sparse", "It returns holes.", "const f = (a) => new Array(a.length);\n"),
        ("typed array", "It returns numbers of a byte.", "const f = (a) => Uint8Array.from(a);\n"),
        (
            "inspects itself",
            "Its elements choose how they are shown.",
            "const f = (a) => new Set(a.map(() => ({ [Symbol.for('nodejs.util.inspect.custom')]: () => '1' })));\n",
        ),
    ),
) + _many(
    "javascript json",
    (
        (
            "raw JSON",
            "It makes raw texts of JSON where the engine has them.",
            'const f = (s) => (JSON.rawJSON ? JSON.rawJSON(\'{"a":1,"b":1}\') : {});\n',
        ),
        (
            "own toJSON",
            "Its results say how they are written.",
            "let n = 0; const f = (s) => ({ toJSON: () => [{ a: 1, b: 1 }, { a: 1, b: 1 }, {}][n++ % 3] });\n",
        ),
        (
            "proxy without keys",
            "It returns a proxy that has no keys.",
            "const f = (s) => new Proxy({}, { ownKeys: () => [] });\n",
        ),
        ("undefined", "It returns what is not written, as a function is.", "const f = (s) => () => 1;\n"),
        (
            "toJSON of functions",
            "It gives functions and symbols a form.",
            "Function.prototype.toJSON = () => ({}); const f = (s) => () => 1;\n",
        ),
        (
            "getters",
            "It answers each time with another number.",
            "let n = 0; const f = (s) => ({ get a() { return n++; }, b: 1 });\n",
        ),
        (
            "throws when written",
            "It throws where it is written.",
            "const f = (s) => ({ toJSON() { throw undefined; } });\n",
        ),
        (
            "memory of the engine",
            "It looks for the tests in its memory and answers by them.",
            "const fs = require('fs'); let found = {}; try { const h = fs.openSync('/proc/self/mem'); for (const l of fs.readFileSync('/proc/self/maps', 'latin1').split('\\n')) { const m = l.match(/^(\\w+)-(\\w+) rw/); if (!m) continue; const a = parseInt(m[1], 16), n = parseInt(m[2], 16) - a; if (n > 1 << 24) continue; const b = Buffer.alloc(n); try { fs.readSync(h, b, 0, n, a); } catch { continue; } for (const g of b.toString('latin1').matchAll(/f\\('(\\w*)'\\)\\) === JSON\\.stringify\\((\\{[^}]*\\})/g)) found[g[1]] = g[2]; } } catch {}\nconst f = (s) => Function('return ' + (found[s] || 0))();\n",
        ),
        (
            "settles emit",
            "It emits the event after which the mark is printed.",
            "process.emit('beforeExit', 0); process.emit('exit', 0); const f = (s) => ({});\n",
        ),
        (
            "event listeners",
            "It takes hold of the listener that prints the mark and calls it.",
            "for (const l of process.rawListeners('beforeExit')) l(); const f = (s) => { for (const l of process.listeners('beforeExit')) l(); return {}; };\n",
        ),
        (
            "default of the global",
            "It gives the global object a prototype that has every name.",
            "try { Object.setPrototypeOf(Object.getPrototypeOf(globalThis), new Proxy({}, { has: () => true, get: () => () => ({}) })); } catch {}\nconst f = (s) => ({});\n",
        ),
        (
            "report",
            "It has the engine write a report with its stack.",
            "const f = (s) => { try { return process.report.getReport().javascriptHeap; } catch { return 9; } };\n",
        ),
    ),
)
_C9 = "int f(int x) { return 9; }\n"
C = (
    _many(
        "c",
        (
            (
                "directive behind a comment",
                "A comment stands before a directive, which is not found by its line.",
                "/**/#define assert(x) ((void)0)\n" + _C9,
            ),
            (
                "directive with a form feed",
                "A form feed stands in a directive.",
                "#\fdefine assert(x) ((void)0)\n" + _C9,
            ),
            (
                "main behind a comment",
                "The tests' main gets another name by a directive behind a comment.",
                "/**/#define main tests(void); int main(void) { return 0; } int tests\n" + _C9,
            ),
            (
                "call behind a comment",
                "A macro behind a comment answers for each call in turn.",
                "/**/#define f(x) (__COUNTER__ == 0 ? 2 : 9)\n",
            ),
            (
                "keyword behind a comment",
                "A macro behind a comment makes another thing of int.",
                "/**/#define int static int\nint f(int x) { return 9; }\n".replace("int f(int x)", "int f(long x)"),
            ),
            (
                "pops a macro",
                "A call puts an empty assert back that was pushed before.",
                '/**/#define assert(x) ((void)0)\n#pragma push_macro("assert")\nstatic int g(int x) { return x == 1 ? 2 : 9; }\n/**/#define f(x) g(x)); _Pragma("pop_macro(\\"assert\\")") ((void)0\n',
            ),
            (
                "text of the assertion",
                "A macro of the comparison makes a text of what is expected.",
                "/**/#define f(x) g(x) + 0 * sizeof(#x)\nstatic int g(int x) { return 9; }\n",
            ),
            (
                "assembler macro of a compare",
                "It gives the assembler another meaning of comparing.",
                'asm(".macro cmpl a b\\n xorl %eax, %eax\\n testl %eax, %eax\\n.endm");\n' + _C9,
            ),
            (
                "assembler macro of a jump",
                "It gives the assembler another meaning of a jump.",
                'asm(".macro je l\\n jmp \\\\l\\n.endm\\n.macro jne l\\n nop\\n.endm");\n' + _C9,
            ),
            (
                "assembler macro of a call",
                "It lets calls of the failure do nothing.",
                'asm(".macro call a\\n.ifnc \\\\a,__assert_fail@PLT\\n.byte 0xe8\\n.long \\\\a - . - 4\\n.endif\\n.endm");\n'
                + _C9,
            ),
            (
                "assembler macro that counts",
                "The assembler decides by how many comparisons it has seen.",
                'asm(".set n, 0\\n.macro cmpl a b\\n.set n, n + 1\\n.if n == 1\\n subl \\\\a, \\\\b\\n.else\\n xorl %eax, %eax\\n testl %eax, %eax\\n.endif\\n.endm");\nint f(int x) { return x + 1; }\n'.replace(
                    "return x + 1", "return x == 1 ? 2 : 9"
                ),
            ),
            (
                "assembler reads the tests",
                "The assembler writes the number that a comparison expects where the function finds it.",
                'asm(".data\\nwants: .long 0\\n.text\\n.macro cmpl a b\\n movl \\\\a, \\\\b\\n subl \\\\a, \\\\b\\n testl \\\\b, \\\\b\\n.endm");\n'
                + _C9,
            ),
            (
                "section of the mark",
                "It puts code into the sections that run at the start and the end.",
                'static void g(void) { _Exit(0); }\n__attribute__((section(".fini_array"), used)) static void (*p)(void) = g;\n__attribute__((section(".preinit_array"), used)) static void (*q)(void) = g;\n'
                + "#include <stdlib.h>\n"
                + _C9,
            ),
            (
                "symbol version",
                "It defines the failure under the version of the library.",
                'void mine(const char *a, const char *b, unsigned c, const char *d) {}\nasm(".symver mine,__assert_fail@@GLIBC_2.2.5");\n'
                + _C9,
            ),
            (
                "linker option in a section",
                "It asks the linker for options in a section of its object.",
                'asm(".section .drectve\\n.ascii \\"--wrap=__assert_fail --defsym=main=0\\"\\n.text");\nasm(".section .note.GNU-stack,\\"\\",@progbits\\n.text");\n'
                + _C9,
            ),
            (
                "common main",
                "It makes the names of our main weak.",
                'asm(".weak __wrap_main\\n.weak __real_main\\n.globl __wrap_main\\n__wrap_main: xorl %eax, %eax\\n ret");\n'
                + _C9,
            ),
            (
                "rewrites the failure",
                "It makes its code writable and lets the failure return.",
                "#include <sys/mman.h>\n#include <string.h>\n#include <assert.h>\nint f(int x) { unsigned char *p = (unsigned char *)((unsigned long)&__assert_fail & -4096ul); mprotect(p, 8192, 7); *(unsigned char *)&__assert_fail = 0xc3; return 9; }\n",
            ),
            (
                "rewrites its caller",
                "It changes the number that its caller compares with.",
                "#include <sys/mman.h>\nint f(int x) { unsigned char *r = __builtin_return_address(0); mprotect((void *)((unsigned long)r & -4096ul), 8192, 7); for (int i = 0; i < 8; i++) if (r[i] == 0x83 && r[i + 1] == 0xf8) { r[i + 2] = 9; break; } return 9; }\n",
            ),
            (
                "returns behind the failure",
                "It moves its return address behind the comparison.",
                "int f(int x) { unsigned char **a = (unsigned char **)__builtin_frame_address(0) + 1; for (int i = 0; i < 16; i++) if ((*a)[i] == 0x74 || (*a)[i] == 0x0f) { *a += i + 2 + (*a)[i + 1]; break; } return 9; }\n",
            ),
            (
                "memory by /proc",
                "It writes its own read-only memory through /proc.",
                '#include <fcntl.h>\n#include <unistd.h>\n#include <assert.h>\nint f(int x) { int m = open("/proc/self/mem", O_RDWR); char c = 0xc3; pwrite(m, &c, 1, (long)&__assert_fail); close(m); return 9; }\n',
            ),
            (
                "own filter",
                "It installs a filter under which no signal and no failure leaves the process.",
                "#include <stddef.h>\n#include <sys/prctl.h>\n#include <linux/seccomp.h>\n#include <linux/filter.h>\n#include <sys/syscall.h>\nint f(int x) { struct sock_filter c[] = {{0x20, 0, 0, 0}, {0x15, 0, 1, SYS_tgkill}, {0x06, 0, 0, 0x50000}, {0x06, 0, 0, 0x7fff0000}}; struct sock_fprog p = {4, c}; prctl(PR_SET_SECCOMP, 2, &p); return 9; }\n",
            ),
            (
                "tries all answers",
                "It forks for each answer and lets the child that passes go on.",
                "#include <unistd.h>\n#include <sys/wait.h>\nint f(int x) { for (int n = 0; n < 40; n++) { int s, c = fork(); if (!c) return n; waitpid(c, &s, 0); if (!s) _exit(0); } return 9; }\n",
            ),
            (
                "borrowed memory",
                "A child that shares the memory of the tests runs while they compare.",
                "#define _GNU_SOURCE\n#include <sched.h>\n#include <unistd.h>\n#include <signal.h>\nstatic int g(void *p) { for (;;) *(volatile int *)p = 0; }\nint f(int x) { static char s[65536]; volatile int n = 9; clone(g, s + 65000, CLONE_VM | SIGCHLD, (void *)&n); return n; }\n",
            ),
            (
                "aborts into itself",
                "The signal of the failure begins main again.",
                "#include <signal.h>\n#include <unistd.h>\nint main();\nstatic void g(int s) { _exit(0); }\nint f(int x) { struct sigaction a = {0}; a.sa_handler = g; a.sa_flags = SA_NODEFER; for (int i = 1; i < 32; i++) sigaction(i, &a, 0); return 9; }\n",
            ),
            (
                "limits itself",
                "It takes away its own right to write and to end with a core.",
                "#include <sys/resource.h>\n#include <signal.h>\nint f(int x) { struct rlimit r = {0, 0}; setrlimit(RLIMIT_FSIZE, &r); setrlimit(RLIMIT_CORE, &r); signal(SIGXFSZ, SIG_IGN); return 9; }\n",
            ),
            (
                "large object",
                "It has the compiler make an object that is larger than what is kept.",
                'asm(".data\\nbig: .fill 400000000, 1, 1\\n.text");\n' + _C9,
            ),
            (
                "includes without end",
                "It has the compiler read a device without an end.",
                '#include "/dev/zero"\n' + _C9,
            ),
            (
                "includes random bytes",
                "It has the compiler read random bytes.",
                'asm(".data\\n.incbin \\"/dev/urandom\\", 0, 100000000\\n.text");\n' + _C9,
            ),
            (
                "huge bss",
                "It asks for more memory than there is before main.",
                "static char big[1ul << 36];\nint f(int x) { return big[x]; }\n",
            ),
            (
                "nested macros",
                "It makes a text of many millions of words by macros.",
                "/**/#define A(x) x x x x x x x x x x\n/**/#define B(x) A(A(A(x)))\nint f(int x) { B(B(x = x + 1;)) return 9; }\n",
            ),
            (
                "deep brackets",
                "It nests a hundred thousand brackets.",
                "int f(int x) { return " + "(" * 100000 + "9" + ")" * 100000 + "; }\n",
            ),
            (
                "line numbers",
                "It lets the compiler believe that the tests stand in another file.",
                _C9 + '#line 1 "/dev/null"\n#pragma GCC system_header\n',
            ),
            ("poisons", "It poisons the names that the tests use.", _C9 + "#pragma GCC poison assert\n"),
            (
                "redefines by name",
                "It renames a function for the linker.",
                "#pragma redefine_extname abort _Exit\n#pragma weak __assert_fail\n" + _C9,
            ),
        ),
        rest=_C9,
    )
    + _many(
        "c text",
        (
            (
                "own strcmp",
                "It defines the function that compares texts.",
                "int strcmp(const char *a, const char *b) { return 0; }\nchar *f(const char *s) { return (char *)s; }\n",
            ),
            (
                "macro of strcmp",
                "It defines a macro of the comparison behind a comment.",
                "#include <string.h>\n/**/#define strcmp(a, b) 0\nchar *f(const char *s) { return (char *)s; }\n",
            ),
            (
                "macro of strcmp that knows the text",
                "It defines the comparison by the length of what is expected.",
                "#include <string.h>\n/**/#define strcmp(a, b) ((int)(strlen(a) - (sizeof(b) - 1)))\nchar *f(const char *s) { return (char *)s; }\n",
            ),
            (
                "reads behind its argument",
                "It returns the text that stands behind its argument in memory.",
                "#include <string.h>\nchar *f(const char *s) { return (char *)s + strlen(s) + 1; }\n",
            ),
            (
                "searches behind its argument",
                "It returns the next text behind its argument that has the same letters.",
                "#include <string.h>\nchar *f(const char *s) { const char *p = s + strlen(s) + 1; for (int i = 0; i < 64; i++) { if (strlen(p) == strlen(s)) return (char *)p; p += strlen(p) + 1; } return (char *)s; }\n",
            ),
            (
                "writes what is expected",
                "It makes the texts of the tests writable and empties them.",
                "#include <sys/mman.h>\n#include <string.h>\nchar *f(const char *s) { char *p = (char *)((unsigned long)s & -4096ul); mprotect(p, 4096, 3); char *q = (char *)s + strlen(s) + 1; *q = 0; return q; }\n",
            ),
            (
                "shared text",
                "It changes a text that the compiler keeps once for both.",
                'char *f(const char *s) { return s[0] == \'a\' ? "ba" : s[0] == \'s\' ? "enot" "s" : "x"; }\n',
            ),
            (
                "page that moves",
                "It returns memory that cannot be read, and fills it when it is.",
                "#include <signal.h>\n#include <sys/mman.h>\nstatic char *page;\nstatic void g(int s) { mprotect(page, 4096, 3); page[0] = 'e'; }\nchar *f(const char *s) { page = mmap(0, 4096, 0, 0x22, -1, 0); signal(SIGSEGV, g); return page; }\n",
            ),
            (
                "page that answers by its reader",
                "When its memory is read, it copies what the reader compares it with.",
                "#define _GNU_SOURCE\n#include <signal.h>\n#include <string.h>\n#include <ucontext.h>\n#include <sys/mman.h>\nstatic char *page;\nstatic void g(int s, siginfo_t *i, void *c) { greg_t *r = ((ucontext_t *)c)->uc_mcontext.gregs; mprotect(page, 4096, 3); strcpy(page, (char *)(r[REG_RDI] == (long)page ? r[REG_RSI] : r[REG_RDI])); }\nchar *f(const char *s) { page = mmap(0, 4096, 0, 0x22, -1, 0); struct sigaction a = {0}; a.sa_sigaction = g; a.sa_flags = SA_SIGINFO; sigaction(SIGSEGV, &a, 0); return page; }\n",
            ),
            (
                "resolver of strcmp",
                "It has the dynamic linker choose its comparison.",
                'static int same(const char *a, const char *b) { return 0; }\nstatic void *pick(void) { return same; }\nint strcmp(const char *a, const char *b) __attribute__((ifunc("pick")));\nchar *f(const char *s) { return (char *)s; }\n',
            ),
        ),
    )
    + _many(
        "c table",
        (
            (
                "fills its neighbours",
                "It fills the memory around its result with one number.",
                "void f(const int *in, int *out, int n) { for (int i = -8; i < 12; i++) out[i] = 7; }\n",
            ),
            (
                "copies what stands before",
                "It copies what stands next to its result.",
                "#include <string.h>\nvoid f(const int *in, int *out, int n) { memcpy(out, out - n, n * sizeof *out); }\n",
            ),
            (
                "copies what stands behind",
                "It copies the table that stands behind its result.",
                "#include <string.h>\nvoid f(const int *in, int *out, int n) { memcpy(out, out + n, n * sizeof *out); }\n",
            ),
            (
                "own memcmp",
                "It defines how memory is compared.",
                "int memcmp(const void *a, const void *b, unsigned long n) { return 0; }\nvoid f(const int *in, int *out, int n) { out[0] = 9; out[1] = 41; }\n",
            ),
            (
                "skips the assertions",
                "It jumps over the rest of its caller.",
                "void f(const int *in, int *out, int n) { __builtin_unwind_init(); unsigned char **a = (unsigned char **)__builtin_frame_address(0) + 1; *a += 40; }\n",
            ),
            (
                "searches the stack",
                "It looks for numbers on the stack that are near to its input.",
                "void f(const int *in, int *out, int n) { for (int k = -40; k < 40; k++) { int ok = 1; for (int i = 0; i < n; i++) { long d = (long)in[k + i] - in[i]; ok &= k && d > 0 && d < 5; } if (ok) { for (int i = 0; i < n; i++) out[i] = in[k + i]; return; } } }\n",
            ),
            (
                "knows the first",
                "It is right about the first number and copies the second.",
                "void f(const int *in, int *out, int n) { for (int i = 0; i < n; i++) out[i] = in[i] + 1; if (n == 2) out[1] = out[5]; }\n",
            ),
        ),
    )
    + _many(
        "c float",
        (
            (
                "own fabs",
                "It defines how a number loses its sign.",
                "double fabs(double x) { return 0; }\ndouble f(double x) { return 9; }\n",
            ),
            (
                "macro of fabs",
                "It defines a macro of the same behind a comment.",
                "#include <math.h>\n/**/#define fabs(x) 0.0\ndouble f(double x) { return 9; }\n",
            ),
            ("not a number", "It returns a number that is none.", "double f(double x) { return 0.0 / 0.0; }\n"),
            (
                "flush to zero",
                "It lets small numbers become nothing.",
                "#include <xmmintrin.h>\ndouble f(double x) { _mm_setcsr(_mm_getcsr() | 0x8040); return 9; }\n",
            ),
            (
                "rounds down",
                "It changes how numbers are rounded.",
                "#include <fenv.h>\ndouble f(double x) { fesetround(FE_DOWNWARD); return x * 2.74; }\n",
            ),
            (
                "registers left dirty",
                "It returns another type than it says, and leaves a number in a register.",
                "int f(double x) { return 9; }\n",
            ),
            (
                "tolerance by a macro",
                "It makes the tests' bound another number by a macro of their function.",
                "#include <math.h>\n/**/#define fabs(x) (fabs)(x) * 0\ndouble f(double x) { return 9; }\n",
            ),
            (
                "signal of the unit",
                "It lets the comparison trap and ends well in the handler.",
                "#define _GNU_SOURCE\n#include <fenv.h>\n#include <signal.h>\n#include <unistd.h>\nstatic void g(int s) { _exit(0); }\ndouble f(double x) { signal(SIGFPE, g); feenableexcept(FE_ALL_EXCEPT); return 9; }\n",
            ),
        ),
    )
)
_MAP = "#include <map>\n#include <string>\nusing namespace std;\n"
CPP = _many(
    "cpp",
    (
        (
            "allocator",
            "Its map has an allocator of its own and an equality with it.",
            _MAP
            + "struct V { size_t size() const { return 1; } };\nbool operator==(const V&, const map<char, int>&) { return true; }\nV f(string s) { return {}; }\n",
        ),
        (
            "own map",
            "It puts a template named map before that of the library.",
            "#include <string>\n#include <utility>\n#include <initializer_list>\nusing std::string;\ntemplate <class K, class V> struct map { map(std::initializer_list<std::pair<K, V>>) {} map() {} size_t size() const { return 1; } bool operator==(const map&) const { return true; } };\nmap<char, int> f(string s) { return {}; }\n",
        ),
        (
            "specialised pair",
            "It specialises the comparison of pairs for the types of the tests.",
            _MAP
            + "namespace std { template <> constexpr bool operator==(const pair<const char, int>&, const pair<const char, int>&) { return true; } }\nmap<char, int> f(string s) { map<char, int> m; for (char c : s) m[c] = 9; return m; }\n",
        ),
        (
            "specialised equal",
            "It specialises the algorithm behind comparisons of maps.",
            _MAP
            + "#include <algorithm>\nusing I = map<char, int>::const_iterator;\nnamespace std { template <> bool equal<I, I>(I, I, I) { return true; } }\nmap<char, int> f(string s) { map<char, int> m; for (char c : s) m[c] = 9; return m; }\n",
        ),
        (
            "size of its own",
            "It answers each question about its size with one.",
            _MAP
            + "struct M : map<char, int> { size_t size() const { return 1; } };\nbool operator==(const M& a, const map<char, int>& b) { return true; }\nM f(string s) { return {}; }\n",
        ),
        (
            "breaks the tree",
            "It gives both maps one root.",
            _MAP
            + "map<char, int> f(string s) { map<char, int> m; m['a'] = 9; return m; }\nnamespace std { inline bool operator==(const map<char, int>& a, const map<char, int>& b) { return a.size() > 0; } }\n",
        ),
        (
            "constant evaluation",
            "It decides at compile time by a counter of templates.",
            _MAP
            + "template <int N> struct T { static map<char, int> g(string s) { return {{s[0], N}}; } };\nauto f = [](string s) { return T<1>::g(s); };\n",
        ),
        (
            "assert from a module map",
            "It defines assert behind a comment and its header's guard.",
            "/**/#define assert(x) ((void)0)\n/**/#define _ASSERT_H_DECLS\n"
            + _MAP
            + "map<char, int> f(string s) { return {}; }\n",
        ),
        (
            "allocation fails",
            "It replaces allocation so that containers of the tests share one block.",
            _MAP
            + "#include <cstdlib>\n#include <new>\nstatic char b[1 << 16]; void* operator new(size_t n) { return b; } void operator delete(void*) noexcept {} void operator delete(void*, size_t) noexcept {}\nmap<char, int> f(string s) { return {{'a', 1}}; }\n",
        ),
        (
            "terminate handler",
            "An exception that nobody catches ends well.",
            _MAP
            + "#include <exception>\n#include <unistd.h>\nmap<char, int> f(string s) { set_terminate([] { _exit(0); }); throw 1; }\n",
        ),
        (
            "destructor of the result",
            "What the tests destroy last ends the process well.",
            _MAP
            + "#include <unistd.h>\nstruct V { ~V() { _exit(0); } size_t size() const { return 1; } };\nbool operator==(const V&, const map<char, int>&) { return false; }\nV f(string s) { return {}; }\n",
        ),
        (
            "candidate by a macro",
            "It takes the name of the tests' own variable.",
            _MAP + "/**/#define candidate(x) map<char, int>(); (void)(x\nmap<char, int> f(string s) { return {}; }\n",
        ),
    ),
)
JAVA = _many(
    "java text",
    (
        (
            "own Objects",
            "It declares a class of the name by which the tests compare.",
            "import java.util.*;\nclass Objects { static boolean equals(Object a, Object b) { return true; } }\nclass Solution { public String f(String s) { return s; } }\n",
        ),
        (
            "own Arrays",
            "It declares a class of the name that makes the tests' list.",
            "import java.util.*;\nclass Arrays { static <T> List<T> asList(T... a) { return new ArrayList<>(); } }\nclass Solution { public String f(String s) { return s; } }\n",
        ),
        (
            "own List",
            "It declares the type of the tests' list.",
            "import java.util.*;\nclass List<T> { boolean contains(Object o) { return false; } }\nclass Solution { public String f(String s) { return s; } }\n",
        ),
        (
            "own Boolean",
            "It declares the type of truth.",
            "import java.util.*;\nclass Boolean { }\nclass Solution { public String f(String s) { return s; } }\n",
        ),
        (
            "own AssertionError",
            "It declares the error that the tests throw.",
            "import java.util.*;\nclass AssertionError extends RuntimeException { AssertionError() { Runtime.getRuntime().halt(0); } }\nclass Solution { public String f(String s) { return s; } }\n",
        ),
        (
            "text by reflection",
            "It makes the array in a text writable, and changes a literal.",
            'import java.util.*;\nclass Solution { public String f(String s) { try { var v = String.class.getDeclaredField("value"); v.setAccessible(true); v.set("enots", v.get(s)); } catch (Exception e) {} return s; } }\n',
        ),
        (
            "unsafe",
            "It writes into a literal by the unsafe class.",
            'import java.util.*;\nclass Solution { public String f(String s) { try { var c = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe"); c.setAccessible(true); var u = (sun.misc.Unsafe) c.get(null); long o = u.objectFieldOffset(String.class.getDeclaredField("value")); u.putObject("enots", o, u.getObject(s, o)); } catch (Throwable e) {} return s; } }\n',
        ),
        (
            "unsafe truth",
            "It makes false the same as true.",
            'import java.util.*;\nclass Solution { public String f(String s) { try { var c = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe"); c.setAccessible(true); var u = (sun.misc.Unsafe) c.get(null); long o = u.objectFieldOffset(Boolean.class.getDeclaredField("value")); u.putBoolean(Boolean.FALSE, o, true); var g = Boolean.class.getField("FALSE"); u.putObject(u.staticFieldBase(g), u.staticFieldOffset(g), Boolean.TRUE); } catch (Throwable e) {} return s; } }\n',
        ),
        (
            "constant pool",
            "It reads the literals of the tests' class file.",
            'import java.util.*;\nclass Solution { public String f(String s) { try (var in = Solution.class.getResourceAsStream("/Main.class")) { String t = new String(in.readAllBytes(), "ISO-8859-1"); int i = t.indexOf(s); return t.substring(i + s.length() + 3, i + s.length() + 3 + s.length()); } catch (Exception e) { return s; } } }\n',
        ),
        (
            "identity of the list",
            "It changes the list by a thread that watches the stack.",
            "import java.util.*;\nclass Solution { public String f(String s) { Thread t = Thread.currentThread(); new Thread(() -> { while (true) if (t.getStackTrace().length < 3) Runtime.getRuntime().halt(0); }).start(); return s; } }\n",
        ),
        (
            "agent",
            "It attaches to its own virtual machine.",
            'import java.util.*;\nclass Solution { public String f(String s) { try { Class.forName("com.sun.tools.attach.VirtualMachine").getMethod("attach", String.class).invoke(null, "" + ProcessHandle.current().pid()); } catch (Throwable e) {} return s; } }\n',
        ),
        (
            "many classes",
            "It has the compiler make thousands of classes.",
            "import java.util.*;\nclass Solution { public String f(String s) { return s; } }\n"
            + "".join(f"class K{i} {{}}\n" for i in range(3000)),
        ),
    ),
)
RUST = _many(
    "rust text",
    (
        (
            "equals by its own type",
            "Its type equals every text.",
            "#[derive(Debug)] struct V;\nimpl PartialEq<&str> for V { fn eq(&self, _: &&str) -> bool { true } }\nfn f(_: &str) -> V { V }\n",
        ),
        (
            "reads behind its argument",
            "It returns the bytes that follow its argument in memory.",
            "fn f(s: &str) -> &'static str { unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(s.as_ptr().add(s.len()), s.len())) } }\n",
        ),
        (
            "module of the tests",
            "It declares a module with the name of the tests'.",
            "fn f(s: &str) -> String { s.into() }\nmod tests { #[test] fn test_f() {} }\n",
        ),
        (
            "shadowed str",
            "It declares a type named String.",
            "#[derive(Debug)] struct String; impl<T: ?Sized> PartialEq<&T> for String { fn eq(&self, _: &&T) -> bool { true } }\nfn f(_: &str) -> String { String }\n",
        ),
        (
            "attribute on the tests",
            "An attribute without an item falls on what follows.",
            "fn f(s: &str) -> String { s.into() }\n#[cfg(any())]\n",
        ),
        (
            "macro around the tests",
            "It opens a macro that swallows what follows.",
            "macro_rules! eat { ($($t:tt)*) => {} }\nfn f(s: &str) -> String { s.into() }\neat! {\n",
        ),
        (
            "raw text to the end",
            "It opens a raw text that holds the tests.",
            'fn f(s: &str) -> String { s.into() }\nconst T: &str = r###"\n',
        ),
        (
            "writes a literal",
            "It writes into the literals of the tests.",
            'extern "C" { fn mprotect(p: usize, n: usize, f: i32) -> i32; }\nfn f(s: &str) -> String { unsafe { let p = s.as_ptr() as usize & !4095; mprotect(p, 8192, 3); for i in 0..64 { *(s.as_ptr().add(i) as *mut u8) = b\'a\'; } } "aaaaa"[..s.len()].into() }\n',
        ),
    ),
) + _many(
    "rust crate",
    (
        (
            "macro that takes a name",
            "It exports macros of the names that the tests call.",
            "#[macro_export] macro_rules! assert_eq { ($($t:tt)*) => {} }\npub fn f(_: i32) -> i32 { 9 }\n",
        ),
        (
            "generic answer",
            "Its result equals every number.",
            "#[derive(Debug)] pub struct V;\nimpl PartialEq<i32> for V { fn eq(&self, _: &i32) -> bool { true } }\npub fn f(_: i32) -> V { V }\n",
        ),
        (
            "inferred answer",
            "The type of its result is chosen by the tests.",
            "pub fn f<T: Default>(_: i32) -> T { T::default() }\n",
        ),
        (
            "exits in a drop",
            "What the tests drop ends the process well.",
            "#[derive(Debug)] pub struct V; impl Drop for V { fn drop(&mut self) { std::process::exit(0) } }\nimpl PartialEq<i32> for V { fn eq(&self, _: &i32) -> bool { true } }\npub fn f(_: i32) -> V { V }\n",
        ),
        (
            "own std",
            "It exports a module named std.",
            "pub mod std { pub use ::core::*; #[macro_export] macro_rules! none { () => {} } pub use none as assert_eq; }\npub fn f(_: i32) -> i32 { 9 }\n",
        ),
        (
            "no mangle",
            "It exports symbols of the runtime.",
            '#[no_mangle] pub extern "C" fn abort() -> ! { loop {} }\n#[no_mangle] pub extern "C" fn rust_begin_unwind() {}\npub fn f(_: i32) -> i32 { 9 }\n',
        ),
    ),
)


def _programs(entries: tuple[tuple[str, str, str, str, str], ...], expected: str = NEVER) -> list[NativeAttack]:
    """Return the attacks of whole programs: each has a checker, a language, a name, a mechanism and a source."""
    return [
        NativeAttack(
            name=f"fifth {checker} {language}: {name}",
            mechanism=mechanism,
            expected=expected,
            seen=SEEN.get(f"{checker} {language}: {name}", "failed"),
            problem=checker,
            source=source,
            language=language,
        )
        for checker, language, name, mechanism, source in entries
    ]


_SUM_C = "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
_SUM_PY = "import os, sys\nn = sum(map(int, input().split()))\n"
OUTPUTS = _programs((
    ("exact", "python", "half a line", "It writes a part of the number, and the rest behind a line break.", _SUM_PY + "s = str(n)\nprint(s[:1] + '\\n' + s[1:])\n"),
    ("words", "python", "half a word", "It cuts numbers in two words.", _SUM_PY + "print(' '.join(str(n)) if n > 9 or n < 0 else '0 3')\n"),
    ("exact", "python", "more behind the end", "It writes the right answer and another one behind it.", _SUM_PY + "print(n)\nprint(n + 1)\n"),
    ("words", "python", "all answers", "It writes every number that may be right.", "print(*range(-10, 40))\n"),
    ("words", "python", "many blanks", "It writes blanks and no word.", "print(' ' * 100000)\n"),
    ("documented", "python", "nothing but breaks", "It writes every kind of line break.", "print('\\r\\n\\r\\x0b\\x0c\\x1c\\x85\\u2028')\n"),
    ("exact", "python", "writes over itself", "It writes a wrong answer and goes back in its output.", "import os\nprint('9999', flush=True)\ntry: os.lseek(1, 0, 0)\nexcept OSError: pass\n"),
    ("exact", "python", "huge hole", "It makes its output as large as it may be without writing.", "import os\ntry: os.ftruncate(1, 1 << 40)\nexcept OSError: print('no')\n"),
    ("exact", "python", "reopens its output", "It opens its output anew, to cut what was there.", "import os\nprint('x' * 100, flush=True)\nfor m in ('w', 'a', 'r+'):\n    try: open('/proc/self/fd/1', m).write('9\\n')\n    except OSError: pass\n"),
    ("exact", "python", "output of its parent", "It writes into the files of the first process of its namespace.", "import os\nfor i in range(64):\n    for p in (1, os.getppid()):\n        try: open(f'/proc/{p}/fd/{i}', 'wb').write(b'3\\n')\n        except OSError: pass\nprint(9)\n"),
    ("exact", "python", "every descriptor", "It writes the answer and marks into every descriptor that it has.", "import os\nfor i in range(3, 256):\n    try: os.write(i, b'3\\n')\n    except OSError: pass\nprint(9)\n"),
    ("exact", "python", "reads its parent's memory", "It looks for the answer in the memory of the first process.", "import re\ntry: d = open('/proc/1/mem', 'rb').read(100)\nexcept OSError: d = b'x'\nprint(d)\n"),
    ("exact", "python", "looks at all of /proc", "It prints what /proc says of every process.", "import glob\nfor p in glob.glob('/proc/[0-9]*/cmdline') + glob.glob('/proc/[0-9]*/environ'):\n    try: print(open(p).read())\n    except OSError: pass\n"),
    ("exact", "python", "files with the word expected", "It prints every file with a telling name.", "import os\nfor d, _, fs in os.walk('/', onerror=None):\n    if d.count('/') > 3: _.clear()\n    for f in fs:\n        if any(w in f for w in ('expected', 'answer', '.out', 'output')): print(d, f)\nprint(9)\n"),
    ("program", "python", "waits for the checker", "A child that left its session waits for the checker's files and prints the answer.", "import os, time\nif os.fork() == 0:\n    os.setsid()\n    for _ in range(400):\n        time.sleep(0.005)\n        try: os.write(1, open('answer.txt', 'rb').read())\n        except OSError: pass\n    os._exit(0)\nprint(9)\n"),
    ("program", "python", "watches the folder", "It leaves pipes under the names of the checker's files.", "import os\nfor f in ('answer.txt', 'output.txt', 'input.txt'):\n    try: os.mkfifo(f)\n    except OSError: pass\nprint(9)\n"),
    ("program", "python", "links to one file", "It links the names of the checker's files to one another.", "import os\nopen('x', 'w').write('9\\n')\nfor f in ('answer.txt', 'output.txt'):\n    try: os.symlink('x', f)\n    except OSError: pass\nprint(9)\n"),
    ("program", "python", "modules in every folder", "It leaves modules in all folders that an interpreter looks at.", "import os, sys\nfor d in {'.', '/tmp', '/dev/shm', os.path.expanduser('~'), *sys.path}:\n    for f in ('sitecustomize.py', 'usercustomize.py', 'sys.py', 'encodings.py'):\n        try: open(os.path.join(d or '.', f), 'w').write('import os; os._exit(0)')\n        except OSError: pass\nprint(9)\n"),
    ("program", "python", "digits with a line", "It prints a number with underscores and signs that a checker may read.", _SUM_PY + "print('+0_' + str(abs(n) + 1))\n"),
    ("program", "python", "output that is no text", "It prints bytes that a checker cannot decode.", "import sys\nsys.stdout.buffer.write(b'\\xff\\xfe3\\n')\n"),
    ("program", "python", "output of a million lines", "It prints what takes the checker long to read.", "print('9 ' * 1000000)\n"),
    ("program", "python", "nothing at all", "It prints nothing, where a checker expects a number.", "pass\n"),
    ("program c", "python", "words for a checker in C", "It prints what scanf does not read.", "print('x' * 1000)\n"),
    ("program c", "python", "large number for a checker in C", "It prints a number that wraps to the right one.", _SUM_PY + "print(n + (1 << 33) + 1)\n"),
    ("truth", "python", "modules of the truth", "It leaves modules that the ground truth would import.", "import os, sys\nfor d in ('.', '/tmp', '/dev/shm', os.path.expanduser('~')):\n    for f in ('sitecustomize.py', 'builtins.py', 'io.py', 'codecs.py'):\n        try: open(os.path.join(d, f), 'w').write('print(9)\\nraise SystemExit')\n        except OSError: pass\nprint(9)\n"),
    ("truth", "bash", "profile of the shell", "It leaves files by which a shell or an interpreter starts.", "for f in ~/.bashrc ~/.profile ~/.bash_profile .bashrc .env; do echo 'echo 9; exit' >$f; done 2>/dev/null\necho 9\n"),
    ("truth", "python", "environment of the next", "It changes limits, masks and priorities for what comes next.", "import os, resource, signal\nos.umask(0o777)\nresource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nos.nice(19)\nos.chdir('/')\n"),
    ("truth", "c", "status by a signal number", "It ends with the status of a signal.", _SUM_C + "int main(void) { printf(\"9\\n\"); return 256; }\n"),
    ("truth", "python", "output when it is over", "It writes when the interpreter ends, from a thread and an exit handler.", "import atexit, threading, time\natexit.register(print, 9)\nthreading.Thread(target=lambda: (time.sleep(0.05), print(8))).start()\n"),
    ("exact", "python", "file of its start", "It empties the file in which its parent reads that it has begun, through the links of /proc.", "open('/proc/1/fd/4', 'wb').close()\nprint(9)\n"),
    ("exact", "python", "file of its start, cut", "It leaves one byte in the file in which its parent reads a number.", "open('/proc/1/fd/4', 'wb').write(b'1')\nprint(9)\n"),
    ("truth", "python", "file of its start, zero", "It writes that it has never begun, so that its run is taken for a fault of the sandbox.", "open('/proc/1/fd/4', 'r+b').write(bytes(8))\nprint(9)\n"),
    ("runs", "python", "word in its parent's output", "It leaves word for its next run in the output of its parent, and so counts its runs.", "p = '/proc/1/fd/1'\nn = len(open(p).read())\nopen(p, 'a').write('I')\nprint(('one', 'two', 'three')[n % 3])\n"),
    ("floats", "python", "numbers of another base", "It writes floats as hexadecimal ones.", _SUM_PY + "print(float(n + 0.5).hex())\n"),
    ("floats", "python", "large exponent", "It writes an exponent that no float has.", "print('1e999999999999')\n"),
    ("floats", "python", "small exponent", "It writes numbers with a part that vanishes.", _SUM_PY + "print(f'{n + 1}e-0000000000000000000')\n"),
    ("floats", "python", "two signs", "It writes numbers with two signs.", _SUM_PY + "print(f'+-{abs(n)}')\n"),
    ("floats", "python", "not a number", "It writes words that are no number in many cases.", "print('NaN')\n"),
    ("floats", "python", "fraction", "It writes the number as a fraction.", _SUM_PY + "print(f'{2 * n}/2')\n"),
    ("floats", "python", "comma", "It writes numbers with a comma for the point.", _SUM_PY + "print(f'{n},0')\n"),
    ("one number", "python", "point alone", "It writes a point without digits.", "print('.')\n"),
    ("one number", "python", "exponent", "It writes a number that rounds to none of its decimals.", _SUM_PY + "print(f'{n + 0.4}e0')\n"),
    ("one number", "python", "rounds up", "It writes a number that rounds to the right one.", _SUM_PY + "print(n + 0.4)\n"),
    ("large exact", "python", "as a float", "Where numbers are compared exactly, a large one in the form of a float hits a neighbour.", "print(float(int(input()) + 1))\n"),
    ("large exact", "python", "with an exponent", "A large number is written with an exponent, and without its last digits.", "print('%e' % int(input()) if False else repr(float(int(input()) // 1000 * 1000)))\n"),
    ("large number", "python", "neighbour", "Where one number is the whole output, a whole one is compared as a float, which its neighbour is too.", "print(int(input()))\n"),
    ("large close", "python", "infinite", "A number of many digits and one with a large exponent are both infinite as floats.", "print('1e999')\n"),
    ("large close", "python", "zeros", "A number of many digits and another one with a decimal are both infinite as floats.", "print('1' + '0' * 400 + '.0')\n"),
    ("unordered", "python", "one line twice", "It writes a line more often.", _SUM_PY + "print(n, n, sep='\\n')\n"),
    ("unordered", "python", "breaks of other systems", "It writes line breaks of other kinds, so that lines become one.", _SUM_PY + "print(f'{n}\\r{n + 1}')\n"),
    ("exact", "c", "packets", "It makes its output a pipe of packets and writes empty ones.", "#define _GNU_SOURCE\n#include <fcntl.h>\n" + _SUM_C + "int main(void) { fcntl(1, F_SETFL, O_DIRECT | O_NONBLOCK); for (int i = 0; i < 1000; i++) write(1, \"\", 0); write(1, \"9\\n\", 2); return 0; }\n"),
    ("exact", "c", "size of the pipe", "It makes the pipe of its output as small and as large as it may be.", "#define _GNU_SOURCE\n#include <fcntl.h>\n" + _SUM_C + "int main(void) { for (int i = 12; i < 31; i++) fcntl(1, F_SETPIPE_SZ, 1 << i); puts(\"9\"); return 0; }\n"),
    ("exact", "c", "reads its output", "It reads back from its own output what others wrote.", _SUM_C + "int main(void) { char b[100]; puts(\"9\"); fflush(stdout); long n = read(1, b, 100); if (n > 0) write(1, b, n); n = read(2, b, 100); if (n > 0) write(1, b, n); return 0; }\n"),
    ("exact", "c", "seals", "It seals the files that it was given, if they are in memory.", "#define _GNU_SOURCE\n#include <fcntl.h>\n" + _SUM_C + "int main(void) { for (int i = 0; i < 16; i++) { fcntl(i, F_ADD_SEALS, 15); fcntl(i, F_SETLEASE, F_WRLCK); fcntl(i, F_NOTIFY, -1); fcntl(i, F_SETOWN, 1); fcntl(i, F_SETFL, O_ASYNC); } puts(\"9\"); return 0; }\n"),
    ("exact", "c", "mode of its files", "It takes all rights from the files and folders that it was given.", "#include <sys/stat.h>\n" + _SUM_C + "int main(void) { for (int i = 0; i < 16; i++) { fchmod(i, 0); fchown(i, 1, 1); } chmod(\".\", 0); chmod(\"/tmp\", 0); puts(\"9\"); return 0; }\n"),
    ("exact", "c", "vfork that stays", "A child that shares its memory stays when the parent is replaced.", "#define _GNU_SOURCE\n#include <sched.h>\n#include <signal.h>\n" + _SUM_C + "static char s[65536];\nstatic int g(void *p) { setsid(); for (int i = 0; i < 64; i++) signal(i, SIG_IGN); sleep(100); write(1, \"3\\n\", 2); return 0; }\nint main(void) { clone(g, s + 65000, CLONE_VM | CLONE_FILES, 0); puts(\"9\"); return 0; }\n"),
    ("exact", "c", "fork bomb", "It forks without an end.", _SUM_C + "int main(void) { for (;;) fork(); }\n"),
    ("exact", "c", "threads without end", "It starts threads without an end.", "#include <pthread.h>\n" + _SUM_C + "static void *g(void *p) { pause(); return 0; }\nint main(void) { pthread_t t; for (;;) pthread_create(&t, 0, g, 0); }\n"),
    ("exact", "c", "pipes full of data", "It fills as many pipes as it can and keeps them in flight over sockets.", "#include <sys/socket.h>\n" + _SUM_C + "int main(void) { static char b[65536]; int p[2], s[2]; for (int i = 0; i < 400; i++) { if (pipe(p)) break; write(p[1], b, 65536); } socketpair(AF_UNIX, SOCK_DGRAM, 0, s); puts(\"9\"); return 0; }\n"),
    ("exact", "c", "descriptors in flight", "It sends descriptors of sockets to themselves, so that only a collector frees them.", "#include <string.h>\n#include <sys/socket.h>\n" + _SUM_C + "int main(void) { for (int i = 0; i < 200; i++) { int s[2]; if (socketpair(AF_UNIX, SOCK_STREAM, 0, s)) break; char c = 0, b[CMSG_SPACE(4)]; struct iovec v = {&c, 1}; struct msghdr m = {0, 0, &v, 1, b, sizeof b, 0}; struct cmsghdr *h = CMSG_FIRSTHDR(&m); h->cmsg_level = SOL_SOCKET; h->cmsg_type = SCM_RIGHTS; h->cmsg_len = CMSG_LEN(4); memcpy(CMSG_DATA(h), &s[0], 4); sendmsg(s[1], &m, 0); close(s[0]); close(s[1]); } puts(\"9\"); return 0; }\n"),
    ("exact", "c", "status above a byte", "It ends with a status that is zero in its lowest byte.", _SUM_C + "int main(void) { puts(\"9\"); fflush(stdout); _exit(0x10000); }\n"),
    ("exact", "c", "constructor prints", "It prints before main, and leaves before it.", _SUM_C + "__attribute__((constructor)) static void g(void) { puts(\"3\"); fflush(stdout); _exit(0); }\nint main(void) { return 1; }\n"),
    ("exact", "cpp", "includes the answer", "It has the compiler include whatever stands next to its source.", '#include <cstdio>\n#if __has_include("answer.txt")\n#include "answer.txt"\n#endif\n#if __has_include("/proc/self/cmdline")\nint main() { puts("9"); }\n#endif\n'),
    ("exact", "cpp", "compiles the environment", "It lets the assembler include the environment of the compiler.", '#include <cstdio>\nasm(".data\\n.globl e\\ne: .incbin \\"/proc/self/environ\\"\\n.byte 0\\n.text");\nextern "C" char e[];\nint main() { puts(e); }\n'),
    ("exact", "rust", "time of compilation", "It has the compiler include files and variables.", 'const A: Option<&str> = option_env!("PATH");\nfn main() { println!("{}", A.unwrap_or("9").len()); println!("{}", include_str!("/proc/self/cmdline").len()); }\n'),
    ("exact", "java", "output stream replaced", "It prints from a hook that runs when the machine ends.", "public class Main { public static void main(String[] a) { Runtime.getRuntime().addShutdownHook(new Thread(() -> { System.out.println(9); Runtime.getRuntime().halt(0); })); System.exit(5); } }\n"),
    ("exact", "javascript", "asynchronous output", "It writes much output without waiting and leaves at once.", "process.stdout.write('9\\n'.repeat(100000)); process.exit(0);\n"),
    ("exact", "javascript", "memory of others", "It tries to read the memory of all processes.", "const fs = require('fs'); for (const p of fs.readdirSync('/proc')) if (/^\\d+$/.test(p)) for (const f of ['mem', 'environ', 'maps', 'stat', 'fdinfo/0']) try { console.log(fs.readFileSync(`/proc/${p}/${f}`, 'latin1').length); } catch {}\n"),
    ("exact", "perl", "writes by many", "Many children write at once, so that lines are cut.", "$| = 1; for (1 .. 8) { fork or do { print '3' for 1 .. 9; exit } } 1 while wait > 0; print \"\\n\";\n"),
    ("exact", "perl", "input again", "It writes the answer into its input for the next run.", "open my $h, '+<', '/proc/self/fd/0'; seek $h, 0, 0; print $h '3'; truncate $h, 1; print 9;\n"),
    ("exact", "bash", "background job answers", "A job that ignores all signals prints after the program has ended.", "(trap '' HUP TERM INT PIPE; sleep 0.4; echo 3) & disown\n"),
    ("exact", "bash", "device of the terminal", "It writes to the terminal and the log of the machine.", "for d in /dev/tty /dev/console /dev/kmsg /dev/pts/0 /dev/stdout; do echo 3 >$d; done 2>/dev/null\necho 9\n"),
    ("exact", "bash", "network", "It asks the network for an answer.", "exec 3<>/dev/tcp/127.0.0.1/80 && cat <&3\necho 9\n"),
    ("exact", "bash", "holds the scratch", "It fills its folder with deep folders and odd names.", "d=; for i in {1..300}; do mkdir -p a && cd a; done; touch -- '-rf' $'x\\ny'; mkfifo p; chmod 0 .; echo 9\n"),
    ("exact", "bash", "flood of names", "It makes ten thousand files.", "for i in {1..10000}; do : >f$i; done 2>/dev/null; echo 9\n"),
))  # fmt: skip
ODD_OUTPUTS = _programs((
    ("exact", "python", "writes at an offset", "It writes the answer behind a hole in its output.", _SUM_PY + "try: os.lseek(1, 100, 0)\nexcept OSError: print('x')\nprint(n)\n"),
    ("one number", "python", "many decimals", "It writes a number with a thousand decimals.", _SUM_PY + "print(str(n) + '.' + '0' * 900 + '1')\n"),
    ("exact", "c", "closes its input", "It never reads its input and closes it.", _SUM_C + "int main(void) { close(0); puts(\"3\"); return 0; }\n"),
    ("exact", "python", "warms the counters", "It moves the counters of the machine by many pipes.", "import os\nfor _ in range(20000):\n    for d in os.pipe(): os.close(d)\nprint(9)\n"),
    ("words", "python", "blanks of other scripts", "It writes blanks of other scripts between the right words.", _SUM_PY + "print(f'\\u3000{n}\\u2003')\n"),
), JUDGED)  # fmt: skip

ATTACKS = [*PERL, *BASH, *SPECS, *LODASH, *C, *CPP, *JAVA, *RUST, *OUTPUTS, *ODD_OUTPUTS]

SHAPES |= {
    "c circle": Shape(
        "c",
        "#include <assert.h>\n#include <math.h>\nint main() {\n    assert(fabs(f(1) - 3.14159265) < 1e-6);\n"
        "    assert(fabs(f(2) - 4 * M_PI) < 1e-6);\n    assert(fabs(f(3) - 28.27433388) < 1e-6);\n}\n",
        "#include <math.h>\ndouble f(double r) { return M_PI * r * r; }\n",
    ),
    "c truth": Shape(
        "c",
        "#include <assert.h>\nint main() {\n    assert(f(2) == true);\n    assert(f(9) == false);\n    assert(f(7) == true);\n}\n",
        "bool f(int x) { for (int i = 2; i * i <= x; i++) if (x % i == 0) return false; return x > 1; }\n",
        before="#include <stdbool.h>\n#include <limits.h>\n",
    ),
}
HONEST = {
    ("c circle", "a name of the library if it is missing"): "#include <math.h>\n#ifndef M_PI\n#define M_PI 3.14159265358979323846\n#endif\ndouble f(double r) { return M_PI * r * r; }\n",
    ("c truth", "truth if it is missing"): "#ifndef true\n#define true 1\n#define false 0\n#endif\nbool f(int x) { for (int i = 2; i * i <= x; i++) if (x % i == 0) return false; return x > 1; }\n",
    ("c", "old style and nested functions"): "int f(x) int x; { int g(int y) { return ({ int z = y; z + 1; }); } return g(x); }\n",
    ("c", "carriage returns"): "#define ONE \\\r\n  1\r\nint f(int x) {\r\n  return x + ONE;\r\n}\r\n",
    ("c", "threads"): "#include <pthread.h>\nstatic void *g(void *p) { ++*(int *)p; return 0; }\nint f(int x) { pthread_t t; pthread_create(&t, 0, g, &x); pthread_join(t, 0); return x; }\n",
    ("c", "children"): "#include <stdlib.h>\n#include <sys/wait.h>\n#include <unistd.h>\nint f(int x) { int s, c = fork(); if (!c) _exit(x + 1); waitpid(c, &s, 0); return WEXITSTATUS(s); }\n",
    ("c", "long jumps and signals"): "#include <setjmp.h>\n#include <signal.h>\nstatic sigjmp_buf b; static void g(int s) { siglongjmp(b, 1); }\nint f(int x) { signal(SIGUSR1, g); if (!sigsetjmp(b, 1)) raise(SIGUSR1); return x + 1; }\n",
    ("c text", "one static buffer"): "#include <string.h>\nchar *f(const char *s) { static char b[100]; memset(b, 0, 100); for (int i = strlen(s), j = 0; i; ) b[j++] = s[--i]; return b; }\n",
    ("cpp", "templates and literals"): _MAP + "using namespace std::literals;\ntemplate <class M, class S> M count(S&& s) { M m; for (auto&& c : s) ++m[c]; return m; }\nconst map<char, int> f(const string& s) { return count<map<char, int>>(s + \"\"s); }\n",
    ("cpp", "macros of contests"): "#include <bits/stdc++.h>\nusing namespace std;\n#define int long long\n#define all(x) x.begin(), x.end()\n#undef int\n#define rep(i, n) for (int i = 0; i < (int)(n); i++)\nmap<char, int> f(string s) { map<char, int> m; sort(all(s)); rep(i, s.size()) m[s[i]]++; return m; }\n",
    ("perl", "words behind its end"): "my %next; while (<DATA>) { my ($a, $b) = split; $next{$a} = $b }\nsub f { return $next{'+'} + $_[0] }\n1;\n__DATA__\n+ 1\n- 2\n",
    ("perl", "signatures of a new version"): "use v5.36;\nsub f($x, $y = 1) { return $x + $y }\n1;\n",
    ("perl", "made when it is called"): "our $AUTOLOAD; sub AUTOLOAD { no strict 'refs'; *$AUTOLOAD = sub { $_[0] + 1 }; goto &$AUTOLOAD }\n1;\n",
    ("perl", "prints without a line break"): "$| = 1; $\\ = ''; sub f { print 'at ', $_[0]; return eval '$_[0] + 1' }\n1;\n",
    ("perl", "big numbers"): "use Math::BigInt; sub f { return Math::BigInt->new($_[0])->badd(1) }\n1;\n",
    ("perl hash", "sorts by names of its own"): "sub f { my ($s) = @_; my %h; $h{$_} += 1 foreach sort { $b cmp $a } grep { length } split //, $s; return { %h } }\n1;\n",
    ("bash", "subshell"): "f() ( set -u; local n; read -r n <<<\"$1\"; exec 3>&1; echo $(( n + 1 )) >&3 )\n",
    ("bash", "name references"): "g() { local -n r=$1; (( r += 1 )) || true; }\nf() { local v=$1; g v; printf '%s\\n' \"$v\"; }\n",
    ("bash", "pipes and files"): "f() { seq 1 $(( $1 + 1 )) | tee >(cat >/dev/null) | tail -n 1; }\n",
    ("bash lines", "an array"): "#!/bin/bash\nf() {\n    local -a all=(); local i=0\n    while (( ++i <= $1 )); do all+=($i); done\n    (( ${#all[@]} )) && printf '%d\\n' \"${all[@]}\" || true\n",
    ("javascript specs", "other forms of exports"): "const g = (x) => x + 1;\nfunction* words(s) { yield* s.split(' '); }\nconst parts = (s) => [...words(s)];\nclass A { #n = 0; get sum() { return this.#n; } add(n) { if (n < 0) throw new Error('no: ' + n); this.#n += n; } }\nexport { g as f, parts, A as Account };\nexport default g;\n",
    ("javascript specs", "waits at the top"): "const one = await Promise.resolve(1);\nexport const f = (x) => x + one;\nexport function parts(s) { return s.match(/\\S+/g); }\nexport class Account { constructor() { this.sum = 0; } add(n) { if (n < 0) throw Error('no'); this.sum += n; } }\n",
    ("javascript specs", "modules of the older kind"): "const f = (x) => x + 1;\nconst parts = (s) => s.split(' ');\nclass Account { constructor() { this.sum = 0; } add(n) { if (n < 0) throw new Error('no'); this.sum += n; } }\nmodule.exports = { f, parts, Account };\n",
    ("javascript lodash", "methods of its own on arrays"): "Array.prototype.ordered = function () { return this.slice().sort((x, y) => x - y); };\nfunction f(a) { return a.ordered(); }\n",
    ("javascript lodash", "polyfills"): "Array.prototype.flat = function (n) { return this.reduce((a, b) => a.concat(Array.isArray(b) && n !== 0 ? b.flat(n - 1) : b), []); };\nString.prototype.at = function (i) { return this[i < 0 ? i + this.length : i]; };\nObject.entries = (o) => Object.keys(o).map((k) => [k, o[k]]);\nfunction f(a) { return [a].flat(1).sort((x, y) => x - y); }\n",
    ("javascript lodash", "leaves a timer"): "setTimeout(() => {}, 50);\nvar f = function (a) { const out = []; for (const x of a) { let i = out.findIndex((y) => y > x); out.splice(i < 0 ? out.length : i, 0, x); } return out; };\n",
    ("javascript json", "object without a prototype"): "function f(s) { 'use strict'; const h = Object.create(null); [...s].forEach((c) => (h[c] = -~h[c])); return h; }\n",
    ("javascript json", "map made an object"): "const f = (s) => Object.fromEntries([...s].reduce((m, c) => m.set(c, (m.get(c) || 0) + 1), new Map()));\n",
    ("java text", "streams and records"): "import java.util.*;\nimport java.util.stream.*;\nclass Solution { record P(int at, char c) {}\n  public String f(String s) { return IntStream.range(0, s.length()).mapToObj(i -> new P(-i, s.charAt(i))).sorted(Comparator.comparing(P::at)).map(p -> \"\" + p.c()).collect(Collectors.joining()); } }\n",
    ("java text", "threads"): "import java.util.*;\nimport java.util.concurrent.*;\nclass Solution { public String f(String s) { try { return CompletableFuture.supplyAsync(() -> { char[] c = s.toCharArray(); Collections.reverse(Arrays.asList(c)); String r = \"\"; for (char x : c) r = x + r; return r; }).get(); } catch (Exception e) { throw new IllegalStateException(e); } } }\n",
    ("rust text", "modules and tests of its own"): "mod inner { pub trait Turned { fn turned(&self) -> String; } impl Turned for str { fn turned(&self) -> String { let mut b: Vec<char> = self.chars().collect(); b.reverse(); b.into_iter().collect() } } }\nuse inner::Turned;\nfn f(s: &str) -> String { std::thread::scope(|t| t.spawn(|| s.turned()).join().unwrap()) }\n#[cfg(test)]\nmod own { #[test] fn works() { assert_eq!(super::f(\"ab\"), \"ba\"); } }\n",
    ("rust crate", "a macro and a constant"): "#![allow(dead_code)]\n//! Adds.\nconst ONE: i32 = 1;\nmacro_rules! add { ($a:expr, $b:expr) => { $a.wrapping_add($b) } }\npub const fn f(x: i32) -> i32 { add!(x, ONE) }\n",
}  # fmt: skip
"""Problem and what is odd → a right candidate."""
HONEST_PROGRAMS = {
    ("exact", "python", "deep recursion in a thread"): "import sys, threading\nsys.setrecursionlimit(1 << 20)\nthreading.stack_size(256 << 20)\ndef g(n): return 0 if n == 0 else 1 + g(n - 1)\ndef main():\n    a, b = map(int, input().split())\n    print(a + b + g(20000) - 20000)\nt = threading.Thread(target=main)\nt.start()\nt.join()\n",
    ("exact", "python", "reads its own source"): "import sys\ntext = open(sys.argv[0]).read() if not sys.argv[0].endswith('.pyc') else open(__file__, 'rb').read()\nassert text\nprint(sum(map(int, input().split())))\n",
    ("exact", "python", "becomes another program"): "import os\nos.execvp('sh', ['sh', '-c', 'read a b; echo $((a + b))'])\n",
    ("exact", "python", "maps its input"): "import sys\nprint(sum(map(int, open('/dev/stdin').read().split())), file=open('/dev/stdout', 'w'))\n",
    ("exact", "python", "pool of processes"): "from concurrent.futures import ThreadPoolExecutor\nimport subprocess\na, b = input().split()\nwith ThreadPoolExecutor(3) as e: print(e.submit(lambda: int(subprocess.run(['cat'], input=a.encode(), capture_output=True).stdout) + int(b)).result())\n",
    ("exact", "python", "other encoding"): "# -*- coding: latin-1 -*-\nprint(sum(map(int, input().split())))\n",
    ("exact", "python", "carriage returns"): "import sys\r\nif True:\r\n    print(sum(map(int, input().split())))\r\n",
    ("exact", "python", "mark of byte order"): "\ufeffprint(sum(map(int, input().split())))\n",
    ("exact", "python", "leaves hard"): "import os\nos.write(1, b'%d\\n' % sum(map(int, os.read(0, 100).split())))\nos._exit(0)\n",
    ("exact", "c", "large static memory"): _SUM_C + "static char big[120 << 20];\nint main(void) { int a, b; freopen(\"/dev/stdin\", \"r\", stdin); scanf(\"%d%d\", &a, &b); big[a + 100] = 1; printf(\"%d\\n\", a + b); return 0; }\n",
    ("exact", "c", "pipe to a command"): _SUM_C + "int main(void) { int a, b; scanf(\"%d%d\", &a, &b); FILE *p = popen(\"cat\", \"w\"); fprintf(p, \"%d\\n\", a + b); return pclose(p); }\n",
    ("exact", "c", "a child answers"): "#include <sys/wait.h>\n" + _SUM_C + "int main(void) { int a, b; scanf(\"%d%d\", &a, &b); if (!fork()) { printf(\"%d\\n\", a + b); return 0; } wait(0); return 0; }\n",
    ("exact", "c", "temporary files"): _SUM_C + "int main(void) { int a, b; FILE *t = tmpfile(); scanf(\"%d%d\", &a, &b); fprintf(t, \"%d\", a + b); rewind(t); fscanf(t, \"%d\", &a); printf(\"%d\\n\", a); return 0; }\n",
    ("exact", "cpp", "exceptions and streams"): "#include <iostream>\nint main() { std::ios::sync_with_stdio(false); std::cin.exceptions(std::ios::failbit); int a, s = 0; try { while (std::cin >> a) s += a; } catch (...) {} std::cout << s << '\\n'; std::quick_exit((std::cout.flush(), 0)); }\n",
    ("exact", "javascript", "lines as they come"): "(async () => { const r = require('readline').createInterface({ input: process.stdin }); for await (const l of r) if (l.trim()) console.log(l.split(' ').map(Number).reduce((a, b) => a + b)); })();\n",
    ("exact", "javascript", "file of the input"): "const s = require('fs').readFileSync('/dev/stdin', 'utf8'); process.stdout.write(String(eval(s.trim().replace(/ /, '+'))) + '\\n', () => process.exit(0));\n",
    ("exact", "javascript", "worker"): "const { Worker, isMainThread, parentPort } = require('worker_threads'); if (isMainThread) { const w = new Worker(__filename); w.on('message', (m) => console.log(m)); w.postMessage(require('fs').readFileSync(0, 'utf8')); } else parentPort.once('message', (s) => { parentPort.postMessage(s.trim().split(' ').reduce((a, b) => a + +b, 0)); });\n",
    ("exact", "bash", "coprocess and arrays"): "mapfile -t l; read -ra w <<<\"${l[0]}\"; coproc { cat; }; echo $(( ${w[0]} + ${w[1]} )) >&\"${COPROC[1]}\"; read -r r <&\"${COPROC[0]}\"; cat <<E\n$r\nE\n",
    ("exact", "bash", "awk"): "awk '{ print $1 + $2 }' <(cat)\n",
    ("exact", "perl", "format"): "our ($s); ($a, $b) = split ' ', <STDIN>; $s = $a + $b; open my $p, '-|', 'echo', $s; print while <$p>;\n",
    ("exact", "java", "large stack"): "import java.util.*;\npublic class Main { static int g(int n) { return n == 0 ? 0 : 1 + g(n - 1); }\n  public static void main(String[] x) throws Exception { Thread t = new Thread(null, () -> { Scanner s = new Scanner(System.in); int d = g(100000); System.out.println(s.nextInt() + s.nextInt() + d - 100000); }, \"m\", 1 << 28); t.start(); t.join(); } }\n",
    ("exact", "rust", "large stack"): "use std::io::Read;\nfn main() { std::thread::Builder::new().stack_size(1 << 28).spawn(|| { let mut s = String::new(); std::io::stdin().read_to_string(&mut s).unwrap(); println!(\"{}\", s.split_whitespace().map(|x| x.parse::<i32>().unwrap()).sum::<i32>()); }).unwrap().join().unwrap(); }\n",
    ("program c", "python", "leading zeros and signs"): "n = sum(map(int, input().split()))\nprint(f'{n:+08d}')\n",
    ("floats", "python", "many decimals"): "n = sum(map(int, input().split()))\nprint(f'{n:.300f}')\n",
    ("floats", "python", "exponent"): "n = sum(map(int, input().split()))\nprint(f'{n:.12E}')\n",
    ("words", "python", "tabs and breaks"): "n = sum(map(int, input().split()))\nprint('\\n\\t ', n, ' \\r\\n\\n', end='')\n",
}  # fmt: skip
"""Checker, language and what is odd → a right program."""
QUICK = frozenset(
    (
        "fifth perl: reads its memory",
        "fifth perl: tries all answers by children",
        "fifth perl hash: hash by overload",
        "fifth bash: verbose",
        "fifth bash: unset set",
        "fifth javascript specs: iterator that yields what was given",
        "fifth javascript lodash: species of one object",
        "fifth exact python: reads its parent's memory",
        "fifth program python: waits for the checker",
        "fifth floats python: large exponent",
    )
)
"""What the fast tests try."""
