"""Formats of packages: the port that each implements, the table of them, and the values that they give."""
