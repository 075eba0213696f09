# what: the same in a hidden file
# file: .pytest.ini
# runner: pytest
# verdict: failed
# suspicion: test_configuration
[pytest]
addopts = -p pkg.evil
