"""One declaration makes an option: flag, file key, variable and argument agree, and nobody else spells a flag."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from assay.benchmarks.candidates import Extracting
from assay.choices import OF_JUDGING, OF_SOLVING, OPTIONS, Choices
from assay.cli.configuration import choices
from assay.cli.main import app
from assay.cli.options import choosing
from assay.errors import InvalidOption, InvalidValue
from assay.evaluation.retrying import WHICH
from assay.extraction import Form
from assay.monitoring import beginning
from assay.service.pages import alerts, experiments
from assay.settings import flag_of
from assay.spec import EXTRACTING, FORMS

SOURCE = Path(__file__).parents[2] / "src" / "assay"
OWN_FLAGS = {"--candidates", "--quiet", "--json", "--details", "--fail-under", "--help"}
"""Of `assay run`: they say nothing about the run itself."""
SAMPLES: dict[str, tuple[Any, Any]] = {  # Any: text as typed, and the value it stands for
    "problem_file": ("p.jsonl", "p.jsonl"), "challenge": (True, True), "problems": ("1-3", "1-3"), "limit": ("3", 3),
    "repos": ("trees", "trees"),
    "published_from": ("2024-09", "2024-09-01"), "published_to": ("2024-12-24", "2024-12-24"),
    "attempts": ("2", 2), "form": ("chat", "chat"), "extract": ("never", "never"), "name": ("n", "n"),
    "model": ("m", "m"), "model_version": ("2", "2"), "label": (["a=b"], {"a": "b"}), "time": ("500ms", 0.5),
    "memory": ("1GiB", 2**30), "python": ("python3", "python3"), "isolation": ("process", "process"),
    "first_failure": (True, True), "k": ("1,5", (1, 5)), "quality": (True, True), "codebleu": (True, True),
    "codebleu_weights": ([0.1, 0.2, 0.3, 0.4], (0.1, 0.2, 0.3, 0.4)), "workers": ("2", 2), "store": ("s.db", "s.db"),
    "cache_folder": ("c", "c"), "cache": (False, False), "fresh": (True, True), "take_over": (True, True),
    "stop_when": ("below 60%", "below 0.6"), "probe": ("overfit, equivalence", ("overfit", "equivalence")),
    "engine": ("ray", "ray"), "address": ("first:6379", "first:6379"), "strategy": ("verify(3)", "verify(3)"),
    "prefer": ("speed", "speed"), "prompt": ("clear", "clear"), "agent": ("solve {workspace}", "solve {workspace}"),
    "agent_time": ("90s", 90.0), "agent_memory": ("1GiB", 1 << 30), "agent_read": ("/opt/agent", "/opt/agent"),
    "base_url": ("http://127.0.0.1:1/v1", "http://127.0.0.1:1/v1"), "temperature": ("0.7", 0.7), "top_p": ("0.9", 0.9),
    "max_tokens": ("512", 512), "seed": ("0", 0), "show_cases": ("2", 2), "budget": ("calls=5", "calls=5"),
    "total_budget": ("cost=10", "cost=10"), "key_variable": ("MY_KEY", "MY_KEY"), "concurrency": ("64", 64),
    "patience": ("1min", 60.0), "price": ("1,2", "1,2"), "prices": ("prices.toml", "prices.toml"),
}  # fmt: skip


def command(name: str) -> Any:  # Any: a command of click
    return typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]  # a group of commands


def value_of(chosen: Choices, name: str) -> object:
    """The one field that a choice changed."""
    parts = ((getattr(chosen, part), getattr(Choices(), part)) for part in Choices.__dataclass_fields__)
    (changed,) = [
        getattr(new, field)
        for new, old in parts
        for field in type(new).__dataclass_fields__
        if getattr(new, field) != getattr(old, field)
    ]
    return changed


@pytest.mark.parametrize("name", OPTIONS)
def test_each_way_to_choose_gives_the_same_value(name: str, tmp_path: Path) -> None:
    option = OPTIONS[name]
    typed, value = SAMPLES[name]

    assert value_of(Choices().changed(**{name: typed}), name) == value
    assert value_of(Choices().changed(**{name: value}), name) == value
    if option.file_key:
        data: Any = typed  # Any: whatever a file may hold
        for key in reversed(option.file_key.split(".")):
            data = {key: data}
        assert value_of(Choices().with_file(data, "assay.toml"), name) == value
    if option.variable:
        assert value_of(choices(tmp_path, {option.variable: typed}), name) == value
    assert option.default != value


def test_the_flags_of_run_are_the_options() -> None:
    flags = {flag for parameter in command("run").params for flag in parameter.opts if flag.startswith("--")}

    judging = {name for name in OF_JUDGING if OPTIONS[name].has_flag}
    assert flags - OWN_FLAGS == set(map(flag_of, judging))
    assert {parameter.name for parameter in command("run").params} >= judging


def test_the_flags_of_solve_are_those_of_run_but_how_candidates_are_read_and_those_of_solving() -> None:
    flags = {flag for parameter in command("solve").params for flag in parameter.opts if flag.startswith("--")}
    of_files = {"form", "extract", "attempts", "stop_when"}

    assert flags - OWN_FLAGS == {
        flag_of(name) for name, option in OPTIONS.items() if option.has_flag and name not in of_files
    }


def test_a_flag_is_given_even_where_it_says_the_usual() -> None:
    given: dict[str, object] = {}

    @choosing("isolation", "codebleu", "cache", "label")
    def act(**chosen: object) -> None:
        given.update(chosen)

    act(isolation="full", codebleu=False, cache=False, label=None)

    assert given == {"isolation": "full", "cache": False}


def test_help_says_of_each_flag_what_its_declaration_says() -> None:
    said = {parameter.name: parameter.help for parameter in command("run").params if parameter.name in OPTIONS}
    said |= {parameter.name: parameter.help for parameter in command("solve").params if parameter.name in OF_SOLVING}

    assert said == {name: option.help for name, option in OPTIONS.items() if option.has_flag}


def test_names_keys_and_variables_are_each_given_once() -> None:
    for names in ([one.file_key for one in OPTIONS.values()], [one.variable for one in OPTIONS.values()]):
        given = [name for name in names if name]
        assert len(given) == len(set(given))


def test_an_option_that_does_not_exist_is_named() -> None:
    with pytest.raises(InvalidValue, match=r"limt=3: no option has that name. Did you mean 'limit'\?"):
        Choices().changed(limt=3)


def test_a_value_that_makes_no_sense_is_refused_with_the_name_of_its_option() -> None:
    with pytest.raises(InvalidOption, match="limit: must be a whole number above zero, got 0"):
        Choices().changed(limit=0)


def test_forms_and_ways_to_extract_are_those_that_readers_know() -> None:
    assert set(FORMS) == set(Form)
    assert set(EXTRACTING) == set(Extracting)


def texts(source: str) -> Iterator[tuple[int, str]]:
    """The string constants of a module that are no docstrings."""
    tree = ast.parse(source)
    silent = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, node.value


FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
WHOLE_COMMAND = re.compile(r"\bassay ([a-z]+)(?: ([a-z]+))?([^`;\n]*)")
"""A command to be typed as it stands, as pages show them."""


def flags_in(source: str, known: set[str]) -> list[tuple[int, str]]:
    """Flags of ours that a sentence spells; a string that is nothing but a flag is an argument of another tool."""
    return [
        (line, flag)
        for line, text in texts(source)
        if text not in known
        for flag in FLAG.findall(WHOLE_COMMAND.sub("", text))
        if flag in known
    ]


def all_commands(group: Any) -> Iterator[Any]:  # Any: commands of click
    """Every command of a group, those inside others too."""
    for one in group.commands.values():
        yield one
        if hasattr(one, "commands"):
            yield from all_commands(one)


def flags_of(found: Any) -> set[str]:  # Any: a command of click
    return {flag for one in found.params for flag in one.opts + one.secondary_opts if flag.startswith("--")}


def foreign_flags(name: str, inner: str | None, rest: str) -> list[str]:
    """The flags of a command as it is shown that the command does not have."""
    found = command(name)
    if inner in getattr(found, "commands", {}):
        found = found.commands[inner]
    return [flag for flag in FLAG.findall(rest) if flag not in flags_of(found)]


def test_commands_that_are_shown_can_be_typed() -> None:
    names = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]  # a group of commands
    shown = [
        found.groups()
        for path in SOURCE.rglob("*.py")
        for _, text in texts(path.read_text("utf-8"))
        for found in WHOLE_COMMAND.finditer(text)
        if found[1] in names
    ]

    assert {" ".join(filter(None, one)): foreign for one in shown if (foreign := foreign_flags(*one))} == {}
    assert len(shown) > 10
    assert foreign_flags("monitor", "check", " --rules a --tim") == ["--tim"]


SHOWN_COMMANDS = (
    *beginning.FIRST_COMMANDS,
    *alerts.FIRST_COMMANDS,
    *experiments.FIRST_COMMANDS,
    *(
        (found, "")
        for path in SOURCE.rglob("*.html")
        for found in re.findall(r'\("(assay [^"]+)"', path.read_text("utf-8"))
    ),
)


@pytest.mark.parametrize("shown", [shown for shown, _ in SHOWN_COMMANDS])
def test_commands_of_empty_pages_have_the_arguments_that_are_needed(shown: str) -> None:
    """They are read as the command line is; what comes behind < or > is the shell's."""
    name, *arguments = shlex.split(re.split(r" [<>] ", shown)[0])[1:]
    found = command(name)
    while arguments and arguments[0] in getattr(found, "commands", {}):
        found = found.commands[arguments.pop(0)]

    assert found.make_context(name, arguments) is not None


def test_no_layer_below_the_command_spells_a_flag() -> None:
    known = {flag for one in all_commands(typer.main.get_command(app)) for flag in flags_of(one)}
    found = {
        str(path.relative_to(SOURCE)): lines
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] != "cli" and (lines := flags_in(path.read_text("utf-8"), known))
    }

    assert found == {}
    assert flags_in('"""--time"""\nx = f"--time: {y}"\nz = ["--time", "a --no-flag"]', {"--time"}) == [(2, "--time")]


def test_what_is_named_below_the_command_is_an_option() -> None:
    named = {
        name
        for path in SOURCE.rglob("*.py")
        for name in re.findall(r"(?:flag_of|InvalidOption)\(\s*[\"'](\w+)[\"']", path.read_text("utf-8"))
    }

    flags = {flag for one in all_commands(typer.main.get_command(app)) for flag in flags_of(one)}
    assert {flag_of(name) for name in named - {"folder", *WHICH}} <= flags | {flag_of(name) for name in OPTIONS}
