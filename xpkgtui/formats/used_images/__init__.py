"""The images that must be there for a package to run: who names them, where, and in which role."""
