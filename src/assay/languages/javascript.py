"""JavaScript, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

JAVASCRIPT = Language(
    name="javascript",
    title="JavaScript",
    grammar="tree_sitter_javascript:language",
    package="tree-sitter-javascript",
    aliases=("js", "node", "nodejs", "jsx", "mjs", "ecmascript"),
    suffixes=(".js", ".mjs", ".cjs", ".jsx"),
    comments=("comment", "html_comment", "hash_bang_line"),
    strings=("string", "template_string", "regex"),
    interpolations=("template_substitution",),
    literals=("number", "true", "false", "null", "undefined"),
    identifiers=("identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"),
    names=("property_identifier", "private_property_identifier", "statement_identifier"),
    places=("member_expression", "subscript_expression"),
    keywords=words(
        "async await break case catch class const continue debugger default delete do else export extends"
        " false finally for from function get if import in instanceof let new null of return set static super"
        " switch this throw true try typeof undefined using var void while with yield"
    ),
    functions=(
        Definition("function_declaration"),
        Definition("generator_function_declaration"),
        Definition("method_definition"),
    ),
    lambdas=(
        Definition("function_expression"),
        Definition("generator_function"),
        Definition("arrow_function", name=""),
    ),
    classes=(Definition("class_declaration", parameters="<class_heritage>"),),
    doc_prefixes=("/**",),
    wrappers=("export_statement",),
    attributes=("decorator",),
    blocks=("statement_block", "class_body"),
    branches=("if_statement",),
    elses=("else_clause",),
    loops=("for_statement", "for_in_statement", "while_statement", "do_statement"),
    switches=("switch_statement",),
    cases=("switch_case", "switch_default"),
    ternaries=("ternary_expression",),
    logical=("binary_expression",),
    logical_operators=("&&", "||", "??"),
    jumps=("break_statement", "continue_statement", "labeled_statement"),
    returns=("return_statement", "yield_expression"),
    tries=("try_statement",),
    handlers=("catch_clause",),
    finals=("finally_clause",),
    raises=("throw_statement",),
    calls=(("call_expression", "function"), ("new_expression", "constructor")),
    imports=("import_statement",),
    flow=(
        Flow("formal_parameters", "*"),
        Flow("arrow_function", "parameter"),
        Flow("catch_clause", "parameter"),
        Flow("assignment_pattern", "left", "right"),
        Flow("object_assignment_pattern", "left", "right"),
        Flow("variable_declarator", "name", "value"),
        Flow("assignment_expression", "left", "right"),
        Flow("augmented_assignment_expression", "left", "right", updates=True),
        Flow("update_expression", "argument", updates=True),
        Flow("for_in_statement", "left", "right"),
    ),
    test_calls=("describe", "it", "test", "expect", "assert", "assert.equal", "assert.deepEqual", "console.assert"),
)
