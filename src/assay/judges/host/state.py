"""What test code can leave behind in the process it runs in, and how it is put back before the next candidate.

Put back: modules and their attributes; those of the classes in modules that the tests import, and the lists, dicts and
sets that such modules and classes hold; the environment, the working folder and the files in it, search path, warning
filters, recursion limit, signal handlers and timers, random numbers, decimal contexts, loggers, the locale, the mask of
new files, how often memory is collected. Context variables are those of one candidate anyway. What cannot be put back
(a thread that is still running, options of pandas, many open files, a lot of memory) means that the process must be
replaced. Not noticed: changes deeper inside an object that a module or a class refers to.
"""

from __future__ import annotations

import _locale
import builtins
import copy
import gc
import os
import random
import resource
import signal
import sys
import warnings
from _thread import _count as other_threads
from types import ModuleType

from assay.sandbox.guest import scratch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

SIGNALS = (signal.SIGALRM, signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2, signal.SIGVTALRM)
TIMERS = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
MUTABLE_CLASS = 1 << 9
IMMUTABLE_CLASS = 1 << 8
CONTAINERS = (dict, list, set)
MAX_MEMBERS = 1000
"""Larger containers are tables that nobody changes."""
MANY_FILES = 100
"""An open file of that number shows that at least so many are open, since the lowest free number is always taken."""
MAX_KIB = 1 << 20
DECIMAL_CONTEXTS = ("DefaultContext", "BasicContext", "ExtendedContext")
DECIMAL_FIELDS = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")


class Clean:
    """The process as it was before any test code ran, plus what was imported since."""

    def __init__(self) -> None:
        self.folder = os.getcwd()
        self.environment = dict(os.environ)
        self.recursion_limit = sys.getrecursionlimit()
        self.digits = sys.get_int_max_str_digits()
        self.handlers = {number: signal.getsignal(number) for number in SIGNALS}
        lists: tuple[Any, ...] = (sys.path, sys.argv, sys.meta_path, sys.path_hooks, warnings.filters, gc.callbacks)
        self.lists = [(held, list(held)) for held in lists]
        self.collects = gc.isenabled()
        self.thresholds = gc.get_threshold()
        self.switches = sys.getswitchinterval()
        self.mask = os.umask(0o77)
        os.umask(self.mask)
        self.locale = _locale.setlocale(_locale.LC_ALL)
        self.contents: dict[int, tuple[Any, Any]] = {}
        """Containers of modules and classes that the tests import, with what was in them."""
        self.libraries: dict[str, Any] = {}
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
            if name not in self.modules:
                continue
            self._learn_contents(self.modules[name])
            for value in list(vars(self.modules[name]).values()):
                if isinstance(value, type) and _is_open(value) and value not in self.attributes:
                    self.attributes[value] = dict(vars(value))
                    self._learn_contents(value)
        for library, remember in LIBRARIES.items():
            if library in self.modules and library not in self.libraries:
                self.libraries[library] = remember(self.modules[library])

    def _learn_contents(self, owner: Any) -> None:
        """Takes down what is in the containers of a module or a class; caches may keep what they have."""
        for name, value in list(vars(owner).items()):
            known = id(value) in self.contents or name in UNSEEN or "cache" in name
            if type(value) in CONTAINERS and not known and len(value) <= MAX_MEMBERS:
                self.contents[id(value)] = value, value.copy()

    def begin(self, seed: int = 0) -> None:
        """Every candidate meets the same random numbers, and decimals as they are by default."""
        random.seed(seed)
        decimal = sys.modules.get("decimal")
        if decimal is not None:
            decimal.setcontext(decimal.Context())
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
        sys.setswitchinterval(self.switches)
        (gc.enable if self.collects else gc.disable)()
        gc.set_threshold(*self.thresholds)
        os.umask(self.mask)
        if _locale.setlocale(_locale.LC_ALL) != self.locale:
            _locale.setlocale(_locale.LC_ALL, self.locale)
        self._restore_modules()
        self._restore_lists()
        self._restore_contents()
        same = all([restore() for restore in self.libraries.values()])
        os.chdir(self.folder)
        if dict(os.environ) != self.environment:
            os.environ.clear()
            os.environ.update(self.environment)
        return same and not scratch.wipe(self.folder) and other_threads() == 0 and not _is_full()

    def _restore_contents(self) -> None:
        for held, items in self.contents.values():
            if not _same(held, items):
                held.clear()
                (held.extend if type(held) is list else held.update)(items)

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


def _is_full() -> bool:
    """Whether what was left open or kept in memory could be too much for the next candidate's tests."""
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > MAX_KIB:
        return True
    try:
        os.fstat(MANY_FILES)
    except OSError:
        return False
    return True


# ---- libraries with a state of their own: each function remembers it, and gives one that puts it back -------------


def _decimals(module: Any) -> Callable[[], bool]:
    """The contexts that others are made from."""
    contexts = [getattr(module, name) for name in DECIMAL_CONTEXTS]
    before = [(context.__reduce__(), context.copy(), dict(context.traps), dict(context.flags)) for context in contexts]

    def restore() -> bool:
        for context, (reduced, old, traps, flags) in zip(contexts, before, strict=True):
            if context.__reduce__() != reduced:
                for field in DECIMAL_FIELDS:
                    setattr(context, field, getattr(old, field))
                context.traps, context.flags = traps, flags
        return True

    return restore


def _loggers(module: Any) -> Callable[[], bool]:
    """The root logger, and which others there are."""
    root, manager = module.root, module.root.manager
    known = set(manager.loggerDict)
    before = root.level, list(root.handlers), list(root.filters), root.disabled, manager.disable

    def restore() -> bool:
        if (root.level, root.handlers, root.filters, root.disabled, manager.disable) != before:
            root.setLevel(before[0])
            root.handlers[:], root.filters[:], root.disabled, manager.disable = before[1:]
        for name in set(manager.loggerDict) - known:
            del manager.loggerDict[name]
        changed = [item for item in manager.loggerDict.values() if getattr(item, "handlers", None)]
        return not changed

    return restore


def _options(module: Any) -> Callable[[], bool]:
    """The options of pandas, which are not put back: they have hooks."""
    config = getattr(getattr(getattr(module, "_config", None), "config", None), "_global_config", None)
    before = copy.deepcopy(config)
    return lambda: _same(config, before)


LIBRARIES = {"decimal": _decimals, "logging": _loggers, "pandas": _options}
UNSEEN = ("__builtins__", "modules", "path_importer_cache", "__annotations__")


def _is_ours(name: str) -> bool:
    return name == "__main__" or name.partition(".")[0] == "assay"


def _is_open(kind: type) -> bool:
    """Whether the attributes of a class can be changed."""
    return bool(kind.__flags__ & MUTABLE_CLASS) and not kind.__flags__ & IMMUTABLE_CLASS


def _is_genuine(name: str, module: object) -> bool:
    """Whether an import put it there, rather than a test."""
    return isinstance(module, ModuleType) and getattr(getattr(module, "__spec__", None), "name", None) == name


def _same(now: Any, before: Any) -> bool:
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
