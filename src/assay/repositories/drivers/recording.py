"""What every runner of tests shares: what it is to run, the way back to the keeper, and the tree's place among modules.

Everything that a runner needs is imported before the tree can be: no file of a candidate takes the place of a module
that the runner uses.
"""

import json
import os
import struct
import sys
from importlib.machinery import PathFinder
from typing import Any

MOST_TEXT = 4000
"""Characters that are kept of what a test says."""
PASSED, FAILED, ERROR, SKIPPED, XFAILED, XPASSED = "passed", "failed", "error", "skipped", "xfailed", "xpassed"


def begin() -> "Any":
    """Return what is to be done, and the function that tells the keeper how a test ended."""
    sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
    with open(0, "rb", closefd=False) as given:
        job = json.loads(given.read().decode("ascii"))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.modules.pop(__name__, None)
    return job, _sender(job.pop("key"), job.pop("records"))


def _sender(key: str, writer: int) -> "Any":
    """Return a function that keeps to itself what it needs: names that a candidate replaces change nothing here."""
    write, pack, getpid, dumps = os.write, struct.pack, os.getpid, json.JSONEncoder().encode
    own = getpid()
    os.set_inheritable(writer, False)

    def send(kind: str, value: "Any") -> None:
        if getpid() != own:  # a child that goes on with what its parent was doing
            return
        body = dumps([key, kind, value]).encode("utf-8", "backslashreplace")
        left = pack(">I", len(body)) + body
        while left:
            left = left[write(writer, left) :]

    return send


class OwnFirst:
    """Finds those modules in the tree that the repository itself has, while no other file of the tree can be found."""

    def __init__(self, job: "dict[str, Any]") -> None:
        self.names = frozenset(job["own"])
        self.path = list(job["path"])

    def find_spec(self, name: str, path: "Any" = None, target: "Any" = None) -> "Any":
        return PathFinder.find_spec(name, self.path) if path is None and name in self.names else None

    def __enter__(self) -> None:
        sys.meta_path.insert(0, self)

    def __exit__(self, *exception: "Any") -> None:
        sys.meta_path.remove(self)


def open_tree(job: "dict[str, Any]", *first: str) -> None:
    """Let modules be imported from the tree, here and in processes that tests start."""
    sys.path[:0] = list(dict.fromkeys([*first, *job["path"]]))
    os.environ["PYTHONPATH"] = os.pathsep.join(job["path"])


def short(text: "Any") -> str:
    """Return what a test says, cut; an object that cannot say it says nothing."""
    try:
        return str(text)[-MOST_TEXT:]
    except Exception:
        return ""
