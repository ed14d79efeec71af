"""What a package depends on, and what Crossplane installs for it."""
