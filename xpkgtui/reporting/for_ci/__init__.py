"""Findings and changes in the forms that continuous integration reads."""
