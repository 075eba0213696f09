"""What decides a run (`RunSpec`), and how a run stands (`Run`): kept as they are, read back to go on or do it again.

Whatever moves a score is a field of `RunSpec`. A field that users can choose is an option: `assay.choices` makes the
flags of the command, the keys of the configuration file and the arguments of a Python call from these records.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from assay import __version__
from assay.errors import InvalidOption, InvalidValue, UsageError
from assay.hashing import content_digest
from assay.settings import (
    flag_of,
    format_memory,
    format_seconds,
    isolation_level,
    number_in,
    one_of,
    option,
    options_of,
    parse_count,
    parse_day,
    parse_k,
    parse_memory,
    parse_natural,
    parse_seconds,
    parse_stop_rule,
    read_names,
    read_switch,
    read_text,
    read_words,
)
from assay.weights import code_bleu_weights

if TYPE_CHECKING:  # the command asks for the options whenever it starts, and for the records seldom
    from assay.records import Candidate, Limits, Score, Writer

FORMS = ("completion", "solution", "chat")
"""What the text of a candidate can be."""
EXTRACTING = ("auto", "always", "never")
"""When code is looked for in the text of a candidate."""
PREFERENCES = ("accuracy", "balanced", "speed")
"""What a user may want most of a solver."""
EVEN_WEIGHTS = (0.25, 0.25, 0.25, 0.25)
PROGRAM_PAIRS = "ca"
"""What the problems of a comparison of programs are called, in place of a benchmark."""
FIRST_FAILURE = "first-failure"
"""The fact `stop` of a run whose candidates are stopped at their first failed case."""
RANDOM_ORDER = "seed-0"
"""The fact `order` of a run whose problems are judged in a random order, which is the same for every run."""
STOPPED = "stopped"
"""The fact of a run that ended early, since it was sure of its score: how many problems, of how many that it had."""
BLOCKS = "first"
"""The fact `blocks`: which of several blocks of code in an answer is judged (docs/candidates.md)."""
LONGEST_NAME = 200
"""Characters of a name, a model, its version, and of the key and the value of a label, as of an observation."""
MOST_LABELS = 20
LONGEST_SELECTION = 60
"""Characters of a choice of problems that a signature shows as they are."""


def read_name(value: object) -> str:
    """Text that stands in lists and on pages, and has the length of a name; empty is as good as not given."""
    name = read_words(value)
    if len(name) > LONGEST_NAME:
        raise InvalidValue(f"must have at most {LONGEST_NAME} characters, got {len(name):,}")
    return name


def read_labels(value: object) -> dict[str, str]:
    """Labels from a mapping, or from texts such as `key=value`."""
    found = _labels(value)
    if len(found) > MOST_LABELS:
        raise InvalidOption("label", f"a run has at most {MOST_LABELS}, got {len(found):,}")
    for key, text in found.items():
        if max(len(key), len(text)) > LONGEST_NAME:
            raise InvalidOption(
                "label",
                f"key and value must have at most {LONGEST_NAME} characters each, got {len(key):,} and {len(text):,}",
            )
    return found


def _labels(value: object) -> dict[str, str]:
    if isinstance(value, Mapping):
        return {str(key): str(text) for key, text in value.items()}
    found: dict[str, str] = {}
    for text in value if isinstance(value, list | tuple) else [value]:
        key, equals, rest = str(text).partition("=")
        if not key or not equals:
            raise InvalidOption("label", f"must be key=value, got {text!r:.80}")
        if key in found:
            raise InvalidOption("label", f"{key!r:.80} is given twice")
        found[key] = rest
    return found


PROGRAM_PAIRS = "ca"
"""What the pairs of programs of `assay ca` are called where a benchmark's name stands."""
FROM_PYTHON = "python"
"""What candidates are called that a Python caller handed over."""


@dataclass(frozen=True, slots=True)
class BenchmarkRef:
    """Which problems: enough to load the same ones again, and to notice where they were changed."""

    place: str = ""
    """What it is loaded by: the name of a family, or the path of one's own."""
    problem_file: str = option("", "The problems, in the format of the benchmark's family.", read_words, metavar="PATH")
    challenge: bool = option(
        False, "mbpp: its challenge assertions decide too; published scores are without.", read_switch
    )
    repos: str = option(
        "",
        "The folder with clones, mirrors or archives of the repositories, for swe-bench and repository tasks.",
        read_words,
        metavar="DIR",
    )
    name: str = ""
    version: str = ""
    digest: str = ""
    """Of the file that the problems came from."""


