"""Meta objects of two packages: what they ask for, and the rules about it."""
