"""The nouns of Assay as plain records: frozen, validated once, standard library only."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import NoneType
from typing import Any, ClassVar, NamedTuple, NoReturn

from assay.agreement import Accuracy
from assay.errors import InvalidProblem, InvalidValue, require
from assay.results import Result

MIB = 2**20
BUILD_SECONDS = 120.0
"""Effective time of a compiler."""
ENVIRONMENT_SECONDS = 3600.0
"""Wall time in which the environment of a repository is built."""
REPOSITORY_SECONDS = 600.0
"""Effective time of the tests of a repository, where nobody says how long they take."""


class Verdict(StrEnum):
    """What a judge decided about a candidate."""

    PASSED = "passed"
    FAILED = "failed"
    """It ran and gave a wrong answer."""
    CRASHED = "crashed"
    """It raised, was ended by a signal, or left early."""
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    INVALID = "invalid"
    """It does not parse, or lacks the entry point."""

    @property
    def passed(self) -> bool:
        return self is Verdict.PASSED

    def __bool__(self) -> NoReturn:
        """Refused: `if trial.verdict` would be read as "passed" by one and as "judged" by another."""
        raise TypeError("a verdict is neither true nor false: ask verdict.passed, or whether it is None (unjudged)")


class CaseStatus(StrEnum):
    """How one case ended."""

    PASSED = "passed"
    FAILED = "failed"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    SKIPPED = "skipped"
    """The test code skipped it; that is not a pass."""
    NOT_RUN = "not_run"
    """An earlier case used up the trial's time, or the candidate never loaded; that is not a pass."""

    def __bool__(self) -> NoReturn:
        """Refused, for the same reason as that of a verdict."""
        raise TypeError("the status of a case is neither true nor false: ask outcome.passed, or compare the status")


class CaseKind(StrEnum):
    """Whether a case shows the ordinary behaviour or the borders of it."""

    BASIC = "basic"
    EDGE = "edge"


class Part(StrEnum):
    """Cases of a problem that a pass can be asked of, whichever of them decide about the verdict."""

    BASIC = "basic"
    WHOLE = "whole"


class KilledBy(StrEnum):
    """Which of our limits ended a process."""

    TIME = "time"
    """Effective time: wall time minus the time spent waiting for a CPU."""
    WALL = "wall"
    """Plain wall time, the last resort."""
    MEMORY = "memory"
    OUTPUT = "output"
    SYSTEM_CALL = "system_call"
    """It made a system call that has no honest use."""


