"""The strategies, one to a file, and what they share."""