@dataclass(frozen=True, slots=True)
class CandidatesRef:
    """Which candidates."""

    name: str = ""
    """What they are called: a path, or `-`."""
    digest: str = ""
    """Of their content: by it a run that was stopped is found again.

    Empty: nobody knows it before they are read, as with a generator, and the run always begins anew. A caller who can
    give the same attempts once more may put a key of his own here.
    """


@dataclass(frozen=True, slots=True)
class Subset:
    """Which of the problems and attempts."""

    problems: str | None = option(
        None, "Only these: ids, ranges and patterns, with commas between.", read_words, metavar="IDS"
    )
    limit: int | None = option(None, "Only the first N problems.", parse_count, metavar="N")
    published_from: str | None = option(
        None,
        "Only problems published on that day or later, such as 2024-09 (its first day) or 2024-09-15.",
        parse_day,
        metavar="DATE",
        file_key="from",
    )
    published_to: str | None = option(
        None, "Only problems published on that day or before.", parse_day, metavar="DATE", file_key="to"
    )
    attempts: int | None = option(None, "Only the first N attempts at each.", parse_count, metavar="N")
    stop_when: str | None = option(
        None,
        "End as soon as pass@1 is surely so: 'below 0.6', 'above 0.8' or 'within 0.05'; judges in random order.",
        parse_stop_rule,
        metavar="RULE",
        file_key="stop_when",
    )

    def __post_init__(self) -> None:
        _validate(self)
        first, last = self.published_from, self.published_to
        if first is not None and last is not None and first > last:
            raise InvalidOption("published_to", f"must not be before {flag_of('published_from')}, {first}; got {last}")


SELECTING = ("problems", "limit", "published_from", "published_to")
"""The fields of a subset that say which problems are asked for."""


@dataclass(frozen=True, slots=True)
class ReadingRules:
    """How the texts of candidates become programs."""

    form: str | None = option(
        None,
        "What a candidate is: completion, solution or chat.",
        one_of(*FORMS),
        metavar="FORM",
        shown_default="by the file",
    )
    extract: str = option(
        "auto",
        "Take code out of answers; auto: out of chat answers, and of texts that do not parse as given.",
        one_of(*EXTRACTING),
        metavar="|".join(EXTRACTING),
    )

    def __post_init__(self) -> None:
        _validate(self)


def _usual_limits() -> Limits:
    from assay.records import Limits

    return Limits()


@dataclass(frozen=True, slots=True)
class Judging:
    """How candidates are judged: the same for every worker of a run."""

    judge: str = "separate"
    limits: Limits = field(default_factory=_usual_limits)
    python: str | None = option(
        None,
        "The interpreter that candidates run under.",
        read_text,
        metavar="PATH",
        file_key="python",
        variable="ASSAY_PYTHON",
    )
    isolation: str = option(
        "full",
        "The weakest level to accept: full, seccomp or process.",
        isolation_level,
        metavar="LEVEL",
        file_key="isolation",
        variable="ASSAY_ISOLATION",
    )
    first_failure: bool = option(
        False, "Stop a candidate at its first failed case; leaves out case rates.", read_switch
    )
    probes: tuple[str, ...] = option(
        (),
        "Ask more: overfit, equivalence, mutation; may be repeated.",
        read_names,
        name="probe",
        metavar="NAME",
        repeated=True,
        file_key="probes",
        variable="ASSAY_PROBE",
    )

    def __post_init__(self) -> None:
        _validate(self)


@dataclass(frozen=True, slots=True)
class Scoring:
    """Which scores are computed, and how."""

    k: tuple[int, ...] | None = option(
        None,
        "For pass@k.",
        parse_k,
        metavar="K,...",
        shown_default="1,5,10,100",
        file_key="metrics.pass_at_k.k_values",
    )
    quality: bool = option(
        False, "Add form and quality in six dimensions.", read_switch, file_key="metrics.quality.enabled"
    )
    codebleu: bool = option(
        False, "Add the similarity to the references.", read_switch, file_key="metrics.code_bleu.enabled"
    )
    codebleu_weights: tuple[float, float, float, float] = option(
        EVEN_WEIGHTS,
        "Of n-gram, weighted n-gram, syntax and dataflow match.",
        code_bleu_weights,
        has_flag=False,
        file_key="metrics.code_bleu.weights",
    )

    def __post_init__(self) -> None:
        _validate(self)


