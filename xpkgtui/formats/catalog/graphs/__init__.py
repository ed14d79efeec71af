"""The upgrades of a catalog as drawings and texts: lines, Mermaid, Graphviz, JSON, and the way from a version."""
