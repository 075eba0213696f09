# what: hashes and compresses
# verdict: PASSED
import base64
import bz2
import hashlib
import hmac
import lzma
import zlib


def solve(n, items):
    data = repr(items).encode()
    assert zlib.decompress(zlib.compress(data)) == bz2.decompress(bz2.compress(data)) == lzma.decompress(lzma.compress(data)) == data
    assert len(hashlib.sha256(data).digest()) == 32 and hmac.new(b"k", data, "md5").hexdigest() and base64.b64encode(data)
    return [n * x for x in sorted(items)]
