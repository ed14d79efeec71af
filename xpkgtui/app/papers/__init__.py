"""Text that Detail draws row by row: prose, the lines of a file, or its bytes."""
