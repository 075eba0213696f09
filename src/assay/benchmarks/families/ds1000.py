"""DS-1000: questions about data science libraries; the answer is a piece of code that test code puts into a program.

`code_context` is trusted: it defines `test_execution(solution)`, which runs the program with the answer in it, and
for some problems `test_string(solution)`, which looks at the text of the answer alone. The answer runs where the tests
run, so the judge is `shared`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions, has
from assay.benchmarks.libraries import libraries_of
from assay.benchmarks.rows import Row
from assay.records import MIB, Limits, Problem, Suite

LIMITS = Limits(seconds=120.0, memory_bytes=4096 * MIB, file_bytes=64 * MIB, open_files=256, processes=256)
"""Two minutes, as upstream has them."""
MODULES = {
    "Matplotlib": "matplotlib",
    "Numpy": "numpy",
    "Pandas": "pandas",
    "Pytorch": "torch",
    "Scipy": "scipy",
    "Sklearn": "sklearn",
    "Tensorflow": "tensorflow",
}


def _read(family: Family, options: LoadOptions) -> Benchmark:
    return family.benchmark(*family.rows(options), problem_of, judge="shared")


def _recognises(row: Row) -> bool:
    return has(row, "prompt", "reference_code", "code_context", "metadata")


def problem_of(row: Row) -> Problem:
    """Return one problem: running the answer is one case, looking at its text another, where the row asks for that."""
    context, metadata = row.text("code_context"), _metadata(row)
    tests = ["test_execution(answer())"]
    if "def test_string(" in context:
        tests.append("test_string(answer())")
    library = metadata.get("library", "")
    if not isinstance(library, str):
        raise row.wrong("metadata", metadata, "an object whose library is text")
    named = [MODULES[library]] if library in MODULES else []
    kinds = (library, metadata.get("perturbation_type", ""))
    return Problem(
        str(_number(row, metadata)),
        Suite("answer", "\n".join(("import os\nos.environ['MPLBACKEND'] = 'agg'", context, *tests)), is_text=True),
        prompt=row.text("prompt"),
        reference=row.text("reference_code"),
        libraries=libraries_of((context,), named),
        tags=tuple(kind for kind in kinds if isinstance(kind, str) and kind),
    )


def _metadata(row: Row) -> Mapping[str, Any]:  # Any: JSON
    value = row.data.get("metadata")
    if not isinstance(value, dict):
        raise row.wrong("metadata", value, "an object")
    return value


def _number(row: Row, metadata: Mapping[str, Any]) -> int:  # Any: JSON
    """Return the number of a problem, which is counted over all libraries."""
    value = metadata.get("problem_id", row.line - 1)
    if isinstance(value, str) and value.isdecimal() and len(value) < 10:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise row.wrong("metadata", value, "an object whose problem_id is a number from 0")
    return value


DS1000 = Family(
    "ds1000",
    "1,000 data science questions on seven libraries (Lai et al. 2022)",
    _read,
    aliases=("ds-1000",),
    obtain="get data/ds1000.jsonl.gz of the repository xlang-ai/DS-1000",
    recognises=_recognises,
    fields=("prompt", "reference_code", "code_context", "metadata"),
    limits=LIMITS,
)

FAMILIES = (DS1000,)
