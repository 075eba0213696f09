"""A real model from end to end, without a network: SmolLM2 served on this machine, asked by `assay solve`."""
