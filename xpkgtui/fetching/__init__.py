"""Fetching: bytes are cached, verified, and can be stopped on their way."""
