"""Emptying the scratch folder: deep, wide, odd and hostile contents; nothing outside is touched."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from assay.sandbox.guest import scratch


def test_an_empty_folder_stays(tmp_path: Path) -> None:
    assert scratch.wipe(str(tmp_path)) == ""
    assert tmp_path.is_dir()


def test_three_thousand_nested_folders_are_removed(tmp_path: Path) -> None:
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)

    assert scratch.wipe(str(tmp_path)) == ""
    assert os.listdir(tmp_path) == []


def test_links_are_removed_and_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "outside"
    victim.mkdir()
    (victim / "kept").write_text("kept")
    inside = tmp_path / "scratch"
    inside.mkdir()
    (inside / "link").symlink_to(victim)
    (inside / "folder").mkdir()
    (inside / "folder" / "link").symlink_to(victim)
    os.link(victim / "kept", inside / "hard")

    assert scratch.wipe(str(inside)) == ""
    assert (victim / "kept").read_text() == "kept"
    assert os.listdir(inside) == []


@pytest.mark.parametrize("mode", [0o000, 0o300, 0o100])
def test_closed_folders_and_odd_names_are_removed(tmp_path: Path, mode: int) -> None:
    (tmp_path / "closed" / "inner").mkdir(parents=True)
    (tmp_path / "closed" / "inner" / "file").write_text("x")
    os.chmod(tmp_path / "closed" / "inner", mode)
    os.chmod(tmp_path / "closed", mode)
    with open(os.path.join(os.fsencode(tmp_path), b"\xff\xfe\n"), "w"):
        pass

    assert scratch.wipe(str(tmp_path)) == ""
    assert os.listdir(tmp_path) == []


def test_names_that_collide_with_our_own_are_no_obstacle(tmp_path: Path) -> None:
    for i in range(5):
        (tmp_path / f".assay-{i}-0").mkdir()
        (tmp_path / f".assay-{i}-0" / "full").mkdir()
        (tmp_path / f".assay-{i}-0" / "full" / "x").write_text("x")

    assert scratch.wipe(str(tmp_path)) == ""
    assert os.listdir(tmp_path) == []
