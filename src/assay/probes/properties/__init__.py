"""Properties of functions: a library of named ones, the user's own, and the check of both on generated inputs."""
