"""One row of any known format, as what it says: which problem, which text, in which form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from assay.benchmarks.candidates.streams import shown
from assay.errors import InvalidValue
from assay.extraction import Form
from assay.judges.bundle import joined_files


class Format(StrEnum):
    """How candidates are written down."""

    HUMANEVAL = "humaneval"
    """JSON Lines: task_id, completion."""
    EVALPLUS = "evalplus"
    """JSON Lines: task_id, solution (or completion)."""
    OWN = "own"
    """JSON Lines: problem, task_id or name; source, code, response or files; attempt, model."""
    HUMANEVAL_X = "humaneval-x"
    """JSON Lines: task_id, generation."""
    MULTIPL_E = "multipl-e"
    """One JSON object a problem, each a file in a folder or a row: name, completions; or with results: programs."""
    LM_EVAL = "lm-eval"
    """JSON Lines: doc_id, doc, resps, filtered_resps."""
    TRANSLATIONS = "translations"
    """JSON Lines: id, dataset, model, source and target language, code."""
    LIVECODEBENCH = "livecodebench"
    """One JSON list, or JSON Lines: question_id, code_list; graded files have the same."""
    TACO = "taco"
    """One JSON list, or JSON Lines: task_id, output, which is a list of programs."""
    CLASSEVAL = "classeval"
    """JSON Lines or one list: task_id, predict (a list of answers in words)."""
    MAPCODER = "mapcoder"
    """JSON Lines: task_id or name, source_codes, which is a list of programs."""
    DS1000 = "ds1000"
    """JSON Lines: id, code."""
    SWE_BENCH = "swe-bench"
    """JSON Lines, one list, or one object by id: instance_id, model_patch, model_name_or_path."""
    BY_PROBLEM = "by-problem"
    """One JSON object: id or number of a problem → a program or a list of them (APPS, CRUXEval)."""
    BIGCODE = "bigcode"
    """One JSON list: for each problem, in the benchmark's order, a list of programs."""
    PREDICTIONS = "predictions"
    """One JSON list of programs, or an object with `predictions`."""
    EVALPLUS_FOLDER = "evalplus-folder"
    """`<task_id with _ for />/<n>.py`."""
    AIDER = "aider"
    """`<language>/exercises/practice/<exercise>/`, as Aider's benchmark leaves it."""
    FOLDER = "folder"
    """`<id>.py`."""
    PATCHES = "patches"
    """`<id>.diff` or `<id>.patch`, or a folder `<id>` with some of them."""


KNOWN = (
    "'task_id' with 'completion' (HumanEval), 'solution' (EvalPlus, Reflexion with 'name') or 'generation' "
    "(HumanEval-X); 'name' with 'completions' or 'results' (MultiPL-E); 'problem', 'task_id' or 'name' with "
    "'source', 'code', 'response' or 'files' (own); 'doc_id' or 'doc' with 'filtered_resps' or 'resps' (lm-eval); "
    "'id', 'dataset', 'source', 'target' and 'code' (translations); 'question_id' with 'code_list' (LiveCodeBench);"
    " 'task_id' with a list 'output' (TACO), 'predict' (ClassEval) or 'source_codes' (MapCoder); 'id' with 'code' "
    "(DS-1000); 'instance_id' with 'model_patch' (SWE-bench); one object of problem → programs (APPS, CRUXEval)"
)
TOGETHER = frozenset({Format.HUMANEVAL, Format.EVALPLUS})
"""Formats whose rows may stand in one file: EvalPlus reads both."""
LAST_ATTEMPT = 2**63 - 1
"""What a store can keep."""
MAX_MODEL = 200
"""Characters of a model's name or version: it stands with every candidate and in every report."""
_IDS = ("task_id", "problem", "name")
_TEXTS = {
    "solution": (Format.EVALPLUS, Form.SOLUTION),
    "completion": (Format.HUMANEVAL, Form.COMPLETION),
    "generation": (Format.HUMANEVAL_X, Form.COMPLETION),
    "source": (Format.OWN, Form.SOLUTION),
    "code": (Format.OWN, Form.SOLUTION),
    "response": (Format.OWN, Form.CHAT),
    "files": (Format.OWN, Form.SOLUTION),
    "raw_solution": (Format.EVALPLUS, Form.CHAT),
}
"""By field, the first that is there wins: a solution over a completion, as EvalPlus has it."""
_LISTS = {
    ("question_id", "code_list"): Format.LIVECODEBENCH,
    ("task_id", "output"): Format.TACO,
    ("task_id", "predict"): Format.CLASSEVAL,
    ("task_id", "source_codes"): Format.MAPCODER,
    ("name", "source_codes"): Format.MAPCODER,
}
"""The field of the problem's id and that of its programs → the format."""
_TRANSLATION = {"id", "dataset", "source", "target", "code"}
_MODELS = ("model", "model_name", "model_id", "model_name_or_path")
"""Fields that say who wrote a candidate; the first that is there and not empty wins."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a row says about one candidate, before it is matched with a problem."""

    origin: str
    name: str | int | None
    """The problem's id as it is written; `None`: see `index`."""
    text: str
    form: Form | None
    """`None`: a completion where the prompt is the beginning of the function, a solution where it is not."""
    index: int = 0
    """The problem's place in the order of the list."""
    of: int = 0
    """How many places the list has; 0: not known."""
    attempt: int | None = None
    model: str = ""
    model_version: str = ""
    group: str = ""
    """What the row was made by, where one answer has several rows (lm-eval's filters)."""
    benchmark: str = ""
    """The benchmark that the row is meant for, where it says so: one file may hold answers to several."""


