"""Facts of the objects of a bundle."""
