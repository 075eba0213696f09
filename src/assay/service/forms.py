"""Forms of pages: each carries a token that no other site can know, and is read strictly."""

from __future__ import annotations

import secrets
from urllib.parse import parse_qsl

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from assay.hashing import content_digest
from assay.service.answers import Refused
from assay.service.reading import media_type, text_of

FIELD = "csrf"
"""The hidden field of every form."""
FORM_COOKIE = "assay_form"
SESSION_COOKIE = "assay_session"
FORM_TYPE = "application/x-www-form-urlencoded"
MOST_FIELDS = 200
MOST_BYTES = 1 << 20

_NEW = "new_form_secret"


def csrf_token(request: Request) -> str:
    """Return what a form on this page must send back in the field `csrf`.

    It is a digest of a secret in a cookie of the browser: that of its session, or one that the answer sets.
    """
    secret = _secret(request)
    if secret is None:
        secret = secrets.token_hex(32)
        setattr(request.state, _NEW, secret)
    return _token(secret)


async def checked_form(request: Request) -> dict[str, str]:
    """Return the fields of a form that one of our own pages has sent; anything else is refused."""
    if media_type(request) != FORM_TYPE:
        raise Refused(415, f"a form is sent as {FORM_TYPE}", field="content-type")
    fields = await run_in_threadpool(_fields, await request.body())
    given, secret = fields.pop(FIELD, ""), _secret(request)
    if secret is None or not secrets.compare_digest(given.encode(), _token(secret).encode()):
        raise Refused(403, "the form is too old or comes from another site; open its page again", field=FIELD)
    return fields


def new_form_secret(scope_state: dict[str, object]) -> str | None:
    """Return the secret that the answer has to set as a cookie, where a page with a form was made for a newcomer."""
    found = scope_state.get(_NEW)
    return found if isinstance(found, str) else None


def _fields(body: bytes) -> dict[str, str]:
    if len(body) > MOST_BYTES:
        raise Refused(413, f"at most {MOST_BYTES:,} bytes can be sent in a form")
    text = text_of(body)
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError:  # bad UTF-8 among them
        raise Refused(400, f"the form cannot be read, or has more than {MOST_FIELDS} fields") from None
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise Refused(400, "a field stands twice in the form")
    if any("\0" in value for value in fields.values()):
        raise Refused(400, "the form holds NUL characters")
    return fields


def _secret(request: Request) -> str | None:
    kept = getattr(request.state, _NEW, None)
    return request.cookies.get(SESSION_COOKIE) or request.cookies.get(FORM_COOKIE) or kept


def _token(secret: str) -> str:
    return content_digest("form", secret).hex()
