"""The keeper: prepares the tree of a repository, starts its tests, and tells how each test ended.

It runs in the sandbox under the environment's Python, as the parent of the process that runs the tests. What it tells
goes to its own standard output, line by line, each behind a secret that nobody but it and the judge knows; the process
that runs the tests has neither that output nor a way into this process.
"""

import base64
import ctypes
import errno
import json
import os
import re
import select
import signal
import stat
import struct
import subprocess
import sys
import sysconfig
import tarfile
import time
from typing import Any

PR_SET_DUMPABLE = 4
TREE = "testbed"
MOST_RECORD_BYTES = 1 << 20
MOST_RECORDS = 50_000
"""What the process that runs the tests may say of them."""
MOST_BYTES = 256 << 20
LARGEST = 1 << 31
"""No number of a hidden part is as large."""
MOST_DEPTH = 200
"""Folders inside of each other that a patch may leave."""
LOOK_SECONDS = 0.2
SHORT_SECONDS = 0.02
SAID = 2000
APPLY = (
    ("git apply", ["git", "apply", "--whitespace=nowarn"]),
    ("git apply --recount", ["git", "apply", "--whitespace=nowarn", "--recount", "--ignore-whitespace"]),
    ("patch --fuzz=5", ["patch", "--batch", "--fuzz=5", "-p1", "--forward", "--no-backup-if-mismatch", "-r", "-"]),
)
"""How a candidate's patch is applied: what does not work is undone, and the next is tried."""
GIT_VARIABLES = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
OURS = (errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""Errors of files that no patch can cause before its tests run."""
NOT_SHADOWED = ("test", "tests")
"""Modules of Python whose names people give to files of their own."""


Tell = Any
"""A function that takes a kind and a value, and writes them as one line."""
Content = Any
"""The mode and the bytes of a file, or the type of a link and where it leads; `None`: there is no such file."""


class Refused(Exception):
    """The candidate's patch cannot be taken."""


class Broken(Exception):
    """Our own side fails."""


def main() -> None:
    with open(0, "rb", closefd=False) as given:
        job = json.loads(given.read().decode("ascii"))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    tell = _teller(job["nonce"])
    os.environ.clear()
    os.environ.update(job["variables"], HOME=os.path.abspath("home"), TMPDIR=os.path.abspath("tmp"))
    if ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        tell("broken", "the keeper cannot close itself to other processes")
        return
    try:
        _work(job, tell)
    except Refused as error:
        tell("refused", str(error)[:SAID])
    except Broken as error:
        tell("broken", str(error)[:SAID])


def _teller(nonce: str) -> "Tell":
    def tell(kind: str, value: object) -> None:
        left = f"{nonce} {json.dumps([kind, value])}\n".encode("ascii")
        while left:
            left = left[os.write(1, left) :]

    return tell


def _work(job: "dict[str, Any]", tell: "Tell") -> None:
    scratch = os.getcwd()
    for name in ("home", "tmp", TREE):
        os.mkdir(name)
    root = os.path.join(scratch, TREE)
    for name in job["archives"]:
        _run(["tar", "-xf", os.path.join(scratch, name), "-C", root], scratch, "unpack " + name)
    tree = Tree(root, [os.path.join(scratch, name) for name in job["archives"]])
    own = _modules(root, job["path"])
    tests = _tests_of(tree, base64.b64decode(job["test_patch"]))
    tests.update({path: (0o644, base64.b64decode(text)) for path, text in job["laid"].items()})
    facts: dict[str, Any] = {}
    try:
        if job["patch"] is not None:
            facts["applied"] = _apply(tree, base64.b64decode(job["patch"]))
            changed = tree.changed()
            facts["changed"] = sorted(changed, key=lambda path: (path not in tree.fresh, path))[:1000]
            facts["added"] = [path for path in facts["changed"] if path not in tree.fresh]
            _refuse_links(root, changed)
            facts.update(_take_back(tree, changed, set(tests), job))
        for path, content in sorted(tests.items()):
            tree.lay(path, content)
    except OSError as error:  # without a patch this is ours
        if job["patch"] is None or error.errno in OURS:
            raise
        raise Refused(f"the tests cannot be laid over it: {error.strerror}") from None
    facts["tests"] = {path: _text(tests, tree, path) for path in job["give"]}
    tell("prepared", facts)
    for name in job["archives"]:
        os.unlink(os.path.join(scratch, name))
    ended = _run_tests(job, root, own, tell)
    ended["edited"] = [path for path, content in sorted(tests.items()) if _differs(tree.content(path), content)][:100]
    tell("end", ended)


class Tree:
    """The files of the repository: what of them is changed, and how each was at first."""

    def __init__(self, root: str, archives: "list[str]") -> None:
        self.root = root
        self.archives = archives
        self.fresh = self._look()

    def changed(self) -> "set[str]":
        """Return the paths that are not as they were at first, gone or new ones among them."""
        now = self._look()
        return {path for path in set(now) | set(self.fresh) if now.get(path) != self.fresh.get(path)}

    def _look(self) -> "dict[str, tuple[int, ...]]":
        """Return for each file what changes when anybody writes it; nothing of a candidate has run so far."""
        found: dict[str, tuple[int, ...]] = {}
        waiting = [""]
        while waiting:
            inner = waiting.pop()
            if inner.count("/") > MOST_DEPTH:
                raise Refused(f"its folders are at least {inner.count('/')} deep, at most {MOST_DEPTH} are taken")
            try:
                for name in os.listdir(os.path.join(self.root, inner)):
                    seen = os.lstat(os.path.join(self.root, inner, name))
                    if stat.S_ISDIR(seen.st_mode):
                        waiting.append(inner + name + "/")
                    else:
                        found[inner + name] = (
                            seen.st_mode, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns,
                        )  # fmt: skip
            except OSError as error:
                raise Refused(f"its files cannot be listed: {error.strerror}") from None
        return found

    def restore(self, paths: "set[str]") -> None:
        """Make these paths as they were at first."""
        first = self._first(paths & set(self.fresh))
        for path in sorted(paths):
            self.lay(path, first.get(path))
        now = self._look()
        self.fresh.update({path: now[path] for path in first})

    def _first(self, paths: "set[str]") -> "dict[str, Content]":
        """Return how files were at first; of several archives the last that holds a file counts."""
        found = {}
        for name in self.archives if paths else ():
            with tarfile.open(name) as archive:
                for member in archive:
                    path = os.path.normpath(member.name)
                    if path not in paths:
                        continue
                    if member.issym():
                        found[path] = (stat.S_IFLNK, os.fsencode(member.linkname))
                    elif member.isfile():
                        opened = archive.extractfile(member)
                        found[path] = (member.mode & 0o777, opened.read() if opened else b"")
        return found

    def lay(self, path: str, content: "Content") -> None:
        """Put a file where it belongs, whatever stands there or in the way; `None` removes it."""
        place = self.root
        parts = path.split("/")
        for part in parts[:-1]:
            place = os.path.join(place, part)
            if not _is_folder(place):
                if content is None:
                    return
                _remove(place)
                os.mkdir(place)
        place = os.path.join(place, parts[-1])
        _remove(place)
        if content is None:
            return
        mode, data = content
        if mode == stat.S_IFLNK:
            os.symlink(os.fsdecode(data), place)
            return
        opened = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode | 0o600)
        with open(opened, "wb") as file:
            file.write(data)

    def content(self, path: str) -> "Content":
        """Return what stands at a path now; no link is followed."""
        place = self.root
        for part in path.split("/")[:-1]:
            place = os.path.join(place, part)
            if not _is_folder(place):
                return None
        place = os.path.join(self.root, path)
        try:
            seen = os.lstat(place)
            if stat.S_ISLNK(seen.st_mode):
                return stat.S_IFLNK, os.fsencode(os.readlink(place))
            if not stat.S_ISREG(seen.st_mode):
                return None
            with open(place, "rb") as file:
                return seen.st_mode & 0o777, file.read()
        except OSError:
            return None


