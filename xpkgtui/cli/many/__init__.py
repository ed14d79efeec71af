"""Checking many sources: child processes that check one after the other, results as they come, and going on later."""
