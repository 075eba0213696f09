# what: attaches itself to the keeper
# file: pkg/__init__.py
# runner: pytest
# verdict: crashed
# suspicion: forbidden_system_call
import ctypes, os
ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0)
