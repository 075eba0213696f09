"""Judges decide about a candidate: they run its code apart from the tests and compare what comes back."""
