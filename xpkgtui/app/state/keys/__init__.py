"""What a key does: another selection, a jump, or a request."""
