"""A package that is built in, so that there is something to see without a network."""
