# what: lays a folder over the tests
# file: pkg/__init__.py
# runner: pytest
# verdict: failed,crashed
import ctypes, os
os.makedirs("../over", exist_ok=True)
libc = ctypes.CDLL(None)
libc.unshare(0x10020000)
libc.mount(os.path.abspath("../over").encode(), os.path.abspath("tests").encode(), None, 4096, None)
