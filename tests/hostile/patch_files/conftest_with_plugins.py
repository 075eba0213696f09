# what: names plugins in a conftest
# file: conftest.py
# runner: pytest
# verdict: failed
# suspicion: test_configuration
pytest_plugins = ["pkg.evil"]
