"""What `site` runs at the start of a warm interpreter for programs: it waits here, and each child goes on from here.

A child that returns from this module does what a freshly started interpreter does next: it runs the script it was
given on its command line. So nothing about the start and the end of a program has to be imitated.
"""

import os
import sys


def _wait() -> None:
    control, start, home = os.environ.pop("ASSAY_WARM").split(",", 2)
    here = os.environ.pop("PYTHONPATH")
    del os.environ["LD_BIND_NOW"]
    sys.path.remove(here)
    sys.path_importer_cache.pop(here, None)
    _run_the_real_one()
    sys.path.insert(0, home)
    from assay.sandbox.guest.zygote import main

    try:
        main(int(control), int(start))
    except BaseException:  # an interpreter that went on from here would be no sandbox
        os._exit(70)


def _run_the_real_one() -> None:
    """This file hides another of its name, which a cold interpreter would have run."""
    this = sys.modules.pop("sitecustomize")
    try:
        __import__("sitecustomize")
    except Exception:  # there is none, or it is broken, which is not the program's business
        sys.modules["sitecustomize"] = this


_wait()
