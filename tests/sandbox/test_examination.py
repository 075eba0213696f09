"""The doctor looks from inside: a probe candidate says which walls it really met."""

from __future__ import annotations

from assay.sandbox import examination
from assay.sandbox.warm import WarmPython


def test_a_candidate_meets_every_layer_of_the_full_level() -> None:
    with WarmPython() as sandbox:
        seen = examination.probe(sandbox)

    assert seen == dict.fromkeys(seen, "")
    assert set(seen) >= {"session", "descriptors", "environment", "scratch", "landlock", "seccomp", "user"}


def test_the_probe_can_tell_that_a_layer_is_missing() -> None:
    with WarmPython(isolation_level="process") as sandbox:
        seen = examination.probe(sandbox)

    assert seen["seccomp"] == "a candidate got past it"
    assert seen["environment"] == ""
