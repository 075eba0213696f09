"""Trees of base commits: the same bytes from an archive, a clone, a mirror and over git; hostile archives refused."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from assay.records import Repository
from assay.repositories.archives import EntryKind, read_archive
from assay.repositories.faults import MissingSource
from assay.repositories.sources import tree_of
from assay.sandbox.artefacts import ArtefactCache


def git(folder: Path, *words: str) -> str:
    variables = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *who, *words], cwd=folder, env=variables, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository whose last commit is the fix, and whose last but one is the base."""
    folder = tmp_path / "clone"
    (folder / "pkg").mkdir(parents=True)
    git(folder, "init", "-q")
    (folder / ".gitattributes").write_text("left_out.txt export-ignore\n*.txt filter=evil\n")
    (folder / "left_out.txt").write_text("still here\n")
    (folder / "pkg" / "mod.py").write_text("x = 1\n")
    (folder / "run.sh").write_text("#!/bin/sh\n")
    (folder / "run.sh").chmod(0o755)
    (folder / "link").symlink_to("pkg/mod.py")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "base")
    (folder / "pkg" / "mod.py").write_text("x = 2\n")
    git(folder, "commit", "-qam", "fix")
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> ArtefactCache:
    return ArtefactCache(tmp_path / "cache")


def check(base: str, *, source: Path | str = "", repository: str = "me/mine") -> Repository:
    return Repository(repository, base, "", ("t",), source=str(source))


