# what: options for pytest in a new file
# file: pytest.ini
# runner: pytest
# verdict: failed
# suspicion: test_configuration
[pytest]
python_functions = nothing_*
addopts = --collect-only
