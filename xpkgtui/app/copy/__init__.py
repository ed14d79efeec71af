"""What y and Y copy of what the cursor is on; pure but for the clipboard's files."""
