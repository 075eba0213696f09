"""`assay demo`: a story of one screen, true and repeatable."""

from __future__ import annotations

import json
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest

from assay.choices import Choices
from assay.cli.demo import next_commands, story
from assay.cli.main import main
from assay.cli.screens import program
from assay.engines.inline import InlineEngine
from assay.evaluation.demonstration import EXIT_STATUS, NO_EXCEPTION, Demonstration, demonstrate
from assay.evaluation.pump import ignore
from assay.store.memory import MemoryStore

CHOSEN = "mask_digits,tidy_name,wrap_words,two_teams"


@pytest.fixture(scope="module")
def found() -> Demonstration:
    """The demonstration on four of the problems."""
    choices = Choices().changed(problems=CHOSEN)
    with closing(InlineEngine()) as engine:
        return demonstrate(choices, engine, MemoryStore(), lambda title: nullcontext(ignore))


def test_the_cheat_gets_more_where_tests_and_answer_share_a_process(found: Demonstration) -> None:
    weak, good, cheat = found.models

    assert (weak.model, good.model, cheat.model) == ("weak", "good", "cheating")
    assert (found.problems, found.compared, cheat.answers, cheat.score.n) == (4, 4, 8, 4)
    assert weak.elsewhere is None
    assert good.passed_elsewhere == {NO_EXCEPTION: good.passed, EXIT_STATUS: good.passed}
    assert cheat.passed_elsewhere is not None
    assert cheat.passed < cheat.passed_elsewhere[NO_EXCEPTION] < cheat.passed_elsewhere[EXIT_STATUS]
    assert cheat.elsewhere is not None
    score = cheat.elsewhere[EXIT_STATUS]
    assert score.value == pytest.approx(cheat.passed_elsewhere[EXIT_STATUS] / 8)
    assert "judge:one-process" in score.signature


def test_what_the_answers_do_adds_up(found: Demonstration) -> None:
    cheat = found.of("cheating")

    assert sum(trick.answers for trick in found.tricks) == cheat.answers
    assert sum(trick.passed for trick in found.tricks) == cheat.passed
    assert cheat.passed_elsewhere == {
        rule: sum(trick.passed_elsewhere[rule] for trick in found.tricks) for rule in (NO_EXCEPTION, EXIT_STATUS)
    }
    assert found.exhibit is not None
    assert found.exhibit.verdict != "passed"


def test_the_story_fits_on_a_screen(found: Demonstration) -> None:
    lines = list(story(found))

    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100
    assert all(one.run in "\n".join(lines) for one in found.models)
    assert len(next_commands(found)) == 4


@pytest.mark.slow
def test_the_command_keeps_its_runs_and_its_next_commands_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASSAY_STORE", str(tmp_path / "store.db"))

    def typed(*arguments: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        shown = capsys.readouterr()
        assert not ended.value.code, shown.err
        return shown.out

    lines = typed("demo", "--quiet").splitlines()
    data: dict[str, Any] = json.loads(typed("demo", "--json"))  # Any: JSON

    assert (len(lines) <= 40, max(map(len, lines)) <= 100) == (True, True)
    assert (data["problems"], [one["answers"] for one in data["models"]]) == (60, [120, 120, 120])
    good, cheat = data["models"][1:]
    assert good["passed_elsewhere"] == {NO_EXCEPTION: good["passed"], EXIT_STATUS: good["passed"]}
    assert cheat["passed_elsewhere"][EXIT_STATUS] > 2 * cheat["passed"]
    following = lines[lines.index("next") + 1 :]
    assert len(following) == 4
    for line in following:
        command = line.strip().partition("  ")[0]
        assert command.startswith(f"{program()} ")
        assert typed(*command.removeprefix(program()).split())


@pytest.mark.parametrize("width", [76, 80, 95])
def test_the_story_is_as_narrow_as_the_terminal(found: Demonstration, width: int) -> None:
    lines = list(story(found, width=width))

    assert [line for line in lines if len(line) > width and program() not in line] == []
    assert all(any(command in line for line in lines) for command, _ in next_commands(found))
    assert " ".join("\n".join(lines).split()).count("return objects that claim") == 1
