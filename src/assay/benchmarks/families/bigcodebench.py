"""BigCodeBench: tasks that call many libraries, each with a `unittest` class that patches and mocks.

Candidate and tests share a process, as they must where tests patch what the candidate uses. As in the published scores
(which are "calibrated"), the imports and the head of the function stand in front of every candidate.
"""

from __future__ import annotations

import ast
from functools import partial

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions, PublicFile, has
from assay.benchmarks.libraries import libraries_of
from assay.benchmarks.rows import Row
from assay.records import MIB, Limits, Problem, Suite, SuiteStyle

COMPLETE, INSTRUCT = "complete", "instruct"
LIMITS = Limits(
    seconds=60.0,
    memory_bytes=4096 * MIB,
    file_bytes=256 * MIB,
    open_files=512,
    processes=256,
)
"""There, four minutes and 30 GiB of address space."""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    field = "instruct_prompt" if family.name.endswith(f":{INSTRUCT}") else "complete_prompt"
    made = partial(problem_of, prompt_field=field)
    return family.benchmark(*family.rows(options), made, judge="shared")


def _recognises(row: Row) -> bool:
    return has(row, "complete_prompt", "instruct_prompt", "canonical_solution", "test", "entry_point")


def problem_of(row: Row, *, prompt_field: str = "complete_prompt") -> Problem:
    """Return one problem, with the prompt that the part asks for."""
    reference = f"{row.text('complete_prompt')}\n{row.text('canonical_solution')}"
    tests = row.text("test")
    head = row.text("code_prompt", "")
    return Problem(
        row.text("task_id"),
        Suite(
            row.text("entry_point"),
            tests,
            SuiteStyle.UNITTEST,
            before=f"{head}\n    pass\n" if head.strip() else "",
        ),
        prompt=row.text(prompt_field),
        reference=reference,
        libraries=libraries_of((reference, tests), _named(row)),
        tags=tuple(sorted(_named(row))),
    )


def _named(row: Row) -> list[str]:
    """Return the libraries that a row names: a list, or the text of one."""
    value = row.data.get("libs", [])
    if isinstance(value, str):
        try:
            value = ast.literal_eval(value)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise row.wrong("libs", value, "a list of names") from None
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise row.wrong("libs", value, "a list of names")
    return value


FILE = PublicFile(
    "BigCodeBench.jsonl.gz",
    (
        "https://raw.githubusercontent.com/bigcode-project/bigcodebench-annotation/d8a1b7b418b5c73b32e6d9731e062f549818c8d9/hf_data/BigCodeBench.jsonl.gz",
        "https://raw.githubusercontent.com/bigcode-project/bigcodebench-annotation/main/hf_data/BigCodeBench.jsonl.gz",
    ),
    "58142744edaf6036387f8761701f1b353432b0ed33f2edec1de8a59e7431ef7a",
    1_084_867,
    "Apache-2.0",
)
BIGCODEBENCH = Family(
    "bigcodebench",
    "1,140 tasks with many libraries, tested by unittest classes (Zhuo et al. 2024)",
    _read,
    aliases=("bcb",),
    source=FILE,
    variants={COMPLETE: FILE, INSTRUCT: FILE},
    versions={"33baf4f414eb34507f1a8fd55ef9bcd79c1f9b4c3e8e2544f023edac1b20afec": "0.1.0"},
    recognises=_recognises,
    fields=("task_id", "complete_prompt", "instruct_prompt", "canonical_solution", "test", "entry_point"),
    prefix="BigCodeBench/",
    limits=LIMITS,
)

FAMILIES = (BIGCODEBENCH,)
