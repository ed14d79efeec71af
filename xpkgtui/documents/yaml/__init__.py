"""YAML as go-yaml v2 reads it: events, scalars, and the value built from them."""
