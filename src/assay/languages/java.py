"""Java: all that Assay knows about it."""

from __future__ import annotations

import re

from assay.languages.base import Flow, Language, words
from assay.languages.codebleu_rules import CompatRules
from assay.languages.driving import driver, replaced_types
from assay.languages.mutation_rules import MutationRules
from assay.languages.quality_rules import C_COMMENTED, LAST_WORD, TAUTOLOGY, Expression, QualityRules, kinds
from assay.languages.running import ProgramNames, Recipe, ToolchainFacts, argv
from assay.languages.suites import Mark, SuiteParts, SuiteProgram, SuiteRules
from assay.records import MIB


def java_names(source: str) -> ProgramNames:
    """Return the names of a program: its public class names the file, and the class that holds `main` is started.

    A name that no file can have is not used: the file is `Main.java`, and the compiler says what it makes of that.

    >>> java_names("package a.b;\\npublic class Hello { public static void main(String[] x) {} }")
    ProgramNames(file='Hello.java', main='a.b.Hello')
    """
    text = re.sub(_TEXT, " ", source, flags=re.DOTALL)
    types = _top_level_types(text)
    public = next((match["name"] for match in types if "public" in (match["modifiers"] or "")), "")
    started = _started(text, types) or public or (types[0]["name"] if types else "Main")
    package = re.match(_PACKAGE, text)
    prefix = re.sub(r"\s", "", package[1]) + "." if package else ""
    longest = max(len(name.encode()) for name in (public, started))
    if longest > _LONGEST_NAME or len(prefix.encode()) > _LONGEST_PACKAGE:
        return ProgramNames("Main.java", "Main")
    return ProgramNames(f"{public or started}.java", prefix + started)


def _started(text: str, types: list[re.Match[str]]) -> str:
    """Return the name of the type that holds `main`, or nothing."""
    main = re.search(_MAIN, text)
    before = [match["name"] for match in types if main and match.start() < main.start()]
    return before[-1] if before else ""


_LONGEST_NAME = 200
_LONGEST_PACKAGE = 2000
# Each of these takes a stretch of text once: what it has begun it also ends, so no stretch is tried from every place.
_TEXT = (
    r'''//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?+|"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?+'''
    r"""|"(?:\\[^\n]|[^"\\\n])*+"?+|'(?:\\[^\n]|[^'\\\n])*+'?+"""
)
_PACKAGE = r"\s*+package\s++([\w.\s]++);"
_TYPE = (
    r"(?:(?P<modifiers>(?:\b(?:public|final|abstract|strictfp|sealed)\s++)++)|\b)"
    r"(?:(?:class|interface|enum|record)\s++(?P<name>[A-Za-z_$][\w$]*+))?+"
)
_MAIN = r"\bstatic\s++(?:final\s++)?void\s++main\s*+\("


def _top_level_types(text: str) -> list[re.Match[str]]:
    found = []
    depth, seen = 0, 0
    for match in re.finditer(_TYPE, text):
        if match["name"] is None:
            continue
        depth += text.count("{", seen, match.start()) - text.count("}", seen, match.start())
        seen = match.start()
        if depth == 0:
            found.append(match)
    return found


def _program(parts: SuiteParts, mark: Mark) -> SuiteProgram:
    """Return the program of a candidate and its tests, with a driver of ours in a package of its own beside them."""
    head = parts.before + parts.candidate
    source = f"{head}\n{parts.tests}"
    started = _last_started(source)
    code, tests = (re.sub(_TEXT, " ", text, flags=re.DOTALL) for text in (head, parts.tests))
    replaced = replaced_types(code, tests, parts.asked)
    files = {
        java_names(source).file: source,
        f"{mark.name}/Driver.java": driver("Driver.java").replace("PACKAGE", mark.name),
    }
    return SuiteProgram(
        files,
        (*SUITE_JAVA, "-cp", f"out:{_LIBRARIES}", f"{mark.name}.Driver", started, *replaced),
        build=((*DRIVER_BUILD, "-cp", _LIBRARIES, *files),),
        keep=("out",),
        stdin=mark.text,
    )


def _last_started(source: str) -> str:
    """Return the name of the type that holds the last `main`: that of the tests, which follow the candidate."""
    text = re.sub(_TEXT, " ", source, flags=re.DOTALL)
    mains = [match.start() for match in re.finditer(_MAIN, text)]
    before = [match["name"] for match in _top_level_types(text) if mains and match.start() < mains[-1]]
    package = re.match(_PACKAGE, text)
    prefix = re.sub(r"\s", "", package[1]) + "." if package else ""
    return prefix + (before[-1] if before else "Main")


