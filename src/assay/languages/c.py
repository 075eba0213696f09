"""C: all that Assay knows about it."""

from __future__ import annotations

from dataclasses import replace

from assay.languages.base import Flow, Language, words
from assay.languages.csharp import CODEBLEU as CSHARP_CODEBLEU
from assay.languages.marking import MISSING, c_program
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import C_COMMENTED, LAST_WORD, TAUTOLOGY, Expression, QualityRules, kinds
from assay.languages.running import Recipe, ToolchainFacts, argv
from assay.languages.suites import SuiteRules

QUALITY = QualityRules(
    functions=kinds("function_definition"),
    classes=kinds("struct_specifier union_specifier enum_specifier"),
    returns=kinds("return_statement"),
    branches=kinds("if_statement"),
    switches=kinds("switch_statement"),
    cases=kinds("case_statement"),
    loops=kinds("for_statement while_statement do_statement"),
    ternaries=kinds("conditional_expression"),
    tokens_boolean=kinds("&& ||"),
    imports=kinds("preproc_include"),
    comments=kinds("comment"),
    strings=kinds("string_literal"),
    attributes=kinds("attribute_specifier attribute_declaration"),
    wrappers=kinds("type_definition declaration"),
    tries=kinds("seh_try_statement"),
    catches=kinds("seh_except_clause"),
    finals=kinds("seh_finally_clause goto_statement"),
    calls=kinds("call_expression"),
    assignments={"init_declarator": ("declarator", "value"), "assignment_expression": ("left", "right")},
    updates={"update_expression": "argument"},
    hints=kinds("parameter_declaration function_definition declaration"),
    literals=kinds(
        "number_literal string_literal char_literal true false null unary_expression initializer_list string_content"
        " escape_sequence character parenthesized_expression concatenated_string"
    ),
    doc_comment=Expression(r"/\*\*(?!/)|/\*!|///|//!"),
    constant=Expression(r"NULL|EXIT_SUCCESS|EXIT_FAILURE|nullptr"),
    parameter=LAST_WORD,
    no_names=frozenset({"void"}),
    test_name=Expression(r"test(?:_\w*|[A-Z0-9]\w*)"),
    test_call=Expression(r"(?:TEST|TEST_CASE|START_TEST|Test|RUN_TEST|Ensure)$"),
    assert_call=Expression(
        r"(?:assert\w*|TEST_ASSERT\w*|ck_assert\w*|CU_ASSERT\w*|cr_assert\w*|g_assert\w*|munit_assert\w*)$"
    ),
    framework=Expression(r"\b(?:unity|cmocka|check|criterion|CUnit|munit|greatest|minunit|cester)\b[\w/]*\.h"),
    raise_call=Expression(r"(?:exit|abort|_exit|longjmp|err|errx)$"),
    error_return=Expression(r"-\s*\w+|NULL|E[A-Z]{3,}|EXIT_FAILURE|nullptr"),
    handle_condition=Expression(r".*(?:\berrno\b|[!=]=\s*NULL\b|\bNULL\s*[!=]=|\bferror\b|==\s*-1\b|\bsetjmp\b)"),
    handle_call=Expression(r"(?:perror|strerror|ferror|setjmp|sigsetjmp)$"),
    unfinished=Expression(r"(?:assert|abort)\(\s*(?:0|false|!\s*\"[^\"]*\"|)\s*\).*"),
    benign_call=Expression(r"(?:strlen|sizeof|printf|fprintf|puts)$"),
    tautology=TAUTOLOGY,
    error_name=r"\bE[A-Z]{3,}\b",
    commented=C_COMMENTED,
    mentioned_classes=True,
    test_macros=True,
    raises_errors=False,
    module_name=Expression(r"#\s*include\s*[<\"]([^>\"\n]{1,200})[>\"]"),
)

LANGUAGE = Language(
    name="c",
    title="C",
    rank=5,
    suffixes=(".c", ".h"),
    signs=(
        (5, r"^#\s*include\s*[<\"](stdio|stdlib|string|math|ctype|stdbool|stdint|assert|errno|limits|time|unistd)\.h"),
        (
            3,
            r"\b(int|void|char|double|float|long|unsigned|size_t|bool|struct"
            r" \w+|static [\w ]+)\b(?:\s+\**|\s*\*+)\s*\w+\s*\([^)]{0,400}\)\s*\{?",
        ),
        (3, r"\b(printf|scanf|malloc|calloc|free|strlen|strcmp|memcpy|memset|sizeof)\s*\("),
        (2, r"\b(char|int|void|double|struct \w+|\w+_t)\s*\*+\s*\w+|\w->\w|\bNULL\b|^#\s*(define|ifdef|ifndef|endif)"),
        (1, r"\b(int|char|double|float|long|unsigned|size_t) \w+(\[\w*\])*\s*[=;,]"),
        (
            3,
            r"\bunsigned (int|char|long|short|__int\d+)\b|\btypedef [\w ]+|\b__(declspec|cdecl|stdcall"
            r"|int64)\b|^#\s*pragma (?!warning|package)",
        ),
        (
            3,
            r"^#\s*include\s*[<\"][\w/]+\.h[>\"]|\(\s*void\s*\)\s*;|^extern (?!crate|fn|alias)\w+ \w+;"
            r"|^enum \w+ \w+ = ",
        ),
    ),
    grammar="tree_sitter_c:language",
    package="tree-sitter-c",
    fixed_tokens=True,
    strings=("string_literal", "system_lib_string", "char_literal"),
    literals=("number_literal", "true", "false", "null"),
    places=("field_expression", "subscript_expression", "pointer_expression"),
    keywords=words(
        "NULL _Alignas _Alignof _Atomic _Bool _Generic _Noreturn _Static_assert _Thread_local alignas alignof asm auto"
        " bool break case char const constexpr continue default do double else enum extern false float for goto if"
        " inline int long nullptr offsetof register restrict return short signed sizeof static struct switch"
        " thread_local true typedef typeof union unsigned void volatile while"
    ),
    loops=("for_statement", "while_statement", "do_statement"),
    flow=(
        Flow("parameter_declaration", "declarator"),
        Flow("init_declarator", "declarator", "value"),
        Flow("assignment_expression", "left", "right"),
        Flow("update_expression", "argument", updates=True),
    ),
    quality=QUALITY,
    codebleu=replace(
        CSHARP_CODEBLEU,
        keywords=words(
            "_Packed auto break case char const continue default do double else enum extern float for goto if int long"
            " register return short signed sizeof static struct switch typedef union unsigned void volatile while"
        ),
    ),
    toolchain=ToolchainFacts(("gcc", "clang", "cc"), ("--version",), "apt install gcc libc6-dev"),
    recipe=Recipe(
        suffixes=(".c",),
        file="main.c",
        run=("./main",),
        build=argv("{tool} -std=gnu17 -O1 -w -s -pthread -o main {file} -lm"),
        keep="main",
    ),
    suite=SuiteRules(
        program=c_program("c", argv("-std=gnu17 -O0 -w -pipe -pthread"), ("-lm",)),
        assertion=r"Assertion `.*' failed\.",
        missing=MISSING,
    ),
    mutation=MutationRules(true="1", false="0", nothing="0"),
)
