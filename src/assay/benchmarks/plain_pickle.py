"""The one text in a pickle that holds nothing but a text: read without carrying out what a pickle can ask for."""

from __future__ import annotations

import pickletools
from io import BytesIO

from assay.errors import InvalidValue

_TEXTS = ("SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8")
_BESIDE = ("PROTO", "FRAME", "MEMOIZE", "BINPUT", "LONG_BINPUT", "STOP")
"""Operations that say nothing about the value."""


def pickled_text(data: bytes) -> str:
    """Return the text that a pickle holds; raises `InvalidValue` for a pickle of anything else.

    The operations are read one by one and none is carried out.

    >>> import pickle
    >>> pickled_text(pickle.dumps("[1, 2]"))
    '[1, 2]'
    """
    found: list[str] = []
    try:
        for operation, argument, _ in pickletools.genops(BytesIO(data)):
            if operation.name in _TEXTS and not found:
                found.append(str(argument))
            elif operation.name not in _BESIDE:
                raise InvalidValue(f"must be a pickle of one text, and has the operation {operation.name}")
    except (ValueError, EOFError, MemoryError, OverflowError) as error:
        if isinstance(error, InvalidValue):
            raise
        raise InvalidValue(f"must be a pickle of one text, and cannot be read: {error}") from None
    if not found:
        raise InvalidValue("must be a pickle of one text, and holds none")
    return found[0]
