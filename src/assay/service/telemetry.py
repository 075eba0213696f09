"""What the service counts about itself, for Prometheus."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from assay.alerts import AlertState
from assay.observations import Chosen
from assay.service.context import Context
from assay.service.judging import PART as DESK
from assay.service.judging import desk_of

PART = "telemetry"
MOST_STREAMS = 100
"""Streams with a gauge of their own; whoever sends observations can invent names without end."""


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(name, text, labels, registry=None)


@dataclass(frozen=True, slots=True)
class Telemetry:
    """Counters and gauges in a registry of their own, so that two services in one process do not mix."""

    registry: CollectorRegistry = field(default_factory=lambda: CollectorRegistry(auto_describe=True))
    requests: Counter = field(
        default_factory=lambda: _counter("assay_requests", "Requests answered.", "method", "route", "status")
    )
    seconds: Histogram = field(
        default_factory=lambda: Histogram(
            "assay_request_seconds", "Time until an answer ended.", ["route"], registry=None
        )
    )
    ingested: Counter = field(default_factory=lambda: _counter("assay_observations", "Observations kept."))
    judged: Counter = field(default_factory=lambda: _counter("assay_judged", "Candidates judged.", "verdict"))
    queued: Gauge = field(
        default_factory=lambda: Gauge("assay_queue_depth", "Candidates that wait to be judged.", registry=None)
    )
    accuracy: Gauge = field(
        default_factory=lambda: Gauge(
            "assay_accuracy_last_hour", "Share that passed in the last hour.", ["stream"], registry=None
        )
    )
    alerts: Gauge = field(default_factory=lambda: Gauge("assay_alerts_firing", "Alerts that fire.", registry=None))

    def __post_init__(self) -> None:
        for one in (
            self.requests, self.seconds, self.ingested, self.judged, self.queued, self.accuracy, self.alerts,
        ):  # fmt: skip
            self.registry.register(one)

    def text(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        return generate_latest(self.registry)


def telemetry_of(context: Context) -> Telemetry:
    """Return the figures of a service."""
    found: Telemetry = context.parts.setdefault(PART, Telemetry()) if PART not in context.parts else context.parts[PART]
    return found


def refresh(context: Context) -> Telemetry:
    """Return the figures with the gauges that show how it stands now."""
    figures, now = telemetry_of(context), context.now()
    figures.accuracy.clear()
    counted = context.store.tallies(Chosen(since=now - timedelta(hours=1)), by=("stream",))
    for one in sorted(counted, key=lambda one: -one.tally.n)[:MOST_STREAMS]:
        if one.tally.accuracy is not None:
            figures.accuracy.labels(one.slices["stream"]).set(one.tally.accuracy)
    figures.queued.set(desk_of(context).pool.load.waiting if DESK in context.parts else 0)
    figures.alerts.set(len(context.store.alerts(state=AlertState.FIRING)))
    return figures
