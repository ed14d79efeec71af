"""Package streams without an image: plain package.yaml, and JSON lines."""
