"""What the API server says of the objects that OLM v0 makes of a bundle."""
