"""Rules about the manifest, its annotations and its labels (2xx)."""
