"""PHP: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words
from assay.languages.codebleu_rules import CompatRules
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import C_COMMENTED, TAUTOLOGY, Expression, QualityRules, kinds
from assay.languages.running import Recipe, ToolchainFacts, argv
from assay.languages.script_suites import driven
from assay.languages.suites import SuiteRules
from assay.records import MIB

LANGUAGE = Language(
    name="php",
    title="PHP",
    rank=10,
    suffixes=(".php", ".phtml", ".php5"),
    signs=(
        (12, r"<\?(php|=)"),
        (
            8,
            r"(?<![.\w])(?<!my )(?<!our )(?<!local )\$\w+\s*(=|\.=|\+=|->|\[)"  # Perl declares its variables so
            r"|\bfunction \w+\s*\([^)]{0,400}\$\w|\bforeach\s*\(\$|\$this->",
        ),
        (
            5,
            r"\b(array_\w+|str_(pad|replace|repeat|split)|json_(en|de)code|file_(put|get)_contents|number_format"
            r"|password_(hash|verify)|htmlspecialchars|preg_\w+|mysqli_\w+|var_dump|die)\(",
        ),
        (2, r"\becho\b|\barray\(|\bstrlen\(|\bcount\(\$|\bnew \w+\(|\bpublic function\b|\bfn\s*\("),
        (
            5,
            r"\b[A-Z]\w*::\w+\('[^'\n]{2}|\)->\w+\('[^'\n]{2}|\b[A-Z]\w*::\w+\([A-Z]\w*::class\b"
            r"|\[[A-Z]\w*::class, '",
        ),
        (3, r"\b[A-Z]\w*::\w+\("),
    ),
    grammar="tree_sitter_php:language_php",
    package="tree-sitter-php",
    prefix="<?php ",
    ignored=("php_tag", "php_end_tag"),
    strings=("string", "encapsed_string", "heredoc", "nowdoc", "shell_command_expression"),
    interpolations=("variable_name", "member_access_expression", "subscript_expression", "dynamic_variable_name"),
    atoms=("variable_name",),
    literals=("integer", "float", "boolean", "null"),
    identifiers=("variable_name",),
    places=(
        "member_access_expression",
        "nullsafe_member_access_expression",
        "scoped_property_access_expression",
        "subscript_expression",
    ),
    keywords=words(
        "abstract and array as break callable case catch class clone const continue declare default do echo else"
        " elseif empty enddeclare endfor endforeach endif endswitch endwhile enum exit extends false final finally fn"
        " for foreach function global goto if implements include include_once instanceof insteadof interface isset list"
        " match namespace new null or parent print private protected public readonly require require_once return self"
        " static switch throw trait true try unset use var while xor yield"
    ),
    loops=("for_statement", "foreach_statement", "while_statement", "do_statement"),
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
    quality=QualityRules(
        functions=kinds("function_definition method_declaration"),
        lambdas=kinds("anonymous_function arrow_function"),
        classes=kinds("class_declaration interface_declaration trait_declaration enum_declaration"),
        returns=kinds("return_statement"),
        yields=kinds("yield_expression"),
        branches=kinds("if_statement"),
        elifs=kinds("else_if_clause"),
        switches=kinds("switch_statement match_expression"),
        cases=kinds("case_statement match_conditional_expression"),
        loops=kinds("for_statement foreach_statement while_statement do_statement"),
        ternaries=kinds("conditional_expression"),
        tokens_boolean=kinds("&& || and or ??"),
        tokens_else=kinds("else elseif"),
        imports=kinds(
            "namespace_use_declaration require_expression require_once_expression include_expression"
            " include_once_expression"
        ),
        comments=kinds("comment"),
        strings=kinds("string encapsed_string heredoc nowdoc"),
        attributes=kinds("attribute_list"),
        tries=kinds("try_statement"),
        catches=kinds("catch_clause"),
        finals=kinds("finally_clause"),
        raises=kinds("throw_expression"),
        calls=kinds(
            "function_call_expression member_call_expression nullsafe_member_call_expression scoped_call_expression"
            " object_creation_expression"
        ),
        assignments={"assignment_expression": ("left", "right")},
        updates={"augmented_assignment_expression": "left", "update_expression": ""},
        hints=kinds("primitive_type named_type optional_type union_type"),
        literals=kinds(
            "integer float string encapsed_string boolean null array_creation_expression array_element_initializer"
            " unary_op_expression string_content escape_sequence parenthesized_expression nowdoc"
        ),
        passes=kinds("empty_statement"),
        doc_comment=Expression(r"/\*\*(?!/)"),
        constant=Expression(r"array\(\s*\)|\[\s*\]"),
        parameter=Expression(r".*?\$(\w+)"),
        test_name=Expression(r"test(?:_\w*|[A-Z0-9]\w*)"),
        test_attribute=Expression(r"#\[\s*Test\b"),
        test_call=Expression(r"(?:it|test)$"),
        assert_call=Expression(r"\$this->(?:assert|expect)\w*$|(?:self|static|Assert)::assert\w*$|assert$|expect\b.*"),
        framework=Expression(r"\bPHPUnit\b|\bTestCase\b|\bPest\b|\bCodeception\b"),
        raise_call=Expression(r"(?:trigger_error|exit|die)$"),
        check_call=Expression(r"(?:is_\w+|filter_var|ctype_\w+|empty|isset|array_key_exists|validate\w*)$"),
        unfinished=Expression(
            r"throw\s+new\s+\\?\w*Exception\(\s*['\"](?i:not\s+(?:yet\s+)?implemented|todo|unimplemented).*"
        ),
        benign_call=Expression(r"(?:is_\w+|count|strlen|empty|isset|error_log|var_dump)$"),
        tautology=TAUTOLOGY,
        commented=C_COMMENTED,
        assigning_declares=True,
        module_name=Expression(r"\Ause\s+(?:function\s+|const\s+)?\\?([\w\\]+)"),
    ),
    codebleu=CompatRules(
        keywords=words(
            "__halt_compiler abstract and array as break callable case catch class clone const continue declare"
            " default die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile eval exit"
            " extends final for foreach function global goto if implements include include_once instanceof insteadof"
            " interface isset list namespace new or print private protected public require require_once return static"
            " switch throw trait try unset use var while xor"
        ),
        definitions=("simple_parameter",),
        definition=("name", "default_value"),
        assignments=("assignment_expression", "augmented_assignment_expression"),
        increments=("update_expression",),
        ifs=("if_statement", "else_clause"),
        others=("if_statement", "else_clause"),
        always=True,
        fors=("for_statement",),
        again_after="assignment_expression",
        loops=("foreach_statement",),
        loop="variables",
        whiles=("while_statement",),
        fixed_tokens=False,
    ),
    toolchain=ToolchainFacts(("php",), ("--version",), "apt install php-cli"),
    recipe=Recipe(
        suffixes=(".php",),
        file="main.php",
        run=("{tool}", "-d", "memory_limit=-1", "{file}"),
        runtime_bytes=32 * MIB,
        crash="^PHP Fatal error",
        exhausted="^PHP Fatal error: +(?:Allowed memory|Out of memory)",
    ),
    suite=SuiteRules(
        keeps_text=True,
        program=driven(
            ".php",
            argv("{tool} -d memory_limit=-1 -d ffi.enable=0 -d enable_dl=0 -d zend.assertions=1"),
            opening="<?php",
        ),
        assertion=r"Uncaught (?:Exception: (?:Error at \d+th assert|Test failed!)|AssertionError)",
    ),
    mutation=MutationRules(nothing="null"),
)
