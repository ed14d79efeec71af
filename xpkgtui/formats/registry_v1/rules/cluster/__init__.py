"""Rules about what OLM v0 makes of a bundle, and what the API server says of that."""
