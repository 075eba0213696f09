"""Reports of acts that have no honest use, sent as they happen; best effort, and never a verdict.

The hook is set once, in the warm parent: it cannot be taken out again, and costs a child nothing to set up.
"""

from __future__ import annotations

import os
import sys

from assay.sandbox.guest import frames, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FrameType
    from typing import Any

MAX_REPORTS = 32
SUSPICIOUS = {
    "open": "denied_read",
    "os.listdir": "denied_read",
    "os.scandir": "denied_read",
    "os.kill": "signal_or_trace",
    "os.killpg": "signal_or_trace",
    "os.fork": "forbidden_system_call",
    "os.forkpty": "forbidden_system_call",
    "os.exec": "forbidden_system_call",
    "os.posix_spawn": "forbidden_system_call",
    "os.system": "forbidden_system_call",
    "subprocess.Popen": "forbidden_system_call",
    "socket.connect": "forbidden_system_call",
    "socket.bind": "forbidden_system_call",
    "socket.sendto": "forbidden_system_call",
}

DEVICES = (
    "/dev/null",
    "/dev/urandom",
    "/dev/random",
    "/dev/stdin",
    "/dev/stdout",
    "/dev/stderr",
    "/dev/fd",
)


class Allowances:
    """What is not suspicious: at all, or of certain modules of the standard library."""

    def __init__(
        self,
        readable: tuple[str, ...] = (),
        hidden: tuple[str, ...] = (),
        reads: dict[str, tuple[str, ...]] | None = None,
        commands: dict[str, tuple[tuple[str, ...], ...]] | None = None,
    ) -> None:
        """Take folders that may be read, folders in them that may not, and by module what it reads and starts."""
        self.readable = readable
        self.hidden = hidden
        self.reads = reads or {}
        self.commands = commands or {}

    def may_read(self, path: str) -> bool:
        return _is_within(path, self.readable) and not _is_within(path, self.hidden)

    def read(self, path: str) -> bool:
        """Return whether reading `path` is not suspicious."""
        return self.may_read(path) or any(path in self.reads[name] for name in _modules_at_work(self.reads))

    def command(self, words: list[str]) -> bool:
        """Return whether a module of the standard library starts this command, as it always does."""
        start = [os.path.basename(words[0]), *words[1:]] if words else []
        for name in _modules_at_work(self.commands):
            for known in self.commands[name]:
                if tuple(start[: len(known)]) == known:
                    return all(self.may_read(os.path.normpath(word)) for word in words[1:] if word.startswith("/"))
        return False


STARTS = ("subprocess.Popen", "os.posix_spawn")
"""Events whose second argument is a command."""

_lstat, _folder, _join, _normal = os.lstat, os.getcwd, os.path.join, os.path.normpath  # a candidate may patch them
_channel = frames.Channel(-1)
_allowances = Allowances()
_left = 0


def watch(channel: frames.Channel, allowances: Allowances) -> None:
    """Set the hook; nothing is reported before `start`."""
    global _channel, _allowances
    _channel, _allowances = channel, allowances
    sys.addaudithook(_hook)


def start() -> None:
    """Begin to report: from here on the process belongs to a candidate."""
    global _left
    _left = MAX_REPORTS


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event in SUSPICIOUS and _left > 0:
        _report(event, arguments)


def _report(event: str, arguments: tuple[Any, ...]) -> None:
    global _left
    before, _left = _left, 0  # what we do here is not the candidate's act
    try:
        evidence = _evidence(event, arguments)
        if evidence:
            before -= 1
            _channel.send(frames.SUSPECT, wire.encode((SUSPICIOUS[event], evidence[:500])))
    except BaseException:  # reporting must not change what the candidate sees
        pass
    finally:
        _left = before


def _evidence(event: str, arguments: tuple[Any, ...]) -> str:
    if SUSPICIOUS[event] == "denied_read":
        path = _path(arguments[0])
        full = _normal(_join(_folder(), path))
        return "" if not path or _allowances.read(full) or not _exists(full) else f"{event}({full!r})"
    if event in STARTS and _allowances.command(_words(arguments[1])):
        return ""
    if event == "os.kill" and arguments[0] == os.getpid():
        return ""
    return f"{event}{arguments!r}"


def _exists(path: str) -> bool:
    """Return whether there is anything at a path; to try one that does not exist is not suspicious."""
    try:
        _lstat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError:
        return True
    return True


def _path(given: object) -> str:
    """Return the path that an event is about; empty for a number, or an object that would run code to tell."""
    if type(given) is str or type(given) is bytes:
        return os.fsdecode(given)
    pathlib = sys.modules.get("pathlib")
    if pathlib is not None and type(given) is pathlib.__dict__.get("PosixPath"):
        return str(given)
    return ""


def _words(command: object) -> list[str]:
    if type(command) is not list and type(command) is not tuple:
        return []
    return [os.fsdecode(word) if type(word) in (str, bytes) else "?" for word in command]


def _is_within(path: str, folders: tuple[str, ...]) -> bool:
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


def _modules_at_work(names: Iterable[str]) -> set[str]:
    """Return those of these modules that have a function on the stack, each the one that Python itself loaded."""
    found = set()
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        name = frame.f_globals.get("__name__")
        if type(name) is str and name in names:
            module = sys.modules.get(name)
            if module is not None and module.__dict__ is frame.f_globals:
                found.add(name)
        frame = frame.f_back
    return found
