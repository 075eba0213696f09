# what: announces a message of four gigabytes
# file: pkg/__init__.py
# runner: pytest
# verdict: crashed
# suspicion: garbage_on_channel
import os
for number in range(3, 64):
    try:
        os.write(number, b"\xff\xff\xff\xff")
    except OSError:
        pass
