"""C#: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words
from assay.languages.codebleu_rules import CompatRules
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import C_COMMENTED, LAST_WORD, TAUTOLOGY, Expression, QualityRules, kinds
from assay.languages.running import ToolchainFacts

CODEBLEU = CompatRules(
    keywords=words(
        "abstract add alias as ascending async await base bool break by byte case catch char checked class const"
        " continue decimal default delegate descending do double dynamic else enum equals event explicit extern false"
        " finally fixed float for foreach from get global goto group if implicit in int interface internal into is join"
        " let lock long nameof namespace new notnull null object on operator orderby out override params partial"
        " private protected public readonly ref remove return sbyte sealed select set short sizeof stackalloc static"
        " string struct switch this throw true try typeof uint ulong unchecked unmanaged unsafe ushort using value var"
        " virtual void volatile when where while yield"
    ),
    definitions=("variable_declarator",),
    definition="two",
    assignments=("assignment_expression",),
    increments=("postfix_unary_expression",),
    ifs=("if_statement", "else"),
    others=("if_statement", "else"),
    fors=("for_statement",),
    again_after="local_variable_declaration",
    loops=("for_each_statement",),
    loop=("left", "right", "body"),
    whiles=("while_statement",),
)

LANGUAGE = Language(
    name="csharp",
    title="C#",
    rank=13,
    aliases=("c#", "cs", "c_sharp", "dotnet"),
    suffixes=(".cs", ".csx"),
    signs=(
        (6, r"^\s*using (static )?System[\w.]*;|^\s*namespace [A-Z]\w*\.[\w.]+\s*[{;]?$|\bConsole\.(Write|Read)\w*\("),
        (
            4,
            r"\bpublic (?!record )(static |override |virtual |async |sealed |partial )*[\w<>\[\],.? ]+ [A-Z]\w*\s*\("
            r"|\bget;|\bset;",
        ),
        (
            3,
            r"\bforeach\s*\(|\bstring\b(\[\])?\s+\w+|\bvar \w+ = |=>\s*[{(\w]|\bIEnumerable<|\bnew (List"
            r"|Dictionary|HashSet)<",
        ),
        (3, r"\bList<(int|string|bool|double|object)|\bDictionary<|\.(Count|Length|ToString\(\)|Add\()"),
        (4, r"\bpublic ((sealed|abstract|static|partial) )*(class|interface|enum|struct) \w"),
        (3, r"^\s*namespace [A-Z]\w*\s*[{;]?$"),
        (2, r"\bMath\.[A-Z]|\bnull\b|\bnew \w+[\[(<]|\bthis\.\w"),
        (2, r"\b(private|protected) (static |readonly )*[\w<>\[\]]+ \w+\s*[;=]"),
        (1, r"\bclass \w+( : [\w, ]+)?\s*\{?$|\bis not null\b|\?\?|\$\""),
        (1, r"\b(int|char|double|float|long|bool) \w+(\[\])*\s*[=;,]"),
        (
            4,
            r"[=(,+ ]\$\"[^\"\n]{0,200}\{\w|\b(public|private|protected|internal) [\w<>?\[\] ]+ => "
            r"|\bout var \w|^\s*using var \w",
        ),
        (
            4,
            r"\brecord (struct |class )?[A-Z]\w*\([^)\n]{0,200}\);|\b(int|string|bool|decimal|double"
            r"|byte)\? \w+( =|;)|\bI(Async)?(Enumerable|List|Collection|Dictionary)<",
        ),
        (
            4,
            r"\.(ToList|ToArray|FirstOrDefault)\(\)"
            r"|\w\[\^\d",
        ),
        (6, r"\.[A-Z]\w*\(\w+ =>"),
        (1, r"\bString \w+ = "),
        (2, r"\b(uint|ulong|ushort|decimal|sbyte) \w+ = "),
        (
            4,
            r"[(=,] ?@\"|\b(Enumerable|Convert|Regex|Guid|DateTime|Environment)\.[A-Z]\w*\("
            r"|\b[A-Z]\w* \w+ = [A-Z]\w*\.[A-Z]\w*\(",
        ),
        (
            4,
            r"^\(\w+ \w+, \w+ \w+\) \w+ = |\bis var \w|\bnew \w+ \{ \w+ = |[(=,] ?new\(\)|\bpublic (fixed"
            r"|event|unsafe|virtual|partial) \w",
        ),
    ),
    grammar="tree_sitter_c_sharp:language",
    package="tree-sitter-c-sharp",
    fixed_tokens=True,
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
        "abstract as async await base bool break byte case catch char checked class const continue decimal default"
        " delegate do double dynamic else enum event explicit extern false finally fixed float for foreach from get"
        " global goto group if implicit in init int interface internal into is join let lock long nameof namespace new"
        " null object operator orderby out override params partial private protected public readonly record ref remove"
        " required return sbyte sealed select set short sizeof stackalloc static string struct switch this throw true"
        " try typeof uint ulong unchecked unsafe ushort using value var virtual void volatile when where while with"
        " yield"
    ),
    loops=("for_statement", "foreach_statement", "while_statement", "do_statement"),
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
    quality=QualityRules(
        functions=kinds(
            "method_declaration constructor_declaration local_function_statement operator_declaration"
            " destructor_declaration"
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
        hints=kinds(
            "parameter method_declaration local_declaration_statement field_declaration local_function_statement"
        ),
        literals=kinds(
            "integer_literal real_literal string_literal character_literal boolean_literal null_literal"
            " verbatim_string_literal raw_string_literal prefix_unary_expression initializer_expression"
            " string_literal_content string_content escape_sequence character_literal_content parenthesized_expression"
            " collection_expression raw_string_start raw_string_content raw_string_end"
        ),
        passes=kinds("empty_statement"),
        doc_comment=Expression(r"///|/\*\*(?!/)"),
        constant=Expression(
            r"new\s+[\w.<>, ]+\(\s*\)|new\s+[\w.]+\[\s*0\s*\]|new\s*\(\s*\)|(?:Array|Enumerable)\.Empty<.*>\(\s*\)"
            r"|default(?:\(\w+\))?"
            r"|string\.Empty|Task\.CompletedTask"
        ),
        parameter=LAST_WORD,
        test_name=Expression(r"[Tt]est(?:_\w*|[A-Z0-9]\w*)"),
        test_attribute=Expression(r"\[\s*(?:\w+\.)*(?:Test|TestCase|Fact|Theory|TestMethod|DataTestMethod)\b"),
        assert_call=Expression(
            r"(?:\w+\.)*(?:Assert|CollectionAssert|StringAssert|Debug)\.\w+(?:<.*>)?$|.*\.Should\b.*|Assert\b.*"
        ),
        framework=Expression(r"\b(?:NUnit|Xunit|Microsoft\.VisualStudio\.TestTools|FluentAssertions|Moq|FsCheck)\b"),
        raise_call=Expression(r"Environment\.(?:Exit|FailFast)$"),
        check_call=Expression(r".*(?:ThrowIf\w+|IsNullOr\w+)$|Guard\.\w+|Contract\.Requires$|[Vv]alidate\w*$"),
        unfinished=Expression(r"throw\s+new\s+(?:System\.)?(?:NotImplementedException|NotSupportedException)\b.*"),
        benign_call=Expression(r"(?:.*\.(?:Any|Count|Equals|IsNullOrEmpty)|Console\.Write\w*|_?[lL]og\w*\.\w+)$"),
        tautology=TAUTOLOGY,
        commented=C_COMMENTED,
        module_name=Expression(r"\Ausing\s+(?:static\s+|\w+\s*=\s*)?([\w.]+)"),
        own_module=Expression("System"),
    ),
    codebleu=CODEBLEU,
    toolchain=ToolchainFacts(("dotnet", "mcs"), ("--version",), "the .NET SDK, or apt install mono-mcs"),
    mutation=MutationRules(),
)
