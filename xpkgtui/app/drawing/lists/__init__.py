"""Lists as they are looked at: their cursor, their border and their rows as strips."""