class SuspicionKind(StrEnum):
    """The closed set of signs that a pass may not mean what it says, most of them of tampering."""

    EARLY_EXIT = "early_exit"
    GARBAGE = "garbage_on_channel"
    SYSTEM_CALL = "forbidden_system_call"
    LYING_EQUALITY = "lying_equality"
    DENIED_READ = "denied_read"
    SIGNAL = "signal_or_trace"
    LATE_OUTPUT = "output_after_end"
    HARD_CODED = "hard_coded_answers"
    TEST_CONFIGURATION = "test_configuration"
    """It changed or added what decides how tests are run; that was taken back."""
    LYING_TESTS = "lying_tests"
    """Tests that must fail were reported as passed."""
    DIFFERS_BEYOND_TESTS = "differs_beyond_tests"
    """It passes the tests, but differs from the reference on other inputs of their kind; that is no tampering."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """One sign that a pass may not mean what it says, with its evidence; shown in every report, never a verdict."""

    kind: SuspicionKind
    evidence: str


class ComparatorKind(StrEnum):
    """How the value a candidate returned is compared with the expected one."""

    EXACT = "exact"
    EXACT_TYPES = "exact_types"
    CLOSE = "close"
    ANY_ORDER = "any_order"
    SET_EQUAL = "set_equal"
    ONE_OF = "one_of"
    TRUTH = "truth"
    """Only whether the value is true, as `assert f(x)` and `assert not f(x)` ask."""
    PREDICATE = "predicate"


@dataclass(frozen=True, slots=True)
class Comparator:
    """A comparison as data; `assay.judges.comparators` carries it out.

    >>> Comparator.close(atol=1e-6).kind
    <ComparatorKind.CLOSE: 'close'>
    """

    kind: ComparatorKind = ComparatorKind.EXACT
    atol: float = 0.0
    """Absolute tolerance, for numbers met by `close` at any depth."""
    rtol: float = 0.0
    """Relative tolerance, of the expected value."""
    inner: Comparator | None = None
    """For `one_of` and `any_order`: how each alternative or element is compared (`None`: exact)."""
    source: str = ""
    """For `predicate`: Python source that defines `accept(result, *arguments)`; runs with the tests."""

    @classmethod
    def close(cls, *, atol: float = 0.0, rtol: float = 0.0) -> Comparator:
        if atol < 0 or rtol < 0:
            raise InvalidValue(f"tolerances must not be negative, got atol={atol!r}, rtol={rtol!r}")
        return cls(ComparatorKind.CLOSE, atol=atol, rtol=rtol)

    @classmethod
    def predicate(cls, source: str) -> Comparator:
        return cls(ComparatorKind.PREDICATE, source=source)


EXACT = Comparator()
EXACT_TYPES = Comparator(ComparatorKind.EXACT_TYPES)
ANY_ORDER = Comparator(ComparatorKind.ANY_ORDER)
SET_EQUAL = Comparator(ComparatorKind.SET_EQUAL)
ONE_OF = Comparator(ComparatorKind.ONE_OF)
TRUTH = Comparator(ComparatorKind.TRUTH)


@dataclass(frozen=True, slots=True)
class Case:
    """One call of the entry point with what it must return, or the exception it must raise."""

    arguments: tuple[object, ...] = ()
    expected: object = None
    keywords: Mapping[str, object] = field(default_factory=dict)
    raises: str | None = None
    """The name of a built-in exception type the call must raise, instead of returning."""
    comparator: Comparator = EXACT
    kind: CaseKind = CaseKind.BASIC
    name: str = ""
    """Shown in reports; the source of the assertion where the case came from test code."""

    def __post_init__(self) -> None:
        for name, kinds, wanted in _CASE_KINDS:
            if not isinstance(getattr(self, name), kinds):
                raise InvalidValue(f"{name}: must be {wanted}, got {getattr(self, name)!r:.80}")
        kind: object = self.kind
        if not isinstance(kind, CaseKind):
            if kind not in tuple(CaseKind):
                raise InvalidValue(f"kind: must be one of {', '.join(CaseKind)}, got {kind!r:.80}")
            object.__setattr__(self, "kind", CaseKind(str(kind)))


_CASE_KINDS: tuple[tuple[str, tuple[type, ...], str], ...] = (
    ("arguments", (tuple, list), "a tuple of arguments"),
    ("keywords", (Mapping,), "a mapping"),
    ("raises", (str, NoneType), "the name of an exception"),
    ("comparator", (Comparator,), "a Comparator"),
    ("name", (str,), "a text"),
)


class SuiteStyle(StrEnum):
    """How the test code of a problem is written."""

    CHECK = "check"
    """It defines `check(candidate)`."""
    ASSERTS = "asserts"
    """Plain statements, every top-level assertion a case."""
    UNITTEST = "unittest"
    """`unittest.TestCase` classes, every test method a case."""


@dataclass(frozen=True, slots=True)
class FunctionCheck:
    """What `Cases` and `Suite` share: the function or class they call, and the files its code stands among."""

    entry_point: str
    target: str = field(default="", kw_only=True)
    """The path at which the candidate's code stands among `files`; the entry point is taken from that module."""
    files: Mapping[str, str] = field(default_factory=dict, kw_only=True, hash=False)
    """The other files of a small repository, path → text, which the candidate's code may import."""
    before: str = field(default="", kw_only=True)
    """Python source that runs in front of the candidate's, in its process: imports that it may rely on."""
    holder: str = field(default="", kw_only=True)
    """A class such as `Solution` that may hold the entry point as a method: each call makes an object of it. A
    candidate without that method gives the entry point as a function."""
    is_expression: bool = field(default=False, kw_only=True)
    """Whether a candidate is one expression; a call of the entry point, without arguments, gives its value."""
    is_text: bool = field(default=False, kw_only=True)
    """Whether a candidate is a text that test code puts into a program; a call of the entry point gives the text."""
    after: str = field(default="", kw_only=True)
    """Python source that runs behind the candidate's, in its process, and may make the entry point of it."""
    asks: str = field(default="", kw_only=True)
    """What the candidate itself defines, where `after` makes the entry point of it; empty: the entry point."""

    @property
    def asked(self) -> str:
        """The name of what a candidate's own text defines."""
        return self.asks or self.entry_point

    @property
    def required(self) -> tuple[str, ...]:
        """The names that a candidate must define."""
        return (self.entry_point,)

    @property
    def one_file(self) -> bool:
        """Whether a candidate is one file that defines the entry point, and not several in one text."""
        return not self.files and not self.is_expression and not self.is_text

    def placing(self) -> dict[str, Any]:  # Any: keyword arguments
        """Return the fields that say where the candidate's code stands, for another check of the same function."""
        return {
            "target": self.target,
            "files": self.files,
            "before": self.before,
            "holder": self.holder,
            "is_expression": self.is_expression,
            "is_text": self.is_text,
            "after": self.after,
            "asks": self.asks,
        }

    def wall_seconds(self, limits: Limits) -> float:
        """Return the wall time after which a judge that still works on a candidate hangs."""
        return limits.wall_seconds

    def mistake(self) -> str:
        """Return what is wrong with this check, or an empty text."""
        name: object = self.entry_point  # from Python it may be anything
        if not isinstance(name, str) or not name.isidentifier():
            return f"entry_point must be a name, got {self.entry_point!r}"
        if self.files and not self.target.endswith(".py"):
            return f"with files, target must be the path of a .py file, got {self.target!r}"
        if self.target and (self.before or self.after or self.holder or self.is_expression or self.is_text):
            return "with a target, before, after, holder, is_expression and is_text must be empty"
        if self.holder and not self.holder.isidentifier():
            return f"holder must be the name of a class, got {self.holder!r}"
        return ""


