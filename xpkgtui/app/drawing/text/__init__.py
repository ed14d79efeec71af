"""A text as it is looked at: what is in sight of it, the row of its cursor, and what is searched in it."""
