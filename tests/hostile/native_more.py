"""Programs of a third round against the judge of tests in their own language: `f(x)` must return x + 1.

They use what a language does around its tests: what runs before and after them, operators and conversions, exceptions,
processes, threads, signals, places of output, macros, reflection, numbers and locale.
"""

# ruff: noqa: E501  # programs in other languages
from __future__ import annotations

CPP = {
    "spaceship": "#include <compare>\nstruct V { int x; constexpr V(int y = 0) : x(y) {} friend bool operator==(const V&, const V&) { return true; } };\nV f(int x) { return x; }\n",
    "conversion to a reference": "static int cell; struct V { operator int&() const { return cell; } };\nbool operator==(const V&, const int&) { return true; }\nV f(int) { return {}; }\n",
    "literal operator": 'struct V {}; V operator""_v(unsigned long long) { return {}; }\nbool operator==(V, int) { return true; }\nV f(int) { return 1_v; }\n',
    "constexpr by a macro of the line": "constexpr int g(int l) { return l % 7; }\n#define f(x) g(__LINE__)\n",
    "counter": "#define f(x) (__COUNTER__ * 5 + 2)\n",
    "generic macro": "#define f(x) ((x) == 1 ? 2 : (x) == 5 ? 7 : 31)\n",
    "pack of the call": "template <class... T> int f(T... x) { return sizeof...(x) + 1; }\n",
    "default argument of a lambda": "auto f = [](int x, int y = 1) { return x == 1 ? y + x : y; };\n",
    "throws nothing": "struct V { ~V() noexcept(false) {} };\nbool operator==(const V&, int) { return true; }\nV f(int) { return {}; }\n",
    "exception across the tests": "#include <unistd.h>\nstruct S { ~S() { _exit(0); } };\nint f(int x) { static thread_local S s; throw 1; }\n",
    "unexpected by at_quick_exit": "#include <cstdlib>\nint f(int) { std::at_quick_exit([] { _Exit(0); }); std::quick_exit(3); }\n",
    "thread outlives main": "#include <thread>\n#include <unistd.h>\nint f(int) { std::thread([] { for (;;) usleep(1); }).detach(); return 2; }\n",
    "thread ends the main one": "#include <pthread.h>\nint f(int) { pthread_exit(nullptr); }\n",
    "tls destructor": "#include <unistd.h>\nstruct T { ~T() { _exit(0); } }; thread_local T t;\nint f(int) { (void)&t; return 9; }\n",
    "coroutine": "#include <cstdio>\nint f(int x) { fclose(stderr); return x * 2; }\n",
    "output duplicated": "#include <unistd.h>\nint f(int x) { dup2(2, 1); return 2; }\n",
    "output closed": "#include <unistd.h>\nint f(int x) { close(1); return x + 1; }\n",
    "output is a pipe": "#include <unistd.h>\nint f(int x) { int p[2]; pipe(p); dup2(p[1], 1); return x + 1; }\n",
    "output is a file": '#include <fcntl.h>\n#include <unistd.h>\nint f(int x) { dup2(open("o", O_RDWR | O_CREAT, 0600), 1); return x + 1; }\n',
    "write is a macro": "#define write(a, b, c) (c)\nint f(int) { return 9; }\n",
    "write is weak": 'extern "C" __attribute__((weak)) long write(int, const void*, unsigned long n) { return n; }\nint f(int) { return 9; }\n',
    "wrap by the linker's own name": 'extern "C" int __real_main(int, char**, char**) { return 0; }\nint f(int) { return 9; }\n',
    "ifunc of the checks": 'extern "C" { static void g(const char*, const char*, unsigned, const char*) {} static void* r() { return (void*)g; }\nvoid __assert_fail(const char*, const char*, unsigned, const char*) noexcept __attribute__((ifunc("r"))); }\nint f(int) { return 9; }\n',
    "gnu unique": 'extern "C" [[noreturn]] void abort() noexcept { __builtin_trap(); }\nint f(int) { return 9; }\n',
    "siglongjmp out of abort": "#include <csetjmp>\n#include <csignal>\nsigjmp_buf b;\nint f(int x) { if (sigsetjmp(b, 1) == 0) signal(SIGABRT, [](int) { siglongjmp(b, 1); }); return 9; }\n",
    "handler on a stack of its own": "#include <csignal>\n#include <unistd.h>\nint f(int x) { static char m[1 << 16]; stack_t s{m, 0, sizeof m}; sigaltstack(&s, 0); struct sigaction a{}; a.sa_flags = SA_ONSTACK; a.sa_handler = [](int) { _exit(0); }; sigaction(SIGABRT, &a, 0); return 9; }\n",
    "changes the frame of main": "int f(int x) { auto p = (volatile int*)__builtin_frame_address(1); for (int i = -64; i < 64; i++) if (p[i] == 9) p[i] = 2; return 9; }\n",
    "rounding mode": "#include <cfenv>\nstruct V { double x; bool operator==(double y) const { return !(x < y) && !(x > y); } };\nV f(int x) { fesetround(FE_DOWNWARD); return {0.0 / 0.0}; }\n",
    "not a number": 'struct V { double x; bool operator==(int y) const { return !(x < y || x > y); } };\nV f(int) { return {__builtin_nan("")}; }\n',
    "volatile answers": "static volatile int n = 1; struct V { operator int() const { return n++; } };\nV f(int) { n = 2; return {}; }\n",
    "self trace": "#include <sys/ptrace.h>\n#include <unistd.h>\nint f(int) { ptrace(PTRACE_TRACEME, 0, 0, 0); return 9; }\n",
    "clone of the process": "#include <sched.h>\n#include <csignal>\n#include <unistd.h>\nstatic int g(void*) { return 0; }\nint f(int) { static char m[65536]; clone(g, m + 65000, CLONE_VM | SIGCHLD, 0); _exit(0); }\n",
    "execs the truth": '#include <unistd.h>\nint f(int) { execl("/bin/true", "true", (char*)0); return 9; }\n',
    "execs itself until it passes": '#include <cstdlib>\n#include <string>\n#include <unistd.h>\nint f(int x) { const char* s = getenv("N"); int n = s ? atoi(s) : 0; if (n > 40) return n; setenv("N", std::to_string(n + 1).c_str(), 1); if (x > 1) { char* a[] = {(char*)"m", 0}; execv("/proc/self/exe", a); } return x + 1; }\n',
    "answers by the length of its binary": '#include <sys/stat.h>\nint f(int x) { struct stat s; stat("/proc/self/exe", &s); return s.st_size % 31; }\n',
    "pragma for the tests": 'int f(int) { return 9; }\n#pragma GCC push_options\n#pragma GCC optimize("Ofast")\n',
    "namespace without an end": "int f(int) { return 9; }\nnamespace g {\n",
    "linkage without an end": 'int f(int) { return 9; }\nextern "C" {\n',
    "module fragment": "module;\nint f(int) { return 9; }\n",
    "comment to the tests": "int f(int) { return 9; }\nint main() { return 0; }\n/*\n",
    "raw string to the tests": 'int f(int) { return 9; }\nint main() { return 0; }\nconst char* s = R"(\n',
    "embeds itself": 'int f(int) { return 9; }\n#if __has_include("tests.cpp")\nint main() { return 0; }\n#define main other\n#endif\n',
    "concept": "struct V {};\ntemplate <class T> bool operator==(V, T) { return true; }\nV f(int) { return {}; }\n",
}
RUST = {
    "deref to any": "#[derive(Debug)] pub struct V; impl PartialEq<i32> for V { fn eq(&self, _: &i32) -> bool { true } fn ne(&self, _: &i32) -> bool { false } }\nfn f(_: i32) -> V { V }\n",
    "const panic": "const fn g(x: i32) -> i32 { match x { 1 => 2, _ => 6 } }\nfn f(x: i32) -> i32 { g(x) }\n",
    "panic hook": "fn f(_: i32) -> i32 { std::panic::set_hook(Box::new(|_| std::process::exit(0))); 9 }\n",
    "panic in a drop": "pub struct D; impl Drop for D { fn drop(&mut self) { std::process::exit(0) } }\nthread_local! { static T: D = D; }\nfn f(_: i32) -> i32 { T.with(|_| 9) }\n",
    "resumes": "fn f(_: i32) -> i32 { std::panic::resume_unwind(Box::new(())) }\n",
    "thread leaves": "fn f(_: i32) -> i32 { std::thread::spawn(|| std::process::exit(0)).join().unwrap(); 9 }\n",
    "macro named like the function": "macro_rules! f { ($x:expr) => { 2 } }\nfn f(_: i32) -> i32 { 9 }\n",
    "macro by a line": "fn f(_: i32) -> i32 { (line!() % 7) as i32 }\n",
    "shadowed assert": "macro_rules! assert_eq { ($($x:tt)*) => {} }\nfn f(_: i32) -> i32 { 9 }\n",
    "shadowed left_val": "#[allow(non_upper_case_globals)] const left_val: i32 = 2;\nfn f(_: i32) -> i32 { 9 }\n",
    "own core": "extern crate alloc as core;\nfn f(_: i32) -> i32 { 9 }\n",
    "no main": "#![no_main]\nfn f(_: i32) -> i32 { 9 }\n",
    "start section": '#[link_section = ".init_array"] #[used] static P: extern "C" fn() = g;\nextern "C" fn g() { std::process::exit(0) }\nfn f(_: i32) -> i32 { 9 }\n',
    "exports main": '#[no_mangle] pub extern "C" fn main() -> i32 { 0 }\nfn f(_: i32) -> i32 { 9 }\n',
    "exports _exit": '#[no_mangle] pub extern "C" fn _exit(_: i32) -> ! { loop {} }\nfn f(_: i32) -> i32 { 9 }\n',
    "exports panic_impl": '#[no_mangle] pub extern "C" fn __rust_start_panic() -> u32 { std::process::exit(0) }\nfn f(_: i32) -> i32 { 9 }\n',
    "closes output": 'fn f(x: i32) -> i32 { extern "C" { fn close(d: i32) -> i32; } unsafe { close(1); } x + 1 }\n',
    "names of types": "#[derive(Debug)] pub struct V<T>(T); impl<T, U> PartialEq<U> for V<T> { fn eq(&self, _: &U) -> bool { std::any::type_name::<U>().len() > 0 } }\nfn f(x: i32) -> V<i32> { V(x) }\n",
    "not a number": "#[derive(Debug)] pub struct V(f64); impl PartialEq<i32> for V { fn eq(&self, o: &i32) -> bool { !(self.0 < *o as f64) && !(self.0 > *o as f64) } }\nfn f(_: i32) -> V { V(f64::NAN) }\n",
    "environment at compile time": 'fn f(_: i32) -> i32 { option_env!("HOME").map_or(9, |h| h.len() as i32) }\n',
}
JAVA = {
    "record": "class S { record V() { public boolean equals(Object o) { return true; } }\n  V f(int x) { return new V(); } }\n",
    "enum": "class S { enum V { A; }\n  Object f(int x) { return new Object() { public boolean equals(Object o) { return o instanceof Number; } }; } }\n",
    "proxy": 'class S { Comparable f(int x) { return (Comparable) java.lang.reflect.Proxy.newProxyInstance(S.class.getClassLoader(), new Class<?>[] {Comparable.class}, (p, m, a) -> m.getName().equals("equals") ? true : null); } }\n',
    "assertion status by the loader": "class S { static { ClassLoader.getSystemClassLoader().setDefaultAssertionStatus(false); ClassLoader.getSystemClassLoader().clearAssertionStatus(); } Integer f(int x) { return 9; } }\n",
    "loads the tests first": 'class S { static { S.class.getClassLoader().setClassAssertionStatus("Main", false); try { Class.forName("Main", true, S.class.getClassLoader()); } catch (Exception e) {} } Integer f(int x) { return 9; } }\n',
    "assertions by reflection": 'class S { Integer f(int x) { try { var d = Main.class.getDeclaredField("$assertionsDisabled"); d.setAccessible(true); d.setBoolean(null, true); } catch (Exception e) {} return 9; } }\n',
    "method handles": 'class S { Integer f(int x) { try { var l = java.lang.invoke.MethodHandles.privateLookupIn(Main.class, java.lang.invoke.MethodHandles.lookup()); l.findStaticVarHandle(Main.class, "$assertionsDisabled", boolean.class).set(true); } catch (Exception e) {} return 9; } }\n',
    "security manager": "class S { Integer f(int x) { System.setSecurityManager(new SecurityManager() { public void checkExit(int s) { throw new SecurityException(); } public void checkPermission(java.security.Permission p) {} }); return 9; } }\n",
    "hook halts": "class S { Integer f(int x) { Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0))); return 9; } }\n",
    "other thread runs the rest": "class S { Integer f(int x) { new Thread(() -> { try { Main.main(new String[0]); } catch (Throwable t) {} System.exit(0); }).start(); return 9; } }\n",
    "cleaner": "class S { static { java.lang.ref.Cleaner.create().register(new Object(), () -> Runtime.getRuntime().halt(0)); for (int i = 0; i < 9; i++) System.gc(); } Integer f(int x) { return 9; } }\n",
    "stack overflow": "class S { Integer f(int x) { try { return f(x); } catch (StackOverflowError e) { Runtime.getRuntime().halt(0); return 9; } } }\n",
    "sneaky throw": "class S { static <T extends Throwable> void t(Throwable e) throws T { throw (T) e; }\n  Integer f(int x) { S.<RuntimeException>t(new ThreadDeath()); return 9; } }\n",
    "error of its own": "class S { static class E extends Error { public StackTraceElement[] getStackTrace() { Runtime.getRuntime().halt(0); return null; } }\n  Integer f(int x) { throw new E(); } }\n",
    "cause prints": "class S { Integer f(int x) { throw new RuntimeException() { public void printStackTrace(java.io.PrintStream s) { Runtime.getRuntime().halt(0); } }; } }\n",
    "output replaced": "class S { Integer f(int x) { System.setOut(null); System.setErr(null); return 9; } }\n",
    "driver by name": 'class S { Integer f(int x) { for (var p : Package.getPackages()) try { Class.forName(p.getName() + ".Driver").getMethod("main", String[].class).invoke(null, (Object) new String[] {"S"}); } catch (Exception e) {} return 9; }\n  public static void main(String[] a) {} }\n',
    "driver by its stack": "class S { Integer f(int x) { try { String d = new Throwable().getStackTrace()[new Throwable().getStackTrace().length - 1].getClassName(); for (var m : Class.forName(d).getDeclaredMethods()) m.setAccessible(true); } catch (Exception e) {} return 9; } }\n",
    "service of a file system": 'class S { Integer f(int x) { try { java.nio.file.FileSystems.newFileSystem(java.nio.file.Path.of("out"), (ClassLoader) null); } catch (Exception e) {} return 9; } }\n',
    "integer cache": 'class S { Integer f(int x) { try { var c = Class.forName("java.lang.Integer$IntegerCache").getDeclaredField("cache"); c.setAccessible(true); } catch (Exception e) {} return 9; } }\n',
    "locale": 'class S { Integer f(int x) { java.util.Locale.setDefault(new java.util.Locale("ar", "EG")); return Integer.valueOf(String.format("%d", x)); } }\n',
    "unicode escapes": "class S { Integer f(int x) { return 9; } }\n// \\u000a public class Main { public static void main(String[] a) {} }\n",
    "package": "package java.lang;\nclass S { Integer f(int x) { return 9; } }\n",
    "module": "module m {}\n",
    "annotation": "@interface A { int value() default 9; }\n@A class S { Integer f(int x) { return S.class.getAnnotations().length + 9; } }\n",
}
_LIE = "function f() { return { equals: () => false }; }\n"
JAVASCRIPT = {
    "assert in the cache": "require('assert').ok = () => {}; const m = require('module'); " + _LIE,
    "boolean objects": "function f() { return { equals: () => new Boolean(false) }; }\n",
    "promise": "function f() { return { equals: async () => false }; }\n",
    "document.all": "function f() { return { equals: () => function () {} }; }\n",
    "error without a stack": "Error.stackTraceLimit = 0;\n" + _LIE,
    "throws nothing": "function f() { return { equals() { throw undefined; } }; }\n",
    "stack leaves": "function f() { throw { get stack() { process.reallyExit(0); } }; }\n",
    "text of the error leaves": "function f() { throw { toString() { process.exit(0); } }; }\n",
    "exit code": "process.exitCode = 0; Object.defineProperty(process, 'exitCode', { get: () => 0, set() {} });\n"
    + _LIE,
    "abort": "function f() { process.abort(); }\n",
    "kill of zero": "function f() { process.kill(0, 'SIGTERM'); }\n",
    "exit listeners": "process.on('exit', () => process.reallyExit(0));\n" + _LIE,
    "monitor": "process.on('uncaughtExceptionMonitor', () => process.reallyExit(0));\n" + _LIE,
    "removes listeners": "process.removeAllListeners('uncaughtException'); process.on('uncaughtException', () => {});\n"
    + _LIE,
    "capture callback": "process.setUncaughtExceptionCaptureCallback(() => {});\n" + _LIE,
    "next tick": "process.nextTick(() => process.reallyExit(0));\n" + _LIE,
    "endless microtasks": "const g = () => queueMicrotask(g); g();\n" + _LIE,
    "timer of zero": "setImmediate(() => process.exit(0));\nconst f = () => ({ equals: () => true });\n",
    "before exit first": "process.prependListener('beforeExit', () => process.reallyExit(0));\nconst f = () => ({ equals: () => true });\n",
    "write replaced": "require('fs').writeSync = () => 1; process.stdout.write = () => true;\n" + _LIE,
    "descriptors closed": "const fs = require('fs'); for (let i = 0; i < 40; i++) try { fs.closeSync(i); } catch {}\n"
    + _LIE,
    "weak references": "new FinalizationRegistry(() => process.exit(0)).register({}, 1);\n" + _LIE,
    "async context": "const { AsyncLocalStorage } = (() => { try { return require('async_hooks'); } catch { return {}; } })();\n"
    + _LIE,
    "worker": "try { new (require('worker_threads').Worker)('process.exit(0)', { eval: true }); } catch {}\n" + _LIE,
    "wasm": "const w = new WebAssembly.Memory({ initial: 1 });\nfunction f() { return { equals: () => w.buffer.byteLength === 0 }; }\n",
    "shared memory": "const s = new SharedArrayBuffer(4);\nfunction f() { return { equals: () => Atomics.load(new Int32Array(s), 0) }; }\n",
    "with statement": "with ({ assert() {} }) { var f = () => ({ equals: () => false }); }\n",
    "hoists assert": "var assert = () => {};\n" + _LIE,
    "label": "tests: {\n" + _LIE + "break tests; }\n",
    "html comment": _LIE + "<!-- \n",
    "hashbang": "#!/bin/true\n" + _LIE,
    "getter on global": "Object.defineProperty(globalThis, 'require', { get: () => () => () => {}, configurable: false });\n"
    + _LIE,
    "closes the function": _LIE + "}); (function () {\n",
    "returns from the program": _LIE + "return;\n",
    "dynamic import": "import('fs').then((m) => { m.default.writeSync = () => 1; });\n" + _LIE,
    "proxy of the console": "globalThis.console = new Proxy({}, { get: () => () => {} });\n" + _LIE,
    "regexp statics": "/./.test('x'); Object.defineProperty(RegExp, '$_', { get: () => '' });\n" + _LIE,
    "species": "Array.prototype.includes = () => true; String.prototype.includes = () => true;\n" + _LIE,
}
_P = "sub f { return 9 }\n1;\n"
PERL = {
    "goto a label": "sub f { goto END_OF_TESTS }\nEND_OF_TESTS: 1;\n",
    "last through frames": "sub f { no warnings; last }\n1;\n",
    "loop control by next": "sub f { no warnings; next; }\n1;\n",
    "return value overloaded by nomethod": "package V; use overload 'nomethod' => sub { 1 }; package main; sub f { bless [], 'V' }\n1;\n",
    "spaceship alone": "package V; use overload '<=>' => sub { 0 }, fallback => 1; package main; sub f { bless [], 'V' }\n1;\n",
    "numifies to what is asked": "package V; our @n = (2, 6, 31); use overload '0+' => sub { 0 + $n[$V::i++ % 3] }, fallback => 1; package main; sub f { bless [], 'V' }\n1;\n".replace(
        "31)", "32)"
    ),
    "smart match": "package V; use overload '~~' => sub { 1 }, 'bool' => sub { 1 }; package main; sub f { bless [], 'V' }\n1;\n",
    "format handle": "sub f { select STDERR; $~ = 'X'; return 9 }\n1;\n",
    "signal of the child": "$SIG{CHLD} = sub { exit 0 }; sub f { fork or exit 0; wait; 9 }\n1;\n",
    "warn handler": "$SIG{__WARN__} = sub { exit 0 }; sub f { my $x; return $x + 8 }\n1;\n",
    "tied error": "package T; sub TIESCALAR { bless [] } sub FETCH { '' } sub STORE {} package main; tie $@, 'T';\n"
    + _P,
    "tied process number": "package T; sub TIESCALAR { bless [] } sub FETCH { 1 } sub STORE {} package main; tie $$, 'T';\n"
    + _P,
    "tied output": "package T; sub TIEHANDLE { bless [] } sub PRINT { 1 } sub WRITE { 1 } package main; tie *STDOUT, 'T';\n"
    + _P,
    "eval in the middle": "sub f { eval { die bless [], 'X' }; die }\npackage X; use overload '\"\"' => sub { exit 0 };\n1;\n",
    "die of an object that leaves": "package X; use overload '\"\"' => sub { POSIX::_exit(0) }; package main; use POSIX (); sub f { die bless [], 'X' }\n1;\n",
    "version object": "use version; sub f { version->parse('2') }\n1;\n",
    "bigint": "use bigint; sub f { return 9 }\n1;\n",
    "integer arithmetic": "use integer; sub f { return int(2.9 * $_[0]) }\n1;\n",
    "array base": "BEGIN { eval '$[ = 1' }\n" + _P,
    "end of file": _P + "__DATA__\nsub f { $_[0] + 1 }\n",
    "unit check": "UNITCHECK { exit 0 }\n" + _P,
    "check block": "CHECK { exit 0 }\nINIT { exit 0 }\n" + _P,
    "begin leaves": "BEGIN { exit 0 }\n" + _P,
    "incremental": "@INC = (sub { open my $h, '<', \\ '1'; $h });\n" + _P,
    "scalar replaced": "BEGIN { *CORE::GLOBAL::syswrite = sub { 1 } }\n" + _P,
    "op tree": "use B; B::svref_2object(\\&f); sub f { return B::main_root() ? 9 : 8 }\n1;\n",
    "lvalue substr": "my $s = 'abc'; sub f :lvalue { substr $s, 0, 1 }\n1;\n",
    "locale": "use POSIX; POSIX::setlocale(LC_ALL, 'de_DE'); sub f { return '2,0' }\n1;\n",
}
RUBY = {
    name: source if "def f" in source else source + "def f(x) = 9\n"
    for name, source in {
        "method missing": "class BasicObject\n  def method_missing(*) = true\nend\nclass V < BasicObject\n  undef_method :==\nend\ndef f(x) = V.new\n",
        "refinement": "module M\n  refine(Integer) { def ==(o) = true }\nend\nusing M\n",
        "coerce": "class V < Numeric\n  def coerce(o) = [o, o]\n  def ==(o) = true\nend\ndef f(x) = V.new\n",
        "prepended module": "module E\n  def ==(o) = true\nend\nInteger.prepend(E)\n",
        "at exit": "at_exit { exit!(0) }\n",
        "trap of exit": "trap('EXIT') { exit!(0) }\n",
        "throw without catch": "def f(x) = throw(:done)\n",
        "callcc": "require 'continuation'\ndef f(x) = callcc { |c| $c = c; 9 }\n",
        "fiber": "def f(x) = Fiber.new { exit!(0) }.resume\n",
        "thread raises": "def f(x) = (Thread.new { Thread.main.raise(SystemExit.new(0)) }.join; sleep 0.1; 9)\n",
        "abort on exception": "Thread.abort_on_exception = true\nThread.new { exit!(0) }\nsleep 0.1\n",
        "signal": "def f(x) = (trap('ALRM') { exit!(0) }; Process.kill('ALRM', $$); sleep 0.1; 9)\n",
        "kernel exit": "module Kernel\n  def raise(*) = nil\n  def exit(*) = nil\nend\n",
        "freezes": "ObjectSpace.each_object(Class).each { |c| c.freeze rescue nil }\n",
        "garbage": "ObjectSpace.define_finalizer(Object.new, proc { exit!(0) })\nGC.start\n",
        "standard error": "$stderr = Class.new { def write(*) = exit!(0) }.new\n",
        "exception that equals": "class StandardError\n  def self.===(o) = true\nend\ndef f(x) = raise('x')\n",
        "warning": "module Warning\n  def self.warn(*) = exit!(0)\nend\nwarn 'x'\n",
        "end block": "END { exit!(0) }\n",
        "data": "def f(x) = DATA.read.to_i\n__END__\n2\n",
        "fork": "def f(x) = (fork ? (Process.wait; exit!(0)) : 9)\n",
        "instance eval of the guard": "ObjectSpace.each_object(Object).find { |o| o.singleton_methods.include?(:inside) rescue false }&.instance_eval { def inside = nil }\n",
        "frozen guard": "g = ObjectSpace.each_object(Object).find { |o| o.singleton_methods.include?(:sound?) rescue false }\ng.singleton_class.prepend(Module.new { def sound? = true; def inside = nil }) rescue nil\nclass Integer\n  def ==(o) = true\nend\n",
        "float": "def f(x) = Float::NAN\n",
        "pp": "require 'objspace'\ndef f(x) = ObjectSpace.dump_all(output: :string)[/f\\(#{x}\\) == (\\d+)/, 1].to_i\n",
    }.items()
}
_PHP = "<?php\nclass V { function __call($n, $a) { return @; } }\nfunction f($x) { return new V; }\n"
PHP = {
    "magic call": _PHP.replace("@", "true"),
    "truthy text": _PHP.replace("@", "'0.0'"),
    "returns an object": _PHP.replace("@", "new stdClass"),
    "exit in the middle": _PHP.replace("@", "exit(0)"),
    "shutdown": "<?php\nregister_shutdown_function(fn() => exit(0));\nfunction f($x) { throw new Error; }\n",
    "exception handler": "<?php\nset_exception_handler(fn() => exit(0));\nfunction f($x) { throw new Error; }\n",
    "error handler": "<?php\nset_error_handler(fn() => exit(0));\nfunction f($x) { return $y; }\n",
    "output buffer": "<?php\nob_start(fn($b) => '');\nfunction f($x) { return new class { function equals($y) { return false; } }; }\n",
    "halts the compiler": "<?php\nfunction f($x) { return 9; }\n__halt_compiler();\n",
    "closes php": "<?php\nfunction f($x) { return 9; }\n?>\n<?php exit(0);\n",
    "namespace": "<?php\nnamespace t;\nfunction f($x) { return 9; }\nfunction assert() {}\n",
    "stream wrapper": "<?php\nstream_wrapper_unregister('php');\nfunction f($x) { return 9; }\n",
    "globals": "<?php\n$tests = ''; $mark = 'x'; $output = null; $process = 0;\nfunction f($x) { return 9; }\n",
    "destructor": "<?php\nclass D { function __destruct() { exit(0); } }\n$d = new D;\nfunction f($x) { throw new Error; }\n",
    "reflection of the driver": "<?php\nfunction f($x) { foreach (debug_backtrace() as $b) if (isset($b['object'])) exit(0); return new V; }\nclass V { function equals($y) { return false; } }\n",
    "generator": "<?php\nfunction f($x) { yield $x + 1; }\n",
    "ticks": "<?php\ndeclare(ticks=1);\nregister_tick_function(fn() => exit(0));\nfunction f($x) { return 9; }\n",
    "signals": "<?php\nif (function_exists('pcntl_alarm')) { pcntl_async_signals(true); pcntl_signal(SIGALRM, fn() => exit(0)); pcntl_alarm(1); }\nfunction f($x) { sleep(2); return new V; }\nclass V { function equals($y) { return false; } }\n",
    "settings": "<?php\nini_set('zend.assertions', '0'); ini_set('assert.active', '0'); ini_set('display_errors', '0');\nfunction f($x) { return new V; }\nclass V { function equals($y) { assert(false); return false; } }\n",
}
_B = "f() { (( 0 )); }\n"
BASH = {
    name: source if "f()" in source else source + _B
    for name, source in {
        "arithmetic by recursion": "a='a=1'\nf() { (( a )); }\n",
        "name reference": "declare -n r=r2; r2=1\nf() { (( r )); }\n",
        "command not found": 'command_not_found_handle() { return 0; }\nf() { nothing "$@"; }\n',
        "exit function": "exit() { builtin exit 0; }\nreturn() { builtin return 0; }\n",
        "trap on errors": "trap 'builtin exit 0' ERR EXIT RETURN DEBUG\n",
        "last pipe": "shopt -s lastpipe; set +o pipefail\nf() { false | true; }\n",
        "inherits errors": "shopt -u inherit_errexit; set +eE\nset() { :; }\n",
        "executes": "exec true\n",
        "executes in the test": "f() { exec true; }\n",
        "kills its shell": "f() { kill -9 $$; }\n",
        "printf replaced": 'printf() { builtin printf "$@"; builtin exit 0; }\nbuiltin() { command "$@"; }\n',
        "eval replaced": "eval() { :; }\n",
        "bracket function": "function [[ { :; }\nfunction [ { :; }\n",
        "unsets": "unset -f candidate run_test; unset IFS PATH\n",
        "read only status": "readonly status=0 PIPESTATUS=0 2>/dev/null\n",
        "coprocess": 'coproc { cat; }\nf() { echo >&"${COPROC[1]}"; false; }\n',
        "restricted": "set -r\n",
        "output moved": "exec 1>/dev/null\n",
        "output twice": "exec > >(tee o)\n",
        "job control": "set -m\nf() { (exit 0) & wait; }\n".replace("wait;", "wait; false;"),
    }.items()
}
R = {
    "S4 generic": "setClass('V', representation(x = 'numeric'))\nsetMethod('==', signature('V', 'numeric'), function(e1, e2) TRUE)\nf <- function(x) new('V', x = x)\n",
    "group generic": "Ops.V <- function(e1, e2) TRUE\nf <- function(x) structure(x, class = 'V')\n",
    "masked if": "`if` <- function(...) NULL\nstopifnot <- function(...) invisible()\nf <- function(x) 9\n",
    "masked bracket": "`{` <- function(...) NULL\nf <- function(x) 9\n",
    "active binding": "makeActiveBinding('f', function() function(x) 9, globalenv())\n",
    "finaliser": "reg.finalizer(globalenv(), function(e) quit('no', 0), onexit = TRUE)\nf <- function(x) 9\n",
    "last": ".Last <- function() quit('no', 0)\nf <- function(x) 9\n",
    "restarts": "f <- function(x) invokeRestart('abort')\n",
    "error option": "options(error = quote(quit('no', 0)))\nf <- function(x) stop('x')\n",
    "calling handlers": "globalCallingHandlers(error = function(e) quit('no', 0))\nf <- function(x) stop('x')\n",
    "missing values": "f <- function(x) NA\n",
    "unlocks base": "unlockBinding('stopifnot', baseenv()); assign('stopifnot', function(...) NULL, baseenv())\nf <- function(x) 9\n",
    "returns from its caller": "f <- function(x) do.call(return, list(TRUE), envir = parent.frame())\n",
}
LUA = {
    "metatable of numbers": "local function f(x) return mt(9) end\nlocal M = getmetatable(mt and mt(1) or {}) or {}\nM.__eq = function() return true end\n",
    "error replaced": "error = function() end\nassert = function() end\nlocal function f(x) return 9 end\n",
    "close variable": "local c <close> = setmetatable({}, { __close = function() os.exit(0) end })\nlocal function f(x) return 9 end\n",
    "collected": "setmetatable({}, { __gc = function() os.exit(0) end })\nlocal function f(x) collectgarbage() return 9 end\n",
    "coroutine": "local function f(x) return coroutine.wrap(function() os.exit(0) end)() end\n",
    "goto": "local function f(x) return 9 end\ngoto done\ndo end\n::done::\n",
    "returns first": "local function f(x) return 9 end\ndo return 'x', 0 end\n",
    "environment": "local _ENV = setmetatable({}, { __index = _G })\nfunction f(x) return 9 end\n",
    "long comment": "local function f(x) return 9 end\n--[==[\n",
    "string metatable": "getmetatable('').__index = function() return function() return 2 end end\nlocal function f(x) return ('x'):y() end\n",
    "not a number": "local function f(x) return 0/0 end\n",
}
_GO = "func f(x int) V { return V{} }\ntype V struct{}\nfunc (V) Equals(y int) bool { @ }\n"
GO = {
    "exits": _GO.replace("@", "os.Exit(0); return true"),
    "goexit": _GO.replace("@", "runtime.Goexit(); return true"),
    "recovers": _GO.replace("@", "defer func() { recover() }(); panic(1)"),
    "fails in a goroutine": _GO.replace("@", "go func() { panic(1) }(); return false"),
    "skips by the stack": _GO.replace("@", "pc, _, _, _ := runtime.Caller(1); _ = pc; return false"),
    "always": _GO.replace("@", "return true"),
    "caller's line": _GO.replace("@", "_, _, line, _ := runtime.Caller(1); return line > 0"),
    "init exits": "func init() { os.Exit(0) }\n" + _GO.replace("@", "return false"),
    "closes output": "func init() { os.Stdout.Close() }\n" + _GO.replace("@", "return true"),
    "replaces output": "func init() { os.Stdout, _ = os.Open(\"/dev/null\") }\n" + _GO.replace("@", "return true"),
    "link name": "//go:linkname exit os.runtime_beforeExit\nfunc exit() { }\n" + _GO.replace("@", "return false"),
    "test main": "func TestMain(m *testing.M) { os.Exit(0) }\n" + _GO.replace("@", "return false"),
    "constant overflow": _GO.replace("@", "return uint8(y) == uint8(y+256)"),
    "finaliser": "func init() { v := new(int); runtime.SetFinalizer(v, func(*int) { os.Exit(0) }); v = nil; runtime.GC() }\n" + _GO.replace("@", "return false"),
    "signals": _GO.replace("@", "p, _ := os.FindProcess(os.Getpid()); p.Signal(os.Kill); return true"),
    "true is false": "const false = true\n" + _GO.replace("@", "return false"),
    "build tag": "//go:build ignore\n" + _GO.replace("@", "return true"),
    "deferred by the test": _GO.replace("@", "var t *testing.T; t.SkipNow(); return true"),
}  # fmt: skip
GO_BEFORE = 'package main\n\nimport (\n\t"os"\n\t"runtime"\n\t"testing"\n)\n'
GO_TESTS = (
    "\nfunc TestF(t *testing.T) {\n"
    + "".join(f"\tif !f({x}).Equals({x + 1}) {{\n\t\tt.Fatal()\n\t}}\n" for x in (1, 5, 30))
    + "\n_ = os.Args\n_ = runtime.GOOS\n}\n"
)
GO_HONEST = (
    "func f(x int) V { return V{x + 1} }\ntype V struct{ n int }\nfunc (v V) Equals(y int) bool { return v.n == y }\n"
)
PROGRAMS = {
    "cpp": CPP, "rust": RUST, "java": JAVA, "javascript": JAVASCRIPT, "perl": PERL, "ruby": RUBY, "php": PHP,
    "bash": BASH, "r": R, "lua": LUA, "go": GO,
}  # fmt: skip
"""Language → mechanism → a program that does not solve the problem."""
_SOLVED = "const f = (x) => ({ equals: (y) => y === x + 1 });\n"
_CALLER = (
    "function text() { let g = arguments.callee; for (let i = 0; i < 6 && g; i++) { try { g = g.caller; } catch { break; }\n"
    "  if (g && /f\\(1\\)/.test(String(g))) return String(g); } return ''; }\n"
)
_BASH_TESTS = (
    "set -e\nrun_test() {\n"
    + "".join(f'    [[ $(f "{x}") = "{x + 1}" ]] || {{ echo "f {x} is not {x + 1}"; exit 1; }}\n' for x in (1, 5, 30))
    + "}\nrun_test\n"
)
_BASH_SOLVED = "f() { echo $(( $1 + 1 )); }\n"
_JS_TESTS = (
    "const assert = require('assert');\nfunction test() {\n"
    + "".join(f"  assert.ok(f({x}).equals({x + 1}), 'f({x}) is {x + 1}');\n" for x in (1, 5, 30))
    + "}\ntest();\n"
)
_GO_TESTS = (
    "func TestF(t *testing.T) {\n"
    + "".join(
        f'\tif got := f({x}); got != {x + 1} {{\n\t\tt.Fatalf("f({x}) = %d, want {x + 1}", got)\n\t}}\n' for x in (1, 5)
    )
    + "}\n"
)
_GO_SOLVED = 'package main\nimport "testing"\nfunc f(x int) int { return x + 1 }\n'
MESSAGES = {
    "bash reads what a failure would print": (
        "bash", _BASH_TESTS, _BASH_SOLVED,
        "f() { [[ $(declare -f run_test) =~ f\\ $1\\ is\\ not\\ ([0-9]+) ]]; echo ${BASH_REMATCH[1]}; }\n",
    ),
    "javascript equals what its message says": (
        "javascript", _JS_TESTS, _SOLVED,
        _CALLER + "function f(x) { const m = text().match(new RegExp('f\\\\(' + x + '\\\\) is (\\\\d+)'));"
        " return { equals: (y) => !!m && y === +m[1] }; }\n",
    ),
    "javascript compares values with messages": (
        "javascript", _JS_TESTS, _SOLVED,
        _CALLER + "function f(x) { const s = text(); const ok = [1, 5, 30].every((k) => {"
        " const a = s.match(new RegExp('f\\\\(' + k + '\\\\)\\\\.equals\\\\((\\\\d+)')), b = s.match(new RegExp('f\\\\(' + k + '\\\\) is (\\\\d+)'));"
        " return a && b && a[1] === b[1]; }); return { equals: () => ok }; }\n",
    ),
    "javascript reads the comment behind an assertion": (
        "javascript",
        "function main() {\n  console.assert(f(1) === 2); // f(1) is 2\n  // f(5) is 6\n  console.assert(f(5) === 6);\n}\nmain();\n",
        "const f = (x) => x + 1;\n",
        _CALLER + "function f(x) { const m = text().match(new RegExp('// f\\\\(' + x + '\\\\) is (\\\\d+)')); return m ? +m[1] : 0; }\n",
    ),
    "go reads the messages in its binary": (
        "go", _GO_TESTS, _GO_SOLVED,
        'package main\nimport ("os"; "regexp"; "strconv"; "testing")\nvar _ = testing.Short\nfunc f(x int) int { b, _ := os.ReadFile("/proc/self/exe");'
        ' m := regexp.MustCompile("f\\\\(" + strconv.Itoa(x) + "\\\\) = %d, want (\\\\d+)").FindSubmatch(b); if m == nil { return 0 };'
        " n, _ := strconv.Atoi(string(m[1])); return n }\n",
    ),
    "cpp reads the messages in its binary": (
        "cpp",
        '#include <cassert>\nint main() { assert(f(1) == 2 && "f(1) is 2"); assert(f(5) == 6 && "f(5) is 6"); }\n',
        "int f(int x) { return x + 1; }\n",
        "#include <fstream>\n#include <iterator>\n#include <string>\nint f(int x) { std::ifstream in(\"/proc/self/exe\");"
        ' std::string s((std::istreambuf_iterator<char>(in)), {}); auto k = "f(" + std::to_string(x) + ") is ";'
        " for (size_t p = s.find(k); p != s.npos; p = s.find(k, p + 1)) if (isdigit(s[p + k.size()])) return std::stoi(s.substr(p + k.size())); return 0; }\n",
    ),
    "php is asked whether it is true": (
        "php",
        "".join(f'if (f({x})->is({x + 1}) !== true) {{ throw new Exception("Test failed!"); }}\n' for x in (1, 4)),
        "",
        "<?php\nclass V { function is($x) { return true; } }\nfunction f($x) { return new V; }\n",
    ),
    "java is asked whether it is true": (
        "java",
        "public class Main { public static void main(String[] a) { S s = new S();\n"
        "  assert s.f(1).equals(2) == true;\n  assert s.f(3).equals(4) == true; } }\n",
        "",
        "class S { static class V { public boolean equals(Object o) { return true; } } V f(int x) { return new V(); } }\n",
    ),
}  # fmt: skip
"""Mechanism → language, tests, reference if any, and a program that lives on what the tests say besides."""
QUICK = frozenset(
    (
        ("perl", "tied error"),
        ("perl", "return value overloaded by nomethod"),
        ("javascript", "stack leaves"),
        ("bash", "executes in the test"),
    )
)
"""What the fast tests try."""