def entries_of(row: Mapping[str, Any], where: str, origin: str) -> tuple[Format, Iterator[Entry]]:  # Any: JSON
    """The format of a row, and its candidates."""
    found = format_of(row)
    if found is None:
        fields = ", ".join(repr(field)[:60] for field in list(row)[:20]) or "no fields"
        raise InvalidValue(f"{where}: no candidate is recognised in it: it has {fields}. Known: {KNOWN}.")
    if found is Format.LM_EVAL:
        return found, _lm_eval(row, where, origin)
    if found is Format.TRANSLATIONS:
        return found, iter([_translation(row, where, origin)])
    if found is Format.MULTIPL_E:
        return found, _multipl_e(row, where, origin)
    if found is Format.SWE_BENCH:
        return found, iter([prediction_of(row, where, origin)])
    if found in _LISTS.values():
        return found, _several(row, found, where, origin)
    return found, iter([_sample(row, where, origin)])


def format_of(row: Mapping[str, Any]) -> Format | None:  # Any: JSON
    """The format whose fields a row has."""
    if ("doc_id" in row or "doc" in row) and ("filtered_resps" in row or "resps" in row):
        return Format.LM_EVAL
    if row.keys() >= _TRANSLATION:
        return Format.TRANSLATIONS
    if "name" in row and ("completions" in row or "results" in row):
        return Format.MULTIPL_E
    if "instance_id" in row and ("model_patch" in row or "model_name_or_path" in row):
        return Format.SWE_BENCH
    field = _text_field(row)
    if field and any(name in row for name in _IDS):
        return _TEXTS[field][0]
    listed = next((known for fields, known in _LISTS.items() if row.keys() >= set(fields)), None)
    return Format.DS1000 if listed is None and field == "code" and "id" in row else listed


