"""Where a strategy works on one problem: asks models, tries drafts, keeps every step, and ends when a budget does."""

from __future__ import annotations

import ast
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from assay.errors import AssayError, InvalidOption
from assay.extraction import Form, assemble
from assay.models.base import Model, ModelRefused, ModelUnavailable, PromptRefused, request_key
from assay.models.forwarding import Forwarded, body_key, forward_to, messages_of
from assay.records import Trial, Untested, Verdict
from assay.solutions import (
    AS_SERVED,
    Completion,
    Cost,
    Draft,
    EndedBy,
    Message,
    Sampling,
    Step,
    StepKind,
    best,
    cost_of,
)
from assay.solvers.base import Tester
from assay.solvers.budget import UNBOUNDED, Budget, Purse
from assay.solvers.grouping import INPUTS, Grouping
from assay.solvers.visible import VisibleProblem
from assay.syntax import UNREADABLE, parse_foreign

MOST_TEXT = 1_000_000
"""Characters of an answer that code is looked for in."""
MOST_FORWARDED_TEXT = 16_000_000
"""Characters of an agent's requests that are kept, of one problem."""


class Ended(Exception):
    """There is nothing more to be had; `Desk.until_ended` takes it."""

    def __init__(self, by: EndedBy, detail: str) -> None:
        super().__init__(detail)
        self.by = by
        self.detail = detail


class SolvingStopped(AssayError):
    """Somebody stopped the run; the problem in work is begun anew the next time, with the answers that were kept."""


def directly(model: Model) -> Model:
    """Return the model itself: nothing stands before it."""
    return model


