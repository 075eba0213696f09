"""How tests in Go are run: candidate and tests are one package, and a `main` of ours calls the tests.

The compiler and the linker are called themselves, with the archives of the standard library and of testify that were
made once: the `go` command would look through all packages for each program. A package that reads the mark from
standard input is initialised before the candidate's, under a path that is drawn for each program.
"""

from __future__ import annotations

import re

from assay.languages.driving import driver
from assay.languages.running import argv
from assay.languages.suites import Mark, Preparation, SuiteParts, SuiteProgram

TESTIFY = "github.com/stretchr/testify/assert"
_GO = argv("env GO111MODULE=off CGO_ENABLED=0 GOTOOLCHAIN=local GOFLAGS= {tool}")
_ARCHIVES = (
    'export GO111MODULE=off CGO_ENABLED=0 GOTOOLCHAIN=local GOFLAGS= GOCACHE="$PWD/cache" GOPATH=/usr/share/gocode; '
    "go=$1; shift; "
    'exec "$go" list -export -deps -f \'{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}\' "$@" >importcfg'
)
_TEST = re.compile(r"^func (Test\w*)\((?:\w+ )?\*testing\.T\)", re.MULTILINE)
_PACKAGE = re.compile(r"^[ \t]*package[ \t]+(\w+)", re.MULTILINE)
_NOT_CODE = re.compile(
    r"//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|/\*.*\Z"
    r'|"(?:\\.|[^"\\\n])*"?|`[^`]*`?|' + r"'(?:\\.|[^'\\\n])*'?",
    re.DOTALL,
)
_USED = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\s*\.")
_SPEC = re.compile(r'[ \t]*(?:([\w.]+)[ \t]+)?("[^"\n]*"|`[^`\n]*`)')
_ADDED = ("bytes", "crypto/md5", "fmt", "math", "math/rand", "regexp", "sort", "strconv", "strings", "time")
"""The packages that HumanEval-X imports for a candidate that uses them."""


def program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    """Return the program of a candidate and its tests, which are test functions or a `main`."""
    sources = _sources(parts)
    others = parts.files[parts.tests_path] if parts.tests_path else f"{parts.before}\n{parts.tests}"
    tests = _TEST.findall(others)
    package = next(filter(None, map(_PACKAGE.search, sources.values())), None)
    end = f'package {package[1] if package else "main"}\n\nimport _ "{mark.name}"\n'
    if not tests:
        end += f"\nfunc Run{mark.name}() {{ main() }}\n"
    end_file, main_file = f"{mark.name}_end.go", f"{mark.name}_main.go"
    own = {
        f"{mark.name}.go": driver("driver.go"),
        end_file: end,
        main_file: _main(tests, mark) if tests else _calling_main(mark),
        "more": f"packagefile {mark.name}={mark.name}.a\npackagefile candidate=candidate.a\n",
    }
    return SuiteProgram(
        {**sources, **own},
        run=("./main",),
        build=(
            ("/bin/sh", "-c", "cat {prepared}/importcfg more >importcfg"),
            _compile(mark.name, f"{mark.name}.go"),
            _compile("candidate", *sources, end_file),
            _compile("main", main_file),
            (*_GO, *argv("tool link -s -w -importcfg importcfg -o main main.a")),
        ),
        keep=("main",),
        prepare=_preparation(testify=TESTIFY in others),
        stdin=mark.text,
    )


def _sources(parts: SuiteParts) -> dict[str, str]:
    if parts.target:
        texts = {**parts.files, parts.target: parts.candidate}
        return {path: text for path, text in texts.items() if path.endswith(".go")}
    if _PACKAGE.search(parts.before):
        return {"candidate.go": tidied(parts)}
    return {"candidate.go": "\n".join(filter(None, (parts.before, parts.candidate, parts.tests)))}


def _compile(path: str, *files: str) -> tuple[str, ...]:
    return (*_GO, *argv(f"tool compile -p {path} -importcfg importcfg -o {path}.a -pack"), *files)


def _preparation(*, testify: bool) -> Preparation:
    packages = ("std", TESTIFY) if testify else ("std",)
    name = "the standard library and testify" if testify else "the standard library"
    source = "apt install golang-go golang-github-stretchr-testify-dev" if testify else "apt install golang-go"
    command = ("/bin/sh", "-c", _ARCHIVES, "sh", "{tool}", *packages)
    return Preparation(command, name, source, makes="importcfg")


def _calling_main(mark: Mark) -> str:
    """Return the source of the program where the tests are a `main`."""
    return f"""package main

import (
	candidate "candidate"
	mark "{mark.name}"
)

func main() {{
	candidate.Run{mark.name}()
	mark.Count(true)
	mark.Print(1)
}}
"""


def _main(tests: list[str], mark: Mark) -> str:
    """Return the source of the program that calls test functions, all under one test that prints the mark."""
    calls = "\n".join(
        f'\t\t\tt.Run("{name}", func(t *testing.T) {{ candidate.{name}(t); mark.Count(!t.Failed() && !t.Skipped()) }})'
        for name in tests
    )
    return f"""package main

import (
	candidate "candidate"
	mark "{mark.name}"
	"testing"
)

func all(string, string) (bool, error) {{ return true, nil }}

func main() {{
	testing.Main(all, []testing.InternalTest{{{{Name: "Tests", F: func(t *testing.T) {{
		if t.Run("", func(t *testing.T) {{
{calls}
		}}) {{
			mark.Print({len(tests)})
		}}
	}}}}}}, nil, nil)
}}
"""


def tidied(parts: SuiteParts) -> str:
    """Return one file of a header, a candidate and tests, with the imports that the file uses, as HumanEval-X does.

    What is imported twice or by nobody used is left out, and a few packages that are used are added.
    """
    texts, specs = [], dict[str, str]()
    for text in (parts.before, parts.candidate, parts.tests):
        rest, found = _without_imports(text)
        texts.append(rest)
        specs |= found
    header, candidate, tests = texts
    package = _PACKAGE.search(header)
    code = _NOT_CODE.sub(" ", "\n".join(texts))
    used = set(_USED.findall(code))
    added = {path.rpartition("/")[2]: f'"{path}"' for path in _ADDED}
    wanted = [spec for name, spec in {**added, **specs}.items() if name in used or name in "._"]
    imports = "".join(f"\t{spec}\n" for spec in wanted)
    own_package = _PACKAGE.search(candidate)
    if own_package:
        candidate = candidate[: own_package.start()] + candidate[own_package.end() :]
    name = package[1] if package else "main"
    rest = header[package.end() :] if package else header
    return f"package {name}\n\nimport (\n{imports})\n{rest}\n{candidate}\n{tests}"


def _without_imports(text: str) -> tuple[str, dict[str, str]]:
    """Return a source without its imports, and those: the name that each brings → what is written."""
    kept, specs, inside = list[str](), dict[str, str](), False
    for line in text.split("\n"):
        words = line.strip()
        if not inside and not re.match(r'import\b[ \t]*(?:\(|[\w.]*[ \t]*["`])', words):
            kept.append(line)
            continue
        if not inside:
            words = words.removeprefix("import").strip()
            inside = words.startswith("(")
            words = words.removeprefix("(")
        for name, path in _SPEC.findall(words):
            specs[name or path.strip('"`').rpartition("/")[2]] = f"{name} {path}".strip()
        if _closes(words):
            inside = False
    return "\n".join(kept), specs


def _closes(words: str) -> bool:
    return ")" in _NOT_CODE.sub(" ", words)
