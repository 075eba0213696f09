"""Kotlin, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

KOTLIN = Language(
    name="kotlin",
    title="Kotlin",
    grammar="tree_sitter_kotlin:language",
    package="tree-sitter-kotlin",
    aliases=("kt", "kts"),
    suffixes=(".kt", ".kts"),
    comments=("line_comment", "block_comment", "shebang"),
    strings=("string_literal", "multiline_string_literal", "character_literal"),
    interpolations=("interpolation",),
    literals=("number_literal", "float_literal"),
    members=(
        ("function_declaration", "name"),
        ("class_declaration", "name"),
        ("user_type", "*"),
        ("qualified_identifier", "*"),
    ),
    places=("navigation_expression", "index_expression"),
    keywords=words(
        "abstract actual annotation as break by catch class companion const constructor continue crossinline"
        " data do else enum expect external false final finally for fun get if import in infix init inline"
        " inner interface internal is lateinit null object open operator out override package private"
        " protected public reified return sealed set super suspend tailrec this throw true try typealias val"
        " var vararg when where while"
    ),
    functions=(
        Definition("function_declaration", body="<function_body>", parameters="<function_value_parameters>"),
        Definition("secondary_constructor", name="", body="<block>", parameters="<function_value_parameters>"),
    ),
    lambdas=(
        Definition("lambda_literal", name="", body="", parameters="<lambda_parameters>"),
        Definition("anonymous_function", name="", body="<function_body>", parameters="<function_value_parameters>"),
    ),
    classes=(
        Definition("class_declaration", body="<class_body>", parameters="<primary_constructor>"),
        Definition("object_declaration", body="<class_body>", parameters=""),
        Definition("companion_object", body="<class_body>", parameters=""),
    ),
    doc_prefixes=("/**",),
    attributes=("annotation",),
    blocks=("block", "class_body", "function_body"),
    branches=("if_expression",),
    elses=("else",),
    loops=("for_statement", "while_statement", "do_while_statement"),
    switches=("when_expression",),
    cases=("when_entry",),
    logical=("binary_expression",),
    logical_operators=("&&", "||", "?:"),
    jumps=("labeled_expression",),
    returns=("return_expression",),
    tries=("try_expression",),
    handlers=("catch_block",),
    finals=("finally_block",),
    raises=("throw_expression",),
    calls=(("call_expression", "0"), ("constructor_invocation", "0")),
    imports=("import",),
    flow=(
        Flow("parameter", "0"),
        Flow("class_parameter", "<identifier>"),
        Flow("lambda_parameters", "*"),
        Flow("catch_block", "0"),
        Flow("property_declaration", "=", "="),
        Flow("assignment", "left", "right"),
        Flow("for_statement", "=", "="),
        Flow("when_subject", "=", "="),
    ),
    test_attributes=("Test", "ParameterizedTest"),
    test_calls=("assertEquals", "assertTrue", "assertFalse", "assertThrows", "assertNull"),
)
