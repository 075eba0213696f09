"""The JSON Schema of a report as JSON, made from the records that the report is made of.

`docs/report.schema.json` is what `python -m assay.reports.schema` prints; a test holds the two equal.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, Union, get_args, get_origin, get_type_hints

from assay.records import Score
from assay.reports.comparison import RunComparison
from assay.reports.effort import Effort
from assay.reports.report import Caution, ScoreGroup
from assay.reports.trials import TrialLine
from assay.spec import RunState

SCHEMA_VERSION = 1
"""Raised with every change that a reader of the file must know of."""
SCHEMA_ID = f"urn:assay:report:{SCHEMA_VERSION}"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_Schema = dict[str, Any]  # Any: JSON
_TEXT: _Schema = {"type": "string"}
_COUNT: _Schema = {"type": "integer", "minimum": 0}
_COUNTS: _Schema = {"type": "object", "additionalProperties": _COUNT}
_TEXTS: _Schema = {"type": "object", "additionalProperties": _TEXT}
_PLAIN: dict[object, _Schema] = {
    str: _TEXT,
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    types.NoneType: {"type": "null"},
}


def report_schema() -> _Schema:
    """Return the schema; it allows no field that it does not name."""
    run = _object({"report": _report(), "trials": _list(of_type(TrialLine))})
    return {
        "$schema": _DIALECT,
        "$id": SCHEMA_ID,
        "title": "A report of Assay: one or more runs, every trial of each in short, and how the runs compare",
        **_object(
            {
                "$schema": {"const": SCHEMA_ID},
                "schema_version": {"const": SCHEMA_VERSION},
                "assay": _TEXT,
                "made": _TEXT,
                "runs": {**_list(run), "minItems": 1},
                "comparisons": _list(_comparison()),
                "left_out": _TEXTS,
            }
        ),
    }


def of_type(kind: Any) -> _Schema:  # Any: whatever a field of a record is declared as
    """Return the schema of the plain data that `dataclasses.asdict` makes of a value of this type.

    >>> of_type(tuple[str, ...]), of_type(float | None)
    ({'type': 'array', 'items': {'type': 'string'}}, {'anyOf': [{'type': 'number'}, {'type': 'null'}]})
    """
    if kind in _PLAIN:
        return _PLAIN[kind]
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return _object({one.name: of_type(hints[one.name]) for one in fields(kind)})
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": [member.value for member in kind]}
    origin, given = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return {"anyOf": [of_type(one) for one in given]}
    if origin is tuple and given[-1] is not ...:
        items = [of_type(one) for one in given]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
    if origin in (tuple, list):
        return _list(of_type(given[0]))
    assert origin is Mapping, f"no schema for {kind!r}"
    return {"type": "object", "additionalProperties": of_type(given[1])}


def _report() -> _Schema:
    """Return the schema of `Report.to_dict()`."""
    scores = _list(of_type(Score))
    writer = _object({"model": _TEXT, "model_version": _TEXT, "trials": _COUNT})
    group = {**of_type(ScoreGroup)["properties"], "errors": _COUNTS}
    texts = ("run", "name", "benchmark", "benchmark_version", "created", "model", "model_version", "source", "words",
             "isolation")  # fmt: skip
    counts = ("unjudged", "suspected_passes", "problems", "selected_problems", "benchmark_problems", "trials")
    return _object(
        {
            **dict.fromkeys(texts, _TEXT),
            **dict.fromkeys(counts, _COUNT),
            **dict.fromkeys(("verdicts", "errors", "faults", "suspicions", "missing_packages", "mended"), _COUNTS),
            **dict.fromkeys(("labels", "errata"), _TEXTS),
            "state": of_type(RunState),
            "scores": scores,
            "groups": _list(_object(group)),
            "most_common_error": of_type(str | None),
            "cautions": _list(of_type(Caution)),
            "writers": _list(writer),
            "effort": {"anyOf": [of_type(Effort), {"type": "null"}]},
            "notes": _list(_TEXT),
            "seconds": {"type": "number", "minimum": 0},
        }
    )


def _comparison() -> _Schema:
    """Return the schema of `RunComparison.to_dict()`."""
    hints = get_type_hints(RunComparison)
    left = ("first", "second", "first_value", "second_value", "flips")
    made = {name: of_type(kind) for name, kind in hints.items() if name not in left}
    texts = ("run", "called", "name", "model", "benchmark", "benchmark_version", "signature")
    side = _object({**dict.fromkeys(texts, _TEXT), "state": of_type(RunState), "value": {"type": "number"}})
    (flip, _) = get_args(hints["flips"])
    flips = _object({**of_type(flip)["properties"], "gained": {"type": "boolean"}})
    decision = get_type_hints(hints["difference"])["decision"]
    said = {"sentence": _TEXT, "decision": of_type(decision), "now_pass": _COUNT, "now_fail": _COUNT}
    return _object({**made, **said, "first": side, "second": side, "flips": _list(flips)})


def _object(properties: Mapping[str, _Schema]) -> _Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: _Schema) -> _Schema:
    return {"type": "array", "items": items}


if __name__ == "__main__":
    import json

    print(json.dumps(report_schema(), indent=1))
