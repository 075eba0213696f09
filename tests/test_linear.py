"""What our own processes do with a candidate's text: ten times the text takes about ten times the CPU time.

Each row is one entry point that untrusted text reaches, with texts that made it, or others like it, take the square of
their length. CPU time is compared, never a wall clock; of a few tries one is enough, for a busy machine can make any
text slow, and none quick.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from decimal import Decimal

import pytest

from assay.benchmarks.candidates.streams import parsed
from assay.bounding import bounded
from assay.errors import InvalidValue
from assay.extraction import Form, assemble, extract
from assay.extraction.blocks import blocks_of
from assay.judges import bundle, normalising, outputs
from assay.judges.comparators import matches
from assay.judges.hardcoded import HardCodedAnswers
from assay.languages.detection import detect_language
from assay.languages.java import java_names
from assay.languages.javascript import script_names
from assay.metrics.codebleu import stripping
from assay.metrics.codebleu.scoring import evaluate_codebleu
from assay.quality import types as type_checking
from assay.quality.evaluator import CodeQualityEvaluator
from assay.records import (
    EXACT,
    Candidate,
    Case,
    CaseOutcome,
    Cases,
    CaseStatus,
    Comparator,
    NativeSuite,
    Problem,
    Trial,
    Verdict,
)
from assay.sandbox import recipes, warm
from assay.store import codec
from assay.text import json_text, legible, one_line

RATIO = 30
"""For ten times the text: what is quadratic takes a hundred times as long, what is linear ten or some more."""
SMALL_SECONDS = 0.02
"""What takes less than this even for the long text is too short to be compared."""
TRIES = 6

ANSWERS = HardCodedAnswers([Case((number, f"given{number}"), f"answer{number}") for number in range(10)])
OPEN = Problem("a", Cases("f", (Case((), 1),)), prompt="def f(x):\n    '''Doc.'''\n")
NATIVE = Problem("n", NativeSuite("int main() {}", "", "f"), prompt="#include <map>\nint f(int x) {\n", language="cpp")
KNOWN = "".join(f"x{number} = ({number}, 'given{number}', 'answer{number}')\n" for number in range(10))
QUALITY = CodeQualityEvaluator()
ALL = [*normalising.NORMALISERS, normalising.DOCUMENTED]


def raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def hard_coded(text: str) -> None:
    ANSWERS.suspicions(raw(f"{KNOWN}y = {text}"))


def split(text: str) -> None:
    try:
        bundle.split_files(raw(text), "a.py")
    except bundle.Unplaceable:
        pass


def json_row(text: str) -> None:
    try:
        parsed(text, "line 1")
    except InvalidValue:
        pass


def printed(text: str) -> str:
    """As the output of a program is read: what is no UTF-8 stands for its bytes."""
    return raw(text).decode("utf-8", "surrogateescape")


def compared(text: str) -> None:
    left = outputs.Observed(returncode=1, crashed=True, stdout=raw(text), stderr=raw(text))
    right = outputs.Observed(returncode=1, crashed=True, stdout=raw(text + "x"), stderr=raw(text))
    outputs.compare(left, right, normalising.make_checker(normalisers=list(normalising.NORMALISERS)))


def compared_by_default(text: str) -> None:
    left, right = (outputs.Observed(0, raw(part), raw(part)) for part in (text, text + "x"))
    outputs.compare(left, right, normalising.make_checker())


def crashes(text: str) -> None:
    for language in recipes.recipes():
        outputs._crashed(1, raw(text), language)


def stored(text: str) -> None:
    trial = Trial("p", Candidate(text), Verdict.FAILED, (CaseOutcome(CaseStatus.FAILED, error=text, actual=text),) * 9)
    codec.unpack(codec.pack(bounded(trial)).body, None)


def decimals(text: str) -> None:
    number = Decimal("".join(sign for sign in text if sign.isdigit()) or "0")
    matches(EXACT, [number], [Decimal(1)])
    matches(Comparator.close(rtol=1e-6), {number: number}, {Decimal(1): 1.5})


ENTRIES: dict[str, Callable[[str], object]] = {
    "imports of a candidate": lambda text: warm._libraries(raw("import numpy\n" + text)),
    "names of a Java program": java_names,
    "kind of a JavaScript program": script_names,
    "language of a text": detect_language,
    "outputs made alike": lambda text: normalising.made_alike(text, ALL),
    "outputs compared": compared,
    "outputs compared by default": compared_by_default,
    "first difference": lambda text: outputs.first_difference(printed(text + "a"), printed(text + "b")),
    "crash in standard error": crashes,
    "directives of a checker": type_checking.deafened,
    "code of an answer": lambda text: extract(text, entry_point="f", prompt="def f(x):\n    '''Doc.'''\n"),
    "completion that is mended": lambda text: assemble(OPEN, f"return 1\n{text}", Form.COMPLETION),
    "solution that is mended": lambda text: assemble(OPEN, f"return 1\n{text}", Form.SOLUTION),
    "completion in C++": lambda text: assemble(NATIVE, f"return 1;\n{text}", Form.COMPLETION),
    "function in C++": lambda text: assemble(NATIVE, f"int f(int x) {{\n{text}", Form.SOLUTION),
    "blocks of an answer": blocks_of,
    "answers in a source": hard_coded,
    "files of a candidate": split,
    "row of a candidate file": json_row,
    "comments for CodeBLEU": lambda text: stripping.strip_comments(f"/{text}", "slashes"),
    "comments of Python for CodeBLEU": lambda text: stripping.strip_comments(text, "python"),
    "CodeBLEU": lambda text: evaluate_codebleu(text, "x = 1\ny = x\n" * 20, language="python"),
    "CodeBLEU as published": lambda text: evaluate_codebleu(
        text, "x = 1\ny = x\n" * 20, language="java", profile="compat"
    ),
    "quality of Python": lambda text: QUALITY.evaluate(text, "write f(a, b)", "python"),
    "quality of JavaScript": lambda text: QUALITY.evaluate(text, "write f(a, b)", "javascript"),
    "quality of anything": lambda text: QUALITY.evaluate(text, "write f(a, b)", "perl"),
    "trial in a store": stored,
    "text for a terminal": lambda text: (legible(text), one_line(text), json_text(text)),
    "Decimals": decimals,
}


def nested(opening: str, inside: str, closing: str) -> Callable[[int], str]:
    return lambda size: opening * (size // 2) + inside + closing * (size // 2)


def repeated(piece: str, before: str = "", behind: str = "") -> Callable[[int], str]:
    return lambda size: before + piece * (size // len(piece)) + behind


def numbered(line: str) -> Callable[[int], str]:
    return lambda size: "".join(line.format(number) for number in range(size // len(line)))


TEXTS: dict[str, Callable[[int], str]] = {
    **{
        repr(piece)[1:-1]: repeated(piece)
        for piece in (
            "\n", " \n", "\t\n", "\r\n", "\r", " ", "\t", "\x0c", '"', "'", '"""', "'''", "\\", '\\"', '"\n', "(",
            "[", "{", "{}", "[],", "/*", "\n/*", "//\n", "#", " #", "#\n", "# type: ", "mypy:", "```\n", "```",
            "~~~\n", "```python\n", "```\n'''\n", "> ", ">>> x\n", "@a\n", "def f(", "def f(a: a: ", "final ",
            "public ", "public static ", "static ", "static a ", "package\n", "package a.", "import\n", "export ",
            "import a\n", "from a\n", "class A", "struct a ", "<think>", "</think>", "[PYTHON]", "<code>", "1.0",
            ".0", "0x", "1e5", "/a", "00:00:00.", "Mon Jan 1, ", "# file: a\n", "a;", "a\n", "f(1)\n", "lambda:",
            "f'{", "\0", "\ud800", "\u202e", "\x1b[", "é", "a\\\n",
        )
    },
    "zeros and a letter": repeated("0", "1.", "a"),
    "zeros and a letter, often": repeated("1.00000000000000000000a "),
    "digits": repeated("9", "x = "),
    "hexadecimal digits": repeated("f", "x = 0x"),
    "blanks at the end": repeated(" ", "static"),
    "dots": repeated(".", "from "),
    "lists in a list": nested("[", "1", "]"),
    "a list, eighty deep": repeated("1,", "[" * 80, "]" * 80),
    "tuples, eighty deep": repeated("(1,),", "(" * 80, ")" * 80),
    "a dict of dicts": repeated("1:{2:3},", "{", "}"),
    "an f-string": repeated("{x}", "f'", "'"),
    "calls in a call": nested("f(", "", ")"),
    "minus": repeated("-", "", "1"),
    "a long comparison": repeated("<1", "1"),
    "functions": numbered("def f{0}(a): return a\n"),
    "assignments": numbered("a{0} = b{0}\n"),
    "handlers": repeated("except A:\n pass\n", "try:\n x\n"),
    "nested JSON": repeated('{"a":'),
    "a number in JSON": repeated("9", '{"task_id": ', "}"),
    "escapes in JSON": repeated("\\u0041", '"', '"'),
    "one unclosed comment": repeated("*", "/*"),
    "words": numbered("word{0} "),
}  # fmt: skip

