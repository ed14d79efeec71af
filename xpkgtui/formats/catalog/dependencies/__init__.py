"""What the packages of a catalog require of each other."""