def archive(*members: tarfile.TarInfo | tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as opened:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                opened.addfile(member, io.BytesIO(b"\0" * member.size))
                continue
            info = tarfile.TarInfo(member[0])
            info.size = len(member[1])
            opened.addfile(info, io.BytesIO(member[1]))
    return buffer.getvalue()


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def test_a_tree_has_all_files_of_the_base_commit_and_nothing_of_the_history(clone: Path, cache: ArtefactCache) -> None:
    base = git(clone, "rev-parse", "HEAD~1")
    git(clone, "config", "filter.evil.smudge", "touch obeyed")

    entries = read_archive(tree_of(check(base, source=clone), "p", cache), "tree")

    shown = {path: (entry.kind, entry.data, entry.executable) for path, entry in entries.items()}
    assert sorted(shown) == [".gitattributes", "left_out.txt", "link", "pkg/mod.py", "run.sh"]
    assert shown["pkg/mod.py"] == (EntryKind.FILE, b"x = 1\n", False)
    assert shown["run.sh"] == (EntryKind.FILE, b"#!/bin/sh\n", True)
    assert shown["link"] == (EntryKind.LINK, b"pkg/mod.py", False)
    assert shown["left_out.txt"][1] == b"still here\n"
    assert not (clone / "obeyed").exists()


def test_a_tree_is_the_same_from_wherever_it_comes(clone: Path, tmp_path: Path) -> None:
    base = git(clone, "rev-parse", "HEAD~1")
    git(tmp_path, "clone", "-q", "--bare", str(clone), "mirror.git")
    shutil.copytree(tmp_path / "mirror.git", tmp_path / "bare")
    (tmp_path / "bare" / "config").unlink()
    git(clone, "checkout", "-q", base)
    packed = subprocess.run(["tar", "-c", "--exclude=./.git", "."], cwd=clone, capture_output=True, check=True).stdout
    (tmp_path / "plain.tar").write_bytes(packed)
    (tmp_path / "pressed.tar.gz").write_bytes(gzip.compress(packed))
    prefixed = ["tar", "-c", "--exclude=./.git", f"--transform=s,^\\.,mine-{base},S", "."]
    around = subprocess.run(prefixed, cwd=clone, capture_output=True, check=True).stdout
    (tmp_path / "around.tar").write_bytes(around)
    checks = [
        check(base, source=clone),
        check(base, source=tmp_path / "mirror.git"),
        check(base, source=tmp_path / "bare"),
        check(base, repository=str(clone)),
        check(base, repository=f"file://{clone}"),
        check(base, source=tmp_path / "plain.tar"),
        check(base, source=tmp_path / "pressed.tar.gz"),
        check(base, source=tmp_path / "around.tar"),
    ]

    trees = [tree_of(one, "p", ArtefactCache(tmp_path / f"cache{number}")) for number, one in enumerate(checks)]

    files = [{path: one for path, one in read_archive(tree, "tree").items() if one.kind is not EntryKind.FOLDER}
             for tree in trees]  # fmt: skip
    assert files[1:] == files[:-1]
    assert len(set(trees[:5])) == 1


def test_a_tree_is_kept_by_its_commit(clone: Path, cache: ArtefactCache) -> None:
    base = git(clone, "rev-parse", "HEAD~1")
    first = tree_of(check(base, source=clone), "p", cache)
    shutil.rmtree(clone / ".git" / "objects")

    assert tree_of(check(base, source=clone), "p", cache) == first


def test_a_commit_that_is_not_there_is_named(clone: Path, cache: ArtefactCache) -> None:
    with pytest.raises(MissingSource, match=f"{clone}: has no commit {'a' * 40}: fetch it there, or give its tree"):
        tree_of(check("a" * 40, source=clone), "p", cache)


def test_a_commit_is_never_replaced_by_another(clone: Path, cache: ArtefactCache) -> None:
    base = git(clone, "rev-parse", "HEAD~1")
    git(clone, "replace", base, "HEAD")

    entries = read_archive(tree_of(check(base, source=clone), "p", cache), "tree")

    assert entries["pkg/mod.py"].data == b"x = 1\n"


def test_a_file_whose_object_is_missing_is_named(clone: Path, cache: ArtefactCache) -> None:
    base = git(clone, "rev-parse", "HEAD~1")
    name = git(clone, "rev-parse", f"{base}:pkg/mod.py")
    (clone / ".git" / "objects" / name[:2] / name[2:]).unlink()

    with pytest.raises(MissingSource, match=name):
        tree_of(check(base, source=clone), "p", cache)


@pytest.mark.parametrize(
    ("base", "source", "repository", "message"),
    [
        ("--upload-pack=x", "", "me/mine", "base '--upload-pack=x' is not a commit"),
        ("a" * 40, "nowhere", "me/mine", "p: source 'nowhere' does not exist"),
        ("a" * 40, "", "--upload-pack=touch x", "is nothing that git can clone"),
        ("a" * 40, "", "ext::sh -c touch% x", "cannot be fetched.*--repos"),
        ("a" * 40, "", "file:///nowhere/at/all", "cannot be fetched.*--repos"),
    ],
)
def test_what_cannot_be_a_source_is_refused(
    cache: ArtefactCache, base: str, source: str, repository: str, message: str
) -> None:
    with pytest.raises(MissingSource, match=message):
        tree_of(check(base, source=source, repository=repository), "p", cache)


def test_a_folder_without_git_is_no_source(tmp_path: Path, cache: ArtefactCache) -> None:
    with pytest.raises(MissingSource, match="neither a clone nor a bare repository"):
        tree_of(check("a" * 40, source=tmp_path), "p", cache)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(archive(("/etc/passwd", b"")), "'/etc/passwd' is not a path inside", id="absolute"),
        pytest.param(archive(("a/../../b", b"")), "is not a path inside the tree", id="above"),
        pytest.param(archive(special("d", tarfile.CHRTYPE)), "'d' is neither a file nor", id="device"),
        pytest.param(archive(special("p", tarfile.FIFOTYPE)), "'p' is neither a file nor", id="pipe"),
        pytest.param(archive(("a", b"1"), special("h", tarfile.LNKTYPE, "a")), "'h' is neither", id="hard-link"),
        pytest.param(archive(special("l", tarfile.SYMTYPE, "/etc")), "'l' leads out of the tree", id="link-to-root"),
        pytest.param(archive(special("a/l", tarfile.SYMTYPE, "../../x")), "leads out of the tree", id="link-above"),
        pytest.param(
            archive(special("l", tarfile.SYMTYPE, "a"), ("l/x", b"")), "'l/x' leads through 'l'", id="through-a-link"
        ),
        pytest.param(archive(("a", b"1"), ("a", b"2")), "holds 'a' twice", id="twice"),
        pytest.param(archive(("a", b"1"), ("./a", b"2")), "holds 'a' twice", id="twice-in-another-writing"),
        pytest.param(b"nothing of the kind" * 100, "not a tar archive", id="garbage"),
        pytest.param(b"\x1f\x8b garbage", "not a whole gzip file", id="broken-gzip"),
        pytest.param(archive(("a", b"x" * 5000))[:2000], "not a tar archive", id="cut"),
        pytest.param(b"", "is empty", id="empty"),
    ],
)
def test_a_hostile_archive_is_refused(tmp_path: Path, cache: ArtefactCache, data: bytes, message: str) -> None:
    (tmp_path / "tree.tar").write_bytes(data)

    with pytest.raises(MissingSource, match=message):
        tree_of(check("a" * 40, source=tmp_path / "tree.tar"), "p", cache)


def test_a_history_in_an_archive_is_left_out(tmp_path: Path, cache: ArtefactCache) -> None:
    (tmp_path / "tree.tar").write_bytes(archive((".git/HEAD", b"ref"), ("a.py", b""), ("sub/.git", b"gitdir: x")))

    assert list(read_archive(tree_of(check("a" * 40, source=tmp_path / "tree.tar"), "p", cache), "t")) == ["a.py"]
