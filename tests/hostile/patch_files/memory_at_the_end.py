# what: takes all memory when the last test is torn down
# file: pkg/__init__.py
# runner: pytest
# verdict: out_of_memory
import _pytest.runner
def teardown(self, nextitem):
    kept = []
    while nextitem is None:
        kept.append(bytearray(1 << 26))
_pytest.runner.SetupState.teardown_exact = teardown
