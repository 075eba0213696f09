"""The rules of the eleven languages, as data; `tests/quality` holds every kind against its grammar."""

from __future__ import annotations

from dataclasses import replace

from assay.quality.rules.base import Rules, kinds, pattern

_SAME = r"(?P<same>[\w.'\"\[\]$@]+)"
_TRUE = r"(?:true|True|TRUE|1|!\s*false)"
_TAUTOLOGY = pattern(
    rf"[\w.:>$@\s-]*?(?:(?i:assert|check|require|expect)\w*!?(?:\.\w+)?|ok)\s*\(\s*"
    rf"(?:{_TRUE}\s*(?:,[^)]*)?\)|{_SAME}\s*(?:===?|,)\s*(?P=same)\s*[,)]).*"
    rf"|expect\(\s*(?P<value>[\w'\"]+)\s*\)\.[\w.]+\(\s*(?P=value)\s*\).*"
    rf"|assert\s+(?:{_TRUE}|(?P<side>[\w.'\"]+)\s*==\s*(?P=side))\s*(?::.*)?;?"
)
_C_COMMENTED = pattern(
    r"(?:[\w.\[\]>$*&<:-]+\s+)?[\w.\[\]>$*-]+\s*(?:[-+*/|&:]?=)[^=].*;\s*$"
    r"|[\w.:>$!-]+\(.*\)\s*;\s*$|(?:return|throw|break|continue|import|use|using|let|const|var)\b.*;\s*$"
    r"|(?:\}\s*)?(?:if|for|while|switch|catch|else|try|do|foreach)\b.*\{\s*$|#include\b.*|[{}]\s*$"
)
_LAST_WORD = pattern(r"(?:.*\W)?(\w+)\s*(?:\[[^\]]*\]\s*)*(?:=.*)?$")

PYTHON = Rules(
    language="python",
    functions=kinds("function_definition"),
    lambdas=kinds("lambda"),
    classes=kinds("class_definition"),
    returns=kinds("return_statement"),
    yields=kinds("yield"),
    branches=kinds("if_statement"),
    elifs=kinds("elif_clause"),
    switches=kinds("match_statement"),
    cases=kinds("case_clause"),
    loops=kinds("for_statement while_statement"),
    ternaries=kinds("conditional_expression"),
    flow_only=kinds("for_in_clause if_clause assert_statement"),
    loop_elses=kinds("else_clause"),
    tokens_boolean=kinds("and or"),
    tokens_else=kinds("else elif"),
    imports=kinds("import_statement import_from_statement future_import_statement"),
    comments=kinds("comment"),
    strings=kinds("string"),
    attributes=kinds("decorator"),
    wrappers=kinds("decorated_definition"),
    tries=kinds("try_statement"),
    catches=kinds("except_clause"),
    finals=kinds("finally_clause"),
    raises=kinds("raise_statement"),
    asserts=kinds("assert_statement"),
    calls=kinds("call"),
    assignments={"assignment": ("left", "right"), "named_expression": ("name", "value")},
    updates={"augmented_assignment": "left", "global_statement": "", "nonlocal_statement": "", "delete_statement": ""},
    hints=kinds("type"),
    literals=kinds(
        "integer float string true false none list tuple dictionary set ellipsis unary_operator pair "
        "concatenated_string "
        "string_start string_content string_end escape_sequence parenthesized_expression expression_list"
    ),
    passes=kinds("pass_statement"),
    body_docstrings=True,
    constant=pattern(r"(?:list|dict|set|tuple|str|int|float|bool|frozenset|bytes|object)\(\s*\)"),
    parameter=pattern(r"\**(\w+)"),
    no_names=frozenset({"self", "cls"}),
    test_name=pattern(r"test(?:_\w*|[A-Z0-9]\w*)?"),
    assert_call=pattern(
        r"(?:self|cls|case)\.(?:assert|fail)\w*|(?:\w+\.)*(?:raises|warns|assert_\w+)$|assert_that$|expect$"
    ),
    framework=pattern(r"\b(?:unittest|pytest|hypothesis|doctest|nose2?|testtools|behave|robot)\b"),
    raise_call=pattern(r"(?:sys\.exit|exit|quit|parser\.error|abort)$"),
    check_call=pattern(r"(?:isinstance|issubclass|callable|hasattr|validate\w*|check_\w+)$"),
    unfinished=pattern(r"raise\s+NotImplementedError\b.*"),
    benign_call=pattern(
        r"(?:isinstance|issubclass|callable|hasattr|len|type|bool|str|int|float|repr|id|logging\.\w+"
        r"|logger\.\w+|log\.\w+)$"
    ),
    tautology=pattern(
        rf"assert\s*\(?\s*(?:{_TRUE}|not\s+(?:False|None|0|\[\]|\"\"|'')|(?P<same>[\w.\[\]'\"]+)\s*(?:==|is|>=|<=)\s*(?P=same)"
        r"|.*\bor\s+(?:True|1)|\"[^\"]+\"|'[^']+'|[1-9]\d*|.*\bis\s+not\s+\.\.\."
        r"|(?P<own>[\w.]+)\s+is\s+not\s+None\s+or\s+"
        r"(?P=own)\s+is\s+None|len\([^()]*\)\s*>=\s*0)\s*\)?\s*(?:,.*)?"
        r"|[\w.]*assertTrue\(\s*True\s*[,)].*|[\w.]*assertFalse\(\s*False\s*[,)].*|[\w.]*assertIsNone\(\s*None\s*[,)].*"
        r"|[\w.]*assert\w*Equals?\(\s*(?P<value>[\w.\[\]'\"]+)\s*,\s*(?P=value)\s*[,)].*"
    ),
    error_name=r"\b[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration)\b",
)

