"""Assay measures code written by models and coding agents.

The names of `__all__` are the front door, each imported when it is first used; docs/python.md is a tour of them.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False  # as in `typing`, which would be one module more in the process of every candidate
if TYPE_CHECKING:
    from assay.benchmarks.base import Benchmark as Benchmark
    from assay.benchmarks.families import load_benchmark as load_benchmark
    from assay.errors import AssayError as AssayError
    from assay.front.client import Client as Client
    from assay.front.comparing import acomputational_accuracy as acomputational_accuracy
    from assay.front.comparing import codebleu as codebleu
    from assay.front.comparing import computational_accuracy as computational_accuracy
    from assay.front.comparing import evaluate_quality as evaluate_quality
    from assay.front.equating import program_equivalence as program_equivalence
    from assay.front.evaluating import aevaluate as aevaluate
    from assay.front.evaluating import evaluate as evaluate
    from assay.front.judging import ajudge as ajudge
    from assay.front.judging import judge as judge
    from assay.front.mutating import mutate as mutate
    from assay.front.runs import compare as compare
    from assay.front.solving import asolve as asolve
    from assay.front.solving import solve as solve
    from assay.front.strengthening import strengthen as strengthen
    from assay.metrics.passk import pass_at_k as pass_at_k
    from assay.monitoring.monitor import AccuracyMonitor as AccuracyMonitor
    from assay.probes.equivalence import equivalence as equivalence
    from assay.probes.mutation.tester import MutationTester as MutationTester
    from assay.probes.overfit import probe_overfit as probe_overfit
    from assay.probes.properties.checking import check_properties as check_properties
    from assay.probes.semantics import semantic_equivalence as semantic_equivalence
    from assay.records import Attempt as Attempt
    from assay.records import Candidate as Candidate
    from assay.records import Case as Case
    from assay.records import Cases as Cases
    from assay.records import Limits as Limits
    from assay.records import Problem as Problem
    from assay.records import PropertyCheck as PropertyCheck
    from assay.records import Suite as Suite
    from assay.records import Trial as Trial
    from assay.records import Verdict as Verdict
    from assay.reports.report import Report as Report
    from assay.store.opening import open_store as open_store

_NAMES = {
    "assay.benchmarks.base": "Benchmark",
    "assay.benchmarks.families": "load_benchmark",
    "assay.errors": "AssayError",
    "assay.front.client": "Client",
    "assay.front.comparing": "acomputational_accuracy codebleu computational_accuracy evaluate_quality",
    "assay.front.equating": "program_equivalence",
    "assay.front.evaluating": "aevaluate evaluate",
    "assay.front.judging": "ajudge judge",
    "assay.front.mutating": "mutate",
    "assay.front.runs": "compare",
    "assay.front.solving": "asolve solve",
    "assay.front.strengthening": "strengthen",
    "assay.metrics.passk": "pass_at_k",
    "assay.monitoring.monitor": "AccuracyMonitor",
    "assay.probes.equivalence": "equivalence",
    "assay.probes.semantics": "semantic_equivalence",
    "assay.probes.mutation.tester": "MutationTester",
    "assay.probes.overfit": "probe_overfit",
    "assay.probes.properties.checking": "check_properties",
    "assay.records": "Attempt Candidate Case Cases Limits Problem PropertyCheck Suite Trial Verdict",
    "assay.reports.report": "Report",
    "assay.store.opening": "open_store",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}
__all__ = [*_HOMES]

if not TYPE_CHECKING:  # so that a type checker reports a name that is not there

    def __getattr__(name: str) -> object:
        """Return a name of the front door, imported now."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return found

    def __dir__() -> list[str]:
        return [*globals(), *_HOMES]
