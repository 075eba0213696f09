"""Programs of ours that run inside the sandbox, under the Python of an environment, which may be as old as 3.6."""