JAVASCRIPT = Rules(
    language="javascript",
    functions=kinds("function_declaration generator_function_declaration method_definition"),
    lambdas=kinds("arrow_function function_expression generator_function"),
    classes=kinds("class_declaration class"),
    returns=kinds("return_statement"),
    yields=kinds("yield_expression"),
    branches=kinds("if_statement"),
    switches=kinds("switch_statement"),
    cases=kinds("switch_case"),
    loops=kinds("for_statement for_in_statement while_statement do_statement"),
    ternaries=kinds("ternary_expression"),
    tokens_boolean=kinds("&& || ??"),
    imports=kinds("import_statement"),
    comments=kinds("comment"),
    strings=kinds("string template_string"),
    attributes=kinds("decorator"),
    wrappers=kinds("export_statement lexical_declaration variable_declaration"),
    tries=kinds("try_statement"),
    catches=kinds("catch_clause"),
    finals=kinds("finally_clause"),
    raises=kinds("throw_statement"),
    calls=kinds("call_expression new_expression"),
    assignments={"variable_declarator": ("name", "value"), "assignment_expression": ("left", "right")},
    updates={"augmented_assignment_expression": "left", "update_expression": "argument"},
    literals=kinds(
        "number string true false null undefined array object template_string pair property_identifier "
        "unary_expression "
        "string_fragment escape_sequence parenthesized_expression regex regex_pattern regex_flags"
    ),
    passes=kinds("empty_statement"),
    doc_comment=pattern(r"/\*\*(?!/)"),
    hint_comment=pattern(r"@(?:param|returns?|type|typedef)\s*\{"),
    constant=pattern(r"new\s+(?:Map|Set|Array|Object|Date)\(\s*\)|Promise\.resolve\(\s*\)|void 0"),
    parameter=pattern(r"(?:public|private|protected|readonly|\s)*(?:\.\.\.)?([\w$]+)"),
    test_name=pattern(r"test(?:_\w*|[A-Z0-9]\w*)?"),
    test_call=pattern(r"(?:test|it|specify)(?:\.(?:each|only|skip|concurrent)\b.*)?$|QUnit\.test$|Deno\.test$"),
    assert_call=pattern(
        r"(?:console\.)?assert\b[\w.]*$|expect\b.*|\w+\.should\b.*|t\.(?:is|deepEqual|true|false|throws)$"
    ),
    framework=pattern(
        r"\b(?:jest|mocha|vitest|chai|jasmine|ava|tape|qunit|QUnit|node:test|node:assert|assert|fast-check"
        r"|@testing-library|Deno\.test)\b"
        r"|^describe$"
    ),
    import_call=pattern(r"require$|import$"),
    raise_call=pattern(r"process\.exit$|Promise\.reject$|reject$"),
    check_call=pattern(r"(?:Array\.isArray|Number\.is\w+|isNaN|isFinite|Object\.hasOwn|validate\w*)$"),
    handle_call=pattern(r".*\.catch$"),
    final_text=pattern(r".*\.finally$"),
    unfinished=pattern(r"throw\s+new\s+\w*Error\(\s*['\"`](?i:not\s+(?:yet\s+)?implemented|todo|unimplemented)\b.*"),
    benign_call=pattern(r"(?:Array\.isArray|Number\.is\w+|isNaN|isFinite|Boolean|String|Number|console\.\w+)$"),
    tautology=_TAUTOLOGY,
    error_name=r"\b(?:[A-Z]\w*)?(?:Error|Exception)\b",
    commented=_C_COMMENTED,
)

