"""What a package depends on, drawn: the tree, versions near the constraints, one package, the lines above."""
