"""Objects of a package by their first lines: their kinds, their identity and the outline of a definition."""
