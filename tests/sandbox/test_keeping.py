"""Files of a program that are read after its end: regular ones, bounded, never through a link, whatever was left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.records import KilledBy, Limits, Program
from assay.sandbox.base import Keep, KeptFiles
from assay.sandbox.guest.keeping import collect
from assay.sandbox.warm import WarmPython


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def kept(sandbox: WarmPython, script: str, *paths: str, **bounds: int) -> KeptFiles:
    program = Program(("/bin/sh", "-c", script), {"w/a.txt": b"given"})
    return sandbox.run_keeping(program, Keep(paths or ("w",), **bounds), Limits(seconds=5))[1]


@pytest.mark.parametrize(
    ("script", "files"),
    [
        ("true", {"w/a.txt": b"given"}),
        ("echo -n more >> w/a.txt; mkdir -p w/b/c; echo -n x > w/b/c/d", {"w/a.txt": b"givenmore", "w/b/c/d": b"x"}),
        ("exit 3", {"w/a.txt": b"given"}),
        ("kill -9 $$", {"w/a.txt": b"given"}),
        ("rm -rf w", {}),
        ("rm -rf ./* .[a-z]*; cd /; exit 1", {}),
        (
            "(sleep 30; echo late > w/a.txt) & (setsid sleep 30 &) ; echo -n now > w/b",
            {"w/a.txt": b"given", "w/b": b"now"},
        ),
        ("echo -n '' > w/empty", {"w/a.txt": b"given", "w/empty": b""}),
    ],
)
def test_what_is_there_at_the_end(sandbox: WarmPython, script: str, files: dict[str, bytes]) -> None:
    assert kept(sandbox, script) == KeptFiles(files)


@pytest.mark.parametrize(
    ("script", "paths", "why"),
    [
        pytest.param("ln -sf /etc/passwd w/a.txt", ("w",), "'w/a.txt': a link", id="a-file-is-a-link"),
        pytest.param("rm -r w; ln -s /etc w", ("w",), "'w': a link", id="the-folder-is-a-link"),
        pytest.param("rm -r w; ln -s /etc w", ("w/passwd",), "'w/passwd': Not a directory", id="a-link-on-the-way"),
        pytest.param("rm w/a.txt; ln -s w w/a.txt", ("w",), "'w/a.txt': a link", id="a-loop"),
        pytest.param("chmod 0 w/a.txt", ("w",), "'w/a.txt': Permission denied", id="closed"),
        pytest.param("head -c 3000000 /dev/urandom > w/a.txt", ("w",), "'w/a.txt': 3000000 bytes", id="large"),
    ],
)
def test_what_is_left_out_and_why(sandbox: WarmPython, script: str, paths: tuple[str, ...], why: str) -> None:
    found = kept(sandbox, script, *paths, most_bytes=1_000_000)

    assert found.files == {}
    assert found.left_out[0].startswith(why)


def test_a_hard_link_to_a_file_outside_cannot_be_made(sandbox: WarmPython) -> None:
    assert kept(sandbox, "ln -f /etc/passwd w/a.txt; ln -f /bin/sh w/a.txt").files == {"w/a.txt": b"given"}


def test_more_files_than_are_kept(sandbox: WarmPython) -> None:
    found = kept(sandbox, "for i in 1 2 3 4 5 6 7 8 9; do echo $i > w/$i; done", most_files=4)

    assert len(found.files) == 4
    assert found.left_out == ("'w': holds more than is kept",)


def test_folders_nested_too_deeply(sandbox: WarmPython) -> None:
    found = kept(sandbox, "d=w; for i in $(seq 60); do d=$d/x; done; mkdir -p $d; echo > $d/z")

    assert found.files == {"w/a.txt": b"given"}
    assert found.left_out[0].endswith("nested too deeply")


def test_a_program_that_is_stopped_leaves_what_it_had_written(sandbox: WarmPython) -> None:
    program = Program(("/bin/sh", "-c", "echo -n begun > w; sleep 60"))
    execution, found = sandbox.run_keeping(program, Keep(("w",)), Limits(seconds=0.3))

    assert execution.killed_by is KilledBy.TIME
    assert found.files == {"w": b"begun"}


def test_the_next_program_finds_nothing_of_it(sandbox: WarmPython) -> None:
    kept(sandbox, "echo secret > w/b; echo secret > b")

    found = kept(sandbox, 'all=$(find . -type f); echo "$all" > w/out', "w/out")
    assert found.files == {"w/out": b"./w/a.txt\n"}


def test_no_program_has_the_file_that_its_files_are_kept_in(sandbox: WarmPython) -> None:
    found = kept(sandbox, "ls -l /proc/self/fd > w/fds", "w/fds").files["w/fds"]

    assert b"assay-kept" not in found


def test_names_that_are_no_text_are_kept_as_they_are(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("names")
    (folder / "w").mkdir()
    (folder / "w" / "a\udcff\n").write_bytes(b"1")

    assert collect(str(folder), ("w",), 10, 10) == ([("w/a\udcff\n", b"1")], [])
