"""Comment removal as codebleu 0.7.0 does it, so that the `compat` profile sees the same text."""

from __future__ import annotations

import re
import tokenize
from io import StringIO

from assay.languages.codebleu_rules import CommentStyle

_BEGIN = re.compile(r"//|/\*|['\"]")
_SLASHED = {
    "//": re.compile(r"//[^\n]*+"),
    "/*": re.compile(r"/\*.*?\*/", re.DOTALL),
    "'": re.compile(r"'(?:\\.|[^\\'])*+'", re.DOTALL),
    '"': re.compile(r'"(?:\\.|[^\\"])*+"', re.DOTALL),
}
"""By what they begin with: comments and strings as codebleu 0.7.0 has them."""
_PYTHON = re.compile(
    r"""((?:\"\"\"[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*\"\"\"
        | '''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''
        | "[^\n"\\]*(?:\\.[^\n"\\]*)*"
        | '[^\n'\\]*(?:\\.[^\n'\\]*)*'))
      | (\#[^\n]*) | ([(\[{]) | ([)\]}]) | (\n\x20*) | (\\\n) | ([\\"'])""",
    re.DOTALL | re.VERBOSE,
)
_STRING, _COMMENT, _OPEN, _CLOSE, _LINE, _JOINED, _ODD = range(1, 8)
_INDENT, _NEWLINE, _OTHER, _WRONG = range(4)


def strip_comments(code: str, style: CommentStyle) -> str:
    """Return the code without comments and docstrings, or as it was where they cannot be found."""
    if style == "none":
        return code
    if style == "slashes":
        return _without_blank_lines(_without_slashed(code) if "/" in code else code)
    if code.isascii() and not ("\t" in code or "\r" in code or "\f" in code or "\v" in code):
        quick = _quick_python(code)
        if quick is not None:
            return quick
    try:
        return _slow_python(code)
    except (tokenize.TokenError, SyntaxError):
        return code


def _without_slashed(code: str) -> str:
    """Return the code with a blank for each comment.

    A comment or a string without an end is left as it is; so are all that begin in the same way behind it, since
    none of them can have an end either. Not to look for it again keeps the time linear.
    """
    kept: list[str] = []
    copied = at = 0
    endless: set[str] = set()
    while (begin := _BEGIN.search(code, at)) is not None:
        kind, at = begin[0], begin.start() + 1
        whole = None if kind in endless else _SLASHED[kind].match(code, begin.start())
        if whole is None:
            endless.add(kind)
            continue
        at = whole.end()
        if kind[0] == "/":
            kept += (code[copied : begin.start()], " ")
            copied = at
    return "".join([*kept, code[copied:]])


def _without_blank_lines(code: str) -> str:
    return "\n".join([line for line in code.split("\n") if line and not line.isspace()])


def _quick_python(code: str) -> str | None:
    """Return what `_slow_python` gives up to blanks between tokens, in one scan; `None`: look more closely.

    Only what decides about strings is followed: brackets, logical lines and their indentation.
    """
    kept: list[str] = []
    copied, depth, before = 0, 0, _INDENT
    indents = [0]
    content = None if code[:1] == "#" else 0  # where the logical line begins; None: it is blank or a comment
    for match in _PYTHON.finditer(code):
        kind = match.lastindex
        if kind == _LINE:
            if not depth:
                content, before = _next_line(code, match, indents, blank=content is None)
        elif kind == _OPEN:
            depth += 1
        elif kind == _CLOSE:
            depth -= 1
        elif kind == _ODD or (kind == _JOINED and content is None):
            return None
        else:
            start = _string_dropped_from(code, match, content, before) if kind == _STRING else match.start()
            if start is not None:
                kept.append(code[copied:start])
                copied = match.end()
        if depth < 0 or before == _WRONG:
            return None
    if depth:
        return None
    kept.append(code[copied:])
    return _without_blank_lines("".join(kept))


def _next_line(code: str, match: re.Match[str], indents: list[int], *, blank: bool) -> tuple[int | None, int]:
    """Return where the next logical line begins (`None`: it is blank or a comment), and what stands before it."""
    start, content = match.span()
    before = _OTHER if blank else _NEWLINE
    if code[content : content + 1] in ("", "\n", "#"):
        return None, before
    column = content - start - 1
    return content, before if column == indents[-1] else _indented(indents, column)


def _indented(indents: list[int], column: int) -> int:
    """Return what a change of indentation counts as; `_WRONG`: it is an error."""
    if column > indents[-1]:
        indents.append(column)
        return _INDENT
    while column < indents[-1]:
        indents.pop()
    return _OTHER if column == indents[-1] else _WRONG


def _prefix(code: str, start: int) -> int:
    """Return how many letters before a quote belong to the string."""
    size = 0
    while size < 2 and start > size and code[start - size - 1] in "rRbBuUfF":
        size += 1
    return size


def _string_dropped_from(code: str, match: re.Match[str], content: int | None, before: int) -> int | None:
    """Return where a string that is dropped as a docstring begins, and `None` for one that stays."""
    start = match.start() - _prefix(code, match.start())
    dropped = start == 0 or code[start - 1] == "\n" or (start == content and before != _OTHER)
    return start if dropped else None


def _slow_python(code: str) -> str:
    """Return the text put together again from the tokens of the standard library, column by column."""
    out: list[str] = []
    previous, last_line, last_column = tokenize.INDENT, -1, 0
    for token in tokenize.generate_tokens(StringIO(code).readline):
        line, column = token.start
        if line > last_line:
            last_column = 0
        if column > last_column:
            out.append(" " * (column - last_column))
        docstring = previous in (tokenize.INDENT, tokenize.NEWLINE) or column == 0
        if token.type != tokenize.COMMENT and not (token.type == tokenize.STRING and docstring):
            out.append(token.string)
        previous = token.type
        last_line, last_column = token.end
    return _without_blank_lines("".join(out))
