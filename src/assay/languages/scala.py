"""Scala: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words

LANGUAGE = Language(
    name="scala",
    title="Scala",
    rank=16,
    aliases=("sc",),
    suffixes=(".scala", ".sc"),
    signs=(
        (
            5,
            r"\bdef \w+(\[\w+\])?(\([^)]{0,400}\))*\s*(: ?[\w\[\], ]+)?\s*= ?"
            r"|\bobject \w+( extends \w+)? ?\{|\bcase class \w",
        ),
        (
            3,
            r"\bval \w+(: [\w\[\]]+)? = "
            r"|: (Int|String|Boolean|Double|List\[|Array\[|Seq\[|Option\[|Unit)|\bcase \w.* =>",
        ),
        (3, r"^\s*println\("),
        (2, r"\bfor \(\w+ <- |\bimport scala\.|\bextends App\b|\byield\b|<- "),
    ),
    grammar="tree_sitter_scala:language",
    package="tree-sitter-scala",
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
        "abstract as case catch class def derives do else enum export extends extension false final finally for"
        " forSome given if implicit import inline lazy macro match new null object open opaque override package private"
        " protected return sealed super then this throw trait transparent true try type using val var while with yield"
    ),
    loops=("for_expression", "while_expression", "do_while_expression"),
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
)
