"""Java, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

JAVA = Language(
    name="java",
    title="Java",
    grammar="tree_sitter_java:language",
    package="tree-sitter-java",
    suffixes=(".java",),
    comments=("line_comment", "block_comment"),
    strings=("string_literal",),
    interpolations=("string_interpolation",),
    literals=(
        "decimal_integer_literal",
        "hex_integer_literal",
        "octal_integer_literal",
        "binary_integer_literal",
        "decimal_floating_point_literal",
        "hex_floating_point_literal",
        "character_literal",
        "true",
        "false",
        "null_literal",
    ),
    names=("type_identifier",),
    members=(
        ("field_access", "field"),
        ("method_invocation", "name"),
        ("annotation", "name"),
        ("marker_annotation", "name"),
        ("element_value_pair", "key"),
        ("scoped_identifier", "*"),
    ),
    places=("field_access", "array_access"),
    keywords=words(
        "abstract assert boolean break byte case catch char class const continue default do double else enum"
        " extends false final finally float for goto if implements import instanceof int interface long native"
        " new null package permits private protected public record return sealed short static strictfp super"
        " switch synchronized this throw throws transient true try var void volatile when while yield"
    ),
    functions=(
        Definition("method_declaration"),
        Definition("constructor_declaration"),
        Definition("compact_constructor_declaration", parameters=""),
    ),
    lambdas=(Definition("lambda_expression", name=""),),
    classes=(
        Definition("class_declaration", parameters="superclass"),
        Definition("interface_declaration", parameters=""),
        Definition("enum_declaration", parameters=""),
        Definition("record_declaration"),
        Definition("annotation_type_declaration", parameters=""),
    ),
    doc_prefixes=("/**", "///"),
    attributes=("annotation", "marker_annotation"),
    blocks=("block", "class_body", "constructor_body"),
    branches=("if_statement",),
    elses=("else",),
    loops=("for_statement", "enhanced_for_statement", "while_statement", "do_statement"),
    switches=("switch_expression",),
    cases=("switch_block_statement_group", "switch_rule"),
    ternaries=("ternary_expression",),
    logical=("binary_expression",),
    jumps=("break_statement", "continue_statement", "labeled_statement"),
    returns=("return_statement", "yield_statement"),
    tries=("try_statement", "try_with_resources_statement"),
    handlers=("catch_clause",),
    finals=("finally_clause",),
    raises=("throw_statement",),
    calls=(("method_invocation", "name"), ("object_creation_expression", "type")),
    imports=("import_declaration",),
    assertions=("assert_statement",),
    flow=(
        Flow("formal_parameter", "name"),
        Flow("catch_formal_parameter", "name"),
        Flow("inferred_parameters", "*"),
        Flow("lambda_expression", "parameters"),
        Flow("variable_declarator", "name", "value"),
        Flow("assignment_expression", "left", "right"),
        Flow("update_expression", "0", updates=True),
        Flow("enhanced_for_statement", "name", "value"),
        Flow("resource", "name", "value"),
        Flow("instanceof_expression", "name", "left"),
        Flow("type_pattern", "-1"),
        Flow("record_pattern_component", "-1"),
    ),
    test_attributes=("Test", "ParameterizedTest", "RepeatedTest"),
    test_calls=("assertEquals", "assertTrue", "assertFalse", "assertThrows", "assertThat", "assertNull"),
)
