"""Rules about the index and its entries (1xx)."""
