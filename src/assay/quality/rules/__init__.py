"""What each language calls a definition, an error handler, a test: tables of grammar node kinds and patterns."""
