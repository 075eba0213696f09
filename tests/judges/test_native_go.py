"""Tests in Go: right and wrong candidates, imports, what is missing, and candidates that attack their tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assay.languages.go_suites import tidied
from assay.languages.suites import Preparation, SuiteParts
from assay.records import Verdict
from assay.sandbox.prepared import prepared
from assay.sandbox.recipes import tools
from assay.sandbox.toolchains import MissingToolchain
from tests.judges import native_languages as native

HEAD = 'package main\n\nimport (\n    "testing"\n    "math"\n    "github.com/stretchr/testify/assert"\n)\n'


@pytest.mark.parametrize(
    ("candidate", "imports"),
    [
        ("func f() int { return 1 }\n", []),
        ("func f() string { return strings.Repeat(fmt.Sprint(1), 2) }\n", ["fmt", "strings"]),
        ('import (\n    "sort"\n)\nfunc f() int { return 1 } // sort.Ints\n', []),
        ('import "sort"\nfunc f(x []int) { sort.Ints(x) }\n', ["sort"]),
        ('import (\n    m "math"\n    "math/big" // large\n)\nfunc f() float64 { return m.Pi }\n', ["math"]),
        ('package main\n\nimport "math"\nfunc f() string { return "rand.Int()" + `md5.New` }\n', []),
        ('import ("sort"; "unicode")\nfunc f(r rune) bool { return unicode.IsUpper(r) }\n', ["unicode"]),
    ],
)
def test_a_file_of_header_candidate_and_tests_imports_what_it_uses(candidate: str, imports: list[str]) -> None:
    text = tidied(SuiteParts(HEAD, candidate, "func TestF(t *testing.T) { assert.New(t) }\n"))

    assert re.findall(r'"([^"]+)"', text[: text.index(")")]) != []
    found = set(re.findall(r'^\t(?:\w+ )?"([^"]+)"$', text, re.MULTILINE))
    assert found == {"testing", "github.com/stretchr/testify/assert", *imports}
    assert text.count("package main") == 1


def test_imports_are_read_in_linear_time() -> None:
    hostile = "/*" * 100_000 + "import (" * 1000 + "`" * 1001 + '"' * 1001

    assert hostile in tidied(SuiteParts(HEAD, hostile, ""))


@pytest.mark.parametrize("name", ["go", pytest.param("go-test", marks=pytest.mark.slow)])
@pytest.mark.timeout(900)  # the standard library is compiled once on a machine
def test_a_right_candidate_passes_and_a_wrong_one_fails(name: str) -> None:
    small = native.SMALL[name]

    right, wrong = native.judged(small, small.right), native.judged(small, small.wrong)

    assert (right.verdict, wrong.verdict) == (Verdict.PASSED, Verdict.FAILED), (right, wrong)


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        "func add(a int, b int) int {\n    return a + b\n",
        'import "C"\nfunc add(a int, b int) int { return int(C.getpid()) }\n',
        'import _ "embed"\n//go:embed *.go\nvar all string\nfunc add(a int, b int) int { return len(all) }\n',
        "func add(a int, b int) int { return a + b }\nfunc TestAdd(t *testing.T) {}\n",
        "func add(a int, b int) int { return a + b }\nvar assert = 1\n",
        'import "github.com/somebody/something"\nfunc add(a int, b int) int { return something.Add(a, b) }\n',
    ],
)
def test_what_does_not_compile_is_invalid(source: str) -> None:
    assert native.judged(native.GO_TEST, source).verdict is Verdict.INVALID


def test_a_library_that_is_missing_is_named_with_its_package(tmp_path: Path) -> None:
    native.needs("bash")
    asked = Preparation(("{tool}", "-c", "echo no such library >&2; exit 1"), "libnone", "apt install libnone-dev")

    with pytest.raises(MissingToolchain, match=r"'libnone'.*no such library.*apt install libnone-dev"):
        prepared(tools("bash"), asked, tmp_path)


def test_what_is_made_is_made_once(tmp_path: Path) -> None:
    native.needs("bash")
    made = Preparation(("{tool}", "-c", "date +%N >>../times; echo x >file"), "files", "nothing", makes="file")

    first = prepared(tools("bash"), made, tmp_path)
    prepared.cache_clear()

    assert prepared(tools("bash"), made, tmp_path) == first
    assert (Path(first) / "file").read_text() == "x\n"
    assert len((tmp_path / "times").read_text().splitlines()) == 1


IMPORTS = native.GO.right.partition("func")[0]
ZERO = "func add(a int, b int) int { return 0 }\n"


def go(code: str, *imports: str) -> str:
    """A file of the first kind of tests with more imports."""
    return IMPORTS.replace(")\n", "".join(f'\t"{name}"\n' for name in imports) + ")\n") + code


HOSTILE = {
    "exit": go("func add(a int, b int) int { os.Exit(0); return 0 }\n", "os"),
    "exit in init": go(f"func init() {{ os.Exit(0) }}\n{ZERO}", "os"),
    "exit in a variable": go(f"var x = func() int {{ os.Exit(0); return 0 }}()\n{ZERO}", "os"),
    "system call": go("func add(a int, b int) int { syscall.Exit(0); return 0 }\n", "syscall"),
    "other goroutine": go(
        "func init() { go func() { time.Sleep(1); os.Exit(0) }() }\nfunc add(a int, b int) int { select {} }\n",
        "os",
        "time",
    ),
    "goexit": go("func add(a int, b int) int { runtime.Goexit(); return 0 }\n", "runtime"),
    "recovered": go('func add(a int, b int) (c int) { defer func() { recover() }(); panic("x") }\n'),
    "panic": go(f"func panic(interface{{}}) {{}}\n{ZERO}"),
    "constants": go("const iota = 3\nfunc add(a int, b int) int { return iota - 3 }\nfunc panic(x string) {}\n"),
    "own comparison": go("func deepCompare(a interface{}, b interface{}, m string) bool { return true }\n{ZERO}"),
    "shadowed json": go(f"var json = 1\n{ZERO}"),
    "main": go(f"func main() {{}}\n{ZERO}"),
    "input again": go(
        f'func init() {{ os.Stdin.Seek(0, 0); for _, p := range []string{{"/dev/stdin", "/proc/self/fd/0"}} {{\n'
        f'b, _ := os.ReadFile(p); os.Stdout.Write(b) }}; f := os.NewFile(0, "x"); f.Seek(0, 0)\n'
        f"b, _ := io.ReadAll(f); os.Stdout.Write(b); os.Exit(0) }}\n{ZERO}",
        "os",
        "io",
    ),
    "own program": go(
        'func add(a int, b int) int { b1, _ := os.ReadFile("main"); os.Stdout.Write(b1[:99]); os.Exit(0); return 0 }\n',
        "os",
    ),
    "linked name": go(
        "//go:linkname text mark.text\nvar text []byte\nfunc init() { println(string(text)) }\n{ZERO}", "os"
    ).replace('"os"', '_ "unsafe"'),
    "functions by their place": go(
        "func add(a int, b int) int {\n\tpc, _, _, _ := runtime.Caller(0)\n\tfor p := pc &^ 15; p < pc+1<<22; "
        "p += 16 {\n"
        "\t\tf := runtime.FuncForPC(p)\n"
        '\t\tif f != nil && len(f.Name()) > 6 && f.Name()[len(f.Name())-6:] == ".Print" &&'
        " f.Name()[0] == 'm' {\n\t\t\te := f.Entry()\n\t\t\tq := &e\n\t\t\t(*(*func(int32))(unsafe.Pointer(&q)))(0)\n"
        "\t\t\tos.Exit(0)\n\t\t}\n\t}\n\tos.Exit(0)\n\treturn 0\n}\n",
        "runtime",
        "os",
        "unsafe",
    ),
}
HOSTILE_TEST = {
    "test main": 'import "os"\nfunc TestMain(m *testing.M) { os.Exit(0) }\nfunc add(a int, b int) int { return 0 }\n',
    "arguments": 'import "os"\nfunc init() { os.Args = []string{"x", "-test.run=^$", "-test.count=0"} }\n' + ZERO,
    "flags": 'import "flag"\nfunc init() { flag.CommandLine = flag.NewFlagSet("x", flag.ContinueOnError) }\n' + ZERO,
    "output": 'import "os"\nfunc init() { os.Stdout, _ = os.Open(os.DevNull) }\n' + ZERO,
    "goexit": 'import "runtime"\nfunc add(a int, b int) int { runtime.Goexit(); return 0 }\n',
}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", HOSTILE)
def test_no_program_in_go_forges_a_pass(name: str) -> None:
    native.assert_not_forged(native.GO, HOSTILE[name])


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", HOSTILE_TEST)
def test_no_program_in_go_forges_a_pass_of_test_functions(name: str) -> None:
    native.assert_not_forged(native.GO_TEST, HOSTILE_TEST[name])
