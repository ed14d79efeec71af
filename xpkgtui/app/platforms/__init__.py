"""Platforms: the list of the index, and what Detail shows of an entry."""
