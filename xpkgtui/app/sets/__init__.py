"""The plan of a set of manifests: its packages, what is found on the way, and one of them in full."""
