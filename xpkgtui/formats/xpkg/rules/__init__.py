"""The rules, one module per group."""
