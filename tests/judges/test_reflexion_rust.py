"""Published answers in Rust, each with its published label: every difference is known, and has a reason."""

from __future__ import annotations

import pytest

from assay.judges.shared import SharedJudge
from assay.records import Candidate, Limits, NativeSuite, Problem, Verdict
from assay.sandbox.recipes import tools
from assay.sandbox.toolchains import MissingToolchain
from assay.sandbox.warm import WarmPython
from tests.public_data import rows

FILE = "samples-reflexion/simple_rust_run__simple_1_gpt-4_pass_at_k_1_rs.jsonl.gz"
BREAKS_OFF = {7, 12, 19, 29, 84, 90, 112, 113, 124, 129, 143}
"""Problems whose answer has no end: labelled as passes, for no assertion was seen to fail."""
NEEDS_A_CRATE = {116, 162}
WRONG_TYPES = {68, 118, 154}
PANICS = {115, 130}
"""The panic is that of an index or of a subtraction, which the label's own harness did not look for."""


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_labels_differ_only_where_a_program_does_not_run_to_its_tests() -> None:
    try:
        tools("rust")
    except MissingToolchain as error:
        pytest.skip(str(error))
    differs: dict[int, Verdict | None] = {}
    with WarmPython() as sandbox:
        judge = SharedJudge(sandbox, Limits(seconds=10.0))
        for row in rows(FILE):
            check = NativeSuite(row["test"], entry_point=row["entry_point"])
            trial = judge.judge(Problem(row["name"], check, language="rust"), Candidate(row["solution"]))
            if trial.passed is not row["is_solved"]:
                differs[int(row["name"].split("_")[1])] = trial.verdict

    invalid = dict.fromkeys(BREAKS_OFF | NEEDS_A_CRATE | WRONG_TYPES, Verdict.INVALID)
    assert differs == invalid | dict.fromkeys(PANICS, Verdict.CRASHED)
