"""Keeps runs, trials, scores and cached verdicts: in memory, in one SQLite file, or in PostgreSQL."""
