"""Text around code cut away: prose before and after, end tokens, prompts of an interactive session."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from assay.extraction.parsing import MAX_SOURCE, Broken, Piece, Reader

MAX_CUTS = 24
"""Syntax errors that are cut away behind one beginning."""
MAX_STARTS = 200
"""Lines of unmarked text at which code is looked for."""

END_TOKENS = re.compile(
    r"<\|(?:endoftext|end_of_text|im_end|im_start|eot_id|eom_id|end|EOT|fim_[a-z]+|assistant|user|system|return)\|>"
    r"|<[|｜](?:end▁of▁sentence|begin▁of▁sentence|User|Assistant)[|｜]>"
    r"|</s>|<end_of_turn>|<eos>|\[DONE\]|\[/INST\]|<file_sep>|<fim_(?:prefix|suffix|middle)>"
)
_START_TOKENS = re.compile(
    r"(?:\s*(?:<s>|<\|begin_of_text\|>|\[/INST\]"
    r"|<\|(?:im_start|start_header_id|assistant)\|>(?:assistant)?(?:<\|end_header_id\|>)?))+ ?"
)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_THOUGHT_START = re.compile(r"\s*<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_CODE_START = re.compile(
    r"[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w|class[ \t]+\w|import[ \t]+\w|from[ \t]+[\w.]+[ \t]+import\b|@\w"
    r"|[A-Za-z_][\w.\[\]]*[ \t]*(?::[ \t]*[\w\[\], .]+)?=[^=])"
)
_CLAUSE = re.compile(r"(?:else|elif|except|finally|case)\b")
_REPL = re.compile(r"[ \t]*(?:>>>|In \[\d+\]:)(?: |$)")
_MORE = re.compile(r"[ \t]*\.\.\.:?(?: |$)")
_GONE = "\0gone"
_QUIET_CALLS = frozenset(
    {"print", "input", "len", "sorted", "list", "set", "tuple", "dict", "str", "repr", "abs", "round", "sum", "int"}
    | {"float", "bool", "isinstance", "range", "max", "min", "all", "any", "type", "enumerate", "zip"}
)


def after_thoughts(text: str) -> str:
    """The answer without the reasoning before it; all of it when the reasoning has no end.

    >>> after_thoughts("<think>maybe ```x```</think>done")
    'done'
    """
    ends = [match.end() for match in _THOUGHT_END.finditer(text)]
    if ends and text[ends[-1] :].strip():
        return text[ends[-1] :]
    start = _THOUGHT_START.match(text)
    return text[start.end() :] if start is not None else text


def after_start_tokens(text: str) -> str:
    """The answer without the tokens with which a model's turn is opened."""
    match = _START_TOKENS.match(text)
    return text[match.end() :] if match is not None else text


def before_end_token(source: str) -> str:
    """The source up to the first token with which a model ends its turn."""
    match = END_TOKENS.search(source)
    return source if match is None else source[: match.start()].rstrip() + "\n"


def before_stray_fence(source: str) -> str:
    """The source up to the first fence, wherever on its line that stands."""
    at = min((found for found in (source.find("```"), source.find("~~~")) if found >= 0), default=-1)
    return source if at < 0 else source[:at].rstrip() + "\n"


def dedented(source: str) -> str:
    """The source with the indentation of its first line taken off every line that has it."""
    lines = source.split("\n")
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" \t"))]
    if not indent:
        return source
    return "\n".join(line[len(indent) :] if line.startswith(indent) else line.lstrip(" \t") for line in lines)


def parsed_beginning(source: str, reader: Reader) -> Piece | None:
    """The longest beginning that parses, cut only where a statement begins in the first column."""
    for _ in range(MAX_CUTS):
        if not reader.can_parse(source):
            return None
        parsed = reader.parse(source)
        if isinstance(parsed, Piece):
            return parsed if parsed.tree.body else None
        shorter = _before(source, parsed)
        if not shorter.strip():
            return None
        source = shorter
    return None


