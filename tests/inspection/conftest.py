"""Registries that misbehave."""

from builders.faulty import faulty

__all__ = ["faulty"]
