"""Opens the model that the user means: behind an address, in a recorded file, or of a plug-in."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from assay.errors import InvalidOption
from assay.models.base import Model
from assay.models.prices import Prices
from assay.registry import Registry

MODELS: Registry[Callable[[str], Model]] = Registry("model", {"replay": "assay.models.opening:open_replay"})
"""What may stand before a colon in a model's name; each is called with what stands behind it."""

_log = logging.getLogger("assay.models")


def open_model(
    name: str,
    *,
    base_url: str = "",
    key_variable: str = "OPENAI_API_KEY",
    concurrency: int = 8,
    timeout_seconds: float = 600.0,
    tries: int = 6,
    prices: Prices | None = None,
) -> Model:
    """Return the model of that name.

    Args:
        name: as the server at `base_url` knows it; or `replay:PATH` for a file that `RecordingModel` wrote; or
            `KIND:REST` where a plug-in has registered that kind as an entry point of the group `assay.model`.
        base_url: what stands before `/chat/completions`; not needed for the two other forms.
        key_variable: the variable of the environment with the key. It must be set unless the server is on this machine;
            give an empty name for a server that needs no key.
        concurrency: requests on their way at the same time.
        timeout_seconds: of one answer.
        tries: how often a request is sent before it counts as failed.
        prices: what tokens cost; by default the built-in list, and for a server of this machine nothing is known.
    """
    kind, colon, rest = name.partition(":")
    if colon and kind in MODELS:
        return MODELS.get(kind)(rest)
    if not name.strip() or not name.isprintable() or len(name) > 300:
        raise InvalidOption("model", f"must be the name of a model, got {name[:80]!r}")
    if not base_url:
        raise InvalidOption("base_url", f"must be given for the model {name!r}, such as http://127.0.0.1:8080/v1")
    from assay.models.http import HttpModel, is_local
    from assay.models.keys import key_from
    from assay.models.pacing import Patience

    key = key_from(key_variable)
    if prices is None:
        prices = Prices() if is_local(base_url) else Prices.load()
    model = HttpModel(
        name,
        base_url=base_url,
        key=key,
        concurrency=concurrency,
        patience=Patience(timeout_seconds=timeout_seconds, tries=tries),
        prices=prices,
    )
    if key_variable and not key and not is_local(base_url):
        model.close()
        why = f"{key_variable} is not set, and {model.base_url:.200} is asked with a key; an empty name sends none"
        raise InvalidOption("key_variable", why)
    if key and model.base_url.startswith("http:") and not is_local(base_url):
        _log.warning("the key in %s is sent unencrypted to %s", key_variable, model.base_url)
    return model


def open_replay(path: str) -> Model:
    """Return the model that answers from a recorded file."""
    from assay.models.replay import ReplayModel

    return ReplayModel(Path(path))