KNOWN_SLOW = [
    ("imports of a candidate", "\\n"),
    ("imports of a candidate", " \\n"),
    ("imports of a candidate", "\\r\\n"),
    ("names of a Java program", "\\n"),
    ("names of a Java program", '\\\\"'),
    ("names of a Java program", "\\n/*"),
    ("names of a Java program", "final "),
    ("names of a Java program", "package\\n"),
    ("kind of a JavaScript program", "\\n"),
    ("language of a text", "\\n"),
    ("language of a text", "#\\n"),
    ("language of a text", "static "),
    ("language of a text", "def f(a: a: "),
    ("outputs made alike", "zeros and a letter"),
    ("outputs compared", "zeros and a letter"),
    ("outputs compared by default", "\\n"),
    ("outputs compared by default", " "),
    ("outputs compared by default", "\\ud800"),
    ("first difference", "a\\n"),
    ("directives of a checker", "#"),
    ("directives of a checker", "# type: "),
    ("comments for CodeBLEU", '\\\\"'),
    ("comments for CodeBLEU", "\\n/*"),
    ("answers in a source", "an f-string"),
    ("code of an answer", "an f-string"),
    ("code of an answer", "@a\\n"),
    ("completion that is mended", "@a\\n"),
    ("solution that is mended", "```\\n"),
    ("solution that is mended", "a\\n"),
    ("quality of Python", "functions"),
    ("quality of Python", "{}"),
    ("quality of JavaScript", '"'),
]
"""Each took the square of the length, or the whole of a fixed budget however short the text was."""


