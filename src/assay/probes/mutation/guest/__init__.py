"""What runs inside the sandbox when a pytest suite is given mutants: standard library and pytest only."""