@dataclass(frozen=True, slots=True)
class Cases(FunctionCheck):
    """Calls of the entry point, each with the value that it must return."""

    cases: tuple[Case, ...]

    def counts(self) -> tuple[int, int]:
        """Return how many basic cases there are, and how many edge cases."""
        edge = sum(case.kind is CaseKind.EDGE for case in self.cases)
        return len(self.cases) - edge, edge

    def content(self) -> tuple[object, ...]:
        """Return everything that moves a verdict, in parts that can be pickled."""
        return (self.entry_point, *self.placing().items(), *self.cases)

    def mistake(self) -> str:
        given: object = self.cases  # from Python it may be anything
        if not isinstance(given, tuple | list):
            return f"cases must be a tuple of cases, got {given!r:.80}"
        if not given:
            return FunctionCheck.mistake(self) or "there must be at least one case"
        other = next((f"{case!r:.80}" for case in given if not isinstance(case, Case)), "")
        return FunctionCheck.mistake(self) or (other and f"cases: every one must be a Case, got {other}")


@dataclass(frozen=True, slots=True)
class Suite(FunctionCheck):
    """Test code: the benchmark's own and trusted, run where the candidate cannot reach it."""

    source: str
    style: SuiteStyle = SuiteStyle.ASSERTS
    prelude: str = ""
    """Trusted code that the tests need and that does not come from the candidate (imports, helpers of the prompt)."""
    names: tuple[str, ...] = ()
    """Names the tests take from the candidate, besides the entry point."""
    edge_source: str = ""
    """More statements of the same style whose cases count as `edge`."""
    together: bool = False
    """Whether it must run in the candidate's process, whose modules it patches: only the shared judge takes it."""

    @property
    def required(self) -> tuple[str, ...]:
        return (self.entry_point, *self.names)

    def counts(self) -> tuple[int, int]:
        """Return the least numbers of basic cases and of edge cases: how many there are is known when it has run."""
        return int(bool(self.source.strip())), int(bool(self.edge_source.strip()))

    def content(self) -> tuple[object, ...]:
        """Return everything that moves a verdict, in parts that can be pickled."""
        return (self,)


@dataclass(frozen=True, slots=True)
class ProgramInput:
    """What a program is given in one run and, where that is known, what it must print."""

    stdin: bytes = b""
    arguments: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    name: str = ""
    expected: bytes | None = None
    """The standard output that is right; `None`: that of the ground truth."""
    others: tuple[bytes, ...] = ()
    """More outputs that are just as right."""
    kind: CaseKind = CaseKind.BASIC


@dataclass(frozen=True, slots=True)
class ProgramSource:
    """The source of a program, in a language."""

    data: bytes
    language: str
    path: str = ""
    """Where it lies; empty for source text."""
    error: str = ""
    """Why there is nothing to run: the file cannot be read, or is too large."""


@dataclass(frozen=True, slots=True)
class Checker:
    """How the output of a program is compared with the right one.

    >>> str(Checker.words(1e-6)), str(Checker.unordered_lines())
    ('words+floats(1e-06)', 'line-ends+unordered')
    """

    normalise: bool = True
    strict: bool = False
    normalisers: tuple[str, ...] = ()
    """Names of normalisers that make both outputs alike, beyond the documented one."""
    tolerance: float = 1e-6
    """How far numbers may differ, where the normaliser `floats` is among them."""
    keeps_case: bool = False
    """Whether capital and small letters differ, and blanks within a line count."""
    outer_blanks: bool = False
    """Whether blanks around the whole output, and no others, are overlooked."""
    tokens: bool = False
    """Whether outputs are compared word by word, however they are spread over lines, as judges of contests do."""
    program: ProgramSource | None = None
    """A trusted program that decides, given the paths of the input, the output and the expected output; it ends with
    status 0 where the output is right. It runs after the candidate and apart from it."""

    @classmethod
    def exact(cls) -> Checker:
        """Return the checker to which every byte counts."""
        return cls(normalise=False)

    @classmethod
    def line_ends(cls) -> Checker:
        """Return the checker that overlooks only blanks at the ends of lines and empty lines at the end."""
        return cls(keeps_case=True)

    @classmethod
    def trimmed(cls) -> Checker:
        """Return the checker that overlooks blanks around the output, and rounding where the output is one number."""
        return cls(outer_blanks=True, normalisers=("one-number",))

    @classmethod
    def words(cls, tolerance: float | None = None, *, any_case: bool = False) -> Checker:
        """Return the checker of contests: the same words in the same order, however they are spread over lines.

        With a `tolerance` a number may differ from the expected one by so much, or by that share of it; two whole
        numbers must be equal. `any_case` takes capital and small letters for the same.
        """
        if tolerance is None:
            return cls(tokens=True, keeps_case=not any_case)
        if not 0 <= tolerance < math.inf:
            raise InvalidValue(f"tolerance must be at least 0, got {tolerance!r}")
        return cls(tokens=True, keeps_case=not any_case, normalisers=("floats",), tolerance=tolerance)

    @classmethod
    def unordered_lines(cls) -> Checker:
        """Return the checker to which lines may come in any order; blanks at their ends do not count."""
        return cls(keeps_case=True, normalisers=("unordered",))

    @classmethod
    def by_program(cls, source: str | bytes, language: str) -> Checker:
        """Return the checker that a trusted program of any language that can be run here carries out."""
        data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
        return cls(program=ProgramSource(data, language))

    def names(self) -> tuple[str, ...]:
        """Return the names of all that may make two outputs alike; none when bytes or a program decide."""
        if self.strict or not self.normalise or self.program is not None:
            return ()
        if self.tokens:
            return ("words" if self.keeps_case else "words-any-case", *self.normalisers)
        if self.outer_blanks:
            return ("outer-blanks", *self.normalisers)
        return ("line-ends" if self.keeps_case else "documented", *self.normalisers)

    def __str__(self) -> str:
        if self.program is not None:
            return f"program({self.program.language})"
        if self.strict:
            return "strict"
        texts = [f"floats({self.tolerance:g})" if name == "floats" else name for name in self.names()]
        return "+".join(texts) or "exact"


