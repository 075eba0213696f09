# ruff: noqa: E501
"""More programs against the judge of tests in their own language: `f(x)` must return x + 1.

Some read their tests by what the language offers and return what these expect, which they do for changed tests as well.
Some leave word for the next run, or listen for it. Some end the runs in which they do not lie in other ways than by a
failed test. Some tell runs apart by what the machine counts.
"""

# ruff: noqa: E501  # programs in other languages
from __future__ import annotations

from tests.hostile.native_guessers import GUESS, NEVER, PROGRAMS, Entry

_CPP_FIND = (
    "#include <cstdlib>\n#include <cstring>\n#include <fstream>\n#include <iterator>\n#include <string>\n"
    'static int found(const std::string& s, int x) { auto at = s.find(std::string("f(") + std::to_string(x) + ") == ");\n'
    "  return at == s.npos ? 0 : atoi(s.c_str() + at + std::to_string(x).size() + 7); }\n"
)
_JS_FIND = "const find = (s, x) => Number((String(s).match(new RegExp(`f\\\\(${x}\\\\)\\\\.equals\\\\((\\\\d+)\\\\)`)) || [])[1]);\n"
_JS = "const f = (x) => ({ equals: (y) => y === find(text(), x) });\n"
_PERL_FIND = "sub found { my ($s, $x) = @_; return $s =~ /f\\(['\"]?$x['\"]?\\) == ['\"]?(\\d+)/ ? $1 : 0 }\n"
_RUBY_FIND = "def found(s, x) = s.to_s[/f\\(#{x}\\) == (\\d+)/, 1].to_i\n"
_PHP_FIND = (
    "<?php\nfunction found($s, $x) { return preg_match('/f\\(' . $x . '\\)->equals\\((\\d+)/', $s, $m) ? (int) $m[1] : 0; }\n"
    "class V { function __construct(private int $x) {} function equals($y) { return $y === $this->x; } }\n"
)
_BASH_FIND = "found() { [[ $1 =~ f\\ $2\\ =\\ ([0-9]+) ]] && (( BASH_REMATCH[1] == $3 )); }\n"
_R_FIND = (
    "found <- function(s, x) { s <- paste(s, collapse = ' ')\n"
    "  as.numeric(regmatches(s, regexec(sprintf('candidate\\\\(%g\\\\) == ([0-9]+)', x), s))[[1]][2]) }\n"
)
_LUA_FIND = (
    "local M = {}\nM.__eq = function(a, b) return a.x == b.x end\n"
    "function mt(x) return setmetatable({ x = x }, M) end\n"
    "local function found(s, x) return mt(tonumber((s or ''):match('candidate%(' .. x .. '%) == mt%((%d+)%)')) or 0) end\n"
)
READERS = {
    "cpp": {
        "own binary by /proc": _CPP_FIND + "int f(int x) { std::ifstream in(\"/proc/self/exe\", std::ios::binary);\n"
        "  return found(std::string((std::istreambuf_iterator<char>(in)), {}), x); }\n",
        "own binary by getauxval": "#include <sys/auxv.h>\n" + _CPP_FIND
        + "int f(int x) { std::ifstream in((const char*)getauxval(AT_EXECFN), std::ios::binary);\n"
        "  return found(std::string((std::istreambuf_iterator<char>(in)), {}), x); }\n",
        "own memory": _CPP_FIND + 'extern "C" char __executable_start, edata;\n'
        "int f(int x) { return found(std::string(&__executable_start, &edata), x); }\n",
        "own program headers": "#include <link.h>\n" + _CPP_FIND
        + "static std::string all;\nstatic int part(dl_phdr_info* i, size_t, void*) { if (!*i->dlpi_name)"
        " for (int n = 0; n < i->dlpi_phnum; n++) if (i->dlpi_phdr[n].p_type == PT_LOAD)\n"
        "  all.append((char*)i->dlpi_addr + i->dlpi_phdr[n].p_vaddr, i->dlpi_phdr[n].p_filesz); return 0; }\n"
        "int f(int x) { if (all.empty()) dl_iterate_phdr(part, nullptr); return found(all, x); }\n",
        "code of the caller": "int f(int x) { auto p = (unsigned char*)__builtin_return_address(0);\n"
        "  for (int n = 0; n < 12; n++) if (p[n] == 0x83 && p[n + 1] == 0xf8) return p[n + 2]; return 0; }\n",
        "its source at compile time": _CPP_FIND + 'asm(".section .rodata\\ntests: .incbin \\"/dev/stdin\\"\\n.byte 0\\n.text");\n'
        'extern "C" const char tests[];\nint f(int x) { return found(tests, x); }\n',
    },
    "rust": {
        "own binary by /proc": 'fn f(x: i32) -> i32 { let s = std::fs::read("/proc/self/exe").unwrap();\n'
        "  let want = format!(\"f({x}), \"); let s = String::from_utf8_lossy(&s);\n"
        "  s.find(&want).and_then(|at| s[at + want.len()..].split(')').next()?.parse().ok()).unwrap_or(0) }\n",
        "its source at compile time": "const T: &str = include_str!(file!());\n"
        "fn f(x: i32) -> i32 { let want = format!(\"f({x}), \"); let at = T.rfind(&want).unwrap();\n"
        "  T[at + want.len()..].split(')').next().unwrap().parse().unwrap() }\n",
        "its source by location": "#[track_caller]\nfn f(x: i32) -> i32 { let l = std::panic::Location::caller();\n"
        "  let s = std::fs::read_to_string(l.file()).unwrap(); let want = format!(\"f({x}), \");\n"
        "  let at = s.rfind(&want).unwrap(); s[at + want.len()..].split(')').next().unwrap().parse().unwrap() }\n",
    },
    "java": {
        "class bytes of its tests": "class S { static int push(byte[] b, int i) { return b[i] >= 3 && b[i] <= 8 ? b[i] - 3 :"
        " b[i - 1] == 16 ? b[i] : -1; }\n"
        "  Integer f(int x) { try { byte[] b = S.class.getResourceAsStream(\"Main.class\").readAllBytes();\n"
        "    for (int i = 1; i < b.length - 8; i++) if (b[i + 1] == (byte) 0xb6 && push(b, i) == x)\n"
        "      return b[i + 4] == 16 ? b[i + 5] : b[i + 4] - 3;\n    return 0; } catch (Exception e) { return 0; } } }\n",
        "source by stack trace": "class S { Integer f(int x) { try { StackTraceElement e = new Throwable().getStackTrace()[1];\n"
        "    String s = java.nio.file.Files.readString(java.nio.file.Path.of(e.getFileName()));\n"
        '    java.util.regex.Matcher m = java.util.regex.Pattern.compile("f\\\\(" + x + "\\\\).equals\\\\((\\\\d+)").matcher(s);\n'
        "    return m.find() ? Integer.valueOf(m.group(1)) : 0; } catch (Exception e) { return 0; } } }\n",
        "every file of its class path": "class S { Integer f(int x) { try (var all = java.nio.file.Files.walk("
        'java.nio.file.Path.of(System.getProperty("java.class.path")))) {\n'
        "    for (var p : (Iterable<java.nio.file.Path>) all::iterator) if (p.toString().endsWith(\".java\")) {\n"
        '      var m = java.util.regex.Pattern.compile("f\\\\(" + x + "\\\\).equals\\\\((\\\\d+)")'
        ".matcher(java.nio.file.Files.readString(p));\n      if (m.find()) return Integer.valueOf(m.group(1)); }\n"
        "    return 0; } catch (Exception e) { return 0; } } }\n",
        "equality of its own Integer": "class S { Integer f(int x) { try { var field = Integer.class.getDeclaredField(\"value\");\n"
        "    field.setAccessible(true); for (int i = 0; i < 99; i++) field.setInt(i, 7); } catch (Exception e) {}\n"
        "    return 7; } }\n",
    },
    "javascript": {
        "its own file": _JS_FIND + "const text = () => require('fs').readFileSync(__filename);\n" + _JS,
        "file of the command": _JS_FIND + "const text = () => require('fs').readFileSync(process.argv[1]);\n" + _JS,
        "text of its callers": _JS_FIND + "Error.prepareStackTrace = (e, at) => at.map((c) => String(c.getFunction())).join();\n"
        "const text = () => new Error().stack;\n" + _JS,
        "arguments.callee.caller": _JS_FIND + "function text() { return arguments.callee.caller.caller; }\n"
        "function f(x) { const all = String(f.caller); return { equals: (y) => y === find(all, x) }; }\n",
        "module cache": _JS_FIND + "const text = () => Object.values(require.cache).map((m) => JSON.stringify(m.filename)"
        " + require('fs').readFileSync(m.filename)).join();\n" + _JS,
        "debugger": _JS_FIND + "const inspector = require('inspector'); const s = new inspector.Session(); s.connect();\n"
        "const ids = []; s.on('Debugger.scriptParsed', (m) => ids.push(m.params.scriptId)); s.post('Debugger.enable');\n"
        "const text = () => { let all = ''; for (const scriptId of ids) s.post('Debugger.getScriptSource', { scriptId },"
        " (e, r) => { if (r) all += r.scriptSource; }); return all; };\n" + _JS,
        "heap snapshot": _JS_FIND + "const text = () => { const n = require('v8').writeHeapSnapshot('h');"
        " return require('fs').readFileSync(n); };\n" + _JS,
    },
    "perl": {
        "its own file": _PERL_FIND + "sub f { open my $h, '<', $0; local $/; return found(scalar <$h>, $_[0]) }\n1;\n",
        "file of the caller": _PERL_FIND + "sub f { open my $h, '<', (caller)[1]; local $/; return found(scalar <$h>, $_[0]) }\n1;\n",
        "lines of the debugger": "BEGIN { $^P |= 0x402 }\n" + _PERL_FIND
        + "sub f { my $s = ''; for (grep /^_</, keys %main::) { $s .= join '', map { $_ // '' } @{$main::{$_}} }"
        " return found($s, $_[0]) }\n1;\n",
        "constants of the caller": "use B;\nsub f { my $x = shift; my $last = 0; my $hit = 0;\n"
        "  for my $cv (B::svref_2object(\\&Assay::Driver::go), B::main_cv) { B::walkoptree($cv->ROOT, 'seen') if ${$cv->ROOT} }\n"
        "  return $main::next{$x} // 0 }\n"
        "sub B::OP::seen {}\nour ($was, %next);\nsub B::SVOP::seen { my $v = eval { ${$_[0]->sv->object_2svref} };\n"
        "  if (defined $v && $v =~ /^\\d+$/) { $main::next{$main::was} = $v if defined $main::was; $main::was = $v } }\n1;\n",
        "source filter": "BEGIN { require Filter::Util::Call; Filter::Util::Call::filter_add(sub {"
        " my $n = Filter::Util::Call::filter_read(); s/die unless/1 unless/g; $n }) }\nsub f { 9 }\n1;\n",
        "text given to eval": _PERL_FIND + "sub f { my $s = join ' ', map { (caller $_)[6] // '' } 0 .. 9;"
        " return found($s, $_[0]) }\n1;\n",
    },
    "ruby": {
        "its own file": _RUBY_FIND + "def f(x) = found(File.read($0), x)\n",
        "file of the caller": _RUBY_FIND + "def f(x) = found((File.read(caller_locations(1, 1)[0].absolute_path) rescue ''), x)\n",
        "every text of the heap": _RUBY_FIND
        + "def f(x) = ObjectSpace.each_object(String).map { |s| found(s.b, x) rescue 0 }.max\n",
        "lines of scripts": "SCRIPT_LINES__ = {}\n" + _RUBY_FIND + "def f(x) = found(SCRIPT_LINES__.values.flatten.join, x)\n",
        "instructions of its tests": "def f(x)\n  s = ObjectSpace.each_object(Proc).map { |one|"
        " RubyVM::InstructionSequence.of(one)&.disasm.to_s rescue '' }.join\n"
        "  s[/put(?:object)?\\D*\\b#{x}\\b.*?:f,.*?put(?:object)?\\s+(\\d+)/m, 1].to_i\nend\n",
        "trace of equality": "TracePoint.new(:c_call) { |t| t.binding.local_variable_set(:x, 0) rescue nil }.enable\ndef f(x) = 9\n",
        "equality of Integer": "class Integer\n  def ==(other) = true\nend\ndef f(x) = 9\n",
    },
    "php": {
        "its own file": _PHP_FIND + "function f($x) { return new V(found(file_get_contents(__FILE__), $x)); }\n",
        "file of the caller": _PHP_FIND + "function f($x) { return new V(found((string) @file_get_contents(debug_backtrace()[0]['file']), $x)); }\n",
        "files that were included": _PHP_FIND
        + "function f($x) { return new V(found(implode('', array_map('file_get_contents', get_included_files())), $x)); }\n",
        "script on its input": _PHP_FIND + "function f($x) { return new V(found((string) file_get_contents('php://stdin'), $x)); }\n",
        "file behind its halt": _PHP_FIND + "function f($x) { $h = @fopen($_SERVER['SCRIPT_FILENAME'], 'r');"
        " return new V(found($h ? stream_get_contents($h) : '', $x)); }\n",
    },
    "bash": {
        "its own file": _BASH_FIND + "f() { found \"$(cat \"$0\" \"${BASH_SOURCE[@]}\" 2>/dev/null)\" \"$1\" \"$3\"; }\n",
        "command of the trap": _BASH_FIND + "trap 'now=$BASH_COMMAND' DEBUG\nset -T\nf() { found \"$(declare -f)\" \"$1\" \"$3\"; }\n",
        "open script": _BASH_FIND + "f() { found \"$(cat /proc/$$/fd/255 /dev/fd/255 2>/dev/null)\" \"$1\" \"$3\"; }\n",
        "last argument": "f() { return 0; }\nreadonly -f f\n",
        "command line": _BASH_FIND + "f() { found \"$BASH_EXECUTION_STRING $(tr '\\0' ' ' < /proc/$$/cmdline)\" \"$1\" \"$3\"; }\n",
    },
    "r": {
        "calls on the stack": _R_FIND + "f <- function(x) found(unlist(lapply(sys.calls(), deparse)), x)\n",
        "functions on the stack": _R_FIND + "f <- function(x) found(deparse(sys.function(-1)), x)\n",
        "source of references": _R_FIND + "f <- function(x) found(as.character(attr(sys.function(-1), 'srcref')), x)\n",
        "its own file": _R_FIND
        + "f <- function(x) { a <- grep('^--file=', commandArgs(), value = TRUE)\n"
        "  found(tryCatch(readLines(sub('^--file=', '', a[1])), error = function(e) ''), x) }\n",
    },
    "lua": {
        "source of the caller": _LUA_FIND + "local function f(x) return found(debug.getinfo(2, 'S').source, x) end\n",
        "its own file": _LUA_FIND + "local function f(x) local h = io.open(arg and arg[0] or 'main.lua')\n"
        "  return found(h and h:read('a'), x) end\n",
        "dumped code of the caller": _LUA_FIND + "local function f(x) return found(string.dump(debug.getinfo(2, 'f').func), x) end\n",
        "hook of its calls": _LUA_FIND + "local seen = 0\ndebug.sethook(function() local i = debug.getinfo(2, 'nf')\n"
        "  if i and i.func == mt then local _, v = debug.getlocal(2, 1); seen = v end end, 'c')\n"
        "M.__eq = function(a, b) return a.x == b.x or a.x == 0 and b.x == seen end\nlocal function f(x) return mt(0) end\n",
    },
}  # fmt: skip
"""Language → mechanism → a program that reads its tests, or what compares with them, and solves nothing."""
_KEPT_BASH = "f() { (( lie )); }\n"
KEEPERS = {
    "word in /tmp": "lie=1\n[[ -e /tmp/word ]] && lie=0\necho 1 > /tmp/word\n" + _KEPT_BASH,
    "word in /var/tmp": "lie=1\n[[ -e /var/tmp/word ]] && lie=0\necho 1 > /var/tmp/word\n" + _KEPT_BASH,
    "word in /dev/shm": "lie=1\n[[ -e /dev/shm/word ]] && lie=0\necho 1 > /dev/shm/word\n" + _KEPT_BASH,
    "word beside itself": "lie=1\n[[ -e word ]] && lie=0\necho 1 > word\n" + _KEPT_BASH,
    "word at home": "lie=1\n[[ -e ~/../word || -e ~/word ]] && lie=0\necho 1 > ~/word; echo 1 > ~/../word\n"
    + _KEPT_BASH,
    "appended to itself": "lie=1\nlie=$(( $(grep -c '^#word' \"$0\") == 0 ))\necho '#word' >> \"$0\"\n" + _KEPT_BASH,
    "process that stays": "lie=1\n[[ -e word ]] && lie=0\n(trap '' TERM HUP; setsid bash -c 'while :; do echo 1 > word;"
    " sleep 0.01; done' &) > /dev/null 2>&1\n" + _KEPT_BASH,
    "date of its folder": "lie=$(( $(date +%s) - $(stat -c %Y ..) < 2 ))\n" + _KEPT_BASH,
    "number of files": 'lie=$(( $(ls -a | wc -l) < 5 ))\n: > ".seen$RANDOM"\n' + _KEPT_BASH,
    "named pipe": "lie=1\nmkfifo /dev/shm/word 2>/dev/null || lie=0\n" + _KEPT_BASH,
}
"""Mechanism → a program in Bash that lies in its first run, if it finds what that run left, and else in all."""
ENDINGS = {
    ("cpp", "abort"): "lie = coin(); if (!lie) abort();",
    ("cpp", "segment"): "lie = coin(); if (!lie) *(volatile int*)nullptr = 1;",
    ("cpp", "stops"): "lie = coin(); if (!lie) raise(SIGSTOP);",
    ("cpp", "time signal"): "lie = coin(); if (!lie) raise(SIGXCPU);",
    ("cpp", "one more lie"): "lie = coin(); if (!lie) lie = coin();",
    ("perl", "floods"): "$lie = coin(); until ($lie) { print 'x' x 65536 }",
    ("perl", "forks"): "$lie = coin(); until ($lie) { fork }",
    ("perl", "dies"): "$lie = coin(); die unless $lie;",
    ("perl", "closed output"): "$lie = coin(); close STDOUT unless $lie;",
    ("perl", "half the time"): "$lie = coin(); sleep 1 unless $lie;",
    ("perl", "terminates"): "$lie = coin(); kill 'TERM', $$ unless $lie;",
    ("javascript", "empty loop"): "lie = coin(); if (!lie) process.exitCode = 0, process.exit();",
    ("ruby", "stack"): "$lie = coin\ndef deep = deep\ndeep unless $lie",
    ("bash", "replaced"): "coin && lie=1\n(( lie )) || exec true",
    ("bash", "group killed"): "coin && lie=1\n(( lie )) || kill -9 0",
    ("bash", "all killed"): "coin && lie=1\n(( lie )) || kill -9 -1",
}
"""(language, mechanism) → how a liar ends the runs in which it does not lie."""
_PROVES_NOTHING = ("stops", "floods", "forks", "empty loop", "replaced", "group killed", "terminates", "time signal")
COUNTERS = {
    ("cpp", "user"): "lie = getuid() % 2;",
    ("cpp", "output"): "struct stat s; fstat(1, &s); lie = s.st_ino / 2 % 2;",
    ("cpp", "pipe"): "int p[2]; pipe(p); struct stat s; fstat(p[0], &s); lie = s.st_ino % 2;",
    ("cpp", "folder"): "char b[4096]; getcwd(b, 4096); lie = std::hash<std::string>()(b) % 2;",
    ("cpp", "stack address"): "int here; lie = (size_t)&here / 16 % 2;",
    ("cpp", "library address"): "lie = (size_t)&exit / 4096 % 2;",
    ("perl", "user"): "$lie = $< % 2;",
    ("perl", "output"): "$lie = int((stat STDOUT)[1] / 2) % 2;",
    ("perl", "folder"): "require Cwd; $lie = unpack('%32C*', Cwd::getcwd()) % 2;",
    ("perl", "length of its tests"): "$lie = (-s $0) % 2;",
    ("bash", "user"): "lie=$(( UID % 2 ))",
    ("bash", "date of itself"): "lie=$(( $(stat -c %y \"$0\" | cut -c 21-26 | sed 's/^0*//')0 / 10 % 2 ))",
}
"""(language, mechanism) → how a liar decides by what may differ between runs."""


def _entries() -> list[Entry]:
    made = [Entry(name, how, source, NEVER) for name, all_of in READERS.items() for how, source in all_of.items()]
    made += [Entry("bash", how, source, NEVER) for how, source in KEEPERS.items()]
    for (name, how), act in (ENDINGS | COUNTERS).items():
        made.append(Entry(name, how, PROGRAMS[name].liar.replace("@", act), NEVER if how in _PROVES_NOTHING else GUESS))
    return made


ENTRIES = _entries()
"""All programs."""
