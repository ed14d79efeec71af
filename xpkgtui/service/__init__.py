"""The inspection in another process."""
