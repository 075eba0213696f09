"""Scores become pages: what a run says, as data and as text."""
