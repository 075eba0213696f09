"""The weights of CodeBLEU's four components: given in any of the usual shapes, checked once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.errors import InvalidValue
from assay.settings import COMPONENTS, parse_weights

__all__ = ["COMPONENTS", "Weights", "checked_weights", "configured_weights"]

Weights = Mapping[str, float] | Sequence[float] | None
"""By component, or four in their order; `None`: a quarter each."""


def checked_weights(weights: Weights = None) -> tuple[float, float, float, float]:
    """The four weights in the order of the components; they must be at least 0 and sum to 1.

    >>> checked_weights({"ngram": 0.1, "weighted_ngram": 0.1, "ast": 0.4, "dataflow": 0.4})
    (0.1, 0.1, 0.4, 0.4)
    """
    if weights is None:
        return (0.25, 0.25, 0.25, 0.25)
    return parse_weights(weights if isinstance(weights, Mapping) else list(weights))


def configured_weights(configuration: Mapping[str, object]) -> tuple[float, float, float, float]:
    """The weights at `metrics.code_bleu.weights` of a configuration read from YAML or TOML; a quarter each without.

    >>> configured_weights({"metrics": {"enabled": False, "code_bleu": {"weights": [0.1, 0.1, 0.4, 0.4]}}})
    (0.1, 0.1, 0.4, 0.4)
    """
    place: object = configuration
    path = ""
    for name in ("metrics", "code_bleu", "weights"):
        if not isinstance(place, Mapping):
            raise InvalidValue(f"{path or 'the configuration'} must be a mapping, got {place!r}")
        if place.get(name) is None:
            return checked_weights()
        place = place[name]
        path = f"{path}.{name}".lstrip(".")
    if not isinstance(place, Mapping | list | tuple):
        raise InvalidValue(f"{path} must be four weights, by name or in order, got {place!r}")
    try:
        return checked_weights(place)
    except InvalidValue as error:
        raise InvalidValue(f"{path}: {error}") from None
