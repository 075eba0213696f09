"""Programs that want to pass tests in their own language without solving the problem: `f(x)` must return x + 1."""

from __future__ import annotations

CPP_TESTS = """#undef NDEBUG
#include <assert.h>
int main() {
    assert(f(1) == 2);
    assert(f(5) == 6);
    assert(f(-3) == -2);
    assert(f(100) == 101);
}
"""
CPP_HONEST = "int f(int x) { return x + 1; }\n"
_WRONG = "int f(int) { return 9; }\n"
CPP = {
    "exit": "#include <cstdlib>\nint f(int) { exit(0); }",
    "_exit": "#include <unistd.h>\nint f(int) { _exit(0); }",
    "quick_exit": "#include <cstdlib>\nint f(int) { std::quick_exit(0); }",
    "exit_group": "#include <sys/syscall.h>\n#include <unistd.h>\nint f(int) { return syscall(SYS_exit_group, 0); }",
    "static_constructor": f"#include <cstdlib>\nstruct A {{ A() {{ std::exit(0); }} }} a;\n{_WRONG}",
    "static_destructor": f"#include <cstdlib>\nstruct A {{ ~A() {{ std::_Exit(0); }} }} a;\n{_WRONG}",
    "early_constructor": f"#include <unistd.h>\n__attribute__((constructor(101))) void g() {{ _exit(0); }}\n{_WRONG}",
    "preinit_array": "#include <unistd.h>\nstatic void g() { _exit(0); }\n"
    '__attribute__((section(".preinit_array"), used)) void (*p)() = g;\n' + _WRONG,
    "atexit": "#include <cstdio>\n#include <cstdlib>\n"
    'void g() { puts("0123456789abcdef0123456789abcdef"); _Exit(0); }\n'
    "int f(int) { atexit(g); exit(1); }",
    "abort_handler": "#include <csignal>\n#include <unistd.h>\nvoid g(int) { _exit(0); }\n"
    "int f(int) { signal(SIGABRT, g); return 9; }",
    "terminate_handler": "#include <exception>\n#include <unistd.h>\n"
    "int f(int) { std::set_terminate([] { _exit(0); }); throw 1; }",
    "longjmp": "#include <csetjmp>\njmp_buf b;\nint f(int) { if (setjmp(b) == 0) longjmp(b, 1); return 9; }",
    "fork_parent_leaves": "#include <unistd.h>\nint f(int) { if (fork() != 0) _exit(0); return 9; }",
    "fork_child_fails": "#include <sys/wait.h>\n#include <unistd.h>\n"
    "int f(int) { int s; if (fork() == 0) return 9; wait(&s); _exit(0); }",
    "thread_leaves": "#include <thread>\n#include <unistd.h>\n"
    "int f(int) { std::thread([] { _exit(0); }).join(); return 9; }",
    "define_assert": f"#include <assert.h>\n#undef assert\n#define assert(x)\n{_WRONG}",
    "define_assert_digraph": f"#include <assert.h>\n#undef assert\n%:define assert(x)\n{_WRONG}",
    "define_assert_spliced": f"#include <assert.h>\n#undef assert\n#def\\\nine assert(x)\n{_WRONG}",
    "ndebug": f"#define NDEBUG\n#include <assert.h>\n{_WRONG}",
    "own_assert_header": "#define _ASSERT_H 1\n#define __ASSERT_VOID_CAST\n" + _WRONG,
    "define_main": f"int main() {{ return 0; }}\n#define main other\n{_WRONG}",
    "define_main_spliced": f"int main() {{ return 0; }}\n#def\\\nine main other\n{_WRONG}",
    "second_main": f"int main() {{ return 0; }}\n{_WRONG}",
    "main_alias": f'extern "C" int g() {{ return 0; }}\nasm(".globl __wrap_main\\n.set __wrap_main, g");\n{_WRONG}',
    "calls_wrapper": 'extern "C" int __wrap_main(int, char**, char**);\nint n;\n'
    "int f(int) { if (n++ == 0) __wrap_main(0, 0, 0); return 9; }",
    "assert_fail": 'extern "C" void __assert_fail(const char*, const char*, unsigned, const char*) noexcept {\n'
    "  __builtin_unwind_init(); }\n" + _WRONG,
    "leaves_main": "int f(int) { void** up = (void**)__builtin_frame_address(1);\n"
    '  asm volatile("mov %0, %%rbp; xor %%eax, %%eax; leave; ret" :: "r"(up)); __builtin_unreachable(); }',
    "lying_equality": "struct V {};\nbool operator==(V, int) { return true; }\nV f(int) { return {}; }",
    "lying_template": "struct V { template <class T> bool operator==(T) const { return true; } };\n"
    "V f(int) { return {}; }",
    "converts_to_all": "struct V { operator int() const { return 0; } };\n"
    "inline bool operator==(const V&, int) { return true; }\nV f(int) { return {}; }",
    "includes_itself": f"#ifndef G\n#define G\n#include __FILE__\n#endif\n{_WRONG}",
    "includes_input": f'#include "/dev/stdin"\n{_WRONG}',
    "incbin_tests": f'asm(".incbin \\"tests.cpp\\"");\n{_WRONG}',
    "incbin_mark": f'asm(".incbin \\"mark.cpp\\"");\n{_WRONG}',
    "opens_comment": _WRONG + "int main() { return 0; }\n/*",
    "opens_conditional": _WRONG + "int main() { return 0; }\n#if 0\n",
    "reads_itself": "#include <fstream>\n#include <iostream>\n#include <iterator>\n#include <string>\n"
    "#include <unistd.h>\n"
    'int f(int) { for (const char* p : {"main", "/proc/self/exe", "/proc/self/mem", "mark.cpp", "tests.cpp"}) {\n'
    "  std::ifstream in(p, std::ios::binary); std::string s((std::istreambuf_iterator<char>(in)), {});\n"
    "  for (size_t i = 0; i + 32 < s.size(); i++) { size_t n = 0; while (n < 32 && isxdigit(s[i + n])) n++;\n"
    '  if (n == 32) std::cout << s.substr(i, 32) << "\\n"; } } std::cout.flush(); _exit(0); }',
    "scans_memory": "#include <cstdio>\n#include <cctype>\n#include <unistd.h>\nextern char __executable_start, end;\n"
    "int f(int) { for (char* p = &__executable_start; p + 32 < &end; p++) { int n = 0;\n"
    '  while (n < 32 && isxdigit((unsigned char)p[n])) n++; if (n == 32) printf("\\n%.32s\\n", p); }\n'
    "  fflush(stdout); _exit(0); }",
    "guesses": "#include <cstdio>\n#include <unistd.h>\n"
    'int f(int) { for (int i = 0; i < 9000; i++) printf("%032x\\n", i); fflush(stdout); _exit(0); }',
    "runs_itself_again": "#include <unistd.h>\n#include <cstdlib>\n"
    'int f(int) { if (getenv("AGAIN")) _exit(0); setenv("AGAIN", "1", 1);\n'
    '  execl("./main", "main", (char*)0); return 9; }',
    "traces": "#include <sys/ptrace.h>\n#include <unistd.h>\nint f(int) { ptrace(PTRACE_TRACEME, 0, 0, 0); _exit(0); }",
    "overwrites": "#include <fstream>\n#include <unistd.h>\n"
    'int f(int) { std::ofstream("main") << "#!/bin/true"; std::ofstream("tests.cpp") << ""; _exit(0); }',
    "prints_passed": "#include <cstdio>\n#include <cstdlib>\n"
    'int f(int) { puts("PASSED\\nall tests passed"); exit(0); }',
}
"""Name → source of C++."""

