"""Rules about the meta object (6xx)."""
