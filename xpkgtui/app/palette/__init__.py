"""The palette: what it offers, and what of it matches."""
