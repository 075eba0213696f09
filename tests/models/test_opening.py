"""The model that the user means, by its name and address."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from assay.errors import InvalidOption
from assay.models import (
    HttpModel,
    Message,
    Price,
    Prices,
    RecordingModel,
    ReplayModel,
    ScriptedModel,
    open_model,
)
from assay.models.pacing import Patience
from tests.models.fake_server import FakeServer
from tests.models.pauses import CountedPauses

ASK = [Message("user", "hi")]


def test_a_name_with_an_address_is_a_model_behind_it() -> None:
    with FakeServer() as server:
        model = open_model("llama3:8b", base_url=server.base_url)
        assert isinstance(model, HttpModel)
        assert model.complete(ASK).text == "an answer"
        model.close()


def test_a_server_of_this_machine_has_the_prices_that_it_is_given() -> None:
    with FakeServer() as server:
        costs = []
        for prices in (None, Prices([Price("*", 1e6, 0)])):
            model = open_model("gpt-4o", base_url=server.base_url, prices=prices)
            assert isinstance(model, HttpModel)
            with model:
                costs.append(model.complete(ASK).cost_usd)

    assert costs == [None, 10.0]


def test_a_recorded_file_is_a_model(tmp_path: Path) -> None:
    with RecordingModel(ScriptedModel(["recorded"]), tmp_path / "f:1.jsonl") as recording:
        recording.complete(ASK)
    model = open_model(f"replay:{tmp_path / 'f:1.jsonl'}", base_url="http://127.0.0.1:1")

    assert isinstance(model, ReplayModel)
    assert model.complete(ASK).text == "recorded"


def test_a_plug_in_is_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    information = tmp_path / "plugin-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[assay.model]\nparrot = parrot_of_a_test:open_parrot\n")
    (tmp_path / "parrot_of_a_test.py").write_text(
        "from assay.models import ScriptedModel\n"
        "def open_parrot(rest):\n"
        "    return ScriptedModel(lambda messages, number: f'{rest} {messages[-1].content}')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))

    assert open_model("parrot:polly").complete(ASK).text == "polly hi"


@pytest.mark.parametrize(
    ("name", "base_url", "option"),
    [
        ("gpt-4o", "", "base_url"),
        ("llama3:8b", "", "base_url"),
        ("", "http://127.0.0.1:1", "model"),
        ("a\nb", "http://127.0.0.1:1", "model"),
        ("m" * 1000, "http://127.0.0.1:1", "model"),
        ("m", "127.0.0.1:1", "base_url"),
    ],
)
def test_what_opens_nothing(name: str, base_url: str, option: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        open_model(name, base_url=base_url)
    assert caught.value.option == option


def test_a_server_elsewhere_needs_a_key_or_the_word_that_it_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    with pytest.raises(InvalidOption, match=r"OPENAI_API_KEY is not set, and https://models\.example/v1 is asked"):
        open_model("m", base_url="https://models.example/v1")
    open_model("m", base_url="https://models.example/v1", key_variable="").close()  # type: ignore[attr-defined]


def test_importing_the_models_loads_no_http_library() -> None:
    script = "import assay.models, sys; print(sorted({'httpx', 'tenacity', 'httpcore', 'tomllib'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


def test_the_fake_server_runs_as_a_program() -> None:
    program = Path(__file__).with_name("fake_server.py")
    command = [sys.executable, str(program), "--faults", "0.5", "--seed", "3", "--answer", "hello"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            with HttpModel("m", base_url=address, patience=Patience(tries=20), pauses=CountedPauses()) as model:
                found = [model.complete(ASK, number=number).text for number in range(20)]
            stats = httpx.get(f"{address}/stats").json()
        finally:
            process.terminate()

    assert found == ["hello"] * 20
    assert (stats["answers"], stats["charged"], stats["charged_twice"]) == (20, 20, 0)
    assert stats["requests"] > 20
