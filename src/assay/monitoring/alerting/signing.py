"""Signatures of messages: who has the secret can tell that a message is ours, whole and recent."""

from __future__ import annotations

import hmac
from datetime import datetime
from typing import Final

HEADER: Final = "X-Assay-Signature"
DELIVERY_HEADER: Final = "X-Assay-Delivery"
"""The id of the message, the same each time that it is sent."""
TOLERANCE_SECONDS: Final = 300.0


def signature_of(body: bytes, secret: str, at: datetime) -> str:
    """Return the value of the header that goes with a body.

    >>> from datetime import UTC
    >>> signature_of(b"{}", "s", datetime(2026, 1, 1, tzinfo=UTC))[:20]
    't=1767225600,v1=ba91'
    """
    seconds = int(at.timestamp())
    return f"t={seconds},v1={_digest(body, secret, seconds)}"


def is_signed(
    body: bytes, header: str, secret: str, *, now: datetime, tolerance_seconds: float = TOLERANCE_SECONDS
) -> bool:
    """Tell whether a message was signed with this secret, not long ago; a receiver asks before it believes a word.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    >>> is_signed(b"{}", signature_of(b"{}", "s", noon), "s", now=noon)
    True
    """
    parts = dict(part.strip().partition("=")[::2] for part in header.split(",")[:10])
    stamp, given = parts.get("t", ""), parts.get("v1", "")
    if not secret or not (stamp.isascii() and stamp.isdecimal() and len(stamp) <= 12 and given.isascii()):
        return False
    if abs(now.timestamp() - int(stamp)) > tolerance_seconds:
        return False
    return hmac.compare_digest(given, _digest(body, secret, int(stamp)))


def _digest(body: bytes, secret: str, seconds: int) -> str:
    return hmac.new(secret.encode(), f"{seconds}.".encode() + body, "sha256").hexdigest()
