"""Static analysis in one batch: what it finds, what cannot silence it, and what it says when a tool is missing."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from assay.errors import Fault, MissingExtra
from assay.quality import javascript, linting, maintainability, secrets, types
from assay.quality.analysis import BATCH, Analysis, SnippetAnalysis, analyse
from assay.quality.dependencies import exists
from assay.quality.duplication import across
from assay.quality.evaluator import Snippet, read, shape_of
from assay.quality.findings import Collector, Finding, FindingKind
from assay.quality.tools import folder, in_parts, output_of
from tests.public_data import rows


def one(
    code: str, language: str = "python", *, check_types: bool = False, find_secrets: bool = False
) -> SnippetAnalysis:
    return analyse([Snippet(code, language)], check_types=check_types, find_secrets=find_secrets).snippets[0]


def rules(code: str) -> set[str]:
    return {finding.rule for finding in one(code).findings}


# --- ruff


@pytest.mark.parametrize(
    ("code", "rule", "kind"),
    [
        ("print(undefined_name)\n", "F821", FindingKind.CRASH),
        ("import os\n", "F401", FindingKind.BUG),
        ("eval(input())\n", "S307", FindingKind.SECURITY),
        ("import subprocess\nsubprocess.run('ls', shell=True)\n", "S602", FindingKind.SECURITY),
        ("password = 'hunter2hunter2'\n", "S105", FindingKind.SECURITY),
        ("def f(:\n", "invalid-syntax", FindingKind.CRASH),
    ],
)
def test_ruff_finds_it(code: str, rule: str, kind: FindingKind) -> None:
    assert (rule, kind) in {(finding.rule, finding.kind) for finding in one(code).findings}


@pytest.mark.parametrize(
    "silencer",
    ["# ruff: noqa\n{}", "# flake8: noqa\n{}", "{}  # noqa", "{}  # noqa: F401", "{}  # ruff: ignore[F401]",
     "# ruff: disable[F401]\n{}", "# ruff: file-ignore[F401]\n{}", "# isort: skip_file\n{}", "# type: ignore\n{}"],
)  # fmt: skip
def test_no_comment_silences_ruff(silencer: str) -> None:
    assert "F401" in rules(silencer.format("import os") + "\n")


def test_no_configuration_of_the_folder_we_stand_in_reaches_ruff(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ruff.toml").write_text('lint.ignore = ["F401"]\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RUFF_OUTPUT_FORMAT", "concise")

    assert "F401" in rules("import os\n")


def test_findings_belong_to_their_snippet() -> None:
    codes = ["import os\n", "x = 1\n", "import sys\n"]
    analysis = analyse([Snippet(code, "python") for code in codes])

    assert [len(each.findings) for each in analysis.snippets] == [1, 0, 1]
    assert ["os" in each.findings[0].message for each in analysis.snippets if each.findings] == [True, False]


def test_ruff_is_started_once_for_a_batch(tmp_path: Path) -> None:
    started, script = tmp_path / "started", tmp_path / "counting-ruff"
    script.write_text(f'#!/bin/sh\necho x >> {started}\nexec {Path(sys.executable).with_name("ruff")} "$@"\n')
    script.chmod(0o755)
    found = linting.lint(dict.fromkeys(range(50), "import os\n"), binary=str(script))

    assert started.read_text() == "x\n"
    assert [found.of(number).total for number in range(50)] == [1] * 50


def test_findings_without_end_are_counted_and_cut() -> None:
    analysed = one("import os\n" * 3000)

    assert len(analysed.findings) == 200
    assert analysed.counts["total"] >= 3000


# --- a tool that breaks


def test_one_source_that_breaks_a_tool_costs_the_others_nothing() -> None:
    def run(sources: object) -> Collector:
        assert isinstance(sources, dict)
        if 7 in sources:
            raise Fault("crashed")
        found = Collector()
        for number in sources:
            found.add(number, Finding("tool", "rule", FindingKind.BUG, 1, "bad"))
        return found

    found = in_parts(dict.fromkeys(range(20), ""), run, tool="tool")

    assert [found.of(number).kept[0].rule for number in range(20)] == ["rule"] * 7 + ["not-analysed"] + ["rule"] * 12


def test_a_tool_that_fails_is_a_fault_with_its_words() -> None:
    with folder({}) as path, pytest.raises(Fault, match="ended with status 3: no idea"):
        output_of(["/bin/sh", "-c", "echo no idea >&2; exit 3"], cwd=path, files=1)


def test_a_tool_that_is_absent_is_a_fault() -> None:
    with folder({}) as path, pytest.raises(Fault, match="cannot be started"):
        output_of(["/nowhere/tool"], cwd=path, files=1)


# --- complexity


def test_cyclomatic_complexity_agrees_with_radon() -> None:
    np = pytest.importorskip("numpy")
    from radon.complexity import cc_visit  # type: ignore[import-untyped]  # radon has no types

    ours, theirs = [], []
    for row in rows("humaneval/HumanEval.jsonl.gz"):
        code = row["prompt"] + row["canonical_solution"]
        found = {(each.name, each.row + 1): each.cyclomatic for each in read(code, "python").facts.functions}
        blocks = [block for block in cc_visit(code) if block.letter == "F"]
        ours += [found[block.name, block.lineno] for block in blocks]
        theirs += [block.complexity for block in blocks]

    assert len(ours) >= 164
    assert np.corrcoef(ours, theirs)[0, 1] >= 0.98
    assert sum(left == right for left, right in zip(ours, theirs, strict=True)) >= 0.98 * len(ours)


@pytest.mark.parametrize(
    ("language", "code", "cyclomatic", "cognitive", "nesting"),
    [
        ("python", "def f(a):\n    return a\n", 1, 0, 0),
        ("python", "def f(a):\n    if a and a > 1 and a < 9:\n        return 1\n", 4, 2, 1),
        ("python", "def f(a):\n    if a and b or c:\n        return 1\n", 4, 3, 1),
        ("python", "def f(a):\n    for b in a:\n        if b:\n            return b\n", 3, 3, 2),
        ("python", "def f(a):\n    if a:\n        g()\n    elif b:\n        h()\n    else:\n        i()\n", 3, 3, 1),
        ("python", "def f(a):\n    return [b for b in a if b]\n", 3, 2, 0),
        ("python", "def f(a):\n    return f(a - 1) if a else 1\n", 2, 2, 1),
        ("python", "def f(a):\n    try:\n        g()\n    except ValueError:\n        h()\n", 2, 1, 1),
        ("python", "def f(a):\n    match a:\n        case 1:\n            g()\n        case _: h()\n", 2, 1, 1),
        ("javascript", "function f(a) { if (a) { g(); } else if (b) { h(); } else { i(); } }\n", 3, 3, 1),
        ("javascript", "function f(a) { for (const b of a) { if (b && c) { g(); } } }\n", 4, 4, 2),
        ("java", "class A { void f(int a) { if (a > 0) { g(); } else if (a < 0) { h(); } else { i(); } } }\n", 3, 3, 1),
        ("java", "class A { void f(int a) { switch (a) { case 1: g(); break; default: h(); } } }\n", 2, 1, 1),
        ("c", "void f(int a) { while (a) { if (a > 3) a--; } }\n", 3, 3, 2),
        ("cpp", "void f(int a) { for (auto b : c) { try { g(); } catch (...) { h(); } } }\n", 3, 3, 2),
        ("csharp", "class A { void F(int a) { foreach (var b in c) { if (b ?? d) G(); } } }\n", 4, 4, 2),
        ("go", "package a\nfunc f(a int) { for a > 0 { if a > 3 { a-- } } }\n", 3, 3, 2),
        ("rust", "fn f(a: i32) { match a { 1 => g(), _ => h() } }\n", 2, 1, 1),
        ("php", "<?php\nfunction f($a) { if ($a) { g(); } elseif ($b) { h(); } }\n", 3, 2, 1),
        ("ruby", "def f(a)\n  if a\n    g\n  elsif b\n    h\n  end\nend\n", 3, 2, 1),
        ("ruby", "def f(a)\n  return 1 if a\n  2\nend\n", 2, 1, 0),
    ],
)  # fmt: skip
def test_complexity_of_one_function(language: str, code: str, cyclomatic: int, cognitive: int, nesting: int) -> None:
    shape = shape_of(read(code, language).facts)

    assert (shape.cyclomatic, shape.cognitive, shape.nesting) == (cyclomatic, cognitive, nesting)


def test_the_longest_function_is_measured_in_lines() -> None:
    assert shape_of(read("def f():\n    a()\n    b()\n\ndef g():\n    c()\n", "python").facts).longest_function == 3


# --- maintainability


def test_the_index_of_python_is_radons_own() -> None:
    from radon.metrics import mi_visit  # type: ignore[import-untyped]  # radon has no types

    code = rows("humaneval/HumanEval.jsonl.gz")[0]
    source = code["prompt"] + code["canonical_solution"]

    assert one(source).maintainability == pytest.approx(mi_visit(source, multi=True))


def test_other_languages_have_an_index_of_ours() -> None:
    short = one("function f(a) { return a; }\n", "javascript")
    long = one("function f(a) { if (a) { return a; } return g(a, 1) + h(a, 2); }\n" * 20, "javascript")

    assert short.maintainability_by == long.maintainability_by == "assay-index"
    assert short.maintainability is not None
    assert long.maintainability is not None
    assert 100 >= short.maintainability > long.maintainability >= 0


def test_code_that_does_not_parse_has_no_index() -> None:
    assert one("def f(:\n").maintainability is None


def test_a_literal_over_thousands_of_lines_does_not_hold_up_radon() -> None:
    code = "table = [\n" + "1,\n" * 20_000 + "]\n"

    assert maintainability.python_index(code) is None
    assert maintainability.python_index(code.replace("\n", "")) is not None


# --- duplication


COPY = """    total = 0
    for item in items:
        if item.price > limit:
            total += item.price * item.count
    ledger.append(total)
