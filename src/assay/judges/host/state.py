"""What test code can leave behind in the process it runs in, and how it is put back before the next candidate.

Put back: modules and their attributes, those of the classes in modules that the tests import, the environment, the
working folder and the files in it, search path, warning filters, recursion limit, signal handlers and timers, random
numbers. A thread that is still running cannot be put back: the process must be replaced. Not noticed: changes inside
an object that a module or a class refers to (a default list, a cache), and the locale.
"""

from __future__ import annotations

import builtins
import gc
import os
import random
import signal
import sys
import warnings
from _thread import _count as other_threads
from types import ModuleType

from assay.sandbox.guest import scratch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

SIGNALS = (signal.SIGALRM, signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2, signal.SIGVTALRM)
TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
MUTABLE_CLASS = 1 << 9
IMMUTABLE_CLASS = 1 << 8


class Clean:
    """The process as it was before any test code ran, plus what was imported since."""

    def __init__(self) -> None:
        self.folder = os.getcwd()
        self.environment = dict(os.environ)
        self.recursion_limit = sys.getrecursionlimit()
        self.digits = sys.get_int_max_str_digits()
        self.handlers = {number: signal.getsignal(number) for number in SIGNALS}
        lists: tuple[Any, ...] = (sys.path, sys.argv, sys.meta_path, sys.path_hooks, warnings.filters)
        self.lists = [(held, list(held)) for held in lists]
        self.collects = gc.isenabled()
        self.modules: dict[str, Any] = {}
        self.attributes: dict[Any, dict[str, Any]] = {}
        self.learn(())

    def learn(self, imported: Iterable[str]) -> None:
        """Takes down modules that were not there before, and the classes in those that tests import."""
        loaded: dict[str, Any] = dict(sys.modules)
        for name, module in loaded.items():
            if name not in self.modules and isinstance(module, ModuleType) and not _is_ours(name):
                self.modules[name] = module
                self.attributes[module] = dict(vars(module))
        for name in imported:
            for value in list(vars(self.modules[name]).values()) if name in self.modules else ():
                if isinstance(value, type) and _is_open(value) and value not in self.attributes:
                    self.attributes[value] = dict(vars(value))

    def begin(self, seed: int = 0) -> None:
        """Every candidate meets the same random numbers."""
        random.seed(seed)
        numpy = sys.modules.get("numpy")
        if numpy is not None and hasattr(numpy, "random"):
            numpy.random.seed(seed)

    def begin_again(self, seed: int) -> bool:
        """As after another candidate, with random numbers from that seed; false when only another process would do."""
        fit = self.restore()
        self.begin(seed)
        return fit

    def own_builtins(self) -> dict[str, Any]:
        """A copy of the built-in names for one candidate's tests: what they patch there, this process never sees."""
        made = ModuleType("builtins")
        vars(made).update(vars(builtins))
        sys.modules["builtins"] = made
        return vars(made)

    def restore(self) -> bool:
        """Puts everything back; false when only another process would be as clean."""
        for timer in TIMERS:
            signal.setitimer(timer, 0)
        for number, handler in self.handlers.items():
            if signal.getsignal(number) is not handler:
                signal.signal(number, handler)
        sys.settrace(None)
        sys.setprofile(None)
        sys.setrecursionlimit(self.recursion_limit)
        sys.set_int_max_str_digits(self.digits)
        (gc.enable if self.collects else gc.disable)()
        self._restore_modules()
        self._restore_lists()
        os.chdir(self.folder)
        if dict(os.environ) != self.environment:
            os.environ.clear()
            os.environ.update(self.environment)
        return not scratch.wipe(self.folder) and other_threads() == 0

    def _restore_lists(self) -> None:
        for held, items in self.lists:
            if held != items:
                held[:] = items
        getattr(warnings, "_filters_mutated", int)()

    def _restore_modules(self) -> None:
        for name, module in list(sys.modules.items()):
            if name not in self.modules and not _is_ours(name) and not _is_genuine(name, module):
                del sys.modules[name]
        for name, module in self.modules.items():
            if sys.modules.get(name) is not module:
                sys.modules[name] = module
        for owner, attributes in self.attributes.items():
            if not _same(vars(owner), attributes):
                _put_back(owner, attributes)


def _is_ours(name: str) -> bool:
    return name == "__main__" or name.partition(".")[0] == "assay"


def _is_open(kind: type) -> bool:
    """Whether the attributes of a class can be changed."""
    return bool(kind.__flags__ & MUTABLE_CLASS) and not kind.__flags__ & IMMUTABLE_CLASS


def _is_genuine(name: str, module: object) -> bool:
    """Whether an import put it there, rather than a test."""
    return isinstance(module, ModuleType) and getattr(getattr(module, "__spec__", None), "name", None) == name


def _same(now: Any, before: dict[str, Any]) -> bool:
    """Compared as dictionaries, which looks at identity first and so is fast: nothing has changed almost always."""
    try:
        return bool(now == before)
    except Exception:  # an equality that does not know the answer, such as that of arrays
        return False


def _put_back(owner: Any, attributes: dict[str, Any]) -> None:
    for name, value in list(vars(owner).items()):
        if name in attributes:
            continue
        if isinstance(value, ModuleType) and value.__name__ == f"{owner.__name__}.{name}":
            attributes[name] = value  # a part of a package, imported since
        else:
            type.__delattr__(owner, name) if isinstance(owner, type) else vars(owner).pop(name)
    for name, value in attributes.items():
        if vars(owner).get(name, owner) is value:
            continue
        if isinstance(owner, type):
            type.__setattr__(owner, name, value)
        else:
            vars(owner)[name] = value