def cpu_seconds(act: Callable[[str], object], text: str) -> float:
    gc.collect()
    start = time.process_time()
    act(text)
    return time.process_time() - start


def is_linear(act: Callable[[str], object], make: Callable[[int], str], size: int) -> tuple[bool, float, float]:
    """Whether it is, and the two times; on a busy machine a single measurement may be wrong."""
    act(make(100))  # what is made once is made now
    for _ in range(TRIES):
        found = _measured(act, make, size)
        if found[0]:
            break
    return found


def _measured(act: Callable[[str], object], make: Callable[[int], str], size: int) -> tuple[bool, float, float]:
    long = cpu_seconds(act, make(10 * size))
    if long < SMALL_SECONDS:
        return True, 0.0, long
    short = cpu_seconds(act, make(size))
    return long < RATIO * max(short, SMALL_SECONDS / 2), short, long


@pytest.mark.parametrize(("entry", "text"), KNOWN_SLOW)
def test_ten_times_the_text_takes_ten_times_as_long(entry: str, text: str) -> None:
    linear, short, long = is_linear(ENTRIES[entry], TEXTS[text], 6_000)

    assert linear, f"{entry}, {text}: {short:.4f} s, and {long:.4f} s for ten times as much"


@pytest.mark.slow
@pytest.mark.parametrize("entry", ENTRIES)
def test_no_hostile_text_takes_long(entry: str) -> None:
    measured = {name: is_linear(ENTRIES[entry], make, 8_000) for name, make in TEXTS.items()}

    assert {name: figures for name, (linear, *figures) in measured.items() if not linear} == {}


