"""The application: its routers, put together around one context."""

from __future__ import annotations

from fastapi import FastAPI

from assay import __version__
from assay.service.context import Context
from assay.service.pages import compare, feedback, rating, run, runs, static, trial


def create_app(context: Context) -> FastAPI:
    """Return the service as an ASGI application; each module of `api` and `pages` brings a `router`."""
    app = FastAPI(title="Assay", version=__version__)
    app.state.context = context
    for module in (static, runs, run, trial, compare, feedback, rating):
        app.include_router(module.router)
    return app
