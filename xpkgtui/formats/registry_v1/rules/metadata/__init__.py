"""Rules about metadata/ and the labels of an image."""
