"""The command line: one module per command; heavy things are imported inside their functions."""
