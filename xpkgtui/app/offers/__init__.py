"""What `Y` offers to copy of what the cursor is on; pure."""