PEAK = """
import resource, sys
sys.set_int_max_str_digits(0)
{preparing}
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
{acting}
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
COMPARE = "from decimal import Decimal\nfrom assay.judges.comparators import matches\nfrom assay.records import *\n"
MEMORY = {
    "a long Decimal": (
        COMPARE + "value = Decimal('9' * 4_000_000)",
        "matches(EXACT, value, 1); matches(EXACT, [value], [value.copy_negate()])",
        100,
    ),
    "a long Decimal, nearly": (
        COMPARE + "value = Decimal('9' * 4_000_000)",
        "matches(Comparator.close(rtol=1e-9), value, 1.5)",
        100,
    ),
    "Decimals in any order": (
        COMPARE + "values = [Decimal('9' * 400_000 + str(i)) for i in range(10)]",
        "matches(ANY_ORDER, values, values[::-1])",
        100,
    ),
    "literals": (
        "from assay.judges.written import WrittenSource",
        "sum(len(text) for text, _ in WrittenSource(b'[' * 80 + b'1,' * 60_000 + b']' * 80).texts())",
        200,
    ),
    "outputs of 4 MiB compared": (
        "from assay.judges.outputs import *\nfrom assay.records import Checker\n"
        "sides = [Observed(0, line * (1 << 20), line * (1 << 20)) for line in (b'ab \\n', b'ac \\n')]",
        "compare(*sides, Checker())",
        60,
    ),
    "numbers of 4 MiB compared": (
        "from assay.judges.outputs import *\nfrom assay.judges.normalising import make_checker\n"
        "sides = [Observed(0, line * (1 << 19)) for line in (b'1.50001 ', b'1.50002 ')]",
        "compare(*sides, make_checker(normalisers=['floats:0.1']))",
        60,
    ),
    "words of 4 MiB compared": (
        "from assay.judges.checkers import difference\nfrom assay.records import Checker\n"
        "sides = [b'1.5 ' * (1 << 20) + end for end in (b'a', b'b')]",
        "difference(Checker.words(0.1), *sides)",
        250,
    ),
    "numbers of 4 MiB as words": (
        "from assay.judges.checkers import difference\nfrom assay.records import Checker\n"
        "sides = [b'9' * (4 << 20), b'9' * (4 << 20) + b'.5']",
        "difference(Checker.words(0.1), *sides)",
        60,
    ),
    "lines of 4 MiB in any order": (
        "from assay.judges.checkers import difference\nfrom assay.records import Checker\n"
        "sides = [b'ab \\n' * (1 << 20) + end for end in (b'a', b'b')]",
        "difference(Checker.unordered_lines(), *sides)",
        150,
    ),
    "a loud trial": (
        "from assay.records import *\nfrom assay.bounding import bounded\n"
        "trial = Trial('p', Candidate(''), None, (CaseOutcome(CaseStatus.CRASHED, error='e' * 1_000_000),) * 200)",
        "bounded(trial)",
        20,
    ),
}
"""What is prepared, what is done, and the MiB that this may take."""


@pytest.mark.parametrize("what", MEMORY)
def test_the_room_is_bounded(what: str) -> None:
    preparing, acting, mib = MEMORY[what]
    script = PEAK.format(preparing=preparing, acting=acting)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)

    assert int(done.stdout or -1) in range(mib * 1024), done.stderr
