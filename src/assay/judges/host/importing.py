"""Which modules can be imported where candidates run: asked in a process of its own, before anybody is judged."""

from __future__ import annotations

from importlib import import_module

from assay.sandbox.guest import frames, wire

FINISHED = ord("F")
MAX_ERROR = 300


def main(channel: frames.Channel, source: bytes, names: tuple[str, ...]) -> None:
    """Imports each module and sends its name with what went wrong; an empty text where nothing did."""
    for name in names:
        channel.send(FINISHED, wire.encode((name, _imported(name))))


def _imported(name: str) -> str:
    try:
        import_module(name)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"[:MAX_ERROR]
    return ""
