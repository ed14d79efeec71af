"""The values of lists: platforms, layers, files and objects as rows, the same for the screen and for JSON."""
