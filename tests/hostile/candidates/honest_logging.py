# what: logs and warns
# verdict: PASSED
import logging
import warnings

logging.basicConfig(level=logging.DEBUG)
log = logging.getLogger(__name__)


def solve(n, items):
    log.info("solving %s", items)
    warnings.warn("this is deprecated", DeprecationWarning)
    try:
        1 / 0
    except ZeroDivisionError:
        log.exception("as expected")
    return [n * x for x in sorted(items)]
