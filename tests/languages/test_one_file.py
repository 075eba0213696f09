"""A language is one file: adding one touches nothing else, and no other part keeps a table of languages."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from assay.languages.known import languages

SOURCE = Path(__file__).parents[2] / "src"
QUACK = """
from assay.languages.base import Flow, Language, words
from assay.languages.quality_rules import QualityRules, kinds
from assay.languages.running import Recipe, ToolchainFacts

LANGUAGE = Language(
    name="quack",
    title="Quack",
    aliases=("duck",),
    suffixes=(".quack",),
    hash_comments=True,
    signs=((9, r"^quack \\w+ loudly$"),),
    grammar="tree_sitter_bash:language",
    package="tree-sitter-bash",
    strings=("string",),
    identifiers=("variable_name",),
    flow=(Flow("variable_assignment", "name", "value?"),),
    keywords=words("quack loudly"),
    quality=QualityRules(functions=kinds("function_definition"), comments=kinds("comment")),
    toolchain=ToolchainFacts(("sh",), ("-c", "echo 1.2"), "apt install quack"),
    recipe=Recipe(file="main.quack", run=("{tool}", "{file}")),
)
"""
ASKED = """
import sys
import assay.languages
assay.languages.__path__.append(sys.argv[1])

from assay.languages.detection import detect_language
from assay.languages.known import language, language_of_path, languages
from assay.languages.parsing import parse
from assay.languages.tokens import tokens
from assay.metrics.codebleu import CodeBleu
from assay.quality.evaluator import CodeQualityEvaluator
from assay.sandbox.recipes import language_of, recipe, tools
from assay.sandbox.toolchains import examine_toolchains

print(list(languages())[-1], language("Duck").title, language_of_path("a.quack"), language_of("a.quack"))
print(detect_language("quack duckling loudly"), tokens(parse("x=1 # no", "quack")))
print(CodeBleu("quack").sample("x=1", "x=1").codebleu)
print(CodeQualityEvaluator().evaluate("f() { echo 1; }", language="quack").shape.functions)
print(examine_toolchains()[-1].language, tools("duck").version, recipe("duck").file)
"""


def test_a_file_in_the_folder_is_a_language_for_every_part(tmp_path: Path) -> None:
    (tmp_path / "quack.py").write_text(QUACK)
    asked = [sys.executable, "-c", ASKED, str(tmp_path)]

    done = subprocess.run(
        asked, env={"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True
    )

    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "quack Quack quack quack",
        "quack ['x', '=', '1']",
        "1.0",
        "1",
        "Quack 1.2 main.quack",
    ]


OWN = "python"
"""Assay's own language: candidates are judged, linted and compiled in it, so parts may ask for it by name."""


SETS = "benchmarks/"
"""Sets of problems are in languages, and name them."""
JOINING = "extraction/native.py"
"""How an answer is joined with its prompt: three languages have a rule of their own for headers of files."""


def named_in(source: str) -> Iterator[str]:
    """The names of languages, other than single letters, that stand as texts in a module outside of docstrings."""
    tree = ast.parse(source)
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    names = {name for one in languages().values() for name in (one.name, one.title) if len(name) > 1}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in names and id(node) not in spoken:
            yield str(node.value)


def test_no_other_part_names_a_language() -> None:
    root = SOURCE / "assay"
    paths = [path for path in root.rglob("*.py") if path.parent != root / "languages"]
    found = {(str(path.relative_to(root)), name) for path in paths for name in named_in(path.read_text("utf-8"))}

    assert {place for place in found if place[1].lower() != OWN and not place[0].startswith((SETS, JOINING))} == set()
    assert list(named_in('TABLE = {"java": 1}\n"""Go"""\n')) == ["java"]
