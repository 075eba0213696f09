"""What people said of observations, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from assay.observations import LONGEST_NAME, Chosen, Feedback, feedback_of
from assay.service.answers import JSONAnswer
from assay.service.api.asking import moment_of
from assay.service.api.shapes import FEEDBACK, AddedShape, FeedbackPage, body_of_rows
from assay.service.context import Role, context_of, require
from assay.service.ingesting import MOST_AT_ONCE, Sent
from assay.service.paging import AskedPage, cut
from assay.service.reading import body_of, rows_of

router = APIRouter(prefix="/v1", tags=["feedback"])
_EXAMPLE = {"observation": "0199a1", "stars": 4, "text": "it works, but the test is missing", "by": "ann"}


@router.post(
    "/feedback",
    dependencies=[Depends(require(Role.WRITE))],
    response_model=AddedShape,
    openapi_extra=body_of_rows(FEEDBACK, _EXAMPLE),
)
def add_feedback(
    request: Request,
    body: Annotated[bytes, Depends(body_of)],
    partial: Annotated[bool, Query(description="Keep the good ones of a batch, and list the others.")] = False,
) -> JSONAnswer:
    """Keep what people said of observations; the observation may come later."""
    context = context_of(request)
    sent = Sent(rows_of(request, body, most=MOST_AT_ONCE, partial=partial), context.now(), partial)
    return JSONAnswer(sent.kept(feedback_of, context.store.add_feedback)[1])


@router.get("/feedback", response_model=FeedbackPage)
def list_feedback(
    request: Request,
    page: AskedPage,
    observation: Annotated[str | None, Query(max_length=LONGEST_NAME, description="Only about this one.")] = None,
    since: Annotated[str | None, Query(max_length=40, description="Said from then on.")] = None,
    until: Annotated[str | None, Query(max_length=40, description="Said before then.")] = None,
) -> JSONAnswer:
    """List what people said, the newest first."""
    context = context_of(request)
    now = context.now()
    found = context.store.feedback(
        observation_id=observation,
        chosen=Chosen(moment_of("since", since, now=now), moment_of("until", until, now=now)),
        after=page.after,
        limit=page.enough,
    )
    return JSONAnswer(cut(found, page, lambda one: one.id).to_dict(Feedback.to_dict))
