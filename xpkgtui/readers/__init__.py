"""Who reads a package, and which bytes they take."""