@dataclass(frozen=True, slots=True)
class Programs:
    """Runs of a whole program, whose output is compared with known output or with that of a ground truth."""

    inputs: tuple[ProgramInput, ...] = (ProgramInput(),)
    groundtruth: ProgramSource | None = None
    """The program that says what is right; `None`: every input says it itself."""
    checker: Checker = Checker()
    repeat: int = 1
    """How often the ground truth runs; from 2 on, each time with another hash seed, to see whether it varies."""
    before: str = ""
    """Python source that runs in front of the candidate's: imports that it may rely on."""
    may_return: bool = False
    """Whether a Python program may leave with `return`, as it can where a harness makes a function of it."""
    entry_point: ClassVar[str] = ""
    required: ClassVar[tuple[str, ...]] = ()
    one_file: ClassVar[bool] = False

    def counts(self) -> tuple[int, int]:
        """Return how many basic inputs there are, and how many edge inputs."""
        edge = sum(given.kind is CaseKind.EDGE for given in self.inputs)
        return len(self.inputs) - edge, edge

    def content(self) -> tuple[object, ...]:
        """Return everything that moves a verdict, in parts that can be pickled."""
        return (self,)

    def wall_seconds(self, limits: Limits) -> float:
        """Return the wall time after which a judge that still works on a candidate hangs."""
        builds = 2 * Limits(seconds=BUILD_SECONDS).wall_seconds
        runs = len(self.inputs) * (1 + self.repeat)
        if limits.all_seconds is None:
            return builds + runs * limits.wall_seconds
        return builds + runs + min(runs * limits.wall_seconds, 20 * limits.all_seconds)

    def mistake(self) -> str:
        """Return what is wrong with this check, or an empty text."""
        if not self.inputs:
            return "there must be at least one input"
        if self.groundtruth is None and any(given.expected is None for given in self.inputs):
            return "without a ground truth, every input must say what is expected"
        if self.groundtruth is not None and self.checker.program is not None:
            return "a checker program needs expected outputs, and there is a ground truth instead"
        return ""


@dataclass(frozen=True, slots=True)
class Repository:
    """Tests of a whole repository, run after the candidate's patch and the test patch were applied to it.

    The candidate is a unified diff, and so is the reference of the problem.
    """

    repository: str
    """Its name, such as `pallets/flask`, or what `git clone` takes."""
    base: str
    """The commit that both patches belong on."""
    test_patch: str
    """A unified diff that adds or changes the tests."""
    fail_to_pass: tuple[str, ...]
    """Ids of tests that fail without the candidate's patch and must pass with it."""
    pass_to_pass: tuple[str, ...] = ()
    """Ids of tests that pass without it and must still pass."""
    version: str = ""
    """The version of the repository; it picks the recipe of the environment."""
    environment: str = ""
    """The name of that recipe; empty: it is found by repository and version."""
    files: tuple[str, ...] = ()
    """The test files that are run; empty: those of the test patch that can hold tests."""
    source: str = field(default="", compare=False)
    """Where its files are on this machine: an archive of the base commit, or a clone; it moves no verdict."""
    entry_point: ClassVar[str] = ""
    required: ClassVar[tuple[str, ...]] = ()
    one_file: ClassVar[bool] = False

    def counts(self) -> tuple[int, int]:
        """Return the number of tests, none of which is an edge case."""
        return len(self.fail_to_pass) + len(self.pass_to_pass), 0

    def content(self) -> tuple[object, ...]:
        """Return everything that moves a verdict, in parts that can be pickled."""
        return (replace(self, source=""),)

    def wall_seconds(self, limits: Limits) -> float:
        """Return the wall time after which a judge that still works on a candidate hangs.

        Its environment may have to be built, and the tests are run up to seven times.
        """
        return ENVIRONMENT_SECONDS + 7 * max(limits.wall_seconds, Limits(seconds=REPOSITORY_SECONDS).wall_seconds)

    def mistake(self) -> str:
        """Return what is wrong with this check, or an empty text."""
        if not self.fail_to_pass:
            return "fail_to_pass must name at least one test"
        empty = next((name for name in ("repository", "base") if not getattr(self, name).strip()), "")
        if empty:
            return f"{empty} must not be empty"
        if not self.files and not self.test_patch.strip():
            return "without a test_patch, files must name the test files that are run"
        outside = next((path for path in self.files if path.startswith(("/", "-")) or ".." in path.split("/")), None)
        return "" if outside is None else f"files: {outside!r} is not a path inside the repository"


