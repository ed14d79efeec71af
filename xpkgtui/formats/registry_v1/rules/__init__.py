"""Rules about operator bundles."""
