"""Versions and constraints as Masterminds/semver reads them, in the dialects of its major versions 1 and 3."""
