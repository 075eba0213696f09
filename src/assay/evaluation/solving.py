"""Attempts that a solver writes while they are judged: several problems at a time, each kept before it is judged."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from assay.choices import Access, Choices
from assay.errors import InvalidOption, InvalidValue, UsageError
from assay.evaluation.history import estimator_from
from assay.hashing import content_digest
from assay.models.base import Model, ModelUnavailable, NoModel
from assay.models.caching import CachedModel
from assay.records import Attempt, Candidate, Problem
from assay.settings import flag_of
from assay.solutions import EndedBy, Sampling, Solution
from assay.solvers.base import Strategy
from assay.solvers.budget import Budget, Purse
from assay.solvers.desk import SolvingStopped
from assay.solvers.solving import Solver
from assay.solvers.strategies.composing import models_asked
from assay.solvers.testing import SandboxTester
from assay.spec import CandidatesRef, Run, RunSpec, Solving
from assay.store.base import Store

if TYPE_CHECKING:
    from assay.models.prices import Prices

MOST_UNANSWERED = 8
"""After so many problems in a row without an answer the run ends: the model is gone, or refuses everything."""

Made = Solution | BaseException


def _say_nothing(text: str) -> None:
    """Tells nobody."""


class SolvedAttempts:
    """The attempts of a solver at some problems, as `assay.evaluation.evaluating.evaluate` takes them.

    `make_solver` is called when the run is begun, which may be one that was left unfinished: problems that it has
    solutions of are not solved again. Each solution is kept in the store before its candidates are judged. `say` is
    told what a person at a terminal should know; `opened` is left when all attempts came.
    """

    def __init__(
        self,
        make_solver: Callable[[Run], Solver],
        problems: Sequence[Problem],
        store: Store,
        *,
        at_once: int,
        say: Callable[[str], None] = _say_nothing,
        opened: OpenedModels | None = None,
    ) -> None:
        self._make_solver = make_solver
        self._problems = problems
        self._store = store
        self._at_once = at_once
        self._say = say
        self._opened = opened or OpenedModels()
        self._run: Run | None = None
        self._unanswered = 0
        self._last = ""
        self._each = 1
        self._first = threading.Event()

    def notes_about(self, judged: Collection[str] | None) -> Sequence[str]:
        """Return nothing: what there is to say of solutions is kept with them."""
        return ()

    def count(self) -> int:
        """Return how many attempts there will be, if all problems get as many as the first; waits for that."""
        self._first.wait()
        return len(self._problems) * self._each

    def begin(self, run: Run) -> None:
        """Be told the run that the attempts are for."""
        self._run = run

    def missing(self) -> ModelUnavailable | None:
        """Return why the run is not complete, after all attempts came; `None`: it is."""
        if not self._unanswered:
            return None
        what = "1 problem has" if self._unanswered == 1 else f"{self._unanswered} problems have"
        return ModelUnavailable(f"{what} no answer, since the model gave none ({self._last})")

    def __iter__(self) -> Iterator[Attempt | None]:
        yield None  # the run is begun after the first one
        assert self._run is not None, "the run was begun"
        solver, done = self._make_solver(self._run), set()
        with closing(self._opened), closing(solver.tester):
            for solution in self._store.solutions(self._run.id, steps=False):
                if solution.is_final:
                    self._note(solution)
                    done.add(solution.problem_id)
                    solver.purse.pay(solution.cost)
                    yield from attempts_of(solution, solver)
            left = (problem for problem in self._problems if problem.id not in done)
            with closing(_Crew(solver, left, self._at_once, self._last_words)) as crew:
                yield from self._attempts(self._run, crew, solver)

    def _attempts(self, run: Run, crew: _Crew, solver: Solver) -> Iterator[Attempt | None]:
        in_a_row = 0
        for solution in crew.solutions():
            if solution is None:
                yield None
                continue
            self._store.add_solutions(run.id, [solution])
            self._note(solution)
            in_a_row = in_a_row + 1 if _is_unanswered(solution) else 0
            if in_a_row >= MOST_UNANSWERED:
                raise ModelUnavailable(f"the model answered none of {in_a_row} problems in a row: {solution.detail}")
            if not solution.is_final:
                self._unanswered += 1
                self._last = f"{solution.problem_id}: {solution.detail}"
            yield from attempts_of(solution, solver)

    def _last_words(self, waiting: int) -> None:
        """Send nothing more, and say what is still waited for."""
        self._opened.send_no_more()
        if waiting:
            problems = "1 problem" if waiting == 1 else f"{waiting} problems"
            self._say(f"waiting for the answers to {problems} in work; Ctrl-C gives them up")

    def _note(self, solution: Solution) -> None:
        if solution.drafts and not self._first.is_set():
            self._each = len(solution.drafts)
            self._first.set()


def _is_unanswered(solution: Solution) -> bool:
    return not solution.drafts and solution.ended in (EndedBy.MODEL, EndedBy.PROMPT)


def attempts_of(solution: Solution, solver: Solver) -> Iterator[Attempt]:
    """Give the drafts of a solution as attempts, in their order."""
    for number, draft in enumerate(solution.drafts):
        candidate = Candidate(
            draft.source,
            number,
            origin=solver.strategy.signature,
            model=draft.model,
            model_version=draft.model_version,
        )
        yield Attempt(solution.problem_id, candidate)


class _Crew:
    """Threads that solve problems side by side, as many in work as there are threads.

    They are daemons: whoever presses Ctrl-C twice does not wait for answers that are on their way.
    """

    def __init__(
        self, solver: Solver, problems: Iterator[Problem], at_once: int, at_the_end: Callable[[int], None]
    ) -> None:
        self._solver = solver
        self._at_the_end = at_the_end
        self._problems = problems
        self._given: queue.SimpleQueue[Problem | None] = queue.SimpleQueue()
        self._made: queue.SimpleQueue[Made] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(at_once)]
        self._started = 0
        self._waiting = 0
        self._more = True

    def solutions(self) -> Iterator[Solution | None]:
        """Give each solution when it is there, and `None` where there is none yet; who takes them waits, then."""
        while True:
            self._fill()
            if not self._waiting:
                return
            try:
                made = self._made.get_nowait()
            except queue.Empty:
                yield None
                continue
            self._waiting -= 1
            if isinstance(made, BaseException):
                raise made
            yield made

    def close(self) -> None:
        """Let the threads end; waits for the answers that are on their way, which are paid for and kept."""
        self._solver.stop.set()
        self._at_the_end(self._waiting)
        for _ in self._threads[: self._started]:
            self._given.put(None)
        for thread in self._threads[: self._started]:
            thread.join()

    def _fill(self) -> None:
        while self._more and self._waiting < len(self._threads):
            problem = next(self._problems, None)
            self._more = problem is not None
            if problem is not None:
                self._waiting += 1
                self._given.put(problem)
                if self._started < self._waiting:
                    self._threads[self._started].start()
                    self._started += 1

    def _work(self) -> None:
        while (problem := self._given.get()) is not None:
            try:
                self._made.put(self._solver.solve(problem))
            except SolvingStopped:
                return
            except BaseException as error:  # raised again where the attempts are taken
                self._made.put(error)


# ---- from what a user chose to a solver ----------------------------------------------------------------------------


class OpenedModels(list[Model]):
    """The models that were opened by their names, and are ours to close; those that were given are their owner's."""

    def send_no_more(self) -> None:
        """Let answers that are on their way come, and send nothing else."""
        self._call("send_no_more")

    def close(self) -> None:
        """Let go of all connections."""
        self._call("close")

    def _call(self, name: str) -> None:
        for model in self:
            if (method := getattr(model, name, None)) is not None:  # not every model has a connection
                method()