TYPESCRIPT = replace(
    JAVASCRIPT,
    language="typescript",
    classes=kinds(
        "class_declaration class abstract_class_declaration interface_declaration enum_declaration "
        "type_alias_declaration"
    ),
    hints=kinds("type_annotation"),
)

JAVA = Rules(
    language="java",
    functions=kinds("method_declaration constructor_declaration compact_constructor_declaration"),
    lambdas=kinds("lambda_expression"),
    classes=kinds(
        "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration"
    ),
    returns=kinds("return_statement"),
    yields=kinds("yield_statement"),
    branches=kinds("if_statement"),
    switches=kinds("switch_expression"),
    cases=kinds("switch_label"),
    loops=kinds("for_statement enhanced_for_statement while_statement do_statement"),
    ternaries=kinds("ternary_expression"),
    tokens_boolean=kinds("&& ||"),
    imports=kinds("import_declaration"),
    comments=kinds("line_comment block_comment"),
    strings=kinds("string_literal"),
    attributes=kinds("annotation marker_annotation"),
    tries=kinds("try_statement try_with_resources_statement"),
    catches=kinds("catch_clause"),
    finals=kinds("finally_clause resource_specification"),
    raises=kinds("throw_statement"),
    asserts=kinds("assert_statement"),
    calls=kinds("method_invocation object_creation_expression"),
    assignments={"variable_declarator": ("name", "value"), "assignment_expression": ("left", "right")},
    updates={"update_expression": ""},
    hints=kinds("formal_parameter method_declaration local_variable_declaration field_declaration"),
    literals=kinds(
        "decimal_integer_literal hex_integer_literal octal_integer_literal binary_integer_literal "
        "decimal_floating_point_literal hex_floating_point_literal string_literal character_literal "
        "null_literal true false "
        "unary_expression array_initializer string_fragment escape_sequence multiline_string_fragment "
        "parenthesized_expression"
    ),
    doc_comment=pattern(r"/\*\*(?!/)"),
    constant=pattern(
        r"new\s+[\w.<>, ]+\(\s*\)|new\s+[\w.]+\[\s*0\s*\]|new\s+[\w.]+\[\]\s*\{\s*\}|(?:List|Set|Map|Optional"
        r"|Collections|Stream)"
        r"\.(?:of|empty\w*)\(\s*\)"
    ),
    parameter=_LAST_WORD,
    test_name=pattern(r"test(?:_\w*|[A-Z0-9]\w*)"),
    test_attribute=pattern(r"@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|Property)\b"),
    assert_call=pattern(r"(?:\w+\.)*(?:assert\w*|fail|verify)$|assertThat\b.*|.*\.(?:assertThat|isEqualTo)$"),
    framework=pattern(
        r"\b(?:org\.junit|junit\.framework|org\.testng|org\.assertj|org\.mockito|org\.hamcrest|net\.jqwik|TestCase)\b"
    ),
    raise_call=pattern(r"System\.exit$"),
    check_call=pattern(r"(?:Objects\.require\w+|Preconditions\.\w+|Assert\.\w+|Validate\.\w+|validate\w*)$"),
    unfinished=pattern(r"throw\s+new\s+(?:UnsupportedOperationException|NotImplementedException)\b.*"),
    benign_call=pattern(
        r"(?:Objects\.require\w+|.*\.(?:isEmpty|size|length|equals)|System\.out\.print\w*|log\w*\.\w+)$"
    ),
    tautology=_TAUTOLOGY,
    commented=_C_COMMENTED,
)