def _is_folder(path: str) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def _remove(path: str) -> None:
    if not _is_folder(path):
        if os.path.lexists(path):
            os.unlink(path)
        return
    folders = [path]
    for folder in folders:  # which grows on the way
        for name in os.listdir(folder):
            place = os.path.join(folder, name)
            if _is_folder(place):
                folders.append(place)
            else:
                os.unlink(place)
    for folder in reversed(folders):
        os.rmdir(folder)


def _differs(now: "Content", laid: "Content") -> bool:
    """Return whether a file is another one than was laid, its mode aside."""
    return bool(now[1] != laid[1]) if now and laid else bool(now or laid)


def _text(tests: "dict[str, Content]", tree: Tree, path: str) -> str:
    found = tests.get(path) or tree.content(path)
    return base64.b64encode(found[1]).decode("ascii") if found else ""


def _run(command: "list[str]", folder: str, what: str, given: bytes = b"") -> None:
    done = _start(command, folder, given)
    if done[0] != 0:
        raise Broken(f"cannot {what}: {done[1]}")


def _start(command: "list[str]", folder: str, given: bytes) -> "tuple[int, str]":
    try:
        started = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **GIT_VARIABLES, "GIT_CEILING_DIRECTORIES": os.path.dirname(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    except OSError as error:
        return 127, str(error)
    said = started.communicate(given)[0]
    return started.returncode, " ".join(said.decode("utf-8", "replace").split())


def _tests_of(tree: Tree, patch: bytes) -> "dict[str, Content]":
    """Return the files that the test patch changes, as it leaves them; the tree is as before."""
    if not patch.strip():
        return {}
    status, said = _start(APPLY[0][1], tree.root, _ended(patch))
    if status != 0:
        raise Broken("the test patch does not apply: " + said)
    changed = tree.changed()
    found = {path: tree.content(path) for path in changed}
    tree.restore(changed)
    return found


def _apply(tree: Tree, patch: bytes) -> str:
    """Apply the candidate's patch; return by which command that could be done."""
    if not patch.strip():
        raise Refused("the patch is empty")
    reasons = []
    for name, command in APPLY:
        status, said = _start(command, tree.root, _ended(patch))
        changed = tree.changed()
        if status == 0 and changed:
            return name
        if status == 0:
            said = "it changes nothing"
        reasons.append(f"{name}: {said[:600]}")
        tree.restore(changed)
    raise Refused("the patch does not apply; " + "; ".join(reasons))


def _ended(patch: bytes) -> bytes:
    """Return a patch whose last line is whole: models often leave the last newline out."""
    return patch if patch.endswith(b"\n") else patch + b"\n"


def _refuse_links(root: str, changed: "set[str]") -> None:
    for path in sorted(changed):
        place = os.path.join(root, path)
        if os.path.islink(place) and not (os.path.realpath(place) + "/").startswith(os.path.realpath(root) + "/"):
            raise Refused(f"the patch makes a link out of the repository: {path} -> {os.readlink(place)}")


def _take_back(tree: Tree, changed: "set[str]", laid: "set[str]", job: "dict[str, Any]") -> "dict[str, list[str]]":
    """Undo what the candidate did to tests and to the way in which they are run, and return the paths.

    `taken_back` are those that decide how tests are run, `restored` the files of tests. `laid` are the files that the
    test patch will leave there.
    """
    patterns = [re.compile(pattern, re.DOTALL) for pattern in job["configuration"]]
    support = [re.compile(pattern, re.DOTALL) for pattern in job["support"]]
    own = changed - set(job["kept"])
    back = _shadows(tree, own, job)
    back |= {path for path in own if any(pattern.fullmatch(path) for pattern in patterns)}
    of_tests = {path for path in tree.fresh if any(pattern.fullmatch(path) for pattern in support)}
    back |= {path for path in own - set(tree.fresh) if _covers(path, of_tests | laid | set(job["files"]))}
    tests = own & of_tests - back
    tree.restore(back | tests)
    return {"taken_back": sorted(back), "restored": sorted(tests)}


def _covers(path: str, known: "set[str]") -> bool:
    """Return whether a file would be imported in place of one of these: packages and compiled modules go first."""
    parts = path.split("/")
    modules = ["/".join(parts[:number]) for number in range(1, len(parts))]
    if path.endswith(".so"):
        modules.append(path[: len(path) - len(parts[-1])] + parts[-1].split(".")[0])
    return any(module + ".py" in known for module in modules)


def _shadows(tree: Tree, changed: "set[str]", job: "dict[str, Any]") -> "set[str]":
    """Return those new files that would be imported in place of a module of Python or of an installed package."""
    places = {os.path.normpath(folder) for folder in [*job["path"], "."]}
    for file in job["files"]:
        folder = os.path.dirname(file)
        while folder:
            places.add(folder)
            folder = os.path.dirname(folder)
    taken = _installed() - set(NOT_SHADOWED)
    found = set()
    for path in changed - set(tree.fresh):
        for place in places:
            inner = path if place == "." else path[len(place) + 1 :] if path.startswith(place + "/") else ""
            top = inner.split("/")[0]
            package = os.path.normpath(os.path.join(place, top)) + "/"
            is_known = "/" in inner and any(known.startswith(package) for known in tree.fresh)
            if top.split(".")[0] in taken and not is_known:
                found.add(path)
    return found


def _installed() -> "set[str]":
    paths = sysconfig.get_paths()
    folders = [paths["stdlib"], paths["platstdlib"], paths["purelib"], paths["platlib"]]
    folders.append(os.path.join(paths["stdlib"], "lib-dynload"))
    names = set(sys.builtin_module_names)
    for folder in set(folders):
        if os.path.isdir(folder):
            names |= {name.split(".")[0] for name in os.listdir(folder) if "-" not in name}
    return names


def _modules(root: str, folders: "list[str]") -> "list[str]":
    """Return the names of the modules that the repository itself has."""
    names = set()
    for folder in folders:
        place = os.path.join(root, folder)
        for name in os.listdir(place) if os.path.isdir(place) else ():
            is_package = os.path.isfile(os.path.join(place, name, "__init__.py"))
            if is_package or name.endswith((".py", ".so")):
                names.add(name.split(".")[0])
    return sorted(names)


def _run_tests(job: "dict[str, Any]", root: str, own: "list[str]", tell: "Tell") -> "dict[str, Any]":
    reader, writer = os.pipe()
    key = os.urandom(16).hex()
    given = json.dumps(
        {
            "key": key, "records": writer, "files": job["files"], "arguments": job["arguments"], "own": own,
            "path": [os.path.normpath(os.path.join(root, folder)) for folder in job["path"]], "root": root,
        }
    )  # fmt: skip
    command = [sys.executable, os.path.join(os.path.dirname(root), job["runner"])]
    started: Any = subprocess.Popen(
        command, cwd=root, stdin=subprocess.PIPE, stdout=2, stderr=2, pass_fds=(writer,), start_new_session=True
    )
    os.close(writer)
    try:
        started.stdin.write(given.encode("ascii"))
        started.stdin.close()
    except OSError:
        pass
    complete = Records(reader, key, tell).follow(started)
    try:
        os.killpg(started.pid, signal.SIGKILL)
    except OSError:
        pass
    return {"complete": complete, "status": started.returncode}


class Records:
    """What the process that runs the tests says of them, until it ends."""

    def __init__(self, reader: int, key: str, tell: "Tell") -> None:
        self.reader = reader
        self.key = key
        self.tell = tell
        self.waiting = b""
        self.left, self.records = MOST_BYTES, MOST_RECORDS
        self.complete = False
        self.garbage = False

    def follow(self, started: "Any") -> bool:
        """Read until the process has ended; return whether it said that all tests were run."""
        is_open = True
        while started.poll() is None:
            if not is_open:
                time.sleep(SHORT_SECONDS)
            elif select.select([self.reader], [], [], LOOK_SECONDS)[0]:
                is_open = self._take()
            if self.garbage:
                started.kill()
        while is_open and select.select([self.reader], [], [], 0)[0]:  # what it said before its end, and no more
            is_open = self._take()
        if self.garbage:
            self.tell("garbage", "what came from the tests is not what a runner says")
        return self.complete and not self.garbage

    def _take(self) -> bool:
        data = os.read(self.reader, 1 << 16)
        self.left -= len(data)
        self.waiting += data
        while len(self.waiting) >= 4 and not self.garbage:
            size = struct.unpack(">I", self.waiting[:4])[0]
            if size > MOST_RECORD_BYTES or self.left < 0:
                self.garbage = True
            if len(self.waiting) < 4 + size:
                break
            self._record(self.waiting[4 : 4 + size])
            self.waiting = self.waiting[4 + size :]
        return bool(data) and not self.garbage

    def _record(self, body: bytes) -> None:
        try:
            key, kind, value = json.loads(body.decode("utf-8"))
        except (ValueError, TypeError, RecursionError):
            key, kind, value = "", "", ""
        self.records -= 1
        flat = None if kind == "complete" else _flat(kind, value)
        if key != self.key or self.complete or self.records < 0 or (flat is None and kind != "complete"):
            self.garbage = True
        elif kind == "complete":
            self.complete = True
        else:
            self.tell(kind, flat)


def _flat(kind: object, value: "Any") -> "Any":
    """Return a record in the form that the judge reads, made anew; `None` where it is not what a runner sends."""
    if kind == "note" and type(value) is str:
        return value
    if kind == "value" and type(value) is list and len(value) == 2:
        number, text = value
        if type(number) is int and 0 <= number < LARGEST and (text is None or type(text) is str):
            return [number, text]
    if kind == "test" and type(value) is dict and set(value) == {"ids", "status", "text", "seconds"}:
        ids, status, text, seconds = value["ids"], value["status"], value["text"], value["seconds"]
        if type(ids) is list and all(type(one) is str for one in (*ids, status, text)) and type(seconds) is float:
            is_finite = abs(seconds) < LARGEST
            return {"ids": ids[:10], "status": status, "text": text, "seconds": seconds if is_finite else 0.0}
    return None


if __name__ == "__main__":
    main()
