"""A run as rows for training a model: passing candidates as examples, and pairs of a passing and a failing one."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from assay.errors import InvalidValue, UsageError
from assay.hashing import content_digest
from assay.records import Candidate, Problem, Trial
from assay.spec import Run
from assay.syntax import UNREADABLE, parse_foreign

if TYPE_CHECKING:
    from assay.store.base import Store

TRAIN = "train"
VALIDATION = "validation"
MOST_PAIRS = 4
"""Pairs of one problem, unless the user asks for more or fewer."""

Row = dict[str, Any]  # Any: JSON


class EvalOnly(UsageError):
    """The problems are for measuring only; rows for training are made of them only where the user insists."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What every row says of where its problem comes from."""

    benchmark: str
    licence: str = ""
    source: str = ""
    eval_only: bool = False


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How a run is made into rows."""

    validation: float = 0.1
    """The share of problems whose rows are for validation."""
    seed: int = 0
    """Decides which problems these are, and which of equally good candidates come first."""
    pairs: int = MOST_PAIRS
    """Pairs of one problem at most."""
    train_on_eval_only: bool = False
    """Whether rows are made of problems that are for measuring only."""

    def __post_init__(self) -> None:
        if not 0 <= self.validation < 1:
            raise InvalidValue(f"validation must be a share from 0 to below 1, got {self.validation!r}")
        if self.pairs < 1:
            raise InvalidValue(f"pairs must be at least 1, got {self.pairs!r}")


@dataclass(slots=True)
class TrainingRows:
    """The rows of a run, made one problem at a time; `left_out` and `rows` count as they are made."""

    run: Run
    store: Store
    problems: Iterable[Problem]
    terms: Terms
    form: str
    """One of `FORMS`."""
    options: TrainingOptions = field(default_factory=TrainingOptions)
    left_out: Counter[str] = field(default_factory=Counter)
    """Why trials have no row → how many."""
    rows: Counter[str] = field(default_factory=Counter)
    """`train` and `validation` → rows."""
    _seen: set[bytes] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.terms.eval_only and not self.options.train_on_eval_only:
            raise EvalOnly(
                f"{self.terms.benchmark} is for measuring only: a model that is trained on its problems cannot be "
                "measured with them any more"
            )

    def __iter__(self) -> Iterator[Row]:
        """Yield the rows in the order of the problems."""
        first: dict[str, str] = {}
        for problem in self.problems:
            same = first.setdefault(problem.prompt.strip(), problem.id)  # problems of one prompt are on one side
            split = split_of(same, self.options)
            for row in self._of_problem(problem):
                self.rows[split] += 1
                yield {**row, "split": split}

    def _of_problem(self, problem: Problem) -> Iterator[Row]:
        asked = instruction_of(problem)
        if not asked.words:
            self._leave_out("of a problem without a prompt", sum(1 for _ in self._trials(problem)))
            return
        passing, failing = self._usable(problem)
        for about, row in FORMS[self.form](asked, passing, failing, self.options):
            model, model_version = self.run.writer(about.candidate)
            terms = self.terms
            yield {
                **row,
                "problem": problem.id,
                "run": self.run.id,
                "model": model,
                "model_version": model_version,
                "benchmark": terms.benchmark,
                "licence": terms.licence,
                "source": terms.source,
                "eval_only": terms.eval_only,
            }

    def _usable(self, problem: Problem) -> tuple[list[Answer], list[Answer]]:
        """Return the candidates that passed and those that failed, each once, in an order that the seed decides."""
        found: dict[bool, list[Answer]] = {True: [], False: []}
        for trial in self._trials(problem):
            code = _code(trial)
            if reason := self._reason_against(trial, code):
                self._leave_out(reason)
            else:
                found[trial.passed].append(Answer(trial, code))
        # passing ones first: a failing candidate that is the same as a passing one says nothing
        passing, failing = ([one for one in found[side] if self._is_new(problem, one.code)] for side in (True, False))
        self._leave_out("duplicates", len(found[True]) + len(found[False]) - len(passing) - len(failing))
        return self._ordered(passing), self._ordered(failing)

    def _reason_against(self, trial: Trial, code: str) -> str:
        if trial.verdict is None:
            return "unjudged"
        if trial.passed and trial.suspicions:
            return "suspicious passes"
        if not trial.passed and self.form != "preference":
            return "failed"
        return "" if code.strip() else "no readable text"

    def _is_new(self, problem: Problem, code: str) -> bool:
        key = content_digest(problem.prompt.strip(), normalised(code, problem.language))
        new = key not in self._seen
        self._seen.add(key)
        return new

    def _ordered(self, answers: list[Answer]) -> list[Answer]:
        seed = str(self.options.seed)
        return sorted(answers, key=lambda one: (-one.share, content_digest(seed, one.trial.problem_id, one.code)))

    def _trials(self, problem: Problem) -> Iterator[Trial]:
        return self.store.trials(self.run.id, problem=problem.id)

    def _leave_out(self, why: str, count: int = 1) -> None:
        if count:
            self.left_out[why] += count


@dataclass(frozen=True, slots=True)
class Instruction:
    """What a model is asked, in the two parts that rows for instruction tuning have."""

    words: str
    """What is to be done."""
    head: str
    """The beginning of the code, up to the head of the function; empty where the prompt is words."""
    language: str

    @property
    def text(self) -> str:
        """Both parts in one text."""
        return f"{self.words}\n\n{fenced(self.head, self.language)}" if self.head else self.words


@dataclass(frozen=True, slots=True)
class Answer:
    """A candidate's code, with its trial."""

    trial: Trial
    code: str

    @property
    def candidate(self) -> Candidate:
        """The candidate as it was judged."""
        return self.trial.candidate

    @property
    def share(self) -> float:
        """The share of cases that passed."""
        outcomes = self.trial.outcomes
        return sum(one.passed for one in outcomes) / len(outcomes) if outcomes else 0.0


