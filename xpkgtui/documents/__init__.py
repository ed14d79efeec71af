"""What the YAML says: streams, documents and places in them."""
