"""What was compiled is kept by content, checked when it comes back, and bounded."""

from __future__ import annotations

import io
import os
import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.sandbox.artefacts import ArtefactCache, key_of, read_archive
from assay.sandbox.tar_members import members_of

KEY = "ab" * 32


@given(st.lists(st.text()), st.lists(st.text()))
def test_different_parts_have_different_keys(left: list[str], right: list[str]) -> None:
    assert (key_of(left) == key_of(right)) is (left == right)


def test_what_is_put_comes_back(tmp_path: Path) -> None:
    cache = ArtefactCache(tmp_path / "new")
    cache.put(KEY, {"main": b"\0\1", "out/A.class": b""})

    assert cache.get(KEY) == {"main": b"\0\1", "out/A.class": b""}
    assert cache.get("cd" * 32) is None


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: b"", lambda data: data[:40] + b"x" + data[41:]]
)
def test_a_damaged_artefact_counts_as_absent(tmp_path: Path, damage: object) -> None:
    cache = ArtefactCache(tmp_path)
    cache.put(KEY, {"main": b"x" * 100})
    file = tmp_path / KEY
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]  # one of the functions above

    assert cache.get(KEY) is None


def test_the_least_recently_used_leave_first(tmp_path: Path) -> None:
    cache = ArtefactCache(tmp_path, max_bytes=60_000)
    for number, name in enumerate(("old", "used", "young")):
        cache.put(name, {"main": bytes(8_000)})
        os.utime(tmp_path / name, (number, number))
    assert cache.get("old") is not None

    for name in ("a", "b", "c"):
        cache.put(name, {"main": bytes(8_000)})

    left = {path.name for path in tmp_path.iterdir()}
    assert "old" in left
    assert "used" not in left
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 60_000


def test_one_that_is_too_large_is_not_kept(tmp_path: Path) -> None:
    cache = ArtefactCache(tmp_path, max_bytes=1000)
    cache.put(KEY, {"main": bytes(5000)})

    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = ArtefactCache(tmp_path / "file" / "below")
    cache.put(KEY, {"main": b""})

    assert cache.get(KEY) is None


@pytest.mark.parametrize(
    ("variable", "value", "folder"),
    [("XDG_CACHE_HOME", "/somewhere", "/somewhere/assay/artefacts"), ("ASSAY_CACHE", "/mine", "/mine/artefacts")],
)
def test_the_default_folder_follows_the_users_setting(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, folder: str
) -> None:
    monkeypatch.setenv(variable, value)

    assert ArtefactCache().folder == Path(folder)


@pytest.mark.parametrize("name", ["/etc/passwd", "../x", "a/../../x"])
def test_an_archive_that_reaches_outside_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the archive holds"):
        read_archive(archive(tarfile.TarInfo(name)), max_bytes=1000)


def test_an_archive_larger_than_allowed_is_refused() -> None:
    member = tarfile.TarInfo("big")
    member.size = 2000

    with pytest.raises(ValueError, match="2000 bytes"):
        read_archive(archive(member, bytes(2000)), max_bytes=1000)


def test_links_and_devices_in_an_archive_are_left_out() -> None:
    link = tarfile.TarInfo("link")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    device = tarfile.TarInfo("device")
    device.type = tarfile.CHRTYPE

    assert read_archive(archive(link), max_bytes=1000) == {}
    assert read_archive(archive(device), max_bytes=1000) == {}


def archive(member: tarfile.TarInfo, content: bytes = b"") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as file:
        file.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_long_and_foreign_names_are_read_in_every_form_of_archive(form: int) -> None:
    names = ["a", f"{'d' * 90}/{'n' * 90}", "é"] + (
        [f"{'x' * 200}/{'é' * 120}"] if form != tarfile.USTAR_FORMAT else []
    )
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form, pax_headers={"comment": "abc"}) as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(name), 1.5
            archive.addfile(member, io.BytesIO(b"x" * len(name)))

    found = [(member.name, len(content)) for member, content in members_of(buffer.getvalue())]

    assert found == [(name, len(name)) for name in names]


def test_one_name_twice_is_refused() -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a"))
        archive.addfile(tarfile.TarInfo("./a"))

    with pytest.raises(ValueError, match=r"the archive holds './a'"):
        read_archive(buffer.getvalue(), max_bytes=10)
