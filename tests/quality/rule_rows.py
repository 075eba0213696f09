"""Each rule in each language: code that has it, and code that only seems to."""

from __future__ import annotations

Pair = tuple[str, str]

PYTHON: dict[str, Pair] = {
    "parses": ("def f():\n    return 1\n", "def f(:\n    return 1\n"),
    "function": ("def f():\n    pass\n", 'text = "def f(): pass"\n'),
    "class": ("class Stack:\n    pass\n", "# class Stack\nstack = object()\n"),
    "return": ("def f():\n    return 1\n", 'def f():\n    print("return")\n'),
    "control-flow": ("for item in [1]:\n    print(item)\n", 'print("if for while")\n'),
    "imports": ("import os\n", 'text = "import os"\n'),
    "names": ("total = 1\n", "x = 1\n"),
    "type-hints": ("x = 1\ndef f(a: int):\n    return a\n", "x = 1\ndef f(a):\n    return {a: int}\n"),
    "docstrings": (
        'def f():\n    """Says what it does."""\n',
        'def f():\n    text = """Says nothing."""\n    return text\n',
    ),
    "comments": ("total = 1  # so far\n", 'total = "# so far"\n'),
    "module-docstring": ('"""What it is for."""\nimport os\n', 'import os\n"""Too late."""\n'),
    "handlers": ("try:\n    f()\nexcept ValueError:\n    g()\n", 'print("try: except:")\n'),
    "validation": (
        'def f(n):\n    if n < 0:\n        raise ValueError("n")\n    return n\n',
        'def f(n):\n    if n < 0:\n        return 1\n    raise ValueError("n")\n',
    ),
    "finally": ("try:\n    f()\nfinally:\n    g()\n", "try:\n    f()\nexcept ValueError:\n    g()\n"),
    "test-functions": ("def test_sum():\n    pass\n", "def attest_sum():\n    pass\ndef testify():\n    pass\n"),
    "assertions": ("assert f(1) == 2\n", 'print("assert f(1) == 2")\n'),
    "framework": ("import pytest\n", "import pytesseract\n"),
}

JAVASCRIPT: dict[str, Pair] = {
    "parses": ("function f() { return 1; }\n", "function f( { return 1; }\n"),
    "function": ("const add = (a, b) => a + b;\n", 'const text = "function f() {}";\n'),
    "class": ("class Stack {}\n", "// class Stack {}\nlet stack = 1;\n"),
    "return": ("function f() { return 1; }\n", 'function f() { log("return"); }\n'),
    "control-flow": ("while (ready()) { step(); }\n", 'log("while (1) {}");\n'),
    "imports": ('const fs = require("fs");\n', 'log("import fs from fs");\n'),
    "names": ("let total = 1;\n", "let x = 1;\n"),
    "type-hints": (
        "let x = 1;\n/** @param {number} a */\nfunction f(a) { return a; }\n",
        "let x = 1;\nfunction f(a) { return a; }\n",
    ),
    "docstrings": ("/** Adds. */\nfunction f() {}\n", "// Adds.\nfunction f() {}\n"),
    "comments": ("let total = 1; // so far\n", 'let total = "// so far";\n'),
    "module-docstring": ("/** What it is for. */\n\nimport a from 'a';\n", "import a from 'a';\n\n/** Too late. */\n"),
    "handlers": ("try { f(); } catch (error) { g(error); }\n", 'log("try catch");\n'),
    "validation": (
        'function f(n) { if (n < 0) { throw new RangeError("n"); } return n; }\n',
        "function f(n) { if (n < 0) { return 1; } return n; }\n",
    ),
    "finally": ("try { f(); } finally { g(); }\n", "try { f(); } catch (error) { g(); }\n"),
    "test-functions": ('it("adds", () => { f(); });\n', 'commit("adds", () => { f(); });\n'),
    "assertions": ("expect(f(1)).toBe(2);\n", "expected(f(1));\n"),
    "framework": ("import { test } from 'vitest';\n", "import chair from 'chairs';\n"),
}

TYPESCRIPT: dict[str, Pair] = JAVASCRIPT | {
    "class": ("interface Point { left: number }\n", "const point = { left: 1 };\n"),
    "type-hints": (
        "let x = 1;\nfunction f(a: number) { return a; }\n",
        "let x = 1;\nfunction f(a) { return { a: Number }; }\n",
    ),
    "parses": ("const f = (a: number): number => a;\n", "const f = (a: number: number => a;\n"),
}

