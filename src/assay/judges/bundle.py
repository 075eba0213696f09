"""Repository problems: the candidate's file or files among those of the problem, as one source for one process."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path

from assay.judges.host.statements import Step
from assay.judges.returning import with_exits
from assay.judges.suites import names_taken
from assay.records import (
    Candidate,
    Case,
    CaseKind,
    CaseOutcome,
    CaseStatus,
    FunctionCheck,
    Problem,
    Programs,
    Trial,
    Verdict,
)
from assay.syntax import UNREADABLE, TooCostly, parse_foreign

MAX_FILES = 1000
MAX_PATH = 300
MAX_CHECKED_BYTES = 200_000
"""Of a file whose syntax is looked at here; a longer one is left to the candidate's process."""
_BEGIN = re.compile(rb"^#[ \t]*file:([^\n]*)$", re.MULTILINE)


class Unplaceable(ValueError):
    """The files of a candidate cannot be put among those of the problem: the candidate is invalid."""


def bundle(problem: Problem, source: bytes) -> bytes:
    """The source that a candidate's process gets: for a repository problem, one that holds all files.

    It makes the files importable under their own names and gives the entry point, with the names that the tests
    take, at its top level. Raises `Unplaceable` where the candidate's files cannot be placed.

    >>> from assay.records import Suite
    >>> bundle(Problem("a", Suite("f", "assert f() == 1")), b"def f(): return 1")
    b'def f(): return 1'
    """
    check = problem.check
    if isinstance(check, Programs):
        return preceded(check.before, with_exits(source) if check.may_return else source)
    if not isinstance(check, FunctionCheck):
        return source
    if not check.target:
        return preceded(check.before, _with_entry_point(check, source))
    given = split_files(source, check.target)
    files = {path: text.encode("utf-8", "surrogatepass") for path, text in check.files.items()} | given
    if check.target not in files:
        raise Unplaceable(f"the candidate gives no {check.target!r}")
    refuse_clashes(files)
    broken = next((path for path in given if path.endswith(".py") and not _parses(given[path])), None)
    if broken is not None:
        return given[broken]  # as it is: the interpreter's own words say why it does not compile
    call = f"open_repository({files!r}, {check.target!r}, {check.required!r}, globals())\n"
    return _runtime() + call.encode()


def preceded(before: str, source: bytes) -> bytes:
    """Return a candidate's Python source behind the imports that its problem promises.

    One that asks for a feature of the future must come first, and brings its imports itself.

    >>> preceded("import math", b"print(math.pi)")
    b'import math\\nprint(math.pi)'
    """
    if not before or b"__future__" in source:
        return source
    return before.encode() + b"\n" + source


def _with_entry_point(check: FunctionCheck, source: bytes) -> bytes:
    """Return a source that defines the entry point, where the candidate gives it in another form than a function."""
    name = check.entry_point
    if check.is_text:
        return f"def {name}(): return {source.decode('utf-8', 'surrogateescape')!r}\n".encode()
    if check.is_expression:
        expression = source.strip()
        if not _is_expression(expression):
            raise Unplaceable("the candidate is not an expression")
        return f"def {name}(): return (\n".encode() + expression + b"\n)\n"
    if check.holder:
        method = f"{check.holder}().{name}(*arguments, **keywords)"
        held = f"hasattr(globals().get({check.holder!r}), {name!r})"
        return source + f"\n\nif {held}: {name} = lambda *arguments, **keywords: {method}\n".encode()
    return source + check.after.encode()


def _is_expression(source: bytes) -> bool:
    """Whether a source is one expression; one that is too long to be looked at is none."""
    if len(source) > MAX_CHECKED_BYTES:
        return False
    try:
        tree = parse_foreign(source)
    except (TooCostly, *UNREADABLE):
        return False
    return len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr)


