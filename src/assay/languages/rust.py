"""Rust: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words
from assay.languages.codebleu_rules import CompatRules
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import C_COMMENTED, SAME, TRUE, Expression, QualityRules, kinds
from assay.languages.running import Recipe, ToolchainFacts, argv
from assay.languages.rust_suites import program
from assay.languages.suites import SuiteRules

LANGUAGE = Language(
    name="rust",
    title="Rust",
    rank=7,
    aliases=("rs",),
    suffixes=(".rs",),
    signs=(
        (6, r"\b(pub(\(\w+\))? )?(async |unsafe |const )*fn \w+(<[^>]{0,200}>)?\s*\("),
        (
            4,
            r"\blet mut \w|\bimpl(<\w+>)? \w"
            r"|\b(println|format|vec|assert|assert_eq|panic|write)!|^use [a-z]\w*::",
        ),
        (4, r"\b(Box|Vec|Rc|Arc|Cell|RefCell|String|HashMap)::(new|from)\(|^\s*let \w+ = \|[\w, ]*\| "),
        (
            3,
            r"&(mut )?(str|self|\[|Vec|String)|\bVec<|\bOption<"
            r"|\bResult<|\bi32\b|\bu(8|32|64|size)\b|\bSome\(|\.unwrap\(\)",
        ),
        (5, r"\b(std|core|crate|self|super)::\w+::[\w*{]"),
        (4, r"^\s*pub(\(\w+\))? (mod|enum|struct|trait|use|const|type|static) |^\s*#!?\[\w+"),
        (3, r"\blet \w+ ?: ?[\w<>&\[\], :']+ = [^\n]*;[ \t]*$"),
        (
            2,
            r"\bmatch \w[^\n]*\{|\blet \w+(: [\w<>&]+)? = |\.iter\(\)|\.collect(\(\)|::<)|=> |#\[\w+|-> \w"
            r"|\.push\(|\bself\.\w",
        ),
        (
            5,
            r": ?(&(\x27\w+ )?(mut )?)?([iu](8|16|32|64|128|size)|f(32|64)|str)\b|\b(const"
            r"|static) [A-Z_]+: [&\w]",
        ),
        (3, r"\b\w+::\w+\("),
        (3, r"^(pub )?type \w+(<[^>\n]{1,80}>)? = [^\n]*;[ \t]*$"),
        (5, r"[(:, =]&mut \w"),
        (4, r"^let \w+ = [^\n]*\.to_(string|owned)\(\);"),
    ),
    grammar="tree_sitter_rust:language",
    package="tree-sitter-rust",
    fixed_tokens=True,
    comments=("line_comment", "block_comment"),
    strings=("string_literal", "raw_string_literal", "char_literal"),
    literals=("integer_literal", "float_literal", "boolean_literal"),
    identifiers=("identifier", "shorthand_field_identifier", "self"),
    members=(
        ("scoped_identifier", "*"),
        ("tuple_struct_pattern", "type"),
        ("macro_invocation", "macro"),
        ("function_item", "name"),
        ("attribute", "0"),
        ("lifetime", "0"),
        ("label", "0"),
    ),
    places=("field_expression", "index_expression", "unary_expression"),
    keywords=words(
        "Self as async await break const continue crate dyn else enum extern false fn for if impl in let loop match"
        " mod move mut pub ref return self static struct super trait true type union unsafe use where while yield"
    ),
    loops=("for_expression", "while_expression", "loop_expression"),
    flow=(
        Flow("parameter", "pattern"),
        Flow("self_parameter", "<self>"),
        Flow("closure_parameters", "*"),
        Flow("let_declaration", "pattern", "value"),
        Flow("let_condition", "pattern", "value"),
        Flow("const_item", "name", "value"),
        Flow("static_item", "name", "value"),
        Flow("assignment_expression", "left", "right"),
        Flow("compound_assignment_expr", "left", "right", updates=True),
        Flow("for_expression", "pattern", "value"),
        Flow("match_pattern", "0"),
    ),
    quality=QualityRules(
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
            "integer_literal float_literal string_literal raw_string_literal boolean_literal char_literal"
            " negative_literal unit_expression array_expression tuple_expression unary_expression string_content"
            " escape_sequence parenthesized_expression"
        ),
        passes=kinds("empty_statement"),
        doc_comment=Expression(r"///|/\*\*(?!/)"),
        constant=Expression(
            r"(?:Vec|String|HashMap|HashSet|BTreeMap|BTreeSet|VecDeque)(?:::<.*>)?::new\(\)|vec!\[\s*\]|None"
            r"|Ok\(\(\)\)|Default::default\(\)"
            r"|(?:Some|Ok|Err)\((?:\d+|true|false|\"[^\"]*\")\)|String::from\(\"[^\"]*\"\)|\"[^\"]*\"\.to_(?:string"
            r"|owned)\(\)"
        ),
        parameter=Expression(r"(?:mut\s+|&\s*)*(\w+)\s*:"),
        test_name=Expression(r"test_\w+"),
        test_attribute=Expression(r"#\[\s*(?:\w+::)*(?:test|rstest|quickcheck|proptest)\b"),
        assert_call=Expression(r"(?:debug_)?assert(?:_eq|_ne|_matches)?!?$|prop_assert\w*!?$"),
        framework=Expression(
            r"cfg\(\s*test\s*\)|\b(?:proptest|quickcheck|rstest|mockall|criterion|pretty_assertions)\b"
        ),
        raise_call=Expression(r"(?:panic|bail|ensure|unreachable)!?$|(?:std::)?process::(?:exit|abort)$"),
        error_return=Expression(r"Err\(.*|None"),
        check_call=Expression(r"(?:ensure|assert|assert_eq|assert_ne)!?$"),
        handle_condition=Expression(r".*(?:\bErr\(|\bOk\(|\.is_(?:err|ok)\(\))"),
        handle_call=Expression(r".*\.(?:map_err|unwrap_or\w*|ok_or\w*|or_else|and_then|is_err|expect_err)$"),
        unfinished=Expression(r"(?:todo|unimplemented)!.*"),
        benign_call=Expression(r"(?:println|eprintln|debug|info|trace)!?$|.*\.(?:len|is_empty)$|(?:Some|Ok|Err)$"),
        tautology=Expression(rf"assert!\s*\(\s*{TRUE}\s*[,)].*|assert_eq!\s*\(\s*{SAME}\s*,\s*(?P=same)\s*[,)].*"),
        error_name=r"\b(?:[A-Z]\w*(?:Error|Err)|Err)\b",
        commented=C_COMMENTED,
        valueless_endings=("_item", "comment", "_declaration"),
        module_name=Expression(r"\A(?:pub\s+)?(?:use|extern\s+crate)\s+(?:::)?(\w+)"),
        own_module=Expression("std|core|alloc|crate|self|super"),
        final_source=rb"\bimpl\b[^{;]{0,200}\bDrop\s+for\b",
    ),
    codebleu=CompatRules(
        keywords=words(
            "as async await block bool break char const continue crate default dyn else enum expr extern f32 f64 false"
            " fn for i128 i16 i32 i64 i8 ident if impl in isize item let lifetime literal loop macro_rules! match meta"
            " mod move mut pat path pub ref return self static stmt str struct super trait true tt ty type u128 u16 u32"
            " u64 u8 union unsafe use usize vis where while yield"
        ),
        definitions=("function_item",),
        definition="second",
        assignments=("assignment_expression", "compound_assignment_expr", "let_expression"),
        ifs=("if_expression", "if_let_expression", "match_expression", "else"),
        others=("if_expression", "if_let_expression", "match_expression", "else"),
        fors=("for_expression",),
        again_after="local_variable_declaration",
        loops=("for_each_statement",),
        loop=("left", "right", "body"),
        whiles=("while_expression", "while_let_expression", "loop_expression"),
    ),
    toolchain=ToolchainFacts(("rustc",), ("--version",), "apt install rustc, or rustup"),
    recipe=Recipe(
        file="main.rs",
        run=("./main",),
        build=argv(
            "{tool} --edition 2021 --cap-lints allow -C opt-level=1 -C debug-assertions=on -C strip=symbols"
            " -o main {file}"
        ),
        keep="main",
        home=("--print", "sysroot"),
        crash="^thread '[^']*'(?: \\(\\d+\\))? panicked at |^memory allocation of ",
        exhausted="^memory allocation of [0-9]+ bytes failed",
    ),
    suite=SuiteRules(
        program=program,
        assertion=r"^assertion (?:`?left|failed)|panicked at 'assertion",
        tests_apart=True,
        missing=r"(?:unresolved import|can't find crate for|use of undeclared crate or module"
        r"|cannot find module or crate|use of unresolved module or unlinked crate) `(\w+)",
    ),
    mutation=MutationRules(
        kept=kinds(
            "if_expression while_expression for_expression loop_expression match_expression return_expression"
            " break_expression continue_expression block unsafe_block"
        ),
        leaving_kinds=kinds("break_expression continue_expression"),
    ),
)
