"""Swift, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

SWIFT = Language(
    name="swift",
    title="Swift",
    grammar="tree_sitter_swift:language",
    package="tree-sitter-swift",
    suffixes=(".swift",),
    comments=("comment", "multiline_comment", "shebang_line"),
    strings=("line_string_literal", "multi_line_string_literal", "raw_string_literal", "regex_literal"),
    interpolations=("interpolated_expression", "raw_str_interpolation"),
    literals=(
        "integer_literal",
        "hex_literal",
        "oct_literal",
        "bin_literal",
        "real_literal",
        "boolean_literal",
        "nil_literal",
    ),
    identifiers=("simple_identifier",),
    names=("type_identifier", "self_expression"),
    members=(
        ("function_declaration", "name"),
        ("navigation_suffix", "suffix"),
        ("value_argument_label", "0"),
        ("parameter", "external_name"),
        ("enum_entry", "name"),
    ),
    places=("navigation_expression", "call_expression"),
    keywords=words(
        "Any Self actor as associatedtype async await break case catch class continue default defer deinit"
        " didSet do dynamic else enum extension fallthrough false fileprivate final for func get guard if"
        " import in indirect init inout internal is lazy let mutating nil open operator optional override"
        " precedencegroup prefix postfix private protocol public repeat required rethrows return self set some"
        " static struct subscript super switch throw throws true try typealias unowned var weak where while"
        " willSet"
    ),
    functions=(
        Definition("function_declaration", parameters="<parameter>"),
        Definition("init_declaration", name="", parameters="<parameter>"),
        Definition("deinit_declaration", name="", parameters=""),
        Definition("protocol_function_declaration", body="", parameters="<parameter>"),
    ),
    lambdas=(Definition("lambda_literal", name="", body="<statements>", parameters="type"),),
    classes=(
        Definition("class_declaration", parameters=""),
        Definition("protocol_declaration", parameters=""),
    ),
    doc_prefixes=("///", "/**"),
    attributes=("attribute",),
    blocks=("function_body", "class_body", "statements"),
    branches=("if_statement", "guard_statement"),
    elses=("else",),
    loops=("for_statement", "while_statement", "repeat_while_statement"),
    switches=("switch_statement",),
    cases=("switch_entry",),
    ternaries=("ternary_expression",),
    logical=("conjunction_expression", "disjunction_expression", "nil_coalescing_expression"),
    logical_operators=("&&", "||", "??"),
    jumps=("statement_label",),
    returns=("control_transfer_statement",),
    tries=("do_statement", "try_expression"),
    handlers=("catch_block",),
    raises=("throw_keyword",),
    calls=(("call_expression", "0"),),
    imports=("import_declaration",),
    flow=(
        Flow("parameter", "<simple_identifier>"),
        Flow("lambda_parameter", "<simple_identifier>"),
        Flow("property_declaration", "name", "value"),
        Flow("assignment", "target", "result"),
        Flow("for_statement", "item", "collection"),
        Flow("if_statement", "bound_identifier", "condition"),
        Flow("guard_statement", "bound_identifier", "condition"),
        Flow("while_statement", "bound_identifier", "condition"),
        Flow("switch_pattern", "0"),
        Flow("catch_block", "error"),
    ),
    test_names=r"test",
    test_calls=("XCTAssertEqual", "XCTAssertTrue", "XCTAssert", "XCTAssertThrowsError"),
)
