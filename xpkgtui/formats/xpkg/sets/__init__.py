"""What Crossplane makes of a set of manifests: its controllers, run over what the set and its packages say."""
