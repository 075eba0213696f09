"""An agent as solver: any command, run in the sandbox in a folder with the problem; the file it leaves is the draft."""

from __future__ import annotations

import difflib
import os
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from assay.errors import InvalidOption, InvalidValue
from assay.files import read_bytes
from assay.hashing import content_digest
from assay.models.base import Model
from assay.records import MIB, Execution, KilledBy, Limits, Program
from assay.sandbox.base import Keep, KeptFiles
from assay.sandbox.interpreters import SYSTEM
from assay.sandbox.programs import ProgramEnvironment
from assay.sandbox.warm import WarmPython
from assay.sandbox.worker import ENVIRONMENT
from assay.solutions import Draft, EndedBy
from assay.solvers.desk import Desk, Ended
from assay.solvers.gateway import BASE_URL, PORT, Gateway
from assay.solvers.visible import VisibleProblem
from assay.solvers.workspace import STATEMENT, Made, Workspace, workspace_of
from assay.text import legible

SECONDS = 600.0
MEMORY_BYTES = 2048 * MIB
SCRATCH_BYTES = 256 * MIB
"""Room in the folder of an agent, its own files and caches included."""
FOLDER = "workspace"
TOOLS = "agent"
"""Where files of the user's that the command names are put, beside the workspace."""
TAIL = 2000
"""Characters that are kept of what an agent says at its end."""
PLACES = ("workspace", "problem")
"""What a command may name in braces."""
MODEL_PLACES = ("base_url", "model")
"""The same where there is a model."""
_PLACE = re.compile(r"\{(\w+)\}")
_START = f"""cd "$HOME/{FOLDER}" || exit 126
for word do
    shift
    while :; do
        case $word in
            *"{{workspace}}"*) word=${{word%%"{{workspace}}"*}}$HOME/{FOLDER}${{word#*"{{workspace}}"}} ;;
            *"{{tools}}"*) word=${{word%%"{{tools}}"*}}$HOME/{TOOLS}${{word#*"{{tools}}"}} ;;
            *) break ;;
        esac
    done
    set -- "$@" "$word"
done
exec "$@"
"""
"""Fills in where the folders are, which is known only inside the sandbox, and becomes the command."""


