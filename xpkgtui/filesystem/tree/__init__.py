"""Layers as trees of files: flattened, single, compared, and with links followed."""
