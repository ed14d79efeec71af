"""Changes between two versions of a definition, and who refuses them."""
