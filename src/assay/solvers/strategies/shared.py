"""What strategies share: how code is asked for and asked to be improved, when a draft is good enough, signatures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from assay.errors import InvalidValue
from assay.models.base import Model
from assay.solutions import Draft, Message
from assay.solvers.desk import Desk
from assay.solvers.prompts import Template, failures_of, feedback_of, load_template
from assay.solvers.prompts.quoting import shortened

SEVERAL = 0.8
"""Temperature where several answers to the same messages are wanted, unless the user chose one."""
REVIEW = "review"
"""The prompt for better code where no case says what is wrong with it."""
MOST_CODE = 20_000
"""Characters of code that a model is shown again; of longer code it is the two ends."""
MOST_REPEATS = 2
"""So many times in a row a model may say what it said before; then it has no more to say."""


def signature_of(name: str, *parameters: object, **options: object) -> str:
    """Return a strategy's signature; options that are `None`, false or empty are left out.

    >>> signature_of("ensemble", 5, select="vote", early=True, prompt="plain@1", quality_bound=None)
    'ensemble(5, select=vote, early=true, prompt=plain@1)'
    """
    given = {key: value for key, value in options.items() if not (value is None or value is False or value == "")}
    named = (f"{key}={'true' if value is True else value}" for key, value in given.items())
    return f"{name}({', '.join([*map(str, parameters), *named])})"


def prompts_of(*names: str) -> str:
    """Return the names and versions of all templates that a strategy asks with.

    >>> prompts_of("plain", "fix")
    'plain@1+fix@1'
    """
    return "+".join(load_template(name).signature for name in names)


def model_name(model: Model | None) -> str:
    """Return a model's signature for that of a strategy; empty for the model that everybody is given."""
    return "" if model is None else model.signature


def require_count(name: str, value: object) -> None:
    """Raise `InvalidValue` unless the value is a whole number above 0."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidValue(f"{name} must be a whole number above 0, got {value!r}")


def require_share(name: str, value: object) -> None:
    """Raise `InvalidValue` unless the value is `None` or a number from 0 to 1."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidValue(f"{name} must be a number from 0 to 1, got {value!r}")


def ask_for_code(desk: Desk, prompt: str, *, model: Model | None = None, temperature: float | None = None) -> Draft:
    """Ask once with a template, and return the code of the answer, tried on the visible cases."""
    return next(draw_code(desk, 1, prompt, model=model, temperature=temperature))


def draw_code(
    desk: Desk,
    count: int,
    prompt: str,
    *,
    model: Model | None = None,
    temperature: float | None = None,
    tried: bool = True,
) -> Iterator[Draft]:
    """Yield the code of so many answers to the same messages, drawn side by side and tried in their order.

    Without `tried`, whoever needs to know how they do tries them (`Desk.tried_out`).
    What does not come the first time, for the budget or the model, is asked for again, so that the desk says why.
    The temperature, where nobody chose one, is 0 for a single answer.
    """
    template = load_template(prompt)
    messages = template.messages(desk.problem)
    warm = (0.0 if count == 1 else SEVERAL) if temperature is None else temperature
    while count > 0:
        answers = desk.draw(messages, count, template=template.signature, model=model, temperature=warm)
        for answer in answers:
            yield desk.draft(answer, tried=tried)
        count -= len(answers)


@dataclass(slots=True)
class Improver:
    """Asks a model for better code than a draft, and sees when it has no more to say.

    A question that was asked before is asked at a higher temperature. When the answers bring code that was there
    before, `MOST_REPEATS` times in a row, no more is asked.
    """

    desk: Desk
    template: str
    """`feedback` or `fix`; where there are no visible cases, it is `review`."""
    model: Model | None = None
    temperature: float = 0.0
    _said: set[str] = field(default_factory=set)
    _asked: set[str] = field(default_factory=set)
    _repeats: int = 0

    def improved(self, draft: Draft) -> Draft | None:
        """Return the code of the next answer, tried on the visible cases; `None`: the notes say why there is none."""
        desk = self.desk
        trial = desk.trial(draft)
        if trial is not None and trial.verdict is None:
            desk.note("stopped: the draft could not be tried, so nothing is known that could be improved")
            return None
        template, messages = self._question(draft)
        again = draft.source in self._asked
        warm = max(self.temperature, SEVERAL) if again else self.temperature
        self._said.add(draft.source)
        self._asked.add(draft.source)
        answer = desk.ask(messages, template=template.signature, model=self.model, temperature=warm)
        new = desk.draft(answer)
        return None if self._is_stuck(draft, new) else new

    def _question(self, draft: Draft) -> tuple[Template, tuple[Message, ...]]:
        trial = self.desk.trial(draft)
        template = load_template(REVIEW if trial is None else self.template)
        offered = {"code": shortened(draft.source, MOST_CODE)}
        if trial is not None:
            offered |= {"feedback": feedback_of(trial), "failures": failures_of(trial)}
        fields = {name: text for name, text in offered.items() if name in template.fields}
        return template, template.messages(self.desk.problem, **fields)

    def _is_stuck(self, draft: Draft, new: Draft) -> bool:
        """Return whether the model says what it said before, too often; a review that changes nothing is the end."""
        if new.source not in self._said:
            self._repeats = 0
            return False
        self._repeats += 1
        if not self.desk.has_cases and new.source == draft.source:
            self.desk.note("stopped: the model has nothing to change")
            return True
        if self._repeats < MOST_REPEATS:
            self.desk.note("the same code as before: not tried again")
            return False
        self.desk.note(f"stopped: the same code as before, {self._repeats} times in a row")
        return True


def is_enough(desk: Desk, draft: Draft, quality_bound: float | None) -> bool:
    """Return whether a draft need not be improved: it passes all visible cases; or without them, its form is enough."""
    if desk.has_cases:
        return draft.passes_all
    return quality_bound is not None and form_of(draft, desk.problem.language) >= quality_bound


def form_of(draft: Draft, language: str) -> float:
    """Return the form of a draft's code, from 0 to 1, as `assay.quality` sees it without running it."""
    from assay.quality.evaluator import CodeQualityEvaluator

    return CodeQualityEvaluator().evaluate(draft.source, language=language).overall


def best_reviewed(desk: Desk, since: int, quality_bound: float | None) -> list[Draft]:
    """Return the best draft from the one numbered `since` on, as the list that a strategy returns.

    With visible cases they decide, and of equal drafts it is the first. Without them it is the valid draft of the best
    form where a bound was set, else the newest valid one: each is a review of the one before it.
    """
    drafts = desk.drafts[since:]
    if desk.has_cases or not drafts:
        return desk.best(since)
    if quality_bound is not None:
        forms = [(draft.valid, form_of(draft, desk.problem.language)) for draft in drafts]
        return [drafts[forms.index(max(forms))]]
    return [next((draft for draft in reversed(drafts) if draft.valid), drafts[0])]
