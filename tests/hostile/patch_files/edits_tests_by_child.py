# what: a child edits the test file and puts it back
# file: pkg/__init__.py
# runner: pytest
# verdict: failed,crashed
import os, pathlib, subprocess, sys
path = pathlib.Path("tests/test_sums.py")
old = path.read_bytes()
path.write_bytes(old.replace(b"assert ", b"True or "))
subprocess.Popen([sys.executable, "-c", "import time,pathlib,sys; time.sleep(0.5); pathlib.Path('tests/test_sums.py').write_bytes(sys.stdin.buffer.read())"], stdin=subprocess.PIPE).stdin.write(old)