JAVA: dict[str, Pair] = {
    "parses": ("class A { int f() { return 1; } }\n", "class A { int f( { return 1; } }\n"),
    "function": ("class A { int f() { return 1; } }\n", 'class A { String text = "int f() {}"; }\n'),
    "class": ("record Point(int left) {}\n", "// class Point {}\nimport java.util.List;\n"),
    "return": ("class A { int f() { return 1; } }\n", 'class A { void f() { log("return"); } }\n'),
    "control-flow": ("class A { void f() { for (;;) { g(); } } }\n", 'class A { void f() { log("for (;;)"); } }\n'),
    "imports": ("import java.util.List;\nclass A {}\n", "class A {} // import java.util.List;\n"),
    "names": ("class A { void f() { int total = 1; } }\n", "class A { void f() { int x = 1; } }\n"),
    "type-hints": ("class A { int f(int a) { int x = 1; return a; } }\n", "class A { static { x = 1; } }\n"),
    "docstrings": ("/** Adds. */\nclass A {}\n", "/* Adds. */\nclass A {}\n"),
    "comments": ("class A { } // so far\n", 'class A { String text = "// so far"; }\n'),
    "module-docstring": (
        "/* What it is for. */\n\nimport java.util.List;\nclass A {}\nclass B {}\n",
        "class A {}\nclass B {}\n/* Late. */\n",
    ),
    "handlers": (
        "class A { void f() { try { g(); } catch (Exception error) { h(); } } }\n",
        'class A { void f() { log("try catch"); } }\n',
    ),
    "validation": (
        "class A { int f(int n) { if (n < 0) { throw new IllegalArgumentException(); } return n; } }\n",
        "class A { int f(int n) { if (n < 0) { return 1; } throw new IllegalStateException(); } }\n",
    ),
    "finally": (
        "class A { void f() { try { g(); } finally { h(); } } }\n",
        "class A { void f() { try { g(); } catch (Exception error) { h(); } } }\n",
    ),
    "test-functions": ("class A { @Test void adds() { f(); } }\n", "class A { @Deprecated void contest() { f(); } }\n"),
    "assertions": ("class A { void f() { assertEquals(2, g()); } }\n", "class A { void f() { insert(2, g()); } }\n"),
    "framework": ("import org.junit.jupiter.api.Test;\nclass A {}\n", "import org.json.JSONObject;\nclass A {}\n"),
}

C: dict[str, Pair] = {
    "parses": ("int f(void) { return 1; }\n", "int f(void { return 1; }\n"),
    "function": ("int f(void) { return 1; }\n", "int f(void);\n"),
    "class": ("struct point { int left; };\n", "struct point *find(struct point *start);\n"),
    "return": ("int f(void) { return 1; }\n", 'void f(void) { puts("return"); }\n'),
    "control-flow": ("void f(void) { while (g()) h(); }\n", 'void f(void) { puts("while (1)"); }\n'),
    "imports": ("#include <stdio.h>\n", "#define include 1\n"),
    "names": ("int f(void) { int total = 1; return total; }\n", "int f(void) { int x = 1; return x; }\n"),
    "type-hints": ("int f(int a) { int x = 1; return a + x; }\n", "#define SIZE 3 \n"),
    "docstrings": ("/** Adds. */\nint f(void) { return 1; }\n", "/* Adds. */\nint f(void) { return 1; }\n"),
    "comments": ("int total = 1; // so far\n", 'char *text = "// so far";\n'),
    "module-docstring": ("/* What it is for. */\n\n#include <stdio.h>\n", "#include <stdio.h>\n/* Late. */\n"),
    "handlers": (
        'void f(void) { char *p = malloc(1); if (p == NULL) { perror("f"); } }\n',
        'void f(void) { puts("errno NULL"); }\n',
    ),
    "validation": (
        "int f(int n) { if (n < 0) { return -1; } return n; }\n",
        "int f(int n) { if (n < 0) { return 1; } return n; }\n",
    ),
    "finally": (
        "int f(void) { if (g()) goto done; h();\ndone:\n    return 1; }\n",
        "int f(void) { if (g()) return 1; h(); return 2; }\n",
    ),
    "test-functions": ("void test_sum(void) { f(); }\n", "void attest_sum(void) { f(); }\n"),
    "assertions": ("int main(void) { assert(f(1) == 2); }\n", "int main(void) { insert(f(1)); }\n"),
    "framework": ("#include <cmocka.h>\n", "#include <stdio.h>\n"),
}