C = Rules(
    language="c",
    functions=kinds("function_definition"),
    classes=kinds("struct_specifier union_specifier enum_specifier"),
    returns=kinds("return_statement"),
    branches=kinds("if_statement"),
    switches=kinds("switch_statement"),
    cases=kinds("case_statement"),
    loops=kinds("for_statement while_statement do_statement"),
    ternaries=kinds("conditional_expression"),
    tokens_boolean=kinds("&& ||"),
    imports=kinds("preproc_include"),
    comments=kinds("comment"),
    strings=kinds("string_literal"),
    attributes=kinds("attribute_specifier attribute_declaration"),
    wrappers=kinds("type_definition declaration"),
    tries=kinds("seh_try_statement"),
    catches=kinds("seh_except_clause"),
    finals=kinds("seh_finally_clause goto_statement"),
    calls=kinds("call_expression"),
    assignments={"init_declarator": ("declarator", "value"), "assignment_expression": ("left", "right")},
    updates={"update_expression": "argument"},
    hints=kinds("parameter_declaration function_definition declaration"),
    literals=kinds(
        "number_literal string_literal char_literal true false null unary_expression initializer_list string_content "
        "escape_sequence character parenthesized_expression concatenated_string"
    ),
    doc_comment=pattern(r"/\*\*(?!/)|/\*!|///|//!"),
    constant=pattern(r"NULL|EXIT_SUCCESS|EXIT_FAILURE|nullptr"),
    parameter=_LAST_WORD,
    no_names=frozenset({"void"}),
    test_name=pattern(r"test(?:_\w*|[A-Z0-9]\w*)"),
    test_call=pattern(r"(?:TEST|TEST_CASE|START_TEST|Test|RUN_TEST|Ensure)$"),
    assert_call=pattern(
        r"(?:assert\w*|TEST_ASSERT\w*|ck_assert\w*|CU_ASSERT\w*|cr_assert\w*|g_assert\w*|munit_assert\w*)$"
    ),
    framework=pattern(r"\b(?:unity|cmocka|check|criterion|CUnit|munit|greatest|minunit|cester)\b[\w/]*\.h"),
    raise_call=pattern(r"(?:exit|abort|_exit|longjmp|err|errx)$"),
    error_return=pattern(r"-\s*\w+|NULL|E[A-Z]{3,}|EXIT_FAILURE|nullptr"),
    handle_condition=pattern(r".*(?:\berrno\b|[!=]=\s*NULL\b|\bNULL\s*[!=]=|\bferror\b|==\s*-1\b|\bsetjmp\b)"),
    handle_call=pattern(r"(?:perror|strerror|ferror|setjmp|sigsetjmp)$"),
    unfinished=pattern(r"(?:assert|abort)\(\s*(?:0|false|!\s*\"[^\"]*\"|)\s*\).*"),
    benign_call=pattern(r"(?:strlen|sizeof|printf|fprintf|puts)$"),
    tautology=_TAUTOLOGY,
    error_name=r"\bE[A-Z]{3,}\b",
    commented=_C_COMMENTED,
)

CPP = replace(
    C,
    language="cpp",
    wrappers=kinds("template_declaration type_definition declaration"),
    lambdas=kinds("lambda_expression"),
    classes=kinds("class_specifier struct_specifier union_specifier enum_specifier"),
    returns=kinds("return_statement co_return_statement"),
    yields=kinds("co_yield_statement"),
    loops=kinds("for_statement for_range_loop while_statement do_statement"),
    tokens_boolean=kinds("&& || and or"),
    imports=kinds("preproc_include using_declaration"),
    strings=kinds("string_literal raw_string_literal"),
    tries=kinds("try_statement"),
    catches=kinds("catch_clause"),
    finals=kinds("destructor_name"),
    raises=kinds("throw_statement"),
    asserts=kinds("static_assert_declaration"),
    constant=pattern(
        r"NULL|nullptr|EXIT_SUCCESS|EXIT_FAILURE|std::nullopt|\{\s*\}|(?:std::)?[\w:]+(?:<.*>)?(?:\(\s*\)|\{\s*\})"
    ),
    test_call=pattern(
        r"(?:TEST|TEST_F|TEST_P|TYPED_TEST|TEST_CASE|SCENARIO|SECTION|BOOST_AUTO_TEST_CASE|BOOST_FIXTURE_TEST_CASE)$"
    ),
    assert_call=pattern(
        r"(?:assert|(?:EXPECT|ASSERT|REQUIRE|CHECK|BOOST_CHECK|BOOST_REQUIRE|BOOST_TEST|TEST_ASSERT"
        r"|CPPUNIT_ASSERT)\w*)$"
    ),
    framework=pattern(r"\b(?:gtest|gmock|catch2?|doctest|boost/test|cppunit|unity|check|criterion)\b"),
    error_return=pattern(r"-\s*\w+|NULL|nullptr|std::nullopt|std::unexpected.*|E[A-Z]{3,}|EXIT_FAILURE"),
    final_text=pattern(r"(?:std::)?(?:lock_guard|unique_lock|scoped_lock|unique_ptr|shared_ptr|scope_exit)\b.*"),
    unfinished=pattern(
        r"(?:assert|abort)\(\s*(?:0|false|!\s*\"[^\"]*\"|)\s*\).*"
        r"|throw\s+std::\w+\(\s*\"(?i:not\s+(?:yet\s+)?implemented|todo|unimplemented).*"
    ),
    benign_call=pattern(r"(?:strlen|sizeof|printf|puts|.*\.(?:size|empty|length))$"),
    error_name=r"\b(?:std::)?\w*(?:_error|_argument|_range|exception|Error|Exception)\b",
)

