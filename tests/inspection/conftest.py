"""Registries that misbehave."""

from builders.registry.faulty import faulty

__all__ = ["faulty"]
