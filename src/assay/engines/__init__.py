"""Workers that take tasks and give trials: processes of this machine, or this process itself."""