@dataclass(frozen=True, slots=True)
class About:
    """What the run is called and whose it is; moves no score."""

    name: str = option("", "A name to find the run by.", read_name, metavar="TEXT")
    model: str = option("", "Who wrote the candidates.", read_name, metavar="TEXT")
    model_version: str = option("", "Which version of it.", read_name, metavar="TEXT")
    fallback_model: str = ""
    """Who wrote them, where neither `model` nor the rows say it."""
    labels: Mapping[str, str] = option(
        dict, "Kept with the run; may be repeated.", read_labels, name="label", metavar="KEY=VALUE", repeated=True
    )

    def __post_init__(self) -> None:
        if self.name == "latest":
            raise InvalidOption("name", "'latest' always means the newest run; choose another name")


@dataclass(frozen=True, slots=True)
class Solving:
    """Who writes the candidates of a run, and how: asked by what prompts, in which strategy, with which budgets."""

    models: tuple[str, ...] = ()
    """The cheapest first; none: an agent writes them."""
    strategy: str = option(
        "once",
        "How attempts are drawn, such as verify(3) or 'cascade(once, ensemble(5))'; see `assay list strategies`.",
        read_text,
        metavar="STRATEGY",
        file_key="solving.strategy",
        variable="ASSAY_STRATEGY",
    )
    prefer: str | None = option(
        None, "Choose the strategy by what matters most.", one_of(*PREFERENCES), metavar="|".join(PREFERENCES)
    )
    prompt: str = option(
        "plain",
        "A name of `assay list prompts`, or the path of your own.",
        read_text,
        metavar="NAME|PATH",
        file_key="solving.prompt",
        variable="ASSAY_PROMPT",
    )
    agent: str = option(
        "",
        "A command that solves in the folder {workspace}; where a model is given, it is asked at {base_url}.",
        read_words,
        metavar="COMMAND",
    )
    agent_time: float = option(
        600.0, "Effective time of the agent for one problem.", parse_seconds, metavar="TIME", shown_default="10m"
    )
    agent_memory: int = option(
        2 << 30, "Memory of the agent and all that it starts.", parse_memory, metavar="SIZE", shown_default="2GiB"
    )
    agent_read: str = option(
        "",
        "Folders that the agent may read, separated by colons, such as the one it is installed in.",
        read_words,
        metavar="FOLDER[:...]",
    )
    base_url: str = option(
        "https://api.openai.com/v1",
        "Where an OpenAI-compatible server is.",
        read_text,
        metavar="URL",
        file_key="solving.base_url",
        variable="ASSAY_BASE_URL",
    )
    temperature: float | None = option(
        None,
        "How far answers vary.",
        number_in(0, 2),
        metavar="X",
        shown_default="0; 0.8 where several are drawn",
        file_key="solving.temperature",
        variable="ASSAY_TEMPERATURE",
    )
    top_p: float | None = option(
        None, "Draw from the likeliest tokens of this share only.", number_in(0, 1), metavar="X"
    )
    max_tokens: int = option(
        2048,
        "The most tokens of one answer.",
        parse_count,
        metavar="N",
        shown_default="2048",
        file_key="solving.max_tokens",
        variable="ASSAY_MAX_TOKENS",
    )
    seed: int | None = option(
        None,
        "Sent with every request, one more for each further answer to it; servers may ignore it.",
        parse_natural,
        metavar="N",
    )
    show_cases: int = option(
        0, "Show the first N cases of each problem too, beside those that its prompt shows.", parse_natural, metavar="N"
    )
    budget: str = option(
        "", "Of one problem: any of calls=N,tokens=N,cost=USD,seconds=N.", read_words, metavar="AMOUNTS"
    )
    total_budget: str = option("", "The same for the whole run.", read_words, metavar="AMOUNTS")
    signature: str = ""
    """What the strategy is when its names are resolved: with the versions of its prompts."""

    def __post_init__(self) -> None:
        _validate(self)

    def facts(self) -> dict[str, str]:
        """What moves the scores of a run by its candidates; what is as usual is left out."""
        facts = {"model": "+".join(self.models)} if self.models else {}
        facts["strategy"] = (self.signature or self.strategy).replace(" ", "")
        if self.temperature is not None:
            facts["temp"] = f"{self.temperature:g}"
        if self.top_p is not None:
            facts["top_p"] = f"{self.top_p:g}"
        if not self.agent:
            facts["tokens"] = str(self.max_tokens)
        if self.seed is not None:
            facts["seed"] = str(self.seed)
        shown = {"shown": self.show_cases, "budget": self.budget, "total": self.total_budget}
        return facts | {name: str(value).replace(" ", "") for name, value in shown.items() if value}


