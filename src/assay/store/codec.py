"""Records to compact bytes and back: any text (NUL, lone surrogates), any float, names of cases shared by trials."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from typing import Any

from assay.agreement import Accuracy, Agreement, Comparison, ProgramRun
from assay.distinct import MOST_BYTES, check_memory
from assay.errors import InvalidValue
from assay.hashing import content_digest
from assay.records import (
    Candidate,
    CaseKind,
    CaseOutcome,
    CaseStatus,
    Execution,
    KilledBy,
    Mend,
    ProbeOutcome,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)

SHARED_CHARACTERS = 256
"""Names of cases longer than this together are stored once for all trials that have the same."""

MOST_RECORD_BYTES = 512 << 20
"""Of one record when it is unpacked."""

_VERSION = b"\x01"
_CASE_PARTS = 5
"""Parts of a body that are about cases: statuses, kinds, names, seconds, texts."""
_LEVEL = 3
_STATUS = dict(
    zip(
        (
            CaseStatus.PASSED,
            CaseStatus.FAILED,
            CaseStatus.CRASHED,
            CaseStatus.TIMED_OUT,
            CaseStatus.OUT_OF_MEMORY,
            CaseStatus.SKIPPED,
            CaseStatus.NOT_RUN,
        ),
        "PFCTMSN",
        strict=True,
    )
)
_STATUS_OF = {letter: status for status, letter in _STATUS.items()}
_KIND = {CaseKind.BASIC: "b", CaseKind.EDGE: "e"}
_KIND_OF = {letter: kind for kind, letter in _KIND.items()}
_SILENT = (CaseStatus.PASSED, CaseStatus.NOT_RUN)
"""Nothing was compared, or what was compared was equal: the two values tell a reader nothing."""

# Part of the format: what stands here in version 1 must never change, or old bodies cannot be read.
_DICTIONARY = (
    b"def __init__(self):\n        self.    while     elif     else:\n    lambda x:  is not None not in "
    b"from typing import List, Dict, Tuple, Optional, Any\\n\\n\\nimport math\\nimport re\\nfrom collections import "
    b"defaultdict, Counter\\n    for i in range(len(\\n        for j in range(\\n        if \\n            return "
    b"False\\n    return True\\n    return sorted(set(\\n    return sum(\\n    result = []\\n    result.append(\\n"
    b'    \\"\\"\\"\\n    >>> \\n    \\"\\"\\"\\nTraceback (most recent call last):\\n  File \\"candidate.py\\", line '
    b"TypeError: unsupported operand type(s) for ValueError: IndexError: list index out of range NameError: name "
    b"AssertionError RecursionError: maximum recursion depth exceeded the trial's time was used up"
    b'landlock+seccomp+process","shared","separate",[],["HumanEval/","Mbpp/'
    b'",false,0,"","gpt-"],"failed","","","crashed","","","timed_out","","","invalid","","","passed","","","separate","'
    b'",[],[[null,9,"time","","",false,[0,null,null,"","",false,0.00'
    b'"]],"PFCTMSN","PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP","bbbbbbbbbbbbbbbbeeeeeeeeeeeeeeee",[],[],[]]\\n    return '
    b'["HumanEval/0",["def candidate('
)


@dataclass(frozen=True, slots=True)
class Packed:
    """A trial as bytes, with the names of its cases apart where they are long enough to share."""

    body: bytes
    names_digest: bytes | None = None
    names: bytes | None = None


def kept(trial: Trial) -> Trial:
    """What a store gives back for a trial.

    The returned and expected values of cases that passed or never ran are dropped, and the time of a case is
    rounded to the microsecond: a thousand cases of one trial would otherwise take a hundred times the space.

    >>> kept(Trial("p", Candidate(""), None, (CaseOutcome(CaseStatus.PASSED, actual="1", expected="1"),))).outcomes[0]
    CaseOutcome(status=<CaseStatus.PASSED: 'passed'>, kind=<CaseKind.BASIC: 'basic'>, name='', actual='', expected='', \
error='', seconds=0.0)
    """
    return replace(trial, outcomes=tuple(_kept(outcome) for outcome in trial.outcomes))


def pack(trial: Trial) -> Packed:
    """The trial as bytes.

    >>> trial = Trial("p/1", Candidate("def f(): ..."), Verdict.PASSED, (CaseOutcome(CaseStatus.PASSED),))
    >>> unpack(pack(trial).body, None) == trial
    True
    """
    names = tuple(outcome.name for outcome in trial.outcomes)
    shared = sum(map(len, names)) >= SHARED_CHARACTERS
    data = [
        trial.problem_id,
        _candidate_data(trial.candidate),
        trial.verdict,
        trial.fault,
        trial.detail,
        trial.judge,
        trial.isolation,
        [[suspicion.kind, suspicion.evidence] for suspicion in trial.suspicions],
        [_execution_data(execution) for execution in trial.executions],
        "".join(_STATUS[outcome.status] for outcome in trial.outcomes),
        "".join(_KIND[outcome.kind] for outcome in trial.outcomes),
        None if shared else names if any(names) else [],
        _seconds_data(trial.outcomes),
        _texts_data(trial.outcomes),
        *_rare_data(trial),
    ]
    body = _compressed(_json(data))
    return Packed(body, *packed_names(names)) if shared else Packed(body)


def unpack(body: bytes, names: Sequence[str] | None) -> Trial:
    """The trial that was packed; `ValueError` where the bytes are not one."""
    try:
        return _trial(json.loads(_text(body)), names)
    except (zlib.error, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error


@lru_cache(maxsize=256)
def packed_names(names: tuple[str, ...]) -> tuple[bytes, bytes]:
    """The digest that stands for these names of cases, and the names as bytes."""
    raw = _json(names)
    return content_digest(raw), _compressed(raw)


@lru_cache(maxsize=256)
def unpack_names(body: bytes) -> tuple[str, ...]:
    """The names of cases that were packed; `ValueError` where the bytes are not that."""
    try:
        return tuple(json.loads(_text(body)))
    except (zlib.error, TypeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error


def pack_json(value: object) -> bytes:
    r"""The value as compact bytes: JSON with any text and any float, compressed.

    >>> unpack_json(pack_json(["\0\udc80", None, 0.5]))
    ['\x00\udc80', None, 0.5]
    """
    return _compressed(_json(value))


def unpack_json(body: bytes) -> Any:  # Any: JSON
    """The value that `pack_json` was given, with lists for tuples; `ValueError` where the bytes are none."""
    try:
        return json.loads(_text(body))
    except (zlib.error, TypeError, RecursionError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error


_ESCAPE = "\x10"
_ESCAPED = {code: f"{_ESCAPE}{code:04x}" for code in (0, ord(_ESCAPE), *range(0xD800, 0xE000))}


def to_column(text: str) -> str:
    r"""The text as every database takes it: NUL, lone surrogates and the escape sign itself are written out.

    >>> to_column("a\0b"), to_column("plain")
    ('a\x100000b', 'plain')
    """
    return text if text.isascii() and text.isprintable() else text.translate(_ESCAPED)


def from_column(text: str) -> str:
    r"""The text that `to_column` was given.

    >>> from_column(to_column("a\0b\udc80")) == "a\0b\udc80"
    True
    """
    if _ESCAPE not in text:
        return text
    first, *rest = text.split(_ESCAPE)
    return first + "".join(chr(int(part[:4], 16)) + part[4:] for part in rest)


def json_column(value: object) -> str:
    r"""The value as JSON that every database takes as text.

    >>> json_column({"k": "\udc80"})
    '{"k":"\x10dc80"}'
    """
    return to_column(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def from_json_column(text: str) -> Any:  # Any: JSON
    """The value that `json_column` was given, with lists for tuples."""
    return json.loads(_raw_escapes(text))


def to_real(value: float | None) -> float | str | None:
    """A float as every database keeps it: SQLite makes NULL of a NaN, but keeps the word."""
    return "NaN" if value is not None and math.isnan(value) else value


def from_real(value: Any) -> float | None:  # Any: a float, or the word that stands for one
    """The float that `to_real` was given."""
    return None if value is None else float(value)


def plain(mapping: Mapping[str, Any]) -> dict[str, Any]:  # Any: JSON
    """The mapping as JSON gives it back."""
    value: dict[str, Any] = from_json_column(json_column(dict(mapping)))
    return value


def _raw_escapes(text: str) -> str:
    # JSON writes NUL and the escape sign as \u0000 and \u0010 itself, so only surrogates can stand here.
    return from_column(text)


def _kept(outcome: CaseOutcome) -> CaseOutcome:
    seconds = _rounded(outcome.seconds)
    if outcome.status in _SILENT and (outcome.actual or outcome.expected):
        return replace(outcome, actual="", expected="", seconds=seconds)
    return replace(outcome, seconds=seconds)


def _rounded(seconds: float) -> float:
    return round(float(seconds), 6) + 0.0 if abs(seconds) < 1e6 else seconds  # + 0.0: no minus before a zero


def _candidate_data(candidate: Candidate) -> list[object]:
    source = candidate.source
    is_bytes = isinstance(source, bytes)
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    data: list[object] = [text, is_bytes, candidate.attempt, candidate.origin, candidate.model_version, candidate.model]
    if candidate.error:
        return [*data, candidate.mend, candidate.error]
    return data if candidate.mend is None else [*data, candidate.mend]


def _rare_data(trial: Trial) -> tuple[object, ...]:
    """Return what few trials have, as far as there is any: accuracy, then probes."""
    accuracy = None if trial.accuracy is None else astuple(trial.accuracy)
    if trial.probes:
        return accuracy, [astuple(probe) for probe in trial.probes]
    return () if accuracy is None else (accuracy,)


def _execution_data(execution: Execution) -> list[object]:
    return [
        execution.exit_code,
        execution.signal,
        execution.killed_by,
        execution.stdout.decode("latin-1"),
        execution.stderr.decode("latin-1"),
        execution.truncated,
        execution.wall_seconds,
        execution.effective_seconds,
        execution.cpu_seconds,
        execution.memory_bytes,
        execution.isolation,
    ]


def _seconds_data(outcomes: Sequence[CaseOutcome]) -> list[float]:
    """Whole microseconds; a float stands for itself where it is no such number."""
    if not any(outcome.seconds for outcome in outcomes):
        return []
    return [
        round(_rounded(outcome.seconds) * 1e6) if abs(outcome.seconds) < 1e6 else float(outcome.seconds)
        for outcome in outcomes
    ]


def _texts_data(outcomes: Sequence[CaseOutcome]) -> list[list[object]]:
    texts: list[list[object]] = []
    for place, outcome in enumerate(outcomes):
        if outcome.status in _SILENT:
            if outcome.error:
                texts.append([place, "", "", outcome.error])
        elif outcome.actual or outcome.expected or outcome.error:
            texts.append([place, outcome.actual, outcome.expected, outcome.error])
    return texts


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _compressed(raw: bytes) -> bytes:
    if len(raw) >= MOST_RECORD_BYTES:
        raise InvalidValue(f"a record of {len(raw):,} bytes; a store keeps less than {MOST_RECORD_BYTES:,} in one")
    packer = zlib.compressobj(_LEVEL, zdict=_DICTIONARY)
    return _VERSION + packer.compress(raw) + packer.flush()


def _text(body: bytes) -> str:
    if body[:1] != _VERSION:
        raise ValueError(f"a body must begin with {_VERSION!r}, got {body[:1]!r}")
    unpacker = zlib.decompressobj(zdict=_DICTIONARY)
    raw = unpacker.decompress(memoryview(body)[1:], MOST_RECORD_BYTES)
    if not unpacker.eof:
        whole = len(raw) < MOST_RECORD_BYTES
        what = "ends too early" if whole else f"unfolds to {len(raw):,} bytes and more, at most {len(raw):,} are read"
        raise ValueError(f"the body {what}")
    text = raw.decode("utf-8", "surrogatepass")
    check_memory(text, MOST_BYTES)
    return text


def _trial(data: list[Any], names: Sequence[str] | None) -> Trial:  # Any: JSON
    problem_id, candidate, verdict, fault, detail, judge, isolation, suspicions, executions, *rest = data
    cases, (accuracy, probes) = rest[:_CASE_PARTS], (*rest[_CASE_PARTS:], None, ())[:2]
    return Trial(
        problem_id=problem_id,
        candidate=_candidate(*candidate),
        verdict=None if verdict is None else Verdict(verdict),
        outcomes=_outcomes(*cases, shared=names),
        suspicions=tuple(Suspicion(SuspicionKind(kind), evidence) for kind, evidence in suspicions),
        fault=fault,
        detail=detail,
        executions=tuple(_execution(*execution) for execution in executions),
        judge=judge,
        isolation=isolation,
        accuracy=_accuracy(*accuracy) if accuracy else None,
        probes=tuple(ProbeOutcome(*probe) for probe in probes or ()),
    )


def _accuracy(comparisons: list[list[Any]], worst: list[Any] | None, set_aside: str | None) -> Accuracy:  # Any: JSON
    return Accuracy(
        tuple(_comparison(*found) for found in comparisons),
        None if worst is None else _comparison(*worst),
        None if set_aside is None else Agreement(set_aside),
    )


def _comparison(groundtruth: list[Any], prediction: list[Any], found: str, *rest: Any) -> Comparison:  # Any: JSON
    exact, normalised, same_returncode, applied, *texts = rest
    return Comparison(
        ProgramRun(*groundtruth),
        ProgramRun(*prediction),
        Agreement(found),
        exact,
        normalised,
        same_returncode,
        tuple(applied),
        *texts,
    )


def _candidate(
    text: str,
    is_bytes: bool,
    attempt: int,
    origin: str,
    model_version: str,
    model: str = "",  # bodies of schema version 3 and before have none
    *rest: Any,  # Any: JSON
) -> Candidate:
    source = text.encode("latin-1") if is_bytes else text
    return Candidate(source, attempt, origin, model_version, model, _mend(*rest[:1]), *rest[1:])


def _mend(name: str | None = None) -> Mend | None:
    return None if name is None else Mend(name)


def _execution(
    exit_code: int | None, signal: int | None, killed_by: str | None, stdout: str, stderr: str, *rest: Any
) -> Execution:  # Any: JSON
    return Execution(
        exit_code,
        signal,
        None if killed_by is None else KilledBy(killed_by),
        stdout.encode("latin-1"),
        stderr.encode("latin-1"),
        *rest,
    )


def _outcomes(
    statuses: str,
    kinds: str,
    names: Sequence[str] | None,
    seconds: list[float],
    texts: list[list[Any]],  # Any: JSON
    *,
    shared: Sequence[str] | None,
) -> tuple[CaseOutcome, ...]:
    if names is None:
        names = shared
    if names is None or (names and len(names) != len(statuses)) or len(kinds) != len(statuses):
        raise ValueError(f"{len(statuses)} cases, but {len(kinds)} kinds and names {str(names)[:80]!r}")
    said = {place: rest for place, *rest in texts}
    passed = _all_passed(tuple(names), kinds)
    if not (said or seconds or statuses.strip(_STATUS[CaseStatus.PASSED])):
        return passed
    silent = ("", "", "")
    return tuple(
        passed[place]
        if status == _STATUS[CaseStatus.PASSED] and not seconds and place not in said
        else CaseOutcome(
            _STATUS_OF[status],
            passed[place].kind,
            passed[place].name,
            *(*said.get(place, silent), _seconds(seconds[place]) if seconds else 0.0),
        )
        for place, status in enumerate(statuses)
    )


@lru_cache(maxsize=256)
def _all_passed(names: tuple[str, ...], kinds: str) -> tuple[CaseOutcome, ...]:
    """What the trials of a problem that pass have in common: making a thousand records takes longer than reading."""
    return tuple(
        CaseOutcome(CaseStatus.PASSED, _KIND_OF[kind], names[place] if names else "")
        for place, kind in enumerate(kinds)
    )


def _seconds(value: float) -> float:
    return value / 1e6 if isinstance(value, int) else value
