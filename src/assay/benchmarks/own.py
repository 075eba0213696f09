"""A user's own benchmark: a folder of TOML files or one JSONL file, checked field by field (`docs/problems.md`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from assay.benchmarks.base import Benchmark, Wrong
from assay.benchmarks.family import expect_family
from assay.benchmarks.fields import Fields, FilePlace
from assay.benchmarks.literals import call_of, value_of
from assay.benchmarks.own_programs import read_programs
from assay.benchmarks.own_repositories import LIMITS as REPOSITORY_LIMITS
from assay.benchmarks.own_repositories import PATCH, either, read_repository, read_texts
from assay.benchmarks.rows import MAX_FILE_BYTES, read_content, rows_of
from assay.errors import InvalidProblem, UsageError
from assay.files import Folder, read_bytes
from assay.hashing import content_digest
from assay.judges.base import JUDGES
from assay.judges.bundle import path_is_safe, repository_names, split_files
from assay.judges.suites import names_taken
from assay.records import (
    Case,
    CaseKind,
    Cases,
    Check,
    Comparator,
    ComparatorKind,
    FunctionCheck,
    Limits,
    Problem,
    ProblemKind,
    Programs,
    PropertyCheck,
    Repository,
    Suite,
    SuiteStyle,
    Untested,
    Verdict,
)
from assay.tables import toml_of

MARK = "benchmark.toml"
TERMS_KEYS = ("licence", "source", "eval_only")
"""Of a folder they stand in `benchmark.toml`; of a JSONL file, in every row that needs them."""
BENCHMARK_KEYS = ("name", "version", "description", "judge", *TERMS_KEYS)
PROBLEM_KEYS = (
    "id",
    "entry_point",
    "kind",
    "difficulty",
    "tags",
    "language",
    "prompt",
    "reference",
    "reference_file",
    "cases",
    "tests",
    "inputs",
    "repository",
    "checker",
    "edge_tests",
    "style",
    "prelude",
    "target",
    "files",
    "properties",
    "examples",
    "wrong",
)
CASE_KEYS = ("call", "returns", "raises", "kind", "compare", "atol", "rtol", "accept", "name")
PROPERTY_KEYS = ("property", "source", "strategy", "examples", "seed", "kind")
MOST_EXAMPLES = 10_000
WRONG_KEYS = ("name", "verdict", "source")

LIMITS = Limits(case_seconds=1.0, reference_factor=4.0)
Loaded = tuple[Problem, tuple[Wrong, ...]]
_JUDGES: Mapping[type, str] = {Programs: "programs", Repository: "repository"}
"""Checks that are no functions → their judge."""


def load_own(path: str | Path) -> Benchmark:
    """The benchmark in a folder with a `benchmark.toml`, or in one JSONL file (plain or gzip)."""
    path = Path(os.path.expanduser(path))
    if path.is_dir():
        return _folder(path)
    if path.name == MARK:
        return _folder(path.parent)
    if not path.is_file():
        raise UsageError(f"benchmark {str(path)!r} does not exist")
    return _lines(path)


def _folder(folder: Path) -> Benchmark:
    if not (folder / MARK).is_file():
        raise UsageError(f"{str(folder)!r} is no benchmark: it has no {MARK}")
    content: list[bytes] = []
    fields = _toml(folder / MARK, content, BENCHMARK_KEYS)
    files = _problem_files(folder / "problems")
    if not files:
        raise UsageError(f"{folder / 'problems'}: holds no problem; each is a .toml file")
    found: dict[str, tuple[str, Loaded]] = {}
    for file in files:
        loaded = problem_of(_toml(file, content, PROBLEM_KEYS), file.stem)
        content.append(read_texts(loaded[0]))
        _add(found, loaded, str(file))
    name = fields.text("name", folder.resolve().name)
    digest = content_digest(b"".join(content)).hex()
    problems = tuple(problem for _, (problem, _) in found.values())
    return Benchmark(
        name,
        fields.text("version", "") or f"file-{digest[:8]}",
        problems,
        fields.text("description", ""),
        digest,
        judge=_judge(problems, fields.one_of("judge", tuple(JUDGES), "separate")),
        limits=_limits(problems),
        wrong=_wrong_of(found),
        **_terms([fields]),
    )


def _problem_files(folder: Path) -> list[Path]:
    found = Folder(folder, wrong=UsageError).files() if folder.is_dir() else iter(())
    return sorted(path for path in found if path.suffix == ".toml" and path.is_file())


def _lines(path: Path) -> Benchmark:
    content = read_content(path)
    found: dict[str, tuple[str, Loaded]] = {}
    rows = rows_of(content)
    expect_family("a benchmark of your own", rows)
    tables = [Fields(row.data, FilePlace(row.file, row.line), (*PROBLEM_KEYS, *TERMS_KEYS)) for row in rows]
    for row, fields in zip(rows, tables, strict=True):
        _add(found, problem_of(fields, None), row.where)
    name = path.name.removesuffix(".gz").removesuffix(".jsonl")
    problems = tuple(problem for _, (problem, _) in found.values())
    beside = b"".join(map(read_texts, problems))
    digest = content_digest(content.digest, beside).hex() if beside else content.digest
    return Benchmark(
        name,
        f"file-{digest[:8]}",
        problems,
        "",
        digest,
        judge=_judge(problems),
        limits=_limits(problems),
        wrong=_wrong_of(found),
        **_terms(tables),
    )


def _judge(problems: Sequence[Problem], of_functions: str = "separate") -> str:
    """Return the judge of a benchmark: that of its kind of problems, or those of all kinds side by side."""
    found = dict.fromkeys(_JUDGES.get(type(problem.check), of_functions) for problem in problems)
    if of_functions in _JUDGES.values():
        return of_functions
    return "+".join(sorted(found, key=lambda name: name == of_functions))


def _limits(problems: Sequence[Problem]) -> Limits:
    only = all(isinstance(problem.check, Repository) for problem in problems)
    return REPOSITORY_LIMITS if only else LIMITS


def _terms(tables: Sequence[Fields]) -> dict[str, Any]:  # Any: texts and a truth value
    """Return the licences and sources that the tables state, each once, and whether one of them is for measuring only.

    >>> rows = [{"licence": "MIT"}, {"licence": "CC0-1.0", "eval_only": True}, {"licence": "MIT"}]
    >>> _terms([Fields(row, FilePlace("mine.jsonl"), TERMS_KEYS) for row in rows])
    {'licence': 'MIT AND CC0-1.0', 'source': '', 'eval_only': True}
    """
    stated = {key: dict.fromkeys(fields.text(key, "") for fields in tables) for key in ("licence", "source")}
    return {
        "licence": " AND ".join(filter(None, stated["licence"])),
        "source": "; ".join(filter(None, stated["source"])),
        "eval_only": any([fields.switch("eval_only") for fields in tables]),
    }


def _add(found: dict[str, tuple[str, Loaded]], loaded: Loaded, where: str) -> None:
    id_ = loaded[0].id
    if id_ in found:
        raise InvalidProblem(f"{where}: id {id_!r} is taken; it first stands in {found[id_][0]}")
    found[id_] = where, loaded


def _wrong_of(found: Mapping[str, tuple[str, Loaded]]) -> dict[str, tuple[Wrong, ...]]:
    return {id_: wrong for id_, (_, (_, wrong)) in found.items() if wrong}


def _toml(path: Path, content: list[bytes], keys: tuple[str, ...]) -> Fields:
    """Read one file, and add its name and its digest to the content of the benchmark."""
    data = read_bytes(path, MAX_FILE_BYTES, wrong=UsageError)
    content.append(path.name.encode("utf-8", "surrogateescape") + b"\0" + content_digest(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidProblem(f"{path}, line {line}: not UTF-8: {error.reason}") from None
    return Fields(toml_of(text, str(path), wrong=InvalidProblem), FilePlace(str(path), text=text), keys)


def problem_of(fields: Fields, name: str | None) -> Loaded:
    """One problem with its wrong candidates; `name` is its id unless it gives one itself."""
    id_ = fields.text("id", name)
    if not id_.strip() or len(id_) > 200 or not id_.isprintable():
        raise fields.wrong("id", "a text of 1 to 200 printable characters")
    called = Untested("") if fields.has("inputs") or fields.has("repository") else _called(fields)
    reference = either(fields, "reference")
    check = _check(fields, called, reference)
    try:
        problem = Problem(
            id_,
            check,
            prompt=fields.text("prompt", ""),
            reference=reference,
            language=fields.text("language", PATCH if isinstance(check, Repository) else "python"),
            kind=ProblemKind(fields.one_of("kind", tuple(ProblemKind), _usual_kind(check))),
            difficulty=fields.number_of("difficulty", (1, 2, 3)),
            tags=tuple(fields.texts("tags")),
            properties=_properties(fields),
            examples=_examples(fields, called, reference),
        )
    except InvalidProblem as error:
        raise InvalidProblem(f"{fields.where}: {error}") from None
    return problem, _wrong(fields)


def _usual_kind(check: Check) -> str:
    if isinstance(check, Programs):
        return "algorithm"
    return "repository" if isinstance(check, Repository) or check.target else "function"


def _called(fields: Fields) -> FunctionCheck:
    """Return what is called, where the candidate's code stands, and the other files; paths stay inside."""
    entry_point = fields.text("entry_point")
    if not entry_point.isidentifier():
        raise fields.wrong("entry_point", "a Python name")
    target = fields.text("target", "")
    files = fields.table("files")
    for path, text in files.items():
        if not isinstance(text, str):
            raise InvalidProblem(f"{fields.where}: files: {path!r} must be text, got {text!r}")
        if not path_is_safe(path):
            raise InvalidProblem(f"{fields.where}: files: {path!r} is not a relative path inside the repository")
    if files and not target:
        raise InvalidProblem(f"{fields.where}: with files, target must say where the candidate's code stands")
    if target and not (path_is_safe(target) and target.endswith(".py")):
        raise fields.wrong("target", "a relative path of a .py file")
    return FunctionCheck(entry_point, target=target, files=dict(files))


