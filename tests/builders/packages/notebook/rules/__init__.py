"""The rules about notebooks."""
