"""JavaScript: all that Assay knows about it."""

from __future__ import annotations

import re

from assay.languages.base import Flow, Language, words
from assay.languages.codebleu_rules import CompatRules
from assay.languages.driving import driver
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import C_COMMENTED, QUOTED, TAUTOLOGY, Expression, QualityRules, kinds
from assay.languages.running import ProgramNames, Recipe, ToolchainFacts
from assay.languages.suites import Mark, SuiteParts, SuiteProgram, SuiteRules
from assay.records import MIB

QUALITY = QualityRules(
    functions=kinds("function_declaration generator_function_declaration method_definition"),
    lambdas=kinds("arrow_function function_expression generator_function"),
    classes=kinds("class_declaration class"),
    returns=kinds("return_statement"),
    yields=kinds("yield_expression"),
    branches=kinds("if_statement"),
    switches=kinds("switch_statement"),
    cases=kinds("switch_case"),
    loops=kinds("for_statement for_in_statement while_statement do_statement"),
    ternaries=kinds("ternary_expression"),
    tokens_boolean=kinds("&& || ??"),
    imports=kinds("import_statement"),
    comments=kinds("comment"),
    strings=kinds("string template_string"),
    attributes=kinds("decorator"),
    wrappers=kinds("export_statement lexical_declaration variable_declaration"),
    tries=kinds("try_statement"),
    catches=kinds("catch_clause"),
    finals=kinds("finally_clause"),
    raises=kinds("throw_statement"),
    calls=kinds("call_expression new_expression"),
    assignments={"variable_declarator": ("name", "value"), "assignment_expression": ("left", "right")},
    updates={"augmented_assignment_expression": "left", "update_expression": "argument"},
    literals=kinds(
        "number string true false null undefined array object template_string pair property_identifier"
        " unary_expression string_fragment escape_sequence parenthesized_expression regex regex_pattern regex_flags"
    ),
    passes=kinds("empty_statement"),
    doc_comment=Expression(r"/\*\*(?!/)"),
    hint_comment=Expression(r"@(?:param|returns?|type|typedef)\s*\{"),
    constant=Expression(r"new\s+(?:Map|Set|Array|Object|Date)\(\s*\)|Promise\.resolve\(\s*\)|void 0"),
    parameter=Expression(r"(?:public|private|protected|readonly|\s)*(?:\.\.\.)?([\w$]+)"),
    test_name=Expression(r"test(?:_\w*|[A-Z0-9]\w*)?"),
    test_call=Expression(r"(?:test|it|specify)(?:\.(?:each|only|skip|concurrent)\b.*)?$|QUnit\.test$|Deno\.test$"),
    assert_call=Expression(
        r"(?:console\.)?assert\b[\w.]*$|expect\b.*|\w+\.should\b.*|t\.(?:is|deepEqual|true|false|throws)$"
    ),
    framework=Expression(
        r"\b(?:jest|mocha|vitest|chai|jasmine|ava|tape|qunit|QUnit|node:test|node:assert|assert|fast-check"
        r"|@testing-library|Deno\.test)\b"
        r"|^describe$"
    ),
    import_call=Expression(r"require$|import$"),
    raise_call=Expression(r"process\.exit$|Promise\.reject$|reject$"),
    check_call=Expression(r"(?:Array\.isArray|Number\.is\w+|isNaN|isFinite|Object\.hasOwn|validate\w*)$"),
    handle_call=Expression(r".*\.catch$"),
    final_text=Expression(r".*\.finally$"),
    unfinished=Expression(r"throw\s+new\s+\w*Error\(\s*['\"`](?i:not\s+(?:yet\s+)?implemented|todo|unimplemented)\b.*"),
    benign_call=Expression(r"(?:Array\.isArray|Number\.is\w+|isNaN|isFinite|Boolean|String|Number|console\.\w+)$"),
    tautology=TAUTOLOGY,
    error_name=r"\b(?:[A-Z]\w*)?(?:Error|Exception)\b",
    commented=C_COMMENTED,
    named_lambdas=True,
    module_name=QUOTED,
    last_module=True,
    relative_modules=(".", "/"),
    own_module=Expression(
        r"node:|[./]|(?:assert|async_hooks|buffer|child_process|cluster|console|constants|crypto|dgram|dns|domain|events"
        r"|fs|http|http2|https|inspector|module|net|os|path|perf_hooks|process|punycode|querystring|readline|repl|stream"
        r"|string_decoder|sys|timers|tls|trace_events|tty|url|util|v8|vm|wasi|worker_threads|zlib)(?:/|$)"
    ),
    linter="oxlint",
)


def script_names(source: str) -> ProgramNames:
    """Return the names of a script: only a file of the newer kind may import and export."""
    return ProgramNames("main.mjs" if re.search(_ES_MODULE, source, re.MULTILINE) else "main.js")


_ES_MODULE = r"^[ \t]*+(?:import\s++[\w{*\"']|export\s++(?:default|const|let|function|class|\{))"

RECIPE = Recipe(
    suffixes=(".js", ".mjs", ".cjs"),
    file="main.js",
    run=("{runner}", "--stack-size=4000", "--max-old-space-size={heap}", "{file}"),
    read=("/etc/ssl/openssl.cnf",),
    runtime_bytes=128 * MIB,
    crash="\nNode.js v|^Uncaught |^node:internal",
    exhausted="^FATAL ERROR: .*(?:out of memory|Allocation failed)",
    names=script_names,
)


