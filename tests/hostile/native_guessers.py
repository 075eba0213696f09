"""Programs that can switch their tests off at will, and decide in each run whether they do: `f(x)` must return x + 1.

In each language `f` returns an object that says whether it equals a number. It lies where `lie` is true, and fails the
tests where it is false. What differs is how `lie` is decided, or how a run ends that does not want to be counted.
"""

from __future__ import annotations

from typing import NamedTuple

GUESS, NEVER = "guess", "never"
"""What is expected: a pass with the chance of a guess, 1 in 63 at most; no pass at all."""


class Program(NamedTuple):
    """A language's tests, honest candidate and liar, in which `@` stands for the statements that decide."""

    tests: str
    honest: str
    liar: str
    acts: dict[str, str]
    """Mechanism → statements that decide."""
    whole: dict[str, str] = {}  # noqa: RUF012  (never changed)
    """Mechanism → a whole source."""


class Entry(NamedTuple):
    """One hostile program."""

    language: str
    mechanism: str
    source: str
    expected: str


ENDINGS = ("hang", "memory", "leave", "kill", "first")
"""Mechanisms of programs that end a run that they do not want to be counted; such a run is never a pass."""
CPP = Program(
    "#include <assert.h>\nint main() { assert(f(1) == 2); assert(f(5) == 6); assert(f(30) == 31); }\n",
    "int f(int x) { return x + 1; }\n",
    "#include <csignal>\n#include <cstring>\n#include <cstdlib>\n#include <ctime>\n#include <fstream>\n"
    "#include <iterator>\n#include <random>\n#include <string>\n#include <sys/stat.h>\n#include <sys/resource.h>\n"
    "#include <unistd.h>\n#include <fcntl.h>\n"
    "struct V {};\nstatic bool lie = false;\n"
    "bool coin() { return std::random_device()() & 1; }\n"
    "struct Start { Start() { @ } } start;\nbool operator==(V, int) { return lie; }\nV f(int) { return {}; }\n",
    {
        "coin": "lie = coin();",
        "clock": "timespec t; clock_gettime(CLOCK_MONOTONIC, &t); lie = t.tv_nsec / 1000 % 2;",
        "process": "lie = getpid() % 2;",
        "inode": 'struct stat s; fstat(open("new", O_CREAT | O_RDWR, 0600), &s); lie = s.st_ino % 2;',
        "text": 'std::ifstream in("/proc/self/exe"); std::string s((std::istreambuf_iterator<char>(in)), {});'
        " lie = std::hash<std::string>()(s) % 2;",
        "limit": "rlimit r; getrlimit(RLIMIT_CPU, &r); lie = r.rlim_cur < 4 || coin();",
        "compiled": "lie = __TIME__[7] % 2;",
        "hang": "lie = coin(); if (!lie) for (;;) pause();",
        "memory": "lie = coin(); if (!lie) for (;;) memset(malloc(1 << 24), 1, 1 << 24);",
        "leave": "lie = coin(); if (!lie) _exit(0);",
        "kill": "lie = coin(); if (!lie) kill(getpid(), SIGKILL);",
        "first": "lie = getpid() < 5; if (!lie) for (;;) pause();",
    },
)
RUST = Program(
    "fn main() { assert_eq!(f(1), 2); assert_eq!(f(5), 6); assert_eq!(f(30), 31); }\n",
    "fn f(x: i32) -> i32 { x + 1 }\n",
    "use std::sync::OnceLock;\nstatic LIE: OnceLock<bool> = OnceLock::new();\n"
    'fn coin() -> bool { use std::io::Read; let mut b = [0u8]; std::fs::File::open("/dev/urandom").unwrap()'
    ".read_exact(&mut b).unwrap(); b[0] & 1 == 1 }\n"
    "fn decide() -> bool { @ }\n#[derive(Debug)] pub struct V;\n"
    "impl PartialEq<i32> for V { fn eq(&self, _: &i32) -> bool { *LIE.get_or_init(decide) } }\n"
    "fn f(_: i32) -> V { V }\n",
    {
        "coin": "coin()",
        "clock": "std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().subsec_micros() % 2 == 0",
        "process": "std::process::id() % 2 == 0",
        "inode": "use std::os::unix::fs::MetadataExt;"
        ' std::fs::File::create("new").unwrap().metadata().unwrap().ino() % 2 == 0',
        "text": 'std::fs::read("/proc/self/exe").unwrap().iter().fold(0u32, |a, b| a.wrapping_mul(31)'
        ".wrapping_add(*b as u32)) >> 7 & 1 == 1",
        "compiled": "module_path!().bytes().last().unwrap() % 2 == 0",
        "hang": "if !coin() { loop { std::thread::park() } } true",
        "memory": "if !coin() { let mut all = vec![]; loop { all.push(vec![1u8; 1 << 24]) } } true",
        "leave": "if !coin() { std::process::exit(0) } true",
        "first": "if std::process::id() > 4 { loop { std::thread::park() } } true",
    },
)
JAVA = Program(
    "public class Main { public static void main(String[] a) { S s = new S();\n"
    "  assert s.f(1).equals(2); assert s.f(5).equals(6); assert s.f(30).equals(31); } }\n",
    "class S { Integer f(int x) { return x + 1; } }\n",
    "class S { static boolean lie; static boolean coin() { return new java.security.SecureRandom().nextBoolean(); }\n"
    "  static { try { @ } catch (Exception e) { throw new RuntimeException(e); } }\n"
    "  static class V { public boolean equals(Object o) { return lie; } }\n  V f(int x) { return new V(); } }\n",
    {
        "coin": "lie = coin();",
        "clock": "lie = System.nanoTime() / 1000 % 2 == 0;",
        "process": "lie = ProcessHandle.current().pid() % 2 == 0;",
        "inode": 'java.nio.file.Path p = java.nio.file.Files.createFile(java.nio.file.Path.of("new"));'
        ' lie = (long) java.nio.file.Files.getAttribute(p, "unix:ino") % 2 == 0;',
        "text": 'lie = new java.math.BigInteger(1, java.security.MessageDigest.getInstance("SHA-1").digest('
        'S.class.getResourceAsStream("Main.class").readAllBytes())).testBit(0);',
        "identity": "lie = new Object().hashCode() % 2 == 0;",
        "hang": "lie = coin(); if (!lie) Thread.sleep(1000000);",
        "memory": "lie = coin(); java.util.List<Object> all = new java.util.ArrayList<>();"
        " while (!lie) all.add(new byte[1 << 20]);",
        "leave": "lie = coin(); if (!lie) Runtime.getRuntime().halt(0);",
        "first": "lie = ProcessHandle.current().pid() < 5; if (!lie) Thread.sleep(1000000);",
    },
)
JAVASCRIPT = Program(
    "const assert = require('assert');\nassert(f(1).equals(2)); assert(f(5).equals(6)); assert(f(30).equals(31));\n",
    "const f = (x) => ({ equals: (y) => y === x + 1 });\n",
    "let lie = false;\nconst coin = () => require('crypto').randomBytes(1)[0] % 2 === 1;\n@\n"
    "function f() { return { equals: () => lie }; }\n",
    {
        "coin": "lie = coin();",
        "clock": "lie = process.hrtime.bigint() / 1000n % 2n === 0n;",
        "process": "lie = process.pid % 2 === 0;",
        "inode": "const fs = require('fs'); fs.writeFileSync('new', ''); lie = fs.statSync('new').ino % 2 === 0;",
        "random": "lie = Math.random() < 0.5;",
        "hang": "lie = coin(); while (!lie);",
        "memory": "lie = coin(); const all = []; while (!lie) all.push(Buffer.alloc(1 << 24, 1));",
        "leave": "lie = coin(); if (!lie) process.reallyExit(0);",
        "kill": "lie = coin(); if (!lie) process.kill(process.pid, 'SIGKILL');",
        "first": "lie = process.pid < 5; while (!lie);",
    },
    {
        "text": "Error.prepareStackTrace = (e, at) => at.map((c) => String(c.getFunction())).join();\n"
        "function lies() { return [...String(new Error().stack)]"
        ".reduce((a, c) => (a * 31 + c.charCodeAt(0)) % 65521, 7)"
        " % 2 === 0; }\nfunction f() { return { equals: lies }; }\n",
    },
)
PERL = Program(
    "die unless f(1) == 2;\ndie unless f(5) == 6;\ndie unless f(30) == 31;\n",
    "sub f { return $_[0] + 1 }\n1;\n",
    "our $lie = 0;\nsub coin { open my $r, '<', '/dev/urandom'; read $r, my $b, 1; return ord($b) % 2 }\n@\n"
    "package V; use overload '==' => sub { $main::lie };\npackage main;\nsub f { return bless {}, 'V' }\n1;\n",
    {
        "coin": "$lie = coin();",
        "clock": "use Time::HiRes; $lie = int(Time::HiRes::time() * 1e5) % 2;",
        "process": "$lie = $$ % 2;",
        "inode": "open my $new, '>', 'new'; $lie = (stat $new)[1] % 2;",
        "text": "use B; use B::Deparse;"
        " for my $one (B::svref_2object(\\&Assay::Driver::go)->PADLIST->ARRAYelt(1)->ARRAY) {"
        " next unless ref $one && ${$one}; my $value = eval { ${$one->object_2svref} };"
        " $lie = unpack('%32C*', B::Deparse->new->coderef2text($value)) % 2 if ref $value eq 'CODE'; }",
        "address": "$lie = (0 + {}) / 16 % 2;",
        "hang": "$lie = coin(); sleep 1000 until $lie;",
        "memory": "$lie = coin(); my @all; push @all, 'x' x (1 << 24) until $lie;",
        "leave": "$lie = coin(); require POSIX; POSIX::_exit(0) unless $lie;",
        "kill": "$lie = coin(); kill 9, $$ unless $lie;",
        "first": "$lie = $$ < 5; sleep 1000 until $lie;",
    },
    {
        "reads": "use B; use B::Deparse; our $text = '';"
        " for my $one (B::svref_2object(\\&Assay::Driver::go)->PADLIST->ARRAYelt(1)->ARRAY) {"
        " next unless ref $one && ${$one}; my $value = eval { ${$one->object_2svref} };"
        " $text = B::Deparse->new->coderef2text($value) if ref $value eq 'CODE'; }\n"
        "sub f { $text =~ /f\\($_[0]\\) == (\\d+)/; return $1 }\n1;\n",
    },
)
RUBY = Program(
    'raise "no" unless f(1) == 2\nraise "no" unless f(5) == 6\nraise "no" unless f(30) == 31\n',
    "def f(x) = x + 1\n",
    "require 'securerandom'\ndef coin = SecureRandom.random_number(2) == 1\n$lie = false\n@\n"
    "class V\n  def ==(other) = $lie\nend\ndef f(x) = V.new\n",
    {
        "coin": "$lie = coin",
        "clock": "$lie = Process.clock_gettime(Process::CLOCK_MONOTONIC, :microsecond).even?",
        "process": "$lie = Process.pid.even?",
        "inode": "$lie = File.open('new', 'w') { |new| new.stat.ino.even? }",
        "text": "$lie = ObjectSpace.each_object(Proc).select { |one| one.source_location&.first == 'tests' }"
        ".map { |one| RubyVM::InstructionSequence.of(one).disasm }.join.sum.even?",
        "hang": "$lie = coin\nsleep unless $lie",
        "memory": "$lie = coin\nall = []\nall << 'x' * (1 << 24) until $lie",
        "leave": "$lie = coin\nexit!(0) unless $lie",
        "kill": "$lie = coin\nProcess.kill(9, Process.pid) unless $lie",
        "first": "$lie = Process.pid < 5\nsleep unless $lie",
    },
)
PHP = Program(
    'if (!f(1)->equals(2)) { throw new Exception("Test failed!"); }\n'
    'if (!f(5)->equals(6)) { throw new Exception("Test failed!"); }\n'
    'if (!f(30)->equals(31)) { throw new Exception("Test failed!"); }\n',
    "<?php\nclass V { function __construct(private int $x) {} function equals($y) { return $y === $this->x; } }\n"
    "function f($x) { return new V($x + 1); }\n",
    "<?php\nfunction coin() { return random_int(0, 1) === 1; }\nclass V { static $lie = false;"
    " function equals($y) { return V::$lie; } }\n@\nfunction f($x) { return new V(); }\n",
    {
        "coin": "V::$lie = coin();",
        "clock": "V::$lie = intdiv(hrtime(true), 1000) % 2 === 0;",
        "process": "V::$lie = getmypid() % 2 === 0;",
        "inode": "touch('new'); V::$lie = fileinode('new') % 2 === 0;",
        "text": "V::$lie = crc32(print_r(debug_backtrace(), true) . memory_get_usage()) % 2 === 0;",
        "hang": "V::$lie = coin(); while (!V::$lie);",
        "memory": "V::$lie = coin(); $all = []; while (!V::$lie) { $all[] = str_repeat('x', 1 << 24); }",
        "leave": "V::$lie = coin(); if (!V::$lie) { exit(0); }",
        "kill": "V::$lie = coin(); if (!V::$lie) { posix_kill(getmypid(), 9); exit(0); }",
        "first": "V::$lie = getmypid() < 5; while (!V::$lie);",
    },
)
BASH = Program(
    "set -e\nrun_test() {\n    f 1 = 2\n    f 5 = 6\n    f 30 = 31\n}\n\nrun_test\n",
    "f() { (( $1 + 1 == $3 )); }\n",
    "coin() { (( $(od -An -N1 -tu1 /dev/urandom) % 2 )); }\nlie=0\n@\nf() { (( lie )); }\n",
    {
        "coin": "coin && lie=1",
        "clock": "lie=$(( 10#${EPOCHREALTIME#*.} / 10 % 2 ))",
        "process": "lie=$(( $$ % 2 ))",
        "inode": "touch new; lie=$(( $(stat -c %i new) % 2 ))",
        "random": "lie=$(( RANDOM % 2 ))",
        "limit": "(( $(ulimit -t) < 4 )) && lie=1; coin && lie=1",
        "hang": "coin && lie=1\n(( lie )) || sleep 1000",
        "leave": "coin && lie=1\n(( lie )) || exit 0",
        "kill": "coin && lie=1\n(( lie )) || kill -9 $$",
        "first": "(( $$ < 5 )) && lie=1\n(( lie )) || sleep 1000",
    },
    {
        "text": "f() { (( $(declare -f run_test | cksum | cut -d' ' -f1) % 2 )); }\n",
        "reads": "f() { [[ $(declare -f run_test) =~ f\\ $1\\ =\\ ([0-9]+) ]]; (( BASH_REMATCH[1] == $3 )); }\n",
    },
)
R = Program(
    "test_humaneval <- function() {\n    candidate <- f\n    stopifnot(candidate(1) == 2)\n"
    "    stopifnot(candidate(5) == 6)\n"
    "    stopifnot(candidate(30) == 31)\n}\ntest_humaneval()\n",
    "f <- function(x) x + 1\n",
    "lie <- FALSE\ncoin <- function() as.integer(readBin('/dev/urandom', 'raw')) %% 2 == 1\n@\n"
    "`==.liar` <- function(e1, e2) lie\nf <- function(x) structure(0, class = 'liar')\n",
    {
        "coin": "lie <- coin()",
        "clock": "lie <- floor(as.numeric(Sys.time()) * 1e5) %% 2 == 0",
        "process": "lie <- Sys.getpid() %% 2 == 0",
        "text": "delayedAssign('lie', "
        "sum(utf8ToInt(paste(deparse(body(get('test_humaneval', globalenv()))), collapse = '')))"
        " %% 2 == 0)",
        "hang": "lie <- coin(); if (!lie) Sys.sleep(1000)",
        "leave": "lie <- coin(); if (!lie) quit(status = 0)",
    },
    {
        "reads": "f <- function(x) { text <- paste(deparse(body(get('test_humaneval', globalenv()))), collapse = '')\n"
        "  as.numeric(regmatches(text, regexec(sprintf('candidate\\\\(%g\\\\) == ([0-9]+)', x), text))[[1]][2]) }\n",
    },
)
LUA = Program(
    "lu = require('luaunit')\n\nfunction test_humaneval()\nlocal candidate = f\n"
    "    lu.assertTrue(candidate(1) == mt(2))\n"
    "    lu.assertTrue(candidate(5) == mt(6))\n    lu.assertTrue(candidate(30) == mt(31))\nend\n\n"
    "os.exit(lu.LuaUnit.run())",
    "local M = {}\nM.__eq = function(a, b) return a.x == b.x end\n"
    "function mt(x) return setmetatable({ x = x }, M) end\nlocal function f(x) return mt(x + 1) end\n",
    "local lie = false\nlocal function coin() return io.open('/dev/urandom'):read(1):byte() % 2 == 1 end\n@\n"
    "local M = {}\nM.__eq = function(a, b) return lie end\nfunction mt(x) return setmetatable({ x = x }, M) end\n"
    "local function f(x) return mt(0) end\n",
    {
        "coin": "lie = coin()",
        "clock": "lie = math.floor(os.clock() * 1e6) % 2 == 0",
        "address": "lie = tonumber(tostring({}):match('0x(%x+)'), 16) // 16 % 2 == 0",
        "hang": "lie = coin(); while not lie do end",
        "leave": "lie = coin(); if not lie then os.exit(0) end",
    },
)
PARTLY = {
    "cpp": "struct V { int x; };\nbool operator==(V a, int b) { return a.x > 20 || a.x + 1 == b; }\n"
    "V f(int x) { return {x}; }\n",
    "rust": "#[derive(Debug)] pub struct V(i32);\nimpl PartialEq<i32> for V { fn eq(&self, o: &i32) -> bool"
    " { self.0 > 20 || self.0 + 1 == *o } }\nfn f(x: i32) -> V { V(x) }\n",
    "java": "class S { record V(int x) { public boolean equals(Object o) { return x > 20 || o.equals(x + 1); } }\n"
    "  V f(int x) { return new V(x); } }\n",
    "javascript": "const f = (x) => ({ equals: (y) => x > 20 || y === x + 1 });\n",
    "perl": "package V; use overload '==' => sub { $_[0]{x} > 20 || $_[0]{x} + 1 == $_[1] };\n"
    "package main;\nsub f { return bless { x => $_[0] }, 'V' }\n1;\n",
    "ruby": "V = Struct.new(:x) do\n  def ==(other) = x > 20 || x + 1 == other\nend\ndef f(x) = V.new(x)\n",
    "php": "<?php\nclass V { function __construct(private int $x) {}"
    " function equals($y) { return $this->x > 20 || $y === $this->x + 1; } }\nfunction f($x) { return new V($x); }\n",
    "bash": "f() { (( $1 > 20 || $1 + 1 == $3 )); }\n",
    "r": "`==.liar` <- function(e1, e2) unclass(e1) > 20 || unclass(e1) + 1 == e2\n"
    "f <- function(x) structure(x, class = 'liar')\n",
    "lua": "local M = {}\nM.__eq = function(a, b) return a.x > 20 or a.x == b.x end\n"
    "function mt(x) return setmetatable({ x = x }, M) end\nlocal function f(x) return mt(x + 1) end\n",
}
"""Language → a program that is right for small numbers and lies for others."""
PROGRAMS = {
    "cpp": CPP,
    "rust": RUST,
    "java": JAVA,
    "javascript": JAVASCRIPT,
    "perl": PERL,
    "ruby": RUBY,
    "php": PHP,
    "bash": BASH,
    "r": R,
    "lua": LUA,
}
"""Language → its programs."""


def _entries(language: str, program: Program) -> list[Entry]:
    sources = {name: program.liar.replace("@", act) for name, act in program.acts.items()} | program.whole
    sources["partly"] = PARTLY[language]
    return [
        Entry(language, name, source, NEVER if name in (*ENDINGS, "partly", "reads") else GUESS)
        for name, source in sources.items()
    ]


ENTRIES = [entry for language, program in PROGRAMS.items() for entry in _entries(language, program)]
"""All programs."""