CSHARP = Rules(
    language="csharp",
    functions=kinds(
        "method_declaration constructor_declaration local_function_statement operator_declaration "
        "destructor_declaration"
    ),
    lambdas=kinds("lambda_expression anonymous_method_expression"),
    classes=kinds("class_declaration struct_declaration interface_declaration enum_declaration record_declaration"),
    returns=kinds("return_statement arrow_expression_clause"),
    yields=kinds("yield_statement"),
    branches=kinds("if_statement"),
    switches=kinds("switch_statement switch_expression"),
    cases=kinds("switch_section switch_expression_arm"),
    loops=kinds("for_statement foreach_statement while_statement do_statement"),
    ternaries=kinds("conditional_expression"),
    tokens_boolean=kinds("&& || ??"),
    imports=kinds("using_directive"),
    comments=kinds("comment"),
    strings=kinds("string_literal verbatim_string_literal raw_string_literal interpolated_string_expression"),
    attributes=kinds("attribute_list"),
    tries=kinds("try_statement"),
    catches=kinds("catch_clause"),
    finals=kinds("finally_clause using_statement"),
    raises=kinds("throw_statement throw_expression"),
    calls=kinds("invocation_expression object_creation_expression"),
    assignments={"variable_declarator": ("name", ""), "assignment_expression": ("left", "right")},
    updates={"postfix_unary_expression": "", "prefix_unary_expression": ""},
    hints=kinds("parameter method_declaration local_declaration_statement field_declaration local_function_statement"),
    literals=kinds(
        "integer_literal real_literal string_literal character_literal boolean_literal null_literal "
        "verbatim_string_literal "
        "raw_string_literal prefix_unary_expression initializer_expression string_literal_content string_content "
        "escape_sequence character_literal_content parenthesized_expression collection_expression raw_string_start "
        "raw_string_content raw_string_end"
    ),
    passes=kinds("empty_statement"),
    doc_comment=pattern(r"///|/\*\*(?!/)"),
    constant=pattern(
        r"new\s+[\w.<>, ]+\(\s*\)|new\s+[\w.]+\[\s*0\s*\]|new\s*\(\s*\)|(?:Array|Enumerable)\.Empty<.*>\(\s*\)"
        r"|default(?:\(\w+\))?"
        r"|string\.Empty|Task\.CompletedTask"
    ),
    parameter=_LAST_WORD,
    test_name=pattern(r"[Tt]est(?:_\w*|[A-Z0-9]\w*)"),
    test_attribute=pattern(r"\[\s*(?:\w+\.)*(?:Test|TestCase|Fact|Theory|TestMethod|DataTestMethod)\b"),
    assert_call=pattern(
        r"(?:\w+\.)*(?:Assert|CollectionAssert|StringAssert|Debug)\.\w+(?:<.*>)?$|.*\.Should\b.*|Assert\b.*"
    ),
    framework=pattern(r"\b(?:NUnit|Xunit|Microsoft\.VisualStudio\.TestTools|FluentAssertions|Moq|FsCheck)\b"),
    raise_call=pattern(r"Environment\.(?:Exit|FailFast)$"),
    check_call=pattern(r".*(?:ThrowIf\w+|IsNullOr\w+)$|Guard\.\w+|Contract\.Requires$|[Vv]alidate\w*$"),
    unfinished=pattern(r"throw\s+new\s+(?:System\.)?(?:NotImplementedException|NotSupportedException)\b.*"),
    benign_call=pattern(r"(?:.*\.(?:Any|Count|Equals|IsNullOrEmpty)|Console\.Write\w*|_?[lL]og\w*\.\w+)$"),
    tautology=_TAUTOLOGY,
    commented=_C_COMMENTED,
)

