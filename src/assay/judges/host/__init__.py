"""Standard-library-only code of the process that runs a benchmark's test code."""
