"""The examples of the package that is shown: read where they lie, and judged by its definitions."""