def segments(text: str, reader: Reader) -> Iterator[Piece]:
    """Stretches of unmarked text that parse, each from a line that begins like code."""
    lines = text.split("\n") if len(text) <= MAX_SOURCE else []
    at = 0
    for _ in range(MAX_STARTS):
        while at < len(lines) and not _CODE_START.match(lines[at]):
            at += 1
        if at == len(lines):
            return
        piece = parsed_beginning(dedented("\n".join(lines[at:])), reader)
        if piece is None:
            at += 1
            continue
        yield piece
        at += piece.source.count("\n") or 1


def without_prompts(text: str) -> str | None:
    """The statements typed in an interactive session, without what it answered; `None`: it is none.

    >>> without_prompts(">>> def f():\\n...     return 1\\n>>> f()\\n1\\n")
    'def f():\\n    return 1\\n\\nf()\\n'
    """
    typed: list[str] = []
    inside = False
    for line in text.split("\n"):
        first, more = _REPL.match(line), _MORE.match(line)
        if first:
            inside = bool(line[first.end() :].strip())
            typed.append(("\n" if typed and typed[-1].startswith((" ", "\t")) else "") + line[first.end() :])
        elif more and inside:
            typed.append(line[more.end() :])
        else:
            inside = False
    return "\n".join(typed) + "\n" if typed else None


def without_usage(piece: Piece, entry_point: str, reader: Reader) -> Piece:
    """The piece without statements that only try it out.

    An assertion may go because the language itself drops it under -O; a `print` or a bare call may go when all it
    calls is the entry point and built-in functions that change nothing; a lone unknown word could only raise.
    """
    body = piece.tree.body
    quiet = (_QUIET_CALLS - piece.bound) | {entry_point}
    lines = piece.source.split("\n")
    dropped = 0
    for before, node, after in zip([None, *body[:-1]], body, [*body[1:], None], strict=True):
        first, last = node.lineno, node.end_lineno or node.lineno
        alone = (before is None or (before.end_lineno or 0) < first) and (after is None or after.lineno > last)
        if alone and _is_usage(node, quiet, piece):
            lines[first - 1 : last] = [_GONE] * (last - first + 1)
            dropped += 1
    if dropped in (0, len(body)):
        return piece
    kept = "\n".join(line for line in lines if line is not _GONE).rstrip("\n") + "\n"
    shorter = reader.piece(kept)
    return shorter if shorter is not None and shorter.bound == piece.bound else piece


def _is_usage(node: ast.stmt, quiet: frozenset[str], piece: Piece) -> bool:
    if isinstance(node, ast.Assert):
        return not any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node))
    if not isinstance(node, ast.Expr):
        return False
    if isinstance(node.value, ast.Name):
        return node.value.id in piece.needed and "*" not in piece.bound
    if not isinstance(node.value, ast.Call):
        return False
    called = node.value.func
    if not isinstance(called, ast.Name) or called.id not in quiet or called.id in _QUIET_CALLS - {"print"}:
        return False
    return all(_is_quiet(inner, quiet) for inner in ast.walk(node))


def _is_quiet(node: ast.AST, quiet: frozenset[str]) -> bool:
    if isinstance(node, ast.NamedExpr | ast.Await):
        return False
    if not isinstance(node, ast.Call):
        return True
    if isinstance(node.func, ast.Name):
        return node.func.id in quiet
    return isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Constant | ast.JoinedStr)


def _before(source: str, broken: Broken) -> str:
    """The source before the statement in the first column that the parser stumbled over."""
    lines = source.split("\n")
    at = min(broken.line, len(lines)) - 1
    while at > 0 and not _begins_statement(lines[at]):
        at -= 1
    while at > 0 and lines[at - 1].startswith("@"):
        at -= 1
    return "\n".join(lines[:at]) + "\n" if at > 0 else ""


def _begins_statement(line: str) -> bool:
    return bool(line) and line[0] not in " \t\r\n)]}#" and not _CLAUSE.match(line)
