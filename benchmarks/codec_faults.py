"""A fresh interpreter that loads one layout and counts what that costs its forks; run by path."""

from __future__ import annotations

import collections
import gc
import json
import math
import os
import random
import re
import statistics
import string
import sys
import typing

from benchmarks.layouts import LAYOUTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ORDINARY = (collections, json, math, random, re, string, typing)  # what the forking parent holds in any case
VALUE = [1, "two", 3.0, (4, None), {"five": [6, 7]}]
CHILDREN = 31


def main(layout: str) -> None:
    encode: Callable[[object], object] = LAYOUTS[layout]()[0] if layout in LAYOUTS else type
    encode(VALUE)
    gc.collect()
    gc.freeze()
    empty, encoding = faults(lambda: None), faults(lambda: encode(VALUE))
    json.dump({"rss_kib": rss_kib(), "empty_child_faults": empty, "encoding_child_faults": encoding}, sys.stdout)


def rss_kib() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def faults(work: Callable[[], object]) -> int:
    """The median number of minor page faults of a child that does `work` and leaves."""
    counts = []
    for _ in range(CHILDREN):
        pid = os.fork()
        if pid == 0:
            work()
            os._exit(0)
        counts.append(os.wait4(pid, 0)[2].ru_minflt)
    return round(statistics.median(counts))


if __name__ == "__main__":
    main(sys.argv[1])