GO = Rules(
    language="go",
    functions=kinds("function_declaration method_declaration"),
    lambdas=kinds("func_literal"),
    classes=kinds("type_spec type_alias"),
    returns=kinds("return_statement"),
    branches=kinds("if_statement"),
    switches=kinds("expression_switch_statement type_switch_statement select_statement"),
    cases=kinds("expression_case type_case communication_case"),
    loops=kinds("for_statement"),
    tokens_boolean=kinds("&& ||"),
    imports=kinds("import_declaration"),
    comments=kinds("comment"),
    strings=kinds("interpreted_string_literal raw_string_literal"),
    wrappers=kinds("type_declaration"),
    finals=kinds("defer_statement"),
    calls=kinds("call_expression"),
    assignments={
        "short_var_declaration": ("left", "right"),
        "assignment_statement": ("left", "right"),
        "var_spec": ("name", "value"),
    },
    updates={"inc_statement": "", "dec_statement": ""},
    hints=kinds("parameter_declaration function_declaration var_spec type_spec"),
    literals=kinds(
        "int_literal float_literal imaginary_literal rune_literal interpreted_string_literal raw_string_literal "
        "true false nil "
        "unary_expression expression_list interpreted_string_literal_content raw_string_literal_content "
        "escape_sequence "
        "parenthesized_expression"
    ),
    passes=kinds("empty_statement"),
    doc_comment=pattern(r"//|/\*"),
    constant=pattern(r"(?:\[\]|map\[)?[\w.\[\]*]+\{\s*\}|make\([\w.\[\]*]+(?:,\s*0)?\)|new\(\w+\)"),
    parameter=pattern(r"(\w+)"),
    test_name=pattern(r"(?:Test|Benchmark|Fuzz|Example)(?:[A-Z_0-9]\w*)?"),
    assert_call=pattern(r"[tbf]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$|(?:assert|require|is|qt)\.\w+$"),
    framework=pattern(r"\"(?:testing|github\.com/stretchr/testify[\w/]*|github\.com/onsi/[\w/]+|testing/quick)\""),
    raise_call=pattern(r"(?:panic|log\.Fatal\w*|os\.Exit)$"),
    error_return=pattern(r".*\b(?:errors\.New|fmt\.Errorf|errors\.Join|Err[A-Z]\w*|status\.Error\w*)\b"),
    handle_condition=pattern(r".*(?:\berr\w*\s*[!=]=\s*nil|errors\.(?:Is|As)\(|recover\(\))"),
    handle_call=pattern(r"(?:recover|errors\.(?:Is|As))$"),
    unfinished=pattern(r"panic\(\s*[\"`](?i:not\s+(?:yet\s+)?implemented|todo|unimplemented).*"),
    benign_call=pattern(r"(?:len|cap|fmt\.Print\w*|log\.Print\w*)$"),
    tautology=pattern(rf"(?:assert|require)\.\w+\(\s*t\s*,\s*(?:{_TRUE}\s*[,)]|{_SAME}\s*,\s*(?P=same)\s*[,)]).*"),
    error_name=r"\b(?:Err[A-Z]\w*|\w+Error)\b",
    commented=pattern(
        r"[\w.\[\], ]+\s*:?=[^=].*$|(?:if|for|switch|func|select)\b.*\{\s*$|\}\s*(?:else.*\{)?\s*$"
        r"|\w[\w.]*\([^ ]*\)\s*$"
        r"|return\s+[\w.]+\([^)]*\)$"
    ),
)

