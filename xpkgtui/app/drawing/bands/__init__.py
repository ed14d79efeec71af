"""The lines above and below the panes as values: the package, its verdict, and what it has cost to read it."""
