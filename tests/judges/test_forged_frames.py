"""Whatever a candidate's process writes, the outcome is a verdict with texts of bounded length: never an exception."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.judges.host import raised
from assay.judges.host.remote import CandidateGone, Remote, Undecided
from assay.judges.separate import SeparateJudge
from assay.judges.shared import SharedRun
from assay.judges.suites import PlannedSuite
from assay.records import ANY_ORDER, Candidate, Case, Cases, CaseStatus, Limits, Problem, Suite, Trial, Verdict
from assay.sandbox.base import CallsJob, Frame, SessionJob
from assay.sandbox.calling import MAX_KEPT_BYTES
from assay.sandbox.guest import frames, messages, wire
from assay.sandbox.scripted import ScriptedMessages, ScriptedSandbox, ScriptedSession
from assay.sandbox.warm import WarmPython
from tests.judges.forged import NASTY, REAL, body_of, exceptions, mutated, values

MANY = settings(max_examples=6000, deadline=None, suppress_health_check=list(HealthCheck))
FEW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
KINDS = st.sampled_from(sorted(frames.FROM_CANDIDATE)) | st.integers(0, 255)
BODIES = (
    values().map(body_of)
    | exceptions()
    | mutated([body for _, body in REAL if len(body) < 4096])
    | st.binary(max_size=40)
)
MESSAGES = st.lists(st.builds(Frame, KINDS, BODIES), max_size=6)
CASES = (Case((1,), 2), Case((1,), raises="KeyError"), Case((2,), [1.5], comparator=ANY_ORDER))


def judged(written: list[Frame]) -> Trial:
    sandbox = ScriptedSandbox({"x": ScriptedMessages(tuple(written))})
    return SeparateJudge(sandbox, Limits()).judge(Problem("p", Cases("f", CASES)), Candidate("x"))


def check(trial: Trial) -> None:
    assert trial.verdict is not None
    assert len(trial.outcomes) == len(CASES)
    texts = [trial.detail, *(suspicion.evidence for suspicion in trial.suspicions)]
    for outcome in trial.outcomes:
        texts += [outcome.error, outcome.actual]
        assert len(outcome.actual) <= 501
    assert all(len(text) <= 4200 for text in texts)
    "".join(texts).encode()  # half characters would not be legible


LOADED = Frame(frames.LOADED, b"")


def described(**changes: object) -> bytes:
    """A description of an exception with some fields exchanged."""
    fields = {
        "stage": "call",
        "name": "SystemExit",
        "message": "",
        "bases": ["SystemExit", "BaseException"],
        "where": "",
        "code": 0,
    }
    return body_of(tuple({**fields, **changes}.values()))


@pytest.mark.parametrize("kind", [frames.RAISED, frames.UNLOADED, frames.TOO_LARGE, frames.SUSPECT, frames.VALUE])
def test_any_value_in_any_place_of_a_message(kind: int) -> None:
    for value in NASTY:
        fields = ("name", "message", "where", "code")
        bodies = [body_of(value), body_of((value, value)), described(bases=[value, "SystemExit"])]
        for body in (*bodies, *(described(**{field: value}) for field in fields)):
            check(judged([Frame(kind, body)]))
            check(judged([LOADED, Frame(kind, body)]))


def test_a_name_of_many_digits_and_codes_without_truth_are_no_messages() -> None:
    for body in (
        described(bases=[10**5000]),
        described(code=Decimal("sNaN")),
        described(code=(1,)),
        described(bases=["x"] * 101),
        b"(" + (2**31 - 1).to_bytes(4, "little"),
    ):
        with pytest.raises(wire.Malformed):
            messages.read_raised(body)


def test_real_messages_are_read() -> None:
    kept = [messages.read_raised(body) for kind, body in REAL if kind == frames.RAISED]

    assert [(name, code) for _, name, _, _, _, code in kept] == [
        ("ZeroDivisionError", messages.OTHER),
        ("KeyError", messages.OTHER),
        ("SystemExit", 0),
        ("SystemExit", None),
        ("SystemExit", messages.OTHER),
    ]
    assert all(messages.read_text(body) for kind, body in REAL if kind == frames.TOO_LARGE)


def test_long_texts_are_cut_and_cost_no_more_than_what_is_kept() -> None:
    long = described(name="é" * 1_000_000, message="\0" * 5_000_000)
    trial = judged([LOADED, Frame(frames.RAISED, long)])

    check(trial)
    assert trial.outcomes[0].status is CaseStatus.CRASHED


def test_a_flood_of_reports_is_not_kept() -> None:
    report = Frame(frames.SUSPECT, body_of(("early_exit", "x" * 400)))
    trial = judged([report] * 5000 + [LOADED])

    check(trial)
    assert len(trial.suspicions) <= 64


def test_values_that_wait_for_a_predicate_are_bounded() -> None:
    from assay.judges import cases
    from assay.records import Comparator

    accepts = Comparator.predicate("def accept(result, x): return True")
    asked = tuple(Case((n,), comparator=accepts) for n in range(20))
    value = Frame(frames.VALUE, wire.encode("x" * (wire.MAX_BYTES - 100)))
    sandbox = ScriptedSandbox({"x": ScriptedMessages((LOADED, *[value] * 20, Frame(frames.DONE, b"")))})
    run = cases.CaseRun(sandbox, cases.Prepared(Problem("p", Cases("f", asked)), asked), b"x", Limits())
    run.run()

    assert sum(len(kept) for kept in run.values if kept) <= MAX_KEPT_BYTES
    assert run.outcomes[-1].status is CaseStatus.FAILED


FORGER = """
import os
def f(x):
    body = bytes.fromhex({body!r})
    os.write(3, len(body).to_bytes(4, "little") + {kind!r} + body)
    os._exit(0)