def _check(fields: Fields, called: FunctionCheck, reference: str) -> Check:
    """Return the one check that a problem has, by the key that stands for its kind."""
    given = [key for key in CHECKS if fields.data.get(key)]
    if len(given) != 1:
        got = " and ".join(given) or "none of them"
        raise InvalidProblem(f"{fields.where}: give one of {', '.join(CHECKS)}, got {got}")
    if given != ["tests"]:
        for key in ("edge_tests", "style", "prelude"):
            if fields.has(key):
                raise InvalidProblem(f"{fields.where}: {key!r} belongs to tests, and there are none")
    if given != ["inputs"] and fields.has("checker"):
        raise InvalidProblem(f"{fields.where}: 'checker' belongs to inputs, and there are none")
    return CHECKS[given[0]](fields, called, reference)


def _cases(fields: Fields, called: FunctionCheck, reference: str) -> Cases:
    cases = tuple(_case(case, called.entry_point) for case in fields.tables("cases", CASE_KEYS))
    return Cases(called.entry_point, cases, target=called.target, files=called.files)


def _case(fields: Fields, entry_point: str) -> Case:
    arguments, keywords = call_of(fields, "call", entry_point)
    kind = CaseKind(fields.one_of("kind", tuple(CaseKind), "basic"))
    comparator = _comparator(fields)
    name = fields.text("name", "") or fields.text("call")
    raises = fields.text("raises", "")
    needs_value = comparator.kind is not ComparatorKind.PREDICATE
    if raises:
        if fields.has("returns"):
            raise InvalidProblem(f"{fields.where}: give either returns or raises, got both")
        if not is_exception(raises):
            raise fields.wrong("raises", "the name of a built-in exception")
        return Case(arguments, None, keywords, raises, comparator, kind, name)
    if needs_value and not fields.has("returns"):
        raise InvalidProblem(f"{fields.where}: give either returns or raises, got neither")
    expected = value_of(fields, "returns") if fields.has("returns") else None
    if comparator.kind is ComparatorKind.ONE_OF and not isinstance(expected, list | tuple | set | frozenset):
        raise fields.wrong("returns", "a list of alternatives, for one_of")
    return Case(arguments, expected, keywords, None, comparator, kind, name)


