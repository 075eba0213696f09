"""Foreign text made safe to show: nothing in it is obeyed by a terminal, and every file can hold it."""

from __future__ import annotations

import json
import re
from typing import IO, Any

_DIGITS = re.compile("([0-9]+)")
_STYLE = re.compile("(\x1b\\[[0-9;]{0,30}m)")
"""How rich changes a colour or a weight, and nothing else: no cursor, no title, no link."""


def legible(text: str) -> str:
    r"""The text with line breaks and tabs as they are, and everything else that does not print spelt out.

    That covers control characters, the marks that turn the direction of text around, and halves of characters.

    >>> legible("red \x1b[31m\nback \u202e")
    'red \\x1b[31m\nback \\u202e'
    """
    if text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable():  # nearly all is; much faster
        return text
    return "".join(sign if sign.isprintable() or sign in "\n\t" else _spelt(sign) for sign in text)


def one_line(text: str) -> str:
    r"""The same on one line.

    >>> one_line("a\x1b[31m\nb")
    'a\\x1b[31m b'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else _spelt(sign) for sign in text.replace("\n", " "))


def typable(text: str) -> bool:
    r"""Tell whether a text can stand in a command as it is shown: nothing in it is spelt out, and it is no option.

    >>> typable("HumanEval/41"), typable("two words"), typable("a\u202eb"), typable("-rf"), typable("")
    (True, True, False, False, False)
    """
    return bool(text) and text.isprintable() and not text.startswith("-")


def natural(text: str) -> tuple[object, ...]:
    """A key to sort names by, so that numbers in them stand in their order.

    >>> sorted(["p/10", "p/9", "a"], key=natural)
    ['a', 'p/9', 'p/10']
    """
    parts = _DIGITS.split(text)
    return tuple((len(part.lstrip("0")), part) if place % 2 else part for place, part in enumerate(parts))


def json_text(value: object, *, indent: int | None = 2) -> str:
    r"""The value as JSON for people and programs: what does not print stands as `\uXXXX`, so nothing is lost.

    >>> json_text({"name": "\x9b31m\u202eé"}, indent=None)
    '{"name": "\\u009b31m\\u202eé"}'
    """
    text = json.dumps(value, indent=indent, ensure_ascii=False, default=str)
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign == "\n" else _json_spelt(sign) for sign in text)


def _spelt(sign: str) -> str:
    return repr(sign)[1:-1]


def _json_spelt(sign: str) -> str:
    return json.dumps(sign)[1:-1]  # for what lies beyond U+FFFF, two halves


class LegibleStream:
    """A terminal that shows all text and obeys none: what is written here arrives `legible`.

    It stands in for a stream such as `sys.stdout`, whose other attributes it passes on. Who draws (a progress bar, a
    table in colours) takes the stream beneath, by `drawn_on`.
    """

    def __init__(self, beneath: IO[str], *, styled: bool = False) -> None:
        self.beneath = beneath
        self._styled = styled
        """Changes of colour are let through."""

    def write(self, text: str) -> int:
        plain = text.replace("\r\n", "\n")
        if self._styled:
            parts = _STYLE.split(plain)
            parts[::2] = map(legible, parts[::2])
            self.beneath.write("".join(parts))
        else:
            self.beneath.write(legible(plain))
        return len(text)

    def writelines(self, lines: Any) -> None:  # Any: what every stream takes
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:  # Any: whatever the stream has
        return getattr(self.beneath, name)


def drawn_on(stream: Any) -> Any:  # Any: a stream of text, ours or not
    """The stream beneath, for a part that writes cursor movements of its own and no foreign text."""
    return stream.beneath if isinstance(stream, LegibleStream) else stream


def coloured(stream: Any) -> Any:  # Any: a stream of text, ours or not
    """The stream for a part that writes in colours: they pass, everything else is made legible."""
    return LegibleStream(stream.beneath, styled=True) if isinstance(stream, LegibleStream) else stream
