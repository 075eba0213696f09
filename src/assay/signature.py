"""The one line that pins what moves a score, such as `humaneval:1.2|k:1|time:3s|iso:landlock+seccomp`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote_to_bytes

from assay.errors import InvalidValue

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.@+/-]*")
_ESCAPE = re.compile("%[0-9A-F]{2}")


def build_signature(facts: Mapping[str, object]) -> str:
    """Return the facts as one line, in the order given.

    >>> build_signature({"humaneval": 1.2, "k": 1, "judge": "separate"})
    'humaneval:1.2|k:1|judge:separate'
    """
    if not facts:
        raise InvalidValue("a signature needs at least one fact, got none")
    return "|".join(f"{_checked_key(key)}:{escape(str(value))}" for key, value in facts.items())


def parse_signature(text: str) -> dict[str, str]:
    """Return the facts of a signature, in its order; what `build_signature` made comes back as text.

    >>> parse_signature("humaneval:1.2|k:1")
    {'humaneval': '1.2', 'k': '1'}
    """
    facts: dict[str, str] = {}
    for part in text.split("|"):
        key, colon, value = part.partition(":")
        if not colon or not value:
            raise InvalidValue(f"a signature is made of key:value parts, got {part!r} in {text!r}")
        if _checked_key(key) in facts:
            raise InvalidValue(f"a signature has each key once, got {key!r} twice in {text!r}")
        facts[key] = unescape(value)
    return facts


def escape(value: str) -> str:
    """Return the value with `|`, blanks and what does not print as `%XX` of its UTF-8 bytes.

    >>> escape("a|b c")
    'a%7Cb%20c'
    """
    if not value:
        raise InvalidValue("a value in a signature must not be empty; leave the key out instead")
    return "".join(_escaped(character) for character in value)


def unescape(value: str) -> str:
    """Return the value that `escape` was given.

    >>> unescape("a%7Cb%20c")
    'a|b c'
    """
    if value.count("%") != len(_ESCAPE.findall(value)):
        raise InvalidValue(f"a % in a signature is followed by two capital hexadecimal digits, got {value!r}")
    try:
        plain = unquote_to_bytes(value.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise InvalidValue(f"a value in a signature is escaped UTF-8, got {value!r}") from None
    if escape(plain) != value:
        raise InvalidValue(f"a value in a signature is escaped as {escape(plain)!r}, got {value!r}")
    return plain


def _escaped(character: str) -> str:
    if character.isprintable() and character not in "|% ":
        return character
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


def _checked_key(key: str) -> str:
    if not _KEY.fullmatch(key):
        raise InvalidValue(f"a key in a signature is letters, digits and any of _.@+/- after a letter, got {key!r}")
    return key
