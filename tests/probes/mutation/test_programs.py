"""Mutants of whole programs, built and run cold."""

from __future__ import annotations

import shutil

import pytest

from assay.probes.mutation.asking import BrokenTests, MutationOptions
from assay.probes.mutation.programs import mutate_program
from assay.records import ProgramInput

SUM = """\
#include <stdio.h>
int main(void) {
    int n, total = 0;
    while (scanf("%d", &n) == 1) {
        if (n > 0) {
            total += n;
        }
    }
    printf("%d\\n", total);
    return 0;
}
"""
INPUTS = (ProgramInput(b"1 2 3\n", name="some"), ProgramInput(b"", name="none"))


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")
def test_a_c_program_and_its_inputs() -> None:
    result = mutate_program(SUM, "c", INPUTS, MutationOptions(("comparison", "augmented"), matrix=True), name="sum.c")

    found = {one.mutant.one_line().partition("   ")[2]: one for one in result.outcomes}
    assert found["total += n;   →   total -= n;"].test == "some"
    assert found["total += n;   →   total -= n;"].killers == (0,)
    assert found["if (n > 0) {   →   if (n >= 0) {"].status == "survived"
    assert result.facts["language"] == "c"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import time\nprint(time.time_ns())", "does not agree with itself without any mutant: some"),
        ("print(1 / 0)", "fails without any mutant: some: ended with status 1: ZeroDivisionError"),
    ],
)
def test_a_program_that_cannot_judge_is_an_error(source: str, message: str) -> None:
    with pytest.raises(BrokenTests) as raised:
        mutate_program(source, "python", INPUTS[:1])

    assert message in str(raised.value)


def test_a_program_that_loops_is_ended() -> None:
    source = "n = int(input())\nwhile n > 0:\n    n -= 1\nprint(n)\n"

    result = mutate_program(source, "python", [ProgramInput(b"3\n")], MutationOptions(("augmented",)))

    assert {one.mutant.replacement: one.status.value for one in result.outcomes} == {
        "+=": "timed_out",
        "=": "timed_out",
    }
