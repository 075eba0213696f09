"""Go, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

GO = Language(
    name="go",
    title="Go",
    grammar="tree_sitter_go:language",
    package="tree-sitter-go",
    aliases=("golang",),
    suffixes=(".go",),
    strings=("interpreted_string_literal", "raw_string_literal"),
    literals=("int_literal", "float_literal", "imaginary_literal", "rune_literal", "true", "false", "nil", "iota"),
    names=("field_identifier", "type_identifier", "package_identifier", "label_name", "blank_identifier"),
    members=(("function_declaration", "name"), ("keyed_element", "key")),
    places=("selector_expression", "index_expression", "slice_expression"),
    keywords=words(
        "break case chan const continue default defer else fallthrough false for func go goto if import"
        " interface iota map nil package range return select struct switch true type var"
    ),
    functions=(Definition("function_declaration"), Definition("method_declaration")),
    lambdas=(Definition("func_literal", name=""),),
    classes=(Definition("type_spec", body="type", parameters=""),),
    doc_prefixes=(),
    wrappers=("type_declaration",),
    blocks=("block",),
    branches=("if_statement",),
    elses=("else",),
    loops=("for_statement",),
    switches=("expression_switch_statement", "type_switch_statement", "select_statement"),
    cases=("expression_case", "type_case", "communication_case", "default_case"),
    logical=("binary_expression",),
    jumps=("break_statement", "continue_statement", "goto_statement", "fallthrough_statement"),
    returns=("return_statement",),
    calls=(("call_expression", "function"),),
    imports=("import_declaration",),
    flow=(
        Flow("parameter_declaration", "name"),
        Flow("variadic_parameter_declaration", "name"),
        Flow("var_spec", "name", "value"),
        Flow("const_spec", "name", "value"),
        Flow("short_var_declaration", "left", "right"),
        Flow("assignment_statement", "left", "right"),
        Flow("inc_statement", "0", updates=True),
        Flow("dec_statement", "0", updates=True),
        Flow("range_clause", "left", "right"),
        Flow("receive_statement", "left", "right"),
        Flow("type_switch_statement", "alias", "value"),
    ),
    test_names=r"(Test|Benchmark|Example|Fuzz)(_|[A-Z]|$)",
    test_calls=("t.Error", "t.Errorf", "t.Fatal", "t.Fatalf", "t.Run", "assert.Equal", "require.NoError"),
)
