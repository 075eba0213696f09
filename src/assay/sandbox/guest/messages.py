"""Messages of a candidate's process besides values (exceptions, reports, outcomes), each read by its fixed form.

Every byte may be the candidate's. A message has exactly the form it should have or is `Malformed`; texts are cut to a
length, numbers are small, and no object of any other kind is ever made, so nothing that follows can be surprised by
what it is given. The layout is that of `assay.sandbox.guest.wire`.
"""

from __future__ import annotations

from struct import Struct
from struct import error as StructError

from assay.sandbox.guest.wire import Malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    Described = tuple[str, str, str, tuple[str, ...], str, int | str | None]

MAX_NAME = 200
MAX_TEXT = 4000
MAX_NAMES = 100
OTHER = "?"
"""Stands for an exit code that is neither `None` nor a small number."""

_SIZE = Struct("<i")
_TUPLE, _LIST, _TEXT, _NUMBER, _LONG, _NONE = b"([uilN"
_DIGIT_BYTES = 2


def read_raised(body: bytes) -> Described:
    """Return the exception in a message: stage, name, message, bases, place, exit code.

    `assay.sandbox.guest.describe` writes it.
    """
    reader = _MessageReader(body)
    reader.open(_TUPLE, 6)
    stage, name, message = reader.text(MAX_NAME), reader.text(MAX_NAME), reader.text(MAX_TEXT)
    bases = tuple([reader.text(MAX_NAME) for _ in range(reader.open(_LIST))])
    where, code = reader.text(MAX_TEXT), reader.exit_code()
    reader.close()
    return stage, name, message, bases, where, code


def read_texts(body: bytes, *lengths: int) -> tuple[str, ...]:
    """Return the texts of a message, as many as there are lengths, each cut to its length."""
    reader = _MessageReader(body)
    reader.open(_TUPLE, len(lengths))
    found = tuple([reader.text(most) for most in lengths])
    reader.close()
    return found


def read_text(body: bytes, most: int = MAX_TEXT) -> str:
    """Return the text of a message that is one text."""
    reader = _MessageReader(body)
    found = reader.text(most)
    reader.close()
    return found


class _MessageReader:
    """A reader of one message, from front to back."""

    def __init__(self, body: bytes) -> None:
        if type(body) is not bytes:
            raise Malformed("not a message")
        self.body = body
        self.at = 0

    def open(self, code: int, wanted: int | None = None) -> int:
        """Return the number of members of a container of that kind; as many as wanted, or a few."""
        self._kind(code)
        count = self._size()
        if count != wanted if wanted is not None else not 0 <= count <= MAX_NAMES:
            raise Malformed(f"{count} members where there should be others")
        return count

    def text(self, most: int) -> str:
        """Return a text, cut; what is cut off is not looked at."""
        self._kind(_TEXT)
        data = self._take(self._size())
        if len(data) > 4 * most:
            return data[: 4 * most].decode("utf-8", "replace")[:most]
        try:
            return data.decode("utf-8", "surrogatepass")[:most]
        except UnicodeDecodeError:
            raise Malformed("a text that is none") from None

    def exit_code(self) -> int | str | None:
        """Return a small number, `None`, or `OTHER` for a large number or a text."""
        kind = self._take(1)[0]
        if kind == _NONE:
            return None
        if kind == _NUMBER:
            return self._size()
        if kind == _LONG:
            self._take(_DIGIT_BYTES * abs(self._size()))
        elif kind == _TEXT:
            self._take(self._size())
        else:
            raise Malformed("an exit code that is none")
        return OTHER

    def close(self) -> None:
        if self.at != len(self.body):
            raise Malformed("bytes after the end of a message")

    def _kind(self, code: int) -> None:
        found = self._take(1)[0]
        if found != code:
            raise Malformed(f"a value of kind {found} where {code} belongs")

    def _size(self) -> int:
        try:
            size: int = _SIZE.unpack_from(self.body, self.at)[0]
        except StructError:
            raise Malformed("a message that ends too early") from None
        self.at += _SIZE.size
        return size

    def _take(self, size: int) -> bytes:
        end = self.at + size
        if size < 0 or end > len(self.body):
            raise Malformed("a message that ends too early")
        part = self.body[self.at : end]
        self.at = end
        return part