def text_of(value: object, where: str) -> str:
    """A candidate's text; null is an answer that never came."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidValue(f"{where} must be text, got {shown(value)}")
    return value


def _files_text(value: object, where: str) -> str:
    """A candidate of several files as one text; null is an answer that never came."""
    if value is None:
        return ""
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise InvalidValue(f"{where} must be an object of texts by path, got {shown(value)}")
    return joined_files({" ".join(path.split("\n")): text for path, text in value.items()})


def _text_field(row: Mapping[str, Any]) -> str:  # Any: JSON
    there = [field for field in _TEXTS if field in row]
    return next((field for field in there if row[field] is not None), there[0] if there else "")


def _sample(row: Mapping[str, Any], where: str, origin: str) -> Entry:  # Any: JSON
    field = _text_field(row)
    identifier = next((name for name in _IDS if name in row), "id")
    return Entry(
        origin,
        _name(row[identifier], f"{where}: field {identifier!r}"),
        (_files_text if field == "files" else text_of)(row[field], f"{where}: field {field!r}"),
        _TEXTS[field][1],
        attempt=_attempt(row.get("attempt"), f"{where}: field 'attempt'"),
        model=_model(row, where),
        model_version=_model_version(row.get("model_version"), f"{where}: field 'model_version'"),
    )


def _several(row: Mapping[str, Any], found: Format, where: str, origin: str) -> Iterator[Entry]:  # Any: JSON
    """Yield the programs of a row that has all of a problem."""
    identifier, field = next(fields for fields, known in _LISTS.items() if known is found and row.keys() >= set(fields))
    name = _name(row[identifier], f"{where}: field {identifier!r}")
    entries = programs_of(name, row[field], f"{where}: field {field!r}", origin, _model(row, where))
    yield from (replace(one, form=Form.CHAT) for one in entries) if found is Format.CLASSEVAL else entries


def _multipl_e(row: Mapping[str, Any], where: str, origin: str) -> Iterator[Entry]:  # Any: JSON
    """Yield what comes behind the prompt of a problem; a file of results alone has whole programs with their tests."""
    name, field = _name(row["name"], f"{where}: field 'name'"), "completions" if "completions" in row else "results"
    if not isinstance(row[field], list):
        raise InvalidValue(f"{where}: field {field!r} must be a list, got {shown(row[field])}")
    for number, item in enumerate(row[field]):
        place = f"{where}: field '{field}[{number}]'"
        if field == "completions":
            yield Entry(f"{origin}[{number}]", name, text_of(item, place), Form.COMPLETION, model=_model(row, where))
            continue
        if not isinstance(item, dict) or "program" not in item:
            raise InvalidValue(f"{place} must be an object with 'program', got {shown(item)}")
        text = text_of(item["program"], f"{place}, 'program'")
        tests = row.get("tests")
        if isinstance(tests, str) and tests.strip():
            text = text.removesuffix("\n").removesuffix(tests.removesuffix("\n"))
        yield Entry(f"{origin}[{number}]", name, text, Form.SOLUTION, model=_model(row, where))


def prediction_of(row: Mapping[str, Any], where: str, origin: str, name: str | None = None) -> Entry:  # Any: JSON
    """Return the patch of a row, for the instance that it or `name` says; one that is missing or null is empty."""
    found = _name(row.get("instance_id", name), f"{where}: field 'instance_id'")
    if name is not None and found != name:
        raise InvalidValue(f"{where}: field 'instance_id' must be as the key it stands under, got {shown(found)}")
    text = text_of(row.get("model_patch"), f"{where}: field 'model_patch'")
    return Entry(origin, found, text, Form.SOLUTION, model=_model(row, where))


def programs_of(name: str | int, value: object, where: str, origin: str, model: str = "") -> Iterator[Entry]:
    """Yield the candidates in a list of programs, or in one program, for the problem of that name."""
    if isinstance(value, str):
        yield Entry(origin, name, value, Form.SOLUTION, model=model)
        return
    if not isinstance(value, list):
        raise InvalidValue(f"{where} must be a list of programs, got {shown(value)}")
    for number, text in enumerate(value):
        place = f"{origin}[{number}]"
        yield Entry(place, name, text_of(text, f"{where}[{number}]"), Form.SOLUTION, model=model)


def _translation(row: Mapping[str, Any], where: str, origin: str) -> Entry:  # Any: JSON
    """Return a translation; `source` and `target` are languages, and the problem ids of two directions are the same."""
    dataset, source, target = (
        text_of(row[name], f"{where}: field {name!r}") for name in ("dataset", "source", "target")
    )
    return Entry(
        origin,
        _name(row["id"], f"{where}: field 'id'"),
        text_of(row["code"], f"{where}: field 'code'"),
        Form.SOLUTION,
        attempt=_attempt(row.get("attempt"), f"{where}: field 'attempt'"),
        model=_model(row, where),
        model_version=_model_version(row.get("model_version"), f"{where}: field 'model_version'"),
        benchmark=f"{dataset}:{source}-{target}".lower(),
    )


def _lm_eval(row: Mapping[str, Any], where: str, origin: str) -> Iterator[Entry]:  # Any: JSON
    doc, raw = row.get("doc"), row.get("resps")
    field = "filtered_resps" if row.get("filtered_resps") is not None else "resps"
    # A filter that changed nothing leaves what the model wrote; one that did leaves a program.
    form = None if field == "resps" or _flat(row[field], "", 0) == _flat(raw, "", 0) else Form.SOLUTION
    name: str | int | None = None
    index = row.get("doc_id", 0)
    if isinstance(doc, dict) and "task_id" in doc:
        name = _name(doc["task_id"], f"{where}: field 'doc.task_id'")
    elif isinstance(index, bool) or not isinstance(index, int) or index < 0:
        raise InvalidValue(f"{where}: field 'doc_id' must be a number from 0, got {shown(index)}")
    for text in _flat(row[field], f"{where}: field {field!r}", 0):
        group = row.get("filter")
        yield Entry(
            origin,
            name,
            text,
            form,
            index=index,
            model=_model(row, where),
            model_version=_model_version(row.get("model_version"), f"{where}: field 'model_version'"),
            group=group if isinstance(group, str) else "",
        )


def _flat(value: object, where: str, depth: int) -> list[str]:
    """The texts in a list of texts or of lists of them; what is something else is named where that is asked for."""
    if isinstance(value, list) and depth < 3:
        return [text for item in value for text in _flat(item, where, depth + 1)]
    if where:
        return [text_of(value, where)]
    return [value] if isinstance(value, str) else []


def _name(value: object, where: str) -> str | int:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InvalidValue(f"{where} must be text or a whole number, got {shown(value)}")
    return value


def _attempt(value: object, where: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidValue(f"{where} must be a whole number from 0, got {shown(value)}")
    if value > LAST_ATTEMPT:
        raise InvalidValue(f"{where} must be at most {LAST_ATTEMPT}, got {shown(value)}")
    return value


def _model(row: Mapping[str, Any], where: str) -> str:  # Any: JSON
    for field in _MODELS:
        value = row.get(field)
        if value is not None and not isinstance(value, str):
            raise InvalidValue(f"{where}: field {field!r} must be text, got {shown(value)}")
        if value:
            return _short(value, f"{where}: field {field!r}")
    return ""


def _model_version(value: object, where: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise InvalidValue(f"{where} must be text or a number, got {shown(value)}")
    return _short(value if isinstance(value, str) else repr(value), where)


def _short(name: str, where: str) -> str:
    if len(name) > MAX_MODEL:
        raise InvalidValue(f"{where} must have at most {MAX_MODEL} characters, got {len(name):,}: {shown(name)}")
    return name
