"""Cases that a prompt shows itself: doctests, assertions, `f(1) == 2` and the like; of programs, samples of output.

Text is only read: a call and its result count where both are literals, and nothing is evaluated. The time for a prompt
grows with its length, of which no more than `MAX_PROMPT` is looked at.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from itertools import islice

from assay.judges.literals import call_text, literal, written
from assay.judges.suites import MoreThanData
from assay.records import EXACT, TRUTH, Case, Comparator, ProgramInput
from assay.syntax import UNREADABLE, parse_foreign

MAX_PROMPT = 100_000
MAX_CALLS = 100
"""Places of a prompt at which the function is called."""
MAX_TEXT = 2_000
"""Characters of one call, and of one value."""
MAX_LINES = 20
"""Lines of one value of a doctest, or of one assertion."""
MAX_SAMPLES = 20
NEARLY = Comparator.close(atol=1e-6, rtol=1e-6)
"""How floats are compared: a prompt writes them shorter than they are."""

_SAYS = re.compile(
    r"[ \t]*`*[ \t]*(?:#|//)?[ \t]*,?[ \t]*"
    r"(?:==+>?|=>|=|--?>|➞|→|⇒|⟶|➔|:|(?:(?:should|must|will|would)[ \t]+)?(?:returns?|gives?|be|equals?)\b"
    r"|is(?:[ \t]+equal[ \t]+to)?\b|evaluates[ \t]+to\b|(?<=#)|(?<=# ))"
    r"[ \t]*`*[ \t]*"
)
"""What stands between a call and its result."""
_LOOSE = ("=", ":", "is", "be")
"""Of these: what stands in many other places too."""
_NUMBER = re.compile(r"[-+]?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?\b")
_WORD = re.compile(r"(?:[Tt]rue|[Ff]alse|None|set\(\)|float\('-?(?:inf|nan)'\))")
_PREFIX = re.compile(r"[rRbB]{0,2}(?=[\"'])")
_ENDS = re.compile(
    r"[ \t]*(?:$|\n|`|#|[.;)](?![\w\"'])|,(?![ \t]*[-\d\"'\[{(])|\(|(?:since|because|as|and|but|while)\b)"
)
"""What may follow a result: the end of its line or sentence, or a reason."""
_ENDS_ASSERTION = re.compile(r"[ \t]*(?:$|\n|#|,|;)")
_NESTED = re.compile(r"(?:[\w\])}][ \t]*\(|[-+*/%=<>&|^~\[{@!]|\b(?:def|class|not|in|is|return|lambda|print\())[ \t]*$")
"""What stands before a call that is a part of something larger."""
_BULLET = re.compile(r"[ \t]*(?:[-*+>•]|\d+[.)]|>>>|=>|->)?[ \t]*")
_QUOTED = re.compile(r"\"\"\"|'''|\"|'")
_TRACEBACK = re.compile(r"[ \t]*Traceback \(most recent call last\):[ \t]*$")
_RAISED = re.compile(r"[ \t]*([A-Za-z]\w{0,60})(?::.*)?$")
_HEADING = re.compile(
    r"[ \t#*_=-]*(?:(sample|example)s?[ \t]+)?(?:standard[ \t]+)?(input|output)[ \t]*(?:#?[ \t]*\d{1,3})?[ \t:*_=-]*",
    re.IGNORECASE,
)
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*\w*[ \t]*")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


def shown_cases(prompt: str, entry_point: str) -> list[Case]:
    """Return the calls of a function that a prompt shows with their results; none of those it contradicts.

    >>> [case.name for case in shown_cases("add(1, 2) returns 3, and add(0, 0) == 0.", "add")]
    ['add(1, 2)', 'add(0, 0)']
    """
    found: dict[str, Case] = {}
    left_out, loose = set[str](), dict[str, type]()
    for text in _texts(prompt[:MAX_PROMPT]):
        for case, is_loose in islice(_found(text, entry_point), MAX_CALLS):
            known = found.setdefault(case.name, case)
            if _result(known) != _result(case):
                left_out.add(case.name)
            elif known is case and is_loose:
                loose[case.name] = type(case.expected)
    if len(set(loose.values())) > 1:
        left_out |= loose.keys()  # `tri(1) = 3` may define a series, beside examples of what `tri` returns
    return [case for name, case in found.items() if name not in left_out]


def shown_inputs(prompt: str) -> list[ProgramInput]:
    """Return the samples of input and output under headings such as `Sample Input 1`.

    >>> [one.expected for one in shown_inputs("Sample Input:\\n2 3\\n\\nSample Output:\\n5\\n")]
    [b'5\\n']
    """
    found: list[ProgramInput] = []
    given: bytes | None = None
    for kind, text in _samples(prompt[:MAX_PROMPT].split("\n")):
        if kind == "input":
            given = text
        elif given is not None and len(found) < MAX_SAMPLES:
            found.append(ProgramInput(given, name=f"input {shortened_bytes(given)}", expected=text))
            given = None
    return found


def shortened_bytes(data: bytes) -> str:
    """Return input as a name for the case with it."""
    text = data[: MAX_TEXT // 4].decode("utf-8", "replace")
    return repr(text) if len(data) <= MAX_TEXT // 4 else f"{text!r}…"


def _result(case: Case) -> tuple[str, str | None, object]:
    return written(case.expected), case.raises, case.comparator.kind


# ---- where to look -------------------------------------------------------------------------------------------------


def _texts(prompt: str) -> Iterator[str]:
    """The docstrings and comments of a prompt that is code, as they read; or the prompt as it is."""
    for source in (prompt, f"{prompt}\n    pass\n"):
        try:
            tree = parse_foreign(source)
        except UNREADABLE:
            continue
        held = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        holders = [node for node in ast.walk(tree) if isinstance(node, held)]
        documented = list(filter(None, map(ast.get_docstring, holders)))
        if not documented and len(holders) == 1:
            break  # words that happen to be code
        yield from documented
        yield "\n".join(line.strip() for line in prompt.split("\n") if line.lstrip().startswith("#"))
        return
    yield prompt


def _found(text: str, entry_point: str) -> Iterator[tuple[Case, bool]]:
    """The cases of one text in their order, and of each whether only a sign such as `=` makes it one."""
    name = re.compile(rf"(?<![\w.]){re.escape(entry_point)}[ \t]?\(")
    end = 0
    for match in islice(name.finditer(text), MAX_CALLS):
        if match.start() < end:
            continue  # an argument of the call before
        close = _closing(text, match.end() - 1)
        if close is None:
            continue
        case = _case(text, match.start(), close, entry_point)
        if case is not None:
            says = _SAYS.match(text, close)
            yield case, says is not None and says[0].strip(" \t`,") in _LOOSE
            end = close


def _case(text: str, start: int, close: int, entry_point: str) -> Case | None:
    """The case of a call that stands at `text[start:close]`, where the text gives its result."""
    line = text.rfind("\n", max(0, start - MAX_TEXT), start) + 1
    before = text[line:start]
    truth = re.fullmatch(r"[ \t]*(?:>>>[ \t]*)?assert[ \t]+(not[ \t]+)?", before)
    call = _call(text[start:close].replace("\n...", "\n"), entry_point)
    if call is None or (not truth and not _BULLET.fullmatch(before) and _NESTED.search(before)):
        return None
    says = _SAYS.match(text, close)
    value = _value(text, says.end()) if says and not (truth and truth[1]) else None
    if value is not None:
        shown, end = value
        if not (_ENDS_ASSERTION if truth else _ENDS).match(text, end):
            return None
        if ">>>" in before and not truth and says and "==" in says[0] and not _is_confirmed(text, end):
            return None
        return _with(call, shown)
    if truth:
        return _asserted(call, text, close, positive=not truth[1])
    return _doctest(call, text, close) if ">>>" in before else None


def _asserted(call: Case, text: str, close: int, *, positive: bool) -> Case | None:
    """The case of `assert f(x)` or `assert not f(x)`."""
    if not re.match(r"[ \t]*(?:,.*|#.*)?(?:\n|$)", text[close : close + MAX_TEXT]):
        return None
    return Case(call.arguments, positive, call.keywords, comparator=TRUTH, name=call.name)


def _is_confirmed(text: str, end: int) -> bool:
    """Whether an interpreter says `True` to a comparison, or nothing stands below it."""
    below = text[end : end + 200].split("\n")[1:2]
    return not below or below[0].strip() in ("", "True") or below[0].lstrip().startswith(">>>")


def _doctest(call: Case, text: str, close: int) -> Case | None:
    """The case of `>>> f(x)`, with its result on the lines below."""
    lines = text[close : close + MAX_LINES * MAX_TEXT].split("\n")[: MAX_LINES + 1]
    if lines[0].strip() and not lines[0].strip().startswith("#"):
        return None
    below: list[str] = []
    for line in lines[1:]:
        if not line.strip() or line.lstrip().startswith(">>>"):
            break
        below.append(line)
    if not below:
        return None
    if _TRACEBACK.match(below[0]):
        raised = _RAISED.match(below[-1])
        return _raising(call, raised[1]) if raised else None
    for count in range(1, len(below) + 1):
        value = _read("\n".join(below[:count]).strip()[:MAX_TEXT])
        if value is not None:
            return _with(call, value[0])
        if not _is_open(below[:count]):
            return None
    return None


def _raising(call: Case, name: str) -> Case | None:
    found = getattr(builtins, name, None)
    if not (isinstance(found, type) and issubclass(found, Exception)):
        return None
    return Case(call.arguments, None, call.keywords, name, name=call.name)


def _with(call: Case, value: object) -> Case:
    comparator = NEARLY if _has_float(value) else EXACT
    return Case(call.arguments, value, call.keywords, comparator=comparator, name=call.name)


def _has_float(value: object) -> bool:
    if isinstance(value, list | tuple | set | frozenset):
        return any(map(_has_float, value))
    if isinstance(value, dict):
        return any(map(_has_float, value.values()))
    return isinstance(value, float)


# ---- reading calls and values --------------------------------------------------------------------------------------


def _call(text: str, entry_point: str) -> Case | None:
    """The arguments of a call, as a case without a result; `None` where they are more than literals."""
    try:
        node = parse_foreign(text).body[0]
        if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
            return None
        arguments = tuple(map(literal, node.value.args))
        keywords = {one.arg: literal(one.value) for one in node.value.keywords if one.arg}
    except (MoreThanData, TypeError, IndexError, *UNREADABLE):
        return None
    if len(keywords) != len(node.value.keywords):
        return None
    case = Case(arguments, keywords=keywords)
    return Case(arguments, keywords=keywords, name=call_text(entry_point, case)[:MAX_TEXT])


def _value(text: str, start: int) -> tuple[object, int] | None:
    """The literal that begins there, and where it ends."""
    opening = text[start : start + 1]
    quoted = _PREFIX.match(text, start)
    if opening in _PAIRS and opening:
        end = _closing(text, start)
    elif quoted is not None and _QUOTED.match(text, quoted.end()):
        end = _string_end(text, quoted.end(), min(len(text), start + MAX_TEXT))
    else:
        plain = _NUMBER.match(text, start) or _WORD.match(text, start)
        end = plain.end() if plain else None
    if end is None:
        return None
    if opening == "(" and not _is_tuple(text[start:end]):
        return None  # `("Venus")` may be meant as a tuple
    read = _read({"true": "True", "false": "False"}.get(text[start:end], text[start:end]))
    return None if read is None else (read[0], end)


def _is_tuple(text: str) -> bool:
    read = _read(text)
    return read is not None and isinstance(read[0], tuple)


def _read(text: str) -> tuple[object] | None:
    """The value of a literal, in a tuple because it may be `None`."""
    try:
        node = parse_foreign(text).body
        if len(node) != 1 or not isinstance(node[0], ast.Expr):
            return None
        return (literal(node[0].value),)
    except (MoreThanData, TypeError, *UNREADABLE):
        return None


def _closing(text: str, start: int) -> int | None:
    """Where the bracket ends that opens at `start`, behind it; `None` where it does not within bounds."""
    end, open_ = min(len(text), start + MAX_TEXT), list[str]()
    at = start
    while at < end:
        sign = text[at]
        if sign in _PAIRS:
            open_.append(_PAIRS[sign])
        elif sign in ")]}":
            if not open_ or open_.pop() != sign:
                return None
            if not open_:
                return at + 1
        elif sign in "\"'":
            behind = _string_end(text, at, end)
            if behind is None:
                return None
            at = behind
            continue
        at += 1
    return None


def _string_end(text: str, start: int, end: int) -> int | None:
    """Where the string ends that begins with the quote at `start`, behind it."""
    opened = _QUOTED.match(text, start)
    quote = opened[0] if opened else text[start]
    at = start + len(quote)
    while at < end:
        if text[at] == "\\":
            at += 2
        elif text.startswith(quote, at):
            return at + len(quote)
        elif text[at] == "\n" and len(quote) == 1:
            return None
        else:
            at += 1
    return None


def _is_open(lines: list[str]) -> bool:
    """Whether a value goes on: more brackets were opened than closed, as far as a count can say."""
    text = "".join(lines)
    return sum(map(text.count, "([{")) > sum(map(text.count, ")]}"))


# ---- samples of programs -------------------------------------------------------------------------------------------


def _samples(lines: list[str]) -> Iterator[tuple[str, bytes]]:
    """Every block below a heading, as `input` or `output` with its text."""
    at = 0
    while at < len(lines):
        heading = _HEADING.fullmatch(lines[at][:100])
        at += 1
        if heading is None:
            continue
        block, at, marked = _block(lines, at)
        if block and (marked or heading[1]):
            yield heading[2].lower(), "".join(f"{line}\n" for line in block).encode()


def _block(lines: list[str], at: int) -> tuple[list[str], int, bool]:
    """The lines below a heading, where they end, and whether a fence marks them."""
    while at < len(lines) and not lines[at].strip():
        at += 1
    fence = _FENCE.fullmatch(lines[at][:100]) if at < len(lines) else None
    block: list[str] = []
    if fence is not None:
        for number in range(at + 1, len(lines)):
            if lines[number].strip().startswith(fence[1]):
                return block, number + 1, True
            block.append(lines[number])
        return [], at + 1, False
    while at < len(lines) and lines[at].strip() and not _HEADING.fullmatch(lines[at][:100]):
        block.append(lines[at].strip())
        at += 1
    return block, at, False
