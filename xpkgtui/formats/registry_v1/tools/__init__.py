"""The tools that read bundles."""