@dataclass(frozen=True, slots=True)
class Machine:
    """What the workers of an engine found where they run."""

    isolation: str
    """The layers in force."""
    python: str
    """The version of the interpreter that candidates run under."""
    clock: str = ""
    """How time is measured, where that is not the usual way."""


@dataclass(frozen=True, slots=True)
class RunSpec:
    """Everything that decides a run: one record from the command to the store and back.

    >>> spec = RunSpec(BenchmarkRef("starter"), subset=Subset(limit=3))
    >>> RunSpec.from_dict(spec.as_dict()) == spec
    True
    """

    benchmark: BenchmarkRef = field(default_factory=BenchmarkRef)
    candidates: CandidatesRef = field(default_factory=CandidatesRef)
    subset: Subset = field(default_factory=Subset)
    reading: ReadingRules = field(default_factory=ReadingRules)
    judging: Judging = field(default_factory=Judging)
    scoring: Scoring = field(default_factory=Scoring)
    about: About = field(default_factory=About)
    solving: Solving | None = None
    """`None`: the candidates were there before."""

    def as_dict(self) -> dict[str, Any]:  # Any: JSON
        """The record as plain data."""
        data = asdict(self)
        if self.solving is None:
            del data["solving"]
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Mapping[str, Any]]) -> RunSpec:  # Any: JSON
        """The record that `as_dict` gave; what is unknown is an error, for it might move a score."""
        from assay.records import Limits

        parts = {name: dict(part) for name, part in data.items()}
        judging, scoring = parts["judging"], parts["scoring"]
        judging["limits"] = Limits(**judging["limits"])
        judging["probes"] = tuple(judging.get("probes", ()))  # older runs have none
        scoring["k"] = None if scoring["k"] is None else tuple(scoring["k"])
        scoring["codebleu_weights"] = tuple(scoring["codebleu_weights"])
        if "solving" in parts:
            parts["solving"]["models"] = tuple(parts["solving"]["models"])
        return cls(**{name: _PARTS[name](**part) for name, part in parts.items()})

    def plan(self, machine: Machine) -> str:
        """A digest of everything that decides a run there: the same plan goes on with an unfinished run.

        Empty where nobody knows what the candidates are before they are read.
        """
        if not self.candidates.digest:
            return ""
        asked = {**self.as_dict(), "candidates": self.candidates.digest}
        text = json.dumps([asked, self.facts(machine)], sort_keys=True)
        return content_digest(text).hex()

    def facts(self, machine: Machine) -> dict[str, str]:
        """What moves every score of a run, as its signatures say it; what is as usual is left out."""
        judging = self.judging
        return {
            **self._selection(),
            **time_facts(judging.limits),
            "mem": format_memory(judging.limits.memory_bytes),
            "judge": judging.judge,
            **({"stop": FIRST_FAILURE} if judging.first_failure else {}),
            "iso": machine.isolation,
            "py": ".".join(machine.python.split(".")[:2]),
            "hashseed": "0",
            "assay": __version__,
            **({"clock": machine.clock} if machine.clock else {}),
            **({} if self.solving is None else self.solving.facts()),
        }

    def _selection(self) -> dict[str, str]:
        """A long list of ids is named by a digest: two runs of the same list have the same one."""
        subset, reading = self.subset, self.reading
        facts = {}
        listed = ",".join(part.strip() for part in (subset.problems or "").split(",") if part.strip())
        if listed:
            is_short = len(listed) <= LONGEST_SELECTION
            facts["problems"] = listed if is_short else f"sha256-{content_digest(listed).hex()[:16]}"
        if subset.limit is not None:
            facts["limit"] = str(subset.limit)
        if subset.published_from is not None:
            facts["from"] = subset.published_from
        if subset.published_to is not None:
            facts["to"] = subset.published_to
        if subset.stop_when is not None:
            facts["until"] = subset.stop_when.replace(" or ", "+").replace(" ", "-")
            facts["order"] = RANDOM_ORDER
        if reading.form is not None:
            facts["form"] = reading.form
        if reading.extract != "auto":
            facts["extract"] = reading.extract
        if reading.extract != "never":
            facts["blocks"] = BLOCKS
        return facts


_PARTS: dict[str, type[Any]] = {  # Any: each builds the part of its name
    "benchmark": BenchmarkRef,
    "candidates": CandidatesRef,
    "subset": Subset,
    "reading": ReadingRules,
    "judging": Judging,
    "scoring": Scoring,
    "about": About,
    "solving": Solving,
}


