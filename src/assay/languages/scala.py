"""Scala, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

SCALA = Language(
    name="scala",
    title="Scala",
    grammar="tree_sitter_scala:language",
    package="tree-sitter-scala",
    aliases=("sc",),
    suffixes=(".scala", ".sc"),
    comments=("comment", "block_comment"),
    strings=("string", "interpolated_string", "character_literal"),
    interpolations=("interpolation",),
    literals=(
        "integer_literal",
        "floating_point_literal",
        "boolean_literal",
        "null_literal",
        "unit",
        "operator_identifier",
    ),
    names=("type_identifier", "package_identifier"),
    members=(
        ("function_definition", "name"),
        ("class_definition", "name"),
        ("object_definition", "name"),
        ("field_expression", "field"),
        ("interpolated_string_expression", "interpolator"),
        ("stable_identifier", "*"),
    ),
    places=("field_expression", "call_expression"),
    keywords=words(
        "abstract as case catch class def derives do else enum export extends extension false final finally for forSome"
        " given if implicit import inline lazy macro match new null object open opaque override package private"
        " protected return sealed super then this throw trait transparent true try type using val var while with"
        " yield"
    ),
    functions=(Definition("function_definition"), Definition("function_declaration", body="")),
    lambdas=(Definition("lambda_expression", name="", body="-1"),),
    classes=(
        Definition("class_definition", parameters="class_parameters"),
        Definition("object_definition", parameters=""),
        Definition("trait_definition", parameters=""),
        Definition("enum_definition", parameters=""),
    ),
    doc_prefixes=("/**",),
    attributes=("annotation",),
    blocks=("block", "template_body", "indented_block"),
    branches=("if_expression", "guard"),
    elses=("else",),
    loops=("for_expression", "while_expression", "do_while_expression"),
    switches=("match_expression",),
    cases=("case_clause",),
    logical=("infix_expression",),
    returns=("return_expression",),
    tries=("try_expression",),
    handlers=("catch_clause",),
    finals=("finally_clause",),
    raises=("throw_expression",),
    calls=(("call_expression", "function"), ("instance_expression", "0")),
    imports=("import_declaration",),
    flow=(
        Flow("parameter", "name", "default_value?"),
        Flow("class_parameter", "name", "default_value?"),
        Flow("binding", "name"),
        Flow("lambda_expression", "parameters"),
        Flow("val_definition", "pattern", "value"),
        Flow("var_definition", "pattern", "value"),
        Flow("assignment_expression", "left", "right"),
        Flow("enumerator", "0", "1"),
        Flow("case_clause", "pattern"),
    ),
    test_names=r"",
    test_calls=("test", "it", "should", "assert", "assertEquals", "describe"),
)
