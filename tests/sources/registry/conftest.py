"""Registries that misbehave, and another host that listens."""

from builders.registry.faulty import certificate, elsewhere, faulty, secure

__all__ = ["certificate", "elsewhere", "faulty", "secure"]
