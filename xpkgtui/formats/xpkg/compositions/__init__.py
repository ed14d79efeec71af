"""What compositions and operations call, and the fields that their patches name."""
