"""Images in registries; the only folder that uses oras."""
