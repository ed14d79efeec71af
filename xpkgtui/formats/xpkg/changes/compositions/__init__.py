"""Compositions of two packages: what they compose, their steps, and the rules about both."""
