"""The rule of every family, from the modules that know the types."""

from __future__ import annotations

from assay.judges.comparators import arrays, containers, numbers, simple, tables
from assay.judges.comparators.families import FamilyRule, TypeFamily

RULES: dict[TypeFamily, FamilyRule] = {
    **simple.RULES,
    **numbers.RULES,
    **containers.RULES,
    **arrays.RULES,
    **tables.RULES,
}
