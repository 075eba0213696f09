"""`assay token`: who may use the service."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from assay.access import Token, new_token
from assay.cli.layout import Page
from assay.cli.run import opened
from assay.cli.runs import choices_with
from assay.errors import UnknownNameError
from assay.text import json_text


def create(name: str, role: str, *, days: float | None, as_json: bool, store: str | None) -> None:
    """Make a token, keep its digest, and print its secret."""
    made = new_token(name, role, now=datetime.now(UTC), days=days)
    with opened(choices_with(store)) as kept:
        kept.add_token(made.token)
    if as_json:
        print(json_text(made.token.to_dict() | {"secret": made.secret}))
        return
    print(made.secret)
    ends = "" if made.token.expires is None else f", valid until {_moment(made.token.expires)}"
    Page(sys.stderr).text(f"Token {made.token.id} for {name} ({role}{ends}). Keep it: it is not shown again.")


def show(*, as_json: bool, store: str | None) -> None:
    """Print the tokens of a store, never their secrets."""
    with opened(choices_with(store)) as kept:
        found = kept.tokens()
    if as_json:
        print(json_text([token.to_dict() for token in found]))
        return
    if not found:
        print("There are no tokens yet: assay token create --role read --name NAME")
    for token in found:
        print(_line(token, datetime.now(UTC)))


def revoke(token_id: str, *, store: str | None) -> None:
    """End a token and its sessions."""
    with opened(choices_with(store)) as kept:
        if not kept.revoke_token(token_id):
            raise UnknownNameError("token", token_id, [token.id for token in kept.tokens()])
    print(f"token {token_id} is not valid any more")


def _line(token: Token, now: datetime) -> str:
    used = "never used" if token.used is None else f"used {_moment(token.used)}"
    if token.expires is None:
        ends = "until revoked"
    else:
        ends = f"{'until' if now < token.expires else 'ended'} {_moment(token.expires)}"
    return f"{token.id}  {token.role:5}  {token.name}   {used}, {ends}"


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
