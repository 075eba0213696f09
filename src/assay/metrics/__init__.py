"""Numbers about trials: pure functions on records, each with what is needed to read and to repeat it."""
