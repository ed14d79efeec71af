"""The images that must be there for a package to run: collected, and asked for at their registries."""
