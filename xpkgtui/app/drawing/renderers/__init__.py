"""Pages laid out as rows at a width."""
