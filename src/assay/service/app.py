"""The application: its routers, put together around one context."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager

from fastapi import APIRouter, Depends, FastAPI
from starlette.concurrency import run_in_threadpool

from assay import __version__
from assay.service.answers import ERRORS, JSONAnswer, add_handlers
from assay.service.api import alerts as alerts_api
from assay.service.api import feedback as feedback_api
from assay.service.api import health, judging, monitoring, observations, stored_runs
from assay.service.api import runs as made_runs
from assay.service.context import Context, Role, require
from assay.service.guard import Guard
from assay.service.pages import (
    alerts,
    compare,
    cost,
    errors,
    experiments,
    feedback,
    live,
    login,
    overview,
    rating,
    run,
    runs,
    settings,
    static,
    trial,
)
from assay.service.pages import observations as observation_pages
from assay.service.watching import patrolling

OPEN: tuple[APIRouter, ...] = (health.router, login.router, static.router)
"""Routers that say themselves who may ask: some of what they give is for everybody."""
ROUTERS: tuple[APIRouter, ...] = (
    observations.router,
    feedback_api.router,
    monitoring.router,
    alerts_api.router,
    stored_runs.router,
    judging.router,
    made_runs.router,
    runs.router,
    run.router,
    trial.router,
    compare.router,
    feedback.router,
    rating.router,
    live.router,
    overview.router,
    observation_pages.router,
    experiments.router,
    errors.router,
    cost.router,
    alerts.router,
    settings.router,
)
"""Routers of which nothing is given to whoever may not read; routes that need a higher role say so themselves."""
RUNNING: tuple[Callable[[Context], AbstractContextManager[None]], ...] = (
    patrolling,
    judging.running,
    made_runs.running,
)
"""What runs as long as the service does: each is entered before the first request and left after the last."""


def create_app(context: Context) -> FastAPI:
    """Return the service as an ASGI application; each module of `api` and `pages` brings a `router`."""
    app = FastAPI(
        title="Assay",
        version=__version__,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
        default_response_class=JSONAnswer,
    )
    app.state.context = context
    add_handlers(app)
    for router in OPEN:
        app.include_router(router, responses=ERRORS)
    for router in ROUTERS:
        app.include_router(router, responses=ERRORS, dependencies=[Depends(require(Role.READ))])
    app.add_middleware(Guard, context=context)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    with ExitStack() as stack:
        for part in RUNNING:
            await run_in_threadpool(stack.enter_context, part(app.state.context))
        yield
        app.state.context.stopping.set()
        await run_in_threadpool(stack.close)
