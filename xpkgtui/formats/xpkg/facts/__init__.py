"""The facts of one object for Detail, as labels and texts in order; one module for each family of kinds."""
