"""Images in registries; the only room that speaks oras."""
