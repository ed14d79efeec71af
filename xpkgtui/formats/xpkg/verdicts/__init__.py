"""The verdict of each program on a stream: one value for everything it does before a package is healthy."""
