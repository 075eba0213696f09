"""Parts are found by name, imported when used and listed without importing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from assay.errors import UnknownNameError
from assay.registry import Registry


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed distribution that offers two codecs, one under the name of a built-in."""
    information = tmp_path / "plugin-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(
        "[assay.codec]\nshout = plugin_of_a_test:Codec.shout\njson = plugin_of_a_test:evil\n[assay.other]\nx = y:z\n"
    )
    (tmp_path / "plugin_of_a_test.py").write_text(
        "class Codec:\n    @staticmethod\n    def shout(text):\n        return text.upper()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def codecs() -> Registry[object]:
    return Registry("codec", {"json": "json:loads", "broken": "a_module_that_does_not_exist:x"})


def test_a_built_in_is_imported_when_asked_for() -> None:
    import json

    assert codecs().get("json") is json.loads


def test_names_are_listed_sorted_and_without_importing() -> None:
    assert list(codecs()) == ["broken", "json"]


def test_an_unknown_name_is_answered_with_the_nearest_known_one() -> None:
    with pytest.raises(UnknownNameError) as caught:
        codecs().get("jsno")

    assert str(caught.value) == "No codec is named 'jsno'. Did you mean 'json'? Known: broken, json."


@pytest.mark.usefixtures("plugins")
def test_a_plugin_is_listed_without_being_imported() -> None:
    assert list(codecs()) == ["broken", "json", "shout"]
    assert "shout" in codecs()
    assert "x" not in codecs()
    assert "plugin_of_a_test" not in sys.modules


@pytest.mark.usefixtures("plugins")
def test_a_plugin_is_imported_when_used() -> None:
    shout = codecs().get("shout")
    sys.modules.pop("plugin_of_a_test")

    assert callable(shout)
    assert shout("hello") == "HELLO"


@pytest.mark.usefixtures("plugins")
def test_a_plugin_cannot_replace_a_built_in() -> None:
    import json

    assert codecs().get("json") is json.loads
    assert "plugin_of_a_test" not in sys.modules


def test_a_registry_keeps_its_own_copy_of_the_built_ins() -> None:
    paths = {"json": "json:loads"}
    registry: Registry[object] = Registry("codec", paths)
    paths["other"] = "json:dumps"

    assert list(registry) == ["json"]
