"""Go: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words
from assay.languages.codebleu_rules import CompatRules
from assay.languages.go_suites import program
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import QUOTED, SAME, TRUE, Expression, QualityRules, kinds
from assay.languages.running import Recipe, ToolchainFacts, argv
from assay.languages.suites import SuiteRules

LANGUAGE = Language(
    name="go",
    title="Go",
    rank=8,
    aliases=("golang",),
    suffixes=(".go",),
    signs=(
        (6, r"^package \w+[ \t]*$|^func (\(\w+ \*?[\w\[\]]+\) )?\w+\([^)]{0,400}\).*\{"),
        (4, r"^func \w+\((\w+,? )+\*?(\[\])*(int|string|float64|bool|byte|rune|error)\b"),
        (3, r"\w :?= range |[\w\]] := |\bfmt\.\w|\bfunc\(|\bmake\((\[\]|map|chan)|\bnil\b|\bif err\b"),
        (
            2,
            r"^import (\(|\"[^\"\n]*\"[ \t]*$)|^type \w+ (struct|interface)|\[\](int|string|byte|float64|bool|rune)\b"
            r"|(?<!\.)\b(append|len)\(",
        ),
        (4, r"^\s*var \w+ (int|string|bool|float(32|64)|\[\]\w+)( =|[ \t]*$)"),
        (1, r"^\s*(for|if|switch) [^({][^{]{0,400}\{\s*$|\bvar \w+ (int|string|bool|float64|\[\])"),
        (
            5,
            r"^func \(\w+ \*?\w+(\[[\w, ]+\])?\) \w+\("
            r"|^func \w+(\[[^\]\n]{1,80}\])?\([a-z]\w*(, \w+)* [^:)\n]{1,200}\)|^type \w+ (struct|interface"
            r"|func|map)\b",
        ),
        (
            4,
            r"^\s*var \w+(, \w+)* (?!in\b|of\b|is\b)(\[\]|\*)*[a-zA-Z][\w.]*[ \t]*$|\bmap\[\w+\]\*?\w"
            r"|\[\](int|string|byte|float64|bool|rune)\{|\binterface\{\}",
        ),
        (
            4,
            r"\b(strings\.(Split|Join|Contains|Fields|Repeat|To(Low|Upp)er|TrimSpace|Has(Pre|Suf)fix)"
            r"|strconv\.[A-Z]|regexp\.MustCompile|errors\.(New|Is|As)|os\.(Open|Args|Exit|ReadFile)"
            r"|http\.(Get|Handle\w*|ListenAndServe)|time\.(Now|Sleep)|sync\.[A-Z]|t\.(Errorf|Fatalf?|Run"
            r"|Helper))\b",
        ),
        (2, r"^\s*const \w+ = (\"[^\"\n]*\"|[\w.]+)[ \t]*$"),
    ),
    grammar="tree_sitter_go:language",
    package="tree-sitter-go",
    strings=("interpreted_string_literal", "raw_string_literal"),
    literals=("int_literal", "float_literal", "imaginary_literal", "rune_literal", "true", "false", "nil", "iota"),
    members=(("function_declaration", "name"), ("keyed_element", "key")),
    places=("selector_expression", "index_expression", "slice_expression"),
    keywords=words(
        "break case chan const continue default defer else fallthrough false for func go goto if import interface iota"
        " map nil package range return select struct switch true type var"
    ),
    loops=("for_statement",),
    flow=(
        Flow("parameter_declaration", "name"),
        Flow("variadic_parameter_declaration", "name"),
        Flow("var_spec", "name", "value"),
        Flow("const_spec", "name", "value"),
        Flow("short_var_declaration", "left", "right"),
        Flow("assignment_statement", "left", "right"),
        Flow("inc_statement", "0", updates=True),
        Flow("dec_statement", "0", updates=True),
        Flow("range_clause", "left", "right"),
        Flow("receive_statement", "left", "right"),
        Flow("type_switch_statement", "alias", "value"),
    ),
    quality=QualityRules(
        functions=kinds("function_declaration method_declaration"),
        lambdas=kinds("func_literal"),
        classes=kinds("type_spec type_alias"),
        returns=kinds("return_statement"),
        branches=kinds("if_statement"),
        switches=kinds("expression_switch_statement type_switch_statement select_statement"),
        cases=kinds("expression_case type_case communication_case"),
        loops=kinds("for_statement"),
        tokens_boolean=kinds("&& ||"),
        imports=kinds("import_declaration"),
        comments=kinds("comment"),
        strings=kinds("interpreted_string_literal raw_string_literal"),
        wrappers=kinds("type_declaration"),
        finals=kinds("defer_statement"),
        calls=kinds("call_expression"),
        assignments={
            "short_var_declaration": ("left", "right"),
            "assignment_statement": ("left", "right"),
            "var_spec": ("name", "value"),
        },
        updates={"inc_statement": "", "dec_statement": ""},
        hints=kinds("parameter_declaration function_declaration var_spec type_spec"),
        literals=kinds(
            "int_literal float_literal imaginary_literal rune_literal interpreted_string_literal raw_string_literal"
            " true false nil unary_expression expression_list interpreted_string_literal_content"
            " raw_string_literal_content escape_sequence parenthesized_expression"
        ),
        passes=kinds("empty_statement"),
        doc_comment=Expression(r"//|/\*"),
        constant=Expression(r"(?:\[\]|map\[)?[\w.\[\]*]+\{\s*\}|make\([\w.\[\]*]+(?:,\s*0)?\)|new\(\w+\)"),
        parameter=Expression(r"(\w+)"),
        test_name=Expression(r"(?:Test|Benchmark|Fuzz|Example)(?:[A-Z_0-9]\w*)?"),
        assert_call=Expression(r"[tbf]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$|(?:assert|require|is|qt)\.\w+$"),
        framework=Expression(
            r"\"(?:testing|github\.com/stretchr/testify[\w/]*|github\.com/onsi/[\w/]+|testing/quick)\""
        ),
        raise_call=Expression(r"(?:panic|log\.Fatal\w*|os\.Exit)$"),
        error_return=Expression(r".*\b(?:errors\.New|fmt\.Errorf|errors\.Join|Err[A-Z]\w*|status\.Error\w*)\b"),
        handle_condition=Expression(r".*(?:\berr\w*\s*[!=]=\s*nil|errors\.(?:Is|As)\(|recover\(\))"),
        handle_call=Expression(r"(?:recover|errors\.(?:Is|As))$"),
        unfinished=Expression(r"panic\(\s*[\"`](?i:not\s+(?:yet\s+)?implemented|todo|unimplemented).*"),
        benign_call=Expression(r"(?:len|cap|fmt\.Print\w*|log\.Print\w*)$"),
        tautology=Expression(rf"(?:assert|require)\.\w+\(\s*t\s*,\s*(?:{TRUE}\s*[,)]|{SAME}\s*,\s*(?P=same)\s*[,)]).*"),
        error_name=r"\b(?:Err[A-Z]\w*|\w+Error)\b",
        commented=Expression(
            r"[\w.\[\], ]+\s*:?=[^=].*$|(?:if|for|switch|func|select)\b.*\{\s*$|\}\s*(?:else.*\{)?\s*$"
            r"|\w[\w.]*\([^ ]*\)\s*$"
            r"|return\s+[\w.]+\([^)]*\)$"
        ),
        module_name=QUOTED,
        relative_modules=(".", "/"),
        own_module=Expression(r"[^./]*(?:/|$)"),
    ),
    codebleu=CompatRules(
        keywords=words(
            "break case chan const continue default defer else fallthrough false for func go goto if import interface"
            " map package range return select struct switch true type var"
        ),
        definitions=("var_spec",),
        assignments=("assignment_statement",),
        increments=("inc_statement",),
        ifs=("if_statement", "else"),
        others=("if_statement", "else"),
        always=True,
        fors=("for_statement",),
        again_after="for_clause",
    ),
    toolchain=ToolchainFacts(("go",), ("version",), "apt install golang-go"),
    recipe=Recipe(
        file="main.go",
        run=("./main",),
        build=(
            *argv("env GO111MODULE=off CGO_ENABLED=0 GOTOOLCHAIN=local {tool} build"),
            "-ldflags=-s -w",
            *argv("-o main {file}"),
        ),
        keep="main",
        home=("env", "GOROOT"),
        crash="^panic: |^fatal error: |^goroutine ",
        exhausted="^fatal error: runtime: (?:out of memory|cannot allocate memory)",
    ),
    suite=SuiteRules(program=program, assertion=r"^\s*--- FAIL: |^panic: Exception --- test case", tests_apart=True),
    mutation=MutationRules(
        deleted="{}",
        deletable=kinds("expression_statement assignment_statement inc_statement dec_statement"),
        statement_parents=kinds("statement_list block"),
    ),
)
