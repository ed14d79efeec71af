"""Inspects Crossplane packages, OLM bundles, catalogs and more: what is in them, and who takes what."""

__version__ = "0.1.0"
