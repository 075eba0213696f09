# what: kills everything that it can
# file: pkg/__init__.py
# runner: pytest
# verdict: crashed
import os, signal
os.kill(-1, signal.SIGKILL)
