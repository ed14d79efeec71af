"""Rules about the files in an image (4xx)."""
