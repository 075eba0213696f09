"""Bash, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

BASH = Language(
    name="bash",
    title="Bash",
    grammar="tree_sitter_bash:language",
    package="tree-sitter-bash",
    aliases=("sh", "shell", "zsh"),
    suffixes=(".sh", ".bash"),
    strings=("string", "raw_string", "ansi_c_string", "heredoc_body", "translated_string"),
    interpolations=("simple_expansion", "expansion", "command_substitution", "arithmetic_expansion"),
    literals=("number",),
    identifiers=("variable_name",),
    names=("word", "special_variable_name"),
    places=("subscript",),
    keywords=words(
        "break case continue declare do done elif else esac eval exec exit export fi for function if in local"
        " readonly return select set shift source then trap typeset unset until while"
    ),
    functions=(Definition("function_definition", parameters=""),),
    doc_prefixes=(),
    blocks=("compound_statement", "do_group"),
    branches=("if_statement", "elif_clause"),
    elses=("else_clause",),
    loops=("for_statement", "c_style_for_statement", "while_statement"),
    switches=("case_statement",),
    cases=("case_item",),
    ternaries=("ternary_expression",),
    logical=("list", "binary_expression"),
    calls=(("command", "name"),),
    flow=(
        Flow("variable_assignment", "name", "value?"),
        Flow("for_statement", "variable", "value?"),
        Flow("postfix_expression", "0", updates=True),
    ),
    test_names=r"test_",
    test_calls=("assert", "assert_equal", "run"),
)
