# what: kills the keeper
# file: pkg/__init__.py
# runner: pytest
# verdict: crashed
import os, signal
os.kill(os.getppid(), signal.SIGKILL)
