"""Workplace of one worker, of whatever kind of engine: a warm sandbox and a judge."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assay.bounding import bounded
from assay.errors import Fault, UsageError
from assay.records import Candidate, Limits, Problem, Trial
from assay.spec import Judging, Machine

if TYPE_CHECKING:
    from assay.judges.base import AdjustableJudge
    from assay.judges.probing import Probing

KEPT_OUTPUT = 2000
"""Bytes of each stream of a process that a trial keeps, and of sixteen such streams in all."""


class Workplace:
    """A sandbox that was started as a run asks for it, with the judge of that run."""

    def __init__(self, judging: Judging) -> None:
        from assay.judges.base import judge_kind
        from assay.sandbox import clock
        from assay.sandbox.warm import WarmPython

        self._judging = judging
        self._sandbox = WarmPython(python=judging.python, isolation_level=judging.isolation)
        self._judge: AdjustableJudge | None = None
        self._probing: Probing | None = None
        self._limits = judging.limits
        """Those that the judge and the probes have now."""
        self._kind = judge_kind(judging.judge)
        layers = self._kind.layers(self._sandbox, judging.limits)
        self.machine = Machine(layers, self._sandbox.python, "" if clock.available() else "cpu")

    def __enter__(self) -> Workplace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the sandbox with all its processes."""
        self._sandbox.close()

    def trial(
        self, problem: Problem, candidate: Candidate, *, probed: bool = True, limits: Limits | None = None
    ) -> Trial:
        """Judge one candidate, and ask the probes about it; without `probed`, say that they were left out.

        `limits` stand in the place of those that the workplace was started with, for this candidate alone.

        A failure of ours at any point leaves this trial without a verdict, and no other; one in a probe leaves it
        without the probe's answer. After an error that is no `Fault` the sandbox is started afresh.
        """
        try:
            trial = self._judge_under(limits or self._judging.limits).judge(problem, candidate)
            if self._judging.probes and trial.verdict is not None:
                trial = self._probed(problem, candidate, trial, probed)
            return trimmed(trial)
        except Fault as fault:
            why = str(fault)
        except UsageError:
            raise
        except Exception as error:  # a mistake of ours, which ends this trial and not the worker
            self._sandbox.restart()
            why = f"{type(error).__name__}: {error!s:.500}"
        return Trial(problem.id, replace(candidate, source=""), None, fault=why)

    def _probed(self, problem: Problem, candidate: Candidate, trial: Trial, probed: bool) -> Trial:
        from assay.judges.probing import Probing

        self._probing = self._probing or Probing(self._judging.probes, self._sandbox, self._limits)
        if probed:
            return self._probing.trial(problem, candidate, trial)
        return self._probing.left_out(trial, "the process that probed it ended")

    def _judge_under(self, limits: Limits) -> AdjustableJudge:
        if self._judge is None:
            self._judge = self._kind(self._sandbox, limits, first_failure=self._judging.first_failure)
        elif limits != self._limits:
            self._judge, self._probing = self._judge.under(limits), None
        self._limits = limits
        return self._judge


def trimmed(trial: Trial) -> Trial:
    """The trial without its candidate's source, which the other side has, and with a bounded part of its output."""
    kept = bounded(trial, output_bytes=16 * KEPT_OUTPUT, stream_bytes=KEPT_OUTPUT)
    return replace(kept, candidate=replace(trial.candidate, source=""))
