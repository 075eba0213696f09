"""HumanEval: a prompt that ends where the answer begins, and `check(candidate)`."""

from __future__ import annotations

import re
from dataclasses import replace

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions, PublicFile, has
from assay.benchmarks.rows import Row
from assay.records import Limits, Problem, Suite, SuiteStyle

PREFIX = "HumanEval/"
_NAMED = re.compile(r"(?:HumanEval|mbpp)_(\d+)_\w+")
"""Names of problems in the forms of MultiPL-E."""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    """Return the benchmark; ids of another form than HumanEval's must be given as they are."""
    made = family.benchmark(*family.rows(options), problem_of)
    numbered = all(problem.id.startswith(family.prefix) for problem in made)
    return made if numbered else replace(made, prefix="")


def _recognises(row: Row) -> bool:
    if is_named(row):
        return row.text("name").startswith("HumanEval_")
    own = has(row, "prompt", "entry_point", "canonical_solution", "test")
    return own and not {"test_list", "base_input", "buggy_solution", "declaration", "language"} & row.data.keys()


def is_named(row: Row) -> bool:
    """Return whether a row is one of Reflexion's: a name instead of an id, tests that call themselves, no reference."""
    return has(row, "name", "prompt", "entry_point", "test") and not has(row, "task_id")


def problem_of(row: Row, prefix: str = PREFIX) -> Problem:
    """One problem; its prompt goes before the tests too, which may use what it imports or defines."""
    prompt, language = row.text("prompt"), row.text("language", "py")
    if language not in ("py", "python", "python3"):
        raise row.wrong("language", language, "'py' or 'python'")
    name = row.text("name" if is_named(row) else "task_id")
    named = _NAMED.fullmatch(name)
    solution = row.text("canonical_solution", "" if is_named(row) else None)
    return Problem(
        f"{prefix}{named[1]}" if named else name,
        Suite(row.text("entry_point"), row.filled("test"), SuiteStyle.CHECK, prelude_of(prompt)),
        prompt=prompt,
        reference=prompt + solution if solution else "",
    )


def prelude_of(prompt: str) -> str:
    """What tests may need of a prompt; one that is no whole code by itself gives nothing."""
    try:
        compile(prompt, "<prompt>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return ""
    return prompt


HUMANEVAL = Family(
    "humaneval",
    "164 Python functions with docstrings, written by hand (Chen et al. 2021)",
    _read,
    aliases=("openai_humaneval",),
    source=PublicFile(
        "HumanEval.jsonl.gz",
        ("https://raw.githubusercontent.com/openai/human-eval/master/data/HumanEval.jsonl.gz",),
        "b796127e635a67f93fb35c04f4cb03cf06f38c8072ee7cee8833d7bee06979ef",
        44_877,
        "MIT",
    ),
    versions={"1d49078ba3e2b196b9344535bef34a43021f038fad9561d6ee7c53450609a6a2": "1.2"},
    recognises=_recognises,
    fields=("task_id", "prompt", "entry_point", "canonical_solution", "test"),
    prefix=PREFIX,
    limits=Limits(failed_seconds=0.5),
)
"""All 164 references pass their own tests. Whoever has failed goes on for half a second in all, in which every
reference is done."""

FAMILIES = (HUMANEVAL,)
