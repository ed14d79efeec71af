"""Rules about the archive that an image is in, its layers, and what runs of it."""