CPP: dict[str, Pair] = C | {
    "class": ("class Stack { int size; };\n", "// class Stack {};\nint size = 1;\n"),
    "handlers": ("void f() { try { g(); } catch (const E& e) { h(); } }\n", 'void f() { log("try catch"); }\n'),
    "validation": (
        'int f(int n) { if (n < 0) { throw std::invalid_argument("n"); } return n; }\n',
        "int f(int n) { if (n < 0) { return 1; } return n; }\n",
    ),
    "finally": ("struct A { ~A() { close(); } };\n", "struct A { A() { open(); } };\n"),
    "test-functions": ("TEST(Sum, Adds) { EXPECT_EQ(f(1), 2); }\n", "int contest(int left) { return left; }\n"),
    "assertions": ("void f() { EXPECT_EQ(g(1), 2); }\n", "void f() { expected(g(1)); }\n"),
    "framework": ("#include <gtest/gtest.h>\n", "#include <vector>\n"),
}

CSHARP: dict[str, Pair] = {
    "parses": ("class A { int F() { return 1; } }\n", "class A { int F( { return 1; } }\n"),
    "function": ("class A { int F() { return 1; } }\n", 'class A { string text = "int F() {}"; }\n'),
    "class": ("struct Point { }\n", "// struct Point { }\nusing System;\n"),
    "return": ("class A { int F() => 1; }\n", 'class A { void F() { Log("return"); } }\n'),
    "control-flow": (
        "class A { void F() { foreach (var item in list) { G(item); } } }\n",
        'class A { void F() { Log("if"); } }\n',
    ),
    "imports": ("using System;\n", "class A { void F() { using (var file = Open()) { } } }\n"),
    "names": ("class A { void F() { var total = 1; } }\n", "class A { void F() { var x = 1; } }\n"),
    "type-hints": ("class A { int F(int a) { int x = 1; return a; } }\n", "enum A { B } \n"),
    "docstrings": ("/// <summary>Adds.</summary>\nclass A { }\n", "// Adds.\nclass A { }\n"),
    "comments": ("class A { } // so far\n", 'class A { string text = "// so far"; }\n'),
    "module-docstring": ("// What it is for.\n\nusing System;\n", "using System;\n// Late.\n"),
    "handlers": (
        "class A { void F() { try { G(); } catch (Exception error) { H(); } } }\n",
        'class A { void F() { Log("try catch"); } }\n',
    ),
    "validation": (
        "class A { int F(int n) { if (n < 0) { throw new ArgumentException(); } return n; } }\n",
        "class A { int F(int n) { if (n < 0) { return 1; } throw new ArgumentException(); } }\n",
    ),
    "finally": (
        "class A { void F() { try { G(); } finally { H(); } } }\n",
        "class A { void F() { try { G(); } catch (Exception error) { H(); } } }\n",
    ),
    "test-functions": (
        "class A { [Fact] public void Adds() { F(); } }\n",
        "class A { [Obsolete] public void Contest() { F(); } }\n",
    ),
    "assertions": (
        "class A { void F() { Assert.Equal(2, G()); } }\n",
        "class A { void F() { Insert.Row(2, G()); } }\n",
    ),
    "framework": ("using Xunit;\n", "using Xunita;\n"),
}