RUST = Rules(
    language="rust",
    functions=kinds("function_item"),
    lambdas=kinds("closure_expression"),
    classes=kinds("struct_item enum_item trait_item union_item"),
    returns=kinds("return_expression"),
    yields=kinds("yield_expression"),
    tail_returns=True,
    branches=kinds("if_expression"),
    switches=kinds("match_expression"),
    cases=kinds("match_arm"),
    loops=kinds("for_expression while_expression loop_expression"),
    tokens_boolean=kinds("&& ||"),
    imports=kinds("use_declaration extern_crate_declaration"),
    comments=kinds("line_comment block_comment"),
    strings=kinds("string_literal raw_string_literal"),
    attributes=kinds("attribute_item"),
    tries=kinds("try_expression try_block"),
    calls=kinds("call_expression macro_invocation"),
    assignments={"let_declaration": ("pattern", "value"), "assignment_expression": ("left", "right")},
    updates={"compound_assignment_expr": "left"},
    hints=kinds("parameter function_item let_declaration field_declaration"),
    literals=kinds(
        "integer_literal float_literal string_literal raw_string_literal boolean_literal char_literal negative_literal "
        "unit_expression array_expression tuple_expression unary_expression string_content escape_sequence "
        "parenthesized_expression"
    ),
    passes=kinds("empty_statement"),
    doc_comment=pattern(r"///|/\*\*(?!/)"),
    constant=pattern(
        r"(?:Vec|String|HashMap|HashSet|BTreeMap|BTreeSet|VecDeque)(?:::<.*>)?::new\(\)|vec!\[\s*\]|None"
        r"|Ok\(\(\)\)|Default::default\(\)"
        r"|(?:Some|Ok|Err)\((?:\d+|true|false|\"[^\"]*\")\)|String::from\(\"[^\"]*\"\)|\"[^\"]*\"\.to_(?:string"
        r"|owned)\(\)"
    ),
    parameter=pattern(r"(?:mut\s+|&\s*)*(\w+)\s*:"),
    test_name=pattern(r"test_\w+"),
    test_attribute=pattern(r"#\[\s*(?:\w+::)*(?:test|rstest|quickcheck|proptest)\b"),
    assert_call=pattern(r"(?:debug_)?assert(?:_eq|_ne|_matches)?!?$|prop_assert\w*!?$"),
    framework=pattern(r"cfg\(\s*test\s*\)|\b(?:proptest|quickcheck|rstest|mockall|criterion|pretty_assertions)\b"),
    raise_call=pattern(r"(?:panic|bail|ensure|unreachable)!?$|(?:std::)?process::(?:exit|abort)$"),
    error_return=pattern(r"Err\(.*|None"),
    check_call=pattern(r"(?:ensure|assert|assert_eq|assert_ne)!?$"),
    handle_condition=pattern(r".*(?:\bErr\(|\bOk\(|\.is_(?:err|ok)\(\))"),
    handle_call=pattern(r".*\.(?:map_err|unwrap_or\w*|ok_or\w*|or_else|and_then|is_err|expect_err)$"),
    final_text=pattern(r"impl\b[^{]*\bDrop\s+for\b.*"),
    unfinished=pattern(r"(?:todo|unimplemented)!.*"),
    benign_call=pattern(r"(?:println|eprintln|debug|info|trace)!?$|.*\.(?:len|is_empty)$|(?:Some|Ok|Err)$"),
    tautology=pattern(rf"assert!\s*\(\s*{_TRUE}\s*[,)].*|assert_eq!\s*\(\s*{_SAME}\s*,\s*(?P=same)\s*[,)].*"),
    error_name=r"\b(?:[A-Z]\w*(?:Error|Err)|Err)\b",
    commented=_C_COMMENTED,
)

PHP = Rules(
    language="php",
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
        "namespace_use_declaration require_expression require_once_expression include_expression "
        "include_once_expression"
    ),
    comments=kinds("comment"),
    strings=kinds("string encapsed_string heredoc nowdoc"),
    attributes=kinds("attribute_list"),
    tries=kinds("try_statement"),
    catches=kinds("catch_clause"),
    finals=kinds("finally_clause"),
    raises=kinds("throw_expression"),
    calls=kinds(
        "function_call_expression member_call_expression nullsafe_member_call_expression scoped_call_expression "
        "object_creation_expression"
    ),
    assignments={"assignment_expression": ("left", "right")},
    updates={"augmented_assignment_expression": "left", "update_expression": ""},
    hints=kinds("primitive_type named_type optional_type union_type"),
    literals=kinds(
        "integer float string encapsed_string boolean null array_creation_expression array_element_initializer "
        "unary_op_expression string_content escape_sequence parenthesized_expression nowdoc"
    ),
    passes=kinds("empty_statement"),
    doc_comment=pattern(r"/\*\*(?!/)"),
    constant=pattern(r"array\(\s*\)|\[\s*\]"),
    parameter=pattern(r".*?\$(\w+)"),
    test_name=pattern(r"test(?:_\w*|[A-Z0-9]\w*)"),
    test_attribute=pattern(r"#\[\s*Test\b"),
    test_call=pattern(r"(?:it|test)$"),
    assert_call=pattern(r"\$this->(?:assert|expect)\w*$|(?:self|static|Assert)::assert\w*$|assert$|expect\b.*"),
    framework=pattern(r"\bPHPUnit\b|\bTestCase\b|\bPest\b|\bCodeception\b"),
    raise_call=pattern(r"(?:trigger_error|exit|die)$"),
    check_call=pattern(r"(?:is_\w+|filter_var|ctype_\w+|empty|isset|array_key_exists|validate\w*)$"),
    unfinished=pattern(
        r"throw\s+new\s+\\?\w*Exception\(\s*['\"](?i:not\s+(?:yet\s+)?implemented|todo|unimplemented).*"
    ),
    benign_call=pattern(r"(?:is_\w+|count|strlen|empty|isset|error_log|var_dump)$"),
    tautology=_TAUTOLOGY,
    commented=_C_COMMENTED,
)