_LIBRARIES = "/usr/share/java/javatuples.jar"
# Without the modules that look into a running program: heap dumps, raw memory, agents.
SUITE_JAVA = argv(
    "{runner} -XX:+UseSerialGC -XX:-UsePerfData -XX:TieredStopAtLevel=1 -Xms16m -Xmx{heap}m"
    " -XX:ReservedCodeCacheSize=64m -XX:CompressedClassSpaceSize=64m -XX:ErrorFile=/dev/null"
    " -Xss64m -XX:ThreadStackSize=1024 -XX:+DisableAttachMechanism -Djava.io.tmpdir=. -Dfile.encoding=UTF-8"
    " --limit-modules java.se -ea"
)
DRIVER_BUILD = argv(
    "{tool} -J-XX:+UseSerialGC -J-XX:-UsePerfData -J-XX:TieredStopAtLevel=1 -nowarn -proc:none -encoding UTF-8 -d out"
)

LANGUAGE = Language(
    name="java",
    title="Java",
    rank=4,
    suffixes=(".java",),
    signs=(
        (5, r"^import (static )?(java|javax|org|com)\.[\w.*]+;|\bSystem\.(out|in|err)\b|\bpublic static void main"),
        (
            4,
            r"\b(public|private|protected)\s+((static|final|abstract|synchronized)\s+)*[\w<>\[\], ?.]+\s+[a-z]\w*\s*\(",
        ),
        (
            3,
            r"\b(List|Map|Set|Optional|ArrayList|HashMap)<\w+"
            r"|\bnew (ArrayList|HashMap|HashSet)\b|\bInteger\b|\bboolean\b",
        ),
        (4, r"\bpublic ((final|abstract) )*(class|interface|enum) \w"),
        (2, r"\bclass \w+( extends \w+)?( implements [\w, ]+)?\s*\{|@Override|\bthrows \w+|\bfinal \w+ \w+"),
        (2, r"\.size\(\)|\bMath\.\w|\bnull\b|\bnew \w+[\[(<]|\.push\(|\bthis\.\w"),
        (2, r"^\s*enum \w+ \{|\b(private|protected) (static |final )*[\w<>\[\]]+ \w+\s*[;=]"),
        (2, r"\b(int|void|char|double|float|long|boolean|String|static \w+) \w+\([^)]{0,400}\) \{"),
        (1, r"\bString\b|\.length\(\)|\.charAt\(|\.equals\(|\binstanceof\b|\.append\("),
        (1, r"\b(int|char|double|float|long|boolean) \w+(\[\])*\s*[=;,]"),
        (
            4,
            r"\bnew \w+<>\(|(?<!\w)\(\w+ \w+(, \w+ \w+)*\) -> |= (\([\w, ]*\)|\w+) -> [^\n]*;"
            r"|\b[A-Z]\w*\.class(;|[,)][^\n]*;)|^\s*case [^\n]{1,100} -> [^\n]*;",
        ),
        (
            4,
            r"\b(Collections|Arrays|Objects|Integer|Thread|LocalDate|Collectors|Executors|CompletableFuture"
            r"|List|Map)\.[a-z]\w*\([^\n]*;[ \t]*$",
        ),
        (3, r"^\s*(final )?String(\[\])? \w+ = "),
    ),
    grammar="tree_sitter_java:language",
    package="tree-sitter-java",
    fixed_tokens=True,
    comments=("line_comment", "block_comment"),
    strings=("string_literal",),
    interpolations=("string_interpolation",),
    literals=(
        "decimal_integer_literal",
        "hex_integer_literal",
        "octal_integer_literal",
        "binary_integer_literal",
        "decimal_floating_point_literal",
        "hex_floating_point_literal",
        "character_literal",
        "true",
        "false",
        "null_literal",
    ),
    members=(
        ("field_access", "field"),
        ("method_invocation", "name"),
        ("annotation", "name"),
        ("marker_annotation", "name"),
        ("element_value_pair", "key"),
        ("scoped_identifier", "*"),
    ),
    places=("field_access", "array_access"),
    keywords=words(
        "abstract assert boolean break byte case catch char class const continue default do double else enum extends"
        " false final finally float for goto if implements import instanceof int interface long native new null package"
        " permits private protected public record return sealed short static strictfp super switch synchronized this"
        " throw throws transient true try var void volatile when while yield"
    ),
    loops=("for_statement", "enhanced_for_statement", "while_statement", "do_statement"),
    flow=(
        Flow("formal_parameter", "name"),
        Flow("catch_formal_parameter", "name"),
        Flow("inferred_parameters", "*"),
        Flow("lambda_expression", "parameters"),
        Flow("variable_declarator", "name", "value"),
        Flow("assignment_expression", "left", "right"),
        Flow("update_expression", "0", updates=True),
        Flow("enhanced_for_statement", "name", "value"),
        Flow("resource", "name", "value"),
        Flow("instanceof_expression", "name", "left"),
        Flow("type_pattern", "-1"),
        Flow("record_pattern_component", "-1"),
    ),
    quality=QualityRules(
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
            "decimal_integer_literal hex_integer_literal octal_integer_literal binary_integer_literal"
            " decimal_floating_point_literal hex_floating_point_literal string_literal character_literal null_literal"
            " true false unary_expression array_initializer string_fragment escape_sequence multiline_string_fragment"
            " parenthesized_expression"
        ),
        doc_comment=Expression(r"/\*\*(?!/)"),
        constant=Expression(
            r"new\s+[\w.<>, ]+\(\s*\)|new\s+[\w.]+\[\s*0\s*\]|new\s+[\w.]+\[\]\s*\{\s*\}|(?:List|Set|Map|Optional"
            r"|Collections|Stream)"
            r"\.(?:of|empty\w*)\(\s*\)"
        ),
        parameter=LAST_WORD,
        test_name=Expression(r"test(?:_\w*|[A-Z0-9]\w*)"),
        test_attribute=Expression(r"@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|Property)\b"),
        assert_call=Expression(r"(?:\w+\.)*(?:assert\w*|fail|verify)$|assertThat\b.*|.*\.(?:assertThat|isEqualTo)$"),
        framework=Expression(
            r"\b(?:org\.junit|junit\.framework|org\.testng|org\.assertj|org\.mockito|org\.hamcrest|net\.jqwik|TestCase)\b"
        ),
        raise_call=Expression(r"System\.exit$"),
        check_call=Expression(r"(?:Objects\.require\w+|Preconditions\.\w+|Assert\.\w+|Validate\.\w+|validate\w*)$"),
        unfinished=Expression(r"throw\s+new\s+(?:UnsupportedOperationException|NotImplementedException)\b.*"),
        benign_call=Expression(
            r"(?:Objects\.require\w+|.*\.(?:isEmpty|size|length|equals)|System\.out\.print\w*|log\w*\.\w+)$"
        ),
        tautology=TAUTOLOGY,
        commented=C_COMMENTED,
        module_name=Expression(r"\Aimport\s+(?:static\s+)?([\w.]+)"),
        own_module=Expression(r"javax?\."),
    ),
    codebleu=CompatRules(
        keywords=words(
            "abstract assert boolean break byte case catch char class const continue default do double else enum"
            " extends final finally float for goto if implements import instanceof int interface long native new"
            " package private protected public return short static strictfp super switch synchronized this throw throws"
            " transient try void volatile while"
        ),
        definitions=("variable_declarator",),
        assignments=("assignment_expression",),
        increments=("update_expression",),
        ifs=("if_statement", "else"),
        others=("if_statement", "else"),
        fors=("for_statement",),
        again_after="local_variable_declaration",
        loops=("enhanced_for_statement",),
        whiles=("while_statement",),
    ),
    toolchain=ToolchainFacts(("javac",), ("-version",), "apt install default-jdk-headless"),
    recipe=Recipe(
        file="Main.java",
        run=argv(
            "{runner} -XX:+UseSerialGC -XX:-UsePerfData -Xms16m -Xmx{heap}m"
            " -XX:ReservedCodeCacheSize=64m -XX:CompressedClassSpaceSize=64m -XX:ErrorFile=/dev/null"
            " -Xss64m -XX:ThreadStackSize=1024"  # the first for the thread of `main`, the second for all others
            " -Djava.io.tmpdir=. -Dfile.encoding=UTF-8 -cp out {main}"
        ),
        build=argv(
            "{tool} -J-XX:+UseSerialGC -J-XX:-UsePerfData -J-XX:TieredStopAtLevel=1 -nowarn -proc:none"
            " -encoding UTF-8 -d out {file}"
        ),
        keep="out",
        runner="java",
        read=("/etc/java-*",),
        made_nothing="the source holds no class",
        runtime_bytes=384 * MIB,
        crash=r'^Exception in thread "|^Error: ',
        exhausted="^(?:Exception in thread .*|Caused by: )java[.]lang[.]OutOfMemoryError(?!: unable to create)",
        names=java_names,
    ),
    suite=SuiteRules(
        program=_program, assertion="^A test failed: ", missing=r"package (org\.javatuples) does not exist"
    ),
    mutation=MutationRules(),
)
