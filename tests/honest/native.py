"""Right programs whose tests have no reference and ask in other ways than by one value that must be equal."""

# ruff: noqa: E501  # programs in other languages
from __future__ import annotations

TESTED = {
    "js notEqual": (
        "javascript",
        "const assert=require('assert');\nassert.notStrictEqual(f(1),7);\nassert.notStrictEqual(f(2),9);\nassert.strictEqual(f(1),2);\n",
        "const f=x=>x+1;",
    ),
    "c !=": (
        "c",
        "#include <assert.h>\nint main(){assert(f(1)!=7);assert(f(2)!=9);assert(f(1)==2);}\n",
        "int f(int x){return x+1;}",
    ),
    "rust assert_ne": (
        "rust",
        "fn main(){assert_ne!(f(1),7);assert_ne!(f(2),9);assert_eq!(f(1),2);}\n",
        "fn f(x:i32)->i32{x+1}",
    ),
    "js or": (
        "javascript",
        "const assert=require('assert');\nassert(f(1)===2||f(1)===3);\nassert(f(2)===3||f(2)===9);\nassert(f(3)===4||f(3)===9);assert.strictEqual(f(7),8);\n",
        "const f=x=>x+1;",
    ),
    "cpp or": (
        "cpp",
        "#include <cassert>\nint main(){assert(f(1)==2||f(1)==3);assert(f(2)==3||f(2)==9);assert(f(3)==4||f(3)==8);}\n",
        "int f(int x){return x+1;}",
    ),
    "perl !=": ("perl", "die unless f(1) != 7;\ndie unless f(2) != 9;\ndie unless f(3) == 4;\n", "sub f{$_[0]+1}\n1;"),
    "js includes": (
        "javascript",
        "const assert=require('assert');\nassert([2,3].includes(f(1)));\nassert([3,7].includes(f(2)));\nassert([4,9].includes(f(3)));\n",
        "const f=x=>x+1;",
    ),
    "ruby !=": ("ruby", "raise unless f(1) != 7\nraise unless f(2) != 9\nraise unless f(3) == 4\n", "def f(x)=x+1\n"),
    "go fails where a value is equal": (
        "go",
        'func TestF(t *testing.T) {\n if f(1) == 7 {\n  t.Fatal("seven")\n }\n if f(2) == 9 {\n  t.Error("nine")\n }\n if f(1) != 2 {\n t.Fatal("x")\n }\n}\n',
        'package main\nimport "testing"\nfunc f(x int) int {return x+1}\n',
    ),
    "js var or": (
        "javascript",
        "const assert=require('assert');\nconst r=f(1);\nassert(r===2||r===3);const s=f(2);\nassert(s===3||s===9);\nconst t=f(3);assert(t===4||t===9);\n",
        "const f=x=>x+1;",
    ),
    "all free": (
        "javascript",
        "const assert=require('assert');\nassert(f(1)!==7);\nassert(f(2)!==9);\n",
        "const f=x=>x+1;",
    ),
    "not equals java": (
        "java",
        "public class Main { public static void main(String[] a) { S s = new S();\n assert !s.f(1).equals(7);\n assert s.f(2) != 9;\n assert s.f(3).equals(4);\n } }\n",
        "class S { Integer f(int x) { return x + 1; } }\n",
    ),
    "js expect not": (
        "javascript",
        "const assert=require('assert');\nassert.notDeepEqual(f(1),[7]);\nassert.notDeepEqual(f(2),[9]);\nassert.deepEqual(f(3),[4]);\n",
        "const f=x=>[x+1];",
    ),
    "bash !=": (
        "bash",
        'f2() { f "$@"; }\nset -e\nrun_test() {\n    [[ $(f "1") != "7" ]]\n    [[ $(f "2") != "9" ]]\n    [[ $(f "5") = "6" ]]\n}\nrun_test\n',
        "f() { echo $(( $1 + 1 )); }\n",
    ),
    "php in_array": (
        "php",
        'if (!in_array(f(1), [2, 3])) { throw new Exception("Test failed!"); }\nif (!in_array(f(2), [3, 9])) { throw new Exception("Test failed!"); }\nif (f(5) !== 6) { throw new Exception("Test failed!"); }\n',
        "<?php function f($x){return $x+1;}",
    ),
    "lua ~=": ("lua", "assert(f(1) ~= 7)\nassert(f(2) ~= 9)\nassert(f(3) == 4)\n", "function f(x) return x+1 end"),
    "r !=": ("r", "stopifnot(f(1) != 7)\nstopifnot(f(2) != 9)\nstopifnot(f(3) == 4)\n", "f <- function(x) x+1"),
    "js label": (
        "javascript",
        "const assert=require('assert');\nassert.strictEqual(f(1),2,'one');\nassert.strictEqual(f(5),6,'five');\nassert.strictEqual(f(7),8,'seven');\n",
        "const f=x=>x+1;",
    ),
    "rb label": (
        "ruby",
        "require 'test/unit'\nclass TestF < Test::Unit::TestCase\n  def test_f\n    assert_equal(2, f(1), 'one')\n    assert_equal(6, f(5), 'five')\n  end\nend\n",
        "def f(x)\n x+1\nend\n",
    ),
    "rust label": (
        "rust",
        'fn main(){assert_eq!(f(1),2,"one");assert_eq!(f(2),3,"two");assert_eq!(f(5),6,"five");}\n',
        "fn f(x:i32)->i32{x+1}",
    ),
    "cpp label": (
        "cpp",
        '#include <cassert>\nint main(){assert(f(1)==2 && "one");assert(f(2)==3 && "two");assert(f(3)==4 && "three");}\n',
        "int f(int x){return x+1;}",
    ),
    "java label": (
        "java",
        'public class Main { public static void main(String[] a) { S s = new S();\n assert s.f(1).equals(2) : "one";\n assert s.f(2) == 3 : "two";\n assert s.f(3).equals(4) : "three";\n } }\n',
        "class S { Integer f(int x) { return x + 1; } }\n",
    ),
    "go label": (
        "go",
        'func TestF(t *testing.T) {\n if got := f(1); got != 2 {\n  t.Fatalf("f(1) = %d, want 2", got)\n }\n if got := f(5); got != 6 {\n  t.Fatalf("f(5) = %d, want 6", got)\n }\n}\n',
        'package main\nimport "testing"\nfunc f(x int) int {return x+1}\n',
    ),
    "perl label": (
        "perl",
        "die 'one' unless f(1) == 2;\ndie 'two' unless f(2) == 3;\nf(5) == 6 or die 'five';\n",
        "sub f{$_[0]+1}\n1;",
    ),
    "perl is label": (
        "perl",
        "use Test::More;\nis(f(1), 2, 'one');\nis(f(2), 3, 'two');\ndone_testing();\ndie unless Test::More->builder->is_passing;\n",
        "sub f{$_[0]+1}\n1;",
    ),
    "php label": (
        "php",
        "assert(f(1) === 2, 'one');\nassert(f(2) === 3, 'two');\nassert(f(4) === 5, 'four');\n",
        "<?php function f($x){return $x+1;}",
    ),
    "lua label": (
        "lua",
        "assert(f(1) == 2, 'one')\nassert(f(2) == 3, 'two')\nassert(f(3) == 4, 'three')\n",
        "function f(x) return x+1 end",
    ),
    "r label": (
        "r",
        "stopifnot('one' = f(1) == 2)\nif (f(2) != 3) stop('two')\nstopifnot(f(3) == 4)\n",
        "f <- function(x) x+1",
    ),
    "bash label": (
        "bash",
        'set -e\nrun_test() {\n    [[ $(f "1") = "2" ]] || { echo "one"; exit 1; }\n    [[ $(f "5") = "6" ]] || { echo "five"; exit 1; }\n    [[ $(f "7") = "8" ]] || { echo "seven"; exit 1; }\n}\nrun_test\n',
        "f() { echo $(( $1 + 1 )); }\n",
    ),
    "js console label": (
        "javascript",
        "console.assert(f(1)===2,'one');\nconsole.assert(f(5)===6,'five');\nconsole.assert(f(7)===8,'seven');\n",
        "const f=x=>x+1;",
    ),
    "ts label": (
        "typescript",
        "declare var require: any;\nconst assert = require('node:assert');\nassert.strictEqual(f(1),2,'one');\nassert.strictEqual(f(5),6,'five');\n",
        "function f(x: number): number { return x+1; }",
    ),
    "c returns a number": (
        "c",
        '#include <stdio.h>\nint main(){ if (f(1) != 2) { puts("one"); return 1; } if (f(5) != 6) { puts("five"); return 1; } if (f(8) != 9) return 7; }\n',
        "int f(int x){return x+1;}",
    ),
    "js deepEqual list": (
        "javascript",
        "const assert=require('assert');\nassert.deepEqual(f([1,2]),[2,3]);\nassert.deepEqual(f([]),[]);\nassert.deepEqual(f([7]),[8]);\n",
        "const f=a=>a.map(x=>x+1);",
    ),
    "js truth honest": (
        "javascript",
        "const assert=require('assert');\nassert.strictEqual(f(1).is(2),true);\nassert.strictEqual(f(5).is(6),true);\nassert.strictEqual(f(5).is(7),false);\n",
        "const f=x=>({is:(y)=>y===x+1});",
    ),
}
"""What is odd → language, tests and a right program."""
