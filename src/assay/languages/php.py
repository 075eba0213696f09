"""PHP, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

PHP = Language(
    name="php",
    title="PHP",
    grammar="tree_sitter_php:language_php",
    package="tree-sitter-php",
    suffixes=(".php", ".phtml", ".php5"),
    prefix="<?php ",
    ignored=("php_tag", "php_end_tag"),
    strings=("string", "encapsed_string", "heredoc", "nowdoc", "shell_command_expression"),
    interpolations=("variable_name", "member_access_expression", "subscript_expression", "dynamic_variable_name"),
    atoms=("variable_name",),
    literals=("integer", "float", "boolean", "null"),
    identifiers=("variable_name",),
    names=("name", "primitive_type"),
    places=(
        "member_access_expression",
        "nullsafe_member_access_expression",
        "scoped_property_access_expression",
        "subscript_expression",
    ),
    keywords=words(
        "abstract and array as break callable case catch class clone const continue declare default do echo"
        " else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum exit extends false"
        " final finally fn for foreach function global goto if implements include include_once instanceof"
        " insteadof interface isset list match namespace new null or parent print private protected public"
        " readonly require require_once return self static switch throw trait true try unset use var while xor"
        " yield"
    ),
    functions=(Definition("function_definition"), Definition("method_declaration")),
    lambdas=(Definition("anonymous_function", name=""), Definition("arrow_function", name="")),
    classes=(
        Definition("class_declaration", parameters="<base_clause>"),
        Definition("interface_declaration", parameters="<base_clause>"),
        Definition("trait_declaration", parameters=""),
        Definition("enum_declaration", parameters=""),
    ),
    doc_prefixes=("/**",),
    attributes=("attribute_list",),
    blocks=("compound_statement", "declaration_list"),
    branches=("if_statement", "else_if_clause"),
    elses=("else_clause",),
    loops=("for_statement", "foreach_statement", "while_statement", "do_statement"),
    switches=("switch_statement", "match_expression"),
    cases=("case_statement", "default_statement", "match_conditional_expression", "match_default_expression"),
    ternaries=("conditional_expression",),
    logical=("binary_expression",),
    logical_operators=("&&", "||", "and", "or", "??"),
    jumps=("break_statement", "continue_statement", "goto_statement"),
    returns=("return_statement", "yield_expression"),
    tries=("try_statement",),
    handlers=("catch_clause",),
    finals=("finally_clause",),
    raises=("throw_expression",),
    calls=(
        ("function_call_expression", "function"),
        ("member_call_expression", "name"),
        ("scoped_call_expression", "name"),
    ),
    imports=("namespace_use_declaration", "include_expression", "require_expression", "require_once_expression"),
    flow=(
        Flow("simple_parameter", "name", "default_value?"),
        Flow("variadic_parameter", "name"),
        Flow("property_promotion_parameter", "name", "default_value?"),
        Flow("assignment_expression", "left", "right"),
        Flow("reference_assignment_expression", "left", "right"),
        Flow("augmented_assignment_expression", "left", "right", updates=True),
        Flow("update_expression", "argument", updates=True),
        Flow("foreach_statement", "1", "0"),
        Flow("catch_clause", "name"),
        Flow("static_variable_declaration", "name", "value"),
        Flow("property_element", "name", "default_value"),
    ),
    test_names=r"test",
    test_calls=("assertEquals", "assertSame", "assertTrue", "assertFalse", "expectException"),
)
