"""Rust, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

RUST = Language(
    name="rust",
    title="Rust",
    grammar="tree_sitter_rust:language",
    package="tree-sitter-rust",
    aliases=("rs",),
    suffixes=(".rs",),
    comments=("line_comment", "block_comment"),
    strings=("string_literal", "raw_string_literal", "char_literal"),
    literals=("integer_literal", "float_literal", "boolean_literal"),
    identifiers=("identifier", "shorthand_field_identifier", "self"),
    names=("field_identifier", "type_identifier", "primitive_type", "crate", "super"),
    members=(
        ("scoped_identifier", "*"),
        ("tuple_struct_pattern", "type"),
        ("macro_invocation", "macro"),
        ("function_item", "name"),
        ("attribute", "0"),
        ("lifetime", "0"),
        ("label", "0"),
    ),
    places=("field_expression", "index_expression", "unary_expression"),
    keywords=words(
        "Self as async await break const continue crate dyn else enum extern false fn for if impl in let loop"
        " match mod move mut pub ref return self static struct super trait true type union unsafe use where"
        " while yield"
    ),
    functions=(Definition("function_item"), Definition("function_signature_item", body="")),
    lambdas=(Definition("closure_expression", name=""),),
    classes=(
        Definition("struct_item", parameters=""),
        Definition("enum_item", parameters=""),
        Definition("union_item", parameters=""),
        Definition("trait_item", parameters=""),
        Definition("impl_item", name="type", parameters=""),
    ),
    doc_prefixes=("///", "/**", "//!", "/*!"),
    attributes=("attribute_item", "inner_attribute_item"),
    blocks=("block", "declaration_list"),
    branches=("if_expression",),
    elses=("else_clause",),
    loops=("for_expression", "while_expression", "loop_expression"),
    switches=("match_expression",),
    cases=("match_arm",),
    logical=("binary_expression", "let_chain"),
    jumps=("break_expression", "continue_expression"),
    returns=("return_expression", "yield_expression"),
    tries=("try_expression", "try_block"),
    calls=(("call_expression", "function"), ("macro_invocation", "macro")),
    imports=("use_declaration", "extern_crate_declaration"),
    flow=(
        Flow("parameter", "pattern"),
        Flow("self_parameter", "<self>"),
        Flow("closure_parameters", "*"),
        Flow("let_declaration", "pattern", "value"),
        Flow("let_condition", "pattern", "value"),
        Flow("const_item", "name", "value"),
        Flow("static_item", "name", "value"),
        Flow("assignment_expression", "left", "right"),
        Flow("compound_assignment_expr", "left", "right", updates=True),
        Flow("for_expression", "pattern", "value"),
        Flow("match_pattern", "0"),
    ),
    test_attributes=("test", "tokio::test", "rstest"),
    test_calls=("assert", "assert_eq", "assert_ne", "panic"),
)