@dataclass(frozen=True, slots=True)
class SolvingPlan:
    """What decides the candidates of a run: who is asked, in which strategy, within which budgets."""

    solving: Solving
    strategy: Strategy
    models: tuple[Model, ...]
    budget: Budget
    total: Budget
    opened: OpenedModels = field(default_factory=lambda: OpenedModels())
    """The models that were opened for this plan; closed when all attempts came."""

    @property
    def who(self) -> str:
        """Who writes them, as a heading names it."""
        return getattr(self.strategy, "author", "") or " + ".join(self.solving.models) or "agent"  # an agent has a name

    @property
    def candidates(self) -> CandidatesRef:
        """What the candidates are called, and what decides them."""
        digest = content_digest(self.strategy.signature, *(model.signature for model in self.models))
        return CandidatesRef(f"{self.strategy.signature} by {self.who}", digest.hex())

    def attempts(
        self,
        spec: RunSpec,
        problems: Sequence[Problem],
        store: Store,
        choices: Choices,
        say: Callable[[str], None] = _say_nothing,
    ) -> SolvedAttempts:
        """Return the attempts at these problems; where the choices allow it, answers of earlier runs are used."""
        workers = choices.resources.workers or os.cpu_count() or 1

        def make_solver(run: Run) -> Solver:
            judging, solving = spec.judging, self.solving
            return Solver(
                self.strategy,
                self.models[0] if self.models else NoModel(),
                SandboxTester(judging.limits, python=judging.python, isolation=judging.isolation, workers=workers),
                Sampling(solving.temperature, solving.top_p, solving.max_tokens, solving.seed),
                self.budget,
                Purse(self.total, seconds_before=run.seconds),
                solving.show_cases,
                through=_Kept(store, "" if choices.sitting.cache else run.id),
            )

        return SolvedAttempts(
            make_solver, problems, store, at_once=choices.access.concurrency, say=say, opened=self.opened
        )


class _Kept:
    """Puts the answers that the store keeps before every model."""

    def __init__(self, store: Store, salt: str) -> None:
        self._store = store
        self._salt = salt
        self._known: dict[int, Model] = {}
        self._lock = threading.Lock()

    def __call__(self, model: Model) -> Model:
        with self._lock:
            if id(model) not in self._known:
                self._known[id(model)] = CachedModel(model, self._store, salt=self._salt)
            return self._known[id(model)]