def instruction_of(problem: Problem) -> Instruction:
    r"""Return what a problem asks for: its docstring as words, and the code around it.

    >>> from assay.records import Case, Cases
    >>> prompt = "import re\n\ndef one(text: str) -> int:\n    'Return 1.'\n"
    >>> instruction_of(Problem("one", Cases("one", (Case(("",), 1),)), prompt=prompt))
    Instruction(words='Return 1.', head='import re\n\ndef one(text: str) -> int:', language='python')
    """
    prompt = problem.prompt.strip("\n")
    whole = Instruction(prompt.strip(), "", problem.language)
    if problem.language != "python":
        return whole
    try:
        tree = parse_foreign(prompt)
    except UNREADABLE:
        return whole
    functions = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and node.name == problem.check.entry_point
    ]
    described: ast.AST = functions[-1] if functions else tree
    assert isinstance(described, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module)
    words = ast.get_docstring(described, clean=False)
    if not words or not words.strip():
        return whole
    code = _without(prompt, described.body[0])
    return Instruction(inspect.cleandoc(words).strip(), code.strip("\n").rstrip(), problem.language)


def _without(source: str, node: ast.stmt) -> str:
    """Return source without the text of one statement."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    lines = source.encode("utf-8", "surrogatepass").split(b"\n")
    before = [*lines[: node.lineno - 1], lines[node.lineno - 1][: node.col_offset].rstrip()]
    after = [lines[node.end_lineno - 1][node.end_col_offset :], *lines[node.end_lineno :]]
    rest = b"\n".join(after).strip(b"\n")
    kept = b"\n".join(before).rstrip() + (b"\n" + rest if rest.strip() else b"")
    return kept.decode("utf-8", "surrogatepass")


def split_of(problem_id: str, options: TrainingOptions) -> str:
    """Return the side that all rows of a problem are on: decided by its id and the seed, whatever else there is.

    >>> sides = [split_of(f"p/{number}", TrainingOptions(0.25)) for number in range(1000)]
    >>> 200 < sides.count("validation") < 300
    True
    """
    place = int.from_bytes(content_digest(str(options.seed), problem_id)[:8], "big") / 2**64
    return VALIDATION if place < options.validation else TRAIN


def normalised(code: str, language: str = "python") -> str:
    r"""Return the text by which two candidates are the same.

    Of Python that is the syntax tree without docstrings, so that comments, blank lines, quotes and other layout do not
    count. Of other code it is the lines without the blanks at their ends, and without empty lines.

    >>> normalised("def f( x ):\n    # one\n    return x") == normalised('def f(x):\n\n    "One."\n    return (x)')
    True
    >>> normalised("a = 1") == normalised("b = 1")
    False
    """
    if language == "python":
        try:
            tree = parse_foreign(code)
            for node in ast.walk(tree):
                _drop_docstring(node)
            return ast.dump(tree)
        except UNREADABLE:
            pass
    return "\n".join(filter(None, (line.rstrip() for line in code.splitlines())))


def _drop_docstring(node: ast.AST) -> None:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module) or not node.body:
        return
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        del node.body[0]


def fenced(code: str, language: str) -> str:
    """Return code as a block of Markdown, whose marks are longer than any in the code."""
    marks = "```"
    while marks in code:
        marks += "`"
    return f"{marks}{language}\n{code.strip(chr(10))}\n{marks}"


def _code(trial: Trial) -> str:
    """Return the candidate's text; empty where it is no text that every reader of JSON takes."""
    source = trial.candidate.source
    try:
        return source.decode() if isinstance(source, bytes) else source.encode().decode()
    except UnicodeError:
        return ""


Made = Iterator[tuple[Answer, Row]]


def _as_sft(asked: Instruction, passing: list[Answer], failing: list[Answer], options: TrainingOptions) -> Made:
    for one in passing:
        yield one, {"instruction": asked.words, "input": asked.head, "output": one.code}


def _as_chat(asked: Instruction, passing: list[Answer], failing: list[Answer], options: TrainingOptions) -> Made:
    for one in passing:
        answer = fenced(one.code, asked.language)
        said = [{"role": "user", "content": asked.text}, {"role": "assistant", "content": answer}]
        yield one, {"messages": said}


def _as_preference(asked: Instruction, passing: list[Answer], failing: list[Answer], options: TrainingOptions) -> Made:
    """Yield pairs: the failing candidates that passed most cases first, each beside another passing one."""
    if not passing:
        return
    for number, worse in enumerate(failing[: options.pairs]):
        better = passing[number % len(passing)]
        yield better, {"prompt": asked.text, "chosen": better.code, "rejected": worse.code}


FORMS: Mapping[str, Callable[[Instruction, list[Answer], list[Answer], TrainingOptions], Made]] = {
    "sft": _as_sft,
    "chat": _as_chat,
    "preference": _as_preference,
}
"""Name of a format → what makes its rows of one problem's candidates."""
