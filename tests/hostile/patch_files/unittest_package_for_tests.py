# what: a package with the name of the test file
# file: tests/test_sums/__init__.py
# runner: unittest
# verdict: failed
# suspicion: test_configuration
import unittest
class SumsTest(unittest.TestCase):
    def test_count(self): pass
    def test_total(self): pass
    def test_empty(self):
        """Nothing adds up to nothing."""
