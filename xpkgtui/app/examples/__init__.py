"""The examples of a package, drawn: the list, one example in full, and the line above them."""