def is_exception(name: str) -> bool:
    """Whether a built-in exception has that name.

    >>> is_exception("KeyError"), is_exception("print")
    (True, False)
    """
    import builtins

    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, BaseException)


def _comparator(fields: Fields) -> Comparator:
    default = "predicate" if fields.has("accept") else "close" if fields.has("atol") or fields.has("rtol") else "exact"
    kind = ComparatorKind(fields.one_of("compare", tuple(ComparatorKind), default))
    tolerant = fields.has("atol") or fields.has("rtol")
    if fields.has("accept") != (kind is ComparatorKind.PREDICATE):
        raise InvalidProblem(
            f"{fields.where}: compare = 'predicate' and accept belong together, got compare = {kind!s}"
        )
    match kind:
        case ComparatorKind.PREDICATE:
            return Comparator.predicate(fields.python("accept", defines="accept"))
        case ComparatorKind.CLOSE:
            return Comparator.close(atol=fields.tolerance("atol", 1e-6), rtol=fields.tolerance("rtol", 0.0))
        case ComparatorKind.ANY_ORDER | ComparatorKind.SET_EQUAL | ComparatorKind.ONE_OF if tolerant:
            inner = Comparator.close(atol=fields.tolerance("atol", 0.0), rtol=fields.tolerance("rtol", 0.0))
            return Comparator(kind, inner=inner)
        case _ if tolerant:
            raise InvalidProblem(f"{fields.where}: atol and rtol have no meaning for compare = {kind!s}")
    return Comparator(kind)