GO: dict[str, Pair] = {
    "parses": ("package a\nfunc f() int { return 1 }\n", "package a\nfunc f( int { return 1 }\n"),
    "function": ("package a\nfunc f() int { return 1 }\n", 'package a\nvar text = "func f() {}"\n'),
    "class": ("package a\ntype Point struct { Left int }\n", "package a\n// type Point struct\nvar size = 1\n"),
    "return": ("package a\nfunc f() int { return 1 }\n", 'package a\nfunc f() { g("return") }\n'),
    "control-flow": ("package a\nfunc f() { for g() { h() } }\n", 'package a\nfunc f() { g("for if") }\n'),
    "imports": ('package a\nimport "fmt"\n', "package a\n// import fmt\n"),
    "names": ("package a\nfunc f() { total := 1 }\n", "package a\nfunc f() { x := 1 }\n"),
    "type-hints": ("package a\nfunc f(a int) { x := 1 }\n", 'package a \n\nimport "fmt"\n'),
    "docstrings": ("package a\n\n// f adds.\nfunc f() {}\n", "package a\n\n// far above\n\nfunc f() {}\n"),
    "comments": ("package a\n\nvar total = 1 // so far\n", 'package a\n\nvar total = "// so far"\n'),
    "module-docstring": ("// Package a adds.\npackage a\n", "package a\n\n// Late.\n"),
    "handlers": (
        "package a\nfunc f() { if err := g(); err != nil { h(err) } }\n",
        'package a\nfunc f() { g("err != nil") }\n',
    ),
    "validation": (
        'package a\nfunc f(n int) error { if n < 0 { return errors.New("n") }; return nil }\n',
        "package a\nfunc f(n int) int { if n < 0 { return 1 }; return n }\n",
    ),
    "finally": ("package a\nfunc f() { defer g() }\n", 'package a\nfunc f() { g("defer") }\n'),
    "test-functions": (
        "package a\nfunc TestSum(t *testing.T) { f() }\n",
        "package a\nfunc Testify() { f() }\nfunc Contest() {}\n",
    ),
    "assertions": (
        'package a\nfunc f(t *testing.T) { t.Errorf("bad") }\n',
        'package a\nfunc f() { fmt.Errorf("bad") }\n',
    ),
    "framework": ('package a\nimport "testing"\n', 'package a\nimport "testament"\n'),
}

RUST: dict[str, Pair] = {
    "parses": ("fn f() -> i32 { 1 }\n", "fn f( -> i32 { 1 }\n"),
    "function": ("fn f() -> i32 { 1 }\n", 'const TEXT: &str = "fn f() {}";\n'),
    "class": ("struct Point { left: i32 }\n", "// struct Point\nconst SIZE: i32 = 1;\n"),
    "return": ("fn f() -> i32 { 1 }\n", 'fn f() { g("return"); }\n'),
    "control-flow": ("fn f() { while g() { h(); } }\n", 'fn f() { g("while if"); }\n'),
    "imports": ("use std::fs;\n", "// use std::fs;\nfn f() {}\n"),
    "names": ("fn f() { let total = 1; }\n", "fn f() { let x = 1; }\n"),
    "type-hints": ("fn f(a: i32) { let x = 1; }\n", "use std::fs; \n"),
    "docstrings": ("/// Adds.\nfn f() {}\n", "// Adds.\nfn f() {}\n"),
    "comments": ("const TOTAL: i32 = 1; // so far\n", 'const TOTAL: &str = "// so far";\n'),
    "module-docstring": ("//! What it is for.\n\nuse std::fs;\n", "use std::fs;\n// Late.\n"),
    "handlers": ("fn f() -> Result<(), E> { g()?; Ok(()) }\n", 'fn f() { g("Err(x)?"); }\n'),
    "validation": (
        'fn f(n: i32) -> Result<i32, String> { if n < 0 { return Err("n".into()); } Ok(n) }\n',
        "fn f(n: i32) -> i32 { if n < 0 { return 1; } n }\n",
    ),
    "finally": ("impl Drop for A { fn drop(&mut self) { g(); } }\n", "impl Display for A { fn fmt(&self) { g(); } }\n"),
    "test-functions": ("#[test]\nfn adds() { f(); }\n", "#[inline]\nfn contest() { f(); }\n"),
    "assertions": ("fn f() { assert_eq!(g(1), 2); }\n", "fn f() { insert!(g(1), 2); }\n"),
    "framework": ("#[cfg(test)]\nmod tests {}\n", "#[cfg(unix)]\nmod unix {}\n"),
}

