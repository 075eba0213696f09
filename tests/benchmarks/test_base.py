"""A benchmark finds its problems however a harness writes their ids."""

from __future__ import annotations

import pytest

from assay.benchmarks.base import Benchmark
from assay.records import Case, Cases, Problem


def benchmark(prefix: str, *ids: str) -> Benchmark:
    return Benchmark("b", "1", tuple(Problem(id_, Cases("f", (Case((), 1),))) for id_ in ids), prefix=prefix)


@pytest.mark.parametrize("name", [11, "11", "Mbpp/11", "mbpp/11", "MBPP_11", "Mbpp-11", " Mbpp/11 ", "011"])
def test_a_numbered_problem_is_found(name: object) -> None:
    found = benchmark("Mbpp/", "Mbpp/1", "Mbpp/11").find(name)

    assert found is not None
    assert found.id == "Mbpp/11"


@pytest.mark.parametrize(
    "name", [12, "HumanEval/11", "Mbpp/", "", True, None, 1.0, "1e1", "-1", "Mbpp/１", "9" * 5000, "Mbpp/" + "0" * 5000]
)
def test_what_is_no_id_finds_nothing(name: object) -> None:
    assert benchmark("Mbpp/", "Mbpp/1", "Mbpp/11").find(name) is None


def test_a_number_that_python_does_not_print_finds_nothing() -> None:
    assert benchmark("Mbpp/", "Mbpp/1").find(10**5000) is None


def test_an_own_benchmark_takes_ids_as_they_are() -> None:
    own = benchmark("", "run_length", "7")

    assert [own.find(name) is not None for name in ("run_length", "7", 7, "Run_length")] == [True, True, True, False]
    assert [problem.id for problem in own] == ["run_length", "7"]
    assert len(own) == 2