@dataclass(frozen=True, slots=True)
class NativeSuite:
    """Tests in the candidate's own language, which are built and run as one program with it.

    The program is `before`, the candidate and `tests`, one after the other; where there are `files`, the candidate is
    the file `target` among them. Candidate and tests share a process, and the trial says so.
    """

    tests: str
    """Source behind the candidate's that calls it and stops the program where a test fails."""
    before: str = ""
    """Source in front of the candidate's: imports, a package, helpers."""
    entry_point: str = ""
    """The function that the tests call, where the set says it."""
    files: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Path → text of more files that the program is built of."""
    target: str = ""
    """The path of the candidate among `files`."""
    stops: tuple[str, ...] = ()
    """Words at which a completion ends, where the set says so; they move no verdict."""
    tests_path: str = ""
    """The path of the tests, where they are a file of their own. The candidate may then be several files, of which
    none takes the place of one of `files`."""
    libraries: tuple[str, ...] = ()
    """Libraries besides the language's own that a candidate may use, as the compiler names them."""
    required: ClassVar[tuple[str, ...]] = ()
    one_file: ClassVar[bool] = False

    def counts(self) -> tuple[int, int]:
        """Return that all the tests are one basic case."""
        return 1, 0

    def content(self) -> tuple[object, ...]:
        """Return everything that moves a verdict, in parts that can be pickled."""
        own = (self.tests, self.before, self.entry_point, dict(self.files), self.target)
        return (*own, self.tests_path, self.libraries)

    def wall_seconds(self, limits: Limits) -> float:
        """Return the wall time after which a judge that still works on a candidate hangs."""
        return 2 * Limits(seconds=BUILD_SECONDS).wall_seconds + 2 * limits.wall_seconds

    def mistake(self) -> str:
        """Return what is wrong with this check, or an empty text."""
        if not self.tests.strip():
            return "there must be tests"
        apart = self.files or self.tests_path
        return "with files, target must be the path of the candidate" if apart and not self.target else ""


@dataclass(frozen=True, slots=True)
class Untested(FunctionCheck):
    """No check at all: what a solver is given of a problem none of whose cases may be seen; no judge takes it.

    An empty `entry_point` stands for a whole program.
    """

    left_open: int = field(default=0, kw_only=True)
    """How many braces the hidden tests close, where they are in the candidate's own language."""

    @property
    def required(self) -> tuple[str, ...]:
        return (self.entry_point,) if self.entry_point else ()

    @property
    def one_file(self) -> bool:
        return bool(self.entry_point) and not self.files

    def mistake(self) -> str:
        return FunctionCheck.mistake(self) if self.entry_point else ""

    def counts(self) -> tuple[int, int]:
        """Return that there are no cases."""
        return 0, 0

    def content(self) -> tuple[object, ...]:
        """Return everything that moves a verdict, in parts that can be pickled."""
        return (self,)


Check = Cases | Suite | Programs | NativeSuite | Repository | Untested
"""What decides about a candidate; which judge takes which kind: `assay.judges.base`."""


@dataclass(frozen=True, slots=True)
class PropertyCheck:
    """A property that a function must have, tried on inputs; judged and reported like one case.

    Only `text` must be given: the source of a named property is found, and inputs are made, where a problem is loaded.

    >>> PropertyCheck("bounded(0, 10)").name
    'property: bounded(0, 10)'
    """

    text: str
    """As it is written in files and commands, such as `sorted`; with a `source`, what the property is called."""
    source: str = ""
    """Trusted Python source that defines the function of the property; empty: that of the library."""
    function: str = "holds"
    """The name of its function in the source: `holds(f, *arguments)`, which asserts or returns whether it holds."""
    names: tuple[str, ...] = ()
    """Names that the property takes from the candidate, besides the entry point."""
    strategy: str = ""
    """Where inputs come from, such as `lists(integers())`; empty: the cases, and the types that can be seen."""
    examples: int = 100
    """The most inputs that are made."""
    seed: int = 0
    kind: CaseKind = CaseKind.BASIC
    inputs: tuple[tuple[tuple[object, ...], Mapping[str, object]], ...] = field(default=(), hash=False)
    """Arguments by position and by name; none: not made yet."""

    @property
    def name(self) -> str:
        """What reports call it."""
        return f"{PROPERTY}{self.text}"