class Desk:
    """One problem in work.

    Args:
        problem: what may be seen of it.
        model: who is asked, unless a strategy names another.
        tester: tries drafts on the visible cases.
        sampling: how answers are drawn; where it has no temperature, the strategy says one.
        budget: of this problem.
        purse: of the whole run.
        stop: when it is set, the next request raises `SolvingStopped` instead.
        through: what stands before every model that is asked, such as a cache of answers.
    """

    def __init__(
        self,
        problem: VisibleProblem,
        model: Model,
        *,
        tester: Tester,
        sampling: Sampling = AS_SERVED,
        budget: Budget = UNBOUNDED,
        purse: Purse | None = None,
        stop: threading.Event | None = None,
        through: Callable[[Model], Model] = directly,
    ) -> None:
        self.problem = problem
        self.model = model
        self.steps: list[Step] = []
        self.drafts: list[Draft] = []
        """All that were made, in their order."""
        self.ended: Ended | None = None
        self.knows_cost = True
        """Whether everything that is spent comes by this desk; not where an agent may ask who it likes."""
        self.confidence: float | None = None
        """The chance of success that a strategy estimated before it began."""
        self._tester = tester
        self._sampling = sampling
        self._own = Purse(budget)
        self._purse = purse or Purse()
        self._stop = stop or threading.Event()
        self._through = through
        self._stage = 0
        self._numbers: Counter[str] = Counter()
        self._trials: dict[str, Trial] = {}
        self.waited_seconds = 0.0
        """How long an agent had requests under way."""
        self._lock = threading.Lock()
        """Held by threads that forward, while they change what is here."""
        self._forwards = False
        self._under_way = 0
        self._waiting_since = 0.0
        self._asked_before: tuple[Message, ...] = ()
        self._room = MOST_FORWARDED_TEXT

    @property
    def cost(self) -> Cost:
        """What was spent so far."""
        spent = cost_of(self.steps)
        return spent if self.knows_cost else replace(spent, cost_usd=None)

    @property
    def has_cases(self) -> bool:
        """Whether there are visible cases to try drafts on."""
        return not isinstance(self.problem.check, Untested)

    def ask(
        self,
        messages: Sequence[Message],
        *,
        template: str = "",
        model: Model | None = None,
        temperature: float | None = 0.0,
    ) -> Completion:
        """Return one answer of the model; `temperature` is taken where the user chose none."""
        return self.draw(messages, 1, template=template, model=model, temperature=temperature)[0]

    def draw(
        self,
        messages: Sequence[Message],
        count: int,
        *,
        template: str = "",
        model: Model | None = None,
        temperature: float | None = 0.8,
    ) -> list[Completion]:
        """Return several answers to the same messages, drawn side by side; fewer where the budget or the model ends.

        Raises `Ended` where there is none.
        """
        chosen, sampling = model or self.model, self._with_temperature(temperature)
        key, reached = request_key(chosen.signature, messages, sampling, 0), self._through(chosen)

        def complete(number: int) -> Completion | Ended | SolvingStopped:
            try:
                self.check_stopped()
                answer: object = reached.complete(messages, sampling=sampling, number=number)
            except ModelUnavailable as error:
                return Ended(EndedBy.MODEL, str(error))
            except PromptRefused as error:
                return Ended(EndedBy.PROMPT, str(error))
            except SolvingStopped as error:
                return error
            if not isinstance(answer, Completion):
                wanted = "`complete` must return an assay.solutions.Completion"
                raise ModelRefused(f"model {chosen.name!r}: {wanted}, got {answer!r:.80}")
            return answer

        answers: list[Completion] = []
        while len(answers) < count:
            try:
                granted = self._reserve(count - len(answers))
            except Ended:
                if not answers:
                    raise
                break  # whoever wants the rest is told why there is none
            self._stage += 1
            numbers = [self._next_number(key) for _ in range(granted)]
            found = _side_by_side(complete, numbers)
            for number, answer in zip(numbers, found, strict=True):
                if isinstance(answer, Completion):
                    step = Step(StepKind.ASKED, self._stage, template, chosen.name, tuple(messages), answer, number)
                    self._keep_answer(step)
                    answers.append(answer)
                else:
                    self._pay(Cost())
            self._check_prices(chosen, answers)
            if not self._goes_on(found, has_answers=bool(answers)):
                break
        return answers

    def _goes_on(self, found: Sequence[Completion | Ended | SolvingStopped], *, has_answers: bool) -> bool:
        """Whether more can be asked for after some answers; raises what ended it where nothing came at all."""
        stopped = next((one for one in found if isinstance(one, SolvingStopped)), None)
        if stopped is not None:
            raise stopped
        failed = next((one for one in found if isinstance(one, Ended)), None)
        if failed is None:
            return True
        self.note(f"no answer: {failed.detail}")
        if not has_answers:
            raise failed
        return False

    def _next_number(self, key: str) -> int:
        """Return which answer to the same request the next one is."""
        number = self._numbers[key]
        self._numbers[key] += 1
        return number

    def forward(self, body: Mapping[str, Any], *, model: Model | None = None) -> Forwarded:  # Any: JSON
        """Return the answer to a request of an agent, kept and charged as every other.

        May be called from several threads at once; requests side by side are one stage. Raises `Ended` where a budget
        is used up, `SolvingStopped` where the run was stopped, and what models raise where they do not answer.

        Args:
            body: what `assay.models.forwarding.checked_body` returned.
            model: who is asked; `None`: the model of this desk.
        """
        chosen, body = model or self.model, self._with_sampling(body)
        self._reserve(1)
        with self._lock:
            stage, number = self._begin_forwarding(), self._next_number(body_key(chosen.signature, body, 0))
        try:
            found = forward_to(self._through(chosen), body, number=number)
        except BaseException:
            with self._lock:
                self._end_forwarding()
            self._pay(Cost())
            raise
        with self._lock:
            self._end_forwarding()
            asked = self._since_before(messages_of(body))
            step = Step(StepKind.ASKED, stage, "", chosen.name, asked, found.completion, number)
            self._keep_answer(step, late=not self._forwards)
        self._check_prices(chosen, [found.completion])
        return found

    def begin_forwarding(self) -> None:
        """Keep answers of an agent among the steps, from now on."""
        self._forwards = True

    def end_forwarding(self) -> int:
        """Keep no more answers of agents among the steps; return how many are still on their way."""
        with self._lock:
            self._forwards = False
            self._stage += 1
            return self._under_way

    def draft(self, completion: Completion, *, tried: bool = True) -> Draft:
        """Return the code of an answer as a draft, tried on the visible cases where there are some.

        Without `tried` it is left to whoever needs to know (`tried_out`): trying costs more than asking sometimes.
        """
        text = completion.text
        if len(text) > MOST_TEXT:
            self.note(f"an answer of {len(text):,} characters: only the first {MOST_TEXT:,} were looked at")
        source = assemble(self.problem, text[:MOST_TEXT], Form.CHAT).source
        asked = next((step.model for step in reversed(self.steps) if step.completion is completion), self.model.name)
        version = completion.model if completion.model != asked else ""
        found = Draft(source, model=asked, model_version=version)
        if tried:
            return self.try_out(found)
        self.drafts.append(found)
        return found

    def tried_out(self, draft: Draft) -> Draft:
        """Return a draft that may be tried already with how it does on the visible cases, in the place of itself."""
        if draft.of or not self.has_cases:
            return draft
        place = next((number for number, one in enumerate(self.drafts) if one is draft), None)
        found = self.try_out(draft)
        if place is not None:
            self.drafts[place] = self.drafts.pop()
        return found

    def try_out(self, draft: Draft) -> Draft:
        """Return a draft with how it does on the visible cases; the same code is tried once."""
        self._stage += 1
        if self.has_cases:
            trial = self._trials.get(draft.source) or self._tried(draft.source)
            self._trials[draft.source] = trial
            passed, of = sum(one.passed for one in trial.outcomes), len(trial.outcomes)
            if trial.verdict is not None:
                draft = replace(draft, passed=passed, of=max(of, 1), valid=_is_valid(trial))
        else:
            draft = replace(draft, valid=self._defines(draft.source))
        self.drafts.append(draft)
        return draft

    def trial(self, draft: Draft) -> Trial | None:
        """Return how a draft did on the visible cases; `None`: it was not tried."""
        return self._trials.get(draft.source)

    def grouping(self, drafts: Sequence[Draft], *, inputs: int = INPUTS) -> Grouping:
        """Return which drafts do the same on inputs that are made for them; with `inputs=0`, which can be loaded."""
        self._stage += 1
        began = time.monotonic()
        found = self._tester.grouping(self.problem, [draft.source for draft in drafts], inputs=inputs)
        took = time.monotonic() - began
        what = f"{len(drafts)} drafts, {len(found.groups)} groups by what they do with {found.inputs} inputs"
        text = what if found.inputs else f"{len(drafts)} drafts, {len(found.groups)} different texts"
        self.steps.append(
            Step(StepKind.NOTED, self._stage, seconds=took, text=": ".join(filter(None, [text, found.note])))
        )
        return found

    def note(self, text: str, *, seconds: float = 0.0) -> None:
        """Keep what a reader of the history must know, and how long it took where that is time of the solver."""
        self.steps.append(Step(StepKind.NOTED, self._stage, text=text, seconds=seconds))

    def check_stopped(self) -> None:
        """Raise `SolvingStopped` where the run was stopped."""
        if self._stop.is_set():
            raise SolvingStopped("the run was stopped; the answers so far are kept")

    def check_budget(self) -> None:
        """Raise `Ended` where a budget is used up, and `SolvingStopped` where the run was stopped."""
        self.check_stopped()
        for by, whose in ((self._own.used_up(self.cost.seconds), "problem"), (self._purse.used_up(), "run")):
            if by is not None:
                raise _used_up(by, whose)

    def best(self, since: int = 0) -> list[Draft]:
        """Return the best draft from the one numbered `since` on, as the list that a strategy returns."""
        found = best(self.drafts[since:])
        return [] if found is None else [found]

    @contextmanager
    def until_ended(self) -> Iterator[None]:
        """Work until a budget is used up or the model is gone; then go on behind the block, with `ended` set."""
        try:
            yield
        except Ended as ended:
            self.ended = ended

    def _reserve(self, wanted: int) -> int:
        """Set aside room for at most so many answers, and return how many; raises `Ended` where there is none."""
        self.check_stopped()
        if self.ended is not None:
            raise self.ended
        own = self._own.reserve(wanted, seconds=self.cost.seconds, stopped=self._stop.is_set)
        if isinstance(own, EndedBy):
            raise _used_up(own, "problem")
        granted = self._purse.reserve(own, stopped=self._stop.is_set) if own else 0
        given = 0 if isinstance(granted, EndedBy) else granted
        self._own.pay(Cost(), reserved=own - given)
        if isinstance(granted, EndedBy):
            raise _used_up(granted, "run")
        if not given:
            self.check_stopped()
        return given

    def _pay(self, cost: Cost) -> None:
        """Charge what was set aside for one answer."""
        self._own.pay(cost, reserved=1)
        self._purse.pay(cost, reserved=1)

    def _keep_answer(self, step: Step, *, late: bool = False) -> None:
        """Keep an answer as a step, and charge it; one that comes when the solution is made is charged alone."""
        if not late:
            self.steps.append(step)
        self._pay(cost_of([step]))

    def _begin_forwarding(self) -> int:
        if not self._under_way:
            self._stage += 1
            self._waiting_since = time.monotonic()
        self._under_way += 1
        return self._stage

    def _end_forwarding(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self.waited_seconds += time.monotonic() - self._waiting_since

    def _since_before(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return messages without those of the request before, which an agent sends again each time."""
        before, self._asked_before = self._asked_before, messages
        if len(before) > 1 and messages[: len(before)] == before:
            messages = (Message("system", f"[{len(before)} messages of the request before]"), *messages[len(before) :])
        self._room -= sum(len(message.content) for message in messages)
        return messages if self._room >= 0 else (Message("system", "[left out: there is too much text]"),)

    def _with_sampling(self, body: Mapping[str, Any]) -> Mapping[str, Any]:  # Any: JSON
        """Return a request with how the user wants answers drawn, where the agent says nothing about it."""
        ours = {name: getattr(self._sampling, name) for name in ("temperature", "top_p", "seed")}
        return {name: value for name, value in ours.items() if value is not None} | dict(body)

    def _check_prices(self, model: Model, answers: Sequence[Completion]) -> None:
        """Refuse to go on where money is limited and nobody knows what is spent."""
        limited = self._own.budget.cost is not None or self._purse.budget.cost is not None
        if limited and any(answer.cost_usd is None for answer in answers):
            raise InvalidOption("price", f"a budget of cost needs the price of {model.name!r}, which is not known")

    def _with_temperature(self, temperature: float | None) -> Sampling:
        chosen = self._sampling.temperature
        return self._sampling if chosen is not None else replace(self._sampling, temperature=temperature)

    def _tried(self, source: str) -> Trial:
        began = time.monotonic()
        trial = self._tester.trial(self.problem, source)
        passed, of = sum(one.passed for one in trial.outcomes), len(trial.outcomes)
        text = trial.headline() if trial.verdict is not None else f"not tried: {trial.fault}"
        took = time.monotonic() - began
        self.steps.append(
            Step(StepKind.TRIED, self._stage, source=source, passed=passed, of=of, seconds=took, text=text)
        )
        return trial

    def _defines(self, source: str) -> bool:
        """Whether source parses and defines what is asked for, as far as that can be seen without running it."""
        check = self.problem.check
        if self.problem.language != "python" or not check.one_file:
            return bool(source.strip())
        try:
            tree = parse_foreign(source)
        except UNREADABLE:
            return False
        return set(check.required) <= set(_defined(tree))


T = TypeVar("T")


def _side_by_side(complete: Callable[[int], T], numbers: Sequence[int]) -> list[T]:
    if len(numbers) == 1:
        return [complete(numbers[0])]
    with ThreadPoolExecutor(len(numbers)) as pool:
        return list(pool.map(complete, numbers))


def _used_up(by: EndedBy, whose: str) -> Ended:
    return Ended(by, f"the {whose}'s budget of {by} is used up")


def _is_valid(trial: Trial) -> bool:
    return trial.verdict is not Verdict.INVALID


def _defined(tree: ast.Module) -> Iterator[str]:
    """The names that a module defines or imports on its own level."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)
