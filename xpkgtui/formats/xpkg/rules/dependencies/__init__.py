"""Rules about dependencies (9xx)."""
