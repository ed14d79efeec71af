"""A registry that misbehaves, and another host that listens."""

from builders.faulty import elsewhere, faulty

__all__ = ["elsewhere", "faulty"]
