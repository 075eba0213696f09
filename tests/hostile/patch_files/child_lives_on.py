# what: leaves, and a child goes on to write
# file: pkg/__init__.py
# runner: pytest
# verdict: crashed
import os, time
if os.fork():
    os._exit(0)
os.setsid()
time.sleep(0.3)
for number in range(1, 64):
    try:
        os.write(number, b"PASSED tests/test_sums.py::test_total\n")
    except OSError:
        pass
os._exit(0)
