"""What a package depends on: the questions that resolving asks, answered by registries."""
