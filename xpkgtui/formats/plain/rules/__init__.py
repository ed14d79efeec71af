"""The PLN rules, about plain bundles."""