PHP: dict[str, Pair] = {
    "parses": ("<?php\nfunction f() { return 1; }\n", "<?php\nfunction f( { return 1; }\n"),
    "function": ("<?php\nfunction f() { return 1; }\n", '<?php\n$text = "function f() {}";\n'),
    "class": ("<?php\nclass Stack {}\n", "<?php\n// class Stack {}\n$size = 1;\n"),
    "return": ("<?php\nfunction f() { return 1; }\n", '<?php\nfunction f() { log("return"); }\n'),
    "control-flow": ("<?php\nforeach ($items as $item) { f($item); }\n", '<?php\nf("if while");\n'),
    "imports": ("<?php\nuse App\\Stack;\n", "<?php\n// use App\\Stack;\nf();\n"),
    "names": ("<?php\n$total = 1;\n", "<?php\n$x = 1;\n"),
    "type-hints": (
        "<?php\n$x = 1;\nfunction f(int $a) { return $a; }\n",
        "<?php\n$x = 1;\nfunction f($a) { return $a; }\n",
    ),
    "docstrings": ("<?php\n\n/** Adds. */\nfunction f() {}\n", "<?php\n\n// Adds.\nfunction f() {}\n"),
    "comments": ("<?php\n\n$total = 1; // so far\n", '<?php\n\n$total = "// so far";\n'),
    "module-docstring": ("<?php\n/** What it is for. */\n\nuse App\\Stack;\n", "<?php\nuse App\\Stack;\n// Late.\n"),
    "handlers": ("<?php\ntry { f(); } catch (Exception $error) { g(); }\n", '<?php\nf("try catch");\n'),
    "validation": (
        "<?php\nfunction f($n) { if ($n < 0) { throw new InvalidArgumentException(); } return $n; }\n",
        "<?php\nfunction f($n) { if ($n < 0) { return 1; } return $n; }\n",
    ),
    "finally": ("<?php\ntry { f(); } finally { g(); }\n", "<?php\ntry { f(); } catch (Exception $error) { g(); }\n"),
    "test-functions": (
        "<?php\nclass A { function testAdds() { f(); } }\n",
        "<?php\nclass A { function contest() { f(); } }\n",
    ),
    "assertions": (
        "<?php\nclass A { function f() { $this->assertSame(2, g()); } }\n",
        "<?php\nclass A { function f() { $this->insert(2); } }\n",
    ),
    "framework": ("<?php\nuse PHPUnit\\Framework\\TestCase;\n", "<?php\nuse App\\TestCases;\n"),
}

RUBY: dict[str, Pair] = {
    "parses": ("def f\n  1\nend\n", "def f(\n  1\nend\n"),
    "function": ("def f\n  1\nend\n", 'text = "def f"\n'),
    "class": ("class Stack\nend\n", "# class Stack\nsize = 1\n"),
    "return": ("def f\n  1\nend\n", "def f\nend\n"),
    "control-flow": ("while ready\n  step\nend\n", 'puts "while if"\n'),
    "imports": ('require "set"\n', 'puts "require set"\n'),
    "names": ("total = 1\n", "x = 1\n"),
    "type-hints": ("x = 1\n# @param [Integer] a\ndef f(a)\n  a\nend\n", "x = 1\ndef f(a)\n  a\nend\n"),
    "docstrings": ("size = 1\n\n# Adds.\ndef f\nend\n", "size = 1\n\n# far above\n\ndef f\nend\n"),
    "comments": ("\ntotal = 1 # so far\n", '\ntotal = "# so far"\n'),
    "module-docstring": ("# What it is for.\n\nrequire 'set'\n", "require 'set'\n# Late.\n"),
    "handlers": ("begin\n  f\nrescue ArgumentError => error\n  g(error)\nend\n", 'puts "begin rescue"\n'),
    "validation": (
        'def f(n)\n  raise ArgumentError, "n" if n < 0\n  n\nend\n',
        "def f(n)\n  return 1 if n < 0\n  n\nend\n",
    ),
    "finally": ("begin\n  f\nensure\n  g\nend\n", "begin\n  f\nrescue\n  g\nend\n"),
    "test-functions": ("def test_sum\n  f\nend\n", "def attest_sum\n  f\nend\n"),
    "assertions": ("assert_equal 2, f(1)\n", "insert_row 2, f(1)\n"),
    "framework": ('require "minitest/autorun"\n', 'require "miniature"\n'),
}

ROWS: dict[str, dict[str, Pair]] = {
    "python": PYTHON,
    "javascript": JAVASCRIPT,
    "typescript": TYPESCRIPT,
    "java": JAVA,
    "c": C,
    "cpp": CPP,
    "csharp": CSHARP,
    "go": GO,
    "rust": RUST,
    "php": PHP,
    "ruby": RUBY,
}
"""Language → rule → (has it, has it not)."""
