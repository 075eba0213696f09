"""The only place that talks to a model: messages in, a completion out."""

from assay.models.base import Model, ModelRefused, ModelUnavailable, PromptRefused
from assay.models.scripted import ScriptedModel
from assay.solutions import Completion, Message, Sampling

__all__ = [
    "Completion",
    "Message",
    "Model",
    "ModelRefused",
    "ModelUnavailable",
    "PromptRefused",
    "Sampling",
    "ScriptedModel",
]
