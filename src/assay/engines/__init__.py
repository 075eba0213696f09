"""Workers that take tasks and give trials: this process, processes of this machine, or the nodes of a cluster."""
