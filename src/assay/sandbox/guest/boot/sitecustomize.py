"""What `site` runs at the start of a warm interpreter for programs: it waits here, and each child goes on from here.

A child that comes back from waiting does what a freshly started interpreter does next: it runs the script it was given
on its command line. So nothing about the start and the end of a program has to be imitated.
"""

import os
import site
import sys
from marshal import loads
from types import ModuleType

_enabled, _execute = site.ENABLE_USER_SITE, site.execusercustomize


def _wait_after_this_import() -> None:
    """Make `site` call `_wait` after this file: waiting there leaves less for every child to return from."""
    site.ENABLE_USER_SITE, site.execusercustomize = True, _wait


def _wait() -> None:
    try:
        site.ENABLE_USER_SITE, site.execusercustomize = _enabled, _execute
        here = os.environ.pop("PYTHONPATH")
        del os.environ["LD_BIND_NOW"]
        sys.path.remove(here)
        sys.path_importer_cache.pop(here, None)
        _run_hidden_customization()
        facts, settings, sources = loads(_package(int(os.environ.pop("ASSAY_WARM"))))
        _unpack(sources).__dict__["main"](facts, settings)
    except BaseException:  # an interpreter that went on from here would be no sandbox
        os._exit(70)


def _run_hidden_customization() -> None:
    """Run the `sitecustomize` that this file hides, and `usercustomize` after it, as a cold interpreter would have."""
    del sys.modules["sitecustomize"]
    try:
        __import__("sitecustomize")
    except Exception:  # there is none, or it is broken, which is not the program's business
        pass
    if _enabled:
        _execute()


def _package(fd: int) -> bytes:
    try:
        return os.pread(fd, os.fstat(fd).st_size, 0)
    finally:
        os.close(fd)


def _unpack(sources: list[tuple[str, bytes]]) -> ModuleType:
    """Load the modules of the parent process, and return the last of them."""
    names = ["assay", "assay.sandbox", "assay.sandbox.guest"]
    package = [sys.modules.setdefault(name, ModuleType(name)) for name in names][-1]
    module = package
    for name, source in sources:
        module = sys.modules[f"{names[-1]}.{name}"] = ModuleType(f"{names[-1]}.{name}")
        setattr(package, name, module)
        exec(compile(source, f"<{name}>", "exec"), module.__dict__)
    return module


_wait_after_this_import()
