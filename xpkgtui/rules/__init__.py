"""What is wrong with a package."""
