"""Who may use a service: tokens, of which only a digest is kept, and the sessions of browsers."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from assay.errors import InvalidOption
from assay.hashing import content_digest

ROLES: Final = ("read", "write", "admin")
"""From the least to the most; a higher one may do all that a lower one may."""
LONGEST_LABEL: Final = 100
MOST_DAYS: Final = 3650
SESSION_HOURS: Final = 12
SAME_USE: Final = timedelta(minutes=10)
"""A second use within that time is not noted, so that reading seldom writes."""

_PREFIX = "assay"
_ID_BYTES, _SECRET_BYTES = 6, 32


@dataclass(frozen=True, slots=True)
class Token:
    """A permission to use a service, as the store keeps it: without the secret that its holder shows."""

    id: str
    """Public: it stands in lists, in the log, and in the secret itself, so that the token is found by it."""
    name: str
    """Whose it is, or what for."""
    role: str
    """One of `ROLES`."""
    digest: bytes = field(repr=False)
    """Of the secret."""
    created: datetime
    expires: datetime | None = None
    used: datetime | None = None
    """When it was used last, within `SAME_USE`."""
    parent: str = ""
    """For the session of a browser: the id of the token that it was opened with, and ends with."""

    def is_valid(self, secret: str, now: datetime) -> bool:
        """Tell whether this is the token's secret, and whether it is in time; takes the same time for every guess."""
        known = secrets.compare_digest(content_digest(secret), self.digest)
        return known and (self.expires is None or now < self.expires)

    def to_dict(self) -> dict[str, str | None]:
        """Return what may be listed of the token."""
        moments = {"created": self.created, "expires": self.expires, "used": self.used}
        return {"id": self.id, "name": self.name, "role": self.role} | {
            name: None if moment is None else moment.isoformat() for name, moment in moments.items()
        }


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made, with the one copy of its secret."""

    token: Token
    secret: str = field(repr=False)


def new_token(name: str, role: str, *, now: datetime, days: float | None = None) -> NewToken:
    """Return a token for somebody, with the secret to hand over.

    >>> from datetime import UTC
    >>> made = new_token("ci", "write", now=datetime(2026, 3, 14, tzinfo=UTC), days=30)
    >>> made.token.is_valid(made.secret, made.token.created), made.token.is_valid("guess", made.token.created)
    (True, False)
    """
    if role not in ROLES:
        raise InvalidOption("role", f"must be one of {', '.join(ROLES)}, got {role!r:.80}")
    if not 0 < len(name) <= LONGEST_LABEL or not name.isprintable():
        raise InvalidOption("name", f"must have 1 to {LONGEST_LABEL} printable characters, got {name!r:.80}")
    if days is not None and not 0 < days <= MOST_DAYS:
        raise InvalidOption("days", f"must be a number up to {MOST_DAYS:,}, got {days!r}")
    return _made(name, role, now, None if days is None else now + timedelta(days=days))


def new_session(token: Token, *, now: datetime) -> NewToken:
    """Return the session of a browser whose user has shown a token; it ends no later than the token."""
    ends = now + timedelta(hours=SESSION_HOURS)
    return _made(token.name, token.role, now, min(ends, token.expires or ends), token.parent or token.id)


def id_of(secret: str) -> str | None:
    """Return the id that stands in a secret; `None` where it is none of ours."""
    parts = secret.split("_", 2)
    return parts[1] if len(secret) <= 200 and len(parts) == 3 and parts[0] == _PREFIX and parts[1].isalnum() else None


def _made(name: str, role: str, now: datetime, expires: datetime | None, parent: str = "") -> NewToken:
    made = secrets.token_hex(_ID_BYTES)
    secret = f"{_PREFIX}_{made}_{secrets.token_urlsafe(_SECRET_BYTES)}"
    return NewToken(Token(made, name, role, content_digest(secret), now, expires, None, parent), secret)


def rank_of(role: str) -> int:
    """Return how much a role may do, from 1 on; 0 for what is no role.

    >>> rank_of("read") < rank_of("write") < rank_of("admin"), rank_of("root")
    (True, 0)
    """
    ranks: Mapping[str, int] = {name: place for place, name in enumerate(ROLES, 1)}
    return ranks.get(role, 0)
