"""Values on the channel between a candidate and whoever judges it: data only, exact types, bounded.

The layout is that of `marshal`, version 2, so that every Python writes its side at C speed with nothing installed.
Bytes that come from a candidate are never given to `marshal`: `decode` is a reader of its own that knows only data,
checks every length against what is there, and cannot execute anything.

What has no place in the layout has a tag (`registry`); what has no tag crosses as a handle, or not at all.
"""

from assay.sandbox.guest.wire.layout import (
    ATOMS,
    MARK,
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    MAX_RUN,
    PLAIN_CONTAINERS,
    WEIGHTS,
    Malformed,
    NoRoom,
    TooLarge,
    tagged,
)
from assay.sandbox.guest.wire.reading import Opaque, build, decode, only_data, opaque
from assay.sandbox.guest.wire.registry import TAGGED_TYPES
from assay.sandbox.guest.wire.writing import encode, encode_each_plain, encode_plain, equals_itself, is_plain

__all__ = [
    "ATOMS", "MARK", "MAX_BYTES", "MAX_DEPTH", "MAX_NODES", "MAX_RUN", "PLAIN_CONTAINERS", "TAGGED_TYPES",
    "WEIGHTS", "Malformed", "NoRoom", "Opaque", "TooLarge", "build", "decode", "encode", "encode_each_plain",
    "encode_plain", "equals_itself", "is_plain", "only_data", "opaque", "tagged",
]  # fmt: skip