"""


def test_a_copy_inside_a_candidate_is_found_with_its_lines() -> None:
    once, twice = one(f"def f(items):\n{COPY}"), one(f"def f(items):\n{COPY}\n\ndef g(items):\n{COPY}")

    assert once.duplication.share == 0
    assert 0.4 < twice.duplication.share <= 0.5
    assert twice.duplication.first is not None
    assert twice.duplication.first[0] < 8 <= twice.duplication.first[1]


def test_a_table_of_zeros_is_no_copy() -> None:
    assert one(f"table = [{'0, ' * 500}]\n").duplication.share == 0


def test_candidates_that_are_alike_are_grouped() -> None:
    others = ["def h(a, b, c):\n    return sorted(a, key=lambda item: item.name + b) or [c]\n", "x = 1\n"]
    codes = [f"def f(items):\n{COPY}", others[0], f"# mine\ndef f(items):\n{COPY}", others[1], f"def f(items):\n{COPY}"]
    analysis = analyse([Snippet(code, "python") for code in codes])

    assert analysis.alike == ((0, 2, 4),)


def test_likeness_does_not_depend_on_where_a_candidate_stands() -> None:
    base = [b"%d" % number for number in range(2000)]
    close = [*base[:1900], *(b"x%d" % number for number in range(100))]
    far = [*base[:1000], *(b"y%d" % number for number in range(1000))]

    assert across({0: base, 1: close, 2: far}) == [(0, 1)]
    assert across({0: far, 1: close, 2: base}) == [(1, 2)]


def test_more_snippets_than_one_batch_are_all_analysed() -> None:
    analysis = analyse(Snippet(f"value = {number}\n", "python", name=str(number)) for number in range(BATCH + 3))

    assert [each.name for each in analysis.snippets] == [str(number) for number in range(BATCH + 3)]


# --- dependencies


@pytest.mark.parametrize(
    ("code", "missing"),
    [
        ("import os, sys\nimport os.path\nfrom collections.abc import Mapping\n", []),
        ("import numpy as np\nfrom pandas.core import frame\n", []),
        ("import superagent_toolkit\n", ["superagent_toolkit"]),
        ("from json.encrypter import lock\n", ["json.encrypter"]),
        ("from . import sibling\nfrom .other import thing\n", []),
        ("import os as system, quantum_sort as q\n", ["quantum_sort"]),
        ("text = 'import superagent_toolkit'\n", []),
    ],
)
def test_imports_that_lead_nowhere_are_found(code: str, missing: list[str]) -> None:
    assert [each.module for each in one(code).missing_imports] == missing


def test_an_import_in_a_try_may_be_missing() -> None:
    (missing,) = one(
        "try:\n    import superagent_toolkit\nexcept ImportError:\n    superagent_toolkit = None\n"
    ).missing_imports

    assert (missing.line, missing.optional) == (2, True)


def test_an_allow_list_is_all_that_is_allowed_beside_the_standard_library() -> None:
    code = "import os\nimport numpy\nimport requests.adapters\n"
    (analysed,) = analyse([Snippet(code, "python")], allow=["requests"]).snippets

    assert [each.module for each in analysed.missing_imports] == ["numpy"]


@pytest.mark.parametrize(
    ("language", "code", "missing"),
    [
        ("javascript", "import a from 'left-pad';\nimport b from 'node:fs';\nimport c from './c';\n", ["left-pad"]),
        ("javascript", "const a = require('left-pad');\nconst fs = require('fs');\n", ["left-pad"]),
        ("typescript", "import { a } from '@scope/kit/deep';\n", ["@scope/kit/deep"]),
        ("java", "import java.util.List;\nimport com.made.Up;\nclass A {}\n", ["com.made.Up"]),
        ("go", 'package a\nimport (\n"fmt"\n"github.com/made/up"\n)\n', ["github.com/made/up"]),
        ("rust", "use std::fs;\nuse tokio::net;\n", ["tokio"]),
        ("csharp", "using System.Linq;\nusing Made.Up;\n", ["Made.Up"]),
    ],
)
def test_other_languages_are_held_against_an_allow_list(language: str, code: str, missing: list[str]) -> None:
    free, strict = analyse([Snippet(code, language)]), analyse([Snippet(code, language)], allow=["lodash"])

    assert free.snippets[0].missing_imports == ()
    assert [each.module for each in strict.snippets[0].missing_imports] == missing


def test_looking_for_a_module_imports_nothing(tmp_path: Path) -> None:
    (tmp_path / "trap.py").write_text("raise SystemExit('imported')\n")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("raise SystemExit('imported')\n")
    (tmp_path / "package" / "inner.py").write_text("raise SystemExit('imported')\n")

    path = (str(tmp_path),)
    assert exists("trap", path)
    assert exists("package.inner", path)
    assert not exists("package.outer", path)


# --- extras


def test_types_are_checked_on_request() -> None:
    (finding,) = one("def f(a: int) -> str:\n    return a\n", check_types=True).of_kind(FindingKind.TYPE)

    assert (finding.tool, finding.rule, finding.line) == ("mypy", "return-value", 2)


def test_no_comment_silences_the_type_checker() -> None:
    codes = [
        "# mypy: ignore-errors\ndef f(a: int) -> str:\n    return a  # type: ignore\n",
        "def g() -> int:\n    return 1\n",
    ]
    analysis = analyse([Snippet(code, "python") for code in codes], check_types=True)

    assert [each.counts["type"] for each in analysis.snippets] == [1, 0]


def test_one_source_that_stops_mypy_costs_the_others_nothing() -> None:
    found = types.check({0: "def f() -> int:\n    return ''\n", 1: "def f(:\n"})

    assert found.of(0).kept[0].rule == "return-value"
    assert found.of(1).kept[0].rule == "not-analysed"


def test_secrets_are_found_and_not_repeated() -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLQ"
    code = f'key = "{secret}"  # pragma: allowlist secret\n'
    analysed = one(code, find_secrets=True)

    assert ("aws-access-key", 1) in {(each.rule, each.line) for each in analysed.of_kind(FindingKind.SECRET)}
    assert secret not in str([finding for finding in analysed.findings if finding.tool == "detect-secrets"])


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ('password = "hunter2' + 'hunter2"', "secret-keyword"),
        ("    'api_key': 'q8fjs" + "93jfks93',", "secret-keyword"),
        ('t = "ghp_' + "a1B2" * 9 + '"', "github-token"),
        ('t = "sk_live_' + "a1B2" * 6 + '"', "stripe-access-key"),
        ("-----BEGIN RSA " + "PRIVATE KEY-----", "private-key"),
        ('u = "https://user:' + 'pa55word@example.com/"', "basic-auth-credentials"),
    ],
)
def test_each_kind_of_secret_has_its_rule(line: str, rule: str) -> None:
    assert [finding.rule for finding in secrets.search({0: line}).of(0).kept] == [rule]


@pytest.mark.parametrize("text", ["abcdefghijklmnopqrstuvwxyz", "d41d8cd98f00b204e9800998ecf8427e", "8.8.8.8"])
def test_text_that_names_no_kind_of_secret_is_none(text: str) -> None:
    assert secrets.search({0: f'x = "{text}"'}).of(0).total == 0


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("humaneval/HumanEval.jsonl.gz", ("prompt", "canonical_solution")),
        pytest.param("mbpp/mbpp.jsonl.gz", ("code",), marks=pytest.mark.slow),
    ],
)
def test_references_hold_no_secret(name: str, fields: tuple[str, ...]) -> None:
    sources = {number: "".join(row[field] for field in fields) for number, row in enumerate(rows(name))}
    found = secrets.search(sources)

    assert sum(found.of(number).total for number in sources) == 0


def test_a_missing_linter_for_javascript_is_named() -> None:
    if javascript.program() is not None:
        pytest.skip("oxlint is installed here")

    analysis = analyse([Snippet("let total = 1;\n", "javascript"), Snippet("x = 1\n", "python")])

    assert analysis.notes == ("Linting JavaScript needs oxlint: pip install 'assay[js]'",)
    assert "oxlint" not in analysis.tools


def test_what_a_linter_for_javascript_prints_is_read(tmp_path: Path) -> None:
    """A stand-in program that prints oxlint's JSON and fails when a directive has reached it unbroken."""
    rows = [
        {"message": "no", "code": "eslint(no-debugger)", "severity": "error", "filename": "s000002.ts",
         "labels": [{"span": {"offset": 4, "length": 8}}]},
        {"message": "hm", "code": "eslint(eqeqeq)", "severity": "warning", "filename": "./s000000.js",
         "labels": [{"span": {"offset": 0, "length": 1, "line": 7, "column": 1}}]},
    ]  # fmt: skip
    script = tmp_path / "oxlint"
    script.write_text(
        f"#!/bin/sh\ngrep -q eslint-disable *.js && exit 4\necho '{json.dumps({'diagnostics': rows})}'\nexit 1\n"
    )
    script.chmod(0o755)
    sources = {0: ("javascript", "a == b // eslint-disable-line\n"), 2: ("typescript", "a()\ndebugger\n")}
    found = javascript.lint(sources, binary=script)

    assert [(each.rule, each.line, str(each.kind)) for each in found.of(0).kept] == [("eslint(eqeqeq)", 7, "style")]
    assert [(each.rule, each.line, str(each.kind)) for each in found.of(2).kept] == [("eslint(no-debugger)", 2, "bug")]


@pytest.mark.parametrize("package", ["mypy", "detect_secrets"])
def test_an_extra_that_was_asked_for_and_is_missing_is_an_error(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == package else real(name, *rest))

    with pytest.raises(MissingExtra, match="pip install"):
        one("x = 1\n", check_types=package == "mypy", find_secrets=package == "detect_secrets")


def test_an_analysis_is_plain_data_and_names_its_tools() -> None:
    analysis: Analysis = analyse([Snippet("import os\n", "python", name="a.py")])

    assert analysis.as_dict()["snippets"][0]["name"] == "a.py"
    assert analysis.tools == {"ruff": linting.version()}


def test_nothing_is_analysed_to_nothing() -> None:
    assert analyse([]) == Analysis((), (), {}, ())


def test_text_that_is_too_long_is_named() -> None:
    analysis = analyse([Snippet("x = 1\n" * 300_000, "python")])

    assert analysis.notes == ("1 of 1 snippets are too long to be examined",)
