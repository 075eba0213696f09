"""Who sends a request, by token or by the session of a browser, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request
from starlette.requests import HTTPConnection

from assay.access import SAME_USE, Token, id_of, rank_of
from assay.service.answers import Refused
from assay.service.context import Context, Role, context_of
from assay.service.forms import SESSION_COOKIE

CHALLENGE = {"WWW-Authenticate": 'Bearer realm="assay"'}


@dataclass(frozen=True, slots=True)
class Sender:
    """Whoever sends a request."""

    role: Role
    name: str = ""
    """Whose token it is; empty where none is needed."""
    token: Token | None = None


def sender_of(request: Request) -> Sender | None:
    """Return who sends a request; `None`: nobody who may use the service. The store is asked once for a request."""
    if not hasattr(request.state, "sender"):
        request.state.sender = _found(request, context_of(request))
    found: Sender | None = request.state.sender
    return found


def check_role(request: Request, role: Role) -> None:
    """Refuse a request whose sender has not at least this role."""
    sender = sender_of(request)
    if sender is None:
        raise Refused(401, "this needs a token: send Authorization: Bearer …", headers=CHALLENGE)
    if sender.role < role:
        raise Refused(403, f"this needs a token of the role {role.name.lower()}, not {sender.role.name.lower()}")


def shown_secret(request: HTTPConnection) -> str | None:
    """Return the secret that a request shows: that of its Authorization header, or else that of its session."""
    header = request.headers.get("authorization")
    if header is None:
        return request.cookies.get(SESSION_COOKIE)
    scheme, _, secret = header.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def valid_token(context: Context, secret: str | None) -> Token | None:
    """Return the token that a secret belongs to, where it is one and in time."""
    known = None if secret is None else id_of(secret)
    if secret is None or known is None:
        return None
    token, now = context.store.token(known), context.now()
    if token is None or not token.is_valid(secret, now) or not rank_of(token.role):
        return None
    if token.used is None or now - token.used >= SAME_USE:
        context.store.note_token_use(token.id, now)
    return token


def _found(request: Request, context: Context) -> Sender | None:
    if not context.settings.tokens_required:
        return Sender(Role.ADMIN)
    token = valid_token(context, shown_secret(request))
    return None if token is None else Sender(Role(rank_of(token.role)), token.name, token)
