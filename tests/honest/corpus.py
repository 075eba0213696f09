"""All honest entries, of every kind."""

from __future__ import annotations

from tests.honest.code import CODE
from tests.honest.flows import FLOWS
from tests.honest.more import MORE
from tests.honest.nothing import NOTHING
from tests.honest.objects import OBJECTS
from tests.honest.python import PYTHON
from tests.honest.suites import SUITES
from tests.honest.support import Honest
from tests.honest.values import VALUES

ENTRIES: list[Honest] = [*VALUES, *CODE, *SUITES, *MORE, *OBJECTS, *PYTHON, *FLOWS, *NOTHING]
