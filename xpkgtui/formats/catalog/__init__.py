"""File-based catalogs of Operator Lifecycle Manager: packages, channels and bundles in YAML or JSON."""
