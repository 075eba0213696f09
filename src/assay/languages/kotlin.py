"""Kotlin: all that Assay knows about it."""

from __future__ import annotations

from assay.languages.base import Flow, Language, words
from assay.languages.driving import driver
from assay.languages.java import DRIVER_BUILD, SUITE_JAVA
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import kinds
from assay.languages.running import Recipe, ToolchainFacts, argv
from assay.languages.suites import Mark, SuiteParts, SuiteProgram, SuiteRules
from assay.records import MIB


def _program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    """Return the program of a candidate and its tests, which the driver of Java's tests starts."""
    files = {
        "main.kt": f"{parts.before}{parts.candidate}\n{parts.tests}",
        f"{mark.name}/Driver.java": driver("Driver.java").replace("PACKAGE", mark.name),
    }
    return SuiteProgram(
        files,
        (*SUITE_JAVA, "-cp", "out:main.jar", f"{mark.name}.Driver", "MainKt"),
        build=(_BUILD, ("javac", *DRIVER_BUILD[1:], f"{mark.name}/Driver.java")),
        keep=("main.jar", "out"),
        stdin=mark.text,
    )


_BUILD = argv("{tool} -nowarn -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 main.kt -include-runtime -d main.jar")

LANGUAGE = Language(
    name="kotlin",
    title="Kotlin",
    rank=14,
    aliases=("kt", "kts"),
    suffixes=(".kt", ".kts"),
    signs=(
        (6, r"\b(private |public |internal |override |suspend |inline )*fun (<\w+> )?(\w+\.)?\w+\s*\("),
        (
            3,
            r"\bval \w+|\bvar \w+ (: ?[A-Z]\w* )?= |\bvar \w+ ?: ?[A-Z]|\b(mutableListOf|listOf|mapOf"
            r"|arrayOf|println)\("
            r"|\bwhen ?(\(|\{)|\bdata class\b",
        ),
        (
            2,
            r": (Int|String|Boolean|Double|List<|Array<|Any|Long|Unit|MutableList<)"
            r"|\bin \w+\.indices|\bit\.",
        ),
        (
            4,
            r"\bdata object \w|\bconst val \w|\bcompanion object\b|\blateinit var\b|\bby lazy\b"
            r"|\bsuspend (fun\b|\{|\()|\bfun interface \w|^class \w+ ?: ?\w+\(|::class\.java\b",
        ),
        (
            4,
            r"\b(list|map|set|array|mutable(List|Map|Set))Of(<[^>\n]{1,80}>)?\(|\bval \w+: [\w<>.]+\?( =|$"
            r"|[,)])|\w!!(\.|$|\))|\bfun <[^>\n]{1,80}> |^import kotlinx?\.",
        ),
        (5, r"\bobject \w+ ?\{"),
        (4, r"\bval \w+: \w+<|\b(val|var) \w+(: [^=\n]{1,80})? by \w"),
        (1, r"\.\.|\?\.|\?:|\bnull\b|\bMath\.\w"),
        (2, r"^import \w+(\.\w+)+[ \t]*$"),
        (4, r"\bprintln\(\"[^\"\n]{0,200}\$[a-z{]"),
    ),
    grammar="tree_sitter_kotlin:language",
    package="tree-sitter-kotlin",
    comments=("line_comment", "block_comment", "shebang"),
    strings=("string_literal", "multiline_string_literal", "character_literal"),
    interpolations=("interpolation",),
    literals=("number_literal", "float_literal"),
    members=(
        ("function_declaration", "name"),
        ("class_declaration", "name"),
        ("user_type", "*"),
        ("qualified_identifier", "*"),
    ),
    places=("navigation_expression", "index_expression"),
    keywords=words(
        "abstract actual annotation as break by catch class companion const constructor continue crossinline data do"
        " else enum expect external false final finally for fun get if import in infix init inline inner interface"
        " internal is lateinit null object open operator out override package private protected public reified return"
        " sealed set super suspend tailrec this throw true try typealias val var vararg when where while"
    ),
    loops=("for_statement", "while_statement", "do_while_statement"),
    flow=(
        Flow("parameter", "0"),
        Flow("class_parameter", "<identifier>"),
        Flow("lambda_parameters", "*"),
        Flow("catch_block", "0"),
        Flow("property_declaration", "=", "="),
        Flow("assignment", "left", "right"),
        Flow("for_statement", "=", "="),
        Flow("when_subject", "=", "="),
    ),
    toolchain=ToolchainFacts(("kotlinc",), ("-version",), "apt install kotlin default-jdk-headless"),
    recipe=Recipe(
        suffixes=(".kt",),
        file="main.kt",
        build=_BUILD,
        run=(*SUITE_JAVA, "-jar", "main.jar"),
        keep="main.jar",
        runner="java",
        read=("/etc/java-*",),
        runtime_bytes=384 * MIB,
        crash=r'^Exception in thread "|^Error: ',
        exhausted="^(?:Exception in thread .*|Caused by: )java[.]lang[.]OutOfMemoryError(?!: unable to create)",
    ),
    suite=SuiteRules(program=_program, assertion="^A test failed: "),
    mutation=MutationRules(
        deleted="Unit",
        deletable=kinds("call_expression assignment unary_expression postfix_expression"),
        statement_parents=kinds("block"),
        leaving_kinds=kinds("identifier jump_expression break_expression continue_expression"),
    ),
)
