"""C++: all that Assay knows about it."""

from __future__ import annotations

from dataclasses import replace

from assay.languages.base import Flow, words
from assay.languages.c import LANGUAGE as C
from assay.languages.c import QUALITY as C_QUALITY
from assay.languages.csharp import CODEBLEU as CSHARP_CODEBLEU
from assay.languages.marking import MISSING, c_program
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import Expression, kinds
from assay.languages.running import Recipe, ToolchainFacts, argv
from assay.languages.suites import SuiteRules

LANGUAGE = replace(
    C,
    name="cpp",
    title="C++",
    rank=6,
    aliases=("c++", "cxx", "cc", "cplusplus"),
    suffixes=(".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".c++", ".ipp", ".inl"),
    family="c",
    signs=(
        (
            6,
            r"\bstd::\w|\busing namespace \w"
            r"|^#\s*include\s*<(iostream|vector|string|algorithm|map|set|bits/stdc\+\+\.h|\w+)>",
        ),
        (4, r"\b(vector|map|unordered_map|set|pair|queue|stack)<[\w: <>,]+>|\bcout\s*<<|\bcin\s*>>|\btemplate\s*<"),
        (
            3,
            r"\b\w+::~?\w+\s*\(|\b(public|private|protected):|^\s*namespace [\w:]+\s*\{?$"
            r"|\bnullptr\b|\bconst \w[\w:<>]*\s*&|\bauto\s*&?\s*\w+\s*[=:]",
        ),
        (
            3,
            r"\b(int|void|char|double|float|long|unsigned|size_t|bool|string|long"
            r" long)\b(?:\s+[*&]*|\s*[*&]+)\s*\w+\s*\([^)]{0,400}\)\s*(const\s*)?\{?",
        ),
        (
            2,
            r"\bstring\s*&?\s+\w+|\.push_back\(|\.size\(\)"
            r"|\bclass \w+\s*(:\s*public \w+)?\s*\{|\bnew \w+[\[(;]|\bdelete(\[\])? \w+;|^\s*enum class \w",
        ),
        (1, r"\b(int|char|double|float|long|unsigned|size_t|bool) \w+(\[\w*\])*\s*[=;,]"),
        (
            3,
            r"\bunsigned (int|char|long|short|__int\d+)\b|\btypedef [\w ]+|\b__(declspec|cdecl|stdcall"
            r"|int64)\b|^#\s*pragma (?!warning|package)",
        ),
        (
            4,
            r"\)\s*const( noexcept)?\s*[;{=]|\)\s*noexcept\b|^\s*(static )?constexpr \w"
            r"|^\s*virtual [\w:<>*& ]+\(|^~\w+\(|\bstatic_cast<|^\s*explicit \w",
        ),
        (
            3,
            r"^#\s*include\s*[<\"][\w/]+\.h[>\"]|\(\s*void\s*\)\s*;|^extern (?!crate|fn|alias)\w+ \w+;"
            r"|^enum \w+ \w+ = ",
        ),
        (4, r"^\w+& \w+\(|^class \w+;|\b(ref|value|interface) class \w|\(const \w[\w:<>]*\s*&"),
    ),
    grammar="tree_sitter_cpp:language",
    package="tree-sitter-cpp",
    strings=(*C.strings, "raw_string_literal"),
    keywords=C.keywords
    | words(
        "and and_eq bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl concept"
        " const_cast consteval constinit decltype delete dynamic_cast explicit export final friend mutable namespace"
        " new noexcept not not_eq operator or or_eq override private protected public reinterpret_cast requires"
        " static_assert static_cast template this throw try typeid typename using virtual wchar_t xor xor_eq"
    ),
    loops=(*C.loops, "for_range_loop"),
    flow=(
        *C.flow,
        Flow("optional_parameter_declaration", "declarator", "default_value"),
        Flow("variadic_parameter_declaration", "declarator"),
        Flow("declaration", "declarator", "value"),
        Flow("for_range_loop", "declarator", "right"),
        Flow("lambda_capture_initializer", "left", "right"),
    ),
    quality=replace(
        C_QUALITY,
        wrappers=kinds("template_declaration type_definition declaration"),
        lambdas=kinds("lambda_expression"),
        classes=kinds("class_specifier struct_specifier union_specifier enum_specifier"),
        returns=kinds("return_statement co_return_statement"),
        yields=kinds("co_yield_statement"),
        loops=kinds("for_statement for_range_loop while_statement do_statement"),
        tokens_boolean=kinds("&& || and or"),
        imports=kinds("preproc_include using_declaration"),
        strings=kinds("string_literal raw_string_literal"),
        tries=kinds("try_statement"),
        catches=kinds("catch_clause"),
        finals=kinds("destructor_name"),
        raises=kinds("throw_statement"),
        asserts=kinds("static_assert_declaration"),
        constant=Expression(
            r"NULL|nullptr|EXIT_SUCCESS|EXIT_FAILURE|std::nullopt|\{\s*\}|(?:std::)?[\w:]+(?:<.*>)?(?:\(\s*\)|\{\s*\})"
        ),
        test_call=Expression(
            r"(?:TEST|TEST_F|TEST_P|TYPED_TEST|TEST_CASE|SCENARIO|SECTION|BOOST_AUTO_TEST_CASE|BOOST_FIXTURE_TEST_CASE)$"
        ),
        assert_call=Expression(
            r"(?:assert|(?:EXPECT|ASSERT|REQUIRE|CHECK|BOOST_CHECK|BOOST_REQUIRE|BOOST_TEST|TEST_ASSERT"
            r"|CPPUNIT_ASSERT)\w*)$"
        ),
        framework=Expression(r"\b(?:gtest|gmock|catch2?|doctest|boost/test|cppunit|unity|check|criterion)\b"),
        error_return=Expression(r"-\s*\w+|NULL|nullptr|std::nullopt|std::unexpected.*|E[A-Z]{3,}|EXIT_FAILURE"),
        final_text=Expression(r"(?:std::)?(?:lock_guard|unique_lock|scoped_lock|unique_ptr|shared_ptr|scope_exit)\b.*"),
        unfinished=Expression(
            r"(?:assert|abort)\(\s*(?:0|false|!\s*\"[^\"]*\"|)\s*\).*"
            r"|throw\s+std::\w+\(\s*\"(?i:not\s+(?:yet\s+)?implemented|todo|unimplemented).*"
        ),
        benign_call=Expression(r"(?:strlen|sizeof|printf|puts|.*\.(?:size|empty|length))$"),
        error_name=r"\b(?:std::)?\w*(?:_error|_argument|_range|exception|Error|Exception)\b",
        raises_errors=True,
    ),
    codebleu=replace(
        CSHARP_CODEBLEU,
        keywords=words(
            "INT_MAX INT_MIN MAX_RAND NULL and and_eq asm auto bitand bitor bool break case catch char cin class compl"
            " const const_cast continue cout default delete do double dynamic_cast else endl enum explicit extern false"
            " float for friend goto if include inline int iomanip iostream long main mutable namespace new not not_eq"
            " npos operator or or_eq private protected public register reinterpret_cast return short signed sizeof"
            " static static_cast std string struct switch template this throw true try typedef typeid typename union"
            " unsigned using virtual void volatile wchar_t while xor xor_eq"
        ),
    ),
    toolchain=ToolchainFacts(("g++", "clang++", "c++"), ("--version",), "apt install g++"),
    recipe=Recipe(
        suffixes=(".cpp", ".cc", ".cxx"),
        file="main.cpp",
        run=("./main",),
        build=argv("{tool} -std=gnu++20 -O1 -w -s -pthread -o main {file}"),
        keep="main",
        crash="^terminate called ",
        exhausted="^terminate called .*'std::bad_(?:alloc|array_new_length)'",
    ),
    suite=SuiteRules(
        program=c_program("c++", argv("-std=gnu++17 -O0 -w -pipe -pthread"), ()),
        assertion=r"Assertion `.*' failed\.",
        missing=MISSING,
    ),
    mutation=MutationRules(shifts=False),
)
