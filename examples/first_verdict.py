"""A first verdict: four candidates for one problem, one of them honest, and what Assay says about each."""

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, CaseKind, Cases, Limits, Problem, Trial
from assay.sandbox.warm import WarmPython

PROBLEM = Problem(
    "median",
    Cases(
        "median",
        (
            Case(([3, 1, 2],), 2),
            Case(([4, 1, 3, 2],), 2.5),
            Case(([7],), 7, kind=CaseKind.EDGE),
            Case(([-5, -1, -9, 1000],), -3.0, kind=CaseKind.EDGE),
        ),
    ),
    prompt="Return the median of a non-empty list of numbers.",
)

CANDIDATES = {
    "honest": """
def median(numbers):
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
""",
    "forgets even lengths": """
def median(numbers):
    return sorted(numbers)[len(numbers) // 2]
""",
    "equals everything": """
class Anything:
    def __eq__(self, other):
        return True

def median(numbers):
    return Anything()
""",
    "leaves with success": """
import os

def median(numbers):
    os._exit(0)
""",
}


def main() -> None:
    limits = Limits(seconds=1.0)
    with WarmPython() as sandbox, SeparateJudge(sandbox, limits) as judge:
        print(f"problem: {PROBLEM.prompt}\nsandbox: {sandbox.isolation}, Python {sandbox.python}\n")
        for name, source in CANDIDATES.items():
            show(name, judge.judge(PROBLEM, Candidate(source)))
    print("\nNext: assay doctor shows what protects this machine; README.md shows how to judge your own problem.")


def show(name: str, trial: Trial) -> None:
    passed = sum(outcome.passed for outcome in trial.outcomes)
    verdict = "UNJUDGED" if trial.verdict is None else trial.verdict.value.upper()
    print(f"{name:22} {verdict:8} {passed}/{len(trial.outcomes)} cases  {trial.detail or trial.fault}")
    for suspicion in trial.suspicions:
        print(f"{'':22} suspicion: {suspicion.kind.value}: {suspicion.evidence}")


if __name__ == "__main__":
    main()
