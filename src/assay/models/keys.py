"""The key of a model's server: read from the environment, sent to that server, and shown to nobody."""

from __future__ import annotations

import base64
import logging
import os
import re
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import quote

from assay.errors import InvalidValue

if TYPE_CHECKING:
    import httpx

SHORTEST_SECRET = 7
"""Characters. Shorter keys are placeholders for local servers, such as `EMPTY`, and may stand in any text."""
LONGEST_KEY = 8_000
"""Characters: servers take no longer header."""
HIDDEN = "[key]"
"""What stands in a text in the place of the key."""

_LOGGERS = ("httpx", "httpcore.connection", "httpcore.http11", "httpcore.http2", "httpcore.proxy", "httpcore.socks")
"""Who logs requests and what servers answer."""


class ApiKey:
    """Holds a key without showing it: not when printed, not in a traceback with local variables, not when pickled.

    >>> ApiKey("sk-secret-123")
    ApiKey([key])
    >>> ApiKey("sk-secret-123").hidden_in("wrong key: sk-secret-123")
    'wrong key: [key]'
    """

    __slots__ = ("__value",)

    def __init__(self, value: str = "") -> None:
        self.__value = value.strip()

    def __bool__(self) -> bool:
        return bool(self.__value)

    def __repr__(self) -> str:
        return f"ApiKey({HIDDEN if self else ''})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key is not copied or pickled; read it from the environment where it is needed")

    @property
    def is_sendable(self) -> bool:
        """Whether it fits into a header: printable ASCII without blanks, and not too long."""
        value = self.__value
        return len(value) <= LONGEST_KEY and value.isascii() and value.isprintable() and " " not in value

    def signed(self, request: httpx.Request) -> httpx.Request:
        """Return the request with the key in its header; without a key, as it was."""
        if self:
            request.headers["Authorization"] = f"Bearer {self.__value}"
        return request

    def hidden_in(self, text: str) -> str:
        """Return a text with `[key]` wherever the key stood, as it is or as JSON, Python, a URL or base64 writes it."""
        value = self.__value
        if len(value) < SHORTEST_SECRET:
            return text
        text = re.sub("".join(map(_however_escaped, value)), HIDDEN, text)
        for form in (quote(value, safe=""), base64.b64encode(value.encode()).decode()):
            text = text.replace(form, HIDDEN)
        return text


def key_from(variable: str) -> ApiKey:
    """Return the key that a variable of the environment holds; an empty one where the variable is not set."""
    # No local variable holds the key or the environment: a traceback may show them.
    key = ApiKey(os.environ.get(variable, "") if variable else "")
    if not key.is_sendable:
        raise InvalidValue(f"{variable} holds no key: it has characters that no key has, or is too long")
    return key


class HiddenInLogs(logging.Filter):
    """Keeps a key out of what the HTTP library logs, such as headers that a server sends back."""

    def __init__(self, key: ApiKey) -> None:
        super().__init__()
        self._key = key

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the key out of a record; let every record pass."""
        record.msg, record.args = self._key.hidden_in(record.getMessage()), None
        return True

    def attach(self) -> None:
        """Begin to watch the loggers of the HTTP library."""
        for name in _LOGGERS:
            logging.getLogger(name).addFilter(self)

    def detach(self) -> None:
        """Leave the loggers as they were."""
        for name in _LOGGERS:
            logging.getLogger(name).removeFilter(self)


def _however_escaped(sign: str) -> str:
    """Return the pattern of one character with as many backslashes before it as quoting, once or twice, puts there."""
    if sign == "\\":
        return r"\\+"
    return rf"\\*{re.escape(sign)}" if sign in "'\"/" else re.escape(sign)
