"""Pages, rows and text as values that widgets draw; pure."""
