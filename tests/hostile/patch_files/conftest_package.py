# what: a package with the name of conftest.py
# file: tests/conftest/__init__.py
# runner: pytest
# verdict: failed
# suspicion: test_configuration
import pytest
@pytest.fixture
def numbers():
    return [1, 2, 2]
