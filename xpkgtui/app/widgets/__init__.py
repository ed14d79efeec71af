"""The parts of a screen, strangers to each other."""