"""


def test_a_real_candidate_that_writes_to_its_channel_is_judged() -> None:
    forged = [described(bases=[10**5000]), described(code=Decimal("sNaN")), described(), b"", b"\xff" * 50]
    sources = [FORGER.format(body=body.hex(), kind=kind) for body in forged for kind in (b"e", b"t", b"s", b"L", b"v")]
    with WarmPython() as sandbox, SeparateJudge(sandbox) as judge:
        trials = [judge.judge(Problem("p", Cases("f", CASES)), Candidate(source)) for source in sources]

    for trial in trials:
        check(trial)
    assert all(trial.verdict not in (None, Verdict.PASSED) for trial in trials)


@FEW
@given(MESSAGES, st.booleans())
def test_forged_messages_get_a_verdict(written: list[Frame], loads: bool) -> None:
    check(judged([LOADED, *written] if loads else written))


@pytest.mark.slow
@pytest.mark.timeout(900)
@MANY
@given(MESSAGES, st.booleans())
def test_many_forged_messages_get_a_verdict(written: list[Frame], loads: bool) -> None:
    check(judged([LOADED, *written] if loads else written))


# ---- the shared judge ----------------------------------------------------------------------------------------------


class SharedScript(ScriptedSandbox):
    """Writes the same messages whatever it is asked to run."""

    def __init__(self, written: list[Frame]) -> None:
        super().__init__()
        self.written = written

    def session(self, job: SessionJob, limits: Limits) -> ScriptedSession:
        return ScriptedSession(ScriptedMessages(tuple(self.written)), CallsJob(b"", ""))


SUITE = Suite("f", "assert f(1) == 1\nassert f(2) == 2")
REPORTS = st.tuples(
    st.sampled_from(["assert f(1) == 1", "assert f(2) == 2", "more"]) | values(),
    st.sampled_from(["passed", "failed", "no status"]) | values(),
    values(),
).map(body_of)


@FEW
@given(st.lists(st.builds(Frame, st.sampled_from(sorted(frames.FROM_HOST)), REPORTS | BODIES), max_size=6))
def test_forged_reports_to_the_shared_judge_are_bounded(written: list[Frame]) -> None:
    problem = Problem("p", SUITE)
    run = SharedRun(SharedScript([LOADED, *written]), PlannedSuite.of(problem, SUITE), b"x", Limits())

    assert len(run.outcomes) >= 2
    assert all(len(outcome.error) <= 4000 for outcome in run.outcomes)
    "".join(outcome.name + outcome.error for outcome in run.outcomes).encode()


# ---- the judge's process -------------------------------------------------------------------------------------------


class Forged(frames.Channel):
    """A channel on which each request is answered by the next of these messages, under the serial it asked with."""

    def __init__(self, answers: list[tuple[int, bytes]]) -> None:
        super().__init__(-1)
        self.answers = answers
        self.incoming = b""

    def send(self, kind: int, body: bytes = b"") -> None:
        if kind in (frames.REQUEST, frames.CALL):
            for answer, given in self.answers:
                serial = b"" if answer == frames.SUSPECT else body[:8]
                self.incoming += frames.frame(answer, serial + given)
            self.answers = []

    def _exactly(self, size: int) -> bytes:
        if size > len(self.incoming):
            raise frames.ChannelClosed
        data, self.incoming = self.incoming[:size], self.incoming[size:]
        return data


def ask(answers: list[tuple[int, bytes]]) -> str:
    """What one call of the tests comes to: a value, the end of the conversation, or an exception of the candidate's."""
    remote = Remote(-1)
    remote.channel = Forged(answers)
    try:
        remote.ask("getattr", None, "x")
    except (CandidateGone, Undecided):
        return "gone"
    except BaseException as error:
        if raised.came_from(error, remote):
            return "raised"
        raise
    return "value"


