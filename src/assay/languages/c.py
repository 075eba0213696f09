"""C, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

C = Language(
    name="c",
    title="C",
    grammar="tree_sitter_c:language",
    package="tree-sitter-c",
    suffixes=(".c", ".h"),
    strings=("string_literal", "system_lib_string", "char_literal"),
    literals=("number_literal", "true", "false", "null"),
    names=("field_identifier", "type_identifier", "statement_identifier", "primitive_type"),
    places=("field_expression", "subscript_expression", "pointer_expression"),
    keywords=words(
        "NULL _Alignas _Alignof _Atomic _Bool _Generic _Noreturn _Static_assert _Thread_local alignas alignof"
        " asm auto bool break case char const constexpr continue default do double else enum extern false"
        " float for goto if inline int long nullptr offsetof register restrict return short signed sizeof"
        " static struct switch thread_local true typedef typeof union unsigned void volatile while"
    ),
    functions=(Definition("function_definition", name="declarator", parameters="declarator"),),
    classes=(
        Definition("struct_specifier", parameters=""),
        Definition("union_specifier", parameters=""),
        Definition("enum_specifier", parameters=""),
    ),
    doc_prefixes=("/**", "///", "/*!", "//!"),
    attributes=("attribute_declaration", "attribute_specifier"),
    blocks=("compound_statement",),
    branches=("if_statement",),
    elses=("else_clause",),
    loops=("for_statement", "while_statement", "do_statement"),
    switches=("switch_statement",),
    cases=("case_statement",),
    ternaries=("conditional_expression",),
    logical=("binary_expression",),
    jumps=("break_statement", "continue_statement", "goto_statement"),
    returns=("return_statement",),
    tries=("seh_try_statement",),
    handlers=("seh_except_clause",),
    finals=("seh_finally_clause",),
    calls=(("call_expression", "function"),),
    imports=("preproc_include",),
    flow=(
        Flow("parameter_declaration", "declarator"),
        Flow("init_declarator", "declarator", "value"),
        Flow("assignment_expression", "left", "right"),
        Flow("update_expression", "argument", updates=True),
    ),
    test_names=r"test_",
    test_calls=("assert", "TEST_ASSERT", "assert_int_equal", "ck_assert"),
)
