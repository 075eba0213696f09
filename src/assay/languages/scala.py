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
            r"\bval \w+(\([\w, ]*\))?(: [^=\n]{1,80})? = "
            r"|: (Int|String|Boolean|Double|List\[|Array\[|Seq\[|Option\[|Unit)|\bcase \w.* =>",
        ),
        (3, r"\bprintln\("),
        (2, r"\bfor \(\w+ <- |\bimport scala\.|\bextends App\b|\byield\b|<- "),
        (
            5,
            r"^libraryDependencies |\" %%? \"|\b(case object|sealed trait) \w|\bimplicit (val|def|class) "
            r"|^import [\w.]+\.(_[ \t]*$|\{)|\.foreach\(println\)|^extension \(\w+: ",
        ),
        (
            4,
            r"\(_ [-<>+*%=]+ \w|(= |=> )\?\?\?|\bs\"[^\"\n]{0,200}\$|\bfor \(?\w+ <- |\bextends \w+ with \w"
            r"|\b(class|trait) \w+\[[+-]?\w+\](?!(\([^)\n]{0,200}\))?:)",
        ),
        (
            4,
            r"\bval \w+(: [^=\n]{1,80})? = (List|Seq|Vector|Array|Set|Map|ArrayBuffer)\([^{\n]*\)[ \t]*$"
            r"|: (Int|Double|Boolean|Long)\) => ",
        ),
        (2, r"\w => \w|\b(var|val) \w+ ?: ?[A-Z]|^\s*(open )?class \w+\(\w"),
        (8, r"\bdef \w+(\[[^\]\n]{1,80}\])?(\([^)\n]{0,400}\))+: [A-Z][\w\[\], ]*$"),
        (6, r"^\s*def \w+\(\)$"),
        (3, r"(\b[A-Z]\w*|\()\)? => [A-Z]"),
        (2, r"^import \w+(\.\w+)+[ \t]*$"),
        (4, r"^(ThisBuild / )?(s|crossS)cala\w+ :=|^(opaque )?type \w+ = [\w\[\], ().]+[ \t]*$"),
        (5, r"^class \w+\([^)\n]{0,200}\) extends |\b(ivy|mvn)\"[\w.-]+:"),
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