LINEAGE = [("builtins", "KeyError", 1, [1]), ("builtins", "Exception", 2, [])]


def picture(**changes: object) -> tuple[object, ...]:
    """An exception as the candidate's side sends it to test code, with some fields exchanged."""
    fields: dict[str, object] = {
        "described": described(name="KeyError", bases=["KeyError"]),
        "number": 7,
        "lineage": LINEAGE,
        "arguments": ("x",),
        "state": {},
        "own": None,
        "cause": None,
        "members": [],
    }
    return tuple({**fields, **changes}.values())


def message(value: object) -> bytes:
    """A message of cells, as `assay.sandbox.guest.cells` writes it, without any cell."""
    return body_of(([], [], body_of((value, [], []))))


def test_a_real_picture_is_raised() -> None:
    assert ask([(frames.RAISED, message(picture()))]) == "raised"
    assert ask([(frames.RAISED, message(picture(cause=picture(), members=[picture()])))]) == "raised"


FIELDS = ("described", "number", "lineage", "arguments", "state", "own", "cause", "members")


@pytest.mark.parametrize("field", FIELDS)
def test_any_value_in_any_field_of_an_exception(field: str) -> None:
    for value in NASTY:
        ask([(frames.RAISED, message(picture(**{field: value})))])
        ask([(frames.RAISED, message(picture(**{field: [value] * 3})))])
        ask([(frames.RAISED, message(picture(cause=picture(**{field: value}))))])
        ask([(frames.RAISED, message(picture(lineage=[(value, value, value, [value])])))])


def test_an_exit_of_the_candidates_may_hold_anything() -> None:
    lineage: list[object] = [("builtins", "SystemExit", 1, [])]

    for value in NASTY:
        assert ask([(frames.RAISED, message(picture(lineage=lineage, arguments=(value,))))]) in ("raised", "gone")


def test_a_picture_that_refers_to_itself_many_times_is_not_drawn() -> None:
    inner = picture()
    for _ in range(3):
        inner = picture(members=[inner] * 60)

    assert ask([(frames.RAISED, message(inner))]) == "gone"


PICTURES = st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, values())).map(lambda c: message(picture(**c)))
ANSWERS = st.lists(
    st.tuples(KINDS, PICTURES | BODIES | values().map(message) | mutated([message(picture()), message([1])])),
    min_size=1,
    max_size=3,
)


@FEW
@given(ANSWERS)
def test_forged_answers_to_test_code(answers: list[tuple[int, bytes]]) -> None:
    ask(answers)


@pytest.mark.slow
@pytest.mark.timeout(900)
@MANY
@given(ANSWERS)
def test_many_forged_answers_to_test_code(answers: list[tuple[int, bytes]]) -> None:
    ask(answers)
