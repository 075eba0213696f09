"""Passwords and keys written into code, by detect-secrets, an extra; deaf to its allow-list comments.

Only rules that name a kind of secret are asked: those by entropy call most words of a program a secret.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping

from assay.errors import MissingExtra
from assay.quality.findings import Collector, Finding, FindingKind

EXTRA = "secrets"
LINE_LIMIT = 2000
"""Characters of a line that are searched; a key is shorter, and the detectors' patterns are not all linear."""
LINES_LIMIT = 20_000

_FILTERS = ("is_sequential_string", "is_potential_uuid", "is_likely_id_string", "is_templated_secret",
            "is_prefixed_with_dollar_sign", "is_indirect_reference", "is_not_alphanumeric_string")  # fmt: skip
_SIGNS = ('"', "'", "`", "=", ":", "KEY", "eyJ", "AKIA")


def search(sources: Mapping[int, str]) -> Collector:
    """Return the lines that seem to hold a secret; the secret itself is in no finding."""
    found = Collector()
    if not sources:
        return found
    if importlib.util.find_spec("detect_secrets") is None:
        raise MissingExtra("Searching for secrets", "detect-secrets", EXTRA)
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    from detect_secrets.core.scan import scan_line
    from detect_secrets.plugins.high_entropy_strings import HighEntropyStringsPlugin
    from detect_secrets.plugins.ip_public import IPPublicDetector
    from detect_secrets.settings import transient_settings

    known: Mapping[str, type] = get_mapping_from_secret_type_to_class()
    nameless = (HighEntropyStringsPlugin, IPPublicDetector)  # any mixed text, and what is no secret
    plugins = [{"name": kind.__name__} for kind in known.values() if not issubclass(kind, nameless)]
    filters = [{"path": f"detect_secrets.filters.heuristic.{name}"} for name in _FILTERS]
    with transient_settings({"plugins_used": plugins, "filters_used": filters}):
        for number, text in sources.items():
            for row, line in enumerate(text.split("\n")[:LINES_LIMIT]):
                if not any(sign in line for sign in _SIGNS):
                    continue
                kinds = sorted({secret.type for secret in scan_line(line[:LINE_LIMIT])})
                for kind in kinds:
                    message = f"{kind} in the source"
                    rule = kind.lower().replace(" ", "-")
                    found.add(number, Finding("detect-secrets", rule, FindingKind.SECRET, row + 1, message))
    return found
