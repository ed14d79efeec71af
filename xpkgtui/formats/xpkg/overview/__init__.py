"""What a meta object says of its package: its author's words, what it needs, its icon and its readme."""
