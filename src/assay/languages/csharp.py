"""C#, as data."""

from __future__ import annotations

from assay.languages.base import Definition, Flow, Language, words

CSHARP = Language(
    name="csharp",
    title="C#",
    grammar="tree_sitter_c_sharp:language",
    package="tree-sitter-c-sharp",
    aliases=("c#", "cs", "c_sharp", "dotnet"),
    suffixes=(".cs", ".csx"),
    strings=(
        "string_literal",
        "verbatim_string_literal",
        "raw_string_literal",
        "character_literal",
        "interpolated_string_expression",
    ),
    interpolations=("interpolation",),
    literals=("integer_literal", "real_literal", "boolean_literal", "null_literal"),
    identifiers=("identifier", "implicit_parameter"),
    names=("predefined_type", "implicit_type", "discard"),
    members=(
        ("member_access_expression", "name"),
        ("member_binding_expression", "name"),
        ("argument", "name"),
        ("qualified_name", "*"),
        ("generic_name", "0"),
        ("parameter", "type"),
        ("variable_declaration", "type"),
        ("object_creation_expression", "type"),
        ("catch_declaration", "type"),
        ("declaration_pattern", "type"),
        ("cast_expression", "type"),
        ("base_list", "*"),
        ("type_argument_list", "*"),
        ("nullable_type", "type"),
        ("array_type", "type"),
        ("attribute", "name"),
        ("method_declaration", "returns"),
        ("property_declaration", "type"),
    ),
    places=("member_access_expression", "element_access_expression"),
    keywords=words(
        "abstract as async await base bool break byte case catch char checked class const continue decimal"
        " default delegate do double dynamic else enum event explicit extern false finally fixed float for"
        " foreach from get global goto group if implicit in init int interface internal into is join let lock"
        " long nameof namespace new null object operator orderby out override params partial private protected"
        " public readonly record ref remove required return sbyte sealed select set short sizeof stackalloc"
        " static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using"
        " value var virtual void volatile when where while with yield"
    ),
    functions=(
        Definition("method_declaration"),
        Definition("constructor_declaration"),
        Definition("destructor_declaration"),
        Definition("local_function_statement"),
        Definition("operator_declaration", name=""),
        Definition("conversion_operator_declaration", name=""),
    ),
    lambdas=(
        Definition("lambda_expression", name=""),
        Definition("anonymous_method_expression", name="", body="<block>"),
    ),
    classes=(
        Definition("class_declaration", parameters="<base_list>"),
        Definition("interface_declaration", parameters="<base_list>"),
        Definition("struct_declaration", parameters="<base_list>"),
        Definition("record_declaration", parameters="<parameter_list>"),
        Definition("enum_declaration", parameters=""),
    ),
    doc_prefixes=("///", "/**"),
    attributes=("attribute_list", "attribute"),
    blocks=("block", "declaration_list"),
    branches=("if_statement",),
    elses=("else",),
    loops=("for_statement", "foreach_statement", "while_statement", "do_statement"),
    switches=("switch_statement", "switch_expression"),
    cases=("switch_section", "switch_expression_arm"),
    ternaries=("conditional_expression",),
    logical=("binary_expression",),
    logical_operators=("&&", "||", "??"),
    jumps=("break_statement", "continue_statement", "goto_statement"),
    returns=("return_statement", "yield_statement"),
    tries=("try_statement",),
    handlers=("catch_clause",),
    finals=("finally_clause",),
    raises=("throw_statement", "throw_expression"),
    calls=(("invocation_expression", "function"), ("object_creation_expression", "type")),
    imports=("using_directive",),
    flow=(
        Flow("parameter", "name", "=?"),
        Flow("lambda_expression", "<implicit_parameter>"),
        Flow("catch_declaration", "name"),
        Flow("variable_declarator", "=", "="),
        Flow("assignment_expression", "left", "right"),
        Flow("postfix_unary_expression", "0", updates=True),
        Flow("foreach_statement", "left", "right"),
        Flow("declaration_expression", "name"),
        Flow("declaration_pattern", "name"),
    ),
    test_attributes=("Test", "Fact", "Theory", "TestMethod", "TestCase"),
    test_calls=("Assert.Equal", "Assert.AreEqual", "Assert.True", "Assert.IsTrue", "Assert.Throws"),
)
