"""Named, versioned problems with their judge and limits."""
