# what: calls the C library
# verdict: PASSED
import ctypes

LIBC = ctypes.CDLL(None)


def solve(n, items):
    array = (ctypes.c_long * len(items))(*items)
    compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_long), ctypes.POINTER(ctypes.c_long))
    LIBC.qsort(array, len(items), ctypes.sizeof(ctypes.c_long), compare(lambda a, b: (a[0] > b[0]) - (a[0] < b[0])))
    return [n * x for x in array]