PROPERTY = "property: "
"""What the name of the outcome of a property begins with."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the reference of a problem is, in effective seconds on this machine."""

    seconds: float
    """For all cases together."""
    cases: Mapping[int, float] = field(default_factory=dict)
    """Number of the case → what it takes, for those that take long."""
    known: bool = True
    """Whether it could be measured: the reference passes."""


class ProblemKind(StrEnum):
    """What a problem asks for; accuracy is reported for each."""

    FUNCTION = "function"
    ALGORITHM = "algorithm"
    REPOSITORY = "repository"
    """Code that lives among other files."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to solve, with the check that decides about a solution.

    >>> Problem("double", Cases("double", (Case((2,), 4),))).check.counts()
    (1, 0)
    """

    id: str
    check: Check
    prompt: str = ""
    reference: str = ""
    language: str = "python"
    kind: ProblemKind = ProblemKind.FUNCTION
    difficulty: int | None = None
    """From 1 (simple) to 3 (hard); `None`: nobody said."""
    tags: tuple[str, ...] = ()
    pace: Pace | None = None
    """`None`: nobody measured the reference."""
    edge_decides: bool = True
    """Whether edge cases decide about the verdict; if not, they are run and reported beside it."""
    properties: tuple[PropertyCheck, ...] = ()
    """What the function must keep for many inputs, in addition to the check."""
    opening: str = ""
    """What a completion stands behind, where that is not the prompt: what a repair begins with; empty: the prompt."""
    published: str = ""
    """The day on which it became public, as `2024-09-01`; empty: nobody said."""
    libraries: tuple[str, ...] = ()
    """Modules outside of Python's standard library that its tests or its reference import: where one of them is
    missing, nobody can be judged."""
    examples: Check | None = None
    """Cases that whoever solves the problem may see, beside those that its prompt shows; moves no verdict."""

    def counts(self) -> tuple[int, int]:
        """Return how many basic cases there are, and how many edge cases, properties included."""
        basic, edge = self.check.counts()
        own = sum(one.kind is CaseKind.EDGE for one in self.properties)
        return basic + len(self.properties) - own, edge + own

    def __post_init__(self) -> None:
        for name, value in (("id", self.id), ("prompt", self.prompt)):
            require(name, value, (str,), "a text")
        if not isinstance(self.check, Check):
            raise InvalidProblem(f"problem {self.id!r}: check must be Cases or another check, got {self.check!r:.80}")
        mistake = self.check.mistake()
        examples: object = self.examples  # from Python it may be anything
        if examples is not None and not isinstance(examples, Check):
            mistake = mistake or f"examples must be Cases or another check, got {examples!r:.80}"
        elif examples is not None:
            mistake = mistake or examples.mistake() or _other_function(self.check, examples)
        if self.difficulty not in (None, 1, 2, 3):
            mistake = mistake or f"difficulty must be 1, 2 or 3, got {self.difficulty!r}"
        if self.properties and not isinstance(self.check, FunctionCheck):
            mistake = mistake or f"properties belong to a function, and this is {type(self.check).__name__}"
        given: object = self.properties  # from Python it may be anything
        if not isinstance(given, tuple | list) or not all(isinstance(one, PropertyCheck) for one in given):
            mistake = mistake or f"properties must all be PropertyChecks, got {given!r:.80}"
        if mistake:
            raise InvalidProblem(f"problem {self.id!r}: {mistake}")


def _other_function(check: Check, examples: Check) -> str:
    asked, shown = check.entry_point, examples.entry_point
    return "" if asked == shown else f"examples are about {shown!r}, and the check is about {asked!r}"


class Mend(StrEnum):
    """How a text that does not parse as its key says was made the program it is meant to be."""

    BEHIND_THE_PROMPT = "behind_the_prompt"
    """Given as a solution, but only the body of the function: it was put behind the prompt."""
    INDENTATION_RESTORED = "indentation_restored"
    """Its first line, or all of it, was not as far in as the body of the function is."""
    FENCED_BLOCK = "fenced_block"
    """An answer in words: its marked code was taken out of it."""
    WHOLE_PROGRAM = "whole_program"
    """Given as a completion, but a whole function that cannot stand behind the prompt: it replaced the prompt's."""
    PROSE_LEFT_OUT = "prose_left_out"
    """Words before the code were left out."""
    MARKS_LEFT_OUT = "marks_left_out"
    """A byte order mark, or the tokens with which a model begins and ends its turn, were left out."""
    TAIL_LEFT_OUT = "tail_left_out"
    """What followed the end of the function was left out."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """The code under judgement."""

    source: str | bytes
    attempt: int = 0
    origin: str = ""
    model_version: str = ""
    model: str = ""
    """Who wrote it, where its row says so; empty: see `assay.spec.Run.writer`."""
    mend: Mend | None = None
    """What was done to its text before it was judged; `None`: it is judged as it was given, or as it was asked for."""
    error: str = ""
    """Why there is no source: its file cannot be read, or is too large."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A candidate and the problem it is for: what a reader, a solver or a test gives to an evaluation."""

    problem_id: str
    candidate: Candidate