RUBY = Rules(
    language="ruby",
    functions=kinds("method singleton_method"),
    lambdas=kinds("lambda block do_block"),
    classes=kinds("class module"),
    returns=kinds("return"),
    yields=kinds("yield"),
    tail_returns=True,
    branches=kinds("if unless"),
    elifs=kinds("elsif"),
    switches=kinds("case case_match"),
    cases=kinds("when in_clause"),
    loops=kinds("for while until"),
    ternaries=kinds("conditional"),
    flow_only=kinds("if_modifier unless_modifier while_modifier until_modifier rescue_modifier"),
    tokens_boolean=kinds("&& || and or"),
    tokens_else=kinds("else elsif"),
    comments=kinds("comment"),
    strings=kinds("string heredoc_body"),
    catches=kinds("rescue"),
    tries=kinds("rescue rescue_modifier"),
    finals=kinds("ensure"),
    calls=kinds("call"),
    assignments={"assignment": ("left", "right")},
    updates={"operator_assignment": "left"},
    literals=kinds(
        "integer float string true false nil array hash pair simple_symbol hash_key_symbol unary string_content "
        "escape_sequence rational complex string_array symbol_array argument_list parenthesized_statements bare_string"
    ),
    doc_comment=pattern(r"#(?!!)|=begin"),
    hint_comment=pattern(r"#\s*@(?:param|return)\s*\[|#:\s"),
    constant=pattern(r"(?:Hash|Array|String|Set)\.new"),
    parameter=pattern(r"[*&]*(\w+)"),
    test_name=pattern(r"test_\w+"),
    test_call=pattern(r"(?:it|specify|scenario|test)$"),
    assert_call=pattern(r"(?:assert\w*|refute\w*|expect|flunk)\b.*|.*\.(?:must_\w+|wont_\w+|should\w*)$"),
    framework=pattern(r"\b(?:minitest|rspec|RSpec|Minitest|test/unit|Test::Unit|shoulda|rantly)\b"),
    import_call=pattern(r"(?:require|require_relative|load|autoload)$"),
    raise_call=pattern(r"(?:raise|fail|abort|exit)\b"),
    check_call=pattern(r".*\.(?:is_a\?|kind_of\?|respond_to\?|instance_of\?|nil\?|empty\?)$"),
    unfinished=pattern(r"raise\s*\(?\s*NotImplementedError\b.*"),
    benign_call=pattern(r"(?:puts|p|warn|logger\.\w+|.*\.(?:is_a\?|nil\?|empty\?|size|length))$"),
    tautology=pattern(
        rf"assert(?:\s*\(|\s+)\s*{_TRUE}\s*\)?|assert_equal(?:\s*\(|\s+)\s*{_SAME}\s*,\s*(?P=same)\s*\)?"
        r"|expect\(\s*(?P<value>[\w'\"]+)\s*\)\.to\s*\(?\s*eq\w*\(?\s*(?P=value)\s*\)?\)?.*"
    ),
    commented=pattern(
        r"[@$\w.\[\]]+\s*(?:[-+*/|]{0,2}=)\s*[^=~\s]\S*$|def\s+\w+.*|end$|(?:if|unless|while"
        r"|until)\s+\S+\s*(?:[<>=!]=?.*)?$"
        r"|[\w.]+\([^ ]*\)$|puts\s+[\"'\w].*|require\s+['\"].*"
    ),
)

RULES: dict[str, Rules] = {
    rules.language: rules for rules in (PYTHON, JAVASCRIPT, TYPESCRIPT, JAVA, C, CPP, CSHARP, GO, RUST, PHP, RUBY)
}
"""By the language front's name; any other language has the generic checks."""