@dataclass(frozen=True, slots=True)
class Agent:
    """Solves a problem with a command that works in a folder; it sees visible cases only.

    There is no network. With a model there is one address, on loopback, where it can ask this model and nothing else;
    see `assay.solvers.gateway`.

    Whatever it does, there is one draft: the file that it was to write, as it is when the command has ended or its time
    is over. Where the file is gone, too large or a link, the draft is empty, and fails.
    """

    command: tuple[str, ...]
    """The words of the command: `{workspace}` is the folder, `{problem}` the file with the problem in words; with a
    model, `{base_url}` is where it is asked, and `{model}` its name."""
    seconds: float = SECONDS
    """Effective time for one problem."""
    memory_bytes: int = MEMORY_BYTES
    read: tuple[str, ...] = ()
    """More folders of this machine that it may read, such as the one that it is installed in."""
    isolation: str = "full"
    tools: Mapping[str, bytes] = field(default_factory=dict, repr=False, hash=False)
    """Name → content of the user's files that the command names, which are copied into the sandbox."""
    model: Model | None = None
    """Who the agent may ask; `None`: nobody."""
    sandbox: WarmPython | None = field(default=None, repr=False, compare=False)
    """Where the command runs, for an agent that solves one problem at a time; `None`: a new one for each problem."""

    @classmethod
    def of(
        cls,
        text: str,
        *,
        seconds: float = SECONDS,
        memory_bytes: int = MEMORY_BYTES,
        read: Sequence[str] = (),
        isolation: str = "full",
        model: Model | None = None,
    ) -> Agent:
        """Return the agent that a command line means, such as `my-agent --dir {workspace}`.

        Raises `InvalidOption` where the line cannot be read, names no place, or its program is not there.
        """
        words = _words(text, PLACES if model is None else (*PLACES, *MODEL_PLACES))
        tools: dict[str, bytes] = {}
        command = tuple(_placed(word, number, tools) for number, word in enumerate(words))
        for folder in read:
            if not os.path.isdir(folder):
                raise InvalidOption("agent_read", f"no folder at {folder!r}")
        folders = tuple(map(os.path.realpath, read))
        return cls(command, seconds, memory_bytes, folders, isolation, tools, model)

    def check(self) -> None:
        """Raise `SandboxUnavailable` where the sandbox of this machine cannot give the agent its model."""
        if self.model is not None:
            with self._opened() as sandbox:
                sandbox.check_served(self._limits, self._environment)

    def __post_init__(self) -> None:
        if not self.command:
            raise InvalidValue("command must name a program, got ()")
        _ = self._limits  # its own errors name the field

    @property
    def signature(self) -> str:
        """The name, a digest of the command with the files that were copied, and the limits."""
        content = [*self.command, *(part for item in sorted(self.tools.items()) for part in item)]
        digest = f"sha256-{content_digest('', *content).hex()[:8]}"
        limits = f"time={self.seconds:g}s, mem={self.memory_bytes // MIB}MiB"
        model = "" if self.model is None else f", model={_plain(self.model.name)}"
        return f"agent({self.name}, {digest}, {limits}{model})"

    @property
    def name(self) -> str:
        """What the agent is called: the first of the user's files that the command names, or its program."""
        name = next(iter(self.tools), os.path.basename(self.command[0]))
        return _plain(name)

    @property
    def author(self) -> str:
        """Who writes the drafts: the agent, and the model where it has one."""
        return self.name if self.model is None else f"{self.name}+{self.model.name}"

    @property
    def _limits(self) -> Limits:
        return Limits(
            seconds=self.seconds,
            memory_bytes=self.memory_bytes,
            output_bytes=16 * MIB,
            file_bytes=64 * MIB,
            open_files=1024,
            processes=256,
        )

    def solve(self, problem: VisibleProblem, desk: Desk) -> Sequence[Draft]:
        """Return one draft: what the agent left."""
        drafts = []
        desk.knows_cost = self.model is not None  # nobody says what an agent's own work costs
        with desk.until_ended():
            desk.check_budget()
            workspace = workspace_of(problem)
            gateway = None if self.model is None else Gateway(desk, self.model)
            execution, kept = self._run(workspace, desk, gateway)
            left = {path.removeprefix(f"{FOLDER}/"): data for path, data in kept.files.items()}
            made = workspace.draft_of(left)
            own_seconds = max(0.0, execution.effective_seconds - desk.waited_seconds)
            desk.note(_told(execution, kept, made), seconds=own_seconds)
            ended = None if gateway is None else gateway.ended
            if ended is not None and ended.by is EndedBy.MODEL and not desk.cost.calls:
                raise ended  # without a draft: the problem is tried again when the model is back
            drafts.append(desk.try_out(Draft(made.source, model=self.author)))
            if ended is not None:
                raise ended
            if execution.killed_by in (KilledBy.TIME, KilledBy.WALL):
                raise Ended(EndedBy.SECONDS, f"the agent's {self.seconds:g} seconds were over")
        return drafts

    @property
    def _environment(self) -> ProgramEnvironment:
        if self.model is None:
            return ProgramEnvironment(read=self.read, scratch_bytes=SCRATCH_BYTES)
        told = {"OPENAI_BASE_URL": BASE_URL, "OPENAI_API_BASE": BASE_URL, "OPENAI_API_KEY": "none"}
        told |= {"OPENAI_MODEL": self.model.name, "ASSAY_MODEL": self.model.name}
        return ProgramEnvironment(
            read=self.read, scratch_bytes=SCRATCH_BYTES, gateway_port=PORT, more_variables=tuple(told.items())
        )

    def _opened(self) -> AbstractContextManager[WarmPython]:
        return WarmPython(isolation_level=self.isolation) if self.sandbox is None else nullcontext(self.sandbox)

    def _run(self, workspace: Workspace, desk: Desk, gateway: Gateway | None) -> tuple[Execution, KeptFiles]:
        files = {f"{FOLDER}/{path}": text.encode("utf-8", "replace") for path, text in workspace.files.items()}
        files |= {f"{TOOLS}/{name}": data for name, data in self.tools.items()}
        statement = next(path for path in workspace.own if path.endswith(STATEMENT))
        filled = {"{problem}": f"{{workspace}}/{statement}"}
        if self.model is not None:
            filled |= {"{base_url}": BASE_URL, "{model}": self.model.name}
        command = [_filled(word, filled) for word in self.command]
        program = Program(("/bin/sh", "-c", _START, FOLDER, *command), files)
        environment, keep = self._environment, Keep((FOLDER,))
        with self._opened() as sandbox:
            if gateway is None:
                return sandbox.run_keeping(program, keep, self._limits, environment, desk.check_stopped)
            return sandbox.run_served(program, keep, self._limits, environment, gateway.serve)


