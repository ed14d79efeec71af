"""Tar archives, read entry by entry."""
