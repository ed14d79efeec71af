"""What changes between two packages, drawn: the list, one change, the lines above them."""
