"""Recorded answers: written line by line, found by the content of the request."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assay.errors import InvalidValue, UsageError
from assay.models import Completion, Message, RecordingModel, ReplayModel, Sampling, ScriptedModel
from assay.models.replay import NotRecorded

ASK = [Message("system", "be brief"), Message("user", "what is 6 times 7?")]
SAMPLING = Sampling(temperature=0.5, stop=("END",))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with three recorded answers."""
    first = Completion("42", 9, 1, cost_usd=0.25, seconds=1.5, first_token_seconds=0.5)
    with RecordingModel(ScriptedModel([first, "forty-two", "zwölf\ud800"]), tmp_path / "answers.jsonl") as model:
        model.complete(ASK, sampling=SAMPLING)
        model.complete(ASK, sampling=SAMPLING, number=1)
        model.complete([Message("user", "3 times 4?")])
    return tmp_path / "answers.jsonl"


def test_what_was_recorded_is_answered_again(path: Path) -> None:
    model = ReplayModel(path)
    assert model.complete(ASK, sampling=SAMPLING) == Completion(
        "42", 9, 1, cost_usd=0.25, seconds=1.5, first_token_seconds=0.5, model="scripted"
    )
    assert model.complete(ASK, sampling=SAMPLING, number=1).text == "forty-two"
    assert model.complete([Message("user", "3 times 4?")]).text == "zwölf\ud800"
    assert model.name == "scripted"
    assert model.signature.startswith("scripted@replay-sha256-")


@pytest.mark.parametrize(
    ("messages", "sampling", "number", "words"),
    [
        pytest.param(
            [ASK[0], Message("user", "what is 6 times 8?")],
            SAMPLING,
            0,
            r"message 2 differs from the nearest one at character 17: '8\?', recorded '7\?'",
            id="another-text",
        ),
        pytest.param(
            [Message("user", "be brief"), ASK[1]],
            SAMPLING,
            0,
            "message 1 of the nearest one is of 'system', not of 'user'",
            id="another-role",
        ),
        pytest.param([*ASK, ASK[1]], SAMPLING, 0, "the nearest one has 2 messages, not 3", id="one-more"),
        pytest.param(
            ASK, Sampling(temperature=0.7, stop=("END",)), 0, "temperature is 0.7, recorded 0.5", id="sampling"
        ),
        pytest.param(ASK, SAMPLING, 5, "answer number 5 to it was asked for, recorded is number", id="number"),
        pytest.param([], SAMPLING, 0, "the nearest one has . messages, not 0", id="nothing"),
    ],
)
def test_what_was_not_recorded_is_a_clear_error(
    path: Path, messages: list[Message], sampling: Sampling, number: int, words: str
) -> None:
    model = ReplayModel(path)

    with pytest.raises(NotRecorded, match=words):
        model.complete(messages, sampling=sampling, number=number)


def test_a_cut_last_line_is_left_out_and_taken_out(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    model = ReplayModel(path)
    assert model.complete(ASK, sampling=SAMPLING).text == "42"
    with pytest.raises(NotRecorded):
        model.complete([Message("user", "3 times 4?")])

    with RecordingModel(ScriptedModel(["zwölf\ud800"]), path) as recording:
        recording.complete([Message("user", "3 times 4?")])
    assert path.read_bytes().count(b"\n") == 3
    model = ReplayModel(path)
    assert model.complete([Message("user", "3 times 4?")]).text == "zwölf\ud800"


def test_a_long_cut_line_is_taken_out(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + b"x" * 200_000)
    RecordingModel(ScriptedModel([]), path).close()

    assert path.read_bytes() == whole


def test_the_later_line_counts(path: Path) -> None:
    with RecordingModel(ScriptedModel(["later"]), path) as recording:
        recording.complete(ASK, sampling=SAMPLING)
    model = ReplayModel(path)
    assert model.complete(ASK, sampling=SAMPLING).text == "later"


def test_many_threads_write_whole_lines(tmp_path: Path) -> None:
    model = RecordingModel(ScriptedModel(lambda _, number: "x" * 5000 + str(number)), tmp_path / "f")
    with model, ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: model.complete(ASK, number=number), range(60)))
    replay = ReplayModel(tmp_path / "f")
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda number: replay.complete(ASK, number=number).text[5000:], range(60)))

    assert found == [str(number) for number in range(60)]


LINE = {"model": "m", "messages": [{"role": "user", "content": "x"}], "sampling": {}, "number": 0}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "holds no recorded answer"),
        ("{}\n", "line 1: no recorded answer: must have the fields model, messages"),
        ("\n[1]\n", "line 2: no recorded answer: must have the fields"),
        ("nonsense\n", "line 1: no recorded answer"),
        ("[" * 100_000 + "\n", "line 1: no recorded answer"),
        (json.dumps(LINE | {"completion": {"text": 1}}) + "\n", "text must be str"),
        (json.dumps(LINE | {"completion": {}}) + "\n", "line 1: no recorded answer"),
        (json.dumps(LINE | {"completion": {"text": "", "evil": 1}}) + "\n", "evil"),
        (json.dumps(LINE | {"completion": {"text": "", "tokens_in": "7"}}) + "\n", "tokens_in must be int"),
        (json.dumps(LINE | {"completion": {"text": ""}, "messages": 7}) + "\n", "line 1: no recorded answer"),
        (json.dumps(LINE | {"completion": {"text": ""}, "messages": ["x"]}) + "\n", "Message must be an object"),
        (json.dumps(LINE | {"completion": {"text": ""}, "sampling": {"heat": 1}}) + "\n", "heat"),
        (json.dumps(LINE | {"completion": {"text": ""}, "sampling": []}) + "\n", "sampling must be an object"),
        (json.dumps(LINE | {"completion": {"text": ""}, "number": "0"}) + "\n", "number must be a whole number"),
        (
            "".join(json.dumps(LINE | {"model": name, "completion": {"text": ""}}) + "\n" for name in "ab"),
            r"answers of several models \(a, b\)",
        ),
    ],
)
def test_a_file_that_is_no_recording(content: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "f").write_text(content)

    with pytest.raises(InvalidValue, match=words):
        ReplayModel(tmp_path / "f")


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        ReplayModel(tmp_path / "none")
    with pytest.raises(UsageError, match="cannot be written: Is a directory"):
        RecordingModel(ScriptedModel([]), tmp_path)
    if os.geteuid():
        (tmp_path / "f").touch(0o000)
        with pytest.raises(UsageError, match="cannot be read: Permission denied"):
            ReplayModel(tmp_path / "f")
