"""Acts that have no honest use, told to the other side as they happen; best effort, and never a verdict.

The hook is set once, in the warm parent: it cannot be taken out again, and costs a child nothing to set up.
"""

from __future__ import annotations

import os
import sys

from assay.sandbox.guest import frames, wire

TYPE_CHECKING = False
if TYPE_CHECKING:
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

_channel = frames.Channel(-1)
_readable: tuple[str, ...] = ()
_left = 0


def watch(channel: frames.Channel, readable: tuple[str, ...]) -> None:
    """Sets the hook; nothing is told before `start`."""
    global _channel, _readable
    _channel, _readable = channel, readable
    sys.addaudithook(_hook)


def start() -> None:
    """From here on the process belongs to a candidate."""
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
        path = os.fsdecode(arguments[0]) if type(arguments[0]) in (str, bytes) else ""
        full = os.path.normpath(os.path.join(os.getcwd(), path))
        return "" if not path or full.startswith(_readable) else f"{event}({full!r})"
    if event == "os.kill" and arguments[0] == os.getpid():
        return ""
    return f"{event}{arguments!r}"
