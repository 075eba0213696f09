"""A report as one page for a browser: it opens from disk, asks for nothing, and obeys nothing that a model wrote."""
