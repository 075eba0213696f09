"""What each kind of mutation does to a piece of code, as data that a walk over the tree applies."""
