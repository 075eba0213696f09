"""Keeps runs, trials, scores, solutions and caches: in memory, in one SQLite file, or in PostgreSQL."""
