# what: an alarm ends tests
# file: pkg/__init__.py
# runner: pytest
# verdict: failed,crashed
import signal, os
def handler(*args):
    import pytest
    pytest.skip("late")
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.01)