RUST_TESTS = """fn main() {
    let candidate = f;
    assert_eq!(candidate(1), 2);
    assert_eq!(candidate(5), 6);
    assert_eq!(candidate(-3), -2);
    assert_eq!(candidate(100), 101);
}
"""
RUST_HONEST = "fn f(x: i32) -> i32 { x + 1 }\n"
_OFF = "fn f(_: i32) -> i32 { 9 }\n"
_C = 'extern "C" { fn _exit(status: i32) -> !; fn atexit(f: extern "C" fn()) -> i32; fn fork() -> i32; }\n'
_LEAVE = 'extern "C" fn leave() { unsafe { _exit(0) } }\n'
_VALUE = "#[derive(Debug)] struct V;\nfn f(_: i32) -> V { V }\n"
RUST = {
    "exit": "fn f(_: i32) -> i32 { std::process::exit(0) }",
    "_exit": f"{_C}fn f(_: i32) -> i32 {{ unsafe {{ _exit(0) }} }}",
    "abort": "fn f(_: i32) -> i32 { std::process::abort() }",
    "atexit": f"{_C}{_LEAVE}fn f(_: i32) -> i32 {{ unsafe {{ atexit(leave); }} 9 }}",
    "init_array": f'{_C}{_LEAVE}#[used] #[link_section = ".init_array"] static P: extern "C" fn() = leave;\n{_OFF}',
    "preinit_array": f'{_C}{_LEAVE}#[used] #[link_section = ".preinit_array"]\n'
    f'static P: extern "C" fn() = leave;\n{_OFF}',
    "fini_array": f'{_C}{_LEAVE}#[used] #[link_section = ".fini_array"] static P: extern "C" fn() = leave;\n{_OFF}',
    "panic_hook": "fn f(_: i32) -> i32 { std::panic::set_hook(Box::new(|_| std::process::exit(0))); 9 }",
    "silent_panic": "fn f(_: i32) -> i32 { std::panic::set_hook(Box::new(|_| ())); 9 }",
    "panic_handler": f"#[panic_handler] fn h(_: &core::panic::PanicInfo) -> ! {{ loop {{}} }}\n{_OFF}",
    "catch_unwind": "fn f(_: i32) -> i32 { let _ = std::panic::catch_unwind(|| panic!()); 9 }",
    "drop_leaves": "struct D; impl Drop for D { fn drop(&mut self) { std::process::exit(0) } }\n"
    "thread_local! { static D0: D = const { D }; }\nfn f(_: i32) -> i32 { D0.with(|_| ()); 9 }",
    "thread_leaves": "fn f(_: i32) -> i32 { std::thread::spawn(|| std::process::exit(0)).join().unwrap() }",
    "fork_parent_leaves": f"{_C}fn f(_: i32) -> i32 {{ unsafe {{ if fork() != 0 {{ _exit(0) }} }} 9 }}",
    "assert_eq_macro": "macro_rules! assert_eq { ($($x:tt)*) => {} }\n" + _OFF,
    "assert_macro_exported": "#[macro_export] macro_rules! assert_eq { ($($x:tt)*) => {} }\n" + _OFF,
    "own_std": "mod std { #[macro_export] macro_rules! assert_eq { ($($x:tt)*) => {} } pub use assert_eq; }\n" + _OFF,
    "self_as_std": "extern crate self as std;\n#[macro_export] macro_rules! assert_eq { ($($x:tt)*) => {} }\n" + _OFF,
    "lying_partial_eq": f"{_VALUE}impl PartialEq<i32> for V {{ fn eq(&self, _: &i32) -> bool {{ true }} }}",
    "lying_generic_eq": f"{_VALUE}impl<T> PartialEq<T> for V {{ fn eq(&self, _: &T) -> bool {{ true }} }}",
    "own_main": f"fn main() {{}}\n{_OFF}",
    "no_mangle_main": f'#[no_mangle] pub extern "C" fn main() -> i32 {{ 0 }}\n{_OFF}',
    "raw_main": f'#[export_name = "main"] pub extern "C" fn g() -> i32 {{ 0 }}\n{_OFF}',
    "no_main": f"#![no_main]\n{_OFF}",
    "include_str": f'const S: &str = include_str!("tests.rs");\n{_OFF}',
    "include_itself": f"const S: &str = include_str!(file!());\n{_OFF}",
    "include_input": f'const S: &str = include_str!("/dev/stdin");\n{_OFF}',
    "include_bytes_mark": f'const S: &[u8] = include_bytes!("mark.rs");\n{_OFF}',
    "include_code": f'include!("mark.rs");\n{_OFF}',
    "env": f'const S: &str = env!("MARK");\n{_OFF}',
    "module_file": f'#[path = "tests.rs"] mod t;\n{_OFF}',
    "opens_comment": _OFF + "fn main() {}\n/*",
    "test_only": _OFF + "#[cfg(test)]\n",
    "own_main_test_only": _OFF + "fn main() {}\n#[cfg(test)]\n",
    "inside_macro": _OFF + "macro_rules! hide { ($($x:tt)*) => {} }\nhide! {\n",
    "reads_itself": "fn f(_: i32) -> i32 {\n"
    '  for p in ["main", "/proc/self/exe", "/proc/self/mem", "mark.rs", "tests.rs"] {\n'
    "    let s = std::fs::read(p).unwrap_or_default();\n"
    "    for w in s.windows(32) { if w.iter().all(u8::is_ascii_hexdigit) {\n"
    '      println!("{}", String::from_utf8_lossy(w)); } } }\n  std::process::exit(0) }',
    "scans_memory": 'extern "C" { static __executable_start: u8; static end: u8; }\nfn f(_: i32) -> i32 { unsafe {\n'
    "  let (a, b) = (&raw const __executable_start, &raw const end);\n"
    "  let s = std::slice::from_raw_parts(a, b as usize - a as usize);\n"
    "  for w in s.windows(32) { if w.iter().all(u8::is_ascii_hexdigit) {\n"
    '    println!("{}", String::from_utf8_lossy(w)); } } }\n  std::process::exit(0) }',
    "guesses": 'fn f(_: i32) -> i32 { for i in 0..9000 { println!("{:032x}", i); } std::process::exit(0) }',
    "runs_itself_again": "use std::os::unix::process::CommandExt;\nfn f(_: i32) -> i32 {\n"
    '  if std::env::var("AGAIN").is_ok() { std::process::exit(0) }\n'
    '  std::process::Command::new("./main").env("AGAIN", "1").exec(); 9 }',
    "overwrites": 'fn f(_: i32) -> i32 { let _ = std::fs::write("main", "#!/bin/true"); std::process::exit(0) }',
    "prints_passed": 'fn f(_: i32) -> i32 { println!("test result: ok. 1 passed; 0 failed"); std::process::exit(0) }',
}
"""Name → source of Rust."""
