"""What belongs to an image, drawn: the list, one thing in full, and the line above them."""
