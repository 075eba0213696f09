"""TypeScript: all that Assay knows about it."""

from __future__ import annotations

import re
from dataclasses import replace

from assay.languages.base import Flow, words
from assay.languages.driving import driver
from assay.languages.javascript import ASSERTION, MISSING, NODE, SUITE_RUN
from assay.languages.javascript import LANGUAGE as JAVASCRIPT
from assay.languages.javascript import QUALITY as JAVASCRIPT_QUALITY
from assay.languages.javascript import RECIPE as NODE_RECIPE
from assay.languages.quality_rules import kinds
from assay.languages.running import ToolchainFacts
from assay.languages.suites import Mark, SuiteParts, SuiteProgram, SuiteRules


def _program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    """Return the program of a candidate and its tests: compiled as one, and taken apart again for the driver.

    Types count where the tests stand on their own, as in MultiPL-E. Tests that import modules, as those of MBXP do,
    could not be checked without the types of these modules, and upstream does not look at them either.
    """
    regime = "plain" if re.search(r"^\s*+import\b", parts.tests, re.MULTILINE) else "types"
    source = f'{parts.before}{parts.candidate}\n;"{mark.name}";\n{parts.tests}'
    return SuiteProgram(
        {"main.ts": source, "typescript.js": driver("typescript.js")},
        SUITE_RUN,
        build=(("{runner}", "typescript.js", "{tool}", mark.name, regime),),
        keep=("candidate.js", "tests.js"),
        stdin=mark.text,
        more={"driver.js": NODE},
    )


LANGUAGE = replace(
    JAVASCRIPT,
    name="typescript",
    title="TypeScript",
    rank=3,
    aliases=("ts", "mts", "cts"),
    suffixes=(".ts", ".mts", ".cts"),
    family="javascript",
    signs=(
        (
            4,
            r"\b(document|window)\.\w+|\bJSON\.(parse|stringify)\(|\b(en|de)codeURI(Component)?\(|\b(atob|btoa)\("
            r"|\b__(file|dir)name\b|\.(addEventListener|replaceAll|querySelector(All)?)\(|\bsetTimeout\(",
        ),
        (5, r"[\w\])?]: ?(number|string|boolean|any|void|unknown|never)\b(\[\])*"),
        (4, r"^\s*(export )?(interface (?!class)\w+|type \w+ =|declare )"),
        (
            4,
            r"\bconstructor\s*\([^)]{0,400}\)\s*\{|^export (default|const|function|class|async) "
            r"|^import .* from ['\"]",
        ),
        (2, r"^\s*(export )?enum \w+ \{"),
        (3, r"\b(const|let|var) \w+ ?: ?[\w<]|\b(Array|Promise|Record|Map)<\w|\bas (any|const|number|string)\b"),
        (3, r"\b(const|let|var) [\w$\[{][\w$, ]*[\]}]? = "),
        (3, r"\b(const|let|var) [\w$]+ = (async )?(\([\w$, ]*\)|[\w$]+) =>"),
        (3, r"\bfunction\s*\*?\s*\w*\s*[(<]"),
        (3, r"`[^`\n]{0,200}\$\{|\bdelete \w+[.\[]"),
        (3, r"\bfor \((const|let|var) [\w\[\], ]+ (of|in) |^\s*((async|static|get|set) )*\w+\([\w, ]*\) \{$"),
        (2, r"=>\s*[{(\w]|===|!==|\bundefined\b|\.length\b|\.push\(|\bMath\.\w|\bnull\b|\bthis\.\w|\bnew [A-Z]\w*\("),
        (
            4,
            r"\b(WebAssembly|navigator|localStorage)\.\w|[\[{(] ?\.\.\.\w|^import ['\"](?!dart:"
            r"|package:)[^'\"\n]+['\"];|^export (\{|\* (as \w+ )?from )",
        ),
        (
            4,
            r"^\s*(export )?type \w+(<[^>\n]{1,80}>)? = [^\n]*(\bkeyof\b|\binfer\b|\| ['\"]|\breadonly )"
            r"|^import \w+ = require\(|^export as namespace |^let \w+: [A-Z]\w* = \{ ",
        ),
        (4, r"^(export )?type \w+<[\w, ]+> = \[\w+\??: "),
    ),
    grammar="tree_sitter_typescript:language_typescript",
    package="tree-sitter-typescript",
    fixed_tokens=False,
    keywords=JAVASCRIPT.keywords
    | words(
        "abstract accessor any as asserts boolean declare enum global implements infer interface is keyof module"
        " namespace never number object override private protected public readonly require satisfies string symbol type"
        " unknown"
    ),
    flow=(
        *[flow for flow in JAVASCRIPT.flow if flow.kind != "formal_parameters"],
        Flow("required_parameter", "pattern", "value?"),
        Flow("optional_parameter", "pattern", "value?"),
    ),
    quality=replace(
        JAVASCRIPT_QUALITY,
        classes=kinds(
            "class_declaration class abstract_class_declaration interface_declaration enum_declaration"
            " type_alias_declaration"
        ),
        hints=kinds("type_annotation"),
    ),
    codebleu=None,
    toolchain=ToolchainFacts(("tsc",), ("--version",), "apt install node-typescript, or npm install -g typescript"),
    recipe=replace(
        NODE_RECIPE,
        suffixes=(".ts",),
        file="main.ts",
        run=(*NODE_RECIPE.run[:-1], "main.js"),
        build=(
            *("sh", "-c", '"$0" --target es2022 --module commonjs --skipLibCheck "$1"; test -f main.js'),
            *("{tool}", "{file}"),
        ),
        keep="main.js",
        runner="node",
        names=None,
    ),
    suite=SuiteRules(program=_program, assertion=ASSERTION, missing=MISSING, keeps_text=True),
)
