"""A registry that misbehaves, for what the screen says of it."""

from builders.registry.faulty import faulty

__all__ = ["faulty"]
