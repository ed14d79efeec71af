"""Inspects Crossplane packages: which layer supplies package.yaml, for whom, and why."""

__version__ = "0.1.0"
