"""Sets of manifests: read from files, and planned with what registries answer."""
