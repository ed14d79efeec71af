"""Rules about the objects of manifests/."""
