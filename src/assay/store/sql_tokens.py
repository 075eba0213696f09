"""Tokens and sessions in a database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from assay.access import Token
from assay.errors import InvalidValue
from assay.store.codec import from_column, to_column
from assay.store.database import Database, select
from assay.store.schema import tables

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class SqlTokens(Database):
    """The part of a store in a database that keeps tokens."""

    def add_token(self, token: Token) -> None:
        """Keep a new token; its id must not be taken."""
        values = {
            "id": token.id,
            "name": to_column(token.name),
            "role": token.role,
            "digest": token.digest,
            "created": _micros(token.created),
            "expires": _micros(token.expires),
            "used": _micros(token.used),
            "parent": token.parent,
        }
        with self._writing() as connection:
            kept = tables().tokens
            if connection.execute(select(kept.c.id).where(kept.c.id == token.id)).first() is not None:
                raise InvalidValue(f"there is a token with the id {token.id!r} already")
            connection.execute(kept.insert(), values)

    def token(self, token_id: str) -> Token | None:
        """The token or the session of exactly that id."""
        kept = tables().tokens
        rows = self._rows(select(kept).where(kept.c.id == to_column(token_id)))
        return _token(rows[0]) if rows else None

    def tokens(self) -> list[Token]:
        """All tokens, the oldest first; sessions are not among them."""
        kept = tables().tokens
        rows = self._rows(select(kept).where(kept.c.parent == "").order_by(kept.c.created, kept.c.id))
        return [_token(row) for row in rows]

    def note_token_use(self, token_id: str, at: datetime) -> None:
        """Keep when a token was used."""
        kept = tables().tokens
        with self._writing() as connection:
            connection.execute(kept.update().where(kept.c.id == to_column(token_id)).values(used=_micros(at)))

    def revoke_token(self, token_id: str) -> bool:
        """Take out a token with all its sessions, or a session; whether there was one."""
        kept, wanted = tables().tokens, to_column(token_id)
        with self._writing() as connection:
            return bool(
                connection.execute(kept.delete().where((kept.c.id == wanted) | (kept.c.parent == wanted))).rowcount
            )

    def drop_expired_sessions(self, now: datetime) -> None:
        """Take out sessions whose time is over."""
        kept = tables().tokens
        with self._writing() as connection:
            connection.execute(kept.delete().where(kept.c.parent != "", kept.c.expires <= _micros(now)))


def _token(row: Any) -> Token:  # Any: a row with the columns of the table
    return Token(
        id=row.id,
        name=from_column(row.name),
        role=row.role,
        digest=bytes(row.digest),
        created=_EPOCH + timedelta(microseconds=row.created),
        expires=_moment(row.expires),
        used=_moment(row.used),
        parent=row.parent,
    )


def _micros(moment: datetime | None) -> int | None:
    return None if moment is None else (moment - _EPOCH) // timedelta(microseconds=1)


def _moment(micros: int | None) -> datetime | None:
    return None if micros is None else _EPOCH + timedelta(microseconds=micros)
