"""The FBC rules: one module for each subject."""
