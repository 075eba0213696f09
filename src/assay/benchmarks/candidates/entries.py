"""One row of any known format, as what it says: which problem, which text, in which form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from assay.benchmarks.candidates.streams import shown
from assay.errors import InvalidValue
from assay.extraction import Form


class Format(StrEnum):
    """How candidates are written down."""

    HUMANEVAL = "humaneval"
    """JSON Lines: task_id, completion."""
    EVALPLUS = "evalplus"
    """JSON Lines: task_id, solution (or completion)."""
    OWN = "own"
    """JSON Lines: problem or task_id; source, code or response; attempt, model."""
    LM_EVAL = "lm-eval"
    """JSON Lines: doc_id, doc, resps, filtered_resps."""
    BIGCODE = "bigcode"
    """One JSON list: for each problem, in the benchmark's order, a list of programs."""
    PREDICTIONS = "predictions"
    """One JSON list of programs, or an object with `predictions`."""
    EVALPLUS_FOLDER = "evalplus-folder"
    """`<task_id with _ for />/<n>.py`."""
    FOLDER = "folder"
    """`<id>.py`."""


KNOWN = (
    "'task_id' with 'completion' (HumanEval) or 'solution' (EvalPlus); 'problem' or 'task_id' with 'source', 'code' or"
    " 'response' (own); 'doc_id' or 'doc' with 'filtered_resps' or 'resps' (lm-eval)"
)
TOGETHER = frozenset({Format.HUMANEVAL, Format.EVALPLUS})
"""Formats whose rows may stand in one file: EvalPlus reads both."""
LAST_ATTEMPT = 2**63 - 1
"""What a store can keep."""
MAX_MODEL = 200
"""Characters of a model's name or version: it stands with every candidate and in every report."""
_IDS = ("task_id", "problem")
_TEXTS = {
    "solution": (Format.EVALPLUS, Form.SOLUTION),
    "completion": (Format.HUMANEVAL, Form.COMPLETION),
    "source": (Format.OWN, Form.SOLUTION),
    "code": (Format.OWN, Form.SOLUTION),
    "response": (Format.OWN, Form.CHAT),
}
"""By field, the first that is there wins: a solution over a completion, as EvalPlus has it."""
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
    """The problem's place in the benchmark's order."""
    attempt: int | None = None
    model: str = ""
    model_version: str = ""
    group: str = ""
    """What the row was made by, where one answer has several rows (lm-eval's filters)."""


def entries_of(row: Mapping[str, Any], where: str, origin: str) -> tuple[Format, Iterator[Entry]]:  # Any: JSON
    """The format of a row, and its candidates."""
    found = format_of(row)
    if found is None:
        fields = ", ".join(repr(field)[:60] for field in list(row)[:20]) or "no fields"
        raise InvalidValue(f"{where}: no candidate is recognised in it: it has {fields}. Known: {KNOWN}.")
    if found is Format.LM_EVAL:
        return found, _lm_eval(row, where, origin)
    return found, iter([_sample(row, where, origin)])


def format_of(row: Mapping[str, Any]) -> Format | None:  # Any: JSON
    """The format whose fields a row has."""
    if ("doc_id" in row or "doc" in row) and ("filtered_resps" in row or "resps" in row):
        return Format.LM_EVAL
    field = _text_field(row)
    return _TEXTS[field][0] if field and any(name in row for name in _IDS) else None


def text_of(value: object, where: str) -> str:
    """A candidate's text; null is an answer that never came."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidValue(f"{where} must be text, got {shown(value)}")
    return value


def _text_field(row: Mapping[str, Any]) -> str:  # Any: JSON
    there = [field for field in _TEXTS if field in row]
    return next((field for field in there if row[field] is not None), there[0] if there else "")


def _sample(row: Mapping[str, Any], where: str, origin: str) -> Entry:  # Any: JSON
    field = _text_field(row)
    identifier = next(name for name in _IDS if name in row)
    return Entry(
        origin,
        _name(row[identifier], f"{where}: field {identifier!r}"),
        text_of(row[field], f"{where}: field {field!r}"),
        _TEXTS[field][1],
        attempt=_attempt(row.get("attempt"), f"{where}: field 'attempt'"),
        model=_model(row, where),
        model_version=_model_version(row.get("model_version"), f"{where}: field 'model_version'"),
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
