"""What a package of Crossplane up to 0.12 depends on."""