def _plain(name: str) -> str:
    """Return a name without characters that mean something in a signature."""
    return re.sub(r"[^\w.+/:-]", "_", name)


def _filled(word: str, places: Mapping[str, str]) -> str:
    for place, value in places.items():
        word = word.replace(place, value)
    return word


def _words(text: str, places: Sequence[str]) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InvalidOption("agent", f"not a command line: {error}, got {text!r}") from None
    if not words:
        raise InvalidOption("agent", f"a command is needed, such as 'my-agent {{workspace}}', got {text!r}")
    named = [name for word in words for name in _PLACE.findall(word)]
    for name in named:
        if name in MODEL_PLACES and name not in places:
            raise InvalidOption("agent", f"{{{name}}} needs a model, and none was given")
        if name not in places:
            close = difflib.get_close_matches(name, places, n=1)
            hint = f"; did you mean {{{close[0]}}}?" if close else ""
            known = " and ".join(", ".join(f"{{{one}}}" for one in places).rsplit(", ", 1))
            raise InvalidOption("agent", f"there is no place {{{name}}}, only {known}{hint}")
    if not set(named) & set(PLACES):
        raise InvalidOption("agent", f"the command must say where it works: {{workspace}} or {{problem}}, got {text!r}")
    return words


def _placed(word: str, number: int, tools: dict[str, bytes]) -> str:
    """Return a word of a command as it is in the sandbox: files of the user's are copied there."""
    if _PLACE.search(word):
        if number == 0:
            raise InvalidOption("agent", f"the program itself cannot be in the workspace, got {word!r}")
        return word
    if number == 0:
        return _program(word, tools)
    return _copied(word, tools) if os.path.isfile(word) and not _is_of_the_system(word) else word


def _program(word: str, tools: dict[str, bytes]) -> str:
    if "/" not in word and shutil.which(word, path=ENVIRONMENT["PATH"]) is not None:
        return word
    found = shutil.which(word)
    if found is None:
        what = "cannot be executed" if os.path.isfile(word) else "is not there"
        raise InvalidOption("agent", f"the program {word!r} {what}")
    return os.path.realpath(found) if _is_of_the_system(found) else _copied(found, tools)


def _is_of_the_system(path: str) -> bool:
    real = os.path.realpath(path)
    return any(real.startswith(f"{folder}/") for folder in SYSTEM)


def _copied(path: str, tools: dict[str, bytes]) -> str:
    """Note the content of a file, and return where it will be."""
    most = 16 * MIB
    data = read_bytes(path, most, wrong=lambda why: InvalidOption("agent", why))
    name = f"{len(tools)}-{os.path.basename(path)}" if os.path.basename(path) in tools else os.path.basename(path)
    tools[name] = data
    return f"{{tools}}/{name}"


def _told(execution: Execution, kept: KeptFiles, made: Made) -> str:
    """Return how an agent ended, what is odd about what it left, and the last it said."""
    if execution.killed_by is not None:
        ended = f"stopped at its limit of {execution.killed_by}"
    elif execution.signal is not None:
        ended = f"ended by signal {execution.signal}"
    else:
        ended = f"ended with status {execution.exit_code}"
    facts = [f"the agent was {ended}" if ended.startswith("stopped") else f"the agent {ended}", made.note]
    if kept.left_out:
        facts.append(f"left out: {', '.join(kept.left_out[:5])}")
    lines = ["; ".join(filter(None, facts))]
    for name, data in (("stdout", execution.stdout), ("stderr", execution.stderr)):
        said = data[-4 * TAIL :].decode("utf-8", "replace").strip()[-TAIL:]
        if said:
            lines.append(f"{name}: {said}")
    return legible("\n".join(lines))
