"""Filters of lists: their words, and regular expressions that cost little."""
