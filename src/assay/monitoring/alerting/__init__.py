"""Rules about what is observed, and who is told when they are broken."""
