"""HumanEval: a prompt that ends where the answer begins, and `check(candidate)`."""

from __future__ import annotations

from dataclasses import replace

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions, PublicFile, has
from assay.benchmarks.rows import Row
from assay.records import Limits, Problem, Suite, SuiteStyle


def _read(family: Family, options: LoadOptions) -> Benchmark:
    """Return the benchmark; ids of another form than HumanEval's must be given as they are."""
    made = family.benchmark(*family.rows(options), problem_of)
    numbered = all(problem.id.startswith(family.prefix) for problem in made)
    return made if numbered else replace(made, prefix="")


def _recognises(row: Row) -> bool:
    own = has(row, "prompt", "entry_point", "canonical_solution", "test")
    return own and not {"test_list", "base_input", "buggy_solution", "declaration", "language"} & row.data.keys()


def problem_of(row: Row) -> Problem:
    """One problem; its prompt goes before the tests too, which may use what it imports or defines."""
    prompt = row.text("prompt")
    return Problem(
        row.text("task_id"),
        Suite(row.text("entry_point"), row.text("test"), SuiteStyle.CHECK, prelude_of(prompt)),
        prompt=prompt,
        reference=prompt + row.text("canonical_solution"),
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
    prefix="HumanEval/",
    limits=Limits(failed_seconds=0.5),
)
"""All 164 references pass their own tests. Whoever has failed goes on for half a second in all, in which every
reference is done."""

FAMILIES = (HUMANEVAL,)