def unplaceable(
    problem: Problem,
    candidate: Candidate,
    cases: Sequence[Case | Step],
    error: Unplaceable,
    *,
    judge: str,
    isolation: str,
) -> Trial:
    """The trial of a candidate whose files cannot be placed: invalid, no case was run."""
    outcomes = tuple(CaseOutcome(CaseStatus.NOT_RUN, _kind(case), case.name, error=str(error)) for case in cases)
    return Trial(problem.id, candidate, Verdict.INVALID, outcomes, detail=str(error), judge=judge, isolation=isolation)


def _kind(case: Case | Step) -> CaseKind:
    if isinstance(case, Case):
        return case.kind
    return CaseKind.EDGE if case.edge else CaseKind.BASIC


def split_files(source: bytes, target: str) -> dict[str, bytes]:
    """The files in a candidate's source: all of it is the target, unless it begins with a line `# file: path`.

    >>> split_files(b"# file: a.py\\nx = 1\\n# file: b/c.py\\ny = 2\\n", "a.py")
    {'a.py': b'\\nx = 1\\n', 'b/c.py': b'\\ny = 2\\n'}
    """
    marks = list(_BEGIN.finditer(source))
    if not marks or source[: marks[0].start()].strip():
        return {target: source}
    if len(marks) > MAX_FILES:
        raise Unplaceable(f"the candidate has {len(marks)} files, more than {MAX_FILES}")
    found: dict[str, bytes] = {}
    ends = [*(mark.start() for mark in marks[1:]), len(source)]
    for mark, end in zip(marks, ends, strict=True):
        path = mark[1].decode("utf-8", "replace").strip().strip("'\"`")
        if not path_is_safe(path):
            raise Unplaceable(f"the candidate has a file at {path[:100]!r}, which is no path inside the repository")
        if path in found:
            raise Unplaceable(f"the candidate has two files at {path!r}")
        found[path] = source[mark.end() : end]
    return found


def joined_files(files: Mapping[str, str]) -> str:
    """Return several files as the source of one candidate, which `split_files` takes apart again.

    >>> joined_files({"a.py": "x = 1\\n"})
    '# file: a.py\\nx = 1\\n'
    """
    return "\n".join(f"# file: {path}\n{text}" for path, text in files.items())


def path_is_safe(path: str) -> bool:
    """Whether a path stays inside a repository, however it is put together.

    >>> [path_is_safe(path) for path in ("shop/pricing.py", "../x.py", "/x.py", "a//b.py", "a\\\\b.py")]
    [True, False, False, False, False]
    """
    parts = path.split("/")
    plain = path.isprintable() and not set(path) & set('\\:*?"<>|') and len(path) <= MAX_PATH
    return plain and all(part.strip(" ") == part and part not in ("", ".", "..") for part in parts)


def repository_names(tests: str, text: str, paths: Collection[str]) -> tuple[str, ...]:
    """The names that tests take from the target's module: what it defines, and what it imports from the repository.

    >>> text = "from shop.items import Item\\ndef total(x): ..."
    >>> repository_names("assert total([Item(2)]) == 2", text, {"shop/items.py"})
    ('total', 'Item')
    """
    tops = {path.removesuffix(".py").partition("/")[0] for path in paths}
    imported = [
        f"{alias.asname or alias.name} = None"
        for node in ast.parse(text).body
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").partition(".")[0] in tops)
        for alias in node.names
        if alias.name != "*"
    ]
    return names_taken(tests, "\n".join((text, *imported)))


def refuse_clashes(files: Collection[str]) -> None:
    """Raise `Unplaceable` for a file that is also a folder, which could not lie on any disk."""
    for path in files:
        parent = path.rpartition("/")[0]
        while parent:
            if parent in files:
                raise Unplaceable(f"{parent!r} is a file and cannot be the folder of {path!r}")
            parent = parent.rpartition("/")[0]


def _parses(text: bytes) -> bool:
    if len(text) > MAX_CHECKED_BYTES:
        return True
    try:
        parse_foreign(text)
    except TooCostly:
        return True
    except UNREADABLE:
        return False
    return True


@cache
def _runtime() -> bytes:
    return Path(__file__).with_name("bundled.py").read_bytes()
