"""Tokens and sessions in a store that lives as long as its process."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from assay.access import Token
from assay.errors import InvalidValue


class MemoryTokens:
    """The part of a memory store that keeps tokens."""

    def __init__(self) -> None:
        super().__init__()
        self._tokens: dict[str, Token] = {}

    def add_token(self, token: Token) -> None:
        if token.id in self._tokens:
            raise InvalidValue(f"there is a token with the id {token.id!r} already")
        self._tokens[token.id] = token

    def token(self, token_id: str) -> Token | None:
        return self._tokens.get(token_id)

    def tokens(self) -> list[Token]:
        found = [one for one in list(self._tokens.values()) if not one.parent]
        return sorted(found, key=lambda one: (one.created, one.id))

    def note_token_use(self, token_id: str, at: datetime) -> None:
        found = self._tokens.get(token_id)
        if found is not None:
            self._tokens[token_id] = replace(found, used=at)

    def revoke_token(self, token_id: str) -> bool:
        gone = [one.id for one in list(self._tokens.values()) if token_id in (one.id, one.parent)]
        return any([self._tokens.pop(one, None) is not None for one in gone])

    def drop_expired_sessions(self, now: datetime) -> None:
        for one in list(self._tokens.values()):
            if one.parent and one.expires is not None and one.expires <= now:
                self._tokens.pop(one.id, None)
