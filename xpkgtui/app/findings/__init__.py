"""Findings and the verdict: their list, the page Why, and the manual pages of rules."""
