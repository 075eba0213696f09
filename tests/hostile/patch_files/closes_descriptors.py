# what: closes the way to the keeper
# file: pkg/__init__.py
# runner: pytest
# verdict: crashed,failed
import os
os.closerange(3, 256)
