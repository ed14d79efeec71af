"""How commands read a source: the port, and what they ask of it."""
