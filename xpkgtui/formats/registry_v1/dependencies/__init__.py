"""What a bundle requires, and who provides it."""
