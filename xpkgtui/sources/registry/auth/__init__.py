"""Authentication at registries: challenges, credentials and tokens."""
