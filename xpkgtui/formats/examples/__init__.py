"""The examples of a package: where they are, and what the API server says of each by the package's definitions."""