class RunState(StrEnum):
    """Where a run is."""

    RUNNING = "running"
    """In work."""
    INTERRUPTED = "interrupted"
    """Stopped, or its process is gone: `assay run` with the same input goes on with it."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Run:
    """One set of candidates on one benchmark: what was asked for, and how it stands."""

    id: str
    benchmark: str
    benchmark_version: str
    name: str = ""
    created: str = ""
    """UTC, ISO 8601, to the microsecond."""
    state: RunState = RunState.RUNNING
    model: str = ""
    model_version: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    """Where the candidates came from: a file, a folder, or `-`."""
    plan: str = ""
    """`RunSpec.plan` of the machine it was begun on; empty: nobody can go on with it by that."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """What goes into every signature: time, memory, judge, isolation, interpreter, hash seed, version."""
    spec: RunSpec | None = None
    """What is needed to go on with it, or to do it again; `None`: an older version did not note it."""
    notes: tuple[str, ...] = ()
    """What the candidate file had that was not judged, in words."""
    problems: int = 0
    """How many problems have a trial."""
    selected_problems: int = 0
    """How many problems were asked for; 0: nobody noted it."""
    benchmark_problems: int = 0
    """How many problems the benchmark has; 0: nobody noted it."""
    trials: int = 0
    """How many trials it has when it is finished."""
    seconds: float = 0.0
    """Wall time of all sittings together."""
    scores: tuple[Score, ...] = ()

    @property
    def can_be_retried(self) -> bool:
        """Whether its trials can be judged again from what is kept; programs that were compared are not kept."""
        return self.spec is not None and self.spec.benchmark.place != PROGRAM_PAIRS

    def writer(self, candidate: Candidate) -> Writer:
        """Who wrote a candidate: what its row says, else what the run says.

        A row that names another model than the run does not get the run's version.

        >>> from assay.records import Candidate
        >>> run = Run("r", "mine", "1", model="big", model_version="2")
        >>> str(run.writer(Candidate(""))), str(run.writer(Candidate("", model="small")))
        ('big 2', 'small')
        """
        from assay.records import Writer

        model = candidate.model or self.model
        same = not self.model or model == self.model
        return Writer(model, candidate.model_version or (self.model_version if same else ""))


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """After how many problems a run ended that was sure of its score, and of how many that it had candidates for."""

    problems: int
    of: int


def stopped_at(run: Run) -> EarlyEnd | None:
    """Return where a run ended early; `None`: it did not.

    >>> stopped_at(Run("r", "mine", "1", facts={"stopped": "16/164"}))
    EarlyEnd(problems=16, of=164)
    """
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", run.facts.get(STOPPED, ""), re.ASCII)
    return EarlyEnd(int(found[1]), int(found[2])) if found else None


def time_facts(limits: Limits) -> dict[str, str]:
    """How long a candidate may take, as a signature says it: in all, for a case, after a failure.

    >>> from assay.records import Limits
    >>> time_facts(Limits(seconds=60.0, case_seconds=1.0, reference_factor=4.0))
    {'time': '60s', 'case': '1s', 'ref': '4x'}
    """
    facts = {"time": format_seconds(limits.seconds)}
    if limits.case_seconds is not None:
        facts["case"] = format_seconds(limits.case_seconds)
    if limits.failed_seconds is not None:
        facts["failed"] = format_seconds(limits.failed_seconds)
    if limits.all_seconds is not None:
        facts["all"] = format_seconds(limits.all_seconds)
    if limits.reference_factor:
        facts["ref"] = f"{limits.reference_factor:g}x"
    return facts


def asked_for(record: object, *names: str) -> str:
    """The options of a record that differ from the default, as the command writes them.

    >>> asked_for(Subset(limit=3), "problems", "limit")
    '--limit 3'
    """
    given = [f"{flag_of(name)} {value}" for name in names if (value := getattr(record, name)) is not None]
    return " and ".join(given)


def _validate(record: Any) -> None:  # Any: a part of a spec
    """Read every option once, so that no record holds a value that its reader refuses."""
    usual = {one.name: one.default for one in fields(record)}
    for name, found in options_of(type(record)).items():
        value = getattr(record, name)
        if value == usual[name]:
            continue
        try:
            found.read(value)
        except UsageError as error:
            raise InvalidOption(found.name, str(error)) from None
