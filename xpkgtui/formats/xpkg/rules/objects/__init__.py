"""Rules about the objects of a package (7xx)."""
