"""What is to be known of one object, as labels and texts in order; one module a family of kinds."""
