"""The real compiler's verdict on Python source, without running any of it."""

from __future__ import annotations

import threading
import warnings

from assay.syntax import check_cost

_FILTERS = threading.Lock()
"""The filters of warnings belong to the whole process: two threads must not change them at once."""
COMPILE_LIMIT = 64 * 1024
"""Bytes; longer source is judged by the grammar alone: the compiler takes hundreds of bytes of memory for each, and
a time that grows with the square of the number of functions."""


def python_error(source: str | bytes) -> tuple[int | None, str] | None:
    """Return the row (from 0) and the message of the compiler's complaint; `None` when it has none.

    >>> python_error("x = 1"), python_error("return 1")
    (None, (0, "'return' outside function"))
    """
    with _FILTERS, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `"\\d"` is worth a warning, not a zero
        try:
            check_cost(source)
            compile(source, "<snippet>", "exec", dont_inherit=True, optimize=0)
        except SyntaxError as error:
            return (error.lineno - 1 if error.lineno else None), error.msg
        except RecursionError:
            return None, "nested too deeply for the compiler"
        except MemoryError:
            return None, "too deep or too large for the compiler"
        except (ValueError, OverflowError, UnicodeError) as error:
            return None, str(error)
    return None