class Writer(NamedTuple):
    """A model in one version; either may be unknown."""

    model: str = ""
    model_version: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, self)) or "(none)"


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of one execution, enforced from outside."""

    seconds: float = 3.0
    """Effective time of one candidate in all: wall time minus the time it waited for a CPU."""
    case_seconds: float | None = None
    """Effective time of one case; `None`: a case may use all of `seconds`."""
    failed_seconds: float | None = None
    """Effective time in all of a candidate that has failed a case: what it does after that moves no verdict."""
    all_seconds: float | None = None
    """Effective time of a whole program on all its inputs together; `None`: each may use all of `seconds`."""
    reference_factor: float = 0.0
    """Where the reference was measured, `seconds` and `case_seconds` are at least so many times what it needs."""
    memory_bytes: int = 1024 * MIB
    output_bytes: int = 1 * MIB
    """What is kept of standard output and of standard error, each."""
    file_bytes: int = 16 * MIB
    """The largest file it may write."""
    open_files: int = 64
    processes: int = 64
    """Threads of a function-level candidate; processes and threads of a program."""

    def __post_init__(self) -> None:
        for one in fields(self):
            value: object = getattr(self, one.name)
            if value is not None or not one.name.endswith("_seconds"):
                require(one.name, value, (int, float), "a number")
        for name in ("seconds", "memory_bytes", "output_bytes", "file_bytes", "open_files", "processes"):
            if not getattr(self, name) > 0:
                raise InvalidValue(f"{name} must be positive, got {getattr(self, name)!r}")
        for name in ("case_seconds", "failed_seconds", "all_seconds"):
            if getattr(self, name) is not None and not getattr(self, name) > 0:
                raise InvalidValue(f"{name} must be positive, got {getattr(self, name)!r}")
        if not self.reference_factor >= 0:
            raise InvalidValue(f"reference_factor must not be negative, got {self.reference_factor!r}")

    def beside(self, pace: Pace | None) -> Limits:
        """These limits for a candidate whose reference is that fast; unless somebody measured, cases have none.

        >>> Limits(seconds=3.0, reference_factor=4.0).beside(Pace(2.0)).seconds
        8.0
        """
        if pace is None or not pace.known:
            return replace(self, case_seconds=None) if self.reference_factor else self
        return replace(self, seconds=max(self.seconds, self.reference_factor * pace.seconds))

    def flat(self, seconds: float) -> Limits:
        """These limits with one time for every candidate, whatever the reference needs."""
        return replace(
            self, seconds=seconds, case_seconds=None, failed_seconds=None, all_seconds=None, reference_factor=0.0
        )

    def of_case(self, needed: float) -> float | None:
        """How long a case may take for which the reference needs that long; `None`: it has no limit of its own.

        >>> Limits(case_seconds=1.0, reference_factor=4.0).of_case(0.5)
        2.0
        """
        return None if self.case_seconds is None else max(self.case_seconds, self.reference_factor * needed)

    @property
    def seconds_after_failure(self) -> float:
        """Effective time in all of a candidate that has failed a case."""
        return self.seconds if self.failed_seconds is None else min(self.seconds, self.failed_seconds)

    @property
    def wall_seconds(self) -> float:
        """The last resort, for a process that neither runs nor sleeps as it should."""
        return 20 * self.seconds


@dataclass(frozen=True, slots=True)
class Program:
    """What a sandbox runs: an argument vector with its files and standard input."""

    argv: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Relative path in the scratch folder → content, put there before the start."""
    stdin: bytes = b""


@dataclass(frozen=True, slots=True)
class Execution:
    """The facts of one run; a judge makes the verdict."""

    exit_code: int | None
    """The status it ended with; `None` when a signal ended it."""
    signal: int | None = None
    killed_by: KilledBy | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    truncated: bool = False
    """Output went beyond the limit and was cut."""
    wall_seconds: float = 0.0
    effective_seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory_bytes: int = 0
    """Peak resident memory above that of an empty process."""
    isolation: str = ""


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """What one case came to."""

    status: CaseStatus
    kind: CaseKind = CaseKind.BASIC
    name: str = ""
    actual: str = ""
    """The returned value as text, cut; empty when there was none."""
    expected: str = ""
    error: str = ""
    """The exception, or the reason why there is no value."""
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        return self.status is CaseStatus.PASSED

    def __reduce__(self) -> tuple[Any, ...]:  # Any: as pickle wants it; a trial may have thousands of outcomes
        texts = self.name, self.actual, self.expected, self.error
        return CaseOutcome, (self.status, self.kind, *texts, self.seconds)


