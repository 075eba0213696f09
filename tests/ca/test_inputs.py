"""Inputs in the forms that users have them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.ca.inputs import MAX_DEPTH, inputs_by_name, read_inputs
from assay.errors import InvalidValue
from assay.records import ProgramInput


def nested(depth: int) -> object:
    data: object = "a"
    for _ in range(depth):
        data = [data]
    return data


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (nested(MAX_DEPTH - 1), [ProgramInput(b"a")]),
        (None, [ProgramInput()]),
        ("a\n", [ProgramInput(b"a\n")]),
        (b"\xff", [ProgramInput(b"\xff")]),
        (["a", b"b"], [ProgramInput(b"a", name="1"), ProgramInput(b"b", name="2")]),
        ({"x": "a", "y": "b"}, [ProgramInput(b"a", name="x"), ProgramInput(b"b", name="y")]),
        ({"stdin": "a", "arguments": ["-v"], "files": {"f": "t"}}, [ProgramInput(b"a", ("-v",), {"f": b"t"})]),
        ({"x": ["a", "b"]}, [ProgramInput(b"a", name="x"), ProgramInput(b"b", name="x")]),
        (ProgramInput(b"z"), [ProgramInput(b"z")]),
    ],
)
def test_inputs_are_read_in_every_form(data: object, expected: list[ProgramInput]) -> None:
    assert read_inputs(data) == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (3, "input_data: must be text"),
        ([1], r"input_data\[0\]: must be text"),
        ([], "there is no input"),
        ({"stdin": 3}, "input_data.stdin"),
        ({"stdin": "", "arguments": "x"}, "input_data.arguments"),
        ({"arguments": [1]}, "input_data.arguments"),
        ({"files": ["x"]}, "input_data.files"),
        ({"files": {"x": 1}}, r"input_data.files\['x'\]"),
        (Path("no such file"), "cannot be read"),
        ("\ud800", "input_data: has a character that UTF-8 cannot write"),
        ({"x": {"files": {"a": "\ud800"}}}, r"\['x'\].files\['a'\]: has a character that UTF-8 cannot write"),
        (nested(MAX_DEPTH), "may be nested at most 200 deep"),
    ],
)
def test_what_is_no_input_is_named(data: object, message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        read_inputs(data)


def test_a_folder_of_input_files_with_arguments_beside(tmp_path: Path) -> None:
    (tmp_path / "b.in").write_bytes(b"two")
    (tmp_path / "a.in").write_bytes(b"one")
    (tmp_path / "a.args").write_text("-x\ntwo words\n")
    (tmp_path / "a.out").write_bytes(b"not an input")

    assert read_inputs(tmp_path) == [
        ProgramInput(b"one", ("-x", "two words"), name="a"),
        ProgramInput(b"two", name="b"),
    ]


def test_a_folder_gives_each_program_its_inputs(tmp_path: Path) -> None:
    (tmp_path / "sub" / "p").mkdir(parents=True)
    for name in ("a.in", "a.1.in", "a-2.in", "sub/p/x.in", "sub/p/y.in"):
        (tmp_path / name).write_text(name)

    found = inputs_by_name(tmp_path, ["a", "sub/p", "c"])

    assert {name: [given.stdin for given in group] for name, group in found.items()} == {
        "a": [b"a-2.in", b"a.1.in", b"a.in"],
        "sub/p": [b"sub/p/x.in", b"sub/p/y.in"],
    }


def test_an_input_of_nobody_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "z.in").write_text("")
    with pytest.raises(InvalidValue, match=r"z\.in.*belongs to none"):
        inputs_by_name(tmp_path, ["a"])

    (tmp_path / "map.json").write_text(json.dumps({"z": "1"}))
    with pytest.raises(InvalidValue, match="'z'"):
        inputs_by_name(tmp_path / "map.json", ["a"])


@pytest.mark.parametrize("text", ["{", "[1]", '"x"', "[" * 100_000])
def test_a_map_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "map.json").write_text(text)

    with pytest.raises(InvalidValue, match=r"map\.json"):
        inputs_by_name(tmp_path / "map.json", ["a"])