def _suite(fields: Fields, called: FunctionCheck, reference: str) -> Suite:
    tests, edge = fields.python("tests"), fields.python("edge_tests") if fields.has("edge_tests") else ""
    prelude = fields.python("prelude") if fields.has("prelude") else ""
    style = SuiteStyle(fields.one_of("style", tuple(SuiteStyle), "asserts"))
    names = _names(f"{tests}\n{edge}", reference, called)
    given = names_taken(f"{tests}\n{edge}", prelude) if names and prelude else ()
    taken = tuple(name for name in names if name != called.entry_point and name not in given)
    return Suite(called.entry_point, tests, style, prelude, taken, edge, target=called.target, files=called.files)


def _programs(fields: Fields, called: FunctionCheck, reference: str) -> Programs:
    for key in ("entry_point", "target", "files", "properties", "examples"):
        if fields.has(key):
            raise InvalidProblem(f"{fields.where}: {key!r} belongs to a function, and inputs are those of a program")
    return read_programs(fields)


def _repository(fields: Fields, called: FunctionCheck, reference: str) -> Repository:
    for key in ("entry_point", "target", "files", "properties", "examples"):
        if fields.has(key):
            raise InvalidProblem(f"{fields.where}: {key!r} belongs to a function, and this is a repository task")
    return read_repository(fields)


CHECKS: Mapping[str, Callable[[Fields, FunctionCheck, str], Check]] = {
    "cases": _cases,
    "tests": _suite,
    "inputs": _programs,
    "repository": _repository,
}
"""Key of a problem file → what reads the check of that kind."""


def _examples(fields: Fields, called: FunctionCheck, reference: str) -> Check | None:
    """Return the cases that a solver may see: tables like those of `cases`, or test code of plain assertions."""
    given = fields.data.get("examples")
    if not given:
        return None
    if not isinstance(given, str):
        cases = tuple(_case(case, called.entry_point) for case in fields.tables("examples", CASE_KEYS))
        return Cases(called.entry_point, cases, target=called.target, files=called.files)
    source = fields.python("examples")
    names = tuple(name for name in _names(source, reference, called) if name != called.entry_point)
    return Suite(called.entry_point, source, names=names, target=called.target, files=called.files)


def _names(tests: str, reference: str, called: FunctionCheck) -> tuple[str, ...]:
    """What tests take from the candidate; the reference says what there is."""
    try:
        if not called.target:
            return names_taken(tests, reference)
        given = split_files(reference.encode(), called.target)
        return repository_names(tests, given[called.target].decode(), {*called.files, *given})
    except (SyntaxError, ValueError, KeyError, RecursionError):
        return ()  # a reference that is broken is what `assay check` is for


def _properties(fields: Fields) -> tuple[PropertyCheck, ...]:
    """Return the properties of a problem, each of which is a text or a table; their inputs are made elsewhere."""
    given = fields.data.get("properties", [])
    if not isinstance(given, list) or not all(isinstance(item, str | dict) for item in given):
        raise fields.wrong("properties", "a list of texts and tables")
    found = tuple(
        _property(Fields({"property": item} if isinstance(item, str) else item, place, PROPERTY_KEYS))
        for number, item in enumerate(given)
        for place in (fields.place.within("properties", number),)
    )
    for one in found:
        if [other.text for other in found].count(one.text) > 1:
            raise InvalidProblem(f"{fields.where}: two properties are {one.text!r}")
    return found


def _property(fields: Fields) -> PropertyCheck:
    from assay.probes.properties.preparing import read_check

    asked = PropertyCheck(
        fields.text("property"),
        fields.python("source") if fields.has("source") else "",
        strategy=fields.text("strategy", ""),
        examples=fields.whole("examples", 1, MOST_EXAMPLES, 100),
        seed=fields.whole("seed", 0, 2**32 - 1, 0),
        kind=CaseKind(fields.one_of("kind", tuple(CaseKind), "basic")),
    )
    try:
        return read_check(asked)
    except UsageError as error:
        raise InvalidProblem(f"{fields.where}: {error}") from None


def _wrong(fields: Fields) -> tuple[Wrong, ...]:
    verdicts = tuple(verdict.value for verdict in Verdict if not verdict.passed)
    found = tuple(
        Wrong(wrong.text("name"), wrong.text("source"), Verdict(wrong.one_of("verdict", verdicts, "failed")))
        for wrong in fields.tables("wrong", WRONG_KEYS)
    )
    names = [wrong.name for wrong in found]
    for name in names:
        if names.count(name) > 1:
            raise InvalidProblem(f"{fields.where}: two wrong candidates are named {name!r}")
    return found