@dataclass(frozen=True, slots=True)
class ProbeOutcome:
    """What a probe found out about a candidate that passed, or about the tests of its problem."""

    probe: str
    """The name of the probe, such as `overfit`."""
    count: int = 0
    """What the probe counts: passes that do not hold up, passes without a difference, mutants that were killed."""
    of: int = 0
    """What could be counted, which for a candidate is 1; 0: the probe has nothing to say here, see `detail`."""
    detail: str = ""
    """What was found, or why nothing could be."""
    inputs: int = 0
    """How many inputs that rests on."""
    fault: str = ""
    """Why our side failed, where it did."""


@dataclass(frozen=True, slots=True, repr=False)
class Trial(Result):
    """One attempt at one problem: case outcomes and a verdict, or a fault of ours and none.

    >>> Trial("double", Candidate(""), Verdict.FAILED, (CaseOutcome(CaseStatus.FAILED),), detail="2 != 4")
    <Trial double: failed, 0 of 1 cases; 2 != 4>
    """

    problem_id: str
    candidate: Candidate
    verdict: Verdict | None
    """`None`: unjudged, see `fault`."""
    outcomes: tuple[CaseOutcome, ...] = ()
    suspicions: tuple[Suspicion, ...] = ()
    fault: str = ""
    detail: str = ""
    """One line on why the verdict is what it is; a traceback where the candidate raised while loading."""
    executions: tuple[Execution, ...] = ()
    judge: str = "separate"
    isolation: str = ""
    accuracy: Accuracy | None = None
    """Of a program: how far it agrees with the ground truth."""
    probes: tuple[ProbeOutcome, ...] = ()
    """What was asked beyond the verdict, in the order of the run's probes."""

    @property
    def settled(self) -> bool:
        """Whether judging it again changes nothing: it has a verdict, or its problem cannot judge anybody here."""
        return self.verdict is not None or self.accuracy is not None

    @property
    def passed(self) -> bool:
        """Whether it has a verdict, and that is a pass."""
        return self.verdict is Verdict.PASSED

    def headline(self) -> str:
        """Return the problem, the verdict, how many cases passed, and what else a reader must know."""
        if self.verdict is None:
            return f"{self.problem_id}: unjudged; {self.fault}"
        cases = f"{sum(outcome.passed for outcome in self.outcomes)} of {len(self.outcomes)} cases"
        notes = [
            *filter(None, [self.detail.partition("\n")[0]]),
            *map(_suspected, self.suspicions),
        ]
        return "; ".join([f"{self.problem_id}: {self.verdict}, {cases}", *notes])

    def table(self) -> list[dict[str, Any]]:  # Any: texts and numbers
        """Return one row for each case."""
        return [
            {"case": number, "name": one.name, "kind": one.kind.value, "status": one.status.value,
             "actual": one.actual, "expected": one.expected, "error": one.error, "seconds": one.seconds}
            for number, one in enumerate(self.outcomes)
        ]  # fmt: skip

    def to_dict(self) -> dict[str, Any]:  # Any: JSON
        """Return the trial as plain data."""
        from dataclasses import asdict

        data = asdict(self)
        if self.accuracy is None:
            del data["accuracy"]
        if not self.probes:
            del data["probes"]
        if not self.candidate.error:
            del data["candidate"]["error"]
        for execution in data["executions"]:
            execution["stdout"] = execution["stdout"].decode("utf-8", "replace")
            execution["stderr"] = execution["stderr"].decode("utf-8", "replace")
        if isinstance(self.candidate.source, bytes):
            data["candidate"]["source"] = self.candidate.source.decode("utf-8", "replace")
        return data


def _suspected(suspicion: Suspicion) -> str:
    if suspicion.kind is SuspicionKind.DIFFERS_BEYOND_TESTS:
        return "passes its tests, but not beyond them"
    return f"suspected of {suspicion.kind}"


@dataclass(frozen=True, slots=True)
class Score:
    """One number, with what is needed to read and to repeat it.

    >>> str(Score("pass@1", 0.5, 4, (0.15, 0.85), "starter:1|k:1", k=1))
    'pass@1 = 50.0% [15.0, 85.0] (n=4) starter:1|k:1'
    """

    metric: str
    value: float | None
    """`None`: there was nothing to measure."""
    n: int
    """How many problems (or, where the name says so, trials or cases) it is about."""
    interval: tuple[float, float] | None = None
    """Of 95 % confidence."""
    signature: str = ""
    k: int | None = None
    note: str = ""
    """What a reader must know: problems left out, a weight shared out."""
    pooled: float | None = None
    """The same over all cases at once, where `value` is a mean over problems."""

    def __str__(self) -> str:
        value = "none" if self.value is None else f"{self.value:.1%}"
        interval = (
            "" if self.interval is None else f" [{self.interval[0]:.1%}, {self.interval[1]:.1%}]".replace("%", "")
        )
        return f"{self.metric} = {value}{interval} (n={self.n}) {self.signature}".rstrip()
