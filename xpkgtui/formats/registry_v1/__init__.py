"""Operator bundles of the format registry+v1: what Operator Lifecycle Manager installs an operator from."""
