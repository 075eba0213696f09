"""Kotlin: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import kinds

LANGUAGE = Language(
    name="kotlin",
    title="Kotlin",
    rank=14,
    aliases=("kt", "kts"),
    suffixes=(".kt", ".kts"),
    signs=(
        (6, r"\b(private |public |internal |override |suspend |inline )*fun (<\w+> )?(\w+\.)?\w+\s*\("),
        (
            3,
            r"\bval \w+|\bvar \w+ (: ?[A-Z]\w* )?= |\bvar \w+ ?: ?[A-Z]|\b(mutableListOf|listOf|mapOf"
            r"|arrayOf|println)\("
            r"|\bwhen ?(\(|\{)|\bdata class\b",
        ),
        (
            2,
            r": (Int|String|Boolean|Double|List<|Array<|Any|Long|Unit|MutableList<)"
            r"|\bin \w+\.indices|\.\.|\?\.|\?:|\bit\.|\bnull\b|\bMath\.\w",
        ),
    ),
    grammar="tree_sitter_kotlin:language",
    package="tree-sitter-kotlin",
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
        "abstract actual annotation as break by catch class companion const constructor continue crossinline data do"
        " else enum expect external false final finally for fun get if import in infix init inline inner interface"
        " internal is lateinit null object open operator out override package private protected public reified return"
        " sealed set super suspend tailrec this throw true try typealias val var vararg when where while"
    ),
    loops=("for_statement", "while_statement", "do_while_statement"),
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
    mutation=MutationRules(
        deleted="Unit",
        deletable=kinds("call_expression assignment unary_expression postfix_expression"),
        statement_parents=kinds("block"),
        leaving_kinds=kinds("identifier jump_expression break_expression continue_expression"),
    ),
)