def plan_solving(
    choices: Choices, asked: Sequence[str | Model], store: Store, *, strategy: Strategy | None = None
) -> SolvingPlan:
    """Return what decides the candidates, as the user chose it; `asked` are models or their names, cheapest first.

    `strategy` stands in place of the one that the choices name. Estimates of success are made by the runs of the store.
    """
    solving = choices.solving
    named = {one: _opened(one, choices) for one in asked if isinstance(one, str)}
    models = tuple(named[one] if isinstance(one, str) else one for one in asked)
    if not models and not solving.agent and strategy is None:
        raise InvalidOption("model", f"say who is asked, or give a command with {flag_of('agent')}")
    _check_one_way(solving)
    chosen = strategy or _strategy(choices, models, store)
    models = _asked(chosen, models, dropping=solving.prefer is not None)
    names = tuple(model.name for model in models)
    budget, total = (_budget(solving, name) for name in ("budget", "total_budget"))
    if budget.cost is not None or total.cost is not None:
        _check_prices(models)
    solving = replace(solving, models=names, signature=chosen.signature)
    return SolvingPlan(solving, chosen, models, budget, total, OpenedModels(named.values()))


def _opened(name: str, choices: Choices) -> Model:
    from assay.models.opening import open_model

    access = choices.access
    return open_model(
        name,
        base_url=choices.solving.base_url,
        key_variable=access.key_variable,
        concurrency=access.concurrency,
        timeout_seconds=access.patience,
        prices=_prices(access),
    )


def _check_one_way(solving: Solving) -> None:
    """Refuse two ways to say how attempts are drawn, of which one would be ignored."""
    usual = Solving()
    given = [name for name in ("agent", "prefer", "strategy") if getattr(solving, name) != getattr(usual, name)]
    if len(given) > 1:
        raise InvalidOption(given[1], f"is given beside {flag_of(given[0])}: say one of them")


def _asked(strategy: Strategy, models: tuple[Model, ...], *, dropping: bool) -> tuple[Model, ...]:
    """Return the models that a strategy asks, also its own, for the run is filed under them; refuse or drop others."""
    asked = models_asked(strategy, models[0]) if models else None
    if asked is None or (not asked and len(models) == 1):
        return models
    idle = [model.name for model in models if not any(model is one for one in asked)]
    if idle and len(models) > 1 and not dropping:
        why = f"{', '.join(idle)}: never asked by {strategy.signature}; name it there, such as 'cascade(A, B)'"
        raise InvalidOption("model", f"{why}, or let {flag_of('prefer')} choose")
    kept = [model for model in models if model.name not in idle]
    return tuple({model.name: model for model in (*kept, *asked)}.values())


def _check_prices(models: Sequence[Model]) -> None:
    """Refuse a budget of money where the price of a model is known to be unknown, before anything is paid."""
    for model in models:
        if not getattr(model, "has_price", True):  # models that cannot say it are looked at when they answer
            raise InvalidOption("price", f"a budget of cost needs the price of {model.name!r}, which is not known")


def _prices(access: Access) -> Prices | None:
    """Return the prices that the user gave; `None`: those that are known."""
    from assay.models.prices import Prices

    if access.price:
        try:
            return Prices.of_text(access.price)
        except InvalidOption:
            raise
        except UsageError as error:
            raise InvalidOption("price", str(error)) from None
    return None if access.prices is None else Prices.load(Path(access.prices))


def _strategy(choices: Choices, models: Sequence[Model], store: Store) -> Strategy:
    from assay.solvers.grammar import strategy_of
    from assay.solvers.preferring import preferred

    solving = choices.solving
    _check_prompt(solving.prompt)
    if solving.agent:
        from assay.solvers.agents import Agent

        if len(models) > 1:
            raise InvalidOption("model", f"an agent is given one model, got {len(models)}")
        agent = Agent.of(
            solving.agent,
            seconds=solving.agent_time,
            memory_bytes=solving.agent_memory,
            read=tuple(filter(None, solving.agent_read.split(":"))),
            isolation=choices.judging.isolation,
            model=models[0] if models else None,
        )
        agent.check()
        return agent
    if solving.prefer is not None:
        return preferred(solving.prefer, models, prompt=solving.prompt)
    return strategy_of(
        solving.strategy,
        {model.name: model for model in models},
        prompt=solving.prompt,
        estimator=lambda: estimator_from(store, choices),
        known=store,
    )


def _check_prompt(name: str) -> None:
    from assay.solvers.prompts import load_template

    try:
        load_template(name, fields=())
    except UsageError as error:
        raise InvalidOption("prompt", str(error)) from None


def _budget(solving: Solving, name: str) -> Budget:
    try:
        return Budget.parse(getattr(solving, name))
    except InvalidValue as error:
        raise InvalidOption(name, str(error)) from None
