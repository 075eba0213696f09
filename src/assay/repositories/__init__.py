"""Whole repositories with their tests: where their trees come from, and the environments that their tests run in."""
