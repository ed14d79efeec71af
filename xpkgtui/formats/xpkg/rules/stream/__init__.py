"""Rules about package.yaml as a stream of YAML documents (5xx)."""
