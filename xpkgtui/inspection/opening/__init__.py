"""The way from a name to the case of one image: what is opened, and in which order it is read."""
