"""Python: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words
from assay.languages.codebleu_rules import CompatRules
from assay.languages.quality_rules import TRUE, Expression, QualityRules, kinds
from assay.languages.running import Recipe, ToolchainFacts

LANGUAGE = Language(
    name="python",
    title="Python",
    rank=1,
    aliases=("py", "python3", "py3", "pyi"),
    suffixes=(".py", ".pyi", ".pyw"),
    hash_comments=True,
    signs=(
        (6, r"^[ \t]*(async )?def \w+\s*\([^)]{0,400}(\)[^:{=\n]*:|\)\s*->|$)"),
        (4, r"^from [\w.]+ import "),
        (2, r"^import [\w.]+( as \w+)?[ \t]*$"),
        (2, r"^[ \t]*(if|elif|for|while|else|try|except|with|class)\b[^{};]{0,400}:[ \t]*(#.*)?$"),
        (2, r"\bself\.\w|\bNone\b(?!;)|\bprint\((?!(table|string)\.\w+\()|\bin range\(|\blen\(\w|\bis not\b|^@\w+"),
        (
            4,
            r"[\[({][^\[\](){}]{1,100} for \w+(, ?\w+)? in [^\n]{1,100}[\])}]|\[::-?\d+\]|\blambda( \w+(, ?\w+)*)?: "
            r"|['\"]\.(join|format)\(|(?<!\.)\b(isinstance|enumerate|sorted)\(\w(?!y:)|\blist\((map|filter|range)\("
            r"|^\w+ = f['\"]|^(\w+ = )?\w+ if [^\n(]{1,100} else \w+$",
        ),
        (1, r"^[ \t]*#(?!include|define|if|end|pragma)|\belif\b|\blambda \w"),
        (1, r"^\w+ = [^;{]{0,400}[^;{]$"),
        (6, r"^>>> "),
        (
            4,
            r"\b\w+: (str\b(?=[,)=\s]|$)|(list|dict|Annotated|Optional)\[)|[(, =]r'"
            r"|[ (=,]f[\"'][^\"'\n]{0,200}(?<!\$)\{|= ?(True|False)\b|^import [a-z_]+ as \w+[ \t]*$",
        ),
        (
            4,
            r"^[ \t]*(if|elif|while) [^\n]{0,200} (in|not|is|and|or) [^\n]{0,200}:[ \t]*$"
            r"|^[ \t]*for \w+(, ?\w+)* in [^\n]{0,200}:[ \t]*$",
        ),
    ),
    grammar="tree_sitter_python:language",
    package="tree-sitter-python",
    fixed_tokens=True,
    ignored=("line_continuation",),
    strings=("string",),
    interpolations=("interpolation",),
    literals=("integer", "float", "true", "false", "none", "ellipsis"),
    members=(("attribute", "attribute"), ("keyword_argument", "name")),
    places=("attribute", "subscript"),
    keywords=words(
        "False None True and as assert async await break case class continue def del elif else except finally for from"
        " global if import in is lambda match nonlocal not or pass raise return try type while with yield"
    ),
    loops=("for_statement", "while_statement", "for_in_clause"),
    flow=(
        Flow("parameters", "<identifier>"),
        Flow("lambda_parameters", "<identifier>"),
        Flow("typed_parameter", "0"),
        Flow("list_splat_pattern", "0"),
        Flow("dictionary_splat_pattern", "0"),
        Flow("default_parameter", "name", "value"),
        Flow("typed_default_parameter", "name", "value"),
        Flow("assignment", "left", "right"),
        Flow("augmented_assignment", "left", "right", updates=True),
        Flow("named_expression", "name", "value"),
        Flow("for_statement", "left", "right"),
        Flow("for_in_clause", "left", "right"),
        Flow("as_pattern", "alias", "0"),
        Flow("aliased_import", "alias", "name"),
        Flow("splat_pattern", "0"),
    ),
    quality=QualityRules(
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
        updates={
            "augmented_assignment": "left",
            "global_statement": "",
            "nonlocal_statement": "",
            "delete_statement": "",
        },
        hints=kinds("type"),
        literals=kinds(
            "integer float string true false none list tuple dictionary set ellipsis unary_operator pair"
            " concatenated_string string_start string_content string_end escape_sequence parenthesized_expression"
            " expression_list"
        ),
        passes=kinds("pass_statement"),
        body_docstrings=True,
        constant=Expression(r"(?:list|dict|set|tuple|str|int|float|bool|frozenset|bytes|object)\(\s*\)"),
        parameter=Expression(r"\**(\w+)"),
        no_names=frozenset({"self", "cls"}),
        test_name=Expression(r"test(?:_\w*|[A-Z0-9]\w*)?"),
        assert_call=Expression(
            r"(?:self|cls|case)\.(?:assert|fail)\w*|(?:\w+\.)*(?:raises|warns|assert_\w+)$|assert_that$|expect$"
        ),
        framework=Expression(r"\b(?:unittest|pytest|hypothesis|doctest|nose2?|testtools|behave|robot)\b"),
        raise_call=Expression(r"(?:sys\.exit|exit|quit|parser\.error|abort)$"),
        check_call=Expression(r"(?:isinstance|issubclass|callable|hasattr|validate\w*|check_\w+)$"),
        unfinished=Expression(r"raise\s+NotImplementedError\b.*"),
        benign_call=Expression(
            r"(?:isinstance|issubclass|callable|hasattr|len|type|bool|str|int|float|repr|id|logging\.\w+"
            r"|logger\.\w+|log\.\w+)$"
        ),
        tautology=Expression(
            rf"assert\s*\(?\s*(?:{TRUE}|not\s+(?:False|None|0|\[\]|\"\"|'')|(?P<same>[\w.\[\]'\"]+)\s*(?:==|is|>=|<=)\s*(?P=same)"
            r"|.*\bor\s+(?:True|1)|\"[^\"]+\"|'[^']+'|[1-9]\d*|.*\bis\s+not\s+\.\.\."
            r"|(?P<own>[\w.]+)\s+is\s+not\s+None\s+or\s+"
            r"(?P=own)\s+is\s+None|len\([^()]*\)\s*>=\s*0)\s*\)?\s*(?:,.*)?"
            r"|[\w.]*assertTrue\(\s*True\s*[,)].*|[\w.]*assertFalse\(\s*False\s*[,)].*|[\w.]*assertIsNone\(\s*None\s*[,)].*"
            r"|[\w.]*assert\w*Equals?\(\s*(?P<value>[\w.\[\]'\"]+)\s*,\s*(?P=value)\s*[,)].*"
        ),
        error_name=r"\b[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration)\b",
        assigning_declares=True,
        commented_python=True,
        linter="ruff",
    ),
    codebleu=CompatRules(
        keywords=words(
            "False None True and as assert async await break case class continue def del elif else except finally for"
            " from global if import in is lambda match nonlocal not or pass raise return try type while with yield"
        ),
        definitions=("default_parameter",),
        assignments=("assignment", "augmented_assignment", "for_in_clause"),
        pairwise=True,
        ifs=("if_statement",),
        others=("elif_clause", "else_clause"),
        sticky=False,
        loops=("for_statement",),
        loop=("left", "right", "block"),
        whiles=("while_statement",),
        first="for_in_clause",
        mixed=("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"),
        comments="python",
    ),
    toolchain=ToolchainFacts(("python3",), ("--version",), "apt install python3"),
    recipe=Recipe(
        suffixes=(".py",),
        file="main.py",
        crash=r"^Traceback \(most recent call last\):|^\w*Error: ",
        unparsable=r'  File "[^"\n]*", line \d+\n',
        exhausted=r"^(?:\w++[.])*+\w*MemoryError\b",
    ),
)
