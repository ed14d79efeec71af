"""Rules about the folders and files of a bundle."""
