"""The only place that talks to a model: messages in, a completion out."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from assay.models.base import Model, ModelRefused, ModelUnavailable, PromptRefused
from assay.models.scripted import ScriptedModel
from assay.solutions import Completion, Message, Sampling

if TYPE_CHECKING:
    from assay.models.caching import CachedModel
    from assay.models.http import HttpModel
    from assay.models.keys import ApiKey, key_from
    from assay.models.opening import open_model
    from assay.models.pacing import Patience
    from assay.models.prices import Price, Prices
    from assay.models.replay import RecordingModel, ReplayModel

_HOMES = {
    "ApiKey": "keys",
    "CachedModel": "caching",
    "HttpModel": "http",
    "Patience": "pacing",
    "Price": "prices",
    "Prices": "prices",
    "RecordingModel": "replay",
    "ReplayModel": "replay",
    "key_from": "keys",
    "open_model": "opening",
}
"""Where each name is at home; imported when it is first used."""

__all__ = [
    "ApiKey",
    "CachedModel",
    "Completion",
    "HttpModel",
    "Message",
    "Model",
    "ModelRefused",
    "ModelUnavailable",
    "Patience",
    "Price",
    "Prices",
    "PromptRefused",
    "RecordingModel",
    "ReplayModel",
    "Sampling",
    "ScriptedModel",
    "key_from",
    "open_model",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
