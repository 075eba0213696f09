"""Signing in and out: a browser shows a token once, and gets a session that ends by itself."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from assay.access import SESSION_HOURS, new_session
from assay.service.authority import valid_token
from assay.service.context import context_of
from assay.service.forms import SESSION_COOKIE, checked_form
from assay.service.rendering import render

router = APIRouter(include_in_schema=False)


@router.get("/login")
def login_page(request: Request, next: str = "/") -> Response:
    """Show the form that asks for a token."""
    return render(request, "login.html", next=_own_path(next), error="")


@router.post("/login")
def login(request: Request, form: Annotated[dict[str, str], Depends(checked_form)]) -> Response:
    """Open a session for a browser that shows a token, and lead it to the page that it wanted."""
    context, where = context_of(request), _own_path(form.get("next", "/"))
    token = valid_token(context, form.get("token", "").strip())
    if token is None or token.parent:
        return render(request, "login.html", status=401, next=where, error="This token is not valid.")
    now = context.now()
    context.store.drop_expired_sessions(now)
    session = new_session(token, now=now)
    context.store.add_token(session.token)
    answer = RedirectResponse(where, 303)
    answer.set_cookie(
        SESSION_COOKIE,
        session.secret,
        max_age=SESSION_HOURS * 3600,
        httponly=True,
        samesite="strict",
        secure=request.headers.get("origin", "").startswith("https://"),  # somebody in front of us speaks TLS
    )
    return answer


@router.post("/logout")
def logout(request: Request, form: Annotated[dict[str, str], Depends(checked_form)]) -> Response:
    """End the session of a browser, here and there."""
    context = context_of(request)
    token = valid_token(context, request.cookies.get(SESSION_COOKIE))
    if token is not None and token.parent:
        context.store.revoke_token(token.id)
    answer = RedirectResponse("/login" if context.settings.tokens_required else "/", 303)
    answer.delete_cookie(SESSION_COOKIE, httponly=True, samesite="strict")
    return answer


def _own_path(text: str) -> str:
    """Return a path of this service; whatever could lead elsewhere becomes the first page."""
    is_ours = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isascii() and text.isprintable()
    return text if is_ours and len(text) <= 500 else "/"