def _program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    """Return the program of a candidate and its tests, which a driver of ours runs one after the other."""
    if parts.tests_path:
        return _with_specs(parts, mark)
    files = {"driver.js": NODE, "candidate.js": parts.before + parts.candidate, "tests.js": parts.tests}
    return SuiteProgram(files, SUITE_RUN, stdin=mark.text)


def _with_specs(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    """Return the program of modules and of a file with `describe`, `test` and `expect`, none of which is left out."""
    specs = re.sub(r"\bx(test|it|describe)\(", r"\1(", parts.files[parts.tests_path])
    files = {**parts.files, parts.target: parts.candidate, parts.tests_path: specs}
    modules = sorted(path for path in files if path.endswith((".js", ".mjs")) and path != parts.tests_path)
    run = (*SUITE_RUN[:-1], "--experimental-vm-modules", "--no-warnings", "specs.cjs", parts.tests_path, *modules)
    return SuiteProgram({**files, "specs.cjs": driver("locks.js") + driver("specs.js")}, run, stdin=mark.text)


NODE = driver("locks.js") + driver("node.js")
ASSERTION = "^A test failed: |^Assertion failed(?:: |$)"
"""What the driver says of a test that failed."""
MISSING = "Cannot find module '([^']+)'"
SUITE_RUN = ("{runner}", "--stack-size=4000", "--max-old-space-size={heap}", "--no-addons", "driver.js")

LANGUAGE = Language(
    name="javascript",
    title="JavaScript",
    rank=2,
    aliases=("js", "node", "nodejs", "jsx", "mjs", "ecmascript"),
    suffixes=(".js", ".mjs", ".cjs", ".jsx"),
    signs=(
        (
            4,
            r"\b(document|window)\.\w+|\bJSON\.(parse|stringify)\(|\b(en|de)codeURI(Component)?\(|\b(atob|btoa)\("
            r"|\b__(file|dir)name\b|\.(addEventListener|replaceAll|querySelector(All)?)\(|\bsetTimeout\(",
        ),
        (3, r"\b(const|let|var) [\w$\[{][\w$, ]*[\]}]? = [^\n]*"),
        (3, r"\b(const|let|var) [\w$]+ = (async )?(\([\w$, ]*\)|[\w$]+) =>"),
        (3, r"\bfunction\s*\*?\s*\w*\s*\("),
        (3, r"=>\s*[{(\w]|\bconsole\.\w+\(|\brequire\(['\"]|\bmodule\.exports|`[^`\n]{0,200}\$\{|\bdelete \w+[.\[]"),
        (3, r"\bfor \((const|let|var) [\w\[\], ]+ (of|in) |^\s*((async|static|get|set) )*\w+\([\w, ]*\) \{$"),
        (2, r"===|!==|\bundefined\b|\btypeof \w|\.length\b|\.push\(|\bMath\.\w|\bnull\b|\bthis\.\w|\bnew [A-Z]\w*\("),
        (
            4,
            r"\bconstructor\s*\([^)]{0,400}\)\s*\{|^export (default|const|function|class|async) "
            r"|^import .* from ['\"]",
        ),
        (
            4,
            r"\b(WebAssembly|navigator|localStorage)\.\w|[\[{(] ?\.\.\.\w|^import ['\"](?!dart:"
            r"|package:)[^'\"\n]+['\"];|^export (\{|\* (as \w+ )?from )",
        ),
    ),
    grammar="tree_sitter_javascript:language",
    package="tree-sitter-javascript",
    fixed_tokens=True,
    comments=("comment", "html_comment", "hash_bang_line"),
    strings=("string", "template_string", "regex"),
    interpolations=("template_substitution",),
    literals=("number", "true", "false", "null", "undefined"),
    identifiers=("identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"),
    places=("member_expression", "subscript_expression"),
    keywords=words(
        "async await break case catch class const continue debugger default delete do else export extends false"
        " finally for from function get if import in instanceof let new null of return set static super switch this"
        " throw true try typeof undefined using var void while with yield"
    ),
    loops=("for_statement", "for_in_statement", "while_statement", "do_statement"),
    flow=(
        Flow("formal_parameters", "*"),
        Flow("arrow_function", "parameter"),
        Flow("catch_clause", "parameter"),
        Flow("assignment_pattern", "left", "right"),
        Flow("object_assignment_pattern", "left", "right"),
        Flow("variable_declarator", "name", "value"),
        Flow("assignment_expression", "left", "right"),
        Flow("augmented_assignment_expression", "left", "right", updates=True),
        Flow("update_expression", "argument", updates=True),
        Flow("for_in_statement", "left", "right"),
    ),
    quality=QUALITY,
    codebleu=CompatRules(
        keywords=words(
            "True await break case catch class const continue debugger default delete do else enum export extends"
            " false finally for function if implements import in instanceof interface let new null package private"
            " protected public return static super switch this throw try typeof var void while with yield"
        ),
        definitions=("variable_declarator",),
        assignments=("assignment_pattern", "augmented_assignment_expression"),
        increments=("update_expression",),
        ifs=("if_statement", "else"),
        others=("if_statement", "else"),
        always=True,
        fors=("for_statement",),
        again_after="variable_declaration",
        whiles=("while_statement",),
    ),
    toolchain=ToolchainFacts(("node", "nodejs"), ("--version",), "apt install nodejs"),
    recipe=RECIPE,
    suite=SuiteRules(program=_program, assertion=ASSERTION, tests_apart=True, missing=MISSING, keeps_text=True),
    mutation=MutationRules(nothing="null"),
)
