"""Sets of manifests that are merged together: their objects, and what becomes of the packages that they install."""
