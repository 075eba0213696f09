"""C++, as data: C's rules where the grammars agree."""

from __future__ import annotations

from dataclasses import replace

from assay.languages.base import Definition, Flow, words
from assay.languages.c import C

CPP = replace(
    C,
    name="cpp",
    title="C++",
    grammar="tree_sitter_cpp:language",
    package="tree-sitter-cpp",
    aliases=("c++", "cxx", "cc", "cplusplus"),
    suffixes=(".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".c++", ".ipp", ".inl"),
    strings=(*C.strings, "raw_string_literal"),
    names=(*C.names, "namespace_identifier", "operator_name", "destructor_name", "auto"),
    keywords=C.keywords
    | words(
        "and and_eq bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl"
        " concept const_cast consteval constinit decltype delete dynamic_cast explicit export final friend"
        " mutable namespace new noexcept not not_eq operator or or_eq override private protected public"
        " reinterpret_cast requires static_assert static_cast template this throw try typeid typename using"
        " virtual wchar_t xor xor_eq"
    ),
    lambdas=(Definition("lambda_expression", name="", parameters="declarator"),),
    classes=(
        Definition("class_specifier", parameters="<base_class_clause>"),
        Definition("struct_specifier", parameters="<base_class_clause>"),
        Definition("union_specifier", parameters=""),
        Definition("enum_specifier", parameters=""),
    ),
    wrappers=("template_declaration",),
    loops=(*C.loops, "for_range_loop"),
    logical_operators=("&&", "||", "and", "or"),
    returns=("return_statement", "co_return_statement", "co_yield_statement"),
    tries=("try_statement", "seh_try_statement"),
    handlers=("catch_clause", "seh_except_clause"),
    raises=("throw_statement",),
    assertions=("static_assert_declaration",),
    flow=(
        *C.flow,
        Flow("optional_parameter_declaration", "declarator", "default_value"),
        Flow("variadic_parameter_declaration", "declarator"),
        Flow("declaration", "declarator", "value"),
        Flow("for_range_loop", "declarator", "right"),
        Flow("lambda_capture_initializer", "left", "right"),
    ),
    test_names=r"",
    test_calls=("TEST", "TEST_F", "TEST_CASE", "REQUIRE", "CHECK", "EXPECT_EQ", "ASSERT_EQ", "EXPECT_TRUE", "assert"),
)
